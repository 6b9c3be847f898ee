//! Makes words of the pieces that a model cuts a text into: none begins with a vowel or tone mark of the letter before,
//! none is a letter that closes the syllable before. Has no dictionary: what is whole by its letters may still be a part.

use super::Word;
use crate::text::{attaches, cut_before, is_thai, may_cut};

/// Mends the pieces of one text.
pub fn mended(pieces: Vec<Word>) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for mut piece in pieces {
        if !piece.joined {
            words.push(piece);
            continue;
        }
        let Some(before) = words.last_mut() else {
            words.push(piece);
            continue;
        };
        match fit(&before.text, &piece.text) {
            Fit::Apart => words.push(piece),
            Fit::Joined => {
                before.text.push_str(&piece.text);
                before.rarity = before.rarity.max(piece.rarity);
            }
            Fit::Moved(at) => {
                let letter = before.text.split_off(at);
                piece.text.insert_str(0, &letter);
                close_syllable(&mut words);
                words.push(piece);
            }
        }
    }
    words
}

/// Gives a single letter that is left at the end to the word before it.
fn close_syllable(words: &mut Vec<Word>) {
    let Some(Word { text, joined: true, .. }) = words.last() else { return };
    let mut letters = text.chars();
    let (Some(letter), None) = (letters.next().filter(|c| is_consonant(*c)), letters.next()) else { return };
    words.pop();
    if let Some(before) = words.last_mut() {
        before.text.push(letter);
    }
}

/// Syllables with which words from other languages end; none stands alone.
const ENDINGS: [&str; 8] = ["อิน", "เกอร์", "เตอร์", "เซอร์", "เดอร์", "เลอร์", "ชัน", "ชั่น"];

/// How two pieces that follow each other without a gap go together.
enum Fit {
    /// They are two.
    Apart,
    /// They are one.
    Joined,
    /// What stands at this byte of the first belongs to the second.
    Moved(usize),
}

fn fit(before: &str, piece: &str) -> Fit {
    let (Some(last), Some(first)) = (before.chars().next_back(), piece.chars().next()) else {
        return Fit::Apart;
    };
    if may_cut(last, first) {
        let single = piece.chars().count() == 1 && is_consonant(first);
        return if is_thai(last) && (single || ENDINGS.contains(&piece)) { Fit::Joined } else { Fit::Apart };
    }
    // The letter that the mark belongs to goes with it where a whole syllable is left before it.
    let at = cut_before(&format!("{before}{piece}"), before.len());
    let rest = before.get(..at).unwrap_or_default();
    let closed = rest.chars().next_back().is_some_and(|c| attaches(c) || !is_thai(c));
    let letters = rest.chars().filter(|c| is_consonant(*c)).count();
    let single = letters == 1 && rest.chars().count() == 1;
    if at < before.len() && at > 0 && (closed || letters > 1 || single) {
        Fit::Moved(at)
    } else {
        Fit::Joined
    }
}

fn is_consonant(c: char) -> bool {
    ('\u{0E01}'..='\u{0E2E}').contains(&c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pieces(text: &str) -> Vec<Word> {
        let mut joined = false;
        text.split('|')
            .map(|part| {
                let piece = Word { text: part.trim().to_owned(), joined, rarity: 12.0 };
                joined = !part.ends_with(' ');
                piece
            })
            .collect()
    }

    fn shown(words: &[Word]) -> String {
        words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn letters_keep_their_marks_and_syllables_their_ends() {
        for (cut, whole) in [
            ("แก้บ|ั๊ก", "แก้|บั๊ก"),
            ("แทร|็ก|เกอร์", "แทร็กเกอร์"),
            ("เจ|อบ|ั๊ก", "เจอ|บั๊ก"),
            ("เซ็|ง|มาก", "เซ็ง|มาก"),
            ("คุย|เ|รื่อง", "คุย|เรื่อง"),
            ("bug|ที่|เจอ", "bug|ที่|เจอ"),
            ("登录|问题", "登录|问题"),
        ] {
            assert_eq!(shown(&mended(pieces(cut))), whole, "{cut}");
        }
    }

    proptest! {
        #[test]
        fn no_word_begins_with_a_mark_and_no_letter_is_lost(text in "[กบรเแั๊็า中a]{1,12}", cuts in prop::collection::vec(any::<bool>(), 12)) {
            let mut pieces: Vec<Word> = Vec::new();
            for (c, cut) in text.chars().zip(cuts) {
                match pieces.last_mut().filter(|_| !cut) {
                    Some(last) => last.text.push(c),
                    None => pieces.push(Word { text: c.to_string(), joined: !pieces.is_empty(), rarity: 1.0 }),
                }
            }
            let words = mended(pieces);
            prop_assert_eq!(words.iter().map(|word| word.text.as_str()).collect::<String>(), text);
            prop_assert!(words.iter().skip(1).all(|word| !word.text.starts_with(attaches)));
        }
    }
}

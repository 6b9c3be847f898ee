//! Where a text may be cut without breaking what is read as one letter: a base with its vowels and tone marks, a letter
//! with its accents, a picture of several signs. Knows no words.

/// Tells whether a text may be cut between two characters that follow each other.
pub fn may_cut(before: char, after: char) -> bool {
    let joins = |c: char| matches!(c, '\u{200C}' | '\u{200D}');
    !(leads(before) || attaches(after) || joins(before) || joins(after))
}

/// Returns the beginning of a text, at most so many characters, cut between letters.
pub fn head(text: &str, most: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(most) else { return text };
    text.get(..cut_before(text, end)).unwrap_or_default()
}

/// Returns the last place at or before a byte at which a text may be cut; the byte itself where there is none.
pub fn cut_before(text: &str, byte: usize) -> usize {
    let ends = text.char_indices().map(|(at, c)| (at, at + c.len_utf8(), c));
    let letters: Vec<(usize, usize, char)> = ends.take_while(|(at, ..)| *at <= byte).collect();
    let cut = letters.windows(2).rev().find_map(|two| match two {
        [(.., before), (at, _, after)] if *at <= byte && may_cut(*before, *after) => Some(*at),
        _ => None,
    });
    match letters.last() {
        Some((_, end, _)) if *end <= byte => *end,
        _ => cut.unwrap_or(byte),
    }
}

/// Tells whether a character is a part of the letter before it.
pub fn attaches(c: char) -> bool {
    matches!(c,
        '\u{0E30}'..='\u{0E3A}' | '\u{0E45}' | '\u{0E47}'..='\u{0E4E}'
        | '\u{0300}'..='\u{036F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{20D0}'..='\u{20FF}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{3099}' | '\u{309A}')
}

/// Tells whether a character is a part of the letter after it: a Thai vowel that is written first.
fn leads(c: char) -> bool {
    matches!(c, '\u{0E40}'..='\u{0E44}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn no_letter_loses_its_vowel_tone_or_accent() {
        for (text, most, kept) in [
            ("แก้บั๊ก", 6, "แก้บั๊"),
            ("แก้บั๊ก", 5, "แก้"),
            ("น้ำใจ", 4, "น้ำ"),
            ("备份数据库", 2, "备份"),
            ("cafe\u{301}s", 4, "caf"),
            ("a👩\u{200D}💻!", 2, "a"),
            ("short", 9, "short"),
            ("เก่า", 1, "เ"),
        ] {
            assert_eq!(head(text, most), kept, "{text} {most}");
        }
    }

    proptest! {
        #[test]
        fn a_head_is_a_beginning_that_ends_between_letters(text in "[กขเแั๊้าำa-c中文\u{301} ]{0,30}", most in 1usize..20) {
            let found = head(&text, most);
            prop_assert!(text.starts_with(found) && found.chars().count() <= most);
            let (last, next) = (found.chars().next_back(), text.get(found.len()..).and_then(|t| t.chars().next()));
            if let (Some(last), Some(next)) = (last, next) {
                let none = text.chars().zip(text.chars().skip(1)).take(found.chars().count()).all(|(a, b)| !may_cut(a, b));
                prop_assert!(may_cut(last, next) || none, "{text} {most} {found}");
            }
        }
    }
}

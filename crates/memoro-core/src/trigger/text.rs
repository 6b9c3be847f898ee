//! A message made ready for matching: invisible characters gone, full-width letters plain, Latin in lower case,
//! traditional Chinese read as simplified, quotes and code masked. Keeps the way back to the message's own bytes.

mod mask;
mod pasted;

use std::ops::Range;

use super::search::{List, Runs, Side, longest};
use crate::text::{is_han, is_thai, simplified};

/// Stands for each byte of quoted or code text where cues are looked for.
pub(super) const MASK: char = '\u{1}';

/// A message in three forms of the same length, byte for byte.
pub(super) struct Text {
    /// As written, without invisible characters.
    clean: String,
    /// In lower case, simplified.
    folded: String,
    /// Folded, with quotes and code masked.
    masked: String,
    /// For each byte of the forms, its place in the message; empty where they are the same.
    places: Vec<usize>,
    /// What the folded form has, and with it every part of the masked one that is not masked.
    runs: Runs,
}

impl Text {
    /// Reads a message.
    pub(super) fn of(message: &str) -> Self {
        let mut clean = String::with_capacity(message.len());
        let mut places = Vec::new();
        let changed = message.chars().any(|c| visible(c) != Some(c));
        for (at, c) in message.char_indices() {
            let Some(c) = visible(c) else { continue };
            clean.push(c);
            if changed {
                places.extend(std::iter::repeat_n(at, c.len_utf8()));
            }
        }
        if changed {
            places.push(message.len());
        }
        let folded = whole_placeholders(clean.chars().map(fold).collect());
        let masked = pasted::hide(mask::mask(&folded));
        let runs = Runs::of(&folded);
        Self { clean, folded, masked, places, runs }
    }

    /// Returns the whole message.
    pub(super) fn whole(&self) -> Piece<'_> {
        Piece { text: self, quotes: false, start: 0, end: self.clean.len() }
    }

    /// Returns the place in the message of a range of the forms.
    pub(super) fn place(&self, range: Range<usize>) -> Range<usize> {
        if self.places.is_empty() {
            return range;
        }
        let last = self.places.last().copied().unwrap_or(0);
        let at = |i: usize| self.places.get(i).copied().unwrap_or(last);
        at(range.start)..at(range.end)
    }
}

/// Drops what cannot be seen, and makes full-width letters and digits plain.
fn visible(c: char) -> Option<char> {
    match c {
        '\u{00AD}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2069}'
        | '\u{FEFF}'
        | '\u{1}' => None,
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '＝' => char::from_u32(u32::from(c) - 0xFEE0),
        '\u{3000}' | '\u{00A0}' => Some(' '),
        '’' => Some('\''),
        _ => Some(c),
    }
}

/// Hides the colon of what stands for a secret, so that nothing is split there.
fn whole_placeholders(folded: String) -> String {
    if folded.contains("[redacted:") { folded.replace("[redacted:", "[redacted_") } else { folded }
}

fn fold(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { simplified(c) }
}

/// A part of a message. Cues are matched with quotes masked, contents with quotes open.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    text: &'a Text,
    quotes: bool,
    start: usize,
    end: usize,
}

impl<'a> Piece<'a> {
    /// Returns the form that is matched.
    pub(super) fn seen(&self) -> &'a str {
        let form = if self.quotes { &self.text.folded } else { &self.text.masked };
        form.get(self.start..self.end).unwrap_or_default()
    }

    /// Returns the words as written.
    pub(super) fn written(&self) -> &'a str {
        self.text.clean.get(self.start..self.end).unwrap_or_default()
    }

    /// Returns the same part with its quotes open.
    pub(super) fn open(&self) -> Self {
        Self { quotes: true, ..*self }
    }

    /// Returns the same part with its quotes masked, unless it is nothing but a quotation.
    pub(super) fn own_words(&self) -> Self {
        let shut = Self { quotes: false, ..*self };
        let left = shut.trim_matches(|c| c == MASK || !c.is_alphanumeric());
        if left.is_empty() { *self } else { shut }
    }

    /// Returns the place of the part in the message.
    pub(super) fn place(&self) -> Range<usize> {
        self.text.place(self.start..self.end)
    }

    /// Returns the message before this part, quotes as here.
    pub(super) fn before(&self) -> Self {
        Self { start: 0, end: self.start, ..*self }
    }

    /// Returns the part between two offsets.
    pub(super) fn cut(&self, from: usize, to: usize) -> Self {
        let start = (self.start + from).min(self.end);
        Self { start, end: (self.start + to).clamp(start, self.end), ..*self }
    }

    /// Returns the part from an offset on.
    pub(super) fn from(&self, from: usize) -> Self {
        self.cut(from, self.end - self.start)
    }

    /// Returns the part from the start of `self` to the end of `other`.
    pub(super) fn through(&self, other: &Self) -> Self {
        Self { end: other.end.max(self.start), ..*self }
    }

    /// Returns the part up to the end of `other`, where that comes first.
    pub(super) fn until(&self, other: &Self) -> Self {
        Self { end: self.end.min(other.end).max(self.start), ..*self }
    }

    /// Tells whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.start >= self.end
    }

    /// Drops characters at both ends.
    pub(super) fn trim_matches(&self, drop: impl Fn(char) -> bool) -> Self {
        let seen = self.seen();
        let left = seen.len() - seen.trim_start_matches(&drop).len();
        let kept = seen.trim_matches(&drop).len();
        self.cut(left, left + kept)
    }

    /// Drops blanks and punctuation at both ends, but not quotes or brackets, nor the stop of a Thai abbreviation.
    pub(super) fn trim(&self) -> Self {
        let trimmed = self.trim_matches(is_edge);
        let stop = Self { end: (trimmed.end + 1).min(self.end), ..trimmed };
        let thai = trimmed.seen().ends_with(|c: char| ('\u{0E01}'..='\u{0E2E}').contains(&c));
        if thai && stop.seen().ends_with('.') { stop } else { trimmed }
    }

    /// Takes in the marks that are part of a value and stand right at it: -300, ~/work, .gitignore, --force, +66, O-.
    pub(super) fn with_marks(&self) -> Self {
        let (before, seen) = (self.before(), self.seen());
        let bare = before.seen().trim_end_matches(['-', '−', '+', '~', '.']);
        let marks = before.seen().get(bare.len()..).unwrap_or_default();
        let known = matches!(marks, "-" | "−" | "+" | "~" | "." | "--" | "-." | "~.");
        let value =
            seen.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '$' | '€' | '£' | '¥'));
        let apart = bare.ends_with(|c: char| {
            c.is_whitespace() || matches!(c, '(' | '=' | ':' | '：') || is_han(c) || is_thai(c)
        });
        let start = if known && value && apart { self.start - marks.len() } else { self.start };
        let whole = Self { start, end: self.text.whole().end, ..*self };
        let rest = whole.seen().get(self.end - start..).unwrap_or_default();
        let grade = self.written().rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let grade = (1..=2).contains(&grade.len()) && grade.chars().all(|c| c.is_ascii_uppercase());
        let signed = grade && rest.starts_with(['+', '-', '−']);
        let sign = rest.chars().next().map_or(0, char::len_utf8);
        let ends = rest.get(sign..).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()));
        Self { start, end: if signed && ends { self.end + sign } else { self.end }, ..*self }
    }

    /// Drops blanks and light punctuation at the start.
    pub(super) fn trim_start(&self) -> Self {
        let seen = self.seen();
        self.from(seen.len() - seen.trim_start_matches(is_edge).len())
    }

    /// Drops the longest of the given words (`a|b|c`) that stands at the start.
    pub(super) fn strip(&self, words: impl List) -> Option<Self> {
        let seen = self.seen();
        longest(words, seen, Side::Start).map(|length| self.from(length))
    }

    /// Drops the given words at the start, with the blanks between them, as long as there are any.
    pub(super) fn strip_all(&self, words: impl List) -> Self {
        let mut piece = self.trim_start();
        while let Some(next) = piece.strip(words) {
            piece = next.trim_start();
        }
        piece
    }

    /// Drops the given words at the start as [`Self::strip_all`] does, but none that is written as part of a name:
    /// the article of "The Who".
    pub(super) fn strip_small(&self, words: impl List) -> Self {
        let mut piece = self.trim_start();
        while let Some(next) = piece.strip(words).filter(|_| !is_titled(piece.written())) {
            piece = next.trim_start();
        }
        piece
    }

    /// Drops the given words at the end as [`Self::strip_ends`] does, but none that is written as part of a name:
    /// the last words of "Thank You".
    pub(super) fn strip_small_ends(&self, words: impl List) -> Self {
        let whole = self.trim();
        let kept = whole.strip_ends(words);
        let tail = whole.written().get(kept.written().len()..).unwrap_or_default();
        let named = kept.is_empty() || tail.starts_with(' ');
        if named && is_titled(tail.trim_start()) { whole } else { kept }
    }

    /// Drops the given words at the end, with the blanks between them, as long as there are any.
    pub(super) fn strip_ends(&self, words: impl List) -> Self {
        let mut piece = self.trim();
        loop {
            let seen = piece.seen();
            let Some(length) = longest(words, seen, Side::End) else { return piece };
            if longest(WHOLE, seen, Side::End).is_some_and(|whole| whole > length) {
                return piece;
            }
            piece = piece.cut(0, seen.len() - length).trim();
        }
    }

    /// Finds the first place of a word near the start: what joins subject and value stands there, not in a long text.
    pub(super) fn find(&self, word: &str) -> Option<usize> {
        if self.text.runs.may_hold(word) { find_word(self.near(), word) } else { None }
    }

    fn near(&self) -> &'a str {
        const NEAR: usize = 400;
        let seen = self.seen();
        (NEAR..NEAR + 4).find_map(|end| seen.get(..end)).unwrap_or(seen)
    }

    /// Tells whether some letters stand anywhere, as a word or within one.
    pub(super) fn holds(&self, letters: &str) -> bool {
        self.text.runs.may_hold(letters) && self.seen().contains(letters)
    }

    /// Returns those of the words that may stand somewhere in the message.
    pub(super) fn likely<L: List>(&self, words: L) -> impl Iterator<Item = &'static str> + use<'a, L> {
        let text = self.text;
        words.parts().flat_map(move |words| words.likely(&text.runs))
    }

    /// Returns the first part of a long piece, the whole of a short one.
    pub(super) fn opening(&self) -> Self {
        const NEAR: usize = 400;
        let seen = self.seen();
        self.cut(0, (NEAR..NEAR + 4).find(|at| seen.is_char_boundary(*at)).unwrap_or(seen.len()))
    }

    /// Returns the last part of a long piece, the whole of a short one.
    pub(super) fn ending(&self) -> Self {
        const NEAR: usize = 160;
        let seen = self.seen();
        let from = seen.len().saturating_sub(NEAR);
        self.from((from..from + 4).find(|at| seen.is_char_boundary(*at)).unwrap_or(0))
    }

    /// Tells whether a word stands anywhere.
    pub(super) fn has(&self, word: &str) -> bool {
        self.find(word).is_some()
    }

    /// Tells whether one of the words stands anywhere.
    pub(super) fn has_any(&self, words: impl List) -> bool {
        self.likely(words).any(|word| find_word(self.near(), word).is_some())
    }

    /// Splits at the first of the given words; the earliest place wins, then the longest word.
    pub(super) fn split(&self, words: impl List) -> Option<(Self, Self)> {
        let (at, word) = self
            .likely(words)
            .filter_map(|word| find_word(self.near(), word).map(|at| (at, word)))
            .min_by_key(|(at, w)| (*at, usize::MAX - w.len()))?;
        Some((self.cut(0, at), self.from(at + word.len())))
    }
}

/// Tells whether words begin as a name is written: a capital and then small letters, or the article "A".
fn is_titled(written: &str) -> bool {
    let word: String = written.chars().take_while(char::is_ascii_alphabetic).collect();
    let mut letters = word.chars();
    letters.next().as_ref().is_some_and(char::is_ascii_uppercase)
        && (word == "A" || word.len() > 1 && letters.all(|c| c.is_ascii_lowercase()))
}

/// Tells whether a character only separates.
pub(super) fn is_edge(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, ',' | '.' | ';' | ':' | '!' | '?' | '-' | '–' | '—' | '…' | '~')
        || matches!(c, '，' | '。' | '；' | '：' | '！' | '？' | '、' | '～')
}

fn joins(a: char, b: char) -> bool {
    let latin = |c: char| c.is_ascii_alphanumeric() || c == '_';
    latin(a) && latin(b)
}

/// Tells whether a word goes on after `last`: `response` in `response.tone`, `a` in `a@b.c`, ที in ที่.
fn goes_on(last: char, rest: &str) -> bool {
    let mut chars = rest.chars();
    let Some(next) = chars.next() else { return false };
    if matches!(next, '\u{0E31}' | '\u{0E34}'..='\u{0E3A}' | '\u{0E47}'..='\u{0E4E}') {
        return true;
    }
    let inside =
        matches!(next, '@' | '-' | '/' | '.') && chars.next().is_some_and(|c| c.is_ascii_alphanumeric());
    joins(last, next) || (inside && last.is_ascii_alphanumeric())
}

/// Tells whether a text begins with a whole word.
pub(super) fn starts_with_word(seen: &str, word: &str) -> bool {
    let Some(rest) = seen.strip_prefix(word) else { return false };
    word.chars().next_back().is_none_or(|last| !goes_on(last, rest))
}

/// Tells whether a text ends with a whole word.
pub(super) fn ends_with_word(seen: &str, word: &str) -> bool {
    let Some(rest) = seen.strip_suffix(word) else { return false };
    match (rest.chars().next_back(), word.chars().next()) {
        (Some(before), Some(first)) => !joins(before, first),
        _ => true,
    }
}

/// Words that end as a particle does and are none: the face, kale, a minute, to win; a bar.
const WHOLE: &str = "ที่แล้ว|มานะ|ธนะ|รัตนะ|วัฒนะ|พัฒนะ|หน้า|คะน้า|นาที|ทันที|เวที|นาฬิกา|ชนะ|คณะ|ฐานะ|ลักษณะ|ภาชนะ|มีค่า|คุณค่า|ล้ำค่า|พี่หน่อย|น้องหน่อย|คุณหน่อย|\
    จังหวัดเลย|เมืองเลย|พื้นที่|หน้าที่|酒吧|网吧|網吧|水吧|咖啡吧|贴吧|貼吧|氧吧|书吧|書吧|茶吧|清吧";

/// Finds a word that is not the middle of a longer Latin word.
pub(super) fn find_word(seen: &str, word: &str) -> Option<usize> {
    let mut from = 0;
    let finder = |rest: &str| memchr::memmem::find(rest.as_bytes(), word.as_bytes());
    while let Some(at) = seen.get(from..).and_then(finder).map(|i| i + from) {
        let before = seen.get(..at).and_then(|s| s.chars().next_back());
        // A Thai vowel that is written first belongs to what follows it: ชื่อ is not in เชื่อ.
        let led = before.is_some_and(|c| ('\u{0E40}'..='\u{0E44}').contains(&c));
        let bounded = !led && !before.zip(word.chars().next()).is_some_and(|(a, b)| joins(a, b));
        if bounded && seen.get(at..).is_some_and(|rest| starts_with_word(rest, word)) {
            return Some(at);
        }
        from = at + word.chars().next().map_or(1, char::len_utf8);
    }
    None
}

//! Words, numbers and identifiers in Latin letters and digits: findable as typed and by their parts. Does not know
//! programming languages: a compound is letters and digits with joining signs and no space between.

use super::fold::{fold, is_accent, is_invisible};
use super::script::Script;
use super::stem::stem;
use super::stopwords::is_stop;
use super::tokens::{Kind, Token, script_at};

/// Compounds longer than this are data, not names: only their parts are kept.
const LONGEST_COMPOUND: usize = 200;

/// The buffers that reading Latin runs reuses.
#[derive(Default)]
pub(super) struct Latin {
    word: Vec<u8>,
    cased: Vec<char>,
    whole: String,
}

/// Reads the compound that begins at `at`, emits its tokens and returns where it ends.
pub(super) fn compound(text: &str, at: usize, latin: &mut Latin, sink: &mut impl FnMut(Token<'_>)) -> usize {
    let bytes = text.as_bytes();
    let mut end = at;
    while bytes.get(end).is_some_and(u8::is_ascii_alphabetic) {
        end += 1;
    }
    if end > at
        && !continues(text, end)
        && bytes.get(end).is_none_or(|b| *b < 0x80 && !matches!(b, b'+' | b'#'))
    {
        let source = text.get(at..end).unwrap_or_default();
        if !has_hump(source.as_bytes()) {
            latin.word.clear();
            latin.word.extend(source.bytes().map(|b| b.to_ascii_lowercase()));
            let shouted = is_shouted(source.as_bytes());
            latin.emit_word(shouted, (at, end), sink);
            return end;
        }
    }
    let mut parts = Parts { text, start: at, pieces: Vec::new() };
    let end = parts.read();
    parts.emit(latin, sink);
    end
}

/// Whether the compound goes on after a sign at `at`: a joiner or apostrophe and then a letter or digit.
fn continues(text: &str, at: usize) -> bool {
    match joiner(text, at) {
        Some(len) => is_alnum(text, at + len),
        None => is_alnum(text, at),
    }
}

fn is_alnum(text: &str, at: usize) -> bool {
    matches!(script_at(text, at), Some((Some(Script::Latin | Script::Digit), _)))
}

/// The length in bytes of the joining signs at `at`, if that is what stands there.
fn joiner(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes.get(at)? {
        b'_' | b'-' | b'.' | b'@' | b'&' | b'\'' => Some(1),
        b':' | b'/' | b'\\' => {
            Some(bytes.iter().skip(at).take(3).take_while(|b| matches!(b, b':' | b'/' | b'\\')).count())
        }
        b',' if is_thousands(bytes, at) => Some(1),
        0xe2 => {
            let sign = text.get(at..)?.chars().next()?;
            matches!(sign, '\u{2019}' | '\u{2010}' | '\u{2011}').then_some(3)
        }
        _ => None,
    }
}

/// A comma between a digit and exactly three digits.
fn is_thousands(bytes: &[u8], at: usize) -> bool {
    let digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
    at > 0 && digit(at - 1) && digit(at + 1) && digit(at + 2) && digit(at + 3) && !digit(at + 4)
}

/// Capitals after small letters, or two or more capitals before a small one.
fn has_hump(word: &[u8]) -> bool {
    word.windows(2).any(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase())
        || word
            .windows(3)
            .any(|w| w[0].is_ascii_uppercase() && w[1].is_ascii_uppercase() && w[2].is_ascii_lowercase())
}

/// Two or more letters, all capitals: "IT" and "US" are names, not function words.
fn is_shouted(word: &[u8]) -> bool {
    word.len() > 1 && word.iter().all(u8::is_ascii_uppercase)
}

impl Latin {
    /// Emits the folded word in the buffer, stemmed, or as a function word.
    fn emit_word(&mut self, shouted: bool, (start, end): (usize, usize), sink: &mut impl FnMut(Token<'_>)) {
        let kind = match std::str::from_utf8(&self.word) {
            Ok(word) if !shouted && is_stop(word) => Kind::Stop,
            _ => Kind::Word,
        };
        if kind == Kind::Word {
            stem(&mut self.word);
        }
        self.emit(kind, (start, end), sink);
    }

    fn emit(&mut self, kind: Kind, (start, end): (usize, usize), sink: &mut impl FnMut(Token<'_>)) {
        let Ok(text) = std::str::from_utf8(&self.word) else { return };
        if text.is_empty() {
            return;
        }
        let script = if text.bytes().all(|b| b.is_ascii_digit()) { Script::Digit } else { Script::Latin };
        sink(Token { text, start, end, script, kind });
    }

    fn set(&mut self, text: &str) {
        self.word.clear();
        self.word.extend_from_slice(text.as_bytes());
    }

    /// Emits one piece between joiners: a word, a number, or a mix of both, also by its humps and digit runs.
    fn emit_piece(&mut self, source: &str, span: (usize, usize), sink: &mut impl FnMut(Token<'_>)) {
        self.cased.clear();
        self.cased.extend(source.chars().filter(|c| !is_invisible(*c) && !is_accent(*c)));
        let shouted = self.cased.len() > 1 && self.cased.iter().all(|c| c.is_uppercase());
        let folded = folded(source);
        let cuts = cuts(&self.cased);
        if cuts.is_empty() {
            self.set(&folded);
            self.emit_word(shouted, span, sink);
            return;
        }
        if let Some(number) = ordinal(&folded) {
            self.set(number);
            self.emit(Kind::Word, span, sink);
            return;
        }
        self.set(&folded);
        stem(&mut self.word);
        self.emit(Kind::Whole, span, sink);
        let cased = std::mem::take(&mut self.cased);
        let mut from = 0;
        for to in cuts.into_iter().chain([cased.len()]) {
            let part: String = cased.get(from..to).unwrap_or_default().iter().collect();
            self.set(&self::folded(&part));
            self.emit_word(to - from > 1, span, sink);
            from = to;
        }
        self.cased = cased;
    }
}

fn folded(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    source.chars().for_each(|c| fold(c, |f| out.push(f)));
    out
}

/// "3rd" is the number 3.
fn ordinal(folded: &str) -> Option<&str> {
    let number = folded.get(..folded.len().checked_sub(2)?)?;
    let suffix = folded.get(number.len()..)?;
    (matches!(suffix, "st" | "nd" | "rd" | "th")
        && !number.is_empty()
        && number.bytes().all(|b| b.is_ascii_digit()))
    .then_some(number)
}

/// Where a piece falls into parts: at humps and between letters and digits.
fn cuts(cased: &[char]) -> Vec<usize> {
    let mut cuts = Vec::new();
    for at in 1..cased.len() {
        let (before, here) = (cased[at - 1], cased[at]);
        let hump = here.is_uppercase()
            && (before.is_lowercase()
                || (before.is_uppercase() && cased.get(at + 1).is_some_and(|c| c.is_lowercase())));
        if hump || before.is_numeric() != here.is_numeric() {
            cuts.push(at);
        }
    }
    cuts
}

/// The pieces of a compound and the joiner after each.
struct Parts<'a> {
    text: &'a str,
    start: usize,
    /// (first byte, byte after the last, joiner that follows)
    pieces: Vec<(usize, usize, Join)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    /// `_` and `-`: fall away between letters, so that `user_id`, `user-id` and `userId` are one.
    Soft,
    /// `'`: a possessive or a contraction.
    Apostrophe,
    /// A comma between thousands.
    Thousands,
    /// `/ \ :`: what stands between two of them is also a name of its own.
    Path,
    /// `. @ &`
    Hard(char),
    End,
}

impl Parts<'_> {
    fn read(&mut self) -> usize {
        let mut at = self.start;
        loop {
            let from = at;
            at = self.skip_piece(at);
            let join = self.join_at(at);
            let len = joiner(self.text, at).unwrap_or(0);
            if len == 0 || !is_alnum(self.text, at + len) {
                let end = self.skip_suffix(from, at);
                self.pieces.push((from, end, Join::End));
                return end;
            }
            self.pieces.push((from, at, join));
            at += len;
        }
    }

    fn skip_piece(&self, mut at: usize) -> usize {
        while let Some((script, len)) = script_at(self.text, at) {
            let glue = || {
                self.text
                    .get(at..)
                    .and_then(|t| t.chars().next())
                    .is_some_and(|c| is_invisible(c) || is_accent(c))
            };
            let inside = matches!(script, Some(Script::Latin | Script::Digit)) || (len > 1 && glue());
            if !inside {
                break;
            }
            at += len;
        }
        at
    }

    /// "C++", "C#", "F#": a short name keeps its signs.
    fn skip_suffix(&self, from: usize, at: usize) -> usize {
        if at - from > 3 {
            return at;
        }
        let bytes = self.text.as_bytes();
        match (bytes.get(at), bytes.get(at + 1)) {
            (Some(b'+'), Some(b'+')) if !is_alnum(self.text, at + 2) => at + 2,
            (Some(b'#'), _) if !is_alnum(self.text, at + 1) => at + 1,
            _ => at,
        }
    }

    fn join_at(&self, at: usize) -> Join {
        match self.text.get(at..).and_then(|t| t.chars().next()) {
            Some('_' | '-' | '\u{2010}' | '\u{2011}') => Join::Soft,
            Some('\'' | '\u{2019}') => Join::Apostrophe,
            Some(',') => Join::Thousands,
            Some('/' | '\\' | ':') => Join::Path,
            Some(c) => Join::Hard(c),
            None => Join::End,
        }
    }

    fn emit(&mut self, latin: &mut Latin, sink: &mut impl FnMut(Token<'_>)) {
        self.merge_apostrophes_and_thousands();
        for &(from, to, _) in &self.pieces {
            latin.emit_piece(&clean(self.text.get(from..to).unwrap_or_default()), (from, to), sink);
        }
        self.emit_wholes(latin, sink);
    }

    /// Makes one piece of "don't", "o'brien", "dog's" and "1,000".
    fn merge_apostrophes_and_thousands(&mut self) {
        let mut at = 0;
        while at + 1 < self.pieces.len() {
            if matches!(self.pieces[at].2, Join::Apostrophe | Join::Thousands) {
                let next = self.pieces.remove(at + 1);
                self.pieces[at] = (self.pieces[at].0, next.1, next.2);
            } else {
                at += 1;
            }
        }
    }

    /// Emits the compound as typed, and each name between path signs that is itself a compound.
    fn emit_wholes(&self, latin: &mut Latin, sink: &mut impl FnMut(Token<'_>)) {
        self.emit_whole(&self.pieces, latin, sink);
        if self.pieces.iter().any(|p| p.2 == Join::Path) {
            for name in self.pieces.split_inclusive(|p| p.2 == Join::Path) {
                self.emit_whole(name, latin, sink);
            }
        }
    }

    fn emit_whole(
        &self,
        pieces: &[(usize, usize, Join)],
        latin: &mut Latin,
        sink: &mut impl FnMut(Token<'_>),
    ) {
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return };
        let single = pieces.len() < 2 && !self.has_suffix(last.1);
        if single || last.1 - first.0 > LONGEST_COMPOUND {
            return;
        }
        let mut whole = std::mem::take(&mut latin.whole);
        whole.clear();
        for (i, &(from, to, join)) in pieces.iter().enumerate() {
            whole.push_str(&folded(&clean(self.text.get(from..to).unwrap_or_default())));
            if i + 1 < pieces.len() {
                push_join(&mut whole, join, self.text, pieces[i + 1].0);
            }
        }
        if self.has_suffix(last.1) {
            whole.push(if self.text.as_bytes().get(last.1 - 1) == Some(&b'#') { '#' } else { '+' });
        }
        latin.set(&whole);
        stem(&mut latin.word);
        latin.emit(Kind::Whole, (first.0, last.1), sink);
        latin.whole = whole;
    }

    fn has_suffix(&self, end: usize) -> bool {
        matches!(end.checked_sub(1).and_then(|i| self.text.as_bytes().get(i)), Some(b'+' | b'#'))
    }
}

/// A soft joiner stays only between two digits, where it means something.
fn push_join(whole: &mut String, join: Join, text: &str, next: usize) {
    match join {
        Join::Soft => {
            let digits = whole.ends_with(|c: char| c.is_ascii_digit())
                && matches!(script_at(text, next), Some((Some(Script::Digit), _)));
            if digits {
                whole.push('-');
            }
        }
        Join::Path => whole.push('/'),
        Join::Hard(c) => whole.push(c),
        Join::Apostrophe | Join::Thousands | Join::End => {}
    }
}

/// Drops a possessive 's, apostrophes, thousands' commas and the signs of "C++".
fn clean(piece: &str) -> String {
    let lower = piece.strip_suffix("'s").or_else(|| piece.strip_suffix("\u{2019}s")).unwrap_or(piece);
    lower.chars().filter(|c| !matches!(c, '\'' | '\u{2019}' | ',' | '+' | '#')).collect()
}

//! The one segmenter, for index and query alike: splits a text at script borders and hands out folded tokens in
//! reading order. Keeps no dictionary, allocates two small buffers per text, fails on no input.

use super::fold::{fold, is_accent, is_invisible, join_thai};
use super::han::simplified;
use super::latin::{self, Latin};
use super::script::{Script, script_of};
use super::term::Term;

/// A run between spaces or signs of this many characters may be a name: it is also kept whole.
const NAME: std::ops::RangeInclusive<usize> = 4..=24;

/// What a token is to its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A word that stands alone, or a part of a compound.
    Word,
    /// A function word: counted in the length, not indexed.
    Stop,
    /// A compound as typed (`src/main.rs`, `userId`), beside its parts: indexed, not counted in the length.
    Whole,
    /// A character n-gram of a script written without spaces.
    Gram,
    /// What is shorter than a gram: one Chinese character, the last two of a Thai run. Indexed, not counted in the
    /// length.
    Short,
}

/// One folded token and where it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The folded, stemmed form.
    pub text: &'a str,
    /// First byte in the source.
    pub start: usize,
    /// Byte after the last in the source.
    pub end: usize,
    /// The script it is written in.
    pub script: Script,
    /// What it is to its text.
    pub kind: Kind,
}

impl Token<'_> {
    /// Returns the stable name of the token.
    pub fn term(&self) -> Term {
        Term::of(self.text)
    }

    /// Returns whether the index keeps the token.
    pub fn is_indexed(&self) -> bool {
        self.kind != Kind::Stop
    }

    /// Returns whether the token counts in the length of its text.
    pub fn counts(&self) -> bool {
        !matches!(self.kind, Kind::Whole | Kind::Short)
    }
}

/// Chinese characters that say nothing for themselves.
const BARE: &str = "的了是在我你您他她它们这那个不也就都和与及或吗呢吧啊有为以于之其把被从对很还又而但会能要到着过得地所因此该每各哪谁几么什请";

/// Returns whether a Chinese character, simplified, says nothing for itself.
pub fn is_bare(c: char) -> bool {
    BARE.contains(c)
}

/// Returns the three-character grams that two Thai characters begin inside a longer run, as far as the third can begin
/// another word.
pub fn continued(two: &str) -> Vec<Term> {
    let next = ('\u{e01}'..='\u{e2e}').chain('\u{e40}'..='\u{e44}');
    next.map(|third| Term::of(&format!("{two}{third}"))).collect()
}

/// Hands every token of the text to `sink`, in reading order.
pub fn tokenize(text: &str, sink: &mut impl FnMut(Token<'_>)) {
    segment(text, Run::default(), sink);
}

/// Hands every token that an index keeps to `sink`: those of [`tokenize`], and what is shorter than a gram, so that a
/// word of one Chinese character or two Thai ones is found inside a longer run.
pub fn index_tokens(text: &str, sink: &mut impl FnMut(Token<'_>)) {
    segment(text, Run { shorts: true, ..Run::default() }, sink);
}

fn segment(text: &str, mut run: Run, sink: &mut impl FnMut(Token<'_>)) {
    let mut latin = Latin::default();
    let mut at = 0;
    while let Some((script, len)) = script_at(text, at) {
        at = match script {
            Some(Script::Latin | Script::Digit) => latin::compound(text, at, &mut latin, sink),
            Some(script) => run.read(text, at, script, sink),
            None => at + len,
        };
    }
}

/// The folded script of the character at a byte position, and its length in bytes; nothing at the end.
pub(super) fn script_at(text: &str, at: usize) -> Option<(Option<Script>, usize)> {
    let byte = *text.as_bytes().get(at)?;
    if byte < 0x80 {
        let script = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => Some(Script::Latin),
            b'0'..=b'9' => Some(Script::Digit),
            _ => None,
        };
        return Some((script, 1));
    }
    let c = text.get(at..)?.chars().next()?;
    Some((folded_script(c), c.len_utf8()))
}

fn folded_script(c: char) -> Option<Script> {
    match c {
        '\u{ff10}'..='\u{ff19}' | '\u{e50}'..='\u{e59}' => Some(Script::Digit),
        '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => Some(Script::Latin),
        _ => script_of(c),
    }
}

/// A run of one script that is not Latin, folded, with the source position of each character.
#[derive(Default)]
struct Run {
    chars: Vec<char>,
    spans: Vec<(usize, usize)>,
    token: String,
    /// Whether what is shorter than a gram is wanted too.
    shorts: bool,
}

impl Run {
    /// Reads the run that begins at `at`, emits its tokens and returns where it ends.
    fn read(&mut self, text: &str, at: usize, script: Script, sink: &mut impl FnMut(Token<'_>)) -> usize {
        self.chars.clear();
        self.spans.clear();
        let mut end = at;
        for c in text.get(at..).unwrap_or_default().chars() {
            let next = end + c.len_utf8();
            if is_invisible(c) || is_accent(c) {
                end = next;
                continue;
            }
            if folded_script(c) != Some(script) {
                break;
            }
            self.push(c, (end, next));
            end = next;
        }
        match script {
            Script::Thai | Script::Spaceless => {
                self.grams(3, script, sink);
                if NAME.contains(&self.chars.len()) {
                    self.emit(0, self.chars.len(), (script, Kind::Whole), sink);
                }
            }
            Script::Han | Script::Kana | Script::Hangul => self.grams(2, script, sink),
            Script::Other | Script::Latin | Script::Digit => {
                self.emit(0, self.chars.len(), (script, Kind::Word), sink);
            }
        }
        if self.shorts {
            self.shorter(script, sink);
        }
        end
    }

    fn shorter(&mut self, script: Script, sink: &mut impl FnMut(Token<'_>)) {
        let len = self.chars.len();
        match script {
            Script::Han if len > 1 => {
                for at in 0..len {
                    if !is_bare(self.chars[at]) {
                        self.emit(at, at + 1, (script, Kind::Short), sink);
                    }
                }
            }
            Script::Thai if len > 2 => self.emit(len - 2, len, (script, Kind::Short), sink),
            _ => {}
        }
    }

    fn push(&mut self, c: char, span: (usize, usize)) {
        if let Some((replaced, instead)) = join_thai(&self.chars, c) {
            let keep = self.chars.len() - replaced;
            let start = self.spans.get(keep).map_or(span.0, |s| s.0);
            self.chars.truncate(keep);
            self.spans.truncate(keep);
            for joined in instead.into_iter().flatten() {
                self.chars.push(joined);
                self.spans.push((start, span.1));
            }
            return;
        }
        fold(c, |folded| {
            self.chars.push(simplified(folded));
            self.spans.push(span);
        });
    }

    fn grams(&mut self, n: usize, script: Script, sink: &mut impl FnMut(Token<'_>)) {
        let last = self.chars.len().saturating_sub(n);
        for first in 0..=last {
            self.emit(first, (first + n).min(self.chars.len()), (script, Kind::Gram), sink);
        }
    }

    fn emit(
        &mut self,
        first: usize,
        end: usize,
        (script, kind): (Script, Kind),
        sink: &mut impl FnMut(Token<'_>),
    ) {
        let (Some(from), Some(to)) =
            (self.spans.get(first), end.checked_sub(1).and_then(|i| self.spans.get(i)))
        else {
            return;
        };
        self.token.clear();
        self.token.extend(self.chars.get(first..end).unwrap_or_default());
        sink(Token { text: &self.token, start: from.0, end: to.1, script, kind });
    }
}

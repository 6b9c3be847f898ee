//! Cuts a text into clauses and says what stands around each: the mark before and after it, the heading above it. Folds
//! width and case, drops what no reader sees and marks of emphasis and code. Judges nothing.

use std::rc::Rc;

use crate::text::{fold, simplified};
pub(super) use crate::text::{is_han, is_thai};

/// What stands before or after a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// The sentence begins or ends.
    Stop,
    /// It ends as a question.
    Asks,
    /// A comma or its like.
    Comma,
    /// A colon.
    Colon,
    /// A mark of quotation.
    Quote,
}

/// A clause as it is looked at.
#[derive(Debug, Clone)]
pub(super) struct Clause {
    /// What it says, folded, one space between words.
    pub(super) text: String,
    /// Its Latin words and numbers.
    pub(super) words: Vec<String>,
    /// The Latin words with one space around each.
    pub(super) padded: String,
    /// Whether it opens with code.
    pub(super) opens_with_code: bool,
    /// Whether it was torn out of a long sentence, so that its first word opens nothing.
    pub(super) torn: bool,
    /// What stands before it.
    pub(super) before: Mark,
    /// What stands after it.
    pub(super) after: Mark,
}

/// A sentence: what it says, its clauses, and the heading or label that it stands under.
#[derive(Debug, Clone)]
pub(super) struct Sentence {
    pub(super) text: String,
    pub(super) clauses: Vec<Clause>,
    pub(super) head: Option<Rc<Clause>>,
}

/// How many letters a sentence has at most of which no pieces are looked at, and how many a piece has.
const LONG: usize = 400;
const PIECE: usize = 240;

/// Whether marks of quotation part clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    Part,
    Drop,
}

/// Writes a text as its words are looked for: small letters, one width, nothing that no reader sees, simplified characters.
pub(super) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        fold(c, |c| out.push(simplified(c)));
    }
    out
}

/// Tells whether a text has marks of quotation.
pub(super) fn is_quoting(folded: &str) -> bool {
    folded.contains(is_quote)
}

/// Cuts a folded text into sentences and these into clauses.
pub(super) fn sentences(folded: &str, quotes: Quotes) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut head: Option<Rc<Clause>> = None;
    for line in folded.lines().map(str::trim) {
        if line.is_empty() {
            head = None;
            continue;
        }
        let (item, said) = without_markers(line);
        for part in parts(said) {
            let mut add = |text: &str, torn: bool| {
                let mut clauses = clauses(text, quotes);
                if let Some(first) = clauses.first_mut() {
                    first.torn = torn;
                    found.push(Sentence { text: text.trim().to_owned(), clauses, head: head.clone() });
                }
            };
            add(part, false);
            for piece in pieces(part) {
                add(&piece, true);
            }
        }
        if line.starts_with('#') || line.ends_with(':') {
            head = clauses(said.trim_end_matches(':'), Quotes::Drop).into_iter().next().map(Rc::new);
        } else if !item {
            head = None;
        }
    }
    found
}

/// Drops marks of lists, quotation and headings from the start of a line; tells whether there was one of a list.
fn without_markers(line: &str) -> (bool, &str) {
    let mut rest = line;
    let mut item = false;
    loop {
        let bare = rest.trim_start_matches(['#', '>', '•', ' ', '\t']);
        let bare = ["- ", "* ", "+ ", "[ ] ", "[x] "]
            .iter()
            .find_map(|mark| bare.strip_prefix(mark))
            .or_else(|| numbered(bare))
            .inspect(|_| item = true)
            .unwrap_or(bare);
        if bare.len() == rest.len() {
            return (item, rest);
        }
        rest = bare;
    }
}

/// `1. ` and `2) ` at the start of an item.
fn numbered(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - rest.len();
    let rest = rest.strip_prefix(['.', ')'])?.strip_prefix(' ')?;
    (1..=2).contains(&digits).then_some(rest)
}

/// Cuts a line where sentences end; the mark stays with its sentence.
fn parts(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, c) in line.char_indices() {
        let end = at + c.len_utf8();
        let rest = line.get(end..).unwrap_or_default();
        let closes = matches!(c, '。' | '!' | '?' | ';')
            || (c == '.' && (rest.is_empty() || rest.starts_with([' ', '"'])) && !is_number(line, at));
        if closes {
            parts.extend(line.get(start..end));
            start = end;
        }
    }
    parts.extend(line.get(start..).filter(|rest| !rest.trim().is_empty()));
    parts
}

/// Returns overlapping pieces of a sentence that is too long to be looked at as a whole only.
fn pieces(part: &str) -> Vec<String> {
    let chars: Vec<char> = part.chars().collect();
    if chars.len() <= LONG {
        return Vec::new();
    }
    let starts = (PIECE / 2..chars.len()).step_by(PIECE / 2);
    starts.map(|at| chars.iter().skip(at).take(PIECE).collect()).collect()
}

/// Tells whether what ends at a place is the number of an item, as in `1. Stop`.
fn is_number(line: &str, at: usize) -> bool {
    let before = line.as_bytes().get(at.saturating_sub(3)..at).unwrap_or_default();
    let digits = before.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let opens = digits == at || before.get(before.len().wrapping_sub(digits + 1)) == Some(&b' ');
    (1..=2).contains(&digits) && opens
}

/// Cuts a sentence into clauses.
fn clauses(sentence: &str, quotes: Quotes) -> Vec<Clause> {
    let chars: Vec<char> = sentence.chars().collect();
    let mut cut =
        Cutter { done: Vec::new(), now: String::new(), said: false, code: false, before: Mark::Stop };
    for (at, c) in chars.iter().copied().enumerate() {
        let last = at.checked_sub(1).and_then(|at| chars.get(at)).copied().unwrap_or(' ');
        let next = chars.get(at + 1).copied().unwrap_or(' ');
        match c {
            '`' => cut.code(),
            '*' | '_' | '#' | '|' | '~' | '<' | '>' | '[' | ']' | '{' | '}' => cut.push(' '),
            c if is_quote(c) && quotes == Quotes::Part => cut.close(Mark::Quote),
            c if is_quote(c) => cut.push(' '),
            ':' if next == '/' || next.is_ascii_digit() => cut.push(c),
            ':' => cut.close(Mark::Colon),
            ',' if next.is_ascii_digit() && last.is_ascii_digit() => cut.push(c),
            ',' | ';' | '、' | '–' | '—' | '(' | ')' => cut.close(Mark::Comma),
            '-' if last == ' ' && next == ' ' => cut.close(Mark::Comma),
            ' ' if is_thai(last) && is_thai(next) && last != 'ๆ' && next != 'ๆ' => cut.close(Mark::Comma),
            '?' => cut.close(Mark::Asks),
            '!' | '。' => cut.close(Mark::Stop),
            '.' if next == ' ' => cut.close(Mark::Stop),
            c => cut.push(c),
        }
    }
    cut.close(Mark::Stop);
    cut.done
}

struct Cutter {
    done: Vec<Clause>,
    now: String,
    /// Whether there is more than blanks in it.
    said: bool,
    code: bool,
    before: Mark,
}

impl Cutter {
    fn push(&mut self, c: char) {
        self.said |= !c.is_whitespace();
        self.now.push(c);
    }

    fn code(&mut self) {
        self.code |= !self.said;
        self.now.push(' ');
    }

    fn close(&mut self, after: Mark) {
        let text = self.now.split_whitespace().collect::<Vec<_>>().join(" ");
        self.now.clear();
        self.said = false;
        // A letter alone says nothing.
        if text.chars().filter(|c| c.is_alphanumeric()).count() < 2 {
            // A question mark in quotes is one of the clause before it.
            if let Some(last) = self.done.last_mut().filter(|_| after == Mark::Asks) {
                last.after = after;
            }
            return;
        }
        let words = words(&text);
        let padded = format!(" {} ", words.join(" "));
        let (opens_with_code, before) = (self.code, self.before);
        self.done.push(Clause { text, words, padded, opens_with_code, torn: false, before, after });
        (self.code, self.before) = (false, after);
    }
}

/// Returns the Latin words and numbers of a clause, options with their dashes.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        let inside = c.is_ascii_alphanumeric() || matches!(c, '\'' | '.' | '_' | '/' | '-' | '@' | ':');
        if inside {
            word.push(c);
            continue;
        }
        let bare = word.trim_end_matches(['.', '-', '\'', '/', ':']).trim_start_matches(['\'', '/', ':']);
        if bare.chars().any(|c| c.is_ascii_alphanumeric()) {
            words.push(bare.to_owned());
        }
        word.clear();
    }
    words
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '「' | '」' | '『' | '』' | '《' | '》' | '«' | '»' | '„')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<Vec<String>> {
        let texts = |sentence: Sentence| sentence.clauses.into_iter().map(|clause| clause.text).collect();
        sentences(&folded(text), Quotes::Part).into_iter().map(texts).collect()
    }

    #[test]
    fn sentences_and_clauses_end_where_a_reader_ends_them() {
        assert_eq!(
            cut("Done: 1,200 rows at 10:30. Next: v1.2, then rest"),
            [vec!["done", "1,200 rows at 10:30"], vec!["next", "v1.2", "then rest"]]
        );
        assert_eq!(cut("เสร็จแล้ว ต่อไป ลบ log"), [["เสร็จแล้ว", "ต่อไป", "ลบ log"]]);
        assert_eq!(
            cut("下一步：写文档。删除，然后推送"),
            [vec!["下一步", "写文档"], vec!["删除", "然后推送"]]
        );
        assert_eq!(cut("He said: “Ｎｅｖｅｒ ask.”"), [vec!["he said", "never ask"]]);
    }

    #[test]
    fn headings_stand_above_the_items_below_them() {
        let found = sentences(&folded("## To do\n- rename it\n- [ ] ask Lee\n\nDone"), Quotes::Part);
        let heads: Vec<_> = found.iter().map(|s| s.head.as_ref().map(|head| head.text.as_str())).collect();
        assert_eq!(heads, [None, Some("to do"), Some("to do"), None]);
        assert_eq!(found[2].clauses[0].text, "ask lee");
    }
}

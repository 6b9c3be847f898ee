//! The entries of PROFILE.md, SESSION.md and POLICY.md: which lines are entries, under which heading, and
//! what is wrong with those that mean to be one. Changes nothing.

use std::collections::HashMap;
use std::ops::Range;

use super::entry_line::{EntryLine, has_value, key_of, read, slip, unboxed, unbullet, unknown};
use super::lines::{Line, What, lines};
use super::{NotText, check_text};
use crate::content::EntryKind;
use crate::id::Key;
use crate::resolve::Because;
use crate::words::words;

/// A heading that entries stand under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Heading {
    /// How the user likes things.
    Preferences,
    /// What must not be done.
    Constraints,
    /// What is so.
    Facts,
    /// What the agent is told to do.
    Instructions,
    /// What the session is about.
    Context,
    /// Rules of the admin.
    Guardrails,
}

words!(Heading, "heading", {
    Preferences => "Preferences",
    Constraints => "Constraints",
    Facts => "Facts",
    Instructions => "Instructions",
    Context => "Context",
    Guardrails => "Guardrails",
});

impl Heading {
    /// Returns the heading that entries of this kind stand under in a profile.
    pub const fn of(kind: EntryKind) -> Self {
        match kind {
            EntryKind::Preference => Heading::Preferences,
            EntryKind::Constraint => Heading::Constraints,
            EntryKind::Fact => Heading::Facts,
            EntryKind::Instruction => Heading::Instructions,
        }
    }

    /// Returns the kind of an entry that says nothing else.
    pub const fn kind(self) -> EntryKind {
        match self {
            Heading::Preferences => EntryKind::Preference,
            Heading::Constraints | Heading::Guardrails => EntryKind::Constraint,
            Heading::Facts | Heading::Context => EntryKind::Fact,
            Heading::Instructions => EntryKind::Instruction,
        }
    }

    /// Reads a heading as people write it: any case, singular or plural, with a colon or emphasis.
    pub(super) fn read(name: &[u8]) -> Option<Self> {
        let name = std::str::from_utf8(name).ok()?;
        let name = name.trim_matches(|c: char| c.is_whitespace() || "#*_:：".contains(c));
        let same = |word: &str| {
            name.eq_ignore_ascii_case(word)
                || word.strip_suffix('s').is_some_and(|one| name.eq_ignore_ascii_case(one))
        };
        Self::ALL.iter().copied().find(|heading| same(heading.as_str()))
    }
}

/// An entry and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedEntry {
    /// What the line says.
    pub line: EntryLine,
    /// The heading that it stands under, if it is one that we know.
    pub heading: Option<Heading>,
    /// The number of the line, from 1.
    pub line_no: u32,
    /// The bytes of the line, with its ending.
    pub range: Range<usize>,
}

impl ParsedEntry {
    /// Returns the kind: as the line says, else as the heading says, else a fact.
    pub fn kind(&self) -> EntryKind {
        self.line.kind.unwrap_or_else(|| kind_under(self.heading))
    }
}

/// What is wrong with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It cannot be read and is kept as it is.
    Malformed,
    /// Another line says the same key and counts instead.
    Duplicate,
    /// It counts, but for a field that nobody knows; that is kept.
    Unknown,
}

/// A line that does not count, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The number of the line, from 1.
    pub line_no: u32,
    /// What is wrong with it.
    pub fault: Fault,
    /// The same in words, to be read behind "line 7".
    pub reason: String,
    /// What a malformed one is about, where it still says so: the key of an entry, the id of a decision.
    pub about: Option<String>,
}

/// The entries of one file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EntryFile {
    /// The entries that count, in the order of the file; one for each key.
    pub items: Vec<ParsedEntry>,
    /// The lines that do not count.
    pub problems: Vec<Problem>,
    /// The well-formed ones among them: another line says their key and counts instead.
    pub shadowed: Vec<ParsedEntry>,
}

/// Reads the entries of a file.
pub fn parse_entries(bytes: &[u8]) -> Result<EntryFile, NotText> {
    let page = Page::read(bytes)?;
    let mut problems = page.problems;
    let counting = counting(&page.found);
    let winners: HashMap<Key, (EntryLine, u32)> = counting
        .values()
        .map(|at| &page.found[*at].entry)
        .map(|entry| (entry.line.key.clone(), (entry.line.clone(), entry.line_no)))
        .collect();
    let (mut items, mut shadowed) = (Vec::new(), Vec::new());
    for (at, found) in page.found.into_iter().enumerate() {
        let (line, line_no) = (&found.entry.line, found.entry.line_no);
        let winner = winners.get(&line.key).filter(|_| counting.get(&line.key) != Some(&at));
        if let Some((winner, counts)) = winner {
            let how = match over(winner, line) {
                Because::Priority => "says with a higher priority",
                Because::Newer => "says newer",
                _ => "says again",
            };
            let reason = format!("says `{}`, which line {counts} {how}", line.key);
            problems.push(Problem { line_no, fault: Fault::Duplicate, reason, about: None });
            shadowed.push(found.entry);
        } else {
            items.push(found.entry);
        }
    }
    problems.sort_by_key(|problem| problem.line_no);
    Ok(EntryFile { items, problems, shadowed })
}

/// Returns why the one of two lines of a key counts that does: the higher priority, then the newer, then the last write. Of
/// lines of which one has no time nobody can say which is newer.
pub fn over(winner: &EntryLine, loser: &EntryLine) -> Because {
    if winner.priority != loser.priority {
        return Because::Priority;
    }
    match (winner.updated_at, loser.updated_at) {
        (Some(a), Some(b)) if a != b => Because::Newer,
        _ => Because::LastWrite,
    }
}

/// Returns which of the lines of each key counts, by its place among all.
pub(super) fn counting(found: &[Found<'_>]) -> HashMap<Key, usize> {
    let mut counting: HashMap<Key, usize> = HashMap::new();
    for (at, one) in found.iter().enumerate() {
        let known = counting.entry(one.entry.line.key.clone()).or_insert(at);
        if !is_stronger((&found[*known].entry.line, *known), (&one.entry.line, at)) {
            *known = at;
        }
    }
    counting
}

/// Tells whether the first of two lines, each with its place, counts before the second.
pub(super) fn is_stronger(one: (&EntryLine, usize), other: (&EntryLine, usize)) -> bool {
    match over(one.0, other.0) {
        Because::Priority => one.0.priority > other.0.priority,
        Because::Newer => one.0.updated_at > other.0.updated_at,
        Because::Scope | Because::LastWrite => one.1 > other.1,
    }
}

/// A file of entries, read for a rewrite: every well-formed line, duplicates too.
pub(super) struct Page<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) lines: Vec<Line<'a>>,
    pub(super) found: Vec<Found<'a>>,
    pub(super) problems: Vec<Problem>,
}

/// A well-formed line with what a rewrite of it keeps.
pub(super) struct Found<'a> {
    pub(super) entry: ParsedEntry,
    pub(super) prefix: &'a [u8],
    pub(super) unknown: Vec<&'a str>,
    pub(super) ending: &'a [u8],
}

impl<'a> Page<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, NotText> {
        check_text(bytes)?;
        let mut page = Page { bytes, lines: lines(bytes), found: Vec::new(), problems: Vec::new() };
        let mut under: Option<(u8, Heading)> = None;
        // Below a heading of their own people may list what they like.
        let mut own = false;
        for line in &page.lines {
            match line.what {
                What::Heading(level, name) => {
                    under = section(under, level, name);
                    own = under.is_none() && level > 1;
                }
                What::Text => match entry(line, bytes, under.map(|(_, heading)| heading)) {
                    Some(Ok(found)) => {
                        let unknown = found.unknown.iter().filter_map(|part| unknown(part));
                        page.problems.extend(unknown.map(|reason| problem(line, Fault::Unknown, reason)));
                        page.found.push(found);
                    }
                    Some(Err(reason)) => page.problems.push(problem(line, Fault::Malformed, reason)),
                    None => {
                        let reason = meant(line.text, !own);
                        page.problems.extend(reason.map(|reason| problem(line, Fault::Malformed, reason)));
                    }
                },
                What::Blank | What::Hidden => {}
            }
        }
        Ok(page)
    }
}

fn problem(line: &Line<'_>, fault: Fault, reason: String) -> Problem {
    let about = key_of(line.text).filter(|_| fault == Fault::Malformed).map(|key| key.to_string());
    Problem { line_no: line.no, fault, reason, about }
}

/// Says what keeps a line from being an entry that means to be one.
fn meant(text: &[u8], is_ours: bool) -> Option<String> {
    let whole = std::str::from_utf8(text).ok()?.trim();
    let Some(fields) = unbullet(text).and_then(|fields| std::str::from_utf8(fields).ok()) else {
        let rest = whole.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = rest.strip_prefix(['.', ')']).filter(|_| rest.len() < whole.len());
        let is_entry = matches!(read(numbered.unwrap_or(whole).trim_start()), Some(Ok(_)));
        return is_entry.then(|| "has no bullet; begin the line with `- key:`".to_owned());
    };
    let keyless =
        || (is_ours && has_value(fields)).then(|| "has no key; begin the line with `- key:`".into());
    slip(fields).or_else(keyless)
}

/// A known heading opens its section; an unknown one below it stays inside, any other ends it.
fn section(under: Option<(u8, Heading)>, level: u8, name: &[u8]) -> Option<(u8, Heading)> {
    match Heading::read(name) {
        Some(heading) => Some((level, heading)),
        None => under.filter(|(known, _)| *known < level),
    }
}

fn entry<'a>(
    line: &Line<'a>,
    bytes: &'a [u8],
    heading: Option<Heading>,
) -> Option<Result<Found<'a>, String>> {
    let fields = unbullet(line.text)?;
    let Ok(fields) = std::str::from_utf8(fields) else {
        let lossy = String::from_utf8_lossy(fields);
        return read(&lossy).map(|_| Err("is not valid UTF-8".to_owned()));
    };
    if unboxed(fields).and_then(read).is_some() {
        return Some(Err(
            "is an item of a check list; take the box out, so that it begins with `- key:`".into()
        ));
    }
    let read = match read(fields)? {
        Ok(read) => read,
        Err(reason) => return Some(Err(slip(fields).unwrap_or(reason))),
    };
    let fields_start = line.text_end - fields.len();
    Some(Ok(Found {
        entry: ParsedEntry { line: read.line, heading, line_no: line.no, range: line.start..line.end },
        prefix: bytes.get(line.start..fields_start).unwrap_or_default(),
        unknown: read.unknown,
        ending: bytes.get(line.text_end..line.end).unwrap_or_default(),
    }))
}

/// Returns the kind of an entry under this heading that says nothing else.
pub(super) fn kind_under(heading: Option<Heading>) -> EntryKind {
    heading.map_or(EntryKind::Fact, Heading::kind)
}

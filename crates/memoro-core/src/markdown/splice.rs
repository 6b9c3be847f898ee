//! Changes to a file of entries: only the bytes of the changed lines are replaced, all others stay.
//! It decides nothing about memories; it puts lines where they belong.

use std::collections::HashMap;

use super::NotText;
use super::entries::{Found, Heading, Page, counting, is_stronger, kind_under};
use super::entry_line::EntryLine;
use super::lines::{Line, What};
use super::patch::{Edit, Part, end_of_text, patch};
use crate::content::EntryKind;
use crate::id::Key;
use crate::words::words;

/// The title that a new file of entries gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Title {
    /// Entries of a user.
    Profile,
    /// Entries of the current session.
    Session,
    /// Rules of the admin.
    Policy,
}

words!(Title, "title", { Profile => "PROFILE", Session => "SESSION", Policy => "POLICY" });

impl Title {
    /// Returns the heading under which a new entry of this kind goes.
    pub const fn heading(self, kind: EntryKind) -> Heading {
        match (self, kind) {
            (Title::Session, _) => Heading::Context,
            (Title::Policy, EntryKind::Constraint) => Heading::Guardrails,
            (Title::Profile | Title::Policy, kind) => Heading::of(kind),
        }
    }
}

/// One change to a file of entries.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Writes the entry in the place of the line with its key that counts, or at the end of its section. A further line of
    /// the key that would count before it goes.
    ///
    /// `line.kind` is the kind that the entry has; `None` means the heading's. It is written down only where
    /// the line stands under a heading of another kind.
    Upsert {
        /// The entry.
        line: Box<EntryLine>,
        /// The section for it, if no line has its key yet.
        heading: Heading,
    },
    /// Takes out every well-formed line with this key.
    Remove(Key),
}

impl Change {
    /// Starts a change that writes the entry.
    pub fn upsert(line: EntryLine, heading: Heading) -> Self {
        Change::Upsert { line: Box::new(line), heading }
    }

    fn key(&self) -> &Key {
        match self {
            Change::Upsert { line, .. } => &line.key,
            Change::Remove(key) => key,
        }
    }
}

/// A file after its changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The new content.
    pub bytes: Vec<u8>,
    /// For each change the line, from 1, on which its entry now stands.
    pub lines: Vec<Option<u32>>,
}

/// Makes several changes at once; of several with one key the last counts.
pub fn apply(bytes: &[u8], title: Title, changes: &[Change]) -> Result<Applied, NotText> {
    let page = Page::read(bytes)?;
    let last: HashMap<&Key, usize> = changes.iter().enumerate().map(|(at, one)| (one.key(), at)).collect();
    let mut edits = Vec::new();
    let mut stands: HashMap<&Key, Vec<(usize, &Found<'_>)>> = HashMap::new();
    for (at, found) in page.found.iter().enumerate() {
        stands.entry(&found.entry.line.key).or_default().push((at, found));
    }
    let counting = counting(&page.found);
    let mut added: Vec<(Heading, Vec<usize>)> = Vec::new();
    for (at, change) in changes.iter().enumerate().filter(|(at, one)| last.get(one.key()) == Some(at)) {
        let same = stands.get(change.key()).map(Vec::as_slice).unwrap_or_default();
        match change {
            Change::Remove(_) => {
                edits.extend(same.iter().map(|(_, found)| Edit::cut(found.entry.range.clone())));
            }
            Change::Upsert { line, heading } => match counting.get(change.key()) {
                Some(place) => {
                    edits.push(replace(&page.found[*place], line, *heading, at));
                    // A line of the same key that would count instead goes.
                    let stronger = |(other, found): &&(usize, &Found<'_>)| {
                        other != place && is_stronger((&found.entry.line, *other), (line, *place))
                    };
                    let gone = same.iter().filter(stronger);
                    edits.extend(gone.map(|(_, found)| Edit::cut(found.entry.range.clone())));
                }
                None => match added.iter_mut().find(|(known, _)| known == heading) {
                    Some((_, group)) => group.push(at),
                    None => added.push((*heading, vec![at])),
                },
            },
        }
    }
    add(&mut edits, &page, title, &grouped(&added, changes));
    let (bytes, numbers) = patch(bytes, edits);
    let place = |change: &Change| last.get(change.key()).and_then(|at| numbers.get(at)).copied();
    let lines = changes.iter().map(place).collect();
    Ok(Applied { bytes, lines })
}

/// Writes one entry; returns the new content and the line, from 1, on which it stands.
pub fn upsert_entry(
    bytes: &[u8],
    title: Title,
    line: &EntryLine,
    heading: Heading,
) -> Result<(Vec<u8>, u32), NotText> {
    let applied = apply(bytes, title, &[Change::upsert(line.clone(), heading)])?;
    let line = applied.lines.into_iter().flatten().next().expect("an upsert writes its line");
    Ok((applied.bytes, line))
}

/// Takes out every well-formed line with this key.
pub fn remove_entry(bytes: &[u8], key: &Key) -> Result<Vec<u8>, NotText> {
    Ok(apply(bytes, Title::Profile, &[Change::Remove(key.clone())])?.bytes)
}

type Group<'a> = (Heading, Vec<(usize, &'a EntryLine)>);

fn grouped<'a>(added: &[(Heading, Vec<usize>)], changes: &'a [Change]) -> Vec<Group<'a>> {
    let line = |at: &usize| match changes.get(*at) {
        Some(Change::Upsert { line, .. }) => Some((*at, line.as_ref())),
        _ => None,
    };
    added.iter().map(|(heading, group)| (*heading, group.iter().filter_map(line).collect())).collect()
}

/// Renders an entry that lands under a heading of the given kind.
fn fields(line: &EntryLine, wanted: EntryKind, landing: EntryKind) -> String {
    let kind = (wanted != landing).then_some(wanted);
    EntryLine { kind, ..line.clone() }.fields()
}

fn replace(found: &Found<'_>, line: &EntryLine, heading: Heading, change: usize) -> Edit {
    let landing = kind_under(found.entry.heading);
    let wanted = line.kind.unwrap_or_else(|| heading.kind());
    let stands = EntryLine { kind: None, ..found.entry.line.clone() };
    let range = found.entry.range.clone();
    if found.entry.kind() == wanted && stands == (EntryLine { kind: None, ..line.clone() }) {
        return Edit { range, parts: vec![Part::Mark(change), Part::Old] };
    }
    let mut text = found.prefix.to_vec();
    text.extend(fields(line, wanted, landing).bytes());
    for unknown in &found.unknown {
        text.extend([" | ", unknown].concat().bytes());
    }
    text.extend(found.ending);
    Edit { range, parts: vec![Part::Mark(change), Part::Bytes(text)] }
}

/// Adds the entries that no line holds yet: in their sections, or in new ones at the end.
fn add(edits: &mut Vec<Edit>, page: &Page<'_>, title: Title, groups: &[Group<'_>]) {
    let mut fresh = Vec::new();
    if !groups.is_empty() && page.lines.iter().all(|line| line.what == What::Blank) {
        fresh.extend([Part::FreshLine, Part::Lines(format!("# {title}"))]);
    }
    for (heading, group) in groups {
        let entries = group.iter().flat_map(|(at, line)| [Part::Mark(*at), added(line, *heading)]);
        if let Some(at) = end_of_section(&page.lines, *heading) {
            edits.push(Edit::insert(at, std::iter::once(Part::FreshLine).chain(entries).collect()));
        } else {
            fresh.extend([Part::FreshLine, Part::Gap, Part::Lines(format!("## {heading}"))]);
            fresh.extend(entries);
        }
    }
    edits.push(Edit::insert(end_of_text(&page.lines, page.bytes), fresh));
}

fn added(line: &EntryLine, heading: Heading) -> Part {
    let wanted = line.kind.unwrap_or_else(|| heading.kind());
    Part::Lines(format!("- {}", fields(line, wanted, heading.kind())))
}

/// Returns where the first section with this heading ends: behind its last line that is not blank, and
/// never inside a fence or comment that nobody closed.
fn end_of_section(lines: &[Line<'_>], heading: Heading) -> Option<usize> {
    let is_it =
        |line: &Line<'_>| matches!(line.what, What::Heading(_, name) if Heading::read(name) == Some(heading));
    let mut section = lines.iter().skip_while(|line| !is_it(line));
    let mut end = section.next()?.end;
    for line in section.take_while(|line| !matches!(line.what, What::Heading(..))) {
        if line.closed && line.what != What::Blank {
            end = line.end;
        }
    }
    Some(end)
}

//! MEMORY.md as lines: ours go in and out by section, a person's stay byte for byte where they are.

use std::collections::BTreeMap;

use memoro_core::{Memory, MemoryId};

/// A section that the job keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    /// What must and must not be done.
    Rules,
    /// What a person asked to remember.
    Remember,
    /// How the system is built.
    Architecture,
    /// What was decided.
    Decisions,
    /// What was found out while something went wrong.
    Lessons,
}

impl Section {
    const ALL: [Section; 5] =
        [Section::Rules, Section::Remember, Section::Architecture, Section::Decisions, Section::Lessons];

    /// Returns the section of a decision.
    pub(super) fn of(memory: &Memory) -> Self {
        let tagged = |tag: &str| memory.tags.iter().any(|found| found == tag);
        match () {
            () if tagged("rule") => Section::Rules,
            () if tagged("remember") => Section::Remember,
            () if tagged("architecture") => Section::Architecture,
            () => Section::Decisions,
        }
    }

    const fn heading(self) -> &'static str {
        match self {
            Section::Rules => "## Rules",
            Section::Remember => "## Remember",
            Section::Architecture => "## Architecture",
            Section::Decisions => "## Decisions",
            Section::Lessons => "## Lessons",
        }
    }

    fn headed_by(line: &[u8]) -> Option<Self> {
        Section::ALL.into_iter().find(|section| line.trim_ascii() == section.heading().as_bytes())
    }
}

/// An entry that should stand in MEMORY.md.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The decision or lesson.
    pub(super) id: MemoryId,
    /// Where it stands.
    pub(super) section: Section,
    /// Its line.
    pub(super) line: String,
    /// What it is worth.
    pub(super) score: f64,
    /// Why it stands there.
    pub(super) reason: String,
}

/// Makes the page anew: with these entries, and everything that is not ours.
pub(super) fn rebuild(bytes: &[u8], ours: &BTreeMap<String, String>, wanted: &[Entry]) -> Vec<u8> {
    let newline: &[u8] = if bytes.windows(2).any(|two| two == b"\r\n") { b"\r\n" } else { b"\n" };
    let old: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let is_ours =
        |line: &[u8]| std::str::from_utf8(line).is_ok_and(|text| ours.contains_key(text.trim_end()));
    let mut out: Vec<u8> = Vec::with_capacity(bytes.len() + wanted.len() * 120);
    let mut done: Vec<Section> = Vec::new();
    let mut at = 0;
    while at < old.len() {
        let Some(section) = Section::headed_by(old[at]).filter(|section| !done.contains(section)) else {
            if !is_ours(old[at]) {
                out.extend(old[at]);
            }
            at += 1;
            continue;
        };
        let end = (at + 1..old.len()).find(|next| is_heading(old[*next])).unwrap_or(old.len());
        section_lines(&old[at..end], section, (wanted, newline), &is_ours, &mut out);
        done.push(section);
        at = end;
    }
    if wanted.is_empty() {
        return out;
    }
    if out.trim_ascii().is_empty() {
        out = [b"# Memory".as_slice(), newline].concat();
    }
    for section in Section::ALL.into_iter().filter(|section| !done.contains(section)) {
        append(section, wanted, newline, &mut out);
    }
    out
}

fn is_heading(line: &[u8]) -> bool {
    line.starts_with(b"# ") || line.starts_with(b"## ")
}

/// Writes one of our sections: heading, our lines, then what else stood there.
fn section_lines(
    old: &[&[u8]],
    section: Section,
    (wanted, newline): (&[Entry], &[u8]),
    is_ours: &impl Fn(&[u8]) -> bool,
    out: &mut Vec<u8>,
) {
    let blank = |line: &&[u8]| line.trim_ascii().is_empty();
    let gap = old[1..].iter().take_while(|line| blank(line)).count();
    let tail: Vec<&[u8]> = old[1 + gap..].iter().copied().filter(|line| !is_ours(line)).collect();
    let mut lines = wanted.iter().filter(|entry| entry.section == section).peekable();
    let had = old.iter().any(|line| is_ours(line));
    if had && lines.peek().is_none() && tail.iter().all(blank) {
        return;
    }
    end_line(old[0], newline, out);
    for line in &old[1..=gap] {
        end_line(line, newline, out);
    }
    for entry in lines {
        out.extend(entry.line.as_bytes());
        out.extend(newline);
    }
    for line in tail {
        end_line(line, newline, out);
    }
}

/// Writes a line and makes sure that it ends.
fn end_line(line: &[u8], newline: &[u8], out: &mut Vec<u8>) {
    out.extend(line);
    if !line.ends_with(b"\n") {
        out.extend(newline);
    }
}

fn append(section: Section, wanted: &[Entry], newline: &[u8], out: &mut Vec<u8>) {
    let mut lines = wanted.iter().filter(|entry| entry.section == section).peekable();
    if lines.peek().is_none() {
        return;
    }
    if !out.ends_with(b"\n") {
        out.extend(newline);
    }
    let blank = out.rsplit(|byte| *byte == b'\n').nth(1).is_some_and(|line| line.trim_ascii().is_empty());
    if !blank {
        out.extend(newline);
    }
    for part in [section.heading().as_bytes(), newline, newline] {
        out.extend(part);
    }
    for entry in lines {
        out.extend(entry.line.as_bytes());
        out.extend(newline);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry(n: usize, section: Section) -> Entry {
        let id = MemoryId::new(format!("DECISION-20261115-{n}")).unwrap();
        let line = format!("- 2026-11-15 เรื่อง {n} ([{id}](memory/2026-11-15.md))");
        Entry { id, section, line, score: 1.0, reason: String::new() }
    }

    fn known(entries: &[Entry]) -> BTreeMap<String, String> {
        entries.iter().map(|e| (e.line.clone(), e.id.to_string())).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn a_persons_lines_stay_and_a_second_time_changes_nothing(
            person in proptest::collection::vec("(## Rules|## Decisions|## บันทึก|# Top|- own [a-z]{1,4}|text 中文|)", 0..14),
            wanted in proptest::collection::vec((0usize..9, 0usize..5), 0..8),
            crlf in proptest::bool::ANY,
        ) {
            let newline = if crlf { "\r\n" } else { "\n" };
            let text = person.iter().flat_map(|line| [line.as_str(), newline]).collect::<String>();
            let mut seen = std::collections::BTreeSet::new();
            let wanted: Vec<Entry> = wanted.iter().filter(|(n, _)| seen.insert(*n))
                .map(|(n, s)| entry(*n, Section::ALL[*s])).collect();
            let first = rebuild(text.as_bytes(), &BTreeMap::new(), &wanted);
            let second = rebuild(&first, &known(&wanted), &wanted);
            prop_assert_eq!(String::from_utf8_lossy(&first), String::from_utf8_lossy(&second));
            let after = String::from_utf8(second.clone()).unwrap();
            for entry in &wanted {
                prop_assert_eq!(after.lines().filter(|line| **line == entry.line).count(), 1);
            }
            let own = |text: &str| text.lines().filter(|l| l.starts_with("- own") || l.starts_with("text")).map(str::to_owned).collect::<Vec<_>>();
            prop_assert_eq!(own(&after), own(&text));
            let emptied = String::from_utf8(rebuild(&second, &known(&wanted), &[])).unwrap();
            prop_assert!(!emptied.contains("DECISION-"));
            prop_assert_eq!(own(&emptied), own(&text));
        }
    }

    #[test]
    fn a_new_page_has_a_heading_and_sections_in_order() {
        let wanted = [entry(1, Section::Decisions), entry(2, Section::Rules)];
        let page = String::from_utf8(rebuild(b"", &BTreeMap::new(), &wanted)).unwrap();
        let expected =
            format!("# Memory\n\n## Rules\n\n{}\n\n## Decisions\n\n{}\n", wanted[1].line, wanted[0].line);
        assert_eq!(page, expected);
        assert!(rebuild(b"", &BTreeMap::new(), &[]).is_empty());
    }
}

//! Makes room in MEMORY.md: an entry of more lines than allowed, and at last whole sections of a person, go to a file
//! of their own and leave a line with a link. Nothing is dropped.

use std::collections::BTreeMap;

use crate::draft::{fingerprint, slug};
use crate::jobs::text::line;

/// A part of MEMORY.md that goes to a file of its own.
pub(super) struct Moved {
    /// Its first line.
    pub(super) title: String,
    /// The file.
    pub(super) path: String,
    /// What goes there.
    pub(super) text: Vec<u8>,
    /// Why it goes.
    pub(super) why: &'static str,
}

const LONG: &str = "longer than an entry may be";
const CROWDED: &str = "MEMORY.md is longer than it may be";

/// Moves entries out that have more lines than allowed.
pub(super) fn move_long_entries(
    bytes: &[u8],
    most: usize,
    ours: &BTreeMap<String, String>,
) -> (Vec<u8>, Vec<Moved>) {
    let Some(text) = &told(bytes) else { return (bytes.to_vec(), Vec::new()) };
    let (mut out, mut moved) = (String::with_capacity(text.len()), Vec::new());
    for block in blocks(text) {
        let lines = block.lines().filter(|line| !line.trim().is_empty()).count();
        let own = block.lines().any(|line| ours.contains_key(line.trim_end()));
        if lines <= most || own {
            out.push_str(block);
            continue;
        }
        let part = moved_part(block, LONG);
        let mark = if block.trim_start().starts_with(['-', '*', '+']) { "" } else { "- " };
        out.extend([mark, &part.title, " ([more](", &part.path, "))\n"]);
        moved.push(part);
    }
    (untold(&out), moved)
}

/// Stands for a byte that is no text while its lines are moved: 128 characters that nobody uses.
const STRAY: u32 = 0x10_FE00;

/// Reads a page as text, each byte that is none as a character of its own; nothing where these characters stand in it.
fn told(bytes: &[u8]) -> Option<String> {
    let stray = STRAY..STRAY + 256;
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        if chunk.valid().chars().any(|c| stray.contains(&u32::from(c))) {
            return None;
        }
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|byte| char::from_u32(STRAY + u32::from(*byte))));
    }
    Some(text)
}

/// Writes a page that was read by [`told`], byte for byte as it was.
fn untold(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut buffer = [0; 4];
    for c in text.chars() {
        match u32::from(c).checked_sub(STRAY).and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(c.encode_utf8(&mut buffer).as_bytes()),
        }
    }
    bytes
}

/// Returns how many entries have more lines than allowed.
pub(in crate::jobs) fn long_entries(bytes: &[u8], most: usize) -> Vec<usize> {
    let text = String::from_utf8_lossy(bytes);
    let mut line_no = 1;
    let mut found = Vec::new();
    for block in blocks(&text) {
        if block.lines().filter(|line| !line.trim().is_empty()).count() > most {
            found.push(line_no);
        }
        line_no += block.matches('\n').count();
    }
    found
}

/// Moves out what a person wrote beyond what the page may hold: whole sections from the last on, and where these do not
/// help, the last entries, until a quarter of the page is free again.
pub(super) fn make_room(
    bytes: Vec<u8>,
    most: usize,
    ours: &BTreeMap<String, String>,
) -> (Vec<u8>, Vec<Moved>) {
    let mut moved = Vec::new();
    let Some(mut text) = told(&bytes) else { return (bytes, moved) };
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    while own_lines(&text, ours) > most {
        let Some((start, end)) = movable_section(&text, ours) else { break };
        let section = text.get(start..end).unwrap_or_default().to_owned();
        let part = moved_part(&section, CROWDED);
        let (title, path) = (part.title.trim_start_matches(['#', ' ']), &part.path);
        let gap = if section.trim_end().len() + newline.len() < section.len() { newline } else { "" };
        let link = format!("## {title}{newline}{newline}- ([more]({path})){newline}{gap}");
        text.replace_range(start..end, &link);
        moved.push(part);
    }
    let lines = own_lines(&text, ours);
    if lines > most
        && let Some((shorter, part)) = move_last(&text, lines - most * 3 / 4, (ours, newline))
    {
        text = shorter;
        moved.push(part);
    }
    (untold(&text), moved)
}

/// Returns how many lines of a page are a person's.
fn own_lines(text: &str, ours: &BTreeMap<String, String>) -> usize {
    let own = super::page::rebuild(text.as_bytes(), ours, &[]);
    own.split_inclusive(|byte| *byte == b'\n').count()
}

/// Finds the last section of a person that can go to a file of its own.
fn movable_section(text: &str, ours: &BTreeMap<String, String>) -> Option<(usize, usize)> {
    let mut at = 0;
    let mut starts = Vec::new();
    for block in blocks(text) {
        starts.extend(block.starts_with("## ").then_some(at));
        at += block.len();
    }
    starts.iter().enumerate().rev().find_map(|(at, start)| {
        let end = starts.get(at + 1).copied().unwrap_or(text.len());
        let section = text.get(*start..end)?;
        let long = section.lines().count() > 4;
        (long && !holds_ours(section, ours) && !section.contains(LINK)).then_some((*start, end))
    })
}

/// How a link to what was moved begins.
const LINK: &str = "([more](memory/recent/";

fn holds_ours(text: &str, ours: &BTreeMap<String, String>) -> bool {
    text.lines().any(|line| ours.contains_key(line.trim_end()))
}

/// Moves so many lines out, from the last entry on, into one file; headings, our lines and links stay.
fn move_last(
    text: &str,
    lines: usize,
    (ours, newline): (&BTreeMap<String, String>, &str),
) -> Option<(String, Moved)> {
    let all = blocks(text);
    let mut left = lines + 1;
    let mut goes = vec![false; all.len()];
    for (at, block) in all.iter().enumerate().rev() {
        let stays = block.starts_with('#') || block.contains(LINK) || holds_ours(block, ours);
        if left > 0 && !stays {
            goes[at] = true;
            left = left.saturating_sub(block.matches('\n').count().max(1));
        }
    }
    let first = goes.iter().position(|goes| *goes)?;
    let moved: String = all.iter().zip(&goes).filter(|(_, goes)| **goes).map(|(block, _)| *block).collect();
    let part = moved_part(&moved, CROWDED);
    let mut shorter = String::with_capacity(text.len());
    for (at, block) in all.iter().enumerate() {
        if at == first {
            shorter.extend(["- ([more](", &part.path, "))", newline]);
        }
        if !goes[at] {
            shorter.push_str(block);
        }
    }
    Some((shorter, part))
}

fn moved_part(block: &str, why: &'static str) -> Moved {
    let first = block.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let title = line(&String::from_utf8_lossy(&untold(first.trim_end())), 100);
    let hash = fingerprint(block);
    let name = slug(title.trim_start_matches(['#', '-', '*', ' ']));
    let path = format!("memory/recent/{name}-{}.md", hash.get(..6).unwrap_or_default());
    let heading = if block.starts_with('#') { String::new() } else { "# From MEMORY.md\n\n".to_owned() };
    let text = untold(&format!("{heading}{}\n", block.trim_end()));
    Moved { title, path, text, why }
}

/// Splits a text into entries: a heading, a list item with what belongs to it, a paragraph with its code. Blank lines
/// stand alone. Put together again they are the text.
fn blocks(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut at, mut fenced) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        let item = line.starts_with(['-', '*', '+']) || line.starts_with(|c: char| c.is_ascii_digit());
        let breaks =
            !fenced && (bare.is_empty() || item || line.starts_with('#') || line.starts_with("<!--"));
        if breaks && start < at {
            found.extend(text.get(start..at));
            start = at;
        }
        if bare.starts_with("```") || bare.starts_with("~~~") {
            fenced = !fenced;
        }
        at += line.len();
        if !fenced && (bare.is_empty() || line.starts_with('#')) {
            found.extend(text.get(start..at));
            start = at;
        }
    }
    if start < text.len() {
        found.extend(text.get(start..));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_blocks_are_the_text(text in "(- a\n|  b\n|text ไทย\n|\n|# H\n|```\n|1. x\n|end){0,20}") {
            prop_assert_eq!(blocks(&text).concat(), text);
        }

        #[test]
        fn no_long_entry_is_left_and_no_line_is_lost(text in "(- a\n|  b\n|text 中文\n|\n|# H\n|1. x\n){0,30}") {
            let (after, moved) = move_long_entries(text.as_bytes(), 5, &BTreeMap::new());
            prop_assert!(long_entries(&after, 5).is_empty());
            let all = moved.iter().fold(String::from_utf8(after).unwrap(), |all, part| all + text_of(part));
            for line in text.lines() {
                prop_assert!(all.contains(line.trim_end()));
            }
        }
    }

    fn text_of(part: &Moved) -> &str {
        std::str::from_utf8(&part.text).unwrap()
    }

    #[test]
    fn a_page_with_bytes_that_are_no_text_is_shortened_too_and_keeps_each_of_them() {
        let list: String = (0..260).map(|n| format!("- ข้อ {n} 行\n")).collect::<Vec<_>>().concat();
        let entry = format!("- long\n{}", "  more\n".repeat(12));
        let page =
            [b"# M \xff\xfe\n\n".as_slice(), list.as_bytes(), b"- \x80 caf\xe9\n", entry.as_bytes()].concat();
        let (trimmed, long) = move_long_entries(&page, 5, &BTreeMap::new());
        assert!(long.len() == 1 && long_entries(&trimmed, 5).is_empty());
        let (after, crowded) = make_room(trimmed, 200, &BTreeMap::new());
        assert!(memchr::memchr_iter(b'\n', &after).count() <= 150 && crowded.len() == 1);
        let all = crowded.iter().chain(&long).fold(after, |all, part| [all, part.text.clone()].concat());
        for line in page.split(|byte| *byte == b'\n').filter(|line| !line.starts_with(b"  more")) {
            assert!(all.split(|byte| *byte == b'\n').any(|found| found == line), "{line:?}");
        }
        assert_eq!(untold(&told(&page).unwrap()), page);
    }

    #[test]
    fn sections_move_out_until_the_page_is_short() {
        let text = [0, 1, 2, 3, 4, 5].map(|n| format!("## ส่วน {n}\n\n{}", "x\n\n".repeat(10))).concat();
        let (after, moved) = make_room(text.into_bytes(), 60, &BTreeMap::new());
        let after = String::from_utf8(after).unwrap();
        assert!(after.lines().count() <= 60 && !moved.is_empty());
        assert!((0..6).all(|n| after.contains(&format!("## ส่วน {n}"))));
        assert!(
            moved.iter().all(|part| part.path.starts_with("memory/recent/") && text_of(part).contains('x'))
        );
    }

    #[test]
    fn a_page_without_sections_is_shortened_too_and_keeps_every_line() {
        let list = (0..260).map(|n| format!("- ข้อ {n}\n")).collect::<Vec<_>>().concat();
        let chapters: String = (0..310)
            .map(|n| if n % 62 == 0 { format!("# 第 {n}\n\n") } else { format!("- {n}\n") })
            .collect();
        let words = (0..130).map(|n| format!("Paragraph {n}.\r\n\r\n")).collect::<Vec<_>>().concat();
        for text in [format!("# Memory\n\n{list}"), chapters, words] {
            let (after, moved) = make_room(text.clone().into_bytes(), 200, &BTreeMap::new());
            let after = String::from_utf8(after).unwrap();
            assert!(after.lines().count() <= 150 && moved.len() == 1, "{}", after.lines().count());
            let all = format!("{after}{}", text_of(&moved[0]));
            assert!(text.lines().all(|line| all.lines().any(|found| found == line)), "{all}");
            let (again, more) = make_room(after.clone().into_bytes(), 200, &BTreeMap::new());
            assert!(again == after.as_bytes() && more.is_empty());
        }
    }

    #[test]
    fn a_heading_in_code_begins_no_section() {
        let text = format!("# M\n\n## A\n\n```\n{}```\n\n## B\n- b\n", "## no\n\n".repeat(40));
        let (after, moved) = make_room(text.into_bytes(), 60, &BTreeMap::new());
        let after = String::from_utf8(after).unwrap();
        assert_eq!(moved.len(), 1);
        assert!(
            after.starts_with("# M\n\n## A\n\n- ([more](memory/recent/")
                && after.ends_with("))\n\n## B\n- b\n"),
            "{after}"
        );
    }
}

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
    pub(super) text: String,
}

/// Moves entries out that have more lines than allowed.
pub(super) fn move_long_entries(
    bytes: &[u8],
    most: usize,
    ours: &BTreeMap<String, String>,
) -> (Vec<u8>, Vec<Moved>) {
    let Ok(text) = std::str::from_utf8(bytes) else { return (bytes.to_vec(), Vec::new()) };
    let (mut out, mut moved) = (String::with_capacity(text.len()), Vec::new());
    for block in blocks(text) {
        let lines = block.lines().filter(|line| !line.trim().is_empty()).count();
        let own = block.lines().any(|line| ours.contains_key(line.trim_end()));
        if lines <= most || own {
            out.push_str(block);
            continue;
        }
        let part = moved_part(block);
        let mark = if block.trim_start().starts_with(['-', '*', '+']) { "" } else { "- " };
        out.extend([mark, &part.title, " ([more](", &part.path, "))\n"]);
        moved.push(part);
    }
    (out.into_bytes(), moved)
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

/// Moves a person's sections out, from the last on, until the page is short enough.
pub(super) fn move_sections(
    bytes: Vec<u8>,
    most: usize,
    ours: &BTreeMap<String, String>,
) -> (Vec<u8>, Vec<Moved>) {
    let mut moved = Vec::new();
    let Ok(mut text) = String::from_utf8(bytes.clone()) else { return (bytes, moved) };
    while text.lines().count() > most {
        let starts: Vec<usize> = section_starts(&text);
        let movable = starts.iter().enumerate().rev().find_map(|(at, start)| {
            let end = starts.get(at + 1).copied().unwrap_or(text.len());
            let section = text.get(*start..end)?;
            let own = section.lines().any(|line| ours.contains_key(line.trim_end()));
            let long = section.lines().count() > 3;
            (long && !own && !section.contains("([more](memory/recent/")).then_some((*start, end))
        });
        let Some((start, end)) = movable else { break };
        let section = text.get(start..end).unwrap_or_default().to_owned();
        let part = moved_part(&section);
        let link = format!("## {}\n\n- ([more]({}))\n", part.title.trim_start_matches(['#', ' ']), part.path);
        text.replace_range(start..end, &link);
        moved.push(part);
    }
    (text.into_bytes(), moved)
}

fn section_starts(text: &str) -> Vec<usize> {
    let mut at = 0;
    let mut starts = Vec::new();
    for line in text.split_inclusive('\n') {
        if line.starts_with("## ") {
            starts.push(at);
        }
        at += line.len();
    }
    starts
}

fn moved_part(block: &str) -> Moved {
    let first = block.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let title = line(first.trim_end(), 100);
    let hash = fingerprint(block);
    let name = slug(title.trim_start_matches(['#', '-', '*', ' ']));
    let path = format!("memory/recent/{name}-{}.md", hash.get(..6).unwrap_or_default());
    let heading = if block.starts_with('#') { String::new() } else { "# From MEMORY.md\n\n".to_owned() };
    Moved { title, path, text: format!("{heading}{}\n", block.trim_end()) }
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
            let all = moved.iter().fold(String::from_utf8(after).unwrap(), |all, part| all + &part.text);
            for line in text.lines() {
                prop_assert!(all.contains(line.trim_end()));
            }
        }
    }

    #[test]
    fn sections_move_out_until_the_page_is_short() {
        let text = [0, 1, 2, 3, 4, 5].map(|n| format!("## ส่วน {n}\n\n{}", "x\n\n".repeat(10))).concat();
        let (after, moved) = move_sections(text.into_bytes(), 60, &BTreeMap::new());
        let after = String::from_utf8(after).unwrap();
        assert!(after.lines().count() <= 60 && !moved.is_empty());
        assert!((0..6).all(|n| after.contains(&format!("## ส่วน {n}"))));
        assert!(moved.iter().all(|part| part.path.starts_with("memory/recent/") && part.text.contains('x')));
    }
}

//! The decisions of a day in one file: which blocks there are, and changes that touch nothing but the fields
//! that changed. Text around and between the fields stays where it is.

use std::collections::HashMap;
use std::ops::Range;

use super::block::{DecisionBlock, NAMES, SOURCE, id_of, read, title_of};
use super::block_field::RawField;
use super::entries::{Fault, Problem};
use super::lines::{Line, What, lines, newline};
use super::patch::{Edit, Part, end_of_text, patch};
use super::{NotText, check_text};
use crate::id::MemoryId;

/// A decision and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedDecision {
    /// What the block says.
    pub block: DecisionBlock,
    /// The number of its heading's line, from 1.
    pub line_no: u32,
    /// Its bytes, from the heading to the next one of its level.
    pub range: Range<usize>,
}

/// The decisions of one file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DayFile {
    /// The decisions that count, in the order of the file; one for each id.
    pub items: Vec<ParsedDecision>,
    /// The blocks that do not count, with the line of their heading.
    pub problems: Vec<Problem>,
}

/// Reads the decisions of a file.
pub fn parse_decisions(bytes: &[u8]) -> Result<DayFile, NotText> {
    let page = Page::read(bytes)?;
    let last: HashMap<MemoryId, usize> =
        page.blocks.iter().enumerate().map(|(at, found)| (found.item.block.id.clone(), at)).collect();
    let numbers: Vec<u32> = page.blocks.iter().map(|found| found.item.line_no).collect();
    let mut day = DayFile { items: Vec::new(), problems: page.problems };
    for (at, found) in page.blocks.into_iter().enumerate() {
        let counts = last.get(&found.item.block.id).copied().unwrap_or(at);
        if counts == at {
            day.items.push(found.item);
        } else {
            let reason = format!("says `{}`, which line {} says again", found.item.block.id, numbers[counts]);
            let line_no = found.item.line_no;
            day.problems.push(Problem { line_no, fault: Fault::Duplicate, reason, about: None });
        }
    }
    day.problems.sort_by_key(|problem| problem.line_no);
    Ok(day)
}

/// Writes a decision in the place of the block with its id, or as a new block at the end; returns the new
/// content and the line, from 1, of its heading.
pub fn upsert_decision(bytes: &[u8], block: &DecisionBlock) -> Result<(Vec<u8>, u32), NotText> {
    let page = Page::read(bytes)?;
    let stands = page.blocks.iter().rev().find(|found| found.item.block.id == block.id);
    let edits = if let Some(found) = stands {
        rewrite(bytes, found, block)
    } else {
        let parts = vec![Part::FreshLine, Part::Gap, Part::Mark(0), Part::Lines(block.render())];
        vec![Edit::insert(end_of_text(&page.lines, bytes), parts)]
    };
    let (bytes, numbers) = patch(bytes, edits);
    let line = numbers.get(&0).copied().expect("every rewrite marks the heading");
    Ok((bytes, line))
}

/// Takes out every well-formed block with this id: its heading and all down to its last field. What a person
/// wrote below the fields stays.
pub fn remove_decision(bytes: &[u8], id: &MemoryId) -> Result<Vec<u8>, NotText> {
    let page = Page::read(bytes)?;
    let blocks = page.blocks.iter().filter(|found| found.item.block.id == *id);
    Ok(patch(bytes, blocks.map(|found| Edit::cut(found.item.range.start..found.end)).collect()).0)
}

/// What should become of a block.
#[derive(Debug, Clone, Copy)]
pub enum BlockChange<'a> {
    /// It says this, in its place or as a new block at the end.
    Write(&'a DecisionBlock),
    /// It goes.
    Remove(&'a MemoryId),
}

impl BlockChange<'_> {
    fn id(&self) -> &MemoryId {
        match self {
            Self::Write(block) => &block.id,
            Self::Remove(id) => id,
        }
    }
}

/// Makes many changes at once, as [`upsert_decision`] and [`remove_decision`] would one by one: first those of blocks that
/// stand in the file, then the new blocks in their order. Of two changes of one id the later counts.
pub fn change_decisions(bytes: &[u8], changes: &[BlockChange<'_>]) -> Result<Vec<u8>, NotText> {
    let page = Page::read(bytes)?;
    let mut standing: HashMap<&MemoryId, Vec<&Found<'_>>> = HashMap::new();
    for found in &page.blocks {
        standing.entry(&found.item.block.id).or_default().push(found);
    }
    let last: HashMap<&MemoryId, usize> =
        changes.iter().enumerate().map(|(at, change)| (change.id(), at)).collect();
    let (mut edits, mut new) = (Vec::new(), Vec::new());
    for (at, change) in changes.iter().enumerate().filter(|(at, change)| last.get(change.id()) == Some(at)) {
        let there = standing.get(change.id()).map(Vec::as_slice).unwrap_or_default();
        match (change, there.last()) {
            (BlockChange::Write(block), Some(found)) => edits.append(&mut rewrite(bytes, found, block)),
            (BlockChange::Write(block), None) => {
                new.extend([Part::FreshLine, Part::Gap, Part::Mark(at), Part::Lines(block.render())]);
            }
            (BlockChange::Remove(_), _) => {
                edits.extend(there.iter().map(|found| Edit::cut(found.item.range.start..found.end)));
            }
        }
    }
    let changed = if edits.is_empty() { bytes.to_vec() } else { patch(bytes, edits).0 };
    if new.is_empty() {
        return Ok(changed);
    }
    let end = end_of_text(&lines(&changed), &changed);
    Ok(patch(&changed, vec![Edit::insert(end, new)]).0)
}

struct Page<'a> {
    lines: Vec<Line<'a>>,
    blocks: Vec<Found<'a>>,
    problems: Vec<Problem>,
}

struct Found<'a> {
    item: ParsedDecision,
    heading: Range<usize>,
    fields: Vec<RawField<'a>>,
    /// Where the block ends if only what belongs to the decision counts.
    end: usize,
}

impl<'a> Page<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, NotText> {
        check_text(bytes)?;
        let all = lines(bytes);
        let (mut blocks, mut problems) = (Vec::new(), Vec::new());
        let mut rest = all.as_slice();
        while let Some((heading, after)) = rest.split_first() {
            rest = after;
            let What::Heading(2, name) = heading.what else { continue };
            let Some(title) = title_of(name) else { continue };
            let count = after.iter().take_while(|line| !matches!(line.what, What::Heading(..=2, _))).count();
            let (body, after) = after.split_at(count);
            rest = after;
            match read(title, body) {
                Ok((block, fields)) => blocks.push(found(heading, body, block, fields)),
                Err(reason) => {
                    let (line_no, about) = (heading.no, id_of(body).map(|id| id.to_string()));
                    problems.push(Problem { line_no, fault: Fault::Malformed, reason, about });
                }
            }
        }
        Ok(Page { lines: all, blocks, problems })
    }
}

fn found<'a>(
    heading: &Line<'a>,
    body: &[Line<'a>],
    block: DecisionBlock,
    fields: Vec<RawField<'a>>,
) -> Found<'a> {
    let range = heading.start..body.last().map_or(heading.end, |line| line.end);
    let fields_end = fields.iter().map(|field| field.range.end).max().unwrap_or(heading.end);
    let below = body.iter().filter(|line| line.start >= fields_end);
    let end = below.take_while(|line| line.what == What::Blank).map(|line| line.end).last();
    Found {
        item: ParsedDecision { block, line_no: heading.no, range },
        heading: heading.start..heading.text_end,
        fields,
        end: end.unwrap_or(fields_end),
    }
}

/// Edits the fields that differ and leaves the others as they are written.
fn rewrite(bytes: &[u8], found: &Found<'_>, new: &DecisionBlock) -> Vec<Edit> {
    let old = &found.item.block;
    let heading = if old.decision.title == new.decision.title {
        Part::Old
    } else {
        Part::Bytes(new.heading().into_bytes())
    };
    let mut edits = vec![Edit { range: found.heading.clone(), parts: vec![Part::Mark(0), heading] }];
    let heading_end = bytes.get(found.heading.end..).unwrap_or_default();
    let heading_end =
        heading_end.iter().position(|byte| *byte == b'\n').map_or(heading_end.len(), |at| at + 1);
    let mut behind = found.heading.end + heading_end;
    for ((name, was), text) in NAMES.iter().zip(old.texts()).zip(new.texts()) {
        let field = found.fields.iter().find(|field| field.name == *name);
        match (field, text) {
            (Some(field), text) if was == text => behind = after(field, behind),
            (None, text) if was == text => {}
            (Some(field), Some(text)) => {
                edits.push(replace(bytes, field, &text));
                behind = field.range.end;
            }
            (Some(field), None) => edits.push(Edit::cut(field.range.clone())),
            (None, Some(text)) => {
                edits.push(Edit::insert(behind, vec![Part::FreshLine, Part::Lines(text)]));
            }
            (None, None) => {}
        }
    }
    edits
}

/// Returns where the next field can go: behind this one, unless a fence is open there.
fn after(field: &RawField<'_>, behind: usize) -> usize {
    if field.closed { field.range.end } else { behind }
}

/// Writes a field anew; lines inside `source` that nobody knows stay behind it.
fn replace(bytes: &[u8], field: &RawField<'_>, text: &str) -> Edit {
    let newline = newline(bytes);
    let mut out = text.replace('\n', newline).into_bytes();
    if field.name == "source" {
        for line in field.strangers(&SOURCE) {
            out.extend([newline.as_bytes(), b"  ", line].concat());
        }
    }
    out.extend(bytes.get(field.ending.clone()).unwrap_or_default());
    Edit { range: field.range.clone(), parts: vec![Part::Bytes(out)] }
}

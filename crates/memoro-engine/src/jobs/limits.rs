//! How long files may grow: MEMORY.md and its entries, the decisions of a day, summaries. What is too long is told,
//! and the weekly job splits it; nothing is dropped.

use jiff::civil::Date;
use memoro_core::MemoryId;
use memoro_core::markdown::{Home, parse_decisions};
use memoro_store::MirrorRow;

use super::compound::long_entries;
use super::reading::Reading;
use super::writers::{CompoundWriter, MEMORY};
use super::{JobReport, JobSettings};
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::vault::files::Outcome;
use crate::vault::page::{self, Wish};
use crate::workspace::Workspace;

/// A file that is longer than it may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The file.
    pub path: String,
    /// What is too much, in words.
    pub what: String,
}

const SUMMARIES: &str = "second-brain/summaries";

impl Workspace {
    /// Returns the files that are longer than they may be.
    pub fn violations(&self) -> Result<Vec<Violation>> {
        let JobSettings { memory_lines, entry_lines, day_decisions, summary_lines, .. } = self.settings.jobs;
        let mut found = Vec::new();
        let mut tell = |path: &str, what: String| found.push(Violation { path: path.to_owned(), what });
        if let Some(read) = self.files.read(MEMORY)? {
            let lines = count_lines(&read.bytes);
            if lines > memory_lines {
                tell(MEMORY, format!("{lines} lines, at most {memory_lines}"));
            }
            for line in long_entries(&read.bytes, entry_lines) {
                tell(MEMORY, format!("the entry at line {line} has more than {entry_lines} lines"));
            }
        }
        for path in self.files.list("memory")?.iter().filter(|path| is_day(path)) {
            let count =
                decisions_in(&self.files.read(path)?.map(|read| read.bytes).unwrap_or_default()).len();
            if count > day_decisions {
                tell(path, format!("{count} decisions, at most {day_decisions}"));
            }
        }
        for path in self.files.list(SUMMARIES)? {
            let lines = self.files.read(&path)?.map_or(0, |read| count_lines(&read.bytes));
            if lines > summary_lines {
                tell(&path, format!("{lines} lines, at most {summary_lines}"));
            }
        }
        Ok(found)
    }

    /// Moves decision blocks from one file of a day to another; `false` if somebody changed a file meanwhile.
    pub(super) fn move_decisions(
        &self,
        from: &str,
        to: &str,
        ids: &[MemoryId],
        caller: &Caller,
    ) -> Result<bool> {
        let (Some(source), Some(target)) = (Home::at(from), Home::at(to)) else {
            return Err(EngineError::invalid(to, "no decisions live in this file"));
        };
        let _lock = self.files.lock()?;
        let Some(old) = self.take_in_locked(from, caller)? else { return Ok(false) };
        let there = self.take_in_locked(to, caller)?;
        let (mut arrive, mut leave) = (Vec::new(), Vec::new());
        let mut replaced = self.store.last_replaced_by(&ids.iter().cloned().collect())?;
        for id in ids {
            let Some(stored) = self.store.get(id)? else { continue };
            let supersedes = replaced.remove(id);
            arrive.push(Wish { item: id.to_string(), memory: Some(stored.memory), supersedes });
            leave.push(Wish { item: id.to_string(), memory: None, supersedes: None });
        }
        let before = there.as_ref().map(|read| read.bytes.clone()).unwrap_or_default();
        let arrived = spliced(&target, to, &before, &arrive)?;
        // The new file first: if the run is killed in between, the blocks stand in both and none is lost.
        for (home, path, bytes, expected) in [
            (&target, to, arrived, there.map(|read| read.fingerprint)),
            (&source, from, spliced(&source, from, &old.bytes, &leave)?, Some(old.fingerprint)),
        ] {
            let Outcome::Done(stamp) = self.files.write_atomic(path, &bytes, expected)? else {
                return Ok(false);
            };
            let page =
                page::read(home, &bytes).map_err(|why| EngineError::NotText { file: path.into(), why })?;
            let row = |item: &page::Item| MirrorRow {
                item: item.name.clone(),
                memory: item.name.clone(),
                hash: item.hash,
            };
            let rows = page.items.iter().map(row).collect();
            self.settle(path, stamp, &bytes, (&page, rows, Vec::new()))?;
        }
        Ok(true)
    }
}

fn spliced(home: &Home, path: &str, bytes: &[u8], wishes: &[Wish]) -> Result<Vec<u8>> {
    let spliced = page::splice(home, bytes, wishes);
    Ok(spliced.map_err(|why| EngineError::NotText { file: path.into(), why })?.unwrap_or_default())
}

fn is_day(path: &str) -> bool {
    matches!(Home::at(path), Some(Home::Day(_)))
}

fn count_lines(bytes: &[u8]) -> usize {
    bytes.split_inclusive(|byte| *byte == b'\n').count()
}

fn decisions_in(bytes: &[u8]) -> Vec<MemoryId> {
    let parsed = parse_decisions(bytes).map(|day| day.items).unwrap_or_default();
    parsed.into_iter().map(|item| item.block.id).collect()
}

/// Splits day files that hold too many decisions.
pub(super) fn split_days(
    reading: &Reading<'_>,
    writer: &CompoundWriter<'_>,
    report: &mut JobReport,
) -> Result<()> {
    let most = reading.settings().day_decisions;
    for path in reading.list("memory")?.into_iter().filter(|path| is_day(path)) {
        let bytes = reading.file(&path)?.map(|read| read.bytes).unwrap_or_default();
        let Some(Home::Day(date)) = Home::at(&path) else { continue };
        for ids in decisions_in(&bytes).get(most..).unwrap_or_default().chunks(most) {
            reading.check_time()?;
            let to = free_part(reading, date, ids.len(), most)?;
            if writer.move_decisions(&path, &to, ids)? {
                report.count("split", 1);
                report.notes.push(format!("{} decisions of {path} went to {to}", ids.len()));
            }
        }
    }
    Ok(())
}

/// Returns the first further file of a day that has room.
fn free_part(reading: &Reading<'_>, date: Date, more: usize, most: usize) -> Result<String> {
    for part in 2.. {
        let path = Home::DayPart(date, part).path();
        let held = reading.file(&path)?.map_or(0, |read| decisions_in(&read.bytes).len());
        if held + more <= most {
            return Ok(path);
        }
    }
    Ok(Home::DayPart(date, u16::MAX).path())
}

/// Splits summaries that are too long into parts.
pub(super) fn split_summaries(
    reading: &Reading<'_>,
    writer: &mut CompoundWriter<'_>,
    report: &mut JobReport,
) -> Result<()> {
    let most = reading.settings().summary_lines;
    for path in reading.list(SUMMARIES)? {
        let Some(read) = reading.file(&path)? else { continue };
        if count_lines(&read.bytes) <= most {
            continue;
        }
        let parts = parts_of(&read.bytes, &path, most);
        for (name, bytes) in parts.iter().skip(1) {
            let there = reading.file(name)?;
            if there.as_ref().is_none_or(|there| there.bytes != *bytes) {
                writer.page(name, bytes, there.as_ref())?;
            }
        }
        // The first part replaces the whole last: until then nothing is missing.
        if let Some((name, bytes)) = parts.first()
            && writer.page(name, bytes, Some(&read))?
        {
            report.count("split", 1);
            report.notes.push(format!("{path} was split into {} parts", parts.len()));
        }
    }
    Ok(())
}

/// Cuts a text into parts of at most so many lines, with a link from each to the next.
fn parts_of(bytes: &[u8], path: &str, most: usize) -> Vec<(String, Vec<u8>)> {
    let stem = path.strip_suffix(".md").unwrap_or(path);
    let name = |part: usize| if part == 1 { path.to_owned() } else { format!("{stem}-part-{part}.md") };
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let room = most.saturating_sub(4).max(1);
    let mut parts = Vec::new();
    let mut rest = lines.as_slice();
    while !rest.is_empty() {
        let mut cut = rest.len().min(room);
        if cut < rest.len() {
            let heading = (cut / 2..cut).rev().find(|at| rest[*at].starts_with(b"#"));
            cut = heading.filter(|at| *at > 0).unwrap_or(cut);
        }
        let (part, more) = rest.split_at(cut);
        parts.push(part.concat());
        rest = more;
    }
    let count = parts.len();
    let link = |(at, mut part): (usize, Vec<u8>)| {
        if at + 1 < count {
            let next = name(at + 2);
            let file = next.rsplit('/').next().unwrap_or_default();
            part.extend(format!("\nContinued in [part {}]({file})\n", at + 2).bytes());
        }
        (name(at + 1), part)
    };
    parts.into_iter().enumerate().map(link).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_summary_hold_all_its_lines() {
        let lines: Vec<String> = (0..100)
            .map(|n| if n % 9 == 0 { format!("## ตอน {n}\n") } else { format!("行 {n}\n") })
            .collect();
        let text = lines.concat();
        let parts = parts_of(text.as_bytes(), "second-brain/summaries/x.md", 30);
        assert_eq!(parts[0].0, "second-brain/summaries/x.md");
        assert_eq!(parts[1].0, "second-brain/summaries/x-part-2.md");
        assert!(parts.iter().all(|(_, bytes)| count_lines(bytes) <= 30));
        let all: Vec<u8> = parts.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
        let all = String::from_utf8(all).unwrap();
        assert!(text.lines().all(|line| all.lines().filter(|found| *found == line).count() == 1));
    }
}

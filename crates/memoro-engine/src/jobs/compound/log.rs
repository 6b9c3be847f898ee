//! The log of a week: `memory/archive/weekly-YYYY-WW.md`, with what was promoted, demoted, overwritten and moved, and
//! why. A line that stands there already is not written again, and what a person added stays.

use jiff::civil::Date;
use memoro_core::{Content, Memory};

use super::Week;
use super::lessons::is_lesson;
use super::page::Entry;
use super::room::Moved;
use crate::error::Result;
use crate::jobs::reading::Reading;
use crate::jobs::text::line;
use crate::jobs::writers::CompoundWriter;

/// The section of promotions.
pub(super) const PROMOTED: usize = 0;
/// The section of demotions.
pub(super) const DEMOTED: usize = 1;
/// The section of changed lines.
pub(super) const REWRITTEN: usize = 3;

const SECTIONS: [&str; 7] = [
    "Promoted",
    "Demoted",
    "Overwritten",
    "Rewritten",
    "Archived",
    "Moved out of MEMORY.md",
    "Summaries read",
];

/// The log of a week.
pub(super) struct Log {
    title: String,
    path: String,
    sections: [Vec<String>; 7],
}

impl Log {
    /// Starts the log of a week.
    pub(super) fn new(week: &Week) -> Self {
        let Week { name, monday, sunday, .. } = week;
        Self {
            title: format!("# Week {name} ({monday} to {sunday})"),
            path: format!("memory/archive/weekly-{name}.md"),
            sections: Default::default(),
        }
    }

    /// Tells whether there is nothing to log.
    pub(super) fn is_empty(&self) -> bool {
        self.sections.iter().all(Vec::is_empty)
    }

    /// Returns how many lines a section has.
    pub(super) fn count(&self, section: usize) -> u64 {
        self.sections.get(section).map_or(0, |lines| lines.len() as u64)
    }

    pub(super) fn promoted(&mut self, entry: &Entry) {
        self.sections[PROMOTED].push(format!("{} | {}", linked(&entry.line), entry.reason));
    }

    pub(super) fn restored(&mut self, entry: &Entry) {
        let why = "brought back: a copy from before the last run had been saved over it";
        self.sections[PROMOTED].push(format!("{} | {why}", linked(&entry.line)));
    }

    pub(super) fn rewritten(&mut self, entry: &Entry) {
        let why = if is_lesson(&entry.id) { "met again" } else { "the decision changed" };
        self.sections[REWRITTEN].push(format!("{} | {why}", linked(&entry.line)));
    }

    pub(super) fn demoted(&mut self, was: &str, reason: &str) {
        self.sections[DEMOTED].push(format!("{} | {reason}", linked(was)));
    }

    pub(super) fn removed(&mut self, memory: &Memory, file: &str) {
        let text = format!("- {} ([{}](../../{file})) | removed by hand", title(memory), memory.id);
        self.sections[DEMOTED].push(text);
    }

    pub(super) fn overwritten(&mut self, old: &Memory, new: &Memory, reason: &str, day: Date) {
        let text = format!("- {day} {} ({}) by {} ({}) | {reason}", title(old), old.id, title(new), new.id);
        self.sections[2].push(text);
    }

    pub(super) fn withdrawn(&mut self, old: &Memory, reason: &str, day: Date) {
        self.sections[2].push(format!("- {day} {} ({}) | {reason}", title(old), old.id));
    }

    pub(super) fn archived(&mut self, memory: &Memory, file: &str, days: i64) {
        let text = format!("- {} ([{}](../../{file})) | not used for {days} days", title(memory), memory.id);
        self.sections[4].push(text);
    }

    pub(super) fn moved(&mut self, part: &Moved) {
        let Moved { title, path, why, .. } = part;
        let title = title.trim_start_matches(['#', '-', '*', '+', ' ']);
        self.sections[5].push(format!("- {} ([{path}](../../{path})) | {why}", line(title, 100)));
    }

    /// Names the summaries of the week.
    pub(super) fn summaries(&mut self, reading: &Reading<'_>, week: &Week) -> Result<()> {
        for (path, _) in week.summaries(reading)? {
            let name = path.rsplit('/').next().unwrap_or_default();
            self.sections[6].push(format!("- [{name}](../../{path})"));
        }
        Ok(())
    }

    /// Writes the log, beside what stands in it.
    pub(super) fn write(&self, reading: &Reading<'_>, writer: &mut CompoundWriter<'_>) -> Result<()> {
        for _ in 0..super::ATTEMPTS {
            let there = reading.file(&self.path)?;
            let on_disk = || there.as_ref().map(|read| read.bytes.clone()).unwrap_or_default();
            // What a dry run would have written of it is in no file.
            let before = writer.shown(&self.path).unwrap_or_else(on_disk);
            let text = String::from_utf8_lossy(&before).into_owned();
            let after = self.merged(&text);
            if after == text || writer.page(&self.path, after.as_bytes(), there.as_ref())? {
                return Ok(());
            }
        }
        Ok(())
    }

    fn merged(&self, text: &str) -> String {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines.is_empty() {
            lines.push(self.title.clone());
        }
        for (name, new) in SECTIONS.iter().zip(&self.sections) {
            let fresh: Vec<String> = new.iter().filter(|line| !lines.contains(line)).cloned().collect();
            if fresh.is_empty() {
                continue;
            }
            let heading = format!("## {name}");
            let start = lines.iter().position(|line| *line == heading).unwrap_or_else(|| {
                lines.extend([String::new(), heading.clone()]);
                lines.len() - 1
            });
            let rest = lines.iter().skip(start + 1).position(|line| line.starts_with("## "));
            let mut end = rest.map_or(lines.len(), |at| start + 1 + at);
            while end > start + 1 && lines[end - 1].trim().is_empty() {
                end -= 1;
            }
            lines.splice(end..end, fresh);
        }
        lines.join("\n") + "\n"
    }
}

/// Makes a line of MEMORY.md work from the archive's folder.
fn linked(line: &str) -> String {
    line.replace("](memory/", "](../").replace("](second-brain/", "](../../second-brain/")
}

fn title(memory: &Memory) -> String {
    match &memory.content {
        Content::Decision(decision) => line(&decision.title, 110),
        _ => memory.id.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_added_to_and_never_repeats_itself() {
        let log = |lines: &[&str]| {
            let mut sections: [Vec<String>; 7] = Default::default();
            sections[1] = lines.iter().map(|line| (*line).to_owned()).collect();
            Log { title: "# Week 2026-46".into(), path: String::new(), sections }
        };
        let first = log(&["- a | ก"]).merged("");
        assert_eq!(first, "# Week 2026-46\n\n## Demoted\n- a | ก\n");
        assert_eq!(log(&["- a | ก"]).merged(&first), first);
        let noted = format!("{first}\n## Mine\n自己的\n");
        let second = log(&["- b | 中"]).merged(&noted);
        assert_eq!(second, "# Week 2026-46\n\n## Demoted\n- a | ก\n- b | 中\n\n## Mine\n自己的\n");
    }
}

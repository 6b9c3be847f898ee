//! The daily wrap-up: one page with six sections about a day, made from its conversations and its decisions. It
//! promotes nothing and changes no memory; a page that a person edited is left alone.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::Date;
use memoro_core::extract::{Item, Kind, topics};
use memoro_core::{Content, Memory, Status};

use super::reading::{Conversation, Reading};
use super::text::line;
use super::writers::{Page, SummaryWriter};
use super::{Ended, Job, JobReport, bounds};
use crate::error::Result;

/// The sections, in order.
pub(super) const SECTIONS: [&str; 6] = [
    "Decisions made today",
    "Action items",
    "Important conversations",
    "Technical notes / debugging lessons",
    "Open loops",
    "Tomorrow next steps",
];

/// The longest line of an item, in characters.
const LINE: usize = 300;
/// How many next steps are named.
const STEPS: usize = 7;
/// How many missed days one run makes up for.
const CATCH_UP: usize = 7;

/// Runs the job.
pub(super) fn run(
    reading: &Reading<'_>,
    mut writer: SummaryWriter<'_>,
    date: Option<Date>,
    report: &mut JobReport,
) -> Result<()> {
    for date in days(reading, date)? {
        write_day(reading, &mut writer, date, report)?;
    }
    report.files = writer.finish();
    report.ended = if report.changes() == 0 { Ended::Nothing } else { Ended::Done };
    Ok(())
}

/// Returns the days that a run is about: the given one, or those since the last good run, yesterday at least.
fn days(reading: &Reading<'_>, date: Option<Date>) -> Result<Vec<Date>> {
    let yesterday = reading.yesterday();
    if let Some(date) = date {
        return Ok(vec![date]);
    }
    let last = reading.last_good_run(Job::DailyWrapup)?.filter(|last| *last <= reading.now());
    let first = last.map_or(yesterday, |last| reading.day_of(last).min(yesterday));
    let mut days: Vec<Date> =
        first.series(jiff::Span::new().days(1)).take_while(|day| *day <= yesterday).collect();
    Ok(days.split_off(days.len().saturating_sub(CATCH_UP)))
}

fn write_day(
    reading: &Reading<'_>,
    writer: &mut SummaryWriter<'_>,
    date: Date,
    report: &mut JobReport,
) -> Result<()> {
    let stretch = bounds(date, reading.zone())?;
    let heard = reading.conversations(&stretch)?;
    report.notes.extend(heard.problems);
    let mut sections: [Vec<String>; 6] = Default::default();
    sections[0] = decisions(reading, &stretch)?;
    for conversation in &heard.conversations {
        reading.check_time()?;
        let items = reading.extract(conversation, &mut report.notes);
        add(conversation, &items, &stretch, &mut sections);
    }
    if sections.iter().all(Vec::is_empty) {
        report.notes.push(format!("nothing was said or decided on {date}"));
        return Ok(());
    }
    sections[5] = steps(&sections);
    for section in &mut sections {
        let mut seen = BTreeSet::new();
        section.retain(|line| seen.insert(line.clone()));
    }
    let parts = pages(date, &sections, reading.settings().summary_lines);
    for (part, text) in parts.iter().enumerate() {
        match writer.write(date, part + 1, text)? {
            Page::Written => report.count("written", 1),
            Page::Same => {}
            Page::Edited => {
                report.notes.push(format!("the summary of {date} was edited by hand and is left as it is"));
            }
        }
    }
    Ok(())
}

/// The decisions of a day as the store has them: with their ids, and which still hold.
fn decisions(reading: &Reading<'_>, stretch: &Range<Timestamp>) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for memory in reading.decisions(&["active", "superseded", "archived", "pending"])? {
        if !stretch.contains(&memory.date()) {
            continue;
        }
        let file = reading.file_of(&memory)?;
        lines.extend(decision(&memory, &file));
    }
    Ok(lines)
}

fn decision(memory: &Memory, file: &str) -> Option<String> {
    let Content::Decision(decision) = &memory.content else { return None };
    let mut text = format!("- {}", line(&decision.title, LINE));
    if !decision.why.is_empty() {
        let _ = write!(text, ": {}", line(&decision.why, LINE));
    }
    match &memory.status {
        Status::Superseded { by: Some(by), .. } => _ = write!(text, " (superseded by {by})"),
        Status::Superseded { .. } => text.push_str(" (taken back)"),
        Status::Pending => text.push_str(" (waits for confirmation)"),
        _ => {}
    }
    if file.is_empty() {
        let _ = write!(text, " [{}]", memory.id);
    } else {
        let _ = write!(text, " ([{}](../../{file}))", memory.id);
    }
    Some(text)
}

/// Adds what one conversation brings.
fn add(
    conversation: &Conversation,
    items: &[Item],
    stretch: &Range<Timestamp>,
    sections: &mut [Vec<String>; 6],
) {
    let said = conversation.said();
    let mut important = 0;
    for item in items {
        let (at, turn) = &conversation.turns[item.turn];
        if !stretch.contains(at) {
            continue;
        }
        important += usize::from(item.holds() && item.kind != Kind::Action);
        let text = line(item.evidence(&said), LINE);
        let cite = format!("({}, message {})", conversation.path, turn.index);
        match item.kind {
            Kind::Action => sections[1].push(format!("- [ ] {text} {cite}")),
            Kind::Lesson => sections[3].push(format!("- {text} {cite}")),
            Kind::Question => sections[4].push(format!("- {text} {cite}")),
            _ => {}
        }
    }
    let today = conversation.within(stretch);
    let about = topics(&today, 6);
    let about = if about.is_empty() { first_words(&today) } else { about.join(", ") };
    let marks = if important == 0 { String::new() } else { format!(", {important} noted") };
    sections[2].push(format!("- {about} ({} messages{marks}, {})", today.len(), conversation.path));
}

fn first_words(said: &[memoro_core::extract::Said<'_>]) -> String {
    said.first().map(|said| line(said.text, 60)).unwrap_or_default()
}

/// The steps of tomorrow: what is to be done first, then what is open.
fn steps(sections: &[Vec<String>; 6]) -> Vec<String> {
    let open = sections[1].iter().map(|line| line.replacen("- [ ] ", "- ", 1));
    let loops = sections[4].iter().map(|line| line.replacen("- ", "- settle: ", 1));
    open.chain(loops).take(STEPS).collect()
}

/// Writes the sections, in parts that are not too long.
fn pages(date: Date, sections: &[Vec<String>; 6], most: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut page = format!("# Wrap-up {date}\n");
    let mut lines = 1;
    for (name, items) in SECTIONS.iter().zip(sections) {
        let none = ["- none".to_owned()];
        let items = if items.is_empty() { none.as_slice() } else { items.as_slice() };
        let _ = write!(page, "\n## {name}\n");
        lines += 2;
        for item in items {
            if lines + 3 >= most {
                parts.push(std::mem::take(&mut page));
                page = format!("# Wrap-up {date}, part {}\n\n## {name}\n", parts.len() + 1);
                lines = 3;
            }
            page.push_str(item);
            page.push('\n');
            lines += 1;
        }
    }
    parts.push(page);
    let count = parts.len();
    if count > 1 {
        let next = |part: usize| format!("\nContinued in [part {0}]({date}-wrapup-part-{0}.md)\n", part + 1);
        for (at, part) in parts.iter_mut().enumerate().take(count - 1) {
            part.push_str(&next(at + 1));
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_day_is_written_in_parts_that_lose_nothing() {
        let mut sections: [Vec<String>; 6] = Default::default();
        sections[1] = (0..100).map(|n| format!("- [ ] งาน {n}")).collect();
        let date = Date::constant(2026, 11, 15);
        let parts = pages(date, &sections, 40);
        assert!(parts.len() > 2 && parts.iter().all(|part| part.lines().count() <= 40));
        let all = parts.concat();
        assert!((0..100).all(|n| all.matches(&format!("งาน {n}\n")).count() == 1));
        assert!(SECTIONS.iter().all(|name| all.contains(&format!("## {name}\n"))));
        assert!(parts[0].contains("2026-11-15-wrapup-part-2.md"));
    }

    #[test]
    fn a_short_day_has_all_six_sections_in_order() {
        let parts = pages(Date::constant(2026, 11, 15), &Default::default(), 1_500);
        let places: Vec<_> =
            SECTIONS.iter().map(|name| parts[0].find(&format!("## {name}")).unwrap()).collect();
        assert!(parts.len() == 1 && places.is_sorted());
    }
}

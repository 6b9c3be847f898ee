//! The daily wrap-up: one page with six sections about a day, and its episode, made from its conversations and its
//! decisions. It promotes nothing and changes no decision; a page that a person edited is left alone.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::Date;
use memoro_core::extract::{Item, Kind, seizes, sends_on_errand};
use memoro_core::{Content, Decision, Grain, Memory, MemoryId, Status};

use super::episodes::Stretch;
use super::gather::Conversation;
use super::halfway::Inside;
use super::micro_sync;
use super::reading::Reading;
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
/// Stands for words that would have an agent run, fetch or send something.
const UNTOLD: &str = "(names something to run, fetch or send; its words stand in the conversation)";
/// How many next steps are named.
const STEPS: usize = 7;
/// How many days of imported conversations one run sums up.
const IMPORTED: usize = 31;
/// How many topics a day has.
const TOPICS: usize = 8;
/// How many a conversation has.
const ABOUT: usize = 6;

/// Runs the job.
pub(super) fn run(
    reading: &Reading<'_>,
    mut writer: SummaryWriter<'_>,
    date: Option<Date>,
    report: &mut JobReport,
) -> Result<()> {
    let written = days(reading, date, report)?.into_iter().try_for_each(|date| {
        write_day(reading, &mut writer, date, report)?;
        writer.looked_at(date)
    });
    report.files = writer.finish();
    written?;
    report.ended = if report.changes() == 0 { Ended::Nothing } else { Ended::Done };
    Ok(())
}

/// Returns the days that a run is about: the given one, or those since the last good run or since there is a workspace,
/// yesterday at least, and those of imported conversations and of what arrived late.
fn days(reading: &Reading<'_>, date: Option<Date>, report: &mut JobReport) -> Result<Vec<Date>> {
    let yesterday = reading.yesterday();
    if let Some(date) = date {
        return Ok(vec![date]);
    }
    let seen = reading.missed_since(Job::DailyWrapup, &mut report.notes)?;
    let first = seen.map_or(yesterday, |seen| reading.day_of(seen).min(yesterday));
    let missed = first.series(jiff::Span::new().days(1)).take_while(|day| *day <= yesterday);
    let mut imported = reading.backlog(Job::DailyWrapup)?;
    imported.extend(reading.belated(Job::DailyWrapup)?.into_keys());
    imported.sort_unstable();
    imported.dedup();
    imported.retain(|day| *day <= yesterday);
    let rest = imported.split_off(imported.len().min(IMPORTED));
    if !rest.is_empty() {
        report.notes.push(format!(
            "{} more days of imported or late conversations wait for the next run",
            rest.len()
        ));
    }
    let days: BTreeSet<Date> = missed.chain(imported).collect();
    Ok(days.into_iter().collect())
}

fn write_day(
    reading: &Reading<'_>,
    writer: &mut SummaryWriter<'_>,
    date: Date,
    report: &mut JobReport,
) -> Result<()> {
    let stretch = bounds(date, reading.zone())?;
    let heard = reading.conversations(&stretch, stretch.end, Inside::Whole)?;
    let problems = heard.problems.into_iter().filter(|problem| !report.notes.contains(problem));
    let problems: Vec<String> = problems.collect();
    report.notes.extend(problems);
    let mut day = Day::default();
    for mut conversation in heard.conversations {
        reading.check_progress()?;
        let items = reading.extract(&conversation, &mut report.notes)?;
        let unwritten = micro_sync::unwritten(reading, &conversation, &items, &stretch)?;
        // Anybody may have named it: the page is read by agents.
        conversation.session = reading.tamed(&conversation.session);
        conversation.path = reading.tamed(&conversation.path);
        let conversation = &conversation;
        day.add_unwritten(conversation, &unwritten);
        // What was forgotten, or may be one day, must not be kept by the first words of a conversation.
        let first = conversation.turns.iter().position(|(at, _)| stretch.contains(at));
        let kept = items.iter().any(|item| micro_sync::is_kept(item.kind) && Some(item.turn) == first);
        let quote = if unwritten.forgotten || kept { Quote::No } else { Quote::Yes };
        let about = reading.topics(&conversation.within(&stretch), ABOUT);
        day.add((conversation, quote), &items, &stretch, &about);
    }
    day.decided(reading, &stretch)?;
    day.tell_waiting();
    if day.sections.iter().all(Vec::is_empty) {
        report.notes.push(format!("nothing was said or decided on {date}"));
        return Ok(());
    }
    day.sections[5] = steps(&day.sections);
    for section in &mut day.sections {
        let mut seen = BTreeSet::new();
        section.retain(|line| seen.insert(line.clone()));
    }
    let parts = pages(date, &day.sections, reading.settings().summary_lines);
    for (part, text) in parts.iter().enumerate() {
        match writer.write(date, part + 1, text)? {
            Page::Written => report.count("written", 1),
            Page::Same => {}
            Page::Edited => {
                report.notes.push(format!("the summary of {date} was edited by hand and is left as it is"));
            }
        }
    }
    if writer.episode(day.episode(date, &stretch))? {
        report.count("episodes", 1);
    }
    Ok(())
}

/// Whether a conversation may be told by its first words.
#[derive(Clone, Copy)]
enum Quote {
    Yes,
    No,
}

/// What a day brought.
#[derive(Default)]
struct Day {
    sections: [Vec<String>; 6],
    /// The decisions that hold, by title.
    decided: Vec<(MemoryId, String)>,
    todo: Vec<String>,
    learned: Vec<String>,
    open: Vec<String>,
    topics: Vec<String>,
    messages: usize,
    /// What was settled and had not been written down when it was looked for, by the ids that it will have.
    unwritten: Vec<(MemoryId, String)>,
    /// What waits for a person. Pages are read by agents, so what nobody agreed to is counted and not told.
    waiting: BTreeSet<MemoryId>,
}

impl Day {
    /// Takes the decisions of the day as the store has them: with their ids, and which still hold. Comes after the
    /// conversations: what micro-sync writes down meanwhile is then in the store, or was told as not written down.
    fn decided(&mut self, reading: &Reading<'_>, stretch: &Range<Timestamp>) -> Result<()> {
        let mut written = BTreeSet::new();
        for memory in reading.decisions(&["active", "superseded", "archived", "pending"])? {
            let Content::Decision(decision) = &memory.content else { continue };
            if !stretch.contains(&memory.date()) {
                continue;
            }
            if memory.status == Status::Pending {
                self.waiting.insert(memory.id);
                continue;
            }
            let file = reading.file_of(&memory)?;
            self.sections[0].push(decided(&memory, decision, &file));
            if matches!(memory.status, Status::Active | Status::Archived) {
                self.decided.push((memory.id.clone(), decision.title.clone()));
            }
            written.insert(memory.id);
        }
        self.waiting.retain(|id| !written.contains(id));
        let told = |id: &MemoryId| written.contains(id) || self.waiting.contains(id);
        let unwritten = std::mem::take(&mut self.unwritten).into_iter().filter(|(id, _)| !told(id));
        self.sections[0].extend(unwritten.map(|(_, line)| line));
        Ok(())
    }

    /// Takes what a conversation settled and micro-sync has not written down yet.
    fn add_unwritten(&mut self, conversation: &Conversation, unwritten: &micro_sync::Unwritten<'_>) {
        self.waiting.extend(unwritten.waiting.iter().cloned());
        for (id, item) in &unwritten.items {
            let why =
                if item.why.is_empty() { String::new() } else { format!(": {}", line(&item.why, LINE)) };
            let cite = cite(conversation, item.turn);
            let text = format!("- {}{why} (not written down yet) {cite}", line(&item.title, LINE));
            self.unwritten.push((id.clone(), text));
        }
    }

    /// Takes what else one conversation brings.
    fn add(
        &mut self,
        (conversation, quote): (&Conversation, Quote),
        items: &[Item],
        stretch: &Range<Timestamp>,
        about: &[String],
    ) {
        let said = conversation.said();
        let mut important = 0;
        for item in items {
            if !stretch.contains(&conversation.turns[item.settled_in()].0) {
                continue;
            }
            important += usize::from(item.holds() && item.kind != Kind::Action);
            let text = line(item.evidence(&said), LINE);
            if seizes(&text) {
                continue;
            }
            let cite = cite(conversation, item.turn);
            let (section, mark, list) = match item.kind {
                Kind::Action => (1, "- [ ] ", &mut self.todo),
                Kind::Lesson => (3, "- ", &mut self.learned),
                Kind::Question => (4, "- ", &mut self.open),
                _ => continue,
            };
            // Nobody has confirmed what it would have an agent do: its place is told, its words are not.
            if sends_on_errand(&text) {
                self.sections[section].push(format!("{mark}{UNTOLD} {cite}"));
                continue;
            }
            self.sections[section].push(format!("{mark}{text} {cite}"));
            list.push(text);
        }
        let today = conversation.within(stretch);
        self.messages += today.len();
        for topic in about {
            if self.topics.len() < TOPICS && !self.topics.contains(topic) {
                self.topics.push(topic.clone());
            }
        }
        let about = match quote {
            _ if !about.is_empty() => about.join(", "),
            Quote::Yes
                if !today.first().is_some_and(|said| seizes(said.text) || sends_on_errand(said.text)) =>
            {
                first_words(&today)
            }
            _ => conversation.session.clone(),
        };
        let marks = if important == 0 { String::new() } else { format!(", {important} noted") };
        self.sections[2].push(format!("- {about} ({} messages{marks}, {})", today.len(), conversation.path));
    }

    /// Says how much waits, and where a person finds it.
    fn tell_waiting(&mut self) {
        match self.waiting.len() {
            0 => {}
            1 => self.sections[0].push("- 1 waits for confirmation: `memoro pending list` shows it".into()),
            n => self.sections[0]
                .push(format!("- {n} wait for confirmation: `memoro pending list` shows them")),
        }
    }

    fn episode(self, date: Date, stretch: &Range<Timestamp>) -> Stretch {
        let (ids, titles) = self.decided.into_iter().unzip();
        Stretch {
            grain: Grain::Day,
            name: date.to_string(),
            page: format!("second-brain/summaries/{date}-wrapup.md"),
            start: stretch.start,
            end: stretch.end,
            said: format!("{} conversations, {} messages", self.sections[2].len(), self.messages),
            brought: vec![
                ("decided", titles),
                ("to do", self.todo),
                ("learned", self.learned),
                ("open", self.open),
            ],
            topics: self.topics,
            decisions: ids,
        }
    }
}

fn cite(conversation: &Conversation, turn: usize) -> String {
    format!("({}, message {})", conversation.path, conversation.turns[turn].1.index)
}

fn decided(memory: &Memory, decision: &Decision, file: &str) -> String {
    let mut text = format!("- {}", line(&decision.title, LINE));
    if !decision.why.is_empty() {
        let _ = write!(text, ": {}", line(&decision.why, LINE));
    }
    match &memory.status {
        Status::Superseded { by: Some(by), .. } => _ = write!(text, " (superseded by {by})"),
        Status::Superseded { .. } => text.push_str(" (taken back)"),
        _ => {}
    }
    if file.is_empty() {
        let _ = write!(text, " [{}]", memory.id);
    } else {
        let _ = write!(text, " ([{}](../../{file}))", memory.id);
    }
    text
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

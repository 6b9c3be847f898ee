//! The weekly compound: promotes decisions and lessons that are worth reading every time into MEMORY.md, takes out what
//! is not any more, settles conflicts, logs each change with its reason in the archive, and writes the week's episode. A person's own text in MEMORY.md stays;
//! what they change while the job runs is never lost, because the file is compared before it is replaced.

mod lessons;
mod log;
mod page;
mod room;
mod state;
mod value;
mod week;

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use memoro_core::extract::Matter;
use memoro_core::{Content, Memory, MemoryId, Status};

pub(super) use self::room::long_entries;

use self::log::Log;
use self::page::{Entry, Section};
use self::state::{Moment, State};
use self::week::Week;
use super::reading::Reading;
use super::text::line;
use super::writers::{CompoundWriter, MEMORY};
use super::{Ended, JobReport, limits};
use crate::error::{EngineError, Result};

/// How often MEMORY.md is planned anew while somebody changes it.
const ATTEMPTS: usize = 20;

/// How many decisions are put away in one change.
const AT_ONCE: usize = 100;

/// Runs the job.
pub(super) fn run(
    reading: &Reading<'_>,
    mut writer: CompoundWriter<'_>,
    date: Option<Date>,
    report: &mut JobReport,
) -> Result<()> {
    let day = date.unwrap_or_else(|| reading.yesterday());
    if day > reading.today() {
        let why = "its week is still to come; what it would put away is new by then";
        return Err(EngineError::invalid(format!("the day {day}"), why));
    }
    let week = Week::of(day, reading.zone())?;
    settle_conflicts(reading, &mut writer, &week, report)?;
    // Before MEMORY.md, so that its links lead to where things stand.
    limits::split_days(reading, &writer, report)?;
    limits::split_summaries(reading, &mut writer, report)?;
    let begun = crate::vault::files::late::moment();
    write_memory(reading, &mut writer, (&week, Moment::Before, begun), report)?;
    put_away(reading, &mut writer, &week, report)?;
    for week in week.untold(reading)?.into_iter().chain([week]) {
        reading.check_time()?;
        if let Some(told) = week.told(reading)?
            && writer.episode(told)?
        {
            report.count("episodes", 1);
        }
    }
    if writer.carries_out() && !state::stands(reading)? {
        // Who saves an older copy while the job runs takes out what it has just brought.
        let week = Week::of(day, reading.zone())?;
        write_memory(reading, &mut writer, (&week, Moment::After, begun), report)?;
    }
    report.files = writer.finish();
    report.ended = if report.changes() == 0 { Ended::Nothing } else { Ended::Done };
    Ok(())
}

/// Brings MEMORY.md up to date, again and again while somebody changes it.
fn write_memory(
    reading: &Reading<'_>,
    writer: &mut CompoundWriter<'_>,
    (week, mut moment, begun): (&Week, Moment, u128),
    report: &mut JobReport,
) -> Result<()> {
    for attempt in 0.. {
        reading.check_time()?;
        let written = rewrite(reading, writer, (week, moment), report)?;
        if written && (!writer.settle_memory(begun)? || state::stands(reading)?) {
            break;
        }
        if written {
            moment = Moment::After;
        }
        if attempt >= ATTEMPTS && moment == Moment::After {
            report.notes.push(format!("{MEMORY} was changed all the time; the next run mends what it lacks"));
            break;
        }
        if attempt >= ATTEMPTS {
            let why = "someone else keeps changing this file; close it and try again";
            return Err(EngineError::invalid(MEMORY, why));
        }
    }
    Ok(())
}

/// Writes the log of what is about to happen. It goes first: a run that is killed in between plans the same again, and
/// no line is logged twice.
fn announce(reading: &Reading<'_>, writer: &mut CompoundWriter<'_>, week: &Week, mut log: Log) -> Result<()> {
    if log.is_empty() {
        return Ok(());
    }
    log.summaries(reading, week)?;
    log.write(reading, writer)
}

/// Of two active decisions that choose differently in one matter the later one holds.
fn settle_conflicts(
    reading: &Reading<'_>,
    writer: &mut CompoundWriter<'_>,
    week: &Week,
    report: &mut JobReport,
) -> Result<()> {
    let mut matters: BTreeMap<memoro_core::extract::Subject, (Matter, Memory)> = BTreeMap::new();
    let (mut log, mut ended) = (Log::new(week), Vec::new());
    tell_overwritten(reading, week, &mut log)?;
    for memory in reading.decisions(&["active"])?.into_iter().filter(|m| m.date() < week.end) {
        let Content::Decision(decision) = &memory.content else { continue };
        let Some(matter) = Matter::of(&decision.title) else { continue };
        if let Some((older, old)) = matters.get(matter.topic())
            && older.conflicts(&matter)
            && old.scope == memory.scope
        {
            let day = reading.day_of(memory.date());
            let reason = format!("{SAME_MATTER} was made on {day}");
            log.overwritten(old, &memory, &reason, day);
            ended.push((old.id.clone(), memory.id.clone(), reason));
        }
        matters.insert(matter.topic().clone(), (matter, memory));
    }
    announce(reading, writer, week, log)?;
    for (old, new, reason) in ended {
        writer.supersede(&old, &new, &reason)?;
        report.count("overwritten", 1);
    }
    writer.mirror()
}

/// How the reason begins for which this job ends a decision.
const SAME_MATTER: &str = "another choice in the same matter";

/// Logs the decisions that others than this job have ended in the week, with the date and the reason.
fn tell_overwritten(reading: &Reading<'_>, week: &Week, log: &mut Log) -> Result<()> {
    for old in reading.decisions(&["superseded"])? {
        let Status::Superseded { by, reason } = &old.status else { continue };
        let Some(ended) = old.valid_until.filter(|at| *at >= week.start && *at < week.end) else { continue };
        if reason.starts_with(SAME_MATTER) || !reading.was_active(&old)? {
            continue;
        }
        if by.as_ref().map(|by| reading.is_taken_back(by)).transpose()?.unwrap_or(false) {
            continue;
        }
        let new = by.as_ref().map(|by| reading.memory(by)).transpose()?.flatten();
        match &new {
            Some(new) => {
                let why = match &new.content {
                    Content::Decision(decision) if !decision.why.is_empty() => format!(": {}", decision.why),
                    _ => String::new(),
                };
                let reason = line(&format!("{reason}{why}"), 200);
                log.overwritten(&old, new, &reason, reading.day_of(new.date()));
            }
            None => log.withdrawn(&old, &line(reason, 120), reading.day_of(ended)),
        }
    }
    Ok(())
}

/// Rewrites MEMORY.md; `false` if somebody changed it meanwhile.
fn rewrite(
    reading: &Reading<'_>,
    writer: &mut CompoundWriter<'_>,
    (week, moment): (&Week, Moment),
    report: &mut JobReport,
) -> Result<bool> {
    let read = reading.file(MEMORY)?;
    let before = read.as_ref().map(|read| read.bytes.clone()).unwrap_or_default();
    memoro_core::markdown::check_text(&before)
        .map_err(|why| EngineError::NotText { file: MEMORY.into(), why })?;
    let mut state = State::load(reading, &before, moment)?;
    let (trimmed, moved) = room::move_long_entries(&before, reading.settings().entry_lines, &state.lines);
    // First what a person wrote gets its room, then ours takes what is left.
    let (trimmed, sections) = room::make_room(trimmed, reading.settings().memory_lines, &state.lines);
    let Plan { wanted, gone } = plan(reading, week, &state, &trimmed)?;
    let (after, entries, crowded) = fit(reading, &trimmed, &state, wanted);
    let mut draft = Log::new(week);
    tell(&mut draft, (&state, &gone), &entries, &crowded);
    let moved: Vec<room::Moved> = moved.into_iter().chain(sections).collect();
    for part in &moved {
        draft.moved(part);
    }
    for id in state.removed.iter().filter_map(|id| MemoryId::new(id).ok()) {
        // What is kept nowhere any more must not come back through the log.
        if let Some(memory) = reading.memory(&id)? {
            draft.removed(&memory, &reading.file_of(&memory)?);
        }
    }
    if moment == Moment::Before {
        tell_missing(&state, &entries, report);
    }
    if after == before {
        // Nothing changes; what a person removed is remembered and logged all the same.
        announce(reading, writer, week, draft)?;
        state.settle(&entries);
        state.save(writer)?;
        return Ok(true);
    }
    for part in &moved {
        let there = reading.file(&part.path)?;
        writer.page(&part.path, &part.text, there.as_ref())?;
    }
    if read.is_some() {
        keep_old(reading, writer, week, &before)?;
    }
    let counts = [log::PROMOTED, log::DEMOTED, log::REWRITTEN].map(|section| draft.count(section));
    announce(reading, writer, week, draft)?;
    state.begin(&entries, (&before, &after));
    state.save(writer)?;
    if !writer.memory(&after, read.as_ref())? {
        state.abandon();
        state.save(writer)?;
        return Ok(false);
    }
    state.settle(&entries);
    state.save(writer)?;
    if moment == Moment::Before {
        for (what, count) in ["promoted", "demoted", "rewritten"].into_iter().zip(counts) {
            report.count(what, count);
        }
    }
    report.count("moved", moved.len() as u64);
    Ok(true)
}

/// Tells what was missing from the page, and what becomes of it.
fn tell_missing(state: &State, entries: &[Entry], report: &mut JobReport) {
    let back = entries.iter().filter(|entry| state.lost.contains(entry.id.as_str())).count();
    let mut notes = Vec::new();
    if back > 0 {
        notes.push(format!(
            "{back} entries are back in {MEMORY}: a copy from before the last run had been saved over it; delete them again to leave them out"
        ));
    }
    if !state.removed.is_empty() {
        let count = state.removed.len();
        notes.push(format!("{count} entries were taken out of {MEMORY} by hand and stay out"));
    }
    for note in notes {
        if !report.notes.contains(&note) {
            report.notes.push(note);
        }
    }
}

/// Keeps the version of MEMORY.md that is about to be replaced.
fn keep_old(
    reading: &Reading<'_>,
    writer: &mut CompoundWriter<'_>,
    week: &Week,
    before: &[u8],
) -> Result<()> {
    let hash = blake3::hash(before).to_hex();
    let path = format!("memory/archive/MEMORY-{}-{}.md", week.name, hash.get(..6).unwrap_or_default());
    let there = reading.file(&path)?;
    if there.is_none() {
        writer.page(&path, before, None)?;
    }
    Ok(())
}

/// The reason why a decision that is nowhere any more leaves MEMORY.md.
const FORGOTTEN: &str = "it is not kept any more";

/// What should stand in MEMORY.md, before its room is counted.
struct Plan {
    wanted: Vec<Entry>,
    gone: Vec<(MemoryId, String)>,
}

/// Logs what becomes of each entry.
fn tell(
    log: &mut Log,
    (state, gone): (&State, &[(MemoryId, String)]),
    entries: &[Entry],
    crowded: &BTreeSet<MemoryId>,
) {
    let was = state.hot();
    for entry in entries {
        match was.get(&entry.id) {
            None if state.lost.contains(entry.id.as_str()) => log.restored(entry),
            None => log.promoted(entry),
            Some(line) if *line != entry.line => log.rewritten(entry),
            Some(_) => {}
        }
    }
    for (id, line) in &was {
        if entries.iter().any(|entry| entry.id == *id) {
            continue;
        }
        let told = gone.iter().find(|(gone, _)| gone == id).map(|(_, reason)| reason.as_str());
        if told == Some(FORGOTTEN) {
            // Its words must not come back through the log.
            continue;
        }
        let crowded = crowded.contains(id).then_some("no room: others are worth more");
        log.demoted(line, told.or(crowded).unwrap_or("it is worth less than others"));
    }
}

fn plan(reading: &Reading<'_>, week: &Week, state: &State, bytes: &[u8]) -> Result<Plan> {
    let hot = state.hot();
    let (mut wanted, mut gone) = (Vec::new(), Vec::new());
    let mentioned = String::from_utf8_lossy(bytes).into_owned();
    for memory in reading.decisions(&["active", "superseded", "archived"])? {
        let is_hot = hot.contains_key(&memory.id);
        let was_hot = is_hot || state.lost.contains(memory.id.as_str());
        if memory.date() >= week.end && !was_hot {
            continue;
        }
        if memory.status != Status::Active {
            if is_hot {
                gone.push((memory.id.clone(), ended(&memory, reading)));
            }
            continue;
        }
        if state.dismissed.contains(memory.id.as_str()) || (!is_hot && mentioned.contains(memory.id.as_str()))
        {
            continue;
        }
        let worth = value::of(&memory, &reading.usage(&memory.id)?, week.end);
        if worth.score < if was_hot { value::KEEP } else { value::PROMOTE } {
            if is_hot {
                gone.push((memory.id.clone(), worth.reason));
            }
            continue;
        }
        wanted.push(entry(reading, &memory, worth)?);
    }
    for id in hot.keys().filter(|id| !lessons::is_lesson(id)) {
        if reading.memory(id)?.is_none() {
            gone.push((id.clone(), FORGOTTEN.into()));
        }
    }
    let (mut learned, mut stale) = lessons::plan(reading, week, state)?;
    wanted.append(&mut learned);
    gone.append(&mut stale);
    wanted.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
    Ok(Plan { wanted, gone })
}

fn ended(memory: &Memory, reading: &Reading<'_>) -> String {
    match &memory.status {
        Status::Superseded { by, reason } => {
            let by = by.as_ref().map(|by| format!(" by {by}")).unwrap_or_default();
            let day = memory.valid_until.map(|at| format!(" on {}", reading.day_of(at))).unwrap_or_default();
            format!("superseded{by}{day}: {}", line(reason, 120))
        }
        _ => "archived".into(),
    }
}

fn entry(reading: &Reading<'_>, memory: &Memory, worth: value::Worth) -> Result<Entry> {
    let Content::Decision(decision) = &memory.content else {
        return Err(EngineError::invalid(memory.id.to_string(), "is no decision"));
    };
    let why = if decision.why.is_empty() { String::new() } else { format!(": {}", line(&decision.why, 100)) };
    let day = reading.day_of(memory.date());
    let title = line(&decision.title, 110);
    let file = reading.file_of(memory)?;
    Ok(Entry {
        id: memory.id.clone(),
        section: Section::of(memory),
        line: format!("- {day} {title}{why} ([{}]({file}))", memory.id),
        score: worth.score,
        reason: worth.reason,
    })
}

/// Makes the page with as many entries as there is room for; returns those that had none.
fn fit(
    reading: &Reading<'_>,
    bytes: &[u8],
    state: &State,
    mut wanted: Vec<Entry>,
) -> (Vec<u8>, Vec<Entry>, BTreeSet<MemoryId>) {
    let most = reading.settings().memory_lines;
    let mut crowded = BTreeSet::new();
    loop {
        let page = page::rebuild(bytes, &state.lines, &wanted);
        let lines = page.split_inclusive(|byte| *byte == b'\n').count();
        if lines <= most || wanted.is_empty() {
            return (page, wanted, crowded);
        }
        let kept = wanted.len() - (lines - most).min(wanted.len());
        crowded.extend(wanted.drain(kept..).map(|entry| entry.id));
    }
}

/// Puts decisions away that nobody used for long and that are not in MEMORY.md.
fn put_away(
    reading: &Reading<'_>,
    writer: &mut CompoundWriter<'_>,
    week: &Week,
    report: &mut JobReport,
) -> Result<()> {
    let hot: BTreeSet<MemoryId> = state::hot_now(reading)?;
    let limit = week.end - reading.settings().archive_after;
    let days = reading.settings().archive_after.as_hours() / 24;
    let (mut log, mut old) = (Log::new(week), Vec::new());
    for memory in reading.decisions(&["active"])? {
        let permanent = memory.retention.stability == memoro_core::Stability::Permanent;
        if memory.date() >= limit || memory.updated_at >= limit || permanent || hot.contains(&memory.id) {
            continue;
        }
        if reading.usage(&memory.id)?.last_access.is_none_or(|at| at < limit) {
            log.archived(&memory, &reading.file_of(&memory)?, days);
            old.push(memory.id);
        }
    }
    announce(reading, writer, week, log)?;
    for some in old.chunks(AT_ONCE) {
        reading.check_time()?;
        writer.archive(some, &format!("not used for {days} days"))?;
        report.count("archived", some.len() as u64);
    }
    writer.mirror()
}

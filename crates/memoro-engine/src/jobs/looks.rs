//! What micro-sync looks at: the time since its last run that went well, days that were imported, and days of which something
//! arrived late. Reads no conversation.

use std::collections::BTreeSet;
use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::Date;

use super::reading::Reading;
use super::{Job, JobReport, bounds};
use crate::error::Result;

/// How many days of imported conversations one run looks at.
const IMPORTED: usize = 31;

/// A stretch of time, the days that are looked at with it, and the conversations that are asked, where not all are.
pub(super) struct OneLook {
    pub(super) stretch: Range<Timestamp>,
    pub(super) days: Vec<Date>,
    pub(super) only: Option<BTreeSet<String>>,
}

/// Returns everything that a run looks at: the stretches that are its own, then the days of which something arrived late.
pub(super) fn looks(
    reading: &Reading<'_>,
    date: Option<Date>,
    report: &mut JobReport,
) -> Result<Vec<OneLook>> {
    let own = stretches(reading, date, report)?;
    let mut looks: Vec<OneLook> =
        own.into_iter().map(|(stretch, days)| OneLook { stretch, days, only: None }).collect();
    if date.is_some() {
        return Ok(looks);
    }
    let own = looks.len();
    let mut days = reading.belated(Job::MicroSync)?.into_iter();
    for (day, names) in days.by_ref().take(IMPORTED) {
        let Range { start, end } = bounds(day, reading.zone())?;
        let stretch = start..end.min(reading.now());
        let covered =
            |own: &&mut OneLook| own.stretch.start <= stretch.start && stretch.end <= own.stretch.end;
        match looks.iter_mut().take(own).find(covered) {
            Some(own) => own.days.push(day),
            None => looks.push(OneLook { stretch, days: vec![day], only: Some(names) }),
        }
    }
    if days.len() > 0 {
        report.notes.push(format!("{} more days of late conversations wait for the next run", days.len()));
    }
    Ok(looks)
}

/// Returns the stretches of time that a run looks at, with the days of imported conversations that each is for: a given
/// day, or the days that were imported, and the last hours.
fn stretches(
    reading: &Reading<'_>,
    date: Option<Date>,
    report: &mut JobReport,
) -> Result<Vec<(Range<Timestamp>, Vec<Date>)>> {
    let last = stretch(reading, date, report)?;
    if let Some(date) = date {
        return Ok(vec![(last, vec![date])]);
    }
    let mut days = reading.backlog(Job::MicroSync)?;
    let rest = days.split_off(days.len().min(IMPORTED));
    if !rest.is_empty() {
        report
            .notes
            .push(format!("{} more days of imported conversations wait for the next run", rest.len()));
    }
    let mut all: Vec<(Range<Timestamp>, Vec<Date>)> = vec![(last, Vec::new())];
    for day in days {
        let bounds = bounds(day, reading.zone())?;
        // Nothing that is yet to come was said.
        all.push((bounds.start..bounds.end.min(reading.now()), vec![day]));
    }
    all.sort_by_key(|(stretch, _)| (stretch.start, stretch.end));
    let mut joined: Vec<(Range<Timestamp>, Vec<Date>)> = Vec::new();
    for (next, mut days) in all {
        match joined.last_mut() {
            // What lies in two stretches would be read, and paid for, twice.
            Some((stretch, before)) if stretch.end >= next.start => {
                stretch.end = stretch.end.max(next.end);
                before.append(&mut days);
            }
            _ => joined.push((next, days)),
        }
    }
    Ok(joined)
}

/// Returns the stretch of time that a run is about: a day, or the time since the last good run, or since there is a
/// workspace, and at least the configured window.
fn stretch(reading: &Reading<'_>, date: Option<Date>, report: &mut JobReport) -> Result<Range<Timestamp>> {
    if let Some(date) = date {
        return bounds(date, reading.zone());
    }
    let now = reading.now();
    let window = now - reading.settings().window;
    let seen = reading.missed_since(Job::MicroSync, &mut report.notes)?;
    // What another machine wrote shortly before the last run may have arrived after it.
    let start = seen.map_or(window, |seen| (seen - reading.settings().window).min(window));
    Ok(start..now)
}

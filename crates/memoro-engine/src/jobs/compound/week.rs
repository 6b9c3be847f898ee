//! The week that a run is about, by the ISO calendar and in the workspace's time zone, and what it was in a few words.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::Date;
use memoro_core::{Content, Grain, MemoryId, Shape, Status};

use super::lessons::lessons_of;
use crate::error::{EngineError, Result};
use crate::jobs::bounds;
use crate::jobs::episodes::Stretch;
use crate::jobs::reading::Reading;

/// The week that a run is about.
pub(super) struct Week {
    /// `2026-46`, by the ISO calendar.
    pub(super) name: String,
    /// Its Monday.
    pub(super) monday: Date,
    /// Its Sunday.
    pub(super) sunday: Date,
    /// Its first moment.
    pub(super) start: Timestamp,
    /// The moment after its last.
    pub(super) end: Timestamp,
}

impl Week {
    /// Returns the ISO week that a day lies in.
    pub(super) fn of(date: Date, zone: &jiff::tz::TimeZone) -> Result<Self> {
        let iso = date.iso_week_date();
        let wrong = |why: jiff::Error| EngineError::invalid(format!("date {date}"), why);
        let back = i64::from(date.weekday().to_monday_zero_offset());
        let monday = date.checked_sub(jiff::Span::new().days(back)).map_err(wrong)?;
        let sunday = monday.checked_add(jiff::Span::new().days(6)).map_err(wrong)?;
        let name = format!("{:04}-{:02}", iso.year(), iso.week());
        Ok(Self { name, monday, sunday, start: bounds(monday, zone)?.start, end: bounds(sunday, zone)?.end })
    }

    /// Returns the summaries of its days, with the day of each, in order.
    pub(super) fn summaries(&self, reading: &Reading<'_>) -> Result<Vec<(String, Date)>> {
        let all = reading.list("second-brain/summaries")?.into_iter();
        let mut found: Vec<(String, Date)> = all
            .filter_map(|path| day_of(&path).map(|day| (path, day)))
            .filter(|(_, day)| *day >= self.monday && *day <= self.sunday)
            .collect();
        found.sort_by(|(a, x), (b, y)| x.cmp(y).then(a.cmp(b)));
        Ok(found)
    }

    /// Returns the earlier weeks of which something is known and nothing was told, the oldest first: those that were
    /// imported later, and those in which nobody ran the job. Weeks whose episode would be over by now are left out.
    pub(super) fn untold(&self, reading: &Reading<'_>) -> Result<Vec<Self>> {
        let first = reading.day_of(reading.now() - reading.episodes_live());
        let decided = reading.decisions(&["active", "superseded", "archived"])?;
        let decided = decided.iter().map(|memory| reading.day_of(memory.date()));
        let summed_up = reading.list("second-brain/summaries")?;
        let days = decided.chain(summed_up.iter().filter_map(|path| day_of(path)));
        let days: BTreeSet<Date> = days.filter(|day| *day > first && *day < self.monday).collect();
        let mut weeks: Vec<Self> = Vec::new();
        for day in days {
            if weeks.last().is_some_and(|last| day <= last.sunday) {
                continue;
            }
            let week = Self::of(day, reading.zone())?;
            let id = MemoryId::new(format!("episodic_{}_{}", Grain::Week, week.name));
            if id.is_ok_and(
                |id| !matches!(reading.memory(&id), Ok(Some(known)) if known.shape() == Shape::Episode),
            ) {
                weeks.push(week);
            }
        }
        Ok(weeks)
    }

    /// Returns what the week was in a few words; nothing if nothing is known of it.
    pub(super) fn told(&self, reading: &Reading<'_>) -> Result<Option<Stretch>> {
        let summaries = self.summaries(reading)?;
        let (mut decided, mut replaced, mut ids) = (Vec::new(), Vec::new(), Vec::new());
        for memory in reading.decisions(&["active", "superseded", "archived"])? {
            let Content::Decision(decision) = &memory.content else { continue };
            if memory.date() < self.start || memory.date() >= self.end || !reading.was_active(&memory)? {
                continue;
            }
            let list = match memory.status {
                Status::Superseded { .. } => &mut replaced,
                _ => &mut decided,
            };
            list.push(decision.title.clone());
            ids.push(memory.id);
        }
        if summaries.is_empty() && ids.is_empty() {
            return Ok(None);
        }
        let mut learned: Vec<String> = Vec::new();
        for (path, _) in &summaries {
            let Some(read) = reading.file(path)? else { continue };
            for lesson in lessons_of(&String::from_utf8_lossy(&read.bytes)) {
                if !learned.iter().any(|known| known == lesson) {
                    learned.push(lesson.to_owned());
                }
            }
        }
        let Self { name, monday, sunday, start, end } = self;
        Ok(Some(Stretch {
            grain: Grain::Week,
            name: name.clone(),
            page: format!("memory/archive/weekly-{name}.md"),
            start: *start,
            end: *end,
            said: format!(
                "{monday} to {sunday}, {} decisions, {} days summed up",
                ids.len(),
                summaries.len()
            ),
            brought: vec![("decided", decided), ("replaced", replaced), ("learned", learned)],
            topics: Vec::new(),
            decisions: ids,
        }))
    }
}

/// Returns the day that a summary is about, by its name.
fn day_of(path: &str) -> Option<Date> {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.get(..10).and_then(|day| day.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::TimeZone;

    #[test]
    fn weeks_follow_the_iso_calendar_over_the_end_of_the_year() {
        let zone = TimeZone::get("Asia/Bangkok").unwrap();
        for (date, name, monday) in [
            (Date::constant(2026, 11, 15), "2026-46", Date::constant(2026, 11, 9)),
            (Date::constant(2027, 1, 3), "2026-53", Date::constant(2026, 12, 28)),
            (Date::constant(2027, 1, 4), "2027-01", Date::constant(2027, 1, 4)),
            (Date::constant(2024, 12, 30), "2025-01", Date::constant(2024, 12, 30)),
        ] {
            let week = Week::of(date, &zone).unwrap();
            assert_eq!((week.name.as_str(), week.monday), (name, monday));
        }
    }

    #[test]
    fn a_week_with_a_changed_clock_ends_at_midnight() {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let week = Week::of(Date::constant(2026, 10, 25), &zone).unwrap();
        assert_eq!(week.start, "2026-10-18T22:00:00Z".parse().unwrap());
        assert_eq!(week.end, "2026-10-25T23:00:00Z".parse().unwrap());
    }
}

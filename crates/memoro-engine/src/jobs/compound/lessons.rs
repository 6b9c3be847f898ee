//! The lessons of a week's summaries that are worth reading every time: few, the repeated ones first, and only as long
//! as they are fresh. The summary that tells one stays where it is.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use memoro_core::MemoryId;

use super::Week;
use super::page::{Entry, Section};
use super::state::State;
use super::value::{KEEP, PROMOTE};
use crate::draft::fingerprint;
use crate::error::Result;
use crate::jobs::reading::Reading;
use crate::jobs::text::line;

/// How the ids of lessons begin.
const LESSON: &str = "LESSON-";
/// How many lessons of one week are promoted.
const A_WEEK: usize = 5;
/// The worth of a lesson that was met once.
const ONCE: f64 = 0.6;
/// What each further day adds on which it was met.
const AGAIN: f64 = 0.08;
/// What a day takes from its worth.
const A_DAY: f64 = 0.0055;

/// A lesson and where it was told.
struct Lesson {
    text: String,
    days: BTreeSet<Date>,
    path: String,
}

/// Tells whether an id is that of a lesson.
pub(super) fn is_lesson(id: &MemoryId) -> bool {
    id.as_str().starts_with(LESSON)
}

/// Entries that leave MEMORY.md, with the reason.
type Gone = Vec<(MemoryId, String)>;

/// Returns the lessons that should stand in MEMORY.md, and those that should not any more.
pub(super) fn plan(reading: &Reading<'_>, week: &Week, state: &State) -> Result<(Vec<Entry>, Gone)> {
    let mut told = of_week(reading, week)?;
    let (mut wanted, mut gone) = (Vec::new(), Vec::new());
    let hot = state.hot();
    for (id, line) in hot.clone().into_iter().filter(|(id, _)| is_lesson(id)) {
        // Met again this week, it is looked at like a new one.
        if told.contains_key(&id) {
            continue;
        }
        let day = line.get(2..12).and_then(|day| day.parse::<Date>().ok()).unwrap_or(week.monday);
        let age = (week.sunday - day).get_days().max(0);
        let score = ONCE - A_DAY * f64::from(age);
        if score < KEEP {
            gone.push((id, format!("a lesson that was not met again for {age} days")));
        } else {
            wanted.push(Entry { id, section: Section::Lessons, line, score, reason: "a lesson".into() });
        }
    }
    told.retain(|id, _| !state.dismissed.contains(id.as_str()));
    let mut new: Vec<Entry> = told.into_iter().map(|(id, lesson)| lesson.entry(id)).collect();
    new.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.line.cmp(&b.line)));
    let mut fresh = 0;
    new.retain(|entry| {
        fresh += usize::from(!hot.contains_key(&entry.id));
        hot.contains_key(&entry.id) || fresh <= A_WEEK
    });
    wanted.extend(new.into_iter().filter(|entry| entry.score >= PROMOTE));
    Ok((wanted, gone))
}

impl Lesson {
    fn entry(self, id: MemoryId) -> Entry {
        let times = u32::try_from(self.days.len()).unwrap_or(u32::MAX);
        let day = self.days.last().map(Date::to_string).unwrap_or_default();
        let name = self.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".md").to_owned();
        let again = if times > 1 { format!(", met on {times} days") } else { String::new() };
        Entry {
            id,
            section: Section::Lessons,
            line: format!("- {day} {} ([{name}]({}))", line(&self.text, 150), self.path),
            score: (ONCE + AGAIN * f64::from(times - 1)).min(1.0),
            reason: format!("a lesson{again}"),
        }
    }
}

/// Reads the lessons of a week's summaries.
fn of_week(reading: &Reading<'_>, week: &Week) -> Result<BTreeMap<MemoryId, Lesson>> {
    let mut found: BTreeMap<MemoryId, Lesson> = BTreeMap::new();
    for (path, day) in week.summaries(reading)? {
        let Some(read) = reading.file(&path)? else { continue };
        let page = String::from_utf8_lossy(&read.bytes).into_owned();
        for text in lessons_of(&page) {
            let hash = fingerprint(text);
            let Ok(id) = MemoryId::new(format!("{LESSON}{hash}")) else { continue };
            let lesson = found.entry(id).or_insert_with(|| Lesson {
                text: text.to_owned(),
                days: BTreeSet::new(),
                path: path.clone(),
            });
            lesson.days.insert(day);
            lesson.path.clone_from(&path);
        }
    }
    Ok(found)
}

/// Returns the lessons of a page, without where they were told.
pub(super) fn lessons_of(page: &str) -> impl Iterator<Item = &str> {
    let after = page.split_once("\n## Technical notes / debugging lessons\n").map_or("", |(_, after)| after);
    let section = after.split("\n## ").next().unwrap_or_default();
    let items = section.lines().filter_map(|line| line.strip_prefix("- "));
    items
        .map(|item| match item.rsplit_once(" (") {
            Some((text, cited)) if cited.ends_with(')') && cited.contains(", message ") => text,
            _ => item,
        })
        .map(str::trim)
        .filter(|item| *item != "none" && item.chars().count() >= 12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_are_read_from_their_section_alone() {
        let page = "# Wrap-up\n\n## Action items\n- [ ] x\n\n## Technical notes / debugging lessons\n- สาเหตุคือดิสก์เต็มทั้งหมด (sessions/a.jsonl, message 3)\n- 教训：一定要先备份数据库再升级\n- none\n\n## Open loops\n- y is not settled yet\n";
        let found: Vec<&str> = lessons_of(page).collect();
        assert_eq!(found, ["สาเหตุคือดิสก์เต็มทั้งหมด", "教训：一定要先备份数据库再升级"]);
        assert_eq!(lessons_of("# nothing").count(), 0);
    }
}

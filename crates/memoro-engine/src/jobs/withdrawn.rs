//! Conversations that a person took back: what the jobs wrote of them goes from the pages, wherever a page tells it again, and
//! what was said in them until then is not heard again. What is said in them later is.

use std::collections::BTreeSet;

use jiff::Timestamp;
use memoro_core::{Memory, Status};
use memoro_store::Durability;
use memoro_store::index::Bitmap;

use super::erase::{LinesOf, is_cited};
use super::gather::Conversation;
use super::text::line as one_line;
use crate::error::Result;
use crate::workspace::Workspace;

/// Under which names it is kept until when a conversation was taken back.
const BACK: &str = "job.back.";
/// How much of a line is enough to know it again where another page tells it shorter.
const HEAD: usize = 100;
/// What is shorter says too little to be known again.
const LEAST: usize = 12;

impl Workspace {
    /// Takes out of the pages of the jobs what they wrote of a conversation; returns the pages.
    pub(crate) fn take_back_conversation(&self, origin: &str, at: Timestamp) -> Result<Vec<String>> {
        self.store.set_named(&format!("{BACK}{origin}"), Some(&at.to_string()), Durability::Synced)?;
        let mut pages = self.job_pages()?;
        let (mut told, mut changed) = (Vec::new(), Vec::new());
        for page in &pages {
            let gone = self.without_lines(page, |line, _| {
                let line = String::from_utf8_lossy(line);
                line.starts_with("- ") && place_of(&line).is_some_and(|place| self.is_of(origin, place))
            })?;
            if !gone.is_empty() {
                changed.push(page.clone());
            }
            told.extend(gone.iter().filter_map(|line| words_of(line)));
        }
        pages.extend(self.files.list("memory/recent")?);
        for page in pages.iter().filter(|_| !told.is_empty()) {
            let gone = self.without_lines(page, |line, lines_of| {
                let line = String::from_utf8_lossy(line);
                let jobs = lines_of == LinesOf::Job || is_cited(&line) || line.contains("](second-brain/");
                line.starts_with("- ") && jobs && told.iter().any(|words| line.contains(words.as_str()))
            })?;
            if !gone.is_empty() {
                changed.push(page.clone());
            }
        }
        changed.sort();
        changed.dedup();
        self.unindex(&changed)?;
        Ok(changed)
    }

    /// Lets the jobs hear again what was said in a conversation that had been taken back.
    pub(crate) fn hear_again(&self, origin: &str) -> Result<()> {
        Ok(self.store.set_named(&format!("{BACK}{origin}"), None, Durability::Synced)?)
    }

    /// Tells whether a conversation is named by a source: by its path, by a folder above it, or by its session.
    fn is_of(&self, origin: &str, place: &str) -> bool {
        names(origin, place) || place == self.tamed_name(origin)
    }

    /// Returns a name of a conversation as pages tell it: one that reads as an order by what marks it alone.
    pub(super) fn tamed_name(&self, name: &str) -> String {
        if self.name_directs(name) {
            let mark = blake3::hash(name.as_bytes()).to_hex();
            return format!("conversation-{}", mark.get(..8).unwrap_or_default());
        }
        name.to_owned()
    }

    /// Returns the slots of what was said in conversations until they were taken back. A turn of which nobody knows when it was said
    /// counts as said before.
    pub(crate) fn turns_taken_back(&self) -> Result<Option<Bitmap>> {
        let back = TakenBack { until: self.until_back()?, turns: BTreeSet::new() };
        if back.until.is_empty() {
            return Ok(None);
        }
        let of = |path: &str, session: Option<&str>| back.until_of(path, session.unwrap_or_default());
        let slots = self.store.slots_of_turns(of, |until, caption| {
            let said = caption.and_then(|caption| caption.split(" · ").nth(1)?.parse::<Timestamp>().ok());
            said.is_none_or(|said| said <= *until)
        })?;
        Ok((!slots.is_empty()).then_some(slots))
    }

    /// Returns until when conversations were taken back.
    pub(super) fn taken_back(&self) -> Result<TakenBack> {
        Ok(TakenBack { until: self.until_back()?, turns: self.withheld_turns()? })
    }

    fn until_back(&self) -> Result<Vec<(String, Timestamp)>> {
        let all = self.store.named_under(BACK)?.into_iter();
        Ok(all.filter_map(|(origin, at)| Some((origin, at.parse().ok()?))).collect())
    }
}

/// What is not heard again: until when conversations were taken back, and the marks of single turns.
pub(super) struct TakenBack {
    until: Vec<(String, Timestamp)>,
    turns: BTreeSet<String>,
}

impl TakenBack {
    /// Leaves out of a conversation what was taken back.
    pub(super) fn leave_out(&self, conversation: &mut Conversation) {
        let Conversation { path, session, turns, .. } = conversation;
        let until = self.until_of(path, session);
        let withheld =
            |text: &str| !self.turns.is_empty() && self.turns.contains(&crate::threads::mark(text));
        turns.retain(|(at, turn)| until.is_none_or(|until| *at > until) && !withheld(&turn.text));
    }

    /// Tells whether a memory counts no more and goes with what was taken back: no page tells it again.
    pub(super) fn covers(&self, memory: &Memory) -> bool {
        let from = |(origin, until): &(String, Timestamp)| {
            memory.created_at <= *until && crate::rollback::says(memory, origin)
        };
        matches!(memory.status, Status::Superseded { .. } | Status::Archived)
            && (crate::rollback::is_rolled_back(memory) || self.until.iter().any(from))
    }

    /// Returns until when a conversation was taken back.
    fn until_of(&self, path: &str, session: &str) -> Option<Timestamp> {
        let named = |origin: &str| origin == session || names(origin, path);
        self.until.iter().filter(|(origin, _)| named(origin)).map(|(_, at)| *at).max()
    }
}

/// Tells whether a source names a conversation: its path, with or without its session, a folder above it, or its session.
fn names(origin: &str, place: &str) -> bool {
    let (path, session) = place.split_once('#').unwrap_or((place, ""));
    let origin = origin.trim_end_matches('/');
    let stem = path.rsplit('/').next().and_then(|name| name.strip_suffix(".jsonl"));
    origin == place
        || origin == path
        || origin == session
        || stem == Some(origin)
        || path.strip_prefix(origin).is_some_and(|below| below.starts_with('/'))
}

/// Returns the conversation that a line of a page names at its end: `(…, message 3)`, `(8 messages, 2 noted, …)`.
fn place_of(line: &str) -> Option<&str> {
    let (_, cited) = line.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
    match cited.rsplit_once(", message ") {
        Some((place, _)) => Some(place),
        None if cited.contains(" messages, ") || cited.starts_with("1 message, ") => {
            cited.rsplit(", ").next()
        }
        None => None,
    }
}

/// Returns the words of a line without what stands around them.
fn words_of(line: &str) -> Option<String> {
    let text = line.trim_end().strip_prefix("- ")?;
    let text = text.strip_prefix("[ ] ").or_else(|| text.strip_prefix("[x] ")).unwrap_or(text);
    let (text, cited) = text.rsplit_once(" (")?;
    let short = one_line(text.trim(), HEAD);
    let words = short.trim_end_matches('…').trim();
    (cited.contains(", message ") && words.chars().count() >= LEAST).then(|| words.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_its_conversation_in_every_language() {
        for (line, place, words) in [
            ("- turning them off fixed it (sessions/a.jsonl, message 3)\n", "sessions/a.jsonl", true),
            ("- [ ] ถาม Somchai เรื่องดิสก์ (sessions/a.jsonl#s1, message 12)\n", "sessions/a.jsonl#s1", true),
            ("- 教训：一定要先备份数据库再升级 (sessions/b.jsonl, message 1)\n", "sessions/b.jsonl", true),
            ("- deploy (8 messages, 2 noted, sessions/a.jsonl)\n", "sessions/a.jsonl", false),
        ] {
            assert_eq!(place_of(line), Some(place), "{line}");
            assert_eq!(words_of(line).is_some(), words, "{line}");
        }
        assert_eq!(place_of("- mine (ask me)\n"), None);
        assert!(names("sessions", "sessions/a.jsonl") && names("s1", "sessions/a.jsonl#s1"));
        assert!(names("a", "sessions/a.jsonl") && !names("sessions/a", "sessions/ab.jsonl"));
    }
}

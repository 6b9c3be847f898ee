//! The days and weeks that the jobs sum up, as episodes: what was decided, to do, found out and open, in a few words.
//! Each is written once and rewritten only when it says something else; its words go when a decision in it is forgotten.

use std::fmt::Write as _;

use jiff::Timestamp;
use memoro_core::{
    Content, Episode, Grain, Memory, MemoryId, Op, Origin, Outcome, Source, Stability, Status, Trust, Ttl,
};
use memoro_store::{Change, Erase, Expect, Stored};

use super::text::line;
use crate::caller::Caller;
use crate::draft::Draft;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// How many things of a kind are named.
const NAMED: usize = 6;
/// How many others may have taken the ids of a stretch.
const MOST_BESIDE: usize = 100;
/// The longest of them, in characters.
const SHORT: usize = 110;

/// What a stretch of time was, in a few words.
#[derive(Debug, Clone)]
pub(super) struct Stretch {
    /// How long it was.
    pub(super) grain: Grain,
    /// Its name: `2026-11-15`, `2026-46`.
    pub(super) name: String,
    /// The page that tells it in full.
    pub(super) page: String,
    /// When it began.
    pub(super) start: Timestamp,
    /// When it ended.
    pub(super) end: Timestamp,
    /// What was said, in a few words: `3 conversations`.
    pub(super) said: String,
    /// What it brought, by kind: `decided`, `to do` …
    pub(super) brought: Vec<(&'static str, Vec<String>)>,
    /// What it was about.
    pub(super) topics: Vec<String>,
    /// The decisions that it names.
    pub(super) decisions: Vec<MemoryId>,
}

impl Stretch {
    fn summary(&self) -> String {
        let mut text = format!("{}: {}", self.name, self.said);
        for (what, named) in self.brought.iter().filter(|(_, named)| !named.is_empty()) {
            let short: Vec<String> = named.iter().take(NAMED).map(|one| line(one, SHORT)).collect();
            let more = named.len().saturating_sub(NAMED);
            let more = if more == 0 { String::new() } else { format!("; and {more} more") };
            let _ = write!(text, ". {what}: {}{more}", short.join("; "));
        }
        text
    }

    /// Tells whether a memory is what a job told of this stretch, or what a person made of it.
    pub(super) fn is_told_by(&self, memory: &Memory) -> bool {
        let Content::Episode(episode) = &memory.content else { return false };
        let ours = memory.provenance.source.path.as_ref() == Some(&self.page);
        episode.grain == self.grain && (ours || memory.provenance.trust >= Trust::User)
    }

    fn id(&self) -> Result<MemoryId> {
        let id = format!("episodic_{}_{}", self.grain, self.name);
        MemoryId::new(&id).map_err(|why| EngineError::invalid(format!("id `{id}`"), why))
    }

    fn draft(&self, workspace: &Workspace, id: MemoryId, lives: jiff::SignedDuration) -> Draft {
        let episode = Episode {
            grain: self.grain,
            summary: self.summary(),
            topics: self.topics.clone(),
            outcome: Outcome::Unknown,
            duration_ms: None,
        };
        // A moment, not a length: the same day summed up again lives no longer.
        let until: Ttl = (self.end + lives).to_string().parse().unwrap_or_default();
        Draft {
            key: memoro_core::Key::new(id.as_str()).ok(),
            id: Some(id),
            tags: vec!["summary".into()],
            origin: Origin::Auto,
            source: Source { path: Some(self.page.clone()), ..Source::default() },
            evidence: self.decisions.iter().map(ToString::to_string).collect(),
            stability: Stability::Stable,
            ttl: until,
            occurred_at: Some(self.start),
            reason: format!("the {} was summed up", self.grain),
            ..Draft::new(workspace.decision_scope(), Content::Episode(episode))
        }
    }
}

/// Tells whether an episode that a job wrote tells something else now.
fn differs(known: &Memory, now: &Memory) -> bool {
    let same = known.content == now.content && known.provenance.evidence == now.provenance.evidence;
    !same && known.status == Status::Active && known.provenance.origin == Origin::Auto
}

impl Workspace {
    /// Writes the episode of a stretch; `false` if nothing had to be written. One that is over by now is not written,
    /// and one that was put away or forgotten does not come back.
    pub(super) fn write_stretch(&self, stretch: &Stretch, caller: &Caller) -> Result<bool> {
        let lives = self.settings.layers.episode_ttl;
        if stretch.end + lives <= caller.now {
            return Ok(false);
        }
        let id = self.id_of_stretch(stretch)?;
        let draft = stretch.draft(self, id, lives);
        let memory = draft.memory(caller, &self.settings.time_zone, [0; 10])?;
        let Some(stored) = self.store.get(&memory.id)? else {
            if self.store.tombstones_over(&memory)?.is_empty() {
                self.write(draft, caller)?;
                return Ok(true);
            }
            return Ok(false);
        };
        let mut known = stored.memory;
        if !differs(&known, &memory) {
            return Ok(false);
        }
        known.content = memory.content;
        known.provenance.evidence = memory.provenance.evidence;
        known.updated_at = caller.now;
        let change = self.put(&known, Expect::Rev(stored.rev), Op::Upsert, "what was summed up changed")?;
        self.commit(vec![change], caller)?;
        Ok(true)
    }

    /// Tells whether an episode would be written.
    pub(super) fn would_write_stretch(&self, stretch: &Stretch, caller: &Caller) -> Result<bool> {
        let lives = self.settings.layers.episode_ttl;
        if stretch.end + lives <= caller.now {
            return Ok(false);
        }
        let id = self.id_of_stretch(stretch)?;
        let memory = stretch.draft(self, id, lives).memory(caller, &self.settings.time_zone, [0; 10])?;
        match self.store.get(&memory.id)? {
            Some(stored) => Ok(differs(&stored.memory, &memory)),
            None => Ok(self.store.tombstones_over(&memory)?.is_empty()),
        }
    }

    /// Returns the id under which a stretch is told: the next number where something else has the plain one.
    fn id_of_stretch(&self, stretch: &Stretch) -> Result<MemoryId> {
        let first = stretch.id()?;
        for n in 1..=MOST_BESIDE {
            let id = if n == 1 { first.to_string() } else { format!("{first}-{n}") };
            let id = MemoryId::new(&id).map_err(|why| EngineError::invalid(format!("id `{id}`"), why))?;
            let known = self.store.get(&id)?;
            let keyed = memoro_core::Key::new(id.as_str()).map_err(|why| EngineError::invalid("key", why))?;
            let in_use = self.store.active(&self.decision_scope(), &keyed)?;
            let others = |stored: &Stored| !stretch.is_told_by(&stored.memory);
            if known.as_ref().is_none_or(|known| !others(known)) && !in_use.is_some_and(|one| others(&one)) {
                return Ok(id);
            }
        }
        Ok(first)
    }

    /// Erases the episodes of days and weeks that name a forgotten decision.
    pub(super) fn erase_stretches(&self, ids: &[&str], caller: &Caller) -> Result<()> {
        let filter = memoro_store::Filter {
            statuses: Status::WORDS.map(str::to_owned).to_vec(),
            shapes: vec![memoro_core::Shape::Episode],
            sensitive: true,
            ..memoro_store::Filter::default()
        };
        let names = |evidence: &String| ids.contains(&evidence.as_str());
        let mut changes = Vec::new();
        for stored in self.store.list(&filter)? {
            let past = self.store.versions(&stored.memory.id)?;
            if past.iter().any(|version| version.memory.provenance.evidence.iter().any(names)) {
                changes.push(Change::Erase(Erase {
                    id: stored.memory.id,
                    tombstones: Vec::new(),
                    mirror: None,
                    reason: "it named a decision that was forgotten".into(),
                }));
            }
        }
        if changes.is_empty() {
            return Ok(());
        }
        self.commit(changes, caller).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_is_told_in_a_few_words() {
        let many = (0..8).map(|n| format!("ข้อ {n}")).collect();
        let stretch = Stretch {
            grain: Grain::Day,
            name: "2026-11-15".into(),
            page: String::new(),
            start: Timestamp::MIN,
            end: Timestamp::MIN,
            said: "2 conversations".into(),
            brought: vec![("decided", vec!["用 Redis".into()]), ("open", Vec::new()), ("to do", many)],
            topics: Vec::new(),
            decisions: Vec::new(),
        };
        let told = "2026-11-15: 2 conversations. decided: 用 Redis. to do: ข้อ 0; ข้อ 1; ข้อ 2; ข้อ 3; ข้อ 4; ข้อ 5; and 2 more";
        assert_eq!(stretch.summary(), told);
        assert_eq!(stretch.id().unwrap().as_str(), "episodic_day_2026-11-15");
    }
}

//! What happened: recording an episode, finding related ones, listing the recent ones. What its teller leaves empty is
//! drawn from the words.

use jiff::{SignedDuration, Timestamp};
use memoro_core::extract::{Word, mended, subjects};
use memoro_core::route::{Satisfaction, draw, tells_outcome};
use memoro_core::text::{TIME_PARTS, is_time_word};
use memoro_core::{
    Content, Episode, Grain, Layer, Memory, MemoryId, Outcome, Receipt, Scope, Shape, Source, Stability, Ttl,
    UserId,
};
use memoro_store::{Filter, Order};

use crate::caller::Caller;
use crate::draft::Draft;
use crate::error::{EngineError, Result};
use crate::procedure::add_new;
use crate::recall::{HitSource, Recall};
use crate::workspace::Workspace;
use crate::write::check_text;

/// How many topics are drawn from the words of a summary.
const TOPICS: usize = 5;

/// How far ahead of ours another clock may be.
const AHEAD: SignedDuration = SignedDuration::from_mins(10);

/// An episode to record.
#[derive(Debug, Clone)]
pub struct Happened {
    /// Where it belongs.
    pub scope: Scope,
    /// The session or group of sessions.
    pub group: Option<String>,
    /// What happened.
    pub summary: String,
    /// What it was about; drawn from the summary where it is empty.
    pub topics: Vec<String>,
    /// How it ended; drawn from the summary where it is left out.
    pub outcome: Option<Outcome>,
    /// How long it took, in milliseconds.
    pub duration_ms: Option<u64>,
    /// When it happened.
    pub occurred_at: Option<Timestamp>,
    /// How long a stretch it covers.
    pub grain: Grain,
    /// Concepts.
    pub tags: Vec<String>,
    /// Its time to live; the configured one where it is left out.
    pub ttl: Option<Ttl>,
}

impl Happened {
    /// Starts an episode with nothing but its summary.
    pub fn new(scope: Scope, summary: impl Into<String>) -> Self {
        Self {
            scope,
            group: None,
            summary: summary.into(),
            topics: Vec::new(),
            outcome: None,
            duration_ms: None,
            occurred_at: None,
            grain: Grain::Event,
            tags: Vec::new(),
            ttl: None,
        }
    }
}

/// An episode that was found.
#[derive(Debug, Clone)]
pub struct Remembered {
    /// The memory.
    pub memory: Memory,
    /// How well it fits, 0 to 1; nothing in a list.
    pub score: Option<f32>,
}

impl Workspace {
    /// Records what happened.
    pub fn record_episode(&self, happened: &Happened, caller: &Caller) -> Result<Receipt> {
        self.write(self.episode_draft(happened, caller)?, caller)
    }

    pub(crate) fn episode_draft(&self, happened: &Happened, caller: &Caller) -> Result<Draft> {
        if let Some(at) = happened.occurred_at.filter(|at| *at > caller.now + AHEAD) {
            let why = format!("{at} is yet to come; an episode is what has happened");
            return Err(EngineError::invalid("the time of the episode", why));
        }
        check_text(&happened.summary)?;
        let drawn = draw(&happened.summary);
        let topics = if happened.topics.is_empty() {
            self.topics_of(&happened.summary, drawn.topics)
        } else {
            happened.topics.clone()
        };
        let episode = Episode {
            grain: happened.grain,
            summary: happened.summary.trim().to_owned(),
            topics,
            outcome: happened.outcome.unwrap_or(match drawn.outcome {
                Outcome::Unknown => self.settings.layers.outcome,
                told => told,
            }),
            duration_ms: happened.duration_ms,
        };
        let mut tags = happened.tags.clone();
        match drawn.satisfaction {
            Satisfaction::Content => add_new(&mut tags, &["satisfaction:content".into()]),
            Satisfaction::Discontent => add_new(&mut tags, &["satisfaction:discontent".into()]),
            Satisfaction::Unknown => {}
        }
        Ok(Draft {
            tags,
            evidence: drawn.decisions,
            source: Source { session: happened.group.clone(), ..Source::default() },
            stability: Stability::Stable,
            ttl: happened.ttl.clone().unwrap_or_else(|| lives(self.settings.layers.episode_ttl)),
            occurred_at: happened.occurred_at,
            reason: "episode".into(),
            ..Draft::new(happened.scope.clone(), Content::Episode(episode))
        })
    }

    /// Returns what a summary is about: the names in it, then the rarest of its other words.
    fn topics_of(&self, summary: &str, mut names: Vec<String>) -> Vec<String> {
        let known = names.iter().map(|name| name.to_lowercase()).collect::<Vec<_>>();
        let told = |word: &String| known.iter().any(|name| name.contains(&word.to_lowercase()));
        let words = subjects(summary, 4 * TOPICS, &|text| self.words(text));
        let room = TOPICS.saturating_sub(names.len());
        let fits = |word: &String| !told(word) && !tells_outcome(word) && !tells_time(word);
        names.extend(words.into_iter().filter(fits).take(room));
        names
    }

    /// Cuts a text into words as the embedded model does, with how rare each is.
    pub(crate) fn words(&self, text: &str) -> Vec<Word> {
        let pieces = self.model.pieces(text).into_iter();
        mended(pieces.map(|p| Word { text: p.text, joined: !p.begins, rarity: -p.log_share }).collect())
    }

    /// Finds episodes about something, the best first.
    pub fn find_episodes(
        &self,
        topic: &str,
        user: &UserId,
        limit: Option<usize>,
        caller: &Caller,
    ) -> Result<Vec<Remembered>> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        let request = Recall {
            limit: limit.unwrap_or(self.settings.layers.episodes),
            layers: vec![Layer::Episodic],
            sources: vec![HitSource::Memory],
            user: Some(user.clone()),
            ..Recall::new(topic)
        };
        let mut found = Vec::new();
        for hit in self.recall(&request, caller)?.hits {
            let Some(id) = &hit.memory else { continue };
            let memory = self.store.get(id)?.map(|stored| stored.memory);
            found.extend(memory.map(|memory| Remembered { memory, score: Some(hit.score) }));
        }
        Ok(found)
    }

    /// Lists the most recent episodes of a user by when they happened, as many as are asked for, after one of them.
    pub fn recent_episodes(
        &self,
        user: &UserId,
        (limit, after): (usize, Option<(Timestamp, MemoryId)>),
        caller: &Caller,
    ) -> Result<Vec<Remembered>> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        let recent: Vec<Memory> = if after.is_none() {
            self.newest_of(&Scope::User(user.clone()), Shape::Episode, (None, limit), caller)?
        } else {
            let page = Filter { limit: Some(limit), after, ..episodes_of(user, caller) };
            self.store.list(&page)?.into_iter().map(|stored| stored.memory).collect()
        };
        Ok(recent.into_iter().map(|memory| Remembered { memory, score: None }).collect())
    }

    /// Counts the episodes of a user.
    pub fn count_episodes(&self, user: &UserId, caller: &Caller) -> Result<u64> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        Ok(self.store.count(&episodes_of(user, caller))?)
    }
}

/// Tells whether a word says when something was, and not what it was about.
fn tells_time(word: &str) -> bool {
    let lower = word.to_lowercase();
    // One sign alone says it only with others: 点 is a point too.
    let parts = TIME_PARTS.iter().copied().filter(|part| part.chars().count() > 1);
    is_time_word(&lower) || parts.chain(["昨晚", "今晚", "前晚"]).any(|part| lower.contains(part))
}

fn episodes_of(user: &UserId, caller: &Caller) -> Filter {
    Filter {
        now: caller.now,
        shapes: vec![Shape::Episode],
        scopes: vec![Scope::User(user.clone())],
        no_courses: true,
        order: Order::Happened,
        ..Filter::default()
    }
}

/// Writes a length of time as a time to live.
pub(crate) fn lives(duration: SignedDuration) -> Ttl {
    let hours = duration.as_hours();
    let written =
        if hours % 24 == 0 { format!("{}d", hours / 24) } else { format!("{}m", duration.as_mins()) };
    written.parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_to_live_is_written_in_days_where_it_can_be() {
        assert_eq!(lives(SignedDuration::from_hours(90 * 24)).as_str(), "90d");
        assert_eq!(lives(SignedDuration::from_mins(90)).as_str(), "90m");
    }
}

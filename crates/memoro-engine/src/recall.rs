//! Finding the right memory: one question, one view of the index, ranked hits with where they stand and why.
//! Search writes nothing; use is counted by the caller after the answer is given.

mod decided;
mod filter;
mod hit;
mod passages;
mod past;
mod sight;
mod snippet;
mod tiers;
mod timed;
mod verbatim;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use memoro_core::fusion::{Ranker, Signals};
use memoro_core::query::{Class, Query, Today};
use memoro_core::{Layer, ProjectId, Scope, SessionId, UserId};
use memoro_store::index::Tier;

pub use hit::{Hit, HitSource};
pub(crate) use sight::Sight;
pub use snippet::Snippet;

use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;

/// Which evidence counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Words and meaning.
    #[default]
    Hybrid,
    /// Words only.
    Lexical,
    /// Meaning only.
    Vector,
}

/// How words and meaning are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fusion {
    /// The learned ranking.
    #[default]
    Learned,
    /// Reciprocal ranks.
    Rrf,
    /// A fixed weight each: 0.7 meaning, 0.3 words.
    Weighted,
}

/// A question.
#[derive(Debug, Clone)]
pub struct Recall {
    /// The words of the question.
    pub query: String,
    /// At most this many hits.
    pub limit: usize,
    /// No hit below this score.
    pub min_score: f32,
    /// Which evidence counts.
    pub mode: Mode,
    /// How it is put together.
    pub fusion: Fusion,
    /// Whose memories besides everyone's; the owner's where it is left out.
    pub user: Option<UserId>,
    /// The session whose working memory may be seen; the current one where it is left out.
    pub session: Option<SessionId>,
    /// Only this project, and what belongs to none.
    pub project: Option<ProjectId>,
    /// Only these layers.
    pub layers: Vec<Layer>,
    /// Only these kinds of entries, episodes or decisions.
    pub kinds: Vec<String>,
    /// Only with any of these tags.
    pub tags: Vec<String>,
    /// Only from these sources.
    pub sources: Vec<HitSource>,
    /// Only files whose path starts so or fits the pattern.
    pub path: Option<String>,
    /// Only these tiers; the warm ones first, the others where they are needed, where none is named.
    pub tiers: Vec<Tier>,
    /// Not before this moment.
    pub since: Option<Timestamp>,
    /// Before this moment.
    pub until: Option<Timestamp>,
    /// What was believed at this moment.
    pub as_of: Option<Timestamp>,
    /// Also what is pending, superseded or archived.
    pub all_statuses: bool,
    /// Also what is sensitive.
    pub sensitive: bool,
    /// Only these sessions, by name.
    pub sessions: Option<Vec<String>>,
    /// The moment at which it is asked, where that is not now.
    pub asked_at: Option<Timestamp>,
    /// Also counts all that fits, not only what is returned.
    pub counted: bool,
}

impl Recall {
    /// The least score of a hit by default: what scores less is chance.
    pub const LEAST_SCORE: f32 = 0.05;

    /// Starts a question with the usual limits.
    pub fn new(query: impl Into<String>) -> Self {
        Self {
            query: query.into(),
            limit: 6,
            min_score: Self::LEAST_SCORE,
            mode: Mode::default(),
            fusion: Fusion::default(),
            user: None,
            session: None,
            project: None,
            layers: Vec::new(),
            kinds: Vec::new(),
            tags: Vec::new(),
            sources: Vec::new(),
            path: None,
            tiers: Vec::new(),
            since: None,
            until: None,
            as_of: None,
            all_statuses: false,
            sensitive: false,
            sessions: None,
            asked_at: None,
            counted: false,
        }
    }
}

/// How fresh the index is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Freshness {
    /// When documents were last indexed.
    pub indexed_at: Option<Timestamp>,
    /// How many chunks could be searched.
    pub chunks: u32,
    /// How many memories wait for confirmation.
    pub pending: u64,
    /// The embedding model, if meaning was searched.
    pub model: Option<String>,
    /// What the answer could not take into account.
    pub warnings: Vec<String>,
}

/// The answer to a question.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The hits, the best first.
    pub hits: Vec<Hit>,
    /// How the question was understood.
    pub class: Class,
    /// How fresh the index is.
    pub freshness: Freshness,
    /// How many chunks were looked at closely.
    pub candidates: usize,
    /// How many fit, where that was asked for.
    pub fitting: Option<Fitting>,
}

/// How many chunks fit a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fitting {
    /// By its words.
    pub by_words: usize,
    /// By its meaning.
    pub by_meaning: usize,
    /// At all.
    pub all: usize,
}

impl Fitting {
    /// Counts by what speaks for each.
    fn of<'a>(all: impl Iterator<Item = &'a Signals>) -> Self {
        all.fold(Self::default(), |count, signals| Self {
            by_words: count.by_words + usize::from(signals.words > 0.0),
            by_meaning: count.by_meaning + usize::from(signals.vector > 0.0),
            all: count.all + 1,
        })
    }
}

impl Workspace {
    /// Answers a question from everything that its asker may see.
    pub fn recall(&self, request: &Recall, caller: &Caller) -> Result<Answer> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        self.found(request, caller)
    }

    /// Finds what a question is about for a use that was permitted already: a write is laid beside what is there.
    pub(crate) fn found(&self, request: &Recall, caller: &Caller) -> Result<Answer> {
        if let Some(narrow) = self.asked_by(request, caller)? {
            let mut sight = self.sight(&narrow, caller)?;
            return self.recall_in(&mut sight, &narrow, (caller, Look::Own));
        }
        let today = Today(caller.now.to_zoned(TimeZone::UTC).date());
        let class = Query::analyse(&request.query, today).class();
        Ok(Answer { hits: Vec::new(), class, freshness: Freshness::default(), candidates: 0, fitting: None })
    }

    /// Counts that memories were returned; called after the answer was given.
    pub fn count_use(&self, answer: &Answer, now: Timestamp) -> Result<()> {
        self.count_used(answer.hits.iter().filter_map(|hit| hit.memory.clone()), now)
    }

    /// Returns when documents were last indexed.
    pub fn indexed_at(&self) -> Result<Option<Timestamp>> {
        Ok(self.store.named("indexed_at")?.and_then(|text| text.parse().ok()))
    }

    /// Returns the scopes that a question may see: the user's, the session's, the project's and the agent's.
    pub(crate) fn visible_scopes(&self, request: &Recall) -> Result<Vec<Scope>> {
        let user = request.user.clone().unwrap_or_else(|| self.settings.owner.clone());
        let session = match &request.session {
            Some(session) => Some(session.clone()),
            None => self.current_session()?,
        };
        let mut scopes = vec![Scope::User(user), Scope::Agent];
        scopes.extend(session.map(Scope::Session));
        scopes.extend(request.project.clone().map(Scope::Project));
        Ok(scopes)
    }
}

/// How a question looks at the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Look {
    /// At what the asker may see, with the texts.
    #[default]
    Own,
    /// At what the asker may see, without the places and snippets of memories.
    Bare,
    /// As one of a measurement's askers: without the texts.
    Measured,
    /// As one of a measurement's askers who is nobody in particular: without the texts.
    MeasuredOpen,
}

/// The rankers of a workspace, kept for their buffers.
#[derive(Default)]
pub(crate) struct Rankers(std::sync::Mutex<Vec<Ranker>>);

impl std::fmt::Debug for Rankers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rankers")
    }
}

impl std::ops::Deref for Rankers {
    type Target = std::sync::Mutex<Vec<Ranker>>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

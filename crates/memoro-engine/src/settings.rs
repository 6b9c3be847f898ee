//! What a workspace can be told to do differently; defaults here, reading configuration is the binary's.

use std::path::PathBuf;

use jiff::SignedDuration;
use jiff::tz::TimeZone;
use memoro_core::resolve::Precedence;
use memoro_core::user_model::Defaults;
use memoro_core::{Confidence, OWNER, Outcome, UserId};

use crate::embedding::EmbeddingSettings;
use crate::following::Concept;
use crate::index::IndexSettings;

/// What becomes of edits that a person makes in PROFILE.md and SESSION.md.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Edits {
    /// They count at once.
    #[default]
    Active,
    /// They wait for confirmation.
    Pending,
}

/// The settings of a workspace.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The user whose entries stand in PROFILE.md.
    pub owner: UserId,
    /// The order of scopes.
    pub precedence: Precedence,
    /// After how long without use a session is over.
    pub session_idle: SignedDuration,
    /// The time zone of dates in file names.
    pub time_zone: TimeZone,
    /// What becomes of edits by hand.
    pub edits: Edits,
    /// The admin's file of rules, outside the workspace.
    pub policy: Option<PathBuf>,
    /// The file with the admin's key.
    pub admin_key: Option<PathBuf>,
    /// The secret by which this home knows its own exports; without one no export is told from another.
    pub seal: Option<crate::seal::SealKey>,
    /// How sure an inferred memory must be to wait for confirmation instead of being dropped.
    pub inferred_from: Confidence,
    /// After how long without confirmation a pending memory lapses.
    pub pending_lapse: SignedDuration,
    /// After how many failed writes in a row a run is told to stop.
    pub max_failures: u32,
    /// The folder inside the workspace that gets the audit lines of runs.
    pub runs: PathBuf,
    /// What is indexed and how.
    pub index: IndexSettings,
    /// How texts become vectors.
    pub embedding: EmbeddingSettings,
    /// How the layers live.
    pub layers: LayerSettings,
    /// How the jobs work.
    pub jobs: crate::jobs::JobSettings,
    /// What a search of agents returns unless it says otherwise.
    pub search: SearchSettings,
}

/// What a search of agents returns unless it says otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SearchSettings {
    /// At most this many hits.
    pub max_results: usize,
    /// No hit below this score.
    pub min_score: f32,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self { max_results: 6, min_score: 0.35 }
    }
}

/// How the layers live: what is assumed, how long things are kept, how many are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerSettings {
    /// What is assumed of a user of whom nothing is known.
    pub user: Defaults,
    /// How long an episode lives.
    pub episode_ttl: SignedDuration,
    /// How long an episode lives at least after it was found.
    pub episode_hit: SignedDuration,
    /// How long a log lives.
    pub log_ttl: SignedDuration,
    /// How long a summary lives.
    pub summary_ttl: SignedDuration,
    /// After how long volatile notes without an end are merged.
    pub merge_after: SignedDuration,
    /// How many notes are merged into one summary.
    pub merge_batch: usize,
    /// How an episode ended where nobody says and its summary does not tell.
    pub outcome: Outcome,
    /// Which concepts follow from what a memory is.
    pub concepts: Vec<Concept>,
    /// How many characters of an older memory a warning shows.
    pub excerpt: usize,
    /// How many procedures are found for a task.
    pub procedures: usize,
    /// How many episodes are found or listed.
    pub episodes: usize,
    /// How many notes a list holds.
    pub notes: usize,
    /// How many tokens a prompt pack may take.
    pub budget: usize,
    /// How often the strengths of memories are refreshed.
    pub decay_every: SignedDuration,
}

const DAY: i64 = 24;

/// Where the audit lines of runs go where nothing else is set.
pub const RUNS: &str = ".memoro/runs";

impl Default for LayerSettings {
    fn default() -> Self {
        Self {
            user: Defaults::default(),
            episode_ttl: SignedDuration::from_hours(90 * DAY),
            episode_hit: SignedDuration::from_hours(30 * DAY),
            log_ttl: SignedDuration::from_hours(30 * DAY),
            summary_ttl: SignedDuration::from_hours(7 * DAY),
            merge_after: SignedDuration::from_hours(7 * DAY),
            merge_batch: 5,
            outcome: Outcome::Unknown,
            concepts: Concept::ALL.to_vec(),
            excerpt: 200,
            procedures: 3,
            episodes: 5,
            notes: 50,
            budget: memoro_core::pack::BUDGET,
            decay_every: SignedDuration::from_hours(6),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            owner: UserId::new(OWNER).expect("the default owner is a valid id"),
            precedence: Precedence::default(),
            session_idle: SignedDuration::from_hours(8),
            time_zone: TimeZone::UTC,
            edits: Edits::default(),
            policy: None,
            admin_key: None,
            seal: None,
            inferred_from: Confidence::from_thousandths(800),
            pending_lapse: SignedDuration::from_hours(30 * 24),
            max_failures: 3,
            runs: RUNS.into(),
            index: IndexSettings::default(),
            embedding: EmbeddingSettings::default(),
            layers: LayerSettings::default(),
            jobs: crate::jobs::JobSettings::default(),
            search: SearchSettings::default(),
        }
    }
}

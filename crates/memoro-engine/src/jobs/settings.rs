//! What the jobs can be told to do differently; defaults here, reading configuration is the binary's.

use std::path::PathBuf;
use std::time::Duration;

use jiff::SignedDuration;

use super::Job;

/// When a job runs by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The job.
    pub job: Job,
    /// Cron patterns: minute, hour, day of the month, month, day of the week.
    pub cron: String,
}

/// How the jobs work.
#[derive(Debug, Clone, PartialEq)]
pub struct JobSettings {
    /// When they run.
    pub plans: Vec<Plan>,
    /// By how much a run may be put off, so that many workspaces do not start at once.
    pub jitter: SignedDuration,
    /// How far back micro-sync looks.
    pub window: SignedDuration,
    /// The longest that a run may take.
    pub time_limit: Duration,
    /// How many lines MEMORY.md may have.
    pub memory_lines: usize,
    /// How many lines an entry of MEMORY.md may have.
    pub entry_lines: usize,
    /// How many decisions a day file may have.
    pub day_decisions: usize,
    /// How many lines a summary may have.
    pub summary_lines: usize,
    /// After how long without use a decision that is not in MEMORY.md is put away.
    pub archive_after: SignedDuration,
    /// How an LLM reads conversations, if one does.
    pub llm: Option<LlmSettings>,
}

/// Which wire format an LLM speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LlmKind {
    /// `OpenAI` and everything that speaks like it.
    OpenAi,
    /// Anthropic.
    Anthropic,
    /// Ollama.
    Ollama,
}

/// A key that does not show itself.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Takes a key; spaces and line ends around it are dropped.
    pub fn new(key: &str) -> Self {
        Self(key.trim().to_owned())
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(hidden)")
    }
}

/// How an LLM reads conversations.
#[derive(Debug, Clone, PartialEq)]
pub struct LlmSettings {
    /// The wire format.
    pub kind: LlmKind,
    /// The address, without the path of the operation.
    pub base_url: String,
    /// The model.
    pub model: String,
    /// The key, where one is needed.
    pub key: Option<Key>,
    /// The file with the key, read when it is needed.
    pub key_file: Option<PathBuf>,
    /// The longest that one request may take.
    pub timeout: Duration,
    /// How often a request that failed is tried again.
    pub retries: u32,
    /// The most tokens a day; 0 is off.
    pub daily_tokens: u64,
    /// The most money a day, in millionths of the currency of the prices; with 0 only the tokens are limited.
    pub daily_micros: u64,
    /// The price of a million tokens that are sent, in millionths.
    pub price_in: u64,
    /// The price of a million tokens that come back, in millionths.
    pub price_out: u64,
}

impl Default for JobSettings {
    fn default() -> Self {
        let plan = |job, cron: &str| Plan { job, cron: cron.to_owned() };
        Self {
            plans: vec![
                plan(Job::MicroSync, "0 10,13,16,19,22 * * *"),
                plan(Job::DailyWrapup, "0 3 * * *"),
                plan(Job::WeeklyCompound, "0 4 * * 1"),
                plan(Job::Maintain, "30 */6 * * *"),
            ],
            jitter: SignedDuration::from_secs(60),
            window: SignedDuration::from_hours(3),
            time_limit: Duration::from_mins(15),
            memory_lines: 200,
            entry_lines: 5,
            day_decisions: 300,
            summary_lines: 1_500,
            archive_after: SignedDuration::from_hours(180 * 24),
            llm: None,
        }
    }
}

//! How the jobs and the reading of conversations are configured. Reads a key from where the configuration says, and
//! shows it nowhere.

use std::path::Path;
use std::time::Duration;

use jiff::SignedDuration;
use memoro_engine::jobs::{Job, JobSettings, Key, LlmKind, LlmSettings, Plan};
use memoro_engine::transcripts::{Exclude, Options};

use super::Folders;
use crate::env::Env;

/// The keys under `jobs`, `extract` and `transcripts`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Jobs {
    /// Cron patterns of micro-sync.
    pub(crate) micro_sync: String,
    /// Cron patterns of the daily wrap-up.
    pub(crate) daily_wrapup: String,
    /// Cron patterns of the weekly compound.
    pub(crate) weekly_compound: String,
    /// Cron patterns of the maintenance.
    pub(crate) maintain: String,
    /// By how much a run may be put off.
    pub(crate) jitter: SignedDuration,
    /// How far back micro-sync looks.
    pub(crate) window: SignedDuration,
    /// The longest that a run may take.
    pub(crate) time_limit: SignedDuration,
    /// After how long without use a decision is put away.
    pub(crate) archive_after: SignedDuration,
    /// Which LLM reads conversations: `off`, `openai`, `anthropic` or `ollama`.
    pub(crate) llm: String,
    /// Its model.
    pub(crate) model: Option<String>,
    /// Its address.
    pub(crate) base_url: Option<String>,
    /// The variable with its key.
    pub(crate) key_env: Option<String>,
    /// The file with its key.
    pub(crate) key_file: Option<String>,
    /// The longest that one request may take.
    pub(crate) timeout: SignedDuration,
    /// The most tokens a day.
    pub(crate) daily_tokens: u64,
    /// The most money a day.
    pub(crate) daily_money: f64,
    /// The price of a million tokens that are sent.
    pub(crate) price_in: f64,
    /// The price of a million tokens that come back.
    pub(crate) price_out: f64,
    /// Transcripts and sessions that are left out.
    pub(crate) exclude: Vec<String>,
    /// The longest line of a transcript, in bytes.
    pub(crate) max_line: usize,
}

impl Default for Jobs {
    fn default() -> Self {
        let usual = JobSettings::default();
        let cron = |job: Job| {
            let plan = usual.plans.iter().find(|plan| plan.job == job);
            plan.map(|plan| plan.cron.clone()).unwrap_or_default()
        };
        Self {
            micro_sync: cron(Job::MicroSync),
            daily_wrapup: cron(Job::DailyWrapup),
            weekly_compound: cron(Job::WeeklyCompound),
            maintain: cron(Job::Maintain),
            jitter: usual.jitter,
            window: usual.window,
            time_limit: SignedDuration::try_from(usual.time_limit).unwrap_or(SignedDuration::from_mins(15)),
            archive_after: usual.archive_after,
            llm: OFF.into(),
            model: None,
            base_url: None,
            key_env: None,
            key_file: None,
            timeout: SignedDuration::from_mins(2),
            daily_tokens: 0,
            daily_money: 0.0,
            price_in: 0.0,
            price_out: 0.0,
            exclude: Vec::new(),
            max_line: memoro_engine::transcripts::Options::default().max_line,
        }
    }
}

/// The word for reading by rules alone.
pub(super) const OFF: &str = "off";

/// Tells whether a word names an LLM.
pub(super) fn kind(word: &str) -> Result<Option<LlmKind>, String> {
    match word {
        OFF => Ok(None),
        "openai" | "compatible" => Ok(Some(LlmKind::OpenAi)),
        "anthropic" => Ok(Some(LlmKind::Anthropic)),
        "ollama" => Ok(Some(LlmKind::Ollama)),
        _ => Err(format!("`{word}` is no LLM; use off, openai, anthropic, ollama or compatible")),
    }
}

impl Jobs {
    /// Returns what the engine needs to know.
    pub(crate) fn settings(&self, env: &Env, folders: &Folders) -> JobSettings {
        let plan = |job, cron: &String| Plan { job, cron: cron.clone() };
        JobSettings {
            plans: vec![
                plan(Job::MicroSync, &self.micro_sync),
                plan(Job::DailyWrapup, &self.daily_wrapup),
                plan(Job::WeeklyCompound, &self.weekly_compound),
                plan(Job::Maintain, &self.maintain),
            ],
            jitter: self.jitter,
            window: self.window,
            time_limit: self.time_limit.unsigned_abs(),
            archive_after: self.archive_after,
            llm: self.llm(env, folders),
            ..JobSettings::default()
        }
    }

    /// Returns how transcripts are read.
    pub(crate) fn transcripts(&self) -> Options {
        let exclude = Exclude::new(&self.exclude).unwrap_or_default();
        Options { exclude, max_line: self.max_line, ..Options::default() }
    }

    fn llm(&self, env: &Env, folders: &Folders) -> Option<LlmSettings> {
        let kind = kind(&self.llm).ok()??;
        let (base_url, model, variable) = match kind {
            LlmKind::OpenAi => ("https://api.openai.com/v1", "gpt-5-mini", "OPENAI_API_KEY"),
            LlmKind::Anthropic => ("https://api.anthropic.com", "claude-haiku-4-5", "ANTHROPIC_API_KEY"),
            LlmKind::Ollama => ("http://127.0.0.1:11434", "qwen3", "OLLAMA_API_KEY"),
        };
        let key = env.text(self.key_env.as_deref().unwrap_or(variable)).map(Key::new);
        Some(LlmSettings {
            kind,
            base_url: self.base_url.clone().unwrap_or_else(|| base_url.into()),
            model: self.model.clone().unwrap_or_else(|| model.into()),
            key,
            key_file: self.key_file.as_ref().map(|file| folders.expand(Path::new(file))),
            timeout: Duration::try_from(self.timeout).unwrap_or(Duration::from_mins(2)),
            retries: 2,
            daily_tokens: self.daily_tokens,
            daily_micros: micros(self.daily_money),
            price_in: micros(self.price_in),
            price_out: micros(self.price_out),
        })
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be a small positive number"
)]
fn micros(amount: f64) -> u64 {
    (amount * 1_000_000.0).round() as u64
}

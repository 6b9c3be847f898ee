//! The configuration keys of the jobs and of the reading of conversations.

use super::{Config, Field, Form, given, number, words};
use crate::config::jobs::kind;

/// A key whose value is a cron pattern; empty where the job does not run by itself.
macro_rules! cron {
    ($name:literal, $about:literal, $example:literal, $field:ident) => {
        Field {
            name: $name,
            about: $about,
            example: $example,
            form: Form::Text,
            put: |config: &mut Config, value: &str| {
                memoro_engine::jobs::check_cron(value)?;
                value.trim().clone_into(&mut config.jobs.$field);
                Ok(())
            },
            show: |config: &Config| Some(config.jobs.$field.clone()),
        }
    };
}

/// A key that may be left out.
macro_rules! maybe {
    ($name:literal, $about:literal, $example:literal, $field:ident) => {
        Field {
            name: $name,
            about: $about,
            example: $example,
            form: Form::Text,
            put: |config: &mut Config, value: &str| {
                config.jobs.$field = given(value);
                Ok(())
            },
            show: |config: &Config| config.jobs.$field.clone(),
        }
    };
}

/// A key whose value is an amount of money.
macro_rules! money {
    ($name:literal, $about:literal, $example:literal, $field:ident) => {
        Field {
            name: $name,
            about: $about,
            example: $example,
            form: Form::Text,
            put: |config: &mut Config, value: &str| {
                let amount = value.parse::<f64>().ok().filter(|amount| (0.0..1e9).contains(amount));
                config.jobs.$field = amount.ok_or("must be an amount of money, such as 0.5")?;
                Ok(())
            },
            show: |config: &Config| Some(config.jobs.$field.to_string()),
        }
    };
}

/// Sets when micro-sync runs, as a cron pattern.
pub(super) const JOBS_MICRO_SYNC: Field =
    cron!("jobs.micro_sync", "when micro-sync runs, as a cron pattern", "0 10,13,16,19,22 * * *", micro_sync);
/// Sets when the daily wrap-up runs.
pub(super) const JOBS_DAILY_WRAPUP: Field =
    cron!("jobs.daily_wrapup", "when the daily wrap-up runs", "0 3 * * *", daily_wrapup);
/// Sets when the weekly compound runs.
pub(super) const JOBS_WEEKLY_COMPOUND: Field =
    cron!("jobs.weekly_compound", "when the weekly compound runs", "0 4 * * 1", weekly_compound);
/// Sets when the maintenance runs.
pub(super) const JOBS_MAINTAIN: Field =
    cron!("jobs.maintain", "when the maintenance runs", "30 */6 * * *", maintain);
/// Sets by how much a run may be put off.
pub(super) const JOBS_JITTER: Field = time!(
    "jobs.jitter",
    "by how much a run may be put off; 0s is not at all",
    "1m",
    duration_or_none,
    jobs.jitter
);
/// Sets how far back micro-sync looks.
pub(super) const JOBS_WINDOW: Field =
    time!("jobs.window", "how far back micro-sync looks", "3h", jobs.window);
/// Sets the longest that a run may take.
pub(super) const JOBS_TIME_LIMIT: Field =
    time!("jobs.time_limit", "the longest that a run may take", "15m", jobs.time_limit);
/// Sets after how long without use a decision is put away.
pub(super) const JOBS_ARCHIVE_AFTER: Field = time!(
    "jobs.archive_after",
    "after how long without use a decision is put away",
    "180d",
    jobs.archive_after
);
/// Sets which LLM reads conversations: off, openai, anthropic, ollama or compatible.
pub(super) const EXTRACT_LLM: Field = Field {
    name: "extract.llm",
    about: "which LLM reads conversations: off, openai, anthropic, ollama or compatible",
    example: "off",
    form: Form::Text,
    put: |config, value| {
        kind(value)?;
        value.clone_into(&mut config.jobs.llm);
        Ok(())
    },
    show: |config| Some(config.jobs.llm.clone()),
};
/// Sets the model of that LLM.
pub(super) const EXTRACT_MODEL: Field = maybe!("extract.model", "the model of that LLM", "gpt-5-mini", model);
/// Sets the address of that LLM.
pub(super) const EXTRACT_BASE_URL: Field =
    maybe!("extract.base_url", "the address of that LLM", "http://127.0.0.1:8080/v1", base_url);
/// Sets the environment variable with its key.
pub(super) const EXTRACT_KEY_ENV: Field =
    maybe!("extract.key_env", "the environment variable with its key", "OPENAI_API_KEY", key_env);
/// Sets the file with its key.
pub(super) const EXTRACT_KEY_FILE: Field =
    maybe!("extract.key_file", "the file with its key", "~/.config/memoro/llm.key", key_file);
/// Sets the longest that one request may take.
pub(super) const EXTRACT_TIMEOUT: Field =
    time!("extract.timeout", "the longest that one request may take", "2m", jobs.timeout);
/// Sets the most tokens a day; 0 is off.
pub(super) const EXTRACT_DAILY_TOKENS: Field = Field {
    name: "extract.daily_tokens",
    about: "the most tokens a day; 0 is off",
    example: "200000",
    form: Form::Number,
    put: |config, value| {
        config.jobs.daily_tokens = number(value, 0)?;
        Ok(())
    },
    show: |config| Some(config.jobs.daily_tokens.to_string()),
};
/// Sets the most money a day; with 0 only the tokens are limited.
pub(super) const EXTRACT_DAILY_MONEY: Field = money!(
    "extract.daily_money",
    "the most money a day, where a price is given; with 0 only extract.daily_tokens counts",
    "0.5",
    daily_money
);
/// Sets the price of a million tokens that are sent.
pub(super) const EXTRACT_PRICE_IN: Field =
    money!("extract.price_in", "the price of a million tokens that are sent", "0.25", price_in);
/// Sets the price of a million tokens that come back.
pub(super) const EXTRACT_PRICE_OUT: Field =
    money!("extract.price_out", "the price of a million tokens that come back", "2", price_out);
/// Sets transcripts, folders and sessions that are left out, by path, file name or session id.
pub(super) const TRANSCRIPTS_EXCLUDE: Field = Field {
    name: "transcripts.exclude",
    about: "transcripts, folders and sessions that are left out, by path, file name or session id",
    example: "**/cron-*.jsonl,agent:*:cron:*",
    form: Form::List,
    put: |config, value| {
        config.jobs.exclude = words(value);
        let read = memoro_engine::transcripts::Exclude::new(&config.jobs.exclude);
        read.map(drop).map_err(|why| why.to_string())
    },
    show: |config| Some(config.jobs.exclude.join(",")),
};
/// Sets the longest line of a transcript that is read, in bytes.
pub(super) const TRANSCRIPTS_MAX_LINE: Field = Field {
    name: "transcripts.max_line",
    about: "the longest line of a transcript that is read, in bytes",
    example: "33554432",
    form: Form::Number,
    put: |config, value| {
        config.jobs.max_line = number(value, 1024)?;
        Ok(())
    },
    show: |config| Some(config.jobs.max_line.to_string()),
};

//! The configuration keys of the layers: what is assumed, how long things are kept, how many are shown.

use super::{Config, Field, Form, number, words};

/// A key whose value is a text.
macro_rules! text {
    ($name:literal, $about:literal, $example:literal, $($path:ident).+) => {
        Field {
            name: $name,
            about: $about,
            example: $example,
            form: Form::Text,
            put: |config: &mut Config, value: &str| {
                if value.trim().is_empty() {
                    return Err("must not be empty".into());
                }
                value.trim().clone_into(&mut config.layers.$($path).+);
                Ok(())
            },
            show: |config: &Config| Some(config.layers.$($path).+.clone()),
        }
    };
}

/// A key whose value is a number.
macro_rules! count {
    ($name:literal, $about:literal, $example:literal, $field:ident, $least:literal) => {
        Field {
            name: $name,
            about: $about,
            example: $example,
            form: Form::Number,
            put: |config: &mut Config, value: &str| {
                config.layers.$field = number(value, $least)?;
                Ok(())
            },
            show: |config: &Config| Some(config.layers.$field.to_string()),
        }
    };
}

/// Sets the language of answers where nothing is known.
pub(super) const USER_LANGUAGE: Field =
    text!("user.language", "the language of answers where nothing is known", "th", user.language);
/// Sets how long answers are where nothing is known.
pub(super) const USER_LENGTH: Field =
    text!("user.length", "how long answers are where nothing is known", "auto", user.length);
/// Sets the tone of answers where nothing is known.
pub(super) const USER_STYLE: Field =
    text!("user.style", "the tone of answers where nothing is known", "casual", user.style);
/// Sets the user's time zone where nothing is known.
pub(super) const USER_TIMEZONE: Field = Field {
    name: "user.timezone",
    about: "the user's time zone where nothing is known",
    example: "Asia/Bangkok",
    form: Form::Text,
    put: |config: &mut Config, value: &str| {
        let known = memoro_engine::known_zone(value);
        config.layers.user.timezone = known.ok_or_else(|| {
            format!("`{value}` is no time zone: name an area such as Asia/Bangkok, a city, or an offset such as UTC+7")
        })?;
        Ok(())
    },
    show: |config: &Config| Some(config.layers.user.timezone.clone()),
};
/// Sets how long an episode lives.
pub(super) const EPISODE_TTL: Field =
    time!("episode.ttl", "how long an episode lives", "90d", layers.episode_ttl);
/// Sets how long an episode lives at least after it was found.
pub(super) const EPISODE_EXTEND: Field = time!(
    "episode.extend",
    "how long an episode lives at least after it was found",
    "30d",
    layers.episode_hit
);
/// Sets how an episode ended where nobody says.
pub(super) const EPISODE_OUTCOME: Field = Field {
    name: "episode.outcome",
    about: "how an episode ended where nobody says and its summary does not: success, partial, failed or unknown",
    example: "unknown",
    form: Form::Text,
    put: |config: &mut Config, value: &str| {
        config.layers.outcome = value.parse::<memoro_core::Outcome>().map_err(|why| why.to_string())?;
        Ok(())
    },
    show: |config: &Config| Some(config.layers.outcome.to_string()),
};
/// Sets which concepts follow from what a memory is.
pub(super) const LEARN_CONCEPTS: Field = Field {
    name: "learn.concepts",
    about: "which concepts follow from what a memory is and are found as tags: memory:<layer>, user:<id>, session:<date>",
    example: "memory,user,session",
    form: Form::List,
    put: |config: &mut Config, value: &str| {
        config.layers.concepts =
            words(value).iter().map(|word| word.parse()).collect::<Result<_, String>>()?;
        Ok(())
    },
    show: |config: &Config| {
        Some(config.layers.concepts.iter().map(|concept| concept.as_str()).collect::<Vec<_>>().join(","))
    },
};
/// Sets how many episodes are found or listed.
pub(super) const EPISODE_LIMIT: Field =
    count!("episode.limit", "how many episodes are found or listed", "5", episodes, 1);
/// Sets how long a log lives.
pub(super) const LOG_TTL: Field = time!("log.ttl", "how long a log lives", "30d", layers.log_ttl);
/// Sets how long a summary lives.
pub(super) const SUMMARY_TTL: Field =
    time!("summary.ttl", "how long a summary lives", "7d", layers.summary_ttl);
/// Sets how many procedures are found for a task.
pub(super) const PROCEDURE_LIMIT: Field =
    count!("procedure.limit", "how many procedures are found for a task", "3", procedures, 1);
/// Sets how many notes a list holds.
pub(super) const NOTE_LIMIT: Field = count!("note.limit", "how many notes a list holds", "50", notes, 1);
/// Sets how many characters of an older memory a warning shows.
pub(super) const LEARN_EXCERPT: Field =
    count!("learn.excerpt", "how many characters of an older memory a warning shows", "200", excerpt, 1);
/// Sets after how long volatile notes without an end are merged.
pub(super) const MERGE_AFTER: Field =
    time!("merge.after", "after how long volatile notes without an end are merged", "7d", layers.merge_after);
/// Sets how many notes are merged into one summary.
pub(super) const MERGE_BATCH: Field =
    count!("merge.batch", "how many notes are merged into one summary", "5", merge_batch, 2);
/// Sets how many tokens a prompt pack may take.
pub(super) const CONTEXT_BUDGET: Field =
    count!("context.budget", "how many tokens a prompt pack may take", "2000", budget, 0);
/// Sets how often the strengths of memories are refreshed.
pub(super) const DECAY_EVERY: Field =
    time!("decay.every", "how often the strengths of memories are refreshed", "6h", layers.decay_every);

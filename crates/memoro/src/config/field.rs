//! The one table of configuration keys: name, meaning, how a value is read and shown.

/// A key whose value is a length of time.
macro_rules! time {
    ($name:literal, $about:literal, $example:literal, $($path:ident).+) => {
        time!($name, $about, $example, duration, $($path).+)
    };
    ($name:literal, $about:literal, $example:literal, $read:ident, $($path:ident).+) => {
        Field {
            name: $name,
            about: $about,
            example: $example,
            form: Form::Text,
            put: |config: &mut Config, value: &str| {
                config.$($path).+ = crate::config::field::$read(value)?;
                Ok(())
            },
            show: |config: &Config| Some(crate::config::field::shown(config.$($path).+)),
        }
    };
}

mod index;
mod jobs;
mod layers;
mod length;
mod serve;

use std::path::{Component, PathBuf};

use jiff::tz::{TimeZone, TimeZoneDatabase};
use memoro_core::{Confidence, ScopeKind, UserId};
use memoro_engine::Edits;

use super::Config;
use crate::error::{Code, Failure, Result};
pub(super) use length::{duration, duration_or_none, shown};

/// How a value stands in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// One text.
    Text,
    /// A list of texts, given as comma-separated words elsewhere.
    List,
    /// A whole number.
    Number,
}

/// One key.
pub(crate) struct Field {
    /// Its name, with dots.
    pub(crate) name: &'static str,
    /// What it is for.
    pub(crate) about: &'static str,
    /// A value that would do.
    pub(crate) example: &'static str,
    /// How it stands in the file.
    pub(crate) form: Form,
    /// Reads a value.
    pub(crate) put: fn(&mut Config, &str) -> Result<(), String>,
    /// Shows the value; `None` where it is not set.
    pub(crate) show: fn(&Config) -> Option<String>,
}

/// All keys, in the order of the example file.
pub(crate) const FIELDS: &[Field] = &[
    Field {
        name: "workspace",
        about: "the workspace where none is named and none is near",
        example: "~/notes/memory",
        form: Form::Text,
        put: |config, value| {
            config.workspace = (!value.is_empty()).then(|| PathBuf::from(value));
            Ok(())
        },
        show: |config| config.workspace.as_ref().map(|path| path.display().to_string()),
    },
    Field {
        name: "owner",
        about: "the user whose entries stand in PROFILE.md",
        example: "default",
        form: Form::Text,
        put: |config, value| {
            config.owner = UserId::new(value).map_err(|why| why.to_string())?;
            Ok(())
        },
        show: |config| Some(config.owner.to_string()),
    },
    Field {
        name: "time_zone",
        about: "the time zone of dates: a name such as Asia/Bangkok, or system",
        example: "Asia/Bangkok",
        form: Form::Text,
        put: |config, value| {
            zone(value)?;
            value.clone_into(&mut config.time_zone);
            Ok(())
        },
        show: |config| Some(config.time_zone.clone()),
    },
    Field {
        name: "precedence",
        about: "the order of scopes, the strongest first; policy is always first",
        example: "policy,user,project,session,agent",
        form: Form::List,
        put: |config, value| {
            let words = words(value);
            let kinds = words.iter().map(|word| word.parse::<ScopeKind>().map_err(|why| why.to_string()));
            config.precedence = kinds.collect::<Result<_, String>>()?;
            Ok(())
        },
        show: |config| Some(config.precedence.iter().map(|k| k.as_str()).collect::<Vec<_>>().join(",")),
    },
    Field {
        name: "session.idle",
        about: "after how long without use a session is over",
        example: "8h",
        form: Form::Text,
        put: |config, value| {
            duration(value)?;
            value.clone_into(&mut config.session_idle);
            Ok(())
        },
        show: |config| Some(config.session_idle.clone()),
    },
    Field {
        name: "vault.edits",
        about: "what becomes of edits by hand: active, or pending until they are confirmed",
        example: "active",
        form: Form::Text,
        put: |config, value| {
            config.vault_edits = match value {
                "active" => Edits::Active,
                "pending" => Edits::Pending,
                _ => return Err(format!("`{value}` is neither active nor pending")),
            };
            Ok(())
        },
        show: |config| {
            Some(match config.vault_edits {
                Edits::Active => "active".into(),
                Edits::Pending => "pending".into(),
            })
        },
    },
    Field {
        name: "pending.threshold",
        about: "how sure an inferred memory must be to wait for confirmation instead of being dropped",
        example: "0.8",
        form: Form::Text,
        put: |config, value| {
            let number = value.parse::<f64>().ok().and_then(Confidence::new);
            config.pending_threshold = number.ok_or("must be a number from 0 to 1")?;
            Ok(())
        },
        show: |config| Some(config.pending_threshold.to_string()),
    },
    Field {
        name: "pending.lapse",
        about: "after how long without confirmation a pending memory lapses",
        example: "30d",
        form: Form::Text,
        put: |config, value| {
            duration(value)?;
            value.clone_into(&mut config.pending_lapse);
            Ok(())
        },
        show: |config| Some(config.pending_lapse.clone()),
    },
    Field {
        name: "verify.max_failures",
        about: "after how many failed writes in a row a run is told to stop",
        example: "3",
        form: Form::Number,
        put: |config, value| {
            config.verify_max_failures = number(value, 1)?;
            Ok(())
        },
        show: |config| Some(config.verify_max_failures.to_string()),
    },
    Field {
        name: "audit.dir",
        about: "the folder inside the workspace that gets the audit lines of each run",
        example: ".memoro/runs",
        form: Form::Text,
        put: |config, value| {
            let path = PathBuf::from(value.trim());
            let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
            if path.as_os_str().is_empty() || !inside {
                return Err("must be a folder inside the workspace, so that `forget` reaches it".into());
            }
            config.audit_dir = path;
            Ok(())
        },
        show: |config| Some(config.audit_dir.display().to_string()),
    },
    index::PATHS,
    index::LINKED,
    index::TRANSCRIPTS,
    index::MAX_BYTES,
    index::CHUNK_TOKENS,
    index::CHUNK_OVERLAP,
    Field {
        name: "embedding.provider",
        about: "what makes vectors: local, openai, gemini, ollama, compatible or auto",
        example: "local",
        form: Form::Text,
        put: |config, value| {
            super::embedding::check(value)?;
            value.clone_into(&mut config.embedding.provider);
            Ok(())
        },
        show: |config| Some(config.embedding.provider.clone()),
    },
    Field {
        name: "embedding.model",
        about: "the provider's model",
        example: "text-embedding-3-small",
        form: Form::Text,
        put: |config, value| {
            config.embedding.model = given(value);
            Ok(())
        },
        show: |config| config.embedding.model.clone(),
    },
    Field {
        name: "embedding.base_url",
        about: "the address of the provider",
        example: "http://127.0.0.1:11434",
        form: Form::Text,
        put: |config, value| {
            config.embedding.base_url = given(value);
            Ok(())
        },
        show: |config| config.embedding.base_url.clone(),
    },
    Field {
        name: "embedding.key_env",
        about: "the environment variable with the provider's key",
        example: "OPENAI_API_KEY",
        form: Form::Text,
        put: |config, value| {
            config.embedding.key_env = given(value);
            Ok(())
        },
        show: |config| config.embedding.key_env.clone(),
    },
    Field {
        name: "embedding.key_file",
        about: "the file with the provider's key",
        example: "~/.config/memoro/openai.key",
        form: Form::Text,
        put: |config, value| {
            config.embedding.key_file = given(value);
            Ok(())
        },
        show: |config| config.embedding.key_file.clone(),
    },
    Field {
        name: "embedding.dimensions",
        about: "the dimensions to ask the provider for; 0 for those of the model",
        example: "512",
        form: Form::Number,
        put: |config, value| {
            config.embedding.dimensions = Some(number(value, 0)?).filter(|dimensions| *dimensions > 0);
            Ok(())
        },
        show: |config| config.embedding.dimensions.map(|dimensions| dimensions.to_string()),
    },
    Field {
        name: "embedding.fallback",
        about: "what is tried where the provider does not answer and the index has no vectors yet",
        example: "ollama,local",
        form: Form::List,
        put: |config, value| {
            config.embedding.fallback = words(value);
            config.embedding.fallback.iter().try_for_each(|word| super::embedding::check(word))
        },
        show: |config| Some(config.embedding.fallback.join(",")),
    },
    Field {
        name: "search.max_results",
        about: "how many hits a search of agents returns unless it says otherwise",
        example: "6",
        form: Form::Number,
        put: |config, value| {
            config.search.max_results = number(value, 1)?;
            Ok(())
        },
        show: |config| Some(config.search.max_results.to_string()),
    },
    Field {
        name: "search.min_score",
        about: "the least score of a hit that a search of agents returns, from 0 to 1",
        example: "0.35",
        form: Form::Text,
        put: |config, value| {
            let score = value.parse::<f32>().ok().filter(|score| (0.0..=1.0).contains(score));
            config.search.min_score = score.ok_or_else(|| format!("`{value}` is no score from 0 to 1"))?;
            Ok(())
        },
        show: |config| Some(config.search.min_score.to_string()),
    },
    layers::USER_LANGUAGE,
    layers::USER_LENGTH,
    layers::USER_STYLE,
    layers::USER_TIMEZONE,
    layers::EPISODE_TTL,
    layers::EPISODE_EXTEND,
    layers::EPISODE_LIMIT,
    layers::EPISODE_OUTCOME,
    layers::LOG_TTL,
    layers::SUMMARY_TTL,
    layers::PROCEDURE_LIMIT,
    layers::NOTE_LIMIT,
    layers::LEARN_EXCERPT,
    layers::LEARN_CONCEPTS,
    layers::MERGE_AFTER,
    layers::MERGE_BATCH,
    layers::CONTEXT_BUDGET,
    layers::DECAY_EVERY,
    jobs::JOBS_MICRO_SYNC,
    jobs::JOBS_DAILY_WRAPUP,
    jobs::JOBS_WEEKLY_COMPOUND,
    jobs::JOBS_MAINTAIN,
    jobs::JOBS_JITTER,
    jobs::JOBS_WINDOW,
    jobs::JOBS_TIME_LIMIT,
    jobs::JOBS_ARCHIVE_AFTER,
    jobs::EXTRACT_LLM,
    jobs::EXTRACT_MODEL,
    jobs::EXTRACT_BASE_URL,
    jobs::EXTRACT_KEY_ENV,
    jobs::EXTRACT_KEY_FILE,
    jobs::EXTRACT_TIMEOUT,
    jobs::EXTRACT_DAILY_TOKENS,
    jobs::EXTRACT_DAILY_MONEY,
    jobs::EXTRACT_PRICE_IN,
    jobs::EXTRACT_PRICE_OUT,
    jobs::TRANSCRIPTS_EXCLUDE,
    jobs::TRANSCRIPTS_MAX_LINE,
    serve::BIND,
    serve::PORT,
    serve::TENANTS,
    serve::HOSTS,
    serve::ORIGINS,
    serve::RATE,
    serve::CONNECTIONS,
    serve::QUEUE,
];

/// Returns a text that was given; an empty one takes it back.
fn given(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.to_owned())
}

/// Splits a list as it is given outside the file.
pub(super) fn words(value: &str) -> Vec<String> {
    value.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn number<T: std::str::FromStr + PartialOrd + std::fmt::Display + Copy>(
    value: &str,
    least: T,
) -> Result<T, String> {
    let number = value.parse::<T>().ok().filter(|number| *number >= least);
    number.ok_or_else(|| format!("`{value}` is no whole number of at least {least}"))
}

impl Field {
    /// Returns the field of a name.
    pub(crate) fn named(name: &str) -> Option<&'static Field> {
        FIELDS.iter().find(|field| field.name == name)
    }

    /// Returns the field of a name, or tells which one is nearest.
    pub(crate) fn known(name: &str) -> Result<&'static Field> {
        Self::named(name).ok_or_else(|| {
            Failure::new(Code::Config, format!("unknown key `{name}`{}", super::like(name)))
                .hint("run `memoro config get` to see all keys")
        })
    }

    /// Returns the environment variable of the key.
    pub(crate) fn variable(&self) -> String {
        format!("MEMORO_{}", self.name.replace('.', "_").to_uppercase())
    }
}

/// Reads a time zone.
pub(super) fn zone(name: &str) -> Result<TimeZone, String> {
    match name {
        "system" => Ok(TimeZone::system()),
        "UTC" => Ok(TimeZone::UTC),
        // The zones inside the binary; looking through those of the system costs every command dearly.
        _ => TimeZoneDatabase::bundled()
            .get(name)
            .map_err(|_| format!("`{name}` is no time zone (try system, UTC or Asia/Bangkok)")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_right_value_and_shown_as_given() {
        for field in FIELDS {
            let mut config = Config::default();
            (field.put)(&mut config, field.example).unwrap();
            assert_eq!((field.show)(&config).as_deref(), Some(field.example), "{}", field.name);
        }
    }

    #[test]
    fn a_key_has_one_variable() {
        assert_eq!(Field::named("session.idle").unwrap().variable(), "MEMORO_SESSION_IDLE");
    }

    #[test]
    fn the_jitter_can_be_turned_off_and_seconds_are_shown() {
        let field = Field::named("jobs.jitter").unwrap();
        for value in ["0s", "30s", "5m"] {
            let mut config = Config::default();
            (field.put)(&mut config, value).unwrap();
            assert_eq!((field.show)(&config).as_deref(), Some(value));
        }
        for wrong in ["-1m", "0", "soon"] {
            assert!((field.put)(&mut Config::default(), wrong).is_err(), "{wrong}");
        }
    }
}

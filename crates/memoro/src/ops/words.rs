//! The words of requests: enumerations with one spelling each, so that a wrong word is refused before anything is
//! asked. Domain types stay free of serialisation.

use memoro_core::pack::Format;
use memoro_core::{EntryKind, Grain, Layer, Origin, Outcome, Sensitivity, Stability, Stage};
use memoro_engine::store::index::Tier;
use memoro_engine::{Fusion, HitSource, Mode, NoteKind, Taught};
use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

macro_rules! wire {
    ($(#[$about:meta])* $name:ident => $domain:ident { $($variant:ident = $word:literal $(| $alias:literal)*),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub(crate) enum $name {
            $(#[doc = concat!("`", $word, "`")] #[serde(rename = $word $(, alias = $alias)*)] $variant),+
        }

        impl From<$name> for $domain {
            fn from(word: $name) -> Self {
                match word { $($name::$variant => $domain::$variant),+ }
            }
        }

        // The derived description does not see words that come out of a macro.
        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let words = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([$($word),+]));
                words.build().into()
            }
        }

        impl ToSchema for $name {}
    };
}

wire!(
    /// A layer of memory.
    LayerWord => Layer {
        UserModel = "user_model", Procedural = "procedural", Semantic = "semantic", Episodic = "episodic",
        Working = "working", Soul = "soul",
    }
);
wire!(
    /// What an entry is.
    KindWord => EntryKind {
        Preference = "preference", Constraint = "constraint", Fact = "fact", Instruction = "instruction",
    }
);
wire!(
    /// How firmly a memory is held.
    StabilityWord => Stability { Volatile = "volatile", Stable = "stable", Permanent = "permanent" }
);
wire!(
    /// Whether a memory is shown without asking for it.
    SensitivityWord => Sensitivity { Normal = "normal", Sensitive = "sensitive" }
);
wire!(
    /// Who said it; trust comes from the key, not from this word.
    OriginWord => Origin {
        UserExplicit = "user_explicit", Human = "human", Mother = "mother", Correction = "correction",
        Auto = "auto", Import = "import",
    }
);
wire!(
    /// How an episode ended.
    OutcomeWord => Outcome { Success = "success", Partial = "partial", Failed = "failed", Unknown = "unknown" }
);
wire!(
    /// How long a stretch an episode covers.
    GrainWord => Grain { Event = "event", Session = "session", Day = "day", Week = "week" }
);
wire!(
    /// How far a decision has come.
    StageWord => Stage {
        Pending = "pending", Parked = "parked", Researching = "researching", Decided = "decided",
        Implemented = "implemented", Closed = "closed",
    }
);
wire!(
    /// Which evidence counts in a search.
    ModeWord => Mode { Hybrid = "hybrid", Lexical = "lexical", Vector = "vector" }
);
wire!(
    /// How evidence is put together.
    FusionWord => Fusion { Learned = "learned", Rrf = "rrf", Weighted = "weighted" }
);
wire!(
    /// Where a hit comes from.
    SourceWord => HitSource {
        Memory = "memory" | "memories", Document = "document" | "documents", Session = "session" | "sessions",
    }
);
wire!(
    /// How near at hand a document is kept.
    TierWord => Tier { Hot = "hot", Warm = "warm", Cold = "cold", Archive = "archive" }
);
wire!(
    /// How a pack is written.
    FormatWord => Format { Xml = "xml", Markdown = "markdown", Agent = "agent", Ctx = "ctx" }
);
wire!(
    /// What a note is.
    NoteWord => NoteKind { Log = "log", Summary = "summary", Rule = "rule", Soul = "soul", Note = "note" }
);
wire!(
    /// How a procedure came to be known.
    TaughtWord => Taught {
        Explicit = "explicit", Correction = "correction", RepeatedPattern = "repeated_pattern",
    }
);

/// A status of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StatusWord {
    /// Waits for a person.
    Pending,
    /// Counts.
    Active,
    /// Was replaced.
    Superseded,
    /// Was put away.
    Archived,
}

impl StatusWord {
    /// Returns the word as the store knows it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            StatusWord::Pending => "pending",
            StatusWord::Active => "active",
            StatusWord::Superseded => "superseded",
            StatusWord::Archived => "archived",
        }
    }
}

/// Turns words into domain values.
pub(crate) fn all<W: Copy, D: From<W>>(words: &[W]) -> Vec<D> {
    words.iter().map(|word| D::from(*word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_one_word_also_where_many_are_meant() {
        for (one, many) in [("memory", "memories"), ("document", "documents"), ("session", "sessions")] {
            let read = |word: &str| serde_json::from_value::<SourceWord>(word.into()).unwrap();
            assert_eq!(read(one), read(many));
            assert_eq!(serde_json::to_value(read(many)).unwrap(), one);
        }
    }
}

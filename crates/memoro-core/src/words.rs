//! One spelling of an enum for SQL, Markdown and JSON: `as_str` and `FromStr` from one table.

/// A word that is not one of the allowed spellings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} `{word}` (expected one of: {expected})")]
pub struct InvalidWord {
    /// What the word should have named, for example `layer`.
    pub what: &'static str,
    /// The word as it was given.
    pub word: String,
    /// The allowed spellings, comma separated.
    pub expected: String,
}

/// Gives a field-less enum its spellings: `ALL`, `as_str`, `Display` and `FromStr`.
macro_rules! words {
    ($type:ident, $what:literal, { $($variant:ident => $word:literal $(| $alias:literal)*),+ $(,)? }) => {
        impl $type {
            /// All variants, in order.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// Returns the one spelling of this variant.
            pub const fn as_str(self) -> &'static str {
                match self { $($type::$variant => $word),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::words::InvalidWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                match word {
                    $($word $(| $alias)* => Ok($type::$variant),)+
                    _ => Err($crate::words::InvalidWord {
                        what: $what,
                        word: word.to_owned(),
                        expected: [$($word),+].join(", "),
                    }),
                }
            }
        }
    };
}
pub(crate) use words;

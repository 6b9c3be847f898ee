//! Which transcripts are left out, by the path of the file or the id of the session.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::documents::InvalidPattern;

/// Patterns of files and sessions to leave out, such as `**/cron-*.jsonl` or `agent:*:cron:*`.
#[derive(Debug, Clone, Default)]
pub struct Exclude(GlobSet);

impl Exclude {
    /// Reads the patterns; a plain word matches a session of that id.
    pub fn new<S: AsRef<str>>(patterns: &[S]) -> Result<Self, InvalidPattern> {
        let mut set = GlobSetBuilder::new();
        for pattern in patterns {
            set.add(
                GlobBuilder::new(pattern.as_ref())
                    .build()
                    .map_err(|error| invalid(pattern.as_ref(), &error))?,
            );
        }
        set.build().map(Self).map_err(|error| invalid("", &error))
    }

    /// Tells whether a path or a session is left out.
    pub fn matches(&self, path_or_session: &str) -> bool {
        !self.0.is_empty() && self.0.is_match(path_or_session)
    }
}

fn invalid(pattern: &str, error: &globset::Error) -> InvalidPattern {
    InvalidPattern { pattern: pattern.to_owned(), reason: error.kind().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_sessions_are_left_out_by_pattern() {
        let exclude = Exclude::new(&["**/cron-*.jsonl", "agent:*:cron:*", "งาน-1"]).unwrap();
        for name in ["/home/a/.x/cron-7.jsonl", "agent:main:cron:9", "งาน-1"] {
            assert!(exclude.matches(name), "{name}");
        }
        assert!(!exclude.matches("งาน-2") && !Exclude::default().matches("x"));
        assert_eq!(Exclude::new(&["[a"]).unwrap_err().pattern, "[a");
    }
}

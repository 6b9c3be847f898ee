//! Which transcripts are left out: by the file, the folder it lies in, or the id of a session. A file is known by its
//! whole path, by its path from the workspace on, as answers name it, and by its bare name.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::documents::InvalidPattern;

/// Patterns of files, folders and sessions to leave out, such as `sessions/private.jsonl`, `**/cron-*.jsonl` or
/// `agent:*:cron:*`.
#[derive(Debug, Clone, Default)]
pub struct Exclude {
    set: GlobSet,
    /// Where paths begin that are not absolute.
    root: PathBuf,
    /// Whether a pattern names one session of a file: `export.json#session`.
    parts: bool,
}

impl Exclude {
    /// Reads the patterns; a plain word matches a session of that id.
    pub fn new<S: AsRef<str>>(patterns: &[S]) -> Result<Self, InvalidPattern> {
        let mut set = GlobSetBuilder::new();
        for pattern in patterns {
            let plain = plain(pattern.as_ref());
            set.add(GlobBuilder::new(plain).build().map_err(|error| invalid(pattern.as_ref(), &error))?);
        }
        let parts = patterns.iter().any(|pattern| pattern.as_ref().contains('#'));
        let set = set.build().map_err(|error| invalid("", &error))?;
        Ok(Self { set, root: PathBuf::new(), parts })
    }

    /// Returns the same patterns for the files of a workspace.
    #[must_use]
    pub fn within(self, root: &Path) -> Self {
        Self { root: root.to_owned(), ..self }
    }

    /// Tells whether nothing is left out.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// Tells whether a session is left out, whichever file it stands in.
    pub fn matches_session(&self, session: &str) -> bool {
        !self.is_empty() && self.set.is_match(session)
    }

    /// Tells whether a file is left out; a path that is not absolute begins at the workspace.
    pub fn matches_file(&self, file: &Path) -> bool {
        if self.is_empty() {
            return false;
        }
        let whole = self.root.join(file);
        let names =
            |path: &Path| path.ancestors().any(|part| part != Path::new("") && self.set.is_match(part));
        names(&whole) || self.inside(&whole).is_some_and(names) || self.set.is_match(bare(&whole))
    }

    /// Tells whether a session of a file is left out, by its id alone or together with its file.
    pub(crate) fn matches_part(&self, file: &Path, session: &str) -> bool {
        if self.matches_session(session) {
            return true;
        }
        let whole = self.root.join(file);
        let named = |path: &Path| self.set.is_match(format!("{}#{session}", path.display()));
        self.parts && (named(&whole) || self.inside(&whole).is_some_and(named) || named(bare(&whole)))
    }

    fn inside<'a>(&self, whole: &'a Path) -> Option<&'a Path> {
        whole.strip_prefix(&self.root).ok().filter(|_| self.root != Path::new(""))
    }
}

fn bare(path: &Path) -> &Path {
    path.file_name().map_or(path, Path::new)
}

/// Drops what does not belong to a name: `./sessions/cron/` is `sessions/cron`.
fn plain(pattern: &str) -> &str {
    let short = pattern.strip_prefix("./").unwrap_or(pattern).trim_end_matches('/');
    if short.is_empty() { pattern } else { short }
}

fn invalid(pattern: &str, error: &globset::Error) -> InvalidPattern {
    InvalidPattern { pattern: pattern.to_owned(), reason: error.kind().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves_out(pattern: &str, file: &str) -> bool {
        Exclude::new(&[pattern]).unwrap().within(Path::new("/home/a/ws")).matches_file(Path::new(file))
    }

    #[test]
    fn files_are_left_out_by_every_name_that_they_have() {
        for pattern in [
            "/home/a/ws/sessions/cron/private.jsonl",
            "sessions/cron/private.jsonl",
            "./sessions/cron/private.jsonl",
            "private.jsonl",
            "sessions/cron",
            "sessions/cron/",
            "/home/a/ws/sessions",
            "sessions",
            "**/cron",
            "priv*.jsonl",
            "sessions/*/private.jsonl",
        ] {
            for file in ["/home/a/ws/sessions/cron/private.jsonl", "sessions/cron/private.jsonl"] {
                assert!(leaves_out(pattern, file), "{pattern} | {file}");
            }
            let other = "/home/a/ws/notes/private.md.jsonl";
            assert!(!leaves_out(pattern, other) || pattern == "priv*.jsonl", "{pattern}");
        }
        assert!(
            leaves_out("ส่วนตัว.jsonl", "/x/ส่วนตัว.jsonl")
                && leaves_out("sessions/私人", "sessions/私人/一.jsonl")
        );
    }

    #[test]
    fn a_folder_of_the_workspace_is_no_folder_of_that_name_elsewhere() {
        assert!(!leaves_out("sessions", "/home/a/.codex/sessions/x.jsonl"));
        assert!(!leaves_out("cron", "/home/a/ws/sessions/cron/x.jsonl"));
        assert!(!leaves_out("sessions/cron", "/home/a/ws/sessions/cronjobs.jsonl"));
        assert!(!leaves_out("private", "/home/a/ws/sessions/private.jsonl"));
    }

    #[test]
    fn sessions_are_left_out_by_id_and_with_their_file() {
        let exclude = Exclude::new(&["agent:*:cron:*", "งาน-1", "export/all.json#第二"]).unwrap();
        let exclude = exclude.within(Path::new("/ws"));
        let file = Path::new("/ws/export/all.json");
        for session in ["agent:main:cron:9", "งาน-1", "第二"] {
            assert!(exclude.matches_part(file, session), "{session}");
        }
        assert!(!exclude.matches_part(Path::new("/ws/other.json"), "第二") && !exclude.matches_file(file));
        assert!(!exclude.matches_session("งาน-2") && !Exclude::default().matches_session("x"));
        assert_eq!(Exclude::new(&["[a"]).unwrap_err().pattern, "[a");
    }
}

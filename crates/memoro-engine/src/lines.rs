//! Lines of a file, exactly as they stand: of the workspace, or of a configured extra path. A path never leaves its
//! root, and what is private, administrative or Memoro's own is not there for anybody.

use std::path::{Component, Path, PathBuf};

use memoro_core::policy::Operation;
use memoro_core::{MemoryId, Scope, Sensitivity, Trust, UserId};

use crate::caller::Caller;
use crate::documents::{self, Claim, Sources, claim};
use crate::error::{EngineError, Result};
use crate::vault::files::safe_name;
use crate::workspace::Workspace;

/// Which lines of which file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The file: relative to the workspace, or absolute.
    pub path: String,
    /// The first line, from 1; the first of the file where it is left out.
    pub from: Option<usize>,
    /// The last line; the last of the file where it is left out.
    pub to: Option<usize>,
}

/// Lines of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    /// The file, as hits name it.
    pub path: String,
    /// The first line, from 1; 0 for an empty file.
    pub from: usize,
    /// The last line.
    pub to: usize,
    /// How many lines the file has.
    pub of: usize,
    /// The lines, without the end of the last one.
    pub text: String,
}

impl Passage {
    /// Reads `PATH`, `PATH:7`, `PATH:7-12`, `PATH:7-`, `PATH:-12` or `PATH#L7-L12`; what does not end so is a path as a
    /// whole.
    pub fn parse(text: &str) -> Self {
        let split = text.rsplit_once("#L").or_else(|| text.rsplit_once(':'));
        let range = split.and_then(|(path, range)| {
            let (from, to) = range.split_once('-').unwrap_or((range, range));
            let number = |digits: &str| match digits.trim_start_matches('L') {
                "" => Some(None),
                digits => digits.parse::<usize>().ok().map(Some),
            };
            let (from, to) = (number(from)?, number(to)?);
            (from.is_some() || to.is_some()).then_some((path, from, to))
        });
        match range {
            Some((path, from, to)) if !path.is_empty() => Self { path: path.to_owned(), from, to },
            _ => Self { path: text.to_owned(), from: None, to: None },
        }
    }
}

impl Workspace {
    /// Returns lines of a file that the user may read.
    pub fn lines(&self, passage: &Passage, user: &UserId, caller: &Caller) -> Result<Lines> {
        self.permit(Operation::Read, caller)?;
        let missing = || EngineError::NotFound { what: "file", name: passage.path.clone() };
        let (path, file) = self.servable(&passage.path).ok_or_else(missing)?;
        if !self.may_read(&path, user, caller)? {
            return Err(missing());
        }
        let read = documents::read(&file, self.settings.index.max_bytes)
            .map_err(|why| EngineError::invalid(format!("{path} cannot be shown"), why))?;
        cut(path, &String::from_utf8_lossy(&read.bytes), passage)
    }

    /// Lists the files of the workspace that the user may read: MEMORY.md, the user's own mirrors, then all documents.
    /// Single learnings are left out; they are found as memories.
    pub fn readable(&self, user: &UserId, caller: &Caller) -> Result<Vec<String>> {
        self.permit(Operation::Read, caller)?;
        let found = documents::walk(&Sources::workspace(&self.root)).found;
        let first = ["MEMORY.md", "PROFILE.md", "SESSION.md"].map(str::to_owned).to_vec();
        let own = format!("users/{}/PROFILE.md", safe_name(user.as_str()));
        let named = first.into_iter().chain([own]);
        let rest = found.into_iter().map(|document| document.path).filter(|path| path != "MEMORY.md");
        let mut paths = Vec::new();
        for path in named.chain(rest) {
            if self.servable(&path).is_some_and(|(name, _)| name == path)
                && self.may_read(&path, user, caller)?
            {
                paths.push(path);
            }
        }
        Ok(paths)
    }

    /// Returns the name and the place of a file inside the workspace or an extra path; nothing for any other.
    fn servable(&self, asked: &str) -> Option<(String, PathBuf)> {
        if asked.contains('\0') {
            return None;
        }
        let given = Path::new(asked);
        let full = self.root.join(given);
        let file = full.canonicalize().ok().filter(|file| file.is_file())?;
        if let Ok(inside) = file.strip_prefix(&self.root) {
            return Some((open(inside)?, file));
        }
        let linked = |folder: &PathBuf| folder.canonicalize().is_ok_and(|folder| file.starts_with(folder));
        if let Ok(inside) = full.strip_prefix(&self.root)
            && self.settings.index.linked.iter().any(linked)
        {
            let file_is_open = file.components().all(|part| part.as_os_str() != "POLICY.md");
            return Some((open(inside).filter(|_| file_is_open)?, file));
        }
        let taken = self.settings.index.extra.iter().any(|extra| extra.serves(&file));
        taken.then(|| Some((file.to_str()?.to_owned(), file.clone())))?
    }

    /// Tells whether the user may read every memory that a file mirrors.
    fn may_read(&self, path: &str, user: &UserId, caller: &Caller) -> Result<bool> {
        let own = *user == self.settings.owner;
        let private = match path.split('/').collect::<Vec<_>>().as_slice() {
            ["PROFILE.md" | "SESSION.md"] => !own,
            ["users", id, ..] => *id != safe_name(user.as_str()),
            _ => false,
        };
        if private {
            return Ok(false);
        }
        let rows = self.store.mirror(path)?;
        let own_file =
            path.starts_with("users/") || (path.starts_with("memory/learnings/") && !rows.is_empty());
        if self.is_guest(caller) && !own_file {
            return Ok(false);
        }
        for row in rows {
            let Ok(id) = MemoryId::new(&row.memory) else { continue };
            let Some(stored) = self.store.get(&id)? else { continue };
            let others = matches!(&stored.memory.scope, Scope::User(whose) if whose != user)
                || !self.sees(&stored.memory.scope, caller);
            let hidden = stored.memory.sensitivity == Sensitivity::Sensitive && caller.trust() < Trust::User;
            if others || hidden {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the name of a file of the workspace, unless it is closed to everybody.
fn open(inside: &Path) -> Option<String> {
    let parts = inside.components().map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    let name = parts.collect::<Option<Vec<_>>>()?.join("/");
    (claim(&name) != Claim::Never).then_some(name)
}

fn cut(path: String, text: &str, passage: &Passage) -> Result<Lines> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let of = lines.len();
    let (from, to) = (passage.from.unwrap_or(1), passage.to.unwrap_or(of.max(1)));
    if from == 0 || passage.to.is_some_and(|to| from > to) {
        let why = "lines are counted from 1, the first before the last";
        return Err(EngineError::invalid(format!("lines {from} to {to}"), why));
    }
    if from > of && passage.from.is_some() {
        return Err(EngineError::NotFound { what: "line", name: format!("{path}:{from}") });
    }
    let to = to.min(of);
    let text: String = lines.iter().skip(from - 1).take(to + 1 - from.min(to + 1)).copied().collect();
    let text = text.strip_suffix('\n').unwrap_or(&text).to_owned();
    Ok(Lines { path, from: from.min(of), to, of, text })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(text: &str, passage: &str) -> Lines {
        cut("a.md".into(), text, &Passage::parse(passage)).unwrap()
    }

    proptest! {
        #[test]
        fn all_lines_one_by_one_are_the_whole(rows in prop::collection::vec("[a-cก-ค甲乙 ]{0,6}\r?", 1..12)) {
            let text = rows.join("\n") + "\n";
            let whole = lines(&text, "a.md");
            let single: Vec<String> =
                (1..=whole.of).map(|n| lines(&text, &format!("a.md:{n}")).text).collect();
            prop_assert_eq!(single.join("\n"), whole.text);
            prop_assert_eq!(single, rows);
        }
    }

    #[test]
    fn passages_are_read_as_written_and_as_cited() {
        let range = |text: &str| {
            let passage = Passage::parse(text);
            (passage.path, passage.from, passage.to)
        };
        assert_eq!(range("บันทึก/甲.md:3-7"), ("บันทึก/甲.md".into(), Some(3), Some(7)));
        assert_eq!(range("a.md#L3-L7"), ("a.md".into(), Some(3), Some(7)));
        assert_eq!(range("a.md:3-"), ("a.md".into(), Some(3), None));
        assert_eq!(range("a.md:-7"), ("a.md".into(), None, Some(7)));
        assert_eq!(range("a.md:-"), ("a.md:-".into(), None, None));
        assert_eq!(range("a.md:12"), ("a.md".into(), Some(12), Some(12)));
        assert_eq!(range("a:b.md"), ("a:b.md".into(), None, None));
        assert_eq!(range(":3"), (":3".into(), None, None));
    }

    #[test]
    fn a_passage_beyond_the_end_is_cut_and_one_behind_it_is_not_there() {
        assert_eq!(lines("甲\r\n乙\r\n", "a.md:2-9").text, "乙\r");
        assert_eq!((lines("甲\n乙", "a.md:2-9").to, lines("", "a.md").text.as_str()), (2, ""));
        assert!(matches!(
            cut("a.md".into(), "ก\n", &Passage::parse("a.md:2")),
            Err(EngineError::NotFound { what: "line", .. })
        ));
        for wrong in ["a.md:0", "a.md:3-2"] {
            assert!(matches!(
                cut("a.md".into(), "ก\nข\nค\n", &Passage::parse(wrong)),
                Err(EngineError::Invalid { .. })
            ));
        }
    }
}

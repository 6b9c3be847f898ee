//! What programs keep through Memoro in files of their own: messages of threads, and the folder that an agent keeps for
//! itself. Lines in them that name a forgotten subject go with it; what a person wrote elsewhere is only told.

use memoro_core::Scope;

use super::Words;
use super::look::all_files;
use crate::caller::Caller;
use crate::error::Result;
use crate::vault::files::Outcome;
use crate::workspace::Workspace;

/// How often a file is tried that others write at the same time.
const ATTEMPTS: usize = 8;

/// Tells whether a file of the workspace is written by programs, through Memoro.
pub(super) fn is_held(file: &str) -> bool {
    let thread = |name: &str| {
        let number = name.strip_prefix("thread-").and_then(|rest| rest.strip_suffix(".jsonl"));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    file.starts_with("memories/") || file.strip_prefix("sessions/").is_some_and(thread)
}

impl Workspace {
    /// Takes the lines that name the subject out of what programs keep, and keeps them from coming back out of a backup;
    /// returns the files.
    pub(super) fn forget_held(&self, words: &Words, caller: &Caller) -> Result<Vec<String>> {
        if words.subject.is_none() {
            return Ok(Vec::new());
        }
        let mut changed = Vec::new();
        for file in self.program_files() {
            let gone = self.without_words(&file, |line| words.are_in(line))?;
            if gone.is_empty() {
                continue;
            }
            let stones = gone.iter().map(|line| self.store.tombstone_of_passage(line.trim(), caller.now));
            self.add_tombstones(stones.collect())?;
            changed.push(file);
        }
        self.unindex(&changed)?;
        Ok(changed)
    }

    /// Takes the lines out again that were forgotten before: the files of a backup may have them.
    pub(crate) fn forget_held_again(&self) -> Result<()> {
        let (forgotten, owner) = (self.store.forgotten_texts()?, Scope::User(self.settings.owner.clone()));
        for file in self.program_files() {
            self.without_words(&file, |line| forgotten.covers_passage(&owner, line.trim()))?;
        }
        Ok(())
    }

    fn program_files(&self) -> Vec<String> {
        let folders = ["memories", "sessions"].map(|folder| self.root.join(folder));
        let all = folders.iter().flat_map(|folder| all_files(folder));
        let relative =
            all.filter_map(|path| Some(path.strip_prefix(&self.root).ok()?.to_string_lossy().into_owned()));
        relative.filter(|file| is_held(file)).collect()
    }

    /// Takes lines out of a file; returns those that went.
    fn without_words(&self, file: &str, goes: impl Fn(&str) -> bool) -> Result<Vec<String>> {
        for _ in 0..ATTEMPTS {
            let _lock = self.files.lock()?;
            let Some(read) = self.files.read(file)? else { break };
            let Ok(text) = std::str::from_utf8(&read.bytes) else { break };
            let (gone, kept): (Vec<&str>, Vec<&str>) =
                text.split_inclusive('\n').partition(|line| goes(&said(line)));
            if gone.is_empty() {
                break;
            }
            let kept = kept.concat();
            self.hold_on(file, &read.bytes, kept.as_bytes())?;
            if let Outcome::Done(_) =
                self.files.write_atomic(file, kept.as_bytes(), Some(read.fingerprint))?
            {
                return Ok(gone.into_iter().map(said).collect());
            }
        }
        Ok(Vec::new())
    }
}

/// Returns what a line says: in a thread its words are written as JSON.
fn said(line: &str) -> String {
    let words = |value: serde_json::Value| {
        let texts = ["speaker", "by", "content"].into_iter().filter_map(|name| value.get(name)?.as_str());
        texts.collect::<Vec<_>>().join("\n")
    };
    match serde_json::from_str::<serde_json::Value>(line) {
        Ok(value) if value.is_object() => words(value),
        _ => line.to_owned(),
    }
}

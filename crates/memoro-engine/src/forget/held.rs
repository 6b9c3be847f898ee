//! What programs keep through Memoro in files of their own: messages of threads, and the folder that an agent keeps for
//! itself. Lines in them that name a forgotten subject go with it, and what Memoro answered there of a forgotten memory; what a
//! person wrote elsewhere is only told.

use memoro_core::{Memory, Scope};

use super::Words;
use super::look::all_files;
use crate::caller::Caller;
use crate::error::Result;
use crate::threads::answer_without;
use crate::vault::files::Outcome;
use crate::workspace::Workspace;

/// How often a file is tried that others write at the same time.
const ATTEMPTS: usize = 8;
/// From so many characters on the beginning of a text is its own.
const LEAST: usize = 40;

/// Tells whether a file of the workspace is written by programs, through Memoro.
pub(super) fn is_held(file: &str) -> bool {
    let thread = |name: &str| {
        let number = name.strip_prefix("thread-").and_then(|rest| rest.strip_suffix(".jsonl"));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    file.starts_with("memories/") || file.strip_prefix("sessions/").is_some_and(thread)
}

impl Workspace {
    /// Takes the lines that name the subject out of what programs keep, and what Memoro answered in threads of the memories, and
    /// keeps both from coming back out of a backup; returns the files.
    pub(super) fn forget_held(
        &self,
        (memories, words): (&[Memory], &Words),
        caller: &Caller,
    ) -> Result<Vec<String>> {
        let mut changed = Vec::new();
        for file in self.program_files() {
            let gone = std::cell::RefCell::new(Vec::new());
            let goes = |item: &str| {
                let goes = tells(item, memories, words);
                if goes {
                    gone.borrow_mut().push(item.trim().to_owned());
                }
                goes
            };
            let rewritten = self.rewrite_held(&file, |line| {
                gone_with_subject(line, words).map_or_else(
                    || answer_without(line, goes),
                    |said| {
                        gone.borrow_mut().push(said.trim().to_owned());
                        None
                    },
                )
            })?;
            if rewritten {
                let stones = gone
                    .take()
                    .iter()
                    .map(|said| self.store.tombstone_of_passage(said, caller.now))
                    .collect();
                self.add_tombstones(stones)?;
                changed.push(file);
            }
        }
        self.unindex(&changed)?;
        Ok(changed)
    }

    /// Takes out again what was forgotten before: the files of a backup may have it.
    pub(crate) fn forget_held_again(&self) -> Result<()> {
        let (forgotten, owner) = (self.store.forgotten_texts()?, Scope::User(self.settings.owner.clone()));
        let goes = |said: &str| forgotten.covers_passage(&owner, said.trim());
        for file in self.program_files() {
            self.rewrite_held(
                &file,
                |line| {
                    if goes(&said(line)) { None } else { answer_without(line, goes) }
                },
            )?;
        }
        Ok(())
    }

    /// Takes out of a list of lines those of a thread that hold the words only where Memoro answered with them.
    pub(super) fn leave_out_answers(
        &self,
        file: &str,
        (memories, words): (&[Memory], &Words),
        lines: &mut Vec<u32>,
    ) -> Result<()> {
        let Some(read) = self.files.read(file)? else { return Ok(()) };
        let Ok(text) = std::str::from_utf8(&read.bytes) else { return Ok(()) };
        let all: Vec<&str> = text.lines().collect();
        lines.retain(|number| {
            let line = all.get(*number as usize - 1).copied().unwrap_or_default();
            let left = answer_without(line, |item| tells(item, memories, words));
            left.is_some_and(|left| left == line || words.are_in(&said(&left)))
        });
        Ok(())
    }

    fn program_files(&self) -> Vec<String> {
        let folders = ["memories", "sessions"].map(|folder| self.root.join(folder));
        let all = folders.iter().flat_map(|folder| all_files(folder));
        let relative =
            all.filter_map(|path| Some(path.strip_prefix(&self.root).ok()?.to_string_lossy().into_owned()));
        relative.filter(|file| is_held(file)).collect()
    }

    /// Writes the lines of a file anew, or leaves them out; tells whether anything changed.
    fn rewrite_held(&self, file: &str, change: impl Fn(&str) -> Option<String>) -> Result<bool> {
        for _ in 0..ATTEMPTS {
            let _lock = self.files.lock()?;
            let Some(read) = self.files.read(file)? else { break };
            let Ok(text) = std::str::from_utf8(&read.bytes) else { break };
            let kept: String = text.split_inclusive('\n').filter_map(&change).collect();
            if kept == text {
                break;
            }
            self.hold_on(file, &read.bytes, kept.as_bytes())?;
            if let Outcome::Done(_) =
                self.files.write_atomic(file, kept.as_bytes(), Some(read.fingerprint))?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns what a line says where it names the subject.
fn gone_with_subject(line: &str, words: &Words) -> Option<String> {
    words.subject.as_ref()?;
    Some(said(line)).filter(|said| words.are_in(said))
}

/// Tells whether an item of an answer tells one of the memories, whole or its beginning.
fn tells(item: &str, memories: &[Memory], words: &Words) -> bool {
    let told = item.trim().trim_end_matches('…').trim_end();
    let begins = |memory: &Memory| {
        let text = memory.content.text();
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        line == told || (told.chars().count() >= LEAST && line.starts_with(told))
    };
    !told.is_empty() && (words.are_in(item) || memories.iter().any(begins))
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

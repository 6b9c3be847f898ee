//! A folder of plain files that an agent keeps for itself: six commands on `/memories`, which is `memories/` of the
//! workspace. The files are documents, not memories: nothing in them becomes a rule or an entry. No path leads out.

mod held;
mod made;
mod place;
mod taken_back;
mod view;

use std::fs;
use std::path::Path;

use memoro_core::Op;
use memoro_core::policy::Operation;
use memoro_core::redact::redact;
use memoro_store::Change;

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::vault::files::{Outcome, VaultError};
use crate::workspace::Workspace;
use place::Place;
pub use taken_back::MadeFile;

/// The largest file that is kept, in bytes.
pub const MOST_BYTES: usize = 1024 * 1024;

const BELOW_A_FILE: &str = "A file stands where the path names a directory";

/// What an agent asks of its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemoryCommand {
    /// Lists a folder or shows the lines of a file.
    View {
        /// The path.
        path: String,
        /// The first and the last line, from 1; -1 for the end.
        range: Option<(i64, i64)>,
    },
    /// Makes a new file.
    Create {
        /// The path.
        path: String,
        /// What it holds.
        text: String,
    },
    /// Puts one text in the place of another that stands in the file once.
    StrReplace {
        /// The path.
        path: String,
        /// The text that is there.
        old: String,
        /// The text that comes in its place.
        new: String,
    },
    /// Puts lines after a line.
    Insert {
        /// The path.
        path: String,
        /// The line; 0 for the beginning.
        line: i64,
        /// What is put in.
        text: String,
    },
    /// Deletes a file or a folder with all that is in it.
    Delete {
        /// The path.
        path: String,
    },
    /// Moves a file or folder.
    Rename {
        /// The path that it has.
        from: String,
        /// The path that it gets.
        to: String,
    },
}

impl MemoryCommand {
    /// Returns the path at which nothing is left once it is carried out, and the one at which something new stands.
    fn leaves(&self) -> (Option<&String>, Option<&String>) {
        match self {
            Self::View { .. } => (None, None),
            Self::Create { path, .. } | Self::StrReplace { path, .. } | Self::Insert { path, .. } => {
                (None, Some(path))
            }
            Self::Delete { path } => (Some(path), None),
            Self::Rename { from, to } => (Some(from), Some(to)),
        }
    }
}

/// What the agent is told: that it was done, or why not.
pub type Told = std::result::Result<String, String>;

/// What became of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// What the agent is told.
    pub told: Told,
    /// Whether what was written waits for a person before anybody else is shown it.
    pub waits: bool,
}

impl Workspace {
    /// Carries out a command on the agent's folder. What the agent did wrong is told, not an error.
    pub fn memory_tool(&self, command: &MemoryCommand, caller: &Caller) -> Result<Carried> {
        let operation = match command {
            MemoryCommand::View { .. } => Operation::Read,
            MemoryCommand::Delete { .. } => Operation::Delete,
            _ => Operation::Write,
        };
        self.permit(operation, caller)?;
        self.permit_files(command, caller)?;
        let lock = self.files.lock()?;
        let told = match command {
            MemoryCommand::View { path, range } => self.tool_view(path, *range),
            MemoryCommand::Create { path, text } => self.tool_create(path, text),
            MemoryCommand::StrReplace { path, old, new } => self.tool_replace(path, (old, new)),
            MemoryCommand::Insert { path, line, text } => self.tool_insert(path, *line, text),
            MemoryCommand::Delete { path } => self.tool_delete(path),
            MemoryCommand::Rename { from, to } => self.tool_rename(from, to),
        }?;
        let mut waits = false;
        if told.is_ok() && operation != Operation::Read {
            self.mark_files(command, caller)?;
            let reason = command.done();
            let remark = Change::Remark { op: Op::Note, scope: "memories".into(), reason };
            self.commit_locked(vec![remark], caller)?;
            drop(lock);
            waits = self.hold_files(command, caller)?;
        }
        Ok(Carried { told, waits })
    }

    fn tool_view(&self, path: &str, range: Option<(i64, i64)>) -> Result<Told> {
        let place = match Place::of(&self.root, path) {
            Ok(place) => place,
            Err(told) => return Ok(Err(told)),
        };
        if place.is_root() && !place.file.exists() {
            return Ok(Ok(view::listing(path, &place.file)));
        }
        match fs::metadata(&place.file) {
            Ok(found) if found.is_dir() && range.is_some() => {
                Ok(Err("The `view_range` parameter is not allowed when `path` points to a directory.".into()))
            }
            Ok(found) if found.is_dir() => Ok(Ok(view::listing(path, &place.file))),
            Ok(_) => Ok(self.text_at(&place, path)?.and_then(|text| view::lines(path, &text, range))),
            Err(_) => Ok(Err(missing(path))),
        }
    }

    fn tool_create(&self, path: &str, text: &str) -> Result<Told> {
        let place = match Place::of(&self.root, path) {
            Ok(place) if place.is_root() => return Ok(Err(format!("{path} is a directory"))),
            Ok(place) => place,
            Err(told) => return Ok(Err(told)),
        };
        if place.file.exists() {
            return Ok(Err(format!("File {path} already exists")));
        }
        if place.below_a_file() {
            return Ok(Err(BELOW_A_FILE.into()));
        }
        let text = redact(text).text.into_owned();
        Ok(self.tool_write(&place, &text)?.map(|()| format!("File created successfully at: {path}")))
    }

    fn tool_replace(&self, path: &str, (old, new): (&str, &str)) -> Result<Told> {
        let (place, text) = match self.tool_read(path)? {
            Ok(read) => read,
            Err(told) => return Ok(Err(told)),
        };
        if old.is_empty() {
            return Ok(Err("The `old_str` parameter must not be empty.".into()));
        }
        let starts: Vec<usize> = text.match_indices(old).map(|(start, _)| start).collect();
        let line_of = |start: usize| text.get(..start).unwrap_or_default().matches('\n').count();
        let first = match starts.as_slice() {
            [] => {
                return Ok(Err(format!(
                    "No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
                )));
            }
            [only] => *only,
            _ => {
                let lines: Vec<String> = starts.iter().map(|s| (line_of(*s) + 1).to_string()).collect();
                return Ok(Err(format!(
                    "No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {}. Please ensure it is unique",
                    lines.join(", ")
                )));
            }
        };
        let line = line_of(first);
        let edited = text.replacen(old, &redact(new).text, 1);
        Ok(self.tool_write(&place, &edited)?.map(|()| {
            let snippet = view::snippet(&edited, line);
            format!("The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{snippet}")
        }))
    }

    fn tool_insert(&self, path: &str, line: i64, insert: &str) -> Result<Told> {
        let (place, text) = match self.tool_read(path)? {
            Ok(read) => read,
            Err(told) => return Ok(Err(told)),
        };
        let lines: Vec<&str> = text.lines().collect();
        let at = match usize::try_from(line) {
            Ok(at) if at <= lines.len() => at,
            _ => {
                let len = lines.len();
                return Ok(Err(format!(
                    "Invalid `insert_line` parameter: {line}. It should be within the range [0, {len}]."
                )));
            }
        };
        let insert = redact(insert.strip_suffix('\n').unwrap_or(insert)).text.into_owned();
        let (before, after) = lines.split_at(at);
        let mut edited =
            before.iter().chain([&insert.as_str()]).chain(after).copied().collect::<Vec<_>>().join("\n");
        if text.ends_with('\n') || text.is_empty() || at == lines.len() {
            edited.push('\n');
        }
        Ok(self.tool_write(&place, &edited)?.map(|()| format!("The file {path} has been edited.")))
    }

    fn tool_delete(&self, path: &str) -> Result<Told> {
        let place = match Place::of(&self.root, path) {
            Ok(place) if place.is_root() => {
                return Ok(Err(format!("Cannot delete the {path} directory itself")));
            }
            Ok(place) => place,
            Err(told) => return Ok(Err(told)),
        };
        let failed = EngineError::file(&place.file);
        match fs::symlink_metadata(&place.file) {
            Ok(found) if found.is_dir() => fs::remove_dir_all(&place.file).map_err(failed)?,
            Ok(_) => fs::remove_file(&place.file).map_err(failed)?,
            Err(_) => return Ok(Err(format!("The path {path} does not exist"))),
        }
        sync_folder(&place.file);
        Ok(Ok(format!("Successfully deleted {path}")))
    }

    fn tool_rename(&self, from: &str, to: &str) -> Result<Told> {
        let (old, new) = match (Place::of(&self.root, from), Place::of(&self.root, to)) {
            (Ok(old), Ok(new)) => (old, new),
            (Err(told), _) | (_, Err(told)) => return Ok(Err(told)),
        };
        if old.is_root() || new.is_root() {
            return Ok(Err("Cannot rename the /memories directory itself".into()));
        }
        if !old.file.exists() {
            return Ok(Err(format!("The path {from} does not exist")));
        }
        if new.file.exists() {
            return Ok(Err(format!("The destination {to} already exists")));
        }
        if new.file.starts_with(&old.file) {
            return Ok(Err(format!("Cannot move {from} into itself")));
        }
        if new.below_a_file() {
            return Ok(Err(BELOW_A_FILE.into()));
        }
        if let Some(folder) = new.file.parent() {
            crate::workspace::make_private(folder)?;
        }
        fs::rename(&old.file, &new.file).map_err(EngineError::file(&new.file))?;
        sync_folder(&old.file);
        sync_folder(&new.file);
        Ok(Ok(format!("Successfully renamed {from} to {to}")))
    }

    /// Returns a file that can be changed, and its text.
    fn tool_read(&self, path: &str) -> Result<std::result::Result<(Place, String), String>> {
        let place = match Place::of(&self.root, path) {
            Ok(place) => place,
            Err(told) => return Ok(Err(told)),
        };
        match fs::metadata(&place.file) {
            Ok(found) if found.is_dir() => return Ok(Err(format!("The path {path} is a directory"))),
            Ok(_) => {}
            Err(_) => return Ok(Err(missing(path))),
        }
        let text = self.text_at(&place, path)?;
        Ok(text.map(|text| (place, text)))
    }

    fn text_at(&self, place: &Place, path: &str) -> Result<Told> {
        let Some(read) = self.files.read(&place.relative)? else { return Ok(Err(missing(path))) };
        Ok(String::from_utf8(read.bytes).map_err(|_| format!("{path} is no text")))
    }

    fn tool_write(&self, place: &Place, text: &str) -> Result<std::result::Result<(), String>> {
        if text.len() > MOST_BYTES {
            let size = text.len();
            return Ok(Err(format!("The file would be {size} bytes long; at most {MOST_BYTES} are kept")));
        }
        if text.contains('\0') {
            return Ok(Err("The text holds a zero character; only text is kept".into()));
        }
        let expected = self.files.read(&place.relative)?.map(|read| read.fingerprint);
        match self.files.write_atomic(&place.relative, text.as_bytes(), expected) {
            Ok(Outcome::Done(_)) => Ok(Ok(())),
            Ok(Outcome::Changed) => {
                Ok(Err("The file was changed by someone else meanwhile; view it again".into()))
            }
            Err(VaultError::NotAFolder { .. } | VaultError::NotAFile { .. }) => Ok(Err(BELOW_A_FILE.into())),
            Err(error) => Err(error.into()),
        }
    }
}

impl MemoryCommand {
    /// Tells for the audit what was done.
    fn done(&self) -> String {
        match self {
            MemoryCommand::View { path, .. } => format!("viewed {path}"),
            MemoryCommand::Create { path, .. } => format!("created {path}"),
            MemoryCommand::StrReplace { path, .. } | MemoryCommand::Insert { path, .. } => {
                format!("edited {path}")
            }
            MemoryCommand::Delete { path } => format!("deleted {path}"),
            MemoryCommand::Rename { from, to } => format!("renamed {from} to {to}"),
        }
    }
}

fn missing(path: &str) -> String {
    format!("The path {path} does not exist. Please provide a valid path.")
}

/// Makes a change of names durable; what cannot be synced is still done.
fn sync_folder(file: &Path) {
    if let Some(folder) = file.parent().and_then(|folder| fs::File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
}

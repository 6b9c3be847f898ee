//! Conversations of agents and chat programs, turn by turn. Reads only what was added since the last time, in
//! bounded memory; never writes to the files of other programs, and leaves out tool output and what Memoro itself
//! had put into a prompt.

mod chatgpt;
mod claude_code;
mod codex;
mod database;
mod detect;
mod exclude;
mod frames;
mod generic;
mod json;
mod noise;
mod openclaw;
mod places;
mod position;
mod reader;
mod record;
#[cfg(test)]
mod tests;
mod values;

use std::ops::Range;
use std::path::PathBuf;

use jiff::Timestamp;
pub use memoro_core::fusion::Role;

pub use database::{DatabaseSession, openclaw_sessions};
pub use exclude::Exclude;
pub use noise::{OWN_MARK, clean};
pub use places::{FoundTranscript, Place, at, default_places, find, workspace_place};
pub use position::Position;
pub use reader::{Report, Resumed, Transcript};

/// Tells which program wrote a transcript, by looking at its beginning.
pub fn format_of(file: &std::path::Path) -> Result<Format, TranscriptError> {
    let unreadable = |source| TranscriptError::Unreadable { path: file.to_owned(), source };
    if at(file).map_err(unreadable)?.is_database {
        return Ok(Format::OpenClawDatabase);
    }
    Ok(Transcript::open(file, None, &Options::default())?.format())
}

/// Which program wrote a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Claude Code: one JSON object a line.
    ClaudeCode,
    /// Codex: one JSON object a line.
    Codex,
    /// `OpenClaw`: one JSON object a line.
    OpenClaw,
    /// `OpenClaw`: rows of its SQLite file.
    OpenClawDatabase,
    /// The export of `ChatGPT`: one JSON document.
    ChatGpt,
    /// One message a line, or an array of messages.
    Generic,
}

impl Format {
    /// Returns the one spelling of the format.
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::ClaudeCode => "claude-code",
            Format::Codex => "codex",
            Format::OpenClaw => "openclaw",
            Format::OpenClawDatabase => "openclaw-sqlite",
            Format::ChatGpt => "chatgpt",
            Format::Generic => "generic",
        }
    }

    /// Reads the spelling of a format.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [
            Format::ClaudeCode,
            Format::Codex,
            Format::OpenClaw,
            Format::OpenClawDatabase,
            Format::ChatGpt,
            Format::Generic,
        ];
        all.into_iter().find(|format| format.as_str() == name)
    }
}

/// One thing that someone said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The session.
    pub session: String,
    /// Who spoke, by part.
    pub role: Role,
    /// Who spoke, by name, where the transcript has one.
    pub speaker: Option<String>,
    /// When it was said.
    pub at: Option<Timestamp>,
    /// What was said.
    pub text: String,
    /// Its number among the turns of its transcript, from 0.
    pub index: u32,
    /// The line of the file, from 1; the row of a database.
    pub line: u64,
    /// The bytes of the file it was read from; empty for a database.
    pub bytes: Range<u64>,
    /// Its id in the transcript.
    pub id: Option<String>,
    /// The id of the turn it answers.
    pub parent: Option<String>,
    /// Whether it belongs to a helper's side conversation.
    pub side: bool,
}

/// Whether the side conversations of helpers are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sidechains {
    /// They are left out.
    #[default]
    Skip,
    /// They are read like the main conversation.
    Keep,
}

/// How transcripts are read.
#[derive(Debug, Clone)]
pub struct Options {
    /// What to do with side conversations.
    pub sidechains: Sidechains,
    /// Which files and sessions to leave out.
    pub exclude: Exclude,
    /// The longest line or element that is read, in bytes; longer ones are counted and skipped.
    pub max_line: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { sidechains: Sidechains::Skip, exclude: Exclude::default(), max_line: 32 * 1024 * 1024 }
    }
}

/// Why a transcript could not be read at all.
#[derive(Debug, thiserror::Error)]
pub enum TranscriptError {
    /// The system refused.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is not a transcript of a known form.
    #[error("{} is no transcript of a known form (Claude Code, Codex, OpenClaw, ChatGPT export, or JSON lines with `role` and `content`)", path.display())]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// The database of another program could not be read.
    #[error("cannot read the sessions in {}: {reason}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        reason: String,
    },
}

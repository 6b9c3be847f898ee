//! What one line of a transcript says, whatever program wrote it.

use jiff::Timestamp;

use super::Role;

/// What a line or element turned out to be.
#[derive(Debug)]
pub(super) enum Record {
    /// Something that was said.
    Said(Said),
    /// The beginning of a session.
    Session {
        /// Its id.
        id: Option<String>,
        /// Whether it is a helper's side conversation.
        side: bool,
    },
    /// Nothing that a person or assistant said.
    Noise,
    /// A line that is none of the format's own.
    Unknown,
}

/// Something that was said.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) session: Option<String>,
    pub(super) role: Role,
    pub(super) speaker: Option<String>,
    pub(super) at: Option<Timestamp>,
    pub(super) text: String,
    pub(super) id: Option<String>,
    pub(super) parent: Option<String>,
    pub(super) side: bool,
}

impl Said {
    /// Starts with what is always known.
    pub(super) fn new(role: Role, text: impl Into<String>) -> Self {
        Self {
            session: None,
            role,
            speaker: None,
            at: None,
            text: text.into(),
            id: None,
            parent: None,
            side: false,
        }
    }
}

/// Returns the role that a word names; nothing for tools and instructions, which nobody says.
pub(super) fn role(word: &str) -> Option<Role> {
    match word.to_ascii_lowercase().as_str() {
        "user" | "human" => Some(Role::User),
        "assistant" | "ai" | "bot" | "model" | "agent" => Some(Role::Assistant),
        "system" | "developer" | "tool" | "toolresult" | "tool_result" | "function" | "bashexecution" => None,
        _ => Some(Role::Other),
    }
}

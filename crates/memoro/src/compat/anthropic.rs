//! The memory tool that models know: six commands on `/memories`, each answered with the text that goes back to the
//! model. What the model did wrong is told in the answer, not as a failure of the call.

use memoro_engine::{Access, Action, MemoryCommand};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{is_false, shared};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Operation, Repeats};

/// The commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CommandWord {
    /// Lists a folder or shows a file.
    View,
    /// Makes a new file.
    Create,
    /// Puts one text in the place of another.
    StrReplace,
    /// Puts lines after a line.
    Insert,
    /// Deletes a file or folder.
    Delete,
    /// Moves a file or folder.
    Rename,
}

/// A command on the agent's own folder.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemoryToolRequest {
    /// What to do.
    pub(crate) command: CommandWord,
    /// The path below `/memories`, for all but `rename`.
    #[serde(default)]
    pub(crate) path: Option<String>,
    /// The first and the last line to view, from 1; -1 for the end.
    #[serde(default)]
    #[schema(min_items = 2, max_items = 2)]
    pub(crate) view_range: Option<Vec<i64>>,
    /// What a new file holds.
    #[serde(default)]
    pub(crate) file_text: Option<String>,
    /// The text to be replaced.
    #[serde(default)]
    pub(crate) old_str: Option<String>,
    /// The text in its place.
    #[serde(default)]
    pub(crate) new_str: Option<String>,
    /// The line after which text is put; 0 for the beginning.
    #[serde(default)]
    pub(crate) insert_line: Option<i64>,
    /// The text to put in.
    #[serde(default)]
    pub(crate) insert_text: Option<String>,
    /// The path to rename.
    #[serde(default)]
    pub(crate) old_path: Option<String>,
    /// Its new name.
    #[serde(default)]
    pub(crate) new_path: Option<String>,
}

/// What goes back to the model.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MemoryToolAnswer {
    /// The text.
    pub(crate) content: String,
    /// Whether the command could not be carried out.
    pub(crate) is_error: bool,
    /// Whether what was written waits for a person before search and packs show it.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) pending: bool,
}

impl MemoryToolRequest {
    fn command(self) -> Result<MemoryCommand> {
        let needed = |name: &str, text: Option<String>| {
            text.ok_or_else(|| Failure::new(Code::Invalid, format!("the command needs `{name}`")))
        };
        Ok(match self.command {
            CommandWord::View => MemoryCommand::View {
                path: needed("path", self.path)?,
                range: match self.view_range.as_deref() {
                    None | Some([]) => None,
                    Some([from, to]) => Some((*from, *to)),
                    Some(_) => return Err(Failure::new(Code::Invalid, "`view_range` is two line numbers")),
                },
            },
            CommandWord::Create => MemoryCommand::Create {
                path: needed("path", self.path)?,
                text: needed("file_text", self.file_text)?,
            },
            CommandWord::StrReplace => MemoryCommand::StrReplace {
                path: needed("path", self.path)?,
                old: needed("old_str", self.old_str)?,
                new: self.new_str.unwrap_or_default(),
            },
            CommandWord::Insert => MemoryCommand::Insert {
                path: needed("path", self.path)?,
                line: self
                    .insert_line
                    .ok_or_else(|| Failure::new(Code::Invalid, "the command needs `insert_line`"))?,
                text: needed("insert_text", self.insert_text.or(self.new_str))?,
            },
            CommandWord::Delete => MemoryCommand::Delete { path: needed("path", self.path)? },
            CommandWord::Rename => MemoryCommand::Rename {
                from: needed("old_path", self.old_path.or(self.path))?,
                to: needed("new_path", self.new_path)?,
            },
        })
    }
}

impl Operation for MemoryToolRequest {
    type Answer = MemoryToolAnswer;
    const ACTION: Action = Action::Read;
    const NEEDS: &'static [Action] = &[Action::Read, Action::Write, Action::Forget];
    const OPENS: &'static [Action] = Self::NEEDS;
    const ABOUT: &'static str = "Carries out a command of the memory tool on the agent's own folder of files";

    fn needs(&self, _access: &Access) -> Vec<Action> {
        match self.command {
            CommandWord::View => vec![Action::Read],
            CommandWord::Create => vec![Action::Write],
            // What could not be done, and what was done, are told with words of the file.
            CommandWord::StrReplace | CommandWord::Insert => vec![Action::Write, Action::Read],
            CommandWord::Delete => vec![Action::Forget],
            CommandWord::Rename => vec![Action::Write, Action::Forget],
        }
    }

    fn repeats(&self, _: &Access) -> Repeats {
        if self.command == CommandWord::Delete { Repeats::Harmless } else { Repeats::Answered }
    }

    fn act(self, call: &Call<'_>) -> Result<MemoryToolAnswer> {
        shared(call)?;
        let carried = call.workspace.memory_tool(&self.command()?, &call.caller)?;
        let (is_error, pending) = (carried.told.is_err(), carried.waits);
        Ok(MemoryToolAnswer { content: carried.told.unwrap_or_else(|why| why), is_error, pending })
    }
}

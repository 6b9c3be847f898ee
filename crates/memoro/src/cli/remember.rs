//! `memoro remember`: a text, or the value of a key.

use clap::Args;
use memoro_core::{EntryKind, Key, Priority};

use super::app::{App, Need};
use super::values;
use super::writing::{Writing, tell};
use crate::error::Result;

/// Remember a text, or the value of a key
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro remember \"The staging database is rebuilt every Sunday night\"
  memoro remember --key deploy.day --kind constraint \"วันศุกร์เท่านั้น\"
  memoro remember --scope project:web --key 截止日期 --ttl 2026-12-31 十二月三十一日
  git log -1 --format=%B | memoro remember --tag release -")]
pub(super) struct Remember {
    /// What to remember; `-` reads it from stdin
    #[arg(required = true, value_name = "TEXT")]
    text: Vec<String>,
    /// The key; with it the text is the value of an entry, and a newer value takes the place of the older
    #[arg(long, value_parser = values::key)]
    key: Option<Key>,
    /// What kind of entry it is: preference, constraint, fact or instruction
    #[arg(long, value_name = "KIND")]
    kind: Option<EntryKind>,
    /// How strongly it counts against others of the same key, 0 to 100
    #[arg(long, allow_hyphen_values = true, value_parser = values::priority, value_name = "0..100")]
    priority: Option<Priority>,
    #[command(flatten)]
    writing: Writing,
}

impl Remember {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let text = values::text(&self.text)?;
        let workspace = app.workspace(Need::Made)?;
        let caller = app.caller()?;
        let mut request = self.writing.request(text, app, &workspace, &caller)?;
        (request.key, request.kind, request.priority) = (self.key, self.kind, self.priority);
        let caller = self.writing.once(caller, &request);
        tell(app, &workspace.remember(&request, &caller)?)
    }
}

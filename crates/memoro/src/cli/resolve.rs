//! `memoro resolve`: the effective values of keys, and what they shadow.

use std::io::Write as _;

use clap::Args;
use memoro_core::{Key, ProjectId};
use memoro_engine::Whose;
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, Need};
use super::{render, values};
use crate::api::ResolvedView;
use crate::error::{Code, Failure, Result};

/// Show which value of a key counts, where it comes from and what it shadows
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro resolve response.language
  memoro resolve --project web --json
  memoro resolve --session s-20261115-1a2b3c response.tone")]
pub(super) struct Resolve {
    /// The keys; all of them where none is given
    #[arg(value_parser = values::key)]
    keys: Vec<Key>,
    /// Also the values of this project
    #[arg(long, value_name = "ID")]
    project: Option<ProjectId>,
}

#[derive(Serialize)]
struct Values {
    values: Vec<ResolvedView>,
    /// Keys whose values are shown only to who names them.
    hidden: Vec<String>,
}

impl Resolve {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let whose = Whose { user: Some(app.user()?), session: app.named_session()?, project: self.project };
        let found = workspace.resolve(&self.keys, &whose, &app.caller()?)?;
        let view = Values {
            values: found.values.iter().map(|r| ResolvedView::of(r, app.now)).collect(),
            hidden: found.hidden.iter().map(ToString::to_string).collect(),
        };
        app.out.show(&view, |out| {
            for value in &view.values {
                writeln!(
                    out,
                    "{} = {}  {}",
                    value.key.cyan(),
                    render::excerpt(&value.value),
                    value.scope.dimmed()
                )?;
                for shadow in &value.shadowed {
                    let text = render::excerpt(&shadow.value);
                    writeln!(
                        out,
                        "    shadows {text}  {}",
                        format!("{} ({})", shadow.scope, shadow.because).dimmed()
                    )?;
                }
            }
            for key in &view.hidden {
                let hint = format!("(sensitive; `memoro resolve {key}` shows it)");
                writeln!(out, "{} = {}", key.cyan(), hint.dimmed())?;
            }
            Ok(())
        })?;
        if found.values.is_empty() && found.hidden.is_empty() {
            app.out.remark("no value for these keys");
            return Err(Failure::told(Code::NotFound));
        }
        Ok(())
    }
}

//! `memoro context`: the block of memory that goes into a prompt.

use clap::Args;
use memoro_core::ProjectId;
use memoro_core::pack::{Format, Pack};
use memoro_engine::Context as Request;

use super::app::{App, Need};
use crate::api::PackView;
use crate::error::{Code, Failure, Result};

/// Compose the block of memory for a prompt, within a budget of tokens
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro context \"how do we deploy?\"
  memoro context วิธี deploy --format markdown --budget 800
  memoro context --format agent
  memoro context 部署流程 --user somchai --format ctx --explain")]
pub(super) struct Context {
    /// What the agent is asked or is about to do; the newest of everything where it is left out
    query: Vec<String>,
    /// How it is written: xml, markdown, agent (identity, rules and summaries in Markdown) or ctx
    #[arg(long, default_value = "xml")]
    format: Format,
    /// How many tokens it may take; the configured number where it is left out
    #[arg(long, value_name = "TOKENS", allow_negative_numbers = true)]
    budget: Option<usize>,
    /// The project whose knowledge belongs in
    #[arg(long, value_name = "ID")]
    project: Option<String>,
    /// Tell on stderr what went in, what was left out, why, and its tokens
    #[arg(long)]
    explain: bool,
}

impl Context {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let caller = app.caller()?;
        app.sync(&workspace, &caller)?;
        let project = self.project.as_deref().map(ProjectId::new).transpose();
        let request = Request {
            query: (!self.query.is_empty()).then(|| self.query.join(" ")),
            user: Some(app.user()?),
            session: app.named_session()?,
            project: project.map_err(|why| Failure::new(Code::Usage, format!("--project: {why}")))?,
            format: self.format,
            budget: self.budget,
            policy: Vec::new(),
        };
        let pack = workspace.context(&request, &caller)?;
        let budget = self.budget.unwrap_or(workspace.settings().layers.budget);
        let behind = workspace.behind();
        app.out.show(&PackView::new(&pack, self.format, budget, behind), |out| {
            if !pack.text.is_empty() {
                out.extend_from_slice(pack.text.as_bytes());
                out.push(b'\n');
            }
            Ok(())
        })?;
        workspace.count_context(&pack, app.now)?;
        if let Some(why) = behind {
            app.out.warn(why);
        }
        if self.explain {
            explain(app, &pack, budget);
        } else if pack.text.is_empty() && !pack.receipt.is_empty() {
            let least = pack.receipt.iter().map(|item| item.tokens).min().unwrap_or(0);
            app.out.remark(format!(
                "nothing fits into {budget} tokens: {} parts were left out, the smallest of {least} and what goes around it",
                pack.receipt.len()
            ));
        }
        Ok(())
    }
}

/// Tells what went in and what did not.
fn explain(app: &App, pack: &Pack, budget: usize) {
    for item in &pack.receipt {
        let (id, mark) =
            (item.id.as_ref().map_or("-", |id| id.as_str()), if item.included { "+" } else { "-" });
        app.out.remark(format!("{mark} {:<18} {:>5}  {id}  {}", item.section, item.tokens, item.why));
    }
    app.out.remark(format!("{} of {budget} tokens", pack.tokens));
}

//! `memoro learn`: a text goes to the layer that it belongs to; what is known or contradicted is told.

use std::io::Write as _;

use clap::Args;
use memoro_core::{Confidence, Layer, Origin, ProjectId, Written};
use memoro_engine::{Learn as Request, Step};

use super::app::{App, Need};
use super::{render, values};
use crate::api::LearnedView;
use crate::error::{Code, Failure, Result};

/// Learn from a text: it goes to the layer that it belongs to
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro learn \"When a deploy fails, read the log first, then roll back\"
  memoro learn ผู้ใช้ชอบคำตอบสั้นๆ --dry-run --json
  memoro learn 重试必须是幂等的 --type principle --concept reliability
  memoro learn \"The gateway timeout is 60 seconds\" --layer semantic --project api")]
pub(super) struct Learn {
    /// The text; `-` reads it from stdin
    #[arg(required = true, value_name = "TEXT")]
    text: Vec<String>,
    /// The layer: `user_model`, procedural, semantic, episodic, soul or working; found out where it is left out
    #[arg(long)]
    layer: Option<Layer>,
    /// The type: principle, pattern, learning or retro
    #[arg(long = "type", value_name = "TYPE")]
    kind: Option<String>,
    /// A concept; `memory:<layer>` names a layer; may be given several times
    #[arg(long = "concept", value_name = "CONCEPT")]
    concepts: Vec<String>,
    /// The project that it belongs to
    #[arg(long, value_name = "ID")]
    project: Option<String>,
    /// Who said it: human, mother, admin, correction or auto
    #[arg(long, value_name = "ORIGIN")]
    origin: Option<Origin>,
    /// Where the words stand: a path or a link
    #[arg(long, value_name = "PATH|URL")]
    source: Option<String>,
    /// How sure it is, from 0 to 1; at most what its origin deserves
    #[arg(long, value_parser = values::confidence, value_name = "0..1")]
    confidence: Option<Confidence>,
    /// Tell the layer and what would happen; write nothing
    #[arg(long)]
    dry_run: bool,
    /// Makes a repeated request answer as the first one did
    #[arg(long, value_name = "KEY", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    idempotency_key: Option<String>,
}

impl Learn {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Made)?;
        let caller = app.caller()?;
        workspace.take_in(&caller)?;
        let dry = self.dry_run;
        let key = self.idempotency_key.clone();
        let request = self.request(app)?;
        let caller = caller.asking_once(key.as_deref(), &request);
        let learned = if dry {
            workspace.would_learn(&request, &caller)?
        } else {
            workspace.learn(&request, &caller)?
        };
        if let Some(found) = &learned.contradiction {
            app.out
                .remark(format!("warning: may contradict {} ({}): {}", found.id, found.why, found.excerpt));
        }
        app.out.show(&LearnedView::from(&learned), |out| {
            writeln!(out, "{} ({})", learned.layer, learned.because)?;
            match &learned.step {
                Step::Done(receipt) => render::receipt(out, receipt),
                Step::Store => writeln!(out, "would be stored"),
                Step::Merge(id) => writeln!(out, "would be merged into {id}"),
                Step::Supersede(id) => writeln!(out, "would take the place of {id}"),
                Step::Wait(why) => writeln!(out, "would wait: {}", why.text),
            }
        })?;
        match &learned.step {
            Step::Done(receipt) if matches!(receipt.written, Written::Rejected(_)) => {
                Err(Failure::told(Code::Denied))
            }
            _ => Ok(()),
        }
    }

    fn request(self, app: &App) -> Result<Request> {
        let project = self.project.as_deref().map(ProjectId::new).transpose();
        Ok(Request {
            text: values::text(&self.text)?,
            layer: self.layer,
            concepts: self.concepts,
            kind: self.kind,
            project: project.map_err(|why| Failure::new(Code::Usage, format!("--project: {why}")))?,
            user: if app.names_user() { Some(app.user()?) } else { None },
            session: app.named_session()?,
            origin: self.origin,
            source: self.source,
            rules_are_knowledge: false,
            confidence: self.confidence,
        })
    }
}

//! What the commands that write one memory have in common: their options and how a receipt is told.

use clap::Args;
use memoro_core::{Confidence, Receipt, Scope, Source, Ttl, Written};
use memoro_engine::{Caller, Draft, Remember, Workspace};

use super::app::App;
use super::{render, values};
use crate::api::ReceiptView;
use crate::error::{Code, Failure, Result};

/// Options of a write.
#[derive(Debug, Args)]
pub(super) struct Writing {
    /// Where it belongs: user, user:ID, project:ID, session, session:ID or agent
    #[arg(long, value_name = "SCOPE")]
    scope: Option<String>,
    /// How long it lives: none, `session_end`, 30m, 8h, 7d, 2w, P30D or a date
    #[arg(long, allow_hyphen_values = true, value_parser = values::ttl, value_name = "TTL")]
    ttl: Option<Ttl>,
    /// A concept; may be given several times
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// How sure it is, from 0 to 1; at most what its origin deserves
    #[arg(long, value_parser = values::confidence, value_name = "0..1")]
    confidence: Option<Confidence>,
    /// When it was true in the world
    #[arg(long, value_name = "TIME")]
    occurred_at: Option<String>,
    /// Where the words stand: a path or a link
    #[arg(long, value_name = "PATH|URL")]
    source: Option<String>,
    /// Show it only on request
    #[arg(long)]
    sensitive: bool,
    /// Makes a repeated request answer as the first one did
    #[arg(long, value_name = "KEY", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    idempotency_key: Option<String>,
}

impl Writing {
    /// Returns the scope that was given, or the user's.
    pub(super) fn scope(&self, app: &App, workspace: &Workspace, caller: &Caller) -> Result<Scope> {
        match &self.scope {
            Some(text) => app.scope(text, workspace, caller),
            None => Ok(Scope::User(app.user()?)),
        }
    }

    /// Starts a request with the options.
    pub(super) fn request(
        &self,
        text: String,
        app: &App,
        workspace: &Workspace,
        caller: &Caller,
    ) -> Result<Remember> {
        Ok(Remember {
            text,
            scope: Some(self.scope(app, workspace, caller)?),
            ttl: self.ttl.clone(),
            tags: self.tags.clone(),
            confidence: self.confidence,
            occurred_at: self.occurred_at(app)?,
            source: self.source.clone(),
            sensitive: self.sensitive,
            ..Remember::default()
        })
    }

    /// Returns the caller with the request that is carried out once, if it has a key.
    pub(super) fn once(&self, caller: Caller, request: &impl std::fmt::Debug) -> Caller {
        caller.asking_once(self.idempotency_key.as_deref(), request)
    }

    /// Puts the options into a draft.
    pub(super) fn fill(&self, draft: &mut Draft, app: &App) -> Result<()> {
        draft.ttl = self.ttl.clone().unwrap_or_default();
        draft.tags.clone_from(&self.tags);
        draft.confidence = self.confidence;
        draft.occurred_at = self.occurred_at(app)?;
        draft.source = Source { path: self.source.clone(), ..Source::default() };
        if self.sensitive {
            draft.sensitivity = memoro_core::Sensitivity::Sensitive;
        }
        Ok(())
    }

    fn occurred_at(&self, app: &App) -> Result<Option<jiff::Timestamp>> {
        values::moment_if("--occurred-at", self.occurred_at.as_deref(), &app.config.zone(), app.now)
    }
}

/// Prints a receipt; a write that was turned down ends the command with its exit code.
pub(super) fn tell(app: &App, receipt: &Receipt) -> Result<()> {
    receipt.warnings.iter().for_each(|warning| app.out.remark(format!("warning: {warning}")));
    app.out.show(&ReceiptView::from(receipt), |out| render::receipt(out, receipt))?;
    match &receipt.written {
        Written::Rejected(_) => Err(Failure::told(Code::Denied)),
        _ if !receipt.verified => Err(Failure::new(Code::CheckFailed, "the write could not be read back")
            .hint("run `memoro check --full`")),
        _ => Ok(()),
    }
}

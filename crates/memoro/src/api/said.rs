//! What was understood of a message and what was done about it. The shape is the same for talk: then the intent
//! is `none` and nothing was written.

use jiff::Timestamp;
use memoro_core::ScopeKind;
use memoro_core::trigger::{Intent, joined_acks};
use memoro_engine::{Done, Said, SayReceipt};
use serde::Serialize;
use utoipa::ToSchema;

use super::MemoryView;

/// The first command of a message, the others in `more`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SaidView {
    /// `remember`, `set_preference`, `update`, `forget`, `confirm`, `reject`, `show` or `none`.
    pub(crate) intent: &'static str,
    /// `profile`, `session`, `project` or `agent`.
    pub(crate) scope: Option<&'static str>,
    /// `preference`, `constraint`, `fact` or `instruction`.
    pub(crate) kind: Option<&'static str>,
    /// The key.
    pub(crate) key: Option<String>,
    /// The value.
    pub(crate) value: Option<String>,
    /// The time to live as it counts.
    pub(crate) ttl: Option<String>,
    /// How sure the reading is, or the agent of what it inferred.
    pub(crate) confidence: Option<f64>,
    /// What was done.
    pub(crate) receipt: SayReceiptView,
    /// What to tell the person, in their language; of the first command that for the whole message.
    pub(crate) ack: String,
    /// What is known, if that was asked for.
    pub(crate) shown: Vec<MemoryView>,
    /// The further commands of the message.
    #[schema(no_recursion)]
    pub(crate) more: Vec<SaidView>,
    /// What the person must be told because writing keeps failing.
    pub(crate) fail_safe: Option<String>,
}

/// What was done, with evidence.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SayReceiptView {
    /// `stored`, `merged`, `superseded`, `pending`, `rejected`, `forgotten`, `dropped`, `shown` or `none`.
    pub(crate) status: &'static str,
    /// The memory.
    pub(crate) id: Option<String>,
    /// The file that shows it, relative to the workspace.
    pub(crate) file: Option<String>,
    /// The line in that file.
    pub(crate) line: Option<u32>,
    /// Whether it was read back, or looked for and found gone.
    pub(crate) verified: bool,
    /// Why it was not done, or what to know besides.
    pub(crate) reason: Option<String>,
}

impl From<&SayReceipt> for SayReceiptView {
    fn from(receipt: &SayReceipt) -> Self {
        Self {
            status: receipt.status,
            id: receipt.id.as_ref().map(ToString::to_string),
            file: receipt.file.clone(),
            line: receipt.line,
            verified: receipt.verified,
            reason: receipt.reason.clone(),
        }
    }
}

impl SaidView {
    /// Shows what a message led to.
    pub(crate) fn of(said: &Said, now: Timestamp) -> Self {
        let mut views = said.commands.iter().map(|done| Self::one(done, now));
        let first = views.next().unwrap_or_else(Self::talk);
        let ack = joined_acks(said.commands.iter().map(|done| done.ack.as_str()));
        Self { more: views.collect(), fail_safe: said.fail_safe.clone(), ack, ..first }
    }

    fn one(done: &Done, now: Timestamp) -> Self {
        let command = &done.command;
        let scope = match command.scope {
            ScopeKind::User => "profile",
            other => other.as_str(),
        };
        Self {
            intent: command.intent.as_str(),
            scope: Some(scope),
            kind: Some(command.kind.as_str()),
            key: command.key.clone(),
            value: Some(command.value.clone()),
            ttl: Some(done.ttl.clone()),
            confidence: Some(command.confidence.get()),
            receipt: (&done.receipt).into(),
            ack: done.ack.clone(),
            shown: done.shown.iter().map(|memory| MemoryView::of(memory, now)).collect(),
            more: Vec::new(),
            fail_safe: None,
        }
    }

    fn talk() -> Self {
        let receipt = SayReceipt { status: "none", ..SayReceipt::default() };
        Self {
            intent: Intent::None.as_str(),
            scope: None,
            kind: None,
            key: None,
            value: None,
            ttl: None,
            confidence: None,
            receipt: (&receipt).into(),
            ack: String::new(),
            shown: Vec::new(),
            more: Vec::new(),
            fail_safe: None,
        }
    }
}

//! `pending`: what waits for the user. An agent can have the user asked; it decides nothing itself.

use std::fmt::Write as _;

use memoro_core::Trust;
use memoro_engine::Action;
use rmcp::model::JsonObject;
use serde::{Deserialize, Serialize};

use crate::api::{PendingView, ReceiptView};
use crate::error::{Code, Failure, Result};
use crate::mcp::person::{Shape, Verdict, Wish};
use crate::mcp::schema::{list, object, open, text, word};
use crate::mcp::tool::{Input, Reply, one_line};
use crate::ops::Call;
use crate::ops::pending::PendingRequest;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Decision {
    Confirm,
    Reject,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pending {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    decision: Option<Decision>,
}

/// The schema of the arguments of `pending`.
pub(super) fn input() -> JsonObject {
    object(
        &[],
        [
            ("id", text("One of them: its id or key")),
            (
                "decision",
                word(&["confirm", "reject"], "What the user is asked to agree to; only lists without it"),
            ),
        ],
    )
}

/// The schema of the data of `pending`.
pub(super) fn output() -> JsonObject {
    let one = open(
        &["id", "value"],
        [
            ("id", text("")),
            ("key", text("")),
            ("value", text("")),
            ("scope", text("")),
            ("kind", text("")),
            ("source", text("")),
            ("updated_at", text("")),
            ("lapses_at", text("")),
        ],
    );
    let decided = open(&["id", "status"], [("id", text("")), ("status", text(""))]);
    let fields = [
        ("waiting", list(one, "The oldest first")),
        ("decided", list(decided, "What the user decided now")),
        ("note", text("")),
    ];
    open(&["waiting", "decided"], fields)
}

#[derive(Debug, Serialize)]
struct Listed {
    waiting: Vec<Waiting>,
    decided: Vec<Decided>,
    note: Option<String>,
}

#[derive(Debug, Serialize)]
struct Waiting {
    id: String,
    key: String,
    value: String,
    scope: String,
    kind: &'static str,
    source: &'static str,
    updated_at: String,
    lapses_at: Option<String>,
}

#[derive(Debug, Serialize)]
struct Decided {
    id: String,
    status: &'static str,
}

impl From<PendingView> for Waiting {
    fn from(view: PendingView) -> Self {
        let PendingView { id, key, value, scope, kind, source, updated_at, lapses_at, .. } = view;
        Self { id, key, value, scope, kind, source, updated_at, lapses_at }
    }
}

/// Lists what waits, or has the user asked about one of them.
pub(super) fn run(call: &Call<'_>, mut input: Input<'_>) -> Result<Reply> {
    let asked: Pending = input.read()?;
    let Some(decision) = asked.decision else { return listed(Vec::new(), None, call) };
    let name = asked.id.ok_or_else(|| {
        Failure::new(Code::Invalid, "`decision` needs the `id` of what waits")
            .hint("call `pending` without arguments")
    })?;
    let waiting = call.run(PendingRequest::default())?.pending.into_iter();
    let found = waiting.into_iter().find(|one| one.id == name || one.key == name || one.pending_key == name);
    let one = found.ok_or_else(|| Failure::new(Code::NotFound, format!("nothing waits under `{name}`")))?;
    let (id, shown) = (one.id, format!("{} = {}", one.key, one.value));
    let wish = match decision {
        Decision::Confirm => Wish::Keep { ids: vec![id.clone()], shown, shape: Shape::Listed },
        Decision::Reject => Wish::Drop { id: id.clone(), shown },
    };
    if call.caller.trust() >= Trust::User && call.access.may(Action::Confirm) {
        return wish.carry_out(Verdict::Agreed, "a tool call", call);
    }
    let word = if decision == Decision::Confirm { "confirm" } else { "reject" };
    let note = format!("only the user can {word} it: `memoro pending {word} {id}`");
    Ok(listed(Vec::new(), Some(note), call)?.wishing(Some(wish)))
}

/// Answers that nothing was decided.
pub(in crate::mcp) fn still_waiting(note: &str, call: &Call<'_>) -> Result<Reply> {
    listed(Vec::new(), Some(note.to_owned()), call)
}

/// Answers after the user agreed.
pub(super) fn settled(receipts: &[ReceiptView], call: &Call<'_>) -> Result<Reply> {
    let decided = receipts
        .iter()
        .filter_map(|receipt| Some(Decided { id: receipt.id.clone()?, status: receipt.status }));
    listed(decided.collect(), None, call)
}

/// Answers after the user declined.
pub(super) fn dropped(ids: &[String], call: &Call<'_>) -> Result<Reply> {
    listed(ids.iter().map(|id| Decided { id: id.clone(), status: "dropped" }).collect(), None, call)
}

fn listed(decided: Vec<Decided>, note: Option<String>, call: &Call<'_>) -> Result<Reply> {
    let waiting = call.run(PendingRequest::default())?.pending.into_iter().map(Waiting::from).collect();
    let listed = Listed { waiting, decided, note };
    Reply::new(listed.told(), &listed)
}

impl Listed {
    fn told(&self) -> String {
        let mut told = String::new();
        for decided in &self.decided {
            let _ = writeln!(told, "{} {}", decided.status, decided.id);
        }
        if self.waiting.is_empty() {
            let _ = writeln!(told, "Nothing waits.");
        }
        for one in &self.waiting {
            let _ = writeln!(told, "{} {} ({}): {}", one.id, one.key, one.kind, one_line(&one.value, 300));
        }
        told.extend(self.note.iter().map(String::as_str));
        told.truncate(told.trim_end().len());
        told
    }
}

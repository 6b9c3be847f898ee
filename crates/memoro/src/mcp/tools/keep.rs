//! `remember` and `say`: keeping what should last. What only the user can decide is put to the user.

use std::fmt::Write as _;

use rmcp::model::JsonObject;
use serde::{Deserialize, Serialize};

use crate::api::{ReceiptView, SaidView};
use crate::error::{Code, Failure, Result};
use crate::mcp::person::{Shape, Wish};
use crate::mcp::schema::{list, number, object, open, text, whole, word, yes};
use crate::mcp::tool::{Input, Reply};
use crate::ops::layers::LearnRequest;
use crate::ops::memories::RememberRequest;
use crate::ops::say::SayRequest;
use crate::ops::{Call, KindWord, LayerWord};

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Remember {
    text: String,
    #[serde(default)]
    key: Option<String>,
    #[serde(default)]
    kind: Option<KindWord>,
    #[serde(default)]
    layer: Option<LayerWord>,
    #[serde(default)]
    scope: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    ttl: Option<String>,
    #[serde(default)]
    occurred_at: Option<String>,
    #[serde(default)]
    source: Option<String>,
    #[serde(default)]
    confidence: Option<f64>,
}

/// The schema of the arguments of `remember`.
pub(super) fn remember_input() -> JsonObject {
    object(
        &["text"],
        [
            ("text", text("What to remember; the value where a key is given")),
            ("key", text("A name for the value, e.g. response.language or deploy.day")),
            ("kind", word(&["preference", "constraint", "fact", "instruction"], "What a keyed value is")),
            (
                "layer",
                word(
                    &["user_model", "procedural", "semantic", "episodic", "working"],
                    "Found out where left out",
                ),
            ),
            ("scope", text("user (default), session, or project:<id>")),
            ("tags", list(text(""), "")),
            ("ttl", text("How long it counts: session_end, 8h, 7d or a date")),
            ("occurred_at", text("When it was true or happened")),
            ("source", text("A path or URL where it stands")),
            ("confidence", number("0 to 1")),
        ],
    )
}

/// The schema of the data of `remember`.
pub(super) fn remember_output() -> JsonObject {
    open(
        &["status"],
        [
            ("status", word(&["stored", "merged", "superseded", "pending", "rejected"], "")),
            ("id", text("")),
            ("layer", text("")),
            ("replaces", text("")),
            ("file", text("")),
            ("line", whole(1, i64::from(u32::MAX), "")),
            ("reason", text("")),
            ("warnings", list(text(""), "")),
            ("verified", yes("It was read back")),
        ],
    )
}

/// What a write did, as data.
#[derive(Debug, Serialize)]
pub(super) struct Kept {
    status: &'static str,
    id: Option<String>,
    layer: Option<&'static str>,
    replaces: Option<String>,
    file: Option<String>,
    line: Option<u32>,
    reason: Option<String>,
    warnings: Vec<String>,
    verified: bool,
}

impl Kept {
    /// Shows a receipt.
    pub(super) fn of(receipt: ReceiptView, layer: Option<&'static str>) -> Self {
        Self {
            status: receipt.status,
            id: receipt.id,
            layer,
            replaces: receipt.replaces,
            file: receipt.file,
            line: receipt.line,
            reason: receipt.reason.map(|why| why.text),
            warnings: receipt.warnings,
            verified: receipt.verified,
        }
    }

    /// Tells it in a line.
    pub(super) fn told(&self) -> String {
        let mut told = self.status.to_owned();
        let part =
            |name: &str, value: &Option<String>| value.as_ref().map(|value| format!(" {name}:{value}"));
        for (name, value) in [("id", &self.id), ("replaces", &self.replaces)] {
            told.extend(part(name, value));
        }
        if let Some(layer) = self.layer {
            let _ = write!(told, " layer:{layer}");
        }
        if let Some(file) = &self.file {
            let _ = write!(told, " in {file}");
        }
        told.extend(self.reason.as_ref().map(|reason| format!("\n{reason}")));
        if let (Some(id), "pending") = (&self.id, self.status) {
            let _ = write!(told, "\nhint: the user can run `memoro pending confirm {id}`");
        }
        for warning in &self.warnings {
            let _ = write!(told, "\nwarning: {warning}");
        }
        told
    }

    /// Answers with it; what waits is put to the user.
    pub(super) fn reply(&self, shown: &str) -> Result<Reply> {
        let waits = self.id.clone().filter(|_| self.status == "pending");
        let wish = waits.map(|id| Wish::Keep { ids: vec![id], shown: shown.to_owned(), shape: Shape::Kept });
        Ok(Reply::new(self.told(), self)?.wishing(wish))
    }
}

/// Remembers a text or a keyed value.
pub(super) fn remember(call: &Call<'_>, mut input: Input<'_>) -> Result<Reply> {
    let asked: Remember = input.read()?;
    let shown = match &asked.key {
        Some(key) => format!("{key} = {}", asked.text),
        None => asked.text.clone(),
    };
    let plain =
        asked.key.is_none() && asked.kind.is_none() && asked.ttl.is_none() && asked.occurred_at.is_none();
    let known_scope =
        asked.scope.as_deref().is_none_or(|scope| scope == "user" || scope.starts_with("project:"));
    if plain && known_scope {
        return learn(call, asked, input.session)?.reply(&shown);
    }
    if asked.layer.is_some() {
        let message = "layer: it follows from the text where there is no key, kind, ttl, date or session";
        return Err(Failure::new(Code::Invalid, message).hint("leave out `layer`"));
    }
    let request = RememberRequest {
        text: asked.text,
        key: asked.key,
        kind: asked.kind,
        scope: asked.scope,
        ttl: asked.ttl,
        tags: asked.tags,
        confidence: asked.confidence,
        occurred_at: asked.occurred_at,
        source: asked.source,
        ..RememberRequest::default()
    };
    Kept::of(call.run(request)?, None).reply(&shown)
}

/// Learns from a free text: its layer is found out, what is known already is merged.
fn learn(call: &Call<'_>, asked: Remember, session: Option<String>) -> Result<Kept> {
    let project = asked.scope.as_deref().and_then(|scope| scope.strip_prefix("project:"));
    let request = LearnRequest {
        text: asked.text,
        layer: asked.layer,
        concepts: asked.tags,
        kind: None,
        project: project.map(str::to_owned),
        user: None,
        session,
        origin: None,
        source: asked.source,
        confidence: asked.confidence,
        dry_run: false,
    };
    let learned = call.run(request)?;
    let receipt = learned.receipt.ok_or_else(|| Failure::new(Code::Internal, "nothing was written"))?;
    match (receipt.status, receipt.reason) {
        ("rejected", why) => Err(Failure::new(Code::Denied, why.map(|why| why.text).unwrap_or_default())),
        (_, reason) => Ok(Kept::of(ReceiptView { reason, ..receipt }, Some(learned.layer))),
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Say {
    message: String,
}

/// The schema of the arguments of `say`.
pub(super) fn say_input() -> JsonObject {
    object(&["message"], [("message", text("The user's words, unchanged"))])
}

/// The schema of the data of `say`.
pub(super) fn say_output() -> JsonObject {
    let done = open(
        &["intent", "status"],
        [
            ("intent", text("")),
            ("status", text("stored, merged, superseded, pending, rejected, forgotten, dropped or shown")),
            ("key", text("")),
            ("value", text("")),
            ("id", text("")),
            ("reason", text("")),
            ("shown", list(text(""), "What is known, if that was asked for")),
        ],
    );
    let fields = [
        ("ack", text("What to tell the user")),
        ("done", list(done, "What was understood and done; empty for talk")),
        ("fail_safe", text("What the user must be told because writing keeps failing")),
    ];
    open(&["ack", "done"], fields)
}

#[derive(Debug, Serialize)]
struct Answered {
    ack: String,
    done: Vec<Did>,
    fail_safe: Option<String>,
}

#[derive(Debug, Serialize)]
struct Did {
    intent: &'static str,
    status: &'static str,
    key: Option<String>,
    value: Option<String>,
    id: Option<String>,
    reason: Option<String>,
    shown: Vec<String>,
}

/// Carries out what a message asks memory for.
pub(super) fn say(call: &Call<'_>, mut input: Input<'_>) -> Result<Reply> {
    let asked: Say = input.read()?;
    let message = asked.message.clone();
    let request =
        SayRequest { message, user: None, session: input.session, run: None, project: None, inferred: None };
    let mut view = call.run(request)?;
    let more = std::mem::take(&mut view.more);
    let fail_safe = view.fail_safe.take();
    let views: Vec<SaidView> =
        std::iter::once(view).chain(more).filter(|view| view.intent != "none").collect();
    let ack = views.first().map(|view| view.ack.clone()).unwrap_or_default();
    let waiting = views.iter().filter(|view| view.receipt.status == "pending");
    let ids: Vec<String> = waiting.filter_map(|view| view.receipt.id.clone()).collect();
    let wish = (!ids.is_empty()).then_some(Wish::Keep { ids, shown: asked.message, shape: Shape::Said });
    let text =
        if views.is_empty() { "Nothing in it asks memory for anything.".to_owned() } else { ack.clone() };
    let answered = Answered { ack, done: views.into_iter().map(Did::from).collect(), fail_safe };
    Ok(Reply::new(text, &answered)?.wishing(wish))
}

impl From<SaidView> for Did {
    fn from(view: SaidView) -> Self {
        Self {
            intent: view.intent,
            status: view.receipt.status,
            key: view.key,
            value: view.value,
            id: view.receipt.id,
            reason: view.receipt.reason,
            shown: view.shown.into_iter().map(|memory| format!("{}: {}", memory.key, memory.text)).collect(),
        }
    }
}

/// Answers as `remember` or `say` do, after the user agreed.
pub(super) fn settled(receipts: Vec<ReceiptView>, shape: Shape, call: &Call<'_>) -> Result<Reply> {
    let mut receipts = receipts.into_iter();
    if shape == Shape::Kept {
        let receipt =
            receipts.next().ok_or_else(|| Failure::new(Code::NotFound, "it does not wait any more"))?;
        let mut reply = Kept::of(receipt, None).reply("")?;
        reply.text.push_str("\nthe user agreed");
        return Ok(reply);
    }
    let mut done = Vec::new();
    for receipt in receipts {
        let memory = receipt.id.as_deref().map(|id| call.memory(id)).transpose()?.map(|stored| stored.memory);
        done.push(Did {
            intent: "confirm",
            status: receipt.status,
            key: memory.as_ref().map(|memory| memory.key.to_string()),
            value: memory.map(|memory| memory.content.text()),
            id: receipt.id,
            reason: None,
            shown: Vec::new(),
        });
    }
    answer("The user agreed; it is remembered.", done)
}

/// Answers as `remember` or `say` do, after the user declined.
pub(super) fn dropped(ids: Vec<String>, shape: Shape) -> Result<Reply> {
    let reason = "the user declined";
    if shape == Shape::Kept {
        let kept = Kept {
            status: "rejected",
            id: ids.into_iter().next(),
            layer: None,
            replaces: None,
            file: None,
            line: None,
            reason: Some(reason.into()),
            warnings: Vec::new(),
            verified: false,
        };
        return Reply::new(kept.told(), &kept);
    }
    let did = |id| Did {
        intent: "reject",
        status: "dropped",
        key: None,
        value: None,
        id: Some(id),
        reason: Some(reason.into()),
        shown: Vec::new(),
    };
    answer("The user declined; nothing was remembered.", ids.into_iter().map(did).collect())
}

fn answer(told: &str, done: Vec<Did>) -> Result<Reply> {
    Reply::new(told, &Answered { ack: told.into(), done, fail_safe: None })
}

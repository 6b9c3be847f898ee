//! Notes of four kinds, who the agent is, and decisions.

use memoro_core::{Content, Decision, MemoryId, Sensitivity, Source};
use memoro_engine::store::Stored;
use memoro_engine::{Action, Draft, NewNote, NoteKind, NoteList};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::call::{confidence, ttl, wrong};
use super::memories::{ended, receipt};
use super::page::{Pages, cut, limit};
use super::{Call, Ended, NoteWord, Operation, StabilityWord, StageWord};
use crate::api::{MemoryView, ReceiptView};
use crate::error::{Code, Failure, Result};

/// Notes, the newest first.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NotesRequest {
    /// Only this kind.
    #[serde(default)]
    pub(crate) kind: Option<NoteWord>,
    /// Any of these tags.
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    /// Where they belong; the user's where it is left out.
    #[serde(default)]
    pub(crate) scope: Option<String>,
    /// The user.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// At most this many.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 500)]
    pub(crate) limit: Option<usize>,
    /// Also sensitive ones.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) sensitive: bool,
    /// Where the last page ended; from `next` of that page, with the same filters.
    #[serde(default)]
    #[schema(max_length = 2048)]
    pub(crate) cursor: Option<String>,
}

/// A note.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NoteView {
    /// `log`, `summary`, `rule`, `soul` or `note`.
    pub(crate) kind: &'static str,
    /// The memory.
    pub(crate) memory: MemoryView,
}

/// Notes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NotesView {
    /// The notes.
    pub(crate) notes: Vec<NoteView>,
    /// The cursor of the next page, if there is one.
    pub(crate) next: Option<String>,
}

impl Operation for NotesRequest {
    type Answer = NotesView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists notes, the newest first";

    fn act(self, call: &Call<'_>) -> Result<NotesView> {
        let user = call.user(self.user.as_deref())?;
        let scope = match self.scope.as_deref() {
            Some("session") => {
                let why = "scope: name the session: `session:<id>`";
                return Err(Failure::new(Code::Unfit, why));
            }
            other => call.scope(other, &user)?,
        };
        let limit = limit(self.limit, call.workspace.settings().layers.notes)?;
        let pages = Pages::of("notes", &(self.kind, &self.tags, &scope, self.sensitive), call);
        let wanted = NoteList {
            kind: self.kind.map(Into::into),
            scope,
            tags: self.tags,
            limit: Some(limit + 1),
            sensitive: self.sensitive,
            after: pages.after(self.cursor.as_deref())?,
        };
        let mut found = call.workspace.list_notes(&wanted, &call.caller)?;
        let next = cut(&mut found, limit).map(|last| pages.ended_at(&last.memory));
        let view = |stored: &Stored| NoteView {
            kind: NoteKind::of(&stored.memory).map_or("note", NoteKind::as_str),
            memory: MemoryView::stored(stored, call.now()),
        };
        Ok(NotesView { notes: found.iter().map(view).collect(), next })
    }
}

/// A note to write.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WriteNoteRequest {
    /// What it says.
    #[schema(min_length = 1, max_length = 262_144)]
    pub(crate) text: String,
    /// What it is; `log` where it is left out.
    #[serde(default)]
    pub(crate) kind: Option<NoteWord>,
    /// Where it belongs.
    #[serde(default)]
    pub(crate) scope: Option<String>,
    /// The user, where the scope names none.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// Concepts.
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    /// How sure it is.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub(crate) confidence: Option<f64>,
    /// How firmly it is held.
    #[serde(default)]
    pub(crate) stability: Option<StabilityWord>,
    /// Its time to live in days.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 36_500)]
    pub(crate) ttl_days: Option<u32>,
    /// Shown only on request.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) sensitive: bool,
    /// What shows it; a rule needs some.
    #[serde(default)]
    pub(crate) evidence: Vec<String>,
    /// The job that wrote it.
    #[serde(default)]
    pub(crate) job: Option<String>,
}

impl Operation for WriteNoteRequest {
    type Answer = ReceiptView;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Writes a note: log, summary, rule or soul";
    const ONE_WRITE: bool = true;

    fn act(self, call: &Call<'_>) -> Result<ReceiptView> {
        if self.ttl_days.is_some_and(|days| days > 36_500) {
            return Err(wrong("ttl_days", &"at most 36500"));
        }
        let user = call.user(self.user.as_deref())?;
        let scope = call.scope(self.scope.as_deref(), &user)?;
        let note = NewNote {
            tags: self.tags,
            confidence: confidence(self.confidence)?,
            stability: self.stability.map(Into::into),
            ttl_days: self.ttl_days,
            sensitivity: if self.sensitive { Sensitivity::Sensitive } else { Sensitivity::Normal },
            evidence: self.evidence,
            job: self.job,
            ..NewNote::new(self.kind.map_or(NoteKind::Log, Into::into), scope, self.text)
        };
        receipt(&call.workspace.write_note(&note, &call.caller)?)
    }

    fn ended(answer: &ReceiptView) -> Ended {
        ended(answer)
    }
}

/// A note whose text is replaced by a successor.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateNoteRequest {
    /// The note.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) id: String,
    /// The new text.
    #[schema(min_length = 1, max_length = 262_144)]
    pub(crate) text: String,
    /// The user.
    #[serde(default)]
    pub(crate) user: Option<String>,
}

impl Operation for UpdateNoteRequest {
    type Answer = ReceiptView;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Replaces a note by a successor; the older one becomes history";

    fn act(self, call: &Call<'_>) -> Result<ReceiptView> {
        let (user, id) = (
            call.user(self.user.as_deref())?,
            call.meant(&self.id, memoro_core::policy::Operation::Write)?.memory.id,
        );
        receipt(&call.workspace.update_note(id.as_str(), &self.text, &user, &call.caller)?)
    }

    fn ended(answer: &ReceiptView) -> Ended {
        ended(answer)
    }
}

/// Who the agent is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SoulRequest {}

/// Who the agent is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SoulView {
    /// Its principles, the oldest first.
    pub(crate) soul: Vec<MemoryView>,
}

impl Operation for SoulRequest {
    type Answer = SoulView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns who the agent is";

    fn act(self, call: &Call<'_>) -> Result<SoulView> {
        let soul = call.workspace.soul(&call.caller)?;
        Ok(SoulView { soul: soul.iter().map(|stored| MemoryView::stored(stored, call.now())).collect() })
    }
}

/// A principle of the agent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateSoulRequest {
    /// What it says.
    #[schema(min_length = 1, max_length = 262_144)]
    pub(crate) text: String,
    /// The key or id of the principle that it takes the place of.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 200)]
    pub(crate) name: Option<String>,
}

impl Operation for UpdateSoulRequest {
    type Answer = ReceiptView;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Writes a principle of the agent";
    const ONE_WRITE: bool = true;

    fn act(self, call: &Call<'_>) -> Result<ReceiptView> {
        receipt(&call.workspace.update_soul(self.name.as_deref(), &self.text, &call.caller)?)
    }

    fn ended(answer: &ReceiptView) -> Ended {
        ended(answer)
    }
}

/// A decision with its reasons.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecideRequest {
    /// One line.
    #[schema(min_length = 1, max_length = 8192)]
    pub(crate) title: String,
    /// What made it necessary.
    #[serde(default)]
    pub(crate) why: String,
    /// What was found out.
    #[serde(default)]
    pub(crate) finding: String,
    /// What was decided.
    #[serde(default)]
    pub(crate) conclusion: String,
    /// What follows.
    #[serde(default)]
    pub(crate) impact: String,
    /// Paths, links or ids that bear on it.
    #[serde(default)]
    pub(crate) refs: Vec<String>,
    /// How far it has come; `decided` where it is left out.
    #[serde(default)]
    pub(crate) stage: Option<StageWord>,
    /// Its id, `DECISION-YYYYMMDD-slug`, or that of a decision that is there; made where it is left out.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 200)]
    pub(crate) id: Option<String>,
    /// The decision that it takes the place of.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) supersedes: Option<String>,
    /// Where it belongs.
    #[serde(default)]
    pub(crate) scope: Option<String>,
    /// The user, where the scope names none.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// Concepts.
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    /// How sure it is.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub(crate) confidence: Option<f64>,
    /// Its time to live.
    #[serde(default)]
    pub(crate) ttl: Option<String>,
    /// Where the words stand.
    #[serde(default)]
    pub(crate) source: Option<String>,
}

impl Operation for DecideRequest {
    type Answer = ReceiptView;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Writes a decision down";
    const ONE_WRITE: bool = true;

    fn act(self, call: &Call<'_>) -> Result<ReceiptView> {
        let user = call.user(self.user.as_deref())?;
        let scope = call.scope(self.scope.as_deref(), &user)?;
        let older = self.supersedes.map(|name| call.memory(&name)).transpose()?;
        let older = older.map(|stored| stored.memory.id.to_string());
        let decision = Decision {
            title: self.title,
            why: self.why,
            finding: self.finding,
            conclusion: self.conclusion,
            impact: self.impact,
            refs: self.refs,
            stage: self.stage.map_or(memoro_core::Stage::Decided, Into::into),
        };
        if self.id.is_some() && call.caller.only.is_some() {
            let why = "whoever is bound to one user cannot choose ids; leave it out";
            return Err(wrong("id", &why));
        }
        let draft = Draft {
            id: self.id.map(|id| MemoryId::new(id).map_err(|why| wrong("id", &why))).transpose()?,
            tags: self.tags,
            confidence: confidence(self.confidence)?,
            ttl: ttl(self.ttl.as_deref())?.unwrap_or_default(),
            source: Source { path: self.source, ..Source::default() },
            ..Draft::new(scope, Content::Decision(decision.clone()))
        };
        receipt(&call.workspace.decide(decision, older.as_deref(), draft, &call.caller)?)
    }

    fn ended(answer: &ReceiptView) -> Ended {
        ended(answer)
    }
}

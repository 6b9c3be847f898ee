//! The note tools of Luminary: logs, summaries, rules and the soul of an agent.

#![allow(dead_code, reason = "the profiles of MCP call these operations")]

use memoro_core::{Content, Memory, Scope, Stability, Status, UserId};
use memoro_engine::{Action, NewNote, NoteKind, NoteList, Recall};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Count, Words, is_false, needed, waits, written_id};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, NoteWord, Operation};

/// The most notes of one list.
const MOST: usize = 200;

/// Something to remember.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct RememberNoteRequest {
    /// What it says.
    #[serde(default)]
    pub(crate) content: Option<String>,
    /// log, summary or rule; log where it is left out.
    #[serde(default)]
    pub(crate) kind: Option<NoteWord>,
    /// Tags.
    #[serde(default)]
    pub(crate) tags: Words,
    /// The user.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
}

/// What was kept.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NoteAnswer {
    note_id: String,
    success: bool,
    #[serde(skip_serializing_if = "is_false")]
    pending: bool,
}

/// Which notes to list.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ListMemoryRequest {
    /// Only this kind.
    #[serde(default)]
    pub(crate) kind: Option<NoteWord>,
    /// Any of these tags.
    #[serde(default)]
    pub(crate) tags: Words,
    /// At most this many, 10 where it is left out, 200 at most.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
    /// What they should be about.
    #[serde(default)]
    pub(crate) query: Option<String>,
    /// The user.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
}

/// Notes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NotesAnswer {
    notes: Vec<NoteView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NoteView {
    id: String,
    kind: &'static str,
    content: String,
    scope: &'static str,
    user_id: Option<String>,
    tags: Vec<String>,
    confidence: f64,
    stability: &'static str,
    expires_at: Option<String>,
    sensitivity: &'static str,
    evidence: Vec<String>,
    superseded_by: Option<String>,
    created_at: String,
    updated_at: String,
}

impl NoteView {
    fn of(memory: &Memory) -> Self {
        let content = match &memory.content {
            Content::Episode(episode) => episode.summary.clone(),
            Content::Procedure(procedure) => procedure.steps.join("\n"),
            other => other.text(),
        };
        Self {
            id: memory.id.to_string(),
            kind: NoteKind::of(memory).map_or("log", NoteKind::as_str),
            content,
            scope: memory.scope.kind().as_str(),
            user_id: match &memory.scope {
                Scope::User(user) => Some(user.to_string()),
                _ => None,
            },
            tags: memory.tags.clone(),
            confidence: memory.provenance.confidence.get(),
            stability: memory.retention.stability.as_str(),
            expires_at: memory.retention.expires_at.map(|at| at.to_string()),
            sensitivity: memory.sensitivity.as_str(),
            evidence: memory.provenance.evidence.clone(),
            superseded_by: match &memory.status {
                Status::Superseded { by, .. } => by.as_ref().map(ToString::to_string),
                _ => None,
            },
            created_at: memory.created_at.to_string(),
            updated_at: memory.updated_at.to_string(),
        }
    }
}

/// A new text for a note.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct UpdateMemoryRequest {
    /// The note.
    #[serde(default)]
    pub(crate) id: Option<String>,
    /// Its new text.
    #[serde(default)]
    pub(crate) content: Option<String>,
    /// The user.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
}

/// Who the agent is.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct UpdateSoulRequest {
    /// The principle.
    #[serde(default)]
    pub(crate) content: Option<String>,
}

impl Operation for RememberNoteRequest {
    type Answer = NoteAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Keeps a note: a log, a summary or a rule";

    fn act(self, call: &Call<'_>) -> Result<NoteAnswer> {
        let content = needed("content", self.content.as_deref())?;
        let kind: NoteKind = self.kind.map_or(NoteKind::Log, Into::into);
        if kind == NoteKind::Soul {
            return Err(Failure::new(Code::Usage, "kind: who the agent is changes only by update_soul"));
        }
        let scope = Scope::User(call.user(self.user_id.as_deref())?);
        let shown: String = content.chars().take(500).collect();
        let note = NewNote {
            tags: self.tags.0.clone(),
            stability: Some(Stability::Stable),
            evidence: if kind == NoteKind::Rule { vec![shown] } else { Vec::new() },
            ..NewNote::new(kind, scope, content)
        };
        let receipt = call.workspace.write_note(&note, &call.caller)?;
        Ok(NoteAnswer { note_id: written_id(&receipt)?, success: true, pending: waits(&receipt) })
    }
}

impl ListMemoryRequest {
    fn found(&self, call: &Call<'_>, user: &UserId, limit: usize) -> Result<Vec<Memory>> {
        let kind: Option<NoteKind> = self.kind.map(Into::into);
        let query = self.query.as_deref().map(str::trim).filter(|query| !query.is_empty());
        let Some(query) = query else {
            let scope = Scope::User(user.clone());
            let wanted = NoteList {
                kind,
                scope,
                tags: self.tags.0.clone(),
                limit: Some(limit),
                sensitive: false,
                after: None,
            };
            let listed = call.workspace.list_notes(&wanted, &call.caller)?;
            return Ok(listed.into_iter().map(|stored| stored.memory).collect());
        };
        crate::ops::recall::check_question(query)?;
        let request = Recall {
            limit: MOST,
            tags: self.tags.0.clone(),
            sources: vec![memoro_engine::HitSource::Memory],
            user: Some(user.clone()),
            ..Recall::new(query)
        };
        call.sync()?;
        let mut found = Vec::new();
        for id in call.workspace.recall(&request, &call.caller)?.hits.into_iter().filter_map(|hit| hit.memory)
        {
            let memory = call.workspace.store().get(&id)?.map(|stored| stored.memory);
            found.extend(memory.filter(|memory| {
                NoteKind::of(memory).is_some_and(|is| kind.is_none_or(|kind| kind == is)) && call.sees(memory)
            }));
        }
        found.truncate(limit);
        Ok(found)
    }
}

impl Operation for ListMemoryRequest {
    type Answer = NotesAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists notes, the newest first, or those that fit a question";

    fn act(self, call: &Call<'_>) -> Result<NotesAnswer> {
        let user = call.user(self.user_id.as_deref().filter(|id| !id.trim().is_empty()))?;
        let limit = Count::within(self.limit, 10, MOST).max(1);
        let notes = self.found(call, &user, limit)?;
        Ok(NotesAnswer { notes: notes.iter().map(NoteView::of).collect() })
    }
}

impl Operation for UpdateMemoryRequest {
    type Answer = NoteAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Puts a new note in the place of an older one of the same user";

    fn act(self, call: &Call<'_>) -> Result<NoteAnswer> {
        let (id, content) = (needed("id", self.id.as_deref())?, needed("content", self.content.as_deref())?);
        let user = call.user(self.user_id.as_deref())?;
        let id = call.meant(id, memoro_core::policy::Operation::Write)?.memory.id;
        let receipt = call.workspace.update_note(id.as_str(), content, &user, &call.caller)?;
        Ok(NoteAnswer { note_id: written_id(&receipt)?, success: true, pending: waits(&receipt) })
    }
}

impl Operation for UpdateSoulRequest {
    type Answer = NoteAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Writes down who the agent is";

    fn act(self, call: &Call<'_>) -> Result<NoteAnswer> {
        let content = needed("content", self.content.as_deref())?;
        let receipt = call.workspace.update_soul(None, content, &call.caller)?;
        Ok(NoteAnswer { note_id: written_id(&receipt)?, success: true, pending: waits(&receipt) })
    }
}

//! What took the place of what.

use memoro_engine::{Action, Replace, Replaced, Supersession};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::document::type_of;
use crate::compat::{Count, is_false, shared};
use crate::error::{Code, Failure, Result};
use crate::ops::{Call, Ended, Operation};

/// Which supersessions to list.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct SupersessionsRequest {
    /// Only of this project.
    #[serde(default)]
    pub(crate) project: Option<String>,
    /// At most this many, 50 where it is left out.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
    /// Leaves out this many first.
    #[serde(default)]
    pub(crate) offset: Option<Count>,
}

/// Supersessions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SupersessionsAnswer {
    supersessions: Vec<SupersessionView>,
    total: usize,
    limit: usize,
    offset: usize,
}

#[derive(Debug, Serialize, ToSchema)]
struct SupersessionView {
    id: u64,
    old_path: String,
    old_id: Option<String>,
    old_title: Option<String>,
    old_type: Option<&'static str>,
    new_path: Option<String>,
    new_id: Option<String>,
    new_title: Option<String>,
    reason: Option<String>,
    superseded_at: String,
    superseded_by: String,
    project: Option<String>,
}

/// What takes the place of what: each by a path or an id.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct SupersedeRequest {
    /// The file of the older one.
    #[serde(default)]
    pub(crate) old_path: Option<String>,
    /// The id of the older one.
    #[serde(default, alias = "oldId")]
    pub(crate) old_id: Option<String>,
    /// The file of the newer one.
    #[serde(default)]
    pub(crate) new_path: Option<String>,
    /// The id of the newer one.
    #[serde(default, alias = "newId")]
    pub(crate) new_id: Option<String>,
    /// Why.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SupersedeAnswer {
    success: bool,
    id: u64,
    message: &'static str,
    old_id: Option<String>,
    new_id: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pending: bool,
}

/// A wish for the chain of a file or memory.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct SupersedeChainRequest {
    /// The file, or the id of a memory.
    #[serde(default)]
    pub(crate) path: String,
}

/// A chain.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SupersedeChainAnswer {
    superseded_by: Vec<NewerView>,
    supersedes: Vec<OlderView>,
}

#[derive(Debug, Serialize, ToSchema)]
struct NewerView {
    new_path: Option<String>,
    new_id: Option<String>,
    reason: Option<String>,
    superseded_at: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct OlderView {
    old_path: Option<String>,
    old_id: Option<String>,
    reason: Option<String>,
    superseded_at: String,
}

fn reason(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

impl Operation for SupersessionsRequest {
    type Answer = SupersessionsAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists what took the place of what, the last first";

    fn act(self, call: &Call<'_>) -> Result<SupersessionsAnswer> {
        shared(call)?;
        let limit = Count::within(self.limit, 50, 500);
        let offset = Count::within(self.offset, 0, usize::MAX >> 1);
        let mut all = Vec::new();
        let found = call.workspace.supersessions(&call.caller)?;
        let count = found.len() as u64;
        for (place, one) in (0..).zip(&found) {
            let view = view(call, one, count - place)?;
            if self.project.as_deref().is_none_or(|project| view.project.as_deref() == Some(project)) {
                all.push(view);
            }
        }
        let total = all.len();
        let supersessions = all.into_iter().skip(offset).take(limit).collect();
        Ok(SupersessionsAnswer { supersessions, total, limit, offset })
    }
}

fn view(call: &Call<'_>, one: &Supersession, id: u64) -> Result<SupersessionView> {
    let memory = |id: &Option<memoro_core::MemoryId>| -> Result<Option<memoro_core::Memory>> {
        let Some(id) = id else { return Ok(None) };
        Ok(call.workspace.store().get(id)?.map(|stored| stored.memory).filter(|memory| call.sees(memory)))
    };
    let (old, new) = (memory(&one.old)?, memory(&one.new)?);
    let title = |memory: &memoro_core::Memory| -> String {
        memory.content.text().lines().next().unwrap_or_default().chars().take(100).collect()
    };
    let project = |memory: &memoro_core::Memory| match &memory.scope {
        memoro_core::Scope::Project(project) => Some(project.as_str().to_owned()),
        _ => None,
    };
    Ok(SupersessionView {
        id,
        old_path: one.old_path.clone().or(one.old.as_ref().map(ToString::to_string)).unwrap_or_default(),
        old_id: one.old.as_ref().map(ToString::to_string),
        old_title: old.as_ref().map(title),
        old_type: old.as_ref().map(type_of),
        new_path: one.new_path.clone(),
        new_id: one.new.as_ref().map(ToString::to_string),
        new_title: new.as_ref().map(title),
        reason: reason(&one.reason),
        superseded_at: one.at.to_string(),
        superseded_by: one.by.clone(),
        project: old.as_ref().and_then(project),
    })
}

impl Operation for SupersedeRequest {
    type Answer = SupersedeAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str =
        "Puts a newer document in the place of an older one, which is not found any more";

    fn act(self, call: &Call<'_>) -> Result<SupersedeAnswer> {
        shared(call)?;
        let given = |text: &Option<String>| {
            text.as_deref().map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned)
        };
        let (old_id, new_id) = (given(&self.old_id), given(&self.new_id));
        // An id is that of a memory; only a path may name what Memoro does not know.
        for id in [&old_id, &new_id].into_iter().flatten() {
            call.meant(id, memoro_core::policy::Operation::Write)?;
        }
        let old = old_id.or(given(&self.old_path));
        let old = old.ok_or_else(|| Failure::new(Code::Usage, "Missing required field: old_path"))?;
        let replace = Replace {
            old,
            new: new_id.or(given(&self.new_path)),
            reason: self.reason.clone().unwrap_or_default(),
        };
        let replaced = call.workspace.replace(&replace, &call.caller)?;
        let (old_id, new_id) = match &replaced {
            Replaced::Memory(receipt) => match &receipt.written {
                memoro_core::Written::Superseded { old, new } => {
                    (Some(old.to_string()), (old != new).then(|| new.to_string()))
                }
                memoro_core::Written::Rejected(why) => {
                    return Err(Failure::new(Code::Denied, why.text.clone()));
                }
                other => (other.id().map(ToString::to_string), None),
            },
            Replaced::File => (None, None),
        };
        Ok(SupersedeAnswer {
            success: true,
            id: call.workspace.supersessions(&call.caller)?.len() as u64,
            message: "Supersession logged",
            old_id,
            new_id,
            pending: false,
        })
    }

    fn ended(_: &SupersedeAnswer) -> Ended {
        Ended::Created
    }
}

impl Operation for SupersedeChainRequest {
    type Answer = SupersedeChainAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns what a document took the place of, and what took its place";

    fn act(self, call: &Call<'_>) -> Result<SupersedeChainAnswer> {
        shared(call)?;
        let chain = call.workspace.supersession_chain(&self.path, &call.caller)?;
        let newer = |one: &Supersession| NewerView {
            new_path: one.new_path.clone(),
            new_id: one.new.as_ref().map(ToString::to_string),
            reason: reason(&one.reason),
            superseded_at: one.at.to_string(),
        };
        let older = |one: &Supersession| OlderView {
            old_path: one.old_path.clone(),
            old_id: one.old.as_ref().map(ToString::to_string),
            reason: reason(&one.reason),
            superseded_at: one.at.to_string(),
        };
        Ok(SupersedeChainAnswer {
            superseded_by: chain.superseded_by.iter().map(newer).collect(),
            supersedes: chain.supersedes.iter().map(older).collect(),
        })
    }
}

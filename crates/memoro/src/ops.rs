//! Operations: one validated request type each, carried out on a workspace for somebody with an access. HTTP, MCP and
//! the compatible surfaces all call these; none of them touches the engine past the authorisation here.

mod call;
mod check;
mod once;
pub(crate) mod wording;
mod words;

pub(crate) mod admin;
pub(crate) mod change;
pub(crate) mod entries;
pub(crate) mod jobs;
pub(crate) mod knowing;
pub(crate) mod layers;
pub(crate) mod list;
pub(crate) mod memories;
pub(crate) mod notes;
pub(crate) mod page;
pub(crate) mod pending;
pub(crate) mod recall;
pub(crate) mod say;
pub(crate) mod seen;
pub(crate) mod upkeep;
pub(crate) mod users;

use std::sync::Arc;

use jiff::Timestamp;
use memoro_core::SessionId;
use memoro_engine::{Access, Action, Workspace};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) use call::{Afterwards, Call, run as run_name, session as session_name};
pub(crate) use check::check;
pub(crate) use once::{Keyed, Repeats, Settled, settle};
pub(crate) use words::*;

use crate::access::Keyring;
use crate::error::Result;

/// How an operation ended well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ended {
    /// It was done.
    Done,
    /// Something new is there.
    Created,
    /// It waits for a person.
    Waiting,
}

/// One operation: its fields are the request, what is unknown among them is refused.
pub(crate) trait Operation: DeserializeOwned + ToSchema + Send + 'static {
    /// What it answers.
    type Answer: Serialize + ToSchema + Send + 'static;
    /// What it does, and what one must be allowed to do for it at least.
    const ACTION: Action;
    /// All that one may have to be allowed to do for it: reading too where the answer shows what is remembered.
    const NEEDS: &'static [Action] = &[Self::ACTION];
    /// Any of these lets one use it at all; what a request needs is asked then.
    const OPENS: &'static [Action] = &[Self::ACTION];
    /// What it does, in one sentence.
    const ABOUT: &'static str;
    /// Whether the admin of a server with several tenants may ask it for all of them.
    const WITHOUT_TENANT: bool = false;
    /// The folder of addresses where what it makes is found by its id.
    const PLACE: Option<&'static str> = None;

    /// Whether answers carry the mark of the state that they show; see [`Operation::tag`].
    const TAGGED: bool = false;
    /// Whether it writes one memory and answers with its receipt, which can be given again.
    const ONE_WRITE: bool = false;

    /// Tells what this very request is when it comes again with its idempotency key.
    fn repeats(&self, _access: &Access) -> Repeats {
        Repeats::Answered
    }

    /// Tells what one must be allowed to do for this very request.
    fn needs(&self, _access: &Access) -> Vec<Action> {
        Self::NEEDS.to_vec()
    }

    /// Carries it out; asked by [`Call::run`] alone, after the authorisation.
    fn act(self, call: &Call<'_>) -> Result<Self::Answer>;

    /// Tells how it ended.
    fn ended(_answer: &Self::Answer) -> Ended {
        Ended::Done
    }

    /// Returns the mark of the state that the answer shows, for later changes that rest on it.
    fn tag(_answer: &Self::Answer) -> Option<String> {
        None
    }
}

/// The circumstances of an operation.
#[derive(Debug, Clone)]
pub(crate) struct Circumstances {
    /// What the caller's credential gives.
    pub(crate) access: Access,
    /// The clock.
    pub(crate) now: Timestamp,
    /// The run, for the audit.
    pub(crate) run: Option<String>,
    /// The session in which all of it is done, where one was named.
    pub(crate) session: Option<SessionId>,
    /// The keys, where a server keeps them.
    pub(crate) keys: Option<Arc<Keyring>>,
    /// All workspaces of the server, for its admin who names no tenant.
    pub(crate) everywhere: Vec<Arc<Workspace>>,
}

/// Authorises and carries out an operation; what is to be done after the answer comes beside it.
pub(crate) fn run<O: Operation>(
    operation: O,
    workspace: &Workspace,
    around: &Circumstances,
) -> Result<(O::Answer, Afterwards)> {
    let call = Call::authorised(workspace, around, &operation.needs(&around.access))?;
    let answer = call.run(operation)?;
    Ok((answer, call.afterwards()))
}

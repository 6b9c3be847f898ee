//! Requests that come with an idempotency key: carried out once, answered alike however often they come. A secret is not
//! kept to be shown again, and nothing of what was forgotten.

use memoro_engine::{Access, Action, Caller, Earlier, Once, Workspace};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Afterwards, Call, Circumstances, Ended, Operation};
use crate::error::{Code, Failure, Result};

/// What a repeated request is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeats {
    /// It is answered as the first one was.
    Answered,
    /// It is not carried out again, and its answer, which holds a secret or names what was forgotten, is not kept.
    Refused,
    /// It changes nothing more by itself.
    Harmless,
}

/// The key of a request, and the request as it was read.
#[derive(Debug, Clone)]
pub(crate) struct Keyed {
    /// The key.
    pub(crate) key: String,
    /// The request.
    pub(crate) request: Vec<u8>,
}

/// An answer as it is kept and sent.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Settled {
    /// How it ended.
    pub(crate) ended: Ended,
    /// The mark of the state that it shows.
    #[serde(default)]
    pub(crate) tag: Option<String>,
    /// The answer.
    pub(crate) answer: Value,
    /// Whether it was given before.
    #[serde(skip)]
    pub(crate) again: bool,
}

/// Authorises an operation and carries it out, unless the same request was carried out before.
pub(crate) fn settle<O: Operation>(
    operation: O,
    keyed: Option<Keyed>,
    workspace: &Workspace,
    around: &Circumstances,
) -> Result<(Settled, Afterwards)> {
    let needs = operation.needs(&around.access);
    let mut call = Call::authorised(workspace, around, &needs)?;
    let repeats = operation.repeats(&around.access);
    let changes = |action: &Action| !matches!(action, Action::Read | Action::Audit);
    if let Some(Keyed { key, request }) = keyed
        && repeats != Repeats::Harmless
        && needs.iter().any(changes)
    {
        let name = name_of::<O>(&key, &around.access, &call.caller);
        call.caller.once = Some(Once::new(name, &request));
    }
    let caller = call.caller.clone();
    let _turn = workspace.turn(&caller);
    match workspace.earlier(&caller)? {
        Earlier::Kept(kept) => {
            let kept = serde_json::from_str::<Settled>(&kept).map_err(|_| lost())?;
            return Ok((Settled { again: true, ..kept }, Afterwards::default()));
        }
        Earlier::Lost => return Err(lost()),
        Earlier::Wrote if !O::ONE_WRITE => return Err(lost()),
        Earlier::Wrote | Earlier::Nothing => {}
    }
    let answer = call.run(operation)?;
    let settled = Settled {
        ended: O::ended(&answer),
        tag: O::tag(&answer),
        answer: serde_json::to_value(&answer)
            .map_err(|why| Failure::new(Code::Internal, format!("the answer cannot be written: {why}")))?,
        again: false,
    };
    if caller.once.is_some() {
        let kept = match repeats {
            Repeats::Answered => serde_json::to_string(&settled).unwrap_or_default(),
            Repeats::Refused | Repeats::Harmless => String::new(),
        };
        // What was done is done; a repeated request is told so where its answer could not be kept.
        drop(workspace.keep_answer(&kept, &caller));
    }
    Ok((settled, call.afterwards()))
}

/// Returns the name under which a caller's key is kept: it counts for one operation of one caller.
fn name_of<O: Operation>(key: &str, access: &Access, caller: &Caller) -> String {
    let user = access.user.as_ref().map(memoro_core::UserId::as_str).unwrap_or_default();
    let operation = std::any::type_name::<O>();
    format!("{}\u{1f}{user}\u{1f}{operation}\u{1f}{key}", caller.actor.name)
}

fn lost() -> Failure {
    Failure::new(Code::Conflict, "this request was carried out before, and its answer is not kept")
        .hint("look at what is there; a request that is to count again needs an Idempotency-Key of its own")
}

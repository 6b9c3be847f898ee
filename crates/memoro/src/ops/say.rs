//! What a person says to memory, and what an agent concluded from it.

use memoro_core::redact::redact;
use memoro_core::trigger::{self, Intent, Outcome, Verbosity};
use memoro_engine::{Access, Action, Done, Role, SayContext};
use serde::Deserialize;
use utoipa::ToSchema;

use super::call::{confidence, project, session};
use super::{Call, Operation, Repeats, run_name};
use crate::api::{SaidView, VerifiedView};
use crate::error::Result;

/// A message, in Thai, English or Chinese.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SayRequest {
    /// The message.
    #[schema(min_length = 1, max_length = 262_144)]
    pub(crate) message: String,
    /// Who speaks.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// The session.
    #[serde(default)]
    pub(crate) session: Option<String>,
    /// The run, for audit and verification.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) run: Option<String>,
    /// The project that "this project" means.
    #[serde(default)]
    pub(crate) project: Option<String>,
    /// How sure an agent is of what it concluded itself; left out for what a person said.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub(crate) inferred: Option<f64>,
}

impl SayRequest {
    /// Returns what the message may ask for; one that is refused for its length is not looked at.
    fn intents(&self) -> Vec<Intent> {
        if self.message.len() > memoro_core::MAX_TEXT {
            return Vec::new();
        }
        memoro_engine::intents(&redact(&self.message).text)
    }
}

impl Operation for SayRequest {
    type Answer = SaidView;
    const ACTION: Action = Action::Write;
    const NEEDS: &'static [Action] = &[Action::Write, Action::Read, Action::Forget, Action::Confirm];
    const ABOUT: &'static str = "Carries out what a person asks memory for, in their own words";

    fn needs(&self, access: &Access) -> Vec<Action> {
        let intents = self.intents();
        let mut needed: Vec<Action> =
            intents.into_iter().flat_map(|intent| needed(intent, access.role)).copied().collect();
        if needed.is_empty() || self.inferred.is_some() {
            needed.push(Action::Write);
        }
        needed
    }

    fn repeats(&self, _: &Access) -> Repeats {
        if self.intents().contains(&Intent::Forget) { Repeats::Refused } else { Repeats::Answered }
    }

    fn act(self, call: &Call<'_>) -> Result<SaidView> {
        let context = SayContext {
            user: Some(call.user(self.user.as_deref())?),
            session: session(self.session.as_deref())?,
            run: self.run.as_deref().map(run_name).transpose()?.or_else(|| call.caller.run.clone()),
            project: project(self.project.as_deref())?,
            inferred: confidence(self.inferred)?,
        };
        let mut said = call.workspace.say(&self.message, &context, &call.caller)?;
        if !call.reads() {
            said.commands.iter_mut().for_each(untold);
        }
        Ok(SaidView::of(&said, call.now()))
    }
}

/// Tells what one must be allowed to do for what a person asks. What only a person may decide is refused to an agent in
/// the person's own language by the answer itself.
const fn needed(intent: Intent, role: Role) -> &'static [Action] {
    match intent {
        Intent::Remember | Intent::SetPreference | Intent::Update => &[Action::Write],
        Intent::Forget => &[Action::Forget, Action::Read],
        Intent::Confirm | Intent::Reject if role.may(Action::Confirm) => &[Action::Confirm],
        Intent::Show => &[Action::Read],
        Intent::Confirm | Intent::Reject | Intent::None => &[],
    }
}

/// Leaves out of an answer what stood there before, for a caller who may not read.
fn untold(done: &mut Done) {
    if done.receipt.status == "superseded" {
        let tongue = trigger::tongue(&done.command.value);
        done.ack = trigger::acknowledge(&done.command, Outcome::Stored, tongue, Verbosity::Concise);
    }
}

/// A run whose memory requests are looked at again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyRunRequest {
    /// The run.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) run: String,
}

impl Operation for VerifyRunRequest {
    type Answer = VerifiedView;
    const ACTION: Action = Action::Audit;
    const ABOUT: &'static str = "Tells whether the memory requests of a run were carried out";

    fn act(self, call: &Call<'_>) -> Result<VerifiedView> {
        Ok(VerifiedView::from(&call.workspace.verify_run(&self.run, &call.caller)?))
    }
}

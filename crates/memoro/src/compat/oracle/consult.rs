//! `consult` and `ask`: what is known that bears on a decision.

use memoro_engine::{Action, Asked, Consulted, Mode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::document::FoundView;
use crate::compat::needed;
use crate::error::Result;
use crate::ops::{Call, Operation};

/// A decision to be taken.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ConsultRequest {
    /// What is to be decided.
    #[serde(default)]
    pub(crate) q: Option<String>,
    /// What is to be decided, under its other name.
    #[serde(default)]
    pub(crate) decision: Option<String>,
    /// What else matters.
    #[serde(default)]
    pub(crate) context: Option<String>,
}

/// What bears on a decision.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConsultAnswer {
    decision: String,
    principles: Vec<FoundView>,
    patterns: Vec<FoundView>,
    /// What agents wrote down and no person stands behind; the guidance leaves it out.
    unconfirmed: Vec<FoundView>,
    guidance: String,
}

/// A question.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct AskRequest {
    /// The question.
    #[serde(default)]
    pub(crate) question: Option<String>,
    /// What else matters.
    #[serde(default)]
    pub(crate) context: Option<String>,
}

/// The answer to a question.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AskAnswer {
    response: String,
    principles: usize,
    patterns: usize,
}

/// Asks what bears on a decision.
pub(super) fn consult(call: &Call<'_>, decision: &str, context: Option<&str>) -> Result<Consulted> {
    let context = context.map(str::trim).filter(|context| !context.is_empty());
    let whole = context.map_or_else(|| decision.to_owned(), |context| format!("{decision}\n{context}"));
    crate::ops::recall::check_question(&whole)?;
    call.sync()?;
    let consulted = call.workspace.consult(&whole, &call.user(None)?, &call.caller)?;
    let caller = call.caller.clone();
    call.later(move |workspace| drop(workspace.count_asked(Asked::Consult, &caller)));
    Ok(consulted)
}

impl Operation for ConsultRequest {
    type Answer = ConsultAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Tells which principles and patterns bear on a decision";

    fn act(self, call: &Call<'_>) -> Result<ConsultAnswer> {
        let asked = self.q.as_deref().filter(|q| !q.trim().is_empty()).or(self.decision.as_deref());
        let decision = needed("q", asked)?.to_owned();
        let consulted = consult(call, &decision, self.context.as_deref())?;
        let shown = |hits: &[memoro_engine::Hit]| -> Result<Vec<FoundView>> {
            let mut views = Vec::new();
            for hit in hits {
                let Some(id) = &hit.memory else { continue };
                let memory = call.workspace.store().get(id)?.map(|stored| stored.memory);
                views.push(FoundView::of(hit, memory.as_ref(), Mode::Hybrid));
            }
            Ok(views)
        };
        Ok(ConsultAnswer {
            principles: shown(&consulted.principles)?,
            patterns: shown(&consulted.patterns)?,
            unconfirmed: shown(&consulted.unconfirmed)?,
            guidance: consulted.guidance,
            decision,
        })
    }
}

impl Operation for AskRequest {
    type Answer = AskAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Answers a question with what is known";

    fn act(self, call: &Call<'_>) -> Result<AskAnswer> {
        let question = needed("question", self.question.as_deref())?;
        let consulted = consult(call, question, self.context.as_deref())?;
        Ok(AskAnswer {
            response: consulted.guidance,
            principles: consulted.principles.len(),
            patterns: consulted.patterns.len(),
        })
    }
}

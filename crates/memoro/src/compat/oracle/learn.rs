//! `learn`: a text that is kept in the layer that it belongs to.

use memoro_core::{Layer, Origin, UserId};
use memoro_engine::{Action, Contradiction, Learn, Step};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::layers::ModelView;
use super::project_of;
use super::search::layer;
use crate::compat::{Words, is_false, needed, waits, written_id};
use crate::error::Result;
use crate::ops::{Call, Ended, Operation};

/// Something to learn.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct LearnRequest {
    /// What was learned.
    #[serde(default)]
    pub(crate) pattern: Option<String>,
    /// Where the words stand.
    #[serde(default)]
    pub(crate) source: Option<String>,
    /// What it is about; `memory:<layer>` names a layer.
    #[serde(default)]
    pub(crate) concepts: Words,
    /// Who said it: human, mother, correction; trust comes from the key.
    #[serde(default)]
    pub(crate) origin: Option<String>,
    /// The project that it belongs to.
    #[serde(default)]
    pub(crate) project: Option<String>,
    /// The folder in which it was learned; names the project.
    #[serde(default)]
    pub(crate) cwd: Option<String>,
    /// `user_model`, procedural, semantic or episodic; found out where it is left out.
    #[serde(default)]
    pub(crate) layer: Option<String>,
    /// The user whose memory it is.
    #[serde(default, rename = "userId")]
    pub(crate) user_id: Option<String>,
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LearnAnswer {
    success: bool,
    file: Option<String>,
    id: String,
    layer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<ModelView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<WarningView>,
    /// Whether it waits for a person.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) pending: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WarningView {
    #[serde(rename = "type")]
    kind: &'static str,
    existing_id: String,
    existing_content: String,
    similarity: f64,
    message: String,
}

impl From<&Contradiction> for WarningView {
    fn from(found: &Contradiction) -> Self {
        Self {
            kind: "potential_contradiction",
            existing_id: found.id.to_string(),
            existing_content: found.excerpt.clone(),
            similarity: (found.similarity * 1000.0).round() / 1000.0,
            message: format!("an older memory may say otherwise: {}", found.why),
        }
    }
}

fn origin(word: Option<&str>) -> Option<Origin> {
    match word? {
        "human" => Some(Origin::Human),
        "mother" => Some(Origin::Mother),
        "correction" => Some(Origin::Correction),
        "auto" => Some(Origin::Auto),
        _ => None,
    }
}

impl LearnRequest {
    fn learn(&self, user: UserId) -> Result<Learn> {
        let given = self.layer.as_deref().map(str::trim).filter(|word| !word.is_empty());
        Ok(Learn {
            text: needed("pattern", self.pattern.as_deref())?.to_owned(),
            layer: given.map(layer).transpose()?,
            concepts: self.concepts.0.clone(),
            project: project_of(self.project.as_deref(), self.cwd.as_deref())?,
            user: Some(user),
            origin: origin(self.origin.as_deref()),
            source: self.source.clone().filter(|source| !source.trim().is_empty()),
            rules_are_knowledge: true,
            ..Learn::default()
        })
    }
}

impl Operation for LearnRequest {
    type Answer = LearnAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Keeps what was learned, in the layer that it belongs to";

    fn act(self, call: &Call<'_>) -> Result<LearnAnswer> {
        let named = self.concepts.0.iter().find_map(|concept| concept.strip_prefix("user:"));
        let user = call.user(self.user_id.as_deref().or(named))?;
        let mut learn = self.learn(user.clone())?;
        if learn.layer == Some(Layer::Working) {
            learn.session = Some(call.workspace.use_session(None, &call.caller)?);
        }
        let learned = call.workspace.learn(&learn, &call.caller)?;
        let Step::Done(receipt) = &learned.step else {
            return Err(crate::error::Failure::new(crate::error::Code::Internal, "nothing was learned"));
        };
        let pending = waits(receipt);
        let id = written_id(receipt)?;
        let model = match learned.layer {
            Layer::UserModel if call.reads() => Some(call.workspace.user_model(&user, &call.caller)?),
            _ => None,
        };
        Ok(LearnAnswer {
            success: true,
            file: (learned.layer == Layer::Semantic)
                .then(|| receipt.place.as_ref().map(|p| p.file.clone()))
                .flatten(),
            id: if learned.layer == Layer::UserModel { format!("user_model_{user}") } else { id },
            layer: learned.layer.as_str(),
            model: model.map(|model| ModelView::of(&model, call.now())),
            warning: learned.contradiction.as_ref().filter(|_| call.reads()).map(WarningView::from),
            pending,
        })
    }

    fn ended(_: &LearnAnswer) -> Ended {
        Ended::Done
    }
}

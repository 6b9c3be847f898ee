//! Asking: recall and the prompt pack.

use memoro_core::pack::Format;
use memoro_engine::{Action, Context, Recall};
use serde::Deserialize;
use utoipa::ToSchema;

use super::call::{project, session};
use super::{Call, FormatWord, FusionWord, LayerWord, ModeWord, Operation, SourceWord, TierWord, all};
use crate::api::{AnswerView, Explained, PackView};
use crate::error::{Code, Failure, Result};

/// A question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecallRequest {
    /// The question, in any language; no query syntax is needed.
    #[schema(min_length = 1, max_length = 8192)]
    pub(crate) query: String,
    /// At most this many hits.
    #[serde(default = "six")]
    #[schema(minimum = 1, maximum = 100, default = 6)]
    pub(crate) limit: usize,
    /// No hit below this score.
    #[serde(default = "least")]
    #[schema(minimum = 0, maximum = 1, default = 0.05)]
    pub(crate) min_score: f32,
    /// Which evidence counts.
    #[serde(default)]
    pub(crate) mode: Option<ModeWord>,
    /// How it is put together.
    #[serde(default)]
    pub(crate) fusion: Option<FusionWord>,
    /// Whose memories besides everyone's.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// The session whose working memory may be seen.
    #[serde(default)]
    pub(crate) session: Option<String>,
    /// Only this project, and what belongs to none.
    #[serde(default)]
    pub(crate) project: Option<String>,
    /// Only these layers.
    #[serde(default)]
    pub(crate) layers: Vec<LayerWord>,
    /// Only these kinds of entries, grains of episodes or stages of decisions.
    #[serde(default)]
    pub(crate) kinds: Vec<String>,
    /// Only with any of these tags.
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    /// Only from these sources.
    #[serde(default)]
    pub(crate) sources: Vec<SourceWord>,
    /// Only files whose path starts so or fits the pattern.
    #[serde(default)]
    pub(crate) path: Option<String>,
    /// Only these tiers.
    #[serde(default)]
    pub(crate) tiers: Vec<TierWord>,
    /// Not before this moment: a date, a timestamp, or `7d` for seven days ago.
    #[serde(default)]
    pub(crate) since: Option<String>,
    /// Before this moment.
    #[serde(default)]
    pub(crate) until: Option<String>,
    /// What was believed at this moment.
    #[serde(default)]
    pub(crate) as_of: Option<String>,
    /// Also what is pending, superseded or archived.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) all: bool,
    /// Also what is sensitive.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) sensitive: bool,
    /// With each signal's share of the score.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) explain: bool,
}

const fn six() -> usize {
    6
}

/// The most hits that one answer holds.
const MOST: usize = 100;
/// The longest question, in bytes.
const LONGEST: usize = 8_192;

impl RecallRequest {
    /// Asks a question with everything else as it is usual.
    pub(crate) fn new(query: impl Into<String>) -> Self {
        let json = serde_json::json!({ "query": query.into() });
        serde_json::from_value(json).expect("every other field has a default")
    }

    /// Returns the question as the engine takes it.
    pub(crate) fn request(&self, call: &Call<'_>) -> Result<Recall> {
        check_question(&self.query)?;
        if !(1..=MOST).contains(&self.limit) {
            return Err(Failure::new(Code::Invalid, format!("limit: must be from 1 to {MOST}")));
        }
        if !(0.0..=1.0).contains(&self.min_score) {
            return Err(Failure::new(Code::Invalid, "min_score: must be from 0 to 1"));
        }
        Ok(Recall {
            limit: self.limit,
            min_score: self.min_score,
            mode: self.mode.map(Into::into).unwrap_or_default(),
            fusion: self.fusion.map(Into::into).unwrap_or_default(),
            user: Some(call.user(self.user.as_deref())?),
            session: session(self.session.as_deref())?,
            project: project(self.project.as_deref())?,
            layers: all(&self.layers),
            kinds: self.kinds.clone(),
            tags: self.tags.clone(),
            sources: all(&self.sources),
            path: self.path.clone(),
            tiers: all(&self.tiers),
            since: call.moment("since", self.since.as_deref())?,
            until: call.moment("until", self.until.as_deref())?,
            as_of: call.as_of(self.as_of.as_deref())?,
            all_statuses: self.all,
            sensitive: self.sensitive,
            ..Recall::new(self.query.clone())
        })
    }
}

/// Refuses a question that is none.
pub(crate) fn check_question(query: &str) -> Result<()> {
    if query.trim().is_empty() {
        return Err(Failure::new(Code::Invalid, "query: the question is empty"));
    }
    if query.len() > LONGEST {
        let message = format!("query: the question is too long: {} bytes, at most {LONGEST}", query.len());
        return Err(Failure::new(Code::Invalid, message));
    }
    Ok(())
}

const fn least() -> f32 {
    Recall::LEAST_SCORE
}

impl Operation for RecallRequest {
    type Answer = AnswerView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Finds the memories, documents and conversations that answer a question";

    fn act(self, call: &Call<'_>) -> Result<AnswerView> {
        let request = self.request(call)?;
        call.sync()?;
        let answer = call.workspace.recall(&request, &call.caller)?;
        let explained = if self.explain { Explained::Yes } else { Explained::No };
        let view = AnswerView::new(&self.query, &answer, explained);
        call.used(answer.hits.iter().filter_map(|hit| hit.memory.clone()));
        Ok(view)
    }
}

/// A wish for the block of memory that goes into a prompt.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContextRequest {
    /// What the agent is asked or is about to do.
    #[serde(default)]
    #[schema(max_length = 8192)]
    pub(crate) query: Option<String>,
    /// Whose pack.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// The session whose working memory belongs in.
    #[serde(default)]
    pub(crate) session: Option<String>,
    /// The project whose knowledge belongs in.
    #[serde(default)]
    pub(crate) project: Option<String>,
    /// How it is written; `xml` where it is left out.
    #[serde(default)]
    pub(crate) format: Option<FormatWord>,
    /// How many tokens it may take.
    #[serde(default)]
    #[schema(maximum = 1_000_000)]
    pub(crate) budget: Option<u32>,
}

impl Operation for ContextRequest {
    type Answer = PackView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Composes the block of memory that goes into a prompt";

    fn act(self, call: &Call<'_>) -> Result<PackView> {
        if let Some(query) = self.query.as_deref().filter(|query| !query.trim().is_empty()) {
            check_question(query)?;
        }
        let format: Format = self.format.map_or(Format::Xml, Into::into);
        let request = Context {
            query: self.query.clone(),
            user: Some(call.user(self.user.as_deref())?),
            session: session(self.session.as_deref())?,
            project: project(self.project.as_deref())?,
            format,
            budget: self.budget.map(|tokens| tokens as usize),
            policy: Vec::new(),
        };
        call.sync()?;
        let pack = call.workspace.context(&request, &call.caller)?;
        let budget = request.budget.unwrap_or(call.workspace.settings().layers.budget);
        call.used(pack.receipt.iter().filter(|item| item.included).filter_map(|item| item.id.clone()));
        Ok(PackView::new(&pack, format, budget, call.workspace.behind()))
    }
}

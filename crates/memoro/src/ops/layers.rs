//! The layers: learning, procedures and episodes.

use memoro_core::{Memory, Procedure, Scope, SessionId, Trigger};
use memoro_engine::{Action, Happened, Learn, MOST_STEPS, Teach, Used};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::call::{confidence, hidden, project, session, ttl, wrong};
use super::memories::{ended, receipt};
use super::page::{Pages, cut, foreign, limit};
use super::{Call, Ended, GrainWord, LayerWord, Operation, OriginWord, OutcomeWord, TaughtWord};
use crate::api::{EpisodeView, LearnedView, ProcedureView, ReceiptView};
use crate::error::Result;

/// A text to learn from; it is sent to its layer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LearnRequest {
    /// The text.
    #[schema(min_length = 1, max_length = 262_144)]
    pub(crate) text: String,
    /// The layer; found out where it is left out.
    #[serde(default)]
    pub(crate) layer: Option<LayerWord>,
    /// Concepts.
    #[serde(default)]
    pub(crate) concepts: Vec<String>,
    /// The type: principle, pattern, learning or retro.
    #[serde(default)]
    pub(crate) kind: Option<String>,
    /// The project that it belongs to.
    #[serde(default)]
    pub(crate) project: Option<String>,
    /// The user.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// The session, for working memory and episodes.
    #[serde(default)]
    pub(crate) session: Option<String>,
    /// Who said it.
    #[serde(default)]
    pub(crate) origin: Option<OriginWord>,
    /// Where the words stand: a path or a URL.
    #[serde(default)]
    pub(crate) source: Option<String>,
    /// How sure it is, at most what its origin deserves.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub(crate) confidence: Option<f64>,
    /// Only tells what would be done.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) dry_run: bool,
}

impl Operation for LearnRequest {
    type Answer = LearnedView;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str =
        "Learns a text: finds its layer, merges what is known, warns of contradictions";
    const ONE_WRITE: bool = true;

    fn act(self, call: &Call<'_>) -> Result<LearnedView> {
        let named = self.concepts.iter().filter_map(|concept| concept.strip_prefix("user:"));
        for user in named {
            call.user(Some(user))?;
        }
        let bound = call.access.user.clone();
        let user = self.user.as_deref().map(|user| call.user(Some(user))).transpose()?.or(bound);
        let request = Learn {
            text: self.text,
            layer: self.layer.map(Into::into),
            concepts: self.concepts,
            kind: self.kind,
            project: project(self.project.as_deref())?,
            user,
            session: working_session(call, self.layer, self.session.as_deref())?,
            origin: self.origin.map(Into::into),
            source: self.source,
            rules_are_knowledge: false,
            confidence: confidence(self.confidence)?,
        };
        let learned = if self.dry_run {
            call.workspace.would_learn(&request, &call.caller)?
        } else {
            call.workspace.learn(&request, &call.caller)?
        };
        let view = LearnedView::from(&learned);
        Ok(if call.reads() { view } else { view.without_others() })
    }

    fn ended(answer: &LearnedView) -> Ended {
        answer.receipt().map_or(Ended::Done, ended)
    }
}

/// Returns the session of a learning; working memory without one goes to the current session, begun where there is none.
fn working_session(
    call: &Call<'_>,
    layer: Option<LayerWord>,
    asked: Option<&str>,
) -> Result<Option<SessionId>> {
    match session(asked)? {
        None if layer == Some(LayerWord::Working) => {
            Ok(Some(call.workspace.use_session(None, &call.caller)?))
        }
        asked => Ok(asked),
    }
}

/// Procedures for a task, or all of them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProceduresRequest {
    /// The task; all procedures where it is left out.
    #[serde(default)]
    #[schema(max_length = 2000)]
    pub(crate) query: Option<String>,
    /// Whose.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// At most this many.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 500)]
    pub(crate) limit: Option<usize>,
    /// Where the last page ended; from `next` of that page. What is found by a question has one page.
    #[serde(default)]
    #[schema(max_length = 2048)]
    pub(crate) cursor: Option<String>,
}

/// Procedures.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProceduresView {
    /// The procedures, the best first.
    pub(crate) procedures: Vec<ProcedureView>,
    /// The cursor of the next page, if there is one.
    pub(crate) next: Option<String>,
}

impl Operation for ProceduresRequest {
    type Answer = ProceduresView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Finds procedures for a task, or lists them";

    fn act(self, call: &Call<'_>) -> Result<ProceduresView> {
        let user = call.user(self.user.as_deref())?;
        if let Some(query) = self.query.as_deref().filter(|query| !query.trim().is_empty()) {
            one_page(self.cursor.as_deref())?;
            super::recall::check_question(query)?;
            let limit = limit(self.limit, call.workspace.settings().layers.procedures)?;
            let found = call.workspace.find_procedures(query, &user, Some(limit), &call.caller)?;
            // Finding a procedure is not using it.
            return Ok(ProceduresView {
                procedures: found.iter().map(ProcedureView::from).collect(),
                next: None,
            });
        }
        let (limit, pages) = (limit(self.limit, 50)?, Pages::of("procedures", &user, call));
        let page = (limit + 1, pages.after(self.cursor.as_deref())?);
        let mut found = call.workspace.list_procedures(&user, page, &call.caller)?;
        let next = cut(&mut found, limit).map(|last| pages.ended_at(&last.memory));
        Ok(ProceduresView { procedures: found.iter().map(ProcedureView::from).collect(), next })
    }
}

/// Refuses a cursor where what is found has one page.
fn one_page(cursor: Option<&str>) -> Result<()> {
    cursor.map_or(Ok(()), |_| Err(foreign()))
}

/// A procedure to learn.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TeachRequest {
    /// When it applies; always where it is left out, and then it needs evidence.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 8192)]
    pub(crate) when: Option<String>,
    /// The steps, in order.
    #[schema(min_items = 1, max_items = 100)]
    pub(crate) steps: Vec<String>,
    /// How it came to be known.
    #[serde(default)]
    pub(crate) source: Option<TaughtWord>,
    /// What shows it.
    #[serde(default)]
    pub(crate) evidence: Vec<String>,
    /// Concepts.
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    /// How sure it is.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub(crate) confidence: Option<f64>,
    /// Where it belongs.
    #[serde(default)]
    pub(crate) scope: Option<String>,
    /// The user, where the scope names none.
    #[serde(default)]
    pub(crate) user: Option<String>,
}

impl Operation for TeachRequest {
    type Answer = ReceiptView;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Learns how a thing is done; a similar procedure is merged";
    const ONE_WRITE: bool = true;

    fn act(self, call: &Call<'_>) -> Result<ReceiptView> {
        if self.steps.len() > MOST_STEPS {
            return Err(wrong("steps", &format!("at most {MOST_STEPS}")));
        }
        let user = call.user(self.user.as_deref())?;
        let scope = call.scope(self.scope.as_deref(), &user)?;
        let trigger = self.when.map_or(Trigger::Always, Trigger::When);
        let teach = Teach {
            taught: self.source.map(Into::into).unwrap_or_default(),
            tags: self.tags,
            evidence: self.evidence,
            confidence: confidence(self.confidence)?,
            ..Teach::new(scope, Procedure { trigger, steps: self.steps })
        };
        let view = receipt(&call.workspace.learn_procedure(&teach, &call.caller)?)?;
        Ok(if call.reads() { view } else { view.without_others() })
    }

    fn ended(answer: &ReceiptView) -> Ended {
        ended(answer)
    }
}

/// That a procedure was used.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UsedRequest {
    /// The procedure.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) id: String,
    /// Whether it helped.
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub(crate) worked: bool,
}

const fn yes() -> bool {
    true
}

impl Operation for UsedRequest {
    type Answer = ProcedureView;
    const ACTION: Action = Action::Write;
    const NEEDS: &'static [Action] = &[Action::Write, Action::Read];
    const ABOUT: &'static str = "Counts that a procedure was used, and whether it helped";

    fn act(self, call: &Call<'_>) -> Result<ProcedureView> {
        let id = call.memory(&self.id)?.memory.id;
        let used = if self.worked { Used::Worked } else { Used::Failed };
        Ok(ProcedureView::from(&call.workspace.use_procedure(id.as_str(), used, &call.caller)?))
    }
}

/// Episodes about something, or the most recent ones.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EpisodesRequest {
    /// What they are about; the most recent where it is left out.
    #[serde(default)]
    #[schema(max_length = 2000)]
    pub(crate) query: Option<String>,
    /// Whose.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// At most this many.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 500)]
    pub(crate) limit: Option<usize>,
    /// Where the last page ended; from `next` of that page. What is found by a question has one page.
    #[serde(default)]
    #[schema(max_length = 2048)]
    pub(crate) cursor: Option<String>,
}

/// Episodes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EpisodesView {
    /// The episodes.
    pub(crate) episodes: Vec<EpisodeView>,
    /// The cursor of the next page, if there is one.
    pub(crate) next: Option<String>,
}

impl Operation for EpisodesRequest {
    type Answer = EpisodesView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Finds episodes, or returns the most recent ones";

    fn act(self, call: &Call<'_>) -> Result<EpisodesView> {
        let user = call.user(self.user.as_deref())?;
        let limit = limit(self.limit, call.workspace.settings().layers.episodes)?;
        if let Some(query) = self.query.as_deref().filter(|query| !query.trim().is_empty()) {
            one_page(self.cursor.as_deref())?;
            super::recall::check_question(query)?;
            let found = call.workspace.find_episodes(query, &user, Some(limit), &call.caller)?;
            let episodes = found.iter().map(|one| EpisodeView::of(one, call.now())).collect();
            call.used(found.into_iter().map(|one| one.memory.id));
            return Ok(EpisodesView { episodes, next: None });
        }
        let pages = Pages::of("episodes", &user, call);
        let page = (limit + 1, pages.after(self.cursor.as_deref())?);
        let mut found = call.workspace.recent_episodes(&user, page, &call.caller)?;
        let place = |last: &Memory| pages.ended(last.date().as_microsecond(), last.id.as_str());
        let next = cut(&mut found, limit).map(|last| place(&last.memory));
        Ok(EpisodesView {
            episodes: found.iter().map(|one| EpisodeView::of(one, call.now())).collect(),
            next,
        })
    }
}

/// Something that happened.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordRequest {
    /// What happened.
    #[schema(min_length = 1, max_length = 262_144)]
    pub(crate) summary: String,
    /// Whose.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// The session or group of sessions.
    #[serde(default)]
    pub(crate) group: Option<String>,
    /// What it was about; drawn from the summary where it is empty.
    #[serde(default)]
    pub(crate) topics: Vec<String>,
    /// How it ended; drawn from the summary where it is left out.
    #[serde(default)]
    pub(crate) outcome: Option<OutcomeWord>,
    /// How long it took, in milliseconds.
    #[serde(default)]
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    pub(crate) duration_ms: Option<u64>,
    /// When it happened.
    #[serde(default)]
    pub(crate) occurred_at: Option<String>,
    /// How long a stretch it covers.
    #[serde(default)]
    pub(crate) grain: Option<GrainWord>,
    /// Concepts.
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    /// Its time to live.
    #[serde(default)]
    pub(crate) ttl: Option<String>,
}

impl Operation for RecordRequest {
    type Answer = ReceiptView;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Records what happened";
    const ONE_WRITE: bool = true;

    fn act(self, call: &Call<'_>) -> Result<ReceiptView> {
        let scope = Scope::User(call.user(self.user.as_deref())?);
        if !call.reaches(&scope) {
            return Err(hidden("scope", &scope.to_string()));
        }
        let usual = Happened::new(scope, self.summary);
        let happened = Happened {
            group: self.group,
            topics: self.topics,
            outcome: self.outcome.map(Into::into),
            duration_ms: self.duration_ms,
            occurred_at: call.moment("occurred_at", self.occurred_at.as_deref())?,
            grain: self.grain.map_or(usual.grain, Into::into),
            tags: self.tags,
            ttl: ttl(self.ttl.as_deref())?,
            ..usual
        };
        receipt(&call.workspace.record_episode(&happened, &call.caller)?)
    }

    fn ended(answer: &ReceiptView) -> Ended {
        ended(answer)
    }
}

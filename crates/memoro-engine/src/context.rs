//! The prompt pack: what an agent should know before it answers, within a budget of tokens, with a receipt. One look
//! for each section and one question for what is relevant; writes nothing, and use is counted after the answer.

mod newest;

use std::cmp::Reverse;

use jiff::Timestamp;
use memoro_core::pack::{self, EpisodeItem, EpisodeKind, Format, Item, Pack, PackInput, ProcedureItem};
use memoro_core::resolve::resolve;
use memoro_core::user_model::view;
use memoro_core::{
    Content, Grain, Layer, Memory, ProjectId, Scope, Sensitivity, SessionId, Shape, Trigger, Trust, UserId,
};
use memoro_store::Newest;

use crate::caller::Caller;
use crate::consult::of_procedures;
use crate::error::Result;
use crate::names::canonical;
use crate::procedure::grown;
use crate::recall::{Hit, HitSource, Look, Recall, Sight};
use crate::workspace::Workspace;

/// How many of the agent's own principles are considered.
const SOUL: usize = 20;
/// How many rules that always apply are considered.
const RULES: usize = 10;
/// How many hits are considered with a question.
const HITS: usize = 24;
/// How many values of the session are considered.
const WORKING: usize = 20;
/// No hit below this score is taken for relevant.
const RELEVANT: f32 = 0.05;

/// What the keys of the user model begin with; other values of a session are its working memory.
const OF_THE_MODEL: [&str; 6] =
    ["response.", "code.", "timezone", "active_hours", "working_hours", "expertise."];

/// What a pack is asked for.
#[derive(Debug, Clone)]
pub struct Context {
    /// What the agent is asked or is about to do.
    pub query: Option<String>,
    /// Whose pack; the owner's where it is left out.
    pub user: Option<UserId>,
    /// The session whose working memory belongs in; the current one where it is left out.
    pub session: Option<SessionId>,
    /// The project whose knowledge belongs in besides everyone's.
    pub project: Option<ProjectId>,
    /// How it is written.
    pub format: Format,
    /// How many tokens it may take; the configured number where it is left out.
    pub budget: Option<usize>,
    /// What else to say of the admin's rules, a sentence each; what they amount to is always told, never their raw text.
    pub policy: Vec<String>,
}

impl Default for Context {
    fn default() -> Self {
        Self {
            query: None,
            user: None,
            session: None,
            project: None,
            format: Format::Xml,
            budget: None,
            policy: Vec::new(),
        }
    }
}

impl Workspace {
    /// Composes the block of memory for a prompt.
    pub fn context(&self, request: &Context, caller: &Caller) -> Result<Pack> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        let user = request.user.clone().unwrap_or_else(|| self.settings.owner.clone());
        let scope = Scope::User(user.clone());
        let entries = self.newest_entries(&scope, caller)?;
        let counting = self.counting(&entries, request, caller)?;
        let policy = self.policy_items(request, caller)?;
        let mut input = PackInput { policy, ..PackInput::default() };
        match (request.query.as_deref().map(str::trim).filter(|query| !query.is_empty()), request.format) {
            (None, Format::Markdown) => self.add_newest_of_all(&mut input, counting, request, caller)?,
            (_, Format::Agent) => {
                input.soul = self.soul_items(caller)?;
                input.procedures = self.rule_items(&scope, caller)?;
                self.add_summaries(&mut input, &scope, caller)?;
            }
            (query, _) => {
                input.soul = self.soul_items(caller)?;
                input.user = Some(view(&user, &counting, &self.settings.layers.user, caller.now));
                input.procedures = self.rule_items(&scope, caller)?;
                input.working = self.working_items(request, caller)?;
                match query {
                    Some(query) => self.add_relevant(&mut input, (query, request), &entries, caller)?,
                    None => self.add_newest(&mut input, &scope, request, caller)?,
                }
            }
        }
        let budget = request.budget.unwrap_or(self.settings.layers.budget);
        Ok(pack::compose(&input, request.format, budget, &pack::count))
    }

    /// Returns the entries as they count: where the admin's values or the session's say something of the same key, the
    /// one that comes first by precedence.
    fn counting(&self, entries: &[Memory], request: &Context, caller: &Caller) -> Result<Vec<Memory>> {
        let session = self.live_session(request.session.as_ref(), caller)?;
        let mut others: Vec<Memory> = match session {
            Some(session) => self.newest_entries(&Scope::Session(session), caller)?,
            None => Vec::new(),
        };
        // What no person stands behind is told as what is going on, never as the user's own.
        others.retain(|memory| of_the_model(memory) && !is_unvouched(memory));
        others.extend(self.policy()?.values().filter(|memory| memory.is_current(caller.now)).cloned());
        if others.is_empty() {
            return Ok(entries.to_vec());
        }
        let all: Vec<Memory> = entries.iter().cloned().chain(others).collect();
        let settled = resolve(&all, &[], &self.settings.precedence, caller.now);
        Ok(settled.iter().map(|effective| effective.memory.clone()).collect())
    }

    /// Counts that a pack's memories were used; called after the pack was given.
    pub fn count_context(&self, pack: &Pack, now: Timestamp) -> Result<()> {
        let used = pack.receipt.iter().filter(|item| item.included);
        self.count_used(used.filter_map(|item| item.id.clone()), now)
    }

    /// What the admin's rules amount to, and what else the caller has to say of them.
    fn policy_items(&self, request: &Context, caller: &Caller) -> Result<Vec<Item>> {
        let mut lines = self.policy_summary(caller)?;
        lines.extend(request.policy.iter().cloned());
        Ok(lines.iter().map(|text| plain_item("policy", text)).collect())
    }

    fn soul_items(&self, caller: &Caller) -> Result<Vec<Item>> {
        let mut soul = self.newest_of(&Scope::Agent, Shape::Entry, (None, SOUL), caller)?;
        soul.sort_by_key(|memory| {
            let priority = match &memory.content {
                Content::Entry(entry) => entry.priority.get(),
                _ => 0,
            };
            (Reverse(priority), Reverse(memory.updated_at))
        });
        Ok(soul.iter().map(|memory| self.item(memory, "who the agent is")).collect())
    }

    fn rule_items(&self, scope: &Scope, caller: &Caller) -> Result<Vec<ProcedureItem>> {
        let mut rules = self.newest_of(scope, Shape::Procedure, (Some("always"), RULES), caller)?;
        rules.extend(self.newest_of(&Scope::Agent, Shape::Procedure, (Some("always"), RULES), caller)?);
        rules.sort_by_key(|memory| Reverse(memory.updated_at));
        rules.truncate(RULES);
        rules.iter().map(|memory| self.procedure_item(memory, "always applies".into())).collect()
    }

    fn working_items(&self, request: &Context, caller: &Caller) -> Result<Vec<Item>> {
        let session = self.live_session(request.session.as_ref(), caller)?;
        let Some(session) = session else { return Ok(Vec::new()) };
        let scope = Scope::Session(session);
        let mut working = self.counting_of(&scope, caller)?;
        working.truncate(WORKING);
        working.extend(self.newest_of(&scope, Shape::Note, (None, WORKING), caller)?);
        Ok(working.iter().map(|memory| self.item(memory, "of this session")).collect())
    }

    /// Returns the entries of a scope that count and may be shown, the newest first.
    fn counting_of(&self, scope: &Scope, caller: &Caller) -> Result<Vec<Memory>> {
        let entries = self.newest_entries(scope, caller)?;
        let settled = resolve(&entries, &[], &self.settings.precedence, caller.now);
        let mut counting: Vec<Memory> = settled
            .iter()
            .filter(|effective| effective.memory.sensitivity == Sensitivity::Normal)
            .map(|effective| Memory {
                key: canonical(scope, &effective.memory.key),
                ..effective.memory.clone()
            })
            .collect();
        counting.sort_by_key(|memory| Reverse(memory.updated_at));
        Ok(counting)
    }

    /// Adds what bears on a question.
    fn add_relevant(
        &self,
        input: &mut PackInput,
        (query, request): (&str, &Context),
        entries: &[Memory],
        caller: &Caller,
    ) -> Result<()> {
        let question = Recall {
            limit: HITS,
            min_score: RELEVANT,
            user: request.user.clone(),
            session: request.session.clone(),
            project: request.project.clone(),
            layers: vec![Layer::Semantic, Layer::Procedural, Layer::Episodic, Layer::UserModel],
            ..Recall::new(query)
        };
        if let Some(question) = self.asked_by(&question, caller)? {
            let mut sight = self.sight(&question, caller)?;
            let answer = self.recall_in(&mut sight, &question, (caller, Look::Bare))?;
            for hit in &answer.hits {
                self.place_hit(input, hit, entries)?;
            }
            self.add_bearing(input, &mut sight, &question, caller)?;
        }
        input.episodes.truncate(self.settings.layers.episodes);
        let rules = input.procedures.iter().filter(|item| item.trigger == Trigger::Always).count();
        input.procedures.truncate(rules + self.settings.layers.procedures);
        let scope = Scope::User(request.user.clone().unwrap_or_else(|| self.settings.owner.clone()));
        self.add_recent_episodes(input, &scope, caller)
    }

    /// Adds procedures that bear on the question in another language, where its words found too few.
    fn add_bearing(
        &self,
        input: &mut PackInput,
        sight: &mut Sight,
        question: &Recall,
        caller: &Caller,
    ) -> Result<()> {
        let most = self.settings.layers.procedures;
        let found = input.procedures.iter().filter(|item| item.trigger != Trigger::Always).count();
        if found >= most {
            return Ok(());
        }
        let user = question.user.clone().unwrap_or_else(|| self.settings.owner.clone());
        let request = of_procedures(question.clone(), &user, 2 * most);
        for known in self.procedures_in(sight, (&request, 2 * most), caller)? {
            let there = input.procedures.iter().any(|item| item.id.as_ref() == Some(&known.memory.id));
            if !there {
                let why = format!("bears on the question ({:.2})", known.score.unwrap_or(0.0));
                input.procedures.push(self.procedure_item(&known.memory, why)?);
            }
        }
        Ok(())
    }

    /// Puts a hit into its section.
    fn place_hit(&self, input: &mut PackInput, hit: &Hit, entries: &[Memory]) -> Result<()> {
        let why = format!("bears on the question ({:.2})", hit.score);
        let Some(memory) = &hit.found else {
            input.knowledge.push(document_item(hit, why));
            return Ok(());
        };
        let id = &memory.id;
        match hit.layer {
            Layer::Procedural if input.procedures.iter().all(|item| item.id.as_ref() != Some(id)) => {
                input.procedures.push(self.procedure_item(memory, why)?);
            }
            Layer::Procedural => {}
            Layer::Episodic => input.episodes.extend(self.episode_item(memory, why)),
            Layer::UserModel if entries.iter().any(|entry| entry.id == *id) => {}
            _ => input.knowledge.push(Item { why, ..self.item(memory, "") }),
        }
        Ok(())
    }

    pub(crate) fn newest_of(
        &self,
        scope: &Scope,
        shape: Shape,
        (kind, limit): (Option<&str>, usize),
        caller: &Caller,
    ) -> Result<Vec<Memory>> {
        let wanted = Newest { scope, shape, kind, sensitive: false, now: caller.now, limit };
        Ok(self.store.newest(&wanted)?.into_iter().map(|stored| stored.memory).collect())
    }

    fn item(&self, memory: &Memory, why: &str) -> Item {
        Item {
            id: Some(memory.id.clone()),
            kind: kind_of(memory),
            key: key_of(memory),
            text: memory.content.text(),
            date: Some(self.day(memory.date())),
            unvouched: is_unvouched(memory),
            why: why.to_owned(),
        }
    }

    fn procedure_item(&self, memory: &Memory, why: String) -> Result<ProcedureItem> {
        let Content::Procedure(procedure) = &memory.content else {
            let steps = vec![memory.content.text()];
            let id = Some(memory.id.clone());
            let confidence = memory.provenance.confidence;
            return Ok(ProcedureItem { id, trigger: Trigger::Always, steps, confidence, used: 0, why });
        };
        let usage = self.store.usage(&memory.id)?;
        Ok(ProcedureItem {
            id: Some(memory.id.clone()),
            trigger: procedure.trigger.clone(),
            steps: procedure.steps.clone(),
            confidence: grown(memory.provenance.confidence, usage.successes),
            used: usage.successes,
            why,
        })
    }

    fn episode_item(&self, memory: &Memory, why: String) -> Option<EpisodeItem> {
        let Content::Episode(episode) = &memory.content else { return None };
        Some(EpisodeItem {
            id: Some(memory.id.clone()),
            kind: episode_kind(memory, episode.grain),
            date: self.day(memory.date()),
            summary: episode.summary.clone(),
            topics: episode.topics.clone(),
            outcome: episode.outcome,
            unvouched: is_unvouched(memory),
            why,
        })
    }

    fn day(&self, at: Timestamp) -> jiff::civil::Date {
        at.to_zoned(self.settings.time_zone.clone()).date()
    }
}

/// Tells whether a value of a session is one of those that a user model has.
fn of_the_model(memory: &Memory) -> bool {
    let key = canonical(&memory.scope, &memory.key);
    OF_THE_MODEL.iter().any(|start| key.as_str().starts_with(start))
}

/// Returns the key of an entry that is no principle of the agent.
fn key_of(memory: &Memory) -> Option<String> {
    let keyed = memory.shape() == Shape::Entry && memory.layer() != Layer::Soul;
    keyed.then(|| canonical(&memory.scope, &memory.key).to_string())
}

/// Tells whether no person made a memory, changed it or agreed to it.
pub(crate) fn is_unvouched(memory: &Memory) -> bool {
    memory.provenance.trust < Trust::User
}

/// The one word that says what a memory is: its old type where it has one.
fn kind_of(memory: &Memory) -> String {
    const TYPES: [&str; 4] = ["principle", "pattern", "learning", "retro"];
    // What no person stands behind is knowledge, not a principle.
    if let Some(kind) = memory.tags.iter().find(|tag| !is_unvouched(memory) && TYPES.contains(&tag.as_str()))
    {
        return kind.clone();
    }
    match &memory.content {
        Content::Entry(entry) => entry.kind.to_string(),
        other => other.shape().to_string(),
    }
}

/// What an episode is to a reader: a log is an event that was noted as such.
fn episode_kind(memory: &Memory, grain: Grain) -> EpisodeKind {
    match grain {
        Grain::Event if memory.tags.iter().any(|tag| tag == EpisodeKind::Log.as_str()) => EpisodeKind::Log,
        Grain::Event => EpisodeKind::Event,
        Grain::Session | Grain::Day | Grain::Week => EpisodeKind::Summary,
    }
}

fn plain_item(kind: &str, text: &str) -> Item {
    Item {
        id: None,
        kind: kind.into(),
        key: None,
        text: text.to_owned(),
        date: None,
        unvouched: false,
        why: "the admin's rules".into(),
    }
}

/// What a document or conversation says, with where it stands.
fn document_item(hit: &Hit, why: String) -> Item {
    let kind = if hit.source == HitSource::Session { "conversation" } else { "document" };
    Item {
        id: None,
        kind: kind.into(),
        key: Some(hit.citation()),
        text: hit.text.clone(),
        date: hit.date.map(|at| at.to_zoned(jiff::tz::TimeZone::UTC).date()),
        unvouched: hit.unvouched,
        why,
    }
}

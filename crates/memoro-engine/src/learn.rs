//! Learning from a text: which layer it belongs to, whether it is known already or contradicts what is known, and then
//! the write. Says what it would do without doing it.

mod again;

use memoro_core::conflict::{Relation, Sense};
use memoro_core::route::{Arriving, Because, Meant, Route, route};
use memoro_core::text::head;
use memoro_core::{
    Confidence, Content, Entry, Key, Layer, Memory, MemoryId, Origin, ProjectId, Receipt, Scope, SessionId,
    Source, Stability, Trigger, Trust, Ttl, UserId, Why,
};
use memoro_store::Filter;

use crate::caller::Caller;
use crate::draft::{Draft, note_key};
use crate::episode::Happened;
use crate::error::{EngineError, Result};
use crate::procedure::{Taught, Teach, add_new};
use crate::workspace::Workspace;
use crate::write::{check_text, redact_draft};
use again::Wording;

/// The old type words of learnings.
pub(crate) const TYPES: [&str; 4] = ["principle", "pattern", "learning", "retro"];

/// A text to learn from.
#[derive(Debug, Clone, Default)]
pub struct Learn {
    /// The text.
    pub text: String,
    /// The layer; found out where it is left out.
    pub layer: Option<Layer>,
    /// Concepts; `memory:<layer>` names a layer, `user:<id>` a user.
    pub concepts: Vec<String>,
    /// The old type: principle, pattern, learning or retro.
    pub kind: Option<String>,
    /// The project that it belongs to.
    pub project: Option<ProjectId>,
    /// The user; the owner where it is left out.
    pub user: Option<UserId>,
    /// The session, for working memory and episodes.
    pub session: Option<SessionId>,
    /// Who said it.
    pub origin: Option<Origin>,
    /// Where the words stand: a path or a URL.
    pub source: Option<String>,
    /// How sure it is, at most what its origin deserves.
    pub confidence: Option<Confidence>,
    /// Keeps what names no occasion for it as knowledge, where the layer is found out: only when-then is a procedure.
    pub rules_are_knowledge: bool,
}

/// An older memory that says otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Contradiction {
    /// The older memory.
    pub id: MemoryId,
    /// How it begins.
    pub excerpt: String,
    /// How similar the two are, 0 to 1.
    pub similarity: f64,
    /// What differs.
    pub why: String,
}

/// What a learning did or would do.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// It was done.
    Done(Receipt),
    /// It would be stored.
    Store,
    /// It would go into a memory that says the same.
    Merge(MemoryId),
    /// It would take the place of an older value.
    Supersede(MemoryId),
    /// It would wait for a person.
    Wait(Why),
}

/// The outcome of a learning.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// The layer.
    pub layer: Layer,
    /// Why that layer.
    pub because: String,
    /// Where it belongs.
    pub scope: Scope,
    /// What it becomes.
    pub content: Content,
    /// The slot of the user model that it fills.
    pub key: Option<Key>,
    /// Concepts, with those that follow from the layer.
    pub concepts: Vec<String>,
    /// What was done, or would be.
    pub step: Step,
    /// The older memory that says otherwise.
    pub contradiction: Option<Contradiction>,
}

/// What is found beside a new text.
enum Beside {
    /// It is known, and becomes this if its words are others.
    Same(Box<Memory>, Option<String>),
    /// Something else is held about the same.
    Against(Contradiction),
    /// Nothing.
    Nothing,
}

struct Plan {
    route: Route,
    scope: Scope,
    tags: Vec<String>,
    beside: Beside,
}

impl Workspace {
    /// Learns from a text.
    pub fn learn(&self, request: &Learn, caller: &Caller) -> Result<Learned> {
        let left = again::without_own(request)?;
        let request = left.as_ref().unwrap_or(request);
        self.permit(memoro_core::policy::Operation::Write, caller)?;
        let plan = self.plan_learning(request, caller)?;
        let plan = if self.allows_reading(caller)? { plan } else { plan.unwarned() };
        if let Some(receipt) = self.repeated(caller)? {
            return Ok(plan.told(Step::Done(receipt), self, caller));
        }
        let receipt = match &plan.beside {
            Beside::Same(known, words) => self.learn_again(known, words.clone(), &plan.tags, caller)?,
            _ => self.learn_new(request, &plan, caller)?,
        };
        let receipt = warned(receipt, &plan.beside);
        Ok(plan.told(Step::Done(receipt), self, caller))
    }

    /// Tells what learning from a text would do; writes nothing.
    pub fn would_learn(&self, request: &Learn, caller: &Caller) -> Result<Learned> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        let plan = self.plan_learning(request, caller)?;
        let step = self.next_step(request, &plan, caller)?;
        Ok(plan.told(step, self, caller))
    }

    fn plan_learning(&self, request: &Learn, caller: &Caller) -> Result<Plan> {
        if request.text.trim().is_empty() {
            return Err(EngineError::invalid("the text is empty", "there is nothing to learn"));
        }
        check_text(&request.text)?;
        if let Some(kind) = request.kind.as_deref().filter(|kind| !TYPES.contains(kind)) {
            return Err(EngineError::invalid(
                format!("type `{kind}`"),
                format!("use one of {}", TYPES.join(", ")),
            ));
        }
        for word in request.concepts.iter().filter_map(|concept| concept.trim().strip_prefix("memory:")) {
            word.parse::<Layer>()
                .map_err(|why| EngineError::invalid(format!("concept `memory:{word}`"), why))?;
        }
        let (vector, pieces) = (self.model.embed(&request.text), self.model.piece_ids(&request.text));
        let retro = request.kind.as_deref() == Some("retro");
        let arriving = Arriving {
            text: &request.text,
            layer: request.layer.or(retro.then_some(Layer::Episodic)),
            concepts: &request.concepts,
            meant: Some(Meant { vector: &vector, pieces: &pieces }),
            today: caller.now.to_zoned(self.settings.time_zone.clone()).date(),
        };
        let typed = request.kind.is_some() && !retro;
        let mut routed = route(&arriving);
        let found_out = matches!(routed.because, Because::Signal(_) | Because::Form(_) | Because::Meaning);
        let rule = matches!(&routed.content, Content::Procedure(one) if one.trigger == Trigger::Always);
        if found_out && (typed || (request.rules_are_knowledge && rule)) {
            routed = route(&Arriving { layer: Some(Layer::Semantic), ..arriving });
            routed.because = Because::Plain;
        }
        if let Some(kind) = request.kind.as_ref().filter(|_| request.layer.is_none() && (retro || found_out))
        {
            routed.because = Because::Type(kind.clone());
        }
        if found_out && caller.trust() < Trust::User && self.only_tells(&request.text, routed.layer) {
            let known = Arriving { layer: Some(Layer::Semantic), ..arriving };
            routed = Route { because: Because::Plain, ..route(&known) };
        }
        if routed.layer == Layer::Policy {
            return Err(EngineError::Denied { what: "writing policy".into(), needs: "the admin".into() });
        }
        let scope = self.learning_scope(request, routed.layer, caller)?;
        let mut tags = request.concepts.clone();
        let usual = (routed.layer == Layer::Semantic).then(|| "learning".to_owned());
        add_new(&mut tags, request.kind.clone().or(usual).as_slice());
        let beside = self.beside(&routed, &scope, caller)?;
        Ok(Plan { route: routed, scope, tags, beside })
    }

    /// Tells whether what an agent says by itself looks like a procedure or a trait of the user and is neither: a note of
    /// what it found must not wait for a person.
    fn only_tells(&self, text: &str, layer: Layer) -> bool {
        match layer {
            Layer::Procedural => !self.directs(text),
            Layer::UserModel => !names_user(text) && !self.directs(text),
            _ => false,
        }
    }

    fn learning_scope(&self, request: &Learn, layer: Layer, caller: &Caller) -> Result<Scope> {
        let named =
            request.concepts.iter().find_map(|concept| UserId::new(concept.strip_prefix("user:")?).ok());
        let user = request.user.clone().or(named).unwrap_or_else(|| self.settings.owner.clone());
        Ok(match layer {
            Layer::Soul => Scope::Agent,
            Layer::Working => {
                let session = self.session_of(request.session.as_ref(), caller)?;
                let why = "name one, or begin one with `session set`";
                let missing = || EngineError::invalid("working memory needs a session", why);
                Scope::Session(session.ok_or_else(missing)?)
            }
            Layer::UserModel => Scope::User(user),
            _ => request.project.clone().map_or(Scope::User(user), Scope::Project),
        })
    }

    /// Lays a new text beside what is held in the same layer and scope.
    fn beside(&self, route: &Route, scope: &Scope, caller: &Caller) -> Result<Beside> {
        if let Content::Procedure(procedure) = &route.content {
            if let Some(against) = self.against_procedure(procedure, scope, caller)? {
                return Ok(Beside::Against(against));
            }
            // What always holds may be known as plain knowledge: every Monday, every Tuesday.
            if procedure.trigger != Trigger::Always {
                return Ok(Beside::Nothing);
            }
            return self.beside_text(route, &[Layer::Semantic], scope, caller);
        }
        if route.layer == Layer::Procedural || route.layer == Layer::Episodic {
            return Ok(Beside::Nothing);
        }
        let layers: &[Layer] = match route.layer {
            Layer::Semantic => &[Layer::Semantic, Layer::Procedural],
            ref layer => std::slice::from_ref(layer),
        };
        self.beside_text(route, layers, scope, caller)
    }

    /// Lays a new text beside what some layers hold; only what is of the same layer can be the same.
    fn beside_text(&self, route: &Route, layers: &[Layer], scope: &Scope, caller: &Caller) -> Result<Beside> {
        let text = said(&route.content);
        let (meaning, rows) = (|a: &str, b: &str| self.meaning(a, b), |text: &str| self.model.rows(text));
        let sense = Sense { meaning: &meaning, rows: &rows };
        let mut against: Option<(f64, Contradiction)> = None;
        for stored in self.near_in(&text, layers, scope, caller)? {
            let old = stored.memory;
            let known = said(&old.content);
            if route.key.as_ref() == Some(&old.key) || !again::comparable(&text, &known) {
                continue;
            }
            let found = again::compare_wordings(&text, &known, sense);
            match found.relation {
                Relation::Same if route.key.is_none() && old.layer() == route.layer => {
                    match self.joined(&text, &old, &found, caller) {
                        Wording::Known => return Ok(Beside::Same(Box::new(old), None)),
                        Wording::Joins(words) => return Ok(Beside::Same(Box::new(old), Some(words))),
                        Wording::Apart => {}
                    }
                }
                Relation::Contradicts { why }
                    if against.as_ref().is_none_or(|(c, _)| found.confidence > *c) =>
                {
                    let excerpt = self.one_line(&known, self.settings.layers.excerpt);
                    let similarity = found.similarity;
                    against =
                        Some((found.confidence, Contradiction { id: old.id, excerpt, similarity, why }));
                }
                _ => {}
            }
        }
        Ok(against.map_or(Beside::Nothing, |(_, found)| Beside::Against(found)))
    }

    fn learn_new(&self, request: &Learn, plan: &Plan, caller: &Caller) -> Result<Receipt> {
        match (&plan.route.content, plan.route.layer) {
            (Content::Procedure(_), _) => self.take_procedure(&plan.teach(request), caller),
            (Content::Episode(_), _) => self.write(self.episode_of(request, plan, caller)?, caller),
            (Content::Entry(entry), Layer::Soul) => self.update_soul(None, &entry.value, caller),
            (Content::Entry(entry), _) => self.write(self.entry_of(request, plan, entry, caller)?, caller),
            _ => self.write(plan.draft(request, caller), caller),
        }
    }

    /// Drafts an entry of the user model; a text that fills no slot becomes the next note.
    fn entry_of(&self, request: &Learn, plan: &Plan, entry: &Entry, caller: &Caller) -> Result<Draft> {
        let key = if let Some(key) = &plan.route.key {
            key.clone()
        } else {
            let entries = self.newest_entries(&plan.scope, caller)?;
            // What waits has its number too: confirming one note must not stand in the way of another.
            let waiting = Filter { statuses: vec!["pending".into()], sensitive: true, ..Filter::default() };
            let waiting = self.store.list(&Filter { scopes: vec![plan.scope.clone()], ..waiting })?;
            let number = |memory: &Memory| memory.key.as_str().strip_prefix("notes.")?.parse::<u64>().ok();
            let entries = entries.iter().chain(waiting.iter().map(|stored| &stored.memory));
            let last = entries.filter_map(number).max().unwrap_or(0);
            let key = format!("notes.{}", last.saturating_add(1));
            Key::new(&key).map_err(|why| EngineError::invalid(format!("key `{key}`"), why))?
        };
        let content = Content::Entry(entry.clone());
        Ok(Draft { key: Some(key), content, ..plan.draft(request, caller) })
    }

    fn episode_of(&self, request: &Learn, plan: &Plan, caller: &Caller) -> Result<Draft> {
        let zone = self.settings.time_zone.clone();
        let occurred = plan.route.occurred.and_then(|day| day.to_zoned(zone).ok()).map(|day| day.timestamp());
        let happened = Happened {
            group: request.session.as_ref().map(ToString::to_string),
            occurred_at: occurred.filter(|at| *at <= caller.now),
            tags: plan.tags.clone(),
            ..Happened::new(plan.scope.clone(), request.text.trim())
        };
        let episode = self.episode_draft(&happened, caller)?;
        let basis = plan.draft(request, caller);
        let source = Source { session: episode.source.session.clone(), ..basis.source };
        let Draft { origin, confidence, reason, .. } = basis;
        Ok(Draft { origin, confidence, source, reason, ..episode })
    }

    /// Tells what would be done.
    fn next_step(&self, request: &Learn, plan: &Plan, caller: &Caller) -> Result<Step> {
        if let Beside::Same(known, _) = &plan.beside {
            return Ok(Step::Merge(known.id.clone()));
        }
        if let Some(why) = self.gate_content(plan.scope.kind(), &plan.route.content, caller.trust()) {
            return Ok(Step::Wait(why));
        }
        let there = match &plan.route.content {
            Content::Procedure(_) => {
                let teach = plan.teach(request);
                teach.draft(caller)?;
                let similar = self.similar_procedure(&teach, caller)?;
                return Ok(similar.map_or(Step::Store, |old| Step::Merge(old.memory.id)));
            }
            Content::Note(note) => {
                let key = note_key(&note.text).map_err(|why| EngineError::invalid("key", why))?;
                let known = self.store.active(&plan.scope, &key)?;
                return Ok(known.map_or(Step::Store, |old| Step::Merge(old.memory.id)));
            }
            _ => {
                plan.route.key.as_ref().map(|key| self.store.active(&plan.scope, key)).transpose()?.flatten()
            }
        };
        Ok(match there {
            Some(old) if old.memory.content.text() == plan.route.content.text() => Step::Merge(old.memory.id),
            Some(old) => Step::Supersede(old.memory.id),
            None => Step::Store,
        })
    }
}

impl Learn {
    /// Where the words stand, as provenance names it.
    fn source(&self) -> Source {
        Source {
            path: self.source.clone(),
            session: self.session.as_ref().map(ToString::to_string),
            ..Source::default()
        }
    }
}

impl Plan {
    fn draft(&self, request: &Learn, caller: &Caller) -> Draft {
        let said = if caller.trust() >= Trust::User { Origin::UserExplicit } else { Origin::Auto };
        let working = self.route.layer == Layer::Working;
        Draft {
            tags: self.tags.clone(),
            origin: request.origin.unwrap_or(said),
            confidence: request.confidence,
            source: request.source(),
            stability: Stability::Stable,
            ttl: if working { Ttl::session_end() } else { Ttl::none() },
            reason: format!("learned: {}", self.route.because),
            ..Draft::new(self.scope.clone(), self.route.content.clone())
        }
    }

    fn teach(&self, request: &Learn) -> Teach {
        let procedure = match &self.route.content {
            Content::Procedure(procedure) => procedure.clone(),
            other => memoro_core::Procedure { trigger: Trigger::Always, steps: vec![other.text()] },
        };
        Teach {
            taught: request.origin.map_or(Taught::Explicit, Taught::of),
            tags: self.tags.clone(),
            evidence: vec![head(request.text.trim(), 500).to_owned()],
            confidence: request.confidence,
            source: request.source(),
            ..Teach::new(self.scope.clone(), procedure)
        }
    }

    fn told(self, step: Step, workspace: &Workspace, caller: &Caller) -> Learned {
        let Plan { route, scope, mut tags, beside } = self;
        let today = || caller.now.to_zoned(workspace.settings.time_zone.clone()).date();
        let day = route.occurred.unwrap_or_else(today);
        add_new(&mut tags, &workspace.concepts_that_follow(route.layer, &scope, day));
        let contradiction = match beside {
            Beside::Against(found) => Some(found),
            Beside::Same(..) | Beside::Nothing => None,
        };
        // What is told is what is kept: without secrets.
        let mut shown = Draft::new(scope, route.content);
        redact_draft(&mut shown);
        let Draft { scope, content, .. } = shown;
        Learned {
            layer: route.layer,
            because: route.because.to_string(),
            scope,
            content,
            key: route.key,
            concepts: tags,
            step,
            contradiction,
        }
    }
}

/// What a memory says, without the numbers of its steps.
fn said(content: &Content) -> String {
    match content {
        Content::Procedure(procedure) => procedure.steps.join("; "),
        other => other.text(),
    }
}

/// Tells whether a text names the user, or whoever speaks.
fn names_user(text: &str) -> bool {
    const LATIN: [&str; 9] = ["i", "i'm", "i've", "i'd", "my", "me", "user", "user's", "mine"];
    let lower = text.to_lowercase().replace('\u{2019}', "'");
    let words = || lower.split(|c: char| !(c.is_alphanumeric() || c == '\''));
    words().any(|word| LATIN.contains(&word))
        || ["ผู้ใช้", "ผม", "ฉัน", "หนู", "用户", "用戶", "我"].iter().any(|word| lower.contains(word))
}

/// Adds the warning that an older memory says otherwise.
fn warned(mut receipt: Receipt, beside: &Beside) -> Receipt {
    if let Beside::Against(contradiction) = beside {
        receipt.warnings.push(contradiction.warning());
    }
    receipt
}

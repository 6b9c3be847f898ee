//! Notes of four kinds: logs and summaries (episodes that pass), rules (procedures that always apply), soul (who the
//! agent is); and plain notes in lists. Each kind keeps its own rules of stability.

use std::str::FromStr;

use jiff::{SignedDuration, Timestamp};
use memoro_core::{
    Confidence, Content, Episode, Grain, InvalidWord, MAX_TEXT, Memory, MemoryId, Op, Outcome, Procedure,
    Receipt, Scope, Sensitivity, Shape, Stability, Trigger, Ttl, UserId, Why, Written,
};
use memoro_store::{Change, Expect, Filter, Stored};

use crate::caller::Caller;
use crate::draft::{Draft, fingerprint};
use crate::episode::lives;
use crate::error::{EngineError, Result};
use crate::procedure::{Teach, add_new};
use crate::workspace::Workspace;
use crate::write::{barred, end};

/// The longest time to live of a note, in days: a hundred years.
const MOST_DAYS: u32 = 36_500;

/// What a note is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// A raw record of a request or an event.
    Log,
    /// What a job or session came to.
    Summary,
    /// Something that always applies.
    Rule,
    /// Who the agent is.
    Soul,
    /// A plain text; listed with the others.
    Note,
}

impl NoteKind {
    /// All kinds.
    pub const ALL: [NoteKind; 5] =
        [NoteKind::Log, NoteKind::Summary, NoteKind::Rule, NoteKind::Soul, NoteKind::Note];

    /// Returns the one word for this kind.
    pub const fn as_str(self) -> &'static str {
        match self {
            NoteKind::Log => "log",
            NoteKind::Summary => "summary",
            NoteKind::Rule => "rule",
            NoteKind::Soul => "soul",
            NoteKind::Note => "note",
        }
    }

    /// Returns the kind of a memory, if it is a note.
    pub fn of(memory: &Memory) -> Option<Self> {
        let tagged = |tag: &str| memory.tags.iter().any(|t| t == tag);
        match (&memory.content, &memory.scope) {
            (Content::Episode(_), _) if tagged("log") => Some(NoteKind::Log),
            (Content::Episode(_), _) if tagged("summary") => Some(NoteKind::Summary),
            (Content::Procedure(procedure), _) if procedure.trigger == Trigger::Always => {
                Some(NoteKind::Rule)
            }
            (Content::Entry(_), Scope::Agent) => Some(NoteKind::Soul),
            (Content::Note(_), _) => Some(NoteKind::Note),
            _ => None,
        }
    }
}

impl FromStr for NoteKind {
    type Err = InvalidWord;

    fn from_str(word: &str) -> Result<Self, InvalidWord> {
        let all = NoteKind::ALL.map(NoteKind::as_str).join(", ");
        let found = NoteKind::ALL.into_iter().find(|kind| kind.as_str() == word);
        found.ok_or_else(|| InvalidWord { what: "kind of note", word: word.to_owned(), expected: all })
    }
}

/// A note to write.
#[derive(Debug, Clone)]
pub struct NewNote {
    /// What it is.
    pub kind: NoteKind,
    /// What it says.
    pub text: String,
    /// Where it belongs; the agent's own for soul.
    pub scope: Scope,
    /// Concepts.
    pub tags: Vec<String>,
    /// How sure it is.
    pub confidence: Option<Confidence>,
    /// How firmly it is held; as its kind is where it is left out.
    pub stability: Option<Stability>,
    /// Its time to live in days.
    pub ttl_days: Option<u32>,
    /// Whether it may be shown without asking for it.
    pub sensitivity: Sensitivity,
    /// What shows it; a rule needs some.
    pub evidence: Vec<String>,
    /// The job that wrote it.
    pub job: Option<String>,
}

impl NewNote {
    /// Starts a note with nothing but its text.
    pub fn new(kind: NoteKind, scope: Scope, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
            scope,
            tags: Vec::new(),
            confidence: None,
            stability: None,
            ttl_days: None,
            sensitivity: Sensitivity::Normal,
            evidence: Vec::new(),
            job: None,
        }
    }
}

/// Which notes to list.
#[derive(Debug, Clone)]
pub struct NoteList {
    /// Only this kind.
    pub kind: Option<NoteKind>,
    /// Where they belong.
    pub scope: Scope,
    /// Any of these tags.
    pub tags: Vec<String>,
    /// At most this many; the configured number where it is left out.
    pub limit: Option<usize>,
    /// Also sensitive ones.
    pub sensitive: bool,
    /// Only those that come after this one.
    pub after: Option<(Timestamp, MemoryId)>,
}

impl Workspace {
    /// Writes a note.
    pub fn write_note(&self, note: &NewNote, caller: &Caller) -> Result<Receipt> {
        let (stability, ttl) = self.keeping(note)?;
        let mut tags = note.tags.clone();
        add_new(&mut tags, note.job.as_ref().map(|job| format!("job:{job}")).as_slice());
        let content = match note.kind {
            NoteKind::Log | NoteKind::Summary => {
                add_new(&mut tags, &[note.kind.as_str().to_owned()]);
                passing(note.kind, note.text.trim())
            }
            NoteKind::Rule => return self.write_rule(note, (stability, tags), caller),
            NoteKind::Soul => return self.update_soul(None, &note.text, caller),
            NoteKind::Note => Content::Note(memoro_core::Note { text: note.text.trim().to_owned() }),
        };
        let endless = stability == Stability::Volatile && ttl.is_none();
        let draft = Draft {
            tags,
            confidence: note.confidence,
            stability,
            ttl,
            sensitivity: note.sensitivity,
            evidence: note.evidence.clone(),
            reason: format!("{} written", note.kind.as_str()),
            ..Draft::new(note.scope.clone(), content)
        };
        let mut receipt = self.write(draft, caller)?;
        if endless {
            let days = self.settings.layers.merge_after.as_hours() / 24;
            receipt.warnings.push(format!("volatile without an end: it is merged after {days} days"));
        }
        Ok(receipt)
    }

    fn write_rule(
        &self,
        note: &NewNote,
        (stability, tags): (Stability, Vec<String>),
        caller: &Caller,
    ) -> Result<Receipt> {
        let procedure = Procedure { trigger: Trigger::Always, steps: vec![note.text.trim().to_owned()] };
        let teach = Teach {
            tags,
            evidence: note.evidence.clone(),
            confidence: note.confidence,
            ..Teach::new(note.scope.clone(), procedure)
        };
        let draft = Draft { stability, sensitivity: note.sensitivity, ..teach.draft(caller)? };
        self.write(draft, caller)
    }

    /// Returns how a note is kept, or why it cannot be kept so.
    fn keeping(&self, note: &NewNote) -> Result<(Stability, Ttl)> {
        let refuse = |why: &str| Err(EngineError::invalid(format!("a {} note", note.kind.as_str()), why));
        let days = note.ttl_days.map(|days| SignedDuration::from_hours(24 * i64::from(days)));
        match note.ttl_days {
            Some(0) => return refuse("needs a time to live of at least one day"),
            Some(days) if days > MOST_DAYS => {
                return refuse(
                    "lives 36,500 days at most; leave the time to live out for one without an end",
                );
            }
            _ => {}
        }
        let usual = match note.kind {
            NoteKind::Log | NoteKind::Summary => Stability::Volatile,
            NoteKind::Rule | NoteKind::Note => Stability::Stable,
            NoteKind::Soul => Stability::Permanent,
        };
        let stability = note.stability.unwrap_or(usual);
        match (note.kind, stability) {
            (NoteKind::Soul, kept) if kept != Stability::Permanent => return refuse("is permanent"),
            (NoteKind::Rule, Stability::Volatile) => return refuse("is stable or permanent, not volatile"),
            (_, Stability::Permanent) if days.is_some() => return refuse("that is permanent has no end"),
            _ => {}
        }
        let layers = &self.settings.layers;
        let ttl = match (days, note.kind, note.stability) {
            (Some(days), ..) => lives(days),
            (None, NoteKind::Log, None) => lives(layers.log_ttl),
            (None, NoteKind::Summary, None) => lives(layers.summary_ttl),
            _ => Ttl::none(),
        };
        Ok((stability, ttl))
    }

    /// Lists notes, the newest first.
    pub fn list_notes(&self, wanted: &NoteList, caller: &Caller) -> Result<Vec<Stored>> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        let limit = wanted.limit.unwrap_or(self.settings.layers.notes);
        let mut kinds = wanted.kind.map_or_else(|| NoteKind::ALL.to_vec(), |kind| vec![kind]);
        // Who the agent is stands beside what is the user's, and belongs to no project or session.
        kinds.retain(|kind| *kind != NoteKind::Soul || matches!(wanted.scope, Scope::User(_) | Scope::Agent));
        let mut found = Vec::new();
        for kind in kinds {
            let passing = matches!(kind, NoteKind::Log | NoteKind::Summary);
            let narrowed = passing && !wanted.tags.is_empty();
            let filter = Filter {
                now: caller.now,
                shapes: vec![shape_of(kind)],
                kinds: if kind == NoteKind::Rule { vec!["always".into()] } else { Vec::new() },
                tags: if passing && !narrowed { vec![kind.as_str().into()] } else { wanted.tags.clone() },
                following: self.following(&wanted.tags),
                scopes: vec![if kind == NoteKind::Soul { Scope::Agent } else { wanted.scope.clone() }],
                sensitive: wanted.sensitive,
                limit: (!narrowed).then_some(limit),
                after: wanted.after.clone(),
                ..Filter::default()
            };
            let listed = self.store.list(&filter)?;
            found.extend(listed.into_iter().filter(|stored| NoteKind::of(&stored.memory) == Some(kind)));
        }
        found.sort_by(|a, b| (b.memory.updated_at, &b.memory.id).cmp(&(a.memory.updated_at, &a.memory.id)));
        found.truncate(limit);
        Ok(found)
    }

    /// Merges two or more notes of one scope into a summary; they become history that names it.
    pub fn merge_notes(&self, names: &[String], caller: &Caller) -> Result<Receipt> {
        self.permit(memoro_core::policy::Operation::Write, caller)?;
        let mut notes: Vec<Stored> = Vec::new();
        for name in names {
            let stored = self.fetch(name, None, caller)?;
            if notes.iter().all(|note| note.memory.id != stored.memory.id) {
                notes.push(stored);
            }
        }
        if notes.len() < 2 {
            return Err(EngineError::invalid("a merge needs two notes or more", "name another one"));
        }
        for Stored { memory, .. } in &notes {
            let refuse = |why: &str| Err(EngineError::unfit(format!("{} cannot be merged", memory.id), why));
            match NoteKind::of(memory) {
                None => return refuse("it is no note"),
                Some(NoteKind::Soul) => return refuse("who the agent is changes only by `soul update`"),
                Some(NoteKind::Rule) => {
                    return refuse("a rule would end as a passing summary; change it with `note update`");
                }
                Some(_) if !memory.is_current(caller.now) => return refuse("it is not current any more"),
                Some(_) if notes.iter().any(|n| n.memory.scope != memory.scope) => {
                    return refuse("the notes do not belong to one user");
                }
                Some(_) => {}
            }
            if let Some(why) = barred(memory.scope.kind(), &memory.content, caller.trust()) {
                return Ok(Receipt::rejected(Why::new("trust", why.text)));
            }
            self.own(memory, caller)?;
        }
        let (id, changes, ended) = self.merging(&notes, caller)?;
        self.commit(changes, caller)?;
        ended.iter().try_for_each(|memory| self.mirror_memory(memory, caller))?;
        self.receipt(Written::Stored(id), Vec::new())
    }

    /// Prepares the merge of notes into one summary.
    pub(crate) fn merging(
        &self,
        notes: &[Stored],
        caller: &Caller,
    ) -> Result<(MemoryId, Vec<Change>, Vec<Memory>)> {
        let Some(first) = notes.first() else {
            return Err(EngineError::invalid("a merge needs notes", "there are none"));
        };
        let texts: Vec<&str> = notes.iter().map(|n| note_text(&n.memory.content)).collect();
        let text = texts.join("\n");
        if text.len() > MAX_TEXT {
            let why = format!("{} bytes together, at most {MAX_TEXT}", text.len());
            return Err(EngineError::invalid("the notes are too long for one summary", why));
        }
        let ids: Vec<&str> = notes.iter().map(|n| n.memory.id.as_str()).collect();
        let id = format!("summary_{}_{}", caller.now.as_millisecond(), fingerprint(&ids.join(" ")));
        let id = MemoryId::new(&id).map_err(|why| EngineError::invalid(format!("id `{id}`"), why))?;
        let mut tags = vec![NoteKind::Summary.as_str().to_owned()];
        for note in notes {
            let kept: Vec<String> = note.memory.tags.iter().filter(|tag| *tag != "log").cloned().collect();
            add_new(&mut tags, &kept);
        }
        let content = passing(NoteKind::Summary, &text);
        let draft = Draft { id: Some(id.clone()), tags, ..Draft::new(first.memory.scope.clone(), content) };
        let mut merged = draft.memory(caller, &self.settings.time_zone, [0; 10])?;
        for Stored { memory, .. } in notes {
            merged.provenance.trust = merged.provenance.trust.min(memory.provenance.trust);
            merged.provenance.confidence = merged.provenance.confidence.min(memory.provenance.confidence);
            if memory.sensitivity == Sensitivity::Sensitive {
                merged.sensitivity = Sensitivity::Sensitive;
            }
        }
        let reason = format!("merged into {id}");
        let (mut changes, mut ended) = (Vec::new(), Vec::new());
        for Stored { memory, rev, .. } in notes {
            let mut memory = memory.clone();
            end(&mut memory, Some(&id), "merged into a summary", caller);
            changes.push(self.put(&memory, Expect::Rev(*rev), Op::Supersede, &reason)?);
            ended.push(memory);
        }
        changes.push(self.put(&merged, Expect::New, Op::Upsert, &format!("merged {} notes", notes.len()))?);
        Ok((id, changes, ended))
    }

    /// Writes a new text in the place of a user's note, which becomes history.
    pub fn update_note(&self, name: &str, text: &str, user: &UserId, caller: &Caller) -> Result<Receipt> {
        let operation = memoro_core::policy::Operation::Write;
        let Stored { memory: old, .. } = self.get_for(name, None, operation, caller)?;
        let refuse = |why: &str| Err(EngineError::unfit(format!("{} cannot be updated", old.id), why));
        let kind = match NoteKind::of(&old) {
            None => return refuse("it is no note"),
            Some(NoteKind::Soul) => return refuse("who the agent is changes only by `soul update`"),
            Some(_) if matches!(&old.scope, Scope::User(of) if of != user) => {
                return Err(EngineError::NotFound { what: "note", name: name.to_owned() });
            }
            Some(_) if !old.is_current(caller.now) => return refuse("it is not current any more"),
            Some(kind) => kind,
        };
        if let Some(why) = barred(old.scope.kind(), &old.content, caller.trust()) {
            return Ok(Receipt::rejected(Why::new("trust", why.text)));
        }
        self.own(&old, caller)?;
        let draft = Draft {
            tags: old.tags.clone(),
            evidence: old.provenance.evidence.clone(),
            stability: old.retention.stability,
            ttl: old.retention.expires_at.map_or_else(Ttl::none, Ttl::until),
            sensitivity: old.sensitivity,
            reason: "note updated".into(),
            replaces: Some(old.id.clone()),
            ..Draft::new(old.scope.clone(), said_anew(kind, text.trim()))
        };
        self.write(draft, caller)
    }
}

const fn shape_of(kind: NoteKind) -> Shape {
    match kind {
        NoteKind::Log | NoteKind::Summary => Shape::Episode,
        NoteKind::Rule => Shape::Procedure,
        NoteKind::Soul => Shape::Entry,
        NoteKind::Note => Shape::Note,
    }
}

pub(crate) fn note_text(content: &Content) -> &str {
    match content {
        Content::Episode(episode) => &episode.summary,
        Content::Note(note) => &note.text,
        Content::Entry(entry) => &entry.value,
        Content::Procedure(procedure) => procedure.steps.first().map_or("", String::as_str),
        Content::Decision(decision) => &decision.conclusion,
    }
}

/// The content of a log or summary.
fn passing(kind: NoteKind, text: &str) -> Content {
    let grain = if kind == NoteKind::Log { Grain::Event } else { Grain::Session };
    let (summary, topics) = (text.to_owned(), Vec::new());
    Content::Episode(Episode { grain, summary, topics, outcome: Outcome::Unknown, duration_ms: None })
}

fn said_anew(kind: NoteKind, text: &str) -> Content {
    match kind {
        NoteKind::Log | NoteKind::Summary => passing(kind, text),
        NoteKind::Rule => {
            Content::Procedure(Procedure { trigger: Trigger::Always, steps: vec![text.to_owned()] })
        }
        NoteKind::Soul | NoteKind::Note => Content::Note(memoro_core::Note { text: text.to_owned() }),
    }
}

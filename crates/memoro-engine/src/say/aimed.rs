//! Messages that only what is kept can explain: "forget that", "confirm Berlin", 忘掉咖啡. Each becomes a command for the very
//! memory that it means, or stays talk. Where several fit, none is touched and they are named.

use jiff::SignedDuration;
use memoro_core::trigger::{self, Command, Intent, Pointed, Pointing};
use memoro_core::{Confidence, EntryKind, Event, Memory, MemoryId, Op, Scope, ScopeKind, Status, Trust};
use memoro_store::{EventFilter, Stored};

use super::refusal::Refusal;
use super::{Effect, SayReceipt, Speech, Told};
use crate::error::Result;
use crate::pending::Which;
use crate::phrase;
use crate::workspace::Workspace;

/// How long "that" means what was remembered last.
const LATELY: SignedDuration = SignedDuration::from_mins(15);

/// So many audit lines are looked at for it.
const MOST_LINES: usize = 200;

/// How many fitting memories a person is told.
const MOST_TOLD: usize = 6;

/// What the audit says before the words of a person.
pub(super) const USER_SAID: &str = "user said: ";

/// The very thing that a command means.
pub(super) enum Aim {
    /// Something that waits.
    Waiting(Which),
    /// A memory to erase.
    Memory(Box<Memory>),
    /// An operation to take back, and the memory that it made.
    Operation(u64, Box<Memory>),
    /// Nothing that can be told for sure.
    Refused(Refusal),
}

/// A command and what it means, where its words alone do not say it.
pub(super) struct Task {
    pub(super) command: Command,
    pub(super) aim: Option<Aim>,
}

impl Task {
    fn plain(command: Command) -> Self {
        Self { command, aim: None }
    }
}

/// Returns what a message may ask memory for: what is understood of it, and what it would ask for if it points at a memory.
pub fn intents(message: &str) -> Vec<Intent> {
    let understood = super::understand(message).into_iter().map(|command| command.intent);
    understood.chain(trigger::pointing(message).map(|pointing| pointing.intent)).collect()
}

impl Workspace {
    /// Returns what a message asks for: what was understood, or what it points at among what is kept.
    pub(super) fn tasks(&self, understood: Vec<Command>, speech: &Speech<'_>) -> Result<Vec<Task>> {
        let pointing = if speech.context.inferred.is_some() { None } else { trigger::pointing(speech.text) };
        let aimed = match &pointing {
            None => None,
            Some(pointing) => match (&pointing.at, pointing.intent) {
                (Pointed::Last { undo }, _) => Some(self.at_the_last(pointing, *undo, speech)?),
                (Pointed::Words(words), Intent::Forget) if understood.is_empty() => {
                    self.at_kept(pointing, words, speech)?
                }
                (Pointed::Words(words), Intent::Confirm | Intent::Reject)
                    if understood.iter().all(|one| one.intent == Intent::Forget) =>
                {
                    self.at_waiting(pointing, words, speech)?
                }
                _ => None,
            },
        };
        Ok(aimed.unwrap_or_else(|| understood.into_iter().map(Task::plain).collect()))
    }

    /// Carries out a command whose very aim is known.
    pub(super) fn aimed(&self, command: &Command, aim: &Aim, speech: &Speech<'_>) -> Result<Effect> {
        if speech.caller.trust() < Trust::User {
            return Ok(Effect::refused(Refusal::OnlyAPerson));
        }
        match aim {
            Aim::Refused(refusal) => Ok(Effect::refused(refusal.clone())),
            Aim::Waiting(which) if command.intent == Intent::Confirm => {
                self.confirm_those(which, command, speech)
            }
            Aim::Waiting(which) => self.reject_those(which, command, speech),
            Aim::Memory(memory) => self.erase_said(&[memory], speech),
            Aim::Operation(operation, memory) => self.undo_said(*operation, memory, speech),
        }
    }

    /// What waits and fits the words; `None` where nothing does, which is talk.
    fn at_waiting(&self, pointing: &Pointing, words: &str, speech: &Speech<'_>) -> Result<Option<Vec<Task>>> {
        let waiting: Vec<Memory> =
            self.waiting(&self.own_caller(speech))?.into_iter().map(|stored| stored.memory).collect();
        let waiting: Vec<&Memory> = waiting.iter().collect();
        let fitting: Vec<&Memory> = at(&phrase::fitting(words, &waiting), &waiting);
        let Some(first) = fitting.first() else { return Ok(None) };
        let one = fitting.iter().all(|other| (&other.scope, &other.key) == (&first.scope, &first.key));
        let aim = match fitting.as_slice() {
            [only] => Aim::Waiting(Which::One(only.id.to_string())),
            many if one => Aim::Waiting(Which::One(many[0].key.to_string())),
            many => Aim::Refused(Refusal::SeveralWaiting(keys(many))),
        };
        let key = one.then_some(*first);
        Ok(Some(vec![Task { command: command(pointing, key, words), aim: Some(aim) }]))
    }

    /// What is kept and is about the words; `None` where nothing is, which is talk.
    fn at_kept(&self, pointing: &Pointing, words: &str, speech: &Speech<'_>) -> Result<Option<Vec<Task>>> {
        self.take_in(speech.caller)?;
        let mine = self.mine(speech)?;
        let mine: Vec<&Memory> = mine.iter().collect();
        let mut fitting: Vec<&Memory> = at(&phrase::fitting(words, &mine), &mine);
        fitting.retain(|memory| {
            let another = trigger::is_of_another(memory.key.as_str(), &memory.content.text(), words);
            phrase::is_about(words, memory) && !another && !phrase::says_more(memory, words)
        });
        let (key, aim) = match fitting.as_slice() {
            [] => return Ok(None),
            [only] => (Some(*only), Aim::Memory(Box::new((*only).clone()))),
            many => (None, Aim::Refused(Refusal::Several(keys(many)))),
        };
        Ok(Some(vec![Task { command: command(pointing, key, words), aim: Some(aim) }]))
    }

    /// What was remembered last by saying it, lately and here; one task for each memory of that message.
    fn at_the_last(&self, pointing: &Pointing, undo: bool, speech: &Speech<'_>) -> Result<Vec<Task>> {
        let mut tasks = Vec::new();
        for (event, operation) in self.last_said(speech)? {
            let Some(memory) = self.still_so(&event, speech)? else { continue };
            let of_it = EventFilter { operation: Some(operation), ..EventFilter::default() };
            let replaced = self.store.events(&of_it)?.iter().any(|(event, _)| event.op == Op::Supersede);
            let command = command(pointing, Some(&memory), "");
            let memory = Box::new(memory);
            let aim = if undo || replaced { Aim::Operation(operation, memory) } else { Aim::Memory(memory) };
            tasks.push(Task { command, aim: Some(aim) });
        }
        if tasks.is_empty() {
            let aim = Some(Aim::Refused(Refusal::NothingLately));
            tasks.push(Task { command: command(pointing, None, ""), aim });
        }
        Ok(tasks)
    }

    /// The audit lines of the last message by which this person had something remembered, unless they forgot or took
    /// something back since.
    fn last_said(&self, speech: &Speech<'_>) -> Result<Vec<(Event, u64)>> {
        let scopes: Vec<String> = self.spoken_scopes(speech)?.iter().map(Scope::to_string).collect();
        let page = EventFilter { newest: true, limit: Some(MOST_LINES), ..EventFilter::default() };
        let mut said: Vec<(Event, u64)> = Vec::new();
        for (event, operation) in self.store.events(&page)? {
            if speech.caller.now.duration_since(event.at) > LATELY {
                break;
            }
            let here = event.actor == speech.caller.actor.name && event.run == speech.caller.run;
            if !here {
                continue;
            }
            if event.blanked || matches!(event.op, Op::Forget | Op::Undo) {
                break;
            }
            let told = event.op == Op::Upsert && event.reason.starts_with(USER_SAID);
            if !told || !scopes.contains(&event.scope) {
                continue;
            }
            if said.first().is_some_and(|(last, _)| last.at != event.at) {
                break;
            }
            said.push((event, operation));
        }
        said.reverse();
        Ok(said)
    }

    /// Returns the memory of an audit line where it came from this session and nothing has changed it since.
    fn still_so(&self, event: &Event, speech: &Speech<'_>) -> Result<Option<Memory>> {
        let Some(id) = &event.memory else { return Ok(None) };
        let lines = EventFilter { memory: Some(id.clone()), after: event.seq, ..EventFilter::default() };
        let changed = self.store.events(&lines)?.iter().any(|(later, _)| later.op != Op::Note);
        let stored = self.store.get(id)?.map(|stored| stored.memory);
        let session = speech.caller.session.as_ref().map(ToString::to_string);
        let here = |memory: &Memory| session.is_none() || memory.provenance.source.session == session;
        Ok(stored.filter(|memory| !changed && here(memory) && memory.status == Status::Active))
    }

    fn undo_said(&self, operation: u64, memory: &Memory, speech: &Speech<'_>) -> Result<Effect> {
        self.undo_operation((operation, String::new()), speech.caller)?;
        let left = |id: &MemoryId| -> Result<bool> {
            Ok(self.store.get(id)?.is_some_and(|stored| stored.memory.status == Status::Active))
        };
        let back = self.store.active(&memory.scope, &memory.key)?.map(|Stored { memory, .. }| memory);
        let verified = !left(&memory.id)?;
        let reason = Some(match &back {
            Some(_) => "taken back; the value before counts again".to_owned(),
            None => "taken back; it is history now".to_owned(),
        });
        let id = Some(memory.id.clone());
        let receipt = SayReceipt { status: "forgotten", id, verified, reason, ..SayReceipt::default() };
        let told = Told::Undone(back.map(|back| back.content.text()).unwrap_or_default());
        let effect = Effect { failed: !verified, ..Effect::new(told, receipt) };
        Ok(effect.about(&memory.scope, memory.key.as_str()))
    }
}

fn at<'a>(places: &[usize], memories: &[&'a Memory]) -> Vec<&'a Memory> {
    places.iter().filter_map(|at| memories.get(*at).copied()).collect()
}

fn keys(memories: &[&Memory]) -> Vec<String> {
    memories.iter().take(MOST_TOLD).map(|memory| memory.key.to_string()).collect()
}

/// Returns the command that a pointing message turned out to be.
fn command(pointing: &Pointing, memory: Option<&Memory>, words: &str) -> Command {
    Command {
        intent: pointing.intent,
        scope: memory.map_or(ScopeKind::User, |memory| memory.scope.kind()),
        kind: EntryKind::Fact,
        key: memory.map(|memory| memory.key.to_string()),
        value: words.to_owned(),
        ends: None,
        ttl: None,
        confidence: Confidence::from_thousandths(900),
        span: pointing.span.clone(),
        remark: None,
    }
}

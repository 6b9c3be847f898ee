//! Answers to what waits, and to what is known: confirm, reject, show.

use memoro_core::trigger::{Command, EVERYTHING};
use memoro_core::{Memory, Status, Trust};
use memoro_store::{Filter, Stored};

use super::naming::{Meant, meant, under};
use super::refusal::Refusal;
use super::{Effect, SayReceipt, Speech, Told};
use crate::caller::Caller;
use crate::error::Result;
use crate::pending::Which;
use crate::workspace::Workspace;

impl Workspace {
    /// Confirms what waits.
    pub(super) fn confirm_said(&self, command: &Command, speech: &Speech<'_>) -> Result<Effect> {
        let which = match self.which_waits(command, speech)? {
            Ok(which) => which,
            Err(refusal) => return Ok(Effect::refused(refusal)),
        };
        self.confirm_those(&which, command, speech)
    }

    /// Confirms what is surely meant.
    pub(super) fn confirm_those(
        &self,
        which: &Which,
        command: &Command,
        speech: &Speech<'_>,
    ) -> Result<Effect> {
        let receipts = self.confirm(which, &speech.reason(command), &self.own_caller(speech))?;
        let Some(first) = receipts.first() else { return Ok(Effect::refused(Refusal::NoneWaiting)) };
        let verified = receipts.iter().all(|receipt| receipt.verified);
        let receipt = SayReceipt {
            status: first.written.as_str(),
            id: first.written.id().cloned(),
            file: first.place.as_ref().map(|place| place.file.clone()),
            line: first.place.as_ref().map(|place| place.line),
            verified,
            reason: None,
        };
        Ok(Effect { failed: !verified, ..Effect::new(Told::Confirmed(receipts.len()), receipt) })
    }

    /// Turns down what waits.
    pub(super) fn reject_said(&self, command: &Command, speech: &Speech<'_>) -> Result<Effect> {
        let which = match self.which_waits(command, speech)? {
            Ok(which) => which,
            Err(Refusal::NoneWaiting) => {
                let refused = Effect::refused(Refusal::NoneWaiting);
                return Ok(Effect { told: Told::Dropped(0), ..refused });
            }
            Err(refusal) => return Ok(Effect::refused(refusal)),
        };
        self.reject_those(&which, command, speech)
    }

    /// Turns down what is surely meant.
    pub(super) fn reject_those(
        &self,
        which: &Which,
        command: &Command,
        speech: &Speech<'_>,
    ) -> Result<Effect> {
        let ids = self.reject(which, &speech.reason(command), &self.own_caller(speech))?;
        let mut verified = true;
        for id in &ids {
            verified &= self.store.get(id)?.is_none_or(|stored| stored.memory.status != Status::Pending);
        }
        let id = ids.first().cloned();
        let receipt = SayReceipt { status: "dropped", id, verified, ..SayReceipt::default() };
        Ok(Effect::new(Told::Dropped(ids.len()), receipt))
    }

    /// Returns the caller for the one who speaks: what waits for others is not theirs to answer.
    pub(super) fn own_caller(&self, speech: &Speech<'_>) -> Caller {
        let user = speech.context.user.clone().unwrap_or_else(|| self.settings.owner.clone());
        speech.caller.clone().for_user(user)
    }

    /// Finds out which pending memories a command means.
    fn which_waits(
        &self,
        command: &Command,
        speech: &Speech<'_>,
    ) -> Result<std::result::Result<Which, Refusal>> {
        if speech.caller.trust() < Trust::User {
            return Ok(Err(Refusal::OnlyAPerson));
        }
        let waiting: Vec<Memory> =
            self.waiting(&self.own_caller(speech))?.into_iter().map(|stored: Stored| stored.memory).collect();
        let waiting: Vec<&Memory> = waiting.iter().collect();
        let one = |memory: &Memory| Which::One(memory.id.to_string());
        if waiting.is_empty() {
            return Ok(Err(Refusal::NoneWaiting));
        }
        Ok(match command.key.as_deref() {
            Some(EVERYTHING) => Ok(Which::All),
            Some(key) => match under(key, &waiting).as_slice() {
                [] => by_words(&format!("{} {}", key.replace(['.', '_'], " "), command.value), &waiting),
                [memory] => Ok(one(memory)),
                many => Err(several(many)),
            },
            None if !command.value.trim().is_empty() => by_words(&command.value, &waiting),
            None => match waiting.as_slice() {
                [memory] => Ok(one(memory)),
                many => Err(several(many)),
            },
        })
    }

    /// Lists what is known, or what is known under a name.
    pub(super) fn show_said(&self, command: &Command, speech: &Speech<'_>) -> Result<Effect> {
        self.take_in(speech.caller)?;
        let scopes = self.spoken_scopes(speech)?;
        let filter = Filter { now: speech.caller.now, scopes, ..Filter::default() };
        let known: Vec<Memory> = self.store.list(&filter)?.into_iter().map(|stored| stored.memory).collect();
        let all: Vec<&Memory> = known.iter().collect();
        let words = command.value.trim();
        let shown: Vec<Memory> = match command.key.as_deref().filter(|key| *key != EVERYTHING) {
            Some(key) => about(key, words, &all).into_iter().cloned().collect(),
            None if words.is_empty() || command.key.is_some() => known.clone(),
            None => by_name(words, &all).into_iter().cloned().collect(),
        };
        let id = match shown.as_slice() {
            [one] => Some(one.id.clone()),
            _ => None,
        };
        let receipt = SayReceipt { status: "shown", id, verified: true, ..SayReceipt::default() };
        let effect = Effect::new(Told::Shown(shown.len()), receipt);
        Ok(Effect { shown, ..effect })
    }
}

/// What is kept under a key and below it; of a relative or an animal, and where there is nothing, also what names them.
fn about<'a>(key: &str, words: &str, known: &[&'a Memory]) -> Vec<&'a Memory> {
    let below = format!("{key}.");
    let mut found = under(key, known);
    found.extend(known.iter().copied().filter(|memory| memory.key.as_str().starts_with(&below)));
    let being = key.starts_with("family.") || key.starts_with("pet.");
    if being || found.is_empty() {
        let named = by_name(words, known);
        found.extend(named.into_iter().filter(|memory| !under_any(memory, &found)).collect::<Vec<_>>());
    }
    found
}

fn under_any(memory: &Memory, found: &[&Memory]) -> bool {
    found.iter().any(|one| one.id == memory.id)
}

/// What words name.
fn by_name<'a>(words: &str, known: &[&'a Memory]) -> Vec<&'a Memory> {
    match meant(words, known) {
        Meant::None => Vec::new(),
        Meant::One(at) => known.get(at).copied().into_iter().collect(),
        Meant::Several(all) => all.into_iter().filter_map(|at| known.get(at).copied()).collect(),
    }
}

fn by_words(words: &str, waiting: &[&Memory]) -> std::result::Result<Which, Refusal> {
    match meant(words, waiting) {
        Meant::None => Err(Refusal::NoneWaiting),
        Meant::One(at) => Ok(Which::One(waiting[at].id.to_string())),
        Meant::Several(all) => Err(several(&all.iter().map(|at| waiting[*at]).collect::<Vec<_>>())),
    }
}

/// Asks which of several is meant, and names them.
fn several(waiting: &[&Memory]) -> Refusal {
    Refusal::SeveralWaiting(waiting.iter().map(|memory| memory.key.to_string()).collect())
}

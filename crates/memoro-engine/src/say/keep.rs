//! Writing what was said: explicit words count at once, conclusions are staged.

use memoro_core::policy::is_rule;
use memoro_core::trigger::{self, Command, EVERYTHING, Remark};
use memoro_core::{
    Content, Key, Memory, Op, Origin, Receipt, Scope, ScopeKind, Status, Trust, Ttl, Why, Written,
};
use memoro_store::{Expect, Stored};

use super::refusal::Refusal;
use super::{Effect, SayReceipt, Speech, Told, scope_word};
use crate::draft::Draft;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;
use crate::write::{check, end, refusal};
use crate::zone;

/// The longest value of a command in characters; longer text is a note or a document.
const LONGEST_VALUE: usize = 4_000;

impl Workspace {
    /// Writes what a command says.
    pub(super) fn keep_said(&self, command: &Command, speech: &Speech<'_>) -> Result<Effect> {
        let key = match key_of(command) {
            Ok(key) => key,
            Err(refusal) => return Ok(Effect::refused(refusal)),
        };
        let needed = self.settings.inferred_from;
        if let Some(given) = speech.context.inferred
            && given < needed
        {
            return Ok(Effect::refused(Refusal::Unsure { given, needed }));
        }
        if zone::is_held(&key) && zone::settled(&command.value).is_none() {
            return Ok(Effect::refused(Refusal::NoZone(command.value.clone())));
        }
        let Some(ttl) = self.settled(command, speech) else {
            return Ok(Effect::refused(Refusal::Ttl(command.ttl.clone().unwrap_or_default())));
        };
        let scope = self.said_scope(command.scope, speech)?;
        if let Some(ended) = &command.ends
            && let Some(effect) = self.end_said((&scope, &key), ended, speech)?
        {
            return Ok(effect.about(&scope, key.as_str()));
        }
        let draft = self.said_draft(command, (&scope, &key), ttl, speech)?;
        let ttl = draft.ttl.to_string();
        let fits = check(&draft).and_then(|()| crate::slots::settle(&mut draft.clone()));
        let refused = match (fits, refusal(&draft)) {
            (Err(why), _) => Some(Refusal::Invalid(why.to_string())),
            (_, Some(_)) => Some(Refusal::Policy),
            _ => None,
        };
        if let Some(refusal) = refused {
            return Ok(Effect::refused(refusal).about(&scope, key.as_str()));
        }
        let effect = match self.write(draft, speech.caller) {
            Ok(receipt) => self.written(command, &key, &receipt, speech)?,
            Err(blocked @ EngineError::Blocked(_)) => return Err(blocked),
            Err(EngineError::Invalid { why, .. }) if speech.caller.trust() < Trust::User => {
                Effect::refused(Refusal::Invalid(why))
            }
            Err(error) => Effect::failed(&error),
        };
        Ok(Effect { ttl: Some(ttl), ..effect.about(&scope, key.as_str()) })
    }

    /// Returns where a value for some hours goes: to the profile where that says something of it, since a value of the session
    /// would not count before that; what it sets aside counts again afterwards.
    pub(super) fn scope_for_a_time(&self, command: &Command, speech: &Speech<'_>) -> Result<ScopeKind> {
        let writes = matches!(
            command.intent,
            trigger::Intent::Remember | trigger::Intent::SetPreference | trigger::Intent::Update
        );
        let for_hours = command.scope == ScopeKind::Session
            && command.ttl.is_some()
            && self.settled(command, speech).is_some_and(|ttl| !ttl.is_session_end());
        let Some(key) = key_of(command).ok().filter(|_| writes && for_hours) else {
            return Ok(command.scope);
        };
        self.take_in_entries(speech.caller)?;
        let profile = self.said_scope(ScopeKind::User, speech)?;
        let held = self.held_under(&profile, &key, speech.caller.now)?;
        Ok(if held.is_empty() { command.scope } else { ScopeKind::User })
    }

    /// Ends what a slot holds where the person says that it does not hold any more; nothing where the slot is empty.
    fn end_said(
        &self,
        (scope, key): (&Scope, &Key),
        gone: &str,
        speech: &Speech<'_>,
    ) -> Result<Option<Effect>> {
        if speech.context.inferred.is_some() || speech.caller.trust() < Trust::User {
            return Ok(None);
        }
        self.take_in_entries(speech.caller)?;
        let held = self.held_under(scope, key, speech.caller.now)?;
        let Some(Stored { memory: old, .. }) = held.first() else { return Ok(None) };
        let (said, id) = (old.content.text(), Some(old.id.clone()));
        if !alike(&said, gone) {
            let reason = Some(format!("`{key}` holds something else; nothing was changed"));
            let receipt =
                SayReceipt { status: "rejected", id, verified: true, reason, ..SayReceipt::default() };
            return Ok(Some(Effect::new(Told::Otherwise(said), receipt)));
        }
        let why = "the person said that it does not hold any more";
        self.end_all(&held, (Op::Supersede, why), speech.caller)?;
        let verified = self.held_under(scope, key, speech.caller.now)?.is_empty();
        let reason = Some("it does not hold any more and is history now".to_owned());
        let receipt = SayReceipt { status: "superseded", id, verified, reason, ..SayReceipt::default() };
        Ok(Some(Effect { failed: !verified, ..Effect::new(Told::Ended(said), receipt) }))
    }

    fn settled(&self, command: &Command, speech: &Speech<'_>) -> Option<Ttl> {
        match &command.ttl {
            Some(written) => {
                let now = speech.caller.now.to_zoned(self.settings.time_zone.clone());
                trigger::settle(written, &now)
            }
            None if command.scope == ScopeKind::Session => Some(Ttl::session_end()),
            None => Some(Ttl::none()),
        }
    }

    fn said_scope(&self, kind: ScopeKind, speech: &Speech<'_>) -> Result<Scope> {
        Ok(match kind {
            ScopeKind::Policy => Scope::Policy,
            ScopeKind::Agent => Scope::Agent,
            ScopeKind::User => {
                Scope::User(speech.context.user.clone().unwrap_or_else(|| self.settings.owner.clone()))
            }
            ScopeKind::Project => Scope::Project(self.project(speech)),
            ScopeKind::Session => {
                Scope::Session(self.use_session(speech.context.session.clone(), speech.caller)?)
            }
        })
    }

    fn said_draft(
        &self,
        command: &Command,
        (scope, key): (&Scope, &Key),
        ttl: Ttl,
        speech: &Speech<'_>,
    ) -> Result<Draft> {
        let mut draft = Draft::entry(scope.clone(), key.clone(), command.kind, command.value.trim());
        draft.ttl = ttl;
        draft.reason = speech.reason(command);
        if let Some(confidence) = speech.context.inferred {
            draft.origin = Origin::UserInferred;
            draft.confidence = Some(confidence);
            draft.stage = Some(Why::new("inferred", "what is inferred waits for a person's confirmation"));
        }
        self.take_in_entries(speech.caller)?;
        let held = self.held_under(scope, key, speech.caller.now)?;
        let Some(Stored { memory: old, .. }) = held.first() else { return Ok(draft) };
        if let (Content::Entry(new), Content::Entry(old)) = (&mut draft.content, &old.content) {
            new.priority = old.priority;
            if alike(&new.value, &old.value) {
                new.kind = old.kind;
                new.value.clone_from(&old.value);
            }
        }
        Ok(draft)
    }

    /// Finishes a write: what it makes untrue ends, and the receipt is told.
    fn written(
        &self,
        command: &Command,
        key: &Key,
        receipt: &Receipt,
        speech: &Speech<'_>,
    ) -> Result<Effect> {
        let stored = receipt.written.id().map(|id| self.store.get(id)).transpose()?.flatten();
        let memory = stored.map(|stored| stored.memory);
        let active = memory.as_ref().filter(|memory| memory.status == Status::Active);
        let mut reasons: Vec<String> = receipt.warnings.clone();
        reasons.extend(receipt.written.why().map(|why| why.text.clone()));
        if command.remark == Some(Remark::FieldsInText) {
            reasons.push(Remark::FieldsInText.as_str().into());
        }
        let mut outranked = None;
        if let Some(memory) = active {
            if speech.context.inferred.is_none() && speech.caller.trust() >= Trust::User {
                self.end_what_it_unsays(memory, speech)?;
            }
            outranked = self.shadow(memory, key, speech)?;
            reasons.extend(outranked.map(|before| {
                format!("the value in {} counts before this one (precedence)", scope_word(before))
            }));
        }
        let told = match &receipt.written {
            Written::Rejected(_) => Told::Refused(Refusal::Policy),
            Written::Pending(..) => Told::Waiting,
            Written::Merged { .. } if active.is_none() => Told::Waiting,
            Written::Merged { .. } | Written::Ended(_) => Told::Unchanged,
            Written::Stored(_) => Told::Stored,
            Written::Superseded { old, .. } => {
                let old = self.store.get(old)?.map(|stored| stored.memory);
                if old.as_ref().is_some_and(crate::aside::counts_again) {
                    reasons.push("what was there before counts again when this ends".into());
                }
                Told::Replaced(old.map(|old| old.content.text()).unwrap_or_default())
            }
        };
        if let Some(place) = &receipt.place {
            reasons.extend(self.said_twice(&place.file, key, speech)?);
        }
        if !receipt.verified {
            reasons.push("it was written but could not be read back; run `memoro check`".into());
        }
        let answer = SayReceipt {
            status: receipt.written.as_str(),
            id: receipt.written.id().cloned(),
            file: receipt.place.as_ref().map(|place| place.file.clone()),
            line: receipt.place.as_ref().map(|place| place.line),
            verified: receipt.verified,
            reason: (!reasons.is_empty()).then(|| reasons.join("; ")),
        };
        Ok(Effect { failed: !receipt.verified, outranked, ..Effect::new(told, answer) })
    }

    /// Says so where other lines of a file say the key too: the one that was written counts, they do not.
    fn said_twice(&self, file: &str, key: &Key, speech: &Speech<'_>) -> Result<Option<String>> {
        let said = format!("says `{key}`, which");
        let problems = self.problems_in(file, speech.caller)?;
        let lines: Vec<String> = problems.into_iter().filter(|problem| problem.contains(&said)).collect();
        Ok((!lines.is_empty()).then(|| format!("{file} {}; run `memoro compact`", lines.join(", "))))
    }

    /// Ends what a new memory makes untrue: its opposite, and guesses that waited under its key.
    fn end_what_it_unsays(&self, memory: &Memory, speech: &Speech<'_>) -> Result<()> {
        let mut changes = self.end_rivals(memory, "the person said it outright", speech.caller)?;
        let opposite = trigger::opposite_key(memory.key.as_str()).and_then(|key| Key::new(key).ok());
        let mut ended = None;
        if let Some(opposite) = opposite
            && let Some(Stored { memory: mut gone, rev, .. }) = self.store.active(&memory.scope, &opposite)?
        {
            let reason = format!("the opposite was said: {}", memory.key);
            end(&mut gone, Some(&memory.id), &reason, speech.caller);
            changes.push(self.put(&gone, Expect::Rev(rev), Op::Supersede, &reason)?);
            ended = Some(gone);
        }
        if changes.is_empty() {
            return Ok(());
        }
        self.commit(changes, speech.caller)?;
        ended.map_or(Ok(()), |gone| self.mirror_memory(&gone, speech.caller))
    }

    /// Returns the scope that counts before the one that was written, where there is one.
    fn shadow(&self, memory: &Memory, key: &Key, speech: &Speech<'_>) -> Result<Option<ScopeKind>> {
        let resolved = match self.resolve(std::slice::from_ref(key), &self.whose(speech), speech.caller) {
            Err(EngineError::Blocked(_)) => return Ok(None),
            other => other?,
        };
        let winner = resolved.values.first().filter(|resolved| resolved.memory.id != memory.id);
        Ok(winner.map(|winner| winner.memory.scope.kind()))
    }
}

fn key_of(command: &Command) -> Result<Key, Refusal> {
    let named = command.key.as_deref().filter(|key| *key != EVERYTHING).ok_or(Refusal::NothingNamed)?;
    if is_rule(named) || command.scope == ScopeKind::Policy {
        return Err(Refusal::Policy);
    }
    if command.value.chars().all(says_nothing) {
        return Err(Refusal::Empty);
    }
    let characters = command.value.chars().count();
    if characters > LONGEST_VALUE {
        return Err(Refusal::TooLong { characters, most: LONGEST_VALUE });
    }
    Key::new(named).map_err(|why| Refusal::Invalid(why.to_string()))
}

/// Tells whether a character alone is no value: white space, quotes, stops and dashes.
fn says_nothing(c: char) -> bool {
    c.is_whitespace() || "\"'`“”‘’「」『』《》«».,:;=|…。，、：；-–—_".contains(c)
}

/// Tells whether two values are the same apart from case, width, spacing and a final stop.
fn alike(a: &str, b: &str) -> bool {
    let plain = |text: &str| {
        let folded = memoro_core::text::normalised(text);
        folded.trim().trim_end_matches(['.', '。', '!', '！']).trim_end().to_owned()
    };
    plain(a) == plain(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_alike_apart_from_case_spacing_and_a_final_stop() {
        for (a, b) in [("Deploy on  Fridays.", "deploy on fridays"), ("ตอบ สั้น", "ตอบ สั้น"), ("简短。", "简短")]
        {
            assert!(alike(a, b), "{a} {b}");
        }
        assert!(!alike("Fridays", "Mondays"));
    }
}

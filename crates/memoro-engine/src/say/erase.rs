//! Forgetting what a person names, by key or in their words. Erased for good, so only ever one thing that is
//! surely meant; everything at once is another command.

use memoro_core::trigger::{Command, EVERYTHING, Tongue};
use memoro_core::{Memory, ScopeKind, Shape, Trust};
use memoro_store::Filter;

use super::naming::{Meant, meant, under};
use super::refusal::Refusal;
use super::{Effect, SayReceipt, Speech, Told};
use crate::error::Result;
use crate::forget::Target;
use crate::workspace::Workspace;

/// How many fitting memories a person is told.
const MOST_TOLD: usize = 6;

/// Returns the value that the person says is to go, where they name one: "forget that my name is Bob".
fn stated(command: &Command, tongue: Tongue) -> Option<String> {
    let lead = match tongue {
        Tongue::English => "remember that ",
        Tongue::Thai => "จำไว้ว่า",
        Tongue::Simplified => "记住",
        Tongue::Traditional => "記住",
    };
    let words = command.value.trim();
    let words = words.strip_prefix("that ").unwrap_or(words);
    let told = memoro_core::trigger::understand(&format!("{lead}{words}"));
    let found = told.into_iter().find(|told| told.key == command.key && told.remark.is_none())?;
    // A statement that fits no slot is its own value: it names what is to go.
    Some(found.value).filter(|value| value.trim() != words)
}

/// Tells whether a memory holds a value, or a part of it.
fn says(memory: &Memory, stated: &str) -> bool {
    let fold = |text: &str| text.trim().to_lowercase();
    let (held, stated) = (fold(&memory.content.text()), fold(stated));
    held.contains(&stated) || stated.contains(&held)
}

impl Workspace {
    /// Forgets what a command names.
    pub(super) fn forget_said(&self, command: &Command, speech: &Speech<'_>) -> Result<Effect> {
        if command.key.as_deref() == Some(EVERYTHING) {
            return Ok(Effect::refused(Refusal::Everything));
        }
        if speech.caller.trust() < Trust::User {
            return Ok(Effect::refused(Refusal::OnlyAPerson));
        }
        self.take_in(speech.caller)?;
        let mine = self.mine(speech)?;
        let mine: Vec<&Memory> = mine.iter().filter(|m| fits(command.scope, m.scope.kind())).collect();
        let named: Vec<&Memory> = command.key.as_deref().map(|key| under(key, &mine)).unwrap_or_default();
        if !named.is_empty() {
            let other =
                stated(command, speech.tongue).filter(|stated| !named.iter().any(|m| says(m, stated)));
            if let Some(other) = other {
                let reason = format!("`{other}` is not what is remembered there; nothing was forgotten");
                let receipt =
                    SayReceipt { status: "rejected", reason: Some(reason), ..SayReceipt::default() };
                return Ok(Effect::new(Told::Missing, receipt));
            }
            return self.erase_said(&named, speech);
        }
        let words = if command.value.trim().is_empty() {
            command.key.as_deref().unwrap_or_default().replace(['.', '_'], " ")
        } else {
            command.value.clone()
        };
        match meant(&words, &mine) {
            Meant::None => {
                let reason = Some("nothing of the sort is remembered".into());
                let receipt = SayReceipt { status: "rejected", reason, ..SayReceipt::default() };
                Ok(Effect::new(Told::Missing, receipt))
            }
            Meant::One(at) => self.erase_said(&mine[at..=at], speech),
            Meant::Several(all) => {
                let keys = all.iter().take(MOST_TOLD).map(|at| mine[*at].key.to_string()).collect();
                Ok(Effect::refused(Refusal::Several(keys)))
            }
        }
    }

    fn erase_said(&self, memories: &[&Memory], speech: &Speech<'_>) -> Result<Effect> {
        let (mut verified, mut found, mut short, mut file) = (true, false, false, None);
        for memory in memories {
            if self.store.get(&memory.id)?.is_none() {
                continue;
            }
            let target = Target::Memory(memory.id.to_string(), Some(memory.scope.clone()));
            let report = self.forget(&target, "the user said to forget it", speech.caller)?;
            verified &= report.verified;
            found |= report.is_found();
            short |= report.short;
            file = file.or_else(|| report.files.first().cloned());
        }
        let id = memories.first().map(|memory| memory.id.clone());
        let still = "some of its words are still in the workspace; run `memoro recall`";
        let unsought = "it is gone; its words are too short to be looked for in your documents";
        let reason = match (found, short) {
            (true, _) => Some(still.to_owned()),
            (false, true) => Some(unsought.to_owned()),
            (false, false) => None,
        };
        let receipt = SayReceipt { status: "forgotten", id, file, line: None, verified, reason };
        let effect = Effect::new(Told::Forgotten, receipt);
        Ok(match memories.first() {
            Some(memory) => {
                let key = (memory.shape() == Shape::Entry).then(|| memory.key.to_string());
                Effect { key, ..effect.about(&memory.scope, memory.key.as_str()) }
            }
            None => effect,
        })
    }

    /// Returns the person's own memories: current ones and those that wait.
    pub(super) fn mine(&self, speech: &Speech<'_>) -> Result<Vec<Memory>> {
        let filter = Filter {
            now: speech.caller.now,
            scopes: self.spoken_scopes(speech)?,
            statuses: vec!["active".into(), "pending".into()],
            sensitive: true,
            ..Filter::default()
        };
        Ok(self.store.list(&filter)?.into_iter().map(|stored| stored.memory).collect())
    }
}

/// Tells whether a memory of a scope is meant: a command that names the session or project means only that.
fn fits(said: ScopeKind, found: ScopeKind) -> bool {
    match said {
        ScopeKind::Session | ScopeKind::Project => said == found,
        _ => true,
    }
}

//! Who the user is: the typed view over that user's entries, its merge and its reset. Keeps nothing of its own,
//! so the model, PROFILE.md and `profile` always agree.

use memoro_core::user_model::{Change, Partial, UserModel, Value, slot, view};
use memoro_core::{
    Content, Entry, EntryKind, Key, Memory, Op, Priority, Receipt, Scope, Shape, Status, Trust, UserId,
    Written,
};
use memoro_store::{Expect, Filter, Newest, Stored};

use crate::caller::Caller;
use crate::draft::Draft;
use crate::error::{EngineError, Result};
use crate::names::canonical;
use crate::workspace::Workspace;
use crate::write::end;

/// How many entries a model is made of at most; the newest count.
const MOST: usize = 500;

impl Workspace {
    /// Returns what is known of a user, with the defaults where nothing is; sensitive entries are left out.
    pub fn user_model(&self, user: &UserId, caller: &Caller) -> Result<UserModel> {
        self.permit(memoro_core::policy::Operation::Read, caller)?;
        let entries = self.newest_entries(&Scope::User(user.clone()), caller)?;
        Ok(view(user, &entries, &self.settings.layers.user, caller.now))
    }

    /// Gives a draft of expertise the key under which the thing is known already.
    pub(crate) fn known_key(&self, draft: &mut Draft, caller: &Caller) -> Result<()> {
        if let Some(key) = draft.key.as_mut().filter(|key| key.as_str().starts_with(slot::EXPERTISE)) {
            *key = as_known(key, &self.newest_entries(&draft.scope, caller)?);
        }
        Ok(())
    }

    /// Returns the newest entries of a scope, sensitive ones too: what is hidden may be what counts.
    pub(crate) fn newest_entries(&self, scope: &Scope, caller: &Caller) -> Result<Vec<Memory>> {
        let wanted =
            Newest { scope, shape: Shape::Entry, kind: None, sensitive: true, now: caller.now, limit: MOST };
        Ok(self.store.newest(&wanted)?.into_iter().map(|stored| stored.memory).collect())
    }

    /// Merges an update into a user's model: each field that it names becomes an entry, the others stay.
    ///
    /// Everything is checked before anything is written.
    pub fn update_user_model(&self, user: &UserId, update: &Value, caller: &Caller) -> Result<Vec<Receipt>> {
        let scope = Scope::User(user.clone());
        let entries = self.newest_entries(&scope, caller)?;
        let wrong = |why: memoro_core::user_model::WrongType| EngineError::invalid("the update", why);
        let mut updates = Partial::read(update).map_err(wrong)?.updates(&entries).map_err(wrong)?;
        for (key, _) in &mut updates {
            *key = as_known(key, &entries);
        }
        let removes = |key: &Key| entries.iter().any(|memory| canonical(&scope, &memory.key) == *key);
        let (set, gone): (Vec<_>, Vec<_>) =
            updates.into_iter().partition(|(_, change)| matches!(change, Change::Set(_)));
        let gone: Vec<Key> = gone.into_iter().map(|(key, _)| key).filter(removes).collect();
        // An agent's values wait for a person; what they would take out stays until then.
        let gone = if caller.trust() < Trust::User && !set.is_empty() { Vec::new() } else { gone };
        if !gone.is_empty() && caller.trust() < Trust::User {
            return Err(EngineError::Denied {
                what: "taking something out of the profile".into(),
                needs: "the user".into(),
            });
        }
        let mut receipts = Vec::new();
        for (key, change) in set {
            let Change::Set(value) = change else { continue };
            receipts.push(self.write(entry_draft(&scope, key, value, &entries), caller)?);
        }
        for key in gone {
            let ended = self.end(key.as_str(), Some(&scope), "taken out of the user model", caller)?;
            let verified =
                self.store.get(&ended)?.is_some_and(|stored| stored.memory.status != Status::Active);
            receipts.push(Receipt {
                written: Written::Ended(ended),
                place: None,
                verified,
                warnings: Vec::new(),
            });
        }
        Ok(receipts)
    }

    /// Ends everything that is known of a user, in one change that can be undone; returns how many entries.
    pub fn reset_user_model(&self, user: &UserId, caller: &Caller) -> Result<usize> {
        self.permit(memoro_core::policy::Operation::Delete, caller)?;
        if caller.trust() < Trust::User {
            return Err(EngineError::Denied {
                what: "resetting the profile".into(),
                needs: "the user".into(),
            });
        }
        let filter = Filter {
            now: caller.now,
            scopes: vec![Scope::User(user.clone())],
            shapes: vec![Shape::Entry],
            sensitive: true,
            ..Filter::default()
        };
        let entries = self.store.list(&filter)?;
        self.end_all(&entries, (Op::Delete, "the user model was reset"), caller)?;
        Ok(entries.len())
    }

    /// Ends memories in one change.
    pub(crate) fn end_all(&self, stored: &[Stored], (op, reason): (Op, &str), caller: &Caller) -> Result<()> {
        let ended: Vec<(Memory, u64)> = stored
            .iter()
            .map(|one| {
                let mut memory = one.memory.clone();
                end(&mut memory, None, reason, caller);
                (memory, one.rev)
            })
            .collect();
        if ended.is_empty() {
            return Ok(());
        }
        for (memory, _) in &ended {
            self.mirror_task(memory)?.map_or(Ok(()), |task| self.check_text(&task.file))?;
        }
        let puts = ended.iter().map(|(memory, rev)| self.put(memory, Expect::Rev(*rev), op, reason));
        self.commit(puts.collect::<Result<_>>()?, caller)?;
        ended.iter().try_for_each(|(memory, _)| self.mirror_memory(memory, caller))
    }
}

/// Returns a key of expertise as it is known already: a thing is one whatever its capitals.
fn as_known(key: &Key, entries: &[Memory]) -> Key {
    if !key.as_str().starts_with(slot::EXPERTISE) {
        return key.clone();
    }
    let lower = key.as_str().to_lowercase();
    let known = entries.iter().find(|memory| memory.key.as_str().to_lowercase() == lower);
    known.map_or_else(|| key.clone(), |memory| memory.key.clone())
}

/// Drafts one entry of the model; kind and priority stay as they were.
fn entry_draft(scope: &Scope, key: Key, value: String, entries: &[Memory]) -> Draft {
    let before = entries.iter().find(|memory| canonical(scope, &memory.key) == key);
    let before = before.map(|memory| &memory.content);
    let (kind, priority) = match before {
        Some(Content::Entry(entry)) => (entry.kind, entry.priority),
        _ => (kind_of(key.as_str()), Priority::DEFAULT),
    };
    Draft {
        key: Some(key),
        reason: "user model update".into(),
        ..Draft::new(scope.clone(), Content::Entry(Entry { kind, value, priority }))
    }
}

/// What kind of entry a key of the model is.
fn kind_of(key: &str) -> EntryKind {
    let wish = ["response.", "code.", "preferences."].iter().any(|start| key.starts_with(start));
    if wish { EntryKind::Preference } else { EntryKind::Fact }
}

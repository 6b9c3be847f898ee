//! Which value counts when several scopes hold the same key, and what it shadows.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use jiff::Timestamp;

use crate::content::{Content, Entry};
use crate::id::Key;
use crate::memory::Memory;
use crate::scope::ScopeKind;
use crate::trigger::canonical_key;

/// The order of scopes, strongest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Precedence(Vec<ScopeKind>);

impl Default for Precedence {
    fn default() -> Self {
        Self(vec![
            ScopeKind::Policy,
            ScopeKind::User,
            ScopeKind::Project,
            ScopeKind::Session,
            ScopeKind::Agent,
        ])
    }
}

impl Precedence {
    /// Takes the given order; scopes left out follow in the default order, and policy is always first.
    pub fn new(order: &[ScopeKind]) -> Self {
        let mut scopes = vec![ScopeKind::Policy];
        for kind in order.iter().chain(&Self::default().0) {
            if !scopes.contains(kind) {
                scopes.push(*kind);
            }
        }
        Self(scopes)
    }

    fn rank(&self, kind: ScopeKind) -> usize {
        self.0.iter().position(|k| *k == kind).unwrap_or(self.0.len())
    }
}

/// Why one value counts more than another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Because {
    /// Its scope is stronger.
    Scope,
    /// Its priority is higher.
    Priority,
    /// It is newer.
    Newer,
    /// All else is equal and it was written last.
    LastWrite,
}

impl Because {
    /// Returns the one word for this reason.
    pub const fn as_str(self) -> &'static str {
        match self {
            Because::Scope => "scope",
            Because::Priority => "priority",
            Because::Newer => "newer",
            Because::LastWrite => "last_write",
        }
    }
}

/// The effective value of a key.
#[derive(Debug, Clone, PartialEq)]
pub struct Effective<'a> {
    /// The memory that counts.
    pub memory: &'a Memory,
    /// The memories that it shadows, strongest first, each with the reason.
    pub shadowed: Vec<(&'a Memory, Because)>,
}

impl Effective<'_> {
    /// Returns the value that counts.
    pub fn value(&self) -> &str {
        entry(self.memory).map_or("", |entry| entry.value.as_str())
    }
}

fn entry(memory: &Memory) -> Option<&Entry> {
    match &memory.content {
        Content::Entry(entry) => Some(entry),
        _ => None,
    }
}

/// Resolves the current entries among `memories` (in the order of their writing) to one value a key.
///
/// Two names of one key are one: `tone` and `response.tone` compete. The result follows `keys`, with one value for names
/// of the same key; with no keys given it holds every key, sorted.
pub fn resolve<'a>(
    memories: &'a [Memory],
    keys: &[Key],
    precedence: &Precedence,
    now: Timestamp,
) -> Vec<Effective<'a>> {
    let current: Vec<&Memory> = memories.iter().filter(|m| entry(m).is_some() && m.is_current(now)).collect();
    let named: Vec<String> = current.iter().map(|m| one_name(&m.key)).collect();
    let mut wanted: Vec<String> =
        if keys.is_empty() { named.clone() } else { keys.iter().map(one_name).collect() };
    if keys.is_empty() {
        wanted.sort();
    }
    let mut seen = BTreeSet::new();
    wanted.retain(|key| seen.insert(key.clone()));
    wanted.iter().filter_map(|key| effective(&current, &named, key, precedence)).collect()
}

/// Returns the one name of a key that may have several.
fn one_name(key: &Key) -> String {
    canonical_key(key.as_str()).unwrap_or_else(|| key.to_string())
}

fn effective<'a>(
    current: &[&'a Memory],
    named: &[String],
    key: &str,
    precedence: &Precedence,
) -> Option<Effective<'a>> {
    let mut rivals: Vec<(usize, &'a Memory)> = current
        .iter()
        .copied()
        .enumerate()
        .filter(|(at, _)| named.get(*at).is_some_and(|name| name == key))
        .collect();
    rivals.sort_by(|a, b| compare(a, b, precedence).0.reverse());
    let (winner, rest) = rivals.split_first()?;
    let shadowed = rest.iter().map(|loser| (loser.1, compare(winner, loser, precedence).1)).collect();
    Some(Effective { memory: winner.1, shadowed })
}

fn compare(a: &(usize, &Memory), b: &(usize, &Memory), precedence: &Precedence) -> (Ordering, Because) {
    let priority = |m: &Memory| entry(m).map(|entry| entry.priority);
    let by_scope = precedence.rank(b.1.scope.kind()).cmp(&precedence.rank(a.1.scope.kind()));
    let by_priority = priority(a.1).cmp(&priority(b.1));
    let by_time = a.1.updated_at.cmp(&b.1.updated_at);
    match (by_scope, by_priority, by_time) {
        (Ordering::Equal, Ordering::Equal, Ordering::Equal) => (a.0.cmp(&b.0), Because::LastWrite),
        (Ordering::Equal, Ordering::Equal, order) => (order, Because::Newer),
        (Ordering::Equal, order, _) => (order, Because::Priority),
        (order, _, _) => (order, Because::Scope),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{EntryKind, Priority};
    use crate::id::MemoryId;
    use crate::provenance::{Origin, Provenance, Trust};
    use crate::retention::{Retention, Sensitivity, Stability, Ttl};
    use crate::scope::Scope;
    use crate::status::Status;
    use jiff::tz::TimeZone;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_790_000_000 + seconds).unwrap()
    }

    fn memory(scope: &str, key: &str, value: &str, priority: u8, updated: i64) -> Memory {
        Memory {
            id: MemoryId::new(format!("{scope}-{key}-{value}")).unwrap(),
            scope: scope.parse::<Scope>().unwrap(),
            key: Key::new(key).unwrap(),
            content: Content::Entry(Entry {
                kind: EntryKind::Preference,
                value: value.into(),
                priority: Priority::new(priority).unwrap(),
            }),
            tags: vec![],
            status: Status::Active,
            provenance: Provenance::new(Origin::UserExplicit, Trust::User),
            retention: Retention::default(),
            sensitivity: Sensitivity::Normal,
            occurred_at: None,
            created_at: at(updated),
            updated_at: at(updated),
            valid_until: None,
        }
    }

    fn winner(memories: &[Memory], precedence: &Precedence) -> (String, Vec<(String, Because)>) {
        let all = resolve(memories, &[], precedence, at(1_000));
        let shadowed = all[0].shadowed.iter().map(|(m, why)| (m.scope.to_string(), *why)).collect();
        (all[0].value().to_owned(), shadowed)
    }

    #[test]
    fn policy_beats_profile_beats_session_whatever_the_priority() {
        let memories = [
            memory("session:s", "k", "c", 100, 9),
            memory("user:u", "k", "b", 90, 5),
            memory("policy", "k", "a", 1, 1),
        ];
        let (value, shadowed) = winner(&memories, &Precedence::default());
        assert_eq!(value, "a");
        assert_eq!(shadowed, [("user:u".into(), Because::Scope), ("session:s".into(), Because::Scope)]);
    }

    #[test]
    fn within_a_scope_priority_then_time_then_the_last_write_decides() {
        let by_priority = [memory("user:u", "k", "low", 10, 9), memory("user:u", "k", "high", 20, 1)];
        assert_eq!(winner(&by_priority, &Precedence::default()).0, "high");
        let by_time = [memory("user:u", "k", "new", 10, 9), memory("user:u", "k", "old", 10, 1)];
        assert_eq!(winner(&by_time, &Precedence::default()).0, "new");
        let last = [memory("user:u", "k", "first", 10, 1), memory("user:u", "k", "second", 10, 1)];
        let (value, shadowed) = winner(&last, &Precedence::default());
        assert_eq!((value.as_str(), shadowed[0].1), ("second", Because::LastWrite));
    }

    #[test]
    fn a_configured_precedence_lets_the_session_win_but_never_over_policy() {
        let order = Precedence::new(&[ScopeKind::Session, ScopeKind::User, ScopeKind::Policy]);
        let two = [memory("user:u", "k", "b", 90, 5), memory("session:s", "k", "c", 1, 1)];
        assert_eq!(winner(&two, &order).0, "c");
        let three = [two[0].clone(), two[1].clone(), memory("policy", "k", "a", 1, 1)];
        assert_eq!(winner(&three, &order).0, "a");
    }

    #[test]
    fn expired_pending_and_superseded_values_never_count() {
        let mut expired = memory("policy", "k", "expired", 100, 9);
        expired.retention =
            Retention::new(Stability::Stable, "1s".parse::<Ttl>().unwrap(), at(9), &TimeZone::UTC);
        let mut pending = memory("user:u", "k", "pending", 100, 9);
        pending.status = Status::Pending;
        let current = memory("session:s", "k", "current", 1, 1);
        assert_eq!(winner(&[expired, pending, current], &Precedence::default()).0, "current");
    }
}

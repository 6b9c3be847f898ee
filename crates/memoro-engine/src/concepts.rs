//! The graph of concepts: which tags and topics stand together in one memory, how often, and the way from one to
//! another. It is worked out from the memories each time; nothing of it is stored.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use memoro_core::policy::Operation;
use memoro_core::{Content, Memory, Scope};
use memoro_store::Filter;

use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;

/// Tags that tell what a memory is, not what it is about.
const LABELS: [&str; 10] =
    ["principle", "pattern", "learning", "retro", "log", "summary", "rule", "soul", "trace", "thread"];

/// How many concepts of one memory are laid beside each other.
const MOST: usize = 32;

/// The graph of concepts at one moment.
#[derive(Debug, Clone, Default)]
pub struct Concepts {
    /// In how many memories each concept stands.
    pub counts: BTreeMap<String, u64>,
    /// In how many memories two concepts stand together; the first is the lesser by letter.
    pub pairs: BTreeMap<(String, String), u64>,
    /// The memories with their concepts, the last changed first.
    pub memories: Vec<(Memory, Vec<String>)>,
}

impl Workspace {
    /// Returns the graph of the concepts of the current memories that the owner's agents share.
    pub fn concepts(&self, caller: &Caller) -> Result<Concepts> {
        self.permit(Operation::Read, caller)?;
        let mut graph = Concepts::default();
        for stored in self.store.list(&Filter { now: caller.now, ..Filter::default() })? {
            let shared = match &stored.memory.scope {
                Scope::User(user) => *user == self.settings.owner,
                Scope::Agent | Scope::Project(_) => true,
                Scope::Policy | Scope::Session(_) => false,
            };
            if shared {
                graph.add(stored.memory);
            }
        }
        Ok(graph)
    }
}

/// Returns what a memory is about: its tags without labels, and its topics.
pub fn concepts_of(memory: &Memory) -> Vec<String> {
    let topics = match &memory.content {
        Content::Episode(episode) => episode.topics.as_slice(),
        _ => &[],
    };
    let mut seen = BTreeSet::new();
    let about = memory.tags.iter().chain(topics).map(|word| word.trim()).filter(|word| is_concept(word));
    about.filter(|word| seen.insert(word.to_lowercase())).map(str::to_owned).take(MOST).collect()
}

fn is_concept(word: &str) -> bool {
    !word.is_empty() && !LABELS.contains(&word) && !word.contains(':')
}

impl Concepts {
    fn add(&mut self, memory: Memory) {
        let concepts = concepts_of(&memory);
        for (at, one) in concepts.iter().enumerate() {
            *self.counts.entry(one.clone()).or_default() += 1;
            for other in concepts.iter().skip(at + 1) {
                let pair = if one < other { (one, other) } else { (other, one) };
                *self.pairs.entry((pair.0.clone(), pair.1.clone())).or_default() += 1;
            }
        }
        self.memories.push((memory, concepts));
    }

    /// Returns the most used concepts, each with the number of its memories.
    pub fn most_used(&self, limit: usize) -> Vec<(String, u64)> {
        strongest(self.counts.iter().map(|(concept, n)| (concept.clone(), *n)), limit)
    }

    /// Returns the best connected concepts, each with the number of concepts beside it.
    pub fn most_connected(&self, limit: usize) -> Vec<(String, u64)> {
        let mut degrees: BTreeMap<&str, u64> = BTreeMap::new();
        for (one, other) in self.pairs.keys() {
            *degrees.entry(one).or_default() += 1;
            *degrees.entry(other).or_default() += 1;
        }
        strongest(degrees.into_iter().map(|(concept, n)| (concept.to_owned(), n)), limit)
    }

    /// Returns what stands beside a concept, the strongest first.
    pub fn related(&self, concept: &str, limit: usize) -> Vec<(String, u64)> {
        strongest(self.beside(concept).map(|(other, n)| (other.to_owned(), n)), limit)
    }

    /// Returns the shortest way from one concept to another of at most `steps` steps, both ends included.
    pub fn path(&self, from: &str, to: &str, steps: usize) -> Option<Vec<String>> {
        if !self.counts.contains_key(from) || !self.counts.contains_key(to) {
            return None;
        }
        let mut came: HashMap<&str, &str> = HashMap::new();
        let mut next = VecDeque::from([(from, 0)]);
        while let Some((here, far)) = next.pop_front() {
            if here == to {
                let mut way = vec![to.to_owned()];
                let mut at = to;
                while let Some(before) = came.get(at).filter(|_| at != from) {
                    way.push((*before).to_owned());
                    at = before;
                }
                way.reverse();
                return Some(way);
            }
            if far == steps {
                continue;
            }
            for (other, _) in self.beside(here) {
                if other != from && !came.contains_key(other) {
                    came.insert(other, here);
                    next.push_back((other, far + 1));
                }
            }
        }
        None
    }

    fn beside<'a>(&'a self, concept: &'a str) -> impl Iterator<Item = (&'a str, u64)> + 'a {
        self.pairs.iter().filter_map(move |((one, other), n)| match () {
            () if one == concept => Some((other.as_str(), *n)),
            () if other == concept => Some((one.as_str(), *n)),
            () => None,
        })
    }
}

fn strongest(all: impl Iterator<Item = (String, u64)>, limit: usize) -> Vec<(String, u64)> {
    let mut all: Vec<(String, u64)> = all.collect();
    all.sort_by(|(a, n), (b, m)| m.cmp(n).then_with(|| a.cmp(b)));
    all.truncate(limit);
    all
}

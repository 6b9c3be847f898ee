//! Concepts that follow from what a memory is: `memory:<layer>`, `user:<id>` and `session:<date>`. They are stored nowhere
//! and still found as tags, so that they cannot disagree with the memory.

use jiff::civil::Date;
use memoro_core::{Layer, Scope, UserId};
use memoro_store::Following;

use crate::workspace::Workspace;

/// A kind of concept that follows from what a memory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concept {
    /// `memory:<layer>`.
    Memory,
    /// `user:<id>`, whom it is about.
    User,
    /// `session:<date>`, the day on which it happened.
    Session,
}

impl Concept {
    /// All of them.
    pub const ALL: [Concept; 3] = [Concept::Memory, Concept::User, Concept::Session];

    /// Returns the word before the colon.
    pub const fn as_str(self) -> &'static str {
        match self {
            Concept::Memory => "memory",
            Concept::User => "user",
            Concept::Session => "session",
        }
    }
}

impl std::str::FromStr for Concept {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|concept| concept.as_str() == word);
        found.ok_or_else(|| format!("`{word}` is none of memory, user and session"))
    }
}

impl Workspace {
    /// Returns the concepts that follow from a layer, a scope and a day.
    pub(crate) fn concepts_that_follow(&self, layer: Layer, scope: &Scope, day: Date) -> Vec<String> {
        let told = |concept: &Concept| match (concept, scope) {
            (Concept::Memory, _) => Some(format!("memory:{layer}")),
            (Concept::User, Scope::User(user)) if layer == Layer::UserModel => Some(format!("user:{user}")),
            (Concept::Session, _) if layer == Layer::Episodic => Some(format!("session:{day}")),
            _ => None,
        };
        self.settings.layers.concepts.iter().filter_map(told).collect()
    }

    /// Returns what else counts as having one of these tags, because the concept follows from what it is.
    pub(crate) fn following(&self, tags: &[String]) -> Vec<Following> {
        tags.iter().filter_map(|tag| self.follows(tag)).collect()
    }

    /// Tells whether all these tags follow from what a memory is: none asks for what stands apart.
    pub(crate) fn all_follow(&self, tags: &[String]) -> bool {
        tags.iter().all(|tag| self.follows(tag).is_some())
    }

    fn follows(&self, tag: &str) -> Option<Following> {
        let (word, rest) = tag.trim().split_once(':')?;
        let concept = word.parse::<Concept>().ok()?;
        if !self.settings.layers.concepts.contains(&concept) {
            return None;
        }
        match concept {
            Concept::Memory => rest.parse().ok().map(Following::Layer),
            Concept::User => UserId::new(rest).ok().map(|user| Following::Scope(Scope::User(user))),
            Concept::Session => {
                let zone = &self.settings.time_zone;
                let start = |day: Date| Some(day.to_zoned(zone.clone()).ok()?.timestamp());
                let day = rest.parse::<Date>().ok()?;
                Some(Following::Happened(start(day)?, start(day.tomorrow().ok()?)?))
            }
        }
    }
}

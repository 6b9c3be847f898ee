//! Who may see a memory and how strong it is.

use crate::id::{ProjectId, SessionId, UserId};
use crate::words::{InvalidWord, words};

/// The kind of a scope, without its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScopeKind {
    /// Rules of the admin; outside the layers.
    Policy,
    /// The agent itself: its identity.
    Agent,
    /// One user.
    User,
    /// One project.
    Project,
    /// One session.
    Session,
}

words!(ScopeKind, "scope", {
    Policy => "policy",
    Agent => "agent",
    User => "user" | "profile",
    Project => "project",
    Session => "session",
});

/// Where a memory belongs: spelled `policy`, `agent`, `user:<id>`, `project:<id>` or `session:<id>`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Rules of the admin.
    Policy,
    /// The agent itself.
    Agent,
    /// One user.
    User(UserId),
    /// One project.
    Project(ProjectId),
    /// One session.
    Session(SessionId),
}

impl Scope {
    /// Returns the kind of this scope.
    pub const fn kind(&self) -> ScopeKind {
        match self {
            Scope::Policy => ScopeKind::Policy,
            Scope::Agent => ScopeKind::Agent,
            Scope::User(_) => ScopeKind::User,
            Scope::Project(_) => ScopeKind::Project,
            Scope::Session(_) => ScopeKind::Session,
        }
    }

    /// Returns the id inside the scope; empty where the kind has none.
    pub fn id(&self) -> &str {
        match self {
            Scope::Policy | Scope::Agent => "",
            Scope::User(id) => id.as_str(),
            Scope::Project(id) => id.as_str(),
            Scope::Session(id) => id.as_str(),
        }
    }

    /// Puts a kind and an id together; `None` where the id cannot be one of that kind.
    pub fn from_parts(kind: ScopeKind, id: &str) -> Option<Self> {
        match kind {
            ScopeKind::Policy => Some(Scope::Policy),
            ScopeKind::Agent => Some(Scope::Agent),
            ScopeKind::User => UserId::new(id).ok().map(Scope::User),
            ScopeKind::Project => ProjectId::new(id).ok().map(Scope::Project),
            ScopeKind::Session => SessionId::new(id).ok().map(Scope::Session),
        }
    }
}

impl std::fmt::Display for Scope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.id() {
            "" => f.pad(self.kind().as_str()),
            id => write!(f, "{}:{id}", self.kind()),
        }
    }
}

impl std::str::FromStr for Scope {
    type Err = InvalidWord;

    /// Reads `kind` or `kind:id`; a `user`, `project` or `session` needs its id.
    fn from_str(text: &str) -> Result<Self, InvalidWord> {
        let (kind, id) = text.split_once(':').unwrap_or((text, ""));
        let kind: ScopeKind = kind.parse()?;
        Scope::from_parts(kind, id).ok_or_else(|| InvalidWord {
            what: "scope",
            word: text.to_owned(),
            expected: format!("{kind}:<id>"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_spelled_one_way() {
        for text in ["policy", "agent", "user:สมชาย", "project:a:b", "session:会话-1"] {
            assert_eq!(text.parse::<Scope>().unwrap().to_string(), text);
        }
        assert!("user".parse::<Scope>().is_err());
        assert!("team:x".parse::<Scope>().is_err());
    }
}

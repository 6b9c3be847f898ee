//! Who may do what: the one authorisation under the command line, HTTP and MCP. It knows roles and scopes of a
//! credential, never the credential itself; what a role may not do is refused here, before any use-case is asked.

use jiff::Timestamp;
use memoro_core::{Actor, Trust, UserId};

use crate::caller::Caller;
use crate::error::{EngineError, Result};

/// The tenant of a server that holds one workspace.
pub const TENANT: &str = "default";

/// What a credential is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// May look, and change nothing.
    ReadOnly,
    /// An agent on its own: what it writes into profile, rules, procedures and identity waits for a person.
    Agent,
    /// The user.
    User,
    /// Whoever runs the machine.
    Admin,
}

/// What somebody wants to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Seeing memories.
    Read,
    /// Making and changing memories.
    Write,
    /// Ending or erasing memories.
    Forget,
    /// Deciding about what waits for a person.
    Confirm,
    /// Seeing who changed what.
    Audit,
    /// Indexing, jobs and other upkeep.
    Maintain,
    /// Keys, policy and backups.
    Admin,
}

impl Role {
    /// All roles, the weakest first.
    pub const ALL: [Role; 4] = [Role::ReadOnly, Role::Agent, Role::User, Role::Admin];

    /// Returns the word for this role.
    pub const fn as_str(self) -> &'static str {
        match self {
            Role::ReadOnly => "read-only",
            Role::Agent => "agent",
            Role::User => "user",
            Role::Admin => "admin",
        }
    }

    /// Tells whether the role may do a thing at all.
    pub const fn may(self, action: Action) -> bool {
        match self {
            Role::ReadOnly => matches!(action, Action::Read),
            Role::Agent => {
                matches!(action, Action::Read | Action::Write | Action::Forget | Action::Maintain)
            }
            Role::User => !matches!(action, Action::Admin),
            Role::Admin => true,
        }
    }

    /// Returns how far what this role writes is trusted.
    pub const fn trust(self) -> Trust {
        match self {
            Role::ReadOnly | Role::Agent => Trust::Agent,
            Role::User => Trust::User,
            Role::Admin => Trust::Admin,
        }
    }
}

impl std::str::FromStr for Role {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let known = Role::ALL.into_iter().find(|role| role.as_str() == word.replace('_', "-"));
        known.ok_or_else(|| format!("`{word}` is no role: use admin, user, agent or read-only"))
    }
}

impl Action {
    /// All actions.
    pub const ALL: [Action; 7] = [
        Action::Read,
        Action::Write,
        Action::Forget,
        Action::Confirm,
        Action::Audit,
        Action::Maintain,
        Action::Admin,
    ];

    /// Returns the word for this action; scopes of keys are these words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Action::Read => "read",
            Action::Write => "write",
            Action::Forget => "forget",
            Action::Confirm => "confirm",
            Action::Audit => "audit",
            Action::Maintain => "maintain",
            Action::Admin => "admin",
        }
    }
}

impl std::str::FromStr for Action {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let known = Action::ALL.into_iter().find(|action| action.as_str() == word);
        let words = || Action::ALL.map(Action::as_str).join(", ");
        known.ok_or_else(|| format!("`{word}` is no scope: use {}", words()))
    }
}

/// What a credential gives: a tenant, a role, and what narrows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// The one tenant that it reaches.
    pub tenant: String,
    /// The role.
    pub role: Role,
    /// Only these actions; all that the role may do where it is empty.
    pub scopes: Vec<Action>,
    /// Only this user; any user of the tenant where it is left out.
    pub user: Option<UserId>,
    /// The name of the key, for the audit.
    pub key: Option<String>,
    /// Whether a person stands at the client: what its questions are answered with counts as the person's word.
    pub person: bool,
}

impl Access {
    /// The access of somebody at this machine: the command line, or a program that it started.
    pub fn local(role: Role) -> Self {
        Self { tenant: TENANT.into(), role, scopes: Vec::new(), user: None, key: None, person: false }
    }

    /// Tells whether an action is allowed.
    pub fn may(&self, action: Action) -> bool {
        let private =
            self.user.is_some() && matches!(action, Action::Audit | Action::Maintain | Action::Admin);
        self.role.may(action) && !private && (self.scopes.is_empty() || self.scopes.contains(&action))
    }

    /// The one authorisation: lets actions pass as a caller with the trust of its credential, or refuses them.
    pub fn authorise(&self, actions: &[Action], now: Timestamp) -> Result<Caller> {
        if let Some(action) = actions.iter().copied().find(|action| !self.may(*action)) {
            let what = format!("`{}`", action.as_str());
            let weakest = Role::ALL.into_iter().find(|role| role.may(action)).unwrap_or(Role::Admin);
            let scoped = self.scopes.is_empty() || self.scopes.contains(&action);
            let needs = match (self.role.may(action), scoped) {
                (false, _) => format!("a key with the role {}", weakest.as_str()),
                (true, false) => format!("a key with the scope `{}`", action.as_str()),
                (true, true) => "a key that is not bound to one user".to_owned(),
            };
            return Err(EngineError::Denied { what, needs });
        }
        Ok(Caller { actor: self.actor(), only: self.user.clone(), ..Caller::agent(now) })
    }

    fn actor(&self) -> Actor {
        let role = self.role.as_str();
        let name = self.key.as_ref().map_or_else(|| role.to_owned(), |key| format!("{role}:{key}"));
        Actor { name, trust: self.role.trust() }
    }

    /// Returns the user that a call is about: the one that is asked for, if this access reaches it.
    pub fn user(&self, asked: Option<UserId>, owner: &UserId) -> Result<UserId> {
        match (&self.user, asked) {
            (None, asked) => Ok(asked.unwrap_or_else(|| owner.clone())),
            (Some(own), None) => Ok(own.clone()),
            (Some(own), Some(asked)) if *own == asked => Ok(asked),
            (Some(_), Some(asked)) => {
                Err(EngineError::NotFound { what: "user", name: asked.as_str().to_owned() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(role: Role) -> Access {
        Access::local(role)
    }

    #[test]
    fn a_read_only_key_may_look_and_nothing_else() {
        for action in Action::ALL {
            let passed = access(Role::ReadOnly).authorise(&[action], Timestamp::UNIX_EPOCH).is_ok();
            assert_eq!(passed, action == Action::Read, "{action:?}");
        }
    }

    #[test]
    fn trust_comes_from_the_role_alone() {
        for (role, trust) in
            [(Role::Agent, Trust::Agent), (Role::User, Trust::User), (Role::Admin, Trust::Admin)]
        {
            let caller = access(role).authorise(&[Action::Write], Timestamp::UNIX_EPOCH).unwrap();
            assert_eq!(caller.trust(), trust);
        }
        assert!(access(Role::ReadOnly).role.trust() < Trust::User);
    }

    #[test]
    fn only_a_person_confirms_and_only_the_admin_administers() {
        assert!(access(Role::Agent).authorise(&[Action::Confirm], Timestamp::UNIX_EPOCH).is_err());
        assert!(access(Role::User).authorise(&[Action::Confirm], Timestamp::UNIX_EPOCH).is_ok());
        assert!(access(Role::User).authorise(&[Action::Admin], Timestamp::UNIX_EPOCH).is_err());
        assert!(access(Role::Admin).authorise(&[Action::Admin], Timestamp::UNIX_EPOCH).is_ok());
    }

    #[test]
    fn scopes_narrow_a_role_and_never_widen_it() {
        let narrow = Access { scopes: vec![Action::Read, Action::Admin], ..access(Role::User) };
        assert!(narrow.may(Action::Read) && !narrow.may(Action::Write) && !narrow.may(Action::Admin));
    }

    #[test]
    fn every_action_of_several_must_be_allowed() {
        let narrow = Access { scopes: vec![Action::Write], ..access(Role::User) };
        assert!(narrow.authorise(&[Action::Write], Timestamp::UNIX_EPOCH).is_ok());
        assert!(narrow.authorise(&[Action::Write, Action::Read], Timestamp::UNIX_EPOCH).is_err());
    }

    #[test]
    fn a_key_of_one_user_reaches_no_other() {
        let (own, owner) = (UserId::new("สมชาย").unwrap(), UserId::new("default").unwrap());
        let bound = Access { user: Some(own.clone()), ..access(Role::User) };
        assert_eq!(bound.user(None, &owner).unwrap(), own);
        assert!(matches!(bound.user(Some(owner.clone()), &owner), Err(EngineError::NotFound { .. })));
        let caller = bound.authorise(&[Action::Read], Timestamp::UNIX_EPOCH).unwrap();
        assert_eq!(caller.only, Some(own));
        assert!(!bound.may(Action::Audit));
        assert_eq!(access(Role::User).user(None, &owner).unwrap(), owner);
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        for role in Role::ALL {
            assert_eq!(role.as_str().parse::<Role>().unwrap(), role);
        }
        for action in Action::ALL {
            assert_eq!(action.as_str().parse::<Action>().unwrap(), action);
        }
        assert!("root".parse::<Role>().unwrap_err().contains("read-only"));
        assert!("ทุกอย่าง".parse::<Action>().unwrap_err().contains("maintain"));
    }
}

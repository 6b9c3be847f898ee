//! What an operation works with: the workspace, what the caller may do, and readers for the fields of requests.

use std::cell::RefCell;
use std::sync::Arc;

use jiff::Timestamp;
use memoro_core::{Confidence, Key, Memory, MemoryId, ProjectId, Scope, ScopeKind, SessionId, Ttl, UserId};
use memoro_engine::store::Stored;
use memoro_engine::{Access, Action, Caller, EngineError, Workspace};

use super::{Circumstances, Operation};
use crate::access::Keyring;
use crate::error::{Code, Failure, Result};
use crate::times;

/// The longest name of a run, in letters.
const LONGEST_RUN: usize = 128;

/// Work on a workspace.
pub(crate) type Work = Box<dyn FnOnce(&Workspace) + Send>;

/// What is done after the answer was given.
#[derive(Default)]
pub(crate) struct Afterwards {
    /// Memories that were returned.
    pub(crate) used: Vec<MemoryId>,
    /// Other work.
    pub(crate) work: Vec<Work>,
}

impl Afterwards {
    /// Does it at once; counts of use may be lost.
    pub(crate) fn settle(self, workspace: &Workspace, now: Timestamp) {
        drop(workspace.count_used(self.used, now));
        for work in self.work {
            work(workspace);
        }
    }
}

/// An authorised call.
pub(crate) struct Call<'a> {
    /// The workspace of the caller's tenant.
    pub(crate) workspace: &'a Workspace,
    /// What the caller's credential gives.
    pub(crate) access: &'a Access,
    /// The caller, with the trust of its credential.
    pub(crate) caller: Caller,
    /// The keys, where a server keeps them.
    pub(crate) keys: Option<&'a Keyring>,
    /// All workspaces of the server, for its admin who names no tenant.
    pub(crate) everywhere: &'a [Arc<Workspace>],
    later: RefCell<Afterwards>,
}

impl<'a> Call<'a> {
    /// Authorises actions; every call begins here.
    pub(crate) fn authorised(
        workspace: &'a Workspace,
        around: &'a Circumstances,
        actions: &[Action],
    ) -> Result<Self> {
        let caller = around.access.authorise(actions, around.now)?;
        let (run, session) = (around.run.clone(), around.session.clone());
        let caller = Caller { run, session, ..caller };
        let keys = around.keys.as_deref();
        let (access, everywhere) = (&around.access, around.everywhere.as_slice());
        Ok(Self { workspace, access, caller, keys, everywhere, later: RefCell::default() })
    }

    /// Authorises an operation by what it needs and carries it out; nothing else does.
    pub(crate) fn run<O: Operation>(&self, operation: O) -> Result<O::Answer> {
        self.access.authorise(&operation.needs(self.access), self.now())?;
        operation.act(self)
    }

    /// Returns the tenant that is meant; none for the admin of the whole server who names none.
    pub(crate) fn tenant(&self) -> Option<&str> {
        Some(self.access.tenant.as_str()).filter(|tenant| !tenant.is_empty())
    }

    /// Returns the clock.
    pub(crate) const fn now(&self) -> Timestamp {
        self.caller.now
    }

    /// Has something done after the answer was given, unless the caller may only look.
    #[allow(dead_code, reason = "for the surfaces of other systems")]
    pub(crate) fn later(&self, work: impl FnOnce(&Workspace) + Send + 'static) {
        if self.access.may(Action::Write) {
            self.later.borrow_mut().work.push(Box::new(work));
        }
    }

    /// Brings what a question may be about up to date.
    pub(crate) fn sync(&self) -> Result<()> {
        Ok(self.workspace.sync(&self.caller, &mut |_| {})?)
    }

    /// Has it counted, after the answer was given, that memories were returned, unless the caller may only look.
    pub(crate) fn used(&self, ids: impl IntoIterator<Item = MemoryId>) {
        if self.access.may(Action::Write) {
            self.later.borrow_mut().used.extend(ids);
        }
    }

    /// Returns what is to be done after the answer.
    pub(crate) fn afterwards(self) -> Afterwards {
        self.later.into_inner()
    }

    /// Returns the user that a request is about.
    pub(crate) fn user(&self, asked: Option<&str>) -> Result<UserId> {
        let asked = given(asked).map(user).transpose()?;
        Ok(self.access.user(asked, &self.workspace.settings().owner)?)
    }

    /// Reads a scope that is written to; `user` means the caller's user, `session` the current session.
    pub(crate) fn scope(&self, text: Option<&str>, user: &UserId) -> Result<Scope> {
        let scope = match given(text).map(|text| (text, text.parse::<ScopeKind>())) {
            None | Some((_, Ok(ScopeKind::User))) => Scope::User(user.clone()),
            Some((_, Ok(ScopeKind::Session))) => {
                Scope::Session(self.workspace.use_session(None, &self.caller)?)
            }
            Some((text, _)) => match scope("scope", text)? {
                Scope::Session(session) => Scope::Session(self.session(Some(&session))?),
                scope => scope,
            },
        };
        if self.reaches(&scope) { Ok(scope) } else { Err(hidden("scope", &scope.to_string())) }
    }

    /// Returns the session that is meant: a named one, else the current one.
    pub(crate) fn session(&self, asked: Option<&SessionId>) -> Result<SessionId> {
        let name = asked.map_or("current", SessionId::as_str);
        self.workspace.session_of(asked, &self.caller)?.ok_or_else(|| hidden("session", name))
    }

    /// Reads a moment.
    pub(crate) fn moment(&self, field: &str, text: Option<&str>) -> Result<Option<Timestamp>> {
        let zone = &self.workspace.settings().time_zone;
        let read = times::moment_if(field, given(text), zone, self.now());
        read.map_err(|failure| Failure { code: Code::Invalid, ..failure })
    }

    /// Reads the moment of which a request asks what was believed.
    pub(crate) fn as_of(&self, text: Option<&str>) -> Result<Option<Timestamp>> {
        let zone = &self.workspace.settings().time_zone;
        let read = times::as_of_if("as_of", given(text), zone, self.now());
        read.map_err(|failure| Failure { code: Code::Invalid, ..failure })
    }

    /// Returns a memory that the caller may see; any other is not there.
    pub(crate) fn memory(&self, name: &str) -> Result<Stored> {
        self.meant(name, memoro_core::policy::Operation::Read)
    }

    /// Returns a memory that the caller may see, for an operation on it that shows nothing of it.
    pub(crate) fn meant(&self, name: &str, operation: memoro_core::policy::Operation) -> Result<Stored> {
        let stored = match self.workspace.get_for(name, None, operation, &self.caller) {
            // Ids are made of words.
            Err(EngineError::Ambiguous { .. }) if !self.reads() => return Err(hidden("memory", name)),
            found => found?,
        };
        if self.sees(&stored.memory) { Ok(stored) } else { Err(hidden("memory", name)) }
    }

    /// Refuses, before anything is written, an operation whose answer shows what is remembered, where reading is forbidden.
    pub(crate) fn shows(&self) -> Result<()> {
        Ok(self.workspace.permit(memoro_core::policy::Operation::Read, &self.caller)?)
    }

    /// Tells whether a memory is there for the caller.
    pub(crate) fn sees(&self, memory: &Memory) -> bool {
        self.reaches(&memory.scope)
    }

    /// Tells whether something in a scope is there for the caller.
    pub(crate) fn reaches(&self, scope: &Scope) -> bool {
        self.workspace.sees(scope, &self.caller)
    }

    /// Tells whether the caller may see what is remembered.
    pub(crate) fn reads(&self) -> bool {
        self.access.may(Action::Read)
    }
}

/// Answers that a thing is not there, in the words that are used when it really is not.
pub(crate) fn hidden(what: &'static str, name: &str) -> Failure {
    Failure::from(EngineError::NotFound { what, name: name.to_owned() })
}

/// Tells which field cannot be what it is.
pub(crate) fn wrong(field: &str, why: &dyn std::fmt::Display) -> Failure {
    Failure::new(Code::Invalid, format!("{field}: {why}"))
}

/// Reads a time to live.
pub(crate) fn ttl(text: Option<&str>) -> Result<Option<Ttl>> {
    given(text).map(|text| text.parse::<Ttl>().map_err(|why| wrong("ttl", &why))).transpose()
}

/// Reads a confidence.
pub(crate) fn confidence(number: Option<f64>) -> Result<Option<Confidence>> {
    let read = |number| Confidence::new(number).ok_or_else(|| wrong("confidence", &"must be from 0 to 1"));
    number.map(read).transpose()
}

/// Returns the session that a request names.
pub(crate) fn session(asked: Option<&str>) -> Result<Option<SessionId>> {
    let read = |id| SessionId::new(no_path("session", id)?).map_err(|why| wrong("session", &why));
    given(asked).map(read).transpose()
}

/// Returns the project that a request names.
pub(crate) fn project(asked: Option<&str>) -> Result<Option<ProjectId>> {
    let read = |id| ProjectId::new(no_path("project", id)?).map_err(|why| wrong("project", &why));
    given(asked).map(read).transpose()
}

/// Reads the name of a run: one name, as its folder will be called.
pub(crate) fn run(name: &str) -> Result<String> {
    let name = name.trim();
    let fits = (1..=LONGEST_RUN).contains(&name.chars().count())
        && !name.contains(|c: char| c.is_control() || matches!(c, '/' | '\\'))
        && !matches!(name, "." | "..");
    if fits {
        return Ok(name.to_owned());
    }
    let told: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
    let failure = Failure::new(Code::Usage, format!("run `{told}` is no name of a run"));
    Err(failure.hint(format!(
        "give 1 to {LONGEST_RUN} letters without slashes, line breaks or the name of a folder"
    )))
}

/// Reads a user.
pub(crate) fn user(id: &str) -> Result<UserId> {
    UserId::new(no_path("user", id)?).map_err(|why| wrong("user", &why))
}

/// Reads a scope with its id.
pub(crate) fn scope(field: &str, text: &str) -> Result<Scope> {
    let id = text.split_once(':').map_or(text, |(_, id)| id);
    no_path(field, id)?;
    text.parse::<Scope>().map_err(|why| wrong(field, &why))
}

/// Reads a key.
pub(crate) fn key(field: &str, text: &str) -> Result<Key> {
    Key::new(no_path(field, text)?).map_err(|why| wrong(field, &why))
}

/// Refuses an id that would climb in a folder: none becomes a path, and nobody is called so.
fn no_path<'a>(field: &str, id: &'a str) -> Result<&'a str> {
    let climbs = id.split(['/', '\\']).any(|part| matches!(part.trim(), "." | ".."));
    if climbs { Err(wrong(field, &format!("`{id}` is a path, and no id"))) } else { Ok(id) }
}

/// What is empty was left out.
fn given(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

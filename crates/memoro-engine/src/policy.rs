//! The admin's policy: loaded at the start, reloaded by the admin, and asked by everything that touches memory.
//!
//! The last good rules stay in the store beside the memories, not among them: no list, search, export or audit
//! line can show them. What a user is told is the effect of a rule, never its text or the place of its file.

use std::path::Path;
use std::sync::{Arc, RwLock};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use memoro_core::policy::{Operation, Policy, Rule};
use memoro_core::{Actor, Op, Trust};
use memoro_store::{Change, Durability, Facts, Store};
use serde::{Deserialize, Serialize};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// The name under which the store keeps the rules.
const KEPT: &str = "policy";

/// How a file that is not there is marked.
const MISSING: &str = "missing";

/// What is kept of the policy.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Kept {
    /// The hash of the file that was last looked at.
    file: String,
    /// When the rules were taken.
    loaded_at: Option<String>,
    /// The last good rules.
    rules: String,
    /// What is wrong with the file now, without its words.
    problem: Option<String>,
    /// How often the admin reloaded them: what runs already takes other rules over then, and only then.
    #[serde(default)]
    reloads: u64,
}

impl Kept {
    /// Tells whether nobody knows what the admin forbids.
    fn is_closed(&self) -> bool {
        self.problem.is_some() && self.loaded_at.is_none()
    }
}

/// The policy as this process holds it.
#[derive(Debug, Default)]
pub(crate) struct Held(RwLock<Inner>);

#[derive(Debug, Default, Clone)]
struct Inner {
    /// Whether the rules were read since this process opened the workspace.
    begun: bool,
    /// What the store said when it was last asked.
    seen: Option<String>,
    kept: Kept,
    policy: Arc<Policy>,
}

/// How the policy stands, without any of its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyStatus {
    /// How many rules are in force.
    pub rules: usize,
    /// Whether only listed tools may be used.
    pub tools_restricted: bool,
    /// When the rules were taken.
    pub loaded_at: Option<Timestamp>,
    /// What is wrong with the file, and what holds meanwhile.
    pub problem: Option<String>,
}

impl Workspace {
    /// The one guard: lets an operation pass or says which rule blocks it.
    pub fn permit(&self, operation: Operation, caller: &Caller) -> Result<()> {
        self.policy()?.permits(operation, caller.now).map_err(EngineError::Blocked)
    }

    /// Tells whether an answer may hold what was remembered before.
    pub fn allows_reading(&self, caller: &Caller) -> Result<bool> {
        Ok(self.policy()?.permits(Operation::Read, caller.now).is_ok())
    }

    /// Lets an operation pass by rules that were read before; the commit must name their version.
    pub(crate) fn permit_by(&self, facts: &Facts, operation: Operation, caller: &Caller) -> Result<()> {
        self.policy_told(facts.rules.as_deref()).permits(operation, caller.now).map_err(EngineError::Blocked)
    }

    /// Tells whether an agent may use a tool, and which rule blocks it otherwise.
    pub fn check_tool(&self, tool: &str, caller: &Caller) -> Result<std::result::Result<(), Rule>> {
        if tool.trim().is_empty() {
            return Err(EngineError::invalid("the tool has no name", "name one, for example web_fetch"));
        }
        Ok(self.policy()?.check(tool, caller.now))
    }

    /// Tells how the policy stands.
    pub fn policy_status(&self, caller: &Caller) -> Result<PolicyStatus> {
        let policy = self.policy()?;
        let kept = self.held().kept;
        let rules = if kept.is_closed() { 0 } else { policy.len() };
        let meanwhile = if kept.is_closed() {
            "no good rules are known, so no tool is allowed, memory included, until the admin corrects it"
                .to_owned()
        } else {
            "the last good rules stay in force".to_owned()
        };
        Ok(PolicyStatus {
            rules,
            tools_restricted: policy.allowed_tools(caller.now).is_some(),
            loaded_at: kept.loaded_at.and_then(|text| text.parse().ok()),
            problem: kept.problem.map(|problem| format!("{problem}; {meanwhile}")),
        })
    }

    /// Tells what the rules amount to, a sentence each: which sort of rule blocks what, and which values count before the
    /// person's own. Names no rule and shows none of their text.
    pub fn policy_summary(&self, caller: &Caller) -> Result<Vec<String>> {
        let policy = self.policy()?;
        let mut told = Vec::new();
        if policy.allowed_tools(caller.now).is_some() {
            told.push("Only tools on the admin's list may be used (blocked by policy: tools).".to_owned());
        }
        if policy.prohibits(caller.now) {
            told.push("Some tools and actions are forbidden (blocked by policy: prohibited).".to_owned());
        }
        for memory in policy.values().filter(|memory| memory.is_current(caller.now)) {
            told.push(format!("{}: {} counts before anyone's own value.", memory.key, memory.content.text()));
        }
        Ok(told)
    }

    /// Lets the holder of the admin key act as the admin.
    pub fn admin(&self, key: &str, caller: &Caller) -> Result<Caller> {
        let denied = || EngineError::Denied { what: "this".into(), needs: "the admin key".into() };
        let path = self.settings.admin_key.as_deref().ok_or_else(denied)?;
        let kept = std::fs::read_to_string(path).map_err(|_| denied())?;
        let (given, kept) = (key.trim(), kept.trim());
        // Hashes of equal length are compared in constant time.
        if kept.is_empty() || blake3::hash(given.as_bytes()) != blake3::hash(kept.as_bytes()) {
            return Err(denied());
        }
        Ok(Caller { actor: Actor { name: "admin".into(), trust: Trust::Admin }, ..caller.clone() })
    }

    /// Says what is wrong with the file, with its words: for those alone who may read the file itself.
    pub fn policy_fault(&self, caller: &Caller) -> Option<String> {
        let path = self.settings.policy.as_ref().filter(|_| caller.trust() >= Trust::Admin)?;
        match look(path, caller.now, &self.settings.time_zone) {
            Look::Broken { admin, .. } => Some(admin),
            Look::Rules(..) | Look::Missing => None,
        }
    }

    /// Reads the policy again for the admin; a broken file is an error that names its line, none of its words, and changes
    /// nothing.
    pub fn reload_policy(&self, caller: &Caller) -> Result<PolicyStatus> {
        if caller.trust() < Trust::Admin {
            let what = "reloading the policy".into();
            return Err(EngineError::Denied { what, needs: "the admin key".into() });
        }
        let Some(path) = self.settings.policy.clone() else {
            return Err(EngineError::invalid("there is no policy file", "name a configuration folder"));
        };
        match look(&path, caller.now, &self.settings.time_zone) {
            Look::Rules(file, policy) => self.take((file, &policy), 1, caller)?,
            Look::Missing => self.take((MISSING.into(), &Policy::default()), 1, caller)?,
            Look::Broken { file, line, .. } => {
                self.keep(Kept { file, problem: Some(told(line)), ..self.held().kept })?;
                return Err(EngineError::invalid("the policy is broken", told(line)));
            }
        }
        self.policy_status(caller)
    }

    /// Loads the policy when the workspace is opened, if its file is not the one that was last looked at.
    pub(crate) fn load_policy(&self, caller: &Caller) -> Result<()> {
        self.policy()?;
        let Some(path) = self.settings.policy.clone() else { return Ok(()) };
        let kept = self.held().kept;
        let fresh = |file: &str| kept.file != file;
        match look(&path, caller.now, &self.settings.time_zone) {
            // A file that was cut short looks like one without rules; only the admin lifts all of them.
            Look::Rules(file, policy) if policy.is_empty() && !kept.rules.is_empty() => {
                let problem = Some("the file holds no rules; the admin can put them back or reload".into());
                if fresh(&file) { self.keep(Kept { file, problem, ..kept }) } else { Ok(()) }
            }
            Look::Rules(file, policy) if fresh(&file) || kept.problem.is_some() => {
                self.take((file, &policy), 0, &Caller::system(caller.now))
            }
            Look::Missing if fresh(MISSING) && !kept.rules.is_empty() => {
                let problem = Some("the file is missing; the admin can put it back or reload".into());
                self.keep(Kept { file: MISSING.into(), problem, ..kept })
            }
            Look::Broken { file, line, .. } if fresh(&file) => {
                self.keep(Kept { file, problem: Some(told(line)), ..kept })
            }
            _ => Ok(()),
        }
    }

    /// Lets another store of this workspace go by the rules of now, whatever rules it came with: a backup brings none.
    pub(crate) fn hand_on_policy(&self, to: &Store) -> Result<()> {
        Ok(to.set_named(KEPT, self.store.named(KEPT)?.as_deref(), Durability::Synced)?)
    }

    /// Returns the rules in force; another process may have changed them since.
    pub(crate) fn policy(&self) -> Result<Arc<Policy>> {
        Ok(self.policy_told(self.store.named(KEPT)?.as_deref()))
    }

    /// Returns the rules as the store tells them: those with which this process began, until the admin reloads them.
    fn policy_told(&self, now: Option<&str>) -> Arc<Policy> {
        let held = self.policy.0.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        if held.begun && held.seen.as_deref() == now {
            return Arc::clone(&held.policy);
        }
        let known = held.clone();
        drop(held);
        let kept: Kept = now.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let seen = now.map(str::to_owned);
        if known.begun && known.kept.reloads == kept.reloads {
            // Another process has begun with a changed file; here the admin must say so.
            self.hold(Inner { seen, ..known.clone() });
            return known.policy;
        }
        let policy = Arc::new(in_force(&kept, &self.settings.time_zone));
        self.hold(Inner { begun: true, seen, kept, policy: policy.clone() });
        policy
    }

    /// Takes rules over; of those that the admin reloads, whatever runs takes notice.
    fn take(&self, (file, policy): (String, &Policy), reloaded: u64, caller: &Caller) -> Result<()> {
        let loaded_at = Some(caller.now.to_string());
        let rules = policy.len();
        let stands = self.store.named(KEPT)?.and_then(|text| serde_json::from_str::<Kept>(&text).ok());
        let reloads = stands.map_or(0, |kept| kept.reloads).max(self.held().kept.reloads) + reloaded;
        self.hold(Inner { policy: Arc::new(policy.clone()), ..self.held() });
        self.keep(Kept { file, loaded_at, rules: policy.render(), problem: None, reloads })?;
        let reason = format!("policy loaded: {rules} rules");
        let remark = Change::Remark { op: Op::Note, scope: "policy".into(), reason };
        self.commit(vec![remark], caller).map(drop)
    }

    /// Writes down what is known of the policy; in a store that cannot be written this process still holds it.
    fn keep(&self, kept: Kept) -> Result<()> {
        let text = serde_json::to_string(&kept).expect("a record of strings serialises");
        let policy = if kept.is_closed() {
            Arc::new(in_force(&kept, &self.settings.time_zone))
        } else {
            self.held().policy
        };
        self.hold(Inner { kept, policy, ..self.held() });
        self.store.set_named(KEPT, Some(&text), Durability::Synced)?;
        self.hold(Inner { seen: Some(text), ..self.held() });
        Ok(())
    }

    fn held(&self) -> Inner {
        self.policy.0.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    fn hold(&self, inner: Inner) {
        *self.policy.0.write().unwrap_or_else(std::sync::PoisonError::into_inner) = inner;
    }
}

/// What a look at the file gives.
enum Look {
    /// Good rules, and the hash of the file.
    Rules(String, Policy),
    /// No file.
    Missing,
    /// A file that cannot be taken; the words about it are the admin's.
    Broken { file: String, line: u32, admin: String },
}

fn look(path: &Path, now: Timestamp, zone: &TimeZone) -> Look {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Look::Missing,
        Err(error) => {
            return Look::Broken { file: error.kind().to_string(), line: 0, admin: error.to_string() };
        }
    };
    let file = blake3::hash(&bytes).to_hex().to_string();
    match Policy::read(&bytes, now, zone) {
        Ok(policy) => Look::Rules(file, policy),
        Err(why) => Look::Broken { file, line: why.line, admin: why.to_string() },
    }
}

/// Returns the rules that hold by what is kept.
fn in_force(kept: &Kept, zone: &TimeZone) -> Policy {
    if kept.is_closed() {
        return Policy::closed();
    }
    Policy::read(kept.rules.as_bytes(), Timestamp::UNIX_EPOCH, zone).unwrap_or_default()
}

fn told(line: u32) -> String {
    match line {
        0 => "the file cannot be read".into(),
        line => format!("line {line} of the file cannot be read"),
    }
}

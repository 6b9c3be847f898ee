//! What a person says, carried out: understood, written or forgotten at once, and acknowledged with evidence.
//! Talk changes nothing. What an agent only concluded waits for the person.

mod aimed;
mod answer;
mod erase;
mod inferred;
mod keep;
mod naming;
mod refusal;

use memoro_core::redact::redact;
use memoro_core::text::head;
use memoro_core::trigger::{self, Command, Intent, Outcome, Remark, Tongue, Verbosity};
use memoro_core::user_model::slot;
use memoro_core::{
    Confidence, Key, MAX_TEXT, Memory, MemoryId, ProjectId, Scope, ScopeKind, SessionId, UserId,
};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::resolve::Whose;
use crate::verify::{Line, is_request};
use crate::workspace::Workspace;
pub use aimed::intents;
use aimed::{Aim, Task, USER_SAID};
use refusal::{Refusal, operation};

/// The most of a person's words that the audit keeps as the reason.
const LONGEST_REASON: usize = 300;

/// Where and how something is said.
#[derive(Debug, Clone, Default)]
pub struct SayContext {
    /// Who speaks; the owner where it is left out.
    pub user: Option<UserId>,
    /// The session; the current one where it is left out.
    pub session: Option<SessionId>,
    /// The run, for audit and verification.
    pub run: Option<String>,
    /// The project that "this project" means; the workspace where it is left out.
    pub project: Option<ProjectId>,
    /// How sure an agent is of what it concluded; `None` for what a person said.
    pub inferred: Option<Confidence>,
}

/// What was done, with evidence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SayReceipt {
    /// `stored`, `merged`, `superseded`, `pending`, `rejected`, `forgotten`, `dropped` or `shown`.
    pub status: &'static str,
    /// The memory.
    pub id: Option<MemoryId>,
    /// The file that shows it, relative to the workspace.
    pub file: Option<String>,
    /// The line in that file.
    pub line: Option<u32>,
    /// Whether it was read back, or looked for and found gone.
    pub verified: bool,
    /// Why it was not done, or what to know besides.
    pub reason: Option<String>,
}

/// One command, carried out.
#[derive(Debug, Clone)]
pub struct Done {
    /// What was understood, secrets left out.
    pub command: Command,
    /// The time to live as it counts.
    pub ttl: String,
    /// What was done.
    pub receipt: SayReceipt,
    /// What is known, if that was asked for.
    pub shown: Vec<Memory>,
    /// What to tell the person.
    pub ack: String,
    /// Whether writing itself failed.
    pub failed: bool,
}

/// What a message led to; no command for talk.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// The commands in order.
    pub commands: Vec<Done>,
    /// What the person must be told because writing keeps failing; the run should stop.
    pub fail_safe: Option<String>,
}

/// A message with what is known about it.
struct Speech<'a> {
    context: &'a SayContext,
    caller: &'a Caller,
    /// The message without its secrets.
    text: &'a str,
    /// What was left out of it.
    secrets: Vec<String>,
    tongue: Tongue,
}

/// What became of a command, before it is told.
struct Effect {
    receipt: SayReceipt,
    told: Told,
    shown: Vec<Memory>,
    ttl: Option<String>,
    /// The key of the memory that was meant, where the words named it otherwise.
    key: Option<String>,
    /// Stands for what the command is about, in the requests of a run.
    mark: String,
    /// The scope whose value counts before the one that was written.
    outranked: Option<ScopeKind>,
    failed: bool,
}

/// What the person is told.
enum Told {
    Stored,
    Replaced(String),
    Ended(String),
    Unchanged,
    Forgotten,
    Missing,
    Otherwise(String),
    Undone(String),
    Confirmed(usize),
    Dropped(usize),
    Waiting,
    Shown(usize),
    Refused(Refusal),
}

impl Effect {
    fn new(told: Told, receipt: SayReceipt) -> Self {
        Self {
            receipt,
            told,
            shown: Vec::new(),
            ttl: None,
            key: None,
            mark: String::new(),
            outranked: None,
            failed: false,
        }
    }

    fn refused(refusal: Refusal) -> Self {
        let reason = Some(refusal.reason());
        let receipt = SayReceipt { status: "rejected", reason, ..SayReceipt::default() };
        Self::new(Told::Refused(refusal), receipt)
    }

    fn failed(error: &EngineError) -> Self {
        Self { failed: true, ..Self::refused(Refusal::Failed(error.to_string())) }
    }

    fn about(self, scope: &Scope, key: &str) -> Self {
        Self { mark: mark(scope, key), ..self }
    }
}

/// Returns what a message asks memory for, in order: by rules, and by what the embedded model hears in it.
pub fn understand(message: &str) -> Vec<Command> {
    let model = memoro_embed::LocalModel::load();
    trigger::understand_by(message, &|text| cut(&model, text))
}

/// Cuts a text into the pieces that the recogniser reads.
pub(crate) fn cut(model: &memoro_embed::LocalModel, text: &str) -> Vec<trigger::Cut> {
    let cuts = model.cut(text).into_iter();
    cuts.map(|cut| trigger::Cut { span: cut.span, piece: cut.piece, begins: cut.begins, row: cut.row })
        .collect()
}

impl Workspace {
    /// Carries out what a message asks for; talk asks for nothing.
    pub fn say(&self, message: &str, context: &SayContext, caller: &Caller) -> Result<Said> {
        if message.len() > MAX_TEXT {
            let why = format!("{} bytes, at most {MAX_TEXT}; keep it as a document", message.len());
            return Err(EngineError::invalid("the message is too long", why));
        }
        let run = context.run.clone().or_else(|| caller.run.clone());
        let session = context.session.clone().or_else(|| caller.session.clone());
        let caller = Caller { run, session, ..caller.clone() };
        let redacted = redact(message);
        let text = redacted.text.as_ref();
        let commands = match context.inferred {
            None => understand(text),
            Some(confidence) => inferred::understand(text, confidence),
        };
        self.keep_session(context.session.as_ref(), &caller)?;
        let secrets = redacted.found.iter().map(|f| format!("a secret was left out ({})", f.kind)).collect();
        let speech = Speech { context, caller: &caller, text, secrets, tongue: trigger::tongue(text) };
        let mut said = Said::default();
        for Task { command, aim } in self.tasks(commands, &speech)? {
            said.commands.push(self.obey(command, aim.as_ref(), &speech));
        }
        let last = said.commands.last().filter(|done| done.failed && done.receipt.status == "rejected");
        let failed = last.is_some_and(|done| is_request(done.command.intent));
        if let Some(run) = &caller.run
            && !said.commands.is_empty()
            && (self.is_fail_safe(run) || failed && self.failures_of(run) == 0)
        {
            said.fail_safe = Some(refusal::fail_safe(speech.tongue));
        }
        Ok(said)
    }

    fn obey(&self, mut command: Command, aim: Option<&Aim>, speech: &Speech<'_>) -> Done {
        command.value = visible(&command.value);
        command.scope = self.scope_for_a_time(&command, speech).unwrap_or(command.scope);
        let mut effect = match self.carry_out(&command, aim, speech) {
            Ok(effect) => effect,
            Err(EngineError::Blocked(rule)) => Effect::refused(Refusal::Blocked(rule)),
            Err(error) => {
                let mark = self.mark_said(&command, speech);
                if is_request(command.intent) {
                    let line = Line { mark: mark.clone(), ..Line::failed(&error.to_string()) };
                    self.note(line, speech.caller);
                }
                Effect { mark, ..Effect::failed(&error) }
            }
        };
        if effect.mark.is_empty() && matches!(effect.told, Told::Refused(_)) {
            effect.mark = self.mark_said(&command, speech);
        }
        if effect.key.is_some() {
            command.key = effect.key.take();
        }
        if !speech.secrets.is_empty() {
            let mut reasons: Vec<String> = effect.receipt.reason.take().into_iter().collect();
            reasons.extend(speech.secrets.iter().cloned());
            reasons.dedup();
            effect.receipt.reason = Some(reasons.join("; "));
        }
        self.note_said(&command, &effect, speech);
        let ttl = effect.ttl.clone().or_else(|| command.ttl.clone()).unwrap_or_else(|| "none".into());
        let ack = self.acknowledgement(&command, &effect, speech);
        let Effect { receipt, shown, failed, .. } = effect;
        Done { command, ttl, receipt, shown, ack, failed }
    }

    fn carry_out(&self, command: &Command, aim: Option<&Aim>, speech: &Speech<'_>) -> Result<Effect> {
        if let Some(operation) = operation(command.intent) {
            self.permit(operation, speech.caller)?;
        }
        if let Some(aim) = aim {
            return self.aimed(command, aim, speech);
        }
        match command.remark {
            Some(Remark::NothingNamed) => return Ok(Effect::refused(Refusal::NothingNamed)),
            Some(Remark::Overridden) => return Ok(Effect::refused(Refusal::Overridden)),
            Some(Remark::Contradicted) => return Ok(Effect::refused(Refusal::Contradicted)),
            Some(Remark::Clashes) => return Ok(Effect::refused(Refusal::Clashes)),
            Some(Remark::TakenBack) => return Ok(Effect::refused(Refusal::TakenBack)),
            Some(Remark::FieldsInText) | None => {}
        }
        let writes = matches!(command.intent, Intent::Remember | Intent::SetPreference | Intent::Update);
        if speech.context.inferred.is_some() && !writes {
            return Ok(Effect::refused(Refusal::OnlyAPerson));
        }
        match command.intent {
            Intent::Remember | Intent::SetPreference | Intent::Update => self.keep_said(command, speech),
            Intent::Forget => self.forget_said(command, speech),
            Intent::Confirm => self.confirm_said(command, speech),
            Intent::Reject => self.reject_said(command, speech),
            Intent::Show => self.show_said(command, speech),
            Intent::None => Ok(Effect::refused(Refusal::NothingNamed)),
        }
    }

    /// Stands for what a command is about where it failed before that was settled.
    fn mark_said(&self, command: &Command, speech: &Speech<'_>) -> String {
        let scopes = self.spoken_scopes(speech).unwrap_or_default();
        match (scopes.iter().find(|scope| scope.kind() == command.scope), &command.key) {
            (Some(scope), Some(key)) => mark(scope, key),
            _ => String::new(),
        }
    }

    /// Leaves evidence of a request in its run.
    fn note_said(&self, command: &Command, effect: &Effect, speech: &Speech<'_>) {
        if !is_request(command.intent) {
            return;
        }
        let SayReceipt { status, id, verified, .. } = &effect.receipt;
        let (status, ok, reason) = match &effect.told {
            Told::Refused(refusal) if effect.failed => ("failed", false, Some(refusal.words().to_owned())),
            Told::Refused(refusal) => (*status, refusal.is_settled(), Some(refusal.words().to_owned())),
            Told::Missing | Told::Otherwise(_) => {
                ("missing", true, Some("nothing of the sort was there".to_owned()))
            }
            _ => {
                let inferred = speech.context.inferred.map(|_| "inferred".to_owned());
                (*status, *verified, inferred)
            }
        };
        let line = Line {
            what: "say".into(),
            intent: Some(command.intent.to_string()),
            status: status.into(),
            ok,
            mark: effect.mark.clone(),
            id: id.as_ref().map(ToString::to_string),
            reason,
            ..Line::default()
        };
        self.note(line, speech.caller);
    }

    fn acknowledgement(&self, command: &Command, effect: &Effect, speech: &Speech<'_>) -> String {
        let refused;
        let outcome = match &effect.told {
            Told::Stored => Outcome::Stored,
            Told::Replaced(old) => Outcome::Replaced { old },
            Told::Ended(old) => Outcome::Ended { old },
            Told::Unchanged => Outcome::Unchanged,
            Told::Forgotten => Outcome::Forgotten,
            Told::Missing => Outcome::Missing,
            Told::Otherwise(held) => Outcome::Otherwise { held },
            Told::Undone(back) => Outcome::Undone { back },
            Told::Confirmed(count) => Outcome::Confirmed(*count),
            Told::Dropped(count) => Outcome::Dropped(*count),
            Told::Waiting => Outcome::Waiting,
            Told::Shown(count) => Outcome::Shown(*count),
            Told::Refused(refusal) => {
                refused = refusal.told(speech.tongue);
                Outcome::Refused { reason: &refused }
            }
        };
        let settled = Command { ttl: effect.ttl.clone().or_else(|| command.ttl.clone()), ..command.clone() };
        let mut ack = trigger::acknowledge(&settled, outcome, speech.tongue, self.verbosity(speech));
        if let Some(before) = effect.outranked {
            ack.push_str(trigger::outranked(before, speech.tongue));
        }
        ack
    }

    /// Returns how much the person likes to be told.
    fn verbosity(&self, speech: &Speech<'_>) -> Verbosity {
        let keys: Vec<Key> = Key::new(slot::LENGTH).into_iter().collect();
        let resolved = self.resolve(&keys, &self.whose(speech), speech.caller).unwrap_or_default();
        match resolved.values.first().map(crate::resolve::Resolved::value) {
            Some("detailed" | "long" | "full" | "verbose" | "high") => Verbosity::Full,
            _ => Verbosity::Concise,
        }
    }

    fn whose(&self, speech: &Speech<'_>) -> Whose {
        Whose {
            user: speech.context.user.clone(),
            session: speech.context.session.clone(),
            project: Some(self.project(speech)),
        }
    }

    /// Returns the project that is meant: the named one, or the workspace.
    fn project(&self, speech: &Speech<'_>) -> ProjectId {
        let folder = || {
            let name = self.root.file_name().map(|name| name.to_string_lossy().into_owned());
            name.and_then(|name| ProjectId::new(visible(&name)).ok())
        };
        let named = speech.context.project.clone().or_else(folder);
        named.unwrap_or_else(|| ProjectId::new("workspace").expect("a plain word is a project id"))
    }

    /// Returns the scopes in which a person's own memories stand.
    fn spoken_scopes(&self, speech: &Speech<'_>) -> Result<Vec<Scope>> {
        let user = speech.context.user.clone().unwrap_or_else(|| self.settings.owner.clone());
        let session = self.live_session(speech.context.session.as_ref(), speech.caller)?;
        let mut scopes = vec![Scope::User(user), Scope::Project(self.project(speech))];
        scopes.extend(session.map(Scope::Session));
        Ok(scopes)
    }
}

impl Speech<'_> {
    /// Returns the words of one command as the reason of a change, and none of the others'.
    fn reason(&self, command: &Command) -> String {
        let words = self.text.get(command.span.clone()).filter(|words| !words.trim().is_empty());
        let words = words.unwrap_or(self.text).split_whitespace().collect::<Vec<_>>().join(" ");
        let said = match self.context.inferred {
            None => format!("{USER_SAID}{words}"),
            Some(_) => format!("inferred: {words}"),
        };
        if said.chars().count() <= LONGEST_REASON {
            return said;
        }
        format!("{}…", head(&said, LONGEST_REASON - 1))
    }
}

fn mark(scope: &Scope, key: &str) -> String {
    crate::draft::fingerprint(&format!("{scope} {key}"))
}

/// Leaves out characters that nobody sees and that could hide or turn around what is written.
fn visible(text: &str) -> String {
    text.chars().filter(|c| c.is_whitespace() || !memoro_core::id::is_hidden(*c)).collect()
}

/// Returns the word for a scope in the shape of the vault's files.
pub(crate) const fn scope_word(kind: ScopeKind) -> &'static str {
    match kind {
        ScopeKind::User => "profile",
        other => other.as_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_hide_or_turn_text_around_are_left_out() {
        assert_eq!(visible("a\u{202E}b\u{200B}c\u{2066}ไทย中\u{FEFF}\nx"), "abcไทย中\nx");
    }

    #[test]
    fn the_reason_holds_only_the_words_of_its_command() {
        let context = SayContext::default();
        let caller = Caller::user("2026-11-15T10:00:00Z".parse().unwrap());
        let text = format!("จำไว้ว่าก  remember b {}", "长".repeat(400));
        let speech = Speech {
            context: &context,
            caller: &caller,
            text: &text,
            secrets: Vec::new(),
            tongue: Tongue::English,
        };
        let start = text.find("remember").unwrap();
        let mut command = trigger::understand("remember that I like tea").remove(0);
        command.span = start..start + 10;
        assert_eq!(speech.reason(&command), "user said: remember b");
        command.span = start..text.len();
        assert_eq!(speech.reason(&command).chars().count(), LONGEST_REASON);
    }
}

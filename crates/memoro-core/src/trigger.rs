//! What a person asks to remember, forget, change or show, in Thai, English and Chinese. Reads one message and
//! says what was meant; it writes nothing, knows no store and no clock. Talk that only mentions memory,
//! quotations and code give no command.

use std::ops::Range;

use crate::content::EntryKind;
use crate::provenance::Confidence;
use crate::scope::ScopeKind;
use crate::words::words;

mod ack;
mod actual;
mod artifact;
mod aside;
mod ask;
mod asked;
mod bounds;
mod change;
mod cited;
mod clause;
mod closed;
mod coding;
mod command;
mod condition;
mod contact;
mod content;
mod contrast;
mod cue;
mod directive;
mod due;
mod en;
mod ended;
mod errand;
mod firms;
mod forget;
mod free;
mod health;
mod heard;
mod keys;
mod kin;
mod lines;
mod mastery;
mod memo;
mod numbered;
mod over;
mod pair;
mod persona;
mod plan;
mod pointing;
mod recalled;
mod repair;
mod reset;
mod saying;
pub(crate) mod search;
mod second;
mod sentence;
mod shape;
mod signal;
mod slot;
mod spoken;
mod teams;
mod text;
mod th;
mod time;
mod title;
mod topic;
mod values;
mod venture;
mod whose;
mod wish;
mod work;
mod zh;
mod zones;

pub use ack::{Outcome, Tongue, Verbosity, acknowledge, joined as joined_acks, outranked, tongue};
pub use asked::asked_by;
pub use forget::is_former;
pub use heard::Cut;
pub(crate) use keys::slug as key_part;
pub use keys::{canonical_key, known_key, names_of, opposite_key};
pub use kin::is_of_another;
pub(crate) use mastery::changed as changed_level;
pub use pointing::{Pointed, Pointing, pointing};
pub use time::{FURTHEST, settle};
pub use zones::time_zone;

/// What a person wants done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Intent {
    /// Keep a statement.
    Remember,
    /// Set how answers should be, or how to call the person.
    SetPreference,
    /// Change what is kept under a slot.
    Update,
    /// Forget something.
    Forget,
    /// Confirm what waits.
    Confirm,
    /// Reject what waits, or ask that nothing be kept.
    Reject,
    /// Show what is kept.
    Show,
    /// Nothing that concerns memory.
    None,
}

words!(Intent, "intent", {
    Remember => "remember",
    SetPreference => "set_preference",
    Update => "update",
    Forget => "forget",
    Confirm => "confirm",
    Reject => "reject",
    Show => "show",
    None => "none",
});

/// What the caller should know about a command before acting on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remark {
    /// The command names nothing: "remember this". There is nothing to write.
    NothingNamed,
    /// A later command of the same message says otherwise about the same key.
    Overridden,
    /// The same message asks to keep it and to forget it.
    Contradicted,
    /// The message asks for two things of which only one can hold.
    Clashes,
    /// The person took it back before the message ended.
    TakenBack,
    /// The value looks like fields of an entry line; they are part of the text and have no effect.
    FieldsInText,
}

impl Remark {
    /// Returns the remark as a short phrase.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NothingNamed => "the message does not say what",
            Self::Overridden => "a later command of the same message replaces this one",
            Self::Contradicted => "the message asks to remember and to forget the same thing",
            Self::Clashes => "the message asks for two things of which only one can hold",
            Self::TakenBack => "the same message takes this back",
            Self::FieldsInText => "fields written inside the value are kept as text",
        }
    }
}

/// The key that stands for everything that is known of the person.
pub const EVERYTHING: &str = "*";

/// One command of a message.
#[derive(Debug, Clone, PartialEq)]
pub struct Command {
    /// What is wanted.
    pub intent: Intent,
    /// Where it belongs.
    pub scope: ScopeKind,
    /// What sort of entry it makes.
    pub kind: EntryKind,
    /// Under which key; [`EVERYTHING`] for all; `None` where the message names none.
    pub key: Option<String>,
    /// What is to be kept, or the words that name what is to be forgotten or shown.
    pub value: String,
    /// The value that the person says does not hold any more, where they say nothing else: what the slot holds ends.
    pub ends: Option<String>,
    /// For how long, as [`settle`] reads it; `None` where the message does not say.
    pub ttl: Option<String>,
    /// How sure the reading is.
    pub confidence: Confidence,
    /// The bytes of the message that say so.
    pub span: Range<usize>,
    /// What stands in the way or should be told.
    pub remark: Option<Remark>,
}

/// Returns the commands of a message in order, by rules alone; none for talk.
pub fn understand(message: &str) -> Vec<Command> {
    let text = text::Text::of(message);
    let settings = reset::all(&text);
    if !settings.is_empty() {
        return settings;
    }
    or_reset(weighed(by_rules(&text), message, &text), &text)
}

/// Returns the commands of a message in order, by rules and by what is heard in the pieces that `cut` makes of it.
pub fn understand_by(message: &str, cut: &dyn Fn(&str) -> Vec<Cut>) -> Vec<Command> {
    let text = text::Text::of(message);
    let settings = reset::all(&text);
    if !settings.is_empty() {
        return settings;
    }
    let understood = by_rules(&text);
    or_reset(weighed(heard::commands(&text, understood, cut), message, &text), &text)
}

/// Reads a message without a command as one that wants a setting as it was.
fn or_reset(commands: Vec<Command>, text: &text::Text) -> Vec<Command> {
    if commands.is_empty() { reset::read(text).into_iter().collect() } else { commands }
}

fn by_rules(text: &text::Text) -> Vec<Command> {
    let commands = sentence::commands(text);
    if !commands.is_empty() {
        return commands;
    }
    let idle = |one| errand::is_one(one) || clause::names_code(one) || recalled::is_one(one);
    if clause::sentences(text.whole()).into_iter().any(idle) {
        return commands;
    }
    let mut commands = memo::commands(text);
    if commands.iter().any(|command| writes(command.intent)) && repair::ends_so(text.whole()) {
        for command in &mut commands {
            command.remark = Some(Remark::TakenBack);
        }
    }
    commands
}

/// Leaves out what only asks, and marks what does not go together.
fn weighed(mut commands: Vec<Command>, message: &str, text: &text::Text) -> Vec<Command> {
    commands.retain(|command| !(keeps(command.intent) && is_open(&command.value)));
    name_level(&mut commands, message);
    whose::settle(&mut commands, message);
    condition::settle(&mut commands, text);
    actual::settle(&mut commands, text);
    aside::leave_out(&mut commands, message);
    leave_out_repeated(&mut commands);
    for command in
        commands.iter_mut().filter(|one| one.intent == Intent::Confirm && one.value.trim().is_empty())
    {
        if takes_back(message) {
            command.remark = Some(Remark::Contradicted);
        }
    }
    for command in commands.iter_mut().filter(|command| command.value.contains(directive::CLASH)) {
        command.remark = Some(Remark::Clashes);
    }
    for at in 0..commands.len() {
        let (head, tail) = commands.split_at_mut(at + 1);
        let Some(command) = head.last_mut() else { continue };
        let Some(later) = tail.iter_mut().find(|later| replaces(later, command)) else { continue };
        if later.intent == Intent::Forget && command.intent != Intent::Forget {
            later.remark = Some(Remark::Contradicted);
            command.remark = Some(Remark::Contradicted);
        } else if clashes(later, command) {
            later.remark = Some(Remark::Clashes);
            command.remark = Some(Remark::Clashes);
        } else if command.remark.is_none_or(|remark| remark == Remark::FieldsInText) {
            command.remark = Some(Remark::Overridden);
        }
    }
    commands
}

/// Tells whether a message that says yes says no as well.
fn takes_back(message: &str) -> bool {
    const NO: [&str; 24] = [
        "reject",
        "no wait",
        "wait, no",
        "wait no",
        "no, don't",
        "no don't",
        "? no",
        "no, not",
        "nope",
        "cancel that",
        "never mind",
        "on second thought",
        "ปฏิเสธ",
        "ไม่เอา",
        "ไม่ยืนยัน",
        "อย่าเพิ่ง",
        "ยกเลิก",
        "拒绝",
        "拒絕",
        "不要",
        "，不，",
        "取消",
        "还是不",
        "還是不",
    ];
    let message = message.to_lowercase().replace('’', "'");
    NO.iter().any(|no| message.contains(no))
}

/// Leaves out what the same message already asked to keep, word for word.
fn leave_out_repeated(commands: &mut Vec<Command>) {
    let mut at = 0;
    while at < commands.len() {
        let (head, tail) = commands.split_at(at);
        let repeated = tail.first().is_some_and(|one| {
            keeps(one.intent)
                && head.iter().any(|before| {
                    keeps(before.intent)
                        && before.key.is_some()
                        && before.key == one.key
                        && before.value == one.value
                        && before.scope == one.scope
                })
        });
        if repeated {
            commands.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Puts a level that holds now in the place of the one that a message says holds no longer.
fn name_level(commands: &mut Vec<Command>, message: &str) {
    let [command, ..] = commands.as_mut_slice() else { return };
    if !keeps(command.intent) || command.scope != ScopeKind::User {
        return;
    }
    if let Some((key, level)) = mastery::changed(message) {
        (command.key, command.kind, command.ends) = (Some(key), EntryKind::Fact, None);
        level.clone_into(&mut command.value);
        commands.truncate(1);
    }
}

/// Tells whether what is to be kept is what is asked for: "do you remember what my name is" gives no name.
fn is_open(value: &str) -> bool {
    const ASKED: [&str; 14] = [
        "什么", "什麼", "什", "甚麼", "谁", "誰", "哪里", "哪裡", "哪儿", "哪兒", "多少", "几点", "怎么",
        "怎麼",
    ];
    let value = value.trim();
    // "I eat anything" asks nothing.
    let any = ["什么都", "什麼都", "谁都", "誰都", "哪里都", "怎么都", "没什么", "沒什麼"];
    !any.iter().any(|word| value.contains(word))
        && ASKED.iter().any(|word| value.starts_with(word) || value.ends_with(word))
}

/// Tells whether a later command says otherwise about what this one is about.
fn replaces(later: &Command, command: &Command) -> bool {
    let Some(key) = &command.key else { return false };
    let same = later.key.as_ref() == Some(key)
        && (later.value != command.value || keeps(later.intent) != keeps(command.intent));
    let opposite = keeps(later.intent)
        && keeps(command.intent)
        && later.key.is_some()
        && keys::opposite_key(key) == later.key;
    (same || opposite) && later.scope == command.scope && writes(later.intent) && writes(command.intent)
}

/// Tells whether two commands want different values of a slot that has one; a free statement may go on.
fn clashes(later: &Command, command: &Command) -> bool {
    let stands = |command: &Command| {
        command.remark.is_none_or(|remark| matches!(remark, Remark::FieldsInText | Remark::Clashes))
    };
    let slot = command.key.as_deref().is_some_and(|key| keys::kind_of(key).is_some());
    let both = later.intent != Intent::Forget && command.intent != Intent::Forget;
    slot && both && stands(later) && stands(command)
}

fn keeps(intent: Intent) -> bool {
    matches!(intent, Intent::Remember | Intent::SetPreference | Intent::Update)
}

fn writes(intent: Intent) -> bool {
    matches!(intent, Intent::Remember | Intent::SetPreference | Intent::Update | Intent::Forget)
}

#[cfg(test)]
mod apart;
#[cfg(test)]
mod heed;
#[cfg(test)]
mod kept;
#[cfg(test)]
mod tests;

//! What stands in a message but was not said: reminders, tool output, and the memory that was put into the prompt.
//! Recalling the latter as if it were new would make a loop.

use std::borrow::Cow;

use memoro_core::pack::without_own;

/// The mark that Memoro puts into the prompts of its own sessions, so that they are not read as conversations.
pub const OWN_MARK: &str = "<!-- memoro:own -->";

/// Elements that are taken out with all that is in them.
const DROPPED: [&str; 22] = [
    "system-reminder",
    "system_reminder",
    "environment_context",
    "user_instructions",
    "permissions instructions",
    "collaboration_mode",
    "INSTRUCTIONS",
    "turn_aborted",
    "subagent_notification",
    "local-command-stdout",
    "local-command-stderr",
    "local-command-caveat",
    "command-name",
    "command-message",
    "bash-stdout",
    "bash-stderr",
    "bash-input",
    "task-notification",
    "tool_result",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
];

/// Marks that are taken out while their text stays.
const UNWRAPPED: [&str; 2] = ["<command-args>", "</command-args>"];

/// Messages that nobody means.
const EMPTY_WORDS: [&str; 8] = [
    "[Request interrupted by user]",
    "[Request interrupted by user for tool use]",
    "No response requested.",
    "(no content)",
    "NO_REPLY",
    "HEARTBEAT_OK",
    "Warmup",
    "[no content]",
];

/// Returns what was said in a message; empty where nothing was.
pub fn clean(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if EMPTY_WORDS.contains(&text) {
        return Cow::Borrowed("");
    }
    let mut kept = if text.contains('<') { without_elements(text) } else { Cow::Borrowed(text) };
    if let Cow::Owned(without) = without_own(&kept) {
        kept = Cow::Owned(without);
    }
    if kept.starts_with("# AGENTS.md instructions") {
        kept = Cow::Owned(kept.split_once('\n').map_or("", |(_, rest)| rest).to_owned());
    }
    match kept {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}

/// Tells whether a message shows that its whole session belongs to a scheduler or to Memoro itself.
pub(super) fn marks_machine_session(text: &str) -> bool {
    text.contains(OWN_MARK) || text.trim_start().starts_with("[cron:")
}

/// Parts of a session's key that name a scheduler.
const SCHEDULERS: [&str; 6] = ["cron", "heartbeat", "heartbeats", "scheduler", "schedule", "scheduled"];
/// Parts behind which the name of a chat stands, whatever it is called.
const CHATS: [&str; 8] = ["agent", "channel", "group", "direct", "dm", "room", "thread", "topic"];

/// Tells whether the key of a session of `OpenClaw` names a scheduler as who talks in it: `agent:main:cron:nightly`,
/// `cron:7`, `agent:main:main:heartbeat`. An agent or a chat that is only called so is none.
pub(super) fn is_machine_key(key: &str) -> bool {
    let parts: Vec<String> = key.split(':').map(|part| part.trim().to_ascii_lowercase()).collect();
    let names = |at: usize| {
        let chat = at.checked_sub(1).is_some_and(|before| CHATS.contains(&parts[before].as_str()));
        SCHEDULERS.contains(&parts[at].as_str()) && !chat
    };
    parts.len() > 1 && (0..parts.len()).any(names)
}

fn without_elements(text: &str) -> Cow<'_, str> {
    let mut kept: Option<String> = None;
    let mut rest = text;
    let mut copied = 0;
    // Names whose closing tag stands nowhere ahead: looking again would cost the square of the text.
    let mut endless = [false; DROPPED.len()];
    while let Some((_, tail)) = rest.split_once('<') {
        rest = match after_element(tail, &mut endless).or_else(|| after_mark(tail)) {
            Some(after) => {
                let kept = kept.get_or_insert_with(|| String::with_capacity(text.len()));
                kept.push_str(text.get(copied..text.len() - tail.len() - 1).unwrap_or_default());
                copied = text.len() - after.len();
                after
            }
            None => tail,
        };
    }
    match kept {
        Some(mut kept) => {
            kept.push_str(text.get(copied..).unwrap_or_default());
            Cow::Owned(kept)
        }
        None => Cow::Borrowed(text),
    }
}

/// Returns what follows a dropped element that begins here, after its `<`.
fn after_element<'a>(tail: &'a str, endless: &mut [bool]) -> Option<&'a str> {
    let opens = |name: &&str| tail.strip_prefix(*name).is_some_and(|rest| rest.starts_with(['>', ' ']));
    let at = DROPPED.iter().position(opens).filter(|at| !endless[*at])?;
    let mut rest = tail;
    while let Some((_, closing)) = rest.split_once("</") {
        if let Some(after) = closing.strip_prefix(DROPPED[at]).and_then(|after| after.strip_prefix('>')) {
            return Some(after);
        }
        rest = closing;
    }
    endless[at] = true;
    None
}

fn after_mark(tail: &str) -> Option<&str> {
    UNWRAPPED.iter().find_map(|mark| tail.strip_prefix(mark.strip_prefix('<')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn injected_memory_is_taken_out_and_what_was_said_stays() {
        let message = "<memory_context version=\"1\"><user_model>ชอบ Rust</user_model></memory_context>\nช่วย deploy ที\n<ctx>旧的</ctx> 谢谢 a < b";
        assert_eq!(clean(message), "ช่วย deploy ที\n 谢谢 a < b");
        assert_eq!(clean("## Memory Context\n- [fact] likes tea\n[rule] 喝茶\n\nNow do it"), "Now do it");
    }

    #[test]
    fn reminders_and_command_output_are_nothing() {
        for message in [
            "<system-reminder>Today is Monday</system-reminder>",
            "<environment_context>\n<cwd>/x</cwd>\n</environment_context>",
            "<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>",
            "# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nbe kind\n</INSTRUCTIONS>",
            "HEARTBEAT_OK",
            "  ",
        ] {
            assert_eq!(clean(message), "", "{message}");
        }
        assert_eq!(clean("<command-name>/ask</command-name><command-args>ทำไม</command-args>"), "ทำไม");
    }

    #[test]
    fn a_scheduler_is_known_by_the_key_of_its_session() {
        for key in [
            "agent:main:cron:nightly",
            "agent:main:cron:7f:run:1",
            "cron:สรุปงาน",
            "agent:ผู้ช่วย:heartbeat",
            "agent:main:main:heartbeat",
            "agent:助手:Scheduler:每日",
        ] {
            assert!(is_machine_key(key), "{key}");
        }
        for key in [
            "agent:main:main",
            "agent:cron:main",
            "agent:main:telegram:group:cron",
            "agent:main:crontab",
            "cron",
            "อย่าลืม cron",
            "定时任务",
            "",
        ] {
            assert!(!is_machine_key(key), "{key}");
        }
    }

    #[test]
    fn an_element_that_never_closes_is_text() {
        assert_eq!(clean("what does <ctx> mean?"), "what does <ctx> mean?");
        assert_eq!(clean("<ctxt>x</ctxt>"), "<ctxt>x</ctxt>");
    }
}

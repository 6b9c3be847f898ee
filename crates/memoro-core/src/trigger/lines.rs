//! A value of several lines: an address, a list under its name, a verse. The lines belong to it up to a blank line or
//! to one that is talk of its own. A slot that has one word, such as a name, ends with its line.

use super::text::Piece;
use super::{Command, Intent, Remark, clause, cue, keys};

/// What a line begins with that is said by itself.
const OWN: &str = "i|i'm|i've|you|can|could|would|will|please|pls|what|what's|how|why|when|where|who|which|do|does|did|is|are|let's|thanks|thank you|also|then|now|ok|okay|but|so|hey|hi|hello|by the way|btw|and then|anyway|yes|no|\
    ผม|ฉัน|ดิฉัน|เรา|หนู|คุณ|ช่วย|ขอ|แล้ว|โอเค|ขอบคุณ|สวัสดี|อีกอย่าง|ว่าแต่|我|你|请|帮|那|然后|另外|还有|对了|谢谢|好的|今天|明天|顺便";

/// Returns the sentence with the lines that go on with what it says, and how many sentences those are.
pub(super) fn continued<'a>(
    sentence: Piece<'a>,
    following: &[Piece<'a>],
    commands: &[Command],
) -> Option<(Piece<'a>, usize)> {
    let idle = commands.iter().all(|command| command.remark == Some(Remark::NothingNamed));
    let waits = idle && is_label(sentence);
    if !(waits || is_open(commands)) {
        return None;
    }
    let mut before = sentence;
    let mut taken = 0;
    for line in following {
        let gap = line.before().seen().len() - before.before().seen().len() - before.seen().len();
        if gap > 0 || !ends_a_line(before) || is_own(*line) {
            break;
        }
        before = *line;
        taken += 1;
    }
    (taken > 0).then(|| (sentence.through(&before), taken))
}

/// Returns a listed value with the mark of its first item, which was taken for a dash before the value.
pub(super) fn with_first_mark(value: &str, written: &str) -> Option<String> {
    let (first, _) = value.split_once('\n')?;
    let mark = written.lines().filter_map(|line| line.trim().strip_suffix(first.trim())).find(|mark| {
        let bare = mark.trim_end();
        matches!(bare, "-" | "–" | "•" | "·" | "*") && mark.len() > bare.len()
    })?;
    Some(format!("{mark}{value}"))
}

/// Tells whether exactly one line break stands at the end.
fn ends_a_line(piece: Piece<'_>) -> bool {
    let tail = piece.seen();
    let kept = tail.trim_end().len();
    tail.get(kept..).is_some_and(|end| end.matches('\n').count() == 1)
}

/// A name without its value yet: "remember my address:", จำไว้ว่าที่อยู่คือ.
fn is_label(sentence: Piece<'_>) -> bool {
    let seen = sentence.seen().trim_end();
    let ends = [":", "：", "คือ", "是", " is", " are"].iter().any(|end| seen.ends_with(end));
    ends && cue::at(sentence.trim_start()).is_some_and(|cue| !cue.content.trim().is_empty())
}

/// Tells whether the one command keeps something that may go on.
fn is_open(commands: &[Command]) -> bool {
    let [command] = commands else { return false };
    let key = command.key.as_deref().unwrap_or_default();
    let free = keys::kind_of(key).is_none() || key.starts_with("place") || key.starts_with("project.");
    command.intent == Intent::Remember && command.remark.is_none() && free && !key.is_empty()
}

/// Tells whether a line is said by itself.
fn is_own(line: Piece<'_>) -> bool {
    let start = line.trim_start();
    start.strip(OWN).is_some()
        || clause::is_question(line)
        || clause::is_task(line)
        || cue::at(start).is_some()
        || super::ask::read(line.trim()).is_some()
        || super::second::is_order(start)
}

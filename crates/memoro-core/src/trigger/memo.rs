//! A second reading of messages in which the first one found no command: people tell an assistant to keep, correct or
//! drop something in more ways than verbs can be listed. Here a clause is an act on memory where each of its words is
//! one that such acts have ("stick that in your notes", เก็บไว้ด้วย, 帮我存着), and what stands around it is what is meant.
//! Writes nothing where what is meant is a question, a supposition, a task or somebody else's words.

mod answer;
mod bare;
mod erase;
mod fix;
mod keep;
mod wish;
mod words;

use super::slot::Found;
use super::text::{MASK, Piece, Text};
use super::{Command, clause, plan};

/// A longer message is talk or a text.
const LONGEST: usize = 420;

/// Finds the commands of a message that has no cue.
pub(super) fn commands(text: &Text) -> Vec<Command> {
    let whole = text.whole();
    if whole.seen().len() > LONGEST || is_code(whole) || is_tale(whole) {
        return Vec::new();
    }
    let asks = clause::is_question(whole) || clause::asks_how(whole);
    let said = whole.trim();
    if let Some(command) = answer::shown(whole) {
        return vec![command];
    }
    if asks
        || plan::is_supposed(said)
        || clause::is_task(said)
        || clause::is_supposed(said) && !is_wished(said)
    {
        return Vec::new();
    }
    let once = super::heard::is_once(said) && !said.has_any(super::directive::STRONG);
    let wishes = if once { Vec::new() } else { wish::read(said) };
    if !wishes.is_empty() || clause::is_supposed(said) {
        return wishes;
    }
    answer::read(said)
        .or_else(|| erase::read(said))
        .or_else(|| fix::read(said))
        .or_else(|| keep::read(said))
        .into_iter()
        .collect()
}

/// Finds the slot of a statement that leaves out who it is about, where it is asked to be kept.
pub(super) fn told(statement: Piece<'_>) -> Option<Found> {
    bare::slot(statement)
}

/// Tells whether a message supposes something only to wish for it: ถ้า…จะดีมาก, 要是…就好了.
fn is_wished(said: Piece<'_>) -> bool {
    said.has_any(
        "จะดี|จะดีมาก|จะช่วยได้มาก|จะเลิศ|จะเยี่ยม|就好了|会更好|就更好|就太好了|would be great|that'd be great",
    )
}

/// Tells whether a message is code or quotes somebody.
pub(super) fn is_code(whole: Piece<'_>) -> bool {
    let seen = whole.seen();
    seen.contains(MASK)
        || whole.holds("://")
        || [
            "();",
            "(\"",
            ");",
            "{",
            "}",
            "=>",
            "->",
            "select ",
            "alter table",
            "delete from",
            "insert into",
            "🎵",
            "♪",
        ]
        .iter()
        .any(|mark| whole.holds(mark))
}

/// Tells whether a message is code or holds a quotation longer than a name.
pub(super) fn quotes(whole: Piece<'_>) -> bool {
    const LONGEST_NAME: usize = 16;
    if !is_code(whole) || whole.written().contains('`') {
        return is_code(whole);
    }
    let (seen, open) = (whole.seen(), whole.open());
    let mut at = 0;
    let short = seen.split(|c| c != MASK).filter(|run| !run.is_empty()).all(|run| {
        let start = seen.get(at..).and_then(|rest| rest.find(MASK)).map_or(seen.len(), |i| at + i);
        at = start + run.len();
        open.cut(start, at).written().chars().count() <= LONGEST_NAME + 2
    });
    let unquoted: String = seen.chars().filter(|c| *c != MASK).collect();
    !short || is_code(Text::of(&unquoted).whole())
}

/// Tells whether a message is about words, songs and stories, or about what others do.
fn is_tale(whole: Piece<'_>) -> bool {
    const ABOUT: &str = "song|lyrics|movie|film|novel|poem|episode|chapter|scene|imagine|pretend|dreamt|dreamed|he said|she said|they said|said the|says the|my boss|my teacher|my landlord|customer|client|\
        เพลง|หนัง|ซีรีส์|นิยาย|ละคร|ฝันว่า|เจ้านาย|หัวหน้า|ลูกค้า|สมมุติ|สมมติ|歌词|歌里|电影|小说|电视剧|剧里|做梦|梦见|领导|老板|客户|客人|假装|假如|造句";
    whole.has_any(ABOUT)
}

#[cfg(test)]
mod tests {
    use super::super::{Command, understand};

    fn told(message: &str) -> Vec<(String, String, String)> {
        let one =
            |command: Command| (command.intent.to_string(), command.key.unwrap_or_default(), command.value);
        understand(message).into_iter().map(one).collect()
    }

    #[test]
    fn what_is_liked_and_what_is_not_are_two_memories() {
        for (message, liked, not) in [
            ("remember I like tea but not coffee", "likes.tea", "dislikes.coffee"),
            ("remember that I like cats, not dogs", "likes.cats", "dislikes.dogs"),
            ("จำไว้ว่าผมชอบชาแต่ไม่ชอบกาแฟ", "likes.ชา", "dislikes.กาแฟ"),
            ("记住我喜欢茶但不喜欢咖啡", "likes.茶", "dislikes.咖啡"),
        ] {
            let keys: Vec<String> = told(message).into_iter().map(|(_, key, _)| key).collect();
            assert_eq!(keys, [liked, not], "{message}");
        }
        assert_eq!(told("remember I like coffee but not in the evening").len(), 1);
    }

    #[test]
    fn a_time_past_all_measure_is_told_as_said() {
        for (message, ttl) in [
            ("remember for 99999 years that I like tea", "P99999Y"),
            ("answer in Thai for 99999 years", "P99999Y"),
            ("จำไว้เป็นเวลา 99999 ปีว่าผมชอบชา", "P99999Y"),
            ("记住我喜欢茶，99999年内有效", "P99999Y"),
            ("remember for 0 days that I like tea", "0d"),
            ("remember for -5 days that I like tea", "0d"),
            ("remember I like tea ttl=99999y", "99999y"),
        ] {
            let found = understand(message);
            assert_eq!(found.first().and_then(|command| command.ttl.as_deref()), Some(ttl), "{message}");
        }
    }

    #[test]
    fn a_title_is_kept_whole() {
        let found = told("remember my favourite film is Now You See Me");
        assert_eq!(found.first().map(|(_, _, value)| value.as_str()), Some("Now You See Me"));
        let moved = told("remember my office is now in Lyon");
        assert_eq!(moved.first().map(|(_, _, value)| value.as_str()), Some("Lyon"));
    }

    #[test]
    fn what_is_told_beside_an_act_on_memory_is_kept_corrected_or_dropped() {
        for (message, intent, key) in [
            ("gluten-free over here, pop that in my profile", "remember", "diet"),
            ("แพ้ปลาหมึก จดลงโปรไฟล์ให้ที", "remember", "allergy.ปลาหมึก"),
            ("我对芒果过敏，帮我录入一下", "remember", "allergy.芒果"),
            ("left Uber, I'm with Bolt now, amend that", "update", "employer"),
            ("my email shouldn't be in there, bin it", "forget", "email"),
            ("อีเมลเรา ไม่อยากให้เก็บไว้ ลบออก", "forget", "email"),
        ] {
            let found = told(message);
            let first = found.first().map(|(intent, key, _)| (intent.as_str(), key.as_str()));
            assert_eq!(first, Some((intent, key)), "{message}: {found:?}");
        }
    }

    #[test]
    fn acts_on_other_things_write_nothing() {
        for message in [
            "my laptop is slow, fix it",
            "I finished the report, save it",
            "the second paragraph is too long, cut it",
            "รายงานเสร็จแล้ว เซฟไว้ด้วย",
            "代码有bug，改一下",
        ] {
            assert_eq!(told(message), [], "{message}");
        }
    }
}

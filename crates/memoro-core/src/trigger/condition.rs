//! Wishes that hold under a condition: "when I ask about cooking, use metric units", เวลาพูดถึงงานให้ตอบเป็นอังกฤษ, 除非我用泰语写，都用英文回答. What
//! holds then does not hold always: such a wish is a rule of its own, kept whole, and never the slot. A wish until a moment that
//! is not understood is kept for no time at all, and the person is told.

use super::command::FREE;
use super::text::{Piece, Text};
use super::{Command, clause, cue, directive, free, keeps, keys, plan, topic};
use crate::content::EntryKind;
use crate::provenance::Confidence;

/// Puts wishes that hold under a condition under a key of their own.
pub(super) fn settle(commands: &mut Vec<Command>, text: &Text) {
    if !commands.iter().any(is_wish) {
        return;
    }
    for sentence in clause::sentences(text.whole()) {
        let place = sentence.place();
        let wished = !directive::read(sentence).wishes.is_empty();
        let inside = |command: &Command| {
            let span = &command.span;
            let within = place.contains(&span.start) && span.end <= place.end;
            let around = span.start <= place.start && place.end <= span.end + 1;
            is_wish(command) && (within || wished && around)
        };
        // What is written has a language of its own beside the answers.
        let written = |command: &Command| command.key.as_deref().is_some_and(|key| key.starts_with("code."));
        if !commands.iter().any(inside) || commands.iter().any(written) {
            continue;
        }
        if is_conditional(sentence) {
            keep_whole(commands, sentence, inside);
        } else if let Some(end) = unknown_end(sentence) {
            for command in commands.iter_mut().filter(|command| inside(command) && command.ttl.is_none()) {
                command.ttl = Some(format!("until:{end}"));
            }
        }
    }
}

fn is_wish(command: &Command) -> bool {
    keeps(command.intent) && command.key.as_deref().is_some_and(|key| key.starts_with("response."))
}

/// Puts the first of the wishes of a sentence in the words of the whole, and leaves the others out.
fn keep_whole(commands: &mut Vec<Command>, sentence: Piece<'_>, inside: impl Fn(&Command) -> bool) {
    let rule = without_cue(sentence);
    let Some(found) = free::find(rule.open()) else { return };
    // From when on it holds is no part of what it is about.
    let about = free::find(rule.open().strip_all([directive::STRONG, "ต่อไป"]));
    let key = about.map_or_else(|| found.key.clone(), |about| about.key);
    let mut first = true;
    commands.retain_mut(|command| {
        if !inside(command) {
            return true;
        }
        if !std::mem::take(&mut first) {
            return false;
        }
        command.key = Some(named(&key));
        command.value.clone_from(&found.value);
        command.kind = if found.kind == EntryKind::Fact { EntryKind::Instruction } else { found.kind };
        command.confidence = Confidence::from_thousandths(FREE);
        command.remark = None;
        command.span = sentence.trim().place();
        true
    });
}

/// A rule never stands under the key of a slot.
fn named(key: &str) -> String {
    if keys::kind_of(key).is_some() { keys::shorten(&format!("rule.{key}")) } else { key.to_owned() }
}

/// The words of a rule without those that ask to keep it.
fn without_cue(sentence: Piece<'_>) -> Piece<'_> {
    let said = cue::at(sentence.trim_start()).map_or(sentence, |cue| cue.content);
    said.strip_all("that|ว่า|，|：").strip_ends(
        "remember that|remember|please|จำไว้ด้วย|จำไว้|จำด้วย|จดไว้|นะ|ครับ|ค่ะ|คะ|请记住|记住|记一下|，|,",
    )
}

/// What a wish is to hold in spite of, or where it holds whatever comes.
const CONCESSION: &str = "even if|even when|even though|no matter|whatever|regardless|whichever|แม้|ถึงผมจะ|ถึงฉันจะ|ต่อให้|ไม่ว่า|ยังไงก็|即使|就算|哪怕|不管|无论|不论";
/// Courtesy, and ends that leave a wish open.
const COURTESY: &str = "if possible|if you can|if you could|if you don't mind|if you like|if you want|if you please|if that's ok|if it's ok|if that's okay|when possible|whenever possible|where possible|when you can|as much as possible|unless i say otherwise|unless i tell you otherwise|unless told otherwise|unless stated otherwise|unless otherwise stated|unless i say so|unless i ask otherwise|\
    ถ้าเป็นไปได้|ถ้าได้|ถ้าไม่รบกวน|ถ้าทำได้|เว้นแต่จะบอก|เว้นแต่ผมจะบอก|เว้นแต่ฉันจะบอก|ถ้าไม่บอก|ถ้าไม่ได้บอก|ยกเว้นจะบอก|如果可以|如果可能|可能的话|可以的话|方便的话|如果方便|行的话|除非我另|除非另|除非我说";

/// Tells whether a sentence wishes something only for when a condition holds.
fn is_conditional(sentence: Piece<'_>) -> bool {
    const ALWAYS: &str =
        "unless|only when|only if|except when|except if|except for|except in|everything else|anything else";
    const ALWAYS_OTHERS: [&str; 13] = [
        "เว้นแต่",
        "ยกเว้น",
        "นอกนั้น",
        "ที่เหลือ",
        "อย่างอื่น",
        "除非",
        "除了",
        "其他",
        "其它",
        "其余",
        "别的",
        "除此",
        "否则",
    ];
    let sentence = plan::behind(sentence).unwrap_or(sentence);
    if holds_any(sentence, COURTESY) || holds_any(sentence, CONCESSION) {
        return false;
    }
    sentence.has_any(ALWAYS)
        || ALWAYS_OTHERS.iter().any(|word| sentence.holds(word))
        || supposed(sentence)
        || spoken_of(sentence)
        || topic::is_named(without_cue(sentence))
        || contrasts(sentence)
}

fn holds_any(sentence: Piece<'_>, words: &'static str) -> bool {
    sentence.likely(words).any(|word| if word.is_ascii() { sentence.has(word) } else { sentence.holds(word) })
}

/// Tells whether a clause of a sentence says when, or of what: one that has more in it than asking and answering.
fn supposed(sentence: Piece<'_>) -> bool {
    const LATIN: &str = "when|whenever|if|while|in case";
    const THAI: [&str; 6] = ["ถ้า", "หาก", "เวลา", "ตอนที่", "เมื่อ", "กรณี"];
    const HAN: [&str; 7] = ["如果", "要是", "假如", "每当", "当我", "遇到", "碰到"];
    let seen = sentence.seen();
    let behind = |word: &str| sentence.find(word).map(|at| sentence.from(at + word.len()));
    let latin = LATIN.split('|').filter_map(behind).any(|tail| {
        let tail = tail.split(", |; |: | then | please ").map_or(tail, |(head, _)| head);
        says_more(tail, true)
    });
    let thai =
        THAI.iter().filter_map(|word| seen.find(word).map(|at| sentence.from(at + word.len()))).any(|tail| {
            let tail = tail.trim_start();
            let tail = tail.split(" ให้| ตอบ|ให้|ตอบ|ใช้|ขอ|ช่วย|,").map_or(tail, |(head, _)| head);
            says_more(tail, false)
        });
    let han =
        HAN.iter().filter_map(|word| seen.find(word).map(|at| sentence.from(at + word.len()))).any(|tail| {
            let tail = tail.split("，|,|就|请|的话|时|用").map_or(tail, |(head, _)| head);
            says_more(tail, false)
        });
    let then =
        ["的时候", "时，", "时用", "时请", "时要"].iter().filter_map(|word| seen.find(word)).any(|at| {
            let head = sentence.cut(0, at);
            // 同时，随时，平时
            if head.seen().ends_with(['同', '及', '随', '平', '暂', '小', '有', '按', '准', '实', '到', '当'])
            {
                return false;
            }
            let start = head.seen().rfind(['，', ',', '：', '。']).map_or(0, |at| at + '，'.len_utf8());
            says_more(head.from(start.min(head.seen().len())), false)
        });
    latin || thai || han || then
}

/// Words of asking and answering, which make no condition.
const NEUTRAL: &str = "i|you|we|ask|asking|asked|question|questions|something|anything|a|the|me|us|here|now|to|with|about|talk|talking|chat|chatting|speak|write|writing|message|text|type|answer|answering|reply|replying|respond|responding|explain|explaining|it|is|are|do|in|this|my|your|and|need|needed|necessary|want|like|please|help|helpful";
const NEUTRAL_TH: &str =
    "ถาม|คุย|ตอบ|พูด|พิมพ์|ทัก|ผม|ฉัน|หนู|เรา|คุณ|กัน|กับ|คำถาม|อะไร|จะ|นี้|ที่|อธิบาย|ได้|จำเป็น|มา|ลุง|ป้า|ยาย|พี่|น้อง|ครับ|ค่ะ";
const NEUTRAL_ZH: &str =
    "我|你|问|提问|聊|写|说|发|跟|和|回答|回复|解释|问题|在|向|给|每次|以后|需要|对话|请";

/// Tells whether a clause behind "when" names anything beside asking and answering.
fn says_more(tail: Piece<'_>, latin: bool) -> bool {
    let seen = tail.seen().trim();
    if seen.is_empty() {
        return false;
    }
    if latin {
        let word = |word: &str| NEUTRAL.split('|').any(|one| one == word);
        return seen
            .split(|c: char| !c.is_alphanumeric() && c != '\'')
            .any(|one| !one.is_empty() && !word(one));
    }
    let mut rest = seen.to_owned();
    for word in NEUTRAL_TH.split('|').chain(NEUTRAL_ZH.split('|')) {
        rest = rest.replace(word, " ");
    }
    let text = Text::of(&rest);
    directive::read(text.whole()).unknown > 0
}

/// Tells whether a wish is for what is spoken of or written: "in emails", เรื่องงาน, 工作问题.
fn spoken_of(sentence: Piece<'_>) -> bool {
    const OF: &str = "in emails|in email|in an email|in my emails|for emails|for email|in code|for code|for coding|for coding questions|for programming|for work|about work|at work|on weekends|on weekdays|at weekends|on weekends only|for recipes|when comparing|for comparisons|when writing|in meetings|in reports|for reports|for legal|for medical|with clients|with customers|for math|for homework";
    sentence.has_any(OF)
}

/// Tells whether a sentence wishes one thing here and another there: "formal in emails but casual with me", เรื่องงานตอบอังกฤษ เรื่องทั่วไปตอบไทย.
fn contrasts(sentence: Piece<'_>) -> bool {
    const THERE: &str = " for | in | on | with | about | at | during ";
    const THERE_OTHERS: [&str; 7] = ["เรื่อง", "ส่วน", "วันธรรมดา", "วันหยุด", "问题", "方面", "场合"];
    let reading = directive::read(without_cue(sentence));
    let two = reading.wishes.iter().any(|(_, value)| value.contains('+') || value.contains(directive::CLASH));
    let there = || {
        let mut rest = sentence;
        let mut named = false;
        for _ in 0..4 {
            let Some((_, tail)) = rest.split(THERE) else { break };
            let first = tail.split(" and | but |, |; ").map_or(tail, |(head, _)| head);
            named |= directive::read(first).unknown > 0;
            rest = tail;
        }
        named || THERE_OTHERS.iter().any(|word| sentence.holds(word))
    };
    two && reading.unknown > 0 && there()
}

/// The end of a wish that is no time: "until my visa comes".
fn unknown_end(sentence: Piece<'_>) -> Option<&str> {
    let (_, end) = sentence.split(" until | till |จนกว่า|直到")?;
    let end = end.trim().written();
    (!end.is_empty()).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    #[test]
    fn a_wish_with_a_condition_is_a_rule_of_its_own_and_fills_no_slot() {
        for message in [
            "from now on when I ask about cooking, use metric units",
            "always reply with a table when comparing things",
            "remember: answer in English unless I write in Thai",
            "from now on answer in English for code and Thai for everything else",
            "remember to only use tables when I ask for them",
            "from now on be casual with me but formal in emails",
            "จำไว้ว่าเวลาเปรียบเทียบให้ใช้ตาราง",
            "จำไว้ว่าเวลาพูดถึงงานให้ตอบเป็นอังกฤษ",
            "เรื่องงานตอบอังกฤษ เรื่องทั่วไปตอบไทย จำไว้",
            "以后我问做饭的时候用公制",
            "以后除非我用泰语写，都用英文回答",
        ] {
            let found = understand(message);
            let slot = |key: &str| key.starts_with("response.");
            assert!(!found.iter().any(|one| one.key.as_deref().is_some_and(slot)), "{message}: {found:?}");
            assert!(found.len() <= 1, "{message}: {found:?}");
        }
    }

    #[test]
    fn a_wish_that_only_names_asking_and_answering_has_no_condition() {
        for (message, key) in [
            ("from now on when you answer me, use English", "response.language"),
            ("whenever I ask you something, answer in English", "response.language"),
            ("always answer in English, even when I write in Thai", "response.language"),
            ("answer in English from now on, if possible", "response.language"),
            ("ต่อไปนี้เวลาตอบผมให้ตอบเป็นภาษาอังกฤษ", "response.language"),
            ("以后回答我的时候用英文", "response.language"),
            ("以后我问问题你用英文回答", "response.language"),
        ] {
            let found = understand(message);
            assert_eq!(found.first().and_then(|one| one.key.as_deref()), Some(key), "{message}: {found:?}");
        }
    }

    #[test]
    fn an_end_of_a_wish_that_is_no_time_is_told() {
        for (message, ttl) in [
            ("from now on answer in French until my visa comes", "until:my visa comes"),
            ("remember until my visa comes that I'm in Laos", "until:my visa comes"),
            ("remember until Feb 30 that I'm fasting", "until:Feb 30"),
            ("remember for the rest of the month that I'm fasting", "month_end"),
            ("จำไว้จนกว่าวีซ่าจะออกว่าผมอยู่ลาว", "until:วีซ่าจะออก"),
        ] {
            let found = understand(message);
            assert_eq!(found.first().and_then(|one| one.ttl.as_deref()), Some(ttl), "{message}: {found:?}");
        }
    }
}

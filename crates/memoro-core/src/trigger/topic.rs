//! What a wish about answers is for: "answer code questions in English", "reply in French to emails", เรื่องงานให้ตอบเป็นอังกฤษ, 代码问题用英文回答. A
//! wish for one topic, one kind of text or one reader is a rule of its own. What only names asking and answering is none.

use super::directive;
use super::search::words;
use super::text::{Piece, Text};

/// What questions and work are counted in; what stands before them says of what they are.
const COUNTED: &str = "questions|question|problems|topics|matters|issues|tasks|requests|queries|exercises|stuff|things|homework|reviews|review|emails|email|mails|messages|letters|reports";
/// Texts and readers that are not the answers to the person.
const OTHERS: &str = "emails|email|e-mails|mails|letters|reports|clients|customers|colleagues|coworkers|coding|programming|cooking|recipes|meetings|homework|commits|reviews|presentations|slides|essays|tweets|invoices|contracts";
/// Words that say nothing of a topic.
const PLAIN: &str = "i|me|my|all|your|you|any|every|each|the|these|those|this|that|our|of|future|other|more|follow-up|followup|such|some|no|a|an|with|and|in|on|to|for|about|open|clarifying|simple|short|long|further|few|fewer|many|ask|asking|only|both|their|its|two|three|back|new|next|english|thai|chinese|french|german|spanish|japanese";

/// Tells whether a wish names what it is for.
pub(super) fn is_named(sentence: Piece<'_>) -> bool {
    let seen = sentence.seen();
    english(sentence)
        || seen.chars().any(crate::text::is_thai) && thai(sentence)
        || seen.chars().any(crate::text::is_han) && chinese(sentence)
}

fn english(sentence: Piece<'_>) -> bool {
    const HEADS: &str =
        "answer|answering|explain|handle|discuss|reply|respond|to|for|in|on|about|with|at|during";
    const INTO: &str = "to|for|in|with|at|during";
    const ABOUT: &str = "it|this|that|things|everything|anything|something|what|how|half|two|three|yourself|me|you|myself|us|a|an|one|my|your|these|those|the|which|whatever|all|any";
    const WHY: &str = ", i |, my |, because | because |, since | since |, so |, as |, it ";
    let near = sentence.opening();
    let near = near.split(WHY).map_or(near, |(head, _)| head);
    let all: Vec<&str> = near
        .seen()
        .split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '\''))
        .filter(|w| !w.is_empty())
        .collect();
    let is = |list: &'static str, word: &str| words(list).has(word);
    all.iter().enumerate().any(|(at, word)| {
        let before = all.get(at.saturating_sub(3)..at).unwrap_or_default();
        let head = before.iter().rposition(|one| is(HEADS, one));
        let between = head.and_then(|head| before.get(head + 1..)).unwrap_or_default();
        let said = !between.is_empty() && !between.iter().any(|one| is(PLAIN, one));
        let into = head.and_then(|head| before.get(head)).is_some_and(|one| is(INTO, one));
        let about = at.checked_sub(1).and_then(|at| all.get(at)).is_some_and(|one| *one == "about");
        let counted = word.bytes().any(|b| b.is_ascii_digit());
        is(COUNTED, word) && said
            || is(OTHERS, word) && into && between.iter().all(|one| !is(COUNTED, one))
            || about && !counted && !is(ABOUT, word) && unknown(word)
    })
}

/// Tells whether a word is none of those with which people speak of answers.
fn unknown(words: &str) -> bool {
    let text = Text::of(words);
    directive::read(text.whole()).unknown > 0
}

fn thai(sentence: Piece<'_>) -> bool {
    const OF: [&str; 5] = ["เรื่อง", "เกี่ยวกับ", "ในอีเมล", "ตอน", "กับลูกค้า"];
    const ENDS: &str = " ให้|ให้| ตอบ|ตอบ|ใช้|ขอ|ช่วย|พูด|คุย|,|นะ";
    const PLAIN_TH: &str = "นี้|นั้น|ภาษา|เดียว|ราว|ที่|อะไร|ไหน|ต่างๆ|ทุก|ทั่วไป|ท้าย|จบ|ต้น|แรก|สุดท้าย|เริ่ม|หลัง|ก่อน|ไป|เดิม|อื่น|ผม|ฉัน|หนู|เรา|คุณ";
    let seen = sentence.seen();
    OF.iter().any(|word| {
        let Some(at) = sentence.find(word) else { return false };
        // ทีละขั้นตอน, เปรียบเทียบกับเรื่องทำนา: how it is told, and not of what.
        let all =
            seen.get(..at).is_some_and(|head| ["ทุก", "ขั้น", "กับ"].iter().any(|word| head.ends_with(word)));
        let tail = sentence.from(at + word.len()).trim_start();
        let topic = tail.split(ENDS).map_or(tail, |(head, _)| head).strip_all(PLAIN_TH);
        !all && (matches!(*word, "ในอีเมล" | "กับลูกค้า") || unknown(topic.seen()))
    })
}

fn chinese(sentence: Piece<'_>) -> bool {
    const KINDS: [&str; 4] = ["问题", "题", "邮件", "信件"];
    const OF: [&str; 6] = ["关于", "有关", "聊工作", "谈工作", "对客户", "跟客户"];
    const VERBS: &str = "回答|回复|解释|讲解|讲|说|用|对|于|回|答|解决|遇到|碰到|，|,";
    const PLAIN_ZH: &str = "往后|以后|今后|日后|之后|平时|有什么|有任何|有啥|有|什么|我们的|我的|我问的|我问|我提的|我|你的|你|所有的|所有|每个|任何|这个|这些|这|那些|的|都|一切|全部|各种|问|话|标|主|专|写|发";
    let seen = sentence.seen();
    let kind = KINDS.iter().any(|kind| {
        seen.match_indices(kind).take(4).any(|(at, _)| {
            let mut head = sentence.cut(0, at);
            while let Some((_, tail)) = head.split(VERBS) {
                head = tail;
            }
            let said = head.strip_all(directive::STRONG).strip_all("请|都|，|记住|每次|总是|在|里");
            let topic = said.strip_all(PLAIN_ZH);
            let short = (1..=10).contains(&topic.trim().seen().chars().count());
            let read = directive::read(topic);
            short && (read.unknown > 0 || !read.wishes.is_empty())
        })
    });
    let related = seen.find("相关的").or_else(|| seen.find("方面的")).is_some_and(|at| at > 0);
    kind || related
        || OF.iter().any(|word| {
            sentence.find(word).is_some_and(|at| {
                let tail = sentence.from(at + word.len());
                let topic = tail.split("的|用|，|,|回答|回复|请").map_or(tail, |(head, _)| head);
                word.contains('客') || word.contains("工作") || unknown(topic.strip_all(PLAIN_ZH).seen())
            })
        })
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    fn sets(message: &str) -> bool {
        let slot = |key: &str| key.starts_with("response.");
        understand(message).iter().any(|one| one.key.as_deref().is_some_and(slot))
    }

    #[test]
    fn a_wish_for_one_topic_sets_nothing_for_all_answers() {
        for message in [
            "From now on answer code questions in English",
            "From now on reply in French to emails",
            "from now on be formal in work emails",
            "always answer math questions step by step",
            "from now on keep answers about cooking short",
            "ต่อไปเวลา review code ให้ตอบเป็นภาษาอังกฤษ",
            "ต่อไปนี้เรื่องงานให้ตอบเป็นอังกฤษ",
            "ต่อไปตอนรีวิวโค้ดตอบอังกฤษ",
            "ต่อไปนี้ในอีเมลงานให้ใช้ภาษาทางการ",
            "以后代码问题用英文回答",
            "以后工作邮件用正式的语气",
            "以后技术问题回答详细一点",
        ] {
            let found = understand(message);
            assert!(!sets(message) && found.len() == 1, "{message}: {found:?}");
        }
    }

    #[test]
    fn what_only_names_asking_and_answering_is_no_topic() {
        for message in [
            "from now on answer my questions in English",
            "from now on reply in French to me",
            "from now on be concise in all your answers",
            "Always be formal when you write to me, I forward these to clients",
            "ต่อไปนี้ตอบคำถามผมเป็นภาษาไทย",
            "ต่อไปนี้เรื่องภาษาตอบเป็นไทยนะ",
            "ต่อไปช่วยอธิบายทีละขั้นตอนทุกครั้งนะคะ",
            "以后我的问题用中文回答",
            "以后所有问题都用中文回答",
        ] {
            assert!(sets(message), "{message}: {:?}", understand(message));
        }
    }

    #[test]
    fn two_rules_for_two_topics_have_two_keys() {
        let key = |message: &str| understand(message).into_iter().find_map(|one| one.key);
        let review = key("ต่อไปเวลา review code ให้ตอบเป็นภาษาอังกฤษ");
        assert!(review.is_some() && review != key("ต่อไปตอนเขียนอีเมลให้ตอบเป็นภาษาอังกฤษ"), "{review:?}");
    }
}

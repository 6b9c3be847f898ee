//! What kind of answer a question wants, told by a few words in Thai, English and Chinese. Several may hold at
//! once, or none.

use crate::text::normalised;

/// What kind of answer a question wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is an independent reading of one question")]
pub struct Intent {
    /// It asks for a time.
    pub when: bool,
    /// It asks for a number.
    pub how_many: bool,
    /// It asks how a thing is done.
    pub how_to: bool,
    /// It asks to recall what happened or was said.
    pub recall: bool,
    /// It speaks to the assistant about what the assistant said.
    pub addresses_assistant: bool,
    /// It speaks of the asker: I, my, ฉัน, 我.
    pub first_person: bool,
}

const WHEN: &[&str] = &[
    "เมื่อไหร่",
    "เมื่อไร",
    "เมื่อใด",
    "วันที่เท่า",
    "วันไหน",
    "ปีใด",
    "ปีไหน",
    "ปีอะไร",
    "เดือนไหน",
    "กี่โมง",
    "ตอนไหน",
    "什么时候",
    "什麼時候",
    "何时",
    "何時",
    "哪天",
    "哪一天",
    "几号",
    "幾號",
    "哪年",
    "哪一年",
    "几点",
    "幾點",
    "时间是",
    "日期",
];
const HOW_MANY: &[&str] =
    &["เท่าไหร่", "เท่าไร", "เท่าใด", "กี่", "多少", "几", "幾", "多久", "多大", "多长", "多高"];
const HOW_TO: &[&str] = &[
    "how do i ",
    "how to ",
    "how can i ",
    "how should i ",
    "steps to ",
    "how do we ",
    "how should we ",
    "ทำยังไง",
    "ทำอย่างไร",
    "วิธี",
    "ขั้นตอน",
    "怎么做",
    "怎麼做",
    "如何",
    "怎么",
    "怎麼",
    "步骤",
    "步驟",
];
const RECALL: &[&str] = &[
    "remember",
    "recall",
    "remind me",
    "last time",
    "what did",
    "when did",
    "where did",
    "who did",
    "what happened",
    "did i ",
    "did we ",
    "จำได้",
    "ครั้งก่อน",
    "ครั้งที่แล้ว",
    "เคย",
    "เกิดอะไรขึ้น",
    "记得",
    "記得",
    "上次",
    "之前",
    "发生了什么",
    "發生了什麼",
];
const ASSISTANT: &[&str] = &[
    "you ",
    "your ",
    "you'",
    "you,",
    "you?",
    "you.",
    "yours",
    "our conversation",
    "our chat",
    "our previous",
    "our last",
    "คุณแนะนำ",
    "คุณบอก",
    "คุณพูด",
    "คุณเคย",
    "你说",
    "你說",
    "你推荐",
    "你推薦",
    "你建议",
    "你建議",
    "你提到",
    "你给",
    "你給",
    "你告诉",
    "你之前",
    "你上次",
];
const FIRST: &[&str] = &["ฉัน", "ผม", "ดิฉัน", "หนู", "ของเรา", "我"];

impl Intent {
    /// Reads the intent of a question.
    pub fn of(text: &str) -> Self {
        let text = format!(" {} ", normalised(text));
        let any = |list: &[&str]| list.iter().any(|part| text.contains(part));
        let words: Vec<&str> = text
            .split(|c: char| !c.is_alphanumeric() && c != '\'')
            .filter(|w| !w.is_empty())
            .take(400)
            .collect();
        let word = |w: &str| words.contains(&w);
        let pair = |a: &str, b: &[&str]| words.windows(2).any(|w| w[0] == a && b.contains(&w[1]));
        Self {
            when: word("when")
                || pair("what", &["date", "day", "time", "year", "month"])
                || pair("which", &["day", "year", "month", "week"])
                || any(WHEN),
            how_many: pair("how", &["many", "much", "long", "often", "old", "far"]) || any(HOW_MANY),
            how_to: any(HOW_TO),
            recall: any(RECALL),
            addresses_assistant: addresses(&text) && any(ASSISTANT),
            first_person: ["i", "my", "me", "mine", "i've", "i'm", "i'd"].iter().any(|w| word(w))
                || any(FIRST),
        }
    }
}

/// "Can you tell me …" is politeness, not a question about what the assistant said.
fn addresses(text: &str) -> bool {
    const POLITE: &[&str] = &[
        "can you tell",
        "could you tell",
        "can you remind",
        "could you remind",
        "would you",
        "do you know",
        "can you help",
        "could you please",
        "can you please",
        "thank you",
        "can you recommend",
        "can you suggest",
        "do you have any",
        "do you think",
    ];
    let polite: usize = POLITE.iter().map(|p| text.matches(p).count()).sum();
    let you = text.matches(" you ").count() + text.matches(" your ").count() + text.matches(" you'").count();
    you > polite || !text.contains(" you") || text.contains("our ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_numbers_are_asked_for_in_three_languages() {
        for text in ["When did we meet?", "เราเจอกันเมื่อไหร่", "我们什么时候见面的？", "On what date is it?"]
        {
            assert!(Intent::of(text).when, "{text}");
        }
        for text in ["How many dogs do I have?", "มีหมากี่ตัว", "有多少只狗？"] {
            assert!(Intent::of(text).how_many, "{text}");
        }
        assert_eq!(Intent::of("the whenever"), Intent::default());
    }

    #[test]
    fn politeness_does_not_address_the_assistant() {
        assert!(Intent::of("What did you recommend for dinner?").addresses_assistant);
        assert!(Intent::of("你推荐的餐厅叫什么").addresses_assistant);
        assert!(Intent::of("คุณแนะนำร้านไหน").addresses_assistant);
        assert!(!Intent::of("Can you tell me where I parked?").addresses_assistant);
        assert!(!Intent::of("Where did I park?").addresses_assistant);
    }

    #[test]
    fn how_to_and_recall_are_told_apart() {
        assert!(Intent::of("how do I deploy with docker").how_to);
        assert!(Intent::of("วิธี deploy").how_to);
        assert!(Intent::of("what did I buy").recall);
        assert!(Intent::of("上次说了什么").recall);
    }
}

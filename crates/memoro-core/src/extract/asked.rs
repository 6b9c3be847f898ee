//! Whether a question asks for what was decided, in Thai, English and Chinese. Says nothing about the answer.

use super::cues::{has, places};
use super::sentence::split;
use super::subject::Subject;

const ENGLISH: &str = "did we decide|did i decide|did we settle|did we agree|did we choose|did we pick|did we go with|did we end up|have we decided|have we settled|\
    was decided|were decided|been decided|we decided|i decided|our decision|the decision|decision on|decision about|decisions about|decisions on|decision for|\
    what decision|what decisions|which decision|which decisions|decisions last|decisions this|decisions of|decisions from|decisions since|decisions in|decisions were|decisions yesterday|decisions today|recent decisions|latest decisions|all decisions|our decisions|my decisions|decided about|decided on|what are we using for|what do we use for|what did we choose|what was agreed|what we agreed|\
    why did we|why did i drop|why did we drop|why have we|why we dropped|why we chose|why was it dropped";
const THAI: &str = "ตัดสินใจ|ตกลงกัน|ตกลงใช้|ตกลงว่า|ตกลงเรื่อง|สรุปว่า|สรุปใช้|สรุปเรื่อง|ข้อสรุป|มติ|เลือกใช้|เลือกอะไร|เลือกตัวไหน|เคาะ|ทำไมเลิก|ทำไมถึงเลิก|ทำไมเราถึง|ทำไมไม่ใช้|ทำไมถึงไม่ใช้|ทำไมเลือก|ทำไมถึงใช้|ทำไมเปลี่ยน";
const CHINESE: &str = "決定|選了|選定|選的|結論|採用了|最後用|最終用|最後選|最終選|怎麼定|為什麼放棄|為何放棄|為什麼不用|為什麼選|為什麼用|為什麼改|為什麼換|决定|定的|定了|定下|敲定|选了|选定|选的|结论|采用了|最后用|最终用|最后选|最终选|拍板|怎么定|为什么放弃|为何放弃|为什么不用|为什么选|为什么用|为什么改|为什么换";

/// Tells whether a question asks for what was decided.
pub fn asks_for_decision(question: &str) -> bool {
    let lower = question.to_ascii_lowercase().replace('’', "'");
    [ENGLISH, THAI, CHINESE].iter().any(|list| has(&lower, list))
}

/// Tells whether a text asks and says nothing else.
pub fn only_asks(text: &str) -> bool {
    let sentences = split(text);
    !sentences.is_empty() && sentences.iter().all(|sentence| sentence.asks)
}

/// Words around the matter that say nothing of it.
const FILLERS: &str = "what|which|why|when|did|do|does|have|has|we|i|our|us|you|about|on|for|the|a|an|to|in|of|with|with regard to|regarding|finally|again|last|this|week|weeks|month|months|year|yesterday|today|recently|recent|latest|all|any|my|ago|made|were|was|from|since|and|make|taken|drop|dropped|choose|chose|stop|use|using|used|\
    เรา|ผม|ฉัน|เรื่อง|เกี่ยวกับ|ว่ายังไง|ว่าอย่างไร|ว่าไง|ว่า|อะไร|ยังไง|อย่างไร|ทำไม|ตอนไหน|เมื่อไหร่|ไหน|ไว้|กันแล้ว|แล้ว|ถึง|ใช้|บ้าง|สัปดาห์ที่แล้ว|สัปดาห์ก่อน|อาทิตย์ที่แล้ว|เมื่อวาน|เดือนที่แล้ว|ครับ|คะ|ค่ะ|\
    เดือนก่อน|เดือนนี้|ปีที่แล้ว|ปีก่อน|วันนี้|วานนี้|\
    我們|最後|最終|上週|上個月|這個月|這週|這周|今天|今年|去年|前天|用什麼|什麼|甚麼|哪個|怎麼|為什麼|為何|關於|嗎|這个月|这个月|这周|本周|本月|过|過|哪些|\
    我们|我|最后|最终|上周|上个月|昨天|最近|用什么|什么|哪个|哪些|怎么|为什么|为何|关于|是|的|了|吗|呢|用|在|上";

/// Returns what a question for a decision is about; nothing where it asks for any.
pub fn decision_subject(question: &str) -> Subject {
    let mut rest = question.replace('’', "'");
    for list in [ENGLISH, THAI, CHINESE, FILLERS] {
        // Lower letters are as long, so that places are the same; names keep their capitals.
        let lower = rest.to_ascii_lowercase();
        let (mut kept, mut from) = (String::with_capacity(rest.len()), 0);
        for (at, end) in places(&lower, list) {
            kept.push_str(rest.get(from..at).unwrap_or_default());
            kept.push(' ');
            from = end;
        }
        kept.push_str(rest.get(from..).unwrap_or_default());
        rest = kept;
    }
    Subject::of(&rest)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{each, none};
    use super::*;

    #[test]
    fn what_only_asks_is_told_from_what_says_something_besides() {
        each(
            only_asks,
            &[
                "Which provider do we choose for email?",
                "so which one did we decide on",
                "เราจะใช้ผู้ให้บริการเจ้าไหนดี",
                "ใช้ Stripe หรือ Adyen ดีครับ?",
                "我们选哪家供应商？",
                "我們到底用哪個",
            ],
        );
        none(
            only_asks,
            &[
                "",
                "Let's go with Mailgun.",
                "Which one? Let's go with Mailgun.",
                "ตกลงใช้ Stripe",
                "เจ้าไหนดี? เอา Stripe ละกัน",
                "就用支付宝吧。",
                "选哪个？就用支付宝吧。",
            ],
        );
    }

    #[test]
    fn a_question_for_a_decision_is_about_its_matter_alone() {
        for (question, matter) in [
            ("What did we decide about the job queue?", "job queue"),
            ("เราตัดสินใจเรื่องคิวงานว่ายังไง", "คิวงาน"),
            ("任务队列我们最后决定用什么？", "任务队列"),
            ("why did we drop MongoDB", "MongoDB"),
        ] {
            assert_eq!(decision_subject(question), Subject::of(matter), "{question}");
        }
        for question in ["what did we decide last week?", "เราตัดสินใจอะไรบ้างสัปดาห์ที่แล้ว", "上周我们决定了什么？"]
        {
            assert!(decision_subject(question).is_empty(), "{question}");
        }
    }

    #[test]
    fn questions_for_decisions_are_told_from_others() {
        for text in [
            "What did we decide about the queue?",
            "which decisions on billing are there",
            "เราตัดสินใจเรื่องคิวว่าอย่างไร",
            "สรุปว่าใช้อะไรทำคิว",
            "队列我们最后决定用什么？",
            "缓存是怎么定的",
        ] {
            assert!(asks_for_decision(text), "{text}");
        }
        for text in ["how does the queue work", "คิวทำงานยังไง", "队列怎么用", "where did we go on holiday"]
        {
            assert!(!asks_for_decision(text), "{text}");
        }
    }
}

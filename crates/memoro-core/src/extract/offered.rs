//! A program's offer to build with something that lasts: "Should I use Postgres for this?" asks for a choice, and a yes settles
//! it. "Shall I run the tests?" and "Should I use a table for the summary?" ask for an errand. Only what bears a name is a choice.

use super::cues::{begins, find_from, has, phrases};
use super::sentence::Sentence;
use super::signs::bare_end;

/// Words by which a program offers something.
const OFFERS: &str = "should i|shall i|want me to|like me to|may i|should we|shall we";
/// Words right before what is chosen.
const CHOOSES: &str = "use|go with|switch to|move to|migrate to|adopt|pick|choose|stick with|start with|\
    ใช้|ไปใช้|มาใช้|เลือกใช้|เลือก|ไปกับ|用|改用|换成|换到|选|采用|迁到|切到|选用";
/// Words before which something is made or put, and those right before what it is made of or put on.
const MAKES: [(&str, &str); 3] = [
    (
        "write|rewrite|build|store|keep|host|deploy|run|implement|set up|switch|move|migrate|replace",
        "in|with|on|to",
    ),
    ("เขียน|สร้าง|ทำ|เก็บ|รัน|โฮสต์|ย้าย|เปลี่ยน", "ด้วย|บน|ใน|ไป|เป็น"),
    ("写|做|建|存|放|部署|迁移", "用|在|到|成"),
];
/// Names of what is made for one occasion, of languages and of days.
const NO_CHOICE: &str = "i|faq|pdf|csv|readme|todo|json|html|xml|excel|word|url|pr|prs|id|ids|ok|english|thai|chinese|german|french|spanish|japanese|korean|italian|google|\
    monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december";
/// Words that make it an errand, or a choice among several.
const ERRAND: &str = "to find|to look|to search|to check|to count|to show|to see|example|summary|snippet|demo|sample|for now|instead of you|temp|\
    or|หรือ|ตัวอย่าง|还是|例子|示例|哪";

/// Tells whether a sentence offers to choose something that bears a name.
pub(super) fn offers_to_choose(sentence: &Sentence<'_>) -> bool {
    let seen = sentence.seen.as_str();
    if !sentence.asks || has(&seen.replace("หรือเปล่า", " ").replace("หรือยัง", " "), ERRAND)
    {
        return false;
    }
    let from = find_from(seen, OFFERS, 0).map_or(0, |(_, end)| end);
    if from == 0 && seen.is_ascii() {
        return false;
    }
    let makes = MAKES.iter().any(|(verb, of)| {
        let verb = find_from(seen, verb, from);
        verb.is_some_and(|(_, end)| names_after(sentence, of, end))
    });
    makes || names_after(sentence, CHOOSES, from)
}

/// Tells whether a name follows one of these words, from a place on.
fn names_after(sentence: &Sentence<'_>, list: &'static str, mut from: usize) -> bool {
    while let Some((_, end)) = find_from(&sentence.seen, list, from) {
        let said = sentence.part(end..sentence.seen.len()).trim_start();
        let word = said.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '#'))).next();
        let owner = |word: &str| said.get(word.len()..).is_some_and(|rest| rest.starts_with(['\'', '’']));
        if word.is_some_and(|word| is_name(word) && !owner(word)) {
            return true;
        }
        from = end;
    }
    false
}

fn is_name(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    let lower = word.to_ascii_lowercase();
    word.contains(|c: char| c.is_ascii_uppercase()) && !phrases(NO_CHOICE).any(|no| no == lower)
}

/// Tells whether an answer says yes to such an offer in words that say so to no other: ใช้เลย, 用吧.
pub(super) fn tells_to(answer: &Sentence<'_>) -> bool {
    const YES: &str = "use it|ใช้เลย|ใช้ได้เลย|ใช้ได้|ใช้ตัวนี้เลย|เขียนเลย|เปลี่ยนเลย|ย้ายเลย|เอาเลย|เอา|ได้เลย|ได้|โอเค|จัดเลย|ครับ|ค่ะ|ใช่|用吧|用|换吧|换|可以|行|要|好|好的|嗯|就用";
    const BESIDE: &str = "ครับ|ค่ะ|คะ|นะ|เลย|จัดเลย|เอาเลย|的|啊|呀|吧|了|它|换吧|用吧|就这么办|就这样";
    let mut rest = bare_end(answer.seen.trim()).trim();
    if rest.is_empty() {
        return begins(answer.seen.trim(), "ครับ|ค่ะ").is_some();
    }
    let Some(end) = begins(rest, YES).filter(|_| !answer.asks) else { return false };
    rest = rest.get(end..).unwrap_or_default();
    loop {
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        let Some(end) = begins(rest, BESIDE) else { return rest.is_empty() };
        rest = rest.get(end..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::super::sentence::split;
    use super::super::tests::{any, each, none};
    use super::*;

    #[test]
    fn an_offer_to_build_with_something_that_bears_a_name_asks_for_a_choice() {
        each(
            any(offers_to_choose),
            &[
                "Should I use Valkey for the sessions?",
                "Shall I write the importer in Go?",
                "Do you want me to host it on Netlify?",
                "ให้ผมใช้ Valkey เก็บ session ไหมครับ",
                "เขียนตัวนำเข้าด้วย Go ไหมครับ",
                "要我用 Valkey 吗？",
                "要不要把隊列換成 Kafka？",
            ],
        );
    }

    #[test]
    fn an_offer_of_an_errand_is_no_choice() {
        none(
            any(offers_to_choose),
            &[
                "Shall I run the tests?",
                "Should I put that in the FAQ?",
                "Should I use a table for the summary?",
                "Should I use Bob's draft?",
                "Should I write it in English?",
                "Should I use Postgres or MySQL?",
                "Should I move it to Monday?",
                "I use Postgres.",
                "ให้ผมรันเทสต์ไหมครับ",
                "ใช้ Postgres หรือ MySQL ครับ",
                "要我跑一下测试吗？",
                "用 Postgres 还是 MySQL？",
            ],
        );
    }

    #[test]
    fn a_short_order_to_do_so_is_a_yes() {
        let yes = |text: &str| split(text).first().is_some_and(tells_to);
        for text in ["ใช้เลย", "ใช้เลยครับ", "ครับ", "用吧", "好的，换吧", "可以"]
        {
            assert!(yes(text), "{text}");
        }
        for text in ["ใช้ Redis ดีกว่า", "ยังก่อน", "先别", "用 Redis 吧", "可以再想想", "ได้ไหมครับ"]
        {
            assert!(!yes(text), "{text}");
        }
    }
}

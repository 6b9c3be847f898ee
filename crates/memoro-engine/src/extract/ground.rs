//! Keeps an LLM honest: a claim counts only if its evidence stands literally in the conversation, and its reasons only
//! if their words do. Everything else is dropped and counted.

use memoro_core::Confidence;
use memoro_core::extract::{Item, Said, Subject, is_agreed_to, item_at, only_asks, reconsider};

use super::wire::Claim;

/// What stood up.
pub(super) struct Grounded {
    /// The items, in the order in which they were said.
    pub(super) items: Vec<Item>,
    /// How many claims had no evidence.
    pub(super) dropped: u64,
}

/// How much of a reason's words must stand in the conversation.
const WORDS: f64 = 0.7;
/// The surest that a claim can be.
const SUREST: f64 = 0.9;

/// Checks claims against what was said.
pub(super) fn ground(said: &[Said<'_>], claims: &[Claim]) -> Grounded {
    let all = said.iter().map(|turn| turn.text).collect::<Vec<_>>().join("\n");
    let words = Subject::of(&all);
    let mut grounded = Grounded { items: Vec::new(), dropped: 0 };
    for claim in claims {
        let Some(mut item) = place(said, claim) else {
            grounded.dropped += 1;
            continue;
        };
        let stands = |text: &str| {
            let subject = Subject::of(text);
            !subject.is_empty() && subject.covered_by(&words) >= WORDS
        };
        for (field, text) in [
            (&mut item.why, &claim.why),
            (&mut item.finding, &claim.finding),
            (&mut item.impact, &claim.impact),
        ] {
            if stands(text) {
                text.trim().clone_into(field);
            }
        }
        grounded.items.push(item);
    }
    reconsider(said, &mut grounded.items);
    grounded
}

/// Finds where the evidence stands: in the turn that the claim names, else in the only other turn that has it.
fn place(said: &[Said<'_>], claim: &Claim) -> Option<Item> {
    let evidence = claim.evidence.trim();
    if evidence.chars().count() < 4 {
        return None;
    }
    let has = |turn: usize| said.get(turn).and_then(|said| said.text.find(evidence));
    let turn = if has(claim.turn).is_some() {
        claim.turn
    } else {
        let mut others = (0..said.len()).filter(|turn| has(*turn).is_some());
        others.next().filter(|_| others.next().is_none())?
    };
    let start = has(turn)?;
    let confidence = Confidence::new(claim.confidence.min(SUREST))?;
    let item = item_at(said, turn, start..start + evidence.len(), (claim.kind, confidence))?;
    // Who asks has settled nothing, whichever word of the question is quoted, unless somebody agrees to it.
    let asks = claim.kind.is_settled() && only_asks(item.evidence(said)) && !is_agreed_to(said, turn);
    (!asks).then_some(item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use memoro_core::extract::Kind;
    use memoro_core::fusion::Role;

    fn claim(turn: usize, evidence: &str, why: &str) -> Claim {
        Claim {
            kind: Kind::Decision,
            turn,
            evidence: evidence.into(),
            why: why.into(),
            finding: String::new(),
            impact: "profits will triple".into(),
            confidence: 1.0,
        }
    }

    #[test]
    fn a_question_settles_nothing_whichever_word_of_it_is_quoted() {
        for (text, word) in [
            ("Should we go with Redis?", "Redis"),
            ("เราใช้ Redis ดีไหม", "ใช้ Redis"),
            ("我们要不要用 Redis？", "用 Redis"),
        ] {
            let said = [Said { role: Role::User, text, year: None }];
            let claims = [claim(0, text, ""), claim(0, word, "")];
            let grounded = ground(&said, &claims);
            assert_eq!((grounded.items.len(), grounded.dropped), (0, 2), "{text}");
        }
    }

    #[test]
    fn a_question_that_somebody_agrees_to_is_what_was_settled() {
        for (text, answer, found) in [
            ("Shall we use Redis for the cache?", "Yes, do it.", 1),
            ("ใช้ Redis ทำ cache ดีไหมครับ", "ดี เอาเลย", 1),
            ("缓存用Redis好吗？", "好，就这么办。", 1),
            ("Shall we use Redis for the cache?", "No, let me think about it.", 0),
        ] {
            let said = [(Role::Assistant, text), (Role::User, answer)].map(|(role, text)| Said {
                role,
                text,
                year: None,
            });
            let grounded = ground(&said, &[claim(0, text, "")]);
            assert_eq!(grounded.items.len(), found, "{text} {answer}");
        }
    }

    #[test]
    fn only_what_was_said_counts() {
        let said = [
            Said {
                role: Role::User, text: "ใช้ SQLite นะครับ ตัวนี้เล็กดี", year: None
            },
            Said { role: Role::User, text: "好。就用 SQLite，因为它小。", year: None },
        ];
        let claims = [
            claim(0, "ใช้ SQLite", "ตัวนี้เล็กดี"),
            claim(0, "就用 SQLite", ""),
            claim(0, "use PostgreSQL", ""),
            claim(9, "SQLite", ""),
            claim(0, " ", ""),
        ];
        let grounded = ground(&said, &claims);
        assert_eq!(grounded.dropped, 3, "one invented, one that stands twice, one empty");
        assert_eq!(grounded.items.len(), 2);
        assert!(grounded.items.iter().all(|item| item.impact.is_empty()), "nobody spoke of profits");
        assert_eq!(grounded.items[0].why, "ตัวนี้เล็กดี");
        assert_eq!(grounded.items[1].evidence(&said), "就用 SQLite，因为它小。");
        assert!(grounded.items.iter().all(|item| item.confidence.get() <= SUREST));
    }
}

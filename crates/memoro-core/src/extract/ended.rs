//! What people say is not so any more, where it chooses nothing: "we're not using Redis for sessions anymore", ไม่จ้าง Acme ทำเว็บแล้ว.
//! Alone it settles nothing and may tell of anything; it counts where it names a decision whole that held until then.

use super::bygone::is_bygone;
use super::cues::{ALL, begins, has};
use super::judge::Found;
use super::leave::Whole;
use super::news::tells_of_others;
use super::reasons;
use super::sentence::Sentence;
use super::signs::after_lead;
use super::{Item, Kind, Said, split};
use crate::fusion::Role;

/// Who says so of themselves, or the words of ending with which a sentence begins.
const OWN: &str =
    "we|we're|we've|i|i'm|i've|เรา|พวกเรา|ทีมเรา|ผม|ฉัน|ไม่|เลิก|หยุด|我们|我們|咱们|咱們|我|不再|不用|停用|弃用";
/// Words by which something is over.
const OVER: &str =
    "no longer|anymore|any more|stopped using|have stopped|แล้ว|เลิกใช้|หยุดใช้|不再|停用|弃用|不用";
/// Words by which it is not, or never was.
const NOT_OVER: &str = "yet|still|never|should|could|maybe|perhaps|would|ยัง|น่าจะ|อาจ|ควร|还没|還沒|还在|還在|从来|從來|应该|應該|也许|可能";

/// Returns what people say is not so any more, each as the decision that it would be.
pub fn endings(turns: &[Said<'_>]) -> Vec<Item> {
    let read = split(turns);
    let mut found = Vec::new();
    for (turn, said) in turns.iter().enumerate().filter(|(_, said)| said.role != Role::Assistant) {
        for at in (0..read[turn].len()).filter(|at| ends_something(&read[turn][*at], said)) {
            let item = reasons::item(Found { kind: Kind::Decision, sure: 600, at: 0 }, turn, at, &read);
            found.extend((!item.title.is_empty()).then_some(item));
        }
    }
    found
}

fn ends_something(sentence: &Sentence<'_>, said: &Said<'_>) -> bool {
    let seen = sentence.seen.as_str();
    let plain = !sentence.asks && has(seen, OVER) && !has(seen, NOT_OVER);
    let own = || begins(after_lead(seen), OWN).is_some();
    let meant = || !ALL.iter().any(|cues| has(seen, cues.supposed) || has(seen, cues.reported));
    let now = || !is_bygone(seen, said.year) && !tells_of_others(sentence);
    plain && own() && meant() && now() && !Whole::all(&seen.to_ascii_lowercase()).is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{each, none};
    use super::*;

    fn ends(text: &str) -> bool {
        !endings(&[Said { role: Role::User, text, year: Some(2026) }]).is_empty()
    }

    #[test]
    fn what_is_said_to_be_over_is_told_from_talk() {
        each(
            ends,
            &[
                "We're not using Redis for sessions anymore.",
                "We no longer keep sessions in Redis.",
                "We stopped using Sentry for error tracking.",
                "ไม่จ้าง Acme ทำเว็บแล้ว",
                "เราเลิกใช้ Redis เก็บ session แล้ว",
                "我们不再用腾讯云托管网站。",
                "我們不再用Redis存session了。",
            ],
        );
        none(
            ends,
            &[
                "Are we no longer using Redis for sessions?",
                "We're not using Redis for sessions yet.",
                "If we no longer use Redis for sessions, what then",
                "They no longer keep sessions in Redis.",
                "We should stop using Redis for sessions anymore.",
                "เขาไม่จ้าง Acme ทำเว็บแล้ว",
                "ยังไม่จ้าง Acme ทำเว็บ",
                "เราไม่ใช้ Redis เก็บ session แล้วหรือ",
                "他们不再用Redis存session了。",
                "我们还没用Redis存session。",
            ],
        );
        assert!(
            endings(&[Said {
                role: Role::Assistant,
                text: "We no longer keep sessions in Redis.",
                year: None
            }])
            .is_empty()
        );
    }
}

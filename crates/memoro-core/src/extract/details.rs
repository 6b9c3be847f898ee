//! What a short proposal leaves to the question behind it: "A price rise then. From 2.40 to 2.70?" Who says yes to both has
//! settled the figures, too.

use super::answers::unasked;
use super::cues::{ALL, has};
use super::leave::leaves;
use super::reasons;
use super::sentence::Sentence;
use super::settled::offers_a_deed;
use super::{Decided, Item, Said};
use crate::fusion::Role;

/// The longest question that only gives the figures, in characters.
const BRIEF: usize = 48;

/// Gives proposals that somebody agreed to the figures that were asked for right behind them.
pub(super) fn complete(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut [Item]) {
    let taken: Vec<(usize, usize)> = items.iter().map(|item| (item.turn, item.span.start)).collect();
    let proposed = |item: &&mut Item| {
        let agreed = item.agreed.as_ref().is_some_and(|(turn, _)| *turn > item.turn);
        agreed && item.kind.is_settled() && turns[item.turn].role == Role::Assistant
    };
    for item in items.iter_mut().filter(proposed) {
        let turn = &read[item.turn];
        let Some(at) = turn.iter().position(|sentence| sentence.span == item.span) else { continue };
        let asked = turn.get(at + 1).filter(|next| at + 2 == turn.len() && gives_figures(next));
        let own = |next: &&Sentence<'_>| !taken.contains(&(item.turn, next.span.start));
        let Some(asked) = asked.filter(own).filter(|_| !turn[at].asks && !has_figures(turn[at].text)) else {
            continue;
        };
        item.span.end = asked.span.end;
        item.conclusion = format!("{}: {}", item.conclusion, unasked(asked.text));
        item.title = reasons::title(&item.conclusion);
    }
}

/// Words by which something comes in the place of what was just left.
const COMES: &str = "move to|moving to|switch to|switching to|we use|we'll use|ย้ายไปใช้|ย้ายไป|เปลี่ยนไปใช้|เปลี่ยนเป็น|ไปใช้|หันไปใช้|改用|换成|换用|迁到|搬到";

/// Joins what is left with what comes in its place where that follows in the same breath: ไม่ใช้ Firebase แล้วนะ … จะย้ายไป Supabase.
pub(super) fn join_what_comes(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut Vec<Item>) {
    let mut joined = Vec::new();
    for item in items.iter_mut().filter(|item| item.kind.is_settled() && item.agreed.is_none()) {
        let turn = &read[item.turn];
        let Some(at) = turn.iter().position(|sentence| sentence.span == item.span) else { continue };
        let left = leaves(&turn[at].seen)
            && !has(&turn[at].seen, COMES)
            && Decided::of(&item.conclusion).only_leaves();
        let comes = |next: &&Sentence<'_>| {
            let open =
                ALL.iter().any(|cues| has(&next.seen, cues.supposed) || has(&next.seen, cues.reported));
            !next.asks && !open && has(&next.seen, COMES)
        };
        let Some(next) = turn.get(at + 1).filter(|_| left).filter(comes) else { continue };
        item.span.end = next.span.end;
        item.conclusion =
            turns[item.turn].text.get(item.span.clone()).map(reasons::trimmed).unwrap_or_default();
        item.title = reasons::title(&item.conclusion);
        item.reverses = true;
        joined.push((item.turn, next.span.start));
    }
    items.retain(|item| !item.kind.is_settled() || !joined.contains(&(item.turn, item.span.start)));
}

fn gives_figures(sentence: &Sentence<'_>) -> bool {
    let brief = sentence.text.chars().count() <= BRIEF;
    sentence.asks && brief && has_figures(sentence.text) && !offers_a_deed(sentence)
}

fn has_figures(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit() || "一二三四五六七八九十百千万".contains(c))
}

#[cfg(test)]
mod tests {
    use super::super::reasons::item;
    use super::super::{Kind, judge::Found, split};
    use super::*;

    fn completed(proposal: &str) -> String {
        let turns = [
            Said { role: Role::Assistant, text: proposal, year: None },
            Said { role: Role::User, text: "yes, do that", year: None },
        ];
        let read = split(&turns);
        let mut items = vec![item(Found { kind: Kind::Decision, sure: 800, at: 0 }, 0, 0, &read)];
        items[0].agreed = Some((1, 0..3));
        complete(&turns, &read, &mut items);
        items[0].conclusion.clone()
    }

    #[test]
    fn figures_that_were_agreed_to_are_part_of_the_decision() {
        for (proposal, whole) in [
            ("A price rise then. From 2.40 to 2.70?", "A price rise then: From 2.40 to 2.70"),
            ("งั้นขึ้นราคาค่ะ จาก 40 เป็น 45 บาทไหมคะ", "งั้นขึ้นราคาค่ะ: จาก 40 เป็น 45 บาท"),
            ("那就涨价。从 12 块涨到 15 块吗？", "那就涨价: 从 12 块涨到 15 块"),
            ("那就漲價。從 12 塊漲到 15 塊嗎？", "那就漲價: 從 12 塊漲到 15 塊嗎"),
        ] {
            assert_eq!(completed(proposal), whole);
        }
        for proposal in ["A price rise then. Shall I print 20 signs?", "A price rise of 10 then. From May 1?"]
        {
            assert!(!completed(proposal).contains(':'), "{proposal}");
        }
    }
}

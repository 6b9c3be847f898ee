//! What a later decision names as left, and whether an earlier one chose it: "we drop Tailwind", "from Redis to Kafka",
//! เลิกใช้ X, 不用 X 了. Words that only hold the name (a guide to Redis) chose nothing, so they are not left with it.

use std::ops::Range;

use super::aim::{is_mark, stop};
use super::cues::{begins, find, find_from, has, phrases};
use super::signs::after_lead;
use super::subject::Subject;
use crate::text::{Term, is_thai};

/// Words before what is left.
const BEFORE: &str = "drop|dropping|dropped|ditch|ditching|ditched|scrap|scrapping|scrapped|scratch|scratching|abandon|abandoning|abandoned|retire|retiring|retired|\
    stop using|stopped using|stopping|quit|quitting|give up on|giving up on|gave up on|get rid of|getting rid of|got rid of|phase out|phasing out|rule out|ruling out|\
    move away from|moving away from|moved away from|migrate away from|migrating away from|move off|moving off|moved off|migrate off|migrating off|away from|\
    say goodbye to|done with|through with|leave|leaves|leaving|left|no longer use|no longer using|no longer go with|no longer going with|no longer on|no longer in|no longer with|no longer|\
    no more|not using|not use|not going with|won't use|won't be using|will not use|don't use|forget about|forget|never mind|cancel|cancelling|cancelled|undo|revert|reverse|\
    เลิกใช้|เลิก|ไม่ใช้|ไม่เอา|ไม่ไป|ไม่ซื้อ|ไม่จอง|ไม่เช่า|หยุดใช้|ยกเลิกการใช้|ยกเลิก|ทิ้ง|ลืมเรื่อง|พับแผน|\
    放弃使用|放弃|弃用|停用|淘汰|抛弃|不再使用|不再用|不用|不要|不去|不买|不订|不租|不住|不吃|不选|取消|告别|别用|別用|換掉|换掉|不採用|不采用|停掉|放棄|棄用|取消了";
/// Words behind what is left, where a clause begins with it.
const BEHIND: &str = "is out|are out|is gone|is off the table|is off|is history|is dead|has to go|must go|didn't work out|won't do|won't work|\
    ไม่เอาแล้ว|ไม่ใช้แล้ว|ไม่ไปแล้ว|ยกเลิกแล้ว|ตกไป|\
    就不用了|不用了|不要了|不去了|不买了|不订了|作废了|作废|就算了|算了|取消了|就取消|不考虑了|不行了|出局|pass了";
/// Words around it that are no part of it.
const AROUND: &str = "the|our|that|this|a|an|all|using|use|idea of|idea|plan to use|plan|decision|choice|option|approach|thing|stuff|altogether|completely|entirely|everywhere|anymore|any more|again|already|too|then|now|for good|here|\
    แผน|เรื่อง|ไอเดีย|ตัว|แล้ว|ไปเลย|ไปก่อน|เลย|ไป|การใช้|\
    的决定|的計劃|的计划|的方案|的想法|的事|方案|计划|这个|那个|使用|了|吧|掉";

/// Words by which something is chosen that follows them.
const CHOOSES: &str = "use|using|uses|go with|going with|goes with|went with|go for|going for|pick|picked|picking|choose|chose|choosing|chosen|adopt|adopting|adopted|take|taking|took|buy|buying|bought|\
    book|booking|booked|order|ordering|ordered|get|getting|keep|keeping|kept|stay with|staying with|stick with|sticking with|settled on|settle on|decided on|decide on|decided for|opted for|opt for|\
    switch to|switching to|switched to|migrate to|migrating to|move to|moving to|moved to|goes to|is|be|are|make it|hire|hiring|hired|have|having|try|install|runs on|run on|standardize on|standardise on|paint|painting|call|name|\
    เลือกใช้|เปลี่ยนไปใช้|เปลี่ยนมาใช้|ใช้|เลือก|เอา|ซื้อ|จอง|เช่า|จ้าง|ไปกับ|ไปพักที่|ไปที่|ไป|บน|เป็น|ผ่าน|\
    选用|采用|使用|改用|就用|用|选|换成|部署在|托管在|放在|部署到|买|订|租|住|去|吃|招|選用|採用|選|買|訂";
/// Words by which something is put somewhere, or made of something: what follows the second ones is chosen.
const PUTS: [(&str, &str); 2] = [
    (PUT, "on|in|with|using|through|via|to|at|by"),
    ("rent|renting|buy|buying|order|ordering|hire|hiring|book|booking|get|getting", "from|at"),
];
/// What is done to the thing that is put somewhere.
pub(super) const PUT: &str = "written|built|hosted|deployed|stored|sent|published|printed|developed|coded|implemented|tracked|served|host|hosting|build|building|write|writing|rewrite|run|running|deploy|deploying|store|storing|send|sending|publish|publishing|print|printing|develop|developing|code|implement|implementing|\
    track|tracking|serve|serving|ship|shipping|render|test|testing|monitor|monitoring|stay|staying|meet|meeting|hold|style|styling";
/// How many words are a choice without a verb.
const BRIEF: usize = 6;

/// Stands where words were taken out: what is before and behind them is not one thing.
pub(super) const GAP: &str = "\u{1}";

/// What a decision chose, as its words put it behind a word of choosing.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    words: Subject,
    /// The words that can be the thing itself: the last one, in Thai also the first.
    heads: Vec<Term>,
}

impl Choice {
    /// Reads what a text in lower case chooses, without what it leaves itself.
    pub(super) fn all(bare: &str) -> Vec<Self> {
        let read = |choice: &str| {
            let words = named(choice);
            let order = Subject::in_order(choice, &words);
            let first = order.first().filter(|_| choice.contains(is_thai));
            let heads = order.last().into_iter().chain(first).copied().collect();
            (!words.is_empty()).then_some(Self { words, heads })
        };
        let choices = choices(bare);
        if choices.is_empty() && is_elliptic(bare) {
            let words = named(bare);
            return vec![Self { heads: words.words().collect(), words }];
        }
        choices.into_iter().filter_map(read).collect()
    }

    /// Tells whether all of it is among some words.
    pub(super) fn is_within(&self, words: &Subject) -> bool {
        self.words.covered_by(words) >= 1.0
    }

    /// Tells whether this is what somebody leaves: a guide to Redis is not left with Redis.
    pub(super) fn is(&self, left: &Subject) -> bool {
        left.covered_by(&self.words) >= 1.0 && self.heads.iter().any(|head| left.has(*head))
    }
}

/// "Madrid one", "ok tent": a few words without anybody who chooses are the choice.
fn is_elliptic(bare: &str) -> bool {
    const WHO: &str = "we|i|we'll|i'll|we're|i'm|let's|they|he|she|the|our|my|a|an";
    let start = after_lead(bare);
    bare.is_ascii() && bare.split_whitespace().count() <= BRIEF && begins(start, WHO).is_none()
}

/// Tells whether a sentence in lower case names something as left.
pub(super) fn leaves(lower: &str) -> bool {
    !take_out(lower).1.is_empty()
}

/// Takes what is left, with the words that say so, out of a text in lower case; returns the rest, and what is left.
pub(super) fn take_out(lower: &str) -> (String, Vec<Subject>) {
    let mut rest = lower.to_owned();
    let mut left = Vec::new();
    for Place { whole, name } in places(lower).into_iter().rev() {
        let named = named(lower.get(name).unwrap_or_default());
        if !named.is_empty() {
            left.push(named);
            rest.replace_range(whole, GAP);
        }
    }
    (rest, left)
}

/// Words at which a clause ends that says what is left and what it was for.
const ENDS: &str = "because|since|so|and|but|when|while|anymore|any more|เพราะ|เนื่องจาก|แต่|แล้ว|เลย|จึง|เปลี่ยน|因为|因為|所以|改|换|換|而是|了";

/// What a text names as left together with what that was for: "we no longer keep sessions in Redis".
#[derive(Debug, Clone)]
pub(super) struct Whole {
    pub(super) words: Subject,
    /// Its Latin words, in a text of another script: they are names.
    pub(super) names: Subject,
}

impl Whole {
    /// Reads a text in lower case.
    pub(super) fn all(lower: &str) -> Vec<Self> {
        let (mut all, mut from) = (Vec::new(), 0);
        while let Some((_, end)) = find_from(lower, BEFORE, from) {
            from = end + Self::add(lower.get(end..).unwrap_or_default(), &mut all);
        }
        from = 0;
        // ไม่ with แล้ว behind it ends whatever stands between the two.
        while let Some((_, end)) = find_from(lower, "ไม่", from).filter(|_| all.is_empty()) {
            let rest = lower.get(end..).unwrap_or_default();
            let clause = rest.split(is_mark).next().unwrap_or_default();
            from = end + if has(clause, "แล้ว") { Self::add(rest, &mut all) } else { 0 };
        }
        all
    }

    /// Reads what stands behind words of leaving; returns where its clause ends.
    fn add(rest: &str, all: &mut Vec<Self>) -> usize {
        let mark = rest.find(is_mark).unwrap_or(rest.len());
        let clause = rest.get(..mark).unwrap_or_default();
        // A word right behind belongs to what is left.
        let first = clause.char_indices().find(|(_, c)| c.is_alphanumeric());
        let first = first.map_or(0, |(at, c)| at + c.len_utf8());
        let until = find_from(clause, ENDS, first).map_or(clause.len(), |(at, _)| at);
        let left = clause.get(..until).unwrap_or_default();
        let words = Subject::of_decision(left);
        let latin = |c: char| if c.is_ascii() { c } else { ' ' };
        let names = if left.is_ascii() {
            Subject::default()
        } else {
            Subject::of_decision(&left.chars().map(latin).collect::<String>())
        };
        if words.len() > 1 {
            all.push(Self { words, names });
        }
        mark
    }
}

/// Where something is left: the words that say so with what they leave, and that alone.
struct Place {
    whole: Range<usize>,
    name: Range<usize>,
}

/// Returns where something is left, in order.
fn places(lower: &str) -> Vec<Place> {
    let mut all: Vec<Place> = Vec::new();
    let mut from = 0;
    while let Some((at, end)) = find_from(lower, BEHIND, from) {
        let before = lower.get(..at).unwrap_or_default();
        let start = before.char_indices().rev().find(|(_, c)| is_mark(*c));
        let start = start.map_or(0, |(at, c)| at + c.len_utf8());
        let clause = lower.get(start..at).unwrap_or_default();
        // A sentence before it is no name.
        let brief = clause.split_whitespace().count() <= 5 && clause.chars().count() <= 40;
        if brief && !named(clause).is_empty() {
            all.push(Place { whole: start..end, name: start..at });
        }
        from = end;
    }
    let mut from = 0;
    while let Some((at, end)) = find_from(lower, BEFORE, from) {
        let until = clause_end(lower, end);
        if all.iter().all(|Place { whole, .. }| until <= whole.start || at >= whole.end) {
            all.push(Place { whole: at..until, name: end..until });
        }
        from = end.max(until);
    }
    all.sort_unstable_by_key(|place| place.whole.start);
    all
}

/// Returns what some words name, without those around it.
pub(super) fn named(words: &str) -> Subject {
    let mut words = words.trim().to_owned();
    for phrase in phrases(AROUND) {
        while let Some((at, end)) = find(&words, phrase) {
            words.replace_range(at..end, " ");
        }
    }
    Subject::of(&words)
}

/// Returns where the words end that follow a place: Thai puts a blank between its clauses.
fn clause_end(text: &str, from: usize) -> usize {
    let end = stop(text, from);
    let part = text.get(from..end).unwrap_or_default();
    let lead = part.len() - part.trim_start().len();
    let mut chars = part.char_indices().skip_while(|(at, _)| *at < lead).peekable();
    while let Some((at, c)) = chars.next() {
        if c == ' ' && chars.peek().is_some_and(|(_, next)| is_thai(*next)) {
            return from + at;
        }
    }
    end
}

/// Returns the parts of a text that stand behind words of choosing.
fn choices(bare: &str) -> Vec<&str> {
    let mut ends: Vec<usize> = Vec::new();
    let mut from = 0;
    while let Some((_, end)) = find_from(bare, CHOOSES, from) {
        ends.push(end);
        from = end;
    }
    for (verb, word) in PUTS {
        let verb = find(bare, verb).and_then(|(_, end)| find_from(bare, word, end));
        ends.extend(verb.map(|(_, end)| end));
    }
    ends.into_iter().map(|from| bare.get(from..clause_end(bare, from)).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests;

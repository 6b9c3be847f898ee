//! Whether two decisions that are put alike are of different things: team 1 and team 2, Anna and Bert. A number or a name
//! that only says what was chosen ("a timeout of 30", "in room 5", "use Postgres") tells nothing of that.

use super::cues::{find, phrases};

/// What tells the thing that a decision is about from others of its sort.
#[derive(Debug, Clone, Default)]
pub(super) struct Marks {
    label: Option<Label>,
    words: Vec<String>,
    lower: String,
}

impl Marks {
    /// Reads a decision.
    pub(super) fn of(text: &str) -> Self {
        let trim = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let words = text.split_whitespace().map(trim).filter(|word| !word.is_empty()).collect();
        Self { label: label(text), words, lower: text.to_ascii_lowercase() }
    }

    /// Tells whether two decisions name different things of one sort as what they are about.
    pub(super) fn differ(&self, old: &Self) -> bool {
        self.differ_in_number(old) || names_differ(&self.words, &old.words)
    }

    /// Tells whether this is of another numbered thing and does not name the other one, as "team 2 instead of team 1" does.
    pub(super) fn is_of_another(&self, old: &Self) -> bool {
        let named = |Label { sort, number }: &Label| {
            let ways = [format!("{sort} {number}"), format!("{sort}{number}"), format!("{number}{sort}")];
            ways.iter().any(|way| self.lower.contains(way))
        };
        self.differ_in_number(old) && !old.label.as_ref().is_some_and(named)
    }

    fn differ_in_number(&self, old: &Self) -> bool {
        let numbered = self.label.as_ref().zip(old.label.as_ref());
        numbered.is_some_and(|(new, old)| new.sort == old.sort && new.number != old.number)
    }
}

/// A thing that has a number: team 1.
#[derive(Debug, Clone)]
struct Label {
    sort: String,
    number: String,
}

/// Words before which a number says where something goes, not what is meant.
const PLACES: &str = "in|into|to|at|on|onto";
/// Words before a number that is no name: how many, how much, when.
const AMOUNTS: &str = "to|at|is|of|by|than|about|only|max|min|maximum|minimum|under|over|least|most|in|on|from|for|with|and|or|use|take|give|set|make|keep|have|hire|buy|order|add|get|until|till|after|before|within|every|per|the|a|an|all|first|last|next|another|\
    these|those|are|be|was|were|cap|quota|default|exactly|roughly|around|timeout|limit|port|budget|price|cost|size|retries|version|level|count|rate|ttl|interval|age|threshold|percent|total|between|up|down|not|we|i|you|they|it|our|my|week|year|day|\
    january|february|march|april|may|june|july|august|september|october|november|december";
/// Sorts of things that have numbers, also where they are written with a capital: Node 20 is a version, Team 20 is a team.
const SORTS: &str = "team|room|gate|group|phase|floor|table|building|store|office|line|unit|zone|site|class|track|sprint|ticket|issue|job|task|server|lane|dock|bay|shop|branch|number|no|item|step|region|station|warehouse";
/// Thai sorts of things that have numbers.
const SORTS_TH: &str = "ทีมที่|ทีม|กลุ่มที่|กลุ่ม|ห้อง|ชั้น|สาขาที่|สาขา|ประตู|โต๊ะ|เฟส|งานที่|งาน|หมายเลข|เบอร์|ข้อ|รอบที่|รอบ|ตึก|อาคาร|แผนก|ร้าน|โกดัง|เครื่องที่|เครื่อง|โปรเจกต์";
/// What stands behind the number of a thing in Chinese.
const SORTS_ZH: [char; 17] =
    ['组', '組', '队', '隊', '号', '號', '楼', '樓', '班', '期', '店', '区', '區', '桌', '部', '库', '庫'];

/// Returns the first thing with a number that a decision is about.
fn label(text: &str) -> Option<Label> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut at = 0;
    while at < chars.len() {
        let digit = |c: char| c.is_ascii_digit() || ('๐'..='๙').contains(&c);
        let han = |c: char| "一二三四五六七八九十".contains(c);
        let (start, c) = chars[at];
        if !digit(c) && !han(c) {
            at += 1;
            continue;
        }
        let run = chars[at..].iter().take_while(|(_, next)| if digit(c) { digit(*next) } else { han(*next) });
        let run = run.count();
        at += run;
        let end = chars.get(at).map_or(text.len(), |(end, _)| *end);
        let number = text.get(start..end).unwrap_or_default().to_owned();
        let (before, after) = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
        let sort = if digit(c) { sort_before(before, after) } else { None };
        if let Some(sort) = sort.or_else(|| sort_after(after)) {
            return Some(Label { sort, number });
        }
    }
    None
}

/// "team 1", "job #7", ทีม 1: the word before a whole number.
fn sort_before(before: &str, after: &str) -> Option<String> {
    let mut next = after.chars();
    let part_of_more = match next.next() {
        Some('.' | ',' | ':') => next.next().is_some_and(|c| c.is_ascii_digit()),
        Some(c) => c.is_ascii_alphabetic() || matches!(c, '%' | '°' | '-' | '/'),
        None => false,
    };
    let bare = before.trim_end_matches([' ', '#', '.']);
    if part_of_more || before.ends_with(['$', '€', '£', '-', '/', ':']) {
        return None;
    }
    if let Some(sort) = phrases(SORTS_TH).find(|sort| bare.ends_with(sort)) {
        return (!bare.ends_with("วันที่")).then(|| sort.to_owned());
    }
    let word = bare.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    let lower = word.to_ascii_lowercase();
    let is = |list: &str| phrases(list).any(|one| one == lower);
    let named = word.len() >= 2 && word.len() < before.len() && !is(AMOUNTS) && bare.ends_with(word);
    let version = word.starts_with(|c: char| c.is_ascii_uppercase()) && !is(SORTS);
    let place = bare.strip_suffix(word).unwrap_or_default().trim_end();
    let put = place.rsplit(' ').next().unwrap_or_default().to_ascii_lowercase();
    (named && !version && !phrases(PLACES).any(|one| one == put)).then_some(lower)
}

/// 第一组, 2号楼: the word behind a number.
fn sort_after(after: &str) -> Option<String> {
    let sort = after.trim_start().chars().next().filter(|c| SORTS_ZH.contains(c))?;
    Some(sort.to_string())
}

/// "Give Anna the Berlin office", "give Bert the Paris office": another name, and another thing for it.
fn names_differ(new: &[String], old: &[String]) -> bool {
    const CHOOSES: &str = "use|using|with|for|pick|choose|adopt|take|keep|by|and|from|switch|replace";
    const DAYS: &str = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|today|tomorrow";
    let first = new.iter().zip(old).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    let (Some(a), Some(b)) = (new.get(first), old.get(first)) else { return false };
    let named = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.chars().skip(1).all(|c| c.is_ascii_lowercase())
            && find(&word.to_ascii_lowercase(), DAYS).is_none()
    };
    let before = first.checked_sub(1).and_then(|at| new.get(at)).map(|word| word.to_ascii_lowercase());
    let chosen = before.is_none_or(|word| phrases(CHOOSES).chain(phrases(PLACES)).any(|one| one == word));
    named(a) && named(b) && !chosen && new[first + 1..] != old[first + 1..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_different_things(new: &str, old: &str) -> bool {
        Marks::of(new).differ(&Marks::of(old))
    }

    #[test]
    fn things_with_other_numbers_or_names_are_different_things() {
        for (new, old) in [
            ("We decided to give team 1 the Berlin office.", "We decided to give team 2 the Paris office."),
            ("We decided to close gate 1.", "We decided to close gate 2."),
            ("Let's go with tool number 7 for job 7.", "Let's go with tool number 8 for job 8."),
            ("We decided to give Team 1 the hall.", "We decided to give Team 2 the hall."),
            (
                "We decided to give Anna the big Berlin office upstairs.",
                "We decided to give Bert the big Paris office upstairs.",
            ),
            ("ตกลงให้ทีม 1 ใช้ห้องใหญ่", "ตกลงให้ทีม 2 ใช้ห้องเล็ก"),
            ("我们决定第一组用大会议室。", "我们决定第二组用小会议室。"),
            ("我们决定1号店周一开门。", "我们决定2号店周二开门。"),
        ] {
            assert!(of_different_things(new, old) && of_different_things(old, new), "{new} | {old}");
        }
    }

    #[test]
    fn another_value_is_no_other_thing() {
        for (new, old) in [
            ("We decided to set the timeout to 30 seconds.", "We decided to set the timeout to 60 seconds."),
            ("We decided on a budget of 500.", "We decided on a budget of 700."),
            ("We decided to upgrade to Node 20.", "We decided to upgrade to Node 22."),
            ("We decided to move team 1 to room 3.", "We decided to move team 1 to room 5."),
            ("We decided to put the printer in room 3.", "We decided to put the printer in room 5."),
            ("We decided to use Postgres in Berlin.", "We decided to use Oracle in Paris."),
            ("We decided to meet on Monday in Berlin.", "We decided to meet on Tuesday in Paris."),
            ("We decided to hire 2 cooks.", "We decided to hire 3 cooks."),
            ("ตกลงประชุมวันที่ 5", "ตกลงประชุมวันที่ 6"),
            ("我们决定预算是500元。", "我们决定预算是700元。"),
        ] {
            assert!(!of_different_things(new, old), "{new} | {old}");
        }
    }
}

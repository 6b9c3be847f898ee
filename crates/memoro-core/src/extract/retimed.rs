//! A change that names nothing but a time: "change it to Thursday at two, Wednesday is off", 改到一月二十三號. It means what was
//! put on another time a little before, in the same conversation. Where two things may be meant and it names neither, it
//! means none.

use super::cues::{find_from, has, phrases};
use super::signs::after_lead;
use super::subject::Subject;
use super::times::{Time, cut};
use super::{Item, Said};
use crate::text::is_thai;

/// How many turns lie between a time and its change.
const REACH: usize = 8;
/// How many turns lie between them where something else was put on a time before.
const NEAR: usize = 2;

/// Words by which something gets another time.
const MOVES: &str = "change it to|change that to|change to|changed to|move it to|move that to|moved to|move to|push it to|shift it to|make it|make that|switch to|switch it to|instead|rather|reschedule to|reschedule it to|postpone it to|bring it forward to|\
    เปลี่ยนเป็น|เปลี่ยนไปเป็น|เปลี่ยนไป|เปลี่ยนมา|ขอเปลี่ยน|ขอเลื่อน|เลื่อนเป็น|เลื่อนไปเป็น|เลื่อนไป|เลื่อนมา|เลื่อน|ย้ายเป็น|ย้ายไปเป็น|ย้ายไป|ย้ายมา|ขยับเป็น|ขยับไป|ขยับมา|แทน|\
    改到|改在|改成|改为|换到|换成|挪到|移到|调到|推到|推迟到|提前到|延到|延期到";
/// Words by which a time is given up.
const DROPS: &str = "is off|is out|is cancelled|is canceled|won't work|doesn't work|does not work|is no good|no longer works|not|cancel|scrap|forget|instead of|\
    ยกเลิก|ไม่เอา|ไม่ได้แล้ว|ไม่ได้|ไม่ว่าง|ไม่สะดวก|取消|不行|不要|作废|算了|不方便|没空|不用";
/// Words beside them that name nothing.
const BESIDE: &str = "it|that|this|the|we|i|let's|lets|us|can|could|do|have|to|for|on|at|please|then|ok|okay|oh|no|wait|hm|hmm|sorry|actually|so|and|but|go|is|be|again|better|fine|again|oops|my bad|not that|\
    งั้น|เดี๋ยว|ขอ|เอา|เป็น|ไป|มา|ก็|ให้|ที|หน่อย|แล้ว|นะ|ครับ|ค่ะ|คะ|ดีกว่า|ละกัน|แล้วกัน|เลย|วัน|ตอน|ของ|ไม่|โอเค|ไม่ใช่|ใช่|เอ้ย|เฮ้ย|อุ๊ย|โทษที|ขอโทษ|ผิด|พูดผิด|\
    那|就|还是|吧|了|我们|咱们|再|先|请|把|它|时间|好|啊|不|嗯|等等|的|也|要|是|对|哦|啊|抱歉|说错|错";

/// What a change of time says.
#[derive(Debug)]
struct Change {
    to: Vec<Time>,
    /// The times that it gives up.
    from: Vec<Time>,
    /// What stands before it, where that is said in a few words: "the demo, move it to Friday".
    topic: Subject,
}

impl Change {
    /// Reads words that change a time and name nothing; where the turn says that something is taken back, no word for that
    /// is needed.
    fn of(text: &str, says_so: bool) -> Option<Self> {
        let lower = text.to_lowercase();
        let all: Vec<Clause> = clauses(&lower).map(Clause::of).collect();
        let drops = all.iter().any(|clause| clause.drops && !clause.times.is_empty() && clause.names_nothing);
        let changes = |clause: &&Clause| {
            let changes = clause.moves || says_so || drops;
            changes && clause.names_nothing && !clause.drops && !clause.times.is_empty()
        };
        let at = all.iter().position(|clause| changes(&clause))?;
        let (before, rest) = all.split_at_checked(at)?;
        let (main, after) = rest.split_first()?;
        // "…, and the demo to Friday" changes more than one thing.
        if after.iter().any(|clause| !clause.times.is_empty() && !clause.drops) {
            return None;
        }
        let given_up = before.iter().chain(after.iter().filter(|clause| clause.drops));
        let from = given_up.flat_map(|clause| clause.times.clone()).collect();
        let topic = before.last().map(|clause| clause.topic.clone()).unwrap_or_default();
        Some(Self { to: main.times.clone(), from, topic })
    }

    /// Tells whether times can be those that are changed: one of their sort is another one.
    fn changes(&self, old: &[Time]) -> bool {
        self.to.iter().any(|new| {
            let mut sort = old.iter().filter(|old| old.sort == new.sort).peekable();
            sort.peek().is_some() && sort.all(|old| !old.is(new))
        })
    }

    fn gives_up(&self, old: &[Time]) -> bool {
        self.from.iter().any(|from| old.iter().any(|old| old.is(from)))
    }
}

/// A clause, and what it says of times.
struct Clause {
    times: Vec<Time>,
    moves: bool,
    drops: bool,
    /// Whether it says nothing but that.
    names_nothing: bool,
    /// What it names, where it does so in a few words and tells no time.
    topic: Subject,
}

impl Clause {
    fn of(text: &str) -> Self {
        let (rest, times) = cut(text);
        let (moves, drops) = (has(&rest, MOVES), has(&rest, DROPS));
        let mut bare = after_lead(&rest).to_owned();
        for phrase in [MOVES, DROPS, BESIDE].into_iter().flat_map(longest_first) {
            while let Some((at, end)) = find_from(&bare, phrase, 0) {
                bare.replace_range(at..end, "\n");
            }
        }
        let is_brief = text.split_whitespace().count() <= 4 && text.chars().count() <= 24;
        let names_nothing = !bare.chars().any(char::is_alphanumeric);
        let names = is_brief && times.is_empty() && !names_nothing;
        let topic = if names { Subject::of_decision(&rest) } else { Subject::default() };
        Self { times, moves, drops, names_nothing, topic }
    }
}

fn longest_first(list: &'static str) -> Vec<&'static str> {
    let mut all: Vec<&str> = phrases(list).collect();
    all.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
    all
}

/// Returns the clauses of a text in small letters; Thai puts a blank between them.
fn clauses(lower: &str) -> impl Iterator<Item = &str> {
    let mut starts = vec![0];
    for (at, c) in lower.char_indices() {
        let next = at + c.len_utf8();
        // "10 โมง" is one time.
        let counted = lower.get(..at).is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()));
        let thai = c == ' ' && !counted && lower.get(next..).is_some_and(|rest| rest.starts_with(is_thai));
        let colon =
            c == ':' && lower.get(next..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if (super::aim::is_mark(c) && !colon) || thai {
            starts.push(next);
        }
    }
    starts.push(lower.len());
    let parts: Vec<(usize, usize)> = starts.windows(2).map(|pair| (pair[0], pair[1])).collect();
    parts
        .into_iter()
        .filter_map(|(at, end)| lower.get(at..end))
        .filter(|part| part.chars().any(char::is_alphanumeric))
}

/// Returns the place of the earlier decision whose time a later one changes without naming it, or names by the words that
/// had led to it.
pub(super) fn find(turns: &[Said<'_>], items: &[Item], later: usize, says_so: bool) -> Option<usize> {
    let new = &items[later];
    let change = Change::of(new.evidence(turns), says_so)?;
    let turn = new.settled_in();
    let times = |at: usize| cut(&words(turns, &items[at]).to_lowercase()).1;
    let open = |at: &usize| {
        let item = &items[*at];
        let near = item.settled_in() < turn && turn - item.settled_in() <= REACH;
        near && item.holds() && item.kind.is_settled() && change.changes(&times(*at))
    };
    let known: Vec<usize> = (0..items.len()).filter(|at| *at != later).filter(open).collect();
    let named = |at: &usize| {
        let about = Subject::of_decision(&context(turns, &items[*at]));
        change.topic.is_empty() || change.topic.common(&about) > 0
    };
    let given_up: Vec<usize> = known.iter().copied().filter(|at| change.gives_up(&times(*at))).collect();
    if let Some(at) = given_up.last() {
        return Some(*at);
    }
    let last = known.iter().copied().filter(|at| named(at)).max_by_key(|at| items[*at].settled_in())?;
    let rests = known.len() == 1 || turn - items[last].settled_in() <= NEAR;
    rests.then_some(last)
}

/// Returns what shows an item, the agreement too: that may tell the time.
fn words(turns: &[Said<'_>], item: &Item) -> String {
    [item.evidence(turns), item.agreement(turns).unwrap_or_default()].join(" ")
}

/// Returns what was said up to an item, from two turns before it on.
fn context(turns: &[Said<'_>], item: &Item) -> String {
    let said = turns.iter().take(item.settled_in() + 1).skip(item.turn.saturating_sub(2));
    said.map(|said| said.text).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::judge::Found;
    use super::super::{Kind, reasons, split};
    use super::*;
    use crate::fusion::Role;

    /// Returns which of the first decisions the last one changes.
    fn changed(said: &[&'static str]) -> Option<usize> {
        let turns: Vec<Said<'_>> =
            said.iter().map(|text| Said { role: Role::User, text, year: None }).collect();
        let read = split(&turns);
        let found = Found { kind: Kind::Decision, sure: 800, at: 0 };
        let items: Vec<Item> = (0..turns.len()).map(|turn| reasons::item(found, turn, 0, &read)).collect();
        find(&turns, &items, items.len() - 1, false)
    }

    #[test]
    fn a_time_that_is_changed_by_itself_is_that_of_what_was_settled_before() {
        for said in [
            ["Let's do Wednesday at ten.", "ok then change it to Thursday at two, Wednesday is off"],
            ["The tasting is on January 16.", "make it January 23 instead"],
            ["We'll meet at 12:30.", "make it 12:45, the Denver call always runs over"],
            ["เอาวันพุธสิบโมง", "งั้นเปลี่ยนเป็นพฤหัสบ่ายสอง พุธยกเลิก"],
            ["นัดช่างวันที่ 5", "ขอเลื่อนไปวันที่ 7"],
            ["那就订川菜馆，一月十六号", "改到一月二十三号"],
            ["那就訂川菜館，一月十六號", "改到一月二十三號"],
            ["定在周三下午两点", "等等，改成周四吧"],
        ] {
            assert_eq!(changed(&said), Some(0), "{said:?}");
        }
    }

    #[test]
    fn a_change_that_names_something_or_nothing_that_was_settled_changes_no_other_time() {
        for said in [
            ["The meeting is on Wednesday at ten.", "We cancel Wednesday's delivery."],
            ["The meeting is on Wednesday.", "Move the dentist to Thursday."],
            ["The meeting is on Wednesday.", "The dentist, move it to Thursday."],
            ["The meeting is on Wednesday.", "The tasting is on Thursday."],
            ["Keep them for 14 days.", "make it Thursday"],
            ["ประชุมทีมวันพุธสิบโมง", "ยกเลิกส่งของวันพุธ"],
            ["ประชุมทีมวันพุธ", "เลื่อนหมอฟันไปวันพฤหัส"],
            ["会议定在周三", "取消周三的送货"],
            ["会议定在周三", "牙医改到周四"],
            ["會議定在週三", "牙醫改到週四"],
        ] {
            assert_eq!(changed(&said), None, "{said:?}");
        }
    }

    #[test]
    fn of_two_appointments_the_one_that_is_named_is_changed_or_the_last() {
        let two = ["The dentist is on Tuesday.", "The haircut is on Wednesday."];
        assert_eq!(changed(&[two[0], two[1], "Tuesday is off, make it Thursday"]), Some(0));
        assert_eq!(changed(&[two[0], two[1], "make it Thursday"]), Some(1));
        assert_eq!(changed(&[two[0], two[1], "no", "hm", "well", "make it Thursday"]), None);
        let two = ["หมอฟันวันอังคาร", "ตัดผมวันพุธ"];
        assert_eq!(changed(&[two[0], two[1], "อังคารยกเลิก เปลี่ยนเป็นพฤหัส"]), Some(0));
        let two = ["牙医周二", "理发周三"];
        assert_eq!(changed(&[two[0], two[1], "周二不行，改到周四"]), Some(0));
    }
}

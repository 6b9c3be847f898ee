//! An appointment and its time: "the meeting is on Wednesday", "the meeting moves to Friday". What is moved in so many words
//! takes the place of the same thing at another time; what only falls on that day does not. Where it happens is no part of what
//! happens: who moves a meeting seldom says the room again.

use super::aim::is_mark;
use super::cues::{begins, find, find_from, phrases};
use super::subject::Subject;

/// What happens, and when.
#[derive(Debug, Clone, Default)]
pub(super) struct Appointment {
    event: Subject,
    times: Vec<String>,
    is_moved: bool,
    /// The words of where it happens.
    place: Option<Subject>,
}

/// Words by which something gets another time.
const MOVES: &str = "move|moves|moved|moving|push|pushed|pushing|reschedule|rescheduled|rescheduling|shift|shifted|postpone|postponed|delay|delayed|bring|brought|slips|slipped|is now|\
    เลื่อน|ย้าย|เปลี่ยนเป็น|ขยับ|改到|改在|改成|改为|改期|推迟|提前|延到|延期|延后|挪到|移到|调到|推到|换到|改為|推遲|調到|換到";
/// Times. What stands before a number or behind it is looked at by itself.
const TIMES: &str = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|january|february|march|april|may|june|july|august|september|october|november|december|\
    tomorrow|today|tonight|noon|midnight|morning|afternoon|evening|next week|next month|next year|this week|am|pm|o'clock|half past|quarter past|quarter to|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\
    วันจันทร์|วันอังคาร|วันพุธ|วันพฤหัสบดี|วันพฤหัส|วันศุกร์|วันเสาร์|วันอาทิตย์|วันที่|จันทร์|อังคาร|พุธ|พฤหัส|ศุกร์|เสาร์|อาทิตย์หน้า|อาทิตย์|สัปดาห์หน้า|เดือนหน้า|พรุ่งนี้|มะรืน|วันนี้|ตอนเช้า|ตอนบ่าย|ตอนเย็น|เช้า|บ่าย|เย็น|ค่ำ|เที่ยง|โมง|ทุ่ม|นาฬิกา|หนึ่ง|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|\
    下周一|下周二|下周三|下周四|下周五|下周六|下周日|这周一|这周二|这周三|这周四|这周五|本周一|本周二|本周三|本周四|本周五|下週一|下週二|下週三|下週四|下週五|這週一|這週二|這週三|這週四|這週五|周一|周二|周三|周四|周五|周六|周日|周天|週一|週二|週三|週四|週五|週六|週日|星期一|星期二|星期三|星期四|星期五|星期六|星期日|星期天|礼拜一|礼拜二|礼拜三|礼拜四|礼拜五|下周|下週|这周|下个月|下個月|明天|后天|後天|今天|今晚|上午|下午|早上|晚上|中午|傍晚|点半|點半|点钟|点|點|号|號|月|日|半";
/// Words of arranging that say nothing of what happens.
const ARRANGES: &str = "is|are|was|has been|will be|on|at|in|to|until|from|back|forward|by|of|scheduled|schedule|set|planned|plan|happens|takes place|we|it|the|our|\
    นัด|จัด|กำหนด|ตั้ง|ไปเป็น|มาเป็น|เป็น|ไป|มา|ออก|ตอน|定在|安排在|约在|放在|约|安排|定|在|到|于|約在|約|成|为|為";

impl Appointment {
    /// Reads a decision; nothing where it names no time, or nothing beside it.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut lower = text.to_ascii_lowercase();
        let place = place(&lower);
        let named = place.clone().and_then(|place| lower.get(place)).map(|words| {
            let lead = begins(words, WHERE).unwrap_or_default();
            Subject::of_decision(words.get(lead..).unwrap_or_default())
        });
        if let Some(place) = place {
            lower.replace_range(place, "\n");
        }
        let (rest, times) = without_times(&lower);
        if times.is_empty() {
            return None;
        }
        let is_moved = find(&lower, MOVES).is_some_and(|(_, end)| gets_time(&lower, end));
        let mut bare = rest;
        for list in [MOVES, ARRANGES] {
            for phrase in phrases(list) {
                while let Some((at, end)) = find_from(&bare, phrase, 0) {
                    bare.replace_range(at..end, "\n");
                }
            }
        }
        let event = Subject::of_decision(&bare);
        (!event.is_empty()).then_some(Self { event, times, is_moved, place: named })
    }

    /// Returns what happens, where it is moved.
    pub(super) fn moved(&self) -> Option<&Subject> {
        self.is_moved.then_some(&self.event)
    }

    /// Tells whether this moves an earlier appointment to another time. More may have been said of it before, but not much
    /// more: cakes for the meeting are no meeting.
    pub(super) fn moves(&self, earlier: &Self) -> bool {
        let same =
            self.event.covered_by(&earlier.event) >= 1.0 && earlier.event.len() <= 2 * self.event.len();
        let places = self.place.as_ref().zip(earlier.place.as_ref());
        let elsewhere = places.is_some_and(|(new, old)| new.common(old) == 0);
        self.is_moved && same && !elsewhere && self.times.iter().any(|time| !earlier.times.contains(time))
    }
}

/// Words before a place.
const WHERE: &str = "in|at|ที่|在|于";
/// Words in which those say nothing of a place, from where they begin.
const NOWHERE: &str = "in case|in order|in time|in advance|in person|in english|in thai|in chinese|at least|at most|at once|at all|in place of|in favor of|in favour of|\
    ที่แล้ว|ที่ผ่านมา|ที่จะ|ที่เรา|ที่ต้อง|ที่มี|ที่เป็น|ที่คุย|ที่ตกลง|ที่สุด|ที่นัด|ที่หนึ่ง|ที่สอง|ที่สาม|在于|在线上|在內|在内";
/// Thai words that end with the word before a place.
const NO_WHERE: [&str; 5] = ["วัน", "อาทิตย์", "เดือน", "คน", "สิ่ง"];
/// Words at which a place ends.
const PLACE_ENDS: &str = "in|at|on|to|from|for|with|by|because|since|so|and|but|when|while|before|after|until|as|\
    ตอน|เวลา|วัน|กับ|เพราะ|แล้ว|นะ|ครับ|ค่ะ|เป็น|ไป|开|開|举行|舉行|见|見|碰头|碰面|进行|進行|办|辦|吃|集合|集|因为|因為|跟|和|吧|了";

/// Returns where the words stand that say where something happens, with those that lead to it, in a text in lower case.
fn place(lower: &str) -> Option<std::ops::Range<usize>> {
    let mut from = 0;
    while let Some((at, end)) = find_from(lower, WHERE, from) {
        from = end;
        let (before, rest) = (lower.get(..at).unwrap_or_default(), lower.get(end..).unwrap_or_default());
        let inside = NO_WHERE.iter().any(|word| before.ends_with(word));
        if inside || lower.get(at..).is_some_and(|text| begins(text, NOWHERE).is_some()) {
            continue;
        }
        // A word right behind belongs to the place.
        let first = rest.char_indices().find(|(_, c)| c.is_alphanumeric());
        let first = first.map_or(0, |(at, c)| at + c.len_utf8());
        let mark = rest.get(first..).and_then(|rest| rest.find(is_mark)).map(|at| first + at);
        let word = find_from(rest, PLACE_ENDS, first).map(|(at, _)| at);
        let until = mark.into_iter().chain(word).min().unwrap_or(rest.len());
        let named = rest.get(..until).unwrap_or_default();
        // "Room 5" is a place and "5" is a time.
        let bare = without_times(named).0;
        if find(&bare, SPANS).is_some() {
            continue;
        }
        if named.chars().count() <= LONGEST_PLACE && !Subject::of_decision(&bare).is_empty() {
            return Some(at..end + named.trim_end().len());
        }
    }
    None
}

/// Words of how long something takes.
const SPANS: &str = "week|weeks|day|days|hour|hours|minute|minutes|month|months|year|years|สัปดาห์|ชั่วโมง|นาที|小时|小時|分钟|分鐘|个月|個月|星期";
/// The most characters of a place.
const LONGEST_PLACE: usize = 60;

/// Returns the words that say where something happens, as they were said.
pub fn place_in(text: &str) -> Option<&str> {
    text.get(place(&text.to_ascii_lowercase())?)
}

/// Tells whether a time follows a place at once, or behind a word that leads to it: "to Friday", 到周五.
fn gets_time(lower: &str, from: usize) -> bool {
    const TO: &str = "to|until|till|for|now|เป็น|ไป|มา|到|成|为|為|在";
    const LEADS: &str = "next|the|on|at|early|late|in|half|เป็น|ตอน|在";
    let is_time = |at: usize| {
        let mut rest = lower.get(at..).unwrap_or_default().trim_start();
        while let Some(end) = begins(rest, LEADS) {
            rest = rest.get(end..).unwrap_or_default().trim_start();
        }
        begins(rest, TIMES).is_some() || number(rest).is_some()
    };
    let mut at = from;
    let mut found = is_time(at);
    while let Some((_, end)) = find_from(lower, TO, at).filter(|_| !found) {
        found = is_time(end);
        at = end;
    }
    found
}

/// Takes the times out of a text in lower case; returns the rest, and them.
fn without_times(lower: &str) -> (String, Vec<String>) {
    let (mut rest, mut times) = (String::with_capacity(lower.len()), Vec::new());
    let mut at = 0;
    while let Some(c) = lower.get(at..).and_then(|text| text.chars().next()) {
        let here = lower.get(at..).unwrap_or_default();
        // A number or a name of a month inside a word is none.
        let whole = !c.is_ascii() || !rest.ends_with(|before: char| before.is_ascii_alphanumeric());
        let time = begins(here, TIMES).or_else(|| number(here)).filter(|_| whole);
        if let Some(end) = time {
            times.push(here.get(..end).unwrap_or_default().to_owned());
            rest.push('\n');
            at += end;
        } else {
            rest.push(c);
            at += c.len_utf8();
        }
    }
    (rest, times)
}

/// Returns where a number ends with which a text begins: "10:30", "3pm", 十点.
fn number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b':' | b'.')).count();
    let first = text.bytes().next().is_some_and(|b| b.is_ascii_digit());
    if first {
        let unit = text.get(digits..).filter(|rest| begins(rest, "am|pm").is_some()).map_or(0, |_| 2);
        return Some(digits + unit);
    }
    let han: usize =
        text.chars().take_while(|c| "一二三四五六七八九十两兩".contains(*c)).map(char::len_utf8).sum();
    let hour = text.get(han..).is_some_and(|rest| rest.starts_with(['点', '點', '号', '號', '月', '日']));
    (han > 0 && hour).then_some(han)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(new: &str, old: &str) -> bool {
        Appointment::of(new).zip(Appointment::of(old)).is_some_and(|(new, old)| new.moves(&old))
    }

    #[test]
    fn the_same_thing_at_another_time_is_moved() {
        for (new, old) in [
            ("The demo moves to Friday at 3pm.", "The demo is on Wednesday at 10."),
            ("We pushed the kickoff with Anna to 11:30.", "The kickoff with Anna is at 9:00."),
            ("เลื่อนประชุมทีมเป็นวันศุกร์บ่าย", "นัดประชุมทีมวันพุธบ่าย"),
            ("会议改到周五下午三点。", "会议定在周三下午。"),
            ("发布推迟到下周一。", "发布定在周四上午。"),
            ("會議改到週五下午。", "會議定在週三下午。"),
        ] {
            assert!(moves(new, old), "{new} | {old}: {:?} {:?}", Appointment::of(new), Appointment::of(old));
            assert!(!moves(old, new), "{old} moves nothing");
        }
    }

    #[test]
    fn where_it_happens_is_told_from_when() {
        for (text, place) in [
            ("The demo is on Wednesday at 10 in room 5.", "in room 5"),
            ("We meet Anna at Café Luna on Wednesday at 10.", "at Café Luna"),
            ("นัดประชุมทีมวันพุธบ่ายที่ห้องใหญ่", "ที่ห้องใหญ่"),
            ("นัดประชุมทีมที่ห้องใหญ่ตอนบ่ายสอง", "ที่ห้องใหญ่"),
            ("会议定在周三下午，在三号会议室。", "在三号会议室"),
            ("會議定在週三下午，在大會議室開。", "在大會議室"),
        ] {
            assert_eq!(place_in(text), Some(place), "{text}");
        }
        for text in [
            "The demo is on Wednesday at 10.",
            "The demo is at noon in two weeks.",
            "นัดประชุมทีมวันที่ 5",
            "ประชุมที่จะจัดวันพุธ",
            "会议定在周三下午。",
            "会议定在三点。",
        ] {
            assert_eq!(place_in(text), None, "{text}");
        }
    }

    #[test]
    fn what_happens_is_moved_wherever_it_was_to_happen() {
        for (new, old) in [
            ("The demo moves to Friday at 3pm.", "The demo is on Wednesday at 10 at the new Café Luna."),
            ("The demo moves to Friday in room 7.", "The demo is on Wednesday at 10 in room 5."),
            ("เลื่อนประชุมทีมเป็นวันศุกร์บ่าย", "นัดประชุมทีมวันพุธบ่ายที่ห้องใหญ่ชั้นสาม"),
            ("会议改到周五下午三点。", "会议定在周三下午，在三号会议室。"),
        ] {
            assert!(moves(new, old), "{new} | {old}: {:?} {:?}", Appointment::of(new), Appointment::of(old));
        }
        for (new, old) in [
            ("The party in Bath moves to Friday.", "The party in Leeds is on Wednesday."),
            ("เลื่อนงานเลี้ยงที่เชียงใหม่เป็นวันศุกร์", "งานเลี้ยงที่ภูเก็ตวันพุธ"),
            ("在北京的展会改到周五。", "在上海的展会定在周三。"),
        ] {
            assert!(!moves(new, old), "{new} | {old}: {:?} {:?}", Appointment::of(new), Appointment::of(old));
        }
    }

    #[test]
    fn other_things_and_the_same_time_are_not() {
        for (new, old) in [
            ("The meeting with Bert moves to Friday.", "The meeting with Anna is on Wednesday."),
            ("The meeting moves to Friday.", "We'll buy three cakes for the meeting on Wednesday."),
            ("The demo moves to Friday.", "The demo is on Friday."),
            ("We move the office to Berlin.", "The office closes on Friday."),
            ("We move the data on Saturday.", "The data is checked on Friday."),
            ("ขอเลื่อนนัดวันอังคาร", "นัดวันจันทร์"),
            ("เลื่อนประชุมทีมเป็นวันศุกร์", "นัดหมอฟันวันพุธ"),
            ("会议改到周五下午。", "牙医约在周三下午。"),
        ] {
            assert!(!moves(new, old), "{new} | {old}: {:?} {:?}", Appointment::of(new), Appointment::of(old));
        }
    }
}

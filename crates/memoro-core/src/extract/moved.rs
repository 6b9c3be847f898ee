//! An appointment and its time: "the meeting is on Wednesday", "the meeting moves to Friday". What is moved in so many words
//! takes the place of the same thing at another time; what only falls on that day does not.

use super::cues::{begins, find, find_from, phrases};
use super::subject::Subject;

/// What happens, and when.
#[derive(Debug, Clone, Default)]
pub(super) struct Appointment {
    event: Subject,
    times: Vec<String>,
    is_moved: bool,
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
        let lower = text.to_ascii_lowercase();
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
        (!event.is_empty()).then_some(Self { event, times, is_moved })
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
        self.is_moved && same && self.times.iter().any(|time| !earlier.times.contains(time))
    }
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

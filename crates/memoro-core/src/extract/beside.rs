//! Whether two decisions that are put alike are of different things by the words in which they differ: the API timeout and the
//! worker timeout, gold and silver customers, the dentist of two people. Another value for one thing (a number, a time, another
//! choice in its one place) tells nothing of that, and it is not asked where somebody says that something is taken back.

use std::ops::Range;

use super::cues::{begins, ends, find, find_from, phrases, place};
use super::subject::{FRAMES, MATTER};
use super::times::{Time, cut};
use crate::text::{is_han, is_stop, is_thai, simplified};

/// The words of a decision in order, without times and without those by which anything is settled.
#[derive(Debug, Clone, Default)]
pub(super) struct Wording {
    text: String,
    pieces: Vec<Range<usize>>,
    times: Vec<Time>,
    /// The days that tell which of several things is meant: the Monday meeting.
    days: Vec<String>,
    /// What is chosen by its name.
    chosen: Option<String>,
}

/// How many words are compared: each is with each.
const MOST: usize = 160;
/// The least that two texts must have in common in one place, by the weights of its words.
const COMMON: usize = 4;

/// Words by which a value is given to something, whatever it is.
const DEEDS: &str = "set|put|raise|raised|lower|lowered|increase|decrease|reduce|bump|cap|limit|hold|schedule|do|have|make|give|get|pick|choose|order|buy|book|meet|arrange|up|down|only|just|really|definitely|finally|well|right|alright|it's|that's|settled|fine|great|good|perfect|\
    ตั้ง|กำหนด|ปรับ|จัด|นัด|ไว้|กัน|ด้วย|ให้|\
    设成|设为|设置|设定|调到|调成|调为|提高到|降到|定在|定为|约在|安排在|放在|安排|约|定|把|可以|好吧|没问题";
/// Words of amounts beside figures.
const UNITS: &str = "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|half|percent|second|seconds|sec|minute|minutes|min|hour|hours|day|days|week|weeks|month|months|year|years|ms|kb|mb|gb|tb|euro|euros|eur|usd|dollar|dollars|baht|yuan|times|items|people";
/// Thai words of amounts.
const UNITS_TH: &str =
    "วินาที|นาที|ชั่วโมง|บาท|เปอร์เซ็นต์|ร้อยละ|หมื่น|แสน|พัน|ร้อย|สิบ|หนึ่ง|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|คน|วัน|เดือน|ปี";
/// Chinese signs of amounts.
const UNITS_ZH: &str = "零一二三四五六七八九十百千万两半元块分秒个小时天月年人钟折成";
/// Words before a place, which is chosen as well.
const PLACES: &str = "in|at|from|into|on|via|ที่|在|于|去";
/// Words of choosing in front of what is chosen.
const CHOOSES: &str = "use|using|go with|pick|choose|adopt|take|ใช้|เลือก|เอา|ไปกับ|用|选|选用|采用|使用|改用";
/// Words between what is chosen and what that is for.
const PURPOSE: &str = "to|for|as";
/// Words before a number that tells versions of a thing apart.
const VERSIONS: &str = "version|release|v|เวอร์ชัน|เวอร์ชั่น|รุ่น|版本|版";
const DAYS: &str = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
/// What stands behind a day that is no part of a name.
const BEHIND_DAYS: &str = "at|in|on|for|to|from|because|since|and|or|with|instead|then|morning|afternoon|evening|night|noon|if|so|but|is|works|please|as|by|till|until|next|this|that|the|we|i|it|not|now|after|before|when|while|around|again|too|only|rather|than|a|an";

/// What two texts have in one place, and not in common; one of them may have nothing there.
struct Slot {
    new: Range<usize>,
    old: Range<usize>,
}

/// How many of the places in which two texts differ are of which sort.
#[derive(Default)]
struct Differences {
    names: usize,
    amounts: usize,
    places: usize,
    /// Where only one of them says something.
    more: usize,
}

impl Wording {
    /// Reads a decision.
    pub(super) fn of(text: &str) -> Self {
        let lower: String = text.to_lowercase().chars().take(MATTER).map(simplified).collect();
        let days = days(&lower);
        let (rest, times) = cut(&lower);
        let (chosen, text) = (chosen(&rest), bare(&rest));
        let pieces = pieces(&text);
        Self { text, pieces, times, days, chosen }
    }

    /// Tells whether it differs from an earlier decision in more than a value.
    pub(super) fn is_of_another(&self, old: &Self) -> bool {
        if !self.days.is_empty()
            && !old.days.is_empty()
            && self.days.iter().all(|day| !old.days.contains(day))
        {
            return true;
        }
        let slots = self.slots(old);
        if self.codes(old, &slots) > 1 {
            return true;
        }
        let Differences { names, amounts, places, .. } = self.differences(old, &slots);
        let other_time = self.differs_in_time(old);
        match names {
            0 => self.differs_in_version(old, &slots) && (other_time || amounts > 1),
            1 => amounts + places > 0 || other_time || self.names_one_use(old, &slots),
            _ => true,
        }
    }

    /// Tells whether it says the same as an earlier decision but for a number or a time.
    pub(super) fn gives_another_value(&self, old: &Self) -> bool {
        let slots = self.slots(old);
        let Differences { names, amounts, places, more } = self.differences(old, &slots);
        names + places + more == 0 && (amounts > 0 || self.differs_in_time(old)) && !self.is_of_another(old)
    }

    fn slots(&self, old: &Self) -> Vec<Slot> {
        let mut slots = Vec::new();
        self.compare(old, (0..self.pieces.len(), 0..old.pieces.len()), &mut slots);
        slots
    }

    fn piece(&self, at: usize) -> &str {
        self.pieces.get(at).and_then(|range| self.text.get(range.clone())).unwrap_or_default()
    }

    /// Finds where two texts differ: around the longest part that they have in common.
    fn compare(&self, old: &Self, (new_in, old_in): (Range<usize>, Range<usize>), slots: &mut Vec<Slot>) {
        if new_in.is_empty() && old_in.is_empty() {
            return;
        }
        let Some((at, there, length)) = self.longest(old, &new_in, &old_in) else {
            slots.push(Slot { new: new_in, old: old_in });
            return;
        };
        self.compare(old, (new_in.start..at, old_in.start..there), slots);
        self.compare(old, (at + length..new_in.end, there + length..old_in.end), slots);
    }

    fn longest(
        &self,
        old: &Self,
        new_in: &Range<usize>,
        old_in: &Range<usize>,
    ) -> Option<(usize, usize, usize)> {
        let mut best: Option<(usize, (usize, usize, usize))> = None;
        for at in new_in.clone() {
            for there in old_in.clone() {
                let pairs = (at..new_in.end).zip(there..old_in.end);
                let same = pairs.take_while(|(a, b)| self.piece(*a) == old.piece(*b));
                let (length, weight) =
                    same.fold((0, 0), |(length, sum), (a, _)| (length + 1, sum + weight(self.piece(a))));
                if weight >= COMMON && best.is_none_or(|(most, _)| weight > most) {
                    best = Some((weight, (at, there, length)));
                }
            }
        }
        best.map(|(_, place)| place)
    }

    fn differences(&self, old: &Self, slots: &[Slot]) -> Differences {
        let mut all = Differences::default();
        for Slot { new, old: there } in slots {
            if new.is_empty() || there.is_empty() {
                all.more += 1;
                continue;
            }
            let amounts = self.has_amount(new) && old.has_amount(there);
            let names = self.has_name(new) && old.has_name(there);
            all.amounts += usize::from(amounts);
            if names && self.is_place(new) && old.is_place(there) {
                all.places += 1;
            } else if names {
                all.names += 1;
            }
        }
        all
    }

    /// Counts the codes, such as M4 and svc1a, in whose place the other text has one as well: of one thing only one changes.
    fn codes(&self, old: &Self, slots: &[Slot]) -> usize {
        let count = |wording: &Self, slot: &Range<usize>| {
            slot.clone().filter(|at| is_code(wording.piece(*at))).count()
        };
        slots.iter().map(|slot| count(self, &slot.new).min(count(old, &slot.old))).sum()
    }

    fn has_amount(&self, slot: &Range<usize>) -> bool {
        slot.clone().any(|at| is_amount(self.piece(at))) || has_unit(self.words(slot))
    }

    fn has_name(&self, slot: &Range<usize>) -> bool {
        let words =
            phrases(UNITS_TH).fold(self.words(slot).to_owned(), |words, unit| words.replace(unit, " "));
        pieces(&words).iter().filter_map(|range| words.get(range.clone())).any(|piece| !is_amount(piece))
    }

    /// Returns a part as it stands in the text.
    fn words(&self, slot: &Range<usize>) -> &str {
        let first = self.pieces.get(slot.start).map_or(0, |range| range.start);
        let last =
            slot.end.checked_sub(1).and_then(|at| self.pieces.get(at)).map_or(first, |range| range.end);
        self.text.get(first..last).unwrap_or_default()
    }

    fn before(&self, slot: &Range<usize>) -> &str {
        let first = self.pieces.get(slot.start).map_or(0, |range| range.start);
        self.text.get(..first).unwrap_or_default().trim_end()
    }

    fn is_place(&self, slot: &Range<usize>) -> bool {
        let before = self.before(slot);
        let before = ends(before, "the|our|a").and_then(|at| before.get(..at)).unwrap_or(before).trim_end();
        ends(before, PLACES).is_some()
    }

    fn differs_in_time(&self, old: &Self) -> bool {
        self.times.iter().any(|new| {
            let mut sort = old.times.iter().filter(|time| time.sort == new.sort).peekable();
            sort.peek().is_some() && sort.all(|time| !time.is(new))
        })
    }

    fn differs_in_version(&self, old: &Self, slots: &[Slot]) -> bool {
        let versioned = |wording: &Self, slot: &Range<usize>| {
            !slot.is_empty() && ends(wording.before(slot), VERSIONS).is_some()
        };
        slots.iter().any(|slot| versioned(self, &slot.new) && versioned(old, &slot.old))
    }

    /// Tells whether both choose the same thing, or give the same number, and differ in what that is for.
    fn names_one_use(&self, old: &Self, slots: &[Slot]) -> bool {
        let named = |slot: &&Slot| {
            !slot.new.is_empty()
                && !slot.old.is_empty()
                && self.has_name(&slot.new)
                && old.has_name(&slot.old)
        };
        let Some(slot) = slots.iter().find(named) else { return false };
        let next = self.piece(slot.new.end);
        let modifies = !next.is_empty() && next == old.piece(slot.old.end);
        let number = |at: usize| self.piece(at).starts_with(|c: char| c.is_ascii_digit());
        let numbered = (slot.new.end..self.pieces.len()).any(|at| {
            number(at) && (slot.old.end..old.pieces.len()).any(|there| old.piece(there) == self.piece(at))
        });
        let chosen = self.chosen.is_some() && self.chosen == old.chosen;
        modifies && numbered || chosen && self.is_for(slot.new.start) && old.is_for(slot.old.start)
    }

    /// Tells whether a place is behind what is chosen by its name, and not right behind it.
    fn is_for(&self, place: usize) -> bool {
        let chosen = |at: &usize| self.chosen.as_deref() == Some(self.piece(*at));
        let Some(at) = (0..place).find(chosen) else { return false };
        let range = |at: usize| self.pieces.get(at).cloned().unwrap_or_default();
        let between = self.text.get(range(at).end..range(place).start).unwrap_or_default();
        // In English a word tells what it is for; the words behind a name may be a part of it.
        place > at + 1 && (!self.text.is_ascii() || find(between, PURPOSE).is_some())
    }
}

/// Returns the name that stands right behind a word of choosing.
fn chosen(rest: &str) -> Option<String> {
    let mut from = 0;
    while let Some((_, end)) = find_from(rest, CHOOSES, from) {
        let behind = rest.get(end..).unwrap_or_default().trim_start();
        let word = pieces(behind).first().and_then(|range| behind.get(range.clone()));
        let named = behind.starts_with(|c: char| c.is_ascii_alphabetic());
        if let Some(word) = word.filter(|word| named && behind.starts_with(word)) {
            return Some(word.to_owned());
        }
        from = end;
    }
    None
}

/// Blanks the words by which anything is settled or set.
fn bare(text: &str) -> String {
    let mut said = vec![false; text.len()];
    for phrase in FRAMES.iter().flat_map(|list| phrases(list)).chain(phrases(DEEDS)) {
        let mut from = 0;
        while let Some((at, end)) = place(text, phrase, from) {
            said.iter_mut().take(end).skip(at).for_each(|byte| *byte = true);
            from = end;
        }
    }
    text.char_indices().map(|(at, c)| if said.get(at) == Some(&true) { ' ' } else { c }).collect()
}

/// Returns where the words stand: Latin ones and numbers whole, others sign by sign.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        let mut end = start + c.len_utf8();
        let part = |c: char| c.is_alphanumeric() && !is_han(c) && !is_thai(c);
        if part(c) {
            while let Some((at, next)) = chars.peek().copied() {
                let behind = text.get(at + next.len_utf8()..).and_then(|rest| rest.chars().next());
                let inner = matches!(next, '.' | ',' | '-' | '_' | '/') && behind.is_some_and(part);
                if !part(next) && !inner && next != '%' {
                    break;
                }
                end = at + next.len_utf8();
                chars.next();
            }
        } else if !is_han(c) && !is_thai(c) {
            continue;
        }
        let word = text.get(start..end).unwrap_or_default();
        let empty =
            word.is_ascii() && (is_stop(word) || word == "s" || phrases(CHOOSES).any(|one| one == word));
        if !empty {
            all.push(start..end);
        }
    }
    all.truncate(MOST);
    all
}

/// One Thai letter says less than a Chinese sign, and that less than a word.
fn weight(piece: &str) -> usize {
    match piece.chars().next() {
        Some(c) if is_thai(c) => 1,
        Some(c) if is_han(c) => 2,
        _ => COMMON,
    }
}

fn is_amount(piece: &str) -> bool {
    piece.contains(|c: char| c.is_ascii_digit() || ('๐'..='๙').contains(&c))
        || phrases(UNITS).any(|unit| unit == piece)
        || piece.chars().all(|c| UNITS_ZH.contains(c))
}

/// Tells whether a word is a name made of letters and figures, and no figure with its unit.
fn is_code(piece: &str) -> bool {
    piece.starts_with(|c: char| c.is_ascii_alphabetic()) && piece.contains(|c: char| c.is_ascii_digit())
}

fn has_unit(words: &str) -> bool {
    phrases(UNITS_TH).any(|unit| words.contains(unit))
}

/// Returns the days that stand before what they tell from others: the Monday meeting, 周一的例会.
fn days(lower: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut from = 0;
    while let Some((at, end)) = find_from(lower, DAYS, from) {
        let rest = lower.get(end..).unwrap_or_default();
        let next = rest.strip_prefix(' ').unwrap_or_default();
        if next.starts_with(|c: char| c.is_ascii_alphabetic()) && begins(next, BEHIND_DAYS).is_none() {
            all.extend(lower.get(at..end).map(str::to_owned));
        }
        from = end;
    }
    for week in ["周", "星期", "礼拜"] {
        for (at, _) in lower.match_indices(week) {
            let mut chars = lower.get(at + week.len()..).unwrap_or_default().chars();
            let day = chars.next().filter(|c| "一二三四五六日天".contains(*c));
            let rest = chars.as_str();
            all.extend(
                day.filter(|_| begins(rest, "的会|的例会|的早会|例会|那场|那个|的课|的班").is_some())
                    .map(String::from),
            );
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beside(new: &str, old: &str) -> bool {
        Wording::of(new).is_of_another(&Wording::of(old))
    }

    const OTHERS: [(&str, &str); 24] = [
        ("Let's set the worker timeout to 60 seconds.", "Let's set the API timeout to 30 seconds."),
        ("Let's set the worker timeout to 30 seconds.", "Let's set the API timeout to 30 seconds."),
        ("Let's give silver customers 5% off.", "Let's give gold customers 10% off."),
        ("Let's release version 2.2 on Friday.", "Let's release version 2.1 on Monday."),
        ("Let's set Anna's garden budget to 3000.", "Let's set Anna's kitchen budget to 5000."),
        ("Let's hold the Wednesday meeting at nine.", "Let's hold the Monday meeting at nine."),
        (
            "Let's go with the red lamp for project LampRed.",
            "Let's go with the red chair for project ChairRed.",
        ),
        (
            "Let's use Redis to store the baskets of the shop.",
            "Let's use Redis to store the sessions of the shop.",
        ),
        ("Let's pay Bert 500 a month.", "Let's pay Anna 500 a month."),
        ("Let's meet the bank on Tuesday at nine.", "Let's meet the lawyer on Monday at nine."),
        ("ตกลงลูกค้าระดับเงินลด 5%", "ตกลงลูกค้าระดับทองลด 10%"),
        ("ตกลงประชุมวันพุธ 9 โมงเรื่องการตลาด", "ตกลงประชุมวันจันทร์ 9 โมงเรื่องงบประมาณ"),
        ("ตกลงตั้งเวลาหมดอายุของโทเคนเป็น 60 นาที", "ตกลงตั้งเวลาหมดอายุของคุกกี้เป็น 30 นาที"),
        ("ตกลงงบทาสีบ้าน 3000 บาท", "ตกลงงบทำสวนบ้าน 5000 บาท"),
        ("ตกลงนัดหมอฟันให้น้องแดงวันอังคาร", "ตกลงนัดหมอฟันให้น้องขาววันจันทร์"),
        ("ตกลงใช้ Redis เก็บแคชของเว็บ", "ตกลงใช้ Redis เก็บตะกร้าของเว็บ"),
        ("ตกลงออกเวอร์ชัน 2.2 วันศุกร์", "ตกลงออกเวอร์ชัน 2.1 วันจันทร์"),
        ("就用Redis存网页的缓存吧", "就用Redis存网页的session吧"),
        ("就把小红的牙医约在周二吧", "就把小明的牙医约在周一吧"),
        ("银卡客户就打9折吧", "金卡客户就打8折吧"),
        ("就把后台超时设成60秒吧", "就把接口超时设成30秒吧"),
        ("就把花园的预算定为3000元吧", "就把厨房的预算定为5000元吧"),
        ("就在周五发布版本2.2吧", "就在周一发布版本2.1吧"),
        ("周三的例会定在九点吧", "周一的例会定在九点吧"),
    ];

    /// Names of letters and figures look like amounts and are none.
    const CODES: [(&str, &str); 8] = [
        ("Let's use image i2 for slide s2.", "Let's use image i1 for slide s1."),
        ("Let's use the M6 screws for panel B2.", "Let's use the M4 screws for panel A1."),
        ("Decision: the owner of svc1b is team2c.", "Decision: the owner of svc1a is team2b."),
        ("Let's deploy v2b to host h2.", "Let's deploy v1a to host h1."),
        ("ตกลงใช้ R2 กับระบบ B2", "ตกลงใช้ S3 กับระบบ B1"),
        ("ตกลงให้กลุ่ม G2 อยู่ห้อง H2", "ตกลงให้กลุ่ม G1 อยู่ห้อง H1"),
        ("就用M10螺丝装P2面板吧", "就用M8螺丝装P1面板吧"),
        ("Let's go with vendor1x0 for the region1y0.", "Let's go with vendor0x0 for the region0y0."),
    ];

    const SAME: [(&str, &str); 18] = [
        ("Let's set the API timeout to 60 seconds.", "Let's set the API timeout to 30 seconds."),
        ("Let's raise the API timeout to 2 minutes.", "Let's set the API timeout to 30 seconds."),
        ("Let's give gold customers 15% off.", "Let's give gold customers 10% off."),
        ("Let's release version 2.1 on Friday.", "Let's release version 2.1 on Monday."),
        ("Let's hold the Monday meeting at ten.", "Let's hold the Monday meeting at nine."),
        ("Let's hold the meeting on Friday at ten.", "Let's hold the meeting on Monday at nine."),
        ("Let's paint the kitchen blue.", "Let's paint the kitchen green."),
        ("Let's go with MySQL for the orders.", "Let's go with Postgres for the orders."),
        ("Let's meet on Tuesday in Paris.", "Let's meet on Monday in Berlin."),
        ("ตกลงลูกค้าระดับทองลด 15%", "ตกลงลูกค้าระดับทองลด 10%"),
        ("ตกลงประชุมวันพุธ 10 โมงเรื่องงบประมาณ", "ตกลงประชุมวันจันทร์ 9 โมงเรื่องงบประมาณ"),
        ("ตกลงตั้งเวลาหมดอายุของคุกกี้เป็น 60 นาที", "ตกลงตั้งเวลาหมดอายุของคุกกี้เป็น 30 วินาที"),
        ("ตกลงทาห้องครัวสีฟ้า", "ตกลงทาห้องครัวสีเขียว"),
        ("就把小明的牙医约在周二吧", "就把小明的牙医约在周一吧"),
        ("就把接口超时设成60秒吧", "就把接口超时设成30秒吧"),
        ("金卡客户就打7折吧", "金卡客户就打8折吧"),
        ("就用Memcached存网页的缓存吧", "就用Redis存网页的缓存吧"),
        ("厨房就刷成蓝色吧", "厨房就刷成绿色吧"),
    ];

    #[test]
    fn what_differs_in_a_name_and_a_value_is_another_thing() {
        let wrong: Vec<_> =
            OTHERS.iter().chain(&CODES).filter(|(a, b)| !beside(a, b) || !beside(b, a)).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn another_value_or_another_choice_is_none() {
        let wrong: Vec<_> = SAME.iter().filter(|(a, b)| beside(a, b) || beside(b, a)).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

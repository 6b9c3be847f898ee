//! Decisions and rules of another time and of another place: what was chosen two years ago, at a former company, in one's
//! student days, ตอนนั้นแม่ห้ามใส่ผงชูรส. They are stories. What was decided last week holds, and so does what the sentence itself
//! brings up to today. A year that is named is one of the past by the year in which it was said, so that no list grows old.

use super::cues::{begins, find, find_from, has};
use super::signs::after_lead;

/// The first year that is taken for one.
const FIRST_YEAR: u32 = 1900;
/// The years after which stories are told that name them: what was settled last year may hold.
const LATE_YEARS: u32 = 1;
/// The last year that is taken for one of the past where nobody knows when it was said.
const LAST_YEAR: u32 = 2099;
/// Between the years of Thailand and those of others.
const THAI_YEARS: u32 = 543;
/// Between the years of Taiwan and those of others.
const TAIWAN_YEARS: u32 = 1911;

/// Times and places that are over.
const OVER: [&str; 3] = [
    "years ago|decades ago|back in|back in the day|in those days|in the old days|in the nineties|in the eighties|at my previous|at our previous|in my previous|at my last job|in my last job|at my last company|at my old|in my old|at our old|\
     at my former|in my former|at my first job|in my first job|my old team|my previous team|my former team|my last team|our old team|my old company|my previous company|my former company|my ex-employer|when i worked|when i was working|when we worked|\
     when i was a|when i was young|when i lived|when we lived|when i studied|as a student|as a kid|as a child|as a teenager|in college|at university|growing up|once upon a time",
    "หลายปีก่อน|สองปีก่อน|สามปีก่อน|สี่ปีก่อน|ห้าปีก่อน|หกปีก่อน|เจ็ดปีก่อน|แปดปีก่อน|เก้าปีก่อน|สิบปีก่อน|สิบปีที่แล้ว|หลายปีที่แล้ว|สองปีที่แล้ว|สามปีที่แล้ว|ห้าปีที่แล้ว|สมัยก่อน|สมัยเรียน|สมัยเด็ก|สมัยนั้น|สมัยหนุ่ม|ตอนเด็ก|ตอนเรียน|เมื่อก่อน|แต่ก่อน|ยุคนั้น|บริษัทเก่า|ที่ทำงานเก่า|ทำงานที่เก่า|ที่เก่า|งานเก่า|ทีมเก่า|ออฟฟิศเก่า|บริษัทที่แล้ว|บริษัทก่อน",
    "几年前|多年前|很多年前|数年前|两年前|三年前|四年前|五年前|六年前|七年前|八年前|九年前|十年前|2年前|3年前|4年前|5年前|6年前|7年前|8年前|9年前|10年前|当年|小时候|上学的时候|上学时|上大学时|大学的时候|读书的时候|学生时代|年轻的时候|年轻时|早年|从前|前年|以前在|以前的公司|以前的团队|上一家公司|上家公司|前公司|老东家|前东家|上一份工作|旧公司|原来的公司",
];
/// Times that are over only where the sentence tells what came of it.
const LATELY: [&str; 3] = [
    "last year|last spring|last summer|last autumn|last fall|last winter|a year ago|one year ago|the year before",
    "ปีที่แล้ว|ปีกลาย|ปีก่อน|หน้าร้อนที่แล้ว|เดือนก่อน",
    "去年|一年前|上个月|上半年",
];
/// The time that is spoken of, whichever it is.
const THEN: [&str; 3] = ["back then|at the time", "ตอนนั้น", "那时候|那时|那会儿|那年"];
/// What came of it.
const CAME_OF_IT: [&str; 3] = [
    "disaster|nightmare|painful|pain|regret|regretted|regretting|hated|mistake|failed|failure|went badly|went wrong|went terribly|terrible|horrible|awful|a mess|gave up|suffered|backfired|never worked|didn't work|flop|flopped|it was|they were|and they",
    "พัง|เจ็บ|เละ|เสียใจ|ล้มเหลว|แย่|ไม่เวิร์ก|ไม่เวิร์ค|ขาดทุน|หายนะ|เข็ด|ไม่เสร็จ|พลาด|รักมัน|ไม่รอด|เลยต้อง",
    "结果|灾难|后悔|痛苦|惨|失败|吃了亏|吃亏|吃了大亏|烂尾|踩坑|一塌糊涂|一团糟|很满意|喜欢得",
];
/// Words that bring it up to today, or have something follow from it.
const TODAY: [&str; 3] = [
    "so|now|today|instead|this time|this year|this week|still|stay|stays|stick|sticking|keep|to this day|since then|let's|we'll|i'll|we will|again|please|unlike|like|compared|from now on|this morning",
    "ปีนี้|ตอนนี้|คราวนี้|รอบนี้|งั้น|เลยตกลง|เลยตัดสินใจ|ก็เลย|วันนี้|ต่อไป|เดือนนี้|ครั้งนี้|ยังใช้|จนถึง|จนทุกวันนี้|ช่วย|ต่างจาก|เหมือน|จากนี้|ละกัน|แล้วกัน",
    "今年|现在|这次|所以|于是|如今|这回|今天|以后|因此|至今|一直到|本周|还在|沿用|跟去年|和去年|不像|帮我|请|今后|从今|那就|还是",
];
/// Words by which something is settled, or laid down.
const SETTLES: [&str; 3] = [
    "decided|settled|agreed|chose|picked|opted|went with|went for|voted|ruled|switched|moved|adopted|dropped|stopped|started|bought|hired|made it",
    "ตัดสินใจ|ตกลง|เลือก|เปลี่ยน|ย้าย|สรุป|เคาะ|ห้าม|เลิก|จ้าง|ซื้อ",
    "决定|定了|选了|选择|改用|换成|换了|买了|采用|搬到|改种|放弃",
];

/// Tells whether a masked sentence only tells what was settled or laid down at another time or place; `said` is the year in
/// which it was said, where that is known.
pub(super) fn is_bygone(seen: &str, said: Option<i16>) -> bool {
    let until =
        said.and_then(|year| u32::try_from(year).ok()).map_or(LAST_YEAR, |year| year - LATE_YEARS.min(year));
    (0..3).any(|language| tells(seen, language, until))
}

fn tells(seen: &str, language: usize, until: u32) -> bool {
    if has(seen, TODAY[language]) && !only_joins(seen, language) {
        return false;
    }
    let over = |text: &str| names(text, OVER[language]) || has_year(text, until);
    let came = || has(seen, CAME_OF_IT[language]);
    let Some((settles, _)) = find(seen, SETTLES[language]) else {
        // "Back then nobody was allowed to …" settles nothing in so many words.
        return names(seen, OVER[language]) || names(seen, THEN[language]);
    };
    let before = seen.get(..settles).unwrap_or_default();
    over(before)
        || ((names(before, LATELY[language]) || names(before, THEN[language])) && came())
        || ends_over(seen, settles, language, &came)
}

/// Tells whether the only word of today is the "so" of a story: "it was so bad".
fn only_joins(seen: &str, language: usize) -> bool {
    let rest = seen.replace("so bad", " ").replace("so much", " ").replace("so many", " ");
    rest.len() < seen.len() && !has(&rest, TODAY[language])
}

/// Tells whether a time or place stands in a text, and not as what something belongs to: 去年的场地.
fn names(text: &str, list: &'static str) -> bool {
    let mut from = 0;
    while let Some((at, end)) = find_from(text, list, from) {
        let rest = text.get(end..).unwrap_or_default();
        let before = text.get(..at).unwrap_or_default();
        let owns = rest.starts_with("的") && !rest.starts_with("的时") && !rest.starts_with("的公司");
        if !owns && !before.ends_with("ของ") && !before.ends_with("ที่ซื้อ") {
            return true;
        }
        from = end;
    }
    false
}

/// "We chose Kafka two years ago and it was a disaster": the time right behind what was chosen, in one clause with it.
fn ends_over(seen: &str, settles: usize, language: usize, came: &dyn Fn() -> bool) -> bool {
    let behind = seen.get(settles..).unwrap_or_default();
    let clause = behind.split([',', ';', '，', '；']).next().unwrap_or_default();
    let bought = has(clause, "that|which|we bought|from last|of last|ที่ซื้อ|ของปี|的");
    let lately = || (names(clause, LATELY[language]) || names(clause, THEN[language])) && came();
    !bought && (names(clause, OVER[language]) || lately())
}

/// Tells whether a year of the past stands in a text as a time: "in 2019", ตอนปี 2560, 2019年, 民國六十年.
fn has_year(text: &str, until: u32) -> bool {
    let start = after_lead(text);
    let mut number = String::new();
    let mut before = String::new();
    for (at, c) in start.char_indices().chain([(start.len(), ' ')]) {
        if c.is_ascii_digit() {
            number.push(c);
            continue;
        }
        let is_past = |year: u32| {
            let (from, until) = (FIRST_YEAR, until);
            (from..until).contains(&year) || (from + THAI_YEARS..until + THAI_YEARS).contains(&year)
        };
        let year = number.parse().ok().filter(|_| number.len() == 4).is_some_and(is_past);
        let rest = start.get(at..).unwrap_or_default();
        let lead = before.trim_end();
        let led = lead.ends_with(" in") || lead == "in" || lead.ends_with("ปี") || lead.ends_with("พ.ศ.");
        if year && (led || begins(rest, "年").is_some()) {
            return true;
        }
        if !number.is_empty() {
            before.push_str(&number);
            number.clear();
        }
        before.push(c);
    }
    start.split("民国").skip(1).filter_map(taiwan_year).any(|year| year + TAIWAN_YEARS < until)
}

/// Reads a year that is counted from 1912, in figures or in words, as far as it goes.
fn taiwan_year(text: &str) -> Option<u32> {
    let text = text.trim_start();
    let figures = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if figures > 0 {
        return text.get(..figures)?.parse().ok().filter(|year| *year < 1_000);
    }
    let (mut year, mut last) = (0, None);
    for c in text.chars() {
        let digit =
            "〇一二三四五六七八九".chars().position(|one| one == c).and_then(|at| u32::try_from(at).ok());
        match (digit, c) {
            (Some(digit), _) => last = Some(digit),
            (None, '百') => year += last.take().unwrap_or(1) * 100,
            (None, '十') => year += last.take().unwrap_or(1) * 10,
            (None, '元') => last = Some(1),
            (None, '年') => return Some(year + last.unwrap_or(0)),
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::sentence::Sentence;
    use super::super::tests::{any, each, none};
    use super::*;

    /// Tells whether something is a story that was said in 2026.
    fn bygone(sentence: &Sentence<'_>) -> bool {
        is_bygone(&sentence.seen, Some(2026))
    }

    #[test]
    fn what_was_settled_at_another_time_or_place_is_a_story() {
        each(
            any(bygone),
            &[
                "Last spring we decided to use Vagrant and it was a mess.",
                "In 2016 we settled on Backbone.",
                "At my old company we agreed to deploy at night.",
                "Ten years ago my family chose to move to Hull.",
                "As a student I picked physics.",
                "We chose Puppet three years ago and it was a nightmare.",
                "We chose Puppet three years ago.",
                "Funny, two years ago we decided on Kafka for exactly this and it was a disaster.",
                "In 2009 my father decided to close the Cork branch.",
                "ตอนปี 2562 เราตัดสินใจใช้ Backbone",
                "ตอนปี 2559 เราตัดสินใจลาออกมาเปิดร้าน",
                "ที่บริษัทเก่าเราตกลงใช้ SVN",
                "เมื่อสามปีก่อนเราเลือกใช้ Puppet",
                "ปีที่แล้วเราตัดสินใจจ้างเอเจนซี่แล้วพัง",
                "2016年我们决定用 Backbone。",
                "三年前我们选了 Puppet。",
                "在前公司我们决定半夜部署。",
                "去年我們決定用 Vagrant，結果很慘。",
                "当年我们决定用 SVN，后来很后悔",
                "我阿公以前是種茶的，民國六十年他決定把整片山改種烏龍",
                "民國98年我們決定搬到台中。",
            ],
        );
    }

    #[test]
    fn what_was_laid_down_long_ago_is_a_story() {
        each(
            any(bygone),
            &[
                "Back then nobody was allowed to deploy on Fridays.",
                "When I was a kid we must never be late.",
                "ตอนนั้นแม่ห้ามใส่ผงชูรสเด็ดขาด เลยต้องเคี่ยวกระดูกแปดชั่วโมง",
                "สมัยก่อนต้องส่งแฟกซ์ทุกครั้ง",
                "小时候必须九点睡觉。",
                "那時候必須九點睡覺。",
            ],
        );
    }

    #[test]
    fn what_is_told_a_little_later_or_holds_to_this_day_is_none() {
        none(
            any(bygone),
            &[
                "Last week we decided to use Vagrant.",
                "Last year we decided to use Vagrant.",
                "Two days ago we settled on Backbone.",
                "We decided to drop the plugin that we bought two years ago.",
                "We decided to go with the venue from last year.",
                "Three years ago it failed, so this time we decided to hire help.",
                "A year ago we decided to use Postgres, and we stay with it.",
                "Two years ago we chose Kafka, now we go with Redis.",
                "Two years ago Kafka failed us, so let's go with Redis.",
                "We decided to launch in 2027.",
                "อาทิตย์ที่แล้วเราตกลงใช้ SVN",
                "ตกลงใช้สถานที่เดิมของปีที่แล้ว",
                "ปีที่แล้วพัง ปีนี้เราตัดสินใจจ้างคนช่วย",
                "ตอนนั้นใช้ mongo ตอนนี้ตกลงใช้ postgres",
                "上周我们决定用 Backbone。",
                "我们决定用去年的场地。",
                "我们决定停用三年前买的插件。",
                "去年很惨，今年我们决定请人。",
                "当年用 SVN，现在决定用 Git",
            ],
        );
    }

    #[test]
    fn a_year_is_of_the_past_by_the_year_in_which_it_was_said() {
        let texts = [
            "In 2027 we decided to use Vagrant.",
            "ตอนปี 2570 เราตัดสินใจใช้ Vagrant",
            "2027年我们决定用 Vagrant。",
            "民國一百一十六年我們決定用 Vagrant。",
        ];
        let said_in = |year| any(move |sentence: &Sentence<'_>| is_bygone(&sentence.seen, year));
        none(said_in(Some(2027)), &texts);
        none(said_in(Some(2028)), &texts);
        each(said_in(Some(2029)), &texts);
        each(said_in(None), &texts);
    }
}

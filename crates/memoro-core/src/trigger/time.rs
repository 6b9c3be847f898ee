//! For how long and where a wish holds: "for this session", "อีก 3 วัน", "本周". Reads the phrase at the start
//! or the end of a clause, and turns what it read into a time to live when it is given a clock.

use jiff::civil::Weekday;
use jiff::{ToSpan, Zoned};

mod until;

pub(super) use until::unknown_start;

use super::search::words;
use super::text::Piece;
use crate::retention::Ttl;
use crate::scope::ScopeKind;

/// Where and for how long, as far as a clause says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) scope: Option<ScopeKind>,
    pub(super) ttl: Option<String>,
}

impl Span {
    fn new(scope: Option<ScopeKind>, ttl: &str) -> Self {
        Self { scope, ttl: (!ttl.is_empty()).then(|| ttl.to_owned()) }
    }

    /// Holds to the end of the day.
    pub(super) fn for_today() -> Self {
        Self::new(Some(ScopeKind::Session), "day_end")
    }

    /// Takes over what `other` says and this does not.
    pub(super) fn or(self, other: Self) -> Self {
        Self { scope: self.scope.or(other.scope), ttl: self.ttl.or(other.ttl) }
    }
}

const SESSION: &str = "这个对话先|这次对话先|这次聊天先|for the rest of this thread|in this thread only|for this thread only|for this thread|in this thread|this thread|เฉพาะห้องนี้|ในห้องนี้|ห้องนี้|只在今天这个聊天里|今天这个聊天里|只在这个聊天里|只在这次聊天里|这次聊天就好|这次聊天就行|这次聊天里|这次聊天|本次聊天|这次会话里|这次会话中|for the rest of this conversation|for the rest of this chat|for the rest of this session|for the rest of the conversation|only for this session|just for this session|for this session only|for this session|\
    during this session|in this session|this session only|this session|for this conversation only|\
    for this conversation|in this conversation|just for this chat|only for this chat|just for this conversation|only for this conversation|for this chat only|for this chat|in this chat|\
    till we wrap up this chat|until we wrap up this chat|till we wrap up|until we wrap up|till we're done here|until we're done here|till the end of this chat|until the end of this chat|till this chat ends|for the rest of our chat|rest of this chat|rest of this conversation|จนจบแชต|จนจบแชท|จนจบ|จนกว่าจะคุยจบ|聊完为止|到这次聊完之前|这次聊完之前|聊完之前|这个聊天窗口里|这个聊天窗口|这个窗口里|这个聊天里|这个聊天|just for now|only for now|temporarily|for now|for the time being|for the moment|ไปก่อน|ไปพลางๆก่อน|สำหรับรอบนี้|เฉพาะรอบนี้|แค่รอบนี้|ในรอบนี้|\
    รอบนี้|สำหรับแชทนี้|เฉพาะแชทนี้|ในแชทนี้|แชทนี้|แชตนี้|สำหรับแชตนี้|เฉพาะแชตนี้|ในแชตนี้|สำหรับเซสชันนี้|\
    เฉพาะเซสชันนี้|ในเซสชันนี้|เซสชันนี้|สำหรับ session นี้|เฉพาะ session นี้|ใน session นี้|session นี้|\
    เฉพาะการสนทนานี้|เฉพาะบทสนทนานี้|เฉพาะการคุยนี้|ชั่วคราว|ไปก่อนชั่วคราว|สำหรับการสนทนานี้|ในการสนทนานี้|การสนทนานี้|บทสนทนานี้|สำหรับครั้งนี้|เฉพาะครั้งนี้|แค่ครั้งนี้|\
    ครั้งนี้|คราวนี้|在这次对话中|在这次对话里|在本次对话中|这次对话中|这次对话里|这次对话|本次对话中|本次对话|在这个会话里|在这个会话中|这个会话里|这个会话|这次会话|本次会话|\
    在这个对话里|这个对话里|这个对话|这轮对话|本轮对话|仅限这次|仅限本次|只限这次|仅这次|就这次|暂时先|暂时|暂且|这一次|这次先|这次|本次|这轮|本轮";
const DAY: &str = "for the rest of the day|for the rest of today|the rest of the day|rest of the day|ตลอดวันนี้|ตลอดทั้งวันนี้|今天剩下的时间|今天余下的时间里|今天余下的时间|今儿一天|今天一天|今天全天|วันนี้ทั้งวัน|just for today|only for today|for today only|for today|today only|only today|just today|\
    วันนี้วันเดียว|เฉพาะวันนี้|แค่วันนี้|สำหรับวันนี้|ภายในวันนี้|仅限今天|只限今天|仅今天|就今天|只在今天|今天之内|今天只|今天内|限今天";
const WEEK: &str = "for the weekend|over the weekend|for the rest of the week|for the rest of this week|ตลอดสัปดาห์นี้|ตลอดอาทิตย์นี้|这周剩下的时间|just this week|only this week|for this week|this week only|until the end of the week|this week|\
    เฉพาะสัปดาห์นี้|ภายในสัปดาห์นี้|สัปดาห์นี้|ภายในอาทิตย์นี้|เฉพาะอาทิตย์นี้|อาทิตย์นี้|在本周内|本周内|这周内|这礼拜内|这个礼拜|这礼拜|仅限本周|\
    本周|这周|这个星期|这一周|这个礼拜";
const MONTH: &str = "for the rest of the month|for the rest of this month|ตลอดทั้งเดือนนี้|ตลอดเดือนนี้|这个月剩下的时间|just this month|only this month|for this month|until the end of the month|this month|ภายในเดือนนี้|\
    เฉพาะเดือนนี้|เดือนนี้|本月内|仅限本月|本月|这个月";
const YEAR: &str = "for the rest of the year|for the rest of this year|ตลอดปีนี้|今年剩下的时间";
const PROJECT: &str = "for this project only|for this project|in this project|within this project|for the project|\
    in this repo|for this repo|สำหรับโปรเจกต์นี้|ในโปรเจกต์นี้|สำหรับโปรเจคนี้|ในโปรเจคนี้|\
    สำหรับโปรเจ็กต์นี้|ในโปรเจ็กต์นี้|สำหรับโปรเจ็คนี้|ในโปรเจ็คนี้|สำหรับโครงการนี้|ในโครงการนี้|\
    ใน project นี้|สำหรับ project นี้|在这个项目里|在这个项目中|这个项目里|这个项目中|在本项目中|在本项目里|本项目中|对于这个项目|针对这个项目|在这个专案里|\
    这个专案里|在这个专案中";
/// Until the person says otherwise: for good, but said as a time.
const OPEN: &str = "until further notice|till further notice|unless i say otherwise|unless i tell you otherwise|unless told otherwise|unless stated otherwise|เว้นแต่จะบอกเป็นอย่างอื่น|ถ้าไม่บอกเป็นอย่างอื่น|ถ้าไม่ได้บอกเป็นอย่างอื่น|ยกเว้นจะบอกเป็นอย่างอื่น|除非我另说|除非我说不|until i say otherwise|until i tell you otherwise|until told otherwise|until i say so|until i tell you to stop|until i say stop|until i change my mind|\
    จนกว่าจะบอกเป็นอย่างอื่น|จนกว่าจะบอกอีกที|จนกว่าจะบอกใหม่|จนกว่าจะบอก|จนกว่าผมจะบอกเป็นอย่างอื่น|จนกว่าฉันจะบอกเป็นอย่างอื่น|จนกว่าผมจะบอก|จนกว่าฉันจะบอก|จนกว่าจะสั่งใหม่|จนกว่าจะเปลี่ยนใจ|จนกว่าจะมีการเปลี่ยนแปลง|\
    直到另行通知为止|直到另行通知|在我另行通知之前|在另行通知之前|另行通知之前|另行通知前|直到我说停为止|直到我说停|直到我改口|直到我说不用|除非我另外说明|除非另有说明";
/// Phrases that are a value as often as a time: read at the start of a clause only.
const WEAK: &str = "this week|this month|สัปดาห์นี้|อาทิตย์นี้|เดือนนี้|本周|这周|本月|这个月|这个星期";

/// The phrases, and where and for how long each of a list holds.
const TABLES: [(&str, Option<ScopeKind>, &str); 7] = [
    (SESSION, Some(ScopeKind::Session), "session_end"),
    (DAY, Some(ScopeKind::Session), "day_end"),
    (WEEK, None, "week_end"),
    (MONTH, None, "month_end"),
    (YEAR, None, "year_end"),
    (PROJECT, Some(ScopeKind::Project), ""),
    (OPEN, None, "none"),
];

/// Tells whether a wish begins or ends with the day for which it is: "today answer me in English". Of a fact the day is a part.
pub(super) fn is_of_today(wish: Piece<'_>) -> bool {
    const TODAY: &str = "today|tonight|วันนี้|คืนนี้|今天|今晚|今日|今儿";
    const LASTING: &str = "from today|as of today|since today|starting today|ตั้งแต่วันนี้|นับจากวันนี้|从今天|自今天|今天起|今天开始|即日起";
    let wish = wish.trim();
    let bare = wish.strip_ends("please|pls|นะ|ครับ|ค่ะ|คะ|吧|哦");
    !wish.has_any(LASTING)
        && (wish.strip(TODAY).is_some() || bare.strip_ends(TODAY).seen().len() < bare.seen().len())
}

/// Takes the phrase off the start of a clause.
pub(super) fn strip_start(clause: Piece<'_>) -> (Span, Piece<'_>) {
    let mut span = Span::default();
    let mut piece = clause;
    for _ in 0..3 {
        let trimmed = piece.trim_start();
        let Some((found, rest)) = start_phrase(trimmed) else { break };
        span = span.or(found);
        piece = rest;
    }
    (span, piece)
}

fn start_phrase(piece: Piece<'_>) -> Option<(Span, Piece<'_>)> {
    for (words, scope, ttl) in TABLES {
        if let Some(rest) = piece.strip(words) {
            return Some((Span::new(scope, ttl), rest));
        }
    }
    // วันนี้ตอบ…, "today answer …": said of a wish the day is its end, of a fact it is a part.
    if let Some(rest) = piece
        .strip("วันนี้|คืนนี้|今天|今晚|today|tonight")
        .map(|rest| rest.strip_all("ขอให้|ขอ|ช่วย|ให้|เอา|就|都|先|全部|请|你|please|,"))
        && rest
            .strip("แบบ|ตอบ|พูด|คุย|ใช้ภาษา|长话短说|简短|回答|回复|用|说|讲|answer|reply|respond|speak|talk|be brief|keep your")
            .is_some_and(|behind| behind.strip("的|得|了|过").is_none())
    {
        return Some((Span::for_today(), rest));
    }
    // 下周之前我在东京
    if let Some((ttl, rest)) = until::at_start(piece)
        && let Some(rest) = rest.strip("之前|以前|为止")
        && !rest.trim().is_empty()
    {
        return Some((Span::new(None, &ttl), rest));
    }
    if let Some(rest) = piece.strip("from now until |from now till |until |till |จนถึง|ถึง|直到|到")
    {
        return until::at_start(rest)
            .map(|(ttl, rest)| (Span::new(None, &ttl), rest.strip("之前|以前|为止|前").unwrap_or(rest)));
    }
    let led = piece.strip(
        "for the next |for about |for |over the next |in the next |during the next |within the next |within |ต่อไปอีก|ต่อไป|อีก|ภายใน|เป็นเวลา|ในอีก|接下来的|接下来|未来|在接下来|今后",
    );
    if let Some((ttl, rest)) = led.and_then(duration) {
        let rest = rest.strip("นี้|ข้างหน้า|之内|以内|内|里").unwrap_or(rest);
        return Some((span_of(ttl), rest));
    }
    let bare = piece.strip_all("แค่|เพียง|สัก|ประมาณ|在|这|就|先");
    let (ttl, rest) =
        duration(bare).filter(|_| !bare.seen().starts_with(|c: char| c.is_ascii_alphabetic()))?;
    if let Some(inside) = rest.trim_start().strip("之内|以内|内|里面|里|期间") {
        return (!inside.trim().is_empty()).then_some((span_of(ttl), inside));
    }
    // จำไว้ 2 ชั่วโมงว่า…, 记住三天：….
    let rest = rest.trim_start().strip("เท่านั้น|ก่อน|นะ|ก็พอ").unwrap_or(rest);
    let brief = ttl.ends_with(['h', 'm']) && rest.seen().starts_with('，');
    let told = rest.trim_start().strip("ว่า|that").is_some() || rest.seen().starts_with([':', '：']) || brief;
    (told && !rest.trim().is_empty()).then_some((span_of(ttl), rest))
}

/// Takes the phrase off the end of a clause.
pub(super) fn strip_end(clause: Piece<'_>) -> (Span, Piece<'_>) {
    let (span, rest) = end_phrase(clause);
    // A band called "For Now" is called so for good.
    let called = rest.strip_ends("called|named|titled|entitled|ชื่อว่า|ชื่อ|叫做|名叫|叫");
    let title = called.seen().len() < rest.trim().seen().len();
    if title { (Span::default(), clause) } else { (span, rest) }
}

fn end_phrase(clause: Piece<'_>) -> (Span, Piece<'_>) {
    let trimmed = clause.trim().strip_ends("lol|haha|thx|thx!|thanks|pls");
    if let Some((ttl, head)) = until::at_end_han(trimmed) {
        return (Span::new(None, &ttl), head);
    }
    for (words, scope, ttl) in TABLES {
        let rest = trimmed.strip_ends(words);
        if rest.seen().len() < trimmed.seen().len() && !rest.is_empty() && !is_value(rest, trimmed) {
            return (Span::new(scope, ttl), rest);
        }
    }
    if let Some(found) = until::valid(trimmed) {
        return found;
    }
    for lead in [
        "for the next ",
        "for about ",
        "for ",
        "over the next ",
        "อีก",
        "เป็นเวลา",
        "สัก",
        "แค่",
        "接下来",
        "until ",
        "till ",
        "จนถึง",
    ] {
        let Some((_, tail)) = trimmed.ending().split(lead) else { continue };
        let head = trimmed.cut(0, trimmed.seen().len() - tail.seen().len() - lead.len());
        if head.is_empty() {
            continue;
        }
        let ends = lead.contains("til") || lead == "จนถึง";
        if let Some(day) = until::day(tail).filter(|_| ends) {
            return (Span::new(None, &day), head.trim());
        }
        if let Some((ttl, rest)) = duration(tail)
            && rest.strip_ends("นี้|内|only|please|ก็พอ|พอ|ก่อน|เท่านั้น|นะ|ครับ|ค่ะ").trim().is_empty()
        {
            return (span_of(ttl), head.trim());
        }
    }
    (Span::default(), clause)
}

/// Takes the phrase off the end of a wish, which may also hold until a time of the day.
pub(super) fn strip_wish_end(clause: Piece<'_>) -> (Span, Piece<'_>) {
    let (span, rest) = strip_end(clause);
    if span != Span::default() {
        return (span, rest);
    }
    let trimmed = clause.trim();
    for lead in ["until ", "till ", "จนถึง", "直到"] {
        let Some((head, tail)) = trimmed.split(lead).filter(|(head, _)| !head.trim().is_empty()) else {
            continue;
        };
        if let Some((ttl, rest)) = until::at_start(tail)
            && rest.strip_all("please|นะ|ครับ|ค่ะ|为止|吧|only").is_empty()
        {
            return (Span::new(None, &ttl), head.trim());
        }
    }
    (Span::default(), clause)
}

/// Takes the end off a statement of where and what somebody is for a while: "I live in Bath until March", "I'm in Bath this week". An
/// end that is not understood is returned as it was said: nothing can be kept until then, and the person is told.
pub(super) fn strip_stay(content: Piece<'_>) -> Option<(Span, Piece<'_>)> {
    const THIS: [(&str, &str); 3] = [
        ("day_end", "today|tonight|วันนี้|คืนนี้|今天|今晚"),
        ("week_end", "this week|สัปดาห์นี้|อาทิตย์นี้|这周|本周|这个星期|这星期"),
        ("month_end", "this month|เดือนนี้|这个月|本月"),
    ];
    let whole = content.trim();
    for (ttl, words) in THIS {
        let head = whole.strip_ends(words);
        if head.seen().len() < whole.seen().len() && !head.is_empty() {
            return Some((Span::new(None, ttl), head));
        }
    }
    let named = || whole.split("ถึง").filter(|(_, end)| until::names_day_th(*end));
    let (head, end) = whole.split(" until | till | til |จนถึง|直到|，到").or_else(named)?;
    let polite = "please|pls|นะ|ครับ|ค่ะ|คะ|为止|吧|only|or so|at least";
    let ttl = match until::at_start(end) {
        Some((ttl, rest)) if rest.strip_all(polite).is_empty() => ttl,
        _ => format!("until:{}", end.trim().written()),
    };
    (!head.trim().is_empty() && !end.trim().is_empty()).then(|| (Span::new(None, &ttl), head.trim()))
}

/// Takes the time that lies ahead off a statement of what is so then: "next week I'm in Paris", อาทิตย์หน้าผมลาพักร้อน, 下周我在休假. With
/// it goes when that is over.
pub(super) fn ahead(content: Piece<'_>) -> Option<(Span, Piece<'_>)> {
    let whole = content.trim();
    AHEAD.iter().find_map(|(ttl, words)| {
        let rest = whole.strip(*words).map(|rest| rest.trim_matches(|c| c == ',' || c == '，'));
        let behind = || {
            let head = whole.strip_ends(*words);
            (head.seen().len() < whole.seen().len()).then_some(head)
        };
        rest.or_else(behind)
            .filter(|rest| !rest.trim().is_empty())
            .map(|rest| (Span::new(None, ttl), rest.trim()))
    })
}

/// Tells whether words name a time that lies ahead.
pub(super) fn names_ahead(whole: Piece<'_>) -> bool {
    AHEAD.iter().any(|(_, words)| whole.has_any(*words))
}

/// Times that lie ahead, and when they are over.
const AHEAD: [(&str, &str); 3] = [
    ("next_week_end", "next week|สัปดาห์หน้า|อาทิตย์หน้า|下周|下星期|下个星期|下礼拜"),
    ("next_month_end", "next month|เดือนหน้า|下个月"),
    ("until:tomorrow", "tomorrow|พรุ่งนี้|明天"),
];

/// A phrase that follows a copula is what is said, not for how long.
fn is_value(rest: Piece<'_>, whole: Piece<'_>) -> bool {
    let seen = rest.seen();
    let copula = ["is", "are", "on", "due", "คือ", "เป็น", "วัน", "ส่ง", "是", "在", "为"]
        .iter()
        .any(|w| seen.ends_with(w));
    let tail = whole.seen().strip_prefix(seen).unwrap_or_default().trim();
    copula || words(WEAK).has(tail)
}

fn span_of(ttl: String) -> Span {
    let short = ttl.ends_with(['h', 'm', 's']);
    Span { scope: short.then_some(ScopeKind::Session), ttl: Some(ttl) }
}

/// Reads "2 hours", "3 วัน", "两周" as a time to live.
fn duration(piece: Piece<'_>) -> Option<(String, Piece<'_>)> {
    let negative = piece.seen().trim_start().starts_with(['-', '−']);
    let piece = piece.trim_start().trim_matches(|c| c == '−');
    if let Some(rest) =
        piece.strip("half an hour|half hour|a half hour|ครึ่งชั่วโมง|ครึ่ง ชม.|半个小时|半小时|半个钟头")
    {
        return Some(("30m".to_owned(), rest));
    }
    let (count, rest) = number(piece).map(|(count, rest)| (if negative { 0 } else { count }, rest))?;
    let rest = rest.trim_start().strip("个").unwrap_or(rest.trim_start());
    let units: [(&str, &str); 7] = [
        ("s", "seconds|second|secs|sec|วินาที|秒钟|秒"),
        ("m", "minutes|minute|mins|min|นาที|分钟"),
        ("h", "hours|hour|hrs|hr|h|ชั่วโมง|ชม.|ชม|小时|钟头"),
        ("d", "days|day|วัน|天|日"),
        ("w", "weeks|week|สัปดาห์|อาทิตย์|周|星期|礼拜"),
        ("M", "months|month|เดือน|月"),
        ("Y", "years|year|ปี|年"),
    ];
    let (unit, rest) = units.iter().find_map(|(unit, words)| rest.strip(words).map(|rest| (*unit, rest)))?;
    let ttl = if unit.chars().all(char::is_uppercase) {
        format!("P{count}{unit}")
    } else {
        format!("{count}{unit}")
    };
    Some((ttl, rest))
}

fn number(piece: Piece<'_>) -> Option<(u32, Piece<'_>)> {
    let seen = piece.seen();
    let digits = seen.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        // A number past all measure is still a number: `settle` says that no such time can be kept.
        let count: u32 = seen.get(..digits)?.parse().unwrap_or(u32::MAX);
        return Some((count, piece.from(digits)));
    }
    let words: [(u32, &str); 12] = [
        (1, "one|an|a|หนึ่ง|一"),
        (2, "two|a couple of|สอง|二|两|俩"),
        (3, "three|a few|สาม|三"),
        (4, "four|สี่|四"),
        (5, "five|ห้า|五"),
        (6, "six|หก|六"),
        (7, "seven|เจ็ด|七"),
        (8, "eight|แปด|八"),
        (9, "nine|เก้า|九"),
        (10, "ten|สิบ|十"),
        (12, "twelve|สิบสอง|十二"),
        (30, "thirty|สามสิบ|三十"),
    ];
    let found = words
        .iter()
        .filter_map(|(count, words)| piece.strip(words).map(|rest| (*count, rest)))
        .min_by_key(|(_, rest)| rest.seen().len());
    let bare = ["month", "week", "hour", "day", "year"].iter().any(|unit| seen.starts_with(unit));
    found.or_else(|| bare.then_some((1, piece)))
}

/// Turns the time to live of a command into one that the store keeps: `day_end`, `week_end`, `month_end`, `year_end`, `next_week_end`, `next_month_end` and
/// `until:fri` become the moment at the end of that day, `until:17:00` the next such moment, `until:12-01` the start of
/// that day; every other form is read as it is. `None` for what is no time, is over by now or lies further ahead than
/// [`FURTHEST`] years.
pub fn settle(ttl: &str, now: &Zoned) -> Option<Ttl> {
    let midnight = |days: i64| {
        let day = now.checked_add((days + 1).days()).ok()?.start_of_day().ok()?;
        Some(Ttl::until(day.timestamp()))
    };
    match ttl {
        "day_end" => midnight(0),
        "week_end" => midnight(i64::from(now.weekday().until(Weekday::Sunday))),
        "next_week_end" => midnight(i64::from(now.weekday().until(Weekday::Sunday)) + 7),
        "next_month_end" => {
            let next = now.checked_add(1.month()).ok()?;
            midnight(i64::from(now.days_in_month() - now.day()) + i64::from(next.days_in_month()))
        }
        "month_end" => midnight(i64::from(now.days_in_month() - now.day())),
        "year_end" => midnight(i64::from(now.days_in_year() - now.day_of_year())),
        "until:tomorrow" => midnight(1),
        _ => match ttl.strip_prefix("until:") {
            Some(named) => until::settle(named, now),
            None => ttl.parse().ok().filter(|ttl| lies_ahead(ttl, now)),
        },
    }
}

/// The most years ahead for which anything is kept with an end.
pub const FURTHEST: i64 = 1_000;

fn lies_ahead(ttl: &Ttl, now: &Zoned) -> bool {
    let Some(end) = ttl.expires_at(now.timestamp(), now.time_zone()) else { return true };
    let furthest = now.checked_add(FURTHEST.years()).ok().map(|furthest| furthest.timestamp());
    end > now.timestamp() && furthest.is_none_or(|furthest| end <= furthest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_understood_or_told_and_never_dropped() {
        for (message, ttl) in [
            ("remember I live in Bath until March", "until:03-01"),
            ("remember I'm in Bath until December 1", "until:12-01"),
            ("remember I'm in Bath till the end of the month", "month_end"),
            ("remember I'm in Bath until next week", "week_end"),
            ("remember I'm in Bath this week", "week_end"),
            ("remember I'm in Bath until my visa comes", "until:my visa comes"),
            ("from now until Monday reply in French", "until:mon"),
            ("下周之前我在东京，记住", "week_end"),
            ("reply in French for half an hour", "30m"),
            ("半小时内用英文回答", "30m"),
            ("answer in French for the rest of the day", "day_end"),
            ("วันนี้ตอบเป็นภาษาอังกฤษ", "day_end"),
        ] {
            let found = crate::trigger::understand(message);
            assert_eq!(found.first().and_then(|one| one.ttl.as_deref()), Some(ttl), "{message}: {found:?}");
        }
        for message in ["remember the shop is open until 5pm", "remember the sale runs until March"] {
            let found = crate::trigger::understand(message);
            let told = found.first().map(|one| (one.ttl.as_deref(), one.value.contains("until")));
            assert_eq!(told, Some((None, true)), "{message}: {found:?}");
        }
        let now: Zoned = "2026-11-15T17:00:00+07:00[Asia/Bangkok]".parse().unwrap();
        assert_eq!(settle("until:my visa comes", &now), None);
    }

    #[test]
    fn relative_ends_become_the_end_of_that_day() {
        let now: Zoned = "2026-11-15T17:00:00+07:00[Asia/Bangkok]".parse().unwrap();
        for (ttl, end) in [
            ("day_end", "2026-11-15T17:00:00Z"),
            ("week_end", "2026-11-15T17:00:00Z"),
            ("next_week_end", "2026-11-22T17:00:00Z"),
            ("next_month_end", "2026-12-31T17:00:00Z"),
            ("month_end", "2026-11-30T17:00:00Z"),
            ("until:tomorrow", "2026-11-16T17:00:00Z"),
            ("until:fri", "2026-11-20T17:00:00Z"),
            ("year_end", "2026-12-31T17:00:00Z"),
            ("until:18:30", "2026-11-15T11:30:00Z"),
            ("until:09:00", "2026-11-16T02:00:00Z"),
            ("until:12-01", "2026-11-30T17:00:00Z"),
            ("until:03-01", "2027-02-28T17:00:00Z"),
            ("2h", "2026-11-15T12:00:00Z"),
            ("P1M", "2026-12-15T10:00:00Z"),
        ] {
            let settled = settle(ttl, &now).unwrap().expires_at(now.timestamp(), now.time_zone());
            assert_eq!(settled, Some(end.parse().unwrap()), "{ttl}");
        }
        for ttl in ["soon", "0d", "P99999Y", "P9000Y", "4294967295d", "2020-01-01", "until:yesterday"] {
            assert_eq!(settle(ttl, &now), None, "{ttl}");
        }
        assert!(settle("99999d", &now).is_some());
        assert!(settle("session_end", &now).unwrap().is_session_end());
    }
}

//! A readable key for a statement that fits no known slot. The key is what the statement is about: numbers,
//! days, names and adverbs are left out, so that the same fact with a new value finds the old one.

use super::en::free_name;
use super::keys;
use super::numbered;
use super::search::words;
use super::slot::{Found, tidy};
use super::text::Piece;
use super::th;
use super::zh;
use crate::content::EntryKind;

/// Puts a whole statement under a key of its own words.
pub(super) fn find(content: Piece<'_>) -> Option<Found> {
    let statement = tidy(content.open());
    let about = statement.opening();
    let seen = about.seen();
    let key = if seen.chars().any(|c| ('\u{0E00}'..='\u{0E7F}').contains(&c)) {
        thai(about)
    } else if seen.chars().any(|c| ('\u{3400}'..='\u{9FFF}').contains(&c)) {
        chinese(about)
    } else {
        english(about)
    };
    let key = if key.is_empty() { keys::slug(about.written()) } else { key };
    let key = if keys::kind_of(&key).is_some() { format!("about.{key}") } else { key };
    let value = statement.written().trim().to_owned();
    (!key.is_empty() && !value.is_empty()).then(|| Found {
        key,
        value,
        kind: kind(statement),
        known: false,
        ends: None,
    })
}

/// Tells a limit from an instruction and both from a fact.
pub(super) fn kind(statement: Piece<'_>) -> EntryKind {
    const LIMITS: &str = "never|only|don't|do not|must not|mustn't|no more than|cannot|can't|except|ห้าม|เฉพาะ|เท่านั้น|แค่|อย่า|ไม่ควร|ไม่ให้|只在|只能|\
        只有|只用|只会|我只|们只|不要|不能|禁止|别|不准|不许|不得|仅限";
    const ORDERS: &str = "always|must|should|make sure|every time|before committing|whenever|please|ต้อง|ให้|ทุกครั้ง|เสมอ|ควร|必须|一定|务必|每次|总是|\
        应该|要|始终";
    let told = statement.strip("use|run|check|keep|add|write|ask|put|follow|start|end").is_some();
    if statement.has_any(LIMITS) {
        EntryKind::Constraint
    } else if (told || statement.has_any(ORDERS)) && statement.strip("i|my|our|we|i'm|ผมชื่อ").is_none()
    {
        EntryKind::Instruction
    } else {
        EntryKind::Fact
    }
}

/// A key keeps so many words.
const MOST_WORDS: usize = 4;

/// A key for what a command names: a statement, or a thing with its owner left out.
pub(super) fn name(words: Piece<'_>) -> String {
    let bare = super::en::bare(words).strip_all("ที่ฉันบอกเรื่อง|ที่ผมบอกเรื่อง|ที่บอกเรื่อง|ที่เคยบอกเรื่อง|สิ่งที่บอกเรื่อง|สิ่งที่จำเกี่ยวกับ|ที่จำเกี่ยวกับ|สิ่งที่รู้เกี่ยวกับ|เรื่องที่|เรื่อง|ข้อมูล|我说过的关于|我说的关于|我说过的|我们的|我的|关于|有关");
    let spoken = bare.strip(["i|i'm|we", th::ME, zh::ME]).is_some();
    if spoken {
        return find(bare).map(|found| found.key).unwrap_or_default();
    }
    if bare.seen().is_ascii() {
        return free_name(bare);
    }
    let owned =
        bare.strip_ends("ของผม|ของฉัน|ของเรา|ของหนู|ของดิฉัน|ผม|ฉัน|ที่บอกไว้|ที่เคยบอก|这件事|的事|的事情|这一点");
    keys::slug(&owned.written().replace("ของ", "").replace('的', ""))
}

/// What stands between a thing and what is so of it, or what it turned into.
const TURNS: &str = " is | are | was | were | runs on | runs at | run on | moved to | moves to | got moved to | has moved to | starts at | start at | begins at | ends at | \
    changed to | switched to | lives at | lives on | sits on ";

fn english(statement: Piece<'_>) -> String {
    let statement = statement.strip_all("that|to|please|also|always|never|only|the fact that");
    if let Some((subject, value)) = statement.split(TURNS)
        && statement.strip("i|we|it|he|she|they|you|there|this|that").is_none()
        && subject.seen().split_whitespace().count() <= 6
    {
        return of_facet(free_name(subject), subject, value);
    }
    let written = keys::without_secrets(statement.written());
    let mut words: Vec<String> = Vec::new();
    let mut named: Option<String> = None;
    let (mut led, mut met, mut hour) = (false, false, None);
    for (at, word) in written.split_whitespace().enumerate() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let low = bare.to_lowercase();
        // Behind "with" or "to" a name is what may change: "I deploy to Fly".
        let proper = at > 2 && led && bare.chars().next().is_some_and(char::is_uppercase);
        if proper && met && named.is_none() && !says_nothing(&low) {
            named = Some(stem(&low));
        }
        if numbered::is_name(&low) && at < 4 && !led {
            words.push(low.clone());
        } else if !proper && !low.is_empty() && !says_nothing(&low) {
            // "a morning person" is no "person": an hour of the day right before a thing is a part of its name.
            words.extend(hour.take());
            words.push(stem(&low));
        }
        hour = matches!(low.as_str(), "morning" | "afternoon" | "evening" | "night" | "weekend")
            .then(|| low.clone())
            .filter(|_| bare.len() == word.len());
        // "on 12 Dec": a number parts nothing.
        if !low.bytes().any(|b| b.is_ascii_digit()) {
            met = matches!(low.as_str(), "with" | "by" | "from" | "for" | "to");
            led = met || matches!(low.as_str(), "in" | "at" | "on" | "via" | "using");
        }
        let placed = words.len() >= 2
            && matches!(low.as_str(), "in" | "at" | "on" | "with" | "by" | "from" | "for" | "to");
        if placed || words.len() == MOST_WORDS {
            break;
        }
    }
    // One word is the key of too many things: "I meet with Anna", "I meet with Bob".
    if words.len() == 1 {
        words.extend(named);
    }
    words.extend(numbered::denied_time(statement));
    keys::slug(&words.join(" "))
}

/// The key of what is said of a subject: where it is, how it is, and what somebody by a name is stand beside each other, so that
/// one takes the place of no other. A time, a number or a name is the thing itself.
pub(super) fn of_facet(key: String, subject: Piece<'_>, value: Piece<'_>) -> String {
    match facet(subject, value) {
        Some(facet) if !key.is_empty() => keys::shorten(&format!("{key}_{facet}")),
        _ => key,
    }
}

fn facet(subject: Piece<'_>, value: Piece<'_>) -> Option<String> {
    const WHERE: &str =
        "in|on|at|near|behind|next to|under|inside|opposite|above|below|beside|across from|down in|up on";
    const HOW: &str = "closed|open|allergic|available|unavailable|married|divorced|engaged|pregnant|retired|afraid|scared|responsible|off|broken|banned|allowed|forbidden|required|encrypted|deprecated|frozen|disabled|enabled";
    const ON_TIME: &str = "track|time|schedule|hold|call|fire|sale|noon|midnight|night|weekdays|weekends|the first|the last|the second|the third|the 1|the 2|the 3|every|each|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|january|february|march|april|may|june|july|august|september|october|november|december|the morning|the evening|the afternoon|half";
    let value = value.trim_start();
    if let Some(place) = value.strip(WHERE).map(|rest| rest.trim_start()) {
        let timed = place.strip(ON_TIME).is_some();
        let there = value.strip("near|behind|next to|under|inside|opposite|above|below|beside|across from").is_some()
            || place.strip("the|my|our|a|an|room|floor|level|row|building|bay|block|gate|hall|drawer|locker|box|slot|aisle|zone").is_some();
        return (there && !timed).then(|| "place".to_owned());
    }
    if let Some(rest) = value.strip(HOW) {
        let word = value.seen().get(..value.seen().len() - rest.seen().len())?;
        return Some(if word == "closed" { "close".to_owned() } else { word.trim().to_owned() });
    }
    let person = subject.written().trim_start().starts_with(char::is_uppercase)
        && subject.strip("the|my|our|i|this|that").is_none()
        && subject.seen().split_whitespace().count() <= 2;
    let what = value.strip("a|an").filter(|_| person)?;
    let head = tidy(what).seen().split_whitespace().next_back().map(str::to_owned)?;
    (what.seen().split_whitespace().count() <= 3).then(|| keys::slug(&head)).filter(|head| !head.is_empty())
}

fn says_nothing(word: &str) -> bool {
    const WORDS: &str = "i|i'm|im|i've|i'd|we|we're|you|he|she|it|they|me|us|my|our|your|his|her|their|the|a|an|this|that|these|those|am|is|are|was|were|\
        be|been|being|do|does|did|don't|doesn't|didn't|have|has|had|will|would|shall|should|can|can't|could|may|might|must|not|no|never|always|only|\
        every|each|just|also|very|really|usually|sometimes|often|please|to|of|in|on|at|by|for|from|with|into|onto|about|over|as|and|or|but|if|so|than|\
        then|when|before|after|until|till|during|between|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|\
        thursdays|fridays|saturdays|sundays|weekday|weekdays|weekend|weekends|today|tomorrow|tonight|morning|afternoon|evening|night|noon|am|pm|\
        daily|weekly|monthly|week|month|year|day|days|o'clock|january|february|march|april|june|july|august|september|october|november|december|jan|feb|apr|jun|jul|aug|sept|oct|nov|dec|\
        happen|happens|there|out|up|down|now|get|got|longer|anymore|let's|make|sure|new|some|any|all|go|goes";
    word.ends_with("ly") && word.len() > 4
        || word.chars().any(|c| c.is_ascii_digit())
        || words(WORDS).has(word)
}

/// Brings the forms of a word together: deploy, deploys, deployed, deploying, deployments.
fn stem(word: &str) -> String {
    let plural = word.strip_suffix("ies").map(|s| format!("{s}y"));
    let word = plural.as_deref().unwrap_or(word);
    for end in ["ments", "ment", "ings", "ing", "ed"] {
        if let Some(root) = word.strip_suffix(end).filter(|root| root.len() >= 3) {
            let mut chars = root.chars().rev();
            let doubled = chars
                .next()
                .is_some_and(|last| chars.next() == Some(last) && !matches!(last, 'l' | 's' | 'e'));
            return if doubled { root.chars().take(root.len() - 1).collect() } else { root.to_owned() };
        }
    }
    let single = word.strip_suffix('s').filter(|s| s.len() >= 3 && !s.ends_with(['s', 'u', 'i']));
    single.unwrap_or(word).to_owned()
}

fn thai(statement: Piece<'_>) -> String {
    const LEADS: &str = "ทุกวันจันทร์|ทุกวันอังคาร|ทุกวันพุธ|ทุกวันพฤหัส|ทุกวันศุกร์|ทุกวันเสาร์|ทุกวันอาทิตย์|ทุกวัน|ทุกเช้า|ทุกเย็น|ทุกสัปดาห์|ทุกเดือน|ว่า|จะ|ต้อง|ควร|ห้าม|อย่า|ไม่ควร|ไม่ต้อง|ไม่ได้|ไม่ใช่|ไม่|ให้|ก็|เวลา|ทุกครั้งที่|ช่วย|ตอนนี้|ช่วงนี้|อาทิตย์หน้า|สัปดาห์หน้า|เดือนหน้า|พรุ่งนี้|ปกติ|คือ|เมื่อ|ถ้า|เป็น|อยู่|มี";
    const VALUES: &str = "เฉพาะ|แค่|เท่านั้น|ทุกวัน|ทุกครั้ง|ทุก|วันจันทร์|วันอังคาร|วันพุธ|วันพฤหัส|วันศุกร์|วันเสาร์|วันอาทิตย์|วันที่|ตอน|เวลา|เมื่อ|ก่อน|หลัง|คือ|เป็น|\
        ชื่อ|เริ่ม|เลื่อน|ย้าย|เปลี่ยน|ถูกเลื่อน|ถูกย้าย|อยู่|ช่วง|ภายใน|โดย|พรุ่งนี้|คืนนี้|เสมอ|แล้ว|ในวัน|ที่ตึก|ที่ชั้น|ที่ห้อง|ที่ลาน|ที่ซอย|ที่ช่อง|ชั้น|ช่องที่|โซน|ห้องเลขที่";
    let start = statement.strip_all([th::ME, LEADS]);
    let start = if start.is_empty() { statement } else { start };
    let digit = numbered::first_digit(start.seen());
    let end = start.likely(VALUES).filter_map(|w| start.find(w)).chain(digit).filter(|at| *at > 0).min();
    let about = end.map_or(start, |at| start.cut(0, at)).trim();
    let placed = end.is_some_and(|at| start.from(at).strip("อยู่").is_some_and(|rest| !is_timed_th(rest)));
    let about = about.strip_ends("ของ|ที่|จะ|ใน|ให้|และ|ว่า|ผม|ฉัน|เรา|ของผม|ของฉัน|ของเรา");
    // A letter or two name nothing.
    let about = if about.seen().chars().count() < 3 { start } else { about };
    let mut key = keys::slug(&about.written().replace("ของ", ""));
    if let Some(time) = numbered::denied_time_th(statement).filter(|_| !key.is_empty()) {
        key = keys::shorten(&format!("{key}_{time}"));
    }
    if placed && !key.is_empty() { keys::shorten(&format!("{key}_ที่ตั้ง")) } else { key }
}

/// Tells whether Thai words behind อยู่ say when rather than where.
fn is_timed_th(rest: Piece<'_>) -> bool {
    rest.strip("วัน|ช่วง|ตอน|เวลา|แล้ว|เสมอ|ประจำ|เดือน|อาทิตย์").is_some() || rest.trim().is_empty()
}

/// Tells whether a number of the clock stands here: 十点, 十一点半.
fn is_hour(rest: &str) -> bool {
    let count = |c: char| "零一二两三四五六七八九十".contains(c);
    let after = rest.trim_start_matches(count);
    after.len() < rest.len() && after.starts_with('点')
}

fn chinese(statement: Piece<'_>) -> String {
    const DROPPED: &str = "我们|我|咱们|请|只能|只在|只|都|会在|会把|必须|一定要|一定|不要|不能|不许|不准|禁止|别|总是|每次|始终|永远|直接|在|于|到|要|每周|每月|每天|每个|每|星期|礼拜|周|上午|\
        下午|晚上|早上|中午|今天|明天|后天|点半|点钟|点|号|分|半|的|了|就|是|为|，|,|：|:|务必|应该|不|本周|这周|下周|下个月|这个月|最近|这阵子|这段时间|现在|改到|改在|改成|改为|挪到|推迟到|提前到|延到|延期到|调到|换到|换成|搬到";
    let statement = statement.strip("你|您").unwrap_or(statement);
    let mut rest = statement.seen();
    let mut written = statement.written();
    let mut out = String::new();
    let (mut after_week, mut after_digit) = (false, false);
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("[redacted") {
            let length = rest.find(']').map_or(rest.len(), |at| at + 1);
            rest = rest.get(length..).unwrap_or_default();
            written = written.get(length..).unwrap_or_default();
            continue;
        }
        let dropped = words(DROPPED).beginning(rest).find(|w| rest.starts_with(w));
        let weekday = |w: &str| {
            rest.get(w.len()..).is_some_and(|after| {
                after.starts_with(['一', '二', '三', '四', '五', '六', '日', '天', '末'])
            })
        };
        let dropped = dropped.filter(|w| !matches!(*w, "周" | "星期" | "礼拜") || weekday(w));
        let inside = c.is_ascii_digit() && numbered::goes_on(statement.seen(), rest);
        let numeral = c.is_ascii_digit() && !inside
            || numbered::is_unit(statement.seen(), rest)
            || (after_week && "一二三四五六日天末".contains(c))
            || is_hour(rest)
            || (after_digit && "年月日".contains(c));
        after_digit = c.is_ascii_digit();
        let taken = dropped.map_or(c.len_utf8(), str::len);
        after_week = dropped.is_some_and(|w| w.ends_with(['周', '期', '拜']));
        if dropped.is_none() && !numeral {
            out.extend(written.chars().next());
        }
        rest = rest.get(taken..).unwrap_or_default();
        written = written.get(taken..).unwrap_or_default();
    }
    let mut key: String = keys::slug(&out).chars().take(24).collect();
    if let Some(day) = numbered::denied_day_han(statement.seen()).filter(|_| !key.is_empty()) {
        key = format!("{key}_{day}");
    }
    if key.is_empty() { keys::slug(statement.strip_all(zh::ME).written()) } else { key }
}

//! The shape of a value: what no name, place, employer or address can be, whatever stands before it. A sentence that only shares the
//! verb with a slot ("my name is hard to spell", ผมอยู่ชั้นสาม, 我叫外卖不要辣) takes the place of no good value. Says only what does
//! not fit; where such words go is not decided here.

use super::firms::is_firm;
use super::kin;
use super::text::{Piece, Text};
use crate::text::{is_han, is_thai};

/// Tells whether a value cannot be one of its slot, by its own words and by those right around it.
pub(super) fn is_unlike(key: &str, value: &str, lead: Piece<'_>, clause: Piece<'_>) -> bool {
    let text = Text::of(value);
    let words = text.whole().trim();
    match key {
        "name" => says_how(words, lead) || is_no_name(words),
        "nickname" => says_how(words, lead) || is_an_order(words, lead),
        "place" => is_a_dwelling(words),
        "employer" => is_no_employer(words, lead) || is_on_the_way(value, clause),
        "birthday" => says_how(words, lead) || is_led_by(words, "a|an") && !has_count(words),
        "email" => !has_mark(words, "@") && is_a_state(words),
        "phone_number" | "age" => !has_count(words) && is_a_state(words),
        "role" => is_a_state(words),
        _ => false,
    }
}

/// Adverbs, states and small words with which no name and no date begins.
const HOW: &str = "to|with|without|in|on|at|by|for|of|after|before|during|until|when|if|because|like|always|never|often|usually|sometimes|rarely|too|very|really|so|quite|pretty|rather|not|no|hard|difficult|easy|tricky|impossible|long|short|common|rare|unusual|wrong|missing|misspelled|misspelt|mispronounced|spelled|spelt|pronounced|written|known|taken|everywhere|here|there|the same|the list|the|different from|just|only|also|important|confidential|private|secret|unknown";

/// Tells whether words say how something is, or that it is often so, instead of what it is.
fn says_how(words: Piece<'_>, lead: Piece<'_>) -> bool {
    const HAN: [&str; 11] = ["很", "太", "真", "好难", "最难", "总是", "总", "老是", "常", "经常", "难"];
    const THAI: &str = "สะกด|เขียน|อ่าน|แปลว่า|ออกเสียง|หมายถึง|มาจาก|ซ้ำ|คล้าย|เหมือน|ยาว|สั้น|ยาก|ง่าย|ไม่|เพราะ|แปลก|ขึ้นต้น|ลงท้าย|ตั้งโดย|ฝนตก|ตรงกับ";
    let small = words.written().starts_with(|c: char| c.is_ascii_lowercase());
    let english = small && (words.strip(HOW).is_some() || words.has("to"));
    let before = lead.seen().trim_end();
    let thai = words.seen().starts_with(is_thai) && words.strip(THAI).is_some();
    let led = before.ends_with(" in") || before.ends_with(" on") || before.ends_with(" for");
    let han = words.seen().starts_with(is_han) && HAN.iter().any(|word| before.ends_with(word));
    english || small && led || thai || han
}

/// Tells whether Chinese words behind 叫 name what is ordered, or go on as no name does.
fn is_no_name(words: Piece<'_>) -> bool {
    const ORDERED: &str = "外卖|快递|出租车|出租|的士|网约车|滴滴|车|餐|代驾|救护车|客房|服务员|停|了";
    const INSIDE: [&str; 9] = ["喜欢", "一般", "不要", "总是", "难写", "难念", "好记", "难记", "起的"];
    let seen = words.seen();
    seen.starts_with(is_han)
        && (words.strip(ORDERED).is_some()
            || seen.starts_with('的')
            || seen.ends_with('的')
            || INSIDE.iter().any(|word| seen.contains(word)))
}

/// Tells whether somebody is to be called at a time, or something to be called for them.
fn is_an_order(words: Piece<'_>, lead: Piece<'_>) -> bool {
    const RIDES: &str = "taxi|cab|uber|lyft|ambulance|แท็กซี่|แกร็บ|รถ|出租车|车|滴滴|救护车";
    let before = lead.seen().trim_end();
    let article = before.ends_with("call me a") || before.ends_with("call me an");
    let timed = words.strip("at|after|before|around|by|in|on|when|every|ตอน|เวลา|ก่อน|หลัง").is_some();
    let small = !words.written().starts_with(char::is_uppercase);
    article || words.strip(RIDES).is_some_and(|rest| rest.trim().is_empty()) || timed && small
}

/// What people live in, wherever that is.
const DWELLINGS: &str = "flat|apartment|house|studio|condo|condominium|dorm|dormitory|room|bedsit|loft|bungalow|cottage|villa|basement|attic|van|caravan|tent|boat|houseboat|trailer|mobile home|townhouse|hotel|hostel|penthouse|mansion|duplex|building|shared flat|flatshare|house share|neighbourhood|neighborhood|home|shed|barn|cabin|hut|floor|fear|peace|hope|poverty|denial|luxury|harmony|silence|chaos|a bubble";

/// Tells whether words name a dwelling, a floor, a room, or the house of somebody, and so not where that is.
fn is_a_dwelling(words: Piece<'_>) -> bool {
    let seen = words.seen();
    if !seen.is_empty() && seen.chars().all(|c| c.is_ascii_digit()) {
        return true;
    }
    match seen.chars().find(|c| c.is_alphanumeric()) {
        Some(_) if seen.chars().any(is_thai) => is_thai_dwelling(words),
        Some(_) if seen.chars().any(is_han) => is_han_dwelling(words),
        _ => is_english_dwelling(words),
    }
}

fn is_english_dwelling(words: Piece<'_>) -> bool {
    const BEHIND: &str =
        " with | by | that | which | above | below | next to | for | where | of my | on the ";
    let named = words.written().chars().any(char::is_uppercase);
    let head = words.split(BEHIND).map_or(words, |(head, _)| head).trim();
    let dwells = head.strip_ends(DWELLINGS).seen().len() < head.seen().len();
    let numbered = head
        .strip("floor|room|unit|apartment|flat|zone")
        .is_some_and(|rest| rest.seen().trim().bytes().all(|b| b.is_ascii_digit()));
    let owned = head.seen().contains("'s ") || head.seen().contains("s' ") || head.has_any("my|our|his|her");
    let kin = owned && (dwells || head.has_any("place|parents|parents'"));
    kin || !named && (dwells || numbered)
}

fn is_thai_dwelling(words: Piece<'_>) -> bool {
    const IN: &str = "ชั้น|ห้อง|คอนโดมิเนียม|คอนโด|หอพัก|หอใน|หอนอก|หอ|อพาร์ตเมนต์|อพาร์ทเมนท์|อพาร์ตเมนท์|ห้องเช่า|บ้านเช่า|บ้าน|ตึก|แฟลต|ทาวน์เฮาส์|แมนชั่น|โรงแรม|เวร";
    const OF: &str = "พ่อแม่|พ่อ|แม่|แฟน|เพื่อน|ยาย|ย่า|ปู่|ตา|ญาติ|พี่สาว|พี่ชาย|พี่|น้อง|ลูก|ป้า|ลุง|น้า|ตัวเอง|ของ|ผม|ฉัน|เขา|เช่า|เดี่ยว|เล็กๆ|เล็ก|ใหญ่|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|เอ็ด|ยี่|หนึ่ง|บน|ล่าง|ชั้น|ห้อง|เลขที่|ที่|หลัง|เดิม|ใหม่|มหาลัย|มหาวิทยาลัย|นักศึกษา|ใน|กับ|สุด";
    let Some(rest) = words.strip(IN) else { return false };
    let rest = rest.strip_all(OF);
    rest.seen().chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '/' | '-'))
}

fn is_han_dwelling(words: Piece<'_>) -> bool {
    const HOMES: &str = "公寓|宿舍|出租屋|出租房|房子|屋子|酒店|宾馆|别墅|民宿|单间|楼房|平房|地下室|阁楼|合租房|学生公寓|老房子|新房子|楼上|楼下|顶楼|一楼|底楼|办公室|新家|新房|下一章|下一页|下一节|下一题|下一步|下一关|下一个话题";
    const FLOORS: [char; 4] = ['楼', '层', '室', '号'];
    const OWNERS: &str = "爸妈|父母|爸爸|妈妈|朋友|同学|同事|亲戚|婆家|娘家|自己|别人|男友|女友|外婆|奶奶|爷爷|姥姥|叔叔|舅舅|哥哥|姐姐";
    let bare = words.strip_ends("里面|里|中|了|的");
    let seen = bare.seen();
    let counted = |head: &str| {
        !head.is_empty()
            && head.chars().all(|c| c.is_ascii_digit() || "零一二三四五六七八九十百两第".contains(c))
    };
    let floor = seen.strip_suffix(FLOORS).is_some_and(counted);
    let home = bare.strip_ends(HOMES);
    let small =
        home.strip_all("一个|一套|一间|小|大|老|旧|新|的|我们|自己|学校|公司|单位|学生|员工|租的|租来的");
    let dwells = home.seen().len() < seen.len() && small.is_empty();
    let of = seen.strip_suffix('家').map(|_| bare.cut(0, seen.len() - '家'.len_utf8()));
    let kin = of.is_some_and(|of| {
        of.strip(OWNERS).is_some_and(|rest| rest.is_empty()) || kin::named(of.seen()).is_some()
    });
    floor || dwells || kin || matches!(seen, "婆家" | "娘家")
}

/// What people sit at or ride in while they work.
const RIDDEN: &str = "train|bus|tram|metro|subway|tube|plane|car|taxi|ferry|desk|standing desk|table|kitchen table|dining table|sofa|couch|bed|kitchen|balcony|garden|floor|garage|basement|รถไฟฟ้า|รถไฟ|รถเมล์|รถบัส|รถ|เครื่องบิน|เรือ|โต๊ะ|เตียง|โซฟา|地铁|地铁上|公交|公交上|公交车|公交车上|高铁|高铁上|火车|火车上|飞机上|车上|路上|床上|沙发上";

/// Tells whether words name something to sit in, a floor, or somebody whom the person works with.
fn is_no_employer(words: Piece<'_>, lead: Piece<'_>) -> bool {
    let bare = words.strip_all("the|a|an|my|our");
    let sat_in = bare.strip_ends(RIDDEN).is_empty() && !bare.is_empty();
    let furnished = !words.written().chars().any(char::is_uppercase)
        && bare.strip_ends("desk|table|sofa|couch").seen().len() < bare.seen().len();
    let floor = is_thai_dwelling(words) && words.strip("ชั้น|ห้อง").is_some()
        || words.seen().chars().any(is_han) && is_han_dwelling(words);
    sat_in || furnished || floor || is_person_met(words, lead)
}

/// Tells whether somebody works with a person: "with Sam", กับสมชาย. A firm shows itself by its name.
fn is_person_met(words: Piece<'_>, lead: Piece<'_>) -> bool {
    const FIRMS: &str = "company|startup|agency|government|council|firm|bank|university|hospital|school|state|city|ngo|nonprofit|charity|department|ministry|institute|team|group|บริษัท|ธนาคาร|โรงพยาบาล|โรงเรียน|มหาวิทยาลัย|ทีม|องค์กร";
    let before = lead.seen().trim_end();
    let with = before.ends_with("work with")
        || before.ends_with("working with")
        || before.ends_with("works with")
        || before.ends_with("ทำงานกับ")
        || before.ends_with("ทำงานร่วมกับ")
        || before.ends_with("งานกับคุณ");
    let named = words.written();
    let firm =
        is_firm(words) || words.has_any(FIRMS) || named.bytes().any(|b| b.is_ascii_digit() || b == b'&');
    let capitals = named.len() > 1 && named.bytes().all(|b| b.is_ascii_uppercase() || b == b' ');
    with && !firm && !capitals
}

/// Tells whether what stands behind says that it is on the way to work: 在地铁上班的路上.
fn is_on_the_way(value: &str, clause: Piece<'_>) -> bool {
    let rest = clause.written().split_once(value).map_or("", |(_, rest)| rest);
    ["上班的路上", "上班路上", "上下班路上", "上下班的路上"]
        .iter()
        .any(|way| rest.trim_start().starts_with(way))
}

/// Tells whether words say in what state something is: full, broken, a secret.
fn is_a_state(words: Piece<'_>) -> bool {
    const STATES: &str = "full|broken|new|old|wrong|secret|private|public|down|dead|hacked|blocked|unclear|changing|confusing|unlisted|off|out of order|not working|just a number|a secret|a mystery|irrelevant|none of your business|important|busy|the same|different|temporary|อะไร|เต็ม|พัง|เสีย|ใหม่|เก่า|ความลับ|ไม่สำคัญ|แค่ตัวเลข|ไม่ชัดเจน|满的|满了|满|坏的|坏了|新的|旧的|秘密|保密|错的|不重要|只是数字|一样的";
    let bare = words.strip_all("a|an|the|very|so|too|always|still|always|often");
    STATES.split('|').any(|state| state == bare.seen() || state == words.seen())
}

fn is_led_by(words: Piece<'_>, small: &'static str) -> bool {
    words.strip(small).is_some()
}

fn has_mark(words: Piece<'_>, mark: &str) -> bool {
    words.seen().contains(mark) || words.seen().contains("[redacted")
}

/// Tells whether words hold a number, in digits or as a word, or what stands for one.
fn has_count(words: Piece<'_>) -> bool {
    let digit =
        |c: char| c.is_ascii_digit() || "零一二三四五六七八九十".contains(c) || ('๐'..='๙').contains(&c);
    words.seen().chars().any(digit) || words.seen().contains("[redacted")
}

#[cfg(test)]
mod tests;

//! How somebody else is reached: "my landlord's number is 555-0142", เบอร์ช่างแอร์ 081-555-0123, 房东电话 13800000123. One key a person
//! and way, `contact.<who>.phone` or `.email`. The speaker's own and a relative's have keys of their own; the number of a card or an
//! order reaches nobody.

use super::slot::{Found, tidy};
use super::text::Piece;
use super::{keys, kin, th, zh};
use crate::text::is_thai;

/// Words for a way to reach somebody, behind who it is.
const PHONE: &str = "phone number|mobile number|cell number|phone|mobile|cell|telephone|tel|contact number|contact|电话号码|手机号码|手机号|电话|手机|联系方式|联系电话|เบอร์โทรศัพท์|เบอร์โทร|เบอร์มือถือ|เบอร์ติดต่อ|เบอร์|โทร";
const MAIL: &str =
    "email address|e-mail address|email|e-mail|mail|邮箱地址|电子邮箱|邮箱|信箱|电邮|อีเมล|อีเมล์|เมล";
/// What joins who and how.
const JOINS: &str = "is now|is|are|can be reached at|can be reached on|is reachable at|is reachable on|at|on|:|：|=|是|为|คือ|เป็น";
/// What else has numbers.
const THINGS: &str = "card|account|order|passport|booking|flight|room|locker|policy|license|licence|ticket|serial|member|membership|invoice|tracking|reference|id|tax|student|employee|plate|model|case|part|shoe|bank|iban|wifi|门牌|房间|房号|卡|订单|单号|快递|账|帐|护照|会员|学号|学生|车牌|密码|บัญชี|ห้อง|บัตร|พัสดุ|รองเท้า|เสื้อ|เสื้อผ้า|สมาชิก|ทะเบียน|ออเดอร์";

/// Finds how a named person is reached.
pub(super) fn find(content: Piece<'_>) -> Option<Found> {
    let (at, way) = reached(content.opening().seen())?;
    let ahead = content.cut(0, at).trim();
    let told = ahead.strip_ends("can be reached at|can be reached on|is reachable at|is reachable on");
    let named =
        if told.seen().len() < ahead.seen().len() { told } else { labelled(ahead.strip_ends(JOINS), way)? };
    let key = format!("contact.{}.{way}", keys::slug(somebody(tidy(named))?.written()));
    let value = content.from(at);
    let end = value
        .seen()
        .find(|c: char| c.is_alphabetic() && way == "phone" || matches!(c, ',' | '，' | ';' | '；' | '。'));
    let value = end.map_or(value, |end| value.cut(0, end));
    let value = value.split(" ").map(|(address, _)| address).filter(|_| way == "email").unwrap_or(value);
    Found::known(
        keys::shorten(&key),
        value.trim_matches(|c| !(c.is_alphanumeric() || matches!(c, '+' | ')' | '('))),
    )
}

/// Who somebody is and how they are reached: "my accountant is Priya and her number is 555-0142".
pub(super) fn named(content: Piece<'_>) -> Option<Vec<Found>> {
    const AND: &str =
        " and her | and his | and their |, her |, his |, their |，她的|，他的|，电话|，手机|，邮箱| เบอร์";
    let (told, rest) = content.split(AND)?;
    let (at, way) = reached(rest.opening().seen())?;
    let label = tidy(rest.cut(0, at).strip_ends(JOINS));
    let plain = label.strip_all([PHONE, MAIL, "number"]).is_empty();
    let (who, name) = told.split(" is |是|คือ|ชื่อ")?;
    let who = somebody(tidy(who))?;
    let called =
        (1..=3).contains(&name.seen().split_whitespace().count()) && name.seen().chars().count() <= 24;
    let key = |what: &str| keys::shorten(&format!("contact.{}.{what}", keys::slug(who.written())));
    let found = [Found::known(key("name"), name)?, Found::known(key(way), rest.from(at))?];
    (plain && called).then(|| found.into())
}

/// Where the number or address begins, and which of them it is.
fn reached(seen: &str) -> Option<(usize, &'static str)> {
    if let Some(sign) = seen.find('@') {
        let address = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '+');
        let start = seen.get(..sign)?.trim_end_matches(address).len();
        let dotted = seen.get(sign..)?.split_whitespace().next()?.contains('.');
        return (start < sign && dotted).then_some((start, "email"));
    }
    let start = seen.char_indices().find(|(at, c)| {
        let begins = seen
            .get(..*at)
            .is_none_or(|head| !head.ends_with(|b: char| b.is_ascii_alphanumeric() || b == '-'));
        let run = || {
            seen.get(*at..)
                .unwrap_or_default()
                .chars()
                .take(40)
                .take_while(|c| c.is_ascii_digit() || " +-().".contains(*c))
        };
        begins
            && (c.is_ascii_digit() || *c == '+')
            && run().filter(char::is_ascii_digit).take(20).count() >= 7
    })?;
    Some((start.0, "phone"))
}

/// Who is reached, before or behind a word for how: "my landlord's number", เบอร์ช่างแอร์, 房东电话.
fn labelled<'a>(head: Piece<'a>, way: &str) -> Option<Piece<'a>> {
    let words = if way == "phone" { PHONE } else { MAIL };
    let head = tidy(head);
    if head.seen().chars().any(is_thai) {
        return head.strip(words);
    }
    let ended = head.strip_ends(words);
    // A bare number may be that of anything; that of somebody is theirs.
    let owned = head.strip_ends("number");
    let owned = (way == "phone" && owned.seen().ends_with("'s")).then_some(owned);
    (ended.seen().len() < head.seen().len()).then_some(ended).or(owned)
}

/// Tells whether words name somebody who has no key of their own.
fn somebody(named: Piece<'_>) -> Option<Piece<'_>> {
    const OWNED: &str = "的|'s|ของ|ของผม|ของฉัน|ของเรา|ของหนู";
    const WHOSE: &str = "the|my|our|that|ของ|我的|我们的|我们|我|他|她";
    let who = tidy(named.strip_ends(OWNED).strip_all(WHOSE).strip_ends(OWNED));
    let is = |words: &'static str| super::search::words(words).has(who.seen());
    let other = who
        .strip("new|old|work|office|home|his|her|their|customer|customers|新|旧|老|公司|ใหม่|เก่า|ที่ทำงาน")
        .is_some();
    let thing = who.seen().split_whitespace().any(|word| super::search::words(THINGS).has(word))
        || who.likely(THINGS).any(|word| !word.is_ascii() && who.holds(word));
    let relative = kin::at_start(who).is_some_and(|(_, rest)| tidy(rest).is_empty());
    let clause = who.seen().contains([',', '，', ':', '：'])
        || who.has_any("i|is|are|was|has|call|ring|dial|and|是|打|拨|换|改|โทรหา|เปลี่ยน");
    let short = who.seen().chars().count() <= 24 && who.seen().split_whitespace().count() <= 4;
    let own = keys::alias(who.seen()).is_some() || who.is_empty() || is(th::ME) || is(zh::ME);
    (!own && !other && !thing && !relative && !clause && short).then_some(who)
}

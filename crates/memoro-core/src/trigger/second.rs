//! Where a message goes on with another command behind what it wants kept: "my name is Bob and reply in Thai from now on", … แล้วตอบสั้นๆ,
//! …，以后用英文回答. The value ends before it, and the command is read by itself.

use super::content::{points_only, stands_alone};
use super::text::Piece;
use super::{change, clause, directive, keys, slot};

/// Words that only lead over to the other command.
const JOINS: &str = "and|then|also|please|plus|but|และ|แล้วก็|แล้ว|ก็|ด้วย|อีกอย่าง|แต่|并且|而且|然后|还有|另外|并|同时|但是|但|请|再";
/// How an order begins.
const ORDERS: [&str; 3] = [
    "be|keep|use|answer|reply|respond|speak|talk|chat|write|explain|give|no|don't|do not|always|never|stop|make|avoid|skip|format|call me|address me|refer to me|set|change|switch",
    "ตอบ|พูด|คุย|ต่อไปนี้|ต่อไป|จากนี้|ใช้|ขอ|ช่วย|อย่า|ไม่ต้อง|เรียก|ให้|ห้าม|เลิก|ตั้ง|เปลี่ยน",
    "回答|回复|用|请|别|不要|说|讲|叫我|称呼我|喊我|简短|回我|把|改|设",
];

/// Tells whether a clause, up to the end of its sentence, is an order of its own: a wish for the answers, or a slot that is set.
pub(super) fn is_order(tail: Piece<'_>) -> bool {
    let said = tail.strip_all(JOINS);
    let led = said.strip(directive::STRONG).is_some();
    if said.is_empty() || !led && said.strip(ORDERS).is_none() {
        return false;
    }
    let reading = directive::read(said.own_words());
    let wished = !reading.wishes.is_empty()
        && !reading.is_of_others()
        && (reading.whole || led && reading.is_command());
    wished || change::read(said.trim()).is_some()
}

/// Cuts what is to be kept where an order follows it. Only behind something that is known of a person, or that points back, or
/// where the order says that it lasts: in "when you write to customers use English and be formal" all is one rule.
pub(super) fn cut(content: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    clause::starts(content).into_iter().filter(|start| *start > 0).find_map(|start| {
        let (head, tail) = (content.cut(0, start).strip_ends(JOINS), content.from(start));
        let own = || stands_alone(head.open()).is_some_and(|found| !found.key.starts_with("response."));
        let lasts = || tail.strip_all(JOINS).strip(directive::STRONG).is_some() && !head.trim().is_empty();
        if head.trim().is_empty() || !is_order(tail) {
            return None;
        }
        (points_only(head) || own() || lasts()).then(|| (head, tail.strip_all(JOINS)))
    })
}

/// Cuts what is to be forgotten where an order of its own follows it: "forget my email, and be brief from now on".
pub(super) fn behind(content: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    clause::starts(content).into_iter().filter(|start| *start > 0).find_map(|start| {
        let (head, tail) = (content.cut(0, start).strip_ends(JOINS), content.from(start));
        let named = || slot::subject(head).is_some_and(|key| keys::kind_of(&key).is_some());
        (!head.trim().is_empty() && is_order(tail) && named()).then(|| (head, tail.strip_all(JOINS)))
    })
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    fn told(message: &str) -> Vec<(String, String)> {
        understand(message).into_iter().map(|one| (one.key.unwrap_or_default(), one.value)).collect()
    }

    #[test]
    fn a_second_command_is_carried_out_and_spoils_no_value() {
        for (message, first, second) in [
            (
                "remember my name is Bob and reply in Thai from now on",
                ("name", "Bob"),
                ("response.language", "th"),
            ),
            ("remember my name is Bob and be brief", ("name", "Bob"), ("response.length", "concise")),
            (
                "remember I live in Rome and keep your answers short",
                ("place", "Rome"),
                ("response.length", "concise"),
            ),
            ("remember I work at Grab and call me Al", ("employer", "Grab"), ("nickname", "Al")),
            ("call me Al and reply in Thai", ("nickname", "Al"), ("response.language", "th")),
            ("from now on call me Al and be brief", ("nickname", "Al"), ("response.length", "concise")),
            (
                "my name is Bob, remember it, and be brief from now on",
                ("name", "Bob"),
                ("response.length", "concise"),
            ),
            (
                "remember my name is Bob; also set tone to casual",
                ("name", "Bob"),
                ("response.tone", "casual"),
            ),
            (
                "set my timezone to UTC and my language to French",
                ("timezone", "UTC"),
                ("response.language", "fr"),
            ),
            ("change my name to Rob and my place to Oslo", ("name", "Rob"), ("place", "Oslo")),
            (
                "remember I live in Rome\nfrom now on be brief",
                ("place", "Rome"),
                ("response.length", "concise"),
            ),
            ("จำไว้ว่าฉันชื่อเอ แล้วต่อไปตอบเป็นภาษาอังกฤษ", ("name", "เอ"), ("response.language", "en")),
            ("จำไว้ว่าฉันชื่อเอ และตอบสั้นๆ ด้วย", ("name", "เอ"), ("response.length", "concise")),
            ("เรียกฉันว่าบี แล้วก็ตอบสั้นๆ ด้วยนะ", ("nickname", "บี"), ("response.length", "concise")),
            (
                "forget my email, and be brief from now on",
                ("email", "my email"),
                ("response.length", "concise"),
            ),
            ("forget my email; from now on call me Al", ("email", "my email"), ("nickname", "Al")),
            ("ลืมอีเมลฉัน แล้วตอบสั้นๆ ตั้งแต่นี้ไป", ("email", "อีเมลฉัน"), ("response.length", "concise")),
            ("忘掉我的邮箱，以后回答简短", ("email", "我的邮箱"), ("response.length", "concise")),
            ("记住我叫小明，以后用英文回答", ("name", "小明"), ("response.language", "en")),
            ("记住我叫小明并且以后回答简短", ("name", "小明"), ("response.length", "concise")),
            ("叫我阿杰，以后用英文回答", ("nickname", "阿杰"), ("response.language", "en")),
        ] {
            let pair = |(key, value): (&str, &str)| (key.to_owned(), value.to_owned());
            assert_eq!(told(message), [pair(first), pair(second)], "{message}");
        }
    }

    #[test]
    fn what_sounds_like_a_second_command_stays_where_it_belongs() {
        for (message, key, value) in [
            ("remember I speak Thai and English", "languages", "Thai and English"),
            ("remember my band is called Keep It Short", "band", "Keep It Short"),
            ("remember I live in Rome, Italy", "place", "Rome, Italy"),
            ("remember my company is Use and Co", "employer", "Use and Co"),
            ("记住我会说中文和英文", "languages", "中文和英文"),
        ] {
            assert_eq!(told(message), [(key.to_owned(), value.to_owned())], "{message}");
        }
    }
}

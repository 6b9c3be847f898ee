//! How somebody wants to be called. Whom others call so, and what is to be called at a time, is no nickname.

use super::super::slot::{Found, tidy};
use super::super::text::Piece;
use super::super::{directive, th};

/// What the speaker wants to be called.
pub(in super::super) fn nickname(said: Piece<'_>) -> Option<Found> {
    if let Some(rest) = said.strip("call me|address me as|refer to me as|i prefer to be called|i'd prefer to be called|i like to be called|i'd like to be called|i want to be called") {
        if rest.has_any("they/them|she/her|he/him|she/they|he/they") {
            return Found::known("pronouns", rest);
        }
        // "call me Gus from now on, nobody says Augustus": what stands behind a comma is a reason.
        let aside = "not|i|i'm|nobody|no one|everyone|everybody|instead|because|it's|that's|please";
        let rest = rest
            .split(", ")
            .filter(|(head, tail)| tail.strip(aside).is_some() && !head.trim().is_empty())
            .map_or(rest, |(head, _)| head);
        let name = tidy(
            rest.open()
                .strip_ends("instead|if you want|if you like|always|please|pls")
                .strip_ends([directive::STRONG, directive::WEAK]),
        );
        let first = name.seen().split_whitespace().next().unwrap_or_default();
        let talk = "tomorrow|later|when|at|back|if|on|now|asap|tonight|in|today|a|an|the|crazy|maybe|after|before|once|anytime|again|by|for|to|out|soon|whenever|and|or|up|every|it|this|that|old";
        let words = name.seen().split_whitespace().count();
        let proper = name.written().starts_with(|c: char| c.is_uppercase() || !c.is_ascii());
        let fits = words == 1 || (words <= 4 && proper);
        return if talk.split('|').any(|w| w == first) || !fits {
            None
        } else {
            Found::known("nickname", name)
        };
    }
    if let Some(rest) = said.strip("เรียกชื่อ|เรียก|call") {
        let rest = rest.trim_start().strip(th::ME)?.trim_start();
        let name = tidy(
            rest.strip("ว่า|ด้วยชื่อ|เป็น")?
                .open()
                .strip_ends("ครับ|ค่ะ|คะ|นะ|จ้า|ละกัน|แล้วกัน|เลย|ก็ได้|ก็พอ|ได้เลย|พอ")
                .strip_ends([directive::STRONG, directive::WEAK])
                .strip_ends("ละกัน|แล้วกัน|ครับ|ค่ะ|คะ|นะ|นะคะ|นะครับ|จ้า|เลย|ก็ได้|ก็พอ|แทน|ได้เลย|เฉยๆ|เฉย ๆ|พอ"),
        );
        let short = (1..=24).contains(&name.seen().chars().count()) && !name.has_any("อะไร|ยังไง|ไหม");
        return if short { Found::known("nickname", name) } else { None };
    }
    let rest = said.strip("叫我做|叫我|称呼我为|称呼我|喊我|管我叫")?;
    let rest = rest.strip("的英文名|的小名|的名字|的外号|的中文名|的昵称").unwrap_or(rest);
    let name = tidy(rest.open().strip_ends("就好|就行|即可|好了|就可以了|就可以|吧|就是了|就好了"));
    let titled = name.seen().ends_with("先生") && name.seen().chars().count() > 2;
    let talk = [
        "明天", "今天", "今晚", "起床", "一声", "去", "来", "做", "先", "别", "不", "怎么", "再", "给", "把",
        "帮", "买", "写", "看", "说", "记", "忘", "什么", "在", "滚",
    ];
    let long = name.is_empty() || name.seen().chars().count() > 12;
    if long || talk.iter().any(|w| name.seen().contains(w) && !(titled && *w == "先")) {
        None
    } else {
        Found::known("nickname", name)
    }
}

//! News of what others decided: "Stripe decided on headers" settles nothing between those who talk. Only who decided counts
//! here; whether anything is settled at all is told elsewhere.

use super::cues::{begins, ends, find, has, phrases};
use super::judge::plain;
use super::sentence::Sentence;

/// Words by which others are said to decide.
const DECIDE: &str = "decided|chose|has chosen|have chosen|opted for|opted to|settled on";
/// What may stand between who decides and the word for it.
const BETWEEN: &str = "has|have|had|just|also|now|finally|recently|already|even|then";
/// Those who talk, and groups that they may be.
const OWN: &str = "we|i|us|our|you|your|let's|i've|we've|you've|it|it's|that|this|who|what|which|he|she|they|everyone|everybody|all|both|\
    nobody|team|management|marketing|engineering|sales|legal|finance|product|design|ops|operations|support|hr|leadership|and|or|so|then|finally|yes|ok|okay|just|already|was|is|been|being|be|were|are";
/// Who is spoken of, not with.
const OTHERS: &str = "landlord|landlady|neighbour|neighbours|neighbor|neighbors|government|council|mayor|parliament|court|airline|competitor|competitors|rival|rivals|\
    cousin|cousins|parents|in-laws|uncle|aunt|grandfather|grandmother|grandpa|grandma|granddad|nephew|niece|colleague|colleagues|coworker|coworkers|co-worker";
/// Groups that are somebody else's where somebody else is named with them.
const GROUPS: &str = "team|teams|company|companies|people|group|groups|department|office|family|startup|startups|boss|crew|club|firm|firms|school|parents|in-laws|cousin|cousins|uncle|aunt|friend|friends|colleague|colleagues|coworker|classmate|neighbour|neighbours";
/// Words that make a group somebody else's.
const ELSE: &str = "their|another|other|some|many|most";

/// Tells whether a sentence only tells what others decided.
pub(super) fn tells_of_others(sentence: &Sentence<'_>) -> bool {
    once_told(&sentence.seen)
        || is_hearsay(&sentence.seen)
        || in_english(sentence)
        || in_thai(&sentence.seen)
        || in_chinese(&sentence.seen)
}

/// What somebody said once and nobody does by it: หมอเก่าเคยบอกให้เปลี่ยน แต่ตอนนั้นไม่ได้เปลี่ยน.
fn once_told(seen: &str) -> bool {
    const TOLD: &str = "once told me|once told us|once said|once suggested|once recommended|เคยบอก|เคยแนะนำ|เคยเสนอ|曾说|曾建议|以前建议|以前说过";
    const NOW: &str = "so we|so i|so let's|เลย|งั้น|ก็เอา|ละกัน|แล้วกัน|所以|那就|现在|就按";
    has(seen, TOLD) && !has(seen, NOW)
}

/// What somebody told of themselves: "Bob told me they no longer use Redis". What those who talk do about it is theirs.
fn is_hearsay(seen: &str) -> bool {
    const TOLD: &str = "told me|told us|tells me|tells us|told|said|says|mentioned|talked to|talked with|spoke to|spoke with|chatted with|heard from|heard that|wrote me|wrote us|emailed|according to|\
        บอกว่า|บอก|เล่าว่า|เล่าให้ฟังว่า|แจ้งว่า|คุยกับ|ได้ยินว่า|ได้ยินมาว่า|告诉|跟我说|和我说|说|聊了|聊过|听说|提到|提过|讲";
    const THEY: &str = "they|they've|they're|they'll|their team|their company|he|she|he's|she's|พวกเขา|ทางเขา|ฝั่งเขา|ฝั่งโน้น|ทีมเขา|บริษัทเขา|ที่นั่น|เขา|他们|她们|人家|那边|对方|他|她";
    const DO: &str = "no longer|stopped|have stopped|don't use|do not use|doesn't use|switched|have switched|moved|have moved|migrated|dropped|have dropped|replaced|abandoned|ditched|quit|use|uses|now use|now uses|are using|are switching|are moving|went with|go with|chose|picked|decided|settled|will use|are dropping|stopping|\
        เลิกใช้|เลิก|ไม่ใช้|ไม่ได้ใช้|หยุดใช้|หยุด|ย้าย|เปลี่ยน|ใช้|เลือก|ตัดสินใจ|不再|不用|停用|弃用|改用|换成|换了|放弃|已经|早就|都用|用|选了|决定";
    const OWN: &str = "we|we'll|we're|we've|our|ours|let's|i'll|i'm|i|so use|เรา|ผมจะ|ฉันจะ|งั้น|ของเรา|我们|我們|咱们|咱|我也|我就|那就";
    let Some((at, told)) = find(seen, TOLD) else { return false };
    // "I talked to them" says who heard it, not who does it.
    let heard = seen.get(..at).unwrap_or_default();
    if heard.contains([',', ';', '，', '；']) {
        return false;
    }
    let rest = seen.get(told..).unwrap_or_default();
    let Some((_, who)) = find(rest, THEY) else { return false };
    let does = rest.get(who..).unwrap_or_default();
    let mut deed = does.trim_start();
    while let Some(end) = begins(deed, BETWEEN).or_else(|| begins(deed, "ก็|ได้|也|都|现在")) {
        deed = deed.get(end..).unwrap_or_default().trim_start();
    }
    begins(deed, DO).is_some()
        && !has(does, OWN)
        && !has(heard, "we decided|we agreed|decided|let's|ตกลง|决定")
}

fn in_english(sentence: &Sentence<'_>) -> bool {
    const FIRST: &str = "we|us|our|ours|i|my|we'll|we're|let's|i'll";
    let seen = sentence.seen.as_str();
    let Some((at, end)) = find(seen, DECIDE) else { return false };
    let before = seen.get(..at).unwrap_or_default();
    let after = seen.get(end..).unwrap_or_default();
    if has(after, FIRST) {
        return false;
    }
    // "Venue decided" has no one who decides.
    let does =
        seen.get(at..end) != Some("decided") || begins(after.trim_start(), "to|on|against|not to").is_some();
    let clause = before.rsplit([',', ';', ':', '—', '–']).next().unwrap_or_default();
    let mut who = plain(clause).trim();
    while let Some(at) = ends(who, BETWEEN) {
        who = who.get(..at).unwrap_or_default().trim_end();
    }
    let words: Vec<&str> = who.split_whitespace().collect();
    let is = |word: &str, list: &str| phrases(list).any(|phrase| phrase == word);
    match words.as_slice() {
        all if all.iter().any(|word| matches!(*word, "i" | "we" | "me" | "and")) => false,
        [.., last] if is(last, OTHERS) => true,
        _ if words.iter().any(|word| is(word, OWN) && !is(word, GROUPS)) => false,
        [first, .., last] if is(first, ELSE) && is(last, GROUPS) => true,
        [.., owner, last] if is(last, GROUPS) => owner.ends_with("'s"),
        [name] => does && !is(name, OWN) && is_name(sentence, name, before),
        _ => false,
    }
}

/// Tells whether a word is the name of somebody: it is written with a capital.
fn is_name(sentence: &Sentence<'_>, word: &str, before: &str) -> bool {
    let Some(at) = before.rfind(word) else { return false };
    let said = sentence.part(at..at + word.len());
    said.chars().all(char::is_alphabetic) && said.chars().next().is_some_and(char::is_uppercase)
}

fn in_thai(seen: &str) -> bool {
    let others = "เจ้าของบ้าน|เจ้าของหอ|เพื่อนบ้าน|ข้างบ้าน|รัฐบาล|เทศบาล|คู่แข่ง|บริษัทอื่น|ทีมอื่น|ทีมของ|เพื่อนที่ทำงาน|เพื่อนร่วมงาน|เพื่อน|ญาติ|ลูกพี่ลูกน้อง|พ่อตา|แม่ยาย|พ่อแม่ภรรยา|พ่อแม่แฟน|พ่อแม่สามี|คุณปู่|ปู่";
    of_others(seen, (others, "ตัดสินใจ|ประกาศ|มีมติ|เลือก", "เรา|ผม|ฉัน|กู"))
}

fn in_chinese(seen: &str) -> bool {
    let others = "房东|邻居|政府|竞争对手|别的团队|其他团队|别的公司|其他公司|隔壁团队|隔壁公司|隔壁老|隔壁家|的团队|物业|同事|朋友|同学|亲戚|室友|隔壁|表哥|表姐|表弟|表妹|堂哥|堂弟|岳父|岳母|丈母娘|阿公|阿嬷|爷爷|奶奶|外公|外婆|舅舅|叔叔|姑姑";
    // Whose cousin it is does not make the speaker decide.
    let owned = |text: String, other| {
        text.replace(&format!("我{other}"), other).replace(&format!("我的{other}"), other)
    };
    let seen = phrases(others).fold(seen.to_owned(), owned);
    of_others(
        &seen,
        (
            others,
            "决定|宣布|选了|选择了|定了|订了|买了|换了",
            "我和|我跟|我与|我们|咱|我也|我就|我决定|我定|我选|我买|我换",
        ),
    )
}

/// Tells whether others stand before the word for deciding, in one clause with it, and nobody who talks does.
fn of_others(seen: &str, (others, decide, own): (&'static str, &'static str, &'static str)) -> bool {
    let Some((at, _)) = find(seen, decide) else { return false };
    let before = seen.get(..at).unwrap_or_default();
    let clause = before.rsplit(['，', ',', '。', '；', ';']).next().unwrap_or_default();
    has(clause, others) && !has(before, own)
}

#[cfg(test)]
mod tests {
    use super::super::sentence::split;
    use super::*;

    fn news(text: &str) -> bool {
        split(text).iter().any(tells_of_others)
    }

    #[test]
    fn what_others_decided_is_news() {
        for text in [
            "Bob's team decided to use Elm.",
            "Stripe decided on headers and dates, but they have a whole team for it.",
            "By the way, the landlord has decided to repaint the stairs in May.",
            "Most companies have chosen Kubernetes.",
            "My wife's parents decided on a greyhound last spring and they love it",
            "เจ้าของบ้านตัดสินใจทาสีบันไดใหม่เดือนพฤษภา",
            "เพื่อนที่ทำงานตัดสินใจซื้อ Pixel",
            "同事上个月定了小米，天天在群里夸",
            "同事上個月定了小米，天天在群裡誇",
            "ทีมของบ๊อบตัดสินใจใช้ Elm",
            "房东决定五月重新粉刷楼梯。",
            "My wife's parents decided on a greyhound.",
            "My cousin decided to buy a van.",
            "ลูกพี่ลูกน้องตัดสินใจซื้อรถตู้",
            "我表哥决定买一辆面包车。",
            "同事上个月定了小米。",
            "对了，鲍勃的团队决定用 Elm。",
            "Bob from the other company told me they no longer use Redis for the cache.",
            "The vendor told us they no longer use Kafka for the events.",
            "I talked to the Spotify people and they no longer use Jenkins.",
            "The people at Acme said they have switched to Valkey.",
            "คุยกับคนที่ Spotify มา เขาเลิกใช้ Jenkins แล้ว",
            "พี่บ๊อบบริษัทโน้นเล่าให้ฟังว่าพวกเขาไม่ใช้ Redis ทำแคชแล้ว",
            "隔壁公司的鲍勃告诉我他们不再用Redis做缓存了。",
            "供应商跟我说他们已经不用Kafka了。",
        ] {
            assert!(news(text), "{text}");
        }
    }

    #[test]
    fn what_those_who_talk_decided_is_none() {
        for text in [
            "We decided to use Elm.",
            "The team decided to use Elm.",
            "Our team has decided on Elm.",
            "Okay, decided on Elm.",
            "Bob decided we use Elm.",
            "Everyone decided on Friday.",
            "Venue decided: the Green Fork.",
            "Redis chosen for the queue.",
            "Marketing decided to keep the logo.",
            "Bob and I have decided to use Elm.",
            "My cousin and I decided to buy a van.",
            "我和表哥决定买一辆面包车。",
            "เพื่อนร่วมงานกับผมตัดสินใจใช้ Elm",
            "After the call with Bob's team we decided to use Elm.",
            "เราตัดสินใจใช้ Elm",
            "ทีมของเราตัดสินใจใช้ Elm",
            "เจ้าของบ้านลดให้ เราเลยตัดสินใจอยู่ต่อ",
            "我们的团队决定用 Elm。",
            "我们和同事决定用 Elm。",
            "เราตกลงกับเพื่อนแล้วว่าเลือก Pixel",
            "Our parents are coming, so we decided on the big room.",
            "房东降了租，我们决定续租。",
            "决定用 Elm。",
            "Bob told me they no longer use Redis, so we drop it as well.",
            "The vendor said they no longer sell it, let's switch to Kafka.",
            "คุยกับ Spotify แล้วเขาเลิกใช้ Jenkins งั้นเราเลิกด้วย",
            "供应商跟我说他们不用Kafka了，那我们也不用了。",
            "We told the vendor that we no longer use Kafka.",
        ] {
            assert!(!news(text), "{text}");
        }
    }
}

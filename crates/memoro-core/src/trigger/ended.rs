//! What has ended, and what holds instead: "I'm not at Nokia anymore, I'm at Wolt now", ผมไม่ได้อยู่เอไอเอสแล้ว ตอนนี้อยู่ปตท,
//! 我不在华为了，现在在比亚迪. What has ended is no value; where nothing is said instead, it ends what its slot holds.

use super::content::stands_alone;
use super::firms::is_firm;
use super::slot::{self, Found, tidy};
use super::text::{Piece, Text};
use super::{en, keys, th, zh};

/// Words between what has ended and what holds.
const TURNS: &str = "，| and now | and i now |, now |, but |, |; | but |。|แล้วนะ |แล้วครับ |แล้วค่ะ |แล้วคะ |แล้วจ้า |แล้ว ตอนนี้|แล้วตอนนี้|แล้ว ปัจจุบัน|แล้ว เดี๋ยวนี้|แล้ว แต่|แล้ว ";
/// Words that tell that it holds now.
const NOW: &str = "now|currently|these days|instead|ตอนนี้|ปัจจุบัน|เดี๋ยวนี้|现在|目前|如今|改|已经";

/// Finds what holds now, where a content begins with what does not hold any more.
pub(super) fn now_instead(content: Piece<'_>) -> Option<Found> {
    let (head, tail) = content.split(TURNS)?;
    if !has_ended(head) {
        return None;
    }
    let said = tidy(tail.strip_all(NOW).strip_ends(NOW));
    at_work(head, said)
        .or_else(|| stands_alone(said))
        .or_else(|| zh::predicate(said))
        .or_else(|| th::slot(said).filter(|found| found.known))
        .or_else(|| en::predicate(said))
        .or_else(|| slot::known(said).filter(|found| found.known))
}

/// Finds the slot of which a content says that it does not hold any more: "I no longer work at Nokia". Who no longer
/// likes a thing dislikes it.
pub(super) fn ended(content: Piece<'_>) -> Option<Found> {
    let content = tidy_start(content);
    let positive = Text::of(&affirmed(content.open())?);
    let found = slot::known(positive.whole()).filter(|found| found.known)?;
    keys::kind_of(&found.key).filter(|_| !found.key.starts_with("response."))?;
    if let Some(disliked) = keys::opposite_key(&found.key).filter(|key| key.starts_with("dislikes.")) {
        return Some(Found { key: disliked, ..found });
    }
    let told = content.open().trim().written().to_owned();
    Some(Found { ends: Some(found.value), value: told, ..found })
}

fn tidy_start(content: Piece<'_>) -> Piece<'_> {
    content.strip_all("that|the fact that|ว่า|，|：|actually|now|ตอนนี้|ปัจจุบัน|那个|其实")
}

/// Words that tell since when, behind what has ended.
const SINCE: &str = " since | as of | because |, because | เพราะ|，因为|因为";

/// Returns the statement whose end a content tells: "I work at Nokia" of "I no longer work at Nokia".
fn affirmed(content: Piece<'_>) -> Option<String> {
    let content = content.split(SINCE).map_or(content, |(head, _)| head).trim();
    affirmed_english(content).or_else(|| affirmed_thai(content)).or_else(|| affirmed_chinese(content))
}

fn affirmed_english(content: Piece<'_>) -> Option<String> {
    const OVER: &str = "anymore|any more|any longer|these days|nowadays";
    let said = |start: &str, rest: Piece<'_>| Some(format!("{start} {}", rest.trim().written()));
    let over = content.strip_ends(OVER);
    let is_over = over.seen().len() < content.seen().len();
    if let Some(rest) = content.strip("i no longer|we no longer") {
        return said("I", rest.strip_ends(OVER));
    }
    if let Some(rest) = content.strip("i'm no longer|i am no longer|im no longer") {
        return said("I'm", rest.strip_ends(OVER));
    }
    if let Some(rest) = over.strip("i don't|i do not|i dont|we don't|we do not").filter(|_| is_over) {
        return said("I", rest);
    }
    if let Some(rest) = over.strip("i'm not|i am not|im not").filter(|_| is_over) {
        return said("I'm", rest);
    }
    if let Some(rest) = content.strip("i stopped|i've stopped|i have stopped|i quit|i've quit") {
        let kept = [("using", "I use"), ("working at", "I work at"), ("working for", "I work at")]
            .into_iter()
            .chain([("living in", "I live in"), ("being", "I'm"), ("working as", "I work as")])
            .find_map(|(verb, start)| rest.trim_start().strip(verb).map(|rest| (start, rest)));
        let firm = || {
            content.strip("i quit|i've quit").filter(|rest| named_firm(*rest)).map(|rest| ("I work at", rest))
        };
        return kept.or_else(firm).and_then(|(start, rest)| said(start, rest));
    }
    if let Some(rest) = content.strip("i").and_then(|rest| {
        rest.strip_all("'ve|have|just|was|got|recently|finally|also")
            .strip("resigned from|retired from|quit my job at|left my job at|laid off from|laid off by|fired from|fired by|let go by|let go from|parted ways with|handed in my notice at")
    }) {
        let firm = rest.split(" last | this | in | on | yesterday| today").map_or(rest, |(firm, _)| firm);
        return said("I work at", firm).filter(|_| named_firm(firm));
    }
    if let Some(rest) = content.strip("i left|i've left|i quit|i have left").filter(|rest| is_firm(*rest)) {
        return said("I work at", rest);
    }
    let (subject, value) = over.split(" is no longer | isn't | is not ")?;
    let no_longer = over.from(subject.seen().len()).strip(" is no longer ").is_some();
    (subject.strip("my|our").is_some() && (no_longer || is_over))
        .then(|| format!("{} is {}", subject.trim().written(), value.trim().written()))
}

/// Tells whether words that say what somebody left name a company: by its name, or as a name of its own is written.
fn named_firm(words: Piece<'_>) -> bool {
    let name = words.trim_start();
    let capital = name.written().starts_with(char::is_uppercase) || !name.seen().is_ascii();
    let short = (1..=3).contains(&name.seen().split_whitespace().count());
    is_firm(name)
        || capital && short && name.strip("facebook|instagram|twitter|tiktok|netflix|vim|emacs|i").is_none()
}

fn affirmed_thai(content: Piece<'_>) -> Option<String> {
    const OVER: &str = "อีกต่อไปแล้ว|อีกต่อไป|อีกแล้ว|แล้ว|ละ|ล่ะ|นะ|ครับ|ค่ะ|คะ";
    let said = content.strip_all(th::ME).strip_all("ตอนนี้|ปัจจุบัน|เดี๋ยวนี้|ก็");
    let over = said.strip_ends(OVER);
    let tail = said.seen().get(over.seen().len()..).unwrap_or_default();
    if let Some(firm) = over
        .strip("ลาออกจากงานที่|ลาออกจาก|ออกจากงานที่|โดนให้ออกจาก|โดนเลย์ออฟจาก|ถูกเลิกจ้างจาก|ออกจากบริษัท")
        .or_else(|| over.strip("ออกจาก").filter(|rest| is_firm(*rest)))
        .filter(|rest| !tidy(*rest).is_empty() && rest.strip("งาน|ที่นี่|บ้าน").is_none())
    {
        let firm = firm.split(" ตั้งแต่| เมื่อ|เมื่อ|ตั้งแต่").map_or(firm, |(firm, _)| firm);
        return Some(format!("ผมทำงานที่{}", firm.trim().written()));
    }
    if let Some(rest) = over.strip("เลิก|หยุด") {
        return Some(format!("ผม{}", rest.trim().written()));
    }
    let rest = over.strip("ไม่ได้|ไม่").filter(|_| tail.contains("แล้ว") || tail.contains("ต่อไป"))?;
    Some(format!("ผม{}", rest.trim().written()))
}

fn affirmed_chinese(content: Piece<'_>) -> Option<String> {
    let said = content.strip(zh::ME)?.strip_all("已经|早就|现在|目前|如今|也|都");
    if let Some(rest) = said.strip("不再是|不再") {
        let being = said.strip("不再是").is_some();
        let rest = rest.strip_ends("了");
        return Some(format!("我{}{}", if being { "是" } else { "" }, rest.trim().written()));
    }
    if let Some(firm) =
        said.strip("离开了|离开|辞去了|辞去|辞了").filter(|rest| is_firm(rest.strip_ends("了")))
    {
        return Some(format!("我在{}工作", firm.strip_ends("了").trim().written()));
    }
    let left = said.strip("从").and_then(|rest| rest.split("离职|辞职|跳槽|被裁|退休|离开"));
    if let Some((firm, rest)) = left
        && rest.strip_all("了|的").trim().is_empty()
        && (1..=12).contains(&firm.trim().seen().chars().count())
    {
        return Some(format!("我在{}工作", firm.trim().written()));
    }
    let over = said.strip_ends("了");
    let rest = over.strip("不|没|没有").filter(|_| over.seen().len() < said.trim().seen().len())?;
    Some(format!("我{}", rest.trim().written()))
}

/// Tells whether a clause says of its speaker what does not hold any more.
fn has_ended(head: Piece<'_>) -> bool {
    let english = head.strip("i|i'm|i am|we|we're|we are").is_some()
        && head.has_any("anymore|any more|any longer|no longer|used to|left|quit|stopped");
    let thai = head.strip_all(th::ME).strip("ไม่ได้|ไม่|เลิก|ลาออกจาก|ย้ายออกจาก").is_some();
    let han = head.strip(zh::ME).is_some_and(|rest| {
        let said = rest.strip_all("已经|早就|现在");
        said.strip("不再|离开|辞去").is_some()
            || (said.strip("不|没").is_some() && head.trim().seen().ends_with('了'))
    });
    english || thai || han
}

/// Being "at" a company is working there.
fn at_work(head: Piece<'_>, said: Piece<'_>) -> Option<Found> {
    let named = said.strip_all(["i'm|i am|we're", th::ME, zh::ME]).strip_all(NOW);
    if let Some(firm) = named.strip("at|with") {
        let proper = firm.trim_start().written().starts_with(|c: char| c.is_uppercase() || !c.is_ascii());
        return if proper { Found::known("employer", firm) } else { None };
    }
    let there = named.strip("อยู่ที่|อยู่กับ|อยู่|在|去了|到了")?;
    let before = head
        .strip_all([th::ME, zh::ME])
        .strip_all("ไม่ได้|ไม่|已经|早就|不再|不|没")
        .strip_all("อยู่ที่|อยู่กับ|อยู่|在")
        .strip_ends("แล้ว|了");
    if is_firm(there) || is_firm(before) { Found::known("employer", there) } else { None }
}

#[cfg(test)]
mod tests {
    use super::super::{Remark, understand};

    #[test]
    fn what_is_said_to_have_ended_names_its_slot_and_the_value_that_ends() {
        for (message, key, ends) in [
            ("remember that I no longer work at Nokia", "employer", "Nokia"),
            ("remember I don't live in Porto anymore", "place", "Porto"),
            ("remember my name is no longer Bob", "name", "Bob"),
            ("remember that I stopped using vim", "uses.editor", "vim"),
            ("จำไว้ว่าผมไม่ได้ทำงานที่ปตทแล้ว", "employer", "ปตท"),
            ("จำไว้ว่าเลิกใช้ vim แล้ว", "uses.editor", "vim"),
            ("记住我不再住在上海", "place", "上海"),
            ("記住我不吃素了", "diet", "vegetarian"),
        ] {
            let found = understand(message);
            let [command] = found.as_slice() else { panic!("{message}: {found:?}") };
            let told = (command.key.as_deref(), command.ends.as_deref());
            assert_eq!(told, (Some(key), Some(ends)), "{message}");
        }
        let liked = understand("remember I no longer like coffee");
        assert_eq!((liked[0].key.as_deref(), &liked[0].ends), (Some("dislikes.coffee"), &None));
    }

    #[test]
    fn what_somebody_does_now_takes_the_place_of_what_they_quit() {
        for (message, employer) in [
            ("remember I quit Google and now I work at Canva", "Canva"),
            ("จำไว้ว่าผมลาออกจากกูเกิลแล้ว ตอนนี้ทำงานที่แคนวา", "แคนวา"),
            ("记住我不在华为了，现在在比亚迪", "比亚迪"),
        ] {
            let found = understand(message);
            let told = found.first().map(|one| (one.key.as_deref(), one.value.as_str()));
            assert_eq!(told, Some((Some("employer"), employer)), "{message}: {found:?}");
        }
    }

    #[test]
    fn liking_and_disliking_one_thing_in_one_message_is_neither() {
        for message in [
            "remember I like coffee and I hate coffee",
            "จำไว้ว่าผมชอบกาแฟและไม่ชอบกาแฟ",
            "记住我喜欢咖啡。记住我讨厌咖啡。",
        ] {
            let found = understand(message);
            assert_eq!(found.len(), 2, "{message}");
            assert!(
                found.iter().all(|command| command.remark == Some(Remark::Clashes)),
                "{message}: {found:?}"
            );
        }
        let corrected = understand("remember I like coffee, no wait, I hate coffee");
        assert!(corrected.iter().all(|command| command.remark != Some(Remark::Clashes)), "{corrected:?}");
    }
}

//! What is not to be kept any more: it has been kept, so it is to go. Who says only that something is not to be kept speaks of
//! what was just said, and drops nothing.

use super::change::nickname;
use super::slot::{Found, tidy};
use super::text::Piece;
use super::{keys, slot, th, zh};

/// What somebody is not to be called: "don't call me Bob", อย่าเรียกผมว่าบ๊อบ, 别叫我小明. Being rung up, told to do something or called
/// names is another matter.
pub(super) fn not_called(said: Piece<'_>) -> Option<Found> {
    const TALK: &str = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mr|mrs|ms|at|on|before|after|until|if|when|again tomorrow";
    let said = said.strip_all("please|pls|hey|ok|okay|and|ช่วย|กรุณา|ขอ|请|麻烦|拜托|以后|ต่อไป|from now on");
    let not =
        "don't ever|don't|dont|do not|never|stop|quit|อย่า|เลิก|ไม่ต้อง|หยุด|ห้าม|请别|别再|不要再|别|不要|不许";
    let rest = said
        .strip(not)?
        .trim_start()
        .strip_ends("anymore|any more|again|ever|please|อีกแล้ว|อีก|แล้ว|นะ|ครับ|ค่ะ|คะ|了|啦|吧|好吗");
    if rest.seen().contains([',', '，']) {
        return None;
    }
    let calling = rest.strip("calling me").map(|name| Found::known("nickname", tidy(name)));
    let found = calling.unwrap_or_else(|| nickname(rest))?;
    let named = found.value.starts_with(|c: char| c.is_uppercase() || !c.is_ascii());
    let short = found.value.split_whitespace().count() <= 2;
    (found.key == "nickname" && named && short && !rest.has_any(TALK)).then_some(found)
}

/// What is not to be kept any more, where it is something that a memory holds of the speaker: "don't remember that I hate
/// traffic anymore", ไม่ต้องจำชื่อฉันแล้ว, 别再记我的公司了.
pub(super) fn kept_no_longer(said: Piece<'_>) -> Option<Piece<'_>> {
    const KEPT: &str = "don't remember|do not remember|dont remember|don't keep|do not keep|don't store|do not store|don't save|no need to remember|no need to keep|you don't need to remember|you don't have to remember|you needn't remember|you need not remember|you can stop remembering|please stop remembering|stop remembering|stop keeping|\
        ไม่ต้องจดจำ|ไม่ต้องจำ|ไม่ต้องบันทึก|ไม่ต้องเก็บ|ไม่ต้องจด|อย่าจำ|เลิกจดจำ|เลิกจำ|เลิกบันทึก|เลิกเก็บ|\
        别再记住|别再记录|别再记着|别再记|不要再记住|不要再记录|不要再记着|不要再记|不用再记住|不用再记着|不用再记|不必再记|不需要再记|无需再记|不用记住|不用记|不需要记|不要记|别记";
    const OVER: &str = "anymore|any more|any longer|no more|now|please|pls|แล้วนะ|แล้วครับ|แล้วค่ะ|แล้ว|อีกต่อไป|อีก|ได้แล้ว|ได้|ละ|นะ|ครับ|ค่ะ|คะ|ไว้|了|吧|啦|这件事|的事";
    const HELD: &str = "don't hold on to|don't hold onto|don't hang on to|don't hang onto|no need to hold on to|no need to hang on to|don't keep|do not keep|don't store|do not store|ไม่ต้องเก็บ|ไม่ต้องบันทึก";
    let held = said.strip(HELD);
    let rest = said.strip(KEPT).or(held)?;
    let rest = rest.split(", |，").map_or(rest, |(head, _)| head);
    let stops = said.strip("stop|you can stop|please stop|เลิก").is_some()
        || said.seen().get(..said.seen().len() - rest.seen().len()).is_some_and(|verb| verb.contains('再'));
    // Polite words stand between: ไม่ต้องจำแล้วนะคะว่า….
    let over = rest.strip_all("แล้ว|อีกต่อไป|อีก|นะ|ครับ|ค่ะ|คะ|จ้า|จ้ะ|ละ|เลย");
    let told = rest.cut(0, rest.seen().len() - over.seen().len());
    let (early, rest) = match over.strip("ว่า|เรื่อง").filter(|_| told.holds("แล้ว") || told.holds("อีก"))
    {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let content = rest.open().strip_ends(OVER);
    let tail = rest
        .seen()
        .trim_end()
        .get(content.before().seen().len() + content.seen().len() - rest.before().seen().len()..)
        .unwrap_or_default();
    let ended = ["anymore", "any more", "any longer", "no more", "แล้ว", "อีก", "了"]
        .iter()
        .any(|word| tail.contains(word));
    let content = content.strip_all("that|the fact that|about|ว่า|เรื่องที่|เรื่อง");
    // Elders call themselves so.
    let elder = content.strip_ends("ของพี่|ของป้า|ของลุง");
    let of_elder = elder.seen().len() < content.trim().seen().len();
    let content = if of_elder { elder } else { content };
    let known = slot::subject(content).is_some_and(|key| keys::kind_of(&key).is_some());
    let mine = content.strip(["i|i'm|i've|my|our|we", th::ME, zh::ME]).is_some()
        || content.has_any(th::ME)
        || of_elder
        || held.is_some();
    // A slot of the speaker's by its bare name is one that is kept: "don't remember my name".
    let bare = content.strip("my|our|我的|我们的|我").unwrap_or(content);
    let bare = bare.strip_ends("ของผม|ของฉัน|ของเรา|ของหนู|ของดิฉัน|ผม|ฉัน|ดิฉัน|หนู");
    let named = keys::alias(bare.trim().seen()).is_some_and(|key| keys::kind_of(key).is_some());
    ((stops || early || ended || named && held.is_none()) && known && mine).then_some(content)
}

#[cfg(test)]
mod tests {
    use super::super::{Intent, understand};

    #[test]
    fn a_name_that_is_not_to_be_used_is_forgotten_and_never_set() {
        for (message, name) in [
            ("don't call me Bob", "Bob"),
            ("please stop calling me Bob", "Bob"),
            ("Don't call me Bob anymore.", "Bob"),
            ("อย่าเรียกผมว่าบ๊อบ", "บ๊อบ"),
            ("เลิกเรียกผมว่าบ๊อบ", "บ๊อบ"),
            ("别叫我小明", "小明"),
            ("不要再叫我小明了", "小明"),
            ("別叫我小明", "小明"),
        ] {
            let found = understand(message);
            let found: Vec<_> =
                found.iter().map(|one| (one.intent, one.key.as_deref(), one.value.as_str())).collect();
            assert_eq!(found, [(Intent::Forget, Some("nickname"), name)], "{message}");
        }
        for message in [
            "don't call me before nine",
            "don't call me Monday morning",
            "don't call me stupid",
            "never call me at work",
            "why don't you call me Bob?",
            "อย่าเรียกผมไปประชุม",
            "别叫我起床",
            "别叫我去买菜",
        ] {
            assert!(understand(message).is_empty(), "{message}: {:?}", understand(message));
        }
    }

    #[test]
    fn what_is_not_to_be_kept_any_more_is_forgotten() {
        for (message, key) in [
            ("don't remember that I hate traffic anymore", "dislikes.traffic"),
            ("you don't need to remember my phone number any more", "phone_number"),
            ("don't hold on to the conference deadline any longer, we pulled out", "deadline.conference"),
            ("ไม่ต้องจำชื่อฉันแล้ว", "name"),
            ("ไม่ต้องจำอีเมลเก่าของพี่แล้วนะ", "email"),
            ("don't remember my name", "name"),
            ("อย่าจำชื่อฉันนะ", "name"),
            ("别记我的名字", "name"),
            ("ไม่ต้องจำแล้วว่าผมแพ้กุ้ง", "allergy.กุ้ง"),
            ("别再记我的公司了", "employer"),
            ("別再記我的公司了", "employer"),
            ("不要再记住我的生日了", "birthday"),
            ("忘记我说过的一切", "*"),
            ("忘掉我告诉你的所有事情", "*"),
        ] {
            let found = understand(message);
            let told = found.first().map(|command| (command.intent, command.key.as_deref()));
            assert_eq!(told, Some((Intent::Forget, Some(key))), "{message}");
        }
    }

    #[test]
    fn what_is_only_not_to_be_kept_drops_nothing() {
        for message in [
            "don't remember this",
            "I don't remember my password anymore",
            "don't remember my password",
            "please don't remember that I live in Paris",
            "I don't remember my name",
            "ไม่ต้องจำนะ",
            "ผมจำชื่อเขาไม่ได้แล้ว",
            "ลืมว่าวางกุญแจไว้ไหน",
            "ช่างมันเถอะ ลืมๆ ไปซะ",
            "不用记这个",
            "我不记得密码了",
        ] {
            assert!(understand(message).iter().all(|command| command.intent != Intent::Forget), "{message}");
        }
    }
}

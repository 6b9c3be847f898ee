//! Questions after what is kept about one thing: "show me what you know about my daughter", จำอะไรเกี่ยวกับแมวผมได้บ้าง,
//! 关于我女儿你都记了什么. What is asked about must be the speaker's own; what the world knows is no memory.

use super::super::slot::{self, tidy};
use super::super::text::Piece;
use super::super::{Intent, keys, kin, th, zh};
use super::Ask;

/// Families of keys and the words for all that is in them.
const ALL_OF: &[(&str, &str)] = &[
    ("allergy", "allergies|allergy|การแพ้|เรื่องแพ้|สิ่งที่แพ้|ของที่แพ้|过敏|过敏史|过敏源"),
    ("likes", "likes|hobbies|interests|tastes|สิ่งที่ชอบ|ของที่ชอบ|งานอดิเรก|爱好|喜好|兴趣"),
    ("dislikes", "dislikes|สิ่งที่ไม่ชอบ|ของที่ไม่ชอบ|讨厌的东西"),
    ("expertise", "skills|expertise|ทักษะ|ความถนัด|技能|专长|特长"),
    ("uses", "tools|เครื่องมือ|工具"),
    ("deadline", "deadlines|เดดไลน์|กำหนดส่ง|截止日期"),
    ("family", "family|relatives|ครอบครัว|คนในครอบครัว|家人|家庭|家里人"),
    ("pet", "pets|animals|สัตว์เลี้ยง|宠物"),
    ("project", "project|projects|โปรเจกต์|โปรเจค|โครงการ|项目|专案"),
];

/// What is asked about, where it is something of the speaker's.
pub(super) fn own(words: Piece<'_>) -> Option<Ask<'_>> {
    let about = tidy(words.open());
    let free = || named(about).map(|key| Ask { intent: Intent::Show, key: Some(key), about });
    known(words).or_else(free)
}

/// What is asked about, where it is one of the things that are known of people.
fn known(words: Piece<'_>) -> Option<Ask<'_>> {
    let about = tidy(words.open());
    let key = all_of(about).or_else(|| being(about)).or_else(|| slot::subject(about))?;
    Some(Ask { intent: Intent::Show, key: Some(key), about })
}

/// What is asked about by its name alone: "show me what you know about Odile".
pub(super) fn by_name(words: Piece<'_>) -> Option<Ask<'_>> {
    let about = tidy(words.open());
    let named =
        about.written().starts_with(char::is_uppercase) && about.seen().split_whitespace().count() == 1;
    named.then_some(Ask { intent: Intent::Show, key: None, about })
}

fn all_of(words: Piece<'_>) -> Option<String> {
    let bare = bare(words);
    ALL_OF
        .iter()
        .find(|(_, names)| names.split('|').any(|name| name == bare.seen()))
        .map(|(key, _)| (*key).to_owned())
}

fn bare(words: Piece<'_>) -> Piece<'_> {
    words
        .strip_all("my|our|the|this|current|我们的|我的|我家的|我家|我|这个")
        .strip_ends("ของผม|ของฉัน|ของเรา|ของหนู|ของดิฉัน|ผม|ฉัน|ดิฉัน|เรา|หนู|นี้|的")
}

/// A relative or an animal: all that is kept of it.
fn being(words: Piece<'_>) -> Option<String> {
    let (key, rest) = kin::at_start(bare(words))?;
    let name = rest.trim();
    let named = rest.seen().starts_with(' ') && name.seen().split_whitespace().count() <= 2;
    let whole = name.is_empty() || named && name.written().starts_with(char::is_uppercase);
    whole.then(|| key.to_owned())
}

/// Anything else that is said to be the speaker's.
fn named(words: Piece<'_>) -> Option<String> {
    let bare = bare(words);
    let owned = bare.seen().len() < words.seen().len() && !bare.is_empty();
    owned.then(|| keys::slug(bare.written())).filter(|key| !key.is_empty())
}

/// จำอะไรเกี่ยวกับแมวผมได้บ้าง, แสดงสิ่งที่จำเกี่ยวกับงานของผม, ขอดูข้อมูลลูกสาวฉันที่เก็บไว้.
pub(super) fn thai(asked: Piece<'_>) -> Option<Ask<'_>> {
    let (_, topic) = asked.split("เกี่ยวกับ|เรื่อง|ข้อมูลของ|ข้อมูล")?;
    let topic = topic.strip_all("เกี่ยวกับ|เรื่อง|ของ").strip_ends(
        "ที่เก็บไว้|ที่จำไว้|ที่บันทึกไว้|ที่จดไว้|ที่มีอยู่|ที่มี|ที่รู้|ไว้บ้าง|ได้บ้าง|อยู่บ้าง|บ้าง|ไว้|หน่อย|ให้ดู|ให้|ดู|ที|ครับ|ค่ะ|คะ|นะ|มั้ย|ไหม|ทั้งหมด|อะไร",
    );
    let owned = topic.has_any(th::ME) && !topic.strip_all(th::ME).is_empty();
    if owned { own(topic) } else { None }
}

/// 你对我女儿了解多少, 你记得我女儿的哪些事, 关于我的工作你都记了什么, 看看你记得的关于我女儿的事.
pub(super) fn chinese(clause: Piece<'_>) -> Option<Ask<'_>> {
    const WHAT: &str = "什么|哪些|多少|啥|些什么|些啥|几件事";
    const KNOWN: &str = "记得|记住了|记住|知道|了解|记了|存了|保存了|记下了|掌握了|记录了";
    const MATTER: &str =
        "的信息|的事情|的事儿|的事|的资料|的内容|的东西|的情况|信息|事情|资料|事|呢|吗|呀|啊|吧|了|的|方面";
    let said = clause.strip_all("请问|请|那|给我|帮我|麻烦|我想|我要|现在|目前");
    if let Some((topic, rest)) = said.strip("你对|您对").and_then(|rest| rest.split("了解|知道|记得|掌握"))
    {
        return if rest.has_any(WHAT) { mine(topic.strip_ends("都|还|有")) } else { None };
    }
    if let Some((topic, rest)) = said.strip("关于|有关").and_then(|rest| rest.split("，你|你|您")) {
        let asked = rest.strip_all("都|还|现在|到底").strip(KNOWN).is_some_and(|rest| rest.has_any(WHAT));
        return if asked { mine(topic.strip_ends(MATTER)) } else { None };
    }
    let asked = said.strip_all("你|您|都|还|到底|究竟").strip(KNOWN);
    if let Some((topic, rest)) = asked.and_then(|rest| rest.split(WHAT)) {
        let over = rest.strip_ends(MATTER).is_empty();
        return if over { mine(topic.strip_ends(MATTER)) } else { None };
    }
    let seen = said.strip("显示|列出|查看|看看|看一下|展示|打开|看|列一下|告诉我|总结一下|说说|说一下")?;
    let held =
        seen.strip_all("你|您|所有|全部|都").strip("记得的|记住的|知道的|存的|记的|保存的|记录的|掌握的")?;
    mine(held.strip_ends(MATTER))
}

/// What is asked about, where Chinese says that it is the speaker's.
fn mine(topic: Piece<'_>) -> Option<Ask<'_>> {
    let topic = topic.strip_all("关于|有关|所有");
    let rest = topic.strip(zh::ME)?.strip_all("的|家");
    if rest.is_empty() { None } else { known(topic) }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Intent, understand};

    #[test]
    fn what_is_kept_about_one_thing_is_asked_for_by_its_key() {
        for (message, key) in [
            ("show me what you know about my daughter", "family.daughter"),
            ("what have you saved about my cat Miso?", "pet.cat"),
            ("what do you remember about my job?", "role"),
            ("show me everything about my diet", "diet"),
            ("what do you know about my allergies?", "allergy"),
            ("คุณรู้อะไรเกี่ยวกับลูกสาวฉันบ้าง", "family.daughter"),
            ("แสดงสิ่งที่จำเกี่ยวกับงานของผม", "role"),
            ("ขอดูข้อมูลลูกสาวฉันที่เก็บไว้หน่อย", "family.daughter"),
            ("你知道我女儿的什么？", "family.daughter"),
            ("你對我女兒了解多少", "family.daughter"),
            ("关于我的工作你都记了什么", "role"),
        ] {
            let found = understand(message);
            let told = found.first().map(|command| (command.intent, command.key.as_deref()));
            assert_eq!(told, Some((Intent::Show, Some(key))), "{message}");
        }
    }

    #[test]
    fn what_the_world_knows_is_not_asked_of_memory() {
        for message in [
            "what do you know about France?",
            "tell me what you remember about the French Revolution",
            "คุณรู้อะไรเกี่ยวกับประเทศไทยบ้าง",
            "你知道法国什么",
            "你知道我在想什么吗",
            "你还记得我们昨天聊了什么吗？",
        ] {
            assert_eq!(understand(message), [], "{message}");
        }
    }
}

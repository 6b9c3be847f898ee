//! What a person says of the assistant: what it is to be, what it is called, to whom it speaks. "You are a strict teacher", คุณเป็นครู,
//! 你是一位老师 set `assistant.role`; nobody is kept under a pronoun. Praise and comfort are talk.

use super::directive::STRONG;
use super::slot::{Found, tidy};
use super::text::Piece;
use super::{free, keys};

/// What is said to cheer somebody up or to thank them.
const PRAISE: &str = "a good|a great|a wonderful|an amazing|an awesome|a genius|a star|a winner|a legend|a lifesaver|a hero|a fighter|a human|human|a person|the best|the one|the only one|the greatest|my best friend|my friend|my hero|my everything|my favorite|my favourite|my love|worth|worthy|loved|enough|amazing|strong|special|beautiful|welcome|right|wrong|great|awesome|smart|capable|never alone|not alone|more than|only human|just a|what you|who you|so";
const PRAISE_TH: &str = "คนดี|คนเก่ง|คนที่|คนสำคัญ|คนพิเศษ|คนโปรด|เพื่อนที่ดี|เพื่อนรัก|เพื่อนของ|เพื่อนผม|เพื่อนฉัน|ที่รัก|ที่หนึ่ง|ที่สุด|กำลังใจ|ทุกอย่าง|ใคร|อะไร|ห่วง|ยังไง|ไง|แบบนี้|ของฉัน|ของผม|ผู้ช่วยที่ดี";
const PRAISE_ZH: &str = "最|谁|什么|对的|错的|好人|好孩子|好样的|个好|一个好|我的好|我的朋友|我的最爱|我的一切|我的唯一|我的宝|我的骄傲|我的英雄|我的爱|我最|独一无二|值得|被爱|人|可以的|有";

/// Finds what a content says of the assistant; `None` where it speaks of something else, or only praises.
pub(super) fn find(content: Piece<'_>) -> Option<Found> {
    english(content).or_else(|| thai(content)).or_else(|| chinese(content))
}

/// What the assistant is to call itself: "call yourself Marlow", เรียกตัวเองว่าน้องฟ้า, 以后你就自称阿福.
pub(super) fn own_name(said: Piece<'_>, lasting: bool) -> Option<Found> {
    const SELF: &str = "i'd like to call you|i want to call you|i'm going to call you|let me call you|call yourself|refer to yourself as|name yourself|เรียกตัวเองว่า|แทนตัวเองว่า|เรียกแทนตัวเองว่า|叫自己|管自己叫|自称";
    let name = said.strip_all("就|你就|以后").strip(SELF)?;
    let name = tidy(name.open().strip_ends(STRONG).strip_ends("ด้วย|แทน|ได้เลย|ก็พอ|吧|好了|就好|就行"));
    let latin = name.seen().is_ascii();
    let capital = name.written().starts_with(char::is_uppercase);
    let short =
        (1..=16).contains(&name.seen().chars().count()) && name.seen().split_whitespace().count() <= 2;
    let talk = name.strip("back|tomorrow|later|monday|tuesday|wednesday|thursday|friday|saturday|sunday|a|an|the|是|为|อะไร|什么|怎么").is_some();
    let told = lasting && said.strip("i|let").is_none()
        || latin && capital
        || said.seen().chars().any(crate::text::is_thai);
    if short && !talk && told && (!latin || capital) { Found::known("assistant.name", name) } else { None }
}

/// Tells whether a subject is a pronoun: what is said of it has no name of its own.
pub(super) fn is_pronoun(subject: Piece<'_>) -> bool {
    const PRONOUNS: &str = "you|he|she|it|they|this|that|these|those|there|here|who|what|which|everything|everyone|everybody|someone|somebody|something|nothing|nobody|anything|one|\
        คุณ|เธอ|เขา|เค้า|มัน|พวกเขา|ท่าน|นี่|นั่น|อันนี้|อันนั้น|สิ่งนี้|เรื่องนี้|你|您|他|她|它|他们|她们|它们|大家|这|那|这个|那个|这些|那些|这里|那里";
    super::search::words(PRONOUNS).has(subject.trim().seen())
}

fn english(content: Piece<'_>) -> Option<Found> {
    let rest = content.strip("you're|you are|you're now|you are now|youre")?.trim_start();
    if let Some(name) = rest.strip("called|named") {
        return Found::known("assistant.name", name);
    }
    if let Some(who) = rest.strip("talking to|talking with|speaking to|speaking with|dealing with|working with|working for|chatting with|writing for|answering") {
        let who = first_clause(who.trim_start().strip("a|an")?);
        return if who.seen().split_whitespace().count() <= 5 { Found::known("role", who) } else { None };
    }
    if rest.strip(PRAISE).is_some() {
        return None;
    }
    if rest.strip("a|an|my|our|the").is_some() {
        let role = first_clause(rest.strip_all("a|an|my|our|the"));
        return if role.seen().split_whitespace().count() <= 8 {
            Found::known("assistant.role", role)
        } else {
            None
        };
    }
    let ordered = rest.strip("not allowed|allowed|not supposed|supposed|not to|to|forbidden|permitted|expected|required|responsible|in charge|running|on|in|connected|limited");
    ordered?;
    let name = free::find(rest)?.key;
    let known = Found::known(keys::shorten(&format!("assistant.{name}")), content)?;
    Some(Found {
        value: tidy(content).written().to_owned(),
        kind: free::kind(content),
        known: false,
        ..known
    })
}

fn thai(content: Piece<'_>) -> Option<Found> {
    let acting = content
        .strip_all("คุณ|ให้|ช่วย")
        .strip("ทำตัวเป็น|สวมบทเป็น|สวมบทบาทเป็น|รับบทเป็น|ทำหน้าที่เป็น|วางตัวเป็น|สวมบท|รับบท");
    if let Some(role) = acting {
        let role = first_clause(role)
            .strip_ends("ของผม|ของฉัน|ของเรา|ของหนู|ของดิฉัน|ให้หนู|ให้ผม|ให้ฉัน|ให้เรา|ให้หน่อย|ตลอด|ไปเลย");
        let short = (1..=40).contains(&role.seen().chars().count());
        return if short { Found::known("assistant.role", role) } else { None };
    }
    let rest = content.strip("คุณ|เธอ")?;
    if let Some(name) = rest.strip("ชื่อว่า|ชื่อ|มีชื่อว่า") {
        return Found::known("assistant.name", name);
    }
    if let Some(who) = rest.strip("กำลังคุยอยู่กับ|กำลังคุยกับ|กำลังตอบ|คุยอยู่กับ|คุยกับ|กำลังพูดกับ|พูดกับ")
    {
        let who = first_clause(who.strip_all("คนที่เป็น"));
        let short = (1..=24).contains(&who.seen().chars().count()) && !who.has_any("ผม|ฉัน|เรา|ใคร|หนู");
        return if short { Found::known("role", who) } else { None };
    }
    let role = rest.strip("คือ|เป็น")?.trim_start();
    if role.strip(PRAISE_TH).is_some() {
        return None;
    }
    let role = first_clause(role).strip_ends("ของผม|ของฉัน|ของเรา|ของหนู|ของดิฉัน|ผม|ฉัน");
    if (1..=40).contains(&role.seen().chars().count()) { Found::known("assistant.role", role) } else { None }
}

fn chinese(content: Piece<'_>) -> Option<Found> {
    if let Some(name) = content.strip("你的名字是|你的名字叫|你名叫|你叫做|你叫|您叫") {
        let told =
            (1..=10).contains(&tidy(name).seen().chars().count()) && name.strip("什么|我|他|她|人").is_none();
        return if told { Found::known("assistant.name", name) } else { None };
    }
    if let Some((who, rest)) = content
        .strip("你正在跟|你正在和|你现在在跟|你是在跟|你是在和|你在跟|你在和|你在为|你正在为")
        .and_then(|rest| rest.split("说话|对话|聊天|讲话|交流|沟通|服务|打交道"))
    {
        let who = who.strip_all("一个|一名|一位|个|名|位");
        let told = rest.strip_ends("的|了").is_empty() && (1..=10).contains(&who.seen().chars().count());
        return if told && who.strip("我|他|她|谁").is_none() { Found::known("role", who) } else { None };
    }
    let role = content.strip("你的角色是|你的身份是|你现在是|你就是|你是|您是|你就当我的|你来当我的|你当我的|你来做我的|你就做我的|你扮演|你来扮演|请扮演|扮演|你就充当|充当")?.trim_start();
    if role.strip(PRAISE_ZH).is_some() || tidy(role).seen().ends_with('的') {
        return None;
    }
    let role = first_clause(role).strip_all("一个|一名|一位|个|名|位|我的|我们的");
    if (1..=20).contains(&role.seen().chars().count()) { Found::known("assistant.role", role) } else { None }
}

/// The words up to the next clause.
fn first_clause(words: Piece<'_>) -> Piece<'_> {
    tidy(words.split(", |; |，|；|。| and you | so | but |แล้วก็|แต่").map_or(words, |(head, _)| head))
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    fn told(message: &str) -> Vec<(String, String)> {
        understand(message).into_iter().map(|c| (c.key.unwrap_or_default(), c.value)).collect()
    }

    #[test]
    fn what_the_assistant_is_to_be_stands_under_its_role_and_never_under_a_pronoun() {
        for (message, key, value) in [
            ("remember you are a pirate", "assistant.role", "pirate"),
            ("remember that you're my accountability partner", "assistant.role", "accountability partner"),
            ("from now on you are a strict teacher", "assistant.role", "strict teacher"),
            ("remember you are called Jarvis", "assistant.name", "Jarvis"),
            ("remember you are talking to a doctor", "role", "doctor"),
            ("จำไว้ว่าคุณเป็นนักบัญชีมืออาชีพ", "assistant.role", "นักบัญชีมืออาชีพ"),
            ("จำไว้ว่าคุณคือผู้ช่วยของผม", "assistant.role", "ผู้ช่วย"),
            ("จำไว้ว่าคุณชื่อมะลิ", "assistant.name", "มะลิ"),
            ("记住你是我的编程助手", "assistant.role", "编程助手"),
            ("記住你是一位嚴格的老師", "assistant.role", "嚴格的老師"),
            ("记住你叫小智", "assistant.name", "小智"),
        ] {
            assert_eq!(told(message), [(key.to_owned(), value.to_owned())], "{message}");
        }
        for message in [
            "remember it is raining here",
            "remember he is allergic to nuts",
            "remember that they are moving on Friday",
            "remember you can use the staging server",
            "记住他是医生",
            "记住你不能删文件",
        ] {
            let found = told(message);
            let [(key, _)] = found.as_slice() else { panic!("{message}: {found:?}") };
            let pronouns = ["you", "it", "he", "they", "他", "你"];
            assert!(!pronouns.contains(&key.as_str()) && !key.starts_with('你'), "{message}: {key}");
        }
    }

    #[test]
    fn praise_and_a_part_to_play_in_the_work_at_hand_set_no_role() {
        for message in [
            "remember you are not alone",
            "remember you are a good person",
            "You are a good assistant",
            "remember you are now a nurse at Acme, check this form",
            "คุณเป็นผู้ช่วยที่ดีมาก",
            "จำไว้ว่าคุณเป็นคนเก่ง",
            "你是个很好的助手",
            "记住你是最棒的",
            "请记住你现在是莎士比亚，写一首诗",
        ] {
            assert!(
                told(message).iter().all(|(key, _)| key != "assistant.role" && key != "role"),
                "{message}: {:?}",
                told(message)
            );
        }
    }
}

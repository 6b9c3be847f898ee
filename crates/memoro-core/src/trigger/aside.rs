//! What a message says of the text that follows it or of the assistant is no wish and no fact of the user's. Looks at the
//! whole message, whoever understood it.

use super::{Command, Intent, keeps};

/// What opens a text that is shown: "the following is a table".
const OPENS: &[&str] = &["ต่อไปนี้เป็น", "ต่อไปนี้คือ", "ต่อไปนี้จะเป็น"];
/// What makes a lasting wish of it all the same.
const LASTS: &[&str] = &["ตอบ", "คุย", "พูด", "ตลอด", "เสมอ", "ทุกครั้ง"];
/// What says who the assistant is to be.
const YOU_ARE: &[&str] = &[
    "你现在是",
    "你现在在",
    "你現在是",
    "你現在在",
    "คุณคือ",
    "คุณเป็น",
    "เธอคือ",
    "you are now",
    "you're now",
    "you are a ",
    "you are an ",
    "you're a ",
    "you're an ",
];
/// What a user says of themselves.
const I_AM: &[&str] = &[
    "我在",
    "我是",
    "我的",
    "我叫",
    "我住",
    "我今年",
    "ผม",
    "ฉัน",
    "ดิฉัน",
    "หนู",
    "i'm",
    "i am",
    "i work",
    "i live",
    "my ",
];
/// What only a person is or has.
const OWN: &[&str] =
    &["employer", "role", "name", "place", "place.work", "hometown", "age", "working_hours", "birthday"];

/// Whom a rule of a firm or a team binds.
const GROUPS: &[&str] = &[
    "公司",
    "团队",
    "團隊",
    "部门",
    "部門",
    "学校",
    "學校",
    "员工",
    "員工",
    "全体",
    "全體",
    "大家都",
    "ทีมเรา",
    "ทีมของเรา",
    "บริษัท",
    "แผนก",
    "พนักงาน",
    "โรงเรียน",
    "ทุกคนในทีม",
    "our team",
    "the team",
    "our company",
    "the company",
    "employees",
    "our staff",
    "the staff",
    "everyone at work",
    "our department",
];
/// What speaks of the two who talk.
const WE_TWO: &[&str] =
    &["你", "您", "我", "妳", "คุณ", "เธอ", "ผม", "ฉัน", "หนู", "ดิฉัน", " me", "you", "i'm", " i ", "my ", "พี่"];

/// What asks for work at once.
const WORK: &[&str] = &[
    "write it",
    "check this",
    "check it",
    "fix it",
    "fix this",
    "help me",
    "why does it",
    "why is it",
    "what else",
    "proofread",
    "take a look",
    "review it",
    "review this",
    "translate it",
    "write me",
    "帮我",
    "幫我",
    "现在写",
    "写吧",
    "現在寫",
    "寫吧",
    "改一下吧",
    "写一首",
    "写一篇",
    "检查一下",
    "演一段",
    "เขียนเลย",
    "เขียนให้",
    "ช่วยดู",
    "ช่วยตรวจ",
    "ช่วยแก้",
    "แก้ให้",
    "ทำไมมัน",
    "แล้วทำไม",
    "ช่วยแปล",
];
/// What the work is done on.
const AT_HAND: &[&str] = &[
    "this function",
    "this essay",
    "the essay",
    "this letter",
    "this email",
    "this draft",
    "this text",
    "this code",
    "this file",
    "this article",
    "this is",
    "this form",
    "this report",
    "this page",
    "the poem",
    "the story",
    "already tried",
    "这只是",
    "这是",
    "这篇",
    "这封",
    "这段",
    "这个函数",
    "这份",
    "這只是",
    "這是",
    "這篇",
    "這封",
    "這段",
    "這份",
    "เรียงความ",
    "ฟังก์ชันนี้",
    "บทความนี้",
    "ข้อความนี้",
    "โค้ดนี้",
    "ไฟล์นี้",
    "จดหมายนี้",
    "แบบฟอร์มนี้",
];

/// Tells whether a command only sets out the work that the message asks for.
fn is_of_the_work(command: &Command, text: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let key = command.key.as_deref().unwrap_or_default();
    let free = super::keys::kind_of(key).is_none() || key.starts_with("deadline.");
    let role = key == "assistant.role";
    if !keeps(command.intent) || !(role && has(WORK) || free && has(AT_HAND)) {
        return false;
    }
    // "…, ok?" asks nothing.
    let tags = ["ok?", "okay?", "please?", "alright?", "好吗？", "好吗?", "可以吗？", "行吗？", "ได้ไหม?"];
    let question = text.ends_with(['?', '？']) && !tags.iter().any(|tag| text.ends_with(tag));
    // Asking memory itself is no work: 帮我记住.
    let behind = || WORK.iter().filter_map(|word| text.rfind(word)).max();
    question
        || behind().is_some_and(|at| {
            text.get(..at).is_some_and(|head| head.chars().count() > 8)
                && !text.get(at..).is_some_and(asks_memory)
        })
}

fn asks_memory(rest: &str) -> bool {
    ["记", "記", "remember", "จำ", "จด", "存", "留", "备忘", "เก็บ", "note", "keep"]
        .iter()
        .any(|word| rest.contains(word))
}

/// How people say that they, or another, did not tell or keep something: that asks for nothing.
const FORGOT: &[&str] = &[
    "i forgot to tell",
    "i forgot to mention",
    "i forgot to say",
    "forgot to tell you",
    "forgot to mention",
    "you forgot that",
    "you've forgotten that",
    "ลืมบอก",
    "ผมลืมบอก",
    "ฉันลืมบอก",
    "คุณลืมไปแล้วว่า",
    "คุณลืมว่า",
    "我忘了告诉",
    "我忘记告诉",
    "我忘了跟你说",
    "我忘了说",
    "我忘了提",
    "忘了告诉你",
    "忘记告诉你",
    "忘了跟你说",
    "忘了說",
    "我忘了告訴",
    "忘了告訴你",
    "你忘了我是",
    "你忘了我在",
];
/// What asks for memory all the same.
const KEEP: &[&str] = &[
    "remember",
    "note",
    "save",
    "keep",
    "จำ",
    "จด",
    "บันทึก",
    "เก็บ",
    "记住",
    "记下",
    "记一下",
    "記住",
    "記下",
    "存",
    "备忘",
];

fn tells_what_was_forgotten(text: &str) -> bool {
    let leads =
        ["oh, ", "oh ", "hey, ", "sorry, ", "btw, ", "อ้อ ", "เออ ", "对了，", "对了,", "啊，", "哦，", "哦"];
    let said = leads.iter().find_map(|lead| text.strip_prefix(lead)).unwrap_or(text);
    // "Remember, remember the fifth of November" is a verse.
    let verse = said.starts_with("remember, remember the") || said.starts_with("remember remember the");
    verse || FORGOT.iter().any(|told| said.starts_with(told)) && !KEEP.iter().any(|word| said.contains(word))
}

/// What only a person does, and no assistant can be told to leave.
const HUMAN: &[&str] = &[
    "be late",
    "come late",
    "stay up",
    "oversleep",
    "skip breakfast",
    "skip class",
    "drink",
    "smoke",
    "fight",
    "cry",
    "forget your keys",
    "มาสาย",
    "สาย",
    "นอนดึก",
    "ดื่มเหล้า",
    "สูบบุหรี่",
    "โดดเรียน",
    "ทะเลาะ",
    "ร้องไห้",
    "迟到",
    "遲到",
    "早退",
    "熬夜",
    "喝酒",
    "抽烟",
    "抽菸",
    "逃课",
    "吵架",
    "打架",
    "赖床",
    "哭",
    "玩手机",
    "丢三落四",
];
/// How somebody is told to leave something.
const LEAVE: &[&str] = &[
    "don't ",
    "do not ",
    "never ",
    "stop ",
    "อย่า",
    "ห้าม",
    "เลิก",
    "别再",
    "别",
    "不要再",
    "不要",
    "不许",
    "不准",
    "別再",
    "別",
];

/// Tells whether somebody is told to leave what only people do: 以后别再迟到了.
fn orders_a_person(text: &str) -> bool {
    LEAVE.iter().any(|leave| {
        text.match_indices(leave).any(|(at, leave)| {
            let rest = text.get(at + leave.len()..).unwrap_or_default().trim_start();
            HUMAN.iter().any(|act| rest.starts_with(act))
        })
    })
}

fn is_free_order(command: &Command) -> bool {
    let slot = command.key.as_deref().is_some_and(|key| super::keys::kind_of(key).is_some());
    command.intent == Intent::SetPreference && !slot
}

/// Takes out what was understood of words that are not the user's own.
pub(super) fn leave_out(commands: &mut Vec<Command>, message: &str) {
    if commands.is_empty() {
        return;
    }
    let text = message.trim().to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if tells_what_was_forgotten(&text) {
        commands.clear();
    }
    if orders_a_person(&text) {
        commands.retain(|command| !is_free_order(command));
    }
    if OPENS.iter().any(|opening| text.starts_with(opening)) && !has(LASTS) {
        commands.retain(|command| command.intent != Intent::SetPreference);
    }
    if has(GROUPS) && !has(WE_TWO) {
        commands.retain(|command| command.intent != Intent::SetPreference);
    }
    commands.retain(|command| !is_of_the_work(command, &text));
    if has(YOU_ARE) && !has(I_AM) {
        let own = |command: &Command| command.key.as_deref().is_some_and(|key| OWN.contains(&key));
        commands.retain(|command| !(keeps(command.intent) && own(command)));
    }
}

#[cfg(test)]
mod tests {
    use crate::trigger::understand;

    #[test]
    fn who_tells_what_was_forgotten_or_scolds_asks_for_nothing() {
        for text in [
            "我忘了告诉你我叫小刚",
            "忘了告诉你我叫丽丽",
            "I forgot to tell you my name is Bob",
            "You forgot that I'm vegan",
            "ลืมบอกไปว่าผมชื่อเอก",
            "以后别再迟到了",
            "from now on don't be late again",
            "ต่อไปอย่ามาสายอีก",
            "Remember, remember the fifth of November",
        ] {
            let found = understand(text);
            assert!(found.is_empty(), "{text}: {found:?}");
        }
        for (text, key) in [
            ("I forgot to tell you my name is Bob, please remember it", "name"),
            ("ลืมบอกไปว่าผมชื่อเอก จำไว้ด้วย", "name"),
            ("我忘了告诉你我叫小刚，请记住", "name"),
        ] {
            let found = understand(text);
            assert_eq!(found.first().and_then(|one| one.key.as_deref()), Some(key), "{text}: {found:?}");
        }
    }

    #[test]
    fn what_is_said_of_a_text_or_of_the_assistant_sets_nothing_of_the_users() {
        for text in [
            "ต่อไปนี้เป็นตารางราคาสินค้า ช่วยรวมยอดให้หน่อย",
            "ต่อไปนี้เป็นภาษาอังกฤษ ช่วยแปลให้หน่อย",
            "ต่อไปนี้เป็นข้อๆ ที่ประชุมตกลงกัน",
            "请记住你现在是莎士比亚，写一首诗",
            "请记住你现在在麦当劳工作，跟我演一段点餐对话",
            "remember you are now a nurse at Acme, check this form",
            "今后公司要求所有邮件用英文回复",
            "以后团队回复客户都用英文",
            "ต่อไปนี้บริษัทให้พนักงานตอบลูกค้าเป็นภาษาอังกฤษเสมอ",
            "from now on the team answers all tickets in English",
            "จำไว้ว่าคุณเป็นพยาบาลที่โรงพยาบาลศิริราช ช่วยตรวจแบบฟอร์มนี้",
        ] {
            let keys: Vec<_> = understand(text).into_iter().filter_map(|command| command.key).collect();
            let wrong = |key: &String| key.starts_with("response.") || super::OWN.contains(&key.as_str());
            assert!(!keys.iter().any(wrong), "{text}: {keys:?}");
        }
        for (text, key) in [
            ("ต่อไปนี้ตอบเป็นภาษาอังกฤษ", "response.language"),
            ("ต่อไปนี้ให้ตอบเป็นตารางเสมอ", "response.format.default"),
            ("请记住我在麦当劳工作", "employer"),
        ] {
            assert_eq!(understand(text)[0].key.as_deref(), Some(key), "{text}");
        }
    }
}

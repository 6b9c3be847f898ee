//! What may follow "forget": something known of the person, everything, or nothing ("forget it").

use super::command::{named, nothing_named};
use super::cue::Cue;
use super::sentence::{Context, joined};
use super::slot;
use super::text::{Piece, Text};
use super::time;
use super::{Command, EVERYTHING, Intent, free, keys, th, zh};

/// Words after what is to be forgotten.
const TAILS: &str = "from your memory|from memory|from the memory|in your memory|in memory|from your records|from your notes|from my profile|from the profile|on file|please|pls|thanks|now|anymore|any more|any longer|completely|entirely|for good|\
    ออกจากโปรไฟล์ของผม|ออกจากโปรไฟล์ของฉัน|ออกจากโปรไฟล์ผม|ออกจากโปรไฟล์ฉัน|ออกจากโปรไฟล์|จากโปรไฟล์|ออกจากความจำ|จากความจำ|ในความจำ|ออกไป|ด้วย|หน่อย|นะ|ครับ|ค่ะ|คะ|จ้า|ให้ที|ให้หน่อย|ที|ให้|ทิ้งไปเลย|ทิ้งไป|ทิ้ง|ไปเถอะ|ไปเหอะ|เถอะ|เหอะ|ไปเลย|ไปได้เลย|ไปได้|ได้แล้ว|ได้เลย|ซะ|ไปซะ|吧|了|哦|这件事|那件事|这事儿|这事|这个事|这一点|的事情|的事|啦";
/// What the person once told, before what it was about.
const TOLD: &str = "what you saved about|what you have saved about|what you've saved about|what you stored about|what you have stored about|what you know about|what you remember about|what i said about|everything i told you about|everything i have told you about|everything i've told you about|everything you know about|everything you remember about|all i told you about|anything i told you about|the things i told you about|what i told you about|what i've told you about|what i have told you about|what i just said about|what i mentioned about|what i shared about|anything i said about|everything i said about|everything about|anything about|all about|\
    เรื่องที่ฉันบอกเกี่ยวกับ|เรื่องที่ผมบอกเกี่ยวกับ|เรื่องที่บอกเกี่ยวกับ|เรื่องที่ฉันเคยเล่าเกี่ยวกับ|เรื่องที่ผมเคยเล่าเกี่ยวกับ|เรื่องที่เคยเล่าเกี่ยวกับ|สิ่งที่ฉันบอกเกี่ยวกับ|สิ่งที่ผมบอกเกี่ยวกับ|ที่ฉันบอกเกี่ยวกับ|ที่ผมบอกเกี่ยวกับ|ที่บอกเกี่ยวกับ|ที่ฉันพูดเรื่อง|ที่ผมพูดเรื่อง|ที่ฉันบอกเรื่อง|ที่ผมบอกเรื่อง|\
    我之前说的关于|我之前说过的关于|我说的关于|我说过的关于|我跟你说的关于|我告诉你的关于|我讲的关于|我提到的关于|之前说的关于";

/// What says behind a thing that it was told.
const RECOUNTED: &str =
    "ที่เล่าให้ฟัง|ที่เคยเล่าให้ฟัง|ที่เล่าให้คุณฟัง|ที่เคยเล่า|ที่เล่าไป|ที่เล่า|ที่เคยพูดถึง|ที่พูดถึง|ที่เคยบอก|ที่บอกไป|ที่บอกไว้";

/// The person, who once told it, before what was told.
const ONCE_TOLD: &str = "that i ever said that|that i ever said|i ever said that|i ever said|that i ever told you that|that i ever told you|i ever told you|that i ever mentioned|that i said that|that i said|i said that|i said|that i told you that|that i told you|i told you that|i told you|that i mentioned that|that i mentioned|what i said about how|    ที่ผมบอกไปว่า|ที่ฉันบอกไปว่า|ที่ผมเคยบอกว่า|ที่ฉันเคยบอกว่า|ที่เราเคยบอกว่า|ที่หนูเคยบอกว่า|ที่ผมบอกว่า|ที่ฉันบอกว่า|ที่เราบอกว่า|ที่หนูบอกว่า|ที่เคยบอกว่า|ที่บอกไปว่า|ที่บอกว่า|เรื่องที่บอกว่า|ที่ผมพูดว่า|ที่ฉันพูดว่า|ที่เคยพูดว่า|ที่จำไว้ว่า|ที่จดไว้ว่า|ที่บันทึกไว้ว่า|เรื่องที่จำไว้ว่า|    我之前说过|我以前说过|我曾经说过|我刚才说过|我刚才说|我之前说|我说过|我跟你说过|我告诉过你|我跟你讲过|我讲过|我提过|你记得的|你记的";

/// What points at the last message.
const JUST_SAID: &str = "this|what i just said|what i just told you|what i said|the last thing|my last message|สิ่งนี้|\
    เรื่องนี้|อันนี้|ที่เพิ่งบอก|สิ่งที่เพิ่งบอก|ที่พูดเมื่อกี้|สิ่งที่เพิ่งพูด|ที่บอกเมื่อกี้|这个|\
    这件事|这条|刚才说的|刚才的话|刚刚说的|我刚才说的|我刚说的";

pub(super) fn forgotten<'a>(
    cue: &Cue<'a>,
    content: Piece<'a>,
    context: &Context<'a>,
    evidence: Piece<'a>,
) -> Vec<Command> {
    let span = context.span.clone().or(time::strip_end(joined(content, context)).0);
    match one(cue, content, context, evidence) {
        Some(command) => several(content, context).map_or_else(
            || vec![command],
            |all| {
                all.into_iter()
                    .map(|(key, words)| named(Intent::Forget, key, words, (span.clone(), 950, evidence)))
                    .collect()
            },
        ),
        None => Vec::new(),
    }
}

/// Several slots of the speaker's in one list, each by its name: "my name, my place and where I work"; `None` where one is not
/// named so.
fn several<'a>(content: Piece<'a>, context: &Context<'a>) -> Option<Vec<(String, Piece<'a>)>> {
    const JOINS: &str = ", and |, | and | & |และ|แล้วก็|กับ|，|、|和|以及|跟";
    let mut rest = joined(content, context).open().trim().strip_ends(TAILS).strip_all("about|เรื่อง|关于");
    let mut parts = Vec::new();
    while let Some((head, tail)) = rest.split(JOINS).filter(|_| parts.len() < 8) {
        parts.push(head);
        rest = tail;
    }
    parts.push(rest);
    let key = |part: &Piece<'a>| {
        let part = part.trim().strip_ends(TAILS).strip_all("about|เรื่อง|关于");
        let own = part.strip("my|our|where i|what i|how old i|我的|我").is_some()
            || part.has_any(th::ME)
            || keys::alias(part.seen()).is_some();
        let key = slot::subject(part).filter(|key| own && keys::kind_of(key).is_some())?;
        // A value is no name of a slot: "that I like coffee and green tea" is one statement.
        let told = slot::known(part).is_some_and(|found| found.known);
        (!told && !former(part)).then_some((key, part))
    };
    if parts.len() < 2 { None } else { parts.iter().map(key).collect() }
}

/// Tells whether words name what a slot held before: "my old address", ที่อยู่เก่าของฉัน, 我以前的地址. What it holds now is not meant.
pub fn is_former(words: &str) -> bool {
    let text = Text::of(words);
    former(text.whole())
}

fn former(content: Piece<'_>) -> bool {
    const BEFORE: &str = "old|former|previous|past|earlier|以前的|以前|旧的|旧|原来的|原来|之前的|过去的";
    const BEHIND: &str = "อันเก่า|เก่า|อันเดิม|เดิม|ก่อนหน้านี้|ก่อนหน้า";
    let bare = content.strip_ends(TAILS).strip_ends("ของผม|ของฉัน|ของเรา|ของหนู|ผม|ฉัน|หนู");
    let named = content.strip_all("that|my|our|the|about|我的|我们的|我").strip(BEFORE).is_some();
    named || bare.strip_ends(BEHIND).seen().len() < bare.seen().len()
}

fn one<'a>(cue: &Cue<'a>, content: Piece<'a>, context: &Context<'a>, evidence: Piece<'a>) -> Option<Command> {
    let (late, content) = time::strip_end(joined(content, context));
    let content = content.open().trim_start();
    let content = content
        .split(", i mean|, since|, because|, it's|, as i|，因为|เพราะ")
        .map_or(content, |(head, _)| head);
    if context.question && !cue.asked {
        return None;
    }
    if of_a_text(context.before) || of_a_text(content) {
        return None;
    }
    let span = context.span.clone().or(late);
    if everything(content) {
        return Some(named(Intent::Forget, EVERYTHING.to_owned(), content, (span, 900, evidence)));
    }
    let content = content.strip_ends(TAILS);
    let recounted = content.strip_ends(RECOUNTED);
    let told_so = recounted.seen().len() < content.trim().seen().len() && !recounted.is_empty();
    let content = if told_so { recounted.strip_all("เรื่อง") } else { content };
    let told = content.strip(TOLD).map(|rest| rest.trim_start()).filter(|rest| !rest.is_empty());
    let told = told.or_else(|| once_told(content));
    let content = told.unwrap_or(content);
    if let Some(rest) = content.strip(JUST_SAID)
        && rest.seen().chars().count() <= 16
        && !rest.has_any("ไปแล้ว|แล้วอะ|แล้วอ่ะ|หมดแล้ว")
    {
        return Some(nothing_named(Intent::Forget, span, evidence));
    }
    let first = content.split("，|, ").map_or(content, |(head, _)| head);
    let only_self = first.strip_all([th::ME, zh::ME, "me"]).is_empty();
    let spoken = first.split(" ").map_or(first, |(head, _)| head);
    let thai_idle = spoken.strip("มัน|ไป|ๆ").is_some() && idle_talk(spoken);
    let named_otherwise = told.is_some() || told_so || is_key(content) || is_object(content);
    if only_self || thai_idle || idle_talk(content) || !named_otherwise {
        return None;
    }
    if is_key(content)
        && let Some(key) = keys::canonical_key(content.written())
    {
        return Some(named(Intent::Forget, key, content, (span, 970, evidence)));
    }
    let known = slot::subject(content).or_else(|| slot::subject(first.strip_ends(TAILS)));
    let confidence = if known.is_some() { 950 } else { 850 };
    let key = known.unwrap_or_else(|| free::name(content));
    (!key.is_empty()).then(|| named(Intent::Forget, key, content, (span, confidence, evidence)))
}

/// Tells whether words name a text out of which something is to be taken: 从信里删掉我的名字, ลบชื่อฉันออกจากรายชื่อ.
pub(super) fn of_a_text(words: Piece<'_>) -> bool {
    const THAI: [&str; 22] = [
        "รายชื่อ",
        "เรซูเม่",
        "จดหมาย",
        "เอกสาร",
        "ไฟล์",
        "ฟอร์ม",
        "แบบฟอร์ม",
        "ตาราง",
        "บทความ",
        "ย่อหน้า",
        "อีเมล",
        "สัญญา",
        "กลุ่ม",
        "ลิสต์",
        "สไลด์",
        "เว็บ",
        "โพสต์",
        "ประวัติย่อ",
        "ใบสมัคร",
        "รายงาน",
        "หน้า",
        "โค้ด",
    ];
    const HAN: [&str; 22] = [
        "信",
        "名单",
        "简历",
        "履历",
        "文档",
        "文件",
        "表格",
        "段",
        "段落",
        "邮件",
        "合同",
        "文章",
        "列表",
        "群",
        "通讯录",
        "海报",
        "幻灯片",
        "网页",
        "帖子",
        "报告",
        "作文",
        "代码",
    ];
    let seen = words.seen();
    let behind = |lead: &str, texts: &[&str]| {
        seen.match_indices(lead).any(|(at, _)| {
            let rest = seen.get(at + lead.len()..).unwrap_or_default();
            let rest = rest.strip_prefix('这').or_else(|| rest.strip_prefix('那')).unwrap_or(rest);
            let rest = rest.trim_start_matches(['个', '封', '份', '篇', '张']);
            texts.iter().any(|text| rest.trim_start().starts_with(text))
        })
    };
    let inside = HAN
        .iter()
        .any(|text| ["里", "中", "上"].iter().any(|place| seen.contains(&format!("{text}{place}"))));
    behind("จาก", &THAI) || behind("ใน", &THAI) || behind("从", &HAN) || inside
}

/// What the person says to have told, where it is something known of a person: "that I ever said I like jazz".
fn once_told(content: Piece<'_>) -> Option<Piece<'_>> {
    let rest = content.strip(ONCE_TOLD)?.trim_start();
    let known = slot::subject(rest).is_some_and(|key| keys::kind_of(&key).is_some());
    known.then_some(rest)
}

/// Tells whether the words are a key as it is kept: one word with a dot, an underscore or a digit in it.
fn is_key(content: Piece<'_>) -> bool {
    let key = content.strip_all("the key|key|the entry|entry|คีย์|键|条目").trim();
    let seen = key.seen();
    let plain =
        |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '\u{0E31}' | '\u{0E34}'..='\u{0E4E}');
    let inner = seen.trim_matches(['.', '_', '-']);
    let marked = inner.contains(['.', '_']) || inner.ends_with(|c: char| c.is_ascii_digit());
    let worded = inner.starts_with(|c: char| c.is_alphabetic()) && inner.chars().count() >= 3;
    marked && worded && inner.len() == seen.len() && seen.chars().all(plain)
}

fn everything(content: Piece<'_>) -> bool {
    let all = "everything|every single thing|every thing|each and every thing|all the things|all|all of it|all memories|all my memories|all of my memories|all the memories|your memory|your entire memory|my memory|my memories|ทุกอย่าง|ทุกสิ่ง|ทั้งหมด|ความจำทั้งหมด|\
        ข้อมูลทั้งหมด|ข้อมูลทุกอย่าง|ทุกเรื่อง|เรื่องทั้งหมด|ความจำ|一切|关于我的一切都|一切都|我的一切|所有|全部|关于我的一切|关于我的所有|关于我的全部|你的所有记忆|所有记忆|你的记忆|关于我的记忆|我的所有|我的全部|我的记忆|所有关于我";
    let told = "我说过的|我说的|我告诉你的|我告诉过你的|我跟你说的|我跟你说过的|我跟你讲的|我跟你讲过的|我之前说的|我之前说过的|我以前说的|我讲过的|你记住的|你记得的|你知道的|你记的|我们聊过的|我们说过的";
    let told = content.strip(told).filter(|rest| rest.strip_all("的").strip("一切|所有|全部").is_some());
    let thai = content
        .strip("ทุกอย่าง|ทุกสิ่ง|ทั้งหมด|ทุกเรื่อง|ข้อมูลทั้งหมด|ข้อมูลทุกอย่าง")
        .map(|rest| rest.strip_ends("ออกให้หมดเลย|ออกให้หมด|ออกไปให้หมด|ให้หมดเลย|ให้หมด|ให้เกลี้ยง|นะ|เลย"));
    let Some(rest) = thai.or_else(|| told.map_or(content, |rest| rest.strip_all("的")).strip(all)) else {
        return false;
    };
    let left = rest.strip_all(
        "you know|you remember|that you know|about me|of me|i told you|i've told you|i said|memories|memory|data|information|please|my|the|and start over|about my|stored|saved|from|your|\
         เกี่ยวกับ|ผม|ฉัน|เรา|หนู|ของ|ที่|จำ|ไว้|รู้|เคย|พูด|คุย|บอก|ด้วย|นะ|ครับ|ค่ะ|คะ|เลย|ไป|ไปเลย|ให้|หน่อย|ซะ|ออก|的|记忆|内容|东西|信息|吧|关于|我|你|记住|知道|事情|数据|了|全部|都|给|话|事|说过|说|告诉|讲过|ไปแล้ว",
    );
    left.trim_matches(|c| !c.is_alphanumeric()).is_empty()
}

/// "forget it", ลืมมันไปเถอะ, 忘了吧: said to drop a subject.
fn idle_talk(content: Piece<'_>) -> bool {
    let rest = content.strip_all("i asked|i said anything|i mentioned it|i ever asked|i said that|it|about it|that|about that|the whole thing|มัน|ไป|เถอะ|ซะ|ได้|แล้ว|เลย|ละกัน|มันไป|นะ|它|吧|了|算|我吧|他|她|他吧|她吧|me|him|her|them|us");
    let aside = content.strip("the|about").is_some()
        && content.split(", ").is_some_and(|(_, more)| more.seen().split_whitespace().count() > 2);
    aside
        || rest.trim_matches(|c| !c.is_alphanumeric()).is_empty()
        || content.has_any(", let's|, just|, we|, i'll|let's")
}

/// Tells whether the words after "forget" name something that could be known of the person.
fn is_object(content: Piece<'_>) -> bool {
    let seen = content.seen();
    if content.has_any("怎么|怎么办|怎么找回|ทำยังไง|ทำไง|ยังไงดี|password page|找回|重置")
    {
        return false;
    }
    let thai = seen.starts_with(|c: char| ('\u{0E00}'..='\u{0E7F}').contains(&c));
    let han = seen.starts_with(|c: char| ('\u{3400}'..='\u{9FFF}').contains(&c));
    if thai {
        let owned = content.has_any(th::ME) || content.has_any("ที่ตั้งไว้|ที่จำไว้|ที่บอก|ของโปรเจกต์|โปรเจค|ความจำ");
        return owned && !content.has_any("แล้ว|อีกแล้ว")
            || slot::subject(content).is_some() && !content.has_any("แล้ว");
    }
    if han {
        let owned = content.strip(zh::ME).is_some() || content.strip("关于|项目|这个项目|有关").is_some();
        let done = seen.ends_with('了') && !seen.starts_with("我的");
        return !done && (owned || slot::subject(content).is_some());
    }
    if content.strip("-").is_some() || seen.starts_with('-') {
        return false;
    }
    let owned =
        content.strip("my|our|that|about|what i|what you|what we|where i|where we|the fact|the|i|who|how|everything about").is_some();
    owned || slot::subject(content).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    #[test]
    fn several_slots_in_a_list_are_each_forgotten() {
        for (message, keys) in [
            ("forget my name and where I live", vec!["name", "place"]),
            ("forget my name, my place and my employer", vec!["name", "place", "employer"]),
            ("ลืมชื่อผมและที่อยู่ผม", vec!["name", "place"]),
            ("忘掉我的名字和我的时区", vec!["name", "timezone"]),
            ("forget my name", vec!["name"]),
        ] {
            let found: Vec<_> = understand(message).into_iter().filter_map(|one| one.key).collect();
            assert_eq!(found, keys, "{message}");
        }
    }

    #[test]
    fn what_a_slot_held_before_is_told_from_what_it_holds() {
        for words in ["my old address", "my former employer", "ที่อยู่เก่าของฉัน", "我以前的地址", "我的旧地址"]
        {
            assert!(super::is_former(words), "{words}");
        }
        for words in ["my address", "that I'm 30 years old", "ที่อยู่ของฉัน", "我的地址", "my oldest son"]
        {
            assert!(!super::is_former(words), "{words}");
        }
    }
}

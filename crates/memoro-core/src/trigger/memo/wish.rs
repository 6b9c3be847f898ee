//! Wishes about the answers that the first reading did not take: a clause may have a word or two that are not known, and the
//! words that say for how long may stand in another clause. Counts only where something says that it holds for longer than
//! one answer.

use super::super::command::written;
use super::super::directive::{self, Reading};
use super::super::slot::{Found, tidy};
use super::super::text::Piece;
use super::super::time::{self, Span};
use super::super::{Command, Intent, clause, th};
use super::words;
use crate::provenance::Confidence;

/// Reads a message as a wish.
pub(super) fn read(said: Piece<'_>) -> Vec<Command> {
    if let Some(name) = called(said) {
        return vec![written(Intent::SetPreference, name, Span::default(), said)];
    }
    if directive::read(said).wishes.is_empty() || is_task(said) {
        return Vec::new();
    }
    let (early, rest) = time::strip_start(said);
    // 今天回答得很简短 tells how an answer was.
    let told = rest.has_any("得很|得真|得太|得挺|回答了|回答的|回复了|回复的");
    let today = "วันนี้ขอ|วันนี้ตอบ|วันนี้ช่วยตอบ|today i want|today give me|today answer|today reply|今天都|今天回答|今天回复|今天请|今天用";
    let (early, rest) = match rest.strip(today).filter(|_| !told) {
        Some(_) => (early.or(Span::for_today()), rest.strip("วันนี้|today|今天").unwrap_or(rest)),
        None => (early, rest),
    };
    let (late, rest) =
        time::strip_wish_end(rest.strip_ends("นะคะ|นะครับ|นะ|ครับ|ค่ะ|คะ|น้า|จ้า|吧|哦|喔|啦|哈|please|pls|ok"));
    let span = early.or(late);
    let bounds = words::bounds(rest);
    let ends: Vec<usize> = bounds.iter().copied().skip(1).chain([rest.seen().len()]).collect();
    let parts: Vec<Piece<'_>> = bounds.iter().zip(&ends).map(|(from, to)| rest.cut(*from, *to)).collect();
    let apart = parts.iter().any(|part| holds_only(*part));
    let mut candidates: Vec<Piece<'_>> = vec![rest];
    candidates.extend(parts.iter().copied().filter(|part| part.seen().len() < rest.seen().len()));
    candidates.into_iter().find_map(|part| wished(part, &span, apart, said)).unwrap_or_default()
}

/// Tells whether a part says nothing but for how long: ", every time".
fn holds_only(part: Piece<'_>) -> bool {
    let reading = directive::read(part);
    (reading.strong || reading.weak) && reading.whole && reading.wishes.is_empty()
}

fn wished(part: Piece<'_>, span: &Span, apart: bool, evidence: Piece<'_>) -> Option<Vec<Command>> {
    let (early, part) = time::strip_start(part);
    let (late, part) = time::strip_wish_end(part);
    let span = span.clone().or(early).or(late);
    let reading = directive::read(part);
    let habit = is_habit(part);
    let lasting = reading.strong || reading.weak || span != Span::default() || apart || habit;
    if clause::is_reported(part.before()) || clause::is_told_to(part.before()) || is_of_others(part) {
        return None;
    }
    if !lasting || reading.wishes.is_empty() || reading.is_of_others() || !fits(part, &reading, habit) {
        return None;
    }
    let made = |(key, value): &(&'static str, String)| {
        let mut command = written(Intent::SetPreference, Found::fixed(*key, value)?, span.clone(), evidence);
        command.confidence = Confidence::from_thousandths(850);
        Some(command)
    };
    Some(reading.wishes.iter().filter_map(made).collect())
}

/// Tells whether few enough words of a clause are unknown.
fn fits(part: Piece<'_>, reading: &Reading, habit: bool) -> bool {
    let latin = part.seen().is_ascii();
    let most = match (latin, habit || reading.speaks && (reading.strong || reading.wish)) {
        (true, _) => usize::from(!habit),
        (false, true) => 3,
        (false, false) => 0,
    };
    reading.was_read && reading.unknown <= most && (reading.known_start || !latin)
}

/// Words that ask for the end of a habit.
fn is_habit(part: Piece<'_>) -> bool {
    part.strip_all("please|pls|ok|so|ช่วย|ขอ|请|麻烦")
        .strip("less|stop doing|stop using|stop with|no more|drop the|ditch the|lose the|lay off|enough with|quit|เลิก|งด|别再|不要再")
        .is_some()
        || part.has_any("เลิกส่งเถอะ|เลิกใช้เถอะ|เลิกเถอะ|就免了|省了吧|别再用了|别用了")
}

/// What a task works on, and for which it asks a tone or a length.
fn is_task(said: Piece<'_>) -> bool {
    const WORKS: &str = "this text|this email|this mail|this letter|this paragraph|this abstract|this sentence|this article|the email|the letter|the intro|abstract|essay on|caption|cover letter|translate|shorten|rewrite|summarise this|summarize this|just this once|this one|for this question|this time|        ย่อหน้านี้|ข้อความนี้|ประโยคนี้|จดหมาย|อีเมลนี้|เมลนี้|แคปชั่น|บทความ|ข้อนี้|แค่ข้อ|แปล|เกลา|文案|这封|这段|这篇|这句|这题|这一题|就这一|这次|邮件|作文题|翻译|改写|润色";
    said.has_any(WORKS)
}

/// Whose answers are not the assistant's.
fn is_of_others(said: Piece<'_>) -> bool {
    const OTHERS: &str = "he|she|they|him|them|everyone|my boss|my kids|my wife|my husband|my teacher|our team|the team|company|customers|clients|students|the king|people|colleague|colleagues|roommate|        เขา|พวกเขา|เจ้านาย|หัวหน้า|ครู|แม่|พ่อ|ลูก|แฟน|ลูกค้า|เพื่อน|นักเรียน|บริษัท|พนักงาน|พี่สาว|น้อง|ป้า|ยาย|หมอ|他|她|他们|老板|领导|老师|孩子|学生|同事|客户|客服|公司|妈|爸|老婆|老公|邻居|医生|室友|主管|大家";
    said.has_any(OTHERS)
}

/// "Everyone says Jules to me, so should you", "I go by Teo", ขอให้ใช้คำว่า … เวลาเรียกดิฉัน, 大家都喊我阿泽，你也这么喊.
fn called(said: Piece<'_>) -> Option<Found> {
    if let Some(name) = said.strip("i go by|i just go by|i mostly go by|i usually go by") {
        return proper(name);
    }
    if let Some(name) = yours(said) {
        return Some(name);
    }
    let (first, rest) = words::bounds(said).get(1).map(|at| (said.cut(0, *at), said.from(*at)))?;
    if let Some(name) = first.strip_all("just|please|and|so").strip("call me").map(|name| tidy(name.open()))
        && name.written().starts_with(char::is_uppercase)
        && name.seen().split_whitespace().count() <= 2
        && name.strip("crazy|old-fashioned|maybe|back|when|if|at|on|after|i|monday|tuesday|wednesday|thursday|friday|saturday|sunday|ishmael").is_none()
        && rest.strip("but|when|if|and tell|and i|as soon").is_none()
        && !clause::is_question(said)
    {
        return proper(name);
    }
    if let Some((_, name)) = said.split("ใช้คำว่า|ใช้ชื่อ")
        && let Some((name, whom)) = name.split("เวลาเรียก|เรียก|ตอนเรียก")
        && whom.strip_all(th::ME).seen().len() < whom.trim().seen().len()
    {
        return proper(name);
    }
    let you_too = "so should you|you too|so can you|same goes for you|you should too|and so should you|same for you|do the same|你也这么|你也跟着|你也就这么|你也这样|你也叫|你也喊";
    let thai_too = said.has_any("เอ็งก็เรียก|คุณก็เรียก|เธอก็เรียก|ก็เรียกงั้น|ก็เรียกแบบนั้น|เรียกแบบนั้นก็ได้|เรียกตามนั้น|เรียกงั้น");
    if rest.strip_all("and|，").strip(you_too).is_none() && !thai_too {
        return None;
    }
    let english = first
        .split(" says | say | calls me | call me | know me as | knows me as ")
        .map(|(_, name)| tidy(name).strip_ends("to me|to my face"));
    let thai = || {
        said.split("ก็เรียกผมว่า|ก็เรียกฉันว่า|ก็เรียกเราว่า|ก็เรียกว่า|ก็เรียก|เรียกผมว่า|เรียกว่า|เรียก")
            .map(|(_, rest)| rest.split(" ").map_or(rest, |(name, _)| name))
    };
    let han = || first.split("都喊我|都叫我|喊我|叫我|称呼我").map(|(_, name)| name);
    proper(english.or_else(han).or_else(thai)?)
}

/// What the speaker is going to call the assistant: "I'm going to call you Watson", ฉันจะเรียกคุณว่ามะลิ, 以后我就叫你小白.
fn yours(said: Piece<'_>) -> Option<Found> {
    const CALL: &str = "i'm going to call you|i am going to call you|i'm gonna call you|i'll call you|i will call you|i'm calling you|you'll be known as|you will be known as|you're to be known as|your new name is|your name will be|จะเรียกคุณว่า|จะเรียกเธอว่า|ขอเรียกคุณว่า|ขอเรียกเธอว่า|我就叫你|我叫你|我要叫你|就叫你";
    const LASTS: &str =
        "from now on|from today|that's your name|your name|ต่อไปนี้|ต่อไป|จากนี้|นะ|以后|今后|从今天|从现在|了|吧";
    let name = said
        .strip_all(["ต่อไปนี้|ต่อไป|จากนี้ไป|จากนี้|以后|今后|从现在起|从今天起|from now on|ok|okay|so|，|,", th::ME])
        .strip(CALL)?;
    let name = name.split(". |。|, |，|! | from | ต่อ| นะ| แล้วกัน").map_or(name, |(name, _)| name);
    let name = tidy(name.open()).strip_ends("แล้วกัน|นะ|ละกัน|好了|吧|了|from now on|then");
    let latin = name.seen().is_ascii();
    let named = !latin || name.written().starts_with(char::is_uppercase);
    let short =
        (1..=16).contains(&name.seen().chars().count()) && name.seen().split_whitespace().count() <= 2;
    let talk = name.strip("back|later|when|tomorrow|tonight|อะไร|什么|起来|出来|来|去|过|帮|不").is_some();
    (named && short && !talk && said.has_any(LASTS)).then(|| Found::known("assistant.name", name)).flatten()
}

/// A name is short.
fn proper(name: Piece<'_>) -> Option<Found> {
    let name = tidy(name);
    let short =
        (1..=24).contains(&name.seen().chars().count()) && name.seen().split_whitespace().count() <= 3;
    short.then(|| Found::known("nickname", name)).flatten()
}

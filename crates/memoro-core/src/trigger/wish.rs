//! Wishes of a sentence without a cue: slots set by name, directives about the answers, standing orders.

use super::command::written;
use super::content::{asks_or_points, has_words};
use super::slot::Found;
use super::text::{Piece, Text};
use super::time::{self, Span};
use super::{
    Command, Intent, artifact, change, clause, coding, directive, free, heard, persona, plan, second,
};
use crate::content::EntryKind;
use crate::provenance::Confidence;

/// How a sentence stands in its message.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub(super) span: &'a Span,
    /// The sentence before.
    pub(super) previous: Option<Piece<'a>>,
    pub(super) question: bool,
    /// Whether the message says nothing else: a bare "answer in Thai" beside a question is for that question.
    pub(super) alone: bool,
}

/// How firmly a wish holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hold {
    /// For good, or for a stated time.
    Lasting,
    /// About the person's taste or the answers in general.
    Standing,
    /// Said of no more than the next answer.
    Bare,
}

/// Finds the wishes of a sentence.
pub(super) fn wishes<'a>(body: Piece<'a>, setting: Setting<'a>) -> Vec<Command> {
    let mut found = Vec::new();
    let Some(body) = asked_for(body, setting.question) else { return found };
    let once = heard::is_once(body) && !body.has_any(directive::STRONG) || heard::is_for_what_follows(body);
    if once || plan::is_supposed(body) || clause::asks_how(body) {
        return found;
    }
    let body = plan::behind(body).unwrap_or(body);
    if let Some((all, signs)) = artifact::languages(body)
        && (signs.lasting || signs.answers && setting.alone)
    {
        let sure = |found| written(Intent::SetPreference, found, setting.span.clone(), body);
        return all.into_iter().map(sure).collect();
    }
    if let Some(one) = coding::language(body) {
        return vec![written(Intent::SetPreference, one, setting.span.clone(), body)];
    }
    if let Some(one) = coding::style(body).filter(|_| !setting.question) {
        return vec![written(Intent::SetPreference, one, setting.span.clone(), body)];
    }
    let starts = clause::starts(body);
    let (late, whole) = time::strip_wish_end(body);
    let span = setting.span.clone().or(late);
    let mut taken_to = 0;
    let overall = directive::read(whole);
    let long = !overall.was_read;
    let wished = long || is_conduct(whole) || overall.strong || overall.about || !overall.wishes.is_empty();
    for (at, &start) in starts.iter().enumerate() {
        let before = whole.cut(0, start);
        // 叫我阿杰，以后用英文回答: who is to be called so has told nobody anything.
        let called = before.strip_all("以后|请|就|你|可以|那|那就").strip("叫我").is_some();
        if start < taken_to || clause::is_reported(before) && !called || clause::is_told_to(before) {
            continue;
        }
        let (early, rest) = time::strip_start(whole.from(start));
        let spanned = span.clone().or(early);
        let named = if before.trim().is_empty() { setting.previous } else { Some(before) };
        if let Some((intent, slot)) = named.and_then(|named| change::pointed(named, rest.trim())) {
            found.push(written(intent, slot, spanned, whole.from(start)));
            break;
        }
        let later = || {
            let goes_on = |s: &usize| changes(whole.from(*s)) || second::is_order(whole.from(*s));
            starts.iter().copied().filter(|s| *s > start).find(goes_on)
        };
        let whole_read = change::read(rest.trim()).filter(|(_, found)| found.iter().all(is_of_answers));
        let later = if whole_read.is_some() {
            starts.iter().copied().find(|s| *s > start && changes(whole.from(*s)))
        } else {
            later()
        };
        let first = later.map_or(rest, |end| rest.through(&whole.cut(start, end)));
        if change::read(led_over(first).trim()).is_some() {
            let evidence = later.map_or(whole.from(start), |end| whole.cut(start, end));
            found.extend(changed(rest.through(&evidence), &spanned, evidence));
            taken_to = later.unwrap_or(whole.seen().len());
            continue;
        }
        // What is set by name further on is read by itself: "…, be formal and call me Madame from now on".
        let barrier = starts.iter().copied().find(|s| *s > start && changes(whole.from(*s)));
        let ends = starts.get(at + 1..).unwrap_or_default().iter().copied().chain([whole.seen().len()]);
        let ends: Vec<usize> = ends.filter(|end| barrier.is_none_or(|barrier| *end <= barrier)).collect();
        for end in ends.into_iter().rev().filter(|_| wished).take(6) {
            let clause = whole.cut(start, end);
            let Some((commands, hold)) = directed(clause, &spanned) else { continue };
            let ahead = start == 0 || !found.is_empty();
            let whole_sentence = ahead && end == whole.seen().len();
            let fits = match hold {
                Hold::Lasting => true,
                _ if barrier == Some(end) && ahead && overall.strong => true,
                Hold::Standing => {
                    whole_sentence || (ahead && clause.seen().trim_end().ends_with([',', '，', ';', '；']))
                }
                Hold::Bare => whole_sentence && setting.alone,
            };
            if fits {
                found.extend(commands);
                taken_to = end;
                break;
            }
        }
    }
    found
}

/// How a request in the form of a question begins.
const FORMS: &str = "can you|could you|would you|will you|can u|could u|please|ช่วย|能不能|能|可以|你能|请";
/// Words that ask for a change of the answers: "could you be more concise?".
const COMPARED: &str = "more|less|shorter|longer|simpler|brief|concise";
/// How it ends.
const ENDS: &str = "ได้ไหม|ได้มั้ย|ได้มะ|ได้ป่าว|ได้ปะ|ได้ป่ะ|ได้เปล่า|ไหม|มั้ย|吗|好吗|可以吗|行吗|好不好|行不行|ok|okay|alright|please|ครับ|คะ|ค่ะ|นะ|จ๊ะ|จ้ะ";

/// Drops the form of a question around a wish: "could you please …?"; `None` where it only asks.
fn asked_for(body: Piece<'_>, question: bool) -> Option<Piece<'_>> {
    if !question {
        return Some(body);
    }
    let ended = body.strip_ends(ENDS);
    let politely = ended.seen().len() < body.trim().seen().len()
        && body.has_any("ได้ไหม|ได้มั้ย|ได้มะ|ได้ป่าว|ได้ปะ|好吗|可以吗|行吗|好不好|行不行|ok|okay|alright|please");
    let asked = body.trim_start().strip(FORMS).is_some()
        || politely
        || body.has_any("可以|能不能|能否|can you|could you|would you|will you");
    let urged = body.has_any("please|pls|ช่วย|请|麻烦|always|ต่อไป|ทุกครั้ง|一直|之后|往后")
        || body.has_any(directive::STRONG)
        || body.trim_start().strip("could you|would you|would you mind").is_some() && body.has_any(COMPARED);
    (asked && urged).then(|| body.strip_all(FORMS).strip_ends(ENDS))
}

/// Leaves out what only leads over to the next command.
fn led_over(said: Piece<'_>) -> Piece<'_> {
    said.strip_ends("and|then|and then|also|และ|แล้วก็|แล้ว|然后|并且|再")
}

fn is_of_answers(found: &Found) -> bool {
    found.key.starts_with("response.")
}

fn changed(said: Piece<'_>, span: &Span, evidence: Piece<'_>) -> Vec<Command> {
    let Some((intent, slots)) = change::read(led_over(said)) else { return Vec::new() };
    slots.into_iter().map(|slot| written(intent, slot, span.clone(), evidence)).collect()
}

fn changes(piece: Piece<'_>) -> bool {
    change::read(piece.strip_all("then|and|แล้ว|再|然后").trim()).is_some()
}

fn directed(clause: Piece<'_>, span: &Span) -> Option<(Vec<Command>, Hold)> {
    let (early, said) = time::strip_start(clause.trim_start());
    let (late, said) = time::strip_wish_end(said);
    let span = span.clone().or(early).or(late);
    let reading = directive::read(said);
    let timed = span != Span::default() && reading.whole && !reading.wishes.is_empty();
    if !reading.is_command() && !timed {
        return standing_order(said, &span, clause).map(|command| (vec![command], Hold::Lasting));
    }
    let hold = match () {
        () if reading.strong || reading.weak || timed => Hold::Lasting,
        () if reading.about || reading.wish => Hold::Standing,
        () => Hold::Bare,
    };
    let sure = if hold == Hold::Lasting { 950 } else { 850 };
    let made = |(key, value): &(&'static str, String)| {
        let found = Found::fixed(*key, value)?;
        let mut command = written(Intent::SetPreference, found, span.clone(), clause);
        command.confidence = Confidence::from_thousandths(sure);
        Some(command)
    };
    Some((reading.wishes.iter().filter_map(made).collect(), hold))
}

/// How an order begins that says at its end that it lasts.
const ORDERS: &str = "cut|drop|lead|begin|open|spare|ditch|save|send|tell|warn|list|mark|highlight|name|order|sort|group|break|compare|double-check|verify|translate|attach|link|leave|mention|prefer|default|think|work|talk|speak|write|use|call|address|explain|answer|reply|respond|include|add|show|give|keep|stop|avoid|never|always|don't|do not|ask|check|run|format|summarize|summarise|treat|act|pretend|remind|start|end|skip|assume|convert|put|cite|quote|spell|round|sign|greet";

/// "Always show me the code first": an order that names who it is for.
fn asks_of_you(said: Piece<'_>) -> bool {
    let Some(rest) = said.strip("always|never").map(|rest| rest.trim_start()) else { return false };
    rest.strip("give me|show me|tell me|ask me|warn me|send me|explain|show code|show the code|quote|cite|include|write code|format")
        .is_some()
        && rest.strip("tell me why|tell me you|give me chills|ask me why|give me up").is_none()
}

/// What an assistant does with its words, and may be told to stop.
const CONDUCT: &str = "apologizing|apologising|saying sorry|repeating yourself|repeating my question|repeating me|lecturing me|lecturing|moralizing|flattering me|praising me|complimenting me|hedging|using jargon|using my name|asking me if|asking if i|asking follow-up questions|ending with a question|ขอโทษ|พูดซ้ำ|ทวนคำถาม|เกริ่น|สั่งสอน|อวย|道歉|重复我的问题|说教|奉承|客套|铺垫|反问我";

/// "stop apologizing all the time", เลิกขอโทษทุกครั้ง, 别每次都道歉.
fn is_conduct(whole: Piece<'_>) -> bool {
    let said = whole.strip([directive::STRONG, "ต่อไป"]).unwrap_or(whole).trim_start();
    let lasting = said.seen().len() < whole.trim_start().seen().len();
    let rest = said.strip_all("please|pls|ช่วย|ขอ|请|麻烦").strip(
        "stop|quit|no more|เลิก|หยุด|ไม่ต้อง|别再|不要再|别每次都|不要每次都|别总是|不用每次都|不用|不要|别",
    );
    rest.is_some_and(|rest| rest.trim_start().strip(CONDUCT).is_some())
        && (lasting || said.has_any(
            "in your answers|in your replies|in every answer|in every reply|in your responses|all the time|every time|always|anymore|any more|from now on|ทุกครั้ง|ตลอด|อีก|แล้ว|每次|总是|以后",
        ) || said.strip_all("please|pls|ช่วย|请").strip("别再|不要再|no more|เลิก").is_some())
}

/// What the assistant is to be from now on: "you are a strict teacher", "act as my editor", 你是一位老师.
fn persona(said: Piece<'_>) -> Option<Found> {
    let role = said.strip("act as|act like|behave as|behave like|play|be").map(|rest| rest.trim_start());
    let made = role
        .filter(|role| role.strip("a|an|my|our").is_some())
        .map(|role| Text::of(&format!("you are {}", role.written())));
    match made {
        Some(text) => persona::find(text.whole()),
        None => persona::find(said),
    }
    .filter(|found| found.key == "assistant.role")
}

/// "From now on, run the linter before every commit."
fn standing_order(said: Piece<'_>, span: &Span, evidence: Piece<'_>) -> Option<Command> {
    let lasting = "always|never|ทุกครั้ง|每次";
    let about_answers = said.strip(lasting).is_some() && (directive::read(said).about || asks_of_you(said))
        || is_conduct(said);
    let ordered = said.strip_ends(directive::STRONG);
    let ordered = (ordered.seen().len() < said.trim().seen().len() && ordered.strip(ORDERS).is_some())
        .then_some(ordered);
    let led = said.strip(directive::STRONG);
    // 你以后就扮演我的面试官: who is told stands before it.
    let told = said
        .strip("你|您|คุณ|เธอ")
        .and_then(|rest| rest.trim_start().strip(directive::STRONG))
        .and_then(|rest| persona(rest.trim_start().strip_all("就|来|要|ช่วย|ให้").open()));
    if let Some(found) = told {
        return Some(written(Intent::SetPreference, found, span.clone(), evidence));
    }
    let rest = led.or(ordered).or_else(|| about_answers.then_some(said))?.trim_start();
    if let Some(found) = persona(rest.open()).filter(|_| led.or(ordered).is_some()) {
        return Some(written(Intent::SetPreference, found, span.clone(), evidence));
    }
    let rest = rest.strip("ต่อไป").unwrap_or(rest).trim_start();
    let subject = "said|says|say|asked|replied|cried|declared|i|i'm|i'll|we|we'll|he|she|they|it|the|a|an|my|our|this|that|there|these|those|everyone|people|all|what|how|who|when";
    let thai = rest
        .strip("เอา|ตอบ|สรุป|แนบ|บอก|เริ่ม|ตัด|ลด|ใช้|เขียน|ทำ|ถาม|เช็ค|ตรวจ|รัน|ลงท้าย|ขึ้นต้น|ให้|ช่วย|ห้าม|อย่า|ไม่ต้อง|กรุณา|เวลา|ทุกครั้งที่|ถ้า")
        .is_some();
    let han = rest
        .strip("所有代码|代码|每段代码|所有回答|所有回复|每个回答|写的代码|写代码|回答|回复|输出|生成|提交代码|遇到|请|不用|不要|别|必须|每次|帮我|先|务必|不准|只|用")
        .is_some();
    let latin = rest.seen().starts_with(|c: char| c.is_ascii_alphabetic())
        && rest.strip(subject).is_none()
        && !rest.has_any("is|are|will|was")
        && (ordered.is_some() || !rest.written().starts_with(char::is_uppercase))
        && rest.seen().is_ascii();
    if !(thai || han || latin) || !has_words(rest) || asks_or_points(rest) {
        return None;
    }
    let mut found = free::find(rest.open())?;
    if found.kind == EntryKind::Fact {
        found.kind = EntryKind::Instruction;
    }
    Some(written(Intent::SetPreference, found, span.clone(), evidence))
}

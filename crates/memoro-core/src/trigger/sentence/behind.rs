//! A cue that only points at what stands before it: "I'm vegetarian, remember that", ผมแพ้กุ้ง จำไว้ด้วย, 我对虾过敏，请记住. What stands there
//! is read as what is to be kept.

use super::super::command::{nothing_named, written};
use super::super::content::{lacks_value, listed, speaks_of_self, stands_alone};
use super::super::cue::{Cue, Manner};
use super::super::directive::STRONG;
use super::super::ended::{ended, now_instead};
use super::super::slot::{self, Found, tidy};
use super::super::text::Piece;
use super::super::time::{self, Span};
use super::super::wish::{Setting, wishes};
use super::super::{Command, Intent, bounds, change, clause, free, keys, memo, saying, whose, work, zh};
use super::{Context, stay, tells_how_long};
use crate::text::is_han;

/// Tells whether the words of a cue begin with what they point back at: 这个一定要记得，….
pub(super) fn points_back(cue: Piece<'_>) -> bool {
    cue.trim_start().strip("这个|这条|这点").is_some_and(|rest| rest.strip("一定|千万|务必").is_some())
}

/// Tells whether what follows a cue only says what it is kept for: จำไว้ จะได้ไม่ต้องบอกทุกรอบ, 记住，免得下次再问.
pub(super) fn tells_why(content: Piece<'_>) -> bool {
    const WHY: &str = "for|when i|when you|whenever|next time|so that you|so you|so we|so i don't|in case|just in case|because|it'll|it will|จะได้|เผื่อ|เพราะ|เดี๋ยว|ไม่งั้น|คราวหน้า|คราวหลัง|ปีที่แล้ว|免得|省得|以免|以防|这样你|这样就|下次|方便|不然|因为";
    let content = content.trim_start();
    // "remember that when planning", "… when booking trips"
    let doing = content.strip("when|while|before|for when").is_some_and(|rest| {
        let first = rest.seen().split_whitespace().next().unwrap_or_default();
        first.len() > 4 && first.ends_with("ing") && rest.seen().split_whitespace().count() <= 5
    });
    doing || content.strip(WHY).is_some()
}

/// What stands before a cue, where what stands behind it is a reason or an aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aside {
    /// Something that is known of people, or a rule.
    Told,
    /// Something else that another reading may know: this one has nothing to say.
    Untold,
}

/// Tells what is meant where a cue stands in the middle: 會計師的信箱是…，記一下，報稅要用. `None` where it stands behind the cue.
pub(super) fn aside(content: Piece<'_>, context: &Context<'_>) -> Option<Aside> {
    let before = content.before().seen().trim_end();
    // 報稅要用 stands behind a blank as well: Chinese has none within a clause.
    let blank = content.before().seen().ends_with(' ') && content.seen().chars().next().is_some_and(is_han);
    if !(blank || before.ends_with([',', '，'])) || stands_alone(content.open()).is_some() {
        return None;
    }
    let known = |piece: Piece<'_>| {
        slot::known(tidy(piece.open()))
            .is_some_and(|found| found.known && keys::kind_of(&found.key).is_some())
    };
    let told = told(context);
    if told.is_empty() || known(content) || clause::is_question(told) {
        return None;
    }
    let untold = is_concrete(told) && told.seen().chars().count() >= 6;
    if known(told) { Some(Aside::Told) } else { untold.then_some(Aside::Untold) }
}

/// A cue that only points: at what was said before, or at nothing.
pub(super) fn pointed<'a>(
    cue: &Cue<'a>,
    context: &Context<'a>,
    span: Span,
    evidence: Piece<'a>,
) -> Vec<Command> {
    if cue.intent == Intent::Remember
        && let Some(all) = all_told(context, evidence)
    {
        return all.into_iter().map(|found| written(cue.intent, found, span.clone(), evidence)).collect();
    }
    if let Some(all) = of_kin(cue, context) {
        return all.into_iter().map(|found| written(cue.intent, found, span.clone(), evidence)).collect();
    }
    if cue.intent == Intent::Remember
        && let Some(all) = several_told(told(context))
    {
        return all.into_iter().map(|found| written(cue.intent, found, span.clone(), evidence)).collect();
    }
    if let Some((found, told_span)) = told_before(cue, context) {
        let span = span.or(told_span);
        let further = if found.known { bounds::further(told(context), &found) } else { Vec::new() };
        let earlier_of = found.clone();
        let first = work::both(told(context).open(), found).into_iter().flat_map(bounds::each);
        let earlier = earlier(told(context).open(), &earlier_of);
        let all = earlier.into_iter().chain(first).chain(further);
        return all.map(|found| written(cue.intent, found, span.clone(), evidence)).collect();
    }
    let commands = cue.intent == Intent::Remember && matches!(cue.manner, Manner::Bare | Manner::Stated);
    let alone = context.last && context.before.trim().is_empty() && !context.question
        || lacks_value(told(context).open());
    (commands && alone).then(|| nothing_named(Intent::Remember, span, evidence)).into_iter().collect()
}

/// All facts before a cue that points at all of them: "My name is Ola. I'm from Oslo. Remember both."
fn all_told(context: &Context<'_>, evidence: Piece<'_>) -> Option<Vec<Found>> {
    const ALL: &str = "both|all|everything|ทั้งหมด|ทั้งสองอย่าง|ทั้งสอง|ทั้งคู่|ทุกอย่าง|全部|都|两个|两点|以上";
    let previous = context.previous.filter(|_| context.before.trim().is_empty() && evidence.has_any(ALL))?;
    let ahead = previous.before().through(&previous);
    let mut all: Vec<Found> = Vec::new();
    for sentence in clause::sentences(ahead).into_iter().filter(|one| !clause::is_question(*one)) {
        let told = tidy(sentence.open().strip_all(SET_OUT));
        let found = whose::told(told, Manner::Bare)
            .or_else(|| listed(told))
            .or_else(|| stands_alone(told).map(|found| work::both(told, found)));
        all.extend(found.unwrap_or_default());
    }
    (!all.is_empty()).then_some(all)
}

/// The facts before a cue that only points, where each clause is one: 我目前在墨尔本，对虾过敏，请记着.
fn several_told(told: Piece<'_>) -> Option<Vec<Found>> {
    if told.is_empty()
        || clause::is_question(told)
        || told_instead(told).is_some()
        || now_instead(told).is_some()
    {
        return None;
    }
    let (span, _) = time::strip_wish_end(told);
    let all = listed(tidy(told.open())).filter(|_| span == Span::default())?;
    all.iter().all(|found| keys::kind_of(&found.key).is_some()).then_some(all)
}

/// The fact of the first clause, where what was found stands in a later one: 我目前在墨尔本，时区按AEST算.
fn earlier(told: Piece<'_>, found: &Found) -> Option<Found> {
    let (head, rest) = told.split("，|, |；|; ").filter(|_| found.known && found.ends.is_none())?;
    let behind = rest.written().contains(found.value.as_str()) || found.key == "timezone";
    if now_instead(told).is_some() || ended(head).is_some() || !behind {
        return None;
    }
    stands_alone(tidy(head)).filter(|one| {
        keys::kind_of(&one.key).is_some()
            && one.key != found.key
            && !head.written().contains(found.value.as_str())
    })
}

/// What a slot is instead of what it is not: 我的生日不是5号，是6号, "my name is not Bob, it's Rob".
fn told_instead(told: Piece<'_>) -> Option<Found> {
    let (name, rest) = told.open().split("不是| is not | isn't |ไม่ใช่")?;
    let (_, value) = rest.split("，而是|，是|,是|, but | it's |, it is |แต่เป็น|แต่คือ|แต่")?;
    let name = tidy(name).strip_all("my|our|我的|我们的|我").strip_ends("ของผม|ของฉัน|ของเรา|ของหนู|ผม|ฉัน");
    let key = keys::alias(name.trim().seen())?;
    Found::known(key, value)
}

/// Words that set out to tell something.
const SET_OUT: &str = "for the record|just so you know|so you know|fyi|btw|by the way|heads up|for next time|so|well|hey|ok|i forgot to tell you that|i forgot to tell you|i forgot to mention that|i forgot to mention|\
    ลืมบอกไปว่า|ลืมบอกว่า|ผมลืมบอกว่า|ฉันลืมบอกว่า|我忘了告诉你|忘了告诉你|我忘记告诉你|我忘了说|忘了说|我忘了跟你说|忘了跟你说";

/// Tells whether words state something with a number or an address in it, which nobody says only to be wise.
fn is_concrete(told: Piece<'_>) -> bool {
    let seen = told.seen();
    let exact = seen.bytes().any(|b| b.is_ascii_digit())
        || seen.contains("://")
        || seen.contains(".org/")
        || seen.contains(".com/");
    exact && told.strip("you|your|he|she|they|คุณ|เธอ|เขา|你|您|他|她").is_none() && !saying::is_saying(told)
}

/// Tells whether words say what is to hold from now on: 以后写代码不要用 jQuery，记好这条规则.
fn is_rule(told: Piece<'_>) -> bool {
    let setting = Setting { span: &Span::default(), previous: None, question: false, alone: false };
    told.strip(STRONG).is_some_and(|rest| rest.seen().chars().count() >= 4)
        && wishes(told, setting).is_empty()
}

/// The words before a cue that only points, in which what is meant stands.
fn told<'a>(context: &Context<'a>) -> Piece<'a> {
    let ahead = context.before.strip_all(SET_OUT).strip_ends("and|so|please|but|ก็|แล้ว|ช่วย|请|，|,|帮我|你");
    if ahead.is_empty() { context.previous.map_or(ahead, |told| told.strip_all(SET_OUT)) } else { ahead }
}

/// What was said of a relative or an animal just before a cue that only points.
fn of_kin(cue: &Cue<'_>, context: &Context<'_>) -> Option<Vec<Found>> {
    let told = told(context);
    if told.is_empty() || clause::is_question(told) || cue.intent == Intent::Forget {
        return None;
    }
    whose::told(tidy(told.open()), cue.manner)
}

/// What was said just before a cue that only points: "I'm vegetarian, remember that."
fn told_before(cue: &Cue<'_>, context: &Context<'_>) -> Option<(Found, Span)> {
    let sure = cue.manner != Manner::Careful;
    let told = told(context);
    if told.is_empty() || clause::is_question(told) || lacks_value(told.open()) {
        return None;
    }
    let (early, told) = time::strip_start(told);
    let (span, told) = match time::strip_wish_end(told) {
        _ if tells_how_long(told) => (Span::default(), told),
        (span, _) if span == Span::default() => stay(told).unwrap_or((span, told)),
        stripped => stripped,
    };
    let span = early.or(span);
    let changed = clause::starts(told)
        .into_iter()
        .filter(|start| *start > 0)
        .find_map(|start| change::pointed(told.cut(0, start), told.from(start).trim()));
    if let Some((_, found)) = changed {
        return Some((found, span));
    }
    if let Some(found) = told_instead(told).or_else(|| now_instead(told)).or_else(|| ended(told)) {
        return Some((found, span));
    }
    let mut last_first = clause::starts(told).into_iter().rev();
    let han = told.strip(zh::ME).is_some();
    let known = last_first.find_map(|start| {
        let clause = tidy(told.from(start).open()).strip_all("now|currently|ตอนนี้|ปัจจุบัน|现在|目前");
        stands_alone(clause).or_else(|| zh::predicate(clause).filter(|_| han))
    });
    let told = tidy(told.open());
    known
        .or_else(|| slot::known(told).filter(|found| found.known))
        .or_else(|| memo::told(told).filter(|_| sure))
        .or_else(|| {
            free::find(told).filter(|_| sure && (speaks_of_self(told) || is_concrete(told) || is_rule(told)))
        })
        .map(|found| (found, span))
}

//! From sentences to commands: which cue counts, what belongs to it, where and for how long it holds.

use super::command::{asked_for, nothing_named, written};
use super::content::{
    assignments, before_question, facts, lacks_value, points_only, speaks_of_self, stands_alone, stated,
    strip_request, with_ttl,
};
use super::cue::{Cue, Manner};
use super::forget::forgotten;
use super::repair::{self, Mended};
use super::slot::{self, Found, tidy};
use super::text::{Piece, Text};
use super::time::{self, Span};
use super::wish::{Setting, wishes};
use super::{
    Command, Intent, Remark, ask, bounds, change, cited, clause, coding, cue, errand, free, keys, lines,
    over, plan, recalled, second, signal, th, writes, zh,
};

mod behind;

use behind::{Aside, pointed, points_back, tells_why};

/// Finds the commands of a message.
pub(super) fn commands(text: &Text) -> Vec<Command> {
    let parts = repair::parts(&clause::sentences(text.whole()));
    let sentences: Vec<Piece<'_>> = parts.iter().map(|part| part.words).collect();
    let mut found: Vec<Command> = Vec::new();
    let mut listed = false;
    let worth = signal::worth_reading(&sentences);
    let mut read_to = 0;
    // Where the commands of the last sentence that had any begin.
    let mut latest = 0;
    for (at, (sentence, part)) in sentences.iter().zip(&parts).enumerate() {
        if at < read_to {
            continue;
        }
        let mends = part.taking != repair::Taking::None && !found.is_empty();
        if !listed && !mends && !worth.get(at).copied().unwrap_or(true) {
            continue;
        }
        let previous = at.checked_sub(1).and_then(|i| sentences.get(i)).copied();
        if previous.is_some_and(clause::opens_text) {
            return found;
        }
        if listed && let Some(command) = list_item(*sentence) {
            found.push(command);
            continue;
        }
        if mends && part.taking == repair::Taking::Back {
            for command in found.iter_mut().skip(latest).filter(|command| writes(command.intent)) {
                command.remark = Some(Remark::TakenBack);
            }
            continue;
        }
        let next = sentences.get(at + 1).copied();
        if cited::is_cited(*sentence, next) || is_tag_question(*sentence) || recalled::is_one(*sentence) {
            continue;
        }
        let alone =
            mends || others(&parts, at).all(|part| mends_what(part, at == 0) || is_courtesy(part.words));
        let around = Around { previous, next, alone };
        let mut here = in_sentence(*sentence, around);
        let following = sentences.get(at + 1..).unwrap_or_default();
        if let Some((whole, taken)) = lines::continued(*sentence, following, &here.commands) {
            let mut again = in_sentence(whole, around);
            if goes_on(&here.commands, &again.commands) {
                for command in &mut again.commands {
                    let listed = lines::with_first_mark(&command.value, whole.written());
                    command.value = listed.unwrap_or(std::mem::take(&mut command.value));
                }
                (here, read_to) = (again, at + 1 + taken);
            }
        }
        listed = here.opens_list;
        if !here.commands.is_empty() && !mends {
            latest = found.len();
        }
        match found.last_mut().filter(|_| mends) {
            None => found.extend(here.commands),
            Some(last) => match repair::mend(*part, last, here.commands) {
                Mended::Untouched(commands) => found.extend(commands),
                Mended::Replaced(commands) => {
                    found.pop();
                    found.extend(commands);
                }
                Mended::Withdrawn(commands) => {
                    last.remark = Some(Remark::TakenBack);
                    found.extend(commands);
                }
            },
        }
    }
    found
}

/// The other parts of a message.
fn others<'b, 'a>(parts: &'b [repair::Part<'a>], at: usize) -> impl Iterator<Item = &'b repair::Part<'a>> {
    parts.iter().enumerate().filter(move |(other, _)| *other != at).map(|(_, part)| part)
}

/// Tells whether a part only says what the first one should have said: "…, no wait, in English".
fn mends_what(part: &repair::Part<'_>, first: bool) -> bool {
    first && matches!(part.taking, repair::Taking::Surely | repair::Taking::Perhaps)
}

/// Tells whether the second reading, with more lines, is the first one with a longer value.
fn goes_on(first: &[Command], again: &[Command]) -> bool {
    let [whole] = again else { return false };
    let same = first
        .first()
        .filter(|command| command.remark != Some(Remark::NothingNamed))
        .is_none_or(|command| command.key == whole.key && whole.value.len() > command.value.len());
    same && whole.intent == Intent::Remember && whole.value.contains('\n')
}

/// What a sentence gives.
#[derive(Default)]
struct Read {
    commands: Vec<Command>,
    /// Whether it ends with a cue and a colon, so that the next lines are its contents.
    opens_list: bool,
}

impl Read {
    fn of(commands: Vec<Command>) -> Self {
        Self { commands, opens_list: false }
    }
}

fn list_item(sentence: Piece<'_>) -> Option<Command> {
    let line = sentence.trim_start().seen();
    let whole = sentence.seen().trim_start();
    let marked = whole.starts_with(['-', '*', '•', '·']) || line.starts_with(|c: char| c.is_ascii_digit());
    let content = sentence.trim_matches(|c| c.is_whitespace() || matches!(c, '-' | '*' | '•' | '·'));
    let content = content.strip_all("1.|2.|3.|4.|5.|6.|7.|8.|9.|1)|2)|3)|4)|5)|1、|2、|3、|4、|5、");
    if !marked || content.is_empty() {
        return None;
    }
    let found = stated(content.open(), Manner::Stated)?;
    Some(written(Intent::Remember, found, Span::default(), sentence))
}

/// What stands around a sentence.
#[derive(Clone, Copy)]
struct Around<'a> {
    previous: Option<Piece<'a>>,
    next: Option<Piece<'a>>,
    /// Whether the other sentences are only courtesy.
    alone: bool,
}

/// A greeting or a thank-you.
fn is_courtesy(sentence: Piece<'_>) -> bool {
    let words = "hi|hello|hey|thanks|thank you|please|ok|okay|there|so much|a lot|good morning|bye|cheers|สวัสดี|หวัดดี|ขอบคุณ|ครับ|ค่ะ|คะ|นะ|มาก|จ้า|โอเค|你好|您好|谢谢|好的|好|麻烦了|嗨|再见|感谢|多谢|了|你|啦";
    sentence.strip_all(words).is_empty()
}

fn in_sentence<'a>(sentence: Piece<'a>, Around { previous, next, alone }: Around<'a>) -> Read {
    let question = clause::is_question(sentence);
    if let Some(found) = coding::unless_told(sentence) {
        return Read::of(vec![written(Intent::SetPreference, found, Span::default(), sentence)]);
    }
    let (span, body) = time::strip_start(sentence.trim_start());
    if let Some(asked) = ask::read(body.trim()) {
        return Read::of(vec![asked_for(&asked, &span, sentence)]);
    }
    if let Some(found) = over::not_called(body.trim()).filter(|_| !question) {
        return Read::of(vec![written(Intent::Forget, found, span, sentence)]);
    }
    let body = bounds::without_concession(body);
    if clause::is_supposed(body) || plan::is_supposed(body) || clause::translates(body) {
        return Read::default();
    }
    let starts = clause::starts(body);
    let mut cues = cues(body, &starts);
    let put = change::swapped(body).or_else(|| change::moved(body)).is_some() || change::of_project(body);
    if errand::is_one(body) && !put && coding::language(body).is_none() && coding::style(body).is_none() {
        // What is asked of memory beside the work still counts: "update the docs and remember that …".
        cues.retain(|(at, cue)| *at > 0 && cue.manner != Manner::Careful && !errand::is_repeated(body));
        if cues.is_empty() {
            return Read::default();
        }
    }
    if cues.is_empty() {
        return Read::of(wishes(body, Setting { span: &span, previous, question, alone }));
    }
    let mut read = Read::default();
    for (at, (offset, cue)) in cues.iter().enumerate() {
        let end = cues.get(at + 1).map_or(body.seen().len(), |(next, _)| *next);
        let before = body.cut(0, *offset);
        let last = at + 1 == cues.len();
        let context = Context { before, previous, next, question, last, span: span.clone() };
        let bounded = body.cut(*offset, end);
        read.opens_list |= commands_of(cue, bounded, &context, &mut read.commands);
    }
    if let Some((first, _)) = cues.first().filter(|(at, _)| *at > 0 && !errand::is_one(body)) {
        let ahead = body.cut(0, *first);
        let mut early = wishes(ahead, Setting { span: &span, previous, question, alone: false });
        early.append(&mut read.commands);
        read.commands = early;
    }
    read
}

/// What stands around a cue.
pub(super) struct Context<'a> {
    pub(super) before: Piece<'a>,
    pub(super) previous: Option<Piece<'a>>,
    pub(super) next: Option<Piece<'a>>,
    pub(super) question: bool,
    /// Whether no other cue follows in the sentence.
    pub(super) last: bool,
    pub(super) span: Span,
}

/// The cues of a sentence with their places.
fn cues<'a>(body: Piece<'a>, starts: &[usize]) -> Vec<(usize, Cue<'a>)> {
    let mut found: Vec<(usize, Cue<'a>)> = Vec::new();
    for &start in starts {
        let piece = body.from(start);
        let inside = found.last().is_some_and(|(_, cue)| covers(cue, piece));
        if inside {
            continue;
        }
        let (_, timeless) = time::strip_start(piece);
        if let Some(cue) = cue::at(timeless.trim_start())
            && !(start > 0 && clause::is_task(body))
            && !clause::is_reported(piece.before())
            && !is_of_a_text(body.cut(0, start), &cue)
        {
            found.push((start, cue));
        }
    }
    found
}

/// Whether the words before a cue announce it as part of a text or as somebody's line: "one rule is: …", 小红：….
fn is_of_a_text(before: Piece<'_>, cue: &Cue<'_>) -> bool {
    let name = before.trim();
    let spoken = name.seen().split_whitespace().count() == 1 && name.seen().chars().count() <= 12;
    clause::is_labelled(before) && (spoken || !speaks_of_self(cue.content.trim_start()))
}

/// Whether a place lies before the content of a cue begins, that is inside the cue's own words.
fn covers(cue: &Cue<'_>, piece: Piece<'_>) -> bool {
    cue.content.seen().len() < piece.seen().len()
}

/// Adds the commands of one cue; tells whether it opens a list.
/// Tells whether a sentence only asks at its end whether the other one remembers.
fn is_tag_question(sentence: Piece<'_>) -> bool {
    let words = sentence.seen().trim_end();
    ["remember?", "remember ?", "remember that?"]
        .iter()
        .any(|tag| words.strip_suffix(tag).is_some_and(|before| before.trim_end().ends_with([',', '，'])))
}

fn commands_of<'a>(cue: &Cue<'a>, bounded: Piece<'a>, context: &Context<'a>, out: &mut Vec<Command>) -> bool {
    let content = cue.content.until(&bounded);
    match cue.intent {
        Intent::Forget => {
            let cut = second::behind(content).filter(|_| !context.question);
            let (content, order) = cut.map_or((content, None), |(head, tail)| (head, Some(tail)));
            out.extend(forgotten(cue, content, context, bounded));
            let setting = Setting { span: &Span::default(), previous: None, question: false, alone: true };
            out.extend(order.into_iter().flat_map(|tail| wishes(tail, setting)));
            false
        }
        _ => remembered(cue, content, context, bounded, out),
    }
}

/// Drops the word that only leads over to the next cue.
pub(super) fn joined<'a>(content: Piece<'a>, context: &Context<'_>) -> Piece<'a> {
    const JOINS: &str = "and|then|but|also|และ|แล้วก็|แล้ว|แต่|ก็|然后|并且|并|但是|但|再";
    if context.last { content } else { content.strip_ends(JOINS) }
}

fn remembered<'a>(
    cue: &Cue<'a>,
    content: Piece<'a>,
    context: &Context<'a>,
    evidence: Piece<'a>,
    out: &mut Vec<Command>,
) -> bool {
    let content = strip_request(content);
    // "remember till Friday that …": the content is introduced behind the time.
    let (early, content, led) = match time::strip_start(content) {
        (span, rest) if span == Span::default() => {
            time::unknown_start(rest).map_or((span, rest, false), |(span, rest)| (span, rest, true))
        }
        (span, rest) => (span, rest, rest.trim_start().strip("that|ว่า").is_some()),
    };
    let cue =
        &Cue { manner: if led && cue.manner == Manner::Bare { Manner::Stated } else { cue.manner }, ..*cue };
    let content = content.strip_all("that|ว่า|，|：");
    let content = joined(content, context);
    if let Some((head, tail)) = second::cut(content).filter(|_| !context.question) {
        let opened = remembered(cue, head, context, evidence, out);
        let setting = Setting { span: &Span::default(), previous: None, question: false, alone: true };
        out.extend(wishes(tail, setting));
        return opened;
    }
    let (late, content) = match time::strip_end(content) {
        _ if tells_how_long(content) => (Span::default(), content),
        (span, _) if span == Span::default() => stay(content).unwrap_or((span, content)),
        stripped => stripped,
    };
    let span = context.span.clone().or(early).or(late);
    let behind = !context.before.trim().is_empty();
    let aside = if behind && !context.question { behind::aside(content, context) } else { None };
    if aside == Some(Aside::Untold) {
        return false;
    }
    if points_only(content) || behind && (tells_why(content) || points_back(evidence)) || aside.is_some() {
        let opens = content.trim().is_empty()
            && evidence.seen().trim_end().ends_with([':', '：'])
            && context.next.is_some();
        if !opens {
            out.extend(pointed(cue, context, span, evidence));
        }
        return opens;
    }
    let told = cue.manner == Manner::Stated && stated(content.open(), Manner::Bare).is_some()
        || slot::known(content.open()).is_some()
        || (cue.manner == Manner::Stated && bounds::states(content))
        || content
            .strip("i'm|im|i am|i have|i don't|i can't|ผม|ฉัน|我")
            .is_some_and(|rest| !rest.trim().is_empty());
    if context.question && !(cue.asked && told) {
        let Some(head) = before_question(content).filter(|_| cue.manner != Manner::Careful) else {
            return false;
        };
        out.extend(
            facts(head.open(), cue.manner)
                .into_iter()
                .map(|found| written(Intent::Remember, found, span.clone(), evidence)),
        );
        return false;
    }
    let content = if context.question && cue.asked {
        content.strip_ends("吗|么|好吗|可以吗|行吗|ได้ไหม|ได้มั้ย|ไหม|มั้ย|หรือเปล่า|ครับ|คะ|ค่ะ|please|了吗")
    } else {
        content
    };
    let (content, ttl) = with_ttl(content.open());
    let span = ttl.or(span);
    if lacks_value(content) {
        out.push(nothing_named(Intent::Remember, span, evidence));
        return false;
    }
    let assigned = if cue.manner == Manner::Careful { Vec::new() } else { assignments(content) };
    if !assigned.is_empty() {
        out.extend(
            assigned.into_iter().map(|found| written(Intent::Remember, found, span.clone(), evidence)),
        );
        return false;
    }
    if let Some(found) = cue.slot.and_then(|slot| Found::known(slot, content)) {
        let known = slot::known(content).filter(|known| known.known);
        out.push(written(Intent::Remember, known.unwrap_or(found), span, evidence));
        return false;
    }
    if let Some(command) = is_then(content, evidence).filter(|_| !context.question) {
        out.push(command);
        return false;
    }
    for found in facts(content, cue.manner) {
        out.push(written(Intent::Remember, found, span.clone(), evidence));
    }
    false
}

/// Tells whether a slot holds what is so now.
fn is_of_now(key: &str) -> bool {
    matches!(key, "place" | "place.work" | "employer" | "role" | "team" | "diet" | "working_hours")
}

/// What is so with the speaker at a time that lies ahead fills no slot of what is so now: it is kept as said, until that is over.
fn is_then<'a>(content: Piece<'a>, evidence: Piece<'a>) -> Option<Command> {
    let (span, rest) = time::ahead(content)?;
    rest.strip(["i'm|i am|im|i'll be|i will be|i'm going to be|we're|we are|we'll be", th::ME, zh::ME])?;
    let whole = slot::known(content.open()).filter(|found| keys::kind_of(&found.key).is_some());
    if whole.is_some_and(|found| !is_of_now(&found.key)) {
        return None;
    }
    let found = free::find(rest.open())?;
    let value = tidy(content.open()).written().to_owned();
    Some(written(Intent::Remember, Found { value, ..found }, span, evidence))
}

/// Where somebody lives or works, or what they are, until a time that the statement names.
fn stay(content: Piece<'_>) -> Option<(Span, Piece<'_>)> {
    let (span, head) = time::strip_stay(content)?;
    // "Mon to Thu 7 till 3": the end of the hours is no end of their being so.
    let hours =
        |found: &Found| found.key == "working_hours" && head.seen().bytes().any(|b| b.is_ascii_digit());
    stands_alone(head.open()).filter(|found| is_of_now(&found.key) && !hours(found)).map(|_| (span, head))
}

/// Tells whether a length of time at the end is part of what is told: "I've lived here for ten years", "the warranty is
/// valid for two years".
fn tells_how_long(content: Piece<'_>) -> bool {
    let past = "been|'ve|i have|we have|had|was|were|lived|worked|studied|taught|spent|ran|dated|since|ago|มาแล้ว|มาเป็นเวลา|มาตลอด";
    let lasting = "valid for|good for|lasts for|lasts|takes|runs for|guaranteed for|bake for|boil for|cook for|charge for";
    content.has_any(past) || content.has_any(lasting)
}

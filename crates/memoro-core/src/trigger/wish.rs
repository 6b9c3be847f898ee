//! Wishes of a sentence without a cue: slots set by name, directives about the answers, standing orders.

use super::command::written;
use super::content::{asks_or_points, has_words};
use super::slot::Found;
use super::text::Piece;
use super::time::{self, Span};
use super::{Command, Intent, change, clause, directive, free};
use crate::content::EntryKind;
use crate::provenance::Confidence;

/// Wishes of a sentence without a cue: slots set by name, and directives about the answers.
pub(super) fn wishes(body: Piece<'_>, starts: &[usize], span: &Span, question: bool) -> Vec<Command> {
    let mut found = Vec::new();
    let asked = body
        .trim_start()
        .strip("can you|could you|would you|will you|please|ช่วย|能不能|能|可以|你能|请")
        .is_some();
    let urged = body.has_any("please|pls|ช่วย|请|麻烦|from now on|always|ต่อไป|จากนี้|ทุกครั้ง|以后|一直");
    if question && !(asked && urged) {
        return found;
    }
    let body = if question {
        body.strip_all("can you|could you|would you|will you|please|ช่วย|能不能|能|可以|你能")
            .strip_ends("ได้ไหม|ได้มั้ย|ไหม|มั้ย|吗|好吗|可以吗")
    } else {
        body
    };
    let asked_starts = if question { clause::starts(body) } else { Vec::new() };
    let starts = if question { &asked_starts } else { starts };
    let (late, whole) = time::strip_end(body);
    let span = span.clone().or(late);
    let mut taken_to = 0;
    for (at, &start) in starts.iter().enumerate() {
        if start < taken_to || clause::is_reported(whole.cut(0, start)) {
            continue;
        }
        let ends = starts.get(at + 1..).unwrap_or_default().iter().copied().chain([whole.seen().len()]);
        let (early, rest) = time::strip_start(whole.from(start));
        let spanned = span.clone().or(early);
        if change::read(rest.trim()).is_some() {
            let later = starts.iter().copied().find(|s| *s > start && changes(whole.from(*s)));
            let evidence = later.map_or(whole.from(start), |end| whole.cut(start, end));
            let said = rest.through(&evidence).strip_ends("and|then|and then|และ|แล้วก็|แล้ว|然后|并且|再");
            if let Some((intent, slots)) = change::read(said) {
                found.extend(slots.into_iter().map(|slot| written(intent, slot, spanned.clone(), evidence)));
            }
            taken_to = later.unwrap_or(whole.seen().len());
            continue;
        }
        for end in ends.collect::<Vec<_>>().into_iter().rev().take(6) {
            let clause = whole.cut(start, end);
            if let Some(commands) = directed(clause, &spanned) {
                found.extend(commands);
                taken_to = end;
                break;
            }
        }
    }
    found
}

fn changes(piece: Piece<'_>) -> bool {
    change::read(piece.strip_all("then|and|แล้ว|再|然后").trim()).is_some()
}

fn directed(clause: Piece<'_>, span: &Span) -> Option<Vec<Command>> {
    let (early, said) = time::strip_start(clause.trim_start());
    let (late, said) = time::strip_end(said);
    let span = span.clone().or(early).or(late);
    let reading = directive::read(said);
    let timed = span != Span::default() && reading.speaks && reading.whole && !reading.wishes.is_empty();
    let bounded = span != Span::default() && reading.whole && !reading.wishes.is_empty();
    if reading.is_command() || timed || bounded {
        let sure = if reading.strong || reading.weak || timed { 950 } else { 850 };
        let made = |(key, value): &(&'static str, String)| {
            let found = Found::fixed(*key, value)?;
            let mut command = written(Intent::SetPreference, found, span.clone(), clause);
            command.confidence = Confidence::from_thousandths(sure);
            Some(command)
        };
        return Some(reading.wishes.iter().filter_map(made).collect());
    }
    standing_order(said, &span, clause).map(|command| vec![command])
}

/// "From now on, run the linter before every commit."
fn standing_order(said: Piece<'_>, span: &Span, evidence: Piece<'_>) -> Option<Command> {
    let lasting = "always|never|ทุกครั้ง|每次";
    let about_answers = directive::read(said).about && said.strip(lasting).is_some();
    let rest = said.strip(directive::STRONG).or_else(|| about_answers.then_some(said))?.trim_start();
    let subject = "i|i'm|i'll|we|we'll|he|she|they|it|the|a|an|my|our|this|that|there|these|those|everyone|people|all|what|how|who|when";
    let thai = rest.strip("ให้|ช่วย|ห้าม|อย่า|ไม่ต้อง|กรุณา|เวลา|ทุกครั้งที่|ถ้า").is_some();
    let han = rest.strip("请|不要|别|必须|每次|帮我|先|务必|不准|只|用").is_some();
    let latin = rest.seen().starts_with(|c: char| c.is_ascii_alphabetic())
        && rest.strip(subject).is_none()
        && !rest.has_any("is|are|will|was")
        && !rest.written().starts_with(char::is_uppercase)
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

//! Several facts in one content: each of its parts that stands alone, or that goes on about who was named before.

use super::super::cue::Manner;
use super::super::search::List;
use super::super::slot::{self, Found, tidy};
use super::super::text::{Piece, Text};
use super::super::{bounds, en, th, zh};
use super::{is_han_led, is_thai, stands_alone, stated};

/// Several things of which each is said what it is: "the wifi password is hunter2, and the alarm code is 5512".
pub(super) fn several_things(content: Piece<'_>, manner: Manner) -> Option<Vec<Found>> {
    const THINGS: &str = "the|my|our";
    let is_one =
        |part: &Piece<'_>| part.trim_start().strip(THINGS).is_some() && part.split(" is | are ").is_some();
    let mut rest = content;
    let mut parts = Vec::new();
    while let Some((head, tail)) =
        rest.split(", and |; | and ").filter(|(head, tail)| is_one(head) && is_one(tail))
    {
        parts.push(head);
        rest = tail;
        if parts.len() > 6 {
            return None;
        }
    }
    parts.push(rest);
    if parts.len() < 2 || !parts.iter().all(is_one) {
        return None;
    }
    parts.iter().map(|part| stated(part.trim(), manner)).collect()
}

/// The facts of a content that is nothing but a list of them.
pub(in super::super) fn listed(content: Piece<'_>) -> Option<Vec<Found>> {
    // Thai puts a blank where others put a mark.
    let spaced = is_thai(content) && !content.seen().split(' ').skip(1).any(bounds::goes_on);
    let self_named = content.strip("i'm|im|i am").is_some();
    (spaced.then(|| each_known(content, [JOINS, " "])).flatten())
        .or_else(|| each_known(content, JOINS))
        .or_else(|| (is_han_led(content) || self_named).then(|| each_known(content, [JOINS, ","])).flatten())
}

/// Reads "Linux and zsh" as two tools, where one of them is a known one.
pub(super) fn several_tools(found: Found) -> Vec<Found> {
    if !found.key.starts_with("uses.") || slot::tool(&found.value.to_lowercase()).is_some() {
        return vec![found];
    }
    let parts = [" and ", " กับ ", "และ", "和", "、", " & ", " + ", ", "].iter().find_map(|join| {
        found.value.split_once(join).filter(|(a, b)| !a.trim().is_empty() && !b.trim().is_empty())
    });
    let known = |part: &str| slot::tool(&part.trim().to_lowercase()).is_some();
    match parts.filter(|(a, b)| known(a) || known(b)) {
        Some((a, b)) => [a, b].iter().filter_map(|part| slot::uses(Text::of(part).whole())).collect(),
        None => vec![found],
    }
}

/// What stands between two facts of one sentence.
const JOINS: &str = ", but not | but not |, and |, but |, | and | but |; |และ|แล้วก็|แต่ว่า|แต่|，但是|，但|，|、|并且|而且|但是|可是|但|却";

/// The facts of a content, where each of its parts is one; who speaks is named once.
fn each_known(content: Piece<'_>, joins: impl List) -> Option<Vec<Found>> {
    let mut rest = content;
    let mut parts = Vec::new();
    while let Some((head, tail)) = rest.split(joins) {
        // Two words between two facts leave nothing between them: อยู่เชียงใหม่ และทำงาน….
        if !head.trim().is_empty() {
            parts.push(head);
        }
        rest = tail;
        if parts.len() > 8 {
            break;
        }
    }
    parts.push(rest);
    if !(2..=8).contains(&parts.len()) {
        return None;
    }
    let being = content.strip("i'm|im|i am").is_some();
    let acting = being || content.strip("i|we").is_some();
    let thai = content.strip(th::ME).is_some();
    let han = content.strip(zh::ME).is_some();
    let many = parts.len() >= 3;
    let first = parts.first().and_then(|part| stands_alone(*part));
    let read = |part: &Piece<'_>| {
        contrary(*part, first.as_ref())
            .or_else(|| stands_alone(*part))
            .or_else(|| en::being(part.trim_start()).filter(|_| being))
            .or_else(|| introduced(*part).filter(|_| being && many))
            .or_else(|| en::predicate(*part).filter(|found| acting && short(found)))
            .or_else(|| th::slot(*part).filter(|found| thai && found.known))
            .or_else(|| zh::predicate(*part).filter(|_| han))
    };
    parts.iter().map(read).collect()
}

/// A name or an age among other facts of who somebody is: "I'm Lee, 34, from Oslo".
fn introduced(part: Piece<'_>) -> Option<Found> {
    let said = tidy(part);
    if said.seen().parse::<u8>().is_ok_and(|years| (5..=120).contains(&years)) {
        return Found::known("age", said);
    }
    let name = said.strip("i'm|im|i am").map(|name| tidy(name))?;
    let capital = |word: &str| word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphabetic);
    let named = (1..=3).contains(&name.seen().split_whitespace().count())
        && name.written().split_whitespace().all(capital);
    if named { Found::known("name", name) } else { None }
}

/// What is left out of what is liked, or of what is not: "tea but not coffee", แต่ไม่กาแฟ.
fn contrary(part: Piece<'_>, first: Option<&Found>) -> Option<Found> {
    let joined = part.before().ending();
    let denied = joined.seen().ends_with("but not ");
    let named = if denied { Some(part) } else { part.trim_start().strip("not") };
    let named = tidy(named?).strip_all("the|a|an");
    let thing = named.seen().split_whitespace().count() <= 3
        && named.strip("in|on|at|when|if|too|so|very|really|always|with|for|from|every|as|that|because|before|after|much|often|anymore").is_none();
    let family = match first?.key.split('.').next()? {
        "likes" => "dislikes",
        "dislikes" => "likes",
        _ => return None,
    };
    if thing { Found::named(family, named) } else { None }
}

/// Tells whether a value is a name rather than half a sentence.
fn short(found: &Found) -> bool {
    found.value.split_whitespace().count() <= 4
}

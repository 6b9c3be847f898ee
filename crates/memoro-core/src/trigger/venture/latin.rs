//! Named projects in English: "the Kestrel project's repo is …", "project Kestrel uses …", "the deadline of the Kestrel project".

use super::super::slot::{Found, tidy};
use super::super::text::{Piece, Text};
use super::{key, made_with, technology, without_version};

/// Words before a name that are no part of it.
const LEADS: &str =
    "that|for|in|on|about|with|and|also|the|my|our|this|current|new|whole|entire|same|ongoing";
/// What a project is made with stands behind these.
const USES: &str = "now uses|now runs on|is now using|is now built with|uses|is using|are using|runs on|run on|is built with|is built on|is built in|is made with|relies on|we use|we're using|we are using|use";
/// In which language, or where.
const WRITTEN: &str = "is written in|is coded in|is programmed in";
/// When it is there for all to see.
const LAUNCHES: &str = "goes live on|goes live|launches on|launches in|launches|is launching on|ships on|is released on|will launch on|will go live on|went live on";
/// When it has to be done.
const DUE: &str = "is due on|is due by|is due|has to be done by|must be done by";
/// What stands between a thing and what it is.
const COPULA: &str = " is now | is called | is named | is at | is on | is | are | = |: | lives at | will be ";

/// A project and the words around its name.
struct Named<'a> {
    name: Piece<'a>,
    /// What of it is meant, where that stands before the name: "the database of …".
    ahead: Option<Piece<'a>>,
    rest: Piece<'a>,
}

pub(super) fn find(content: Piece<'_>) -> Option<Found> {
    let Named { name, ahead, rest } = named(content)?;
    let rest = rest.trim_start().strip_all(",|:");
    if let Some(what) = ahead {
        let value = rest.trim_start().strip("is now|is called|is at|is on|is|are|=|:")?;
        return Found::known(key(name, what)?, value);
    }
    if let Some(value) = rest.strip(WRITTEN) {
        let used = made_with(name, value, None)?;
        let kind = used.key.rsplit('.').next() == Some("framework");
        let at = used.key.rfind('.').filter(|_| !kind);
        let key =
            at.and_then(|at| used.key.get(..at)).map_or(used.key.clone(), |head| format!("{head}.language"));
        return Some(Found { key, ..used });
    }
    if let Some(value) = rest.strip(USES) {
        let (value, purpose) = value
            .split(" as its | as the | as our | as a | for its | for the | for ")
            .map_or((value, None), |(v, p)| (v, Some(p)));
        return made_with(name, value, purpose);
    }
    if let Some(value) = switched(rest) {
        return made_with(name, value, None);
    }
    if let Some(where_to) = rest.strip(
        "deploys to|deploys on|is deployed to|is deployed on|is hosted on|is hosted at|ships to|we deploy to",
    ) {
        return Found::known(key(name, Text::of("deployment").whole())?, where_to);
    }
    for (verbs, what) in [(LAUNCHES, "launch"), (DUE, "deadline")] {
        if let Some(when) = rest.strip(verbs) {
            let name = super::keys::slug(tidy(name).written());
            let key =
                if what == "launch" { format!("project.{name}.launch") } else { format!("deadline.{name}") };
            return if name.is_empty() { None } else { Found::known(key, when.strip_all("on|by")) };
        }
    }
    let (what, value) = rest.split(COPULA)?;
    let what = what.strip_all("the|our|its|a");
    if what.has_any("i|we|you|he|she|they|it|that|who|which|was|were|has|had|not") {
        return None;
    }
    Found::known(key(name, what)?, value)
}

/// What a project was moved to, where that is something to make it with: "switched from Postgres to Redis".
fn switched(rest: Piece<'_>) -> Option<Piece<'_>> {
    const TURNED: &str = "has now switched|has switched|was switched|just switched|switched over|switched|has migrated|was migrated|migrated|has moved|was moved|moved|changed|has changed|went";
    let turned = rest.strip(TURNED)?.trim_start();
    let value =
        turned.strip("to|over to").or_else(|| turned.strip("from")?.split(" to ").map(|(_, to)| to))?;
    let made = technology(without_version(tidy(value)).seen()).is_some();
    made.then_some(value)
}

pub(super) fn subject(words: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let Named { name, ahead, rest } = named(words)?;
    Some((name, ahead.unwrap_or(rest)))
}

/// Finds the name of the project that a statement is about.
fn named(content: Piece<'_>) -> Option<Named<'_>> {
    let at = content.find("project")?;
    let (head, tail) = (content.cut(0, at), content.from(at + "project".len()));
    let lead = head.strip_all(LEADS);
    if lead.is_empty() {
        let (name, rest) = behind(tail)?;
        return Some(Named { name, ahead: None, rest });
    }
    if let Some((what, name)) = lead.split(" of | for | in | on ") {
        let name = name.strip_all(LEADS);
        let (name, rest) = if name.is_empty() { behind(tail)? } else { (name, possessive(tail)?) };
        return is_name(name).then_some(Named { name, ahead: Some(what), rest });
    }
    is_name(lead).then_some(Named { name: lead, ahead: None, rest: possessive(tail)? })
}

/// What follows "project" or "project's"; "projects" and "projector" are other words.
fn possessive(tail: Piece<'_>) -> Option<Piece<'_>> {
    let rest = tail.seen().strip_prefix("'s").map_or(tail, |_| tail.from("'s".len()));
    let ends = rest.is_empty() || rest.seen().starts_with([' ', ',', ':']);
    ends.then_some(rest)
}

/// A name of one to three words that says nothing else.
fn is_name(name: Piece<'_>) -> bool {
    const OTHER: &str = "i|i'm|we|you|he|she|they|it|is|was|are|has|have|had|use|uses|work|working|do|did|made|start|started|finish|finished|every|each|any|all|no|not|what|which|who|when|how|and|or|but|to|at|by|with|from|about|next|last|first|another|other|his|her|their|your|a|an|if|does|can|please|remember|some|one|two";
    let words = name.seen().split_whitespace().count();
    (1..=3).contains(&words)
        && !name.has_any(OTHER)
        && !name.seen().contains(['\'', ',', ':', '?'])
        && name.seen().chars().count() <= 30
}

/// A name behind the word: "project Kestrel's repo", "project kestrel uses …". A small word there may be the thing itself
/// ("project database is …"), unless it has something or does something.
fn behind(tail: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let blank = tail.seen().starts_with(' ');
    let tail = Some(tail.trim_start()).filter(|tail| blank && !tail.is_empty())?;
    let ends = |words: &'static str| tail.split(words).filter(|(name, _)| is_name(*name));
    if let Some((name, rest)) = ends("'s ") {
        return Some((name, rest));
    }
    let mut end = 0;
    for word in tail.written().split_inclusive(' ') {
        let capital = word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        if !capital {
            break;
        }
        end += word.len();
    }
    if end > 0 && end <= tail.seen().len() {
        let name = tidy(tail.cut(0, end));
        return is_name(name).then(|| (name, tail.from(end)));
    }
    let first = tail.seen().split_whitespace().next()?;
    let (name, rest) = (tail.cut(0, first.len()), tail.from(first.len()));
    let acts = rest.trim_start().strip([USES, WRITTEN, LAUNCHES, DUE]).is_some()
        || switched(rest.trim_start()).is_some();
    (acts && is_name(tidy(name))).then(|| (tidy(name), rest))
}

//! What is not settled but stays: rules, what is to be remembered, tasks, open questions and lessons. The rules that read one
//! sentence find them, the network may speak against it, and where it is sure enough it finds what they do not see. For wishes that
//! something be kept the recogniser of messages is heard, too.

use super::bygone::is_bygone;
use super::chances::Limits;
use super::judge::{Found, judge};
use super::net::Weighed;
use super::remark::works_on_words;
use super::remember::remembers;
use super::sentence::Sentence;
use super::signs::Scene;
use super::{Item, Kind, keep, reasons, remember};
use crate::fusion::Role;

/// How sure a thing is that was asked for in so many words; nothing speaks against that.
const TOLD: u16 = 900;

/// Returns what stays and is not settled.
pub(super) fn find(scene: &Scene<'_>, weighed: &[Vec<Weighed>], limits: &Limits) -> Vec<Item> {
    let (mut items, mut wished, mut lists): (Vec<Item>, Vec<_>, Vec<_>) = Default::default();
    for (turn, sentences) in scene.read.iter().enumerate() {
        let role = scene.turns[turn].role;
        for (at, sentence) in sentences.iter().enumerate() {
            let one = &weighed[turn][at];
            let mut found: Vec<Found> =
                judge(sentence, role).into_iter().filter(|found| !found.kind.is_settled()).collect();
            found.retain(|found| one.counts(found, limits));
            // A wish with its content behind a colon, or one that is misspelt, needs no witness: few are worded so by chance.
            let parts = keep::parts(&scene.turns[turn], sentences, at);
            let plain = keep::misspelt(&sentence.seen).is_some()
                || !parts.is_empty()
                || keep::tells_behind_colon(sentence);
            if plain && role != Role::Assistant && remembers(sentence) == Some(Kind::Remember) {
                found = vec![Found { kind: Kind::Remember, sure: TOLD, at: 0 }];
            }
            if !parts.is_empty() {
                lists.push((turn, parts));
                continue;
            }
            let chance = one.chances.of(Kind::Remember);
            // A wish may be worded as a task.
            if role != Role::Assistant && chance >= one.least_for_wish(limits) {
                let other = found.iter().all(|found| found.kind != Kind::Remember && found.sure < TOLD);
                if found.is_empty() || (other && chance >= limits.wish[1]) {
                    found = vec![by_network(Kind::Remember, chance)];
                }
            }
            if found.is_empty() {
                let sure = |kind: &&Kind| one.is_sure_of(**kind, limits) && may(**kind, role);
                let kind = Limits::OTHERS.iter().find(sure);
                found.extend(kind.map(|kind| by_network(*kind, one.chances.of(*kind))));
            }
            // What holds without exception is a rule though it begins as a task does.
            let rule = one.chances.of(Kind::Rule);
            let task = found.iter().all(|found| found.kind == Kind::Action && found.sure < TOLD);
            let ruled = one.is_sure_of(Kind::Rule, limits) && may(Kind::Rule, role);
            if !found.is_empty() && task && ruled && rule > one.chances.of(Kind::Action) {
                found = vec![by_network(Kind::Rule, rule)];
            }
            if is_bygone(&sentence.seen, scene.turns[turn].year) {
                found.retain(|found| found.kind != Kind::Rule);
            }
            if let Some(meant) = remember::meant(sentences, at).filter(|_| role != Role::Assistant) {
                wished.push((turn, at.min(meant), at.max(meant), meant));
                continue;
            }
            let no_wish = works_on_words(&sentence.seen) || keep::recalls(&sentence.seen);
            found.retain(|found| found.kind != Kind::Remember || !no_wish);
            if found.iter().any(|found| found.kind == Kind::Remember)
                && let Some(meant) = keep::said_before(scene.turns, scene.read, turn)
            {
                items.push(meant_before(scene, (turn, at), meant));
                continue;
            }
            let content = |next: &usize| weighed[turn][*next].chances.of(Kind::Remember) >= limits.sure[1];
            let value =
                remember::value_behind(sentences, at).or_else(|| keep::behind(sentences, at).filter(content));
            items.extend(found.into_iter().map(|found| {
                let item = reasons::item(found, turn, at, scene.read);
                let value = value.filter(|_| item.kind == Kind::Remember);
                value.map_or_else(|| item.clone(), |value| with_value(item.clone(), &sentences[value]))
            }));
        }
    }
    // A wish and what it means are one thing: both show it.
    for (turn, first, last, meant) in wished {
        let found = Found { kind: Kind::Remember, sure: 850, at: 0 };
        let mut item = reasons::item(found, turn, meant, scene.read);
        item.span = scene.read[turn][first].span.start..scene.read[turn][last].span.end;
        items.retain(|other| other.turn != turn || !item.span.contains(&other.span.start));
        items.push(item);
    }
    for (turn, parts) in lists {
        for (first, last) in parts {
            items = with_part(scene, items, (turn, first, last));
        }
    }
    items
}

/// Adds a part of what a wish leads to; what else was found in it belongs to it.
fn with_part(
    scene: &Scene<'_>,
    mut items: Vec<Item>,
    (turn, first, last): (usize, usize, usize),
) -> Vec<Item> {
    let sentences = &scene.read[turn];
    let found = Found { kind: Kind::Remember, sure: TOLD, at: 0 };
    let content = if remember::is_bare_wish(&sentences[first]) { (first + 1).min(last) } else { first };
    let mut item = reasons::item(found, turn, content, scene.read);
    item.span = sentences[first].span.start..sentences[last].span.end;
    let words = scene.turns[turn].text.get(sentences[content].span.start..item.span.end);
    item.conclusion = words.map(reasons::trimmed).unwrap_or_default();
    items.retain(|other| other.turn != turn || !item.span.contains(&other.span.start));
    items.push(item);
    items
}

/// Makes an item of what a bare wish means that fills its turn: both show it.
fn meant_before(scene: &Scene<'_>, (turn, at): (usize, usize), (before, meant): (usize, usize)) -> Item {
    let found = Found { kind: Kind::Remember, sure: 850, at: 0 };
    let mut item = reasons::item(found, before, meant, scene.read);
    item.agreed = Some((turn, scene.read[turn][at].span.clone()));
    item
}

/// Joins a wish with the value that follows it.
fn with_value(mut item: Item, value: &Sentence<'_>) -> Item {
    item.span.end = value.span.end;
    item.conclusion = format!("{} {}", item.conclusion, reasons::trimmed(value.text));
    item.title = reasons::title(&item.conclusion);
    item
}

impl Weighed {
    /// Tells whether what the rules found counts. A task that was given in so many words needs no second witness; a wish
    /// does: people tell of remembering in the words of asking for it.
    fn counts(&self, found: &Found, limits: &Limits) -> bool {
        let told = found.sure >= TOLD && found.kind != Kind::Remember;
        told || self.chances.of(found.kind) >= limits.of(found.kind).0
    }

    /// Tells whether the network alone finds an item of a kind; wishes have witnesses of their own.
    fn is_sure_of(&self, kind: Kind, limits: &Limits) -> bool {
        kind != Kind::Remember && self.chances.of(kind) >= limits.of(kind).1
    }

    /// Returns from which chance on a sentence that the rules do not see is a wish that something be kept: by whether the
    /// recogniser of messages takes it for one, and whether any word of keeping stands in it.
    fn least_for_wish(&self, limits: &Limits) -> f32 {
        let (found, sure) = limits.of(Kind::Remember);
        let [heard, unsaid] = limits.wish;
        let least = [("wish told", found), ("wish heard", heard), ("keeping", sure)];
        least.into_iter().find(|(sign, _)| self.signs.has(sign)).map_or(unsaid, |(_, least)| least)
    }
}

/// What an assistant says is no rule.
const fn may(kind: Kind, role: Role) -> bool {
    !matches!((kind, role), (Kind::Rule, Role::Assistant))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is held between 0 and 1,000")]
fn by_network(kind: Kind, chance: f32) -> Found {
    Found { kind, sure: (chance * 1_000.0).clamp(0.0, 1_000.0) as u16, at: 0 }
}

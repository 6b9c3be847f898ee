//! What is not settled but stays: rules, what is to be remembered, tasks, open questions and lessons. The rules that read one
//! sentence find them, the network may speak against it, and where it is sure enough it finds what they do not see.

use super::chances::Limits;
use super::judge::{Found, judge};
use super::net::Weighed;
use super::signs::Scene;
use super::{Item, Kind, reasons, remember};
use crate::fusion::Role;

/// How sure a thing is that was asked for in so many words; nothing speaks against that.
const TOLD: u16 = 900;

/// Returns what stays and is not settled.
pub(super) fn find(scene: &Scene<'_>, weighed: &[Vec<Weighed>], limits: &Limits) -> Vec<Item> {
    let mut items = Vec::new();
    for (turn, sentences) in scene.read.iter().enumerate() {
        let role = scene.turns[turn].role;
        for (at, sentence) in sentences.iter().enumerate() {
            let chances = &weighed[turn][at].chances;
            let counts =
                |found: &Found| found.sure >= TOLD || chances.of(found.kind) >= limits.of(found.kind).0;
            let mut found: Vec<Found> =
                judge(sentence, role).into_iter().filter(|found| !found.kind.is_settled()).collect();
            found.retain(counts);
            if found.is_empty() {
                let sure = |kind: &&Kind| chances.of(**kind) >= limits.of(**kind).1 && may(**kind, role);
                found.extend(
                    Limits::OTHERS.iter().find(sure).map(|kind| by_network(*kind, chances.of(*kind))),
                );
            }
            items.extend(found.into_iter().map(|found| reasons::item(found, turn, at, scene.read)));
            if let Some(meant) = remember::meant(sentences, at).filter(|_| role != Role::Assistant) {
                let found = Found { kind: Kind::Remember, sure: 850, at: 0 };
                items.push(reasons::item(found, turn, meant, scene.read));
            }
        }
    }
    items
}

/// What an assistant says is no rule, and nothing that a person wanted to be remembered.
const fn may(kind: Kind, role: Role) -> bool {
    !matches!((kind, role), (Kind::Rule | Kind::Remember, Role::Assistant))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is held between 0 and 1,000")]
fn by_network(kind: Kind, chance: f32) -> Found {
    Found { kind, sure: (chance * 1_000.0).clamp(0.0, 1_000.0) as u16, at: 0 }
}

//! The last look at what was understood, by whichever reading: nothing of another being stands under a key of the speaker's.

use super::super::text::{Piece, Text};
use super::super::{Command, Intent, keys, kin};
use super::{Clause, Whose, at, clauses, is_personal, within};
use crate::content::EntryKind;

/// Leaves out of what was understood what is not the speaker's, and puts what is a relative's under their key.
pub(in super::super) fn settle(commands: &mut Vec<Command>, message: &str) {
    if !commands
        .iter()
        .any(|command| is_kept(command.intent) && command.key.as_deref().is_some_and(is_personal))
    {
        return;
    }
    let text = Text::of(message);
    let whole = text.whole().open();
    let told = clauses(whole);
    let taken: Vec<String> = commands.iter().filter_map(|command| command.key.clone()).collect();
    commands.retain_mut(|command| {
        let Some(key) = command.key.clone().filter(|key| is_kept(command.intent) && is_personal(key)) else {
            return true;
        };
        match place_of(&command.value, whole).map_or(Whose::Own, |place| within(&told, whole, place)) {
            Whose::Own => true,
            Whose::Other => false,
            Whose::Kin(owner) => {
                let key = keys::shorten(&format!("{owner}.{key}"));
                let new = !taken.contains(&key);
                (command.key, command.kind) = (Some(key), EntryKind::Fact);
                new
            }
        }
    });
}

/// Tells whether a slot and its words are of the same being.
pub(in super::super) fn agrees(key: &str, value: &str, whole: Piece<'_>) -> bool {
    let Some(place) = place_of(value, whole.open()) else { return true };
    let whose = at(whole.open(), place);
    match key.split('.').next() {
        Some("family" | "pet") => {
            let clause =
                clauses(whole.open()).into_iter().rev().find(|c| c.whole.before().seen().len() <= place);
            let own =
                |clause: Clause<'_>| clause.whose == Whose::Own && kin::named_in(clause.whole).is_empty();
            !clause.is_some_and(own)
        }
        _ if is_personal(key) => whose == Whose::Own,
        _ => true,
    }
}

fn is_kept(intent: Intent) -> bool {
    matches!(intent, Intent::Remember | Intent::SetPreference | Intent::Update)
}

fn place_of(value: &str, whole: Piece<'_>) -> Option<usize> {
    if value.trim().is_empty() { None } else { whole.written().find(value.trim()) }
}

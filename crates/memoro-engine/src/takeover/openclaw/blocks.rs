//! Decisions and learnings that stand in files of `OpenClaw` as Memoro writes them. Whatever such a file says of its origin,
//! its words came with an import and have a program's trust: what only tells is taken in, what directs waits for a person.

use memoro_core::markdown::Home;
use memoro_core::{Memory, Origin, Provenance, Scope, Source, Status, Trust};

use super::super::{Haul, Incoming};
use crate::caller::Caller;
use crate::error::Result;
use crate::vault::page::{self, Basis};
use crate::workspace::Workspace;
use crate::write::fresh_bits;

/// Takes the memories of a file; tells whether the file would count as edits by the owner in the place that it had.
pub(super) fn take(
    (workspace, caller): (&Workspace, &Caller),
    (name, bytes): (&str, &[u8]),
    haul: &mut Haul,
) -> Result<bool> {
    // Where names that differ in case are one, so are their files.
    let Some(home) = Home::at(name).or_else(|| Home::at(&name.to_lowercase())) else { return Ok(false) };
    let Ok(page) = page::read(&home, bytes) else { return Ok(true) };
    let owner = Scope::User(workspace.settings.owner.clone());
    for item in &page.items {
        let zone = &workspace.settings.time_zone;
        let basis = Basis { scope: &owner, old: None, zone, now: caller.now, fresh: fresh_bits()? };
        match item.what.memory(&basis, &item.name) {
            Ok(memory) => haul.memories.push(foreign(memory, &owner, name)),
            Err(why) => haul.problems.push(format!("{name}: line {}: {why}", item.line)),
        }
    }
    Ok(matches!(home, Home::Learning(_)) || !page.items.is_empty())
}

/// Makes of what a file says what an import may bring.
fn foreign(mut memory: Memory, owner: &Scope, name: &str) -> Incoming {
    let said = memory.provenance.confidence;
    let provenance = Provenance::new(Origin::Import, Trust::Agent);
    memory.provenance = Provenance {
        confidence: provenance.confidence.min(said),
        source: Source { path: Some(format!("openclaw/{name}")), ..Source::default() },
        ..provenance
    };
    if !matches!(memory.scope, Scope::Project(_)) {
        memory.scope = owner.clone();
    }
    if let Status::Superseded { reason, .. } = &mut memory.status {
        "superseded before it came here".clone_into(reason);
    }
    Incoming { memory, accesses: 0, successes: 0, last_used: None }
}

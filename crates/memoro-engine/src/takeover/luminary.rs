//! The notes of Luminary: `memory_notes`, with their kinds, ends and successors.

use std::path::Path;

use memoro_core::{
    Content, Entry, EntryKind, Episode, Grain, Outcome, Priority, Procedure, Scope, Sensitivity, Stability,
    Trigger, UserId,
};

use super::database::{Row, has_table, open, rows};
use super::{Haul, Incoming};
use crate::caller::Caller;
use crate::draft::slug;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// Reads the notes of a database.
pub(super) fn read(workspace: &Workspace, path: &Path, caller: &Caller) -> Result<Haul> {
    let conn = open(path)?;
    if !has_table(&conn, "memory_notes") {
        let why = "it has no table `memory_notes`";
        return Err(EngineError::invalid(format!("{} is no database of Luminary", path.display()), why));
    }
    let mut haul = Haul::default();
    for row in rows(&conn, "SELECT * FROM memory_notes ORDER BY created_at")? {
        let name = row.name("id").unwrap_or_default();
        haul.add(&name, note(workspace, &row, &name, caller));
    }
    Ok(haul)
}

fn note(workspace: &Workspace, row: &Row, id: &str, caller: &Caller) -> Result<Incoming> {
    let kind = row.text("kind").unwrap_or("log");
    let text = row.text("content").unwrap_or_default().to_owned();
    let created = row.moment("created_at").unwrap_or(caller.now);
    let user = row.text("user_id").and_then(|id| UserId::new(id).ok());
    let own = Scope::User(user.unwrap_or_else(|| workspace.settings.owner.clone()));
    let passing = |grain| {
        let summary = text.clone();
        Content::Episode(Episode {
            grain,
            summary,
            topics: Vec::new(),
            outcome: Outcome::Unknown,
            duration_ms: None,
        })
    };
    let (scope, content) = match kind {
        "log" => (own, passing(Grain::Event)),
        "summary" => (own, passing(Grain::Session)),
        "rule" => {
            (own, Content::Procedure(Procedure { trigger: Trigger::Always, steps: vec![text.clone()] }))
        }
        "soul" => {
            let (kind, priority) = (EntryKind::Instruction, Priority::DEFAULT);
            (Scope::Agent, Content::Entry(Entry { kind, value: text.clone(), priority }))
        }
        other => return Err(EngineError::invalid(format!("kind `{other}`"), "it is no kind of note")),
    };
    let mut incoming = Incoming::new(id, scope, content, created)?.sure(row.number("confidence"));
    if kind == "soul" {
        incoming = incoming.keyed(&format!("soul.{}", slug(&text)));
    }
    let memory = &mut incoming.memory;
    memory.updated_at = row.moment("updated_at").unwrap_or(created);
    memory.tags = row.list("tags");
    if matches!(kind, "log" | "summary") {
        memory.tags.push(kind.to_owned());
    }
    memory.tags.extend(row.text("job_id").map(|job| format!("job:{job}")));
    memory.provenance.evidence = row.list("evidence");
    if row.text("sensitivity") == Some("sensitive") {
        memory.sensitivity = Sensitivity::Sensitive;
    }
    let stability = row.text("stability").and_then(|word| word.parse::<Stability>().ok()).unwrap_or_default();
    let mut incoming = incoming.until(row.moment("expires_at")).replaced(
        row.text("superseded_by"),
        "superseded before it came here",
        row.moment("updated_at"),
    );
    incoming.memory.retention.stability = stability;
    Ok(incoming)
}

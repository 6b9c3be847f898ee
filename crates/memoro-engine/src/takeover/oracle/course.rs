//! Threads, decisions, traces and the log of supersession of the Oracle family.

use memoro_core::{Content, Decision, Episode, Grain, Outcome, ProjectId, Scope, Source, Stage};
use memoro_store::Link;
use rusqlite::Connection;
use serde_json::Value;

use super::super::database::{Row, has_table, rows};
use super::super::{Haul, Incoming, TakenOver};
use crate::caller::Caller;
use crate::error::Result;
use crate::links::PATH;
use crate::stages::option_lines;
use crate::supersessions::since;
use crate::threads::Message;
use crate::workspace::Workspace;

/// Reads what there is besides documents.
pub(super) fn read(
    workspace: &Workspace,
    conn: &Connection,
    caller: &Caller,
    (haul, report): (&mut Haul, &mut TakenOver),
) -> Result<()> {
    if has_table(conn, "decisions") {
        for row in rows(conn, "SELECT * FROM decisions ORDER BY id")? {
            let name = format!("decision_{}", row.name("id").unwrap_or_default());
            haul.add(&name, decision(workspace, &row, &name, caller));
        }
    }
    if has_table(conn, "trace_log") {
        for row in rows(conn, "SELECT * FROM trace_log ORDER BY id")? {
            let name = row.name("trace_id").unwrap_or_default();
            haul.add(&name, trace(workspace, &row, &name, caller));
            for (kind, other) in [("dug_from", "parent_trace_id"), ("followed_by", "next_trace_id")] {
                if let Some(to) = row.text(other) {
                    haul.links.push(link(&name, kind, to, ""));
                }
            }
        }
    }
    if has_table(conn, "supersede_log") {
        for row in rows(conn, "SELECT * FROM supersede_log ORDER BY id")? {
            let both = row.text("old_id").is_some() && row.text("new_id").is_some();
            if let Some(old) = row.text("old_path").filter(|_| !both) {
                let new = row.text("new_path").unwrap_or_default();
                let reason = row.text("reason").unwrap_or_default();
                let note = since(reason, row.moment("superseded_at"));
                haul.links.push(link(&format!("{PATH}{old}"), "replaced_by", &format!("{PATH}{new}"), &note));
            }
        }
    }
    if has_table(conn, "forum_threads") && has_table(conn, "forum_messages") {
        threads(workspace, conn, caller, (haul, report))?;
    }
    Ok(())
}

fn link(from: &str, kind: &str, to: &str, note: &str) -> Link {
    Link { from: from.to_owned(), kind: kind.to_owned(), to: to.to_owned(), note: note.to_owned() }
}

fn scope(workspace: &Workspace, row: &Row) -> Scope {
    let project = row.text("project").and_then(|name| ProjectId::new(name).ok());
    project.map_or_else(|| Scope::User(workspace.settings.owner.clone()), Scope::Project)
}

fn decision(workspace: &Workspace, row: &Row, id: &str, caller: &Caller) -> Result<Incoming> {
    let text = |name: &str| row.text(name).unwrap_or_default().to_owned();
    let content = Content::Decision(Decision {
        title: text("title"),
        why: text("context"),
        finding: text("rationale"),
        conclusion: text("decision"),
        impact: String::new(),
        refs: Vec::new(),
        stage: row.text("status").and_then(|word| word.parse().ok()).unwrap_or(Stage::Pending),
    });
    let created = row.moment("created_at").unwrap_or(caller.now);
    let mut incoming = Incoming::new(id, scope(workspace, row), content, created)?;
    let memory = &mut incoming.memory;
    memory.updated_at = row.moment("updated_at").unwrap_or(created);
    memory.occurred_at = row.moment("decided_at");
    memory.tags = row.list("tags");
    memory.tags.extend(row.text("decided_by").map(|by| format!("decided_by:{by}")));
    memory.provenance.evidence = option_lines(&row.list("options"));
    Ok(incoming)
}

fn trace(workspace: &Workspace, row: &Row, id: &str, caller: &Caller) -> Result<Incoming> {
    let lists = [
        ("file", "found_files"),
        ("commit", "found_commits"),
        ("issue", "found_issues"),
        ("retrospective", "found_retrospectives"),
        ("learning", "found_learnings"),
        ("resonance", "found_resonance"),
    ];
    let found = lists
        .iter()
        .flat_map(|(what, name)| row.list(name).into_iter().map(move |one| format!("{what} {one}")));
    let mut evidence: Vec<String> = found.collect();
    evidence.extend(row.text("awakening").map(|text| format!("awakening {text}")));
    let content = Content::Episode(Episode {
        grain: Grain::Event,
        summary: row.text("query").unwrap_or_default().to_owned(),
        topics: Vec::new(),
        outcome: Outcome::Unknown,
        duration_ms: row.value("duration_ms").as_u64(),
    });
    let created = row.moment("created_at").unwrap_or(caller.now);
    let mut incoming = Incoming::new(id, scope(workspace, row), content, created)?;
    let memory = &mut incoming.memory;
    memory.updated_at = row.moment("updated_at").unwrap_or(created);
    memory.tags = vec![
        "trace".into(),
        format!("trace:{}", row.text("status").unwrap_or("raw")),
        format!("query:{}", row.text("query_type").unwrap_or("general")),
    ];
    memory.provenance.evidence = evidence;
    memory.provenance.source =
        Source { session: row.text("session_id").map(str::to_owned), ..Source::default() };
    Ok(incoming)
}

/// Takes threads over with the numbers that they have; one whose number is taken here is left out.
fn threads(
    workspace: &Workspace,
    conn: &Connection,
    caller: &Caller,
    (haul, report): (&mut Haul, &mut TakenOver),
) -> Result<()> {
    let messages = rows(conn, "SELECT * FROM forum_messages ORDER BY thread_id, id")?;
    for row in rows(conn, "SELECT * FROM forum_threads ORDER BY id")? {
        let Some(number) = row.value("id").as_u64() else { continue };
        let created = row.moment("created_at").unwrap_or(caller.now);
        let said: Vec<Message> = messages
            .iter()
            .filter(|message| message.value("thread_id") == &Value::from(number))
            .zip(1..)
            .map(|(message, place)| Message {
                number: place,
                role: message.text("role").unwrap_or("human").to_owned(),
                author: message.text("author").map(str::to_owned),
                content: message.text("content").unwrap_or_default().to_owned(),
                at: message.moment("created_at"),
            })
            .collect();
        let title = row.text("title").unwrap_or("thread").to_owned();
        let content = Content::Episode(Episode {
            grain: Grain::Session,
            summary: title,
            topics: Vec::new(),
            outcome: Outcome::Unknown,
            duration_ms: None,
        });
        let mut incoming =
            Incoming::new(&format!("thread_{number}"), scope(workspace, &row), content, created)?
                .keyed(&format!("thread/{number}"));
        incoming.memory.updated_at = row.moment("updated_at").unwrap_or(created);
        incoming.memory.tags =
            vec!["thread".into(), format!("thread:{}", row.text("status").unwrap_or("active"))];
        report.turns += workspace.take_thread(number, &said, caller)?;
        haul.memories.push(incoming);
    }
    Ok(())
}

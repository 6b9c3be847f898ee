//! The core memory of Softnix: PROFILE.md and SESSION.md, what waits in them, and the older values that the audit of its
//! runs still tells. The admin's POLICY.md is left to the admin.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use memoro_core::markdown::parse_entries;
use memoro_core::{Content, Entry, EntryKind, Priority, Retention, Scope, SessionId, Status};
use serde_json::Value;

use super::{Haul, Incoming, made_id, moment};
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

const WAITS: &str = "memory.pending.";

/// Reads a workspace folder.
pub(super) fn read(workspace: &Workspace, path: &Path, caller: &Caller) -> Result<Haul> {
    let mut haul = Haul::default();
    let mut found = false;
    let session = SessionId::new("softnix").map_err(|why| EngineError::invalid("session", why))?;
    let own = Scope::User(workspace.settings.owner.clone());
    for (file, scope) in [("PROFILE.md", own.clone()), ("SESSION.md", Scope::Session(session))] {
        let Ok(bytes) = std::fs::read(path.join(file)) else { continue };
        found = true;
        let entries = parse_entries(&bytes).map_err(|why| EngineError::NotText { file: file.into(), why })?;
        let told = |problem: &memoro_core::markdown::Problem| {
            format!("{file}: line {} {}", problem.line_no, problem.reason)
        };
        haul.problems.extend(entries.problems.iter().map(told));
        for item in &entries.items {
            let incoming = entry(&item.line, item.kind(), &scope, (caller, &workspace.settings.time_zone));
            haul.add(item.line.key.as_str(), incoming);
        }
    }
    if path.join("POLICY.md").exists() {
        haul.problems.push("POLICY.md: it is the admin's; put it into the configuration folder".into());
    }
    found |= older(path, &own, &mut haul);
    if !found {
        let why = "it has neither PROFILE.md nor SESSION.md";
        return Err(EngineError::invalid(format!("{} is no workspace of Softnix", path.display()), why));
    }
    Ok(haul)
}

fn entry(
    line: &memoro_core::markdown::EntryLine,
    kind: EntryKind,
    scope: &Scope,
    (caller, zone): (&Caller, &TimeZone),
) -> Result<Incoming> {
    let at = line.updated_at.unwrap_or(caller.now);
    let key = line.key.as_str().strip_prefix(WAITS).unwrap_or(line.key.as_str());
    let id = made_id("softnix", &[&scope.to_string(), key, &line.value]);
    let content = Content::Entry(Entry {
        kind: line.kind.unwrap_or(kind),
        value: line.value.clone(),
        priority: line.priority,
    });
    let mut incoming = Incoming::new(&id, scope.clone(), content, at)?.keyed(key);
    let memory = &mut incoming.memory;
    memory.provenance.origin = line.source;
    memory.retention = Retention::new(memory.retention.stability, line.ttl.clone(), at, zone);
    if key != line.key.as_str() {
        memory.status = Status::Pending;
        // It waits from now on, however long it has waited elsewhere.
        memory.updated_at = caller.now;
    }
    Ok(incoming)
}

/// One line of the audit.
struct Told {
    at: Timestamp,
    old: Option<String>,
    new: Option<String>,
}

/// Reads the values that came before from the audit of the runs; tells whether there is one.
fn older(path: &Path, own: &Scope, haul: &mut Haul) -> bool {
    let Ok(runs) = std::fs::read_dir(path.join(".softnix/runs")) else { return false };
    let mut told: BTreeMap<String, Vec<Told>> = BTreeMap::new();
    for run in runs.filter_map(std::result::Result::ok) {
        let Ok(text) = std::fs::read_to_string(run.path().join("memory_audit.jsonl")) else { continue };
        for line in text.lines() {
            let Ok(line) = serde_json::from_str::<Value>(line) else { continue };
            let text = |name: &str| line.get(name).and_then(Value::as_str).map(str::to_owned);
            let upsert = matches!(text("op").as_deref(), Some("upsert" | "promote_pending"));
            let profile = text("scope").as_deref() == Some("profile");
            if let (true, true, Some(key), Some(at)) =
                (upsert, profile, text("key"), line.get("ts").and_then(moment))
            {
                told.entry(key).or_default().push(Told { at, old: text("old"), new: text("new") });
            }
        }
    }
    for (key, mut lines) in told {
        lines.sort_by_key(|line| line.at);
        for (at, line) in lines.iter().enumerate() {
            let (Some(old), Some(new)) = (&line.old, &line.new) else { continue };
            let from =
                at.checked_sub(1).and_then(|before| lines.get(before)).map_or(line.at, |before| before.at);
            let incoming = earlier((&key, old, new), own, (from, line.at));
            haul.add(&key, incoming);
        }
    }
    true
}

fn earlier(
    (key, old, new): (&str, &str, &str),
    own: &Scope,
    (from, to): (Timestamp, Timestamp),
) -> Result<Incoming> {
    let (kind, priority) = (EntryKind::Preference, Priority::DEFAULT);
    let content = Content::Entry(Entry { kind, value: old.to_owned(), priority });
    let id = made_id("softnix", &[&own.to_string(), key, old, &from.to_string()]);
    let by = made_id("softnix", &[&own.to_string(), key, new]);
    let incoming = Incoming::new(&id, own.clone(), content, from)?.keyed(key);
    Ok(incoming.replaced(Some(&by), "a newer value took its place", Some(to)))
}

//! The database of the Oracle family: documents of every layer, threads, decisions, traces and what took the place of
//! what. A document without a layer is knowledge.

mod course;

use std::collections::HashMap;
use std::path::Path;

use memoro_core::user_model::{Change, Partial, Value};
use memoro_core::{
    Content, Entry, EntryKind, Episode, Grain, Note, Origin, Outcome, Priority, Procedure, ProjectId, Scope,
    Sensitivity, Trigger, UserId,
};
use rusqlite::Connection;

use super::database::{Row, has_table, open, rows};
use super::{Haul, Incoming, TakenOver, made_id};
use crate::caller::Caller;
use crate::draft::note_key;
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// Reads a database.
pub(super) fn read(
    workspace: &Workspace,
    path: &Path,
    caller: &Caller,
    report: &mut TakenOver,
) -> Result<Haul> {
    let file = if path.is_dir() { path.join("oracle.db") } else { path.to_owned() };
    let conn = open(&file)?;
    if !has_table(&conn, "oracle_documents") {
        let why = "it has no table `oracle_documents`";
        return Err(EngineError::invalid(
            format!("{} is no database of the Oracle family", file.display()),
            why,
        ));
    }
    let texts = texts(&conn)?;
    let mut haul = Haul::default();
    for row in rows(&conn, "SELECT * FROM oracle_documents ORDER BY created_at, id")? {
        let id = row.name("id").unwrap_or_default();
        let text = texts.get(&id).map(String::as_str).or(row.text("content")).map(str::to_owned);
        let text = text.or_else(|| row.text("source_file").and_then(|file| read_file(path, file)));
        let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
            haul.problems.push(format!("{id}: its text is neither in the database nor in its file"));
            continue;
        };
        document(workspace, &row, (&id, &text), caller, &mut haul);
    }
    course::read(workspace, &conn, caller, (&mut haul, report))?;
    Ok(haul)
}

fn texts(conn: &Connection) -> Result<HashMap<String, String>> {
    if !has_table(conn, "oracle_fts") {
        return Ok(HashMap::new());
    }
    let found = rows(conn, "SELECT id, content FROM oracle_fts")?;
    Ok(found.into_iter().filter_map(|row| Some((row.name("id")?, row.text("content")?.to_owned()))).collect())
}

/// Reads the file of a document that lies beside the database.
fn read_file(path: &Path, file: &str) -> Option<String> {
    let folder = if path.is_dir() { path } else { path.parent()? };
    let inside = folder.join(file).canonicalize().ok()?;
    inside.starts_with(folder.canonicalize().ok()?).then(|| std::fs::read_to_string(inside).ok())?
}

fn document(workspace: &Workspace, row: &Row, (id, text): (&str, &str), caller: &Caller, haul: &mut Haul) {
    let json: Option<serde_json::Value> =
        serde_json::from_str(text).ok().filter(serde_json::Value::is_object);
    let made = match (row.text("memory_layer").unwrap_or("semantic"), &json) {
        ("user_model", Some(model)) => return model_entries(workspace, row, (id, model), caller, haul),
        ("procedural", Some(procedure)) => {
            procedure_of(procedure).map(|(content, n)| (content, n, Vec::new()))
        }
        ("episodic", json) => Ok((episode_of(text, json.as_ref()), 0, Vec::new())),
        _ => Ok((Content::Note(Note { text: text.trim().to_owned() }), 0, kind_tag(row))),
    };
    let incoming = made.and_then(|(content, successes, tags)| {
        let mut incoming = common(workspace, row, (id, content), (json.as_ref(), caller))?;
        incoming.successes = successes;
        for tag in tags {
            if !incoming.memory.tags.contains(&tag) {
                incoming.memory.tags.push(tag);
            }
        }
        Ok(incoming)
    });
    haul.add(id, incoming);
}

fn kind_tag(row: &Row) -> Vec<String> {
    row.text("type").map(str::to_owned).into_iter().collect()
}

/// What documents of all layers share.
fn common(
    workspace: &Workspace,
    row: &Row,
    (id, content): (&str, Content),
    (json, caller): (Option<&serde_json::Value>, &Caller),
) -> Result<Incoming> {
    let created = row.moment("created_at").unwrap_or(caller.now);
    let project = row.text("project").and_then(|name| ProjectId::new(name).ok());
    let owner = Scope::User(workspace.settings.owner.clone());
    let told = |name: &str| json.and_then(|json| json.get(name));
    let named = told("userId").and_then(serde_json::Value::as_str).or(row.text("user_id"));
    let concepts = row.list("concepts");
    let named = named.or_else(|| concepts.iter().find_map(|concept| concept.strip_prefix("user:")));
    let user = named.and_then(|name| UserId::new(name.trim()).ok()).map(Scope::User);
    // What happened and how somebody works is theirs; knowledge is the project's, or everyone's who owns it.
    let scope = match (&content, project, user) {
        (Content::Episode(_) | Content::Procedure(_), _, Some(user)) => user,
        (_, Some(project), _) => Scope::Project(project),
        _ => owner,
    };
    let key = match &content {
        Content::Note(note) => note_key(&note.text).ok().map(|key| key.to_string()),
        Content::Procedure(Procedure { trigger: Trigger::When(when), .. }) => {
            Some(format!("when/{}", crate::draft::fingerprint(when)))
        }
        _ => None,
    };
    let mut incoming = Incoming::new(id, scope, content, created)?;
    if let Some(key) = key {
        incoming = incoming.keyed(&key);
    }
    incoming.accesses = row.count("access_count");
    incoming.last_used = told("lastUsed").and_then(super::moment).or_else(|| row.moment("last_accessed_at"));
    let memory = &mut incoming.memory;
    memory.updated_at = row.moment("updated_at").unwrap_or(created).max(created);
    memory.tags = row.list("concepts").into_iter().filter(|tag| !tag.starts_with("memory:")).collect();
    memory.provenance.source.path = row.text("source_file").map(str::to_owned);
    if matches!(memory.content, Content::Episode(_)) {
        let group = told("groupId").and_then(serde_json::Value::as_str).or(row.text("group_id"));
        memory.provenance.source.session = group.map(str::to_owned);
        memory.occurred_at = told("recordedAt").and_then(super::moment);
    }
    memory.provenance.origin = match row.text("origin") {
        Some("human") => Origin::Human,
        Some("mother") => Origin::Mother,
        _ => Origin::Import,
    };
    if row.count("is_private") == 1 {
        memory.sensitivity = Sensitivity::Sensitive;
    }
    let reason = row.text("superseded_reason").unwrap_or("superseded before it came here").to_owned();
    Ok(incoming.sure(row.number("confidence")).until(row.moment("expires_at")).replaced(
        row.text("superseded_by"),
        &reason,
        row.moment("superseded_at"),
    ))
}

fn texts_of(json: &serde_json::Value, name: &str) -> Vec<String> {
    let list = json.get(name).and_then(serde_json::Value::as_array);
    list.into_iter().flatten().filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

fn procedure_of(json: &serde_json::Value) -> Result<(Content, u32)> {
    let trigger = json.get("trigger").and_then(serde_json::Value::as_str).unwrap_or_default().trim();
    let steps = texts_of(json, "procedure");
    if trigger.is_empty() || steps.is_empty() {
        return Err(EngineError::invalid("the procedure", "it has no trigger or no steps"));
    }
    let successes = json.get("successCount").and_then(serde_json::Value::as_u64).unwrap_or(0);
    let procedure = Procedure { trigger: Trigger::When(trigger.to_owned()), steps };
    Ok((Content::Procedure(procedure), u32::try_from(successes).unwrap_or(u32::MAX)))
}

fn episode_of(text: &str, json: Option<&serde_json::Value>) -> Content {
    let told = |name: &str| json.and_then(|json| json.get(name)).and_then(serde_json::Value::as_str);
    let outcome = told("outcome").and_then(|word| word.parse().ok()).unwrap_or(Outcome::Unknown);
    Content::Episode(Episode {
        grain: Grain::Event,
        summary: told("summary").unwrap_or(text).trim().to_owned(),
        topics: json.map(|json| texts_of(json, "topics")).unwrap_or_default(),
        outcome,
        duration_ms: json.and_then(|json| json.get("durationMs")?.as_u64()),
    })
}

/// Takes a user model apart into the entries that it is a view of.
fn model_entries(
    workspace: &Workspace,
    row: &Row,
    (id, model): (&str, &serde_json::Value),
    caller: &Caller,
    haul: &mut Haul,
) {
    let named = model.get("userId").and_then(serde_json::Value::as_str).or(id.strip_prefix("user_model_"));
    let user = named.and_then(|id| UserId::new(id).ok()).unwrap_or_else(|| workspace.settings.owner.clone());
    let mut fields = model.as_object().cloned().unwrap_or_default();
    fields.remove("userId");
    fields.remove("updatedAt");
    let update = plain(&serde_json::Value::Object(fields));
    let updates = Partial::read(&update).and_then(|partial| partial.updates(&[]));
    let updates = match updates {
        Ok(updates) => updates,
        Err(why) => return haul.problems.push(format!("{id}: {why}")),
    };
    let scope = Scope::User(user);
    let at = row.moment("updated_at").unwrap_or(caller.now);
    for (key, change) in updates {
        let Change::Set(value) = change else { continue };
        let wish = ["response.", "code."].iter().any(|start| key.as_str().starts_with(start));
        let kind = if wish { EntryKind::Preference } else { EntryKind::Fact };
        let content = Content::Entry(Entry { kind, value: value.clone(), priority: Priority::DEFAULT });
        let name = made_id("oracle", &[id, key.as_str(), &value]);
        let incoming = Incoming::new(&name, scope.clone(), content, at).map(|one| one.keyed(key.as_str()));
        haul.add(key.as_str(), incoming);
    }
}

fn plain(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(yes) => Value::Bool(*yes),
        serde_json::Value::Number(number) => Value::Number(number.as_f64().unwrap_or_default()),
        serde_json::Value::String(text) => Value::Text(text.clone()),
        serde_json::Value::Array(items) => Value::List(items.iter().map(plain).collect()),
        serde_json::Value::Object(fields) => {
            Value::Map(fields.iter().map(|(name, value)| (name.clone(), plain(value))).collect())
        }
    }
}

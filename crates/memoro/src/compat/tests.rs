//! The tools of agents as operations: shapes, defaults, and what an agent may not do.

use jiff::{SignedDuration, Timestamp};
use memoro_core::UserId;
use memoro_engine::{Access, Caller, How, Role, Settings, Workspace};
use serde_json::{Value, json};

use super::graph::{AddObservationsRequest, CreateEntitiesRequest, CreateRelationsRequest, ReadGraphRequest};
use super::luminary::{ListMemoryRequest, RememberNoteRequest, UpdateMemoryRequest, UpdateSoulRequest};
use super::openclaw::{MemoryGetRequest, MemorySearchRequest};
use super::oracle::{ConceptsRequest, ThreadsRequest};
use crate::error::{Code, Failure};
use crate::ops::{self, Circumstances, Operation};

fn at(seconds: i64) -> Timestamp {
    "2026-11-15T10:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_secs(seconds)
}

fn new() -> (tempfile::TempDir, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &Caller::user(at(0))).unwrap();
    (folder, workspace)
}

fn ask_as<O: Operation>(workspace: &Workspace, access: Access, request: Value) -> Result<Value, Failure> {
    let operation: O = serde_json::from_value(request).unwrap();
    let around =
        Circumstances { access, now: at(10), run: None, session: None, keys: None, everywhere: Vec::new() };
    let (answer, _) = ops::run(operation, workspace, &around)?;
    Ok(serde_json::to_value(&answer).unwrap())
}

fn ask<O: Operation>(workspace: &Workspace, request: Value) -> Value {
    ask_as::<O>(workspace, Access::local(Role::User), request).unwrap()
}

#[test]
fn a_search_of_openclaw_names_files_lines_and_corpora() {
    let (folder, workspace) = new();
    std::fs::create_dir_all(folder.path().join("second-brain/specs")).unwrap();
    std::fs::write(folder.path().join("MEMORY.md"), "# ความจำ\n\nเซิร์ฟเวอร์ staging อยู่ที่สิงคโปร์\n").unwrap();
    std::fs::write(
        folder.path().join("second-brain/specs/net.md"),
        "# 网络\n\nstaging server uses port 8443\n",
    )
    .unwrap();
    workspace.index(How::Changes, &Caller::user(at(1)), &mut |_| {}).unwrap();
    let found = ask::<MemorySearchRequest>(
        &workspace,
        json!({"query": "staging server", "minScore": 0, "maxResults": "5"}),
    );
    let paths: Vec<&str> =
        found["results"].as_array().unwrap().iter().map(|r| r["path"].as_str().unwrap()).collect();
    assert!(paths.contains(&"MEMORY.md") && paths.contains(&"second-brain/specs/net.md"), "{found}");
    let one = &found["results"][0];
    for field in ["path", "startLine", "endLine", "score", "snippet", "source", "citation", "corpus"] {
        assert!(one.get(field).is_some(), "{field}: {one}");
    }
    assert_eq!(
        (&one["source"], &found["citations"], &found["mode"]),
        (&json!("memory"), &json!("auto"), &json!("hybrid"))
    );
    let wiki = ask::<MemorySearchRequest>(
        &workspace,
        json!({"query": "staging server", "minScore": 0, "corpus": "wiki"}),
    );
    assert_eq!(
        (wiki["results"].as_array().unwrap().len(), &wiki["results"][0]["corpus"]),
        (1, &json!("wiki"))
    );
    let strict = ask::<MemorySearchRequest>(&workspace, json!({"query": "quantum llama poetry"}));
    assert_eq!(strict["results"], json!([]));
    let got = ask::<MemoryGetRequest>(&workspace, json!({"path": "MEMORY.md", "from": 3, "lines": 1}));
    assert_eq!((&got["text"], &got["from"]), (&json!("เซิร์ฟเวอร์ staging อยู่ที่สิงคโปร์"), &json!(3)));
    for path in ["missing.md", "../outside.md", ".memoro/memoro.db", "memoro:nobody"] {
        assert_eq!(
            ask::<MemoryGetRequest>(&workspace, json!({"path": path})),
            json!({"path": path, "text": ""})
        );
    }
    let empty = ask::<MemorySearchRequest>(&workspace, json!({"query": " "}));
    assert_eq!((&empty["disabled"], &empty["results"]), (&json!(true), &json!([])));
}

#[test]
fn a_memory_without_a_file_is_found_and_read_by_openclaw_too() {
    let (_folder, workspace) = new();
    ask::<RememberNoteRequest>(
        &workspace,
        json!({"content": "ประชุมกับ Ann เรื่องงบประมาณ budget", "kind": "log"}),
    );
    let found = ask::<MemorySearchRequest>(&workspace, json!({"query": "budget Ann", "minScore": 0}));
    let path = found["results"][0]["path"].as_str().unwrap();
    assert!(path.starts_with("memoro:"), "{path}");
    let got = ask::<MemoryGetRequest>(&workspace, json!({"path": path}));
    assert!(got["text"].as_str().unwrap().contains("งบประมาณ"), "{got}");
}

#[test]
fn notes_of_luminary_are_kept_listed_and_replaced() {
    let (_folder, workspace) = new();
    let log = ask::<RememberNoteRequest>(&workspace, json!({"content": "เปิดร้าน", "tags": ["shop"]}));
    assert_eq!(log["success"], true);
    let list = ask::<ListMemoryRequest>(&workspace, json!({"kind": "log", "tags": "shop"}));
    assert_eq!((&list["notes"][0]["id"], &list["notes"][0]["expiresAt"]), (&log["noteId"], &Value::Null));
    assert_eq!(list["notes"][0]["stability"], "stable");
    let new = ask::<UpdateMemoryRequest>(&workspace, json!({"id": log["noteId"], "content": "开店了"}));
    assert_ne!(new["noteId"], log["noteId"]);
    let list = ask::<ListMemoryRequest>(&workspace, json!({"query": "开店"}));
    assert_eq!(list["notes"].as_array().unwrap().len(), 1);
    let agent = || Access::local(Role::Agent);
    let soul =
        ask_as::<UpdateSoulRequest>(&workspace, agent(), json!({"content": "I obey only myself"})).unwrap();
    assert_eq!((&soul["success"], &soul["pending"]), (&json!(true), &json!(true)));
    let rule =
        ask_as::<RememberNoteRequest>(&workspace, agent(), json!({"content": "never test", "kind": "rule"}))
            .unwrap();
    assert_eq!(rule["pending"], true);
    assert!(workspace.soul(&Caller::user(at(11))).unwrap().is_empty());
    let soul = ask::<UpdateSoulRequest>(&workspace, json!({"content": "I am calm"}));
    let refused =
        ask_as::<UpdateMemoryRequest>(&workspace, agent(), json!({"id": soul["noteId"], "content": "x"}));
    assert_eq!(refused.unwrap_err().code, Code::Unfit);
}

#[test]
fn the_graph_of_named_things_answers_in_its_own_words() {
    let (_folder, workspace) = new();
    let entities = json!({"entities": [{"name": "สมชาย", "entityType": "person", "observations": ["ชอบชา"]}, {"name": "甲", "entityType": "project"}]});
    assert_eq!(ask::<CreateEntitiesRequest>(&workspace, entities)["entities"].as_array().unwrap().len(), 2);
    let relation = json!({"from": "สมชาย", "to": "甲", "relationType": "works on"});
    ask::<CreateRelationsRequest>(&workspace, json!({"relations": [relation]}));
    let added = ask::<AddObservationsRequest>(
        &workspace,
        json!({"observations": [{"entityName": "甲", "contents": ["due in May"]}]}),
    );
    assert_eq!(added["results"][0], json!({"entityName": "甲", "addedObservations": ["due in May"]}));
    let graph = ask::<ReadGraphRequest>(&workspace, json!({}));
    assert_eq!((&graph["relations"][0], graph["entities"].as_array().unwrap().len()), (&relation, 2));
}

#[test]
fn a_key_of_one_user_does_not_see_what_the_owners_agents_share() {
    let (_folder, workspace) = new();
    let bound = || Access { user: Some(UserId::new("ann").unwrap()), ..Access::local(Role::User) };
    for refused in [
        ask_as::<ThreadsRequest>(&workspace, bound(), json!({})),
        ask_as::<ConceptsRequest>(&workspace, bound(), json!({})),
        ask_as::<ReadGraphRequest>(&workspace, bound(), json!({})),
    ] {
        assert_eq!(refused.unwrap_err().code, Code::NotFound);
    }
}

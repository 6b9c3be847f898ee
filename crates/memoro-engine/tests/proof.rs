//! `check` proves that store, index, mirror and audit agree: whatever is changed behind its back is found, and what is
//! derived is made again.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use jiff::Timestamp;
use memoro_core::{EntryKind, Key, Scope};
use memoro_engine::{Caller, Depth, Draft, Finding, How, Recall, Settings, Workspace};

fn now() -> Caller {
    Caller::user(Timestamp::now())
}

fn owner() -> Scope {
    "user:default".parse().unwrap()
}

fn filled() -> (tempfile::TempDir, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &now()).unwrap();
    for value in ["สุภาพ", "正式", "short"] {
        let draft = Draft::entry(owner(), Key::new("tone").unwrap(), EntryKind::Preference, value);
        workspace.write(draft, &now()).unwrap();
    }
    let note = Draft::note("project:web".parse().unwrap(), "the zebra project uses Postgres");
    let id = workspace.write(note, &now()).unwrap().written.id().unwrap().to_string();
    let edit =
        memoro_engine::Edit { text: Some("the zebra project uses SQLite".into()), ..Default::default() };
    workspace.edit(&id, &edit, &now()).unwrap();
    std::fs::write(folder.path().join("notes.md"), "# แผน\nรหัสโปรเจกต์คือพญานาค\n").unwrap();
    workspace.index(How::Changes, &now(), &mut |_| {}).unwrap();
    (folder, workspace)
}

fn tamper(folder: &tempfile::TempDir, sql: &str) -> usize {
    let conn = rusqlite::Connection::open(folder.path().join(".memoro/memoro.db")).unwrap();
    conn.pragma_update(None, "foreign_keys", false).unwrap();
    conn.execute(sql, []).unwrap()
}

fn wrong(findings: &[Finding]) -> Vec<String> {
    findings.iter().filter(|f| !f.holds()).flat_map(|f| f.problems.clone()).collect()
}

#[test]
fn a_workspace_in_order_is_in_order() {
    let (_folder, workspace) = filled();
    assert_eq!(wrong(&workspace.check(Depth::Full, &now()).unwrap()), Vec::<String>::new());
}

#[test]
fn every_change_of_a_row_or_of_history_behind_the_audit_is_found() {
    for sql in [
        "UPDATE memories SET status = 'archived' WHERE key = 'tone' AND status = 'active'",
        "UPDATE memories SET origin = 'admin', trust = 'admin' WHERE key = 'tone' AND status = 'active'",
        "UPDATE memories SET confidence = 1 WHERE shape = 'note'",
        "UPDATE memories SET content = '\"another text\"' WHERE shape = 'note'",
        "UPDATE memories SET recorded_at = 1 WHERE shape = 'note'",
        "UPDATE memories SET rev = rev + 1 WHERE shape = 'note'",
        "UPDATE history SET image = replace(image, 'Postgres', 'MongoDB')",
        "UPDATE history SET replaced_at = replaced_at + 1",
        "DELETE FROM history",
        "INSERT INTO history SELECT 'nobody', rev, recorded_at, replaced_at, image FROM history LIMIT 1",
        "INSERT INTO history SELECT memory, 99, recorded_at, replaced_at, image FROM history LIMIT 1",
        "DELETE FROM memories WHERE shape = 'note'",
        "UPDATE events SET new = 'forged' WHERE seq = 2",
        "UPDATE events SET image = NULL WHERE seq = 2",
        "DELETE FROM events WHERE seq = 2",
    ] {
        let (folder, workspace) = filled();
        assert!(tamper(&folder, sql) > 0, "{sql} changes nothing");
        let [first, again] = [Depth::Quick, Depth::Full].map(|depth| workspace.check(depth, &now()).unwrap());
        assert!(first.iter().any(|finding| !finding.problems.is_empty()), "not found: {sql}");
        // What the audit proves was written is written again; all else stays told.
        let is_right = again.iter().all(|finding| finding.problems.is_empty());
        assert_eq!(wrong(&first).is_empty(), is_right, "{sql}: {again:?}");
    }
}

#[test]
fn what_is_derived_is_made_again() {
    for sql in [
        "DELETE FROM chunks",
        "DELETE FROM index_tail",
        "DELETE FROM documents WHERE source = 'memory'",
        "UPDATE documents SET content_hash = zeroblob(32) WHERE source = 'memory'",
        "DELETE FROM chunks WHERE document IN (SELECT id FROM documents WHERE source = 'workspace')",
    ] {
        let (folder, workspace) = filled();
        assert!(tamper(&folder, sql) > 0, "{sql} changes nothing");
        let findings = workspace.check(Depth::Full, &now()).unwrap();
        assert_eq!(wrong(&findings), Vec::<String>::new(), "{sql}");
        assert!(findings.iter().any(|f| f.mended > 0), "nothing was mended: {sql}");
        for question in ["zebra project", "พญานาค", "tone"] {
            let hits = workspace.recall(&Recall::new(question), &now()).unwrap().hits;
            assert!(!hits.is_empty(), "{sql}: {question}");
        }
        let again = workspace.check(Depth::Full, &now()).unwrap();
        assert!(again.iter().all(|f| f.problems.is_empty()), "{sql}: {again:?}");
    }
}

#[test]
fn an_imported_past_is_covered_too() {
    let (_one, first) = filled();
    let mut lines = Vec::new();
    first.export(&mut lines, &now(), |_| {}).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let second = Workspace::init(folder.path(), Settings::default(), &now()).unwrap();
    second.import(&mut lines.as_slice(), &now(), |_| {}).unwrap();
    assert_eq!(wrong(&second.check(Depth::Full, &now()).unwrap()), Vec::<String>::new());
    assert!(tamper(&folder, "UPDATE history SET image = replace(image, 'Postgres', 'MongoDB')") > 0);
    assert!(!wrong(&second.check(Depth::Full, &now()).unwrap()).is_empty());
}

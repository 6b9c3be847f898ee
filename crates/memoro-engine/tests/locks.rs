//! A store that is open keeps its locks, whatever else is done with its files in the same process.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use jiff::Timestamp;
use memoro_core::{EntryKind, Key, Scope};
use memoro_engine::{Caller, Draft, Settings, Target, Workspace};

const FOLDER: &str = "MEMORO_LOCKS_FOLDER";

fn now() -> Caller {
    Caller::user(Timestamp::now())
}

fn set(workspace: &Workspace, key: &str) {
    let scope: Scope = "user:default".parse().unwrap();
    let draft = Draft::entry(scope, Key::new(key).unwrap(), EntryKind::Fact, "a value to look for");
    workspace.write(draft, &now()).unwrap();
}

/// The other process: opens the workspace, looks, and closes it again.
#[test]
fn the_other_process() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let workspace = Workspace::open(std::path::Path::new(&folder), Settings::default(), &now()).unwrap();
    set(&workspace, "from.the.other");
}

#[test]
fn a_forget_does_not_let_another_process_take_the_log_away() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &now()).unwrap();
    set(&workspace, "tone");
    workspace.forget(&Target::Memory("tone".into(), None), "", &now()).unwrap();
    let other = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "the_other_process"])
        .env(FOLDER, folder.path())
        .output()
        .unwrap();
    assert!(other.status.success(), "{other:?}");
    assert!(
        folder.path().join(".memoro/memoro.db-wal").exists(),
        "the log was taken away from an open store"
    );
    set(&workspace, "after");
    let seen = Workspace::open(folder.path(), Settings::default(), &now()).unwrap();
    for key in ["after", "from.the.other"] {
        assert!(seen.get(key, None, &now()).is_ok(), "{key} is lost");
        assert!(workspace.get(key, None, &now()).is_ok(), "{key} is lost");
    }
}

//! A workspace with a clock that goes on, whose files an editor shows while Memoro changes them.

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};
use memoro_core::{Decision, EntryKind, Key, Memory, Scope, Stage};
use memoro_engine::{Caller, Depth, Draft, Edit, Settings, Workspace};

use super::Save;

/// What is left of who has read what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Traces {
    /// Only the editor has read the file.
    Clear,
    /// A tool reads along.
    ReadAlong,
    /// The copy was opened so long ago that nothing of it is held.
    Gone,
}

pub(super) struct Desk {
    folder: tempfile::TempDir,
    pub(super) workspace: Workspace,
    traces: Traces,
    ticks: Cell<i64>,
}

fn mine() -> Scope {
    "user:default".parse().unwrap()
}

pub(super) fn each(test: impl Fn(&Desk, Save)) {
    for traces in [Traces::Clear, Traces::ReadAlong, Traces::Gone] {
        for how in [Save::ByRename, Save::InPlace] {
            eprintln!("{traces:?}, {how:?}");
            test(&Desk::new(traces), how);
        }
    }
}

impl Desk {
    pub(super) fn new(traces: Traces) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let begun = Caller::user("2026-11-15T09:00:00Z".parse().unwrap());
        let workspace = Workspace::init(folder.path(), Settings::default(), &begun).unwrap();
        Self { folder, workspace, traces, ticks: Cell::new(0) }
    }

    /// The user, a moment later than before.
    pub(super) fn user(&self) -> Caller {
        self.ticks.set(self.ticks.get() + 1);
        let begun: Timestamp = "2026-11-15T10:00:00Z".parse().unwrap();
        Caller::user(begun + SignedDuration::from_secs(self.ticks.get()))
    }

    pub(super) fn decide(&self, title: &str, supersedes: Option<&str>) -> String {
        let decision = Decision {
            title: title.into(),
            why: format!("why {title}"),
            finding: "测试了三种方案".into(),
            conclusion: format!("conclusion {title}"),
            impact: "ไม่มาก".into(),
            refs: Vec::new(),
            stage: Stage::Decided,
        };
        let draft = Draft::note(mine(), "-");
        let receipt = self.workspace.decide(decision, supersedes, draft, &self.user()).unwrap();
        receipt.written.id().unwrap().to_string()
    }

    pub(super) fn learn(&self, text: &str) -> (String, String) {
        let receipt = self.workspace.write(Draft::note(mine(), text), &self.user()).unwrap();
        (receipt.written.id().unwrap().to_string(), receipt.place.unwrap().file)
    }

    pub(super) fn set(&self, key: &str, value: &str) {
        let draft = Draft::entry(mine(), Key::new(key).unwrap(), EntryKind::Fact, value);
        assert!(self.workspace.write(draft, &self.user()).unwrap().verified);
    }

    pub(super) fn edit(&self, name: &str, edit: &Edit) {
        self.workspace.edit(name, edit, &self.user()).unwrap();
    }

    pub(super) fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    pub(super) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    /// What an older copy meets: Memoro has written, and others have read that or not.
    pub(super) fn meanwhile(&self, file: &str, change: impl FnOnce()) {
        change();
        if self.traces != Traces::Clear {
            drop(self.read(file));
        }
        if self.traces == Traces::Gone {
            for folder in [".memoro/replaced", ".memoro/shown"] {
                let _ = fs::remove_dir_all(self.path(folder));
            }
        }
    }

    pub(super) fn save(&self, how: Save, file: &str, text: &str) {
        match how {
            Save::InPlace => fs::write(self.path(file), text).unwrap(),
            Save::ByRename => {
                fs::write(self.path("part"), text).unwrap();
                fs::rename(self.path("part"), self.path(file)).unwrap();
            }
        }
        self.workspace.take_in(&self.user()).unwrap();
    }

    pub(super) fn memory(&self, name: &str) -> Memory {
        self.workspace.get(name, None, &self.user()).unwrap().memory
    }

    pub(super) fn text(&self, name: &str) -> String {
        self.memory(name).content.text()
    }

    pub(super) fn told(&self) -> String {
        self.workspace.notices().take().join("\n")
    }

    pub(super) fn holds(&self) {
        let found = self.workspace.check(Depth::Full, &self.user()).unwrap();
        assert!(found.iter().all(memoro_engine::Finding::holds), "{found:?}");
    }
}

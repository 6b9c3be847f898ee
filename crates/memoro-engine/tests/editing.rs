//! A person edits MEMORY.md while the weekly job rewrites it, and another machine works in the same folder: no edit is
//! lost, and two runs never meet.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::{SignedDuration, Timestamp};
use memoro_core::{Content, Decision, Stage};
use memoro_engine::jobs::{Ended, Job, RunJob};
use memoro_engine::{Caller, Carry, Draft, Settings, Workspace};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn new() -> (tempfile::TempDir, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let workspace =
        Workspace::init(folder.path(), Settings::default(), &Caller::user(at("2026-11-01T00:00:00Z")))
            .unwrap();
    (folder, workspace)
}

fn decide(workspace: &Workspace, number: usize) {
    let title = format!("Choice number {number} of many");
    let decision = Decision {
        title: title.clone(),
        why: "it was due".into(),
        finding: String::new(),
        conclusion: title,
        impact: String::new(),
        refs: Vec::new(),
        stage: Stage::Decided,
    };
    let draft = Draft::new(workspace.decision_scope(), Content::Decision(decision.clone()));
    workspace.decide(decision, None, draft, &Caller::user(at("2026-11-10T03:00:00Z"))).unwrap();
}

fn weekly(workspace: &Workspace) -> memoro_engine::Result<Ended> {
    let run = RunJob { job: Job::WeeklyCompound, date: None, carry: Carry::Out };
    Ok(workspace.run_job(&run, &Caller::user(at("2026-11-16T04:00:00Z")))?.ended)
}

/// How often an editor or a shell saves.
fn saves() -> u32 {
    std::env::var("MEMORO_SAVES").ok().and_then(|n| n.parse().ok()).unwrap_or(60)
}

/// How an editor saves what it holds.
#[derive(Clone, Copy, Debug)]
enum Save {
    /// A new file takes the place of the old one.
    ByRename,
    /// The file is written over.
    InPlace,
}

impl Save {
    fn save(self, path: &Path, text: &str) {
        match self {
            Save::InPlace => fs::write(path, text).unwrap(),
            Save::ByRename => {
                let beside = path.with_extension("swp");
                fs::write(&beside, text).unwrap();
                fs::rename(&beside, path).unwrap();
            }
        }
    }
}

/// Adds a line, as a shell does.
fn append(path: &Path, line: &str) {
    let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
    file.write_all(format!("{line}\n").as_bytes()).unwrap();
}

/// Tells whether a line stands in MEMORY.md, in a version that was laid beside it, or where the weekly job puts what is too
/// long for it.
fn stands(folder: &Path, line: &str) -> bool {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).any(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            return !name.starts_with('.') && stands(&path, line);
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        (name.starts_with("MEMORY.") || path.extension().is_some_and(|end| end == "md"))
            && text.lines().any(|found| found == line)
    })
}

#[test]
fn no_line_that_is_added_while_the_weekly_job_runs_is_lost() {
    let (folder, workspace) = new();
    let path = folder.path().join("MEMORY.md");
    fs::write(&path, "# Memory\n\nอ่านก่อน\n").unwrap();
    let (done, saves) = (AtomicBool::new(false), saves());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0..saves {
                let line = format!("- 我的一行 {number}");
                append(&path, &line);
                std::thread::sleep(std::time::Duration::from_millis(3));
            }
            done.store(true, Ordering::Release);
        });
        let mut number = 0;
        while !done.load(Ordering::Acquire) || number == 0 {
            decide(&workspace, number);
            number += 1;
            // A file that is changed all the time is left for the next run, and said so.
            match weekly(&workspace) {
                Ok(ended) => assert!(matches!(ended, Ended::Done | Ended::Nothing), "{ended:?}"),
                Err(error) => assert!(error.to_string().contains("keeps changing"), "{error}"),
            }
        }
    });
    weekly(&workspace).unwrap();
    // What went into the old file in the moment of a rewrite is taken in by whatever comes next.
    let (later, begun) = (Caller::user(at("2026-11-16T05:00:00Z")), std::time::Instant::now());
    let lines: Vec<String> = (0..saves).map(|number| format!("- 我的一行 {number}")).collect();
    while !lines.iter().all(|line| stands(folder.path(), line)) && begun.elapsed().as_secs() < 10 {
        workspace.take_in(&later).unwrap();
    }
    let text = fs::read_to_string(&path).unwrap();
    for line in &lines {
        assert!(stands(folder.path(), line), "{line} in\n{text}");
    }
    assert!(text.contains("อ่านก่อน") && text.contains("Choice number 0 of many"), "{text}");
}

/// An editor holds a text of its own: it neither knows nor keeps what others wrote meanwhile.
#[test]
fn nothing_that_an_editor_saves_while_the_weekly_job_runs_is_lost() {
    for how in [Save::ByRename, Save::InPlace] {
        let (folder, workspace) = new();
        let path = folder.path().join("MEMORY.md");
        let mut held = "# Memory\n\nอ่านก่อน\n".to_owned();
        how.save(&path, &held);
        let (done, saves) = (AtomicBool::new(false), saves());
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for number in 0..saves {
                    held = format!("{held}- 我的一行 {number}\n");
                    how.save(&path, &held);
                    std::thread::sleep(std::time::Duration::from_millis(3));
                }
                done.store(true, Ordering::Release);
            });
            let mut number = 0;
            while !done.load(Ordering::Acquire) || number == 0 {
                decide(&workspace, number);
                number += 1;
                if let Err(error) = weekly(&workspace) {
                    assert!(error.to_string().contains("keeps changing"), "{error}");
                }
            }
        });
        weekly(&workspace).unwrap();
        let (later, begun) = (Caller::user(at("2026-11-16T05:00:00Z")), std::time::Instant::now());
        let lines: Vec<String> = (0..saves).map(|number| format!("- 我的一行 {number}")).collect();
        while !lines.iter().all(|line| stands(folder.path(), line)) && begun.elapsed().as_secs() < 10 {
            workspace.take_in(&later).unwrap();
        }
        for line in &lines {
            assert!(stands(folder.path(), line), "{how:?}: {line}");
        }
    }
}

#[test]
fn the_run_of_another_machine_is_left_to_end_and_a_dead_one_is_taken_over() {
    let (folder, workspace) = new();
    decide(&workspace, 0);
    let locks = folder.path().join("memory/.locks");
    fs::create_dir_all(&locks).unwrap();
    let lock = |name: &str, beat: Timestamp| {
        let text = format!("owner: other-machine 4711\nstart: {beat}\nheartbeat: {beat}\n");
        fs::write(locks.join(format!("{name}.lock")), text).unwrap();
    };
    for name in ["weekly-compound", "daily-wrapup"] {
        lock(name, Timestamp::now());
        let ended = weekly(&workspace).unwrap();
        assert!(matches!(&ended, Ended::Busy(owner) if owner.host == "other-machine"), "{name}: {ended:?}");
        assert!(!folder.path().join("MEMORY.md").exists());
        lock(name, Timestamp::now() - SignedDuration::from_mins(5));
    }
    assert_eq!(weekly(&workspace).unwrap(), Ended::Done);
    assert!(!locks.join("weekly-compound.lock").exists() && !locks.join("daily-wrapup.lock").exists());
}

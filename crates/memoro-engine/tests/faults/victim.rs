//! The process that writes on the shim, and what it must find again afterwards.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use jiff::Timestamp;
use memoro_core::{Content, EntryKind, Episode, Grain, Key, MemoryId, Outcome, Scope};
use memoro_engine::{Caller, Depth, Draft, Settings, Workspace};

const FOLDER: &str = "MEMORO_FAULTS_FOLDER";
const WRITES: &str = "MEMORO_FAULTS_WRITES";
const THREADS: usize = 4;

/// The run under which everything is written.
const RUN: &str = "faults";

pub(crate) fn now() -> Caller {
    Caller { run: Some(RUN.into()), ..Caller::user(Timestamp::now()) }
}

pub(crate) fn owner() -> Scope {
    "user:default".parse().unwrap()
}

fn draft(thread: usize, n: usize) -> (String, Draft) {
    let name = format!("{thread}-{n}");
    match thread % 3 {
        0 => {
            let summary = format!("เกิดขึ้นแล้ว 发生了 happened {name}");
            let content = Content::Episode(Episode {
                grain: Grain::Event,
                summary,
                topics: vec![],
                outcome: Outcome::Unknown,
                duration_ms: None,
            });
            let id = Some(MemoryId::new(format!("e-{name}")).unwrap());
            (format!("episode e-{name}"), Draft { id, ..Draft::new(owner(), content) })
        }
        1 => {
            let key = Key::new(format!("slot.{thread}.{}", n % 4)).unwrap();
            (format!("entry {key} {n}"), Draft::entry(owner(), key, EntryKind::Fact, n.to_string()))
        }
        _ => {
            let id = MemoryId::new(format!("learning_2026-11-15_n-{name}")).unwrap();
            let note = Draft::note(owner(), format!("ข้อสังเกต 备注 note {name}"));
            (format!("note {id}"), Draft { id: Some(id), ..note })
        }
    }
}

/// The victim: writes what it is told to, and says so after each acknowledgement.
#[test]
fn the_writer_on_a_bad_disk() {
    let (Some(folder), Ok(writes)) = (folder(), std::env::var(WRITES)) else { return };
    let writes: usize = writes.parse().unwrap();
    let Ok(workspace) = Workspace::open(&folder, Settings::default(), &now()) else {
        say("closed");
        return;
    };
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let workspace = &workspace;
            scope.spawn(move || {
                for n in 0..writes {
                    let (name, draft) = draft(thread, n);
                    match workspace.write(draft, &now()) {
                        Ok(receipt) => {
                            assert!(receipt.verified);
                            say(&name);
                        }
                        Err(error) => say(&format!("refused {error}")),
                    }
                }
            });
        }
    });
}

pub(crate) fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("\nack {line}\n").as_bytes()).unwrap();
    out.flush().unwrap();
}

/// Returns the shim, built once.
fn shim() -> &'static Path {
    static SHIM: OnceLock<PathBuf> = OnceLock::new();
    SHIM.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/shim.c");
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("shim-{}.so", std::process::id()));
        let built = Command::new("cc")
            .args(["-O1", "-Wall", "-Wextra", "-shared", "-fPIC", "-o"])
            .arg(&library)
            .arg(source)
            .args(["-ldl", "-lpthread"])
            .status()
            .unwrap();
        assert!(built.success(), "the shim does not build");
        library
    })
}

/// Runs the writer on the shim.
pub(crate) fn run(folder: &Path, writes: usize, shim_env: &[(&str, &str)]) -> Output {
    let writes = writes.to_string();
    let mut env = vec![(WRITES, writes.as_str())];
    env.extend(shim_env);
    run_test("victim::the_writer_on_a_bad_disk", folder, &env)
}

/// Runs one test of this program on the shim, in a process of its own.
pub(crate) fn run_test(name: &str, folder: &Path, env: &[(&str, &str)]) -> Output {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(FOLDER, folder)
        .env("LD_PRELOAD", shim())
        .env("MEMORO_SHIM_ROOT", folder)
        .envs(env.iter().copied())
        .stderr(Stdio::piped())
        .output()
        .unwrap()
}

/// Returns the folder in which a victim works, in the process of a victim.
pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}

/// What was acknowledged.
#[derive(Debug, Default, Clone)]
pub(crate) struct Acknowledged {
    pub(crate) ids: Vec<String>,
    pub(crate) slots: BTreeMap<String, usize>,
    pub(crate) refused: usize,
}

impl Acknowledged {
    /// Reads the acknowledgements in a text.
    pub(crate) fn take(&mut self, text: &str) {
        for line in text.lines().filter_map(|line| line.strip_prefix("ack ")) {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["episode" | "note", id] => self.ids.push(id.to_owned()),
                ["entry", key, n] => {
                    let newest = self.slots.entry(key.to_owned()).or_default();
                    *newest = (*newest).max(n.parse().unwrap());
                }
                _ => self.refused += 1,
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len() + self.slots.len()
    }

    /// Looks for all of it in a workspace: rows, files, the run's audit file, and that everything agrees.
    pub(crate) fn verify(&self, root: &Path, state: &str) {
        let workspace = Workspace::open(root, Settings::default(), &now())
            .unwrap_or_else(|error| panic!("{state}: does not open: {error}"));
        let profile = std::fs::read_to_string(root.join("PROFILE.md")).unwrap_or_default();
        for id in &self.ids {
            let stored = workspace.store().get(&MemoryId::new(id).unwrap()).unwrap();
            assert!(stored.is_some(), "{state}: {id} was acknowledged and is lost");
            if id.starts_with("learning") {
                let file = root.join(format!("memory/learnings/{id}.md"));
                let text = std::fs::read_to_string(&file).unwrap_or_default();
                assert!(text.contains("ข้อสังเกต 备注 note"), "{state}: {id} is not in its file");
            }
        }
        for (key, newest) in &self.slots {
            let value = workspace.get(key, None, &now()).unwrap().memory.content.text();
            assert!(
                value.parse::<usize>().unwrap() >= *newest,
                "{state}: {key} went back from {newest} to {value}"
            );
            let line = format!("key:{key} | value:{value} ");
            assert!(profile.contains(&line), "{state}: PROFILE.md lacks {line:?}");
        }
        self.verify_run_file(root, state);
        for finding in workspace.check(Depth::Full, &now()).unwrap() {
            assert!(finding.holds(), "{state}: {finding:?}");
        }
    }

    fn verify_run_file(&self, root: &Path, state: &str) {
        // Behind what was acknowledged may stand half a line, cut in the middle of a letter.
        let lines = std::fs::read(root.join(".memoro/runs/faults/memory_audit.jsonl")).unwrap_or_default();
        let lines = String::from_utf8_lossy(&lines);
        let words = |id: &String| id.replace("learning_2026-11-15_n-", "note ");
        for word in self.ids.iter().map(words).chain(self.slots.keys().cloned()) {
            assert!(lines.contains(word.as_str()), "{state}: the audit file of the run lacks {word}");
        }
    }
}

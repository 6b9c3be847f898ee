//! A process that dies before any single change of the disk, one after the other: the state is the one before or the one
//! after, never one between, also when the process that mends it dies at its own steps.

use std::collections::BTreeSet;
use std::path::Path;

use memoro_core::{Content, EntryKind, Episode, Grain, Key, MemoryId, Outcome};
use memoro_engine::store::{Filter, Mode, Store};
use memoro_engine::{Depth, Draft, Settings, Target, Workspace};

use crate::victim::{self, folder, now, owner, say};

/// Tells the victim what to do.
const DEED: &str = "MEMORO_FAULTS_DEED";
/// A word that stands in one note alone, which is forgotten in the end.
const SECRET: &str = "ปลาหมึกยักษ์-章鱼-octopus";

fn entry(workspace: &Workspace, key: &str, value: &str) {
    let draft = Draft::entry(owner(), Key::new(key).unwrap(), EntryKind::Fact, value);
    assert!(workspace.write(draft, &now()).unwrap().verified);
}

fn note(workspace: &Workspace, id: &str, text: &str) {
    let id = Some(MemoryId::new(id).unwrap());
    assert!(workspace.write(Draft { id, ..Draft::note(owner(), text.to_owned()) }, &now()).unwrap().verified);
}

fn episode(workspace: &Workspace, id: &str) {
    let content = Content::Episode(Episode {
        grain: Grain::Event,
        summary: "ย้ายบ้าน 搬家 moved house".into(),
        topics: vec![],
        outcome: Outcome::Unknown,
        duration_ms: None,
    });
    let id = Some(MemoryId::new(id).unwrap());
    assert!(workspace.write(Draft { id, ..Draft::new(owner(), content) }, &now()).unwrap().verified);
}

/// Everything that the victim does, in this order; each is one acknowledged change.
const DEEDS: [fn(&Workspace); 9] = [
    |workspace| entry(workspace, "colour", "แดง"),
    |workspace| entry(workspace, "colour", "蓝"),
    |workspace| note(workspace, "learning_2026-11-15_secret", &format!("a note on the {SECRET}")),
    |workspace| episode(workspace, "e-1"),
    |workspace| entry(workspace, "town", "Chiang Mai"),
    |workspace| {
        let target = Target::Memory("learning_2026-11-15_secret".into(), None);
        workspace.forget(&target, "", &now()).unwrap();
    },
    |workspace| entry(workspace, "town", "ขอนแก่น"),
    |workspace| {
        workspace.undo(&now()).unwrap();
    },
    |workspace| note(workspace, "learning_2026-11-15_last", "备注 the last note"),
];

/// The victim: does one thing after the other and says so.
#[test]
fn the_writer_that_dies_at_a_step() {
    let (Some(folder), Ok(first)) = (folder(), std::env::var(DEED)) else { return };
    let workspace = Workspace::open(&folder, Settings::default(), &now()).unwrap();
    for (n, deed) in DEEDS.iter().enumerate().skip(first.parse().unwrap()) {
        deed(&workspace);
        say(&format!("did {n}"));
    }
}

/// What a person sees of a workspace: the current memories, the lines of the profile and the notes' files.
fn seen(root: &Path) -> Vec<String> {
    let workspace = Workspace::open(root, Settings::default(), &now()).unwrap();
    for finding in workspace.check(Depth::Full, &now()).unwrap() {
        assert!(finding.holds(), "{finding:?}");
    }
    let all = workspace.list(&Filter { now: now().now, ..Filter::default() }, &now()).unwrap();
    let mut seen: BTreeSet<String> =
        all.iter().map(|stored| format!("memory {}", stored.memory.content.text())).collect();
    assert_eq!(seen.len(), all.len(), "something is there twice");
    let profile = std::fs::read_to_string(root.join("PROFILE.md")).unwrap_or_default();
    let parts = profile.lines().filter(|line| line.contains("| value:"));
    seen.extend(parts.map(|line| line.split(" | ").skip(1).take(2).collect::<Vec<_>>().join(" ")));
    for file in std::fs::read_dir(root.join("memory/learnings")).into_iter().flatten() {
        seen.insert(format!("file {}", file.unwrap().file_name().to_string_lossy()));
    }
    seen.into_iter().collect()
}

/// Returns what is seen before the first deed and after each.
fn every_state() -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &now()).unwrap();
    let mut states = vec![seen(folder.path())];
    for deed in DEEDS {
        deed(&workspace);
        states.push(seen(folder.path()));
    }
    states
}

/// Lets the victim die before a step, and the one that opens the workspace after it before `again`; returns how many
/// deeds were acknowledged, or nothing where the step does not come.
fn die(root: &Path, step: usize, again: usize) -> Option<usize> {
    let name = "each_step::the_writer_that_dies_at_a_step";
    let fault = format!("step:kill:{step}");
    let output = victim::run_test(name, root, &[(DEED, "0"), ("MEMORO_SHIM_FAULT", &fault)]);
    if output.status.success() {
        return None;
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let fault = format!("step:kill:{again}");
    victim::run_test(name, root, &[(DEED, "99"), ("MEMORO_SHIM_FAULT", &fault)]);
    Some(said.lines().filter(|line| line.starts_with("ack did ")).count())
}

fn holds_secret(folder: &Path) -> bool {
    walk(folder).iter().any(|file| {
        let bytes = std::fs::read(file).unwrap();
        bytes.windows(SECRET.len()).any(|window| window == SECRET.as_bytes())
    })
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[test]
fn a_process_that_dies_at_any_step_leaves_the_state_before_or_the_state_after() {
    let states = every_state();
    let again = crate::count("MEMORO_STEPS", 1);
    let (mut tried, mut acknowledged) = (0, BTreeSet::new());
    for step in 1.. {
        let done: Option<Vec<usize>> = (0..again).map(|n| dies(&states, step, 1 + (step + n) % 12)).collect();
        let Some(done) = done else { break };
        acknowledged.extend(done);
        tried += 1;
    }
    println!("{tried} steps, each {again} times");
    assert_eq!(acknowledged.len(), DEEDS.len() + 1, "{tried} steps, {acknowledged:?}");
}

/// Lets the victim die at a step and looks at what is left.
fn dies(states: &[Vec<String>], step: usize, again: usize) -> Option<usize> {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("workspace");
    drop(Workspace::init(&root, Settings::default(), &now()).unwrap());
    let done = die(&root, step, again)?;
    let store = Store::open(&root.join(".memoro/memoro.db"), Mode::Existing).unwrap();
    assert!(store.unindexed().unwrap().is_empty(), "step {step}: a memory is there that no question finds");
    drop(store);
    let found = seen(&root);
    let near = states.get(done..states.len().min(done + 2)).unwrap();
    assert!(near.contains(&found), "step {step}, {done} acknowledged: {found:#?} is none of {near:#?}");
    assert!(done < 6 || !holds_secret(&root), "step {step}: forgotten words are on the disk");
    Some(done)
}

/// Makes a workspace whose store has an older schema and one memory.
fn of_schema(root: &Path, schema: usize) {
    drop(Workspace::init(root, Settings::default(), &now()).unwrap());
    let store = root.join(".memoro/memoro.db");
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", store.display()));
    }
    let raw = rusqlite::Connection::open(&store).unwrap();
    let steps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../memoro-store/src/migrations");
    let mut steps = walk(&steps);
    steps.sort();
    for step in steps.iter().take(schema) {
        raw.execute_batch(&std::fs::read_to_string(step).unwrap()).unwrap();
    }
    raw.pragma_update(None, "user_version", schema).unwrap();
    raw.execute_batch(
        "INSERT INTO memories VALUES (1, 'old', 'user', 'default', 'old', 'episode', 'event',
         '{\"summary\":\"ย้ายบ้าน 搬家\",\"topics\":[],\"outcome\":\"unknown\",\"duration_ms\":null}', '[]', 'active', NULL,
         NULL, 'user_explicit', 'user', 950, '{}', 'stable', 'none', NULL, 'normal', NULL, 1790000000000000,
         1790000000000000, NULL, 1790000000000000, 1)",
    )
    .unwrap();
}

#[test]
fn a_process_that_dies_while_it_brings_an_older_store_up_takes_nothing_away() {
    for schema in 1..usize::try_from(memoro_engine::store::SCHEMA).unwrap() {
        let stride = if crate::count("MEMORO_STEPS", 1) > 1 { 1 } else { 9 };
        for step in (1 + schema..).step_by(stride) {
            let folder = tempfile::tempdir().unwrap();
            let root = folder.path().join("workspace");
            of_schema(&root, schema);
            let fault = format!("step:kill:{step}");
            let name = "each_step::the_writer_that_dies_at_a_step";
            let killed = victim::run_test(name, &root, &[(DEED, "8"), ("MEMORO_SHIM_FAULT", &fault)]);
            let workspace = Workspace::open(&root, Settings::default(), &now()).unwrap();
            let old = workspace.get("old", None, &now()).unwrap();
            assert_eq!(old.memory.content.text(), "ย้ายบ้าน 搬家", "schema {schema}, step {step}");
            note(&workspace, "learning_2026-11-15_last", "备注 the last note");
            if killed.status.success() {
                assert!(step > 20, "schema {schema}: hardly a step");
                break;
            }
        }
    }
}

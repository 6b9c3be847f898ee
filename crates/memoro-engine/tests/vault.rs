//! The vault as its owner sees it: what is remembered stands in files, what is edited there is remembered.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use jiff::{SignedDuration, Timestamp};
use memoro_core::{EntryKind, Key, Scope, Written};
use memoro_engine::{Caller, Depth, Draft, Edit, EngineError, Settings, Target, Whose, Workspace};
use memoro_store::{Filter, Order};

struct Home {
    folder: tempfile::TempDir,
    workspace: Workspace,
    clock: std::cell::Cell<i64>,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::init(folder.path(), Settings::default(), &Caller::user(start())).unwrap();
        Self { folder, workspace, clock: std::cell::Cell::new(0) }
    }

    fn user(&self) -> Caller {
        self.clock.set(self.clock.get() + 1);
        Caller::user(start() + SignedDuration::from_secs(self.clock.get()))
    }

    fn set(&self, key: &str, value: &str) -> memoro_core::Receipt {
        let draft = Draft::entry(owner(), Key::new(key).unwrap(), EntryKind::Preference, value);
        self.workspace.write(draft, &self.user()).unwrap()
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(file)).unwrap_or_default()
    }

    fn edit_file(&self, file: &str, from: &str, to: &str) {
        let text = self.read(file);
        assert!(text.contains(from), "{file} does not hold {from:?}:\n{text}");
        std::fs::write(self.folder.path().join(file), text.replace(from, to)).unwrap();
    }

    fn value(&self, key: &str) -> Option<String> {
        match self.workspace.get(key, Some(&owner()), &self.user()) {
            Ok(stored) => Some(stored.memory.content.text()),
            Err(EngineError::NotFound { .. }) => None,
            Err(other) => panic!("{other}"),
        }
    }
}

fn start() -> Timestamp {
    "2026-11-15T10:00:00Z".parse().unwrap()
}

fn owner() -> Scope {
    "user:default".parse().unwrap()
}

#[test]
fn a_preference_is_stored_shown_in_the_profile_and_acknowledged_with_its_line() {
    let home = Home::new();
    let receipt = home.set("response.tone", "สุภาพ | เป็นกันเอง");
    assert!(matches!(receipt.written, Written::Stored(_)) && receipt.verified);
    let place = receipt.place.unwrap();
    assert_eq!(place.file, "PROFILE.md");
    let line = home.read("PROFILE.md").lines().nth(place.line as usize - 1).unwrap().to_owned();
    assert_eq!(
        line,
        r"- key:response.tone | value:สุภาพ \| เป็นกันเอง | priority:50 | ttl:none | source:user_explicit | updated_at:2026-11-15T10:00:01Z"
    );
    assert!(matches!(home.set("response.tone", "สุภาพ | เป็นกันเอง").written, Written::Merged { .. }));
    assert!(matches!(home.set("response.tone", "正式").written, Written::Superseded { .. }));
    assert_eq!(home.value("response.tone").unwrap(), "正式");
}

#[test]
fn what_a_person_edits_wins_and_becomes_history() {
    let home = Home::new();
    home.set("city", "Bangkok");
    home.edit_file("PROFILE.md", "value:Bangkok", "value:เชียงใหม่");
    assert_eq!(home.value("city").unwrap(), "เชียงใหม่");
    let history = home.workspace.history("city", &home.user()).unwrap();
    let values: Vec<String> = history.iter().map(|v| v.memory.content.text()).collect();
    assert_eq!(values, ["Bangkok", "Bangkok", "เชียงใหม่"]);
    let why = home.workspace.why("city", &home.user()).unwrap();
    assert_eq!(why.events.last().unwrap().actor, "user_edit");
    assert_eq!(why.replaced[0].content.text(), "Bangkok");
}

#[test]
fn lines_added_and_removed_by_hand_are_added_and_removed() {
    let home = Home::new();
    home.set("a", "1");
    let mut text = home.read("PROFILE.md");
    text.push_str("\n## Facts\n- key:pet | value:一只猫\nsome words of my own\n- key:broken value\n");
    std::fs::write(home.folder.path().join("PROFILE.md"), &text).unwrap();
    assert_eq!(home.value("pet").unwrap(), "一只猫");
    let overview = home.workspace.overview(&home.user()).unwrap();
    assert_eq!(overview.problems.len(), 1, "{:?}", overview.problems);
    home.set("b", "2");
    let after = home.read("PROFILE.md");
    assert!(after.contains("some words of my own\n- key:broken value\n"), "{after}");
    let without: String =
        after.lines().filter(|l| !l.contains("key:pet")).fold(String::new(), |all, l| all + l + "\n");
    std::fs::write(home.folder.path().join("PROFILE.md"), without).unwrap();
    assert_eq!(home.value("pet"), None);
    assert_eq!(home.value("b").unwrap(), "2");
}

#[test]
fn an_edit_and_a_write_to_the_same_file_lose_neither_side() {
    let home = Home::new();
    home.set("a", "1");
    home.set("b", "1");
    home.edit_file("PROFILE.md", "key:a | value:1", "key:a | value:by hand");
    home.set("b", "2");
    let text = home.read("PROFILE.md");
    assert!(text.contains("key:a | value:by hand") && text.contains("key:b | value:2"), "{text}");
    assert_eq!(home.value("a").unwrap(), "by hand");
}

#[test]
fn a_profile_that_vanishes_is_written_again_and_nothing_is_forgotten() {
    let home = Home::new();
    home.set("a", "1");
    std::fs::remove_file(home.folder.path().join("PROFILE.md")).unwrap();
    assert_eq!(home.value("a").unwrap(), "1");
    assert!(home.read("PROFILE.md").contains("key:a | value:1"));
}

#[test]
fn undo_takes_the_last_change_back_one_after_the_other() {
    let home = Home::new();
    home.set("tone", "formal");
    home.set("tone", "casual");
    home.workspace.undo(&home.user()).unwrap();
    assert_eq!(home.value("tone").unwrap(), "formal");
    assert!(home.read("PROFILE.md").contains("value:formal"));
    home.workspace.undo(&home.user()).unwrap();
    assert_eq!(home.value("tone"), None);
    assert!(!home.read("PROFILE.md").contains("key:tone"));
    assert!(home.workspace.undo(&home.user()).is_err());
}

#[test]
fn forgetting_leaves_no_trace_in_any_file_and_only_the_person_brings_it_back() {
    let home = Home::new();
    home.set("secret.place", "the-old-lighthouse");
    home.set("secret.place", "the-new-lighthouse");
    let target = Target::Memory("secret.place".into(), None);
    let report = home.workspace.forget(&target, "", &home.user()).unwrap();
    assert_eq!((report.memories.len(), report.verified), (2, true));
    for entry in walk(home.folder.path()) {
        let bytes = std::fs::read(&entry).unwrap();
        for word in ["the-old-lighthouse", "the-new-lighthouse", "secret.place"] {
            assert!(
                !bytes.windows(word.len()).any(|w| w == word.as_bytes()),
                "{} holds {word}",
                entry.display()
            );
        }
    }
    let agent = Caller::agent(home.user().now);
    let draft =
        Draft::entry(owner(), Key::new("secret.place").unwrap(), EntryKind::Preference, "the-new-lighthouse");
    assert!(home.workspace.write(draft, &agent).is_err());
    assert!(matches!(home.set("secret.place", "the-new-lighthouse").written, Written::Stored(_)));
    assert!(home.workspace.store().verify_audit().unwrap().problems.is_empty());
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(walk(&path)) } else { found.push(path) }
    }
    found
}

#[test]
fn a_session_has_its_file_ends_and_yields_to_the_profile() {
    let home = Home::new();
    let session = home.workspace.use_session(None, &home.user()).unwrap();
    let scope = Scope::Session(session.clone());
    let tone = Key::new("tone").unwrap();
    home.workspace
        .write(Draft::entry(scope, tone.clone(), EntryKind::Preference, "playful"), &home.user())
        .unwrap();
    assert!(home.read("SESSION.md").contains("key:tone | value:playful"));
    let resolve = || {
        let whose = Whose::default();
        home.workspace.resolve(std::slice::from_ref(&tone), &whose, &home.user()).unwrap().values
    };
    assert_eq!(resolve()[0].value(), "playful");
    home.set("tone", "formal");
    assert_eq!((resolve()[0].value(), resolve()[0].shadowed.len()), ("formal", 1));
    assert_eq!(home.workspace.end_session(&session, "done", &home.user()).unwrap(), 1);
    assert!(!home.read("SESSION.md").contains("playful"));
    assert_eq!(resolve()[0].shadowed.len(), 0);
}

#[test]
fn an_agent_changes_the_profile_only_after_a_person_confirms() {
    let home = Home::new();
    let agent = Caller::agent(home.user().now);
    let draft = Draft::entry(owner(), Key::new("tone").unwrap(), EntryKind::Preference, "rude");
    let receipt = home.workspace.write(draft, &agent).unwrap();
    assert!(matches!(receipt.written, Written::Pending(..)));
    assert_eq!(home.value("tone"), None);
    assert!(!home.read("PROFILE.md").contains("rude"));
}

#[test]
fn an_edit_keeps_the_id_and_refuses_an_old_revision() {
    let home = Home::new();
    let id = home.set("tone", "formal").written.id().unwrap().clone();
    let edit = Edit { text: Some("casual".into()), rev: Some(1), ..Edit::default() };
    home.workspace.edit("tone", &edit, &home.user()).unwrap();
    assert_eq!(home.workspace.get("tone", None, &home.user()).unwrap().memory.id, id);
    assert!(home.read("PROFILE.md").contains("value:casual"));
    assert!(home.workspace.edit("tone", &edit, &home.user()).is_err());
}

#[test]
fn another_users_entries_have_a_file_of_their_own() {
    let home = Home::new();
    let scope: Scope = "user:../สมชาย".parse().unwrap();
    let draft = Draft::entry(scope, Key::new("tone").unwrap(), EntryKind::Preference, "quiet");
    let receipt = home.workspace.write(draft, &home.user()).unwrap();
    let file = receipt.place.unwrap().file;
    assert!(file.starts_with("users/") && file.ends_with("/PROFILE.md") && !file.contains(".."), "{file}");
    assert_eq!(home.value("tone"), None);
}

#[test]
fn many_threads_and_two_openings_write_one_profile_without_losing_a_line() {
    let home = Home::new();
    let second = Workspace::open(home.folder.path(), Settings::default(), &home.user()).unwrap();
    let now = home.user();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let workspace = if thread % 2 == 0 { &home.workspace } else { &second };
            let now = now.clone();
            scope.spawn(move || {
                for n in 0..10 {
                    let key = Key::new(format!("k{thread}.{n}")).unwrap();
                    let receipt =
                        workspace.write(Draft::entry(owner(), key, EntryKind::Fact, "v"), &now).unwrap();
                    assert!(receipt.verified);
                }
            });
        }
    });
    assert_eq!(home.read("PROFILE.md").matches("- key:k").count(), 40);
}

fn note(home: &Home, text: &str) -> memoro_core::Receipt {
    home.workspace.write(Draft::note(owner(), text), &home.user()).unwrap()
}

#[test]
fn a_note_has_a_file_of_its_own_that_can_be_edited_renamed_and_deleted() {
    let home = Home::new();
    let receipt = note(&home, "Use Docker Compose v2\nnever v1");
    let place = receipt.place.unwrap();
    let id = receipt.written.id().unwrap().to_string();
    assert_eq!(place.file, format!("memory/learnings/{id}.md"));
    assert!(
        home.read(&place.file).ends_with("\nUse Docker Compose v2\nnever v1\n"),
        "{}",
        home.read(&place.file)
    );
    home.edit_file(&place.file, "never v1", "อย่าใช้ v1");
    assert_eq!(
        home.workspace.get(&id, None, &home.user()).unwrap().memory.content.text(),
        "Use Docker Compose v2\nอย่าใช้ v1"
    );
    let renamed = home.folder.path().join("memory/learnings/docker.md");
    std::fs::rename(home.folder.path().join(&place.file), &renamed).unwrap();
    home.workspace.take_in(&home.user()).unwrap();
    assert_eq!(home.workspace.get(&id, None, &home.user()).unwrap().memory.status.as_str(), "active");
    let edit = Edit { text: Some("Use Podman".into()), ..Edit::default() };
    home.workspace.edit(&id, &edit, &home.user()).unwrap();
    assert!(std::fs::read_to_string(&renamed).unwrap().contains("Use Podman"));
    std::fs::remove_file(&renamed).unwrap();
    home.workspace.take_in(&home.user()).unwrap();
    assert_eq!(home.workspace.get(&id, None, &home.user()).unwrap().memory.status.as_str(), "superseded");
    home.workspace.undo(&home.user()).unwrap();
    assert_eq!(home.workspace.get(&id, None, &home.user()).unwrap().memory.status.as_str(), "active");
}

#[test]
fn a_file_that_a_person_puts_among_the_learnings_is_a_note() {
    let home = Home::new();
    std::fs::create_dir_all(home.folder.path().join("memory/learnings")).unwrap();
    let text = "# 部署\n\n每周五晚上部署。\n";
    std::fs::write(home.folder.path().join("memory/learnings/部署.md"), text).unwrap();
    home.workspace.take_in(&home.user()).unwrap();
    let stored = home.workspace.get("部署", None, &home.user()).unwrap();
    assert_eq!(stored.memory.content.text(), text.trim());
    assert_eq!(home.read("memory/learnings/部署.md"), text);
}

fn decision(title: &str) -> memoro_core::Decision {
    memoro_core::Decision {
        title: title.into(),
        why: "ช้าเกินไป".into(),
        finding: "测试了三种方案".into(),
        conclusion: "use SQLite".into(),
        impact: String::new(),
        refs: vec!["docs/store.md".into()],
        stage: memoro_core::Stage::Decided,
    }
}

#[test]
fn a_decision_stands_in_the_file_of_its_day_and_says_when_it_is_superseded() {
    let home = Home::new();
    let draft = || Draft::note(owner(), "-");
    let first = home.workspace.decide(decision("Which store"), None, draft(), &home.user()).unwrap();
    let id = first.written.id().unwrap().clone();
    assert_eq!(id.as_str(), "DECISION-20261115-which-store");
    assert_eq!(first.place.unwrap().file, "memory/2026-11-15.md");
    let text = home.read("memory/2026-11-15.md");
    assert!(text.contains("## Decision: Which store\n- id: DECISION-20261115-which-store\n"), "{text}");
    let second =
        home.workspace.decide(decision("Another store"), Some(id.as_str()), draft(), &home.user()).unwrap();
    assert!(matches!(second.written, Written::Superseded { .. }));
    let text = home.read("memory/2026-11-15.md");
    assert!(
        text.contains("- status: superseded\n")
            && text.contains("- supersedes: DECISION-20261115-which-store\n"),
        "{text}"
    );
    home.edit_file("memory/2026-11-15.md", "Another store", "A better store");
    let stored = home.workspace.get("DECISION-20261115-another-store", None, &home.user()).unwrap();
    assert!(stored.memory.content.text().starts_with("A better store"));
}

#[test]
fn everything_that_has_a_file_comes_back_from_the_markdown_alone() {
    let home = Home::new();
    home.set("tone", "สุภาพ");
    note(&home, "数据库在新加坡");
    home.workspace.decide(decision("Which store"), None, Draft::note(owner(), "-"), &home.user()).unwrap();
    let forgotten = note(&home, "a secret that was told once").written.id().unwrap().to_string();
    let file = home.folder.path().join(format!("memory/learnings/{forgotten}.md"));
    let kept = std::fs::read(&file).unwrap();
    home.workspace.forget(&Target::Memory(forgotten, None), "", &home.user()).unwrap();
    let list = |w: &Workspace| -> Vec<String> {
        let filter = memoro_engine::store::Filter { now: start(), ..Default::default() };
        let mut all: Vec<_> =
            w.store().list(&filter).unwrap().into_iter().map(|s| s.memory.content.text()).collect();
        all.sort();
        all
    };
    let before = list(&home.workspace);
    let (rebuilt, report) =
        Workspace::rebuild(home.folder.path(), Settings::default(), &home.user()).unwrap();
    assert_eq!((list(&rebuilt), report.memories), (before, 3));
    assert!(report.aside.unwrap().exists());
    drop(kept);
    assert!(rebuilt.overview(&home.user()).unwrap().problems.is_empty());
}

#[test]
fn an_export_comes_back_whole_in_another_workspace() {
    let home = Home::new();
    home.set("tone", "formal");
    home.set("tone", "สุภาพ");
    note(&home, "数据库在新加坡");
    home.workspace.decide(decision("Which store"), None, Draft::note(owner(), "-"), &home.user()).unwrap();
    let gone = note(&home, "to be forgotten soon").written.id().unwrap().to_string();
    home.workspace.forget(&Target::Memory(gone, None), "", &home.user()).unwrap();
    let export = |w: &Workspace, caller: &Caller| {
        let mut out = Vec::new();
        w.export(&mut out, caller, |_| ()).unwrap();
        String::from_utf8(out).unwrap()
    };
    let now = home.user();
    let first = export(&home.workspace, &now);
    let other = Home::new();
    other.workspace.write(Draft::note(owner(), "to be forgotten soon"), &now).unwrap();
    let moved = other.workspace.import(&mut first.as_bytes(), &now, |_| ()).unwrap();
    assert_eq!((moved.memories, moved.tombstones, moved.problems.len()), (4, 1, 0), "{moved:?}");
    let lines =
        |text: &str| -> std::collections::BTreeSet<String> { text.lines().map(str::to_owned).collect() };
    assert!(lines(&export(&other.workspace, &now)).is_superset(&lines(&first)));
    assert!(other.read("PROFILE.md").contains("value:สุภาพ"));
    let again = other.workspace.import(&mut first.as_bytes(), &now, |_| ()).unwrap();
    assert_eq!((again.memories, again.unchanged), (0, 4));
    let head = first.lines().next().unwrap();
    let wrong = format!("{head}\nnot json\n{{}}\n");
    let wrong = other.workspace.import(&mut wrong.as_bytes(), &now, |_| ()).unwrap();
    assert_eq!(wrong.problems.len(), 2);
    let foreign = other.workspace.import(&mut b"not json\n{}\n".as_slice(), &now, |_| ());
    assert!(foreign.is_err_and(|error| error.to_string().contains("no export of memoro")));
}

#[test]
fn the_past_is_the_same_in_the_workspace_that_imported_it_and_one_undo_takes_it_all_back() {
    let home = Home::new();
    home.set("tone", "formal");
    let then = home.user();
    home.set("tone", "สุภาพ");
    note(&home, "数据库在新加坡");
    let later = home.user();
    let mut out = Vec::new();
    home.workspace.export(&mut out, &home.user(), |_| ()).unwrap();
    let other = Home::new();
    let importing = home.user();
    other.workspace.import(&mut out.as_slice(), &importing, |_| ()).unwrap();
    let told = |w: &Workspace, at: &Caller| -> Vec<String> {
        let filter = Filter { as_of: Some(at.now), order: Order::Written, ..Filter::default() };
        let mut texts: Vec<String> =
            w.store().list(&filter).unwrap().iter().map(|stored| stored.memory.content.text()).collect();
        texts.sort();
        texts
    };
    for at in [&then, &later, &importing] {
        assert_eq!(told(&other.workspace, at), told(&home.workspace, at));
    }
    let states = |w: &Workspace| -> Vec<_> {
        let states = w.history("tone", &importing).unwrap().into_iter();
        states.map(|state| (state.memory.content.text(), state.from, state.to)).collect()
    };
    assert_eq!(states(&other.workspace), states(&home.workspace));
    assert_eq!(
        other.workspace.check(Depth::Full, &importing).unwrap().iter().filter(|f| !f.holds()).count(),
        0
    );
    other.workspace.undo(&Caller::user(importing.now + SignedDuration::from_secs(5))).unwrap();
    assert!(told(&other.workspace, &Caller::user(importing.now + SignedDuration::from_secs(9))).is_empty());
}

#[test]
fn what_another_memory_says_too_is_named_and_is_no_leftover() {
    let home = Home::new();
    for (first, second, words) in [("a", "b", "zebra fortytwo"), ("c", "d", "ไทย")] {
        home.set(first, words);
        home.set(second, words);
        let report = home.workspace.forget(&Target::Memory(first.into(), None), "", &home.user()).unwrap();
        assert_eq!((report.left.len(), report.documents.len(), report.others.len()), (0, 0, 1), "{report:?}");
        assert!(!report.verified);
        let report = home.workspace.forget(&Target::Memory(second.into(), None), "", &home.user()).unwrap();
        assert!(report.verified && report.others.is_empty(), "{report:?}");
    }
}

#[test]
fn a_backup_is_verified_and_what_was_forgotten_since_stays_forgotten() {
    let home = Home::new();
    home.set("tone", "formal");
    let gone = note(&home, "forgotten after the backup").written.id().unwrap().to_string();
    let (folder, manifest) = home.workspace.backup(None, &home.user(), |_, _| ()).unwrap();
    assert!(manifest.files.contains_key("memoro.db") && manifest.files.contains_key("vault/PROFILE.md"));
    let report = home.workspace.forget(&Target::Memory(gone.clone(), None), "", &home.user()).unwrap();
    assert_eq!(report.backups, std::slice::from_ref(&folder));
    home.set("tone", "casual");
    let restored = home.workspace.restore(&folder, &home.user()).unwrap();
    assert_eq!(restored.kept_forgotten, 1, "{restored:?}");
    assert_eq!(home.value("tone").unwrap(), "formal");
    assert!(home.workspace.get(&gone, None, &home.user()).is_err());
    assert!(home.read("PROFILE.md").contains("value:formal"));
    std::fs::write(folder.join("memoro.db"), "damaged").unwrap();
    assert!(home.workspace.restore(&folder, &home.user()).is_err());
}

#[test]
fn the_lines_of_a_run_stand_in_its_file_and_lose_their_words_when_forgotten() {
    let home = Home::new();
    let caller = Caller { run: Some("run/7".into()), ..home.user() };
    let draft = Draft::entry(owner(), Key::new("tone").unwrap(), EntryKind::Preference, "formal");
    home.workspace.write(draft, &caller).unwrap();
    let runs = home.folder.path().join(".memoro/runs");
    let file = std::fs::read_dir(&runs).unwrap().next().unwrap().unwrap().path().join("memory_audit.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(
        text.contains(
            r#""op":"upsert","scope":"profile","key":"tone","old":null,"new":"formal","actor":"user""#
        ),
        "{text}"
    );
    home.workspace.forget(&Target::Memory("tone".into(), None), "", &home.user()).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(!text.contains("formal") && text.lines().count() == 1, "{text}");
}

#[test]
fn an_agent_can_neither_take_back_nor_restore() {
    let home = Home::new();
    home.set("mine", "precious");
    let (folder, _) = home.workspace.backup(None, &home.user(), |_, _| ()).unwrap();
    let agent = Caller::agent(home.user().now);
    assert!(matches!(home.workspace.undo(&agent), Err(EngineError::Denied { .. })));
    assert!(matches!(home.workspace.restore(&folder, &agent), Err(EngineError::Denied { .. })));
    assert_eq!(home.value("mine").unwrap(), "precious");
}

#[test]
fn a_value_that_has_ended_can_still_be_forgotten_by_its_key() {
    let home = Home::new();
    home.set("gone.key", "vanished marmot");
    home.workspace.end("gone.key", None, "unset", &home.user()).unwrap();
    let report = home.workspace.forget(&Target::Memory("gone.key".into(), None), "", &home.user()).unwrap();
    assert_eq!((report.memories.len(), report.verified), (1, true), "{report:?}");
    for entry in walk(home.folder.path()) {
        let bytes = std::fs::read(&entry).unwrap();
        assert!(!bytes.windows(15).any(|w| w == b"vanished marmot"), "{}", entry.display());
    }
}

#[test]
fn sessions_begun_at_the_same_time_are_one_session() {
    let home = Home::new();
    let now = home.user();
    let begun: std::collections::BTreeSet<String> = std::thread::scope(|scope| {
        let one = |n: i64| {
            let at = Caller::user(now.now + SignedDuration::from_millis(n));
            let workspace = &home.workspace;
            scope.spawn(move || workspace.use_session(None, &at).unwrap().to_string())
        };
        let threads: Vec<_> = (0..8).map(one).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(begun.len(), 1, "{begun:?}");
}

#[test]
fn an_edit_by_hand_is_taken_in_by_a_command_of_a_run_and_stands_in_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let at: jiff::Timestamp = "2026-11-15T10:00:00Z".parse().unwrap();
    let caller = memoro_engine::Caller { run: Some("r1".into()), ..memoro_engine::Caller::user(at) };
    let workspace =
        memoro_engine::Workspace::init(folder.path(), memoro_engine::Settings::default(), &caller).unwrap();
    let line = "# PROFILE\n\n## Preferences\n- key:tone | value:ตรงไปตรงมา | priority:50 | ttl:none | source:user_explicit | updated_at:2026-11-15T09:00:00Z\n";
    std::fs::write(folder.path().join("PROFILE.md"), line).unwrap();
    let begun = std::time::Instant::now();
    workspace.take_in(&caller).unwrap();
    assert!(begun.elapsed().as_secs() < 10, "it waited for itself");
    let told = std::fs::read_to_string(folder.path().join(".memoro/runs/r1/memory_audit.jsonl")).unwrap();
    assert!(told.contains("ตรงไปตรงมา"), "{told}");
}

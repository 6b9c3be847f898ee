//! A person's own files beside Memoro's: copies, old versions put back, lines appended in the wrong moment. Nothing of
//! theirs is written over, nothing that was forgotten comes back.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::io::Write as _;
use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};
use memoro_core::{Decision, EntryKind, Key, Scope, Stage, Status};
use memoro_engine::{Caller, Depth, Draft, Edit, EngineError, How, Recall, Settings, Target, Workspace};

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

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).unwrap()
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::create_dir_all(self.path(file).parent().unwrap()).unwrap();
        std::fs::write(self.path(file), text).unwrap();
    }

    fn set(&self, key: &str, value: &str) {
        let draft = Draft::entry(owner(), Key::new(key).unwrap(), EntryKind::Preference, value);
        self.workspace.write(draft, &self.user()).unwrap();
    }

    fn note(&self, text: &str) -> String {
        let receipt = self.workspace.write(Draft::note(owner(), text), &self.user()).unwrap();
        receipt.written.id().unwrap().to_string()
    }

    fn edit(&self, name: &str, text: &str) {
        let edit = Edit { text: Some(text.into()), ..Edit::default() };
        self.workspace.edit(name, &edit, &self.user()).unwrap();
    }

    fn text(&self, name: &str) -> Option<String> {
        match self.workspace.get(name, None, &self.user()) {
            Ok(stored) if stored.memory.status == Status::Active => Some(stored.memory.content.text()),
            Ok(_) | Err(EngineError::NotFound { .. }) => None,
            Err(other) => panic!("{other}"),
        }
    }

    fn forget(&self, name: &str) -> memoro_engine::Forgotten {
        self.workspace.forget(&Target::Memory(name.into(), None), "", &self.user()).unwrap()
    }

    fn problems(&self) -> Vec<String> {
        self.workspace.overview(&self.user()).unwrap().problems
    }

    fn hits(&self, question: &str) -> usize {
        self.workspace.index(How::Changes, &self.user(), &mut |_| {}).unwrap();
        let hits = self.workspace.recall(&Recall::new(question), &self.user()).unwrap().hits;
        hits.iter().filter(|hit| hit.text.contains(question)).count()
    }
}

fn start() -> Timestamp {
    "2026-11-15T10:00:00Z".parse().unwrap()
}

fn owner() -> Scope {
    "user:default".parse().unwrap()
}

#[test]
fn a_copied_learning_keeps_its_words_is_told_and_takes_over_when_the_first_is_gone() {
    let home = Home::new();
    let id = home.note("重试必须是幂等的");
    let first = format!("memory/learnings/{id}.md");
    let copy = home.read(&first).replace("重试必须是幂等的", "สำเนาของฉัน");
    home.write("memory/learnings/my-copy.md", &copy);
    let problems = home.problems();
    assert!(problems.iter().any(|p| p.contains("my-copy.md") && p.contains(&first)), "{problems:?}");
    home.edit(&id, "重试必须有上限");
    assert_eq!(home.read("memory/learnings/my-copy.md"), copy, "the copy was written over");
    assert!(home.read(&first).contains("重试必须有上限"));
    assert_eq!(home.problems().len(), 1, "a write of ours forgets no problem");
    std::fs::remove_file(home.path(&first)).unwrap();
    assert_eq!(home.text(&id).unwrap(), "สำเนาของฉัน");
    assert_eq!(home.problems(), Vec::<String>::new());
    assert!(!home.path(&first).exists());
}

#[test]
fn an_identical_copy_of_a_learning_is_told_too_and_a_renamed_one_is_not() {
    let home = Home::new();
    let id = home.note("The build server is called hydra");
    let first = home.path(&format!("memory/learnings/{id}.md"));
    let moved = home.path("memory/learnings/renamed.md");
    std::fs::rename(&first, &moved).unwrap();
    assert_eq!(home.problems(), Vec::<String>::new());
    home.edit(&id, "The build server is called kraken");
    assert!(home.read("memory/learnings/renamed.md").contains("kraken") && !first.exists());
    std::fs::copy(&moved, &first).unwrap();
    assert_eq!(home.problems().len(), 1);
    let before = std::fs::read(&first).unwrap();
    home.edit(&id, "The build server is called medusa");
    assert_eq!(std::fs::read(&first).unwrap(), before);
    assert!(home.forget(&id).memories.len() == 1 && first.exists(), "a person's file was deleted");
}

#[test]
fn a_note_never_takes_the_file_of_another_text() {
    let home = Home::new();
    let probe = home.note("ทดสอบชื่อไฟล์");
    home.forget(&probe);
    let file = format!("memory/learnings/{probe}.md");
    let theirs = "---\nid: mine\n---\nของคนอื่น\n";
    home.write(&file, theirs);
    assert_eq!(home.text("mine").unwrap(), "ของคนอื่น");
    let again = home.note("ทดสอบชื่อไฟล์");
    assert_eq!(home.read(&file), theirs);
    assert_eq!(home.text(&again).unwrap(), "ทดสอบชื่อไฟล์");
    home.edit(&again, "แก้แล้ว");
    home.forget(&again);
    assert_eq!(home.read(&file), theirs);
}

#[test]
fn a_copied_day_keeps_its_blocks_is_told_and_takes_over_block_by_block() {
    let home = Home::new();
    let decide = |title: &str| {
        let decision = Decision {
            title: title.into(),
            why: String::new(),
            finding: String::new(),
            conclusion: String::new(),
            impact: String::new(),
            refs: Vec::new(),
            stage: Stage::Decided,
        };
        let draft = Draft::new(owner(), memoro_core::Content::Decision(decision.clone()));
        let receipt = home.workspace.decide(decision, None, draft, &home.user()).unwrap();
        receipt.written.id().unwrap().to_string()
    };
    let (first, second) = (decide("Use SQLite"), decide("用 Rust"));
    let copy = home.read("memory/2026-11-15.md").replace("Use SQLite", "ใช้ PostgreSQL");
    home.write("memory/2026-11-14.md", &copy);
    assert_eq!(home.problems().len(), 2, "{:?}", home.problems());
    assert!(home.text(&first).unwrap().contains("Use SQLite"));
    home.edit(&first, "again");
    assert_eq!(home.read("memory/2026-11-14.md"), copy, "the copy was written over");
    let day = home.read("memory/2026-11-15.md");
    let rest = day.find(&format!("id: {second}")).or_else(|| day.find("用 Rust")).unwrap();
    let begin = day.get(..rest).unwrap().rfind("## ").unwrap();
    home.write("memory/2026-11-15.md", day.get(begin..).unwrap());
    assert!(home.text(&first).unwrap().contains("ใช้ PostgreSQL"), "the copy takes over");
    assert_eq!(home.problems().len(), 1, "{:?}", home.problems());
    assert!(home.text(&second).unwrap().contains("用 Rust"));
}

#[test]
fn an_id_of_a_decision_in_a_learning_changes_no_decision() {
    let home = Home::new();
    let decision = Decision {
        title: "Use SQLite".into(),
        why: String::new(),
        finding: String::new(),
        conclusion: String::new(),
        impact: String::new(),
        refs: Vec::new(),
        stage: Stage::Decided,
    };
    let draft = Draft::new(owner(), memoro_core::Content::Decision(decision.clone()));
    let receipt = home.workspace.decide(decision, None, draft, &home.user()).unwrap();
    let id = receipt.written.id().unwrap().to_string();
    home.write("memory/learnings/odd.md", &format!("---\nid: {id}\n---\nsomething else\n"));
    assert!(home.problems().iter().any(|p| p.contains("odd.md") && p.contains(&id)));
    assert!(home.text(&id).unwrap().contains("Use SQLite"));
}

#[test]
fn a_forgotten_line_that_a_file_brings_back_does_not_count_until_the_person_says_it_again() {
    let home = Home::new();
    for (key, value) in [("city", "เชียงใหม่"), ("pet", "一只猫"), ("car", "a red van")]
    {
        home.set("kept", "1");
        home.set(key, value);
        let old = home.read("PROFILE.md");
        home.forget(key);
        home.write("PROFILE.md", &old);
        let problems = home.problems();
        assert!(
            problems.iter().any(|p| p.contains("PROFILE.md: line") && p.contains("forgotten")),
            "{problems:?}"
        );
        assert_eq!(home.text(key), None);
        assert!(home.read("PROFILE.md").contains(value), "a person's line was taken away");
        home.set("kept", "2");
        assert_eq!(home.problems().len(), 1, "a write of ours forgets no problem");
        home.set(key, value);
        assert_eq!(home.text(key).unwrap(), value);
        assert_eq!(home.problems(), Vec::<String>::new());
        home.forget(key);
    }
}

#[test]
fn a_forgotten_learning_stays_forgotten_when_its_file_or_a_copy_elsewhere_comes_back() {
    let home = Home::new();
    let id = home.note("the zebra plan is cancelled");
    let file = format!("memory/learnings/{id}.md");
    let old = home.read(&file);
    home.forget(&id);
    home.write(&file, &old);
    home.write("memory/recent/copy.md", "the zebra plan is cancelled\n");
    assert!(home.problems().iter().any(|p| p.contains(&file) && p.contains("forgotten")));
    assert_eq!(home.hits("zebra plan"), 0);
    assert_eq!(home.note("the zebra plan is cancelled"), id);
    assert_eq!(home.text(&id).unwrap(), "the zebra plan is cancelled");
}

#[test]
fn turns_of_conversations_that_hold_forgotten_words_leave_the_index_and_stay_out() {
    let home = Home::new();
    home.write(
        "sessions/talk.jsonl",
        "{\"role\":\"user\",\"content\":\"please note: the zebra plan is cancelled\"}\n\
         {\"role\":\"user\",\"content\":\"ม้าลายอยู่ในสวนสัตว์\"}\n",
    );
    assert!(home.hits("zebra plan") > 0);
    let id = home.note("the zebra plan is cancelled");
    let report = home.forget(&id);
    assert!(report.left.is_empty(), "{report:?}");
    assert_eq!(report.documents[0].0, "sessions/talk.jsonl");
    assert!(!report.verified, "a document still holds the words");
    assert_eq!(home.hits("zebra plan"), 0);
    home.workspace.index(How::Again, &home.user(), &mut |_| {}).unwrap();
    assert_eq!(home.hits("zebra plan"), 0);
    assert!(home.hits("ม้าลาย") > 0, "other turns stay");
}

#[test]
fn lines_appended_through_an_old_handle_are_not_lost() {
    let home = Home::new();
    home.set("a", "1");
    let open = || std::fs::OpenOptions::new().append(true).open(home.path("PROFILE.md")).unwrap();
    let mut early = open();
    home.set("a", "2");
    let mut later = open();
    home.set("a", "3");
    early.write_all("- key:early | value:ก่อน\n".as_bytes()).unwrap();
    later.write_all("- key:later | value:后\nno entry at all\n".as_bytes()).unwrap();
    assert_eq!(home.text("early").unwrap(), "ก่อน");
    assert_eq!(home.text("later").unwrap(), "后");
    early.write_all(b"- key:again | value:more\n").unwrap();
    home.set("a", "4");
    let text = home.read("PROFILE.md");
    for wanted in ["key:early", "key:later", "no entry at all", "key:again", "value:4"] {
        assert_eq!(text.matches(wanted).count(), 1, "{wanted}: {text}");
    }
}

#[test]
fn a_version_saved_through_an_old_handle_is_laid_beside_and_told() {
    let home = Home::new();
    home.set("a", "1");
    let mut editor = std::fs::OpenOptions::new().write(true).open(home.path("PROFILE.md")).unwrap();
    home.set("a", "2");
    editor.set_len(0).unwrap();
    editor.write_all("# ของฉันทั้งหมด\n".as_bytes()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(400));
    assert_eq!(home.text("a").unwrap(), "2");
    let problems = home.problems();
    assert!(problems.iter().any(|p| p.contains(".saved-")), "{problems:?}");
    let saved = std::fs::read_dir(home.folder.path()).unwrap().filter_map(Result::ok);
    let saved = saved.map(|e| e.path()).find(|p| p.to_string_lossy().contains(".saved-")).unwrap();
    assert_eq!(std::fs::read_to_string(saved).unwrap(), "# ของฉันทั้งหมด\n");
}

#[test]
fn no_replaced_file_outlives_a_forget() {
    let home = Home::new();
    home.set("plan", "the zebra plan is secret");
    home.set("a", "1");
    let report = home.forget("plan");
    assert!(report.verified, "{report:?}");
    let left = std::fs::read_dir(home.path(".memoro/replaced")).map_or(0, Iterator::count);
    assert_eq!(left, 0);
}

#[test]
fn undo_takes_a_rollback_back_as_a_whole() {
    let home = Home::new();
    home.set("mine", "ของฉัน");
    home.set("tone", "formal");
    let agent = Caller { run: Some("bad-run".into()), ..home.user() };
    for (key, value) in [("tone", "rude"), ("extra", "多余")] {
        let draft = Draft::entry(owner(), Key::new(key).unwrap(), EntryKind::Preference, value);
        home.workspace.write(draft, &agent).unwrap();
    }
    home.workspace.rollback("bad-run", &home.user()).unwrap();
    assert_eq!((home.text("tone").unwrap().as_str(), home.text("extra")), ("formal", None));
    home.workspace.undo(&home.user()).unwrap();
    assert_eq!((home.text("tone").unwrap().as_str(), home.text("extra").as_deref()), ("rude", Some("多余")));
    assert_eq!(home.text("mine").unwrap(), "ของฉัน");
    assert!(home.read("PROFILE.md").contains("value:rude"));
    home.workspace.undo(&home.user()).unwrap();
    assert_eq!(home.text("extra"), None, "the next undo reaches the change before the rollback");
    all_holds(&home);
}

#[test]
fn a_decision_and_the_one_it_replaces_are_one_change() {
    let home = Home::new();
    let decide = |title: &str, supersedes: Option<&str>| {
        let decision = decision(title);
        let draft = Draft::new(owner(), memoro_core::Content::Decision(decision.clone()));
        let receipt = home.workspace.decide(decision, supersedes, draft, &home.user()).unwrap();
        assert!(receipt.verified, "{receipt:?}");
        receipt.written
    };
    let first = decide("Use SQLite", None).id().unwrap().to_string();
    let written = decide("用 PostgreSQL", Some(&first));
    assert_eq!(written.as_str(), "superseded");
    let second = written.id().unwrap().to_string();
    assert_eq!((home.text(&first), home.text(&second).is_some()), (None, true));
    let day = home.read("memory/2026-11-15.md");
    assert!(day.contains(&format!("supersedes: {first}")) || day.contains(&first), "{day}");
    let undone = home.workspace.undo(&home.user()).unwrap();
    assert_eq!(undone.memories.len(), 2);
    assert_eq!((home.text(&first).is_some(), home.text(&second)), (true, None));
    all_holds(&home);
}

#[test]
fn a_decision_that_waits_ends_the_one_it_replaces_only_when_it_is_confirmed() {
    let home = Home::new();
    let decide = |title: &str, supersedes: Option<&str>, stage: Option<memoro_core::Why>| {
        let decision = decision(title);
        let draft = Draft::new(owner(), memoro_core::Content::Decision(decision.clone()));
        let receipt =
            home.workspace.decide(decision, supersedes, Draft { stage, ..draft }, &home.user()).unwrap();
        receipt.written.id().unwrap().to_string()
    };
    let waits = || Some(memoro_core::Why::new("trust", "a person confirms it"));
    let first = decide("Use SQLite", None, None);
    let turned_down = decide("ใช้ MySQL", Some(&first), waits());
    let second = decide("用 PostgreSQL", Some(&first), waits());
    assert!(home.text(&first).is_some());
    home.workspace.reject(&memoro_engine::Which::One(turned_down), "", &home.user()).unwrap();
    assert!(home.text(&first).is_some());
    let receipts =
        home.workspace.confirm(&memoro_engine::Which::One(second.clone()), "", &home.user()).unwrap();
    assert_eq!(receipts[0].written.as_str(), "superseded", "{receipts:?}");
    assert_eq!((home.text(&first), home.text(&second).is_some()), (None, true));
    let day = home.read("memory/2026-11-15.md");
    assert!(day.contains(&format!("supersedes: {first}")), "{day}");
    home.workspace.undo(&home.user()).unwrap();
    assert!(home.text(&first).is_some());
    all_holds(&home);
}

#[cfg(unix)]
#[test]
fn shells_that_append_while_we_write_lose_no_line_and_find_none_twice() {
    let home = Home::new();
    home.set("a", "0");
    let lines: usize = std::env::var("MEMORO_APPENDS").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let script = "i=$1; while [ $i -lt $2 ]; do { sleep 0.00$((i % 7)); echo \"- key:shell.$i | value:$i\"; echo \"line $i.\"; } >> PROFILE.md; i=$((i+4)); done";
    let shells: Vec<_> = (0..4)
        .map(|first| {
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", script, "sh", &first.to_string(), &lines.to_string()]);
            shell.current_dir(home.folder.path()).spawn().unwrap()
        })
        .collect();
    let mut writes = 0;
    let mut running = shells;
    while !running.is_empty() {
        writes += 1;
        home.set("a", &writes.to_string());
        running.retain_mut(|shell| shell.try_wait().unwrap().is_none());
    }
    std::thread::sleep(std::time::Duration::from_millis(400));
    home.set("a", "last");
    let text = home.read("PROFILE.md");
    let mut times: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
    text.lines().for_each(|line| *times.entry(line.split(" | ").next().unwrap()).or_default() += 1);
    let wanted = (0..lines).flat_map(|n| [format!("- key:shell.{n}"), format!("line {n}.")]);
    let wrong: Vec<_> = wanted.filter(|line| times.get(line.as_str()) != Some(&1)).collect();
    let told: Vec<_> = wrong.iter().map(|line| (line, times.get(line.as_str()))).collect();
    assert!(wrong.is_empty(), "{writes} writes; not there once: {told:?}");
    assert_eq!(home.text("shell.0").unwrap(), "0");
}

fn decision(title: &str) -> Decision {
    Decision {
        title: title.into(),
        why: "เหตุผล".into(),
        finding: String::new(),
        conclusion: String::new(),
        impact: String::new(),
        refs: Vec::new(),
        stage: Stage::Decided,
    }
}

fn all_holds(home: &Home) {
    for finding in home.workspace.check(Depth::Full, &home.user()).unwrap() {
        assert!(finding.holds(), "{finding:?}");
    }
}

#[test]
fn a_note_whose_file_is_put_back_counts_again() {
    let home = Home::new();
    let id = home.note("团队每周二开会 the team meets on Tuesdays");
    let file =
        home.workspace.get(&id, None, &home.user()).map(|_| format!("memory/learnings/{id}.md")).unwrap();
    let away = home.path("away.md");
    std::fs::rename(home.path(&file), &away).unwrap();
    home.workspace.take_in(&home.user()).unwrap();
    assert_eq!(home.text(&id), None);
    std::fs::rename(&away, home.path(&file)).unwrap();
    home.workspace.take_in(&home.user()).unwrap();
    assert_eq!(home.text(&id).as_deref(), Some("团队每周二开会 the team meets on Tuesdays"));
    assert_eq!(home.problems(), Vec::<String>::new());
    all_holds(&home);
}

#[test]
fn an_agents_note_whose_file_goes_away_and_comes_back_stays_the_agents() {
    let home = Home::new();
    let agent = Caller::agent(home.user().now);
    for text in ["Crates are painted green on Mondays", "ลังทาสีเขียวทุกวันจันทร์", "木箱周一刷成绿色"]
    {
        let receipt = home.workspace.write(Draft::note(owner(), text), &agent).unwrap();
        let id = receipt.written.id().unwrap().clone();
        let trust = || home.workspace.get(id.as_str(), None, &home.user()).unwrap().memory.provenance.trust;
        assert_eq!(trust(), memoro_core::Trust::Agent);
        let (file, away) = (home.path(&format!("memory/learnings/{id}.md")), home.path("away.md"));
        std::fs::rename(&file, &away).unwrap();
        home.workspace.take_in(&home.user()).unwrap();
        std::fs::rename(&away, &file).unwrap();
        home.workspace.take_in(&home.user()).unwrap();
        assert_eq!(home.text(id.as_str()).as_deref(), Some(text));
        assert_eq!(trust(), memoro_core::Trust::Agent, "{text}");
    }
    all_holds(&home);
}

#[test]
fn a_decision_that_was_undone_or_cut_out_can_be_made_again_under_its_id() {
    let home = Home::new();
    let decide = |title: &str, supersedes: Option<&str>| {
        let draft = Draft::new(owner(), memoro_core::Content::Decision(decision(title)));
        let draft = Draft { id: Some("DECISION-20261102-new".parse().unwrap()), ..draft };
        home.workspace.decide(decision(title), supersedes, draft, &home.user())
    };
    decide("Use SQLite", None).unwrap();
    home.workspace.undo(&home.user()).unwrap();
    assert_eq!(home.text("DECISION-20261102-new"), None);
    assert_eq!(decide("Use SQLite", None).unwrap().written.as_str(), "stored");
    assert!(home.text("DECISION-20261102-new").is_some());
    home.write("memory/2026-11-15.md", "# nothing left\n");
    home.workspace.take_in(&home.user()).unwrap();
    assert_eq!(home.text("DECISION-20261102-new"), None);
    decide("用 SQLite", None).unwrap();
    assert!(home.text("DECISION-20261102-new").unwrap().contains("用 SQLite"));
    let draft = Draft::new(owner(), memoro_core::Content::Decision(decision("ใช้ MySQL")));
    home.workspace.decide(decision("ใช้ MySQL"), Some("DECISION-20261102-new"), draft, &home.user()).unwrap();
    let error = decide("Use SQLite after all", None).unwrap_err();
    assert!(error.to_string().contains("took its place"), "{error}");
    all_holds(&home);
}

#[test]
fn a_decision_written_by_hand_takes_the_place_of_the_one_that_it_names() {
    let home = Home::new();
    let draft = Draft::new(owner(), memoro_core::Content::Decision(decision("Use MySQL")));
    let receipt = home.workspace.decide(decision("Use MySQL"), None, draft, &home.user()).unwrap();
    let old = receipt.written.id().unwrap().to_string();
    let block = |id: &str, supersedes: &str| {
        format!(
            "## Decision: 用 PostgreSQL\n- id: {id}   # 用於去重\n- why: เร็วกว่า\n- supersedes: {supersedes}\n- note of mine: ok\n"
        )
    };
    home.write("memory/2026-11-10.md", &block("DECISION-20261110-pg", &old));
    home.write("memory/2026-11-11.md", &block("DECISION-20261111-other", "DECISION-20200101-elsewhere"));
    home.workspace.take_in(&home.user()).unwrap();
    assert_eq!(home.text(&old), None);
    let ended = home.workspace.get(&old, None, &home.user()).unwrap().memory.status;
    assert!(
        matches!(&ended, Status::Superseded { by: Some(by), .. } if by.as_str() == "DECISION-20261110-pg"),
        "{ended:?}"
    );
    for (file, id, older) in [
        ("memory/2026-11-10.md", "DECISION-20261110-pg", old.as_str()),
        ("memory/2026-11-11.md", "DECISION-20261111-other", "DECISION-20200101-elsewhere"),
    ] {
        let edit = Edit { confidence: memoro_core::Confidence::new(0.7), ..Edit::default() };
        home.workspace.edit(id, &edit, &home.user()).unwrap();
        let text = home.read(file);
        assert!(text.contains("0.7") && text.contains(&format!("- supersedes: {older}")), "{text}");
        assert!(text.contains("- note of mine: ok") && text.contains("# 用於去重"), "{text}");
    }
    let draft = Draft::new(owner(), memoro_core::Content::Decision(decision("再来一个")));
    home.workspace.decide(decision("再来一个"), None, draft, &home.user()).unwrap();
    assert!(home.read("memory/2026-11-15.md").contains("status: superseded"));
    all_holds(&home);
    // A block that is named later than it was written counts as well; the one that it names may have ended before.
    home.write("memory/2026-11-12.md", "## Decision: A\n- id: DECISION-20261112-a\n- why: x\n");
    home.write("memory/2026-11-13.md", "## Decision: B\n- id: DECISION-20261113-b\n- why: x\n");
    home.workspace.take_in(&home.user()).unwrap();
    assert!(home.text("DECISION-20261112-a").is_some());
    let named = "## Decision: B\n- id: DECISION-20261113-b\n- why: x\n- supersedes: DECISION-20261112-a\n";
    home.write("memory/2026-11-13.md", named);
    home.workspace.take_in(&home.user()).unwrap();
    assert_eq!(home.text("DECISION-20261112-a"), None);
}

//! Files that are too large, no text, nowhere, closed, or never at rest: told, and no harm to the others.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::fs;
use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};
use memoro_engine::transcripts::Place;
use memoro_engine::{Caller, How, IndexSettings, Recall, Settings, Workspace};

fn user() -> Caller {
    Caller::user(Timestamp::now() + SignedDuration::from_hours(1))
}

fn first(workspace: &Workspace, question: &str) -> String {
    let found = workspace.recall(&Recall::new(question), &user()).unwrap();
    found.hits.first().map(|hit| hit.text.clone()).unwrap_or_default()
}

#[test]
fn a_gigabyte_a_binary_and_a_broken_link_are_told_and_the_rest_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &user()).unwrap();
    let file = |name: &str| folder.path().join(name);
    fs::File::create(file("huge.md")).unwrap().set_len(1 << 30).unwrap();
    fs::write(file("binary.md"), [0, 159, 146, 150].repeat(100)).unwrap();
    fs::write(file("good.md"), "# เวร\n\nวันเสาร์สมชายเป็นเวร\n").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(file("nowhere.md"), file("link.md")).unwrap();
    let done = workspace.index(How::Changes, &user(), &mut |_| {}).unwrap();
    let told: Vec<&str> = done.skipped.iter().map(|skipped| skipped.path.as_str()).collect();
    for name in ["huge.md", "binary.md"].into_iter().chain(cfg!(unix).then_some("link.md")) {
        assert!(told.contains(&name), "{name} is not in {told:?}");
    }
    assert!(first(&workspace, "ใครเป็นเวรวันเสาร์").contains("สมชาย"));
}

#[cfg(unix)]
#[test]
fn a_folder_without_rights_is_told_and_what_was_known_of_it_stays() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &user()).unwrap();
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::write(closed.join("a.md"), "# 值班\n\n周六是小王值班\n").unwrap();
    workspace.index(How::Changes, &user(), &mut |_| {}).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    let enters = fs::read_dir(&closed).is_ok();
    let done = workspace.index(How::Changes, &user(), &mut |_| {}).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
    if enters {
        eprintln!("skipped: this user may enter every folder");
        return;
    }
    assert!(done.skipped.iter().any(|skipped| skipped.path.starts_with("closed")), "{:?}", done.skipped);
    assert_eq!(done.removed, 0);
    assert!(first(&workspace, "谁在周六值班").contains("小王"));
}

#[test]
fn a_file_that_is_written_all_the_time_never_leaves_half_a_text_in_the_index() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &user()).unwrap();
    let path: PathBuf = folder.path().join("log.md");
    fs::write(&path, "# log\n").unwrap();
    let (writing, stop) = (path.clone(), std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false)));
    let stopped = std::sync::Arc::clone(&stop);
    let writer = std::thread::spawn(move || {
        let mut n = 0;
        while !stopped.load(std::sync::atomic::Ordering::Relaxed) {
            n = (n + 1) % 300;
            fs::write(&writing, format!("# log\n\n{}", "บรรทัด line 行\n".repeat(n))).unwrap();
        }
    });
    for _ in 0..10 {
        workspace.index(How::Changes, &user(), &mut |_| {}).unwrap();
        workspace.recall(&Recall::new("บรรทัด"), &user()).unwrap();
    }
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    writer.join().unwrap();
    fs::write(&path, "# log\n\nความสงบ quiet 安静\n").unwrap();
    workspace.index(How::Changes, &user(), &mut |_| {}).unwrap();
    assert!(first(&workspace, "安静 quiet").contains("ความสงบ"));
}

#[test]
fn an_index_made_anew_keeps_the_turns_whose_file_another_program_deleted() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let place = Place { program: "configured", folder: other.path().to_owned() };
    let index = IndexSettings { places: vec![place], ..IndexSettings::default() };
    let settings = Settings { index, ..Settings::default() };
    let workspace = Workspace::init(folder.path(), settings, &user()).unwrap();
    let talk = other.path().join("talk.jsonl");
    let turn = r#"{"role":"user","content":"การประชุมย้ายไปวันอังคาร","timestamp":"2026-11-10T09:00:00Z"}"#;
    fs::write(&talk, format!("{turn}\n")).unwrap();
    workspace.index(How::Changes, &user(), &mut |_| {}).unwrap();
    fs::remove_file(&talk).unwrap();
    workspace.index(How::Again, &user(), &mut |_| {}).unwrap();
    assert!(first(&workspace, "การประชุมย้ายไปวันไหน").contains("วันอังคาร"));
}

#[test]
fn what_an_older_version_noted_of_a_line_that_cannot_be_read_goes_with_a_forget() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("PROFILE.md");
    fs::write(&profile, "- key:door | value:รหัสอยู่ใต้พรม | รหัสอยู่ใต้พรม\n").unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &user()).unwrap();
    workspace.take_in(&user()).unwrap();
    let store = folder.path().join(".memoro/memoro.db");
    let held = || {
        let log = fs::read(store.with_extension("db-wal")).unwrap_or_default();
        String::from_utf8_lossy(&[fs::read(&store).unwrap(), log].concat()).contains("ใต้พรม")
    };
    assert!(!held(), "a line that is no memory is noted with its words");
    let noted = "line 1: `รหัสอยู่ใต้พรม` is no field";
    let conn = rusqlite::Connection::open(&store).unwrap();
    assert_eq!(conn.execute("UPDATE files SET problems = ?1 WHERE problems <> ''", [noted]).unwrap(), 1);
    assert!(held());
    let scope = "user:default".parse().unwrap();
    let key = memoro_core::Key::new("other").unwrap();
    let draft = memoro_engine::Draft::entry(scope, key, memoro_core::EntryKind::Fact, "x");
    workspace.write(draft, &user()).unwrap();
    workspace.forget(&memoro_engine::Target::Memory("other".into(), None), "", &user()).unwrap();
    drop(conn);
    assert!(!held());
    let told = workspace.overview(&user()).unwrap().problems;
    assert!(told.iter().any(|told| told.contains("ใต้พรม")), "{told:?}");
}

//! The index follows the files: what is written can be found, what is gone cannot, and the status tells the truth.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::fs;
use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};
use memoro_core::EntryKind;
use memoro_engine::documents::ExtraPath;
use memoro_engine::transcripts::Place;
use memoro_engine::{Caller, Draft, Hit, How, IndexSettings, Indexed, Recall, Settings, Target, Workspace};

struct Home {
    folder: tempfile::TempDir,
    workspace: Workspace,
}

impl Home {
    fn new() -> Self {
        Self::with(IndexSettings::default())
    }

    fn with(index: IndexSettings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { index, ..Settings::default() };
        let workspace = Workspace::init(folder.path(), settings, &user()).unwrap();
        Self { folder, workspace }
    }

    fn write(&self, file: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn index(&self) -> Indexed {
        self.workspace.index(How::Changes, &user(), &mut |_| {}).unwrap()
    }

    fn find(&self, question: &str) -> Vec<Hit> {
        self.workspace.recall(&Recall::new(question), &user()).unwrap().hits
    }

    fn first(&self, question: &str) -> (String, u32, u32) {
        let hits = self.find(question);
        let hit = hits.first().unwrap_or_else(|| panic!("nothing found for {question}"));
        (hit.path.clone().unwrap(), hit.start_line, hit.end_line)
    }

    fn chunks(&self, source: &str) -> u64 {
        let state = self.workspace.index_state().unwrap();
        state.counts.iter().filter(|count| count.source == source).map(|count| count.chunks).sum()
    }
}

/// An hour from now, so that the files of a test count as settled.
fn user() -> Caller {
    Caller::user(Timestamp::now() + SignedDuration::from_hours(1))
}

const NOTES: &str = "# Deploy\n\nWe deploy with Docker on Fridays.\n\n## เซิร์ฟเวอร์\n\nเซิร์ฟเวอร์หลักอยู่ที่สิงคโปร์\n\n## 数据库\n\n数据库每天凌晨备份。\n";

#[test]
fn what_stands_in_a_file_is_found_with_its_lines_in_three_languages() {
    let home = Home::new();
    home.write("memory/notes.md", NOTES);
    let done = home.index();
    assert_eq!((done.new, done.chunks), (1, 3));
    assert_eq!(home.first("when do we deploy with docker"), ("memory/notes.md".into(), 1, 3));
    assert_eq!(home.first("เซิร์ฟเวอร์อยู่ที่ไหน"), ("memory/notes.md".into(), 5, 7));
    assert_eq!(home.first("数据库什么时候备份"), ("memory/notes.md".into(), 9, 11));
    assert_eq!(home.find("deploy docker")[0].text, "# Deploy\n\nWe deploy with Docker on Fridays.");
}

#[test]
fn a_second_run_changes_nothing_and_an_edit_is_taken_in() {
    let home = Home::new();
    home.write("memory/notes.md", NOTES);
    home.index();
    let again = home.index();
    assert_eq!((again.unchanged, again.new + again.changed, again.chunks), (1, 0, 0));
    home.write("memory/notes.md", &NOTES.replace("Fridays", "Mondays, never on weekends"));
    assert_eq!(home.workspace.index_state().unwrap().stale, 1);
    let edited = home.index();
    assert_eq!((edited.changed, edited.new), (1, 0));
    assert!(home.find("deploy docker")[0].text.contains("Mondays"));
    assert_eq!(home.chunks("workspace"), 3);
}

#[test]
fn a_moved_file_keeps_its_chunks_and_a_deleted_one_loses_them() {
    let home = Home::new();
    home.write("memory/a.md", NOTES);
    home.write("memory/b.md", "# Tea\n\nWe drink oolong.\n");
    home.index();
    fs::create_dir_all(home.folder.path().join("memory/archive")).unwrap();
    fs::rename(home.folder.path().join("memory/a.md"), home.folder.path().join("memory/archive/a.md"))
        .unwrap();
    fs::remove_file(home.folder.path().join("memory/b.md")).unwrap();
    let done = home.index();
    assert_eq!((done.moved, done.removed, done.new, done.chunks), (1, 1, 0, 0));
    assert_eq!(home.first("deploy with docker").0, "memory/archive/a.md");
    assert!(home.find("oolong tea").iter().all(|hit| !hit.text.contains("oolong")));
    assert_eq!(home.chunks("workspace"), 3);
}

#[test]
fn mirrors_are_not_indexed_a_second_time() {
    let home = Home::new();
    home.write(
        "memory/2026-11-15.md",
        "# Day\n\nราคาน้ำมันขึ้น\n\n## Decision: use SQLite\n- id: DECISION-20261115-x\n",
    );
    home.write("PROFILE.md", "# Profile\n");
    let done = home.index();
    assert_eq!((done.new, done.chunks), (1, 1));
}

#[test]
fn extra_paths_are_found_and_leave_with_their_setting() {
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("x.txt"), "The wifi password is on the fridge.").unwrap();
    let extra = ExtraPath::new(other.path(), other.path().to_str().unwrap()).unwrap();
    let home = Home::with(IndexSettings { extra: vec![extra], ..IndexSettings::default() });
    assert_eq!(home.index().new, 1);
    assert!(home.first("where is the wifi password").0.ends_with("x.txt"));
    let settings = Settings::default();
    let folder = home.folder;
    drop(home.workspace);
    let workspace = Workspace::open(folder.path(), settings, &user()).unwrap();
    let home = Home { folder, workspace };
    assert_eq!(home.index().removed, 1);
    assert!(home.find("wifi password").is_empty());
}

#[test]
fn files_that_cannot_be_read_are_reported_and_do_not_stop_the_rest() {
    let home = Home::with(IndexSettings { max_bytes: 1_000, ..IndexSettings::default() });
    home.write("memory/good.md", NOTES);
    home.write("memory/binary.md", "a\0b");
    home.write("memory/huge.md", &"x".repeat(2_000));
    let done = home.index();
    let skipped: Vec<_> = done.skipped.iter().map(|skipped| skipped.path.as_str()).collect();
    assert_eq!((done.chunks, skipped.as_slice()), (3, ["memory/huge.md", "memory/binary.md"].as_slice()));
    let state = home.workspace.index_state().unwrap();
    assert_eq!(state.errors, [("memory/binary.md".to_owned(), "not a text file".to_owned())]);
    assert_eq!((state.stale, state.gone, state.pending), (0, 0, 0));
    assert_eq!(home.index().new, 0);
}

#[test]
fn the_state_tells_the_truth() {
    let home = Home::new();
    let state = home.workspace.index_state().unwrap();
    assert!(!state.is_current() && state.indexed_at.is_none());
    home.write("memory/a.md", NOTES);
    home.index();
    let state = home.workspace.index_state().unwrap();
    assert!(state.is_current() && state.model.is_some(), "{state:?}");
    home.write("memory/b.md", "new");
    fs::remove_file(home.folder.path().join("memory/a.md")).unwrap();
    let state = home.workspace.index_state().unwrap();
    assert_eq!((state.stale, state.gone, state.is_current()), (1, 1, false));
}

#[test]
fn an_edit_that_keeps_size_and_time_is_seen() {
    let home = Home::new();
    let path = home.write("memory/a.md", "# เวร\n\n周六是小王值班\n");
    home.index();
    let before = path.metadata().unwrap().modified().unwrap();
    home.write("memory/a.md", "# เวร\n\n周六是小李值班\n");
    fs::File::options().write(true).open(&path).unwrap().set_modified(before).unwrap();
    assert_eq!(home.workspace.index_state().unwrap().stale, 1);
    assert_eq!(home.index().changed, 1);
    assert!(home.find("周六谁值班")[0].text.contains("小李"));
}

/// Everybody may look at this file, and nobody can read it.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_read_is_told_and_neither_counted_nor_called_changed() {
    let home = Home::with(IndexSettings { linked: vec!["/proc".into()], ..IndexSettings::default() });
    home.write("memory/good.md", NOTES);
    std::os::unix::fs::symlink("/proc/self/mem", home.folder.path().join("memory/odd.md")).unwrap();
    for _ in 0..2 {
        home.index();
        let state = home.workspace.index_state().unwrap();
        assert_eq!((state.stale, state.unreachable, state.is_current()), (0, 1, true), "{state:?}");
        assert_eq!(state.errors.len(), 1, "{state:?}");
        assert_eq!(state.counts.iter().map(|count| count.documents).sum::<u64>(), 1, "{state:?}");
        assert!(state.remarks()[0].starts_with("memory/odd.md: "), "{state:?}");
    }
}

#[test]
fn a_file_written_while_it_was_indexed_is_not_called_stale() {
    let home = Home::new();
    home.write("memory/a.md", NOTES);
    let now = Caller::user(Timestamp::now());
    home.workspace.index(How::Changes, &now, &mut |_| {}).unwrap();
    assert_eq!(home.workspace.index_state().unwrap().stale, 0);
}

fn line(role: &str, text: &str) -> String {
    format!(
        "{{\"role\":\"{role}\",\"content\":\"{text}\",\"ts\":\"2026-11-14T09:00:00Z\",\"session\":\"talk\"}}\n"
    )
}

#[test]
fn turns_are_found_by_session_and_a_growing_transcript_grows_in_the_index() {
    let home = Home::new();
    let text = line("user", "เราจะย้ายออฟฟิศไปเชียงใหม่") + &line("assistant", "รับทราบค่ะ");
    home.write("sessions/talk.jsonl", &text);
    let done = home.index();
    assert_eq!((done.transcripts, done.turns, done.chunks), (1, 2, 2));
    let hit = home.find("ย้ายออฟฟิศไปไหน").remove(0);
    assert_eq!((hit.path.as_deref(), hit.start_line), (Some("sessions/talk.jsonl"), 1));
    assert_eq!(hit.session.as_deref(), Some("talk"));
    assert_eq!(hit.heading.as_deref(), Some("user · 2026-11-14T09:00:00Z · #0"));

    home.write("sessions/talk.jsonl", &(text.clone() + &line("user", "数据库迁移到新加坡")));
    assert_eq!(home.workspace.index_state().unwrap().stale, 1);
    let done = home.index();
    assert_eq!((done.turns, home.chunks("transcript")), (1, 3));
    assert_eq!(home.first("数据库迁移到哪里").1, 3);
    assert_eq!(home.index().turns, 0);

    home.write("sessions/talk.jsonl", &line("user", "Everything was rewritten."));
    assert_eq!((home.index().turns, home.chunks("transcript")), (1, 1));
    fs::remove_file(home.folder.path().join("sessions/talk.jsonl")).unwrap();
    assert_eq!((home.index().removed, home.chunks("transcript")), (1, 0));
}

#[test]
fn what_another_program_deletes_stays_remembered() {
    let other = tempfile::tempdir().unwrap();
    let file = other.path().join("a.jsonl");
    fs::write(&file, line("user", "The spare key is under the blue pot.")).unwrap();
    let places = vec![Place { program: "claude-code", folder: other.path().to_owned() }];
    let home = Home::with(IndexSettings { places, ..IndexSettings::default() });
    home.index();
    fs::remove_file(&file).unwrap();
    home.index();
    assert!(home.find("where is the spare key")[0].text.contains("blue pot"));
    home.workspace.index(How::Again, &user(), &mut |_| {}).unwrap();
    assert!(home.find("where is the spare key")[0].text.contains("blue pot"));
}

#[test]
fn secrets_said_in_a_conversation_are_not_kept() {
    let home = Home::new();
    home.write("sessions/talk.jsonl", &line("user", "my password is hunter2hunter2 for the staging server"));
    home.index();
    let hit = home.find("staging server password").remove(0);
    assert!(!hit.text.contains("hunter2hunter2"), "{}", hit.text);
}

#[test]
fn one_file_of_many_conversations_becomes_many_sessions() {
    let home = Home::new();
    let said = |session: &str, text: &str| line("user", text).replace("talk", session);
    let text = said("s1", "I adopted a cat named Miso")
        + &said("s2", "我的狗叫豆豆")
        + &said("s1", "Miso sleeps a lot");
    let file = home.write("export.jsonl", &text);
    let files = [file, home.folder.path().join("none.jsonl")];
    let done = home.workspace.index_transcripts(&files, &user(), &mut |_| {}).unwrap();
    assert_eq!((done.turns, done.skipped.len()), (3, 1));
    assert_eq!(home.first("what is the dog's name 狗叫什么").0, "export.jsonl#s2");
    let state = home.workspace.index_state().unwrap();
    assert_eq!(state.counts.iter().find(|count| count.source == "transcript").unwrap().documents, 2);
    let again = home.workspace.index_transcripts(&files[..1], &user(), &mut |_| {}).unwrap();
    assert_eq!((again.turns, again.unchanged), (0, 1));
    home.index();
    assert_eq!(home.chunks("transcript"), 3);
}

#[test]
fn a_long_transcript_is_written_in_steps_and_none_is_lost_or_doubled() {
    let home = Home::new();
    let text: String =
        (0..2_500).map(|n| line("user", &format!("message number {n} of the long talk"))).collect();
    home.write("sessions/talk.jsonl", &text);
    let mut seen = 0;
    let done = home.workspace.index(How::Changes, &user(), &mut |progress| seen = progress.total).unwrap();
    assert_eq!((done.turns, seen, home.chunks("transcript")), (2_500, 1, 2_500));
    home.write("sessions/talk.jsonl", &(text + &line("user", "one more")));
    assert_eq!((home.index().turns, home.chunks("transcript")), (1, 2_501));
}

#[test]
fn what_is_wrong_with_a_file_is_told_until_it_is_mended() {
    let home = Home::new();
    home.write("sessions/x.jsonl", "not a transcript\n");
    assert_eq!(home.index().skipped.len(), 1);
    assert_eq!(home.workspace.index_state().unwrap().errors.len(), 1);
    assert_eq!(home.index().skipped.len(), 1, "a second time");
    home.write("sessions/x.jsonl", &line("user", "now it is one"));
    assert_eq!(home.index().turns, 1);
    assert!(home.workspace.index_state().unwrap().errors.is_empty());
    home.write("sessions/y.jsonl", &format!("{}not json\n{}", line("user", "สวัสดี"), line("user", "你好")));
    home.write("memory/binary.md", "a\0b");
    for round in 0..2 {
        let done = home.index();
        assert_eq!((done.bad_lines, done.bad.len(), done.skipped.len()), (1, 1, 1), "round {round}");
        let told = home.workspace.index_state().unwrap().remarks();
        assert!(told.iter().any(|r| r.contains("1 lines could not be understood (line 2)")), "{told:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_document_and_no_transcript_and_is_told() {
    let home = Home::new();
    home.write("memory/good.md", NOTES);
    home.write("sessions/good.jsonl", &line("user", "hello"));
    for path in ["memory/pipe.md", "sessions/pipe.jsonl"] {
        let made = std::process::Command::new("mkfifo").arg(home.folder.path().join(path)).status();
        if !made.is_ok_and(|status| status.success()) {
            return;
        }
    }
    for round in 0..2 {
        let skipped = home.index().skipped;
        assert_eq!(skipped.len(), 2, "round {round}: {skipped:?}");
        assert!(skipped.iter().all(|one| one.why.to_string() == "it is no ordinary file"));
    }
    assert_eq!(home.workspace.index_state().unwrap().remarks().len(), 2);
}

#[test]
fn indexing_again_from_the_start_finds_the_same() {
    let home = Home::new();
    home.write("memory/a.md", NOTES);
    home.write("sessions/talk.jsonl", &line("user", "the meeting moved to Tuesday"));
    home.index();
    let done = home.workspace.index(How::Again, &user(), &mut |_| {}).unwrap();
    assert_eq!((done.new, done.turns, home.chunks("workspace"), home.chunks("transcript")), (1, 1, 3, 1));
    assert_eq!(home.first("deploy docker").0, "memory/a.md");
}

#[test]
fn two_processes_do_not_index_at_the_same_time() {
    let home = Home::new();
    home.write("memory/a.md", NOTES);
    let lock = fs::File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(home.folder.path().join(".memoro/index.lock"))
        .unwrap();
    lock.lock().unwrap();
    assert_eq!(home.workspace.try_index(&user(), &mut |_| {}).unwrap(), None);
    lock.unlock().unwrap();
    assert_eq!(home.workspace.try_index(&user(), &mut |_| {}).unwrap().unwrap().new, 1);
}

#[test]
fn importance_decides_between_equals_and_never_beats_relevance() {
    let home = Home::new();
    home.write("plain.md", "# Deploy\n\nWe deploy with Docker on Fridays.\n");
    home.write("matters.md", "<!-- importance: 10 -->\n# Deploy\n\nWe deploy with Docker on Fridays.\n");
    home.write("little.md", "<!-- importance: 1 -->\n# Deploy\n\nWe deploy with Docker on Fridays.\n");
    home.write("loud.md", "<!-- importance: 10 -->\n# ประชุม\n\nประชุมทีมทุกวันพุธ\n");
    home.write("quiet.md", "<!-- importance: 1 -->\n# วันลา\n\nลาพักร้อนได้ปีละสิบวัน\n");
    home.index();
    let order: Vec<_> = home.find("when do we deploy with docker").into_iter().map(|hit| hit.path).collect();
    let place = |name: &str| order.iter().position(|path| path.as_deref() == Some(name)).unwrap();
    assert!(place("matters.md") < place("plain.md") && place("plain.md") < place("little.md"));
    assert_eq!(home.first("ลาพักร้อนได้กี่วัน").0, "quiet.md");
}

#[test]
fn what_is_written_changed_or_forgotten_while_the_index_is_made_anew_is_found_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let now = || Caller::user(Timestamp::now());
    let workspace = Workspace::init(folder.path(), Settings::default(), &now()).unwrap();
    let mine: memoro_core::Scope = "user:default".parse().unwrap();
    for n in 0..300 {
        workspace
            .write(Draft::note(mine.clone(), format!("note {n} about bridges สะพาน 桥")), &now())
            .unwrap();
    }
    let working = std::sync::atomic::AtomicBool::new(true);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let key = memoro_core::Key::new("tone").unwrap();
            let mut n = 0;
            while working.load(std::sync::atomic::Ordering::Relaxed) {
                n += 1;
                let note = Draft::note(mine.clone(), format!("late note {n} ข้อความใหม่"));
                let id = workspace.write(note, &now()).unwrap().written.id().unwrap().to_string();
                let entry =
                    Draft::entry(mine.clone(), key.clone(), EntryKind::Preference, format!("tone{n}"));
                workspace.write(entry, &now()).unwrap();
                if n % 5 == 0 {
                    workspace.forget(&Target::Memory(id, None), "", &now()).unwrap();
                }
            }
        });
        let looks: Vec<_> = (0..4)
            .map(|_| {
                workspace.index(How::Again, &now(), &mut |_| {}).map(drop).unwrap_or_default();
                (workspace.store().unindexed(), workspace.store().misindexed())
            })
            .collect();
        working.store(false, std::sync::atomic::Ordering::Relaxed);
        writer.join().unwrap();
        for (unfound, wrong) in looks {
            assert_eq!((unfound.unwrap(), wrong.unwrap()), (Vec::new(), Vec::new()));
        }
    });
}

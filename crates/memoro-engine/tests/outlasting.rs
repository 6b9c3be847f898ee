//! What outlasts losses and kills: forgets, the trust of what programs wrote, the files of runs, and names that are not
//! taken for others.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::fs;
use std::path::Path;

use jiff::Timestamp;
use memoro_core::{EntryKind, Key, Origin, Scope, Trust, UserId, Written};
use memoro_engine::store::Filter;
use memoro_engine::{Caller, Depth, Draft, Edit, Settings, Target, Workspace};

fn now() -> Timestamp {
    "2026-11-15T10:00:00Z".parse().unwrap()
}

fn user() -> Caller {
    Caller::user(now())
}

fn owner() -> Scope {
    "user:default".parse().unwrap()
}

fn new() -> (tempfile::TempDir, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &user()).unwrap();
    (folder, workspace)
}

fn note(workspace: &Workspace, text: &str, caller: &Caller) -> String {
    let receipt = workspace.write(Draft::note(owner(), text), caller).unwrap();
    receipt.written.id().unwrap().to_string()
}

fn texts(workspace: &Workspace) -> Vec<String> {
    let all = workspace.list(&Filter { now: now(), ..Filter::default() }, &user()).unwrap();
    all.into_iter().map(|stored| stored.memory.content.text()).collect()
}

fn lose_the_store(root: &Path) {
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(root.join(format!(".memoro/memoro.db{end}")));
    }
}

#[test]
fn forgetting_a_person_takes_nobody_whose_name_only_holds_theirs() {
    let (_folder, workspace) = new();
    let kept = ["We are planning the channel annual budget", "Joanna moved to Chiang Mai", "ANNA has 3 cats"];
    let gone =
        ["Ann likes tea", "ask ann's manager", "โทรหา Annพรุ่งนี้", "Ann喜欢喝茶", "ann.lee@example.com wrote"];
    for text in kept.iter().chain(&gone) {
        note(&workspace, text, &user());
    }
    let plan = workspace.plan_forget(&Target::Subject("Ann".into()), &user()).unwrap();
    assert_eq!(plan.memories.len(), gone.len());
    workspace.forget(&Target::Subject("Ann".into()), "", &user()).unwrap();
    let mut left = texts(&workspace);
    left.sort();
    assert_eq!(
        left,
        ["ANNA has 3 cats", "Joanna moved to Chiang Mai", "We are planning the channel annual budget"]
    );
    note(&workspace, "คุณสมชายชอบกาแฟ", &user());
    note(&workspace, "我们和王伟去吃饭", &user());
    for name in ["สมชาย", "王伟"] {
        let found = workspace.forget(&Target::Subject(name.into()), "", &user()).unwrap();
        assert_eq!(found.memories.len(), 1, "{name}");
    }
}

#[test]
fn a_plan_names_the_documents_that_the_forget_will_name() {
    let (folder, workspace) = new();
    let id = note(&workspace, "the gruesome launch code word", &user());
    fs::write(folder.path().join("mine.md"), "# x\n\nsee the gruesome launch code word here\n").unwrap();
    fs::write(folder.path().join("copy.bak"), "the gruesome launch code word\n").unwrap();
    let target = Target::Memory(id, None);
    let plan = workspace.plan_forget(&target, &user()).unwrap();
    let mut planned = plan.documents;
    let mut done = workspace.forget(&target, "", &user()).unwrap().documents;
    planned.sort();
    done.sort();
    assert_eq!(planned, done);
    assert_eq!(done, [("copy.bak".to_owned(), vec![1]), ("mine.md".to_owned(), vec![3])]);
}

#[test]
fn a_persons_own_words_about_it_are_named_with_their_lines() {
    let (folder, workspace) = new();
    let draft = Draft::entry(owner(), Key::new("k1").unwrap(), EntryKind::Fact, "FROBOZZ the first");
    workspace.write(draft, &user()).unwrap();
    let path = folder.path().join("PROFILE.md");
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str("<!-- FROBOZZ the first -->\n");
    fs::write(&path, &text).unwrap();
    let report = workspace.forget(&Target::Memory("k1".into(), None), "", &user()).unwrap();
    assert!(report.left.is_empty(), "{report:?}");
    assert_eq!(report.documents.len(), 1);
    assert!(!report.verified);
}

#[test]
fn what_was_forgotten_stays_so_when_the_store_is_lost() {
    let (folder, workspace) = new();
    let id = note(&workspace, "NUMBATX gamma", &user());
    let kept = note(&workspace, "ชาเขียวอยู่ในตู้", &user());
    let mut exported = Vec::new();
    workspace.export(&mut exported, &user(), |_| {}).unwrap();
    let file = fs::read(folder.path().join(format!("memory/learnings/{id}.md"))).unwrap();
    workspace.forget(&Target::Memory(id.clone(), None), "", &user()).unwrap();
    drop(workspace);
    lose_the_store(folder.path());
    fs::write(folder.path().join(format!("memory/learnings/{id}.md")), file).unwrap();
    let (workspace, _) = Workspace::rebuild(folder.path(), Settings::default(), &user()).unwrap();
    workspace.import(&mut exported.as_slice(), &user(), |_| {}).unwrap();
    assert_eq!(texts(&workspace), ["ชาเขียวอยู่ในตู้"]);
    assert!(workspace.get(&kept, None, &user()).is_ok());
    // A person may say it again, and then it is not forgotten any more.
    note(&workspace, "NUMBATX gamma", &user());
    drop(workspace);
    lose_the_store(folder.path());
    let (workspace, _) = Workspace::rebuild(folder.path(), Settings::default(), &user()).unwrap();
    assert_eq!(texts(&workspace).len(), 2);
}

#[test]
fn a_forget_that_was_killed_halfway_is_finished_by_the_next_command() {
    let (folder, workspace) = new();
    let id = note(&workspace, "the old word KAKAPO", &user());
    let edit = Edit { text: Some("the new word KAKAPO".into()), ..Edit::default() };
    workspace.edit(&id, &edit, &user()).unwrap();
    let replaced = folder.path().join(".memoro/replaced");
    assert!(fs::read_dir(&replaced).unwrap().count() > 0, "an older state of the file is kept for a while");
    // What a kill right after the erasing leaves: the mark, and the older states.
    fs::write(folder.path().join(".memoro/forgetting"), "").unwrap();
    workspace.take_in(&user()).unwrap();
    assert_eq!(fs::read_dir(&replaced).unwrap().count(), 0);
    assert!(!folder.path().join(".memoro/forgetting").exists());
    workspace.forget(&Target::Memory(id, None), "", &user()).unwrap();
    assert!(!folder.path().join(".memoro/forgetting").exists());
}

#[test]
fn no_program_gains_trust_by_a_lost_store() {
    let (folder, workspace) = new();
    let by_agent = note(&workspace, "the staging server restarts at two", &Caller::agent(now()));
    let by_person = note(&workspace, "ตู้กดน้ำอยู่ชั้นสอง", &user());
    drop(workspace);
    lose_the_store(folder.path());
    let (workspace, _) = Workspace::rebuild(folder.path(), Settings::default(), &user()).unwrap();
    let of = |id: &str| workspace.get(id, None, &user()).unwrap().memory.provenance;
    assert_eq!((of(&by_agent).origin, of(&by_agent).trust), (Origin::Auto, Trust::Agent));
    assert_eq!(of(&by_person).trust, Trust::User);
}

#[test]
fn a_backup_among_the_documents_is_no_document() {
    let (folder, workspace) = new();
    let id = note(&workspace, "GRUEWORD stands in the backup", &user());
    let target = folder.path().join("mine/backup");
    workspace.backup(Some(&target), &user(), |_, _| {}).unwrap();
    workspace.index(memoro_engine::How::Changes, &user(), &mut |_| {}).unwrap();
    let plan = workspace.plan_forget(&Target::Subject("GRUEWORD".into()), &user()).unwrap();
    assert!(plan.documents.is_empty() && plan.backups.len() == 1, "{plan:?}");
    let report = workspace.forget(&Target::Memory(id, None), "", &user()).unwrap();
    assert_eq!(report.backups.iter().map(|path| path.file_name().unwrap()).collect::<Vec<_>>(), ["backup"]);
    assert!(report.documents.is_empty(), "{:?}", report.documents);
    let asked = memoro_engine::Recall::new("GRUEWORD");
    assert!(workspace.recall(&asked, &user()).unwrap().hits.is_empty());
}

#[test]
fn the_file_of_a_run_that_somebody_changed_is_found_and_written_again() {
    let (folder, workspace) = new();
    let caller = Caller { run: Some("r1".into()), ..user() };
    note(&workspace, "six eggs", &caller);
    let path = folder.path().join(".memoro/runs/r1/memory_audit.jsonl");
    let whole = fs::read(&path).unwrap();
    for harm in [Some("{}\n"), None] {
        match harm {
            Some(text) => fs::write(&path, text).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let found = workspace.check(Depth::Quick, &user()).unwrap();
        let runs = found.iter().find(|finding| finding.what == "files of runs").unwrap();
        assert_eq!((runs.problems.len(), runs.mended), (1, 1));
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
    let found = workspace.check(Depth::Quick, &user()).unwrap();
    assert!(found.iter().all(|finding| finding.problems.is_empty()), "{found:?}");
    // What cannot be mended is told and stops nothing else; what the audit does not know is told too.
    fs::remove_file(&path).unwrap();
    fs::create_dir_all(path.join("inside")).unwrap();
    fs::create_dir_all(folder.path().join(".memoro/runs/forged")).unwrap();
    fs::write(folder.path().join(".memoro/runs/forged/memory_audit.jsonl"), &whole).unwrap();
    let found = workspace.check(Depth::Quick, &user()).unwrap();
    let runs = found.iter().find(|finding| finding.what == "files of runs").unwrap();
    assert_eq!((runs.problems.len(), runs.mended, runs.remarks.len()), (1, 0, 1), "{runs:?}");
}

#[test]
fn who_names_no_revision_is_not_refused_for_others_edits() {
    let (_folder, workspace) = new();
    let id = note(&workspace, "counter 0", &user());
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (workspace, id) = (&workspace, &id);
            scope.spawn(move || {
                for n in 0..6 {
                    let edit = Edit { text: Some(format!("counter {thread} {n}")), ..Edit::default() };
                    workspace.edit(id, &edit, &user()).unwrap();
                }
            });
        }
    });
    let history = workspace.history(&id, &user()).unwrap();
    assert_eq!(history.len(), 25, "every edit is there");
}

#[test]
fn ids_tell_whoever_is_bound_to_one_user_nothing_of_others() {
    let (_folder, workspace) = new();
    let alice = Caller { only: Some(UserId::new("alice").unwrap()), ..user() };
    let id = |text: &str| {
        let scope: Scope = "user:alice".parse().unwrap();
        match workspace.write(Draft::note(scope, text), &alice).unwrap().written {
            Written::Stored(id) => id.to_string().replace("secretone", "X").replace("othertwo", "X"),
            other => panic!("{other:?}"),
        }
    };
    note(&workspace, "secretone", &user());
    assert_eq!(id("secretone"), id("othertwo"));
}

#[test]
fn the_admins_name_is_not_for_a_user_to_take() {
    let (_folder, workspace) = new();
    let draft = Draft {
        origin: Origin::Admin,
        ..Draft::entry(owner(), Key::new("tone").unwrap(), EntryKind::Preference, "short")
    };
    let receipt = workspace.write(draft, &user()).unwrap();
    assert!(receipt.verified && receipt.place.is_some());
    let found = workspace.check(Depth::Quick, &user()).unwrap();
    assert!(found.iter().all(|finding| finding.problems.is_empty()), "{found:?}");
}

#[test]
fn what_a_person_says_after_a_program_is_the_persons() {
    let (_folder, workspace) = new();
    let agent = Caller::agent(now());
    let text = "The safe code sheet is in the hall";
    let id = note(&workspace, text, &agent);
    assert_eq!(note(&workspace, text, &user()), id, "it is still one memory");
    assert_eq!(workspace.get(&id, None, &user()).unwrap().memory.provenance.trust, Trust::User);
    let edit = Edit { text: Some("it is in the cellar".into()), ..Edit::default() };
    let changed = workspace.edit(&id, &edit, &agent);
    assert!(!changed.is_ok_and(|receipt| matches!(receipt.written, Written::Superseded { .. })));
    assert_eq!(texts(&workspace), [text]);
    // And an agent that says what a person has said takes nothing over.
    note(&workspace, text, &agent);
    assert_eq!(workspace.get(&id, None, &user()).unwrap().memory.provenance.trust, Trust::User);
}

#[test]
fn notes_about_the_user_that_wait_are_confirmed_each_by_itself() {
    let (_folder, workspace) = new();
    let agent = Caller::agent(now());
    for text in ["Bob prefers coffee", "The customer does not use SSO"] {
        let learn = memoro_engine::Learn {
            text: text.into(),
            layer: Some("user_model".parse().unwrap()),
            ..Default::default()
        };
        workspace.learn(&learn, &agent).unwrap();
    }
    let waiting = workspace.pending(&user()).unwrap();
    assert_eq!(waiting.len(), 2);
    for stored in &waiting {
        workspace.confirm(&memoro_engine::Which::One(stored.memory.id.to_string()), "", &user()).unwrap();
    }
    assert_eq!(texts(&workspace).len(), 2);
}

//! Several processes and many threads on one workspace: what one of them changed counts for the others at once.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::path::Path;

use jiff::Timestamp;
use memoro_core::{Actor, Content, EntryKind, Episode, Grain, Key, Outcome, Scope, Trust, Written};
use memoro_engine::{Caller, Draft, EngineError, Settings, Target, Workspace};

fn user() -> Caller {
    Caller::user("2026-11-15T10:00:00Z".parse::<Timestamp>().unwrap())
}

fn owner() -> Scope {
    "user:default".parse().unwrap()
}

fn episode(summary: &str) -> Draft {
    let content = Content::Episode(Episode {
        grain: Grain::Event,
        summary: summary.into(),
        topics: Vec::new(),
        outcome: Outcome::Success,
        duration_ms: None,
    });
    Draft::new(owner(), content)
}

fn settings(admin: &Path) -> Settings {
    Settings { policy: Some(admin.join("POLICY.md")), ..Settings::default() }
}

#[test]
fn rules_that_another_process_loads_bind_the_next_write() {
    let (folder, admin) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let one = Workspace::init(folder.path(), settings(admin.path()), &user()).unwrap();
    let other = Workspace::open(folder.path(), settings(admin.path()), &user()).unwrap();
    one.write(episode("the build passed"), &user()).unwrap();
    let key = || Key::new("tone").unwrap();
    let polite = || Draft::entry(owner(), key(), EntryKind::Preference, "สุภาพ");
    one.write(polite(), &user()).unwrap();
    let rules = "- key:policy.allow.tools | value:read_file,memory_resolve | priority:100 | source:admin\n";
    std::fs::write(admin.path().join("POLICY.md"), rules).unwrap();
    let boss = Caller { actor: Actor { name: "admin".into(), trust: Trust::Admin }, ..user() };
    other.reload_policy(&boss).unwrap();
    for draft in [episode("another build passed"), polite()] {
        let refused = one.write(draft, &user());
        assert!(matches!(refused, Err(EngineError::Blocked(_))), "{refused:?}");
    }
    std::fs::write(admin.path().join("POLICY.md"), "").unwrap();
    other.reload_policy(&boss).unwrap();
    one.write(episode("a third build passed"), &user()).unwrap();
}

#[test]
fn what_another_process_forgot_cannot_be_brought_back_by_an_agent() {
    let folder = tempfile::tempdir().unwrap();
    let one = Workspace::init(folder.path(), Settings::default(), &user()).unwrap();
    let other = Workspace::open(folder.path(), Settings::default(), &user()).unwrap();
    let receipt = one.write(episode("被遗忘的部署"), &user()).unwrap();
    let id = receipt.written.id().unwrap().to_string();
    other.forget(&Target::Memory(id, None), "", &user()).unwrap();
    let agent = Caller::agent(user().now);
    assert!(one.write(episode("被遗忘的部署"), &agent).is_err(), "an agent brought it back");
    let again = one.write(episode("被遗忘的部署"), &user()).unwrap();
    assert!(again.verified, "the person may say it again: {again:?}");
}

#[test]
fn what_happens_in_one_moment_is_kept_apart_and_what_is_said_twice_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &user()).unwrap();
    std::thread::scope(|scope| {
        for n in 0..48 {
            let workspace = &workspace;
            scope.spawn(move || {
                let receipt = workspace.write(episode(&format!("event {n}")), &user()).unwrap();
                assert!(matches!(receipt.written, Written::Stored(_)) && receipt.verified, "{receipt:?}");
            });
        }
    });
    let filter = memoro_store::Filter { now: user().now, ..memoro_store::Filter::default() };
    assert_eq!(workspace.store().count(&filter).unwrap(), 48);
    assert_eq!(workspace.store().verify_audit().unwrap().problems, []);
    let named = || Draft { id: Some("episodic_run_7".parse().unwrap()), ..episode("run 7") };
    assert!(matches!(workspace.write(named(), &user()).unwrap().written, Written::Stored(_)));
    let twice = workspace.write(named(), &user()).unwrap();
    assert!(matches!(twice.written, Written::Merged { .. }) && twice.verified, "{twice:?}");
}

#[test]
fn the_same_request_sent_many_times_at_once_is_answered_alike() {
    let folder = tempfile::tempdir().unwrap();
    let now = jiff::Timestamp::now();
    let workspace = Workspace::init(folder.path(), Settings::default(), &Caller::user(now)).unwrap();
    for round in 0..60 {
        let key = format!("request-{round}");
        let start = std::sync::Barrier::new(6);
        let receipts: Vec<_> = std::thread::scope(|scope| {
            let ask = || {
                start.wait();
                let text = format!("round {round}: เรือออกตอนเช้า 船早上开");
                let caller = Caller::user(now).asking_once(Some(&key), &text);
                let scope = "user:default".parse().unwrap();
                workspace.write(Draft::note(scope, text), &caller).unwrap().written
            };
            let threads: Vec<_> = (0..6).map(|_| scope.spawn(ask)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(receipts.iter().all(|written| matches!(written, Written::Stored(_))), "{receipts:?}");
        assert!(receipts.windows(2).all(|pair| pair[0] == pair[1]), "{receipts:?}");
    }
}

#[test]
fn a_check_takes_nothing_that_others_are_writing_for_a_problem() {
    let folder = tempfile::tempdir().unwrap();
    let one = Workspace::init(folder.path(), Settings::default(), &user()).unwrap();
    let other = Workspace::open(folder.path(), Settings::default(), &user()).unwrap();
    let done = std::sync::atomic::AtomicBool::new(false);
    let going = || !done.load(std::sync::atomic::Ordering::Acquire);
    let set = |key: &str, value: String| {
        let draft = Draft::entry(owner(), Key::new(key).unwrap(), EntryKind::Preference, value);
        one.write(draft, &user()).unwrap()
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for n in (0..).take_while(|_| going()) {
                set("โทน", format!("แบบที่ {n}"));
            }
        });
        scope.spawn(|| {
            for n in (0..).take_while(|_| going()) {
                let id = set("城市", format!("第 {n} 座")).written.id().unwrap().to_string();
                one.forget(&Target::Memory(id, None), "", &user()).unwrap();
            }
        });
        scope.spawn(|| {
            for n in (0..).take_while(|_| going()) {
                let draft = Draft::note(owner(), format!("note {n} of many"));
                one.write(draft, &user()).unwrap();
            }
        });
        let mut told = Vec::new();
        for _ in 0..12 {
            let findings = other.check(memoro_engine::Depth::Quick, &user()).unwrap();
            told.extend(findings.into_iter().flat_map(|finding| finding.problems));
        }
        done.store(true, std::sync::atomic::Ordering::Release);
        assert!(told.is_empty(), "{told:?}");
    });
    let left = other.check(memoro_engine::Depth::Full, &user()).unwrap();
    assert!(left.iter().all(|finding| finding.problems.is_empty()), "{left:?}");
}

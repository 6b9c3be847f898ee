//! How long values hold: a value for a time gives the place back, what has ended is no value, a session that nobody uses
//! is over, two names of a key are one, and what was not done is told in words.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use jiff::{SignedDuration, Timestamp};
use memoro_core::{Key, SessionId};
use memoro_engine::{Caller, Depth, Done, Effort, Said, SayContext, Settings, Whose, Workspace};

struct Home {
    folder: tempfile::TempDir,
    workspace: Workspace,
    now: std::cell::Cell<Timestamp>,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let now: Timestamp = "2026-11-16T09:00:00Z".parse().unwrap();
        let workspace = Workspace::init(folder.path(), Settings::default(), &Caller::user(now)).unwrap();
        Self { folder, workspace, now: std::cell::Cell::new(now) }
    }

    fn wait(&self, minutes: i64) {
        self.now.set(self.now.get() + SignedDuration::from_mins(minutes));
    }

    fn user(&self) -> Caller {
        self.now.set(self.now.get() + SignedDuration::from_millis(7));
        Caller::user(self.now.get())
    }

    fn said(&self, message: &str) -> Said {
        self.workspace.say(message, &SayContext::default(), &self.user()).unwrap()
    }

    fn say(&self, message: &str) -> Done {
        let mut said = self.said(message);
        assert_eq!(said.commands.len(), 1, "{message}: {:#?}", said.commands);
        said.commands.remove(0)
    }

    fn value(&self, key: &str) -> Option<String> {
        let keys = [Key::new(key).unwrap()];
        let found = self.workspace.resolve(&keys, &Whose::default(), &self.user()).unwrap().values;
        found.first().map(|resolved| resolved.value().to_owned())
    }

    fn profile(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("PROFILE.md")).unwrap_or_default()
    }
}

#[test]
fn a_value_for_a_time_gives_the_place_back_to_the_one_that_was_there() {
    for (lasting, timed, key, first, second) in [
        (
            "from now on answer in detail",
            "keep your answers short for 3 days",
            "response.length",
            "detailed",
            "concise",
        ),
        ("ต่อไปนี้ตอบเป็นภาษาไทย", "อีก 3 วันตอบเป็นภาษาอังกฤษ", "response.language", "th", "en"),
        ("以后用中文回答", "三天内都用英文回答", "response.language", "zh", "en"),
    ] {
        let home = Home::new();
        home.say(lasting);
        let done = home.say(timed);
        assert_eq!(done.receipt.status, "superseded", "{timed}");
        assert!(done.receipt.reason.unwrap().contains("counts again"), "{timed}");
        assert_eq!(home.value(key).as_deref(), Some(second));
        home.wait(2 * 24 * 60);
        assert_eq!(home.value(key).as_deref(), Some(second));
        home.wait(24 * 60);
        assert_eq!(home.value(key).as_deref(), Some(first), "{timed}");
        let line = format!("key:{key} | value:{first} |");
        assert!(home.profile().contains(&line), "{}", home.profile());
        assert!(
            home.workspace.compact(Effort::Real, &home.user()).unwrap().is_empty(),
            "nothing is left over"
        );
        let findings = home.workspace.check(Depth::Quick, &home.user()).unwrap();
        assert!(findings.iter().all(memoro_engine::Finding::holds), "{findings:?}");
    }
}

#[test]
fn values_for_a_time_that_lie_over_each_other_each_give_the_place_back() {
    let home = Home::new();
    home.say("from now on be formal");
    home.say("use a casual tone for 3 weeks");
    home.say("use a friendly tone for 3 days");
    assert_eq!(home.value("response.tone").as_deref(), Some("friendly"));
    home.wait(4 * 24 * 60);
    assert_eq!(home.value("response.tone").as_deref(), Some("casual"));
    home.wait(20 * 24 * 60);
    assert_eq!(home.value("response.tone").as_deref(), Some("formal"));
    home.say("use a casual tone for 3 weeks");
    home.say("use a friendly tone for 3 days");
    home.wait(30 * 24 * 60);
    assert_eq!(home.value("response.tone").as_deref(), Some("formal"), "both were over");
    home.say("use a casual tone for 3 days");
    home.say("set the tone to playful");
    home.wait(5 * 24 * 60);
    assert_eq!(home.value("response.tone").as_deref(), Some("playful"), "what is said for good stays");
}

#[test]
fn what_no_longer_holds_ends_its_slot_and_is_no_new_memory() {
    for (held, over, key) in [
        ("remember I work at Nokia", "remember that I no longer work at Nokia", "employer"),
        ("remember I use vim", "remember I don't use vim anymore", "uses.editor"),
        ("จำไว้ว่าผมอยู่เชียงใหม่", "จำไว้ว่าผมไม่ได้อยู่เชียงใหม่แล้ว", "place"),
        ("จำไว้ว่าผมกินเจ", "จำไว้ว่าผมเลิกกินเจแล้ว", "diet"),
        ("记住我在华为工作", "记住我不再在华为工作", "employer"),
        ("记住我住上海", "记住我不住上海了", "place"),
    ] {
        let home = Home::new();
        home.say(held);
        let done = home.say(over);
        assert_eq!((done.command.key.as_deref(), done.receipt.status), (Some(key), "superseded"), "{over}");
        assert!(done.receipt.verified && home.value(key).is_none(), "{over}");
        assert!(!home.profile().contains(&format!("key:{key} ")), "{}", home.profile());
        home.workspace.undo(&home.user()).unwrap();
        assert!(home.value(key).is_some(), "it can be taken back");
    }
    let home = Home::new();
    home.say("remember I work at Wolt");
    let done = home.say("remember that I no longer work at Nokia");
    assert_eq!((done.receipt.status, home.value("employer").as_deref()), ("rejected", Some("Wolt")));
    let home = Home::new();
    home.say("remember that I no longer work at Nokia");
    assert_eq!(
        home.value("employer").as_deref(),
        Some("I no longer work at Nokia"),
        "it was asked to be kept"
    );
    home.say("remember I work at Wolt");
    assert_eq!(home.value("employer").as_deref(), Some("Wolt"));
}

#[test]
fn a_session_that_nobody_used_for_long_counts_no_more_for_any_reader() {
    let home = Home::new();
    home.say("for this session, answer in French");
    home.wait(7 * 60);
    assert_eq!(home.value("response.language").as_deref(), Some("fr"));
    home.said("good morning");
    home.wait(7 * 60);
    assert_eq!(home.value("response.language").as_deref(), Some("fr"), "the person was there meanwhile");
    home.wait(2 * 60);
    assert_eq!(home.value("response.language"), None);
    let shown = home.say("what do you know about me?");
    assert!(shown.shown.is_empty(), "{:?}", shown.shown);
    home.say("for this session, be formal");
    assert_eq!(home.value("response.language"), None, "another session began");
    assert_eq!(home.value("response.tone").as_deref(), Some("formal"));
}

#[test]
fn a_session_that_was_left_for_another_one_is_over_in_its_time_too() {
    let home = Home::new();
    let say = |session: &str, text: &str| {
        let context = SayContext { session: Some(SessionId::new(session).unwrap()), ..SayContext::default() };
        home.workspace.say(text, &context, &home.user()).unwrap();
    };
    let value = |session: &str| {
        let whose = Whose { session: Some(SessionId::new(session).unwrap()), ..Whose::default() };
        let found =
            home.workspace.resolve(&[Key::new("response.tone").unwrap()], &whose, &home.user()).unwrap();
        found.values.first().map(|resolved| resolved.value().to_owned())
    };
    say("s1", "for this session, be formal");
    say("s2", "for this session, be casual");
    home.wait(60);
    assert_eq!((value("s1").as_deref(), value("s2").as_deref()), (Some("formal"), Some("casual")));
    home.wait(8 * 60);
    assert_eq!((value("s1"), value("s2")), (None, None));
    home.workspace.compact(Effort::Real, &home.user()).unwrap();
    say("s1", "for this session, answer in Thai");
    assert_eq!(value("s1"), None, "what it held before ended with it");
}

#[test]
fn two_names_of_a_key_compete_by_priority_and_then_by_time() {
    let line = |key: &str, value: &str, priority: u8, at: &str| {
        format!(
            "- key:{key} | value:{value} | priority:{priority} | ttl:none | source:user_explicit | updated_at:{at}\n"
        )
    };
    let (early, late) = ("2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z");
    for (lines, winner) in [
        ([line("tone", "formal", 90, early), line("response.tone", "casual", 50, late)], "formal"),
        ([line("tone", "formal", 50, early), line("response.tone", "casual", 90, early)], "casual"),
        ([line("โทนการตอบ", "formal", 50, late), line("response.tone", "casual", 50, early)], "formal"),
        ([line("语气", "formal", 50, early), line("response.tone", "casual", 50, late)], "casual"),
    ] {
        let home = Home::new();
        std::fs::write(
            home.folder.path().join("PROFILE.md"),
            format!("# PROFILE\n\n## Preferences\n{}", lines.concat()),
        )
        .unwrap();
        home.wait(1);
        for asked in ["tone", "response.tone"] {
            assert_eq!(home.value(asked).as_deref(), Some(winner), "{asked}: {lines:?}");
        }
        let all = home.workspace.resolve(&[], &Whose::default(), &home.user()).unwrap().values;
        assert_eq!(all.len(), 1, "one value, and what it shadows");
        assert_eq!(all[0].shadowed.len(), 1);
    }
}

#[test]
fn what_was_asked_for_and_not_done_is_told_in_words_until_it_is_done() {
    let home = Home::new();
    let run = |text: &str| {
        let context = SayContext { run: Some("r".into()), ..SayContext::default() };
        home.workspace.say(text, &context, &home.user()).unwrap();
    };
    run("remember I like coffee and I hate coffee");
    let verified = home.workspace.verify_run("r", &home.user()).unwrap();
    assert!(!verified.holds());
    for request in &verified.requests {
        assert!(
            !request.holds && request.found.contains("two things of which only one can hold"),
            "{request:?}"
        );
    }
    run("remember I like coffee");
    run("remember I hate coffee");
    let verified = home.workspace.verify_run("r", &home.user()).unwrap();
    assert!(verified.holds(), "{verified:#?}");
}

//! Vectors from a provider: in its own space, caught up when it comes back, changed without a gap. The provider is a
//! server on this machine that speaks OpenAI's format.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use memoro_engine::embed::{Effort, ProviderConfig, ProviderKind};
use memoro_engine::{
    Answer, Caller, EmbeddingSettings, EngineError, How, Indexed, Last, Recall, Remember, Settings, Workspace,
};
use serde_json::{Value, json};

#[derive(Clone, Copy, PartialEq)]
enum Mood {
    Well,
    Down,
    Busy,
    OtherLength,
    /// Says nothing until the client gives up.
    Silent,
    /// Well for this many texts, then down.
    Tired(usize),
}

/// The provider.
struct Provider {
    base: String,
    mood: Arc<Mutex<Mood>>,
    texts: Arc<Mutex<Vec<String>>>,
    requests: Arc<AtomicUsize>,
}

impl Provider {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}/v1", listener.local_addr().unwrap());
        let (mood, texts) = (Arc::new(Mutex::new(Mood::Well)), Arc::new(Mutex::new(Vec::new())));
        let (current, seen) = (Arc::clone(&mood), Arc::clone(&texts));
        let requests = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&requests);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                counted.fetch_add(1, Ordering::SeqCst);
                answer(stream, &current, &seen);
            }
        });
        Self { base, mood, texts, requests }
    }

    /// How often it was asked since the last time that this was looked at.
    fn asked(&self) -> usize {
        self.requests.swap(0, Ordering::SeqCst)
    }

    fn feels(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    fn sent(&self) -> Vec<String> {
        self.texts.lock().unwrap().clone()
    }

    fn settings(&self) -> Settings {
        let mut provider = ProviderConfig::new(ProviderKind::Compatible, "tiny");
        provider.base_url = Some(self.base.clone());
        let once = Effort {
            attempts: 1,
            timeout: Duration::from_secs(5),
            patience: Duration::ZERO,
            within: Duration::from_secs(5),
        };
        (provider.limits.query, provider.limits.document, provider.limits.batch_texts) = (once, once, 4);
        provider.limits.check = once;
        let embedding = EmbeddingSettings { providers: vec![provider], ..EmbeddingSettings::default() };
        Settings { embedding, ..Settings::default() }
    }
}

fn answer(mut stream: TcpStream, mood: &Mutex<Mood>, seen: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut head, mut length) = (String::new(), 0);
    while !head.ends_with("\r\n\r\n") {
        let start = head.len();
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return;
        }
        let line = head.get(start..).unwrap().to_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    let texts: Vec<String> =
        body["input"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect();
    if *mood.lock().unwrap() == Mood::Silent {
        let _ = stream.read(&mut [0]);
        return;
    }
    let mut mood = mood.lock().unwrap();
    if let Mood::Tired(left) = *mood {
        *mood = left.checked_sub(texts.len()).map_or(Mood::Down, Mood::Tired);
    }
    let (status, reply) = match *mood {
        Mood::Down => (503, json!({"error": {"message": "closed today"}})),
        Mood::Busy => (429, json!({"error": {"message": "slow down"}})),
        Mood::OtherLength => (200, vectors(&texts, 7)),
        Mood::Silent => return,
        Mood::Well | Mood::Tired(_) => {
            seen.lock().unwrap().extend(texts.clone());
            (200, vectors(&texts, 32))
        }
    };
    let reply = reply.to_string();
    let text = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{reply}",
        reply.len()
    );
    let _ = stream.write_all(text.as_bytes());
}

/// Counts characters into a few boxes, so that like texts have like vectors.
fn vectors(texts: &[String], dims: usize) -> Value {
    let vector = |text: &String| {
        let mut boxes = vec![0.01_f32; dims];
        text.to_lowercase()
            .chars()
            .filter(|c| c.is_alphanumeric())
            .for_each(|c| boxes[c as usize % dims] += 1.0);
        boxes
    };
    let data = texts.iter().enumerate().map(|(at, text)| json!({"index": at, "embedding": vector(text)}));
    json!({"object": "list", "model": "tiny", "data": data.collect::<Vec<_>>()})
}

fn user() -> Caller {
    Caller::user(Timestamp::now() + SignedDuration::from_hours(1))
}

fn note(workspace: &Workspace, text: &str) {
    let request = Remember { text: text.to_owned(), ..Remember::default() };
    workspace.remember(&request, &user()).unwrap();
}

fn index(workspace: &Workspace) -> Indexed {
    workspace.index(How::Changes, &user(), &mut |_| {}).unwrap()
}

fn ask(workspace: &Workspace, question: &str) -> Answer {
    workspace.recall(&Recall::new(question), &user()).unwrap()
}

fn fill(folder: &Path) {
    fs::create_dir_all(folder.join("memory")).unwrap();
    for (name, text) in [
        (
            "a.md",
            "# Deploy\n\nWe deploy with Docker on Fridays.\n\n# Keys\n\nThe key is AKIAIOSFODNN7EXAMPLE.\n",
        ),
        ("b.md", "# เซิร์ฟเวอร์\n\nเซิร์ฟเวอร์หลักอยู่ที่สิงคโปร์\n"),
        ("c.md", "# 数据库\n\n数据库每天凌晨备份。\n"),
    ] {
        fs::write(folder.join("memory").join(name), text).unwrap();
    }
}

fn state(workspace: &Workspace) -> (Option<String>, u64) {
    let state = workspace.index_state().unwrap();
    (state.model, state.pending)
}

const LOCAL: &str = "memoro-static-256-v1";

#[test]
fn everything_is_embedded_in_the_space_of_the_provider_and_paid_for_once() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    fill(folder.path());
    let workspace = Workspace::init(folder.path(), provider.settings(), &user()).unwrap();
    note(&workspace, "The staging database is rebuilt every Sunday night");
    let done = index(&workspace);
    assert_eq!((done.embedded, done.warnings), (5, vec![]));
    let (model, pending) = state(&workspace);
    assert!(model.unwrap().ends_with("/tiny@32"));
    assert_eq!(pending, 0);
    assert!(!provider.sent().iter().any(|text| text.contains("AKIAIOSFODNN7EXAMPLE")));
    for (question, part) in [("docker deploy", "Docker"), ("สิงคโปร์", "สิงคโปร์"), ("数据库备份", "备份")]
    {
        let found = ask(&workspace, question);
        assert!(found.hits[0].text.contains(part), "{question}");
        assert!(found.freshness.model.unwrap().ends_with("/tiny@32"));
    }
    note(&workspace, "ห้องประชุมอยู่ชั้นเจ็ด");
    assert_eq!(state(&workspace).1, 0);
    let sent = provider.sent().len();
    assert_eq!(index(&workspace).embedded, 0);
    let again = workspace.index(How::Again, &user(), &mut |_| {}).unwrap();
    assert_eq!((again.embedded, state(&workspace).1), (6, 0));
    assert!(provider.sent().len() <= sent + 1, "only what was embedded in haste is sent again");
}

#[test]
fn a_provider_that_is_down_stops_no_write_and_no_question_and_is_caught_up_with() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    let workspace = Workspace::init(folder.path(), provider.settings(), &user()).unwrap();
    note(&workspace, "The staging database is rebuilt every Sunday night");
    index(&workspace);
    for (n, mood) in [Mood::Down, Mood::Busy, Mood::OtherLength].into_iter().enumerate() {
        provider.feels(mood);
        let workspace = Workspace::open(folder.path(), provider.settings(), &user()).unwrap();
        let text = format!("周末的值班电话是第{n}号");
        note(&workspace, &text);
        let done = index(&workspace);
        assert_eq!((done.embedded, done.warnings.len()), (0, 1), "{:?}", done.warnings);
        let found = ask(&workspace, "值班电话");
        assert!(found.hits[0].text.contains("值班电话"));
        assert!(found.freshness.warnings[0].starts_with("only words were searched"), "{:?}", found.freshness);
        let words = Recall { mode: memoro_engine::Mode::Lexical, ..Recall::new("值班电话") };
        let words = workspace.recall(&words, &user()).unwrap();
        let scores = |answer: &Answer| answer.hits.iter().map(|hit| hit.score).collect::<Vec<_>>();
        assert_eq!(scores(&found), scores(&words), "what is searched is what is scored");
    }
    assert_eq!(state(&workspace).1, 3);
    provider.feels(Mood::Well);
    let workspace = Workspace::open(folder.path(), provider.settings(), &user()).unwrap();
    assert_eq!(index(&workspace).embedded, 3);
    assert_eq!(state(&workspace).1, 0);
    assert!(ask(&workspace, "值班电话").freshness.warnings.is_empty());
}

/// Moves everything that was kept of a provider's failures back in time.
fn a_minute_passes(folder: &Path) {
    let conn = rusqlite::Connection::open(Workspace::store_path(folder)).unwrap();
    for name in ["embedding.silent", "embedding.trouble"] {
        let sql = "SELECT value FROM meta WHERE name = 'named.' || ?1";
        let Ok(kept) = conn.query_row(sql, [name], |row| row.get::<_, Vec<u8>>(0)) else { continue };
        let kept = String::from_utf8(kept).unwrap();
        let (at, why) = kept.split_once('\n').unwrap();
        let at = at.parse::<Timestamp>().unwrap() - SignedDuration::from_secs(60);
        let sql = "UPDATE meta SET value = ?2 WHERE name = 'named.' || ?1";
        conn.execute(sql, rusqlite::params![name, format!("{at}\n{why}").as_bytes()]).unwrap();
    }
}

#[test]
fn a_provider_that_failed_is_left_alone_for_a_minute_by_every_process_but_an_indexing() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    fill(folder.path());
    let open = || Workspace::open(folder.path(), provider.settings(), &user()).unwrap();
    index(&Workspace::init(folder.path(), provider.settings(), &user()).unwrap());
    provider.feels(Mood::Down);
    provider.asked();
    assert!(ask(&open(), "docker deploy").freshness.warnings[0].contains("closed today"));
    assert_eq!(provider.asked(), 1);
    fs::write(folder.path().join("memory/d.md"), "# 新\n\n周末的值班电话\n").unwrap();
    for _ in 0..2 {
        let workspace = open();
        let done = workspace.try_index(&user(), &mut |_| {}).unwrap().unwrap();
        assert!(done.warnings[0].contains("closed today"), "{:?}", done.warnings);
        note(&workspace, "ห้องประชุมอยู่ชั้นเจ็ด");
        let found = ask(&workspace, "值班电话");
        assert!(found.hits[0].text.contains("值班电话"));
        let told = &found.freshness.warnings[0];
        assert!(told.contains("closed today") && told.contains("asked again in"), "{told}");
    }
    assert_eq!(provider.asked(), 0);
    assert!(index(&open()).warnings[0].contains("closed today"));
    assert_eq!(provider.asked(), 1);
    a_minute_passes(folder.path());
    open().try_index(&user(), &mut |_| {}).unwrap();
    ask(&open(), "值班电话");
    assert_eq!(provider.asked(), 1, "what the indexing learned holds for the question after it");
    a_minute_passes(folder.path());
    provider.feels(Mood::Well);
    assert_eq!(ask(&open(), "值班电话").freshness.warnings, Vec::<String>::new());
    assert_eq!(open().try_index(&user(), &mut |_| {}).unwrap().unwrap().embedded, 2);
    assert_eq!(open().embedding_trouble().unwrap(), None);
}

#[test]
fn a_question_to_a_provider_that_says_nothing_waits_a_moment_once() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    fill(folder.path());
    let mut settings = provider.settings();
    settings.embedding.providers[0].limits = memoro_engine::embed::Limits::default();
    index(&Workspace::init(folder.path(), settings.clone(), &user()).unwrap());
    provider.feels(Mood::Silent);
    let mut took = Vec::new();
    for _ in 0..2 {
        let (begun, workspace) =
            (Instant::now(), Workspace::open(folder.path(), settings.clone(), &user()).unwrap());
        workspace.try_index(&user(), &mut |_| {}).unwrap();
        let found = ask(&workspace, "docker deploy");
        took.push(begun.elapsed());
        assert!(found.freshness.warnings[0].contains("did not answer"), "{:?}", found.freshness);
    }
    assert!(took[0] < Duration::from_secs(3) && took[1] < Duration::from_secs(1), "{took:?}");
    // What the question met is not taken for lasting: an indexing asks, and it is over.
    provider.feels(Mood::Well);
    let workspace = Workspace::open(folder.path(), settings, &user()).unwrap();
    assert!(workspace.embedding_trouble().unwrap().is_some());
    assert_eq!(index(&workspace).warnings, Vec::<String>::new());
    assert_eq!(
        (workspace.embedding_trouble().unwrap(), ask(&workspace, "docker").freshness.warnings),
        (None, vec![])
    );
}

#[test]
fn texts_that_take_long_wait_for_an_indexing_and_do_not_make_questions_wait() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    let mut settings = provider.settings();
    settings.embedding.providers[0].limits.query.timeout = Duration::from_millis(300);
    let open = || Workspace::open(folder.path(), settings.clone(), &user()).unwrap();
    let workspace = Workspace::init(folder.path(), settings.clone(), &user()).unwrap();
    note(&workspace, "The staging database is rebuilt every Sunday night");
    index(&workspace);
    fill(folder.path());
    provider.feels(Mood::Silent);
    let done = open().try_index(&user(), &mut |_| {}).unwrap().unwrap();
    assert!(done.warnings[0].contains("until the next `memoro index`"), "{:?}", done.warnings);
    provider.feels(Mood::Well);
    assert!(ask(&open(), "docker deploy").freshness.model.is_some());
    provider.asked();
    open().try_index(&user(), &mut |_| {}).unwrap();
    assert_eq!(provider.asked(), 0);
    assert_eq!(index(&open()).embedded, 4);
}

#[test]
fn a_question_sends_nothing_but_itself() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    fill(folder.path());
    index(&Workspace::init(folder.path(), provider.settings(), &user()).unwrap());
    let before = provider.sent().len();
    let workspace = Workspace::open(folder.path(), provider.settings(), &user()).unwrap();
    workspace.try_index(&user(), &mut |_| {}).unwrap();
    ask(&workspace, "数据库备份");
    assert_eq!(provider.sent()[before..], ["数据库备份"]);
}

#[test]
fn the_model_is_changed_without_a_gap_resumed_after_a_failure_and_changed_back() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    fill(folder.path());
    let local = Workspace::init(folder.path(), Settings::default(), &user()).unwrap();
    note(&local, "The staging database is rebuilt every Sunday night");
    index(&local);
    provider.feels(Mood::Tired(4));
    let remote = Workspace::open(folder.path(), provider.settings(), &user()).unwrap();
    let failed = remote.switch_model(&user(), &mut |_| {});
    assert!(matches!(failed, Err(EngineError::Provider(_))), "{failed:?}");
    assert_eq!(state(&remote), (Some(LOCAL.into()), 0));
    assert!(ask(&local, "docker deploy").hits[0].text.contains("Docker"));
    provider.feels(Mood::Well);
    let (model, done) = remote.switch_model(&user(), &mut |_| {}).unwrap();
    assert!(model.ends_with("/tiny@32"));
    assert_eq!(done.embedded, 5);
    assert_eq!(provider.sent().iter().filter(|text| *text != "memoro").count(), 5);
    let blind = ask(&local, "docker deploy");
    assert!(blind.hits[0].text.contains("Docker"));
    assert!(blind.freshness.warnings[0].contains("memoro index --model local"), "{:?}", blind.freshness);
    let told = local.embedding_trouble().unwrap().unwrap_or_default();
    assert!(told.contains("no configured provider makes"), "status and doctor tell it too: {told}");
    let (model, _) = local.switch_model(&user(), &mut |_| {}).unwrap();
    assert_eq!((model.as_str(), state(&local)), (LOCAL, (Some(LOCAL.into()), 0)));
    assert!(ask(&local, "docker deploy").freshness.warnings.is_empty());
}

#[test]
fn an_index_without_vectors_takes_the_fallback_or_waits() {
    for (last, model) in [(Last::Wait, None), (Last::Local, Some(LOCAL.to_owned()))] {
        let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
        provider.feels(Mood::Down);
        let mut settings = provider.settings();
        settings.embedding.last = last;
        let workspace = Workspace::init(folder.path(), settings, &user()).unwrap();
        note(&workspace, "ห้องประชุมอยู่ชั้นเจ็ด");
        assert_eq!(index(&workspace).warnings.len(), 1, "{last:?}");
        assert_eq!(state(&workspace).0, model);
        assert!(ask(&workspace, "ห้องประชุม").hits[0].text.contains("ชั้นเจ็ด"));
        // Every process tells it, until it is over.
        let second = Workspace::open(folder.path(), workspace.settings().clone(), &user()).unwrap();
        for workspace in [&workspace, &second] {
            let told = ask(workspace, "ห้องประชุม").freshness.warnings;
            assert!(told.iter().any(|warning| warning.contains("closed today")), "{last:?}: {told:?}");
            let state = workspace.index_state().unwrap();
            assert!(state.trouble.is_some_and(|why| why.contains("closed today")), "{last:?}");
            assert_eq!(
                (state.pending, last == Last::Wait),
                (u64::from(last == Last::Wait), state.pending > 0)
            );
        }
        provider.feels(Mood::Well);
        let again = index(&workspace).warnings;
        match last {
            Last::Wait => assert_eq!((again, workspace.embedding_trouble().unwrap()), (Vec::new(), None)),
            Last::Local => {
                assert!(again[0].contains("answers now"), "{again:?}");
                workspace.switch_model(&user(), &mut |_| {}).unwrap();
                assert_eq!(workspace.embedding_trouble().unwrap(), None);
            }
        }
    }
}

#[test]
fn a_provider_that_was_never_asked_does_not_pass_for_searched() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    let workspace = Workspace::init(folder.path(), provider.settings(), &user()).unwrap();
    note(&workspace, "数据库每天凌晨备份");
    let told = ask(&workspace, "备份").freshness.warnings;
    assert!(told.iter().any(|warning| warning.contains("only words were searched")), "{told:?}");
    assert_eq!(state(&workspace), (None, 1));
}

#[test]
fn forgetting_empties_the_cache_of_vectors() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    let workspace = Workspace::init(folder.path(), provider.settings(), &user()).unwrap();
    note(&workspace, "秘密的花园");
    index(&workspace);
    let rows = || -> i64 {
        let conn = rusqlite::Connection::open(Workspace::store_path(folder.path())).unwrap();
        conn.query_row("SELECT count(*) FROM embedding_cache", [], |row| row.get(0)).unwrap()
    };
    assert_eq!(rows(), 1);
    let id = ask(&workspace, "花园").hits[0].memory.clone().unwrap();
    workspace.forget(&memoro_engine::Target::Memory(id.to_string(), None), "test", &user()).unwrap();
    assert_eq!(rows(), 0);
}

//! Reading conversations with an LLM, against a local server that speaks the wire formats and fails in all the ways
//! that servers fail.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::civil::Date;
use memoro_engine::jobs::{Job, JobReport, Key, LlmKind, LlmSettings, RunJob};
use memoro_engine::{Caller, Carry, Settings, Workspace};
use serde_json::{Value, json};

/// What the server does with the next request.
enum Answer {
    Items(Value),
    Reply(u16, &'static str, String),
    Truncated,
    Slow,
    Silence,
}

type Requests = Arc<Mutex<Vec<(String, Value)>>>;

fn serve(kind: LlmKind, answers: Vec<Answer>) -> (String, Requests) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let requests: Requests = Arc::default();
    let seen = Arc::clone(&requests);
    std::thread::spawn(move || {
        let mut answers = answers.into_iter();
        for stream in listener.incoming() {
            let Ok(stream) = stream else { continue };
            let Some(request) = read(&stream) else { continue };
            seen.lock().unwrap().push(request);
            let over = Answer::Reply(418, "", String::new());
            give(stream, answers.next().unwrap_or(over), kind);
        }
    });
    (base, requests)
}

fn read(stream: &TcpStream) -> Option<(String, Value)> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let lower = head.to_ascii_lowercase();
    let length = lower.lines().find_map(|line| line.strip_prefix("content-length:"))?.trim().parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((head, serde_json::from_slice(&body).ok()?))
}

fn give(mut stream: TcpStream, answer: Answer, kind: LlmKind) {
    let reply = |status: u16, headers: &str, length: usize, body: &str| {
        format!("HTTP/1.1 {status} X\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n{body}")
    };
    let text = match answer {
        Answer::Items(items) => {
            let body = wrapped(kind, &items).to_string();
            reply(200, "", body.len(), &body)
        }
        Answer::Reply(status, headers, body) => reply(status, headers, body.len(), &body),
        Answer::Truncated => reply(200, "", 5000, "{\"choices\": [{\"mess"),
        Answer::Slow => {
            let _ = stream.write_all(reply(200, "", 100_000, "{").as_bytes());
            while stream.write_all(b" ").is_ok() {
                std::thread::sleep(Duration::from_millis(40));
            }
            return;
        }
        Answer::Silence => {
            let _ = stream.read(&mut [0]);
            return;
        }
    };
    let _ = stream.write_all(text.as_bytes());
}

/// An answer as each provider writes it.
fn wrapped(kind: LlmKind, items: &Value) -> Value {
    let text = json!({ "items": items });
    match kind {
        LlmKind::OpenAi => json!({
            "choices": [{ "finish_reason": "stop", "message": { "role": "assistant", "content": text.to_string(), "refusal": null } }],
            "usage": { "prompt_tokens": 300, "completion_tokens": 50 },
        }),
        LlmKind::Anthropic => json!({
            "stop_reason": "tool_use",
            "content": [{ "type": "text", "text": "Let me list that." }, { "type": "tool_use", "id": "t", "name": "keep", "input": text }],
            "usage": { "input_tokens": 300, "output_tokens": 50 },
        }),
        LlmKind::Ollama => json!({
            "message": { "role": "assistant", "content": text.to_string() },
            "done": true, "done_reason": "stop", "prompt_eval_count": 300, "eval_count": 50,
        }),
    }
}

fn item(kind: &str, turn: usize, evidence: &str) -> Value {
    json!({ "kind": kind, "turn": turn, "evidence": evidence, "why": "", "finding": "", "impact": "", "confidence": 0.9 })
}

/// What rules do not find: nobody says that it is a decision.
const TALK: [(&str, &str); 3] = [
    ("assistant", "Blue or green for the wall? ผนังสีอะไรดี"),
    ("user", "Blue it shall be, the green one fades. My key is sk-abcdefghijklmnopqrstuvwxyz123456."),
    ("user", "We decided to use Redis."),
];

struct World {
    folder: tempfile::TempDir,
    workspace: Workspace,
    requests: Requests,
}

fn world(kind: LlmKind, answers: Vec<Answer>, change: impl FnOnce(&mut LlmSettings)) -> World {
    let (base_url, requests) = serve(kind, answers);
    let mut llm = LlmSettings {
        kind,
        base_url,
        model: "m".into(),
        key: Some(Key::new("sk-test")),
        key_file: None,
        timeout: Duration::from_millis(400),
        retries: 1,
        daily_tokens: 100_000,
        daily_micros: 0,
        price_in: 250_000,
        price_out: 2_000_000,
    };
    change(&mut llm);
    let mut settings = Settings::default();
    settings.jobs.llm = Some(llm);
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), settings, &caller()).unwrap();
    std::fs::create_dir(folder.path().join("sessions")).unwrap();
    let line = |(at, (role, text)): (usize, &(&str, &str))| {
        format!("{}\n", json!({ "role": role, "content": text, "ts": format!("2026-11-10T03:0{at}:00Z") }))
    };
    let text: String = TALK.iter().enumerate().map(line).collect();
    std::fs::write(folder.path().join("sessions/s.jsonl"), text).unwrap();
    World { folder, workspace, requests }
}

fn caller() -> Caller {
    Caller::user("2026-11-10T04:00:00Z".parse().unwrap())
}

impl World {
    fn sync(&self) -> JobReport {
        let run = RunJob { job: Job::MicroSync, date: None, carry: Carry::Out };
        self.workspace.run_job(&run, &caller()).unwrap()
    }

    fn day(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("memory/2026-11-10.md")).unwrap_or_default()
    }

    fn spent(&self) -> memoro_engine::jobs::LedgerDay {
        let days = self.workspace.ledger().days().unwrap();
        days.into_iter().next_back().map(|(_, day)| day).unwrap_or_default()
    }

    fn asked(&self) -> usize {
        self.requests.lock().unwrap().len()
    }
}

#[test]
fn each_provider_is_asked_in_its_own_format_and_its_answer_is_kept() {
    for (kind, path, pointer) in [
        (LlmKind::OpenAi, "POST /chat/completions ", "/response_format/json_schema/schema/properties/items"),
        (LlmKind::Anthropic, "POST /v1/messages ", "/tools/0/input_schema/properties/items"),
        (LlmKind::Ollama, "POST /api/chat ", "/format/properties/items"),
    ] {
        let items = json!([item("decision", 1, "Blue it shall be, the green one fades.")]);
        let world = world(kind, vec![Answer::Items(items)], |_| {});
        let report = world.sync();
        assert!(world.day().contains("Blue it shall be"), "{kind:?}: {report:?}\n{}", world.day());
        assert!(!world.day().contains("Redis"), "what the LLM does not name is not added by rules");
        let (head, body) = world.requests.lock().unwrap()[0].clone();
        assert!(head.starts_with(path), "{head}");
        assert!(body.pointer(pointer).is_some(), "{body}");
        let lower = head.to_ascii_lowercase();
        assert!(lower.contains(if kind == LlmKind::Anthropic {
            "x-api-key: sk-test"
        } else {
            "authorization: bearer sk-test"
        }));
        assert!(!body.to_string().contains("sk-abcdefghij"), "secrets are not sent");
        let spent = world.spent();
        assert_eq!((spent.requests, spent.tokens_in, spent.tokens_out, spent.kept), (1, 300, 50, 1));
        assert_eq!(spent.micros, 75 + 100);
        world.sync();
        assert_eq!(world.asked(), 1, "the same conversation is paid for once");
    }
}

#[test]
fn what_does_not_stand_in_the_conversation_is_dropped_and_counted() {
    let items = json!([
        item("decision", 1, "Blue it shall be"),
        item("decision", 1, "The wall will be red."),
        item("decision", 0, "buy the company"),
        { "kind": "nonsense", "turn": 1, "evidence": "Blue it shall be", "why": "", "finding": "", "impact": "", "confidence": 1 },
        { "kind": "decision", "turn": "one", "evidence": "Blue" },
    ]);
    let world = world(LlmKind::OpenAi, vec![Answer::Items(items)], |_| {});
    let report = world.sync();
    assert_eq!((world.spent().kept, world.spent().dropped, world.spent().failed), (1, 4, 0));
    let told = "4 items of the answer dropped: 2 without evidence, 2 not of the schema";
    assert!(report.notes.iter().any(|note| note.ends_with(told)), "{:?}", report.notes);
    assert!(!world.sync().notes.iter().any(|note| note.contains("dropped")), "it is told once");
    assert_eq!(world.day().matches("## Decision:").count(), 1);
}

#[test]
fn every_failure_falls_back_to_rules_and_says_why() {
    let whole = |body: Value| Answer::Reply(200, "", body.to_string());
    let cases: Vec<(Vec<Answer>, &str)> = vec![
        (vec![Answer::Reply(500, "", String::new()), Answer::Reply(503, "", String::new())], "status 503"),
        (vec![Answer::Reply(401, "", "{}".into())], "does not accept the key"),
        (vec![Answer::Reply(404, "", "{}".into())], "status 404"),
        (vec![Answer::Reply(302, "location: http://example.com/\r\n", String::new())], "status 302"),
        (vec![Answer::Truncated, Answer::Truncated], "the connection broke"),
        (vec![Answer::Silence, Answer::Silence], "took too long"),
        (vec![Answer::Slow, Answer::Slow], "took too long"),
        (vec![Answer::Reply(200, "", "<html>".into())], "no JSON"),
        (
            vec![whole(
                json!({ "choices": [{ "finish_reason": "stop", "message": { "refusal": "I can't" } }] }),
            )],
            "refused",
        ),
        (
            vec![whole(
                json!({ "choices": [{ "finish_reason": "length", "message": { "content": "{\"items\": [" } }] }),
            )],
            "cut off",
        ),
        (
            vec![whole(
                json!({ "choices": [{ "finish_reason": "stop", "message": { "content": "[1, 2]" } }] }),
            )],
            "schema",
        ),
        (
            vec![whole(
                json!({ "choices": [{ "finish_reason": "stop", "message": { "content": "{\"items\":[{\"kind\":\"nonsense\"}]}" } }] }),
            )],
            "none of its items",
        ),
        (vec![whole(json!({ "choices": [] }))], "no choice"),
    ];
    for (answers, why) in cases {
        let world = world(LlmKind::OpenAi, answers, |_| {});
        let report = world.sync();
        assert!(
            report.notes.iter().any(|note| note.contains("read by rules") && note.contains(why)),
            "{why}: {:?}",
            report.notes
        );
        assert!(world.day().contains("We decided to use Redis"), "{why}");
        let spent = world.spent();
        assert!(spent.requests == world.asked() as u64 && spent.failed == spent.requests, "{why}");
    }
}

#[test]
fn an_llm_that_does_not_answer_is_asked_for_one_conversation_of_a_run() {
    for (answers, why) in [
        (vec![Answer::Silence, Answer::Silence], "took too long"),
        (vec![Answer::Truncated, Answer::Truncated], "the connection broke"),
    ] {
        let world = world(LlmKind::OpenAi, answers, |_| {});
        for (name, text) in [("t", "ตกลงใช้ Kafka เป็นคิวงาน"), ("u", "我们决定门刷成蓝色。")]
        {
            let turn = json!({ "role": "user", "content": text, "ts": "2026-11-10T03:20:00Z" });
            let file = world.folder.path().join(format!("sessions/{name}.jsonl"));
            std::fs::write(file, format!("{turn}\n")).unwrap();
        }
        let report = world.sync();
        assert_eq!(world.asked(), 2, "{why}: {:?}", report.notes);
        let told = |part: &str| report.notes.iter().filter(|note| note.contains(part)).count();
        assert_eq!(
            (told(why), told("2 more conversations were read by rules")),
            (1, 1),
            "{:?}",
            report.notes
        );
        for part in ["We decided to use Redis", "Kafka", "门刷成蓝色"] {
            assert!(world.day().contains(part), "{part} is not in\n{}", world.day());
        }
    }
}

#[test]
fn anthropic_and_ollama_can_refuse_and_be_cut_off_too() {
    for (kind, body, why) in [
        (LlmKind::Anthropic, json!({ "stop_reason": "refusal", "content": [] }), "refused"),
        (LlmKind::Anthropic, json!({ "stop_reason": "max_tokens", "content": [] }), "cut off"),
        (
            LlmKind::Anthropic,
            json!({ "stop_reason": "end_turn", "content": [{ "type": "text", "text": "hi" }] }),
            "lists nothing",
        ),
        (
            LlmKind::Ollama,
            json!({ "done": true, "done_reason": "length", "message": { "content": "{" } }),
            "cut off",
        ),
    ] {
        let world = world(kind, vec![Answer::Reply(200, "", body.to_string())], |_| {});
        let report = world.sync();
        assert!(report.notes.iter().any(|note| note.contains(why)), "{why}: {:?}", report.notes);
    }
}

#[test]
fn a_passing_failure_is_tried_again() {
    let items = json!([item("decision", 1, "Blue it shall be")]);
    let answers = vec![Answer::Reply(429, "retry-after: 0\r\n", String::new()), Answer::Items(items)];
    let world = world(LlmKind::OpenAi, answers, |_| {});
    world.sync();
    assert!(world.day().contains("Blue it shall be") && world.asked() == 2);
}

#[test]
fn the_budget_is_hard_and_off_by_default() {
    let off = world(LlmKind::OpenAi, vec![], |llm| llm.daily_tokens = 0);
    off.sync();
    assert!(off.asked() == 0 && off.day().contains("Redis"));
    let small = world(LlmKind::OpenAi, vec![], |llm| llm.daily_tokens = 100);
    let report = small.sync();
    let told = |report: &JobReport, what: &str| report.notes.iter().any(|note| note.contains(what));
    assert!(small.asked() == 0 && told(&report, "`extract.daily_tokens` is 100, too little"), "{report:?}");
    assert!(!told(&report, "is spent"), "nothing was spent: {report:?}");
    assert_eq!(small.spent().refused, 1);
    let cheap = world(LlmKind::OpenAi, vec![], |llm| llm.daily_micros = 10);
    let report = cheap.sync();
    assert!(told(&report, "`extract.daily_money` is 0.000010, too little"), "{report:?}");
    assert_eq!((cheap.asked(), cheap.spent().refused), (0, 1), "money counts as well as tokens");
}

#[test]
fn the_budget_is_that_of_the_day_on_which_it_is_spent_whatever_moment_a_run_is_for() {
    let items = || Answer::Items(json!([item("decision", 1, "Blue it shall be")]));
    let world = world(LlmKind::OpenAi, vec![items(), items(), items()], |_| {});
    for day in ["2026-11-10", "2026-11-11", "2027-03-01"] {
        let turn = json!({ "role": "user", "content": format!("Blue it shall be on {day}."), "ts": format!("{day}T03:00:00Z") });
        std::fs::write(world.folder.path().join(format!("sessions/{day}.jsonl")), format!("{turn}\n"))
            .unwrap();
        let now = Caller::user(format!("{day}T04:00:00Z").parse().unwrap());
        let run = RunJob { job: Job::MicroSync, date: None, carry: Carry::Out };
        world.workspace.run_job(&run, &now).unwrap();
    }
    let days = world.workspace.ledger().days().unwrap();
    let requests: u64 = days.iter().map(|(_, day)| day.requests).sum();
    // Around midnight there may be two.
    assert!(requests >= 3 && days.len() <= 2, "{days:?}");
    assert!(days.iter().all(|(day, _)| *day != Date::constant(2027, 3, 1)), "{days:?}");
}

#[test]
fn a_dry_run_sends_nothing_and_a_key_is_needed_abroad() {
    let world = world(LlmKind::OpenAi, vec![], |_| {});
    let run = RunJob { job: Job::MicroSync, date: None, carry: Carry::DryRun };
    world.workspace.run_job(&run, &caller()).unwrap();
    assert_eq!(world.asked(), 0);
    assert!(
        !format!("{:?}", world.workspace.settings().jobs).contains("sk-test"),
        "the key does not show itself"
    );
    let abroad = self::world(LlmKind::OpenAi, vec![], |llm| {
        llm.key = None;
        llm.base_url = "https://llm.invalid/v1".into();
    });
    assert!(abroad.sync().notes.iter().any(|note| note.contains("needs a key")));
}

#[test]
fn the_budget_is_asked_before_every_attempt() {
    for tokens in [3_000, 3_500, 5_000, 8_000] {
        let silence = (0..3).map(|_| Answer::Silence).collect();
        let world = world(LlmKind::OpenAi, silence, |llm| (llm.daily_tokens, llm.retries) = (tokens, 2));
        let report = world.sync();
        let spent = world.spent();
        assert!(spent.tokens_in + spent.tokens_out <= tokens, "{tokens}: {spent:?}");
        assert_eq!(spent.requests, world.asked() as u64, "{spent:?}");
        let told = |note: &String| note.contains("is spent") || note.contains("too little for one request");
        assert_eq!(world.asked() < 3, report.notes.iter().any(told), "{tokens}: {:?}", report.notes);
    }
}

#[test]
fn what_was_answered_before_is_not_counted_again() {
    let items = json!([item("decision", 1, "Blue it shall be"), item("decision", 1, "nobody said this")]);
    let world = world(LlmKind::OpenAi, vec![Answer::Items(items)], |_| {});
    for _ in 0..3 {
        world.sync();
        assert_eq!((world.asked(), world.spent().kept, world.spent().dropped), (1, 1, 1));
    }
}

#[test]
fn an_imported_conversation_of_the_last_hours_is_paid_for_once() {
    let answers = (0..4).map(|_| Answer::Items(json!([item("decision", 1, "Blue it shall be")]))).collect();
    let world = world(LlmKind::OpenAi, answers, |_| {});
    std::fs::remove_file(world.folder.path().join("sessions/s.jsonl")).unwrap();
    let outside = tempfile::tempdir().unwrap();
    let file = outside.path().join("talk.jsonl");
    let line = |at: &str, text: &str| json!({ "role": "user", "content": text, "ts": at }).to_string() + "\n";
    let text =
        line("2026-11-09T23:30:00Z", "Which colour?") + &line("2026-11-10T03:10:00Z", "Blue it shall be");
    std::fs::write(&file, text).unwrap();
    world.workspace.index_transcripts(&[file], &caller(), &mut |_| {}).unwrap();
    world.sync();
    assert!(world.asked() == 1 && world.day().contains("Blue it shall be"), "{}", world.asked());
}

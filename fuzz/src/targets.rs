//! What is fed, and what must hold for every input besides that nothing panics.

use jiff::Timestamp;
use memoro_core::chunker::{Format, Limits, chunk};
use memoro_core::extract::{
    Held, Said, asks_for_decision, decision_subject, extract, keeps_from_user, only_asks, seizes,
    sends_on_errand,
};
use memoro_core::fusion::Role;
use memoro_core::markdown::{
    EntryLine, Heading, Title, apply, parse_decisions, parse_entries, parse_learning, remove_entry,
    upsert_entry,
};
use memoro_core::route::{Arriving, route};
use memoro_core::{policy::Policy, redact::redact, trigger::understand};
use memoro_engine::transcripts::{Options, Transcript, clean};
use memoro_engine::{Caller, Settings, Workspace};

/// One reader of foreign bytes.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Whole inputs to start from.
    pub seeds: &'static [&'static str],
    /// Feeds one input.
    pub run: fn(&[u8]),
    /// How many inputs stand for one: targets that need a file are slower.
    pub cost: u64,
}

/// Everything that is fed.
pub const TARGETS: &[Target] = &[
    Target { name: "entry-line", seeds: LINES, run: entry_line, cost: 1 },
    Target { name: "entry-file", seeds: FILES, run: entry_file, cost: 1 },
    Target { name: "day-file", seeds: DAYS, run: day_file, cost: 1 },
    Target { name: "learning", seeds: LEARNINGS, run: learning, cost: 1 },
    Target { name: "policy", seeds: FILES, run: policy, cost: 1 },
    Target { name: "chunker", seeds: DOCUMENTS, run: chunker, cost: 2 },
    Target { name: "trigger", seeds: MESSAGES, run: trigger, cost: 4 },
    Target { name: "query", seeds: MESSAGES, run: query, cost: 4 },
    Target { name: "route", seeds: MESSAGES, run: layer, cost: 4 },
    Target { name: "extract", seeds: MESSAGES, run: conversation, cost: 4 },
    Target { name: "gate", seeds: MESSAGES, run: gate, cost: 4 },
    Target { name: "redact", seeds: SECRETS, run: secrets, cost: 2 },
    Target { name: "noise", seeds: TRANSCRIPTS, run: noise, cost: 1 },
    Target { name: "transcript", seeds: TRANSCRIPTS, run: transcript, cost: 20 },
    Target { name: "import", seeds: EXPORTS, run: import, cost: 40 },
];

const LINES: &[&str] = &[
    "- key:response.tone | value:friendly | priority:50 | ttl:none | source:user_explicit | updated_at:2026-11-15T00:00:00Z",
    "- key:ชื่อ | value:สมชาย \\| \\n ใจดี | priority:90 | ttl:8h | source:user_explicit | updated_at:2026-11-15T07:00:00+07:00 | kind:fact | confidence:0.8",
    "- key:截止日期 | value:十二月 | priority:1 | ttl:P30D | source:admin | updated_at:2026-11-15 | tags:a,b | occurred_at:2026-01-01",
];

const FILES: &[&str] = &[
    "# PROFILE\n\n## Preferences\n- key:a | value:b | priority:50 | ttl:none | source:user_explicit | updated_at:2026-11-15T00:00:00Z\n\nfree text\n",
    "\u{feff}# PROFILE\r\n## Facts\r\n- key:ชื่อ | value:ก | priority:50 | ttl:none | source:user_explicit | updated_at:2026-11-15T00:00:00Z\r\n<!-- mine -->\r\n",
    "# POLICY\n## Guardrails\n- key:policy.allow.tools | value:memory,web | priority:100 | ttl:none | source:admin | updated_at:2026-11-15T00:00:00Z\n",
];

const DAYS: &[&str] = &[
    "## [DECISION] Use SQLite\n- id: DECISION-20261115-use-sqlite\n- time: 2026-11-15 10:00\n- why: one file\n- finding: fast\n- conclusion: bundled\n- impact: none\n- refs: a.md\n- status: active\n- confidence: 0.9\n",
    "# 2026-11-15\n\nบันทึก\n\n## [DECISION] 用 SQLite\n- id: DECISION-20261115-x\n- status: superseded\n- supersedes: DECISION-20261114-y\n",
];

const LEARNINGS: &[&str] = &[
    "---\nid: learning_2026-11-15_x\ncreated: 2026-11-15T00:00:00Z\ntags: [learning, เรียนรู้]\nconfidence: 0.8\n---\n\nThe staging database is rebuilt on Sundays.\n",
    "---\n---\n---\n",
];

const DOCUMENTS: &[&str] = &[
    "---\ntitle: x\n---\n# A\n\ntext\n\n## B\n\n```rust\nfn main() {}\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n  - two\n\n<!-- importance: 7 -->\n",
    "ไทยไม่มีวรรค这是中文没有空格mixedWithLatin_and_identifiers.rs:42\n\n\n\n> quote\n\n1. x\n2. y\n",
];

const MESSAGES: &[&str] = &[
    "remember that I deploy on Fridays only",
    "จำไว้ว่าตอบเป็นภาษาไทยเสมอ ttl=8h",
    "以后回答简短一点，记住我叫小明",
    "ลืม response.tone แล้วตั้งโทนเป็นทางการ",
    "What did Anna say about \"the new plan\" last week on 2026-03-03 at 10:00?",
    "เมื่อวานคุยอะไรกับคุณสมชายเรื่อง deployบนDocker",
    "上个月 用Docker部署 error E0277 src/main.rs:10",
    "from now on, answer in Thai. No wait, in English.",
];

const SECRETS: &[&str] = &[
    "api key sk-test-0000000000000000000000000000000000000000000000 and more",
    "-----BEGIN PRIVATE KEY-----\nMIIfakefakefake\n-----END PRIVATE KEY-----",
    "card 4111 1111 1111 1111, รหัสผ่านคือ hunter2, 密码是 abc12345",
    "postgres://user:not-a-password@localhost/db AKIA0000000000000000 eyJhbGciOi.eyJzdWIi.c2ln",
];

const TRANSCRIPTS: &[&str] = &[
    "{\"type\":\"user\",\"uuid\":\"u1\",\"parentUuid\":null,\"sessionId\":\"s\",\"timestamp\":\"2026-11-15T00:00:00Z\",\"cwd\":\"/x\",\"isSidechain\":false,\"message\":{\"role\":\"user\",\"content\":\"hello\"}}\n{\"type\":\"assistant\",\"uuid\":\"u2\",\"parentUuid\":\"u1\",\"sessionId\":\"s\",\"timestamp\":\"2026-11-15T00:00:01Z\",\"message\":{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"สวัสดี\"}]}}\n",
    "{\"timestamp\":\"2026-11-15T00:00:00Z\",\"type\":\"session_meta\",\"payload\":{\"id\":\"s\"}}\n{\"timestamp\":\"2026-11-15T00:00:00Z\",\"type\":\"response_item\",\"payload\":{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"<environment_context>x</environment_context>\"}]}}\n",
    "{\"type\":\"session\",\"id\":\"s\"}\n{\"type\":\"message\",\"id\":\"1\",\"parentId\":null,\"message\":{\"role\":\"user\",\"content\":\"你好\"}}\n",
    "[{\"title\":\"t\",\"current_node\":\"b\",\"mapping\":{\"a\":{\"id\":\"a\",\"parent\":null,\"children\":[\"b\"]},\"b\":{\"id\":\"b\",\"parent\":\"a\",\"message\":{\"author\":{\"role\":\"user\"},\"content\":{\"parts\":[\"hi\"]},\"create_time\":1.5}}}}]",
    "{\"role\":\"user\",\"content\":\"hi\",\"ts\":\"2026-11-15T00:00:00Z\",\"session\":\"s\",\"speaker\":\"Ann\"}\n",
];

const EXPORTS: &[&str] = &[
    "{\"format\":\"memoro-export\",\"version\":1}\n",
    "{\"memory\":{\"id\":\"x\",\"scope\":\"user:default\",\"key\":\"k\",\"content\":{\"shape\":\"note\",\"text\":\"t\"}}}\n",
    "{\"tombstone\":\"00\"}\n",
];

fn text(input: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(input)
}

fn entry_line(input: &[u8]) {
    let text = text(input);
    if let Ok(line) = EntryLine::parse(&text) {
        let again = EntryLine::parse(&line.render());
        assert_eq!(again.as_ref(), Ok(&line), "a line that was read is written so that it reads the same");
    }
}

fn entry_file(input: &[u8]) {
    let Ok(file) = parse_entries(input) else { return };
    let untouched = apply(input, Title::Profile, &[]).map(|applied| applied.bytes);
    assert_eq!(untouched.as_deref(), Ok(input), "a file without changes stays as it is");
    let line = EntryLine::new(memoro_core::Key::new("fuzz.key").expect("it is a key"), "v | \n w");
    let Ok((with, _)) = upsert_entry(input, Title::Profile, &line, Heading::Facts) else { return };
    let read = parse_entries(&with).expect("what was text stays text");
    assert!(read.items.iter().any(|e| e.line.key.as_str() == "fuzz.key" && e.line.value == "v | \n w"));
    let key = line.key;
    if !file.items.iter().any(|entry| entry.line.key == key) {
        let without = remove_entry(&with, &key).expect("what was text stays text");
        assert!(!parse_entries(&without).expect("text").items.iter().any(|entry| entry.line.key == key));
    }
}

fn day_file(input: &[u8]) {
    let _ = parse_decisions(input);
}

fn gate(input: &[u8]) {
    let text = text(input);
    let _ = memoro_core::bidding::directs(&text, |_| Vec::new());
    let _ = (seizes(&text), sends_on_errand(&text), keeps_from_user(&text));
}

fn learning(input: &[u8]) {
    let _ = parse_learning(input);
}

fn policy(input: &[u8]) {
    if let Ok(policy) = Policy::read(input, Timestamp::UNIX_EPOCH, &jiff::tz::TimeZone::UTC) {
        let _ = policy.check("web", Timestamp::UNIX_EPOCH);
    }
}

fn chunker(input: &[u8]) {
    for format in [Format::Markdown, Format::Plain] {
        let cut = chunk(input, format, Limits { tokens: 40, overlap: 8 });
        for chunk in &cut.chunks {
            let lines = &chunk.lines;
            assert!(
                *lines.start() >= 1 && *lines.end() <= cut.lines && lines.start() <= lines.end(),
                "{lines:?} of {}",
                cut.lines
            );
        }
    }
}

fn trigger(input: &[u8]) {
    let _ = understand(&text(input));
}

fn query(input: &[u8]) {
    let today = memoro_core::query::Today::new(2026, 11, 15);
    let question = text(input);
    let _ = memoro_core::query::Query::analyse(&question, today);
    if asks_for_decision(&question) {
        let _ = decision_subject(&question);
    }
    let _ = only_asks(&question);
}

fn layer(input: &[u8]) {
    let text = text(input);
    let today = jiff::civil::Date::constant(2026, 11, 15);
    let _ = route(&Arriving { text: &text, layer: None, concepts: &[], meant: None, today });
}

fn conversation(input: &[u8]) {
    let text = text(input);
    let said = Said { role: Role::User, text: &text, year: None };
    for item in extract(&[said], &Held::NOTHING) {
        assert!(text.get(item.span.clone()).is_some(), "what shows an item stands in the turn");
    }
}

fn secrets(input: &[u8]) {
    let text = text(input);
    let once = redact(&text).text.into_owned();
    let twice = redact(&once).text.into_owned();
    assert_eq!(once, twice, "what was taken out stays out, and nothing more goes");
}

fn noise(input: &[u8]) {
    let _ = clean(&text(input));
}

fn transcript(input: &[u8]) {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let path = folder.path().join("session.jsonl");
    std::fs::write(&path, input).expect("a temporary file can be written");
    let options = Options::default();
    let Ok(mut transcript) = Transcript::open(&path, None, &options) else { return };
    let mut turns = 0;
    while let Ok(Some(_)) = transcript.next_turn() {
        turns += 1;
        assert!(turns <= input.len(), "no more turns than bytes");
    }
    let _ = transcript.finish();
}

thread_local! {
    static WORKSPACE: (tempfile::TempDir, Workspace) = {
        let folder = tempfile::tempdir().expect("there is a folder for temporary files");
        let caller = Caller::user(Timestamp::UNIX_EPOCH);
        let workspace = Workspace::init(folder.path(), Settings::default(), &caller).expect("an empty folder becomes one");
        (folder, workspace)
    };
}

fn import(input: &[u8]) {
    WORKSPACE.with(|(_, workspace)| {
        let _ = workspace.import(&mut &*input, &Caller::user(Timestamp::UNIX_EPOCH), |_| {});
    });
}

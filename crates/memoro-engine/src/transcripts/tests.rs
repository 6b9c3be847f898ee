//! Transcripts as the programs write them, whole, growing, rewritten and broken.

use std::fs;

use proptest::prelude::*;

use super::*;

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }
}

fn read_on(path: &std::path::Path, known: Option<&Position>, options: &Options) -> (Vec<Turn>, Report) {
    let mut transcript = Transcript::open(path, known, options).unwrap();
    drain(&mut transcript, Vec::new()).map(|turns| (turns, transcript.finish().unwrap())).unwrap()
}

fn drain(transcript: &mut Transcript, mut turns: Vec<Turn>) -> Result<Vec<Turn>, TranscriptError> {
    while let Some(turn) = transcript.next_turn()? {
        turns.push(turn);
    }
    Ok(turns)
}

fn read(text: impl AsRef<[u8]>) -> (Vec<Turn>, Report) {
    let home = Home::new();
    read_on(&home.write("s.jsonl", text), None, &Options::default())
}

fn spoken(turns: &[Turn]) -> Vec<(Role, &str)> {
    turns.iter().map(|turn| (turn.role, turn.text.as_str())).collect()
}

const CLAUDE: &str = r#"{"type":"summary","summary":"Old talk","leafUuid":"x"}
{"type":"file-history-snapshot","messageId":"m","snapshot":{}}
{"parentUuid":null,"isSidechain":false,"type":"user","sessionId":"s-1","uuid":"u1","timestamp":"2026-11-15T03:00:00.000Z","cwd":"/p","message":{"role":"user","content":"ช่วย deploy ด้วย"}}
{"parentUuid":"u1","isSidechain":false,"type":"assistant","sessionId":"s-1","uuid":"u2","timestamp":"2026-11-15T03:00:05.000Z","message":{"id":"m1","role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"好的 \"now\""},{"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls"}}]}}
{"parentUuid":"u2","isSidechain":false,"type":"user","sessionId":"s-1","uuid":"u3","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"file.txt"}]},"toolUseResult":{}}
{"parentUuid":"u3","isSidechain":true,"type":"assistant","sessionId":"s-1","uuid":"u4","message":{"role":"assistant","content":"side talk"}}
{"parentUuid":"u3","isMeta":true,"type":"user","sessionId":"s-1","uuid":"u5","message":{"role":"user","content":"Caveat: machine"}}
"#;

#[test]
fn claude_code_is_read_without_tools_and_side_talk() {
    let (turns, report) = read(CLAUDE);
    assert_eq!(report.position.format(), Format::ClaudeCode);
    assert_eq!(spoken(&turns), [(Role::User, "ช่วย deploy ด้วย"), (Role::Assistant, "好的 \"now\"")]);
    let second = &turns[1];
    assert_eq!((second.session.as_str(), second.index, second.line), ("s-1", 1, 4));
    assert_eq!((second.id.as_deref(), second.parent.as_deref()), (Some("u2"), Some("u1")));
    assert_eq!(second.at, Some("2026-11-15T03:00:05Z".parse().unwrap()));
    let start = usize::try_from(second.bytes.start).unwrap();
    assert!(CLAUDE.as_bytes()[start..].starts_with(b"{\"parentUuid\":\"u1\""));
    assert_eq!((report.noise, report.excluded, report.malformed), (4, 1, 0));

    let home = Home::new();
    let keep = Options { sidechains: Sidechains::Keep, ..Options::default() };
    let (turns, _) = read_on(&home.write("s.jsonl", CLAUDE), None, &keep);
    assert!(turns[2].side && turns[2].text == "side talk");
}

#[test]
fn codex_is_read_without_its_environment() {
    let text = r#"{"timestamp":"2026-11-15T03:00:00Z","type":"session_meta","payload":{"id":"c-1","cwd":"/p","source":"cli","instructions":"long"}}
{"timestamp":"2026-11-15T03:00:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>\n<cwd>/p</cwd>\n</environment_context>"}]}}
{"timestamp":"2026-11-15T03:00:02Z","type":"response_item","payload":{"type":"message","role":"developer","content":[{"type":"input_text","text":"rules"}]}}
{"timestamp":"2026-11-15T03:00:03Z","type":"event_msg","payload":{"type":"user_message","message":"ใช้ SQLite"}}
{"timestamp":"2026-11-15T03:00:03Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"ใช้ SQLite"}]}}
{"timestamp":"2026-11-15T03:00:04Z","type":"response_item","payload":{"type":"function_call","call_id":"1","name":"shell","arguments":"{}"}}
{"timestamp":"2026-11-15T03:00:05Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"已决定"}]}}
"#;
    let (turns, report) = read(text);
    assert_eq!(report.position.format(), Format::Codex);
    assert_eq!(spoken(&turns), [(Role::User, "ใช้ SQLite"), (Role::Assistant, "已决定")]);
    assert_eq!(turns[0].session, "c-1");

    let helper = text.replace(r#""source":"cli""#, r#""source":{"subagent":"review"}"#);
    assert!(read(helper).0.is_empty());
    let older = "{\"id\":\"old\",\"timestamp\":\"2025-05-01T00:00:00Z\",\"instructions\":null}\n{\"record_type\":\"state\"}\n\
                 {\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"hello\"}]}\n";
    let (turns, _) = read(older);
    assert_eq!((turns[0].session.as_str(), turns[0].text.as_str()), ("old", "hello"));
}

const OPENCLAW: [&str; 4] = [
    r#"{"type":"session","version":3,"id":"oc-1","timestamp":"2026-11-15T03:00:00.000Z","cwd":"/p"}"#,
    r#"{"type":"message","id":"a","parentId":null,"timestamp":"2026-11-15T03:00:01.000Z","message":{"role":"user","content":[{"type":"text","text":"明天开会"}]}}"#,
    r#"{"type":"message","id":"b","parentId":"a","message":{"role":"assistant","content":[{"type":"text","text":"จดแล้ว"}],"timestamp":1794711602000}}"#,
    r#"{"type":"message","id":"c","parentId":"b","message":{"role":"toolResult","content":[{"type":"text","text":"ok"}]}}"#,
];

#[test]
fn lines_of_another_form_are_read_by_their_own_and_what_none_knows_is_counted() {
    let message = OPENCLAW[1];
    let plain = r#"{"role":"user","content":"ใช้ SQLite","timestamp":"2026-11-15T03:00:03Z"}"#;
    let typed = r#"{"type":"message","role":"assistant","content":"好的"}"#;
    let strange = r#"{"foo":"bar"}"#;
    let nobody = r#"{"content":"by nobody"}"#;
    let empty = r#"{"type":"message","id":"2"}"#;
    let note = r#"{"type":"model_change","provider":"x"}"#;
    let tool = r#"{"role":"tool","content":"ok"}"#;
    for first in [message, plain] {
        let second = if first == message { plain } else { message };
        let lines = [first, second, strange, typed, nobody, empty, note, tool, "\"words\""];
        let (turns, report) = read(lines.join("\n") + "\n");
        assert_eq!(turns.len(), 3, "{turns:?}");
        assert_eq!(turns[2].text, "好的");
        assert_eq!((report.malformed, report.noise), (4, 2), "{report:?}");
        assert_eq!(report.bad_lines, [3, 5, 6, 9]);
    }
}

#[test]
fn openclaw_lines_are_read() {
    let (turns, report) = read(OPENCLAW.join("\n") + "\n");
    assert_eq!(report.position.format(), Format::OpenClaw);
    assert_eq!(spoken(&turns), [(Role::User, "明天开会"), (Role::Assistant, "จดแล้ว")]);
    assert_eq!((turns[1].session.as_str(), turns[1].parent.as_deref()), ("oc-1", Some("a")));
    assert_eq!(turns[1].at, Some("2026-11-15T03:00:02Z".parse().unwrap()));
}

#[test]
fn chatgpt_conversations_follow_the_branch_that_was_kept() {
    let node = |id: &str, parent: &str, role: &str, text: &str| {
        format!(
            r#""{id}":{{"id":"{id}","message":{{"id":"{id}","author":{{"role":"{role}"}},"create_time":1794711600.5,"content":{{"content_type":"text","parts":["{text}",{{"asset":1}}]}},"recipient":"all","metadata":{{}}}},"parent":"{parent}","children":[]}}"#
        )
    };
    let mapping = [
        r#""root":{"id":"root","message":null,"parent":null,"children":["a"]}"#.to_owned(),
        node("a", "root", "user", "我喜欢茶 }{"),
        node("b", "a", "assistant", "an answer that was thrown away"),
        node("c", "a", "assistant", "ชาเขียว"),
    ];
    let one = format!(
        r#"{{"title":"Tea","mapping":{{{}}},"current_node":"c","conversation_id":"g-1"}}"#,
        mapping.join(",")
    );
    let home = Home::new();
    let path = home.write("conversations.json", format!("[{one},\n{{\"broken\": [}},\n{one}]\n"));
    let (turns, report) = read_on(&path, None, &Options::default());
    assert_eq!(report.position.format(), Format::ChatGpt);
    assert_eq!(spoken(&turns[..2]), [(Role::User, "我喜欢茶 }{"), (Role::Assistant, "ชาเขียว")]);
    assert_eq!((turns.len(), turns[2].index, turns[3].session.as_str()), (4, 0, "g-1"));
    assert_eq!((report.malformed, report.bad_lines.as_slice()), (1, [2].as_slice()));

    let (turns, again) = read_on(&path, Some(&report.position), &Options::default());
    assert_eq!((turns.len(), again.resumed), (0, Resumed::Continued));
    fs::write(&path, format!("[{one}]")).unwrap();
    let (turns, again) = read_on(&path, Some(&report.position), &Options::default());
    assert_eq!((turns.len(), again.resumed), (2, Resumed::Rewritten));
}

#[test]
fn plain_messages_are_read_with_their_speakers() {
    let text = r#"{"role":"user","content":"สวัสดี","ts":"2026-11-15T10:00:00+07:00","session":"g","id":7}
{"role":"system","content":"be kind"}
{"speaker":"Caroline","text":"I moved to Oslo","timestamp":1794711600,"created_at":"x"}
{"role":"小明","content":"我也是"}
"#;
    let (turns, report) = read(text);
    assert_eq!(report.position.format(), Format::Generic);
    assert_eq!(
        spoken(&turns),
        [(Role::User, "สวัสดี"), (Role::Other, "I moved to Oslo"), (Role::Other, "我也是")]
    );
    assert_eq!((turns[0].session.as_str(), turns[0].id.as_deref()), ("g", Some("7")));
    assert_eq!(turns[0].at, turns[1].at);
    assert_eq!((turns[1].speaker.as_deref(), turns[1].session.as_str()), (Some("Caroline"), "s"));
    assert_eq!(turns[2].speaker.as_deref(), Some("小明"));
    let array = r#"[{"role":"user","content":"one"},{"role":"assistant","content":"two"}]"#;
    assert_eq!(read(array).0.len(), 2);
}

#[test]
fn malformed_lines_are_counted_and_the_rest_is_read() {
    let mut text = CLAUDE.replace("{\"type\":\"file-history-snapshot\"", "not json {").into_bytes();
    text.extend_from_slice(b"{\"type\":\"user\",\"sessionId\":\"s-1\",\"message\":{\"role\":\"user\",\"content\":\"bad \xFF byte \\ud83d\"}}\n");
    let (turns, report) = read(text);
    assert_eq!((report.malformed, report.bad_lines), (1, vec![2]));
    assert_eq!(turns.last().unwrap().text, "bad \u{FFFD} byte \u{FFFD}");
}

#[test]
fn a_line_too_long_is_counted_and_passed_over() {
    let home = Home::new();
    let long = format!("{{\"role\":\"user\",\"content\":\"{}\"}}\n", "x".repeat(5000));
    let short = "{\"role\":\"user\",\"content\":\"สั้น\"}\n";
    let options = Options { max_line: 1000, ..Options::default() };
    let (turns, report) = read_on(&home.write("s.jsonl", format!("{short}{long}{short}")), None, &options);
    assert_eq!((turns.len(), report.too_long, report.bad_lines), (2, 1, vec![2]));
    assert_eq!(turns[1].line, 3);
}

#[test]
fn our_own_and_the_schedulers_sessions_are_left_out() {
    for prompt in [&format!("{OWN_MARK} summarise"), "[cron:7 nightly] go"] {
        let text = format!(
            "{{\"role\":\"user\",\"content\":\"{prompt}\"}}\n{{\"role\":\"assistant\",\"content\":\"done\"}}\n"
        );
        let home = Home::new();
        let path = home.write("s.jsonl", &text);
        let (turns, report) = read_on(&path, None, &Options::default());
        assert_eq!((turns.len(), report.excluded), (0, 2));
        fs::write(&path, format!("{text}{{\"role\":\"assistant\",\"content\":\"more\"}}\n")).unwrap();
        let (turns, report) = read_on(&path, Some(&report.position), &Options::default());
        assert_eq!((turns.len(), report.resumed), (0, Resumed::Continued));
    }
    let options = Options { exclude: Exclude::new(&["s-*"]).unwrap(), ..Options::default() };
    let home = Home::new();
    assert!(read_on(&home.write("s.jsonl", CLAUDE), None, &options).0.is_empty());
}

#[test]
fn a_growing_file_is_read_from_where_it_stopped() {
    let home = Home::new();
    let lines: Vec<String> =
        (0..6).map(|n| format!("{{\"role\":\"user\",\"content\":\"ข้อ {n}\"}}\n")).collect();
    let path = home.write("s.jsonl", lines[..2].concat() + "{\"role\":\"user\",\"con");
    let (turns, report) = read_on(&path, None, &Options::default());
    assert_eq!((turns.len(), report.malformed), (2, 0));
    let position: Position = report.position.to_string().parse().unwrap();
    fs::write(&path, lines.concat().trim_end()).unwrap();
    let (turns, report) = read_on(&path, Some(&position), &Options::default());
    assert_eq!((turns.len(), report.resumed, turns[0].index, turns[0].line), (4, Resumed::Continued, 2, 3));
    fs::write(&path, lines.concat() + &lines[0]).unwrap();
    let (turns, report) = read_on(&path, Some(&report.position), &Options::default());
    assert_eq!((turns.len(), report.resumed, turns[0].line, turns[0].index), (1, Resumed::Continued, 7, 6));
}

#[test]
fn a_rewritten_file_is_read_again() {
    let home = Home::new();
    let line = |text: &str| format!("{{\"role\":\"user\",\"content\":\"{text}\"}}\n");
    let path = home.write("s.jsonl", line("one") + &line("two"));
    let (_, report) = read_on(&path, None, &Options::default());
    for new in [line("one"), line("uno") + &line("two"), line("one") + &line("dos") + &line("three")] {
        fs::write(&path, &new).unwrap();
        let (turns, again) = read_on(&path, Some(&report.position), &Options::default());
        assert_eq!((again.resumed, turns.len()), (Resumed::Rewritten, new.lines().count()), "{new}");
    }
}

#[test]
fn files_of_other_kinds_are_refused_by_name() {
    let home = Home::new();
    for text in ["just text\n", "{\"a\":1}\n{\"b\":2}\n", "\0\0\0", "[1,2,3]", "SQLite format 3\0"] {
        let path = home.write("x.jsonl", text);
        let error = Transcript::open(&path, None, &Options::default()).err().unwrap();
        assert!(
            matches!(error, TranscriptError::UnknownFormat { .. }) && error.to_string().contains("x.jsonl"),
            "{text}"
        );
    }
    let (turns, report) = read("");
    assert_eq!((turns.len(), report.position.offset()), (0, 0));
    let options = Options::default();
    let missing = Transcript::open(&home.0.path().join("none"), None, &options);
    assert!(matches!(missing.err().unwrap(), TranscriptError::Unreadable { .. }));
}

fn database(home: &Home) -> PathBuf {
    let path = home.write(".openclaw/agents/main/agent/openclaw-agent.sqlite", "");
    let conn = rusqlite::Connection::open(&path).unwrap();
    conn.execute_batch(
        "CREATE TABLE transcript_events (session_id TEXT, seq INTEGER, event_json TEXT, event_zstd BLOB)",
    )
    .unwrap();
    for (seq, event) in OPENCLAW.iter().enumerate() {
        let packed = (seq % 2 == 1).then(|| {
            ruzstd::encoding::compress_to_vec(event.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest)
        });
        let plain = packed.is_none().then_some(*event);
        let row = rusqlite::params!["oc-1", i64::try_from(seq).unwrap(), plain, packed];
        conn.execute("INSERT INTO transcript_events VALUES (?1, ?2, ?3, ?4)", row).unwrap();
    }
    path
}

#[test]
fn the_sessions_of_an_openclaw_database_are_read_and_continued() {
    let home = Home::new();
    let path = database(&home);
    assert_eq!(
        openclaw_sessions(&path).unwrap(),
        [DatabaseSession { id: "oc-1".into(), events: 4, last: 3, machine: false }]
    );
    let options = Options::default();
    let on = |known: Option<&Position>| {
        let mut transcript = Transcript::open_session(&path, "oc-1", known, &options).unwrap();
        let turns = drain(&mut transcript, Vec::new()).unwrap();
        (turns, transcript.finish().unwrap())
    };
    let (turns, report) = on(None);
    assert_eq!(spoken(&turns), [(Role::User, "明天开会"), (Role::Assistant, "จดแล้ว")]);
    let conn = rusqlite::Connection::open(&path).unwrap();
    let more = OPENCLAW[1].replace("明天开会", "后天");
    conn.execute("INSERT INTO transcript_events VALUES ('oc-1', 4, ?1, NULL)", [more]).unwrap();
    let (turns, report) = on(Some(&report.position));
    assert_eq!((turns[0].text.as_str(), turns[0].index, report.resumed), ("后天", 2, Resumed::Continued));
    conn.execute("DELETE FROM transcript_events WHERE seq > 1", []).unwrap();
    let (turns, report) = on(Some(&report.position));
    assert_eq!((turns.len(), report.resumed), (1, Resumed::Rewritten));
    let other = home.write("other.sqlite", "");
    assert!(matches!(openclaw_sessions(&other), Err(TranscriptError::Database { .. })));
}

#[test]
fn sessions_of_a_scheduler_in_an_openclaw_database_are_left_out_by_id_and_by_key() {
    let home = Home::new();
    let path = database(&home);
    let conn = rusqlite::Connection::open(&path).unwrap();
    conn.execute_batch("CREATE TABLE session_windows (session_id TEXT, session_key TEXT)").unwrap();
    let keys = [("oc-1", "agent:main:main"), ("u-2", "agent:main:cron:nightly"), ("u-3", "agent:main:main")];
    for (id, key) in keys {
        conn.execute("INSERT INTO session_windows VALUES (?1, ?2)", [id, key]).unwrap();
    }
    for session in ["u-2", "u-3", "agent:main:cron:nightly", "agent:main:heartbeat:1"] {
        let copy = "INSERT INTO transcript_events SELECT ?1, seq, event_json, event_zstd FROM transcript_events WHERE session_id = 'oc-1'";
        conn.execute(copy, [session]).unwrap();
    }
    let sessions = openclaw_sessions(&path).unwrap();
    let people: Vec<_> = sessions.iter().filter(|one| !one.machine).map(|one| one.id.as_str()).collect();
    assert_eq!((sessions.len(), people), (5, vec!["oc-1", "u-3"]));
    let options = Options::default();
    for session in sessions {
        let mut transcript = Transcript::open_session(&path, &session.id, None, &options).unwrap();
        let turns = drain(&mut transcript, Vec::new()).unwrap();
        assert_eq!(turns.is_empty(), session.machine, "{}", session.id);
    }
    let lines = OPENCLAW.join("\n").replace("oc-1", "agent:main:cron:nightly");
    assert!(read(lines).0.is_empty());
}

#[test]
fn transcripts_are_found_in_their_places() {
    let home = Home::new();
    database(&home);
    home.write(".claude/projects/-p/a.jsonl", CLAUDE);
    home.write(".claude/projects/-p/notes.txt", "x");
    home.write(".codex/sessions/2026/11/15/rollout-x.jsonl", "");
    home.write("work/sessions/b.jsonl", "");
    let mut places = default_places(home.0.path());
    places.push(workspace_place(&home.0.path().join("work")));
    let found: Vec<_> = places.iter().flat_map(|place| find(place, &Options::default()).0).collect();
    let names: Vec<_> = found.iter().map(|found| found.file.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["a.jsonl", "rollout-x.jsonl", "openclaw-agent.sqlite", "b.jsonl"]);
    assert!(found[2].is_database && !found[0].is_database);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn reading_in_two_steps_equals_reading_at_once(
        messages in prop::collection::vec("[a-zก-ฮ一-龥 <>{}\"\\\\]{0,30}", 1..12),
        cut in 0.0f64..1.0,
    ) {
        let line = |text: &String| format!("{{\"role\":\"user\",\"content\":{}}}\n", serde_json::to_string(text).unwrap());
        let all: String = messages.iter().map(line).collect();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a place in a short text")]
        let cut = (all.len() as f64 * cut) as usize;
        let home = Home::new();
        let path = home.write("s.jsonl", all.as_bytes());
        let (whole, report) = read_on(&path, None, &Options::default());
        prop_assert_eq!(report.malformed, 0);
        fs::write(&path, &all.as_bytes()[..cut]).unwrap();
        if let Ok(mut first) = Transcript::open(&path, None, &Options::default()) {
            let turns = drain(&mut first, Vec::new()).unwrap();
            let position = first.finish().unwrap().position;
            fs::write(&path, all.as_bytes()).unwrap();
            let (rest, _) = read_on(&path, Some(&position), &Options::default());
            prop_assert_eq!(turns.into_iter().chain(rest).collect::<Vec<_>>(), whole);
        }
    }
}

#[test]
fn a_first_line_that_is_longer_than_what_is_looked_at_does_not_hide_who_wrote_the_file() {
    let home = Home::new();
    let said = |n: u32, text: &str| {
        let message = serde_json::json!({ "role": "user", "content": text });
        let line = serde_json::json!({
            "type": "user", "message": message, "uuid": format!("u{n}"), "sessionId": "s1",
            "timestamp": "2026-11-17T02:00:00Z",
        });
        format!("{line}\n")
    };
    let image = "iVBORw0KGgo".repeat(110_000);
    let note = "{\"type\":\"note\"}\n";
    for (name, before, after) in
        [("more", "", "ตกลงใช้ Hugo ทำบล็อก"), ("noted", note, "博客就用 Hugo。"), ("alone", "", "")]
    {
        let after = if after.is_empty() { String::new() } else { said(2, after) };
        let path = home.write(&format!("{name}.jsonl"), format!("{before}{}{after}", said(1, &image)));
        assert_eq!(format_of(&path).unwrap(), Format::ClaudeCode, "{name}");
        let turns = read_on(&path, None, &Options::default()).0;
        assert_eq!(turns.len(), 1 + usize::from(!after.is_empty()), "{name}");
    }
}

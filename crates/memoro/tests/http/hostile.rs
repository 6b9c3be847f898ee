//! Requests that nobody should send, made by chance from the tables of the server: each is answered with a code of ours,
//! none with a fault of ours, and the server goes on. `MEMORO_HOSTILE=20000` sends more of them.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::client::{Ask, raw};
use super::{Server, command};

/// How many are sent in the usual run.
const USUAL: usize = 400;

/// A small source of chance: the same numbers every time.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next()).unwrap_or(0) % most.max(1)
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

const TEXTS: &[&str] = &[
    "",
    " ",
    "x",
    "ก",
    "甲",
    "\\u0000",
    "a\\u0000b",
    "' OR 1=1 --",
    "\\\"",
    "NEAR(a b) AND *",
    "../../etc/passwd",
    "/memories/../../x",
    "%2e%2e%2f",
    "\\ud800",
    "\\uFEFF\\u202e",
    "{{7*7}}",
    "${jndi:ldap://x}",
    "<script>",
    "🦀🦀",
    "user:default",
    "session:x",
    "policy",
    "memory.pending.x",
    ".memoro/memoro.db",
    "POLICY.md",
    "thread_1",
    "9223372036854775808",
    "-1",
    "NaN",
    "1e999",
    "2026-13-45T99:99:99Z",
    "P99999999Y",
    "\\r\\nSet-Cookie: x",
];

const SCALARS: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1",
    "1.5",
    "1e300",
    "-1e300",
    "18446744073709551616",
    "[]",
    "{}",
    "[[]]",
    "[null]",
    "{\"a\":{}}",
    "[1,\"a\",null]",
];

fn value(chance: &mut Chance) -> String {
    match chance.below(6) {
        0 => (*chance.of(SCALARS)).to_owned(),
        1 => format!("[\"{}\",\"{}\"]", chance.of(TEXTS), chance.of(TEXTS)),
        2 => format!("\"{}\"", "ก".repeat(chance.below(4_000))),
        _ => format!("\"{}\"", chance.of(TEXTS)),
    }
}

fn body(chance: &mut Chance, fields: &[String]) -> Vec<u8> {
    let some: Vec<String> = (0..chance.below(6))
        .map(|_| {
            let odd = ["unknown".to_owned(), "__proto__".to_owned(), "ก".to_owned()];
            let name =
                if chance.below(5) == 0 || fields.is_empty() { chance.of(&odd) } else { chance.of(fields) };
            format!("\"{name}\":{}", value(chance))
        })
        .collect();
    let mut whole = format!("{{{}}}", some.join(",")).into_bytes();
    match chance.below(12) {
        0 => whole.truncate(whole.len() / 2),
        1 => whole.push(b'}'),
        2 => whole = vec![0xff; chance.below(40)],
        3 => whole = "[".repeat(chance.below(300)).into_bytes(),
        4 => {
            let at = chance.below(whole.len());
            whole[at] = u8::try_from(chance.below(256)).unwrap_or(0);
        }
        _ => {}
    }
    whole
}

fn encoded(text: &str) -> String {
    text.replace("\\u0000", "%00").bytes().fold(String::new(), |mut out, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'%' => out.push(char::from(byte)),
            other => write!(out, "%{other:02X}").unwrap(),
        }
        out
    })
}

fn path(chance: &mut Chance, pattern: &str, fields: &[String]) -> String {
    let mut path = String::new();
    for (n, part) in pattern.split(['{', '}']).enumerate() {
        if n % 2 == 0 { path.push_str(part) } else { path.push_str(&encoded(chance.of::<&str>(TEXTS))) }
    }
    if chance.below(3) == 0 && !fields.is_empty() {
        let pairs: Vec<String> = (0..=chance.below(3))
            .map(|_| {
                let name = chance.of(fields).clone();
                format!("{name}={}", encoded(chance.of::<&str>(TEXTS)))
            })
            .collect();
        write!(path, "?{}", pairs.join("&")).unwrap();
    }
    path
}

#[test]
fn no_request_is_a_fault_of_ours_and_the_server_goes_on() {
    let many = std::env::var("MEMORO_HOSTILE").ok().and_then(|n| n.parse().ok()).unwrap_or(USUAL);
    let server = Server::start();
    server.remember("what must not be lost จำไว้ 记住");
    let output = command(server.folder.path(), &["serve", "--routes", "--json"]).output().unwrap();
    let table: Value = serde_json::from_slice(&output.stdout).unwrap();
    // A stream does not end by itself.
    let rows: Vec<&Value> =
        table["routes"].as_array().unwrap().iter().filter(|row| row["path"] != "/v1/events").collect();
    let admin = server.admin_key();
    let tokens =
        [server.token.clone(), server.key("agent", &["--role", "agent"]), admin, String::new(), "x".into()];
    let methods = ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS", "ก"];
    let (mut chance, mut slowest) = (Chance(2_026), Duration::ZERO);
    for n in 0..many {
        let row = rows[n % rows.len()];
        let known = row["method"].as_str().unwrap().to_uppercase();
        let method = if chance.below(8) == 0 || known == "ANY" { *chance.of(&methods) } else { &known };
        let fields: Vec<String> = row["fields"].as_object().unwrap().keys().cloned().collect();
        let path = path(&mut chance, row["path"].as_str().unwrap(), &fields);
        let token = if chance.below(4) == 0 { chance.of(&tokens).clone() } else { server.token.clone() };
        let mut ask = Ask::new(server.address, method, &path).token(&token);
        if path.starts_with("/mcp") {
            ask = ask.header("Accept", "application/json, text/event-stream");
        }
        let sent = body(&mut chance, &fields);
        if !matches!(method, "GET" | "HEAD" | "OPTIONS") || chance.below(10) == 0 {
            let kind = if chance.below(12) == 0 { "text/plain" } else { "application/json" };
            ask = ask.header("Content-Type", kind).bytes(&sent);
        }
        let began = Instant::now();
        let answer = ask.send();
        slowest = slowest.max(began.elapsed());
        let ours = answer.status >= 500 && answer.status != 503;
        let shown = String::from_utf8_lossy(&sent).chars().take(300).collect::<String>();
        assert!(!ours && answer.status != 0, "{n}: {method} {path} {shown}\n{answer:?}");
        assert!(!answer.body.contains("`memoro "), "{method} {path}: {answer:?}");
        // Backups and jobs may take a while; nothing else does.
        assert!(began.elapsed() < Duration::from_secs(5), "{method} {path}: {:?}", began.elapsed());
    }
    eprintln!("{many} hostile requests, the slowest {slowest:?}");
    let junk: [&[u8]; 5] = [
        b"GET /v1/status HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        b"GET http://evil.example/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /v1/recall HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 9\r\n\r\n{}\n",
        b"GET /v1/\x00status HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /v1/status HTTP/1.1\r\nHost: localhost\r\nX: \xff\xfe\x00\r\n\r\n",
    ];
    for bytes in junk {
        let answer = raw(server.address, bytes);
        assert!(answer.status == 0 || (400..500).contains(&answer.status), "{answer:?}");
    }
    assert_eq!(server.get("/v1/audit/verify").json()["ok"], true);
    let (_, _, told) = server.stop();
    assert!(!told.contains("panicked"), "{told}");
}

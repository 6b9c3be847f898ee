//! What no good client sends: the right answer, quickly, and the server goes on.

use std::time::{Duration, Instant};

use serde_json::json;

use super::client::raw;
use super::{Answer, Server};

fn quickly(ask: impl FnOnce() -> Answer) -> Answer {
    let began = Instant::now();
    let answer = ask();
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}: {answer:?}", began.elapsed());
    answer
}

#[test]
fn bodies_that_cannot_be_read_are_refused_with_a_code() {
    let server = Server::start();
    let deep = format!("{{\"query\":{}{}}}", "[".repeat(5_000), "]".repeat(5_000));
    let cases: Vec<(&[u8], u16, &str)> = vec![
        (b"{", 400, "usage"),
        (b"nonsense", 400, "usage"),
        (b"[]", 400, "usage"),
        (b"\"text\"", 400, "usage"),
        (b"{\"query\":\"\xff\xfe\"}", 400, "usage"),
        (b"{\"query\": 5}", 400, "usage"),
        (b"{\"query\": null}", 400, "usage"),
        (b"{}", 400, "usage"),
        (b"{\"query\":\"x\",\"unknown\":1}", 400, "usage"),
        (b"{\"query\":\"x\",\"query\":\"y\",\"limit\":1e999}", 400, "usage"),
        (b"{\"query\":\"x\",\"query\":\"y\"}", 400, "usage"),
        (b"{\"query\":\"a\\u0000b\"}", 400, "usage"),
        (b"{\"query\":\"x\",\"limit\":-1}", 400, "usage"),
        (b"{\"query\":\"x\",\"limit\":99999999999999999999999}", 400, "usage"),
        (b"{\"query\":\"x\",\"limit\":0}", 400, "usage"),
        (b"{\"query\":\"x\",\"min_score\":7}", 400, "usage"),
        (
            b"{\"query\":\"x\",\"since\":\"\xe0\xb9\x80\xe0\xb8\xa1\xe0\xb8\xb7\xe0\xb9\x88\xe0\xb8\xad\"}",
            422,
            "invalid",
        ),
        (b"{\"query\":\"  \"}", 422, "invalid"),
        (deep.as_bytes(), 400, "usage"),
    ];
    for (body, status, code) in cases {
        let ask = server.ask("POST", "/v1/recall").header("Content-Type", "application/json").bytes(body);
        let answer = quickly(|| ask.send());
        let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{shown}: {answer:?}");
    }
    assert_eq!(server.get("/v1/status").status, 200);
}

#[test]
fn a_run_without_a_name_is_refused_wherever_it_is_given() {
    let server = Server::start();
    for run in ["", "  ", "../x"] {
        let body = json!({ "message": "remember that I like tea", "run": run });
        let answer = server.ask("POST", "/v1/say").json(&body).send();
        assert_eq!((answer.status, answer.code().as_str()), (400, "usage"), "{run:?}: {answer:?}");
    }
    assert_eq!(server.get("/v1/audit?run=").status, 400);
    assert_eq!(server.get("/v1/memories").json()["memories"], json!([]));
    let body = json!({ "message": "จำไว้ว่าฉันชอบชา", "run": "รอบ 1" });
    assert_eq!(server.ask("POST", "/v1/say").json(&body).send().status, 200);
}

#[test]
fn operators_zero_bytes_and_odd_letters_are_only_text() {
    let server = Server::start();
    server.remember("plain text about databases");
    for query in [
        "'; DROP TABLE memories; --",
        "\" OR 1=1",
        "NEAR(a b) AND NOT c*",
        "col:val ^boost -minus",
        "((((((((((",
        "%_\\",
        "\u{202e}\u{feff}",
        "ก่ก่ก่ก่ก่ก่",
        "🦀🦀🦀",
    ] {
        let answer = quickly(|| server.post("/v1/recall", json!({ "query": query })));
        assert!(answer.status == 200 || answer.status == 422, "{query:?}: {answer:?}");
    }
    let zero = quickly(|| server.post("/v1/memories", json!({ "text": "a\u{0}b" })));
    assert_eq!((zero.status, zero.code().as_str()), (400, "usage"));
    assert_eq!(server.get("/v1/memories").json()["memories"].as_array().unwrap().len(), 1);
}

#[test]
fn paths_and_ids_that_try_to_lead_elsewhere_lead_nowhere() {
    let server = Server::start();
    for id in [
        "..%2f..%2fetc%2fpasswd",
        "%00",
        "a%00b",
        "%ff%fe",
        "%2e%2e",
        "'%20OR%201=1",
        "*",
        "%F0%9F%A6%80",
        "x".repeat(2_000).as_str(),
    ] {
        let answer = quickly(|| server.get(&format!("/v1/memories/{id}")));
        assert!([400, 404, 422].contains(&answer.status), "{id}: {answer:?}");
        answer.code();
    }
    for path in ["/v1", "/v1/", "/v1/nothing", "/v1//memories", "/..%2f", "/V1/memories"] {
        assert_eq!(server.get(path).code(), "not_found", "{path}");
    }
    assert_eq!(server.ask("PUT", "/v1/memories").json(&json!({})).send().code(), "method_not_allowed");
    for query in [
        "limit=x",
        "limit=-1",
        "unknown=1",
        "limit=1&limit=2",
        "sensitive=maybe",
        "layers=nothing",
        "tags=%ff",
    ] {
        let answer = quickly(|| server.get(&format!("/v1/memories?{query}")));
        assert!([400, 422].contains(&answer.status), "{query}: {answer:?}");
        answer.code();
    }
}

#[test]
fn only_json_is_read() {
    let server = Server::start();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        let ask = server.ask("POST", "/v1/recall").header("Content-Type", kind).bytes(b"{\"query\":\"x\"}");
        assert_eq!(ask.send().code(), "unsupported_media_type", "{kind}");
    }
    let ask = server.ask("POST", "/v1/recall").header("Content-Type", "application/json; charset=utf-8");
    assert_eq!(ask.bytes(b"{\"query\":\"x\"}").send().status, 200);
    assert_eq!(server.ask("GET", "/v1/memories").json(&json!({})).send().code(), "usage");
}

#[test]
fn requests_that_are_no_http_do_not_stop_the_server() {
    let server = Server::start();
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /v1/recall HTTP/1.1\r\nHost: localhost\r\nContent-Length: nonsense\r\n\r\n",
        b"POST /v1/recall HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"\r\n\r\n\r\n",
    ] {
        let answer = raw(server.address, bytes);
        assert!(answer.status == 0 || (400..=505).contains(&answer.status), "{answer:?}");
    }
    assert_eq!(server.get("/v1/status").status, 200);
}

#[test]
fn an_id_that_is_a_path_is_no_id() {
    let server = Server::start();
    for id in ["..", ".", "../../etc", "a/../b", "..\\x", "ก/..", "/..", "./x"] {
        for (method, path, body) in [
            ("PUT", "/v1/profile/k", json!({ "value": "v", "user": id })),
            ("POST", "/v1/memories", json!({ "text": "t", "scope": format!("project:{id}") })),
            ("POST", "/v1/memories", json!({ "text": "t", "user": id })),
            ("POST", "/v1/recall", json!({ "query": "t", "user": id })),
            ("POST", "/v1/recall", json!({ "query": "t", "session": id })),
            ("PUT", "/v1/session/entries/k", json!({ "value": "v", "session": id })),
        ] {
            let answer = server.ask(method, path).json(&body).send();
            assert_eq!((answer.status, answer.code().as_str()), (422, "invalid"), "{id} {path}: {answer:?}");
        }
    }
    let left: Vec<_> = std::fs::read_dir(server.path("ws/users")).into_iter().flatten().collect();
    assert!(left.is_empty(), "{left:?}");
    for id in ["somchai", "a/b", "สมชาย", "ann@example.com", "telegram:123", "v1..2"] {
        let kept = server.ask("PUT", "/v1/profile/k").json(&json!({ "value": "v", "user": id })).send();
        assert_eq!(kept.status, 201, "{id}: {kept:?}");
    }
}

#[test]
fn a_key_that_is_a_path_is_refused() {
    let server = Server::start();
    for key in ["..%2f..%2fx", "a%2f..%2fb", "..%5c..%5cx", "%2e%2e%2fx"] {
        for place in ["/v1/profile", "/v1/session/entries"] {
            let told = server.ask("PUT", &format!("{place}/{key}")).json(&json!({ "value": "x" })).send();
            assert!([400, 404, 422].contains(&told.status), "{place}/{key}: {told:?}");
        }
    }
    let told = server.post("/v1/memories", json!({ "text": "x", "key": "../../x", "scope": "user" }));
    assert_eq!((told.status, told.code().as_str()), (422, "invalid"), "{told:?}");
    assert_eq!(server.get("/v1/profile").json()["entries"], json!([]));
    let plain = server.ask("PUT", "/v1/profile/home%2Fcity..th").json(&json!({ "value": "เชียงใหม่" })).send();
    assert_eq!(plain.status, 201, "{plain:?}");
    assert_eq!(server.get("/v1/profile/home%2Fcity..th").json()["key"], "home/city..th");
}

#[test]
fn a_text_that_is_too_long_is_refused_before_its_words_are_looked_at() {
    let server = Server::start();
    for text in ["x".repeat(200_000), "a b ".repeat(50_000), "账单".repeat(40_000), "ก".repeat(80_000)] {
        for (path, body) in [
            ("/api/learn", json!({ "pattern": text })),
            ("/v1/learnings", json!({ "text": text })),
            ("/v1/memories", json!({ "text": text })),
            ("/v1/notes", json!({ "text": text })),
            ("/v1/episodes", json!({ "summary": text })),
            ("/v1/procedures", json!({ "when": "deploy", "steps": [text] })),
            ("/v1/decisions", json!({ "title": "t", "conclusion": text })),
            ("/v1/say", json!({ "message": format!("remember that {text}") })),
        ] {
            let answer = quickly(|| server.ask("POST", path).json(&body).send());
            assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        }
    }
    assert_eq!(server.get("/v1/status").status, 200);
}

#[test]
fn a_run_that_is_no_name_is_refused_and_one_in_any_language_is_kept() {
    let server = Server::start();
    for path in ["..%2f..%2fetc%2fpasswd", "%2e%2e", "a%5cb", "a%0ab"] {
        for end in ["pending", "metrics"] {
            let answer = quickly(|| server.get(&format!("/runs/{path}/memory/{end}")));
            assert_eq!(answer.status, 400, "{path}: {answer:?}");
        }
    }
    let write = |run: &str| {
        let text = json!({ "text": format!("a note of the run {}", run.len()) });
        server.ask("POST", "/v1/memories").header("Memoro-Run", run).json(&text).send()
    };
    for run in ["../../x", "..", "a/b", "a\\b", ""] {
        assert_eq!((write(run).status, write(run).code().as_str()), (400, "usage"), "{run}");
    }
    for run in ["run-1", "รอบที่ ๑", "第一次"] {
        let written = write(run);
        assert_eq!(written.status, 201, "{run}: {written:?}");
    }
    let kept: Vec<_> = std::fs::read_dir(server.path("ws/.memoro/runs"))
        .or_else(|_| std::fs::read_dir(server.path("ws/runs")))
        .map(|folder| folder.map(|entry| entry.unwrap().file_name()).collect())
        .unwrap_or_default();
    assert_eq!(kept.len(), 3, "{kept:?}");
}

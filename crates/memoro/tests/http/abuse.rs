//! Those who want something else than memory: other hosts, other pages, floods and slow senders.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use super::Server;
use super::client::raw;

#[test]
fn a_name_that_points_here_and_a_page_of_another_origin_reach_nothing() {
    let server = Server::start_with(&["--host", "memoro.example", "--origin", "https://app.example"]);
    let status = |host: &str, origin: Option<&str>| {
        let ask = server.ask("GET", "/v1/status").host(host);
        origin.map_or_else(|| server.ask("GET", "/v1/status").host(host), |o| ask.header("Origin", o)).send()
    };
    let port = server.address.port();
    assert_eq!(status("evil.example", None).code(), "denied");
    assert_eq!(status(&format!("evil.example:{port}"), None).code(), "denied");
    assert_eq!(status(&format!("localhost:{port}"), None).status, 200);
    assert_eq!(status("memoro.example", None).status, 200);
    assert_eq!(status(&format!("127.0.0.1:{port}"), Some("http://evil.example")).code(), "denied");
    assert_eq!(status(&format!("127.0.0.1:{port}"), Some("null")).code(), "denied");
    let page = status(&format!("127.0.0.1:{port}"), Some("https://app.example"));
    assert_eq!(page.status, 200);
    assert!(page.header("access-control-allow-origin").is_none());
    assert_eq!(server.ask("GET", "/health").token("").host("evil.example").send().code(), "denied");
    let token = format!("Authorization: Bearer {}", server.token);
    for asked in [
        "GET /v1/status HTTP/1.1\r\nHost: localhost\r\nHost: localhost",
        "GET http://localhost:1/v1/status HTTP/1.1\r\nHost: localhost",
    ] {
        let answer =
            raw(server.address, format!("{asked}\r\n{token}\r\nConnection: close\r\n\r\n").as_bytes());
        assert_eq!((answer.status, answer.code().as_str()), (400, "usage"), "{asked}: {answer:?}");
    }
    let whole = format!(
        "GET http://localhost/v1/status HTTP/1.1\r\nHost: localhost\r\n{token}\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(raw(server.address, whole.as_bytes()).status, 200);
    let preflight = server.ask("OPTIONS", "/v1/recall").header("Origin", "http://evil.example").send();
    assert_eq!(preflight.code(), "denied");
}

#[test]
fn bodies_over_a_mebibyte_are_refused_whatever_they_say_of_their_size() {
    let server = Server::start();
    let large = json!({ "text": "ก".repeat(400_000) });
    assert_eq!(server.post("/v1/memories", large.clone()).code(), "too_large");
    let body = large.to_string();
    let chunked = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
    let ask = server.ask("POST", "/v1/memories").header("Content-Type", "application/json");
    let answer = ask.header("Transfer-Encoding", "chunked").send_with(chunked.as_bytes());
    assert_eq!(answer.code(), "too_large");
    let within = json!({ "text": "x".repeat(1_000_000) });
    assert_eq!(server.post("/v1/memories", within).code(), "usage", "longer than any memory");
    let header = "x".repeat(100_000);
    let answer = server.ask("GET", "/v1/status").header("X-Large", &header).send();
    assert_eq!((answer.status, answer.code().as_str()), (431, "head_too_large"), "{answer:?}");
    assert_eq!(server.get("/v1/status").status, 200);
}

#[test]
fn who_sends_too_much_hears_so_whole() {
    let server = Server::start();
    let body = vec![b'x'; 6 << 20];
    for (head, token) in [("Content-Type: application/json\r\n", true), ("", false)] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let token = if token { format!("Authorization: Bearer {}\r\n", server.token) } else { String::new() };
        let ask = format!(
            "POST /v1/memories HTTP/1.1\r\nHost: localhost\r\n{token}{head}Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(ask.as_bytes()).unwrap();
        // A client that sends all of it first must not find the door shut in between.
        stream.write_all(&body).unwrap();
        let mut told = String::new();
        stream.read_to_string(&mut told).unwrap();
        assert!(told.starts_with("HTTP/1.1 413") && told.contains("too_large"), "{told}");
    }
    let mut waits = TcpStream::connect(server.address).unwrap();
    waits.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
    let ask = format!(
        "POST /v1/memories HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    waits.write_all(ask.as_bytes()).unwrap();
    let mut first = [0; 12];
    waits.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 413");
}

#[test]
fn two_credentials_and_packed_bodies_are_refused() {
    let server = Server::start();
    let ask = |more: &str| {
        let text = format!(
            "POST /v1/memories HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n{more}Content-Length: 12\r\nConnection: close\r\n\r\n{{\"text\":\"x\"}}",
            server.token
        );
        raw(server.address, text.as_bytes())
    };
    assert_eq!(ask("").status, 201);
    for twice in [
        "Authorization: Bearer other\r\n",
        "Content-Type: text/plain\r\n",
        "Idempotency-Key: a\r\nIdempotency-Key: b\r\n",
    ] {
        let answer = ask(twice);
        assert_eq!((answer.status, answer.code().as_str()), (400, "usage"), "{twice}: {answer:?}");
    }
    for packed in ["gzip", "br", "identity, gzip"] {
        let answer = ask(&format!("Content-Encoding: {packed}\r\n"));
        assert_eq!((answer.status, answer.code().as_str()), (415, "unsupported_media_type"), "{packed}");
    }
    assert_eq!(ask("Content-Encoding: identity\r\n").status, 200);
}

#[test]
fn what_is_no_request_at_all_is_answered_with_a_problem_too() {
    let server = Server::start();
    let token = format!("Authorization: Bearer {}", server.token);
    let long =
        format!("GET /v1/status?x={} HTTP/1.1\r\nHost: localhost\r\n{token}\r\n\r\n", "y".repeat(70_000));
    let many = "X-Many: y\r\n".repeat(200);
    let many = format!("GET /v1/status HTTP/1.1\r\nHost: localhost\r\n{many}\r\n");
    for (asked, status, code) in [
        (long.as_str(), 414, "address_too_long"),
        (&many, 431, "head_too_large"),
        ("NONSENSE\r\n\r\n", 400, "usage"),
        ("GET / HTTP/1.1\r\nBad Header\r\n\r\n", 400, "usage"),
    ] {
        let answer = raw(server.address, asked.as_bytes());
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{answer:?}");
    }
    assert_eq!(server.get("/v1/status").status, 200);
}

#[test]
fn who_asks_too_often_is_told_when_to_come_back_and_others_are_not_kept() {
    let server = Server::start_with(&["--rate", "30"]);
    let other = server.key("other", &["--role", "read-only"]);
    let answers: Vec<u16> = (0..40).map(|_| server.get("/v1/policy").status).collect();
    assert!(answers.iter().filter(|status| **status == 429).count() >= 5, "{answers:?}");
    let refused = server.get("/v1/policy");
    assert_eq!(refused.code(), "rate_limited");
    assert!(refused.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
    assert_eq!(server.ask("GET", "/v1/policy").token(&other).send().status, 200);
    assert_eq!(server.ask("GET", "/health").token("").send().status, 200);
}

#[test]
fn a_sender_that_never_ends_its_headers_is_cut_off_and_keeps_nobody_out() {
    let server = Server::start();
    let mut slow: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET /v1/status HTTP/1.1\r\nHost: localhost\r\nX-A: ").unwrap();
    }
    assert_eq!(server.get("/v1/status").status, 200);
    let began = Instant::now();
    let stream = &mut slow[0];
    stream.set_read_timeout(Some(Duration::from_secs(25))).unwrap();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).unwrap();
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn a_flood_is_answered_or_refused_and_nothing_that_was_acknowledged_is_lost() {
    let server = Server::start();
    let (address, token) = (server.address, server.token.clone());
    let writers: Vec<_> = (0..16)
        .map(|writer| {
            let token = token.clone();
            std::thread::spawn(move || {
                let written = |n: usize| {
                    let ask = super::Ask::new(address, "POST", "/v1/memories").token(&token);
                    let answer = ask.json(&json!({ "text": format!("flood {writer} line {n} สวัสดี") })).send();
                    assert!([200, 201, 503].contains(&answer.status), "{answer:?}");
                    usize::from(answer.status == 201)
                };
                (0..10).map(written).sum::<usize>()
            })
        })
        .collect();
    let acknowledged: usize = writers.into_iter().map(|writer| writer.join().unwrap()).sum();
    assert!(acknowledged > 0);
    let listed = server.get("/v1/memories?limit=500").json()["memories"].as_array().unwrap().len();
    assert_eq!(listed, acknowledged);
    assert_eq!(server.get("/v1/audit/verify").json()["ok"], true);
}

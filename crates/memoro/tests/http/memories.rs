//! The life of a memory over HTTP.

use serde_json::json;

use super::Server;

#[test]
fn a_memory_is_made_found_changed_and_erased_in_three_languages() {
    let server = Server::start();
    for (text, question) in [
        ("The staging database is rebuilt every Sunday night", "when is staging rebuilt?"),
        ("เซิร์ฟเวอร์สำรองอยู่ที่เชียงใหม่", "เซิร์ฟเวอร์สำรองอยู่ที่ไหน"),
        ("备份服务器在清迈", "备份服务器在哪里"),
    ] {
        let id = server.remember(text);
        let found = server.post("/v1/recall", json!({ "query": question })).json();
        assert_eq!(found["hits"][0]["id"], id.as_str(), "{found}");
        let path = format!("/v1/memories/{id}");
        let got = server.get(&path);
        assert_eq!(got.status, 200);
        assert!(got.header("etag").unwrap().starts_with("\"1-"), "{got:?}");
        let edit = json!({ "text": format!("{text} (2)") });
        let changed = server.ask("PATCH", &path).header("If-Match", "\"1\"").json(&edit).send();
        assert_eq!(changed.status, 200, "{changed:?}");
        assert!(changed.header("etag").unwrap().starts_with("\"2-"), "{changed:?}");
        let history = server.get(&format!("{path}/history")).json();
        assert!(history["versions"].as_array().unwrap().len() >= 2, "{history}");
        let gone = server.ask("DELETE", &path).send();
        assert_eq!((gone.status, gone.json()["verified"].as_bool()), (200, Some(true)), "{gone:?}");
        assert_eq!(server.get(&path).code(), "not_found");
    }
}

#[test]
fn an_idempotency_key_answers_again_and_refuses_another_body() {
    let server = Server::start();
    let write = |text: &str| {
        let ask = server.ask("POST", "/v1/memories").header("Idempotency-Key", "k-1");
        ask.json(&json!({ "text": text })).send()
    };
    let (first, again, other) = (write("ก"), write("ก"), write("ข"));
    assert_eq!((first.status, first.json()["id"].clone()), (201, again.json()["id"].clone()));
    assert_eq!((other.status, other.code().as_str()), (409, "key_reused"));
    assert_eq!(server.get("/v1/memories").json()["memories"].as_array().unwrap().len(), 1);
}

#[test]
fn pages_follow_each_other_and_a_cursor_of_another_query_is_refused() {
    let server = Server::start();
    (0..7).for_each(|n| drop(server.remember(&format!("fact number {n} of seven"))));
    let (mut seen, mut path) = (Vec::new(), "/v1/memories?limit=3".to_owned());
    let cursor = loop {
        let page = server.get(&path).json();
        seen.extend(page["memories"].as_array().unwrap().iter().map(|m| m["id"].clone()));
        let Some(next) = page["next"].as_str() else { break path };
        path = format!("/v1/memories?limit=3&cursor={next}");
    };
    assert_eq!(seen.len(), 7);
    seen.sort_by_key(ToString::to_string);
    seen.dedup();
    assert_eq!(seen.len(), 7);
    let foreign = server.get(&format!("{cursor}&tags=other"));
    assert_eq!((foreign.status, foreign.code().as_str()), (400, "cursor"));
    for wrong in ["x", "-1", "ffff-0", "0-99999999999999999999999"] {
        assert_eq!(server.get(&format!("/v1/memories?cursor={wrong}")).code(), "cursor", "{wrong}");
    }
}

#[test]
fn a_cursor_that_was_changed_or_made_by_others_is_refused_in_every_place_of_it() {
    let server = Server::start();
    (0..5).for_each(|n| drop(server.remember(&format!("ข้อที่ {n} 第{n}条"))));
    let first = server.get("/v1/memories?limit=2").json();
    let cursor = first["next"].as_str().unwrap().to_owned();
    let ask = |cursor: &str| server.get(&format!("/v1/memories?limit=2&cursor={cursor}"));
    assert_eq!(ask(&cursor).json()["memories"].as_array().unwrap().len(), 2);
    let signs: Vec<char> = cursor.chars().collect();
    for at in (0..signs.len()).step_by(3).chain([signs.len() - 1]) {
        let other = if signs[at] == '7' { '8' } else { '7' };
        let changed: String =
            signs.iter().enumerate().map(|(i, sign)| if i == at { other } else { *sign }).collect();
        let answer = ask(&changed);
        assert_eq!((answer.status, answer.code().as_str()), (400, "cursor"), "{changed}");
    }
    let upper = cursor.to_uppercase();
    for made in [upper.as_str(), &format!("{cursor}00"), &format!("{cursor}-"), &format!("0{cursor}"), ""] {
        assert_eq!(ask(made).code(), "cursor", "{made}");
    }
    // Whoever reads how cursors are written, and another server with the same list, cannot make one either.
    let other = Server::start();
    (0..5).for_each(|n| drop(other.remember(&format!("ข้อที่ {n} 第{n}条"))));
    let theirs = other.get("/v1/memories?limit=2").json()["next"].as_str().unwrap().to_owned();
    assert_eq!(ask(&theirs).code(), "cursor");
    let reader = server.key("reader", &["--role", "read-only"]);
    let shared = server.ask("GET", &format!("/v1/memories?limit=2&cursor={cursor}")).token(&reader).send();
    assert_eq!(shared.status, 200, "one list for all who see the same");
    let bound = server.key("bound", &["--role", "user", "--only-user", "somchai"]);
    let foreign = server.ask("GET", &format!("/v1/memories?limit=2&cursor={cursor}")).token(&bound).send();
    assert_eq!(foreign.code(), "cursor");
}

/// Reads a list to its end and returns how many things it held, each once.
fn walked(server: &Server, path: &str, list: &str, name: impl Fn(&serde_json::Value) -> String) -> usize {
    let (mut seen, mut next) = (Vec::new(), Some(String::new()));
    while let Some(cursor) = next.take() {
        let page = server.get(&format!("{path}{cursor}")).json();
        let things = page[list].as_array().unwrap_or_else(|| panic!("{path}: {page}"));
        assert!(things.len() <= 2, "{path}: {page}");
        seen.extend(things.iter().map(&name));
        next = page["next"].as_str().map(|next| format!("&cursor={next}"));
        assert!(seen.len() < 100, "{path} has no end");
    }
    let all = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), all, "{path}: something came twice");
    all
}

#[test]
fn every_list_is_read_page_by_page_and_takes_no_cursor_of_another() {
    let server = Server::start();
    let agent = server.key("agent", &["--role", "agent"]);
    for n in 0..5 {
        let kind = ["log", "note"][n % 2];
        server.post("/v1/notes", json!({ "text": format!("บันทึก {n}"), "kind": kind }));
        server.post("/v1/episodes", json!({ "summary": format!("发生了第{n}件事") }));
        server.post("/v1/procedures", json!({ "when": format!("task number {n} of {}", "abcde".chars().nth(n).unwrap()), "steps": [format!("step {n}")] }));
        let wish = json!({ "text": format!("v{n}"), "key": format!("k{n}") });
        server.ask("POST", "/v1/memories").token(&agent).json(&wish).send();
    }
    let id = |one: &serde_json::Value| one["id"].to_string();
    let inner =
        |one: &serde_json::Value| one["memory"]["id"].as_str().or(one["id"].as_str()).unwrap().to_owned();
    assert_eq!(walked(&server, "/v1/notes?limit=2", "notes", inner), 5);
    assert!(walked(&server, "/v1/episodes?limit=2", "episodes", inner) >= 5);
    assert!(walked(&server, "/v1/procedures?limit=2", "procedures", inner) >= 3);
    assert_eq!(walked(&server, "/v1/pending?limit=2", "pending", id), 5);
    let lines = server.get("/v1/audit?limit=1000").json()["events"].as_array().unwrap().len();
    let seq = |one: &serde_json::Value| one["seq"].to_string();
    assert_eq!(walked(&server, "/v1/audit?limit=2", "events", seq), lines);
    assert_eq!(walked(&server, "/v1/audit?limit=2&after=3", "events", seq), lines - 3);
    let cursor = server.get("/v1/notes?limit=2").json()["next"].as_str().unwrap().to_owned();
    for path in [
        "/v1/episodes?",
        "/v1/notes?kind=log&",
        "/v1/audit?",
        "/v1/pending?",
        "/v1/procedures?",
        "/v1/memories?",
        "/v1/episodes?query=x&",
    ] {
        assert_eq!(server.get(&format!("{path}cursor={cursor}")).code(), "cursor", "{path}");
    }
}

#[test]
fn changes_at_once_are_all_made_unless_they_rest_on_a_revision() {
    let server = Server::start();
    let path = format!("/v1/memories/{}", server.remember("0"));
    let (address, token) = (server.address, server.token.clone());
    let patch = |n: usize, tag: Option<&'static str>| {
        let (path, token) = (path.clone(), token.clone());
        std::thread::spawn(move || {
            let ask = super::Ask::new(address, "PATCH", &path).token(&token);
            let ask = tag.map_or_else(
                || super::Ask::new(address, "PATCH", &path).token(&token),
                |tag| ask.header("If-Match", tag),
            );
            ask.json(&json!({ "text": format!("ฉบับที่ {n}") })).send()
        })
    };
    let free: Vec<_> = (0..12).map(|n| patch(n, None)).collect();
    for answer in free.into_iter().map(|one| one.join().unwrap()) {
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    let tag = "\"13\"";
    assert!(server.get(&path).header("etag").unwrap().starts_with("\"13-"));
    let bound: Vec<_> = (20..28).map(|n| patch(n, Some(tag))).collect();
    let mut statuses: Vec<u16> = bound.into_iter().map(|one| one.join().unwrap().status).collect();
    statuses.sort_unstable();
    assert_eq!((statuses[0], &statuses[1..]), (200, &[412; 7][..]));
}

#[test]
fn what_is_edited_by_hand_is_seen_at_the_next_question() {
    let server = Server::start();
    let set = server.ask("PUT", "/v1/profile/response.language").json(&json!({ "value": "ไทย" })).send();
    assert_eq!(set.status, 201, "{set:?}");
    let file = server.path("ws/PROFILE.md");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("value:ไทย", "value:中文")).unwrap();
    let resolved = server.get("/v1/resolve?keys=response.language").json();
    assert_eq!(resolved["values"][0]["value"], "中文");
    assert_eq!(server.cli(&["profile", "get", "response.language"])["text"], "中文");
}

#[test]
fn changes_are_told_as_they_happen_without_their_words() {
    use std::io::{BufRead as _, BufReader, Write as _};
    let server = Server::start();
    server.remember("ก่อนหน้านี้");
    let mut stream = std::net::TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_secs(10))).unwrap();
    let ask = format!(
        "GET /v1/events?after=0 HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\r\n",
        server.address, server.token
    );
    stream.write_all(ask.as_bytes()).unwrap();
    let secret = server.remember("秘密的话 unmistakable");
    let mut told = String::new();
    for line in BufReader::new(stream).lines() {
        told.push_str(&line.unwrap());
        if told.contains(&secret) {
            break;
        }
    }
    assert!(told.contains("\"op\":\"upsert\"") && !told.contains("秘密的话"), "{told}");
}

#[test]
fn decisions_of_one_name_and_other_reasons_are_two_and_a_change_is_told() {
    let server = Server::start();
    let decide = |why: &str, conclusion: &str| {
        server
            .post("/v1/decisions", json!({ "title": "เลือกคิว", "why": why, "conclusion": conclusion }))
            .json()
    };
    let (mails, payments) = (decide("for mails", "NATS"), decide("สำหรับการจ่ายเงิน", "Kafka"));
    assert_ne!(mails["id"], payments["id"], "{mails} {payments}");
    assert_eq!((&mails["status"], &payments["status"]), (&json!("stored"), &json!("stored")));
    let again = decide("for mails", "Redis");
    assert_eq!((&again["id"], &again["status"]), (&mails["id"], &json!("superseded")));
    assert!(again["warnings"][0].as_str().is_some_and(|told| told.contains("said otherwise")), "{again}");
    let same = decide("สำหรับการจ่ายเงิน", "Kafka");
    assert_eq!(same["id"], payments["id"], "{same}");
    let open = |context: &str| {
        server.post("/api/decisions", json!({ "title": "选缓存", "context": context })).json()
    };
    let (one, two) = (open("给网页"), open("给移动端"));
    assert_ne!(one["id"], two["id"], "{one} {two}");
    assert_eq!(server.get("/api/decisions").json()["total"], 4);
}

#[test]
fn why_names_what_a_memory_replaced_and_the_reason() {
    let server = Server::start();
    let (old, new) = (server.remember("สำนักงานอยู่กรุงเทพ"), server.remember("办公室搬到了清迈"));
    let moved = json!({ "by": new, "reason": "ย้ายแล้ว" });
    assert_eq!(server.post(&format!("/v1/memories/{old}/supersede"), moved).status, 200);
    let why = server.get(&format!("/v1/memories/{new}/why")).json();
    assert_eq!(why["replaced"][0]["id"], json!(old), "{why}");
    assert_eq!(why["replaced"][0]["status_reason"], "ย้ายแล้ว");
}

#[test]
fn a_hidden_value_is_named_and_no_other_is_shown_in_its_place() {
    let server = Server::start();
    let set = |body: serde_json::Value| {
        assert_eq!(server.ask("POST", "/v1/memories").json(&body).send().status, 201);
    };
    server.ask("PUT", "/v1/session/response.tone").json(&json!({ "value": "shadowed" })).send();
    set(json!({ "text": "secretly", "key": "โทนการตอบ", "sensitive": true }));
    set(json!({ "text": "Bangkok", "key": "city" }));
    let all = server.get("/v1/resolve").json();
    assert_eq!(all["hidden"], json!(["โทนการตอบ"]));
    assert_eq!((all["values"].as_array().unwrap().len(), &all["values"][0]["key"]), (1, &json!("city")));
    assert_eq!(server.get("/v1/resolve?keys=response.tone").json()["values"][0]["value"], "secretly");
}

#[test]
fn what_is_made_says_where_it_is_found_and_in_which_state() {
    let server = Server::start();
    let described = server.get("/v1/openapi.json").json();
    let made = &described["paths"]["/v1/memories"]["post"]["responses"]["201"]["headers"];
    assert!(made["Location"].is_object() && made["ETag"].is_object(), "{made}");
    for (key, text) in [(None, "a plain note"), (Some("k.1"), "ค่า"), (Some("键"), "值")] {
        let body = json!({ "text": text, "key": key });
        let made =
            server.ask("POST", "/v1/memories").header("Idempotency-Key", text.len().to_string().as_str());
        let made = made.json(&body).send();
        assert_eq!(made.status, 201, "{made:?}");
        let (place, tag) = (made.header("location").unwrap(), made.header("etag").unwrap());
        let got = server.get(place);
        assert_eq!((got.status, got.header("etag")), (200, Some(tag)), "{place}");
        assert_eq!(got.json()["id"], made.json()["id"]);
        let changed =
            server.ask("PATCH", place).header("If-Match", tag).json(&json!({ "text": "other" })).send();
        assert_eq!(changed.status, 200, "{changed:?}");
        assert_eq!(
            server.ask("PATCH", place).header("If-Match", tag).json(&json!({ "text": "x" })).send().status,
            412
        );
    }
}

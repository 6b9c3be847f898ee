//! Changes that rest on what their caller saw: tags, lists of them, and keys that must be free.

use serde_json::json;

use super::{Answer, Server};

fn etag(answer: &Answer) -> String {
    answer.header("etag").unwrap_or_else(|| panic!("no ETag: {answer:?}")).to_owned()
}

#[test]
fn if_match_takes_lists_and_stars_and_refuses_what_was_not_seen() {
    let server = Server::start();
    let path = format!("/v1/memories/{}", server.remember("甲"));
    let patch = |tag: &str| {
        server
            .ask("PATCH", &path)
            .header("If-Match", tag)
            .json(&json!({ "text": format!("乙 {tag}") }))
            .send()
    };
    let first = etag(&server.get(&path));
    for (tag, says) in [
        ("\"9\"", "precondition_failed"),
        ("\"9\", \"8-00000000\"", "precondition_failed"),
        ("\"other\"", "precondition_failed"),
        (&format!("W/{first}"), "precondition_failed"),
        ("\"1-00000000\"", "precondition_failed"),
        ("nonsense", "usage"),
        ("\"1", "usage"),
        ("\"1\" \"2\"", "usage"),
    ] {
        assert_eq!(patch(tag).code(), says, "{tag}");
    }
    assert_eq!(server.get(&path).json()["text"], "甲");
    let second = patch(&format!("\"77\", {first}"));
    assert_eq!(second.status, 200, "{second:?}");
    assert_eq!(patch(&first).code(), "precondition_failed");
    assert_eq!(patch(&format!("{first}, W/\"2\",  {}", etag(&second))).status, 200);
    assert_eq!(patch("*").status, 200);
    assert_eq!(patch("\"4\"").status, 200, "the revision of a memory that is named by its id");
    let two = server.ask("PATCH", &path).header("If-Match", "\"0\"").header("If-Match", "\"5\"");
    assert_eq!(two.json(&json!({ "text": "丙" })).send().status, 200, "a list in two lines");
    assert_eq!(server.ask("DELETE", &path).header("If-Match", &first).send().code(), "precondition_failed");
    assert_eq!(server.ask("DELETE", &path).header("If-Match", "*").send().status, 200);
    assert_eq!(server.ask("DELETE", &path).header("If-Match", "*").send().code(), "not_found");
}

#[test]
fn a_key_that_got_another_value_is_never_taken_for_the_one_that_was_seen() {
    let server = Server::start();
    for (path, values) in [
        ("/v1/profile/drink", ["tea", "coffee", "water"]),
        (
            "/v1/profile/%E0%B9%80%E0%B8%84%E0%B8%A3%E0%B8%B7%E0%B9%88%E0%B8%AD%E0%B8%87%E0%B8%94%E0%B8%B7%E0%B9%88%E0%B8%A1",
            ["ชา", "กาแฟ", "น้ำ"],
        ),
        ("/v1/session/entries/%E9%A5%AE%E6%96%99", ["茶", "咖啡", "水"]),
    ] {
        let put = |value: &str, header: &str, tag: &str| {
            server.ask("PUT", path).header(header, tag).json(&json!({ "value": value })).send()
        };
        assert_eq!(put(values[0], "If-Match", "*").code(), "precondition_failed", "there is nothing yet");
        assert_eq!(put(values[0], "If-None-Match", "*").status, 201);
        let first = etag(&server.get(path));
        let known = |tag: &str| server.ask("GET", path).header("If-None-Match", tag).send().status;
        assert_eq!((known(&first), known(&format!("\"x\", W/{first}")), known("\"x\"")), (304, 304, 200));
        let head =
            server.ask("HEAD", path).header("If-None-Match", &first).header("If-Match", "\"x\"").send();
        assert_eq!(head.status, 304, "{head:?}");
        assert_eq!(put(values[1], "If-None-Match", "*").code(), "precondition_failed");
        assert_eq!(put(values[1], "If-Match", &first).status, 201);
        assert_eq!(known(&first), 200, "another value under the key is another state");
        for stale in [&first, "\"1\""] {
            assert_eq!(put(values[2], "If-Match", stale).code(), "precondition_failed", "{stale}");
        }
        assert_eq!(server.get(path).json()["text"], values[1]);
        let unset = |tag: &str| server.ask("DELETE", path).header("If-Match", tag).send();
        assert_eq!(unset(&first).code(), "precondition_failed");
        let now = etag(&server.get(path));
        assert_eq!(unset(&format!("{first}, {now}")).status, 200);
    }
}

#[test]
fn of_writers_that_saw_the_same_value_one_alone_replaces_it() {
    let server = Server::start();
    server.ask("PUT", "/v1/profile/turn").json(&json!({ "value": "nobody" })).send();
    let (address, token, seen) =
        (server.address, server.token.clone(), etag(&server.get("/v1/profile/turn")));
    let writers: Vec<_> = (0..12)
        .map(|writer| {
            let (token, seen) = (token.clone(), seen.clone());
            std::thread::spawn(move || {
                let ask = super::Ask::new(address, "PUT", "/v1/profile/turn").token(&token);
                ask.header("If-Match", &seen)
                    .json(&json!({ "value": format!("writer {writer}") }))
                    .send()
                    .status
            })
        })
        .collect();
    let mut answers: Vec<u16> = writers.into_iter().map(|writer| writer.join().unwrap()).collect();
    answers.sort_unstable();
    assert_eq!(answers, [&[201][..], &[412; 11]].concat());
}

#[test]
fn what_has_no_etag_is_in_no_state_that_was_seen_and_changes_are_never_answered_304() {
    let server = Server::start();
    let made =
        server.ask("POST", "/v1/memories").header("If-Match", "\"1\"").json(&json!({ "text": "ก" })).send();
    assert_eq!(made.code(), "precondition_failed");
    assert_eq!(server.get("/v1/memories").json()["memories"], json!([]));
    let path = format!("/v1/memories/{}", server.remember("ข"));
    let changed =
        server.ask("PATCH", &path).header("If-None-Match", "*").json(&json!({ "text": "ค" })).send();
    assert_eq!((changed.status, &changed.json()["text"]), (200, &json!("ค")));
}

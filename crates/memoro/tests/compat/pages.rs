//! Pages of a search: one total for all of them, each hit on one page alone.

use serde_json::{Value, json};

use crate::Server;

/// Reads all pages of a search and returns the ids in their order, and the totals that were told.
fn walked(server: &Server, asked: &str) -> (Vec<String>, Vec<u64>) {
    let (mut ids, mut totals): (Vec<String>, Vec<u64>) = (Vec::new(), Vec::new());
    for limit in [1, 2, 7].into_iter().chain(std::iter::repeat(100)) {
        let page = server.get(&format!("/api/search?{asked}&limit={limit}&offset={}", ids.len()));
        totals.push(page["total"].as_u64().unwrap());
        let found = page["results"].as_array().unwrap();
        if found.is_empty() {
            break;
        }
        ids.extend(found.iter().map(|one: &Value| one["id"].as_str().unwrap().to_owned()));
    }
    (ids, totals)
}

#[test]
fn every_page_of_a_search_tells_the_same_total_and_no_hit_comes_twice_or_is_left_out() {
    let server = Server::start();
    let topics = ["tea", "rocket", "garden", "ชา", "สวน", "茶", "花园"];
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let (server, topics) = (&server, &topics);
            scope.spawn(move || {
                for n in (writer..180).step_by(8) {
                    let (one, two) = (topics[n % 7], topics[n * 3 % 5]);
                    let text = format!("Invoice number {n} is about {one} and {two} in town {}", n * 31 % 97);
                    server.post("/v1/memories", json!({"text": text}));
                }
            });
        }
    });
    // What is expired or stands apart is not counted either.
    server.post("/api/traces", json!({"query": "invoice number", "foundFiles": []}));
    let words = ["%E0%B8%AA%E0%B8%A7%E0%B8%99", "%E8%8C%B6", "%22number%20that%22%20invoice"];
    let modes = ["hybrid", "fts", "vector"].map(|mode| format!("q=invoice%20number&mode={mode}"));
    for asked in words.map(|query| format!("q={query}")).iter().chain(&modes) {
        let (ids, totals) = walked(&server, asked);
        assert!(totals.iter().all(|total| *total == ids.len() as u64), "{asked}: {} {totals:?}", ids.len());
        let mut once = ids.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), ids.len(), "{asked}: something came twice");
        let typed = server.get(&format!("/api/search?{asked}&type=learning&limit=1"));
        assert_eq!(typed["total"], ids.len(), "{asked}: all of them are learnings");
    }
    assert_eq!(server.get("/api/search?q=invoice%20number&mode=fts")["total"], 180);
    let beyond = server.get("/api/search?q=invoice&offset=5000");
    assert_eq!((&beyond["offset"], &beyond["results"]), (&json!(5000), &json!([])));
}

#[test]
fn a_search_counts_the_use_of_what_it_showed_and_of_nothing_else() {
    let server = Server::start();
    for n in 0..12 {
        server.post("/v1/memories", json!({"text": format!("The harbour has {n} lamps ท่าเรือ 港口")}));
    }
    for asked in ["type=learning&limit=1", "limit=1&offset=5", "limit=1&mode=vector&offset=9"] {
        let page = server.get(&format!("/api/search?q=harbour%20lamps&{asked}"));
        assert_eq!(page["results"].as_array().unwrap().len(), 1, "{asked}: {page}");
    }
    std::thread::sleep(std::time::Duration::from_millis(2_500));
    let store = rusqlite::Connection::open(server.path(".memoro/memoro.db")).unwrap();
    let used: u64 = store.query_row("SELECT sum(accesses) FROM usage", [], |row| row.get(0)).unwrap();
    assert_eq!(used, 3);
}

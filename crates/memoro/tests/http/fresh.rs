//! A question is answered from the files as they are, not as they were when the watch last had a quiet moment.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Server;
use super::matrix::probe::{as_mcp, tool_call};

/// Asks until the answer is as wanted; every question may come before the system told of the change, but none that began a
/// second after it.
fn soon(server: &Server, ask: &dyn Fn(&Server) -> String, wanted: &dyn Fn(&str) -> bool) {
    let changed = Instant::now();
    loop {
        let last = changed.elapsed() > Duration::from_secs(1);
        let answer = ask(server);
        if wanted(&answer) {
            return;
        }
        assert!(!last, "{answer}");
    }
}

/// A way to ask.
type Door = Box<dyn Fn(&Server) -> String>;

#[test]
fn what_was_just_written_moved_and_removed_is_known_at_every_door() {
    let server = Server::start();
    let body = |path: &'static str, body: Value| move |server: &Server| server.post(path, body.clone()).body;
    let doors: [Door; 4] = [
        Box::new(body("/v1/recall", json!({ "query": "who looks after the greenhouse?" }))),
        Box::new(body("/v1/context", json!({ "query": "who looks after the greenhouse?" }))),
        Box::new(|server| server.get("/api/search?q=greenhouse").body),
        Box::new(|server| {
            let ask = as_mcp(server.ask("POST", "/mcp/openclaw"), "tools/call", "memory_search");
            ask.json(&tool_call("memory_search", &json!({ "query": "greenhouse" }))).send().body
        }),
    ];
    for (n, ask) in doors.iter().enumerate() {
        let (name, person) = (format!("greenhouse-{n}.md"), format!("Odalys{n}"));
        let text = format!("# Greenhouse {n}\n\n{person} looks after the greenhouse.\n");
        std::fs::write(server.path(&format!("ws/{name}")), text).unwrap();
        soon(&server, ask, &|answer| answer.contains(&person));
        std::fs::create_dir_all(server.path("ws/yard")).unwrap();
        std::fs::rename(server.path(&format!("ws/{name}")), server.path(&format!("ws/yard/{name}"))).unwrap();
        if n != 1 {
            soon(&server, ask, &|answer| answer.contains(&format!("yard/{name}")));
        }
        std::fs::remove_file(server.path(&format!("ws/yard/{name}"))).unwrap();
        soon(&server, ask, &|answer| !answer.contains(&person));
    }
}

#[test]
fn an_answer_that_may_lack_something_says_so() {
    let server = Server::start();
    server.remember("The greenhouse is heated from October");
    let lock = std::fs::File::options()
        .create(true)
        .append(true)
        .open(server.path("ws/.memoro/index.lock"))
        .unwrap();
    lock.lock().unwrap();
    std::fs::write(server.path("ws/boiler.md"), "# Boiler\n\nThe boiler was made in Turku.\n").unwrap();
    let boiler = json!({ "query": "where was the boiler made?" });
    soon(&server, &|server| server.post("/v1/recall", boiler.clone()).body, &|answer| {
        !answer.contains("Turku") && answer.contains("still being read")
    });
    soon(&server, &|server| server.post("/v1/context", boiler.clone()).body, &|answer| {
        answer.contains("still being read")
    });
    drop(lock);
    soon(&server, &|server| server.post("/v1/recall", boiler.clone()).body, &|answer| {
        answer.contains("Turku") && !answer.contains("still being read")
    });
}

#[test]
fn a_server_knows_what_another_process_restored() {
    let server = Server::start();
    let recall = |server: &Server, query: &str| server.post("/v1/recall", json!({ "query": query })).body;
    server.remember("The lighthouse keeper is called Odalys");
    server.cli(&["backup", server.path("copy").to_str().unwrap()]);
    server.remember("The harbour master is called Brannock");
    assert!(recall(&server, "who is the harbour master?").contains("Brannock"));
    server.cli(&["restore", server.path("copy").to_str().unwrap()]);
    assert!(!recall(&server, "who is the harbour master?").contains("Brannock"));
    assert!(recall(&server, "who is the lighthouse keeper?").contains("Odalys"));
    server.remember("The ferry pilot is called Quillon");
    assert!(recall(&server, "who is the ferry pilot?").contains("Quillon"));
    let listed = server.get("/v1/memories").body;
    assert!(listed.contains("Quillon") && !listed.contains("Brannock"), "{listed}");
    server.cli(&["check", "--full"]);
}

#[test]
fn a_server_opens_a_store_that_was_made_anew() {
    let server = Server::start();
    server.post("/v1/memories", json!({ "text": "แดง", "key": "สี", "kind": "fact" }));
    let whole = server.path("ws/.memoro/memoro.db");
    for n in 0..2 {
        if n == 0 {
            for end in ["", "-wal", "-shm"] {
                let _ = std::fs::remove_file(server.path(&format!("ws/.memoro/memoro.db{end}")));
            }
        } else {
            // Damaged in its place, under the server.
            let file = std::fs::File::options().write(true).open(&whole).unwrap();
            std::os::unix::fs::FileExt::write_all_at(&file, &[0; 4096], 4096 * 3).unwrap();
        }
        let health = server.get("/health").body;
        assert!(n == 1 || health.contains("store_missing"), "{health}");
        server.cli(&["index", "--rebuild"]);
        let (first, value) =
            (server.remember(&format!("The keeper number {n} is called Odalys")), format!("v{n}"));
        let set =
            server.post("/v1/memories", json!({ "text": value, "key": format!("k{n}"), "kind": "fact" }));
        assert_eq!(set.status, 201, "{set:?}");
        let listed = server.cli(&["list"]).to_string();
        assert!(listed.contains(&first) && listed.contains(&value) && listed.contains("แดง"), "{listed}");
        let health = server.get("/health").body;
        assert!(!health.contains("store"), "{health}");
        // Nobody takes it for a store that was put there.
        server.cli(&["check"]);
    }
    let (.., told) = server.stop();
    assert!(told.contains("store_opened_again"), "{told}");
}

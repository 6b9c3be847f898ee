//! Every route answers what it promises; the description covers them all.

use serde_json::{Value, json};

use super::Server;

#[test]
fn each_layer_is_written_and_read_over_http() {
    let server = Server::start();
    let said = server.post("/v1/say", json!({ "message": "จำไว้ว่าตอบเป็นภาษาไทยเสมอ" }));
    assert_eq!((said.status, said.json()["receipt"]["verified"].as_bool()), (200, Some(true)), "{said:?}");
    let learned =
        server.post("/v1/learnings", json!({ "text": "Retries must be idempotent", "kind": "principle" }));
    assert_eq!((learned.status, learned.json()["layer"].as_str()), (201, Some("semantic")), "{learned:?}");
    let steps = json!({ "when": "deploy Docker", "steps": ["ask for the environment", "check the file"] });
    let taught = server.post("/v1/procedures", steps).json();
    let used = server.post(&format!("/v1/procedures/{}/usage", taught["id"].as_str().unwrap()), json!({}));
    assert_eq!((used.status, used.json()["successes"].as_u64()), (200, Some(1)), "{used:?}");
    let happened = json!({ "summary": "ย้ายระบบค้นหาเสร็จแล้ว", "topics": ["search"], "outcome": "success" });
    assert_eq!(server.post("/v1/episodes", happened).status, 201);
    assert_eq!(server.post("/v1/notes", json!({ "text": "nightly job done", "kind": "log" })).status, 201);
    assert_eq!(server.post("/v1/soul", json!({ "text": "I say what I do not know" })).status, 201);
    let decision = json!({ "title": "Use SQLite", "why": "one file", "conclusion": "bundled" });
    assert_eq!(server.post("/v1/decisions", decision).status, 201);
    for (path, list) in [
        ("/v1/procedures?query=deploy", "procedures"),
        ("/v1/episodes", "episodes"),
        ("/v1/notes?kind=log", "notes"),
        ("/v1/soul", "soul"),
        ("/v1/decisions?stage=decided", "memories"),
        ("/v1/learnings", "memories"),
        ("/v1/profile", "entries"),
        ("/v1/resolve", "values"),
        ("/v1/audit?limit=3", "events"),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        assert!(!answer.json()[list].as_array().unwrap().is_empty(), "{path}: {}", answer.body);
    }
    let pack = server.post("/v1/context", json!({ "query": "deploy", "format": "ctx" })).json();
    assert!(pack["text"].as_str().unwrap().contains("deploy"), "{pack}");
    assert_eq!(server.post("/v1/consult", json!({ "decision": "retry payments?" })).status, 200);
    assert_eq!(server.get("/v1/audit/verify").json()["ok"], true);
    assert_eq!(server.get("/v1/status").json()["policy_rules"], 0);
    assert_eq!(server.post("/v1/index", json!({})).status, 200);
    assert_eq!(server.get("/v1/policy/check?tool=web_fetch").json()["allowed"], true);
}

#[test]
fn a_session_begins_with_its_first_entry_and_ends_when_told() {
    let server = Server::start();
    assert_eq!(server.get("/v1/session").json()["entries"], json!([]));
    let path = "/v1/session/entries/%E4%BB%BB%E5%8A%A1";
    let set = server.ask("PUT", path).json(&json!({ "value": "发布" })).send();
    assert_eq!(set.status, 201, "{set:?}");
    assert_eq!(server.get(path).json()["text"], "发布");
    let ended = server.post("/v1/session/end", json!({})).json();
    assert_eq!(ended["entries"], 1);
    assert_eq!(server.get(path).code(), "not_found");
}

#[test]
fn files_are_read_by_lines_and_what_is_closed_is_not_there() {
    let server = Server::start();
    std::fs::write(server.path("ws/MEMORY.md"), "หนึ่ง\nสอง\nสาม\n").unwrap();
    std::fs::create_dir_all(server.path("ws/users/mallory")).unwrap();
    std::fs::write(server.path("ws/users/mallory/PROFILE.md"), "# Profile\n").unwrap();
    std::fs::write(server.path("outside.md"), "secret").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(server.path("outside.md"), server.path("ws/memory-link.md")).unwrap();
    let lines = server.get("/v1/files?path=MEMORY.md&from=2&to=3").json();
    assert_eq!((lines["text"].as_str(), lines["of"].as_u64()), (Some("สอง\nสาม"), Some(3)));
    for closed in [
        "../outside.md",
        "memory-link.md",
        "users/mallory/PROFILE.md",
        ".memoro/memoro.db",
        "memory/.locks/daily.lock",
        "/etc/passwd",
        "..%2Foutside.md",
        "%2e%2e/outside.md",
        "nothing.md",
    ] {
        let answer = server.get(&format!("/v1/files?path={closed}"));
        assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"), "{closed}: {answer:?}");
    }
    assert_eq!(server.get("/v1/files?path=MEMORY.md%00").code(), "usage");
}

#[test]
fn every_described_path_is_there_and_needs_a_token() {
    let server = Server::start();
    let described = server.get("/v1/openapi.json").json();
    assert_eq!(described["openapi"], "3.1.0");
    let paths = described["paths"].as_object().unwrap();
    assert!(paths.len() > 40, "{}", paths.len());
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let path = path.replace(['{', '}'], "");
            let answer = server.ask(&method.to_uppercase(), &path).token("").send();
            assert_eq!((answer.status, answer.code().as_str()), (401, "unauthorized"), "{method} {path}");
        }
    }
}

#[test]
fn health_and_metrics_say_how_the_server_is_and_nothing_else() {
    let server = Server::start();
    server.remember("ความลับที่ไม่ควรอยู่ในตัวเลข");
    let health: Value = server.ask("GET", "/health").token("").send().json();
    assert!(["ok", "degraded"].contains(&health["status"].as_str().unwrap()), "{health}");
    assert_eq!(server.ask("GET", "/ready").token("").send().json()["ready"], true);
    assert_eq!(server.ask("GET", "/metrics").token("").send().status, 401);
    let metrics = server.get("/metrics").body;
    assert!(metrics.contains("route=\"/v1/memories\",method=\"POST\",status=\"201\""), "{metrics}");
    assert!(metrics.contains("process_resident_memory_bytes") && !metrics.contains("ความลับ"));
}

#[test]
fn metrics_tell_how_the_jobs_went() {
    let server = Server::start();
    let before = server.get("/metrics").body;
    assert!(before.contains("memoro_job_changes_total{job=\"micro-sync\"} 0"), "{before}");
    assert!(!before.contains("memoro_job_last_run_seconds{"), "{before}");
    for _ in 0..2 {
        let ran = server.ask("POST", "/v1/jobs/micro-sync/run").json(&serde_json::json!({})).send();
        assert_eq!(ran.status, 200, "{}", ran.body);
    }
    let metrics = server.get("/metrics").body;
    for line in [
        "# TYPE memoro_job_runs_total counter",
        "memoro_job_runs_total{job=\"micro-sync\",ended=\"nothing\"} 2",
        "memoro_job_last_run_changes{job=\"micro-sync\"} 0",
        "memoro_job_last_run_succeeded{job=\"micro-sync\"} 1",
    ] {
        assert!(metrics.contains(line), "{line} in\n{metrics}");
    }
}

#[test]
fn a_run_of_a_job_tells_the_files_that_it_changed() {
    let server = Server::start();
    let turn = |role: &str, text: &str, at: &str| {
        json!({ "role": role, "content": text, "ts": at, "session": "talk", "id": at }).to_string()
    };
    let talk = [
        turn("user", "เราตัดสินใจใช้ SQLite เก็บข้อมูล เพราะต้องการไฟล์เดียว", "2026-11-14T10:00:00Z"),
        turn(
            "assistant",
            "Decision: use SQLite for storage because one file is enough.",
            "2026-11-14T10:01:00Z",
        ),
    ];
    std::fs::create_dir_all(server.path("ws/sessions")).unwrap();
    std::fs::write(server.path("ws/sessions/talk.jsonl"), talk.join("\n") + "\n").unwrap();
    let run = |dry_run: bool| {
        let body = json!({ "date": "2026-11-14", "dry_run": dry_run });
        server.post("/v1/jobs/daily-wrapup/run", body).json()
    };
    let (would, did) = (run(true), run(false));
    let paths = |report: &Value| -> Vec<String> {
        let files = report["files"].as_array().unwrap().iter();
        files.map(|file| file["path"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(paths(&did), ["second-brain/summaries/2026-11-14-wrapup.md"], "{did}");
    assert_eq!(paths(&would), paths(&did));
    assert!(did["files"][0]["diff"].as_str().unwrap().contains("+#"), "{did}");
    assert!(server.path("ws/second-brain/summaries/2026-11-14-wrapup.md").is_file());
}

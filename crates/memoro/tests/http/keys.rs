//! Who may do what over HTTP.

use serde_json::json;

use super::{Answer, Server};

#[test]
fn the_first_token_is_made_for_its_owner_alone() {
    let server = Server::start();
    assert!(server.token.starts_with("mmr_") && server.token.len() > 64);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        for file in ["config/token", "config/keys.json", "config/admin.key"] {
            let mode = server.path(file).metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o600, "{file}");
        }
    }
    assert_eq!(server.ask("GET", "/v1/status").token("").send().code(), "unauthorized");
    assert_eq!(server.ask("GET", "/v1/status").token("mmr_x_y").send().code(), "unauthorized");
    assert_eq!(server.get("/v1/status").status, 200);
}

#[test]
fn a_key_counts_at_once_and_ends_at_once() {
    let server = Server::start();
    let token = server.key("laptop", &["--role", "agent"]);
    let status = |token: &str| server.ask("GET", "/v1/status").token(token).send().status;
    assert_eq!(status(&token), 200);
    let fresh = server.cli(&["key", "rotate", "laptop"])["token"].as_str().unwrap().to_owned();
    assert_eq!((status(&token), status(&fresh)), (401, 200));
    server.cli(&["key", "revoke", "laptop"]);
    assert_eq!(status(&fresh), 401);
}

#[test]
fn a_read_only_key_changes_nothing_anywhere() {
    let server = Server::start();
    let id = server.remember("ต้นฉบับ");
    let token = server.key("viewer", &["--role", "read-only"]);
    let described = server.get("/v1/openapi.json").json();
    let before = server.get("/v1/audit?limit=1000").body;
    for (path, methods) in described["paths"].as_object().unwrap() {
        for (method, about) in methods.as_object().unwrap() {
            if about["x-memoro-scope"] == "read" {
                continue;
            }
            let path = path.replace("{id}", &id).replace("{key}", "k").replace("{user}", "default");
            let path = path.replace("{name}", "local").replace("{run}", "r");
            let body = json!({ "text": "x", "value": "x", "message": "จำไว้ว่า x=y", "subject": "x", "dry_run": false,
                "by": id, "steps": ["x"], "summary": "x", "title": "x", "update": {}, "name": "n", "role": "user",
                "command": "view", "path": "/memories" });
            let known = about["requestBody"]["content"]["application/json"]["schema"]["properties"].clone();
            let body: serde_json::Map<_, _> = body
                .as_object()
                .unwrap()
                .clone()
                .into_iter()
                .filter(|(field, _)| known.get(field).is_some())
                .collect();
            let ask = server.ask(&method.to_uppercase(), &path).token(&token);
            let ask = if method == "get" || method == "delete" { ask } else { ask.json(&body.into()) };
            let answer: Answer = ask.send();
            assert_eq!(
                (answer.status, answer.code().as_str()),
                (403, "denied"),
                "{method} {path}: {answer:?}"
            );
        }
    }
    assert_eq!(server.get("/v1/audit?limit=1000").body, before);
    assert_eq!(
        server.ask("POST", "/v1/recall").token(&token).json(&json!({ "query": "ต้นฉบับ" })).send().status,
        200
    );
}

#[test]
fn what_an_agent_writes_into_profile_rules_and_identity_waits_for_a_person() {
    let server = Server::start();
    let token = server.key("agent", &["--role", "agent"]);
    let send =
        |path: &str, body: serde_json::Value| server.ask("POST", path).token(&token).json(&body).send();
    for (path, body) in [
        ("/v1/memories", json!({ "text": "ไทย", "key": "response.language", "kind": "preference" })),
        (
            "/v1/memories",
            json!({ "text": "never push", "key": "git", "kind": "instruction", "scope": "project:web" }),
        ),
        ("/v1/procedures", json!({ "when": "部署", "steps": ["检查"] })),
        ("/v1/soul", json!({ "text": "I obey the agent" })),
        ("/v1/notes", json!({ "text": "always obey", "kind": "rule", "evidence": ["said so"] })),
    ] {
        let answer = send(path, body);
        assert_eq!(
            (answer.status, answer.json()["status"].as_str()),
            (202, Some("pending")),
            "{path} {answer:?}"
        );
    }
    assert_eq!(send("/v1/memories", json!({ "text": "ข้อสังเกตธรรมดา" })).status, 201);
    let pending = server.get("/v1/pending").json();
    let waiting = pending["pending"].as_array().unwrap();
    assert_eq!(waiting.len(), 5, "{pending}");
    let confirm = format!("/v1/pending/{}/confirm", waiting[0]["id"].as_str().unwrap());
    assert_eq!(send(&confirm, json!({})).code(), "denied");
    assert_eq!(server.get("/v1/resolve?keys=response.language").json()["values"], json!([]));
    assert_eq!(server.post(&confirm, json!({})).status, 200);
    let reject = format!("/v1/pending/{}/reject", waiting[1]["id"].as_str().unwrap());
    assert_eq!(server.post(&reject, json!({})).status, 200);
    assert_eq!(server.get("/v1/pending").json()["pending"].as_array().unwrap().len(), 3);
}

#[test]
fn a_key_of_one_user_sees_no_other() {
    let server = Server::start();
    let own = server.key("somchai", &["--role", "user", "--only-user", "สมชาย"]);
    let private = server.remember("ของเจ้าของเท่านั้น");
    let ask = |method: &str, path: &str| server.ask(method, path).token(&own);
    for path in ["", "/history", "/why"] {
        let answer = ask("GET", &format!("/v1/memories/{private}{path}")).send();
        assert_eq!(answer.code(), "not_found", "{path}");
    }
    assert_eq!(ask("DELETE", &format!("/v1/memories/{private}")).send().code(), "not_found");
    assert_eq!(ask("GET", "/v1/users/default/model").send().code(), "not_found");
    assert_eq!(ask("GET", "/v1/files?path=PROFILE.md").send().code(), "not_found");
    assert_eq!(ask("GET", "/v1/audit").send().code(), "denied");
    assert_eq!(ask("GET", "/v1/memories").send().json()["memories"], json!([]));
    let found = ask("POST", "/v1/recall").json(&json!({ "query": "ของเจ้าของ" })).send().json();
    assert_eq!(found["hits"], json!([]));
    for body in [json!({ "text": "x", "user": "default" }), json!({ "text": "x", "scope": "user:default" })] {
        assert_eq!(ask("POST", "/v1/memories").json(&body).send().code(), "not_found");
    }
    let mine = ask("POST", "/v1/memories").json(&json!({ "text": "ของสมชาย" })).send();
    assert_eq!(mine.status, 201, "{mine:?}");
    let got = ask("GET", &format!("/v1/memories/{}", mine.json()["id"].as_str().unwrap())).send().json();
    assert_eq!(got["scope"], "user:สมชาย");
}

#[test]
fn only_the_admin_administers_and_tokens_are_shown_once() {
    let server = Server::start();
    assert_eq!(server.get("/v1/admin/keys").code(), "denied");
    let admin = |method: &str, path: &str| {
        server.ask(method, path).token("").header("X-Memory-Admin-Key", &server.admin_key())
    };
    let made = admin("POST", "/v1/admin/keys").json(&json!({ "name": "api", "role": "agent" })).send();
    assert_eq!(made.status, 201, "{made:?}");
    let token = made.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(server.ask("GET", "/v1/status").token(&token).send().status, 200);
    let listed = admin("GET", "/v1/admin/keys").send();
    assert!(listed.body.contains("\"api\"") && !listed.body.contains(token.rsplit('_').next().unwrap()));
    assert_eq!(admin("POST", "/v1/admin/policy/reload").json(&json!({})).send().status, 200);
    assert_eq!(admin("POST", "/v1/admin/backup").json(&json!({})).send().status, 201);
    assert_eq!(admin("DELETE", "/v1/admin/keys/api").send().status, 200);
    assert_eq!(server.ask("GET", "/v1/status").token(&token).send().status, 401);
    let forged = server.ask("GET", "/v1/admin/keys").header("X-Memory-Admin-Key", "mk_0").send();
    assert_eq!(forged.code(), "denied");
}

#[test]
fn no_answer_and_no_log_shows_the_words_of_the_policy_or_a_token() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("config")).unwrap();
    let rule = "# Policy\n\n## Guardrails\n- key:policy.allow.tools | value:zebrafish_tool | priority:100 | ttl:none | source:admin | updated_at:2026-11-15T00:00:00Z\n";
    std::fs::write(folder.path().join("config/POLICY.md"), rule).unwrap();
    let server = Server::start_in(folder, &[]);
    for path in [
        "/v1/policy",
        "/v1/status",
        "/v1/policy/check?tool=web",
        "/v1/audit",
        "/v1/files?path=POLICY.md",
        "/health",
        "/metrics",
    ] {
        let answer = server.get(path);
        assert!(!answer.body.contains("zebrafish"), "{path}: {answer:?}");
    }
    assert_eq!(server.get("/v1/policy/check?tool=web").json()["allowed"], false);
    let token = server.token.clone();
    let secret = token.rsplit('_').next().unwrap().to_owned();
    let (_, _, told) = server.stop();
    assert!(!told.contains(&secret) && !told.contains("zebrafish"), "{told}");
}

#[test]
fn a_key_of_one_user_has_sessions_of_its_own() {
    let server = Server::start();
    let own = server.key("somchai", &["--role", "user", "--only-user", "สมชาย"]);
    server.ask("PUT", "/v1/session/entries/task").json(&json!({ "value": "งานของเจ้าของ" })).send();
    let ask = |method: &str, path: &str| server.ask(method, path).token(&own);
    assert_eq!(ask("GET", "/v1/session").send().json()["entries"], json!([]));
    let set = ask("PUT", "/v1/session/entries/task").json(&json!({ "value": "งานของสมชาย" })).send();
    assert_eq!(set.status, 201, "{set:?}");
    assert_eq!(ask("GET", "/v1/session/entries/task").send().json()["text"], "งานของสมชาย");
    let said = ask("POST", "/v1/say").json(&json!({ "message": "ใน session นี้ จำไว้ว่า โทน=เป็นกันเอง" })).send();
    assert_eq!(said.status, 200, "{said:?}");
    let pack = ask("POST", "/v1/context").json(&json!({})).send().json();
    let text = pack["text"].as_str().unwrap();
    assert!(text.contains("งานของสมชาย") && !text.contains("งานของเจ้าของ"), "{text}");
    let shared = std::fs::read_to_string(server.path("ws/SESSION.md")).unwrap();
    assert!(shared.contains("งานของเจ้าของ") && !shared.contains("สมชาย"), "{shared}");
    assert_eq!(server.get("/v1/session/entries/task").json()["text"], "งานของเจ้าของ");
    assert_eq!(ask("POST", "/v1/session/end").json(&json!({})).send().status, 200);
    assert_eq!(ask("GET", "/v1/session").send().json()["entries"], json!([]));
    assert_eq!(server.get("/v1/session/entries/task").status, 200);
}

#[test]
fn a_refusal_names_what_is_in_the_way_and_the_next_step() {
    let server = Server::start();
    let writer = server.key("writer", &["--role", "user", "--scope", "write"]);
    let asked = server.ask("POST", "/v1/recall").token(&writer).json(&json!({ "query": "x" })).send();
    assert_eq!((asked.status, asked.code().as_str()), (403, "denied"), "{asked:?}");
    assert!(asked.body.contains("a key with the scope `read`") && !asked.body.contains("bound"), "{asked:?}");
    let taken = json!({ "name": "writer", "role": "agent" });
    let told = server.ask("POST", "/v1/admin/keys").token(&server.admin_key()).json(&taken).send();
    assert_eq!(told.status, 422, "{told:?}");
    let hint = told.json()["hint"].as_str().unwrap_or_default().to_owned();
    assert!(hint.contains("another name") && !hint.contains("Idempotency"), "{told:?}");
}

#[test]
fn a_key_of_one_user_takes_back_its_own_changes_and_nobody_elses() {
    let server = Server::start();
    let keys = ["ann", "บี"]
        .map(|user| server.key(&format!("k-{}", user.len()), &["--role", "user", "--only-user", user]));
    let [ann, bee] = keys.each_ref();
    let send = |token: &str, path: &str, body: serde_json::Value| {
        server.ask("POST", path).token(token).json(&body).send()
    };
    let write = |token: &str, text: &str| {
        let answer = send(token, "/v1/memories", json!({ "text": text }));
        answer.json()["id"].as_str().unwrap_or_else(|| panic!("{answer:?}")).to_owned()
    };
    let (first, second) = (write(ann, "Ann likes tea"), write(bee, "บีชอบกาแฟ"));
    let everyones = send(bee, "/v1/memories", json!({ "text": "the port is 80", "scope": "project:web" }));
    assert_eq!(everyones.status, 201, "{everyones:?}");
    // The last change is another's: what is taken back is the last of one's own.
    let undone = send(ann, "/v1/undo", json!({}));
    assert_eq!((undone.status, undone.json()["memories"].clone()), (200, json!([first])), "{undone:?}");
    assert_eq!(send(ann, "/v1/undo", json!({})).status, 404);
    let status = |id: &str| server.get(&format!("/v1/memories/{id}")).json()["status"].clone();
    assert_eq!(status(&second), "active");
    assert_eq!(send(bee, "/v1/undo", json!({})).json()["memories"][0], everyones.json()["id"]);
    assert_eq!(send(bee, "/v1/undo", json!({})).json()["memories"], json!([second]));
}

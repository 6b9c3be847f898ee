//! Many tenants in one server: each its own workspace, nothing across.

use serde_json::json;

use super::{Server, command};

fn tenants() -> (Server, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str| {
        let arguments = ["key", "make", name, "--role", "user", "--tenant", name, "--json"];
        let mut command = command(folder.path(), &arguments);
        let output = command.env("MEMORO_SERVE_TENANTS", folder.path().join("tenants")).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let made: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        made["token"].as_str().unwrap().to_owned()
    };
    let (acme, globex) = (make("acme"), make("globex"));
    let path = folder.path().join("tenants").display().to_string();
    (Server::start_in(folder, &["--tenants", &path]), acme, globex)
}

#[test]
fn nothing_of_one_tenant_is_there_for_another() {
    let (server, acme, globex) = tenants();
    let write =
        server.ask("POST", "/v1/memories").token(&acme).json(&json!({ "text": "แผนลับของ acme" })).send();
    assert_eq!(write.status, 201, "{write:?}");
    let id = write.json()["id"].as_str().unwrap().to_owned();
    let described = server.ask("GET", "/v1/openapi.json").token(&globex).send().json();
    for (path, methods) in described["paths"].as_object().unwrap() {
        if !path.contains("{id}") {
            continue;
        }
        for method in methods.as_object().unwrap().keys() {
            let ask = server.ask(&method.to_uppercase(), &path.replace("{id}", &id)).token(&globex);
            let body = match path.rsplit('/').next().unwrap() {
                "supersede" => json!({ "by": id }),
                _ if path.contains("/notes/") => json!({ "text": "x" }),
                _ => json!({}),
            };
            let ask = if method == "get" || method == "delete" { ask } else { ask.json(&body) };
            assert_eq!(ask.send().code(), "not_found", "{method} {path}");
        }
    }
    let listed = server.ask("GET", "/v1/memories").token(&globex).send().json();
    assert_eq!(listed["memories"], json!([]));
    let found =
        server.ask("POST", "/v1/recall").token(&globex).json(&json!({ "query": "แผนลับ" })).send().json();
    assert_eq!(found["hits"], json!([]));
    let file = format!("/v1/files?path=../acme/memory/learnings/{id}.md");
    assert_eq!(server.ask("GET", &file).token(&globex).send().code(), "not_found");
    assert_eq!(server.ask("GET", &format!("/v1/memories/{id}")).token(&acme).send().status, 200);
}

#[test]
fn there_is_no_default_tenant_among_several() {
    let (server, acme, _) = tenants();
    assert!(server.token.is_empty());
    let named = server.ask("GET", "/v1/status").token(&acme).header("Memoro-Tenant", "globex").send();
    assert_eq!(named.code(), "not_found");
    let admin = |tenant: Option<&str>| {
        let ask =
            server.ask("GET", "/v1/admin/keys").token("").header("X-Memory-Admin-Key", &server.admin_key());
        tenant
            .map_or_else(
                || {
                    server
                        .ask("GET", "/v1/admin/keys")
                        .token("")
                        .header("X-Memory-Admin-Key", &server.admin_key())
                },
                |t| ask.header("Memoro-Tenant", t),
            )
            .send()
    };
    let all = admin(None).json();
    assert_eq!(all["keys"].as_array().unwrap().len(), 2, "{all}");
    assert_eq!(admin(Some("../acme")).code(), "not_found");
    let keys = admin(Some("acme")).json();
    assert_eq!(keys["keys"].as_array().unwrap().len(), 1, "{keys}");
    let output = command(server.folder.path(), &["key", "make", "x"])
        .env("MEMORO_SERVE_TENANTS", server.path("tenants"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_admin_of_the_server_needs_a_tenant_only_for_what_is_a_tenants() {
    let (server, acme, globex) = tenants();
    let admin = |method: &str, path: &str, tenant: &str| {
        let ask = server.ask(method, path).token("").header("X-Memory-Admin-Key", &server.admin_key());
        if tenant.is_empty() { ask } else { ask.header("Memoro-Tenant", tenant) }
    };
    let metrics = admin("GET", "/metrics", "").send();
    assert_eq!(metrics.status, 200, "{metrics:?}");
    for line in ["memoro_tenants 2", "memoro_job_changes_total{tenant=\"acme\",job=\"micro-sync\"} 0"] {
        assert!(metrics.body.contains(line), "{line} in\n{}", metrics.body);
    }
    assert_eq!(server.ask("GET", "/metrics").token(&acme).send().code(), "denied");
    let rules = "# Policy\n\n## Guardrails\n- key:policy.allow.tools | value:web_fetch | priority:100 | ttl:none | \
                 source:admin | updated_at:2026-11-15T00:00:00Z\n";
    std::fs::write(server.path("config/POLICY.md"), rules).unwrap();
    for path in ["/v1/admin/policy/reload", "/admin/memory/policy/reload"] {
        let reloaded = admin("POST", path, "").json(&json!({})).send();
        assert_eq!((reloaded.status, reloaded.json()["rules"].as_u64()), (200, Some(1)), "{reloaded:?}");
    }
    for token in [&acme, &globex] {
        let known = server.ask("GET", "/v1/policy").token(token).send().json();
        assert_eq!(known["rules"], 1, "{known}");
    }
    let keys = admin("GET", "/admin/memory/keys", "").send().json();
    assert_eq!(keys["keys"].as_array().unwrap().len(), 2, "{keys}");
    for (method, path) in [
        ("POST", "/v1/admin/backup"),
        ("POST", "/v1/admin/keys"),
        ("GET", "/admin/memory/audit"),
        ("GET", "/v1/memories"),
    ] {
        let ask = admin(method, path, "");
        let body = json!({ "name": "x", "role": "agent" });
        let ask = match (method, path) {
            ("POST", "/v1/admin/keys") => ask.json(&body),
            ("POST", _) => ask.json(&json!({})),
            _ => ask,
        };
        let told = ask.send();
        assert_eq!((told.status, told.json()["code"].as_str()), (400, Some("usage")), "{path}: {told:?}");
        assert!(told.body.contains("Memoro-Tenant"), "{path}: {told:?}");
    }
    assert_eq!(admin("GET", "/v1/memories", "acme").send().status, 200);
    assert_eq!(admin("GET", "/v1/memories", "nobody").send().code(), "not_found");
    let revoked = admin("DELETE", "/v1/admin/keys/globex", "").send();
    assert_eq!(revoked.status, 200, "{revoked:?}");
    assert_eq!(server.ask("GET", "/v1/status").token(&globex).send().code(), "unauthorized");
    assert_eq!(server.ask("GET", "/v1/status").token(&acme).send().status, 200);
}

#[test]
fn what_a_broken_policy_says_is_told_to_the_admin_of_the_server_alone() {
    let (server, acme, _) = tenants();
    let host =
        |path: &str| server.ask("POST", path).token("").header("X-Memory-Admin-Key", &server.admin_key());
    let made = host("/v1/admin/keys").header("Memoro-Tenant", "acme");
    let made = made.json(&json!({ "name": "chief", "role": "admin" })).send();
    let chief = made.json()["token"].as_str().unwrap().to_owned();
    let rules = "# Policy\n\n## Guardrails\n- key:policy.allow.tools | value:KAKAPO_tool,秘密 | priority:วันนี้ | ttl:none | \
                 source:admin | updated_at:2026-11-15T00:00:00Z\n";
    std::fs::write(server.path("config/POLICY.md"), rules).unwrap();
    for path in ["/v1/admin/policy/reload", "/admin/memory/policy/reload"] {
        let told = server.ask("POST", path).token(&chief).json(&json!({})).send();
        assert!(told.status >= 400 && told.body.contains("line 4"), "{told:?}");
        for word in ["KAKAPO", "秘密", "วันนี้", "POLICY.md"] {
            assert!(!told.body.contains(word), "{path}: {told:?}");
        }
        let whole = host(path).json(&json!({})).send();
        assert!(whole.status >= 400 && whole.body.contains("วันนี้"), "{whole:?}");
        let user = server.ask("POST", path).token(&acme).json(&json!({})).send();
        assert_eq!(user.status, 403, "{user:?}");
    }
}

/// Asks in turn for several things, often, and returns the median time of each.
fn medians<const N: usize>(ask: impl Fn(usize) -> std::time::Duration) -> [std::time::Duration; N] {
    let mut times: [Vec<std::time::Duration>; N] = std::array::from_fn(|_| Vec::new());
    for round in 0..120 {
        for at in 0..N {
            // Each comes as often first as last.
            let at = (at + round) % N;
            times[at].push(ask(at));
        }
    }
    times.map(|mut all| {
        all.sort_unstable();
        all[all.len() / 2]
    })
}

#[test]
fn how_long_an_answer_takes_does_not_tell_what_another_tenant_has() {
    let (server, acme, globex) = tenants();
    let mut ids = Vec::new();
    for n in 0..60 {
        let text = format!("the {n}th plan of acme names the zephyr lighthouse แผนลับ 秘密计划");
        let write = server.ask("POST", "/v1/memories").token(&acme).json(&json!({ "text": text })).send();
        ids.push(write.json()["id"].as_str().unwrap().to_owned());
    }
    let nowhere: Vec<String> = ids.iter().map(|id| id.chars().rev().collect()).collect();
    let timed = |ask: super::client::Ask, status: u16| {
        let begun = std::time::Instant::now();
        assert_eq!(ask.token(&globex).send().status, status);
        begun.elapsed()
    };
    let count = std::cell::Cell::new(0);
    let next = || {
        count.set(count.get() + 1);
        count.get() % ids.len()
    };
    let get = medians::<2>(|at| {
        let id = if at == 0 { &ids[next()] } else { &nowhere[next()] };
        timed(server.ask("GET", &format!("/v1/memories/{id}")), 404)
    });
    let recall = medians::<2>(|at| {
        let query = ["zephyr lighthouse แผนลับ 秘密计划", "walnut carpenter แผนที่ 公开地图"][at];
        timed(server.ask("POST", "/v1/recall").json(&json!({ "query": query })), 200)
    });
    let list = medians::<2>(|at| {
        let key = [ids[next()].clone(), nowhere[next()].clone()][at].clone();
        timed(server.ask("GET", &format!("/v1/memories?keys={key}")), 200)
    });
    for (what, [there, nowhere]) in [("get", get), ("recall", recall), ("list", list)] {
        let (less, more) = (there.min(nowhere), there.max(nowhere));
        let close = more.as_secs_f64() <= 1.5 * less.as_secs_f64() + 0.000_3;
        assert!(close, "{what}: {there:?} where another tenant has it, {nowhere:?} where nobody has");
    }
}

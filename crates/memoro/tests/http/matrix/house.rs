//! A server with two tenants, users, keys of every kind, and words that must not be seen by everybody.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Answer, Ask};
use crate::{Server, command};

/// Stands in everything of the other tenant.
pub(super) const FOREIGN: &str = "zqforeign";
/// Stands in everything of the owner of the workspace.
pub(super) const OWNER: &str = "zqowner";
/// Stands in everything of another user of the workspace.
pub(super) const OTHER: &str = "zqother";
/// Stands in the admin's rules.
pub(super) const POLICY: &str = "zqpolicy";

/// The server and what was put into it.
pub(super) struct House {
    pub(super) server: Server,
    keys: BTreeMap<&'static str, String>,
    /// Ids, numbers, keys, paths and sessions that are not everybody's, by what they are.
    pub(super) known: BTreeMap<&'static str, Vec<String>>,
}

/// A name without the word: what a request says may come back in its answer.
fn label(word: &str) -> String {
    word.replace("zq", "")
}

/// A text whose id does not hold the word.
fn long(start: &str, word: &str) -> String {
    format!("{start}, of which everybody keeps asking the old keeper at the gate, is {word}")
}

const KEYS: &[(&str, &str, &str, &[&str])] = &[
    ("user", "acme", "user", &[]),
    ("agent", "acme", "agent", &[]),
    ("viewer", "acme", "read-only", &[]),
    ("tenant-admin", "acme", "admin", &[]),
    ("bound-user", "acme", "user", &["--only-user", "สมชาย"]),
    ("bound-agent", "acme", "agent", &["--only-user", "สมชาย"]),
    ("bound-viewer", "acme", "read-only", &["--only-user", "สมชาย"]),
    ("bound-admin", "acme", "admin", &["--only-user", "สมชาย"]),
    ("only-read", "acme", "user", &["--scope", "read"]),
    (
        "no-read",
        "acme",
        "user",
        &["--scope", "write", "--scope", "forget", "--scope", "confirm", "--scope", "maintain"],
    ),
    ("foreign", "globex", "user", &[]),
    ("foreign-admin", "globex", "admin", &[]),
    // The keeper looks after the test itself.
    ("keeper", "acme", "user", &[]),
];

impl House {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let tenants = folder.path().join("tenants");
        std::fs::create_dir_all(folder.path().join("config")).unwrap();
        let rule = format!(
            "# Policy\n\n## Guardrails\n- key:policy.allow.tools | value:web_fetch, {POLICY}_tool | priority:100 | \
             ttl:none | source:admin | updated_at:2026-11-15T00:00:00Z\n"
        );
        std::fs::write(folder.path().join("config/POLICY.md"), rule).unwrap();
        let mut keys = BTreeMap::new();
        for (name, tenant, role, more) in KEYS {
            let arguments =
                [&["key", "make", name, "--role", role, "--tenant", tenant, "--json"], *more].concat();
            let output =
                command(folder.path(), &arguments).env("MEMORO_SERVE_TENANTS", &tenants).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let made: Value = serde_json::from_slice(&output.stdout).unwrap();
            keys.insert(*name, made["token"].as_str().unwrap().to_owned());
        }
        let path = tenants.display().to_string();
        let server = Server::start_in(folder, &["--tenants", &path, "--no-log"]);
        let house = Self { server, keys, known: BTreeMap::new() };
        for text in ["ของสมชายเอง about the harbour", "สมชาย waters the harbour garden"]
        {
            assert_eq!(house.post("bound-user", "/v1/memories", &json!({ "text": text })).status, 201);
        }
        house
    }

    /// Has the admin forbid operations of memory, and nothing else.
    pub(super) fn forbid(&self, operations: &str) {
        let rule = |name| format!("- key:policy.prohibit.{name} | value:true\n");
        let rules: String = operations.split('|').filter(|name| !name.is_empty()).map(rule).collect();
        std::fs::write(self.server.path("config/POLICY.md"), rules).unwrap();
        let ask = Ask::new(self.address(), "POST", "/v1/admin/policy/reload");
        let answer = ask.header("X-Memory-Admin-Key", &self.server.admin_key()).json(&json!({})).send();
        assert_eq!(answer.status, 200, "{answer:?}");
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.server.address
    }

    pub(super) fn key(&self, who: &str) -> &str {
        &self.keys[who]
    }

    /// The folder that nobody outside may learn.
    pub(super) fn config(&self) -> String {
        self.server.path("config").display().to_string()
    }

    pub(super) fn ask(&self, who: &str, method: &str, path: &str) -> Ask {
        Ask::new(self.address(), method, path).token(self.key(who))
    }

    fn post(&self, who: &str, path: &str, body: &Value) -> Answer {
        self.ask(who, "POST", path).json(body).send()
    }

    fn note(&mut self, what: &'static str, name: &str) {
        let names = self.known.entry(what).or_default();
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }

    /// Puts words everywhere that are not everybody's.
    pub(super) fn plant(&mut self) {
        for (who, word, user) in
            [("foreign", FOREIGN, None), ("keeper", OWNER, None), ("keeper", OTHER, Some("mali"))]
        {
            self.plant_memories(who, word, user);
        }
        for (who, word, tenant) in [("foreign", FOREIGN, "globex"), ("keeper", OWNER, "acme")] {
            self.plant_shared(who, word);
            self.plant_files(word, tenant);
            assert_eq!(self.post(who, "/v1/index", &json!({})).status, 200);
        }
    }

    /// Memories of every shape in the scope of a user.
    fn plant_memories(&mut self, who: &str, word: &str, user: Option<&str>) {
        let with = |mut body: Value| {
            if let Some(user) = user {
                body["user"] = json!(user);
            }
            body
        };
        let label = label(word);
        let bodies = [
            ("/v1/memories", json!({ "text": long("the harbour password", word) })),
            ("/v1/memories", json!({ "text": long("hidden harbour", word), "sensitive": true })),
            ("/v1/memories", json!({ "text": word, "key": format!("harbour.{label}"), "kind": "fact" })),
            ("/v1/memories", json!({ "text": word, "key": "response.language", "kind": "preference" })),
            ("/v1/learnings", json!({ "text": long("harbours need something", word), "kind": "principle" })),
            ("/v1/learnings", json!({ "text": long("harbours avoid something", word), "kind": "pattern" })),
            (
                "/v1/procedures",
                json!({ "when": format!("the harbour {word}"), "steps": [format!("look at {word}")] }),
            ),
            ("/v1/episodes", json!({ "summary": format!("the harbour saw {word}"), "topics": [word] })),
            ("/v1/decisions", json!({ "title": long("Harbour", word), "conclusion": word })),
            ("/v1/notes", json!({ "text": long("harbour log", word), "kind": "log" })),
            ("/v1/notes", json!({ "text": long("harbour rule", word), "kind": "rule", "evidence": [word] })),
        ];
        for (path, body) in bodies {
            let answer = self.post(who, path, &with(body));
            assert!([200, 201].contains(&answer.status), "{path}: {answer:?}");
            let id = answer.json()["id"].as_str().unwrap().to_owned();
            self.note("id", &id);
        }
        let inferred = json!({ "message": format!("remember that my harbour is {word}"), "inferred": 0.9 });
        let pending = self.post(who, "/v1/say", &with(inferred)).json();
        if let Some(id) = pending["receipt"]["id"].as_str() {
            let id = id.to_owned();
            self.note("id", &id);
        }
        for key in [format!("harbour.{label}"), "response.language".to_owned()] {
            self.note("key", &key);
        }
        self.note("user", user.unwrap_or("default"));
    }

    /// What belongs to the owner without a scope of memories: session, threads, traces, graph, the agent's folder.
    fn plant_shared(&mut self, who: &str, word: &str) {
        let label = label(word);
        let set = self.ask(who, "PUT", &format!("/v1/session/entries/harbour.{label}"));
        assert!([200, 201].contains(&set.json(&json!({ "value": word })).send().status));
        let session = self.ask(who, "GET", "/v1/session").send().json();
        let session = session["scope"].as_str().unwrap().strip_prefix("session:").unwrap().to_owned();
        self.note("session", &session);
        let thread =
            json!({ "message": format!("what of the harbour {word}?"), "title": format!("Harbour {word}") });
        let thread = self.post(who, "/api/thread", &thread).json();
        self.note("thread", &thread["thread_id"].to_string());
        let trace = json!({ "query": format!("harbour {word}"), "foundLearnings": [word] });
        let trace = self.post(who, "/api/traces", &trace).json();
        let trace = trace["traceId"].as_str().unwrap().to_owned();
        self.note("id", &trace);
        let file = json!({ "command": "create", "path": format!("/memories/{label}.md"), "file_text": word });
        assert_eq!(self.post(who, "/v1/memory-tool", &file).status, 200);
        self.note("memory", &format!("/memories/{label}.md"));
        let entity =
            json!({ "name": format!("Harbour {label}"), "entityType": word, "observations": [word] });
        let message = super::probe::tool_call("create_entities", &json!({ "entities": [entity] }));
        let answer = self.ask(who, "POST", "/mcp/graph");
        let answer = super::probe::as_mcp(answer, "tools/call", "create_entities").json(&message).send();
        assert_eq!(answer.status, 200, "{answer:?}");
        self.note("entity", &format!("Harbour {label}"));
    }

    fn plant_files(&mut self, word: &str, tenant: &str) {
        let root = self.server.path(&format!("tenants/{tenant}"));
        let turn = json!({ "role": "user", "content": format!("my harbour secret is {word}"),
            "ts": "2026-11-14T10:00:00Z", "session": "old-talk", "id": "1" });
        for (path, text) in [
            ("MEMORY.md", format!("# Memory\n\nThe harbour keeps {word}.\n")),
            ("sessions/old-talk.jsonl", format!("{turn}\n")),
            ("memory/recent/harbour.md", format!("# Harbour\n\n{word} stands here.\n")),
            ("second-brain/summaries/2026-11-14-wrapup.md", format!("# Day\n\nHarbour {word}.\n")),
        ] {
            let file = root.join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
            self.note("path", path);
            self.note("path", &format!("../{tenant}/{path}"));
        }
        for path in [
            "PROFILE.md",
            "SESSION.md",
            "users/mali/PROFILE.md",
            ".memoro/memoro.db",
            "../../config/POLICY.md",
        ] {
            self.note("path", path);
        }
    }

    fn memories(&self, who: &str) -> Vec<Value> {
        let path = "/v1/memories?statuses=pending,active,superseded,archived&sensitive=true&limit=500";
        let (mut all, mut cursor) = (Vec::new(), None::<String>);
        loop {
            let next = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
            let page = self.ask(who, "GET", &format!("{path}{next}")).send().json();
            all.extend(page["memories"].as_array().unwrap().iter().cloned());
            cursor = page["next"].as_str().map(str::to_owned);
            if cursor.is_none() {
                return all;
            }
        }
    }

    fn tree(&self, tenant: &str) -> BTreeMap<String, Vec<u8>> {
        let root = self.server.path(&format!("tenants/{tenant}"));
        let mut found = BTreeMap::new();
        let mut open = vec![root.clone()];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.strip_prefix(&root).unwrap().display().to_string();
                if path.is_dir() && name != ".memoro" {
                    open.push(path);
                } else if path.is_file() && path.extension().is_none_or(|kind| kind != "lock") {
                    found.insert(name, std::fs::read(path).unwrap());
                }
            }
        }
        found
    }

    /// All that a tenant holds, a line each.
    fn lines(&self, who: &str, tenant: &str, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let memories = self.memories(who).into_iter();
        let memories = memories.filter(|memory| wanted(memory["scope"].as_str().unwrap()));
        let files = self.tree(tenant).into_iter().filter(|(name, _)| wanted(name));
        let told = files.map(|(name, bytes)| format!("{name} {}", String::from_utf8_lossy(&bytes)));
        memories.map(|memory| memory.to_string()).chain(told).collect()
    }

    /// All of the other tenant.
    pub(super) fn foreign(&self) -> Vec<String> {
        let last = self.ask("foreign", "GET", "/v1/audit?limit=1").send().body;
        self.lines("foreign", "globex", |_| true).into_iter().chain([last]).collect()
    }

    /// All of the tenant that is asked.
    pub(super) fn whole(&self) -> Vec<String> {
        // What was returned to others is counted within a second.
        std::thread::sleep(Duration::from_millis(1_500));
        let last = self.ask("keeper", "GET", "/v1/audit?limit=1").send().body;
        self.lines("keeper", "acme", |_| true).into_iter().chain([last]).collect()
    }

    /// What belongs to the owner and to other users: memories by their scope, files by their name.
    pub(super) fn others(&self) -> Vec<String> {
        self.lines("keeper", "acme", |of| {
            let shared =
                ["agent", "project:", "memory/", "users/สมชาย", ".memoro"].iter().any(|s| of.starts_with(s));
            !shared && of != "user:สมชาย" && !of.starts_with("session:user/สมชาย")
        })
    }

    /// The lines of what counts and a person made, and the person's files; what others added to it stands beside them.
    pub(super) fn persons(&self) -> Vec<String> {
        let known = &self.known["id"];
        let current = self.memories("keeper").into_iter().filter(|memory| {
            let named = known.iter().any(|id| memory["id"] == id.as_str()) || memory["trust"] == "user";
            (named || memory["tags"].to_string().contains("entity")) && memory["status"] == "active"
        });
        let mut told: Vec<String> = current
            .flat_map(|memory| {
                let text = memory["text"].as_str().unwrap_or_default().to_owned();
                let line = |line: &str| format!("{} {line}", memory["id"]);
                text.lines().map(line).collect::<Vec<_>>()
            })
            .filter(|line| line.contains("zq"))
            .collect();
        let files = self.tree("acme").into_iter().filter(|(name, _)| {
            ["memories/", "sessions/old", "MEMORY.md", "second-brain/"]
                .iter()
                .any(|own| name.starts_with(own))
        });
        told.extend(files.map(|(name, bytes)| format!("{name} {}", String::from_utf8_lossy(&bytes))));
        told
    }

    /// Listens to all changes so far, for a moment.
    pub(super) fn listen(&self, who: &str) -> String {
        let mut stream = TcpStream::connect(self.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(400))).unwrap();
        let ask = format!(
            "GET /v1/events?after=0 HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\r\n",
            self.address(),
            self.key(who)
        );
        stream.write_all(ask.as_bytes()).unwrap();
        let (mut heard, mut part, until) = (Vec::new(), [0; 4_096], Instant::now() + Duration::from_secs(3));
        while Instant::now() < until {
            match stream.read(&mut part) {
                Ok(0) => break,
                Ok(read) => heard.extend(part.iter().take(read)),
                Err(_) => {}
            }
        }
        String::from_utf8_lossy(&heard).into_owned()
    }

    /// The words are still there for those whose they are; else the probes prove nothing.
    pub(super) fn still_there(&self) {
        let found = self.post("foreign", "/v1/recall", &json!({ "query": "harbour" }));
        assert!(found.body.contains(FOREIGN), "{found:?}");
    }
}

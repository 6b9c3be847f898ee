//! `import` of other systems and `config import`, with the real binary.

use crate::House;

#[test]
fn another_systems_database_is_taken_over_and_reported() {
    let house = House::new();
    let path = house.path("notes.db");
    let conn = rusqlite::Connection::open(&path).unwrap();
    conn.execute_batch(
        "CREATE TABLE memory_notes (id TEXT, kind TEXT, content TEXT, tags TEXT, created_at TEXT, superseded_by TEXT);
         INSERT INTO memory_notes VALUES ('n1', 'log', 'ระบบเริ่มทำงาน', '[]', '2026-03-01T08:00:00Z', NULL),
          ('n2', 'rule', '先跑测试', '[]', '2026-03-01T08:00:00Z', NULL);",
    )
    .unwrap();
    drop(conn);
    let file = path.to_str().unwrap();
    let taken = house.json(&["import", "luminary", file]);
    assert_eq!((taken["system"].as_str(), taken["memories"].as_u64()), (Some("luminary"), Some(2)));
    assert_eq!(house.json(&["import", "luminary", file])["unchanged"], 2);
    assert_eq!(house.json(&["get", "n1"])["created_at"], "2026-03-01T08:00:00Z");
    let wrong = house.run(&["import", "notion", file]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("oracle, openclaw, luminary, softnix"), "{}", wrong.err);
    assert_eq!(house.run(&["import", "oracle", file]).code, 2);
    assert_eq!(house.run(&["import", "oracle", "missing.db"]).code, 1);
}

#[test]
fn all_that_openclaw_keeps_is_taken_over_from_its_folder() {
    let house = House::new();
    let put = |name: &str, text: &str| {
        let path = house.path("home/.openclaw").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    put("workspace/MEMORY.md", "# Memory\nกัปตันของรุ่นนี้คือสมชาย\n");
    put("workspace/memory/2026-01-05.md", "# 2026-01-05\n修复了登录问题\n");
    put("workspace-helper/MEMORY.md", "# Memory\nThe helper waters the plants\n");
    put("agents/painter/workspace/memory/colours.md", "# Colours\nMauve is out\n");
    put("logs/gateway.jsonl", "{\"not\":\"a talk\"}\n");
    put(
        "agents/main/sessions/s1.jsonl",
        "{\"type\":\"session\",\"id\":\"s1\",\"timestamp\":\"2026-01-05T10:00:00Z\"}\n{\"type\":\"message\",\"id\":\"m1\",\"timestamp\":\"2026-01-05T10:00:01Z\",\"message\":{\"role\":\"user\",\"content\":\"the gate code changes every friday\"}}\n{broken\n",
    );
    put("memory/empty.txt", "");
    let index = rusqlite::Connection::open(house.path("home/.openclaw/memory/main.sqlite")).unwrap();
    index
        .execute_batch(
            "CREATE TABLE chunks (id TEXT, path TEXT, source TEXT, start_line INTEGER, end_line INTEGER, text TEXT, embedding TEXT, updated_at INTEGER);
             INSERT INTO chunks VALUES ('1', 'MEMORY.md', 'memory', 1, 2, 'old words', '[]', 1767571200000),
              ('2', 'memory/2025-12-01.md', 'memory', 1, 3, '# 2025-12-01' || char(10) || char(10) || 'ส้มหล่นแล้ว', '[]', 1767571200000),
              ('3', 'memory/2025-12-01.md', 'memory', 3, 4, 'ส้มหล่นแล้ว' || char(10) || 'the last line', '[]', 1767571200000),
              ('4', 'sessions/s1.jsonl', 'sessions', 1, 1, 'user: hello', '[]', 1767571200000),
              ('5', '/elsewhere/x.md', 'memory', 1, 1, 'x', '[]', 1767571200000);",
        )
        .unwrap();
    drop(index);
    let folder = house.path("home/.openclaw").display().to_string();
    for arguments in [vec!["import", "openclaw", &folder, "--json"], vec!["import", "openclaw", "--json"]] {
        let ran = house.run(&arguments);
        assert_eq!(ran.code, 1, "a broken line and a file elsewhere are told: {ran:?}");
        assert!(ran.err.contains("s1.jsonl") && ran.err.contains("/elsewhere/x.md"), "{ran:?}");
        assert!(!ran.err.contains("gateway"), "{ran:?}");
        let taken: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let first = arguments.len() == 4;
        assert_eq!(
            (&taken["files"], &taken["turns"]),
            (&(if first { 5 } else { 0 }).into(), &u64::from(first).into()),
            "{taken}"
        );
    }
    assert!(house.read("MEMORY.md").contains("กัปตัน"));
    assert!(house.read("memory/2026-01-05.md").contains("登录"));
    assert!(house.read("memory/openclaw/helper/MEMORY.md").contains("waters the plants"));
    assert!(house.read("memory/openclaw/painter/colours.md").contains("Mauve"));
    assert_eq!(house.read("memory/openclaw/main/2025-12-01.md"), "# 2025-12-01\n\nส้มหล่นแล้ว\nthe last line\n");
    house.ok(&["index"]);
    let found = house.json(&["recall", "who waters the plants"]);
    assert_eq!(found["hits"][0]["path"], "memory/openclaw/helper/MEMORY.md", "{found}");
}

#[test]
fn workspaces_that_the_settings_of_openclaw_name_are_taken_over_too() {
    let house = House::new();
    let put = |name: &str, text: &str| {
        let path = house.path("home").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    put(
        ".openclaw/openclaw.json",
        "{ // ตั้งค่า\n agents: { defaults: { workspace: '~/หลัก' }, list: [{ id: 'painter', workspace: '~/画室' }, { id: 'gone', workspace: '~/nowhere' }] } }",
    );
    put("หลัก/MEMORY.md", "# Memory\nกัปตันคือสมชาย\n");
    put("画室/memory/colours.md", "# Colours\nMauve is out\n");
    let folder = house.path("home/.openclaw").display().to_string();
    let told = house.json(&["import", "openclaw", &folder]);
    assert_eq!(told["files"], 2, "{told}");
    assert!(house.read("memory/openclaw/painter/colours.md").contains("Mauve"));
    house.ok(&["index"]);
    assert!(house.ok(&["recall", "ใครเป็นกัปตัน"]).out.contains("สมชาย"));
}

#[test]
fn settings_of_openclaw_are_taken_over_key_by_key() {
    let house = House::new();
    house.write(
        "openclaw.json5",
        "// ของเรา\n{agents: {defaults: {memorySearch: {enabled: true, provider: 'local', query: {maxResults: 8, minScore: 0.5},\n  extraPaths: ['./second-brain/summaries'], sync: {onSearch: true},}}}, memory: {backend: 'qmd', qmd: {limits: {timeoutMs: 4000}}}}",
    );
    let told = house.json(&["config", "import", "openclaw.json5", "--dry-run"]);
    assert_eq!(
        (told["dry_run"].as_bool(), told["set"]["search.max_results"].as_str()),
        (Some(true), Some("8"))
    );
    assert_eq!(house.ok(&["config", "get", "search.max_results"]).out.trim(), "6");
    let told = house.json(&["config", "import", "openclaw.json5"]);
    let outcome = |key: &str| {
        let found = told["keys"].as_array().unwrap().iter().find(|one| one["key"] == key).unwrap();
        found["outcome"].as_str().unwrap().to_owned()
    };
    assert_eq!(outcome("agents.defaults.memorySearch.query.minScore"), "set");
    assert_eq!(outcome("agents.defaults.memorySearch.enabled"), "already");
    assert_eq!(outcome("agents.defaults.memorySearch.sync.onSearch"), "ignored");
    assert_eq!(outcome("memory.qmd.limits.timeoutMs"), "ignored");
    assert_eq!(house.ok(&["config", "get", "search.max_results"]).out.trim(), "8");
    assert_eq!(house.ok(&["config", "get", "index.paths"]).out.trim(), "./second-brain/summaries");
    house.write("bad.json5", "{memory: {search: {query: {maxResults: 0, minScore: '0.25'}, query: {maxResults: 0, minScore: '0.25'}}}}");
    let told = house.json(&["config", "import", "bad.json5"]).to_string();
    assert!(told.contains("search.max_results") && told.contains("stands there twice"), "{told}");
    assert_eq!(house.ok(&["config", "get", "search.max_results"]).out.trim(), "8");
    assert_eq!(house.ok(&["config", "get", "search.min_score"]).out.trim(), "0.25");
    house.write("list.json", "[1]");
    assert_eq!(house.run(&["config", "import", "list.json"]).code, 2);
    house.write("broken.json5", "{memory: ");
    let broken = house.run(&["config", "import", "broken.json5"]);
    assert!(broken.code == 2 && broken.err.contains("line 1"), "{}", broken.err);
}

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
    house.write("bad.json5", "{memory: {search: {query: {maxResults: 0}}}}");
    assert_eq!(house.run(&["config", "import", "bad.json5"]).code, 2);
    house.write("broken.json5", "{memory: ");
    let broken = house.run(&["config", "import", "broken.json5"]);
    assert!(broken.code == 2 && broken.err.contains("line 1"), "{}", broken.err);
}

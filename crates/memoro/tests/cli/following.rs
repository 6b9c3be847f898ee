//! Files that change: watched, read by their lines, and indexed anew.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{House, holds};

#[cfg(unix)]
#[test]
fn a_watch_takes_in_what_changes_and_ends_cleanly_on_ctrl_c() {
    let house = House::new();
    let mut command = house.command(&["watch", "--debounce", "50", "--json"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || serde_json::from_str::<Value>(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(next()["event"], "started");
    assert_eq!(next()["event"], "indexed");
    house.write("notes/เวร.md", "# เวร\n\nวันเสาร์สมชายเป็นเวร\n");
    let mut taken = 0;
    while taken == 0 {
        taken = next()["new"].as_u64().unwrap();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    let found = house.json(&["recall", "ใครเป็นเวรวันเสาร์", "--no-sync", "-n", "1"]);
    assert_eq!(found["hits"][0]["path"], "notes/เวร.md", "{found}");
}

#[test]
fn lines_of_a_file_are_shown_exactly_as_written_and_as_cited() {
    let house = House::new();
    house.write("projects/web.md", "# Web\n\n第三行\nบรรทัดที่สี่\nfifth\n");
    assert_eq!(house.ok(&["get", "projects/web.md:3-4"]).out, "第三行\nบรรทัดที่สี่\n");
    assert_eq!(house.ok(&["get", "projects/web.md#L5-L5"]).out, "fifth\n");
    let all = house.json(&["get", "projects/web.md"]);
    assert_eq!((&all["from"], &all["to"], &all["lines"]), (&1.into(), &5.into(), &5.into()));
    assert_eq!(all["text"], "# Web\n\n第三行\nบรรทัดที่สี่\nfifth");
    let far = house.error(1, &["get", "projects/web.md:9"]);
    holds(&far.to_string(), &["projects/web.md:9", "memoro get projects/web.md"]);
    assert_eq!(house.error(1, &["get", "projects/none.md"])["code"], "not_found");
    assert_eq!(house.error(2, &["get", "projects/web.md:4-3"])["code"], "invalid");
}

#[test]
fn a_citation_of_a_hit_can_be_read_with_get() {
    let house = House::new();
    house.write("projects/web.md", "# Web\n\nThe checkout page moved to Svelte in March.\n");
    let found = house.json(&["recall", "which framework has the checkout page", "-n", "1"]);
    let citation = found["hits"][0]["citation"].as_str().unwrap();
    assert_eq!(
        house.json(&["get", citation])["text"],
        "# Web\n\nThe checkout page moved to Svelte in March."
    );
}

#[test]
fn no_path_leads_out_of_its_root_or_to_what_is_closed() {
    let house = House::new();
    std::fs::write(house.path("secret.md"), "ความลับ\n").unwrap();
    house.ok(&["--user", "ann", "profile", "set", "tone", "轻松"]);
    house.ok(&["profile", "set", "tone", "formal"]);
    house.write("POLICY.md", "ห้าม\n");
    house.write("memory/.locks/x.md", "x\n");
    house.write(".memoro/x.md", "x\n");
    let outside = house.path("secret.md").display().to_string();
    for path in [
        "../secret.md",
        "projects/../../secret.md",
        &outside,
        "/etc/hostname",
        "POLICY.md",
        ".memoro/memoro.db",
        ".memoro/x.md",
        "memory/.locks/x.md",
        "users/ann/PROFILE.md",
    ] {
        assert_eq!(house.error(1, &["get", path])["code"], "not_found", "{path}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(house.path("secret.md"), house.ws("link.md")).unwrap();
        std::os::unix::fs::symlink(house.ws("users/ann/PROFILE.md"), house.ws("ann.md")).unwrap();
        assert_eq!(house.error(1, &["get", "link.md"])["code"], "not_found");
        assert_eq!(house.error(1, &["get", "ann.md"])["code"], "not_found");
    }
    holds(&house.ok(&["get", "PROFILE.md"]).out, &["formal"]);
    holds(&house.ok(&["--user", "ann", "get", "users/ann/PROFILE.md"]).out, &["轻松"]);
    assert_eq!(house.error(1, &["--user", "ann", "get", "PROFILE.md"])["code"], "not_found");
}

#[test]
fn an_agent_is_not_shown_a_file_with_something_sensitive_in_it() {
    let house = House::new();
    house.ok(&["remember", "diabetes", "--key", "health.condition", "--scope", "user", "--sensitive"]);
    assert_eq!(house.error(1, &["--as", "agent", "get", "PROFILE.md"])["code"], "not_found");
    holds(&house.ok(&["get", "PROFILE.md"]).out, &["diabetes"]);
}

#[test]
fn a_file_of_an_extra_path_is_shown_and_its_neighbours_are_not() {
    let house = House::new();
    std::fs::create_dir_all(house.path("docs/.git")).unwrap();
    std::fs::write(house.path("docs/规范.md"), "一\n二\n").unwrap();
    std::fs::write(house.path("docs/code.rs"), "fn main() {}\n").unwrap();
    std::fs::write(house.path("docs/.git/x.md"), "x\n").unwrap();
    std::fs::write(house.path("docs/POLICY.md"), "x\n").unwrap();
    house.ok(&["config", "set", "index.paths", "../docs"]);
    assert_eq!(house.ok(&["get", "../docs/规范.md:2"]).out, "二\n");
    let whole = house.path("docs/规范.md").canonicalize().unwrap().display().to_string();
    assert_eq!(house.json(&["get", &whole])["path"], whole);
    for closed in ["../docs/code.rs", "../docs/.git/x.md", "../docs/POLICY.md"] {
        assert_eq!(house.error(1, &["get", closed])["code"], "not_found", "{closed}");
    }
}

#[test]
fn a_hit_in_a_file_that_changed_is_shown_where_it_stands_now_or_not_at_all() {
    let house = House::new();
    house.write("a.md", "# 部署\n\n每周五下午部署到生产环境\n");
    house.write("b.md", "# Deploy\n\nThe production key is kept by Malee.\n");
    house.ok(&["index"]);
    house.write("a.md", "# เวร\n\nสมชาย\n\n# 部署\n\n每周五下午部署到生产环境\n");
    house.write("b.md", "# Deploy\n\nNothing is kept here.\n");
    let moved = house.json(&["recall", "什么时候部署到生产环境", "--no-sync", "-n", "1"]);
    assert_eq!(moved["hits"][0]["start_line"], 5, "{moved}");
    holds(&moved["freshness"]["warnings"].to_string(), &["a.md changed", "memoro index"]);
    let ran = house.run(&["recall", "who keeps the production key", "--no-sync", "--json"]);
    assert!(!ran.out.contains("Nothing is kept") && !ran.out.contains("b.md#"), "{ran:?}");
    holds(&ran.out, &["b.md changed"]);
    let fresh = house.json(&["recall", "什么时候部署到生产环境", "-n", "1"]);
    assert_eq!(fresh["freshness"]["warnings"], serde_json::json!([]), "{fresh}");
}

#[test]
fn a_rebuild_makes_the_index_anew_and_leaves_memories_and_history_alone() {
    let house = House::new();
    house.ok(&["remember", "The staging database is rebuilt every Sunday night"]);
    house.ok(&["profile", "set", "tone", "สั้น"]);
    house.ok(&["profile", "set", "tone", "กระชับ"]);
    house.write("projects/web.md", "# Web\n\n结账页面用 Svelte\n");
    house.ok(&["index"]);
    let before = house.json(&["history", "tone"]);
    let rebuilt = house.json(&["index", "--rebuild"]);
    assert_eq!((&rebuilt["rebuilt"], &rebuilt["new"]), (&false.into(), &1.into()), "{rebuilt}");
    assert_eq!(house.json(&["history", "tone"]), before);
    assert_eq!(house.json(&["status"])["index"]["current"], true);
    for (question, answer) in [("when is staging rebuilt", "Sunday"), ("结账页面用什么", "Svelte")] {
        let found = house.json(&["recall", question, "--no-sync", "-n", "1"]);
        holds(&found["hits"][0].to_string(), &[answer]);
    }
    house.ok(&["check", "--full"]);
}

#[test]
fn own_memories_and_this_machine_are_measured() {
    let house = House::new();
    assert_eq!(house.run(&["eval", "--own"]).code, 1);
    house.ok(&["remember", "ฐานข้อมูลสำรองอยู่ที่เชียงใหม่"]);
    house.ok(&["remember", "每周五下午部署到生产环境"]);
    let own = house.json(&["eval", "--own"]);
    assert_eq!((&own["questions"], &own["recall_at_5"]), (&2.into(), &100.0.into()), "{own}");
    let bench = house.json(&["bench", "--chunks", "150"]);
    assert_eq!(bench["chunks"], 150, "{bench}");
    assert!(bench["p50_ms"].as_f64().unwrap() <= bench["p95_ms"].as_f64().unwrap());
}

#[test]
fn a_damaged_index_is_told_and_mended_by_whoever_brings_it_up_to_date() {
    let house = House::new();
    house.ok(&["remember", "The staging database is rebuilt every Sunday night"]);
    house.write("projects/web.md", "# Web\n\n结账页面用 Svelte\n");
    house.ok(&["index"]);
    let damage = |what: &str| {
        let sql = format!("{what}; UPDATE index_state SET change = change + 1, epoch = epoch + 1");
        rusqlite::Connection::open(house.ws(".memoro/memoro.db")).unwrap().execute_batch(&sql).unwrap();
    };
    let answers = || {
        let found = house.json(&["recall", "when is staging rebuilt", "--no-sync", "-n", "1"]);
        holds(&found["hits"][0].to_string(), &["Sunday"]);
    };
    for what in ["UPDATE index_tail SET terms = x'00'", "UPDATE vector_tail SET data = x'0001'"] {
        for mend in [vec!["index", "--rebuild"], vec!["index"], vec!["check"], vec!["recall", "staging"]] {
            damage(what);
            let error = house.error(3, &["recall", "when is staging rebuilt", "--no-sync"]);
            holds(&error.to_string(), &["damaged", "memoro index --rebuild"]);
            let state = house.json(&["status"]);
            assert_eq!(state["index"]["current"], false, "{what}: {state}");
            holds(&state["index"]["errors"].to_string(), &["damaged"]);
            let told = house.ok(&mend);
            assert!(mend != ["check"] || told.out.contains("mended"), "{told:?}");
            answers();
            assert_eq!(house.json(&["status"])["index"]["current"], true, "{what}, {mend:?}");
        }
    }
}

#[test]
fn a_provider_that_is_not_configured_rightly_is_told_and_stops_nothing() {
    let house = House::new();
    house.ok(&["remember", "ห้องประชุมอยู่ชั้นเจ็ด"]);
    house.ok(&["config", "set", "embedding.provider", "openai"]);
    house.ok(&["remember", "The meeting room is on the seventh floor"]);
    let found = house.json(&["recall", "ห้องประชุม", "-n", "1"]);
    holds(&found["hits"][0].to_string(), &["ชั้นเจ็ด"]);
    holds(&house.error(3, &["index", "--model", "openai"]).to_string(), &["OPENAI_API_KEY"]);
    holds(&house.fails(2, &["config", "set", "embedding.provider", "opnai"]), &["openai"]);
    assert_eq!(house.json(&["index", "--model", "local"])["model"], "memoro-static-256-v1");
}

//! The jobs with the real binary.

use super::House;

fn with_session() -> House {
    let house = House::new();
    let lines = [
        r#"{"role":"user","content":"Let's go with PostgreSQL because we need transactions.","ts":"2026-11-10T03:00:00Z"}"#,
        r#"{"role":"user","content":"ต่อไปนี้ทุก pull request ต้องมีคนรีวิวสองคน","ts":"2026-11-10T03:01:00Z"}"#,
        r#"{"role":"user","content":"记住：预发布服务器每天凌晨两点重启。","ts":"2026-11-10T03:02:00Z"}"#,
        "not json",
    ];
    std::fs::create_dir_all(house.path("ws/sessions")).unwrap();
    std::fs::write(house.path("ws/sessions/s1.jsonl"), lines.join("\n") + "\n").unwrap();
    house
}

#[test]
fn a_dry_run_shows_the_difference_and_a_run_makes_it() {
    let house = with_session();
    let run = ["jobs", "run", "micro-sync", "--date", "2026-11-10", "--config", "time_zone=UTC"];
    let dry = house.ok(&[run.as_slice(), &["--dry-run"]].concat());
    assert!(
        dry.out.contains("+++ memory/2026-11-10.md")
            && dry.out.contains("+## Decision: Let's go with PostgreSQL")
    );
    assert!(!house.path("ws/memory/2026-11-10.md").exists());
    let done = house.json(&run);
    assert_eq!(
        (&done["ended"], &done["counts"]["written"], &done["counts"]["pending"]),
        (&"done".into(), &2.into(), &1.into())
    );
    assert_eq!(house.json(&run)["ended"], "nothing");
    let found = house.json(&["recall", "why PostgreSQL?", "--source", "memory"]);
    assert_eq!(found["hits"][0]["id"], "DECISION-20261110-let-s-go-with-postgresql", "{found}");
    let list = house.json(&["jobs", "list"]);
    assert_eq!(list["jobs"][0]["last"]["ended"], "nothing");
    assert!(list["jobs"][0]["next"].is_string());
    assert_eq!(house.json(&["jobs", "ledger"])["days"], serde_json::json!([]));
}

#[test]
fn an_unknown_job_or_a_wrong_pattern_is_told() {
    let house = House::new();
    let ran = house.run(&["jobs", "run", "nightly"]);
    assert!(ran.code == 2 && ran.err.contains("micro-sync, daily-wrapup, weekly-compound"), "{ran:?}");
    let ran = house.run(&["jobs", "list", "--config", "jobs.daily_wrapup=at night"]);
    assert!(ran.code == 2 && ran.err.contains("jobs.daily_wrapup"), "{ran:?}");
    let ran = house.run(&["jobs", "run", "micro-sync", "--date", "tomorrow"]);
    assert!(ran.code == 2, "{ran:?}");
}

#[test]
fn doctor_names_files_that_are_too_long_and_the_weekly_job_mends_them() {
    let house = House::new();
    let long = "บรรทัด\n".repeat(9);
    std::fs::write(house.path("ws/MEMORY.md"), format!("# Memory\n\n{long}")).unwrap();
    let ran = house.run(&["doctor"]);
    assert!(ran.code == 1 && ran.out.contains("memoro jobs run weekly-compound"), "{ran:?}");
    house.ok(&["jobs", "run", "weekly-compound"]);
    assert_eq!(house.run(&["doctor"]).code, 0);
}

/// Runs an import of which some lines could not be read: they are told, and the exit code says so.
fn told_in_part(house: &House, arguments: &[&str]) -> serde_json::Value {
    let ran = house.run(&[arguments, &["--json"]].concat());
    assert_eq!(ran.code, 1, "{ran:?}");
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn conversations_of_other_programs_are_imported_once() {
    let house = House::new();
    let line = |role: &str, text: &str| {
        let message = serde_json::json!({ "role": role, "content": text });
        serde_json::json!({ "type": role, "uuid": text, "sessionId": "s", "timestamp": "2026-11-10T03:00:00Z", "message": message }).to_string()
    };
    let text = [line("user", "ท่อส่งข้อมูลใช้ kafka"), line("assistant", "好的，用 kafka。"), "{broken".into()]
        .join("\n")
        + "\n";
    std::fs::create_dir_all(house.path("home/.claude/projects/p")).unwrap();
    std::fs::write(house.path("home/.claude/projects/p/s.jsonl"), text).unwrap();
    let first = told_in_part(&house, &["import", "claude-code"]);
    assert_eq!((&first["turns"], &first["bad_lines"]), (&2.into(), &1.into()), "{first}");
    let all = house.path("home/.claude").display().to_string();
    let second = told_in_part(&house, &["import", "claude-code", &all]);
    assert_eq!((&second["turns"], &second["unchanged"]), (&0.into(), &1.into()), "{second}");
    for word in ["session", "sessions"] {
        let found = house.json(&["recall", "kafka", "--source", word]);
        assert_eq!(found["hits"][0]["source"], "session", "{found}");
    }
    let wrong = house.run(&["import", "codex", &house.path("home/.claude").display().to_string()]);
    assert!(wrong.code == 1 && wrong.err.contains("written by claude-code, not codex"), "{wrong:?}");
    assert_eq!(house.run(&["import", "codex"]).code, 1);
    assert_eq!(house.run(&["import", "notepad", "x.txt"]).code, 2);
}

#[test]
fn what_was_imported_is_seen_by_the_jobs_and_what_was_bad_in_it_is_told_each_time() {
    let house = House::new();
    let lines = [
        r#"{"role":"user","content":"我们决定采用 NATS 做消息总线。","ts":"2026-10-05T03:00:00Z"}"#
            .to_owned(),
        "{broken".to_owned(),
        format!(r#"{{"role":"user","content":"{}"}}"#, "ยาว".repeat(2_000)),
        r#"{"role":"user","content":"Remember that the lab closes at six.","ts":"2026-10-06T03:00:00Z"}"#
            .to_owned(),
    ];
    let path = house.path("talk.jsonl");
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let path = path.display().to_string();
    let import = ["import", "generic", &path, "--config", "transcripts.max_line=4096"];
    for turns in [2, 0] {
        let done = told_in_part(&house, &import);
        assert_eq!((&done["turns"], &done["bad_lines"]), (&turns.into(), &2.into()), "{done}");
        assert_eq!(done["bad"][0]["lines"], serde_json::json!([2, 3]), "{done}");
        assert_eq!((&done["bad"][0]["malformed"], &done["bad"][0]["too_long"]), (&1.into(), &1.into()));
        let ran = house.run(&import);
        assert!(ran.err.contains("talk.jsonl") && ran.err.contains("(line 2, 3)"), "{ran:?}");
    }
    let run = ["jobs", "run", "micro-sync", "--now", "2026-11-10T03:00:00Z"];
    assert_eq!(house.json(&run)["counts"]["written"], 2);
    assert!(house.read("memory/2026-10-05.md").contains("NATS"));
    assert!(house.read("memory/2026-10-06.md").contains("lab closes at six"));
    assert_eq!(house.json(&run)["ended"], "nothing");
}

#[test]
fn recall_is_verified_on_what_there_is() {
    let house = with_session();
    let empty = house.json(&["verify-recall"]);
    assert_eq!((&empty["ok"], &empty["checks"][0]["asked"]), (&true.into(), &0.into()));
    house.ok(&["jobs", "run", "micro-sync", "--date", "2026-11-10"]);
    std::fs::create_dir_all(house.path("ws/second-brain/specs")).unwrap();
    let spec = "# Pipeline\n\nThe ingest pipeline keeps three shards behind a queue with back-pressure.\n";
    std::fs::write(house.path("ws/second-brain/specs/pipeline.md"), spec).unwrap();
    let checked = house.json(&["verify-recall"]);
    assert_eq!(checked["ok"], true, "{checked}");
    assert_eq!((&checked["checks"][2]["asked"], &checked["checks"][2]["found"]), (&1.into(), &1.into()));
    let answer = &checked["checks"][2]["answers"][0];
    assert!(answer["path"].as_str().unwrap().ends_with("pipeline.md"), "{answer}");
    assert!(answer["date"].is_string() && answer["source"].is_string() && answer["uncertainty"].is_number());
    let cold = house.run(&["recall", "ingest pipeline shards", "--tier", "cold", "--json"]);
    assert!(cold.out.contains("pipeline.md"), "{cold:?}");
    let warm = house.run(&["recall", "ingest pipeline shards", "--tier", "warm", "--json"]);
    assert!(!warm.out.contains("pipeline.md"), "{warm:?}");
}

#[test]
fn a_run_that_is_killed_goes_on_to_the_same_end() {
    let jobs: [&[&str]; 3] = [
        &["jobs", "run", "micro-sync", "--date", "2026-11-10", "--now", "2026-11-16T05:00:00Z"],
        &["jobs", "run", "daily-wrapup", "--date", "2026-11-10", "--now", "2026-11-16T05:00:00Z"],
        &["jobs", "run", "weekly-compound", "--date", "2026-11-10", "--now", "2026-11-16T05:00:00Z"],
    ];
    let files = [
        "memory/2026-11-10.md",
        "second-brain/summaries/2026-11-10-wrapup.md",
        "MEMORY.md",
        "memory/archive/weekly-2026-46.md",
    ];
    let calm = with_session();
    let shaken = with_session();
    for job in jobs {
        calm.ok(job);
        for wait in [1, 10, 20, 40] {
            let mut child = shaken.command(job).spawn().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(wait));
            let _ = child.kill();
            child.wait().unwrap();
        }
        shaken.ok(job);
    }
    for file in files {
        assert_eq!(calm.read(file), shaken.read(file), "{file}");
    }
    assert!(!shaken.ws("memory/.locks/weekly-compound.lock").exists());
}

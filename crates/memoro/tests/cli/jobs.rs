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

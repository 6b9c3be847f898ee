//! Forgetting reaches what lies beside the vault: copies of older states and the pages of jobs.

use serde_json::{Value, json};

use crate::forgetting::anywhere;
use crate::{House, holds};

/// Values that are too short to be looked for among bytes, and some that are not.
const VALUES: [&str; 7] = ["hyena55", "王伟", "王偉", "สมชาย", "4711", "ab", "a much longer hyena word"];

#[test]
fn a_text_of_any_length_is_named_in_backups_and_taken_out_of_what_was_put_aside() {
    for value in VALUES {
        let house = House::new();
        house.ok(&["profile", "set", "tone", "formal"]);
        let backup = house.json(&["backup"])["path"].as_str().unwrap().to_owned();
        house.ok(&["profile", "set", "bb", value]);
        house.ok(&["session", "set", "bb", "another thing"]);
        let aside = house.json(&["restore", &backup])["aside"].as_str().unwrap().to_owned();
        house.ok(&["restore", &aside]);
        let full = house.json(&["backup"])["path"].as_str().unwrap().to_owned();
        let planned = house.json(&["forget", "bb", "--scope", "user", "--dry-run"]);
        let report = house.json(&["forget", "bb", "--scope", "user", "--yes"]);
        assert_eq!(report["backups"], json!([full]), "{report}");
        for part in ["memories", "files", "documents", "backups", "short"] {
            assert_eq!(planned[part], report[part], "{value} {part}");
        }
        assert!(report["files"].to_string().contains(".memoro/aside/"), "{report}");
        assert_eq!(report["verified"], false, "{report}");
        let shown = format!("value:{value}");
        assert_eq!(anywhere(&house.ws(".memoro/aside"), shown.as_bytes()), Vec::<String>::new());
        if value.len() > 3 {
            // By chance two letters stand anywhere.
            assert_eq!(anywhere(&house.ws(".memoro/aside"), value.as_bytes()), Vec::<String>::new());
        }
        for copy in [&aside, &full] {
            house.ok(&["restore", copy]);
            house.fails(1, &["profile", "get", "bb"]);
            assert_eq!(house.ok(&["profile", "get", "tone"]).out, "formal\n");
        }
        house.ok(&["check", "--full"]);
    }
}

#[test]
fn what_was_not_looked_for_is_not_said_to_be_found_nowhere() {
    let house = House::new();
    house.write("notes/own.md", "the door: 4711\nwritten 47110 times\n");
    house.ok(&["profile", "set", "pin", "4711"]);
    let report = house.json(&["forget", "pin", "--dry-run"]);
    let named = json!([{ "path": "notes/own.md", "lines": [1] }]);
    assert_eq!((&report["documents"], &report["short"]), (&named, &json!(false)), "{report}");
    assert_eq!(house.json(&["forget", "pin", "--yes"])["documents"], named);
    house.ok(&["profile", "set", "lang", "th"]);
    let ran = house.ok(&["forget", "lang", "--yes"]).out;
    holds(&ran, &["too short to be looked for in your own documents"]);
    assert!(!ran.contains("found nowhere"), "{ran}");
    house.ok(&["profile", "set", "pet", "hyena55"]);
    holds(&house.ok(&["forget", "pet", "--yes"]).out, &["found nowhere in the workspace"]);
}

#[test]
fn a_newer_value_that_a_restore_put_aside_is_forgotten_with_its_key() {
    for [older, newer] in
        [["teal paint, two cans", "cyan paint, nine cans"], ["蓝色", "青色"], ["ฟ้า", "เขียว"]]
    {
        let house = House::new();
        house.ok(&["profile", "set", "other", "stays as it is"]);
        house.ok(&["profile", "set", "bb", older]);
        let first = house.json(&["backup"])["path"].as_str().unwrap().to_owned();
        house.ok(&["profile", "set", "bb", newer]);
        let second = house.json(&["backup"])["path"].as_str().unwrap().to_owned();
        let aside = house.json(&["restore", &first])["aside"].as_str().unwrap().to_owned();
        let report = house.json(&["forget", "bb", "--yes"]);
        assert_eq!(report["memories"].as_array().unwrap().len(), 2, "{report}");
        assert_eq!(report["backups"], json!([first, second]), "{report}");
        assert_eq!(anywhere(&house.path("ws/.memoro/aside"), newer.as_bytes()), Vec::<String>::new());
        for copy in [&aside, &second] {
            house.ok(&["restore", copy]);
            house.fails(1, &["profile", "get", "bb"]);
            assert_eq!(house.ok(&["profile", "get", "other"]).out, "stays as it is\n");
        }
    }
}

#[test]
fn what_only_a_state_put_aside_holds_can_be_forgotten_too() {
    let house = House::new();
    let backup = house.json(&["backup"])["path"].as_str().unwrap().to_owned();
    house.ok(&["profile", "set", "bb", "hyena55"]);
    house.ok(&["remember", "Somchai likes teal lamps"]);
    let aside = house.json(&["restore", &backup])["aside"].as_str().unwrap().to_owned();
    house.fails(1, &["forget", "cc", "--yes"]);
    assert_eq!(house.json(&["forget", "bb", "--yes"])["verified"], true);
    assert_eq!(house.json(&["forget", "--subject", "Somchai", "--yes"])["verified"], true);
    for word in ["hyena55", "teal lamps"] {
        assert_eq!(anywhere(&house.path("ws"), word.as_bytes()), Vec::<String>::new());
    }
    house.ok(&["restore", &aside]);
    house.fails(1, &["get", "bb"]);
}

/// Has a conversation with three decisions worked over by all jobs.
fn worked_over(house: &House) {
    let said = [
        ("user", "We decided to use the QXGAMMA broker for orders, because it is durable."),
        ("assistant", "Agreed. Decision: QXGAMMA broker."),
        ("user", "เราตัดสินใจใช้ฐานข้อมูลนกยูง เพราะเร็วกว่า"),
        ("assistant", "ตกลง การตัดสินใจ: ใช้ฐานข้อมูลนกยูง"),
        ("user", "我们决定使用青鸟网关，因为它更稳定。"),
        ("assistant", "好的。决定：使用青鸟网关。"),
    ];
    let line = |(n, (role, text)): (usize, &(&str, &str))| {
        let at = format!("2026-11-15T09:0{n}:00Z");
        json!({ "type": role, "sessionId": "s1", "uuid": format!("u{n}"), "timestamp": at,
            "message": { "role": role, "content": text } })
    };
    let lines: Vec<String> = said.iter().enumerate().map(line).map(|line| format!("{line}\n")).collect();
    house.write("sessions/talk.jsonl", lines.concat());
    house.ok(&["index"]);
    house.ok(&["jobs", "run", "micro-sync", "--now", "2026-11-15T09:40:00Z"]);
    house.ok(&["jobs", "run", "daily-wrapup", "--now", "2026-11-16T03:00:00Z"]);
    house.ok(&["jobs", "run", "weekly-compound", "--now", "2026-11-16T04:00:00Z"]);
}

/// Returns the documents of a report as paths.
fn documents(report: &Value) -> Vec<&str> {
    report["documents"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect()
}

#[test]
fn a_subject_is_taken_out_of_the_pages_of_jobs_and_nothing_else_is_called_left() {
    for subject in ["QXGAMMA", "ฐานข้อมูลนกยูง", "青鸟网关"] {
        let house = House::new();
        worked_over(&house);
        let planned = house.json(&["forget", "--subject", subject, "--dry-run"]);
        assert_eq!(documents(&planned), ["sessions/talk.jsonl"], "{planned}");
        let report = house.json(&["forget", "--subject", subject, "--yes"]);
        assert_eq!(
            (&report["left"], documents(&report)),
            (&json!([]), vec!["sessions/talk.jsonl"]),
            "{report}"
        );
        let held = |house: &House| anywhere(&house.path("ws"), subject.as_bytes());
        assert_eq!(held(&house), [house.ws("sessions/talk.jsonl").display().to_string()], "{subject}");
        for (job, now) in
            [("daily-wrapup", "2026-11-17T03:00:00Z"), ("weekly-compound", "2026-11-23T04:00:00Z")]
        {
            house.ok(&["jobs", "run", job, "--now", now]);
            assert_eq!(
                held(&house),
                [house.ws("sessions/talk.jsonl").display().to_string()],
                "{subject} {job}"
            );
        }
        house.ok(&["jobs", "run", "daily-wrapup", "--date", "2026-11-15"]);
        assert_eq!(held(&house), [house.ws("sessions/talk.jsonl").display().to_string()], "{subject} again");
        let others = ["QXGAMMA", "ฐานข้อมูลนกยูง", "青鸟网关"].into_iter().filter(|one| *one != subject);
        others.for_each(|other| holds(&house.read("MEMORY.md"), &[other]));
    }
}

#[test]
fn the_pages_of_jobs_come_out_of_an_older_backup_without_the_subject() {
    for subject in ["QXGAMMA", "ฐานข้อมูลนกยูง", "青鸟网关"] {
        let house = House::new();
        worked_over(&house);
        let page = "second-brain/summaries/2026-11-15-wrapup.md";
        holds(&house.read(page), &[subject]);
        let backup = house.path("kept").display().to_string();
        house.ok(&["backup", &backup]);
        house.ok(&["forget", "--subject", subject, "--yes"]);
        house.ok(&["restore", &backup]);
        let mut held = anywhere(&house.path("ws"), subject.as_bytes());
        // The conversation itself is the person's, and so is the copy that was put aside with it.
        held.retain(|file| !file.ends_with("sessions/talk.jsonl"));
        assert_eq!(held, Vec::<String>::new(), "{subject}");
        let others = ["QXGAMMA", "ฐานข้อมูลนกยูง", "青鸟网关"].into_iter().filter(|one| *one != subject);
        others.for_each(|other| holds(&house.read(page), &[other]));
        // The page is still its job's.
        house.ok(&["jobs", "run", "daily-wrapup", "--date", "2026-11-15"]);
        assert!(!house.read(page).contains(subject), "{subject}");
    }
}

#[test]
fn a_persons_own_line_in_the_page_of_a_job_stays_and_is_named() {
    let house = House::new();
    worked_over(&house);
    let page = "second-brain/summaries/2026-11-15-wrapup.md";
    let mine = "- I do not trust the QXGAMMA thing (ask me)";
    house.write(page, format!("{}{mine}\n", house.read(page)));
    let planned = house.json(&["forget", "--subject", "QXGAMMA", "--dry-run"]);
    assert_eq!(documents(&planned), [page, "sessions/talk.jsonl"], "{planned}");
    let report = house.json(&["forget", "--subject", "QXGAMMA", "--yes"]);
    assert_eq!(documents(&report), [page, "sessions/talk.jsonl"], "{report}");
    let naming: Vec<String> =
        house.read(page).lines().filter(|line| line.contains("QXGAMMA")).map(str::to_owned).collect();
    assert_eq!(naming, [mine]);
    // The page is the person's now: no job writes over it.
    house.ok(&["jobs", "run", "daily-wrapup", "--date", "2026-11-15"]);
    holds(&house.read(page), &[mine]);
}

#[test]
fn what_was_put_aside_loses_the_subject_alone_and_can_still_be_restored() {
    let house = House::new();
    let empty = house.json(&["backup"])["path"].as_str().unwrap().to_owned();
    worked_over(&house);
    let aside = house.json(&["restore", &empty])["aside"].as_str().unwrap().to_owned();
    house.ok(&["forget", "--subject", "QXGAMMA", "--yes"]);
    let talk = std::path::Path::new(&aside).join("vault/sessions/talk.jsonl");
    let held = anywhere(&house.ws(".memoro"), b"QXGAMMA");
    assert!(held.is_empty(), "{held:?} {}", talk.display());
    house.ok(&["restore", &aside]);
    let titles = house.ok(&["list", "--json"]).out;
    holds(&titles, &["นกยูง", "青鸟"]);
    assert!(!titles.contains("QXGAMMA"), "{titles}");
    house.ok(&["check", "--full"]);
}

#[test]
fn a_decision_that_stays_keeps_its_line_though_it_holds_forgotten_words() {
    let house = House::new();
    house.ok(&["decide", "Move to the harbour office", "--why", "ใกล้กว่า"]);
    house.ok(&["profile", "set", "office", "the harbour office"]);
    let later = (jiff::Timestamp::now() + jiff::SignedDuration::from_hours(24)).to_string();
    for job in ["daily-wrapup", "weekly-compound"] {
        house.ok(&["jobs", "run", job, "--now", &later]);
    }
    let before = house.read("MEMORY.md");
    holds(&before, &["Move to the harbour office"]);
    house.ok(&["forget", "office", "--yes"]);
    assert_eq!(house.read("MEMORY.md"), before);
}

#[test]
fn neither_a_restore_nor_an_import_brings_words_back_in_what_jobs_summed_up() {
    for (text, word) in [
        ("We decided to name the mascot Quokkabert.", "Quokkabert"),
        ("เราตัดสินใจใช้ชื่อมาสคอตว่าควอกก้าเบิร์ต", "ควอกก้าเบิร์ต"),
        ("我们决定给吉祥物起名阔卡贝特。", "阔卡贝特"),
    ] {
        for back in ["restore", "import"] {
            let house = House::new();
            let said = [text, "We decided to use PostgreSQL for billing because we need transactions."];
            let line =
                |text: &str| json!({ "role": "user", "content": text, "timestamp": "2026-11-15T09:00:00Z" });
            let lines: Vec<String> = said.iter().map(|text| format!("{}\n", line(text))).collect();
            house.write("sessions/talk.jsonl", lines.concat());
            house.ok(&["index"]);
            house.ok(&["jobs", "run", "micro-sync", "--now", "2026-11-15T09:40:00Z"]);
            house.ok(&["jobs", "run", "daily-wrapup", "--now", "2026-11-16T03:00:00Z"]);
            let (backup, export) = (house.path("backup"), house.path("export.jsonl"));
            house.ok(&["backup", backup.to_str().unwrap()]);
            std::fs::write(&export, house.ok(&["export"]).out).unwrap();
            let listed = house.json(&["list"]);
            let decided = |one: &&Value| {
                one["id"].as_str().unwrap().starts_with("DECISION") && one.to_string().contains(word)
            };
            let decision = listed["memories"].as_array().unwrap().iter().find(decided).unwrap();
            house.ok(&["forget", decision["id"].as_str().unwrap(), "--yes"]);
            let held = || anywhere(&house.path("ws"), word.as_bytes());
            let own = [house.ws("sessions/talk.jsonl").display().to_string()];
            assert_eq!(held(), own, "{word}");
            let from = if back == "restore" { &backup } else { &export };
            house.ok(&[back, from.to_str().unwrap()]);
            let mut held = held();
            held.retain(|file| !file.contains("/aside/"));
            assert_eq!(held, own, "{word} {back}");
            house.ok(&["check", "--full"]);
        }
    }
}

#[test]
fn what_a_tool_brings_back_of_a_forgotten_decision_and_a_person_removes_is_held_nowhere() {
    let house = House::new();
    let ids: Vec<String> = ["Use marzipanotter", "ใช้ นากมาร์ซิแพน", "采用杏仁水獭"]
        .iter()
        .map(|title| {
            house.json(&["decide", title, "--why", "it is known"])["id"].as_str().unwrap().to_owned()
        })
        .collect();
    let mut all = std::fs::read_dir(house.ws("memory")).unwrap().flatten().map(|one| one.path());
    let day = all.find(|path| path.extension().is_some_and(|end| end == "md")).unwrap();
    let kept = std::fs::read(&day).unwrap();
    for id in &ids {
        house.ok(&["forget", id, "--yes"]);
    }
    for file in [day, house.ws("memory/2026-01-01.md")] {
        std::fs::write(&file, &kept).unwrap();
        house.ok(&["status"]);
        std::fs::remove_file(&file).unwrap();
        house.ok(&["index"]);
        for words in ["marzipanotter", "นากมาร์ซิแพน", "杏仁水獭"] {
            assert_eq!(anywhere(&house.path("ws"), words.as_bytes()), Vec::<String>::new());
        }
    }
}

#[test]
fn what_memoro_answered_of_a_forgotten_memory_goes_and_what_a_person_wrote_stays() {
    for (text, other) in [
        ("The vault code is aardvarkthree", "otters swim at night"),
        ("ของสำรองอยู่กับ ตัวกินมดสาม", "นากว่ายน้ำตอนกลางคืน"),
        ("仓库的位置在土豚三号", "水獭在夜里游泳"),
    ] {
        let house = House::new();
        let id = house.json(&["remember", text])["id"].as_str().unwrap().to_owned();
        house.ok(&["remember", other]);
        let line = |role: &str, speaker: &str, content: &str| {
            let by = if speaker == "oracle" { ", \"by\":\"oracle\"" } else { "" };
            let content = serde_json::to_string(content).unwrap();
            format!(
                "{{\"role\":\"{role}\",\"speaker\":\"{speaker}\",\"content\":{content},\
                 \"ts\":\"2026-11-14T09:00:00Z\",\"session\":\"thread-1\",\"id\":\"1\"{by}}}\n"
            )
        };
        let thread = "sessions/thread-1.jsonl";
        let asked = line("user", "human", "what do you know?");
        let answer = format!("Patterns that have worked:\n- {text}\n- {other}");
        house.write(thread, asked.clone() + &line("assistant", "oracle", &answer));
        house.ok(&["index"]);
        let planned = house.json(&["forget", &id, "--dry-run"]);
        assert!(planned["files"].to_string().contains(thread), "{planned}");
        assert_eq!(planned["documents"], serde_json::json!([]), "{planned}");
        let report = house.json(&["forget", &id, "--yes"]);
        assert_eq!(report["verified"], true, "{report}");
        let left = house.read(thread);
        assert!(left.starts_with(&asked) && left.contains(other) && !left.contains(text), "{left}");
        // What a person wrote is theirs.
        let id = house.json(&["remember", &format!("{text} 2")])["id"].as_str().unwrap().to_owned();
        house.write(thread, line("user", "human", &format!("{text} 2")));
        let report = house.json(&["forget", &id, "--yes"]);
        assert_eq!(report["documents"][0]["path"], thread, "{report}");
        assert!(house.read(thread).contains(text));
    }
}

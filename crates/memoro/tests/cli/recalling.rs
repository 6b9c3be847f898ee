//! Indexing documents and transcripts, and finding what they and the memories say.

use crate::{House, holds};

fn house() -> House {
    let house = House::new();
    house.ok(&["remember", "The staging database is rebuilt every Sunday night"]);
    house.ok(&["remember", "ฐานข้อมูลสำรองอยู่ที่เชียงใหม่"]);
    house.write("memory/recent/部署.md", "# 部署\n\n每周五下午部署到生产环境\n\n回滚用上一个镜像\n");
    house.write("projects/web.md", "# Web\n\nThe checkout page moved to Svelte in March.\n");
    house
}

#[test]
fn what_was_written_and_what_lies_in_documents_is_found_in_each_language() {
    let house = house();
    for (question, answer) in [
        ("when is the staging database rebuilt?", "Sunday night"),
        ("ฐานข้อมูลสำรองอยู่ที่ไหน", "เชียงใหม่"),
        ("什么时候部署到生产环境", "每周五下午"),
        ("which framework does the checkout page use", "Svelte"),
    ] {
        let found = house.json(&["recall", question, "-n", "3"]);
        let first = found["hits"][0].to_string();
        assert!(first.contains(answer), "{question}: {found}");
        let score = found["hits"][0]["score"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&score), "{score}");
    }
}

#[test]
fn the_sections_beside_an_answer_do_not_pass_for_answers() {
    let house = House::new();
    house.write(
        "docs/ops.md",
        "# Operations\n\n## Backups\nThe database is saved every night at 02:00 and kept for thirty days.\n\n\
         ## Access\nOnly the engineer on call may log in to the servers. Ask Narin.\n\n\
         ## เครือข่าย\nเครือข่ายภายในใช้พอร์ต 51820 และเปลี่ยนกุญแจทุกไตรมาส\n\n\
         ## 发布\n每周五不发布新版本。\n",
    );
    for (question, answer) in [
        ("who may log in to the servers", "Narin"),
        ("เปลี่ยนกุญแจเมื่อไร", "51820"),
        ("哪一天不发布新版本", "每周五"),
    ] {
        let found = house.json(&["recall", question]);
        let hits = found["hits"].as_array().unwrap();
        holds(&hits[0].to_string(), &[answer]);
        let best = hits[0]["score"].as_f64().unwrap();
        for hit in &hits[1..] {
            assert!(hit["score"].as_f64().unwrap() < best / 2.0, "{question}: {found}");
        }
    }
}

#[test]
fn a_path_is_understood_as_a_person_writes_it_and_one_without_files_is_told() {
    let house = house();
    let root = house.path("ws").canonicalize().unwrap();
    let (folder, pattern) = (root.join("projects"), format!("{}/**/*.md", root.display()));
    let paths = ["projects", "./projects/", folder.to_str().unwrap(), root.to_str().unwrap(), &pattern, "."];
    for path in paths {
        let found = house.json(&["recall", "checkout page", "--path", path]);
        assert_eq!(found["hits"][0]["path"], "projects/web.md", "{path}");
    }
    let none = house.run(&["recall", "checkout page", "--path", "/nowhere"]);
    assert_eq!(none.code, 1);
    holds(&none.err, &["no file of the index is `/nowhere`"]);
}

#[test]
fn index_tells_what_is_new_changed_moved_and_gone_and_status_what_is_stale() {
    let house = house();
    assert_eq!(house.json(&["status"])["index"]["current"], false);
    let first = house.json(&["index"]);
    assert_eq!(first["new"], 2, "{first}");
    assert_eq!(house.json(&["status"])["index"]["current"], true);
    house.write("projects/web.md", "# Web\n\nThe checkout page is plain HTML now.\n");
    std::fs::rename(house.ws("memory/recent/部署.md"), house.ws("memory/recent/发布.md")).unwrap();
    assert_eq!(house.json(&["status"])["index"]["current"], false);
    let second = house.json(&["index"]);
    assert_eq!(
        (&second["changed"], &second["moved"], &second["new"]),
        (&1.into(), &1.into(), &0.into()),
        "{second}"
    );
    std::fs::remove_file(house.ws("memory/recent/发布.md")).unwrap();
    assert_eq!(house.json(&["index"])["removed"], 1);
}

#[test]
fn extra_paths_are_indexed_when_they_are_configured() {
    let house = house();
    std::fs::create_dir_all(house.path("elsewhere")).unwrap();
    std::fs::write(house.path("elsewhere/ลา.md"), "# ลา\n\nวันลาพักร้อนมีสิบสองวันต่อปี\n").unwrap();
    house.ok(&["config", "set", "index.paths", "../elsewhere"]);
    assert_eq!(house.json(&["index"])["new"], 3);
    let found = house.json(&["recall", "วันลาพักร้อนมีกี่วัน", "-n", "1"]);
    holds(&found.to_string(), &["สิบสองวัน"]);
    holds(&house.fails(2, &["config", "set", "index.chunk_tokens", "few"]), &["no whole number"]);
}

#[test]
fn a_question_without_an_answer_ends_with_one() {
    let house = House::new();
    let run = house.run(&["recall", "anything at all"]);
    assert_eq!(run.code, 1, "{run:?}");
    house.fails(2, &["recall", "  "]);
}

#[test]
fn a_quoted_phrase_is_first_and_scores_highest() {
    let house = House::new();
    for (name, text) in [
        ("p1", "the engine red and fox blue fox red engine"),
        ("p2", "we saw a blue engine and the red fox"),
        ("p3", "fox red fox red red fox-trot"),
        ("p4", "red the fox"),
    ] {
        house.write(&format!("docs/{name}.md"), format!("{text}\n"));
    }
    let found = house.json(&["recall", "\"the red fox\""]);
    let scores: Vec<f64> =
        found["hits"].as_array().unwrap().iter().map(|hit| hit["score"].as_f64().unwrap()).collect();
    assert_eq!(found["hits"][0]["path"], "docs/p2.md", "{found}");
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let least = house.json(&["recall", "\"the red fox\"", "--min-score", "0.45"]);
    assert_eq!(least["hits"][0]["path"], "docs/p2.md", "{least}");
}

#[test]
fn files_are_found_by_their_names_and_paths_as_typed() {
    let house = house();
    house.write("docs/quarterly_zebra_plan.md", "# Penguins\n\nPenguins swim.\n");
    house.write("docs/แผนงาน-2027.md", "# เพนกวิน\n\nเพนกวินว่ายน้ำเก่ง\n");
    for asked in
        ["quarterly_zebra_plan.md", "quarterly_zebra_plan", "docs/quarterly_zebra_plan.md", "zebra plan"]
    {
        let found = house.json(&["recall", asked]);
        assert_eq!(found["hits"][0]["path"], "docs/quarterly_zebra_plan.md", "{asked}: {found}");
    }
    assert_eq!(house.json(&["recall", "แผนงาน-2027.md"])["hits"][0]["path"], "docs/แผนงาน-2027.md");
}

#[test]
fn an_identifier_that_is_nowhere_is_not_found_by_its_pieces() {
    let house = House::new();
    house.write("docs/h.md", "commit a1b2c3d4 fixed it\n");
    for n in 1..10 {
        house.write(&format!("docs/f{n}.md"), format!("plain filler sentence number {n} about gardens\n"));
    }
    for absent in ["JIRA-8", "E0599", "CA4194"] {
        let run = house.run(&["recall", absent, "--min-score", "0.35"]);
        assert_eq!(run.code, 1, "{absent}: {run:?}");
    }
    assert_eq!(house.json(&["recall", "a1b2c3d4"])["hits"][0]["path"], "docs/h.md");
}

#[test]
fn memories_are_chosen_by_the_file_they_stand_in_and_by_their_shape() {
    let house = house();
    house.ok(&["decide", "Use PostgreSQL for the staging database", "--why", "it is known"]);
    let found = house.json(&["recall", "staging database", "--path", "memory/learnings"]);
    assert!(
        found["hits"]
            .as_array()
            .unwrap()
            .iter()
            .all(|hit| { hit["path"].as_str().unwrap().starts_with("memory/learnings/") })
    );
    let found = house.json(&["recall", "staging database", "--kind", "decision"]);
    assert_eq!(found["hits"].as_array().unwrap().len(), 1, "{found}");
    holds(&found.to_string(), &["PostgreSQL"]);
}

#[test]
fn a_turn_has_the_time_it_was_said_and_a_day_file_its_day() {
    let house = House::new();
    let turn = |at: &str, text: &str| {
        format!("{{\"session_id\":\"s1\",\"role\":\"user\",\"content\":\"{text}\",\"timestamp\":\"{at}\"}}\n")
    };
    let march = turn("2026-03-01T08:00:00Z", "the zeppelin landed in Chiang Mai");
    let november = turn("2026-11-10T08:00:00Z", "the zeppelin left for Beijing");
    house.write("sessions/multi.jsonl", march + &november);
    house.write("memory/2021-01-05.md", "# A day\n\nThe balloon was sold to a museum.\n");
    house.ok(&["index"]);
    let dates = |arguments: &[&str]| -> Vec<String> {
        let run = house.run(&[&["recall", "--json"], arguments].concat());
        let found: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let hits = found["hits"].as_array().unwrap();
        hits.iter().map(|hit| hit["date"].as_str().unwrap().chars().take(10).collect()).collect()
    };
    let mut both = dates(&["zeppelin"]);
    both.sort();
    assert_eq!(both, ["2026-03-01", "2026-11-10"]);
    assert_eq!(dates(&["zeppelin", "--until", "2026-04-01"]), ["2026-03-01"]);
    assert!(dates(&["zeppelin", "--until", "2026-03-01T07:00:00Z"]).is_empty());
    assert!(dates(&["zeppelin", "--since", "2026-11-10T09:00:00Z"]).is_empty());
    assert_eq!(dates(&["who bought the balloon"]), ["2021-01-05"]);
}

#[test]
fn what_is_near_at_hand_comes_before_the_same_in_the_archive() {
    let house = House::new();
    house.write("memory/2026-11-10.md", "The office wifi password rotates every Gamma day.\n");
    house.write("memory/archive/2024-01-05.md", "The office wifi password rotates every Acme day.\n");
    house.ok(&["index"]);
    let found = house.json(&["recall", "office wifi"]);
    let [first, second] = [0, 1].map(|n| found["hits"][n].clone());
    assert_eq!(first["path"], "memory/2026-11-10.md", "{found}");
    assert!(second["score"].as_f64().unwrap() > 0.3, "both are near to the question: {found}");
    // A threshold takes hits away and changes none.
    let score = first["score"].as_f64().unwrap();
    let above = house.json(&["recall", "office wifi", "--min-score", &format!("{:.3}", score - 0.01)]);
    assert_eq!(above["hits"][0]["score"], first["score"], "{above}");
}

#[test]
fn a_subject_that_recurs_is_found_wherever_it_is_named_in_three_languages() {
    let house = House::new();
    let lines = [
        (
            "billing",
            [
                "The billing team meets in room",
                "We moved the billing database to region",
                "Billing alert number",
            ],
        ),
        ("เรียกเก็บเงิน", ["ทีมเรียกเก็บเงินประชุมที่ห้อง", "ย้ายระบบเรียกเก็บเงินไปที่เขต", "แจ้งเตือนเรียกเก็บเงินเลขที่"]),
        ("账单", ["账单团队开会的房间是", "账单数据库搬到了区域", "账单警报的编号是"]),
    ];
    for n in 0..12 {
        for (at, (_, texts)) in lines.iter().enumerate() {
            house.write(&format!("docs/{at}-{n}.md"), format!("{} {}\n", texts[n % 3], 400 + n));
        }
        house.write(&format!("docs/x{n}.md"), format!("the cat ate {n} tuna, แมวกินปลา {n} ตัว\n"));
    }
    for (subject, _) in lines {
        let found = house.json(&["recall", subject, "-n", "50", "--min-score", "0.35"]);
        let hits = found["hits"].as_array().unwrap();
        assert_eq!(hits.len(), 12, "{subject}: {found}");
        assert!(hits.iter().all(|hit| hit.to_string().to_lowercase().contains(subject)), "{subject}");
    }
    for nowhere in ["how tall is the mountain in Peru", "ราคาทองคำเท่าไร", "黄金的价格是多少", "{x} : y", "的"]
    {
        house.fails(1, &["recall", nowhere, "--min-score", "0.35"]);
    }
}

#[test]
fn words_shorter_than_a_gram_and_both_ways_of_writing_chinese_are_found() {
    let house = House::new();
    for text in ["我们家养了一只狗", "妈妈每天喝绿茶", "張經理負責財務", "วันนี้ฝนตกหนักที่เชียงใหม่", "แมวชอบกินปลา"]
    {
        house.ok(&["remember", text]);
    }
    for (question, answer) in [("狗", "一只狗"), ("茶", "绿茶"), ("张经理", "張經理"), ("ฝน", "ฝนตก")]
    {
        let found = house.json(&["recall", question, "--mode", "lexical", "--min-score", "0.35"]);
        holds(&found["hits"][0].to_string(), &[answer]);
        assert_eq!(found["hits"].as_array().map(Vec::len), Some(1), "{question}: {found}");
    }
}

#[test]
fn a_year_and_years_ago_reach_into_what_was_put_away() {
    let house = House::new();
    let year = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).year() - 3;
    house.write(&format!("memory/archive/{year}-05-03.md"), "The team moved the office to Sathorn\n");
    for (n, text) in
        ["bought a printer for", "painted the walls of", "had lunch on Friday in"].iter().enumerate()
    {
        house.write(&format!("memory/recent/{n}.md"), format!("The team {text} the office\n"));
    }
    for question in
        [format!("office team {year}"), "what did the team do at the office three years ago".into()]
    {
        let found = house.json(&["recall", &question]);
        holds(&found["hits"][0].to_string(), &["Sathorn"]);
    }
}

#[test]
fn what_a_question_cannot_have_is_said() {
    let house = house();
    holds(&house.fails(2, &["recall", "database", "--kind", "nope"]), &["nope", "preference", "decision"]);
    assert_eq!(house.run(&["recall", "database", "--kind", "decision,note"]).code, 0);
    house.ok(&["index"]);
    let past = house.run(&["recall", "database", "--as-of", "2001-01-01"]);
    holds(&past.err, &["only memories have a past", "2 documents"]);
    house.write("sessions/talk.jsonl", "{\"role\":\"user\",\"content\":\"hello\"}\nnot json\n");
    for _ in 0..2 {
        holds(&house.ok(&["index"]).out, &["talk.jsonl", "1 lines could not be understood (line 2)"]);
        holds(&house.ok(&["status"]).out, &["1 lines could not be understood (line 2)"]);
    }
    holds(&house.fails(1, &["eval", house.ws("").to_str().unwrap(), "--run", "x.tsv"]), &["docs.jsonl"]);
}

#[test]
fn the_run_of_a_measurement_is_written_where_it_is_wanted() {
    let house = House::new();
    let set = house.path("set");
    std::fs::create_dir_all(&set).unwrap();
    let document = r#"{"id":"d1","text":"The kiln fires at 1240 degrees","lang":"en"}"#;
    std::fs::write(set.join("docs.jsonl"), document).unwrap();
    std::fs::write(
        set.join("queries.jsonl"),
        r#"{"id":"q1","text":"how hot is the kiln","relevant":["d1"]}"#,
    )
    .unwrap();
    let file = house.path("set/run of ทดสอบ.tsv");
    house.ok(&["eval", set.to_str().unwrap(), "--run", file.to_str().unwrap()]);
    assert!(std::fs::read_to_string(file).unwrap().starts_with("q1\t1\td1\t"));
}

#[test]
fn a_pack_knows_what_a_file_says_and_an_answer_that_may_lack_it_says_so() {
    let house = House::new();
    house.write("boiler.md", "# Boiler\n\nThe boiler was made in Turku.\n");
    holds(&house.ok(&["context", "where was the boiler made?"]).out, &["Turku"]);
    house.write("again.md", "# Boiler\n\nThe second boiler was made in Oulu.\n");
    let lock = std::fs::File::options().write(true).open(house.ws(".memoro/index.lock")).unwrap();
    lock.lock().unwrap();
    let told = house.ok(&["recall", "where was the boiler made?"]);
    assert!(told.out.contains("Turku") && !told.out.contains("Oulu"), "{told:?}");
    holds(&told.err, &["another process", "may be missing"]);
    holds(&house.ok(&["context", "where was the boiler made?"]).err, &["another process"]);
    drop(lock);
    let told = house.ok(&["recall", "where was the boiler made?"]);
    holds(&told.out, &["Oulu"]);
    assert!(!told.err.contains("another process"), "{told:?}");
}

#[test]
fn a_question_about_the_past_finds_what_was_said_then() {
    let house = House::new();
    for (then, now, asked, other) in [
        ("The penguin lives in Antarctica", "Broken lighthouse keeper", "penguin", "lighthouse"),
        ("นกเพนกวินอยู่ขั้วโลกใต้", "คนเฝ้าประภาคารเก่า", "นกเพนกวิน", "ประภาคาร"),
        ("企鹅住在南极", "旧灯塔的看守人", "企鹅", "灯塔"),
    ] {
        let id = house.json(&["note", then])["id"].as_str().unwrap().to_owned();
        std::thread::sleep(std::time::Duration::from_millis(20));
        let at = jiff::Timestamp::now().to_string();
        std::thread::sleep(std::time::Duration::from_millis(20));
        house.ok(&["edit", &id, "--text", now]);
        let found = |query: &str, more: &[&str]| house.run(&[&["recall", query], more].concat());
        holds(&found(asked, &["--as-of", &at]).out, &[then]);
        assert!(!found(other, &["--as-of", &at]).out.contains(then), "{other}");
        holds(&found(other, &[]).out, &[now]);
        assert!(!found(asked, &[]).out.contains(then));
        house.ok(&["forget", &id, "--yes"]);
    }
}

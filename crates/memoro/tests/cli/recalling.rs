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

//! Memoro changed a block, a learning or an entry while an editor showed its file, and the editor saves: each field holds
//! what was changed last, whoever changed it, and the person's word counts where both did.

use std::fs;

use memoro_core::{Memory, Priority, Status};
use memoro_engine::Edit;

use super::desk::each;
use super::{Way, without};

const DAY: &str = "memory/2026-11-15.md";

/// Replaces a text that stands in another once.
fn changed(text: &str, old: &str, new: &str) -> String {
    assert_eq!(text.matches(old).count(), 1, "{old} in {text}");
    text.replacen(old, new, 1)
}

#[test]
fn a_block_that_was_superseded_stays_so_when_an_older_copy_of_its_day_is_saved() {
    // What the person changes in their copy: another block, another field of the same one, a line of their own, and two of
    // these at once.
    let edits: [&[(&str, &str)]; 4] = [
        &[("why Beta", "เพราะเร็วกว่า")],
        &[("why Alpha", "เพราะเร็วกว่า")],
        &[("## Decision: Alpha", "my own line, 我的\n\n## Decision: Alpha")],
        &[("why Alpha", "เพราะเร็วกว่า"), ("conclusion Beta", "结论")],
    ];
    for edit in edits {
        each(|desk, how| {
            let alpha = desk.decide("Alpha", None);
            let beta = desk.decide("Beta", None);
            let copy = desk.read(DAY);
            desk.meanwhile(DAY, || drop(desk.decide("Gamma", Some(&alpha))));
            let saved = edit.iter().fold(copy.clone(), |text, (old, new)| text.replacen(old, new, 1));
            assert_ne!(saved, copy);
            desk.save(how, DAY, &saved);
            let (alpha, beta) = (desk.memory(&alpha), desk.memory(&beta));
            assert!(matches!(&alpha.status, Status::Superseded { by: Some(_), .. }), "{:?}", alpha.status);
            assert_eq!(beta.status, Status::Active);
            let file = desk.read(DAY);
            for (_, new) in edit {
                assert_eq!(file.matches(new).count(), 1, "{file}");
            }
            assert_eq!(file.matches("- status: superseded").count(), 1, "{file}");
            assert_eq!(file.matches("## Decision: Gamma").count(), 1, "{file}");
            let why = |memory: &Memory| match &memory.content {
                memoro_core::Content::Decision(decision) => decision.why.clone(),
                other => panic!("{other:?}"),
            };
            let said =
                |old: &str| edit.iter().find(|(was, _)| *was == old).map_or(old, |(_, new)| new).to_owned();
            assert_eq!((why(&alpha), why(&beta)), (said("why Alpha"), said("why Beta")));
            desk.holds();
        });
    }
}

#[test]
fn tags_confidence_and_words_of_a_block_stay_when_an_older_copy_of_its_day_is_saved() {
    let cases = [
        (Edit { tags: Some(vec!["ป้าย".into(), "标签".into()]), ..Edit::default() }, ("why Alpha", "because")),
        (Edit { confidence: memoro_core::Confidence::new(0.35), ..Edit::default() }, ("ไม่มาก", "很大")),
        (Edit { text: Some("ข้อสรุปใหม่".into()), ..Edit::default() }, ("## Decision", "own\n\n## Decision")),
    ];
    for (edit, (old, new)) in &cases {
        each(|desk, how| {
            let alpha = desk.decide("Alpha", None);
            let copy = desk.read(DAY);
            desk.meanwhile(DAY, || desk.edit(&alpha, edit));
            let wanted = desk.memory(&alpha);
            desk.save(how, DAY, &changed(&copy, old, new));
            let found = desk.memory(&alpha);
            let conclusion = |memory: &Memory| memory.content.text().contains("ข้อสรุปใหม่");
            assert_eq!(
                (&found.tags, found.provenance.confidence, conclusion(&found)),
                (&wanted.tags, wanted.provenance.confidence, conclusion(&wanted))
            );
            assert!(desk.read(DAY).contains(new), "{}", desk.read(DAY));
            desk.holds();
        });
    }
}

#[test]
fn what_a_person_sets_back_in_the_present_version_counts() {
    each(|desk, how| {
        let alpha = desk.decide("Alpha", None);
        let (note, file) = desk.learn("บันทึก: the cache is 4 GiB");
        desk.set("tone", "formal");
        drop((desk.read(DAY), desk.read(&file)));
        desk.meanwhile(DAY, || drop(desk.decide("Gamma", Some(&alpha))));
        desk.meanwhile(&file, || {
            desk.edit(&note, &Edit { text: Some("the cache is 8 GiB".into()), ..Edit::default() });
        });
        desk.meanwhile("PROFILE.md", || desk.set("tone", "casual"));
        let superseded = desk.read(DAY);
        let back = superseded.replacen("- status: superseded", "- status: active", 1);
        desk.save(how, DAY, &back);
        assert_eq!(desk.memory(&alpha).status, Status::Active);
        // Also with the line that tells until when it held.
        desk.decide("Delta", Some(&alpha));
        assert_ne!(desk.memory(&alpha).status, Status::Active);
        let back = desk.read(DAY).replacen("- status: superseded", "- status: active", 1);
        let back: String = back.split_inclusive('\n').filter(|line| !line.contains("valid_until")).collect();
        desk.save(how, DAY, &back);
        assert_eq!(desk.memory(&alpha).status, Status::Active);
        let back = changed(&desk.read(&file), "the cache is 8 GiB", "บันทึก: the cache is 4 GiB");
        desk.save(how, &file, &back);
        assert_eq!(desk.text(&note), "บันทึก: the cache is 4 GiB");
        let profile = desk.read("PROFILE.md");
        desk.save(how, "PROFILE.md", &changed(&profile, "casual", "formal"));
        assert_eq!(desk.text("tone"), "formal");
        // And once more, although the file still says when Memoro changed it.
        desk.save(how, "PROFILE.md", &desk.read("PROFILE.md").replace("priority:50", "priority:80"));
        desk.save(how, "PROFILE.md", &desk.read("PROFILE.md").replace("priority:80", "priority:50"));
        let back = desk.memory("tone");
        assert!(
            matches!(&back.content, memoro_core::Content::Entry(entry) if entry.priority == Priority::new(50).unwrap())
        );
        desk.save(how, "PROFILE.md", &desk.read("PROFILE.md").replace("formal", "casual"));
        assert_eq!(desk.text("tone"), "casual");
        desk.holds();
    });
}

#[test]
fn a_learning_keeps_what_memoro_changed_and_takes_what_the_person_did() {
    each(|desk, how| {
        let (note, file) = desk.learn("the cache is 4 GiB");
        let copy = desk.read(&file);
        let edit =
            Edit {
                text: Some("缓存是 8 GiB".into()), ttl: Some("30d".parse().unwrap()), ..Edit::default()
            };
        desk.meanwhile(&file, || desk.edit(&note, &edit));
        let wanted = desk.memory(&note);
        desk.save(how, &file, &changed(&copy, "---\n\n", "tags: [แคช]\n---\n\n"));
        let found = desk.memory(&note);
        assert_eq!((found.content.text(), found.tags), ("缓存是 8 GiB".to_owned(), vec!["แคช".to_owned()]));
        assert_eq!(found.retention.expires_at, wanted.retention.expires_at);
        // The other way round: the time is Memoro's, the words are the person's.
        let copy = desk.read(&file);
        let edit = Edit { ttl: Some("60d".parse().unwrap()), ..Edit::default() };
        desk.meanwhile(&file, || desk.edit(&note, &edit));
        let wanted = desk.memory(&note);
        desk.save(how, &file, &changed(&copy, "缓存是 8 GiB", "缓存是 16 GiB"));
        let found = desk.memory(&note);
        assert_eq!(
            (found.content.text().as_str(), found.retention.ttl),
            ("缓存是 16 GiB", "60d".parse().unwrap())
        );
        assert_eq!(found.retention.expires_at, wanted.retention.expires_at);
        assert!(desk.read(&file).contains("60d") && desk.read(&file).contains("缓存是 16 GiB"));
        desk.holds();
    });
}

#[test]
fn where_both_changed_the_same_the_person_counts_it_is_told_and_one_undo_takes_it_back() {
    each(|desk, how| {
        let alpha = desk.decide("Alpha", None);
        let (note, file) = desk.learn("the cache is 4 GiB");
        desk.set("tone", "formal");
        desk.set("city", "เชียงใหม่");
        let copies = [DAY, &file, "PROFILE.md"].map(|file| (file, desk.read(file)));
        desk.meanwhile(DAY, || {
            desk.edit(&alpha, &Edit { text: Some("by Memoro".into()), ..Edit::default() });
        });
        desk.meanwhile(&file, || {
            desk.edit(&note, &Edit { text: Some("by Memoro".into()), ..Edit::default() });
        });
        desk.meanwhile("PROFILE.md", || desk.set("tone", "by Memoro"));
        let names = [alpha.as_str(), note.as_str(), "tone"];
        for ((file, copy), name) in copies.iter().zip(names) {
            let words = ["conclusion Alpha", "the cache is 4 GiB", "formal"];
            let said = words.iter().fold(copy.clone(), |text, word| text.replace(word, "โดยคน"));
            desk.save(how, file, &said.replace("เชียงใหม่", "น่าน"));
            assert!(desk.text(name).contains("โดยคน"), "{name}");
            let told = desk.told();
            assert!(told.contains("1 memory") && told.contains(file) && told.contains("undo"), "{told}");
            assert!(
                desk.workspace
                    .history(name, &desk.user())
                    .unwrap()
                    .iter()
                    .any(|state| { state.memory.content.text().contains("by Memoro") }),
                "{name}"
            );
            desk.workspace.undo(&desk.user()).unwrap();
            assert!(desk.text(name).contains("by Memoro"), "{name}: {}", desk.text(name));
            assert!(desk.read(file).contains("by Memoro"), "{name}");
        }
        assert_eq!(desk.text("city"), "น่าน");
        desk.holds();
    });
}

#[test]
fn an_older_profile_that_changes_one_value_reverts_no_other() {
    each(|desk, how| {
        for (key, value) in [("a", "1"), ("b", "2"), ("c", "3"), ("d", "4")] {
            desk.set(key, value);
        }
        let copy = desk.read("PROFILE.md");
        desk.meanwhile("PROFILE.md", || {
            desk.set("a", "หนึ่ง");
            desk.set("b", "二");
            desk.set("e", "5");
        });
        desk.save(
            how,
            "PROFILE.md",
            &copy.replace("value:1 ", "value:one ").replace("value:4 ", "value:four "),
        );
        let found = ["a", "b", "c", "d", "e"].map(|key| desk.text(key));
        assert_eq!(found, ["one", "二", "3", "four", "5"]);
        let told = desk.told();
        assert!(told.contains("undo"), "{told}");
        let file = desk.read("PROFILE.md");
        assert!(file.contains("value:二 ") && file.contains("value:5 "), "{file}");
        desk.workspace.undo(&desk.user()).unwrap();
        let found = ["a", "b", "c", "d", "e"].map(|key| desk.text(key));
        assert_eq!(found, ["หนึ่ง", "二", "3", "four", "5"]);
        desk.holds();
    });
}

/// Nothing of what it says is another, but it is older: so it takes nothing back.
#[test]
fn an_older_profile_that_is_only_written_otherwise_reverts_nothing() {
    let reversed = |text: &str| {
        let (entries, rest): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with("- key:"));
        rest.into_iter().chain(entries.into_iter().rev()).fold(String::new(), |all, line| all + line + "\n")
    };
    let ways: [(&str, Way<'_>); 4] = [
        ("as it was", &|text| text.to_owned()),
        ("in another order", &reversed),
        ("with blank lines", &|text| text.replace("- key:", "\n- key:")),
        ("with CRLF", &|text| text.replace('\n', "\r\n")),
    ];
    for (way, write) in ways {
        each(|desk, how| {
            for (key, value) in [("a", "1"), ("b", "2"), ("c", "3")] {
                desk.set(key, value);
            }
            let copy = desk.read("PROFILE.md");
            desk.meanwhile("PROFILE.md", || {
                desk.set("a", "หนึ่ง");
                desk.set("c", "三");
                desk.set("d", "4");
            });
            desk.save(how, "PROFILE.md", &write(&copy));
            let found = ["a", "b", "c", "d"].map(|key| desk.text(key));
            assert_eq!(found, ["หนึ่ง", "2", "三", "4"], "{way}");
            let file = desk.read("PROFILE.md");
            assert!(
                ["หนึ่ง", "三", "4"].iter().all(|value| file.contains(&format!("value:{value} "))),
                "{file}"
            );
            desk.holds();
        });
    }
}

#[test]
fn what_memoro_took_out_of_the_profile_stays_out_when_an_older_copy_is_saved() {
    each(|desk, how| {
        desk.set("a", "1");
        desk.set("b", "2");
        let copy = desk.read("PROFILE.md");
        desk.meanwhile("PROFILE.md", || drop(desk.workspace.end("b", None, "", &desk.user()).unwrap()));
        desk.save(how, "PROFILE.md", &copy.replace("value:1 ", "value:one "));
        assert!(desk.workspace.get("b", None, &desk.user()).is_err());
        assert_eq!(desk.text("a"), "one");
        assert!(!desk.read("PROFILE.md").contains("key:b "), "{}", desk.read("PROFILE.md"));
        assert!(desk.told().contains("PROFILE.md"));
        // Who says something else of it means it.
        let copy = desk.read("PROFILE.md") + "- key:b | value:สอง\n";
        desk.save(how, "PROFILE.md", &copy);
        assert_eq!(desk.text("b"), "สอง");
        desk.save(how, "PROFILE.md", &without(&copy, "b"));
        assert!(desk.workspace.get("b", None, &desk.user()).is_err());
        desk.save(how, "PROFILE.md", &copy);
        assert_eq!(desk.text("b"), "สอง");
        desk.holds();
    });
}

#[test]
fn what_is_told_to_stand_in_a_file_again_stands_there() {
    each(|desk, how| {
        desk.set("a", "1");
        let copy = desk.read("PROFILE.md");
        desk.meanwhile("PROFILE.md", || desk.set("a", "หนึ่ง"));
        desk.save(how, "PROFILE.md", &(copy + "own\n"));
        let file = desk.read("PROFILE.md");
        assert!(file.contains("value:หนึ่ง ") && file.contains("own\n"), "{file}");
    });
}

/// The file of a learning that has ended is gone; whoever saves it again brings it back, and is told that Memoro had ended it.
#[test]
fn a_learning_that_memoro_ended_comes_back_with_a_copy_and_that_is_told() {
    for edit in ["the cache is 4 GiB", "แคช 5 GiB"] {
        each(|desk, how| {
            let (note, file) = desk.learn("the cache is 4 GiB");
            let copy = desk.read(&file);
            desk.workspace.end(&note, None, "", &desk.user()).unwrap();
            assert!(!desk.path(&file).exists());
            desk.save(how, &file, &changed(&copy, "the cache is 4 GiB", edit));
            assert_eq!((desk.memory(&note).status, desk.text(&note).as_str()), (Status::Active, edit));
            let told = desk.told();
            assert!(told.contains("1 memory") && told.contains(&file) && told.contains("undo"), "{told}");
            desk.workspace.undo(&desk.user()).unwrap();
            assert_ne!(desk.memory(&note).status, Status::Active);
            assert!(!desk.path(&file).exists());
            // One that the person took away themselves is only put back.
            let (note, file) = desk.learn("ของตัวเอง");
            let copy = desk.read(&file);
            fs::remove_file(desk.path(&file)).unwrap();
            desk.workspace.take_in(&desk.user()).unwrap();
            drop(desk.told());
            desk.save(how, &file, &copy);
            assert_eq!((desk.memory(&note).status, desk.told()), (Status::Active, String::new()));
            desk.holds();
        });
    }
}

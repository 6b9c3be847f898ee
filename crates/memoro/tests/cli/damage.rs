//! Damaged files: bits flipped, pages blanked, files cut short or gone, in the store, its log and the vault. Nothing
//! panics, nothing is wrong in silence, and a backup brings everything back.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{House, Ran, holds};

/// How many cases are tried.
fn cases() -> u64 {
    std::env::var("MEMORO_DAMAGE").ok().and_then(|n| n.parse().ok()).unwrap_or(24)
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end.max(1)
    }
}

const FACTS: [(&str, &str); 4] = [
    ("response.tone", "ตรงไปตรงมา"),
    ("timezone", "Asia/Bangkok"),
    ("project.港口", "八号码头"),
    ("employer", "Siam Rice Research"),
];
const TEXTS: [&str; 8] = [
    "The staging database is rebuilt every Sunday night",
    "ฐานข้อมูลสำรองอยู่ที่เชียงใหม่",
    "每周五下午部署到生产环境",
    "The VPN listens on port 51820",
    "ลูกค้ารายใหญ่คือบริษัทสยามข้าวหอม",
    "合同由王小明负责",
    "The archive is read with a special key card",
    "เครื่องพิมพ์อยู่ชั้นสามข้างห้องประชุม",
];

/// A workspace with something of everything, and a backup beside it.
fn house() -> (House, PathBuf) {
    let house = House::new();
    for (key, value) in FACTS {
        house.ok(&["profile", "set", key, value]);
    }
    for text in TEXTS {
        house.ok(&["remember", text]);
    }
    house.ok(&["profile", "set", "employer", "Siam Rice Institute"]);
    house.ok(&["decide", "Use PostgreSQL for the archive", "--why", "it is known", "--run", "จ่าย-跑"]);
    house.run(&["say", "confirm memory.pending.nothere", "--run", "จ่าย-跑"]);
    house.write("docs/ops.md", "# Operations\n\nThe gateway is restarted on the first Monday.\n");
    house.ok(&["index"]);
    let made = house.json(&["backup", house.path("kept").to_str().unwrap()]);
    (house, PathBuf::from(made["path"].as_str().unwrap()))
}

pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The files that can be damaged. What an editor may still write to is left out: changed bytes there are a late save.
pub(super) fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            if entry.file_name() != "replaced" {
                files(&entry.path(), found);
            }
        } else if entry.metadata().unwrap().len() > 0 {
            found.push(entry.path());
        }
    }
    found.sort();
}

/// Damages one file; returns what was done, for the message of a failure.
fn damage(file: &Path, dice: &mut Dice) -> String {
    let mut bytes = std::fs::read(file).unwrap();
    let length = bytes.len() as u64;
    let what = match dice.below(6) {
        0..=2 => {
            let (at, bit) = (dice.below(length), dice.below(8));
            bytes[usize::try_from(at).unwrap()] ^= 1 << bit;
            format!("bit {bit} of byte {at}")
        }
        3 => {
            let from = usize::try_from(dice.below(length) & !0xFFF).unwrap();
            let to = bytes.len().min(from + 4096);
            bytes[from..to].fill(0);
            format!("bytes {from} to {to} blanked")
        }
        4 => {
            let left = dice.below(length);
            bytes.truncate(usize::try_from(left).unwrap());
            format!("cut to {left} bytes")
        }
        _ => {
            std::fs::remove_file(file).unwrap();
            return format!("{} removed", file.display());
        }
    };
    std::fs::write(file, bytes).unwrap();
    format!("{}: {what}", file.display())
}

/// Everything that can be read, by id; an error counts as told.
fn readable(house: &House) -> (BTreeMap<String, String>, bool) {
    let mut found = BTreeMap::new();
    let listed = calm(house, &["list", "--limit", "1000", "--json"]);
    let told = listed.code != 0;
    let listed: Value = serde_json::from_str(&listed.out).unwrap_or_default();
    for memory in listed["memories"].as_array().into_iter().flatten() {
        let key = memory["id"].as_str().unwrap_or_default();
        found.insert(key.to_owned(), memory["text"].as_str().unwrap_or_default().to_owned());
    }
    (found, told)
}

/// Runs a command that may fail but must neither panic nor be killed by a signal.
fn calm(house: &House, arguments: &[&str]) -> Ran {
    let ran = house.run(arguments);
    assert!((0..=9).contains(&ran.code), "{arguments:?}: {ran:?}");
    assert!(!ran.err.contains("panicked"), "{arguments:?}: {ran:?}");
    ran
}

/// Tells whether something says that not all is well.
fn is_told(house: &House) -> bool {
    let checked = calm(house, &["check", "--full", "--json"]);
    let mended = serde_json::from_str::<Value>(&checked.out).is_ok_and(|value| {
        value["findings"].as_array().into_iter().flatten().any(|one| one["mended"].as_u64() != Some(0))
    });
    checked.code != 0 || mended
}

#[test]
fn no_damage_is_silent_and_a_backup_brings_everything_back() {
    let (whole, backup) = house();
    let (before, _) = readable(&whole);
    assert!(before.len() >= FACTS.len() + TEXTS.len(), "{before:?}");
    let mut dice = Dice(20_261_115);
    for case in 0..cases() {
        let house = House::empty();
        copy(&whole.path("ws"), &house.path("ws"));
        let mut found = Vec::new();
        files(&house.path("ws"), &mut found);
        // Every other case hits the store itself.
        let store = house.ws(".memoro/memoro.db");
        let file = match case % 2 {
            0 => store,
            _ => found[usize::try_from(dice.below(found.len() as u64)).unwrap()].clone(),
        };
        let in_vault = !file.starts_with(house.ws(".memoro"));
        let what = damage(&file, &mut dice);
        for command in [&["status"][..], &["recall", "เชียงใหม่"], &["doctor"]] {
            calm(&house, command);
        }
        let (after, refused) = readable(&house);
        let told = is_told(&house);
        // In a file of a person, changed bytes are an edit: it wins, and what was there before is history.
        if after != before && !in_vault {
            assert!(refused || told, "case {case}, {what}: silent\n{before:?}\n{after:?}");
        }
        if in_vault {
            for (key, text) in before.iter().filter(|(key, text)| after.get(*key) != Some(text)) {
                let history = calm(&house, &["history", key, "--json"]);
                let written = Value::from(text.as_str()).to_string();
                assert!(
                    history.out.contains(&written) || refused || told,
                    "case {case}, {what}: {key} is gone"
                );
            }
        }
        let restored = calm(&house, &["restore", backup.to_str().unwrap()]);
        assert_eq!(restored.code, 0, "case {case}, {what}: {restored:?}");
        assert_eq!(readable(&house).0, before, "case {case}, {what}: after the restore");
        let checked = calm(&house, &["check", "--full"]);
        assert_eq!(checked.code, 0, "case {case}, {what}: {checked:?}");
    }
}

#[test]
fn no_damage_to_the_files_of_a_run_is_silent_or_outlasts_a_check() {
    let (whole, _) = house();
    let mut dice = Dice(20_261_118);
    for case in 0..cases() {
        let house = House::empty();
        copy(&whole.path("ws"), &house.path("ws"));
        let mut found = Vec::new();
        files(&house.ws(".memoro/runs"), &mut found);
        let before: Vec<_> = found.iter().map(|file| std::fs::read(file).unwrap()).collect();
        assert_eq!(found.len(), 2, "{found:?}");
        let what = damage(&found[usize::try_from(case % 2).unwrap()], &mut dice);
        let now: Vec<_> = found.iter().map(|file| std::fs::read(file).unwrap_or_default()).collect();
        if now == before {
            continue;
        }
        assert_eq!(calm(&house, &["verify", "--run", "จ่าย-跑"]).code, 1, "case {case}, {what}");
        assert!(is_told(&house), "case {case}, {what}: silent");
        let after: Vec<_> = found.iter().map(|file| std::fs::read(file).unwrap()).collect();
        assert!(after == before, "case {case}, {what}: not mended");
        assert_eq!(calm(&house, &["check", "--full"]).code, 0, "case {case}, {what}");
    }
}

#[test]
fn a_file_that_is_no_text_any_more_is_told_and_the_rest_is_found() {
    let house = House::new();
    for text in ["precious one หนึ่ง", "precious two 二"] {
        assert_eq!(house.run(&["remember", text]).code, 0);
    }
    let mut found = Vec::new();
    files(&house.ws("memory/learnings"), &mut found);
    let one = found.iter().find(|file| std::fs::read_to_string(file).unwrap().contains("one")).unwrap();
    let before = std::fs::read(one).unwrap();
    let cut = before[..before.len() / 2].to_vec();
    for bytes in [&b"a\0b"[..], &cut] {
        std::fs::write(one, bytes).unwrap();
        let hits = house.run(&["recall", "precious"]);
        assert!(hits.code == 0 && hits.out.contains("two") && hits.out.contains("one"), "{hits:?}");
        assert_eq!(house.run(&["context", "precious"]).code, 0);
        let checked = house.run(&["check", "--full"]);
        assert!(checked.code == 1 && checked.out.contains("precious-one"), "{checked:?}");
        assert!(house.run(&["status"]).out.contains("precious-one"));
        assert_eq!(std::fs::read(one).unwrap(), bytes, "what is broken is not written over");
    }
    std::fs::remove_file(one).unwrap();
    std::fs::create_dir(one).unwrap();
    for command in [&["list"][..], &["recall", "precious"]] {
        let ran = house.run(command);
        assert!(ran.code == 0 && ran.out.contains("two"), "{ran:?}");
    }
    assert_eq!(house.run(&["check", "--full"]).code, 1);
    std::fs::remove_dir(one).unwrap();
    std::fs::write(one, before).unwrap();
    assert_eq!(house.run(&["check", "--full"]).code, 0);
}

#[test]
fn a_day_with_nothing_but_decisions_is_no_damage() {
    let house = House::new();
    assert_eq!(house.run(&["decide", "Use postgres", "--why", "fast"]).code, 0);
    assert_eq!(house.run(&["index"]).code, 0);
    let checked = house.run(&["check", "--full"]);
    assert_eq!(checked.code, 0, "{checked:?}");
}

#[test]
fn what_a_check_takes_in_as_edits_by_hand_it_tells() {
    let house = House::new();
    let made = |text: &str| {
        let made = house.json(&["remember", text]);
        ["id", "file"].map(|name| made[name].as_str().unwrap().to_owned())
    };
    let [gone, gone_file] = made("the red server");
    let [flipped, flipped_file] = made("เครื่องสีเขียว");
    let [kept, _] = made("蓝色的服务器");
    house.ok(&["check", "--full"]);
    std::fs::remove_file(house.ws(&gone_file)).unwrap();
    house.write(&flipped_file, house.read(&flipped_file).replace("เครื่องสีเขียว", "เครื่องสีเขียง"));
    let told = house.ok(&["check", "--full"]).out;
    let (gone_line, changed_line) =
        (format!("{gone} was removed from {gone_file} by hand"), format!("{flipped} was changed by hand"));
    holds(&told, &[&gone_line, &changed_line, "`memoro undo`"]);
    assert!(!told.contains(&kept), "{told}");
    let again = house.ok(&["check", "--full"]).out;
    assert!(!again.contains("by hand"), "{again}");
    house.ok(&["undo"]);
    house.ok(&["undo"]);
    assert_eq!(house.read(&flipped_file).matches("เครื่องสีเขียว").count(), 1);
    std::fs::remove_file(house.ws(&gone_file)).unwrap();
    holds(&house.ok(&["status"]).out, &[&gone_file, "removed by hand", "`memoro undo`"]);
}

#[test]
fn a_file_that_was_cut_short_is_told_and_undone() {
    let house = House::new();
    for n in 0..6 {
        house.ok(&["profile", "set", &format!("key{n}"), "ค่า 值"]);
    }
    let whole = house.read("PROFILE.md");
    std::thread::sleep(std::time::Duration::from_millis(20));
    house.write("PROFILE.md", whole.get(..20).unwrap());
    let told = house.run(&["list"]);
    assert!(
        told.err.contains("6 of 6 memories are gone from PROFILE.md") && told.err.contains("memoro undo"),
        "{told:?}"
    );
    house.ok(&["undo"]);
    assert_eq!(house.json(&["list"])["memories"].as_array().unwrap().len(), 6);
    assert!((0..6).all(|n| house.read("PROFILE.md").contains(&format!("key:key{n} "))));
    // One line less is an edit like any other.
    let text = house.read("PROFILE.md");
    let fewer: String = text.split_inclusive('\n').filter(|line| !line.contains("key:key3 ")).collect();
    house.write("PROFILE.md", fewer);
    let told = house.ok(&["list"]);
    assert!(!told.err.contains("gone"), "{told:?}");
}

/// Changes a file as a disk does: other bytes, and the time of its last saving as it was.
fn rot(file: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains(from) && from.len() == to.len());
    std::fs::write(file, text.replace(from, to)).unwrap();
    saved_long_ago(file);
}

fn saved_long_ago(file: &Path) {
    let then = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000);
    std::fs::File::options().write(true).open(file).unwrap().set_modified(then).unwrap();
}

#[test]
fn a_file_that_changed_without_being_saved_is_damaged_and_not_edited() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สุภาพ"]);
    house.ok(&["profile", "set", "city", "清迈"]);
    house.write("PROFILE.md", house.read("PROFILE.md") + "\nmy own line\n");
    let file = house.ws("PROFILE.md");
    saved_long_ago(&file);
    house.ok(&["check", "--full"]);
    for (from, to) in [("สุภาพ", "สุภาษ"), ("key:city", "key:citx")] {
        rot(&file, from, to);
        let told = house.ok(&["profile", "get", "tone"]);
        assert_eq!((told.out.trim(), told.err.contains("PROFILE.md is damaged")), ("สุภาพ", true), "{told:?}");
        assert_eq!(house.ok(&["profile", "get", "city"]).out.trim(), "清迈");
        let text = house.read("PROFILE.md");
        assert!(text.contains(from) && !text.contains(to), "{text}");
        saved_long_ago(&file);
        house.ok(&["check", "--full"]);
    }
    rot(&file, "my own line", "my 0wn line");
    for _ in 0..2 {
        let told = house.run(&["check", "--full"]);
        assert!(told.code != 0 && told.out.contains("PROFILE.md is damaged"), "{told:?}");
    }
    // Who saves the file says that it is as it should be.
    house.write("PROFILE.md", house.read("PROFILE.md").replace("my 0wn", "my own") + "and one more\n");
    house.ok(&["check", "--full"]);
}

#[test]
fn a_note_that_is_cut_in_its_head_or_gone_is_told_by_whoever_looks_first() {
    for text in ["the staging server is rebuilt", "เซิร์ฟเวอร์ทดสอบสร้างใหม่ทุกคืน", "预发布服务器每晚重建"]
    {
        let house = House::new();
        let id = house.json(&["remember", text])["id"].as_str().unwrap().to_owned();
        let file = format!("memory/learnings/{id}.md");
        let whole = house.read(&file);
        for size in (1..whole.find("\n---\n").unwrap()).filter(|size| *size < 12 || size % 9 == 0) {
            house.write(&file, whole.get(..size).unwrap_or("---\nid"));
            let first = house.run(&["recall", text]);
            assert!(first.out.contains(text), "{size}: {first:?}");
            let check = house.run(&["check", "--full"]);
            assert!(check.code != 0 && (check.out + &check.err).contains(&file), "{size}");
            house.write(&file, &whole);
        }
        // A file that goes while it is damaged is written again; one that was whole was taken away.
        house.ok(&["recall", text]);
        std::fs::remove_file(house.ws(&file)).unwrap();
        let first = house.run(&["recall", text]);
        assert!(first.err.contains(&file) && first.err.contains("memoro undo"), "{first:?}");
        house.ok(&["undo"]);
        assert!(house.ok(&["recall", text]).out.contains(text));
    }
}

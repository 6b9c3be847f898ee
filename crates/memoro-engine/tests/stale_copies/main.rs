//! A person's editor shows a file as it was before Memoro wrote to it, and then saves it: neither side loses anything.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

mod desk;
mod fields;
mod orders;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use jiff::Timestamp;
use memoro_core::{EntryKind, Key, Scope};
use memoro_engine::{Caller, Depth, Draft, Settings, Workspace};

#[derive(Clone, Copy, Debug)]
enum Save {
    ByRename,
    InPlace,
}

/// Another way of writing a text.
type Way<'a> = &'a dyn Fn(&str) -> String;

struct House {
    folder: tempfile::TempDir,
    workspace: Workspace,
}

fn user() -> Caller {
    Caller::user("2026-11-15T10:00:00Z".parse::<Timestamp>().unwrap())
}

impl House {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::init(folder.path(), Settings::default(), &user()).unwrap();
        Self { folder, workspace }
    }

    /// Makes one where the file system keeps the time of reading; where it does not, nothing can be told.
    fn where_reading_shows() -> Option<Self> {
        let house = Self::new();
        let shows = keeps_time_of_reading(house.folder.path());
        if !shows {
            eprintln!("skipped: the file system does not keep the time of reading");
        }
        shows.then_some(house)
    }

    fn set(&self, key: &str, value: &str) {
        let scope: Scope = "user:default".parse().unwrap();
        let draft = Draft::entry(scope, Key::new(key).unwrap(), EntryKind::Fact, value);
        assert!(self.workspace.write(draft, &user()).unwrap().verified);
    }

    fn path(&self) -> std::path::PathBuf {
        self.folder.path().join("PROFILE.md")
    }

    /// Reads the file as an editor does.
    fn open(&self) -> String {
        fs::read_to_string(self.path()).unwrap()
    }

    fn save(&self, how: Save, text: &str) {
        match how {
            Save::InPlace => fs::write(self.path(), text).unwrap(),
            Save::ByRename => {
                let beside = self.folder.path().join("PROFILE.md.part");
                fs::write(&beside, text).unwrap();
                fs::rename(beside, self.path()).unwrap();
            }
        }
    }

    fn values(&self) -> BTreeMap<String, String> {
        self.workspace.take_in(&user()).unwrap();
        let filter = memoro_engine::store::Filter { now: user().now, ..Default::default() };
        let all = self.workspace.list(&filter, &user()).unwrap();
        all.into_iter().map(|one| (one.memory.key.to_string(), one.memory.content.text())).collect()
    }

    fn shown(&self, key: &str) -> bool {
        self.open().contains(&format!("key:{key} "))
    }
}

/// Tells whether the file system here keeps the time of reading at all.
fn keeps_time_of_reading(folder: &Path) -> bool {
    let path = folder.join("probe");
    fs::write(&path, "x").unwrap();
    let old = fs::FileTimes::new().set_accessed(std::time::UNIX_EPOCH);
    fs::File::options().write(true).open(&path).unwrap().set_times(old).unwrap();
    fs::read(&path).unwrap();
    fs::metadata(&path).unwrap().accessed().unwrap() != std::time::UNIX_EPOCH
}

fn pairs<const N: usize>(pairs: [(&str, &str); N]) -> BTreeMap<String, String> {
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

/// Returns a text without the line of a key.
fn without(text: &str, key: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.contains(&format!("key:{key} "))).collect()
}

#[test]
fn what_memoro_wrote_since_a_copy_was_opened_stays_when_the_copy_is_saved() {
    for how in [Save::ByRename, Save::InPlace] {
        let Some(house) = House::where_reading_shows() else { return };
        house.set("a", "1");
        house.set("b", "old");
        let copy = house.open();
        house.set("b", "ใหม่");
        house.set("c", "三");
        house.save(how, &copy.replace("value:1", "value:one"));
        house.set("d", "4");
        assert_eq!(house.values(), pairs([("a", "one"), ("b", "ใหม่"), ("c", "三"), ("d", "4")]), "{how:?}");
        assert!(house.shown("c") && house.shown("d"), "{how:?}: {}", house.open());
        // A copy that was not changed at all changes nothing; lines of the person's own stay.
        let copy = house.open();
        house.set("e", "5");
        house.save(how, &format!("{copy}\nmy own line\n"));
        assert_eq!(house.values().len(), 5, "{how:?}");
        house.set("f", "6");
        assert!(house.shown("e") && house.open().contains("my own line"), "{how:?}");
        let found = house.workspace.check(Depth::Quick, &user()).unwrap();
        assert!(found.iter().all(memoro_engine::Finding::holds), "{found:?}");
    }
}

#[test]
fn what_a_person_saw_and_took_out_is_gone() {
    for how in [Save::ByRename, Save::InPlace] {
        let house = House::new();
        house.set("a", "1");
        let _ = house.open();
        house.set("b", "2");
        house.set("c", "3");
        let copy = house.open();
        let edited = without(&copy, "b");
        house.save(how, &edited);
        assert_eq!(house.values(), pairs([("a", "1"), ("c", "3")]), "{how:?}");
        // The line that Memoro wrote last, taken out by someone who saw it.
        let copy = house.open();
        let edited = without(&copy, "c");
        house.save(how, &edited);
        assert_eq!(house.values(), pairs([("a", "1")]), "{how:?}");
    }
}

#[test]
fn what_an_edit_takes_out_comes_back_by_one_undo_without_what_it_changes() {
    for how in [Save::ByRename, Save::InPlace] {
        for gone in [&["b"][..], &["b", "c"]] {
            let house = House::new();
            for (key, value) in [("a", "1"), ("b", "ไทย"), ("c", "中文"), ("d", "4"), ("e", "5")] {
                house.set(key, value);
            }
            // Another program has read what was written last: the edit cannot be told from that of somebody who saw it.
            let seen = house.open();
            let edited =
                gone.iter().fold(seen.replace("value:1", "value:9"), |text, key| without(&text, key));
            house.save(how, &edited);
            let left = house.values();
            assert_eq!((left.len(), left["a"].as_str()), (5 - gone.len(), "9"), "{how:?}");
            let told = house.workspace.notices().take().join("\n");
            let count = if gone.len() == 1 { "1 memory" } else { "2 memories" };
            assert!(told.contains(count) && told.contains("PROFILE.md") && told.contains("undo"), "{told}");
            house.workspace.undo(&user()).unwrap();
            let back = pairs([("a", "9"), ("b", "ไทย"), ("c", "中文"), ("d", "4"), ("e", "5")]);
            assert_eq!(house.values(), back, "{how:?}");
            assert!(gone.iter().all(|key| house.shown(key)));
            house.workspace.undo(&user()).unwrap();
            assert_eq!(house.values()["a"], "1");
        }
    }
}

#[test]
fn what_a_person_wrote_or_memoro_long_ago_is_taken_out_without_a_word() {
    let house = House::new();
    house.set("a", "1");
    house.set("b", "2");
    let text = format!("{}- key:mine | value:我的\n", house.open());
    house.save(Save::ByRename, &text);
    assert_eq!(house.values().len(), 3);
    house.save(Save::ByRename, &without(&house.open(), "mine"));
    assert_eq!(house.values().len(), 2);
    assert_eq!(house.workspace.notices().take(), Vec::<String>::new());
    let later = Caller::user(user().now + jiff::SignedDuration::from_hours(25));
    house.save(Save::ByRename, &without(&house.open(), "b"));
    house.workspace.take_in(&later).unwrap();
    assert_eq!(house.values().len(), 1);
    assert_eq!(house.workspace.notices().take(), Vec::<String>::new());
}

#[test]
fn what_a_stale_copy_changes_or_takes_out_itself_is_the_persons_word() {
    let house = House::new();
    house.set("a", "1");
    house.set("b", "2");
    let copy = house.open();
    house.set("c", "3");
    let edited = without(&copy, "a");
    house.save(Save::ByRename, &edited.replace("value:2", "value:two"));
    let values = house.values();
    assert_eq!((values.get("a"), values.get("b").map(String::as_str)), (None, Some("two")));
}

#[test]
fn nothing_of_a_forgotten_value_is_held_to_see_who_read_it() {
    let house = House::new();
    house.set("secret.place", "under the KAKAPO stone");
    let _ = house.open();
    house.set("other", "x");
    house.workspace.forget(&memoro_engine::Target::Memory("secret.place".into(), None), "", &user()).unwrap();
    let mut folders = vec![house.folder.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                let bytes = fs::read(entry.path()).unwrap();
                assert!(!String::from_utf8_lossy(&bytes).contains("KAKAPO"), "{}", entry.path().display());
            }
        }
    }
}

/// Opens a file as a shell with `>>` does and writes a line later, when Memoro has replaced the file.
fn append_late(house: &House, line: &str) {
    let mut shell = fs::OpenOptions::new().append(true).open(house.path()).unwrap();
    house.set("meanwhile", &line.len().to_string());
    std::io::Write::write_all(&mut shell, format!("{line}\n").as_bytes()).unwrap();
}

#[test]
fn a_line_that_came_late_stays_when_a_copy_from_before_it_is_saved() {
    for how in [Save::ByRename, Save::InPlace] {
        let Some(house) = House::where_reading_shows() else { return };
        house.set("a", "1");
        append_late(&house, "บรรทัดของเชลล์");
        let copy = house.open();
        assert!(!copy.contains("บรรทัดของเชลล์"));
        house.workspace.take_in(&user()).unwrap();
        // The editor looked for the last time before the line was put behind the file.
        house.save(how, &(copy.clone() + "编辑器的一行\n"));
        house.workspace.take_in(&user()).unwrap();
        let text = house.open();
        for line in ["บรรทัดของเชลล์", "编辑器的一行"] {
            assert_eq!(text.lines().filter(|found| *found == line).count(), 1, "{how:?}: {text}");
        }
        // Again, over what the editor itself has saved and nobody has rewritten since.
        append_late(&house, "second line of the shell");
        let copy = house.open();
        house.save(how, &(copy.clone() + "saved\n"));
        house.workspace.take_in(&user()).unwrap();
        house.save(how, &(copy + "saved\nand again\n"));
        house.workspace.take_in(&user()).unwrap();
        let text = house.open();
        for line in ["second line of the shell", "saved", "and again"] {
            assert_eq!(text.lines().filter(|found| *found == line).count(), 1, "{how:?}: {text}");
        }
        // Whoever has seen it takes it out for good.
        let seen = house.open();
        std::thread::sleep(std::time::Duration::from_millis(20));
        house.save(how, &seen.replace("second line of the shell\n", ""));
        house.set("b", "2");
        house.workspace.take_in(&user()).unwrap();
        assert!(!house.open().contains("second line of the shell"), "{how:?}: {}", house.open());
        assert!(
            house.workspace.check(Depth::Full, &user()).unwrap().iter().all(memoro_engine::Finding::holds)
        );
    }
}

/// Where a tool reads along, an older copy that says something of its own takes nothing out that Memoro wrote since; from then
/// on the file tells its copies apart, and whoever takes a line out of the newest means it.
#[test]
fn a_copy_from_before_is_known_by_itself_where_a_tool_reads_along() {
    for how in [Save::ByRename, Save::InPlace] {
        let Some(house) = House::where_reading_shows() else { return };
        house.set("a", "1");
        house.set("b", "เก่า");
        let copy = house.open();
        for (key, value) in [("b", "ใหม่"), ("c", "三"), ("d", "4")] {
            house.set(key, value);
            drop(house.open());
        }
        house.save(how, &(copy + "- key:mine | value:我的\n"));
        let all = pairs([("a", "1"), ("b", "ใหม่"), ("c", "三"), ("d", "4"), ("mine", "我的")]);
        assert_eq!(house.values(), all, "{how:?}");
        let told = house.workspace.notices().take().join("\n");
        assert!(told.contains("3 memories") && told.contains("PROFILE.md"), "{told}");
        house.set("e", "5");
        let copy = house.open();
        assert_eq!(copy.matches("<!-- memoro: version ").count(), 1, "{copy}");
        // Copies of that one and of the next are told apart, whatever they leave out and add.
        house.set("f", "6");
        drop(house.open());
        house.save(how, &(without(&copy, "e") + "own\n"));
        let left = house.values();
        assert_eq!((left.contains_key("e"), left.contains_key("f")), (false, true), "{how:?}");
        house.set("g", "7");
        let newest = house.open();
        house.save(how, &(without(&newest, "g") + "more\n"));
        let left = house.values();
        assert_eq!((left.contains_key("f"), left.contains_key("g")), (true, false), "{how:?}");
        house.set("h", "8");
        assert!(house.open().contains("own\n") && house.open().contains("more\n"), "{}", house.open());
        let found = house.workspace.check(Depth::Full, &user()).unwrap();
        assert!(found.iter().all(memoro_engine::Finding::holds), "{found:?}");
    }
}

/// So it is with one in which only the order or the ends of lines are others, or which has more blank lines.
#[test]
fn a_copy_that_is_written_otherwise_is_known_by_itself_where_a_tool_reads_along() {
    let swapped = |text: &str| {
        let (rest, b): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| !line.contains("key:b "));
        rest.iter().fold(String::new(), |all, line| match *line {
            line if line.contains("key:a ") => b.iter().fold(all, |all, b| all + b + "\n") + line + "\n",
            line => all + line + "\n",
        })
    };
    let ways: [(Save, Way<'_>); 5] = [
        (Save::ByRename, &swapped),
        (Save::InPlace, &swapped),
        (Save::ByRename, &|text| text.replace('\n', "\r\n")),
        (Save::InPlace, &|text| text.replace('\n', "\r\n")),
        // What stood there before is gone with a save in place.
        (Save::ByRename, &|text| text.replace("- key:b", "\n\n- key:b")),
    ];
    for (how, write) in ways {
        let Some(house) = House::where_reading_shows() else { return };
        house.set("a", "1");
        house.set("b", "二");
        let copy = house.open();
        house.set("c", "สาม");
        drop(house.open());
        let saved = write(&copy);
        assert_ne!(saved, copy);
        house.save(how, &saved);
        let ends = |text: &str| text.matches('\n').count() == text.matches("\r\n").count();
        assert_eq!(house.values(), pairs([("a", "1"), ("b", "二"), ("c", "สาม")]), "{how:?}: {saved}");
        assert!(house.shown("c") && ends(&house.open()) == ends(&saved), "{how:?}: {}", house.open());
        let told = house.workspace.notices().take().join("\n");
        assert!(told.contains("1 memory") && told.contains("PROFILE.md"), "{told}");
    }
}

#[test]
fn a_file_that_was_emptied_is_written_again_and_told() {
    for how in [Save::ByRename, Save::InPlace] {
        for empty in ["", "\n", " \r\n\r\n"] {
            let house = House::new();
            house.set("a", "1");
            house.set("b", "二");
            house.save(how, empty);
            assert_eq!(house.values(), pairs([("a", "1"), ("b", "二")]), "{how:?} {empty:?}");
            assert!(house.shown("a") && house.shown("b"), "{how:?} {empty:?}");
            let told = house.workspace.notices().take();
            assert!(
                matches!(&told[..], [one] if one.contains("PROFILE.md was empty") && one.contains("2 memories")),
                "{told:?}"
            );
            assert!(house.values().len() == 2 && house.workspace.notices().take().is_empty());
        }
    }
}

/// What nobody but the person can have meant is done: a line taken out and nothing else, what they typed themselves, and
/// where nobody has read a version without it.
#[test]
fn what_a_person_takes_out_is_gone_also_where_a_tool_reads_along() {
    for how in [Save::ByRename, Save::InPlace] {
        let house = House::new();
        house.set("a", "1");
        drop(house.open());
        house.set("b", "2");
        let copy = house.open();
        house.save(how, &without(&copy, "b"));
        assert_eq!(house.values(), pairs([("a", "1")]), "{how:?}");
        house.save(how, &(house.open() + "- key:mine | value:1\n"));
        house.set("c", "3");
        let copy = house.open();
        house.save(how, &without(&copy, "mine").replace("value:3", "value:three"));
        assert_eq!(house.values(), pairs([("a", "1"), ("c", "three")]), "{how:?}");
        let fresh = House::new();
        for (key, value) in [("a", "1"), ("b", "2"), ("c", "3")] {
            fresh.set(key, value);
        }
        let copy = fresh.open();
        fresh.save(how, &(without(&copy, "c") + "- key:d | value:4\n"));
        assert_eq!(fresh.values(), pairs([("a", "1"), ("b", "2"), ("d", "4")]), "{how:?}");
        assert!(!fresh.open().contains("<!--"));
    }
}

/// An editor that saves on and on never has Memoro wait until a save that tells less is there.
#[test]
fn a_copy_that_is_saved_again_at_once_takes_nothing_out() {
    for how in [Save::ByRename, Save::InPlace] {
        let Some(house) = House::where_reading_shows() else { return };
        house.set("a", "1");
        house.set("b", "2");
        let copy = house.open();
        house.set("c", "三");
        house.save(how, &copy.replace("value:1", "value:one"));
        std::thread::scope(|scope| {
            let looking = scope.spawn(|| house.workspace.take_in(&user()).unwrap());
            // Either Memoro has looked by now, or it waits for a file that is being written.
            std::thread::sleep(std::time::Duration::from_millis(200));
            let copy = house.open();
            house.save(how, &copy.replace("value:2", "value:two"));
            looking.join().unwrap();
        });
        assert_eq!(house.values(), pairs([("a", "one"), ("b", "two"), ("c", "三")]), "{how:?}");
    }
}

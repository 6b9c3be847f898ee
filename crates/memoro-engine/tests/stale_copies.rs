//! A person's editor shows a file as it was before Memoro wrote to it, and then saves it: neither side loses anything.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

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

/// Tells whether the file system here keeps the time of reading at all; where it does not, nothing can be told.
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
        let house = House::new();
        if !keeps_time_of_reading(house.folder.path()) {
            eprintln!("skipped: the file system does not keep the time of reading");
            return;
        }
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
        let house = House::new();
        if !keeps_time_of_reading(house.folder.path()) {
            eprintln!("skipped: the file system does not keep the time of reading");
            return;
        }
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

/// One order of what happens to a file: `R` an editor reads it, `M` Memoro writes, `S` a shell adds a line at its end, `Q`
/// Memoro looks at it, `W` the editor saves what it has, with a line of its own.
fn in_order(order: &str, how: Save) -> Result<(), String> {
    let house = House::new();
    house.set("seed", "1");
    let (mut copy, mut memoro, mut editor, mut shell) = (String::new(), Vec::new(), Vec::new(), Vec::new());
    for (n, step) in order.char_indices() {
        // The clock of a file system goes by ticks.
        std::thread::sleep(std::time::Duration::from_millis(12));
        let key = format!("{}{n}", step.to_ascii_lowercase());
        match step {
            'R' => copy = house.open(),
            'M' => {
                house.set(&key, "ของเมโมโร");
                memoro.push(key);
            }
            'S' => {
                let mut file = fs::OpenOptions::new().append(true).open(house.path()).unwrap();
                let lines = format!("- key:{key} | value:外壳\nthe shell's line {n}\n");
                std::io::Write::write_all(&mut file, lines.as_bytes()).unwrap();
                shell.push((n, key));
            }
            'Q' => drop(house.workspace.take_in(&user()).unwrap()),
            _ => {
                let mine = format!("- key:{key} | value:บรรณาธิการ\n编辑器的第{n}行\n");
                copy.push_str(&mine);
                house.save(how, &copy);
                editor.push((n, key));
            }
        }
    }
    house.set("end", "1");
    let (values, text) = (house.values(), house.open());
    let shown = |line: &str| text.lines().filter(|found| *found == line).count() == 1;
    let kept = |key: &str| values.contains_key(key) && house.shown(key);
    let lost = memoro.iter().find(|key| !kept(key)).cloned();
    let lost = lost.or_else(|| {
        let gone = |(n, key): &&(usize, String)| !kept(key) || !shown(&format!("编辑器的第{n}行"));
        editor.iter().find(gone).map(|(_, key)| key.clone())
    });
    // Memoro can only keep what it has seen or what stands behind a version of its own that somebody replaced, and only tell
    // a copy from an edit where it wrote after the copy was opened.
    let looks = |steps: &str| steps.contains(['M', 'Q']);
    let known = |n: usize| {
        let (before, after) = order.split_at(n);
        let replaced =
            matches!(how, Save::ByRename) && before.rsplit_once('W').is_none_or(|(_, own)| looks(own));
        replaced || looks(after.split('W').next().unwrap_or_default())
    };
    let stale = order.split('W').next().is_some_and(|first| first.contains('M'));
    // What Memoro has looked at since without writing anything may be the editor's own line, taken out again.
    let unread = |n: usize| {
        let (before, after) = order.split_at(n);
        matches!(how, Save::ByRename)
            && !before.contains('W')
            && !after.split('W').next().is_some_and(|own| own.contains('Q'))
    };
    let lost = lost.or_else(|| {
        let gone = |(n, key): &&(usize, String)| {
            (stale && known(*n) || unread(*n)) && (!kept(key) || !shown(&format!("the shell's line {n}")))
        };
        shell.iter().find(gone).map(|(_, key)| key.clone())
    });
    let holds = house.workspace.check(Depth::Full, &user()).unwrap();
    if let Some(bad) = holds.iter().find(|one| !one.holds()) {
        return Err(format!("{order} {how:?}: {bad:?}"));
    }
    lost.map_or(Ok(()), |key| Err(format!("{order} {how:?}: {key} is lost: {values:?}\n{text}")))
}

/// Returns all orders of these steps up to a length.
fn orders(steps: &str, most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..most {
        last = last.iter().flat_map(|o| steps.chars().map(move |step| format!("{o}{step}"))).collect();
        all.extend(last.iter().cloned());
    }
    all
}

#[test]
fn in_every_order_of_reading_writing_adding_and_saving_nobody_loses_anything() {
    let most = std::env::var("MEMORO_ORDERS").ok().and_then(|most| most.parse().ok()).unwrap_or(3);
    if !keeps_time_of_reading(tempfile::tempdir().unwrap().path()) {
        eprintln!("skipped: the file system does not keep the time of reading");
        return;
    }
    let mut cases: Vec<String> = orders("MSQ", most).iter().map(|between| format!("R{between}W")).collect();
    for first in orders("MSQ", most.saturating_sub(2)) {
        cases.extend(orders("MSQ", most.saturating_sub(2)).iter().map(|then| format!("R{first}W{then}W")));
        cases.extend(orders("MSQ", most.saturating_sub(2)).iter().map(|then| format!("R{first}WQR{then}W")));
    }
    let cases: Vec<(String, Save)> = cases
        .iter()
        .flat_map(|case| [Save::ByRename, Save::InPlace].map(|how| (case.clone(), how)))
        .collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let wrong = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some((order, how)) = cases.get(n) else { break };
                    if let Err(why) = in_order(order, *how) {
                        wrong.lock().unwrap().push(why);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// An editor that saves on and on never has Memoro wait until a save that tells less is there.
#[test]
fn a_copy_that_is_saved_again_at_once_takes_nothing_out() {
    for how in [Save::ByRename, Save::InPlace] {
        let house = House::new();
        if !keeps_time_of_reading(house.folder.path()) {
            eprintln!("skipped: the file system does not keep the time of reading");
            return;
        }
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

//! What a crash, a full disk, an editor and a second process may do to a file of the vault.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::sync::atomic::{AtomicUsize, Ordering};

use memoro_store::FileState;

use super::*;

fn vault() -> (tempfile::TempDir, VaultFiles) {
    let folder = tempfile::tempdir().unwrap();
    let files = VaultFiles::new(folder.path()).unwrap();
    (folder, files)
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_is_written_is_read_back_and_new_files_are_private() {
    let (folder, files) = vault();
    assert_eq!(files.read("users/สมชาย/PROFILE.md").unwrap(), None);
    let bytes = "# PROFILE\r\n中文 \u{feff}".as_bytes();
    let Outcome::Done(stamp) = files.write_atomic("users/สมชาย/PROFILE.md", bytes, None).unwrap()
    else {
        panic!()
    };
    let read = files.read("users/สมชาย/PROFILE.md").unwrap().unwrap();
    assert_eq!((read.bytes.as_slice(), read.stamp), (bytes, stamp));
    assert_eq!(files.stamp("users/สมชาย/PROFILE.md").unwrap(), Some(stamp));
    assert_eq!(mode(&folder.path().join("users/สมชาย/PROFILE.md")), 0o600);
    assert_eq!(mode(&folder.path().join("users/สมชาย")), 0o700);
    assert_eq!(names(&folder.path().join("users/สมชาย")), ["PROFILE.md"]);
}

#[test]
fn a_file_that_changed_since_it_was_read_is_left_alone() {
    let (folder, files) = vault();
    fs::write(folder.path().join("PROFILE.md"), "one").unwrap();
    let read = files.read("PROFILE.md").unwrap().unwrap();
    fs::write(folder.path().join("PROFILE.md"), "มือ").unwrap();
    for expected in [Some(read.fingerprint), None] {
        assert_eq!(files.write_atomic("PROFILE.md", b"ours", expected).unwrap(), Outcome::Changed);
    }
    assert_eq!(files.remove("PROFILE.md", read.fingerprint).unwrap(), Removal::Changed);
    assert_eq!(fs::read(folder.path().join("PROFILE.md")).unwrap(), "มือ".as_bytes());
    assert_eq!(names(folder.path()), ["PROFILE.md"]);
    assert_eq!(files.write_atomic("gone.md", b"x", Some(read.fingerprint)).unwrap(), Outcome::Changed);
    assert_eq!(names(folder.path()), ["PROFILE.md"]);
}

#[test]
fn an_edit_saved_while_the_new_file_is_written_is_not_lost() {
    static LATE: AtomicUsize = AtomicUsize::new(0);
    fn edited_meanwhile(file: &mut File, bytes: &[u8]) -> io::Result<()> {
        atomic::fill(file, bytes)?;
        let temp = fs::read_link(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(file)))?;
        LATE.fetch_add(1, Ordering::Relaxed);
        fs::write(temp.with_file_name("PROFILE.md"), "an editor's")
    }
    let (folder, mut files) = vault();
    files.write("PROFILE.md", b"old").unwrap();
    files.fill = edited_meanwhile;
    let expected = Some(Fingerprint::of(b"old"));
    assert_eq!(files.write_atomic("PROFILE.md", b"ours", expected).unwrap(), Outcome::Changed);
    assert_eq!(fs::read(folder.path().join("PROFILE.md")).unwrap(), b"an editor's");
    assert_eq!(LATE.load(Ordering::Relaxed), 1);
}

#[test]
fn a_rewrite_keeps_the_mode_and_a_link_stays_a_link() {
    let (folder, files) = vault();
    let elsewhere = tempfile::tempdir().unwrap();
    let target = elsewhere.path().join("mine.md");
    fs::write(&target, "old").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&target, folder.path().join("real.md")).unwrap();
    symlink("real.md", folder.path().join("PROFILE.md")).unwrap();
    files.write("PROFILE.md", b"new").unwrap();
    assert!(folder.path().join("PROFILE.md").is_symlink() && folder.path().join("real.md").is_symlink());
    assert_eq!(fs::read(&target).unwrap(), b"new");
    assert_eq!(mode(&target), 0o640);
    symlink(elsewhere.path().join("later.md"), folder.path().join("SESSION.md")).unwrap();
    files.write("SESSION.md", b"first").unwrap();
    assert_eq!(fs::read(elsewhere.path().join("later.md")).unwrap(), b"first");
    symlink("loop.md", folder.path().join("loop.md")).unwrap();
    assert!(matches!(files.write("loop.md", b"x"), Err(VaultError::Read { .. })));
}

#[test]
fn a_full_disk_leaves_the_old_file_and_nothing_else() {
    fn full(file: &mut File, bytes: &[u8]) -> io::Result<()> {
        io::Write::write_all(file, bytes.get(..2).unwrap_or_default())?;
        io::Write::write_all(&mut fs::OpenOptions::new().write(true).open("/dev/full")?, bytes)
    }
    let (folder, mut files) = vault();
    files.write("PROFILE.md", b"old").unwrap();
    files.fill = full;
    let error = files.write("PROFILE.md", b"newer").unwrap_err();
    assert!(matches!(error, VaultError::Full { .. }), "{error:?}");
    assert!(error.to_string().contains("PROFILE.md; the old file is unchanged, free some space"), "{error}");
    assert_eq!(fs::read(folder.path().join("PROFILE.md")).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["PROFILE.md"]);
}

#[test]
fn a_read_error_is_never_an_empty_file() {
    let (folder, files) = vault();
    fs::create_dir(folder.path().join("PROFILE.md")).unwrap();
    assert!(matches!(files.read("PROFILE.md"), Err(VaultError::NotAFile { .. })));
    assert!(matches!(files.write("PROFILE.md", b"x"), Err(VaultError::NotAFile { .. })));
    fs::write(folder.path().join("memory"), "a file where a folder should be").unwrap();
    assert!(matches!(files.read("memory/2026-11-15.md"), Err(VaultError::Read { .. })));
    let error = files.write_atomic("memory/2026-11-15.md", b"x", None).unwrap_err();
    assert!(matches!(error, VaultError::NotAFolder { .. }), "{error:?}");
    symlink("/dev/full", folder.path().join("SESSION.md")).unwrap();
    assert!(matches!(files.write_atomic("SESSION.md", b"x", None), Err(VaultError::NotAFile { .. })));
}

#[test]
fn no_path_leaves_the_workspace() {
    let (_folder, files) = vault();
    for path in ["", "/etc/passwd", "../x.md", "memory/../../x.md", "./x.md", "a\\b", "a\0b", "memory/.."] {
        assert!(matches!(files.read(path), Err(VaultError::Outside { .. })), "{path:?}");
        assert!(matches!(files.write_atomic(path, b"", None), Err(VaultError::Outside { .. })), "{path:?}");
    }
}

#[test]
fn what_killed_writers_left_is_cleaned_and_nothing_else() {
    let (folder, files) = vault();
    let elsewhere = tempfile::tempdir().unwrap();
    fs::write(elsewhere.path().join("p.md"), "x").unwrap();
    fs::write(elsewhere.path().join(".p.md.2000000007-0.memoro-tmp"), "x").unwrap();
    fs::write(elsewhere.path().join(".other.md.2000000007-0.memoro-tmp"), "x").unwrap();
    symlink(elsewhere.path().join("p.md"), folder.path().join("PROFILE.md")).unwrap();
    files.write("memory/learnings/บันทึก.md", b"x").unwrap();
    fs::write(folder.path().join("memory/learnings/.บันทึก.md.2000000007-0.memoro-tmp"), "half").unwrap();
    fs::write(folder.path().join(".SESSION.md.2000000007-1.memoro-tmp"), "half").unwrap();
    fs::write(folder.path().join(".swp"), "an editor's").unwrap();
    let lock = files.lock().unwrap();
    assert_eq!(files.clean_temps(&lock).unwrap(), 3);
    assert_eq!(names(folder.path()), [".memoro", ".swp", "PROFILE.md", "memory"]);
    assert_eq!(names(&folder.path().join("memory/learnings")), ["บันทึก.md"]);
    assert_eq!(names(elsewhere.path()), [".other.md.2000000007-0.memoro-tmp", "p.md"]);
}

#[test]
fn what_a_living_writer_is_about_to_put_in_its_place_stays() {
    let (folder, files) = vault();
    let mut other = std::process::Command::new("sleep").arg("60").spawn().unwrap();
    let name = |process: u32| folder.path().join(format!(".memoro/.forgetting.{process}-0.memoro-tmp"));
    let lock = files.lock().unwrap();
    for process in [other.id(), std::process::id()] {
        fs::write(name(process), "").unwrap();
    }
    assert_eq!(files.clean_temps(&lock).unwrap(), 0);
    other.kill().unwrap();
    other.wait().unwrap();
    assert_eq!(files.clean_temps(&lock).unwrap(), 1);
    assert!(name(std::process::id()).exists() && !name(other.id()).exists());
}

#[test]
fn markdown_files_and_folders_are_listed_in_order() {
    let (_folder, files) = vault();
    for name in [
        "memory/b.md",
        "memory/ก.md",
        "memory/.hidden.md",
        "memory/x.txt",
        "memory/recent/y.md",
        "PROFILE.md",
    ] {
        files.write(name, b"").unwrap();
    }
    assert_eq!(files.list("memory").unwrap(), ["memory/b.md", "memory/ก.md"]);
    assert_eq!(files.list("").unwrap(), ["PROFILE.md"]);
    assert_eq!(files.list("users").unwrap(), [""; 0]);
    assert_eq!(files.folders("memory").unwrap(), ["memory/recent"]);
}

#[test]
fn a_second_writer_waits_no_longer_than_told() {
    let (folder, files) = vault();
    let held = files.lock().unwrap();
    let other = VaultFiles::new(folder.path()).unwrap();
    let error = other.lock_within(Duration::from_millis(30)).unwrap_err();
    assert!(matches!(error, VaultError::Busy { .. }));
    assert!(error.to_string().contains("vault.lock for 30ms"), "{error}");
    drop(held);
    other.lock_within(Duration::from_secs(20)).unwrap();
    assert_eq!(mode(&folder.path().join(".memoro/vault.lock")), 0o600);
}

#[test]
fn writers_that_take_turns_lose_no_line() {
    let (folder, files) = vault();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let files = &files;
            scope.spawn(move || {
                for n in 0..25 {
                    let _turn = files.lock().unwrap();
                    let read = files.read("log.md").unwrap();
                    let mut bytes = read.as_ref().map(|file| file.bytes.clone()).unwrap_or_default();
                    bytes.extend(format!("{writer}-{n}\n").bytes());
                    let expected = read.map(|file| file.fingerprint);
                    let outcome = files.write_atomic("log.md", &bytes, expected).unwrap();
                    assert!(matches!(outcome, Outcome::Done(_)), "nobody else was at the file");
                }
            });
        }
    });
    let text = fs::read_to_string(folder.path().join("log.md")).unwrap();
    let lines: std::collections::BTreeSet<_> = text.lines().collect();
    assert_eq!((text.lines().count(), lines.len()), (100, 100));
    assert_eq!(names(folder.path()), [".memoro", "log.md"]);
}

/// How PROFILE.md is known that holds these bytes now.
fn profile(files: &VaultFiles, bytes: &[u8]) -> FileState {
    FileState {
        path: "PROFILE.md".into(),
        mtime: files.stamp("PROFILE.md").unwrap().unwrap().modified_ns,
        size: i64::try_from(bytes.len()).unwrap(),
        inode: 0,
        hash: *Fingerprint::of(bytes).as_bytes(),
        troubled: false,
    }
}

#[test]
fn a_line_that_is_appended_just_after_a_file_was_read_is_not_missed_in_it() {
    let (folder, files) = vault();
    let path = folder.path().join("PROFILE.md");
    fs::create_dir(folder.path().join(".memoro")).unwrap();
    files.write("PROFILE.md", b"one\n").unwrap();
    let (written, read) = (profile(&files, b"one\n"), files.read("PROFILE.md").unwrap().unwrap());
    fs::OpenOptions::new().append(true).open(&path).unwrap().write_all("สอง\n".as_bytes()).unwrap();
    let lost = || files.overwritten("PROFILE.md", Some(&written), None, &read.bytes);
    assert_eq!(lost(), b"", "it would stand there twice");
    // Once somebody has put another file in its place the line is gone from there.
    fs::write(folder.path().join("part"), "one\n").unwrap();
    fs::rename(folder.path().join("part"), &path).unwrap();
    assert_eq!(lost(), "สอง\n".as_bytes());
}

#[test]
fn a_version_that_is_replaced_while_it_is_taken_in_is_still_held() {
    let (folder, files) = vault();
    let path = folder.path().join("PROFILE.md");
    fs::create_dir(folder.path().join(".memoro")).unwrap();
    files.write("PROFILE.md", b"one\n").unwrap();
    fs::read(&path).unwrap();
    files.write("PROFILE.md", b"one\ntwo\n").unwrap();
    let written = profile(&files, b"one\ntwo\n");
    fs::OpenOptions::new().append(true).open(&path).unwrap().write_all("สาม\n".as_bytes()).unwrap();
    let read = files.read("PROFILE.md").unwrap().unwrap();
    // Somebody who knows the first version only puts another text in its place before that one is held.
    fs::write(folder.path().join("part"), "one\n四\n").unwrap();
    fs::rename(folder.path().join("part"), &path).unwrap();
    files.hold_taken("PROFILE.md", &read, Some(&written));
    let held = fs::metadata(files.second_name("PROFILE.md", read.fingerprint.as_bytes())).unwrap();
    assert_eq!(held.len(), read.bytes.len() as u64);
}

#[test]
fn what_is_saved_over_a_file_at_once_does_not_pass_for_what_was_written() {
    for round in 0..40 {
        let (folder, files) = vault();
        let path = folder.path().join("PROFILE.md");
        fs::write(&path, "old\n").unwrap();
        let old = files.read("PROFILE.md").unwrap().unwrap();
        std::thread::scope(|scope| {
            let editor = scope.spawn(|| {
                while fs::read(&path).unwrap() != b"new\n" {}
                if round % 2 == 0 {
                    fs::write(&path, "own\n").unwrap();
                } else {
                    fs::write(folder.path().join("part"), "own\n").unwrap();
                    fs::rename(folder.path().join("part"), &path).unwrap();
                }
            });
            let outcome = files.write_atomic("PROFILE.md", b"new\n", Some(old.fingerprint)).unwrap();
            let Outcome::Done(stamp) = outcome else { panic!() };
            editor.join().unwrap();
            assert_ne!(files.stamp("PROFILE.md").unwrap(), Some(stamp), "round {round}");
        });
    }
}

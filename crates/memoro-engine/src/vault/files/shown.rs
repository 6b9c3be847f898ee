//! Who has looked at what. A file that Memoro writes is marked as never read, and every reader but Memoro takes the mark
//! away; so an edit tells which version it was made from. Where nobody keeps the time of reading, nothing is known and
//! every edit is taken for one of the present version.

use std::fs;
use std::path::{Path, PathBuf};

use memoro_core::markdown::safe_name;
use memoro_store::FileState;

use super::{FileRead, Fingerprint, Stamp, VaultFiles, stamp_of};

/// Holds a second name of the version of each file that was written last, which outlives its being replaced.
const FOLDER: &str = ".memoro/shown";

impl VaultFiles {
    /// Gives a version that is about to be put in its place a second name, to see later whether anybody looked at it.
    /// Files of one memory have none: there is nothing in them to put together.
    pub(super) fn hold(&self, relative: &str, path: &Path, new: Fingerprint) -> Option<PathBuf> {
        let alone = relative.starts_with(".memoro/") || relative.starts_with("memory/learnings/");
        if alone || !self.root().join(".memoro").is_dir() {
            return None;
        }
        let name = self.second_name(relative, &new.0);
        super::make_folder(name.parent()?).ok()?;
        let _ = fs::remove_file(&name);
        fs::hard_link(path, &name).ok().map(|()| name)
    }

    /// Holds a version that others made, when it is taken in, as one of Memoro's own is held: whoever has not looked at the
    /// file since Memoro wrote it has not looked at what others added to it either. `before` is the version that was
    /// known until then. Returns the stamp of the file, which the second name changes.
    pub(crate) fn hold_taken(&self, relative: &str, read: &FileRead, before: Option<&FileState>) -> Stamp {
        let look = |path: &Path| fs::metadata(path).ok();
        let Ok(path) = self.resolved(relative) else { return read.stamp };
        let of = |stamp: Stamp| (stamp.modified_ns, stamp.size);
        let there = look(&path).filter(|found| stamp_of(found) == read.stamp).map(|found| (path, found));
        // Who saves another text at this moment leaves the one that was read its second name.
        let replaced = || {
            let name = self.second_name(relative, &before?.hash);
            let found = look(&name).filter(|found| of(stamp_of(found)) == of(read.stamp))?;
            Some((name, found))
        };
        let Some((path, found)) = there.or_else(replaced) else { return read.stamp };
        let is_it = |name: &Path| look(name).is_some_and(|held| is_same(&held, &found));
        let held = before.filter(|before| is_it(&self.second_name(relative, &before.hash)));
        if let Some(before) = held {
            let size = usize::try_from(before.size).unwrap_or(usize::MAX);
            if size < read.bytes.len() && Fingerprint(before.hash, size).begins(&read.bytes) {
                // Who read it when it was no longer than that knows nothing of the rest.
                let known = Some(time_of_reading(&found)).filter(|at| *at >= before.mtime);
                self.keep_added(relative, read, (size as u64, known.unwrap_or_default()));
            } else if time_of_reading(&found) == 0 {
                // Who wrote another text into it knows that.
                mark_as_read(&path, &found);
            }
        }
        let name = self.second_name(relative, read.fingerprint.as_bytes());
        let name = if is_it(&name) { Some(name) } else { self.hold(relative, &path, read.fingerprint) };
        if let Some(name) = &name {
            hold_only(name);
        }
        let now = look(&path).map_or(read.stamp, |found| stamp_of(&found));
        if of(now) == of(read.stamp) { now } else { read.stamp }
    }

    /// Returns what others added to the end of the version that was known last, and nobody read, before somebody put
    /// another file in its place: while it still is the file, all that is added stands there.
    pub(super) fn added_to(&self, relative: &str, last: &FileState) -> Vec<u8> {
        let name = self.second_name(relative, &last.hash);
        let unread = |found: &fs::Metadata| time_of_reading(found) < stamp_of(found).modified_ns;
        let there = self.resolved(relative).ok().and_then(|path| fs::metadata(path).ok());
        let is_there = |found: &fs::Metadata| there.is_some_and(|there| is_same(&there, found));
        if !fs::metadata(&name).is_ok_and(|found| unread(&found) && !is_there(&found)) {
            return Vec::new();
        }
        let mut bytes = read_quietly(&name).unwrap_or_default();
        let size = usize::try_from(last.size).unwrap_or(usize::MAX);
        let grown = size < bytes.len() && Fingerprint(last.hash, size).begins(&bytes);
        if grown { bytes.split_off(size) } else { Vec::new() }
    }

    /// Returns the version that an edit was made from, where that is not the one that was written last: the newest that
    /// anybody but Memoro had looked at when the edit was saved. `last` is the hash of the one that was written last,
    /// `saved` when the edit was, in nanoseconds since 1970.
    pub(crate) fn seen_before(&self, relative: &str, last: &[u8; 32], saved: i64) -> Option<Vec<u8>> {
        let held = fs::metadata(self.second_name(relative, last)).ok()?;
        if was_read(&held, saved) { None } else { self.newest_seen(relative, saved) }
    }

    /// Returns the version of a file that has this hash, if it is held and nobody wrote into it since.
    pub(crate) fn held(&self, relative: &str, hash: &[u8; 32]) -> Option<Vec<u8>> {
        let bytes = read_quietly(&self.second_name(relative, hash)).ok()?;
        (blake3::hash(&bytes).as_bytes() == hash).then_some(bytes)
    }

    /// Tells whether the time of a file's last saving was set by hand, more than a second after it.
    #[cfg(unix)]
    pub(crate) fn was_set_back(&self, relative: &str) -> bool {
        use std::os::unix::fs::MetadataExt as _;
        let found = self.resolved(relative).ok().and_then(|path| fs::metadata(path).ok());
        found.is_some_and(|found| found.ctime() > found.mtime() + 1)
    }

    #[cfg(not(unix))]
    pub(crate) fn was_set_back(&self, _relative: &str) -> bool {
        false
    }

    /// Returns the second names that versions of a file have now.
    pub(super) fn second_names(&self, relative: &str) -> Vec<PathBuf> {
        let folder = self.root().join(FOLDER).join(safe_name(relative));
        let names = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        names.map(|entry| entry.path()).collect()
    }

    /// Lets go of what is held of a file that is gone: nobody can save an older copy over it as an edit of what it said.
    pub(crate) fn let_go(&self, relative: &str) {
        let _ = fs::remove_dir_all(self.root().join(FOLDER).join(safe_name(relative)));
    }

    /// Lets go of all that is held.
    pub(super) fn drop_shown(&self) {
        let _ = fs::remove_dir_all(self.root().join(FOLDER));
    }

    pub(super) fn second_name(&self, relative: &str, hash: &[u8; 32]) -> PathBuf {
        let hash = blake3::Hash::from_bytes(*hash).to_hex();
        self.root().join(FOLDER).join(safe_name(relative)).join(hash.as_str())
    }
}

/// Lets go of the versions of a file that were held before this one.
pub(super) fn hold_only(name: &Path) {
    let others = name.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
    for other in others.filter_map(Result::ok).filter(|other| other.path() != name) {
        let _ = fs::remove_file(other.path());
    }
}

/// Gives a version the second names of the one that it takes the place of without anybody having been told.
pub(super) fn hold_as(names: &[PathBuf], path: &Path) {
    for name in names {
        let _ = fs::remove_file(name);
        let _ = fs::hard_link(path, name);
    }
}

/// Marks a file as never read.
pub(super) fn mark(file: &fs::File) {
    let _ = file.set_times(fs::FileTimes::new().set_accessed(std::time::UNIX_EPOCH));
}

/// Marks a file as read when it was saved.
fn mark_as_read(path: &Path, found: &fs::Metadata) {
    let file = fs::File::options().write(true).open(path);
    let times = found.modified().map(|saved| fs::FileTimes::new().set_accessed(saved));
    let _ = file.and_then(|file| file.set_times(times?));
}

/// Tells whether anybody but Memoro has read a file since it was marked, at this moment or before.
#[cfg(unix)]
pub(super) fn was_read(file: &fs::Metadata, by: i64) -> bool {
    let read = time_of_reading(file);
    read != 0 && read <= by
}

/// Returns when a file was read, in nanoseconds since 1970; 0 where nobody has since it was marked.
#[cfg(unix)]
pub(super) fn time_of_reading(file: &fs::Metadata) -> i64 {
    use std::os::unix::fs::MetadataExt as _;
    file.atime().saturating_mul(1_000_000_000).saturating_add(file.atime_nsec())
}

#[cfg(not(unix))]
pub(super) fn time_of_reading(_file: &fs::Metadata) -> i64 {
    i64::MAX
}

/// Tells whether two names are those of one file.
#[cfg(unix)]
pub(super) fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
pub(super) fn is_same(_one: &fs::Metadata, _other: &fs::Metadata) -> bool {
    false
}

#[cfg(not(unix))]
pub(super) fn was_read(_file: &fs::Metadata, _by: i64) -> bool {
    true
}

/// Opens a file for reading without leaving a trace of it, where the system allows that.
pub(super) fn open_quietly(path: &Path) -> std::io::Result<fs::File> {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let quiet = i32::try_from(rustix::fs::OFlags::NOATIME.bits()).unwrap_or_default();
        if let Ok(file) = fs::OpenOptions::new().read(true).custom_flags(quiet).open(path) {
            return Ok(file);
        }
    }
    fs::File::open(path)
}

/// Reads a file without leaving a trace of it.
pub(super) fn read_quietly(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut open_quietly(path)?, &mut bytes)?;
    Ok(bytes)
}

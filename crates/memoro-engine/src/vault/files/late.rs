//! What others write into a file after it was replaced: who had it open before, for example a shell with `>>`, still
//! writes into the old one. So a replaced file is kept for a while; what appears at its end is put behind the new
//! file, and a whole new version is laid beside it. Decides nothing about memories.

mod settle;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use memoro_core::markdown::{id_of_name, safe_name};
use memoro_store::FileState;

pub(crate) use settle::moment;

use super::atomic::Temp;
use super::error::VaultError;
use super::shown::{hold_as, read_quietly, time_of_reading, was_read};
use super::{FileRead, Outcome, Stamp, VaultFiles, VaultLock, children, is_missing, stamp_of};

/// Where replaced files are kept.
pub(crate) const FOLDER: &str = ".memoro/replaced";
/// What the name of a version that was saved meanwhile holds.
pub(crate) const SAVED: &str = ".saved-";
/// How long a replaced file is kept.
const GRACE: Duration = Duration::from_mins(1);
/// How long a version is kept that somebody has read: an editor may still show it.
const READ: Duration = Duration::from_mins(10);
/// How long the newest of them is.
const OPEN: Duration = Duration::from_hours(24);
/// How many are kept at most.
const MOST: usize = 256;
/// How long a line that has no end yet is waited for.
const LINE: Duration = Duration::from_millis(300);
/// How much of a hash is in a name.
const SHORT: usize = 16;

/// A replaced file.
#[derive(Debug)]
struct Replaced {
    path: PathBuf,
    /// The file that took its place, relative to the workspace.
    relative: String,
    /// How much of it is in the new file already.
    size: u64,
    /// When it was last written before that.
    modified_ns: i64,
    /// The beginning of the hash of that part.
    hash: String,
    /// When it was replaced, in milliseconds since 1970.
    at: u128,
    /// How long it was when it was replaced: what stands between that and `size` was put behind the new file.
    first: u64,
}

impl Replaced {
    fn parse(folder: &Path, name: &str) -> Option<Self> {
        let mut parts = name.rsplitn(5, '.');
        let (last, hash, modified, size) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let size = size.parse().ok()?;
        Some(Self {
            path: folder.join(name),
            relative: id_of_name(parts.next()?)?,
            size,
            first: last.split('-').nth(3).and_then(|first| first.parse().ok()).unwrap_or(size),
            modified_ns: modified.parse().ok()?,
            hash: hash.to_owned(),
            at: last.split('-').next()?.parse().ok()?,
        })
    }

    fn is_touched(&self, stamp: Stamp) -> bool {
        stamp.size != self.size || stamp.modified_ns != self.modified_ns
    }

    /// Tells whether it was kept long enough; the version that somebody may have open is kept for a day, and so is what was
    /// put behind the new file: whoever saves an older copy over that takes it out without knowing.
    fn is_old(&self, bases: &[PathBuf]) -> bool {
        let age = self.age();
        let wanted = || bases.contains(&self.path) || self.first < self.size;
        age > GRACE && !(age <= READ && self.was_read()) && (age > OPEN || !wanted())
    }

    fn was_read(&self) -> bool {
        was_read_at(&self.path, i64::MAX)
    }

    /// Returns the lines that were put behind the new file.
    fn taken(&self) -> Vec<Vec<u8>> {
        let place = |size: u64| usize::try_from(size).unwrap_or(usize::MAX);
        let bytes = read_quietly(&self.path).unwrap_or_default();
        let taken = bytes.get(place(self.first)..place(self.size)).unwrap_or_default();
        split_lines(taken).map(<[u8]>::to_vec).collect()
    }

    fn age(&self) -> Duration {
        since_epoch().saturating_sub(Duration::from_millis(u64::try_from(self.at).unwrap_or(u64::MAX)))
    }
}

/// A replaced version of a file.
#[derive(Debug)]
pub(crate) struct Version {
    /// What stood in it when it was replaced.
    pub(crate) bytes: Vec<u8>,
    /// When somebody but Memoro first read it, in nanoseconds since 1970.
    pub(crate) read: Option<i64>,
    /// Whether it was replaced within the last minutes.
    pub(crate) is_recent: bool,
}

/// What was found in a replaced file.
enum Found {
    /// Nothing, or nothing whole yet.
    Nothing,
    /// More at its end: the bytes, and the size with them.
    More(Vec<u8>, u64),
    /// Another text altogether.
    Other(Vec<u8>),
}

impl VaultFiles {
    /// Returns where a file that is about to be replaced will be kept; `None` where that cannot be.
    pub(super) fn keeping(&self, relative: &str, stamp: Stamp, hash: &str) -> Option<PathBuf> {
        let name = safe_name(relative);
        if id_of_name(&name).as_deref() != Some(relative) || relative.starts_with(".memoro/") {
            return None;
        }
        let folder = self.root().join(FOLDER);
        super::make_folder(&folder).ok()?;
        let (now, pid) = (since_epoch().as_millis(), std::process::id());
        let hash: String = hash.chars().take(SHORT).collect();
        let named = |n: u32| {
            folder.join(format!("{name}.{}.{}.{hash}.{now}-{pid}-{n}", stamp.size, stamp.modified_ns))
        };
        (0..1_000).map(named).find(|path| !path.exists())
    }

    /// Tells whether something was written into a replaced file, or one has been kept long enough.
    pub fn has_late(&self) -> Result<bool, VaultError> {
        let kept = self.replaced()?;
        let bases = bases(&kept);
        let touched = |one: &Replaced| match fs::metadata(&one.path) {
            Ok(found) => one.is_touched(stamp_of(&found)) || one.is_old(&bases),
            Err(_) => false,
        };
        Ok(kept.len() > MOST || kept.iter().any(touched))
    }

    /// Puts what was written into replaced files behind the new ones, and lets go of those that were kept long enough.
    pub fn take_late(&self, _lock: &VaultLock) -> Result<(), VaultError> {
        let mut kept = self.replaced()?;
        let over = kept.len().saturating_sub(MOST);
        let bases = bases(&kept);
        if over > 0 {
            // What nobody has read goes first: nobody has it open.
            kept.sort_by_key(Replaced::was_read);
        }
        for (n, one) in kept.into_iter().enumerate() {
            let old = n < over || one.is_old(&bases);
            if self.take_one(&one)? && old {
                let _ = fs::remove_file(&one.path);
            }
        }
        Ok(())
    }

    /// Lets go of all replaced files; what was written into them is kept.
    pub fn drop_replaced(&self, lock: &VaultLock) -> Result<(), VaultError> {
        self.take_late(lock)?;
        for one in self.replaced()? {
            super::atomic::remove(&one.path)?;
        }
        self.drop_shown();
        Ok(())
    }

    /// Returns the newest replaced version of a file that anybody but Memoro had read by then, as it was when it was
    /// replaced.
    pub(super) fn newest_seen(&self, relative: &str, by: i64) -> Option<Vec<u8>> {
        let kept = self.replaced().ok()?;
        let of_file = |one: &&Replaced| one.relative == relative && was_read_at(&one.path, by);
        let seen = kept.iter().filter(of_file).rfind(|one| !was_read_shorter(one, &kept))?;
        let mut bytes = read_quietly(&seen.path).ok()?;
        bytes.truncate(usize::try_from(seen.first).ok()?);
        Some(bytes)
    }

    /// Returns the replaced versions of a file, the oldest first.
    pub(crate) fn versions(&self, relative: &str) -> Vec<Version> {
        let kept = self.replaced().unwrap_or_default().into_iter().filter(|one| one.relative == relative);
        kept.filter_map(|one| {
            let mut bytes = read_quietly(&one.path).ok()?;
            bytes.truncate(usize::try_from(one.first).ok()?);
            let read = fs::metadata(&one.path).map_or(0, |found| time_of_reading(&found));
            Some(Version { bytes, read: Some(read).filter(|at| *at != 0), is_recent: one.age() <= READ })
        })
        .collect()
    }

    /// Keeps a version to whose end others have added lines: up to `first` it is what those know who read it at `known`,
    /// before that; 0 where nobody did.
    pub(super) fn keep_added(&self, relative: &str, read: &FileRead, (first, known): (u64, i64)) {
        let stamp = Stamp { size: read.bytes.len() as u64, ..read.stamp };
        let hash = blake3::Hash::from_bytes(*read.fingerprint.as_bytes()).to_hex();
        let Some(path) = self.keeping(relative, stamp, &hash) else { return };
        let mut name = path.into_os_string();
        name.push(format!("-{first}"));
        let path = PathBuf::from(name);
        let time = |ns: i64| UNIX_EPOCH + Duration::from_nanos(u64::try_from(ns).unwrap_or_default());
        let times = fs::FileTimes::new().set_accessed(time(known)).set_modified(time(stamp.modified_ns));
        // What is lost of it in a power cut was not promised to anybody.
        let Ok(temp) = Temp::write(&path, &read.bytes, std::io::Write::write_all) else { return };
        let made = fs::File::options().write(true).open(temp.path()).and_then(|file| file.set_times(times));
        let _ = made.and_then(|()| fs::rename(temp.path(), &path));
    }

    /// Returns the lines that others added to a file late and that an edit of an older version has taken out: they were
    /// put behind the file after that version, `seen`, was read, or behind the one that was known `last`, and `now` does
    /// not hold them. Without such a version the edit was made from the last one.
    pub(crate) fn overwritten(
        &self,
        relative: &str,
        last: Option<&FileState>,
        seen: Option<&[u8]>,
        now: &[u8],
    ) -> Vec<u8> {
        let mut held: BTreeSet<Vec<u8>> =
            split_lines(seen.unwrap_or_default()).chain(split_lines(now)).map(<[u8]>::to_vec).collect();
        let late = seen.and_then(|_| self.replaced().ok()).unwrap_or_default().into_iter();
        let added = last.map(|last| self.added_to(relative, last)).unwrap_or_default();
        let added: Vec<Vec<u8>> = split_lines(&added).map(<[u8]>::to_vec).collect();
        let lines = late.filter(|one| one.relative == relative).flat_map(|one| one.taken()).chain(added);
        let mut lost = Vec::new();
        for line in lines.filter(|line| !line.trim_ascii().is_empty()) {
            if held.contains(&line) {
                continue;
            }
            lost.extend_from_slice(&line);
            lost.push(b'\n');
            held.insert(line);
        }
        lost
    }

    /// Returns the replaced files, the oldest first.
    fn replaced(&self) -> Result<Vec<Replaced>, VaultError> {
        let folder = self.root().join(FOLDER);
        let names = children(&folder)?.into_iter();
        let mut kept: Vec<Replaced> = names.filter_map(|(name, _)| Replaced::parse(&folder, &name)).collect();
        kept.sort_by(|a, b| (a.at, &a.path).cmp(&(b.at, &b.path)));
        Ok(kept)
    }

    /// Takes what is new in a replaced file; tells whether nothing of it waits any more.
    fn take_one(&self, one: &Replaced) -> Result<bool, VaultError> {
        let stamp = match fs::metadata(&one.path) {
            Ok(found) => stamp_of(&found),
            Err(error) if is_missing(&error) => return Ok(false),
            Err(error) => return Err(VaultError::read(&one.path, error)),
        };
        if !one.is_touched(stamp) {
            return Ok(true);
        }
        match look(one, stamp)? {
            Found::Nothing => return Ok(one.age() > GRACE),
            Found::More(bytes, size) => {
                self.append(&one.relative, &bytes)?;
                return self.noted(one, size, stamp);
            }
            Found::Other(bytes) => {
                self.lay_beside(one, &bytes)?;
            }
        }
        let _ = fs::remove_file(&one.path);
        Ok(true)
    }

    /// Lays a version beside its file, under a name that no other version has.
    fn lay_beside(&self, one: &Replaced, bytes: &[u8]) -> Result<(), VaultError> {
        let mut at = one.at;
        // Several may have been replaced in one moment.
        while self.write_atomic(&saved_name(&one.relative, at), bytes, None)? == Outcome::Changed {
            at += 1;
        }
        Ok(())
    }

    /// Notes how much of a replaced file was taken.
    fn noted(&self, one: &Replaced, size: u64, stamp: Stamp) -> Result<bool, VaultError> {
        let bytes = read_quietly(&one.path).map_err(|error| VaultError::read(&one.path, error))?;
        let taken = bytes.get(..usize::try_from(size).unwrap_or(usize::MAX)).unwrap_or(&bytes);
        let hash: String = blake3::hash(taken).to_hex().chars().take(SHORT).collect();
        let name = format!(
            "{}.{size}.{}.{hash}.{}-{}-{}-{}",
            safe_name(&one.relative),
            stamp.modified_ns,
            one.at,
            std::process::id(),
            since_epoch().as_nanos(),
            one.first
        );
        let to = self.root().join(FOLDER).join(name);
        fs::rename(&one.path, &to).map_err(|error| VaultError::write(&to, error))?;
        Ok(false)
    }

    /// Puts bytes behind a file, on a line of their own. Nobody is told: what the file was taken for before, the new one is.
    pub(crate) fn append(&self, relative: &str, more: &[u8]) -> Result<(), VaultError> {
        loop {
            let read = self.read(relative)?;
            let mut bytes = read.as_ref().map(|read| read.bytes.clone()).unwrap_or_default();
            if bytes.last().is_some_and(|last| *last != b'\n') {
                bytes.push(b'\n');
            }
            bytes.extend_from_slice(more);
            let expected = read.map(|read| read.fingerprint);
            let mut names = self.second_names(relative);
            names.extend(expected.map(|expected| self.second_name(relative, expected.as_bytes())));
            if let Outcome::Done(_) = self.write_atomic(relative, &bytes, expected)? {
                hold_as(&names, &self.resolved(relative)?);
                return Ok(());
            }
        }
    }
}

/// Returns the lines of bytes without their ends.
fn split_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}

/// Returns the newest version of each file that somebody has read.
fn bases(kept: &[Replaced]) -> Vec<PathBuf> {
    let mut newest: BTreeMap<&str, &Path> = BTreeMap::new();
    for one in kept.iter().filter(|one| one.age() > GRACE && was_read_at(&one.path, i64::MAX)) {
        newest.insert(&one.relative, &one.path);
    }
    newest.into_values().map(Path::to_owned).collect()
}

/// Tells whether a version was only read before others added to its end; what was read is kept by itself then.
fn was_read_shorter(one: &Replaced, kept: &[Replaced]) -> bool {
    let longer = |of: &&Replaced| (&of.relative, of.size, &of.hash) == (&one.relative, one.size, &one.hash);
    let read = fs::metadata(&one.path).map_or(0, |found| time_of_reading(&found));
    one.first == one.size && read < one.modified_ns && kept.iter().filter(longer).any(|of| of.first < of.size)
}

fn was_read_at(path: &Path, by: i64) -> bool {
    fs::metadata(path).is_ok_and(|found| was_read(&found, by))
}

fn look(one: &Replaced, stamp: Stamp) -> Result<Found, VaultError> {
    let bytes = match read_quietly(&one.path) {
        Ok(bytes) => bytes,
        Err(error) if is_missing(&error) => return Ok(Found::Nothing),
        Err(error) => return Err(VaultError::read(&one.path, error)),
    };
    let size = usize::try_from(one.size).unwrap_or(usize::MAX);
    let grown = bytes
        .split_at_checked(size)
        .filter(|(before, _)| blake3::hash(before).to_hex().chars().take(SHORT).eq(one.hash.chars()));
    let modified = Duration::from_nanos(u64::try_from(stamp.modified_ns).unwrap_or_default());
    let resting = since_epoch().saturating_sub(modified) > LINE;
    match grown {
        Some((_, more)) => {
            let whole =
                if resting { more.len() } else { memchr::memrchr(b'\n', more).map_or(0, |at| at + 1) };
            let more = more.get(..whole).unwrap_or_default();
            if more.is_empty() {
                return Ok(Found::Nothing);
            }
            Ok(Found::More(more.to_vec(), one.size + more.len() as u64))
        }
        None if !resting || bytes.is_empty() => Ok(Found::Nothing),
        None => Ok(Found::Other(bytes)),
    }
}

/// Returns the name beside a file for a version of it that was saved while it was replaced.
fn saved_name(relative: &str, at: u128) -> String {
    let end = relative.rfind('.').filter(|at| !relative.get(*at..).unwrap_or_default().contains('/'));
    let (stem, ending) = relative.split_at_checked(end.unwrap_or(relative.len())).unwrap_or((relative, ""));
    format!("{stem}{SAVED}{at}{ending}")
}

fn since_epoch() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

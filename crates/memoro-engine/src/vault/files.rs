//! The files of a workspace: read whole, written atomically and durably, never outside the folder.
//! It knows bytes and paths, not memories; a file that changed since it was read is not overwritten.

mod atomic;
mod error;
pub(crate) mod late;
mod links;
mod lock;
mod shown;

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

pub use error::VaultError;
pub(crate) use late::Version;
pub use lock::VaultLock;
pub use memoro_core::markdown::safe_name;

use atomic::Fill;

/// How long a writer waits for others before it gives up.
const PATIENCE: Duration = Duration::from_secs(30);

/// The files of one workspace.
#[derive(Debug)]
pub struct VaultFiles {
    root: PathBuf,
    fill: Fill,
    /// The folders outside that links may lead to.
    linked: Vec<PathBuf>,
}

/// What a file held: the hash of its bytes, and how many they were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32], usize);

impl Fingerprint {
    /// Takes the fingerprint of bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes(), bytes.len())
    }

    /// Tells whether bytes are these, or these and more behind them.
    fn begins(&self, bytes: &[u8]) -> bool {
        bytes.get(..self.1).is_some_and(|start| Self::of(start) == *self)
    }

    /// Returns the bytes of the fingerprint.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// What a look at a file tells without reading it; equal stamps mean an unchanged file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// When it was last written, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// Its size in bytes.
    pub size: u64,
    /// Its number on the disk and when anything of it last changed, as one number; 0 where the system has none.
    pub inode: u64,
}

/// A file as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRead {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Their fingerprint.
    pub fingerprint: Fingerprint,
    /// What a look at it told.
    pub stamp: Stamp,
}

/// What became of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The file holds the bytes, durably.
    Done(Stamp),
    /// Somebody changed the file since it was read; it was left alone. Read it again and merge.
    Changed,
}

impl VaultFiles {
    /// Takes a folder that exists as a workspace.
    pub fn new(root: impl AsRef<Path>) -> Result<Self, VaultError> {
        let given = root.as_ref();
        let root = given.canonicalize().map_err(|error| VaultError::read(given, error))?;
        if root.is_dir() {
            Ok(Self { root, fill: atomic::fill, linked: Vec::new() })
        } else {
            Err(VaultError::NotAFolder { path: root })
        }
    }

    /// Returns the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Reads a file; `None` where there is none. An error is never an empty file.
    pub fn read(&self, relative: &str) -> Result<Option<FileRead>, VaultError> {
        self.check_links(relative)?;
        read_whole(&self.path(relative)?)
    }

    /// Looks at a file without reading it; `None` where there is none, or only a link that is not followed.
    pub fn stamp(&self, relative: &str) -> Result<Option<Stamp>, VaultError> {
        let path = self.path(relative)?;
        match fs::metadata(&path) {
            Ok(_) if self.leads_out(relative) => Ok(None),
            Ok(found) => Ok(Some(stamp_of(&found))),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(VaultError::read(&path, error)),
        }
    }

    /// Writes a file, if it still is what it was when it was read: `expected` is the fingerprint of then, or
    /// `None` if there was no file.
    ///
    /// Readers see the old file or the new one, never a part. The mode of a file stays; a new one is the
    /// owner's alone. Behind a symbolic link the file it points to is replaced.
    pub fn write_atomic(
        &self,
        relative: &str,
        bytes: &[u8],
        expected: Option<Fingerprint>,
    ) -> Result<Outcome, VaultError> {
        let path = self.check_place(relative)?;
        let temp = atomic::Temp::write(&path, bytes, self.fill)?;
        let keeping = |stamp: Stamp, Fingerprint(hash, size): Fingerprint| {
            let hash = blake3::Hash::from_bytes(hash).to_hex();
            self.keeping(relative, Stamp { size: size as u64, ..stamp }, &hash)
        };
        let new = Fingerprint::of(bytes);
        let held = self.hold(relative, temp.path(), new);
        let outcome = temp.replace(&path, (expected, new), keeping);
        match (&outcome, held) {
            (Ok(Outcome::Done(_)), Some(held)) => shown::hold_only(&held),
            (_, Some(held)) => drop(fs::remove_file(held)),
            (_, None) => {}
        }
        outcome
    }

    /// Returns the file that a relative path stands for, behind links; an error where no file can be written there.
    pub(crate) fn check_place(&self, relative: &str) -> Result<PathBuf, VaultError> {
        let (link, path) = (self.path(relative)?, self.resolved(relative)?);
        if link != path && !path.parent().is_some_and(Path::is_dir) {
            return Err(VaultError::Dangling { path: link, target: path });
        }
        if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            let error = io::Error::other("it is no file");
            return Err(VaultError::NotAFile { path, error });
        }
        Ok(path)
    }

    /// Writes a file whatever it holds now, as [`VaultFiles::write_atomic`] does.
    pub fn write(&self, relative: &str, bytes: &[u8]) -> Result<Stamp, VaultError> {
        loop {
            let expected = self.read(relative)?.map(|file| file.fingerprint);
            if let Outcome::Done(stamp) = self.write_atomic(relative, bytes, expected)? {
                return Ok(stamp);
            }
        }
    }

    /// Makes sure that a file is on the disk as it stands, or as durably gone: an earlier write may have failed
    /// in its last step.
    pub fn sync(&self, relative: &str) -> Result<(), VaultError> {
        atomic::sync(&self.resolved(relative)?)
    }

    /// Removes a file, if it still is what it was when it was read; a missing file counts as removed.
    ///
    /// Behind a symbolic link both the link and the file it points to go.
    pub fn remove(&self, relative: &str, expected: Fingerprint) -> Result<Removal, VaultError> {
        let (link, path) = (self.path(relative)?, self.resolved(relative)?);
        match read_whole(&path)? {
            None => Ok(Removal::Done),
            Some(found) if found.fingerprint != expected => Ok(Removal::Changed),
            Some(_) => {
                atomic::remove(&path)?;
                if link != path {
                    atomic::remove(&link)?;
                }
                Ok(Removal::Done)
            }
        }
    }

    /// Lists the Markdown files in a folder, not below it, sorted; none where there is no folder, and none behind a link that
    /// is not followed.
    pub fn list(&self, folder: &str) -> Result<Vec<String>, VaultError> {
        let prefix = folder.trim_matches('/');
        let path = if prefix.is_empty() { self.root.clone() } else { self.path(prefix)? };
        if self.leads_out(prefix) {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for (name, entry) in children(&path)? {
            let markdown =
                !name.starts_with('.') && Path::new(&name).extension().is_some_and(|end| end == "md");
            let path = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
            if markdown && entry.is_file() && !(entry.is_symlink() && self.leads_out(&path)) {
                found.push(path);
            }
        }
        found.sort();
        Ok(found)
    }

    /// Lists the folders in a folder, not below it, sorted; none where there is no folder.
    pub fn folders(&self, folder: &str) -> Result<Vec<String>, VaultError> {
        let prefix = folder.trim_matches('/');
        let path = if prefix.is_empty() { self.root.clone() } else { self.path(prefix)? };
        let named =
            children(&path)?.into_iter().filter(|(name, entry)| !name.starts_with('.') && entry.is_dir());
        let mut found: Vec<_> = named
            .map(|(name, _)| if prefix.is_empty() { name } else { format!("{prefix}/{name}") })
            .filter(|path| !self.leads_out(path))
            .collect();
        found.sort();
        Ok(found)
    }

    /// Removes what writers left behind that were killed; returns how many files that were.
    ///
    /// The lock shows that nobody else writes to the vault now; what is written beside it has makers that live.
    pub fn clean_temps(&self, _lock: &VaultLock) -> Result<usize, VaultError> {
        let mut folders = vec![self.root.clone()];
        let mut cleaned = 0;
        while let Some(folder) = folders.pop() {
            for (name, entry) in children(&folder)? {
                let path = folder.join(&name);
                if atomic::is_temp(&name) && !entry.is_dir() {
                    cleaned += clean_one(&path)?;
                } else if entry.is_symlink() {
                    let inside = path.strip_prefix(&self.root).unwrap_or(&path);
                    if self.led_out(inside).is_none() {
                        cleaned += clean_beside(&path)?;
                    }
                } else if entry.is_dir() && (name == ".memoro" || !name.starts_with('.')) {
                    folders.push(path);
                }
            }
        }
        Ok(cleaned)
    }

    /// Waits until no other process or thread writes to the vault, at most half a minute.
    pub fn lock(&self) -> Result<VaultLock, VaultError> {
        self.lock_within(PATIENCE)
    }

    /// Waits until no other process does what this name stands for.
    pub(crate) fn lock_for(&self, what: &str, patience: Duration) -> Result<VaultLock, VaultError> {
        let path = self.root.join(format!(".memoro/{what}.lock"));
        atomic::make_folders(&path)?;
        VaultLock::take(&path, patience)
    }

    /// Waits for the vault no longer than this.
    pub fn lock_within(&self, patience: Duration) -> Result<VaultLock, VaultError> {
        let path = self.root.join(".memoro/vault.lock");
        atomic::make_folders(&path)?;
        VaultLock::take(&path, patience)
    }

    /// Returns where a relative path points, without following a link at its end.
    fn path(&self, relative: &str) -> Result<PathBuf, VaultError> {
        let path = Path::new(relative);
        let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
        if relative.is_empty() || !inside || relative.contains(['\0', '\\']) {
            return Err(VaultError::Outside { path: path.to_owned() });
        }
        Ok(self.root.join(path))
    }

    /// Returns the file that a relative path stands for, behind links.
    fn resolved(&self, relative: &str) -> Result<PathBuf, VaultError> {
        self.check_links(relative)?;
        follow(self.path(relative)?)
    }
}

/// Makes a folder and those above it, durably; new ones are the owner's alone.
pub(crate) fn make_folder(folder: &Path) -> Result<(), VaultError> {
    atomic::make_folders(&folder.join("inside"))
}

/// Opens a new file for its owner alone; what was there is gone.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// What became of a removal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// The file is gone, durably.
    Done,
    /// Somebody changed the file since it was read; it was left alone.
    Changed,
}

/// Follows symbolic links at the end of a path, also to a file that is not there yet.
fn follow(mut path: PathBuf) -> Result<PathBuf, VaultError> {
    for _ in 0..40 {
        if !path.is_symlink() {
            return Ok(path);
        }
        let target = fs::read_link(&path).map_err(|error| VaultError::read(&path, error))?;
        path = path.parent().map_or_else(|| target.clone(), |folder| folder.join(&target));
    }
    Err(VaultError::read(&path, io::Error::other("its symbolic links go round in circles")))
}

fn read_whole(path: &Path) -> Result<Option<FileRead>, VaultError> {
    match read_still(path) {
        Ok((bytes, stamp)) => {
            let fingerprint = Fingerprint::of(&bytes);
            Ok(Some(FileRead { bytes, fingerprint, stamp }))
        }
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) if fs::metadata(path).is_ok_and(|found| !found.is_file()) => {
            Err(VaultError::NotAFile { path: path.to_owned(), error })
        }
        Err(error) => Err(VaultError::read(path, error)),
    }
}

/// Reads a file that holds still; one that somebody writes to meanwhile is read again.
fn read_still(path: &Path) -> io::Result<(Vec<u8>, Stamp)> {
    if fs::metadata(path)?.is_file() {
        let mut tries = 0;
        loop {
            let mut file = shown::open_quietly(path)?;
            let before = stamp_of(&file.metadata()?);
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            let after = stamp_of(&file.metadata()?);
            tries += 1;
            if (before == after && bytes.len() as u64 == after.size) || tries == 20 {
                return Ok((bytes, after));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    Err(io::Error::other("it is no file"))
}

fn is_missing(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

/// Returns the names in a folder and what each is; none where there is no folder.
fn children(folder: &Path) -> Result<Vec<(String, Child)>, VaultError> {
    let listing = match fs::read_dir(folder) {
        Ok(listing) => listing,
        Err(error) if is_missing(&error) => return Ok(Vec::new()),
        Err(error) => return Err(VaultError::read(folder, error)),
    };
    let mut found = Vec::new();
    for entry in listing {
        let entry = entry.map_err(|error| VaultError::read(folder, error))?;
        let link = entry.file_type().map_err(|error| VaultError::read(folder, error))?.is_symlink();
        let behind = fs::metadata(entry.path()).ok();
        if let Ok(name) = entry.file_name().into_string() {
            found.push((name, Child { link, behind }));
        }
    }
    Ok(found)
}

struct Child {
    link: bool,
    behind: Option<Metadata>,
}

impl Child {
    fn is_file(&self) -> bool {
        self.behind.as_ref().is_some_and(Metadata::is_file)
    }

    fn is_dir(&self) -> bool {
        self.behind.as_ref().is_some_and(Metadata::is_dir)
    }

    fn is_symlink(&self) -> bool {
        self.link
    }
}

/// Removes what was left beside the file that a link points to.
fn clean_beside(link: &Path) -> Result<usize, VaultError> {
    let target = follow(link.to_owned())?;
    let (Some(folder), Some(name)) = (target.parent(), target.file_name()) else { return Ok(0) };
    let name = name.to_string_lossy();
    let mut cleaned = 0;
    for (left, _) in children(folder)?.iter().filter(|(left, _)| atomic::is_temp_of(left, &name)) {
        cleaned += clean_one(&folder.join(left))?;
    }
    Ok(cleaned)
}

/// Removes what a writer left, unless that one lives; returns how many files that were.
fn clean_one(left: &Path) -> Result<usize, VaultError> {
    if atomic::is_in_use(left) {
        return Ok(0);
    }
    atomic::remove(left)?;
    Ok(1)
}

/// Reads a stamp from what the system tells of a file.
fn stamp_of(found: &Metadata) -> Stamp {
    let since = found.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    let modified_ns = since.and_then(|since| i64::try_from(since.as_nanos()).ok()).unwrap_or_default();
    Stamp { modified_ns, size: found.len(), inode: crate::documents::identity(found) }
}

#[cfg(all(test, target_os = "linux"))]
mod tests;

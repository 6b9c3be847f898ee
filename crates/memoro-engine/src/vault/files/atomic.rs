//! The steps of a durable write: a hidden file beside the old one, to the disk, in its place, and the folder
//! to the disk. Until the last step the old file is untouched.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::error::VaultError;
use super::{Fingerprint, Outcome, Stamp, read_whole, stamp_of};

const END: &str = ".memoro-tmp";
/// How many seconds a writer that lives may need for one file.
const AT_WORK: u64 = 600;

/// How bytes get into a file; another one stands in for a full disk in tests.
pub(super) type Fill = fn(&mut File, &[u8]) -> io::Result<()>;

/// Writes all bytes and sends them to the disk.
pub(super) fn fill(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()
}

/// Tells whether a file name is one that a writer uses before the last step.
pub(super) fn is_temp(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(END)
}

/// Tells whether such a file is still in the hands of whoever made it: of a process that lives, and touched of late, because
/// the number of one that ended goes to another.
pub(super) fn is_in_use(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let maker =
        name.strip_suffix(END).and_then(|name| name.rsplit_once('-')?.0.rsplit_once('.')?.1.parse().ok());
    maker.is_some_and(is_alive) && fs::symlink_metadata(path).is_ok_and(|found| is_recent(&found))
}

#[cfg(unix)]
fn is_alive(process: i32) -> bool {
    let process = rustix::process::Pid::from_raw(process);
    process.is_some_and(|process| rustix::process::test_kill_process(process) != Err(rustix::io::Errno::SRCH))
}

#[cfg(not(unix))]
fn is_alive(_process: i32) -> bool {
    true
}

/// Tells whether anything of a file, its name too, changed within the time that a write may take.
fn is_recent(found: &fs::Metadata) -> bool {
    #[cfg(unix)]
    let changed = std::os::unix::fs::MetadataExt::ctime(found);
    #[cfg(not(unix))]
    let changed = super::stamp_of(found).modified_ns / 1_000_000_000;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_secs()).is_ok_and(|now| now.abs_diff(changed) < AT_WORK)
}

/// Tells whether a file name is one that a writer of this file uses.
pub(super) fn is_temp_of(name: &str, file: &str) -> bool {
    is_temp(name) && name.strip_prefix('.').is_some_and(|rest| rest.starts_with(&head(file)))
}

/// Keeps names within what file systems allow.
fn head(file: &str) -> String {
    file.chars().take(40).collect()
}

/// A file that is not yet in its place; it goes away when it is dropped.
pub(super) struct Temp {
    path: PathBuf,
}

impl Drop for Temp {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Temp {
    /// Writes the bytes beside the file that they are for.
    pub(super) fn write(target: &Path, bytes: &[u8], fill: Fill) -> Result<Self, VaultError> {
        let failed = |error| VaultError::write(target, error);
        if fs::metadata(target).is_ok_and(|found| !found.is_file()) {
            let error = io::Error::other("it is no file");
            return Err(VaultError::NotAFile { path: target.to_owned(), error });
        }
        make_folders(target)?;
        let (temp, mut file) = create(target).map_err(failed)?;
        keep_mode(target, &file).map_err(failed)?;
        fill(&mut file, bytes).map_err(failed)?;
        super::shown::mark(&file);
        Ok(temp)
    }

    /// Returns where the bytes are before they are in their place.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the file in its place, if that still holds what is expected; `keeping` tells where a file that stood there
    /// goes.
    pub(super) fn replace(
        self,
        target: &Path,
        (expected, new): (Option<Fingerprint>, Fingerprint),
        keeping: impl Fn(Stamp, Fingerprint) -> Option<PathBuf>,
    ) -> Result<Outcome, VaultError> {
        let before = read_whole(target)?;
        if before.as_ref().map(|file| file.fingerprint) != expected {
            let grown = before.as_ref().zip(expected).is_some_and(|(file, known)| known.begins(&file.bytes));
            if !grown {
                return Ok(Outcome::Changed);
            }
        }
        let ours = fs::metadata(&self.path).map_err(|error| VaultError::write(target, error))?;
        let kept = before.zip(expected).and_then(|(before, expected)| keeping(before.stamp, expected));
        match self.put(target, expected, kept.as_deref())? {
            Put::There => {}
            Put::Not => return Ok(Outcome::Changed),
            Put::Back => {
                // For a moment ours stood there: what was saved over it or written into it then must not go with it.
                if let Some(kept) = keeping(stamp_of(&ours), new) {
                    let _ = fs::rename(&self.path, kept);
                }
                return Ok(Outcome::Changed);
            }
        }
        if let Err(error) = sync_folder(target) {
            // A new file whose name may not be on the disk must not be taken for one that is.
            if expected.is_none() {
                let _ = fs::remove_file(target);
            }
            return Err(error);
        }
        // Who has saved the file since then has made another of it, which must not pass for this one.
        let there = read_whole(target)?.filter(|there| there.fingerprint == new);
        Ok(Outcome::Done(there.map_or_else(|| stamp_of(&ours), |there| there.stamp)))
    }

    /// Swaps new and old, so that an edit saved in the last moment is seen and put back. Lines that were only added at the
    /// end are no reason to begin again where the old file is kept: they are taken from there.
    #[cfg(unix)]
    fn put(
        &self,
        target: &Path,
        expected: Option<Fingerprint>,
        kept: Option<&Path>,
    ) -> Result<Put, VaultError> {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;

        let swap = |how| renameat_with(CWD, &self.path, CWD, target, how);
        let how = if expected.is_some() { RenameFlags::EXCHANGE } else { RenameFlags::NOREPLACE };
        match swap(how) {
            Ok(()) => {}
            Err(Errno::EXIST | Errno::NOENT) => return Ok(Put::Not),
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
                return if held(target)? == expected { self.rename(target) } else { Ok(Put::Not) };
            }
            Err(error) => return Err(VaultError::write(target, error.into())),
        }
        let Some(expected) = expected else { return Ok(Put::There) };
        let old = read_whole(&self.path)?;
        let same = old.as_ref().is_some_and(|old| old.fingerprint == expected);
        let grown = old.is_some_and(|old| expected.begins(&old.bytes));
        let is_kept = kept.is_some_and(|kept| grown && fs::rename(&self.path, kept).is_ok());
        if is_kept || same {
            return Ok(Put::There);
        }
        swap(how).map_err(|error| VaultError::write(target, error.into()))?;
        Ok(Put::Back)
    }

    #[cfg(not(unix))]
    fn put(
        &self,
        target: &Path,
        expected: Option<Fingerprint>,
        _kept: Option<&Path>,
    ) -> Result<Put, VaultError> {
        if held(target)? == expected { self.rename(target) } else { Ok(Put::Not) }
    }

    fn rename(&self, target: &Path) -> Result<Put, VaultError> {
        fs::rename(&self.path, target).map_err(|error| VaultError::write(target, error))?;
        Ok(Put::There)
    }
}

/// Where a new file ended up.
enum Put {
    /// In its place.
    There,
    /// Nowhere: the place held something else.
    Not,
    /// Beside its place again, which was changed in the last moment.
    Back,
}

fn held(path: &Path) -> Result<Option<Fingerprint>, VaultError> {
    Ok(read_whole(path)?.map(|file| file.fingerprint))
}

/// Opens a new hidden file beside the target, for its owner alone.
fn create(target: &Path) -> io::Result<(Temp, File)> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut number = 0_u32;
    loop {
        let path = target.with_file_name(format!(".{}.{}-{number}{END}", head(&name), std::process::id()));
        match options.open(&path) {
            Ok(file) => return Ok((Temp { path }, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Gives the new file the mode and, where that is allowed, the owner of the old one.
#[cfg(unix)]
fn keep_mode(target: &Path, new: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let Ok(old) = fs::metadata(target) else { return Ok(()) };
    let now = new.metadata()?;
    if (old.uid(), old.gid()) != (now.uid(), now.gid()) {
        let _ = fchown(new, Some(old.uid()), Some(old.gid()));
    }
    new.set_permissions(old.permissions())
}

#[cfg(not(unix))]
fn keep_mode(_target: &Path, _new: &File) -> io::Result<()> {
    Ok(())
}

/// Makes the folders above a file; new ones are the owner's alone.
pub(super) fn make_folders(file: &Path) -> Result<(), VaultError> {
    let is_made = |folder: &Path| folder.as_os_str().is_empty() || folder.is_dir();
    let Some(folder) = file.parent().filter(|folder| !is_made(folder)) else { return Ok(()) };
    make_folders(folder)?;
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        // A folder whose name may not be on the disk is taken back, so that the next writer makes it again.
        Ok(()) => sync_folder(folder).inspect_err(|_| drop(fs::remove_dir(folder))),
        Err(_) if folder.is_dir() => Ok(()),
        Err(error) if folder.exists() || folder.is_symlink() => {
            drop(error);
            Err(VaultError::NotAFolder { path: folder.to_owned() })
        }
        Err(error) => Err(VaultError::write(folder, error)),
    }
}

/// Removes a file durably.
pub(super) fn remove(path: &Path) -> Result<(), VaultError> {
    match fs::remove_file(path) {
        Ok(()) => sync_folder(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(VaultError::write(path, error)),
    }
}

/// Sends a file, if it is there, and its name to the disk.
pub(super) fn sync(path: &Path) -> Result<(), VaultError> {
    match File::open(path).and_then(|file| file.sync_all()) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(VaultError::write(path, error)),
        _ if path.parent().is_some_and(Path::is_dir) => sync_folder(path),
        _ => Ok(()),
    }
}

/// Sends the folder of a file to the disk, so that the new name survives a power cut.
fn sync_folder(file: &Path) -> Result<(), VaultError> {
    #[cfg(unix)]
    if let Some(folder) = file.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(|error| VaultError::write(file, error))?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

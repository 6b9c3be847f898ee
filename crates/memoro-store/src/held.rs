//! Reading the files of an open store past SQLite. Closing any handle of such a file would drop the locks that SQLite
//! holds on it for the whole process, and another process could then take the log away from under it; so a handle that
//! was opened here is kept until the process ends, one for each file.

#[cfg(unix)]
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;
#[cfg(unix)]
use std::sync::{Mutex, OnceLock, PoisonError};

/// Handles by device and number of their file.
#[cfg(unix)]
type Handles = HashMap<(u64, u64), Arc<File>>;

/// The handles; they outlive every store of the process, because its locks do.
#[cfg(unix)]
static HELD: OnceLock<Mutex<Handles>> = OnceLock::new();

/// Opens a file of a store that may be open in this process.
#[cfg(unix)]
pub(crate) fn open_beside(path: &Path) -> io::Result<Arc<File>> {
    use std::os::unix::fs::MetadataExt as _;
    let mut held = HELD.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let name = std::fs::metadata(path).map(|found| (found.dev(), found.ino()))?;
    if let Some(known) = held.get(&name) {
        return Ok(Arc::clone(known));
    }
    let file = Arc::new(File::open(path)?);
    let found = file.metadata()?;
    if let Some(other) = held.insert((found.dev(), found.ino()), Arc::clone(&file)) {
        // The name led to another file meanwhile, whose handle must not be closed either.
        std::mem::forget(other);
    }
    Ok(file)
}

/// Opens a file of a store that may be open in this process.
#[cfg(not(unix))]
pub(crate) fn open_beside(path: &Path) -> io::Result<Arc<File>> {
    File::open(path).map(Arc::new)
}

/// Fills the buffer from a place in a file; returns how much there was.
pub(crate) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    let mut done = 0;
    while done < bytes.len() {
        match read_some(file, &mut bytes[done..], at + done as u64) {
            Ok(0) => break,
            Ok(read) => done += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

#[cfg(unix)]
fn read_some(file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, bytes, at)
}

#[cfg(windows)]
fn read_some(file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, bytes, at)
}

/// Reads a file of a store that may be open in this process.
pub fn read_beside(path: &Path) -> io::Result<Vec<u8>> {
    let file = open_beside(path)?;
    let mut bytes = vec![0; usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?];
    let read = read_at(&file, &mut bytes, 0)?;
    bytes.truncate(read);
    Ok(bytes)
}

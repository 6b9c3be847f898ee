//! Reading the files of an open store past SQLite. Closing any handle of such a file would drop the locks that SQLite
//! holds on it for the whole process, and another process could then take the log away from under it; so a handle that
//! was opened here is kept until the process ends, one for each file.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The handles; they outlive every store of the process, because its locks do.
static HELD: OnceLock<Mutex<HashMap<(u64, u64), File>>> = OnceLock::new();

/// Reads a file of a store that may be open in this process.
#[cfg(unix)]
pub fn read_beside(path: &Path) -> io::Result<Vec<u8>> {
    use std::os::unix::fs::{FileExt as _, MetadataExt as _};
    let mut held = HELD.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let name = std::fs::metadata(path).map(|found| (found.dev(), found.ino()))?;
    if !held.contains_key(&name) {
        let file = File::open(path)?;
        let found = file.metadata()?;
        if let Some(other) = held.insert((found.dev(), found.ino()), file) {
            // The name led to another file meanwhile, whose handle must not be closed either.
            std::mem::forget(other);
        }
    }
    let file = held.get(&name).ok_or(io::ErrorKind::NotFound)?;
    let size = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
    let mut bytes = vec![0; size];
    let mut done = 0;
    while done < size {
        match file.read_at(&mut bytes[done..], done as u64) {
            Ok(0) => break,
            Ok(read) => done += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(done);
    Ok(bytes)
}

/// Reads a file of a store that may be open in this process.
#[cfg(not(unix))]
pub fn read_beside(path: &Path) -> io::Result<Vec<u8>> {
    std::fs::read(path)
}

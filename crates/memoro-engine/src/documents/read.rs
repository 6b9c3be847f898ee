//! Reads one file whole, bounded, and only if it stood still meanwhile.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::time::UNIX_EPOCH;

use super::{Fingerprint, Skip};

/// The bytes of a file at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadDocument {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Their hash.
    pub hash: blake3::Hash,
    /// The fingerprint of the file while it was read.
    pub fingerprint: Fingerprint,
}

const ATTEMPTS: usize = 3;

/// Reads a text file of at most `max` bytes.
pub fn read(file: &Path, max: u64) -> Result<ReadDocument, Skip> {
    for _ in 0..ATTEMPTS {
        if let Some(read) = once(file, max)? {
            return Ok(read);
        }
    }
    Err(Skip::KeepsChanging)
}

/// Reads the file once; `None` if it changed meanwhile.
fn once(file: &Path, max: u64) -> Result<Option<ReadDocument>, Skip> {
    let mut open = File::open(file).map_err(|error| refused(&error))?;
    let before = metadata(&open)?;
    let size = before.len();
    if !before.is_file() {
        return Err(Skip::Binary);
    }
    if size > max {
        return Err(Skip::TooLarge { size, max });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
    open.by_ref().take(max + 1).read_to_end(&mut bytes).map_err(|error| refused(&error))?;
    let after = metadata(&open)?;
    if fingerprint(&before) != fingerprint(&after) || bytes.len() as u64 != after.len() {
        return Ok(None);
    }
    if is_binary(&bytes) {
        return Err(Skip::Binary);
    }
    Ok(Some(ReadDocument { hash: blake3::hash(&bytes), bytes, fingerprint: fingerprint(&after) }))
}

fn metadata(open: &File) -> Result<Metadata, Skip> {
    open.metadata().map_err(|error| refused(&error))
}

/// Returns the reason that the system gave.
pub(super) fn refused(error: &io::Error) -> Skip {
    Skip::Unreadable(error.to_string())
}

/// Returns what tells that a file may have changed.
pub(crate) fn fingerprint(metadata: &Metadata) -> Fingerprint {
    let modified = metadata.modified().ok().and_then(|time| match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).ok(),
        Err(before) => i64::try_from(before.duration().as_nanos()).ok().map(|nanos| -nanos),
    });
    Fingerprint { modified: modified.unwrap_or(0), size: metadata.len(), inode: identity(metadata) }
}

/// Returns a number that is another one for another file, and after any change of this one.
#[cfg(unix)]
pub(crate) fn identity(metadata: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    let changed = metadata.ctime().wrapping_mul(1_000_000_000).wrapping_add(metadata.ctime_nsec());
    (metadata.ino().wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ changed.cast_unsigned()).max(1)
}

/// Returns a number that is another one for another file, where the system has one.
#[cfg(not(unix))]
pub(crate) fn identity(_: &Metadata) -> u64 {
    0
}

const LOOKED_AT: usize = 8 * 1024;

/// Tells whether bytes are not text, by a zero byte near the beginning.
fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().take(LOOKED_AT).any(|byte| *byte == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_with_its_hash_even_where_it_is_not_valid() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.md");
        for bytes in [b"".as_slice(), "ไทย 中文".as_bytes(), b"\xFF\xFEbroken"] {
            std::fs::write(&file, bytes).unwrap();
            let read = read(&file, 100).unwrap();
            assert_eq!((read.bytes.as_slice(), read.hash), (bytes, blake3::hash(bytes)));
            assert_eq!(read.fingerprint.size, bytes.len() as u64);
        }
    }

    #[test]
    fn large_binary_missing_and_odd_files_are_named_as_such() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.md");
        std::fs::write(&file, "0123456789").unwrap();
        assert_eq!(read(&file, 9), Err(Skip::TooLarge { size: 10, max: 9 }));
        std::fs::write(&file, b"a\0b").unwrap();
        assert_eq!(read(&file, 9), Err(Skip::Binary));
        assert!(read(&folder.path().join("none.md"), 9).unwrap_err().is_passing());
        assert!(read(folder.path(), 9).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn an_edit_that_keeps_size_and_time_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.md");
        std::fs::write(&file, "周一").unwrap();
        let before = std::fs::metadata(&file).unwrap();
        std::fs::write(&file, "周二").unwrap();
        let open = File::options().write(true).open(&file).unwrap();
        open.set_modified(before.modified().unwrap()).unwrap();
        let after = std::fs::metadata(&file).unwrap();
        assert_eq!((before.len(), before.modified().unwrap()), (after.len(), after.modified().unwrap()));
        assert_ne!(fingerprint(&before), fingerprint(&after));
    }

    #[test]
    fn a_file_that_never_stands_still_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.md");
        std::fs::write(&file, "x").unwrap();
        let writing = file.clone();
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let stopped = stop.clone();
        let writer = std::thread::spawn(move || {
            let mut n = 0;
            while !stopped.load(std::sync::atomic::Ordering::Relaxed) {
                n = (n + 1) % 5_000;
                std::fs::write(&writing, "x".repeat(n * 100)).unwrap();
            }
        });
        for _ in 0..200 {
            match read(&file, 1_000_000) {
                Ok(read) => assert_eq!(read.bytes.len() as u64, read.fingerprint.size),
                Err(why) => assert_eq!(why, Skip::KeepsChanging),
            }
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        writer.join().unwrap();
    }
}

//! One writer at a time: an advisory lock on a file, released when it is dropped or its process ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use super::error::VaultError;

/// The right to write to the vault.
#[derive(Debug)]
pub struct VaultLock {
    _file: File,
}

impl VaultLock {
    /// Takes the lock, waiting no longer than the patience lasts.
    pub(super) fn take(path: &Path, patience: Duration) -> Result<Self, VaultError> {
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).read(true).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).map_err(|error| VaultError::write(path, error))?;
        let begun = Instant::now();
        let mut pause = Duration::from_micros(200);
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { _file: file }),
                Err(TryLockError::Error(error)) => return Err(VaultError::write(path, error)),
                Err(TryLockError::WouldBlock) if begun.elapsed() >= patience => {
                    return Err(VaultError::Busy { path: path.to_owned(), waited: patience });
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(pause),
            }
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }
}

//! One writer at a time: an advisory lock on a file, released when it is dropped or its process ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;

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
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::Error(error)) => Err(VaultError::write(path, error)),
            Err(TryLockError::WouldBlock) if patience.is_zero() => {
                Err(VaultError::Busy { path: path.to_owned(), waited: patience })
            }
            Err(TryLockError::WouldBlock) => Self::wait(file, path, patience),
        }
    }

    /// Lets the system wake a thread that waits for the lock, so that nobody has to ask again and again.
    fn wait(file: File, path: &Path, patience: Duration) -> Result<Self, VaultError> {
        let (got, answer) = channel();
        let waiting = move || {
            let locked = file.lock().map(|()| file);
            // Nobody listens any more after the patience has run out: the file, and with it the lock, is dropped.
            let _ = got.send(locked);
        };
        let thread = std::thread::Builder::new().name("memoro-lock".into()).spawn(waiting);
        thread.map_err(|error| VaultError::write(path, error))?;
        match answer.recv_timeout(patience) {
            Ok(Ok(file)) => Ok(Self { _file: file }),
            Ok(Err(error)) => Err(VaultError::write(path, error)),
            Err(_) => Err(VaultError::Busy { path: path.to_owned(), waited: patience }),
        }
    }
}

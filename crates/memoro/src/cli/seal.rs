//! The secret by which this home knows its own exports, `seal.key` in the configuration folder. The first export makes it;
//! nothing else writes it, and no command shows it.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use memoro_engine::SealKey;

use super::app::App;

/// Returns the secret; one that fits no export where there is none yet.
pub(super) fn read(path: &Path) -> Option<SealKey> {
    let known = fs::read_to_string(path).ok().and_then(|text| SealKey::parse(&text));
    known.or_else(|| SealKey::fresh().ok())
}

/// Makes the secret where there is none; without one an export is written all the same, and is nobody's own.
pub(super) fn make(app: &App) {
    let path = app.folders.seal();
    if path.exists() {
        return;
    }
    if let Err(error) = write(&path) {
        let what = "this export cannot be told from others later; importing it needs `--trust`";
        app.out.warn(format!("{}: {error}; {what}", path.display()));
    }
}

fn write(path: &Path) -> std::io::Result<()> {
    let key = SealKey::fresh().map_err(std::io::Error::other)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(mut file) => {
            file.write_all(key.text().as_bytes())?;
            file.sync_all()
        }
        // Another process was first.
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

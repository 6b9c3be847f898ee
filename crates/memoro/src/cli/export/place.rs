//! Where an export goes: a new file, one that may be replaced, or a device or pipe. Never a file of the workspace or of
//! the configuration, whatever is asked for.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use memoro_core::Trust;
use memoro_engine::{EngineError, Workspace};

use crate::cli::app::App;
use crate::error::{Code, Failure, Result};

/// Where an export goes.
pub(super) struct Place {
    target: PathBuf,
    way: Way,
}

/// How the bytes get there.
enum Way {
    /// Under another name first, until all is there.
    New(PathBuf),
    /// So too, in the place of what is there.
    Over(PathBuf),
    /// At once: it is no file that could be half written.
    Through,
}

impl Place {
    /// Finds the place, and refuses one that must not be written before any work is done.
    pub(super) fn find(app: &App, workspace: &Workspace, file: &Path, overwrite: bool) -> Result<Self> {
        let named = app.folder().join(file);
        if named.is_dir() {
            return Err(Failure::new(Code::Invalid, format!("{} is a folder", named.display()))
                .hint(format!("name a file, for example {}", named.join("memories.jsonl").display())));
        }
        if fs::metadata(&named).is_ok_and(|found| !found.is_file()) {
            // A device or a pipe has no name of its own.
            return Ok(Self { target: named, way: Way::Through });
        }
        let target = real(&named)?;
        if workspace.keeps(&target) || is_configuration(app, workspace, &target) {
            let why = format!("{} belongs to Memoro itself", named.display());
            return Err(Failure::new(Code::Invalid, why)
                .hint("name another file, for example `memoro export all.jsonl`"));
        }
        if !target.exists() {
            let way = Way::New(beside(&target));
            return Ok(Self { target, way });
        }
        if !overwrite {
            return Err(is_there(&named));
        }
        if app.caller()?.trust() < Trust::User {
            let what = "overwrite a file".into();
            return Err(EngineError::Denied { what, needs: "the user".into() }.into());
        }
        let way = Way::Over(beside(&target));
        Ok(Self { target, way })
    }

    /// Returns the file.
    pub(super) fn target(&self) -> &Path {
        &self.target
    }

    /// Opens what is written to.
    pub(super) fn open(&self) -> Result<fs::File> {
        let mut options = fs::OpenOptions::new();
        options.write(true);
        let path = match &self.way {
            Way::Through => &self.target,
            Way::New(fresh) | Way::Over(fresh) => {
                options.create_new(true);
                #[cfg(unix)]
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
                fresh
            }
        };
        options.open(path).map_err(|error| self.failed(error))
    }

    /// Brings what was written to the disk and to its name.
    pub(super) fn settle(&self, file: &fs::File) -> Result<()> {
        let named = match &self.way {
            Way::Through => return Ok(()),
            Way::New(fresh) => file.sync_all().and_then(|()| give_name(fresh, &self.target)),
            Way::Over(fresh) => file.sync_all().and_then(|()| fs::rename(fresh, &self.target)),
        };
        named.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                self.give_up();
                is_there(&self.target)
            }
            _ => self.failed(error),
        })
    }

    /// Takes away what was begun.
    pub(super) fn give_up(&self) {
        if let Way::New(fresh) | Way::Over(fresh) = &self.way {
            let _ = fs::remove_file(fresh);
        }
    }

    /// Says that the file could not be written.
    pub(super) fn failed(&self, error: std::io::Error) -> Failure {
        self.give_up();
        EngineError::File { path: self.target.clone(), error }.into()
    }
}

/// Tells whether a file lies where the configuration is, and not in a workspace inside that.
fn is_configuration(app: &App, workspace: &Workspace, target: &Path) -> bool {
    let config = app.folders.config.canonicalize().unwrap_or_else(|_| app.folders.config.clone());
    let root = workspace.root();
    target.starts_with(&config) && !(root.starts_with(&config) && target.starts_with(root))
}

/// Gives a file a name that nothing has.
fn give_name(fresh: &Path, target: &Path) -> std::io::Result<()> {
    match fs::hard_link(fresh, target) {
        Ok(()) => fs::remove_file(fresh),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // Not every disk knows a second name.
        Err(_) if target.exists() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(fresh, target),
    }
}

/// Returns where a name leads to: the folder is there, links are followed.
fn real(named: &Path) -> Result<PathBuf> {
    if let Ok(target) = named.canonicalize() {
        return Ok(target);
    }
    if named.is_symlink() {
        let why = format!("{} is a link that leads nowhere", named.display());
        return Err(Failure::new(Code::Invalid, why).hint("name the file itself"));
    }
    let parent = named.parent().filter(|folder| !folder.as_os_str().is_empty());
    match parent.map(|folder| (folder, folder.canonicalize())) {
        Some((_, Ok(folder))) if folder.is_dir() => Ok(folder.join(named.file_name().unwrap_or_default())),
        Some((folder, _)) => {
            Err(Failure::new(Code::Invalid, format!("the folder {} is not there", folder.display()))
                .hint(format!("run `mkdir -p {}`, or choose another file", folder.display())))
        }
        None => Ok(named.to_owned()),
    }
}

fn is_there(named: &Path) -> Failure {
    Failure::new(Code::Invalid, format!("{} is there already", named.display()))
        .hint("name a new file, or say `--overwrite` to replace this one")
}

fn beside(target: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}.memoro-new", std::process::id()));
    target.with_file_name(name)
}

//! A workspace: the folder, its vault and its store. Opening one takes no decision for its owner.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use memoro_embed::LocalModel;
use memoro_store::{Mode, Store, StoreError};

use crate::caller::Caller;
use crate::decay::Uses;
use crate::embedding::Embedders;
use crate::error::{EngineError, Result};
use crate::notices::Notices;
use crate::recall::Rankers;
use crate::settings::Settings;
use crate::vault::files::VaultFiles;

/// The folder inside a workspace that is Memoro's own.
pub const OWN: &str = ".memoro";

/// An open workspace; safe to share between threads.
#[derive(Debug)]
pub struct Workspace {
    /// The first to go, while the store is still open.
    pub(crate) reached: crate::reached::Reached,
    pub(crate) root: PathBuf,
    pub(crate) store: Arc<Store>,
    pub(crate) files: VaultFiles,
    pub(crate) settings: Settings,
    pub(crate) model: LocalModel,
    pub(crate) embedders: Embedders,
    pub(crate) rankers: Rankers,
    pub(crate) policy: crate::policy::Held,
    pub(crate) uses: Uses,
    pub(crate) held: crate::jobs::Held,
    pub(crate) turns: crate::once::Turns,
    pub(crate) attention: Arc<crate::sync::Attention>,
    /// Why files could not be brought in line when the workspace was opened.
    pub(crate) notices: Notices,
    /// Whether it could not be written when it was opened, so that something is left to do.
    unready: std::sync::atomic::AtomicBool,
}

impl Workspace {
    /// Makes a workspace of a folder; what is already in it is left as it is.
    pub fn init(root: &Path, settings: Settings, caller: &Caller) -> Result<Self> {
        make_private(root)?;
        make_private(&root.join(OWN))?;
        keep_private(&root.join(OWN))?;
        let known = Self::store_path(root).exists();
        let workspace = Self::assemble(root, settings, Mode::Create, caller)?;
        if !known {
            workspace.note_text_version()?;
            workspace.store.claim_named(crate::jobs::SINCE, &caller.now.to_string())?;
            workspace.note_stood()?;
        }
        Ok(workspace)
    }

    /// Opens a workspace.
    pub fn open(root: &Path, settings: Settings, caller: &Caller) -> Result<Self> {
        if !root.join(OWN).is_dir() {
            return Err(EngineError::NoWorkspace(root.to_owned()));
        }
        crate::rebuild::finish(root)?;
        let fresh = || {
            let made = root.join(OWN).metadata().and_then(|found| found.modified());
            made.is_ok_and(|at| at.elapsed().is_ok_and(|age| age < std::time::Duration::from_secs(2)))
        };
        let store = Self::store_path(root);
        // A folder that keeps us out is not an empty one.
        while !store.try_exists().map_err(EngineError::file(&store))? {
            if !fresh() {
                return Err(EngineError::NoStore(root.to_owned()));
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        Self::assemble(root, settings, Mode::Existing, caller)
    }

    fn assemble(root: &Path, settings: Settings, mode: Mode, caller: &Caller) -> Result<Self> {
        let root = root.canonicalize().map_err(EngineError::file(root))?;
        let store = Arc::new(Store::open(&Self::store_path(&root), mode)?);
        let workspace = Self::with_store(root, settings, store)?;
        workspace.make_ready(caller)?;
        if workspace.store.is_read_only() {
            workspace.untaken()?.iter().for_each(|file| workspace.note_untaken(file));
            workspace.unready.store(true, std::sync::atomic::Ordering::Release);
        }
        Ok(workspace)
    }

    /// Does what is due when a workspace is opened, as far as it can be written.
    fn make_ready(&self, caller: &Caller) -> Result<()> {
        match self.load_policy(caller) {
            Err(EngineError::Store(StoreError::ReadOnly(_) | StoreError::Full)) => {}
            other => other?,
        }
        if let Err(error) = self.resume_restore(caller) {
            // The store is whole, before or after; what is left to do is tried again.
            self.note_waiting(&format!("a restore could not be finished yet: {error}"));
        }
        if let Err(error) = self.forget_what_returned(&Caller::system(caller.now)) {
            self.note_waiting(&format!(
                "what was forgotten could not be compared with the store yet: {error}"
            ));
        }
        if let Err(error) = self.compare_with_last_use(caller) {
            self.note_waiting(&format!("the store could not be compared with that of the last use: {error}"));
        }
        self.finish_mirror(caller)
    }

    /// Tells whether the workspace can be written now. One that could not when it was opened is made ready first.
    pub(crate) fn can_be_written(&self, caller: &Caller) -> Result<bool> {
        if self.store.is_read_only() {
            return Ok(false);
        }
        if self.unready.swap(false, std::sync::atomic::Ordering::AcqRel) {
            self.make_ready(caller)?;
        }
        Ok(true)
    }

    /// Puts a workspace together around its store.
    pub(crate) fn with_store(root: PathBuf, mut settings: Settings, store: Arc<Store>) -> Result<Self> {
        let embedders = Embedders::new(&settings.embedding, &store);
        let files = VaultFiles::new(&root)?.following(&settings.index.linked);
        let exclude = std::mem::take(&mut settings.index.transcripts.exclude);
        settings.index.transcripts.exclude = exclude.within(&root);
        Ok(Self {
            reached: crate::reached::Reached::of(&root, &store),
            root,
            store,
            files,
            settings,
            model: LocalModel::load(),
            embedders,
            rankers: Rankers::default(),
            uses: Uses::default(),
            held: crate::jobs::Held::default(),
            turns: crate::once::Turns::default(),
            attention: Arc::default(),
            policy: crate::policy::Held::default(),
            notices: Notices::default(),
            unready: std::sync::atomic::AtomicBool::new(false),
        })
    }

    /// Returns where the store of a workspace is.
    pub fn store_path(root: &Path) -> PathBuf {
        root.join(OWN).join("memoro.db")
    }

    /// Tells whether a folder had a store once that is not there any more: what a store leaves beside it is.
    pub fn has_lost_its_store(root: &Path) -> bool {
        let left =
            std::fs::read_dir(root.join(OWN)).into_iter().flatten().filter_map(std::result::Result::ok);
        // What was killed while it made one had none.
        let begun = |name: std::ffi::OsString| name.to_string_lossy().starts_with(memoro_store::MAKING);
        left.map(|entry| entry.file_name()).any(|name| !begun(name)) && !Self::store_path(root).exists()
    }

    /// Returns the nearest workspace at or above a folder.
    pub fn nearest(folder: &Path) -> Option<PathBuf> {
        folder.ancestors().find(|f| f.join(OWN).is_dir()).map(Path::to_owned)
    }

    /// Returns the folder of the workspace.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns what is Memoro's own in the folder, whether it is there or not: the store and the files of memories.
    pub fn own_files(&self) -> Vec<PathBuf> {
        let mut found = vec![self.root.join(OWN), Self::store_path(&self.root)];
        let known = self.store.file_states(None).unwrap_or_default();
        found.extend(known.into_iter().map(|file| self.root.join(file.path)));
        found.retain(|path| path.exists());
        found
    }

    /// Tells whether a path is Memoro's own, here or in another workspace, or that of a file which memories live in or
    /// which it reads: nothing else is to be written there. Links must have been followed.
    pub fn keeps(&self, path: &Path) -> bool {
        if path.components().any(|part| part.as_os_str().eq_ignore_ascii_case(OWN)) {
            return true;
        }
        let Ok(relative) = path.strip_prefix(&self.root) else {
            return self.own_files().iter().any(|own| own.canonicalize().is_ok_and(|own| own == path));
        };
        let relative = relative.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        let in_folder = relative.contains('/') && path.exists();
        let is_lines = path.extension().is_some_and(|ending| ending == "jsonl");
        memoro_core::markdown::Home::at(&relative).is_some()
            || (self.vault_paths().contains(&relative) && (in_folder || !is_lines))
            || self.own_files().iter().any(|own| own == path)
    }

    /// Tells whether the disk has no room left, as far as it says so.
    pub fn is_out_of_room(&self) -> bool {
        #[cfg(unix)]
        let full = rustix::fs::statvfs(&self.root).is_ok_and(|disk| disk.f_blocks > 0 && disk.f_bavail == 0);
        #[cfg(not(unix))]
        let full = false;
        full
    }

    /// Returns the settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the store.
    pub fn store(&self) -> &Store {
        &self.store
    }
}

/// Takes a folder of our own away from others, where somebody else made or copied it.
fn keep_private(folder: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let found = folder.metadata().map_err(EngineError::file(folder))?.permissions();
        if found.mode().trailing_zeros() < 6 {
            let private = std::fs::Permissions::from_mode(found.mode() & 0o700);
            std::fs::set_permissions(folder, private).map_err(EngineError::file(folder))?;
        }
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Makes a folder and those above it, durably; a new one belongs to its owner alone.
pub(crate) fn make_private(folder: &Path) -> Result<()> {
    Ok(crate::vault::files::make_folder(folder)?)
}

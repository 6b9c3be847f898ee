//! Bringing a backup back. What it replaces is kept as a backup of its own, what was forgotten stays forgotten, and a
//! restore that was interrupted is finished or taken back when the workspace is opened next.
//!
//! Everything is laid out in `.memoro/restoring` first. The plan is written last: without it nothing has happened yet,
//! with it every step can be done again.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use memoro_core::markdown::Home;
use memoro_core::policy::Operation;
use memoro_core::{Memory, Op, Shape, Status, Trust};
use memoro_store::{Change, Durability, EventFilter, Exported, Filter, ForgottenTexts, Mode, Store};
use serde::{Deserialize, Serialize};

use crate::backup::{self, Manifest, STORE, VAULT, copy_private, read, sync, sync_folder, verify_backup};
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::forget::{Target, Words};
use crate::settings::Settings;
use crate::vault::files::{Removal, create_private};
use crate::workspace::{OWN, Workspace, make_private};

/// How the audit line of a restore begins.
pub(crate) const RESTORED: &str = "restored the backup of ";

/// Why something is forgotten again that a backup held.
const AFTER_BACKUP: &str = "it was forgotten after the backup was made";

const STAGED: &str = "restoring";
const PLAN: &str = "plan.json";
/// The name under which a store says by which restore it came.
const REPLACED: &str = "restore.mark";
/// How long another restore is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a restore did.
#[derive(Debug, Clone, Default)]
pub struct Restored {
    /// How many memories the store holds now.
    pub memories: u64,
    /// Files brought back.
    pub files: Vec<String>,
    /// Files of memories that the backup does not know; they lie with what was replaced.
    pub removed: Vec<String>,
    /// Memories that the backup held but that were forgotten since, and stay forgotten.
    pub kept_forgotten: usize,
    /// Where the store and the files lie that were replaced, as a backup that can be restored.
    pub aside: Option<PathBuf>,
}

/// What is still to be done once everything is laid out.
#[derive(Serialize, Deserialize)]
struct Plan {
    aside: Option<PathBuf>,
    /// What the store says of itself once it has been replaced.
    #[serde(default)]
    mark: String,
    files: Vec<String>,
    removed: Vec<String>,
    /// Memories that the backup holds and that were forgotten since.
    forgotten: Vec<Exported>,
}

impl Workspace {
    /// Brings a backup back. What was forgotten since stays forgotten; what is replaced is put aside.
    pub fn restore(&self, from: &Path, caller: &Caller) -> Result<Restored> {
        self.permit(Operation::Write, caller)?;
        if caller.trust() < Trust::User {
            return Err(EngineError::Denied { what: "restore".into(), needs: "the user".into() });
        }
        let manifest = verify_backup(from)?;
        let _lock = self.files.lock_for("restore", PATIENCE)?;
        self.take_up(caller)?;
        self.take_in(caller)?;
        let aside = self.is_worth_keeping()?.then(|| free(&aside(&self.root, caller)));
        let staged = self.stage(from, &manifest, aside, caller);
        staged.inspect_err(|_| drop(fs::remove_dir_all(self.staged())))?;
        let restored = self.take_up(caller)?;
        restored.ok_or_else(|| EngineError::invalid("the restore was not laid out", "run it again"))
    }

    /// Finishes or takes back a restore that was interrupted, unless one is under way.
    pub(crate) fn resume_restore(&self, caller: &Caller) -> Result<()> {
        if !self.staged().is_dir() || self.store.is_read_only() {
            return Ok(());
        }
        match self.files.lock_for("restore", Duration::ZERO) {
            // Whoever comes by finishes what the user asked for.
            Ok(_lock) => self.take_up(&Caller::system(caller.now)).map(drop),
            Err(_) => Ok(()),
        }
    }

    fn staged(&self) -> PathBuf {
        self.root.join(OWN).join(STAGED)
    }

    /// Tells whether there is anything that a restore would take away.
    fn is_worth_keeping(&self) -> Result<bool> {
        let first = EventFilter { limit: Some(1), ..EventFilter::default() };
        Ok(!self.store.events(&first)?.is_empty() || !self.vault_paths().is_empty())
    }

    /// Puts the staged store in the place of our own. The present state is kept as a backup while nobody can write, in
    /// this process or another one: what was acknowledged is either in that backup or in what stands from now on.
    fn replace_store(&self, staged: &Path, plan: &mut Plan, caller: &Caller) -> Result<()> {
        if !plan.mark.is_empty() && self.store.named(REPLACED)?.as_ref() == Some(&plan.mark) {
            // It was replaced before the restore was interrupted; what was written since stays.
            return Ok(());
        }
        let put_aside = || -> Result<()> {
            if plan.aside.is_none() && self.is_worth_keeping()? {
                plan.aside = Some(free(&aside(&self.root, caller)));
            }
            match plan.aside.as_ref().filter(|aside| !backup::is_backup(aside)) {
                Some(aside) => self.copy_whole(aside, caller, |_, _| {}).map(drop),
                None => Ok(()),
            }
        };
        // Whoever closes the workspace meanwhile writes the note of before once more.
        crate::reached::forget(&self.root);
        self.store.copy_from(&staged.join(STORE), put_aside)?;
        crate::reached::forget(&self.root);
        Ok(())
    }

    /// Lays out what the workspace will be, without touching it.
    fn stage(&self, from: &Path, manifest: &Manifest, aside: Option<PathBuf>, caller: &Caller) -> Result<()> {
        let staged = self.staged();
        let _ = fs::remove_dir_all(&staged);
        make_private(&staged)?;
        copy_private(&from.join(STORE), &staged.join(STORE))?;
        let mark = format!("{}-{}", caller.now.as_nanosecond(), std::process::id());
        let forgotten = self.prepare(&staged.join(STORE), manifest, (aside.as_deref(), &mark), caller)?;
        let vault = format!("{VAULT}/");
        let files: Vec<String> =
            manifest.files.keys().filter_map(|path| path.strip_prefix(&vault)).map(str::to_owned).collect();
        for file in &files {
            copy_private(&from.join(VAULT).join(file), &staged.join(VAULT).join(file))?;
        }
        let kept: BTreeSet<&String> = files.iter().collect();
        let mut removed = Vec::new();
        for state in self.store.file_states(None)? {
            let gone = !kept.contains(&state.path) && Home::at(&state.path).is_some();
            if gone && aside.is_some() && !self.store.mirror(&state.path)?.is_empty() {
                removed.push(state.path);
            }
        }
        sync(&staged)?;
        let plan =
            Plan { aside, mark, files, removed, forgotten: forgotten.iter().map(Exported::of).collect() };
        write_plan(&staged, &plan)
    }

    /// Makes the store of a backup what it must be here: with the tombstones of now, without what they cover, and with
    /// an audit line of the restore. Returns what was taken out.
    fn prepare(
        &self,
        store: &Path,
        manifest: &Manifest,
        (aside, mark): (Option<&Path>, &str),
        caller: &Caller,
    ) -> Result<Vec<Memory>> {
        let prepared = self.on(Store::open(store, Mode::Existing)?)?;
        prepared.store.add_tombstones(self.store.tombstones()?)?;
        self.hand_on_requests(&prepared.store)?;
        self.hand_on_policy(&prepared.store)?;
        let forgotten = prepared.covered(&prepared.store.forgotten_texts()?)?;
        let places = prepared.files_with(&forgotten)?;
        let mut changes = prepared.erasures(&forgotten, AFTER_BACKUP, caller)?;
        let kept = match aside.and_then(|aside| aside.strip_prefix(&self.root).ok()) {
            Some(aside) => format!("; what it replaced is the backup {}", aside.display()),
            None => String::new(),
        };
        let reason = format!("{RESTORED}{}{kept}", manifest.made_at);
        changes.push(Change::Remark { op: Op::Note, scope: String::new(), reason });
        prepared.commit(changes, &Caller { run: None, ..caller.clone() })?;
        prepared.forget_turns_again()?;
        prepared.unindex(&places)?;
        prepared.store.set_named(REPLACED, Some(mark), Durability::Synced)?;
        prepared.store.truncate_log()?;
        Ok(forgotten)
    }

    /// Returns the workspace with another store in the place of its own; its files are not to be written through it.
    fn on(&self, store: Store) -> Result<Self> {
        Self::with_store(self.root.clone(), self.settings.clone(), Arc::new(store))
    }

    /// Returns the memories of which tombstones cover a text, and of an entry all that its key ever held.
    fn covered(&self, forgotten: &ForgottenTexts) -> Result<Vec<Memory>> {
        let statuses = Status::WORDS.map(str::to_owned).to_vec();
        let all = self.store.list(&Filter { statuses, sensitive: true, ..Filter::default() })?;
        let mut found: std::collections::BTreeMap<_, Memory> = std::collections::BTreeMap::new();
        for stored in all {
            let mut covered = forgotten.covers(&stored.memory);
            if !covered && stored.memory.shape() == Shape::Episode {
                let past = self.store.versions(&stored.memory.id)?;
                covered = past.iter().any(|version| forgotten.covers_source(&version.memory));
            }
            if !covered {
                continue;
            }
            if stored.memory.shape() == Shape::Entry {
                let values = self.store.of_key(&stored.memory.scope, &stored.memory.key)?;
                found.extend(values.into_iter().map(|value| (value.memory.id.clone(), value.memory)));
            }
            found.insert(stored.memory.id.clone(), stored.memory);
        }
        Ok(found.into_values().collect())
    }

    /// Does what the plan says, if there is one, and clears the layout away.
    fn take_up(&self, caller: &Caller) -> Result<Option<Restored>> {
        let staged = self.staged();
        if !staged.is_dir() {
            return Ok(None);
        }
        if !staged.join(PLAN).is_file() {
            fs::remove_dir_all(&staged).map_err(EngineError::file(&staged))?;
            return Ok(None);
        }
        let plan: Plan = serde_json::from_slice(&read(&staged.join(PLAN))?)
            .map_err(|why| EngineError::invalid(format!("{}", staged.join(PLAN).display()), why))?;
        let restored = self.carry_through(&staged, plan, caller)?;
        fs::remove_dir_all(&staged).map_err(EngineError::file(&staged))?;
        sync_folder(&self.root.join(OWN))?;
        Ok(Some(restored))
    }

    fn carry_through(&self, staged: &Path, mut plan: Plan, caller: &Caller) -> Result<Restored> {
        let lock = self.files.lock()?;
        // What another process forgot while everything was laid out stays forgotten too.
        let tombstones = self.store.tombstones()?;
        self.replace_store(staged, &mut plan, caller)?;
        self.add_tombstones(tombstones)?;
        let mut restored = Restored { aside: plan.aside, ..Restored::default() };
        for file in plan.files {
            let bytes = read(&staged.join(VAULT).join(&file))?;
            if self.files.read(&file)?.is_none_or(|present| present.bytes != bytes) {
                self.files.write(&file, &bytes)?;
                restored.files.push(file);
            }
        }
        for file in plan.removed {
            if let Some(present) = self.files.read(&file)?
                && self.files.remove(&file, present.fingerprint)? == Removal::Done
            {
                restored.removed.push(file);
            }
        }
        drop(lock);
        self.finish_mirror(caller)?;
        self.files.drop_replaced(&self.files.lock()?)?;
        let forgotten: Vec<Memory> = plan.forgotten.iter().filter_map(|one| one.memory().ok()).collect();
        self.forget_job_lines_again()?;
        self.forget_held_again()?;
        self.forget_beside(&forgotten, &Words::default(), caller)?;
        self.mend_all_requests()?;
        restored.kept_forgotten = forgotten.len() + self.forget_again(AFTER_BACKUP, caller)?;
        // A file that held nothing but what stays forgotten is gone again.
        restored.files.retain(|file| self.root.join(file).exists());
        let statuses = Status::WORDS.map(str::to_owned).to_vec();
        restored.memories = self.store.count(&Filter { statuses, sensitive: true, ..Filter::default() })?;
        Ok(restored)
    }

    /// Forgets what tombstones cover and is there nevertheless; returns how many memories that were.
    pub(crate) fn forget_again(&self, why: &str, caller: &Caller) -> Result<usize> {
        let memories = self.covered(&self.store.forgotten_texts()?)?;
        if let Some(first) = memories.first() {
            let target = Target::Memory(first.id.to_string(), None);
            self.erase(&memories, &target, why, caller)?;
        }
        Ok(memories.len())
    }
}

fn write_plan(staged: &Path, plan: &Plan) -> Result<()> {
    let text = serde_json::to_vec(plan).map_err(|why| EngineError::invalid("plan", why))?;
    let (unready, ready) = (staged.join("plan.new"), staged.join(PLAN));
    let write = || {
        let mut file = create_private(&unready)?;
        file.write_all(&text)?;
        file.sync_all()?;
        fs::rename(&unready, &ready)
    };
    write().map_err(EngineError::file(&ready))?;
    sync_folder(staged)?;
    backup::sync_folder(staged.parent().unwrap_or(staged))
}

/// Puts a store that cannot be read any more aside, so that a backup can take its place; returns where it lies.
///
/// The backup is checked first: without a good one nothing is moved.
pub fn put_store_aside(root: &Path, from: &Path, caller: &Caller) -> Result<PathBuf> {
    if caller.trust() < Trust::User {
        return Err(EngineError::Denied { what: "restore".into(), needs: "the user".into() });
    }
    verify_backup(from)?;
    let aside = free(&aside(root, caller).with_extension("damaged"));
    make_private(&aside)?;
    let store = Workspace::store_path(root);
    for end in ["db-wal", "db-shm", "db"] {
        let (path, name) = (store.with_extension(end), format!("memoro.{end}"));
        match fs::rename(&path, aside.join(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(EngineError::File { path, error });
            }
            _ => {}
        }
    }
    Ok(aside)
}

/// Makes an empty store where a workspace has none any more, so that a backup can be restored into it.
pub fn make_missing_store(
    root: &Path,
    from: &Path,
    settings: Settings,
    caller: &Caller,
) -> Result<Workspace> {
    verify_backup(from)?;
    Workspace::init(root, settings, caller)
}

fn aside(root: &Path, caller: &Caller) -> PathBuf {
    root.join(OWN).join("aside").join(caller.now.strftime("%Y%m%dT%H%M%SZ").to_string())
}

/// Returns a path that nothing has yet.
fn free(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let numbered = |n: u32| if n == 1 { path.to_owned() } else { path.with_file_name(format!("{name}-{n}")) };
    (1..10_000).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| path.to_owned())
}

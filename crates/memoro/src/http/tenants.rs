//! The workspaces of a server: one, or a folder with one for each tenant. Which one a call reaches is said by its key
//! alone; there is no default where there is more than one. Each has a watcher and its jobs in the background.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use memoro_engine::jobs::{Job, JobReport, Scheduler};
use memoro_engine::vault::watch::{Watch, WatchSettings, Watched};
use memoro_engine::{Caller, EngineError, OWN, Settings, TENANT, Workspace};

use super::Log;
use crate::access::check_tenant;
use crate::error::{Code, Failure, Result};

/// The tenant of a request by the admin of the whole server that names none.
pub(crate) const NO_TENANT: &str = "";

/// Makes the settings of the workspace in a folder.
pub(crate) type SettingsOf = Box<dyn Fn(&Path) -> Settings + Send + Sync>;

struct Held {
    workspace: Arc<Workspace>,
    background: Vec<Background>,
}

/// A thread beside the requests, and what ends it.
struct Background {
    stop: Box<dyn Fn() + Send>,
    thread: JoinHandle<()>,
}

/// The workspaces of a server.
pub(crate) struct Tenants {
    /// The folder with one workspace for each tenant; none where the server holds a single one.
    folder: Option<PathBuf>,
    settings: SettingsOf,
    held: Mutex<BTreeMap<String, Held>>,
    log: Log,
}

impl std::fmt::Debug for Tenants {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tenants").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Tenants {
    /// Serves one workspace.
    pub(crate) fn one(workspace: Workspace, settings: SettingsOf, log: Log) -> Self {
        let tenants = Self { folder: None, settings, held: Mutex::default(), log };
        tenants.hold(TENANT, Arc::new(workspace));
        tenants
    }

    /// Serves every workspace in a folder, each under the name of its own folder.
    pub(crate) fn many(folder: &Path, settings: SettingsOf, log: Log) -> Result<Self> {
        let tenants = Self { folder: Some(folder.to_owned()), settings, held: Mutex::default(), log };
        for entry in std::fs::read_dir(folder)? {
            let name = entry?.file_name();
            let Some(name) = name.to_str().filter(|name| check_tenant(name).is_ok()) else { continue };
            if folder.join(name).join(OWN).is_dir() {
                tenants.get(name)?;
            }
        }
        Ok(tenants)
    }

    /// Tells whether the server holds a workspace for each of several tenants.
    pub(crate) const fn are_many(&self) -> bool {
        self.folder.is_some()
    }

    /// Returns the names of the tenants that are open.
    pub(crate) fn names(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    /// Returns the workspaces that are open.
    pub(crate) fn all(&self) -> Vec<Arc<Workspace>> {
        self.lock().values().map(|held| Arc::clone(&held.workspace)).collect()
    }

    /// Returns the workspace of a tenant; one that was made since the start is opened now, and one whose store was made anew is
    /// opened again.
    pub(crate) fn get(&self, tenant: &str) -> Result<Arc<Workspace>> {
        if tenant == NO_TENANT {
            return Err(Failure::new(Code::Usage, "this server has several tenants, and none is named")
                .hint("name one with the header `Memoro-Tenant`"));
        }
        let missing = || Failure::from(EngineError::NotFound { what: "tenant", name: tenant.to_owned() });
        let known = self.lock().get(tenant).map(|held| Arc::clone(&held.workspace));
        if let Some(known) = known {
            return if known.store().is_replaced() { self.open_again(tenant, &known) } else { Ok(known) };
        }
        let folder = self.folder.as_ref().filter(|_| check_tenant(tenant).is_ok()).ok_or_else(missing)?;
        let root = folder.join(tenant);
        if !root.join(OWN).is_dir() {
            return Err(missing());
        }
        let settings = (self.settings)(&root);
        let workspace = Workspace::open(&root, settings, &Caller::system(memoro_engine::embed::present()))?;
        Ok(self.hold(tenant, Arc::new(workspace)))
    }

    /// Opens a workspace whose store is another one by now, such as one that was made anew from its files.
    fn open_again(&self, tenant: &str, old: &Arc<Workspace>) -> Result<Arc<Workspace>> {
        let (root, now) = (old.root(), memoro_engine::embed::present());
        let fresh = Workspace::open(root, (self.settings)(root), &Caller::system(now))?;
        let mut held = self.lock();
        match held.get_mut(tenant) {
            Some(known) if Arc::ptr_eq(&known.workspace, old) => {
                known.background.iter().for_each(|background| (background.stop)());
                known.workspace = Arc::new(fresh);
                known.background = background(&known.workspace, tenant, self.log);
                self.log.say("store_opened_again", &[("tenant", &tenant)]);
                Ok(Arc::clone(&known.workspace))
            }
            // Another request was as quick.
            Some(known) => Ok(Arc::clone(&known.workspace)),
            None => Ok(Arc::new(fresh)),
        }
    }

    fn hold(&self, tenant: &str, workspace: Arc<Workspace>) -> Arc<Workspace> {
        let mut held = self.lock();
        let kept = held.entry(tenant.to_owned()).or_insert_with(|| {
            let background = background(&workspace, tenant, self.log);
            Held { workspace, background }
        });
        Arc::clone(&kept.workspace)
    }

    /// Ends what runs in the background and waits for it a while.
    pub(crate) fn close(&self, patience: Duration) {
        let until = Instant::now() + patience;
        let all: Vec<Background> =
            self.lock().values_mut().flat_map(|held| std::mem::take(&mut held.background)).collect();
        for background in &all {
            (background.stop)();
        }
        for background in all {
            while !background.thread.is_finished() && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts what runs beside the requests of a workspace.
fn background(workspace: &Arc<Workspace>, tenant: &str, log: Log) -> Vec<Background> {
    let started = [
        watcher(Arc::clone(workspace), tenant.to_owned(), log),
        scheduler(Arc::clone(workspace), tenant.to_owned(), log),
    ];
    let running = started.into_iter().filter_map(|started| match started {
        Ok(background) => Some(background),
        Err(why) => {
            log.say("background_failed", &[("tenant", &tenant), ("why", &why)]);
            None
        }
    });
    running.collect()
}

/// Runs the jobs when they are due.
fn scheduler(workspace: Arc<Workspace>, tenant: String, log: Log) -> std::io::Result<Background> {
    let scheduler = Scheduler::new(&workspace).map_err(std::io::Error::other)?;
    let (stop, stopped) = std::sync::mpsc::channel();
    let thread = std::thread::Builder::new().name("jobs".into()).spawn(move || {
        let mut tell = |job: Job, outcome: memoro_engine::Result<JobReport>| match outcome {
            Ok(report) => {
                let (ended, took) = (report.ended.as_str(), report.took.as_millis());
                log.say(
                    "job_ran",
                    &[("tenant", &tenant), ("job", &job.as_str()), ("ended", &ended), ("ms", &took)],
                );
            }
            Err(why) => log.say("job_failed", &[("tenant", &tenant), ("job", &job.as_str()), ("why", &why)]),
        };
        scheduler.run(&workspace, &stopped, &memoro_engine::embed::present, &mut tell);
    })?;
    let stop = move || {
        let _ = stop.send(());
    };
    Ok(Background { stop: Box::new(stop), thread })
}

/// Takes in changes of files as they happen.
fn watcher(workspace: Arc<Workspace>, tenant: String, log: Log) -> std::io::Result<Background> {
    let (watch, stopper) = Watch::new(WatchSettings::default());
    let thread = std::thread::Builder::new().name("watch".into()).spawn(move || {
        let mut tell = |told: Watched| match told {
            Watched::Failed(why) => log.say("watch_failed", &[("tenant", &tenant), ("why", &why)]),
            Watched::Started { polling: Some(why), .. } => {
                log.say("watch_polls", &[("tenant", &tenant), ("why", &why)]);
            }
            _ => {}
        };
        if let Err(why) = workspace.watch(&watch, &memoro_engine::embed::present, &mut tell) {
            log.say("watch_ended", &[("tenant", &tenant), ("why", &why)]);
        }
    })?;
    Ok(Background { stop: Box::new(move || stopper.stop()), thread })
}

//! What every request shares: workspaces, keys, the pool, limits and counts.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use memoro_core::MemoryId;
use memoro_engine::{Access, Action, Role, Workspace};
use tokio::sync::watch;

use super::events::Listeners;
use super::metrics::Metrics;
use super::pool::{Lane, Limits, Pool, Tail};
use super::rates::Rates;
use super::tenants::NO_TENANT;
use super::watched::Credential;
use super::{Log, Tenants};
use crate::access::Keyring;
use crate::error::Result;
use crate::ops::{self, Afterwards, Circumstances, Keyed, Operation, Settled};

/// How a server is told to behave.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// Whether no token is needed; on loopback only.
    pub(crate) open: bool,
    /// Names besides addresses and `localhost` under which the server may be asked.
    pub(crate) hosts: Vec<String>,
    /// Origins of pages that may ask.
    pub(crate) origins: Vec<String>,
    /// Requests a minute for each key; 0 for any number.
    pub(crate) rate: u32,
    /// How much runs and waits at most.
    pub(crate) limits: Limits,
    /// How many connections there may be at once.
    pub(crate) connections: usize,
    /// Whether lines are written to stderr.
    pub(crate) log: Log,
    /// The file with the admin's key.
    pub(crate) admin_key: std::path::PathBuf,
}

/// What every request shares.
#[derive(Debug)]
pub(crate) struct Service {
    /// The workspaces.
    pub(crate) tenants: Tenants,
    /// The keys.
    pub(crate) keys: Arc<Keyring>,
    /// How it behaves.
    pub(crate) options: Options,
    /// Counts.
    pub(crate) metrics: Metrics,
    /// How often somebody may ask.
    pub(crate) rates: Rates,
    /// Turns true when the server is about to end.
    pub(crate) closing: watch::Sender<bool>,
    /// When it began.
    pub(crate) began: Instant,
    /// The port that it listens on, as soon as it does.
    pub(crate) port: OnceLock<u16>,
    /// Who listens to changes.
    pub(crate) listeners: Listeners,
    uses: Uses,
    pool: Pool,
}

impl Service {
    /// Puts a service together.
    pub(crate) fn new(tenants: Tenants, keys: Keyring, options: Options) -> Arc<Self> {
        Arc::new(Self {
            tenants,
            keys: Arc::new(keys),
            metrics: Metrics::default(),
            rates: Rates::new(options.rate),
            closing: watch::Sender::new(false),
            began: Instant::now(),
            port: OnceLock::new(),
            listeners: Listeners::default(),
            uses: Uses::default(),
            pool: Pool::new(options.limits),
            options,
        })
    }

    /// Returns how many calls run or wait, of reads and of writes.
    pub(crate) fn load(&self) -> (usize, usize) {
        self.pool.load(self.options.limits)
    }

    /// Returns the circumstances of a call that is made now.
    pub(crate) fn around(&self, access: Access, run: Option<String>) -> Circumstances {
        let keys = Some(Arc::clone(&self.keys));
        Circumstances {
            access,
            now: memoro_engine::embed::present(),
            run,
            session: None,
            keys,
            everywhere: Vec::new(),
        }
    }

    /// Authorises an operation and carries it out on the workspace of its caller's tenant.
    pub(crate) async fn execute<O: Operation>(
        self: &Arc<Self>,
        access: Access,
        run: Option<String>,
        operation: O,
    ) -> Result<O::Answer> {
        let lane = (lane(&operation.needs(&access)), O::WITHOUT_TENANT);
        self.run(lane, access, run, move |workspace, around| ops::run(operation, workspace, around)).await
    }

    /// Does the same for a request that may come with an idempotency key.
    pub(crate) async fn execute_once<O: Operation>(
        self: &Arc<Self>,
        (access, run): (Access, Option<String>),
        operation: O,
        keyed: Option<Keyed>,
    ) -> Result<Settled> {
        let lane = (lane(&operation.needs(&access)), O::WITHOUT_TENANT);
        self.run(lane, access, run, move |workspace, around| ops::settle(operation, keyed, workspace, around))
            .await
    }

    /// Runs other blocking work on a workspace, for surfaces that need more than one operation.
    pub(crate) async fn with_workspace<T: Send + 'static>(
        self: &Arc<Self>,
        (access, run): (&Access, Option<String>),
        action: Action,
        work: impl FnOnce(&ops::Call<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.run((lane(&[action]), false), access.clone(), run, move |workspace, around| {
            let call = ops::Call::authorised(workspace, around, &[action])?;
            let answer = work(&call)?;
            Ok((answer, call.afterwards()))
        })
        .await
    }

    async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        (lane, without_tenant): (Lane, bool),
        access: Access,
        run: Option<String>,
        work: impl FnOnce(&Workspace, &Circumstances) -> Result<(T, Afterwards)> + Send + 'static,
    ) -> Result<T> {
        let service = Arc::clone(self);
        let answer = self.pool.run(lane, move |send| {
            let mut around = service.around(access, run);
            if without_tenant && around.access.tenant == NO_TENANT {
                around.everywhere = service.tenants.all();
            }
            let first = around.everywhere.first().cloned();
            let meant = first.map_or_else(|| service.tenants.get(&around.access.tenant), Ok);
            let done = meant.and_then(|workspace| {
                let (answer, afterwards) = work(&workspace, &around)?;
                Ok((answer, afterwards, workspace))
            });
            match done {
                Ok((answer, afterwards, workspace)) => {
                    drop(send.send(Ok(answer)));
                    service.uses.add(&around.access.tenant, afterwards.used);
                    let left = afterwards.work;
                    (!left.is_empty())
                        .then(|| Box::new(move || left.into_iter().for_each(|work| work(&workspace))) as Tail)
                }
                Err(failure) => {
                    drop(send.send(Err(failure)));
                    None
                }
            }
        });
        answer.await?
    }

    /// Writes down how often memories were returned since the last time.
    pub(crate) fn settle(&self) {
        for (tenant, counts) in self.uses.take() {
            if let Ok(workspace) = self.tenants.get(&tenant) {
                // Counts may be lost; the next ones are written with what comes.
                drop(workspace.count_uses(counts, memoro_engine::embed::present()));
            }
        }
    }

    /// Returns what the admin's key gives, if this is it.
    pub(crate) fn admin(&self, presented: &str, tenant: &str) -> Option<(Access, blake3::Hash)> {
        let hash = blake3::hash(presented.trim().as_bytes());
        let access = || Access { tenant: tenant.to_owned(), ..Access::local(Role::Admin) };
        self.is_admin(hash).then(|| (access(), hash))
    }

    /// Tells whether this is the hash of the admin's key.
    fn is_admin(&self, hash: blake3::Hash) -> bool {
        let kept = std::fs::read_to_string(&self.options.admin_key).unwrap_or_default();
        // Hashes of equal length are compared in constant time.
        !kept.trim().is_empty() && hash == blake3::hash(kept.trim().as_bytes())
    }

    /// Tells whether what a request was let in by would let it in now.
    pub(crate) fn counts(&self, credential: &Credential) -> bool {
        match credential {
            Credential::Key(id) => self.keys.counts(id),
            Credential::Admin(hash) => self.is_admin(*hash),
            Credential::Open => true,
        }
    }
}

fn lane(needs: &[Action]) -> Lane {
    let looks = |action: &Action| matches!(action, Action::Read | Action::Audit);
    if needs.iter().all(looks) { Lane::Read } else { Lane::Write }
}

/// How often memories were returned, by tenant, until it is written down.
#[derive(Debug, Default)]
struct Uses(Mutex<HashMap<String, HashMap<MemoryId, u32>>>);

impl Uses {
    fn add(&self, tenant: &str, ids: Vec<MemoryId>) {
        if ids.is_empty() {
            return;
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = all.entry(tenant.to_owned()).or_default();
        for id in ids {
            *counts.entry(id).or_default() += 1;
        }
    }

    fn take(&self) -> HashMap<String, HashMap<MemoryId, u32>> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

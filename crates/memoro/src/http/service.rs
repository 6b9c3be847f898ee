//! What every request shares: workspaces, keys, the pool, limits and counts.

use std::sync::Arc;
use std::time::Instant;

use jiff::Timestamp;
use memoro_engine::{Access, Action, Role};
use tokio::sync::watch;

use super::events::Listeners;
use super::metrics::Metrics;
use super::pool::{Lane, Limits, Pool};
use super::rates::Rates;
use super::{Log, Tenants};
use crate::access::Keyring;
use crate::error::Result;
use crate::ops::{self, Circumstances, Operation};

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
    /// Who listens to changes.
    pub(crate) listeners: Listeners,
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
            listeners: Listeners::default(),
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
        Circumstances { access, now: Timestamp::now(), run, keys: Some(Arc::clone(&self.keys)) }
    }

    /// Authorises an operation and carries it out on the workspace of its caller's tenant.
    pub(crate) async fn execute<O: Operation>(
        self: &Arc<Self>,
        access: Access,
        run: Option<String>,
        operation: O,
    ) -> Result<O::Answer> {
        let lane = if O::ACTION == Action::Read { Lane::Read } else { Lane::Write };
        let service = Arc::clone(self);
        let answer = self.pool.run(lane, move |send| {
            let (around, workspace) = match service.tenants.get(&access.tenant) {
                Ok(workspace) => (service.around(access, run), workspace),
                Err(failure) => return drop(send.send(Err(failure))),
            };
            match ops::run(operation, &workspace, &around) {
                Ok((answer, afterwards)) => {
                    drop(send.send(Ok(answer)));
                    for work in afterwards {
                        work(&workspace);
                    }
                }
                Err(failure) => drop(send.send(Err(failure))),
            }
        });
        answer.await?
    }

    /// Runs other blocking work on a workspace, for surfaces that need more than one operation.
    pub(crate) async fn with_workspace<T: Send + 'static>(
        self: &Arc<Self>,
        access: &Access,
        action: Action,
        work: impl FnOnce(&ops::Call<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let lane = if action == Action::Read { Lane::Read } else { Lane::Write };
        let (service, access) = (Arc::clone(self), access.clone());
        let answer = self.pool.run(lane, move |send| {
            let done = || {
                let workspace = service.tenants.get(&access.tenant)?;
                let around = service.around(access, None);
                let call = ops::Call::authorised(&workspace, &around, action)?;
                let answer = work(&call)?;
                for work in call.afterwards() {
                    work(&workspace);
                }
                Ok(answer)
            };
            drop(send.send(done()));
        });
        answer.await?
    }

    /// Returns what the admin's key gives, if this is it.
    pub(crate) fn admin(&self, presented: &str, tenant: &str) -> Option<Access> {
        let kept = std::fs::read_to_string(&self.options.admin_key).ok()?;
        let (given, kept) = (presented.trim(), kept.trim());
        // Hashes of equal length are compared in constant time.
        let same = !kept.is_empty() && blake3::hash(given.as_bytes()) == blake3::hash(kept.as_bytes());
        same.then(|| Access { tenant: tenant.to_owned(), ..Access::local(Role::Admin) })
    }
}

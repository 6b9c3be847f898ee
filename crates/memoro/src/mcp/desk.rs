//! Where the work of tools is done: on a workspace of this process, or on those of a server. Blocking work never runs
//! on the thread that speaks the protocol, and only so much of it runs at once.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use memoro_engine::vault::watch::{Watch, WatchSettings, Watched};
use memoro_engine::{Access, Action, Workspace};
use tokio::sync::{Semaphore, oneshot, watch};

use crate::error::{Code, Failure, Result};
use crate::http::Service;
use crate::ops::{Call, Circumstances};

/// How many tools of one connection work at once.
const AT_ONCE: usize = 8;

/// How long the files are left alone after the start, so that the first answers come soon.
const QUIET: Duration = Duration::from_secs(1);

/// Who works, and in which session and run.
#[derive(Debug, Clone)]
pub(crate) struct Seat {
    /// What the credential gives.
    pub(crate) access: Access,
    /// The session, where one was named.
    pub(crate) session: Option<String>,
    /// The run, for the audit.
    pub(crate) run: Option<String>,
}

/// Where work is done.
#[derive(Debug, Clone)]
pub(crate) enum Desk {
    /// On a workspace of this process.
    Own(Arc<Own>),
    /// On the workspaces of a server.
    Served(Arc<Service>),
}

/// A workspace that is opened while the client introduces itself.
#[derive(Debug)]
pub(crate) struct Own {
    opened: watch::Receiver<Option<Arc<Workspace>>>,
    /// Why the workspace did not open.
    closed: Arc<OnceLock<(Code, String, Option<String>)>>,
    turns: Arc<Semaphore>,
}

impl Desk {
    /// Opens a workspace beside everything else; the receiver is told why it cannot be opened. Files that change
    /// later are taken in as they change, and what goes wrong with that is told to `warn`.
    pub(crate) fn open(
        open: impl FnOnce() -> Result<Workspace> + Send + 'static,
        warn: impl Fn(&str) + Send + 'static,
    ) -> Result<(Self, oneshot::Receiver<Failure>)> {
        let (ready, opened) = watch::channel(None);
        let (fail, failed) = oneshot::channel();
        let closed = Arc::new(OnceLock::new());
        let why = Arc::clone(&closed);
        std::thread::Builder::new().name("mcp-workspace".into()).spawn(move || match open() {
            Ok(workspace) => {
                drop(fail);
                let workspace = Arc::new(workspace);
                ready.send_replace(Some(Arc::clone(&workspace)));
                std::thread::sleep(QUIET);
                follow(&workspace, &warn);
                // Held until the end: what waits for the workspace must not think that nobody opens it.
                drop(ready);
            }
            Err(failure) => {
                // Every tool tells it; a client seldom shows what stands on stderr.
                let _ = why.set((failure.code, failure.message.clone(), failure.hint.clone()));
                drop(fail.send(failure));
            }
        })?;
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        Ok((Self::Own(Arc::new(Own { opened, closed, turns })), failed))
    }

    /// Authorises an action and does blocking work on the workspace that the seat reaches.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        seat: &Seat,
        action: Action,
        work: impl FnOnce(&Call<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        match self {
            Desk::Own(own) => own.work(seat, action, work).await,
            Desk::Served(service) => {
                service.with_workspace((&seat.access, seat.run.clone()), action, work).await
            }
        }
    }

    /// Returns what a client is told of a failure: elsewhere nobody learns what is ours alone.
    pub(super) fn told(&self, failure: Failure) -> Failure {
        match self {
            Desk::Served(service) if failure.code.status() == 500 => {
                service
                    .options
                    .log
                    .say("mcp_failed", &[("code", &failure.code.as_str()), ("why", &failure.message)]);
                Failure::new(failure.code, "something inside failed; the server's log says what")
            }
            _ => failure,
        }
    }
}

impl Own {
    async fn work<T: Send + 'static>(
        &self,
        seat: &Seat,
        action: Action,
        work: impl FnOnce(&Call<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let gone = || match self.closed.get() {
            Some((code, message, hint)) => {
                Failure { hint: hint.clone(), ..Failure::new(*code, message.clone()) }
            }
            None => Failure::new(Code::Internal, "the workspace is closed"),
        };
        let workspace = {
            let mut opened = self.opened.clone();
            opened.wait_for(Option::is_some).await.map_err(|_| gone())?.clone().ok_or_else(gone)?
        };
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| gone())?;
        let (access, run) = (seat.access.clone(), seat.run.clone());
        let session = crate::ops::session_name(seat.session.as_deref())?;
        let now = memoro_engine::embed::present();
        let around = Circumstances { access, now, run, session, keys: None, everywhere: Vec::new() };
        let (send, receive) = oneshot::channel();
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let done = Call::authorised(&workspace, &around, &[action])
                .and_then(|call| work(&call).map(|answer| (answer, call.afterwards())));
            match done {
                Ok((answer, afterwards)) => {
                    drop(send.send(Ok(answer)));
                    afterwards.settle(&workspace, around.now);
                }
                Err(failure) => drop(send.send(Err(failure))),
            }
        });
        receive.await.map_err(|_| Failure::new(Code::Internal, "the operation ended without an answer"))?
    }
}

/// Takes in files as they change, until the process ends.
fn follow(workspace: &Workspace, warn: &dyn Fn(&str)) {
    let (watch, _stopper) = Watch::new(WatchSettings::default());
    let mut tell = |told: Watched| {
        if let Watched::Failed(why) = told {
            warn(&format!("files that changed cannot be taken in: {why}"));
        }
    };
    if let Err(why) = workspace.watch(&watch, &memoro_engine::embed::present, &mut tell) {
        warn(&format!("files that change are not followed: {why}"));
    }
}

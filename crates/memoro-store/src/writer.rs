//! The one writer of a process: requests that arrive together share a transaction and its sync.
//!
//! A request that fails is undone alone; a failed commit fails all of its requests; after a failed sync
//! nothing is acknowledged any more until the store is opened again.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, ffi};

use crate::error::{Result, StoreError};
use crate::open::connect;

/// The most requests that share one transaction.
const MOST: usize = 512;
/// The longest that the writer waits for requests that usually come together.
const GATHER: Duration = Duration::from_millis(4);

/// Whether a write must be on the disk before it is acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// On the disk before the answer.
    Synced,
    /// Bookkeeping that can be worked out again after a power loss.
    Lazy,
}

type Work = Box<dyn FnOnce(&Transaction<'_>) -> Result<()> + Send>;

enum Request {
    Write(Work, Durability, Sender<Result<()>>),
    Truncate(Sender<Result<()>>),
}

/// Handle to the writer thread, which is started by the first write.
#[derive(Debug)]
pub(crate) struct Writer {
    path: PathBuf,
    requests: Mutex<Option<Running>>,
}

#[derive(Debug)]
struct Running {
    requests: Sender<Request>,
    thread: std::thread::JoinHandle<()>,
}

impl Writer {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, requests: Mutex::new(None) }
    }

    /// Runs `work` in the next transaction and waits until it is committed.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        durability: Durability,
        work: impl FnOnce(&Transaction<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let result = Arc::new(Mutex::new(None));
        let slot = Arc::clone(&result);
        let work: Work = Box::new(move |tx| {
            let value = work(tx)?;
            *slot.lock().expect("only this request holds its slot") = Some(value);
            Ok(())
        });
        self.send(|done| Request::Write(work, durability, done))?;
        let value = result.lock().expect("only this request holds its slot").take();
        value.ok_or_else(|| StoreError::Sqlite("the writer lost a result".into()))
    }

    pub(crate) fn truncate_log(&self) -> Result<()> {
        self.send(Request::Truncate)
    }

    fn send(&self, request: impl FnOnce(Sender<Result<()>>) -> Request) -> Result<()> {
        let (done, answer) = channel();
        self.requests()?.send(request(done)).map_err(|_| stopped())?;
        answer.recv().map_err(|_| stopped())?
    }

    fn requests(&self) -> Result<Sender<Request>> {
        let mut running = self.requests.lock().expect("starting the writer does not panic");
        if let Some(running) = &*running {
            return Ok(running.requests.clone());
        }
        let conn = connect(&self.path)?;
        let (requests, inbox) = channel();
        let thread = std::thread::Builder::new()
            .name("memoro-writer".into())
            .spawn(move || Loop { conn, inbox, usual: 1, last: Duration::ZERO, broken: None }.run())
            .map_err(|e| StoreError::Io(e.to_string()))?;
        *running = Some(Running { requests: requests.clone(), thread });
        Ok(requests)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if let Ok(mut running) = self.requests.lock()
            && let Some(Running { requests, thread }) = running.take()
        {
            drop(requests);
            let _ = thread.join();
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Stopped("the writer thread is gone".into())
}

struct Loop {
    conn: Connection,
    inbox: Receiver<Request>,
    /// How many requests came together lately.
    usual: usize,
    /// How long the last commit took: waiting a part of that for company pays.
    last: Duration,
    /// Set once a sync has failed.
    broken: Option<String>,
}

impl Loop {
    fn run(mut self) {
        while let Ok(first) = self.inbox.recv() {
            let batch = self.gather(first);
            self.usual = batch.len().max(self.usual - self.usual.div_ceil(8));
            let begun = Instant::now();
            self.serve(batch);
            self.last = begun.elapsed();
        }
    }

    fn gather(&self, first: Request) -> Vec<Request> {
        let mut batch = vec![first];
        let end = Instant::now() + (self.last / 2).min(GATHER);
        while batch.len() < MOST {
            let wait = if batch.len() < self.usual {
                end.saturating_duration_since(Instant::now())
            } else {
                Duration::ZERO
            };
            match self.inbox.recv_timeout(wait) {
                Ok(request) => batch.push(request),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        batch
    }

    fn serve(&mut self, batch: Vec<Request>) {
        let (mut writes, mut truncates) = (Vec::new(), Vec::new());
        for request in batch {
            match request {
                Request::Write(work, durability, done) => writes.push((work, durability, done)),
                Request::Truncate(done) => truncates.push(done),
            }
        }
        if let Some(why) = &self.broken {
            let all = writes.into_iter().map(|(_, _, done)| done).chain(truncates);
            all.for_each(|done| drop(done.send(Err(StoreError::Stopped(why.clone())))));
            return;
        }
        if !writes.is_empty() {
            self.transact(writes);
        }
        for done in truncates {
            let _ = done.send(truncate(&self.conn));
        }
    }

    fn transact(&mut self, writes: Vec<(Work, Durability, Sender<Result<()>>)>) {
        let synced = writes.iter().any(|(_, durability, _)| *durability == Durability::Synced);
        let mut waiting = Vec::with_capacity(writes.len());
        let outcome = transaction(&mut self.conn, synced, writes, &mut waiting);
        let shared = outcome.err();
        if let Some(error) = &shared
            && is_failed_sync(error)
        {
            self.broken = Some(error.to_string());
        }
        for (own, done) in waiting {
            let answer = match (&shared, own) {
                (Some(error), _) => Err(again(error)),
                (None, own) => own,
            };
            let _ = done.send(answer);
        }
    }
}

type Waiting = Vec<(Result<()>, Sender<Result<()>>)>;

/// Runs all writes in one transaction; each inside a savepoint, so that one may fail alone.
fn transaction(
    conn: &mut Connection,
    synced: bool,
    writes: Vec<(Work, Durability, Sender<Result<()>>)>,
    waiting: &mut Waiting,
) -> rusqlite::Result<()> {
    let mut writes = writes.into_iter();
    let result = (|| {
        conn.pragma_update(None, "synchronous", if synced { "FULL" } else { "NORMAL" })?;
        let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for (work, _, done) in writes.by_ref() {
            tx.prepare_cached("SAVEPOINT request")?.execute([])?;
            let own = work(&tx);
            if own.is_err() {
                tx.prepare_cached("ROLLBACK TO request")?.execute([])?;
            }
            tx.prepare_cached("RELEASE request")?.execute([])?;
            waiting.push((own, done));
        }
        tx.commit()
    })();
    waiting.extend(writes.map(|(_, _, done)| (Ok(()), done)));
    result
}

/// Empties the log into the store; waits for readers of older states to finish.
fn truncate(conn: &Connection) -> Result<()> {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let busy: i64 = conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if busy == 0 {
            return Ok(());
        }
        if Instant::now() > deadline {
            return Err(StoreError::Busy);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn is_failed_sync(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|e| {
        e.code == ErrorCode::SystemIoFailure
            && matches!(e.extended_code, ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC)
    })
}

fn again(error: &rusqlite::Error) -> StoreError {
    match error.sqlite_error() {
        Some(code) => rusqlite::Error::SqliteFailure(*code, Some(error.to_string())).into(),
        None => StoreError::Sqlite(error.to_string()),
    }
}

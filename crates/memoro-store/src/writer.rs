//! The one writer of a process: requests that arrive together share a transaction and its sync. Commits are made as
//! they come, so that others are prepared while the first of their group are written.
//!
//! A request that fails is undone alone; a failed commit fails all of its requests; after a failed sync
//! nothing is acknowledged any more until the store is opened again.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, ffi};

use crate::audit::Chain;
use crate::error::{Result, StoreError};
use crate::inbox::Inbox;
use crate::open::{BUSY, connect};
use crate::together::Together;
use crate::witness::Witness;

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

/// One write, from the caller to the writer and back.
pub(crate) trait Request: Send {
    /// Makes the changes inside the transaction.
    fn apply(&mut self, tx: &Transaction<'_>, together: &mut Together) -> Result<()>;

    /// Tells whether this is a commit: it may be made again in a second transaction, and it continues the audit.
    fn is_commit(&self) -> bool {
        false
    }

    /// Looks at the changes after they are durable, from a connection that did not make them.
    fn read_back(&mut self, _conn: &Connection) {}

    /// Tells the caller what became of it.
    fn answer(self: Box<Self>, outcome: Result<()>);
}

/// A write that may be made only once.
struct Once<T, F> {
    work: Option<F>,
    value: Option<T>,
    done: Sender<Result<T>>,
}

impl<T: Send, F: FnOnce(&Transaction<'_>) -> Result<T> + Send> Request for Once<T, F> {
    fn apply(&mut self, tx: &Transaction<'_>, _together: &mut Together) -> Result<()> {
        let work = self.work.take().ok_or_else(|| StoreError::Sqlite("a write ran twice".into()))?;
        self.value = Some(work(tx)?);
        Ok(())
    }

    fn answer(self: Box<Self>, outcome: Result<()>) {
        let lost = || StoreError::Sqlite("the writer lost a result".into());
        let Self { value, done, .. } = *self;
        let _ = done.send(outcome.and_then(|()| value.ok_or_else(lost)));
    }
}

enum Message {
    Write(Box<dyn Request>, Durability),
    Truncate(Duration, Sender<Result<()>>),
}

/// Handle to the writer thread, which is started by the first write.
#[derive(Debug)]
pub(crate) struct Writer {
    path: PathBuf,
    running: Mutex<Option<Running>>,
}

#[derive(Debug)]
struct Running {
    inbox: Sender<Message>,
    thread: std::thread::JoinHandle<()>,
}

impl Writer {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, running: Mutex::new(None) }
    }

    /// Runs `work` in the next transaction and waits until it is committed.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        durability: Durability,
        work: impl FnOnce(&Transaction<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.ask(durability, |done| Once { work: Some(work), value: None, done })
    }

    /// Hands a request over and waits for its answer.
    pub(crate) fn ask<T, R: Request + 'static>(
        &self,
        durability: Durability,
        request: impl FnOnce(Sender<Result<T>>) -> R,
    ) -> Result<T> {
        let (done, answer) = channel();
        self.inbox()?.send(Message::Write(Box::new(request(done)), durability)).map_err(|_| stopped())?;
        answer.recv().map_err(|_| stopped())?
    }

    pub(crate) fn truncate_log(&self, patience: Duration) -> Result<()> {
        let (done, answer) = channel();
        self.inbox()?.send(Message::Truncate(patience, done)).map_err(|_| stopped())?;
        answer.recv().map_err(|_| stopped())?
    }

    fn inbox(&self) -> Result<Sender<Message>> {
        let mut running = self.running.lock().expect("starting the writer does not panic");
        if let Some(running) = &*running {
            return Ok(running.inbox.clone());
        }
        let conn = connect(&self.path)?;
        // What is written comes from types that hold nothing else, and each check of a word against a list costs SQLite a
        // table of its own for every row. Readers, who look for damage, still have the checks.
        conn.pragma_update(None, "ignore_check_constraints", "ON")?;
        let (inbox, messages) = channel();
        let path = self.path.clone();
        let thread = std::thread::Builder::new()
            .name("memoro-writer".into())
            .spawn(move || Loop::new(conn, path, Inbox::new(messages)).run())
            .map_err(|e| StoreError::Io(e.to_string()))?;
        *running = Some(Running { inbox: inbox.clone(), thread });
        Ok(inbox)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if let Ok(mut running) = self.running.lock()
            && let Some(Running { inbox, thread }) = running.take()
        {
            drop(inbox);
            let _ = thread.join();
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Stopped("the writer thread is gone".into())
}

struct Loop {
    conn: Connection,
    path: PathBuf,
    witness: Witness,
    inbox: Inbox<Message>,
    /// How long the last sync took: waiting for company pays as long as it saves another one.
    sync: Duration,
    /// Whether a commit of this connection ends with a sync, as it was last told.
    synced: bool,
    /// Whether the name of the log is on the disk; it stays there as long as a connection is open.
    named: bool,
    /// The number of the file that is written.
    file: Option<u64>,
    /// Set once a sync has failed.
    broken: Option<String>,
}

type Group = Vec<Box<dyn Request>>;

impl Loop {
    fn new(conn: Connection, path: PathBuf, inbox: Inbox<Message>) -> Self {
        let (witness, sync, file) = (Witness::new(path.clone()), Duration::ZERO, number(&path));
        Self { conn, path, witness, inbox, sync, synced: true, named: false, file, broken: None }
    }

    fn run(mut self) {
        while let Some(first) = self.inbox.next() {
            match first {
                Message::Write(request, Durability::Synced)
                    if self.broken.is_none() && request.is_commit() =>
                {
                    self.make_as_they_come(request);
                }
                first => {
                    let batch = self.gather(first);
                    self.inbox.written(batch.len());
                    self.serve(batch);
                }
            }
        }
    }

    /// Makes commits in one transaction, each when it comes, as long as more are likely to come.
    fn make_as_they_come(&mut self, first: Box<dyn Request>) {
        let mut group = vec![first];
        let made = self.stream(&mut group);
        self.inbox.written(group.len());
        match made {
            Ok(Ok(sync)) => {
                self.sync = sync;
                let own: Vec<Result<()>> = group.iter().map(|_| Ok(())).collect();
                self.settle(group, own);
            }
            Ok(Err(error)) if group.len() == 1 => self.answer(group, vec![Err(error)]),
            // One of them cannot be made: each is tried by itself.
            Ok(Err(_)) => self.transact(group, true),
            Err(error) => self.fail(group, &error),
        }
    }

    fn stream(&mut self, group: &mut Group) -> rusqlite::Result<Result<Duration>> {
        self.ask_for(true)?;
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (mut together, mut patience) = (Together::begin(&tx)?, self.sync.min(GATHER));
        while let Some(request) = group.last_mut() {
            if let Err(error) = request.apply(&tx, &mut together) {
                return Ok(Err(error));
            }
            if group.len() >= MOST {
                break;
            }
            let begun = Instant::now();
            match self.inbox.company(group.len(), patience) {
                Some(Message::Write(request, Durability::Synced)) if request.is_commit() => {
                    group.push(request);
                }
                Some(other) => {
                    self.inbox.put_back(other);
                    break;
                }
                None => break,
            }
            patience = patience.saturating_sub(begun.elapsed());
        }
        Ok(match together.end(&tx) {
            Ok(()) => Ok(commit(tx)?),
            Err(error) => Err(error),
        })
    }

    /// Tells the connection whether its commits end with a sync.
    fn ask_for(&mut self, synced: bool) -> rusqlite::Result<()> {
        if self.synced != synced {
            self.conn.pragma_update(None, "synchronous", if synced { "FULL" } else { "NORMAL" })?;
            self.synced = synced;
        }
        Ok(())
    }

    fn gather(&mut self, first: Message) -> Vec<Message> {
        let mut batch = vec![first];
        let end = Instant::now() + self.sync.min(GATHER);
        while batch.len() < MOST {
            match self.inbox.company(batch.len(), end.saturating_duration_since(Instant::now())) {
                Some(message) => batch.push(message),
                None => break,
            }
        }
        batch
    }

    fn serve(&mut self, batch: Vec<Message>) {
        let (mut writes, mut truncates, mut synced) = (Group::new(), Vec::new(), false);
        for message in batch {
            match message {
                Message::Write(request, durability) => {
                    synced |= durability == Durability::Synced;
                    writes.push(request);
                }
                Message::Truncate(patience, done) => truncates.push((patience, done)),
            }
        }
        if let Some(why) = &self.broken {
            for request in writes {
                request.answer(Err(StoreError::Stopped(why.clone())));
            }
            for (_, done) in truncates {
                let _ = done.send(Err(StoreError::Stopped(why.clone())));
            }
            return;
        }
        if !writes.is_empty() {
            self.transact(writes, synced);
        }
        for (patience, done) in truncates {
            let _ = done.send(truncate(&self.conn, patience));
        }
    }

    fn transact(&mut self, mut group: Group, synced: bool) {
        let made = self.ask_for(synced).and_then(|()| transaction(&mut self.conn, &mut group));
        match made {
            Ok((own, sync)) => {
                self.sync = sync;
                if synced { self.settle(group, own) } else { self.answer(group, own) }
            }
            Err(error) => self.fail(group, &error),
        }
    }

    /// Answers commits that are on the disk. The first has the folder synced too: the store makes its log anew when it is
    /// opened, and does not tell where the name of that did not reach the disk.
    fn settle(&mut self, group: Group, own: Vec<Result<()>>) {
        if number(&self.path) != self.file {
            // It was taken away or replaced while it was open: what was written is in a file that nobody will find.
            for request in group {
                request.answer(Err(StoreError::Gone));
            }
            return;
        }
        match if self.named { Ok(()) } else { sync_folder(&self.path) } {
            Ok(()) => {
                self.named = true;
                self.answer(group, own);
            }
            Err(error) => {
                let why = format!("the folder of the store: {error}");
                for request in group {
                    request.answer(Err(StoreError::Stopped(why.clone())));
                }
                self.broken = Some(why);
            }
        }
    }

    fn answer(&mut self, group: Group, own: Vec<Result<()>>) {
        self.witness.look(group.into_iter().zip(own).collect());
    }

    fn fail(&mut self, group: Group, error: &rusqlite::Error) {
        if is_failed_sync(error) {
            self.broken = Some(error.to_string());
        }
        for request in group {
            request.answer(Err(StoreError::again(error)));
        }
    }
}

/// Runs all writes in one transaction. A single one needs no savepoint, which costs a copy of every page that it
/// touches.
fn transaction(conn: &mut Connection, group: &mut Group) -> rusqlite::Result<(Vec<Result<()>>, Duration)> {
    let [only] = group.as_mut_slice() else { return apart(conn, group) };
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut together = Together::begin(&tx)?;
    if let Err(error) = only.apply(&tx, &mut together).and_then(|()| together.end(&tx)) {
        return Ok((vec![Err(error)], Duration::ZERO));
    }
    Ok((vec![Ok(())], commit(tx)?))
}

/// Runs each write inside a savepoint, so that one may fail alone.
fn apart(conn: &mut Connection, group: &mut Group) -> rusqlite::Result<(Vec<Result<()>>, Duration)> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let start = Chain::read(&tx)?;
    let (mut chain, mut own) = (start, Vec::with_capacity(group.len()));
    for request in group.iter_mut() {
        tx.prepare_cached("SAVEPOINT request")?.execute([])?;
        let mut together = Together::after(chain);
        let made = request.apply(&tx, &mut together).and_then(|()| together.settle(&tx));
        if made.is_ok() {
            chain = together.chain;
        } else {
            tx.prepare_cached("ROLLBACK TO request")?.execute([])?;
        }
        tx.prepare_cached("RELEASE request")?.execute([])?;
        own.push(made);
    }
    chain.anchor_after(start, &tx)?;
    Ok((own, commit(tx)?))
}

/// Makes a transaction durable; returns how long that took.
fn commit(tx: Transaction<'_>) -> rusqlite::Result<Duration> {
    let begun = Instant::now();
    tx.commit()?;
    Ok(begun.elapsed())
}

/// Returns what tells a file from another of the same name.
#[cfg(unix)]
pub(crate) fn number(store: &Path) -> Option<u64> {
    store.metadata().ok().map(|found| std::os::unix::fs::MetadataExt::ino(&found))
}

/// Elsewhere a file that is open stays where it is.
#[cfg(not(unix))]
pub(crate) fn number(_store: &Path) -> Option<u64> {
    None
}

/// Brings the names of the files beside a store to the disk.
#[cfg(unix)]
fn sync_folder(store: &Path) -> std::io::Result<()> {
    match store.parent() {
        Some(folder) => std::fs::File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

/// Elsewhere a folder cannot be opened as a file; the system keeps names in its own log.
#[cfg(not(unix))]
fn sync_folder(_store: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Empties the log into the store; waits so long for readers of older states to finish.
fn truncate(conn: &Connection, patience: Duration) -> Result<()> {
    conn.busy_timeout(Duration::ZERO)?;
    let emptied = empty_log(conn, Instant::now() + patience);
    conn.busy_timeout(BUSY)?;
    emptied
}

fn empty_log(conn: &Connection, deadline: Instant) -> Result<()> {
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

//! The one writer of a process: requests that arrive together share a transaction and its sync. Commits are made as
//! they come, so that others are prepared while the first of their group are written; where many write at once, a group
//! is written while the one before it is synced.
//!
//! A request that fails is undone alone; a failed commit fails all of its requests; after a failed sync
//! nothing is acknowledged any more until the store is opened again.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, ffi};

use crate::audit::Chain;
use crate::error::{Result, StoreError};
use crate::open::connect;
use crate::settle::{Broken, Settler};

/// The most requests that share one transaction.
const MOST: usize = 512;
/// The longest that the writer waits for requests that usually come together.
const GATHER: Duration = Duration::from_millis(4);
/// How many must write at once to make it worth to sync beside the writer.
const MANY: usize = 4;
/// How long a group is kept open beside a sync that does not end, before it is written nevertheless.
const LONGEST_SYNC: Duration = Duration::from_secs(5);

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
    fn apply(&mut self, tx: &Transaction<'_>, chain: &mut Chain) -> Result<()>;

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
    fn apply(&mut self, tx: &Transaction<'_>, _chain: &mut Chain) -> Result<()> {
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

pub(crate) enum Message {
    Write(Box<dyn Request>, Durability),
    Truncate(Sender<Result<()>>),
    /// What was handed over to be synced is on the disk.
    Synced,
    /// Nobody will ask any more.
    Stop,
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
    broken: Broken,
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

    /// Refuses where a sync of this process has failed: nothing that was written since can be trusted to be kept.
    pub(crate) fn sound(&self) -> Result<()> {
        let running = self.running.lock().expect("starting the writer does not panic");
        match running.as_ref().and_then(|running| running.broken.get()) {
            Some(why) => Err(StoreError::Stopped(why.clone())),
            None => Ok(()),
        }
    }

    pub(crate) fn truncate_log(&self) -> Result<()> {
        let (done, answer) = channel();
        self.inbox()?.send(Message::Truncate(done)).map_err(|_| stopped())?;
        answer.recv().map_err(|_| stopped())?
    }

    fn inbox(&self) -> Result<Sender<Message>> {
        let mut running = self.running.lock().expect("starting the writer does not panic");
        if let Some(running) = &*running {
            return Ok(running.inbox.clone());
        }
        let conn = connect(&self.path)?;
        let (inbox, messages) = channel();
        let (path, own, broken) = (self.path.clone(), inbox.clone(), Broken::default());
        let settler = Settler::new(path, broken.clone());
        let thread = std::thread::Builder::new()
            .name("memoro-writer".into())
            .spawn(move || Loop::new(conn, settler, own, messages).run())
            .map_err(|e| StoreError::Io(e.to_string()))?;
        *running = Some(Running { inbox: inbox.clone(), thread, broken });
        Ok(inbox)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if let Ok(mut running) = self.running.lock()
            && let Some(Running { inbox, thread, .. }) = running.take()
        {
            let _ = inbox.send(Message::Stop);
            let _ = thread.join();
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Stopped("the writer thread is gone".into())
}

struct Loop {
    conn: Connection,
    settler: Settler,
    messages: Receiver<Message>,
    /// Tells the loop that a group which was handed over is on the disk.
    own: Sender<Message>,
    /// How many requests waited at once lately.
    usual: usize,
    /// How long the last sync took: waiting for company pays as long as it saves another one.
    sync: Duration,
}

pub(crate) type Group = Vec<Box<dyn Request>>;

impl Loop {
    fn new(conn: Connection, settler: Settler, own: Sender<Message>, messages: Receiver<Message>) -> Self {
        Self { conn, settler, messages, own, usual: 1, sync: Duration::ZERO }
    }

    fn run(mut self) {
        let mut left = None;
        while let Some(first) = left.take().or_else(|| self.messages.recv().ok()) {
            left = match first {
                Message::Stop => break,
                Message::Synced => None,
                Message::Write(request, Durability::Synced)
                    if self.settler.broken().is_none() && request.is_commit() =>
                {
                    self.make_as_they_come(request)
                }
                first => {
                    let (batch, left) = self.gather(first);
                    self.expect_as_many_as(batch.len());
                    self.serve(batch);
                    left
                }
            };
        }
    }

    fn expect_as_many_as(&mut self, came: usize) {
        self.usual = came.max(self.usual - self.usual.div_ceil(8));
    }

    /// Makes commits in one transaction, each when it comes, as long as more are likely to come; returns what came
    /// and is none.
    fn make_as_they_come(&mut self, first: Box<dyn Request>) -> Option<Message> {
        let (mut group, mut left) = (vec![first], None);
        let pace = if self.usual >= MANY { Pace::Beside } else { Pace::Here };
        let made = self.stream(&mut group, &mut left, pace);
        self.expect_as_many_as(group.len() + self.settler.unanswered());
        match made {
            Ok(Ok(_)) if pace == Pace::Beside => {
                self.sync = self.settler.last_sync();
                let own = self.own.clone();
                self.settler.hand_over(group, move || {
                    let _ = own.send(Message::Synced);
                });
            }
            Ok(Ok(sync)) => {
                self.sync = sync;
                let own: Vec<Result<()>> = group.iter().map(|_| Ok(())).collect();
                self.settler.settle(group, own);
            }
            Ok(Err(error)) if group.len() == 1 => self.settler.answer(group, vec![Err(error)]),
            // One of them cannot be made: each is tried by itself.
            Ok(Err(_)) => self.transact(group, true),
            Err(error) => self.fail(group, &error),
        }
        left
    }

    fn stream(
        &mut self,
        group: &mut Group,
        left: &mut Option<Message>,
        pace: Pace,
    ) -> rusqlite::Result<Result<Duration>> {
        let synchronous = if pace == Pace::Beside { "NORMAL" } else { "FULL" };
        self.conn.pragma_update(None, "synchronous", synchronous)?;
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let start = Chain::read(&tx)?;
        let (mut chain, mut patience) = (start, self.sync.min(GATHER));
        while let Some(request) = group.last_mut() {
            if let Err(error) = request.apply(&tx, &mut chain) {
                return Ok(Err(error));
            }
            let company = Company { usual: self.usual, pace, settler: &self.settler };
            match company.next(group.len(), &self.messages, &mut patience) {
                Some(Message::Write(request, Durability::Synced)) if request.is_commit() => {
                    group.push(request)
                }
                other => {
                    *left = other;
                    break;
                }
            }
        }
        chain.anchor_after(start, &tx)?;
        Ok(Ok(commit(tx)?))
    }

    fn gather(&self, first: Message) -> (Vec<Message>, Option<Message>) {
        let mut batch = vec![first];
        let end = Instant::now() + self.sync.min(GATHER);
        while batch.len() < MOST {
            let wait = if batch.len() < self.usual {
                end.saturating_duration_since(Instant::now())
            } else {
                Duration::ZERO
            };
            match self.messages.recv_timeout(wait) {
                Ok(Message::Synced) => {}
                Ok(Message::Stop) => return (batch, Some(Message::Stop)),
                Ok(message) => batch.push(message),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        (batch, None)
    }

    fn serve(&mut self, batch: Vec<Message>) {
        let (mut writes, mut truncates, mut synced) = (Group::new(), Vec::new(), false);
        for message in batch {
            match message {
                Message::Write(request, durability) => {
                    synced |= durability == Durability::Synced;
                    writes.push(request);
                }
                Message::Truncate(done) => truncates.push(done),
                Message::Synced | Message::Stop => {}
            }
        }
        if let Some(why) = self.settler.broken() {
            for request in writes {
                request.answer(Err(StoreError::Stopped(why.to_owned())));
            }
            for done in truncates {
                let _ = done.send(Err(StoreError::Stopped(why.to_owned())));
            }
            return;
        }
        if !writes.is_empty() {
            self.transact(writes, synced);
        }
        for done in truncates {
            let _ = done.send(truncate(&self.conn));
        }
    }

    fn transact(&mut self, mut group: Group, synced: bool) {
        match transaction(&mut self.conn, synced, &mut group) {
            Ok((own, sync)) => {
                self.sync = sync;
                if synced { self.settler.settle(group, own) } else { self.settler.answer(group, own) }
            }
            Err(error) => self.fail(group, &error),
        }
    }

    fn fail(&mut self, group: Group, error: &rusqlite::Error) {
        if is_failed_sync(error) {
            self.settler.break_off(error.to_string());
        }
        for request in group {
            request.answer(Err(StoreError::again(error)));
        }
    }
}

/// Where commits are brought to the disk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// By the commit itself, before the next group is begun.
    Here,
    /// Beside the writer, which goes on with the next group.
    Beside,
}

/// What decides how long a group is kept open for others.
struct Company<'a> {
    usual: usize,
    pace: Pace,
    settler: &'a Settler,
}

impl Company<'_> {
    /// Returns what comes next, as long as it is likely to come soon. Beside a sync there is time to take in whoever comes;
    /// where none goes on, half of those who write are enough: the others are written while these are synced.
    fn next(&self, group: usize, messages: &Receiver<Message>, patience: &mut Duration) -> Option<Message> {
        loop {
            if group >= MOST {
                return None;
            }
            let syncing = self.pace == Pace::Beside && self.settler.is_syncing();
            let enough = match self.pace {
                Pace::Here => group >= self.usual,
                Pace::Beside => group >= self.usual.div_ceil(2),
            };
            let begun = Instant::now();
            let wait = if syncing {
                LONGEST_SYNC
            } else if enough && self.pace == Pace::Beside {
                return None;
            } else if enough {
                Duration::ZERO
            } else {
                *patience
            };
            let came = messages.recv_timeout(wait).ok();
            if !syncing {
                *patience = patience.saturating_sub(begun.elapsed());
            }
            match came {
                Some(Message::Synced) => {}
                came => return came,
            }
        }
    }
}

/// Runs all writes in one transaction. A single one needs no savepoint, which costs a copy of every page that it
/// touches.
fn transaction(
    conn: &mut Connection,
    synced: bool,
    group: &mut Group,
) -> rusqlite::Result<(Vec<Result<()>>, Duration)> {
    conn.pragma_update(None, "synchronous", if synced { "FULL" } else { "NORMAL" })?;
    let [only] = group.as_mut_slice() else { return apart(conn, group) };
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let start = Chain::read(&tx)?;
    let mut chain = start;
    if let Err(error) = only.apply(&tx, &mut chain) {
        return Ok((vec![Err(error)], Duration::ZERO));
    }
    chain.anchor_after(start, &tx)?;
    Ok((vec![Ok(())], commit(tx)?))
}

/// Runs each write inside a savepoint, so that one may fail alone.
fn apart(conn: &mut Connection, group: &mut Group) -> rusqlite::Result<(Vec<Result<()>>, Duration)> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let start = Chain::read(&tx)?;
    let (mut chain, mut own) = (start, Vec::with_capacity(group.len()));
    for request in group.iter_mut() {
        tx.prepare_cached("SAVEPOINT request")?.execute([])?;
        let before = chain;
        let made = request.apply(&tx, &mut chain);
        if made.is_err() {
            tx.prepare_cached("ROLLBACK TO request")?.execute([])?;
            chain = before;
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

//! Opening a store: file, connection settings, reader pool and the writer behind the one door.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction};

use crate::commit::{Commit, Committed};
use crate::error::{Result, StoreError};
use crate::index::SearchIndex;
use crate::migrate;
use crate::reach::{Reach, room};
use crate::writer::{Durability, Writer, number};

/// How long a process waits for another one's write.
pub(crate) const BUSY: Duration = Duration::from_mins(1);

/// How long readers of an older state are waited for before the log is emptied.
const READERS: Duration = Duration::from_secs(10);

/// How much of the store a connection that writes may hold in memory, so that a large change is written once.
const CACHE_KIB: i64 = 16 * 1024;

/// How the name of a folder begins in which a store is being made.
pub const MAKING: &str = ".making-";

/// Whether opening may make a new store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// The store must be there.
    Existing,
    /// A missing store is made.
    Create,
}

/// An open store; safe to share between threads, and between processes by opening it in each.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    pub(crate) reach: Reach,
    writer: Writer,
    pub(crate) index: Mutex<SearchIndex>,
    pub(crate) facts: crate::facts::Held,
    pub(crate) courses: Mutex<crate::unshown::Courses>,
    secret: [u8; 32],
    /// The number of the file that was opened.
    file: Option<u64>,
}

impl Store {
    /// Opens the store at `path`, brings its schema up to date and makes it ready to write.
    pub fn open(path: &Path, mode: Mode) -> Result<Self> {
        if mode == Mode::Create {
            // Else an empty file would be left.
            room(path)?;
        }
        prepare_file(path, mode)?;
        let mut conn = match room(path).and_then(|()| connect(path)) {
            Err(error) if mode == Mode::Existing && error.is_about_room() => {
                return Self::open_to_read(path, error);
            }
            other => other?,
        };
        let found = migrate::schema(&conn)?;
        if found > migrate::SCHEMA {
            return Err(StoreError::Newer { found, known: migrate::SCHEMA });
        }
        if found == 0 && is_blank(&conn)? {
            return Err(StoreError::Damaged("the file is empty".into()));
        }
        migrate::migrate(&mut conn)?;
        migrate::check_tables(&conn)?;
        let secret = secret(&conn)?;
        Ok(Self::assemble(path, Reach::whole(conn), secret))
    }

    /// Opens a store that cannot be written now, for reading alone.
    fn open_to_read(path: &Path, why: StoreError) -> Result<Self> {
        let Some(reach) = Reach::to_read(path, &why)? else { return Err(why) };
        let Some(secret) = reach.first(known_secret)? else { return Err(why) };
        Ok(Self::assemble(path, reach, secret))
    }

    fn assemble(path: &Path, reach: Reach, secret: [u8; 32]) -> Self {
        Self {
            path: path.to_owned(),
            reach,
            writer: Writer::new(path.to_owned()),
            index: crate::search::mirror(),
            facts: crate::facts::Held::default(),
            courses: Mutex::default(),
            secret,
            file: number(path),
        }
    }

    /// Tells whether another store has this one's name by now: what is read and written here is in a file that nobody will
    /// find.
    pub fn is_replaced(&self) -> bool {
        number(&self.path).is_some_and(|there| self.file.is_some_and(|own| own != there))
    }

    /// Lets go of what this process holds of the rows, to read it anew.
    pub(crate) fn let_go(&self) {
        let fresh = crate::search::mirror().into_inner().expect("a new lock is whole");
        *self.index.lock().expect("no search panics while it holds the index") = fresh;
        self.facts.let_go();
        *self.courses.lock().expect("nothing panics while it holds what is known of courses") =
            crate::unshown::Courses::default();
    }

    /// Returns where the store is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The one door: writes all changes together, with their audit lines, or none of them.
    ///
    /// Returns only when the changes are on the disk. Concurrent calls share a sync.
    pub fn commit(&self, commit: Commit) -> Result<Committed> {
        self.writable()?;
        let key = commit.idempotency.as_ref().map(|request| request.key.clone()).unwrap_or_default();
        let idempotency = commit.idempotency.map(|request| self.hidden(request));
        let commit = Commit { idempotency, ..commit };
        self.writer
            .ask(Durability::Synced, |done| crate::apply::Request::new(commit, done))
            .map(|(made, _)| made)
            .map_err(crate::requests::named(&key))
    }

    /// Runs a write inside the writer's next transaction; a failure undoes this write only.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        durability: Durability,
        work: impl FnOnce(&Transaction<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.writable()?;
        self.writer.run(durability, work)
    }

    /// Empties the write-ahead log into the store, so that erased bytes are gone from it too.
    pub fn truncate_log(&self) -> Result<()> {
        self.truncate_log_within(READERS)
    }

    /// Empties the write-ahead log into the store, and waits so long for whoever still reads an older state.
    pub fn truncate_log_within(&self, patience: Duration) -> Result<()> {
        self.writable()?;
        self.writer.truncate_log(patience)
    }

    /// Returns the secret of this store, which keys its tombstones.
    pub(crate) const fn secret(&self) -> &[u8; 32] {
        &self.secret
    }

    /// Returns what only this store can have said of some words, for one purpose: a hash under its secret.
    pub fn sealed(&self, purpose: &str, words: &[u8]) -> [u8; 32] {
        *blake3::keyed_hash(&blake3::derive_key(purpose, &self.secret), words).as_bytes()
    }

    /// Returns the number of bytes that the store and its log take.
    pub fn bytes(&self) -> u64 {
        let log = self.path.with_extension("db-wal");
        [self.path.as_path(), &log].iter().filter_map(|p| p.metadata().ok()).map(|m| m.len()).sum()
    }

    /// Makes the orders by which rows are found anew from the rows.
    pub fn remake_orders(&self) -> Result<()> {
        self.write(Durability::Synced, |tx| Ok(tx.execute_batch("REINDEX")?))
    }

    /// Asks SQLite to check its pages; returns what it complains about.
    pub fn integrity(&self) -> Result<Vec<String>> {
        self.read(|conn| {
            let mut statement = conn.prepare("PRAGMA integrity_check(20)")?;
            let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
            let lines: Vec<String> = lines.collect::<rusqlite::Result<_>>()?;
            Ok(lines.into_iter().filter(|line| line != "ok").collect())
        })
    }
}

fn prepare_file(path: &Path, mode: Mode) -> Result<()> {
    if path.is_dir() {
        return Err(StoreError::Damaged(format!("{} is a folder", path.display())));
    }
    let holds = |path: &Path| path.metadata().is_ok_and(|found| found.len() > 0);
    if path.exists() && !holds(path) && !holds(&path.with_extension("db-wal")) {
        // A store gets its name when it is whole: this one was emptied.
        return Err(StoreError::Damaged("the file is empty".into()));
    }
    if path.exists() {
        return Ok(());
    }
    if mode == Mode::Existing {
        return Err(StoreError::Damaged(format!("{} is missing", path.display())));
    }
    make(path)
}

/// Makes a store beside its place and gives it its name when it is whole: nobody ever meets half of one.
fn make(path: &Path) -> Result<()> {
    let folder = path.with_file_name(format!("{MAKING}{}-{}", std::process::id(), stamp()?));
    let made = make_in(&folder, path);
    let _ = std::fs::remove_dir_all(&folder);
    made
}

fn make_in(folder: &Path, path: &Path) -> Result<()> {
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => StoreError::Full,
        _ => StoreError::ReadOnly(format!("{}: {error}", path.display())),
    };
    let fresh = folder.join("memoro.db");
    std::fs::create_dir(folder).and_then(|()| make_private(&fresh)).map_err(failed)?;
    let mut conn = connect(&fresh)?;
    migrate::migrate(&mut conn)?;
    secret(&conn)?;
    // Without a log beside it, one file is all of it.
    conn.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get::<_, String>(0))?;
    drop(conn);
    std::fs::File::open(&fresh).and_then(|file| file.sync_all()).map_err(failed)?;
    match std::fs::hard_link(&fresh, path) {
        // Another process was as quick: its store is as good.
        Err(_) if path.exists() => Ok(()),
        // Not every disk knows a second name.
        Err(_) => std::fs::rename(&fresh, path).map_err(failed),
        Ok(()) => Ok(()),
    }
}

/// Returns what tells two who make a store at the same time in one process apart.
fn stamp() -> Result<String> {
    let mut bits = [0u8; 8];
    getrandom::fill(&mut bits).map_err(|e| StoreError::Io(format!("no randomness: {e}")))?;
    Ok(format!("{:016x}", u64::from_le_bytes(bits)))
}

/// Makes an empty file for its owner alone; one that is there stays as it is.
pub(crate) fn make_private(path: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Opens a connection with the settings that every connection has.
pub(crate) fn connect(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags)?;
    conn.busy_timeout(BUSY)?;
    conn.set_prepared_statement_cache_capacity(64);
    conn.pragma_update(None, "temp_store", "MEMORY")?;
    conn.pragma_update(None, "cache_size", -CACHE_KIB)?;
    conn.pragma_update(None, "secure_delete", "ON")?;
    let journal: String = conn.query_row("PRAGMA journal_mode", [], |row| row.get(0))?;
    if journal != "wal" {
        conn.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0))?;
    }
    conn.pragma_update(None, "synchronous", "FULL")?;
    Ok(conn)
}

fn is_blank(conn: &Connection) -> Result<bool> {
    let tables: i64 = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(tables == 0)
}

/// Returns the secret of a store; a new one gets it here.
pub(crate) fn secret(conn: &Connection) -> Result<[u8; 32]> {
    if let Some(secret) = known_secret(conn)? {
        return Ok(secret);
    }
    let mut fresh = [0u8; 32];
    getrandom::fill(&mut fresh).map_err(|e| StoreError::Io(format!("no randomness: {e}")))?;
    conn.execute("INSERT OR IGNORE INTO meta VALUES ('secret', ?1)", [fresh.as_slice()])?;
    known_secret(conn)?.ok_or_else(|| StoreError::Damaged("the secret cannot be read back".into()))
}

pub(crate) fn known_secret(conn: &Connection) -> Result<Option<[u8; 32]>> {
    let sql = "SELECT value FROM meta WHERE name = 'secret'";
    Ok(conn.query_row(sql, [], |row| row.get(0)).optional()?)
}

//! How the file of a store can be used: read and written, or only read. A store that was opened when its disk was full or
//! might only be read is looked at again, so that it is written as soon as it can be, and until then reads what others
//! have written since. Runs no query of its own.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant, SystemTime};

use rusqlite::{Connection, MAIN_DB, OpenFlags};

use crate::error::{Result, StoreError};
use crate::migrate;
use crate::open::{BUSY, Store, connect, known_secret};

/// How long a store that cannot be written is left alone, unless its file changes or somebody wants to write.
const AGAIN: Duration = Duration::from_millis(250);

/// How much room SQLite needs at least for the file that writers share, where the blocks of the disk leave holes in it.
const ROOM: u64 = 256 * 1024;

/// How far apart SQLite writes the bytes by which it takes room for that file.
const STEP: u64 = 4096;

/// How often a reading is begun anew because the file changed under it.
const CHANGED: usize = 8;

/// How the file of a store can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Read and written.
    Whole,
    /// Only read; the log that a writer left is read with it.
    Read,
    /// Only read, as it stood when it was opened: nothing can be shared with a writer.
    Frozen,
}

/// Why a store cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refused {
    /// The file or the disk may only be read.
    ReadOnly,
    /// There is not even room for what every writer needs.
    Full,
}

/// What tells a file and its log from others: time, size and number.
type Marks = [Option<(SystemTime, u64, u64)>; 2];

/// How a store can be used now, and the connections that read it.
#[derive(Debug)]
pub(crate) struct Reach {
    /// Whether it can only be read; asked without the lock.
    limited: AtomicBool,
    now: Mutex<Now>,
}

#[derive(Debug)]
struct Now {
    access: Access,
    refused: Option<Refused>,
    /// The file as it was when it was last opened.
    marks: Marks,
    tried: Instant,
    /// Counts how often the file was opened anew: connections from before are not used again.
    turn: u64,
    readers: Vec<Connection>,
}

impl Reach {
    /// A store that can be read and written.
    pub(crate) fn whole(conn: Connection) -> Self {
        Self::new(Access::Whole, None, Marks::default(), conn)
    }

    /// A store that cannot be written, for the reason that an error gives; `None` where it cannot be read either.
    pub(crate) fn to_read(path: &Path, why: &StoreError) -> Result<Option<Self>> {
        let refused = if matches!(why, StoreError::Full) { Refused::Full } else { Refused::ReadOnly };
        let marks = marks(path);
        let opened = open_to_read(path)?;
        Ok(opened.map(|(access, conn)| Self::new(access, Some(refused), marks, conn)))
    }

    fn new(access: Access, refused: Option<Refused>, marks: Marks, conn: Connection) -> Self {
        let limited = AtomicBool::new(refused.is_some());
        let now = Now { access, refused, marks, tried: Instant::now(), turn: 0, readers: vec![conn] };
        Self { limited, now: Mutex::new(now) }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().expect("no reader panics while it holds the pool")
    }

    /// Runs something with a connection that is there already.
    pub(crate) fn first<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        work(self.now().readers.first().expect("a store is opened with a connection"))
    }
}

/// How soon a store that cannot be written is tried again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Patience {
    /// When its file has changed, or after a while.
    Some,
    /// At once.
    None,
}

impl Store {
    /// Tells whether the store can only be read now.
    pub fn is_read_only(&self) -> bool {
        self.look_again(Patience::Some);
        self.reach.limited.load(Ordering::Acquire)
    }

    /// Says why nothing can be written, where nothing can.
    pub fn writable(&self) -> Result<()> {
        self.look_again(Patience::None);
        if !self.reach.limited.load(Ordering::Acquire) {
            // It was opened when there was room; the next write might be the first that fills a hole.
            return room(self.path());
        }
        match self.reach.now().refused {
            None => Ok(()),
            Some(Refused::Full) => Err(StoreError::Full),
            Some(Refused::ReadOnly) => {
                // Whoever is told this over a network has no business with the place of the folder.
                let name = self.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
                Err(StoreError::ReadOnly(format!("{name} cannot be written")))
            }
        }
    }

    /// Runs a read on a connection of the pool; it sees every commit made before it, by any process.
    pub(crate) fn read<T>(&self, mut work: impl FnMut(&Connection) -> Result<T>) -> Result<T> {
        for _ in 0..CHANGED {
            self.look_again(Patience::Some);
            let (conn, turn, frozen) = self.reader()?;
            let result = work(&conn);
            let torn = frozen.is_some_and(|before| before != marks(self.path()));
            let mut now = self.reach.now();
            if now.turn == turn {
                now.readers.push(conn);
            }
            if !torn {
                return result;
            }
            // A writer came meanwhile, of whom this reading could not know: what it has seen may be of two states.
            drop(now);
            self.let_go();
            std::thread::sleep(Duration::from_millis(5));
        }
        Err(StoreError::Busy)
    }

    /// Returns a connection, the turn that it is of, and where nothing is shared with writers the file as it was opened.
    fn reader(&self) -> Result<(Connection, u64, Option<Marks>)> {
        let mut now = self.reach.now();
        let (turn, access) = (now.turn, now.access);
        let frozen = (access == Access::Frozen).then_some(now.marks);
        if let Some(conn) = now.readers.pop() {
            return Ok((conn, turn, frozen));
        }
        drop(now);
        let conn = match access {
            Access::Whole => connect(self.path())?,
            limited => connect_to_read(self.path(), limited)?,
        };
        Ok((conn, turn, frozen))
    }

    /// Opens a store that could not be written anew, if that may have changed.
    fn look_again(&self, patience: Patience) {
        if !self.reach.limited.load(Ordering::Acquire) {
            return;
        }
        let mut now = self.reach.now();
        let found = marks(self.path());
        let changed = found != now.marks;
        if now.refused.is_none() || (!changed && patience == Patience::Some && now.tried.elapsed() < AGAIN) {
            return;
        }
        now.tried = Instant::now();
        match self.connect_whole() {
            Ok(conn) => {
                (now.access, now.refused, now.readers) = (Access::Whole, None, vec![conn]);
                self.reach.limited.store(false, Ordering::Release);
            }
            Err(why) => {
                if why.is_about_room() {
                    let full = matches!(why, StoreError::Full);
                    now.refused = Some(if full { Refused::Full } else { Refused::ReadOnly });
                }
                // What was tried may itself have left an empty log.
                let found = marks(self.path());
                if !changed && found == now.marks {
                    return;
                }
                let Ok(Some((access, conn))) = open_to_read(self.path()) else { return };
                (now.access, now.marks, now.readers) = (access, found, vec![conn]);
            }
        }
        now.turn += 1;
        drop(now);
        self.let_go();
    }

    /// Opens the file to be read and written, if it is still that of this store.
    fn connect_whole(&self) -> Result<Connection> {
        room(self.path())?;
        let conn = connect(self.path())?;
        let same = !conn.is_readonly(MAIN_DB)?
            && migrate::schema(&conn)? == migrate::SCHEMA
            && known_secret(&conn)?.as_ref() == Some(self.secret());
        if same { Ok(conn) } else { Err(StoreError::ReadOnly(self.path().display().to_string())) }
    }
}

/// Says that a disk is full where the file that writers share could not be used: it is mapped into memory, SQLite takes
/// one block of each page of it, and a hole that finds no room when it is written ends the process.
pub(crate) fn room(path: &Path) -> Result<()> {
    #[cfg(unix)]
    if let Ok(disk) = rustix::fs::statvfs(path.parent().unwrap_or(path)) {
        let block = disk.f_frsize;
        if disk.f_blocks > 0 && block < STEP && disk.f_bavail.saturating_mul(block) < ROOM {
            return Err(StoreError::Full);
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Opens a store for reading alone, in the best way there is.
fn open_to_read(path: &Path) -> Result<Option<(Access, Connection)>> {
    // Who only reads shares the file with writers too.
    let ways: &[Access] =
        if room(path).is_ok() { &[Access::Read, Access::Frozen] } else { &[Access::Frozen] };
    for &access in ways {
        let opened = connect_to_read(path, access).and_then(|conn| Ok((migrate::schema(&conn)?, conn)));
        let Ok((found, conn)) = opened else { continue };
        if found > migrate::SCHEMA {
            return Err(StoreError::Newer { found, known: migrate::SCHEMA });
        }
        if found < migrate::SCHEMA {
            let known = migrate::SCHEMA;
            let why =
                format!("its schema {found} is older than {known}; open it once where it can be written");
            return Err(StoreError::ReadOnly(why));
        }
        return Ok(Some((access, conn)));
    }
    Ok(None)
}

/// Opens a file that nobody writes, to be read as it is.
pub(crate) fn connect_frozen(path: &Path) -> Result<Connection> {
    connect_to_read(path, Access::Frozen)
}

/// Opens a connection that only reads.
fn connect_to_read(path: &Path, access: Access) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = if access == Access::Frozen {
        // A log that a writer left belongs to the store; its directory is made in memory, since none can be written.
        let logged = path.with_extension("db-wal").metadata().is_ok_and(|log| log.len() > 0);
        let how = if logged { "vfs=unix-none" } else { "immutable=1" };
        let name = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
        let uri = format!("file:{name}?{how}");
        let conn = Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)?;
        if logged {
            conn.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        }
        conn
    } else {
        Connection::open_with_flags(path, flags)?
    };
    conn.busy_timeout(BUSY)?;
    conn.set_prepared_statement_cache_capacity(64);
    conn.pragma_update(None, "temp_store", "MEMORY")?;
    Ok(conn)
}

/// Returns what a store and its log look like from outside; an empty log is none.
fn marks(path: &Path) -> Marks {
    let mark = |path: &Path| {
        let found = path.metadata().ok().filter(|found| found.len() > 0)?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&found);
        #[cfg(not(unix))]
        let number = 0;
        Some((found.modified().ok()?, found.len(), number))
    };
    [mark(path), mark(&path.with_extension("db-wal"))]
}

//! What the store knows of the vault: pending mirror tasks, the state in which files were last seen, and
//! the last text that was written for each item. Comparing with it tells a person's edit from our own.

use rusqlite::{Transaction, params};

use crate::commit::MirrorTask;
use crate::error::Result;
use crate::open::Store;
use crate::writer::Durability;

/// What is noted of a file in which something could not be read.
const TROUBLED: &str = "something in it could not be read";

/// A mirror task that is not done yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxRow {
    /// Its number.
    pub seq: i64,
    /// The file, relative to the workspace.
    pub file: String,
    /// The item in the file.
    pub item: String,
    /// The memory.
    pub memory: String,
}

/// A file as it was when it was last brought in line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileState {
    /// The file, relative to the workspace.
    pub path: String,
    /// Its modification time in nanoseconds.
    pub mtime: i64,
    /// Its size.
    pub size: i64,
    /// Its inode, or 0.
    pub inode: i64,
    /// The hash of its bytes.
    pub hash: [u8; 32],
    /// Whether something in it could not be read, or does not count. What that is stands in the file alone: a line that is
    /// no memory must leave no words here.
    pub troubled: bool,
}

/// What was last written to, or read from, a file for one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MirrorRow {
    /// The item: the key of an entry, the id of a block or note.
    pub item: String,
    /// The memory.
    pub memory: String,
    /// The hash of its bytes in the file.
    pub hash: [u8; 32],
}

impl Store {
    /// Returns the mirror tasks that are not done, of one file or of all.
    pub fn outbox(&self, file: Option<&str>) -> Result<Vec<OutboxRow>> {
        self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT seq, file, item, memory FROM outbox WHERE ?1 IS NULL OR file = ?1 ORDER BY seq",
            )?;
            let rows = statement.query_map([file], |row| {
                Ok(OutboxRow { seq: row.get(0)?, file: row.get(1)?, item: row.get(2)?, memory: row.get(3)? })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Adds mirror tasks that belong to no commit, each with its memory.
    pub fn add_tasks(&self, tasks: Vec<(MirrorTask, String)>) -> Result<()> {
        self.write(Durability::Synced, move |tx| {
            let mut insert =
                tx.prepare_cached("INSERT INTO outbox (file, item, memory) VALUES (?1, ?2, ?3)")?;
            tasks.iter().try_for_each(|(task, memory)| {
                Ok(insert.execute(params![task.file, task.item, memory]).map(drop)?)
            })
        })
    }

    /// Returns the files as they were last seen, of one path or of all.
    pub fn file_states(&self, path: Option<&str>) -> Result<Vec<FileState>> {
        self.read(|conn| {
            // Two statements: one with `OR` would look at every row.
            let mut statement = conn.prepare_cached(match path {
                Some(_) => "SELECT path, mtime, size, inode, hash, problems FROM files WHERE path = ?1",
                None => "SELECT path, mtime, size, inode, hash, problems FROM files WHERE ?1 IS NULL",
            })?;
            let rows = statement.query_map([path], |row| {
                let problems: String = row.get(5)?;
                Ok(FileState {
                    path: row.get(0)?,
                    mtime: row.get(1)?,
                    size: row.get(2)?,
                    inode: row.get(3)?,
                    hash: row.get(4)?,
                    troubled: !problems.is_empty(),
                })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Returns the files below a folder in which something could not be read.
    pub fn troubled_files(&self, folder: &str) -> Result<Vec<String>> {
        self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT path FROM files WHERE problems <> '' AND substr(path, 1, length(?1)) = ?1 ORDER BY path",
            )?;
            let rows = statement.query_map([folder], |row| row.get(0))?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Takes the words that earlier versions noted of lines which could not be read.
    pub fn blank_troubles(&self) -> Result<()> {
        self.write(Durability::Lazy, move |tx| {
            let sql = "UPDATE files SET problems = ?1 WHERE problems NOT IN ('', ?1)";
            Ok(tx.execute(sql, [TROUBLED]).map(drop)?)
        })
    }

    /// Returns the items of a file as they were last written or read.
    pub fn mirror(&self, file: &str) -> Result<Vec<MirrorRow>> {
        self.read(|conn| {
            let mut statement =
                conn.prepare_cached("SELECT item, memory, hash FROM mirror WHERE file = ?1")?;
            let rows = statement.query_map([file], |row| {
                Ok(MirrorRow { item: row.get(0)?, memory: row.get(1)?, hash: row.get(2)? })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Returns the files that hold a memory.
    pub fn files_of(&self, memory: &str) -> Result<Vec<String>> {
        self.read(|conn| {
            let mut statement = conn.prepare_cached("SELECT file FROM mirror WHERE memory = ?1")?;
            let rows = statement.query_map([memory], |row| row.get(0))?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Notes that a file now stands as described: its state, its items, and the tasks that this settles.
    ///
    /// Not synced: after a power loss the comparison of file and store finds the same result again.
    pub fn settle_file(&self, state: FileState, items: Vec<MirrorRow>, done: Vec<i64>) -> Result<()> {
        self.write(Durability::Lazy, move |tx| {
            tx.prepare_cached("INSERT OR REPLACE INTO files VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?.execute(
                params![
                    state.path,
                    state.mtime,
                    state.size,
                    state.inode,
                    state.hash,
                    if state.troubled { TROUBLED } else { "" }
                ],
            )?;
            replace_items(tx, &state.path, &items)?;
            delete_tasks(tx, &done)
        })
    }

    /// Makes a file count as changed, whatever it holds; its items stay known.
    pub fn unsettle_file(&self, path: String) -> Result<()> {
        self.write(Durability::Lazy, move |tx| {
            let sql = "UPDATE files SET mtime = 0, size = -1, inode = 0 WHERE path = ?1";
            Ok(tx.prepare_cached(sql)?.execute([path]).map(drop)?)
        })
    }

    /// Forgets a file that is gone, and the tasks that this settles.
    pub fn drop_file(&self, path: String, done: Vec<i64>) -> Result<()> {
        self.write(Durability::Lazy, move |tx| {
            tx.execute("DELETE FROM files WHERE path = ?1", [&path])?;
            tx.execute("DELETE FROM mirror WHERE file = ?1", [&path])?;
            delete_tasks(tx, &done)
        })
    }
}

fn replace_items(tx: &Transaction<'_>, file: &str, items: &[MirrorRow]) -> Result<()> {
    tx.prepare_cached("DELETE FROM mirror WHERE file = ?1")?.execute([file])?;
    let mut insert = tx.prepare_cached("INSERT OR REPLACE INTO mirror VALUES (?1, ?2, ?3, ?4)")?;
    for item in items {
        insert.execute(params![file, item.item, item.memory, item.hash])?;
    }
    Ok(())
}

fn delete_tasks(tx: &Transaction<'_>, done: &[i64]) -> Result<()> {
    let mut delete = tx.prepare_cached("DELETE FROM outbox WHERE seq = ?1")?;
    done.iter().try_for_each(|seq| Ok(delete.execute([seq]).map(drop)?))
}

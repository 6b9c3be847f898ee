//! Online copies of the store, verified when they are made.

use std::path::Path;
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use crate::error::{Result, StoreError};
use crate::open::Store;

impl Store {
    /// Copies the store to `target` while it is in use, without the admin's rules, then checks the copy; `progress` gets pages left and total.
    pub fn copy_to(&self, target: &Path, mut progress: impl FnMut(i32, i32)) -> Result<()> {
        crate::open::make_private(target).map_err(|error| of_file(target, &error))?;
        self.read(|conn| {
            let mut copy = Connection::open(target)?;
            {
                let backup = Backup::new(conn, &mut copy)?;
                loop {
                    match backup.step(2_000)? {
                        StepResult::Done => break,
                        StepResult::More => {}
                        _ => std::thread::sleep(Duration::from_millis(20)),
                    }
                    let now = backup.progress();
                    progress(now.remaining, now.pagecount);
                }
            }
            crate::reach::room(target)?;
            leave_out_rules(&copy)?;
            copy.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get::<_, String>(0))?;
            check(&copy)
        })
    }

    /// Puts the content of another store file in the place of this one's, for every process that has it open. `before`
    /// is run when nobody else can write any more, and may still read what is replaced; if it fails, nothing is.
    pub fn copy_from<E: From<StoreError>>(
        &self,
        source: &Path,
        before: impl FnOnce() -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let found = check_file(source)?;
        if found > crate::migrate::SCHEMA {
            return Err(StoreError::Newer { found, known: crate::migrate::SCHEMA }.into());
        }
        let source = crate::open::connect(source)?;
        crate::reach::room(self.path())?;
        let mut own = crate::open::connect(self.path())?;
        // What any process planned on what is replaced is refused and planned anew, and what it holds of the index is
        // read again.
        crate::facts::outdate(&source)?;
        crate::index::outdate(&source, &own).map_err(StoreError::from)?;
        {
            let backup = Backup::new(&source, &mut own).map_err(StoreError::from)?;
            // No page yet, but the lock of whoever writes.
            while !matches!(backup.step(0).map_err(StoreError::from)?, StepResult::More | StepResult::Done) {
                std::thread::sleep(Duration::from_millis(20));
            }
            before()?;
            while backup.step(-1).map_err(StoreError::from)? != StepResult::Done {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        crate::migrate::migrate(&mut own)?;
        Ok(crate::facts::outdate(&own)?)
    }
}

/// Takes the admin's rules out of a copy, which is its maker's: what stood in their place is overwritten.
fn leave_out_rules(copy: &Connection) -> Result<()> {
    copy.query_row("PRAGMA secure_delete = ON", [], |_| Ok(()))?;
    copy.execute("DELETE FROM meta WHERE name = 'named.policy'", [])?;
    Ok(())
}

fn of_file(path: &Path, error: &std::io::Error) -> StoreError {
    match error.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => StoreError::Full,
        _ => StoreError::Io(format!("{}: {error}", path.display())),
    }
}

/// Checks the pages of a store file without opening it for writing.
pub fn check_file(path: &Path) -> Result<u32> {
    let conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    check(&conn)?;
    crate::migrate::schema(&conn)
}

fn check(conn: &Connection) -> Result<()> {
    let answer: String = conn.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if answer == "ok" { Ok(()) } else { Err(StoreError::Damaged(answer)) }
}

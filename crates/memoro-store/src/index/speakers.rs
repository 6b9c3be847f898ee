//! The names of those who speak in chunks, by number.

use memoro_core::fusion::Speakers;
use rusqlite::{Connection, OptionalExtension, params};

use super::error::{Result, corrupt};

/// Returns the number of a speaker, given out now if the name is new; zero for names that only say a role.
pub fn speaker(conn: &Connection, name: &str) -> Result<u32> {
    let known: Option<u32> = conn
        .prepare_cached("SELECT number FROM speakers WHERE name = ?1")?
        .query_row([name], |row| row.get(0))
        .optional()?;
    if let Some(number) = known {
        return Ok(number);
    }
    let number = read(conn)?.insert(name);
    if number > 0 {
        conn.execute("INSERT INTO speakers (name, number) VALUES (?1, ?2)", params![name, number])?;
    }
    Ok(number)
}

/// Replaces a speaker's name by one that tells nothing; the number stays taken. Returns whether it was known.
pub fn erase_speaker(conn: &Connection, name: &str) -> Result<bool> {
    let sql = "UPDATE speakers SET name = 'erased' || id WHERE name = ?1";
    let erased = conn.execute(sql, [name])? > 0;
    if erased {
        let mut state = super::state::State::read(conn)?;
        state.epoch += 1;
        state.write(conn)?;
    }
    Ok(erased)
}

/// Returns all speakers.
pub(crate) fn read(conn: &Connection) -> Result<Speakers> {
    let mut speakers = Speakers::default();
    let mut select = conn.prepare_cached("SELECT name, number FROM speakers ORDER BY id")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let number: u32 = row.get(1)?;
        if speakers.insert(&row.get::<_, String>(0)?) != number {
            return corrupt(format!("speaker {number} is out of order"));
        }
    }
    Ok(speakers)
}

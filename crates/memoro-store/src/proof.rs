//! Proving that memories and their history are what the audit says was written. Changes nothing.
//!
//! Every audit line of a memory carries the hash of the row that it wrote; the lines of a memory in order are its
//! revisions. Lines of older versions have no such hash: of these only the text is compared.

use jiff::Timestamp;
use memoro_core::Op;
use rusqlite::{Connection, OptionalExtension, params};

use crate::error::Result;
use crate::image::{Image, micros};
use crate::memories::{COLUMNS, image_of};
use crate::open::Store;

/// Returns the hash of a row and of the past that came with it.
pub(crate) fn digest(image: &Image, past: &[(&str, Timestamp, Timestamp)]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    image.digest_into(&mut hasher);
    for (json, from, to) in past {
        past_into(&mut hasher, json, micros(*from), micros(*to));
    }
    *hasher.finalize().as_bytes()
}

fn past_into(hasher: &mut blake3::Hasher, json: &str, from: i64, to: i64) {
    hasher.update(&(json.len() as u64).to_le_bytes()).update(json.as_bytes());
    hasher.update(&from.to_le_bytes()).update(&to.to_le_bytes());
}

/// One audit line of a memory.
struct Told {
    at: i64,
    op: String,
    new: Option<String>,
    image: Option<[u8; 32]>,
}

/// One state of a memory as it lies in the store.
struct State {
    rev: u64,
    recorded: i64,
    replaced: Option<i64>,
    /// As JSON, for a state of the past.
    json: String,
    image: Option<Image>,
}

impl Store {
    /// Compares every memory and every state of its past with the audit; returns what does not fit, with the reason.
    pub fn rows_against_audit(&self) -> Result<Vec<(String, String)>> {
        self.read(|conn| {
            let mut wrong = unaccounted(conn)?;
            let mut statement = conn.prepare(
                "SELECT memory, at, op, new, image FROM events WHERE memory IS NOT NULL ORDER BY memory, seq",
            )?;
            let mut rows = statement.query([])?;
            let (mut id, mut lines) = (String::new(), Vec::new());
            while let Some(row) = rows.next()? {
                let next: String = row.get(0)?;
                if next != id {
                    wrong.extend(compare(conn, &id, &lines)?.map(|why| (id, why)));
                    (id, lines) = (next, Vec::new());
                }
                lines.push(Told { at: row.get(1)?, op: row.get(2)?, new: row.get(3)?, image: row.get(4)? });
            }
            wrong.extend(compare(conn, &id, &lines)?.map(|why| (id, why)));
            Ok(wrong)
        })
    }
}

/// Returns what stands in the store without any audit line.
fn unaccounted(conn: &Connection) -> Result<Vec<(String, String)>> {
    let mut wrong = Vec::new();
    let sources = [
        (
            "SELECT id FROM memories WHERE id NOT IN (SELECT memory FROM events WHERE memory IS NOT NULL)",
            "no audit line tells of it",
        ),
        (
            "SELECT DISTINCT memory FROM history WHERE memory NOT IN (SELECT id FROM memories)",
            "its history is there, but it is not",
        ),
    ];
    for (sql, why) in sources {
        let mut statement = conn.prepare(sql)?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        for id in rows {
            wrong.push((id?, why.to_owned()));
        }
    }
    Ok(wrong)
}

/// Compares one memory with its audit lines; returns the first thing that is wrong.
fn compare(conn: &Connection, id: &str, lines: &[Told]) -> Result<Option<String>> {
    let Some(first) = lines.first() else { return Ok(None) };
    let Some(present) = present(conn, id)? else {
        return Ok(Some("the audit tells of it, but it is not in the store".into()));
    };
    let mut states = past(conn, id)?;
    let Some(before) = present.rev.checked_sub(lines.len() as u64) else {
        return Ok(Some(format!("it is at revision {}, the audit at {}", present.rev, lines.len())));
    };
    if before > 0 && first.op != Op::Import.as_str() {
        return Ok(Some(format!("it is at revision {}, the audit at {}", present.rev, lines.len())));
    }
    let last = present.rev;
    states.push(present);
    let whole = states.len() as u64 == last && (1..).zip(&states).all(|(rev, state)| state.rev == rev);
    if !whole {
        return Ok(Some(format!("of its {last} states {} are in the history", states.len())));
    }
    let (brought, own) = states.split_at(usize::try_from(before).unwrap_or(usize::MAX).min(states.len()));
    for (n, (line, state)) in lines.iter().zip(own).enumerate() {
        let brought = if n == 0 { brought } else { &[] };
        let next = lines.get(n + 1).map(|line| line.at);
        if !fits(line, state, brought) || state.recorded != line.at || state.replaced != next {
            let which = if state.rev == last { "it".to_owned() } else { format!("its state {}", state.rev) };
            return Ok(Some(format!("{which} is not what the audit says was written")));
        }
    }
    Ok(None)
}

fn fits(line: &Told, state: &State, brought: &[State]) -> bool {
    let Some(image) = &state.image else { return false };
    match line.image {
        Some(told) => {
            let mut hasher = blake3::Hasher::new();
            image.digest_into(&mut hasher);
            for state in brought {
                past_into(&mut hasher, &state.json, state.recorded, state.replaced.unwrap_or_default());
            }
            *hasher.finalize().as_bytes() == told
        }
        None => image.memory().is_ok_and(|memory| Some(memory.content.text()) == line.new),
    }
}

fn present(conn: &Connection, id: &str) -> Result<Option<State>> {
    let sql = format!("SELECT {COLUMNS}, rev, recorded_at FROM memories WHERE id = ?1");
    let read = |row: &rusqlite::Row<'_>| {
        Ok(State {
            rev: row.get("rev")?,
            recorded: row.get("recorded_at")?,
            replaced: None,
            json: String::new(),
            image: Some(image_of(row)?),
        })
    };
    Ok(conn.prepare_cached(&sql)?.query_row(params![id], read).optional()?)
}

fn past(conn: &Connection, id: &str) -> Result<Vec<State>> {
    let mut statement = conn.prepare_cached(
        "SELECT rev, recorded_at, replaced_at, image FROM history WHERE memory = ?1 ORDER BY rev",
    )?;
    let rows = statement.query_map([id], |row| {
        let json: String = row.get(3)?;
        let image = Image::from_json(&json).ok();
        Ok(State { rev: row.get(0)?, recorded: row.get(1)?, replaced: Some(row.get(2)?), json, image })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

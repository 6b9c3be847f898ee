//! Proving that memories and their history are what the audit says was written. Changes nothing.
//!
//! Every audit line of a memory carries the hash of the row that it wrote; the lines of a memory in order are its
//! revisions. Lines of older versions have no such hash: of these only the text is compared. Where a damaged store was
//! made anew, a line of its own says of each memory that was not whole what is there of it; the proof goes on from it.

use jiff::Timestamp;
use memoro_core::Op;
use rusqlite::{Connection, OptionalExtension, params};

use crate::audit::hash_in;
use crate::error::Result;
use crate::image::{Image, micros};
use crate::memories::{COLUMNS, image_of};
use crate::open::Store;

mod right;

pub(crate) use right::{Proven, proven};

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

/// What a line says of a memory that was not whole in a damaged store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Base {
    /// It is there, at this revision.
    Kept(u64),
    /// It could not be read.
    Lost,
}

impl Base {
    fn told(self) -> String {
        match self {
            Base::Kept(rev) => format!("kept {rev}"),
            Base::Lost => "lost".to_owned(),
        }
    }

    fn read(told: &str) -> Option<Self> {
        match told.strip_prefix("kept ") {
            Some(rev) => rev.parse().ok().map(Base::Kept),
            None => (told == "lost").then_some(Base::Lost),
        }
    }
}

/// What does not fit.
enum Wrong {
    /// The audit tells of it, and it is not there.
    Lost,
    /// States or lines of it are not there.
    Unwhole(String),
    /// It is not what was written.
    Altered(String),
}

impl Wrong {
    fn told(self) -> String {
        match self {
            Wrong::Lost => "the audit tells of it, but it is not in the store".to_owned(),
            Wrong::Unwhole(why) | Wrong::Altered(why) => why,
        }
    }
}

impl Store {
    /// Compares every memory and every state of its past with the audit; returns what does not fit, with the reason.
    pub fn rows_against_audit(&self) -> Result<Vec<(String, String)>> {
        // One state of the store: who writes meanwhile is not compared with what was read before.
        self.read(|conn| {
            let reading = conn.unchecked_transaction()?;
            Ok(wrong(&reading)?.into_iter().map(|(id, wrong)| (id, wrong.told())).collect())
        })
    }
}

/// Returns the memories of a store that are not whole. What was altered is not among them: it stays told.
pub(crate) fn broken(conn: &Connection) -> Result<Vec<(String, Base)>> {
    let mut broken = Vec::new();
    for (id, wrong) in wrong(conn)? {
        match (wrong, present(conn, &id)?) {
            (Wrong::Lost, _) => broken.push((id, Base::Lost)),
            (Wrong::Unwhole(_), Some(present)) => broken.push((id, Base::Kept(present.rev))),
            _ => {}
        }
    }
    Ok(broken)
}

/// Returns what the line says that the proof of a memory goes on from: the hash of what is there, and its words.
pub(crate) fn base_of(conn: &Connection, id: &str, base: Base) -> Result<([u8; 32], String)> {
    let mut states = past(conn, id)?;
    states.extend(present(conn, id)?);
    let hash = if base == Base::Lost { [0; 32] } else { hash_of(&states).unwrap_or_default() };
    Ok((hash, base.told()))
}

/// Hashes the last of these states with those before it as its past.
fn hash_of(states: &[State]) -> Option<[u8; 32]> {
    let (last, before) = states.split_last()?;
    let mut hasher = blake3::Hasher::new();
    last.image.as_ref()?.digest_into(&mut hasher);
    for state in before {
        past_into(&mut hasher, &state.json, state.recorded, state.replaced.unwrap_or_default());
    }
    Some(*hasher.finalize().as_bytes())
}

fn wrong(conn: &Connection) -> Result<Vec<(String, Wrong)>> {
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
        lines.push(Told { at: row.get(1)?, op: row.get(2)?, new: row.get(3)?, image: hash_in(row, 4)? });
    }
    wrong.extend(compare(conn, &id, &lines)?.map(|why| (id, why)));
    Ok(wrong)
}

/// Returns what stands in the store without any audit line.
fn unaccounted(conn: &Connection) -> Result<Vec<(String, Wrong)>> {
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
            wrong.push((id?, Wrong::Unwhole(why.to_owned())));
        }
    }
    Ok(wrong)
}

/// Compares one memory with its audit lines; returns the first thing that is wrong.
fn compare(conn: &Connection, id: &str, lines: &[Told]) -> Result<Option<Wrong>> {
    let Some(first) = lines.first() else { return Ok(None) };
    let at = lines.iter().rposition(|line| line.op == Op::Note.as_str());
    let base = at.and_then(|at| lines.get(at));
    let stands = base.and_then(|line| Base::read(line.new.as_deref()?));
    let lines = at.map_or(lines, |at| lines.get(at + 1..).unwrap_or_default());
    let Some(present) = present(conn, id)? else {
        return Ok((stands != Some(Base::Lost) || !lines.is_empty()).then_some(Wrong::Lost));
    };
    let (last, told) = (present.rev, lines.len() as u64);
    let mut states = past(conn, id)?;
    states.push(present);
    // Of the states before these lines the first one tells, if it is an import, or the line of the store made anew.
    let before = match stands {
        Some(Base::Kept(rev)) => rev,
        Some(Base::Lost) => 0,
        None => last.saturating_sub(told),
    };
    let unexplained = stands.is_none() && before > 0 && first.op != Op::Import.as_str();
    if before + told != last || unexplained {
        return Ok(Some(Wrong::Unwhole(format!("it is at revision {last}, the audit at {told}"))));
    }
    let (earlier, own) = states.split_at(states.iter().take_while(|state| state.rev <= before).count());
    let from = if stands.is_some() { before + 1 } else { 1 };
    let known = if stands.is_some() { own } else { states.as_slice() };
    if !(from..=last).eq(known.iter().map(|state| state.rev)) {
        return Ok(Some(Wrong::Unwhole(format!("of its {last} states {} are in the history", states.len()))));
    }
    if let (Some(Base::Kept(_)), Some(line)) = (stands, base)
        && hash_of(earlier) != line.image
    {
        return Ok(Some(Wrong::Altered("it is not what was kept when the store was made anew".into())));
    }
    for (n, (line, state)) in lines.iter().zip(own).enumerate() {
        let brought = if n == 0 && stands.is_none() { earlier } else { &[] };
        let next = lines.get(n + 1).map(|line| line.at);
        if !fits(line, state, brought) || state.recorded != line.at || state.replaced != next {
            let which = if state.rev == last { "it".to_owned() } else { format!("its state {}", state.rev) };
            return Ok(Some(Wrong::Altered(format!("{which} is not what the audit says was written"))));
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

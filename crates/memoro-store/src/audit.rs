//! The audit as a hash chain. The chain covers salted hashes of the texts, so that a forget may blank the
//! texts (and their salt) without breaking it, while any other change of any line is found.

mod blank;
mod check;

use std::fmt::Write as _;

use jiff::Timestamp;
use memoro_core::{Event, MemoryId, Op};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params, params_from_iter};

use crate::error::{Result, StoreError};
use crate::image::{micros, moment};
use crate::open::Store;
use crate::tombstone::Tombstone;
use check::Check;

pub(crate) use blank::{blank, blank_reasons, said_of};
pub(crate) use check::hash_in;

/// The texts of a new audit line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) op: Op,
    pub(crate) memory: Option<&'a str>,
    pub(crate) scope: &'a str,
    pub(crate) key: &'a str,
    pub(crate) old: Option<&'a str>,
    pub(crate) new: Option<&'a str>,
    pub(crate) reason: &'a str,
    /// The hash of the row and of the imported past that were written; lines of older versions have none.
    pub(crate) image: Option<[u8; 32]>,
}

impl Default for Line<'_> {
    fn default() -> Self {
        Self { op: Op::Note, memory: None, scope: "", key: "", old: None, new: None, reason: "", image: None }
    }
}

impl Line<'_> {
    /// Tells whether anything but the operation stands in it.
    fn holds_words(&self) -> bool {
        let texts = [self.memory, Some(self.scope), Some(self.key), self.old, self.new, Some(self.reason)];
        self.image.is_some() || texts.into_iter().flatten().any(|text| !text.is_empty())
    }

    fn digest(&self, salt: &[u8]) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(salt);
        for text in [self.memory, Some(self.scope), Some(self.key), self.old, self.new, Some(self.reason)] {
            hasher.update(&text.map_or(u64::MAX, |t| t.len() as u64).to_le_bytes());
            hasher.update(text.unwrap_or_default().as_bytes());
        }
        if let Some(image) = &self.image {
            hasher.update(image);
        }
        *hasher.finalize().as_bytes()
    }
}

struct Link<'a> {
    before: [u8; 32],
    seq: u64,
    operation: u64,
    at: i64,
    op: &'a str,
    actor: &'a str,
    run: Option<&'a str>,
    digest: [u8; 32],
}

impl Link<'_> {
    fn hash(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.before).update(&self.seq.to_le_bytes()).update(&self.operation.to_le_bytes());
        hasher.update(&self.at.to_le_bytes());
        for text in [Some(self.op), Some(self.actor), self.run] {
            hasher.update(&text.map_or(u64::MAX, |t| t.len() as u64).to_le_bytes());
            hasher.update(text.unwrap_or_default().as_bytes());
        }
        *hasher.update(&self.digest).finalize().as_bytes()
    }
}

/// The end of the chain while a transaction writes it.
///
/// It begins where the last transaction said that the chain ends, not at the last line that is there: a line that
/// somebody took away stays missed, whatever is written after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Chain {
    seq: u64,
    hash: [u8; 32],
}

impl Chain {
    /// Reads where the chain ends.
    pub(crate) fn read(conn: &Connection) -> rusqlite::Result<Self> {
        let mut statement = conn.prepare_cached("SELECT seq, chain FROM events ORDER BY seq DESC LIMIT 1")?;
        let last = statement
            .query_row([], |row| Ok(Self { seq: row.get(0)?, hash: hash_in(row, 1)?.unwrap_or_default() }))
            .optional()?;
        let last = last.unwrap_or(Self { seq: 0, hash: [0; 32] });
        Ok(anchored(conn)?.filter(|anchor| anchor.seq > last.seq).unwrap_or(last))
    }

    /// Returns the number that the next audit line will have.
    pub(crate) const fn next(&self) -> u64 {
        self.seq + 1
    }

    /// Notes where the chain ends, if it went on, so that lines cut off its end are missed.
    pub(crate) fn anchor_after(self, start: Self, conn: &Connection) -> rusqlite::Result<()> {
        if self == start {
            return Ok(());
        }
        conn.prepare_cached("INSERT OR REPLACE INTO meta VALUES ('audit_head', ?1)")?
            .execute([self.told().as_bytes()])?;
        Ok(())
    }

    fn told(&self) -> String {
        format!("{}:{}", self.seq, blake3::Hash::from_bytes(self.hash).to_hex().to_uppercase())
    }

    /// Appends a line to the chain.
    pub(crate) fn append(
        &mut self,
        tx: &Transaction<'_>,
        operation: u64,
        (at, actor, run): (Timestamp, &str, Option<&str>),
        line: &Line<'_>,
    ) -> Result<()> {
        let (last, before) = (self.seq, self.hash);
        let mut salt = [0u8; 16];
        getrandom::fill(&mut salt).map_err(|e| StoreError::Io(format!("no randomness: {e}")))?;
        let (seq, at, op, digest) = (last + 1, micros(at), line.op.as_str(), line.digest(&salt));
        let chain = Link { before, seq, operation, at, op, actor, run, digest }.hash();
        let mut statement = tx.prepare_cached(
            "INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        )?;
        statement.execute(params![
            seq,
            operation,
            at,
            op,
            actor,
            run,
            line.memory,
            line.scope,
            line.key,
            line.old,
            line.new,
            line.reason,
            salt,
            digest,
            chain,
            line.image
        ])?;
        *self = Self { seq, hash: chain };
        Ok(())
    }
}

/// Reads where the last transaction said that the chain ends.
fn anchored(conn: &Connection) -> rusqlite::Result<Option<Chain>> {
    let sql = "SELECT CAST(value AS TEXT) FROM meta WHERE name = 'audit_head'";
    let told: Option<String> = conn.prepare_cached(sql)?.query_row([], |row| row.get(0)).optional()?;
    let read = |told: &str| {
        let (seq, hash) = told.split_once(':')?;
        let hash = blake3::Hash::from_hex(hash.to_lowercase()).ok()?;
        Some(Chain { seq: seq.parse().ok()?, hash: *hash.as_bytes() })
    };
    Ok(told.as_deref().and_then(read))
}

/// Tells whether any line is of a memory.
pub(crate) fn tells_of(tx: &Transaction<'_>, memory: &str) -> Result<bool> {
    Ok(tx.prepare_cached("SELECT 1 FROM events WHERE memory = ?1 LIMIT 1")?.exists([memory])?)
}

/// Writes down which lines a forget has blanked and which tombstones it left; the chain covers this list.
pub(crate) fn blanked_list(seqs: &[u64], stones: &[Tombstone]) -> String {
    let list: Vec<String> = seqs.iter().map(ToString::to_string).collect();
    let blanked = format!("blanked {}", list.join(" "));
    if stones.is_empty() {
        return blanked;
    }
    format!("{blanked}{STONES}{}", hex_list(stones.iter().map(|stone| &stone.hash)))
}

/// Writes down which tombstones were lifted.
pub(crate) fn lifted_list<'a>(hashes: impl IntoIterator<Item = &'a [u8; 32]>) -> String {
    format!("{LIFTED}{}", hex_list(hashes))
}

fn hex_list<'a>(hashes: impl IntoIterator<Item = &'a [u8; 32]>) -> String {
    let hex = |hash: &[u8; 32]| blake3::Hash::from_bytes(*hash).to_hex().to_string();
    hashes.into_iter().map(hex).collect::<Vec<_>>().join(" ")
}

/// How the part of a forget's line begins that names its tombstones.
const STONES: &str = " stones ";
/// How the text of a line begins that names the tombstones which it lifted.
const LIFTED: &str = "lifted ";

/// How the text of a line begins that names the lines which a damaged store lost.
pub(crate) const LOST: &str = "lost";

/// Returns the numbers of the lines that are not there, from and to.
pub(crate) fn gaps(conn: &Connection) -> Result<Vec<(u64, u64)>> {
    let mut statement = conn.prepare("SELECT seq FROM events ORDER BY seq")?;
    let mut rows = statement.query([])?;
    let (mut gaps, mut last) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        let seq: u64 = row.get(0)?;
        if seq > last + 1 {
            gaps.push((last + 1, seq - 1));
        }
        last = seq;
    }
    if let Some(end) = anchored(conn)?.filter(|end| end.seq > last) {
        gaps.push((last + 1, end.seq));
    }
    Ok(gaps)
}

/// Which audit lines to read.
#[derive(Debug, Clone, Default)]
pub struct EventFilter {
    /// Only lines of this memory.
    pub memory: Option<MemoryId>,
    /// Only lines of this run.
    pub run: Option<String>,
    /// Only lines after this one.
    pub after: u64,
    /// Only lines before this one.
    pub before: Option<u64>,
    /// Only lines of this operation.
    pub operation: Option<u64>,
    /// At most this many; newest first when `newest` is set.
    pub limit: Option<usize>,
    /// Newest first instead of oldest first.
    pub newest: bool,
}

/// A line of a memory that a damaged store has lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostLine {
    /// The memory.
    pub memory: MemoryId,
    /// Its scope as text.
    pub scope: String,
    /// Its key.
    pub key: String,
    /// What it said before and after, as far as the line tells.
    pub texts: Vec<String>,
}

/// Something wrong in the audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditProblem {
    /// The line.
    pub seq: u64,
    /// What is wrong with it.
    pub what: String,
}

/// What a verification of the audit found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditReport {
    /// How many lines there are.
    pub lines: u64,
    /// How many of them were blanked by a forget.
    pub blanked: u64,
    /// How many were lost in a damaged store, as a later line tells.
    pub lost: u64,
    /// The hash at the end of the chain, in hexadecimal.
    pub head: String,
    /// What is wrong, at most one hundred problems.
    pub problems: Vec<AuditProblem>,
    /// The hashes of tombstones that a forget left and that are not there any more, each with the line of the forget.
    pub unburied: Vec<(u64, [u8; 32])>,
}

const EVENT: &str =
    "seq, at, op, memory, scope, key, old, new, actor, reason, run, salt IS NULL AS blanked, operation";

fn event(row: &Row<'_>) -> rusqlite::Result<Result<(Event, u64)>> {
    let (at, op, memory): (i64, String, Option<String>) = (row.get(1)?, row.get(2)?, row.get(3)?);
    let read = || -> Result<(Event, u64)> {
        Ok((
            Event {
                seq: row.get(0)?,
                at: moment(at)?,
                op: op.parse().map_err(StoreError::damaged)?,
                memory: memory.map(MemoryId::new).transpose().map_err(StoreError::damaged)?,
                scope: row.get(4)?,
                key: row.get(5)?,
                old: row.get(6)?,
                new: row.get(7)?,
                actor: row.get(8)?,
                reason: row.get(9)?,
                run: row.get(10)?,
                blanked: row.get(11)?,
            },
            row.get(12)?,
        ))
    };
    Ok(read())
}

impl Store {
    /// Reads audit lines, each with the number of its operation.
    pub fn events(&self, filter: &EventFilter) -> Result<Vec<(Event, u64)>> {
        let mut sql = format!("SELECT {EVENT} FROM events WHERE seq > ?1");
        let mut values: Vec<rusqlite::types::Value> =
            vec![i64::try_from(filter.after).unwrap_or(i64::MAX).into()];
        let mut and = |test: &str, value: rusqlite::types::Value| {
            values.push(value);
            let _ = write!(sql, " AND {test} ?{}", values.len());
        };
        if let Some(memory) = &filter.memory {
            and("memory =", memory.to_string().into());
        }
        if let Some(run) = &filter.run {
            and("run =", run.clone().into());
        }
        if let Some(operation) = filter.operation {
            and("operation =", i64::try_from(operation).unwrap_or(i64::MAX).into());
        }
        if let Some(before) = filter.before {
            and("seq <", i64::try_from(before).unwrap_or(i64::MAX).into());
        }
        sql.push_str(if filter.newest { " ORDER BY seq DESC" } else { " ORDER BY seq" });
        if let Some(limit) = filter.limit {
            let _ = write!(sql, " LIMIT {limit}");
        }
        self.read(|conn| {
            let mut statement = conn.prepare_cached(&sql)?;
            let rows = statement.query_map(params_from_iter(&values), event)?;
            rows.map(|row| row?).collect()
        })
    }

    /// Returns the number of the last audit line with its hash in the chain, `12:HASH`; nothing where there is none.
    pub fn audit_end(&self) -> Result<Option<String>> {
        let end = self.read(|conn| Ok(Chain::read(conn)?))?;
        Ok((end.seq > 0).then(|| end.told()))
    }

    /// Returns the hash of an audit line in the chain, as [`Store::audit_end`] tells it.
    pub fn audit_hash(&self, seq: u64) -> Result<Option<String>> {
        let found: Option<[u8; 32]> = self.read(|conn| {
            let mut statement = conn.prepare_cached("SELECT chain FROM events WHERE seq = ?1")?;
            Ok(statement.query_row([seq], |row| hash_in(row, 0)).optional()?.flatten())
        })?;
        Ok(found.map(|hash| blake3::Hash::from_bytes(hash).to_hex().to_uppercase()))
    }

    /// Returns the lines of memories that are not there any more and were not forgotten.
    pub fn lost_lines(&self) -> Result<Vec<LostLine>> {
        self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT memory, scope, key, old, new FROM events
                 WHERE memory IS NOT NULL AND memory NOT IN (SELECT id FROM memories) ORDER BY memory, seq",
            )?;
            let mut rows = statement.query([])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let texts: [Option<String>; 2] = [row.get(3)?, row.get(4)?];
                found.push(LostLine {
                    memory: MemoryId::new(row.get::<_, String>(0)?).map_err(StoreError::damaged)?,
                    scope: row.get(1)?,
                    key: row.get(2)?,
                    texts: texts.into_iter().flatten().collect(),
                });
            }
            Ok(found)
        })
    }

    /// Returns the runs that have audit lines.
    pub fn runs(&self) -> Result<Vec<String>> {
        self.read(|conn| {
            let mut statement =
                conn.prepare_cached("SELECT DISTINCT run FROM events WHERE run IS NOT NULL")?;
            let rows = statement.query_map([], |row| row.get(0))?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Walks the whole chain and reports every line that does not fit.
    pub fn verify_audit(&self) -> Result<AuditReport> {
        self.read(|conn| {
            // Lines, end and tombstones of one moment: writers go on meanwhile.
            let conn = conn.unchecked_transaction()?;
            let mut statement = conn.prepare(
                "SELECT seq, operation, at, op, actor, run, memory, scope, key, old, new, reason, salt, digest, chain,
                        image
                 FROM events ORDER BY seq",
            )?;
            let mut rows = statement.query([])?;
            let mut check = Check::default();
            while let Some(row) = rows.next()? {
                check.line(row)?;
            }
            let anchor = "SELECT CAST(value AS TEXT) FROM meta WHERE name = 'audit_head'";
            let anchor: Option<String> = conn.query_row(anchor, [], |row| row.get(0)).optional()?;
            check.end(anchor.as_deref());
            let mut statement = conn.prepare("SELECT hash FROM tombstones")?;
            let stones = statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
            Ok(check.finish(&stones))
        })
    }
}

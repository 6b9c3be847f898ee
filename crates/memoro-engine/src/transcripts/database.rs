//! The sessions in the SQLite file of `OpenClaw`. Opens it for reading only, in short steps, so that its owner is never
//! kept waiting.

use std::collections::{BTreeSet, VecDeque};
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use super::TranscriptError;
use super::frames::{Frame, State};
use super::noise::is_machine_key;
use super::position::Mark;

/// A session in a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseSession {
    /// Its id.
    pub id: String,
    /// How many events it has.
    pub events: u64,
    /// The number of its last event.
    pub last: u64,
    /// Whether a scheduler talks in it, by its id or its key.
    pub machine: bool,
}

/// Lists the sessions of an `OpenClaw` database.
pub fn openclaw_sessions(path: &Path) -> Result<Vec<DatabaseSession>, TranscriptError> {
    let sql = "SELECT session_id, count(*), max(seq) FROM transcript_events GROUP BY session_id ORDER BY session_id";
    let list = |conn: &Connection| -> rusqlite::Result<Vec<DatabaseSession>> {
        let mut select = conn.prepare(sql)?;
        let machines = machines(conn)?;
        let read = |row: &Row| {
            let id: String = row.get(0)?;
            Ok(DatabaseSession {
                machine: is_machine_key(&id) || machines.contains(&id),
                id,
                events: row.get::<_, i64>(1)?.cast_unsigned(),
                last: row.get::<_, i64>(2)?.max(0).cast_unsigned(),
            })
        };
        select.query_map([], read)?.collect()
    };
    list(&connect(path)?).map_err(|error| refused(path, &error))
}

/// Tells whether a scheduler talks in a session.
pub(super) fn is_machine(path: &Path, session: &str) -> Result<bool, TranscriptError> {
    let known = || machines(&connect(path)?).map_err(|error| refused(path, &error));
    Ok(is_machine_key(session) || known()?.contains(session))
}

/// Returns the sessions whose key names a scheduler; which table says so differs from version to version.
fn machines(conn: &Connection) -> rusqlite::Result<BTreeSet<String>> {
    let sql = "SELECT m.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name <> 'transcript_events' \
               GROUP BY m.name HAVING sum(c.name = 'session_id') = 1 AND sum(c.name = 'session_key') = 1";
    let tables: Vec<String> =
        conn.prepare(sql)?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut found = BTreeSet::new();
    for table in tables {
        let table = table.replace('"', "\"\"");
        let sql = format!(
            "SELECT session_id, session_key FROM \"{table}\" WHERE typeof(session_id) = 'text' AND typeof(session_key) = 'text'"
        );
        let mut select = conn.prepare(&sql)?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            if is_machine_key(&row.get::<_, String>(1)?) {
                found.insert(row.get(0)?);
            }
        }
    }
    Ok(found)
}

/// The events of one session.
pub(super) struct Rows {
    open: Option<(Connection, String)>,
    next: u64,
    batch: VecDeque<(u64, Vec<u8>)>,
}

const BATCH: i64 = 64;

/// The largest event that is unpacked, in bytes.
const MAX_EVENT: u64 = 32 * 1024 * 1024;

impl Rows {
    /// Has no events.
    pub(super) fn none() -> Self {
        Self { open: None, next: 0, batch: VecDeque::new() }
    }

    /// Starts at an event.
    pub(super) fn open(path: &Path, session: &str, from: u64) -> Result<Self, TranscriptError> {
        Ok(Self { open: Some((connect(path)?, session.to_owned())), next: from, batch: VecDeque::new() })
    }

    /// Marks the first event of a session.
    pub(super) fn first(path: &Path, session: &str) -> Result<Mark, TranscriptError> {
        let mut rows = Self::open(path, session, 0)?;
        let mut event = Vec::new();
        rows.next(&mut event, path)?;
        Ok(Mark::of(&event))
    }

    /// Tells whether a session still has the event before the given one.
    pub(super) fn reaches(path: &Path, session: &str, next: u64) -> Result<bool, TranscriptError> {
        let sql = "SELECT 1 FROM transcript_events WHERE session_id = ?1 AND seq = ?2";
        let last = next.saturating_sub(1).cast_signed();
        let found = connect(path)?.query_row(sql, params![session, last], |_| Ok(())).optional();
        found.map(|found| found.is_some()).map_err(|error| refused(path, &error))
    }

    /// Reads the next event into the buffer.
    pub(super) fn next(
        &mut self,
        buffer: &mut Vec<u8>,
        path: &Path,
    ) -> Result<Option<Frame>, TranscriptError> {
        if self.batch.is_empty() {
            self.fill().map_err(|error| refused(path, &error))?;
        }
        let Some((seq, event)) = self.batch.pop_front() else { return Ok(None) };
        *buffer = event;
        self.next = seq + 1;
        let state = if buffer.len() as u64 > MAX_EVENT { State::TooLong } else { State::Whole };
        Ok(Some(Frame { start: seq, end: seq + 1, line: seq, state }))
    }

    fn fill(&mut self) -> rusqlite::Result<()> {
        let Some((conn, session)) = &self.open else { return Ok(()) };
        let packed = has_column(conn, "event_zstd")?;
        let sql = format!(
            "SELECT seq, event_json, {} FROM transcript_events WHERE session_id = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3",
            if packed { "event_zstd" } else { "NULL" }
        );
        let mut select = conn.prepare_cached(&sql)?;
        let rows = select.query_map(params![session, self.next.cast_signed(), BATCH], event)?;
        for row in rows {
            self.batch.push_back(row?);
        }
        Ok(())
    }
}

fn event(row: &Row) -> rusqlite::Result<(u64, Vec<u8>)> {
    let seq = row.get::<_, i64>(0)?.max(0).cast_unsigned();
    let bytes = match row.get_ref(1)? {
        rusqlite::types::ValueRef::Text(bytes) | rusqlite::types::ValueRef::Blob(bytes) => bytes.to_vec(),
        _ => row.get_ref(2)?.as_blob_or_null()?.map(unpack).unwrap_or_default(),
    };
    Ok((seq, bytes))
}

/// Unpacks an event; what cannot be unpacked stays as it is and is then counted as malformed.
fn unpack(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let unpacked = ruzstd::decoding::StreamingDecoder::new(packed)
        .map_err(|_| ())
        .and_then(|decoder| decoder.take(MAX_EVENT + 1).read_to_end(&mut bytes).map_err(|_| ()));
    if unpacked.is_ok() { bytes } else { packed.to_vec() }
}

fn has_column(conn: &Connection, column: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT 1 FROM pragma_table_info('transcript_events') WHERE name = ?1";
    conn.prepare_cached(sql)?.exists([column])
}

fn connect(path: &Path) -> Result<Connection, TranscriptError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || -> rusqlite::Result<Connection> {
        let conn = Connection::open_with_flags(path, flags)?;
        conn.busy_timeout(Duration::from_secs(2))?;
        Ok(conn)
    };
    open().map_err(|error| refused(path, &error))
}

fn refused(path: &Path, error: &rusqlite::Error) -> TranscriptError {
    TranscriptError::Database { path: path.to_owned(), reason: error.to_string() }
}

//! The requests that were carried out under a key. Keys are a caller's words and may name people: what is kept of them,
//! and of the request, is a hash under the secret of the store.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use crate::commit::Idempotency;
use crate::error::{Result, StoreError};
use crate::image::micros;
use crate::open::Store;
use crate::writer::Durability;

/// How a hidden key begins.
const MARK: char = '#';

impl Store {
    /// Returns the request with its key hidden, as it is kept.
    pub(crate) fn hidden(&self, request: Idempotency) -> Idempotency {
        let (key, request_hash) = hide(self.secret(), &request.key, &request.request);
        Idempotency { key, request: request_hash, ..request }
    }

    /// Returns what was answered to a request before; a reused key for another request is an error.
    pub fn answered(&self, request: &Idempotency) -> Result<Option<String>> {
        self.read(|conn| replay(conn, &self.hidden(request.clone()))).map_err(named(&request.key))
    }

    /// Keeps what a request was answered; a change of the same request wrote its key before, or there was none.
    pub fn keep_answer(&self, request: Idempotency, at: Timestamp) -> Result<()> {
        let request = self.hidden(request);
        self.write(Durability::Lazy, move |tx| {
            tx.prepare_cached(
                "INSERT INTO idempotency VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (name) DO UPDATE SET answer = excluded.answer WHERE request = excluded.request",
            )?
            .execute(params![request.key, request.request, request.answer, micros(at)])?;
            Ok(())
        })
    }

    /// Takes away the keys of requests that came before a moment; returns how many.
    pub fn drop_answers(&self, before: Timestamp) -> Result<usize> {
        self.write(Durability::Lazy, move |tx| {
            Ok(tx.prepare_cached("DELETE FROM idempotency WHERE at < ?1")?.execute([micros(before)])?)
        })
    }
}

/// Writes down that a request is carried out, in the transaction of its change.
pub(crate) fn insert(tx: &Connection, hidden: &Idempotency, at: Timestamp) -> Result<()> {
    let Idempotency { key, request, answer } = hidden;
    tx.prepare_cached("INSERT INTO idempotency VALUES (?1, ?2, ?3, ?4)")?.execute(params![
        key,
        request,
        answer,
        micros(at)
    ])?;
    Ok(())
}

/// Returns what was answered to a request before, by its hidden key.
pub(crate) fn replay(tx: &Connection, hidden: &Idempotency) -> Result<Option<String>> {
    let mut statement = tx.prepare_cached("SELECT request, answer FROM idempotency WHERE name = ?1")?;
    let found = statement
        .query_row([&hidden.key], |row| Ok((row.get::<_, [u8; 32]>(0)?, row.get::<_, String>(1)?)))
        .optional()?;
    match found {
        Some((request, answer)) if request == hidden.request => Ok(Some(answer)),
        Some(_) => Err(StoreError::KeyReused(hidden.key.clone())),
        None => Ok(None),
    }
}

/// Makes an error tell the key as its caller gave it.
pub(crate) fn named(key: &str) -> impl FnOnce(StoreError) -> StoreError {
    let key = key.to_owned();
    move |error| match error {
        StoreError::KeyReused(_) => StoreError::KeyReused(key),
        other => other,
    }
}

/// Hides the keys that an older version kept as they were given.
pub(crate) fn hide_names(conn: &Connection) -> Result<()> {
    let secret = crate::open::secret(conn)?;
    let mut statement = conn.prepare("SELECT name, request FROM idempotency")?;
    let rows = statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, [u8; 32]>(1)?)))?;
    let plain: Vec<(String, [u8; 32])> = rows.collect::<rusqlite::Result<_>>()?;
    for (name, request) in plain.into_iter().filter(|(name, _)| !is_hidden(name)) {
        let (hidden, hash) = hide(&secret, &name, &request);
        conn.prepare_cached("UPDATE OR REPLACE idempotency SET name = ?2, request = ?3 WHERE name = ?1")?
            .execute(params![name, hidden, hash])?;
    }
    Ok(())
}

fn is_hidden(name: &str) -> bool {
    name.strip_prefix(MARK).is_some_and(|hash| blake3::Hash::from_hex(hash).is_ok())
}

fn hide(secret: &[u8; 32], key: &str, request: &[u8; 32]) -> (String, [u8; 32]) {
    let name = blake3::keyed_hash(secret, key.as_bytes());
    (format!("{MARK}{}", name.to_hex()), *blake3::keyed_hash(secret, request).as_bytes())
}

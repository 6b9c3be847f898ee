//! Where a page of a list ended. A cursor names the last thing of its page and the list that it belongs to, so that what is
//! written meanwhile neither repeats nor hides anything, and no cursor is taken for another list or another caller.

use std::fmt::{Debug, Write as _};

use jiff::Timestamp;
use memoro_core::{Memory, MemoryId};

use super::Call;
use super::call::wrong;
use crate::error::{Code, Failure, Result};

/// The most that one page holds.
const MOST: usize = 500;

/// A list that is read page by page.
pub(crate) struct Pages {
    mark: String,
}

impl Pages {
    /// Identifies a list by its name, what is asked for and who asks.
    pub(crate) fn of(name: &str, asked: &impl Debug, call: &Call<'_>) -> Self {
        let whose = (&call.access.tenant, &call.access.user);
        let hash = blake3::hash(format!("{name}{asked:?}{whose:?}").as_bytes()).to_hex();
        Self { mark: hash.get(..16).unwrap_or_default().to_owned() }
    }

    /// Writes down where a page ended.
    pub(crate) fn ended(&self, place: i64, name: &str) -> String {
        name.bytes().fold(format!("{}-{place}-", self.mark), |mut cursor, byte| {
            let _ = write!(cursor, "{byte:02x}");
            cursor
        })
    }

    /// Reads where the last page ended.
    pub(crate) fn began(&self, cursor: Option<&str>) -> Result<Option<(i64, String)>> {
        let Some(cursor) = cursor else { return Ok(None) };
        let read = || {
            let (_, rest) = cursor.split_once('-').filter(|(mark, _)| *mark == self.mark)?;
            let (place, name) = rest.rsplit_once('-')?;
            let bytes = name.as_bytes().chunks(2).map(|pair| {
                u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok().filter(|_| pair.len() == 2)
            });
            let name = String::from_utf8(bytes.collect::<Option<Vec<u8>>>()?).ok()?;
            Some((place.parse().ok()?, name))
        };
        read().map(Some).ok_or_else(foreign)
    }

    /// Writes down where a page of memories ended, in the order of their last change.
    pub(crate) fn ended_at(&self, last: &Memory) -> String {
        self.ended(last.updated_at.as_microsecond(), last.id.as_str())
    }

    /// Reads where the last page of memories ended.
    pub(crate) fn after(&self, cursor: Option<&str>) -> Result<Option<(Timestamp, MemoryId)>> {
        let Some((place, name)) = self.began(cursor)? else { return Ok(None) };
        let changed = Timestamp::from_microsecond(place).map_err(|_| foreign())?;
        Ok(Some((changed, MemoryId::new(name).map_err(|_| foreign())?)))
    }
}

/// Answers that a cursor is not of this list.
pub(crate) fn foreign() -> Failure {
    Failure::new(Code::Cursor, "the cursor does not belong to this query")
        .hint("ask for the first page without a cursor, and keep the filters")
}

/// Refuses a number of things that no page holds.
pub(crate) fn limit(asked: Option<usize>, usual: usize) -> Result<usize> {
    match asked.unwrap_or(usual) {
        limit if (1..=MOST).contains(&limit) => Ok(limit),
        _ => Err(wrong("limit", &format!("must be from 1 to {MOST}"))),
    }
}

/// Cuts a list that holds one thing more than its page; returns the last of the page where there is another page.
pub(crate) fn cut<T>(found: &mut Vec<T>, limit: usize) -> Option<&T> {
    let more = found.len() > limit;
    found.truncate(limit);
    found.last().filter(|_| more)
}

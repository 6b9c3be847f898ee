//! Where a page of a list ended. A cursor names the last thing of its page and bears a seal of the store over that and
//! over the list that it belongs to, so that what is written meanwhile neither repeats nor hides anything, and no cursor is
//! taken that was made or changed by others, or given out for another list or another caller.

use std::fmt::{Debug, Write as _};

use jiff::Timestamp;
use memoro_core::{Memory, MemoryId};

use super::Call;
use super::call::wrong;
use crate::error::{Code, Failure, Result};

/// The most that one page holds.
const MOST: usize = 500;
/// What the seals of cursors are for.
const PURPOSE: &str = "memoro cursor";
/// How much of a seal a cursor bears, in bytes.
const SEAL: usize = 12;

/// A list that is read page by page.
pub(crate) struct Pages<'a> {
    list: String,
    store: &'a memoro_engine::store::Store,
}

impl<'a> Pages<'a> {
    /// Identifies a list by its name, what is asked for and who asks.
    pub(crate) fn of(name: &str, asked: &impl Debug, call: &Call<'a>) -> Self {
        let whose = (&call.access.tenant, &call.access.user);
        Self { list: format!("{name}{asked:?}{whose:?}"), store: call.workspace.store() }
    }

    /// Writes down where a page ended.
    pub(crate) fn ended(&self, place: i64, name: &str) -> String {
        format!("{}-{place}-{}", self.seal(place, name), hex(name.as_bytes()))
    }

    /// Reads where the last page ended.
    pub(crate) fn began(&self, cursor: Option<&str>) -> Result<Option<(i64, String)>> {
        let Some(cursor) = cursor else { return Ok(None) };
        let read = || {
            let (_, rest) = cursor.split_once('-')?;
            let (place, name) = rest.rsplit_once('-')?;
            let bytes = name.as_bytes().chunks(2).map(|pair| {
                u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok().filter(|_| pair.len() == 2)
            });
            let name = String::from_utf8(bytes.collect::<Option<Vec<u8>>>()?).ok()?;
            let place = place.parse().ok()?;
            // It is one of ours if we would write it so, to the letter.
            (self.ended(place, &name) == cursor).then_some((place, name))
        };
        read().map(Some).ok_or_else(foreign)
    }

    /// Returns what only the store can have said of an end of this list.
    fn seal(&self, place: i64, name: &str) -> String {
        let words = format!("{}\u{1f}{place}\u{1f}{name}", self.list);
        hex(self.store.sealed(PURPOSE, words.as_bytes()).get(..SEAL).unwrap_or_default())
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

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Answers that a cursor is not of this list.
pub(crate) fn foreign() -> Failure {
    Failure::new(Code::Cursor, "the cursor does not belong to this query, or was changed")
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

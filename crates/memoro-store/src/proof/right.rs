//! Finding again what was altered outside Memoro, where an audit line proves what was written. Invents nothing: a state
//! that no line proves has none.

use memoro_core::{Content, Memory, Op};
use rusqlite::Connection;

use super::{State, Told, fits, past, present};
use crate::audit::hash_in;
use crate::error::Result;
use crate::image::Image;

/// A state of a memory as an audit line proves it was written.
pub(crate) struct Proven {
    pub(crate) rev: u64,
    pub(crate) image: Image,
    pub(crate) recorded: i64,
    /// When the next one took its place; `None` for the present one.
    pub(crate) replaced: Option<i64>,
}

/// Returns the states of a memory that are not what its lines say, as they were written; `None` where one of them is not
/// proven. `said` is what others say of the memory as it should be now, such as its file.
pub(crate) fn proven(conn: &Connection, id: &str, said: &[Memory]) -> Result<Option<Vec<Proven>>> {
    let mut lines = lines_of(conn, id)?;
    let base = lines.iter().rposition(|line| line.op == Op::Note.as_str());
    lines.drain(..base.map_or(0, |at| at + 1));
    let Some(now) = present(conn, id)? else { return Ok(None) };
    let mut earlier = past(conn, id)?;
    earlier.push(now);
    let Some(first) = earlier.len().checked_sub(lines.len()) else { return Ok(None) };
    let own = earlier.split_off(first);
    let mut found: Vec<Proven> = Vec::new();
    let mut before: Option<String> = None;
    for (n, (line, state)) in lines.iter().zip(own).enumerate() {
        let brought: &[State] = if n == 0 && base.is_none() { &earlier } else { &[] };
        let (recorded, replaced) = (line.at, lines.get(n + 1).map(|next| next.at));
        let as_written = state.recorded == recorded && state.replaced == replaced;
        if fits(line, &state, brought) && as_written {
            before = state.image.map(|image| image.content);
            continue;
        }
        let said = if replaced.is_none() { said } else { &[] };
        let rev = state.rev;
        let Some(image) = written(line, state, before.as_deref(), (said, brought)) else { return Ok(None) };
        before = Some(image.content.clone());
        found.push(Proven { rev, image, recorded, replaced });
    }
    Ok(Some(found))
}

fn lines_of(conn: &Connection, id: &str) -> Result<Vec<Told>> {
    let mut statement =
        conn.prepare_cached("SELECT at, op, new, image FROM events WHERE memory = ?1 ORDER BY seq")?;
    let told = |row: &rusqlite::Row<'_>| {
        Ok(Told { at: row.get(0)?, op: row.get(1)?, new: row.get(2)?, image: hash_in(row, 3)? })
    };
    Ok(statement.query_map([id], told)?.collect::<rusqlite::Result<_>>()?)
}

/// Returns the row that a line was written with: what is there, with the words of the line, those of the state before or what
/// others say.
fn written(
    line: &Told,
    state: State,
    before: Option<&str>,
    (said, brought): (&[Memory], &[State]),
) -> Option<Image> {
    let there = state.image.clone();
    let worded = there.as_ref().and_then(|image| with_text(image, line.new.as_deref()?));
    let kept = there
        .as_ref()
        .zip(before)
        .map(|(image, content)| Image { content: content.to_owned(), ..image.clone() });
    let mut tried = State { image: None, ..state };
    let candidates = there.into_iter().chain(worded).chain(kept).chain(said.iter().map(Image::of));
    candidates.into_iter().find(|image| {
        tried.image = Some(image.clone());
        fits(line, &tried, brought)
    })
}

fn with_text(image: &Image, text: &str) -> Option<Image> {
    let mut memory = image.memory().ok()?;
    match &mut memory.content {
        Content::Entry(entry) => text.clone_into(&mut entry.value),
        Content::Note(note) => text.clone_into(&mut note.text),
        Content::Episode(episode) => text.clone_into(&mut episode.summary),
        Content::Decision(_) | Content::Procedure(_) => return None,
    }
    Some(Image::of(&memory))
}

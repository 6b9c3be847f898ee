//! The lines of an export, read and written one by one. Decides nothing about what they say.

use std::io::{BufRead, Write};

use jiff::Timestamp;
use memoro_core::Memory;
use memoro_store::{Exported, StoreError};
use serde::{Deserialize, Serialize};

use crate::error::{EngineError, Result};

/// The longest line that is read.
const LONGEST: usize = 8 * 1024 * 1024;

/// One line of an export.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Line {
    Memoro {
        format: u32,
        exported_at: String,
    },
    Memory {
        memory: Box<Exported>,
        history: Vec<Past>,
        /// Since when it has been as it is.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        since: Option<String>,
        /// What shows the home that exported it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
    },
    Link {
        from: String,
        kind: String,
        to: String,
        note: String,
    },
    Tombstone {
        secret: String,
        hash: String,
        at: String,
        /// What shows the home that exported it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
    },
}

/// An earlier state of a memory.
#[derive(Serialize, Deserialize)]
pub(super) struct Past {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) memory: Exported,
}

pub(super) fn read_memory(exported: &Exported) -> Result<Memory> {
    exported.memory().map_err(|why| match why {
        // What is damaged is the line, not the store.
        StoreError::Damaged(why) => EngineError::invalid("the memory of this line", why),
        other => EngineError::invalid("the memory of this line", other),
    })
}

pub(super) fn read_past(history: &[Past]) -> Result<Vec<(Memory, Timestamp, Timestamp)>> {
    history
        .iter()
        .map(|past| Ok((read_memory(&past.memory)?, moment(&past.from)?, moment(&past.to)?)))
        .collect()
}

pub(super) fn moment(text: &str) -> Result<Timestamp> {
    text.parse().map_err(|why| EngineError::invalid("history", why))
}

pub(super) fn parse(line: &[u8]) -> Result<Line> {
    serde_json::from_slice(line).map_err(|why| EngineError::invalid("this line is no export line", why))
}

pub(super) fn write_line(out: &mut dyn Write, line: &Line) -> Result<()> {
    let mut text = serde_json::to_string(line).map_err(|why| EngineError::invalid("export", why))?;
    text.push('\n');
    out.write_all(text.as_bytes()).map_err(EngineError::file("export"))
}

pub(super) fn read_line(input: &mut dyn BufRead, line: &mut Vec<u8>) -> Result<bool> {
    line.clear();
    let mut limited = std::io::Read::take(input, LONGEST as u64);
    let read = limited.read_until(b'\n', line).map_err(EngineError::file("import"))?;
    if read == LONGEST {
        return Err(EngineError::invalid("a line is longer than 8 MiB", "this is no export of memoro"));
    }
    Ok(read > 0)
}

pub(super) fn hex(bytes: &[u8; 32]) -> String {
    blake3::Hash::from_bytes(*bytes).to_hex().to_string()
}

pub(super) fn unhex(text: &str) -> Result<[u8; 32]> {
    let hash = blake3::Hash::from_hex(text).map_err(|why| EngineError::invalid("hash", why))?;
    Ok(*hash.as_bytes())
}

//! Transcripts of `OpenClaw`: a `session` header, then messages. The rows of its database hold the same events.

use serde::Deserialize;

use super::json::{Content, Str, When};
use super::record::{Record, Said, role};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<Str<'a>>,
    #[serde(borrow)]
    id: Option<Str<'a>>,
    #[serde(borrow)]
    parent_id: Option<Str<'a>>,
    timestamp: Option<When>,
    #[serde(borrow)]
    message: Option<Message<'a>>,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    role: Option<Str<'a>>,
    #[serde(borrow)]
    content: Option<Content<'a>>,
    timestamp: Option<When>,
}

/// Reads one line or event.
pub(super) fn parse(line: &[u8]) -> serde_json::Result<Record> {
    let line: Line = serde_json::from_slice(line)?;
    match (line.kind.as_ref().map_or("", Str::as_str), line.message) {
        ("session", _) => Ok(Record::Session { id: line.id.and_then(Str::into_id), side: false }),
        ("message", Some(message)) => {
            let Some(role) = message.role.as_ref().and_then(|word| role(word.as_str())) else {
                return Ok(Record::Noise);
            };
            let at = line.timestamp.and_then(|when| when.0).or(message.timestamp.and_then(|when| when.0));
            Ok(Record::Said(Said {
                at,
                id: line.id.and_then(Str::into_id),
                parent: line.parent_id.and_then(Str::into_id),
                ..Said::new(role, message.content.unwrap_or_default().0)
            }))
        }
        ("" | "message", _) => Ok(Record::Unknown),
        _ => Ok(Record::Noise),
    }
}

//! Transcripts of Claude Code. Takes what the user and the assistant said; not thoughts, tools, summaries or reminders.

use serde::Deserialize;

use super::json::{Content, Str, When};
use super::record::{Record, Said, role};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<Str<'a>>,
    #[serde(borrow)]
    uuid: Option<Str<'a>>,
    #[serde(borrow)]
    parent_uuid: Option<Str<'a>>,
    #[serde(borrow)]
    session_id: Option<Str<'a>>,
    timestamp: Option<When>,
    is_sidechain: Option<bool>,
    is_meta: Option<bool>,
    is_compact_summary: Option<bool>,
    is_api_error_message: Option<bool>,
    #[serde(borrow)]
    message: Option<Message<'a>>,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    role: Option<Str<'a>>,
    #[serde(borrow)]
    content: Option<Content<'a>>,
}

/// Reads one line.
pub(super) fn parse(line: &[u8]) -> serde_json::Result<Record> {
    let line: Line = serde_json::from_slice(line)?;
    if line.kind.is_none() {
        return Ok(Record::Unknown);
    }
    let said = line.kind.as_ref().is_some_and(|kind| matches!(kind.as_str(), "user" | "assistant"));
    let machine = [line.is_meta, line.is_compact_summary, line.is_api_error_message].contains(&Some(true));
    let (true, false, Some(message)) = (said, machine, line.message) else { return Ok(Record::Noise) };
    let Some(role) = message.role.as_ref().or(line.kind.as_ref()).and_then(|word| role(word.as_str())) else {
        return Ok(Record::Noise);
    };
    Ok(Record::Said(Said {
        session: line.session_id.and_then(Str::into_id),
        at: line.timestamp.and_then(|when| when.0),
        id: line.uuid.and_then(Str::into_id),
        parent: line.parent_uuid.and_then(Str::into_id),
        side: line.is_sidechain.unwrap_or(false),
        ..Said::new(role, message.content.unwrap_or_default().0)
    }))
}

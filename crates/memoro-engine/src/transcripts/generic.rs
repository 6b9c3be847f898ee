//! Plain messages: `{role, content}` with an optional time, session, id and speaker, under their usual names. Where a
//! thing is given under two names, the first counts.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

use super::Role;
use super::json::{Content, Str, When};
use super::record::{Record, Said, role};

#[derive(Default)]
struct Line<'a> {
    role: Option<Str<'a>>,
    content: Option<Content<'a>>,
    at: Option<When>,
    session: Option<Str<'a>>,
    id: Option<Str<'a>>,
    parent: Option<Str<'a>>,
    speaker: Option<Str<'a>>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Line<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(LineVisitor)
    }
}

struct LineVisitor;

impl<'de> Visitor<'de> for LineVisitor {
    type Value = Line<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line<'de>, A::Error> {
        let mut line = Line::default();
        while let Some(name) = map.next_key::<Str<'de>>()? {
            match name.as_str() {
                "role" | "from" => first(&mut line.role, &mut map)?,
                "content" | "text" | "value" => first(&mut line.content, &mut map)?,
                "ts" | "timestamp" | "created_at" | "createdAt" | "time" | "date" => {
                    first(&mut line.at, &mut map)?;
                }
                "session" | "session_id" | "sessionId" | "conversation_id" | "thread_id" => {
                    first(&mut line.session, &mut map)?;
                }
                "id" | "uuid" | "message_id" => first(&mut line.id, &mut map)?,
                "parent" | "parent_id" | "parentId" => first(&mut line.parent, &mut map)?,
                "speaker" | "name" | "author" => first(&mut line.speaker, &mut map)?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(line)
    }
}

fn first<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    slot: &mut Option<T>,
    map: &mut A,
) -> Result<(), A::Error> {
    if slot.is_none() {
        *slot = Some(map.next_value()?);
    } else {
        map.next_value::<IgnoredAny>()?;
    }
    Ok(())
}

/// Reads one line or element.
pub(super) fn parse(line: &[u8]) -> serde_json::Result<Record> {
    let line: Line = serde_json::from_slice(line)?;
    let speaker = line.speaker.and_then(Str::into_id);
    let word = line.role.as_ref().map(Str::as_str).filter(|word| !word.is_empty());
    let role = match word {
        Some(word) => role(word),
        None => speaker.as_ref().map(|_| Role::Other),
    };
    let Some(role) = role else {
        return Ok(if word.is_some() { Record::Noise } else { Record::Unknown });
    };
    let named = (role == Role::Other).then(|| word.map(str::to_owned)).flatten();
    Ok(Record::Said(Said {
        session: line.session.and_then(Str::into_id),
        speaker: speaker.or(named),
        at: line.at.and_then(|when| when.0),
        id: line.id.and_then(Str::into_id),
        parent: line.parent.and_then(Str::into_id),
        ..Said::new(role, line.content.unwrap_or_default().0)
    }))
}

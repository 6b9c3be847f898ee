//! Transcripts of Codex. Takes the messages of `response_item` lines; events repeat them and tools are noise. Older
//! files have the message on the line itself.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};

use super::json::{Content, Str, When};
use super::record::{Record, Said, role};

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<Str<'a>>,
    timestamp: Option<When>,
    #[serde(borrow)]
    payload: Option<Item<'a>>,
    #[serde(borrow)]
    id: Option<Str<'a>>,
    #[serde(borrow)]
    role: Option<Str<'a>>,
    #[serde(borrow)]
    content: Option<Content<'a>>,
}

#[derive(Deserialize)]
struct Item<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<Str<'a>>,
    #[serde(borrow)]
    id: Option<Str<'a>>,
    #[serde(borrow)]
    role: Option<Str<'a>>,
    #[serde(borrow)]
    content: Option<Content<'a>>,
    source: Option<Starter>,
}

/// What started a session: a word for a person's program, an object for a helper.
struct Starter {
    is_helper: bool,
}

impl<'de> Deserialize<'de> for Starter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Starter;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a word or an object")
            }

            fn visit_str<E>(self, _: &str) -> Result<Starter, E> {
                Ok(Starter { is_helper: false })
            }

            fn visit_unit<E>(self) -> Result<Starter, E> {
                Ok(Starter { is_helper: false })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Starter, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Starter { is_helper: true })
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Reads one line.
pub(super) fn parse(line: &[u8]) -> serde_json::Result<Record> {
    let line: Line = serde_json::from_slice(line)?;
    let at = line.timestamp.and_then(|when| when.0);
    let kind = line.kind.as_ref().map_or("", Str::as_str);
    let said = match (kind, line.payload) {
        ("session_meta", Some(meta)) => {
            let side = meta.source.is_some_and(|source| source.is_helper);
            return Ok(Record::Session { id: meta.id.and_then(Str::into_id), side });
        }
        ("response_item", Some(item)) if is_message(item.kind.as_ref()) => {
            said(item.role, item.content, item.id)
        }
        ("message", None) => said(line.role, line.content, line.id),
        ("", None) if line.role.is_none() && line.id.is_some() => {
            return Ok(Record::Session { id: line.id.and_then(Str::into_id), side: false });
        }
        _ => None,
    };
    Ok(said.map_or(Record::Noise, |said| Record::Said(Said { at, ..said })))
}

fn is_message(kind: Option<&Str>) -> bool {
    kind.is_some_and(|kind| kind.as_str() == "message")
}

fn said(word: Option<Str>, content: Option<Content>, id: Option<Str>) -> Option<Said> {
    let role = role(word?.as_str())?;
    Some(Said { id: id.and_then(Str::into_id), ..Said::new(role, content.unwrap_or_default().0) })
}

//! JSON as other programs write it: strings that may be numbers, content that may be text or blocks, times in any
//! usual form, and broken characters. Borrows from the line where it can.

use std::borrow::Cow;
use std::fmt;

use jiff::Timestamp;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The longest id, in bytes.
const LONGEST_ID: usize = 512;

/// A text, borrowed where possible; a number is taken as its digits, anything else as nothing.
#[derive(Debug, Default, Clone, PartialEq, Eq, Hash)]
pub(super) struct Str<'a>(pub(super) Cow<'a, str>);

impl Str<'_> {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the text as an id, unless it is empty. One that no program gives is cut, so that what it names is read like
    /// everything else; its hash keeps it apart from others that begin alike.
    pub(super) fn into_id(self) -> Option<String> {
        if self.0.len() <= LONGEST_ID {
            return (!self.0.is_empty()).then(|| self.0.into_owned());
        }
        let end = self.0.floor_char_boundary(LONGEST_ID / 2);
        let hash = blake3::hash(self.0.as_bytes()).to_hex();
        Some(format!("{}-{}", self.0.get(..end)?, hash.get(..16)?))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Str<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrVisitor)
    }
}

struct StrVisitor;

impl<'de> Visitor<'de> for StrVisitor {
    type Value = Str<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Str(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Str(Cow::Owned(text.to_owned())))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Str(Cow::Owned(number.to_string())))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Str(Cow::Owned(number.to_string())))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Str(Cow::Owned(number.to_string())))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Str::default())
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Str::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Str::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Str::default())
    }
}

/// The readable text of a message: a string, or the text blocks of an array. Tool calls and results are nothing.
#[derive(Debug, Default)]
pub(super) struct Content<'a>(pub(super) Cow<'a, str>);

impl<'a> Content<'a> {
    fn add(&mut self, text: Cow<'a, str>) {
        if self.0.is_empty() {
            self.0 = text;
        } else if !text.is_empty() {
            let all = self.0.to_mut();
            all.push('\n');
            all.push_str(&text);
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("text or blocks")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Content(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Content(Cow::Owned(text.to_owned())))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Content::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Content::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Content::default())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Content::default())
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Content::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut all = Content::default();
        while let Some(part) = seq.next_element::<Content<'de>>()? {
            all.add(part.0);
        }
        Ok(all)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let block = Block::deserialize(MapAccessDeserializer::new(map))?;
        let readable =
            block.kind.is_none_or(|kind| matches!(kind.as_str(), "text" | "input_text" | "output_text"));
        Ok(if readable { Content(block.text.unwrap_or_default().0) } else { Content::default() })
    }
}

#[derive(serde::Deserialize)]
struct Block<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<Str<'a>>,
    #[serde(borrow)]
    text: Option<Str<'a>>,
}

/// A moment, in any of the usual forms; nothing where it cannot be understood.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct When(pub(super) Option<Timestamp>);

impl<'de> Deserialize<'de> for When {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(When(moment(Str::deserialize(deserializer)?.as_str())))
    }
}

/// Reads a moment from text: ISO 8601 with or without a zone (then UTC), or seconds, milli-, micro- or nanoseconds.
pub(super) fn moment(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Some(moment);
    }
    if let Ok(number) = text.parse::<f64>() {
        return from_number(number);
    }
    let local = text.parse::<jiff::civil::DateTime>().ok()?;
    local.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
}

/// The first moment that a number may tell, in seconds: a day in 1980.
const FIRST: f64 = 315_576_000.0;

fn from_number(number: f64) -> Option<Timestamp> {
    let seconds = match number.abs() {
        n if n < 1e11 => number,
        n if n < 1e14 => number / 1e3,
        n if n < 1e17 => number / 1e6,
        _ => number / 1e9,
    };
    // What lies before there were such programs counts something else.
    if !seconds.is_finite() || seconds < FIRST {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "the cast saturates and jiff checks the range")]
    let micros = (seconds * 1e6).round() as i64;
    Timestamp::from_microsecond(micros).ok()
}

/// Returns a line with invalid bytes and half surrogate pairs replaced; nothing if it had none.
pub(super) fn mend(line: &[u8]) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(line);
    let mut mended = matches!(text, Cow::Owned(_));
    let mut bytes = text.into_owned().into_bytes();
    let mut at = 0;
    while at + 1 < bytes.len() {
        if bytes[at] != b'\\' {
            at += 1;
        } else if bytes[at + 1] == b'u' {
            let high = surrogate(&bytes, at).is_some_and(|unit| unit < 0xDC00);
            let pair = high && surrogate(&bytes, at + 6).is_some_and(|unit| unit >= 0xDC00);
            if pair {
                at += 12;
            } else {
                if surrogate(&bytes, at).is_some() {
                    bytes[at + 2..at + 6].copy_from_slice(b"fffd");
                    mended = true;
                }
                at += 6;
            }
        } else {
            at += 2;
        }
    }
    mended.then_some(bytes)
}

/// Returns the half of a surrogate pair that is written as an escape at a place.
fn surrogate(bytes: &[u8], at: usize) -> Option<u16> {
    let escape = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let unit = u16::from_str_radix(std::str::from_utf8(escape).ok()?, 16).ok()?;
    (0xD800..=0xDFFF).contains(&unit).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_all_usual_forms() {
        let expected: Timestamp = "2026-11-15T03:00:00Z".parse().unwrap();
        let forms = [
            "\"2026-11-15T10:00:00+07:00\"",
            "\"2026-11-15T03:00:00.000Z\"",
            "\"2026-11-15 03:00:00\"",
            "1794711600",
            "1794711600.0",
            "1794711600000",
            "\"1794711600000\"",
        ];
        for form in forms {
            assert_eq!(serde_json::from_str::<When>(form).unwrap().0, Some(expected), "{form}");
        }
        for form in ["null", "\"yesterday\"", "{}", "1e300", "true"] {
            assert_eq!(serde_json::from_str::<When>(form).unwrap().0, None, "{form}");
        }
    }

    #[test]
    fn content_is_the_text_of_its_blocks() {
        let text = |json: &str| serde_json::from_str::<Content>(json).unwrap().0.into_owned();
        assert_eq!(text("\"สวัสดี\""), "สวัสดี");
        let blocks = r#"[{"type":"text","text":"a"},{"type":"tool_use","text":"no"},"部署",{"type":"output_text","text":"b"},null,3]"#;
        assert_eq!(text(blocks), "a\n部署\nb");
        assert_eq!(text("null"), "");
    }

    #[test]
    fn broken_characters_are_mended_and_whole_ones_kept() {
        assert_eq!(mend(br#"{"a":"\ud83d\ude00 \\ud83d"}"#), None);
        assert_eq!(mend(br#"{"a":"\ud83d x"}"#).unwrap(), br#"{"a":"\ufffd x"}"#);
        assert_eq!(mend(br#"{"a":"\ude00"}"#).unwrap(), br#"{"a":"\ufffd"}"#);
        assert_eq!(mend(b"{\"a\":\"\xFF\"}").unwrap(), "{\"a\":\"\u{FFFD}\"}".as_bytes());
        assert_eq!(mend(br"\u12"), None);
    }
}

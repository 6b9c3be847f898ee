//! One entry as one line: `- key:… | value:… | priority:… | ttl:… | source:… | updated_at:…`.
//! Knows nothing of the file around it.

use std::str::FromStr;

use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};

use super::escape::{FIELD, FIELD_LIST, escape, split, trim, unescape};
use crate::content::{EntryKind, Priority};
use crate::id::{Key, MemoryId};
use crate::provenance::{Confidence, Origin};
use crate::retention::{Sensitivity, Ttl};

/// An entry as its line states it.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryLine {
    /// The key.
    pub key: Key,
    /// The value.
    pub value: String,
    /// How strongly it counts; 50 where the line says nothing.
    pub priority: Priority,
    /// The time to live as written; `none` where the line says nothing.
    pub ttl: Ttl,
    /// Who said it; `user_edit` where the line says nothing.
    pub source: Origin,
    /// When it was last changed; a person may leave it out.
    pub updated_at: Option<Timestamp>,
    /// What kind of entry it is, where that is not what the heading says.
    pub kind: Option<EntryKind>,
    /// The id of the memory, where it is written down.
    pub id: Option<MemoryId>,
    /// How sure it is, where that does not follow from the source.
    pub confidence: Option<Confidence>,
    /// Whether it may be shown without asking for it.
    pub sensitivity: Sensitivity,
    /// Concepts; empty ones are not written.
    pub tags: Vec<String>,
    /// When it was true in the world.
    pub occurred_at: Option<Timestamp>,
    /// When it stopped being true.
    pub valid_until: Option<Timestamp>,
    /// When it expires, where that does not follow from time to live and last change.
    pub expires: Option<Timestamp>,
}

/// What was read from a line: the entry, and the fields that nobody knows, as they stand.
pub(super) struct Read<'a> {
    pub(super) line: EntryLine,
    pub(super) unknown: Vec<&'a str>,
}

const FIELDS: [&str; 14] = [
    "key",
    "value",
    "priority",
    "ttl",
    "source",
    "updated_at",
    "kind",
    "id",
    "confidence",
    "sensitivity",
    "tags",
    "occurred_at",
    "valid_until",
    "expires",
];

impl EntryLine {
    /// Starts a line with everything else at its default.
    pub fn new(key: Key, value: impl Into<String>) -> Self {
        Self {
            key,
            value: value.into(),
            priority: Priority::DEFAULT,
            ttl: Ttl::none(),
            source: Origin::UserEdit,
            updated_at: None,
            kind: None,
            id: None,
            confidence: None,
            sensitivity: Sensitivity::Normal,
            tags: Vec::new(),
            occurred_at: None,
            valid_until: None,
            expires: None,
        }
    }

    /// Writes the line, without a line ending.
    pub fn render(&self) -> String {
        format!("- {}", self.fields())
    }

    /// Writes what stands behind the bullet.
    pub(super) fn fields(&self) -> String {
        let mut out = format!(
            "key:{} | value:{} | priority:{} | ttl:{} | source:{}",
            escape(self.key.as_str(), FIELD),
            escape(&self.value, FIELD),
            self.priority.get(),
            escape(self.ttl.as_str(), FIELD),
            self.source,
        );
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                out.extend([" | ", name, ":", &value]);
            }
        };
        add("updated_at", self.updated_at.map(|at| at.to_string()));
        add("kind", self.kind.map(|kind| kind.to_string()));
        add("id", self.id.as_ref().map(|id| escape(id.as_str(), FIELD)));
        add("confidence", self.confidence.map(|confidence| confidence.to_string()));
        add("sensitivity", self.is_sensitive().then(|| self.sensitivity.to_string()));
        let tags: Vec<_> =
            self.tags.iter().filter(|tag| !tag.is_empty()).map(|tag| escape(tag, FIELD_LIST)).collect();
        add("tags", (!tags.is_empty()).then(|| tags.join(",")));
        add("occurred_at", self.occurred_at.map(|at| at.to_string()));
        add("valid_until", self.valid_until.map(|at| at.to_string()));
        add("expires", self.expires.map(|at| at.to_string()));
        out
    }

    fn is_sensitive(&self) -> bool {
        self.sensitivity != Sensitivity::Normal
    }

    /// Reads a line with or without its bullet; the error says what is wrong with it.
    pub fn parse(line: &str) -> Result<Self, String> {
        let fields = unbullet(line.as_bytes()).unwrap_or(line.as_bytes());
        let fields = std::str::from_utf8(fields).unwrap_or(line);
        match read(fields) {
            Some(read) => read.map(|read| read.line),
            None => Err("is no entry: an entry begins with `- key:`".into()),
        }
    }
}

/// Returns what stands behind indentation and bullet.
pub(super) fn unbullet(text: &[u8]) -> Option<&[u8]> {
    let [b'-' | b'*' | b'+', rest @ ..] = text.trim_ascii_start() else { return None };
    Some(rest.trim_ascii_start())
}

/// Returns the key that a line names, whatever else is wrong with it.
pub(super) fn key_of(line: &[u8]) -> Option<Key> {
    let fields = std::str::from_utf8(unbullet(line)?).ok()?;
    let fields = unboxed(fields).unwrap_or(fields);
    let (_, key) =
        split(fields, '|').iter().filter_map(|part| field(part)).find(|(name, _)| *name == "key")?;
    Key::new(unescape(key, FIELD)).ok()
}

/// Returns what stands behind the box of an item of a check list.
pub(super) fn unboxed(fields: &str) -> Option<&str> {
    let rest = fields.strip_prefix('[')?;
    ["x]", "X]", "]"].iter().find_map(|end| rest.trim_start().strip_prefix(end)).map(str::trim_start)
}

/// Tells whether fields begin with a value, or name one and hold nothing that is no field.
pub(super) fn has_value(fields: &str) -> bool {
    let named: Vec<_> = split(fields, '|').into_iter().map(field).collect();
    let is_value = |named: &Option<(&str, &str)>| named.is_some_and(|(name, _)| name == "value");
    named.first().is_some_and(is_value) || (named.iter().all(Option::is_some) && named.iter().any(is_value))
}

/// Says which slip of the keyboard keeps fields from being an entry: the wide signs of a Chinese input method, `=` for `:`, or
/// a name that is nearly `key`.
pub(super) fn slip(fields: &str) -> Option<String> {
    let is_entry = |fields: &str| matches!(read(fields), Some(Ok(_)));
    let narrow = fields.replace('：', ":").replace('｜', "|");
    if narrow != fields && is_entry(&narrow) {
        return Some(
            "has the wide signs `：` or `｜`; write `:` and `|`, as in `- key:名字 | value:张三`".into(),
        );
    }
    let parts = split(fields, '|');
    let colons: Vec<String> = parts.iter().map(|part| part.replacen('=', ":", 1)).collect();
    if parts.iter().all(|part| !part.contains(':')) && is_entry(&colons.join("|")) {
        return Some("has `=` where `:` belongs; write `- key:… | value:…`".into());
    }
    let near = parts
        .iter()
        .filter_map(|part| field(part))
        .find(|(name, _)| !FIELDS.contains(name) && is_near("key", &name.to_ascii_lowercase()));
    let (name, _) = near.filter(|_| has_value(fields))?;
    Some(format!("has no key; did you mean `key` by `{name}`?"))
}

/// Says which field of a line is none that is known, and which one may be meant.
pub(super) fn unknown(part: &str) -> Option<String> {
    let (name, _) = part.split_once(':')?;
    let name = name.trim();
    let lower = name.to_ascii_lowercase();
    let near = FIELDS.iter().find(|known| is_near(known, &lower));
    let meant = near.map(|known| format!("; did you mean `{known}`?")).unwrap_or_default();
    Some(format!("has a field `{name}`, which is none that counts{meant}"))
}

/// Tells whether two names are one slip apart: a letter too many, too few, another one, or two changed places.
fn is_near(one: &str, other: &str) -> bool {
    let (a, b) = (one.as_bytes(), other.as_bytes());
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (a.get(same..).unwrap_or_default(), b.get(same..).unwrap_or_default());
    let behind = |text: &[u8], skip: usize| text.get(skip..).map(<[u8]>::to_vec);
    behind(a, 1) == Some(b.to_vec())
        || behind(b, 1) == Some(a.to_vec())
        || (behind(a, 1).is_some() && behind(a, 1) == behind(b, 1))
        || (behind(a, 2).is_some()
            && behind(a, 2) == behind(b, 2)
            && a.first() == b.get(1)
            && a.get(1) == b.first())
}

/// Reads the fields behind a bullet; `None` where the line does not mean to be an entry.
pub(super) fn read(fields: &str) -> Option<Result<Read<'_>, String>> {
    let parts = split(fields, '|');
    let named: Vec<_> = parts.iter().map(|part| field(part)).collect();
    let has = |name| named.iter().flatten().any(|(found, _)| *found == name);
    let known = named.iter().flatten().filter(|(name, _)| FIELDS.contains(name)).count();
    (has("key") || (has("value") && known > 1)).then(|| collect(&parts, &named))
}

/// Splits `name: value`, the name in lower case where it is one that we know.
fn field(part: &str) -> Option<(&str, &str)> {
    let (name, value) = part.split_once(':')?;
    let name = name.trim();
    let known = FIELDS.iter().copied().find(|known| known.eq_ignore_ascii_case(name));
    let word = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b));
    (known.is_some() || word).then(|| (known.unwrap_or(name), trim(value)))
}

fn collect<'a>(parts: &[&'a str], named: &[Option<(&str, &'a str)>]) -> Result<Read<'a>, String> {
    let mut values: [Option<&str>; FIELDS.len()] = [None; FIELDS.len()];
    let mut unknown = Vec::new();
    for (part, field) in parts.iter().zip(named) {
        let Some((name, value)) = field else {
            if trim(part).is_empty() {
                continue;
            }
            return Err(format!("`{}` is no field; write \\| for a bar inside a value", trim(part)));
        };
        match FIELDS.iter().position(|known| known == name) {
            None => unknown.push(trim(part)),
            Some(at) if values[at].is_some() => return Err(format!("has `{name}` twice")),
            Some(at) => values[at] = Some(value),
        }
    }
    Ok(Read { line: build(&values)?, unknown })
}

fn build(values: &[Option<&str>; FIELDS.len()]) -> Result<EntryLine, String> {
    let [
        key,
        value,
        priority,
        ttl,
        source,
        updated_at,
        kind,
        id,
        confidence,
        sensitivity,
        tags,
        occurred,
        until,
        expires,
    ] = values;
    let key = key.ok_or("has no key; begin the line with `- key:`")?;
    let key = Key::new(unescape(key, FIELD)).map_err(|wrong| wrong.to_string())?;
    let value = value.ok_or_else(|| format!("has no value; add `| value:` behind `key:{key}`"))?;
    let value = unescape(value, FIELD);
    if value.len() > crate::MAX_TEXT {
        return Err(format!("has a value of {} bytes (at most {})", value.len(), crate::MAX_TEXT));
    }
    Ok(EntryLine {
        key,
        value,
        priority: given(*priority, to_priority)?.unwrap_or_default(),
        ttl: given(*ttl, word)?.unwrap_or_default(),
        source: given(*source, word)?.unwrap_or(Origin::UserEdit),
        updated_at: given(*updated_at, to_time)?,
        kind: given(*kind, word)?,
        id: given(*id, |raw| word(&unescape(raw, FIELD)))?,
        confidence: given(*confidence, to_confidence)?,
        sensitivity: given(*sensitivity, word)?.unwrap_or_default(),
        tags: tags.map(to_tags).unwrap_or_default(),
        occurred_at: given(*occurred, to_time)?,
        valid_until: given(*until, to_time)?,
        expires: given(*expires, to_time)?,
    })
}

/// Reads a field that may be missing or left empty.
fn given<T>(raw: Option<&str>, read: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, String> {
    raw.filter(|raw| !raw.is_empty()).map(read).transpose()
}

fn word<T: FromStr<Err: ToString>>(raw: &str) -> Result<T, String> {
    raw.parse().map_err(|wrong: T::Err| wrong.to_string())
}

fn to_priority(raw: &str) -> Result<Priority, String> {
    raw.parse().ok().and_then(Priority::new).ok_or_else(|| format!("`{raw}` is no priority (0 to 100)"))
}

/// Reads a confidence from 0 to 1.
pub(super) fn to_confidence(raw: &str) -> Result<Confidence, String> {
    raw.parse().ok().and_then(Confidence::new).ok_or_else(|| format!("`{raw}` is no confidence (0 to 1)"))
}

/// Reads a moment; one without a zone is taken as UTC.
pub(super) fn to_time(raw: &str) -> Result<Timestamp, String> {
    let civil = || raw.parse::<civil::DateTime>().and_then(|at| at.to_zoned(TimeZone::UTC));
    let at = raw.parse::<Timestamp>().or_else(|_| civil().map(|zoned| zoned.timestamp()));
    at.map_err(|_| format!("`{raw}` is no time (try 2026-12-31T00:00:00Z)"))
}

fn to_tags(raw: &str) -> Vec<String> {
    let tags = split(raw, ',').into_iter().map(|tag| unescape(trim(tag), FIELD_LIST));
    tags.filter(|tag| !tag.is_empty()).collect()
}

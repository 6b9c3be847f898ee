//! A change of a user model: what is named is merged or replaced, what is left out stays. Wrong types are refused by
//! name before anything is written.

use std::collections::BTreeMap;

use super::value::{Value, join_list};
use super::{ActiveHours, Level, slot};
use crate::id::{InvalidName, Key};
use crate::memory::Memory;
use crate::trigger::known_key;

/// What happens to one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change<T> {
    /// It gets this value.
    Set(T),
    /// It is taken away.
    Remove,
}

/// A field of an update that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrongType {
    /// The value is of another type.
    #[error("`{field}` must be {expected}, not {found}")]
    Type {
        /// The field, with its path.
        field: String,
        /// What it may be.
        expected: &'static str,
        /// What it was.
        found: &'static str,
    },
    /// The value is of the right type but not one of the allowed.
    #[error("`{value}` is no value of `{field}` (expected {expected})")]
    Value {
        /// The field, with its path.
        field: String,
        /// The value as given.
        value: String,
        /// What it may be.
        expected: &'static str,
    },
    /// No such field is known.
    #[error("`{field}` is no field of the user model (there are {FIELDS})")]
    Unknown {
        /// The field, with its path.
        field: String,
    },
    /// Expertise of nothing.
    #[error("`expertise.` names no topic (use expertise.<topic>, for example expertise.docker)")]
    NoTopic,
    /// The field follows from others.
    #[error("`{field}` cannot be set: it follows from the entries (what can be set: {FIELDS})")]
    ReadOnly {
        /// The field.
        field: String,
    },
    /// The field cannot be the key of an entry.
    #[error("`{field}` cannot be a key: {source}")]
    Key {
        /// The field, with its path.
        field: String,
        /// Why.
        source: InvalidName,
    },
}

/// An update of a user model: only what is named changes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Partial {
    /// Expertise by topic; other topics stay.
    pub expertise: BTreeMap<String, Change<Level>>,
    /// Whether all expertise that is known is taken away first.
    pub no_expertise: bool,
    /// The language of answers.
    pub language: Option<Change<String>>,
    /// How long answers should be.
    pub length: Option<Change<String>>,
    /// The tone of answers.
    pub style: Option<Change<String>>,
    /// The style of code.
    pub code_style: Option<Change<String>>,
    /// All common topics; replaces the list.
    pub topics: Option<Change<Vec<String>>>,
    /// The time zone.
    pub timezone: Option<Change<String>>,
    /// The hours in which the user is about.
    pub active_hours: Option<Change<ActiveHours>>,
    /// All notes; replaces the list.
    pub notes: Option<Change<Vec<String>>>,
    /// Fields that are no slot, by key.
    pub others: BTreeMap<String, Change<String>>,
}

/// What a person can set, for people.
const FIELDS: &str = "expertise.<topic>, language, length, style, code_style, topics, timezone, active_hours and notes; \
                      `memoro profile set KEY VALUE` keeps anything else";

/// The fields that can be set, in every spelling.
const SETTABLE: [&str; 11] = [
    "expertise",
    "preferences",
    "commonTopics",
    "common_topics",
    "topics",
    "notes",
    "timezone",
    "timeZone",
    "activeHours",
    "active_hours",
    "others",
];

/// The preferences that can be set, in every spelling.
const PREFERENCES: [&str; 9] = [
    "language",
    "responseLength",
    "response_length",
    "length",
    "responseStyle",
    "response_style",
    "style",
    "codeStyle",
    "code_style",
];

/// Fields that name the model itself and are not changed by an update.
const IDENTITY: &[&str] = &["userId", "user_id", "user", "updatedAt", "updated_at", "confidence"];

impl Partial {
    /// Refuses an update that names a field which is not there or cannot be set; for people, who mistype.
    pub fn check_fields(update: &Value) -> Result<(), WrongType> {
        for (name, value) in map("the update", update)? {
            let keys = [slot::LANGUAGE, slot::LENGTH, slot::STYLE, slot::CODE_STYLE, slot::TOPICS];
            match name.as_str() {
                name if IDENTITY.contains(&name) => return Err(WrongType::ReadOnly { field: name.into() }),
                "preferences" => {
                    for (name, _) in map("preferences", value)? {
                        if !PREFERENCES.contains(&name.as_str()) {
                            return Err(WrongType::Unknown { field: format!("preferences.{name}") });
                        }
                    }
                }
                name if SETTABLE.contains(&name) || PREFERENCES.contains(&name) || keys.contains(&name) => {}
                name => return Err(WrongType::Unknown { field: name.into() }),
            }
        }
        Ok(())
    }

    /// Reads an update from plain values; field names in camel case or with underscores.
    pub fn read(update: &Value) -> Result<Self, WrongType> {
        let mut partial = Self::default();
        for (name, value) in map("the update", update)? {
            match name.as_str() {
                "expertise" if *value == Value::Null => partial.no_expertise = true,
                "expertise" => partial.read_expertise(value)?,
                "preferences" if *value == Value::Null => {
                    let all = ["language", "length", "style", "code_style"];
                    let none = all.map(|name| (name.to_owned(), Value::Null)).to_vec();
                    partial.read_preferences(&Value::Map(none))?;
                }
                "preferences" => partial.read_preferences(value)?,
                slot::LANGUAGE => partial.language = Some(text(name, value)?),
                slot::LENGTH => partial.length = Some(text(name, value)?),
                slot::STYLE => partial.style = Some(text(name, value)?),
                slot::CODE_STYLE => partial.code_style = Some(text(name, value)?),
                slot::TOPICS if !matches!(value, Value::Text(_)) => {
                    partial.topics = Some(texts(name, value)?);
                }
                "commonTopics" | "common_topics" | "topics" => partial.topics = Some(texts(name, value)?),
                "notes" => partial.notes = Some(texts(name, value)?),
                "timezone" | "timeZone" => partial.timezone = Some(text(name, value)?),
                "activeHours" | "active_hours" => partial.active_hours = Some(hours(name, value)?),
                "others" => {
                    for (key, value) in map(name, value)? {
                        partial.read_other(key, value)?;
                    }
                }
                name if IDENTITY.contains(&name) => {}
                name if PREFERENCES.contains(&name) => {
                    partial.read_preferences(&Value::Map(vec![(name.to_owned(), value.clone())]))?;
                }
                name => partial.read_other(name, value)?,
            }
        }
        Ok(partial)
    }

    fn read_expertise(&mut self, value: &Value) -> Result<(), WrongType> {
        for (topic, level) in map("expertise", value)? {
            if topic.trim().is_empty() {
                return Err(WrongType::NoTopic);
            }
            let field = format!("expertise.{topic}");
            let change = match text(&field, level)? {
                Change::Remove => Change::Remove,
                Change::Set(word) => {
                    Change::Set(word.trim().to_lowercase().parse::<Level>().map_err(|_| {
                        WrongType::Value {
                            field,
                            value: word,
                            expected: "novice, intermediate, advanced or expert",
                        }
                    })?)
                }
            };
            self.expertise.insert(topic.trim().to_lowercase(), change);
        }
        Ok(())
    }

    fn read_preferences(&mut self, value: &Value) -> Result<(), WrongType> {
        for (name, value) in map("preferences", value)? {
            let field = format!("preferences.{name}");
            match name.as_str() {
                "language" => self.language = Some(text(&field, value)?),
                "responseLength" | "response_length" | "length" => self.length = Some(text(&field, value)?),
                "responseStyle" | "response_style" | "style" => self.style = Some(text(&field, value)?),
                "codeStyle" | "code_style" => self.code_style = Some(text(&field, value)?),
                _ => self.read_other(&field, value)?,
            }
        }
        Ok(())
    }

    /// Keeps a field that is no slot under its own path.
    fn read_other(&mut self, path: &str, value: &Value) -> Result<(), WrongType> {
        let change = match value {
            Value::Null => Change::Remove,
            Value::Map(fields) => {
                return fields
                    .iter()
                    .try_for_each(|(name, value)| self.read_other(&format!("{path}.{name}"), value));
            }
            Value::List(items) => {
                let read = |item: &Value| item.scalar().ok_or_else(|| wrong(path, "a list of texts", item));
                Change::Set(join_list(&items.iter().map(read).collect::<Result<Vec<_>, _>>()?))
            }
            scalar => Change::Set(scalar.scalar().unwrap_or_default()),
        };
        self.others.insert(path.to_owned(), change);
        Ok(())
    }

    /// Returns what the update does to the user's entries, given those that are there now.
    pub fn updates(&self, entries: &[Memory]) -> Result<Vec<(Key, Change<String>)>, WrongType> {
        let mut updates = Vec::new();
        for memory in entries.iter().filter(|_| self.no_expertise) {
            let topic = memory.key.as_str().strip_prefix(slot::EXPERTISE);
            if topic.is_some_and(|topic| !self.expertise.contains_key(topic)) {
                updates.push((memory.key.as_str().to_owned(), Change::Remove));
            }
        }
        for (topic, level) in &self.expertise {
            updates.push((format!("{}{topic}", slot::EXPERTISE), shown(level)));
        }
        let singles = [
            (slot::LANGUAGE, &self.language),
            (slot::LENGTH, &self.length),
            (slot::STYLE, &self.style),
            (slot::CODE_STYLE, &self.code_style),
            (slot::TIMEZONE, &self.timezone),
        ];
        for (key, change) in singles {
            updates.extend(change.clone().map(|change| (key.to_owned(), change)));
        }
        updates
            .extend(self.active_hours.as_ref().map(|change| (slot::ACTIVE_HOURS.to_owned(), shown(change))));
        updates.extend(self.topics.as_ref().map(|change| (slot::TOPICS.to_owned(), listed(change))));
        updates.extend(self.notes.iter().flat_map(|change| note_updates(change, entries)));
        updates.extend(self.others.iter().map(|(path, change)| (path.clone(), change.clone())));
        updates.into_iter().map(keyed).collect()
    }
}

/// Gives a field the one key under which such a thing is kept.
fn keyed((field, change): (String, Change<String>)) -> Result<(Key, Change<String>), WrongType> {
    match Key::new(known_key(&field).unwrap_or(&field)) {
        Ok(key) => Ok((key, change)),
        Err(source) => Err(WrongType::Key { field, source }),
    }
}

fn shown<T: std::fmt::Display>(change: &Change<T>) -> Change<String> {
    match change {
        Change::Set(value) => Change::Set(value.to_string()),
        Change::Remove => Change::Remove,
    }
}

fn listed(change: &Change<Vec<String>>) -> Change<String> {
    match change {
        Change::Set(items) if !items.is_empty() => Change::Set(join_list(items)),
        _ => Change::Remove,
    }
}

/// Numbers the notes anew and takes away those beyond the new list.
fn note_updates(change: &Change<Vec<String>>, entries: &[Memory]) -> Vec<(String, Change<String>)> {
    let notes: &[String] = match change {
        Change::Set(notes) => notes,
        Change::Remove => &[],
    };
    let key = |n: usize| format!("{}{n}", slot::NOTES);
    let mut updates: Vec<_> =
        notes.iter().enumerate().map(|(n, note)| (key(n + 1), Change::Set(note.clone()))).collect();
    for memory in entries {
        let key = known_key(memory.key.as_str()).unwrap_or(memory.key.as_str());
        let number = key.strip_prefix(slot::NOTES).and_then(|n| n.parse::<usize>().ok());
        let number = if key == slot::NOTE { Some(0) } else { number };
        if number.is_some_and(|n| n == 0 || n > notes.len()) {
            updates.push((memory.key.as_str().to_owned(), Change::Remove));
        }
    }
    updates
}

fn wrong(field: &str, expected: &'static str, value: &Value) -> WrongType {
    WrongType::Type { field: field.to_owned(), expected, found: value.type_name() }
}

fn map<'v>(field: &str, value: &'v Value) -> Result<&'v [(String, Value)], WrongType> {
    match value {
        Value::Map(fields) => Ok(fields),
        Value::Null => Ok(&[]),
        other => Err(wrong(field, "an object", other)),
    }
}

fn text(field: &str, value: &Value) -> Result<Change<String>, WrongType> {
    match value {
        Value::Null => Ok(Change::Remove),
        Value::Text(text) if text.trim().is_empty() => Ok(Change::Remove),
        Value::Text(text) => Ok(Change::Set(text.clone())),
        other => Err(wrong(field, "a text", other)),
    }
}

fn texts(field: &str, value: &Value) -> Result<Change<Vec<String>>, WrongType> {
    let items = match value {
        Value::Null => return Ok(Change::Remove),
        Value::List(items) => items,
        other => return Err(wrong(field, "a list of texts", other)),
    };
    let mut read = Vec::new();
    for (at, item) in items.iter().enumerate() {
        match item {
            Value::Text(text) if text.trim().is_empty() => {}
            Value::Text(text) => read.push(text.clone()),
            other => return Err(wrong(&format!("{field}[{at}]"), "a text", other)),
        }
    }
    Ok(Change::Set(read))
}

fn hours(field: &str, value: &Value) -> Result<Change<ActiveHours>, WrongType> {
    let fields = match value {
        Value::Null => return Ok(Change::Remove),
        Value::Map(fields) => fields,
        other => return Err(wrong(field, "an object with start and end", other)),
    };
    let hour = |name: &str| {
        let value = fields.iter().find(|(n, _)| n == name).map_or(&Value::Null, |(_, value)| value);
        match value {
            Value::Number(number) => {
                (0u8..=24).find(|hour| (f64::from(*hour) - number).abs() < 1e-9).ok_or_else(|| {
                    let (field, value) = (format!("{field}.{name}"), number.to_string());
                    WrongType::Value { field, value, expected: "a whole hour from 0 to 24" }
                })
            }
            other => Err(wrong(&format!("{field}.{name}"), "a number", other)),
        }
    };
    let (start, end) = (hour("start")?, hour("end")?);
    let written = format!("{start}-{end}");
    let refused =
        WrongType::Value { field: field.to_owned(), value: written, expected: "two different hours" };
    ActiveHours::new(start, end).map(Change::Set).ok_or(refused)
}

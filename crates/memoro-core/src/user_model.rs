//! Who the user is: a typed view over that user's entries, and the changes of entries that an update of the view
//! means. Holds no state of its own, so profile and model cannot disagree. Leaves out nothing: an entry without a
//! slot is listed among the others. What is sensitive is never shown.

mod partial;
mod value;

pub use partial::{Change, Partial, WrongType};
pub use value::Value;

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::id::UserId;
use crate::memory::Memory;
use crate::provenance::Confidence;
use crate::resolve::{Precedence, resolve};
use crate::retention::Sensitivity;
use crate::trigger::known_key;
use crate::words::words;

/// The keys of the slots.
pub mod slot {
    /// The language of answers.
    pub const LANGUAGE: &str = "response.language";
    /// How long answers should be.
    pub const LENGTH: &str = "response.length";
    /// The tone of answers.
    pub const STYLE: &str = "response.style";
    /// The style of code.
    pub const CODE_STYLE: &str = "code.style";
    /// What the user often speaks of.
    pub const TOPICS: &str = "topics.common";
    /// The user's time zone.
    pub const TIMEZONE: &str = "timezone";
    /// The hours in which the user is about.
    pub const ACTIVE_HOURS: &str = "active_hours";
    /// What the keys of expertise begin with.
    pub const EXPERTISE: &str = "expertise.";
    /// What the keys of notes begin with.
    pub const NOTES: &str = "notes.";
    /// A note without a number, which comes first.
    pub const NOTE: &str = "notes";
}

/// The slots that are one key under all of their names.
const FIELDS: [&str; 7] = [
    slot::LANGUAGE,
    slot::LENGTH,
    slot::STYLE,
    slot::CODE_STYLE,
    slot::TOPICS,
    slot::TIMEZONE,
    slot::ACTIVE_HOURS,
];

/// Returns the field of the model that a key is a name of, in any of the languages; nothing for a key of its writer's own.
pub fn field(key: &str) -> Option<&'static str> {
    known_key(key).filter(|known| FIELDS.contains(known))
}

/// How much the user knows of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Just begins.
    Novice,
    /// Knows the basics.
    Intermediate,
    /// Knows it well.
    Advanced,
    /// Needs no explanation.
    Expert,
}

words!(Level, "level", {
    Novice => "novice" | "beginner" | "basic" | "newbie" | "มือใหม่" | "ผู้เริ่มต้น" | "新手" | "初学者" | "初學者" | "入门" | "入門",
    Intermediate => "intermediate" | "ปานกลาง" | "ระดับกลาง" | "中级" | "中級" | "一般",
    Advanced => "advanced" | "experienced" | "ขั้นสูง" | "ถนัด" | "เก่ง" | "高级" | "高級" | "熟练" | "熟練",
    Expert => "expert" | "ผู้เชี่ยวชาญ" | "เชี่ยวชาญ" | "专家" | "專家" | "精通",
});

/// What is assumed of a user of whom nothing is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defaults {
    /// The language of answers.
    pub language: String,
    /// How long answers should be.
    pub length: String,
    /// The tone of answers.
    pub style: String,
    /// The time zone.
    pub timezone: String,
}

impl Default for Defaults {
    fn default() -> Self {
        Self {
            language: "th".into(),
            length: "auto".into(),
            style: "casual".into(),
            timezone: "Asia/Bangkok".into(),
        }
    }
}

/// The hours of the day in which a user is about; may pass midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActiveHours {
    /// The first hour, 0 to 23.
    pub start: u8,
    /// The hour after the last, 1 to 24.
    pub end: u8,
}

impl ActiveHours {
    /// Checks and wraps two hours.
    pub fn new(start: u8, end: u8) -> Option<Self> {
        (start < 24 && (1..=24).contains(&end) && start != end).then_some(Self { start, end })
    }
}

impl std::fmt::Display for ActiveHours {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.start, self.end)
    }
}

impl std::str::FromStr for ActiveHours {
    type Err = ();

    /// Reads `9-18`; spaces and minutes of zero are allowed.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (start, end) = text.split_once(['-', '–']).ok_or(())?;
        let hour = |part: &str| part.trim().trim_end_matches(":00").parse::<u8>().map_err(|_| ());
        Self::new(hour(start)?, hour(end)?).ok_or(())
    }
}

/// Who the user is.
#[derive(Debug, Clone, PartialEq)]
pub struct UserModel {
    /// Whose model it is.
    pub user: UserId,
    /// What the user knows, by topic.
    pub expertise: BTreeMap<String, Level>,
    /// The language of answers.
    pub language: String,
    /// How long answers should be.
    pub length: String,
    /// The tone of answers.
    pub style: String,
    /// The style of code, where it is known.
    pub code_style: Option<String>,
    /// What the user often speaks of.
    pub topics: Vec<String>,
    /// The time zone.
    pub timezone: String,
    /// The hours in which the user is about, where they are known.
    pub active_hours: Option<ActiveHours>,
    /// Free notes, in order.
    pub notes: Vec<String>,
    /// Entries that fill no slot, by key.
    pub others: BTreeMap<String, String>,
    /// How sure the whole is: the mean of its entries; nothing known is 0.
    pub confidence: Confidence,
    /// When an entry last changed.
    pub updated_at: Option<Timestamp>,
}

impl UserModel {
    /// Starts the model of a user of whom nothing is known.
    pub fn unknown(user: UserId, defaults: &Defaults) -> Self {
        Self {
            user,
            expertise: BTreeMap::new(),
            language: defaults.language.clone(),
            length: defaults.length.clone(),
            style: defaults.style.clone(),
            code_style: None,
            topics: Vec::new(),
            timezone: defaults.timezone.clone(),
            active_hours: None,
            notes: Vec::new(),
            others: BTreeMap::new(),
            confidence: Confidence::from_thousandths(0),
            updated_at: None,
        }
    }

    /// Puts one value where its key says; what does not fit its slot goes to the others.
    fn put(&mut self, key: &str, value: &str) {
        let value = value.trim();
        match key {
            slot::LANGUAGE => value.clone_into(&mut self.language),
            slot::LENGTH => value.clone_into(&mut self.length),
            slot::STYLE => value.clone_into(&mut self.style),
            slot::CODE_STYLE => self.code_style = Some(value.to_owned()),
            slot::TIMEZONE => self.timezone = crate::trigger::time_zone(value),
            slot::TOPICS => self.topics = value::split_list(value),
            slot::ACTIVE_HOURS if value.parse::<ActiveHours>().is_ok() => {
                self.active_hours = value.parse().ok();
            }
            _ => self.put_open(key, value),
        }
    }

    fn put_open(&mut self, key: &str, value: &str) {
        let level = value.to_lowercase().parse::<Level>().ok();
        match (key.strip_prefix(slot::EXPERTISE), level) {
            (Some(topic), Some(level)) if !topic.trim().is_empty() => {
                self.expertise.insert(topic.to_owned(), level);
            }
            _ => {
                self.others.insert(key.to_owned(), value.to_owned());
            }
        }
    }
}

/// Views the current entries of a user as a model. Names of one key are one, and the one that counts fills its slot;
/// where that is sensitive and `entries` hold it, nothing is shown in its place.
pub fn view(user: &UserId, entries: &[Memory], defaults: &Defaults, now: Timestamp) -> UserModel {
    let mut model = UserModel::unknown(user.clone(), defaults);
    let mut notes: Vec<(u32, String)> = Vec::new();
    let (mut sum, mut count) = (0u32, 0u32);
    for effective in resolve(entries, &[], &Precedence::default(), now) {
        let memory = effective.memory;
        if memory.sensitivity == Sensitivity::Sensitive {
            continue;
        }
        let key = known_key(memory.key.as_str()).unwrap_or(memory.key.as_str());
        match key.strip_prefix(slot::NOTES).and_then(|n| n.parse::<u32>().ok()) {
            Some(n) => notes.push((n, effective.value().to_owned())),
            None if key == slot::NOTE => notes.push((0, effective.value().to_owned())),
            None => model.put(key, effective.value()),
        }
        sum += u32::from(memory.provenance.confidence.thousandths());
        count += 1;
        model.updated_at = model.updated_at.max(Some(memory.updated_at));
    }
    notes.sort();
    model.notes = notes.into_iter().map(|(_, note)| note).collect();
    let mean = sum.checked_div(count).unwrap_or(0);
    model.confidence = Confidence::from_thousandths(u16::try_from(mean).unwrap_or(1000));
    model
}

#[cfg(test)]
mod tests;

//! A memory before it is written, and how it gets its id and key.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use memoro_core::{
    Confidence, Content, Entry, EntryKind, Key, Memory, MemoryId, Note, Origin, Priority, Provenance,
    Retention, Scope, Sensitivity, Source, Stability, Status, Trust, Ttl, provenance::Reference,
};

use crate::caller::Caller;
use crate::error::{EngineError, Result};

/// What a write rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Basis {
    /// Its key holds nothing.
    Nothing,
    /// Its key holds this memory, at this revision.
    Memory(MemoryId, u64),
}

/// When the file that shows a memory is brought in line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shown {
    /// Before the write is answered.
    #[default]
    AtOnce,
    /// By who writes many: the task waits in the store, so that a run that is killed leaves none behind.
    Later,
}

/// A memory before it is written.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Where it belongs.
    pub scope: Scope,
    /// Its key; made from the content where it is left out.
    pub key: Option<Key>,
    /// Its id; made where it is left out.
    pub id: Option<MemoryId>,
    /// What it says.
    pub content: Content,
    /// Concepts.
    pub tags: Vec<String>,
    /// Who said it.
    pub origin: Origin,
    /// How sure it is, at most what the origin deserves.
    pub confidence: Option<Confidence>,
    /// Where the words stand.
    pub source: Source,
    /// The words that show it.
    pub evidence: Vec<String>,
    /// How firmly it is held.
    pub stability: Stability,
    /// Its time to live.
    pub ttl: Ttl,
    /// Whether it may be shown without asking for it.
    pub sensitivity: Sensitivity,
    /// When it was true in the world.
    pub occurred_at: Option<Timestamp>,
    /// Why it is written, for the audit.
    pub reason: String,
    /// Whether it must wait for a person, and why.
    pub stage: Option<memoro_core::Why>,
    /// The memory whose place it takes, in the same change.
    pub replaces: Option<MemoryId>,
    /// What its key must still hold.
    pub based_on: Option<Basis>,
    /// Whether it only stands for a conversation or a search, under its own name and in no pack.
    pub record: bool,
    /// When its file shows it.
    pub shown: Shown,
}

impl Draft {
    /// Starts a draft of some content, said by the user.
    pub fn new(scope: Scope, content: Content) -> Self {
        Self {
            scope,
            key: None,
            id: None,
            content,
            tags: Vec::new(),
            origin: Origin::UserExplicit,
            confidence: None,
            source: Source::default(),
            evidence: Vec::new(),
            stability: Stability::default(),
            ttl: Ttl::none(),
            sensitivity: Sensitivity::default(),
            occurred_at: None,
            reason: String::new(),
            stage: None,
            replaces: None,
            based_on: None,
            record: false,
            shown: Shown::AtOnce,
        }
    }

    /// Starts a draft of a keyed value.
    pub fn entry(scope: Scope, key: Key, kind: EntryKind, value: impl Into<String>) -> Self {
        let entry = Entry { kind, value: value.into(), priority: Priority::DEFAULT };
        Self { key: Some(key), ..Self::new(scope, Content::Entry(entry)) }
    }

    /// Starts a draft of a free text.
    pub fn note(scope: Scope, text: impl Into<String>) -> Self {
        Self::new(scope, Content::Note(Note { text: text.into() }))
    }

    /// Makes the memory that the draft describes, for an owner who lives in `zone`; `fresh` gives random bits for an id.
    pub(crate) fn memory(&self, caller: &Caller, zone: &TimeZone, fresh: [u8; 10]) -> Result<Memory> {
        let reference = if self.source.path.as_deref().is_some_and(|p| p.contains("://")) {
            Reference::Given
        } else {
            Reference::None
        };
        let usual = Confidence::of_origin(self.origin, reference).min(cap(caller.trust()));
        // How sure a conclusion is only the one who drew it can say; it waits for a person anyway.
        let deserved = if self.origin == Origin::UserInferred { cap(caller.trust()) } else { usual };
        let id = match &self.id {
            Some(id) => id.clone(),
            None => self.make_id(caller, fresh)?,
        };
        let key = match &self.key {
            Some(key) => key.clone(),
            None => self.make_key(&id)?,
        };
        Ok(Memory {
            id,
            scope: self.scope.clone(),
            key,
            content: self.content.clone(),
            tags: self.tags.clone(),
            status: if self.stage.is_some() { Status::Pending } else { Status::Active },
            provenance: Provenance {
                origin: self.origin_for(caller.trust()),
                trust: caller.trust(),
                confidence: self.confidence.map_or(usual, |given| given.min(deserved)),
                source: self.source_for(caller),
                evidence: self.evidence.clone(),
            },
            retention: Retention::new(self.stability, self.ttl.clone(), caller.now, zone),
            sensitivity: self.sensitivity,
            occurred_at: self.occurred_at.map(crate::caller::at_micros),
            created_at: caller.now,
            updated_at: caller.now,
            valid_until: None,
        })
    }

    /// What is written in a session comes from it, unless the words are said to come from another.
    pub(crate) fn source_for(&self, caller: &Caller) -> Source {
        let session = self.source.session.clone();
        let session = session.or_else(|| caller.session.as_ref().map(ToString::to_string));
        Source { session, ..self.source.clone() }
    }

    /// Nobody but a person speaks for a person, and nobody but the admin for the admin, whatever is said of the words.
    const fn origin_for(&self, trust: Trust) -> Origin {
        match (trust, self.origin) {
            (Trust::User, Origin::Admin) => Origin::UserExplicit,
            (Trust::Admin | Trust::User, origin)
            | (_, origin @ (Origin::UserInferred | Origin::System | Origin::Import)) => origin,
            _ => Origin::Auto,
        }
    }

    /// Makes an id of the words. Who is bound to one user gets ids of their own: whether a name is taken must not tell
    /// them what others have.
    fn make_id(&self, caller: &Caller, fresh: [u8; 10]) -> Result<MemoryId> {
        let (now, day) = (caller.now, caller.now.strftime("%Y-%m-%d"));
        let own =
            caller.only.as_ref().map_or(String::new(), |user| format!("{}-", plain_or_slug(user.as_str())));
        let id = match &self.content {
            Content::Note(note) => format!("learning_{day}_{own}{}", slug(&note.text)),
            Content::Decision(decision) => {
                format!("DECISION-{}-{own}{}", now.strftime("%Y%m%d"), whole_slug(&decision.title))
            }
            Content::Procedure(_) => {
                let hash = blake3::hash(format!("{own}{}", self.content.text()).as_bytes()).to_hex();
                format!("procedural_{}", hash.get(..12).unwrap_or_default())
            }
            Content::Episode(_) => {
                let group = self.source.session.as_deref().unwrap_or(self.scope.id());
                format!("episodic_{}_{}", plain_or_slug(group), now.as_millisecond())
            }
            Content::Entry(_) => {
                let millis = u64::try_from(now.as_millisecond()).unwrap_or_default();
                return Ok(MemoryId::from_parts(millis, fresh));
            }
        };
        MemoryId::new(&id).map_err(|why| EngineError::invalid(format!("id `{id}`"), why))
    }

    fn make_key(&self, id: &MemoryId) -> Result<Key> {
        let text = match &self.content {
            Content::Note(note) => {
                return note_key(&note.text).map_err(|why| EngineError::invalid("key", why));
            }
            Content::Procedure(procedure) => match &procedure.trigger {
                memoro_core::Trigger::Always => format!("rule/{}", fingerprint(&self.content.text())),
                memoro_core::Trigger::When(when) => format!("when/{}", fingerprint(when)),
            },
            _ => id.to_string(),
        };
        Key::new(&text).map_err(|why| EngineError::invalid(format!("key `{text}`"), why))
    }
}

/// Returns how sure a caller can be of what it says outright.
pub(crate) fn most_sure(caller: &Caller) -> Confidence {
    Confidence::of_origin(Origin::UserExplicit, Reference::None).min(cap(caller.trust()))
}

/// The most confidence that a caller can give.
const fn cap(trust: Trust) -> Confidence {
    Confidence::from_thousandths(match trust {
        Trust::Admin | Trust::User => 1000,
        Trust::Agent => 800,
        Trust::Untrusted => 600,
    })
}

/// Returns the key of a note: the same text has the same key.
pub(crate) fn note_key(text: &str) -> std::result::Result<Key, memoro_core::id::InvalidName> {
    Key::new(format!("note/{}", fingerprint(text)))
}

/// Returns the key of a decision that another than Memoro named: its id, apart from the keys of entries where it could be one
/// of them.
pub(crate) fn key_of_decision(id: &MemoryId) -> Key {
    let apart = if id.is_made() { None } else { Key::new(format!("decision/{id}")).ok() };
    apart.or_else(|| Key::new(id.as_str()).ok()).expect("an id is a valid key: the same bounds hold")
}

/// Identifies a text apart from letter case and spacing.
pub(crate) fn fingerprint(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let hash = blake3::hash(folded.as_bytes()).to_hex();
    hash.get(..16).unwrap_or_default().to_owned()
}

/// Keeps a name that can stand in an id as it is; any other gets one that can.
pub(crate) fn plain_or_slug(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let fits = (1..=64).contains(&name.len()) && name.chars().all(plain);
    if fits { name.to_owned() } else { slug(name) }
}

/// Makes a short readable name: Latin words, or a hash where the text has none.
pub(crate) fn slug(text: &str) -> String {
    let mut slug = String::new();
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()) {
        if slug.len() + word.len() > 48 {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(&word.to_ascii_lowercase());
    }
    if slug.len() < 3 {
        let hash = fingerprint(text);
        return format!("entry-{}", hash.get(..8).unwrap_or_default());
    }
    slug
}

/// Makes a slug of the whole text: where Latin words leave something of it out, a hash of all of it follows, so that two
/// titles that share these words stay two.
pub(crate) fn whole_slug(text: &str) -> String {
    let plain = slug(text);
    let kept = plain.chars().filter(char::is_ascii_alphanumeric).count();
    if plain.starts_with("entry-") || kept == text.chars().filter(|c| c.is_alphanumeric()).count() {
        return plain;
    }
    format!("{plain}-{}", fingerprint(text).get(..6).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_that_share_their_latin_words_stay_two() {
        assert_eq!(whole_slug("Use Kafka for billing!"), "use-kafka-for-billing");
        let long =
            |end: &str| format!("Which of the many possible message queue systems do we take for {end}");
        for (one, other) in [
            ("ระบบเรียกเก็บเงินใช้ Kafka".to_owned(), "ระบบค้นหาใช้ Kafka".to_owned()),
            ("计费用Kafka".into(), "搜索用Kafka".into()),
            (long("billing"), long("search")),
        ] {
            assert_ne!(whole_slug(&one), whole_slug(&other));
        }
    }

    #[test]
    fn slugs_are_latin_words_or_a_hash() {
        assert_eq!(slug("Use Docker Compose v2, not v1!"), "use-docker-compose-v2-not-v1");
        assert!(slug("ใช้ฐานข้อมูล").starts_with("entry-"));
        assert_ne!(slug("用数据库"), slug("用缓存"));
        assert!(slug(&"long ".repeat(100)).len() <= 50);
    }

    #[test]
    fn a_plain_name_of_a_group_stays_as_it_is() {
        for plain in ["g", "team_A", "whatsapp.1234-5"] {
            assert_eq!(plain_or_slug(plain), plain);
        }
        for other in ["", "กลุ่ม", "群", "a/b c", "../x"] {
            let made = plain_or_slug(other);
            assert!(made != other && made.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{made}");
        }
    }

    #[test]
    fn a_text_is_the_same_whatever_its_case_and_spacing() {
        assert_eq!(fingerprint("Deploy  on\nFridays"), fingerprint("deploy on fridays"));
    }

    #[test]
    fn an_agent_speaks_for_nobody_but_itself() {
        let now = "2026-11-15T10:00:00Z".parse().unwrap();
        let scope: Scope = "user:default".parse().unwrap();
        for claimed in
            [Origin::UserExplicit, Origin::Human, Origin::Mother, Origin::Admin, Origin::Correction]
        {
            let draft = Draft {
                origin: claimed, ..Draft::note(scope.clone(), "ตามที่ผู้ใช้บอก")
            };
            let of =
                |caller: &Caller| draft.memory(caller, &TimeZone::UTC, [0; 10]).unwrap().provenance.origin;
            let of_person = if claimed == Origin::Admin { Origin::UserExplicit } else { claimed };
            assert_eq!((of(&Caller::agent(now)), of(&Caller::user(now))), (Origin::Auto, of_person));
        }
    }

    #[test]
    fn confidence_is_capped_by_origin_and_trust() {
        let now = "2026-11-15T10:00:00Z".parse().unwrap();
        let scope: Scope = "user:default".parse().unwrap();
        let mut draft = Draft::note(scope, "x y z");
        draft.confidence = Confidence::new(1.0);
        let of = |caller: &Caller| {
            draft.memory(caller, &TimeZone::UTC, [0; 10]).unwrap().provenance.confidence.get()
        };
        assert!((of(&Caller::user(now)) - 0.95).abs() < 1e-9);
        assert!((of(&Caller::agent(now)) - 0.80).abs() < 1e-9);
    }
}

//! Which file of the vault a memory lives in, and which file is whose home. Ids never become paths as they
//! are: they are encoded, so that no id can name a folder, another user's file or a path outside.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::content::Shape;
use crate::id::{MemoryId, SessionId, UserId};
use crate::memory::Memory;
use crate::scope::Scope;
use crate::status::Status;

/// The longest file or folder name made from an id, in bytes.
pub const MAX_NAME: usize = 120;

/// A file that memories live in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Home {
    /// Entries of the owner of the workspace: `PROFILE.md`.
    Profile,
    /// Entries of another user: `users/<name>/PROFILE.md`, the name made by [`safe_name`].
    UserProfile(String),
    /// Entries of the current session: `SESSION.md`.
    Session,
    /// Decisions of one day: `memory/YYYY-MM-DD.md`.
    Day(Date),
    /// Further decisions of a day that had many: `memory/recent/YYYY-MM-DD-decisions-N.md`, N from 2.
    DayPart(Date, u16),
    /// One learning: `memory/learnings/<name>.md`, the name made by [`safe_name`] or given by a person.
    Learning(String),
}

/// What decides about homes besides the memory itself.
#[derive(Debug, Clone, Copy)]
pub struct Household<'a> {
    /// The owner of the workspace.
    pub owner: &'a UserId,
    /// The current session, if there is one.
    pub session: Option<&'a SessionId>,
    /// The time zone in which days begin and end.
    pub zone: &'a TimeZone,
}

impl Home {
    /// Returns the file that this memory lives in; `None` where it lives in the store alone.
    ///
    /// Only what is active has a file, and decisions keep theirs, and nothing of another user goes into files that the owner shares.
    pub fn of(memory: &Memory, household: &Household<'_>) -> Option<Self> {
        let stays = match memory.status {
            Status::Active => true,
            Status::Superseded { .. } | Status::Archived => memory.shape() == Shape::Decision,
            Status::Pending | Status::Forgotten => false,
        };
        if !stays {
            return None;
        }
        let shared = match &memory.scope {
            Scope::Policy | Scope::Session(_) => false,
            Scope::Agent | Scope::Project(_) => true,
            Scope::User(user) => user == household.owner,
        };
        match (memory.shape(), &memory.scope) {
            (Shape::Entry, Scope::User(user)) if user == household.owner => Some(Home::Profile),
            (Shape::Entry, Scope::User(user)) => Some(Home::UserProfile(safe_name(user.as_str()))),
            (Shape::Entry, Scope::Session(session)) => {
                (household.session == Some(session)).then_some(Home::Session)
            }
            (Shape::Decision, _) if shared => {
                Some(Home::Day(memory.date().to_zoned(household.zone.clone()).date()))
            }
            (Shape::Note, _) if shared => Some(Home::Learning(safe_name(memory.id.as_str()))),
            _ => None,
        }
    }

    /// Returns the path inside the workspace, with `/` between its parts.
    pub fn path(&self) -> String {
        match self {
            Home::Profile => "PROFILE.md".into(),
            Home::UserProfile(name) => format!("users/{name}/PROFILE.md"),
            Home::Session => "SESSION.md".into(),
            Home::Day(date) => format!("memory/{date}.md"),
            Home::DayPart(date, part) => format!("memory/recent/{date}-decisions-{part}.md"),
            Home::Learning(name) => format!("memory/learnings/{name}.md"),
        }
    }

    /// Returns what lives in the file with this path; `None` for every other file.
    pub fn at(path: &str) -> Option<Self> {
        let parts: Vec<&str> = path.split('/').collect();
        match parts[..] {
            ["PROFILE.md"] => Some(Home::Profile),
            ["SESSION.md"] => Some(Home::Session),
            ["users", name, "PROFILE.md"] if is_name(name) => Some(Home::UserProfile(name.into())),
            ["memory", file] => {
                let day = file.strip_suffix(".md").filter(|day| day.len() == 10)?;
                day.parse().ok().map(Home::Day)
            }
            ["memory", "recent", file] => {
                let (day, part) = file.strip_suffix(".md")?.split_once("-decisions-")?;
                let (day, part) = (day.parse().ok()?, part.parse().ok()?);
                let home = Home::DayPart(day, part);
                (part >= 2 && home.path() == path).then_some(home)
            }
            ["memory", "learnings", file] => {
                let name = file.strip_suffix(".md").filter(|name| is_name(name))?;
                Some(Home::Learning(name.into()))
            }
            _ => None,
        }
    }

    /// Returns the user whose entries these are, where the name of the folder tells.
    pub fn user(&self) -> Option<UserId> {
        match self {
            Home::UserProfile(name) => UserId::new(id_of_name(name)?).ok(),
            _ => None,
        }
    }

    /// Returns the id of the learning in this file, where the name of the file tells.
    pub fn learning(&self) -> Option<MemoryId> {
        match self {
            Home::Learning(name) => MemoryId::new(id_of_name(name)?).ok(),
            _ => None,
        }
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.contains(['\\', '\0'])
}

/// Makes a file name from an id: Thai and Chinese letters, small letters and digits stay, all else is
/// percent-encoded. Different ids get different names, on file systems that ignore case too.
pub fn safe_name(id: &str) -> String {
    let mut name = String::with_capacity(id.len());
    let mut rest = id.chars().peekable();
    while let Some(c) = rest.next() {
        let dot = c == '.' && !name.is_empty() && !name.ends_with('.') && rest.peek().is_some();
        if dot || is_plain(c) {
            name.push(c);
        } else {
            push_encoded(&mut name, c);
        }
    }
    if name.len() <= MAX_NAME { name } else { shortened(&name, id) }
}

/// Returns the id from which [`safe_name`] made this name; `None` where it had to be cut short.
pub fn id_of_name(name: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digit = |byte: Option<u8>| char::from(byte?).to_digit(16).and_then(|d| u8::try_from(d).ok());
            bytes.push(digit(rest.next())? * 16 + digit(rest.next())?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok().filter(|id| !id.contains('~') || !name.contains('~'))
}

fn is_plain(c: char) -> bool {
    matches!(c, 'a'..='z' | '0'..='9' | '-' | '_' | '@' | '+')
        || matches!(c, '\u{E01}'..='\u{E3A}' | '\u{E40}'..='\u{E4E}' | '\u{E50}'..='\u{E59}')
        || matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{20000}'..='\u{2A6DF}')
}

fn push_encoded(name: &mut String, c: char) {
    use std::fmt::Write as _;
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        let _ = write!(name, "%{byte:02x}");
    }
}

/// Cuts a name and adds what tells it from others that begin alike; `~` stands in no other name.
fn shortened(name: &str, id: &str) -> String {
    let hash = blake3::hash(id.as_bytes()).to_hex();
    let hash: String = hash.chars().take(32).collect();
    let mut short = String::with_capacity(MAX_NAME);
    let room = MAX_NAME - hash.len() - 1;
    short.extend(name.char_indices().take_while(|(at, c)| at + c.len_utf8() <= room).map(|(_, c)| c));
    format!("{short}~{hash}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Content, Decision, Entry, EntryKind, Note, Priority, Stage};
    use crate::id::{Key, ProjectId};
    use crate::provenance::{Origin, Provenance, Trust};
    use crate::retention::{Retention, Sensitivity};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn a_name_is_one_safe_part_of_a_path_and_tells_its_id(id in "[a-zA-Zก-๙中文./~%\\\\ 🙂-]{1,40}|\\PC{1,60}") {
            let name = safe_name(&id);
            prop_assert!(name.len() <= MAX_NAME && !name.is_empty());
            prop_assert!(!name.contains(['/', '\\', '\0', ' ']) && !name.contains(".."));
            prop_assert!(!name.starts_with('.') && !name.ends_with('.'));
            prop_assert_eq!(name.to_lowercase(), name.clone());
            match id_of_name(&name) {
                Some(back) => prop_assert_eq!(back, id),
                None => prop_assert!(name.contains('~')),
            }
        }
    }

    #[test]
    fn names_keep_thai_and_chinese_and_tell_long_ids_apart() {
        assert_eq!(safe_name("สมชาย"), "สมชาย");
        assert_eq!(safe_name("小明@公司"), "小明@公司");
        assert_eq!(safe_name("learning_2026-11-15_go.v2"), "learning_2026-11-15_go.v2");
        assert_eq!(safe_name("../Bob"), "%2e.%2f%42ob");
        let long = "ก".repeat(60);
        let (a, b) = (safe_name(&format!("{long}1")), safe_name(&format!("{long}2")));
        assert!(a != b && a.len() <= MAX_NAME && id_of_name(&a).is_none());
    }

    fn memory(scope: Scope, content: Content) -> Memory {
        let now = "2026-11-15T20:00:00Z".parse().unwrap();
        Memory {
            id: MemoryId::new("DECISION-20261115-x").unwrap(),
            scope,
            key: Key::new("k").unwrap(),
            content,
            tags: Vec::new(),
            status: Status::Active,
            provenance: Provenance::new(Origin::UserExplicit, Trust::User),
            retention: Retention::default(),
            sensitivity: Sensitivity::Normal,
            occurred_at: None,
            created_at: now,
            updated_at: now,
            valid_until: None,
        }
    }

    fn entry() -> Content {
        Content::Entry(Entry { kind: EntryKind::Fact, value: "v".into(), priority: Priority::DEFAULT })
    }

    fn note() -> Content {
        Content::Note(Note { text: "t".into() })
    }

    fn decision() -> Content {
        let empty = String::new;
        Content::Decision(Decision {
            title: "t".into(),
            why: empty(),
            finding: empty(),
            conclusion: empty(),
            impact: empty(),
            refs: Vec::new(),
            stage: Stage::Decided,
        })
    }

    #[test]
    fn each_memory_lives_in_its_file_and_the_path_says_so() {
        let owner = UserId::new("default").unwrap();
        let session = SessionId::new("s1").unwrap();
        let zone = TimeZone::get("Asia/Bangkok").unwrap();
        let household = Household { owner: &owner, session: Some(&session), zone: &zone };
        let other = || Scope::User(UserId::new("Bob").unwrap());
        let mine = || Scope::User(owner.clone());
        let project = || Scope::Project(ProjectId::new("p").unwrap());
        let elsewhere = Scope::Session(SessionId::new("s2").unwrap());
        for (scope, content, path) in [
            (mine(), entry(), Some("PROFILE.md")),
            (other(), entry(), Some("users/%42ob/PROFILE.md")),
            (Scope::Session(session.clone()), entry(), Some("SESSION.md")),
            (elsewhere, entry(), None),
            (project(), entry(), None),
            (Scope::Agent, entry(), None),
            (Scope::Policy, entry(), None),
            (project(), decision(), Some("memory/2026-11-16.md")),
            (Scope::Session(session.clone()), decision(), None),
            (Scope::Policy, decision(), None),
            (Scope::Agent, note(), Some("memory/learnings/%44%45%43%49%53%49%4f%4e-20261115-x.md")),
            (mine(), note(), Some("memory/learnings/%44%45%43%49%53%49%4f%4e-20261115-x.md")),
            (other(), note(), None),
        ] {
            let mut memory = memory(scope, content);
            let home = Home::of(&memory, &household);
            assert_eq!(home.as_ref().map(Home::path).as_deref(), path, "{}", memory.scope);
            assert_eq!(path.and_then(Home::at), home);
            memory.status = Status::Archived;
            let kept = home.filter(|home| matches!(home, Home::Day(_)));
            assert_eq!(
                Home::of(&memory, &household),
                kept,
                "an archived decision keeps its block, others their rows"
            );
        }
        assert_eq!(Home::at("users/%42ob/PROFILE.md").unwrap().user(), Some(UserId::new("Bob").unwrap()));
    }

    #[test]
    fn further_decisions_of_a_day_have_a_home() {
        let home = Home::DayPart(Date::constant(2026, 11, 15), 2);
        assert_eq!(Home::at("memory/recent/2026-11-15-decisions-2.md"), Some(home));
    }

    #[test]
    fn other_files_are_nobodys_home() {
        for path in [
            "MEMORY.md",
            "memory/notes.md",
            "memory/2026-13-01.md",
            "memory/recent/2026-11-15.md",
            "memory/recent/2026-11-15-decisions-1.md",
            "memory/recent/2026-11-15-decisions-02.md",
            "users/../PROFILE.md",
            "users/PROFILE.md",
            "memory/learnings/.x.md",
            "profile.md",
            "",
        ] {
            assert_eq!(Home::at(path), None, "{path}");
        }
    }
}

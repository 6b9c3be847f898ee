//! What a file alone gives back of the memories in it.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use memoro_core::markdown::Home;
use memoro_core::{
    Confidence, Content, Decision, Entry, EntryKind, Key, Memory, MemoryId, Note, Origin, Priority,
    Provenance, Retention, Scope, Sensitivity, Source, Stability, Stage, Status, Trust, Ttl,
};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::{Basis, Wish, read, splice};
use crate::draft::note_key;

const TEXTS: &[&str] = &["ผมชอบภาษาไทย", "用戶喜歡簡潔", "a | b, \\n", "two\nlines", "🙂"];
const TTLS: &[&str] = &[
    "none",
    "session_end",
    "2s",
    "9d",
    "P30D",
    "2027-12-31",
    "2027-11-20T09:35",
    "2027-12-31T00:00:00+07:00",
];

fn text() -> impl Strategy<Value = String> {
    select(TEXTS).prop_map(str::to_owned)
}

fn at() -> impl Strategy<Value = Timestamp> {
    (1_700_000_000_000_i64..1_800_000_000_000).prop_map(|ms| Timestamp::from_millisecond(ms).unwrap())
}

/// Content, and the file that it lives in.
fn content() -> impl Strategy<Value = (Content, Home)> {
    let entry = (select(EntryKind::ALL), text(), 0..=100_u8).prop_map(|(kind, value, priority)| {
        let priority = Priority::new(priority).unwrap();
        (Content::Entry(Entry { kind, value, priority }), Home::Profile)
    });
    let note = text().prop_map(|text| (Content::Note(Note { text }), Home::Learning("learning_x".into())));
    let texts = (text(), text(), text(), text(), text());
    let refs = subsequence(TEXTS, 0..3).prop_map(|refs| refs.into_iter().map(str::to_owned).collect());
    let decision = (texts, refs, select(Stage::ALL)).prop_map(|(texts, refs, stage)| {
        let (title, why, finding, conclusion, impact) = texts;
        let day = Home::Day("2026-11-15".parse().unwrap());
        (Content::Decision(Decision { title, why, finding, conclusion, impact, refs, stage }), day)
    });
    prop_oneof![entry, note, decision]
}

fn memory() -> impl Strategy<Value = (Memory, Home)> {
    let kept = (select(Stability::ALL), select(TTLS), at(), 0..3_i64);
    let about = (
        subsequence(vec!["release", "กฎ", "規則"], 0..3),
        select(vec![Origin::UserExplicit, Origin::Human, Origin::Auto, Origin::Import]),
        0..=1000_u16,
        select(Sensitivity::ALL),
        option::of(at()),
        option::of(at()),
        option::of(text()),
    );
    (content(), kept, about).prop_map(|((content, home), kept, about)| {
        let (stability, ttl, written, hours) = kept;
        let (tags, origin, confidence, sensitivity, occurred_at, valid_until, path) = about;
        let ttl: Ttl = ttl.parse().unwrap();
        let (id, key) = match &content {
            Content::Entry(_) => ("e", Key::new("response.tone").unwrap()),
            Content::Note(note) => ("learning_x", note_key(&note.text).unwrap()),
            _ => ("DECISION-20261115-x", Key::new("DECISION-20261115-x").unwrap()),
        };
        let memory = Memory {
            id: MemoryId::new(id).unwrap(),
            scope: "user:default".parse().unwrap(),
            key,
            content,
            tags: tags.into_iter().map(str::to_owned).collect(),
            status: Status::Active,
            provenance: Provenance {
                confidence: Confidence::from_thousandths(confidence),
                source: Source { path, ..Source::default() },
                ..Provenance::new(origin, Trust::User)
            },
            // What was changed later, such as its priority, still ends when it was to end.
            retention: Retention::new(stability, ttl, written, &zone()),
            sensitivity,
            occurred_at,
            created_at: written,
            updated_at: written + SignedDuration::from_hours(hours),
            valid_until,
        };
        (memory, home)
    })
}

fn zone() -> TimeZone {
    TimeZone::get("Asia/Bangkok").unwrap()
}

/// Writes a memory into an empty file and reads it from there, long after, without having known it.
fn rebuilt(memory: &Memory, home: &Home) -> Memory {
    let wish = Wish { item: "x".into(), memory: Some(memory.clone()), supersedes: None };
    let bytes = splice(home, b"", &[wish]).unwrap().unwrap();
    let page = read(home, &bytes).unwrap();
    assert!(page.problems.is_empty() && page.items.len() == 1, "{page:?}");
    let (scope, now): (Scope, _) = ("user:default".parse().unwrap(), "2030-01-01T00:00:00Z".parse().unwrap());
    let basis = Basis { scope: &scope, old: None, zone: &zone(), now, fresh: [0; 10] };
    assert!(page.items[0].what.shows(memory), "{}", String::from_utf8_lossy(&bytes));
    page.items[0].what.memory(&basis, &page.items[0].name).unwrap()
}

/// Returns a memory with what its file does not say as another has it; what that is stands in the docs.
fn as_said(memory: &Memory, back: &Memory) -> Memory {
    let mut said = memory.clone();
    said.provenance.trust = back.provenance.trust;
    said.created_at = back.created_at;
    match said.content {
        Content::Entry(_) => {
            said.id.clone_from(&back.id);
            said.provenance.source = Source::default();
            said.retention.stability = Stability::Stable;
        }
        Content::Decision(_) => {
            said.updated_at = back.updated_at;
            said.occurred_at = Some(memory.date());
            if said.provenance.origin == Origin::UserExplicit {
                said.provenance.origin = Origin::UserEdit;
            }
        }
        _ => said.updated_at = back.updated_at,
    }
    said
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_file_alone_gives_back_the_memory_that_stands_in_it((memory, home) in memory()) {
        let back = rebuilt(&memory, &home);
        prop_assert_eq!(&back, &as_said(&memory, &back));
    }
}

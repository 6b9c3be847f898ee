//! A clock that jumps, by hours and by decades, both ways: order, ids and values stay sane, and what expires by it says so.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use jiff::{SignedDuration, Timestamp};
use memoro_core::{EntryKind, Key, Layer, Scope, Ttl};
use memoro_engine::store::{EventFilter, Filter};
use memoro_engine::{Caller, Carry, Chore, Depth, Draft, Happened, Settings, Workspace};

const HOUR: i64 = 3_600;
const YEAR: i64 = 365 * 24 * HOUR;
/// Where the clock stands, one reading after the other, in seconds from the start.
const JUMPS: [i64; 9] = [0, -5 * HOUR, 2 * HOUR, 30 * YEAR, -20 * YEAR, 3, 49 * YEAR, -40 * YEAR, 7 * HOUR];

fn at(seconds: i64) -> Caller {
    let start: Timestamp = "2026-11-15T10:00:00Z".parse().unwrap();
    Caller::user(start + SignedDuration::from_secs(seconds))
}

fn owner() -> Scope {
    "user:default".parse().unwrap()
}

fn entry(key: &str, value: &str) -> Draft {
    Draft::entry(owner(), Key::new(key).unwrap(), EntryKind::Preference, value)
}

#[test]
fn the_last_word_counts_whatever_the_clock_says() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &at(0)).unwrap();
    for (n, seconds) in JUMPS.into_iter().enumerate() {
        let value = format!("คำตอบที่ {n} 第{n}次");
        let receipt = workspace.write(entry("response.tone", &value), &at(seconds)).unwrap();
        assert!(receipt.verified);
        assert_eq!(workspace.get("response.tone", None, &at(seconds)).unwrap().memory.content.text(), value);
        workspace.write(Draft::note(owner(), format!("ข้อเท็จจริง {n} 事实 {n}")), &at(seconds)).unwrap();
    }
    let later = at(*JUMPS.last().unwrap());
    let versions = workspace.history("response.tone", &later).unwrap();
    let mut told: Vec<String> = versions.iter().map(|one| one.memory.content.text()).collect();
    assert_eq!(told.last(), Some(&format!("คำตอบที่ {0} 第{0}次", JUMPS.len() - 1)), "the present comes last");
    // A value that ended stands there twice: when it was said and when it ended.
    let mut seen = std::collections::HashSet::new();
    told.retain(|text| seen.insert(text.clone()));
    let said: Vec<String> = (0..JUMPS.len()).map(|n| format!("คำตอบที่ {n} 第{n}次")).collect();
    assert_eq!(told, said, "history goes by what was done, not by the clock");
    let notes = workspace
        .list(&Filter { layers: vec![Layer::Semantic], now: later.now, ..Filter::default() }, &later)
        .unwrap();
    assert_eq!(notes.len(), JUMPS.len(), "a jump of the clock takes no lasting memory away");
    let profile = std::fs::read_to_string(folder.path().join("PROFILE.md")).unwrap();
    assert_eq!(profile.matches("key:response.tone").count(), 1, "{profile}");
    workspace.undo(&later).unwrap();
    workspace.undo(&later).unwrap();
    let back = workspace.get("response.tone", None, &later).unwrap().memory.content.text();
    assert_eq!(
        back,
        format!("คำตอบที่ {0} 第{0}次", JUMPS.len() - 2),
        "undo goes by what was done, not by the clock"
    );
    let found = workspace.check(Depth::Full, &later).unwrap();
    assert!(found.iter().all(|one| one.problems.is_empty()), "{found:?}");
}

#[test]
fn what_a_jump_expires_is_logged_one_by_one_and_the_rest_stays() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &at(0)).unwrap();
    for n in 0..12 {
        let happened = Happened {
            ttl: Some("90d".parse::<Ttl>().unwrap()),
            ..Happened::new(owner(), format!("ประชุมครั้งที่ {n} 第{n}次会议 went well"))
        };
        workspace.record_episode(&happened, &at(n)).unwrap();
        workspace.write(entry(&format!("lasting.{n}"), "อยู่ต่อ 留下"), &at(n)).unwrap();
    }
    let before = workspace.store().events(&EventFilter::default()).unwrap().len();
    // Back, and nothing has expired; forward, and each goes with its reason.
    let back = workspace.maintain(&Chore::ALL, Carry::Out, &at(-10 * YEAR)).unwrap();
    assert!(back.archived.is_empty() && back.removed.is_empty(), "{back:?}");
    // A leap of decades may be a wrong clock: only one that stands for a day takes anything away.
    for wrong in [25 * YEAR, 25 * YEAR + 5 * HOUR, HOUR, 30 * YEAR] {
        let told = workspace.maintain(&Chore::ALL, Carry::DryRun, &at(wrong)).unwrap();
        let leapt = workspace.maintain(&Chore::ALL, Carry::Out, &at(wrong)).unwrap();
        assert!(leapt.archived.is_empty() && leapt.removed.is_empty(), "{leapt:?}");
        assert_eq!((told.put_off, leapt.put_off), if wrong > YEAR { (12, 12) } else { (0, 0) });
    }
    let forward = workspace.maintain(&Chore::ALL, Carry::Out, &at(30 * YEAR + 24 * HOUR)).unwrap();
    assert_eq!((forward.archived.len(), forward.put_off), (12, 0));
    let events = workspace.store().events(&EventFilter::default()).unwrap();
    let told = events.iter().skip(before).filter(|(event, _)| event.reason.contains("expired")).count();
    assert!(told >= 12, "each of them is in the audit with its reason, not {told}");
    for n in 0..12 {
        assert!(workspace.get(&format!("lasting.{n}"), None, &at(25 * YEAR)).is_ok());
        assert!(workspace.get(&format!("lasting.{n}"), None, &at(0)).is_ok());
    }
    let found = workspace.check(Depth::Full, &at(0)).unwrap();
    assert!(found.iter().all(|one| one.problems.is_empty()), "{found:?}");
}

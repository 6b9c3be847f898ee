//! Random texts, entries and files: Thai, Chinese, emoji, control characters, separators, broken UTF-8.

use jiff::Timestamp;
use memoro_core::markdown::{DecisionBlock, EntryLine, Heading, Learning, Moment, Standing};
use memoro_core::{
    Confidence, Decision, EntryKind, Key, MemoryId, Origin, Priority, Scope, Sensitivity, Source, Stability,
    Stage, Ttl,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

const PIECES: &[&str] = &[
    "ผมชอบ",
    "ภาษาไทย",
    "用戶",
    "喜歡簡潔",
    "👩‍👩‍👧",
    "🙂",
    "tone",
    "value:",
    "key:",
    " | ",
    "|",
    "\\",
    "\\n",
    "\\ ",
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "  ",
    ",",
    ":",
    "- ",
    "## ",
    "```",
    "~~~",
    "<!--",
    "-->",
    "---",
    "\u{1b}[0m",
    "\u{7}",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\u{200b}",
    "\u{a0}",
    "\u{3000}",
    "\"",
    "'",
    "#",
    "[a]",
    "{",
    "\\u{1b}",
    "é",
];

/// Any text that a memory may hold.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let piece =
        prop_oneof![4 => select(PIECES).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// Text without zero characters and never empty.
pub(crate) fn words() -> impl Strategy<Value = String> {
    text().prop_map(|text| {
        let text = text.replace('\0', "");
        if text.is_empty() { "x".to_owned() } else { text }
    })
}

pub(crate) fn key() -> impl Strategy<Value = Key> {
    let pool =
        select(&["a", "response.tone", "ชื่อเล่น", "項目.截止日期", "k|p", "x\\y", "http://a:1", "a b"][..]);
    pool.prop_map(|text| Key::new(text).unwrap())
}

pub(crate) fn time() -> impl Strategy<Value = Timestamp> {
    prop_oneof![
        (-60_000_000_000..200_000_000_000_i64).prop_map(|seconds| Timestamp::from_second(seconds).unwrap()),
        (0..2_000_000_000_000_000_i64).prop_map(|micros| Timestamp::from_microsecond(micros).unwrap()),
    ]
}

pub(crate) fn ttl() -> impl Strategy<Value = Ttl> {
    let forms = [
        "none",
        "session_end",
        "30m",
        "8h",
        "7d",
        "2w",
        "P30D",
        "1y 2mo",
        "2026-12-31T00:00:00+07:00",
        "2026-12-31",
        "2026-12-31 09:35",
    ];
    select(forms.to_vec()).prop_map(|form| form.parse().unwrap())
}

pub(crate) fn id() -> impl Strategy<Value = MemoryId> {
    select(&["DECISION-20261115-ใช้-rust", "learning_2026-11-15_快取", "a|b\\c", "0198f0aa-1"][..])
        .prop_map(|text| MemoryId::new(text).unwrap())
}

pub(crate) fn confidence() -> impl Strategy<Value = Confidence> {
    (0..=1000_u16).prop_map(Confidence::from_thousandths)
}

pub(crate) fn sensitivity() -> impl Strategy<Value = Sensitivity> {
    select(Sensitivity::ALL)
}

pub(crate) fn heading() -> impl Strategy<Value = Heading> {
    select(Heading::ALL)
}

pub(crate) fn tags() -> impl Strategy<Value = Vec<String>> {
    vec(words(), 0..3)
}

pub(crate) fn entry_line() -> impl Strategy<Value = EntryLine> {
    let first = (key(), text(), 0..=100_u8, ttl(), select(Origin::ALL), option::of(time()));
    let further = (
        option::of(select(EntryKind::ALL)),
        option::weighted(0.2, id()),
        option::weighted(0.3, confidence()),
        sensitivity(),
        tags(),
        option::weighted(0.2, time()),
        option::weighted(0.2, time()),
        option::weighted(0.2, time()),
    );
    (first, further).prop_map(|((key, value, priority, ttl, source, updated_at), further)| {
        let (kind, id, confidence, sensitivity, tags, occurred_at, valid_until, expires) = further;
        let priority = Priority::new(priority).unwrap();
        EntryLine {
            priority,
            ttl,
            source,
            updated_at,
            kind,
            id,
            confidence,
            sensitivity,
            tags,
            occurred_at,
            valid_until,
            expires,
            ..EntryLine::new(key, value)
        }
    })
}

/// A text or nothing; an empty text is nothing.
pub(crate) fn some_words() -> impl Strategy<Value = Option<String>> {
    option::of(words())
}

pub(crate) fn moment() -> impl Strategy<Value = Moment> {
    prop_oneof![
        time().prop_map(Moment::At),
        time().prop_map(|at| Moment::Day(at.to_zoned(jiff::tz::TimeZone::UTC).date())),
    ]
}

pub(crate) fn scope() -> impl Strategy<Value = Scope> {
    select(&["agent", "user:สมชาย", "project:a b:c", "project:項目\\n"][..])
        .prop_map(|scope| scope.parse().unwrap())
}

fn decision() -> impl Strategy<Value = Decision> {
    let texts = (text(), text(), text(), text(), text());
    (texts, vec(words(), 0..3), select(Stage::ALL)).prop_map(
        |((title, why, finding, conclusion, impact), refs, stage)| Decision {
            title,
            why,
            finding,
            conclusion,
            impact,
            refs,
            stage,
        },
    )
}

pub(crate) fn block() -> impl Strategy<Value = DecisionBlock> {
    let source = (some_words(), some_words(), some_words());
    let first = (id(), decision(), option::of(moment()), source, option::of(confidence()));
    let kept = (select(Stability::ALL), ttl(), option::weighted(0.2, time()));
    let further = (
        select(Standing::ALL),
        option::weighted(0.2, id()),
        tags(),
        option::weighted(0.3, scope()),
        option::weighted(0.3, select(Origin::ALL)),
        sensitivity(),
        option::weighted(0.2, time()),
        option::weighted(0.2, time()),
    );
    (first, further, kept).prop_map(|(first, further, (stability, ttl, expires))| {
        let (id, decision, date, (session, path, range), confidence) = first;
        let (status, supersedes, tags, scope, origin, sensitivity, valid_until, updated_at) = further;
        let source = Source { session, path, range };
        DecisionBlock {
            date,
            source,
            confidence,
            status,
            supersedes,
            tags,
            scope,
            origin,
            sensitivity,
            stability,
            ttl,
            expires,
            valid_until,
            updated_at,
            ..DecisionBlock::new(id, decision)
        }
    })
}

pub(crate) fn learning() -> impl Strategy<Value = Learning> {
    let names = (option::of(id()), option::of(key()), some_words(), some_words(), tags(), tags());
    let origin = (
        some_words(),
        some_words(),
        some_words(),
        option::of(select(Origin::ALL)),
        some_words(),
        option::of(scope()),
    );
    let times = (
        option::of(moment()),
        option::of(moment()),
        option::of(moment()),
        option::of(moment()),
        option::of(moment()),
    );
    let rest = (option::of(confidence()), sensitivity(), select(Stability::ALL), ttl(), text());
    (names, origin, times, rest).prop_map(|(names, origin, times, rest)| {
        let (id, key, title, kind, tags, concepts) = names;
        let (session, path, range, origin, project, scope) = origin;
        let (created, updated, occurred_at, valid_until, expires) = times;
        let (confidence, sensitivity, stability, ttl, text) = rest;
        let source = Source { session, path, range };
        let text = text.replace('\0', "");
        Learning {
            id,
            key,
            title,
            kind,
            tags,
            concepts,
            source,
            origin,
            project,
            scope,
            confidence,
            created,
            updated,
            occurred_at,
            valid_until,
            sensitivity,
            stability,
            ttl,
            expires,
            text,
        }
    })
}

const LINES: &[&str] = &[
    "# PROFILE",
    "## Preferences",
    "## constraint:",
    "### 工作",
    "## Facts ##",
    " ## **Context**",
    "## อื่นๆ",
    "",
    "  ",
    "```",
    "```md",
    "~~~~",
    "~~~",
    "<!--",
    "-->",
    "<!-- บันทึก -->",
    "- ```",
    "  ```",
    "plain text",
    "ข้อความของฉัน",
    "* key:a | value:มือ | note:ส่วนตัว | priority:7",
    "\t- key: ชื่อเล่น |value: ต้น ",
    "- key:a",
    "- value:x | ttl:none",
    "-   key:response.tone | value:x | priority:900",
    "- key:項目.截止日期 | value:C:\\temp | ttl:soon",
    "+ KEY:a b | Value:1",
    "- key:k\\|p | value:a | b | ttl:none",
    "- a list",
    "> - key:a | value:quoted",
    "---",
    "| key:a | value:b |",
    "## ",
    "- key:x | value:y | source:admin | color:ฟ้า | x-1:\\",
];

fn line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        5 => select(LINES).prop_map(|line| line.as_bytes().to_vec()),
        3 => entry_line().prop_map(|line| line.render().into_bytes()),
        1 => vec(1..=255_u8, 0..12),
        1 => words().prop_map(String::into_bytes),
        1 => (entry_line(), vec(128..=255_u8, 1..3)).prop_map(|(line, tail)| [line.render().into_bytes(), tail].concat()),
    ]
}

/// Any file that a person may have in the place of PROFILE.md.
pub(crate) fn file() -> impl Strategy<Value = Vec<u8>> {
    lines_of(line(), 9)
}

/// A file of such lines, with any line endings, with or without a byte order mark.
pub(crate) fn lines_of(line: impl Strategy<Value = Vec<u8>>, most: usize) -> impl Strategy<Value = Vec<u8>> {
    let ending = select(&["\n", "\n", "\n", "\r\n", "\r\n"][..]);
    (any::<bool>(), vec((line, ending), 0..=most), any::<bool>()).prop_map(|(bom, lines, last)| {
        let mut bytes = if bom { b"\xEF\xBB\xBF".to_vec() } else { Vec::new() };
        for (line, ending) in lines {
            bytes.extend(line);
            bytes.extend(ending.bytes());
        }
        if last {
            bytes.pop();
        }
        bytes
    })
}

/// Tells whether `new` is `old` with bytes put in at one place.
pub(crate) fn is_insertion(old: &[u8], new: &[u8]) -> bool {
    let same_head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let same_tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    new.len() >= old.len() && same_head + same_tail >= old.len()
}

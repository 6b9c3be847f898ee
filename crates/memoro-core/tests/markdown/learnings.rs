//! Learning files: front matter, text, and plain notes.

use memoro_core::markdown::{Learning, Moment, NotText, parse_learning, upsert_learning};
use memoro_core::{Confidence, MemoryId, Sensitivity};
use proptest::prelude::*;
use proptest::sample::select;

use crate::generate::{learning, lines_of};

/// Front matter with lines that nobody knows, or a plain note, then any text.
fn file() -> impl Strategy<Value = Vec<u8>> {
    const FIELDS: &[&str] = &[
        "id: learning_2026-11-15_快取",
        "title: 'ชื่อ'",
        "title: [a]",
        "Type: pattern # old",
        "tags:\n  - a\n  - \"ข\"",
        "tags: a, b",
        "concepts: [x, 'y, z']",
        "cssclass: wide",
        "# % comment",
        "aliases:\n- 甲\n- 乙",
        "nested:\n  id: inner",
        "confidence: high",
        "confidence: 0.5",
        "date: 2026-11-15",
        "created_at: 2026-11-15T10:00:00Z",
        "ttl: 8h",
        "",
        "source: >\n  folded\n  text",
    ];
    let front = prop_oneof![
        4 => prop::collection::vec(select(FIELDS), 0..6).prop_map(|lines| format!("---\n{}\n---\n", lines.join("\n"))),
        1 => Just(String::new()),
        1 => Just("---\nnever closed: x\n".to_owned()),
    ];
    let text = lines_of(
        prop_oneof![
            select(&["", "# 标题", "ข้อความ", "---", "text", "```", "\u{1b}|"][..])
                .prop_map(|line| line.as_bytes().to_vec()),
            prop::collection::vec(1..=255_u8, 0..5),
        ],
        6,
    );
    (front, text, any::<bool>()).prop_map(|(front, text, crlf)| {
        let front = if crlf { front.replace('\n', "\r\n") } else { front };
        [front.as_bytes(), &text].concat()
    })
}

/// The lines between the first two lines of dashes that belong to no known field.
fn strangers(bytes: &[u8]) -> Vec<String> {
    const KNOWN: &[&str] = &["cssclass", "# %", "aliases", "- 甲", "- 乙", "nested", "  id: inner"];
    let text = String::from_utf8_lossy(bytes);
    let inside = text.lines().skip(1).take_while(|line| line.trim_end() != "---");
    inside.filter(|line| KNOWN.iter().any(|known| line.starts_with(known))).map(str::to_owned).collect()
}

fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

fn behind_front_matter(bytes: &[u8]) -> &[u8] {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().map_or(0, <[u8]>::len);
    let close = |line: &&[u8]| matches!(line.trim_ascii_end(), b"---" | b"...");
    let inside: usize = lines.by_ref().take_while(|line| !close(line)).map(<[u8]>::len).sum();
    let last = bytes[first + inside..].split_inclusive(|byte| *byte == b'\n').next().map_or(0, <[u8]>::len);
    &bytes[first + inside + last..]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn a_rendered_learning_reads_back(learning in learning()) {
        let parsed = parse_learning(learning.render().as_bytes()).unwrap();
        prop_assert_eq!(parsed.problems, []);
        prop_assert!(parsed.front_matter);
        prop_assert_eq!(parsed.learning, learning);
    }

    #[test]
    fn a_changed_learning_reads_back_and_unknown_lines_stay(old in file(), new in learning(), same_text in any::<bool>()) {
        let Ok(before) = parse_learning(&old) else {
            prop_assert!(upsert_learning(&old, &new).is_err());
            return Ok(());
        };
        let new = if same_text { Learning { text: before.learning.text.clone(), ..new } } else { new };
        let bytes = upsert_learning(&old, &new).unwrap();
        let after = parse_learning(&bytes).unwrap();
        prop_assert_eq!(&after.learning, &new);
        if before.front_matter {
            prop_assert_eq!(strangers(&old), strangers(&bytes));
        }
        if same_text {
            let text = if before.front_matter { behind_front_matter(&old) } else { unmarked(&old) };
            prop_assert!(bytes.ends_with(text));
        }
        prop_assert_eq!(upsert_learning(&bytes, &new).unwrap(), bytes);
    }

    #[test]
    fn an_unchanged_learning_changes_no_byte(old in file()) {
        if let Ok(parsed) = parse_learning(&old) {
            let kept = upsert_learning(&old, &parsed.learning).unwrap();
            let empty = old.is_empty() || old == b"\xEF\xBB\xBF";
            prop_assert!(kept == old || empty);
        }
    }
}

#[test]
fn a_learning_is_front_matter_and_text() {
    let mut learning = Learning {
        id: Some(MemoryId::new("learning_2026-11-15_cache").unwrap()),
        kind: Some("pattern".into()),
        concepts: vec!["แคช".into(), "a, b".into()],
        confidence: Confidence::new(0.8),
        created: Some("2026-11-15T10:00:00Z".parse().unwrap()),
        sensitivity: Sensitivity::Sensitive,
        text: "# 快取\n\nใช้ TTL สั้น".into(),
        ..Learning::default()
    };
    let text = "---\nid: learning_2026-11-15_cache\ntype: pattern\nconcepts: [แคช, \"a, b\"]\nconfidence: 0.8\ncreated: 2026-11-15T10:00:00Z\nsensitivity: sensitive\n---\n\n# 快取\n\nใช้ TTL สั้น\n";
    assert_eq!(learning.render(), text);
    assert_eq!(parse_learning(text.as_bytes()).unwrap().text_line, 10);
    assert_eq!(upsert_learning(b"", &learning).unwrap(), text.as_bytes());
    assert_eq!(learning.all_tags(), ["pattern", "แคช", "a, b"]);
    learning.set_tags(&["แคช".into(), "新".into()]);
    assert_eq!(
        (learning.kind, learning.concepts, learning.tags),
        (None, vec!["แคช".into()], vec!["新".into()])
    );
}

#[test]
fn a_file_of_a_person_keeps_its_form_when_one_field_changes() {
    let file =
        "\u{feff}---\r\naliases: [x]\r\n# mine\r\ndate: 2026-11-15\r\nid: 'n1'\r\n---\r\nข้อความ\r\nสอง\r\n";
    let mut learning = parse_learning(file.as_bytes()).unwrap().learning;
    assert_eq!(learning.text, "ข้อความ\nสอง");
    assert_eq!(learning.created, Some(Moment::Day("2026-11-15".parse().unwrap())));
    learning.created = Some("2026-11-16".parse().unwrap());
    learning.tags = vec!["中".into()];
    learning.text = "หนึ่ง\nสอง".into();
    let new = String::from_utf8(upsert_learning(file.as_bytes(), &learning).unwrap()).unwrap();
    let expected = "\u{feff}---\r\naliases: [x]\r\n# mine\r\ndate: 2026-11-16\r\nid: 'n1'\r\ntags: [中]\r\n---\r\nหนึ่ง\r\nสอง\r\n";
    assert_eq!(new, expected);
}

#[test]
fn a_plain_note_is_all_text_and_odd_fields_are_reported() {
    let plain = parse_learning("# หัวข้อ\n\ntext\n".as_bytes()).unwrap();
    assert_eq!(
        (plain.learning.text.as_str(), plain.front_matter, plain.text_line),
        ("# หัวข้อ\n\ntext", false, 1)
    );
    let odd = parse_learning(b"---\nconfidence: high\ntitle: {a: 1}\n---\ntext \xFF\n").unwrap();
    let reasons: Vec<_> =
        odd.problems.iter().map(|problem| (problem.line_no, problem.reason.as_str())).collect();
    assert_eq!(
        reasons,
        [
            (2, "has a `confidence` that counts for nothing: `high` is no confidence (0 to 1)"),
            (3, "has a `title` that counts for nothing: cannot be read"),
            (5, "begins a text that is not all valid UTF-8; save it as UTF-8"),
        ]
    );
    assert_eq!(parse_learning(b"GIF89a\0").unwrap_err(), NotText::Nul { at: 6 });
}

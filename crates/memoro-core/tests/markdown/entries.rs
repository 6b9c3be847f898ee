//! Entry lines and the files that hold them.

use memoro_core::markdown::{
    Change, EntryFile, EntryLine, Fault, Heading, NotText, Title, apply, check_text, parse_entries,
    remove_entry, upsert_entry,
};
use memoro_core::{EntryKind, Key, Origin, Priority};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::generate::{entry_line, file, heading, is_insertion, key};

const PROFILE: &str = "# PROFILE\n\n## Preferences\n\
- key:response.tone | value:professional-friendly | priority:70 | ttl:none | source:user_explicit | updated_at:2026-02-07T11:00:00Z\n\
- key:response.language | value:th | priority:80 | ttl:none | source:user_explicit | updated_at:2026-02-07T11:00:00Z\n\
- key:response.format.default | value:bullet-summary | priority:60 | ttl:none | source:user_inferred | updated_at:2026-02-07T11:05:00Z\n";

const SESSION: &str = "# SESSION\n\n## Context\n\
- key:task.current_goal | value:ออกแบบ Core Memory Spec ให้ใช้งานได้จริง | priority:80 | ttl:session_end | source:system | updated_at:2026-02-07T11:10:00Z\n\
- key:response.verbosity | value:concise | priority:75 | ttl:8h | source:user_explicit | updated_at:2026-02-07T11:10:00Z\n";

const POLICY: &str = "# POLICY\n\n## Guardrails\n\
- key:policy.prohibit.secrets_exfiltration | value:true | priority:100 | ttl:none | source:admin | updated_at:2026-02-01T00:00:00Z\n";

/// What a file says, without where it says it.
fn said(file: &EntryFile) -> Vec<(EntryLine, EntryKind)> {
    file.items.iter().map(|item| (EntryLine { kind: None, ..item.line.clone() }, item.kind())).collect()
}

fn others(file: &EntryFile, key: &Key) -> Vec<(EntryLine, EntryKind)> {
    said(file).into_iter().filter(|(line, _)| line.key != *key).collect()
}

fn malformed(file: &EntryFile) -> Vec<&str> {
    let malformed = file.problems.iter().filter(|problem| problem.fault == Fault::Malformed);
    malformed.map(|problem| problem.reason.as_str()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn a_rendered_entry_reads_back(line in entry_line()) {
        let text = line.render();
        let one_line = text.lines().count() == 1 && !text.contains(['\r', '\0']);
        prop_assert!(one_line);
        prop_assert_eq!(EntryLine::parse(&text), Ok(line));
    }

    #[test]
    fn an_upsert_keeps_the_rest_of_the_file(old in file(), line in entry_line(), heading in heading()) {
        let Ok(before) = parse_entries(&old) else {
            prop_assert!(upsert_entry(&old, Title::Profile, &line, heading).is_err());
            return Ok(());
        };
        let (new, line_no) = upsert_entry(&old, Title::Profile, &line, heading).unwrap();
        let after = parse_entries(&new).unwrap();
        let item = after.items.iter().find(|item| item.line.key == line.key).unwrap();
        prop_assert_eq!(item.line_no, line_no);
        prop_assert_eq!(item.kind(), line.kind.unwrap_or(heading.kind()));
        prop_assert_eq!(&EntryLine { kind: line.kind, ..item.line.clone() }, &line);
        prop_assert_eq!(others(&before, &line.key), others(&after, &line.key));
        prop_assert_eq!(malformed(&before), malformed(&after));
        match before.items.iter().find(|item| item.line.key == line.key) {
            Some(_) if before.shadowed.iter().any(|other| other.line.key == line.key) => {
                let rest = |bytes: &[u8]| remove_entry(bytes, &line.key).unwrap();
                prop_assert_eq!(rest(&old), rest(&new));
            }
            Some(was) => {
                prop_assert_eq!(&old[..was.range.start], &new[..item.range.start]);
                prop_assert_eq!(&old[was.range.end..], &new[item.range.end..]);
            }
            None => prop_assert!(is_insertion(&old, &new)),
        }
        prop_assert_eq!(upsert_entry(&new, Title::Profile, &line, heading).unwrap(), (new, line_no));
    }

    #[test]
    fn a_removal_takes_the_lines_of_its_key_and_nothing_else(old in file(), key in key()) {
        let Ok(before) = parse_entries(&old) else { return Ok(()) };
        let new = remove_entry(&old, &key).unwrap();
        let mut gone: Vec<_> = before.items.iter().filter(|i| i.line.key == key).map(|i| i.line_no).collect();
        let says = format!("says `{key}`");
        gone.extend(before.problems.iter().filter(|p| p.reason.starts_with(&says)).map(|p| p.line_no));
        let lines = old.split_inclusive(|byte| *byte == b'\n').zip(1..);
        let mut kept: Vec<u8> = lines.filter(|(_, no)| !gone.contains(no)).flat_map(|(line, _)| line.to_vec()).collect();
        if old.starts_with(b"\xEF\xBB\xBF") && gone.contains(&1) {
            kept.splice(0..0, *b"\xEF\xBB\xBF");
        }
        prop_assert_eq!(&new, &kept);
        if let Ok(after) = parse_entries(&new) {
            prop_assert_eq!(others(&before, &key), said(&after));
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn changes_at_once_say_the_same_as_one_by_one(
        old in file(),
        changes in vec((entry_line(), heading(), any::<bool>()), 0..5),
    ) {
        prop_assume!(parse_entries(&old).is_ok());
        let changes: Vec<_> = changes
            .into_iter()
            .map(|(line, heading, up)| if up { Change::upsert(line, heading) } else { Change::Remove(line.key) })
            .collect();
        let at_once = apply(&old, Title::Session, &changes).unwrap();
        let mut one_by_one = old.clone();
        for change in &changes {
            prop_assume!(check_text(&one_by_one).is_ok());
            one_by_one = apply(&one_by_one, Title::Session, std::slice::from_ref(change)).unwrap().bytes;
        }
        prop_assume!(check_text(&one_by_one).is_ok());
        let sorted = |file: &EntryFile| {
            let mut said = said(file);
            said.sort_by(|(a, _), (b, _)| a.key.cmp(&b.key));
            said
        };
        let after = parse_entries(&at_once.bytes).unwrap();
        prop_assert_eq!(sorted(&after), sorted(&parse_entries(&one_by_one).unwrap()));
        let items = after.items;
        for (change, line_no) in changes.iter().zip(at_once.lines) {
            let key = match change { Change::Upsert { line, .. } => &line.key, Change::Remove(key) => key };
            prop_assert_eq!(items.iter().find(|item| item.line.key == *key).map(|item| item.line_no), line_no);
        }
    }
}

#[test]
fn the_examples_render_to_the_same_bytes() {
    for (file, title) in [(PROFILE, Title::Profile), (SESSION, Title::Session), (POLICY, Title::Policy)] {
        let items = parse_entries(file.as_bytes()).unwrap().items;
        let changes: Vec<_> =
            items.iter().map(|item| Change::upsert(item.line.clone(), item.heading.unwrap())).collect();
        let applied = apply(b"", title, &changes).unwrap();
        assert_eq!(String::from_utf8(applied.bytes).unwrap(), file);
        assert_eq!(applied.lines, (4..).take(items.len()).map(Some).collect::<Vec<_>>());
    }
}

#[test]
fn lines_written_by_hand_get_defaults() {
    let file = "## preference\n*   value: ไทย | Key : ภาษา\n\t+ key:名字|value:  小明  |priority:|\n## Context\n- key:g | value:";
    let parsed = parse_entries(file.as_bytes()).unwrap();
    assert_eq!(parsed.problems, []);
    let [thai, name, goal] = &parsed.items[..] else { panic!("{parsed:?}") };
    assert_eq!(
        (thai.line.key.as_str(), thai.line.value.as_str(), thai.kind()),
        ("ภาษา", "ไทย", EntryKind::Preference)
    );
    assert_eq!((name.line.key.as_str(), name.line.value.as_str(), name.line_no), ("名字", "小明", 3));
    assert_eq!((name.line.priority, name.line.source), (Priority::DEFAULT, Origin::UserEdit));
    assert!(name.line.ttl.is_none() && name.line.updated_at.is_none());
    assert_eq!((goal.line.value.as_str(), goal.kind()), ("", EntryKind::Fact));
}

#[test]
fn a_malformed_line_is_named_with_its_number_and_reason() {
    for (line, reason) in [
        ("- key:a", "has no value; add `| value:` behind `key:a`"),
        ("- value:a | ttl:none", "has no key; begin the line with `- key:`"),
        ("- key: | value:a", "key is empty"),
        ("- key:a | value:b | priority:101", "`101` is no priority (0 to 100)"),
        ("- key:a | value:b | kind:wish", "unknown kind `wish`"),
        ("- key:a | value:b | ttl:soon", "`soon` is no time to live"),
        ("- key:a | value:b | source:me", "unknown origin `me`"),
        ("- key:a | value:b | updated_at:เมื่อวาน", "`เมื่อวาน` is no time"),
        ("- key:a | value:甲 | 乙 | ttl:none", "`乙` is no field; write \\| for a bar inside a value"),
        ("- key:a | value:b | key:c", "has `key` twice"),
        ("- [ ] key:ก | value:5", "is an item of a check list"),
        ("* [x] key:甲 | value:5 | priority:90", "is an item of a check list"),
        ("key:a | value:5", "has no bullet"),
        ("2. key:a | value:5", "has no bullet"),
        ("## Facts\r\n- value:ไม่มีคีย์", "has no key; begin the line with `- key:`"),
        ("- value:9", "has no key; begin the line with `- key:`"),
        ("- name:ต้น | value:9", "has no key; begin the line with `- key:`"),
        ("- kee:สี | value:4", "has no key; did you mean `key` by `kee`?"),
        ("- kye:d | value:4 | priority:90", "has no key; did you mean `key` by `kye`?"),
        ("- key=e | value=5", "has `=` where `:` belongs"),
        ("- key：名字 | value：张三", "has the wide signs `：` or `｜`"),
        ("- key:名字 ｜ value:张三", "has the wide signs `：` or `｜`"),
        ("- key:名字 | value：张三 | priority:90", "has the wide signs `：` or `｜`"),
    ] {
        let file = format!("# PROFILE\r\n\r\n{line}\r\n");
        let problems = parse_entries(file.as_bytes()).unwrap().problems;
        assert_eq!(problems.len(), 1, "{line}");
        assert_eq!(problems[0].line_no, if line.starts_with('#') { 4 } else { 3 });
        assert_eq!(problems[0].fault, Fault::Malformed);
        assert!(problems[0].reason.starts_with(reason), "{line}: {}", problems[0].reason);
    }
}

#[test]
fn a_field_that_is_not_known_is_told_and_the_line_counts() {
    for (field, told) in [
        ("prioriy:90", "`prioriy`, which is none that counts; did you mean `priority`?"),
        ("udpated_at:x", "did you mean `updated_at`?"),
        ("mood:สบาย", "`mood`, which is none that counts"),
    ] {
        let file = format!("## Facts\n- key:甲 | value:x | {field}\n");
        let parsed = parse_entries(file.as_bytes()).unwrap();
        assert_eq!((parsed.items.len(), parsed.problems.len()), (1, 1));
        assert_eq!((parsed.problems[0].fault, parsed.problems[0].line_no), (Fault::Unknown, 2));
        assert!(parsed.problems[0].reason.ends_with(told), "{}", parsed.problems[0].reason);
    }
}

#[test]
fn words_of_a_person_are_no_entries() {
    let file = "# PROFILE\n\n## Facts\nthe key: it works\n- value of things\n- [ ] ซื้อของ\n- [ ] 买牛奶: 两瓶\n3. first\n\n- a = b | c = d\n- 时间：九点｜地点：北京\n\n## Of my own\n- value: money\n- name:Ann | value: honesty\n";
    assert_eq!(parse_entries(file.as_bytes()).unwrap(), EntryFile::default());
}

#[test]
fn what_stands_in_a_fence_a_comment_or_a_quote_is_no_entry() {
    let file = "```\n- key:a | value:1\n```\n<!-- - key:b | value:2\n- key:c | value:3 -->\n> - key:d | value:4\n- key:e | value:<!-- | ttl:none\n- key:f | value:6\n";
    let keys: Vec<_> =
        parse_entries(file.as_bytes()).unwrap().items.into_iter().map(|i| i.line.key).collect();
    assert_eq!(keys, [Key::new("e").unwrap(), Key::new("f").unwrap()]);
}

#[test]
fn of_two_lines_with_one_key_the_higher_priority_counts_then_the_newer() {
    let line = |value: &str, priority: &str, at: &str| {
        let at = if at.is_empty() { String::new() } else { format!(" | updated_at:2026-{at}-01T00:00:00Z") };
        format!("- key:ภาษา | value:{value} | priority:{priority} | ttl:none | source:user_explicit{at}\n")
    };
    let (high, low) = (line("高", "90", "10"), line("ต่ำ", "20", "11"));
    let (newer, older) = (line("newer", "50", "11"), line("older", "50", "10"));
    let (bare, after) = (line("typed", "50", ""), line("last", "50", "11"));
    for (file, counts, why) in [
        ([&high, &low], "高", "says with a higher priority"),
        ([&low, &high], "高", "says with a higher priority"),
        ([&newer, &older], "newer", "says newer"),
        ([&older, &newer], "newer", "says newer"),
        ([&newer, &bare], "typed", "says again"),
        ([&bare, &newer], "newer", "says again"),
        ([&newer, &after], "last", "says again"),
        ([&after, &newer], "newer", "says again"),
    ] {
        let file = file.map(String::as_str).concat();
        let parsed = parse_entries(file.as_bytes()).unwrap();
        assert_eq!(parsed.items[0].line.value, counts, "{file}");
        assert!(parsed.problems[0].reason.ends_with(why), "{file}: {}", parsed.problems[0].reason);
        assert_eq!((parsed.items.len(), parsed.shadowed.len()), (1, 1));
        // What is written counts, whatever stood there.
        let line = EntryLine {
            priority: Priority::new(10).unwrap(),
            ..EntryLine::new(Key::new("ภาษา").unwrap(), "ใหม่")
        };
        let (new, at) = upsert_entry(file.as_bytes(), Title::Profile, &line, Heading::Facts).unwrap();
        let after = parse_entries(&new).unwrap();
        assert_eq!((after.items[0].line.value.as_str(), after.items[0].line_no), ("ใหม่", at), "{file}");
    }
}

#[test]
fn the_last_of_two_lines_with_one_key_counts() {
    let file = "- key:a | value:เก่า\n- key:a | value:新\n";
    let parsed = parse_entries(file.as_bytes()).unwrap();
    assert_eq!(parsed.items[0].line.value, "新");
    assert_eq!(parsed.problems[0].line_no, 1);
    assert_eq!(parsed.problems[0].fault, Fault::Duplicate);
    assert_eq!(parsed.problems[0].reason, "says `a`, which line 2 says again");
    let (new, line_no) = upsert_entry(
        file.as_bytes(),
        Title::Profile,
        &EntryLine::new(Key::new("a").unwrap(), "3"),
        Heading::Facts,
    )
    .unwrap();
    assert!(new.starts_with("- key:a | value:เก่า\n- key:a | value:3 |".as_bytes()));
    assert_eq!(line_no, 2);
}

#[test]
fn a_rewritten_line_keeps_its_bullet_its_ending_and_unknown_fields() {
    let file =
        b"\xEF\xBB\xBF## Facts\r\n\t*  key:a | value:1 | mood:\xE5\xA5\xBD | priority:60\r\n\r\nnote \xFF";
    let line =
        EntryLine { priority: Priority::new(60).unwrap(), ..EntryLine::new(Key::new("a").unwrap(), "2") };
    let (new, _) = upsert_entry(file, Title::Profile, &line, Heading::Facts).unwrap();
    let expected = b"\xEF\xBB\xBF## Facts\r\n\t*  key:a | value:2 | priority:60 | ttl:none | source:user_edit | mood:\xE5\xA5\xBD\r\n\r\nnote \xFF";
    assert_eq!(new, expected);
}

#[test]
fn new_entries_go_to_the_end_of_their_section_and_new_sections_to_the_end() {
    let line = |key: &str| EntryLine::new(Key::new(key).unwrap(), "v");
    let tail = "| value:v | priority:50 | ttl:none | source:user_edit";
    let file = "## Facts\n- key:a | value:1\n\n## Notes\ntext";
    let changes =
        [Change::upsert(line("b"), Heading::Facts), Change::upsert(line("c"), Heading::Preferences)];
    let applied = apply(file.as_bytes(), Title::Profile, &changes).unwrap();
    let expected = format!(
        "## Facts\n- key:a | value:1\n- key:b {tail}\n\n## Notes\ntext\n\n## Preferences\n- key:c {tail}"
    );
    assert_eq!(String::from_utf8(applied.bytes).unwrap(), expected);
    assert_eq!(applied.lines, [Some(3), Some(9)]);
}

#[test]
fn an_entry_never_lands_in_a_fence_that_nobody_closed() {
    let file = "## Facts\ntext\n```\ncode\n";
    let line = EntryLine::new(Key::new("a").unwrap(), "v");
    for heading in [Heading::Facts, Heading::Preferences] {
        let (new, _) = upsert_entry(file.as_bytes(), Title::Profile, &line, heading).unwrap();
        assert!(new.ends_with(b"user_edit\n```\ncode\n"), "{}", String::from_utf8_lossy(&new));
    }
}

#[test]
fn a_picture_or_a_file_in_another_encoding_is_never_rewritten() {
    let line = EntryLine::new(Key::new("a").unwrap(), "v");
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    assert_eq!(upsert_entry(picture, Title::Profile, &line, Heading::Facts), Err(NotText::Nul { at: 8 }));
    let tis_620 =
        [b"# PROFILE\n", &b"\xcd\xcd\xa1\xe1\xba\xba\xa4\xc7\xd2\xc1\xa8\xd3\n".repeat(5)[..]].concat();
    let error = parse_entries(&tis_620).unwrap_err();
    assert_eq!(
        error.to_string(),
        "is not UTF-8 text (35 of 75 bytes are not); save it as UTF-8 or move it away"
    );
    assert_eq!(remove_entry(&tis_620, &line.key), Err(error));
}

//! Decision blocks and the day files that hold them.

use memoro_core::markdown::{
    BlockChange, DayFile, DecisionBlock, Fault, Standing, change_decisions, parse_decisions, remove_decision,
    upsert_decision,
};
use memoro_core::{Confidence, Decision, MemoryId, Source, Stage};
use proptest::prelude::*;
use proptest::sample::select;

use crate::generate::{block, id, is_insertion, lines_of};

const EXAMPLE: &str = "## Decision: ใช้ SQLite แทน Postgres
- id: DECISION-20261115-sqlite
- date: 2026-11-15
- source:
  - session_id: s-42
  - session_path: sessions/s-42.jsonl
  - message_range: 12-14
- why: 部署要簡單
- finding: WAL is fast enough
- conclusion: SQLite
- impact: one file to back up
- confidence: 0.9
- status: active
- supersedes: DECISION-20261001-postgres
- refs:
  - docs/decisions/store.md
  - https://sqlite.org/wal.html
";

fn example() -> DecisionBlock {
    let decision = Decision {
        title: "ใช้ SQLite แทน Postgres".into(),
        why: "部署要簡單".into(),
        finding: "WAL is fast enough".into(),
        conclusion: "SQLite".into(),
        impact: "one file to back up".into(),
        refs: vec!["docs/decisions/store.md".into(), "https://sqlite.org/wal.html".into()],
        stage: Stage::Decided,
    };
    DecisionBlock {
        date: Some("2026-11-15".parse().unwrap()),
        source: Source {
            session: Some("s-42".into()),
            path: Some("sessions/s-42.jsonl".into()),
            range: Some("12-14".into()),
        },
        confidence: Confidence::new(0.9),
        supersedes: Some(MemoryId::new("DECISION-20261001-postgres").unwrap()),
        ..DecisionBlock::new(MemoryId::new("DECISION-20261115-sqlite").unwrap(), decision)
    }
}

fn said(bytes: &[u8]) -> Vec<DecisionBlock> {
    parse_decisions(bytes).unwrap().items.into_iter().map(|item| item.block).collect()
}

fn others<'a>(day: &'a DayFile, id: &MemoryId) -> Vec<&'a DecisionBlock> {
    day.items.iter().map(|item| &item.block).filter(|block| block.id != *id).collect()
}

fn strangers(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split(|byte| b"\r\n".contains(byte)).filter(|line| line.starts_with(b"%")).collect()
}

/// Lines and whole blocks, with lines between their fields that nobody knows.
fn day_file() -> impl Strategy<Value = Vec<u8>> {
    const LINES: &[&str] = &[
        "# 2026-11-15",
        "## Decision: no id",
        "## บันทึก",
        "### deeper",
        "% มือ",
        "% 手",
        "",
        "  % indented",
        "```",
        "<!--",
        "-->",
        "- id: x",
        "- why: ก\n  ข\n\n  ค",
        "- mood: 好\n  - deep",
        "%\u{1b}",
        "- source: https://a",
        "- refs: a, b",
        "* status : archived",
        "## decision： 全形\n- ID: 全形-1",
        "- confidence: high",
    ];
    let block = (block(), 0..12_usize).prop_map(|(block, at)| {
        let mut lines: Vec<_> = block.render().lines().map(str::to_owned).collect();
        if lines.get(at).is_some_and(|line| !line.is_empty())
            && lines.get(at + 1).is_none_or(|next| next.starts_with("- "))
        {
            lines.insert(at + 1, "% between".into());
        }
        lines.join("\n").into_bytes()
    });
    lines_of(
        prop_oneof![
            4 => select(LINES).prop_map(|line| line.as_bytes().to_vec()),
            2 => block,
            1 => prop::collection::vec(1..=255_u8, 0..9),
        ],
        6,
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn a_rendered_decision_reads_back(block in block(), crlf in any::<bool>()) {
        let text = if crlf { block.render().replace('\n', "\r\n") } else { block.render() };
        let day = parse_decisions(text.as_bytes()).unwrap();
        prop_assert_eq!(day.problems, []);
        prop_assert_eq!(day.items.len(), 1);
        prop_assert_eq!(&day.items[0].block, &block);
    }

    #[test]
    fn a_decision_is_written_and_the_rest_of_the_day_stays(old in day_file(), block in block()) {
        let Ok(before) = parse_decisions(&old) else {
            prop_assert!(upsert_decision(&old, &block).is_err());
            return Ok(());
        };
        let (new, line_no) = upsert_decision(&old, &block).unwrap();
        let after = parse_decisions(&new).unwrap();
        let item = after.items.iter().find(|item| item.block.id == block.id).unwrap();
        prop_assert_eq!(&item.block, &block);
        prop_assert_eq!(item.line_no, line_no);
        prop_assert_eq!(others(&before, &block.id), others(&after, &block.id));
        prop_assert_eq!(before.problems.len(), after.problems.len());
        prop_assert_eq!(strangers(&old), strangers(&new));
        match before.items.iter().find(|item| item.block.id == block.id) {
            Some(was) => {
                prop_assert_eq!(&old[..was.range.start], &new[..item.range.start]);
                prop_assert_eq!(&old[was.range.end..], &new[item.range.end..]);
            }
            None => prop_assert!(is_insertion(&old, &new)),
        }
        prop_assert_eq!(upsert_decision(&new, &block).unwrap(), (new, line_no));
    }

    #[test]
    fn many_changes_at_once_are_the_same_as_one_by_one(
        old in day_file(),
        blocks in prop::collection::vec(block(), 0..4),
        gone in id(),
    ) {
        let mut written: Vec<&DecisionBlock> = Vec::new();
        for block in blocks.iter().filter(|block| block.id != gone) {
            written.retain(|other| other.id != block.id);
            written.push(block);
        }
        let mut changes: Vec<BlockChange<'_>> = written.iter().copied().map(BlockChange::Write).collect();
        let Ok(before) = parse_decisions(&old) else {
            prop_assert!(change_decisions(&old, &changes).is_err());
            return Ok(());
        };
        let stands = |block: &&DecisionBlock| before.items.iter().any(|item| item.block.id == block.id);
        let (first, then): (Vec<_>, Vec<_>) = written.into_iter().partition(stands);
        let one = |bytes: Vec<u8>, block: &DecisionBlock| upsert_decision(&bytes, block).unwrap().0;
        let rewritten = first.iter().fold(old.clone(), |bytes, block| one(bytes, block));
        let all = then.iter().fold(rewritten.clone(), |bytes, block| one(bytes, block));
        // A file whose only line ending stands behind its text gets others as it grows.
        let plain = |bytes: Vec<u8>| -> Vec<u8> { bytes.into_iter().filter(|byte| *byte != b'\r').collect() };
        prop_assert_eq!(plain(change_decisions(&old, &changes).unwrap()), plain(all));
        changes.retain(|change| matches!(change, BlockChange::Write(block) if first.contains(block)));
        changes.push(BlockChange::Remove(&gone));
        if first.is_empty() {
            prop_assert_eq!(change_decisions(&old, &changes).unwrap(), remove_decision(&old, &gone).unwrap());
        } else if let Ok(after) = change_decisions(&old, &changes).map(|new| said(&new)) {
            prop_assert!(first.iter().all(|block| after.contains(block)) || old.contains(&b'`') || old.contains(&b'<'));
            prop_assert!(after.iter().all(|block| block.id != gone));
        }
    }

    #[test]
    fn a_removed_decision_is_gone_and_the_others_stay(old in day_file(), id in id()) {
        let Ok(before) = parse_decisions(&old) else { return Ok(()) };
        let new = remove_decision(&old, &id).unwrap();
        if let Ok(after) = parse_decisions(&new) {
            prop_assert_eq!(others(&before, &id), others(&after, &id));
            prop_assert_eq!(before.items.len() - others(&before, &id).len(), usize::from(old != new));
            prop_assert!(after.items.iter().all(|item| item.block.id != id));
        }
    }
}

#[test]
fn the_block_has_its_required_form() {
    assert_eq!(example().render(), EXAMPLE);
    assert_eq!(said(EXAMPLE.as_bytes()), [example()]);
    let bare = DecisionBlock::new(
        MemoryId::new("DECISION-1").unwrap(),
        Decision {
            title: "t".into(),
            why: String::new(),
            finding: String::new(),
            conclusion: String::new(),
            impact: String::new(),
            refs: Vec::new(),
            stage: Stage::Parked,
        },
    );
    let text = "## Decision: t\n- id: DECISION-1\n- date:\n- source:\n  - session_id:\n  - session_path:\n  - message_range:\n- why:\n- finding:\n- conclusion:\n- impact:\n- confidence:\n- status: active\n- refs:\n- stage: parked\n";
    assert_eq!(bare.render(), text);
}

#[test]
fn a_text_of_several_lines_stays_readable() {
    let mut block = example();
    block.decision.why = "เพราะ\n- 一\n\n    code\n```\nend".into();
    let text = block.render();
    assert!(text.contains("- why: เพราะ\n  - 一\n\n      code\n  \\```\n  end\n- finding:"), "{text}");
    assert_eq!(said(text.as_bytes()), [block]);
}

#[test]
fn a_changed_field_is_rewritten_and_what_a_person_added_stays() {
    let file = EXAMPLE
        .replace("- why: 部署要簡單\n", "* why:\n    by hand,\n\tสองบรรทัด\nremark\n- cost: 0\n")
        .replace("12-14\n", "12-14\n  - speaker: me\n");
    let file = format!("\u{feff}# 15\r\n{file}\nmy own words\n");
    let [mut block] = <[_; 1]>::try_from(said(file.as_bytes())).unwrap();
    assert_eq!(block.decision.why, "  by hand,\nสองบรรทัด");
    block.status = Standing::Superseded;
    block.source.range = None;
    block.supersedes = None;
    block.tags = vec!["a,b".into(), "ค".into()];
    let (new, line_no) = upsert_decision(file.as_bytes(), &block).unwrap();
    let expected = file
        .replace("status: active", "status: superseded")
        .replace("range: 12-14\n  - speaker: me\n", "range:\r\n  - speaker: me\n")
        .replace(
            "- source:\n  - session_id: s-42\n  - session_path: sessions/s-42.jsonl\n",
            "- source:\r\n  - session_id: s-42\r\n  - session_path: sessions/s-42.jsonl\r\n",
        )
        .replace("- supersedes: DECISION-20261001-postgres\n", "")
        .replace("wal.html\n", "wal.html\n- tags: a\\,b, ค\r\n");
    assert_eq!(String::from_utf8(new.clone()).unwrap(), expected);
    assert_eq!(line_no, 2);
    let gone = remove_decision(&new, &block.id).unwrap();
    assert_eq!(String::from_utf8(gone).unwrap(), "\u{feff}# 15\r\nmy own words\n");
}

#[test]
fn a_block_that_cannot_be_read_is_kept_and_reported() {
    for (body, reason) in [
        ("- why: x", "has no id; add `- id: DECISION-YYYYMMDD-<slug>`"),
        ("- id: a\n- confidence: สูง", "`สูง` is no confidence (0 to 1)"),
        ("- id: a\n- status: 完成", "unknown status `完成`"),
        ("- id: a\n- date: yesterday", "`yesterday` is no date"),
        ("- id: a\n- id: b", "has `id` twice"),
    ] {
        let file = format!("# day\n\n## Decision: x\n{body}\n");
        let day = parse_decisions(file.as_bytes()).unwrap();
        assert_eq!((day.items.len(), day.problems.len()), (0, 1), "{body}");
        assert_eq!((day.problems[0].line_no, day.problems[0].fault), (3, Fault::Malformed));
        assert!(day.problems[0].reason.starts_with(reason), "{}", day.problems[0].reason);
        assert!(is_insertion(file.as_bytes(), &upsert_decision(file.as_bytes(), &example()).unwrap().0));
    }
}

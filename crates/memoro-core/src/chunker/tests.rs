//! What holds for every document, then examples.

use proptest::prelude::*;

use super::*;
use crate::text::token_estimate;

const SMALL: Limits = Limits { tokens: 40, overlap: 8 };

fn markdown(text: &str) -> Chunked {
    chunk(text.as_bytes(), Format::Markdown, Limits::default())
}

fn texts(chunked: &Chunked) -> Vec<&str> {
    chunked.chunks.iter().map(|chunk| chunk.text.as_str()).collect()
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-zA-Z ,.!?]{0,60}",
        2 => "[ก-ฮะาิีุูเแโ่้ ]{0,40}",
        2 => "[一-龥，。？ ]{0,40}",
        1 => "#{1,6} [a-z部ก]{1,8}",
        1 => "[-*+] [a-z ก。]{0,30}",
        1 => " {0,6}[0-9]{1,2}\\. [a-z ]{0,20}",
        1 => "\\| [a-z]{1,5} \\| [ก-ฮ]{1,5} \\|",
        1 => Just("|---|---|".to_owned()),
        1 => Just("```rust".to_owned()),
        1 => Just("```".to_owned()),
        1 => Just("---".to_owned()),
        1 => Just("===".to_owned()),
        1 => Just("    indented code".to_owned()),
        1 => Just("<!-- importance: 7 -->".to_owned()),
        1 => Just("<!-- open".to_owned()),
        2 => Just(String::new()),
        1 => Just("\u{3000}".to_owned()),
    ]
}

fn document() -> impl Strategy<Value = Vec<u8>> {
    let ending = prop_oneof![Just("\n"), Just("\r\n")];
    (prop::collection::vec((line(), prop::option::weighted(0.03, any::<[u8; 3]>())), 0..60), ending).prop_map(
        |(lines, ending)| {
            let mut bytes = Vec::new();
            for (line, noise) in lines {
                bytes.extend_from_slice(line.as_bytes());
                bytes.extend_from_slice(
                    &noise.unwrap_or_default().map(|byte| if byte == 0 { b' ' } else { byte }),
                );
                bytes.extend_from_slice(ending.as_bytes());
            }
            bytes
        },
    )
}

/// The lines of a file as a reader counts them, lossy and without line endings.
fn reader_lines(bytes: &[u8]) -> Vec<String> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    bytes.split(|byte| *byte == b'\n').map(|line| String::from_utf8_lossy(line).replace('\r', "")).collect()
}

fn check(bytes: &[u8], format: Format, limits: Limits) -> Result<(), TestCaseError> {
    let chunked = chunk(bytes, format, limits);
    let lines = reader_lines(bytes);
    let mut covered = vec![false; lines.len() + 1];
    for line in chunked.front.iter().flat_map(|front| front.lines.clone()) {
        covered[line] = true;
    }
    let mut last_end = 0;
    for chunk in &chunked.chunks {
        let (start, end) = (*chunk.lines.start(), *chunk.lines.end());
        let stand = lines[start - 1..end].join("\n");
        prop_assert!(
            stand.contains(&chunk.text.replace('\r', "")),
            "{start}..={end}: {stand:?} / {:?}",
            chunk.text
        );
        prop_assert!(token_estimate(&chunk.text) <= limits.tokens, "{} tokens", token_estimate(&chunk.text));
        prop_assert_eq!(lines::text(&bytes[chunk.bytes.clone()]), chunk.text.clone());
        prop_assert!(!chunk.text.trim().is_empty());
        prop_assert!(chunk.bytes.end > last_end, "each chunk goes on");
        last_end = chunk.bytes.end;
        covered[start..=end].fill(true);
    }
    for (at, line) in lines.iter().enumerate() {
        prop_assert!(covered[at + 1] || line.trim().is_empty(), "line {} is in no chunk: {line:?}", at + 1);
    }
    prop_assert_eq!(chunked, chunk(bytes, format, limits));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_line_is_in_a_chunk_within_the_limit_at_its_true_place(bytes in document()) {
        check(&bytes, Format::Markdown, SMALL)?;
        check(&bytes, Format::Plain, SMALL)?;
        check(&bytes, Format::Markdown, Limits::default())?;
    }

    #[test]
    fn any_bytes_are_cut_without_loss(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        check(&bytes, Format::Markdown, SMALL)?;
        check(&bytes, Format::Plain, Limits { tokens: 16, overlap: 0 })?;
    }

    #[test]
    fn every_byte_of_prose_is_in_a_chunk(text in "[a-zก-ฮ一-龥 .。\\n]{0,900}") {
        let bytes = text.as_bytes();
        let mut covered = vec![false; bytes.len()];
        for chunk in chunk(bytes, Format::Plain, SMALL).chunks {
            covered[chunk.bytes].fill(true);
        }
        for (at, seen) in covered.iter().enumerate() {
            prop_assert!(*seen || bytes[at].is_ascii_whitespace());
        }
    }

    #[test]
    fn an_edit_in_one_section_leaves_the_others(at in 0usize..20, words in "[a-z ]{1,80}") {
        let section = |n: usize, extra: &str| format!("## Part {n}\n\n{}{extra}\n\n", "some words here. ".repeat(n * 7 % 90));
        let old: String = (0..20).map(|n| section(n, "")).collect();
        let new: String = (0..20).map(|n| section(n, if n == at { &words } else { "" })).collect();
        let hashes = |text: &str| {
            let of_other = |chunk: &&Chunk| chunk.headings != [format!("Part {at}")];
            markdown(text).chunks.iter().filter(of_other).map(Chunk::hash).collect::<Vec<_>>()
        };
        prop_assert_eq!(hashes(&old), hashes(&new));
    }
}

#[test]
fn an_edit_in_a_text_without_headings_changes_only_the_chunks_near_it() {
    let paragraph =
        |n: usize| format!("{} {}\n\n", n * 7919 % 1000, "คำ words 字词. ".repeat(4 + n * 31 % 23));
    let old: String = (0..400).map(paragraph).collect();
    let new = format!("A new first paragraph that nobody expected. {}\n\n{old}", "more ".repeat(60));
    let hashes = |text: &str| markdown(text).chunks.iter().map(Chunk::hash).collect::<Vec<_>>();
    let (before, after) = (hashes(&old), hashes(&new));
    let kept = after.iter().filter(|hash| before.contains(hash)).count();
    assert!(after.len() > 60 && kept + 8 >= after.len(), "{kept} of {} kept", after.len());
}

#[test]
fn a_chunk_knows_its_headings_and_lines() {
    let chunked = markdown("# Deploy\n\nIntro.\n\n## ขั้นตอน ##\nข้อความ\n\n部署\n----\n步骤一\n");
    assert_eq!(texts(&chunked), ["# Deploy\n\nIntro.", "## ขั้นตอน ##\nข้อความ", "部署\n----\n步骤一"]);
    let paths: Vec<_> = chunked.chunks.iter().map(|chunk| chunk.headings.join(" > ")).collect();
    assert_eq!(paths, ["Deploy", "Deploy > ขั้นตอน", "Deploy > 部署"]);
    let lines: Vec<_> = chunked.chunks.iter().map(|chunk| chunk.lines.clone()).collect();
    assert_eq!(lines, [1..=3, 5..=6, 8..=10]);
}

#[test]
fn a_heading_without_text_stays_with_its_first_part() {
    let chunked = markdown("# Title\n\n## Part\n\ntext\n\n## Empty\n\n## Last\nend\n");
    assert_eq!(texts(&chunked), ["# Title\n\n## Part\n\ntext", "## Empty", "## Last\nend"]);
    assert_eq!(chunked.chunks[0].headings, ["Title", "Part"]);
}

#[test]
fn a_heading_inside_a_fence_is_code() {
    let chunked = markdown("# A\n```sh\n# not a heading\n- no item\n```\nafter\n");
    assert_eq!(chunked.chunks.len(), 1);
    assert_eq!(chunked.chunks[0].headings, ["A"]);
}

#[test]
fn fences_tables_and_items_that_fit_are_not_cut() {
    let fence = format!("```\n{}```\n", "let x = 1;\n".repeat(9));
    let items = "- item with some words\n  and a second line\n".repeat(8);
    let table = format!("| a | b |\n|---|---|\n{}", "| one | two |\n".repeat(5));
    let text = format!("{}\n\n{fence}\n{items}\n{table}\n", "Some words of an opening paragraph. ".repeat(3));
    let chunked = chunk(text.as_bytes(), Format::Markdown, SMALL);
    assert!(chunked.chunks.len() > 3);
    assert!(texts(&chunked).iter().any(|chunk| chunk.contains(fence.trim_end())));
    for chunk in texts(&chunked) {
        let last = chunk.lines().last().unwrap();
        assert!(!last.starts_with("- item"), "an item lost its second line: {chunk}");
    }
}

#[test]
fn code_inside_a_list_item_stays_in_the_item() {
    let text = "1. run this:\n\n   ```sh\n   - x\n\n1. y\n   ```\n   done\n2. next and some more words for a chunk\n\nafter the list\n";
    let limits = Limits { tokens: 16, overlap: 0 };
    let chunked = chunk(text.as_bytes(), Format::Markdown, limits);
    assert!(texts(&chunked)[0].ends_with("done"), "{:?}", texts(&chunked));
}

#[test]
fn the_end_of_a_chunk_is_repeated_in_the_next() {
    let text = "หนึ่งประโยค ที่ยาวพอสมควร. One more sentence here. 这是第三句话。".repeat(100);
    let chunked = markdown(&text);
    assert!(chunked.chunks.len() > 3);
    for pair in chunked.chunks.windows(2) {
        let shared = pair[0].bytes.end.checked_sub(pair[1].bytes.start).unwrap();
        assert!(shared > 60, "only {shared} bytes are repeated");
        let repeated = &text.as_bytes()[pair[1].bytes.start..pair[0].bytes.end];
        assert!(token_estimate(&String::from_utf8_lossy(repeated)) <= 80);
    }
}

#[test]
fn nothing_is_repeated_across_a_heading() {
    let text = format!("# A\n{}\n# B\nnew subject\n", "words and words. ".repeat(30));
    let chunked = markdown(&text);
    assert_eq!(chunked.chunks.last().unwrap().text, "# B\nnew subject");
}

#[test]
fn front_matter_is_not_text() {
    let chunked = markdown("---\ntitle: ชื่อ\n---\n\ntext\n");
    assert_eq!(chunked.front.as_ref().unwrap().field("title"), Some("ชื่อ"));
    assert_eq!(texts(&chunked), ["text"]);
    assert_eq!(chunked.chunks[0].lines, 5..=5);
    assert!(markdown("---\ntitle: alone\n---\n").chunks.is_empty());
}

#[test]
fn comments_speak_about_what_they_stand_over() {
    let text = "<!-- project: atlas -->\n# All\n\nintro\n\n## A\n<!-- importance: 8 -->\n<!-- trigger: deploy, 部署 -->\ntext a\n\n\
                ## B\ntext b <!-- importance: 3 -->\n\n<!-- importance: 9 -->\n## C\ntext c\n### D\ntext d\n";
    let chunked = markdown(text);
    let said: Vec<_> = chunked.chunks.iter().map(|chunk| chunk.attributes.importance).collect();
    assert_eq!(said, [None, Some(8), Some(3), Some(9), Some(9)]);
    assert!(chunked.chunks.iter().all(|chunk| chunk.attributes.project.as_deref() == Some("atlas")));
    assert_eq!(chunked.chunks[1].attributes.triggers, ["deploy", "部署"]);
    assert_eq!(chunked.chunks[1].searchable(), "## A\n\n\ntext a");
}

#[test]
fn a_comment_in_code_says_nothing() {
    let chunked = markdown("```html\n<!-- importance: 9 -->\n```\n");
    assert!(chunked.chunks[0].attributes.is_empty());
}

#[test]
fn a_file_of_one_huge_line_is_cut_within_the_limit_and_in_time() {
    for word in ["a", "ก็", "部署 ", "word "] {
        let text = word.repeat(1_000_000 / word.len());
        let chunked = chunk(text.as_bytes(), Format::Markdown, Limits::default());
        assert!(chunked.chunks.len() > 300);
        assert!(chunked.chunks.iter().all(|chunk| chunk.lines == (1..=1) && chunk.tokens <= 400));
        let whole = chunked.chunks.iter().all(|chunk| !chunk.text.starts_with('\u{E47}'));
        assert!(whole, "a mark was cut from its letter");
    }
}

#[test]
fn empty_files_have_no_chunks() {
    for text in ["", "\n\n", " \t\r\n", "\u{feff}"] {
        assert!(markdown(text).chunks.is_empty(), "{text:?}");
    }
    assert_eq!(markdown("\u{feff}# A\r\nb\r\n").chunks[0].text, "# A\nb");
}

#[test]
fn a_thousand_blank_lines_do_not_count_as_text() {
    let chunked = markdown(&format!("one\n{}two\n", "\n".repeat(10_000)));
    assert_eq!(texts(&chunked), ["one", "two"]);
    assert_eq!(chunked.chunks[1].lines, 10_002..=10_002);
}

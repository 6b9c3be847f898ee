//! Behaviour of the segmenter as a whole.

use super::*;
use proptest::prelude::*;

fn tokens(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    tokenize(text, &mut |t| out.push(t.text.to_owned()));
    out
}

fn indexed(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    tokenize(text, &mut |t| {
        if t.is_indexed() {
            out.push(t.text.to_owned());
        }
    });
    out
}

proptest! {
    #[test]
    fn every_token_of_any_text_lies_in_its_source(text in "\\PC{0,80}|[a-zA-Z0-9_./:'+#@,\\-]{0,40}|[ก-๛]{0,30}") {
        tokenize(&text, &mut |t| {
            assert!(!t.text.is_empty() && t.start < t.end);
            assert!(text.get(t.start..t.end).is_some(), "span on character borders");
        });
    }

    #[test]
    fn no_bytes_read_as_text_can_fail(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let (profile, terms) = Profile::of(&text);
        prop_assert!(terms.windows(2).all(|w| w[0].0 < w[1].0));
        prop_assert!(usize::from(profile.len) <= text.chars().count());
        token_estimate(&text);
        Phrase::new(&text);
    }

    #[test]
    fn spaces_around_a_text_change_nothing(text in "\\PC{0,60}") {
        prop_assert_eq!(tokens(&format!("  {text} \n")), tokens(&text));
    }

    #[test]
    fn upper_and_lower_case_words_meet(word in "[a-z]{4,12}") {
        prop_assume!(!is_stop(&word));
        prop_assert_eq!(tokens(&word.to_uppercase()), tokens(&word));
    }

    #[test]
    fn a_query_of_any_words_of_a_text_finds_only_terms_of_that_text(
        words in proptest::collection::vec("[a-zA-Z]{1,9}|[0-9]{1,4}|[\u{e01}-\u{e2e}]{3,9}|[\u{4e00}-\u{4fff}]{2,6}", 1..12),
        pick in any::<prop::sample::Index>(),
    ) {
        let text = words.join(" ");
        let all = tokens(&text);
        let word = pick.get(&words);
        prop_assert!(tokens(word).iter().all(|t| all.contains(t)));
    }
}

#[test]
fn scripts_are_split_where_they_meet() {
    assert_eq!(tokens("deployบนDocker"), ["deploy", "บน", "docker"]);
    assert_eq!(tokens("用Docker部署"), ["用", "docker", "部署"]);
    assert_eq!(tokens("1998年"), ["1998", "年"]);
    assert_eq!(tokens("ปี๒๕๖๙"), ["ปี", "2569"]);
}

#[test]
fn scripts_without_spaces_become_overlapping_grams() {
    assert_eq!(tokens("เชียงใหม่"), ["เชี", "ชีย", "ียง", "ยงใ", "งให", "ใหม", "หม่", "เชียงใหม่"]);
    assert_eq!(tokens("部署系统"), ["部署", "署系", "系统"]);
    assert_eq!(tokens("ひらがな"), ["ひら", "らが", "がな"]);
    assert_eq!(tokens("한국어"), ["한국", "국어"]);
}

#[test]
fn both_spellings_of_sara_am_and_zero_width_spaces_give_one_form() {
    assert_eq!(tokens("น้ำตก"), tokens("น\u{e49}\u{e4d}\u{e32}ตก"));
    assert_eq!(tokens("น้ำตก"), tokens("น\u{e4d}\u{e49}\u{e32}ตก"));
    assert_eq!(tokens("ภาษา\u{200b}ไทย"), tokens("ภาษาไทย"));
    assert_eq!(tokens("แมว"), tokens("เเมว"));
}

#[test]
fn identifiers_are_found_as_typed_and_by_their_parts() {
    assert_eq!(tokens("ERR_CONN_RESET"), ["err", "conn", "reset", "errconnreset"]);
    assert_eq!(tokens("src/main.rs"), ["src", "main", "rs", "src/main.rs", "main.rs"]);
    assert_eq!(tokens("v1.2.3"), ["v1", "v", "1", "2", "3", "v1.2.3"]);
    assert_eq!(tokens("E0382"), ["e0382", "e", "0382"]);
    assert!(tokens("user_id").contains(&"userid".to_owned()));
    assert!(tokens("userId").contains(&"userid".to_owned()));
    assert_eq!(tokens("userid"), ["userid"]);
    assert_eq!(tokens("HTTPServer"), ["httpserver", "http", "server"]);
    assert!(tokens("https://example.com/a-b").contains(&"example.com".to_owned()));
    assert!(tokens("use C++ and C#.").contains(&"c+".to_owned()));
    assert!(tokens("me@example.com").contains(&"me@example.com".to_owned()));
}

#[test]
fn numbers_dates_and_ordinals_keep_their_value() {
    assert_eq!(tokens("1,000 and 3rd"), ["1000", "and", "3"]);
    assert_eq!(tokens("2023-05-08"), ["2023", "05", "08", "2023-05-08"]);
    assert_eq!(tokens("3.14"), ["3", "14", "3.14"]);
}

#[test]
fn function_words_are_left_out_unless_shouted() {
    assert_eq!(indexed("the IT of US and it is us"), ["it", "us"]);
    assert_eq!(indexed("don't Mel's dogs"), ["mel", "dog"]);
}

#[test]
fn odd_input_gives_no_tokens_and_no_failure() {
    for text in ["", " ", "🎉🎉", "*", "\"", "\u{feff}", "...", "''", "--", "\u{300}"] {
        assert_eq!(tokens(text), Vec::<String>::new(), "{text:?}");
    }
    assert_eq!(tokens("NEAR( col:"), ["near", "col"]);
}

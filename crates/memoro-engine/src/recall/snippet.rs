//! The part of a text that answers: the stretch with the most words of the question, and where they stand in it.

use std::ops::Range;

use memoro_core::query::Query;
use memoro_core::text::{Phrase, Script, index_tokens, script_of};

/// The longest snippet, in characters.
const LONGEST: usize = 280;

/// What a word weighs that says what a question is about.
const SUBJECT: f32 = 1.0;
/// The fewest characters that make a piece of a question.
const PIECE: usize = 4;

/// A part of a text with the matching words marked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Snippet {
    /// The part.
    pub text: String,
    /// The bytes of the matching words within it.
    pub matches: Vec<Range<usize>>,
}

/// Returns the part of the text that holds most of what the question asks for.
pub(super) fn snippet(text: &str, query: &Query) -> Snippet {
    let found = matches(text, query);
    let window = window(text, &found);
    let part = text.get(window.clone()).unwrap_or_default();
    // Words of the shell of a question ("where is …") are marked only where nothing else of it is found.
    let subject = found.iter().any(|(_, weight)| *weight >= SUBJECT);
    let meant = found.into_iter().filter(|(_, weight)| !subject || *weight >= SUBJECT / 2.0);
    let marks = meant.map(|(range, _)| range).filter(|r| r.start >= window.start && r.end <= window.end);
    let shifted = marks.map(|r| r.start - window.start..r.end - window.start);
    let marks = joined(shifted.collect());
    let matches = marks.into_iter().flat_map(|mark| as_asked(part, mark, &query.focus)).collect();
    Snippet { text: part.to_owned(), matches }
}

/// Cuts a mark in a script without spaces down to what stands in the question as it stands there: pieces of words that
/// meet by chance are none.
fn as_asked(text: &str, mark: Range<usize>, question: &str) -> Vec<Range<usize>> {
    let marked = text.get(mark.clone()).unwrap_or_default();
    let thai = marked.chars().next().and_then(script_of) == Some(Script::Thai);
    if !thai || question.contains(marked) {
        return vec![mark];
    }
    let ends: Vec<usize> = marked.char_indices().map(|(at, _)| at).chain([marked.len()]).collect();
    let (mut pieces, mut from) = (Vec::new(), 0);
    while from + 1 < ends.len() {
        let asked =
            |to: &usize| marked.get(ends[from]..ends[*to]).is_some_and(|part| question.contains(part));
        let to = (from + 1..ends.len()).take_while(asked).last().unwrap_or(from);
        let begins = marked.get(ends[from]..).and_then(|rest| rest.chars().next()).is_some_and(begins_a_word);
        if begins && to >= from + PIECE {
            pieces.push(mark.start + ends[from]..mark.start + ends[to]);
            from = to;
        } else {
            from += 1;
        }
    }
    pieces
}

/// Tells whether a word can begin with a character: vowels and tones that stand above or below another begin none.
const fn begins_a_word(c: char) -> bool {
    !matches!(c, '\u{e30}'..='\u{e3a}' | '\u{e45}'..='\u{e4e}')
}

fn matches(text: &str, query: &Query) -> Vec<(Range<usize>, f32)> {
    let mut found = Vec::new();
    index_tokens(text, &mut |token| {
        if !token.is_indexed() {
            return;
        }
        let term = token.term();
        // A piece of an identifier stands in others too: they are not what was asked for.
        if let Some(asked) = query.terms.iter().find(|t| !t.piece && t.is(term)) {
            let whole = token.start..token.end;
            let range = if asked.term == term { whole } else { first_two(text, whole) };
            found.push((range, asked.weight));
        }
    });
    for phrase in query.phrases.iter().filter(|phrase| phrase.unindexed() > 0) {
        found.extend(places(text, phrase).into_iter().map(|range| (range, SUBJECT)));
    }
    found.sort_by_key(|(range, _)| range.start);
    found
}

/// Where words stand one after the other that the index does not keep.
fn places(text: &str, phrase: &Phrase) -> Vec<Range<usize>> {
    let words = |text: &str| {
        let mut words: Vec<(String, Range<usize>)> = Vec::new();
        index_tokens(text, &mut |token| words.push((token.text.to_owned(), token.start..token.end)));
        words
    };
    let (all, wanted) = (words(text), words(phrase.as_str()));
    if wanted.is_empty() {
        return Vec::new();
    }
    let same = |some: &&[(String, Range<usize>)]| some.iter().zip(&wanted).all(|(a, b)| a.0 == b.0);
    let ends = |some: &[(String, Range<usize>)]| Some(some.first()?.1.start..some.last()?.1.end);
    all.windows(wanted.len()).filter(same).filter_map(ends).collect()
}

/// The first two characters of a longer piece: the word that was asked for.
fn first_two(text: &str, range: Range<usize>) -> Range<usize> {
    let third = text.get(range.clone()).and_then(|part| part.char_indices().nth(2));
    range.start..third.map_or(range.end, |(at, _)| range.start + at)
}

/// Finds the stretch of at most the longest length with the greatest weight, cut at characters.
fn window(text: &str, found: &[(Range<usize>, f32)]) -> Range<usize> {
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    if starts.len() <= LONGEST {
        return 0..text.len();
    }
    let place = |byte: usize| starts.partition_point(|at| *at < byte);
    let mut best = (0.0_f32, 0_usize);
    for (first, (range, _)) in found.iter().enumerate() {
        let begin = place(range.start);
        let inside = found.iter().skip(first).take_while(|(r, _)| place(r.end) <= begin + LONGEST - 40);
        let weight: f32 = inside.map(|(_, weight)| weight).sum();
        if weight > best.0 {
            best = (weight, begin);
        }
    }
    let from = best.1.saturating_sub(40).min(starts.len() - LONGEST);
    let end = starts.get(from + LONGEST).copied().unwrap_or(text.len());
    starts[from]..end
}

/// Joins ranges that overlap or touch, as those of n-grams do.
fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut all: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => all.push(range),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use memoro_core::query::Today;

    use super::*;

    fn cut(text: &str, question: &str) -> Snippet {
        snippet(text, &Query::analyse(question, Today::new(2026, 11, 15)))
    }

    #[test]
    fn the_snippet_shows_the_matching_part_of_a_long_text() {
        for (filler, part, question) in [
            ("lorem ipsum dolor ", "we deploy with Docker on Fridays", "docker deploy"),
            ("ข้อความยาวมาก ", "รหัสโปรเจกต์คือพญานาค", "รหัสโปรเจกต์"),
            ("其他的内容。", "数据库迁移到了新加坡", "数据库在哪里"),
        ] {
            let text = format!("{}{part}{}", filler.repeat(60), filler.repeat(60));
            let snippet = cut(&text, question);
            assert!(snippet.text.contains(part), "{question}: {}", snippet.text);
            assert!(snippet.text.chars().count() <= LONGEST);
            assert!(snippet.matches.iter().all(|m| snippet.text.get(m.clone()).is_some()));
            assert!(!snippet.matches.is_empty());
        }
    }

    #[test]
    fn only_what_the_question_is_about_is_marked() {
        let marked = |text: &str, question: &str| -> Vec<String> {
            let snippet = cut(text, question);
            snippet.matches.iter().map(|m| snippet.text.get(m.clone()).unwrap().to_owned()).collect()
        };
        let thai = "เครื่องพิมพ์อยู่ชั้นสามข้างห้องประชุม การประชุมประจำสัปดาห์อยู่ที่ห้องใหญ่";
        assert_eq!(marked(thai, "ห้องประชุม"), ["ห้องประชุม", "ประชุม", "ห้อง"]);
        let english = "What the team does is in the plan; where it is, nobody knows";
        assert_eq!(marked(english, "where is the plan?"), ["plan"]);
        assert_eq!(marked("数据库每天备份，备份在新加坡", "备份在哪里"), ["备份", "备份在"]);
        assert_eq!(marked("我们养了一只狗", "狗"), ["狗"]);
        assert_eq!(marked("วันนี้ฝนตกหนัก", "ฝน"), ["ฝน"]);
        let ids = "boards mk418zq, mk900 and 418 lie in the lab; zq is a queue";
        assert_eq!(marked(ids, "mk418zq"), ["mk418zq"]);
        assert_eq!(marked("mk900 and 418 lie in the lab", "mk418zq"), [""; 0]);
    }

    #[test]
    fn words_that_the_index_does_not_keep_are_shown_and_marked() {
        let filler = "lorem ipsum dolor ".repeat(60);
        let text = format!("{filler}He said: To be or not to be. {filler}");
        let snippet = cut(&text, "\"to be or not to be\"");
        let marked: Vec<&str> = snippet.matches.iter().filter_map(|m| snippet.text.get(m.clone())).collect();
        assert_eq!(marked, ["To be or not to be"]);
    }

    #[test]
    fn a_short_text_is_shown_whole_and_an_empty_one_is_empty() {
        assert_eq!(cut("short", "anything").text, "short");
        assert_eq!(cut("", "anything"), Snippet::default());
    }
}

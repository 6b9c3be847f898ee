//! What somebody takes who only says which: "Option A: keep Heroku. Option B: move to Fly.io. Which one?" "B". The words of the
//! option are what was settled. Where the options cannot be told apart nothing is put in.

use super::cues::begins;
use super::sentence::Sentence;
use super::signs::{after_lead, bare_end};
use super::{Item, Said, reasons};
use crate::fusion::Role;

/// Words before the place of an option, or with which one is taken.
const TAKES: &str = "let's go with|let's take|let's do|go with|go for|i'd take|i'll take|we'll take|we take|i take|take|option|choice|variant|plan|number|no.|the|answer|\
    เอาเป็น|เอา|เลือก|ตัวเลือกที่|ตัวเลือก|แบบที่|แบบ|อันที่|อัน|ข้อที่|ข้อ|ทางที่|ทาง|ตัวที่|ตัว|แผนที่|แผน|\
    我选|就选|选择|选|就用|用|要|就|方案|选项|第";
/// The places of options, in order; letters and numbers are read by themselves.
const PLACES: [&str; 4] = [
    "first one|first|one|แรก|หนึ่ง|一个|一种|一",
    "second one|second|two|สอง|二个|二种|二|两",
    "third one|third|three|สาม|三个|三种|三",
    "fourth one|fourth|four|สี่|四个|四种|四",
];
/// Words behind it that add nothing.
const AFTER: &str = "one|option|please|then|it is|thanks|it|ครับ|ค่ะ|คะ|นะ|ละกัน|แล้วกัน|เลย|ดีกว่า|ก็ได้|个|種|种|吧|了|好了|就好|方案|项|条";
/// The longest answer that only says which, in characters.
const BRIEF: usize = 40;
/// The fewest letters that an option has.
const SHORTEST: usize = 4;

/// Puts the words of the option into the decisions that only say which one it is.
pub(super) fn put_in(turns: &[Said<'_>], read: &[Vec<Sentence<'_>>], items: &mut [Item]) {
    for item in items.iter_mut().filter(|item| item.kind.is_settled() && item.agreed.is_none()) {
        let Some(last) = item.turn.checked_sub(1).filter(|_| turns[item.turn].role != Role::Assistant) else {
            continue;
        };
        let own = read[item.turn].iter().find(|sentence| sentence.span == item.span);
        let Some(place) = own.filter(|own| !own.asks).and_then(|own| which(&own.seen)) else { continue };
        let all = options(&read[last]);
        let mut meant = all.iter().filter(|(of, ..)| *of == place);
        let Some((_, at, words)) = meant.next().filter(|_| all.len() > 1) else { continue };
        if meant.next().is_some() {
            continue;
        }
        item.agreed = Some((item.turn, item.span.clone()));
        (item.turn, item.span) = (last, read[last][*at].span.clone());
        item.title = reasons::title(words);
        item.conclusion.clone_from(words);
    }
}

/// Returns which option some words take and say nothing else, from 0.
fn which(seen: &str) -> Option<usize> {
    let mut rest = after_lead(bare_end(seen.trim()));
    if rest.chars().count() > BRIEF {
        return None;
    }
    while let Some(end) = begins(rest, TAKES) {
        rest = rest.get(end..)?.trim_start();
    }
    let (place, end) = place(rest)?;
    let mut rest = rest.get(end..)?;
    loop {
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        let Some(end) = begins(rest, AFTER) else { break };
        rest = rest.get(end..)?;
    }
    rest.is_empty().then_some(place)
}

/// Returns the place with which a text begins, and where it ends: "b", "2", "second", สอง, 二.
fn place(text: &str) -> Option<(usize, usize)> {
    let first = text.chars().next()?;
    let alone = !text.chars().nth(1).is_some_and(|c| c.is_ascii_alphanumeric());
    let thai = "กขคง".chars().position(|letter| letter == first).filter(|_| text.chars().count() == 1);
    match first {
        'a'..='f' if alone => Some((first as usize - 'a' as usize, 1)),
        '1'..='6' if alone => Some((first as usize - '1' as usize, 1)),
        _ => thai.map(|at| (at, first.len_utf8())).or_else(|| {
            PLACES.iter().enumerate().find_map(|(at, list)| begins(text, list).map(|end| (at, end)))
        }),
    }
}

/// Returns the options of a turn: the place of each, its sentence and its words.
fn options(turn: &[Sentence<'_>]) -> Vec<(usize, usize, String)> {
    turn.iter()
        .enumerate()
        .filter_map(|(at, sentence)| {
            let (place, words) = option(sentence)?;
            Some((place, at, words))
        })
        .collect()
}

/// Reads "Option A: keep Heroku", "2. ย้ายไป Fly.io", 第二个：迁到 Fly.io.
fn option(sentence: &Sentence<'_>) -> Option<(usize, String)> {
    const NAMES: &str =
        "option|choice|variant|plan|ตัวเลือกที่|ตัวเลือก|แบบที่|แบบ|อันที่|ข้อที่|ข้อ|ทางที่|แผนที่|แผน|方案|选项|第";
    const UNITS: &str = "个方案|个|种|项|方案|one|option";
    let seen = sentence.seen.as_str();
    let start = begins(seen, NAMES).unwrap_or(0);
    let lead = seen.get(start..)?;
    let from = start + lead.len() - lead.trim_start_matches([' ', '(', '（']).len();
    let (place, end) = place(seen.get(from..)?)?;
    let mut at = from + end;
    if let Some(end) = begins(seen.get(at..)?, UNITS) {
        at += end;
    }
    let rest = seen.get(at..)?;
    let marks = |c: char| matches!(c, ':' | '：' | '.' | ')' | '）' | '、' | '-' | '–' | '—' | '=' | ' ');
    let words = rest.trim_start_matches(marks);
    // "A tool" begins with a letter and is no option.
    let marked = rest.trim_start().starts_with(|c: char| marks(c) && c != ' ');
    let from = at + rest.len() - words.len();
    let words = reasons::trimmed(sentence.part(from..seen.len()));
    let long = words.chars().filter(|c| c.is_alphanumeric()).count() >= SHORTEST;
    (marked && long && !sentence.asks).then_some((place, words))
}

#[cfg(test)]
mod tests {
    use super::super::judge::Found;
    use super::super::{Kind, split};
    use super::*;

    fn taken(offer: &str, answer: &str) -> String {
        let turns = [(Role::Assistant, offer), (Role::User, answer)];
        let turns: Vec<Said<'_>> =
            turns.into_iter().map(|(role, text)| Said { role, text, year: None }).collect();
        let read = split(&turns);
        let mut items = vec![reasons::item(Found { kind: Kind::Decision, sure: 800, at: 0 }, 1, 0, &read)];
        put_in(&turns, &read, &mut items);
        items[0].conclusion.clone()
    }

    #[test]
    fn who_says_which_takes_the_words_of_the_option() {
        for (offer, answer, words) in [
            ("Option A: keep Heroku. Option B: move to Fly.io. Which one?", "B", "move to Fly.io"),
            (
                "1. keep Heroku\n2. move to Fly.io\nWhich one?",
                "let's go with the second one please",
                "move to Fly.io",
            ),
            ("A) keep Heroku\nB) move to Fly.io", "Option A then.", "keep Heroku"),
            ("1. ใช้ Heroku ต่อ\n2. ย้ายไป Fly.io\nเอาอันไหนดีครับ", "เอาอัน 2 ครับ", "ย้ายไป Fly.io"),
            ("แบบที่ 1: ใช้ Heroku ต่อ\nแบบที่ 2: ย้ายไป Fly.io", "เอาแบบที่สองละกัน", "ย้ายไป Fly.io"),
            ("第一个：继续用 Heroku。第二个：迁到 Fly.io。选哪个？", "第二个", "迁到 Fly.io"),
            ("方案一：繼續用 Heroku。方案二：遷到 Fly.io。", "就選方案二吧", "遷到 Fly.io"),
        ] {
            assert_eq!(taken(offer, answer), words, "{offer} {answer}");
        }
    }

    #[test]
    fn other_answers_and_other_turns_keep_their_own_words() {
        for (offer, answer) in [
            ("Option A: keep Heroku. Option B: move to Fly.io. Which one?", "B is too dear"),
            ("A tool for that is Heroku. Which one?", "A"),
            ("1. keep Heroku\nWhich one?", "1"),
            ("1. ใช้ Heroku ต่อ\n2. ย้ายไป Fly.io", "เอา 2 เครื่อง"),
            ("第一个：继续用 Heroku。第二个：迁到 Fly.io。", "第二天再说"),
        ] {
            assert_eq!(taken(offer, answer), reasons::trimmed(answer), "{offer} {answer}");
        }
    }
}

//! A text as it would be said: what differs from another in case, blanks and marks between its words alone says the same.

use crate::text::simplified;

/// Tells whether two texts differ in nothing but case, blanks and marks. Marks inside numbers count, and so do question marks,
/// signs of names (C++, C#) and pictures.
pub(super) fn alike(new: &str, old: &str) -> bool {
    let (spoken, known) = (plain(new), plain(old));
    if spoken.is_empty() { new.trim() == old.trim() } else { spoken == known }
}

fn plain(text: &str) -> String {
    let chars: Vec<char> = text.chars().map(simplified).flat_map(char::to_lowercase).collect();
    let digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    let mut plain = String::new();
    for (at, c) in chars.iter().enumerate() {
        let in_number = digit(at.checked_sub(1)) && digit(Some(at + 1));
        match c {
            ',' | '，' if in_number => {}
            c if c.is_whitespace() || (MARKS.contains(*c) && !in_number) => {
                if !plain.ends_with(' ') {
                    plain.push(' ');
                }
            }
            c => plain.push(*c),
        }
    }
    plain.trim().to_owned()
}

/// Marks that are heard as a pause or not at all.
const MARKS: &str = ".,!;:。，！；：、…\"'“”‘’「」";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_blanks_and_marks_between_words_do_not_count() {
        for (new, old) in [
            ("The gateway timeout is 60 seconds.", "the gateway  timeout is 60 seconds"),
            ("计费服务由小李负责。", "計費服務由小李負責"),
            ("ทีมใช้ Go!", "ทีมใช้ go"),
            ("It costs 1,000 baht", "it costs 1000 baht."),
            ("...", "..."),
        ] {
            assert!(alike(new, old), "{new} | {old}");
        }
    }

    #[test]
    fn whatever_else_differs_counts() {
        for (new, old) in [
            ("It is 1.5 m long", "It is 15 m long"),
            ("We use C++", "We use C"),
            ("-5 °C", "5 °C"),
            ("I like 🐶", "I like 🐱"),
            ("🙂", "🚀"),
            ("...", "!"),
            ("Deploy on Fridays?", "Deploy on Fridays."),
        ] {
            assert!(!alike(new, old), "{new} | {old}");
        }
    }
}

//! The programming language in which the assistant is to write: "write code in Go from now on", เขียนโค้ดให้ใช้ Python เป็นหลัก,
//! 以后代码示例默认用 Java. What asks for one piece of code is a task and sets nothing.

use super::directive;
use super::slot::Found;
use super::text::{Piece, Text};
use super::values;

/// What is written.
const CODE: &str = "code examples|code samples|code snippets|example code|sample code|examples of code|coding|code|scripts|snippets|ตัวอย่างโค้ด|เขียนโค้ด|โค้ด|สคริปต์|代码示例|示例代码|范例代码|范例程式码|程式码范例|代码例子|代码|程式码|程序|程式|脚本";
/// Programming languages.
const LANGUAGES: &str = "python|rust|go|golang|java|javascript|typescript|c++|c#|ruby|kotlin|swift|php|scala|haskell|elixir|zig|julia|perl|lua|dart|f#|ocaml|clojure|bash|powershell|matlab|cobol|fortran";
/// Languages whose names are words of their own.
const WORDS: &str = "go|swift|julia|ruby|rust|dart|bash|zig";
/// What stands before a language.
const BEFORE: &str = "in|with|using|use|to|prefer|ด้วย|ใช้|ภาษา|เป็น|ใน|用|使用|以|拿|采用";
/// What else is not wanted.
const NOT: &str = " instead of | rather than |, not | not |แทนที่จะ|แทน|ไม่ใช่|ไม่เอา|而不是|不要用|别用|，不用";

/// Reads a sentence that says in which language code is written from now on.
pub(super) fn language(sentence: Piece<'_>) -> Option<Found> {
    let sentence = sentence.split(NOT).map_or(sentence, |(head, _)| head);
    if !sentence.has_any(CODE) || sentence.has_any(values::NEGATIONS) {
        return None;
    }
    let mut named = sentence.likely(LANGUAGES).filter_map(|word| sentence.find(word).map(|at| (at, word)));
    let (at, word) = named.next()?;
    if named.any(|(other, longer)| other != at || longer.len() > word.len()) {
        return None;
    }
    let name = sentence.cut(at, at + word.len());
    let before = sentence.cut(0, at);
    let led = before.strip_ends(BEFORE).seen().len() < before.trim().seen().len();
    let capital = name.written().starts_with(char::is_uppercase);
    if super::search::words(WORDS).has(word) && !led && !capital {
        return None;
    }
    let rest = Text::of(&format!("{} {}", before.written(), sentence.from(at + word.len()).written()));
    let (head, tail) = rest.whole().split(CODE)?;
    let rest = Text::of(&format!("{} {}", head.written(), tail.written()));
    let reading = directive::read(rest.whole());
    let examples = |(key, _): &(&str, String)| *key == "response.style";
    let lasting = reading.strong || reading.weak || reading.wish;
    let own = reading.is_of_others();
    (reading.whole && lasting && !own && reading.wishes.iter().all(examples))
        .then(|| Found::fixed("code.language", name.written()))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    #[test]
    fn the_language_of_code_is_set_by_what_lasts() {
        for (message, language) in [
            ("write code in Go from now on", "Go"),
            ("Write your code examples in Haskell by default from now on", "Haskell"),
            ("from now on use TypeScript for all code examples", "TypeScript"),
            ("เวลาเขียนโค้ดให้ใช้ Python เป็นหลักตลอดนะ", "Python"),
            ("จากนี้ไปเขียนโค้ดด้วย Java", "Java"),
            ("ต่อไปเขียนโค้ดด้วย Python", "Python"),
            ("以后代码示例默认用Java", "Java"),
            ("以后用Java写代码", "Java"),
            ("以後都用Kotlin寫程式碼", "Kotlin"),
        ] {
            let found = understand(message);
            let told: Vec<_> = found.iter().map(|one| (one.key.as_deref(), one.value.as_str())).collect();
            assert_eq!(told, [(Some("code.language"), language)], "{message}");
        }
    }

    #[test]
    fn a_piece_of_code_that_is_asked_for_sets_nothing() {
        for message in [
            "write a parser in Go",
            "write the code in Go",
            "my colleague always writes code in Java",
            "why is code in Rust so long?",
            "เขียนโค้ด Go ให้หน่อย",
            "โค้ดนี้เขียนด้วย Java",
            "用Rust写一段代码",
            "这段代码是用Go写的",
            "寫一段Java程式碼給我看",
        ] {
            let found = understand(message);
            assert!(found.is_empty(), "{message}: {found:?}");
        }
    }
}

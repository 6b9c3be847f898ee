//! The programming language in which the assistant is to write: "write code in Go from now on", เขียนโค้ดให้ใช้ Python เป็นหลัก,
//! 以后代码示例默认用 Java. What asks for one piece of code is a task and sets nothing.

use super::directive;
use super::slot::Found;
use super::text::{Piece, Text};
use super::values;

/// What is written.
const CODE: &str = "code examples|code samples|code snippets|example code|sample code|examples of code|coding|code|scripts|script|snippets|snippet|ตัวอย่างโค้ด|เขียนโค้ด|โค้ด|สคริปต์|代码示例|示例代码|范例代码|范例程式码|程式码范例|代码例子|代码|程式码|程序|程式|脚本";
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
    if !sentence.has_any(CODE) {
        return None;
    }
    let ends = sentence
        .seen()
        .char_indices()
        .filter(|(_, c)| matches!(c, ',' | '，' | '；' | ';' | ' '))
        .map(|(at, _)| at);
    let thai = sentence.seen().chars().any(crate::text::is_thai);
    let cut = |at: &usize| thai || sentence.seen().get(*at..).is_some_and(|rest| !rest.starts_with(' '));
    one(sentence).or_else(|| {
        let heads = ends.filter(cut).filter(|at| *at > 0).collect::<Vec<_>>();
        heads.into_iter().rev().take(3).find_map(|at| one(sentence.cut(0, at)))
    })
}

/// What somebody wants where they name no language: "whenever I ask for code and don't say which, give me Kotlin",
/// 没特别说明的话，代码一律给我写 Rust.
pub(super) fn unless_told(sentence: Piece<'_>) -> Option<Found> {
    const UNSAID: &str = "don't say which|don't say what language|don't say otherwise|don't name a language|don't name one|don't specify|do not specify|don't mention a language|without naming a language|without saying which|unless i say otherwise|unless i tell you otherwise|without me naming a language|without a language|unless i say so|unless i name another|unless i ask for another|unless told otherwise|unless stated otherwise|unless specified|if i don't say|when i don't say|ไม่ได้บอกภาษา|ไม่ได้บอกว่าภาษา|ไม่ได้บอก|ไม่ได้ระบุ|ไม่ระบุ|ไม่บอกภาษา|ถ้าไม่ได้สั่ง|没特别说明|没有特别说明|没特别说|没说明|没有说明|没指定|没有指定|不指定|没说用什么|没说语言|没说是什么语言|除非我另|除非我说";
    const GIVES: &str = "should be|must be|be in|give me|use|write|default to|go with|assume|make it|it's|stick to|prefer|ให้|ใช้|เขียน|เอา|ขอ|用|写|给我|默认|使用";
    let of_code = sentence.has_any(CODE) || sentence.has_any("语言|language|ภาษา");
    let held = of_code && sentence.has_any(UNSAID) && sentence.has_any(GIVES);
    if !held || super::clause::is_question(sentence) {
        return None;
    }
    let mut named = sentence.likely(LANGUAGES).filter_map(|word| sentence.find(word).map(|at| (at, word)));
    let (at, word) = named.next()?;
    let several = named.any(|(other, longer)| other != at || longer.len() > word.len());
    let name = sentence.cut(at, at + word.len());
    let denied = sentence.cut(0, at).strip_ends("not|never|no|อย่าใช้|ไม่ใช้|ห้ามใช้|别用|不要用|不用");
    let capital = name.written().starts_with(char::is_uppercase) || !super::search::words(WORDS).has(word);
    let meant = !several && capital && denied.seen().len() == sentence.cut(0, at).trim().seen().len();
    if meant { Found::fixed("code.language", name.written()) } else { None }
}

fn one(sentence: Piece<'_>) -> Option<Found> {
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

/// What a style of code is about, and the words for it.
const STYLES: values::Table = &[
    ("indentation", "tabs|spaces|indent|indentation|แท็บ|เว้นวรรค|ย่อหน้า|缩进|制表符|空格"),
    (
        "naming",
        "camelcase|camel case|snake_case|snake case|pascalcase|kebab-case|variable names|function names|naming|ชื่อตัวแปร|ตั้งชื่อ|驼峰|下划线|变量名|命名|函数名",
    ),
    ("comments", "comments|comment|docstrings|docstring|คอมเมนต์|คอมเม้นต์|注释|文档注释"),
    ("types", "type hints|type annotations|types|ไทป์|类型注解|类型标注"),
    ("quotes", "single quotes|double quotes|อัญประกาศ|单引号|双引号"),
    ("semicolons", "semicolons|semicolon|เซมิโคลอน|分号"),
    ("lines", "line length|characters per line|ความยาวบรรทัด|行宽|每行"),
    ("tests", "unit tests|tests|เทส|ยูนิตเทสต์|单元测试|测试"),
];

/// Reads a sentence that says how all code is to be written: "whenever you give me code, use tabs", 以后你写的代码变量名统统用驼峰.
pub(super) fn style(sentence: Piece<'_>) -> Option<Found> {
    const LASTS: &str = "when you write code|when you give me code|when you show me code|when writing code for me|when coding for me|that goes for every|that goes for all|in every snippet|in every script|whenever you|every time you|any time you|all code you|any code you|all the code you|always|from now on|going forward|in future|ทุกครั้ง|ทีไร|ตลอด|ต่อไป|ต่อไปนี้|จากนี้|เสมอ|以后|今后|往后|从现在|一律|统统|每次|始终|总是";
    const OF_YOU: &str = "i want|i'd like|no|you|your|use|write|put|add|keep|indent|name|prefer|never|don't|ให้|ใช้|เขียน|ช่วย|ห้าม|อย่า|ใส่|你|用|给我|帮我|写|加|别|不要";
    const OF_OTHERS: &str = "i|i'm|we|my colleague|my team|our team|he|she|they|everyone|my boss|เขา|หัวหน้า|เพื่อน|他|她|同事|老板|大家";
    let led = sentence.strip([directive::STRONG, "please|ต่อไป|ช่วย|请"]).unwrap_or(sentence).trim_start();
    if !sentence.has_any(CODE) || !sentence.has_any([LASTS, directive::STRONG]) {
        return None;
    }
    let own = led.strip(OF_OTHERS).is_some() || led.strip("ผม|ฉัน|เรา|我|我们|my|our").is_some();
    let own = own && led.strip("i want|i'd like|i need").is_none();
    let headed = !led.seen().is_ascii() && led.strip(CODE).is_some();
    if own || !headed && !led.has_any(OF_YOU) || super::clause::is_question(sentence) {
        return None;
    }
    let what = values::find(STYLES, sentence.seen())?;
    let (_, words) = STYLES.iter().find(|(one, _)| *one == what)?;
    let mut rest = sentence;
    let mut said = sentence;
    while let Some((head, tail)) = rest.split(", |，|; |；|。") {
        if head.has_any(*words) {
            said = head;
            break;
        }
        (rest, said) = (tail, tail);
    }
    let said = said.strip_all([directive::STRONG, "please|ต่อไป"]);
    let short = (2..=120).contains(&said.trim().seen().chars().count()) && said.has_any(*words);
    if short { Found::known(format!("code.style.{what}"), said) } else { None }
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
            ("whenever I ask for code and don't say which, give me Kotlin", "Kotlin"),
            ("unless I say otherwise, write any code in Elixir", "Elixir"),
            ("เวลาขอโค้ดแล้วไม่ได้บอกภาษา ให้เขียนเป็น Go นะ", "Go"),
            ("没特别说明的话，代码一律给我写 Rust", "Rust"),
            ("我没指定的时候，脚本默认用 Python", "Python"),
            ("没说语言的时候就默认给我 Python", "Python"),
            ("If I ask for a script without naming a language, make it Python", "Python"),
            ("ต่อไปโค้ดทุกตัวใช้ TypeScript", "TypeScript"),
        ] {
            let found = understand(message);
            let told: Vec<_> = found.iter().map(|one| (one.key.as_deref(), one.value.as_str())).collect();
            assert_eq!(told, [(Some("code.language"), language)], "{message}");
        }
    }

    #[test]
    fn how_all_code_is_to_be_written_stands_under_what_it_is_about() {
        for (message, key) in [
            (
                "Whenever you give me code, use tabs rather than spaces for indentation",
                "code.style.indentation",
            ),
            ("from now on use snake_case for variable names in all code you write", "code.style.naming"),
            ("เขียนโค้ดให้เราทีไรใส่คอมเมนต์ด้วยทุกครั้งนะ", "code.style.comments"),
            ("以后你写的代码变量名统统用驼峰", "code.style.naming"),
            ("以后写代码一律用四个空格缩进", "code.style.indentation"),
            ("代码变量名一律 snake_case", "code.style.naming"),
            ("When you write code for me, put type hints on everything", "code.style.types"),
            ("I want two-space indentation in every snippet from now on", "code.style.indentation"),
        ] {
            let found = understand(message);
            let told: Vec<_> = found.iter().map(|one| one.key.as_deref()).collect();
            assert_eq!(told, [Some(key)], "{message}: {found:?}");
        }
        for message in [
            "my code always uses tabs",
            "use tabs in this code",
            "why does the code always use tabs?",
            "โค้ดนี้ใช้แท็บ",
            "这段代码用空格缩进",
        ] {
            let found = understand(message);
            assert!(found.is_empty(), "{message}: {found:?}");
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

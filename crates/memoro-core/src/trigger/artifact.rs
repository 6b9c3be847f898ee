//! The language of what the assistant writes, beside the language in which it answers: "write comments in English but answer me in
//! Polish", คอมเมนต์ในโค้ดเขียนเป็นภาษาอังกฤษ แต่ตอบเป็นภาษาไทย, 注释用英文，但回答我用中文. Said alone, without a word that it lasts, it is a task.

use super::directive::{self, Reading};
use super::slot::{Found, tidy};
use super::text::{Piece, Text};

/// What is written, and the key of its language.
const WRITTEN: &[(&str, &str)] = &[
    (
        "code.comments.language",
        "comments in the code|comments in code|code comments|the comments|comments|docstrings|คอมเมนต์ในโค้ด|คอมเม้นในโค้ด|คอมเมนต์โค้ด|คอมเมนต์|คอมเม้นท์|คอมเม้น|代码里的注释|代码中的注释|代码注释|注释|註解|注解",
    ),
    (
        "code.commits.language",
        "commit messages|commits|commit message|pr descriptions|pull request descriptions|ข้อความคอมมิต|คอมมิต|คอมมิท|提交信息|提交说明|提交记录|commit信息|commit message",
    ),
    (
        "code.docs.language",
        "documentation|the docs|docs|readmes|readme files|the readme|เอกสารประกอบ|เอกสาร|文档|说明文档",
    ),
    ("code.names.language", "variable names|function names|identifiers|ชื่อตัวแปร|ชื่อฟังก์ชัน|变量名|函数名|命名"),
];

/// Words between two wishes.
const JOINS: &str = ", but | but |, and | and |, |; | แต่| ส่วน| และ|แต่|ส่วน|และ|，但是|，但|，而|，|；|,但";

/// What is not written: 其他用中文.
const REST: &str = "everything else|anything else|the rest|for everything else|ส่วนที่เหลือ|ที่เหลือ|อย่างอื่น|นอกนั้น|其他的|其他|其它|其余|别的";

/// Reads a sentence of which each part says in which language something is written or answered; `None` where one does not, or
/// where nothing but answers is spoken of.
pub(super) fn languages(sentence: Piece<'_>) -> Option<(Vec<Found>, Signs)> {
    if !WRITTEN.iter().any(|(_, words)| sentence.has_any(*words)) {
        return None;
    }
    let (mut found, mut signs) = (Vec::new(), Signs::default());
    let mut rest = sentence.strip_all("please|pls|ช่วย|กรุณา|请|麻烦|that|ว่า");
    if let Some(led) = rest.strip(directive::STRONG) {
        (signs.lasting, rest) = (true, led.trim_start());
    }
    loop {
        let (part, tail) = rest.split(JOINS).map_or((rest, None), |(part, tail)| (part, Some(tail)));
        let part = part.strip_all(REST);
        if let Some((one, reading)) = written(part) {
            signs.take(&reading);
            found.push(one);
        } else {
            let reading = directive::read(part);
            let [(key, value)] = reading.wishes.as_slice() else { return None };
            if !reading.whole || *key != "response.language" || value.contains('+') {
                return None;
            }
            signs.take(&reading);
            signs.answers = true;
            found.extend(Found::fixed(*key, value));
        }
        match tail.filter(|tail| !tidy(*tail).is_empty() && found.len() < 5) {
            Some(tail) => rest = tail,
            None => break,
        }
    }
    let told = found.iter().any(|one| one.key.starts_with("code."));
    told.then_some((found, signs))
}

/// What tells that a wish lasts.
#[derive(Debug, Default)]
pub(super) struct Signs {
    /// It says so.
    pub(super) lasting: bool,
    /// It speaks of the answers as well.
    pub(super) answers: bool,
}

impl Signs {
    fn take(&mut self, reading: &Reading) {
        self.lasting |= reading.strong || reading.weak;
    }
}

/// One thing that is written, and nothing else but a language: the words around them are those of any wish.
fn written(part: Piece<'_>) -> Option<(Found, Reading)> {
    let (key, at, length) = WRITTEN
        .iter()
        .flat_map(|(key, words)| {
            part.likely(*words).filter_map(move |word| part.find(word).map(|at| (*key, at, word.len())))
        })
        .min_by_key(|(_, at, length)| (*at, usize::MAX - *length))?;
    let (before, after) = (part.cut(0, at), part.from(at + length));
    let text = Text::of(&format!("{} {}", before.written(), after.written()));
    let reading = directive::read(text.whole());
    let [(slot, value)] = reading.wishes.as_slice() else { return None };
    let fits =
        reading.whole && *slot == "response.language" && !value.contains('+') && !value.starts_with("not ");
    let found = Found::fixed(key, value).filter(|_| fits)?;
    Some((found, reading))
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    #[test]
    fn what_is_written_has_a_language_of_its_own_beside_the_answers() {
        for (message, written, language, answers) in [
            ("write comments in English but answer me in Polish", "code.comments.language", "en", "pl"),
            (
                "from now on write commit messages in English but talk to me in Thai",
                "code.commits.language",
                "en",
                "th",
            ),
            (
                "remember: write code comments in Chinese and reply in Thai",
                "code.comments.language",
                "zh",
                "th",
            ),
            ("คอมเมนต์ในโค้ดเขียนเป็นภาษาอังกฤษ แต่ตอบเป็นภาษาไทย", "code.comments.language", "en", "th"),
            ("代码注释用英文，但回答我用中文", "code.comments.language", "en", "zh"),
        ] {
            let found = understand(message);
            let told: Vec<_> = found.iter().map(|one| (one.key.as_deref(), one.value.as_str())).collect();
            assert_eq!(told, [(Some(written), language), (Some("response.language"), answers)], "{message}");
        }
    }

    #[test]
    fn a_task_in_a_language_sets_nothing() {
        for message in [
            "write comments in English",
            "always polish my text",
            "เขียนคอมเมนต์เป็นภาษาอังกฤษให้หน่อย",
            "用英文写注释",
        ] {
            let found = understand(message);
            assert!(found.is_empty(), "{message}: {found:?}");
        }
    }
}

//! A text as the router's rules look at it: folded to lower case, cut into words and marks, and without
//! spaces for the scripts that do not put them between words. Decides nothing.

/// One word or mark of a text, in lower case.
pub(super) type Token = String;

/// A text prepared for the rules.
pub(super) struct View {
    /// Words and marks in order; an arrow is `->`.
    pub(super) tokens: Vec<Token>,
    /// The text in lower case without any white space.
    pub(super) tight: String,
    /// How many arrows lead from one thing to the next.
    pub(super) arrows: usize,
    /// Whether Thai or Han letters are among its letters: Latin words in it are names, not sentences.
    pub(super) foreign: bool,
    /// Whether it counts its parts: `1.` and `2.`.
    pub(super) numbered: bool,
}

impl View {
    pub(super) fn new(text: &str) -> Self {
        let lower = text.to_lowercase().replace(['\u{2019}', '\u{2018}'], "'");
        let lower = lower.replace("->", "→").replace("=>", "→").replace(['⇒', '➜', '➡'], "→");
        let tokens = tokens(&lower);
        let tight: String = lower.chars().filter(|c| !c.is_whitespace()).collect();
        let arrows = lower.matches('→').count();
        let has = |n: &str| {
            let mark = |m: &str| lower.contains(&format!("{n}{m}"));
            mark(". ") || mark(") ") || mark("、") || mark("．")
        };
        let foreign = tight.chars().any(|c| matches!(c, '\u{0E00}'..='\u{0E7F}' | '\u{4E00}'..='\u{9FFF}'));
        Self { tokens, tight, arrows, foreign, numbered: has("1") && has("2") }
    }

    /// Returns the words up to and after the first mark that ends the opening clause.
    pub(super) fn opening(&self) -> (&[Token], &[Token]) {
        let end = self.tokens.iter().position(|t| matches!(t.as_str(), "," | ":" | ";" | "→"));
        let end = end.unwrap_or(self.tokens.len());
        let (head, rest) = self.tokens.split_at(end);
        (head, rest.get(1..).unwrap_or(&[]))
    }

    /// Tells whether the words stand next to each other, in this order, anywhere.
    pub(super) fn says(&self, phrase: &str) -> bool {
        has_phrase(&self.tokens, phrase)
    }

    /// Finds one of the parts in the text without spaces.
    pub(super) fn holds(&self, parts: &'static str) -> Option<&'static str> {
        each(parts).find(|part| self.tight.contains(part))
    }

    /// Finds the longest of the parts with which the text without spaces starts.
    pub(super) fn starts(&self, parts: &'static str) -> Option<&'static str> {
        each(parts).filter(|part| self.tight.starts_with(part)).max_by_key(|part| part.len())
    }

    /// Finds one of `first`, and after it one of `then`; returns what was found first.
    pub(super) fn follows(&self, first: &'static str, then: &'static str) -> Option<&'static str> {
        let after = |part: &str| self.tight.split_once(part).map(|(_, after)| after);
        each(first)
            .find(|part| after(part).is_some_and(|rest| each(then).any(|second| rest.contains(second))))
    }

    /// Tells whether the text opens with a date such as `2026-02-14`.
    pub(super) fn opens_with_date(&self) -> Option<&'static str> {
        self.tokens.first().is_some_and(|token| is_iso_date(token)).then_some("a date")
    }

    /// Returns the text without spaces and without the parts.
    pub(super) fn without(&self, parts: &'static str) -> String {
        each(parts).fold(self.tight.clone(), |text, part| text.replace(part, ""))
    }
}

/// Tells whether the word is a date such as `2026-02-14`.
pub(super) fn is_iso_date(word: &str) -> bool {
    let mut parts = word.splitn(3, '-');
    let mut digits =
        |n: usize| parts.next().is_some_and(|p| p.len() == n && p.chars().all(|c| c.is_ascii_digit()));
    digits(4) && digits(2) && digits(2)
}

/// Goes through a list of words that is written with bars between them.
pub(super) fn each(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split('|')
}

/// Tells whether the word is one of the list.
pub(super) fn one_of(word: &str, list: &'static str) -> bool {
    each(list).any(|listed| listed == word)
}

/// Tells whether the words of `phrase` stand next to each other among the tokens.
pub(super) fn has_phrase(tokens: &[Token], phrase: &str) -> bool {
    let words: Vec<&str> = phrase.split(' ').collect();
    tokens.windows(words.len()).any(|window| window.iter().zip(&words).all(|(a, b)| a == b))
}

fn tokens(lower: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut word = String::new();
    let mut chars = lower.chars().peekable();
    while let Some(c) = chars.next() {
        let inside = matches!(c, '\'' | '-' | '_' | '.' | ':' | '/')
            && !word.is_empty()
            && chars.peek().is_some_and(|next| next.is_alphanumeric());
        if c.is_alphanumeric() || inside {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        match c {
            ',' | '，' | '、' => tokens.push(",".into()),
            ':' | '：' => tokens.push(":".into()),
            ';' | '；' => tokens.push(";".into()),
            '.' | '。' | '!' | '！' | '\n' => tokens.push(".".into()),
            '→' => tokens.push("→".into()),
            _ => {}
        }
    }
    if !word.is_empty() {
        tokens.push(word);
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_dates_stay_whole_and_marks_stand_alone() {
        let view = View::new("At 02:15, on 2026-02-14: don't -> stop.");
        assert_eq!(
            view.tokens,
            ["at", "02:15", ",", "on", "2026-02-14", ":", "don't", "→", "stop", "."].map(String::from)
        );
        assert_eq!(view.arrows, 1);
    }

    #[test]
    fn spaces_do_not_matter_in_thai_and_chinese() {
        assert!(View::new("ผู้ใช้ ชอบ กาแฟ").holds("ผู้ใช้ชอบ").is_some());
        assert!(View::new("用户 喜欢").starts("用户喜欢").is_some());
    }
}

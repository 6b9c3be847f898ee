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

    /// Tells whether the text without spaces holds one of the parts; returns the first.
    pub(super) fn holds(&self, parts: &[&'static str]) -> Option<&'static str> {
        parts.iter().copied().find(|part| self.tight.contains(part))
    }

    /// Tells whether the text without spaces starts with one of the parts; returns the longest.
    pub(super) fn starts(&self, parts: &[&'static str]) -> Option<&'static str> {
        parts.iter().copied().filter(|part| self.tight.starts_with(part)).max_by_key(|part| part.len())
    }

    /// Finds one of `first`, and after it one of `then`; returns what was found first.
    pub(super) fn follows(&self, first: &[&'static str], then: &[&str]) -> Option<&'static str> {
        first.iter().copied().find(|part| {
            self.tight
                .split_once(part)
                .is_some_and(|(_, after)| then.iter().any(|second| after.contains(second)))
        })
    }
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
        assert!(View::new("ผู้ใช้ ชอบ กาแฟ").holds(&["ผู้ใช้ชอบ"]).is_some());
        assert!(View::new("用户 喜欢").starts(&["用户喜欢"]).is_some());
    }
}

//! How many model tokens a text takes, by script, for budgets and chunk sizes. An estimate: an exact count needs a
//! tokenizer of the model in question.

use super::script::{Script, script_of};

/// Returns the estimated number of model tokens: Latin 4, Thai 2, Han 1.3 characters a token, rounded up.
pub fn token_estimate(text: &str) -> usize {
    // In sixtieths of a token, so that the sum is exact: 60/4, 60/2, 60/1.3 ≈ 46.
    let mut sixtieths = 0usize;
    for c in text.chars() {
        sixtieths += match if c.is_ascii() { None } else { script_of(c) } {
            Some(Script::Thai | Script::Spaceless) => 30,
            Some(Script::Han | Script::Kana | Script::Hangul) => 46,
            _ if c.is_ascii() => 15,
            Some(_) => 20,
            None => 30,
        };
    }
    sixtieths.div_ceil(60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_script_has_its_own_rate() {
        assert_eq!(token_estimate(""), 0);
        assert_eq!(token_estimate("abcdefgh"), 2);
        assert_eq!(token_estimate("ภาษาไทยนะ"), 5);
        assert_eq!(token_estimate("记忆系统很好用吧来试试看吧"), 10);
        assert_eq!(token_estimate("a"), 1);
    }
}

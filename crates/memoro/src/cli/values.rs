//! Reading what a person types: times, texts, bounded numbers. Decides nothing about what they are for.

use std::io::Read as _;

use memoro_core::{Confidence, Key, MAX_TEXT, Priority, Ttl};

use crate::error::{Code, Failure, Result};
pub(super) use crate::times::{as_of_if, moment_if};

/// Reads how many; nothing at all is no answer.
pub(super) fn count(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| "expected a number from 1".to_owned())
}

/// Reads a score; for clap.
pub(super) fn share(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().ok().filter(|n| (0.0..=1.0).contains(n));
    number.ok_or_else(|| "must be a number from 0 to 1".to_owned())
}

/// Reads a key; for clap.
pub(super) fn key(text: &str) -> Result<Key, String> {
    Key::new(text).map_err(|why| why.to_string())
}

/// Reads a time to live; for clap.
pub(super) fn ttl(text: &str) -> Result<Ttl, String> {
    text.parse::<Ttl>().map_err(|why| why.to_string())
}

/// Reads a confidence; for clap.
pub(super) fn confidence(text: &str) -> Result<Confidence, String> {
    let number = text.parse::<f64>().ok().and_then(Confidence::new);
    number.ok_or_else(|| "must be a number from 0 to 1".to_owned())
}

/// Reads a priority; for clap.
pub(super) fn priority(text: &str) -> Result<Priority, String> {
    let number = text.parse::<u8>().ok().and_then(Priority::new);
    number.ok_or_else(|| "must be a number from 0 to 100".to_owned())
}

/// Puts the words of a text together; `-` alone reads it from stdin.
pub(super) fn text(words: &[String]) -> Result<String> {
    if words != ["-"] {
        return Ok(words.join(" "));
    }
    let mut bytes = Vec::new();
    let most = MAX_TEXT as u64 + 1;
    let read = std::io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    if read as u64 == most {
        let message = format!("the text on stdin is too long: at most {MAX_TEXT} bytes");
        return Err(
            Failure::new(Code::Invalid, message).hint("split it, or keep it as a document in the workspace")
        );
    }
    String::from_utf8(bytes).map_err(|_| {
        Failure::new(Code::Invalid, "the text on stdin is not UTF-8")
            .hint("convert it, for example with `iconv -t UTF-8`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounded_numbers_name_their_bounds() {
        assert_eq!(priority("101").unwrap_err(), "must be a number from 0 to 100");
        assert_eq!(confidence("1.5").unwrap_err(), "must be a number from 0 to 1");
        assert_eq!(confidence("0.5").unwrap().thousandths(), 500);
    }
}

//! Fields as lenient clients send them: numbers that may be texts, lists that may be one text with commas.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use utoipa::ToSchema;

/// A whole number, or a text that is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(value_type = u64)]
pub(crate) struct Count(pub(crate) u64);

impl Count {
    /// Returns the number, the usual one where it is left out, within bounds.
    pub(crate) fn within(asked: Option<Count>, usual: usize, most: usize) -> usize {
        asked.map_or(usual, |Count(n)| usize::try_from(n).unwrap_or(most)).min(most)
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CountVisitor)
    }
}

struct CountVisitor;

impl Visitor<'_> for CountVisitor {
    type Value = Count;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a whole number of 0 or more")
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<Count, E> {
        Ok(Count(n))
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<Count, E> {
        u64::try_from(n).map(Count).map_err(|_| E::custom("a number must be 0 or more"))
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be a small whole number"
    )]
    fn visit_f64<E: Error>(self, n: f64) -> Result<Count, E> {
        let whole = n.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&n);
        if whole { Ok(Count(n as u64)) } else { Err(E::custom("a number must be whole and 0 or more")) }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Count, E> {
        text.trim().parse().map(Count).map_err(|_| E::custom("a number must be whole and 0 or more"))
    }
}

/// A list of texts, or one text with commas between them.
#[derive(Debug, Clone, Default, PartialEq, Eq, ToSchema)]
#[schema(value_type = Vec<String>)]
pub(crate) struct Words(pub(crate) Vec<String>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WordsVisitor)
    }
}

struct WordsVisitor;

impl<'de> Visitor<'de> for WordsVisitor {
    type Value = Words;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of texts, or one text with commas")
    }

    fn visit_unit<E: Error>(self) -> Result<Words, E> {
        Ok(Words::default())
    }

    fn visit_none<E: Error>(self) -> Result<Words, E> {
        Ok(Words::default())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Words, E> {
        let words = text.split([',', '，', '、']).map(str::trim).filter(|word| !word.is_empty());
        Ok(Words(words.map(str::to_owned).collect()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Words, A::Error> {
        let mut words = Vec::new();
        while let Some(word) = list.next_element::<String>()? {
            let word = word.trim();
            if !word.is_empty() {
                words.push(word.to_owned());
            }
        }
        Ok(Words(words))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_number_is_the_same_as_a_text(n in 0u64..1 << 53) {
            let count = |json: &str| serde_json::from_str::<Count>(json).unwrap();
            prop_assert_eq!(count(&n.to_string()), Count(n));
            prop_assert_eq!(count(&format!("\" {n} \"")), Count(n));
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for wrong in ["-1", "1.5", "\"x\"", "\"-1\"", "true", "[1]", "1e300", "\"\""] {
            assert!(serde_json::from_str::<Count>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn lists_come_as_lists_or_with_commas_of_three_languages() {
        let words = |json: &str| serde_json::from_str::<Words>(json).unwrap().0;
        assert_eq!(words(r#"["ก", " 乙 ", ""]"#), ["ก", "乙"]);
        assert_eq!(words(r#""ก, b，乙、丙""#), ["ก", "b", "乙", "丙"]);
        assert!(words("null").is_empty() && words(r#""""#).is_empty());
        assert!(serde_json::from_str::<Words>("[1]").is_err());
    }
}

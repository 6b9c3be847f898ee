//! Cuts work into requests of a bounded size. It never reorders and never loses a text.

use super::Prepared;
use crate::Limits;

/// Splits texts into batches within the limits; a text that is larger than a batch has one of its own.
pub(super) fn split<'t>(texts: &'t [&'t Prepared], limits: &Limits) -> Vec<&'t [&'t Prepared]> {
    let mut batches = Vec::new();
    let (mut from, mut bytes) = (0, 0);
    for (at, text) in texts.iter().enumerate() {
        let full = at - from >= limits.batch_texts.max(1) || bytes + text.text.len() > limits.batch_bytes;
        if full && at > from {
            batches.push(&texts[from..at]);
            (from, bytes) = (at, 0);
        }
        bytes += text.text.len();
    }
    if from < texts.len() {
        batches.push(&texts[from..]);
    }
    batches
}

/// Returns the longest start of the text that has at most `bytes` bytes and ends between characters.
pub(super) fn cut(text: &str, bytes: usize) -> &str {
    text.get(..text.floor_char_boundary(bytes)).expect("the place is a character boundary")
}

#[cfg(test)]
mod tests {
    use super::{Prepared, cut, split};
    use crate::{Limits, TextHash};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn batches_keep_order_and_limits(
            lengths in prop::collection::vec(0_usize..40, 0..60), batch_texts in 0_usize..9, batch_bytes in 0_usize..100,
        ) {
            let prepare = |(at, length): (usize, &usize)| Prepared {
                hash: TextHash::new("", &at.to_string()), text: "x".repeat(*length), blank: false,
            };
            let texts: Vec<Prepared> = lengths.iter().enumerate().map(prepare).collect();
            let texts: Vec<&Prepared> = texts.iter().collect();
            let limits = Limits { batch_texts, batch_bytes, ..Limits::default() };
            let batches = split(&texts, &limits);
            let order: Vec<TextHash> = batches.iter().flat_map(|batch| batch.iter().map(|text| text.hash)).collect();
            prop_assert_eq!(order, texts.iter().map(|text| text.hash).collect::<Vec<_>>());
            for batch in batches {
                prop_assert!(!batch.is_empty() && batch.len() <= batch_texts.max(1));
                let bytes: usize = batch.iter().map(|text| text.text.len()).sum();
                prop_assert!(batch.len() == 1 || bytes <= batch_bytes);
            }
        }
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert_eq!(cut("กขค", 7), "กข");
        assert_eq!(cut("汉字", 5), "汉");
        assert_eq!(cut("docker", 6), "docker");
        assert_eq!(cut("docker", 0), "");
    }
}

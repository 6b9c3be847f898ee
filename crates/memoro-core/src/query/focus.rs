//! Which part of a long message asks. A person often thinks aloud before the question; what was said before counts,
//! all together, about as much as one sentence.

/// A message cut into sentences, each with its weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Focus {
    /// First byte, byte after the last, weight.
    sentences: Vec<(usize, usize, f32)>,
}

/// Longer messages are read from their end: bytes kept.
const LONGEST: usize = 8_000;

impl Focus {
    /// Reads a message.
    pub(super) fn of(text: &str) -> Self {
        let mut sentences = sentences(text);
        let asking = sentences.iter().filter(|s| s.2 > 0.0).count();
        let telling = sentences.len() - asking;
        for sentence in &mut sentences {
            if asking == 0 || sentence.2 > 0.0 {
                sentence.2 = 1.0;
            } else {
                #[allow(clippy::cast_precision_loss, reason = "a message has few sentences")]
                let share = 1.0 / telling as f32;
                sentence.2 = share;
            }
        }
        Self { sentences }
    }

    /// Returns the weight of the sentence that a byte lies in.
    pub(super) fn weight(&self, at: usize) -> f32 {
        self.sentences.iter().find(|(from, to, _)| (*from..*to).contains(&at)).map_or(1.0, |s| s.2)
    }

    /// Returns which of the questions in the message a byte lies in, as a bit; none if there is but one question, or
    /// outside all.
    pub(super) fn part(&self, at: usize) -> u8 {
        let asking: Vec<_> = self.sentences.iter().filter(|s| s.2 >= 1.0).collect();
        if asking.len() < 2 {
            return 0;
        }
        let index = asking.iter().position(|(from, to, _)| (*from..*to).contains(&at));
        index.map_or(0, |i| 1 << i.min(7))
    }

    /// Returns the sentences that weigh most, joined: what the question means without the talk around it.
    pub(super) fn text(&self, text: &str) -> String {
        let kept = self.sentences.iter().filter(|s| s.2 >= 0.5);
        let parts: Vec<&str> = kept.filter_map(|(from, to, _)| text.get(*from..*to)).collect();
        if parts.is_empty() { text.to_owned() } else { parts.concat() }
    }
}

/// Cuts at sentence ends; the weight is 1 for a question and 0 for a statement. What comes before the last
/// [`LONGEST`] bytes is left out.
fn sentences(text: &str) -> Vec<(usize, usize, f32)> {
    let mut cuts = Vec::new();
    let mut from = text.len().saturating_sub(LONGEST);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let first = from;
    let mut chars = text.char_indices().skip_while(move |(at, _)| *at < first).peekable();
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        let next = chars.peek().map(|(_, c)| *c);
        let closes = match c {
            '?' | '？' | '。' | '！' | '\n' => true,
            '.' | '!' => next.is_none_or(char::is_whitespace),
            _ => next.is_none(),
        };
        if closes && !next.is_some_and(|n| matches!(n, '?' | '？' | '!' | '！' | '"' | '”')) {
            let has_words = text.get(from..end).is_some_and(|s| s.chars().any(char::is_alphanumeric));
            if has_words {
                cuts.push((from, end, if matches!(c, '?' | '？') { 1.0 } else { 0.0 }));
                from = end;
            }
        }
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_sentence_weighs_one_in_any_language() {
        for text in ["Where did I park", "จอดรถไว้ที่ไหน", "车停在哪里？", ""]
        {
            assert_eq!(Focus::of(text).text(text), text);
            assert!((Focus::of(text).weight(0) - 1.0).abs() < f32::EPSILON);
        }
    }

    #[test]
    fn talk_before_the_question_shares_the_weight_of_one_sentence() {
        let text = "今天天气不错。我很开心。昨晚睡得好。对了，车停在哪里？";
        let focus = Focus::of(text);
        assert!(focus.weight(0) < 0.4);
        assert_eq!(focus.text(text), "对了，车停在哪里？");
        let text = "I baked bread. Any advice?";
        assert_eq!(Focus::of(text).text(text), text);
    }
}

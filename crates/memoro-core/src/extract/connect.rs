//! Words that join a reason, a finding or a consequence to what was settled. Without such a word two sentences that
//! stand side by side say nothing about each other.

use super::cues::{ALL, Cues, begins, find_from, place};

/// Returns the first place at or after a byte where a reason begins, and where the word for it ends.
pub(super) fn because(seen: &str, from: usize) -> Option<(usize, usize)> {
    ALL.iter().filter_map(|cues| because_of(seen, cues, from)).min()
}

fn because_of(seen: &str, cues: &Cues, mut from: usize) -> Option<(usize, usize)> {
    loop {
        let (at, end) = find_from(seen, cues.because, from)?;
        if is_reason(seen, cues, (at, end)) {
            return Some((at, end));
        }
        from = end;
    }
}

/// "since Monday" and "as we said" give no reason; Thai "for that reason" begins like "because".
fn is_reason(seen: &str, cues: &Cues, (at, end): (usize, usize)) -> bool {
    let here = seen.get(at..).unwrap_or_default();
    let word = here.get(..end - at).unwrap_or_default();
    let after = seen.get(end..).unwrap_or_default().trim_start();
    let number = after.strip_prefix('v').unwrap_or(after).starts_with(|c: char| c.is_ascii_digit());
    let time =
        word == "since" && (number || seen.get(..at).is_some_and(|text| text.trim_end().ends_with("ever")));
    begins(here, cues.not_because).is_none() && !time
}

/// Tells whether a sentence begins by giving a reason.
pub(super) fn gives_reason(seen: &str) -> bool {
    because(seen, 0).is_some_and(|(at, _)| at == 0)
}

/// Returns the first place at or after a byte where a consequence begins, and where the word for it ends.
pub(super) fn therefore(seen: &str, from: usize) -> Option<(usize, usize)> {
    let joined = |phrase: &str| {
        let phrase = phrase.trim();
        let (word, rest) = phrase.split_once('~').unwrap_or((phrase, ""));
        let (at, _) = place(seen, &format!("{word}{rest}"), from)?;
        Some((at, at + word.len()))
    };
    let all = ALL.iter().flat_map(|cues| cues.therefore.split('|'));
    all.filter_map(joined).min_by_key(|(at, end)| (*at, usize::MAX - end))
}

/// Tells whether a sentence begins as a consequence of the one before it; returns where the word for it ends.
pub(super) fn follows(seen: &str) -> Option<usize> {
    let bare = seen.trim_start();
    let lead = ALL.iter().filter_map(|cues| begins(bare, cues.lead)).max().unwrap_or(0);
    let after = bare.get(lead..).unwrap_or_default().trim_start_matches([' ', ',', '，']);
    let start = seen.len() - after.len();
    let at = |from: usize| therefore(seen, from).filter(|(at, _)| *at == from).map(|(_, end)| end);
    at(seen.len() - bare.len()).or_else(|| at(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_needs_its_word_and_a_time_is_none() {
        assert!(gives_reason("because it is small") && gives_reason("เพราะเล็ก") && gives_reason("因为小"));
        for text in [
            "we have it since monday",
            "in use since 2024",
            "ever since it broke",
            "as we said",
            "เพราะฉะนั้นใช้มัน",
            "它小",
        ] {
            assert_eq!(because(text, 0), None, "{text}");
        }
        assert_eq!(because("ใช้ x เพราะ y", 0).map(|(at, _)| at), Some("ใช้ x ".len()));
    }

    #[test]
    fn a_consequence_keeps_what_belongs_to_it() {
        assert_eq!(follows("so we use it"), Some(2));
        assert_eq!(follows("okay, so let's use it"), Some(8));
        assert_eq!(follows("ดังนั้นใช้มัน"), Some("ดังนั้น".len()));
        assert_eq!(follows("所以用它"), Some("所以".len()));
        assert_eq!(therefore("มันช้า เลยตัดสินใจย้าย", 0).map(|(_, end)| end), Some("มันช้า เลย".len()));
        assert_eq!(follows("so far we use it"), None);
        assert_eq!(follows("ใช้เลย"), None);
    }
}

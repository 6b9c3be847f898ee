//! The nearest known word to a misspelt one. Proposes nothing that is not near.

/// Returns the candidate with the fewest edits, at most a third of the word's length (two for short words).
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = (word.chars().count() / 3).max(2);
    let scored = candidates.into_iter().map(|candidate| (distance(word, candidate), candidate));
    scored.filter(|(edits, _)| *edits <= most).min_by_key(|(edits, _)| *edits).map(|(_, candidate)| candidate)
}

/// Counts the insertions, deletions and replacements that turn one word into another.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let known = ["owner", "time_zone", "session.idle"];
        assert_eq!(nearest("onwer", known), Some("owner"));
        assert_eq!(nearest("timezone", known), Some("time_zone"));
        assert_eq!(nearest("session.idel", known), Some("session.idle"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("ผู้ใช้", known), None);
    }
}

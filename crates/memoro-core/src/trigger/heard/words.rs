//! Words that tell much of a message, in classes: who it is about, what keeps and what drops, what holds for good or once,
//! what is denied, asked, quoted or only thought of. The network learned what each class is worth; the lists are data.

use std::collections::HashMap;
use std::sync::LazyLock;

/// How many classes there are.
pub(super) const CLASSES: usize = 20;

/// The class of the words for the one who is spoken to.
pub(super) const YOU: usize = 3;
/// The class of the words that keep something.
pub(super) const KEEPING: usize = 4;
/// The class of the words for what holds for good.
pub(super) const LASTING: usize = 6;
/// The class of the words for what has changed.
pub(super) const CHANGED: usize = 9;
/// The class of the words for where memory is.
pub(super) const OF_MEMORY: usize = 18;

/// The classes, a line each: its name and its words.
static LISTS: &str = include_str!("words.txt");

/// The words by their first letter, each with the class that it is of.
static WORDS: LazyLock<HashMap<char, Vec<(&'static str, usize)>>> = LazyLock::new(|| {
    let mut words: HashMap<char, Vec<(&'static str, usize)>> = HashMap::new();
    for (class, list) in
        LISTS.lines().filter_map(|line| line.split_once('\t')).map(|(_, list)| list).enumerate()
    {
        for word in list.split('|') {
            if let Some(first) = word.chars().next() {
                words.entry(first).or_default().push((word, class));
            }
        }
    }
    words
});

/// The classes of the words that stand at each byte of a text, a bit for each class.
pub(super) struct Classes(Vec<u32>);

impl Classes {
    /// Finds the words of a text.
    pub(super) fn of(text: &str) -> Self {
        let mut found = vec![0_u32; text.len()];
        let (mut low, mut places) = (String::with_capacity(text.len()), Vec::with_capacity(text.len() + 1));
        for (at, c) in text.char_indices() {
            let c = if c == '’' { '\'' } else { c };
            let lower = c.to_lowercase().next().unwrap_or(c);
            low.push(lower);
            places.extend(std::iter::repeat_n(at, lower.len_utf8()));
        }
        places.push(text.len());
        let mut before = ' ';
        for (at, c) in low.char_indices() {
            let rest = low.get(at..).unwrap_or_default();
            for (word, class) in WORDS.get(&c).map(Vec::as_slice).unwrap_or_default() {
                let Some(after) = rest.strip_prefix(word) else { continue };
                let joined = c.is_ascii_alphanumeric() && before.is_ascii_alphanumeric()
                    || word.ends_with(|c: char| c.is_ascii_alphanumeric())
                        && after.starts_with(|c: char| c.is_ascii_alphanumeric());
                let ends = (places.get(at), places.get(at + word.len()));
                if let (false, (Some(start), Some(end))) = (joined, ends) {
                    found
                        .get_mut(*start..*end)
                        .unwrap_or_default()
                        .iter_mut()
                        .for_each(|at| *at |= 1 << class);
                }
            }
            before = c;
        }
        Self(found)
    }

    /// Returns the classes of the words within a stretch of bytes, a bit for each.
    pub(super) fn within(&self, span: std::ops::Range<usize>) -> u32 {
        self.0.get(span).unwrap_or_default().iter().fold(0, |all, one| all | one)
    }

    /// Returns the classes of all words.
    pub(super) fn all(&self) -> u32 {
        self.within(0..self.0.len())
    }
}

/// Returns which classes stand in bits, in their order.
pub(super) fn classes_in(bits: u32) -> impl Iterator<Item = usize> {
    (0..CLASSES).filter(move |class| bits & 1 << class != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&'static str> {
        let all: Vec<&str> =
            LISTS.lines().filter_map(|line| line.split_once('\t')).map(|(name, _)| name).collect();
        assert_eq!(all.len(), CLASSES);
        classes_in(Classes::of(text).all()).map(|class| all[class]).collect()
    }

    #[test]
    fn words_of_the_script_with_blanks_stand_by_themselves() {
        assert_eq!(names("Imagery"), [""; 0]);
        assert_eq!(names("İ I’m"), ["self"]);
        assert_eq!(names("不用记"), ["keep", "not", "denied"]);
        assert!(names("ไม่ต้องจำ").contains(&"denied"));
    }

    #[test]
    fn a_stretch_has_the_classes_of_its_own_words() {
        let classes = Classes::of("she forgot");
        assert_ne!(classes.within(0..3), 0);
        assert_eq!(classes.within(4..10), 0);
    }
}

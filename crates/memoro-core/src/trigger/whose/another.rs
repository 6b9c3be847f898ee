//! Another relative or animal of the same kind: "my other sister", "my second wife", พี่สาวอีกคน, 另一只狗. Stands under a key of its
//! own, so that it takes the place of nothing that is known of the first.

use super::super::keys;
use super::super::slot::Found;
use super::super::text::Piece;
use super::Clause;

/// The word in a key, and the words that say so.
const WHICH: [(&str, &str); 4] = [
    ("other", "other|another|อีกคน|อีกตัว|另一个|另外一个|另一位|另一只|另外一只|另一条"),
    ("first", "first|คนแรก|ตัวแรก|第一任|第一只|第一个"),
    ("second", "second|คนที่สอง|ตัวที่สอง|第二任|第二只|第二个"),
    ("third", "third|คนที่สาม|ตัวที่สาม|第三任|第三只|第三个"),
];

/// Returns which one of several the subject of a clause is; `None` where it does not say so.
pub(super) fn which(clause: Clause<'_>) -> Option<&'static str> {
    let end = clause.said.before().seen().len().saturating_sub(clause.whole.before().seen().len());
    let subject = clause.whole.cut(0, end);
    WHICH.iter().map(|(which, _)| *which).find(|which| says_which(subject, which))
}

/// Puts what is said of one of several under its own key: `family.other_sister.name`.
pub(super) fn apart(found: Found, owner: &str, which: &str) -> Found {
    let own = owner.split_once('.').and_then(|(family, who)| {
        let what = found.key.strip_prefix(owner)?;
        Some(keys::shorten(&format!("{family}.{which}_{who}{what}")))
    });
    Found { key: own.unwrap_or(found.key), ..found }
}

/// Returns the key of the being without the word for which one it is.
pub(in super::super) fn plain_owner(owner: &str) -> (Option<&'static str>, String) {
    let Some((family, who)) = owner.split_once('.') else { return (None, owner.to_owned()) };
    let found = WHICH.iter().find_map(|(which, _)| {
        let who = who.strip_prefix(which)?.strip_prefix('_')?;
        Some((Some(*which), format!("{family}.{who}")))
    });
    found.unwrap_or_else(|| (None, owner.to_owned()))
}

/// Tells whether words name which one of several they mean.
pub(in super::super) fn says_which(words: Piece<'_>, which: &str) -> bool {
    let says = |word: &str| if word.is_ascii() { words.has(word) } else { words.holds(word) };
    WHICH.iter().any(|(one, all)| *one == which && words.likely(all).any(says))
}

#[cfg(test)]
mod tests {
    use super::super::super::understand;

    #[test]
    fn another_one_of_the_same_kind_has_a_key_of_its_own() {
        for (message, key) in [
            ("remember my sister's name is Ann", "family.sister.name"),
            ("remember my other sister's name is Beth", "family.other_sister.name"),
            ("remember my other dog is called Waffle", "pet.other_dog.name"),
            ("remember my second wife is Beth", "family.second_wife.name"),
            ("จำไว้ว่าพี่สาวผมอีกคนชื่อเบล", "family.other_sister.name"),
            ("记住我另一只狗叫阿福", "pet.other_dog.name"),
        ] {
            let found: Vec<_> = understand(message).into_iter().filter_map(|one| one.key).collect();
            assert_eq!(found, [key], "{message}");
        }
    }
}

//! Long numbers that two texts share: a phone number, a ticket, a stamp of time. They say that the two speak of one
//! matter, not that they say the same of it, and would outweigh every word in the similarity of meaning.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::units::{is_han, is_thai};

/// From how many digits on a number is long: no year, no port and no amount that people say.
const LONG: usize = 6;

/// Returns both texts without the long numbers that both have; as they are where nothing else would be left.
pub(super) fn without_shared_numbers<'a>(new: &'a str, old: &'a str) -> (Cow<'a, str>, Cow<'a, str>) {
    let shared: BTreeSet<&str> = {
        let known: BTreeSet<&str> = long_numbers(old).collect();
        long_numbers(new).filter(|number| known.contains(number)).collect()
    };
    if shared.is_empty() {
        return (Cow::Borrowed(new), Cow::Borrowed(old));
    }
    let (short_new, short_old) = (without(new, &shared), without(old, &shared));
    let says = |text: &str| text.chars().any(char::is_alphanumeric);
    if says(&short_new) && says(&short_old) {
        (Cow::Owned(short_new), Cow::Owned(short_old))
    } else {
        (Cow::Borrowed(new), Cow::Borrowed(old))
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() || is_thai(c) || is_han(c))
}

fn long_numbers(text: &str) -> impl Iterator<Item = &str> {
    words(text).filter(|word| word.chars().filter(|c| c.is_numeric()).count() >= LONG)
}

fn without(text: &str, numbers: &BTreeSet<&str>) -> String {
    let mut left = text.to_owned();
    for number in numbers {
        left = left.replace(number, " ");
    }
    left.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::conflict::{Relation, Sense, compare};

    fn cut(new: &str, old: &str) -> (String, String) {
        let (new, old) = without_shared_numbers(new, old);
        (new.into_owned(), old.into_owned())
    }

    #[test]
    fn only_long_numbers_that_both_have_are_left_out() {
        assert_eq!(
            cut("cat 1794766776 sits on the mat", "owl 1794766776 lives"),
            ("cat sits on the mat".into(), "owl lives".into())
        );
        assert_eq!(cut("แมว1794766776นั่ง", "นกฮูก 1794766776 อยู่"), ("แมว นั่ง".into(), "นกฮูก อยู่".into()));
        for (new, old) in [
            ("port 8443 is open", "port 8443 is closed"),
            ("票号 123456 属于甲", "票号 654321 属于乙"),
            ("since 2026-11-15", "until 2026-11-15"),
            ("1794766776", "the number 1794766776"),
        ] {
            assert_eq!(cut(new, old), (new.into(), old.into()));
        }
    }

    #[test]
    fn a_long_number_that_two_facts_share_makes_them_no_duplicate() {
        // As a model that reads every digit sees them.
        let number = |text: &str| text.contains("1794766776");
        let meaning = |a: &str, b: &str| if number(a) && number(b) { 0.97 } else { 0.1 };
        for (new, old) in [
            ("cat 1794766776 sits on the mat", "owl 1794766776 lives in the barn"),
            ("แมว 1794766776 นั่งบนเสื่อ", "นกฮูก 1794766776 อยู่ในโรงนา"),
            ("猫 1794766776 坐在垫子上", "猫头鹰 1794766776 住在谷仓里"),
        ] {
            let found = compare(new, old, Sense::of_words(&meaning)).relation;
            assert!(!matches!(found, Relation::Same | Relation::Contradicts { .. }), "{new}: {found:?}");
        }
        let same = "Ticket 1794766776 is about the broken cache";
        assert_eq!(compare(same, same, Sense::of_words(&meaning)).relation, Relation::Same);
    }

    proptest! {
        #[test]
        fn what_is_left_holds_none_of_what_was_shared(n in 100_000u64..u64::MAX, a in "[a-zก-ฮ东京 ]{1,20}", b in "[a-zก-ฮ东京 ]{1,20}") {
            let (new, old) = cut(&format!("x {a} {n}"), &format!("{n} {b} y"));
            prop_assert!(!new.contains(&n.to_string()) && !old.contains(&n.to_string()));
        }
    }
}

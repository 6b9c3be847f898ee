//! English suffix stripping after Porter (1980), on folded ASCII letters, after the irregular forms. Other
//! languages in Latin letters pass through the same rules: index and query agree, which is all that matching needs.

use super::irregular::base_form;

/// Reduces a folded word to its stem in place; words of one or two letters and words with other signs stay.
pub(super) fn stem(word: &mut Vec<u8>) {
    if word.len() < 3 || word.len() > 40 || !word.iter().all(u8::is_ascii_lowercase) {
        return;
    }
    if let Some(base) = std::str::from_utf8(word).ok().and_then(base_form) {
        word.clear();
        word.extend_from_slice(base.as_bytes());
    }
    plural(word);
    past_and_gerund(word);
    y_to_i(word);
    if word.len() > 4 {
        replace(word, DOUBLE, 0);
        replace(word, SINGLE, 0);
        drop_suffix(word);
    }
    final_e(word);
}

/// Suffixes whose stem has a measure above zero, and what stands instead (steps 2 and 3).
const DOUBLE: &[(&[u8], &[u8])] = &[
    (b"ational", b"ate"),
    (b"tional", b"tion"),
    (b"enci", b"ence"),
    (b"anci", b"ance"),
    (b"izer", b"ize"),
    (b"bli", b"ble"),
    (b"alli", b"al"),
    (b"entli", b"ent"),
    (b"eli", b"e"),
    (b"ousli", b"ous"),
    (b"ization", b"ize"),
    (b"ation", b"ate"),
    (b"ator", b"ate"),
    (b"alism", b"al"),
    (b"iveness", b"ive"),
    (b"fulness", b"ful"),
    (b"ousness", b"ous"),
    (b"aliti", b"al"),
    (b"iviti", b"ive"),
    (b"biliti", b"ble"),
    (b"logi", b"log"),
];
const SINGLE: &[(&[u8], &[u8])] = &[
    (b"icate", b"ic"),
    (b"ative", b""),
    (b"alize", b"al"),
    (b"iciti", b"ic"),
    (b"ical", b"ic"),
    (b"ful", b""),
    (b"ness", b""),
];
/// Suffixes that fall when the stem's measure is above one (step 4).
const DROPPED: &[&[u8]] = &[
    b"al", b"ance", b"ence", b"er", b"ic", b"able", b"ible", b"ant", b"ement", b"ment", b"ent", b"sion",
    b"tion", b"ou", b"ism", b"ate", b"iti", b"ous", b"ive", b"ize",
];

fn is_consonant(word: &[u8], at: usize) -> bool {
    match word.get(at) {
        Some(b'a' | b'e' | b'i' | b'o' | b'u') | None => false,
        Some(b'y') => at == 0 || !is_consonant(word, at - 1),
        Some(_) => true,
    }
}

/// The number of vowel-consonant sequences in the first `len` letters.
fn measure(word: &[u8], len: usize) -> usize {
    let mut count = 0;
    let mut vowel = false;
    for at in 0..len {
        let consonant = if word[at] == b'y' {
            is_consonant(word, at)
        } else {
            !matches!(word[at], b'a' | b'e' | b'i' | b'o' | b'u')
        };
        if consonant && vowel {
            count += 1;
        }
        vowel = !consonant;
    }
    count
}

fn has_vowel(word: &[u8], len: usize) -> bool {
    (0..len).any(|at| !is_consonant(word, at))
}

/// Consonant-vowel-consonant at the end of the first `len` letters, the last not w, x or y.
fn ends_cvc(word: &[u8], len: usize) -> bool {
    len >= 3
        && is_consonant(word, len - 1)
        && !is_consonant(word, len - 2)
        && is_consonant(word, len - 3)
        && !matches!(word[len - 1], b'w' | b'x' | b'y')
}

fn plural(word: &mut Vec<u8>) {
    if word.last() != Some(&b's') {
        return;
    }
    if word.ends_with(b"sses") || (word.ends_with(b"ies") && word.len() > 4) {
        word.truncate(word.len() - 2);
    } else if !word.ends_with(b"ss") && !word.ends_with(b"us") && word.len() > 3 {
        word.truncate(word.len() - 1);
    }
}

fn past_and_gerund(word: &mut Vec<u8>) {
    let stem = if word.ends_with(b"eed") {
        if measure(word, word.len() - 3) > 0 {
            word.truncate(word.len() - 1);
        }
        return;
    } else if word.ends_with(b"ed") {
        word.len() - 2
    } else if word.ends_with(b"ing") {
        word.len() - 3
    } else {
        return;
    };
    if !has_vowel(word, stem) {
        return;
    }
    word.truncate(stem);
    if (stem == 2 && !is_consonant(word, 0))
        || word.ends_with(b"at")
        || word.ends_with(b"bl")
        || word.ends_with(b"iz")
    {
        word.push(b'e');
    } else if stem >= 2
        && word[stem - 1] == word[stem - 2]
        && is_consonant(word, stem - 1)
        && !matches!(word[stem - 1], b'l' | b's' | b'z')
    {
        word.truncate(stem - 1);
    } else if measure(word, stem) == 1 && ends_cvc(word, stem) {
        word.push(b'e');
    }
}

fn y_to_i(word: &mut [u8]) {
    let len = word.len();
    if len > 2 && word[len - 1] == b'y' && is_consonant(word, len - 2) {
        word[len - 1] = b'i';
    }
}

fn replace(word: &mut Vec<u8>, rules: &[(&[u8], &[u8])], above: usize) {
    for (suffix, instead) in rules {
        if word.ends_with(suffix) {
            let len = word.len() - suffix.len();
            if measure(word, len) > above {
                word.truncate(len);
                word.extend_from_slice(instead);
            }
            return;
        }
    }
}

fn drop_suffix(word: &mut Vec<u8>) {
    for suffix in DROPPED {
        if word.ends_with(suffix) {
            let keep = usize::from(matches!(*suffix, b"sion" | b"tion"));
            let len = word.len() - suffix.len() + keep;
            if measure(word, len) > 1 {
                word.truncate(len);
            }
            return;
        }
    }
}

fn final_e(word: &mut Vec<u8>) {
    let len = word.len();
    if len > 3 && word[len - 1] == b'e' {
        let m = measure(word, len - 1);
        if m > 1 || (m == 1 && !ends_cvc(word, len - 1)) {
            word.truncate(len - 1);
        }
    }
    let len = word.len();
    if len > 3 && word.ends_with(b"ll") && measure(word, len - 1) > 1 {
        word.truncate(len - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stemmed(word: &str) -> String {
        let mut bytes = word.as_bytes().to_vec();
        stem(&mut bytes);
        String::from_utf8(bytes).expect("a stem of ASCII is ASCII")
    }

    #[test]
    fn forms_of_one_word_share_a_stem() {
        for family in [
            &["painting", "painted", "paints", "paint"][..],
            &["run", "running", "ran", "runs"],
            &["buy", "bought", "buying", "buys"],
            &["study", "studies", "studied", "studying"],
            &["hobby", "hobbies"],
            &["deploy", "deployed", "deploys"],
            &["hope", "hoped", "hoping", "hopes"],
            &["recommend", "recommendation", "recommended"],
            &["city", "cities"],
            &["child", "children"],
            &["use", "used", "using", "uses"],
        ] {
            let first = stemmed(family[0]);
            for word in family {
                assert_eq!(stemmed(word), first, "{word}");
            }
        }
    }

    #[test]
    fn short_words_and_identifiers_stay() {
        for word in ["is", "go", "rs", "e0382", "ไป", "bus", "gas", "class"] {
            assert_eq!(stemmed(word), word);
        }
    }
}

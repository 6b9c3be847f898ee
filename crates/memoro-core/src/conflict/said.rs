//! What differs, in the words of the two texts: comparisons fold and shorten words, people read them as they were written.

use super::align::Alignment;
use super::denial::Denial;
use super::spell;
use super::units::{Unit, UnitKind};
use crate::text::head;

/// Writes `old → new` with the words as the texts have them; a word that stands in neither stays as it is.
pub(super) fn as_said(why: &str, [new, old]: [&str; 2]) -> String {
    match why.split_once(" → ") {
        Some((before, after)) => format!("{} → {}", spelled(before, old), spelled(after, new)),
        None => why.to_owned(),
    }
}

/// Finds an exchange in which a name or number stands on both sides.
pub(super) fn exchanged_names(alignment: &Alignment) -> Option<(String, String)> {
    let name = |units: &[Unit]| {
        let first = units.iter().position(|u| matches!(u.kind, UnitKind::Name | UnitKind::Number))?;
        let named = units.get(first..)?;
        // A name of several words is told whole: Chiang Mai.
        let more = named.iter().take_while(|unit| unit.kind == UnitKind::Name).count().max(1);
        Some(named.iter().take(more).map(|unit| unit.text.as_str()).collect::<Vec<_>>().join(" "))
    };
    alignment.exchanged.iter().find_map(|(new, old)| Some((name(new)?, name(old)?)))
}

/// Says in words what differs.
pub(super) fn differs(
    alignment: &Alignment,
    denial: &Denial,
    names: Option<&(String, String)>,
) -> Option<String> {
    if let Some((new, old)) = denial.opposite.or(denial.member) {
        return Some(format!("{old} → {new}"));
    }
    if let Some((new, old)) = names {
        return Some(format!("{old} → {new}"));
    }
    if denial.negated {
        return Some("one of the two says not".into());
    }
    let text = |units: &[Unit]| head(&spell(units), 60).to_owned();
    alignment.exchanged.first().map(|(new, old)| format!("{} → {}", text(old), text(new)))
}

fn spelled(words: &str, text: &str) -> String {
    words.split(' ').map(|word| whole(word, text).unwrap_or(word)).collect::<Vec<_>>().join(" ")
}

/// Returns the Latin word of a text that a folded or shortened one stands for.
fn whole<'a>(word: &str, text: &'a str) -> Option<&'a str> {
    const ENDINGS: usize = 3;
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '-' | '_' | '.' | '+' | '#');
    let latin = word.starts_with(|c: char| c.is_ascii_alphabetic());
    let written = || {
        text.split(|c: char| !inside(c))
            .map(|part| part.trim_matches(['.', '\'', '-']))
            .filter(|p| !p.is_empty())
    };
    let exact = || written().find(|part| part.to_lowercase() == word);
    let longer = |part: &&str| {
        let lower = part.to_lowercase();
        let stem = word.strip_suffix(['y', 'i', 'e']).unwrap_or(word);
        stem.len() > 2 && lower.starts_with(stem) && lower.len() <= word.len() + ENDINGS
    };
    if latin { exact().or_else(|| written().find(longer)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_as_they_were_written() {
        let of = |why: &str, new: &str, old: &str| as_said(why, [new, old]);
        assert_eq!(
            of("monday → friday", "Deploys run on Fridays.", "Deploys run on Mondays."),
            "Mondays → Fridays"
        );
        assert_eq!(of("priya → marco", "Ask Marco", "Ask Priya"), "Priya → Marco");
        assert_eq!(of("postgresql → mysql", "ใช้ MySQL", "ใช้ PostgreSQL"), "PostgreSQL → MySQL");
        assert_eq!(of("发布 → 回滚", "回滚", "发布"), "发布 → 回滚");
        assert_eq!(of("one of the two says not", "a", "b"), "one of the two says not");
        assert_eq!(of("8080 → 9090", "port 9090", "port 8080"), "8080 → 9090");
    }
}

//! Text from conversations on its way into a file: one line, no secrets, nothing that reads as structure.

use memoro_core::redact::redact;
use memoro_core::text::head;

/// Makes one line of a text: no line breaks, no secrets, at most so many characters.
pub(super) fn line(text: &str, most: usize) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let clean = redact(&joined).text.into_owned();
    let plain: String = clean.chars().filter(|c| !c.is_control()).collect();
    let plain = plain.replace("<!--", "‹!--").replace("-->", "--›");
    if plain.chars().count() <= most {
        return plain;
    }
    format!("{}…", head(&plain, most.saturating_sub(1)).trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line_and_short() {
        assert_eq!(line("a\n\n# b\u{7}  ค\t中", 80), "a # b ค 中");
        assert_eq!(line("一二三四五六", 4), "一二三…");
        assert_eq!(line("x <!-- y --> z", 80), "x ‹!-- y --› z");
    }
}

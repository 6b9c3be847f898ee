//! The block of metadata at the top of a Markdown file. Reads plain `key: value` lines and simple lists; what is
//! more than that stays in the raw text for a real YAML or TOML reader.

use super::lines::{Lines, text};

/// The metadata at the top of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrontMatter {
    /// The text between the fences.
    pub raw: String,
    /// The lines it stands on, fences included, counted from 1.
    pub lines: std::ops::RangeInclusive<usize>,
    fields: Vec<(String, Vec<String>)>,
}

impl FrontMatter {
    /// Returns the value of a top-level field; the first one where it is a list.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.list(name).first().map(String::as_str)
    }

    /// Returns the values of a top-level field, given as `[a, b]`, as `- a` lines or alone.
    pub fn list(&self, name: &str) -> &[String] {
        let found = self.fields.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map_or(&[], |(_, values)| values)
    }
}

/// Finds the front matter and the first line after it; a fence that never closes is ordinary text.
pub(super) fn find(lines: &Lines) -> (Option<FrontMatter>, usize) {
    if lines.len() == 0 {
        return (None, 0);
    }
    let fence: &[u8] = match lines.line(0).trim_ascii_end() {
        b"---" => b"---",
        b"+++" => b"+++",
        _ => return (None, 0),
    };
    let closes =
        |line: &[u8]| line.trim_ascii_end() == fence || (fence == b"---" && line.trim_ascii_end() == b"...");
    let Some(end) = (1..lines.len()).find(|line| closes(lines.line(*line))) else { return (None, 0) };
    if (1..end).any(|line| !is_metadata(lines.line(line))) {
        return (None, 0);
    }
    let raw = text(lines.slice(lines.start(1), lines.start(end)));
    let fields = fields(&raw);
    (Some(FrontMatter { raw, lines: 1..=end + 1, fields }), end + 1)
}

/// Tells metadata from a text between two rules: keys, list items, comments and indented or blank lines.
fn is_metadata(line: &[u8]) -> bool {
    match line.first() {
        None | Some(b' ' | b'\t' | b'#' | b'-' | b'[' | b']' | b'}') => true,
        Some(_) => line.iter().any(|byte| matches!(byte, b':' | b'=')) || line.trim_ascii().is_empty(),
    }
}

fn fields(raw: &str) -> Vec<(String, Vec<String>)> {
    let mut fields: Vec<(String, Vec<String>)> = Vec::new();
    for line in raw.lines() {
        if let Some(item) = line.trim_start().strip_prefix("- ") {
            if let Some((_, values)) = fields.last_mut() {
                values.push(unquoted(item));
            }
        } else if !line.starts_with([' ', '\t', '#'])
            && let Some((key, value)) = line.split_once([':', '='])
        {
            fields.push((key.trim().to_owned(), values(value)));
        }
    }
    fields
}

fn values(value: &str) -> Vec<String> {
    let value = value.trim();
    match value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(list) => list.split(',').map(unquoted).filter(|item| !item.is_empty()).collect(),
        None if value.is_empty() => Vec::new(),
        None => vec![unquoted(value)],
    }
}

fn unquoted(value: &str) -> String {
    let value = value.trim();
    let inner = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
    inner.unwrap_or(value).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (Option<FrontMatter>, usize) {
        find(&Lines::new(text.as_bytes()))
    }

    #[test]
    fn fields_and_lists_are_read() {
        let (front, next) =
            of("---\r\ntitle: \"การ deploy\"\ntags: [docker, '部署']\ndays:\n  - mon\n---\ntext");
        let front = front.unwrap();
        assert_eq!(front.field("title"), Some("การ deploy"));
        assert_eq!(front.list("Tags"), ["docker", "部署"]);
        assert_eq!(front.list("days"), ["mon"]);
        assert_eq!(front.lines, 1..=6);
        assert_eq!(next, 6);
    }

    #[test]
    fn toml_front_matter_is_read() {
        let (front, _) = of("+++\ntitle = \"A\"\n+++\n");
        assert_eq!(front.unwrap().field("title"), Some("A"));
    }

    #[test]
    fn a_rule_that_opens_a_text_is_not_front_matter() {
        assert_eq!(of("---\nJust a sentence.\n\n---\nmore"), (None, 0));
        assert_eq!(of("---\ntitle: never closed\n"), (None, 0));
        assert_eq!(of(""), (None, 0));
    }
}

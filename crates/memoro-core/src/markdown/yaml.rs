//! As much of YAML as front matter needs: one text or a list of texts. What is more than that is left alone.

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// One text.
    Text(String),
    /// Several.
    List(Vec<String>),
}

/// Reads what stands behind `name:` and on the lines that belong to it; `None` where it is something else.
pub(super) fn read(first: &str, more: &[&str]) -> Option<Value> {
    let first = first.trim();
    match first.chars().next() {
        None | Some('#') if more.is_empty() => Some(Value::Text(String::new())),
        None | Some('#') => items(more),
        Some('|') => Some(Value::Text(literal(more, "\n"))),
        Some('>') => Some(Value::Text(literal(more, " "))),
        Some('[') => flow(&[&[first], more].concat().join(" ")),
        Some('{' | '&' | '*' | '!' | '%' | '@' | '`') => None,
        Some('"' | '\'') if !more.is_empty() => None,
        Some(_) => {
            let (text, rest) = scalar(first, &[])?;
            let lines = std::iter::once(text).chain(more.iter().map(|line| line.trim().to_owned()));
            is_done(rest).then(|| Value::Text(lines.collect::<Vec<_>>().join(" ")))
        }
    }
}

/// Writes a text so that YAML reads it back as one.
pub(super) fn text(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { quoted(text) }
}

/// Writes a list so that YAML reads it back as one.
pub(super) fn list(items: &[String]) -> String {
    let one = |item: &String| {
        if is_plain(item) && !item.contains([',', '[', ']', '{', '}']) { item.clone() } else { quoted(item) }
    };
    format!("[{}]", items.iter().map(one).collect::<Vec<_>>().join(", "))
}

fn items(more: &[&str]) -> Option<Value> {
    let lines = more.iter().map(|line| line.trim()).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let item = |line: &str| {
        let item = line.strip_prefix('-').filter(|item| item.is_empty() || item.starts_with([' ', '\t']))?;
        let (text, rest) = scalar(item.trim(), &[])?;
        is_done(rest).then_some(text)
    };
    lines.map(item).collect::<Option<Vec<_>>>().map(Value::List)
}

fn literal(more: &[&str], between: &str) -> String {
    let indent = |line: &&&str| line.len() - line.trim_start_matches(' ').len();
    let least = more.iter().filter(|line| !line.trim().is_empty()).map(|line| indent(&line)).min();
    let cut = |line: &&str| line.get(least.unwrap_or(0)..).unwrap_or_default().trim_end().to_owned();
    more.iter().map(cut).collect::<Vec<_>>().join(between)
}

fn flow(raw: &str) -> Option<Value> {
    let mut rest = raw.strip_prefix('[')?.trim_start();
    let mut items = Vec::new();
    loop {
        if let Some(after) = rest.strip_prefix(']') {
            return is_done(after).then_some(Value::List(items));
        }
        let (item, after) = scalar(rest, &[',', ']'])?;
        items.push(item);
        rest = after.trim_start();
        rest = match rest.strip_prefix(',') {
            Some(after) => after.trim_start(),
            None if rest.starts_with(']') => rest,
            None => return None,
        };
    }
}

/// Reads one text up to one of the ends; returns what follows it.
fn scalar<'a>(raw: &'a str, ends: &[char]) -> Option<(String, &'a str)> {
    if let Some(rest) = raw.strip_prefix('"') {
        return double(rest);
    }
    if let Some(rest) = raw.strip_prefix('\'') {
        return single(rest);
    }
    let comment = raw.find(" #").unwrap_or(raw.len());
    let end = raw.find(ends).unwrap_or(raw.len()).min(comment);
    let (text, rest) = raw.split_at_checked(end)?;
    let mapping = text.contains(": ") || text.ends_with(':') || text.starts_with(['[', '{']);
    (!mapping).then(|| (text.trim().to_owned(), rest))
}

fn is_done(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with('#')
}

fn single(mut rest: &str) -> Option<(String, &str)> {
    let mut text = String::new();
    loop {
        let (part, after) = rest.split_once('\'')?;
        text.push_str(part);
        match after.strip_prefix('\'') {
            Some(more) => {
                text.push('\'');
                rest = more;
            }
            None => return Some((text, after)),
        }
    }
}

fn double(rest: &str) -> Option<(String, &str)> {
    let mut text = String::new();
    let mut chars = rest.chars();
    loop {
        match chars.next()? {
            '"' => return Some((text, chars.as_str())),
            '\\' => text.push(escaped(&mut chars)?),
            c => text.push(c),
        }
    }
}

fn escaped(chars: &mut std::str::Chars<'_>) -> Option<char> {
    let digits = match chars.next()? {
        'n' => return Some('\n'),
        'r' => return Some('\r'),
        't' => return Some('\t'),
        '0' => return Some('\0'),
        'a' => return Some('\u{7}'),
        'b' => return Some('\u{8}'),
        'e' => return Some('\u{1b}'),
        'f' => return Some('\u{c}'),
        'v' => return Some('\u{b}'),
        'N' => return Some('\u{85}'),
        '_' => return Some('\u{a0}'),
        'L' => return Some('\u{2028}'),
        'P' => return Some('\u{2029}'),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        c @ ('"' | '\\' | '/' | ' ') => return Some(c),
        _ => return None,
    };
    let code = (0..digits).try_fold(0_u32, |code, _| Some(code * 16 + chars.next()?.to_digit(16)?))?;
    char::from_u32(code)
}

fn quoted(text: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_unprintable(c) => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Tells whether a text needs no quotes and cannot be taken for a number, a truth value or nothing.
fn is_plain(text: &str) -> bool {
    const TYPED: [&str; 9] = ["true", "false", "yes", "no", "on", "off", "null", "~", "y"];
    let first = text.chars().next();
    let begins = first.is_some_and(|c| !c.is_whitespace() && !"-?:,[]{}#&*!|>'\"%@`.+".contains(c));
    let typed = TYPED.iter().any(|word| word.eq_ignore_ascii_case(text)) || text.eq_ignore_ascii_case("n");
    begins
        && !typed
        && text.parse::<f64>().is_err()
        && text.trim() == text
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
        && !text.contains(is_unprintable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_that_people_write_are_read() {
        let text = |text: &str| Some(Value::Text(text.into()));
        let list = |items: &[&str]| Some(Value::List(items.iter().map(|&item| item.to_owned()).collect()));
        assert_eq!(read(" ภาษาไทย # comment", &[]), text("ภาษาไทย"));
        assert_eq!(read("'it''s'", &[]), text("it's"));
        assert_eq!(read("\"a\\u4e2d\\n\"", &[]), text("a中\n"));
        assert_eq!(read("long text", &["  goes on"]), text("long text goes on"));
        assert_eq!(read("|", &["  a", "   b"]), text("a\n b"));
        assert_eq!(read("[a, 'b, c', \"中\"] # x", &[]), list(&["a", "b, c", "中"]));
        assert_eq!(read("", &["- a", "  - ข"]), list(&["a", "ข"]));
        assert_eq!(read("[]", &[]), list(&[]));
        for odd in ["{a: 1}", "&x y", "[a, [b]]", "[a", "\"open", "a: b"] {
            assert_eq!(read(odd, &[]), None, "{odd}");
        }
    }

    #[test]
    fn what_other_programs_would_misread_is_quoted() {
        for plain in ["ภาษาไทย", "中文 text", "a:b", "it's", "2026-11-15T10:00:00Z", "user:สมชาย"]
        {
            assert_eq!(text(plain), plain);
        }
        for odd in ["", "true", "No", "1e3", "- a", "a: b", "a #b", " a", "#a", "a:", "\u{1b}", "[a]"] {
            assert_eq!(text(odd), quoted(odd));
            assert_eq!(read(&text(odd), &[]), Some(Value::Text(odd.into())));
        }
    }
}

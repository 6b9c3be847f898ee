//! A pack as compact `<ctx>`: one short element a line. For small models and small budgets.

use std::borrow::Cow;

use super::clean::escape;
use super::unit::{Body, Facet, Unit};
use super::{Section, Wrap};

/// Writes one element a line; framed, inside `ctx`.
pub(super) fn render(units: &[&Unit], wrap: Wrap) -> String {
    let mut lines: Vec<String> = Vec::new();
    for unit in units {
        let (name, text) = (name(unit.section), escape(&text(unit)));
        lines.push(format!("<{name}>{text}</{name}>"));
    }
    let body = lines.join("\n");
    if wrap == Wrap::Framed { format!("<ctx>\n{body}\n</ctx>") } else { format!("{body}\n") }
}

const fn name(section: Section) -> &'static str {
    match section {
        Section::Soul => "self",
        Section::Policy => "policy",
        Section::User => "user",
        Section::Procedures => "procedural",
        Section::Knowledge => "knowledge",
        Section::Episodes => "recent",
        Section::Working => "working",
        Section::Frame => "frame",
    }
}

fn text(unit: &Unit) -> String {
    match &unit.body {
        Body::Text { kind, key, text, .. } => match (unit.section, key) {
            (Section::Knowledge, _) => format!("[{kind}{}] {text}", unit.author()),
            (_, Some(key)) => format!("{}{}={text}", field(key), unit.author()),
            (_, None) if unit.unvouched => format!("[by agent] {text}"),
            (_, None) => text.clone(),
        },
        Body::Procedure { when, steps, .. } => {
            format!("{} → {}", when.as_deref().unwrap_or("always"), steps.join(" → "))
        }
        Body::Episode { kind, date, summary, outcome, .. } => {
            format!("[{kind}{}] {date} {outcome}: {summary}", unit.author())
        }
        Body::User(facet) => match facet {
            Facet::Basics { language, length, style, .. } => {
                format!("lang={} length={} style={}", field(language), field(length), field(style))
            }
            Facet::Expertise { topic, level } => format!("{}={level}", field(topic)),
            Facet::CodeStyle(style) => format!("code={style}"),
            Facet::Preference { key, value } => format!("{}={value}", field(key)),
            Facet::Topics(topics) => format!("topics={}", topics.join(",")),
            Facet::Timezone(zone) => format!("tz={zone}"),
            Facet::Hours { start, end } => format!("hours={start}-{end}"),
            Facet::Note(note) => note.clone(),
        },
    }
}

/// Quotes a name or value that could be taken for several, so that none forges the next field of its line.
fn field(text: &str) -> Cow<'_, str> {
    let plain = |c: char| !(c.is_whitespace() || matches!(c, '=' | '"' | '\'' | '`'));
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("'{}'", text.replace('\'', "\u{2019}")))
}

//! A pack as Markdown: one paragraph a memory, each behind its label, so that no recalled line can open a heading, a
//! list or a fence.

use super::clean::tame;
use super::unit::{Body, Facet, Unit};
use super::{Section, Wrap};

/// The heading of a pack.
pub(super) const HEADING: &str = "## Memory Context";

/// The headings of an agent's own prompt.
pub(super) const AGENT_HEADINGS: [(Section, &str); 3] = [
    (Section::Soul, "## Agent Identity"),
    (Section::Procedures, "## Rules"),
    (Section::Episodes, "## Recent Context"),
];

/// Writes the heading and `[kind] content` paragraphs.
pub(super) fn render(units: &[&Unit], wrap: Wrap) -> String {
    let body = units.iter().map(|unit| paragraph(unit)).collect::<Vec<_>>().join("\n\n");
    if wrap == Wrap::Framed { format!("{HEADING}\n\n{body}") } else { format!("{body}\n\n") }
}

/// Writes an agent's own prompt: identity, rules, recent summaries.
pub(super) fn render_agent(units: &[&Unit], wrap: Wrap) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (section, head) in AGENT_HEADINGS {
        let of: Vec<String> =
            units.iter().filter(|unit| unit.section == section).map(|unit| paragraph(unit)).collect();
        if !of.is_empty() && wrap == Wrap::Framed {
            parts.push(head.to_owned());
        }
        parts.extend(of);
    }
    let text = parts.join("\n\n");
    if wrap == Wrap::Framed { text } else { format!("{text}\n\n") }
}

fn paragraph(unit: &Unit) -> String {
    let (label, text) = match &unit.body {
        Body::Text { kind, key, text, date } => {
            let kind = match unit.section {
                Section::Soul => "soul",
                Section::Policy => "policy",
                _ => kind.as_str(),
            };
            let key = key.as_ref().map_or(String::new(), |key| format!("{key}: "));
            let date = date.map_or(String::new(), |date| format!(" ({date})"));
            (kind.to_owned(), format!("{key}{text}{date}"))
        }
        Body::Procedure { when, steps, .. } => {
            let steps = steps
                .iter()
                .enumerate()
                .map(|(n, step)| numbered(n, steps.len(), step))
                .collect::<Vec<_>>()
                .join(" ");
            match when {
                Some(when) => ("procedure".to_owned(), format!("{when}: {steps}")),
                None => ("rule".to_owned(), steps),
            }
        }
        Body::Episode { kind, date, summary, topics, outcome, .. } => {
            let topics = if topics.is_empty() { String::new() } else { format!(" ({})", topics.join(", ")) };
            (kind.to_string(), format!("{date} {outcome}: {summary}{topics}"))
        }
        Body::User(facet) => ("user".to_owned(), about(facet)),
    };
    format!("[{label}{}] {}", unit.author(), tame(&text))
}

fn numbered(n: usize, of: usize, step: &str) -> String {
    if of == 1 { step.to_owned() } else { format!("{}. {step}", n + 1) }
}

/// Says one thing about the user.
fn about(facet: &Facet) -> String {
    match facet {
        Facet::Basics { language, length, style, .. } => {
            format!("language {language}, length {length}, style {style}")
        }
        Facet::Expertise { topic, level } => format!("expertise {topic}: {level}"),
        Facet::CodeStyle(style) => format!("code style: {style}"),
        Facet::Preference { key, value } => format!("{key}: {value}"),
        Facet::Topics(topics) => format!("common topics: {}", topics.join(", ")),
        Facet::Timezone(zone) => format!("time zone: {zone}"),
        Facet::Hours { start, end } => format!("active hours: {start}-{end}"),
        Facet::Note(note) => note.clone(),
    }
}

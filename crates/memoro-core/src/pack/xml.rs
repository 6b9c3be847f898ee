//! A pack as XML: every recalled text is escaped and stands in an element or attribute of its own. Indented by one
//! blank, since deeper indentation costs a token a line.

use std::fmt::Write as _;

use super::clean::escape;
use super::unit::{Body, Facet, Language, Unit};
use super::{Section, Wrap};

/// Writes the elements; framed, inside their sections and `memory_context`.
pub(super) fn render(units: &[&Unit], wrap: Wrap) -> String {
    let mut out = String::new();
    for section in Section::ALL {
        let of: Vec<&Unit> = units.iter().copied().filter(|unit| unit.section == *section).collect();
        if of.is_empty() {
            continue;
        }
        match (wrap, section) {
            (Wrap::Bare, Section::User) => user(&mut out, &of),
            (Wrap::Bare, _) => of.iter().for_each(|unit| element(&mut out, unit)),
            (Wrap::Framed, _) => framed(&mut out, *section, &of),
        }
    }
    if wrap == Wrap::Framed { format!("<memory_context>\n{out}</memory_context>") } else { out }
}

fn framed(out: &mut String, section: Section, units: &[&Unit]) {
    match confidence(units) {
        Some(confidence) => {
            let _ = writeln!(out, "<{section} confidence=\"{}\">", hundredths(confidence));
        }
        None => {
            let _ = writeln!(out, "<{section}>");
        }
    }
    if section == Section::User {
        user(out, units);
    } else {
        for unit in units {
            element(out, unit);
        }
    }
    let _ = writeln!(out, "</{section}>");
}

fn confidence(units: &[&Unit]) -> Option<f64> {
    units.iter().find_map(|unit| match unit.body {
        Body::User(Facet::Basics { confidence, .. }) => Some(confidence),
        _ => None,
    })
}

/// Writes a share with at most two digits.
fn hundredths(share: f64) -> String {
    let text = format!("{share:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn element(out: &mut String, unit: &Unit) {
    let by = if unit.unvouched { " by=\"agent\"" } else { "" };
    match &unit.body {
        Body::Text { kind, key, text, date } => {
            let name = match unit.section {
                Section::Soul => "principle",
                Section::Policy => "rule",
                Section::Working => "item",
                _ => "fact",
            };
            let key = key.as_ref().map_or(String::new(), |key| format!(" key=\"{}\"", escape(key)));
            let date = date.map_or(String::new(), |date| format!(" date=\"{date}\""));
            let kind = if unit.section == Section::Knowledge {
                format!(" kind=\"{}\"", escape(kind))
            } else {
                String::new()
            };
            let _ = writeln!(out, " <{name}{kind}{key}{date}{by}>{}</{name}>", escape(text));
        }
        Body::Procedure { when, steps, confidence, used } => {
            let when = when.as_deref().unwrap_or("always");
            let confidence = hundredths(*confidence);
            let _ = writeln!(
                out,
                " <procedure trigger=\"{}\" confidence=\"{confidence}\" used=\"{used} times\">",
                escape(when)
            );
            for (n, step) in steps.iter().enumerate() {
                let _ = writeln!(out, " <step>{}. {}</step>", n + 1, escape(step));
            }
            out.push_str(" </procedure>\n");
        }
        Body::Episode { kind, date, summary, topics, outcome, language } => {
            let (about, on) = episode_words(*language);
            let _ = writeln!(out, " <episode date=\"{date}\" outcome=\"{outcome}\" kind=\"{kind}\"{by}>");
            let _ = writeln!(out, " {about}: {}", escape(summary));
            if !topics.is_empty() {
                let _ = writeln!(out, " {on}: {}", escape(&topics.join(", ")));
            }
            out.push_str(" </episode>\n");
        }
        Body::User(_) => {}
    }
}

/// Returns the words for what an episode was and what it was about.
fn episode_words(language: Language) -> (&'static str, &'static str) {
    match language {
        Language::Thai => ("เรื่อง", "หัวข้อ"),
        Language::Chinese => ("事情", "主题"),
        Language::Other => ("what", "topics"),
    }
}

fn user(out: &mut String, units: &[&Unit]) {
    let facets: Vec<&Facet> = units
        .iter()
        .filter_map(|unit| if let Body::User(facet) = &unit.body { Some(facet) } else { None })
        .collect();
    group(
        out,
        "expertise",
        facets.iter().filter_map(|facet| match facet {
            Facet::Expertise { topic, level } => {
                Some(format!("<topic name=\"{}\" level=\"{level}\"/>", escape(topic)))
            }
            _ => None,
        }),
    );
    group(out, "preferences", facets.iter().flat_map(|facet| preferences(facet)));
    for facet in &facets {
        let _ = match facet {
            Facet::Topics(topics) => {
                writeln!(out, " <common_topics>{}</common_topics>", escape(&topics.join(", ")))
            }
            Facet::Timezone(zone) => writeln!(out, " <timezone>{}</timezone>", escape(zone)),
            Facet::Hours { start, end } => {
                writeln!(out, " <active_hours start=\"{start}\" end=\"{end}\"/>")
            }
            _ => Ok(()),
        };
    }
    group(
        out,
        "notes",
        facets.iter().filter_map(|facet| match facet {
            Facet::Note(note) => Some(format!("- {}", escape(note))),
            _ => None,
        }),
    );
}

fn preferences(facet: &Facet) -> Vec<String> {
    let element = |name: &str, value: &str| format!("<{name}>{}</{name}>", escape(value));
    match facet {
        Facet::Basics { language, length, style, .. } => vec![
            element("language", language),
            element("response_length", length),
            element("response_style", style),
        ],
        Facet::CodeStyle(style) => vec![element("code_style", style)],
        Facet::Preference { key, value } => {
            vec![format!("<preference key=\"{}\">{}</preference>", escape(key), escape(value))]
        }
        _ => Vec::new(),
    }
}

fn group(out: &mut String, name: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_none() {
        return;
    }
    let _ = writeln!(out, " <{name}>");
    for line in lines {
        let _ = writeln!(out, " {line}");
    }
    let _ = writeln!(out, " </{name}>");
}

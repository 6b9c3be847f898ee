//! How memories, receipts and audit lines look to a person. Programs get JSON from `api` instead.

use std::io::{Result, Write};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use memoro_core::text::head;
use memoro_core::{Content, Event, Memory, Receipt, Status, Trigger, Written};
use owo_colors::OwoColorize as _;

/// How many characters of a text stand in one line of a list.
const EXCERPT: usize = 100;

/// Shows a moment in the person's time zone.
pub(super) fn when(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string()
}

/// Shows the first line of a text, cut to a readable length, with nothing that a terminal would obey.
pub(super) fn excerpt(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().unwrap_or_default().trim();
    let mut shown = head(&plain(first), EXCERPT).to_owned();
    if lines.next().is_some() || first.chars().count() > EXCERPT {
        shown.push('…');
    }
    shown
}

/// Replaces control characters apart from line breaks and tabs, so that no text can steer the terminal.
pub(super) fn plain(text: &str) -> String {
    let visible = |c: char| if c.is_control() && c != '\n' && c != '\t' { '\u{FFFD}' } else { c };
    text.chars().map(visible).collect()
}

/// Shows a receipt.
pub(super) fn receipt(out: &mut dyn Write, receipt: &Receipt) -> Result<()> {
    let status = receipt.written.as_str();
    match &receipt.written {
        Written::Rejected(why) => return writeln!(out, "{}: {}", status.red(), why.text),
        Written::Stored(id) | Written::Ended(id) => write!(out, "{} {}", status.green(), id.bold())?,
        Written::Merged { into } => write!(out, "{} into {}", status.green(), into.bold())?,
        Written::Superseded { old, new } if old == new => {
            write!(out, "{} {}", "changed".green(), new.bold())?;
        }
        Written::Superseded { old, new } => write!(out, "{} {} (was {old})", "changed".green(), new.bold())?,
        Written::Pending(id, _) => write!(out, "{} {}", status.yellow(), id.bold())?,
    }
    match &receipt.place {
        Some(place) => writeln!(out, "  {}", format!("{}:{}", place.file, place.line).dimmed())?,
        None => writeln!(out)?,
    }
    match receipt.written.why() {
        Some(why) => writeln!(out, "  {}", why.text),
        None => Ok(()),
    }
}

/// Shows one line of a list.
pub(super) fn line(out: &mut dyn Write, memory: &Memory, now: Timestamp, zone: &TimeZone) -> Result<()> {
    let date = when(memory.date(), zone);
    let state = match (&memory.status, memory.is_expired(now)) {
        (Status::Active, false) => String::new(),
        (Status::Active, true) => " [expired]".into(),
        (status, _) => format!(" [{status}]"),
    };
    let key = match &memory.content {
        Content::Entry(_) => format!("{} = ", memory.key),
        _ => String::new(),
    };
    let (layer, id, text) = (memory.layer(), &memory.id, excerpt(&memory.content.text()));
    writeln!(out, "{}  {layer:<10} {}{}  {}{text}", date.dimmed(), id.dimmed(), state.yellow(), key.cyan())
}

/// Shows a memory in full.
pub(super) fn memory(out: &mut dyn Write, memory: &Memory, now: Timestamp, zone: &TimeZone) -> Result<()> {
    content(out, &memory.content)?;
    writeln!(out)?;
    let mut field = |name: &str, value: String| writeln!(out, "{:<11} {}", name.dimmed(), plain(&value));
    field("id", memory.id.to_string())?;
    field("key", memory.key.to_string())?;
    field("scope", memory.scope.to_string())?;
    field("layer", memory.layer().to_string())?;
    let expired = if memory.is_expired(now) { " (expired)" } else { "" };
    field("status", format!("{}{expired}", status(&memory.status)))?;
    if let Content::Entry(entry) = &memory.content {
        field("kind", format!("{}, priority {}", entry.kind, entry.priority.get()))?;
    }
    if !memory.tags.is_empty() {
        field("tags", memory.tags.join(", "))?;
    }
    let provenance = &memory.provenance;
    field(
        "origin",
        format!("{}, trust {}, confidence {}", provenance.origin, provenance.trust, provenance.confidence),
    )?;
    if let Some(session) = &provenance.source.session {
        field("session", plain(session))?;
    }
    if let Some(path) = &provenance.source.path {
        field("source", path.clone())?;
    }
    if !memory.retention.ttl.is_none() {
        let until = memory.retention.expires_at.map(|at| format!(", until {}", when(at, zone)));
        field("ttl", format!("{}{}", memory.retention.ttl, until.unwrap_or_default()))?;
    }
    if memory.sensitivity == memoro_core::Sensitivity::Sensitive {
        field("sensitivity", "sensitive".into())?;
    }
    if let Some(at) = memory.occurred_at {
        field("occurred", when(at, zone))?;
    }
    field("created", when(memory.created_at, zone))?;
    field("updated", when(memory.updated_at, zone))
}

fn status(status: &Status) -> String {
    match status {
        Status::Superseded { by: Some(by), reason } => format!("superseded by {by}: {reason}"),
        Status::Superseded { by: None, reason } => format!("superseded: {reason}"),
        other => other.to_string(),
    }
}

fn content(out: &mut dyn Write, content: &Content) -> Result<()> {
    match content {
        Content::Entry(entry) => writeln!(out, "{}", plain(&entry.value)),
        Content::Note(note) => writeln!(out, "{}", plain(note.text.trim_end())),
        Content::Procedure(procedure) => {
            match &procedure.trigger {
                Trigger::Always => writeln!(out, "always")?,
                Trigger::When(when) => writeln!(out, "when {}", plain(when))?,
            }
            let steps = (1..).zip(&procedure.steps);
            steps.into_iter().try_for_each(|(n, step)| writeln!(out, "  {n}. {}", plain(step)))
        }
        Content::Decision(decision) => {
            writeln!(out, "{}", plain(&decision.title).bold())?;
            let parts = [
                ("why", &decision.why),
                ("finding", &decision.finding),
                ("conclusion", &decision.conclusion),
                ("impact", &decision.impact),
            ];
            for (name, part) in parts.into_iter().filter(|(_, part)| !part.trim().is_empty()) {
                writeln!(out, "{:<11} {}", name.dimmed(), plain(part))?;
            }
            decision.refs.iter().try_for_each(|r| writeln!(out, "{:<11} {}", "ref".dimmed(), plain(r)))?;
            writeln!(out, "{:<11} {}", "stage".dimmed(), decision.stage)
        }
        Content::Episode(episode) => {
            writeln!(out, "{}", plain(&episode.summary))?;
            writeln!(out, "{:<11} {}, {}", "episode".dimmed(), episode.grain, episode.outcome)
        }
    }
}

/// Shows an audit line.
pub(super) fn event(out: &mut dyn Write, event: &Event, zone: &TimeZone) -> Result<()> {
    let key = if event.blanked { "(forgotten)".to_owned() } else { event.key.clone() };
    let reason =
        if event.reason.is_empty() { String::new() } else { format!("  {}", excerpt(&event.reason)) };
    let at = when(event.at, zone);
    writeln!(
        out,
        "{:>6}  {}  {:<15} {:<10} {}{}",
        event.seq,
        at.dimmed(),
        event.op,
        event.actor,
        plain(&key),
        reason.dimmed()
    )?;
    match (&event.old, &event.new) {
        (Some(old), Some(new)) => writeln!(out, "        {} → {}", excerpt(old), excerpt(new)),
        (None, Some(new)) => writeln!(out, "        → {}", excerpt(new)),
        (Some(old), None) => writeln!(out, "        {} →", excerpt(old)),
        (None, None) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_one_line_and_keeps_whole_characters() {
        assert_eq!(excerpt("\n  สวัสดี \nบรรทัดที่สอง"), "สวัสดี…");
        assert_eq!(excerpt("一二三"), "一二三");
        assert_eq!(excerpt(&"字".repeat(101)).chars().count(), 101);
    }

    #[test]
    fn no_text_can_steer_the_terminal() {
        assert_eq!(plain("a\u{1b}[2Jb\nc"), "a\u{FFFD}[2Jb\nc");
    }
}

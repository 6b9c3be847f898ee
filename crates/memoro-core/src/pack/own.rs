//! Finds again, in any text, what Memoro itself wrote into it: packs in every format, whole or cut, and lists of found
//! memories that somebody pasted. Whoever learns from a text takes that out first, or memory would feed on itself. Knows
//! forms, never contents: what a person says in words of their own stays, even about packs.

use std::borrow::Cow;

use jiff::civil::Date;

use super::Section;
use super::markdown::{AGENT_HEADINGS, HEADING};
use crate::layer::Layer;
use crate::status::Status;

/// What opens a pack and what ends it.
const FRAMES: [(&str, &str); 2] = [("<memory_context", "</memory_context>"), ("<ctx", "</ctx>")];

/// How lines begin that only packs have.
const LINES: [&str; 9] = [
    "<fact kind=\"",
    "<procedure trigger=\"",
    "<episode date=\"",
    "<preference key=\"",
    "<active_hours start=\"",
    "<knowledge>[",
    "<common_topics>",
    "<response_length>",
    "<response_style>",
];

/// How lines end that others write too; another such line, or one that only packs have, must follow.
const ENDS: [&str; 13] = [
    "</fact>",
    "</principle>",
    "</rule>",
    "</item>",
    "</step>",
    "</procedure>",
    "</episode>",
    "</self>",
    "</user>",
    "</procedural>",
    "</knowledge>",
    "</recent>",
    "</working>",
];

/// What stands above each part of the guidance before a decision, by language: principles, patterns and procedures.
pub const GUIDANCE: [[&str; 3]; 3] = [
    ["Principles to keep", "Patterns that have worked", "How it was done"],
    ["หลักการที่ควรยึด", "แบบแผนที่เคยได้ผล", "วิธีที่เคยทำ"],
    ["应遵循的原则", "行之有效的模式", "以往的做法"],
];

/// The names of what is shown of a memory, each on a line of its own; the value begins at the same place on all.
const FIELDS: [&str; 22] = [
    "id",
    "key",
    "scope",
    "layer",
    "status",
    "kind",
    "created",
    "updated",
    "origin",
    "why",
    "finding",
    "conclusion",
    "impact",
    "ref",
    "stage",
    "episode",
    "tags",
    "source",
    "ttl",
    "sensitivity",
    "occurred",
    "evidence",
];

/// Where a reader of lines stands.
#[derive(Clone, Copy)]
enum Within {
    Nothing,
    /// Elements, one a line.
    Elements,
    /// Labelled paragraphs.
    Labels,
    /// A found memory: indented lines beneath its place.
    Found,
    /// What is known of one memory.
    Fields,
    /// The guidance before a decision: a list beneath its heading.
    Guidance,
}

/// Returns the text without what Memoro wrote into it.
pub fn without_own(text: &str) -> Cow<'_, str> {
    if !is_suspect(text) {
        return Cow::Borrowed(text);
    }
    let framed = without_frames(text);
    let mut kept = String::with_capacity(framed.len());
    let mut within = Within::Nothing;
    for (line, next) in with_next(&framed) {
        let (words, now) = step(within, line, next);
        kept.push_str(words);
        within = now;
    }
    if kept.len() == text.len() { Cow::Borrowed(text) } else { Cow::Owned(kept) }
}

/// What paragraphs of a pack are labelled with; others label their lines too, with words of their own.
const LABELS: [&str; 19] = [
    "user",
    "soul",
    "rule",
    "note",
    "fact",
    "preference",
    "constraint",
    "instruction",
    "principle",
    "pattern",
    "learning",
    "retro",
    "decision",
    "document",
    "conversation",
    "log",
    "event",
    "summary",
    "procedure",
];

/// Returns what is left of a text that is to be remembered, where it surely repeats what Memoro put into a prompt: a pack with its
/// frame, heading or elements, a list of found memories, or several of its paragraphs. A person's own lists stay.
pub fn repeated(text: &str) -> Option<String> {
    let left = without_own(text);
    if left.len() == text.len() {
        return None;
    }
    let shown = unescaped(text);
    let framed = FRAMES.iter().any(|(open, close)| shown.contains(open) || shown.contains(close));
    let marked = framed || shown.contains(HEADING) || LINES.iter().any(|start| shown.contains(start));
    let lines = || shown.lines().map(unquoted);
    let labelled = |line: &&str| {
        let known =
            label(line).is_some_and(|label| LABELS.contains(&label.split(':').next().unwrap_or(label)));
        known && is_paragraph(line)
    };
    let surely = marked
        || lines().any(|line| is_place(line) || is_answer(line))
        || lines().filter(labelled).count() > 1;
    surely.then(|| left.trim().to_owned())
}

/// Returns every line with the next one that is not empty.
fn with_next(text: &str) -> Vec<(&str, &str)> {
    let mut lines: Vec<(&str, &str)> = text.split_inclusive('\n').map(|line| (line, "")).collect();
    let mut next = "";
    for (line, follows) in lines.iter_mut().rev() {
        *follows = next;
        if !line.trim().is_empty() {
            next = line;
        }
    }
    lines
}

/// Tells whether any line could be one of ours; most texts have none.
fn is_suspect(text: &str) -> bool {
    let begins = |line: &str| {
        let line = line.trim();
        let marked = |c: char| matches!(c, '<' | '[' | '-' | '#' | '&' | '>' | '{') || c.is_ascii_digit();
        line.starts_with(marked) || is_field(line) || is_guidance(line, "") || is_end_of_place(line)
    };
    LINES.iter().any(|start| text.contains(start))
        || text.contains(HEADING)
        || FRAMES.iter().any(|(open, _)| text.contains(open))
        || text.lines().any(begins)
}

/// Returns which words of a line stay, and where its reader stands then; `next` is the next line that is not empty.
fn step<'a>(within: Within, line: &'a str, next: &str) -> (&'a str, Within) {
    let (shown, shown_next) = (unescaped(unquoted(line)), unescaped(unquoted(next)));
    let (body, next) = (shown.as_ref(), shown_next.as_ref());
    let indented = line.starts_with([' ', '\t']) && !body.is_empty();
    if let Some(opened) = opened(line, next) {
        return opened;
    }
    // One element behind words of somebody else.
    if let Some((before, _)) =
        LINES.iter().find_map(|start| line.split_once(start)).filter(|_| !is_element(body))
    {
        return (before, Within::Elements);
    }
    let ends = |line: &str| ENDS.iter().any(|end| line.ends_with(end));
    let now = if is_element(body) || (ends(body) && (is_element(next) || ends(next))) {
        Within::Elements
    } else if is_guidance(body, next) {
        Within::Guidance
    } else if is_place(body) || is_end_of_place(body) || is_rest_of_found(body, next) {
        Within::Found
    } else if is_field(body) {
        Within::Fields
    } else if is_paragraph(body) || is_row(body) || is_answer(body) {
        Within::Labels
    } else {
        match within {
            Within::Elements if body.starts_with('<') || indented => Within::Elements,
            Within::Labels if body.is_empty() || body.starts_with('[') || label(body).is_some() => {
                Within::Labels
            }
            Within::Found if indented => Within::Found,
            Within::Guidance if body.starts_with("- ") => Within::Guidance,
            // What a memory says stands above what is known of it.
            _ if !body.is_empty() && is_field(next) => Within::Fields,
            Within::Fields if body.is_empty() && is_field(next) => Within::Fields,
            _ => return (line, Within::Nothing),
        }
    };
    ("", now)
}

/// Takes out frames that are closed, wherever they stand.
fn without_frames(text: &str) -> Cow<'_, str> {
    FRAMES.iter().fold(Cow::Borrowed(text), |text, (open, close)| {
        if text.contains(close) { Cow::Owned(unframed(&text, open, close)) } else { text }
    })
}

fn unframed(text: &str, open: &str, close: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once(open) {
        kept.push_str(before);
        if !inside.starts_with(['>', ' ']) {
            kept.push_str(open);
            rest = inside;
            continue;
        }
        let Some((_, after)) = inside.split_once(close) else {
            // Nothing ahead is closed: looking again at every opening would cost the square of the text.
            kept.push_str(open);
            kept.push_str(inside);
            return kept;
        };
        rest = after;
    }
    // The end of one whose beginning was cut off: what stands above it in elements belongs to it.
    while let Some((above, after)) = rest.split_once(close) {
        let alone = above.ends_with('\n') && (after.is_empty() || after.starts_with(['\n', '\r']));
        if !alone {
            kept.push_str(above);
            kept.push_str(close);
            rest = after;
            continue;
        }
        let mut lines: Vec<&str> = above.split_inclusive('\n').collect();
        while lines.pop_if(|line| line.starts_with([' ', '<'])).is_some() {}
        kept.push_str(&lines.concat());
        rest = after;
    }
    kept.push_str(rest);
    kept
}

/// Returns a line as it was before somebody wrote its marks as entities.
fn unescaped(line: &str) -> Cow<'_, str> {
    if line.contains("&lt;") {
        Cow::Owned(line.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\""))
    } else {
        Cow::Borrowed(line)
    }
}

/// Returns the words of a line, also of one that is quoted.
fn unquoted(line: &str) -> &str {
    line.trim_start_matches([' ', '\t', '>']).trim_end()
}

/// Returns what stands before the opening of a pack that is never closed, and what goes on behind it.
fn opened<'a>(line: &'a str, next: &str) -> Option<(&'a str, Within)> {
    for (open, _) in FRAMES {
        let inside = line.split_once(open).and_then(|(before, tail)| Some((before, tail.split_once('>')?)));
        let Some((before, (attributes, inside))) = inside else { continue };
        // Someone who writes about the element goes on in words.
        let goes_on = inside.trim().starts_with('<') || (inside.trim().is_empty() && next.starts_with('<'));
        if goes_on && (attributes.is_empty() || attributes.starts_with(' ')) {
            return Some((before, Within::Elements));
        }
    }
    let labelled = |text: &str| label(text.trim()).is_some();
    if let Some((before, inside)) = line.split_once(HEADING)
        && (labelled(inside) || inside.trim().is_empty())
    {
        return Some((before, Within::Labels));
    }
    let of_agent = matches!(label(next), Some("soul" | "rule" | "summary"));
    // Others use these words too, so labelled lines must follow.
    let before = AGENT_HEADINGS.iter().find_map(|(_, heading)| line.trim_end().strip_suffix(heading));
    before.filter(|_| of_agent).map(|before| (before, Within::Labels))
}

/// Tells whether a line is an element that only packs have, or the end of one.
fn is_element(body: &str) -> bool {
    let section = |rest: &str| {
        let is = |name: &Section| {
            rest.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(['>', ' ']))
        };
        Section::ALL.iter().any(is)
    };
    body.strip_prefix('<').is_some_and(|tag| section(tag.strip_prefix('/').unwrap_or(tag)))
        || LINES.iter().any(|start| body.starts_with(start))
        || FRAMES.iter().any(|(_, close)| body == *close)
}

/// Returns the label that a paragraph of a pack begins with.
fn label(body: &str) -> Option<&str> {
    let bare = body.trim_start_matches(|c: char| c.is_ascii_digit());
    let body = body.strip_prefix("- ").or_else(|| bare.strip_prefix(". ")).unwrap_or(body);
    let (label, rest) = body.strip_prefix('[')?.split_once("] ")?;
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':');
    (!label.is_empty() && label.chars().all(plain) && !rest.is_empty()).then_some(label)
}

/// Tells whether a line is a paragraph of a pack even without its heading: labelled, and dated as packs date.
fn is_paragraph(body: &str) -> bool {
    let Some(label) = label(body) else { return false };
    let text = body.split_once("] ").map_or("", |(_, text)| text);
    match label {
        "log" | "event" | "summary" => text.split_once(' ').is_some_and(|(day, _)| is_day(day)),
        "user" => text.starts_with("language ") && text.contains(", length ") && text.contains(", style "),
        _ => {
            text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")).is_some_and(|(_, day)| is_day(day))
        }
    }
}

/// Tells whether a line is an answer for programs: found or listed memories as JSON.
fn is_answer(body: &str) -> bool {
    let lists = body.contains("\"hits\":[{\"") || body.contains("\"memories\":[{\"");
    let consulted = body.starts_with("{\"decision\":\"") && body.contains("\",\"principles\":[");
    let one = body.starts_with("{\"id\":\"") && body.contains("\",\"scope\":\"");
    consulted || (body.starts_with("{\"") && (lists || one) && body.contains("\"layer\":\""))
}

/// Tells whether a line is what stands above a part of the guidance before a decision.
fn is_guidance(body: &str, next: &str) -> bool {
    let head =
        body.strip_suffix(':').is_some_and(|head| GUIDANCE.iter().flatten().any(|known| *known == head));
    head && (next.is_empty() || next.starts_with('-'))
}

/// Returns a place without what is said of the memory behind its layer: its status, and that no person wrote it.
fn bare_place(body: &str) -> &str {
    let body = body.strip_suffix("  by agent").unwrap_or(body);
    let status = body.strip_suffix(')').and_then(|body| body.rsplit_once("  ("));
    status.filter(|(_, word)| word.chars().all(|c| c.is_ascii_lowercase())).map_or(body, |(body, _)| body)
}

/// Tells whether a line is the end of a place whose beginning was cut off: a day and a layer.
fn is_end_of_place(body: &str) -> bool {
    let parts = bare_place(body).rsplit_once("  ").filter(|(_, layer)| is_layer(layer));
    parts.is_some_and(|(before, _)| is_day(before.rsplit("  ").next().unwrap_or_default().trim()))
}

/// Tells whether a line is what a cut left of a found memory: another one of the same list follows.
fn is_rest_of_found(body: &str, next: &str) -> bool {
    let number = next.split_once(". ").and_then(|(number, _)| number.parse::<u32>().ok());
    !body.is_empty() && is_place(next) && number.is_some_and(|number| number > 1)
}

/// Tells whether a line is the place of a found memory: number, score, place, day and layer.
fn is_place(body: &str) -> bool {
    let Some((number, rest)) = bare_place(body).split_once(". ") else { return false };
    let Some((score, rest)) = rest.split_once("  ") else { return false };
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let scored =
        score.split_once('.').is_some_and(|(whole, part)| digits(whole) && part.len() == 2 && digits(part));
    let ends_in_layer = rest.rsplit_once("  ").is_some_and(|(_, word)| is_layer(word));
    digits(number) && scored && ends_in_layer
}

/// Tells whether a line is what is known of one memory: an id or an origin as they are shown.
fn is_field(body: &str) -> bool {
    let value = |name: &str| {
        let gap = 12_usize.checked_sub(name.len())?;
        let rest = body.strip_prefix(name)?;
        let bare = rest.trim_start_matches(' ');
        (rest.len() - bare.len() == gap && !bare.is_empty()).then_some(bare)
    };
    let fits = |name: &str, value: &str| match name {
        "id" | "key" | "scope" | "layer" => !value.contains(' '),
        "status" => value.split(' ').next().is_some_and(|word| Status::WORDS.contains(&word)),
        _ => true,
    };
    FIELDS.iter().any(|name| value(name).is_some_and(|value| fits(name, value)))
}

/// Tells whether a line is a row of a list of memories: day, time, layer, name and text.
fn is_row(body: &str) -> bool {
    let mut parts = body.split("  ").map(str::trim).filter(|part| !part.is_empty());
    let dated = parts.next().and_then(|when| when.split_once(' ')).is_some_and(|(day, time)| {
        is_day(day) && time.len() == 5 && time.split_once(':').is_some_and(|(hour, _)| hour.len() == 2)
    });
    dated && parts.next().is_some_and(is_layer)
}

fn is_layer(word: &str) -> bool {
    Layer::ALL.iter().any(|layer| layer.as_str() == word)
}

fn is_day(text: &str) -> bool {
    text.len() == 10 && text.parse::<Date>().is_ok()
}

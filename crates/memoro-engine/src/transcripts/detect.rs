//! Which program wrote a file, told by what is in it; names and folders do not count.

use std::io::{self, BufRead, BufReader, Read};

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::Format;
use super::json::Str;

/// How much of a file is looked at.
const LOOKED_AT: usize = 1024 * 1024;
/// How far the end of a line is looked for that is longer than that.
const LONGEST: u64 = 128 * 1024 * 1024;
/// How much of the end of such a line is looked at.
const TAIL: usize = 4096;

/// The keys that tell the formats apart.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Keys<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<Str<'a>>,
    payload: Option<IgnoredAny>,
    session_id: Option<IgnoredAny>,
    uuid: Option<IgnoredAny>,
    parent_uuid: Option<IgnoredAny>,
    leaf_uuid: Option<IgnoredAny>,
    snapshot: Option<IgnoredAny>,
    message: Option<IgnoredAny>,
    mapping: Option<IgnoredAny>,
    role: Option<IgnoredAny>,
    #[serde(rename = "from")]
    from: Option<IgnoredAny>,
    speaker: Option<IgnoredAny>,
    content: Option<IgnoredAny>,
    text: Option<IgnoredAny>,
    value: Option<IgnoredAny>,
    #[serde(rename = "record_type")]
    record: Option<IgnoredAny>,
    instructions: Option<IgnoredAny>,
    id: Option<IgnoredAny>,
}

/// How a file is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// One object a line.
    Lines,
    /// Objects in an array or spread over lines.
    Values,
    /// A SQLite database.
    Database,
}

/// Tells the shape and format of a file by its beginning; a line that is longer than what is looked at is passed over, and
/// those behind it are asked.
pub(super) fn detect(file: &mut impl Read) -> io::Result<Option<(Shape, Format)>> {
    let mut head = Vec::new();
    file.take(LOOKED_AT as u64).read_to_end(&mut head)?;
    if head.starts_with(b"SQLite format 3\0") {
        return Ok(Some((Shape::Database, Format::OpenClawDatabase)));
    }
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head).trim_ascii_start();
    let Some(first) = text.first() else { return Ok(None) };
    if *first == b'[' {
        return Ok(values(text));
    }
    if let Some(format) = lines(text) {
        return Ok(Some((Shape::Lines, format)));
    }
    let open = text.iter().rev().position(|byte| *byte == b'\n').unwrap_or(text.len());
    if open >= LOOKED_AT / 2 {
        let Behind { tail, rest } = behind(file)?;
        let whole = || of_huge_line(&[text.get(text.len() - open..).unwrap_or_default(), &tail].concat());
        if let Some(format) = lines(&rest).or_else(whole) {
            return Ok(Some((Shape::Lines, format)));
        }
    }
    Ok(if *first == b'{' { values(text) } else { None })
}

/// What stands behind the part of a file that was looked at, which ends in the middle of a line.
struct Behind {
    /// The end of that line.
    tail: Vec<u8>,
    /// The lines after it.
    rest: Vec<u8>,
}

fn behind(file: &mut impl Read) -> io::Result<Behind> {
    let mut file = BufReader::with_capacity(256 * 1024, file.take(LONGEST));
    let mut tail: Vec<u8> = Vec::new();
    loop {
        let part = file.fill_buf()?;
        let end = memchr::memchr(b'\n', part);
        let (line, taken) = (part.get(..end.unwrap_or(part.len())).unwrap_or_default(), part.len());
        tail.extend_from_slice(line.get(line.len().saturating_sub(TAIL)..).unwrap_or_default());
        tail.drain(..tail.len().saturating_sub(TAIL));
        file.consume(end.map_or(taken, |end| end + 1));
        if end.is_some() || taken == 0 {
            break;
        }
    }
    let mut rest = Vec::new();
    file.take(LOOKED_AT as u64).read_to_end(&mut rest)?;
    Ok(Behind { tail, rest })
}

/// The number of lines that are asked; a file may begin with lines that say nothing.
const ASKED: usize = 50;

fn lines(text: &[u8]) -> Option<Format> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).take(ASKED);
    lines.filter_map(|line| serde_json::from_slice::<Keys>(line).ok()).find_map(|keys| of_keys(&keys))
}

/// What one line is that does not look like those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stray {
    /// A line of another format.
    Of(Format),
    /// What some program notes for itself.
    Note,
    /// Nothing that is known.
    Unknown,
}

/// Tells what a line is that is none of the format of its file.
pub(super) fn stray(line: &[u8]) -> Stray {
    let Ok(keys) = serde_json::from_slice::<Keys>(line) else { return Stray::Unknown };
    match of_keys(&keys) {
        Some(format) => Stray::Of(format),
        None if keys.kind.is_some_and(|kind| kind.as_str() != "message") => Stray::Note,
        None => Stray::Unknown,
    }
}

fn of_keys(keys: &Keys) -> Option<Format> {
    let kind = keys.kind.as_ref().map_or("", Str::as_str);
    let codex = matches!(kind, "session_meta" | "response_item" | "turn_context" | "event_msg" | "compacted");
    if keys.mapping.is_some() {
        return None;
    }
    if keys.payload.is_some() && codex
        || keys.record.is_some()
        || (kind.is_empty() && keys.instructions.is_some())
    {
        return Some(Format::Codex);
    }
    let claude = keys.session_id.is_some() && !kind.is_empty()
        || keys.parent_uuid.is_some()
        || keys.leaf_uuid.is_some()
        || (keys.snapshot.is_some() && kind == "file-history-snapshot");
    if claude && keys.role.is_none() {
        return Some(Format::ClaudeCode);
    }
    if (kind == "session" && keys.id.is_some()) || (kind == "message" && keys.message.is_some()) {
        return Some(Format::OpenClaw);
    }
    let said = keys.content.is_some() || keys.text.is_some() || keys.value.is_some();
    let by_someone = keys.role.is_some() || keys.speaker.is_some() || keys.from.is_some();
    (said && by_someone).then_some(Format::Generic)
}

/// Tells the format of a first line that is longer than what is looked at.
fn of_huge_line(text: &[u8]) -> Option<Format> {
    let known = [
        ("\"parentUuid\"", Format::ClaudeCode),
        ("\"sessionId\"", Format::ClaudeCode),
        ("\"payload\"", Format::Codex),
        ("\"parentId\"", Format::OpenClaw),
    ];
    let generic = || {
        let by_someone = ["\"role\"", "\"speaker\"", "\"from\""].iter().any(|key| has(text, key));
        let said = ["\"content\"", "\"text\"", "\"value\""].iter().any(|key| has(text, key));
        (by_someone && said && !has(text, "\"mapping\"")).then_some(Format::Generic)
    };
    known.into_iter().find(|(key, _)| has(text, key)).map(|(_, format)| format).or_else(generic)
}

fn has(text: &[u8], key: &str) -> bool {
    text.windows(key.len()).any(|part| part == key.as_bytes())
}

/// Tells a document of objects by its first keys: the first object may be larger than what is looked at.
fn values(text: &[u8]) -> Option<(Shape, Format)> {
    let has_one = |keys: &[&str]| keys.iter().any(|key| has(text, key));
    let format = if has_one(&["\"mapping\""]) {
        Format::ChatGpt
    } else if has_one(&["\"role\"", "\"speaker\"", "\"from\""])
        && has_one(&["\"content\"", "\"text\"", "\"value\""])
    {
        Format::Generic
    } else {
        return None;
    };
    Some((Shape::Values, format))
}

//! A learning as a file of its own: front matter and text. A file without front matter is a plain note, all
//! of it text.

use super::NotText;
use super::check_text;
use super::entries::{Fault, Problem};
use super::entry_line::to_confidence;
use super::front_matter::{FrontMatter, Name, RawField};
use super::lines::{BOM, newline};
use super::moment::Moment;
use super::patch::{Edit, Part, patch};
use super::yaml::{self, Value};
use crate::id::{Key, MemoryId};
use crate::provenance::{Confidence, Origin, Source};
use crate::retention::{Sensitivity, Stability, Ttl};
use crate::scope::Scope;

/// A learning as its file states it; empty texts and list items are not written.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Learning {
    /// The id; a plain note has none.
    pub id: Option<MemoryId>,
    /// The key, if it is not the id.
    pub key: Option<Key>,
    /// The title.
    pub title: Option<String>,
    /// The type word: `principle`, `pattern`, `learning`.
    pub kind: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// Concepts.
    pub concepts: Vec<String>,
    /// Where the words stand: `source` for the path, `session` and `range`.
    pub source: Source,
    /// Who said it.
    pub origin: Option<Origin>,
    /// The project that it comes from.
    pub project: Option<String>,
    /// Where it belongs, if not where learnings usually do.
    pub scope: Option<Scope>,
    /// How sure it is.
    pub confidence: Option<Confidence>,
    /// When it was learned.
    pub created: Option<Moment>,
    /// When it was last changed.
    pub updated: Option<Moment>,
    /// When it was true in the world.
    pub occurred_at: Option<Moment>,
    /// When it stopped being true.
    pub valid_until: Option<Moment>,
    /// Whether it may be shown without asking for it.
    pub sensitivity: Sensitivity,
    /// How firmly it is held.
    pub stability: Stability,
    /// The time to live as written.
    pub ttl: Ttl,
    /// When it expires.
    pub expires: Option<Moment>,
    /// The text; a zero character cannot be written.
    pub text: String,
}

/// A learning and what is odd about its file.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedLearning {
    /// What the file says.
    pub learning: Learning,
    /// Whether it has front matter; a plain note has none.
    pub front_matter: bool,
    /// The line, from 1, on which the text begins.
    pub text_line: u32,
    /// The fields that cannot be read and are kept as they are.
    pub problems: Vec<Problem>,
}

/// The fields in the order in which they are written, and other names for them.
const NAMES: [Name; 21] = [
    ("id", &[]),
    ("key", &[]),
    ("title", &[]),
    ("type", &[]),
    ("tags", &["tag"]),
    ("concepts", &[]),
    ("source", &[]),
    ("session", &["session_id"]),
    ("range", &["message_range"]),
    ("origin", &[]),
    ("project", &[]),
    ("scope", &[]),
    ("confidence", &[]),
    ("created", &["created_at", "date"]),
    ("updated", &["updated_at"]),
    ("occurred_at", &["occurred"]),
    ("valid_until", &[]),
    ("sensitivity", &[]),
    ("stability", &[]),
    ("ttl", &[]),
    ("expires", &["expires_at"]),
];

impl Learning {
    /// Writes the file.
    pub fn render(&self) -> String {
        format!("{}\n{}\n", self.front_matter(), self.text)
    }

    /// Returns type word, tags and concepts as one list without doubles.
    pub fn all_tags(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for tag in self.kind.iter().chain(&self.tags).chain(&self.concepts) {
            if !tag.is_empty() && !all.contains(tag) {
                all.push(tag.clone());
            }
        }
        all
    }

    /// Spreads one list over type word, tags and concepts: what stays, stays where it was.
    pub fn set_tags(&mut self, all: &[String]) {
        self.kind = self.kind.take().filter(|word| all.contains(word));
        self.concepts.retain(|concept| all.contains(concept));
        self.tags.retain(|tag| all.contains(tag));
        let known = self.all_tags();
        self.tags.extend(all.iter().filter(|tag| !known.contains(tag)).cloned());
    }

    fn front_matter(&self) -> String {
        let fields = NAMES.iter().zip(self.values());
        let lines = fields.filter_map(|((name, _), value)| value.map(|value| format!("{name}: {value}\n")));
        format!("---\n{}---\n", lines.collect::<String>())
    }

    /// Writes the value of each field of [`NAMES`]; `None` where it stays away.
    fn values(&self) -> [Option<String>; NAMES.len()] {
        let text = |text: &Option<String>| text.as_deref().filter(|text| !text.is_empty()).map(yaml::text);
        let list = |items: &[String]| {
            let items: Vec<_> = items.iter().filter(|item| !item.is_empty()).cloned().collect();
            (!items.is_empty()).then(|| yaml::list(&items))
        };
        let moment = |at: Option<Moment>| at.map(|at| at.to_string());
        let sensitive = self.sensitivity != Sensitivity::Normal;
        let firm = self.stability != Stability::Stable;
        [
            self.id.as_ref().map(|id| yaml::text(id.as_str())),
            self.key.as_ref().map(|key| yaml::text(key.as_str())),
            text(&self.title),
            text(&self.kind),
            list(&self.tags),
            list(&self.concepts),
            text(&self.source.path),
            text(&self.source.session),
            text(&self.source.range),
            self.origin.map(|origin| origin.to_string()),
            text(&self.project),
            self.scope.as_ref().map(|scope| yaml::text(&scope.to_string())),
            self.confidence.map(|confidence| confidence.to_string()),
            moment(self.created),
            moment(self.updated),
            moment(self.occurred_at),
            moment(self.valid_until),
            sensitive.then(|| self.sensitivity.to_string()),
            firm.then(|| self.stability.to_string()),
            (self.ttl != Ttl::none()).then(|| yaml::text(self.ttl.as_str())),
            moment(self.expires),
        ]
    }
}

/// Reads a learning or a plain note.
pub fn parse_learning(bytes: &[u8]) -> Result<ParsedLearning, NotText> {
    check_text(bytes)?;
    let front = FrontMatter::read(bytes, &NAMES);
    if front.is_none() && FrontMatter::is_unclosed(bytes) {
        return Err(NotText::Unclosed);
    }
    let (mut learning, mut problems) = (Learning::default(), Vec::new());
    for (field, first) in
        front.iter().flat_map(|front| front.fields.iter().map(|field| (field, front.field(field.name))))
    {
        let line_no = field.line_no;
        let mut report = |fault, reason| problems.push(Problem { line_no, fault, reason, about: None });
        if let Some(first) = first.filter(|first| first.line_no != line_no) {
            report(Fault::Duplicate, format!("says `{}`, which line {} says", field.spelled, first.line_no));
            continue;
        }
        let taken = field.value.as_ref().ok_or_else(|| "cannot be read".to_owned());
        if let Err(reason) = taken.and_then(|value| take(&mut learning, field.name, value)) {
            report(Fault::Malformed, format!("has a `{}` that counts for nothing: {reason}", field.spelled));
        }
    }
    let body = Body::of(bytes, front.as_ref());
    learning.text.clone_from(&body.text);
    let first = front.as_ref().map_or(1, |front| front.next_line);
    let text_line = first + u32::from(body.fronted && body.parted);
    if bytes.get(body.start..).is_some_and(|text| std::str::from_utf8(text).is_err()) {
        let reason = "begins a text that is not all valid UTF-8; save it as UTF-8".to_owned();
        problems.push(Problem { line_no: text_line, fault: Fault::Malformed, reason, about: None });
    }
    Ok(ParsedLearning { learning, front_matter: front.is_some(), text_line, problems })
}

/// Writes a learning over the file that holds it, or over nothing: only what differs is changed.
pub fn upsert_learning(bytes: &[u8], new: &Learning) -> Result<Vec<u8>, NotText> {
    let old = parse_learning(bytes)?.learning;
    let start = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
    if bytes.len() == start {
        return Ok([bytes, new.render().as_bytes()].concat());
    }
    let front = FrontMatter::read(bytes, &NAMES);
    let mut edits = match &front {
        Some(front) => fields(bytes, front, &old, new),
        None if new.values() == old.values() && !needs_front_matter(&old, new) => Vec::new(),
        None => vec![Edit::insert(start, vec![Part::Lines(format!("{}\n", new.front_matter()))])],
    };
    if old.text != new.text {
        let body = Body::of(bytes, front.as_ref());
        edits.push(Edit { range: body.start..bytes.len(), parts: body.replaced(bytes, &new.text) });
    }
    Ok(patch(bytes, edits).0)
}

/// Tells whether a plain note could not hold this text as it is.
fn needs_front_matter(old: &Learning, new: &Learning) -> bool {
    old.text != new.text && (new.text.starts_with("---") || new.text.contains('\r'))
}

/// Edits the fields that differ and leaves the others as they are written.
fn fields(bytes: &[u8], front: &FrontMatter<'_>, old: &Learning, new: &Learning) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut behind = front.begin;
    for (((name, _), was), value) in NAMES.iter().zip(old.values()).zip(new.values()) {
        let field = front.field(name);
        match (field, value) {
            (_, value) if was == value => {}
            (Some(field), Some(value)) => edits.push(replace(bytes, field, &value)),
            (Some(_), None) => {
                let all = front.fields.iter().filter(|field| field.name == *name);
                edits.extend(all.map(|field| Edit::cut(field.range.clone())));
            }
            (None, Some(value)) => {
                edits.push(Edit::insert(behind, vec![Part::Lines(format!("{name}: {value}"))]));
            }
            (None, None) => {}
        }
        behind = field.map_or(behind, |field| field.range.end);
    }
    edits
}

fn replace(bytes: &[u8], field: &RawField<'_>, value: &str) -> Edit {
    let ending = bytes.get(field.ending.clone()).unwrap_or_default();
    let line = [field.spelled.as_bytes(), b": ", value.as_bytes(), ending].concat();
    Edit { range: field.range.clone(), parts: vec![Part::Bytes(line)] }
}

/// Puts a value where it belongs; the error says why it cannot be one.
fn take(learning: &mut Learning, name: &str, value: &Value) -> Result<(), String> {
    let text = || match value {
        Value::Text(text) => Ok(text.as_str()),
        Value::List(_) => Err("it is a list".to_owned()),
    };
    if text().is_ok_and(str::is_empty) {
        return Ok(());
    }
    match name {
        "id" => learning.id = Some(text()?.parse().map_err(said)?),
        "key" => learning.key = Some(text()?.parse().map_err(said)?),
        "title" => learning.title = Some(text()?.to_owned()),
        "type" => learning.kind = Some(text()?.to_owned()),
        "tags" => learning.tags = several(value),
        "concepts" => learning.concepts = several(value),
        "source" => learning.source.path = Some(text()?.to_owned()),
        "session" => learning.source.session = Some(text()?.to_owned()),
        "range" => learning.source.range = Some(text()?.to_owned()),
        "origin" => learning.origin = Some(text()?.parse().map_err(said)?),
        "project" => learning.project = Some(text()?.to_owned()),
        "scope" => learning.scope = Some(text()?.parse().map_err(said)?),
        "confidence" => learning.confidence = Some(to_confidence(text()?)?),
        "created" => learning.created = Some(text()?.parse()?),
        "updated" => learning.updated = Some(text()?.parse()?),
        "occurred_at" => learning.occurred_at = Some(text()?.parse()?),
        "valid_until" => learning.valid_until = Some(text()?.parse()?),
        "sensitivity" => learning.sensitivity = text()?.parse().map_err(said)?,
        "stability" => learning.stability = text()?.parse().map_err(said)?,
        "ttl" => learning.ttl = text()?.parse().map_err(said)?,
        _ => learning.expires = Some(text()?.parse()?),
    }
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "it is given to map_err")]
fn said(error: impl ToString) -> String {
    error.to_string()
}

fn several(value: &Value) -> Vec<String> {
    let all = match value {
        Value::Text(text) => text.split(',').map(|item| item.trim().to_owned()).collect(),
        Value::List(items) => items.clone(),
    };
    all.into_iter().filter(|item| !item.is_empty()).collect()
}

/// The text of a file and what stands around it.
struct Body {
    start: usize,
    /// Whether front matter stands before it.
    fronted: bool,
    /// Whether a blank line parts it from the front matter.
    parted: bool,
    /// Whether the last line is ended.
    ended: bool,
    text: String,
}

impl Body {
    /// Finds the text. In a file with CRLF its line ends are those of the file, not part of the text.
    fn of(bytes: &[u8], front: Option<&FrontMatter<'_>>) -> Self {
        let mark = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
        let start = front.map_or(mark, |front| front.end);
        let mut text = String::from_utf8_lossy(bytes.get(start..).unwrap_or_default()).into_owned();
        if newline(bytes) == "\r\n" {
            text = text.replace("\r\n", "\n");
        }
        let empty = text.is_empty();
        let whole = text.strip_prefix("\r\n").or_else(|| text.strip_prefix('\n'));
        let whole = whole.filter(|_| front.is_some());
        let parted = whole.is_some();
        let whole = whole.unwrap_or(&text);
        let inner = whole.strip_suffix('\n');
        let ended = inner.is_some();
        let text = inner.unwrap_or(whole).to_owned();
        Self { start, fronted: front.is_some(), parted: parted || empty, ended: ended || empty, text }
    }

    /// Writes another text in its place.
    fn replaced(&self, bytes: &[u8], text: &str) -> Vec<Part> {
        let newline = newline(bytes);
        let blank_first = text.is_empty() || text.starts_with(['\n', '\r']);
        let before = if self.fronted && (self.parted || blank_first) { newline } else { "" };
        let behind = if self.ended || text.is_empty() || text.ends_with('\n') { newline } else { "" };
        let text = if newline == "\r\n" { text.replace('\n', newline) } else { text.to_owned() };
        vec![Part::FreshLine, Part::Bytes([before, &text, behind].concat().into_bytes())]
    }
}

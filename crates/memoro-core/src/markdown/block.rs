//! A decision as a block of Markdown: `## Decision: <title>` and its fields. Which memory it is and whether it
//! counts is for others to say.

use std::str::FromStr;

use jiff::Timestamp;

use super::block_field::{RawField, fields, items_field, list_field, one_field, text_field};
use super::entry_line::{to_confidence, to_time};
use super::escape::{TEXT, escape, trim, unescape};
use super::lines::Line;
use super::moment::Moment;
use crate::content::{Decision, Stage};
use crate::id::MemoryId;
use crate::provenance::{Confidence, Origin, Source};
use crate::retention::{Sensitivity, Stability, Ttl};
use crate::scope::Scope;
use crate::words::words;

/// Whether a decision still holds, as its block states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Standing {
    /// It holds.
    #[default]
    Active,
    /// A newer one took its place.
    Superseded,
    /// It was put away.
    Archived,
}

words!(Standing, "status", {
    Active => "active",
    Superseded => "superseded",
    Archived => "archived",
});

/// A decision as its block states it.
#[derive(Debug, Clone, PartialEq)]
pub struct DecisionBlock {
    /// The id, by which it is found again.
    pub id: MemoryId,
    /// What was decided; empty references are not written.
    pub decision: Decision,
    /// When.
    pub date: Option<Moment>,
    /// Where the words stand; empty parts are not written.
    pub source: Source,
    /// How sure it is.
    pub confidence: Option<Confidence>,
    /// Whether it still holds.
    pub status: Standing,
    /// The decision whose place it took.
    pub supersedes: Option<MemoryId>,
    /// Concepts; empty ones are not written.
    pub tags: Vec<String>,
    /// Where it belongs, if not where decisions usually do.
    pub scope: Option<Scope>,
    /// Who said it, where that is written down.
    pub origin: Option<Origin>,
    /// Whether it may be shown without asking for it.
    pub sensitivity: Sensitivity,
    /// How firmly it is held.
    pub stability: Stability,
    /// The time to live as written.
    pub ttl: Ttl,
    /// The moment at which it expires.
    pub expires: Option<Timestamp>,
    /// When it stopped being true.
    pub valid_until: Option<Timestamp>,
    /// When it was last changed, where that is written down.
    pub updated_at: Option<Timestamp>,
}

/// The fields in the order in which they are written.
pub(super) const NAMES: [&str; 21] = [
    "id",
    "date",
    "source",
    "why",
    "finding",
    "conclusion",
    "impact",
    "confidence",
    "status",
    "supersedes",
    "refs",
    "stage",
    "tags",
    "scope",
    "origin",
    "sensitivity",
    "stability",
    "ttl",
    "expires",
    "valid_until",
    "updated_at",
];

/// How the ids of decisions begin that follow the usual form.
const DECISION: &str = "DECISION-";
/// The fields inside `source`.
pub(super) const SOURCE: [&str; 3] = ["session_id", "session_path", "message_range"];

impl DecisionBlock {
    /// Starts a block with everything else left open.
    pub fn new(id: MemoryId, decision: Decision) -> Self {
        Self {
            id,
            decision,
            date: None,
            source: Source::default(),
            confidence: None,
            status: Standing::Active,
            supersedes: None,
            tags: Vec::new(),
            scope: None,
            origin: None,
            sensitivity: Sensitivity::Normal,
            stability: Stability::Stable,
            ttl: Ttl::none(),
            expires: None,
            valid_until: None,
            updated_at: None,
        }
    }

    /// Writes the block, each line ended by a line feed.
    pub fn render(&self) -> String {
        let mut out = self.heading() + "\n";
        for text in self.texts().into_iter().flatten() {
            out.push_str(&text);
            out.push('\n');
        }
        out
    }

    /// Writes the heading.
    pub(super) fn heading(&self) -> String {
        let title = escape(&self.decision.title, TEXT);
        if title.is_empty() { "## Decision:".into() } else { format!("## Decision: {title}") }
    }

    /// Writes each field of [`NAMES`]; `None` where it stays away.
    pub(super) fn texts(&self) -> [Option<String>; NAMES.len()] {
        let given = |name, value: Option<String>| value.map(|value| one_field(name, &value));
        let always = |name, value: Option<String>| Some(one_field(name, &value.unwrap_or_default()));
        let decision = &self.decision;
        let stage = (decision.stage != Stage::Decided).then(|| decision.stage.to_string());
        let sensitivity = (self.sensitivity != Sensitivity::Normal).then(|| self.sensitivity.to_string());
        let firm = self.stability != Stability::Stable;
        let tagged = self.tags.iter().any(|tag| !tag.is_empty());
        [
            always("id", Some(self.id.to_string())),
            always("date", self.date.map(|date| date.to_string())),
            Some(source(&self.source)),
            Some(text_field("why", &decision.why)),
            Some(text_field("finding", &decision.finding)),
            Some(text_field("conclusion", &decision.conclusion)),
            Some(text_field("impact", &decision.impact)),
            always("confidence", self.confidence.map(|confidence| confidence.to_string())),
            always("status", Some(self.status.to_string())),
            given("supersedes", self.supersedes.as_ref().map(ToString::to_string)),
            Some(items_field("refs", &decision.refs)),
            given("stage", stage),
            tagged.then(|| list_field("tags", &self.tags)),
            given("scope", self.scope.as_ref().map(ToString::to_string)),
            given("origin", self.origin.map(|origin| origin.to_string())),
            given("sensitivity", sensitivity),
            given("stability", firm.then(|| self.stability.to_string())),
            given("ttl", (self.ttl != Ttl::none()).then(|| self.ttl.to_string())),
            given("expires", self.expires.map(|at| at.to_string())),
            given("valid_until", self.valid_until.map(|at| at.to_string())),
            given("updated_at", self.updated_at.map(|at| at.to_string())),
        ]
    }
}

fn source(source: &Source) -> String {
    let parts = [&source.session, &source.path, &source.range];
    let lines = SOURCE.iter().zip(parts).map(|(name, part)| {
        let field = one_field(name, part.as_deref().unwrap_or_default());
        format!("\n  {field}")
    });
    std::iter::once("- source:".to_owned()).chain(lines).collect()
}

/// Returns the title where a heading of level two begins a decision.
pub(super) fn title_of(heading: &[u8]) -> Option<&[u8]> {
    let name = heading.trim_ascii_start();
    let (word, rest) = name.split_at_checked("decision".len())?;
    let rest = rest.trim_ascii_start();
    let title = rest.strip_prefix(b":").or_else(|| rest.strip_prefix("：".as_bytes()))?;
    word.eq_ignore_ascii_case(b"decision").then_some(title)
}

/// Reads a block from its title and the lines below its heading; the error says what is wrong with it.
pub(super) fn read<'a>(
    title: &[u8],
    lines: &[Line<'a>],
) -> Result<(DecisionBlock, Vec<RawField<'a>>), String> {
    let title = std::str::from_utf8(title).map_err(|_| "has a title that is not valid UTF-8")?;
    let found = fields(lines, &NAMES);
    if let Some(twice) = NAMES.iter().find(|name| found.iter().filter(|one| one.name == **name).count() > 1) {
        return Err(format!("has `{twice}` twice"));
    }
    let get = Fields(&found);
    let id = get.one("id", named)?.ok_or("has no id; add `- id: DECISION-YYYYMMDD-<slug>`")?;
    let decision = Decision {
        title: unescape(trim(title), TEXT),
        why: get.text("why")?,
        finding: get.text("finding")?,
        conclusion: get.text("conclusion")?,
        impact: get.text("impact")?,
        refs: get.list("refs")?,
        stage: get.one("stage", word)?.unwrap_or(Stage::Decided),
    };
    let block = DecisionBlock {
        id,
        decision,
        date: get.one("date", str::parse)?,
        source: get.source()?,
        confidence: get.one("confidence", to_confidence)?,
        status: get.one("status", word)?.unwrap_or_default(),
        supersedes: get.one("supersedes", named)?,
        tags: get.list("tags")?,
        scope: get.one("scope", word)?,
        origin: get.one("origin", word)?,
        sensitivity: get.one("sensitivity", word)?.unwrap_or_default(),
        stability: get.one("stability", word)?.unwrap_or_default(),
        ttl: get.one("ttl", word)?.unwrap_or_default(),
        expires: get.one("expires", to_time)?,
        valid_until: get.one("valid_until", to_time)?,
        updated_at: get.one("updated_at", to_time)?,
    };
    Ok((block, found))
}

/// Returns the id that a block names, whatever else is wrong with it.
pub(super) fn id_of(lines: &[Line<'_>]) -> Option<MemoryId> {
    Fields(&fields(lines, &NAMES)).one("id", named).ok().flatten()
}

struct Fields<'f, 'a>(&'f [RawField<'a>]);

impl Fields<'_, '_> {
    fn get(&self, name: &str) -> Option<&RawField<'_>> {
        self.0.iter().find(|field| field.name == name)
    }

    fn text(&self, name: &str) -> Result<String, String> {
        self.get(name).map(RawField::text).transpose().map(Option::unwrap_or_default)
    }

    fn list(&self, name: &str) -> Result<Vec<String>, String> {
        self.get(name).map(RawField::list).transpose().map(Option::unwrap_or_default)
    }

    fn one<T>(&self, name: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, String> {
        let text = self.text(name)?;
        if text.is_empty() { Ok(None) } else { read(&text).map(Some) }
    }

    fn source(&self) -> Result<Source, String> {
        let Some(field) = self.get("source") else { return Ok(Source::default()) };
        let [session, path, range] = SOURCE.map(|name| field.inner(name));
        let bare = RawField { more: Vec::new(), ending: 0..0, range: 0..0, ..*field };
        let bare = Some(bare.text()?).filter(|text| !text.is_empty());
        Ok(Source { session: session?, path: path?.or(bare), range: range? })
    }
}

/// Reads the id of a decision; a remark behind it, as in `DECISION-20260101-x   # why`, is none of it.
fn named(raw: &str) -> Result<MemoryId, String> {
    let remarked = raw.split_once(char::is_whitespace).filter(|(_, rest)| rest.trim_start().starts_with('#'));
    word(remarked.map_or(raw, |(id, _)| if id.starts_with(DECISION) { id } else { raw }))
}

fn word<T: FromStr<Err: ToString>>(raw: &str) -> Result<T, String> {
    raw.parse().map_err(|wrong: T::Err| wrong.to_string())
}

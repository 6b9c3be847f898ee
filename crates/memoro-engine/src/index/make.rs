//! From text to what the index takes: terms, profile, day, vector. Reads no file and writes nothing.

use std::ops::Range;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Unit};
use memoro_core::chunker::{Chunk, Chunked, Format, chunk};
use memoro_core::document::{Collection, Tier};
use memoro_core::fusion::{ChunkMeta, NO_DAY, Role, is_role_word, role_of};
use memoro_core::redact::redact;
use memoro_core::text::{Profile, TermCounts};
use memoro_core::{Layer, Status};
use memoro_embed::{LocalModel, Quantized, Scratch};
use memoro_store::index::{self, ChunkPlace, Facets, NewChunk, Source};
use memoro_store::{layer_number, source_number, status_number, tier_number};

use crate::documents::{FoundDocument, format_of};
use crate::embedding::Space;
use crate::error::Result;
use crate::index::IndexSettings;
use crate::transcripts::Turn;
use crate::workspace::Workspace;

/// A chunk before its speaker and its model have numbers.
pub(super) struct Made {
    pub(super) chunk: NewChunk,
    pub(super) speaker: Option<String>,
    pub(super) vector: Option<index::Quantized>,
}

/// Makes chunks for the index.
pub(super) struct Maker<'a> {
    /// The embedded model, where the index is in its space.
    model: Option<&'a LocalModel>,
    settings: &'a IndexSettings,
    zone: &'a TimeZone,
    scratch: Scratch,
    vector: Quantized,
    /// What was forgotten: it is not found again, whatever file brings it back.
    forgotten: memoro_store::ForgottenTexts,
    owner: memoro_core::Scope,
    /// The marks of turns that were taken back.
    withheld: std::collections::BTreeSet<String>,
}

/// A chunk of a document as its file would be cut now.
#[derive(Debug)]
pub(crate) struct Cut {
    /// The hash of the text under which it is found.
    pub(crate) hash: u64,
    /// The text under which it is found.
    pub(crate) searched: String,
    /// Its text as it stands in the file.
    pub(crate) text: String,
    /// Its lines, from 1, the end not included.
    pub(crate) lines: Range<u32>,
}

/// Cuts a document as indexing does.
pub(crate) fn cut(path: &str, bytes: &[u8], limits: memoro_core::chunker::Limits) -> Vec<Cut> {
    let cuts = chunk(bytes, format_of(path), limits).chunks.into_iter().map(|chunk| {
        let searched = searched(&chunk);
        Cut {
            hash: short_hash(&searched),
            searched,
            text: String::from_utf8_lossy(bytes.get(chunk.bytes.clone()).unwrap_or_default()).into_owned(),
            lines: number(*chunk.lines.start())..number(*chunk.lines.end() + 1),
        }
    });
    cuts.collect()
}

/// How sure a document is of what it says, of 255: nobody has checked it.
const DOCUMENT_CONFIDENCE: u8 = 204;

impl<'a> Maker<'a> {
    pub(super) fn new(workspace: &'a Workspace) -> Result<Self> {
        let local = workspace.space()? == Space::Local;
        Ok(Self {
            model: local.then_some(&workspace.model),
            settings: &workspace.settings.index,
            zone: &workspace.settings.time_zone,
            scratch: Scratch::default(),
            vector: Quantized { scale: 0.0, values: Vec::new() },
            forgotten: workspace.store.forgotten_texts()?,
            owner: memoro_core::Scope::User(workspace.settings.owner.clone()),
            withheld: workspace.withheld_turns()?,
        })
    }

    /// Makes the chunks of a document; also returns its title.
    pub(super) fn document(&mut self, found: &FoundDocument, bytes: &[u8]) -> (Option<String>, Vec<Made>) {
        let chunked = chunk(bytes, found.format, self.settings.limits);
        let day = self.day_of_document(found, &chunked);
        let mut made = Vec::with_capacity(chunked.chunks.len());
        let gone = super::copies::forgotten_in(&self.forgotten, &self.owner, bytes);
        let says = |chunk: &Chunk| {
            gone.iter().any(|line| line.start < chunk.bytes.end && chunk.bytes.start < line.end)
        };
        for chunk in chunked.chunks.iter().filter(|chunk| found.part.holds(chunk)) {
            if says(chunk) || self.forgotten.covers_passage(&self.owner, &chunk.text) {
                continue;
            }
            let facets = document_facets(found, chunk);
            let place = Place {
                lines: number(*chunk.lines.start())..number(*chunk.lines.end() + 1),
                bytes: chunk.bytes.start as u64..chunk.bytes.end as u64,
                heading: (!chunk.headings.is_empty()).then(|| chunk.headings.join(" > ")),
            };
            let meta = ChunkMeta { ordinal: number(made.len()), day, ..ChunkMeta::default() };
            made.extend(self.made(&searched(chunk), place, meta, facets));
        }
        if let Some(first) = made.first_mut() {
            add_terms(&mut first.chunk.terms, name_terms(&found.path));
        }
        (title(&chunked), made)
    }

    /// Makes the chunks of a turn, the first of which has the given place in its session.
    pub(super) fn turn(&mut self, turn: &Turn, first: u32) -> Vec<Made> {
        let text = redact(&turn.text);
        let text: &str = text.text.as_ref();
        if !self.withheld.is_empty() && self.withheld.contains(&crate::threads::mark(text)) {
            return Vec::new();
        }
        let long = memoro_core::text::token_estimate(text) > self.settings.limits.tokens;
        let pieces = if long {
            let chunks = chunk(text.as_bytes(), Format::Markdown, self.settings.limits).chunks;
            chunks.into_iter().map(|chunk| chunk.text).collect()
        } else {
            vec![text.to_owned()]
        };
        let day = turn.at.map_or(NO_DAY, |at| day_number(at.to_zoned(self.zone.clone()).date()));
        let mut made = Vec::with_capacity(pieces.len());
        for piece in pieces {
            if self.forgotten.covers_passage(&self.owner, &piece) {
                continue;
            }
            let ordinal = first + number(made.len());
            let meta = ChunkMeta { ordinal, day, role: turn.role, ..ChunkMeta::default() };
            let line = u32::try_from(turn.line).unwrap_or(u32::MAX - 1);
            let place =
                Place { lines: line..line + 1, bytes: turn.bytes.clone(), heading: Some(caption(turn)) };
            if let Some(mut one) = self.made(&piece, place, meta, turn_facets()) {
                one.chunk.text = Some(piece);
                one.speaker.clone_from(&turn.speaker);
                made.push(one);
            }
        }
        made
    }

    /// Makes the chunk of a turn again from what the store kept of it.
    pub(super) fn kept_turn(&mut self, kept: ChunkPlace) -> Option<Made> {
        let caption = kept.heading.clone().unwrap_or_default();
        let mut parts = caption.split(" · ");
        let who = parts.next().unwrap_or_default();
        let at = parts.next().and_then(|at| at.parse::<Timestamp>().ok());
        let day = at.map_or(NO_DAY, |at| day_number(at.to_zoned(self.zone.clone()).date()));
        let meta = ChunkMeta { ordinal: kept.ordinal, day, role: role_of(who), ..ChunkMeta::default() };
        let place = Place { lines: kept.lines, bytes: kept.bytes, heading: kept.heading };
        let text = kept.text.filter(|text| !self.forgotten.covers_passage(&self.owner, text))?;
        let mut one = self.made(&text, place, meta, turn_facets())?;
        one.chunk.text = Some(text);
        one.speaker = (!who.is_empty() && !is_role_word(who) && who != "someone").then(|| who.to_owned());
        Some(one)
    }

    /// Makes one chunk; a text without words cannot be found and makes none.
    fn made(&mut self, text: &str, place: Place, meta: ChunkMeta, facets: Facets) -> Option<Made> {
        let (profile, terms) = Profile::of(text);
        let vector = self.model.and_then(|model| {
            model.embed_i8_with(&mut self.scratch, text, &mut self.vector);
            if self.vector.is_zero() {
                return None;
            }
            index::Quantized::from_parts(self.vector.values.clone(), self.vector.scale).ok()
        });
        if terms.is_empty() && profile.len == 0 && vector.is_none() {
            return None;
        }
        let chunk = NewChunk {
            lines: place.lines,
            bytes: place.bytes,
            text_hash: short_hash(text),
            heading: place.heading,
            text: None,
            terms,
            meta: ChunkMeta { profile, ..meta },
            facets,
            vectors: Vec::new(),
        };
        Some(Made { chunk, speaker: None, vector })
    }

    /// Returns the day a document speaks of: from its front matter or name, else when it was written.
    fn day_of_document(&self, found: &FoundDocument, chunked: &Chunked) -> i32 {
        let given = chunked.front.as_ref().and_then(|front| date_in(front.field("date")?));
        let named = found.path.rsplit('/').next().and_then(date_in);
        let written = || {
            let at = Timestamp::from_nanosecond(i128::from(found.fingerprint.modified)).ok()?;
            Some(at.to_zoned(self.zone.clone()).date())
        };
        given.or(named).or_else(written).map_or(NO_DAY, day_number)
    }
}

/// Returns the terms under which a file is found by its name and its path as typed; those of the folders alone are left
/// out, and so is a name that is only a number or a day.
fn name_terms(path: &str) -> TermCounts {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if !stem.chars().any(char::is_alphabetic) {
        return TermCounts::new();
    }
    let (folders, named) = (Profile::of(folder).1, Profile::of(name).1);
    let mut terms = Profile::of(path).1;
    terms.retain(|(term, _)| {
        named.iter().any(|(own, _)| own == term) || folders.iter().all(|(other, _)| other != term)
    });
    add_terms(&mut terms, named);
    terms
}

/// Adds the terms that are not there yet, once each.
fn add_terms(terms: &mut TermCounts, more: TermCounts) {
    for (term, _) in more {
        if let Err(place) = terms.binary_search_by_key(&term, |(known, _)| *known) {
            terms.insert(place, (term, 1));
        }
    }
}

struct Place {
    lines: Range<u32>,
    bytes: Range<u64>,
    heading: Option<String>,
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn short_hash(text: &str) -> u64 {
    let hash = blake3::hash(text.as_bytes());
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
}

/// Returns the text under which a chunk is found: also the headings above it and the words that should bring it to
/// mind.
fn searched(chunk: &Chunk) -> String {
    let text = chunk.searchable();
    let mut all = String::with_capacity(text.len() + 64);
    let above = chunk.headings.iter().chain(&chunk.attributes.triggers);
    for words in above.filter(|words| !text.contains(words.as_str())) {
        all.push_str(words);
        all.push('\n');
    }
    all.push_str(&text);
    all
}

fn title(chunked: &Chunked) -> Option<String> {
    let named = chunked.front.as_ref().and_then(|front| front.field("title"));
    let heading = || chunked.chunks.iter().find_map(|chunk| chunk.headings.first());
    named.map(str::to_owned).or_else(|| heading().cloned())
}

/// Returns what a turn is captioned with: who spoke, when, and the number of the message.
fn caption(turn: &Turn) -> String {
    // Whoever is no person cannot call itself one.
    let named = turn.speaker.as_deref().filter(|name| turn.role == Role::User || role_of(name) != Role::User);
    let who = named.unwrap_or(match turn.role {
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Other => "someone",
    });
    match turn.at.and_then(|at| at.round(Unit::Second).ok()) {
        Some(at) => format!("{who} · {at} · #{}", turn.index),
        None => format!("{who} · #{}", turn.index),
    }
}

fn document_facets(found: &FoundDocument, chunk: &Chunk) -> Facets {
    let superseded = chunk.attributes.status.as_deref() == Some("superseded");
    let status =
        if superseded { Status::Superseded { by: None, reason: String::new() } } else { Status::Active };
    Facets {
        scope: 0,
        layer: layer_number(Layer::Semantic),
        source: source_number(source_of(found.collection)),
        tier: tier_number(tier_of(found.tier)),
        status: status_number(&status),
        confidence: DOCUMENT_CONFIDENCE,
        importance: chunk.attributes.importance.unwrap_or(0),
    }
}

fn turn_facets() -> Facets {
    Facets {
        scope: 0,
        layer: layer_number(Layer::Episodic),
        source: source_number(Source::Transcript),
        tier: tier_number(index::Tier::Warm),
        status: status_number(&Status::Active),
        confidence: DOCUMENT_CONFIDENCE,
        importance: 0,
    }
}

/// Returns the index's name for a collection.
pub(super) fn source_of(collection: Collection) -> Source {
    match collection {
        Collection::Memory => Source::Workspace,
        Collection::Extra => Source::Extra,
        Collection::Sessions => Source::Transcript,
    }
}

/// Returns the index's name for a tier.
pub(super) fn tier_of(tier: Tier) -> index::Tier {
    match tier {
        Tier::Hot => index::Tier::Hot,
        Tier::Warm => index::Tier::Warm,
        Tier::Cold => index::Tier::Cold,
        Tier::Archive => index::Tier::Archive,
    }
}

/// Finds a date written as 2026-11-15 in a text.
pub(crate) fn date_in(text: &str) -> Option<Date> {
    let starts = text.char_indices().filter(|(_, c)| c.is_ascii_digit());
    starts.filter_map(|(at, _)| text.get(at..at + 10)).find_map(|part| part.parse().ok())
}

/// Returns the number of a day, counted from 1970.
pub(crate) fn day_number(date: Date) -> i32 {
    date.since((Unit::Day, Date::constant(1970, 1, 1))).map_or(NO_DAY, |span| span.get_days())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_found_in_names() {
        assert_eq!(date_in("2026-11-15-wrapup.md"), Some(Date::constant(2026, 11, 15)));
        assert_eq!(date_in("สรุป 2026-02-28.md"), Some(Date::constant(2026, 2, 28)));
        assert_eq!(date_in("报告2026-13-01.md"), None);
        assert_eq!(day_number(Date::constant(1970, 1, 2)), 1);
        assert_eq!(day_number(Date::constant(1969, 12, 31)), -1);
    }
}

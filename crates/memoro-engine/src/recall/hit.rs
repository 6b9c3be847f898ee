//! From a ranked slot to a hit: where it stands, what it says, how sure it is, and how it came to its score.

use std::cell::OnceCell;
use std::ops::RangeInclusive;

use jiff::Timestamp;
use memoro_core::fusion::{Corpus as _, Ranked, Role, Scored, Signals, prefer_phrases};
use memoro_core::query::Query;
use memoro_core::{Layer, Memory, MemoryId, Shape};
use memoro_store::Stored;
use memoro_store::index::{self, Bitmap, ChunkPlace, Document, Source};

use super::passages::Passages;
use super::snippet::{Snippet, snippet};
use super::{Look, Recall, Sight};
use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;

/// Where a hit comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HitSource {
    /// A memory.
    Memory,
    /// A document.
    Document,
    /// A conversation.
    Session,
}

impl HitSource {
    /// Returns the one word for this source.
    pub const fn as_str(self) -> &'static str {
        match self {
            HitSource::Memory => "memory",
            HitSource::Document => "document",
            HitSource::Session => "session",
        }
    }
}

/// A ranked chunk with everything that an answer tells about it.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The memory, for a hit that is one.
    pub memory: Option<MemoryId>,
    /// The file, for a hit that stands in one.
    pub path: Option<String>,
    /// The first line, from 1; 0 where there is no file.
    pub start_line: u32,
    /// The last line.
    pub end_line: u32,
    /// How well it answers, 0 to 1.
    pub score: f32,
    /// Its layer.
    pub layer: Layer,
    /// When it happened, was said or was written.
    pub date: Option<Timestamp>,
    /// Where it comes from.
    pub source: HitSource,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
    /// The status of the memory.
    pub status: String,
    /// The headings above it.
    pub heading: Option<String>,
    /// The session that it was said in.
    pub session: Option<String>,
    /// Its text.
    pub text: String,
    /// The part that matches.
    pub snippet: Snippet,
    /// What made its score.
    pub signals: Signals,
    /// Whether an agent or a program wrote it and no person stands behind it.
    pub unvouched: bool,
    /// The memory itself, as it was found.
    pub(crate) found: Option<Memory>,
}

impl Hit {
    /// Returns how to quote it: file and lines, or the id.
    pub fn citation(&self) -> String {
        match (&self.path, &self.memory) {
            (Some(path), _) if self.start_line > 0 => {
                format!("{path}#L{}-L{}", self.start_line, self.end_line)
            }
            (Some(path), _) => path.clone(),
            (None, Some(id)) => id.to_string(),
            (None, None) => String::new(),
        }
    }

    /// Returns how unsure the answer is: what is missing from score and confidence together.
    pub fn uncertainty(&self) -> f64 {
        (1.0 - f64::from(self.score) * self.confidence).clamp(0.0, 1.0)
    }
}

impl Workspace {
    /// Returns the slots that the index would show and no answer does.
    pub(super) fn unseen(&self, caller: &Caller) -> Result<Bitmap> {
        let mut unseen = self.store.slots_not_shown(caller.now)?;
        let replaced = self.replaced_files()?;
        if !replaced.is_empty() {
            unseen.unite(&self.store.slots_of_documents(|uri, _| replaced.iter().any(|path| path == uri))?);
        }
        Ok(unseen)
    }

    /// Makes hits of what was ranked, so many as are wanted; all of them where quoted words decide.
    pub(super) fn hits(
        &self,
        ranked: &[Ranked],
        (sight, look): (&Sight, Look),
        request: &Recall,
        caller: &Caller,
    ) -> Result<(Vec<Hit>, Vec<String>)> {
        let query = &sight.query;
        let mut hits = Vec::new();
        let passages = Passages::new(self);
        let replaced = OnceCell::new();
        let all = !query.phrases.is_empty() || request.all_statuses;
        let wanted = if all { ranked.len() } else { request.limit };
        let stands = |hit: &Hit| -> Result<bool> {
            let (false, None, Some(path)) = (request.all_statuses, &hit.memory, &hit.path) else {
                return Ok(true);
            };
            if replaced.get().is_none() {
                replaced.set(self.replaced_files()?).ok();
            }
            Ok(!replaced.get().is_some_and(|gone: &Vec<String>| gone.contains(path)))
        };
        for some in ranked.chunks(wanted.max(1)) {
            if hits.len() >= wanted {
                break;
            }
            let slots: Vec<u32> = some.iter().map(|one| one.slot).collect();
            let mut found = self.store.found(&slots)?.into_iter().peekable();
            for one in some {
                if hits.len() >= wanted {
                    break;
                }
                let Some(at) = found.next_if(|at| at.slot == one.slot) else { continue };
                let hit = match at.document.record.source {
                    Source::Memory => self.memory_hit(one, at.memory, (query, look), (request, caller))?,
                    _ => document_hit(one, (at.place, at.document), (query, look), &passages)
                        .filter(|hit| within(request, hit)),
                };
                if let Some(mut hit) = hit
                    && stands(&hit)?
                {
                    if let (None, Some(path)) = (&hit.memory, &hit.path) {
                        let said = sight.view.metas().get(one.slot as usize).map(|meta| meta.role);
                        hit.unvouched = said == Some(Role::Assistant)
                            || self.is_an_agents(path)?
                            || self.tells_for_agents(path, hit.start_line, hit.end_line)?;
                    }
                    hits.push(hit);
                }
            }
        }
        if !query.phrases.is_empty() {
            prefer_phrases(&mut hits, query, |hit| {
                query.phrases.iter().all(|phrase| phrase.is_in(&hit.text))
            });
            hits.retain(|hit| hit.score >= request.min_score);
        }
        if request.all_statuses {
            current_first(&mut hits, request.as_of.unwrap_or(caller.now));
        }
        Ok((hits, passages.warnings()))
    }

    pub(super) fn memory_hit(
        &self,
        one: &Ranked,
        stored: Option<Stored>,
        (query, look): (&Query, Look),
        (request, caller): (&Recall, &Caller),
    ) -> Result<Option<Hit>> {
        let Some(stored) = stored else { return Ok(None) };
        let Some(memory) = self.as_believed(stored, request.as_of)? else { return Ok(None) };
        if self.all_follow(&request.tags) && crate::traces::stands_apart(&memory) {
            return Ok(None);
        }
        let now = request.as_of.unwrap_or(caller.now);
        let put_away = request.tiers.contains(&index::Tier::Archive)
            && matches!(memory.shape(), Shape::Decision | Shape::Episode)
            && memory.status == memoro_core::Status::Archived;
        let out_of_date = !request.all_statuses && !put_away && !memory.is_current(now);
        let too_early = request.since.is_some_and(|since| memory.date() < since);
        let too_late = request.until.is_some_and(|until| memory.date() >= until);
        if out_of_date || too_early || too_late {
            return Ok(None);
        }
        let text = memory.content.text();
        let bare = look == Look::Bare;
        let snippet = if bare { Snippet::default() } else { snippet(&text, query) };
        let stands = if bare { None } else { self.lines_of(&memory)? };
        let (path, start_line, end_line) = match stands {
            Some((file, lines)) => {
                let lines = lines_of_snippet(&memory, &text, &snippet, lines);
                (Some(file), *lines.start(), *lines.end())
            }
            None => (None, 0, 0),
        };
        Ok(Some(Hit {
            path,
            start_line,
            end_line,
            score: one.score.clamp(0.0, 1.0),
            layer: memory.layer(),
            date: Some(memory.date()),
            source: HitSource::Memory,
            confidence: memory.provenance.confidence.get(),
            status: memory.status.to_string(),
            heading: Some(memory.key.to_string()),
            session: memory.provenance.source.session.clone(),
            snippet,
            text,
            signals: one.signals,
            unvouched: crate::context::is_unvouched(&memory),
            memory: Some(memory.id.clone()),
            found: Some(memory),
        }))
    }

    pub(super) fn as_believed(&self, stored: Stored, as_of: Option<Timestamp>) -> Result<Option<Memory>> {
        let Some(at) = as_of else { return Ok(Some(stored.memory)) };
        let versions = self.store.versions(&stored.memory.id)?;
        Ok(versions.into_iter().find(|v| v.from <= at && v.to.is_none_or(|to| to > at)).map(|v| v.memory))
    }
}

/// Returns the lines of a note that hold its snippet; anything else is told whole.
fn lines_of_snippet(
    memory: &Memory,
    text: &str,
    snippet: &Snippet,
    whole: RangeInclusive<u32>,
) -> RangeInclusive<u32> {
    let line_ends = |text: &str| u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX);
    let before = text.find(&snippet.text).and_then(|at| text.get(..at));
    let (Shape::Note, Some(before)) = (memory.shape(), before) else { return whole };
    let start = whole.start().saturating_add(line_ends(before)).min(*whole.end());
    start..=start.saturating_add(line_ends(snippet.text.trim_end())).min(*whole.end())
}

/// What is left of the score of a memory that no longer counts, or does not count yet.
const NOT_CURRENT: f32 = 0.8;

/// Lets what counts now come before what took its place or waits to take it, and tells so.
fn current_first(hits: &mut [Hit], now: Timestamp) {
    let counts = |hit: &Hit| hit.found.as_ref().is_none_or(|memory| memory.is_current(now));
    let of = |hit: &Hit| hit.found.as_ref().map(|memory| (memory.scope.clone(), memory.key.clone()));
    let current: Vec<_> = hits.iter().filter(|hit| counts(hit)).map(|hit| (of(hit), hit.score)).collect();
    for hit in hits.iter_mut().filter(|hit| !counts(hit) && hit.status != "archived") {
        let own = of(hit);
        let now = current.iter().find(|(other, _)| other.is_some() && *other == own).map(|(_, score)| *score);
        let after = now.map_or(1.0, |score| score / hit.score.max(f32::MIN_POSITIVE));
        hit.signals.status = NOT_CURRENT * after.min(1.0);
        hit.score *= hit.signals.status;
    }
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
}

impl Scored for Hit {
    fn score(&self) -> f32 {
        self.score
    }

    fn set_score(&mut self, score: f32) {
        self.score = score;
    }

    fn signals_mut(&mut self) -> &mut Signals {
        &mut self.signals
    }
}

/// Whether a turn was said in the time that is asked for; of a document only the day is known, and was looked at.
fn within(request: &Recall, hit: &Hit) -> bool {
    let (HitSource::Session, Some(at)) = (hit.source, hit.date) else { return true };
    request.since.is_none_or(|since| at >= since) && request.until.is_none_or(|until| at < until)
}

/// When a turn was said, as its caption tells.
fn said_at(heading: Option<&str>) -> Option<Timestamp> {
    heading?.split(" · ").nth(1)?.parse().ok()
}

fn document_hit(
    one: &Ranked,
    (mut place, document): (ChunkPlace, Document),
    (query, look): (&Query, Look),
    passages: &Passages<'_>,
) -> Option<Hit> {
    let session = document.record.source == Source::Transcript;
    let text = match place.text.take() {
        Some(text) => text,
        None if matches!(look, Look::Measured | Look::MeasuredOpen) => String::new(),
        None => {
            let (text, lines) = passages.read(&place, &document)?;
            place.lines = lines;
            text
        }
    };
    let written = Timestamp::from_nanosecond(i128::from(document.record.mtime_ns)).ok();
    let said = session.then(|| said_at(place.heading.as_deref())).flatten();
    let date = said.or_else(|| passages.named_day(&document.record.uri).filter(|_| !session)).or(written);
    Some(Hit {
        memory: None,
        start_line: place.lines.start,
        end_line: place.lines.end.saturating_sub(1).max(place.lines.start),
        score: one.score.clamp(0.0, 1.0),
        layer: if session { Layer::Episodic } else { Layer::Semantic },
        date,
        source: if session { HitSource::Session } else { HitSource::Document },
        confidence: 1.0,
        status: "active".into(),
        heading: place.heading,
        session: session.then(|| document.record.title.clone()).flatten(),
        snippet: snippet(&text, query),
        text,
        signals: one.signals,
        unvouched: false,
        path: Some(document.record.uri),
        found: None,
    })
}

//! How the index stands, told by looking at the files, not by remembering. Writes nothing.

use std::collections::BTreeMap;

use jiff::Timestamp;
use memoro_store::StoreError;
use memoro_store::index::{self, Source};

use super::Indexed;
use super::documents::{as_known, known};
use super::reached::{BadLines, Reached};
use super::transcripts::READ;
use crate::documents::{self, FoundDocument, Known, Skip, Skipped};
use crate::error::Result;
use crate::transcripts::FoundTranscript;
use crate::workspace::Workspace;

/// How much of a source is in the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceCount {
    /// The source: `workspace`, `extra`, `transcript` or `memory`.
    pub source: &'static str,
    /// Its documents; sessions of transcripts.
    pub documents: u64,
    /// Their chunks.
    pub chunks: u64,
}

/// Tells whether a file differs from what is known of it. One that was written in the moment it was indexed is read,
/// because its time tells nothing.
fn differs(found: &FoundDocument, known: &Known) -> bool {
    let seen = known.fingerprint;
    let same_time = seen.modified == found.fingerprint.modified && seen.size == found.fingerprint.size;
    !(same_time
        && seen.inode == 0
        && documents::read(&found.file, seen.size).is_ok_and(|read| read.hash == known.hash))
}

/// How the index stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexState {
    /// What is in it, by source.
    pub counts: Vec<SourceCount>,
    /// When it was last brought up to date.
    pub indexed_at: Option<Timestamp>,
    /// The model whose vectors are searched.
    pub model: Option<String>,
    /// Chunks that have no vector of that model yet.
    pub pending: u64,
    /// Files that are new or may have changed since.
    pub stale: u64,
    /// Files that are in the index and no longer there.
    pub gone: u64,
    /// Files that cannot be looked at or read.
    pub unreachable: u64,
    /// What of the index itself cannot be read; it is made anew by the next indexing.
    pub damage: Option<String>,
    /// What stands in the way of the configured provider's vectors.
    pub trouble: Option<String>,
    /// What is wrong, as path and reason.
    pub errors: Vec<(String, String)>,
    /// What is left out on purpose, and why.
    pub skipped: Vec<Skipped>,
}

impl IndexState {
    /// Tells whether everything that can be read can be found.
    pub fn is_current(&self) -> bool {
        self.damage.is_none() && self.indexed_at.is_some() && self.stale + self.gone + self.pending == 0
    }

    /// Returns what cannot be found and why: what could not be read, then what is left out on purpose, each once.
    pub fn remarks(&self) -> Vec<String> {
        let failed: std::collections::BTreeSet<&str> =
            self.errors.iter().map(|(path, _)| path.as_str()).collect();
        let trouble = self.trouble.iter().map(|why| format!("meaning: {why}"));
        let errors = self
            .damage
            .iter()
            .cloned()
            .chain(trouble)
            .chain(self.errors.iter().map(|(path, why)| format!("{path}: {why}")));
        let skipped = self.skipped.iter().filter(|skipped| !failed.contains(skipped.path.as_str()));
        errors
            .chain(skipped.map(|skipped| format!("{} is left out: {}", skipped.path, skipped.why)))
            .collect()
    }
}

impl Workspace {
    /// Tells what of the index cannot be read, as a question would find it.
    pub(crate) fn index_damage(&self) -> Result<Option<String>> {
        match self.store.view(&[]) {
            Err(StoreError::Index(why)) => Ok(Some(why)),
            other => Ok(other.map(|_| None)?),
        }
    }

    /// Tells how the index stands.
    pub fn index_state(&self) -> Result<IndexState> {
        let rows = known(self)?;
        let plan_known: BTreeMap<String, Known> =
            rows.iter().map(|(path, document)| (path.clone(), as_known(document))).collect();
        let listing = self.listing()?;
        let mut skipped = listing.skipped.clone();
        let (transcripts, mut left_out) = self.transcripts()?;
        skipped.append(&mut left_out);
        let plan = documents::plan(listing, &plan_known);
        let (mut stale_documents, mut unreadable) = (0, 0);
        for found in &plan.look {
            let failed = rows.get(&found.path).is_some_and(|document| document.record.error.is_some());
            if failed && documents::read(&found.file, self.settings.index.max_bytes).is_err() {
                unreadable += 1;
            } else if plan_known.get(&found.path).is_none_or(|known| differs(found, known)) {
                stale_documents += 1;
            }
        }
        let remote = !self.embedders.is_local();
        let (counts, model, pending, failed) = self.store.read_index(|conn| {
            let model = index::active_model(conn)?;
            let counts = index::counts(conn)?;
            let pending = match &model {
                Some(model) => index::missing_vectors(conn, model.id, 0, usize::MAX)?.len() as u64,
                // The provider never answered: all of them wait for it.
                None if remote => counts.iter().map(|(_, _, chunks)| chunks).sum(),
                None => 0,
            };
            Ok((counts, model, pending, index::documents(conn, Source::Transcript)?))
        })?;
        let rows = rows.into_values().chain(failed);
        let errors = rows.filter_map(|document| Some((document.record.uri, document.record.error?)));
        let bad = self.bad_lines()?.into_iter().map(|bad| (bad.path.clone(), bad.what()));
        let errors = errors.chain(bad);
        Ok(IndexState {
            counts: counts
                .into_iter()
                .map(|(source, documents, chunks)| SourceCount { source: source.as_str(), documents, chunks })
                .collect(),
            indexed_at: self.indexed_at()?,
            model: model.map(|model| model.name),
            pending,
            stale: stale_documents + self.stale_transcripts(&transcripts)?,
            gone: plan.gone.len() as u64,
            unreachable: plan.unreachable.len() as u64 + unreadable,
            damage: self.index_damage()?,
            trouble: self.embedding_trouble()?,
            errors: errors.collect(),
            skipped,
        })
    }

    /// Returns what could not be understood in transcripts.
    fn bad_lines(&self) -> Result<Vec<BadLines>> {
        let read = self.store.named_under(READ)?.into_iter();
        let bad = read.map(|(name, kept)| Reached::parse(&name, &kept).bad);
        Ok(bad.filter(|bad| bad.count() > 0).collect())
    }

    /// Tells of what was wrong with files that did not change, beside what an indexing met: they are no better for it.
    pub(super) fn tell_again(&self, done: &mut Indexed) -> Result<()> {
        let failed = self.store.read_index(|conn| index::documents(conn, Source::Transcript))?;
        for document in known(self)?.into_values().chain(failed) {
            let (path, error) = (document.record.uri, document.record.error);
            if let Some(why) = error.filter(|_| !done.skipped.iter().any(|skipped| skipped.path == path)) {
                done.skipped.push(Skipped { path, why: Skip::Unreadable(why) });
            }
        }
        for bad in self.bad_lines()? {
            if !done.bad.iter().any(|known| known.path == bad.path) {
                done.bad_lines += bad.count();
                done.bad.push(bad);
            }
        }
        Ok(())
    }

    /// Returns how many transcripts have grown or are new.
    fn stale_transcripts(&self, found: &[FoundTranscript]) -> Result<u64> {
        let read: BTreeMap<String, String> = self.store.named_under(READ)?.into_iter().collect();
        let mut stale = 0;
        for one in found {
            stale += super::transcripts::count_stale(self, one, &read);
        }
        Ok(stale)
    }
}

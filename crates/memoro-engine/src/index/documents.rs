//! Indexes documents: walks, plans, reads what may have changed, and takes out what is gone.

use std::collections::BTreeMap;

use jiff::Timestamp;
use memoro_store::index::{self, Document, NewDocument, Source};

use super::batch::{Batch, Change};
use super::make::{Maker, source_of, tier_of};
use super::{Indexed, Progress, Watching};
use crate::caller::Caller;
use crate::documents::{self, Fingerprint, FoundDocument, Known, Plan, Skip, Skipped};
use crate::error::Result;
use crate::workspace::Workspace;

/// A file written this shortly before it was read may have been written again within the clock's step.
const UNSETTLED: i64 = 2_000_000_000;

/// What the index knows of the documents of a workspace, by path.
pub(super) fn known(workspace: &Workspace) -> Result<BTreeMap<String, Document>> {
    let mut known = BTreeMap::new();
    for source in [Source::Workspace, Source::Extra] {
        let documents = workspace.store.read_index(|conn| index::documents(conn, source))?;
        known.extend(documents.into_iter().map(|document| (document.record.uri.clone(), document)));
    }
    Ok(known)
}

/// Returns what tells whether a known document has changed.
pub(super) fn as_known(document: &Document) -> Known {
    let record = &document.record;
    Known {
        fingerprint: Fingerprint { modified: record.mtime_ns, size: record.size, inode: record.inode },
        hash: blake3::Hash::from_bytes(record.content_hash.unwrap_or_default()),
    }
}

/// Brings the documents in the index up to date.
pub(super) fn run(
    workspace: &Workspace,
    caller: &Caller,
    (done, watching): (&mut Indexed, Watching<'_>),
) -> Result<()> {
    let rows = known(workspace)?;
    let known: BTreeMap<String, Known> =
        rows.iter().map(|(path, document)| (path.clone(), as_known(document))).collect();
    let mut listing = workspace.listing()?;
    done.skipped.append(&mut listing.skipped.clone());
    let mut plan = documents::plan(std::mem::take(&mut listing), &known);
    done.unchanged += plan.unchanged;
    let look = std::mem::take(&mut plan.look);
    let total = look.len();
    let mut run = Run { maker: Maker::new(workspace)?, rows, known, plan, now: caller.now, done };
    let mut batch = Batch::new(workspace);
    for (at, found) in look.into_iter().enumerate() {
        let change = run.look(&found, workspace.settings.index.max_bytes);
        batch.add(change)?;
        watching(&Progress { done: at + 1, total, chunks: batch.written, path: found.path });
    }
    for path in &run.plan.gone {
        if let Some(document) = run.rows.get(path) {
            batch.add(Change::Remove { id: document.id })?;
        }
    }
    run.done.removed += run.plan.gone.len();
    batch.write()?;
    run.done.chunks += batch.written;
    Ok(())
}

struct Run<'a> {
    maker: Maker<'a>,
    rows: BTreeMap<String, Document>,
    known: BTreeMap<String, Known>,
    plan: Plan,
    now: Timestamp,
    done: &'a mut Indexed,
}

impl Run<'_> {
    /// Reads a file that may have changed and tells what to do about it.
    fn look(&mut self, found: &FoundDocument, max_bytes: u64) -> Change {
        let read = match documents::read(&found.file, max_bytes) {
            Ok(read) => read,
            Err(why) => return self.failed(found, why),
        };
        let mut record = self.record(found, self.settled(read.fingerprint));
        record.content_hash = Some(*read.hash.as_bytes());
        let old = self.rows.get(&found.path).map(|document| document.id);
        match self.plan.judge(&found.path, read.hash, &self.known) {
            documents::Change::Touched => {
                self.done.unchanged += 1;
                self.keep(&found.path, record, old)
            }
            documents::Change::Moved { from } => {
                self.done.moved += 1;
                let old = self.rows.get(&from).map(|document| document.id);
                self.keep(&from, record, old)
            }
            changed => {
                match changed {
                    documents::Change::New => self.done.new += 1,
                    _ => self.done.changed += 1,
                }
                let (title, chunks) = self.maker.document(found, &read.bytes);
                Change::Replace { old, record: NewDocument { title, ..record }, chunks }
            }
        }
    }

    /// Keeps the chunks of a known document under a new record.
    fn keep(&self, path: &str, record: NewDocument, old: Option<index::DocumentId>) -> Change {
        let title = self.rows.get(path).and_then(|document| document.record.title.clone());
        let record = NewDocument { title, ..record };
        match old {
            Some(id) => Change::Record { id, record },
            None => Change::Replace { old: None, record, chunks: Vec::new() },
        }
    }

    /// Records that a file could not be read: for a while, then what is known stays and it is tried again; for good,
    /// then nothing of it is searched.
    fn failed(&mut self, found: &FoundDocument, why: Skip) -> Change {
        let error = Some(why.to_string());
        let passing = why.is_passing();
        self.done.skipped.push(Skipped { path: found.path.clone(), why });
        match self.rows.get(&found.path) {
            Some(Document { id, record }) if passing => Change::Record {
                id: *id,
                record: NewDocument { error, inode: 0, mtime_ns: 0, ..record.clone() },
            },
            known => {
                let again = Fingerprint { modified: 0, size: 0, inode: 0 };
                let fingerprint = if passing { again } else { found.fingerprint };
                let record = NewDocument { error, ..self.record(found, fingerprint) };
                Change::Replace { old: known.map(|document| document.id), record, chunks: Vec::new() }
            }
        }
    }

    fn settled(&self, fingerprint: Fingerprint) -> Fingerprint {
        let now = i64::try_from(self.now.as_nanosecond()).unwrap_or(i64::MAX);
        let unsettled = now.saturating_sub(fingerprint.modified) < UNSETTLED;
        if unsettled { Fingerprint { inode: 0, ..fingerprint } } else { fingerprint }
    }

    fn record(&self, found: &FoundDocument, fingerprint: Fingerprint) -> NewDocument {
        NewDocument {
            source: source_of(found.collection),
            uri: found.path.clone(),
            title: None,
            tier: tier_of(found.tier),
            content_hash: None,
            size: fingerprint.size,
            mtime_ns: fingerprint.modified,
            inode: fingerprint.inode,
            indexed_at: self.now,
            error: None,
        }
    }
}

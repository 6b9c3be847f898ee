//! What an indexing did, and how the index stands.

use std::collections::BTreeMap;

use memoro_engine::documents::Skipped;
use memoro_engine::{IndexState, Indexed, Overview, Rebuilt};
use serde::Serialize;
use utoipa::ToSchema;

/// What an indexing did.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct IndexedView {
    /// The workspace.
    pub(crate) workspace: String,
    /// Whether the store was made anew.
    pub(crate) rebuilt: bool,
    /// Where the damaged store lies now.
    pub(crate) aside: Option<String>,
    /// How many rows of each table of the damaged store were taken over.
    pub(crate) kept: BTreeMap<&'static str, u64>,
    /// What could not be read of the damaged store and has no file.
    pub(crate) lost: Vec<String>,
    /// Files whose edits were taken in.
    pub(crate) files: Vec<String>,
    /// Current memories.
    pub(crate) memories: u64,
    /// What could not be read in files.
    pub(crate) problems: Vec<String>,
    /// Documents that were new.
    pub(crate) new: usize,
    /// Documents that had changed.
    pub(crate) changed: usize,
    /// Documents found under another name.
    pub(crate) moved: usize,
    /// Documents that were gone.
    pub(crate) removed: usize,
    /// Documents and transcripts as they were.
    pub(crate) unchanged: usize,
    /// Transcripts with something new.
    pub(crate) transcripts: usize,
    /// Turns that were added.
    pub(crate) turns: u64,
    /// Lines of transcripts that could not be understood.
    pub(crate) bad_lines: u64,
    /// Where they stand.
    pub(crate) bad: Vec<SkippedView>,
    /// Chunks that were written.
    pub(crate) chunks: u64,
    /// Vectors that were made afterwards or anew.
    pub(crate) embedded: u64,
    /// What was left out.
    pub(crate) skipped: Vec<SkippedView>,
    /// What could not be done now.
    pub(crate) warnings: Vec<String>,
}

/// A file that was left out, and why.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SkippedView {
    /// The file.
    pub(crate) path: String,
    /// Why.
    pub(crate) why: String,
}

impl From<&Skipped> for SkippedView {
    fn from(skipped: &Skipped) -> Self {
        Self { path: skipped.path.clone(), why: skipped.why.to_string() }
    }
}

impl IndexedView {
    /// Shows an indexing.
    pub(crate) fn of(overview: &Overview, rebuilt: Option<&Rebuilt>, indexed: &Indexed) -> Self {
        Self {
            workspace: overview.root.display().to_string(),
            rebuilt: rebuilt.is_some(),
            aside: rebuilt.and_then(|r| r.aside.as_ref()).map(|path| path.display().to_string()),
            kept: rebuilt.map(|r| r.kept.clone()).unwrap_or_default(),
            lost: rebuilt.map(|r| r.lost.clone()).unwrap_or_default(),
            files: rebuilt.map_or_else(|| overview.edited.clone(), |r| r.files.clone()),
            memories: overview.layers.values().sum(),
            problems: told_once(&overview.problems, rebuilt.map_or(&[], |rebuilt| &rebuilt.problems)),
            new: indexed.new,
            changed: indexed.changed,
            moved: indexed.moved,
            removed: indexed.removed,
            unchanged: indexed.unchanged,
            transcripts: indexed.transcripts,
            turns: indexed.turns,
            bad_lines: indexed.bad_lines,
            bad: indexed
                .bad
                .iter()
                .map(|bad| SkippedView { path: bad.path.clone(), why: bad.what() })
                .collect(),
            chunks: indexed.chunks,
            embedded: indexed.embedded,
            skipped: indexed.skipped.iter().map(SkippedView::from).collect(),
            warnings: indexed.warnings.clone(),
        }
    }
}

/// How the index stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct IndexStateView {
    /// Whether everything that can be read can be found.
    pub(crate) current: bool,
    /// What is in it, by source.
    pub(crate) sources: Vec<SourceView>,
    /// When it was last brought up to date.
    pub(crate) indexed_at: Option<String>,
    /// The model of its vectors.
    pub(crate) model: Option<String>,
    /// Chunks without a vector.
    pub(crate) pending: u64,
    /// Files that are new or may have changed.
    pub(crate) stale: u64,
    /// Files that are no longer there.
    pub(crate) gone: u64,
    /// Files that cannot be looked at or read.
    pub(crate) unreachable: u64,
    /// What stands in the way of the configured provider's vectors.
    pub(crate) trouble: Option<String>,
    /// What is wrong.
    pub(crate) errors: Vec<SkippedView>,
    /// What is left out on purpose.
    pub(crate) skipped: Vec<SkippedView>,
}

/// How much of a source is in the index.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SourceView {
    /// `workspace`, `extra`, `transcript` or `memory`.
    pub(crate) source: &'static str,
    /// Its documents.
    pub(crate) documents: u64,
    /// Their chunks.
    pub(crate) chunks: u64,
}

impl IndexStateView {
    /// Leaves out how much there is, for a caller to whom the whole is not shown.
    pub(crate) fn without_counts(self) -> Self {
        let (indexed_at, model, trouble) = (self.indexed_at, self.model, self.trouble);
        let (sources, errors, skipped) = (Vec::new(), Vec::new(), Vec::new());
        let (current, pending, stale, gone, unreachable) = (true, 0, 0, 0, 0);
        Self {
            current,
            sources,
            indexed_at,
            model,
            pending,
            stale,
            gone,
            unreachable,
            trouble,
            errors,
            skipped,
        }
    }
}

impl From<&IndexState> for IndexStateView {
    fn from(state: &IndexState) -> Self {
        let source = |c: &memoro_engine::SourceCount| SourceView {
            source: c.source,
            documents: c.documents,
            chunks: c.chunks,
        };
        let error = |(path, why): &(String, String)| SkippedView { path: path.clone(), why: why.clone() };
        let damage = state.damage.iter().map(|why| ("the index".to_owned(), why.clone()));
        let errors: Vec<(String, String)> = damage.chain(state.errors.iter().cloned()).collect();
        Self {
            current: state.is_current(),
            sources: state.counts.iter().map(source).collect(),
            indexed_at: state.indexed_at.map(|at| at.to_string()),
            model: state.model.clone(),
            pending: state.pending,
            stale: state.stale,
            gone: state.gone,
            unreachable: state.unreachable,
            trouble: state.trouble.clone(),
            errors: errors.iter().map(error).collect(),
            skipped: state.skipped.iter().map(SkippedView::from).collect(),
        }
    }
}

/// Returns problems with those of a rebuild that are not among them.
fn told_once(problems: &[String], of_rebuild: &[String]) -> Vec<String> {
    let more = of_rebuild.iter().filter(|problem| !problems.contains(problem));
    problems.iter().chain(more).cloned().collect()
}

//! Measuring recall on a labelled set: it is loaded into a workspace of its own and asked through the normal path.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use memoro_core::UserId;
use memoro_core::chunker::{Format, Limits, chunk};
use memoro_store::Durability;
use memoro_store::index::{self, Effort, Facets, NewChunk, NewDocument, Source, Tier};
use serde::Deserialize;

use crate::caller::Caller;
use crate::chunks::Piece;
use crate::error::{EngineError, Result};
use crate::recall::{Look, Mode, Recall};
use crate::settings::Settings;
use crate::workspace::Workspace;

/// How many chunks are asked for each document that is wanted: several chunks may fold into one.
const PER_DOCUMENT: usize = 3;
/// How the folders of measurements are called.
const SCRATCH: &str = "memoro-eval-";
/// The file in such a folder that its owner holds.
const OWNER: &str = "owner";

#[derive(Deserialize)]
struct Doc {
    id: String,
    text: String,
    #[serde(default)]
    ts: Option<String>,
    #[serde(default)]
    session: Option<String>,
    #[serde(default)]
    speaker: Option<String>,
    #[serde(default)]
    scope: Option<String>,
}

#[derive(Deserialize)]
struct Question {
    id: String,
    text: String,
    #[serde(default)]
    relevant: Vec<String>,
    #[serde(default)]
    scope: Option<String>,
    #[serde(default)]
    pool: Option<Vec<String>>,
    #[serde(default)]
    ts: Option<String>,
}

/// What to measure.
#[derive(Debug, Clone)]
pub struct Eval {
    /// The folder of the set.
    pub dataset: PathBuf,
    /// The file of questions inside it.
    pub queries: String,
    /// Which evidence counts.
    pub mode: Mode,
    /// How many documents are ranked for each question.
    pub limit: usize,
}

/// The ranking of one question: documents with their scores, the best first.
pub type Run = Vec<(String, Vec<(String, f32)>)>;

/// What a measurement found, as shares of one.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Measured {
    /// Documents loaded.
    pub documents: usize,
    /// Questions that have an answer.
    pub questions: usize,
    /// The mean share of the relevant documents among the first 1, 5 and 10.
    pub recall: [f64; 3],
    /// The mean reciprocal rank within the first 10.
    pub mrr: f64,
}

impl Eval {
    /// Loads the set into a temporary workspace, asks every question and returns the ranking with its figures.
    pub fn run(
        &self,
        caller: &Caller,
        mut progress: impl FnMut(&str, usize, usize),
    ) -> Result<(Run, Measured)> {
        let docs: Vec<Doc> = read_lines(&self.dataset, "docs.jsonl")?;
        let questions: Vec<Question> = read_lines(&self.dataset, &self.queries)?;
        check_ids(docs.iter().map(|doc| doc.id.as_str()), "documents")?;
        check_ids(questions.iter().map(|question| question.id.as_str()), "questions")?;
        let scratch = Scratch::new(caller)?;
        let workspace = Workspace::init(&scratch.folder, Settings::default(), caller)?;
        let places = load(&workspace, &docs, caller, |done| progress("documents", done, docs.len()))?;
        let last = docs.iter().filter_map(|doc| time(doc.ts.as_deref())).max();
        let mut run = Vec::with_capacity(questions.len());
        for (n, question) in questions.iter().enumerate() {
            let request = self.request(question, last);
            // Whoever is nobody in particular sees what belongs to nobody in particular.
            let look = if question.scope.is_none() { Look::MeasuredOpen } else { Look::Measured };
            let answer = workspace.answer(&request, caller, look)?;
            run.push((question.id.clone(), folded(&answer.hits, &places, self.limit)));
            progress("questions", n + 1, questions.len());
        }
        let measured = measure(&questions, &run, docs.len());
        Ok((run, measured))
    }

    fn request(&self, question: &Question, last: Option<Timestamp>) -> Recall {
        Recall {
            limit: self.limit * PER_DOCUMENT,
            min_score: 0.0,
            mode: self.mode,
            user: question.scope.as_deref().and_then(user),
            sessions: question.pool.clone(),
            asked_at: time(question.ts.as_deref()).or(last),
            ..Recall::new(question.text.clone())
        }
    }
}

/// Returns the user for whom a scope of the set stands, whatever it is called; nobody for what everybody sees.
fn user(scope: &str) -> Option<UserId> {
    let name = blake3::hash(scope.as_bytes()).to_hex();
    (scope != "*").then(|| UserId::new(name.as_str()).ok())?
}

/// Refuses ids that a run file could not tell apart.
fn check_ids<'a>(ids: impl Iterator<Item = &'a str>, of: &str) -> Result<()> {
    let mut seen = HashSet::new();
    for id in ids {
        if id.is_empty() || id.contains(['\t', '\n', '\r']) {
            let why = "an id is neither empty nor has tabs or line ends";
            return Err(EngineError::invalid(format!("the id {id:?} among the {of}"), why));
        }
        if !seen.insert(id) {
            return Err(EngineError::invalid(format!("the id {id:?} among the {of}"), "it is there twice"));
        }
    }
    if seen.is_empty() {
        return Err(EngineError::invalid(format!("the {of} of the set"), "there are none"));
    }
    Ok(())
}

/// Where each chunk comes from: by document uri and line, the id in the set.
type Places = HashMap<(String, u32), String>;

fn load(
    workspace: &Workspace,
    docs: &[Doc],
    caller: &Caller,
    mut progress: impl FnMut(usize),
) -> Result<Places> {
    let mut groups: BTreeMap<(usize, String), Vec<&Doc>> = BTreeMap::new();
    let mut first: HashMap<(&str, Option<&str>), usize> = HashMap::new();
    for (n, doc) in docs.iter().enumerate() {
        match (&doc.speaker, &doc.session) {
            (Some(_), Some(session)) => {
                // Two users may call their sessions by one name.
                let at = *first.entry((session, doc.scope.as_deref())).or_insert(n);
                groups.entry((at, format!("talk/{at}/{session}"))).or_default().push(doc);
            }
            _ => groups.entry((n, format!("doc/{}", doc.id))).or_default().push(doc),
        }
    }
    let model = workspace.local_model()?;
    let (mut places, mut done, mut batch) = (Places::new(), 0, Vec::new());
    for ((_, uri), members) in groups {
        done += members.len();
        batch.push(prepare(workspace, uri, &members, (model, caller.now), &mut places)?);
        if batch.len() >= 500 {
            write(workspace, std::mem::take(&mut batch))?;
            progress(done);
        }
    }
    write(workspace, batch)?;
    workspace.store.write_index(Durability::Lazy, |conn| index::seal_if_due(conn, Effort::Full))?;
    progress(done);
    Ok(places)
}

fn prepare(
    workspace: &Workspace,
    uri: String,
    members: &[&Doc],
    (model, now): (index::ModelId, Timestamp),
    places: &mut Places,
) -> Result<(NewDocument, Vec<NewChunk>)> {
    let (mut chunks, mut ordinal) = (Vec::new(), 0);
    let spoken = members.iter().any(|doc| doc.speaker.is_some());
    let scope = match members.first().and_then(|doc| user(doc.scope.as_deref()?)) {
        Some(user) => workspace.store.number_scope(&format!("user:{user}"))?,
        None => 0,
    };
    let source = if spoken { Source::Transcript } else { Source::Workspace };
    let facets = Facets {
        scope,
        layer: memoro_store::layer_number(if spoken {
            memoro_core::Layer::Episodic
        } else {
            memoro_core::Layer::Semantic
        }),
        source: memoro_store::source_number(source),
        tier: memoro_store::tier_number(Tier::Warm),
        status: 0,
        confidence: u8::MAX,
        importance: 0,
    };
    for doc in members {
        let name = doc.speaker.as_deref().unwrap_or_default();
        let speaker = match name {
            "" => None,
            name => Some((name, workspace.number_speaker(name)?)),
        };
        let pieces: Vec<String> = if spoken {
            vec![doc.text.clone()]
        } else {
            let cut = chunk(doc.text.as_bytes(), Format::Plain, Limits::default());
            cut.chunks.iter().map(|c| c.text.clone()).collect()
        };
        for text in &pieces {
            let line = ordinal + 1;
            let piece = Piece {
                text,
                ordinal,
                lines: line..line + 1,
                bytes: 0..text.len() as u64,
                heading: None,
                speaker,
                at: time(doc.ts.as_deref()),
                facets,
                keep_text: false,
            };
            chunks.push(workspace.chunk(&piece, model));
            places.insert((uri.clone(), line), doc.id.clone());
            ordinal += 1;
        }
    }
    let record = NewDocument {
        source,
        uri,
        title: members.first().and_then(|doc| doc.session.clone()),
        tier: Tier::Warm,
        content_hash: None,
        size: 0,
        mtime_ns: 0,
        inode: 0,
        indexed_at: now,
        error: None,
    };
    Ok((record, chunks))
}

fn write(workspace: &Workspace, batch: Vec<(NewDocument, Vec<NewChunk>)>) -> Result<()> {
    Ok(workspace.store.write_index(Durability::Lazy, move |conn| {
        for (record, chunks) in &batch {
            let document = index::add_document(conn, record)?;
            index::put(conn, document, chunks)?;
        }
        index::seal_if_due(conn, Effort::Bounded).map(drop)
    })?)
}

fn folded(hits: &[crate::recall::Hit], places: &Places, limit: usize) -> Vec<(String, f32)> {
    let mut seen = HashSet::new();
    let ids = hits.iter().filter_map(|hit| {
        let id = places.get(&(hit.path.clone()?, hit.start_line))?;
        seen.insert(id.clone()).then(|| (id.clone(), hit.score))
    });
    ids.take(limit).collect()
}

fn measure(questions: &[Question], run: &Run, documents: usize) -> Measured {
    let mut sums = Measured { documents, ..Measured::default() };
    for (question, (_, ranked)) in questions.iter().zip(run).filter(|(q, _)| !q.relevant.is_empty()) {
        sums.questions += 1;
        let is_relevant = |(id, _): &&(String, f32)| question.relevant.contains(id);
        #[expect(clippy::cast_precision_loss, reason = "counts of hits are small")]
        for (sum, k) in sums.recall.iter_mut().zip([1, 5, 10]) {
            *sum += ranked.iter().take(k).filter(is_relevant).count() as f64 / question.relevant.len() as f64;
        }
        #[expect(clippy::cast_precision_loss, reason = "ranks are small")]
        let rank =
            ranked.iter().take(10).position(|r| is_relevant(&r)).map_or(0.0, |at| 1.0 / (at + 1) as f64);
        sums.mrr += rank;
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of questions are small")]
    let n = sums.questions.max(1) as f64;
    sums.recall = sums.recall.map(|sum| sum / n);
    sums.mrr /= n;
    sums
}

fn time(text: Option<&str>) -> Option<Timestamp> {
    let text = text?;
    let civil =
        |text: &str| text.parse::<jiff::civil::DateTime>().ok()?.to_zoned(jiff::tz::TimeZone::UTC).ok();
    text.parse().ok().or_else(|| civil(text).map(|zoned| zoned.timestamp()))
}

fn read_lines<T: for<'de> Deserialize<'de>>(folder: &Path, name: &str) -> Result<Vec<T>> {
    if Path::new(name).components().any(|part| !matches!(part, std::path::Component::Normal(_))) {
        let why = "the questions are a file inside the set";
        return Err(EngineError::invalid(format!("the questions `{name}`"), why));
    }
    let plain = folder.join(name);
    let zipped = folder.join(format!("{name}.gz"));
    // What is missing is named as it was asked for.
    let path = if !plain.exists() && zipped.exists() { zipped } else { plain };
    let file = std::fs::File::open(&path).map_err(EngineError::file(&path))?;
    let zipped = path.extension().is_some_and(|end| end == "gz");
    let reader: Box<dyn Read> =
        if zipped { Box::new(flate2::read::GzDecoder::new(file)) } else { Box::new(file) };
    let mut rows = Vec::new();
    for (n, line) in BufReader::new(reader).lines().enumerate() {
        let line = line.map_err(EngineError::file(&path))?;
        if line.trim().is_empty() {
            continue;
        }
        let row = serde_json::from_str(&line)
            .map_err(|why| EngineError::invalid(format!("{} line {}", path.display(), n + 1), why))?;
        rows.push(row);
    }
    Ok(rows)
}

/// A folder that goes away with its owner; what a killed owner left goes with the next.
pub(crate) struct Scratch {
    pub(crate) folder: PathBuf,
    /// Locked as long as the owner lives.
    _owner: File,
}

impl Scratch {
    pub(crate) fn new(caller: &Caller) -> Result<Self> {
        let place = std::env::temp_dir();
        sweep(&place);
        let mark = crate::draft::fingerprint(&format!("{}{:?}", caller.now, crate::write::fresh_bits()?));
        let folder = place.join(format!("{SCRATCH}{mark}"));
        crate::workspace::make_private(&folder)?;
        // Locked before it has its name: a sweep of others never meets it without its owner.
        let (new, name) = (folder.join("owner.new"), folder.join(OWNER));
        let owner = File::create(&new).map_err(EngineError::file(&new))?;
        owner.try_lock().map_err(|why| EngineError::file(&new)(why.into()))?;
        std::fs::rename(&new, &name).map_err(EngineError::file(&name))?;
        Ok(Self { folder, _owner: owner })
    }
}

/// Removes the folders whose owners are gone; one that cannot be removed harms nobody.
fn sweep(place: &Path) {
    let folders = std::fs::read_dir(place).into_iter().flatten().flatten();
    for folder in folders.filter(|entry| entry.file_name().to_string_lossy().starts_with(SCRATCH)) {
        let owner = File::open(folder.path().join(OWNER));
        if owner.is_ok_and(|owner| owner.try_lock().is_ok()) {
            let _ = std::fs::remove_dir_all(folder.path());
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_a_dead_owner_is_swept_and_one_in_use_stays() {
        let place = tempfile::tempdir().unwrap();
        let folder = |name: &str| {
            let folder = place.path().join(name);
            std::fs::create_dir(&folder).unwrap();
            folder
        };
        let (dead, living, other) =
            (folder("memoro-eval-dead"), folder("memoro-eval-living"), folder("other"));
        drop(File::create(dead.join(OWNER)).unwrap());
        let owner = File::create(living.join(OWNER)).unwrap();
        owner.lock().unwrap();
        drop(File::create(other.join(OWNER)).unwrap());
        sweep(place.path());
        assert!(!dead.exists() && living.exists() && other.exists());
    }
}

//! Indexes transcripts: each from where it was left, a session a document, a turn a chunk. What was read once stays
//! when another program deletes its file; only the workspace's own files take their turns along, and what is to be left
//! out goes.

mod excluded;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use memoro_store::index::{self, Document, DocumentId, NewDocument, Source, Tier};

use super::batch::{Batch, Change};
use super::known::{BACKLOG, IMPORTED};
use super::make::Maker;
use super::reached::{BadLines, Reached};
use super::waiting::{Sessions, Waiting};
use super::{Indexed, Progress, Watching};
use crate::caller::Caller;
use crate::documents::{Fingerprint, Skip, Skipped};
use crate::error::Result;
use crate::transcripts::{
    self, DatabaseSession, Format, FoundTranscript, Position, Resumed, Transcript, TranscriptError, Turn,
};
use crate::workspace::Workspace;

/// How the names begin under which it is kept how far transcripts were read.
pub(super) const READ: &str = "transcript.";

/// How many turns of a transcript are written at once.
const TURNS: usize = 1_024;

/// How many bytes of text are held before they are written.
const BYTES: usize = 4 * 1024 * 1024;

/// Brings the transcripts of all places up to date.
pub(super) fn run(
    workspace: &Workspace,
    caller: &Caller,
    (done, watching): (&mut Indexed, Watching<'_>),
) -> Result<()> {
    let mut run = Run::new(workspace, caller, done, watching)?;
    let (found, mut skipped) = workspace.transcripts()?;
    run.done.skipped.append(&mut skipped);
    run.remove_excluded()?;
    run.read_all(&found)?;
    run.remove_gone(&found)?;
    run.finish()
}

/// Why single files are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    /// Somebody imports them: they are known from then on, and the jobs look at each of their days.
    Import,
    /// They lie where transcripts are looked for and have just grown.
    Follow,
}

/// Reads single files.
pub(super) fn run_files(
    workspace: &Workspace,
    (files, given): (&[PathBuf], Given),
    caller: &Caller,
    (done, watching): (&mut Indexed, Watching<'_>),
) -> Result<()> {
    let mut run = Run::new(workspace, caller, done, watching)?;
    let found: Vec<FoundTranscript> = files.iter().filter_map(|file| run.given(file)).collect();
    run.import = given == Given::Import;
    for one in found.iter().filter(|_| given == Given::Import) {
        let name = format!("{IMPORTED}{}", name(workspace, one));
        let looked_at = workspace.places().iter().any(|place| one.file.starts_with(&place.folder));
        if !looked_at && workspace.store.named(&name)?.is_none() {
            run.batch.add(Change::Note { name, value: Some(String::new()) })?;
        }
    }
    run.read_all(&found)?;
    run.finish()
}

struct Run<'a> {
    workspace: &'a Workspace,
    maker: Maker<'a>,
    batch: Batch<'a>,
    /// How far each transcript was read: its fingerprint and position.
    read: BTreeMap<String, String>,
    /// The documents of transcripts, by uri.
    rows: BTreeMap<String, Document>,
    now: jiff::Timestamp,
    /// Whether the jobs are to look at the days of what is read, however long ago they were.
    import: bool,
    /// The moment that stands for turns without one.
    undated: jiff::Timestamp,
    progress: Progress,
    done: &'a mut Indexed,
    watching: Watching<'a>,
}

impl<'a> Run<'a> {
    fn new(
        workspace: &'a Workspace,
        caller: &Caller,
        done: &'a mut Indexed,
        watching: Watching<'a>,
    ) -> Result<Self> {
        let documents = workspace.store.read_index(|conn| index::documents(conn, Source::Transcript))?;
        Ok(Self {
            workspace,
            maker: Maker::new(workspace)?,
            batch: Batch::new(workspace),
            read: workspace.store.named_under(READ)?.into_iter().collect(),
            rows: documents.into_iter().map(|document| (document.record.uri.clone(), document)).collect(),
            now: caller.now,
            import: false,
            undated: caller.now,
            progress: Progress { done: 0, total: 0, chunks: 0, path: String::new() },
            done,
            watching,
        })
    }

    fn finish(mut self) -> Result<()> {
        self.batch.write()?;
        self.done.chunks += self.batch.written;
        Ok(())
    }

    fn given(&mut self, file: &Path) -> Option<FoundTranscript> {
        match transcripts::at(file) {
            Ok(found) => Some(found),
            Err(error) => {
                let why = Skip::Unreadable(error.to_string());
                self.done.skipped.push(Skipped { path: file.display().to_string(), why });
                None
            }
        }
    }

    fn read_all(&mut self, found: &[FoundTranscript]) -> Result<()> {
        self.progress.total = found.len();
        for (at, one) in found.iter().enumerate() {
            self.progress.path = name(self.workspace, one);
            let name = self.progress.path.clone();
            let written = jiff::Timestamp::from_nanosecond(i128::from(one.fingerprint.modified));
            self.undated = written.unwrap_or(self.now).min(self.now);
            if one.is_database {
                self.database(one, &name)?;
            } else {
                self.file(one, &name)?;
            }
            self.progress.done = at + 1;
            self.tell();
        }
        Ok(())
    }

    fn tell(&mut self) {
        self.progress.chunks = self.batch.written;
        (self.watching)(&self.progress);
    }

    /// Returns where a transcript was left, and whether nothing was added since. To who imports it, what was wrong with
    /// it is told again.
    fn left_at(&mut self, name: &str, stamp: &str) -> (Reached, Added) {
        let Some(text) = self.read.get(name) else {
            return (Reached::parse(name, ""), Added::Something);
        };
        let left = Reached::parse(name, text);
        if left.stamp != stamp || stamp.is_empty() {
            return (left, Added::Something);
        }
        self.done.unchanged += 1;
        if !self.import {
            return (left, Added::Nothing);
        }
        self.bad(&left.bad);
        if let Some(why) = self.rows.get(name).and_then(|row| row.record.error.clone()) {
            self.done.skipped.push(Skipped { path: name.to_owned(), why: Skip::Unreadable(why) });
        }
        (left, Added::Nothing)
    }

    /// Tells of lines that could not be understood.
    fn bad(&mut self, bad: &BadLines) {
        if bad.count() > 0 {
            self.done.bad_lines += bad.count();
            self.done.bad.push(bad.clone());
        }
    }

    fn file(&mut self, found: &FoundTranscript, name: &str) -> Result<()> {
        let stamp = stamp(found.fingerprint);
        let (left, added) = self.left_at(name, &stamp);
        if added == Added::Nothing {
            return Ok(());
        }
        let options = &self.workspace.settings.index.transcripts;
        match Transcript::open(&found.file, left.position.as_ref(), options) {
            Ok(transcript) => self.turns(transcript, name, (&stamp, left.bad)),
            Err(error) => self.failed(name, &error, &stamp, left),
        }
    }

    fn database(&mut self, found: &FoundTranscript, name: &str) -> Result<()> {
        let sessions = match transcripts::openclaw_sessions(&found.file) {
            Ok(sessions) => sessions,
            Err(error) => return self.failed(name, &error, "", Reached::default()),
        };
        let options = &self.workspace.settings.index.transcripts;
        for session in sessions {
            let name = format!("{name}#{}", session.id);
            if session.machine {
                self.remove(&name)?;
                continue;
            }
            let stamp = session_stamp(&session);
            let (left, added) = self.left_at(&name, &stamp);
            if added == Added::Nothing {
                continue;
            }
            match Transcript::open_session(&found.file, &session.id, left.position.as_ref(), options) {
                Ok(transcript) => self.turns(transcript, &name, (&stamp, left.bad))?,
                Err(error) => self.failed(&name, &error, &stamp, left)?,
            }
        }
        Ok(())
    }

    /// Adds the new turns of a transcript, in steps that can each be gone on from.
    fn turns(
        &mut self,
        mut transcript: Transcript<'_>,
        name: &str,
        (stamp, bad): (&str, BadLines),
    ) -> Result<()> {
        // No stamp: until the end is reached, the file counts as not read.
        let mut reached = Reached { position: transcript.start(), bad, ..Reached::default() };
        if transcript.resumed() != Resumed::Continued {
            self.remove(name)?;
            reached.bad = BadLines { path: name.to_owned(), ..BadLines::default() };
        }
        let result = loop {
            match self.step(&mut transcript, name) {
                Ok((waiting, Step::More(position))) => {
                    reached.position = position.or(reached.position);
                    self.append(waiting, Some(note(name, &reached)))?;
                    self.tell();
                }
                Ok((waiting, Step::End)) => break transcript.finish().map(|report| (report, waiting)),
                Err(error) => break Err(error),
            }
        };
        match result {
            Ok((report, waiting)) => {
                self.done.transcripts += usize::from(report.turns > 0);
                self.done.turns += report.turns;
                reached.bad.add(&report);
                self.bad(&reached.bad);
                self.mend(name)?;
                reached.position = Some(report.position);
                stamp.clone_into(&mut reached.stamp);
                self.append(waiting, Some(note(name, &reached)))
            }
            // What was read since the last step is read again.
            Err(error) => self.failed(name, &error, "", reached),
        }
    }

    /// Reads some turns, by session.
    fn step(
        &mut self,
        transcript: &mut Transcript<'_>,
        name: &str,
    ) -> Result<(Sessions, Step), TranscriptError> {
        let mut waiting = Sessions::new();
        let (mut turns, mut bytes) = (0, 0);
        while turns < TURNS && bytes < BYTES {
            let Some(turn) = transcript.next_turn()? else { return Ok((waiting, Step::End)) };
            let uri = uri(name, transcript.format(), &turn);
            let session = waiting.entry(uri).or_default();
            if self.import {
                let at = turn.at.or(session.last).unwrap_or(self.undated);
                session.days.insert(at.to_zoned(self.workspace.settings.time_zone.clone()).date());
            }
            session.add(&mut self.maker, &turn);
            turns += 1;
            bytes += turn.text.len();
        }
        Ok((waiting, Step::More(transcript.checkpoint()?)))
    }

    /// Adds turns together with how far they reach.
    fn append(&mut self, waiting: Sessions, note: Option<Change>) -> Result<()> {
        let now = self.now;
        let days: BTreeSet<Date> =
            waiting.values().flat_map(|session| session.days.iter().copied()).collect();
        let days = days.into_iter().flat_map(|day| {
            ["micro-sync", "daily-wrapup"]
                .map(|job| Change::Note { name: format!("{BACKLOG}{job}.{day}"), value: Some(String::new()) })
        });
        let append = |(uri, session): (String, Waiting)| {
            let last = i64::try_from(session.last.unwrap_or(self.undated).as_nanosecond()).ok();
            let record = record(&uri, now, None);
            let record = NewDocument { title: Some(session.name), mtime_ns: last.unwrap_or(0), ..record };
            Change::Append { record, chunks: session.chunks }
        };
        self.batch.add_together(waiting.into_iter().map(append).chain(note).chain(days).collect())
    }

    /// Takes back what was recorded against a transcript that can be read now.
    fn mend(&mut self, name: &str) -> Result<()> {
        let Some(Document { id, record }) = self.rows.get(name).filter(|row| row.record.error.is_some())
        else {
            return Ok(());
        };
        self.batch.add(Change::Record { id: *id, record: NewDocument { error: None, ..record.clone() } })
    }

    /// Records why a transcript could not be read; one of an unknown form is tried again when it changes.
    fn failed(&mut self, name: &str, error: &TranscriptError, stamp: &str, left: Reached) -> Result<()> {
        let why = Skip::Unreadable(error.to_string());
        self.done.skipped.push(Skipped { path: name.to_owned(), why });
        let known = self.rows.get(name).map(|document| document.record.clone());
        let known = known.unwrap_or_else(|| record(name, self.now, None));
        let record = NewDocument { error: Some(error.to_string()), ..known };
        let stamp = if matches!(error, TranscriptError::UnknownFormat { .. }) { stamp } else { "" };
        let note = note(name, &Reached { stamp: stamp.to_owned(), ..left });
        self.batch.add_together(vec![Change::Append { record, chunks: Vec::new() }, note])
    }

    /// Takes the sessions of a transcript out.
    fn remove(&mut self, name: &str) -> Result<()> {
        let gone: Vec<DocumentId> =
            self.rows.extract_if(.., |uri, _| is_of(uri, name)).map(|(_, row)| row.id).collect();
        self.batch.add_together(gone.into_iter().map(|id| Change::Remove { id }).collect())
    }

    /// Takes out the transcripts of the workspace that are gone.
    fn remove_gone(&mut self, found: &[FoundTranscript]) -> Result<()> {
        let there: Vec<String> = found.iter().map(|one| name(self.workspace, one)).collect();
        let own = |name: &&String| Path::new(name.as_str()).is_relative();
        let gone: Vec<String> = self
            .read
            .keys()
            .filter(own)
            .filter(|name| !there.iter().any(|there| is_of(name, there)))
            .filter(|name| !self.workspace.root.join(name.split('#').next().unwrap_or_default()).exists())
            .cloned()
            .collect();
        for name in gone {
            self.remove(&name)?;
            self.batch.add(Change::Note { name: format!("{READ}{name}"), value: None })?;
            self.done.removed += 1;
        }
        Ok(())
    }
}

/// Returns the name of a transcript in the index.
pub(super) fn name(workspace: &Workspace, found: &FoundTranscript) -> String {
    let inside = found.file.strip_prefix(&workspace.root).ok().and_then(Path::to_str);
    inside.map_or_else(|| found.path.clone(), str::to_owned)
}

/// Returns how many sessions of a transcript have something that was not read.
pub(super) fn count_stale(
    workspace: &Workspace,
    found: &FoundTranscript,
    read: &BTreeMap<String, String>,
) -> u64 {
    let name = name(workspace, found);
    let seen = |name: &str, stamp: &str| {
        read.get(name).and_then(|text| text.split_once('\n')).is_some_and(|(seen, _)| seen == stamp)
    };
    if !found.is_database {
        return u64::from(!seen(&name, &stamp(found.fingerprint)));
    }
    let sessions = transcripts::openclaw_sessions(&found.file).unwrap_or_default();
    let unread = |session: &&DatabaseSession| {
        !session.machine && !seen(&format!("{name}#{}", session.id), &session_stamp(session))
    };
    sessions.iter().filter(unread).count() as u64
}

fn session_stamp(session: &DatabaseSession) -> String {
    format!("{} {}", session.events, session.last)
}

/// Whether a transcript has something that was not read.
#[derive(PartialEq, Eq)]
enum Added {
    Nothing,
    Something,
}

/// What a step of reading came to.
enum Step {
    /// There is more; how far it reaches, if a reading can go on from there.
    More(Option<Position>),
    /// All was read.
    End,
}

/// Returns the name of a turn's session in the index: a file of one session is its session.
fn uri(name: &str, format: Format, turn: &Turn) -> String {
    let single = !matches!(format, Format::ChatGpt | Format::Generic);
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
    if single || stem == Some(turn.session.as_str()) {
        name.to_owned()
    } else {
        format!("{name}#{}", turn.session)
    }
}

/// Keeps how far a transcript was read.
fn note(name: &str, reached: &Reached) -> Change {
    Change::Note { name: format!("{READ}{name}"), value: Some(reached.render()) }
}

/// Tells whether a session belongs to a transcript.
pub(super) fn is_of(uri: &str, name: &str) -> bool {
    uri.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('#'))
}

fn stamp(fingerprint: Fingerprint) -> String {
    format!("{} {} {}", fingerprint.modified, fingerprint.size, fingerprint.inode)
}

fn record(uri: &str, now: jiff::Timestamp, error: Option<String>) -> NewDocument {
    NewDocument {
        source: Source::Transcript,
        uri: uri.to_owned(),
        title: None,
        tier: Tier::Warm,
        content_hash: None,
        size: 0,
        mtime_ns: 0,
        inode: 0,
        indexed_at: now,
        error,
    }
}

//! What the jobs may read: the conversations of a stretch of time, the decisions of the store, files of the vault.
//! Nothing can be written through it.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use memoro_core::extract::{Item, Said};
use memoro_core::{Memory, MemoryId, Shape, Usage};
use memoro_store::{Filter, Order};

use super::{Deadline, Job, JobSettings};
use crate::caller::Caller;
use crate::error::Result;
use crate::extract::Occasion;
use crate::maintain::Carry;
use crate::transcripts::{self, FoundTranscript, Transcript, TranscriptError, Turn};
use crate::vault::files::FileRead;
use crate::workspace::Workspace;

/// How many turns before the stretch are kept, so that an answer is read with its question.
const CONTEXT: usize = 60;
/// How many turns of one conversation are held at once.
const TURNS: usize = 20_000;
/// How many bytes of text of one conversation are held at once.
const BYTES: usize = 16 * 1024 * 1024;

/// One conversation, or what a stretch of time holds of it.
#[derive(Debug)]
pub(super) struct Conversation {
    /// Where it lies: a path, with `#session` where a file holds several.
    pub(super) path: String,
    /// The session.
    pub(super) session: String,
    /// Its turns with their moments; those before the stretch are context.
    pub(super) turns: Vec<(Timestamp, Turn)>,
    held: usize,
}

impl Conversation {
    /// Returns what was said.
    pub(super) fn said(&self) -> Vec<Said<'_>> {
        self.turns.iter().map(|(_, turn)| Said { role: turn.role, text: &turn.text }).collect()
    }

    /// Returns the turns that lie in a stretch of time.
    pub(super) fn within(&self, stretch: &Range<Timestamp>) -> Vec<Said<'_>> {
        let inside = self.turns.iter().filter(|(at, _)| stretch.contains(at));
        inside.map(|(_, turn)| Said { role: turn.role, text: &turn.text }).collect()
    }
}

/// The conversations of a stretch of time, and what could not be read.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// The conversations, by path.
    pub(super) conversations: Vec<Conversation>,
    /// What could not be read, and why.
    pub(super) problems: Vec<String>,
}

/// The right to read for a job.
pub(super) struct Reading<'a> {
    workspace: &'a Workspace,
    caller: &'a Caller,
    deadline: Deadline,
    carry: Carry,
}

impl<'a> Reading<'a> {
    /// Starts to read at the caller's moment.
    pub(super) fn new(
        workspace: &'a Workspace,
        caller: &'a Caller,
        deadline: Deadline,
        carry: Carry,
    ) -> Self {
        Self { workspace, caller, deadline, carry }
    }

    /// Returns the moment of the run.
    pub(super) fn now(&self) -> Timestamp {
        self.caller.now
    }

    /// Returns the time zone in which days begin and end.
    pub(super) fn zone(&self) -> &TimeZone {
        &self.workspace.settings.time_zone
    }

    /// Returns the settings of the jobs.
    pub(super) fn settings(&self) -> &JobSettings {
        &self.workspace.settings.jobs
    }

    /// Stops a run that took too long.
    pub(super) fn check_time(&self) -> Result<()> {
        self.deadline.check()
    }

    /// Returns the day that is over at the moment of the run.
    pub(super) fn yesterday(&self) -> Date {
        let today = self.now().to_zoned(self.zone().clone()).date();
        today.yesterday().unwrap_or(today)
    }

    /// Returns the day of a moment.
    pub(super) fn day_of(&self, at: Timestamp) -> Date {
        at.to_zoned(self.zone().clone()).date()
    }

    /// Returns the moment of the last run of a job that did what there was to do.
    pub(super) fn last_good_run(&self, job: Job) -> Result<Option<Timestamp>> {
        self.workspace.last_good_run(job)
    }

    /// Reads what was said in a stretch of time, in all places where conversations lie.
    pub(super) fn conversations(&self, stretch: &Range<Timestamp>) -> Result<Heard> {
        let mut heard = Heard::default();
        let options = &self.workspace.settings.index.transcripts;
        for place in self.workspace.places() {
            let (found, skipped) = transcripts::find(&place, options);
            heard.problems.extend(skipped.iter().map(|skip| format!("{}: {}", skip.path, skip.why)));
            for one in found {
                self.check_time()?;
                if !may_hold(&one, stretch) {
                    continue;
                }
                match self.read(&one, stretch) {
                    Ok(mut conversations) => heard.conversations.append(&mut conversations),
                    Err(error) => heard.problems.push(error.to_string()),
                }
            }
        }
        heard.conversations.retain(|c| c.turns.iter().any(|(at, _)| stretch.contains(at)));
        heard.conversations.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(heard)
    }

    fn read(
        &self,
        found: &FoundTranscript,
        stretch: &Range<Timestamp>,
    ) -> Result<Vec<Conversation>, TranscriptError> {
        let options = &self.workspace.settings.index.transcripts;
        let inside = found.file.strip_prefix(&self.workspace.root).ok().and_then(std::path::Path::to_str);
        let name = inside.map_or_else(|| found.path.clone(), str::to_owned);
        let undated = self.undated(&name, found);
        let mut gather = Gather { stretch, undated, sessions: BTreeMap::new() };
        if found.is_database {
            for session in transcripts::openclaw_sessions(&found.file)? {
                let transcript = Transcript::open_session(&found.file, &session.id, None, options)?;
                gather.all(transcript)?;
            }
        } else {
            gather.all(Transcript::open(&found.file, None, options)?)?;
        }
        Ok(gather.finish(&name))
    }

    /// Returns the moment that stands for turns without one: when their file was first read.
    fn undated(&self, name: &str, found: &FoundTranscript) -> Timestamp {
        let written =
            Timestamp::from_nanosecond(i128::from(found.fingerprint.modified)).unwrap_or(self.now());
        let written = written.min(self.now());
        let key = format!("job.undated.{name}");
        let known = self.workspace.store.named(&key).ok().flatten().and_then(|text| text.parse().ok());
        if known.is_none() && self.carry == Carry::Out {
            // Losing it means that the moment of the file is taken again.
            let _ = self.workspace.store.claim_named(&key, &written.to_string());
        }
        known.unwrap_or(written)
    }

    /// Returns what a conversation leaves behind; what a person should know about the reading goes to the notes.
    pub(super) fn extract(&self, conversation: &Conversation, notes: &mut Vec<String>) -> Vec<Item> {
        let occasion =
            Occasion { day: self.day_of(self.now()), until: self.deadline.until(), carry: self.carry };
        let read = self.workspace.read_conversation(&conversation.said(), occasion);
        notes.extend(read.remark.map(|remark| format!("{}: {remark}", conversation.path)));
        read.items
    }

    /// Returns the scope in which decisions stand.
    pub(super) fn scope(&self) -> memoro_core::Scope {
        self.workspace.decision_scope()
    }

    /// Returns one memory.
    pub(super) fn memory(&self, id: &MemoryId) -> Result<Option<Memory>> {
        Ok(self.workspace.store.get(id)?.map(|stored| stored.memory))
    }

    /// Returns how a memory was used.
    pub(super) fn usage(&self, id: &MemoryId) -> Result<Usage> {
        Ok(self.workspace.store.usage(id)?)
    }

    /// Returns the decisions with these statuses, the oldest first; sensitive ones are left out.
    pub(super) fn decisions(&self, statuses: &[&str]) -> Result<Vec<Memory>> {
        let filter = Filter {
            now: self.now(),
            statuses: statuses.iter().map(|status| (*status).to_owned()).collect(),
            shapes: vec![Shape::Decision],
            order: Order::Written,
            ..Filter::default()
        };
        let mut found: Vec<Memory> =
            self.workspace.store.list(&filter)?.into_iter().map(|stored| stored.memory).collect();
        found.retain(|memory| self.workspace.is_shared(memory));
        found.sort_by(|a, b| a.date().cmp(&b.date()).then(a.id.cmp(&b.id)));
        Ok(found)
    }

    /// Returns the file that a decision stands in.
    pub(super) fn file_of(&self, memory: &Memory) -> Result<String> {
        Ok(self.workspace.home(memory)?.map(|home| home.path()).unwrap_or_default())
    }

    /// Reads a file of the vault.
    pub(super) fn file(&self, path: &str) -> Result<Option<FileRead>> {
        Ok(self.workspace.files.read(path)?)
    }

    /// Lists the Markdown files of a folder of the vault.
    pub(super) fn list(&self, folder: &str) -> Result<Vec<String>> {
        Ok(self.workspace.files.list(folder)?)
    }

    /// Returns a small value that a job kept.
    pub(super) fn kept(&self, name: &str) -> Result<Option<String>> {
        Ok(self.workspace.store.named(name)?)
    }
}

impl Workspace {
    /// Tells whether a memory may stand in files that the owner's sessions share.
    fn is_shared(&self, memory: &Memory) -> bool {
        use memoro_core::Scope;
        match &memory.scope {
            Scope::User(user) => *user == self.settings.owner,
            Scope::Agent | Scope::Project(_) => true,
            Scope::Policy | Scope::Session(_) => false,
        }
    }
}

/// Tells whether a file can hold something that was said at or after the beginning of a stretch.
fn may_hold(found: &FoundTranscript, stretch: &Range<Timestamp>) -> bool {
    let start = i64::try_from(stretch.start.as_nanosecond()).unwrap_or(i64::MIN);
    found.is_database || found.fingerprint.modified >= start
}

/// Collects turns by session, in bounded memory.
struct Gather<'a> {
    stretch: &'a Range<Timestamp>,
    undated: Timestamp,
    sessions: BTreeMap<String, (Conversation, VecDeque<(Timestamp, Turn)>)>,
}

impl Gather<'_> {
    fn all(&mut self, mut transcript: Transcript<'_>) -> Result<(), TranscriptError> {
        let mut last = None;
        while let Some(turn) = transcript.next_turn()? {
            // A turn without a moment was said when the one before it was.
            let at = turn.at.or(last).unwrap_or(self.undated);
            last = turn.at.or(last);
            self.add(at, turn);
        }
        Ok(())
    }

    fn add(&mut self, at: Timestamp, turn: Turn) {
        if at >= self.stretch.end {
            return;
        }
        let (conversation, before) = self.sessions.entry(turn.session.clone()).or_insert_with(|| {
            let session = turn.session.clone();
            (Conversation { path: String::new(), session, turns: Vec::new(), held: 0 }, VecDeque::new())
        });
        if at < self.stretch.start && conversation.turns.is_empty() {
            before.push_back((at, turn));
            if before.len() > CONTEXT {
                before.pop_front();
            }
        } else if conversation.turns.len() < TURNS && conversation.held < BYTES {
            conversation.held += turn.text.len();
            conversation.turns.push((at, turn));
        }
    }

    fn finish(self, name: &str) -> Vec<Conversation> {
        let several = self.sessions.len() > 1;
        let whole = |(session, (mut conversation, before)): (String, (Conversation, VecDeque<_>))| {
            conversation.path = if several { format!("{name}#{session}") } else { name.to_owned() };
            conversation.turns.splice(0..0, before);
            conversation
        };
        self.sessions.into_iter().map(whole).collect()
    }
}

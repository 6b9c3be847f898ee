//! What the jobs may read: the conversations of a stretch of time, the decisions of the store, files of the vault.
//! No memory and no file can be written through it; it keeps only when what it read was said, and how far it looked.

mod cuts;
mod days;
mod decided;
mod heard;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::Instant;

use jiff::Timestamp;
use jiff::civil::Date;
use memoro_core::extract::{Item, Said, topics};
use memoro_core::{Memory, MemoryId, Status, Usage};
use memoro_store::Durability;

use super::gather::{Conversation, Gather};
use super::halfway::{Cut, Inside, Stop};
use super::{Deadline, Job, JobSettings};
use crate::caller::Caller;
use crate::error::Result;
use crate::extract::{Occasion, Read, Unread};
use crate::index::{BACKLOG, BadLines};
use crate::maintain::Carry;
use crate::transcripts::{self, FoundTranscript, Resumed, Transcript, TranscriptError};
use crate::vault::files::FileRead;
use crate::workspace::Workspace;
use heard::{ends_before, stamp};

/// The conversations of a stretch of time, and what could not be read.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// The conversations, by path.
    pub(super) conversations: Vec<Conversation>,
    /// What could not be read, and why.
    pub(super) problems: Vec<String>,
    /// The transcripts that there was no time to read to their ends.
    pub(super) cuts: Vec<Cut>,
}

/// The right to read for a job.
pub(super) struct Reading<'a> {
    workspace: &'a Workspace,
    caller: &'a Caller,
    deadline: Deadline,
    carry: Carry,
    /// How much was read for its words in this run that no run had read before.
    fresh: Cell<u32>,
    /// How many conversations an LLM that does not answer was wanted for.
    silent: Cell<u32>,
}

impl<'a> Reading<'a> {
    /// Starts to read at the caller's moment.
    pub(super) fn new(
        workspace: &'a Workspace,
        caller: &'a Caller,
        deadline: Deadline,
        carry: Carry,
    ) -> Self {
        Self { workspace, caller, deadline, carry, fresh: Cell::new(0), silent: Cell::new(0) }
    }

    /// Tells how many conversations were read by rules because an LLM had not answered for one before them.
    pub(super) fn silence(&self) -> Option<String> {
        let rest = self.silent.get().saturating_sub(1);
        let more = if rest == 1 { "conversation was" } else { "conversations were" };
        (rest > 0).then(|| format!("{rest} more {more} read by rules: the LLM had not answered"))
    }

    /// Returns the moment of the run.
    pub(super) fn now(&self) -> Timestamp {
        self.caller.now
    }

    /// Returns the settings of the jobs.
    pub(super) fn settings(&self) -> &JobSettings {
        &self.workspace.settings.jobs
    }

    /// Stops a run that took too long.
    pub(super) fn check_time(&self) -> Result<()> {
        self.deadline.check()
    }

    /// Tells whether the time of the run is over.
    pub(super) fn is_over(&self) -> bool {
        self.deadline.check().is_err()
    }

    /// Stops a run that took too long and has read something: each run brings the next one forward.
    pub(super) fn check_progress(&self) -> Result<()> {
        if self.fresh.get() == 0 { Ok(()) } else { self.deadline.check() }
    }

    /// Returns how long the episode of a day or week lives.
    pub(super) fn episodes_live(&self) -> jiff::SignedDuration {
        self.workspace.settings.layers.episode_ttl
    }

    /// Returns the days of imported conversations that a job has not looked at, the oldest first; none that is yet to
    /// come.
    pub(super) fn backlog(&self, job: Job) -> Result<Vec<Date>> {
        let today = self.day_of(self.now());
        let days = self.workspace.store.named_under(&format!("{BACKLOG}{job}."))?;
        let mut days: Vec<Date> = days.iter().filter_map(|(day, _)| day.parse().ok()).collect();
        days.retain(|day| *day <= today);
        days.sort_unstable();
        Ok(days)
    }

    /// Reads what was said in a stretch of time, in all conversations that are known; the earliest comes first.
    /// Turns after the stretch and before `until` are read too, as far as they tell what became of it.
    /// Where only the whole is of use, the run ends if there is no time for it.
    pub(super) fn conversations(
        &self,
        stretch: &Range<Timestamp>,
        until: Timestamp,
        inside: Inside,
    ) -> Result<Heard> {
        let mut heard = Heard::default();
        let (found, skipped) = self.workspace.transcripts()?;
        heard.problems.extend(skipped.iter().map(|skip| format!("{}: {}", skip.path, skip.why)));
        self.hear(found, (stretch, until), inside, &mut heard)?;
        if let Some(cut) = heard.cuts.iter().find(|_| inside == Inside::Whole) {
            return Err(Deadline::over_in(cut));
        }
        for name in self.workspace.gone_transcripts()? {
            let mut gather =
                Gather::new((stretch, until), self.known_undated(&name).unwrap_or(Timestamp::MIN));
            self.workspace.kept_turns(&name)?.into_iter().for_each(|turn| gather.turn(turn));
            heard.problems.extend(gather.unread(&name));
            heard.conversations.append(&mut gather.finish(&name));
        }
        self.settle(stretch, heard)
    }

    /// Reads what was said in a stretch of time in single conversations.
    pub(super) fn conversations_named(
        &self,
        stretch: &Range<Timestamp>,
        until: Timestamp,
        names: &BTreeSet<String>,
    ) -> Result<Heard> {
        let mut heard = Heard::default();
        let mut found = self.found()?;
        found.retain(|one| {
            let name = self.name_of(one);
            names.iter().any(|of| of.strip_prefix(&name).is_some_and(|r| r.is_empty() || r.starts_with('#')))
        });
        self.hear(found, (stretch, until), Inside::Parts, &mut heard)?;
        self.settle(stretch, heard)
    }

    /// Returns all conversations that there are now.
    pub(super) fn found(&self) -> Result<Vec<FoundTranscript>> {
        Ok(self.workspace.transcripts()?.0)
    }

    /// Reads these conversations.
    fn hear(
        &self,
        found: Vec<FoundTranscript>,
        (stretch, until): (&Range<Timestamp>, Timestamp),
        inside: Inside,
        heard: &mut Heard,
    ) -> Result<()> {
        let known: BTreeMap<String, String> = self.workspace.store.named_under(HEARD)?.into_iter().collect();
        for one in found {
            self.check_progress()?;
            let name = self.name_of(&one);
            if known.get(&name).is_some_and(|kept| ends_before(kept, &one, stretch.start)) {
                continue;
            }
            match self.read(&one, &name, (stretch, until), inside) {
                Ok(mut read) => {
                    heard.conversations.append(&mut read.conversations);
                    heard.problems.append(&mut read.problems);
                    heard.cuts.append(&mut read.cuts);
                }
                Err(error) => heard.problems.push(error.to_string()),
            }
        }
        Ok(())
    }

    /// Leaves out what was forgotten and what lies beside the stretch, and puts the earliest first.
    fn settle(&self, stretch: &Range<Timestamp>, mut heard: Heard) -> Result<Heard> {
        let (forgotten, owner) = (self.workspace.store.forgotten_texts()?, self.scope());
        let back = self.workspace.taken_back()?;
        for conversation in &mut heard.conversations {
            // What was said and then forgotten at the user's wish is not heard again.
            conversation.turns.retain(|(_, turn)| !forgotten.covers_passage(&owner, &turn.text));
            // Nor is what was taken back.
            back.leave_out(conversation);
        }
        heard.conversations.retain(|c| c.turns.iter().any(|(at, _)| stretch.contains(at)));
        heard.conversations.sort_by_cached_key(|c| {
            (c.turns.iter().map(|(at, _)| *at).find(|at| stretch.contains(at)), c.path.clone())
        });
        Ok(heard)
    }

    /// Returns the name of a transcript in what the jobs write.
    pub(super) fn name_of(&self, found: &FoundTranscript) -> String {
        let inside = found.file.strip_prefix(&self.workspace.root).ok().and_then(std::path::Path::to_str);
        inside.map_or_else(|| found.path.clone(), str::to_owned)
    }

    fn read(
        &self,
        found: &FoundTranscript,
        name: &str,
        within: (&Range<Timestamp>, Timestamp),
        inside: Inside,
    ) -> Result<Heard, TranscriptError> {
        let options = self.transcript_options();
        let undated = self.undated(name, found);
        let mut gather = Gather::new(within, undated);
        let mut bad = BadLines { path: name.to_owned(), ..BadLines::default() };
        let mut cuts = Vec::new();
        if found.is_database {
            for session in transcripts::openclaw_sessions(&found.file)?.into_iter().filter(|one| !one.machine)
            {
                let transcript = Transcript::open_session(&found.file, &session.id, None, options)?;
                bad.add(&gather.all(transcript)?);
            }
        } else {
            let kept = self.halfway(name);
            let known = kept.as_ref().filter(|place| place.serves(within.0.start, inside));
            let transcript = Transcript::open(&found.file, known.map(|place| &place.position), options)?;
            let known = known.filter(|_| transcript.resumed() == Resumed::Continued);
            gather.after(known);
            let until = if inside == Inside::Parts { self.deadline.half() } else { self.deadline.until() };
            let (report, place) = gather.until(transcript, Stop { until, inside })?;
            bad.add(&report);
            cuts.extend(place.map(|place| self.cut(found, name, place)));
            if kept.is_some() && cuts.is_empty() {
                self.keep_halfway(name, None);
            }
        }
        let whole = cuts.is_empty() && !found.is_database;
        if let Some(latest) = gather.latest.filter(|_| whole && self.carry == Carry::Out) {
            // Losing it means that the file is read once more.
            let kept = format!("{}\n{latest}", stamp(found));
            let _ = self.workspace.store.set_named(&format!("{HEARD}{name}"), Some(&kept), Durability::Lazy);
        }
        let mut unread: Vec<String> = gather.unread(name).into_iter().collect();
        unread.extend((bad.count() > 0).then(|| bad.to_string()));
        Ok(Heard { conversations: gather.finish(name), problems: unread, cuts })
    }

    /// Returns the moment that stands for turns without one: when their file was first read.
    pub(super) fn undated(&self, name: &str, found: &FoundTranscript) -> Timestamp {
        let written =
            Timestamp::from_nanosecond(i128::from(found.fingerprint.modified)).unwrap_or(self.now());
        let written = written.min(self.now());
        let known = self.known_undated(name);
        if known.is_none() && self.carry == Carry::Out {
            // Losing it means that the moment of the file is taken again.
            let _ = self.workspace.store.claim_named(&format!("{UNDATED}{name}"), &written.to_string());
        }
        known.unwrap_or(written)
    }

    fn known_undated(&self, name: &str) -> Option<Timestamp> {
        self.workspace.store.named(&format!("{UNDATED}{name}")).ok().flatten()?.parse().ok()
    }

    /// Returns what a conversation leaves behind; what a person should know about the reading goes to the notes. Stops where
    /// the time of the run is over; what was read until then is kept for the next one.
    pub(super) fn extract(&self, conversation: &Conversation, notes: &mut Vec<String>) -> Result<Vec<Item>> {
        match self.read_words(conversation, self.deadline.until(), &self.fresh) {
            Ok(read) => {
                notes.extend(read.remark.map(|remark| format!("{}: {remark}", conversation.path)));
                Ok(read.items)
            }
            Err(Unread { read, of }) => {
                if of > 1 {
                    notes.push(format!("{}: {read} of {of} parts are read so far", conversation.path));
                }
                Err(Deadline::over())
            }
        }
    }

    /// Does the same for a long conversation before anything else is read; nothing where half the time of the run is over
    /// before its end, so that others get the rest.
    pub(super) fn extract_ahead(
        &self,
        conversation: &Conversation,
        notes: &mut Vec<String>,
    ) -> Option<Vec<Item>> {
        // It must not go on just because nothing was read yet.
        let fresh = Cell::new(1);
        let read = self.read_words(conversation, self.deadline.half(), &fresh);
        self.fresh.set(self.fresh.get() + fresh.get() - 1);
        let read = read.ok()?;
        notes.extend(read.remark.map(|remark| format!("{}: {remark}", conversation.path)));
        Some(read.items)
    }

    fn read_words(
        &self,
        conversation: &Conversation,
        until: Instant,
        fresh: &Cell<u32>,
    ) -> std::result::Result<Read, Unread> {
        // Money is spent on the day that it is, whatever moment the run is for.
        let day = self.day_of(memoro_embed::present());
        let (kept_from, silent) = (self.deadline.kept_from(), &self.silent);
        let occasion = Occasion { day, until, kept_from, fresh, silent, carry: self.carry };
        self.workspace.read_conversation(&conversation.said(), &conversation.numbers(), occasion)
    }

    /// Tells whether a memory ever counted: a proposal that nobody confirmed did not.
    pub(super) fn was_active(&self, memory: &Memory) -> Result<bool> {
        if memory.status == Status::Active {
            return Ok(true);
        }
        let versions = self.workspace.store.versions(&memory.id)?;
        Ok(versions.iter().any(|version| version.memory.status == Status::Active))
    }

    /// Returns what a conversation comes back to, as the embedded model cuts it into words.
    pub(super) fn topics(&self, said: &[Said<'_>], most: usize) -> Vec<String> {
        topics(said, most, &|text| self.workspace.words(text))
    }

    /// Returns the scope in which decisions stand.
    pub(super) fn scope(&self) -> memoro_core::Scope {
        self.workspace.decision_scope()
    }

    /// Returns one memory.
    pub(super) fn memory(&self, id: &MemoryId) -> Result<Option<Memory>> {
        Ok(self.workspace.store.get(id)?.map(|stored| stored.memory))
    }

    /// Tells whether an agent made a memory by itself, and no person had a hand in it.
    pub(super) fn is_an_agents_own(&self, memory: &Memory) -> Result<bool> {
        self.workspace.is_an_agents_own(memory)
    }

    /// Returns a name of a conversation as pages tell it: one that reads as an order by what marks it alone.
    pub(super) fn tamed(&self, name: &str) -> String {
        self.workspace.tamed_name(name)
    }

    /// Tells whether what a draft says was forgotten at the user's wish.
    pub(super) fn is_forgotten(&self, draft: &crate::draft::Draft) -> Result<bool> {
        let memory = draft.memory(self.caller, &self.workspace.settings.time_zone, [0; 10])?;
        Ok(!self.workspace.store.tombstones_over(&memory)?.is_empty())
    }

    /// Returns how a memory was used.
    pub(super) fn usage(&self, id: &MemoryId) -> Result<Usage> {
        Ok(self.workspace.store.usage(id)?)
    }

    /// Returns the file that a decision stands in.
    pub(super) fn file_of(&self, memory: &Memory) -> Result<String> {
        Ok(self.workspace.home(memory)?.map(|home| home.path()).unwrap_or_default())
    }

    /// Tells whether a memory is there, in any state.
    pub(super) fn knows(&self, id: &memoro_core::MemoryId) -> bool {
        self.workspace.store.get(id).map_or(true, |found| found.is_some())
    }

    /// Reads a file of the vault.
    pub(super) fn file(&self, path: &str) -> Result<Option<FileRead>> {
        Ok(self.workspace.files.read(path)?)
    }

    /// Lists the Markdown files of a folder of the vault.
    pub(super) fn list(&self, folder: &str) -> Result<Vec<String>> {
        Ok(self.workspace.files.list(folder)?)
    }

    /// Returns how transcripts are read.
    pub(super) fn transcript_options(&self) -> &transcripts::Options {
        &self.workspace.settings.index.transcripts
    }

    /// Returns whether the run writes anything.
    pub(super) fn carry(&self) -> Carry {
        self.carry
    }

    /// Returns the small values whose names begin so, by what follows.
    pub(super) fn named_under(&self, start: &str) -> Result<Vec<(String, String)>> {
        Ok(self.workspace.store.named_under(start)?)
    }

    /// Keeps a small value about what was read.
    pub(super) fn set_named(&self, name: &str, value: &str, durability: Durability) -> Result<()> {
        Ok(self.workspace.store.set_named(name, Some(value), durability)?)
    }

    /// Returns the moments of runs of a job that did what there was to do, the oldest first.
    pub(super) fn good_runs(&self, job: Job) -> Result<Vec<Timestamp>> {
        self.workspace.good_runs(job)
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

/// Under which names the moments are kept that stand for turns without one.
const UNDATED: &str = "job.undated.";

/// Under which names it is kept when the last thing in a transcript was said. Files tell when they were written, by a
/// clock that may be wrong; only what is in them tells when it was said.
const HEARD: &str = "job.heard.";

//! What the jobs may read: the conversations of a stretch of time, the decisions of the store, files of the vault.
//! No memory and no file can be written through it; it keeps only when what it read was said.

use std::collections::BTreeMap;
use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use memoro_core::extract::{Item, Said, topics};
use memoro_core::{Memory, MemoryId, Shape, Status, Usage};
use memoro_store::{Durability, Filter, Order};

use super::gather::{Conversation, Gather};
use super::{Deadline, Job, JobSettings};
use crate::caller::Caller;
use crate::error::Result;
use crate::extract::Occasion;
use crate::index::BACKLOG;
use crate::maintain::Carry;
use crate::transcripts::{self, FoundTranscript, Transcript, TranscriptError};
use crate::vault::files::FileRead;
use crate::workspace::Workspace;

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

    /// Returns the moment up to which a job has seen everything: its last run that did what there was to do, or, where
    /// there was none yet, the beginning of the workspace.
    pub(super) fn seen_until(&self, job: Job) -> Result<Option<Timestamp>> {
        let known = match self.workspace.last_good_run(job)? {
            None => self.kept(super::SINCE)?.and_then(|text| text.parse().ok()),
            known => known,
        };
        Ok(known.filter(|known| *known <= self.now()))
    }

    /// Returns the earliest moment that a run still looks at for what earlier runs missed, and tells what lies before.
    pub(super) fn farthest(&self, seen: Timestamp, notes: &mut Vec<String>) -> Timestamp {
        let limit = self.now() - super::FARTHEST;
        if seen < limit {
            let (from, to) = (self.day_of(seen), self.day_of(limit));
            notes
                .push(format!("nobody looked at {from} to {to}; run it with `--date` for days of that time"));
        }
        seen.max(limit)
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
    pub(super) fn conversations(&self, stretch: &Range<Timestamp>, until: Timestamp) -> Result<Heard> {
        let mut heard = Heard::default();
        let (found, skipped) = self.workspace.transcripts()?;
        heard.problems.extend(skipped.iter().map(|skip| format!("{}: {}", skip.path, skip.why)));
        let known: BTreeMap<String, String> = self.workspace.store.named_under(HEARD)?.into_iter().collect();
        for one in found {
            self.check_time()?;
            let name = self.name_of(&one);
            if known.get(&name).is_some_and(|kept| ends_before(kept, &one, stretch.start)) {
                continue;
            }
            match self.read(&one, &name, (stretch, until)) {
                Ok((mut conversations, unread)) => {
                    heard.conversations.append(&mut conversations);
                    heard.problems.extend(unread);
                }
                Err(error) => heard.problems.push(error.to_string()),
            }
        }
        for name in self.workspace.gone_transcripts()? {
            let mut gather =
                Gather::new((stretch, until), self.known_undated(&name).unwrap_or(Timestamp::MIN));
            self.workspace.kept_turns(&name)?.into_iter().for_each(|turn| gather.turn(turn));
            heard.problems.extend(gather.unread(&name));
            heard.conversations.append(&mut gather.finish(&name));
        }
        let (forgotten, owner) = (self.workspace.store.forgotten_texts()?, self.scope());
        for conversation in &mut heard.conversations {
            // What was said and then forgotten at the user's wish is not heard again.
            conversation.turns.retain(|(_, turn)| !forgotten.covers_passage(&owner, &turn.text));
        }
        heard.conversations.retain(|c| c.turns.iter().any(|(at, _)| stretch.contains(at)));
        heard.conversations.sort_by_cached_key(|c| {
            (c.turns.iter().map(|(at, _)| *at).find(|at| stretch.contains(at)), c.path.clone())
        });
        Ok(heard)
    }

    /// Returns the name of a transcript in what the jobs write.
    fn name_of(&self, found: &FoundTranscript) -> String {
        let inside = found.file.strip_prefix(&self.workspace.root).ok().and_then(std::path::Path::to_str);
        inside.map_or_else(|| found.path.clone(), str::to_owned)
    }

    fn read(
        &self,
        found: &FoundTranscript,
        name: &str,
        within: (&Range<Timestamp>, Timestamp),
    ) -> Result<(Vec<Conversation>, Option<String>), TranscriptError> {
        let options = &self.workspace.settings.index.transcripts;
        let undated = self.undated(name, found);
        let mut gather = Gather::new(within, undated);
        if found.is_database {
            for session in transcripts::openclaw_sessions(&found.file)?.into_iter().filter(|one| !one.machine)
            {
                let transcript = Transcript::open_session(&found.file, &session.id, None, options)?;
                gather.all(transcript)?;
            }
        } else {
            gather.all(Transcript::open(&found.file, None, options)?)?;
        }
        if let Some(latest) = gather.latest.filter(|_| self.carry == Carry::Out && !found.is_database) {
            // Losing it means that the file is read once more.
            let kept = format!("{}\n{latest}", stamp(found));
            let _ = self.workspace.store.set_named(&format!("{HEARD}{name}"), Some(&kept), Durability::Lazy);
        }
        let unread = gather.unread(name);
        Ok((gather.finish(name), unread))
    }

    /// Returns the moment that stands for turns without one: when their file was first read.
    fn undated(&self, name: &str, found: &FoundTranscript) -> Timestamp {
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

    /// Returns what a conversation leaves behind; what a person should know about the reading goes to the notes.
    pub(super) fn extract(&self, conversation: &Conversation, notes: &mut Vec<String>) -> Vec<Item> {
        let occasion =
            Occasion { day: self.day_of(self.now()), until: self.deadline.until(), carry: self.carry };
        let read = self.workspace.read_conversation(&conversation.said(), occasion);
        notes.extend(read.remark.map(|remark| format!("{}: {remark}", conversation.path)));
        read.items
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

    /// Tells whether what a draft says was forgotten at the user's wish.
    pub(super) fn is_forgotten(&self, draft: &crate::draft::Draft) -> Result<bool> {
        let memory = draft.memory(self.caller, [0; 10])?;
        Ok(!self.workspace.store.tombstones_over(&memory)?.is_empty())
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

/// Tells whether a file is as it was when it was read, and everything in it was said before a moment.
fn ends_before(kept: &str, found: &FoundTranscript, start: Timestamp) -> bool {
    let Some((seen, latest)) = kept.split_once('\n') else { return false };
    seen == stamp(found) && latest.parse::<Timestamp>().is_ok_and(|latest| latest < start)
}

fn stamp(found: &FoundTranscript) -> String {
    let crate::documents::Fingerprint { modified, size, inode } = found.fingerprint;
    format!("{modified} {size} {inode}")
}

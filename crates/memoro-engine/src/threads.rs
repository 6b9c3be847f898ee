//! Threads: conversations that programs hold through Memoro. A thread is a session and each message a turn of it, in
//! `sessions/thread-<n>.jsonl`; title and status are a memory. Only a person's message counts as a person's.

mod answers;
mod taken_back;

use std::io::Write as _;
use std::path::PathBuf;

use jiff::Timestamp;
use memoro_core::policy::Operation;
use memoro_core::{
    Content, Episode, Grain, Key, MAX_TEXT, Memory, MemoryId, Op, Outcome, Scope, Shape, Source, Trust,
    Written,
};
use memoro_store::index::{self, Source as IndexSource};
use memoro_store::{Change, Durability, Filter, Stored};
use serde::{Deserialize, Serialize};

use crate::caller::Caller;
use crate::draft::Draft;
use crate::edit::Edit;
use crate::error::{EngineError, Result};
use crate::traces::{set_tag, tag_of};
use crate::workspace::Workspace;

pub(crate) use answers::answer_without;
pub(crate) use taken_back::mark;

/// The tag of a thread.
const THREAD: &str = "thread";
/// How many numbers are tried when others begin threads at the same time.
const ATTEMPTS: u64 = 64;

/// The words for how a thread stands.
pub const THREAD_STATUSES: [&str; 6] = ["active", "answered", "pending", "open", "closed", "archived"];

/// A thread.
#[derive(Debug, Clone, PartialEq)]
pub struct Thread {
    /// Its number.
    pub number: u64,
    /// What it is about.
    pub title: String,
    /// How it stands.
    pub status: String,
    /// The memory.
    pub memory: Memory,
    /// How many messages it has.
    pub messages: usize,
}

/// A message to post.
#[derive(Debug, Clone, Copy)]
pub struct NewMessage<'a> {
    /// Who writes it: human, oracle, claude, assistant and the like.
    pub role: &'a str,
    /// The name of its author.
    pub author: Option<&'a str>,
    /// What it says.
    pub text: &'a str,
}

/// A message of a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its number in the thread, from 1.
    pub number: u64,
    /// Who wrote it: human, oracle, claude, assistant and the like.
    pub role: String,
    /// The name of its author.
    pub author: Option<String>,
    /// What it says.
    pub content: String,
    /// When it was written.
    pub at: Option<Timestamp>,
}

/// One line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    role: String,
    speaker: String,
    content: String,
    ts: String,
    session: String,
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    run: Option<String>,
}

impl Workspace {
    /// Begins a thread.
    pub fn begin_thread(&self, title: &str, scope: &Scope, caller: &Caller) -> Result<Thread> {
        let first = self.last_thread()? + 1;
        for number in first..first + ATTEMPTS {
            let name = format!("thread_{number}");
            let id = MemoryId::new(&name).map_err(|why| EngineError::invalid("thread", why))?;
            if self.store.get(&id)?.is_some() {
                continue;
            }
            let key =
                Key::new(format!("thread/{number}")).map_err(|why| EngineError::invalid("thread", why))?;
            let mut tags = vec![THREAD.to_owned()];
            set_tag(&mut tags, THREAD, "active");
            let episode = Episode {
                grain: Grain::Session,
                summary: title.trim().to_owned(),
                topics: Vec::new(),
                outcome: Outcome::Unknown,
                duration_ms: None,
            };
            let draft = Draft {
                id: Some(id),
                key: Some(key),
                tags,
                source: Source { session: Some(session(number)), ..Source::default() },
                reason: "thread".into(),
                record: true,
                ..Draft::new(scope.clone(), Content::Episode(episode))
            };
            let receipt = self.write(draft, caller)?;
            if let Written::Stored(id) = &receipt.written
                && let Some(stored) = self.store.get(id)?
            {
                return self.thread_of(stored.memory);
            }
        }
        Err(memoro_store::StoreError::Busy.into())
    }

    /// Appends a message to a thread; only a person can speak as one.
    pub fn post(&self, number: u64, new: &NewMessage<'_>, caller: &Caller) -> Result<Message> {
        self.permit(Operation::Write, caller)?;
        let thread = self.thread_stored(number)?;
        check(new.role, new.text)?;
        let lock = self.files.lock()?;
        let said = self.messages_of(number)?;
        let message = Message {
            number: said.last().map_or(0, |last| last.number) + 1,
            role: new.role.trim().to_owned(),
            author: new.author.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()),
            content: memoro_core::redact::redact(new.text.trim()).text.into_owned(),
            at: Some(caller.now),
        };
        self.append(number, &message, caller)?;
        drop(lock);
        let reason = format!("message {} of thread {number}", message.number);
        let remark = Change::Remark { op: Op::Note, scope: format!("session:{}", session(number)), reason };
        self.commit(vec![remark], caller)?;
        let touched = Edit { rev: None, reason: "thread".into(), ..Edit::default() };
        self.revise(thread.clone(), &touched, caller)?;
        self.try_index_transcripts(&[self.thread_file(number)], caller)?;
        Ok(message)
    }

    /// Returns a thread with its messages, the first one first.
    pub fn thread(&self, number: u64, caller: &Caller) -> Result<(Thread, Vec<Message>)> {
        self.permit(Operation::Read, caller)?;
        let thread = self.thread_of(self.thread_memory(number)?)?;
        Ok((thread, self.messages_of(number)?))
    }

    /// Lists threads, the last changed first, and tells how many there are.
    pub fn threads(
        &self,
        status: Option<&str>,
        (limit, offset): (usize, usize),
        caller: &Caller,
    ) -> Result<(Vec<Thread>, u64)> {
        self.permit(Operation::Read, caller)?;
        let tag = status.map_or_else(|| THREAD.to_owned(), |word| format!("{THREAD}:{word}"));
        let mut filter =
            Filter { now: caller.now, shapes: vec![Shape::Episode], tags: vec![tag], ..Filter::default() };
        let total = self.store.count(&filter)?;
        (filter.limit, filter.offset) = (Some(limit), offset);
        let found = self.store.list(&filter)?.into_iter().map(|stored| self.thread_of(stored.memory));
        Ok((found.collect::<Result<_>>()?, total))
    }

    /// Says how a thread stands.
    pub fn set_thread_status(&self, number: u64, status: &str, caller: &Caller) -> Result<Thread> {
        if !THREAD_STATUSES.contains(&status) {
            let why = format!("use one of {}", THREAD_STATUSES.join(", "));
            return Err(EngineError::invalid(format!("status `{status}`"), why));
        }
        self.permit(Operation::Write, caller)?;
        let thread = self.thread_stored(number)?;
        self.own(&thread.memory, caller)?;
        let mut tags = thread.memory.tags.clone();
        set_tag(&mut tags, THREAD, status);
        let edit = Edit { tags: Some(tags), reason: format!("thread {status}"), ..Edit::default() };
        self.revise(thread, &edit, caller)?;
        self.thread_of(self.thread_memory(number)?)
    }

    /// Says how a thread stands after a message; what another began stays as it was left.
    pub fn follow_thread(&self, number: u64, status: &str, caller: &Caller) -> Result<Thread> {
        let memory = self.thread_memory(number)?;
        match self.own(&memory, caller) {
            Ok(()) => self.set_thread_status(number, status, caller),
            Err(EngineError::Denied { .. }) => self.thread_of(memory),
            Err(error) => Err(error),
        }
    }

    fn last_thread(&self) -> Result<u64> {
        let statuses = memoro_core::Status::WORDS.map(str::to_owned).to_vec();
        let filter = Filter {
            statuses,
            shapes: vec![Shape::Episode],
            tags: vec![THREAD.into()],
            sensitive: true,
            ..Filter::default()
        };
        Ok(self.store.list(&filter)?.iter().filter_map(|s| number_of(&s.memory)).max().unwrap_or(0))
    }

    fn thread_memory(&self, number: u64) -> Result<Memory> {
        Ok(self.thread_stored(number)?.memory)
    }

    fn thread_stored(&self, number: u64) -> Result<Stored> {
        let missing = || EngineError::NotFound { what: "thread", name: number.to_string() };
        let id = MemoryId::new(format!("thread_{number}")).map_err(|_| missing())?;
        let stored = self.store.get(&id)?.filter(|s| s.memory.status == memoro_core::Status::Active);
        stored.ok_or_else(missing)
    }

    fn thread_of(&self, memory: Memory) -> Result<Thread> {
        let number = number_of(&memory).unwrap_or(0);
        let title = match &memory.content {
            Content::Episode(episode) => episode.summary.clone(),
            other => other.text(),
        };
        let status = tag_of(&memory, THREAD).unwrap_or("active").to_owned();
        Ok(Thread { number, title, status, messages: self.messages_of(number)?.len(), memory })
    }

    fn thread_file(&self, number: u64) -> PathBuf {
        self.root.join(relative(number))
    }

    fn messages_of(&self, number: u64) -> Result<Vec<Message>> {
        let Some(read) = self.files.read(&relative(number))? else { return Ok(Vec::new()) };
        let text = String::from_utf8_lossy(&read.bytes);
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
        Ok((1..).zip(lines).map(|(place, line)| line.message(place)).collect())
    }

    fn append(&self, number: u64, message: &Message, caller: &Caller) -> Result<()> {
        let person = caller.trust() >= Trust::User && matches!(message.role.as_str(), "human" | "user");
        let line = Line {
            role: if person { "user" } else { "assistant" }.to_owned(),
            speaker: message.role.clone(),
            content: message.content.clone(),
            ts: caller.now.to_string(),
            session: session(number),
            id: message.number.to_string(),
            by: message.author.clone(),
            run: caller.run.clone(),
        };
        let mut text = serde_json::to_string(&line).map_err(|why| EngineError::invalid("message", why))?;
        text.push('\n');
        self.files.check_place(&relative(number))?;
        let path = self.thread_file(number);
        if let Some(folder) = path.parent() {
            crate::workspace::make_private(folder)?;
        }
        let mut options = std::fs::File::options();
        options.create(true).append(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        let mut file = options.open(&path).map_err(EngineError::file(&path))?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(EngineError::file(&path))
    }

    /// Writes the messages of a thread that comes from elsewhere; returns how many. A file that is there stays.
    pub(crate) fn take_thread(&self, number: u64, messages: &[Message], caller: &Caller) -> Result<u64> {
        if messages.is_empty() || self.files.read(&relative(number))?.is_some() {
            return Ok(0);
        }
        for message in messages {
            let text = memoro_core::redact::redact(message.content.trim()).text.into_owned();
            let said = Message { content: text, ..message.clone() };
            let then = Caller { now: message.at.unwrap_or(caller.now), ..caller.clone() };
            self.append(number, &said, &then)?;
        }
        self.try_index_transcripts(&[self.thread_file(number)], caller)?;
        Ok(messages.len() as u64)
    }

    /// Takes the messages of forgotten threads away: their files and what search knows of them.
    pub(crate) fn forget_threads(&self, memories: &[Memory]) -> Result<()> {
        for number in memories.iter().filter(|memory| is_thread(memory)).filter_map(number_of) {
            let file = relative(number);
            if let Some(read) = self.files.read(&file)? {
                self.files.remove(&file, read.fingerprint)?;
            }
            let names = [file.clone(), format!("{file}#{}", session(number)), session(number)];
            self.store.write_index(Durability::Lazy, move |conn| {
                for document in index::documents(conn, IndexSource::Transcript)? {
                    if names.iter().any(|name| {
                        document.record.uri == *name || document.record.uri.starts_with(&format!("{name}#"))
                    }) {
                        index::remove_document(conn, document.id)?;
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

impl Line {
    fn message(self, place: u64) -> Message {
        Message {
            number: self.id.parse().unwrap_or(place),
            role: self.speaker,
            author: self.by,
            content: self.content,
            at: self.ts.parse().ok(),
        }
    }
}

fn check(role: &str, text: &str) -> Result<()> {
    Key::new(role).map_err(|why| EngineError::invalid(format!("role `{role}`"), why))?;
    if text.trim().is_empty() {
        return Err(EngineError::invalid("the message is empty", "there is nothing to say"));
    }
    if text.len() > MAX_TEXT || text.contains('\0') {
        let why = format!("at most {MAX_TEXT} bytes of text without zero characters");
        return Err(EngineError::invalid("the message cannot be kept", why));
    }
    Ok(())
}

/// Tells whether a memory is the record of a thread, whose tags are its state.
pub(crate) fn is_record(memory: &Memory) -> bool {
    is_thread(memory) && number_of(memory).is_some()
}

fn is_thread(memory: &Memory) -> bool {
    memory.tags.iter().any(|tag| tag == THREAD)
}

fn number_of(memory: &Memory) -> Option<u64> {
    memory.id.as_str().strip_prefix("thread_")?.parse().ok()
}

fn session(number: u64) -> String {
    format!("thread-{number}")
}

fn relative(number: u64) -> String {
    format!("sessions/thread-{number}.jsonl")
}

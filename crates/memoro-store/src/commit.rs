//! What the one door takes: changes, each with what it expects to find, and who asks for them.

use jiff::Timestamp;
use memoro_core::{Actor, Memory, MemoryId, Op};

use crate::image::Image;
use crate::links::Link;
use crate::search::MemoryText;
use crate::tombstone::Tombstone;

/// Changes that happen together or not at all.
#[derive(Debug, Clone)]
pub struct Commit {
    /// Who asks.
    pub actor: Actor,
    /// When.
    pub at: Timestamp,
    /// The run or session, for the audit.
    pub run: Option<String>,
    /// Makes a repeated request answer as the first one did.
    pub idempotency: Option<Idempotency>,
    /// The changes, in order.
    pub changes: Vec<Change>,
}

/// Identifies a request, so that sending it twice does it once.
#[derive(Debug, Clone)]
pub struct Idempotency {
    /// The caller's key.
    pub key: String,
    /// A hash of the whole request.
    pub request: [u8; 32],
    /// What to answer when it comes again.
    pub answer: String,
}

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    /// Writes a memory.
    Put(Box<Put>),
    /// Erases a memory, its history and the texts of its audit lines.
    Erase(Erase),
    /// Refuses the whole commit if the facts have changed since they had this version.
    Based(i64),
    /// Allows an erased text to come back.
    Lift(Vec<[u8; 32]>),
    /// Links two things; a link that is there already stays as it is.
    Link(Link),
    /// Takes a link away.
    Unlink(Link),
    /// Puts a memory right that was altered outside Memoro, where the audit proves what was written; refuses the whole commit
    /// where it does not.
    Right {
        /// The memory.
        id: MemoryId,
        /// What others say of it as it should be now.
        said: Vec<Memory>,
    },
    /// Goes on with a memory as it is, though it is not what the audit says was written: a line of its own says so.
    Vouch(String),
    /// Writes an audit line that belongs to no memory.
    Remark {
        /// What was done.
        op: Op,
        /// The scope as text.
        scope: String,
        /// Why.
        reason: String,
    },
}

/// A memory to write.
#[derive(Debug, Clone)]
pub struct Put {
    pub(crate) image: Image,
    pub(crate) text: String,
    pub(crate) expect: Expect,
    pub(crate) op: Op,
    pub(crate) reason: String,
    pub(crate) scope: String,
    pub(crate) mirror: Vec<MirrorTask>,
    pub(crate) past: Vec<(String, Timestamp, Timestamp)>,
    pub(crate) search: Option<MemoryText>,
    /// What stood under its key before, where that was another memory.
    pub(crate) before: Option<String>,
    /// The hash of everything that is written, which the audit line covers.
    pub(crate) digest: [u8; 32],
}

impl Put {
    /// Prepares the writing of a memory; the costly part is done here, outside the writer.
    pub fn new(memory: &Memory, expect: Expect, op: Op, reason: impl Into<String>) -> Self {
        let image = Image::of(memory);
        Self {
            digest: crate::proof::digest(&image, &[]),
            image,
            text: memory.content.text(),
            expect,
            op,
            reason: reason.into(),
            scope: memory.scope.to_string(),
            mirror: Vec::new(),
            past: Vec::new(),
            search: None,
            before: None,
        }
    }

    /// Adds earlier states of an imported memory, the oldest first, each with the time for which it was held.
    #[must_use]
    pub fn with_history(mut self, past: &[(Memory, Timestamp, Timestamp)]) -> Self {
        self.past = past.iter().map(|(memory, from, to)| (Image::of(memory).to_json(), *from, *to)).collect();
        let told: Vec<_> = self.past.iter().map(|(json, from, to)| (json.as_str(), *from, *to)).collect();
        self.digest = crate::proof::digest(&self.image, &told);
        self
    }

    /// Adds why it is written, for the audit.
    #[must_use]
    pub fn because(mut self, reason: &str) -> Self {
        reason.clone_into(&mut self.reason);
        self
    }

    /// Adds what search finds the memory by.
    #[must_use]
    pub fn searched(mut self, text: MemoryText) -> Self {
        self.search = Some(text);
        self
    }

    /// Adds the memory whose place it takes: the audit line says both values.
    #[must_use]
    pub fn in_place_of(mut self, old: &Memory) -> Self {
        self.before = Some(old.content.text());
        self
    }

    /// Adds a file that must show the change before it is acknowledged.
    #[must_use]
    pub fn mirrored(mut self, task: Option<MirrorTask>) -> Self {
        self.mirror.extend(task);
        self
    }
}

/// What a change expects to find; anything else is a conflict and nothing is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expect {
    /// No memory of this id.
    New,
    /// The memory at exactly this revision.
    Rev(u64),
    /// Whatever is there.
    Any,
}

/// An item of a vault file that must be brought in line with the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MirrorTask {
    /// The file, relative to the workspace.
    pub file: String,
    /// The item in the file: the key of an entry, the id of a block or note.
    pub item: String,
}

/// A memory to erase.
#[derive(Debug, Clone)]
pub struct Erase {
    /// Which one.
    pub id: MemoryId,
    /// Hashes that keep it from coming back.
    pub tombstones: Vec<Tombstone>,
    /// The item of a file that must go with it.
    pub mirror: Option<MirrorTask>,
    /// Why, without the erased words.
    pub reason: String,
}

/// What a commit did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Committed {
    /// It is durable now.
    Done {
        /// The number of the operation: the first audit line of the commit.
        operation: u64,
        /// Whether every memory was read back as it was written, by a connection that did not write it.
        read_back: bool,
    },
    /// The same request was carried out before; this is its answer.
    Replayed {
        /// What was answered then.
        answer: String,
    },
}

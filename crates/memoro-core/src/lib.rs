//! The model of Memoro and its rules. No I/O, no async, no clock: time, ids and usage are arguments.

pub mod bidding;
pub mod chunker;
pub mod conflict;
pub mod content;
pub mod decay;
pub mod document;
pub mod event;
pub mod extract;
pub mod fusion;
pub mod id;
pub mod layer;
pub mod markdown;
pub mod memory;
mod net;
pub mod pack;
pub mod policy;
pub mod provenance;
pub mod query;
pub mod receipt;
pub mod redact;
pub mod resolve;
pub mod retention;
pub mod route;
pub mod scope;
pub mod status;
pub mod steering;
pub mod text;
pub mod trigger;
pub mod user_model;
mod words;

pub use content::{
    Content, Decision, Entry, EntryKind, Episode, Grain, Note, Outcome, Priority, Procedure, Shape, Stage,
    Trigger, check_kind, kinds,
};
pub use decay::{Strength, Usage};
pub use event::{Actor, Event, Op};
pub use id::{Key, MemoryId, ProjectId, SessionId, UserId};
pub use layer::Layer;
pub use memory::Memory;
pub use provenance::{Confidence, Origin, Provenance, Source, Trust};
pub use receipt::{Place, Receipt, Why, Written};
pub use retention::{Retention, Sensitivity, Stability, Ttl};
pub use scope::{Scope, ScopeKind};
pub use status::Status;
pub use words::InvalidWord;

/// The user id of the owner of a workspace, unless configured otherwise.
pub const OWNER: &str = "default";

/// The largest text that one memory may hold, in bytes.
pub const MAX_TEXT: usize = 64 * 1024;

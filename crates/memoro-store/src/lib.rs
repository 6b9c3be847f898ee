//! The store: memories, their history, audit and search index in one SQLite file.
//!
//! Every write goes through one door, [`Store::commit`], and is acknowledged only when it is on the disk.
//! Nothing here knows of Markdown, JSON interfaces or the network.

mod apply;
mod audit;
mod backup;
mod cache;
mod commit;
mod error;
mod exported;
mod facts;
mod held;
mod image;
mod inbox;
pub mod index;
mod life;
mod links;
mod memories;
mod meta;
mod migrate;
mod newest;
mod open;
mod peek;
mod proof;
mod reach;
mod requests;
mod salvage;
mod search;
mod tally;
mod together;
mod tombstone;
mod turns;
mod unshown;
mod usage;
mod vault;
mod verbatim;
mod witness;
mod writer;

pub use audit::{AuditProblem, AuditReport, EventFilter, LostLine};
pub use backup::check_file;
pub use commit::{Change, Commit, Committed, Erase, Expect, Idempotency, MirrorTask, Put};
pub use error::{Result, StoreError};
pub use exported::Exported;
pub use facts::Facts;
pub use held::read_beside;
pub use life::UNFADING;
pub use links::{Link, Linked};
pub use memories::{Filter, Following, Order, Stored, Version};
pub use meta::set_named_in;
pub use migrate::SCHEMA;
pub use newest::Newest;
pub use open::{MAKING, Mode, Store};
pub use peek::peek;
pub use salvage::{Salvaged, salvage};
pub use search::{
    Found, MemoryText, is_sensitive, layer_number, plain_status, scope_number, searched_text, source_number,
    status_number, tier_number,
};
pub use tombstone::{ForgottenTexts, Tombstone, read_tombstones};
pub use vault::{FileState, MirrorRow, OutboxRow};
pub use writer::Durability;

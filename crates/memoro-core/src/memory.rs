//! The one record of which everything that Memoro remembers is made.

use jiff::Timestamp;

use crate::content::{Content, Shape};
use crate::id::{Key, MemoryId};
use crate::layer::Layer;
use crate::provenance::Provenance;
use crate::retention::{Retention, Sensitivity};
use crate::scope::Scope;
use crate::status::Status;

/// One memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Memory {
    /// Its id.
    pub id: MemoryId,
    /// Where it belongs.
    pub scope: Scope,
    /// Its natural key: at most one active memory per scope and key.
    pub key: Key,
    /// What it says.
    pub content: Content,
    /// Concepts, and type words such as `principle` or `log`.
    pub tags: Vec<String>,
    /// Where it is in its life.
    pub status: Status,
    /// Where it came from.
    pub provenance: Provenance,
    /// How long it is kept.
    pub retention: Retention,
    /// Whether it may be shown without asking for it.
    pub sensitivity: Sensitivity,
    /// When it was true in the world, if known apart from when it was learned.
    pub occurred_at: Option<Timestamp>,
    /// When it was first learned.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// When it stopped being true, if it did.
    pub valid_until: Option<Timestamp>,
}

impl Memory {
    /// Returns the layer, derived from scope and content.
    pub const fn layer(&self) -> Layer {
        Layer::of(self.scope.kind(), self.content.shape())
    }

    /// Returns the shape of the content.
    pub const fn shape(&self) -> Shape {
        self.content.shape()
    }

    /// Tells whether the clock has passed its end.
    pub fn is_expired(&self, now: Timestamp) -> bool {
        self.retention.expires_at.is_some_and(|end| end <= now)
    }

    /// Tells whether it is true now: active, not expired, not past its validity.
    pub fn is_current(&self, now: Timestamp) -> bool {
        self.status == Status::Active && !self.is_expired(now) && self.valid_until.is_none_or(|end| end > now)
    }

    /// Returns when it happened, or else when it was learned.
    pub fn date(&self) -> Timestamp {
        self.occurred_at.unwrap_or(self.created_at)
    }
}

//! What a takeover of another system's memories did.

use memoro_engine::{Foreign, TakenOver};
use serde::Serialize;
use utoipa::ToSchema;

/// What a takeover did.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TakenOverView {
    /// The system.
    pub(crate) system: &'static str,
    /// Memories that were written.
    pub(crate) memories: u64,
    /// Of these, the ones that are history.
    pub(crate) superseded: u64,
    /// Memories and files that were there already.
    pub(crate) unchanged: u64,
    /// Memories that wait for a person.
    pub(crate) pending: u64,
    /// Memories that guide agents from now on: rules, procedures, profile and identity.
    pub(crate) guiding: u64,
    /// Memories left out because they were forgotten here.
    pub(crate) forgotten: u64,
    /// Files that were copied.
    pub(crate) files: u64,
    /// Links that were made.
    pub(crate) links: u64,
    /// Turns of conversations that were read.
    pub(crate) turns: u64,
    /// What could not be taken over, and why.
    pub(crate) problems: Vec<String>,
}

impl TakenOverView {
    /// Shows what was taken over from a system.
    pub(crate) fn of(foreign: Foreign, taken: &TakenOver) -> Self {
        Self {
            system: foreign.as_str(),
            memories: taken.memories,
            superseded: taken.superseded,
            unchanged: taken.unchanged,
            pending: taken.pending,
            guiding: taken.guiding,
            forgotten: taken.forgotten,
            files: taken.files,
            links: taken.links,
            turns: taken.turns,
            problems: taken.problems.clone(),
        }
    }
}

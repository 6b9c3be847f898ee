//! Turns of conversations between being read and being written into the index. Writes nothing itself.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::make::{Made, Maker};
use crate::transcripts::Turn;

/// Turns that wait to be written, by the name of their session in the index.
pub(super) type Sessions = BTreeMap<String, Waiting>;

/// The turns of one session that wait to be written.
#[derive(Default)]
pub(super) struct Waiting {
    /// Its name.
    pub(super) name: String,
    /// When the last of them was said.
    pub(super) last: Option<jiff::Timestamp>,
    /// The days of an import on which something was said.
    pub(super) days: BTreeSet<Date>,
    /// Their chunks.
    pub(super) chunks: Vec<Made>,
}

impl Waiting {
    /// Adds a turn.
    pub(super) fn add(&mut self, maker: &mut Maker<'_>, turn: &Turn) {
        self.name.clone_from(&turn.session);
        self.last = turn.at.or(self.last);
        let first = u32::try_from(self.chunks.len()).unwrap_or(u32::MAX);
        self.chunks.extend(maker.turn(turn, first));
    }
}

//! Transcripts that were not read to their ends: how far they were read is kept for the next run.

use std::collections::BTreeSet;

use memoro_store::Durability;

use super::Reading;
use crate::error::Result;
use crate::jobs::Deadline;
use crate::jobs::halfway::{Cut, HALFWAY, Halfway};
use crate::maintain::Carry;
use crate::transcripts::FoundTranscript;

impl Reading<'_> {
    /// Tells that a transcript was not read to its end. Before the stretch nothing is to be written down, so the place is kept
    /// at once.
    pub(super) fn cut(&self, found: &FoundTranscript, name: &str, place: Halfway) -> Cut {
        let (read, of) = (place.position.offset(), found.fingerprint.size);
        let keep = if place.stretch.is_some() {
            Some(place)
        } else {
            self.keep_halfway(name, Some(&place));
            None
        };
        Cut { name: name.to_owned(), read, of, keep }
    }

    pub(super) fn halfway(&self, name: &str) -> Option<Halfway> {
        self.workspace.store.named(&format!("{HALFWAY}{name}")).ok().flatten()?.parse().ok()
    }

    pub(super) fn keep_halfway(&self, name: &str, place: Option<&Halfway>) {
        if self.carry == Carry::Out {
            // Losing it means that the file is read from its beginning once more.
            let place = place.map(ToString::to_string);
            let _ = self.workspace.store.set_named(
                &format!("{HALFWAY}{name}"),
                place.as_deref(),
                Durability::Lazy,
            );
        }
    }

    /// Keeps how far transcripts were read, once what was read of them is written down, and ends the run.
    pub(in crate::jobs) fn go_on_later(&self, cuts: &[Cut]) -> Result<()> {
        let mut names = BTreeSet::new();
        // Of several stretches the first one goes on.
        for cut in cuts.iter().filter(|cut| names.insert(&cut.name) && cut.keep.is_some()) {
            self.keep_halfway(&cut.name, cut.keep.as_ref());
        }
        cuts.first().map_or(Ok(()), |cut| Err(Deadline::over_in(cut)))
    }
}

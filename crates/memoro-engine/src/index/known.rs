//! Which transcripts there are: those in the places where they are looked for, and those that were imported from
//! elsewhere, also when their file is gone. Search and the jobs see the same ones.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use memoro_core::fusion::role_of;
use memoro_store::index::{self, ChunkPlace, Source};

use super::transcripts::{is_of, name};
use crate::documents::Skipped;
use crate::error::Result;
use crate::transcripts::{self, FoundTranscript, Turn};
use crate::workspace::Workspace;

/// How the names begin under which imported transcripts are kept.
pub(super) const IMPORTED: &str = "imported.";

/// How the names begin under which the days of imported turns wait for a job.
pub(crate) const BACKLOG: &str = "job.backlog.";

impl Workspace {
    /// Returns all transcripts that are there now, and what could not be looked at.
    pub(crate) fn transcripts(&self) -> Result<(Vec<FoundTranscript>, Vec<Skipped>)> {
        let options = &self.settings.index.transcripts;
        let (mut found, mut skipped) = (Vec::new(), Vec::new());
        for place in self.places() {
            let (mut there, mut left_out) = transcripts::find(&place, options);
            found.append(&mut there);
            skipped.append(&mut left_out);
        }
        let known: BTreeSet<String> = found.iter().map(|one| name(self, one)).collect();
        for (name, _) in self.store.named_under(IMPORTED)? {
            let wanted = !known.contains(&name) && !options.exclude.matches_file(Path::new(&name));
            // One that is gone is none any more; what was read of it stays in the index.
            found.extend(transcripts::at(&self.root.join(&name)).ok().filter(|_| wanted));
        }
        let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
        found.retain(|one| seen.insert(one.file.clone()));
        // Told as everything of the workspace is: from its folder on.
        for one in &mut skipped {
            let below = Path::new(&one.path).strip_prefix(&self.root).ok();
            if let Some(short) = below.and_then(|path| path.to_str()).map(str::to_owned) {
                one.path = short;
            }
        }
        Ok((found, skipped))
    }

    /// Returns the imported transcripts whose files are gone, by name.
    pub(crate) fn gone_transcripts(&self) -> Result<Vec<String>> {
        let exclude = &self.settings.index.transcripts.exclude;
        let mut names: Vec<String> =
            self.store.named_under(IMPORTED)?.into_iter().map(|(name, _)| name).collect();
        names.retain(|name| !exclude.matches_file(Path::new(name)) && !self.root.join(name).exists());
        Ok(names)
    }

    /// Returns the turns of a transcript as the index keeps them.
    pub(crate) fn kept_turns(&self, name: &str) -> Result<Vec<Turn>> {
        let documents = self.store.read_index(|conn| index::documents(conn, Source::Transcript))?;
        let mut turns: Vec<Turn> = Vec::new();
        for document in documents.into_iter().filter(|document| is_of(&document.record.uri, name)) {
            let session = document.record.title.clone().unwrap_or_default();
            let chunks = self.store.read_index(|conn| index::chunks_of(conn, document.id))?;
            for turn in chunks.into_iter().filter_map(|chunk| kept_turn(chunk, &session)) {
                match turns.last_mut() {
                    // A long turn was cut into several chunks.
                    Some(last) if last.index == turn.index && last.session == turn.session => {
                        last.text.push('\n');
                        last.text.push_str(&turn.text);
                    }
                    _ => turns.push(turn),
                }
            }
        }
        Ok(turns)
    }
}

/// Reads a turn from its caption: who spoke, when, and the number of the message.
fn kept_turn(chunk: ChunkPlace, session: &str) -> Option<Turn> {
    let caption = chunk.heading.unwrap_or_default();
    let mut parts = caption.split(" · ");
    let who = parts.next().unwrap_or_default();
    let (mut at, mut number) = (None, 0);
    for part in parts {
        match part.strip_prefix('#') {
            Some(digits) => number = digits.parse().ok()?,
            None => at = part.parse().ok(),
        }
    }
    Some(Turn {
        session: session.to_owned(),
        role: role_of(who),
        speaker: None,
        at,
        text: chunk.text?,
        index: number,
        line: u64::from(chunk.lines.start),
        bytes: chunk.bytes,
        id: None,
        parent: None,
        side: false,
    })
}

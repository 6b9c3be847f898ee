//! Makes the vectors that chunks lack, in the space of the index or of a model that is to be switched to. Search
//! answers from the old vectors until all new ones are there; what was made stays when it is interrupted.

use std::collections::HashMap;
use std::time::Instant;

use memoro_core::MemoryId;
use memoro_embed::ModelId;
use memoro_store::index::{self, DocumentId, Source};
use memoro_store::{Durability, searched_text};

use super::make::{Cut, cut};
use super::trouble::{self, Asker};
use super::{How, Indexed, Progress, Watching};
use crate::caller::Caller;
use crate::documents;
use crate::embedding::{BRISK, BRISK_TEXTS, Haste, NoVector, Space, stored};
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// How many chunks are embedded and written at once.
const CHUNKS: usize = 256;

/// How often it is looked for chunks that came while others were embedded.
const ROUNDS: usize = 8;

/// The name under which it is kept up to where every chunk has its vector.
pub(super) const WHOLE_TO: &str = "embedded_to";

/// Makes the vectors that are missing in the space of the index; a provider that is down is told.
pub(super) fn catch_up(
    workspace: &Workspace,
    asker: Asker,
    (done, watching): (&mut Indexed, Watching<'_>),
) -> Result<()> {
    let model = match workspace.space()? {
        Space::Local => {
            trouble::look_again(workspace, asker, done)?;
            ModelId::LOCAL
        }
        Space::Remote(model) => model,
        Space::Open => match trouble::choose(workspace, asker, done)? {
            Some(model) => model,
            None => return Ok(()),
        },
    };
    let end = workspace.store.read_index(index::room)?.slots;
    let whole = workspace.store.named(WHOLE_TO)?;
    let known = whole.as_deref().and_then(|text| text.strip_prefix(&format!("{model} "))?.parse().ok());
    let from = known.filter(|from| *from <= end).unwrap_or(0);
    if from == end {
        return trouble::ask_again(workspace, asker, (&model, done));
    }
    if model != ModelId::LOCAL && trouble::rests(workspace, asker, done)? {
        return Ok(());
    }
    match fill(workspace, (&model, asker.haste()), from, (done, watching)) {
        Ok(Ok(true)) => {
            let whole = format!("{model} {end}");
            workspace.store.set_named(WHOLE_TO, Some(&whole), Durability::Lazy)?;
            trouble::over(workspace, &model)?;
        }
        Ok(Ok(false)) => {}
        Ok(Err(failed)) => trouble::note(workspace, &failed, done)?,
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Makes the missing vectors of a model from a slot on; tells whether every chunk has one now, or why the provider did
/// not make them. Somebody who waits for a provider gets what it makes in a moment, the rest is for the next time.
fn fill(
    workspace: &Workspace,
    (model, haste): (&ModelId, Haste),
    mut from: u32,
    (done, watching): (&mut Indexed, Watching<'_>),
) -> Result<std::result::Result<bool, NoVector>> {
    let brisk = haste == Haste::Brisk && *model != ModelId::LOCAL;
    let (at_once, begun) = (if brisk { BRISK_TEXTS } else { CHUNKS }, Instant::now());
    let (name, dims) = (model.to_string(), u32::try_from(model.dims()).unwrap_or(u32::MAX));
    let register = {
        let name = name.clone();
        move |conn: &rusqlite::Connection| index::register_model(conn, &name, dims)
    };
    let registered = workspace.store.write_index(Durability::Lazy, register)?.id;
    let (mut whole, mut files) = (true, Files::default());
    loop {
        let slots =
            workspace.store.read_index(|conn| index::missing_vectors(conn, registered, from, at_once))?;
        let Some(last) = slots.last() else { return Ok(Ok(whole)) };
        if brisk && begun.elapsed() >= BRISK {
            return Ok(Ok(false));
        }
        from = last + 1;
        let mut texts = Vec::with_capacity(slots.len());
        for slot in &slots {
            match files.text(workspace, *slot)? {
                Some(text) => texts.push((*slot, text)),
                None => whole = false,
            }
        }
        let plain: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
        let made = match workspace.embedders.documents((model, haste), &plain, &workspace.model) {
            Ok(made) => made,
            Err(failed) => return Ok(Err(failed)),
        };
        let nowhere =
            made.iter().zip(&plain).filter(|(made, text)| points_nowhere(model, made, text)).count();
        if nowhere > 0 {
            let why = "a vector of zeros came for them, so they are found by their words only";
            done.warnings.push(format!("{nowhere} texts have no meaning for {name}: {why}"));
        }
        let vectors: Vec<_> =
            texts.iter().zip(made).filter_map(|((slot, _), made)| Some((*slot, stored(made)?))).collect();
        done.embedded += vectors.len() as u64;
        workspace
            .store
            .write_index(Durability::Lazy, move |conn| index::put_vectors(conn, registered, &vectors))?;
        let total = workspace.store.read_index(index::room)?.slots;
        let (done, total) = (from.min(total) as usize, total as usize);
        watching(&Progress { done, total, chunks: 0, path: name.clone() });
    }
}

/// Tells whether a provider made a vector of zeros of a text that has words.
fn points_nowhere(model: &ModelId, made: &memoro_embed::Quantized, text: &str) -> bool {
    *model != ModelId::LOCAL && made.is_zero() && text.chars().any(char::is_alphanumeric)
}

/// The files behind chunks, each cut once.
#[derive(Default)]
struct Files(HashMap<DocumentId, Vec<Cut>>);

impl Files {
    /// Returns the text under which a chunk is found; nothing if its file changed meanwhile.
    fn text(&mut self, workspace: &Workspace, slot: u32) -> Result<Option<String>> {
        let found = workspace.store.read_index(|conn| {
            let Some(place) = index::chunk(conn, slot)? else { return Ok(None) };
            Ok(index::document(conn, place.document)?.map(|document| (place, document.record)))
        })?;
        let Some((place, record)) = found else { return Ok(None) };
        if place.text.is_some() {
            return Ok(place.text);
        }
        if record.source == Source::Memory {
            let id = MemoryId::new(&record.uri).ok();
            let stored = id.map(|id| workspace.store.get(&id)).transpose()?.flatten();
            return Ok(stored.map(|stored| searched_text(&stored.memory)));
        }
        if self.0.len() > 64 {
            self.0.clear();
        }
        let cuts = self.0.entry(place.document).or_insert_with(|| {
            let settings = &workspace.settings.index;
            let read = documents::read(&workspace.root.join(&record.uri), settings.max_bytes);
            read.map(|read| cut(&record.uri, &read.bytes, settings.limits)).unwrap_or_default()
        });
        Ok(cuts.iter().find(|cut| cut.hash == place.text_hash).map(|cut| cut.searched.clone()))
    }
}

impl Workspace {
    /// Gives the index the vectors of the model that the settings name, and then searches those alone. Search answers
    /// meanwhile; what was made stays, so that it can be run again after a failure.
    pub fn switch_model(&self, caller: &Caller, watching: Watching<'_>) -> Result<(String, Indexed)> {
        let lock = self.index_lock()?;
        lock.lock().map_err(EngineError::file(self.index_lock_path()))?;
        let refused = |failed: NoVector| EngineError::Provider(failed.why);
        let chosen = self.embedders.choose(Haste::Patient).map_err(refused)?;
        let model = &chosen.model;
        let mut done = self.index_files(How::Changes, caller, watching)?;
        for _ in 0..ROUNDS {
            if fill(self, (model, Haste::Patient), 0, (&mut done, watching))?.map_err(refused)? {
                let name = model.to_string();
                let dims = u32::try_from(model.dims()).unwrap_or(u32::MAX);
                let switched = self.store.write_index(Durability::Synced, move |conn| {
                    let model = index::register_model(conn, &name, dims)?;
                    match index::switch_model(conn, model.id) {
                        Err(index::IndexError::Incomplete { .. }) => Ok(false),
                        other => other.map(|()| true),
                    }
                })?;
                if switched {
                    trouble::forget(self)?;
                    trouble::note_stand_in(self, &chosen, &mut done)?;
                    return Ok((model.to_string(), done));
                }
            }
            self.index_files(How::Changes, caller, watching)?;
        }
        Err(EngineError::Provider(format!("files kept changing while they were embedded with {model}")))
    }
}

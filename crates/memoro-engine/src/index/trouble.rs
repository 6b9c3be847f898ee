//! What stands in the way of vectors: a provider that does not answer, or one that another model stands in for. It is kept
//! in the store, so that every process tells it, until it is over.

use memoro_embed::ModelId;
use memoro_store::Durability;

use super::Indexed;
use crate::embedding::{Chosen, Haste, NoVector, Space};
use crate::error::Result;
use crate::workspace::Workspace;

/// The name under which it is kept for which provider the embedded model stands in, and why.
const STANDS_IN: &str = "embedding.stands_in";

/// Who asks for an indexing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asker {
    /// Somebody who wants it now.
    Person,
    /// A watcher that only keeps up.
    Watcher,
    /// A question that waits for it.
    Question,
}

impl Asker {
    pub(super) const fn haste(self) -> Haste {
        match self {
            Self::Person | Self::Watcher => Haste::Patient,
            Self::Question => Haste::Brisk,
        }
    }
}

/// Tells whether the provider is left alone, because it just failed and nobody asked for an indexing.
pub(super) fn rests(workspace: &Workspace, asker: Asker, done: &mut Indexed) -> Result<bool> {
    if asker == Asker::Person {
        return Ok(false);
    }
    let why = workspace.embedders.rest.resting()?;
    done.warnings.extend(why.as_deref().map(later));
    Ok(why.is_some())
}

/// Chooses the model of an index that has none; nothing where no provider answers.
pub(super) fn choose(workspace: &Workspace, asker: Asker, done: &mut Indexed) -> Result<Option<ModelId>> {
    if rests(workspace, asker, done)? {
        return Ok(None);
    }
    match workspace.embedders.choose(asker.haste()) {
        Ok(chosen) => {
            workspace.embedders.rest.over()?;
            note_stand_in(workspace, &chosen, done)?;
            Ok(Some(chosen.model))
        }
        Err(why) => {
            note(workspace, &why, done)?;
            Ok(None)
        }
    }
}

/// Keeps and tells that the embedded model was chosen because the configured provider does not answer.
pub(super) fn note_stand_in(workspace: &Workspace, chosen: &Chosen, done: &mut Indexed) -> Result<()> {
    let Some(why) = chosen.passed_over.as_ref().filter(|_| chosen.model == ModelId::LOCAL) else {
        return Ok(());
    };
    done.warnings.push(stands_in(why));
    Ok(workspace.store.set_named(STANDS_IN, Some(why), Durability::Lazy)?)
}

/// Asks the provider again for which the embedded model stands in, where somebody asked for an indexing.
pub(super) fn look_again(workspace: &Workspace, asker: Asker, done: &mut Indexed) -> Result<()> {
    let (Asker::Person, Some(before)) = (asker, workspace.store.named(STANDS_IN)?) else { return Ok(()) };
    match workspace.embedders.choose(asker.haste()) {
        Ok(chosen) if chosen.model != ModelId::LOCAL => {
            let model = chosen.model;
            done.warnings.push(format!(
                "{model} answers now, and the index has the vectors of the embedded model; run \
                 `memoro index --model auto` to change over"
            ));
        }
        Ok(chosen) if chosen.passed_over.is_none() => forget(workspace)?,
        other => {
            let why = other.ok().and_then(|chosen| chosen.passed_over).unwrap_or(before);
            done.warnings.push(stands_in(&why));
            workspace.store.set_named(STANDS_IN, Some(&why), Durability::Lazy)?;
        }
    }
    Ok(())
}

/// Keeps why vectors could not be made, and tells it.
pub(super) fn note(workspace: &Workspace, failed: &NoVector, done: &mut Indexed) -> Result<()> {
    done.warnings.push(later(&failed.why));
    workspace.embedders.rest.note(failed)
}

/// Asks a provider again that failed, where somebody asked for an indexing and every text has its vector.
pub(super) fn ask_again(
    workspace: &Workspace,
    asker: Asker,
    (model, done): (&ModelId, &mut Indexed),
) -> Result<()> {
    if asker != Asker::Person || *model == ModelId::LOCAL || workspace.embedders.rest.trouble()?.is_none() {
        return Ok(());
    }
    match workspace.embedders.check(model) {
        Ok(()) => workspace.embedders.rest.over(),
        Err(failed) => {
            done.warnings.push(format!("questions are answered from words only: {}", failed.why));
            workspace.embedders.rest.note(&failed)
        }
    }
}

/// Forgets what stood in the way of vectors that are there now.
pub(super) fn over(workspace: &Workspace, model: &ModelId) -> Result<()> {
    if *model == ModelId::LOCAL { Ok(()) } else { workspace.embedders.rest.over() }
}

/// Forgets everything that stood in the way.
pub(super) fn forget(workspace: &Workspace) -> Result<()> {
    workspace.embedders.rest.over()?;
    Ok(workspace.store.set_named(STANDS_IN, None, Durability::Lazy)?)
}

fn later(why: &str) -> String {
    format!("some texts are found by their words only until the next `memoro index`: {why}")
}

fn stands_in(why: &str) -> String {
    format!("the embedded model stands in for the configured provider: {why}")
}

impl Workspace {
    /// Tells what stands in the way of the configured provider's vectors; nothing where they are made.
    pub fn embedding_trouble(&self) -> Result<Option<String>> {
        if let Some(why) = self.embedders.trouble() {
            return Ok(Some(why.to_owned()));
        }
        if let Space::Remote(space) = self.space()?
            && let Some(why) = self.embedders.unmade(&space)
        {
            return Ok(Some(why));
        }
        if self.embedders.is_local() {
            return Ok(None);
        }
        if let Some(why) = self.embedders.rest.trouble()? {
            return Ok(Some(why));
        }
        let stands_in = self.store.named(STANDS_IN)?.map(|why| stands_in(&why));
        Ok(stands_in)
    }
}

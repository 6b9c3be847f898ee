//! What stands in the way of vectors: a provider that does not answer, or one that another model stands in for. It is kept
//! in the store, so that every process tells it, until it is over.

use jiff::{SignedDuration, Timestamp};
use memoro_embed::ModelId;
use memoro_store::Durability;

use super::Indexed;
use crate::error::Result;
use crate::workspace::Workspace;

/// The name under which it is kept why there are no vectors.
const TROUBLE: &str = "embedding.trouble";
/// The name under which it is kept for which provider the embedded model stands in, and why.
const STANDS_IN: &str = "embedding.stands_in";
/// For how long a provider that failed is not asked again unless somebody asks for an indexing.
const REST: SignedDuration = SignedDuration::from_secs(60);

/// Who asks for an indexing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asker {
    /// Somebody who wants it now.
    Person(Timestamp),
    /// A question or a watcher that only keeps up.
    Other(Timestamp),
}

impl Asker {
    const fn now(self) -> Timestamp {
        match self {
            Self::Person(now) | Self::Other(now) => now,
        }
    }
}

/// Chooses the model of an index that has none; nothing where no provider answers.
pub(super) fn choose(workspace: &Workspace, asker: Asker, done: &mut Indexed) -> Result<Option<ModelId>> {
    if let Asker::Other(now) = asker
        && let Some((at, why)) = kept(workspace)?
        && (SignedDuration::ZERO..REST).contains(&now.duration_since(at))
    {
        done.warnings.push(later(&why));
        return Ok(None);
    }
    match workspace.embedders.choose() {
        Ok(chosen) => {
            workspace.store.set_named(TROUBLE, None, Durability::Lazy)?;
            if let Some(why) = chosen.passed_over.filter(|_| chosen.model == ModelId::LOCAL) {
                done.warnings.push(stands_in(&why));
                workspace.store.set_named(STANDS_IN, Some(&why), Durability::Lazy)?;
            }
            Ok(Some(chosen.model))
        }
        Err(why) => {
            note(workspace, asker, &why, done)?;
            Ok(None)
        }
    }
}

/// Asks the provider again for which the embedded model stands in, where somebody asked for an indexing.
pub(super) fn look_again(workspace: &Workspace, asker: Asker, done: &mut Indexed) -> Result<()> {
    let (Asker::Person(_), Some(before)) = (asker, workspace.store.named(STANDS_IN)?) else { return Ok(()) };
    match workspace.embedders.choose() {
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
pub(super) fn note(workspace: &Workspace, asker: Asker, why: &str, done: &mut Indexed) -> Result<()> {
    done.warnings.push(later(why));
    let kept = format!("{}\n{why}", asker.now());
    Ok(workspace.store.set_named(TROUBLE, Some(&kept), Durability::Lazy)?)
}

/// Forgets what stood in the way of vectors that are there now.
pub(super) fn over(workspace: &Workspace, model: &ModelId) -> Result<()> {
    if *model != ModelId::LOCAL && workspace.store.named(TROUBLE)?.is_some() {
        workspace.store.set_named(TROUBLE, None, Durability::Lazy)?;
    }
    Ok(())
}

/// Forgets everything that stood in the way.
pub(super) fn forget(workspace: &Workspace) -> Result<()> {
    workspace.store.set_named(TROUBLE, None, Durability::Lazy)?;
    Ok(workspace.store.set_named(STANDS_IN, None, Durability::Lazy)?)
}

fn kept(workspace: &Workspace) -> Result<Option<(Timestamp, String)>> {
    let kept = workspace.store.named(TROUBLE)?;
    Ok(kept.and_then(|text| {
        let (at, why) = text.split_once('\n')?;
        Some((at.parse().ok()?, why.to_owned()))
    }))
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
        if self.embedders.is_local() {
            return Ok(None);
        }
        if let Some((_, why)) = kept(self)? {
            return Ok(Some(why));
        }
        let stands_in = self.store.named(STANDS_IN)?.map(|why| stands_in(&why));
        Ok(stands_in)
    }
}

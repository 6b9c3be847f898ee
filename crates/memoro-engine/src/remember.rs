//! From what a caller hands over to a draft: free text becomes a note, a keyed value becomes an entry.

use jiff::Timestamp;
use memoro_core::{
    Confidence, Content, Entry, EntryKind, Key, Origin, Priority, Receipt, Scope, Sensitivity, Source,
    Stability, Ttl,
};

use crate::caller::Caller;
use crate::draft::{Basis, Draft, slug};
use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// A request to remember something.
#[derive(Debug, Clone, Default)]
pub struct Remember {
    /// What to remember.
    pub text: String,
    /// The key; with it the text is the value of an entry.
    pub key: Option<Key>,
    /// Where it belongs; the owner's profile where it is left out.
    pub scope: Option<Scope>,
    /// What kind of entry it is.
    pub kind: Option<EntryKind>,
    /// How strongly it counts.
    pub priority: Option<Priority>,
    /// Its time to live.
    pub ttl: Option<Ttl>,
    /// How firmly it is held.
    pub stability: Option<Stability>,
    /// Concepts.
    pub tags: Vec<String>,
    /// How sure it is.
    pub confidence: Option<Confidence>,
    /// When it was true in the world.
    pub occurred_at: Option<Timestamp>,
    /// Where the words stand: a path or a URL.
    pub source: Option<String>,
    /// Who said it.
    pub origin: Option<Origin>,
    /// Shown only on request.
    pub sensitive: bool,
    /// Why it is written, for the audit.
    pub reason: String,
    /// What its key must still hold.
    pub based_on: Option<Basis>,
}

impl Workspace {
    /// Remembers a text or a keyed value.
    pub fn remember(&self, request: &Remember, caller: &Caller) -> Result<Receipt> {
        self.write(self.draft(request)?, caller)
    }

    fn draft(&self, request: &Remember) -> Result<Draft> {
        let scope = request.scope.clone().unwrap_or_else(|| Scope::User(self.settings.owner.clone()));
        let keyed = request.key.is_some() || request.kind.is_some() || request.priority.is_some();
        let mut draft = if keyed {
            let key = match &request.key {
                Some(key) => key.clone(),
                None => Key::new(slug(&request.text)).map_err(|why| EngineError::invalid("key", why))?,
            };
            let kind = request.kind.unwrap_or(EntryKind::Fact);
            let priority = request.priority.unwrap_or_default();
            let entry = Entry { kind, value: request.text.trim().to_owned(), priority };
            Draft { key: Some(key), ..Draft::new(scope, Content::Entry(entry)) }
        } else {
            Draft::note(scope, request.text.trim())
        };
        draft.tags.clone_from(&request.tags);
        draft.confidence = request.confidence;
        draft.occurred_at = request.occurred_at;
        draft.ttl = request.ttl.clone().unwrap_or_default();
        draft.stability = request.stability.unwrap_or_default();
        draft.source = Source { path: request.source.clone(), ..Source::default() };
        draft.origin = request.origin.unwrap_or(Origin::UserExplicit);
        draft.sensitivity = if request.sensitive { Sensitivity::Sensitive } else { Sensitivity::Normal };
        draft.reason.clone_from(&request.reason);
        draft.based_on.clone_from(&request.based_on);
        Ok(draft)
    }
}

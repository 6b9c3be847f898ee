//! What an agent or an untrusted source may not make active by itself: by what it is, or by what its words would do to an
//! agent that believes them. The one rule for every door; it stages, and never drops or changes a word.

use memoro_core::bidding;
use memoro_core::{Content, EntryKind, Memory, ScopeKind, Trust, Why};

use crate::caller::Caller;
use crate::draft::Draft;
use crate::stages::options_of;
use crate::workspace::Workspace;

impl Workspace {
    /// Tells whether words, shown to an agent later, would tell it how to behave.
    pub(crate) fn directs(&self, text: &str) -> bool {
        bidding::directs(text, |sentence| self.model.embed(sentence))
    }

    /// Returns the sentences of a text that would.
    pub(crate) fn directions<'t>(&self, text: &'t str) -> Vec<&'t str> {
        bidding::directions(text, |sentence| self.model.embed(sentence))
    }

    /// Tells why a memory waits for a person, where it does.
    pub(crate) fn gate(&self, memory: &Memory, trust: Trust) -> Option<Why> {
        let Memory { scope, content, tags, provenance, .. } = memory;
        barred(scope.kind(), content, trust)
            .or_else(|| self.gate_words(content, &[tags, &options_of(&provenance.evidence)], trust))
    }

    /// The gate for content that is no memory yet.
    pub(crate) fn gate_content(&self, scope: ScopeKind, content: &Content, trust: Trust) -> Option<Why> {
        barred(scope, content, trust).or_else(|| self.gate_words(content, &[], trust))
    }

    /// The gate for a draft. Conversations and searches are kept as what they are; what jobs draw from conversations they
    /// have put through a rule of their own, sentence by sentence.
    pub(super) fn gate_draft(&self, draft: &Draft, caller: &Caller) -> Option<Why> {
        let trust = caller.trust();
        let barred = barred(draft.scope.kind(), &draft.content, trust);
        if barred.is_some() || draft.record || caller.is_job() {
            return barred;
        }
        self.gate_words(&draft.content, &[&draft.tags, &options_of(&draft.evidence)], trust)
    }

    fn gate_words(&self, content: &Content, beside: &[&[String]], trust: Trust) -> Option<Why> {
        if trust >= Trust::User {
            return None;
        }
        // A tag of a word or two names a thing.
        let wordy = |text: &&String| text.split_whitespace().count() > 2 || !text.is_ascii();
        let beside = beside.iter().copied().flatten().filter(wordy);
        let bids = self.directs(&shown(content))
            || hides_as_decided(content)
            || beside.into_iter().any(|text| self.directs(text));
        bids.then(|| needs_a_person("an instruction"))
    }
}

/// Tells whether a decision would have something kept from the user: that was never theirs.
fn hides_as_decided(content: &Content) -> bool {
    let Content::Decision(decision) = content else { return false };
    [&decision.title, &decision.why, &decision.finding, &decision.conclusion, &decision.impact]
        .into_iter()
        .any(|part| memoro_core::extract::keeps_from_user(part))
}

/// Writes content as it is judged: what was decided, or may be, is no order yet.
fn shown(content: &Content) -> String {
    match content {
        Content::Decision(decision) => {
            let parts = [&decision.why, &decision.finding, &decision.conclusion, &decision.impact];
            let parts = parts.iter().filter(|part| !part.trim().is_empty() && **part != &decision.title);
            parts
                .fold(format!("Decided: {}", decision.title), |text, part| format!("{text}\nDecided: {part}"))
        }
        content => content.text(),
    }
}

/// What an agent or an untrusted source may neither make active nor end by itself, whatever it says.
pub(crate) fn barred(scope: ScopeKind, content: &Content, trust: Trust) -> Option<Why> {
    if trust >= Trust::User {
        return None;
    }
    let what = match (scope, content) {
        (ScopeKind::User, Content::Entry(_)) => "the profile",
        (ScopeKind::Agent, Content::Entry(_)) => "the agent's identity",
        (_, Content::Procedure(_)) => "a procedure",
        (_, Content::Entry(entry))
            if entry.kind == EntryKind::Instruction || entry.kind == EntryKind::Constraint =>
        {
            "an instruction"
        }
        _ => return None,
    };
    Some(needs_a_person(what))
}

/// Says that a person is asked first.
pub(crate) fn needs_a_person(what: &str) -> Why {
    Why::new("trust", format!("{what} is changed only after a person confirms it"))
}

//! What an agent or an untrusted source may not make active by itself: by what it is, or by what its words would do to an
//! agent that believes them. The one rule for every door; it stages, and never drops or changes a word.

use memoro_core::bidding;
use memoro_core::extract::{grants, names_a_master, seizes, sends_on_errand};
use memoro_core::steering::steers;
use memoro_core::{
    Content, EntryKind, Key, Memory, MemoryId, Provenance, Scope, ScopeKind, Source, Trust, Why,
};

use crate::caller::Caller;
use crate::draft::Draft;
use crate::jobs::REPLACES;
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

    /// Tells whether a name that a program gave reads as an order: a sentence as any text, and words that are joined by
    /// signs where they would take an agent over.
    pub(crate) fn name_directs(&self, name: &str) -> bool {
        let words = |name: &str| name.replace(['-', '_', '.', '+', '~'], " ");
        let spoken = |part: &str| {
            part.split_whitespace().count() > 2 || part.bytes().filter(|b| !b.is_ascii()).count() > SHORT
        };
        let parts = || name.split(['/', '\\', '#', ':']).map(str::trim).filter(|part| !part.is_empty());
        let said = |part: &str| spoken(part) && (self.directs(part) || self.directs(&words(part)));
        let seizes_as_name = |part: &str| seizes(&words(part)) || names_a_master(&words(part));
        parts().any(|part| seizes_as_name(part) || said(part)) || seizes(name)
    }

    /// Tells why a memory waits for a person, where it does.
    pub(crate) fn gate(&self, memory: &Memory, trust: Trust) -> Option<Why> {
        let Memory { id, scope, key, content, tags, provenance, .. } = memory;
        let told = [&tags[..], &options_of(&provenance.evidence)];
        let Provenance { source, .. } = provenance;
        let evidence = if crate::traces::stands_apart(memory) { &[][..] } else { &provenance.evidence[..] };
        // What a job drew quotes what was said.
        let refs = refs_of(content).filter(|one| !(one.starts_with('"') || one.starts_with(REPLACES)));
        let names = Names { id: Some(id), key: Some(key), scope, source, refs: refs.collect(), evidence };
        barred(scope.kind(), content, trust)
            .or_else(|| steered(scope.kind(), key, content, trust))
            .or_else(|| self.gate_words(content, &told, trust))
            .or_else(|| self.gate_names(content, &names, trust))
    }

    /// The gate for content that is no memory yet.
    pub(crate) fn gate_content(&self, scope: ScopeKind, content: &Content, trust: Trust) -> Option<Why> {
        barred(scope, content, trust).or_else(|| self.gate_words(content, &[], trust))
    }

    /// The gate for a draft. Conversations and searches are kept as what they are; what jobs draw from conversations they
    /// have put through a rule of their own, sentence by sentence.
    pub(super) fn gate_draft(&self, draft: &Draft, caller: &Caller) -> Option<Why> {
        let trust = caller.trust();
        let barred = barred(draft.scope.kind(), &draft.content, trust).or_else(|| {
            draft.key.as_ref().and_then(|key| steered(draft.scope.kind(), key, &draft.content, trust))
        });
        if barred.is_some() || caller.is_job() {
            return barred;
        }
        let Draft { id, key, scope, evidence, .. } = draft;
        let source = &draft.source_for(caller);
        let told = if draft.record { &[][..] } else { &evidence[..] };
        let refs = refs_of(&draft.content).collect();
        let names = Names { id: id.as_ref(), key: key.as_ref(), scope, source, refs, evidence: told };
        let words = if draft.record {
            None
        } else {
            self.gate_words(&draft.content, &[&draft.tags, &options_of(evidence)], trust)
        };
        words.or_else(|| self.gate_names(&draft.content, &names, trust))
    }

    /// The gate for what stands beside the words: a name is shown with them, and read with them.
    fn gate_names(&self, content: &Content, beside: &Names<'_>, trust: Trust) -> Option<Why> {
        if trust >= Trust::User {
            return None;
        }
        let Names { id, key, scope, source, refs, evidence } = beside;
        let names = [&source.session, &source.path, &source.range].into_iter().flatten().map(String::as_str);
        let names = names
            .chain(id.map(MemoryId::as_str))
            .chain(key.map(Key::as_str))
            .chain([scope.id()])
            .chain(refs.iter().copied());
        // What somebody said shows a decision, whatever it asked for; beside anything else it is one more text.
        let noted = !matches!(content, Content::Decision(_));
        let shows = |text: &String| {
            seizes(text)
                || sends_on_errand(text)
                || (noted && !content.text().contains(text) && self.directs(text))
        };
        let bids = evidence.iter().any(shows) || names.into_iter().any(|name| self.name_directs(name));
        bids.then(|| needs_a_person("an instruction"))
    }

    fn gate_words(&self, content: &Content, beside: &[&[String]], trust: Trust) -> Option<Why> {
        if trust >= Trust::User {
            return None;
        }
        // A tag of a word or two names a thing.
        let wordy = |text: &&String| text.split_whitespace().count() > 2 || !text.is_ascii();
        let beside = || beside.iter().copied().flatten();
        let text = shown(content);
        let bids = self.directs(&text)
            || grants(&text)
            || hides_as_decided(content)
            || beside().filter(wordy).any(|text| self.directs(text))
            || beside().filter(|text| !text.contains(' ')).any(|text| self.name_directs(text));
        bids.then(|| needs_a_person("an instruction"))
    }
}

/// How many bytes of a Thai or Chinese name are a word or two that name a thing.
const SHORT: usize = 45;

/// What stands beside the words of a memory and was given by whoever wrote it.
struct Names<'a> {
    id: Option<&'a MemoryId>,
    key: Option<&'a Key>,
    scope: &'a Scope,
    source: &'a Source,
    refs: Vec<&'a str>,
    evidence: &'a [String],
}

fn refs_of(content: &Content) -> impl Iterator<Item = &str> {
    let refs = match content {
        Content::Decision(decision) => &decision.refs[..],
        _ => &[],
    };
    refs.iter().map(String::as_str)
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

/// What an agent or an untrusted source may not set for a session or a project: how the assistant answers, who it is, who its
/// user is, and what it may do unasked.
fn steered(scope: ScopeKind, key: &Key, content: &Content, trust: Trust) -> Option<Why> {
    let Content::Entry(entry) = content else { return None };
    (trust < Trust::User && steers(scope, key, &entry.value))
        .then(|| needs_a_person("how the assistant answers, who it is and what it may do"))
}

/// Says that a person is asked first.
pub(crate) fn needs_a_person(what: &str) -> Why {
    Why::new("trust", format!("{what} is changed only after a person confirms it"))
}

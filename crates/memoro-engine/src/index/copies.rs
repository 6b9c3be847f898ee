//! Forgotten entries and decisions in copies of their files, under whatever name a sync tool or a person gave them: which lines of
//! a document say them again. Such lines are not searched; the copy itself is its owner's and stays as it is.

use std::ops::Range;

use memoro_core::markdown::{parse_decisions, parse_entries};
use memoro_core::{Scope, Shape};
use memoro_store::ForgottenTexts;

/// Returns what an entry says whosever it is: a copy of a file does not tell of which user or session it was.
pub(crate) fn entry_said(key: &str, value: &str) -> String {
    format!("key:{key} | value:{value}")
}

/// Returns the bytes of a document that say a forgotten entry or decision.
pub(super) fn forgotten_in(forgotten: &ForgottenTexts, owner: &Scope, bytes: &[u8]) -> Vec<Range<usize>> {
    if forgotten.is_empty() {
        return Vec::new();
    }
    let has = |sign: &str| memchr::memmem::find(bytes, sign.as_bytes()).is_some();
    let mut found = Vec::new();
    if has("key:")
        && let Ok(page) = parse_entries(bytes)
    {
        for entry in page.items.iter().chain(&page.shadowed) {
            let (key, value) = (entry.line.key.as_str(), entry.line.value.as_str());
            let said = entry_said(key, value);
            if forgotten.covers_words(owner, (Shape::Entry, key), value)
                || forgotten.covers_passage(owner, &said)
            {
                found.push(entry.range.clone());
            }
        }
    }
    if has("Decision:")
        && let Ok(page) = parse_decisions(bytes)
    {
        for item in &page.items {
            let text = memoro_core::Content::Decision(item.block.decision.clone()).text();
            let scope = item.block.scope.as_ref().unwrap_or(owner);
            if forgotten.covers_words(scope, (Shape::Decision, ""), &text) {
                found.push(item.range.clone());
            }
        }
    }
    found
}

//! Commands from what was understood: scope, kind, key, value, time to live and confidence.

use super::ask::Ask;
use super::slot::{Found, tidy};
use super::text::Piece;
use super::time::Span;
use super::{Command, Intent, Remark, keys};
use crate::content::EntryKind;
use crate::provenance::Confidence;
use crate::scope::ScopeKind;

/// How sure the reading of a free statement is, in thousandths.
pub(super) const FREE: u16 = 900;

pub(super) fn asked_for(asked: &Ask<'_>, span: &Span, evidence: Piece<'_>) -> Command {
    let mut command = nothing_named(asked.intent, span.clone(), evidence);
    command.key.clone_from(&asked.key);
    tidy(asked.about.open()).written().clone_into(&mut command.value);
    command.remark = None;
    command.confidence = Confidence::from_thousandths(950);
    command
}

pub(super) fn named(
    intent: Intent,
    key: String,
    words: Piece<'_>,
    (span, sure, evidence): (Span, u16, Piece<'_>),
) -> Command {
    let mut command = nothing_named(intent, span, evidence);
    command.kind = keys::kind_of(&key).unwrap_or(EntryKind::Fact);
    if key.starts_with("project.") {
        command.scope = ScopeKind::Project;
    }
    command.key = Some(key);
    tidy(words).written().clone_into(&mut command.value);
    command.confidence = Confidence::from_thousandths(sure);
    command.remark = None;
    command
}

pub(super) fn nothing_named(intent: Intent, span: Span, evidence: Piece<'_>) -> Command {
    Command {
        intent,
        scope: span.scope.unwrap_or(ScopeKind::User),
        kind: EntryKind::Fact,
        key: None,
        value: String::new(),
        ttl: span.ttl,
        confidence: Confidence::from_thousandths(900),
        ends: None,
        span: evidence.trim().place(),
        remark: Some(Remark::NothingNamed),
    }
}

pub(super) fn written(intent: Intent, found: Found, span: Span, evidence: Piece<'_>) -> Command {
    let project = span.scope == Some(ScopeKind::Project);
    let of_project = found.key.starts_with("project.") || found.key == "deadline.project";
    let free = keys::kind_of(&found.key).is_none();
    let key = match found.key.strip_prefix("uses.").filter(|_| project) {
        Some(tool) => format!("project.{tool}"),
        None if project && free => keys::shorten(&format!("project.{}", found.key)),
        None => found.key,
    };
    let forged = found.value.contains('|')
        && ["priority:", "source:", "ttl:", "key:", "value:"].iter().any(|field| found.value.contains(field));
    Command {
        intent,
        scope: span.scope.unwrap_or(if of_project { ScopeKind::Project } else { ScopeKind::User }),
        kind: if free { free_kind(found.kind, evidence) } else { found.kind },
        key: Some(key),
        value: found.value,
        ttl: span.ttl,
        confidence: Confidence::from_thousandths(if found.known { 970 } else { 900 }),
        ends: found.ends,
        span: evidence.trim().place(),
        remark: forged.then_some(Remark::FieldsInText),
    }
}

fn free_kind(kind: EntryKind, evidence: Piece<'_>) -> EntryKind {
    let mine = evidence.has_any("my|our|คือ|我的");
    if mine && kind == EntryKind::Instruction { EntryKind::Fact } else { kind }
}

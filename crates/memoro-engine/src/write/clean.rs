//! Takes secrets out of a draft before anything is written, logged or embedded.

use memoro_core::Content;
use memoro_core::redact::redact;
use serde_json::Value;

use crate::draft::Draft;

pub(crate) fn redact_draft(draft: &mut Draft) -> Vec<String> {
    let mut warnings = Vec::new();
    let mut clean = |text: &mut String| {
        let redacted = redact(text);
        warnings
            .extend(redacted.found.iter().map(|f| format!("a secret was left out ({})", f.kind.as_str())));
        if !redacted.found.is_empty() {
            *text = redacted.text.into_owned();
        }
    };
    match &mut draft.content {
        Content::Entry(entry) => clean(&mut entry.value),
        Content::Note(note) => clean(&mut note.text),
        Content::Procedure(procedure) => {
            if let memoro_core::Trigger::When(when) = &mut procedure.trigger {
                clean(when);
            }
            procedure.steps.iter_mut().for_each(&mut clean);
        }
        Content::Decision(d) => {
            [&mut d.title, &mut d.why, &mut d.finding, &mut d.conclusion, &mut d.impact]
                .into_iter()
                .for_each(&mut clean);
            d.refs.iter_mut().for_each(&mut clean);
        }
        Content::Episode(episode) => {
            clean(&mut episode.summary);
            episode.topics.iter_mut().for_each(&mut clean);
        }
    }
    clean(&mut draft.reason);
    draft.evidence.iter_mut().for_each(|line| clean_line(line, &mut clean));
    warnings.sort();
    warnings.dedup();
    warnings
}

/// A line of evidence may hold fields behind its first word, as JSON: each is looked at with its name and by itself, so that
/// a word in one takes nothing out of another.
fn clean_line(line: &mut String, clean: &mut dyn FnMut(&mut String)) {
    let fields = line.split_once(' ').filter(|(_, json)| json.starts_with(['{', '[']));
    let Some((what, mut value)) =
        fields.and_then(|(what, json)| Some((what, serde_json::from_str(json).ok()?)))
    else {
        return clean(line);
    };
    let mut found = false;
    clean_fields(None, &mut value, &mut found, clean);
    if found {
        *line = format!("{what} {value}");
    }
}

fn clean_fields(name: Option<&str>, value: &mut Value, found: &mut bool, clean: &mut dyn FnMut(&mut String)) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|one| clean_fields(name, one, found, clean)),
        Value::Object(all) => {
            all.iter_mut().for_each(|(name, one)| clean_fields(Some(name), one, found, clean));
        }
        Value::String(text) => {
            let lead = name.map(|name| format!("{name}: ")).unwrap_or_default();
            let told = format!("{lead}{text}");
            let mut cleaned = told.clone();
            clean(&mut cleaned);
            if cleaned != told {
                cleaned.strip_prefix(&lead).unwrap_or(&cleaned).clone_into(text);
                *found = true;
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_in_one_field_takes_nothing_out_of_another_and_secrets_go() {
        let draft = Draft::note("user:default".parse().expect("a scope"), "login");
        let mut draft = Draft {
            evidence: vec![
                r#"file {"matchReason":"explains how to reset the password","path":"docs/auth.md"}"#.into(),
                r#"file {"matchReason":"วิธีตั้งรหัสผ่านใหม่","path":"docs/auth.md"}"#.into(),
                r#"option {"label":"login","password":"fake-hunter2-fake"}"#.into(),
                "awakening the password is fake-hunter2-fake".into(),
            ],
            ..draft
        };
        redact_draft(&mut draft);
        assert!(draft.evidence[..2].iter().all(|line| line.contains("docs/auth.md")), "{:?}", draft.evidence);
        assert!(draft.evidence.iter().all(|line| !line.contains("hunter2")), "{:?}", draft.evidence);
    }
}

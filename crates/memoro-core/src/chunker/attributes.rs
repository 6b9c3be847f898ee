//! What comments in a file say about the text beneath them: `<!-- trigger: a, b -->`, `<!-- importance: 8 -->`,
//! `<!-- project: x -->`, `<!-- observed: 2026-11-15 | status: superseded -->`. Other comments are text.

use std::borrow::Cow;

/// What comments say about a chunk.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Attributes {
    /// Words that should bring the chunk to mind.
    pub triggers: Vec<String>,
    /// How much it matters, from 1 to 10.
    pub importance: Option<u8>,
    /// The project it belongs to.
    pub project: Option<String>,
    /// When it was observed, as written.
    pub observed: Option<String>,
    /// Its status, as written: `active` or `superseded`.
    pub status: Option<String>,
}

impl Attributes {
    /// Takes over what an inner comment says; triggers add up, everything else is replaced.
    pub(super) fn overlay(&mut self, inner: &Attributes) {
        for trigger in &inner.triggers {
            if !self.triggers.contains(trigger) {
                self.triggers.push(trigger.clone());
            }
        }
        let replace = |old: &mut Option<String>, new: &Option<String>| {
            if new.is_some() {
                old.clone_from(new);
            }
        };
        self.importance = inner.importance.or(self.importance);
        replace(&mut self.project, &inner.project);
        replace(&mut self.observed, &inner.observed);
        replace(&mut self.status, &inner.status);
    }

    /// Tells whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Reads all attribute comments of a text.
pub(super) fn read(text: &str) -> Attributes {
    let mut all = Attributes::default();
    for comment in comments(text) {
        if let Some(found) = parse(comment) {
            all.overlay(&found);
        }
    }
    all
}

/// Returns a text without its attribute comments.
pub(super) fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains("<!--") || read(text).is_empty() {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, tail)) = rest.split_once("<!--") {
        let Some((comment, after)) = tail.split_once("-->") else { break };
        kept.push_str(before);
        if parse(comment).is_none() {
            kept.push_str("<!--");
            kept.push_str(comment);
            kept.push_str("-->");
        }
        rest = after;
    }
    kept.push_str(rest);
    Cow::Owned(kept.trim().to_owned())
}

fn comments(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, tail) = rest.split_once("<!--")?;
        let (comment, after) = tail.split_once("-->")?;
        rest = after;
        Some(comment)
    })
}

fn parse(comment: &str) -> Option<Attributes> {
    let mut found = Attributes::default();
    for part in comment.split('|') {
        let (name, value) = part.split_once([':', '：'])?;
        let value = value.trim();
        let named = || (!value.is_empty()).then(|| value.to_owned());
        match name.trim().to_ascii_lowercase().as_str() {
            "trigger" | "triggers" => found.triggers.extend(list(value)),
            "importance" => found.importance = value.parse().ok().filter(|n| (1..=10).contains(n)),
            "project" => found.project = named(),
            "observed" => found.observed = named(),
            "status" => found.status = named(),
            _ => return None,
        }
    }
    (!found.is_empty()).then_some(found)
}

fn list(value: &str) -> impl Iterator<Item = String> {
    value.split([',', '，', '、', ';']).map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triggers_importance_and_project_are_read_in_three_languages() {
        let read = read(
            "x <!-- trigger: deploy, ดีพลอย，部署、上线 -->\n<!-- importance: 8 --> <!-- project: เมโมโร -->",
        );
        assert_eq!(read.triggers, ["deploy", "ดีพลอย", "部署", "上线"]);
        assert_eq!(read.importance, Some(8));
        assert_eq!(read.project.as_deref(), Some("เมโมโร"));
    }

    #[test]
    fn observations_carry_their_status() {
        let read = read("<!-- observed: 2026-11-15 | status: superseded -->");
        assert_eq!(read.observed.as_deref(), Some("2026-11-15"));
        assert_eq!(read.status.as_deref(), Some("superseded"));
    }

    #[test]
    fn other_comments_say_nothing() {
        assert!(read("<!-- note: hi --> <!-- importance: 11 --> <!-- importance: 3").is_empty());
        assert_eq!(without_comments("a <!-- note: hi -->"), "a <!-- note: hi -->");
        assert_eq!(without_comments("<!-- importance: 3 -->\nข้อความ <!-- b -->"), "ข้อความ <!-- b -->");
    }
}

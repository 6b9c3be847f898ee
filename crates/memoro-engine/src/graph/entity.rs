//! The text of an entity: its name, then its observations as a list. A person may edit it as Markdown; reading takes
//! what is there.

use memoro_core::Memory;

use crate::traces::tag_of;

/// A named thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entity {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: String,
    /// What was seen of it.
    pub observations: Vec<String>,
}

/// How one thing bears on another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// Where it starts.
    pub from: String,
    /// What it is.
    pub kind: String,
    /// Where it ends.
    pub to: String,
}

impl Relation {
    /// Writes the relation as a sentence.
    pub(super) fn text(&self) -> String {
        format!("{} {} {}", self.from.trim(), self.kind.trim(), self.to.trim())
    }
}

impl Entity {
    /// Writes the entity as a note.
    pub(super) fn text(&self) -> String {
        let mut text = self.name.trim().to_owned();
        for observation in &self.observations {
            let mut lines = observation.trim().lines();
            text.push_str("\n- ");
            text.push_str(lines.next().unwrap_or_default().trim_end());
            for line in lines {
                text.push_str("\n  ");
                text.push_str(line.trim_end());
            }
        }
        text
    }

    /// Reads the entity from its memory; the name is that of the key.
    pub(super) fn read(memory: &Memory) -> Self {
        let name = memory.key.as_str().strip_prefix(super::KEY).unwrap_or_default().to_owned();
        let kind = tag_of(memory, super::TYPE).unwrap_or(super::UNKNOWN).to_owned();
        Self { name, kind, observations: observations(&memory.content.text()) }
    }

    /// Tells whether it only holds the place of an entity that a relation names and nobody told of.
    pub(super) fn holds_a_place(&self) -> bool {
        self.kind == super::UNKNOWN && self.observations.is_empty()
    }

    /// Tells whether a text in small letters stands in name, type or observations.
    pub(super) fn holds(&self, needle: &str) -> bool {
        let texts = [&self.name, &self.kind].into_iter().chain(&self.observations);
        texts.into_iter().any(|text| text.to_lowercase().contains(needle))
    }
}

fn observations(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in text.lines() {
        if let Some(first) = line.strip_prefix("- ").or_else(|| (line == "-").then_some("")) {
            all.push(first.to_owned());
        } else if let Some(last) = all.last_mut() {
            last.push('\n');
            last.push_str(line.strip_prefix("  ").unwrap_or(line));
        }
    }
    all.into_iter().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tidy(text: &str) -> String {
        text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned()
    }

    proptest! {
        #[test]
        fn observations_are_read_as_they_were_written(
            texts in prop::collection::vec("[a-c ก-ค甲乙\\-#.]{0,6}(\n[a-cก-ค甲乙 \\-]{0,5}){0,2}", 0..6)
        ) {
            let entity = Entity { name: "โครงการ 项目".into(), kind: "project".into(), observations: texts.clone() };
            let expected: Vec<String> = texts.iter().map(|text| tidy(text)).filter(|text| !text.is_empty()).collect();
            prop_assert_eq!(observations(&entity.text()), expected);
        }
    }

    #[test]
    fn what_a_person_adds_by_hand_is_read_too() {
        assert_eq!(
            observations("Ann\n- likes tea\n- ชอบชา\n  และกาแฟ\n- 喜欢茶"),
            ["likes tea", "ชอบชา\nและกาแฟ", "喜欢茶"]
        );
        assert!(observations("Ann").is_empty());
    }
}

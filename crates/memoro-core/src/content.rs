//! What a memory says: five shapes. A new shape is added only when it needs fields of its own.

use std::fmt::Write as _;

use crate::words::words;

/// The content of a memory.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A keyed value: preference, constraint, fact or instruction.
    Entry(Entry),
    /// Free text: a learning, a document-like note.
    Note(Note),
    /// How a thing is done.
    Procedure(Procedure),
    /// What was decided, and why.
    Decision(Decision),
    /// What happened.
    Episode(Episode),
}

/// The name of a content shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// See [`Entry`].
    Entry,
    /// See [`Note`].
    Note,
    /// See [`Procedure`].
    Procedure,
    /// See [`Decision`].
    Decision,
    /// See [`Episode`].
    Episode,
}

words!(Shape, "shape", {
    Entry => "entry",
    Note => "note",
    Procedure => "procedure",
    Decision => "decision",
    Episode => "episode",
});

/// What an entry is: the heading that it stands under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// How the user likes things.
    Preference,
    /// What must not be done, or only within limits.
    Constraint,
    /// What is so.
    Fact,
    /// What the agent is told to do.
    Instruction,
}

words!(EntryKind, "kind", {
    Preference => "preference",
    Constraint => "constraint",
    Fact => "fact",
    Instruction => "instruction",
});

/// How strongly an entry counts against others of the same scope, 0 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Priority(u8);

impl Priority {
    /// The priority where none is given.
    pub const DEFAULT: Priority = Priority(50);

    /// Wraps a number from 0 to 100.
    pub const fn new(value: u8) -> Option<Self> {
        if value <= 100 { Some(Self(value)) } else { None }
    }

    /// Returns the number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Default for Priority {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A keyed value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What kind of entry it is.
    pub kind: EntryKind,
    /// The value.
    pub value: String,
    /// How strongly it counts.
    pub priority: Priority,
}

/// Free text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The text, Markdown allowed.
    pub text: String,
}

/// When a procedure applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trigger {
    /// Always: a rule.
    Always,
    /// When the described situation comes up.
    When(String),
}

/// How a thing is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    /// When it applies.
    pub trigger: Trigger,
    /// The steps, in order.
    pub steps: Vec<String>,
}

/// How far a decision has come, apart from the status of the memory that holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Asked, not answered.
    Pending,
    /// Put aside.
    Parked,
    /// Being looked into.
    Researching,
    /// Decided.
    Decided,
    /// Carried out.
    Implemented,
    /// Done with.
    Closed,
}

words!(Stage, "stage", {
    Pending => "pending",
    Parked => "parked",
    Researching => "researching",
    Decided => "decided",
    Implemented => "implemented",
    Closed => "closed",
});

impl Stage {
    /// Returns the stages that may follow this one; what is closed can only be taken up again.
    pub const fn next(self) -> &'static [Stage] {
        match self {
            Stage::Pending => &[Stage::Parked, Stage::Researching, Stage::Decided, Stage::Closed],
            Stage::Parked => &[Stage::Pending, Stage::Researching, Stage::Closed],
            Stage::Researching => &[Stage::Pending, Stage::Parked, Stage::Decided, Stage::Closed],
            Stage::Decided => &[Stage::Researching, Stage::Implemented, Stage::Closed],
            Stage::Implemented => &[Stage::Closed],
            Stage::Closed => &[Stage::Pending],
        }
    }
}

/// What was decided, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// One line.
    pub title: String,
    /// What made a decision necessary.
    pub why: String,
    /// What was found out.
    pub finding: String,
    /// What was decided.
    pub conclusion: String,
    /// What follows from it.
    pub impact: String,
    /// Paths, links or ids that bear on it.
    pub refs: Vec<String>,
    /// How far it has come.
    pub stage: Stage,
}

/// How long a stretch an episode covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grain {
    /// One thing that happened.
    Event,
    /// One session.
    Session,
    /// One day.
    Day,
    /// One week.
    Week,
}

words!(Grain, "grain", { Event => "event", Session => "session", Day => "day", Week => "week" });

/// How an episode ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// It worked.
    Success,
    /// It worked in part.
    Partial,
    /// It did not work.
    Failed,
    /// Nobody said.
    Unknown,
}

/// Returns every word that names a kind of memory: its shape, the kind of an entry, how a procedure begins, how far a
/// decision has come, the grain of an episode.
pub fn kinds() -> Vec<&'static str> {
    let shapes = Shape::ALL.iter().map(|word| word.as_str());
    let entries = EntryKind::ALL.iter().map(|word| word.as_str());
    let stages = Stage::ALL.iter().map(|word| word.as_str());
    let grains = Grain::ALL.iter().map(|word| word.as_str());
    shapes.chain(entries).chain(["always", "when"]).chain(stages).chain(grains).collect()
}

/// Refuses a word that names no kind of memory, and names those that there are.
pub fn check_kind(word: &str) -> Result<(), crate::words::InvalidWord> {
    let kinds = kinds();
    if kinds.contains(&word) {
        return Ok(());
    }
    Err(crate::words::InvalidWord { what: "kind", word: word.to_owned(), expected: kinds.join(", ") })
}

words!(Outcome, "outcome", {
    Success => "success",
    Partial => "partial",
    Failed => "failed",
    Unknown => "unknown",
});

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Episode {
    /// How long a stretch it covers.
    pub grain: Grain,
    /// What happened, in a few sentences.
    pub summary: String,
    /// What it was about.
    pub topics: Vec<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took, in milliseconds.
    pub duration_ms: Option<u64>,
}

impl Content {
    /// Returns the name of this content's shape.
    pub const fn shape(&self) -> Shape {
        match self {
            Content::Entry(_) => Shape::Entry,
            Content::Note(_) => Shape::Note,
            Content::Procedure(_) => Shape::Procedure,
            Content::Decision(_) => Shape::Decision,
            Content::Episode(_) => Shape::Episode,
        }
    }

    /// Returns the one text that search, comparison and people see.
    pub fn text(&self) -> String {
        match self {
            Content::Entry(entry) => entry.value.clone(),
            Content::Note(note) => note.text.clone(),
            Content::Procedure(procedure) => procedure.text(),
            Content::Decision(decision) => decision.text(),
            Content::Episode(episode) => episode.text(),
        }
    }
}

impl Procedure {
    fn text(&self) -> String {
        let mut text = match &self.trigger {
            Trigger::Always => String::new(),
            Trigger::When(when) => format!("{when}\n"),
        };
        for (n, step) in self.steps.iter().enumerate() {
            let _ = writeln!(text, "{}. {step}", n + 1);
        }
        text.truncate(text.trim_end().len());
        text
    }
}

impl Decision {
    fn text(&self) -> String {
        let parts = [&self.title, &self.why, &self.finding, &self.conclusion, &self.impact];
        parts.into_iter().filter(|part| !part.trim().is_empty()).cloned().collect::<Vec<_>>().join("\n")
    }
}

impl Episode {
    /// The summary, and the topics that its words do not name already.
    fn text(&self) -> String {
        let told = self.summary.to_lowercase();
        let more: Vec<&str> = self
            .topics
            .iter()
            .map(String::as_str)
            .filter(|topic| !told.contains(&topic.to_lowercase()))
            .collect();
        if more.is_empty() { self.summary.clone() } else { format!("{}\n{}", self.summary, more.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_procedure_reads_as_trigger_and_numbered_steps() {
        let procedure = Procedure {
            trigger: Trigger::When("deploy Docker".into()),
            steps: vec!["ถาม environment".into(), "检查配置".into()],
        };
        assert_eq!(Content::Procedure(procedure).text(), "deploy Docker\n1. ถาม environment\n2. 检查配置");
    }

    #[test]
    fn no_stage_follows_itself_and_nothing_is_implemented_before_it_is_decided() {
        for stage in Stage::ALL {
            assert!(!stage.next().contains(stage) && !stage.next().is_empty(), "{stage}");
            assert_eq!(stage.next().contains(&Stage::Implemented), *stage == Stage::Decided, "{stage}");
        }
        assert_eq!(Stage::Closed.next(), [Stage::Pending]);
    }

    #[test]
    fn priorities_end_at_one_hundred() {
        assert_eq!(Priority::new(100).unwrap().get(), 100);
        assert!(Priority::new(101).is_none());
    }
}

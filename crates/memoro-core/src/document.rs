//! Files that are indexed but not owned: where they come from and how near at hand they are kept. Reads nothing.

use crate::words::words;

/// Which collection a document belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Collection {
    /// Markdown of the workspace.
    Memory,
    /// Transcripts of conversations.
    Sessions,
    /// Files of the configured extra paths.
    Extra,
}

words!(Collection, "collection", {
    Memory => "memory",
    Sessions => "sessions",
    Extra => "extra",
});

/// How near at hand a document is kept: recall asks the warm ones before the cold ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Read at the start of every session.
    Hot,
    /// Current knowledge.
    Warm,
    /// Summaries and research: searched when the warm ones are thin.
    Cold,
    /// What was put away: searched when asked for or when nothing else answers.
    Archive,
}

words!(Tier, "tier", {
    Hot => "hot",
    Warm => "warm",
    Cold => "cold",
    Archive => "archive",
});

impl Tier {
    /// Returns the tier of a workspace file by its path relative to the workspace, with `/` between folders.
    pub fn of_path(path: &str) -> Tier {
        let under = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        if path == "MEMORY.md" {
            Tier::Hot
        } else if under("memory/archive") {
            Tier::Archive
        } else if under("second-brain") {
            Tier::Cold
        } else {
            Tier::Warm
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_decides_the_tier() {
        assert_eq!(Tier::of_path("MEMORY.md"), Tier::Hot);
        assert_eq!(Tier::of_path("memory/recent/部署.md"), Tier::Warm);
        assert_eq!(Tier::of_path("memory/archive/weekly-2026-46.md"), Tier::Archive);
        assert_eq!(Tier::of_path("memory/archived-ideas.md"), Tier::Warm);
        assert_eq!(Tier::of_path("second-brain/research/วิจัย.md"), Tier::Cold);
    }
}

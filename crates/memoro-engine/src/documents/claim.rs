//! Which files of a workspace are documents and which are mirrors of memories. Mirrors are indexed as their memories,
//! so they are left out here; private and administrative files always are.

use memoro_core::chunker::{Chunk, Format, Limits, chunk};
use memoro_core::document::Tier;

/// What a file of the workspace is to the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// A document.
    Document(Tier, Part),
    /// The mirror of memories.
    Mirror,
    /// Nothing that may be indexed.
    Never,
}

/// Which part of a file is indexed as a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// Everything but the decision blocks, which are memories.
    WithoutDecisions,
}

impl Part {
    /// Tells whether a chunk belongs to the part.
    pub fn holds(self, chunk: &Chunk) -> bool {
        let decision = |heading: &String| heading.starts_with("Decision:");
        self == Part::Whole || !chunk.headings.iter().any(decision)
    }
}

/// Tells what a file is by its path relative to the workspace, with `/` between folders.
pub fn claim(path: &str) -> Claim {
    let mut folders: Vec<&str> = path.split('/').collect();
    let name = folders.pop().unwrap_or_default();
    if name == "POLICY.md" || folders.iter().any(|folder| is_closed(folder)) || name.starts_with('.') {
        return Claim::Never;
    }
    match (folders.as_slice(), name) {
        ([], "PROFILE.md" | "SESSION.md") | (["users", ..] | ["memory", "learnings", ..], _) => Claim::Mirror,
        (["memory"] | ["memory", "recent"], _) if memoro_core::markdown::Home::at(path).is_some() => {
            Claim::Document(Tier::Warm, Part::WithoutDecisions)
        }
        // Earlier versions of MEMORY.md say again what is found elsewhere.
        (["memory", "archive"], name) if name.starts_with("MEMORY-") => Claim::Never,
        _ => Claim::Document(Tier::of_path(path), Part::Whole),
    }
}

/// Tells whether a Markdown file of the workspace has passages that the index must hold.
pub(crate) fn has_passages(path: &str, text: &str) -> bool {
    let Claim::Document(_, part) = claim(path) else { return false };
    let chunks = chunk(text.as_bytes(), Format::Markdown, Limits::default()).chunks;
    chunks.iter().any(|chunk| part.holds(chunk) && chunk.text.chars().any(char::is_alphanumeric))
}

/// Tells whether a folder is never entered: hidden ones, and those of package managers.
pub(crate) fn is_closed(folder: &str) -> bool {
    folder.starts_with('.') || folder == "node_modules"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrors_and_private_files_are_not_documents() {
        for path in
            ["PROFILE.md", "SESSION.md", "users/ann/PROFILE.md", "memory/learnings/learning_2026-11-15_x.md"]
        {
            assert_eq!(claim(path), Claim::Mirror, "{path}");
        }
        for path in [
            "POLICY.md",
            "memory/POLICY.md",
            ".memoro/x.md",
            "memory/.locks/x.md",
            ".env.md",
            "a/node_modules/b.md",
        ] {
            assert_eq!(claim(path), Claim::Never, "{path}");
        }
    }

    #[test]
    fn everything_else_is_a_document_with_its_tier() {
        assert_eq!(claim("MEMORY.md"), Claim::Document(Tier::Hot, Part::Whole));
        assert_eq!(claim("memory/2026-11-15.md"), Claim::Document(Tier::Warm, Part::WithoutDecisions));
        assert_eq!(claim("memory/2026-13-45.md"), Claim::Document(Tier::Warm, Part::Whole));
        assert_eq!(claim("notes/ความรู้.md"), Claim::Document(Tier::Warm, Part::Whole));
        assert_eq!(claim("second-brain/specs/規格.md"), Claim::Document(Tier::Cold, Part::Whole));
    }

    #[test]
    fn the_decisions_of_a_day_are_left_to_their_memories() {
        let text = "# 2026-11-15\nคุยกันเรื่องเซิร์ฟเวอร์\n\n## Decision: use SQLite\n- id: DECISION-20261115-sqlite\n\n## 備忘\n買牛奶\n";
        let chunks = chunk(text.as_bytes(), Format::Markdown, Limits::default()).chunks;
        let kept: Vec<_> = chunks.iter().filter(|chunk| Part::WithoutDecisions.holds(chunk)).collect();
        assert_eq!(chunks.len(), 3);
        assert!(kept.len() == 2 && kept.iter().all(|chunk| !chunk.text.contains("DECISION")));
    }
}

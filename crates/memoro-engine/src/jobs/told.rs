//! Who stands behind the lines of the pages that the jobs write: what no person made, changed or agreed to stays known as
//! such where a page tells it again. Judges lines, and changes none.

use super::erase::{LinesOf, is_cited, is_page_of_jobs, linked};
use crate::context::is_unvouched;
use crate::error::Result;
use crate::workspace::Workspace;

impl Workspace {
    /// Tells whether some lines of a document, from 1, are a job's that tell of what no person stands behind.
    pub(crate) fn tells_for_agents(&self, page: &str, first: u32, last: u32) -> Result<bool> {
        // The weekly job splits MEMORY.md into recent files.
        if !(is_page_of_jobs(page) || page.starts_with("memory/recent/")) {
            return Ok(false);
        }
        let Some(read) = self.files.read(page)? else { return Ok(false) };
        let lines_of = self.page_lines_of(page, &read.bytes)?;
        let text = String::from_utf8_lossy(&read.bytes);
        let (skip, most) = (first.max(1) as usize - 1, last.saturating_sub(first) as usize + 1);
        for line in text.lines().skip(skip).take(most).filter(|line| line.starts_with("- ")) {
            if self.is_an_agents_line(line, lines_of)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A line that names memories is theirs whose memories they are; any other that a job wrote comes from a conversation.
    fn is_an_agents_line(&self, line: &str, lines_of: LinesOf) -> Result<bool> {
        let mut named = false;
        for id in ids(line) {
            let Some(stored) = self.store.get(&id)? else { continue };
            if is_unvouched(&stored.memory) {
                return Ok(true);
            }
            named = true;
        }
        let says_something = line != "- none" && !line.contains("`memoro pending list`");
        Ok(!named && says_something && (lines_of == LinesOf::Job || is_cited(line)))
    }
}

/// Returns the ids that a line may name: the names of its links, and words of their form.
fn ids(line: &str) -> impl Iterator<Item = memoro_core::MemoryId> {
    let words = line.split(|c: char| c.is_whitespace() || "[](),;:`".contains(c));
    let words = words.filter(|word| word.starts_with("DECISION-"));
    linked(line).into_iter().chain(words).filter_map(|word| memoro_core::MemoryId::new(word).ok())
}

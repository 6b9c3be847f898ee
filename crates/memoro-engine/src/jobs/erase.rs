//! Forgetting what the jobs wrote: the lines of MEMORY.md, of the archive and of summaries that show a forgotten
//! decision, the episodes of days and weeks that name it, and the answers of an LLM that are kept for some days. A person's own lines stay.

use memoro_core::{Memory, Shape};
use memoro_store::Durability;

use super::writers::MEMORY;
use crate::caller::Caller;
use crate::error::Result;
use crate::vault::files::Outcome;
use crate::workspace::Workspace;

/// How often a page that somebody changes is tried.
const ATTEMPTS: usize = 10;

impl Workspace {
    /// Takes out what the jobs wrote about memories: the answers of an LLM, and the lines that show decisions.
    pub(crate) fn forget_job_lines(&self, memories: &[Memory]) -> Result<()> {
        if memories.is_empty() {
            return Ok(());
        }
        for (name, _) in self.store.named_under(crate::extract::KEPT)? {
            self.store.set_named(&format!("{}{name}", crate::extract::KEPT), None, Durability::Synced)?;
        }
        let ids: Vec<&str> = memories
            .iter()
            .filter(|memory| memory.shape() == Shape::Decision)
            .map(|memory| memory.id.as_str())
            .collect();
        if ids.is_empty() {
            return Ok(());
        }
        let mut pages = vec![MEMORY.to_owned()];
        pages.extend(self.files.list("memory/archive")?);
        pages.extend(self.files.list("second-brain/summaries")?);
        for page in pages {
            self.without_lines(&page, &ids)?;
        }
        Ok(())
    }

    /// Erases the episodes of days and weeks that name one of the decisions.
    pub(crate) fn forget_stretches(&self, memories: &[Memory], caller: &Caller) -> Result<()> {
        let decisions = memories.iter().filter(|memory| memory.shape() == Shape::Decision);
        let ids: Vec<&str> = decisions.map(|memory| memory.id.as_str()).collect();
        if ids.is_empty() { Ok(()) } else { self.erase_stretches(&ids, caller) }
    }

    fn without_lines(&self, page: &str, ids: &[&str]) -> Result<()> {
        for _ in 0..ATTEMPTS {
            let Some(read) = self.files.read(page)? else { return Ok(()) };
            let lines = read.bytes.split_inclusive(|byte| *byte == b'\n');
            let kept: Vec<u8> = lines.filter(|line| !shows(line, ids)).flatten().copied().collect();
            if kept == read.bytes {
                return Ok(());
            }
            if let Outcome::Done(_) = self.files.write_atomic(page, &kept, Some(read.fingerprint))? {
                let mark = blake3::hash(&kept).to_hex().to_string();
                let name = format!("job.page.{page}");
                if self.store.named(&name)?.is_some() {
                    self.store.set_named(&name, Some(&mark), Durability::Synced)?;
                }
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Tells whether a line of a list shows one of the decisions.
fn shows(line: &[u8], ids: &[&str]) -> bool {
    let text = String::from_utf8_lossy(line);
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
    let names =
        |id: &&str| text.match_indices(*id).any(|(at, found)| text.get(at + found.len()..).is_some_and(ends));
    text.starts_with("- ") && ids.iter().any(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_list_lines_that_name_the_whole_id_are_taken_out() {
        let ids = ["DECISION-20261115-x"];
        assert!(shows("- ใช้ x ([DECISION-20261115-x](memory/2026-11-15.md))\n".as_bytes(), &ids));
        assert!(!shows(b"- y ([DECISION-20261115-x-2](memory/2026-11-15.md))\n", &ids));
        assert!(!shows(b"My own words on DECISION-20261115-x\n", &ids));
    }
}

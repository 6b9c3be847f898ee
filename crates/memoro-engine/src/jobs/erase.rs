//! Forgetting what the jobs wrote: the lines of MEMORY.md, of the archive and of summaries that show a forgotten
//! decision or repeat forgotten words, the episodes of days and weeks that name it, and the readings of conversations
//! that are kept for some days. A person's own lines stay.

use jiff::Timestamp;
use memoro_core::{Memory, Scope, Shape};
use memoro_store::Durability;

use super::writers::{MEMORY, mark_bytes as mark, mark_name};
use crate::caller::Caller;
use crate::error::Result;
use crate::forget::Words;
use crate::vault::files::Outcome;
use crate::workspace::Workspace;

/// How often a page that somebody changes is tried.
const ATTEMPTS: usize = 10;

/// Where the jobs write pages, besides MEMORY.md.
const FOLDERS: [&str; 2] = ["memory/archive", "second-brain/summaries"];

/// Whose the lines of a page are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinesOf {
    /// The page is as its job left it.
    Job,
    /// A person may have written some of them.
    Both,
}

impl Workspace {
    /// Takes out what the jobs wrote about memories: the readings that are kept, the lines that show decisions, and those in which
    /// the jobs repeat the words.
    pub(crate) fn forget_job_lines(&self, memories: &[Memory], words: &Words, at: Timestamp) -> Result<()> {
        if memories.is_empty() && words.subject.is_none() {
            return Ok(());
        }
        for start in [crate::extract::KEPT, crate::extract::PIECES] {
            for (name, _) in self.store.named_under(start)? {
                self.store.set_named(&format!("{start}{name}"), None, Durability::Synced)?;
            }
        }
        let ids = decisions(memories);
        if ids.is_empty() && words.subject.is_none() && words.needles.is_empty() {
            return Ok(());
        }
        for page in &self.job_pages()? {
            let gone =
                self.without_lines(page, |line, lines_of| self.goes(line, memories, words, lines_of))?;
            // What repeats forgotten words must not come back out of a backup; the words are kept nowhere, so each line is.
            if !gone.is_empty() && (words.subject.is_some() || !words.needles.is_empty()) {
                let stones = gone.iter().map(|line| self.store.tombstone_of_passage(line, at)).collect();
                self.add_tombstones(stones)?;
            }
        }
        Ok(())
    }

    /// Takes the lines out again that were forgotten before: the pages of a backup may have them.
    pub(crate) fn forget_job_lines_again(&self) -> Result<()> {
        let (forgotten, owner) = (self.store.forgotten_texts()?, Scope::User(self.settings.owner.clone()));
        for page in &self.job_pages()? {
            self.without_lines(page, |line, _| {
                line.starts_with(b"- ") && forgotten.covers_passage(&owner, &String::from_utf8_lossy(line))
            })?;
        }
        Ok(())
    }

    pub(super) fn job_pages(&self) -> Result<Vec<String>> {
        let mut pages = vec![MEMORY.to_owned()];
        for folder in FOLDERS {
            pages.extend(self.files.list(folder)?);
        }
        Ok(pages)
    }

    /// Takes the lines that will go from a page of the jobs out of a list of its lines.
    pub(crate) fn leave_out_job_lines(
        &self,
        page: &str,
        (memories, words): (&[Memory], &Words),
        lines: &mut Vec<u32>,
    ) -> Result<()> {
        if !is_page_of_jobs(page) {
            return Ok(());
        }
        let Some(read) = self.files.read(page)? else { return Ok(()) };
        let lines_of = self.page_lines_of(page, &read.bytes)?;
        let all: Vec<&[u8]> = read.bytes.split_inclusive(|byte| *byte == b'\n').collect();
        lines.retain(|line| {
            let text = all.get(*line as usize - 1).copied().unwrap_or_default();
            !self.goes(text, memories, words, lines_of)
        });
        Ok(())
    }

    /// Tells whose the lines of a page are: one that is as its job left it is the job's.
    pub(super) fn page_lines_of(&self, page: &str, bytes: &[u8]) -> Result<LinesOf> {
        let known = self.store.named(&mark_name(page))?;
        let same = known.is_some_and(|known| known.split(' ').any(|one| one == mark(bytes)));
        Ok(if same { LinesOf::Job } else { LinesOf::Both })
    }

    /// Erases the episodes of days and weeks that name one of the decisions.
    pub(crate) fn forget_stretches(&self, memories: &[Memory], caller: &Caller) -> Result<()> {
        let ids = decisions(memories);
        if ids.is_empty() { Ok(()) } else { self.erase_stretches(&ids, caller) }
    }

    /// Tells whether a line of a page goes with memories: it shows one of them, or repeats the words and shows nothing that
    /// stays.
    fn goes(&self, line: &[u8], memories: &[Memory], words: &Words, lines_of: LinesOf) -> bool {
        let stays = |name: &&str| {
            let id = memoro_core::MemoryId::new(*name).ok();
            let id = id.filter(|id| memories.iter().all(|memory| memory.id != *id));
            id.is_some_and(|id| self.store.get(&id).is_ok_and(|known| known.is_some()))
        };
        shows(line, &decisions(memories))
            || (repeats(line, words, lines_of) && !linked(&String::from_utf8_lossy(line)).iter().any(stays))
    }

    /// Takes lines out of a page; returns those that went.
    pub(super) fn without_lines(
        &self,
        page: &str,
        goes: impl Fn(&[u8], LinesOf) -> bool,
    ) -> Result<Vec<String>> {
        for _ in 0..ATTEMPTS {
            let Some(read) = self.files.read(page)? else { return Ok(Vec::new()) };
            let lines_of = self.page_lines_of(page, &read.bytes)?;
            let lines = read.bytes.split_inclusive(|byte| *byte == b'\n');
            let (gone, kept): (Vec<&[u8]>, Vec<&[u8]>) = lines.partition(|line| goes(line, lines_of));
            if gone.is_empty() {
                return Ok(Vec::new());
            }
            let kept = kept.concat();
            if let Outcome::Done(_) = self.files.write_atomic(page, &kept, Some(read.fingerprint))? {
                // What a person changed stays theirs: no job may write over it.
                if lines_of == LinesOf::Job {
                    self.store.set_named(&mark_name(page), Some(&mark(&kept)), Durability::Synced)?;
                }
                return Ok(gone.into_iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect());
            }
        }
        Ok(Vec::new())
    }
}

/// Tells whether a document is one that the jobs write.
pub(super) fn is_page_of_jobs(page: &str) -> bool {
    page == MEMORY || FOLDERS.iter().any(|folder| page.starts_with(&format!("{folder}/")))
}

/// Returns the ids of the decisions among memories.
fn decisions(memories: &[Memory]) -> Vec<&str> {
    let decisions = memories.iter().filter(|memory| memory.shape() == Shape::Decision);
    decisions.map(|memory| memory.id.as_str()).collect()
}

/// Tells whether a line of a list shows one of the decisions.
fn shows(line: &[u8], ids: &[&str]) -> bool {
    let text = String::from_utf8_lossy(line);
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
    let names =
        |id: &&str| text.match_indices(*id).any(|(at, found)| text.get(at + found.len()..).is_some_and(ends));
    text.starts_with("- ") && ids.iter().any(names)
}

/// Tells whether a job repeats forgotten words in a line of a list: any line of a page that is its own, else one that says
/// where in a conversation it comes from.
fn repeats(line: &[u8], words: &Words, lines_of: LinesOf) -> bool {
    let text = String::from_utf8_lossy(line);
    text.starts_with("- ") && words.are_in(&text) && (lines_of == LinesOf::Job || is_cited(&text))
}

/// Returns the names of the links in a line.
pub(super) fn linked(line: &str) -> Vec<&str> {
    line.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(name, _)| name).collect()
}

/// Tells whether a line ends as the jobs end theirs: `(…, message 3)`, `(8 messages, …)`, or after a day `([…](…))`.
pub(super) fn is_cited(line: &str) -> bool {
    let line = line.trim_end();
    let dated = line.get(2..12).is_some_and(|day| day.parse::<jiff::civil::Date>().is_ok());
    if dated && line.contains(" ([") && (line.ends_with("))") || line.contains(")) | ")) {
        return true;
    }
    let Some((_, place)) = line.strip_suffix(')').and_then(|line| line.rsplit_once(" (")) else {
        return false;
    };
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    place.rsplit_once(", message ").is_some_and(|(_, message)| number(message))
        || place.split_once(" messages").is_some_and(|(count, rest)| number(count) && rest.starts_with(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_page_that_a_person_changed_only_the_lines_of_jobs_go() {
        for name in ["QXGAMMA", "青鸟网关", "เกตเวย์นกฟ้า"] {
            let words = Words { subject: memoro_core::text::Phrase::new(name), ..Words::default() };
            let lines = [
                format!("- {name} broker (8 messages, 2 noted, sessions/a.jsonl)\n"),
                format!("- [ ] ask about {name} (sessions/a.jsonl, message 12)\n"),
                format!("- 2026-11-16 {name} is slow ([wrap-up](second-brain/summaries/x.md)) | a lesson\n"),
            ];
            for line in lines {
                assert!(repeats(line.as_bytes(), &words, LinesOf::Both), "{line}");
            }
            let mine = format!("- {name} (ask me)\n");
            assert!(!repeats(mine.as_bytes(), &words, LinesOf::Both));
            assert!(repeats(mine.as_bytes(), &words, LinesOf::Job));
            assert!(!repeats(b"- other (8 messages, x)\n", &words, LinesOf::Job));
        }
    }

    #[test]
    fn only_list_lines_that_name_the_whole_id_are_taken_out() {
        let ids = ["DECISION-20261115-x"];
        assert!(shows("- ใช้ x ([DECISION-20261115-x](memory/2026-11-15.md))\n".as_bytes(), &ids));
        assert!(!shows(b"- y ([DECISION-20261115-x-2](memory/2026-11-15.md))\n", &ids));
        assert!(!shows(b"My own words on DECISION-20261115-x\n", &ids));
    }
}

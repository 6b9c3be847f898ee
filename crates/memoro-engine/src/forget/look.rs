//! Looking for the words of a forgotten memory in every file of the workspace. Changes nothing.

use std::path::{Path, PathBuf};

use memoro_core::text::Phrase;
use memoro_core::{Content, Memory, MemoryId};
use memoro_store::{Filter, Stored};

use super::Forgotten;
use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::{OWN, Workspace};

/// The shortest text that is looked for: shorter ones stand everywhere by chance.
const SHORTEST: usize = 8;
/// The shortest text that is looked for in documents as a word of its own.
const LEAST: usize = 4;

impl Workspace {
    /// Returns the texts by which the memories could still be recognised, of every state that they had.
    pub(super) fn needles(&self, memories: &[Memory]) -> Result<Vec<String>> {
        let mut states = Vec::new();
        for memory in memories {
            states.extend(self.store.versions(&memory.id)?.into_iter().map(|version| version.memory));
        }
        self.needles_of(&states, memories)
    }

    /// Returns the texts by which states of memories could be recognised. What stays while these go, and is only named by
    /// them, is no text of theirs.
    pub(super) fn needles_of(&self, states: &[Memory], going: &[Memory]) -> Result<Vec<String>> {
        let mut needles: Vec<String> = states.iter().flat_map(|state| texts(&state.content)).collect();
        for told in states.iter().flat_map(|state| &state.provenance.evidence) {
            let goes = going.iter().any(|memory| memory.id.as_str() == told);
            let stays = match MemoryId::new(told) {
                Ok(id) => self.store.get(&id)?.is_some(),
                Err(_) => false,
            };
            if goes || !stays {
                needles.push(told.clone());
            }
        }
        let mut needles: Vec<String> = needles.iter().filter_map(|text| plain_part(text)).collect();
        needles.sort();
        needles.dedup();
        Ok(needles)
    }

    /// Looks for the words in every file of the workspace and names those that still hold them, and those that were found
    /// `naming` the subject.
    pub(super) fn look_around(
        &self,
        memories: &[Memory],
        needles: &[String],
        naming: Vec<(String, Vec<u32>)>,
        (report, caller): (&mut Forgotten, &Caller),
    ) -> Result<()> {
        for memory in memories {
            if self.store.get(&memory.id)?.is_some() {
                report.left.push(memory.id.to_string());
            }
        }
        let own = self.root.join(OWN);
        // Ids are made of words too; one with which that of another memory begins would be found there.
        let alone = |id: &String| self.store.ids_with_prefix(id, 1).is_ok_and(|found| found.is_empty());
        let ids = memories.iter().map(|memory| memory.id.to_string());
        let ids = ids.filter(|id| id.len() >= SHORTEST && !is_number(id) && alone(id));
        let needles: &[String] = &needles.iter().cloned().chain(ids).collect::<Vec<_>>();
        for path in all_files(&self.root).into_iter().filter(|path| !is_copy(&own, path)) {
            let Some(bytes) = found_in(&own, &path, needles) else { continue };
            let relative = path.strip_prefix(&self.root).unwrap_or(&path).to_string_lossy().into_owned();
            if path.starts_with(&own) {
                report.left.push(relative);
            } else {
                report.documents.push((relative, lines_with(&bytes, needles)));
            }
        }
        self.look_at_others(memories, needles, (report, caller))?;
        for (file, lines) in naming {
            match report.documents.iter_mut().find(|(known, _)| *known == file) {
                Some((_, known)) => {
                    known.extend(lines);
                    known.sort_unstable();
                    known.dedup();
                }
                None => report.documents.push((file, lines)),
            }
        }
        report.documents.sort();
        report.verified = !report.is_found() && !report.short;
        Ok(())
    }

    /// Names the memories that say the same: what the store and their files hold of the words is theirs.
    fn look_at_others(
        &self,
        gone: &[Memory],
        needles: &[String],
        (report, caller): (&mut Forgotten, &Caller),
    ) -> Result<()> {
        let short =
            gone.iter().flat_map(|memory| texts(&memory.content)).any(|text| plain_part(&text).is_none());
        if !short && report.left.is_empty() && report.documents.is_empty() {
            return Ok(());
        }
        let past = if report.left.is_empty() { Past::Unasked } else { Past::Asked };
        let others = self.that_say((gone, needles), past)?;
        if !others.is_empty() {
            // The audit of their runs says what they say.
            let theirs = |file: &str| {
                file.contains("memoro.db") || self.root.join(file).starts_with(self.runs_folder())
            };
            report.left.retain(|file| !theirs(file));
            for (file, lines) in &mut report.documents {
                if let Ok(bytes) = std::fs::read(self.root.join(&*file)) {
                    self.leave_out((file, &bytes), |_| true, lines)?;
                }
            }
            report.documents.retain(|(_, lines)| !lines.is_empty());
        }
        let seen = others.into_iter().filter(|memory| self.sees(&memory.scope, caller));
        report.others.extend(seen.map(|memory| memory.id));
        report.others.sort();
        Ok(())
    }

    /// Returns the memories, those that go excepted, that say what these say or hold any of the words.
    fn that_say(&self, (gone, needles): (&[Memory], &[String]), past: Past) -> Result<Vec<Memory>> {
        let whole: Vec<String> = gone.iter().flat_map(|memory| texts(&memory.content)).collect();
        let says = |memory: &Memory| {
            let told = texts(&memory.content).into_iter().chain(memory.provenance.evidence.iter().cloned());
            told.into_iter().any(|text| {
                whole.contains(&text) || needles.iter().any(|needle| text.contains(needle.as_str()))
            })
        };
        let statuses = memoro_core::Status::WORDS.map(str::to_owned).to_vec();
        let mut found = Vec::new();
        for Stored { memory, rev, .. } in
            self.store.list(&Filter { statuses, sensitive: true, ..Filter::default() })?
        {
            let once = || -> Result<bool> {
                if past == Past::Unasked || rev <= 1 {
                    return Ok(false);
                }
                Ok(self.store.versions(&memory.id)?.iter().any(|state| says(&state.memory)))
            };
            if gone.iter().all(|gone| gone.id != memory.id) && (says(&memory) || once()?) {
                found.push(memory);
            }
        }
        Ok(found)
    }

    /// Adds what will still hold the words once the memories are gone: other memories, documents that are not Memoro's, and of
    /// Memoro's files the lines that are no memory's.
    pub(super) fn look_ahead(
        &self,
        memories: &[Memory],
        needles: &[String],
        (report, caller): (&mut Forgotten, &Caller),
    ) -> Result<()> {
        let own = self.root.join(OWN);
        for path in all_files(&self.root).into_iter().filter(|path| !path.starts_with(&own)) {
            let relative = path.strip_prefix(&self.root).unwrap_or(&path).to_string_lossy().into_owned();
            if report.documents.iter().any(|(d, _)| *d == relative) || is_copy(&own, &path) {
                continue;
            }
            let Some(bytes) = found_in(&own, &path, needles) else { continue };
            let mut lines = lines_with(&bytes, needles);
            self.leave_out((&relative, &bytes), |_| true, &mut lines)?;
            if !lines.is_empty() {
                report.documents.push((relative, lines));
            }
        }
        let others = self.that_say((memories, needles), Past::Asked)?;
        let seen = others.into_iter().filter(|memory| self.sees(&memory.scope, caller));
        report.others.extend(seen.map(|memory| memory.id));
        report.others.sort();
        report.others.dedup();
        Ok(())
    }

    /// Returns the texts of memories, and of states that copies hold, that are too short to be looked for among bytes.
    pub(super) fn short_of(&self, memories: &[Memory], states: &[Memory]) -> Result<Short> {
        let mut all: Vec<String> = states.iter().flat_map(|state| short_texts(&state.content)).collect();
        for memory in memories {
            for version in self.store.versions(&memory.id)? {
                all.extend(short_texts(&version.memory.content));
            }
        }
        let told = |text: &&String| text.len() >= LEAST && text.chars().count() > 1;
        let unsought = all.iter().any(|text| !told(&text));
        Ok(Short { words: all.iter().filter(told).filter_map(|text| Phrase::new(text)).collect(), unsought })
    }
}

/// Whether earlier states of memories are looked at too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Past {
    Asked,
    Unasked,
}

/// Texts that are too short to be looked for among bytes.
#[derive(Debug, Default)]
pub(super) struct Short {
    /// Those that are looked for in documents, as whole words.
    pub(super) words: Vec<Phrase>,
    /// Whether one is so short that it is not even looked for there.
    pub(super) unsought: bool,
}

/// Returns the lines, counted from one, that hold any of the words.
fn lines_with(bytes: &[u8], needles: &[String]) -> Vec<u32> {
    let text = String::from_utf8_lossy(bytes);
    let escaped = escaped(bytes, needles);
    let holds = |line: &str| needles.iter().chain(&escaped).any(|needle| line.contains(needle.as_str()));
    (1..).zip(text.lines()).filter(|(_, line)| holds(line)).map(|(n, _)| n).collect()
}

/// Returns the words as JSON may write them, with a number for each letter that is not ASCII, where a file has such numbers.
fn escaped(bytes: &[u8], needles: &[String]) -> Vec<String> {
    if !holds(bytes, "\\u") {
        return Vec::new();
    }
    let foreign = needles.iter().filter(|needle| !needle.is_ascii());
    let write = |needle: &String, upper: bool| -> String {
        let units = |c: char| c.encode_utf16(&mut [0; 2]).to_vec();
        let number = |unit: u16| if upper { format!("\\u{unit:04X}") } else { format!("\\u{unit:04x}") };
        let one = |c: char| {
            if c.is_ascii() { c.to_string() } else { units(c).into_iter().map(number).collect() }
        };
        needle.chars().map(one).collect()
    };
    foreign.flat_map(|needle| [write(needle, false), write(needle, true)]).collect()
}

/// Reads a file and returns its bytes if they hold any of the words.
pub(super) fn found_in(own: &Path, path: &Path, needles: &[String]) -> Option<Vec<u8>> {
    if needles.is_empty() {
        return None;
    }
    let store = path.parent() == Some(own);
    let bytes = if store { memoro_store::read_beside(path) } else { std::fs::read(path).map(plain) }.ok()?;
    let found = needles.iter().chain(&escaped(&bytes, needles)).any(|needle| holds(&bytes, needle));
    found.then_some(bytes)
}

/// Writes a text that another program kept in units of sixteen bits as everybody else writes it.
fn plain(bytes: Vec<u8>) -> Vec<u8> {
    let units = |unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).skip(1).map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units).into_bytes()
    };
    match bytes.get(..2) {
        Some([0xFF, 0xFE]) => units(u16::from_le_bytes),
        Some([0xFE, 0xFF]) => units(u16::from_be_bytes),
        _ => bytes,
    }
}

pub(super) fn holds(bytes: &[u8], word: &str) -> bool {
    memchr::memmem::find(bytes, word.as_bytes()).is_some()
}

/// Returns the longest part of a text that is written the same everywhere: line ends, quotation marks and bars are not.
pub(super) fn plain_part(text: &str) -> Option<String> {
    let odd = |c: char| c.is_control() || matches!(c, '"' | '\\' | '|');
    let longest = text.split(odd).map(str::trim).max_by_key(|part| part.len())?;
    (longest.len() >= SHORTEST).then(|| longest.to_owned())
}

/// Tells whether a reason repeats words of what is forgotten.
pub(super) fn repeats(reason: &str, memories: &[Memory], needles: &[String]) -> bool {
    let reason = reason.to_lowercase();
    let whole =
        memories.iter().flat_map(|memory| texts(&memory.content)).map(|text| text.trim().to_lowercase());
    whole.filter(|text| text.chars().count() > 1).any(|text| reason.contains(&text))
        || memories.iter().any(|memory| reason.contains(&memory.id.as_str().to_lowercase()))
        || needles.iter().any(|needle| shares(&reason, &needle.to_lowercase()))
}

/// Tells whether two texts share a piece that is long enough to be recognised.
fn shares(one: &str, other: &str) -> bool {
    let starts = one.char_indices().map(|(at, _)| at);
    let piece = |at: usize| {
        let end = one.char_indices().map(|(end, c)| end + c.len_utf8()).find(|end| *end >= at + SHORTEST)?;
        one.get(at..end)
    };
    starts.filter_map(piece).any(|piece| other.contains(piece))
}

/// Tells whether an id is made of numbers alone and tells nothing.
fn is_number(id: &str) -> bool {
    id.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b'-' | b'_'))
}

/// Returns the texts of a content, each by itself.
fn texts(content: &Content) -> Vec<String> {
    let mut all = parts(content);
    all.retain(|text| !text.trim().is_empty());
    all
}

/// Returns the texts of a content that are too short to be looked for among bytes.
pub(super) fn short_texts(content: &Content) -> Vec<String> {
    texts(content).into_iter().filter(|text| plain_part(text).is_none()).collect()
}

fn parts(content: &Content) -> Vec<String> {
    match content {
        Content::Entry(entry) => vec![entry.value.clone()],
        Content::Note(note) => vec![note.text.clone()],
        Content::Procedure(procedure) => {
            let mut all = procedure.steps.clone();
            if let memoro_core::Trigger::When(when) = &procedure.trigger {
                all.push(when.clone());
            }
            all
        }
        Content::Decision(d) => [&d.title, &d.why, &d.finding, &d.conclusion, &d.impact]
            .into_iter()
            .chain(&d.refs)
            .cloned()
            .collect(),
        Content::Episode(episode) => vec![episode.summary.clone()],
    }
}

/// Tells whether a path belongs to a copy of an older state: a backup, files put aside, an old store.
pub(super) fn is_copy(own: &Path, path: &Path) -> bool {
    let Ok(inside) = path.strip_prefix(own) else { return backup_around(own, path).is_some() };
    let first = inside.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned());
    first.is_some_and(|first| first == "backups" || first == "aside" || first.starts_with("memoro.db."))
}

/// Returns the backup beside `.memoro` that a path belongs to.
fn backup_around<'a>(own: &Path, path: &'a Path) -> Option<&'a Path> {
    let root = own.parent()?;
    path.ancestors()
        .skip(1)
        .take_while(|folder| *folder != root)
        .find(|folder| crate::backup::is_backup(folder))
}

/// Returns the copy that a path belongs to, as a person would delete it.
pub(super) fn copy_of(own: &Path, path: &Path) -> PathBuf {
    if let Some(backup) = backup_around(own, path) {
        return backup.to_owned();
    }
    let inside = path.strip_prefix(own).unwrap_or(path);
    let depth = if inside.starts_with("backups") || inside.starts_with("aside") { 2 } else { 1 };
    own.join(inside.components().take(depth).collect::<PathBuf>())
}

/// Returns every file below a folder.
pub(super) fn all_files(root: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.filter_map(std::result::Result::ok) {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_for_is_written_the_same_in_json_and_in_markdown() {
        assert_eq!(plain_part("one \"quoted word\" | and the rest"), Some("and the rest".into()));
        assert_eq!(plain_part("บรรทัดแรก\nสอง"), Some("บรรทัดแรก".into()));
        assert_eq!(plain_part("王伟"), None);
    }

    #[test]
    fn words_are_found_where_json_writes_them_as_numbers() {
        let needles = ["ความลับ 芒果 🥭 x".to_owned()];
        let line = "{\"content\":\"\\u0e04\\u0e27\\u0e32\\u0e21\\u0e25\\u0e31\\u0e1a \\u8292\\u679c \\ud83e\\udd6d x\"}";
        assert_eq!(lines_with(format!("one\n{line}\n").as_bytes(), &needles), [2]);
        assert_eq!(
            lines_with(line.to_uppercase().replace("\\U", "\\u").replace(" X", " x").as_bytes(), &needles),
            [1]
        );
        assert!(lines_with(b"\\u0e04\\u0e27", &needles).is_empty());
    }

    #[test]
    fn a_copy_in_units_of_sixteen_bits_is_looked_through_like_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let text = "- key:a | value:ความลับมะม่วง 芒果的秘密在这里 the mango secret\n";
        for little in [true, false] {
            let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
            let file = folder.path().join("copy.md");
            let all: Vec<u8> = std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(bytes).collect();
            std::fs::write(&file, all).unwrap();
            for word in ["ความลับมะม่วง", "芒果的秘密在这里", "the mango secret"]
            {
                let found = found_in(&folder.path().join(".memoro"), &file, &[word.to_owned()]);
                assert_eq!(lines_with(&found.unwrap(), &[word.to_owned()]), [1], "{word}");
            }
        }
    }

    #[test]
    fn a_reason_that_repeats_the_words_is_recognised_in_every_language() {
        let needles = ["The Zebra plan is cancelled", "แผนม้าลายถูกยกเลิก", "斑马计划取消了"].map(String::from);
        for reason in ["because the zebra plan leaked", "เพราะแผนม้าลายรั่ว", "因为斑马计划取消"]
        {
            assert!(repeats(reason, &[], &needles), "{reason}");
        }
        for reason in ["it is old", "ไม่ใช้แล้ว", "过时了", ""] {
            assert!(!repeats(reason, &[], &needles), "{reason}");
        }
    }
}

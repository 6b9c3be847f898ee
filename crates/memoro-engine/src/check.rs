//! Proving that store, audit and mirror agree, and mending what is derived.

use std::path::Path;
use std::time::Duration;

use memoro_core::markdown::Home;
use memoro_core::{Memory, MemoryId, Op, Provenance, Status, Trust};
use memoro_store::index::Source;
use memoro_store::{Change, EventFilter, Filter, MirrorTask, StoreError, Stored};

use crate::caller::Caller;
use crate::error::{EngineError, Result, as_room_allows};
use crate::index::How;
use crate::vault::mirror::item_of;
use crate::workspace::Workspace;

/// How closely to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// The rows, the audit and the mirror.
    Quick,
    /// Every page of the store too, and every backup.
    Full,
}

/// One thing that was looked at.
#[derive(Debug, Clone)]
pub struct Finding {
    /// What was looked at.
    pub what: &'static str,
    /// How many of it.
    pub looked_at: u64,
    /// What is wrong.
    pub problems: Vec<String>,
    /// How many of these were mended.
    pub mended: u64,
    /// What is as it is, and worth knowing: files that cannot be read or are left out.
    pub remarks: Vec<String>,
}

impl Finding {
    /// Tells whether nothing is wrong any more.
    pub fn holds(&self) -> bool {
        self.problems.len() as u64 == self.mended
    }
}

/// How long what looks wrong is left alone before it is looked at again.
const PAUSES: [Duration; 3] =
    [Duration::from_millis(20), Duration::from_millis(100), Duration::from_millis(400)];

/// Looks until what is wrong stays wrong: what others are writing meanwhile is no problem.
fn settled<T: PartialEq>(look: impl Fn() -> Result<Vec<T>>) -> Result<Vec<T>> {
    let mut seen = look()?;
    for pause in PAUSES {
        if seen.is_empty() {
            break;
        }
        std::thread::sleep(pause);
        let again = look()?;
        seen.retain(|one| again.contains(one));
    }
    Ok(seen)
}

impl Workspace {
    /// Checks the workspace and mends what can be derived again.
    pub fn check(&self, depth: Depth, caller: &Caller) -> Result<Vec<Finding>> {
        let before = self.last_event()?;
        self.take_in(caller)?;
        self.clear_leftovers();
        let edits = self.edits_after(before)?;
        let mut findings = vec![
            self.check_tombstones()?,
            self.check_audit()?,
            self.check_requests(caller)?,
            self.check_runs()?,
            self.check_rows(caller)?,
            self.check_mirror(edits, caller)?,
            self.check_lines(caller)?,
            self.check_index(caller)?,
            self.check_documents()?,
        ];
        let doubts = self.doubts();
        if !doubts.is_empty() {
            findings.push(Finding {
                what: "store of the last use",
                looked_at: 1,
                problems: doubts,
                mended: 0,
                remarks: Vec::new(),
            });
        }
        if depth == Depth::Full {
            let problems = self.store.integrity()?;
            findings.push(Finding {
                what: "pages of the store",
                looked_at: self.store.bytes() / 4096,
                problems,
                mended: 0,
                remarks: Vec::new(),
            });
            findings.push(self.check_index_tables(caller)?);
            findings.push(self.check_backups());
        } else if self.index_damage()?.is_some() {
            findings.push(self.check_index_tables(caller)?);
        }
        Ok(findings)
    }

    /// Returns the number of the last audit line.
    fn last_event(&self) -> Result<u64> {
        let last = EventFilter { newest: true, limit: Some(1), ..EventFilter::default() };
        Ok(self.store.events(&last)?.first().map_or(0, |(event, _)| event.seq))
    }

    /// Tells what was taken in from files since an audit line: an edit counts, and damage to a file looks like one.
    fn edits_after(&self, last: u64) -> Result<Vec<String>> {
        let mut told = Vec::new();
        for (event, _) in self.store.events(&EventFilter { after: last, ..EventFilter::default() })? {
            let Some(id) = event.memory.filter(|_| event.actor == crate::vault::BY_HAND) else { continue };
            let stored = self.store.get(&id)?;
            let (memory, file) = match &stored {
                Some(stored) => (Some(&stored.memory), self.home(&stored.memory)?.map(|home| home.path())),
                None => (None, None),
            };
            told.extend(match (event.op, memory.map(|memory| &memory.status)) {
                (Op::Delete, Some(Status::Superseded { reason, .. })) => Some(format!("{id} was {reason}")),
                (Op::Delete, _) => Some(format!("{id} was removed by hand")),
                (Op::Upsert, _) if event.old.is_some() || self.has_replaced(&id)? => {
                    Some(format!("{id} was changed by hand in {}", file.unwrap_or_else(|| "its file".into())))
                }
                _ => None,
            });
        }
        if !told.is_empty() {
            told.push(
                "not your edit? `memoro undo` takes the last of them back, and again the one before".into(),
            );
        }
        Ok(told)
    }

    fn has_replaced(&self, id: &MemoryId) -> Result<bool> {
        Ok(!self.store.replaced_by(id)?.is_empty())
    }

    /// What keeps forgotten texts from coming back must be there, as the lines of their forgets say; it is put back.
    fn check_tombstones(&self) -> Result<Finding> {
        let missing = settled(|| Ok(self.store.verify_audit()?.unburied))?;
        let told =
            |(line, _): &(u64, [u8; 32])| format!("the tombstone of the forget in line {line} is gone");
        let mut problems: Vec<String> = missing.iter().map(told).collect();
        if !settled(|| Ok(if self.forgotten_is_kept()? { Vec::new() } else { vec![()] }))?.is_empty() {
            problems.push("what keeps forgotten words away where the store is lost is not whole".into());
        }
        let mut mended = 0;
        if !problems.is_empty() && !self.store.is_read_only() {
            mended = problems.len() as u64;
            self.store.bury_again(missing)?;
            self.keep_forgotten()?;
        }
        let looked_at = self.store.tombstones()?.len() as u64;
        Ok(Finding { what: "tombstones", looked_at, problems, mended, remarks: Vec::new() })
    }

    fn check_audit(&self) -> Result<Finding> {
        let report = self.store.verify_audit()?;
        let problems = report.problems.iter().map(|p| format!("line {}: {}", p.seq, p.what)).collect();
        Ok(Finding { what: "audit lines", looked_at: report.lines, problems, mended: 0, remarks: Vec::new() })
    }

    /// Every memory must be what its last audit line says.
    fn check_rows(&self, caller: &Caller) -> Result<Finding> {
        let statuses = memoro_core::Status::WORDS.map(str::to_owned).to_vec();
        let looked_at = self.store.count(&Filter { statuses, sensitive: true, ..Filter::default() })?;
        let wrong = settled(|| Ok(self.store.rows_against_audit()?))?;
        let (mut problems, mut mended, mut remarks) = (Vec::new(), 0, Vec::new());
        let mut righted = Vec::new();
        for (id, what) in wrong {
            problems.push(format!("{id}: {what}"));
            if !self.store.is_read_only() && self.put_right(&id, caller)? {
                righted.push(id);
            }
        }
        if !righted.is_empty() {
            let left = self.store.rows_against_audit()?;
            mended = righted.iter().filter(|id| left.iter().all(|(wrong, _)| wrong != *id)).count() as u64;
        }
        if problems.len() as u64 > mended {
            remarks.push(
                "no line of the audit proves what these were; `memoro restore <backup>` brings back what they were, \
                 `memoro check --accept` goes on with what is there and says so in the audit"
                    .into(),
            );
        }
        Ok(Finding { what: "memories in the audit", looked_at, problems, mended, remarks })
    }

    /// Puts a memory right that somebody altered in the store, where the audit proves what was written; its words are those of
    /// the audit or of its file.
    fn put_right(&self, id: &str, caller: &Caller) -> Result<bool> {
        let Ok(id) = MemoryId::new(id) else { return Ok(false) };
        let said = self.said_in_file(&id, caller).unwrap_or_default();
        let right = vec![Change::Right { id, said: said.into_iter().collect() }];
        match self.commit(right, &Caller::system(caller.now)) {
            Ok(_) => Ok(true),
            Err(EngineError::Store(StoreError::Conflict(_))) => Ok(false),
            Err(error) if error.is_about_room() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns a memory as its file says it, in all that the file says.
    fn said_in_file(&self, id: &MemoryId, caller: &Caller) -> Result<Option<Memory>> {
        let Some(stored) = self.store.get(id)? else { return Ok(None) };
        let Some(said) = self.described_in_file(&stored, caller)? else { return Ok(None) };
        let (old, confidence) = (stored.memory, said.provenance.confidence);
        let same_end = said.retention.ttl == old.retention.ttl;
        Ok(Some(Memory {
            content: said.content,
            tags: said.tags,
            status: said.status,
            provenance: Provenance { confidence, ..old.provenance },
            retention: if same_end { old.retention } else { said.retention },
            sensitivity: said.sensitivity,
            valid_until: said.valid_until,
            ..old
        }))
    }

    /// Goes on with a store that is not the one of the last use, and with memories that are not what the audit says was written;
    /// returns what that was.
    pub fn accept(&self, caller: &Caller) -> Result<Vec<String>> {
        if caller.trust() < Trust::User {
            return Err(EngineError::Denied {
                what: "accepting what is wrong".into(),
                needs: "the user".into(),
            });
        }
        self.check_rows(caller)?;
        let mut told = self.accept_store(caller)?;
        let wrong = self.store.rows_against_audit()?;
        let vouched = wrong.iter().map(|(id, _)| Change::Vouch(id.clone())).collect::<Vec<_>>();
        if !vouched.is_empty() {
            self.commit(vouched, caller)?;
        }
        told.extend(wrong.into_iter().map(|(id, what)| format!("{id}: {what}")));
        Ok(told)
    }

    /// The tables that search is made of must fit the chunks; an index that does not is made anew.
    fn check_index_tables(&self, caller: &Caller) -> Result<Finding> {
        let verify = || self.store.read_index(memoro_store::index::verify);
        let checked = verify()?;
        let looked_at = u64::from(checked.chunks);
        let mut problems = checked.problems;
        problems.extend(self.lost_passages()?);
        let mut mended = 0;
        if !problems.is_empty() && !self.store.is_read_only() {
            as_room_allows(self.index(How::Again, caller, &mut |_| {}))?;
            let left = verify()?.problems.len() + usize::from(self.lost_passages()?.is_some());
            mended = if left == 0 { problems.len() as u64 } else { 0 };
        }
        Ok(Finding { what: "tables of the index", looked_at, problems, mended, remarks: Vec::new() })
    }

    /// Returns a problem where the index knows files with words in them and holds no passage of any.
    fn lost_passages(&self) -> Result<Option<String>> {
        let counts = self.store.read_index(memoro_store::index::counts)?;
        let lost = |(source, documents, chunks): &(Source, u64, u64)| {
            *source == Source::Workspace && *documents > 0 && *chunks == 0
        };
        let empty = counts.iter().any(lost) && self.has_words()?;
        Ok(empty.then(|| "no passage of any file is in the index".to_owned()))
    }

    /// Tells whether there is a passage in the files that the index should hold; decisions of a day are memories.
    fn has_words(&self) -> Result<bool> {
        let documents =
            self.store.read_index(|conn| memoro_store::index::documents(conn, Source::Workspace))?;
        Ok(documents.iter().any(|document| {
            let path = &document.record.uri;
            let text = std::fs::read_to_string(self.root.join(path)).unwrap_or_default();
            document.record.error.is_none() && crate::documents::has_passages(path, &text)
        }))
    }

    /// Every memory that has a file must stand in it as it is; what does not is written again.
    fn check_mirror(&self, edits: Vec<String>, caller: &Caller) -> Result<Finding> {
        let mut finding = Finding {
            what: "memories in files",
            looked_at: 0,
            problems: Vec::new(),
            mended: 0,
            remarks: edits,
        };
        let edited = self.untaken()?;
        finding
            .remarks
            .extend(edited.iter().map(|file| format!("{file} was edited and waits to be taken in")));
        let filter = Filter { statuses: vec!["active".into()], sensitive: true, ..Filter::default() };
        let doubtful: std::collections::HashSet<String> =
            self.store.rows_against_audit()?.into_iter().map(|(id, _)| id).collect();
        let mut suspects = Vec::new();
        for Stored { memory, .. } in self.store.list(&filter)? {
            if self.home(&memory)?.is_none() || doubtful.contains(memory.id.as_str()) {
                continue;
            }
            finding.looked_at += 1;
            if self.place(&memory)?.is_none() {
                suspects.push(memory.id);
            }
        }
        for (id, _) in settled(|| self.unshown(&suspects))? {
            let Some(Stored { memory, .. }) = self.store.get(&id)? else { continue };
            let Some(home) = self.home(&memory)? else { continue };
            finding.problems.push(format!("{} does not show {}", home.path(), memory.id));
            if self.store.is_read_only() {
                continue;
            }
            let task = MirrorTask { file: home.path(), item: item_of(&memory) };
            let tasks = vec![(task, memory.id.to_string())];
            let written = self.store.add_tasks(tasks).map_err(EngineError::from);
            match written.and_then(|()| self.mirror_file(&home.path(), caller)) {
                Ok(()) => finding.mended += u64::from(self.place(&memory)?.is_some()),
                // Its file is told of as unreadable; the others are looked at all the same.
                Err(EngineError::NotText { .. } | EngineError::Vault(_)) => {}
                Err(error) if error.is_about_room() => {}
                Err(error) => return Err(error),
            }
        }
        self.check_shown(&edited, &mut finding, caller)?;
        Ok(finding)
    }

    /// Returns which of these memories do not stand in their files though they hold, each with its revision. A file that was
    /// edited waits to be taken in.
    fn unshown(&self, suspects: &[MemoryId]) -> Result<Vec<(MemoryId, u64)>> {
        let mut found = Vec::new();
        let edited = if suspects.is_empty() { Vec::new() } else { self.untaken()? };
        for id in suspects {
            let Some(Stored { memory, rev, .. }) = self.store.get(id)? else { continue };
            let home = self.home(&memory)?.filter(|home| !edited.contains(&home.path()));
            if home.is_some()
                && memory.status == Status::Active
                && self.place(&memory)?.is_none()
                && !self.stands_unread(&memory)?
            {
                found.push((id.clone(), rev));
            }
        }
        Ok(found)
    }

    /// No file may show what waits for a person, and no profile what does not hold; such a line goes.
    fn check_shown(&self, edited: &[String], finding: &mut Finding, caller: &Caller) -> Result<()> {
        for file in self.store.file_states(None)? {
            let Some(home) = Home::at(&file.path).filter(|_| !edited.contains(&file.path)) else { continue };
            let profile = matches!(home, Home::Profile | Home::UserProfile(_));
            let wrong =
                |status: &Status| *status == Status::Pending || (profile && *status != Status::Active);
            let shown = || -> Result<Vec<(MirrorTask, String)>> {
                let mut shown = Vec::new();
                for row in self.store.mirror(&file.path)? {
                    let Ok(id) = MemoryId::new(&row.memory) else { continue };
                    if self.store.get(&id)?.is_some_and(|stored| wrong(&stored.memory.status)) {
                        shown.push((MirrorTask { file: file.path.clone(), item: row.item }, row.memory));
                    }
                }
                Ok(shown)
            };
            let tasks = settled(shown)?;
            let told =
                tasks.iter().map(|(task, id)| format!("{} shows {id}, which does not hold", task.file));
            finding.problems.extend(told);
            if tasks.is_empty() || self.store.is_read_only() {
                continue;
            }
            let count = tasks.len();
            let written = self.store.add_tasks(tasks).map_err(EngineError::from);
            match written.and_then(|()| self.mirror_file(&file.path, caller)) {
                Err(EngineError::NotText { .. } | EngineError::Vault(_)) => {}
                other => as_room_allows(other)?,
            }
            finding.mended += count.saturating_sub(shown()?.len()) as u64;
        }
        Ok(())
    }

    /// Every memory must be findable; what is missing from the index is put into it again.
    fn check_index(&self, caller: &Caller) -> Result<Finding> {
        let statuses = memoro_core::Status::WORDS.map(str::to_owned).to_vec();
        let looked_at = self.store.count(&Filter { statuses, sensitive: true, ..Filter::default() })?;
        let (unfound, wrong) = (self.store.unindexed()?, self.store.misindexed()?);
        let unfound = unfound.iter().map(|id| format!("search cannot find {id}"));
        let wrong = wrong.iter().map(|id| format!("search finds {id} by other words than its own"));
        let problems: Vec<String> = unfound.chain(wrong).collect();
        if !self.store.is_read_only() {
            as_room_allows(self.index_missing(caller))?;
        }
        let left = self.store.unindexed()?.len() + self.store.misindexed()?.len();
        let mended = (problems.len() as u64).saturating_sub(left as u64);
        Ok(Finding { what: "memories in the index", looked_at, problems, mended, remarks: Vec::new() })
    }

    /// Tells what of the files cannot be found, as the status does; that is no disagreement.
    fn check_documents(&self) -> Result<Finding> {
        let state = self.index_state()?;
        let looked_at = state.counts.iter().filter(|count| count.source != "memory");
        let looked_at = looked_at.map(|count| count.documents).sum();
        let mut remarks = state.remarks();
        if state.stale + state.gone > 0 {
            let (stale, gone) = (state.stale, state.gone);
            remarks.push(format!("{stale} changed and {gone} gone since they were indexed"));
        }
        Ok(Finding { what: "documents in the index", looked_at, problems: Vec::new(), mended: 0, remarks })
    }

    fn check_lines(&self, caller: &Caller) -> Result<Finding> {
        let files = self.store.file_states(None)?;
        let looked_at = files.iter().filter(|f| Home::at(&f.path).is_some()).count() as u64;
        let mut problems = self.file_problems(caller)?;
        let decayed = settled(|| self.decayed_files())?.into_iter();
        problems.extend(decayed.map(|file| {
            format!("{file} is damaged: it changed without being saved; a backup has it as it was")
        }));
        Ok(Finding { what: "vault files", looked_at, problems, mended: 0, remarks: Vec::new() })
    }

    fn check_backups(&self) -> Finding {
        let backups = self.backup_folders();
        let broken = |path: &Path| {
            crate::backup::verify_backup(path).err().map(|e| format!("{}: {e}", path.display()))
        };
        let problems = backups.iter().filter_map(|path| broken(path)).collect();
        Finding { what: "backups", looked_at: backups.len() as u64, problems, mended: 0, remarks: Vec::new() }
    }
}

//! How a workspace stands: what it holds, what waits, what is wrong. Reads only.

use std::collections::BTreeMap;

use memoro_core::{Layer, SessionId};
use memoro_store::{EventFilter, Filter, SCHEMA};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::vault::files::late::SAVED;
use crate::vault::intake::UNTAKEN;
use crate::workspace::Workspace;

/// The state of a workspace.
#[derive(Debug, Clone)]
pub struct Overview {
    /// The folder.
    pub root: std::path::PathBuf,
    /// Current memories by layer.
    pub layers: BTreeMap<Layer, u64>,
    /// Memories by status.
    pub statuses: BTreeMap<String, u64>,
    /// The current session.
    pub session: Option<SessionId>,
    /// Bytes of the store.
    pub bytes: u64,
    /// The schema of the store.
    pub schema: u32,
    /// Items that wait to be written into files.
    pub waiting: usize,
    /// Files with edits that were taken in just now.
    pub edited: Vec<String>,
    /// What could not be read in files, as `file: problem`.
    pub problems: Vec<String>,
    /// The number of audit lines.
    pub events: u64,
    /// The backups inside the workspace.
    pub backups: usize,
}

impl Workspace {
    /// Tells how the workspace stands.
    pub fn overview(&self, caller: &Caller) -> Result<Overview> {
        let mut unread = None;
        let edited = match self.take_in(caller) {
            Ok(edited) => edited,
            // What the store holds is told all the same, with the file that cannot be read.
            Err(EngineError::Vault(error)) => {
                unread = Some(error.to_string());
                Vec::new()
            }
            Err(error) => return Err(error),
        };
        if caller.only.is_some() {
            return self.overview_of(caller);
        }
        let (mut layers, mut statuses) = (BTreeMap::new(), BTreeMap::new());
        for (scope, shape, status, count) in self.store.counts(caller.now)? {
            if let (Ok(scope), Ok(shape), "active") = (scope.parse(), shape.parse(), status.as_str()) {
                *layers.entry(Layer::of(scope, shape)).or_default() += count;
            }
            *statuses.entry(status).or_default() += count;
        }
        let last = EventFilter { newest: true, limit: Some(1), ..EventFilter::default() };
        let saved = self.saved_versions()?.into_iter().map(|file| {
            format!(
                "{file}: it was saved while Memoro wrote; take over what you want from it, then delete it"
            )
        });
        let waiting = self.untaken()?.into_iter().map(|file| format!("{file} {UNTAKEN}"));
        Ok(Overview {
            root: self.root.clone(),
            layers,
            statuses,
            session: self.current_session()?,
            bytes: self.store.bytes(),
            schema: SCHEMA,
            waiting: self.store.outbox(None)?.len(),
            edited,
            problems: self
                .doubts()
                .into_iter()
                .chain(self.file_problems(caller)?)
                .chain(saved)
                .chain(waiting)
                .chain(unread)
                .collect(),
            events: self.store.events(&last)?.first().map_or(0, |(event, _)| event.seq),
            backups: self.backups().len(),
        })
    }

    /// Tells how the workspace stands for somebody who is bound to one user: their part, and nothing of the whole.
    fn overview_of(&self, caller: &Caller) -> Result<Overview> {
        let usual = Filter { now: caller.now, sensitive: true, ..Filter::default() };
        let count = |filter: Filter| -> Result<u64> {
            self.seen_by(&filter, caller)?.map_or(Ok(0), |filter| Ok(self.store.count(&filter)?))
        };
        let (mut layers, mut statuses) = (BTreeMap::new(), BTreeMap::new());
        for layer in Layer::ALL.iter().copied() {
            let number = count(Filter { layers: vec![layer], ..usual.clone() })?;
            if number > 0 {
                layers.insert(layer, number);
            }
        }
        for status in memoro_core::Status::WORDS {
            // What waits is counted as it is listed: what another must decide about is not there.
            let number = if status == "pending" {
                self.waiting_for(caller)?.len() as u64
            } else {
                count(Filter { statuses: vec![status.to_owned()], ..usual.clone() })?
            };
            if number > 0 {
                statuses.insert(status.to_owned(), number);
            }
        }
        Ok(Overview {
            root: self.root.clone(),
            layers,
            statuses,
            session: self.session_of(None, caller)?,
            bytes: 0,
            schema: SCHEMA,
            waiting: 0,
            edited: Vec::new(),
            problems: Vec::new(),
            events: 0,
            backups: 0,
        })
    }

    /// Returns what could not be read in the files of the vault.
    pub(crate) fn file_problems(&self, caller: &Caller) -> Result<Vec<String>> {
        let states = self.store.file_states(None)?;
        let mut told = Vec::new();
        for state in states.iter().filter(|state| state.troubled) {
            let problems = self.problems_in(&state.path, caller)?;
            told.extend(problems.into_iter().map(|problem| format!("{}: {problem}", state.path)));
        }
        let taken = states.iter().filter(|s| self.is_no_file(&s.path));
        told.extend(taken.map(|s| format!("{}: it is no ordinary file; move it away", s.path)));
        let second = crate::vault::homes::second_profile(&self.files, &self.settings.owner)?;
        told.extend(second.map(|path| {
            format!(
                "{path}: it is not read; the owner's entries stand in PROFILE.md, move there what is to count"
            )
        }));
        Ok(told)
    }

    /// Tells whether something that is no file stands where a file of the vault was.
    fn is_no_file(&self, path: &str) -> bool {
        std::fs::metadata(self.root.join(path)).is_ok_and(|found| !found.is_file())
    }

    /// Returns the files of the vault that cannot be read at all; what they held is as the store has it.
    pub fn unreadable_files(&self) -> Result<Vec<String>> {
        let states = self.store.file_states(None)?;
        let broken = |path: &str| {
            let Some(home) = memoro_core::markdown::Home::at(path) else { return false };
            let bytes = std::fs::read(self.root.join(path)).unwrap_or_default();
            crate::vault::page::read(&home, &bytes).is_err()
        };
        let told = |state: &memoro_store::FileState| state.troubled && broken(&state.path);
        let files = states.into_iter().filter(|state| self.is_no_file(&state.path) || told(state));
        Ok(files.map(|state| state.path).collect())
    }

    /// Returns the versions of files that were saved while Memoro wrote them, and lie beside them.
    pub fn saved_versions(&self) -> Result<Vec<String>> {
        let mut found = self.files.list("")?;
        found.extend(self.files.list("memory")?);
        found.retain(|file| file.contains(SAVED));
        Ok(found)
    }
}

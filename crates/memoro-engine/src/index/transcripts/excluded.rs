//! Takes out what was indexed before somebody wanted it left out.

use std::collections::BTreeSet;
use std::path::Path;

use super::super::batch::Change;
use super::{READ, Run};
use crate::error::Result;

impl Run<'_> {
    /// Takes out the files and sessions that are to be left out. A file of which one session goes is read again: what is
    /// wanted back some day comes back then.
    pub(super) fn remove_excluded(&mut self) -> Result<()> {
        let exclude = self.workspace.settings.index.transcripts.exclude.clone();
        if exclude.is_empty() {
            return Ok(());
        }
        let mut files = BTreeSet::new();
        for (uri, document) in &self.rows {
            let (file, session) = uri.split_once('#').unwrap_or((uri, ""));
            let title = document.record.title.as_deref().unwrap_or_default();
            let path = Path::new(file);
            let left_out = |session: &str| !session.is_empty() && exclude.matches_part(path, session);
            if exclude.matches_file(path) || left_out(session) || left_out(title) {
                files.insert(file.to_owned());
            }
        }
        for file in files {
            self.remove(&file)?;
            let notes: Vec<String> =
                self.read.keys().filter(|name| super::is_of(name, &file)).cloned().collect();
            for name in notes {
                self.read.remove(&name);
                self.batch.add(Change::Note { name: format!("{READ}{name}"), value: None })?;
            }
            self.done.removed += 1;
        }
        Ok(())
    }
}

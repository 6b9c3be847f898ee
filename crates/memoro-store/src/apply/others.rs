//! What other memories keep of the id of an erased one, which may be made of its words: what took their place, and why.
//! Another name is put there, and the proof of those memories goes on from a line of its own.

use std::collections::{BTreeMap, BTreeSet};

use memoro_core::Op;
use rusqlite::params;

use super::{Frame, current};
use crate::audit::{self, Line};
use crate::error::Result;
use crate::image::Image;
use crate::proof::{Base, base_of};

impl Frame<'_> {
    /// Takes the ids of all that this commit erased out of others, in one look at them.
    pub(super) fn rename_in_others(&mut self) -> Result<()> {
        let gone: BTreeMap<String, String> = std::mem::take(&mut self.gone).into_iter().collect();
        if gone.is_empty() {
            return Ok(());
        }
        let (lines, mut others) = audit::blank_reasons(self.tx, &gone, &std::mem::take(&mut self.said))?;
        others.extend(self.rename_present(&gone)?);
        others.extend(self.rename_past(&gone)?);
        for other in others {
            let Some((image, rev)) = current(self.tx, &other)? else { continue };
            let (hash, told) = base_of(self.tx, &other, Base::Kept(rev))?;
            self.event(&Line {
                op: Op::Note,
                memory: Some(&other),
                scope: &image.scope_kind,
                new: Some(&told),
                reason: "what it named was forgotten",
                image: Some(hash),
                ..Line::default()
            })?;
        }
        if lines.is_empty() {
            return Ok(());
        }
        let list = audit::blanked_list(&lines, &[]);
        self.event(&Line { op: Op::Forget, new: Some(&list), ..Line::default() })
    }

    fn rename_present(&self, gone: &BTreeMap<String, String>) -> Result<BTreeSet<String>> {
        let sql = "SELECT id, status_by FROM memories WHERE status <> 'active' AND status_by IS NOT NULL";
        let mut statement = self.tx.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let rows: Vec<(String, String)> = rows.collect::<rusqlite::Result<_>>()?;
        let mut others = BTreeSet::new();
        for (other, by) in rows {
            let Some(stand_in) = gone.get(&by) else { continue };
            let sql = "UPDATE memories SET status_by = ?2 WHERE id = ?1";
            self.tx.prepare_cached(sql)?.execute([&other, stand_in])?;
            others.insert(other);
        }
        Ok(others)
    }

    fn rename_past(&self, gone: &BTreeMap<String, String>) -> Result<BTreeSet<String>> {
        let sql = "SELECT memory, rev, image FROM history WHERE instr(image, '\"status_by\":\"') > 0";
        let mut statement = self.tx.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let rows: Vec<(String, u64, String)> = rows.collect::<rusqlite::Result<_>>()?;
        let mut others = BTreeSet::new();
        for (other, rev, json) in rows {
            let Ok(mut image) = Image::from_json(&json) else { continue };
            let Some(stand_in) = image.status_by.as_ref().and_then(|by| gone.get(by)) else { continue };
            image.status_by = Some(stand_in.clone());
            let sql = "UPDATE history SET image = ?3 WHERE memory = ?1 AND rev = ?2";
            self.tx.prepare_cached(sql)?.execute(params![other, rev, image.to_json()])?;
            others.insert(other);
        }
        Ok(others)
    }
}

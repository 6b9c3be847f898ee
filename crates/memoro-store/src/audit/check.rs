//! Walking the chain: every line must follow the one before it, and hold what it was sealed with. Changes nothing.

use memoro_core::Op;
use rusqlite::Row;
use rusqlite::types::ValueRef;

use super::{AuditProblem, AuditReport, Chain, LIFTED, LOST, Line, Link, STONES};
use crate::error::Result;

/// What the walk has seen so far.
#[derive(Default)]
pub(super) struct Check {
    report: AuditReport,
    before: [u8; 32],
    last: u64,
    blanked: Vec<u64>,
    allowed: std::collections::HashSet<u64>,
    /// Lines that are not there, from and to; the line after them can continue nothing.
    missing: Vec<(u64, u64)>,
    lost: std::collections::HashSet<(u64, u64)>,
    /// The tombstones that must be there, each with the line of the forget that left it.
    stones: std::collections::BTreeMap<[u8; 32], u64>,
}

impl Check {
    fn problem(&mut self, seq: u64, what: impl Into<String>) {
        if self.report.problems.len() < 100 {
            self.report.problems.push(AuditProblem { seq, what: what.into() });
        }
    }

    pub(super) fn line(&mut self, row: &Row<'_>) -> Result<()> {
        let seq: u64 = row.get(0)?;
        let texts: [Option<String>; 6] =
            [row.get(6)?, row.get(7)?, row.get(8)?, row.get(9)?, row.get(10)?, row.get(11)?];
        let (op, actor, run): (String, String, Option<String>) = (row.get(3)?, row.get(4)?, row.get(5)?);
        let salt: Option<Vec<u8>> = row.get(12)?;
        let [digest, chain] = [hash_in(row, 13)?, hash_in(row, 14)?].map(Option::unwrap_or_default);
        self.report.lines += 1;
        let gap = seq != self.last + 1;
        if gap {
            self.missing.push((self.last + 1, seq - 1));
        }
        let [memory, scope, key, old, new, reason] = texts.each_ref().map(Option::as_deref);
        let text = |t: Option<&'_ str>| t.unwrap_or_default().to_owned();
        let (scope, key, reason) = (text(scope), text(key), text(reason));
        let line = Line {
            op: op.parse().unwrap_or(Op::Note),
            memory,
            scope: &scope,
            key: &key,
            old,
            new,
            reason: &reason,
            image: hash_in(row, 15)?,
        };
        match salt {
            None if line.holds_words() => self.problem(seq, "it was blanked and holds words again"),
            None => self.blanked.push(seq),
            Some(salt) if line.digest(&salt) != digest => self.problem(seq, "its texts were changed"),
            Some(_) if op == Op::Forget.as_str() => self.allow(seq, new),
            Some(_) if op == Op::LiftTombstone.as_str() => self.lift(new),
            Some(_) if op == Op::Note.as_str() && memory.is_none() => self.lose(new),
            Some(_) => {}
        }
        let (operation, at) = (row.get(1)?, row.get(2)?);
        let link = Link {
            before: self.before,
            seq,
            operation,
            at,
            op: &op,
            actor: &actor,
            run: run.as_deref(),
            digest,
        };
        if link.hash() != chain && !gap {
            self.problem(seq, "it does not continue the chain");
        }
        (self.before, self.last) = (chain, seq);
        Ok(())
    }

    fn allow(&mut self, seq: u64, list: Option<&str>) {
        let list = list.and_then(|l| l.strip_prefix("blanked ")).unwrap_or_default();
        let (numbers, stones) = list.split_once(STONES).unwrap_or((list, ""));
        self.allowed.extend(numbers.split(' ').filter_map(|n| n.parse::<u64>().ok()));
        self.stones.extend(hashes(stones).map(|hash| (hash, seq)));
    }

    fn lift(&mut self, list: Option<&str>) {
        for hash in hashes(list.and_then(|list| list.strip_prefix(LIFTED)).unwrap_or_default()) {
            self.stones.remove(&hash);
        }
    }

    /// Takes a line's word for which lines a damaged store lost.
    fn lose(&mut self, list: Option<&str>) {
        let gaps = list.and_then(|list| list.strip_prefix(LOST)).unwrap_or_default();
        let gap = |told: &str| {
            let (from, to) = told.split_once('-')?;
            Some((from.parse().ok()?, to.parse().ok()?))
        };
        self.lost.extend(gaps.split(' ').filter_map(gap));
    }

    pub(super) fn end(&mut self, anchor: Option<&str>) {
        let found = Chain { seq: self.last, hash: self.before }.told();
        if anchor != Some(found.as_str()) && (self.last > 0 || anchor.is_some()) {
            self.problem(self.last + 1, "lines at the end are missing");
        }
    }

    pub(super) fn finish(mut self, there: &std::collections::HashSet<[u8; 32]>) -> AuditReport {
        for (hash, seq) in std::mem::take(&mut self.stones) {
            if !there.contains(&hash) {
                self.problem(seq, "what it forgot is not kept from coming back: its tombstone is gone");
                self.report.unburied.push((seq, hash));
            }
        }
        // The forget of a line may be among those that are lost, and told so, behind it.
        let told = self.missing.iter().filter(|gap| self.lost.contains(gap));
        let last_lost = told.map(|(_, to)| *to).max().unwrap_or_default();
        for seq in std::mem::take(&mut self.blanked) {
            self.report.blanked += 1;
            if !self.allowed.contains(&seq) && seq > last_lost {
                self.problem(seq, "its texts were blanked, but no forget accounts for it");
            }
        }
        for (from, to) in std::mem::take(&mut self.missing) {
            if self.lost.contains(&(from, to)) {
                self.report.lost += to - from + 1;
            } else {
                self.problem(to + 1, format!("lines {from} to {to} are missing"));
            }
        }
        self.report.head = blake3::Hash::from_bytes(self.before).to_hex().to_string();
        self.report.problems.sort_by_key(|problem| problem.seq);
        self.report
    }
}

/// Reads a list of hashes.
fn hashes(list: &str) -> impl Iterator<Item = [u8; 32]> {
    list.split(' ').filter_map(|hex| blake3::Hash::from_hex(hex).ok()).map(|hash| *hash.as_bytes())
}

/// Reads a hash; what somebody put into its place is another one.
pub(crate) fn hash_in(row: &Row<'_>, index: usize) -> rusqlite::Result<Option<[u8; 32]>> {
    Ok(match row.get_ref(index)? {
        ValueRef::Null => None,
        ValueRef::Blob(bytes) | ValueRef::Text(bytes) => {
            Some(bytes.try_into().unwrap_or_else(|_| *blake3::hash(bytes).as_bytes()))
        }
        ValueRef::Integer(_) | ValueRef::Real(_) => Some([0; 32]),
    })
}

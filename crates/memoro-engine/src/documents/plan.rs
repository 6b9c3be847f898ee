//! What an index has to do: compares the files that are there with those that it knows. Reads nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{Fingerprint, FoundDocument, Listing};

/// What an index knows of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The fingerprint of the file when it was read.
    pub fingerprint: Fingerprint,
    /// The hash of its bytes.
    pub hash: blake3::Hash,
}

/// What has to be done, before any file is read.
#[derive(Debug, Default)]
pub struct Plan {
    /// How many files are as they were.
    pub unchanged: usize,
    /// The files that are new or may have changed.
    pub look: Vec<FoundDocument>,
    /// The known files that are no longer there.
    pub gone: BTreeSet<String>,
    /// The known files that could not be reached; what is known of them is kept.
    pub unreachable: Vec<String>,
    gone_by_hash: HashMap<[u8; 32], String>,
}

/// What became of a file, once it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It is new.
    New,
    /// Its bytes changed.
    Changed,
    /// It was only touched.
    Touched,
    /// It is a known file under another name.
    Moved {
        /// The name it had.
        from: String,
    },
}

/// Compares what is there with what is known.
pub fn plan(listing: Listing, known: &BTreeMap<String, Known>) -> Plan {
    let there: HashSet<&str> = listing.found.iter().map(|found| found.path.as_str()).collect();
    let mut plan = Plan::default();
    for (path, document) in known {
        if there.contains(path.as_str()) {
            continue;
        }
        if listing.may_hold(path) {
            plan.unreachable.push(path.clone());
        } else {
            plan.gone_by_hash.insert(*document.hash.as_bytes(), path.clone());
            plan.gone.insert(path.clone());
        }
    }
    plan.unreachable.sort_unstable();
    for found in listing.found {
        match known.get(&found.path) {
            Some(document) if document.fingerprint == found.fingerprint => plan.unchanged += 1,
            _ => plan.look.push(found),
        }
    }
    plan
}

impl Plan {
    /// Tells what became of a file that was looked at; a move takes the old name off the list of those gone.
    pub fn judge(&mut self, path: &str, hash: blake3::Hash, known: &BTreeMap<String, Known>) -> Change {
        if let Some(document) = known.get(path) {
            return if document.hash == hash { Change::Touched } else { Change::Changed };
        }
        match self.gone_by_hash.remove(hash.as_bytes()) {
            Some(from) => {
                self.gone.remove(&from);
                Change::Moved { from }
            }
            None => Change::New,
        }
    }
}

#[cfg(test)]
mod tests {
    use memoro_core::chunker::Format;
    use memoro_core::document::{Collection, Tier};

    use super::super::{Part, Skip, Skipped};
    use super::*;

    fn print(modified: i64) -> Fingerprint {
        Fingerprint { modified, size: 3, inode: 7 }
    }

    fn found(path: &str, modified: i64) -> FoundDocument {
        FoundDocument {
            path: path.to_owned(),
            file: path.into(),
            collection: Collection::Memory,
            tier: Tier::Warm,
            part: Part::Whole,
            format: Format::Markdown,
            fingerprint: print(modified),
        }
    }

    fn known(rows: &[(&str, i64, &str)]) -> BTreeMap<String, Known> {
        let known = |(path, modified, text): &(&str, i64, &str)| {
            ((*path).to_owned(), Known { fingerprint: print(*modified), hash: blake3::hash(text.as_bytes()) })
        };
        rows.iter().map(known).collect()
    }

    fn listing(found: Vec<FoundDocument>) -> Listing {
        Listing { found, skipped: Vec::new() }
    }

    #[test]
    fn new_changed_touched_moved_and_gone_are_told_apart() {
        let known = known(&[
            ("same.md", 1, "s"),
            ("edit.md", 1, "old"),
            ("touch.md", 1, "t"),
            ("from.md", 1, "m"),
            ("gone.md", 1, "g"),
        ]);
        let there = vec![
            found("same.md", 1),
            found("edit.md", 2),
            found("touch.md", 2),
            found("to.md", 1),
            found("new.md", 1),
        ];
        let mut plan = plan(listing(there), &known);
        assert_eq!(plan.unchanged, 1);
        assert!(plan.gone.iter().eq(["from.md", "gone.md"]));
        let mut judge = |path: &str, text: &str| plan.judge(path, blake3::hash(text.as_bytes()), &known);
        assert_eq!(judge("edit.md", "new text"), Change::Changed);
        assert_eq!(judge("touch.md", "t"), Change::Touched);
        assert_eq!(judge("to.md", "m"), Change::Moved { from: "from.md".into() });
        assert_eq!(judge("new.md", "m"), Change::New);
        assert!(plan.gone.iter().eq(["gone.md"]));
    }

    #[test]
    fn what_lies_in_a_folder_that_cannot_be_read_is_not_gone() {
        let known = known(&[("memory/ลับ/a.md", 1, "a"), ("memory/b.md", 1, "b"), ("memory/ลับ2.md", 1, "c")]);
        let skipped = vec![Skipped {
            path: "memory/ลับ".into(),
            why: Skip::Unreadable("Permission denied".into()),
        }];
        let plan = plan(Listing { found: Vec::new(), skipped }, &known);
        assert_eq!(plan.unreachable, ["memory/ลับ/a.md"]);
        assert!(plan.gone.iter().eq(["memory/b.md", "memory/ลับ2.md"]));
    }
}

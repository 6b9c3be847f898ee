//! A page that a job has just replaced, while others wrote to it: what reached only the version before is put behind the
//! new one at once, not when somebody looks next. It is added in place, so that nobody is left with an old file again.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::time::Duration;

use super::{Found, Replaced, look, read_quietly, since_epoch, split_lines};
use crate::vault::files::error::VaultError;
use crate::vault::files::shown::is_same;
use crate::vault::files::{FileRead, VaultFiles, VaultLock, is_missing, stamp_of};

/// How long it is waited for who had the old version open and has not written yet.
const PAUSE: Duration = Duration::from_millis(20);
/// How often it is looked, at most.
const LOOKS: usize = 50;
/// How often a line is added anew while somebody changes the file.
const ATTEMPTS: usize = 100;

/// Returns the present moment, to name the versions that are replaced from then on.
pub(crate) fn moment() -> u128 {
    since_epoch().as_millis()
}

impl VaultFiles {
    /// Puts what others wrote into versions of a page that were replaced behind it, until nothing comes any more, and puts
    /// back what was put there since `begun` and an older copy has taken out.
    pub(crate) fn settle_late(
        &self,
        relative: &str,
        begun: u128,
        _lock: &VaultLock,
    ) -> Result<(), VaultError> {
        for _ in 0..LOOKS {
            std::thread::sleep(PAUSE);
            let mut still = true;
            for one in self.replaced()?.into_iter().filter(|one| one.relative == relative) {
                still &= self.take_behind(&one)?;
            }
            let taken =
                self.replaced()?.into_iter().filter(|one| one.relative == relative && one.at >= begun);
            let taken: Vec<Vec<u8>> = taken.flat_map(|one| one.taken()).collect();
            still &= self.put_back(relative, &taken)?;
            if still {
                break;
            }
        }
        Ok(())
    }

    /// Takes what is new in one replaced version; tells whether there was nothing.
    fn take_behind(&self, one: &Replaced) -> Result<bool, VaultError> {
        let stamp = match fs::metadata(&one.path) {
            Ok(found) => stamp_of(&found),
            Err(error) if is_missing(&error) => return Ok(true),
            Err(error) => return Err(VaultError::read(&one.path, error)),
        };
        if !one.is_touched(stamp) {
            return Ok(true);
        }
        match look(one, stamp)? {
            Found::More(more, size) => {
                let known = read_quietly(&one.path).unwrap_or_default();
                let known = known.get(..usize::try_from(one.size).unwrap_or(usize::MAX)).unwrap_or_default();
                self.add_behind(&one.relative, |now| self.not_yet(&one.relative, now, (known, &more)))?;
                self.noted(one, size, stamp)?;
            }
            // A line has no end yet.
            Found::Nothing => {}
            Found::Other(_) => _ = self.take_one(one)?,
        }
        Ok(false)
    }

    /// Puts back lines that were put behind a page and do not stand in it; tells whether all stood there.
    fn put_back(&self, relative: &str, taken: &[Vec<u8>]) -> Result<bool, VaultError> {
        let missing = |now: &[u8]| {
            let there: Vec<&[u8]> = split_lines(now).collect();
            let gone = taken.iter().filter(|line| !line.trim_ascii().is_empty());
            gone.filter(|line| !there.contains(&line.as_slice())).fold(Vec::new(), |mut all, line| {
                all.extend_from_slice(line);
                all.push(b'\n');
                all
            })
        };
        self.add_behind(relative, missing)
    }

    /// Returns the lines of `more` that a page does not hold yet. Whoever adds through an open file adds to one version alone;
    /// whoever saves a whole page may have saved them with it.
    fn not_yet(&self, relative: &str, now: &[u8], (known, more): (&[u8], &[u8])) -> Vec<u8> {
        if self.is_own_version(relative) {
            return more.to_vec();
        }
        let count = |bytes| {
            let mut counts: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
            split_lines(bytes).for_each(|line| *counts.entry(line.to_vec()).or_default() += 1);
            counts
        };
        let (mut there, known) = (count(now), count(known));
        let mut missing = Vec::new();
        for line in more.split_inclusive(|byte| *byte == b'\n') {
            let bare: Vec<u8> = split_lines(line).next().unwrap_or_default().to_vec();
            let before = known.get(&bare).copied().unwrap_or_default();
            match there.get_mut(&bare).filter(|count| **count > before) {
                Some(count) => *count -= 1,
                None => missing.extend_from_slice(line),
            }
        }
        missing
    }

    /// Tells whether a page is, as a file, the one that was written last, whatever was added to it.
    fn is_own_version(&self, relative: &str) -> bool {
        let there = self.resolved(relative).ok().and_then(|path| fs::metadata(path).ok());
        let names = self.second_names(relative);
        let mut held = names.iter().filter_map(|name| fs::metadata(name).ok());
        there.is_some_and(|there| held.any(|held| is_same(&held, &there)))
    }

    /// Adds to the end of a page, in place, what `more` says that it lacks; tells whether it lacked nothing.
    fn add_behind(&self, relative: &str, more: impl Fn(&[u8]) -> Vec<u8>) -> Result<bool, VaultError> {
        for _ in 0..ATTEMPTS {
            let read = self.read(relative)?;
            let lacking = more(read.as_ref().map(|read| read.bytes.as_slice()).unwrap_or_default());
            if lacking.is_empty() {
                return Ok(true);
            }
            let path = self.resolved(relative)?;
            let open = || fs::OpenOptions::new().append(true).open(&path).ok();
            let Some((read, mut file)) = read.and_then(|read| Some((read, open()?))) else {
                return self.append(relative, &lacking).map(|()| false);
            };
            let failed = |error| VaultError::write(&path, error);
            if !file.metadata().is_ok_and(|found| stamp_of(&found) == read.stamp) {
                continue;
            }
            file.write_all(&behind(&read, &lacking)).map_err(failed)?;
            file.sync_all().map_err(failed)?;
            // Who saves the page at this moment has made another of it.
            let same = file.metadata().ok().zip(fs::metadata(&path).ok());
            if same.is_some_and(|(file, there)| is_same(&file, &there)) {
                return Ok(false);
            }
        }
        Ok(false)
    }
}

/// Returns lines as they go behind a file: on lines of their own.
fn behind(read: &FileRead, lines: &[u8]) -> Vec<u8> {
    let open = read.bytes.last().is_some_and(|last| *last != b'\n');
    let mut bytes = if open { b"\n".to_vec() } else { Vec::new() };
    bytes.extend_from_slice(lines);
    if !bytes.ends_with(b"\n") {
        bytes.push(b'\n');
    }
    bytes
}

//! The record of a disk: every write, sync and name, and the states that a power cut could leave of them.
//!
//! The model is as unkind as a file system may be: what was not synced is lost, there or torn, sector by sector;
//! a new name is there only after its folder was synced, or while it is being synced; what stood before a sync
//! that failed is lost for good, whatever later syncs say.

use std::collections::{BTreeMap, HashMap};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

/// A file in the life of its inode.
type File = (u64, u32);

enum Step {
    Write { file: File, at: usize, bytes: Vec<u8> },
    Cut { file: File, size: usize },
    Begin { number: u64 },
    Synced { file: File, number: u64 },
    Failed { file: File, number: u64 },
    Names { folder: u64, number: u64, names: Names },
    Ack(String),
}

type Names = BTreeMap<String, (File, bool)>;

/// A pseudo-random sequence that is the same every time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap() % below.max(1)
    }
}

/// A recorded disk.
#[derive(Default)]
pub(crate) struct Recorded {
    root: u64,
    base: HashMap<File, Vec<u8>>,
    base_names: HashMap<u64, Names>,
    steps: Vec<Step>,
}

impl Recorded {
    /// Takes what lies in a folder as safe on the disk.
    pub(crate) fn of(root: &Path) -> Self {
        let mut recorded = Self { root: std::fs::metadata(root).unwrap().ino(), ..Self::default() };
        recorded.take_folder(root);
        recorded
    }

    fn take_folder(&mut self, folder: &Path) {
        let mut names = Names::new();
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let (inode, is_folder) = (entry.metadata().unwrap().ino(), entry.path().is_dir());
            names.insert(entry.file_name().into_string().unwrap(), ((inode, 0), is_folder));
            if is_folder {
                self.take_folder(&entry.path());
            } else {
                self.base.insert((inode, 0), std::fs::read(entry.path()).unwrap());
            }
        }
        self.base_names.insert(std::fs::metadata(folder).unwrap().ino(), names);
    }

    /// Reads what the shim wrote.
    pub(crate) fn read(&mut self, log: &[u8]) {
        let mut lives: HashMap<u64, u32> = HashMap::new();
        let mut rest = log;
        while let Some((head, tail)) = rest.split_at_checked(25) {
            let number = |at: usize| u64::from_le_bytes(head[at..at + 8].try_into().unwrap());
            let (inode, a, length) = (number(1), number(9), usize::try_from(number(17)).unwrap());
            let (data, tail) = tail.split_at(length);
            rest = tail;
            let life = lives.entry(inode).or_default();
            let file = (inode, *life);
            let at = usize::try_from(a).unwrap();
            self.steps.push(match head[0] {
                b'C' => {
                    *life += 1;
                    continue;
                }
                b'W' => Step::Write { file, at, bytes: data.to_vec() },
                b'T' => Step::Cut { file, size: at },
                b'b' => Step::Begin { number: a },
                b'e' => Step::Synced { file, number: a },
                b'x' => Step::Failed { file, number: a },
                b'D' => Step::Names { folder: inode, number: a, names: names(data, &lives) },
                b'A' => Step::Ack(String::from_utf8_lossy(data).into_owned()),
                other => panic!("{other}"),
            });
        }
    }

    /// Returns how many moments there are.
    pub(crate) fn moments(&self) -> usize {
        self.steps.len()
    }

    /// Writes what a power cut before a step could leave, and returns what had been acknowledged by then.
    pub(crate) fn cut_power(&self, moment: usize, dice: &mut Dice, into: &Path) -> String {
        let past = &self.steps[..moment];
        let mut begun: HashMap<u64, usize> = HashMap::new();
        let mut safe: HashMap<File, usize> = HashMap::new();
        let mut lost: HashMap<File, Vec<std::ops::Range<usize>>> = HashMap::new();
        let mut folders: HashMap<u64, (u64, &Names)> =
            self.base_names.iter().map(|(f, n)| (*f, (0, n))).collect();
        let mut acks = String::new();
        for (place, step) in past.iter().enumerate() {
            match step {
                Step::Begin { number } => drop(begun.insert(*number, place)),
                Step::Synced { file, number } => {
                    let until = begun[number];
                    let safe = safe.entry(*file).or_default();
                    *safe = until.max(*safe);
                }
                Step::Failed { file, number } => {
                    let from = safe.get(file).copied().unwrap_or_default();
                    lost.entry(*file).or_default().push(from..begun[number]);
                }
                Step::Names { folder, number, names } => newer(&mut folders, *folder, (*number, names)),
                Step::Ack(text) => acks.push_str(text),
                Step::Write { .. } | Step::Cut { .. } => {}
            }
        }
        for step in &self.steps[moment..] {
            // A folder that is being synced may already have its new names on the disk.
            if let Step::Names { folder, number, names } = step
                && begun.contains_key(number)
                && dice.roll(2) == 0
            {
                newer(&mut folders, *folder, (*number, names));
            }
        }
        let fate = |file: &File, place: usize| {
            if lost.get(file).is_some_and(|spans| spans.iter().any(|span| span.contains(&place))) {
                Fate::Lost
            } else if safe.get(file).is_some_and(|until| place < *until) {
                Fate::Safe
            } else {
                Fate::Open
            }
        };
        let images = self.images(past, &fate, dice);
        build(into, self.root, &folders, &images);
        acks
    }

    fn images(
        &self,
        past: &[Step],
        fate: &dyn Fn(&File, usize) -> Fate,
        dice: &mut Dice,
    ) -> HashMap<File, Vec<u8>> {
        let mut images = self.base.clone();
        // Most cuts lose everything that was under way; some keep a part.
        let keep = [0, 0, 1, 2][dice.roll(4)];
        for (place, step) in past.iter().enumerate() {
            let (Step::Write { file, .. } | Step::Cut { file, .. }) = step else { continue };
            let fate = fate(file, place);
            if fate == Fate::Lost || (fate == Fate::Open && dice.roll(3) >= keep) {
                continue;
            }
            let image = images.entry(*file).or_default();
            match step {
                Step::Write { at, bytes, .. } if fate == Fate::Safe => put(image, *at, bytes),
                Step::Write { at, bytes, .. } => tear(image, *at, bytes, dice),
                Step::Cut { size, .. } => image.resize(*size, 0),
                _ => {}
            }
        }
        images
    }
}

/// Takes the names that a sync saw, unless a sync that began later has ended before: what is on the disk stays there.
fn newer<'a>(folders: &mut HashMap<u64, (u64, &'a Names)>, folder: u64, seen: (u64, &'a Names)) {
    let known = folders.entry(folder).or_insert(seen);
    if known.0 < seen.0 {
        *known = seen;
    }
}

/// What a power cut does to a write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It was synced.
    Safe,
    /// It may be there, in part, or not.
    Open,
    /// The sync that should have kept it failed.
    Lost,
}

fn names(data: &[u8], lives: &HashMap<u64, u32>) -> Names {
    let text = String::from_utf8(data.to_vec()).unwrap();
    let entries = text.split_terminator('\0').map(|entry| {
        let mut parts = entry.splitn(3, ' ');
        let inode: u64 = parts.next().unwrap().parse().unwrap();
        let is_folder = parts.next().unwrap() == "d";
        (
            parts.next().unwrap().to_owned(),
            ((inode, lives.get(&inode).copied().unwrap_or_default()), is_folder),
        )
    });
    entries.collect()
}

fn put(image: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    if image.len() < at + bytes.len() {
        image.resize(at + bytes.len(), 0);
    }
    image[at..at + bytes.len()].copy_from_slice(bytes);
}

/// Puts some of the sectors of a write.
fn tear(image: &mut Vec<u8>, at: usize, bytes: &[u8], dice: &mut Dice) {
    const SECTOR: usize = 512;
    let whole = dice.roll(2) == 0;
    let mut done = 0;
    while done < bytes.len() {
        let next = (SECTOR - (at + done) % SECTOR).min(bytes.len() - done);
        if whole || dice.roll(2) == 0 {
            put(image, at + done, &bytes[done..done + next]);
        }
        done += next;
    }
}

fn build(into: &Path, folder: u64, folders: &HashMap<u64, (u64, &Names)>, images: &HashMap<File, Vec<u8>>) {
    std::fs::create_dir_all(into).unwrap();
    let Some((_, names)) = folders.get(&folder) else { return };
    for (name, (file, is_folder)) in *names {
        if *is_folder {
            build(&into.join(name), file.0, folders, images);
        } else if !name.ends_with("-shm") {
            let empty = Vec::new();
            std::fs::write(into.join(name), images.get(file).unwrap_or(&empty)).unwrap();
        }
    }
}

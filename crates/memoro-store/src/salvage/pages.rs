//! The pages of a store file as its last commit left them, read past SQLite: the file with its log laid over it.
//!
//! Only what the log proves by its checksums is taken from it, as SQLite does. Nothing is written.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::held::{open_beside, read_at};

/// The size of pages where nothing says otherwise.
const USUAL: usize = 4096;
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const LOG_HEAD: usize = 32;
const FRAME_HEAD: usize = 24;

/// The pages of a store file and its log.
pub(super) struct Pages {
    file: Arc<File>,
    log: Option<Arc<File>>,
    /// Where the newest committed version of a page lies in the log.
    logged: HashMap<u32, u64>,
    size: usize,
    /// The bytes of a page that hold content.
    usable: usize,
    count: u32,
}

impl Pages {
    /// Opens a store file, whatever state it is in.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = open_beside(path)?;
        let mut head = [0; 100];
        let whole = read_at(&file, &mut head, 0)? == head.len() && head.starts_with(MAGIC);
        let told = Some(usize::from(u16::from_be_bytes([head[16], head[17]]))).filter(|_| whole);
        let told = told.map(|size| if size == 1 { 65_536 } else { size }).filter(|size| is_size(*size));
        let log = open_beside(&beside(path, "-wal")).ok();
        let read = log.as_deref().and_then(read_log);
        let size = told.or(read.as_ref().map(|log| log.size)).unwrap_or(USUAL);
        let read = read.filter(|log| log.size == size);
        let pages = file.metadata()?.len().div_ceil(size as u64);
        let count = u32::try_from(pages).unwrap_or(u32::MAX).max(read.as_ref().map_or(0, |log| log.pages));
        let reserved = if whole { usize::from(head[20]) } else { 0 };
        let logged = read.map(|log| log.frames).unwrap_or_default();
        Ok(Self { file, log, logged, size, usable: size - reserved.min(64), count })
    }

    /// Returns how many pages there are; they are numbered from 1.
    pub(super) const fn count(&self) -> u32 {
        self.count
    }

    /// Returns how many bytes of a page hold content.
    pub(super) const fn usable(&self) -> usize {
        self.usable
    }

    /// Reads a page; `None` where there is none, or not all of it.
    pub(super) fn page(&self, number: u32) -> Option<Vec<u8>> {
        if number == 0 || number > self.count {
            return None;
        }
        let mut bytes = vec![0; self.size];
        let read = match (self.logged.get(&number), &self.log) {
            (Some(at), Some(log)) => read_at(log, &mut bytes, *at),
            _ => read_at(&self.file, &mut bytes, u64::from(number - 1) * self.size as u64),
        };
        (read.ok()? == self.size).then_some(bytes)
    }

    /// Returns the schema that the head of the file tells, if it is one.
    pub(super) fn schema(&self) -> Option<u32> {
        let first = self.page(1)?;
        first.starts_with(MAGIC).then(|| number(&first, 60))?
    }
}

fn beside(path: &Path, end: &str) -> std::path::PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Reads four bytes as a number.
pub(super) fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

const fn is_size(size: usize) -> bool {
    size.is_power_of_two() && size >= 512 && size <= 65_536
}

/// What a log holds.
struct Log {
    size: usize,
    pages: u32,
    frames: HashMap<u32, u64>,
}

/// Reads a log up to its last whole commit.
fn read_log(file: &File) -> Option<Log> {
    let mut head = [0; LOG_HEAD];
    if read_at(file, &mut head, 0).ok()? < LOG_HEAD {
        return None;
    }
    let magic = number(&head, 0)?;
    if magic & !1 != 0x377F_0682 {
        return None;
    }
    let size = usize::try_from(number(&head, 8)?).ok().filter(|size| is_size(*size))?;
    let big = magic & 1 == 1;
    let mut sum = checksum((0, 0), head.get(..24)?, big);
    if (Some(sum.0), Some(sum.1)) != (number(&head, 24), number(&head, 28)) {
        return None;
    }
    let mut log = Log { size, pages: 0, frames: HashMap::new() };
    let (mut waiting, mut at) = (Vec::new(), LOG_HEAD as u64);
    let mut frame = vec![0; FRAME_HEAD + size];
    while read_at(file, &mut frame, at).ok()? == frame.len() {
        let (start, page) = frame.split_at(FRAME_HEAD);
        sum = checksum(checksum(sum, start.get(..8)?, big), page, big);
        let same_salt = start.get(8..16) == head.get(16..24);
        if !same_salt || (Some(sum.0), Some(sum.1)) != (number(start, 16), number(start, 20)) {
            break;
        }
        waiting.push((number(start, 0)?, at + FRAME_HEAD as u64));
        let committed = number(start, 4)?;
        if committed > 0 {
            log.pages = committed;
            log.frames.extend(waiting.drain(..));
        }
        at += frame.len() as u64;
    }
    Some(log)
}

/// Goes on with the checksum of a log.
fn checksum((mut one, mut two): (u32, u32), bytes: &[u8], big: bool) -> (u32, u32) {
    let word = |bytes: [u8; 4]| if big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) };
    let (pairs, _) = bytes.as_chunks::<8>();
    for [a, b, c, d, e, f, g, h] in pairs {
        one = one.wrapping_add(word([*a, *b, *c, *d])).wrapping_add(two);
        two = two.wrapping_add(word([*e, *f, *g, *h])).wrapping_add(one);
    }
    (one, two)
}

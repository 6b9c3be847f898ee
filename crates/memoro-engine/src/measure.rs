//! Two measurements for the owner of a machine: how well their own memories are found, and how fast search is here.
//! Neither counts as use, and the second leaves nothing behind.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use memoro_core::MemoryId;
use memoro_core::text::{Term, tokenize};
use memoro_store::{Filter, searched_text};

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::eval::Scratch;
use crate::index::How;
use crate::recall::{Look, Recall};
use crate::settings::Settings;
use crate::workspace::Workspace;

/// How many memories are asked for at most.
const MEMORIES: usize = 200;

/// How many of a memory's words make its question.
const WORDS: usize = 4;

/// How many questions a benchmark asks.
const QUESTIONS: usize = 500;

/// How many chunks one generated file holds.
const SECTIONS: usize = 100;

/// How long answers took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Latency {
    /// Half of them took no longer.
    pub p50: Duration,
    /// Nineteen of twenty took no longer.
    pub p95: Duration,
}

impl Latency {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let at = |share: usize| times.get((times.len() * share / 100).min(times.len().saturating_sub(1)));
        Self { p50: at(50).copied().unwrap_or_default(), p95: at(95).copied().unwrap_or_default() }
    }
}

/// How well the memories of a workspace are found by a few of their own words.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Own {
    /// How many were asked for.
    pub questions: usize,
    /// The share that came first.
    pub first: f64,
    /// The share among the first five.
    pub among_five: f64,
    /// How long the answers took.
    pub latency: Latency,
    /// Those that were not among the first five, with their questions.
    pub missed: Vec<(MemoryId, String)>,
}

/// How fast this machine indexes and answers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Bench {
    /// Chunks in the index.
    pub chunks: u64,
    /// Bytes of text.
    pub text_bytes: u64,
    /// Bytes of the store.
    pub store_bytes: u64,
    /// How long indexing took.
    pub indexing: Duration,
    /// Questions asked.
    pub questions: usize,
    /// How long the first answer took, with nothing in memory.
    pub cold: Duration,
    /// How long the others took.
    pub latency: Latency,
    /// The memory of the process at its greatest, where the system tells.
    pub peak_memory: Option<u64>,
}

impl Workspace {
    /// Asks for the newest memories by their rarest words and tells how well they are found.
    pub fn measure_own(&self, caller: &Caller, mut progress: impl FnMut(usize, usize)) -> Result<Own> {
        let recall = Recall { limit: 5, ..Recall::new("") };
        let scopes = self.visible_scopes(&recall)?;
        let filter = Filter { now: caller.now, scopes, limit: Some(MEMORIES), ..Filter::default() };
        let texts: Vec<(MemoryId, String)> = self
            .store
            .list(&filter)?
            .into_iter()
            .map(|stored| (stored.memory.id.clone(), searched_text(&stored.memory)))
            .collect();
        let mut common: HashMap<Term, usize> = HashMap::new();
        texts
            .iter()
            .flat_map(|(_, text)| words(text))
            .for_each(|(term, _)| *common.entry(term).or_default() += 1);
        let (mut times, mut first, mut five, mut missed) = (Vec::new(), 0, 0, Vec::new());
        for (n, (id, text)) in texts.iter().enumerate() {
            let query = question(text, &common);
            let request = Recall { query: query.clone(), ..recall.clone() };
            let start = Instant::now();
            let answer = self.answer(&request, caller, Look::Own)?;
            times.push(start.elapsed());
            match answer.hits.iter().position(|hit| hit.memory.as_ref() == Some(id)) {
                Some(rank) => (first, five) = (first + usize::from(rank == 0), five + 1),
                None => missed.push((id.clone(), query)),
            }
            progress(n + 1, texts.len());
        }
        let (questions, latency) = (texts.len(), Latency::of(times));
        Ok(Own {
            questions,
            first: share(first, questions),
            among_five: share(five, questions),
            latency,
            missed,
        })
    }
}

fn share(part: usize, all: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most a few hundred")]
    let share = part as f64 / all.max(1) as f64;
    share
}

/// Returns the words of a text, each once, with the stretch that each stands for.
fn words(text: &str) -> Vec<(Term, String)> {
    let mut found: Vec<(Term, String)> = Vec::new();
    tokenize(text, &mut |token| {
        let term = token.term();
        if token.is_indexed() && !found.iter().any(|(known, _)| *known == term) {
            found.extend(text.get(token.start..token.end).map(|word| (term, word.to_owned())));
        }
    });
    found
}

/// Makes a question of the words that fewest other memories have, in their order.
fn question(text: &str, common: &HashMap<Term, usize>) -> String {
    let words = words(text);
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_by_key(|at| common.get(&words[*at].0).copied().unwrap_or_default());
    order.truncate(WORDS);
    order.sort_unstable();
    order.into_iter().map(|at| words[at].1.as_str()).collect::<Vec<_>>().join(" ")
}

impl Bench {
    /// Indexes generated text in a temporary workspace and asks it questions.
    pub fn run(chunks: usize, caller: &Caller, mut progress: impl FnMut(&str, usize, usize)) -> Result<Self> {
        let scratch = Scratch::new(caller)?;
        let workspace = Workspace::init(&scratch.folder, Settings::default(), caller)?;
        let mut text = Generator(0x9E37_79B9_7F4A_7C15);
        let (files, mut text_bytes) = (chunks.div_ceil(SECTIONS).max(1), 0);
        for file in 0..files {
            let sections = SECTIONS.min(chunks.saturating_sub(file * SECTIONS)).max(1);
            let content = text.file(sections);
            text_bytes += content.len() as u64;
            let path = scratch.folder.join(format!("notes-{file:05}.md"));
            std::fs::write(&path, content).map_err(EngineError::file(&path))?;
            progress("writing", file + 1, files);
        }
        let start = Instant::now();
        let done =
            workspace.index(How::Changes, caller, &mut |step| progress("indexing", step.done, step.total))?;
        let indexing = start.elapsed();
        let (mut times, mut cold) = (Vec::new(), Duration::ZERO);
        for n in 0..=QUESTIONS {
            let request = Recall::new(text.sentence(n % 5, 8));
            let start = Instant::now();
            workspace.recall(&request, caller)?;
            if n == 0 {
                cold = start.elapsed();
            } else {
                times.push(start.elapsed());
            }
            progress("asking", n, QUESTIONS);
        }
        Ok(Self {
            chunks: done.chunks,
            text_bytes,
            store_bytes: workspace.store.bytes(),
            indexing,
            questions: QUESTIONS,
            cold,
            latency: Latency::of(times),
            peak_memory: peak_memory(),
        })
    }
}

/// Reads from the system how much memory the process had at most.
pub(crate) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// Makes text of three languages whose words are as unevenly common as real ones; always the same.
pub(crate) struct Generator(pub(crate) u64);

impl Generator {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }

    /// Draws the rank of a word: half of all words are among few.
    fn rank(&mut self) -> u64 {
        let size = 1 << (2 + self.next(12));
        self.next(size)
    }

    /// Writes words of a language: of five numbers three are English, one Thai, one Chinese.
    pub(crate) fn sentence(&mut self, language: usize, words: usize) -> String {
        let mut text = String::new();
        for _ in 0..words {
            let rank = self.rank();
            match language {
                0..=2 => spell(&mut text, rank, &["ka", "lo", "mi", "ter", "sun", "ped", "ra", "vin"], " "),
                3 => spell(&mut text, rank, &["กา", "ดี", "มือ", "นก", "ฟ้า", "ลม", "ทะ", "เล"], ""),
                _ => spell(&mut text, rank, &["山", "水", "书", "电", "明", "高", "城", "路"], ""),
            }
        }
        text
    }

    fn file(&mut self, sections: usize) -> String {
        let mut text = String::new();
        for section in 0..sections {
            let language = usize::try_from(self.next(5)).unwrap_or_default();
            let body = self.sentence(language, 60);
            // Writing into a string cannot fail.
            let _ = write!(text, "# {section}\n\n{body}\n\n");
        }
        text
    }
}

/// Spells a number in syllables, so that each number is one word.
fn spell(text: &mut String, mut rank: u64, syllables: &[&str; 8], end: &str) {
    loop {
        text.push_str(syllables[usize::try_from(rank % 8).unwrap_or_default()]);
        rank /= 8;
        if rank == 0 {
            break;
        }
    }
    text.push_str(end);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::remember::Remember;

    #[test]
    fn own_memories_are_found_by_their_rarest_words_in_each_language() {
        let folder = tempfile::tempdir().unwrap();
        let caller = Caller::user("2026-11-15T09:00:00Z".parse().unwrap());
        let workspace = Workspace::init(folder.path(), Settings::default(), &caller).unwrap();
        for text in [
            "The staging database is rebuilt every Sunday night",
            "The staging server moved to Frankfurt",
            "ฐานข้อมูลสำรองอยู่ที่เชียงใหม่",
            "每周五下午部署到生产环境",
        ] {
            workspace.remember(&Remember { text: text.into(), ..Remember::default() }, &caller).unwrap();
        }
        let own = workspace.measure_own(&caller, |_, _| {}).unwrap();
        assert_eq!((own.questions, own.missed.len()), (4, 0), "{own:?}");
        assert!((own.among_five - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_benchmark_counts_what_it_made_and_leaves_nothing_behind() {
        let caller = Caller::user("2026-11-15T09:00:00Z".parse().unwrap());
        let bench = Bench::run(120, &caller, |_, _, _| {}).unwrap();
        assert_eq!(bench.chunks, 120, "{bench:?}");
        assert!(bench.latency.p50 <= bench.latency.p95 && bench.text_bytes > 10_000);
    }

    #[test]
    fn half_and_nearly_all_of_the_times_are_told() {
        let times = (1..=100).map(Duration::from_millis).collect();
        let latency = Latency::of(times);
        assert_eq!((latency.p50.as_millis(), latency.p95.as_millis()), (51, 96));
        assert_eq!(Latency::of(Vec::new()), Latency::default());
    }
}

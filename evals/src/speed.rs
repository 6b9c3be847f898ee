//! Times ranking alone on made-up text: 60 % English, 20 % Thai, 20 % Chinese, words by Zipf's law.

use memoro_core::fusion::{
    ChunkMeta, Columns, Corpus, NO_DAY, Posting, Ranker, Request, Role, Speakers, Totals,
};
use memoro_core::query::{Query, Today};
use memoro_core::text::{Profile, Term};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// A generator of numbers that is the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A word number by Zipf's law over `n` words.
    fn zipf(&mut self, n: f64) -> u64 {
        #[allow(clippy::cast_precision_loss, reason = "a fraction of one")]
        let unit = (self.roll() >> 11) as f64 / (1u64 << 53) as f64;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a word number")]
        let word = n.powf(unit) as u64;
        word
    }
}

fn word(number: u64, language: u64) -> String {
    let mut dice = Dice(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    dice.roll();
    let pick = |dice: &mut Dice, from: u32, n: u64| {
        char::from_u32(from + u32::try_from(dice.roll() % n).unwrap_or(0)).unwrap_or('a')
    };
    match language {
        0..=5 => (0..4 + dice.roll() % 5).map(|_| pick(&mut dice, 'a' as u32, 26)).collect::<String>() + " ",
        6 | 7 => (0..3 + dice.roll() % 3).map(|_| pick(&mut dice, 'ก' as u32, 44)).collect(),
        _ => (0..2).map(|_| pick(&mut dice, '一' as u32, 3000)).collect(),
    }
}

fn text(dice: &mut Dice, words: usize) -> String {
    let language = dice.roll() % 10;
    (0..words).map(|_| word(dice.zipf(50_000.0), language)).collect()
}

struct Made {
    metas: Vec<ChunkMeta>,
    lengths: Vec<u16>,
    group_of: Vec<u32>,
    postings: HashMap<Term, Vec<Posting>>,
    group_tokens: Vec<u32>,
    speakers: Speakers,
    totals: Totals,
}

impl Corpus for Made {
    fn metas(&self) -> &[ChunkMeta] {
        &self.metas
    }

    fn columns(&self) -> Columns<'_> {
        Columns { lengths: &self.lengths, groups: &self.group_of }
    }

    fn postings(&self, term: Term, visit: &mut dyn FnMut(&[Posting])) {
        if let Some(postings) = self.postings.get(&term) {
            visit(postings);
        }
    }

    fn visible(&self) -> Option<&[u64]> {
        None
    }

    fn totals(&self) -> Totals {
        self.totals
    }

    fn groups(&self) -> u32 {
        u32::try_from(self.group_tokens.len()).unwrap_or(u32::MAX)
    }

    fn group_tokens(&self, group: u32) -> u32 {
        self.group_tokens[group as usize]
    }

    fn speakers(&self) -> &Speakers {
        &self.speakers
    }
}

fn make(chunks: usize) -> Made {
    let mut dice = Dice(42);
    let mut made = Made {
        metas: Vec::new(),
        lengths: Vec::new(),
        group_of: Vec::new(),
        postings: HashMap::new(),
        group_tokens: vec![0; 1000],
        speakers: Speakers::default(),
        totals: Totals::default(),
    };
    for slot in 0..chunks {
        let group = slot * 1000 / chunks;
        let (profile, terms) = Profile::of(&text(&mut dice, 100));
        for (term, tf) in terms {
            made.postings
                .entry(term)
                .or_default()
                .push(Posting { slot: u32::try_from(slot).unwrap_or(0), tf });
        }
        made.group_tokens[group] += u32::from(profile.len);
        let place = |n: usize| u32::try_from(n).unwrap_or(0);
        made.metas.push(ChunkMeta {
            group: place(group),
            ordinal: place(slot),
            speaker: 0,
            day: NO_DAY,
            profile,
            role: Role::Other,
        });
    }
    made.lengths = made.metas.iter().map(|m| m.profile.len).collect();
    made.group_of = made.metas.iter().map(|m| m.group).collect();
    made.totals = Totals::count(&made.metas, None);
    made
}

/// Asks 300 questions of eight words, each seven times, and prints the middle and the 95th of the best times: what
/// else runs on the machine counts little so.
pub(crate) fn run(chunks: usize) {
    let made = make(chunks);
    let mut dice = Dice(7);
    let mut ranker = Ranker::default();
    let (mut ranking, mut analysis) = (Vec::new(), Vec::new());
    let mut postings = 0;
    #[allow(clippy::cast_precision_loss, reason = "made-up cosines")]
    let cosines: Vec<f32> = (0..chunks).map(|_| (dice.roll() % 1000) as f32 / 2000.0).collect();
    for _ in 0..300 {
        let question = text(&mut dice, 8);
        let query = Query::analyse(&question, Today::new(2026, 11, 15));
        query.terms.iter().for_each(|t| made.postings(t.term, &mut |b| postings += b.len()));
        analysis.push(best_of_seven(|| Query::analyse(&question, Today::new(2026, 11, 15)).terms.len()));
        ranking.push(best_of_seven(|| ranker.rank(&made, &Request::new(&query, Some(&cosines))).len()));
    }
    ranking.sort_unstable();
    analysis.sort_unstable();
    println!(
        "{chunks} chunks, {} postings a question: ranking p50 {:?}, p95 {:?}; analysis p50 {:?}",
        postings / 300,
        ranking[150],
        ranking[285],
        analysis[150]
    );
}

fn best_of_seven(mut work: impl FnMut() -> usize) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..7 {
        let start = Instant::now();
        std::hint::black_box(work());
        best = best.min(start.elapsed());
    }
    best
}

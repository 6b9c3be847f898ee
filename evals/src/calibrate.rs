//! Fits the map from raw sums to scores, how likely a hit is right, and shows how well scores hold on each set and in
//! each language. Every question is asked of the whole store, of small parts of it, and of parts without an answer.

use crate::measure::{Bench, Mode, ranked_in};
use crate::naming;
use crate::reliable::{self, Fit, Seen};
use crate::store::{Asked, Filter};
use memoro_core::fusion::{Field, Ranker, Standing, Weights};
use memoro_embed::LocalModel;
use std::collections::BTreeSet;

/// Only the first hits of each question are looked at, and of a word some of those behind.
const DEPTH: usize = 6;
const BEHIND: [usize; 4] = [9, 19, 39, 79];
/// About how many questions of a set are asked.
const QUESTIONS: usize = 120;
/// About how many chunks the small stores have, beside those with the answer.
const SIZES: [u32; 2] = [6, 60];

/// Fits each way of searching, with and without each family, and prints what came of it.
pub(crate) fn run(benches: &[Bench], weights: &Weights, model: &LocalModel) {
    let labelled: Vec<&Bench> = benches.iter().filter(|b| b.family != "cross").collect();
    let named: Vec<(&Bench, Vec<Asked>)> =
        labelled.iter().filter(|b| b.family != "mixed").map(|b| (*b, naming::named(b, model))).collect();
    let elsewhere: Vec<(&Bench, Vec<Asked>)> = benches
        .iter()
        .filter(|b| b.family != "mixed")
        .map(|b| (b, naming::elsewhere(b, benches, model)))
        .collect();
    for mode in [Mode::Hybrid, Mode::Lexical, Mode::Vector] {
        // Across scripts words tell nothing.
        let used = benches.iter().filter(|b| mode != Mode::Lexical || b.family != "cross");
        let mut seen: Vec<Seen> = used.flat_map(|b| look(b, mode, weights)).collect();
        for (family, sets) in [("naming", &named), ("elsewhere", &elsewhere)] {
            seen.extend(sets.iter().flat_map(|(b, asked)| look_at(b, (family, asked), mode, weights)));
        }
        let all = Fit::of(&seen, None);
        println!("\n{mode:?}: {all}");
        println!("{:12} {:>8} {:>8} {:>8}  log loss of a hit", "family", "shipped", "fitted", "left out");
        let families: BTreeSet<&str> = seen.iter().map(|s| s.family).collect();
        for family in families {
            let without = Fit::of(&seen, Some(family));
            let own: Vec<&Seen> = seen.iter().filter(|s| s.family == family).collect();
            let [shipped, fitted, left_out] = [
                reliable::loss(&own, |s| s.score),
                reliable::loss(&own, |s| all.score(s)),
                reliable::loss(&own, |s| without.score(s)),
            ];
            println!("{family:12} {shipped:8.3} {fitted:8.3} {left_out:8.3}");
        }
        reliable::tables(&seen);
    }
}

fn look(bench: &Bench, mode: Mode, weights: &Weights) -> Vec<Seen> {
    let mut ranker = Ranker::with_weights(*weights);
    let mut seen = Vec::new();
    let step = (bench.asked.len() / QUESTIONS).max(1);
    for (number, asked) in (0u64..).zip(&bench.asked).step_by(step) {
        for (answered, filter) in stores(bench, asked, number) {
            let right = |slot: usize| asked.relevant.contains(&bench.set.docs[slot]);
            let one = One { bench, asked, family: bench.family, answered };
            seen.extend(one.hits((mode, &filter), &mut ranker, right));
        }
    }
    seen
}

/// Looks at questions that nobody labelled.
fn look_at(
    bench: &Bench,
    (family, all): (&'static str, &[Asked]),
    mode: Mode,
    weights: &Weights,
) -> Vec<Seen> {
    let mut ranker = Ranker::with_weights(*weights);
    let mut seen = Vec::new();
    for (number, asked) in (0u64..).zip(all) {
        for (answered, filter) in stores(bench, asked, number) {
            let right = |slot: usize| {
                family == "naming" && bench.set.holds(&asked.query, u32::try_from(slot).unwrap_or(u32::MAX))
            };
            let one = One { bench, asked, family, answered: answered && family == "naming" };
            seen.extend(one.hits((mode, &filter), &mut ranker, right));
        }
    }
    seen
}

/// One question of one store.
struct One<'a> {
    bench: &'a Bench,
    asked: &'a Asked,
    family: &'static str,
    answered: bool,
}

impl One<'_> {
    fn hits(
        &self,
        (mode, filter): (Mode, &Filter),
        ranker: &mut Ranker,
        right: impl Fn(usize) -> bool,
    ) -> Vec<Seen> {
        let (bench, asked) = (self.bench, self.asked);
        let hits = ranked_in(bench, asked, (mode, filter), ranker);
        let field = Field::of(hits.iter().map(|h| h.signals.timeless()));
        let deep = |rank: usize| rank < DEPTH || (self.family == "naming" && BEHIND.contains(&rank));
        let looked_at = hits.iter().enumerate().filter(|(rank, _)| deep(*rank));
        looked_at
            .map(|(rank, hit)| {
                let slot = hit.slot as usize;
                let standing = Standing {
                    total: hit.signals.timeless(),
                    cosine: if mode == Mode::Lexical { 0.0 } else { asked.cosines[slot] },
                    foreign: !bench.set.metas[slot].scripts().shares_letters(asked.query.scripts),
                    is_first: rank == 0,
                    cover: hit.signals.cover,
                    words: asked.query.words,
                };
                Seen {
                    parts: standing.parts(&field).map(f64::from),
                    score: f64::from(hit.score),
                    right: right(slot),
                    answered: self.answered,
                    rank,
                    family: self.family,
                    set: if self.family == bench.family {
                        bench.name.clone()
                    } else {
                        format!("{} {}", self.family, bench.name)
                    },
                }
            })
            .collect()
    }
}

/// The stores that a question is asked of, and whether they hold an answer.
fn stores(bench: &Bench, asked: &Asked, seed: u64) -> Vec<(bool, Filter)> {
    let whole = &bench.filters[asked.filter];
    let metas = &bench.set.metas;
    let with = metas.iter().zip(&bench.set.docs).filter(|(_, doc)| asked.relevant.contains(doc));
    let own: BTreeSet<u32> = with.map(|(meta, _)| meta.group).collect();
    let mut stores = vec![
        (true, bench.set.only(whole, |_| true)),
        (false, bench.set.only(whole, |group| !own.contains(&group))),
    ];
    for size in SIZES {
        let others = some_groups(bench, whole, (&own, seed), size);
        stores.push((true, bench.set.only(whole, |group| own.contains(&group) || others.contains(&group))));
        stores.push((false, bench.set.only(whole, |group| others.contains(&group))));
    }
    stores
}

/// Groups by chance that hold about `size` chunks, none of them the question's own.
fn some_groups(
    bench: &Bench,
    whole: &Filter,
    (own, seed): (&BTreeSet<u32>, u64),
    size: u32,
) -> BTreeSet<u32> {
    let mut order: Vec<(u64, u32)> = Vec::new();
    for (slot, meta) in bench.set.metas.iter().enumerate() {
        if whole.shows(slot) && !own.contains(&meta.group) {
            let mut mixed = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(meta.group);
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            order.push((mixed ^ (mixed >> 27), meta.group));
        }
    }
    order.sort_unstable();
    order.into_iter().take(size as usize).map(|(_, group)| group).collect()
}

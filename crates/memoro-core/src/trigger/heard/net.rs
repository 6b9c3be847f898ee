//! The network that reads a message as a whole: what is wanted of memory, which slot it is about, and which words are the
//! value and the thing. It was learned by `model/say/learn.py` on the vectors of the embedded model; the numbers are data.

use std::ops::Range;
use std::sync::LazyLock;

use super::Cut;
use super::sight::{SEEN, sights};
use super::words::{CLASSES, Classes, classes_in};
use crate::net::coarse::{Bytes, Coarse, Inputs};
use crate::net::{DIMS, shares};
use crate::text::{is_han, is_thai};
use crate::trigger::Intent;

/// The weights, one layer after the other.
static WEIGHTS: &[u8] = include_bytes!("ear.i8");
/// The weights as layers.
static NET: LazyLock<Net> = LazyLock::new(|| Net::open(&mut Bytes::of(WEIGHTS)));

/// The pieces of a message that are read.
pub(super) const MOST: usize = 64;
/// The width of what is made of a piece.
const WIDTH: usize = 128;
/// The width of what is made of the whole.
const WHOLE: usize = 256;
/// How far away the pieces stand with which each is read, round by round.
const ROUNDS: [usize; 3] = [1, 2, 4];
/// Outside, first and further word of the value, first and further word of the thing.
const TAGS: usize = 5;

/// What may be wanted, in the order of the numbers.
const INTENTS: [Intent; 8] = [
    Intent::None,
    Intent::Remember,
    Intent::SetPreference,
    Intent::Update,
    Intent::Forget,
    Intent::Show,
    Intent::Confirm,
    Intent::Reject,
];

/// The slots in the order of the numbers; families whose rest is free stand without it.
static SLOTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| include_str!("slots.txt").lines().collect());

/// Tells whether a key is one of the slots that the network knows.
pub(super) fn has_slot(key: &str) -> bool {
    SLOTS.contains(&key)
}

/// Returns a slot as the network names it.
pub(super) fn slot_named(key: &str) -> Option<&'static str> {
    SLOTS.iter().copied().find(|slot| *slot == key)
}

/// What was heard in a message.
#[derive(Debug, Clone)]
pub(super) struct Heard {
    /// What is most likely wanted, if anything is.
    pub(super) intent: Intent,
    /// How likely it is that anything is wanted.
    pub(super) sure: f64,
    /// The slot that it is most likely about.
    pub(super) slot: &'static str,
    /// How likely that slot is.
    pub(super) sure_of_slot: f64,
    /// The bytes of the value, where words for it stand out.
    pub(super) value: Option<Range<usize>>,
    /// The bytes that name the thing, where words for it stand out.
    pub(super) thing: Option<Range<usize>>,
}

struct Net {
    piece: Coarse,
    sight: Vec<f32>,
    rounds: Vec<Coarse>,
    whole: Coarse,
    intent: Coarse,
    about: Coarse,
    slot: Coarse,
    tagged: Coarse,
    context: Coarse,
    tag: Coarse,
}

impl Net {
    fn open(bytes: &mut Bytes) -> Self {
        Self {
            piece: bytes.layer(DIMS, WIDTH),
            sight: bytes.numbers((SEEN + CLASSES) * WIDTH),
            rounds: ROUNDS.iter().map(|_| bytes.layer(3 * WIDTH, WIDTH)).collect(),
            whole: bytes.layer(2 * WIDTH + CLASSES, WHOLE),
            intent: bytes.layer(WHOLE + DIMS + CLASSES, INTENTS.len()),
            about: bytes.layer(WIDTH, WHOLE),
            slot: bytes.layer(2 * WHOLE + DIMS, SLOTS.len()),
            tagged: bytes.layer(WIDTH, WIDTH),
            context: bytes.layer(WHOLE, WIDTH),
            tag: bytes.layer(WIDTH, TAGS),
        }
    }

    /// Reads each piece, and then again and again with others before and behind it.
    fn made(&self, rows: &[f32], sights: impl Iterator<Item = u32>) -> Vec<f32> {
        let mut made = self.piece.apply(&Inputs::of(rows, DIMS));
        for (piece, bits) in made.chunks_exact_mut(WIDTH).zip(sights) {
            for at in (0..SEEN + CLASSES).filter(|at| bits & 1 << at != 0) {
                let seen = self.sight.get(at * WIDTH..).unwrap_or_default();
                piece.iter_mut().zip(seen).for_each(|(x, seen)| *x += seen);
            }
            for x in piece {
                *x = x.max(0.0);
            }
        }
        for (round, away) in self.rounds.iter().zip(ROUNDS) {
            let added = round.apply(&Inputs::of(&made, WIDTH).beside(away));
            made.iter_mut().zip(added).for_each(|(x, added)| *x += added.max(0.0));
        }
        made
    }
}

/// Reads the pieces of a message; `None` for an empty one.
pub(super) fn read(cuts: &[Cut], text: &str) -> Option<Reading> {
    let cuts = cuts.get(..cuts.len().min(MOST)).filter(|cuts| !cuts.is_empty())?;
    let net = &*NET;
    let classes = Classes::of(text);
    let mut rows = vec![0.0_f32; cuts.len() * DIMS];
    for (row, cut) in rows.chunks_exact_mut(DIMS).zip(cuts) {
        row.iter_mut().zip(&cut.row).for_each(|(to, x)| *to = *x);
    }
    let bits =
        sights(cuts, text).zip(cuts).map(|(seen, cut)| seen | classes.within(cut.span.clone()) << SEEN);
    let made = net.made(&rows, bits);
    let mut pooled = highest(&made, WIDTH);
    pooled.extend(sum(&made, WIDTH));
    let mut told = [0.0_f32; CLASSES];
    for class in classes_in(classes.all()) {
        told.get_mut(class).into_iter().for_each(|class| *class = 1.0);
    }
    pooled.extend(told);
    let whole = net.whole.positive(&pooled);
    let mean = sum(&rows, DIMS);
    let wanted = shares(net.intent.apply_to(&[whole.as_slice(), &mean, &told].concat()).into_iter());
    let sure = 1.0 - wanted.first()?;
    let (intent, _) = best(INTENTS.iter().zip(&wanted).skip(1).map(|(intent, share)| (*intent, *share)))?;
    Some(Reading { intent, sure, made, whole, mean })
}

/// What was read in a message before its slot and its words are looked for.
pub(super) struct Reading {
    /// What is most likely wanted, if anything is.
    pub(super) intent: Intent,
    /// How likely it is that anything is wanted.
    pub(super) sure: f64,
    made: Vec<f32>,
    whole: Vec<f32>,
    mean: Vec<f32>,
}

impl Reading {
    /// Finds the slot and the words.
    pub(super) fn heard(&self, cuts: &[Cut], text: &str) -> Option<Heard> {
        let net = &*NET;
        let made = Inputs::of(&self.made, WIDTH);
        let about = highest(&net.about.apply(&made), WHOLE);
        let slots =
            shares(net.slot.apply_to(&[about.as_slice(), &self.whole, &self.mean].concat()).into_iter());
        let (slot, sure_of_slot) = best(SLOTS.iter().zip(&slots).map(|(slot, share)| (*slot, *share)))?;
        let context = net.context.apply_to(&self.whole);
        let mut tagged = net.tagged.apply(&made);
        for piece in tagged.chunks_exact_mut(WIDTH) {
            piece.iter_mut().zip(&context).for_each(|(x, whole)| *x = (*x + whole).max(0.0));
        }
        let tags = net.tag.apply(&Inputs::of(&tagged, WIDTH));
        let tags: Vec<Vec<f64>> = tags.chunks_exact(TAGS).map(|tags| shares(tags.iter().copied())).collect();
        let joins = |at: usize| {
            let word = cuts.get(at).filter(|cut| !cut.begins).and_then(|cut| text.get(cut.span.clone()));
            word.is_some_and(|word| word.chars().all(|c| is_thai(c) || is_han(c)))
        };
        let words = |first: usize| stretch(&tags, first, joins).and_then(|range| covered(cuts, range));
        let (intent, sure) = (self.intent, self.sure);
        Some(Heard { intent, sure, slot, sure_of_slot, value: words(1), thing: words(3) })
    }
}

/// Sums rows of a width, over the root of how many they are.
fn sum(rows: &[f32], width: usize) -> Vec<f32> {
    #[expect(clippy::cast_precision_loss, reason = "few pieces")]
    let root = ((rows.len() / width) as f32).sqrt();
    let mut sum = vec![0.0_f32; width];
    for row in rows.chunks_exact(width) {
        sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += x / root);
    }
    sum
}

/// Returns the highest of rows of a width, number by number; nothing is below 0.
fn highest(rows: &[f32], width: usize) -> Vec<f32> {
    let mut highest = vec![0.0_f32; width];
    for row in rows.chunks_exact(width) {
        highest.iter_mut().zip(row).for_each(|(highest, x)| *highest = highest.max(*x));
    }
    highest
}

fn best<T>(all: impl Iterator<Item = (T, f64)>) -> Option<(T, f64)> {
    all.max_by(|a, b| a.1.total_cmp(&b.1))
}

/// From here on a piece that hangs on to the value is part of it.
const DOUBTFUL: f64 = 0.25;

/// Returns the stretch of pieces that most likely bears a tag, where some do.
fn stretch(tags: &[Vec<f64>], first: usize, joins: impl Fn(usize) -> bool) -> Option<Range<usize>> {
    const LEAST: f64 = 1e-6;
    let (mut found, mut highest) = (None, 0.0);
    let (mut run, mut start) = (0.0, 0);
    for (at, shares) in tags.iter().enumerate() {
        let inside: f64 = shares.iter().skip(first).take(2).sum();
        if run <= 0.0 {
            (run, start) = (0.0, at);
        }
        run += (inside + LEAST).ln() - (1.0 - inside + LEAST).ln();
        if run > highest {
            (highest, found) = (run, Some(start..at + 1));
        }
    }
    // Scripts without blanks: a doubtful piece that hangs on to the last one belongs to the same word more often than not.
    found.map(|range| {
        let doubtful = |at: &usize| {
            let inside: f64 =
                tags.get(*at).into_iter().flat_map(|shares| shares.iter().skip(first).take(2)).sum();
            joins(*at) && inside >= DOUBTFUL
        };
        let more = (range.end..tags.len()).take_while(doubtful).count();
        range.start..range.end + more
    })
}

fn covered(cuts: &[Cut], range: Range<usize>) -> Option<Range<usize>> {
    let covered = cuts.get(range)?;
    Some(covered.first()?.span.start..covered.last()?.span.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_fill_the_layers_to_the_last_number() {
        let mut bytes = Bytes::of(WEIGHTS);
        let net = Net::open(&mut bytes);
        assert_eq!(bytes.left(), 0);
        assert_eq!(net.tag.apply_to(&[1.0; WIDTH]).len(), TAGS);
    }

    #[test]
    fn the_likeliest_stretch_goes_over_a_doubtful_piece() {
        let tag = |inside: f64| vec![1.0 - inside, inside, 0.0, 0.0, 0.0];
        let tags: Vec<Vec<f64>> = [0.1, 0.9, 0.4, 0.9, 0.1].into_iter().map(tag).collect();
        let apart = |_: usize| false;
        assert_eq!(stretch(&tags, 1, apart), Some(1..4));
        assert_eq!(stretch(&tags, 3, apart), None);
    }

    #[test]
    fn what_hangs_on_to_the_value_is_part_of_it_sooner() {
        let tag = |inside: f64| vec![1.0 - inside, inside, 0.0, 0.0, 0.0];
        let tags: Vec<Vec<f64>> = [0.9, 0.3, 0.1].into_iter().map(tag).collect();
        assert_eq!(stretch(&tags, 1, |_| true), Some(0..2));
        assert_eq!(stretch(&tags, 1, |_| false), Some(0..1));
    }
}

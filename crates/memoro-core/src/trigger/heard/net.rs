//! The network that reads a message as a whole: what is wanted of memory, which slot it is about, and which words are the
//! value and the thing. It was learned by `model/say/learn.py` on the vectors of the embedded model; the numbers are data.

use std::ops::Range;
use std::sync::LazyLock;

use super::Cut;
use super::sight::{SEEN, sights};
use crate::net::{DIMS, Layer, Parts, shares};
use crate::trigger::Intent;

/// The weights, one part after the other.
static WEIGHTS: &[u8] = include_bytes!("ear.bf16");
/// The weights as layers.
static NET: LazyLock<Net> = LazyLock::new(Net::open);

/// The pieces of a message that are read.
pub(super) const MOST: usize = 64;
/// The width of what is made of a piece.
const WIDTH: usize = 64;
/// The width of what is made of the whole.
const WHOLE: usize = 128;
/// How often each piece is read with its neighbours.
const ROUNDS: usize = 3;
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
    piece: Layer,
    rounds: Vec<Layer>,
    whole: Layer,
    intent: Layer,
    about: Layer,
    slot: Layer,
    tagged: Layer,
    tag: Layer,
}

impl Net {
    fn open() -> Self {
        let mut parts = Parts::of(WEIGHTS);
        Self {
            piece: parts.layer(DIMS + SEEN, WIDTH),
            rounds: (0..ROUNDS).map(|_| parts.layer(3 * WIDTH, WIDTH)).collect(),
            whole: parts.layer(2 * WIDTH, WHOLE),
            intent: parts.layer(WHOLE + DIMS, INTENTS.len()),
            about: parts.layer(WIDTH, WHOLE),
            slot: parts.layer(2 * WHOLE + DIMS, SLOTS.len()),
            tagged: parts.layer(WIDTH + WHOLE, WIDTH),
            tag: parts.layer(WIDTH, TAGS),
        }
    }

    /// Reads each piece, and then again and again with its neighbours.
    fn made(&self, cuts: &[Cut], text: &str) -> Vec<Vec<f32>> {
        let mut made: Vec<Vec<f32>> = vec![vec![0.0; WIDTH]];
        for (cut, sight) in cuts.iter().zip(sights(cuts, text)) {
            let mut input = if cut.row.is_empty() { vec![0.0; DIMS] } else { cut.row.clone() };
            input.extend(sight);
            made.push(self.piece.positive(&input));
        }
        made.push(vec![0.0; WIDTH]);
        for round in &self.rounds {
            let beside = |three: &[Vec<f32>]| -> Vec<f32> {
                let input = three.concat();
                let own = input.get(WIDTH..2 * WIDTH).unwrap_or_default();
                own.iter().zip(round.apply(&input)).map(|(own, x)| own + x.max(0.0)).collect()
            };
            let inner: Vec<Vec<f32>> = made.windows(3).map(beside).collect();
            made.splice(1..=inner.len(), inner);
        }
        made.pop();
        made.remove(0);
        made
    }
}

/// Reads the pieces of a message; `None` for an empty one.
pub(super) fn read(cuts: &[Cut], text: &str) -> Option<Heard> {
    let cuts = cuts.get(..cuts.len().min(MOST)).filter(|cuts| !cuts.is_empty())?;
    let net = &*NET;
    let made = net.made(cuts, text);
    #[expect(clippy::cast_precision_loss, reason = "few pieces")]
    let root = (cuts.len() as f32).sqrt();
    let sum = |rows: &mut dyn Iterator<Item = &[f32]>, width: usize| -> Vec<f32> {
        let mut sum = vec![0.0_f32; width];
        rows.for_each(|row| sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += x / root));
        sum
    };
    let mut pooled = highest(&made, WIDTH);
    pooled.extend(sum(&mut made.iter().map(Vec::as_slice), WIDTH));
    let whole = net.whole.positive(&pooled);
    let mean = sum(&mut cuts.iter().map(|cut| cut.row.as_slice()), DIMS);
    let wanted = shares(net.intent.apply(&[whole.as_slice(), &mean].concat()));
    let sure = 1.0 - wanted.first()?;
    let (intent, _) = best(INTENTS.iter().zip(&wanted).skip(1).map(|(intent, share)| (*intent, *share)))?;
    let about: Vec<Vec<f32>> = made.iter().map(|piece| net.about.positive(piece)).collect();
    let about = highest(&about, WHOLE);
    let slots = shares(net.slot.apply(&[about.as_slice(), &whole, &mean].concat()));
    let (slot, sure_of_slot) = best(SLOTS.iter().zip(&slots).map(|(slot, share)| (*slot, *share)))?;
    let tags: Vec<Vec<f64>> = made
        .iter()
        .map(|piece| {
            let seen = net.tagged.positive(&[piece.as_slice(), &whole].concat());
            shares(net.tag.apply(&seen))
        })
        .collect();
    let words = |first: usize| stretch(&tags, first).and_then(|range| covered(cuts, range));
    Some(Heard { intent, sure, slot, sure_of_slot, value: words(1), thing: words(3) })
}

fn highest(rows: &[Vec<f32>], width: usize) -> Vec<f32> {
    let mut highest = vec![0.0_f32; width];
    for row in rows {
        highest.iter_mut().zip(row).for_each(|(highest, x)| *highest = highest.max(*x));
    }
    highest
}

fn best<T>(all: impl Iterator<Item = (T, f64)>) -> Option<(T, f64)> {
    all.max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Returns the stretch of pieces that most likely bears a tag, where some do.
fn stretch(tags: &[Vec<f64>], first: usize) -> Option<Range<usize>> {
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
    found
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
        let numbers = |inputs: usize, outputs: usize| (inputs + 1) * outputs;
        let all = numbers(DIMS + SEEN, WIDTH)
            + ROUNDS * numbers(3 * WIDTH, WIDTH)
            + numbers(2 * WIDTH, WHOLE)
            + numbers(WHOLE + DIMS, INTENTS.len())
            + numbers(WIDTH, WHOLE)
            + numbers(2 * WHOLE + DIMS, SLOTS.len())
            + numbers(WIDTH + WHOLE, WIDTH)
            + numbers(WIDTH, TAGS);
        assert_eq!(WEIGHTS.len(), 2 * all);
    }

    #[test]
    fn the_likeliest_stretch_goes_over_a_doubtful_piece() {
        let tag = |inside: f64| vec![1.0 - inside, inside, 0.0, 0.0, 0.0];
        let tags: Vec<Vec<f64>> = [0.1, 0.9, 0.4, 0.9, 0.1].into_iter().map(tag).collect();
        assert_eq!(stretch(&tags, 1), Some(1..4));
        assert_eq!(stretch(&tags, 3), None);
    }
}

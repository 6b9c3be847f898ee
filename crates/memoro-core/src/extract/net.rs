//! A small network that reads a conversation: the word pieces of each sentence with their neighbours, beside the signs that
//! were seen of it, and then each sentence beside those around it. It was learned by `model/reading/learn.py` on the vectors
//! of the embedded model; the numbers are data, not code.

use std::sync::LazyLock;

use super::chances::Chances;
use super::signs::{Scene, Signs};
use crate::fusion::Role;
use crate::net::{Layer, Part, Parts, Pieces, shares};

/// The weights, one part after the other.
static WEIGHTS: &[u8] = include_bytes!("reading.bf16");
/// The signs that the network knows, one a line and in order.
static SIGNS: &str = include_str!("reading.signs.txt");
/// The same, read once: they are part of the program and never change.
static KNOWN: LazyLock<Vec<&'static str>> = LazyLock::new(|| SIGNS.lines().collect());

/// The width of what is made of a piece.
const WIDTH: usize = 64;
/// The width of what is made of a sentence.
const WHOLE: usize = 128;
/// How many sentences on each side are read with one.
const BESIDE: usize = 2;
/// What is read with a sentence: it and those beside it, and what stands out in the turn before, its own and the next.
const AROUND: usize = (2 * BESIDE + 1 + 3) * WHOLE;
/// How often that is done.
const DEEP: usize = 2;
/// The pieces of a sentence that are read.
const MOST: usize = 40;
/// What is known of the place of a sentence: three roles, first of its turn, in one turn and of one role with the last.
const PLACE: usize = 6;

/// What a sentence turned out to be like: what was seen of it, and how likely it is each kind of item.
pub(super) struct Weighed {
    /// The signs.
    pub(super) signs: Signs,
    /// The chances.
    pub(super) chances: Chances,
}

/// Returns how likely each sentence of a conversation is each kind of item, turn by turn; `rows` are what the embedded
/// model holds of the pieces of a text, or nothing.
pub(super) fn read(
    scene: &Scene<'_>,
    signs: &[Vec<Signs>],
    rows: &dyn Fn(&str) -> Vec<f32>,
) -> Vec<Vec<Chances>> {
    let mut inputs = Vec::new();
    let mut last: Option<(usize, Role)> = None;
    for (turn, (sentences, signs)) in scene.read.iter().zip(signs).enumerate() {
        let role = scene.turns[turn].role;
        for (at, (sentence, signs)) in sentences.iter().zip(signs).enumerate() {
            let is = |yes: bool| f32::from(u8::from(yes));
            let known = signs.names().iter().filter_map(|name| KNOWN.binary_search(&name.as_str()).ok());
            let place = [
                is(role == Role::User),
                is(role == Role::Assistant),
                is(role == Role::Other),
                is(at == 0),
                is(last.is_some_and(|(before, _)| before == turn)),
                is(last.is_some_and(|(_, before)| before == role)),
            ];
            inputs.push(Input { turn, rows: rows(sentence.text), signs: known.collect(), place });
            last = Some((turn, role));
        }
    }
    let mut chances = Net::open().read(&inputs).into_iter();
    signs.iter().map(|turn| chances.by_ref().take(turn.len()).collect()).collect()
}

/// What the network is told of one sentence.
struct Input {
    /// The turn that it belongs to.
    turn: usize,
    /// The rows of its pieces, one behind the other.
    rows: Vec<f32>,
    /// The places of its signs among those that are known.
    signs: Vec<usize>,
    /// Where it stands.
    place: [f32; PLACE],
}

struct Net {
    pieces: Pieces,
    sentence: Layer,
    signs: Part,
    place: Layer,
    beside: [Layer; DEEP],
    last: Layer,
}

impl Net {
    fn open() -> Self {
        let mut parts = Parts::of(WEIGHTS);
        Self {
            pieces: parts.pieces(WIDTH, MOST),
            sentence: parts.layer(2 * WIDTH, WHOLE),
            signs: parts.take(KNOWN.len() * WHOLE),
            place: parts.layer(PLACE, WHOLE),
            beside: std::array::from_fn(|_| parts.layer(AROUND, WHOLE)),
            last: parts.layer(WHOLE, Chances::KINDS),
        }
    }

    fn read(&self, inputs: &[Input]) -> Vec<Chances> {
        let turns: Vec<usize> = inputs.iter().map(|input| input.turn).collect();
        let mut made: Vec<Vec<f32>> = inputs.iter().map(|input| self.sentence(input)).collect();
        for layer in &self.beside {
            made = with_those_around(layer, made, &turns);
        }
        made.iter().map(|made| self.chances(made)).collect()
    }

    /// Returns what is made of one sentence by itself.
    fn sentence(&self, input: &Input) -> Vec<f32> {
        let read = self.pieces.highest_and_sum(&input.rows);
        let mut made: Vec<f32> =
            self.sentence.apply(&read).zip(self.place.apply(&input.place)).map(|(a, b)| a + b).collect();
        input.signs.iter().for_each(|sign| self.signs.add_row(*sign, &mut made));
        made.into_iter().map(|x| x.max(0.0)).collect()
    }

    fn chances(&self, made: &[f32]) -> Chances {
        let mut chances = [0.0; Chances::KINDS];
        for (chance, share) in chances.iter_mut().zip(shares(self.last.apply(made))) {
            #[expect(clippy::cast_possible_truncation, reason = "a share is between 0 and 1")]
            let share = share as f32;
            *chance = share;
        }
        Chances::new(chances)
    }
}

/// Reads each sentence beside those around it and the turns around its own; before the first and behind the last there is
/// nothing. A turn may have many sentences, so what it answers can stand farther away than its neighbours.
fn with_those_around(layer: &Layer, made: Vec<Vec<f32>>, turns: &[usize]) -> Vec<Vec<f32>> {
    let stands_out = highest_of_turns(&made, turns);
    let nothing = || std::iter::repeat_n(vec![0.0; WHOLE], BESIDE);
    let all: Vec<Vec<f32>> = nothing().chain(made).chain(nothing()).collect();
    let with_turns = |(window, turn): (&[Vec<f32>], &usize)| {
        let mut around = window.concat();
        stands_out.iter().skip(*turn).take(3).for_each(|highest| around.extend(highest));
        around
    };
    let around: Vec<Vec<f32>> = all.windows(2 * BESIDE + 1).zip(turns).map(with_turns).collect();
    let added = layer.positive_of_all(&around);
    let with = |(own, added): (&Vec<f32>, Vec<f32>)| own.iter().zip(added).map(|(a, b)| a + b).collect();
    all.iter().skip(BESIDE).zip(added).map(with).collect()
}

/// Returns the highest that was made of any sentence of each turn, number by number; nothing comes before the first turn and
/// behind the last.
fn highest_of_turns(made: &[Vec<f32>], turns: &[usize]) -> Vec<Vec<f32>> {
    let last = turns.last().map_or(0, |turn| turn + 1);
    let mut out = vec![vec![0.0_f32; WHOLE]; last + 2];
    for (made, turn) in made.iter().zip(turns) {
        out[turn + 1].iter_mut().zip(made).for_each(|(highest, x)| *highest = highest.max(*x));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::DIMS;

    /// What the program that learned the weights gives for the inputs below.
    const EXPECTED: &str = include_str!("reading.expected.txt");

    /// Five sentences made of nothing but arithmetic, the third without pieces, the last with more than are read; the second
    /// of four turns has none.
    fn inputs() -> Vec<Input> {
        let pieces = [3, 1, 0, 7, MOST + 2];
        let one = |(at, pieces): (usize, usize)| {
            let number = |i: usize| f32::from(u8::try_from((i * 7 + at * 13) % 23).unwrap()) / 11.0 - 1.0;
            let mut place = [0.0; PLACE];
            place[at % 3] = 1.0;
            place[3 + at % 3] = 1.0;
            let signs = (0..KNOWN.len()).filter(|sign| sign % (11 + at) == 0).collect();
            let turn = [0, 0, 2, 3, 3][at];
            Input { turn, rows: (0..pieces * DIMS).map(number).collect(), signs, place }
        };
        pieces.into_iter().enumerate().map(one).collect()
    }

    #[test]
    fn it_reads_as_it_was_learned() {
        let expected: Vec<Vec<f32>> =
            EXPECTED.lines().map(|line| line.split(' ').map(|x| x.parse().unwrap()).collect()).collect();
        let read = Net::open().read(&inputs());
        assert_eq!(read.len(), expected.len());
        for (read, expected) in read.iter().zip(&expected) {
            let wanted = Chances::new(expected.as_slice().try_into().unwrap());
            for kind in super::super::Kind::ALL {
                let (read, wanted) = (read.of(*kind), wanted.of(*kind));
                assert!((read - wanted).abs() < 1e-3, "{kind}: {read} for {wanted}");
            }
        }
    }

    #[test]
    fn the_weights_have_their_size_and_the_signs_their_order() {
        assert!(KNOWN.is_sorted() && KNOWN.iter().all(|name| !name.is_empty()));
        let layers = [
            (DIMS, WIDTH),
            (3 * WIDTH, WIDTH),
            (2 * WIDTH, WHOLE),
            (PLACE, WHOLE),
            (AROUND, WHOLE),
            (AROUND, WHOLE),
            (WHOLE, Chances::KINDS),
        ];
        let numbers: usize = layers.iter().map(|(inputs, outputs)| (inputs + 1) * outputs).sum();
        assert_eq!(WEIGHTS.len(), (numbers + KNOWN.len() * WHOLE) * 2);
    }

    #[test]
    fn nothing_is_read_of_nothing() {
        assert!(Net::open().read(&[]).is_empty());
    }
}

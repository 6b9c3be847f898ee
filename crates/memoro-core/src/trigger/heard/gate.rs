//! A quick look before the network reads: each piece speaks for or against the message being for memory at all. Most talk ends
//! here; it decides nothing else.

use super::Cut;

/// Pieces in the order of their numbers, three bytes each, and what each says in a fourth; learned by `model/say/learn.py`.
static PIECES: &[u8] = include_bytes!("gate.bin");
/// What is so without any piece.
const BASE: f32 = -1.907;
/// What one step of the fourth byte is worth.
const STEP: f32 = 1.0 / 32.0;
/// Below this a message is talk: of a hundred that are for memory one or two would stay outside.
const LEAST: f32 = -3.3;

/// Tells whether a message may be for memory.
pub(super) fn lets_in(cuts: &[Cut]) -> bool {
    let mut pieces: Vec<u32> = cuts.iter().filter_map(|cut| cut.piece).collect();
    pieces.sort_unstable();
    pieces.dedup();
    BASE + pieces.into_iter().map(says).sum::<f32>() >= LEAST
}

fn says(piece: u32) -> f32 {
    let (all, _) = PIECES.as_chunks::<4>();
    let number = |[a, b, c, _]: &[u8; 4]| u32::from_le_bytes([*a, *b, *c, 0]);
    let found = all.binary_search_by_key(&piece, number).ok().and_then(|at| all.get(at));
    found.map_or(0.0, |[.., says]| f32::from(says.cast_signed()) * STEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_stand_in_order() {
        let (all, rest) = PIECES.as_chunks::<4>();
        assert!(rest.is_empty() && all.len() > 5_000);
        let number = |[a, b, c, _]: &[u8; 4]| u32::from_le_bytes([*a, *b, *c, 0]);
        assert!(all.is_sorted_by(|one, next| number(one) < number(next)));
    }
}

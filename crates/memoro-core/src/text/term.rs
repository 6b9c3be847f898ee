//! The stable name of a token on disk. One-way: a store that holds terms does not hold the words.

/// The 64-bit name of a folded token.
///
/// The function is part of the file format and must not change: bytes are read as little-endian 8-byte words (the
/// last one padded with zeros), each is mixed in by `h = rotl(h ^ word, 29) × 0x9E3779B97F4A7C15`, starting from the
/// length in bytes × 0xD6E8FEB86659FD93, and the end is `h ^= h >> 32; h ×= 0xD6E8FEB86659FD93; h ^= h >> 32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub u64);

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
const FINAL: u64 = 0xD6E8_FEB8_6659_FD93;

impl Term {
    /// Returns the term of a token that is already folded and stemmed.
    pub fn of(token: &str) -> Self {
        let bytes = token.as_bytes();
        let mut h = (bytes.len() as u64).wrapping_mul(FINAL);
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            h = mix(h, u64::from_le_bytes(word.try_into().expect("chunks of eight bytes")));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut last = [0u8; 8];
            for (to, from) in last.iter_mut().zip(rest) {
                *to = *from;
            }
            h = mix(h, u64::from_le_bytes(last));
        }
        h ^= h >> 32;
        h = h.wrapping_mul(FINAL);
        Self(h ^ (h >> 32))
    }
}

fn mix(h: u64, word: u64) -> u64 {
    (h ^ word).rotate_left(29).wrapping_mul(GOLDEN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn terms_are_the_same_in_every_release() {
        let seen: Vec<u64> =
            ["", "a", "docker", "ต่อไ", "部署", "errconnreset"].iter().map(|t| Term::of(t).0).collect();
        assert_eq!(seen, STABLE);
    }

    #[test]
    fn half_a_million_numbers_do_not_collide() {
        let terms: HashSet<Term> = (0..500_000u32).map(|n| Term::of(&n.to_string())).collect();
        assert_eq!(terms.len(), 500_000);
    }

    const STABLE: [u64; 6] = [
        0,
        2_095_730_032_167_483_475,
        3_159_813_409_552_435_290,
        13_497_363_962_636_862_364,
        16_937_622_146_857_417_225,
        3_997_974_237_803_227_142,
    ];
}

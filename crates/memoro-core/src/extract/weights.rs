//! How much each sign, and each pair of signs, says for something being settled. The numbers were learned from labelled
//! conversations; how, and how well they do on conversations that they were not learned from, is told in the guide.

use std::sync::LazyLock;

use super::signs::Signs;

/// The numbers that were learned, one sign a line; made by a program, not by hand.
const LEARNED: &str = include_str!("weights.txt");

/// The same, read once: the table is part of the program and never changes.
static READ: LazyLock<Weights<'static>> = LazyLock::new(|| Weights::parse(LEARNED));

/// Weights of signs.
#[derive(Debug, Clone)]
pub struct Weights<'a> {
    /// What is so without any sign.
    base: f32,
    /// From which chance on something counts as settled.
    pub(super) least: f32,
    /// From which chance on what is settled in so many words counts, though the signs alone would not do.
    pub(super) stated: f32,
    /// How much less likely a sentence may be than the best of its turn.
    pub(super) margin: f32,
    /// The signs that count, in the order of their names.
    signs: Vec<(&'a str, f32)>,
}

impl Weights<'static> {
    /// Returns the weights that were learned.
    pub fn learned() -> &'static Self {
        &READ
    }
}

impl<'a> Weights<'a> {
    /// Reads weights: a number and the name of a sign, or of two with ` & ` between, on each line. What cannot be
    /// understood counts nothing.
    pub fn parse(text: &'a str) -> Self {
        let mut weights = Self { base: 0.0, least: 0.5, stated: 0.0, margin: 1.0, signs: Vec::new() };
        for (number, name) in text.lines().filter_map(|line| line.split_once(' ')) {
            let Ok(number) = number.parse::<f32>() else { continue };
            match name {
                "= base" => weights.base = number,
                "= least" => weights.least = number,
                "= stated" => weights.stated = number,
                "= margin" => weights.margin = number,
                name => weights.signs.push((name, number)),
            }
        }
        weights.signs.sort_unstable_by_key(|(name, _)| *name);
        weights
    }

    /// Returns how likely it is that a sentence with these signs settles something.
    pub(super) fn chance(&self, signs: &Signs) -> f32 {
        let sum: f32 = self.base + signs.names().iter().map(|name| self.weight(name, signs)).sum::<f32>();
        1.0 / (1.0 + (-sum).exp())
    }

    /// Returns what a sign adds, alone and together with those that come after it.
    fn weight(&self, name: &str, signs: &Signs) -> f32 {
        let from = self.signs.partition_point(|(known, _)| *known < name);
        let mut sum = 0.0;
        for (known, weight) in self.signs.get(from..).unwrap_or_default() {
            let Some(rest) = known.strip_prefix(name) else { break };
            let counts = rest.is_empty() || rest.strip_prefix(" & ").is_some_and(|second| signs.has(second));
            sum += if counts { *weight } else { 0.0 };
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_add_up_and_pairs_need_both() {
        let weights = Weights::parse("-2 = base\n0.4 = least\n1 a\n3 a & c\n7 a & x\n0.5 b\n9 abc\nnoise\n");
        let chance = |names: &[&str]| weights.chance(&Signs::of_names(names));
        assert!((chance(&[]) - 0.119).abs() < 0.001);
        assert!((chance(&["a"]) - 0.269).abs() < 0.001);
        assert!((chance(&["a", "b", "c"]) - 0.924).abs() < 0.001);
        assert!((weights.least - 0.4).abs() < f32::EPSILON);
    }

    #[test]
    fn the_learned_weights_are_all_understood() {
        let lines = LEARNED.lines().count();
        assert_eq!(Weights::learned().signs.len() + 4, lines);
    }
}

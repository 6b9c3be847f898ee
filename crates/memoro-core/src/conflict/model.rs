//! The weights that turn signals into a relation: a multinomial logistic regression, learned on the seen half of the
//! labelled pairs in `tests/data/pairs.tsv` (three languages). The numbers are data, not code.

/// How many signals there are.
pub(super) const SIGNALS: usize = 37;

/// The relation that the weights choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Same,
    Contradicts,
    Related,
    Unrelated,
}

/// The names of the signals, in order.
pub(super) const NAMES: [&str; SIGNALS] = [
    "cosine",
    "overlap",
    "kept",
    "kept_of_longer",
    "exchanges",
    "one_slot",
    "opens_differently",
    "additions",
    "numbers_differ",
    "numbers_partly",
    "numbers_agree",
    "negated",
    "opposite",
    "other_member",
    "names_differ",
    "denies_x_cosine",
    "denies_x_frame",
    "one_slot_x_frame",
    "nothing_exchanged",
    "name_in_one_slot",
    "two_things_exchanged",
    "other_subject_denied",
    "exchanged_at_end",
    "small_exchange",
    "small_at_end",
    "several_one_slot",
    "several_denied",
    "nothing_exchanged_x_overlap",
    "numbers_agree_at_end",
    "cosine_squared",
    "closest_exchange",
    "farthest_exchange",
    "one_slot_x_closest",
    "role_exchanged",
    "role_holder",
    "changed",
    "changed_x_cosine",
];

/// The weight of each signal for each relation, in the order of [`Class`].
const WEIGHTS: [[f64; SIGNALS]; 4] = [
    [
        0.9910, 0.6965, 0.5468, 0.3636, 0.1651, 0.0077, 0.2941, 0.7032, -0.5451, 0.0000, 0.4032, -0.3453,
        -0.0595, -0.4833, -0.6466, -0.9364, -0.7818, 0.0821, 0.3560, -0.2662, 0.0757, -0.2554, -0.8196,
        0.3692, -0.2591, -0.2672, -0.0579, 0.3536, 0.0000, 1.1980, 0.2095, 0.1123, 0.0241, -0.4904, -0.2416,
        -0.3218, -0.2028,
    ],
    [
        0.4679, 0.3374, 0.4612, 0.3201, -0.2516, 0.3643, -0.2590, 0.2272, 0.3089, 0.0000, 0.0939, 0.3402,
        0.6393, 0.4750, 0.2638, 1.1943, 0.9678, 0.5888, -0.4003, 0.7409, -0.1771, -0.2325, 0.2566, 0.1399,
        0.5551, -0.2116, -0.3321, -0.1758, 0.0000, 0.3902, 0.2594, 0.2852, 0.3323, 0.7669, 0.2994, 0.4180,
        0.3406,
    ],
    [
        -0.3558, -0.2343, -0.1720, 0.0152, 0.7336, 0.2911, -1.0154, -0.1786, 0.2031, 0.0000, -0.3757,
        -0.1604, -0.5474, 0.2653, 0.4652, -0.0473, 0.0225, -0.4651, 0.1243, -0.4242, 0.7291, 0.3092, 1.1677,
        -0.0030, -0.2655, 0.4891, 0.3956, -0.1041, 0.0000, -0.9398, -0.0834, 0.0630, -0.3026, -0.2434,
        -0.0307, -0.0729, -0.1069,
    ],
    [
        -1.1031, -0.7996, -0.8360, -0.6988, -0.6471, -0.6631, 0.9802, -0.7519, 0.0332, 0.0000, -0.1213,
        0.1655, -0.0324, -0.2569, -0.0825, -0.2106, -0.2086, -0.2058, -0.0801, -0.0505, -0.6277, 0.1786,
        -0.6047, -0.5061, -0.0304, -0.0104, -0.0056, -0.0737, 0.0000, -0.6484, -0.3855, -0.4605, -0.0537,
        -0.0331, -0.0271, -0.0233, -0.0308,
    ],
];

/// The bias of each relation.
const BIAS: [f64; 4] = [-1.8035, -1.3616, 0.7587, 2.4065];

/// How likely a duplicate or a contradiction must be to be called one; set on the seen half.
const SURE: f64 = 0.6;

/// Returns the relation and how likely it is; a duplicate or contradiction that is not likely enough is only related.
pub(super) fn classify(signals: &[f64; SIGNALS]) -> (Class, f64) {
    let scores = WEIGHTS.iter().zip(BIAS).map(|(weights, bias)| {
        weights.iter().zip(signals).map(|(weight, signal)| weight * signal).sum::<f64>() + bias
    });
    let exponents: Vec<f64> = scores.map(f64::exp).collect();
    let total: f64 = exponents.iter().sum();
    let mut best = (Class::Unrelated, 0.0);
    for (class, exponent) in
        [Class::Same, Class::Contradicts, Class::Related, Class::Unrelated].into_iter().zip(exponents)
    {
        let likely = exponent / total;
        if likely > best.1 {
            best = (class, likely);
        }
    }
    match best {
        (Class::Same | Class::Contradicts, likely) if likely < SURE => (Class::Related, likely),
        sure => sure,
    }
}

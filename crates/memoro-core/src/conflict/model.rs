//! The weights that turn signals into a relation: a multinomial logistic regression, learned on the seen half of the
//! labelled pairs in `tests/data/pairs.tsv` (three languages). The numbers are data, not code.

/// How many signals there are.
pub(super) const SIGNALS: usize = 42;

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
    "defined_otherwise",
    "numbers_on_one_side",
    "cosine_x_kept",
    "cosine_x_overlap",
    "role_changed",
];

/// The weight of each signal for each relation, in the order of [`Class`].
const WEIGHTS: [[f64; SIGNALS]; 4] = [
    [
        0.8867, 0.5455, 0.3820, 0.2375, 0.2249, -0.0104, 0.2570, 0.7564, -0.5929, 0.0000, 0.5010, -0.2990,
        -0.0373, -0.4930, -0.6353, -0.9624, -0.7960, 0.0285, 0.3101, -0.2922, 0.0832, -0.2530, -0.8065,
        0.2608, -0.2966, -0.2854, -0.0587, 0.3216, 0.0000, 1.1015, 0.2331, 0.0747, 0.0232, -0.4219, -0.2561,
        -0.4060, -0.2325, -0.1432, -0.6470, 0.4578, 0.7019, -0.3280,
    ],
    [
        0.3714, 0.3027, 0.4479, 0.2556, -0.2737, 0.3191, -0.2742, 0.2271, 0.1319, 0.0000, 0.0513, 0.4898,
        0.6571, 0.3905, 0.2704, 1.2161, 0.9640, 0.6043, -0.3039, 0.7346, -0.2063, -0.2523, 0.4050, 0.1626,
        0.6627, -0.2722, -0.3496, -0.2213, 0.0000, 0.2708, 0.2977, 0.3576, 0.3998, 0.7128, 0.2979, 0.4581,
        0.3346, 0.5955, -0.3373, 0.2589, 0.2495, 0.4442,
    ],
    [
        -0.1405, -0.0899, -0.0531, 0.1673, 0.6181, 0.3777, -0.9957, -0.2626, 0.4062, 0.0000, -0.4335,
        -0.3510, -0.5929, 0.3456, 0.4709, -0.0454, 0.0321, -0.4306, 0.0797, -0.4028, 0.6486, 0.3148, 1.0392,
        0.0689, -0.3352, 0.5646, 0.4124, -0.0480, 0.0000, -0.7593, -0.1165, 0.0466, -0.3715, -0.2677,
        -0.0237, -0.0157, -0.0685, -0.4458, 0.6493, -0.3499, -0.5370, -0.1035,
    ],
    [
        -1.1176, -0.7583, -0.7768, -0.6603, -0.5693, -0.6864, 1.0129, -0.7209, 0.0549, 0.0000, -0.1188,
        0.1602, -0.0268, -0.2432, -0.1060, -0.2083, -0.2001, -0.2022, -0.0858, -0.0396, -0.5254, 0.1905,
        -0.6378, -0.4923, -0.0309, -0.0069, -0.0041, -0.0523, 0.0000, -0.6131, -0.4143, -0.4789, -0.0515,
        -0.0232, -0.0181, -0.0365, -0.0335, -0.0065, 0.3350, -0.3668, -0.4145, -0.0127,
    ],
];

/// The bias of each relation.
const BIAS: [f64; 4] = [-1.7724, -1.2155, 0.6481, 2.3398];

/// How likely a duplicate must be to be called one; set on the seen half.
const SURE_SAME: f64 = 0.65;

/// How likely a contradiction must be to be called one; set on the seen half.
const SURE_CONTRADICTS: f64 = 0.55;

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
        (Class::Same, likely) if likely < SURE_SAME => (Class::Related, likely),
        (Class::Contradicts, likely) if likely < SURE_CONTRADICTS => (Class::Related, likely),
        sure => sure,
    }
}

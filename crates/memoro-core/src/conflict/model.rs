//! The weights that turn signals into a relation: a multinomial logistic regression, learned on the seen half of the
//! labelled pairs in `tests/data/pairs.tsv` and on `tests/data/pairs_fresh.tsv` (three languages). The numbers are data,
//! not code.

/// How many signals there are.
pub(super) const SIGNALS: usize = 69;

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
    "shared_of_longer",
    "shared",
    "left_of_new",
    "left_of_old",
    "left_of_both",
    "one_thing_each",
    "left_meaning",
    "one_thing_each_x_meaning",
    "one_thing_each_x_shared",
    "nothing_left",
    "left_at_head",
    "one_thing_each_at_tail",
    "turned_around",
    "turned_twice",
    "turned_x_shared",
    "only_numbers_differ",
    "only_numbers_x_shared",
    "member_x_shared",
    "one_at_a_time",
    "one_at_a_time_x_shared",
    "one_at_a_time_denied",
    "one_at_a_time_one_thing_each",
    "counted_otherwise",
    "counted_otherwise_x_shared",
    "counted_otherwise_at_head",
    "role_left_x_shared",
    "one_at_a_time_changed",
];

/// The weight of each signal for each relation, in the order of [`Class`].
const WEIGHTS: [[f64; SIGNALS]; 4] = [
    [
        0.7153, 0.1974, 0.0982, 0.0354, 0.2559, 0.1222, 0.1671, 0.6365, -0.3614, -0.3519, 0.5151, -0.0504,
        -0.0081, -0.5758, -0.5283, -0.6398, -0.6240, 0.0105, 0.0588, -0.1429, 0.2745, -0.2940, -0.4999,
        0.1182, -0.2401, -0.4616, -0.1348, 0.1637, 0.1889, 0.8350, 0.3714, 0.2717, 0.2344, -0.2852, -0.1800,
        -0.1514, -0.0540, -0.1602, -0.3382, 0.2134, 0.3493, -0.2091, 0.2470, 0.3210, -0.5317, -0.1602,
        -0.1964, -0.1373, 0.6417, 0.1007, -0.0251, -0.0040, -0.2569, -0.3435, -0.2461, 0.0938, -0.1684,
        -0.2061, -0.1636, -0.3087, -0.1414, -0.0341, -0.0284, 0.0008, -0.2563, -0.1454, -0.0608, -0.2247,
        -0.1199,
    ],
    [
        0.2545, 0.2366, 0.2918, 0.0791, -0.3750, 0.1354, -0.1575, 0.1013, 0.1888, 0.3132, 0.0302, 0.2921,
        0.5175, 0.2920, 0.6329, 0.9514, 0.7922, 0.4485, -0.0832, 0.3722, -0.4179, -0.1671, 0.2406, -0.2604,
        0.2439, -0.2319, -0.1488, -0.1456, -0.0707, 0.2330, 0.0031, 0.2968, 0.2949, 0.4290, 0.2260, 0.4282,
        0.1953, 0.4437, -0.2559, 0.1793, 0.2243, 0.2637, 0.1295, 0.3715, -0.2114, -0.2534, 0.1235, 0.0260,
        -0.1085, 0.0082, 0.2026, 0.0122, -0.5363, 0.4422, 0.6677, 0.0710, 0.3345, 0.3000, 0.2352, 0.1839,
        0.5124, 0.0532, -0.1520, 0.3581, 0.2688, 0.0912, -0.1390, 0.3002, 0.3355,
    ],
    [
        -0.1490, -0.0333, 0.0798, 0.2901, 0.5026, 0.2307, -0.6354, -0.4357, 0.3755, 0.0425, -0.4919, -0.3770,
        -0.2883, 0.4056, 0.0313, -0.0728, -0.0489, -0.3080, 0.0438, -0.1717, 0.4410, 0.5120, 0.6824, 0.3308,
        0.0130, 0.6953, 0.3017, -0.0046, -0.1132, -0.6263, -0.0176, -0.1777, -0.4967, -0.1286, -0.0356,
        -0.2518, -0.1229, -0.2497, 0.3417, -0.1834, -0.3789, -0.0505, 0.0924, -0.1407, 0.1788, -0.0636,
        0.0764, 0.1877, -0.2184, -0.0738, -0.1320, -0.0077, -0.1588, -0.0974, -0.3733, -0.1460, -0.1205,
        -0.0925, -0.0705, 0.1540, -0.2795, 0.0100, 0.1908, -0.3527, -0.0012, 0.0602, 0.2033, -0.0673,
        -0.2021,
    ],
    [
        -0.8207, -0.4007, -0.4697, -0.4046, -0.3835, -0.4883, 0.6258, -0.3021, -0.2028, -0.0038, -0.0534,
        0.1353, -0.2211, -0.1217, -0.1359, -0.2387, -0.1193, -0.1509, -0.0194, -0.0576, -0.2976, -0.0509,
        -0.4231, -0.1886, -0.0167, -0.0018, -0.0181, -0.0136, -0.0051, -0.4416, -0.3569, -0.3908, -0.0327,
        -0.0152, -0.0103, -0.0249, -0.0183, -0.0337, 0.2524, -0.2093, -0.1946, -0.0041, -0.4688, -0.5518,
        0.5643, 0.4773, -0.0035, -0.0764, -0.3148, -0.0350, -0.0454, -0.0005, 0.9520, -0.0013, -0.0483,
        -0.0188, -0.0457, -0.0015, -0.0012, -0.0292, -0.0914, -0.0290, -0.0103, -0.0062, -0.0112, -0.0060,
        -0.0035, -0.0081, -0.0135,
    ],
];

/// The bias of each relation.
const BIAS: [f64; 4] = [0.8176, 0.4268, 0.5551, -1.7995];

/// How likely a duplicate must be to be called one; set on the seen half.
const SURE_SAME: f64 = 0.55;

/// How likely a contradiction must be to be called one; set on the seen half.
const SURE_CONTRADICTS: f64 = 0.6;

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

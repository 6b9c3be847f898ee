//! The weights that turn signals into a relation: a multinomial logistic regression, learned on the seen half of the
//! labelled pairs in `tests/data/pairs.tsv`, on `pairs_fresh.tsv` and on `pairs_third.tsv` (three languages). The numbers are data,
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
        1.2516, 0.1674, -0.1327, -0.2254, 0.4826, 0.2492, 0.3491, 0.9169, -0.4030, -0.7660, 0.8384, 0.0175,
        0.1822, -0.8302, -0.8784, -0.6511, -0.7620, -0.3499, -0.2167, -0.2375, 0.3316, -0.4704, -0.4721,
        0.1529, -0.2136, -0.9022, -0.1751, 0.2235, 0.5111, 1.4027, 0.5626, 0.2636, 0.5705, -0.2916, -0.1850,
        -0.1070, 0.0221, -0.2790, -0.3474, 0.0312, 0.3557, -0.3112, 0.2927, 0.3721, -0.6011, -0.0796,
        -0.2541, -0.1029, 1.1956, 0.0969, -0.1430, 0.1251, -0.5117, -0.2265, -0.2300, 0.2149, -0.1659,
        -0.3014, -0.2244, -0.4445, -0.1798, 0.0614, -0.0379, 0.2553, -0.3894, -0.2041, -0.0607, -0.2511,
        -0.2324,
    ],
    [
        0.2663, 0.2404, 0.4471, 0.0336, -0.2805, 0.0924, -0.0419, 0.2533, 0.1384, 0.9348, -0.0456, 0.4196,
        0.5432, 0.3852, 0.8047, 1.3466, 1.1235, 1.0231, -0.0423, 0.3532, -0.5459, -0.2754, 0.4207, -0.4469,
        0.4061, -0.2662, -0.2900, -0.5147, -0.5274, 0.1817, -0.0788, 0.4039, 0.5839, 0.5439, 0.3302, 0.5070,
        0.1915, 0.7303, -0.2400, 0.1471, 0.1493, 0.4149, 0.1464, 0.6565, -0.2747, -0.3365, 0.5245, -0.1345,
        -0.3241, -0.0626, 0.1357, 0.1150, -0.7727, 0.6193, 0.7535, 0.1047, 0.3920, 0.3568, 0.2994, 0.2301,
        0.7330, -0.0369, -0.4412, 0.3821, 0.3711, 0.1045, -0.1969, 0.4314, 0.5777,
    ],
    [
        -0.2438, 0.1968, 0.3250, 0.7526, 0.3555, 0.1974, -1.0287, -0.7936, 0.5238, -0.1660, -0.7515, -0.6482,
        -0.3627, 0.5973, 0.2223, -0.3289, -0.1929, -0.4870, 0.2761, -0.0572, 0.6266, 0.8059, 0.5142, 0.3514,
        -0.1747, 1.1700, 0.4823, 0.3012, 0.0227, -0.9469, 0.0549, -0.0577, -1.1455, -0.2414, -0.1377,
        -0.3702, -0.1929, -0.3799, 0.2737, 0.0933, -0.2404, -0.1015, 0.2454, -0.2346, 0.2267, -0.1782,
        -0.2674, 0.3172, -0.4176, 0.0144, 0.0521, -0.2395, -0.0939, -0.3886, -0.4102, -0.3004, -0.1593,
        -0.0533, -0.0736, 0.2415, -0.4340, 0.0086, 0.4882, -0.6310, 0.0269, 0.1035, 0.2598, -0.1745, -0.3299,
    ],
    [
        -1.2741, -0.6046, -0.6394, -0.5608, -0.5575, -0.5391, 0.7215, -0.3765, -0.2592, -0.0028, -0.0413,
        0.2111, -0.3628, -0.1524, -0.1486, -0.3666, -0.1686, -0.1862, -0.0170, -0.0585, -0.4123, -0.0601,
        -0.4628, -0.0574, -0.0178, -0.0015, -0.0172, -0.0100, -0.0064, -0.6376, -0.5388, -0.6098, -0.0088,
        -0.0109, -0.0075, -0.0298, -0.0207, -0.0713, 0.3137, -0.2716, -0.2645, -0.0023, -0.6845, -0.7939,
        0.6491, 0.5943, -0.0030, -0.0798, -0.4538, -0.0487, -0.0449, -0.0006, 1.3783, -0.0043, -0.1133,
        -0.0192, -0.0668, -0.0021, -0.0015, -0.0272, -0.1193, -0.0330, -0.0091, -0.0064, -0.0086, -0.0040,
        -0.0022, -0.0058, -0.0154,
    ],
];

/// The bias of each relation.
const BIAS: [f64; 4] = [0.2646, 0.0707, 1.7493, -2.0846];

/// How likely a duplicate must be to be called one; set on the seen half.
const SURE_SAME: f64 = 0.5;

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

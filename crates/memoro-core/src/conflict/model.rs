//! The weights that turn signals into a relation: a multinomial logistic regression, learned on the labelled pairs in
//! `tests/data/pairs*.tsv` (three languages) by `model/relations/learn.py`, which also tells how well a model does on
//! each set that was left out. The numbers are data, not code.

/// How many signals there are.
pub(super) const SIGNALS: usize = 122;

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
    "other_fact",
    "of_another",
    "other_thing",
    "alone_least",
    "alone_most",
    "soft_mean",
    "soft_least",
    "soft_mean_undenied",
    "alone_both",
    "alone_both_not_at_head",
    "alone_none_undenied",
    "cosine_x_soft",
    "shared_x_soft",
    "defines_left",
    "several_left",
    "one_thing_each_not_at_head",
    "one_thing_each_at_head",
    "polarity_differs",
    "negated_but_polarity_agrees",
    "polarity_x_bare_shared",
    "only_polarity_differs",
    "bare_shared_of_longer",
    "bare_shared",
    "bare_left_least",
    "bare_left_most",
    "bare_same",
    "bare_apart",
    "bare_same_denied",
    "bare_apart_denied",
    "bare_same_undenied",
    "bare_apart_undenied",
    "denied_x_bare_shared",
    "bare_soft_mean",
    "bare_apart_x_soft",
    "bare_soft_least",
    "bare_one_not_at_head",
    "bare_one_at_head",
    "bare_one_at_tail",
    "bare_one_at_tail_defined",
    "bare_apart_role",
    "bare_apart_exclusive",
    "bare_apart_several",
    "bare_apart_at_head_denied",
    "two_things",
    "two_things_apart",
    "one_thing_same",
    "thing_and_exchanges",
    "one_thing_one_exchange",
    "thing_and_name",
    "bare_apart_numbers",
    "bare_same_numbers",
    "bare_one_x_soft",
    "places",
];

/// The weight of each signal for each relation, in the order of [`Class`].
const WEIGHTS: [[f64; SIGNALS]; 4] = [
    [
        0.6362, 0.2032, -0.1236, -0.2348, 0.0596, -0.0080, 0.0318, 0.2510, -0.1776, -0.6749, 0.5941, 0.1817,
        -0.1766, -0.3183, -0.2536, -0.2488, -0.3232, -0.0731, 0.1761, -0.3036, 0.0403, -0.1473, -0.1928,
        -0.0104, -0.2185, -0.4775, -0.1239, 0.0839, 0.8807, 0.7414, 0.4454, 0.0524, 0.3038, 0.2375, -0.3377,
        -0.1130, 0.0512, -0.2400, -0.1598, -0.0009, 0.3634, -0.7153, 0.2768, 0.3352, -0.0610, 0.0321,
        -0.1321, -0.0131, 0.6276, -0.1178, -0.0069, -0.1500, -0.1190, -0.1909, 0.0013, -0.0090, -0.1231,
        -0.1987, -0.2474, -0.4810, -0.0026, -0.0274, -0.0034, 0.0221, -0.2021, -0.2740, -0.1059, -0.1568,
        -0.3352, -0.5429, -0.1894, -0.0914, -0.0589, -0.0301, 0.3432, -0.0464, 0.5784, -0.0942, -0.0420,
        0.1337, 0.4546, 0.1640, -0.1488, -0.2180, 0.1425, -0.0719, -0.0925, 1.4555, -0.2619, -0.2604, 0.3723,
        0.4070, -0.1018, -0.0738, -0.0069, -0.1183, -0.0713, -0.0142, 0.1906, -0.0894, -0.2324, 0.0260,
        0.3871, -0.0206, -0.0281, -0.1955, -0.2986, -0.2730, -0.5814, -0.0078, -0.1591, -0.2657, -0.2833,
        -0.1226, 0.0807, -0.1676, -0.2490, -0.1984, -0.1402, -0.2428, 0.0892, 0.3117,
    ],
    [
        0.2266, 0.1887, 0.3791, 0.1932, -0.1594, 0.0141, -0.1007, 0.0229, 0.1258, 1.0545, -0.2148, 0.0314,
        0.3525, 0.0613, 0.2427, 0.3916, 0.4482, 0.3797, -0.1352, 0.3023, -0.2912, -0.1394, 0.1920, -0.1602,
        0.6164, -0.0522, -0.1602, -0.0329, -0.6540, 0.1296, -0.1957, 0.2414, 0.6903, -0.1060, 0.5996, 0.5153,
        0.4060, 0.5800, -0.1669, 0.2227, 0.1329, 0.9400, 0.0664, 0.2514, -0.0484, -0.0221, 0.2313, 0.0162,
        -0.0661, 0.1043, 0.1382, 0.1791, -0.1953, 0.2148, 0.2333, 0.0997, 0.2488, 0.1510, 0.2429, 0.2274,
        0.1695, 0.2239, -0.0173, 0.2425, 0.2617, 0.3107, -0.3347, 0.4649, 0.8267, 0.2034, -0.3945, -0.1714,
        -0.0443, 0.0058, 0.0479, 0.3031, -0.0030, 0.1386, 0.1334, -0.0881, 0.0267, -0.0126, 0.3119, -0.2025,
        0.1174, -0.0118, 0.1243, -1.0220, 0.3955, 0.3532, 0.1019, 0.1840, -0.0781, -0.0263, 0.0235, -0.0165,
        0.0406, -0.0360, -0.0349, 0.0102, 0.2966, 0.1108, 0.1180, 0.1005, -0.0715, -0.1397, 0.0896, 0.1886,
        0.7574, 0.1848, -0.3943, -0.3050, 0.0144, 0.7825, 0.1168, -0.1721, 0.2802, 0.2584, 0.0424, 0.0545,
        0.1415, -0.0209,
    ],
    [
        -0.1421, 0.0476, 0.2286, 0.5257, 0.1481, 0.2082, -0.2665, -0.2362, 0.0969, -0.2494, -0.3507, -0.2863,
        -0.0869, 0.3112, 0.1281, -0.0583, -0.0530, -0.1229, -0.0188, 0.0539, 0.4198, 0.2282, 0.2247, 0.2670,
        -0.3163, 0.5382, 0.3024, -0.0294, -0.1793, -0.5060, 0.1762, -0.1553, -0.8536, -0.0765, -0.1896,
        -0.3841, -0.3461, -0.2774, 0.1283, 0.0631, -0.2434, -0.2078, 0.1118, -0.1355, 0.0473, -0.0558,
        -0.1055, 0.0539, -0.1648, 0.1663, -0.0685, -0.0277, -0.0890, 0.0265, -0.2386, -0.0369, -0.0673,
        0.0499, 0.0063, 0.2912, -0.1208, -0.1559, 0.0303, -0.2528, -0.0406, -0.0181, 0.4892, -0.2533,
        -0.4386, 0.2609, 0.7260, 0.0336, 0.0201, -0.0312, -0.0939, -0.0216, -0.3580, -0.1062, 0.1807, 0.0030,
        -0.2105, -0.0144, -0.1295, 0.4372, -0.2048, 0.1309, -0.1001, -0.5415, -0.0828, -0.0909, -0.1144,
        -0.1780, 0.0780, 0.0391, -0.0141, 0.1231, 0.0331, 0.0967, -0.1535, 0.0384, -0.0088, -0.0411, -0.1088,
        -0.0017, 0.3081, -0.2245, 0.0095, 0.1063, -0.1277, -0.1146, 0.5755, 0.4813, 0.3771, -0.4837, -0.1953,
        0.3859, 0.0207, -0.0313, 0.1609, 0.1882, 0.0749, -0.1517,
    ],
    [
        -0.7207, -0.4395, -0.4840, -0.4842, -0.0483, -0.2143, 0.3354, -0.0378, -0.0451, -0.1303, -0.0286,
        0.0732, -0.0890, -0.0542, -0.1173, -0.0845, -0.0720, -0.1837, -0.0221, -0.0526, -0.1689, 0.0584,
        -0.2238, -0.0964, -0.0816, -0.0085, -0.0183, -0.0215, -0.0475, -0.3650, -0.4259, -0.1385, -0.1406,
        -0.0549, -0.0722, -0.0183, -0.1111, -0.0625, 0.1984, -0.2848, -0.2529, -0.0168, -0.4550, -0.4511,
        0.0621, 0.0458, 0.0063, -0.0570, -0.3967, -0.1528, -0.0627, -0.0015, 0.4034, -0.0504, 0.0040,
        -0.0538, -0.0584, -0.0022, -0.0018, -0.0376, -0.0461, -0.0406, -0.0096, -0.0118, -0.0189, -0.0186,
        -0.0485, -0.0548, -0.0530, 0.0786, -0.1421, 0.2292, 0.0831, 0.0555, -0.2972, -0.2352, -0.2174,
        0.0618, -0.2722, -0.0485, -0.2708, -0.1369, -0.0335, -0.0167, -0.0551, -0.0472, 0.0683, 0.1081,
        -0.0508, -0.0019, -0.3598, -0.4131, 0.1019, 0.0609, -0.0025, 0.0117, -0.0024, -0.0465, -0.0022,
        0.0408, -0.0554, -0.0957, -0.3962, -0.0782, -0.2085, 0.5597, 0.1995, -0.0219, -0.0483, -0.0624,
        -0.0221, 0.0894, -0.1081, -0.1762, -0.0022, -0.0462, -0.0520, -0.0286, -0.0631, -0.0000, -0.3056,
        -0.1391,
    ],
];

/// The bias of each relation.
const BIAS: [f64; 4] = [-0.2093, -0.7523, 0.8429, 0.1186];

/// How likely a duplicate must be to be called one; set where sets were left out of the learning.
const SURE_SAME: f64 = 0.5;

/// How likely a contradiction must be to be called one; set where sets were left out of the learning.
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

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
        0.63621, 0.20319, -0.12365, -0.23477, 0.05960, -0.00801, 0.03180, 0.25103, -0.17761, -0.67488,
        0.59412, 0.18167, -0.17656, -0.31832, -0.25357, -0.24877, -0.32322, -0.07307, 0.17609, -0.30358,
        0.04026, -0.14729, -0.19285, -0.01036, -0.21848, -0.47746, -0.12394, 0.08386, 0.88070, 0.74137,
        0.44538, 0.05243, 0.30380, 0.23748, -0.33771, -0.11300, 0.05119, -0.24001, -0.15982, -0.00091,
        0.36339, -0.71534, 0.27683, 0.33523, -0.06097, 0.03209, -0.13211, -0.01313, 0.62762, -0.11783,
        -0.00690, -0.14996, -0.11904, -0.19094, 0.00127, -0.00904, -0.12307, -0.19866, -0.24737, -0.48098,
        -0.00257, -0.02741, -0.00339, 0.02205, -0.20210, -0.27404, -0.10593, -0.15675, -0.33515, -0.54293,
        -0.18936, -0.09137, -0.05889, -0.03010, 0.34324, -0.04637, 0.57843, -0.09419, -0.04195, 0.13368,
        0.45458, 0.16398, -0.14883, -0.21797, 0.14246, -0.07192, -0.09250, 1.45548, -0.26186, -0.26038,
        0.37227, 0.40705, -0.10178, -0.07376, -0.00694, -0.11828, -0.07134, -0.01421, 0.19063, -0.08942,
        -0.23240, 0.02599, 0.38711, -0.02058, -0.02805, -0.19549, -0.29863, -0.27298, -0.58144, -0.00782,
        -0.15913, -0.26570, -0.28334, -0.12257, 0.08069, -0.16758, -0.24898, -0.19838, -0.14017, -0.24276,
        0.08925, 0.31172,
    ],
    [
        0.22656, 0.18868, 0.37907, 0.19323, -0.15939, 0.01410, -0.10069, 0.02293, 0.12583, 1.05451, -0.21480,
        0.03141, 0.35248, 0.06130, 0.24275, 0.39155, 0.44817, 0.37966, -0.13518, 0.30227, -0.29120, -0.13939,
        0.19199, -0.16024, 0.61636, -0.05222, -0.16018, -0.03293, -0.65396, 0.12960, -0.19568, 0.24135,
        0.69034, -0.10604, 0.59957, 0.51535, 0.40603, 0.57999, -0.16689, 0.22266, 0.13290, 0.94003, 0.06643,
        0.25137, -0.04843, -0.02207, 0.23130, 0.01617, -0.06611, 0.10433, 0.13816, 0.17909, -0.19533,
        0.21480, 0.23335, 0.09972, 0.24877, 0.15101, 0.24292, 0.22737, 0.16949, 0.22394, -0.01731, 0.24251,
        0.26166, 0.31070, -0.33470, 0.46492, 0.82671, 0.20345, -0.39454, -0.17142, -0.04435, 0.00578,
        0.04788, 0.30308, -0.00299, 0.13861, 0.13344, -0.08814, 0.02675, -0.01262, 0.31186, -0.20252,
        0.11742, -0.01180, 0.12430, -1.02203, 0.39553, 0.35316, 0.10189, 0.18404, -0.07813, -0.02626,
        0.02355, -0.01653, 0.04058, -0.03601, -0.03494, 0.01022, 0.29659, 0.11080, 0.11795, 0.10053,
        -0.07147, -0.13972, 0.08963, 0.18858, 0.75739, 0.18478, -0.39430, -0.30504, 0.01436, 0.78245,
        0.11681, -0.17214, 0.28021, 0.25837, 0.04237, 0.05453, 0.14147, -0.02089,
    ],
    [
        -0.14207, 0.04763, 0.22860, 0.52570, 0.14813, 0.20819, -0.26651, -0.23618, 0.09688, -0.24936,
        -0.35070, -0.28631, -0.08693, 0.31120, 0.12810, -0.05830, -0.05297, -0.12294, -0.01884, 0.05390,
        0.41984, 0.22824, 0.22471, 0.26699, -0.31627, 0.53819, 0.30241, -0.02939, -0.17927, -0.50601,
        0.17616, -0.15525, -0.85356, -0.07653, -0.18962, -0.38405, -0.34608, -0.27745, 0.12832, 0.06305,
        -0.24339, -0.20784, 0.11178, -0.13547, 0.04727, -0.05581, -0.10550, 0.05393, -0.16483, 0.16634,
        -0.06855, -0.02768, -0.08903, 0.02650, -0.23857, -0.03692, -0.06728, 0.04987, 0.00626, 0.29124,
        -0.12085, -0.15589, 0.03034, -0.25279, -0.04062, -0.01810, 0.48919, -0.25334, -0.43857, 0.26086,
        0.72599, 0.03360, 0.02014, -0.03117, -0.09389, -0.02156, -0.35805, -0.10621, 0.18067, 0.00297,
        -0.21049, -0.01443, -0.12950, 0.43720, -0.20481, 0.13088, -0.10014, -0.54152, -0.08284, -0.09091,
        -0.11437, -0.17803, 0.07805, 0.03913, -0.01412, 0.12311, 0.03312, 0.09670, -0.15353, 0.03841,
        -0.00880, -0.04111, -0.10883, -0.00173, 0.30807, -0.22451, 0.00955, 0.10627, -0.12765, -0.11459,
        0.57548, 0.48130, 0.37708, -0.48372, -0.19530, 0.38595, 0.02073, -0.03135, 0.16091, 0.18823, 0.07488,
        -0.15172,
    ],
    [
        -0.72070, -0.43950, -0.48402, -0.48415, -0.04835, -0.21428, 0.33540, -0.03778, -0.04509, -0.13026,
        -0.02861, 0.07323, -0.08898, -0.05418, -0.11727, -0.08448, -0.07197, -0.18365, -0.02207, -0.05258,
        -0.16890, 0.05844, -0.22385, -0.09639, -0.08161, -0.00851, -0.01828, -0.02154, -0.04747, -0.36496,
        -0.42586, -0.13853, -0.14058, -0.05491, -0.07224, -0.01829, -0.11114, -0.06254, 0.19839, -0.28480,
        -0.25290, -0.01685, -0.45504, -0.45113, 0.06213, 0.04580, 0.00631, -0.05696, -0.39668, -0.15284,
        -0.06271, -0.00145, 0.40340, -0.05036, 0.00396, -0.05376, -0.05841, -0.00222, -0.00181, -0.03763,
        -0.04607, -0.04064, -0.00964, -0.01176, -0.01894, -0.01856, -0.04855, -0.05482, -0.05298, 0.07862,
        -0.14209, 0.22919, 0.08310, 0.05549, -0.29723, -0.23515, -0.21739, 0.06179, -0.27215, -0.04851,
        -0.27084, -0.13693, -0.03352, -0.01671, -0.05507, -0.04717, 0.06835, 0.10807, -0.05083, -0.00187,
        -0.35980, -0.41306, 0.10186, 0.06089, -0.00249, 0.01169, -0.00237, -0.04647, -0.00216, 0.04079,
        -0.05539, -0.09568, -0.39624, -0.07822, -0.20855, 0.55971, 0.19945, -0.02187, -0.04830, -0.06238,
        -0.02206, 0.08944, -0.10810, -0.17617, -0.00220, -0.04622, -0.05196, -0.02864, -0.06312, -0.00000,
        -0.30560, -0.13910,
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

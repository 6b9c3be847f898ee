//! The weights that turn signals alone into a relation, where the pieces of the texts are not known, and that tell what
//! speaks of different things: a multinomial logistic regression, learned on the labelled pairs in `tests/data/pairs*.tsv`
//! (three languages). The numbers are data, not code.

/// How many signals there are.
pub(super) const SIGNALS: usize = 122;

/// The place of the signal that the two differ in a negation alone.
pub(super) const ONLY_POLARITY: usize = 89;

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
        0.68318, 0.19719, -0.06523, -0.24263, 0.03872, 0.03185, 0.04353, 0.24550, -0.18566, -0.42770,
        0.67550, 0.15738, -0.15514, -0.34667, -0.35403, -0.29736, -0.36411, -0.00711, 0.24756, -0.36500,
        0.07647, -0.14183, -0.22056, -0.05884, -0.29452, -0.53148, -0.11682, 0.03570, 0.94083, 0.76983,
        0.36108, 0.01905, 0.30077, 0.11629, -0.22617, -0.19377, 0.03742, -0.21703, -0.21079, 0.00229,
        0.35912, -0.68766, 0.24042, 0.35083, -0.06636, 0.02147, -0.09637, -0.02509, 0.58698, -0.12511,
        -0.05636, -0.19640, -0.15376, -0.26480, -0.01352, 0.01586, -0.16063, -0.18638, -0.23431, -0.51234,
        -0.03134, -0.00724, -0.02545, 0.05747, -0.11080, -0.19451, 0.15592, -0.24662, -0.63142, -0.64681,
        -0.18737, -0.15539, -0.08286, -0.03500, 0.33463, -0.06979, 0.64021, -0.06766, -0.00035, 0.14798,
        0.44370, 0.13989, -0.15872, -0.24871, 0.14391, -0.01966, -0.16344, 1.67071, -0.33201, -0.27125,
        0.34139, 0.35998, -0.11324, -0.07889, -0.00154, -0.10717, -0.07952, -0.03769, 0.24365, -0.06687,
        -0.25260, 0.03022, 0.38558, -0.02368, -0.02801, -0.20586, -0.31797, -0.26658, -0.72759, -0.00798,
        -0.18031, -0.31477, -0.27272, -0.12533, 0.06628, -0.17878, -0.23089, -0.03802, -0.12322, -0.25949,
        0.12900, 0.29569,
    ],
    [
        0.23284, 0.29531, 0.31168, 0.19188, -0.13659, -0.02853, -0.10800, 0.03770, 0.09388, 1.18306,
        -0.23735, -0.04026, 0.45797, 0.27070, 0.32450, 0.52191, 0.48669, 0.35054, -0.25571, 0.37933,
        -0.34118, -0.18094, 0.17974, -0.15159, 0.63892, 0.01237, -0.04232, 0.01737, -0.60400, 0.15991,
        -0.12238, 0.27382, 0.73355, -0.06429, 0.68188, 0.63913, 0.40798, 0.44440, -0.13447, 0.24345, 0.22156,
        0.91209, 0.13968, 0.27825, -0.04430, -0.03317, 0.20075, 0.00037, -0.01124, 0.02819, 0.18895, 0.21941,
        -0.26010, 0.25036, 0.23355, 0.19866, 0.15483, 0.17406, 0.27057, 0.17757, 0.21563, 0.23684, -0.06516,
        0.12660, -0.06523, -0.14306, -0.51907, 0.60074, 1.16467, 0.32949, -0.56728, -0.14021, -0.02449,
        -0.00700, 0.10317, 0.28415, -0.09149, 0.09314, 0.12067, -0.06848, 0.07897, 0.08744, 0.39654,
        -0.16632, 0.17512, -0.12256, 0.10103, -1.16407, 0.25643, -0.00312, 0.10329, 0.21827, -0.04583,
        -0.01482, -0.03159, -0.03877, -0.01242, 0.09423, -0.08238, -0.09716, 0.34574, 0.06798, 0.21791,
        0.05863, -0.12523, -0.07485, -0.00772, 0.26462, 0.85887, 0.26745, -0.51024, -0.27252, 0.12439,
        0.41591, -0.00050, -0.01571, 0.25561, 0.49605, -0.03561, -0.16156, 0.13722, -0.02881,
    ],
    [
        -0.06575, -0.03708, 0.24880, 0.54774, 0.15395, 0.21103, -0.26609, -0.24957, 0.11150, -0.63815,
        -0.40342, -0.14216, -0.18667, 0.12340, 0.17777, -0.11932, -0.05248, -0.15943, 0.03104, 0.02450,
        0.45830, 0.29883, 0.26017, 0.29420, -0.26958, 0.52620, 0.17508, -0.03089, -0.30004, -0.53198,
        0.24731, -0.13153, -0.93663, 0.03617, -0.31049, -0.44476, -0.32688, -0.18352, 0.06707, 0.04494,
        -0.32000, -0.20803, 0.08429, -0.17163, 0.04638, -0.03246, -0.11056, 0.06359, -0.12773, 0.20328,
        -0.06805, -0.02166, 0.01745, 0.03638, -0.23783, 0.01099, 0.07242, 0.01211, -0.03682, 0.37640,
        -0.13888, -0.19025, 0.09977, -0.17255, 0.19171, 0.35256, 0.40175, -0.26096, -0.48843, 0.26678,
        0.85713, -0.00808, 0.01573, -0.01676, -0.07874, 0.08489, -0.30805, -0.09765, 0.15186, -0.04066,
        -0.23901, -0.10254, -0.19751, 0.42956, -0.26382, 0.01068, -0.00184, -0.66125, 0.12974, 0.27692,
        -0.10015, -0.18284, 0.06877, 0.03705, 0.03578, 0.12980, 0.09404, -0.00537, -0.15764, 0.11551,
        -0.03984, 0.02175, -0.07895, 0.07156, 0.36252, -0.26659, 0.13000, 0.07824, -0.05842, -0.19621,
        0.71076, 0.52780, 0.23875, -0.17346, -0.06375, 0.23844, 0.02922, -0.42947, 0.17968, 0.42041, 0.20793,
        -0.13328,
    ],
    [
        -0.85028, -0.45542, -0.49525, -0.49699, -0.05609, -0.21435, 0.33056, -0.03363, -0.01972, -0.11721,
        -0.03473, 0.02504, -0.11616, -0.04742, -0.14824, -0.10523, -0.07010, -0.18400, -0.02289, -0.03884,
        -0.19359, 0.02394, -0.21935, -0.08377, -0.07483, -0.00709, -0.01594, -0.02218, -0.03679, -0.39776,
        -0.48602, -0.16135, -0.09770, -0.08817, -0.14521, -0.00061, -0.11853, -0.04385, 0.27819, -0.29068,
        -0.26068, -0.01639, -0.46439, -0.45744, 0.06428, 0.04416, 0.00618, -0.03887, -0.44801, -0.10636,
        -0.06455, -0.00136, 0.39641, -0.02194, 0.01781, -0.22552, -0.06662, 0.00021, 0.00055, -0.04163,
        -0.04541, -0.03936, -0.00916, -0.01152, -0.01568, -0.01500, -0.03860, -0.09316, -0.04483, 0.05054,
        -0.10248, 0.30368, 0.09162, 0.05876, -0.35906, -0.29926, -0.24068, 0.07218, -0.27218, -0.03884,
        -0.28366, -0.12479, -0.04032, -0.01453, -0.05521, 0.13154, 0.06424, 0.15460, -0.05416, -0.00255,
        -0.34453, -0.39541, 0.09029, 0.05666, -0.00265, 0.01614, -0.00210, -0.05117, -0.00362, 0.04852,
        -0.05331, -0.11995, -0.52454, -0.10651, -0.20928, 0.54730, 0.19569, -0.07628, -0.07286, -0.06326,
        -0.02021, 0.05949, -0.09042, -0.11712, -0.00203, -0.04394, -0.05394, -0.02857, -0.02085, 0.00064,
        -0.47415, -0.13360,
    ],
];

/// The bias of each relation.
const BIAS: [f64; 4] = [0.1016, -0.9109, 0.6911, 0.1181];

/// How likely a duplicate must be to be called one; set where sets were left out of the learning.
const SURE_SAME: f64 = 0.7;

/// How likely a contradiction must be to be called one; set where sets were left out of the learning.
const SURE_CONTRADICTS: f64 = 0.65;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_signal_is_that_of_its_name() {
        assert_eq!(NAMES[ONLY_POLARITY], "only_polarity_differs");
    }
}

//! The weights by name, so that they can be varied from outside.

use memoro_core::fusion::Weights;

/// A name and the place of the number in the weights.
type Knob = (&'static str, fn(&mut Weights) -> &mut f32);

/// Every weight that is learned.
pub(crate) const KNOBS: &[Knob] = &[
    ("k1", |w| &mut w.k1),
    ("b", |w| &mut w.b),
    ("around-2", |w| &mut w.around[0]),
    ("around-1", |w| &mut w.around[1]),
    ("around+1", |w| &mut w.around[2]),
    ("around+2", |w| &mut w.around[3]),
    ("answers", |w| &mut w.answers),
    ("damp", |w| &mut w.damp),
    ("session", |w| &mut w.session),
    ("name", |w| &mut w.name),
    ("speaker", |w| &mut w.speaker),
    ("vector", |w| &mut w.vector),
    ("excess", |w| &mut w.vector_excess),
    ("vector-2", |w| &mut w.vector_around[0]),
    ("vector-1", |w| &mut w.vector_around[1]),
    ("vector+1", |w| &mut w.vector_around[2]),
    ("vector+2", |w| &mut w.vector_around[3]),
    ("group-best", |w| &mut w.vector_group[0]),
    ("group-mean", |w| &mut w.vector_group[1]),
    ("lone", |w| &mut w.lone),
    ("time", |w| &mut w.time),
    ("number", |w| &mut w.number),
    ("date", |w| &mut w.date),
    ("asking", |w| &mut w.asking),
    ("short", |w| &mut w.short),
    ("impute", |w| &mut w.impute),
    ("impute-at", |w| &mut w.impute_at[0]),
    ("impute-by", |w| &mut w.impute_at[1]),
    ("whole", |w| &mut w.whole),
];

/// Sets a weight by name; returns whether there is one.
pub(crate) fn set(weights: &mut Weights, name: &str, value: f32) -> bool {
    KNOBS.iter().find(|(known, _)| *known == name).map(|(_, at)| *at(weights) = value).is_some()
}

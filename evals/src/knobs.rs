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
    ("section", |w| &mut w.section),
    ("answers", |w| &mut w.answers),
    ("damp", |w| &mut w.damp),
    ("name", |w| &mut w.name),
    ("whole", |w| &mut w.whole),
    ("wide", |w| &mut w.wide),
    ("part", |w| &mut w.part),
    ("turn", |w| &mut w.turn),
    ("session", |w| &mut w.session),
    ("speaker", |w| &mut w.speaker),
    ("vector", |w| &mut w.vector),
    ("excess", |w| &mut w.vector_excess),
    ("group-best", |w| &mut w.vector_session),
    ("date", |w| &mut w.date),
    ("foreign-chance", |w| &mut w.foreign[0]),
    ("foreign-excess", |w| &mut w.foreign[1]),
    ("foreign-cosine", |w| &mut w.foreign[2]),
    ("chance", |w| &mut w.chance),
    ("lone", |w| &mut w.lone),
    ("time", |w| &mut w.time),
    ("number", |w| &mut w.number),
    ("dated", |w| &mut w.dated),
    ("asking", |w| &mut w.asking),
    ("short", |w| &mut w.short),
    ("fresh", |w| &mut w.fresh),
    ("fresh-days", |w| &mut w.fresh_days),
    ("later", |w| &mut w.later),
];

/// Sets a weight by name; returns whether there is one.
pub(crate) fn set(weights: &mut Weights, name: &str, value: f32) -> bool {
    KNOBS.iter().find(|(known, _)| *known == name).map(|(_, at)| *at(weights) = value).is_some()
}

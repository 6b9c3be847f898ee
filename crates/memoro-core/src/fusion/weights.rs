//! The numbers of the ranking formula. Learned on development sets of several kinds at once; how, and what happens
//! on kinds that were left out, is told in `docs/reference/ranking.md`.

/// The weights of the learned ranking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Saturation of term counts.
    pub k1: f32,
    /// How much of the length norm applies, 0..=1.
    pub b: f32,
    /// Neighbours two before, one before, one after, two after.
    pub around: [f32; 4],
    /// More for the turn before, if it ends in a question mark.
    pub answers: f32,
    /// Length at which a chunk's own words count half as much for its neighbours.
    pub damp: f32,
    /// Words of the chunk and its neighbours.
    pub lexical: f32,
    /// Words of the whole session or document.
    pub session: f32,
    /// A word of a speaker's name, as a word.
    pub name: f32,
    /// The question names the speaker.
    pub speaker: f32,
    /// Cosine of the chunk.
    pub vector: f32,
    /// Cosine of the chunk above what chance gives.
    pub vector_excess: f32,
    /// Cosine of the neighbours, before and after.
    pub vector_around: [f32; 4],
    /// Best and mean cosine in the group.
    pub vector_group: [f32; 2],
    /// An assistant's words when the question is not about them.
    pub lone: f32,
    /// A chunk with a time, when asked when.
    pub time: f32,
    /// A chunk with a number, when asked how many.
    pub number: f32,
    /// A chunk of the day that the question names.
    pub date: f32,
    /// A chunk that only asks.
    pub asking: f32,
    /// Length below which a chunk says too little.
    pub short: f32,
    /// The share of a question's words that a right chunk holds on average, for chunks of another script.
    pub impute: f32,
    /// The cosine at which a chunk of another script is as likely right as not, and how sharply that changes.
    pub impute_at: [f32; 2],
    /// A compound as typed.
    pub whole: f32,
}

impl Weights {
    /// The weights that are shipped.
    pub const LEARNED: Self = Self {
        k1: 1.2,
        b: 0.75,
        around: [0.08, 0.30, 0.15, 0.08],
        answers: 0.70,
        damp: 50.0,
        lexical: 2.2,
        session: 1.1,
        name: 0.5,
        speaker: 1.5,
        vector: 0.4,
        vector_excess: 0.0,
        vector_around: [0.0, 0.0, 0.0, 0.0],
        vector_group: [0.0, 0.0],
        lone: 0.6,
        time: 0.15,
        number: 0.1,
        date: 1.0,
        asking: 0.2,
        short: 0.5,
        impute: 0.5,
        impute_at: [0.1, 1.0],
        whole: 1.0,
    };
}

impl Default for Weights {
    fn default() -> Self {
        Self::LEARNED
    }
}

//! The numbers of the ranking formula. Learned on development sets of several kinds at once; how, and what happens
//! on kinds that were left out, is told in `docs/reference/ranking.md`.

/// The weights of the learned ranking. Evidence adds up, factors multiply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Saturation of term counts.
    pub k1: f32,
    /// How much of the length norm applies, 0..=1.
    pub b: f32,
    /// What the words of neighbours count: two before, one before, one after, two after.
    pub around: [f32; 4],
    /// How much of that applies between the sections of a document, 0..=1.
    pub section: f32,
    /// More for the turn before, if it ends in a question mark.
    pub answers: f32,
    /// Length at which a chunk's words count half as much for its neighbours.
    pub damp: f32,
    /// A word of a speaker's name, as a word.
    pub name: f32,
    /// A compound as typed, as a word.
    pub whole: f32,

    /// Evidence: the words of the chunk, with its neighbours' words.
    pub words: f32,
    /// Evidence: which of the words are there at all, in the chunk or its neighbours.
    pub wide: f32,
    /// How far the best answered of several questions in a message stands for all, 0..=1.
    pub part: f32,
    /// Factor: what each better hit for the same of several questions leaves.
    pub turn: f32,
    /// Evidence: the words of the whole session or document.
    pub session: f32,
    /// Evidence: the question names the speaker.
    pub speaker: f32,
    /// Evidence: cosine of the chunk.
    pub vector: f32,
    /// Evidence: cosine of the chunk above what chance gives.
    pub vector_excess: f32,
    /// Evidence: best cosine in the session or document.
    pub vector_session: f32,
    /// Evidence: a chunk of the time that the question names.
    pub date: f32,
    /// Evidence for chunks of another script: chance, cosine above chance, cosine.
    pub foreign: [f32; 3],

    /// The most that words can give by chance, as a share of what they could give: more is no chance.
    pub chance: f32,

    /// Factor: an assistant's words when the question is not about them.
    pub lone: f32,
    /// Factor: a chunk with a time, when asked when.
    pub time: f32,
    /// Factor: a chunk with a number, when asked how many.
    pub number: f32,
    /// Factor: a chunk of the time that the question names.
    pub dated: f32,
    /// Factor: a chunk that only asks, where people talk.
    pub asking: f32,
    /// Factor: length below which a chunk says too little.
    pub short: f32,
    /// Factor: a chunk of today over one of long ago.
    pub fresh: f32,
    /// Days after which freshness has fallen to a third.
    pub fresh_days: f32,
    /// Factor: what was said after the question was asked.
    pub later: f32,
}

impl Weights {
    /// The weights that are shipped.
    pub const LEARNED: Self = Self {
        k1: 1.06,
        b: 0.65,
        around: [0.10, 0.50, 0.18, 0.05],
        section: 0.25,
        answers: 1.5,
        damp: 120.0,
        name: 0.26,
        whole: 1.2,
        words: 1.0,
        wide: 0.25,
        part: 0.9,
        turn: 0.9,
        session: 0.55,
        speaker: 1.36,
        vector: 0.2,
        vector_excess: 0.4,
        vector_session: 0.15,
        date: 0.1,
        foreign: [1.6, 0.5, 0.1],
        chance: 0.2,
        lone: 0.7,
        time: 0.2,
        number: 0.3,
        dated: 0.82,
        asking: 0.45,
        short: 0.5,
        fresh: 0.2,
        fresh_days: 12.0,
        later: 0.59,
    };
}

impl Default for Weights {
    fn default() -> Self {
        Self::LEARNED
    }
}

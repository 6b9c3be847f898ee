//! What speaks for a chunk, signal by signal, in shares of what the question's words could give at most. Evidence
//! adds up, factors multiply; together they explain every hit.

/// What speaks for a chunk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Signals {
    /// Evidence: its own words.
    pub words: f32,
    /// Evidence: the words of its neighbours.
    pub around: f32,
    /// Evidence: the words of its session or document.
    pub session: f32,
    /// Evidence: the question names its speaker.
    pub speaker: f32,
    /// Evidence: its meaning.
    pub vector: f32,
    /// Evidence: the best meaning in its session or document.
    pub vector_around: f32,
    /// Evidence: what its words would be worth, were they in the question's script.
    pub foreign: f32,
    /// Evidence: it is of the time that the question names.
    pub date: f32,
    /// Evidence: it holds the quoted words, which the index does not keep.
    pub phrase: f32,
    /// Factor: an assistant's words when the question is not about them.
    pub role: f32,
    /// Factor: it names a time or a number, as asked, or is of the time that the question names.
    pub fit: f32,
    /// Factor: it only asks, or is too short to say much.
    pub form: f32,
    /// Factor: how long ago it was said.
    pub age: f32,
    /// Factor: strength, confidence, importance, layer and tier of its memory.
    pub prior: f32,
    /// Factor: better hits answer the same one of several questions in the message.
    pub turn: f32,
    /// Which of several questions in the message it answers best.
    pub part: u8,
    /// Factor on the score itself: it is a near copy of a better hit.
    pub copy: f32,
    /// Factor on the score itself: it no longer counts, or does not count yet.
    pub status: f32,
    /// How much of what the question is about stands in it, 0..=1; rare words count more, common ones count too.
    pub cover: f32,
    /// How much of the question is an identifier that it does not hold, neither as typed nor by all its pieces, 0..=1.
    pub lacks: f32,
    /// What the time that the question names did to the sum, as a factor.
    pub time: f32,
    /// What of the words' evidence only names that time, in a question that asks for something besides.
    pub timed: f32,
}

impl Default for Signals {
    fn default() -> Self {
        Self {
            words: 0.0,
            around: 0.0,
            session: 0.0,
            speaker: 0.0,
            vector: 0.0,
            vector_around: 0.0,
            foreign: 0.0,
            date: 0.0,
            phrase: 0.0,
            role: 1.0,
            fit: 1.0,
            form: 1.0,
            age: 1.0,
            prior: 1.0,
            turn: 1.0,
            part: 0,
            copy: 1.0,
            status: 1.0,
            cover: 0.0,
            lacks: 0.0,
            time: 1.0,
            timed: 0.0,
        }
    }
}

impl Signals {
    /// Returns the sum of the evidence times the factors.
    pub fn total(&self) -> f32 {
        self.evidence().iter().map(|(_, e)| e).sum::<f32>()
            * self.factors().iter().map(|(_, f)| f).product::<f32>()
    }

    /// Returns the sum as it would be had the question named no time: a day tells which of two is meant, not that either
    /// is.
    pub fn timeless(&self) -> f32 {
        let evidence = self.evidence().iter().map(|(_, e)| e).sum::<f32>() - self.date - self.timed;
        evidence * self.factors().iter().map(|(_, f)| f).product::<f32>() / self.time.max(1.0)
    }

    /// Returns what each signal contributes to a score: evidence by its part of the sum, each factor by what it
    /// took away or added, in that order. The contributions sum to the score.
    pub fn shares(&self, score: f32) -> Vec<(&'static str, f32)> {
        let whole = score / (self.copy * self.status).max(f32::MIN_POSITIVE);
        let evidence = self.evidence();
        let sum: f32 = evidence.iter().map(|(_, e)| e).sum();
        let gain: f32 = self.factors().iter().map(|(_, f)| f).product();
        // Without factors the same hit would have had this score, to first order.
        let plain = if gain > 0.0 { whole / gain } else { 0.0 };
        let mut shares = Vec::with_capacity(16);
        for (name, value) in evidence.into_iter().filter(|(_, e)| *e != 0.0) {
            shares.push((name, if sum == 0.0 { 0.0 } else { plain * value / sum }));
        }
        let mut here = if sum == 0.0 { 0.0 } else { plain };
        let on_score = [("copy", self.copy), ("status", self.status)];
        let all = self.factors().into_iter().chain(on_score);
        for (name, factor) in all.filter(|(_, f)| (*f - 1.0).abs() > f32::EPSILON) {
            shares.push((name, here * factor - here));
            here *= factor;
        }
        let rest = score - here;
        if rest.abs() > f32::EPSILON {
            shares.push(("base", rest));
        }
        shares
    }

    /// Returns the evidence by name.
    pub fn evidence(&self) -> [(&'static str, f32); 9] {
        [
            ("words", self.words),
            ("around", self.around),
            ("session", self.session),
            ("speaker", self.speaker),
            ("vector", self.vector),
            ("vector_around", self.vector_around),
            ("foreign", self.foreign),
            ("date", self.date),
            ("phrase", self.phrase),
        ]
    }

    /// Returns the factors by name.
    pub fn factors(&self) -> [(&'static str, f32); 6] {
        [
            ("role", self.role),
            ("fit", self.fit),
            ("form", self.form),
            ("age", self.age),
            ("prior", self.prior),
            ("turn", self.turn),
        ]
    }
}

//! Which layer a text belongs to, and the fields of that layer as far as the text fills them. An explicit
//! layer wins, then a `memory:*` concept, then what was learned of words and meaning together with the signs of its
//! form in Thai, English and Chinese. Stores nothing and decides nothing about trust.

mod chinese;
mod english;
mod episode;
mod fields;
mod grammar;
mod grams;
mod head;
mod learned;
mod scores;
mod steps;
mod thai;
mod verbs;
mod view;
mod when;

pub(crate) use grammar::is_past as is_past_verb;
pub(crate) use verbs::is_verb;

pub use episode::{Drawn, Satisfaction, draw, tells_outcome};
pub use steps::procedure;
pub use when::occurred;

use jiff::civil::Date;

use crate::content::Content;
use crate::id::Key;
use crate::layer::Layer;
use scores::Scores;
use view::View;

/// A text on its way into memory.
#[derive(Debug, Clone, Copy)]
pub struct Arriving<'a> {
    /// The text.
    pub text: &'a str,
    /// The layer that the caller named.
    pub layer: Option<Layer>,
    /// Concepts that the caller gave; `memory:<layer>` names a layer.
    pub concepts: &'a [String],
    /// What the embedded model makes of the text, where it is at hand.
    pub meant: Option<Meant<'a>>,
    /// The day on which it is said, for `yesterday` and its like.
    pub today: Date,
}

/// A text as the embedded model sees it.
#[derive(Debug, Clone, Copy)]
pub struct Meant<'a> {
    /// Its vector.
    pub vector: &'a [f32],
    /// The numbers of its word pieces.
    pub pieces: &'a [u32],
}

/// Why a text went to its layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Because {
    /// The caller named the layer.
    Explicit,
    /// A concept named it.
    Concept(String),
    /// The old type of learning named it.
    Type(String),
    /// The text says it; the words that weighed most, as they are written.
    Signal(String),
    /// The text shows it by its form; what it is, in words of ours.
    Form(String),
    /// Its form says nothing, its meaning does.
    Meaning,
    /// Nothing points anywhere: plain knowledge.
    Plain,
}

impl std::fmt::Display for Because {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Because::Explicit => f.write_str("the layer was given"),
            Because::Concept(concept) => write!(f, "concept {concept}"),
            Because::Type(kind) => write!(f, "the type is {kind}"),
            Because::Signal(words) => write!(f, "the text says \"{words}\""),
            Because::Form(form) => write!(f, "the form of the text: {form}"),
            Because::Meaning => f.write_str("its meaning is like others of that layer"),
            Because::Plain => f.write_str("plain knowledge"),
        }
    }
}

/// Where a text belongs and what it becomes there.
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    /// The layer.
    pub layer: Layer,
    /// Why that layer.
    pub because: Because,
    /// The content in the shape of the layer.
    pub content: Content,
    /// The slot of the user model that the text fills, where it is plain.
    pub key: Option<Key>,
    /// The day on which it happened, where the text says so.
    pub occurred: Option<Date>,
}

/// Routes a text.
pub fn route(arriving: &Arriving<'_>) -> Route {
    let (layer, because) = layer(arriving);
    let filled = fields::fill(arriving, layer);
    Route { layer, because, content: filled.content, key: filled.key, occurred: filled.occurred }
}

/// Returns the layer of a text and why.
pub fn layer(arriving: &Arriving<'_>) -> (Layer, Because) {
    if let Some(layer) = arriving.layer {
        return (layer, Because::Explicit);
    }
    for concept in arriving.concepts {
        let named = concept.strip_prefix("memory:").and_then(|word| word.parse::<Layer>().ok());
        if let Some(layer) = named.filter(|layer| *layer != Layer::Policy) {
            return (layer, Because::Concept(concept.clone()));
        }
    }
    if !arriving.text.chars().any(char::is_alphanumeric) {
        return (Layer::Semantic, Because::Plain);
    }
    let likely = learned::likely(arriving.text, arriving.meant);
    let form = read(arriving.text);
    let points = form.points();
    let weigh = |(layer, likely): (Layer, f64)| {
        let said = match layer {
            Layer::UserModel => points[0],
            Layer::Procedural => points[1],
            Layer::Episodic => points[2],
            _ => 0,
        };
        (layer, likely.ln() + POINT * f64::from(said.min(MOST_POINTS)))
    };
    let weighed = likely.map(weigh);
    let total: f64 = weighed.iter().map(|(_, score)| score.exp()).sum();
    let best = weighed.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let (layer, share) = best.map_or((Layer::Semantic, 1.0), |(layer, score)| (layer, score.exp() / total));
    // What is only felt to be about the user stands in the profile for good.
    let unsure = layer == Layer::UserModel && points[0] == 0 && share < SURE_OF_USER;
    let layer = if unsure { Layer::Semantic } else { layer };
    let because = match form.sign(layer) {
        Some(sign) => {
            as_written(arriving.text, &sign).map_or_else(|| Because::Form(sign.clone()), Because::Signal)
        }
        None if layer == Layer::Semantic => Because::Plain,
        None => Because::Meaning,
    };
    (layer, because)
}

/// Returns a sign as the text writes it, whole words of it; nothing where its words are not there.
fn as_written(text: &str, sign: &str) -> Option<String> {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '\'';
    let at = text.to_ascii_lowercase().find(&sign.to_ascii_lowercase())?;
    let (before, rest) = text.split_at_checked(at)?;
    let (found, behind) = rest.split_at_checked(sign.len())?;
    let head = if found.starts_with(inside) { before.trim_end_matches(inside).len() } else { before.len() };
    let tail = if found.ends_with(inside) { behind.trim_start_matches(inside).len() } else { behind.len() };
    text.get(head..text.len() - tail).map(str::to_owned)
}

/// How likely the user model must be where no word shows it.
const SURE_OF_USER: f64 = 0.55;

/// How much a point of the form adds to what was learned.
const POINT: f64 = 0.3;

/// Up to how many points count.
const MOST_POINTS: u32 = 9;

/// Returns how many points the form of a text gives the user model, procedures and episodes.
pub fn points(text: &str) -> [u32; 3] {
    read(text).points()
}

/// Returns the text as the learned judgement reads it, for learning anew: hashed runs of words, letters and pieces.
pub fn reading(text: &str, pieces: &[u32]) -> Vec<(u16, f32)> {
    grams::grams(text, pieces)
}

fn read(text: &str) -> Scores {
    let view = View::new(text);
    let mut scores = Scores::default();
    if view.arrows > 0 {
        scores.procedural(if view.arrows > 1 { 4 } else { 2 }, "→");
    }
    if view.numbered {
        scores.procedural(3, "1. … 2. …");
    }
    if grammar::clocks(&view.tight) > 1 && !view.tight.contains(['–', '-', '至', '到', '~']) {
        scores.episodic(6, "09:17 … 09:20");
    }
    english::score(&view, &mut scores);
    thai::score(&view, &mut scores);
    chinese::score(&view, &mut scores);
    scores
}

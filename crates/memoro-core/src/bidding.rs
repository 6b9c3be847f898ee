//! Whether words, shown to an agent later, would tell it how to behave: orders, rules, ways of doing things, who it is, whom
//! it obeys, what its user wants. The one judgement for every door; in doubt such words wait for a person. It knows nothing of
//! trust: who wrote the words is asked elsewhere.

mod around;
mod clause;
mod codes;
mod english;
mod lists;
mod signs;
mod speech;
mod verbs;
mod weights;

use std::collections::HashMap;

use around::Around;
use clause::{Quotes, Sentence, folded, is_quoting, sentences};
use signs::Signs;
use speech::tells_of_languages;
use weights::Weights;

use crate::text::unmasked;

/// Tells whether a text would direct an agent that believed it. Quotation, code, markup, line breaks and who is said to have
/// said it make no difference. `meaning` returns the vector of a sentence by the embedded model.
pub fn directs(text: &str, meaning: impl Fn(&str) -> Vec<f32>) -> bool {
    let weights = Weights::learned();
    let mut found = false;
    let mut known: HashMap<String, f32> = HashMap::new();
    let mut last: Option<(usize, f32)> = None;
    let mut ways = readings(text);
    ways.extend(unmasked(text).iter().flat_map(|seen| readings(seen)));
    ways.extend(codes::without_codes(text).iter().flat_map(|bare| readings(bare)));
    look(&ways, |number, sentence, _, signs| {
        let meant = match last {
            Some((last, meant)) if last == number => meant,
            _ => {
                *known.entry(sentence.text.clone()).or_insert_with(|| weights.meant(&meaning(&sentence.text)))
            }
        };
        last = Some((number, meant));
        found |= weights.bids(signs, meant);
        !found
    });
    found
}

/// Returns the sentences of a text that direct.
pub fn directions(text: &str, meaning: impl Fn(&str) -> Vec<f32>) -> Vec<&str> {
    let mut sentences = Vec::new();
    for line in text.lines() {
        let mut start = 0;
        for (at, c) in line.char_indices() {
            let end = at + c.len_utf8();
            let rest = line.get(end..).unwrap_or_default();
            let closes = matches!(c, '。' | '！' | '？' | '；')
                || (matches!(c, '.' | '!' | '?')
                    && (rest.is_empty() || rest.starts_with(char::is_whitespace)));
            if closes {
                sentences.extend(line.get(start..end));
                start = end;
            }
        }
        sentences.extend(line.get(start..));
    }
    sentences.into_iter().map(str::trim).filter(|sentence| directs(sentence, &meaning)).collect()
}

/// What is looked at of one clause of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The clause.
    pub clause: String,
    /// The sentence that it is of.
    pub sentence: String,
    /// The names of its signs.
    pub signs: Vec<String>,
}

/// Returns what is looked at of a text, as the weights are learned from it.
pub fn seen(text: &str) -> Vec<Seen> {
    let mut all = Vec::new();
    look(&readings(text), |_, sentence, at, signs| {
        let clause = sentence.clauses.get(at).map(|clause| clause.text.clone()).unwrap_or_default();
        all.push(Seen { clause, sentence: sentence.text.clone(), signs: signs.names().to_vec() });
        true
    });
    all
}

/// Returns the ways in which a text can be read.
fn readings(text: &str) -> Vec<(String, Quotes)> {
    let folded = folded(text);
    let mut readings = vec![(folded.clone(), Quotes::Drop)];
    if is_quoting(&folded) {
        readings.push((folded.clone(), Quotes::Part));
    }
    // A line may break inside an order.
    if folded.trim().contains('\n') {
        readings.push((joined(&folded), Quotes::Drop));
    }
    readings
}

/// Shows every clause with the number of its sentence and its signs to `see`, in each way a text can be read, until it has
/// seen enough.
fn look(readings: &[(String, Quotes)], mut see: impl FnMut(usize, &Sentence, usize, &Signs) -> bool) {
    let mut number = 0;
    for (text, quotes) in readings {
        let mut planned = false;
        for sentence in sentences(text, *quotes) {
            number += 1;
            let around = Around::of(&sentence);
            planned = around.plans || (planned && signs::goes_on(&sentence));
            for (at, clause) in sentence.clauses.iter().enumerate() {
                if signs::says_nothing(clause) || signs::is_name(clause) || tells_of_languages(clause) {
                    continue;
                }
                if !see(number, &sentence, at, &signs::of(&sentence, &around, at, planned)) {
                    return;
                }
            }
        }
    }
}

/// Joins the lines of each paragraph; headings and items of lists stay apart.
fn joined(folded: &str) -> String {
    let apart = |line: &str| line.is_empty() || line.starts_with(['#', '-', '*', '+', '|', '>']);
    let mut text = String::with_capacity(folded.len());
    let mut last = "";
    for line in folded.lines().map(str::trim) {
        text.push(if apart(line) || last.is_empty() || last.starts_with('#') { '\n' } else { ' ' });
        text.push_str(line);
        last = line;
    }
    text
}

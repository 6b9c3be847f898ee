//! Questions that a labelled set does not have and a person asks: a word or two that many chunks hold, and what the
//! store has no answer to at all. Made from the texts and questions of the sets themselves.

use crate::load::Question;
use crate::measure::Bench;
use crate::store::Asked;
use memoro_core::text::{Script, is_bare, is_stop, script_of};
use memoro_embed::LocalModel;

/// How many words a set is asked for.
const NAMES: usize = 60;
/// How many questions of another set are asked of a set.
const FOREIGN: usize = 40;

/// Asks a set for words that stand in it; right is every chunk that holds all of them.
pub(crate) fn named(bench: &Bench, model: &LocalModel) -> Vec<Asked> {
    let mut texts: Vec<String> = Vec::new();
    for (number, text) in bench.set.sample.iter().enumerate() {
        texts.extend(word_of(text, number).filter(|word| !texts.contains(word)));
    }
    let step = (texts.len() / NAMES).max(1);
    let mut asked = bench.set.ask_plain(texts.iter().step_by(step).map(String::as_str), model);
    for one in &mut asked {
        one.relevant = bench.set.holding(&one.query);
    }
    asked.retain(|one| !one.relevant.is_empty());
    asked
}

/// Asks a set what other sets are asked for.
pub(crate) fn elsewhere(bench: &Bench, others: &[Bench], model: &LocalModel) -> Vec<Asked> {
    let kind = |name: &str| name.split('-').next().unwrap_or_default().to_owned();
    let mut texts: Vec<&str> = Vec::new();
    for other in others.iter().filter(|o| o.family != "mixed" && kind(&o.name) != kind(&bench.name)) {
        let step = (other.asked.len() * 8 / FOREIGN).max(1);
        texts.extend(other.asked.iter().step_by(step).map(|asked| asked.text.as_str()));
    }
    bench.set.ask_plain(texts.into_iter(), model)
}

/// One or two words of a text, as somebody would type them.
fn word_of(text: &str, number: usize) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    let script = |c: char| script_of(c).filter(|s| matches!(s, Script::Latin | Script::Thai | Script::Han));
    let mut run = String::new();
    let mut kind = None;
    for c in text.chars().chain([' ']) {
        if script(c) != kind {
            words.extend(kind.and_then(|kind| of_run(&run, kind, number)));
            run.clear();
            kind = script(c);
        }
        run.push(c);
    }
    let at = number * 7 % words.len().max(1);
    let first = words.get(at)?.clone();
    let next = words.get(at + 1).filter(|w| number.is_multiple_of(3) && w.is_ascii() == first.is_ascii());
    Some(next.map_or(first.clone(), |next| format!("{first} {next}")))
}

fn of_run(run: &str, script: Script, number: usize) -> Option<String> {
    let chars: Vec<char> = run.chars().collect();
    match script {
        Script::Latin => (chars.len() > 3 && !is_stop(&run.to_lowercase())).then(|| run.to_owned()),
        Script::Thai if chars.len() < 4 => None,
        Script::Thai if chars.len() <= 10 => Some(run.to_owned()),
        Script::Thai => {
            let begins = |c: &char| matches!(c, '\u{e01}'..='\u{e2e}' | '\u{e40}'..='\u{e44}');
            let from = number % (chars.len() - 6);
            let from = (from..chars.len() - 6).find(|at| begins(&chars[*at]))?;
            Some(chars[from..from + 6].iter().collect())
        }
        _ => {
            let pair = chars.windows(2 + number % 2).nth(number % chars.len())?;
            (!pair.iter().any(|c| is_bare(*c))).then(|| pair.iter().collect())
        }
    }
}

/// A question that nobody labelled.
pub(crate) fn plain(text: &str) -> Question {
    let text = text.to_owned();
    Question { id: String::new(), text, relevant: vec![String::new()], scope: None, pool: None, ts: None }
}

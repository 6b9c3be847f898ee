//! How well messages are understood by rules and by what the embedded model hears in them: on the messages that the rules were
//! made with, and on others by hands that knew neither.

use std::collections::HashMap;

use memoro_core::trigger::{Command, Cut, Intent, understand, understand_by};
use memoro_embed::LocalModel;

/// Messages of people of all trades in their own words, in the form of the utterances.
const HEARD: &str = include_str!("../../memoro-core/tests/data/heard.tsv");
/// The messages that the rules were made and measured with.
const UTTERANCES: &str = include_str!("../../memoro-core/tests/data/utterances.tsv");

#[derive(Default, Debug)]
struct Tally {
    said: usize,
    meant: usize,
    right: usize,
    keyed: usize,
    right_key: usize,
    talk: usize,
    wrong_writes: usize,
    misses: Vec<String>,
}

#[expect(clippy::cast_precision_loss, reason = "few messages")]
fn share(part: usize, of: usize) -> f64 {
    part as f64 / of.max(1) as f64
}

fn writes(intent: Intent) -> bool {
    matches!(intent, Intent::Remember | Intent::SetPreference | Intent::Update | Intent::Forget)
}

fn tally(rows: &str, read: impl Fn(&str) -> Vec<Command>) -> Tally {
    let mut tally = Tally::default();
    let mut groups: HashMap<&str, String> = HashMap::new();
    for row in rows.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [id, _, _, text, intent, _, _, key, _, _] = fields[..] else { panic!("ten fields: {row}") };
        let text = text.replace("\\n", "\n");
        let commands = read(&text);
        let first = commands.first();
        let got = first.map_or(Intent::None, |command| command.intent);
        let found = first.and_then(|command| command.key.clone()).unwrap_or_default();
        let right = got.to_string() == intent;
        tally.meant += usize::from(intent != "none");
        tally.said += usize::from(got != Intent::None);
        tally.right += usize::from(right && got != Intent::None);
        if intent == "none" {
            tally.talk += 1;
            tally.wrong_writes +=
                usize::from(commands.iter().any(|c| writes(c.intent) && c.remark.is_none()));
        }
        let mut keyed = true;
        if intent != "none" && key != "-" {
            tally.keyed += 1;
            let wanted = if key.starts_with('~') {
                groups.entry(key).or_insert_with(|| found.clone()).clone()
            } else {
                key.to_owned()
            };
            keyed = right && found == wanted && !found.is_empty();
            tally.right_key += usize::from(keyed);
        }
        if !right || !keyed {
            let value = first.map(|command| command.value.clone()).unwrap_or_default();
            tally.misses.push(format!("{id} {text} — {got} {found} = {value} for {intent} {key}"));
        }
    }
    tally
}

fn heard(message: &str) -> Vec<Command> {
    let model = LocalModel::load();
    let cut = |text: &str| {
        let cuts = model.cut(text).into_iter();
        cuts.map(|cut| Cut { span: cut.span, piece: cut.piece, begins: cut.begins, row: cut.row }).collect()
    };
    understand_by(message, &cut)
}

fn told(name: &str, tally: &Tally) -> (f64, f64, f64) {
    let precision = share(tally.right, tally.said);
    let (recall, key) = (share(tally.right, tally.meant), share(tally.right_key, tally.keyed));
    eprintln!(
        "{name}: precision {precision:.3}, recall {recall:.3}, key {key:.3}, wrong writes {} of {}",
        tally.wrong_writes, tally.talk
    );
    (precision, recall, key)
}

#[test]
fn messages_in_peoples_own_words_are_understood_and_talk_writes_nothing() {
    let rules = tally(HEARD, understand);
    let both = tally(HEARD, heard);
    let (_, by_rules, _) = told("by rules", &rules);
    let (precision, recall, key) = told("heard", &both);
    if let Ok(path) = std::env::var("MISSES") {
        std::fs::write(path, both.misses.join("\n")).unwrap();
    }
    assert!(recall >= by_rules + 0.2, "{recall} {by_rules}");
    assert!(precision >= 0.95 && key >= 0.75, "{precision} {key}");
}

#[test]
fn what_the_rules_understand_is_understood_no_worse() {
    let (rules, both) = (tally(UTTERANCES, understand), tally(UTTERANCES, heard));
    let (precision, recall, key) = told("by rules", &rules);
    let (heard_precision, heard_recall, heard_key) = told("heard", &both);
    if let Ok(path) = std::env::var("MISSES") {
        std::fs::write(format!("{path}.old"), both.misses.join("\n")).unwrap();
    }
    assert!(heard_precision >= precision - 0.01, "{heard_precision} {precision}");
    assert!(heard_recall >= recall - 0.005, "{heard_recall} {recall}");
    assert!(heard_key >= key - 0.01, "{heard_key} {key}");
}

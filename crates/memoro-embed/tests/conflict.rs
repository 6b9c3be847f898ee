//! How often a duplicate or a contradiction is told from what merely speaks of the same thing, with the embedded
//! model for the meaning. Half of the pairs, chosen by a hash of their text, were not used to set the weights. Three
//! sets of 120 pairs by another hand were each measured once before anybody looked at them or learned from them, as
//! precision and recall of duplicates, then of contradictions: 0.895, 0.607 and 0.778, 0.538; after the first, 0.895,
//! 0.567 and 0.939, 0.646; after the second, 0.750, 0.800 and 0.902, 0.771. Then 150 pairs with qualifiers, 0.882, 0.769
//! and 0.841, 0.725, 103 more, 1.000, 0.633 and 0.862, 0.641, and 210 of other subjects, 0.841, 0.617 and 0.683, 0.573. The
//! weights have learned from all of these, and from 60 more, 1.000, 0.778 and 0.842, 0.762. From the last 120 they have not:
//! 0.762, 0.593 and 0.893, 0.641 at the first look; after rules for lengths of time and others, made with other pairs, 0.826,
//! 0.704 and 0.886, 0.795, and with the chances at which both are called raised, 0.905, 0.704 and 0.909, 0.769; with the
//! network that reads both sentences, 0.957, 0.815 and 0.943, 0.846.

use std::fmt::Write as _;

use memoro_core::conflict::{Comparison, Relation, Sense, compare, overlap, same_trigger};
use memoro_embed::LocalModel;

const PAIRS: &str = include_str!("../../memoro-core/tests/data/pairs.tsv");

/// Pairs by another hand, learned from by now.
const FRESH: &str = include_str!("../../memoro-core/tests/data/pairs_fresh.tsv");

/// Pairs of everyday sentences with their qualifiers.
const THIRD: &str = include_str!("../../memoro-core/tests/data/pairs_third.tsv");

/// Pairs written after those, which nothing was learned from.
const FOURTH: &str = include_str!("../../memoro-core/tests/data/pairs_fourth.tsv");

/// Pairs written to learn from: many subjects, one author.
const FIFTH: &str = include_str!("../../memoro-core/tests/data/pairs_fifth.tsv");

/// Pairs written after the weights were first learned.
const SIXTH: &str = include_str!("../../memoro-core/tests/data/pairs_sixth.tsv");

/// Pairs that were written before anybody looked at the rules, and that nothing was ever learned from.
const SEVENTH: &str = include_str!("../../memoro-core/tests/data/pairs_seventh.tsv");

/// Pairs to learn from, by the same hand.
const EIGHTH: &str = include_str!("../../memoro-core/tests/data/pairs_eighth.tsv");

/// Pairs by another hand that say the same, or the opposite, in quite other words: 0.638, 0.370 and 0.627, 0.288 at the
/// first look; the network has learned from them.
const NINTH: &str = include_str!("../../memoro-core/tests/data/pairs_ninth.tsv");

/// Pairs of which each side is in another language.
const ACROSS: &str = include_str!("../../memoro-core/tests/data/pairs_across.tsv");

const TRIGGERS: &str = include_str!("../../memoro-core/tests/data/triggers.tsv");

struct Pair {
    language: &'static str,
    label: &'static str,
    new: &'static str,
    old: &'static str,
}

impl Pair {
    /// Tells in which half it is, by a small stable hash.
    fn is_unseen(&self) -> bool {
        let bytes = self.new.bytes().chain([9]).chain(self.old.bytes());
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        (bytes.fold(0xcbf2_9ce4_8422_2325, step) >> 32) & 1 == 1
    }
}

fn pairs(table: &'static str) -> Vec<Pair> {
    let read = |line: &'static str| {
        let fields: Vec<&'static str> = line.split('\t').collect();
        let [language, label, new, old] = fields[..] else { panic!("four fields: {line}") };
        Pair { language, label, new, old }
    };
    table.lines().map(read).collect()
}

fn meaning(model: &LocalModel) -> impl Fn(&str, &str) -> f64 {
    move |a, b| f64::from(model.embed_i8(a).dot(&model.embed_i8(b)))
}

fn found(pair: &Pair, model: &LocalModel) -> &'static str {
    match compared(pair, model).relation {
        Relation::Same => "same",
        Relation::Contradicts { .. } => "contradicts",
        Relation::Related => "related",
        Relation::Unrelated => "unrelated",
    }
}

fn compared(pair: &Pair, model: &LocalModel) -> Comparison {
    let (meaning, rows) = (meaning(model), |text: &str| model.rows(text));
    compare(pair.new, pair.old, Sense { meaning: &meaning, rows: &rows })
}

struct Score {
    precision: f64,
    recall: f64,
}

fn score(flags: &[(bool, bool)]) -> Score {
    let count = |want: &dyn Fn(&(bool, bool)) -> bool| {
        f64::from(u32::try_from(flags.iter().filter(|f| want(f)).count()).expect("few pairs"))
    };
    let right = count(&|(said, is)| *said && *is);
    Score {
        precision: right / count(&|(said, _)| *said).max(1.0),
        recall: right / count(&|(_, is)| *is).max(1.0),
    }
}

/// Prints how many of the duplicates and contradictions are found, and wants enough of them.
fn reaches_the_figures(pairs: &[Pair], model: &LocalModel, least: f64) {
    let mut short = Vec::new();
    for label in ["same", "contradicts"] {
        let flags: Vec<(bool, bool)> =
            pairs.iter().map(|p| (found(p, model) == label, p.label == label)).collect();
        let Score { precision, recall } = score(&flags);
        eprintln!("{label}: precision {precision:.3} recall {recall:.3} of {} pairs", pairs.len());
        for language in ["en", "th", "zh"] {
            let of: Vec<_> =
                pairs.iter().zip(&flags).filter(|(p, _)| p.language == language).map(|(_, f)| *f).collect();
            let Score { precision, recall } = score(&of);
            eprintln!("  {language}: precision {precision:.3} recall {recall:.3} of {}", of.len());
        }
        if std::env::var_os("SHOW_MISSES").is_some() {
            for (p, _) in pairs.iter().zip(&flags).filter(|(_, (said, is))| said != is) {
                eprintln!("  {} found {}: {} | {}", p.label, found(p, model), p.new, p.old);
            }
        }
        if precision < 0.9 || recall < least {
            short.push(format!("{label}: precision {precision:.3}, recall {recall:.3}"));
        }
    }
    assert_eq!(short, Vec::<String>::new());
}

#[test]
fn duplicates_and_contradictions_are_found_among_pairs_of_another_hand() {
    let model = LocalModel::load();
    reaches_the_figures(&pairs(FRESH), &model, 0.7);
}

#[test]
fn duplicates_and_contradictions_are_found_among_pairs_of_everyday_life() {
    let model = LocalModel::load();
    reaches_the_figures(&pairs(THIRD), &model, 0.7);
}

#[test]
fn duplicates_and_contradictions_are_found_among_pairs_written_last() {
    let model = LocalModel::load();
    reaches_the_figures(&pairs(FOURTH), &model, 0.7);
}

#[test]
fn duplicates_and_contradictions_are_found_among_pairs_written_after_the_weights() {
    let model = LocalModel::load();
    reaches_the_figures(&pairs(SIXTH), &model, 0.7);
}

#[test]
fn pairs_in_quite_other_words_are_more_often_missed_than_called_wrongly() {
    let model = LocalModel::load();
    let all = pairs(NINTH);
    for (label, precision_at_least, recall_at_least) in [("same", 0.9, 0.55), ("contradicts", 0.9, 0.55)] {
        let flags: Vec<(bool, bool)> =
            all.iter().map(|p| (found(p, &model) == label, p.label == label)).collect();
        let Score { precision, recall } = score(&flags);
        eprintln!("{label}: precision {precision:.3} recall {recall:.3} of {} pairs", all.len());
        assert!(precision >= precision_at_least && recall >= recall_at_least, "{label}");
    }
}

#[test]
fn duplicates_and_contradictions_are_found_among_pairs_that_nothing_was_learned_from() {
    let model = LocalModel::load();
    reaches_the_figures(&pairs(SEVENTH), &model, 0.7);
}

#[test]
fn contradictions_are_found_across_languages_and_nothing_is_merged() {
    let model = LocalModel::load();
    let all = pairs(ACROSS);
    let flags: Vec<(bool, bool)> =
        all.iter().map(|p| (found(p, &model) == "contradicts", p.label == "contradicts")).collect();
    let Score { precision, recall } = score(&flags);
    eprintln!("contradicts across languages: precision {precision:.3} recall {recall:.3} of {}", all.len());
    assert!(precision >= 0.9 && recall >= 0.8, "precision {precision:.3}, recall {recall:.3}");
    for p in &all {
        assert_ne!(found(p, &model), "same", "{} | {}", p.new, p.old);
        assert_eq!(found(p, &model), found(&Pair { new: p.old, old: p.new, ..*p }, &model), "{}", p.new);
    }
}

#[test]
fn duplicates_and_contradictions_are_found_among_pairs_not_learned_from() {
    let model = LocalModel::load();
    let meaning = meaning(&model);
    let unseen: Vec<Pair> = pairs(PAIRS).into_iter().filter(Pair::is_unseen).collect();
    assert!(unseen.len() > 200);
    reaches_the_figures(&unseen, &model, 0.7);
    let old_rule = |p: &Pair| meaning(p.new, p.old) > 0.85 && overlap(p.new, p.old) < 0.7;
    let flags: Vec<(bool, bool)> = unseen.iter().map(|p| (old_rule(p), p.label == "contradicts")).collect();
    let Score { precision, recall } = score(&flags);
    eprintln!("cosine > 0.85 and overlap < 0.7: precision {precision:.3} recall {recall:.3}");
    assert!(recall < 0.5, "the plain rule is the baseline");
}

#[test]
fn similar_triggers_merge_and_others_do_not() {
    let model = LocalModel::load();
    let meaning = meaning(&model);
    let mut wrong = Vec::new();
    for line in TRIGGERS.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, label, new, old] = fields[..] else { panic!("four fields: {line}") };
        if same_trigger(new, old, &meaning) != (label == "same") {
            wrong.push(line);
        }
        assert_eq!(same_trigger(new, old, &meaning), same_trigger(old, new, &meaning), "{line}");
    }
    assert!(wrong.len() <= 2, "{wrong:#?}");
    assert!(!same_trigger("deploy to staging on Monday", "deploy to staging on Friday", &meaning));
}

/// Reads what was written to learn from, numbered by its authors: pairs, and groups of a statement with one that says the
/// same, one that contradicts it and two that do neither.
fn written(first: usize) -> Vec<(usize, Pair)> {
    let read = |name: &str| -> &'static str {
        let path = format!("{}/../../model/relations/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("the file is there").leak()
    };
    let by = |author: &str| first + author.parse::<usize>().expect("a number");
    let mut all = Vec::new();
    for line in read("pairs.tsv").lines() {
        let fields: Vec<&'static str> = line.split('\t').collect();
        let [language, label, new, old, author] = fields[..] else { panic!("five fields: {line}") };
        all.push((by(author), Pair { language, label, new, old }));
    }
    for (at, line) in read("groups.tsv").lines().enumerate() {
        let fields: Vec<&'static str> = line.split('\t').collect();
        let [language, first, same, against, near, beside, author] = fields[..] else {
            panic!("seven fields: {line}")
        };
        let made = [
            ("same", first, same),
            ("contradicts", first, against),
            ("related", first, near),
            ("related", first, beside),
            ("contradicts", same, against),
            ("related", same, near),
            ("related", same, beside),
        ];
        for (label, old, new) in made {
            let (new, old) = if at % 2 == 0 { (new, old) } else { (old, new) };
            all.push((by(author), Pair { language, label, new, old }));
        }
    }
    all
}

#[test]
#[ignore = "writes the signals of every pair to the file in SIGNALS, for learning the weights anew"]
fn signals_can_be_written_for_learning() {
    let model = LocalModel::load();
    let mut out = String::new();
    let sets = [PAIRS, FRESH, THIRD, FOURTH, FIFTH, SIXTH, EIGHTH, ACROSS, NINTH, SEVENTH];
    let known = sets.into_iter().enumerate().flat_map(|(n, set)| pairs(set).into_iter().map(move |p| (n, p)));
    for (set, p) in known.chain(written(sets.len())) {
        let compared = compared(&p, &model);
        let evidence = &compared.evidence;
        let signals: Vec<String> = evidence.signals().map(|(_, value)| format!("{value:.5}")).collect();
        let half = u8::from(p.is_unseen());
        let (now, marks) = (found(&p, &model), evidence.marks());
        let marks: String = marks.iter().map(|mark| if *mark { '1' } else { '0' }).collect();
        let fields = [p.language, p.label, now, &marks, &signals.join(","), p.new, p.old].join("\t");
        writeln!(out, "{set}\t{half}\t{fields}").unwrap();
    }
    let path = std::env::var_os("SIGNALS").expect("SIGNALS names the file");
    std::fs::write(path, out).expect("few pairs");
}

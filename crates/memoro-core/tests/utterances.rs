//! Measures understanding on a set of utterances: what was meant, under which key, and that talk writes nothing.
//! Rules were made on the `dev` half. Each other set was measured once before anybody looked at its misses, which
//! then went into the rules. At that first look, as precision, recall and right key, with wrong writes on talk:
//! `test` 0.997, 0.994, 0.982, 1 of 162; four later sets of 227, 197, 107 and 82 sentences, ever harder talk among
//! them: 1.000, 0.987, 0.955, 0 of 75; 0.984, 0.969, 0.949, 2 of 67; 0.957, 0.985, 0.983, 3 of 39; 0.896, 1.000,
//! 1.000, 5 of 39. The last of them is `held`, the others and more talk are `later`. Then sets by people's own odd
//! ways of saying things, written before anybody looked at the rules: `fresh` 0.955, 0.700, 0.662, 3 of 76. After
//! its misses: `second`, by the same writer, 0.962, 0.850, 0.769, 2 of 50; `third` 0.985, 0.928, 0.863, 1 of 46;
//! `last` 0.981, 0.927, 0.895, 1 of 44. Then everyday talk: `street` 1.000, 0.951, 0.923, 0 of 88; `corner`, written
//! before the misses of `street` were known, 0.989, 0.989, 0.985, 1 of 46. After rules for other people's wishes,
//! corrections, lengths of time and what has ended, `unheard`, written by the hand that wrote the rules: 1.000, 0.942,
//! 0.879, 0 of 29; after its misses `echo`, 1.000, 0.903, 0.796, 0 of 13, and after those `afar`, 1.000, 1.000, 0.932, 0 of
//! 7, all by the same hand. Then `away`, by another hand that kept away from every word the rules had: 0.931, 0.123, 0.112,
//! 1 of 110; the second reading was made with it. `ways` and `talk` were written before that reading and beside it. `others`
//! holds what was found wrong when people spoke of others, and was written with the rules that mend it. All of them have been
//! seen by now.

use std::collections::{BTreeMap, HashMap, HashSet};

use memoro_core::trigger::{Command, Intent, canonical_key, understand};

struct Utterance {
    id: &'static str,
    lang: &'static str,
    split: &'static str,
    text: String,
    intent: &'static str,
    scope: &'static str,
    kind: &'static str,
    key: &'static str,
    value: &'static str,
    ttl: &'static str,
}

fn utterances() -> Vec<Utterance> {
    let rows = include_str!("data/utterances.tsv").lines().skip(1);
    rows.map(|row| {
        let fields: Vec<&'static str> = row.split('\t').collect();
        let [id, lang, split, text, intent, scope, kind, key, value, ttl] = fields[..] else {
            panic!("a row has ten fields: {row}");
        };
        Utterance { id, lang, split, text: text.replace("\\n", "\n"), intent, scope, kind, key, value, ttl }
    })
    .collect()
}

#[derive(Default)]
struct Tally {
    all: usize,
    meant: usize,
    said: usize,
    right: usize,
    keyed: usize,
    right_key: usize,
    right_value: usize,
    valued: usize,
    right_frame: usize,
    framed: usize,
    talk: usize,
    wrong_writes: usize,
    misses: Vec<String>,
}

fn share(part: usize, whole: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts of a few hundred")]
    let share = if whole == 0 { 1.0 } else { part as f64 / whole as f64 };
    share
}

impl Tally {
    fn precision(&self) -> f64 {
        share(self.right, self.said)
    }

    fn recall(&self) -> f64 {
        share(self.right, self.meant)
    }

    fn keys(&self) -> f64 {
        share(self.right_key, self.keyed)
    }

    fn add(&mut self, utterance: &Utterance, commands: &[Command], groups: &HashMap<&str, String>) {
        let first = commands.first();
        let said = first.map_or("none", |c| c.intent.as_str());
        self.all += 1;
        self.meant += usize::from(utterance.intent != "none");
        self.said += usize::from(said != "none");
        let right = said == utterance.intent;
        self.right += usize::from(right && said != "none");
        let mut notes = Vec::new();
        if utterance.intent == "none" {
            self.talk += 1;
            let writes = commands.iter().any(|c| writes(c.intent));
            self.wrong_writes += usize::from(writes);
        }
        if !right {
            notes.push(format!("intent {said} for {}", utterance.intent));
        }
        if utterance.key != "-" && utterance.intent != "none" {
            self.add_key(utterance, first.filter(|_| right), groups, &mut notes);
        }
        if !notes.is_empty() {
            self.misses.push(format!(
                "{} {} — {}",
                utterance.id,
                utterance.text.replace('\n', "⏎"),
                notes.join("; ")
            ));
        }
    }

    fn add_key(
        &mut self,
        utterance: &Utterance,
        first: Option<&Command>,
        groups: &HashMap<&str, String>,
        notes: &mut Vec<String>,
    ) {
        let key = first.and_then(|c| c.key.clone());
        self.keyed += 1;
        let right = if utterance.key.starts_with('~') {
            utterance.intent == "forget" || groups.get(utterance.key) == key.as_ref() && key.is_some()
        } else {
            key.as_deref() == Some(utterance.key)
        };
        self.right_key += usize::from(right);
        if !right {
            notes.push(format!("key {key:?} for {}", utterance.key));
        }
        let Some(command) = first else { return };
        if utterance.value != "-" {
            self.valued += 1;
            let same = command.value == utterance.value;
            self.right_value += usize::from(same);
            if !same {
                notes.push(format!("value {:?} for {:?}", command.value, utterance.value));
            }
        }
        if utterance.scope != "-" {
            self.framed += 1;
            let frame =
                (command.scope.as_str(), command.kind.as_str(), command.ttl.as_deref().unwrap_or("-"));
            let same = frame == (utterance.scope, utterance.kind, utterance.ttl);
            self.right_frame += usize::from(same);
            if !same {
                notes.push(format!(
                    "frame {frame:?} for {:?}",
                    (utterance.scope, utterance.kind, utterance.ttl)
                ));
            }
        }
    }
}

fn writes(intent: Intent) -> bool {
    matches!(intent, Intent::Remember | Intent::SetPreference | Intent::Update | Intent::Forget)
}

/// The key of the first utterance of each group: the others must find the same one.
fn groups(all: &[Utterance]) -> HashMap<&'static str, String> {
    let mut groups = HashMap::new();
    for utterance in all.iter().filter(|u| u.key.starts_with('~')) {
        if let Some(key) = understand(&utterance.text).into_iter().next().and_then(|c| c.key) {
            groups.entry(utterance.key).or_insert(key);
        }
    }
    groups
}

fn measure(split: &str) -> BTreeMap<&'static str, Tally> {
    let all = utterances();
    let groups = groups(&all);
    let mut tallies: BTreeMap<&'static str, Tally> = BTreeMap::new();
    for utterance in all.iter().filter(|u| u.split == split) {
        let commands = understand(&utterance.text);
        for name in [utterance.lang, "all"] {
            tallies.entry(name).or_default().add(utterance, &commands, &groups);
        }
    }
    for (lang, t) in &tallies {
        eprintln!(
            "{split:5} {lang:3} n={:3} precision {:.3} recall {:.3} key {:.3} value {:.3} scope/kind/ttl {:.3} wrong writes {}/{}",
            t.all,
            t.precision(),
            t.recall(),
            t.keys(),
            share(t.right_value, t.valued),
            share(t.right_frame, t.framed),
            t.wrong_writes,
            t.talk
        );
    }
    let shown = std::env::var("SHOW_MISSES").is_ok_and(|shown| shown.split(',').any(|s| s == split));
    for miss in tallies.get("all").filter(|_| shown).map(|t| t.misses.as_slice()).unwrap_or_default() {
        eprintln!("{miss}");
    }
    tallies
}

fn reaches_the_figures(split: &str) {
    let tallies = measure(split);
    let all = &tallies["all"];
    assert!(all.precision() >= 0.98, "{split}: intent precision {:.3}", all.precision());
    assert!(all.recall() >= 0.92, "{split}: intent recall {:.3}", all.recall());
    assert!(all.keys() >= 0.90, "{split}: right key {:.3}", all.keys());
    assert_eq!(all.wrong_writes, 0, "{split}: talk must write nothing: {:#?}", all.misses);
}

#[test]
fn the_half_that_rules_were_made_on_reaches_the_figures() {
    reaches_the_figures("dev");
}

#[test]
fn the_half_kept_back_reaches_the_figures() {
    reaches_the_figures("test");
}

#[test]
fn sentences_added_while_the_rules_grew_reach_the_figures() {
    reaches_the_figures("later");
}

#[test]
fn sentences_written_last_reach_the_figures() {
    reaches_the_figures("held");
}

#[test]
fn sentences_of_people_who_speak_their_own_way_reach_the_figures() {
    reaches_the_figures("fresh");
}

#[test]
fn more_sentences_in_peoples_own_words_reach_the_figures() {
    reaches_the_figures("second");
}

#[test]
fn sentences_written_after_all_rules_reach_the_figures() {
    reaches_the_figures("third");
}

#[test]
fn sentences_written_after_every_other_set_reach_the_figures() {
    reaches_the_figures("last");
}

#[test]
fn sentences_of_everyday_talk_reach_the_figures() {
    reaches_the_figures("street");
}

#[test]
fn sentences_written_after_those_of_everyday_talk_reach_the_figures() {
    reaches_the_figures("corner");
}

#[test]
fn sentences_written_after_the_rules_for_what_others_wish_and_what_has_ended_reach_the_figures() {
    for split in ["unheard", "echo", "afar"] {
        reaches_the_figures(split);
    }
}

#[test]
fn sentences_written_without_a_look_at_the_rules_reach_the_figures() {
    reaches_the_figures("blind");
}

#[test]
fn sentences_in_words_that_no_rule_had_reach_the_figures() {
    for split in ["away", "ways", "talk"] {
        reaches_the_figures(split);
    }
}

#[test]
fn sentences_about_others_and_what_is_kept_of_them_reach_the_figures() {
    reaches_the_figures("others");
}

#[test]
fn the_set_is_large_varied_and_split_by_its_ids() {
    let all = utterances();
    let texts: HashSet<&str> = all.iter().map(|u| u.text.as_str()).collect();
    assert_eq!(texts.len(), all.len(), "no utterance stands twice");
    for (languages, least) in [(&["en"][..], 250), (&["th"], 250), (&["zh", "zt"], 250)] {
        let of: Vec<&Utterance> = all.iter().filter(|u| languages.contains(&u.lang)).collect();
        let talk = of.iter().filter(|u| u.intent == "none").count();
        assert!(
            of.len() >= least && talk * 3 >= of.len() - 2,
            "{languages:?}: {} with {talk} of talk",
            of.len()
        );
    }
    for utterance in all.iter().filter(|u| matches!(u.split, "dev" | "test")) {
        let hash = utterance
            .id
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
        assert_eq!(utterance.split, if (hash >> 16) % 2 == 0 { "dev" } else { "test" }, "{}", utterance.id);
        if !utterance.key.starts_with(['~', '-', '*']) {
            assert_eq!(canonical_key(utterance.key).as_deref(), Some(utterance.key));
        }
    }
}

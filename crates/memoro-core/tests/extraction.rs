//! How well conversations are read, on two halves of labelled dialogues in three languages. The rules were made with
//! the first half alone; the second tells what they are worth.
#![expect(clippy::unwrap_used, reason = "a test stops where its data is wrong")]

use memoro_core::extract::{Item, Kind, Said, extract};
use memoro_core::fusion::Role;

const FIRST: &str = include_str!("extraction/first.txt");
const SECOND: &str = include_str!("extraction/second.txt");

struct Dialogue {
    name: String,
    turns: Vec<(Role, String)>,
    labels: Vec<Label>,
}

struct Label {
    kind: Kind,
    turn: usize,
    fragment: String,
}

fn dialogues(text: &str) -> Vec<Dialogue> {
    let mut all: Vec<Dialogue> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            all.push(Dialogue { name: name.into(), turns: Vec::new(), labels: Vec::new() });
            continue;
        }
        let Some(dialogue) = all.last_mut() else { continue };
        let role = match line.get(..3) {
            Some("U: ") => Some(Role::User),
            Some("A: ") => Some(Role::Assistant),
            Some("O: ") => Some(Role::Other),
            _ => None,
        };
        if let Some(role) = role {
            dialogue.turns.push((role, line.get(3..).unwrap().into()));
        } else if let Some(label) = line.strip_prefix("= ") {
            let mut words = label.splitn(3, ' ');
            let kind = words.next().unwrap().parse().unwrap();
            let turn = words.next().unwrap().parse::<usize>().unwrap() - 1;
            dialogue.labels.push(Label { kind, turn, fragment: words.next().unwrap().into() });
        } else if let Some((_, text)) = dialogue.turns.last_mut().filter(|_| !line.is_empty()) {
            text.push('\n');
            text.push_str(line);
        }
    }
    all
}

#[derive(Default)]
struct Score {
    hits: u32,
    extra: u32,
    missed: u32,
}

impl Score {
    fn f1(&self) -> f64 {
        let right = f64::from(2 * self.hits);
        right / (right + f64::from(self.extra + self.missed)).max(1.0)
    }
}

fn score(dialogues: &[Dialogue], wanted: impl Fn(Kind) -> bool, loud: bool) -> Score {
    let mut score = Score::default();
    for dialogue in dialogues {
        let turns: Vec<Said<'_>> =
            dialogue.turns.iter().map(|(role, text)| Said { role: *role, text }).collect();
        let items: Vec<Item> =
            extract(&turns).into_iter().filter(|item| item.holds() && wanted(item.kind)).collect();
        let labels: Vec<&Label> = dialogue.labels.iter().filter(|label| wanted(label.kind)).collect();
        let fits = |item: &Item, label: &Label| {
            item.turn == label.turn && item.evidence(&turns).contains(&label.fragment)
        };
        for item in &items {
            assert!(!item.evidence(&turns).is_empty(), "every item has evidence");
            if !labels.iter().any(|label| fits(item, label)) {
                score.extra += 1;
                if loud {
                    println!(
                        "{}: extra {} {}: {}",
                        dialogue.name,
                        item.kind,
                        item.turn + 1,
                        item.evidence(&turns)
                    );
                }
            }
        }
        for label in labels {
            if items.iter().any(|item| fits(item, label)) {
                score.hits += 1;
            } else {
                score.missed += 1;
                if loud {
                    println!(
                        "{}: missed {} {}: {}",
                        dialogue.name,
                        label.kind,
                        label.turn + 1,
                        label.fragment
                    );
                }
            }
        }
    }
    score
}

fn report(name: &str, text: &str, loud: bool) -> (f64, f64) {
    let all = dialogues(text);
    let mut settled = 0.0;
    let mut remembered = 0.0;
    for kind in Kind::ALL.iter().copied().filter(|kind| *kind != Kind::Architecture) {
        let wanted = |k: Kind| k == kind || (kind == Kind::Decision && k == Kind::Architecture);
        let score = score(&all, wanted, loud);
        println!(
            "{name} {kind}: F1 {:.3} (found {}, extra {}, missed {})",
            score.f1(),
            score.hits,
            score.extra,
            score.missed
        );
        match kind {
            Kind::Decision => settled = score.f1(),
            Kind::Remember => remembered = score.f1(),
            _ => {}
        }
    }
    (settled, remembered)
}

#[test]
fn the_labels_are_where_they_say() {
    for (text, count) in [(FIRST, 36), (SECOND, 36)] {
        let all = dialogues(text);
        assert_eq!(all.len(), count);
        for dialogue in &all {
            for label in &dialogue.labels {
                let turn = &dialogue.turns[label.turn].1;
                assert!(
                    turn.contains(&label.fragment),
                    "{}: {} not in {turn}",
                    dialogue.name,
                    label.fragment
                );
            }
        }
    }
}

#[test]
fn the_known_half_is_read_well() {
    let (settled, remembered) = report("known", FIRST, true);
    assert!(settled >= 0.9 && remembered >= 0.95, "{settled:.3} {remembered:.3}");
}

#[test]
fn the_unseen_half_is_read_well_enough() {
    let (settled, remembered) = report("unseen", SECOND, false);
    assert!(settled >= 0.75 && remembered >= 0.95, "{settled:.3} {remembered:.3}");
}

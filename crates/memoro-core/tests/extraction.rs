//! How well conversations are read, on labelled dialogues in three languages. The weights were learned from most of them;
//! what they are worth is told by the set that was written last and never learned from.
#![expect(clippy::unwrap_used, reason = "a test stops where its data is wrong")]

use memoro_core::extract::{Item, Kind, Said, extract};
use memoro_core::fusion::Role;

/// The sets from which the weights were learned.
const LEARNED: &[&str] = &[
    include_str!("extraction/first.txt"),
    include_str!("extraction/second.txt"),
    include_str!("extraction/third.txt"),
    include_str!("extraction/fourth.txt"),
    include_str!("extraction/fifth.txt"),
    include_str!("extraction/sixth.txt"),
    include_str!("extraction/seventh.txt"),
    include_str!("extraction/eighth.txt"),
    include_str!("extraction/ninth.txt"),
    include_str!("extraction/tenth.txt"),
    include_str!("extraction/eleventh.txt"),
    include_str!("extraction/twelfth.txt"),
    include_str!("extraction/thirteenth.txt"),
    include_str!("extraction/fourteenth.txt"),
    include_str!("extraction/fifteenth.txt"),
    include_str!("extraction/sixteenth.txt"),
    include_str!("extraction/seventeenth.txt"),
    include_str!("extraction/eighteenth.txt"),
    include_str!("extraction/nineteenth.txt"),
    include_str!("extraction/twentieth.txt"),
    include_str!("extraction/twenty-first.txt"),
];

/// The set that was written last and never learned from.
const HELD_OUT: &str = include_str!("extraction/held-out.txt");

struct Dialogue {
    name: String,
    turns: Vec<(Role, String)>,
    labels: Vec<Label>,
    taken_back: Vec<Label>,
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
            all.push(Dialogue {
                name: name.into(),
                turns: Vec::new(),
                labels: Vec::new(),
                taken_back: Vec::new(),
            });
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
        } else if let Some(label) = line.strip_prefix("= ").or_else(|| line.strip_prefix("~ ")) {
            let mut words = label.splitn(3, ' ');
            let kind = words.next().unwrap().parse().unwrap();
            let turn = words.next().unwrap().parse::<usize>().unwrap() - 1;
            let label = Label { kind, turn, fragment: words.next().unwrap().into() };
            if line.starts_with('~') { dialogue.taken_back.push(label) } else { dialogue.labels.push(label) }
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
    /// What was wrong, in words.
    wrong: Vec<String>,
}

impl Score {
    fn f1(&self) -> f64 {
        let right = f64::from(2 * self.hits);
        right / (right + f64::from(self.extra + self.missed)).max(1.0)
    }
}

fn score(dialogues: &[(Dialogue, Vec<Item>)], wanted: impl Fn(Kind) -> bool) -> Score {
    let mut score = Score::default();
    for (Dialogue { name, turns, labels, .. }, items) in dialogues {
        let turns: Vec<Said<'_>> = turns.iter().map(|(role, text)| Said { role: *role, text }).collect();
        let items: Vec<&Item> = items.iter().filter(|item| item.holds() && wanted(item.kind)).collect();
        let labels: Vec<&Label> = labels.iter().filter(|label| wanted(label.kind)).collect();
        // A proposal that was agreed to stands in both turns.
        let fits = |item: &Item, label: &Label| {
            let agreed = item.settled_in() == label.turn;
            (item.turn == label.turn && item.evidence(&turns).contains(&label.fragment))
                || (agreed && item.agreement(&turns).is_some_and(|words| words.contains(&label.fragment)))
        };
        for item in &items {
            let evidence = item.evidence(&turns);
            assert!(!evidence.is_empty(), "every item has evidence");
            if !labels.iter().any(|label| fits(item, label)) {
                score.extra += 1;
                score.wrong.push(format!("{name}: extra {} {}: {evidence}", item.kind, item.turn + 1));
            }
        }
        for label in labels {
            if items.iter().any(|item| fits(item, label)) {
                score.hits += 1;
            } else {
                score.missed += 1;
                score.wrong.push(format!("{name}: missed {} {}", label.kind, label.fragment));
            }
        }
    }
    score
}

/// Returns the score of each kind; changes of architecture count as decisions.
fn scores(text: &str) -> Vec<(Kind, Score)> {
    let read = |dialogue: Dialogue| {
        let said = |(role, text): &(Role, String)| (*role, text.clone());
        let turns: Vec<(Role, String)> = dialogue.turns.iter().map(said).collect();
        let turns: Vec<Said<'_>> = turns.iter().map(|(role, text)| Said { role: *role, text }).collect();
        (dialogue, extract(&turns))
    };
    let all: Vec<(Dialogue, Vec<Item>)> = dialogues(text).into_iter().map(read).collect();
    let kinds = Kind::ALL.iter().copied().filter(|kind| *kind != Kind::Architecture);
    let scored = |kind| {
        let wanted = |k: Kind| k == kind || (kind == Kind::Decision && k == Kind::Architecture);
        (kind, score(&all, wanted))
    };
    kinds.map(scored).collect()
}

fn f1(scores: &[(Kind, Score)], kind: Kind) -> f64 {
    scores.iter().find(|(of, _)| *of == kind).map_or(0.0, |(_, score)| score.f1())
}

#[test]
fn the_labels_are_where_they_say() {
    for text in LEARNED.iter().chain([&HELD_OUT]) {
        let all = dialogues(text);
        assert!(all.len() >= 24);
        for dialogue in &all {
            for label in dialogue.labels.iter().chain(&dialogue.taken_back) {
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
fn what_the_weights_were_learned_from_is_read_well() {
    let scores = scores(&LEARNED.concat());
    for (kind, score) in &scores {
        eprintln!("learned {kind}: F1 {:.3} {:#?}", score.f1(), score.wrong);
    }
    assert!(f1(&scores, Kind::Decision) >= 0.8 && f1(&scores, Kind::Remember) >= 0.95);
}

/// A floor under what was measured at first sight (decisions 0.57, remember 0.91): few dialogues, so it lies a little below.
#[test]
fn what_nothing_was_learned_from_is_read_no_worse_than_at_first_sight() {
    let scores = scores(HELD_OUT);
    for (kind, score) in &scores {
        eprintln!("held out {kind}: F1 {:.3} of {}", score.f1(), score.hits + score.missed);
    }
    assert!(f1(&scores, Kind::Decision) >= 0.55 && f1(&scores, Kind::Remember) >= 0.9);
}

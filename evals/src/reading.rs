//! Labelled conversations: the signs of every sentence, from which the network that reads them is learned, and how well they
//! are read. The form of the conversations is described in the first of them.

use anyhow::{Context, Result};
use memoro_core::extract::{Chances, Held, Item, Kind, Limits, Said, Seen, chances, extract_as, signs};
use memoro_core::fusion::Role;
use memoro_core::trigger::Cut;
use memoro_embed::LocalModel;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

/// Prints the signs of every sentence of the sets, one JSON line each.
pub(crate) fn show_signs(sets: &[String]) -> Result<()> {
    let model = LocalModel::load();
    for set in sets {
        let name = name_of(set);
        for dialogue in dialogues(set)? {
            print!("{}", dialogue.lines(&name, &model)?);
        }
    }
    Ok(())
}

/// The chances of the sentences of each conversation, by the names of its set and its own, with the turns.
type ByTalk = BTreeMap<(String, String), Vec<(usize, Chances)>>;

/// How the sets are read: by the network, or by chances that were given for some of their sentences, and with which limits.
pub(crate) struct Reader {
    model: LocalModel,
    given: Option<ByTalk>,
    limits: Limits,
}

impl Reader {
    /// Takes `--given FILE` and `name=number` out of the arguments; what is left over are the sets.
    pub(crate) fn new(args: &[String]) -> Result<(Self, Vec<String>)> {
        let mut reader = Self { model: LocalModel::load(), given: None, limits: Limits::CHOSEN };
        let (mut sets, mut args) = (Vec::new(), args.iter());
        while let Some(arg) = args.next() {
            if arg == "--given" {
                reader.given = Some(given(args.next().context("--given needs a file")?)?);
            } else if let Some((name, number)) = arg.split_once('=') {
                *limit(&mut reader.limits, name).with_context(|| format!("there is no limit {name}"))? =
                    number.parse()?;
            } else {
                sets.push(arg.clone());
            }
        }
        Ok((reader, sets))
    }

    fn read(&self, set: &str, dialogue: &Dialogue) -> Vec<Item> {
        let said = dialogue.said();
        let (rows, cut) = (|text: &str| self.model.rows(text), |text: &str| cut(&self.model, text));
        let held = Held { rows: &rows, cut: &cut };
        let mut own = vec![Vec::new(); said.len()];
        if let Some(given) = &self.given {
            for (turn, one) in given.get(&(set.to_owned(), dialogue.title.clone())).into_iter().flatten() {
                own[*turn].push(*one);
            }
        } else {
            own = chances(&said, &held);
        }
        extract_as(&said, &held, &own, &self.limits)
    }
}

fn cut(model: &LocalModel, text: &str) -> Vec<Cut> {
    let cuts = model.cut(text).into_iter();
    cuts.map(|cut| Cut { span: cut.span, piece: cut.piece, begins: cut.begins, row: cut.row }).collect()
}

fn limit<'a>(limits: &'a mut Limits, name: &str) -> Option<&'a mut f32> {
    let (what, kind) = name.split_once('.').unwrap_or((name, ""));
    let at = Limits::OTHERS.iter().position(|other| other.as_str() == kind);
    match (what, at) {
        ("settled", None) => Some(&mut limits.settled),
        ("decided", None) => Some(&mut limits.stated[0]),
        ("chosen", None) => Some(&mut limits.stated[1]),
        ("formed", None) => Some(&mut limits.formed),
        ("tied", None) => Some(&mut limits.tied),
        ("margin", None) => Some(&mut limits.margin),
        ("heard", None) => Some(&mut limits.wish[0]),
        ("unsaid", None) => Some(&mut limits.wish[1]),
        ("found", Some(at)) => Some(&mut limits.found[at]),
        ("sure", Some(at)) => Some(&mut limits.sure[at]),
        _ => None,
    }
}

fn given(path: &str) -> Result<ByTalk> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{path} cannot be read"))?;
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for line in text.lines() {
        let row: Given = serde_json::from_str(line).with_context(|| format!("{path}: {line}"))?;
        found.entry((row.set, row.title)).or_default().push((row.turn, Chances::new(row.chances)));
    }
    Ok(found)
}

#[derive(serde::Deserialize)]
struct Given {
    set: String,
    title: String,
    turn: usize,
    chances: [f32; Chances::KINDS],
}

fn name_of(set: &str) -> String {
    Path::new(set).file_stem().and_then(|stem| stem.to_str()).unwrap_or(set).to_owned()
}

/// Prints how well the sets are read: hits, extra and missed, kind by kind, and of all sets together.
pub(crate) fn score(args: &[String]) -> Result<()> {
    let (reader, sets) = Reader::new(args)?;
    let mut sums: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
    for set in &sets {
        let (name, all) = (name_of(set), dialogues(set)?);
        let read: Vec<(&Dialogue, Vec<Item>)> =
            all.iter().map(|dialogue| (dialogue, reader.read(&name, dialogue))).collect();
        for (kind, wanted) in [
            ("decision", &[Kind::Decision, Kind::Architecture] as &[Kind]),
            ("rule", &[Kind::Rule]),
            ("remember", &[Kind::Remember]),
            ("action", &[Kind::Action]),
            ("question", &[Kind::Question]),
            ("lesson", &[Kind::Lesson]),
        ] {
            let mut sum = [0_u32; 3];
            for (dialogue, items) in &read {
                let part = dialogue.score(items, wanted);
                sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
            }
            sums.entry(kind).or_default().iter_mut().zip(sum).for_each(|(all, sum)| *all += sum);
            print_score(&name, kind, sum);
        }
    }
    for (kind, sum) in sums {
        print_score("all", kind, sum);
    }
    Ok(())
}

fn print_score(set: &str, kind: &str, [hits, extra, missed]: [u32; 3]) {
    let f1 = f64::from(2 * hits) / f64::from(2 * hits + extra + missed).max(1.0);
    println!("{set} {kind} {hits} {extra} {missed} {f1:.3}");
}

/// Prints what is read wrongly, one line each: the set, the conversation, its kind, its turn, whether it is too much, missed
/// or taken for something that does not hold any more, and its words.
pub(crate) fn wrong(args: &[String]) -> Result<()> {
    let (reader, sets) = Reader::new(args)?;
    for set in &sets {
        let name = name_of(set);
        for dialogue in dialogues(set)? {
            let said = dialogue.said();
            let items = reader.read(&name, &dialogue);
            let held: Vec<&Item> = items.iter().filter(|item| item.holds()).collect();
            let alike = |a: Kind, b: &str| {
                a.as_str() == b || (a.is_settled() && matches!(b, "decision" | "architecture"))
            };
            let fits =
                |item: &Item, label: &Label| alike(item.kind, &label.kind) && dialogue.fits(item, label);
            let place = |kind: &str, turn: usize| format!("{name}|{}|{kind}|{}", dialogue.title, turn + 1);
            for item in held.iter().filter(|item| !dialogue.labels.iter().any(|label| fits(item, label))) {
                println!("{}|extra|{}", place(item.kind.as_str(), item.turn), item.evidence(&said));
            }
            for label in dialogue.labels.iter().filter(|label| label.kind != "taken back") {
                if !held.iter().any(|item| fits(item, label)) {
                    let found = items.iter().any(|item| fits(item, label));
                    let what = if found { "taken back" } else { "missed" };
                    println!("{}|{what}|{}", place(&label.kind, label.turn), label.words);
                }
            }
        }
    }
    Ok(())
}

struct Dialogue {
    title: String,
    turns: Vec<(Role, String)>,
    labels: Vec<Label>,
}

/// What a conversation leaves behind, as its author says.
struct Label {
    kind: String,
    turn: usize,
    words: String,
}

fn dialogues(set: &str) -> Result<Vec<Dialogue>> {
    let text = std::fs::read_to_string(set).with_context(|| format!("{set} cannot be read"))?;
    format!("\n{text}").split("\n## ").skip(1).map(Dialogue::parse).collect()
}

impl Dialogue {
    fn parse(text: &str) -> Result<Self> {
        let (title, body) = text.split_once('\n').context("a dialogue has a title")?;
        let mut dialogue = Self { title: title.to_owned(), turns: Vec::new(), labels: Vec::new() };
        for line in body.lines() {
            let spoken = [("U: ", Role::User), ("A: ", Role::Assistant), ("O: ", Role::Other)]
                .into_iter()
                .find_map(|(mark, role)| Some((role, line.strip_prefix(mark)?)));
            if let Some((role, text)) = spoken {
                dialogue.turns.push((role, text.to_owned()));
            } else if let Some(label) = line.strip_prefix("= ").or_else(|| line.strip_prefix("~ ")) {
                let mut words = label.splitn(3, ' ');
                let (kind, turn, fragment) = (words.next(), words.next(), words.next());
                let turn: usize = turn.context("a label has a turn")?.parse()?;
                let kind = if line.starts_with('~') { "taken back" } else { kind.unwrap_or_default() };
                let fragment = fragment.context("a label has a fragment")?;
                let words = fragment.to_owned();
                dialogue.labels.push(Label { kind: kind.to_owned(), turn: turn - 1, words });
            } else if let Some((_, text)) = dialogue.turns.last_mut().filter(|_| !line.is_empty()) {
                write!(text, "\n{line}")?;
            }
        }
        Ok(dialogue)
    }

    fn said(&self) -> Vec<Said<'_>> {
        self.turns.iter().map(|(role, text)| Said { role: *role, text, year: None }).collect()
    }

    fn lines(&self, set: &str, model: &LocalModel) -> Result<String> {
        let held = Held { rows: &|text| model.rows(text), cut: &|text| cut(model, text) };
        let (mut out, all) = (String::new(), signs(&self.said(), &held));
        let is_yes = |seen: &Seen| seen.signs.iter().any(|sign| sign == "bare agreement");
        // Words that go over the end of a sentence label the first of them that says more than yes.
        let carries = |label: &Label| {
            let touched = || all.iter().filter(|seen| self.shows(seen.turn, &seen.span, label));
            touched().find(|seen| !is_yes(seen)).or_else(|| touched().next())
        };
        let carriers: Vec<Option<&Seen>> = self.labels.iter().map(carries).collect();
        for seen in &all {
            let text = self.turns[seen.turn].1.get(seen.span.clone()).unwrap_or_default();
            let own = self.labels.iter().zip(&carriers);
            let here = own.filter(|(_, at)| at.is_some_and(|at| std::ptr::eq(at, seen)));
            let kinds: Vec<&str> = here.map(|(label, _)| label.kind.as_str()).collect();
            let role = format!("{:?}", self.turns[seen.turn].0);
            let line = serde_json::json!({
                "set": set, "title": self.title, "turn": seen.turn, "role": role, "text": text, "kinds": kinds,
                "touched": self.labels.iter().any(|label| self.shows(seen.turn, &seen.span, label)),
                "signs": seen.signs,
            });
            writeln!(out, "{line}")?;
        }
        Ok(out)
    }

    /// Tells whether some bytes of a turn hold words of a label: authors copy words, not sentences.
    fn shows(&self, turn: usize, span: &Range<usize>, label: &Label) -> bool {
        let at = self.turns.get(label.turn).and_then(|(_, text)| text.find(&label.words));
        turn == label.turn && at.is_some_and(|at| span.start < at + label.words.len() && at < span.end)
    }

    /// Tells whether an item, or the words that agree to it, is what a label means.
    fn fits(&self, item: &Item, label: &Label) -> bool {
        let agreed = item.agreed.as_ref();
        self.shows(item.turn, &item.span, label)
            || agreed.is_some_and(|(turn, span)| self.shows(*turn, span, label))
    }

    /// Returns hits, extra and missed.
    fn score(&self, items: &[Item], wanted: &[Kind]) -> [u32; 3] {
        let items: Vec<&Item> = items.iter().filter(|item| wanted.contains(&item.kind)).collect();
        let is_wanted = |label: &&Label| label.kind.parse::<Kind>().is_ok_and(|kind| wanted.contains(&kind));
        let labels: Vec<&Label> = self.labels.iter().filter(is_wanted).collect();
        let count = |found: usize| u32::try_from(found).unwrap_or(u32::MAX);
        let extra = items
            .iter()
            .filter(|item| item.holds() && !labels.iter().any(|label| self.fits(item, label)))
            .count();
        let found = |label: &&&Label| items.iter().any(|item| item.holds() && self.fits(item, label));
        let hits = labels.iter().filter(found).count();
        [count(hits), count(extra), count(labels.len() - hits)]
    }
}

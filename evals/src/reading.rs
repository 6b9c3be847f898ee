//! Labelled conversations: the signs of every sentence, from which the network that reads them is learned, and how well they
//! are read. The form of the conversations is described in the first of them.

use anyhow::{Context, Result};
use memoro_core::extract::{Chances, Item, Kind, Limits, Said, chances, extract_as, signs};
use memoro_core::fusion::Role;
use memoro_embed::LocalModel;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// Prints the signs of every sentence of the sets, one JSON line each.
pub(crate) fn show_signs(sets: &[String]) -> Result<()> {
    for set in sets {
        let name = name_of(set);
        for dialogue in dialogues(set)? {
            print!("{}", dialogue.lines(&name)?);
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
        let mut own = vec![Vec::new(); said.len()];
        if let Some(given) = &self.given {
            for (turn, one) in given.get(&(set.to_owned(), dialogue.title.clone())).into_iter().flatten() {
                own[*turn].push(*one);
            }
        } else {
            own = chances(&said, &|text| self.model.rows(text));
        }
        extract_as(&said, &own, &self.limits)
    }
}

fn limit<'a>(limits: &'a mut Limits, name: &str) -> Option<&'a mut f32> {
    let (what, kind) = name.split_once('.').unwrap_or((name, ""));
    let at = Limits::OTHERS.iter().position(|other| other.as_str() == kind);
    match (what, at) {
        ("settled", None) => Some(&mut limits.settled),
        ("decided", None) => Some(&mut limits.stated[0]),
        ("chosen", None) => Some(&mut limits.stated[1]),
        ("tied", None) => Some(&mut limits.tied),
        ("margin", None) => Some(&mut limits.margin),
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

/// Prints what is read wrongly, one line each: the set, the conversation, what is too much or missing, its kind, its turn
/// and its words.
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
            let fits = |item: &Item, (kind, turn, fragment): &(String, usize, String)| {
                alike(item.kind, kind)
                    && ((item.turn == *turn && item.evidence(&said).contains(fragment))
                        || (item.settled_in() == *turn
                            && item.agreement(&said).is_some_and(|words| words.contains(fragment))))
            };
            let place = |kind: &str, turn: usize| format!("{name}|{}|{kind}|{}", dialogue.title, turn + 1);
            for item in held.iter().filter(|item| !dialogue.labels.iter().any(|label| fits(item, label))) {
                println!("{}|extra|{}", place(item.kind.as_str(), item.turn), item.evidence(&said));
            }
            for label in dialogue.labels.iter().filter(|(kind, ..)| kind != "taken back") {
                if !held.iter().any(|item| fits(item, label)) {
                    println!("{}|missed|{}", place(&label.0, label.1), label.2);
                }
            }
        }
    }
    Ok(())
}

struct Dialogue {
    title: String,
    turns: Vec<(Role, String)>,
    labels: Vec<(String, usize, String)>,
}

fn dialogues(set: &str) -> Result<Vec<Dialogue>> {
    let text = std::fs::read_to_string(set).with_context(|| format!("{set} cannot be read"))?;
    text.split("\n## ").skip(1).map(Dialogue::parse).collect()
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
                dialogue.labels.push((kind.to_owned(), turn - 1, fragment.to_owned()));
            } else if let Some((_, text)) = dialogue.turns.last_mut().filter(|_| !line.is_empty()) {
                write!(text, "\n{line}")?;
            }
        }
        Ok(dialogue)
    }

    fn said(&self) -> Vec<Said<'_>> {
        self.turns.iter().map(|(role, text)| Said { role: *role, text }).collect()
    }

    fn lines(&self, set: &str) -> Result<String> {
        let mut out = String::new();
        for seen in signs(&self.said()) {
            let text = self.turns[seen.turn].1.get(seen.span.clone()).unwrap_or_default();
            let of =
                |label: &&(String, usize, String)| label.1 == seen.turn && text.contains(label.2.as_str());
            let kinds: Vec<&str> = self.labels.iter().filter(of).map(|(kind, ..)| kind.as_str()).collect();
            let role = format!("{:?}", self.turns[seen.turn].0);
            let line = serde_json::json!({
                "set": set, "title": self.title, "turn": seen.turn, "role": role, "text": text, "kinds": kinds,
                "signs": seen.signs,
            });
            writeln!(out, "{line}")?;
        }
        Ok(out)
    }

    /// Returns hits, extra and missed.
    fn score(&self, items: &[Item], wanted: &[Kind]) -> [u32; 3] {
        let said = self.said();
        let items: Vec<&Item> =
            items.iter().filter(|item| item.holds() && wanted.contains(&item.kind)).collect();
        let labels: Vec<_> = self
            .labels
            .iter()
            .filter(|(kind, ..)| kind.parse::<Kind>().is_ok_and(|kind| wanted.contains(&kind)))
            .collect();
        let fits = |item: &Item, (_, turn, fragment): &(String, usize, String)| {
            (item.turn == *turn && item.evidence(&said).contains(fragment))
                || (item.settled_in() == *turn
                    && item.agreement(&said).is_some_and(|words| words.contains(fragment)))
        };
        let count = |found: usize| u32::try_from(found).unwrap_or(u32::MAX);
        let extra = items.iter().filter(|item| !labels.iter().any(|label| fits(item, label))).count();
        let hits = labels.iter().filter(|label| items.iter().any(|item| fits(item, label))).count();
        [count(hits), count(extra), count(labels.len() - hits)]
    }
}

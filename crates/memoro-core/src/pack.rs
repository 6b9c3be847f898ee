//! The block of memory that goes into a prompt: who the agent is, what it may do, who the user is, how things are done,
//! what is known, what happened, what is going on. Kept within a budget of tokens by leaving out whole elements, least
//! important first. What is recalled is data: cleaned, escaped, kept to one line, never markup. Selects nothing: the
//! caller gives what is relevant, most relevant first.

mod clean;
mod count;
mod ctx;
mod markdown;
mod own;
mod unit;
mod xml;

pub use clean::Caps;
pub use count::count;
pub use own::{GUIDANCE, repeated, without_own};

use jiff::civil::Date;

use crate::content::{Outcome, Trigger};
use crate::id::MemoryId;
use crate::provenance::Confidence;
use crate::user_model::UserModel;
use crate::words::words;
use unit::{Unit, units};

/// The budget of a pack where none is given, in tokens.
pub const BUDGET: usize = 2000;

/// How many memories a context pack of the newest ones holds.
pub const NEWEST_NOTES: usize = 20;

/// How many of its principles an agent's own prompt takes.
pub const PRINCIPLES: usize = 5;

/// How many summaries an agent's own prompt takes.
pub const SUMMARIES: usize = 5;

/// How a pack is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Elements inside `memory_context`.
    Xml,
    /// `## Memory Context` and one labelled paragraph a memory.
    Markdown,
    /// Markdown for an agent's own prompt: five of its identity, ten rules, five summaries.
    Agent,
    /// The compact `<ctx>`, one line a memory.
    Ctx,
}

words!(Format, "format", { Xml => "xml", Markdown => "markdown" | "md", Agent => "agent", Ctx => "ctx" });

/// A part of a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// Who the agent is.
    Soul,
    /// What the admin's rules amount to.
    Policy,
    /// Who the user is.
    User,
    /// How things are done.
    Procedures,
    /// What is known.
    Knowledge,
    /// What happened.
    Episodes,
    /// What is going on.
    Working,
    /// The headings and tags around the elements; in receipts only.
    Frame,
}

words!(Section, "section", {
    Soul => "agent_identity",
    Policy => "policy_summary",
    User => "user_model",
    Procedures => "procedural_memory",
    Knowledge => "relevant_knowledge",
    Episodes => "recent_episodes",
    Working => "working_memory",
    Frame => "frame",
});

impl Section {
    /// The sections from the last to be left out to the first.
    const BY_WORTH: [Section; 7] = [
        Section::Soul,
        Section::Policy,
        Section::User,
        Section::Working,
        Section::Procedures,
        Section::Episodes,
        Section::Knowledge,
    ];
}

/// A memory of one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Which memory it is.
    pub id: Option<MemoryId>,
    /// What kind it is: `principle`, `learning`, `fact`; shown beside it.
    pub kind: String,
    /// Its key, where that tells something.
    pub key: Option<String>,
    /// What it says.
    pub text: String,
    /// When it was true or learned.
    pub date: Option<Date>,
    /// Whether an agent or a program wrote it and no person stands behind it.
    pub unvouched: bool,
    /// Why it is here, for the receipt.
    pub why: String,
}

/// A procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcedureItem {
    /// Which memory it is.
    pub id: Option<MemoryId>,
    /// When it applies.
    pub trigger: Trigger,
    /// Its steps.
    pub steps: Vec<String>,
    /// How sure it is.
    pub confidence: Confidence,
    /// How often it helped.
    pub used: u32,
    /// Why it is here, for the receipt.
    pub why: String,
}

/// What an episode is to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EpisodeKind {
    /// A raw line of what was going on.
    Log,
    /// One thing that happened.
    Event,
    /// What a session, a day or a week came to.
    Summary,
}

words!(EpisodeKind, "kind of episode", { Log => "log", Event => "event", Summary => "summary" });

/// An episode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EpisodeItem {
    /// Which memory it is.
    pub id: Option<MemoryId>,
    /// What kind it is: `log`, `event` or `summary`; shown beside it.
    pub kind: EpisodeKind,
    /// The day.
    pub date: Date,
    /// What happened.
    pub summary: String,
    /// What it was about.
    pub topics: Vec<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// Whether an agent or a program wrote it and no person stands behind it.
    pub unvouched: bool,
    /// Why it is here, for the receipt.
    pub why: String,
}

/// What a pack is made of, each list with the most relevant first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PackInput {
    /// Who the agent is.
    pub soul: Vec<Item>,
    /// What the admin's rules amount to; never their raw text.
    pub policy: Vec<Item>,
    /// Who the user is.
    pub user: Option<UserModel>,
    /// How things are done.
    pub procedures: Vec<ProcedureItem>,
    /// What is known.
    pub knowledge: Vec<Item>,
    /// What happened.
    pub episodes: Vec<EpisodeItem>,
    /// What is going on.
    pub working: Vec<Item>,
    /// How long each text may be.
    pub caps: Caps,
}

/// One line of the receipt: an element that went in or was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackItem {
    /// The part it belongs to.
    pub section: Section,
    /// Which memory it is, where it is one.
    pub id: Option<MemoryId>,
    /// Why it was considered.
    pub why: String,
    /// How many tokens it takes.
    pub tokens: usize,
    /// Whether it went in.
    pub included: bool,
}

/// A composed block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    /// The text; empty where there is nothing to say or no room.
    pub text: String,
    /// How many tokens it takes.
    pub tokens: usize,
    /// What went in and what did not.
    pub receipt: Vec<PackItem>,
}

/// Composes a pack within `budget` tokens as counted by `tokens` (see [`count`]).
///
/// Elements are left out whole: first knowledge, then episodes, procedures, working memory and the user model, each
/// from its least relevant end. The soul gives way to nothing but the budget itself. What is too long for the room that
/// is left is passed over for what is shorter, and takes nothing from what is worth more.
pub fn compose(input: &PackInput, format: Format, budget: usize, tokens: &dyn Fn(&str) -> usize) -> Pack {
    let units = units(input, format);
    let costs: Vec<usize> = units.iter().map(|unit| tokens(&render(&[unit], format, Wrap::Bare))).collect();
    let frame = Frame::of(&units, format, tokens);
    let write = |chosen: &[bool]| {
        let included: Vec<&Unit> =
            units.iter().zip(chosen).filter(|(_, yes)| **yes).map(|(unit, _)| unit).collect();
        let text = render(&included, format, Wrap::Framed);
        (tokens(&text), text)
    };
    let (mut chosen, mut tries) = (vec![false; units.len()], MOST_TRIED);
    let (mut total, mut text) = (0, String::new());
    for section in Section::BY_WORTH {
        let around = frame.section(section) + if total == 0 { frame.root } else { 0 };
        let taken = choose(&units, &costs, (section, around), budget - total);
        if !taken.is_empty() {
            let before = chosen.clone();
            mark(&mut chosen, &taken);
            let mut last = taken.iter().rev();
            let mut written = write(&chosen);
            while let (true, Some(at)) = (written.0 > budget, last.next()) {
                unmark(&mut chosen, *at);
                written = write(&chosen);
            }
            // A counter may be at odds with itself: then the section stays out.
            if written.0 > budget { chosen = before } else { (total, text) = written }
        }
        // Elements take less side by side than alone: what is left of the budget is filled in the same order.
        for at in near(&units, &costs, &chosen, (section, budget - total)) {
            if tries == 0 {
                break;
            }
            tries -= 1;
            mark(&mut chosen, &[at]);
            let (with, longer) = write(&chosen);
            if with > budget { unmark(&mut chosen, at) } else { (total, text) = (with, longer) }
        }
    }
    let mut receipt = receipt(&units, &costs, &chosen);
    add_frame(&mut receipt, total);
    Pack { text, tokens: total, receipt }
}

/// The most elements that are tried when the budget is filled.
const MOST_TRIED: usize = 12;

fn mark(chosen: &mut [bool], taken: &[usize]) {
    for at in taken {
        chosen.get_mut(*at).into_iter().for_each(|yes| *yes = true);
    }
}

fn unmark(chosen: &mut [bool], at: usize) {
    chosen.get_mut(at).into_iter().for_each(|yes| *yes = false);
}

/// Returns the elements of a section that were left out and may fit, the most important first; one that is much longer
/// than the room keeps no other out.
fn near(units: &[Unit], costs: &[usize], chosen: &[bool], (section, room): (Section, usize)) -> Vec<usize> {
    let all = units.iter().zip(costs).zip(chosen).enumerate();
    let fits = |unit: &Unit, cost: usize| unit.section == section && cost <= room + room / 4;
    all.filter(|(_, ((unit, cost), yes))| !**yes && fits(unit, **cost)).map(|(at, _)| at).collect()
}

/// Whether elements stand alone or inside their sections and root.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrap {
    Bare,
    Framed,
}

fn render(units: &[&Unit], format: Format, wrap: Wrap) -> String {
    if units.is_empty() {
        return String::new();
    }
    match format {
        Format::Xml => xml::render(units, wrap),
        Format::Markdown => markdown::render(units, wrap),
        Format::Agent => markdown::render_agent(units, wrap),
        Format::Ctx => ctx::render(units, wrap),
    }
}

/// What the root and each section take besides their elements.
struct Frame {
    root: usize,
    sections: Vec<(Section, usize)>,
}

impl Frame {
    /// Counts the frames by writing the first element of each section, alone and beside another.
    fn of(units: &[Unit], format: Format, tokens: &dyn Fn(&str) -> usize) -> Self {
        let mut firsts: Vec<&Unit> = Vec::new();
        for unit in units {
            if firsts.iter().all(|first| first.section != unit.section) {
                firsts.push(unit);
            }
        }
        let frame = |units: &[&Unit]| {
            let bare: usize = units.iter().map(|unit| tokens(&render(&[unit], format, Wrap::Bare))).sum();
            tokens(&render(units, format, Wrap::Framed)).saturating_sub(bare)
        };
        let alone: Vec<usize> = firsts.iter().map(|unit| frame(&[unit])).collect();
        let root = match (firsts.as_slice(), alone.as_slice()) {
            ([first, second, ..], [one, two, ..]) => (one + two).saturating_sub(frame(&[first, second])),
            _ => 0,
        };
        let sections =
            firsts.iter().zip(alone).map(|(unit, tokens)| (unit.section, tokens.saturating_sub(root)));
        Self { root, sections: sections.collect() }
    }

    fn section(&self, section: Section) -> usize {
        self.sections.iter().find(|(of, _)| *of == section).map_or(0, |(_, tokens)| *tokens)
    }
}

/// Takes elements of a section while there is room, what stands `around` them with the first. One that does not fit is
/// passed over: a long memory keeps no shorter one out.
fn choose(
    units: &[Unit],
    costs: &[usize],
    (section, mut around): (Section, usize),
    mut room: usize,
) -> Vec<usize> {
    let mut taken = Vec::new();
    for (at, (_, cost)) in
        units.iter().zip(costs).enumerate().filter(|(_, (unit, _))| unit.section == section)
    {
        if cost + around <= room {
            room -= cost + around;
            around = 0;
            taken.push(at);
        }
    }
    taken
}

/// Adds what stands around the elements, so that the tokens of all that went in are those of the whole.
fn add_frame(receipt: &mut Vec<PackItem>, total: usize) {
    if total == 0 {
        return;
    }
    let taken: usize = receipt.iter().filter(|item| item.included).map(|item| item.tokens).sum();
    // Side by side elements may take less than alone: the longest of them gives that up.
    let mut over = taken.saturating_sub(total);
    let mut longest: Vec<&mut PackItem> = receipt.iter_mut().filter(|item| item.included).collect();
    longest.sort_by_key(|item| std::cmp::Reverse(item.tokens));
    for item in longest {
        let less = over.min(item.tokens);
        item.tokens -= less;
        over -= less;
    }
    let why = "the headings and tags around them".to_owned();
    let tokens = total.saturating_sub(taken);
    receipt.push(PackItem { section: Section::Frame, id: None, why, tokens, included: true });
}

fn receipt(units: &[Unit], costs: &[usize], chosen: &[bool]) -> Vec<PackItem> {
    let item = |((unit, tokens), included): ((&Unit, &usize), &bool)| PackItem {
        section: unit.section,
        id: unit.id.clone(),
        why: unit.why.clone(),
        tokens: *tokens,
        included: *included,
    };
    units.iter().zip(costs).zip(chosen).map(item).collect()
}

#[cfg(test)]
mod tests;

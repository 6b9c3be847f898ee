//! The elements of a pack before they are written: one for each thing that may be left out alone. Cleaned here once, so
//! that no format can forget to.

use jiff::civil::Date;

use super::clean::line;
use super::{
    Caps, EpisodeItem, EpisodeKind, Format, Item, PRINCIPLES, PackInput, ProcedureItem, SUMMARIES, Section,
};
use crate::content::{Outcome, Trigger};
use crate::id::MemoryId;
use crate::user_model::UserModel;

/// One element.
pub(super) struct Unit {
    pub(super) section: Section,
    pub(super) id: Option<MemoryId>,
    pub(super) why: String,
    /// Whether no person stands behind it.
    pub(super) unvouched: bool,
    pub(super) body: Body,
}

impl Unit {
    /// Says who wrote it, where that was no person: ` by agent`.
    pub(super) const fn author(&self) -> &'static str {
        if self.unvouched { " by agent" } else { "" }
    }
}

/// What an element says, cleaned and not yet escaped.
pub(super) enum Body {
    Text {
        kind: String,
        key: Option<String>,
        text: String,
        date: Option<Date>,
    },
    Procedure {
        when: Option<String>,
        steps: Vec<String>,
        confidence: f64,
        used: u32,
    },
    Episode {
        kind: EpisodeKind,
        date: Date,
        summary: String,
        topics: Vec<String>,
        outcome: Outcome,
        language: Language,
    },
    User(Facet),
}

/// One thing about the user.
pub(super) enum Facet {
    Basics { confidence: f64, language: String, length: String, style: String },
    Expertise { topic: String, level: &'static str },
    CodeStyle(String),
    Preference { key: String, value: String },
    Topics(Vec<String>),
    Timezone(String),
    Hours { start: u8, end: u8 },
    Note(String),
}

/// The language of the few words that a pack itself says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Thai,
    Chinese,
    Other,
}

/// How many steps of a procedure are shown; of the rest only the number.
const MOST_STEPS: usize = 20;

/// How many of each an agent's own prompt takes.
const AGENT_LIMITS: [(Section, usize); 3] =
    [(Section::Soul, PRINCIPLES), (Section::Procedures, 10), (Section::Episodes, SUMMARIES)];

/// Makes the elements of a pack, in the order in which they stand.
pub(super) fn units(input: &PackInput, format: Format) -> Vec<Unit> {
    let caps = input.caps;
    let language = language(input);
    let mut units: Vec<Unit> = Vec::new();
    units.extend(input.soul.iter().filter_map(|item| text(Section::Soul, item, caps)));
    units.extend(input.policy.iter().filter_map(|item| text(Section::Policy, item, caps)));
    units.extend(input.user.iter().flat_map(|user| facets(user, caps)));
    units.extend(input.procedures.iter().filter_map(|item| procedure(item, caps)));
    units.extend(input.knowledge.iter().filter_map(|item| text(Section::Knowledge, item, caps)));
    units.extend(input.episodes.iter().filter_map(|item| episode(item, caps, language)));
    units.extend(input.working.iter().filter_map(|item| text(Section::Working, item, caps)));
    if format == Format::Agent {
        for_agent(&mut units);
    }
    units
}

/// Keeps what an agent's own prompt holds: identity, rules that always apply, summaries.
fn for_agent(units: &mut Vec<Unit>) {
    let mut left = AGENT_LIMITS;
    units.retain(|unit| {
        let belongs = match &unit.body {
            Body::Procedure { when, .. } => when.is_none(),
            Body::Episode { kind, .. } => *kind == EpisodeKind::Summary,
            _ => true,
        };
        let Some((_, room)) = left.iter_mut().find(|(section, _)| *section == unit.section && belongs) else {
            return false;
        };
        let fits = *room > 0;
        *room = room.saturating_sub(1);
        fits
    });
}

fn language(input: &PackInput) -> Language {
    match input.user.as_ref().map_or("", |user| user.language.as_str()) {
        "th" => Language::Thai,
        "zh" | "zh-CN" | "zh-TW" => Language::Chinese,
        _ => Language::Other,
    }
}

fn text(section: Section, item: &Item, caps: Caps) -> Option<Unit> {
    let text = line(&item.text, caps.text);
    let body = Body::Text {
        kind: label(&item.kind),
        key: item.key.as_ref().map(|key| line(key, caps.short)),
        text: Some(text).filter(|text| !text.is_empty())?,
        date: item.date,
    };
    let unvouched = item.unvouched;
    Some(Unit { section, id: item.id.clone(), why: item.why.clone(), unvouched, body })
}

/// Reduces a kind to a plain word, so that a label stays a label.
fn label(kind: &str) -> String {
    let plain: String =
        kind.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ':')).take(40).collect();
    if plain.is_empty() { "note".into() } else { plain }
}

fn procedure(item: &ProcedureItem, caps: Caps) -> Option<Unit> {
    let shown = item.steps.iter().take(MOST_STEPS);
    let mut steps: Vec<String> = shown.map(|step| line(step, caps.short)).filter(|s| !s.is_empty()).collect();
    if item.steps.len() > MOST_STEPS {
        steps.push(format!("… (+{})", item.steps.len() - MOST_STEPS));
    }
    let when = match &item.trigger {
        Trigger::Always => None,
        Trigger::When(when) => Some(line(when, caps.short)),
    };
    let body = Body::Procedure { when, steps, confidence: item.confidence.get(), used: item.used };
    let empty = matches!(&body, Body::Procedure { steps, .. } if steps.is_empty());
    let (id, why) = (item.id.clone(), item.why.clone());
    (!empty).then_some(Unit { section: Section::Procedures, id, why, unvouched: false, body })
}

fn episode(item: &EpisodeItem, caps: Caps, language: Language) -> Option<Unit> {
    let summary = Some(line(&item.summary, caps.summary)).filter(|summary| !summary.is_empty())?;
    let topics = item.topics.iter().map(|topic| line(topic, caps.short)).filter(|t| !t.is_empty()).collect();
    let (kind, date, outcome) = (item.kind, item.date, item.outcome);
    let body = Body::Episode { kind, date, summary, topics, outcome, language };
    let (id, why, unvouched) = (item.id.clone(), item.why.clone(), item.unvouched);
    Some(Unit { section: Section::Episodes, id, why, unvouched, body })
}

/// Takes a user model apart, what matters most for an answer first.
fn facets(user: &UserModel, caps: Caps) -> Vec<Unit> {
    let short = |text: &str| line(text, caps.short);
    let mut facets = vec![Facet::Basics {
        confidence: user.confidence.get(),
        language: short(&user.language),
        length: short(&user.length),
        style: short(&user.style),
    }];
    facets.push(Facet::Timezone(short(&user.timezone)));
    facets.extend(
        user.expertise
            .iter()
            .map(|(topic, level)| Facet::Expertise { topic: short(topic), level: level.as_str() }),
    );
    facets.extend(user.code_style.iter().map(|style| Facet::CodeStyle(short(style))));
    facets.extend(
        user.others.iter().map(|(key, value)| Facet::Preference { key: short(key), value: short(value) }),
    );
    if !user.topics.is_empty() {
        facets.push(Facet::Topics(user.topics.iter().map(|topic| short(topic)).collect()));
    }
    facets.extend(user.active_hours.iter().map(|hours| Facet::Hours { start: hours.start, end: hours.end }));
    facets.extend(user.notes.iter().map(|note| short(note)).filter(|note| !note.is_empty()).map(Facet::Note));
    let unit = |facet: Facet| {
        let why = format!("user model: {}", facet.name());
        Unit { section: Section::User, id: None, why, unvouched: false, body: Body::User(facet) }
    };
    facets.into_iter().map(unit).collect()
}

impl Facet {
    /// Names what it tells, for the receipt.
    fn name(&self) -> String {
        match self {
            Facet::Basics { .. } => "preferences".into(),
            Facet::Expertise { topic, .. } => format!("expertise.{topic}"),
            Facet::CodeStyle(_) => "code style".into(),
            Facet::Preference { key, .. } => key.clone(),
            Facet::Topics(_) => "common topics".into(),
            Facet::Timezone(_) => "time zone".into(),
            Facet::Hours { .. } => "active hours".into(),
            Facet::Note(_) => "note".into(),
        }
    }
}

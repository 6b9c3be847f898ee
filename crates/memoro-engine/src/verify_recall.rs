//! Whether recall keeps its word on the user's own data: recent decisions, reasons from months ago, details from cold
//! files. Each answer must have its source, date, path and uncertainty, and come soon enough. Writes nothing.

use std::time::{Duration, Instant};

use jiff::SignedDuration;
use memoro_core::{Content, Memory, Shape, Status};
use memoro_store::index::{self, Source, Tier};
use memoro_store::{Filter, Order};

use crate::caller::Caller;
use crate::error::Result;
use crate::recall::{Answer, Hit, Recall};
use crate::workspace::Workspace;

/// What a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A decision of the last two weeks.
    Recent,
    /// The reason of a decision from more than a month ago.
    Reason,
    /// A detail in a cold file.
    Detail,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 3] = [Kind::Recent, Kind::Reason, Kind::Detail];

    /// Returns the one word for this kind.
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Recent => "recent",
            Kind::Reason => "reason",
            Kind::Detail => "detail",
        }
    }
}

/// How one question was answered: what its best hit tells about itself.
#[derive(Debug, Clone)]
pub struct RecallProbe {
    /// The question.
    pub question: String,
    /// Whether what it was made from is among the hits.
    pub found: bool,
    /// Where the best hit comes from: file and lines, or the id of a memory.
    pub source: String,
    /// Its file.
    pub path: Option<String>,
    /// When it happened, was said or was written.
    pub date: Option<jiff::Timestamp>,
    /// How unsure it is, 0 to 1.
    pub uncertainty: f64,
    /// How long the answer took.
    pub took: Duration,
}

/// How the questions of one kind were answered.
#[derive(Debug, Clone)]
pub struct Answered {
    /// The kind.
    pub kind: Kind,
    /// How many questions there were.
    pub asked: usize,
    /// How many found what they were made from among the first six hits.
    pub found: usize,
    /// What was wrong, in words.
    pub problems: Vec<String>,
    /// Each question and what its best hit tells.
    pub told: Vec<RecallProbe>,
}

/// The outcome of the checklist.
#[derive(Debug, Clone)]
pub struct Checklist {
    /// The kinds.
    pub kinds: Vec<Answered>,
    /// The time within which 95 of 100 questions were answered.
    pub p95: Duration,
}

/// The longest that 95 of 100 questions may take.
const SOON: Duration = Duration::from_secs(2);
/// How many of ten questions must find what they were made from.
const ENOUGH: usize = 8;
/// How many questions of a kind are asked.
const QUESTIONS: usize = 20;

impl Answered {
    /// Tells whether recall kept its word.
    pub fn holds(&self) -> bool {
        self.problems.is_empty() && self.found * 10 >= self.asked * ENOUGH
    }
}

impl Checklist {
    /// Tells whether recall kept its word in everything that was asked.
    pub fn holds(&self) -> bool {
        self.p95 < SOON && self.kinds.iter().all(Answered::holds)
    }
}

/// A question and what must be among its answers.
struct Question {
    text: String,
    memory: Option<memoro_core::MemoryId>,
    path: Option<String>,
}

impl Workspace {
    /// Asks for the user's own decisions and files, and checks the answers.
    pub fn verify_recall(&self, caller: &Caller) -> Result<Checklist> {
        let mut times = Vec::new();
        let mut kinds = Vec::new();
        for kind in Kind::ALL {
            let mut answered = Answered { kind, asked: 0, found: 0, problems: Vec::new(), told: Vec::new() };
            for question in self.questions(kind, caller)? {
                let begun = Instant::now();
                let answer = self.recall(&Recall::new(question.text.as_str()), caller)?;
                let took = begun.elapsed();
                times.push(took);
                let found = answer.hits.iter().any(|hit| question.is_met_by(hit));
                answered.asked += 1;
                answered.found += usize::from(found);
                answered.problems.extend(lacking(&question.text, &answer));
                answered.told.push(RecallProbe::of(question.text, found, &answer, took));
            }
            answered.problems.truncate(QUESTIONS);
            kinds.push(answered);
        }
        times.sort_unstable();
        let p95 = times.get((times.len() * 95).div_ceil(100).saturating_sub(1)).copied().unwrap_or_default();
        Ok(Checklist { kinds, p95 })
    }

    fn questions(&self, kind: Kind, caller: &Caller) -> Result<Vec<Question>> {
        let days = |days: i64| caller.now - SignedDuration::from_hours(24 * days);
        match kind {
            Kind::Recent => self.decision_questions(&["active"], |memory| memory.date() >= days(14), ""),
            Kind::Reason => {
                let old = |memory: &Memory| memory.date() < days(30);
                let reasoned = |memory: &Memory| {
                    old(memory) && matches!(&memory.content, Content::Decision(d) if !d.why.is_empty())
                };
                let mut asked = self.decision_questions(&["active", "archived"], reasoned, "why ")?;
                asked.extend(self.decision_questions(&["superseded"], old, "why did we drop ")?);
                Ok(asked)
            }
            Kind::Detail => self.file_questions(),
        }
    }

    fn decision_questions(
        &self,
        statuses: &[&str],
        wanted: impl Fn(&Memory) -> bool,
        lead: &str,
    ) -> Result<Vec<Question>> {
        let filter = Filter {
            statuses: statuses.iter().map(|status| (*status).to_owned()).collect(),
            shapes: vec![Shape::Decision],
            order: Order::Written,
            ..Filter::default()
        };
        let all: Vec<Memory> = self.store.list(&filter)?.into_iter().map(|stored| stored.memory).collect();
        let fitting: Vec<Memory> = all.into_iter().filter(wanted).collect();
        // Why one was dropped tells the one that took its place.
        let answers = |memory: &Memory| match &memory.status {
            Status::Superseded { by, .. } => by.clone(),
            _ => Some(memory.id.clone()),
        };
        let question = |memory: &Memory| match &memory.content {
            Content::Decision(decision) => Some(Question {
                text: format!("{lead}{}", decision.title),
                memory: Some(answers(memory)?),
                path: None,
            }),
            _ => None,
        };
        Ok(spread(&fitting).filter_map(question).collect())
    }

    /// Questions made from lines of cold files.
    fn file_questions(&self) -> Result<Vec<Question>> {
        let documents = self.store.read_index(|conn| index::documents(conn, Source::Workspace))?;
        // Logs of the archive and summaries of days say again what is found as a decision.
        let cold = |d: &index::Document| d.record.tier == Tier::Cold && !d.record.uri.contains("-wrapup");
        let paths: Vec<String> = documents.into_iter().filter(cold).map(|d| d.record.uri).collect();
        let mut questions = Vec::new();
        for path in spread(&paths) {
            let Some(read) = self.files.read(path)? else { continue };
            let text = String::from_utf8_lossy(&read.bytes).into_owned();
            let longest =
                text.lines().filter(|line| !line.starts_with('#')).max_by_key(|line| line.len().min(200));
            let words: String = longest.unwrap_or_default().chars().take(160).collect();
            if words.trim().chars().count() >= 20 {
                questions.push(Question { text: words, memory: None, path: Some(path.clone()) });
            }
        }
        Ok(questions)
    }
}

impl RecallProbe {
    fn of(question: String, found: bool, answer: &Answer, took: Duration) -> Self {
        let best = answer.hits.first();
        Self {
            question,
            found,
            source: best.map(Hit::citation).unwrap_or_default(),
            path: best.and_then(|hit| hit.path.clone()),
            date: best.and_then(|hit| hit.date),
            uncertainty: best.map_or(1.0, Hit::uncertainty),
            took,
        }
    }
}

impl Question {
    fn is_met_by(&self, hit: &Hit) -> bool {
        self.memory.as_ref().is_some_and(|id| hit.memory.as_ref() == Some(id))
            || self
                .path
                .as_ref()
                .is_some_and(|path| hit.path.as_ref() == Some(path) || hit.text.contains(&self.text))
    }
}

/// Picks a few from all over a list.
fn spread<T>(all: &[T]) -> impl Iterator<Item = &T> {
    all.iter().step_by(all.len().div_ceil(QUESTIONS).max(1))
}

/// Tells what the hits of an answer lack.
fn lacking(question: &str, answer: &Answer) -> Vec<String> {
    let short: String = question.chars().take(60).collect();
    let mut problems = Vec::new();
    for hit in &answer.hits {
        let mut missing = Vec::new();
        missing.extend(hit.citation().is_empty().then_some("source"));
        missing.extend(hit.date.is_none().then_some("date"));
        missing.extend(
            (hit.path.as_ref().is_none_or(String::is_empty) && hit.memory.is_none()).then_some("path"),
        );
        missing.extend((!(0.0..=1.0).contains(&hit.uncertainty())).then_some("uncertainty"));
        if !missing.is_empty() {
            problems.push(format!("`{short}`: a hit without {}: {}", missing.join(", "), hit.citation()));
        }
    }
    problems
}

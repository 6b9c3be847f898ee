//! `memoro recall`: the memories, documents and conversations that answer a question.

use std::io::Write as _;

use clap::{Args, ValueEnum};
use memoro_core::{Layer, ProjectId};
use memoro_engine::store::index::Tier;
use memoro_engine::{Answer, Fusion, Hit, HitSource, Mode, Recall as Request};
use owo_colors::OwoColorize as _;

use super::app::{App, Need};
use super::values;
use crate::api::{AnswerView, Explained, shares};
use crate::error::{Code, Failure, Result};

/// Find what answers a question, in any language, and say where it stands
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(after_help = "\
Examples:
  memoro recall \"when do we deploy?\"
  memoro recall รหัสโปรเจกต์ --layer semantic --limit 3
  memoro recall 上个月的决定 --since 60d --explain
  memoro recall '\"exact words\" ERR_CONN_RESET' --json
  memoro recall tone --as-of 2026-03-03 --all")]
pub(super) struct Recall {
    /// The question; several words need no quotes
    #[arg(required = true, num_args = 1..)]
    query: Vec<String>,
    /// At most this many hits
    #[arg(long, short = 'n', default_value_t = 6, value_name = "N", value_parser = values::count)]
    limit: usize,
    /// No hit below this score, 0 to 1; from 0.35 on a hit is probably right
    #[arg(long, default_value_t = Request::LEAST_SCORE, value_name = "SCORE", value_parser = values::share)]
    min_score: f32,
    /// Which evidence counts
    #[arg(long, value_enum, default_value_t = ModeArg::Hybrid)]
    mode: ModeArg,
    /// How words and meaning are put together
    #[arg(long, value_enum, default_value_t = FusionArg::Learned)]
    fusion: FusionArg,
    /// Only these layers: soul, `user_model` (or profile), procedural, semantic, episodic, working
    #[arg(long = "layer", value_name = "LAYER", value_delimiter = ',')]
    layers: Vec<Layer>,
    /// Only these kinds: as `memoro list --kind` takes them, and grains of episodes or stages of decisions
    #[arg(long = "kind", value_name = "KIND", value_delimiter = ',')]
    kinds: Vec<String>,
    /// Only with any of these tags
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Only from these sources
    #[arg(long = "source", value_enum, value_name = "SOURCE")]
    sources: Vec<SourceArg>,
    /// Only files under this path, or that fit this pattern
    #[arg(long, value_name = "PATH")]
    path: Option<String>,
    /// Only this project, and what belongs to none
    #[arg(long, value_name = "ID")]
    project: Option<String>,
    /// Only what was said in this conversation
    #[arg(long, value_name = "SESSION")]
    said_in: Vec<String>,
    /// Only these tiers
    #[arg(long = "tier", value_enum, value_name = "TIER")]
    tiers: Vec<TierArg>,
    /// Not before this time
    #[arg(long, value_name = "TIME")]
    since: Option<String>,
    /// Before this time
    #[arg(long, value_name = "TIME")]
    until: Option<String>,
    /// What was believed at this time
    #[arg(long, value_name = "TIME")]
    as_of: Option<String>,
    /// Also what is pending, superseded, archived or expired
    #[arg(long)]
    all: bool,
    /// Also what is sensitive
    #[arg(long)]
    sensitive: bool,
    /// Show how each hit came to its score
    #[arg(long)]
    explain: bool,
    /// Answer from the index as it is, without looking for changed files first
    #[arg(long)]
    no_sync: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ModeArg {
    /// Words and meaning
    Hybrid,
    /// Words only
    Lexical,
    /// Meaning only
    Vector,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FusionArg {
    /// The learned ranking
    Learned,
    /// Reciprocal ranks
    Rrf,
    /// A fixed weight for each
    Weighted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SourceArg {
    /// Memories
    #[value(alias = "memories")]
    Memory,
    /// Documents
    #[value(alias = "documents")]
    Document,
    /// Conversations
    #[value(alias = "sessions")]
    Session,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TierArg {
    /// MEMORY.md
    Hot,
    /// Recent work
    Warm,
    /// Older knowledge
    Cold,
    /// Archives
    Archive,
}

impl From<ModeArg> for Mode {
    fn from(arg: ModeArg) -> Self {
        match arg {
            ModeArg::Hybrid => Mode::Hybrid,
            ModeArg::Lexical => Mode::Lexical,
            ModeArg::Vector => Mode::Vector,
        }
    }
}

impl Recall {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let query = self.query.join(" ");
        if query.trim().is_empty() {
            return Err(Failure::new(Code::Usage, "the question is empty").hint("run `memoro recall \"…\"`"));
        }
        let workspace = app.workspace(Need::Present)?;
        let caller = app.caller()?;
        if self.no_sync {
            workspace.take_in(&caller)?;
        } else {
            app.sync(&workspace, &caller)?;
        }
        let request = self.request(app, query.clone())?;
        let answer = workspace.recall(&request, &caller)?;
        let explained = if self.explain { Explained::Yes } else { Explained::No };
        let zone = app.config.zone();
        app.out.show(&AnswerView::new(&query, &answer, explained), |out| {
            answer.hits.iter().enumerate().try_for_each(|(n, hit)| show(out, n + 1, hit, explained, &zone))
        })?;
        workspace.count_use(&answer, app.now)?;
        remarks(app, &answer);
        if answer.hits.is_empty() {
            app.out.remark("nothing found");
            return Err(Failure::told(Code::NotFound));
        }
        Ok(())
    }

    fn request(&self, app: &App, query: String) -> Result<Request> {
        let zone = app.config.zone();
        let moment = |flag, text: &Option<String>| values::moment_if(flag, text.as_deref(), &zone, app.now);
        let project = self.project.as_deref().map(ProjectId::new).transpose();
        Ok(Request {
            limit: self.limit,
            min_score: self.min_score,
            mode: self.mode.into(),
            fusion: match self.fusion {
                FusionArg::Learned => Fusion::Learned,
                FusionArg::Rrf => Fusion::Rrf,
                FusionArg::Weighted => Fusion::Weighted,
            },
            user: Some(app.user()?),
            session: app.named_session()?,
            project: project.map_err(|why| Failure::new(Code::Usage, format!("--project: {why}")))?,
            layers: self.layers.clone(),
            kinds: self.kinds.clone(),
            tags: self.tags.clone(),
            sources: self.sources.iter().map(|source| source.engine()).collect(),
            path: self.path.clone(),
            tiers: self.tiers.iter().map(|tier| tier.engine()).collect(),
            since: moment("--since", &self.since)?,
            until: moment("--until", &self.until)?,
            as_of: values::as_of_if("--as-of", self.as_of.as_deref(), &zone, app.now)?,
            all_statuses: self.all,
            sensitive: self.sensitive,
            sessions: (!self.said_in.is_empty()).then(|| self.said_in.clone()),
            ..Request::new(query)
        })
    }
}

impl SourceArg {
    const fn engine(self) -> HitSource {
        match self {
            SourceArg::Memory => HitSource::Memory,
            SourceArg::Document => HitSource::Document,
            SourceArg::Session => HitSource::Session,
        }
    }
}

impl TierArg {
    const fn engine(self) -> Tier {
        match self {
            TierArg::Hot => Tier::Hot,
            TierArg::Warm => Tier::Warm,
            TierArg::Cold => Tier::Cold,
            TierArg::Archive => Tier::Archive,
        }
    }
}

fn remarks(app: &App, answer: &Answer) {
    answer.freshness.warnings.iter().for_each(|warning| app.out.warn(warning));
    if answer.freshness.pending > 0 {
        app.out.remark(match answer.freshness.pending {
            1 => "1 memory waits for confirmation".to_owned(),
            n => format!("{n} memories wait for confirmation"),
        });
    }
}

fn show(
    out: &mut Vec<u8>,
    number: usize,
    hit: &Hit,
    explained: Explained,
    zone: &jiff::tz::TimeZone,
) -> std::io::Result<()> {
    let date =
        hit.date.map(|at| at.to_zoned(zone.clone()).strftime("%Y-%m-%d").to_string()).unwrap_or_default();
    let head = format!("{number}. {:.2}", hit.score);
    let mut status = if hit.status == "active" { String::new() } else { format!("  ({})", hit.status) };
    if hit.unvouched {
        status.push_str("  by agent");
    }
    // A file may be called anything; its name is no line of its own.
    let place = hit.citation().replace(char::is_control, "\u{fffd}");
    writeln!(out, "{}  {}  {date}  {}{status}", head.bold(), place.cyan(), hit.layer.dimmed())?;
    writeln!(out, "   {}", marked(hit))?;
    if explained == Explained::Yes {
        let told: Vec<String> =
            shares(hit).iter().map(|share| format!("{} {:+.2}", share.signal, share.value)).collect();
        writeln!(out, "   {}", told.join("  ").dimmed())?;
    }
    Ok(())
}

/// Returns the snippet on one line, the matching words marked.
fn marked(hit: &Hit) -> String {
    let (text, mut shown, mut from) = (&hit.snippet.text, String::new(), 0);
    for range in &hit.snippet.matches {
        shown.push_str(text.get(from..range.start).unwrap_or_default());
        let word = text.get(range.clone()).unwrap_or_default();
        shown.push_str(&word.bold().to_string());
        from = range.end;
    }
    shown.push_str(text.get(from..).unwrap_or_default());
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

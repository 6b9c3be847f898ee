//! `memoro episode`: what happened.

use std::io::Write as _;

use clap::{Args, Subcommand};
use memoro_core::{Content, Grain, Outcome, Scope, Status, Ttl};
use memoro_engine::{Happened, Remembered};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, Need};
use super::writing::tell;
use super::{render, values};
use crate::api::EpisodeView;
use crate::error::{Code, Failure, Result};

/// What happened: record it, find it again
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro episode record \"Moved the search to Rust; tests pass\" --topic search --outcome success
  memoro episode find ย้ายระบบค้นหา
  memoro episode recent -n 3 --json")]
pub(super) struct Episode {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Record what happened; topics and outcome are drawn from the text where they are left out
    #[command(
        after_help = "Examples:\n  memoro episode record \"ย้ายระบบค้นหาเสร็จแล้ว\" --topic search --outcome success"
    )]
    Record(Box<Record>),
    /// Find episodes about something
    #[command(after_help = "Examples:\n  memoro episode find ย้ายระบบค้นหา")]
    Find(Find),
    /// List the most recent episodes
    #[command(after_help = "Examples:\n  memoro episode recent -n 3 --json")]
    Recent(Recent),
}

#[derive(Debug, Args)]
struct Record {
    /// What happened; `-` reads it from stdin
    #[arg(required = true)]
    summary: Vec<String>,
    /// What it was about; may be given several times
    #[arg(long = "topic", value_name = "TOPIC")]
    topics: Vec<String>,
    /// How it ended: success, partial, failed or unknown
    #[arg(long)]
    outcome: Option<Outcome>,
    /// How long it took, in milliseconds
    #[arg(long, value_name = "MS")]
    duration_ms: Option<u64>,
    /// The session or group that it belongs to
    #[arg(long, value_name = "ID")]
    group: Option<String>,
    /// When it happened
    #[arg(long, value_name = "TIME")]
    occurred_at: Option<String>,
    /// How long a stretch it covers: event, session, day or week
    #[arg(long, default_value = "event")]
    grain: Grain,
    /// A concept; may be given several times
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// How long it lives; the configured time where it is left out
    #[arg(long, allow_hyphen_values = true, value_parser = values::ttl)]
    ttl: Option<Ttl>,
    /// Makes a repeated request answer as the first one did
    #[arg(long, value_name = "KEY", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    idempotency_key: Option<String>,
}

#[derive(Debug, Args)]
struct Find {
    /// What it was about, in any language
    #[arg(required = true)]
    topic: Vec<String>,
    /// At most this many; the configured number where it is left out
    #[arg(long, short = 'n', value_name = "N", value_parser = values::count)]
    limit: Option<usize>,
}

#[derive(Debug, Args)]
struct Recent {
    /// At most this many; the configured number where it is left out
    #[arg(long, short = 'n', value_name = "N", value_parser = values::count)]
    limit: Option<usize>,
}

#[derive(Serialize)]
struct Found {
    episodes: Vec<EpisodeView>,
}

impl Episode {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let need = if matches!(self.verb, Verb::Record(_)) { Need::Made } else { Need::Present };
        let workspace = app.workspace(need)?;
        let caller = app.caller()?;
        match self.verb {
            Verb::Record(record) => {
                let key = record.idempotency_key.clone();
                let happened = record.happened(app)?;
                let caller = caller.asking_once(key.as_deref(), &happened);
                tell(app, &workspace.record_episode(&happened, &caller)?)
            }
            Verb::Find(find) => {
                let topic = find.topic.join(" ");
                let found = workspace.find_episodes(&topic, &app.user()?, find.limit, &caller)?;
                show(app, &found)?;
                Ok(workspace.count_used(found.into_iter().map(|one| one.memory.id), app.now)?)
            }
            Verb::Recent(recent) => {
                let limit = recent.limit.unwrap_or(workspace.settings().layers.episodes);
                show(app, &workspace.recent_episodes(&app.user()?, (limit, None), &caller)?)
            }
        }
    }
}

impl Record {
    fn happened(self, app: &App) -> Result<Happened> {
        let zone = app.config.zone();
        let group = self.group.or(app.named_session()?.map(|session| session.to_string()));
        Ok(Happened {
            group,
            topics: self.topics,
            outcome: self.outcome,
            duration_ms: self.duration_ms,
            occurred_at: values::moment_if("--occurred-at", self.occurred_at.as_deref(), &zone, app.now)?,
            grain: self.grain,
            tags: self.tags,
            ttl: self.ttl,
            ..Happened::new(Scope::User(app.user()?), values::text(&self.summary)?)
        })
    }
}

fn show(app: &App, found: &[Remembered]) -> Result<()> {
    let view = Found { episodes: found.iter().map(|one| EpisodeView::of(one, app.now)).collect() };
    let zone = app.config.zone();
    app.out.show(&view, |out| {
        for one in found {
            let Content::Episode(episode) = &one.memory.content else { continue };
            let day = one.memory.date().to_zoned(zone.clone()).date();
            let archived = if one.memory.status == Status::Archived { "  (archived)" } else { "" };
            writeln!(out, "{day}  {}  {}{archived}", episode.outcome.bold(), one.memory.id.cyan())?;
            writeln!(out, "  {}", render::excerpt(&episode.summary))?;
            if !episode.topics.is_empty() {
                writeln!(out, "  {} {}", "topics".dimmed(), render::plain(&episode.topics.join(", ")))?;
            }
        }
        Ok(())
    })?;
    if found.is_empty() {
        app.out.remark("no episode found");
        return Err(Failure::told(Code::NotFound));
    }
    Ok(())
}

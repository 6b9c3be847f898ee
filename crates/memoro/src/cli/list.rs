//! `memoro list`: the memories that fit some filters, the last changed first.

use clap::Args;
use memoro_core::{Layer, Scope, Status};
use memoro_engine::store::Filter;
use memoro_engine::{Caller, Workspace};
use serde::Serialize;

use super::app::{App, Need};
use super::{render, values};
use crate::api::MemoryView;
use crate::error::{Code, Failure, Result};

/// List memories, the last changed first
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro list
  memoro list --layer user_model --kind preference
  memoro list --tag release --since 7d --json
  memoro list --as-of 2026-03-03 --status active --status superseded")]
pub(super) struct List {
    /// Only these layers: soul, `user_model` (or profile), procedural, semantic, episodic, working
    #[arg(long = "layer", value_name = "LAYER", value_delimiter = ',')]
    layers: Vec<Layer>,
    /// Only these kinds: preference, constraint, fact, instruction; or entry, note, procedure, decision, episode
    #[arg(long = "kind", value_name = "KIND", value_delimiter = ',')]
    kinds: Vec<String>,
    /// Only with any of these tags
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Only in any of these scopes
    #[arg(long = "scope", value_name = "SCOPE")]
    scopes: Vec<String>,
    /// Only these statuses instead of what is current: pending, active, superseded, archived
    #[arg(long = "status", value_name = "STATUS", value_delimiter = ',', value_parser = status)]
    statuses: Vec<String>,
    /// Only changed at or after this time
    #[arg(long, value_name = "TIME")]
    since: Option<String>,
    /// Only changed before this time
    #[arg(long, value_name = "TIME")]
    until: Option<String>,
    /// What was known at this time; of a day, at its end
    #[arg(long, value_name = "TIME")]
    as_of: Option<String>,
    /// Also sensitive ones
    #[arg(long)]
    sensitive: bool,
    /// At most this many
    #[arg(long, short = 'n', default_value_t = 50, value_name = "N", value_parser = values::count)]
    limit: usize,
    /// Leave out this many first
    #[arg(long, default_value_t = 0, value_name = "N")]
    offset: usize,
}

#[derive(Serialize)]
struct Listed {
    memories: Vec<MemoryView>,
    /// Whether there are more behind the limit.
    more: bool,
}

fn status(word: &str) -> Result<String, String> {
    if Status::WORDS.contains(&word) {
        return Ok(word.to_owned());
    }
    Err(format!("expected one of: {}", Status::WORDS.join(", ")))
}

impl List {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let workspace = app.workspace(Need::Present)?;
        let caller = app.reader()?;
        let filter = self.filter(app, &workspace, &caller)?;
        let mut found = workspace.list(&filter, &caller)?;
        let more = found.len() > self.limit;
        found.truncate(self.limit);
        let then = filter.as_of.unwrap_or(app.now);
        let memories = found.iter().map(|stored| MemoryView::stored(stored, then)).collect();
        let zone = app.config.zone();
        app.out.show(&Listed { memories, more }, |out| {
            found.iter().try_for_each(|stored| render::line(out, &stored.memory, then, &zone))
        })?;
        if more {
            let next = self.offset + self.limit;
            app.out
                .remark(format!("there are more; run `memoro list --offset {next}` with the same filters"));
        }
        if found.is_empty() {
            app.out.remark("no memory fits");
            return Err(Failure::told(Code::NotFound));
        }
        Ok(())
    }

    fn filter(&self, app: &App, workspace: &Workspace, caller: &Caller) -> Result<Filter> {
        let zone = app.config.zone();
        let moment = |flag, text: &Option<String>| values::moment_if(flag, text.as_deref(), &zone, app.now);
        let scopes = self.scopes.iter().map(|text| app.scope(text, workspace, caller));
        let mut scopes = scopes.collect::<Result<Vec<_>>>()?;
        if app.names_user() {
            scopes.push(Scope::User(app.user()?));
        }
        scopes.extend(app.named_session()?.map(Scope::Session));
        let (shapes, kinds): (Vec<_>, Vec<_>) =
            self.kinds.iter().map(|word| word.parse().map_err(|_| word.clone())).partition(Result::is_ok);
        let kinds: Vec<String> = kinds.into_iter().filter_map(Result::err).collect();
        if let Some(unknown) = kinds.iter().find_map(|word| memoro_core::check_kind(word).err()) {
            return Err(Failure::new(Code::Usage, format!("--kind: {unknown}")));
        }
        Ok(Filter {
            now: caller.now,
            as_of: values::as_of_if("--as-of", self.as_of.as_deref(), &zone, app.now)?,
            statuses: self.statuses.clone(),
            layers: self.layers.clone(),
            shapes: shapes.into_iter().filter_map(Result::ok).collect(),
            kinds,
            tags: self.tags.clone(),
            scopes,
            since: moment("--since", &self.since)?,
            until: moment("--until", &self.until)?,
            sensitive: self.sensitive,
            limit: Some(self.limit.saturating_add(1)),
            offset: self.offset,
            ..Filter::default()
        })
    }
}

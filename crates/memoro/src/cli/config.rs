//! `memoro config`: where the configuration is, what it says, and changing one value of it.

use std::collections::BTreeMap;
use std::io::Write as _;

use clap::{Args, Subcommand};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::App;
use crate::config::{FIELDS, Field};
use crate::error::{Code, Failure, Result};

/// Read and change the configuration
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro config path
  memoro config get
  memoro config set session.idle 2h
  memoro config check")]
pub(super) struct Config {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Print where the configuration file is
    Path,
    /// Print the effective value of a key, or of all keys
    Get {
        /// The key
        key: Option<String>,
    },
    /// Set a key in the file; comments and everything else stay as they are
    Set {
        /// The key
        key: String,
        /// The value
        value: String,
    },
    /// Tell whether the file is right; exit code 1 if it has unknown keys, 2 if a value is wrong
    Check,
}

#[derive(Serialize)]
struct PathView {
    path: String,
    exists: bool,
}

#[derive(Serialize)]
struct CheckView {
    path: String,
    ok: bool,
    unknown: Vec<String>,
}

impl Config {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        match self.verb {
            Verb::Path => path(app),
            Verb::Get { key: Some(key) } => get(app, &key),
            Verb::Get { key: None } => all(app),
            Verb::Set { key, value } => set(app, &key, &value),
            Verb::Check => check(app),
        }
    }
}

fn path(app: &App) -> Result<()> {
    let view = PathView { path: app.file.path().display().to_string(), exists: app.file.path().exists() };
    app.out.show(&view, |out| writeln!(out, "{}", view.path))
}

fn get(app: &App, key: &str) -> Result<()> {
    let field = Field::known(key)?;
    let value = (field.show)(&app.config);
    let view = BTreeMap::from([(field.name, value.clone())]);
    match value {
        Some(value) => app.out.show(&view, |out| writeln!(out, "{value}")),
        None => Err(Failure::new(Code::NotFound, format!("`{key}` is not set"))
            .hint(format!("run `memoro config set {key} {}`", field.example))),
    }
}

fn all(app: &App) -> Result<()> {
    let view: BTreeMap<_, _> = FIELDS.iter().map(|field| (field.name, (field.show)(&app.config))).collect();
    app.out.show(&view, |out| {
        for field in FIELDS {
            let value = (field.show)(&app.config).unwrap_or_else(|| "(not set)".into());
            writeln!(out, "{} = {value}  {}", field.name.cyan(), format!("# {}", field.about).dimmed())?;
        }
        Ok(())
    })
}

fn set(app: &App, key: &str, value: &str) -> Result<()> {
    if app.caller()?.trust() < memoro_core::Trust::User {
        return Err(Failure::new(Code::Denied, "changing the configuration needs the user"));
    }
    let field = Field::known(key)?;
    (field.put)(&mut app.config.clone(), value).map_err(|why| {
        Failure::new(Code::Config, format!("`{key}`: {why}"))
            .hint(format!("run `memoro config set {key} {}`", field.example))
    })?;
    app.file.clone().set(field, value)?;
    let view = BTreeMap::from([(field.name, value)]);
    app.out.show(&view, |out| writeln!(out, "{key} = {value} in {}", app.file.path().display()))?;
    if app.overrides(field) {
        app.out.warn(format!("{} is set in the environment and wins over the file", field.variable()));
    }
    Ok(())
}

fn check(app: &App) -> Result<()> {
    let unknown = app.unknown_keys().to_vec();
    let view = CheckView { path: app.file.path().display().to_string(), ok: unknown.is_empty(), unknown };
    app.out.show(&view, |out| match (app.file.path().exists(), view.ok) {
        (false, _) => writeln!(out, "{} is not there; the defaults hold", view.path),
        (true, true) => writeln!(out, "{} is right", view.path),
        (true, false) => view.unknown.iter().try_for_each(|unknown| writeln!(out, "{unknown}")),
    })?;
    if view.ok { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
}

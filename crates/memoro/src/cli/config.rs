//! `memoro config`: where the configuration is, what it says, and changing one value of it.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::App;
use crate::config::openclaw::{self, Taken};
use crate::config::{FIELDS, Field, as_typed, json5};
use crate::error::{Code, Failure, Result};

/// Read and change the configuration
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro config path
  memoro config get
  memoro config set session.idle 2h
  memoro config import ~/.openclaw/openclaw.json --dry-run
  memoro config check")]
pub(super) struct Config {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Print where the configuration file is
    #[command(after_help = "Examples:\n  memoro config path")]
    Path,
    /// Print the effective value of a key, or of all keys
    #[command(after_help = "Examples:\n  memoro config get\n  memoro config get session.idle")]
    Get {
        /// The key
        key: Option<String>,
    },
    /// Set a key in the file; comments and everything else stay as they are
    #[command(after_help = "Examples:\n  memoro config set session.idle 2h")]
    Set {
        /// The key
        key: String,
        /// The value
        value: String,
    },
    /// Take over the memory settings of an OpenClaw file (JSON or JSON5); each key is told, taken or not
    #[command(after_help = "Examples:\n  memoro config import ~/.openclaw/openclaw.json --dry-run")]
    Import {
        /// The file
        file: PathBuf,
        /// Tell what would be set, and set nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Tell whether the file is right; exit code 1 if it has unknown keys, 2 if a value is wrong
    #[command(after_help = "Examples:\n  memoro config check --json")]
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
    /// Tells whether only the place of the file is asked for.
    pub(super) const fn is_path(&self) -> bool {
        matches!(self.verb, Verb::Path)
    }

    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        match self.verb {
            Verb::Path => path(app),
            Verb::Get { key: Some(key) } => get(app, &key),
            Verb::Get { key: None } => all(app),
            Verb::Set { key, value } => set(app, &key, &value),
            Verb::Import { file, dry_run } => import(app, &file, dry_run),
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
    if app.keeper()?.trust() < memoro_core::Trust::User {
        return Err(Failure::new(Code::Denied, "changing the configuration needs the user"));
    }
    let field = Field::known(key)?;
    let value = &*as_typed(value.trim());
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

#[derive(Serialize)]
struct ImportView {
    dry_run: bool,
    keys: Vec<TakenView>,
    set: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
struct TakenView {
    key: String,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl From<openclaw::Reading> for TakenView {
    fn from(reading: openclaw::Reading) -> Self {
        let key = reading.key;
        match reading.taken {
            Taken::Set(field, value) => {
                Self { key, outcome: "set", field: Some(field), value: Some(value), reason: None }
            }
            Taken::Add(field, value) => {
                Self { key, outcome: "added", field: Some(field), value: Some(value), reason: None }
            }
            Taken::Already(reason) => {
                Self { key, outcome: "already", field: None, value: None, reason: Some(reason.into()) }
            }
            Taken::Ignored(reason) => {
                Self { key, outcome: "ignored", field: None, value: None, reason: Some(reason.into()) }
            }
            Taken::Wrong(reason) => {
                Self { key, outcome: "ignored", field: None, value: None, reason: Some(reason) }
            }
        }
    }
}

fn import(app: &App, file: &Path, dry_run: bool) -> Result<()> {
    if app.keeper()?.trust() < memoro_core::Trust::User {
        return Err(Failure::new(Code::Denied, "changing the configuration needs the user"));
    }
    let path = app.folder().join(app.folders.expand(file));
    let text = std::fs::read_to_string(&path)
        .map_err(|error| Failure::new(Code::NotFound, format!("{}: {error}", path.display())))?;
    let wrong = |why: String| Failure::new(Code::Config, format!("{}: {why}", path.display()));
    let (json, twice) = json5::read(&text).map_err(wrong)?;
    if !json.is_object() {
        return Err(wrong("it is no object of settings".into()).hint("name the settings file of OpenClaw"));
    }
    let mut readings = openclaw::read(&json);
    for reading in &mut readings {
        if let Err(why) = tried(app, &reading.taken)? {
            reading.taken = Taken::Wrong(why);
        }
    }
    let again = |key| openclaw::Reading {
        key,
        taken: Taken::Wrong("it stands there twice; the last one counts".into()),
    };
    readings.extend(twice.into_iter().map(again));
    let mut set: BTreeMap<&'static str, String> = BTreeMap::new();
    for reading in &readings {
        match &reading.taken {
            Taken::Set(field, value) => drop(set.insert(field, value.clone())),
            Taken::Add(field, value) => add(app, &mut set, field, value)?,
            Taken::Already(_) | Taken::Ignored(_) | Taken::Wrong(_) => {}
        }
    }
    if !dry_run {
        let mut file = app.file.clone();
        for (name, value) in &set {
            file.set(Field::known(name)?, value)?;
        }
    }
    let view = ImportView { dry_run, keys: readings.into_iter().map(TakenView::from).collect(), set };
    app.out.show(&view, |out| told(out, &view))
}

/// Tells whether a value can be taken, or why not.
fn tried(app: &App, taken: &Taken) -> Result<std::result::Result<(), String>> {
    let (Taken::Set(name, value) | Taken::Add(name, value)) = taken else { return Ok(Ok(())) };
    let put = (Field::known(name)?.put)(&mut app.config.clone(), value);
    Ok(put.map_err(|why| format!("`{name}`: {why}")))
}

/// Adds to a list what it does not hold yet.
fn add(app: &App, set: &mut BTreeMap<&'static str, String>, name: &'static str, value: &str) -> Result<()> {
    let field = Field::known(name)?;
    let before = set.get(name).cloned().or_else(|| (field.show)(&app.config)).unwrap_or_default();
    let mut items: Vec<&str> = before.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
    if !items.contains(&value) {
        items.push(value);
    }
    let joined = items.join(",");
    set.insert(name, joined);
    Ok(())
}

fn told(out: &mut Vec<u8>, view: &ImportView) -> std::io::Result<()> {
    for one in &view.keys {
        match (one.field, &one.value, &one.reason) {
            (Some(field), Some(value), _) => writeln!(out, "{} → {field} = {value}", one.key.cyan())?,
            (_, _, reason) => {
                let reason = reason.as_deref().unwrap_or_default();
                writeln!(out, "{} {}: {reason}", one.key.cyan(), one.outcome.dimmed())?;
            }
        }
    }
    if view.dry_run { writeln!(out, "nothing was set (--dry-run)") } else { Ok(()) }
}

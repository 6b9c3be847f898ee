//! `memoro user`: who the user is, as a typed view over the entries of the profile.

use std::io::Write as _;

use clap::{Args, Subcommand};
use memoro_core::user_model::{Partial, UserModel, Value};
use memoro_core::{Receipt, Written};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, Need};
use super::{render, values};
use crate::api::{ReceiptView, UserModelView, plain_value};
use crate::error::{Code, Failure, Result};

/// Who the user is: expertise, preferences, topics, hours and notes
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro user get
  memoro user set expertise.docker expert
  memoro user set '{\"preferences\": {\"responseLength\": \"concise\"}, \"commonTopics\": [\"ไทย\"]}'
  memoro user get --user somchai --json
  memoro user reset --yes")]
pub(super) struct User {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Show what is known of the user, with the defaults where nothing is
    #[command(after_help = "Examples:\n  memoro user get --json")]
    Get,
    /// Merge an update: a JSON object, or one field and its value
    #[command(
        after_help = "Examples:\n  memoro user set timezone Asia/Bangkok\n  memoro user set topics \"docker, rust\""
    )]
    Set(Set),
    /// End everything that is known of the user; `memoro undo` brings it back
    #[command(after_help = "Examples:\n  memoro user reset --yes")]
    Reset(Reset),
}

#[derive(Debug, Args)]
struct Set {
    /// A JSON object (`-` reads it from stdin), or a field such as expertise.docker, language, topics, notes
    field: String,
    /// The value of the field; lists are separated by commas, `null` takes the field away
    value: Vec<String>,
}

#[derive(Debug, Args)]
struct Reset {
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

#[derive(Serialize)]
struct Updated {
    pending: bool,
    writes: Vec<ReceiptView>,
    /// The model as it is now, where it may be read.
    model: Option<UserModelView>,
}

#[derive(Serialize)]
struct WasReset {
    user: String,
    ended: usize,
}

impl User {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let need = if matches!(self.verb, Verb::Set(_)) { Need::Made } else { Need::Present };
        let workspace = app.workspace(need)?;
        let (user, caller) = (app.user()?, app.caller()?);
        workspace.take_in_entries(&caller)?;
        match self.verb {
            Verb::Get => {
                let model = workspace.user_model(&user, &caller)?;
                app.out.show(&UserModelView::from(&model), |out| show(out, &model))
            }
            Verb::Set(set) => {
                let update = set.update()?;
                Partial::check_fields(&update).map_err(|why| Failure::new(Code::Usage, why.to_string()))?;
                let receipts = workspace.update_user_model(&user, &update, &caller)?;
                let read = workspace.allows_reading(&caller)?;
                let model = read.then(|| workspace.user_model(&user, &caller)).transpose()?;
                let pending = receipts.iter().any(|r| matches!(r.written, Written::Pending(..)));
                let writes = receipts.iter().map(ReceiptView::from).collect();
                let view = Updated { pending, writes, model: model.as_ref().map(UserModelView::from) };
                app.out.show(&view, |out| told(out, &receipts, model.as_ref()))
            }
            Verb::Reset(reset) => {
                if !reset.yes {
                    return Err(Failure::new(
                        Code::Usage,
                        format!("this ends all that is known of `{user}`"),
                    )
                    .hint("run it again with `--yes`"));
                }
                let ended = workspace.reset_user_model(&user, &caller)?;
                let view = WasReset { user: user.to_string(), ended };
                app.out.show(&view, |out| writeln!(out, "ended {ended} entries of {user}"))
            }
        }
    }
}

impl Set {
    /// Reads the update.
    fn update(&self) -> Result<Value> {
        if self.value.is_empty() {
            let text = values::text(std::slice::from_ref(&self.field))?;
            let json: serde_json::Value = serde_json::from_str(&text).map_err(|why| {
                Failure::new(Code::Usage, format!("the update is no JSON object: {why}"))
                    .hint("run `memoro user set expertise.docker expert`, or give an object")
            })?;
            return Ok(plain_value(&json));
        }
        let value = self.value.join(" ");
        let one = |name: &str, value: Value| Value::Map(vec![(name.to_owned(), value)]);
        let items = || {
            let items = value.split([',', '，', '、']).map(|item| Value::Text(item.trim().to_owned()));
            Value::List(items.collect())
        };
        let given = as_json(&value);
        let or = |plain: Value| given.clone().unwrap_or(plain);
        let text = || or(Value::Text(value.clone()));
        Ok(match self.field.split_once('.') {
            Some((group @ ("expertise" | "preferences"), name)) => one(group, one(name, text())),
            _ => match self.field.as_str() {
                "topics" | "topics.common" | "common_topics" | "commonTopics" | "notes" => {
                    one(&self.field, or(items()))
                }
                "language" | "length" | "style" | "code_style" | "codeStyle" => {
                    one("preferences", one(&self.field, text()))
                }
                "active_hours" | "activeHours" => one(&self.field, or(hours(&value))),
                field => one(field, text()),
            },
        })
    }
}

/// Reads a value that is written as JSON: `null`, which takes the field away, a list or an object. Anything else is the
/// text that it is.
fn as_json(value: &str) -> Option<Value> {
    let value = value.trim();
    let written = value == "null" || value.starts_with('[') || value.starts_with('{');
    if written { serde_json::from_str(value).ok().map(|json| plain_value(&json)) } else { None }
}

/// Reads `9-18` as an object with start and end; anything else is left for the model to refuse.
fn hours(text: &str) -> Value {
    let number = |part: &str| part.trim().parse::<f64>().map(Value::Number);
    match text.split_once('-').map(|(start, end)| (number(start), number(end))) {
        Some((Ok(start), Ok(end))) => Value::Map(vec![("start".into(), start), ("end".into(), end)]),
        _ => Value::Text(text.to_owned()),
    }
}

fn told(out: &mut Vec<u8>, receipts: &[Receipt], model: Option<&UserModel>) -> std::io::Result<()> {
    receipts.iter().try_for_each(|receipt| render::receipt(out, receipt))?;
    model.map_or(Ok(()), |model| show(out, model))
}

fn show(out: &mut Vec<u8>, model: &UserModel) -> std::io::Result<()> {
    let mut line = |name: &str, value: &str| writeln!(out, "{} = {}", name.cyan(), render::plain(value));
    line("language", &model.language)?;
    line("length", &model.length)?;
    line("style", &model.style)?;
    line("timezone", &model.timezone)?;
    model.code_style.iter().try_for_each(|style| line("code_style", style))?;
    model.active_hours.iter().try_for_each(|hours| line("active_hours", &hours.to_string()))?;
    for (topic, level) in &model.expertise {
        line(&format!("expertise.{topic}"), level.as_str())?;
    }
    if !model.topics.is_empty() {
        line("topics", &model.topics.join(", "))?;
    }
    for (n, note) in model.notes.iter().enumerate() {
        line(&format!("notes.{}", n + 1), note)?;
    }
    for (key, value) in &model.others {
        line(key, value)?;
    }
    line("confidence", &model.confidence.to_string())
}

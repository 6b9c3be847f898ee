//! Prompts: the pack as a message that a person can put into a conversation.

use rmcp::model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::Value;

use crate::error::{Code, Failure, Result};
use crate::ops::Call;
use crate::ops::recall::ContextRequest;

const NAME: &str = "context";

/// Returns the prompts.
pub(super) fn all() -> Vec<Prompt> {
    let argument =
        |name: &str, about: &str| PromptArgument::new(name).with_description(about).with_required(false);
    let arguments = vec![
        argument("query", "The task or question; the newest of everything without it"),
        argument("budget", "How many tokens it may take; 2000 by default"),
        argument("format", "xml, markdown, agent or ctx"),
        argument("project", "The project whose knowledge belongs in"),
    ];
    let about =
        "The block of memory to read before a task: identity, profile, procedures, knowledge, recent events";
    vec![Prompt::new(NAME, Some(about), Some(arguments)).with_title("Context for a task")]
}

/// Returns the pack as a message.
pub(super) fn get(
    name: &str,
    arguments: JsonObject,
    session: Option<String>,
    call: &Call<'_>,
) -> Result<GetPromptResult> {
    if name != NAME {
        return Err(Failure::new(
            Code::Invalid,
            format!("there is no prompt `{}`", super::tool::one_line(name, 80)),
        ));
    }
    let request = request(arguments)?;
    let pack = call.run(ContextRequest { session, ..request })?;
    let text = if pack.text.is_empty() { "Nothing is remembered yet.".to_owned() } else { pack.text };
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]))
}

/// Reads the arguments; prompts have texts only, also for numbers.
fn request(mut arguments: JsonObject) -> Result<ContextRequest> {
    arguments.retain(|_, value| value.as_str().is_none_or(|text| !text.trim().is_empty()));
    if let Some(budget) = arguments.get_mut("budget")
        && let Some(number) = budget.as_str().and_then(|text| text.trim().parse::<u32>().ok())
    {
        *budget = number.into();
    }
    for closed in ["user", "session"] {
        if arguments.contains_key(closed) {
            return Err(Failure::new(Code::Invalid, format!("arguments: unknown field `{closed}`")));
        }
    }
    serde_json::from_value(Value::Object(arguments))
        .map_err(|why| Failure::new(Code::Invalid, format!("arguments: {why}")))
}

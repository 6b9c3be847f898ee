//! What a tool is: how it is offered, what one must be allowed to do for it, and how its answer looks. An answer is
//! short text for a model and the same as data; what goes wrong is an answer too, with a code and the next step.

use memoro_core::text::head;
use memoro_engine::{Access, Action};
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool as Offer, ToolAnnotations};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::person::Wish;
use crate::error::{Code, Failure, Result};
use crate::ops::Call;

/// What a tool does to memory, as hints for clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// It only looks.
    Looks,
    /// It adds; the same call again adds nothing.
    Adds,
    /// It adds something each time.
    Appends,
    /// It may replace or take away.
    Changes,
}

/// How far long work has come.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Step {
    /// How much is done.
    pub(super) done: f64,
    /// How much there is to do.
    pub(super) total: f64,
    /// What was done last.
    pub(super) told: String,
}

/// What a tool is called with.
pub(super) struct Input<'a> {
    /// The arguments.
    pub(super) arguments: JsonObject,
    /// The session that the connection belongs to.
    pub(super) session: Option<String>,
    /// Takes the steps of long work.
    pub(super) watching: &'a mut dyn FnMut(Step),
}

impl Input<'_> {
    /// Reads the arguments; what does not fit is told by its name.
    pub(super) fn read<T: DeserializeOwned>(&mut self) -> Result<T> {
        let arguments = std::mem::take(&mut self.arguments);
        serde_json::from_value(Value::Object(arguments)).map_err(|why| {
            Failure::new(Code::Invalid, format!("arguments: {why}"))
                .hint("call the tool again with arguments that fit its input schema")
        })
    }
}

/// The answer of a tool.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Reply {
    /// For a model to read.
    pub(super) text: String,
    /// The same as data.
    pub(super) data: Option<Value>,
    /// Whether it could not do what was asked.
    pub(super) failed: bool,
    /// What only a person can decide.
    pub(super) wish: Option<Wish>,
}

impl Reply {
    /// Answers with a text and data; what is null in the data is left out.
    pub(super) fn new(text: impl Into<String>, data: &impl Serialize) -> Result<Self> {
        let mut data = serde_json::to_value(data)
            .map_err(|why| Failure::new(Code::Internal, format!("answer as JSON: {why}")))?;
        without_nulls(&mut data);
        Ok(Self { text: text.into(), data: Some(data), failed: false, wish: None })
    }

    /// Answers with the data alone, also as text, for clients that know its shape.
    pub(super) fn data(data: Value) -> Self {
        Self { text: data.to_string(), data: Some(data), failed: false, wish: None }
    }

    /// Answers with a text alone.
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), data: None, failed: false, wish: None }
    }

    /// Has a person decide about the rest.
    pub(super) fn wishing(self, wish: Option<Wish>) -> Self {
        Self { wish, ..self }
    }

    /// Returns the answer as the protocol has it.
    pub(super) fn result(self) -> CallToolResult {
        let mut result = CallToolResult::success(vec![ContentBlock::text(self.text)]);
        result.structured_content = self.data;
        result.is_error = Some(self.failed);
        result
    }
}

/// Tells a failure: the code, the message and the next step.
impl From<&Failure> for Reply {
    fn from(failure: &Failure) -> Self {
        let hint = failure.hint.as_ref().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
        let text = format!("error {}: {}{hint}", failure.code.as_str(), failure.message);
        // A failure has no data: it would have to fit the schema of the answer.
        Self { text, data: None, failed: true, wish: None }
    }
}

/// A tool.
pub(super) struct Tool {
    /// Its name.
    pub(super) name: &'static str,
    /// Its name for people.
    pub(super) title: &'static str,
    /// What it does and when to use it.
    pub(super) about: &'static str,
    /// What one must be allowed to do for it, any of these; each call needs what it needs.
    pub(super) opens: &'static [Action],
    /// What it does to memory.
    pub(super) effect: Effect,
    /// The schema of its arguments.
    pub(super) input: fn() -> JsonObject,
    /// The schema of its data.
    pub(super) output: Option<fn() -> JsonObject>,
    /// Does it.
    pub(super) run: fn(&Call<'_>, Input<'_>) -> Result<Reply>,
}

impl Tool {
    /// Returns what a caller is let in by; nothing for one that may not use it.
    pub(super) fn opened_by(&self, access: &Access) -> Option<Action> {
        self.opens.iter().copied().find(|action| access.may(*action))
    }

    /// Returns the tool as the protocol offers it.
    pub(super) fn offer(&self) -> Offer {
        let effect = self.effect;
        let hints = ToolAnnotations::new()
            .read_only(effect == Effect::Looks)
            .destructive(effect == Effect::Changes)
            .idempotent(effect != Effect::Appends)
            .open_world(false);
        let offer =
            Offer::new(self.name, self.about, (self.input)()).with_title(self.title).with_annotations(hints);
        match self.output {
            Some(output) => offer.with_raw_output_schema(output().into()),
            None => offer,
        }
    }
}

/// Returns a text on one line and not longer than `most` characters.
pub(super) fn one_line(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|c| !c.is_control()).collect();
    if line.chars().count() <= most {
        return line;
    }
    format!("{}…", head(&line, most.saturating_sub(1)))
}

/// Takes out of objects what is null.
pub(super) fn without_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(without_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(without_nulls),
        _ => {}
    }
}

/// An empty object, for tools without arguments.
pub(super) fn nothing() -> JsonObject {
    let mut schema = JsonObject::new();
    schema.insert("type".into(), json!("object"));
    schema.insert("properties".into(), json!({}));
    schema.insert("additionalProperties".into(), json!(false));
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line_in_every_script() {
        assert_eq!(one_line("ก\n ข\t\u{7}ค", 10), "ก ข ค");
        assert_eq!(one_line("记住\r\n这个", 4), "记住 …");
        assert_eq!(one_line("remember", 8), "remember");
    }

    #[test]
    fn a_failure_names_its_code_and_the_next_step() {
        let reply =
            Reply::from(&Failure::new(Code::NotFound, "there is no memory `x`").hint("recall it first"));
        assert_eq!(reply.text, "error not_found: there is no memory `x`\nhint: recall it first");
        assert!(reply.failed && reply.data.is_none());
    }

    #[test]
    fn nothing_null_is_left_in_the_data() {
        let reply = Reply::new("", &json!({ "a": null, "b": [{ "c": null, "d": 1 }] })).unwrap();
        assert_eq!(reply.data.unwrap(), json!({ "b": [{ "d": 1 }] }));
    }
}

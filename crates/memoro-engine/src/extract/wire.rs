//! The wire formats of LLMs: `OpenAI` chat completions, Anthropic messages, Ollama chat. Requests go out with the schema
//! of the answer; answers come back as the text of that schema, or as the reason why there is none.

use memoro_core::extract::Kind;
use serde::Deserialize;
use serde_json::{Value, json};

use super::prompt::{ANSWER_TOKENS, INSTRUCTIONS, Part, schema, user};
use crate::jobs::{LlmKind, LlmSettings, Spent};

/// One thing that an LLM claims about a conversation.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Claim {
    pub(super) kind: Kind,
    pub(super) turn: usize,
    pub(super) evidence: String,
    pub(super) why: String,
    pub(super) finding: String,
    pub(super) impact: String,
    pub(super) confidence: f64,
}

/// What an answer claims.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Told {
    /// The claims that fit the schema.
    pub(super) claims: Vec<Claim>,
    /// How many items do not fit it, or are more than an answer may have.
    pub(super) unfit: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    items: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    kind: String,
    turn: usize,
    evidence: String,
    #[serde(default)]
    why: String,
    #[serde(default)]
    finding: String,
    #[serde(default)]
    impact: String,
    #[serde(default = "half")]
    confidence: f64,
}

fn half() -> f64 {
    0.5
}

/// The most items that one answer may have.
const MOST: usize = 200;

/// Reads the claims of an answer; an item that does not fit the schema is left out and counted, an answer that does not, or
/// of which no item does, is refused.
pub(super) fn claims(text: &str) -> Result<Told, String> {
    let bare = text.trim().trim_start_matches("```json").trim_matches('`').trim();
    let list: List =
        serde_json::from_str(bare).map_err(|why| format!("its answer does not fit the schema: {why}"))?;
    let read = |value: Value| {
        let row: Row = serde_json::from_value(value).ok()?;
        let kind = row.kind.parse().ok()?;
        let sane = (0.0..=1.0).contains(&row.confidence) && !row.evidence.trim().is_empty();
        sane.then_some(Claim {
            kind,
            turn: row.turn,
            evidence: row.evidence,
            why: row.why,
            finding: row.finding,
            impact: row.impact,
            confidence: row.confidence,
        })
    };
    let told = list.items.len();
    let claims: Vec<Claim> = list.items.into_iter().take(MOST).filter_map(read).collect();
    if claims.is_empty() && told > 0 {
        return Err("its answer does not fit the schema: none of its items does".into());
    }
    let unfit = (told - claims.len()) as u64;
    Ok(Told { claims, unfit })
}

/// Returns the address and the body of a request.
pub(super) fn request(llm: &LlmSettings, part: &Part) -> (String, Value) {
    let base = llm.base_url.trim_end_matches('/');
    let system = json!({ "role": "system", "content": INSTRUCTIONS });
    let asked = json!({ "role": "user", "content": user(part) });
    match llm.kind {
        LlmKind::OpenAi => (
            format!("{base}/chat/completions"),
            json!({
                "model": llm.model,
                "messages": [system, asked],
                "max_completion_tokens": ANSWER_TOKENS,
                "response_format": { "type": "json_schema", "json_schema": { "name": "items", "strict": true, "schema": schema() } },
            }),
        ),
        LlmKind::Anthropic => (
            format!("{}/v1/messages", base.trim_end_matches("/v1")),
            json!({
                "model": llm.model,
                "max_tokens": ANSWER_TOKENS,
                "system": INSTRUCTIONS,
                "messages": [asked],
                "tools": [{ "name": "keep", "description": "Lists what the conversation settled.", "input_schema": schema() }],
                "tool_choice": { "type": "tool", "name": "keep" },
            }),
        ),
        LlmKind::Ollama => (
            format!("{base}/api/chat"),
            json!({
                "model": llm.model,
                "messages": [system, asked],
                "stream": false,
                "format": schema(),
                "options": { "num_predict": ANSWER_TOKENS, "temperature": 0 },
            }),
        ),
    }
}

/// An answer: its text, or why there is none, and what it cost where it says so.
pub(super) struct Parsed {
    pub(super) text: Result<String, String>,
    pub(super) spent: Option<Spent>,
}

/// Reads the body of a successful answer.
pub(super) fn parse(kind: LlmKind, body: &[u8]) -> Parsed {
    let Ok(value) = serde_json::from_slice::<Value>(body) else {
        return Parsed { text: Err("its answer is cut off or no JSON".into()), spent: None };
    };
    let number = |path: &str| value.pointer(path).and_then(Value::as_u64);
    let (input, output) = match kind {
        LlmKind::OpenAi => ("/usage/prompt_tokens", "/usage/completion_tokens"),
        LlmKind::Anthropic => ("/usage/input_tokens", "/usage/output_tokens"),
        LlmKind::Ollama => ("/prompt_eval_count", "/eval_count"),
    };
    let spent = number(input).map(|tokens_in| Spent { tokens_in, tokens_out: number(output).unwrap_or(0) });
    let text = match kind {
        LlmKind::OpenAi => open_ai(&value),
        LlmKind::Anthropic => anthropic(&value),
        LlmKind::Ollama => ollama(&value),
    };
    Parsed { text, spent }
}

const CUT: &str = "its answer was cut off";
const REFUSED: &str = "it refused to answer";

fn open_ai(value: &Value) -> Result<String, String> {
    let choice = value.pointer("/choices/0").ok_or("its answer has no choice")?;
    if choice.pointer("/message/refusal").is_some_and(Value::is_string) {
        return Err(REFUSED.into());
    }
    match choice["finish_reason"].as_str() {
        Some("length") => return Err(CUT.into()),
        Some("content_filter") => return Err(REFUSED.into()),
        _ => {}
    }
    let content = choice.pointer("/message/content").and_then(Value::as_str);
    content.map(str::to_owned).ok_or_else(|| "its answer has no text".into())
}

fn anthropic(value: &Value) -> Result<String, String> {
    match value["stop_reason"].as_str() {
        Some("max_tokens") => return Err(CUT.into()),
        Some("refusal") => return Err(REFUSED.into()),
        _ => {}
    }
    let blocks = value["content"].as_array().into_iter().flatten();
    let used =
        blocks.filter(|block| block["type"] == "tool_use").map(|block| block["input"].to_string()).next();
    used.ok_or_else(|| "its answer lists nothing".into())
}

fn ollama(value: &Value) -> Result<String, String> {
    if value["done_reason"] == "length" || value["done"] == false {
        return Err(CUT.into());
    }
    let content = value.pointer("/message/content").and_then(Value::as_str);
    content.map(str::to_owned).ok_or_else(|| "its answer has no text".into())
}

//! The JSON of the providers' interfaces, both ways. It sends nothing and trusts nothing: counts and order
//! are checked here, lengths and values by the caller.

use crate::{Dimensions, ProviderConfig, ProviderKind, Purpose};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// Returns the body of a request for the vectors of some texts.
pub(super) fn request(config: &ProviderConfig, purpose: Purpose, texts: &[&str]) -> Vec<u8> {
    let dimensions = match config.dimensions {
        Dimensions::Request(dims) => Some(dims),
        Dimensions::Native | Dimensions::Expect(_) => None,
    };
    let model = config.model.as_str();
    let json = match config.kind {
        ProviderKind::OpenAi | ProviderKind::Compatible => {
            serde_json::to_vec(&OpenAiRequest { model, input: texts, encoding_format: "float", dimensions })
        }
        ProviderKind::Ollama => {
            serde_json::to_vec(&OllamaRequest { model, input: texts, truncate: true, dimensions })
        }
        ProviderKind::Gemini => {
            let model = gemini_model(model);
            let one = |text: &&'_ str| GeminiText {
                model: model.clone(),
                content: GeminiContent { parts: [GeminiPart { text: (*text).to_owned() }] },
                task_type: task(config.kind, purpose),
                output_dimensionality: dimensions,
            };
            serde_json::to_vec(&GeminiRequest { requests: texts.iter().map(one).collect() })
        }
    };
    json.expect("strings and numbers always make JSON")
}

/// Reads the vectors out of an answer, in the order of the texts; says what is wrong with it otherwise.
pub(super) fn vectors(config: &ProviderConfig, body: &[u8], count: usize) -> Result<Vec<Vec<f32>>, String> {
    let malformed = |error: serde_json::Error| {
        format!("malformed JSON at line {} column {}", error.line(), error.column())
    };
    let vectors = match config.kind {
        ProviderKind::OpenAi | ProviderKind::Compatible => {
            let answer: OpenAiAnswer = serde_json::from_slice(body).map_err(malformed)?;
            in_order(answer.data)?
        }
        ProviderKind::Ollama => serde_json::from_slice::<OllamaAnswer>(body).map_err(malformed)?.embeddings,
        ProviderKind::Gemini => {
            let answer: GeminiAnswer = serde_json::from_slice(body).map_err(malformed)?;
            answer.embeddings.into_iter().map(|embedding| embedding.values).collect()
        }
    };
    let got = vectors.len();
    if got == count { Ok(vectors) } else { Err(format!("{got} vectors for {count} texts")) }
}

/// Puts vectors where their index says; servers that leave the index out answer in order.
fn in_order(data: Vec<OpenAiVector>) -> Result<Vec<Vec<f32>>, String> {
    let mut places: Vec<Option<Vec<f32>>> = vec![None; data.len()];
    for (at, vector) in data.into_iter().enumerate() {
        let index = vector.index.unwrap_or(at);
        match places.get_mut(index) {
            Some(place @ None) => *place = Some(vector.embedding),
            Some(Some(_)) => return Err(format!("two vectors for text {index}")),
            None => return Err(format!("a vector for text {index}, which was not sent")),
        }
    }
    Ok(places.into_iter().flatten().collect())
}

/// Returns the task under which a provider embeds; empty where it makes no difference.
pub(super) fn task(kind: ProviderKind, purpose: Purpose) -> &'static str {
    match (kind, purpose) {
        (ProviderKind::Gemini, Purpose::Query) => "RETRIEVAL_QUERY",
        (ProviderKind::Gemini, Purpose::Document) => "RETRIEVAL_DOCUMENT",
        _ => "",
    }
}

/// Returns a Gemini model's resource name.
pub(super) fn gemini_model(model: &str) -> String {
    format!("models/{}", model.trim_start_matches("models/"))
}

/// What a provider says about a failure.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Report {
    pub(super) message: String,
    pub(super) retry_after: Option<Duration>,
    pub(super) quota_is_used_up: bool,
}

/// Reads an error body in any of the providers' forms; other text, such as a page of HTML, says nothing.
pub(super) fn report(body: &[u8]) -> Report {
    let Ok(json) = serde_json::from_slice::<Value>(body) else { return Report::default() };
    let error = json.get("error").unwrap_or(&json);
    let texts = [Some(error), error.get("message"), json.get("message"), json.get("detail")];
    let message = texts.into_iter().flatten().find_map(Value::as_str).unwrap_or_default().to_owned();
    let details = error.get("details").and_then(Value::as_array);
    let delay = details.into_iter().flatten().find_map(|detail| detail.get("retryDelay")?.as_str());
    let seconds = delay.and_then(|delay| delay.strip_suffix('s')?.parse::<f64>().ok());
    let retry_after = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let code = |field: &str| error.get(field).and_then(Value::as_str);
    let quota_is_used_up =
        ["code", "type"].into_iter().any(|field| code(field) == Some("insufficient_quota"));
    Report { message, retry_after, quota_is_used_up }
}

#[derive(Serialize)]
struct OpenAiRequest<'t> {
    model: &'t str,
    input: &'t [&'t str],
    encoding_format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

#[derive(Deserialize)]
struct OpenAiAnswer {
    data: Vec<OpenAiVector>,
}

#[derive(Deserialize)]
struct OpenAiVector {
    index: Option<usize>,
    embedding: Vec<f32>,
}

#[derive(Serialize)]
struct OllamaRequest<'t> {
    model: &'t str,
    input: &'t [&'t str],
    truncate: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

#[derive(Deserialize)]
struct OllamaAnswer {
    embeddings: Vec<Vec<f32>>,
}

#[derive(Serialize)]
struct GeminiRequest {
    requests: Vec<GeminiText>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GeminiText {
    model: String,
    content: GeminiContent,
    task_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_dimensionality: Option<usize>,
}

#[derive(Serialize)]
struct GeminiContent {
    parts: [GeminiPart; 1],
}

#[derive(Serialize)]
struct GeminiPart {
    text: String,
}

#[derive(Deserialize)]
struct GeminiAnswer {
    embeddings: Vec<GeminiVector>,
}

#[derive(Deserialize)]
struct GeminiVector {
    values: Vec<f32>,
}

#[cfg(test)]
mod tests {
    use super::{Report, report, vectors};
    use crate::{ProviderConfig, ProviderKind};
    use proptest::prelude::*;
    use std::time::Duration;

    fn read(kind: ProviderKind, body: &str, count: usize) -> Result<Vec<Vec<f32>>, String> {
        vectors(&ProviderConfig::new(kind, "m"), body.as_bytes(), count)
    }

    proptest! {
        #[test]
        fn no_answer_makes_the_reader_panic(body in prop::collection::vec(any::<u8>(), 0..80), text in "[\\[\\]{}\":,a-z0-9 .eE-]{0,80}") {
            for kind in [ProviderKind::OpenAi, ProviderKind::Gemini, ProviderKind::Ollama] {
                let _ = vectors(&ProviderConfig::new(kind, "m"), &body, 1);
                let _ = read(kind, &text, 1);
            }
            report(&body);
            report(text.as_bytes());
        }
    }

    #[test]
    fn vectors_stand_where_their_index_says() {
        let body = r#"{"data":[{"index":1,"embedding":[2]},{"index":0,"embedding":[1]}]}"#;
        assert_eq!(read(ProviderKind::OpenAi, body, 2), Ok(vec![vec![1.0], vec![2.0]]));
        let unnumbered = r#"{"data":[{"embedding":[1]},{"embedding":[2]}]}"#;
        assert_eq!(read(ProviderKind::Compatible, unnumbered, 2), Ok(vec![vec![1.0], vec![2.0]]));
    }

    #[test]
    fn answers_that_do_not_fit_the_texts_are_refused() {
        let twice = r#"{"data":[{"index":0,"embedding":[2]},{"index":0,"embedding":[1]}]}"#;
        let beyond = r#"{"data":[{"index":5,"embedding":[2]}]}"#;
        let cases = [
            (ProviderKind::OpenAi, twice, "two vectors for text 0"),
            (ProviderKind::OpenAi, beyond, "a vector for text 5"),
            (ProviderKind::OpenAi, r#"{"data":[]}"#, "0 vectors for 2 texts"),
            (ProviderKind::Gemini, r#"{"embeddings":[{"values":[1]}]}"#, "1 vectors for 2 texts"),
            (ProviderKind::Ollama, r#"{"embeddings":[[1],[2],[3]]}"#, "3 vectors for 2 texts"),
            (ProviderKind::Ollama, r#"{"embeddings":[[1],[NaN]]}"#, "malformed JSON"),
            (ProviderKind::Ollama, r#"{"embeddings":[[1],[null]]}"#, "malformed JSON"),
            (ProviderKind::OpenAi, "<html>welcome to the hotel</html>", "malformed JSON"),
        ];
        for (kind, body, message) in cases {
            let error = read(kind, body, 2).expect_err(body);
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn error_bodies_of_every_form_are_understood() {
        let message = |body: &str| report(body.as_bytes()).message;
        assert_eq!(message(r#"{"error":{"message":"bad key","type":"x"}}"#), "bad key");
        assert_eq!(message(r#"{"error":"model not found"}"#), "model not found");
        assert_eq!(message(r#"{"detail":"ไม่พบ"}"#), "ไม่พบ");
        assert_eq!(report(b"<html>"), Report::default());
        let gemini = r#"{"error":{"code":429,"message":"slow","details":[{"a":1},{"retryDelay":"3.5s"}]}}"#;
        assert_eq!(report(gemini.as_bytes()).retry_after, Some(Duration::from_millis(3500)));
        assert!(report(br#"{"error":{"message":"pay","code":"insufficient_quota"}}"#).quota_is_used_up);
    }
}

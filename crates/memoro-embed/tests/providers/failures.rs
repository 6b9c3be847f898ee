//! What happens when a provider misbehaves.

use crate::server::{Answer, Closed, Server};
use crate::world::{KINDS, World, config, message};
use memoro_embed::{EmbedError, ProviderConfig, ProviderKind, Purpose, Quantized, Remote};
use serde_json::json;
use std::time::Duration;

fn embed(world: &World, config: ProviderConfig) -> Result<Vec<Quantized>, EmbedError> {
    world.remote(config).embed(Purpose::Document, &["ข้อความ"])
}

fn failing(kind: ProviderKind, answer: Answer) -> (EmbedError, usize, World) {
    let server = Server::start(vec![answer]);
    let world = World::new();
    let error = embed(&world, config(kind, &server.base)).expect_err("the provider misbehaves");
    (error, server.requests().len(), world)
}

fn reply(status: u16, headers: &'static str, message: &str) -> Answer {
    Answer::Reply(status, headers, json!({ "error": { "message": message } }).to_string())
}

#[test]
fn retry_after_is_honoured_on_429() {
    let server = Server::start(vec![reply(429, "retry-after: 7\r\n", "slow down"), Answer::Vectors]);
    let world = World::new();
    embed(&world, config(ProviderKind::OpenAi, &server.base)).expect("the second attempt");
    assert_eq!(world.clock.slept(), [Duration::from_secs(7)]);
}

#[test]
fn a_retry_after_date_is_honoured_by_the_given_clock() {
    let date = "retry-after: Sun, 15 Nov 2026 09:00:42 GMT\r\n";
    let server = Server::start(vec![reply(503, date, "maintenance"), Answer::Vectors]);
    let world = World::new();
    embed(&world, config(ProviderKind::Compatible, &server.base)).expect("the second attempt");
    assert_eq!(world.clock.slept(), [Duration::from_secs(42)]);
}

#[test]
fn a_delay_in_the_body_of_gemini_is_honoured() {
    let body = json!({ "error": { "code": 429, "message": "quota", "details": [{ "retryDelay": "31s" }] } });
    let server = Server::start(vec![Answer::Reply(429, "", body.to_string()), Answer::Vectors]);
    let world = World::new();
    embed(&world, config(ProviderKind::Gemini, &server.base)).expect("the second attempt");
    assert_eq!(world.clock.slept(), [Duration::from_secs(31)]);
}

#[test]
fn a_wait_longer_than_the_patience_is_reported_instead() {
    let (error, requests, world) =
        failing(ProviderKind::OpenAi, reply(429, "retry-after: 3600\r\n", "tomorrow"));
    assert_eq!(requests, 1);
    assert_eq!(world.clock.slept(), []);
    assert_eq!(error.retry_after(), Some(Duration::from_hours(1)));
    assert!(message(&error).contains("limits the rate of requests: tomorrow"));
}

#[test]
fn server_errors_are_retried_with_growing_pauses_and_then_reported() {
    let world = World::new();
    let server = Server::start((0..9).map(|_| reply(500, "", "ระบบขัดข้อง")).collect());
    let error = embed(&world, config(ProviderKind::OpenAi, &server.base)).expect_err("it stays broken");
    assert_eq!(server.requests().len(), 6);
    assert_eq!(world.clock.slept(), [250, 500, 1000, 2000, 4000].map(Duration::from_millis));
    assert!(error.is_transient());
    assert_eq!(message(&error), "embedding provider openai failed with status 500: ระบบขัดข้อง");
}

#[test]
fn a_question_gives_up_sooner_than_a_document() {
    let world = World::new();
    let server = Server::start((0..9).map(|_| reply(502, "", "")).collect());
    let remote = world.remote(config(ProviderKind::OpenAi, &server.base));
    let error = remote.embed(Purpose::Query, &["?"]).expect_err("it stays broken");
    assert_eq!(server.requests().len(), 2);
    assert!(message(&error).ends_with("status 502: no message"));
}

#[test]
fn a_refusal_is_not_retried_and_shows_no_key() {
    for kind in KINDS {
        let (error, requests, world) =
            failing(kind, reply(401, "", "Incorrect key: sk-key-of-the-test, hunter2"));
        assert_eq!((requests, world.clock.slept().len()), (1, 0), "{kind:?}");
        assert!(!error.is_transient());
        assert!(
            message(&error).ends_with("status 401: the key is missing, wrong or may not do this"),
            "{error}"
        );
        let (error, ..) = failing(kind, reply(400, "", "No such model for sk-key-of-the-test, hunter2"));
        assert!(message(&error).ends_with("status 400: No such model for [key], [secret]"), "{error}");
    }
}

#[test]
fn a_model_that_knows_no_plain_word_is_told() {
    let zeros = json!({ "embeddings": [[0.0, 0.0, 0.0, 0.0]] }).to_string();
    let server = Server::start(vec![Answer::Reply(200, "", zeros)]);
    let error = World::new().remote(config(ProviderKind::Ollama, &server.base)).check().expect_err("zeros");
    assert!(message(&error).contains("all zeros"), "{error}");
}

#[test]
fn a_used_up_quota_is_not_a_rate_limit() {
    let body = json!({ "error": { "message": "check your plan", "code": "insufficient_quota" } });
    let (error, requests, _) = failing(ProviderKind::OpenAi, Answer::Reply(429, "", body.to_string()));
    assert_eq!(requests, 1);
    assert!(matches!(error, EmbedError::Refused { status: 429, .. }), "{error}");
}

#[test]
fn malformed_json_is_refused_at_once() {
    for kind in KINDS {
        let (error, requests, _) = failing(kind, Answer::Reply(200, "", "{\"data\": [{".to_owned()));
        assert_eq!(requests, 1);
        assert!(message(&error).contains("malformed JSON at line 1"), "{error}");
    }
}

#[test]
fn a_truncated_answer_is_asked_for_again() {
    let server = Server::start(vec![Answer::Truncated("{\"data\": [".to_owned()), Answer::Vectors]);
    let world = World::new();
    embed(&world, config(ProviderKind::OpenAi, &server.base)).expect("the second attempt");
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn an_answer_that_always_breaks_off_is_reported_as_such() {
    let world = World::new();
    let server = Server::start((0..6).map(|_| Answer::Truncated("{".to_owned())).collect());
    let error = embed(&world, config(ProviderKind::Gemini, &server.base)).expect_err("it stays broken");
    assert!(matches!(error, EmbedError::Interrupted { .. }), "{error}");
}

#[test]
fn something_that_is_not_http_is_refused() {
    let (error, _, _) = failing(ProviderKind::Ollama, Answer::Garbage);
    assert!(matches!(error, EmbedError::BadAnswer { .. }), "{error}");
}

#[test]
fn a_silent_provider_times_out() {
    let server = Server::start(vec![Answer::Silence]);
    let world = World::new();
    let mut config = config(ProviderKind::Ollama, &server.base);
    config.limits.document.timeout = Duration::from_millis(60);
    config.limits.document.attempts = 1;
    let error = embed(&world, config).expect_err("nothing comes");
    assert_eq!(message(&error), "embedding provider ollama did not answer within 60 ms");
}

#[test]
fn a_refused_connection_says_that_the_provider_cannot_be_reached() {
    let closed = Closed::new();
    let error = embed(&World::new(), config(ProviderKind::Ollama, &closed.base)).expect_err("nobody listens");
    assert!(message(&error).starts_with("embedding provider ollama cannot be reached"), "{error}");
    assert!(error.is_transient());
}

#[test]
fn a_vector_of_the_wrong_size_is_refused_and_not_cached() {
    let short = json!({ "embeddings": [[1.0, 2.0, 3.0]] });
    let (error, requests, world) = failing(ProviderKind::Ollama, Answer::json(&short));
    let provider = "ollama".to_owned();
    assert_eq!(error, EmbedError::WrongDimensions { provider, expected: 4, got: 3 });
    assert_eq!((requests, world.cache.len()), (1, 0));
    let (error, _, _) = failing(ProviderKind::Ollama, Answer::json(&json!({ "embeddings": [[]] })));
    assert!(matches!(error, EmbedError::WrongDimensions { got: 0, .. }), "{error}");
}

#[test]
fn values_that_are_not_finite_are_refused() {
    for body in ["{\"embeddings\": [[1, 2, 3, 1e300]]}", "{\"embeddings\": [[1, 2, 3, -4e38]]}"] {
        let (error, _, world) = failing(ProviderKind::Ollama, Answer::Reply(200, "", body.to_owned()));
        assert!(matches!(error, EmbedError::NotFinite { .. }), "{error}");
        assert!(world.cache.is_empty());
    }
    let (error, _, _) =
        failing(ProviderKind::Ollama, Answer::Reply(200, "", "{\"embeddings\": [[NaN]]}".to_owned()));
    assert!(matches!(error, EmbedError::BadAnswer { .. }), "{error}");
}

#[test]
fn an_answer_larger_than_allowed_is_not_read_to_its_end() {
    let server = Server::start(vec![Answer::Reply(200, "", " ".repeat(5_000))]);
    let mut config = config(ProviderKind::OpenAi, &server.base);
    config.limits.answer_bytes = 1_000;
    let error = embed(&World::new(), config).expect_err("too large");
    assert!(message(&error).contains("larger than 1000 bytes"), "{error}");
}

#[test]
fn a_redirect_is_not_followed() {
    let elsewhere = Server::start(vec![Answer::Vectors]);
    let header: &'static str =
        Box::leak(format!("location: {}/v1/embeddings\r\n", elsewhere.base).into_boxed_str());
    let (error, _, _) = failing(ProviderKind::OpenAi, reply(302, header, "moved"));
    assert!(matches!(error, EmbedError::Refused { status: 302, .. }), "{error}");
    assert!(elsewhere.requests().is_empty(), "the key must not follow");
}

#[test]
fn batches_before_a_failure_are_kept_for_the_next_try() {
    let server = Server::start(vec![Answer::Vectors, reply(400, "", "no"), Answer::Vectors]);
    let world = World::new();
    let mut config = config(ProviderKind::OpenAi, &server.base);
    config.limits.batch_texts = 1;
    let remote = world.remote(config);
    remote.embed(Purpose::Document, &["一", "二"]).expect_err("the second batch fails");
    remote.embed(Purpose::Document, &["一", "二"]).expect("only the second is missing");
    assert_eq!(server.requests()[2].texts(), ["二"]);
}

#[test]
fn requests_keep_to_the_configured_rate() {
    let server = Server::start((0..4).map(|_| Answer::Vectors).collect());
    let world = World::new();
    let mut config = config(ProviderKind::OpenAi, &server.base);
    config.limits.batch_texts = 1;
    config.limits.requests_per_minute = Some(30);
    world.remote(config).embed(Purpose::Document, &["a", "b", "c", "d"]).expect("vectors");
    assert_eq!(world.clock.slept(), [Duration::from_secs(2); 3]);
}

#[test]
fn a_configuration_that_cannot_work_is_refused_before_anything_is_sent() {
    let open =
        |config| Remote::new(config, World::new().surroundings()).map(|_| ()).expect_err("it cannot work");
    let mut keyless = config(ProviderKind::OpenAi, "http://127.0.0.1:1");
    keyless.key = None;
    assert!(open(keyless).to_string().contains("it needs a key"));
    let mut odd_key = config(ProviderKind::Gemini, "http://127.0.0.1:1");
    odd_key.key = Some(memoro_embed::Secret::new("two\nlines"));
    assert!(open(odd_key).to_string().contains("characters that no key has"));
    let mut odd_proxy = config(ProviderKind::Ollama, "http://127.0.0.1:1");
    odd_proxy.proxy = Some("::not a proxy::".to_owned());
    assert!(open(odd_proxy).to_string().contains("proxy"));
}

#[test]
fn https_to_a_server_that_does_not_speak_it_is_an_error_value() {
    let server = Server::start(vec![]);
    let base = server.base.replace("http://", "https://");
    let mut config = config(ProviderKind::Compatible, &base);
    config.limits.document.attempts = 1;
    config.limits.document.timeout = Duration::from_secs(2);
    let error = embed(&World::new(), config).expect_err("no TLS there");
    assert!(error.is_transient(), "{error}");
}

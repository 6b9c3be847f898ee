//! What is sent and how answers are read, for each provider.

use crate::server::{Answer, Request, Server};
use crate::world::{KINDS, World, assert_near, config};
use memoro_embed::{Dimensions, ModelId, Prefixes, ProviderKind, Purpose, Quantized};
use serde_json::json;

const TEXTS: [&str; 3] = ["deploy on Docker", "ฉันชอบกินข้าวผัด", "我喜欢博物馆"];

#[test]
fn every_provider_returns_the_vectors_in_the_order_of_the_texts() {
    for kind in KINDS {
        let server = Server::start(vec![Answer::Vectors]);
        let vectors = World::new().remote(config(kind, &server.base)).embed(Purpose::Document, &TEXTS);
        assert_near(&vectors.expect("vectors"), &TEXTS);
        assert_eq!(server.requests().len(), 1, "{kind:?}");
        assert_eq!(server.requests()[0].texts(), TEXTS);
    }
}

#[test]
fn openai_gets_model_input_and_a_bearer_key() {
    let server = Server::start(vec![Answer::Vectors]);
    let mut config = config(ProviderKind::OpenAi, &format!("{}/v1", server.base));
    config.dimensions = Dimensions::Request(4);
    World::new().remote(config).embed(Purpose::Query, &["一"]).expect("a vector");
    let request = &server.requests()[0];
    assert_eq!(request.path, "/v1/embeddings");
    assert_eq!(request.header("authorization"), Some("Bearer sk-key-of-the-test"));
    assert_eq!(request.header("content-type"), Some("application/json"));
    let body = json!({ "model": "tiny", "input": ["一"], "encoding_format": "float", "dimensions": 4 });
    assert_eq!(request.body, body);
}

#[test]
fn gemini_gets_a_task_for_questions_and_another_for_documents() {
    let server = Server::start(vec![Answer::Vectors, Answer::Vectors]);
    let remote = World::new().remote(config(ProviderKind::Gemini, &server.base));
    remote.embed(Purpose::Query, &["ถาม"]).expect("a vector");
    remote.embed(Purpose::Document, &["ถาม"]).expect("a vector, not the cached one of the question");
    let requests = server.requests();
    assert_eq!(requests[0].path, "/v1beta/models/tiny:batchEmbedContents");
    assert_eq!(requests[0].header("x-goog-api-key"), Some("sk-key-of-the-test"));
    let text = json!({ "model": "models/tiny", "content": { "parts": [{ "text": "ถาม" }] }, "taskType": "RETRIEVAL_QUERY" });
    assert_eq!(requests[0].body, json!({ "requests": [text] }));
    assert_eq!(requests[1].body["requests"][0]["taskType"], "RETRIEVAL_DOCUMENT");
}

#[test]
fn ollama_works_over_plain_http_without_a_key() {
    let server = Server::start(vec![Answer::Vectors]);
    let mut config = config(ProviderKind::Ollama, &server.base);
    config.key = None;
    World::new().remote(config).embed(Purpose::Document, &["x"]).expect("a vector");
    let request = &server.requests()[0];
    assert_eq!(request.path, "/api/embed");
    assert_eq!(request.header("authorization"), None);
    assert_eq!(request.body, json!({ "model": "tiny", "input": ["x"], "truncate": true }));
}

#[test]
fn an_unknown_size_is_learned_from_the_first_answer() {
    let server = Server::start(vec![Answer::Vectors, Answer::Vectors]);
    let mut config = config(ProviderKind::Ollama, &server.base);
    config.dimensions = Dimensions::Native;
    let remote = World::new().remote(config);
    assert_eq!(remote.id(Purpose::Query).expect("an id"), ModelId::remote("ollama", "tiny", 4));
    remote.embed(Purpose::Document, &["x"]).expect("a vector");
    assert_eq!(server.requests().len(), 2, "one to learn, one to embed");
}

#[test]
fn secrets_are_taken_out_before_anything_is_sent() {
    let server = Server::start(vec![Answer::Vectors]);
    let remote = World::new().remote(config(ProviderKind::Compatible, &server.base));
    remote.embed(Purpose::Document, &["the password is hunter2"]).expect("a vector");
    assert_eq!(server.requests()[0].texts(), ["the password is [secret]"]);
}

#[test]
fn blank_texts_are_not_sent_and_point_nowhere() {
    let server = Server::start(vec![Answer::Vectors]);
    let remote = World::new().remote(config(ProviderKind::OpenAi, &server.base));
    let vectors = remote.embed(Purpose::Document, &["", "x", " \u{3000}\n"]).expect("vectors");
    assert_eq!(server.requests()[0].texts(), ["x"]);
    assert_eq!(vectors.iter().map(Quantized::is_zero).collect::<Vec<_>>(), [true, false, true]);
    assert!(vectors.iter().all(|vector| vector.values.len() == 4));
}

#[test]
fn many_texts_go_in_batches_and_equal_texts_once() {
    let server = Server::start(vec![Answer::Vectors, Answer::Vectors, Answer::Vectors]);
    let mut config = config(ProviderKind::OpenAi, &server.base);
    config.limits.batch_texts = 2;
    let texts = ["one", "สอง", "one", "三三", "four", "five5", "one"];
    let vectors = World::new().remote(config).embed(Purpose::Document, &texts).expect("vectors");
    assert_near(&vectors, &texts);
    let sent: Vec<Vec<String>> = server.requests().iter().map(Request::texts).collect();
    assert_eq!(sent, [vec!["one", "สอง"], vec!["三三", "four"], vec!["five5"]]);
}

#[test]
fn what_is_in_the_cache_is_not_sent_again() {
    let server = Server::start(vec![Answer::Vectors, Answer::Vectors]);
    let world = World::new();
    world
        .remote(config(ProviderKind::OpenAi, &server.base))
        .embed(Purpose::Document, &TEXTS[..2])
        .expect("vectors");
    let again = world.remote(config(ProviderKind::OpenAi, &server.base));
    assert_near(&again.embed(Purpose::Document, &TEXTS).expect("vectors"), &TEXTS);
    assert_eq!(server.requests()[1].texts(), TEXTS[2..]);
    assert_eq!(world.cache.len(), 3);
}

#[test]
fn prefixes_stand_before_questions_and_documents() {
    let server = Server::start(vec![Answer::Vectors, Answer::Vectors]);
    let mut config = config(ProviderKind::Ollama, &server.base);
    config.prefixes =
        Prefixes { query: "search_query: ".to_owned(), document: "search_document: ".to_owned() };
    let remote = World::new().remote(config);
    remote.embed(Purpose::Query, &["x"]).expect("a vector");
    remote.embed(Purpose::Document, &["x"]).expect("a vector");
    let sent: Vec<Vec<String>> = server.requests().iter().map(Request::texts).collect();
    assert_eq!(sent, [["search_query: x"], ["search_document: x"]]);
}

#[test]
fn a_text_of_100_kilobytes_is_cut_to_what_providers_accept() {
    let server = Server::start(vec![Answer::Vectors]);
    let remote = World::new().remote(config(ProviderKind::OpenAi, &server.base));
    remote.embed(Purpose::Query, &[&"ข้าวผัด".repeat(5_000)]).expect("a vector");
    let sent = server.requests()[0].texts().remove(0);
    assert!(sent.len() <= 10_000 && sent.len() > 9_990, "{}", sent.len());
}

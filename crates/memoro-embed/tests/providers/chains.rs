//! `auto`: who answers, who is passed over, and that spaces stay apart.

use crate::server::{Answer, Closed, Server};
use crate::world::{World, assert_near, config, message};
use memoro_embed::{Chain, EmbedError, Embedder, LocalModel, ModelId, ProviderKind, Purpose};

fn ollama_space() -> ModelId {
    ModelId::remote("ollama", "tiny", 4)
}

#[test]
fn without_providers_the_embedded_model_answers() {
    let chain = Chain::auto(vec![], &World::new().surroundings()).expect("a chain");
    let embedded = chain.embed(Purpose::Document, &["ข้าวผัด", "炒饭"]).expect("vectors");
    assert_eq!(embedded.model, ModelId::LOCAL);
    assert_eq!(embedded.vectors[0], LocalModel::load().embed_i8("ข้าวผัด"));
    assert!(embedded.passed_over.is_empty());
}

#[test]
fn auto_prefers_openai_then_gemini_then_ollama_and_leaves_out_the_keyless() {
    let (openai, gemini, ollama) = (
        Server::start(vec![Answer::Vectors]),
        Server::start(vec![Answer::Vectors]),
        Server::start(vec![Answer::Vectors]),
    );
    let mut keyless = config(ProviderKind::OpenAi, &openai.base);
    keyless.key = None;
    let configs =
        vec![config(ProviderKind::Ollama, &ollama.base), config(ProviderKind::Gemini, &gemini.base), keyless];
    let chain = Chain::auto(configs, &World::new().surroundings()).expect("a chain");
    let embedded = chain.embed(Purpose::Document, &["x"]).expect("vectors");
    assert_eq!(embedded.model, ModelId::remote("gemini", "tiny", 4));
    assert_eq!([&openai, &gemini, &ollama].map(|server| server.requests().len()), [0, 1, 0]);
}

#[test]
fn a_provider_that_is_down_is_passed_over_by_name() {
    let closed = Closed::new();
    let server = Server::start(vec![Answer::Vectors]);
    let configs =
        vec![config(ProviderKind::OpenAi, &closed.base), config(ProviderKind::Ollama, &server.base)];
    let chain = Chain::auto(configs, &World::new().surroundings()).expect("a chain");
    let embedded = chain.embed(Purpose::Query, &["我"]).expect("vectors");
    assert_eq!(embedded.model, ollama_space());
    assert_near(&embedded.vectors, &["我"]);
    assert!(message(&embedded.passed_over[0]).contains("provider openai cannot be reached"));
}

#[test]
fn if_all_are_down_the_embedded_model_answers_and_says_so() {
    let closed = Closed::new();
    let configs =
        vec![config(ProviderKind::OpenAi, &closed.base), config(ProviderKind::Ollama, &closed.base)];
    let chain = Chain::auto(configs, &World::new().surroundings()).expect("a chain");
    let embedded = chain.embed(Purpose::Query, &["x"]).expect("vectors");
    assert_eq!((embedded.model, embedded.passed_over.len()), (ModelId::LOCAL, 2));
}

#[test]
fn choosing_passes_over_what_stays_broken_and_asks_once_more_after_one_bad_answer() {
    let broken = Server::start((0..8).map(|_| Answer::Reply(500, "", String::new())).collect());
    let shaken = Server::start(vec![Answer::Reply(500, "", String::new()), Answer::Vectors]);
    let working = Server::start(vec![Answer::Vectors]);
    let world = World::new();
    let configs =
        vec![config(ProviderKind::OpenAi, &broken.base), config(ProviderKind::Ollama, &working.base)];
    let chain = Chain::auto(configs, &world.surroundings()).expect("a chain");
    let choice = chain.choose();
    assert_eq!(choice.model, ollama_space());
    assert!(matches!(choice.embedder, Embedder::Remote(_)));
    assert_eq!(choice.passed_over.len(), 1);
    assert!((2..8).contains(&broken.requests().len()));
    let configs = vec![config(ProviderKind::Ollama, &shaken.base)];
    let chain = Chain::auto(configs, &world.surroundings()).expect("a chain");
    assert_eq!(chain.choose().model, ollama_space());
}

#[test]
fn a_question_to_an_index_never_leaves_its_space() {
    let server = Server::start(vec![Answer::Vectors, Answer::Vectors]);
    let configs = vec![config(ProviderKind::Ollama, &server.base)];
    let chain = Chain::auto(configs, &World::new().surroundings()).expect("a chain");
    let local = chain.embed_in(&ModelId::LOCAL, Purpose::Query, &["x"]).expect("the embedded model");
    assert_eq!((local[0].values.len(), server.requests().len()), (256, 0));
    let remote = chain.embed_in(&ollama_space(), Purpose::Query, &["x"]).expect("the provider");
    assert_eq!(remote[0].values.len(), 4);
    let other = chain.embed_in(&ModelId::remote("ollama", "tiny", 8), Purpose::Query, &["x"]);
    assert!(matches!(other, Err(EmbedError::NoSuchSpace { .. })), "{other:?}");
}

#[test]
fn a_question_to_an_index_whose_provider_is_down_fails_as_down() {
    let closed = Closed::new();
    let configs = vec![config(ProviderKind::Ollama, &closed.base)];
    let chain = Chain::auto(configs, &World::new().surroundings()).expect("a chain");
    let error = chain.embed_in(&ollama_space(), Purpose::Query, &["x"]).expect_err("nobody listens");
    assert!(matches!(error, EmbedError::Unreachable { .. }), "{error}");
}

//! MCP over streamable HTTP: `/mcp`, with a profile as `/mcp/<profile>` or `?profile=`. Host, origin, token, rate and
//! size were checked before a request comes here; a session is known to the key alone that began it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use memoro_engine::Access;
use rmcp::model::{ClientJsonRpcMessage, ErrorData, RequestId};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;

use super::confirm::Seal;
use super::desk::Desk;
use super::lines::{too_deep, unread_error};
use super::profiles::Profile;
use super::server::Server;
use crate::error::{Code, Failure, Result};
use crate::http::{Granted, Problem, Routes, Service, body};
use crate::strict;

/// How many sessions one key may have with one profile at once.
const SESSIONS: usize = 256;

/// How many keys and profiles are served at once.
const ROOMS: usize = 1_024;

/// After how long without a word a session is over.
const IDLE: Duration = Duration::from_mins(30);

/// The most of a refusal that is read to be told again, in bytes.
const LONGEST_REFUSAL: usize = 16 * 1024;

const SESSION_ID: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";

/// Whose sessions and tools: tenant, key, user and profile.
type Whose = (String, Option<String>, Option<String>, Profile);

#[derive(Clone)]
struct Room {
    service: StreamableHttpService<Server, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
}

/// What is kept between requests.
struct Rooms {
    rooms: Mutex<HashMap<Whose, Room>>,
    seal: Seal,
}

/// Returns what is mounted beside the other surfaces.
pub(crate) fn routes() -> Routes {
    let seal = Seal::fresh().expect("the system gives random bits; keys are made of them too");
    let rooms = Arc::new(Rooms { rooms: Mutex::default(), seal });
    let named = Arc::clone(&rooms);
    let plain = move |State(service): State<Arc<Service>>, Granted(access): Granted, request: Request| {
        let rooms = Arc::clone(&rooms);
        async move {
            let profile = of_query(request.uri());
            serve(&rooms, (service, access), profile, request).await
        }
    };
    let by_path = move |State(service): State<Arc<Service>>,
                        Granted(access): Granted,
                        Path(profile): Path<String>,
                        request: Request| {
        let rooms = Arc::clone(&named);
        async move { serve(&rooms, (service, access), read(&profile), request).await }
    };
    Routes::new().other(("any", "/mcp"), &[], any(plain)).other(("any", "/mcp/{profile}"), &[], any(by_path))
}

fn of_query(uri: &Uri) -> Result<Profile> {
    let pairs = uri.query().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
    let named = pairs.into_iter().find(|(name, _)| *name == "profile");
    named.map_or(Ok(Profile::Default), |(_, word)| read(word))
}

fn read(word: &str) -> Result<Profile> {
    word.parse().map_err(|why: String| Failure::new(Code::NotFound, why))
}

async fn serve(
    rooms: &Rooms,
    (service, access): (Arc<Service>, Access),
    profile: Result<Profile>,
    request: Request,
) -> Response {
    let room = match profile.and_then(|profile| rooms.enter(&service, &access, profile)) {
        Ok(room) => room,
        Err(failure) => return Problem::from(failure).into_response(),
    };
    if begins(request.method(), request.headers()) && room.sessions.sessions.read().await.len() >= SESSIONS {
        let failure = Failure::new(Code::Overloaded, "this key has too many sessions open")
            .hint("end those that are not needed with DELETE, or wait until they are idle");
        return Problem::from(failure).into_response();
    }
    let ends = request.method() == Method::DELETE;
    match message(request).await {
        Ok(request) => {
            let mut response = in_json(room.service.handle(request).await.map(Body::new)).await;
            // A session that ended has ended: clients take "accepted" for a failure.
            if ends && response.status() == StatusCode::ACCEPTED {
                *response.status_mut() = StatusCode::NO_CONTENT;
            }
            response
        }
        Err(refused) => *refused,
    }
}

/// Tells a refusal of the transport as the protocol tells errors, not as plain text.
async fn in_json(response: Response) -> Response {
    let kind = response.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    if !response.status().is_client_error() || kind.starts_with(b"application/json") {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let text = axum::body::to_bytes(body, LONGEST_REFUSAL).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text).trim().to_owned();
    let message =
        if text.is_empty() { parts.status.canonical_reason().unwrap_or("refused").into() } else { text };
    let error = ErrorData::invalid_request(message, None);
    let told = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(told))
}

/// Reads the message of a request as strictly as every other body; what is none is answered as the protocol has it.
async fn message(request: Request) -> Result<Request, Box<Response>> {
    if request.method() != Method::POST {
        return Ok(request);
    }
    let (parts, sent) = request.into_parts();
    let problem = |failure: Failure| Box::new(Problem::from(failure).into_response());
    if !body::is_json(&parts.headers) {
        let failure = Failure::new(Code::MediaType, "the body is not JSON");
        return Err(problem(failure.hint("send `Content-Type: application/json`")));
    }
    let bytes = body::bytes(sent).await.map_err(problem)?;
    let refused = |id: Option<RequestId>, error: &ErrorData| {
        let told = json!({ "jsonrpc": "2.0", "id": id, "error": error });
        Box::new((StatusCode::BAD_REQUEST, Json(told)).into_response())
    };
    if let Some((id, error)) = too_deep(&bytes) {
        return Err(refused(id, &error));
    }
    match strict::read_any(&bytes) {
        Err(why) => {
            let (id, error) = unread_error(&bytes, &why);
            Err(refused(id, &error))
        }
        Ok(value) if serde_json::from_value::<ClientJsonRpcMessage>(value.clone()).is_err() => {
            let id = value.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
            Err(refused(id, &ErrorData::invalid_request("this is no JSON-RPC 2.0 message", None)))
        }
        Ok(_) => Ok(Request::from_parts(parts, Body::from(bytes))),
    }
}

/// Tells whether a request may begin a session.
fn begins(method: &Method, headers: &HeaderMap) -> bool {
    let modern = headers.get(VERSION).is_some_and(|version| version.as_bytes() >= b"2026-07-28".as_slice());
    method == Method::POST && !headers.contains_key(SESSION_ID) && !modern
}

impl Rooms {
    /// Returns the room of a key and a profile.
    fn enter(&self, service: &Arc<Service>, access: &Access, profile: Profile) -> Result<Room> {
        let user = access.user.as_ref().map(|user| user.as_str().to_owned());
        let whose = (access.tenant.clone(), access.key.clone(), user, profile);
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = rooms.get(&whose) {
            return Ok(room.clone());
        }
        if rooms.len() >= ROOMS {
            rooms.retain(|_, room| {
                room.sessions.sessions.try_read().is_ok_and(|sessions| !sessions.is_empty())
            });
        }
        if rooms.len() >= ROOMS {
            return Err(Failure::new(Code::Overloaded, "too many keys use MCP at once"));
        }
        let room = Room::new(service, profile, self.seal.clone());
        rooms.insert(whose, room.clone());
        Ok(room)
    }
}

impl Room {
    fn new(service: &Arc<Service>, profile: Profile, seal: Seal) -> Self {
        let mut manager = LocalSessionManager::default();
        manager.session_config.keep_alive = Some(IDLE);
        let sessions = Arc::new(manager);
        // Host and origin are checked for every request of the server, with its own lists.
        let config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .with_max_request_body_bytes(super::lines::LONGEST);
        let (stop, mut closing) = (config.cancellation_token.clone(), service.closing.subscribe());
        tokio::spawn(async move {
            let _ = closing.wait_for(|closing| *closing).await;
            stop.cancel();
        });
        let desk = Desk::Served(Arc::clone(service));
        let make = move || Ok(Server::served(desk.clone(), profile, seal.clone()));
        Self { service: StreamableHttpService::new(make, Arc::clone(&sessions), config), sessions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_named_in_the_query() {
        assert_eq!(of_query(&Uri::from_static("/mcp")).unwrap(), Profile::Default);
        assert_eq!(of_query(&Uri::from_static("/mcp?a=b&profile=oracle")).unwrap(), Profile::Oracle);
        assert_eq!(of_query(&Uri::from_static("/mcp?profile=x")).unwrap_err().code, Code::NotFound);
    }

    #[test]
    fn only_an_older_client_without_a_session_begins_one() {
        let mut headers = HeaderMap::new();
        assert!(begins(&Method::POST, &headers) && !begins(&Method::GET, &headers));
        headers.insert(VERSION, "2026-07-28".parse().unwrap());
        assert!(!begins(&Method::POST, &headers));
        headers.insert(VERSION, "2025-11-25".parse().unwrap());
        assert!(begins(&Method::POST, &headers));
        headers.insert(SESSION_ID, "x".parse().unwrap());
        assert!(!begins(&Method::POST, &headers));
    }
}

//! Turns operations into routes and their description. The fields of a request come from path, headers, query and body,
//! each from one place only; the description is made from the same types that read them.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{FromRequestParts as _, RawPathParams, Request, State};
use axum::http::header::{ETAG, HeaderName, HeaderValue, IF_MATCH, IF_NONE_MATCH, LOCATION};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, on};
use serde::Serialize;
use serde_json::{Map, Value};

use super::body;
use super::guard::Granted;
use super::openapi::{Document, Fixed, LONGEST_KEY, Shape, Takes, takes_key};
use super::problem::Problem;
use super::service::Service;
use super::table::Routes;
use super::tags;
use crate::error::{Code, Failure, Result};
use crate::ops::{Ended, Keyed, Operation, run_name};
use crate::strict;

const RUN: &str = "memoro-run";
const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// Says that an answer was given before.
pub(super) const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Routes with their description.
pub(crate) struct Api {
    /// The routes.
    pub(crate) routes: Routes,
    /// The description.
    pub(crate) document: Document,
}

impl Api {
    /// Begins with nothing.
    pub(crate) fn new() -> Self {
        Self { routes: Routes::new(), document: Document::new() }
    }

    /// Adds an operation that is read with GET.
    pub(crate) fn get<O: Operation>(self, path: &'static str) -> Self {
        self.add::<O>("get", path, &[])
    }

    /// Adds an operation that is sent with POST.
    pub(crate) fn post<O: Operation>(self, path: &'static str) -> Self {
        self.add::<O>("post", path, &[])
    }

    /// Adds an operation that changes something with PATCH.
    pub(crate) fn patch<O: Operation>(self, path: &'static str) -> Self {
        self.add::<O>("patch", path, &[])
    }

    /// Adds an operation that removes something with DELETE.
    pub(crate) fn delete<O: Operation>(self, path: &'static str) -> Self {
        self.add::<O>("delete", path, &[])
    }

    /// Adds an operation some of whose fields the path itself says.
    pub(crate) fn add<O: Operation>(
        mut self,
        method: &'static str,
        path: &'static str,
        fixed: Fixed,
    ) -> Self {
        let takes = if matches!(method, "get" | "delete") { Takes::Query } else { Takes::Body };
        let filter = match method {
            "get" => MethodFilter::GET,
            "post" => MethodFilter::POST,
            "patch" => MethodFilter::PATCH,
            "put" => MethodFilter::PUT,
            _ => MethodFilter::DELETE,
        };
        let shape = Arc::new(Shape::of::<O>(path, takes, fixed));
        self.document.add::<O>(method, path, &shape);
        let handler = move |State(service): State<Arc<Service>>, request: Request| {
            handle::<O>(service, Arc::clone(&shape), request)
        };
        self.routes = self.routes.operation::<O>((method, path), (takes, fixed), on(filter, handler));
        self
    }
}

async fn handle<O: Operation>(
    service: Arc<Service>,
    shape: Arc<Shape>,
    request: Request,
) -> Result<Response, Problem> {
    let (mut parts, body) = request.into_parts();
    let Granted(access) = Granted::from_request_parts(&mut parts, &()).await?;
    let sent = body::json(&parts.headers, body).await?;
    let mut fields = fields(&shape, &parts, sent)?;
    add_path(&mut fields, &mut parts).await?;
    fields.extend(shape.fixed.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))));
    shape.check(&mut fields)?;
    let keyed = keyed::<O>(&parts.headers, &fields)?;
    let operation: O = serde_json::from_value(Value::Object(fields))
        .map_err(|why| Failure::new(Code::Usage, format!("the request cannot be taken: {why}")))?;
    let run = run_of(&parts.headers)?;
    let Some(keyed) = keyed else {
        let answer = service.execute(access, run, operation).await?;
        let response = respond(&answer, (O::ended(&answer), O::tag(&answer)), &parts);
        return Ok(placed::<O>(response, &answer));
    };
    let settled = service.execute_once((access, run), operation, Some(keyed)).await?;
    let response = respond(&settled.answer, (settled.ended, settled.tag), &parts);
    let mut response = placed::<O>(response, &settled.answer);
    if settled.again {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// Returns the run that a request belongs to.
pub(crate) fn run_of(headers: &HeaderMap) -> Result<Option<String>> {
    let Some(value) = headers.get(RUN) else { return Ok(None) };
    let name = std::str::from_utf8(value.as_bytes())
        .map_err(|_| Failure::new(Code::Usage, format!("the header `{RUN}` is no UTF-8")))?;
    run_name(name).map(Some)
}

/// Says where what was made is found.
fn placed<O: Operation>(mut response: Response, answer: &impl Serialize) -> Response {
    let made = matches!(response.status(), StatusCode::CREATED | StatusCode::ACCEPTED);
    let Some(folder) = O::PLACE.filter(|_| made) else { return response };
    let id =
        serde_json::to_value(answer).ok().and_then(|answer| Some(answer.get("id")?.as_str()?.to_owned()));
    let place = id.map(|id| format!("{folder}/{}", in_path(&id)));
    if let Some(value) = place.and_then(|place| HeaderValue::from_str(&place).ok()) {
        response.headers_mut().insert(LOCATION, value);
    }
    response
}

/// Writes a name as a part of a path.
fn in_path(name: &str) -> String {
    let mut path = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            path.push(char::from(byte));
        } else {
            let _ = write!(path, "%{byte:02X}");
        }
    }
    path
}

/// Returns the key of a request that is to be carried out once, with all that the request says.
pub(super) fn keyed<O: Operation>(headers: &HeaderMap, fields: &Map<String, Value>) -> Result<Option<Keyed>> {
    if !takes_key::<O>() {
        return Ok(None);
    }
    let Some(key) = header(headers, IDEMPOTENCY_KEY)?.map(str::trim) else { return Ok(None) };
    if !(1..=LONGEST_KEY).contains(&key.len()) || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        let message = format!("the Idempotency-Key has 1 to {LONGEST_KEY} visible characters of ASCII");
        return Err(Failure::new(Code::Usage, message));
    }
    let request = serde_json::to_vec(fields)
        .map_err(|why| Failure::new(Code::Usage, format!("the request cannot be taken: {why}")))?;
    Ok(Some(Keyed { key: key.to_owned(), request }))
}

fn respond(answer: &impl Serialize, (ended, tag): (Ended, Option<String>), parts: &Parts) -> Response {
    let status = match ended {
        Ended::Done => StatusCode::OK,
        Ended::Created => StatusCode::CREATED,
        Ended::Waiting => StatusCode::ACCEPTED,
    };
    let Some(tag) = tag else { return (status, Json(answer)).into_response() };
    // A list that cannot be read names nothing that is known: the answer is given whole.
    let known = tags::read(&parts.headers, &IF_NONE_MATCH).ok().flatten().unwrap_or_default();
    let known = looks(&parts.method) && known.iter().any(|one| one.name == tag || one.name == "*");
    let mut response =
        if known { StatusCode::NOT_MODIFIED.into_response() } else { (status, Json(answer)).into_response() };
    if let Ok(value) = HeaderValue::from_str(&format!("\"{tag}\"")) {
        response.headers_mut().insert(ETAG, value);
    }
    response
}

/// Collects the fields of a request from query or body, and from headers.
fn fields(shape: &Shape, parts: &Parts, sent: Option<Value>) -> Result<Map<String, Value>> {
    let query = parts.uri.query().unwrap_or_default();
    let mut fields = match (shape.takes, sent) {
        (Takes::Query, None) => shape.read_query(query)?,
        (Takes::Query, Some(_)) => return Err(Failure::new(Code::Usage, "this request takes no body")),
        (Takes::Body, _) if !query.is_empty() => {
            return Err(Failure::new(
                Code::Usage,
                "this request takes no query; put the fields into the body",
            ));
        }
        (Takes::Body, None) => Map::new(),
        (Takes::Body, Some(Value::Object(fields))) => fields,
        (Takes::Body, Some(_)) => return Err(Failure::new(Code::Usage, "the body is no JSON object")),
    };
    if let Some(name) = shape.elsewhere.iter().find(|name| fields.contains_key(**name)) {
        return Err(Failure::new(Code::Usage, format!("`{name}` is given by path or header, not here")));
    }
    add_conditions(shape, parts, &mut fields)?;
    Ok(fields)
}

/// Tells whether a method only looks.
fn looks(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

/// Adds what a change rests on. What has no tags cannot be in a state that somebody saw.
fn add_conditions(shape: &Shape, parts: &Parts, fields: &mut Map<String, Value>) -> Result<()> {
    if looks(&parts.method) {
        return Ok(());
    }
    if let Some(tags) = tags::read(&parts.headers, &IF_MATCH)? {
        // Only a strong tag tells that nothing was changed.
        let strong: Vec<String> = tags.into_iter().filter(|tag| !tag.weak).map(|tag| tag.name).collect();
        if shape.has("rev") {
            fields.insert("rev".into(), Value::from(strong));
        } else if !strong.iter().any(|tag| tag == "*") {
            let failure = Failure::new(Code::Precondition, "what this request changes has no ETag");
            return Err(failure.hint("leave out If-Match"));
        }
    }
    if let Some(tags) = tags::read(&parts.headers, &IF_NONE_MATCH)?.filter(|_| shape.has("unless")) {
        let names: Vec<String> = tags.into_iter().map(|tag| tag.name).collect();
        fields.insert("unless".into(), Value::from(names));
    }
    Ok(())
}

fn header<'a>(headers: &'a HeaderMap, name: &'static str) -> Result<Option<&'a str>> {
    let read = |value: &'a HeaderValue| {
        value.to_str().map_err(|_| Failure::new(Code::Usage, format!("the header `{name}` is no plain text")))
    };
    headers.get(HeaderName::from_static(name)).map(read).transpose()
}

async fn add_path(fields: &mut Map<String, Value>, parts: &mut Parts) -> Result<()> {
    let params = RawPathParams::from_request_parts(parts, &()).await;
    let params = params.map_err(|why: RawPathParamsRejection| {
        let _ = why;
        Failure::new(Code::Usage, "the path is no UTF-8")
    })?;
    for (name, value) in &params {
        if !strict::is_plain(value) {
            return Err(Failure::new(Code::Usage, "the path holds a zero character"));
        }
        fields.insert(name.to_owned(), Value::String(value.to_owned()));
    }
    Ok(())
}

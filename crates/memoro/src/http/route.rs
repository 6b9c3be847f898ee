//! Turns operations into routes and their description. The fields of a request come from path, headers, query and body,
//! each from one place only; the description is made from the same types that read them.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{FromRequestParts as _, RawPathParams, Request, State};
use axum::http::header::{ETAG, HeaderName, HeaderValue, IF_MATCH, IF_NONE_MATCH};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
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
use crate::error::{Code, Failure, Result};
use crate::ops::{Ended, Keyed, Operation};
use crate::strict;

const RUN: &str = "memoro-run";
const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// Says that an answer was given before.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

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
    let run = parts.headers.get(RUN).and_then(|run| run.to_str().ok()).map(str::to_owned);
    let Some(keyed) = keyed else {
        let answer = service.execute(access, run, operation).await?;
        return Ok(respond(&answer, (O::ended(&answer), O::revision(&answer)), &parts.headers));
    };
    let settled = service.execute_once((access, run), operation, Some(keyed)).await?;
    let mut response = respond(&settled.answer, (settled.ended, settled.revision), &parts.headers);
    if settled.again {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// Returns the key of a request that is to be carried out once, with all that the request says.
fn keyed<O: Operation>(headers: &HeaderMap, fields: &Map<String, Value>) -> Result<Option<Keyed>> {
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

fn respond(
    answer: &impl Serialize,
    (ended, revision): (Ended, Option<u64>),
    headers: &HeaderMap,
) -> Response {
    let status = match ended {
        Ended::Done => StatusCode::OK,
        Ended::Created => StatusCode::CREATED,
        Ended::Waiting => StatusCode::ACCEPTED,
    };
    let Some(revision) = revision else { return (status, Json(answer)).into_response() };
    let etag = format!("\"{revision}\"");
    let known = headers.get_all(IF_NONE_MATCH).iter().any(|tags| {
        let tags = tags.to_str().unwrap_or_default();
        tags.split(',').map(|tag| tag.trim().trim_start_matches("W/")).any(|tag| tag == etag || tag == "*")
    });
    let mut response =
        if known { StatusCode::NOT_MODIFIED.into_response() } else { (status, Json(answer)).into_response() };
    if let Ok(value) = HeaderValue::from_str(&etag) {
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
    if shape.has("rev")
        && let Some(tag) = header(&parts.headers, IF_MATCH.as_str())?
        && !["", "*"].contains(&tag.trim())
    {
        fields.insert("rev".into(), Value::from(revision(tag.trim())?));
    }
    Ok(fields)
}

/// Reads the revision of an `ETag`. Only a strong one tells that nothing was changed.
fn revision(tag: &str) -> Result<u64> {
    if tag.starts_with("W/") {
        let message = "If-Match takes no weak ETag: it does not tell that the memory is the same";
        return Err(
            Failure::new(Code::Precondition, message).hint("send the ETag as it was given, without `W/`")
        );
    }
    let number = tag.strip_prefix('"').and_then(|tag| tag.strip_suffix('"')).unwrap_or(tag);
    number.parse().map_err(|_| Failure::new(Code::Usage, "If-Match is no ETag of this server"))
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

//! Routes of other systems: the operations of `compat` under their paths, read leniently and answered plainly. Fields
//! come from path, query and body; what is unknown is passed over; errors are `{"error": …}`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts as _, RawPathParams, Request, State};
use axum::http::header::RETRY_AFTER;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use memoro_engine::Access;
use serde::Serialize;
use serde_json::{Map, Value};

use super::body;
use super::guard::Granted;
use super::openapi::Takes;
use super::problem::{Inside, Problem, outward};
use super::route::{REPLAYED, keyed};
use super::service::Service;
use super::table::Routes;
use crate::error::{Code, Failure, Result};
use crate::ops::{Ended, Keyed, Operation};
use crate::strict;

/// Routes that are put together one by one.
pub(super) struct Surface(Routes);

impl Surface {
    /// Begins with nothing.
    pub(super) fn new() -> Self {
        Self(Routes::new())
    }

    /// Returns the routes.
    pub(super) fn routes(self) -> Routes {
        self.0
    }

    /// Adds an operation that is read with GET.
    pub(super) fn get<O: Operation>(self, path: &str) -> Self {
        self.add::<O>("get", path)
    }

    /// Adds an operation that is sent with POST.
    pub(super) fn post<O: Operation>(self, path: &str) -> Self {
        self.add::<O>("post", path)
    }

    /// Adds an operation that changes something with PATCH.
    pub(super) fn patch<O: Operation>(self, path: &str) -> Self {
        self.add::<O>("patch", path)
    }

    /// Adds an operation that removes something with DELETE.
    pub(super) fn delete<O: Operation>(self, path: &str) -> Self {
        self.add::<O>("delete", path)
    }

    fn add<O: Operation>(self, method: &'static str, path: &str) -> Self {
        let handler = |State(service): State<Arc<Service>>, request: Request| handle::<O>(service, request);
        let (filter, takes) = match method {
            "get" => (MethodFilter::GET, Takes::Query),
            "post" => (MethodFilter::POST, Takes::Body),
            "patch" => (MethodFilter::PATCH, Takes::Body),
            _ => (MethodFilter::DELETE, Takes::Query),
        };
        Self(self.0.operation::<O>((method, path), (takes, &[]), on(filter, handler)))
    }

    /// Adds an operation that is read with GET and answered in a way of its own.
    pub(super) fn answered<O: Operation>(self, path: &str, handler: MethodRouter<Arc<Service>>) -> Self {
        Self(self.0.operation::<O>(("get", path), (Takes::Query, &[]), handler))
    }
}

/// A failure as those clients read it.
pub(super) struct Plain(pub(super) Failure);

impl From<Failure> for Plain {
    fn from(failure: Failure) -> Self {
        Self(failure)
    }
}

impl From<Problem> for Plain {
    fn from(problem: Problem) -> Self {
        Self(problem.failure)
    }
}

#[derive(Serialize)]
struct ErrorView {
    error: String,
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

impl IntoResponse for Plain {
    fn into_response(self) -> Response {
        let Failure { code, message, hint, .. } = self.0;
        // Those clients know 400 for everything that is wrong with a request.
        let wrong = matches!(code, Code::Invalid | Code::Unfit);
        let status = if wrong { 400 } else { code.status() };
        let (error, hint) = outward(code, &message, hint);
        let ours = error != message;
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(ErrorView { error, code: code.as_str(), hint })).into_response();
        if matches!(code, Code::Overloaded | Code::Busy) {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if ours {
            response.extensions_mut().insert(Inside(message));
        }
        response
    }
}

async fn handle<O: Operation>(service: Arc<Service>, request: Request) -> Result<Response, Plain> {
    let Read { operation, keyed, access, run } = read::<O>(request).await?;
    let Some(keyed) = keyed else {
        let answer = service.execute(access, run, operation).await?;
        return Ok((status_of(O::ended(&answer)), Json(answer)).into_response());
    };
    let settled = service.execute_once((access, run), operation, Some(keyed)).await?;
    let mut response = (status_of(settled.ended), Json(settled.answer)).into_response();
    if settled.again {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    Ok(response)
}

fn status_of(ended: Ended) -> StatusCode {
    match ended {
        Ended::Created => StatusCode::CREATED,
        Ended::Done | Ended::Waiting => StatusCode::OK,
    }
}

/// Reads a request, carries its operation out and returns what it answers.
pub(super) async fn answer<O: Operation>(
    service: &Arc<Service>,
    request: Request,
) -> Result<O::Answer, Plain> {
    let Read { operation, access, run, .. } = read::<O>(request).await?;
    Ok(service.execute(access, run, operation).await?)
}

/// A request as it was read.
struct Read<O> {
    operation: O,
    keyed: Option<Keyed>,
    access: Access,
    run: Option<String>,
}

async fn read<O: Operation>(request: Request) -> Result<Read<O>, Plain> {
    let (mut parts, sent) = request.into_parts();
    let Granted(access) = Granted::from_request_parts(&mut parts, &()).await?;
    let sent = body::json(&parts.headers, sent).await?;
    let fields = fields(&mut parts, sent).await?;
    let keyed = keyed::<O>(&parts.headers, &fields)?;
    let operation: O = serde_json::from_value(Value::Object(fields))
        .map_err(|why| Failure::new(Code::Usage, format!("the request cannot be taken: {why}")))?;
    let run = super::route::run_of(&parts.headers)?;
    Ok(Read { operation, keyed, access, run })
}

/// Collects the fields: the body, then the query, then the path, the later over the earlier.
pub(super) async fn fields(parts: &mut Parts, sent: Option<Value>) -> Result<Map<String, Value>> {
    let mut fields = match sent {
        None => Map::new(),
        Some(Value::Object(fields)) => fields,
        Some(_) => return Err(Failure::new(Code::Usage, "the body is no JSON object")),
    };
    let query = parts.uri.query().unwrap_or_default();
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query)
        .map_err(|_| Failure::new(Code::Usage, "the query cannot be read"))?;
    if query.contains('%')
        && pairs.iter().any(|(name, text)| name.contains('\u{fffd}') || text.contains('\u{fffd}'))
    {
        return Err(Failure::new(Code::Usage, "the query is no UTF-8"));
    }
    if !pairs.iter().all(|(_, text)| strict::is_plain(text)) {
        return Err(Failure::new(Code::Usage, "the query holds a zero character"));
    }
    for (name, text) in pairs.into_iter().filter(|(_, text)| !text.is_empty()) {
        fields.insert(name, Value::String(text));
    }
    let params = RawPathParams::from_request_parts(parts, &()).await;
    let params = params.map_err(|_| Failure::new(Code::Usage, "the path is no UTF-8"))?;
    for (name, text) in &params {
        if !strict::is_plain(text) {
            return Err(Failure::new(Code::Usage, "the path holds a zero character"));
        }
        fields.insert(name.to_owned(), Value::String(text.to_owned()));
    }
    Ok(fields)
}

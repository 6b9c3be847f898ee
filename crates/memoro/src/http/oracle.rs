//! The interface of the Oracle family under `/api`, with Luminary's list of notes. `/api/v1/…` leads to `/api/…`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, Request, State};
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get};
use serde::Serialize;

use super::service::Service;
use super::surface::{Plain, Surface, answer};
use super::table::Routes;
use crate::compat::luminary::ListMemoryRequest;
use crate::compat::oracle::{
    ActivityRequest, AmendRequest, AskRequest, ConceptsRequest, ConsultRequest, DashboardRequest,
    DecideRequest, DecisionRequest, DecisionsRequest, DistillRequest, DocRequest, EpisodicRequest,
    FileRequest, GraphRequest, GraphStatsRequest, GrowthRequest, LearnRequest, LinkTraceRequest,
    LinkedChainRequest, ListRequest, PathRequest, PostRequest, ProceduralLearnRequest, ProceduralRequest,
    RecordRequest, ReflectRequest, RelatedRequest, ResetModelRequest, SearchRequest, SessionStatsRequest,
    StatsRequest, SupersedeChainRequest, SupersedeRequest, SupersessionsRequest, ThreadRequest,
    ThreadStatusRequest, ThreadsRequest, TopConceptsRequest, TraceChainRequest, TraceNewRequest,
    TraceRequest, TracesRequest, TransitionRequest, UnlinkTraceRequest, UpdateModelRequest, UsageRequest,
    UserModelRequest,
};
use crate::error::{Code, Failure};

/// Puts the routes together.
pub(super) fn routes() -> Routes {
    knowledge()
        .merge(layers())
        .merge(course())
        .merge(graph())
        .other(("get", "/api/health"), &[], get(health))
        .other(("any", "/api/v1"), &[], any(older))
        .other(("any", "/api/v1/{*rest}"), &[], any(older))
        .other(("any", "/api/{*rest}"), &[], any(nothing))
}

fn knowledge() -> Routes {
    Surface::new()
        .get::<SearchRequest>("/api/search")
        .get::<ConsultRequest>("/api/consult")
        .get::<ReflectRequest>("/api/reflect")
        .get::<StatsRequest>("/api/stats")
        .get::<ListRequest>("/api/list")
        .get::<DocRequest>("/api/doc/{*id}")
        .answered::<FileRequest>("/api/file", get(file))
        .get::<ConceptsRequest>("/api/concepts")
        .post::<LearnRequest>("/api/learn")
        .post::<AskRequest>("/api/ask")
        .get::<DashboardRequest>("/api/dashboard")
        .get::<DashboardRequest>("/api/dashboard/summary")
        .get::<ActivityRequest>("/api/dashboard/activity")
        .get::<GrowthRequest>("/api/dashboard/growth")
        .get::<SessionStatsRequest>("/api/session/stats")
        .routes()
}

fn layers() -> Routes {
    Surface::new()
        .get::<UserModelRequest>("/api/user-model")
        .post::<UpdateModelRequest>("/api/user-model")
        .delete::<ResetModelRequest>("/api/user-model")
        .get::<ProceduralRequest>("/api/procedural")
        .post::<ProceduralLearnRequest>("/api/procedural")
        .post::<UsageRequest>("/api/procedural/usage")
        .get::<EpisodicRequest>("/api/episodic")
        .post::<RecordRequest>("/api/episodic")
        .get::<ListMemoryRequest>("/api/memory")
        .routes()
}

fn course() -> Routes {
    Surface::new()
        .get::<ThreadsRequest>("/api/threads")
        .post::<PostRequest>("/api/thread")
        .get::<ThreadRequest>("/api/thread/{id}")
        .patch::<ThreadStatusRequest>("/api/thread/{id}/status")
        .get::<DecisionsRequest>("/api/decisions")
        .post::<DecideRequest>("/api/decisions")
        .get::<DecisionRequest>("/api/decisions/{id}")
        .patch::<AmendRequest>("/api/decisions/{id}")
        .post::<TransitionRequest>("/api/decisions/{id}/transition")
        .get::<SupersessionsRequest>("/api/supersede")
        .post::<SupersedeRequest>("/api/supersede")
        .get::<SupersedeChainRequest>("/api/supersede/chain/{*path}")
        .routes()
}

fn graph() -> Routes {
    Surface::new()
        .get::<TracesRequest>("/api/traces")
        .post::<TraceNewRequest>("/api/traces")
        .get::<TraceRequest>("/api/traces/{id}")
        .get::<TraceChainRequest>("/api/traces/{id}/chain")
        .get::<LinkedChainRequest>("/api/traces/{id}/linked-chain")
        .post::<LinkTraceRequest>("/api/traces/{id}/link")
        .delete::<UnlinkTraceRequest>("/api/traces/{id}/link")
        .post::<DistillRequest>("/api/traces/{id}/distill")
        .get::<GraphRequest>("/api/graph")
        .get::<GraphStatsRequest>("/api/graph/stats")
        .get::<TopConceptsRequest>("/api/graph/top-concepts")
        .get::<RelatedRequest>("/api/graph/concepts/{concept}/related")
        .get::<PathRequest>("/api/graph/path")
        .routes()
}

#[derive(Serialize)]
struct HealthView {
    status: &'static str,
    server: &'static str,
    port: Option<u16>,
    version: &'static str,
    oracle: &'static str,
}

async fn health(State(service): State<Arc<Service>>) -> Response {
    let (version, port) = (env!("CARGO_PKG_VERSION"), service.port.get().copied());
    Json(HealthView { status: "ok", server: "memoro", port, version, oracle: "connected" }).into_response()
}

async fn file(State(service): State<Arc<Service>>, request: Request) -> Result<Response, Plain> {
    let file = answer::<FileRequest>(&service, request).await?;
    let mut text = file.text;
    text.push('\n');
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Leads a request for the versioned interface to the one that there is.
async fn older(RawQuery(query): RawQuery, request: Request) -> Result<Response, Plain> {
    let rest = request.uri().path().strip_prefix("/api/v1").unwrap_or_default().to_owned();
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    let place = HeaderValue::from_str(&format!("/api{rest}{query}"))
        .map_err(|_| Failure::new(Code::Usage, "the path cannot be led on"))?;
    Ok((StatusCode::TEMPORARY_REDIRECT, [(LOCATION, place)]).into_response())
}

/// Answers for a path that is not there.
async fn nothing(request: Request) -> Plain {
    Plain(Failure::new(Code::NotFound, format!("there is no `{}`", request.uri().path())))
}

//! Whether the server lives, whether it may be asked, and what stands in the way. Says nothing of what is remembered.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use memoro_engine::{Action, Caller, Workspace};
use serde::Serialize;
use utoipa::ToSchema;

use super::metrics::metrics;
use super::service::Service;
use super::table::Routes;

/// How long looking at the workspaces may take before that itself is a reason.
const PATIENCE: Duration = Duration::from_secs(2);

/// How the server is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HealthView {
    /// `ok` or `degraded`.
    pub(crate) status: &'static str,
    /// Why it is degraded, a stable word each.
    pub(crate) degraded: Vec<&'static str>,
    /// The version.
    pub(crate) version: &'static str,
    /// Seconds since it began.
    pub(crate) uptime_seconds: u64,
}

/// Whether the server takes requests.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReadyView {
    /// Whether it does.
    pub(crate) ready: bool,
}

/// The paths that anybody may ask, and the counts.
pub(crate) fn routes() -> Routes {
    Routes::new().other(("get", "/health"), &[], get(health)).other(("get", "/ready"), &[], get(ready)).other(
        ("get", "/metrics"),
        &[Action::Read],
        get(metrics),
    )
}

async fn health(State(service): State<Arc<Service>>) -> Json<HealthView> {
    Json(look(&service).await)
}

/// Looks how the server is.
pub(crate) async fn look(service: &Arc<Service>) -> HealthView {
    let asked = Arc::clone(service);
    let looked = tokio::task::spawn_blocking(move || {
        let closed = |_| vec!["store_unavailable"];
        let looked =
            |name: String| asked.tenants.get(&name).map_or_else(closed, |workspace| reasons(&workspace));
        let mut reasons: Vec<&'static str> = asked.tenants.names().into_iter().flat_map(looked).collect();
        reasons.sort_unstable();
        reasons.dedup();
        reasons
    });
    let mut degraded = match tokio::time::timeout(PATIENCE, looked).await {
        Ok(Ok(reasons)) => reasons,
        _ => vec!["slow"],
    };
    let ((reads, writes), most) = (service.load(), service.options.limits.queue);
    if reads.max(writes) * 2 > most {
        degraded.push("queue_filling");
    }
    HealthView {
        status: if degraded.is_empty() { "ok" } else { "degraded" },
        degraded,
        version: env!("CARGO_PKG_VERSION"),
        uptime_seconds: service.began.elapsed().as_secs(),
    }
}

fn reasons(workspace: &Workspace) -> Vec<&'static str> {
    let mut reasons = Vec::new();
    match workspace.policy_status(&Caller::system(memoro_engine::embed::present())) {
        Ok(status) if status.problem.is_some() => reasons.push("policy_broken"),
        Ok(_) => {}
        Err(_) => reasons.push("store_unavailable"),
    }
    if workspace.unreadable_files().is_ok_and(|files| !files.is_empty()) {
        reasons.push("unreadable_files");
    }
    if !Workspace::store_path(workspace.root()).exists() {
        reasons.push("store_missing");
    }
    if workspace.indexed_at().ok().flatten().is_none() {
        reasons.push("not_indexed_yet");
    }
    reasons
}

async fn ready(State(service): State<Arc<Service>>) -> Response {
    let ready = !*service.closing.borrow();
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(ReadyView { ready })).into_response()
}

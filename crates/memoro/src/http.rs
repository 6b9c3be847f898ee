//! The service: HTTP in, operations out. It holds workspaces, keys and limits; what an operation means is in `ops`, who
//! may do it in the engine's `access`. No page, no cookie, no CORS.

mod body;
mod events;
mod guard;
mod health;
mod log;
mod metrics;
mod openapi;
mod pool;
mod problem;
mod rates;
mod route;
mod server;
mod service;
mod tenants;
mod tls;
mod v1;

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;

#[expect(unused_imports, reason = "the surfaces that are mounted beside /v1 use it")]
pub(crate) use guard::Granted;
pub(crate) use log::Log;
pub(crate) use pool::Limits;
#[expect(unused_imports, reason = "the surfaces that are mounted beside /v1 use it")]
pub(crate) use problem::Problem;
pub(crate) use server::{Listening, serve};
pub(crate) use service::{Options, Service};
pub(crate) use tenants::Tenants;

/// Puts everything together that the server answers.
pub(crate) fn router(service: Arc<Service>) -> Router {
    let router = Router::new().merge(health::router()).merge(v1::router()).merge(surfaces());
    router
        .fallback(problem::not_there)
        .method_not_allowed_fallback(problem::wrong_method)
        .layer(from_fn_with_state(Arc::clone(&service), guard::guard))
        .with_state(service)
}

/// The surfaces of other systems and MCP are mounted here. Each is a `Router<Arc<Service>>`; its handlers take
/// `State(service)` and `Granted(access)`, and everything that they do is `service.execute(access, run, operation)`.
/// The guard in front has checked host, origin, token, rate and size already.
fn surfaces() -> Router<Arc<Service>> {
    Router::new()
}

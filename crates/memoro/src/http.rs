//! The service: HTTP in, operations out. It holds workspaces, keys and limits; what an operation means is in `ops`, who
//! may do it in the engine's `access`. No page, no cookie, no CORS.

mod bare;
pub(crate) mod body;
mod bounded;
mod events;
mod guard;
mod health;
mod log;
mod metrics;
mod openapi;
mod oracle;
mod places;
mod pool;
mod problem;
mod rates;
mod route;
mod server;
mod service;
mod softnix;
mod surface;
mod table;
mod tags;
mod tenants;
mod tls;
mod v1;
mod watched;

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;

pub(crate) use guard::Granted;
pub(crate) use log::Log;
pub(crate) use pool::Limits;
pub(crate) use problem::Problem;
pub(crate) use route::run_of;
pub(crate) use server::{Listening, bind, serve};
pub(crate) use service::{Options, Service};
pub(crate) use table::{Routes, Row};
pub(crate) use tenants::Tenants;
pub(crate) use tls::ask_own;

/// Puts everything together that the server answers.
pub(crate) fn router(service: Arc<Service>) -> Router {
    let (router, _) = routes().apart();
    router
        .fallback(problem::not_there)
        .method_not_allowed_fallback(problem::wrong_method)
        .layer(from_fn_with_state(Arc::clone(&service), guard::guard))
        .with_state(service)
}

/// Returns the table of everything that the server answers.
pub(crate) fn table() -> Vec<Row> {
    routes().apart().1
}

fn routes() -> Routes {
    Routes::new().merge(health::routes()).merge(v1::routes()).merge(surfaces())
}

/// The surfaces of other systems and MCP are mounted here; their handlers take
/// `State(service)` and `Granted(access)`, and everything that they do is `service.execute(access, run, operation)`.
/// The guard in front has checked host, origin, token, rate and size already.
fn surfaces() -> Routes {
    Routes::new().merge(crate::mcp::routes()).merge(oracle::routes()).merge(softnix::routes())
}

//! The routes of `/v1`: each is an operation under a path. What they mean stands in `ops`.

use std::sync::Arc;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse as _;
use axum::routing::get;

use super::route::Api;
use super::service::Service;
use crate::ops::{memories, recall};

/// Puts the routes and their description together.
pub(crate) fn router() -> Router<Arc<Service>> {
    let Api { router, document } = api();
    let text = document.json().to_string();
    let described = move || {
        let text = text.clone();
        async move { ([(CONTENT_TYPE, "application/json")], text).into_response() }
    };
    router.route("/v1/openapi.json", get(described))
}

fn api() -> Api {
    Api::new()
        .get::<memories::ListRequest>("/v1/memories")
        .post::<memories::RememberRequest>("/v1/memories")
        .get::<memories::GetRequest>("/v1/memories/{id}")
        .patch::<memories::EditRequest>("/v1/memories/{id}")
        .delete::<memories::ForgetRequest>("/v1/memories/{id}")
        .get::<memories::HistoryRequest>("/v1/memories/{id}/history")
        .post::<recall::RecallRequest>("/v1/recall")
        .post::<recall::ContextRequest>("/v1/context")
}

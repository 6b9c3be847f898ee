//! The routes of `/v1`: each is an operation under a path. What they mean stands in `ops`.

use std::sync::Arc;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse as _;
use axum::routing::get;

use super::route::Api;
use super::service::Service;
use crate::ops::{change, list, memories, recall};

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
        .get::<list::ListRequest>("/v1/memories")
        .post::<memories::RememberRequest>("/v1/memories")
        .get::<memories::GetRequest>("/v1/memories/{id}")
        .patch::<change::EditRequest>("/v1/memories/{id}")
        .delete::<change::ForgetRequest>("/v1/memories/{id}")
        .get::<change::HistoryRequest>("/v1/memories/{id}/history")
        .post::<recall::RecallRequest>("/v1/recall")
        .post::<recall::ContextRequest>("/v1/context")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_the_one_that_is_documented() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/openapi.json");
        let made = serde_json::to_string_pretty(&api().document.json()).unwrap() + "\n";
        if std::env::var_os("MEMORO_BLESS").is_some() {
            std::fs::write(path, &made).unwrap();
        }
        let kept = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            kept == made,
            "the description changed; run the test with MEMORO_BLESS=1 and look at the difference"
        );
    }
}

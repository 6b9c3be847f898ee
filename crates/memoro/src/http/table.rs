//! The table of routes: everything that the server answers is mounted through here, so that the table cannot leave
//! anything out. What a route means is not known here.

use std::sync::Arc;

use axum::Router;
use axum::routing::MethodRouter;
use memoro_engine::Action;
use serde::Serialize;
use serde_json::{Map, Value};

use super::openapi::{Fixed, Takes, fields_of};
use super::service::Service;
use crate::ops::Operation;

/// One route: how it is asked, and what one must be allowed to do for it.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    /// The method, or `any`.
    pub(crate) method: &'static str,
    /// The path.
    pub(crate) path: String,
    /// What one may have to be allowed to do for it; nothing where no token is needed, or where the message decides.
    pub(crate) needs: Vec<&'static str>,
    /// Where the fields come from: `query`, `body` or `none`.
    pub(crate) takes: &'static str,
    /// The fields, by name, with their schemas.
    pub(crate) fields: Map<String, Value>,
    /// The fields that must be there.
    pub(crate) required: Vec<String>,
}

/// Routes with their table.
pub(crate) struct Routes {
    router: Router<Arc<Service>>,
    rows: Vec<Row>,
}

impl Routes {
    /// Begins with nothing.
    pub(crate) fn new() -> Self {
        Self { router: Router::new(), rows: Vec::new() }
    }

    /// Mounts an operation under a path.
    pub(super) fn operation<O: Operation>(
        mut self,
        (method, path): (&'static str, &str),
        (takes, fixed): (Takes, Fixed),
        handler: MethodRouter<Arc<Service>>,
    ) -> Self {
        let (mut fields, mut required) = fields_of::<O>();
        let open = |name: &str| fixed.iter().all(|(known, _)| *known != name);
        fields.retain(|name, _| open(name));
        required.retain(|name| open(name));
        self.rows.push(Row {
            method,
            path: path.to_owned(),
            needs: O::NEEDS.iter().map(|action| action.as_str()).collect(),
            takes: if takes == Takes::Query { "query" } else { "body" },
            fields,
            required,
        });
        self.router = self.router.route(path, handler);
        self
    }

    /// Mounts something that is no operation.
    pub(crate) fn other(
        mut self,
        (method, path): (&'static str, &str),
        needs: &[Action],
        handler: MethodRouter<Arc<Service>>,
    ) -> Self {
        let needs = needs.iter().map(|action| action.as_str()).collect();
        let (path_text, fields) = (path.to_owned(), Map::new());
        self.rows.push(Row { method, path: path_text, needs, takes: "none", fields, required: Vec::new() });
        self.router = self.router.route(path, handler);
        self
    }

    /// Adds the routes of another table.
    pub(crate) fn merge(mut self, other: Routes) -> Self {
        self.rows.extend(other.rows);
        Self { router: self.router.merge(other.router), rows: self.rows }
    }

    /// Returns the routes and their table.
    pub(super) fn apart(self) -> (Router<Arc<Service>>, Vec<Row>) {
        (self.router, self.rows)
    }
}

//! The interface of Softnix: what waits in a run under `/runs`, the admin's part under `/admin/memory`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts as _, Request, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use memoro_engine::Action;
use serde::Serialize;
use serde_json::Value;

use super::body;
use super::guard::Granted;
use super::service::Service;
use super::surface::{Plain, Surface, fields};
use super::table::Routes;
use super::tenants::NO_TENANT;
use crate::access::{Key, Named};
use crate::compat::softnix::{
    AdminAuditRequest, PolicyReloadRequest, RunConfirmRequest, RunMetricsRequest, RunPendingRequest,
    RunRejectRequest,
};
use crate::error::{Code, Failure, Result};

/// Puts the routes together.
pub(super) fn routes() -> Routes {
    Surface::new()
        .get::<RunPendingRequest>("/runs/{id}/memory/pending")
        .post::<RunConfirmRequest>("/runs/{id}/memory/confirm")
        .post::<RunRejectRequest>("/runs/{id}/memory/reject")
        .get::<RunMetricsRequest>("/runs/{id}/memory/metrics")
        .post::<PolicyReloadRequest>("/admin/memory/policy/reload")
        .get::<AdminAuditRequest>("/admin/memory/audit")
        .routes()
        .other(("get", "/admin/memory/keys"), &[Action::Admin], get(keys))
        .other(("post", "/admin/memory/keys/rotate"), &[Action::Admin], post(rotate))
        .other(("post", "/admin/memory/keys/revoke"), &[Action::Admin], post(revoke))
}

#[derive(Serialize)]
struct KeyRow {
    key_id: String,
    name: String,
    role: &'static str,
    tenant: String,
    made_at: String,
    revoked: bool,
}

impl From<&Key> for KeyRow {
    fn from(key: &Key) -> Self {
        Self {
            key_id: key.id.clone(),
            name: key.name.clone(),
            role: key.access.role.as_str(),
            tenant: key.access.tenant.clone(),
            made_at: key.made_at.to_string(),
            revoked: key.revoked_at.is_some(),
        }
    }
}

#[derive(Serialize)]
struct Keys {
    keys: Vec<KeyRow>,
}

#[derive(Serialize)]
struct Changed {
    status: &'static str,
    key: KeyRow,
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

/// Lets the admin pass, and tells of which tenant; of all where the server's admin names none.
async fn admin(request: Request) -> Result<(Option<String>, Request), Plain> {
    let (mut parts, body) = request.into_parts();
    let Granted(access) = Granted::from_request_parts(&mut parts, &()).await?;
    access.authorise(&[Action::Admin], memoro_engine::embed::present()).map_err(Failure::from)?;
    let tenant = Some(access.tenant).filter(|tenant| tenant != NO_TENANT);
    Ok((tenant, Request::from_parts(parts, body)))
}

async fn keys(State(service): State<Arc<Service>>, request: Request) -> Result<Response, Plain> {
    let (tenant, _) = admin(request).await?;
    let keys = service.keys.keys()?;
    let own = keys.iter().filter(|key| tenant.as_ref().is_none_or(|tenant| key.access.tenant == *tenant));
    Ok(Json(Keys { keys: own.map(KeyRow::from).collect() }).into_response())
}

/// Returns the tenant of the admin and the key that a request names.
async fn named(request: Request) -> Result<(Option<String>, String), Plain> {
    let (tenant, request) = admin(request).await?;
    let (mut parts, sent) = request.into_parts();
    let sent = body::json(&parts.headers, sent).await?;
    let fields = fields(&mut parts, sent).await?;
    let name =
        ["key_id", "name", "id", "key"].iter().find_map(|field| fields.get(*field).and_then(Value::as_str));
    let name = name.ok_or_else(|| Failure::new(Code::Usage, "Missing required field: key_id"))?;
    Ok((tenant, name.to_owned()))
}

async fn rotate(State(service): State<Arc<Service>>, request: Request) -> Result<Response, Plain> {
    let (tenant, name) = named(request).await?;
    let which = Named { tenant: tenant.as_deref(), name: &name };
    let (key, token) = service.keys.rotate(which, memoro_engine::embed::present())?;
    let token = Some(token.reveal().to_owned());
    Ok(Json(Changed { status: "rotated", key: (&key).into(), token }).into_response())
}

async fn revoke(State(service): State<Arc<Service>>, request: Request) -> Result<Response, Plain> {
    let (tenant, name) = named(request).await?;
    let which = Named { tenant: tenant.as_deref(), name: &name };
    let key = service.keys.revoke(which, memoro_engine::embed::present())?;
    Ok(Json(Changed { status: "revoked", key: (&key).into(), token: None }).into_response())
}

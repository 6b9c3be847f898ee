//! A key as programs see it, without its token.

use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Key;

/// One key.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeyView {
    /// Its id.
    pub(crate) id: String,
    /// What it is called.
    pub(crate) name: String,
    /// The tenant that it reaches.
    pub(crate) tenant: String,
    /// `admin`, `user`, `agent` or `read-only`.
    pub(crate) role: &'static str,
    /// Only these actions; all that the role may do where it is empty.
    pub(crate) scopes: Vec<&'static str>,
    /// Only this user.
    pub(crate) user: Option<String>,
    /// Whether a person stands at the client: what it answers to a question counts as the person's word.
    pub(crate) asks_person: bool,
    /// When it was made or last rotated.
    pub(crate) made_at: String,
    /// When it was revoked.
    pub(crate) revoked_at: Option<String>,
}

impl From<&Key> for KeyView {
    fn from(key: &Key) -> Self {
        Self {
            id: key.id.clone(),
            name: key.name.clone(),
            tenant: key.access.tenant.clone(),
            role: key.access.role.as_str(),
            scopes: key.access.scopes.iter().map(|scope| scope.as_str()).collect(),
            user: key.access.user.as_ref().map(ToString::to_string),
            asks_person: key.access.person,
            made_at: key.made_at.to_string(),
            revoked_at: key.revoked_at.map(|at| at.to_string()),
        }
    }
}

//! The portable form of a memory: one JSON object with nothing left out.

use jiff::Timestamp;
use memoro_core::Memory;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Result, StoreError};
use crate::image::{Image, micros, moment};

/// A memory as it travels between stores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Exported {
    id: String,
    scope: String,
    scope_id: String,
    key: String,
    shape: String,
    kind: String,
    content: Value,
    tags: Value,
    status: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    superseded_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    status_reason: Option<String>,
    origin: String,
    trust: String,
    confidence: f64,
    source: Value,
    stability: String,
    ttl: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    expires_at: Option<String>,
    sensitivity: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    occurred_at: Option<String>,
    created_at: String,
    updated_at: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    valid_until: Option<String>,
}

impl Exported {
    /// Writes a memory down.
    pub fn of(memory: &Memory) -> Self {
        let i = Image::of(memory);
        let value = |text: &str| serde_json::from_str(text).expect("an image holds valid JSON");
        let time = |at: Option<Timestamp>| at.map(|at| at.to_string());
        Self {
            content: value(&i.content),
            tags: value(&i.tags),
            source: value(&i.source),
            confidence: memory.provenance.confidence.get(),
            expires_at: time(memory.retention.expires_at),
            occurred_at: time(memory.occurred_at),
            created_at: memory.created_at.to_string(),
            updated_at: memory.updated_at.to_string(),
            valid_until: time(memory.valid_until),
            id: i.id,
            scope: i.scope_kind,
            scope_id: i.scope_id,
            key: i.key,
            shape: i.shape,
            kind: i.kind,
            status: i.status,
            superseded_by: i.status_by,
            status_reason: i.status_reason,
            origin: i.origin,
            trust: i.trust,
            stability: i.stability,
            ttl: i.ttl,
            sensitivity: i.sensitivity,
        }
    }

    /// Reads the memory back.
    pub fn memory(&self) -> Result<Memory> {
        let confidence = memoro_core::Confidence::new(self.confidence).ok_or_else(|| {
            StoreError::damaged(format!("confidence {} is not within 0 to 1", self.confidence))
        })?;
        let image = Image {
            id: self.id.clone(),
            scope_kind: self.scope.clone(),
            scope_id: self.scope_id.clone(),
            key: self.key.clone(),
            shape: self.shape.clone(),
            kind: self.kind.clone(),
            content: self.content.to_string(),
            tags: self.tags.to_string(),
            status: self.status.clone(),
            status_by: self.superseded_by.clone(),
            status_reason: self.status_reason.clone(),
            origin: self.origin.clone(),
            trust: self.trust.clone(),
            confidence: confidence.thousandths(),
            source: self.source.to_string(),
            stability: self.stability.clone(),
            ttl: self.ttl.clone(),
            expires_at: self.expires_at.as_deref().map(time).transpose()?,
            sensitivity: self.sensitivity.clone(),
            occurred_at: self.occurred_at.as_deref().map(time).transpose()?,
            created_at: time(&self.created_at)?,
            updated_at: time(&self.updated_at)?,
            valid_until: self.valid_until.as_deref().map(time).transpose()?,
        };
        image.memory()
    }
}

fn time(text: &str) -> Result<i64> {
    let at: Timestamp = text.parse().map_err(StoreError::damaged)?;
    moment(micros(at))?;
    Ok(micros(at))
}

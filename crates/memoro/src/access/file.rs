//! The file of keys: read whole, replaced whole, under a lock. A file that cannot be read is never taken for an empty
//! one.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;

use memoro_core::UserId;
use memoro_engine::Access;
use serde::{Deserialize, Serialize};

use super::Key;
use crate::config::{private_folder, write_private};
use crate::error::{Code, Failure, Result};

/// What tells one state of the file from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    modified: Option<std::time::SystemTime>,
    length: u64,
    node: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    keys: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    name: String,
    tenant: String,
    role: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    scopes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user: Option<String>,
    /// Whether a person stands at the client.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    asks_person: bool,
    hash: String,
    made_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    revoked_at: Option<String>,
}

/// Looks whether the file is still the one that was read.
pub(super) fn stamp(path: &Path) -> Option<Stamp> {
    let found = path.metadata().ok()?;
    #[cfg(unix)]
    let node = std::os::unix::fs::MetadataExt::ino(&found);
    #[cfg(not(unix))]
    let node = 0;
    Some(Stamp { modified: found.modified().ok(), length: found.len(), node })
}

/// Reads all keys; there are none where there is no file.
pub(super) fn read(path: &Path) -> Result<Vec<Key>> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(path, &error)),
    };
    let page: Page = serde_json::from_str(&text).map_err(|why| damaged(path, &why))?;
    page.keys.into_iter().map(|row| row.key().map_err(|why| damaged(path, &why))).collect()
}

/// Replaces the file.
pub(super) fn write(path: &Path, keys: &[Key]) -> Result<()> {
    let page = Page { keys: keys.iter().map(Row::of).collect() };
    let text = serde_json::to_string_pretty(&page)
        .map_err(|why| Failure::new(Code::Internal, format!("keys as JSON: {why}")))?;
    let fresh = path.with_extension("json.new");
    write_private(&fresh, text.as_bytes())
        .and_then(|()| std::fs::rename(&fresh, path))
        .map_err(|error| failed(path, &error))
}

/// Waits for the right to change the file; it lasts as long as what is returned.
pub(super) fn lock(path: &Path) -> Result<File> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let wait = || -> std::io::Result<File> {
        private_folder(folder)?;
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path.with_extension("lock"))?;
        file.lock()?;
        Ok(file)
    };
    wait().map_err(|error| failed(path, &error))
}

impl Row {
    fn of(key: &Key) -> Self {
        Self {
            id: key.id.clone(),
            name: key.name.clone(),
            tenant: key.access.tenant.clone(),
            role: key.access.role.as_str().to_owned(),
            scopes: key.access.scopes.iter().map(|scope| scope.as_str().to_owned()).collect(),
            user: key.access.user.as_ref().map(ToString::to_string),
            asks_person: key.access.person,
            hash: key.hash.to_hex().to_string(),
            made_at: key.made_at.to_string(),
            revoked_at: key.revoked_at.map(|at| at.to_string()),
        }
    }

    fn key(self) -> Result<Key, String> {
        let time = |text: &str| text.parse().map_err(|_| format!("`{text}` is no time"));
        let scopes = self.scopes.iter().map(|word| word.parse()).collect::<Result<_, String>>()?;
        let user = self.user.map(|id| UserId::new(&id).map_err(|why| why.to_string())).transpose()?;
        let name = self.name.clone();
        let (role, key, person) = (self.role.parse()?, Some(name), self.asks_person);
        let access = Access { tenant: self.tenant, role, scopes, user, key, person };
        Ok(Key {
            id: self.id,
            name: self.name,
            access,
            hash: blake3::Hash::from_hex(&self.hash).map_err(|_| "a hash is no hash".to_owned())?,
            made_at: time(&self.made_at)?,
            revoked_at: self.revoked_at.as_deref().map(time).transpose()?,
        })
    }
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(Code::Io, format!("{}: {error}", path.display()))
        .hint("make the file yours, or name another folder with MEMORO_CONFIG_DIR")
}

fn damaged(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::new(Code::Damaged, format!("{} cannot be read: {why}", path.display()))
        .hint("move it away and make new keys with `memoro key make`")
}

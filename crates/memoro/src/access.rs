//! Keys: who may use a server, and as whom. A key is shown once, when it is made; what is kept is its hash. The file
//! is read again whenever it changes, so that a key that is made or revoked counts at once in every running server.

mod file;
mod token;

#[cfg(test)]
use std::path::Path;
use std::path::PathBuf;
use std::sync::{Arc, RwLock};

use jiff::Timestamp;
use memoro_core::UserId;
use memoro_engine::{Access, Action, Role};

use crate::error::{Code, Failure, Result};
use file::Stamp;
pub(crate) use token::Token;

/// What is kept of one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    /// Its id, the part of the token that is no secret.
    pub(crate) id: String,
    /// What it is called.
    pub(crate) name: String,
    /// What it gives.
    pub(crate) access: Access,
    /// The hash of the token.
    hash: blake3::Hash,
    /// When it was made.
    pub(crate) made_at: Timestamp,
    /// When it stopped counting.
    pub(crate) revoked_at: Option<Timestamp>,
}

/// What a new key is to give.
#[derive(Debug, Clone)]
pub(crate) struct NewKey {
    /// What it is called.
    pub(crate) name: String,
    /// The tenant.
    pub(crate) tenant: String,
    /// The role.
    pub(crate) role: Role,
    /// Only these actions.
    pub(crate) scopes: Vec<Action>,
    /// Only this user.
    pub(crate) user: Option<UserId>,
    /// Whether a person stands at the client.
    pub(crate) person: bool,
}

/// Which key is meant.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Named<'a> {
    /// The tenant that it belongs to; any where it is left out.
    pub(crate) tenant: Option<&'a str>,
    /// Its name or its id.
    pub(crate) name: &'a str,
}

/// The file of keys; cheap to ask again and again.
#[derive(Debug)]
pub(crate) struct Keyring {
    path: PathBuf,
    held: RwLock<(Option<Stamp>, Arc<Vec<Key>>)>,
}

impl Keyring {
    /// Names the file; it need not be there.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, held: RwLock::default() }
    }

    /// Returns the file.
    #[cfg(test)]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns all keys, also those that were revoked.
    pub(crate) fn keys(&self) -> Result<Arc<Vec<Key>>> {
        let stamp = file::stamp(&self.path);
        {
            let held = self.held.read().unwrap_or_else(std::sync::PoisonError::into_inner);
            if held.0 == stamp {
                return Ok(Arc::clone(&held.1));
            }
        }
        let keys = Arc::new(file::read(&self.path)?);
        *self.held.write().unwrap_or_else(std::sync::PoisonError::into_inner) = (stamp, Arc::clone(&keys));
        Ok(keys)
    }

    /// Returns what a token gives and the id of its key; nothing for one that is unknown or revoked.
    pub(crate) fn find(&self, presented: &str) -> Result<Option<(Access, String)>> {
        let keys = self.keys()?;
        let Some(id) = token::id_of(presented) else { return Ok(None) };
        let hash = blake3::hash(presented.as_bytes());
        // Hashes of equal length are compared in constant time.
        let fits = |key: &&Key| key.id == id && key.revoked_at.is_none() && key.hash == hash;
        Ok(keys.iter().find(fits).map(|key| (key.access.clone(), key.id.clone())))
    }

    /// Tells whether a key still counts.
    pub(crate) fn counts(&self, id: &str) -> bool {
        self.keys().is_ok_and(|keys| keys.iter().any(|key| key.id == id && key.revoked_at.is_none()))
    }

    /// Makes a key; its token is returned here and nowhere else.
    pub(crate) fn make(&self, new: NewKey, now: Timestamp) -> Result<(Key, Token)> {
        let token = Token::fresh()?;
        let key = Key::new(new, &token, now)?;
        self.change(|keys| {
            // Each tenant names its keys as if it were alone.
            let named = |other: &Key| other.name == key.name && other.access.tenant == key.access.tenant;
            if keys.iter().any(|other| other.revoked_at.is_none() && named(other)) {
                return Err(Failure::new(Code::Invalid, format!("there is a key `{}` already", key.name))
                    .hint("choose another name, or rotate that key to give it a new token"));
            }
            keys.push(key.clone());
            Ok(())
        })?;
        Ok((key, token))
    }

    /// Gives a key a new token; the old one counts no more.
    pub(crate) fn rotate(&self, which: Named<'_>, now: Timestamp) -> Result<(Key, Token)> {
        let token = Token::fresh()?;
        let mut rotated = None;
        self.change(|keys| {
            let key = named(keys, which)?;
            token.id().clone_into(&mut key.id);
            key.hash = token.hash();
            key.made_at = now;
            rotated = Some(key.clone());
            Ok(())
        })?;
        let key = rotated.ok_or_else(|| missing(which.name))?;
        Ok((key, token))
    }

    /// Ends a key; it stays in the list as revoked.
    pub(crate) fn revoke(&self, which: Named<'_>, now: Timestamp) -> Result<Key> {
        let mut revoked = None;
        self.change(|keys| {
            let key = named(keys, which)?;
            key.revoked_at = Some(now);
            revoked = Some(key.clone());
            Ok(())
        })?;
        revoked.ok_or_else(|| missing(which.name))
    }

    fn change(&self, change: impl FnOnce(&mut Vec<Key>) -> Result<()>) -> Result<()> {
        let _lock = file::lock(&self.path)?;
        let mut keys = file::read(&self.path)?;
        change(&mut keys)?;
        file::write(&self.path, &keys)
    }
}

impl Key {
    fn new(new: NewKey, token: &Token, now: Timestamp) -> Result<Self> {
        let name = new.name.trim();
        if name.is_empty() || name.chars().count() > 64 || name.chars().any(char::is_control) {
            return Err(Failure::new(Code::Invalid, "the name of a key is 1 to 64 plain characters"));
        }
        check_tenant(&new.tenant)?;
        let access = Access {
            tenant: new.tenant,
            role: new.role,
            scopes: new.scopes,
            user: new.user,
            key: Some(name.to_owned()),
            person: new.person,
        };
        Ok(Self {
            id: token.id().to_owned(),
            name: name.to_owned(),
            access,
            hash: token.hash(),
            made_at: now,
            revoked_at: None,
        })
    }
}

/// Refuses a name of a tenant that could not be the name of its folder.
pub(crate) fn check_tenant(name: &str) -> Result<()> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    if !name.is_empty() && name.chars().count() <= 64 && name.chars().all(plain) {
        return Ok(());
    }
    Err(Failure::new(Code::Invalid, "the name of a tenant is 1 to 64 letters, digits, `-` or `_`"))
}

fn named<'a>(keys: &'a mut [Key], which: Named<'_>) -> Result<&'a mut Key> {
    let Named { tenant, name } = which;
    let fits = |key: &&mut Key| {
        key.revoked_at.is_none()
            && tenant.is_none_or(|tenant| key.access.tenant == tenant)
            && (key.name == name || key.id == name)
    };
    let mut fitting = keys.iter_mut().filter(fits);
    match (fitting.next(), fitting.next()) {
        (Some(key), None) => Ok(key),
        (None, _) => Err(missing(name)),
        (Some(_), Some(_)) => {
            Err(Failure::new(Code::Ambiguous, format!("several tenants have a key `{name}`"))
                .hint("name the tenant with `--tenant NAME`, or give the id of the key"))
        }
    }
}

fn missing(name: &str) -> Failure {
    Failure::new(Code::NotFound, format!("there is no key `{name}`"))
        .hint("run `memoro key list` to see what there is")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring() -> (tempfile::TempDir, Keyring) {
        let folder = tempfile::tempdir().unwrap();
        let ring = Keyring::new(folder.path().join("keys.json"));
        (folder, ring)
    }

    fn new(name: &str, role: Role) -> NewKey {
        NewKey {
            name: name.into(),
            tenant: "default".into(),
            role,
            scopes: vec![],
            user: None,
            person: false,
        }
    }

    fn any(name: &str) -> Named<'_> {
        Named { tenant: None, name }
    }

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    #[test]
    fn a_key_counts_from_the_moment_it_is_made_until_it_is_revoked() {
        let (_folder, ring) = ring();
        let running = Keyring::new(ring.path().to_owned());
        let (key, token) = ring.make(new("ตัวแทน", Role::Agent), NOW).unwrap();
        assert_eq!(running.find(token.reveal()).unwrap().unwrap(), (key.access, key.id.clone()));
        assert!(running.counts(&key.id));
        ring.revoke(any("ตัวแทน"), NOW).unwrap();
        assert!(running.find(token.reveal()).unwrap().is_none() && !running.counts(&key.id));
        assert_eq!(running.keys().unwrap()[0].revoked_at, Some(NOW));
    }

    #[test]
    fn a_rotated_key_knows_its_new_token_only() {
        let (_folder, ring) = ring();
        let (_, old) = ring.make(new("甲", Role::User), NOW).unwrap();
        let (_, fresh) = ring.rotate(any("甲"), NOW).unwrap();
        assert!(ring.find(old.reveal()).unwrap().is_none());
        assert_eq!(ring.find(fresh.reveal()).unwrap().unwrap().0.role, Role::User);
    }

    #[test]
    fn the_file_holds_no_token_and_belongs_to_its_owner_alone() {
        let (_folder, ring) = ring();
        let (_, token) = ring.make(new("a", Role::Admin), NOW).unwrap();
        let text = std::fs::read_to_string(ring.path()).unwrap();
        let secret = token.reveal().rsplit('_').next().unwrap();
        assert!(!text.contains(secret));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(ring.path().metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn no_part_of_a_token_and_no_other_token_opens_anything() {
        let (_folder, ring) = ring();
        let (key, token) = ring.make(new("a", Role::User), NOW).unwrap();
        let cut: String = token.reveal().chars().take(token.reveal().len() - 1).collect();
        let forged = format!("mmr_{}_{}", key.id, "0".repeat(64));
        for wrong in ["", "mmr_", "ก", &key.id, &cut, &forged, &token.reveal().to_uppercase()] {
            assert!(ring.find(wrong).unwrap().is_none(), "{wrong}");
        }
    }

    #[test]
    fn two_keys_do_not_share_a_name_and_a_damaged_file_is_no_empty_one() {
        let (_folder, ring) = ring();
        ring.make(new("a", Role::User), NOW).unwrap();
        assert!(ring.make(new("a", Role::Agent), NOW).is_err());
        std::fs::write(ring.path(), "{").unwrap();
        assert_eq!(ring.find("mmr_a_b").unwrap_err().code, Code::Damaged);
        assert!(ring.make(new("b", Role::Agent), NOW).is_err());
    }

    #[test]
    fn each_tenant_names_its_keys_as_if_it_were_alone() {
        let (_folder, ring) = ring();
        let of = |tenant: &str| NewKey { tenant: tenant.into(), ..new("กุญแจ", Role::User) };
        let (one, _) = ring.make(of("甲"), NOW).unwrap();
        let (other, _) = ring.make(of("乙"), NOW).unwrap();
        assert!(ring.make(of("甲"), NOW).is_err());
        assert_eq!(ring.revoke(any("กุญแจ"), NOW).unwrap_err().code, Code::Ambiguous);
        ring.revoke(Named { tenant: Some("甲"), name: "กุญแจ" }, NOW).unwrap();
        assert!(!ring.counts(&one.id) && ring.counts(&other.id));
        let foreign = Named { tenant: Some("甲"), name: &other.id };
        assert_eq!(ring.revoke(foreign, NOW).unwrap_err().code, Code::NotFound);
    }

    #[test]
    fn a_tenant_that_could_leave_its_folder_has_no_key() {
        let (_folder, ring) = ring();
        for tenant in ["", ".", "..", "a/b", "a\\b", "a\0", "ก ข"] {
            let wrong = NewKey { tenant: tenant.into(), ..new("x", Role::User) };
            assert!(ring.make(wrong, NOW).is_err(), "{tenant:?}");
        }
        assert!(ring.make(NewKey { tenant: "บริษัท-甲_1".into(), ..new("x", Role::User) }, NOW).is_ok());
    }
}

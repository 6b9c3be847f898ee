//! Which files of a workspace can hold memories, and which one only looks as if it could: the owner's entries have one place.

use memoro_core::UserId;
use memoro_core::markdown::{Home, safe_name};

use super::files::{VaultError, VaultFiles};

/// Lists the files that are there and can hold memories of this owner's workspace.
pub(crate) fn list(files: &VaultFiles, owner: &UserId) -> Result<Vec<String>, VaultError> {
    let mut found = files.list("")?;
    for user in files.folders("users")? {
        found.extend(files.list(&user)?);
    }
    found.extend(files.list("memory")?);
    found.extend(files.list("memory/recent")?);
    found.extend(files.list("memory/learnings")?);
    found.retain(|path| Home::at(path).is_some_and(|home| home.user().as_ref() != Some(owner)));
    Ok(found)
}

/// Returns the file that stands where the owner's entries would be if they were another user's: it is not read.
pub(crate) fn second_profile(files: &VaultFiles, owner: &UserId) -> Result<Option<String>, VaultError> {
    let path = Home::UserProfile(safe_name(owner.as_str())).path();
    Ok(files.stamp(&path)?.map(|_| path))
}

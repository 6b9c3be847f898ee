//! Which files of a workspace can hold memories.

use memoro_core::markdown::Home;

use super::files::{VaultError, VaultFiles};

/// Lists the files that are there and can hold memories.
pub(crate) fn list(files: &VaultFiles) -> Result<Vec<String>, VaultError> {
    let mut found = files.list("")?;
    for user in files.folders("users")? {
        found.extend(files.list(&user)?);
    }
    found.extend(files.list("memory")?);
    found.extend(files.list("memory/recent")?);
    found.extend(files.list("memory/learnings")?);
    found.retain(|path| Home::at(path).is_some());
    Ok(found)
}

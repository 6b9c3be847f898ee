//! Symbolic links among the files of a workspace: which are followed. Those of PROFILE.md and SESSION.md are their owner's word
//! of where the file lies; every other one is followed inside the workspace, and out of it only into a folder that the owner
//! declared. What lies behind any other link is nobody's memory: it is neither read, nor written, nor removed.

use std::fs;
use std::path::{Component, Path, PathBuf};

use super::{VaultError, VaultFiles};

/// The files whose links lead where their owner wants.
const DECLARED: [&str; 2] = ["PROFILE.md", "SESSION.md"];

/// What Memoro keeps for itself: no memory is read from there by its name.
const OWN: &str = ".memoro";

impl VaultFiles {
    /// Follows links out of the workspace into these folders too.
    #[must_use]
    pub fn following(mut self, folders: &[PathBuf]) -> Self {
        self.linked = folders.to_vec();
        self
    }

    /// Tells whether a path leads, by links, to a place where no memory of this workspace may lie.
    pub(crate) fn leads_out(&self, relative: &str) -> bool {
        self.led_out(Path::new(relative)).is_some()
    }

    /// Tells whether a file is itself such a link, in a folder of the workspace: what would stand there finds another place.
    pub(crate) fn is_barred(&self, relative: &str) -> bool {
        let folder = relative.rsplit_once('/').map_or("", |(folder, _)| folder);
        self.leads_out(relative) && !self.leads_out(folder)
    }

    /// Returns where a path leads that is not followed.
    pub(super) fn led_out(&self, relative: &Path) -> Option<PathBuf> {
        let own = matches!(relative.components().next(), Some(Component::Normal(first)) if first == OWN);
        if own || DECLARED.iter().any(|name| Path::new(name) == relative) {
            return None;
        }
        let (mut place, mut parts) = (self.root.clone(), relative.components());
        while let Some(part) = parts.next() {
            place.push(part);
            match fs::symlink_metadata(&place) {
                Ok(found) if found.is_symlink() => {
                    let target = true_place(&place)?;
                    let target = parts.fold(target, |target, part| target.join(part));
                    return (!self.may_hold(&target)).then_some(target);
                }
                Ok(_) => {}
                Err(_) => return None,
            }
        }
        None
    }

    /// Tells whether a true place is one of this workspace, and not another's or Memoro's own, or in a declared folder.
    fn may_hold(&self, target: &Path) -> bool {
        if let Ok(inside) = target.strip_prefix(&self.root) {
            let first = inside.components().next().map(Component::as_os_str);
            return first.is_none_or(|first| first != OWN && first != "users");
        }
        self.linked.iter().any(|folder| folder.canonicalize().is_ok_and(|folder| target.starts_with(folder)))
    }

    /// Refuses a path that leads out.
    pub(super) fn check_links(&self, relative: &str) -> Result<(), VaultError> {
        match self.led_out(Path::new(relative)) {
            Some(target) => Err(VaultError::LeadsOut { path: self.root.join(relative), target }),
            None => Ok(()),
        }
    }
}

/// Returns where a link leads in the end, also where nothing is there yet; `None` where links go round in circles.
fn true_place(link: &Path) -> Option<PathBuf> {
    if let Ok(place) = link.canonicalize() {
        return Some(place);
    }
    let place = super::follow(link.to_owned()).ok()?;
    let folder = place.parent().and_then(|folder| folder.canonicalize().ok());
    Some(
        folder
            .zip(place.file_name())
            .map_or_else(|| PathBuf::from("/").join(&place), |(folder, name)| folder.join(name)),
    )
}

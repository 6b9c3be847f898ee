//! The environment of the process, read once and passed down, so that everything else can be tested without it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// The variables, the folder and the home of the process.
#[derive(Debug, Clone, Default)]
pub(crate) struct Env {
    variables: BTreeMap<String, OsString>,
    /// The folder in which the command runs.
    pub(crate) folder: PathBuf,
}

impl Env {
    /// Reads the environment of this process.
    pub(crate) fn read() -> Self {
        let named = |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value));
        // A folder that is gone is no place to look from; what is named in full is found all the same.
        let folder = std::env::current_dir().unwrap_or_default();
        Self { variables: std::env::vars_os().filter_map(named).collect(), folder }
    }

    /// Returns a variable that is set, not empty and readable text.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.variables.get(name).and_then(|value| value.to_str()).filter(|value| !value.is_empty())
    }

    /// Returns a variable as a path.
    pub(crate) fn path(&self, name: &str) -> Option<PathBuf> {
        self.variables.get(name).filter(|value| !value.is_empty()).map(PathBuf::from)
    }
}

#[cfg(test)]
impl<const N: usize> From<[(&str, &str); N]> for Env {
    fn from(pairs: [(&str, &str); N]) -> Self {
        let variables = pairs.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        Self { variables, folder: PathBuf::from("/") }
    }
}

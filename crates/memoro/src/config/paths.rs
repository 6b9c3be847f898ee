//! Where the configuration and the home workspace are. Makes no folder.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

use crate::env::Env;
use crate::error::{Code, Failure, Result};

/// The folders of a person.
#[derive(Debug, Clone)]
pub(crate) struct Folders {
    /// Holds `config.toml` and the admin's files.
    pub(crate) config: PathBuf,
    /// The workspace where none is named, none is near and none is configured.
    pub(crate) workspace: PathBuf,
    home: PathBuf,
}

impl Folders {
    /// Finds the folders: `MEMORO_CONFIG_DIR` and the XDG variables first, else the usual places below the home.
    pub(crate) fn find(env: &Env) -> Result<Self> {
        let base = etcetera::choose_base_strategy().map_err(|_| {
            Failure::new(Code::Config, "there is no home folder")
                .hint("set HOME, or MEMORO_CONFIG_DIR and MEMORO_WORKSPACE")
        });
        match (base, env.path("MEMORO_CONFIG_DIR")) {
            (Ok(base), config) => Ok(Self {
                config: config.unwrap_or_else(|| base.config_dir().join("memoro")),
                workspace: base.data_dir().join("memoro"),
                home: base.home_dir().to_owned(),
            }),
            (Err(_), Some(config)) => {
                Ok(Self { workspace: config.join("workspace"), home: config.clone(), config })
            }
            (Err(failure), None) => Err(failure),
        }
    }

    /// Returns the configuration file.
    pub(crate) fn config_file(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    /// Returns the file with the admin's key.
    pub(crate) fn admin_key(&self) -> PathBuf {
        self.config.join("admin.key")
    }

    /// Returns the file of the keys.
    pub(crate) fn keys(&self) -> PathBuf {
        self.config.join("keys.json")
    }

    /// Returns the file of the secret by which exports of this home are known.
    pub(crate) fn seal(&self) -> PathBuf {
        self.config.join("seal.key")
    }

    /// Returns the file of the token that the first start made.
    pub(crate) fn token(&self) -> PathBuf {
        self.config.join("token")
    }

    /// Returns the home folder.
    pub(crate) fn home(&self) -> &Path {
        &self.home
    }

    /// Returns the admin's file of rules.
    pub(crate) fn policy(&self) -> PathBuf {
        self.config.join("POLICY.md")
    }

    /// Replaces a leading `~` by the home folder.
    pub(crate) fn expand(&self, path: &Path) -> PathBuf {
        match path.strip_prefix("~") {
            Ok(rest) => self.home.join(rest),
            Err(_) => path.to_owned(),
        }
    }
}

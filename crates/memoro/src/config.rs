//! The configuration: defaults, then the file, then the environment, then flags. Read once, passed down.

mod embedding;
mod field;
mod file;
mod jobs;
pub(crate) mod json5;
mod named;
mod nearest;
pub(crate) mod openclaw;
mod paths;

pub(crate) use embedding::Embedding;
pub(crate) use field::{FIELDS, Field};
pub(crate) use file::{ConfigFile, as_typed, private_folder, write_private};
pub(crate) use jobs::Jobs;
pub(crate) use nearest::nearest;
pub(crate) use paths::Folders;

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};

use jiff::SignedDuration;
use jiff::tz::TimeZone;
use memoro_core::chunker::Limits;
use memoro_core::resolve::Precedence;
use memoro_core::{Confidence, OWNER, ScopeKind, UserId};
use memoro_engine::documents::{ExtraPath, Sources};
use memoro_engine::transcripts::{Place, default_places};
use memoro_engine::{Edits, IndexSettings, LayerSettings, SearchSettings, Settings};

use crate::env::Env;
use crate::error::{Code, Failure, Result};

/// Every value that can be configured.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Config {
    /// The workspace where none is named and none is near.
    pub(crate) workspace: Option<PathBuf>,
    /// The user whose entries stand in PROFILE.md.
    pub(crate) owner: UserId,
    /// The name of the time zone; `system` for that of the machine.
    pub(crate) time_zone: String,
    /// The order of scopes.
    pub(crate) precedence: Vec<ScopeKind>,
    /// After how long without use a session is over, as written.
    pub(crate) session_idle: String,
    /// What becomes of edits by hand.
    pub(crate) vault_edits: Edits,
    /// How sure an inferred memory must be to wait for confirmation.
    pub(crate) pending_threshold: Confidence,
    /// After how long without confirmation a pending memory lapses, as written.
    pub(crate) pending_lapse: String,
    /// After how many failed writes in a row a run is told to stop.
    pub(crate) verify_max_failures: u32,
    /// The folder inside the workspace that gets the audit lines of runs.
    pub(crate) audit_dir: PathBuf,
    /// Files, folders and patterns that are indexed besides the workspace.
    pub(crate) index_paths: Vec<String>,
    /// Folders outside the workspace that links may lead into.
    pub(crate) index_linked: Vec<String>,
    /// Folders with transcripts besides the workspace's own; `known` for those of known programs.
    pub(crate) index_transcripts: Vec<String>,
    /// The largest document, in bytes.
    pub(crate) index_max_bytes: u64,
    /// The size of chunks.
    pub(crate) index_limits: Limits,
    /// The provider that makes vectors.
    pub(crate) embedding: Embedding,
    /// How the layers live.
    pub(crate) layers: LayerSettings,
    /// How the jobs work and conversations are read.
    pub(crate) jobs: Jobs,
    /// What a search of agents returns unless it says otherwise.
    pub(crate) search: SearchSettings,
    /// Where and for whom the server listens.
    pub(crate) serve: Serve,
}

/// Where and for whom the server listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Serve {
    /// The address.
    pub(crate) bind: IpAddr,
    /// The port.
    pub(crate) port: u16,
    /// A folder with one workspace for each tenant.
    pub(crate) tenants: Option<PathBuf>,
    /// Names besides addresses and `localhost`.
    pub(crate) hosts: Vec<String>,
    /// Origins of pages that may ask.
    pub(crate) origins: Vec<String>,
    /// Requests a minute for each key.
    pub(crate) rate: u32,
    /// Connections at once.
    pub(crate) connections: usize,
    /// Calls that run or wait at once, in each lane.
    pub(crate) queue: usize,
}

impl Default for Serve {
    fn default() -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 47_778,
            tenants: None,
            hosts: Vec::new(),
            origins: Vec::new(),
            rate: 600,
            connections: 1_024,
            queue: 1_024,
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            workspace: None,
            owner: UserId::new(OWNER).expect("the default owner is a valid id"),
            time_zone: "system".into(),
            precedence: vec![
                ScopeKind::Policy,
                ScopeKind::User,
                ScopeKind::Project,
                ScopeKind::Session,
                ScopeKind::Agent,
            ],
            session_idle: "8h".into(),
            vault_edits: Edits::Active,
            pending_threshold: Confidence::from_thousandths(800),
            pending_lapse: "30d".into(),
            verify_max_failures: 3,
            audit_dir: memoro_engine::RUNS.into(),
            index_paths: Vec::new(),
            index_linked: Vec::new(),
            index_transcripts: Vec::new(),
            index_max_bytes: Sources::MAX_BYTES,
            index_limits: Limits::default(),
            embedding: Embedding::default(),
            layers: LayerSettings::default(),
            jobs: Jobs::default(),
            search: SearchSettings::default(),
            serve: Serve::default(),
        }
    }
}

/// A configuration, and what in its file was not understood.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// The values.
    pub(crate) config: Config,
    /// Keys of the file that nothing knows, as sentences.
    pub(crate) unknown: Vec<String>,
}

impl Config {
    /// Puts the four layers together; `flags` are `key=value` pairs.
    pub(crate) fn load(file: &ConfigFile, env: &Env, flags: &[String]) -> Result<Loaded> {
        let mut config = Config::default();
        let mut unknown = Vec::new();
        for (key, value) in file.values()? {
            match Field::named(&key) {
                Some(field) => config.put(field, &value, &file.path().display().to_string())?,
                None => unknown.push(format!("{}: unknown key `{key}`{}", file.path().display(), like(&key))),
            }
        }
        for field in FIELDS {
            if let Some(value) = env.text(&field.variable()) {
                config.put(field, value, &field.variable())?;
            }
        }
        for flag in flags {
            if let Some(path) = named::file_of(flag) {
                named::take(&mut config, &env.folder.join(path), &mut unknown)?;
                continue;
            }
            let (key, value) = flag.split_once('=').ok_or_else(|| {
                Failure::new(Code::Usage, format!("`--config {flag}` has no value"))
                    .hint("write it as `--config key=value`, or name a file: `--config settings.json5`")
            })?;
            config.put(Field::known(key.trim())?, value.trim(), "--config")?;
        }
        Ok(Loaded { config, unknown })
    }

    pub(super) fn put(&mut self, field: &Field, value: &str, origin: &str) -> Result<()> {
        (field.put)(self, &as_typed(value)).map_err(|why| {
            Failure::new(Code::Config, format!("{origin}: `{}`: {why}", field.name))
                .hint(format!("run `memoro config set {} {}`", field.name, field.example))
        })
    }

    /// Returns what the engine needs to know of the workspace in `root`.
    pub(crate) fn settings(&self, root: &Path, folders: &Folders) -> Settings {
        Settings {
            owner: self.owner.clone(),
            precedence: Precedence::new(&self.precedence),
            session_idle: field::duration(&self.session_idle).unwrap_or(SignedDuration::from_hours(8)),
            time_zone: self.zone(),
            edits: self.vault_edits,
            index: self.index(root, folders),
            embedding: memoro_engine::EmbeddingSettings::default(),
            policy: Some(folders.policy()),
            seal: None,
            admin_key: Some(folders.admin_key()),
            inferred_from: self.pending_threshold,
            pending_lapse: field::duration(&self.pending_lapse).unwrap_or(SignedDuration::from_hours(720)),
            max_failures: self.verify_max_failures,
            runs: self.audit_dir.clone(),
            layers: self.layers.clone(),
            jobs: memoro_engine::jobs::JobSettings::default(),
            search: self.search,
        }
    }

    fn index(&self, root: &Path, folders: &Folders) -> IndexSettings {
        let expand = |text: &String| folders.expand(Path::new(text));
        let extra = |text: &String| ExtraPath::new(root, expand(text).to_str()?).ok();
        let places = self.index_transcripts.iter().flat_map(|text| match text.as_str() {
            "known" => default_places(folders.home()),
            _ => vec![Place { program: "configured", folder: root.join(expand(text)) }],
        });
        IndexSettings {
            extra: self.index_paths.iter().filter_map(extra).collect(),
            linked: self.index_linked.iter().map(expand).collect(),
            max_bytes: self.index_max_bytes,
            limits: self.index_limits,
            places: places.collect(),
            transcripts: self.jobs.transcripts(),
        }
    }

    /// Returns the time zone.
    pub(crate) fn zone(&self) -> TimeZone {
        field::zone(&self.time_zone).unwrap_or(TimeZone::UTC)
    }
}

/// Names the nearest known key, as the end of a sentence.
pub(crate) fn like(key: &str) -> String {
    match nearest(key, FIELDS.iter().map(|field| field.name)) {
        Some(known) => format!("; did you mean `{known}`?"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(file: &str, env: &Env, flags: &[&str]) -> Result<Loaded> {
        let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        Config::load(&ConfigFile::of_text("config.toml", file), env, &flags)
    }

    #[test]
    fn flags_win_over_the_environment_over_the_file_over_the_defaults() {
        let file = "owner = \"ก\"\nsession.idle = \"1h\"\n[vault]\nedits = \"pending\"\n";
        let env = Env::from([("MEMORO_OWNER", "乙"), ("MEMORO_SESSION_IDLE", "2h")]);
        let config = load(file, &env, &["owner=c"]).unwrap().config;
        assert_eq!(config.owner.as_str(), "c");
        assert_eq!(config.session_idle, "2h");
        assert_eq!(config.vault_edits, Edits::Pending);
        assert_eq!(config.time_zone, "system");
        let config = load(file, &Env::default(), &[]).unwrap().config;
        assert_eq!(config.owner.as_str(), "ก");
        assert_eq!(config.session_idle, "1h");
        let config = load(file, &env, &[]).unwrap().config;
        assert_eq!(config.owner.as_str(), "乙");
        assert_eq!(load("", &Env::default(), &[]).unwrap().config, Config::default());
    }

    #[test]
    fn a_misspelt_key_is_told_with_the_nearest_known_one() {
        let loaded = load("sesion.idle = \"1h\"\nxyzzy = 1\n", &Env::default(), &[]).unwrap();
        assert_eq!(loaded.unknown[0], "config.toml: unknown key `sesion.idle`; did you mean `session.idle`?");
        assert_eq!(loaded.unknown[1], "config.toml: unknown key `xyzzy`");
        let failure = load("", &Env::default(), &["ownr=x"]).unwrap_err();
        assert!(failure.message.contains("did you mean `owner`?"), "{}", failure.message);
    }

    #[test]
    fn a_wrong_value_names_its_place_and_a_right_one() {
        for (file, env, flags, place) in [
            ("session.idle = \"soon\"", Env::default(), vec![], "config.toml"),
            ("", Env::from([("MEMORO_SESSION_IDLE", "soon")]), vec![], "MEMORO_SESSION_IDLE"),
            ("", Env::default(), vec!["session.idle=soon"], "--config"),
        ] {
            let failure = load(file, &env, &flags).unwrap_err();
            assert_eq!(failure.code, Code::Config);
            assert!(failure.message.starts_with(&format!("{place}: `session.idle`")), "{}", failure.message);
            assert_eq!(failure.hint.as_deref(), Some("run `memoro config set session.idle 8h`"));
        }
    }

    #[test]
    fn the_example_file_is_the_defaults() {
        let example = include_str!("../../../config.example.toml");
        let file = ConfigFile::of_text("config.example.toml", example);
        let loaded = Config::load(&file, &Env::default(), &[]).unwrap();
        assert_eq!((loaded.config, loaded.unknown), (Config::default(), vec![]));
        for field in FIELDS {
            let last = field.name.rsplit('.').next().unwrap();
            assert!(
                example.lines().any(|line| line.trim_start_matches("# ").starts_with(&format!("{last} = "))),
                "{}",
                field.name
            );
        }
    }

    #[test]
    fn policy_stays_first_whatever_the_precedence_says() {
        let config = load("precedence = [\"session\", \"user\"]", &Env::default(), &[]).unwrap().config;
        assert_eq!(config.precedence, [ScopeKind::Session, ScopeKind::User]);
        let folders = Folders::find(&Env::from([("MEMORO_CONFIG_DIR", "/c")])).unwrap();
        assert_eq!(
            config.settings(Path::new("/w"), &folders).precedence,
            Precedence::new(&[ScopeKind::Session, ScopeKind::User])
        );
    }

    #[test]
    fn no_bytes_in_a_configuration_file_make_it_panic_or_wait() {
        const FILES: &[&str] = &[
            "workspace = \"/x\"\ntime_zone = \"Asia/Bangkok\"\n[session]\nidle = \"8h\"\n[search]\nmin_score = 0.1\n",
            "# คำอธิบาย 注释\n[index]\npaths = [\"notes/**/*.md\", 'x']\n[jobs.\"daily-wrapup\"]\ncron = \"0 22 * * *\"\n",
            "{ agents: { defaults: { memorySearch: { provider: 'openai', query: { hybrid: { enabled: true } } } } } } // x",
            "{\"memory\": {\"backend\": \"builtin\", \"sync\": {\"intervalMinutes\": 5}}, \"timezone\": \"Asia/Bangkok\"}",
        ];
        fn feed(input: &[u8]) {
            let text = String::from_utf8_lossy(input);
            let _ = load(&text, &Env::default(), &[]);
            if let Ok(value) = json5::parse(&text) {
                openclaw::read(&value);
            }
        }
        let target = memoro_fuzz::Target { name: "config", seeds: FILES, run: feed, cost: 1 };
        memoro_fuzz::run(&target, memoro_fuzz::inputs(4000), 1).unwrap();
    }
}

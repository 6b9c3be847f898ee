//! What every command needs: global flags, configuration, clock, output, and the way to the workspace.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use jiff::Timestamp;
use memoro_core::{Scope, ScopeKind, SessionId, UserId};
use memoro_engine::{Access, Action, Caller, Notices, Role, Settings, Workspace};

use crate::config::{Config, ConfigFile, Field, Folders, Loaded};
use crate::env::Env;
use crate::error::{Code, Failure, Result};
use crate::ops::run_name;
use crate::out::{Colours, Form, Out, Remarks};

/// Who acts. A flag or variable can only lower the trust in a command, never raise it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(super) enum As {
    /// An agent on its own: profile, rules and instructions wait for a person.
    Agent,
    /// The user.
    User,
}

/// Flags that every command takes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub(super) struct Globals {
    /// The workspace; else `MEMORO_WORKSPACE`, the nearest folder with `.memoro/`, or the one in the home folder
    #[arg(long, global = true, value_name = "FOLDER")]
    workspace: Option<PathBuf>,
    /// Print the answer, and errors, as JSON
    #[arg(long, global = true)]
    json: bool,
    /// Act with less trust (also `MEMORO_ACTOR`); nothing raises it
    #[arg(long = "as", global = true, value_name = "WHO")]
    actor: Option<As>,
    /// The session (also `MEMORO_SESSION`); the current one where it is left out
    #[arg(long, global = true, value_name = "ID")]
    session: Option<String>,
    /// The run that the audit names (also `MEMORO_RUN`)
    #[arg(long, global = true, value_name = "ID")]
    run: Option<String>,
    /// The user; the owner of the workspace where it is left out
    #[arg(long, global = true, value_name = "ID")]
    user: Option<String>,
    /// Set a configuration key for this command, or take the keys of a file: TOML as `config.toml`, JSON or JSON5 as `OpenClaw` has it
    #[arg(long, global = true, value_name = "KEY=VALUE|FILE")]
    config: Vec<String>,
    /// No colours (also `NO_COLOR`)
    #[arg(long, global = true)]
    no_color: bool,
    /// Say nothing but the answer and errors
    #[arg(long, short, global = true)]
    quiet: bool,
}

impl Globals {
    /// Prepares the output that the flags ask for.
    pub(super) const fn out(&self) -> Out {
        let form = if self.json { Form::Json } else { Form::Human };
        let colours = if self.no_color { Colours::Off } else { Colours::Auto };
        let remarks = if self.quiet { Remarks::Quiet } else { Remarks::Said };
        Out::new(form, colours, remarks)
    }
}

/// Whether a command may make the home workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// It must be there.
    Present,
    /// The one in the home folder is made where no other is named or near.
    Made,
}

/// A command's surroundings.
#[derive(Debug)]
pub(super) struct App {
    globals: Globals,
    env: Env,
    /// The configuration.
    pub(super) config: Config,
    /// The configuration file as it was read.
    pub(super) file: ConfigFile,
    /// Where configuration and home workspace are.
    pub(super) folders: Folders,
    /// Output.
    pub(super) out: Out,
    /// The clock, read once.
    pub(super) now: Timestamp,
    unknown: Vec<String>,
    waiting: std::sync::OnceLock<Notices>,
}

/// Reads the configuration from its file, the environment and the command line.
fn configured(folders: &Folders, env: &Env, globals: &Globals) -> Result<(ConfigFile, Loaded)> {
    let file = ConfigFile::read(&folders.config_file())?;
    let loaded = Config::load(&file, env, &globals.config)?;
    Ok((file, loaded))
}

impl App {
    /// Reads the configuration.
    pub(super) fn new(globals: Globals, env: Env, out: Out, now: Timestamp) -> Result<Self> {
        let folders = Folders::find(&env)?;
        let (file, Loaded { config, unknown }) = configured(&folders, &env, &globals)?;
        let waiting = std::sync::OnceLock::new();
        Ok(Self { globals, env, config, file, folders, out, now, unknown, waiting })
    }

    /// Goes by the defaults where the configuration is broken, and says what is wrong with it: for who looks for that.
    pub(super) fn diagnosing(globals: Globals, env: Env, out: Out, now: Timestamp) -> Result<Self> {
        match configured(&Folders::find(&env)?, &env, &globals) {
            Ok(_) => Self::new(globals, env, out, now),
            Err(failure) => {
                let unknown = vec![failure.message];
                Ok(Self { unknown, ..Self::unconfigured(globals, env, out, now)? })
            }
        }
    }

    /// Leaves the configuration unread, for commands that need none of it: also where it is broken.
    pub(super) fn unconfigured(globals: Globals, env: Env, out: Out, now: Timestamp) -> Result<Self> {
        let folders = Folders::find(&env)?;
        let file = ConfigFile::unread(&folders.config_file());
        let (config, waiting) = (Config::default(), std::sync::OnceLock::new());
        Ok(Self { globals, env, config, file, folders, out, now, unknown: Vec::new(), waiting })
    }

    /// Returns what the configuration file holds that nothing knows.
    pub(super) fn unknown_keys(&self) -> &[String] {
        &self.unknown
    }

    /// Warns of keys in the configuration file that nothing knows.
    pub(super) fn warn_of_configuration(&self) {
        self.unknown.iter().for_each(|unknown| self.out.warn(unknown));
    }

    /// Returns the folder in which the command runs.
    pub(super) fn folder(&self) -> &Path {
        &self.env.folder
    }

    /// Returns the workspace that was named by flag or variable.
    pub(super) fn named_workspace(&self) -> Option<PathBuf> {
        self.globals.workspace.clone().or_else(|| self.env.path("MEMORO_WORKSPACE"))
    }

    /// Returns the folder of the workspace, and whether it is only the last resort.
    pub(super) fn root(&self) -> (PathBuf, Need) {
        if let Some(named) = self.named_workspace().or_else(|| Workspace::nearest(&self.env.folder)) {
            return (self.env.folder.join(self.folders.expand(&named)), Need::Present);
        }
        let home = self.config.workspace.as_ref().map(|path| self.folders.expand(path));
        (home.unwrap_or_else(|| self.folders.workspace.clone()), Need::Made)
    }

    /// Brings what a question may be about up to date, with progress where that takes a while.
    pub(super) fn sync(&self, workspace: &Workspace, caller: &Caller) -> Result<()> {
        let bar = self.out.progress("indexing");
        workspace.sync(caller, &mut |step| {
            bar.set_length(step.total as u64);
            bar.set_position(step.done as u64);
        })?;
        bar.finish_and_clear();
        Ok(())
    }

    /// Returns the settings of the workspace in a folder.
    pub(super) fn settings(&self, root: &Path) -> Settings {
        let embedding = self.config.embedding.settings(&self.env, &self.folders);
        let jobs = self.config.jobs.settings(&self.env, &self.folders);
        Settings { embedding, jobs, ..self.config.settings(root, &self.folders) }
    }

    /// Returns what makes the settings of any workspace, for as long as a server runs.
    pub(super) fn settings_maker(&self) -> impl Fn(&Path) -> Settings + Send + Sync + 'static {
        let (config, env, folders) = (self.config.clone(), self.env.clone(), self.folders.clone());
        move |root| {
            let embedding = config.embedding.settings(&env, &folders);
            let jobs = config.jobs.settings(&env, &folders);
            Settings { embedding, jobs, ..config.settings(root, &folders) }
        }
    }

    /// Returns what the engine needs to know of a provider.
    pub(super) fn embedding(&self, embedding: &crate::config::Embedding) -> memoro_engine::EmbeddingSettings {
        embedding.settings(&self.env, &self.folders)
    }

    /// Opens the workspace.
    pub(super) fn workspace(&self, need: Need) -> Result<Workspace> {
        let workspace = self.opening(need)?.open(&self.out)?;
        let _ = self.waiting.set(workspace.notices());
        Ok(workspace)
    }

    /// Warns of what could not be taken in or brought in line while the command ran.
    pub(super) fn warn_of_waiting(&self) {
        self.waiting.get().into_iter().flat_map(Notices::take).for_each(|why| self.out.warn(why));
    }

    /// Prepares to open the workspace, so that another thread can do it.
    pub(super) fn opening(&self, need: Need) -> Result<Opening> {
        let (root, last_resort) = self.root();
        let settings = Settings { seal: super::seal::read(&self.folders.seal()), ..self.settings(&root) };
        let caller = self.keeper()?;
        let need = if last_resort == Need::Made { need } else { Need::Present };
        Ok(Opening { root, settings, caller, need })
    }

    /// Returns the admin key from the environment.
    pub(super) fn admin_key(&self) -> Option<&str> {
        self.env.text("MEMORO_ADMIN_KEY")
    }

    /// Returns what somebody at this machine may do; a flag or variable can only lower it.
    pub(super) fn access(&self) -> Result<Access> {
        let who = match self.env.text("MEMORO_ACTOR") {
            None => As::User,
            Some(word) => As::from_str(word, true).map_err(|_| {
                Failure::new(Code::Config, format!("MEMORO_ACTOR: `{word}` is neither user nor agent"))
                    .hint("set it to `agent`, or unset it")
            })?,
        };
        Ok(Access::local(match who.min(self.globals.actor.unwrap_or(As::User)) {
            As::Agent => Role::Agent,
            As::User => Role::User,
        }))
    }

    /// Returns who calls, when, in which session and run; with `--user` what belongs to others is not there.
    pub(super) fn caller(&self) -> Result<Caller> {
        let only = if self.names_user() { Some(self.user()?) } else { None };
        Ok(Caller { only, session: self.named_session()?, ..self.keeper()? })
    }

    /// Returns the caller for what is nobody's own: opening, indexing and measuring a workspace.
    pub(super) fn keeper(&self) -> Result<Caller> {
        let run = self.globals.run.as_deref().or_else(|| self.env.text("MEMORO_RUN"));
        let run = run.map(run_name).transpose()?;
        Ok(Caller { run, ..self.measurer()? })
    }

    /// Returns the caller for a measurement, which is part of no run.
    pub(super) fn measurer(&self) -> Result<Caller> {
        Ok(self.access()?.authorise(&[Action::Read], self.now)?)
    }

    /// Returns what `--run` says, for a command that writes its run into a file of that name.
    pub(super) fn run_file(&self) -> Option<&str> {
        self.globals.run.as_deref()
    }

    /// Returns the caller for what is done to everybody's memories at once, which nobody does for another than the owner.
    pub(super) fn whole(&self, what: &str) -> Result<Caller> {
        let user = self.user()?;
        if user == self.config.owner {
            return self.keeper();
        }
        let message = format!("`{what}` is about the memories of everybody, not of `{user}` alone");
        Err(Failure::new(Code::Usage, message).hint("leave `--user` out"))
    }

    /// Returns the caller for one user: what belongs to others is not there.
    pub(super) fn reader(&self) -> Result<Caller> {
        Ok(self.caller()?.for_user(self.user()?))
    }

    /// Returns the user that the command is about.
    pub(super) fn user(&self) -> Result<UserId> {
        match &self.globals.user {
            None => Ok(self.config.owner.clone()),
            Some(name) => {
                UserId::new(name).map_err(|why| Failure::new(Code::Usage, format!("--user: {why}")))
            }
        }
    }

    /// Returns the session that was named.
    pub(super) fn named_session(&self) -> Result<Option<SessionId>> {
        let name =
            self.globals.session.clone().or_else(|| self.env.text("MEMORO_SESSION").map(str::to_owned));
        name.map(|name| {
            SessionId::new(&name).map_err(|why| Failure::new(Code::Usage, format!("--session: {why}")))
        })
        .transpose()
    }

    /// Tells whether the environment sets a key.
    pub(super) fn overrides(&self, field: &Field) -> bool {
        self.env.text(&field.variable()).is_some()
    }

    /// Returns the person's editor.
    pub(super) fn editor(&self) -> Option<&str> {
        self.env.text("VISUAL").or_else(|| self.env.text("EDITOR"))
    }

    /// Tells whether a user was named.
    pub(super) const fn names_user(&self) -> bool {
        self.globals.user.is_some()
    }

    /// Reads a scope; `user` and `session` without an id mean the user and session of the command.
    pub(super) fn scope(&self, text: &str, workspace: &Workspace, caller: &Caller) -> Result<Scope> {
        match text.parse::<ScopeKind>() {
            Ok(ScopeKind::User) => Ok(Scope::User(self.user()?)),
            Ok(ScopeKind::Session) => {
                Ok(Scope::Session(workspace.use_session(self.named_session()?, caller)?))
            }
            _ => {
                let scope = text.parse::<Scope>().map_err(|why| {
                    Failure::new(Code::Usage, format!("--scope: {why}"))
                        .hint("use user, user:<id>, project:<id>, session, session:<id> or agent")
                })?;
                self.reached(scope, workspace, caller)
            }
        }
    }

    /// Returns a scope that is there for the caller; a session that a user names is the user's own.
    fn reached(&self, scope: Scope, workspace: &Workspace, caller: &Caller) -> Result<Scope> {
        let scope = match scope {
            Scope::Session(named) => {
                workspace.session_of(Some(&named), caller)?.map_or(Scope::Session(named), Scope::Session)
            }
            scope => scope,
        };
        if caller.only.is_none() || workspace.sees(&scope, caller) {
            return Ok(scope);
        }
        let message = format!("--scope: `{scope}` is not there for `{}`", self.user()?);
        Err(Failure::new(Code::NotFound, message).hint("name a scope of this user, or leave `--user` out"))
    }
}

/// A workspace that is about to be opened.
#[derive(Debug)]
pub(super) struct Opening {
    root: PathBuf,
    settings: Settings,
    caller: Caller,
    need: Need,
}

impl Opening {
    /// Opens it, or makes it where that is asked for.
    pub(super) fn open(self, out: &Out) -> Result<Workspace> {
        let Self { root, settings, caller, need } = self;
        if need == Need::Made && !root.join(memoro_engine::OWN).is_dir() {
            let workspace = Workspace::init(&root, settings, &caller)?;
            out.remark(format!("made a workspace in {}", root.display()));
            return Ok(workspace);
        }
        let workspace = Workspace::open(&root, settings, &caller)?;
        if workspace.is_out_of_room() {
            out.warn(
                "the disk is full: answers are what is stored; new documents and edits by hand are taken in when there is room",
            );
        }
        for why in workspace.notices().take() {
            out.warn(why);
        }
        if let Some(problem) = workspace.policy_status(&caller)?.problem {
            out.warn(format!("policy: {problem}"));
        }
        Ok(workspace)
    }
}

//! `memoro key`: makes, lists, rotates and revokes the keys of a server. A token is shown once, when it is made.

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use memoro_core::UserId;
use memoro_engine::{Action, Caller, OWN, Role, TENANT, Workspace};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, As};
use crate::access::{Key as Kept, Keyring, Named as Which, NewKey, Token, check_tenant};
use crate::api::KeyView;
use crate::error::{Code, Failure, Result};

/// Make, list, rotate and revoke the keys of a server.
#[derive(Debug, Args)]
#[command(after_help = "\
Keys count at once in every running server. Only their hashes are kept; a token is shown once, when it is made.
Roles: admin, user, agent (what it writes into profile, rules, procedures and identity waits for a person), read-only.

Examples:
  memoro key make laptop --role agent
  memoro key make dashboard --role read-only --json
  memoro key make shop --role user --tenant acme --scope read --scope write
  memoro key make desk --role agent --asks-person
  memoro key list
  memoro key rotate laptop
  memoro key revoke laptop")]
pub(super) struct Key {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Make a key and show its token
    #[command(after_help = "Examples:\n  memoro key make laptop --role agent")]
    Make(Make),
    /// List the keys, without their tokens
    #[command(after_help = "Examples:\n  memoro key list --json")]
    List,
    /// Give a key a new token; the old one counts no more
    #[command(after_help = "Examples:\n  memoro key rotate laptop")]
    Rotate(Named),
    /// End a key
    #[command(after_help = "Examples:\n  memoro key revoke laptop")]
    Revoke(Named),
}

#[derive(Debug, Args)]
struct Make {
    /// What the key is called
    name: String,
    /// What it is for: admin, user, agent or read-only
    #[arg(long, default_value = "agent")]
    role: Role,
    /// The tenant; needed where the server holds several
    #[arg(long)]
    tenant: Option<String>,
    /// Only these actions: read, write, forget, confirm, audit, maintain, admin
    #[arg(long = "scope", value_name = "SCOPE")]
    scopes: Vec<Action>,
    /// Only this user's memories, and those of everyone
    #[arg(long = "only-user", value_name = "ID")]
    only_user: Option<String>,
    /// A person stands at the client: what it answers to a question over MCP counts as the person's word
    #[arg(long)]
    asks_person: bool,
    /// The folder that `memoro serve --tenants` was given, where the configuration does not name it
    #[arg(long, value_name = "FOLDER", requires = "tenant")]
    tenants: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct Named {
    /// The name or the id of the key
    name: String,
    /// The tenant of the key; needed where several have one of this name
    #[arg(long)]
    tenant: Option<String>,
}

impl Named {
    fn which(&self) -> Which<'_> {
        Which { tenant: self.tenant.as_deref(), name: &self.name }
    }
}

#[derive(Serialize)]
struct Made {
    key: KeyView,
    token: String,
}

#[derive(Serialize)]
struct Listed {
    keys: Vec<KeyView>,
}

impl Key {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        if !app.access()?.may(Action::Confirm) {
            return Err(Failure::new(
                Code::Denied,
                "keys are for whoever runs this machine, not for an agent",
            )
            .hint(format!("leave out `--as {:?}`", As::Agent)));
        }
        let ring = Keyring::new(app.folders.keys());
        match self.verb {
            Verb::Make(make) => {
                let (key, token) = ring.make(make.key(app)?, app.now)?;
                show_made(app, &key, &token)
            }
            Verb::Rotate(named) => {
                let (key, token) = ring.rotate(named.which(), app.now)?;
                show_made(app, &key, &token)
            }
            Verb::Revoke(named) => {
                let key = ring.revoke(named.which(), app.now)?;
                app.out.show(&KeyView::from(&key), |out| writeln!(out, "revoked {}", key.name))
            }
            Verb::List => list(app, &ring),
        }
    }
}

impl Make {
    fn key(self, app: &App) -> Result<NewKey> {
        let folder = self.tenants.as_ref().or(app.config.serve.tenants.as_ref());
        let tenant = match (self.tenant, folder) {
            (None, Some(_)) => {
                return Err(Failure::new(Code::Usage, "there are several tenants, and the key names none")
                    .hint("run it again with `--tenant NAME`"));
            }
            (None, None) => TENANT.to_owned(),
            (Some(tenant), folder) => {
                check_tenant(&tenant)?;
                if let Some(folder) = folder {
                    let root = app.folder().join(app.folders.expand(folder)).join(&tenant);
                    if !root.join(OWN).is_dir() {
                        Workspace::init(&root, app.settings(&root), &Caller::user(app.now))?;
                        app.out.remark(format!("made a workspace in {}", root.display()));
                    }
                } else if tenant != TENANT {
                    app.out.warn(format!(
                        "the folder of the tenants is not known here, so no workspace was made for `{tenant}`; \
                         run `memoro init FOLDER/{tenant}` in the folder that `memoro serve --tenants FOLDER` was \
                         given, and name it here next time with `--tenants FOLDER` or `serve.tenants` in config.toml"
                    ));
                }
                tenant
            }
        };
        let user = self.only_user.map(|id| {
            UserId::new(&id).map_err(|why| Failure::new(Code::Usage, format!("--only-user: {why}")))
        });
        let (user, person) = (user.transpose()?, self.asks_person);
        Ok(NewKey { name: self.name, tenant, role: self.role, scopes: self.scopes, user, person })
    }
}

fn show_made(app: &App, key: &Kept, token: &Token) -> Result<()> {
    let view = Made { key: KeyView::from(key), token: token.reveal().to_owned() };
    app.out.show(&view, |out| writeln!(out, "{}", token.reveal()))?;
    app.out.remark(format!(
        "this is the token of `{}`, shown this once; send it as `Authorization: Bearer …`",
        key.name
    ));
    Ok(())
}

fn list(app: &App, ring: &Keyring) -> Result<()> {
    let keys = ring.keys()?;
    let view = Listed { keys: keys.iter().map(KeyView::from).collect() };
    app.out.show(&view, |out| {
        view.keys.iter().try_for_each(|key| {
            let state = if key.revoked_at.is_some() { "revoked" } else { key.role };
            writeln!(out, "{}  {state}  {}  {}", key.id.dimmed(), key.name.cyan(), key.tenant)
        })
    })?;
    if view.keys.is_empty() {
        app.out.remark("no keys; `memoro serve` makes the first one, `memoro key make NAME` another");
        return Err(Failure::told(Code::NotFound));
    }
    Ok(())
}

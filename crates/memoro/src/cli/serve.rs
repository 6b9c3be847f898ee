//! `memoro serve`: one service for any agent, on this machine or another. Makes a workspace and a token where there are
//! none, and ends by SIGTERM or Ctrl-C when what was begun is done.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use memoro_engine::{OWN, Role, Settings, TENANT, Workspace};
use serde::Serialize;

use super::app::App;
use super::init;
use crate::access::{Keyring, NewKey};
use crate::config::write_private;
use crate::error::{Code, Failure, Result};
use crate::http::{self, Listening, Log, Options, Service, Tenants};

/// How long a health check waits.
const PATIENCE: Duration = Duration::from_secs(2);

/// How much of its answer is read.
const ANSWER: u64 = 4_096;

/// Serve memory over HTTP, on this machine or to others.
#[derive(Debug, Args)]
#[command(after_help = "\
Every request needs a token (`Authorization: Bearer …`), except /health and /ready. The first start makes one and says
where it lies; `memoro key make` makes more. Beyond loopback, TLS or a proxy in front is needed.

Examples:
  memoro serve
  memoro serve --port 0 --workspace ~/notes/memory
  memoro serve --tenants ~/memoro/tenants
  memoro serve --routes
  memoro serve --bind 0.0.0.0 --tls-cert cert.pem --tls-key key.pem --host memoro.example
  memoro serve --bind 0.0.0.0 --behind-proxy --host memoro.example")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct Serve {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<IpAddr>,
    /// A folder with one workspace for each tenant, instead of a single workspace
    #[arg(long, value_name = "FOLDER")]
    tenants: Option<PathBuf>,
    /// A name, besides addresses and localhost, under which the server may be asked
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// The origin of web pages that may ask the server
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<String>,
    /// The certificate, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The certificate's key, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Listen beyond loopback without TLS: a proxy in front has it
    #[arg(long)]
    behind_proxy: bool,
    /// Ask for no token; on loopback only, and for one workspace only
    #[arg(long)]
    open: bool,
    /// Requests a minute for each key; 0 for any number
    #[arg(long, value_name = "N")]
    rate: Option<u32>,
    /// Serve nothing: ask the server on this machine how it is, for health checks
    #[arg(long, conflicts_with_all = ["open", "tenants", "bind"])]
    check: bool,
    /// Serve nothing: list the routes, with what one must be allowed to do for each and what it takes
    #[arg(long, conflicts_with_all = ["open", "tenants", "bind", "check"])]
    routes: bool,
    /// Write no lines about what happens
    #[arg(long)]
    no_log: bool,
}

#[derive(Serialize)]
struct Health {
    address: String,
    healthy: bool,
}

#[derive(Serialize)]
struct Routes {
    routes: Vec<http::Row>,
}

#[derive(Serialize)]
struct Started {
    event: &'static str,
    address: String,
    workspace: Option<String>,
    tenants: Vec<String>,
    token_file: Option<String>,
}

impl Serve {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        if self.check {
            return check(app, self.port.unwrap_or(app.config.serve.port));
        }
        if self.routes {
            return list_routes(app);
        }
        let listening = self.listening(app)?;
        let folder = self.tenants.clone().or_else(|| app.config.serve.tenants.clone());
        if self.open && folder.is_some() {
            return Err(Failure::new(Code::Usage, "`--open` is for one workspace, not for tenants")
                .hint("leave one of the two out"));
        }
        let bound = http::bind(&listening)?;
        init::admin_key(app)?;
        let log = if self.no_log { Log::Off } else { Log::On };
        let tenants = match folder {
            Some(folder) => {
                let folder = app.folder().join(app.folders.expand(&folder));
                crate::config::private_folder(&folder)?;
                Tenants::many(&folder, settings_of(app), log)?
            }
            None => Tenants::one(Self::workspace(app)?, settings_of(app), log),
        };
        let keys = Keyring::new(app.folders.keys());
        let names = tenants.names();
        let single = names == [TENANT];
        let token_file = if single && !self.open { first_token(app, &keys)? } else { None };
        let root =
            if single { tenants.get(TENANT).ok().map(|w| w.root().display().to_string()) } else { None };
        let service = Service::new(tenants, keys, self.options(app, &listening, log));
        let scheme = if listening.tls.is_some() { "https" } else { "http" };
        http::serve(&service, bound, |address| {
            let address = format!("{scheme}://{address}");
            let started = Started { event: "started", address, workspace: root, tenants: names, token_file };
            self.tell(app, &started)
        })
    }

    fn workspace(app: &App) -> Result<Workspace> {
        let (root, _) = app.root();
        if root.join(OWN).is_dir() {
            return Ok(Workspace::open(&root, app.settings(&root), &app.keeper()?)?);
        }
        let workspace = Workspace::init(&root, app.settings(&root), &app.keeper()?)?;
        app.out.remark(format!("made a workspace in {}", root.display()));
        Ok(workspace)
    }

    fn listening(&self, app: &App) -> Result<Listening> {
        let bind = self.bind.unwrap_or(app.config.serve.bind);
        let tls = self.tls_cert.clone().zip(self.tls_key.clone());
        if !bind.is_loopback() && tls.is_none() && !self.behind_proxy {
            return Err(Failure::new(
                Code::Usage,
                format!("{bind} is not this machine alone, and there is no TLS"),
            )
            .hint("give `--tls-cert` and `--tls-key`, or `--behind-proxy` if a proxy in front has TLS"));
        }
        if self.open && !bind.is_loopback() {
            return Err(Failure::new(Code::Usage, "`--open` is for loopback only")
                .hint("leave it out, and send a token"));
        }
        let port = self.port.unwrap_or(app.config.serve.port);
        Ok(Listening { address: SocketAddr::new(bind, port), tls })
    }

    fn options(&self, app: &App, listening: &Listening, log: Log) -> Options {
        let with = |flags: &Vec<String>, config: &Vec<String>| [flags.clone(), config.clone()].concat();
        let usual = if listening.address.ip().is_loopback() { 0 } else { app.config.serve.rate };
        Options {
            open: self.open,
            hosts: with(&self.hosts, &app.config.serve.hosts),
            origins: with(&self.origins, &app.config.serve.origins),
            rate: self.rate.unwrap_or(usual),
            limits: http::Limits { queue: app.config.serve.queue, ..http::Limits::default() },
            connections: app.config.serve.connections,
            log,
            admin_key: app.folders.admin_key(),
        }
    }

    fn tell(&self, app: &App, started: &Started) -> Result<()> {
        app.out.show(started, |out| {
            writeln!(out, "Memoro listens on {}", started.address)?;
            match &started.workspace {
                Some(root) => writeln!(out, "  workspace  {root}")?,
                None => writeln!(out, "  tenants    {}", started.tenants.join(", "))?,
            }
            writeln!(out, "  describes itself at {}/v1/openapi.json", started.address)?;
            writeln!(out, "  MCP        {}/mcp, or over stdio with `memoro mcp`", started.address)?;
            let token = if let Some(file) = &started.token_file {
                writeln!(out, "  token      in {file}, for you alone")?;
                format!("-H \"Authorization: Bearer $(cat {file})\" ")
            } else if self.open {
                String::new()
            } else {
                writeln!(out, "  token      `memoro key make NAME` makes one")?;
                "-H \"Authorization: Bearer $TOKEN\" ".to_owned()
            };
            writeln!(out, "\nTry it:")?;
            writeln!(
                out,
                "  curl {token}-H 'Content-Type: application/json' {}/v1/recall -d '{{\"query\":\"hello\"}}'",
                started.address
            )?;
            writeln!(out, "\nCtrl-C ends it.")
        })
    }
}

/// Lists the routes.
fn list_routes(app: &App) -> Result<()> {
    let view = Routes { routes: http::table() };
    app.out.show(&view, |out| {
        view.routes
            .iter()
            .try_for_each(|row| writeln!(out, "{:<7} {:<44} {}", row.method, row.path, row.needs.join(", ")))
    })
}

/// Asks the server on this machine how it is.
fn check(app: &App, port: u16) -> Result<()> {
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let request = format!("GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let connect = || -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(stream)
    };
    let plainly = || -> std::io::Result<Vec<u8>> {
        let mut stream = connect()?;
        stream.write_all(request.as_bytes())?;
        let mut answer = Vec::new();
        stream.take(ANSWER).read_to_end(&mut answer)?;
        Ok(answer)
    };
    let well = |answer: std::io::Result<Vec<u8>>| answer.is_ok_and(|a| a.starts_with(b"HTTP/1.1 200"));
    // A server with a certificate does not understand plain words.
    let healthy =
        well(plainly()) || well(connect().and_then(|stream| http::ask_own(stream, &request, ANSWER)));
    let view = Health { address: address.to_string(), healthy };
    app.out.show(&view, |out| {
        writeln!(out, "{} {}", view.address, if view.healthy { "answers" } else { "does not answer" })
    })?;
    if view.healthy { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
}

/// Makes the first token where no key reaches the workspace; returns the file that holds it.
fn first_token(app: &App, keys: &Keyring) -> Result<Option<String>> {
    let path = app.folders.token();
    let shown = path.display().to_string();
    if keys.keys()?.iter().any(|key| key.access.tenant == TENANT && key.revoked_at.is_none()) {
        let known = std::fs::read_to_string(&path).ok();
        let counts = known.map(|token| keys.find(token.trim())).transpose()?.flatten().is_some();
        return Ok(counts.then_some(shown));
    }
    let name = match keys.keys()?.len() {
        0 => "local".to_owned(),
        more => format!("local-{more}"),
    };
    let tenant = TENANT.to_owned();
    let new = NewKey { name, tenant, role: Role::User, scopes: Vec::new(), user: None, person: false };
    let (_, token) = keys.make(new, app.now)?;
    write_private(&path, token.reveal().as_bytes()).map_err(|error| {
        Failure::new(Code::ReadOnly, format!("{}: {error}", path.display()))
            .hint("make the folder writable, or name another one with MEMORO_CONFIG_DIR")
    })?;
    Ok(Some(shown))
}

/// Makes the settings of each workspace as the configuration says.
fn settings_of(app: &App) -> Box<dyn Fn(&Path) -> Settings + Send + Sync> {
    let maker = Arc::new(app.settings_maker());
    Box::new(move |root| maker(root))
}

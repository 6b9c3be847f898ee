//! End-to-end tests of the server: the real process, real sockets, a house of its own.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod abuse;
mod bad_input;
mod client;
mod conditions;
#[path = "../shared/corpus.rs"]
mod corpus;
mod crowd;
mod doors;
mod ending;
mod fresh;
mod hostile;
mod keys;
mod kills;
mod matrix;
mod memories;
mod once;
mod routes;
mod tenants;
mod tls;
mod trust;

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use client::{Answer, Ask};

/// A running server with a home, a configuration folder and a workspace that nothing else touches.
struct Server {
    folder: tempfile::TempDir,
    child: Child,
    address: SocketAddr,
    token: String,
}

impl Server {
    /// Starts a server on any free port.
    fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a server with further arguments.
    fn start_with(arguments: &[&str]) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), arguments)
    }

    /// Starts a server in a house.
    fn start_in(folder: tempfile::TempDir, arguments: &[&str]) -> Self {
        let whole = [&["serve", "--port", "0", "--json"], arguments].concat();
        let command = command(folder.path(), &whole);
        Self::start_as(folder, command)
    }

    /// Starts a server in a house by a command that is made of the usual one.
    fn start_by(folder: tempfile::TempDir, made: impl FnOnce(Command) -> Command) -> Self {
        let usual = command(folder.path(), &["serve", "--port", "0", "--json"]);
        Self::start_as(folder, made(usual))
    }

    fn start_as(folder: tempfile::TempDir, mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if line.is_empty() {
            let mut told = String::new();
            child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
            panic!("the server did not start: {told}");
        }
        let started: Value = serde_json::from_str(&line).unwrap();
        let address = started["address"].as_str().unwrap().split("://").nth(1).unwrap().parse().unwrap();
        let token = std::fs::read_to_string(folder.path().join("config/token")).unwrap_or_default();
        Self { folder, child, address, token }
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.folder.path().join(relative)
    }

    /// Runs a command in the same house; it must succeed.
    fn cli(&self, arguments: &[&str]) -> Value {
        let output = command(self.folder.path(), &[arguments, &["--json"]].concat()).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap_or(Value::Null)
    }

    /// Makes a key with a role and returns its token.
    fn key(&self, name: &str, more: &[&str]) -> String {
        let made = self.cli(&[&["key", "make", name], more].concat());
        made["token"].as_str().unwrap().to_owned()
    }

    /// The admin's key.
    fn admin_key(&self) -> String {
        std::fs::read_to_string(self.path("config/admin.key")).unwrap().trim().to_owned()
    }

    fn ask(&self, method: &str, path: &str) -> Ask {
        Ask::new(self.address, method, path).header("Authorization", &format!("Bearer {}", self.token))
    }

    fn get(&self, path: &str) -> Answer {
        self.ask("GET", path).send()
    }

    #[expect(clippy::needless_pass_by_value, reason = "bodies are written where they are sent")]
    fn post(&self, path: &str, body: Value) -> Answer {
        self.ask("POST", path).json(&body).send()
    }

    /// Remembers a text and returns its id.
    fn remember(&self, text: &str) -> String {
        let answer = self.post("/v1/memories", json!({ "text": text }));
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.json()["id"].as_str().unwrap().to_owned()
    }

    /// Tells the server to stop, waits for it, and returns what it wrote on stderr.
    fn stop(mut self) -> (Option<i32>, Duration, String) {
        let began = Instant::now();
        terminate(&self.child);
        let status = self.child.wait().unwrap();
        let took = began.elapsed();
        let mut told = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        (status.code(), took, told)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(folder: &std::path::Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_memoro"));
    command.env_clear().args(arguments).current_dir(folder).stdin(Stdio::null());
    command.env("HOME", folder).env("MEMORO_TIME_ZONE", "UTC");
    command.env("MEMORO_CONFIG_DIR", folder.join("config")).env("MEMORO_WORKSPACE", folder.join("ws"));
    command
}

fn terminate(child: &Child) {
    let status = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

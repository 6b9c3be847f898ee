//! The interfaces of other systems, asked over HTTP as their clients ask: the real server, raw requests.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod agents;
mod oracle;
mod pages;
mod softnix;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// A server in a house of its own.
struct Server {
    folder: tempfile::TempDir,
    child: Child,
    address: String,
    token: String,
}

/// What was answered.
#[derive(Debug)]
struct Answered {
    status: u16,
    head: String,
    text: String,
}

impl Answered {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|why| panic!("{why}: {}", self.text))
    }

    /// The answer of a request that must have gone well.
    fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        self.json()
    }

    fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find(|line| line.to_lowercase().starts_with(&format!("{name}:")))?;
        line.split_once(':').map(|(_, value)| value.trim())
    }
}

fn command(folder: &std::path::Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_memoro"));
    command
        .args(arguments)
        .current_dir(folder.join("ws"))
        .env_clear()
        .env("HOME", folder.join("home"))
        .env("MEMORO_CONFIG_DIR", folder.join("config"))
        .env("MEMORO_WORKSPACE", folder.join("ws"));
    command
}

impl Server {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["ws", "home", "config"] {
            std::fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        let mut child = command(folder.path(), &["serve", "--port", "0", "--no-log", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        let started: Value = loop {
            let mut line = String::new();
            assert!(out.read_line(&mut line).unwrap() > 0, "the server did not start: {text}");
            text.push_str(&line);
            if let Ok(started) = serde_json::from_str(&text) {
                break started;
            }
        };
        let address = started["address"].as_str().unwrap().trim_start_matches("http://").to_owned();
        let token = std::fs::read_to_string(started["token_file"].as_str().unwrap()).unwrap();
        Self { folder, child, address, token: token.trim().to_owned() }
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.folder.path().join("ws").join(relative)
    }

    /// Runs a command beside the server.
    fn run(&self, arguments: &[&str]) -> Value {
        let done = command(self.folder.path(), arguments).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        serde_json::from_slice(&done.stdout).unwrap_or(Value::Null)
    }

    /// Makes a key and returns its token.
    fn key(&self, name: &str, role: &str) -> String {
        let made = self.run(&["key", "make", name, "--role", role, "--json"]);
        made["token"].as_str().unwrap().to_owned()
    }

    /// Sends a request with the first token.
    fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Answered {
        let token = format!("Authorization: Bearer {}\r\n", self.token);
        self.send(method, path, &token, body.map(|body| body.to_string()).as_deref())
    }

    fn get(&self, path: &str) -> Value {
        self.ask("GET", path, None).ok()
    }

    fn post(&self, path: &str, body: Value) -> Value {
        self.ask("POST", path, Some(body)).ok()
    }

    /// Sends a request with another token.
    fn ask_as(&self, token: &str, method: &str, path: &str, body: Option<Value>) -> Answered {
        let head = format!("Authorization: Bearer {token}\r\n");
        self.send(method, path, &head, body.map(|body| body.to_string()).as_deref())
    }

    /// Sends a request with these headers.
    fn send(&self, method: &str, path: &str, headers: &str, body: Option<&str>) -> Answered {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let sent = body.unwrap_or_default();
        let kind = if body.is_some() { "Content-Type: application/json\r\n" } else { "" };
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{headers}{kind}Content-Length: {}\r\nConnection: close\r\n\r\n{sent}",
            self.address,
            sent.len()
        );
        stream.write_all(text.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let answer = String::from_utf8_lossy(&bytes).into_owned();
        let (head, rest) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answered { status, head: head.to_owned(), text: rest.to_owned() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes a text as it stands in an address.
fn url(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(byte);
    text.bytes().map(|b| if plain(&b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

//! MCP end to end, with the real binary: the conversation, trust, bad lines, and the official clients.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod abuse;
mod clients;
mod conversation;
mod crowd;
mod kills;
mod offers;
mod profiles;
mod served;
mod trust;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A home and a workspace that nothing else touches.
struct House {
    folder: tempfile::TempDir,
}

impl House {
    fn new() -> Self {
        let house = Self { folder: tempfile::tempdir().unwrap() };
        std::fs::create_dir_all(house.path("home")).unwrap();
        std::fs::create_dir_all(house.path("ws")).unwrap();
        assert!(house.command(&["init"]).output().unwrap().status.success());
        std::fs::write(house.path("ws/MEMORY.md"), "# Memory\nอ่านก่อนเริ่มงาน 先读这个\n").unwrap();
        house
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.folder.path().join(relative)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_memoro"));
        command.env_clear().args(arguments).current_dir(self.path("ws"));
        command.env("HOME", self.path("home")).env("MEMORO_TIME_ZONE", "UTC").stdin(Stdio::null());
        command
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.command(&[arguments, &["--json"]].concat()).output().unwrap();
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|why| panic!("{why}: {arguments:?} {}", String::from_utf8_lossy(&output.stderr)))
    }

    /// A server that has been introduced to a client that can ask nobody.
    fn connected(&self, arguments: &[&str]) -> Connection {
        let mut connection = self.server(arguments);
        connection.introduce(&json!({}));
        connection
    }

    /// A server that nothing was said to yet.
    fn server(&self, arguments: &[&str]) -> Connection {
        let mut command = self.command(&[&["mcp"], arguments].concat());
        Connection::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()))
    }
}

/// A running server and the two ends of its pipes.
struct Connection {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    next: i64,
}

impl Connection {
    fn start(command: &mut Command) -> Self {
        let mut child = command.spawn().unwrap();
        let (send, lines) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in stdout.lines() {
                if send.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take();
        Self { child, stdin, lines, next: 0 }
    }

    fn raw(&mut self, line: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(line).unwrap();
        stdin.write_all(b"\n").unwrap();
        stdin.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        self.raw(message.to_string().as_bytes());
    }

    /// Reads the next message; everything on stdout must be one.
    fn read(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("the server answers");
        let value: Value = serde_json::from_str(&line).unwrap_or_else(|why| panic!("{why}: {line}"));
        assert_eq!(value["jsonrpc"], "2.0", "{line}");
        value
    }

    /// Sends a request and returns the response to it; what comes before is passed over.
    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.response(id)
    }

    fn response(&mut self, id: i64) -> Value {
        loop {
            let message = self.read();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
        }
    }

    fn introduce(&mut self, capabilities: &Value) -> Value {
        let client = json!({ "name": "test", "version": "1" });
        let params =
            json!({ "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": client });
        let answer = self.request("initialize", &params);
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        answer["result"].clone()
    }

    fn call(&mut self, name: &str, arguments: &Value) -> Value {
        self.request("tools/call", &json!({ "name": name, "arguments": arguments }))["result"].clone()
    }

    /// Calls a tool that must do its work, and returns its data.
    fn data(&mut self, name: &str, arguments: &Value) -> Value {
        let result = self.call(name, arguments);
        assert_eq!(result["isError"], false, "{name} {arguments}: {result}");
        result["structuredContent"].clone()
    }

    /// Closes stdin and returns the exit code, what else came, and what was said on stderr.
    fn end(mut self) -> (Option<i32>, Vec<String>, String) {
        drop(self.stdin.take());
        let status = self.child.wait().unwrap();
        let mut err = String::new();
        std::io::Read::read_to_string(&mut self.child.stderr.take().unwrap(), &mut err).unwrap();
        (status.code(), self.lines.iter().collect(), err)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

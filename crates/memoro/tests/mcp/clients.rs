//! The official clients, as an agent uses them, over stdio and HTTP.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::House;

/// Returns where the clients are installed; tells that a test is skipped where they are not.
fn installed(test: &str) -> Option<PathBuf> {
    let place = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/clients");
    if place.join("installed").is_file() {
        return place.canonicalize().ok();
    }
    eprintln!("SKIPPED {test}: run crates/memoro/tests/clients/install to install the MCP clients");
    None
}

fn script(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name)
}

fn drive(command: &mut Command, house: &House) {
    command.env("HOME", house.path("home")).env("MEMORO_TIME_ZONE", "UTC");
    let output = command.output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{out}\n{err}");
    for word in ["warn", "failed", "error"] {
        assert!(!err.to_lowercase().contains(word), "{err}");
    }
    eprintln!("{}", out.trim());
}

#[test]
fn the_python_client_works_over_stdio() {
    let Some(place) = installed("the_python_client_works_over_stdio") else { return };
    for mode in ["legacy", "auto", "2026-07-28"] {
        let house = House::new();
        let mut python = Command::new(place.join("python/bin/python"));
        python
            .arg(script("drive.py"))
            .args(["stdio", mode, env!("CARGO_BIN_EXE_memoro")])
            .arg(house.path("ws"));
        drive(&mut python, &house);
    }
}

#[test]
fn the_typescript_clients_work_over_stdio() {
    let Some(place) = installed("the_typescript_clients_work_over_stdio") else { return };
    for generation in ["v1", "v2"] {
        let house = House::new();
        let mut node = Command::new("node");
        node.env("MEMORO_CLIENTS", &place).arg(script("drive.mjs"));
        node.args(["stdio", generation, env!("CARGO_BIN_EXE_memoro")]).arg(house.path("ws"));
        drive(&mut node, &house);
    }
}

/// A server with a key for an agent.
pub(super) struct Served {
    child: Child,
    pub(super) address: String,
    pub(super) token: String,
}

impl Served {
    pub(super) fn start(house: &House) -> Self {
        // The tests are the person whom these clients ask.
        let made = house.json(&["key", "make", "agent", "--role", "agent", "--asks-person"]);
        let token = made["token"].as_str().unwrap().to_owned();
        let mut command = house.command(&["serve", "--port", "0", "--json", "--no-log"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let started: Value = serde_json::from_str(&line).unwrap();
        Self { child, address: started["address"].as_str().unwrap().to_owned(), token }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_python_client_works_over_http() {
    let Some(place) = installed("the_python_client_works_over_http") else { return };
    for mode in ["legacy", "auto"] {
        let house = House::new();
        let server = Served::start(&house);
        let mut python = Command::new(place.join("python/bin/python"));
        python.arg(script("drive.py")).args([
            "http",
            mode,
            &format!("{}/mcp", server.address),
            &server.token,
        ]);
        drive(&mut python, &house);
    }
}

#[test]
fn the_typescript_clients_work_over_http() {
    let Some(place) = installed("the_typescript_clients_work_over_http") else { return };
    for generation in ["v1", "v2"] {
        let house = House::new();
        let server = Served::start(&house);
        let mut node = Command::new("node");
        node.env("MEMORO_CLIENTS", &place).arg(script("drive.mjs"));
        node.args(["http", generation, &format!("{}/mcp", server.address), &server.token]);
        drive(&mut node, &house);
    }
}

#[test]
fn the_memory_tool_helper_works_against_the_server() {
    let Some(place) = installed("the_memory_tool_helper_works_against_the_server") else { return };
    let house = House::new();
    let server = Served::start(&house);
    let mut python = Command::new(place.join("python/bin/python"));
    python.arg(script("memory_tool.py")).args([&format!("{}/v1/memory-tool", server.address), &server.token]);
    drive(&mut python, &house);
}

//! End-to-end tests: every command with the real binary, in a house of its own.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod audit;
mod bad_input;
mod boundaries;
mod configuration;
#[path = "../shared/corpus.rs"]
mod corpus;
mod damage;
mod doors;
mod entries;
mod erasing;
mod errands;
mod following;
mod forgetting;
mod hardship;
mod jobs;
mod keeping;
mod kills;
mod layers;
mod moving;
mod naming;
mod output;
mod places;
mod poison;
mod policy;
mod reading;
mod rebuilding;
mod recalling;
mod returning;
mod room;
mod saying;
mod state;
mod taking_over;
mod trust;
mod users;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// A home, a configuration folder and a workspace that nothing else touches.
struct House {
    folder: tempfile::TempDir,
}

/// What a command did.
#[derive(Debug)]
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl House {
    /// An empty house.
    fn empty() -> Self {
        let house = Self { folder: tempfile::tempdir().unwrap() };
        std::fs::create_dir_all(house.path("home")).unwrap();
        std::fs::create_dir_all(house.path("ws")).unwrap();
        house
    }

    /// A house with a workspace in `ws`.
    fn new() -> Self {
        let house = Self::empty();
        house.ok(&["init"]);
        house
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.folder.path().join(relative)
    }

    /// A file of the workspace.
    fn ws(&self, relative: &str) -> PathBuf {
        self.path("ws").join(relative)
    }

    fn read(&self, relative: &str) -> String {
        std::fs::read_to_string(self.ws(relative)).unwrap()
    }

    fn write(&self, relative: &str, bytes: impl AsRef<[u8]>) {
        let path = self.ws(relative);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// The binary in this house, run inside the workspace.
    fn command(&self, arguments: &[&str]) -> Command {
        self.command_in(&self.path("ws"), arguments)
    }

    fn command_in(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_memoro"));
        command.env_clear().args(arguments).current_dir(folder);
        command.env("HOME", self.path("home")).env("MEMORO_TIME_ZONE", "UTC").stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        ran(&mut self.command(arguments))
    }

    /// Runs a command with a text on its stdin.
    fn pipe(&self, input: &[u8], arguments: &[&str]) -> Ran {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        told(&output)
    }

    /// Runs a command that must succeed.
    fn ok(&self, arguments: &[&str]) -> Ran {
        let ran = self.run(arguments);
        assert_eq!(ran.code, 0, "{arguments:?}: {ran:?}");
        ran
    }

    /// Runs a command with `--json` that must succeed, and reads its answer.
    fn json(&self, arguments: &[&str]) -> Value {
        let ran = self.ok(&[arguments, &["--json"]].concat());
        serde_json::from_str(&ran.out).unwrap_or_else(|why| panic!("{why}: {ran:?}"))
    }

    /// Runs a command that must fail with a code; returns what it says on stderr.
    fn fails(&self, code: i32, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        assert_eq!(ran.code, code, "{arguments:?}: {ran:?}");
        ran.err
    }

    /// Runs a command that must fail with a code, and reads its error.
    fn error(&self, code: i32, arguments: &[&str]) -> Value {
        let err = self.fails(code, &[&["--json"], arguments].concat());
        let value: Value = serde_json::from_str(err.trim()).unwrap_or_else(|why| panic!("{why}: {err}"));
        value["error"].clone()
    }
}

fn ran(command: &mut Command) -> Ran {
    told(&command.output().unwrap())
}

fn told(output: &std::process::Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout.clone()).unwrap(),
        err: String::from_utf8(output.stderr.clone()).unwrap(),
    }
}

/// Asserts that a text holds every part.
#[track_caller]
fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

//! Streams, colours, pipes and exit codes.

use std::io::Read as _;
use std::process::Stdio;

use crate::{House, holds, ran};

#[test]
fn data_is_on_stdout_and_everything_else_on_stderr() {
    let house = House::new();
    let run = house.run(&["get", "missing"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    holds(&run.err, &["Error: there is no memory and no file `missing`", "hint: run `memoro list`"]);
    let error = house.error(1, &["get", "missing"]);
    assert_eq!(error["message"], "there is no memory and no file `missing` that may be shown");
}

#[test]
fn no_colour_reaches_a_pipe() {
    let house = House::new();
    house.ok(&["profile", "set", "tone", "สั้น"]);
    for arguments in
        [&["list"][..], &["get", "tone"], &["status"], &["doctor"], &["audit", "list"], &["--help"]]
    {
        let run = house.ok(arguments);
        assert!(!run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'), "{arguments:?}: {run:?}");
    }
    let run = ran(house.command(&["get", "missing"]).env("CLICOLOR_FORCE", "1"));
    assert!(run.err.contains('\u{1b}'), "{run:?}");
    let run = ran(house.command(&["get", "missing", "--no-color"]).env("CLICOLOR_FORCE", "1"));
    assert!(!run.err.contains('\u{1b}'), "{run:?}");
    let run = ran(house.command(&["get", "missing"]).env("NO_COLOR", "1"));
    assert!(!run.err.contains('\u{1b}'), "{run:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let house = House::new();
    for n in 0..20 {
        house.ok(&["profile", "set", &format!("k{n}"), &"ก".repeat(20_000)]);
    }
    for arguments in [
        &["export"][..],
        &["list", "--json"],
        &["profile", "list", "--json"],
        &["man"],
        &["completions", "bash"],
    ] {
        let mut child =
            house.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = [0u8; 1];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!err.contains("panicked") && !err.contains("Error"), "{arguments:?}: {err}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn quiet_leaves_only_the_answer_and_errors() {
    let house = House::empty();
    assert_eq!(house.ok(&["init", "--quiet"]).err, "");
    assert!(!house.ok(&["init"]).err.is_empty());
    holds(&house.fails(1, &["get", "x", "--quiet"]), &["Error:"]);
}

#[test]
fn help_and_version_are_answers() {
    let house = House::empty();
    holds(&house.ok(&["--version"]).out, &["memoro 0."]);
    holds(&house.ok(&["remember", "--help"]).out, &["Examples:", "--idempotency-key", "ศุกร์"]);
    assert_eq!(house.run(&[]).code, 2);
}

#[test]
fn control_characters_of_a_text_never_reach_the_terminal() {
    let house = House::new();
    let run = house.pipe(b"evil \x1b[2J text\x07", &["remember", "-", "--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    for arguments in [&["list"][..], &["get", "learning_"], &["audit", "list"]] {
        let out = house.ok(arguments).out;
        assert!(!out.contains('\u{1b}') && !out.contains('\u{7}'), "{out:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_told_with_what_was_done() {
    let house = House::new();
    house.ok(&["remember", "ดื่มชา"]);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ran = house.command(&["list"]).stdout(full).output().unwrap();
    assert_eq!(ran.status.code(), Some(3));
    holds(
        &String::from_utf8_lossy(&ran.stderr),
        &["the answer could not be written", "hint: the command itself was carried out"],
    );
}

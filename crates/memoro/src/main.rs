//! The `memoro` binary: interfaces only. Rules are in the core, use-cases in the engine; here are arguments,
//! JSON, colours and exit codes.

mod access;
mod api;
mod cli;
mod compat;
mod config;
mod env;
mod error;
mod http;
mod mcp;
mod ops;
mod out;
mod strict;
mod times;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    // A panic is a defect of ours; the hook has told about it, and the exit code says `internal`.
    let code = std::panic::catch_unwind(|| cli::run(&arguments)).unwrap_or(error::Code::Internal.exit());
    ExitCode::from(code)
}

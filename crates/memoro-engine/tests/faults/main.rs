//! A disk that loses power, runs full or fails: what was acknowledged stays, what is not kept is not acknowledged.
//!
//! The writer is a real process on a shim (`shim.c`) between it and the disk. `MEMORO_POWER_STATES`,
//! `MEMORO_FAULT_ROUNDS` and `MEMORO_STEPS` make the runs longer.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

mod disk_errors;
mod each_step;
mod power_loss;
mod recorded;
mod victim;

fn count(variable: &str, usual: usize) -> usize {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

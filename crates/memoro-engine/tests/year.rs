//! Many weeks of daily use, replayed through all jobs: MEMORY.md stays within its limit every week, every id stands
//! once, and every decision can be found at the end. `MEMORO_REPLAY_DAYS=365` replays a year.

use memoro_engine::{Caller, Replay};

fn days() -> usize {
    std::env::var("MEMORO_REPLAY_DAYS").ok().and_then(|days| days.parse().ok()).unwrap_or(21)
}

#[test]
fn weeks_of_use_keep_memory_short_and_lose_nothing() {
    let caller = Caller::user("2026-11-15T00:00:00Z".parse().unwrap());
    let replay = Replay::run(days(), &caller, |_, _| {}).unwrap();
    let Replay { days, decisions, weeks, took, .. } = &replay;
    println!("{days} days, {decisions} decisions, {weeks} weeks replayed in {took:?}");
    assert!(replay.weeks > 0 && replay.violations == 0, "{replay:?}");
    assert!(replay.memory_lines > 0 && replay.memory_lines <= 200, "{} lines", replay.memory_lines);
    assert_eq!(replay.twice, 0, "every id stands once");
    assert_eq!(replay.in_files, replay.decisions, "every decision stands in a file");
    assert!(replay.asked > 0 && replay.lost.is_empty(), "cannot be found: {:?}", replay.lost);
}

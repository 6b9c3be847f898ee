//! Runs the targets for long: `cargo run --release -p memoro-fuzz -- [EXECUTIONS] [SEED] [TARGET]`.

use anyhow::Context as _;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let executions: u64 =
        arguments.next().map_or(Ok(1_000_000), |n| n.parse()).context("EXECUTIONS is a number")?;
    let seed: u64 = arguments.next().map_or(Ok(1), |n| n.parse()).context("SEED is a number")?;
    let only = arguments.next();
    for target in memoro_fuzz::TARGETS.iter().filter(|t| only.as_deref().is_none_or(|name| t.name == name)) {
        let slowest = memoro_fuzz::run(target, executions, seed).map_err(anyhow::Error::msg)?;
        eprintln!("{:<12} {executions} inputs, the slowest {slowest:?}", target.name);
    }
    Ok(())
}

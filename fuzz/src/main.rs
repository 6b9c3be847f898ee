//! Runs the targets for long: `cargo run --release -p memoro-fuzz -- [EXECUTIONS] [SEED] [TARGET]`; `-- seeds FOLDER
//! [TARGET]` writes the inputs that a target starts from into a folder, as `cargo fuzz` takes them.

use anyhow::Context as _;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1).peekable();
    if arguments.next_if_eq("seeds").is_some() {
        let folder = arguments.next().context("name the FOLDER for the seeds")?;
        return seeds(std::path::Path::new(&folder), arguments.next().as_deref());
    }
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

/// Writes seeds: those of one target as they are, those of all with the byte before them that picks the target.
fn seeds(folder: &std::path::Path, only: Option<&str>) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (number, target) in memoro_fuzz::TARGETS.iter().enumerate() {
        if only.is_some_and(|name| name != target.name) {
            continue;
        }
        for (at, seed) in target.seeds.iter().enumerate() {
            let picks = if only.is_some() { Vec::new() } else { vec![u8::try_from(number)?] };
            std::fs::write(folder.join(format!("{}-{at}", target.name)), [&picks, seed.as_bytes()].concat())?;
        }
    }
    Ok(())
}

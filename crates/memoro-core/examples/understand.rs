//! Prints what each line of standard input means, and how long reading it takes: a bench by hand.

#![allow(clippy::print_stdout, reason = "an example speaks to its user")]

use std::io::Read as _;
use std::time::Instant;

use memoro_core::trigger::understand;

fn main() -> std::io::Result<()> {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input)?;
    let quiet = std::env::args().any(|arg| arg == "--time");
    let mut slowest = (0.0, "");
    let mut total = 0.0;
    for line in input.lines().filter(|line| !line.is_empty()) {
        let text = line.replace("\\n", "\n");
        understand(&text);
        let started = Instant::now();
        let commands = understand(&text);
        let micros = started.elapsed().as_secs_f64() * 1e6;
        total += micros;
        if micros > slowest.0 {
            slowest = (micros, line);
        }
        if quiet {
            continue;
        }
        let said: Vec<String> = commands
            .iter()
            .map(|c| {
                let key = c.key.as_deref().unwrap_or("-");
                let ttl = c.ttl.as_deref().unwrap_or("-");
                format!("{} {}/{} {key}={} @{ttl}", c.intent, c.scope, c.kind, c.value)
            })
            .collect();
        println!("{line}\n    {}", if said.is_empty() { "none".to_owned() } else { said.join("\n    ") });
    }
    let shown: String = slowest.1.chars().take(60).collect();
    println!("total {total:.0} µs, slowest {:.1} µs: {shown}", slowest.0);
    Ok(())
}

//! Prints what each line of standard input means, and how long reading it takes at best of ten.

#![allow(clippy::print_stdout, reason = "an example speaks to its user")]

use std::io::Read as _;
use std::time::Instant;

use memoro_core::trigger::understand;

fn timed(text: &str) -> f64 {
    let started = Instant::now();
    std::hint::black_box(understand(std::hint::black_box(text)));
    started.elapsed().as_secs_f64() * 1e6
}

fn main() -> std::io::Result<()> {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input)?;
    let quiet = std::env::args().any(|arg| arg == "--time");
    let mut slowest = (0.0, "");
    let mut total = 0.0;
    for line in input.lines().filter(|line| !line.is_empty()) {
        let text = line.replace("\\n", "\n");
        let commands = understand(&text);
        let micros = (0..10).map(|_| timed(&text)).fold(f64::INFINITY, f64::min);
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
    let count = input.lines().filter(|line| !line.is_empty()).count().max(1);
    #[expect(clippy::cast_precision_loss, reason = "a count of lines")]
    let mean = total / count as f64;
    println!("{count} messages, mean {mean:.1} µs, slowest {:.1} µs: {shown}", slowest.0);
    Ok(())
}

//! Processor time, memory and percentiles.

use rustix::time::{ClockId, clock_gettime};

fn seconds(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Returns the processor time of this thread, in seconds.
pub(crate) fn thread_cpu() -> f64 {
    seconds(ClockId::ThreadCPUTime)
}

/// Returns the processor time of this process since it started, in seconds.
pub(crate) fn process_cpu() -> f64 {
    seconds(ClockId::ProcessCPUTime)
}

/// Returns the memory of this process in MB: now and at its highest.
pub(crate) fn memory() -> (f64, f64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("0");
        line.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
    };
    (field("VmRSS:"), field("VmHWM:"))
}

/// Times of many runs, in milliseconds.
#[derive(Default)]
pub(crate) struct Times(Vec<f64>);

impl Times {
    /// Runs something and notes its processor time.
    pub(crate) fn run<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = thread_cpu();
        let result = work();
        self.0.push((thread_cpu() - start) * 1e3);
        result
    }

    /// Notes a time in seconds.
    pub(crate) fn push(&mut self, seconds: f64) {
        self.0.push(seconds * 1e3);
    }

    /// Returns the time below which this many of a hundred runs lie.
    pub(crate) fn at(&mut self, percent: usize) -> f64 {
        self.0.sort_by(f64::total_cmp);
        self.0.get(self.0.len().saturating_sub(1) * percent / 100).copied().unwrap_or(f64::NAN)
    }
}

/// Reads memory as fast as one thread can.
pub(crate) fn read_all(words: &[u64]) -> u64 {
    let mut lanes = [0u64; 16];
    for step in words.chunks_exact(16) {
        for (lane, word) in lanes.iter_mut().zip(step) {
            *lane = lane.wrapping_add(*word);
        }
    }
    lanes.iter().fold(0, |a, b| a.wrapping_add(*b))
}

//! Counts of requests and how long they took, in the text form that Prometheus reads. No label holds anything that a
//! caller wrote.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use memoro_engine::Action;
use memoro_engine::jobs::Job;

use super::Tenants;
use super::guard::Granted;
use super::problem::Problem;
use super::service::Service;
use crate::error::Result;
use crate::error::{Code, Failure};

/// The upper ends of the classes of durations, in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 10.0];

#[derive(Debug, Default, Clone)]
struct Series {
    counts: [u64; BOUNDS.len()],
    total: u64,
    seconds: f64,
}

/// Counts since the server began.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    requests: AtomicU64,
    series: Mutex<BTreeMap<(String, String, u16), Series>>,
}

impl Metrics {
    /// Returns the id of a new request.
    pub(crate) fn next_request(&self) -> String {
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        format!("{:x}-{number:x}", std::process::id())
    }

    /// Counts an answered request.
    pub(crate) fn count(&self, method: &Method, route: &str, status: u16, took: Duration) {
        let mut series = self.series.lock().unwrap_or_else(PoisonError::into_inner);
        let one = series.entry((route.to_owned(), known(method).to_owned(), status)).or_default();
        let seconds = took.as_secs_f64();
        for (count, bound) in one.counts.iter_mut().zip(BOUNDS) {
            *count += u64::from(seconds <= bound);
        }
        one.total += 1;
        one.seconds += seconds;
    }

    fn write(&self, out: &mut String) {
        let series = self.series.lock().unwrap_or_else(PoisonError::into_inner).clone();
        head(out, "memoro_http_request_seconds", "histogram", "How long requests took.");
        for ((route, method, status), one) in &series {
            let labels = format!("route=\"{route}\",method=\"{method}\",status=\"{status}\"");
            for (count, bound) in one.counts.iter().zip(BOUNDS) {
                let _ =
                    writeln!(out, "memoro_http_request_seconds_bucket{{{labels},le=\"{bound}\"}} {count}");
            }
            let _ = writeln!(out, "memoro_http_request_seconds_bucket{{{labels},le=\"+Inf\"}} {}", one.total);
            let _ = writeln!(out, "memoro_http_request_seconds_sum{{{labels}}} {}", one.seconds);
            let _ = writeln!(out, "memoro_http_request_seconds_count{{{labels}}} {}", one.total);
        }
    }
}

fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        _ => "other",
    }
}

fn head(out: &mut String, name: &str, kind: &str, about: &str) {
    let _ = writeln!(out, "# HELP {name} {about}\n# TYPE {name} {kind}");
}

fn gauge(out: &mut String, name: &str, about: &str, value: impl std::fmt::Display) {
    head(out, name, "gauge", about);
    let _ = writeln!(out, "{name} {value}");
}

/// Answers with all counts.
pub(crate) async fn metrics(
    State(service): State<Arc<Service>>,
    Granted(access): Granted,
) -> Result<Response, Problem> {
    // The counts are those of all tenants and users together.
    let whole = access.user.is_none() && (!service.tenants.are_many() || access.key.is_none());
    let needed = if whole { Action::Read } else { Action::Admin };
    access.authorise(&[needed], memoro_engine::embed::present())?;
    if !whole {
        let message = "the counts of a server with several tenants need the admin's own key";
        return Err(Failure::new(Code::Denied, message).into());
    }
    let mut out = String::new();
    service.metrics.write(&mut out);
    let (reads, writes) = service.load();
    gauge(&mut out, "memoro_queue_reads", "Reads that run or wait.", reads);
    gauge(&mut out, "memoro_queue_writes", "Writes that run or wait.", writes);
    gauge(&mut out, "memoro_uptime_seconds", "Since the server began.", service.began.elapsed().as_secs());
    gauge(&mut out, "memoro_tenants", "Workspaces that are open.", service.tenants.names().len());
    let counted = Arc::clone(&service);
    let jobs = tokio::task::spawn_blocking(move || job_counts(&counted.tenants)).await;
    let stopped = |_| Failure::new(Code::Internal, "the counts of the jobs were not finished");
    out.push_str(&jobs.map_err(stopped)??);
    if let Some(bytes) = resident() {
        gauge(&mut out, "process_resident_memory_bytes", "Memory in use.", bytes);
    }
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], out).into_response())
}

/// Writes how the jobs of each workspace went, whoever ran them; with the name of the tenant where there are several.
fn job_counts(tenants: &Tenants) -> Result<String> {
    let (mut runs, mut changes, mut seconds) = (String::new(), String::new(), String::new());
    let (mut last_at, mut last_seconds, mut last_changes, mut last_good) =
        (String::new(), String::new(), String::new(), String::new());
    let each = tenants.names().into_iter().flat_map(|name| Job::ALL.map(|job| (name.clone(), job)));
    for (tenant, job) in each {
        let Ok(workspace) = tenants.get(&tenant) else { continue };
        let whose = if tenants.are_many() { format!("tenant=\"{tenant}\",") } else { String::new() };
        let totals = workspace.job_totals(job)?;
        for (ended, count) in &totals.runs {
            let _ = writeln!(runs, "memoro_job_runs_total{{{whose}job=\"{job}\",ended=\"{ended}\"}} {count}");
        }
        let _ = writeln!(changes, "memoro_job_changes_total{{{whose}job=\"{job}\"}} {}", totals.changes);
        let _ = writeln!(
            seconds,
            "memoro_job_seconds_total{{{whose}job=\"{job}\"}} {}",
            in_seconds(totals.took_ms)
        );
        let Some(last) = workspace.last_run(job)? else { continue };
        let changed: u64 = last.counts.iter().map(|(_, count)| count).sum();
        let _ = writeln!(
            last_at,
            "memoro_job_last_run_timestamp_seconds{{{whose}job=\"{job}\"}} {}",
            last.at.as_second()
        );
        let _ = writeln!(
            last_seconds,
            "memoro_job_last_run_seconds{{{whose}job=\"{job}\"}} {}",
            in_seconds(last.took_ms)
        );
        let _ = writeln!(last_changes, "memoro_job_last_run_changes{{{whose}job=\"{job}\"}} {changed}");
        let _ = writeln!(
            last_good,
            "memoro_job_last_run_succeeded{{{whose}job=\"{job}\"}} {}",
            u8::from(last.succeeded())
        );
    }
    let mut out = String::new();
    for (name, kind, about, lines) in [
        ("memoro_job_runs_total", "counter", "Runs of the jobs, by how they ended.", runs),
        ("memoro_job_changes_total", "counter", "Changes that the jobs made.", changes),
        ("memoro_job_seconds_total", "counter", "How long the jobs took.", seconds),
        ("memoro_job_last_run_timestamp_seconds", "gauge", "When a job last ran.", last_at),
        ("memoro_job_last_run_seconds", "gauge", "How long its last run took.", last_seconds),
        ("memoro_job_last_run_changes", "gauge", "What its last run changed.", last_changes),
        ("memoro_job_last_run_succeeded", "gauge", "1 if its last run did what there was to do.", last_good),
    ] {
        head(&mut out, name, kind, about);
        out.push_str(&lines);
    }
    Ok(out)
}

fn in_seconds(milliseconds: u64) -> f64 {
    Duration::from_millis(milliseconds).as_secs_f64()
}

/// Returns how much memory the process holds, where the system tells.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

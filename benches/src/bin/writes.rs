//! Measures durable writes: many threads through the one door, beside a bare SQLite loop that writes rows of the same
//! size into the same tables, in groups of the same size, in the same run.
//!
//! `cargo run --release -p memoro-benches --bin writes -- [SECONDS] [THREADS]`; with a number of threads only that
//! line is measured, without the mirrored ones.
#![allow(clippy::print_stdout, reason = "a program that prints a report")]
#![allow(clippy::cast_precision_loss, reason = "figures for people")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use jiff::Timestamp;
use memoro_core::{Content, EntryKind, Episode, Grain, Key, MemoryId, Outcome, Scope};
use memoro_engine::{Caller, Draft, Settings, Workspace};
use rusqlite::{Connection, TransactionBehavior, types::Value};

/// The two sides take turns, so that whatever else the disk does meets both.
const ROUNDS: u32 = 5;

fn main() -> Result<()> {
    let seconds = std::env::args().nth(1).map_or(Ok(5), |text| text.parse())?;
    let only: Option<u64> = std::env::args().nth(2).map(|text| text.parse()).transpose()?;
    let time = Duration::from_secs(seconds);
    println!("| threads or group | bare SQLite loop, rows/s | Memoro, memories/s | share |");
    println!("|---|---|---|---|");
    for threads in only.map_or_else(|| vec![1, 5, 20, 100], |threads| vec![threads]) {
        let (mut bare_rate, mut our_rate) = (0.0, 0.0);
        for _ in 0..ROUNDS {
            bare_rate += bare(threads, time / ROUNDS)? / f64::from(ROUNDS);
            our_rate += ours(threads, time / ROUNDS, &episode)? / f64::from(ROUNDS);
        }
        let (bare, ours) = (bare_rate, our_rate);
        println!("| {threads} | {bare:.0} | {ours:.0} | {:.0} % |", ours / bare * 100.0);
    }
    if only.is_some() {
        return Ok(());
    }
    println!("\n| mirrored, 20 threads | memories/s |\n|---|---|");
    println!("| entries in one PROFILE.md, 200 keys | {:.0} |", ours(20, time, &entry)?);
    println!("| notes, a file each | {:.0} |", ours(20, time, &note)?);
    Ok(())
}

fn owner() -> Scope {
    "user:default".parse().expect("a valid scope")
}

fn episode(thread: u64, n: u64) -> Draft {
    let content = Content::Episode(Episode {
        grain: Grain::Event,
        summary: format!(
            "The build of branch {thread} passed its tests and was deployed to staging, run {n}"
        ),
        topics: vec!["build".into(), "staging".into()],
        outcome: Outcome::Success,
        duration_ms: Some(n),
    });
    // Ids grow with time, as those do that Memoro gives out.
    let at = Timestamp::now().as_microsecond();
    let id = MemoryId::new(format!("episodic_{at}_{thread}")).expect("a valid id");
    Draft { id: Some(id), ..Draft::new(owner(), content) }
}

fn entry(thread: u64, n: u64) -> Draft {
    let key = Key::new(format!("key.{thread}.{}", n % 10)).expect("a valid key");
    Draft::entry(owner(), key, EntryKind::Fact, format!("value {n}"))
}

fn note(thread: u64, n: u64) -> Draft {
    Draft::note(owner(), format!("note {n} of thread {thread}: staging was rebuilt"))
}

fn ours(threads: u64, time: Duration, draft: &(dyn Fn(u64, u64) -> Draft + Sync)) -> Result<f64> {
    let folder = tempfile::tempdir()?;
    let workspace = Workspace::init(folder.path(), Settings::default(), &Caller::user(Timestamp::now()))?;
    let (written, begun) = (AtomicU64::new(0), Instant::now());
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (workspace, written) = (&workspace, &written);
            scope.spawn(move || {
                for n in 0.. {
                    if begun.elapsed() > time {
                        break;
                    }
                    workspace.write(draft(thread, n), &Caller::user(Timestamp::now())).expect("a write");
                    written.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    Ok(written.into_inner() as f64 / begun.elapsed().as_secs_f64())
}

/// The tables that one episode touches, and how their rows get a new identity.
const TABLES: [(&str, &[(&str, Identity)]); 6] = [
    ("memories", &[("row", Identity::Null), ("id", Identity::Text), ("key", Identity::Text)]),
    ("events", &[("seq", Identity::Number)]),
    ("documents", &[("id", Identity::Number), ("uri", Identity::Text)]),
    ("chunks", &[("slot", Identity::Number), ("document", Identity::Number)]),
    ("index_tail", &[("slot", Identity::Number)]),
    ("vector_tail", &[("slot", Identity::Number)]),
];

#[derive(Clone, Copy)]
enum Identity {
    Null,
    Number,
    Text,
}

/// Writes copies of the rows of one real memory, in groups, with nothing else around it.
fn bare(group: u64, time: Duration) -> Result<f64> {
    let folder = tempfile::tempdir()?;
    let workspace = Workspace::init(folder.path(), Settings::default(), &Caller::user(Timestamp::now()))?;
    workspace.write(episode(0, 0), &Caller::user(Timestamp::now()))?;
    drop(workspace);
    let mut conn = Connection::open(Workspace::store_path(folder.path()))?;
    conn.pragma_update(None, "journal_mode", "WAL")?;
    conn.pragma_update(None, "synchronous", "FULL")?;
    conn.pragma_update(None, "secure_delete", "ON")?;
    let rows = TABLES.iter().map(|(table, ids)| template(&conn, table, ids)).collect::<Result<Vec<_>>>()?;
    let (mut number, begun) = (1_000_000_i64, Instant::now());
    while begun.elapsed() < time {
        let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for _ in 0..group {
            number += 1;
            for row in &rows {
                row.insert(&tx, number)?;
            }
            tx.prepare_cached("UPDATE index_state SET change = change + 1, next_slot = next_slot + 1")?
                .execute([])?;
            tx.prepare_cached("UPDATE meta SET value = value WHERE name = 'audit_head'")?.execute([])?;
        }
        tx.commit()?;
    }
    Ok((number - 1_000_000) as f64 / begun.elapsed().as_secs_f64())
}

struct Row {
    sql: String,
    values: Vec<Value>,
    ids: Vec<(usize, Identity)>,
}

fn template(conn: &Connection, table: &str, ids: &[(&str, Identity)]) -> Result<Row> {
    let mut select = conn.prepare(&format!("SELECT * FROM {table} LIMIT 1"))?;
    let names: Vec<String> = select.column_names().map(str::to_owned).collect();
    let values = select.query_row([], |row| {
        (0..names.len()).map(|n| row.get(n)).collect::<rusqlite::Result<Vec<Value>>>()
    })?;
    let marks = vec!["?"; names.len()].join(", ");
    let place = |name: &str| names.iter().position(|found| found == name);
    let ids = ids.iter().filter_map(|(name, identity)| Some((place(name)?, *identity))).collect();
    Ok(Row { sql: format!("INSERT INTO {table} VALUES ({marks})"), values, ids })
}

impl Row {
    fn insert(&self, conn: &Connection, number: i64) -> Result<()> {
        let mut values = self.values.clone();
        for (at, identity) in &self.ids {
            values[*at] = match identity {
                Identity::Null => Value::Null,
                Identity::Number => Value::Integer(number),
                Identity::Text => Value::Text(format!("episodic_{}_12", 1_700_000_000_000_000 + number)),
            };
        }
        conn.prepare_cached(&self.sql)?.execute(rusqlite::params_from_iter(values))?;
        Ok(())
    }
}

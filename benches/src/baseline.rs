//! The design to beat: chunks in a table, FTS5 over their text, sqlite-vec over float vectors, and the two merged
//! 0.7 to 0.3.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Result;
use memoro_embed::{LocalModel, Scratch};
use rusqlite::{Connection, params};

use crate::generate::{FILES, Generator, Question};
use crate::measure::{Times, memory, thread_cpu};

/// Candidates of each kind, four for each of six results.
const CANDIDATES: u32 = 24;

fn open(path: &Path) -> Result<Connection> {
    type Init = unsafe extern "C" fn(
        *mut rusqlite::ffi::sqlite3,
        *mut *mut std::ffi::c_char,
        *const rusqlite::ffi::sqlite3_api_routines,
    ) -> i32;
    // SAFETY: the crate's function has the signature of an extension's entry point; it declares it without arguments.
    unsafe {
        let init = std::mem::transmute::<*const (), Init>(sqlite_vec::sqlite3_vec_init as *const ());
        rusqlite::ffi::sqlite3_auto_extension(Some(init));
    }
    let conn = Connection::open(path)?;
    conn.pragma_update(None, "journal_mode", "wal")?;
    conn.pragma_update(None, "cache_size", -262_144)?;
    Ok(conn)
}

/// Indexes the generated text.
pub(crate) fn build(path: &Path, chunks: u32) -> Result<()> {
    let mut conn = open(path)?;
    conn.execute_batch(
        "CREATE TABLE chunks (id INTEGER PRIMARY KEY, path TEXT, start_line INTEGER, end_line INTEGER, text TEXT);
         CREATE VIRTUAL TABLE chunks_fts USING fts5(text);
         CREATE VIRTUAL TABLE chunks_vec USING vec0(id INTEGER PRIMARY KEY, embedding float[256] distance_metric=cosine);",
    )?;
    let model = LocalModel::load();
    let generator = Generator::new(chunks);
    let mut scratch = Scratch::default();
    let (mut cpu, mut bytes, mut id) = (0.0, 0u64, 0i64);
    for file in 0..FILES {
        let texts: Vec<String> = (0..generator.chunks_of(file)).map(|n| generator.chunk(file, n)).collect();
        bytes += texts.iter().map(|t| t.len() as u64).sum::<u64>();
        let start = thread_cpu();
        let tx = conn.transaction()?;
        for (text, line) in texts.iter().zip(0i64..) {
            id += 1;
            let vector = bytes_of(model.embed_with(&mut scratch, text));
            tx.prepare_cached("INSERT INTO chunks VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(params![
                id,
                format!("file-{file}.md"),
                line,
                line + 9,
                text
            ])?;
            tx.prepare_cached("INSERT INTO chunks_fts (rowid, text) VALUES (?1, ?2)")?
                .execute(params![id, text])?;
            tx.prepare_cached("INSERT INTO chunks_vec VALUES (?1, ?2)")?.execute(params![id, vector])?;
        }
        tx.commit()?;
        cpu += thread_cpu() - start;
    }
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    let disk = std::fs::metadata(path)?.len();
    let words: i64 = conn
        .query_row(
            "SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'chunks_fts_%' AND name NOT LIKE '%content'",
            [],
            |row| row.get(0),
        )
        .unwrap_or(0);
    println!(
        "baseline    {:.0} chunks/s of CPU; disk {:.2} x text ({} bytes a chunk, FTS5 index alone {})",
        f64::from(chunks) / cpu,
        disk as f64 / bytes as f64,
        disk / u64::from(chunks),
        words / i64::from(chunks)
    );
    Ok(())
}

fn bytes_of(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// Asks all questions, once with the words joined by AND and once by OR.
pub(crate) fn query(path: &Path, chunks: u32, questions: u32) -> Result<()> {
    let generator = Generator::new(chunks);
    let mut asker = Asker { conn: open(path)?, model: LocalModel::load(), scratch: Scratch::default() };
    for joiner in [" AND ", " OR "] {
        let mut times = [Times::default(), Times::default(), Times::default()];
        for number in 0..questions {
            asker.ask(&generator.question(number), joiner, &mut times)?;
        }
        let [whole, words, vectors] = &mut times;
        println!(
            "baseline    words joined by{joiner:5}: p50 {:.2} ms, p95 {:.2} ms of CPU (FTS5 {:.2}, vec0 {:.2})",
            whole.at(50),
            whole.at(95),
            words.at(50),
            vectors.at(50)
        );
        println!("{}={:.4}", joiner.trim().to_lowercase(), whole.at(50));
    }
    println!("baseline    {:.0} MB at most", memory().1);
    Ok(())
}

struct Asker {
    conn: Connection,
    model: LocalModel,
    scratch: Scratch,
}

impl Asker {
    fn ask(&mut self, question: &Question, joiner: &str, times: &mut [Times; 3]) -> Result<Vec<(i64, f64)>> {
        let start = thread_cpu();
        let vector = bytes_of(self.model.embed_with(&mut self.scratch, &question.text));
        let by_vector = times[2].run(|| self.by_vector(&vector))?;
        let by_words = times[1].run(|| self.by_words(question, joiner))?;
        let mut merged: HashMap<i64, f64> = HashMap::new();
        for (id, distance) in by_vector {
            *merged.entry(id).or_default() += 0.7 * (1.0 - distance);
        }
        for (id, rank) in by_words {
            *merged.entry(id).or_default() += 0.3 / (1.0 + rank.abs());
        }
        let mut hits: Vec<(i64, f64)> = merged.into_iter().collect();
        hits.sort_by(|a, b| b.1.total_cmp(&a.1));
        hits.truncate(6);
        for (id, _) in &hits {
            self.conn
                .prepare_cached("SELECT text FROM chunks WHERE id = ?1")?
                .query_row([id], |row| row.get::<_, String>(0))?;
        }
        times[0].push(thread_cpu() - start);
        Ok(hits)
    }

    fn by_vector(&self, vector: &[u8]) -> Result<Vec<(i64, f64)>> {
        let sql = "SELECT id, distance FROM chunks_vec WHERE embedding MATCH ?1 AND k = ?2 ORDER BY distance";
        let mut select = self.conn.prepare_cached(sql)?;
        let rows = select.query_map(params![vector, CANDIDATES], |row| {
            // A question without a known word has a vector of zeros, and no distance.
            Ok((row.get(0)?, row.get::<_, Option<f64>>(1)?.unwrap_or(1.0)))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    fn by_words(&self, question: &Question, joiner: &str) -> Result<Vec<(i64, f64)>> {
        let quoted: Vec<String> = question.words.iter().map(|word| format!("\"{word}\"")).collect();
        let sql =
            "SELECT rowid, bm25(chunks_fts) FROM chunks_fts WHERE chunks_fts MATCH ?1 ORDER BY 2 LIMIT ?2";
        let mut select = self.conn.prepare_cached(sql)?;
        let rows = select
            .query_map(params![quoted.join(joiner), CANDIDATES], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

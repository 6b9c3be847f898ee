//! Memoro's own index under the clock.

use std::path::Path;

use anyhow::Result;
use jiff::Timestamp;
use memoro_core::fusion::{ChunkMeta, NO_DAY, Ranked, Ranker, Request};
use memoro_core::query::{Query, Today};
use memoro_core::text::{Profile, Term};
use memoro_embed::{LocalModel, Scratch};
use memoro_store::index::{
    self, Effort, Facets, ModelId, NewChunk, NewDocument, Probe, Quantized, SearchIndex, Source, Tier,
};
use rusqlite::Connection;

use crate::generate::{FILES, Generator};
use crate::measure::{Times, memory, process_cpu, read_all, thread_cpu};

/// Opens a store as the program does.
pub(crate) fn open(path: &Path) -> Result<Connection> {
    let conn = Connection::open(path)?;
    conn.pragma_update(None, "page_size", 8192)?;
    conn.pragma_update(None, "journal_mode", "wal")?;
    conn.pragma_update(None, "synchronous", "full")?;
    conn.pragma_update(None, "secure_delete", "on")?;
    conn.pragma_update(None, "mmap_size", 1i64 << 32)?;
    Ok(conn)
}

/// Indexes the generated text and prints speed and size.
pub(crate) fn build(path: &Path, chunks: u32) -> Result<()> {
    let mut conn = open(path)?;
    conn.execute_batch(index::SCHEMA)?;
    let model = LocalModel::load();
    let id = index::register_model(&conn, model.id().as_str(), u32::try_from(model.dims())?)?.id;
    let generator = Generator::new(chunks);
    let mut scratch = Scratch::default();
    let (mut cpu, mut embedding, mut worst, mut bytes) = (0.0, 0.0, 0f64, 0u64);
    for file in 0..FILES {
        let texts: Vec<String> = (0..generator.chunks_of(file)).map(|n| generator.chunk(file, n)).collect();
        bytes += texts.iter().map(|t| t.len() as u64).sum::<u64>();
        let start = thread_cpu();
        let vectors: Vec<Quantized> =
            texts.iter().map(|text| embed(&model, &mut scratch, text)).collect::<Result<_>>()?;
        embedding += thread_cpu() - start;
        let new =
            texts.iter().zip(vectors).zip(0..).map(|((t, v), n)| chunk(t, v, n, id)).collect::<Vec<_>>();
        let tx = conn.transaction()?;
        let document = index::add_document(&tx, &document(file))?;
        index::put(&tx, document, &new)?;
        let before = thread_cpu();
        index::seal_if_due(&tx, Effort::Full)?;
        worst = worst.max(thread_cpu() - before);
        tx.commit()?;
        cpu += thread_cpu() - start;
    }
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    let disk = std::fs::metadata(path)?.len();
    println!(
        "index       {:.0} chunks/s of CPU (embedding {:.1} us, longest seal {:.0} ms)",
        f64::from(chunks) / cpu,
        embedding * 1e6 / f64::from(chunks),
        worst * 1e3
    );
    println!(
        "disk        {:.2} x text ({} of {} bytes a chunk)",
        disk as f64 / bytes as f64,
        disk / u64::from(chunks),
        bytes / u64::from(chunks)
    );
    tables(&conn, chunks)
}

/// Prints where the bytes are.
fn tables(conn: &Connection, chunks: u32) -> Result<()> {
    let free: i64 = conn.query_row("PRAGMA freelist_count", [], |row| row.get(0))?;
    let mut select =
        conn.prepare("SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 7");
    if let Ok(select) = &mut select {
        let rows = select.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))?;
        let parts: Vec<String> = rows
            .filter_map(std::result::Result::ok)
            .map(|(name, size)| format!("{name} {}", size / i64::from(chunks)))
            .collect();
        println!("            bytes a chunk: {}, free {}", parts.join(", "), free * 8192 / i64::from(chunks));
    }
    Ok(())
}

fn document(file: u32) -> NewDocument {
    NewDocument {
        source: Source::Workspace,
        uri: format!("notes/{:03}/file-{file}.md", file / 10),
        title: Some(format!("File {file}")),
        tier: Tier::Warm,
        content_hash: Some([u8::try_from(file % 251).unwrap_or(0); 32]),
        size: 0,
        mtime_ns: 0,
        inode: u64::from(file),
        indexed_at: Timestamp::UNIX_EPOCH,
        error: None,
    }
}

fn chunk(text: &str, vector: Quantized, ordinal: u32, model: ModelId) -> NewChunk {
    let (profile, terms) = Profile::of(text);
    NewChunk {
        lines: ordinal * 9 + 1..ordinal * 9 + 10,
        bytes: u64::from(ordinal) * 700..u64::from(ordinal + 1) * 700,
        text_hash: u64::from(ordinal).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        heading: None,
        text: None,
        terms,
        meta: ChunkMeta { ordinal, day: NO_DAY, profile, ..ChunkMeta::default() },
        facets: Facets::default(),
        vectors: vec![(model, vector)],
    }
}

fn embed(model: &LocalModel, scratch: &mut Scratch, text: &str) -> Result<Quantized> {
    let mut vector = memoro_embed::Quantized::default();
    model.embed_i8_with(scratch, text, &mut vector);
    Ok(Quantized::from_parts(vector.values, vector.scale)?)
}

/// What answers questions.
struct Asker {
    conn: Connection,
    model: LocalModel,
    scratch: Scratch,
    index: SearchIndex,
    ranker: Ranker,
    cosines: Vec<f32>,
}

/// Where the time of questions goes.
#[derive(Default)]
struct Parts {
    whole: Times,
    read: Times,
    view: Times,
    scan: Times,
    rank: Times,
}

impl Asker {
    fn open(path: &Path) -> Result<Self> {
        let conn = open(path)?;
        let index = SearchIndex::open(&conn)?;
        Ok(Self {
            conn,
            model: LocalModel::load(),
            scratch: Scratch::default(),
            index,
            ranker: Ranker::default(),
            cosines: Vec::new(),
        })
    }

    fn ask(&mut self, text: &str, parts: &mut Parts) -> Result<Vec<Ranked>> {
        let start = thread_cpu();
        let (query, probe) = parts.read.run(|| {
            let query = Query::analyse(text, Today::new(2026, 11, 15));
            embed(&self.model, &mut self.scratch, text).map(|vector| (query, Probe::new(&vector)))
        })?;
        let terms: Vec<Term> = query.terms.iter().map(|t| t.term).collect();
        let view = parts.view.run(|| self.index.view(&self.conn, &terms))?;
        parts.scan.run(|| view.cosines_into(&probe, &mut self.cosines))?;
        let request = Request::new(&query, Some(&self.cosines));
        let ranked = parts.rank.run(|| self.ranker.rank(&view, &request));
        parts.whole.push(thread_cpu() - start);
        Ok(ranked)
    }
}

/// Asks all questions and prints times and memory.
pub(crate) fn query(path: &Path, chunks: u32, questions: u32) -> Result<()> {
    let generator = Generator::new(chunks);
    let asked: Vec<String> = (0..questions).map(|n| generator.question(n).text).collect();
    drop(generator);
    let mut asker = Asker::open(path)?;
    let loaded = memory().0;
    let mut warm = Parts::default();
    for text in &asked {
        asker.ask(text, &mut Parts::default())?;
    }
    for text in &asked {
        asker.ask(text, &mut warm)?;
    }
    let (now, peak) = memory();
    println!(
        "query       p50 {:.2} ms, p95 {:.2} ms, p99 {:.2} ms of CPU",
        warm.whole.at(50),
        warm.whole.at(95),
        warm.whole.at(99)
    );
    println!(
        "            p50 of parts: read {:.3}, postings {:.3}, scan {:.3}, rank {:.3} ms",
        warm.read.at(50),
        warm.view.at(50),
        warm.scan.at(50),
        warm.rank.at(50)
    );
    scan(&mut asker, &asked)?;
    println!("memory      {loaded:.0} MB loaded, {now:.0} MB after the questions, {peak:.0} MB at most");
    println!("p50={:.4}", warm.whole.at(50));
    Ok(())
}

/// Compares the scan with plain reading of as much memory, in turns, so that neither finds the other's cache warm.
fn scan(asker: &mut Asker, asked: &[String]) -> Result<()> {
    let view = asker.index.view(&asker.conn, &[])?;
    let bytes = view.slots() as usize * 256;
    let buffer: Vec<u64> = (0..bytes as u64 / 8).collect();
    let (mut scans, mut reads, mut ratios) = (Times::default(), Times::default(), Times::default());
    for text in asked.iter().cycle().take(200) {
        let probe = Probe::new(&embed(&asker.model, &mut asker.scratch, text)?);
        let start = thread_cpu();
        view.cosines_into(&probe, &mut asker.cosines)?;
        let between = thread_cpu();
        std::hint::black_box(read_all(&buffer));
        let end = thread_cpu();
        scans.push(between - start);
        reads.push(end - between);
        ratios.push((between - start) / (end - between) / 1e3);
    }
    let speed = |ms: f64| bytes as f64 / ms / 1e6;
    let (scan, read, ratio) = (scans.at(50), reads.at(50), ratios.at(50));
    println!(
        "scan        {:.1} GB/s ({scan:.2} ms), plain reading {:.1} GB/s: {:.2} x",
        speed(scan),
        speed(read),
        ratio
    );
    Ok(())
}

/// Answers one question in a fresh process and prints what the process has cost.
pub(crate) fn cold(path: &Path, text: &str) -> Result<()> {
    let mut asker = Asker::open(path)?;
    let opened = process_cpu();
    let hits = asker.ask(text, &mut Parts::default())?;
    println!("cold={:.2} open={:.2} hits={}", process_cpu() * 1e3, opened * 1e3, hits.len());
    Ok(())
}

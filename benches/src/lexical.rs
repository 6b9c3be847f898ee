//! The lexical index alone, beside FTS5 over the same tokens: size, questions, and taking one chunk out for good.

use std::path::Path;

use anyhow::{Context as _, Result};
use memoro_core::fusion::{Ranker, Request};
use memoro_core::query::{Query, Today};
use memoro_core::text::{Term, tokenize};
use memoro_store::index::{self, SearchIndex, Source};
use rusqlite::{Connection, params};

use crate::generate::{FILES, Generator};
use crate::measure::{Times, thread_cpu};
use crate::ours;

/// Returns the names of a text's terms, as words that FTS5 leaves as they are.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    tokenize(text, &mut |token| {
        if token.is_indexed() {
            words.push(token.text.to_string());
        }
    });
    words
}

/// Compares the two on the generated text; `path` is a store that was built before.
pub(crate) fn compare(path: &Path, chunks: u32, questions: u32) -> Result<()> {
    let generator = Generator::new(chunks);
    let other = path.with_extension("fts5");
    let fts = fill(&other, &generator)?;
    let ours = ours::open(path)?;
    let bytes = |conn: &Connection, tables: &str| -> Result<i64> {
        let sql = format!("SELECT sum(pgsize) FROM dbstat WHERE name IN ({tables})");
        Ok(conn.query_row(&sql, [], |row| row.get::<_, i64>(0))? / i64::from(chunks))
    };
    println!(
        "words       {} bytes a chunk, FTS5 over the same tokens {}",
        bytes(&ours, "'postings', 'packs', 'index_tail'")?,
        bytes(&fts, "'words_data', 'words_idx', 'words_docsize'")?
    );
    ask(&ours, &fts, &generator, questions)?;
    erase(ours, &fts, &generator)?;
    std::fs::remove_file(other)?;
    Ok(())
}

fn fill(path: &Path, generator: &Generator) -> Result<Connection> {
    let mut conn = Connection::open(path)?;
    conn.pragma_update(None, "page_size", 8192)?;
    conn.pragma_update(None, "journal_mode", "wal")?;
    conn.pragma_update(None, "secure_delete", "on")?;
    conn.execute_batch(
        "CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1, detail=full,
         tokenize=\"unicode61 remove_diacritics 0 categories 'L* M* N* Co'\");
         INSERT INTO words (words, rank) VALUES ('secure-delete', 1);",
    )?;
    let (mut cpu, mut slot) = (0.0, 0i64);
    for file in 0..FILES {
        let texts: Vec<String> =
            (0..generator.chunks_of(file)).map(|n| words(&generator.chunk(file, n)).join(" ")).collect();
        let start = thread_cpu();
        let tx = conn.transaction()?;
        for text in texts {
            tx.prepare_cached("INSERT INTO words (rowid, text) VALUES (?1, ?2)")?
                .execute(params![slot, text])?;
            slot += 1;
        }
        tx.commit()?;
        cpu += thread_cpu() - start;
    }
    conn.execute("INSERT INTO words (words) VALUES ('optimize')", [])?;
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    println!("            FTS5 takes {:.1} us a chunk to write", cpu * 1e6 / slot as f64);
    Ok(conn)
}

fn ask(ours: &Connection, fts: &Connection, generator: &Generator, questions: u32) -> Result<()> {
    let (mut index, mut ranker) = (SearchIndex::open(ours)?, Ranker::default());
    let (mut own, mut other) = (Times::default(), Times::default());
    for number in (0..questions).chain(0..questions) {
        let text = generator.question(number).text;
        let query = Query::analyse(&text, Today::new(2026, 11, 15));
        let terms: Vec<Term> = query.terms.iter().map(|t| t.term).collect();
        let rank = |index: &mut SearchIndex, ranker: &mut Ranker| -> Result<usize> {
            let view = index.view(ours, &terms)?;
            Ok(ranker.rank(&view, &Request { limit: 50, ..Request::new(&query, None) }).len())
        };
        own.run(|| rank(&mut index, &mut ranker))?;
    }
    for number in 0..questions {
        let quoted: Vec<String> =
            words(&generator.question(number).text).iter().map(|word| format!("\"{word}\"")).collect();
        let sql = "SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY rank LIMIT 50";
        other.run(|| -> Result<usize> {
            let mut select = fts.prepare_cached(sql)?;
            let rows = select.query_map([quoted.join(" OR ")], |row| row.get::<_, i64>(0))?;
            Ok(rows.count())
        })?;
    }
    println!(
        "            question p50/p95 {:.2}/{:.2} ms with the whole ranking, FTS5's BM25 {:.2}/{:.2} ms",
        own.at(50),
        own.at(95),
        other.at(50),
        other.at(95)
    );
    Ok(())
}

/// Takes one file of chunks out of both, so that nothing on disk tells what it held.
fn erase(mut ours: Connection, fts: &Connection, generator: &Generator) -> Result<()> {
    let file = index::documents(&ours, Source::Workspace)?.into_iter().next().context("a document")?;
    let tx = ours.transaction()?;
    let start = thread_cpu();
    let removed = index::remove_document(&tx, file.id)?;
    let between = thread_cpu();
    index::purge(&tx)?;
    let own = (between - start, thread_cpu() - between);
    tx.execute("UPDATE packs SET dead = 1", [])?;
    let start = thread_cpu();
    index::purge(&tx)?;
    println!(
        "            looking for postings of removed chunks where there are none {:.1} ms",
        (thread_cpu() - start) * 1e3
    );
    tx.rollback()?;
    let count = i64::from(generator.chunks_of(0));
    let start = thread_cpu();
    fts.execute("DELETE FROM words WHERE rowid < ?1", [count])?;
    println!(
        "            taking out {removed} chunks {:.1} ms and their postings {:.1} ms, FTS5 {:.1} ms",
        own.0 * 1e3,
        own.1 * 1e3,
        (thread_cpu() - start) * 1e3
    );
    Ok(())
}

//! Reads a data set: documents and questions as JSON lines, plain or gzipped. Keeps them as they are.

use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// A document, or one turn of a conversation if it has a speaker.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Doc {
    /// Its name in the run file.
    pub(crate) id: String,
    /// What it says.
    pub(crate) text: String,
    /// When, as ISO 8601.
    #[serde(default)]
    pub(crate) ts: Option<String>,
    /// The conversation it belongs to.
    #[serde(default)]
    pub(crate) session: Option<String>,
    /// Who speaks.
    #[serde(default)]
    pub(crate) speaker: Option<String>,
    /// Whose it is; absent or `*`: everyone's.
    #[serde(default)]
    pub(crate) scope: Option<String>,
}

/// A question and the documents that answer it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Question {
    /// Its name in the run file.
    pub(crate) id: String,
    /// What is asked.
    pub(crate) text: String,
    /// Documents that answer it.
    pub(crate) relevant: Vec<String>,
    /// Who asks; absent: anyone.
    #[serde(default)]
    pub(crate) scope: Option<String>,
    /// The sessions that may be searched; absent: all.
    #[serde(default)]
    pub(crate) pool: Option<Vec<String>>,
    /// When it is asked.
    #[serde(default)]
    pub(crate) ts: Option<String>,
}

/// Reads the documents and one file of questions of a set.
pub(crate) fn load(folder: &Path, questions: &str) -> Result<(Vec<Doc>, Vec<Question>)> {
    Ok((read_lines(&folder.join("docs.jsonl"))?, read_lines(&folder.join(questions))?))
}

fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let reader: Box<dyn Read> = if path.exists() {
        Box::new(File::open(path)?)
    } else {
        let mut zipped = PathBuf::from(path).into_os_string();
        zipped.push(".gz");
        let file = File::open(&zipped)
            .with_context(|| format!("neither {} nor its .gz is there", path.display()))?;
        Box::new(flate2::read::GzDecoder::new(file))
    };
    let mut rows = Vec::new();
    for (number, line) in BufReader::new(reader).lines().enumerate() {
        let line = line?;
        if !line.trim().is_empty() {
            rows.push(
                serde_json::from_str(&line).with_context(|| format!("{}:{}", path.display(), number + 1))?,
            );
        }
    }
    Ok(rows)
}

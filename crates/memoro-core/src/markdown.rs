//! The Markdown of the vault, over bytes. What it does not understand it leaves alone: unknown lines,
//! comments, CRLF, a byte order mark, even invalid UTF-8 survive every rewrite. It reads and writes no files.

mod block;
mod block_field;
mod day_file;
mod entries;
mod entry_line;
mod escape;
mod front_matter;
mod home;
mod learning;
mod lines;
mod moment;
mod patch;
mod splice;
mod yaml;

pub use block::{DecisionBlock, Standing};
pub use day_file::{
    BlockChange, DayFile, ParsedDecision, change_decisions, parse_decisions, remove_decision, upsert_decision,
};
pub use entries::{EntryFile, Fault, Heading, ParsedEntry, Problem, over, parse_entries};
pub use entry_line::EntryLine;
pub use home::{Home, Household, MAX_NAME, id_of_name, safe_name};
pub use learning::{Learning, ParsedLearning, parse_learning, upsert_learning};
pub use moment::Moment;
pub use splice::{Applied, Change, Title, apply, remove_entry, upsert_entry};

/// Why bytes are not taken as text; such a file is never rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotText {
    /// There is a zero byte in it, as in a picture or a UTF-16 file.
    #[error("is not a text file (zero byte at offset {at}); save it as UTF-8 or move it away")]
    Nul {
        /// Where the first zero byte stands.
        at: usize,
    },
    /// Most of it is no UTF-8.
    #[error("is not UTF-8 text ({invalid} of {total} bytes are not); save it as UTF-8 or move it away")]
    Encoding {
        /// How many bytes are no UTF-8.
        invalid: usize,
        /// How many bytes there are.
        total: usize,
    },
    /// It begins with front matter of ours that never ends, as in a file that was cut short.
    #[error(
        "begins with front matter that is never closed: a line with `---` is missing, or the file was cut short"
    )]
    Unclosed,
}

/// Refuses bytes that are no text: a zero byte, or many (over 32, and three in ten) outside UTF-8.
pub fn check_text(bytes: &[u8]) -> Result<(), NotText> {
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(NotText::Nul { at });
    }
    if std::str::from_utf8(bytes).is_ok() {
        return Ok(());
    }
    let invalid = bytes.utf8_chunks().map(|chunk| chunk.invalid().len()).sum::<usize>();
    if invalid > 32 && invalid * 10 > bytes.len() * 3 {
        return Err(NotText::Encoding { invalid, total: bytes.len() });
    }
    Ok(())
}

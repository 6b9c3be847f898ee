//! The codec's promises: what is rendered reads back, and a rewrite leaves the rest of the file alone.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod decisions;
mod entries;
mod generate;
mod learnings;

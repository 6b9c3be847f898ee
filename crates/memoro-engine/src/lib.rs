//! The use-cases of Memoro, one verb a file. No JSON interfaces, no environment, no exit codes: those are the binary's.

pub mod documents;
pub mod transcripts;

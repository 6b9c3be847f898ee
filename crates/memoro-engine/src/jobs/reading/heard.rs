//! When the last thing in a transcript was said, as it is kept. Reads no file.

use jiff::Timestamp;

use crate::transcripts::FoundTranscript;

/// Tells whether a file is as it was when it was read, and everything in it was said before a moment.
pub(super) fn ends_before(kept: &str, found: &FoundTranscript, start: Timestamp) -> bool {
    let Some((seen, latest)) = kept.split_once('\n') else { return false };
    seen == stamp(found) && latest.parse::<Timestamp>().is_ok_and(|latest| latest < start)
}

/// Returns what tells that a transcript may have changed.
pub(super) fn stamp(found: &FoundTranscript) -> String {
    let crate::documents::Fingerprint { modified, size, inode } = found.fingerprint;
    format!("{modified} {size} {inode}")
}

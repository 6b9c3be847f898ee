//! The vault: the Markdown of a workspace, kept in line with the store in both directions.

/// The actor of edits by hand in the audit, whoever noticed them.
pub(crate) const BY_HAND: &str = "user_edit";

mod base;
mod claims;
mod edition;
pub mod files;
pub(crate) mod homes;
pub(crate) mod intake;
mod merge;
pub(crate) mod mirror;
pub(crate) mod page;
mod regain;
mod sitting;
mod spared;
mod stale;
mod succession;
pub mod watch;

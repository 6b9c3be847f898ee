//! The vault: the Markdown of a workspace, kept in line with the store in both directions.

mod claims;
pub mod files;
mod homes;
mod intake;
pub(crate) mod mirror;
pub(crate) mod page;
pub mod watch;

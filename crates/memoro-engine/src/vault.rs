//! The vault: the Markdown of a workspace.

pub mod files;

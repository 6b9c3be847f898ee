//! Under construction.

pub mod fusion;
pub mod query;
pub mod text;

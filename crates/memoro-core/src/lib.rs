//! Under construction.

pub mod query;
pub mod text;

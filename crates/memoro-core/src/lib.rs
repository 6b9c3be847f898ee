//! Under construction.

pub mod text;

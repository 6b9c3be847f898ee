//! Under construction.

pub mod index;

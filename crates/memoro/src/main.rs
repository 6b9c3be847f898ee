//! The `memoro` binary: interfaces only.

fn main() {}

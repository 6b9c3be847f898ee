//! The use-cases of Memoro, one verb a file. Interfaces call these; SQL, JSON and exit codes live elsewhere.

pub mod vault;

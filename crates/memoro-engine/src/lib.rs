//! The use-cases of Memoro, one verb a file. Interfaces call these; SQL, JSON and exit codes live elsewhere.

mod backup;
mod caller;
mod check;
mod decide;
mod draft;
mod edit;
mod error;
mod export;
mod find;
mod forget;
mod history;
mod remember;
mod resolve;
mod runs;
mod session;
mod settings;
mod status;
pub mod vault;
mod workspace;
mod write;

pub use backup::{Manifest, Restored, restore_missing_store, verify_backup};
pub use caller::Caller;
pub use check::{Depth, Finding};
pub use draft::Draft;
pub use edit::{Edit, Undone};
pub use error::{EngineError, Result};
pub use export::Moved;
pub use forget::{Forgotten, Target};
pub use history::Why;
pub use memoro_core as core;
pub use memoro_store as store;
pub use remember::Remember;
pub use resolve::{Resolved, Whose};
pub use settings::{Edits, Settings};
pub use status::Overview;
pub use workspace::{OWN, Workspace};

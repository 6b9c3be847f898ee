//! Text as search sees it: segmentation by script, the same at index and query time, folding, stems, stable term
//! names, token estimates. Uses no dictionary, no network and no clock, and fails on no input.

mod cluster;
mod estimate;
mod fold;
mod han;
mod irregular;
mod latin;
mod mask;
mod phrase;
mod profile;
mod script;
mod stem;
mod stopwords;
mod table;
mod term;
mod tokens;

pub use cluster::{attaches, cut_before, head, may_cut};
pub use estimate::token_estimate;
pub use fold::fold;
pub use han::simplified;
pub use mask::unmasked;
pub use phrase::{Phrase, normalised};
pub use profile::{Profile, TIME_PARTS, TermCounts, is_time_word};
pub use script::{Script, ScriptSet, script_of};
pub(crate) use script::{is_han, is_thai};
pub use stopwords::is_stop;
pub use term::Term;
pub use tokens::{Kind, Token, continued, index_tokens, is_bare, tokenize};

/// The number of these rules: another one when the same text gives other terms, so that an index made by other rules
/// can be told.
pub const VERSION: &str = "4";

#[cfg(test)]
mod tests;

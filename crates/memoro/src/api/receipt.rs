//! The answer to a write.

use memoro_core::{Receipt, Written};
use serde::Serialize;
use utoipa::ToSchema;

/// What a write did, where it stands and whether it was read back.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReceiptView {
    /// `stored`, `merged`, `superseded`, `ended`, `pending` or `rejected`.
    pub(crate) status: &'static str,
    /// The memory that now holds it.
    pub(crate) id: Option<String>,
    /// The memory that it took the place of.
    pub(crate) replaces: Option<String>,
    /// The file that shows it, relative to the workspace.
    pub(crate) file: Option<String>,
    /// The line in that file.
    pub(crate) line: Option<u32>,
    /// Whether it was read back after the write.
    pub(crate) verified: bool,
    /// Why it waits or was turned down.
    pub(crate) reason: Option<ReasonView>,
    /// What to know besides.
    pub(crate) warnings: Vec<String>,
    /// The mark of the state that was written, for changes that rest on it; it goes into a header.
    #[serde(skip)]
    pub(crate) tag: Option<String>,
}

impl ReceiptView {
    /// Leaves out what older memories say, for a caller who may not read.
    pub(crate) fn without_others(self) -> Self {
        Self { warnings: Vec::new(), ..self }
    }
}

/// A stable word and a sentence.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReasonView {
    /// The word.
    pub(crate) code: &'static str,
    /// The sentence.
    pub(crate) text: String,
}

impl From<&Receipt> for ReceiptView {
    fn from(receipt: &Receipt) -> Self {
        let replaces = match &receipt.written {
            Written::Superseded { old, new } if old != new => Some(old.to_string()),
            _ => None,
        };
        Self {
            status: receipt.written.as_str(),
            id: receipt.written.id().map(ToString::to_string),
            replaces,
            file: receipt.place.as_ref().map(|place| place.file.clone()),
            line: receipt.place.as_ref().map(|place| place.line),
            verified: receipt.verified,
            reason: receipt.written.why().map(|why| ReasonView { code: why.code, text: why.text.clone() }),
            warnings: receipt.warnings.clone(),
            tag: None,
        }
    }
}

//! What can go wrong in the search index. Never carries the content of a chunk.

/// An error of the search index.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// `SQLite` refused an operation.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// A derived table does not hold what it should; documents and memories are not affected.
    #[error("the search index is damaged: {0}; run `memoro index --rebuild` to make it again")]
    Corrupt(String),
    /// A vector has another number of dimensions than its model.
    #[error("a vector of {got} dimensions was refused: model `{model}` has {expected}")]
    Dimension {
        /// The model's name.
        model: String,
        /// The dimensions that the model was registered with.
        expected: u32,
        /// The dimensions of the refused vector.
        got: usize,
    },
    /// A vector holds a value that is not a number.
    #[error("a vector with a value that is not a finite number was refused")]
    NotFinite,
    /// No model of this number is registered.
    #[error("no embedding model number {0} is registered in this store")]
    UnknownModel(i64),
    /// The model that is searched cannot be dropped.
    #[error("model `{0}` is in use; switch to another before dropping it")]
    ActiveModel(String),
    /// A switch of models was asked for before every chunk had its vector.
    #[error("model `{model}` lacks the vectors of {missing} chunks; embed them before the switch")]
    Incomplete {
        /// The model's name.
        model: String,
        /// The number of chunks without a vector.
        missing: u64,
    },
    /// No document of this number exists.
    #[error("no document number {0} is in this store")]
    UnknownDocument(i64),
    /// All slot numbers are used up.
    #[error("the search index has used all its slots; run `memoro index --rebuild` to number them again")]
    Full,
}

/// The result of an operation on the search index.
pub type Result<T, E = IndexError> = std::result::Result<T, E>;

/// Returns the error for a derived record that does not hold what it should.
pub(crate) fn corrupt<T>(what: impl Into<String>) -> Result<T> {
    Err(IndexError::Corrupt(what.into()))
}

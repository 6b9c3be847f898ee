//! A token: `mmr_<id>_<secret>`. The id finds the key, the whole is hashed. Never shown by `Debug`.

use std::fmt::Write as _;

use crate::error::{Code, Failure, Result};

const PREFIX: &str = "mmr_";

/// A token that was just made; the only place where its words are.
pub(crate) struct Token {
    words: String,
    id: String,
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Token({})", self.id)
    }
}

impl Token {
    /// Makes a token of 256 random bits.
    pub(crate) fn fresh() -> Result<Self> {
        let (id, secret) = (random::<6>()?, random::<32>()?);
        Ok(Self { words: format!("{PREFIX}{id}_{secret}"), id })
    }

    /// Returns its words, for the one who asked for it.
    pub(crate) fn reveal(&self) -> &str {
        &self.words
    }

    /// Returns the part that is no secret.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Returns the hash that is kept.
    pub(crate) fn hash(&self) -> blake3::Hash {
        blake3::hash(self.words.as_bytes())
    }
}

/// Returns the id in a token that somebody presents.
pub(crate) fn id_of(presented: &str) -> Option<&str> {
    presented.strip_prefix(PREFIX)?.split_once('_').map(|(id, _)| id)
}

fn random<const N: usize>() -> Result<String> {
    let mut bits = [0u8; N];
    getrandom::fill(&mut bits)
        .map_err(|why| Failure::new(Code::Internal, format!("no randomness: {why}")))?;
    Ok(bits.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

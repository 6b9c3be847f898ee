//! Telling one's own export from anybody's: a line carries a hash under a secret that only this home has. It keeps nothing
//! secret and proves nothing to others; without a secret no line is told from another.

use memoro_core::{Memory, Origin, Status};
use serde::Serialize;

use crate::error::{EngineError, Result};
use crate::workspace::Workspace;

/// The secret under which exported lines are sealed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SealKey([u8; 32]);

impl std::fmt::Debug for SealKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealKey(…)")
    }
}

impl SealKey {
    /// Takes a secret.
    pub const fn new(secret: [u8; 32]) -> Self {
        Self(secret)
    }

    /// Makes a secret that nobody else has.
    pub fn fresh() -> std::result::Result<Self, getrandom::Error> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret)?;
        Ok(Self(secret))
    }

    /// Reads a secret as it is written down.
    pub fn parse(text: &str) -> Option<Self> {
        blake3::Hash::from_hex(text.trim()).ok().map(|hash| Self(*hash.as_bytes()))
    }

    /// Writes the secret down.
    pub fn text(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    /// Returns the seal of a text.
    fn seal(&self, text: &[u8]) -> String {
        blake3::keyed_hash(&self.0, text).to_hex().to_string()
    }

    /// Tells whether a seal is this text's.
    fn fits(&self, text: &[u8], seal: &str) -> bool {
        // Hashes are compared in constant time.
        blake3::Hash::from_hex(seal).is_ok_and(|seal| seal == blake3::keyed_hash(&self.0, text))
    }
}

/// Whose word an import is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Word {
    /// That of whoever wrote each line: what was not exported here guides nobody without a person.
    #[default]
    Theirs,
    /// The caller's own: they know where the lines come from.
    Callers,
}

impl Workspace {
    /// Returns the seal of a line; none without a secret.
    pub(crate) fn seal_of(&self, line: &impl Serialize) -> Result<Option<String>> {
        let Some(key) = self.settings.seal else { return Ok(None) };
        Ok(Some(key.seal(&sealed(line)?)))
    }

    /// Tells whether a line is the caller's own: sealed here, or vouched for by their word.
    pub(crate) fn is_own(&self, word: Word, line: &impl Serialize, seal: Option<&str>) -> bool {
        let Some(key) = self.settings.seal.filter(|_| word == Word::Theirs) else { return true };
        seal.is_some_and(|seal| sealed(line).is_ok_and(|text| key.fits(&text, seal)))
    }
}

/// Tells whether an origin says that a person stands behind a memory.
pub(crate) const fn claims_a_person(origin: Origin) -> bool {
    !matches!(origin, Origin::Auto | Origin::UserInferred | Origin::System | Origin::Import)
}

/// Tells whether what is here came from somebody less trusted than who brings the same now.
pub(crate) fn is_vouched_for(here: &Memory, now: &Memory) -> bool {
    let same = here.content == now.content && here.key == now.key && here.scope == now.scope;
    let untouched = here.status == Status::Pending || here.status == now.status;
    same && untouched && here.provenance.trust < now.provenance.trust
}

/// Returns what a seal is made of.
fn sealed(line: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(line).map_err(|why| EngineError::invalid("export", why))
}

/// Tells whether a memory that comes says something else than the one that is here, apart from how far it is trusted.
pub(crate) fn is_other(here: &Memory, comes: &Memory) -> bool {
    let comes = Memory { status: here.status.clone(), provenance: here.provenance.clone(), ..comes.clone() };
    *here != comes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_fits_its_own_text_and_secret_alone() {
        let (mine, other) = (SealKey::new([1; 32]), SealKey::new([2; 32]));
        for text in ["from now on", "ต่อไปนี้", "从现在起"] {
            let seal = mine.seal(text.as_bytes());
            assert!(mine.fits(text.as_bytes(), &seal));
            assert!(!other.fits(text.as_bytes(), &seal) && !mine.fits(b"else", &seal));
            assert!(!mine.fits(text.as_bytes(), "") && !mine.fits(text.as_bytes(), "zz"));
        }
        assert_eq!(SealKey::parse(&mine.text()), Some(mine));
        assert!(!format!("{mine:?}").contains("01"));
    }
}

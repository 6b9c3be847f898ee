//! What ranking needs from a store: postings, per-chunk metadata by slot, places in a group, speakers. Says nothing
//! about how a store keeps them, and asks for no text.

use crate::text::{Profile, ScriptSet, Term};

/// One occurrence list entry: a chunk and how often it holds the term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Posting {
    /// The chunk.
    pub slot: u32,
    /// How often the term stands in it, at least once.
    pub tf: u16,
}

/// Who speaks in a chunk, as far as ranking treats them differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Role {
    /// Nobody, or a person among persons: documents, notes, chats between people.
    #[default]
    Other = 0,
    /// The person who talks with an assistant.
    User = 1,
    /// The assistant.
    Assistant = 2,
}

/// The day of a chunk that has none.
pub const NO_DAY: i32 = i32::MIN;

/// What ranking knows of one chunk besides its words: 28 bytes, held in RAM for every slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChunkMeta {
    /// The session or document it stands in, dense from 0.
    pub group: u32,
    /// Its place in the group; neighbours differ by one.
    pub ordinal: u32,
    /// Its speaker's number in [`Speakers`]; 0 is nobody.
    pub speaker: u32,
    /// The day it speaks of or was said on, days since 1970-01-01, or [`NO_DAY`].
    pub day: i32,
    /// What its text is like.
    pub profile: Profile,
    /// Who speaks.
    pub role: Role,
}

impl ChunkMeta {
    /// Returns the day, where there is one.
    pub fn day(&self) -> Option<i32> {
        (self.day != NO_DAY).then_some(self.day)
    }

    /// Returns the scripts of the text.
    pub fn scripts(&self) -> ScriptSet {
        self.profile.scripts
    }
}

/// Sums over the chunks that the asker may see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Number of chunks.
    pub chunks: u32,
    /// Sum of their lengths in tokens.
    pub tokens: u64,
    /// Number of groups with at least one of them.
    pub groups: u32,
    /// Number of them that an assistant spoke.
    pub assistant: u32,
}

impl Totals {
    /// Counts the chunks that a filter lets through; a store keeps the result per filter.
    pub fn count(metas: &[ChunkMeta], visible: Option<&[u64]>) -> Self {
        let mut totals = Self::default();
        let groups = metas.iter().map(|m| m.group).max().map_or(0, |g| g as usize + 1);
        let mut seen = vec![false; groups];
        for (slot, meta) in metas.iter().enumerate() {
            if !is_visible(visible, slot) {
                continue;
            }
            totals.chunks += 1;
            totals.tokens += u64::from(meta.profile.len);
            totals.assistant += u32::from(meta.role == Role::Assistant);
            if let Some(seen) = seen.get_mut(meta.group as usize) {
                totals.groups += u32::from(!*seen);
                *seen = true;
            }
        }
        totals
    }
}

/// Returns whether a bitmap (bit `slot % 64` of word `slot / 64`) lets a slot through; no bitmap lets all through.
pub fn is_visible(visible: Option<&[u64]>, slot: usize) -> bool {
    visible.is_none_or(|bits| bits.get(slot / 64).is_some_and(|word| word >> (slot % 64) & 1 == 1))
}

/// What is known of a chunk's memory beyond search: asked for the candidates only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// Strength after decay, 0..=1.
    pub strength: f32,
    /// Confidence, 0..=1.
    pub confidence: f32,
    /// Importance that a person gave it, 0..=1; 0.5 is ordinary.
    pub importance: f32,
    /// Factor of the layer for this question; 1 is neutral.
    pub layer: f32,
    /// Whether it lies in the cold tier.
    pub cold: bool,
}

impl Default for Prior {
    fn default() -> Self {
        Self { strength: 1.0, confidence: 1.0, importance: 0.5, layer: 1.0, cold: false }
    }
}

/// Two facts of every slot, each in a row of its own.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    /// Tokens of the chunk.
    pub lengths: &'a [u16],
    /// The chunk's group.
    pub groups: &'a [u32],
}

/// The chunks to rank, as one question sees them.
pub trait Corpus {
    /// The metadata of every slot, dead slots included.
    fn metas(&self) -> &[ChunkMeta];

    /// Length and group of every slot, as in its metadata: what the walk over all postings reads, kept close.
    fn columns(&self) -> Columns<'_>;

    /// Hands out the postings of a term in blocks, slots ascending within and across blocks.
    ///
    /// Slots that are not visible may be among them.
    fn postings(&self, term: Term, visit: &mut dyn FnMut(&[Posting]));

    /// The slots that may be answered: one bit each, or nothing if all may.
    fn visible(&self) -> Option<&[u64]>;

    /// Sums over the visible chunks.
    fn totals(&self) -> Totals;

    /// Number of groups; group numbers are below it.
    fn groups(&self) -> u32;

    /// Length in tokens of a group.
    fn group_tokens(&self, group: u32) -> u32;

    /// The slot `step` places further in the same group, if there is one.
    ///
    /// The default looks at the slot numbers around; a store whose groups are scattered overrides it.
    fn neighbour(&self, slot: u32, step: i32) -> Option<u32> {
        let there = slot.checked_add_signed(step)?;
        let here = self.metas().get(slot as usize)?;
        let other = self.metas().get(there as usize)?;
        (other.group == here.group && Some(other.ordinal) == here.ordinal.checked_add_signed(step))
            .then_some(there)
    }

    /// The names of those who speak.
    fn speakers(&self) -> &Speakers;

    /// What is known of a chunk's memory beyond search.
    fn prior(&self, _slot: u32) -> Prior {
        Prior::default()
    }

    /// Cosine of two chunks' vectors, for diversity; nothing if one has no vector.
    fn similarity(&self, _a: u32, _b: u32) -> Option<f32> {
        None
    }
}

/// The speakers of a store by number and by the terms of their names.
#[derive(Clone, Debug, Default)]
pub struct Speakers {
    names: Vec<Vec<Term>>,
}

impl Speakers {
    /// Adds a speaker and returns the number, from 1; role words and empty names are nobody.
    pub fn insert(&mut self, name: &str) -> u32 {
        let mut terms = Vec::new();
        crate::text::tokenize(name, &mut |t| {
            if t.is_indexed() {
                terms.push(t.term());
            }
        });
        terms.sort_unstable();
        terms.dedup();
        if terms.is_empty() || is_role_word(name) {
            return 0;
        }
        let known = self.names.iter().position(|n| *n == terms);
        let index = known.unwrap_or_else(|| {
            self.names.push(terms);
            self.names.len() - 1
        });
        u32::try_from(index + 1).unwrap_or(0)
    }

    /// Returns whether no speaker has a name.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the numbers of the speakers whom the terms name: one whole word of a spaced name, or all grams.
    pub fn named_in(&self, terms: &[Term]) -> Vec<u32> {
        let named = |name: &Vec<Term>| !name.is_empty() && name.iter().all(|t| terms.contains(t));
        let first = |name: &Vec<Term>| name.len() == 2 && name.iter().any(|t| terms.contains(t));
        let mut numbers = Vec::new();
        for (index, name) in self.names.iter().enumerate() {
            if named(name) || first(name) {
                numbers.extend(u32::try_from(index + 1));
            }
        }
        numbers
    }

    /// Returns the terms of a speaker's name.
    pub fn name(&self, speaker: u32) -> &[Term] {
        (speaker as usize).checked_sub(1).and_then(|i| self.names.get(i)).map_or(&[], Vec::as_slice)
    }
}

/// Returns whether a speaker's name only says which side speaks.
pub fn is_role_word(name: &str) -> bool {
    role_of(name) != Role::Other || matches!(name, "system" | "tool")
}

/// Returns the role that a speaker's name stands for.
pub fn role_of(name: &str) -> Role {
    match name.to_ascii_lowercase().as_str() {
        "user" | "human" => Role::User,
        "assistant" | "ai" | "bot" | "model" | "agent" => Role::Assistant,
        _ => Role::Other,
    }
}

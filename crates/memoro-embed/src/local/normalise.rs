//! Brings text into the one form that the pieces are written in: lower case, compatibility forms folded
//! by the model's own character map, single spaces written as U+2581. It never reports an error: what it
//! does not know it copies.

/// Stands for a space in front of each word.
pub(super) const SPACE: &[u8] = "\u{2581}".as_bytes();

/// The character map of the model: a trie of byte strings and what to put in their place.
#[derive(Clone, Copy)]
pub(super) struct Normaliser {
    units: &'static [[u8; 4]],
    replacements: &'static [u8],
}

impl Normaliser {
    /// Takes the map as it stands in the model file: length of the trie, its units, NUL-terminated strings.
    pub(super) fn new(charsmap: &'static [u8]) -> Self {
        let (length, rest) = charsmap.split_first_chunk::<4>().expect("the character map has a head");
        let (trie, replacements) = rest.split_at(u32::from_le_bytes(*length) as usize);
        Self { units: trie.as_chunks().0, replacements }
    }

    /// Replaces `out` by the normal form of `text`; it is empty if the text has only spaces.
    pub(super) fn write(&self, text: &str, out: &mut Vec<u8>) {
        out.clear();
        let lower = lower_case(text);
        let mut words = Words { out, at_gap: true };
        self.each(&lower, |_, replacement| words.push(replacement));
    }

    /// Writes the normal form of `text`, and for each byte of it the byte of `text` that it comes from; then its length.
    pub(super) fn trace(&self, text: &str, out: &mut Vec<u8>, places: &mut Vec<usize>) {
        let (mut lower, mut origins) = (String::with_capacity(text.len()), Vec::with_capacity(text.len()));
        for (at, c) in text.char_indices() {
            lower.extend(c.to_lowercase());
            origins.resize(lower.len(), at);
        }
        out.clear();
        places.clear();
        let mut words = Words { out, at_gap: true };
        self.each(&lower, |at, replacement| {
            words.push(replacement);
            places.resize(words.out.len(), origins.get(at).copied().unwrap_or(text.len()));
        });
        places.push(text.len());
    }

    /// Gives what stands for each part of a text, with where the part begins.
    fn each(&self, text: &str, mut sink: impl FnMut(usize, &[u8])) {
        let mut rest = text.as_bytes();
        while let Some(first) = rest.first() {
            let at = text.len() - rest.len();
            if let Some((length, replacement)) = self.longest_match(rest) {
                sink(at, replacement);
                rest = &rest[length..];
            } else {
                let (character, tail) = rest.split_at(width(*first));
                sink(at, character);
                rest = tail;
            }
        }
    }

    /// Returns the length of the longest entry that `bytes` starts with, and its replacement.
    fn longest_match(&self, bytes: &[u8]) -> Option<(usize, &'static [u8])> {
        let mut node = children(self.unit(0));
        let mut found = None;
        for (at, byte) in bytes.iter().enumerate() {
            node ^= usize::from(*byte);
            let unit = self.unit(node);
            if unit & 0x8000_00FF != u32::from(*byte) {
                break;
            }
            node ^= children(unit);
            if unit & 0x100 != 0 {
                found = Some((at + 1, self.unit(node) & 0x7FFF_FFFF));
            }
        }
        found.map(|(length, start)| (length, self.replacement(start as usize)))
    }

    fn replacement(&self, start: usize) -> &'static [u8] {
        let tail = self.replacements.get(start..).unwrap_or_default();
        tail.split(|byte| *byte == 0).next().unwrap_or_default()
    }

    fn unit(&self, at: usize) -> u32 {
        self.units.get(at).map_or(u32::MAX, |bytes| u32::from_le_bytes(*bytes))
    }
}

/// Returns the offset of a unit's children; the encoding is that of darts-clone.
fn children(unit: u32) -> usize {
    ((unit >> 10) << ((unit & 0x200) >> 6)) as usize
}

/// Returns the number of bytes of the character that starts with `first`.
pub(super) fn width(first: u8) -> usize {
    match first {
        0..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    }
}

/// Collects bytes as words with one [`SPACE`] before each.
struct Words<'o> {
    out: &'o mut Vec<u8>,
    at_gap: bool,
}

impl Words<'_> {
    fn push(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if *byte == b' ' {
                self.at_gap = true;
                continue;
            }
            if std::mem::take(&mut self.at_gap) {
                self.out.extend_from_slice(SPACE);
            }
            self.out.push(*byte);
        }
    }
}

fn lower_case(text: &str) -> std::borrow::Cow<'_, str> {
    if text.chars().any(|c| c.is_ascii_uppercase() || (!c.is_ascii() && !is_caseless(c))) {
        text.to_lowercase().into()
    } else {
        text.into()
    }
}

/// Tells cheaply of Thai, kana and Han that they have no upper case.
fn is_caseless(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{E7F}' | '\u{2E80}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}')
}

#[cfg(test)]
mod tests {
    use super::{is_caseless, width};

    #[test]
    fn every_character_called_caseless_is_its_own_lower_case() {
        let caseless = (char::MIN..=char::MAX).filter(|c| is_caseless(*c));
        let wrong: Vec<char> = caseless.filter(|c| !c.to_lowercase().eq([*c])).collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn the_first_byte_tells_the_width_of_a_character() {
        for c in ['a', '\u{7f}', '\u{80}', 'é', 'ก', '我', '\u{ffff}', '😀', char::MAX] {
            let mut buffer = [0; 4];
            assert_eq!(width(c.encode_utf8(&mut buffer).as_bytes()[0]), c.len_utf8(), "{c:?}");
        }
    }
}

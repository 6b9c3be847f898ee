//! Makes broken inputs out of whole ones. Nothing random from outside: a seed gives one sequence.

const MOST: usize = 4096;

/// Pieces that readers stumble over.
const PIECES: &[&[u8]] = &[
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"\n\n",
    b" | ",
    b"\\|",
    b"\\",
    b"---\n",
    b"```",
    b"<!--",
    b"-->",
    b"</user_model>",
    b"]]>",
    b"\"",
    b"\\u0000",
    b"\\ud800",
    b"{",
    b"}",
    b"[[[[[[[[",
    b"- key:",
    b"| value:",
    b"ttl:",
    b"1e999",
    b"-0",
    b"99999999999999999999",
    b"\xe0\xb8\x99\xe0\xb9\x89",
    "จำไว้ว่า".as_bytes(),
    "记住".as_bytes(),
    "\u{202e}\u{200b}".as_bytes(),
    "👩‍👩‍👧".as_bytes(),
    b"NEAR(",
    b"\xc0\xaf",
    b"../",
    b"9999-99-99",
];

/// A sequence of broken inputs.
pub struct Mutator {
    seeds: &'static [&'static str],
    state: u64,
}

impl Mutator {
    /// Starts the sequence of a seed.
    pub fn new(seeds: &'static [&'static str], seed: u64) -> Self {
        Self { seeds, state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 }
    }

    fn roll(&mut self, below: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from((self.state >> 11) % below.max(1) as u64).unwrap_or_default()
    }

    fn seed(&mut self) -> &'static [u8] {
        let place = self.roll(self.seeds.len());
        self.seeds.get(place).map_or(&[], |seed| seed.as_bytes())
    }

    fn span(&mut self, length: usize) -> std::ops::Range<usize> {
        let from = self.roll(length + 1);
        let most = (length - from).min(64);
        from..from + self.roll(most + 1)
    }

    /// Returns the next input.
    #[expect(clippy::should_implement_trait, reason = "the sequence has no end")]
    pub fn next(&mut self) -> Vec<u8> {
        let mut bytes = self.seed().to_vec();
        for _ in 0..=self.roll(6) {
            self.change(&mut bytes);
        }
        bytes.truncate(MOST);
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        match self.roll(8) {
            0 => {
                let piece = PIECES[self.roll(PIECES.len())];
                let at = self.roll(bytes.len() + 1);
                bytes.splice(at..at, piece.iter().copied());
            }
            1 => {
                let span = self.span(bytes.len());
                bytes.drain(span);
            }
            2 if !bytes.is_empty() => {
                let at = self.roll(bytes.len());
                bytes[at] ^= 1 << self.roll(8);
            }
            3 => {
                let span = self.span(bytes.len());
                let copy = bytes[span].repeat(1 + self.roll(40));
                let at = self.roll(bytes.len() + 1);
                bytes.splice(at..at, copy.into_iter().take(MOST));
            }
            4 => {
                let other = self.seed();
                let span = self.span(other.len());
                let at = self.span(bytes.len());
                bytes.splice(at, other[span].iter().copied());
            }
            5 => {
                let at = self.roll(bytes.len() + 1);
                bytes.truncate(at);
            }
            6 => {
                let at = self.roll(bytes.len() + 1);
                let byte = u8::try_from(self.roll(256)).unwrap_or_default();
                bytes.insert(at, byte);
            }
            _ => {
                let other = self.seed();
                bytes.extend_from_slice(other);
            }
        }
    }
}

//! Text that no one wrote: words by Zipf's law, 60 % of the files in English letters, 20 % Thai, 20 % Chinese.
//! The same numbers always give the same text.

/// Words of a chunk.
const WORDS: usize = 100;
/// Words of a question.
const ASKED: usize = 8;
/// Files of a store.
pub(crate) const FILES: u32 = 1_000;

/// A small generator of numbers that need not be secret.
pub(crate) struct Random(u64);

impl Random {
    /// Starts a stream of its own for each pair of numbers.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut random =
            Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ stream.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        random.next();
        random
    }

    /// Returns the next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from((u128::from(self.next()) * end as u128) >> 64).expect("below a usize")
    }

    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The words of one language by rank, and what stands between them.
struct Language {
    words: Vec<String>,
    /// Sums of the shares of words by rank.
    sums: Vec<f64>,
    between: &'static str,
}

impl Language {
    fn new(words: Vec<String>, between: &'static str) -> Self {
        let mut sum = 0.0;
        let mut sums = Vec::with_capacity(words.len());
        for rank in 1..=words.len() {
            sum += 1.0 / rank as f64;
            sums.push(sum);
        }
        Self { words, sums, between }
    }

    fn draw(&self, random: &mut Random) -> usize {
        let at = random.share() * self.sums.last().copied().unwrap_or(1.0);
        self.sums.partition_point(|&sum| sum < at).min(self.words.len() - 1)
    }

    fn text(&self, ranks: &[usize]) -> String {
        ranks.iter().map(|&rank| self.words[rank].as_str()).collect::<Vec<_>>().join(self.between)
    }
}

/// All generated text of a size.
pub(crate) struct Generator {
    languages: [Language; 3],
    chunks: u32,
}

impl Generator {
    /// Prepares the words for a store of `chunks` chunks.
    pub(crate) fn new(chunks: u32) -> Self {
        let languages = [
            Language::new(spelled(60_000, 1, latin_word), " "),
            Language::new(spelled(30_000, 2, thai_word), ""),
            Language::new(spelled(30_000, 3, han_word), ""),
        ];
        Self { languages, chunks }
    }

    fn language(&self, file: u32) -> &Language {
        &self.languages[[0, 1, 0, 2, 0][(file % 5) as usize]]
    }

    /// Returns how many chunks a file has.
    pub(crate) fn chunks_of(&self, file: u32) -> u32 {
        self.chunks / FILES + u32::from(file < self.chunks % FILES)
    }

    fn ranks(&self, file: u32, chunk: u32) -> Vec<usize> {
        let mut random = Random::new(u64::from(file) << 32 | u64::from(chunk), 1);
        let language = self.language(file);
        (0..WORDS).map(|_| language.draw(&mut random)).collect()
    }

    /// Returns the text of a chunk.
    pub(crate) fn chunk(&self, file: u32, chunk: u32) -> String {
        self.language(file).text(&self.ranks(file, chunk))
    }

    /// Returns a question: words of one chunk, picked at random, in random order.
    pub(crate) fn question(&self, number: u32) -> Question {
        let mut random = Random::new(u64::from(number), 2);
        let file = u32::try_from(random.below(FILES as usize)).expect("small");
        let chunk = u32::try_from(random.below(self.chunks_of(file).max(1) as usize)).expect("small");
        let ranks = self.ranks(file, chunk);
        let picked: Vec<usize> = (0..ASKED).map(|_| ranks[random.below(ranks.len())]).collect();
        let language = self.language(file);
        let words = picked.iter().map(|&rank| language.words[rank].clone()).collect();
        Question { text: language.text(&picked), words }
    }
}

/// A question of eight words.
pub(crate) struct Question {
    /// As it is typed.
    pub(crate) text: String,
    /// Its words, for designs that want them apart.
    pub(crate) words: Vec<String>,
}

fn spelled(count: usize, stream: u64, word: fn(&mut Random) -> String) -> Vec<String> {
    let mut random = Random::new(7, stream);
    let mut seen = std::collections::HashSet::new();
    let mut words = Vec::with_capacity(count);
    while words.len() < count {
        let word = word(&mut random);
        if seen.insert(word.clone()) {
            words.push(word);
        }
    }
    words
}

fn pick<'a>(random: &mut Random, from: &[&'a str]) -> &'a str {
    from[random.below(from.len())]
}

fn latin_word(random: &mut Random) -> String {
    const ONSETS: &[&str] =
        &["b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "br", "st", "tr", "pl", "ch"];
    const VOWELS: &[&str] = &["a", "e", "i", "o", "u", "ea", "ou"];
    const ENDS: &[&str] = &["", "n", "r", "l", "t", "s", "m", "nd", "ck"];
    let syllables = 2 + random.below(2);
    (0..syllables)
        .map(|_| [pick(random, ONSETS), pick(random, VOWELS), pick(random, ENDS)].concat())
        .collect()
}

fn thai_word(random: &mut Random) -> String {
    const ONSETS: &[&str] =
        &["ก", "ข", "ค", "ง", "จ", "ช", "ด", "ต", "ท", "น", "บ", "ป", "พ", "ม", "ย", "ร", "ล", "ว", "ส", "ห"];
    const VOWELS: &[&str] = &["า", "ี", "ู", "ะ", "ิ", "ุ", "่า", "้า", "ื่อ", "ำ", "อ"];
    const ENDS: &[&str] = &["", "", "น", "ง", "ม", "ก", "ด"];
    let syllables = 1 + random.below(2);
    (0..syllables)
        .map(|_| [pick(random, ONSETS), pick(random, VOWELS), pick(random, ENDS)].concat())
        .collect()
}

fn han_word(random: &mut Random) -> String {
    let length = 1 + usize::from(random.below(10) > 2);
    (0..length)
        .map(|_| {
            let common = random.below(2_500).min(random.below(2_500));
            char::from_u32(0x4E00 + u32::try_from(common).expect("small") * 8).unwrap_or('中')
        })
        .collect()
}

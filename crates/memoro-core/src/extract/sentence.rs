//! The sentences of a turn, by the habits of each script. Code and quotations are masked: they are part of the
//! evidence but no cue is found in them. Bytes are kept in place, so that a place in the masked text is a place in
//! the turn.

use std::ops::Range;

use super::unmarked::asks_unmarked;
use crate::text::simplified;

/// One sentence.
#[derive(Debug, Clone)]
pub(super) struct Sentence<'a> {
    /// Its bytes in the turn.
    pub(super) span: Range<usize>,
    /// Its words.
    pub(super) text: &'a str,
    /// The same in lower case, with code and quotations blanked.
    pub(super) seen: String,
    /// The places in `seen` where a typeset apostrophe became a plain one.
    shifts: Vec<usize>,
    /// Whether it asks.
    pub(super) asks: bool,
}

impl Sentence<'_> {
    /// Returns the words between two places of `seen`, as they were said.
    pub(super) fn part(&self, range: Range<usize>) -> &str {
        let origin = |at: usize| at + 2 * self.shifts.iter().filter(|shift| **shift < at).count();
        self.text.get(origin(range.start)..origin(range.end)).unwrap_or_default()
    }
}

/// Stands where something was masked: no letter, no space.
const MASK: u8 = 1;
/// Fills the bytes that a plain apostrophe does not need.
const FILL: char = '\u{2}';
/// The longest sentence that is looked at; what is longer is data, not speech.
const LONGEST: usize = 1_200;
/// The longest sentence that asks to keep something: a list of customers may be long.
const LONGEST_KEPT: usize = 48_000;
/// Words whose full stop ends no sentence.
const SHORT: [&str; 12] = ["e.g", "i.e", "etc", "vs", "mr", "mrs", "ms", "dr", "no", "st", "approx", "inc"];
/// Thai particles that close a sentence where a blank follows.
const CLOSING: [&str; 7] = ["ครับ", "ค่ะ", "คะ", "นะ", "จ้ะ", "ครับผม", "ฮะ"];

/// Splits a turn.
pub(super) fn split(text: &str) -> Vec<Sentence<'_>> {
    let masked = mask(text);
    let mut out = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let quoted = line.trim_start().starts_with('>');
        if !quoted {
            split_line(text, &masked, start..end, &mut out);
        }
        start = end;
    }
    out
}

fn split_line<'a>(text: &'a str, masked: &str, line: Range<usize>, out: &mut Vec<Sentence<'a>>) {
    let mut from = line.start;
    let part = masked.get(line.clone()).unwrap_or_default();
    for (at, c) in part.char_indices() {
        let end = line.start + at + c.len_utf8();
        if ends_here(masked, line.start + at, c, line.end) {
            push(text, masked, from..end, out);
            from = end;
        }
    }
    push(text, masked, from..line.end, out);
}

fn ends_here(masked: &str, at: usize, c: char, line_end: usize) -> bool {
    let rest = masked.get(at + c.len_utf8()..line_end).unwrap_or_default();
    let before = masked.get(..at).unwrap_or_default();
    match c {
        '。' | '！' | '？' | '；' => true,
        '.' | '!' | '?' => {
            let gap = rest.is_empty() || rest.starts_with(char::is_whitespace);
            gap && !(c == '.' && is_short(before))
        }
        ' ' => CLOSING.iter().any(|word| before.ends_with(word)),
        _ => false,
    }
}

/// Words that hold another one by chance, and what stands for them, of the same length: taking time is not using it, supposing
/// resolves nothing.
const OTHER_WORDS: [(&str, &str); 3] = [("ใช้เวลา", "กินเวลา"), ("ผู้ใช้", "ยูเซอร"), ("สมมติ", "ถ้าฯฯ")];

/// Tells whether a full stop belongs to an abbreviation or a list number.
fn is_short(before: &str) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    let number = !word.is_empty() && word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
    let lead = before.strip_suffix(word).unwrap_or_default().trim_end_matches([' ', '\t']);
    // พ.ร.บ. and U.S. are no ends either.
    let letters = word.contains('.') && word.split('.').all(|part| part.chars().count() <= 2);
    SHORT.contains(&word) || letters || (number && (lead.is_empty() || lead.ends_with('\n')))
}

fn push<'a>(text: &'a str, masked: &str, span: Range<usize>, out: &mut Vec<Sentence<'a>>) {
    let whole = text.get(span.clone()).unwrap_or_default();
    let lead = whole.len() - whole.trim_start_matches(is_margin).len();
    let start = span.start + lead;
    let kept = whole.trim_start_matches(is_margin).trim_end();
    let span = start..start + kept.len();
    let seen = masked.get(span.clone()).unwrap_or_default();
    let long = kept.len() > LONGEST && (kept.len() > LONGEST_KEPT || !asks_to_keep(seen));
    if long || seen.bytes().all(|b| b == MASK || !(b.is_ascii_alphanumeric() || b >= 0x80)) {
        return;
    }
    let mut shifts = Vec::new();
    let mut plain = String::with_capacity(seen.len());
    let seen = OTHER_WORDS.iter().fold(seen.to_owned(), |seen, (word, stands)| seen.replace(word, stands));
    for c in seen.chars().filter(|c| *c != '\u{3}') {
        if c == FILL { shifts.push(plain.len()) } else { plain.push(c) }
    }
    let asks = asks(&plain) || asks_unmarked(&plain);
    out.push(Sentence { span, text: kept, seen: plain, shifts, asks });
}

/// Tells whether a sentence begins by asking to keep something.
fn asks_to_keep(seen: &str) -> bool {
    let start = super::judge::plain(seen);
    super::cues::ALL.iter().any(|cues| super::cues::begins(start, cues.remember).is_some())
}

/// White space and the marks of lists and headings.
fn is_margin(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '*' | '•' | '·' | '#')
}

const ASKS_FIRST: &str = "what|why|who|whom|whose|where|when|how|which|is it|is that|is there|are we|are you|do we|do you|does|did|can you|can we|could you|could we|should we|should i|shall we|shall i|would you|would it|will it|will you|have we|has anyone|any idea";
const ASKS_LAST_TH: &str = "ไหม|มั้ย|หรือเปล่า|รึเปล่า|หรือไม่|หรือยัง|รึยัง|หรือ|เหรอ|อะไร|อะไรดี|ยังไง|อย่างไร|ทำไม|ใคร|เมื่อไหร่|เมื่อไร|ที่ไหน|แบบไหน|ไหนดี|เท่าไหร่|เท่าไร|ยังไงบ้าง|ยังไงดี";
const ASKS_IN_ZH: &str = "吗|要不要|是不是|能不能|可不可以|有没有人|怎么样";

/// Tells whether a masked sentence asks.
fn asks(seen: &str) -> bool {
    let end = seen.trim_end();
    if end.ends_with(['?', '？', '吗', '呢']) {
        return true;
    }
    let bare = end.trim_end_matches(['.', '!', ' ', '。']);
    let bare = strip_particles(bare);
    let english = super::cues::begins(bare, ASKS_FIRST).is_some_and(|_| !bare.contains(','));
    english
        || super::cues::ends(bare, ASKS_LAST_TH).is_some()
        || (super::cues::has(bare, ASKS_IN_ZH) && !super::cues::has(bare, "不清楚|不知道|不确定"))
}

fn strip_particles(text: &str) -> &str {
    let mut text = text;
    while let Some(rest) =
        CLOSING.iter().chain(&["คับ", "จ้า", "จ๊ะ", "ล่ะ", "ละ", "เนี่ย"]).find_map(|p| text.strip_suffix(p))
    {
        text = rest.trim_end();
    }
    text
}

/// Blanks code and quotations, and lowers letters, byte for byte.
fn mask(text: &str) -> String {
    let mut bytes: Vec<u8> = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let hidden = fence(rest).or_else(|| closing(c).and_then(|close| quoted(after, c, close)));
        if let Some(len) = hidden {
            let part = rest.get(..len).unwrap_or_default();
            bytes.extend(part.bytes().map(|b| if b == b'\n' { b } else { MASK }));
            rest = rest.get(len..).unwrap_or_default();
            continue;
        }
        if c == '’' {
            bytes.extend([2, 3, b'\'']);
        } else {
            // Words are looked for in simplified characters; the places must stay.
            let plain = simplified(c);
            let c = if plain.len_utf8() == c.len_utf8() { plain } else { c };
            bytes.extend(c.to_ascii_lowercase().encode_utf8(&mut [0; 4]).bytes());
        }
        rest = after;
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// The length of a block of code that begins here.
fn fence(rest: &str) -> Option<usize> {
    let body = rest.strip_prefix("```")?;
    Some(body.find("```").map_or(rest.len(), |at| at + 6))
}

fn closing(open: char) -> Option<char> {
    Some(match open {
        '"' => '"',
        '“' => '”',
        '「' => '」',
        '『' => '』',
        '«' => '»',
        _ => return None,
    })
}

/// The length of a quotation that begins here, its marks included; short ones are names, and stay.
fn quoted(after: &str, open: char, close: char) -> Option<usize> {
    let end = after.find(close)?;
    let inside = after.get(..end)?;
    // A Chinese letter is about a word.
    let han = inside.chars().filter(|c| ('\u{4E00}'..='\u{9FFF}').contains(c)).count();
    let long = inside.chars().count() + han > 12 && !inside.contains('\n');
    long.then(|| open.len_utf8() + end + close.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(text: &str) -> Vec<&str> {
        split(text).into_iter().map(|s| s.text).collect()
    }

    proptest! {
        #[test]
        fn every_sentence_stands_where_its_span_says(text in "[a-zA-Z ก-ฮครับ用吗。.?!\"“”`\\n’>-]{0,80}|\\PC{0,60}") {
            for sentence in split(&text) {
                prop_assert_eq!(text.get(sentence.span.clone()), Some(sentence.text));
                prop_assert_eq!(sentence.part(0..sentence.seen.len()), sentence.text);
            }
        }
    }

    #[test]
    fn sentences_end_as_each_script_ends_them() {
        assert_eq!(texts("Use v1.2, e.g. now. Then stop! ok"), ["Use v1.2, e.g. now.", "Then stop!", "ok"]);
        assert_eq!(texts("ได้ครับ เดี๋ยวทำให้ค่ะ"), ["ได้ครับ", "เดี๋ยวทำให้ค่ะ"]);
        assert_eq!(texts("好。就用它！可以吗？"), ["好。", "就用它！", "可以吗？"]);
        assert_eq!(texts("- one\n- two\n> quoted"), ["one", "two"]);
        assert_eq!(texts("1. first thing"), ["1. first thing"]);
    }

    #[test]
    fn questions_are_seen_without_their_mark() {
        for text in ["should we go", "ใช้ตัวไหนดีไหมครับ", "要不要迁移", "Is it ok?", "ยังอยู่หรือเปล่าคะ"]
        {
            assert!(split(text)[0].asks, "{text}");
        }
        for text in ["we should go", "ใช้ตัวนี้ครับ", "就用它", "when it fails, restart"]
        {
            assert!(!split(text)[0].asks, "{text}");
        }
    }

    #[test]
    fn a_typeset_apostrophe_is_read_as_a_plain_one() {
        let said = split("Let’s go, we’ll use ก")[0].clone();
        assert_eq!(said.seen, "let's go, we'll use ก");
        assert_eq!(said.part(6..8), "go");
        assert_eq!(said.part(10..15), "we’ll");
    }

    #[test]
    fn code_and_quotations_are_masked() {
        assert!(split("```\nwe decided\n```").is_empty());
        assert!(!split("he wrote \"we decided to drop it\" today")[0].seen.contains("decided"));
        assert!(split("call it \"blue\"")[0].seen.contains("blue"));
    }
}

//! A person who takes back what they just said: "no wait, in English", เอ้ย ไม่ใช่, 不对. Cuts sentences where such
//! words stand and says what they leave of the command before them. Where it is not clear what is meant instead,
//! the command is withdrawn rather than guessed at.

mod withdrawn;

use super::slot::{self, Found, tidy};
use super::text::Piece;
use super::{Command, Intent, Remark, clause, directive, en, keys, th, writes, zh};

/// A part of a message, and how far it takes back what stands before it.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    /// The words, without those that take back.
    pub(super) words: Piece<'a>,
    pub(super) taking: Taking,
}

/// How firmly words take back what was said.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taking {
    /// Not at all.
    None,
    /// Only where what follows says what is meant instead: "actually, …".
    Perhaps,
    /// Whatever follows: "scratch that".
    Surely,
    /// Altogether, and nothing is meant instead: "just kidding", ไม่ต้องจำแล้ว, 当我没说.
    Back,
}

/// What is left of the command before.
pub(super) enum Mended {
    /// It stands, and these come after it.
    Untouched(Vec<Command>),
    /// These stand in its place.
    Replaced(Vec<Command>),
    /// It was taken back and nothing stands in its place but these other commands.
    Withdrawn(Vec<Command>),
}

const SURE: &str = "no wait|wait no|oh wait|scratch that|strike that|i take that back|take that back|on second thought|on second thoughts|or rather|my mistake|my bad|oops|i mean|\
    i meant|never mind that|never mind|nevermind|no sorry|sorry no|no actually|เอ้ย|เอ๊ย|เฮ้ย|อุ๊ย|ไม่ใช่สิ|ไม่ใช่ๆ|ไม่สิ|ไม่ๆ|พูดผิด|ผิดแล้ว|ขอแก้|เปลี่ยนใจแล้ว|เปลี่ยนใจ|ไม่เอาแล้ว|ไม่เอาดีกว่า|\
    หมายถึง|ไม่ใช่ละ|ไม่ใช่แล้ว|ไม่ใช่นะ|ไม่ใช่ดิ|อ๊ะไม่ใช่|ผิดๆ|พิมพ์ผิด|จำผิด|โทษที|ขอโทษที|oh no|no no|不对不对|不对|不是不是|等等|等一下|我说错了|说错了|口误|我是说|我的意思是|不不不|不不|算了|搞错了|错了错了|打错了|写错了|记错了|说反了|不是啦";
const MAYBE: &str = "no|wait|actually|sorry|hang on|hold on|instead|correction|make that|nope|ไม่ใช่|ไม่|ขอโทษ|不|不是|还是|更正|应该是|错了|抱歉|不好意思";
/// Sounds before words that take back; by themselves they take nothing back.
const SOUNDS: &str = "oh|ah|ugh|hmm|อ๊ะ|อ่ะ|อ้าว|เออ|เอ๊ะ|เอ่อ|อ๋อ|โอ๊ะ|啊|哦|噢|呃|额|嗯|哎呀|哎|诶|欸|喔";
/// Hesitation, which takes back only behind a dash: "Paris — er, London".
const HESITATION: &str = "er|erm|err|uh|um";
/// What takes back wherever it stands.
const ANYWHERE: &str = "no wait|wait no|oh wait|scratch that|strike that";
/// Words that only lead over from the one to the other.
const LEADS: &str = "make it|make that|it's|it is|it should be|should be|use|go with|that|rather|instead|please|let's|เอาเป็น|เอาแบบ|เอา|เป็น|ขอเป็น|ขอแบบ|ขอ|แบบ|คือ|改成|改为|应该是|应该|还是|是|换成|改用|要";
/// Words that only close it.
const ENDS: &str = "instead|please|rather|ดีกว่า|แทน|นะ|ครับ|ค่ะ|คะ|吧|好了|比较好|更好|哦";

/// Cuts sentences where a clause takes back what stands before it.
pub(super) fn parts<'a>(sentences: &[Piece<'a>]) -> Vec<Part<'a>> {
    let mut parts = Vec::with_capacity(sentences.len());
    for (at, sentence) in sentences.iter().enumerate() {
        let mut from = 0;
        let (mut taking, mut skip) = if at == 0 { (Taking::None, 0) } else { taking_of(*sentence) };
        for start in starts(*sentence) {
            if start < from + skip {
                continue;
            }
            let (next, length) = taking_of(sentence.from(start));
            let bare = taking == Taking::None && from == 0 && at == 0;
            if next == Taking::None || (bare && sentence.cut(0, start).trim().is_empty()) {
                continue;
            }
            parts.push(Part { words: sentence.cut(from + skip, start), taking });
            (from, taking, skip) = (start, next, length);
        }
        parts.push(Part { words: sentence.from(from + skip), taking });
    }
    parts
}

/// The places behind the first where words that take back may stand.
fn starts(sentence: Piece<'_>) -> Vec<usize> {
    let mut found = clause::starts(sentence);
    found.extend(sentence.likely(ANYWHERE).filter_map(|words| sentence.find(words)));
    found.sort_unstable();
    found.dedup();
    found.retain(|start| *start > 0);
    found
}

/// Says how far a clause takes back what stands before it, and how many bytes of it only say so.
fn taking_of(clause: Piece<'_>) -> (Taking, usize) {
    // What takes all back stays in the words: where nothing was asked for before, it is read like any other.
    if withdrawn::is_at(clause) { (Taking::Back, 0) } else { marker(clause) }
}

/// Reads the words that take back at the start of a clause; returns their length.
fn marker(clause: Piece<'_>) -> (Taking, usize) {
    let start = clause.trim_start();
    let dashed = clause.before().ending().seen().trim_end().ends_with(['-', '–', '—']);
    if let Some(rest) = start.strip(HESITATION).filter(|_| dashed) {
        return (Taking::Perhaps, clause.seen().len() - rest.trim_start().seen().len());
    }
    let mut piece = start.strip_all(SOUNDS);
    let (mut sure, mut steps) = (false, 0);
    loop {
        // "Never mind the noise" is said of the noise.
        let named = piece.strip("never mind|nevermind|oops|my bad").map(|rest| rest.trim_start());
        if named.is_some_and(|rest| rest.strip("the|my|about|what|how|if|his|her|their").is_some()) {
            break;
        }
        let (next, strong) = match (piece.strip(SURE), piece.strip(MAYBE)) {
            (Some(rest), _) => (rest, true),
            (None, Some(rest)) if stands_apart(piece, rest) || (sure && denies(piece)) => (rest, false),
            _ => break,
        };
        sure |= strong;
        steps += 1;
        piece = next.trim_start();
    }
    let skip = clause.seen().len() - piece.seen().len();
    match (sure, steps) {
        (_, 0) => (Taking::None, 0),
        (false, 1) => (Taking::Perhaps, skip),
        _ => (Taking::Surely, skip),
    }
}

/// Tells whether a clause that begins to take back goes on with a bare denial: เอ้ย ไม่ใช่ เบธ.
fn denies(piece: Piece<'_>) -> bool {
    piece
        .strip("ไม่ใช่|ไม่|no|不是|不")
        .is_some_and(|rest| rest.seen().starts_with(char::is_whitespace) || rest.trim().is_empty())
}

/// A small word takes back only where it stands apart from what follows: "no, …", ไม่ใช่ เอา…, 不，….
fn stands_apart(piece: Piece<'_>, rest: Piece<'_>) -> bool {
    let follows = rest.seen();
    let parted = follows.starts_with([',', '，', ':', '：', '!', '.', '…', '。']);
    let latin = piece.seen().starts_with(|c: char| c.is_ascii());
    let plain = piece.strip("actually|wait|sorry|instead|correction|make that|还是|更正|应该是").is_some();
    let refused = piece.strip("不用|不要|ไม่เอา|ไม่ให้|ไม่ตอบ|ไม่เป็น").is_some();
    let chosen = !refused && rest.trim_start().strip("เอา|เป็น|ขอ|ให้|ตอบ|要|用").is_some();
    parted || plain || follows.trim().is_empty() || (!latin && chosen)
}

pub(super) use withdrawn::ends_so;

/// Says what a part that takes back leaves of the last command; `read` is what the part says by itself.
pub(super) fn mend(part: Part<'_>, last: &Command, read: Vec<Command>) -> Mended {
    if !writes(last.intent) || part.taking == Taking::None {
        return Mended::Untouched(read);
    }
    if read.iter().any(|command| writes(command.intent) && command.key == last.key) {
        return Mended::Replaced(read);
    }
    if let Some(found) = meant_instead(part.words, last).filter(|_| last.intent != Intent::Forget) {
        let span = part.words.trim().place();
        let Found { key, value, ends, .. } = found;
        let remark = last.remark.filter(|remark| *remark != Remark::TakenBack);
        let mended = Command { key: Some(key), value, ends, span, remark, ..last.clone() };
        return Mended::Replaced(vec![mended]);
    }
    if part.taking == Taking::Surely { Mended::Withdrawn(read) } else { Mended::Untouched(read) }
}

/// Reads the words as another value of what the last command was about.
fn meant_instead(words: Piece<'_>, last: &Command) -> Option<Found> {
    const LONGEST: usize = 40;
    let key = last.key.as_deref()?;
    let words = tidy(words.open().strip_all(LEADS).strip_ends(ENDS));
    if words.is_empty() || clause::is_question(words) {
        return None;
    }
    let reading = directive::read(words);
    if let Some((key, value)) = reading.wishes.iter().find(|(wished, _)| *wished == key) {
        return Found::fixed(*key, value).filter(|_| reading.whole);
    }
    let free = keys::kind_of(key).is_none();
    let family = key.split_once('.').map(|(family, _)| family).filter(|family| LISTS.contains(family));
    let kin = |found: &Found| family.is_some() && found.key.split('.').next() == family;
    let same = |found: &Found| found.key == key || kin(found) || (free && found.known);
    if let Some(found) = slot::known(words).or_else(|| unnamed(words)).filter(same) {
        return Some(found);
    }
    let words = tidy(words.strip_all(PLACED));
    let short = words.seen().chars().count() <= LONGEST && words.seen().split_whitespace().count() <= 5;
    if !short || free || key.starts_with("response.") {
        return None;
    }
    match family {
        Some("expertise") => None,
        Some(family) => Found::named(family, words),
        None => Found::known(key, words),
    }
}

/// Families whose keys name the thing itself.
const LISTS: [&str; 5] = ["likes", "dislikes", "allergy", "uses", "expertise"];

/// What leads over to a value of the same slot: at Apple, ที่แอปเปิล, 叫小红, 在百度.
const PLACED: &str =
    "at|in|on|from|by|for|with|called|named|ที่|อยู่ที่|อยู่|ชื่อว่า|ชื่อ|ใน|จาก|วันที่|叫做|叫|在|住在|住|来自|用|去|到";

/// Reads words as said of the speaker, who is not named again.
fn unnamed(words: Piece<'_>) -> Option<Found> {
    en::predicate(words)
        .or_else(|| en::being(words))
        .or_else(|| th::slot(words).filter(|found| found.known))
        .or_else(|| zh::predicate(words))
}

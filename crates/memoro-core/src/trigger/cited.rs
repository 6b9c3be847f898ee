//! Words that are somebody else's: a saying, a line of a song, what a sign reads. A command inside them is not the
//! person's, even where no quotation marks stand around it.

use super::clause;
use super::search::words;
use super::text::Piece;

/// What only speaks of words as words, wherever it stands behind them.
const SPEAKS_OF_WORDS: &str = "that's what|that is what|this is what|is what it|as the saying|as they say|who said|who says|who sang|who sings|who wrote|who shouted|what movie|what song|which song|which movie|\
    the lyrics|lyrics|song lyric|is a lyric|is a line|is a quote|is an example|is the title|is from the|comes from the|proverb|catchphrase|slogan|ใครร้อง|ใครพูด|ใครแต่ง|ใครเขียน|เพลงอะไร|หนังเรื่องไหน|\
    จากเพลง|จากหนัง|ในเพลง|ในหนัง|เนื้อเพลง|คำคม|สุภาษิต|สำนวน|ประโยคนี้|คำพูดของ|这句话|这首歌|谁说的|谁唱的|谁写的|出自|歌词|台词|名言|谚语|标语|海报|是什么意思|哪部电影|哪首歌";
/// Verbs of somebody who says something, behind what they say.
const SAYS: &str = "used to say|always say|always says|would say|says|said|reads|goes|sings|sang|wrote|writes|shouted|shouts|yelled|whispered|replied|warns|warned|สอนว่า|ร้องว่า|เขียนว่า|พูดว่า|唱道|写道|说道|喊道";

/// What is done to a sentence as words.
const WORKS: &str = "fix|correct|check|proofread|translate|rewrite|rephrase|paraphrase|improve|edit|shorten|explain|polish|what does|is|แก้|แปล|ตรวจ|เรียบเรียง|อธิบาย|翻译|修改|改|润色|检查|校对|解释|改写";
/// How a sentence is pointed at.
const SENTENCE: &str = "that sentence|this sentence|the sentence|the sentence above|previous sentence|the above|that phrase|this phrase|that line|this line|this dialogue|that dialogue|this text|the text above|grammar|spelling|ประโยคนี้|ประโยคข้างบน|ประโยคเมื่อกี้|ข้อความข้างบน|ข้อความนี้|ไวยากรณ์|这句话|上面这句|上面的句子|这个句子|上一句|前面那句|语法|错别字";

/// Tells whether a later sentence of a message asks for work on the words before it: "… Fix the grammar in that sentence."
pub(super) fn is_worked_on(message: Piece<'_>) -> bool {
    message.has_any(SENTENCE) && clause::sentences(message).into_iter().skip(1).any(works)
}

fn works(sentence: Piece<'_>) -> bool {
    let said = sentence.strip_all("please|pls|can you|could you|now|and|help me|ช่วย|กรุณา|请|帮我|麻烦");
    said.strip(WORKS).is_some_and(|rest| rest.has_any(SENTENCE))
}

/// Tells whether what follows the words of a sentence says whose they are.
pub(super) fn is_cited(sentence: Piece<'_>, next: Option<Piece<'_>>) -> bool {
    let (said, tail) = tail(sentence);
    if !said.trim().is_empty() && speaks_of_words(tail) {
        return true;
    }
    next.is_some_and(|next| {
        if works(next) {
            return true;
        }
        let start = next.trim_start().opening();
        words(SPEAKS_OF_WORDS).beginning(start.seen()).any(|said| start.seen().starts_with(said))
    })
}

/// The last clause of a sentence, behind a comma or a dash, and what stands before it.
fn tail(sentence: Piece<'_>) -> (Piece<'_>, Piece<'_>) {
    let seen = sentence.seen();
    let cut = [", ", " - ", " -- ", "--", " – ", "—", "，", "、", " "]
        .iter()
        .filter_map(|mark| {
            let unspaced = |c: char| matches!(c, '\u{0E00}'..='\u{0E7F}');
            // A mark is a few bytes and a sentence is short: no searcher is worth its making.
            let at = seen.as_bytes().windows(mark.len()).rposition(|bytes| bytes == mark.as_bytes())?;
            let thai = seen.get(..at).is_some_and(|head| head.ends_with(unspaced));
            (*mark != " " || thai).then_some(at + mark.len())
        })
        .max()
        .unwrap_or(seen.len());
    (sentence.cut(0, cut), sentence.from(cut))
}

fn speaks_of_words(tail: Piece<'_>) -> bool {
    let own = tail.trim_start().strip("i|we|as i|like i|ผม|ฉัน|我").is_some() || tail.has_any("i said|i say");
    if own || tail.trim().is_empty() {
        return false;
    }
    let says = tail.has_any(SAYS) && tail.seen().split_whitespace().count() <= 8;
    says || tail.has_any(SPEAKS_OF_WORDS)
}

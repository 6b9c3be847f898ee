//! Sentences and clauses of a message: where a command may start, and what makes a sentence a question or a tale.

use super::search::words;
use super::text::Piece;

/// A message is read up to so many sentences, a sentence up to so many clauses.
const MOST_SENTENCES: usize = 200;
const MOST_CLAUSES: usize = 48;

/// Splits a message into sentences; each keeps its closing mark.
pub(super) fn sentences(message: Piece<'_>) -> Vec<Piece<'_>> {
    let seen = message.seen();
    let mut found = Vec::new();
    let mut start = 0;
    for (at, c) in seen.char_indices() {
        let end = at + c.len_utf8();
        let ends = match c {
            '\n' | '。' | '！' | '？' => true,
            '!' | '?' => next_is_gap(seen, end),
            // Most full stops inside a word are told before anything is looked for.
            '.' if !ends_word(seen, end) => false,
            '.' => {
                let before = seen.get(start..at).unwrap_or_default();
                let next = message.written().get(end..).unwrap_or_default().trim_start();
                let goes_on = shortened(before) && !next.is_empty() && !next.starts_with(char::is_uppercase);
                !abbreviation(before) && !goes_on
            }
            _ => false,
        };
        if ends {
            push(&mut found, message.cut(start, end));
            start = end;
        }
        if found.len() >= MOST_SENTENCES {
            return found;
        }
    }
    push(&mut found, message.cut(start, seen.len()));
    found
}

fn push<'a>(found: &mut Vec<Piece<'a>>, sentence: Piece<'a>) {
    if sentence.seen().chars().any(char::is_alphanumeric) {
        found.push(sentence);
    } else if let Some(last) = found.last_mut() {
        *last = last.through(&sentence);
    }
}

fn next_is_gap(seen: &str, at: usize) -> bool {
    seen.get(at..).and_then(|rest| rest.chars().next()).is_none_or(|c| c.is_whitespace() || !c.is_ascii())
}

fn ends_word(seen: &str, at: usize) -> bool {
    seen.get(at..).and_then(|rest| rest.chars().next()).is_none_or(char::is_whitespace)
}

/// A full stop after a title or an initial ends no sentence; Thai has it in abbreviations only.
fn abbreviation(before: &str) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace()).next().unwrap_or_default();
    let thai = word.chars().next_back().is_some_and(|c| ('\u{0E01}'..='\u{0E2E}').contains(&c));
    let initial = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    thai || initial
        || matches!(
            word,
            "mr" | "mrs"
                | "ms"
                | "dr"
                | "prof"
                | "st"
                | "vs"
                | "e.g"
                | "i.e"
                | "no"
                | "tel"
                | "ext"
                | "apt"
                | "dept"
                | "mt"
                | "ft"
                | "rev"
                | "capt"
                | "gen"
                | "approx"
        )
}

/// Tells whether a full stop behind words may be that of a short form rather than of a sentence.
pub(super) fn is_short(before: &str) -> bool {
    abbreviation(before) || shortened(before)
}

/// Short forms that may end a sentence as well: what follows with a capital is the next one.
fn shortened(before: &str) -> bool {
    const SHORT: &str = "a.m|p.m|am|pm|jr|sr|etc|inc|ltd|co|corp|rd|ave|blvd|ln|dr|u.s|u.k|ph.d|b.a|m.a|est|hrs|hr|min|mins|kg|km|sq|vol|pp";
    let word = before.rsplit(|c: char| c.is_whitespace()).next().unwrap_or_default();
    let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':' || c == '.');
    SHORT.split('|').any(|short| short == word)
}

/// The places of a sentence where a clause starts, the first one included.
pub(super) fn starts(sentence: Piece<'_>) -> Vec<usize> {
    let seen = sentence.seen();
    let mut found = vec![0];
    let mut before = ' ';
    for (at, c) in seen.char_indices() {
        if found.len() >= MOST_CLAUSES {
            break;
        }
        let mark = matches!(
            before,
            ',' | '，' | '、' | ':' | '：' | ';' | '；' | '!' | '(' | '（' | '-' | '–' | '—'
        );
        let emoji = matches!(before, '\u{2600}'..='\u{27BF}' | '\u{1F000}'..='\u{1FAFF}');
        let blank = before.is_whitespace()
            && (unspaced(c) || after_unspaced(seen, at) || after_conjunction(seen, at));
        if !c.is_whitespace() && at > 0 && (mark || emoji || blank) {
            found.push(at);
        }
        if !c.is_whitespace()
            || !matches!(before, ',' | '，' | ':' | '：' | ';' | '；' | '!' | '-' | '–' | '—')
        {
            before = c;
        }
    }
    for word in ["และ", "แล้วก็", "แต่", "然后", "并且", "并", "但是", "但"] {
        let mut from = if sentence.holds(word) { 0 } else { seen.len() };
        while let Some(at) = seen.get(from..).and_then(|rest| rest.find(word)).map(|i| i + from) {
            from = at + word.len();
            if at > 0 && found.len() < MOST_CLAUSES {
                found.push(from);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Scripts that write words without blanks: a blank there separates clauses.
fn unspaced(c: char) -> bool {
    matches!(c, '\u{0E00}'..='\u{0E7F}' | '\u{3400}'..='\u{9FFF}')
}

fn after_unspaced(seen: &str, at: usize) -> bool {
    seen.get(..at).and_then(|head| head.trim_end().chars().next_back()).is_some_and(unspaced)
}

fn after_conjunction(seen: &str, at: usize) -> bool {
    let head = seen.get(..at).unwrap_or_default().trim_end();
    ["and", "then", "but", "also", "so", "please"]
        .iter()
        .any(|w| head.strip_suffix(w).is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', ','])))
}

/// Tells whether a sentence asks something.
pub(super) fn is_question(sentence: Piece<'_>) -> bool {
    let tags =
        "ok|okay|alright|got it|please|thanks|understood|โอเคนะ|โอเคไหม|โอเค|นะ|好吗|行吗|好不好|可以吗|ok吗";
    let untagged = sentence.strip_ends(tags);
    let comma =
        sentence.seen().get(untagged.seen().len()..).is_some_and(|tail| tail.starts_with([',', '，', ' ']));
    if comma && untagged.seen().len() < sentence.trim().seen().len() && !untagged.is_empty() {
        return ends_asking(untagged);
    }
    ends_asking(sentence)
}

fn ends_asking(sentence: Piece<'_>) -> bool {
    let seen = sentence.seen().trim_end_matches(|c: char| {
        c.is_whitespace()
            || matches!(c, '\u{2600}'..='\u{27BF}' | '\u{1F000}'..='\u{1FAFF}' | '!' | '~' | '.' | '。')
    });
    let particles = "ไหม|เหรอ|หรอ|เหรอครับ|เหรอคะ|มั้ย|มัย|ไหมครับ|ไหมคะ|มั้ยครับ|มั้ยคะ|ป่าว|ปะ|ป่ะ|หรือเปล่า|\
        หรือยัง|เปล่า|ทำไม|ยังไง|ยังไงดี|ทำไงดี|ไงดี|อย่างไร|ล่ะ|อะไร|อะไรนะ|ที่ไหน|เมื่อไหร่|เท่าไหร่|\
        ใคร|吗|么|怎么办|为什么|怎么样|呢";
    seen.ends_with(['?', '？']) || words(particles).ending(seen).any(|p| seen.ends_with(p))
}

/// Tells whether a clause asks how to do what it names: 以后怎么用英文回答, ต่อไปให้ตอบอังกฤษยังไง. "However I ask" asks nothing.
pub(super) fn asks_how(sentence: Piece<'_>) -> bool {
    const HOW: &str = "怎么|如何|怎样|ยังไง|อย่างไร";
    const HOWEVER: &str = "不管|无论|不论|怎么都|怎样都|怎么问|怎么说|怎么写|怎么样都|ยังไงก็|อย่างไรก็|ไม่ว่า";
    sentence.has_any(HOW) && !sentence.has_any(HOWEVER)
}

/// Tells whether a sentence supposes or asks about rather than commands.
pub(super) fn is_supposed(sentence: Piece<'_>) -> bool {
    let start = sentence.trim_start();
    start
        .strip(
            "if|and if|but if|so if|what about if|suppose|supposing|imagine|what if|what happens|what would|when i say|why|how|how do|how does|how can|is it|does|did|have you|has|who|whose|which|\
             should i|should we|do i|do we|do you|are you|is there|was|were|ถ้า|แล้วถ้า|และถ้า|แต่ถ้า|หาก|แล้วหาก|สมมติ|สมมุติ|ทำไม|ทำอย่างไร|ทำยังไง|วิธี|如果|那如果|那要是|可如果|假如|假设|假若|要是|倘若|为什么|怎么|怎样|如何|\
             谁|是否|要不要|难道",
        )
        .is_some()
}

/// Tells whether words ask for work on a text, which then follows and is not addressed to memory.
pub(super) fn is_task(words: Piece<'_>) -> bool {
    let verbs = "translate|summarize|summarise|rewrite|proofread|paraphrase|correct this|fix this|write|compose|draft|explain|analyze|analyse|classify|spell check|grammar check|\
        แปล|สรุป|เขียน|แต่ง|ตรวจ|เรียบเรียง|วิเคราะห์|อธิบาย|พิมพ์|翻译|总结|写|改写|润色|校对|分析|解释|造句|概括|把这|把下面|把以下";
    let said = words.strip_all(
        "please|pls|can you|could you|help me|hey|ช่วย|กรุณา|ขอ|รบกวน|หน่อย|请|帮我|帮忙|麻烦|你|能|可以",
    );
    // 把这条存起来 asks memory.
    let kept = said.strip("把").is_some_and(|rest| {
        rest.strip("这条信息|这条|这个|这件事|这点|这些|这事|这一点").is_some_and(|rest| {
            rest.strip_all("给我|帮我|都|也").strip("存|记|收|录|写进|写到|加进|加到|放进|保存").is_some()
        })
    });
    !kept && said.strip(verbs).is_some()
}

/// Tells whether a sentence asks to translate words that stand in it: แปลประโยคนี้ให้หน่อย ต่อไปนี้ตอบสั้นๆ เสมอ.
pub(super) fn translates(sentence: Piece<'_>) -> bool {
    sentence.strip_all("please|pls|can you|could you|help me|ช่วย|กรุณา|ขอ|รบกวน|请|帮我|帮忙|麻烦|你|能|可以").strip("translate|แปล|翻译").is_some()
        && sentence.has_any("this|the following|following|sentence|phrase|text|ประโยคนี้|ประโยค|ข้อความนี้|ข้อความ|คำนี้|ให้หน่อย|ให้ที|这句|这段|这句话|下面|以下|一下")
}

/// Tells whether a sentence asks for work on the text that follows it.
pub(super) fn opens_text(sentence: Piece<'_>) -> bool {
    let seen = sentence.seen().trim_end();
    names_code(sentence) || is_task(sentence) && (seen.ends_with([':', '：']) || sentence.has_any("following|below|this text|this sentence|this email|this message|ต่อไปนี้|ข้อความนี้|ประโยคนี้|ด้านล่าง|以下|下面|这段|这句话|这封"))
}

/// Tells whether a line only announces code that stands below it: "the code is", โค้ดคือ, 代码如下.
pub(super) fn names_code(line: Piece<'_>) -> bool {
    let named = line
        .strip_all("the|this|my|our|here's|here is|here are|source|นี่คือ|这是|这段|我的")
        .strip("code|script|snippet|program|query|output|log|logs|โค้ด|สคริปต์|ผลลัพธ์|代码|脚本|输出|日志|程序");
    line.seen().ends_with('\n')
        && named.is_some_and(|rest| {
            rest.strip_all("is|was|says|reads|below|follows|as|คือ|ดังนี้|มีดังนี้|是|如下").is_empty()
        })
}

/// Tells whether the words before a clause report what somebody said.
pub(super) fn is_reported(before: Piece<'_>) -> bool {
    let near = before.ending();
    let line = near.seen().rsplit('\n').next().unwrap_or_default();
    let paused = line.trim_end().ends_with([',', '，', '。', ';', '；']);
    let line = line.trim_end_matches(|c: char| {
        c.is_whitespace() || matches!(c, ':' | '：' | ',' | '，' | '\u{1}' | '"' | '“')
    });
    let reports = "孩子们|大家|同学们|各位|朋友们|เด็กๆ|ทุกคน|น้องๆ|พี่น้อง|ว่า|ชื่อ|เพลง|หนัง|หัวข้อ|ข้อความ|歌|电影|一句话|句子|พูด|บอก|สั่ง|เขียน|ถาม|ตะโกน|กล่าว|แปล|คำว่า|\
        ประโยค|说|说道|写|写道|问|喊|告诉我|道|翻译|翻译成英文|翻译成中文|翻译成泰语|翻译成英语";
    let english = "kids|everyone|guys|folks|class|children|everybody|said|says|say|told|tells|asked|asks|wrote|writes|shouted|called|titled|comment|readme says|\
        translate|line|sentence|phrase|quote|message|prompt|email|text|following|thai|english|chinese|\
        song|user|human|assistant|system|bot|ai|movie|example";
    let clause = line.rsplit([',', '，', '。', ';', '；', ':', '：', '!', '?']).next().unwrap_or_default();
    let named = paused && is_name(clause);
    let ordered = ["叫", "让", "要求", "提醒", "命令", "嘱咐", "吩咐", "สั่งให้", "สั่ง", "บอกให้", "ขอให้"]
        .iter()
        .filter(|w| **w != "叫" || !named)
        .any(|w| clause.contains(w) && !clause.ends_with(w) && !is_refused(clause, w))
        && !["你", "您", "คุณ", "เธอ"].iter().any(|w| clause.ends_with(w));
    ordered
        || words(reports).ending(line).any(|w| line.ends_with(w))
        || words(english).ending(line).any(|w| ends_with_latin(line, w))
}

/// Tells whether the words before a colon tell what was said to somebody: "I told the intern: …", ผมบอกน้องว่า:, 我跟他说：.
pub(super) fn is_told_to(before: Piece<'_>) -> bool {
    const TELLING: &str = "told|tell|tells|telling|said|says|say|asked|asks|ask|ordered|instructed|reminded|wrote|writes|emailed|texted|messaged|replied|announced|shouted|taught|\
        บอก|สั่ง|พูด|เขียน|ขอร้อง|กำชับ|เตือน|สอน|ประกาศ|说|告诉|叮嘱|吩咐|写|喊|要求|提醒|通知|教";
    let seen = before.seen().trim_end();
    let line = before.ending();
    let addressed = line.trim_start().strip("tell you|let me tell you|i tell you|i'm telling you|i told you|ฉันบอกคุณ|ผมบอกคุณ|我跟你说|我告诉你|跟你说|告诉你");
    seen.ends_with([':', '：']) && addressed.is_none() && line.has_any(TELLING)
}

/// Tells whether a clause asks not to be called something, and so orders nothing: 别叫我老板.
fn is_refused(clause: &str, word: &str) -> bool {
    word == "叫" && ["别叫我", "不要叫我", "别再叫我", "不要再叫我"].iter().any(|w| clause.contains(w))
}

/// Tells whether a clause says what somebody or something is called, rather than that somebody was told: 我叫李雷.
fn is_name(clause: &str) -> bool {
    const TOLD: [&str; 12] = ["他", "她", "它", "你", "您", "大家", "孩子", "同事", "老师", "妈", "爸", "人"];
    let called = clause.trim_start().split_once('叫').map(|(who, name)| (who.trim_end(), name.trim_start()));
    called.is_some_and(|(who, name)| {
        let named = ["我", "名字", "名", "全名", "小名", "狗", "猫", "儿子", "女儿", "公司", "项目"]
            .iter()
            .any(|w| who.ends_with(w));
        named && !name.is_empty() && !TOLD.iter().any(|w| name.starts_with(w))
    })
}

/// Tells whether the words before a clause end in a colon and announce it as a text: "one line of it is: …".
pub(super) fn is_labelled(before: Piece<'_>) -> bool {
    let seen = before.seen().trim_end();
    if !seen.ends_with([':', '：']) {
        return false;
    }
    let small = "please|pls|hey|hi|hello|ok|okay|so|also|and|btw|by the way|fyi|note|note to self|one thing|one more thing|a request|request|important|reminder|ps|assistant|ai|bot|dear|the|my|memory|task|todo|first|second|next|then|quick|for you|from me|\
        ช่วย|กรุณา|ขอ|นะ|ครับ|ค่ะ|คะ|คำสั่ง|หมายเหตุ|อีกอย่าง|เรื่องนึง|อีกเรื่อง|ปล|สำคัญ|请|麻烦|另外|还有|对了|备注|注意|重要|一件事|你好|助手";
    !before.strip_all(small).is_empty()
}

fn ends_with_latin(line: &str, word: &str) -> bool {
    line.strip_suffix(word).is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_alphanumeric()))
}

//! The words with which people tell an assistant to keep, correct or drop something without saying "remember": "stick
//! that in your notes", เก็บไว้ด้วย, 帮我存着. A clause counts only where each of its words is one of these, so that
//! "put it down on the table" is none. Says which sorts of words were there; what they mean together is told by the readers.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::closed::Sorts;
use super::super::text::{Piece, starts_with_word};

/// A verb that means memory by itself: jot, จด, 登记.
pub(super) const FIRM: Sorts = 1;
/// A verb that keeps all sorts of things: save, เก็บ, 存.
pub(super) const LOOSE: Sorts = 1 << 1;
/// A verb that needs to be told where to: stick, ใส่, 加.
pub(super) const PUT: Sorts = 1 << 2;
/// Where memories are kept: profile, โปรไฟล์, 资料.
pub(super) const PLACE: Sorts = 1 << 3;
/// What completes a verb that needs it: down, on to, ไว้.
pub(super) const DOWN: Sorts = 1 << 4;
/// It, this, อันนี้, 这条.
pub(super) const POINT: Sorts = 1 << 5;
/// Small words.
pub(super) const FILL: Sorts = 1 << 6;
/// Leads over to the content: that, ว่า.
pub(super) const THAT: Sorts = 1 << 7;
/// Tells what follows for the assistant to know: fyi, แจ้งไว้, 报备一下.
pub(super) const TELL: Sorts = 1 << 8;
/// For other times than now: next time, คราวหน้า, 以后.
pub(super) const LATER: Sorts = 1 << 9;
/// A rule that holds: standing rule, กฎเหล็ก, 铁律.
pub(super) const RULE: Sorts = 1 << 10;
/// Corrects what is kept: fix, แก้, 改.
pub(super) const FIX: Sorts = 1 << 11;
/// Drops what is kept: bin, ลบ, 删.
pub(super) const DROP: Sorts = 1 << 12;
/// Agrees: yep, ถูก, 没错.
pub(super) const YES: Sorts = 1 << 13;
/// Denies: nah, มั่ว, 猜错.
pub(super) const NO: Sorts = 1 << 14;
/// Takes away what follows: don't, อย่า, 别.
pub(super) const NOT: Sorts = 1 << 15;
/// What was proposed: the suggestion, ข้อเสนอ, 建议.
pub(super) const PROPOSED: Sorts = 1 << 16;

/// The words of acts on memory.
const TABLE: &[(Sorts, &str)] = &[
    (
        FIRM,
        "jot|jot down|note|note down|memorize|memorise|make a note|make a mental note|make note|take note|take a note|keep a note|keep note|write down|put down|mark down|take down|\
        จด|โน้ต|โน๊ต|โน็ต|เมม|มาร์ค|มาร์ก|รับทราบ|รับรู้|รู้ไว้|ทราบไว้|จำใส่ใจ|ท่องไว้|ลงข้อมูล|\
        备注|登记|录入|收录|建档|建个档|建个文件|留底|留个底|备案|入档|存档|归档|录进去|录进|标记|心里有个数|心里有数|有个数|记一笔|做个记录|记个账",
    ),
    (
        LOOSE,
        "log|save|store|file|record|register|stash|bookmark|archive|document|capture|keep|hold|hang|bank|บันทึก|เซฟ|เก็บ|กาไว้|แปะไว้|存|保存|留意|注意|存起来|存下来|存着|存上|存好|收着|收好|留着|标|录",
    ),
    (
        PUT,
        "stick|put|pop|add|take|write|lock|mark|enter|chuck|bear|have|slot|include|pencil|type|throw|tuck|get|pin|drop|set|leave|ใส่|เพิ่ม|ลง|บวก|แทรก|加|加上|加进|加到|写进|写到|写入|写上|放进|放到|补|补充|补上|填|填进|填上|收",
    ),
    (
        PLACE,
        "in mind|on record|on file|into account|into consideration|on board|profile|profiles|notes|my file|your file|my files|your files|my record|your record|my records|your records|records|memory|memories|info|information|data|books|dossier|what you know|bio|long-term memory|knowledge base|notebook|memory bank|preferences|database|\
        โปรไฟล์|โพรไฟล์|ข้อมูล|ความจำ|ระบบความจำ|แฟ้ม|ประวัติ|บันทึก|สมุด|ฐานข้อมูล|หัว|สมอง|\
        资料|档案|个人资料|个人档案|记忆|信息|备注里|项目备注|小本本|小本子|脑子|心里|系统|数据库|资料库|履历",
    ),
    (
        DOWN,
        "down|away|onto|on to|handy|aside|safe|on hand|close|in|ไว้|เอาไว้|ไว้ใน|เข้า|ในใจ|ขึ้นใจ|起来|下来|进去|进来|上去",
    ),
    (
        POINT,
        "it|that|this|these|those|them|the following|all that|that one|this one|this bit|that bit|that fact|this fact|this detail|this info|that info|one thing|something|the fact|ข้อมูลนี้|เรื่องนี้|อันนี้|ข้อนี้|ตรงนี้|สิ่งนี้|ตามนี้|ตามนั้น|อันนั้น|นี้|นั้น|这点|这个|这条|这些|这件事|这事|这一条|这笔|那条|那个|它|那",
    ),
    (THAT, "that|ว่า"),
    (
        TELL,
        "fyi|for your information|just so you know|so you know|so that you know|just so you're aware|so you're aware|heads up|heads-up|a heads up|quick heads up|for your notes|for your records|for your reference|for context|context for you|about me|quick fact|fun fact|you should know|you might want to know|good to know|so you know who you're dealing with|so u know|so you don't have to ask|so you don't have to ask again|so u dont have to ask again|so you needn't ask|before you ask|in case you need it|in case it matters|in case you wonder|\
        แจ้ง|แจ้งให้ทราบ|แจ้งไว้|บอกไว้|บอกไว้ก่อน|แจ้งไว้ก่อน|เล่าไว้|กันพลาด|กันลืม|กันเหนียว|เผื่อใช้|เผื่อไว้|เผื่อต้องใช้|เผื่อจำเป็น|เผื่อ|จะได้รู้|จะได้ไม่ต้องถาม|\
        跟你报备一下|报备一下|报备|跟你说一声|说一声|跟你说一下|跟你讲一下|告诉你一声|告诉你一下|通知你一下|交代一下|先说明一下|提前说一下|提前说一声|先说一下|存个信息|补充个信息|补个信息|先打个招呼|打个招呼",
    ),
    (
        LATER,
        "later|for later|future|for the future|for future chats|for future reference|for future conversations|next time|for next time|from now on|going forward|in future|ต่อไป|คราวหน้า|รอบหน้า|ครั้งหน้า|วันหลัง|ใช้ต่อ|อ้างอิง|ใช้คราวหน้า|ใช้ทีหลัง|ทีหลัง|以后|下次|往后|将来|日后|以后用|备用|以备后用",
    ),
    (
        RULE,
        "standing rule|house rule|golden rule|hard rule|my rule|ground rule|rule|rule of mine|non-negotiable|standing order|กฎตายตัว|กฎเหล็ก|กฎ|กติกา|ข้อห้าม|เงื่อนไข|铁律|规矩|硬规矩|死规矩|规则|原则|硬性要求|底线",
    ),
    (
        FIX,
        "fix|swap|amend|adjust|correct|change|update|edit|replace|revise|sync|switch|alter|แก้|แก้ไข|ปรับ|อัปเดต|อัพเดท|อัพเดต|อัปเดท|เปลี่ยน|สลับ|改|改改|改一改|改掉|换|换掉|换一换|换下|修|修正|更新|更正|同步|调整|改成新的|替换",
    ),
    (
        NOT,
        "i'd rather you didn't|i would rather you didn't|i'd prefer you didn't|please don't|อย่าเพิ่ง|ยังไม่ต้อง|先不要|先不用|暂时别",
    ),
    (
        PROPOSED,
        "what you just proposed|what you proposed|what you just suggested|what you suggested|what you offered|as you said|as you put it|ที่คุณเสนอ|ที่เพิ่งเสนอ|ตามที่เสนอ|ตามที่คุณบอก|按你说的|照你说的|就按你说的|你说要记的那个|你说要记的|刚才你说要记的那个|刚才说要记的|你提的那条|你刚才提的|按你的来",
    ),
    (LOOSE | PROPOSED, "就按你说的记|按你说的记|照你说的记|就按你说的存|按你说的存|照你说的存"),
    (NO, "我不同意|不同意|ไม่เห็นด้วย|i disagree"),
    (DROP | POINT, "take it out|take that out|take them out|get it out|pull it"),
    (
        DROP,
        "bin|trash|delete|erase|remove|scrub|wipe|dump|ditch|toss|lose|get rid of|take out|strike|cut|purge|clear|chuck out|throw out|throw away|kill|scrap|drop|ลบ|ลบทิ้ง|ลบออก|เอาออก|ทิ้ง|ล้าง|เคลียร์|ถอด|ตัดออก|ปัดตก|ยกเลิก|เลิกจำ|删|删掉|删了|删除|清|清掉|清除|清除掉|清空|抹|抹掉|抹了|拿掉|去掉|撤|撤了|撤掉|擦掉|划掉|移除|扔掉|丢掉",
    ),
    (
        YES,
        "yep|yes|yeah|yup|yea|sure|sure thing|right|correct|looks right|looks good|sounds good|sounds right|that's right|that's me|that's correct|spot on|bang on|exactly|good|perfect|fine|is good|is right|is correct|is fine|agreed|absolutely|ok|okay|\
        ใช่|ถูก|ถูกละ|ถูกแล้ว|ถูกต้อง|โอเค|โอเช|เค|ตกลง|ได้|ได้เลย|เอาตามนั้น|ตามนั้น|อืม|อือ|ดี|ดีแล้ว|แม่น|เป๊ะ|没毛病|没错|对|对的|对啦|是的|好|好的|行|可以|没问题|正确|是对的|就这样|就照这样|照这样|ok|嗯",
    ),
    (
        NO,
        "nah|no|nope|wrong|that's wrong|is wrong|hard pass|pass|not right|not true|that's not right|that's not true|incorrect|way off|off|bad guess|not me|that's not me|negative|มั่ว|มั่วละ|มั่วแล้ว|ไม่ใช่|ผิด|ผิดละ|ไม่ถูก|เดามั่ว|เดาผิด|ไม่เอา|ไม่|猜错了|猜错|错了|不对|不是|错|瞎猜|不准|乱猜|pass",
    ),
    (
        NOT,
        "don't|dont|do not|shouldn't|should not|no need to|needn't|never|must not|mustn't|leave out|leave|skip|keep out|อย่า|ไม่ต้อง|ไม่|ห้าม|งด|别|不要|不用|不必|勿|不|先别",
    ),
    (
        PROPOSED,
        "suggestion|the suggestion|proposal|guess|the guess|that guess|suggested memory|อันที่เสนอมา|อันที่เสนอ|ข้อเสนอ|ที่เสนอมา|ที่เสนอ|ที่เดามา|ที่เดา|建议|提议|猜测|那条建议|这条建议",
    ),
    (
        FILL,
        "my|your|ur|the|our|of|to|on|for|under|from|with|as|at|a|an|one|so|please|pls|plz|thx|thanks|ok|okay|just|would you|will you|can you|could you|you can|u|you|me|also|too|and|then|there|somewhere|now|kindly|btw|by the way|hey|ya|for me|alright|if you would|into|in there|about me|out|go|up|ever|again|any longer|anymore|any more|\
        ให้|ให้ที|ให้หน่อย|ให้ด้วย|ด้วย|หน่อย|ที|เลย|นะ|นะคะ|นะครับ|คะ|ค่ะ|ครับ|คับ|ค้าบ|ครับผม|จ้า|จ้ะ|จ๊ะ|น้า|ฮะ|ช่วย|ฝาก|รบกวน|ขอ|กรุณา|เป็น|ใน|กับ|ของ|ผม|ฉัน|เรา|หนู|ดิฉัน|ก่อน|ไป|สิ|ซิ|ดิ|ต่อ|ได้|แล้วกัน|เถอะ|เหอะ|สักหน่อย|ใช้|คุณ|เธอ|ก็|ไปเลย|แล้ว|ละ|อันที่|เมื่อกี้|ออก|\
        一下|下|上|着|好|里|里面|里头|吧|哈|呗|喔|哦|啊|嘛|啦|了|呀|麻烦|麻烦你|帮我|帮忙|给我|替我|你|您|请|先|就|把|个|都|一条|条|笔|我|我的|你的|的|到|在|进|拜托|欸|诶|可以|行|来|再|从|那儿|那边|那里|您的",
    ),
];

/// What a clause reads as, word by word.
#[derive(Clone, Copy)]
pub(super) struct Read<'a> {
    /// The sorts of its words.
    pub(super) sorts: Sorts,
    /// What stands behind the words that were read.
    pub(super) rest: Piece<'a>,
}

impl Read<'_> {
    /// Tells whether a word of one of the sorts was there.
    pub(super) fn has(&self, sorts: Sorts) -> bool {
        self.sorts & sorts != 0
    }
}

/// The words by their first character, the longest first, each with all its sorts.
static INDEX: LazyLock<HashMap<char, Vec<(&'static str, Sorts)>>> = LazyLock::new(|| {
    let mut all: HashMap<&'static str, Sorts> = HashMap::new();
    for (sort, words) in TABLE {
        for word in words.split('|') {
            *all.entry(word).or_default() |= sort;
        }
    }
    let mut index: HashMap<char, Vec<(&'static str, Sorts)>> = HashMap::new();
    for (word, sorts) in all {
        if let Some(first) = word.chars().next() {
            index.entry(first).or_default().push((word, sorts));
        }
    }
    for words in index.values_mut() {
        words.sort_unstable_by_key(|(word, _)| (usize::MAX - word.len(), *word));
    }
    index
});

/// Finds the longest known word at the start of a text: its sorts and its length.
fn word_at(seen: &str) -> Option<(Sorts, usize)> {
    let words = INDEX.get(&seen.chars().next()?)?;
    words.iter().find(|(word, _)| starts_with_word(seen, word)).map(|(word, sorts)| (*sorts, word.len()))
}

/// A clause of an act is short.
const MOST: usize = 14;

/// Reads words as far as they are known; returns what was read at each place where a clause may end.
pub(super) fn read(piece: Piece<'_>) -> Vec<Read<'_>> {
    let mut found = Vec::new();
    let mut rest = piece.trim_start();
    let mut sorts = 0;
    for _ in 0..MOST {
        let Some((sort, length)) = word_at(rest.seen()) else { break };
        sorts |= sort;
        rest = rest.from(length);
        if ends_clause(rest)
            || sorts & THAT != 0 && !rest.trim().is_empty() && rest.before().seen().ends_with("ว่า")
        {
            found.push(Read { sorts, rest: rest.trim_start() });
        }
        rest = rest.trim_start();
        if rest.is_empty() {
            break;
        }
    }
    found
}

/// Tells whether a clause may end before a piece: at its end, at a mark, at a blank of Thai.
fn ends_clause(rest: Piece<'_>) -> bool {
    let seen = rest.seen();
    let thai = |c: char| ('\u{0E00}'..='\u{0E7F}').contains(&c);
    let marked = seen
        .starts_with([',', '，', ':', '：', ';', '；', '!', '！', '.', '。', '?', '？', '\n', '—', '–'])
        || seen.starts_with(" - ");
    let spaced = seen.starts_with(char::is_whitespace)
        && (rest.before().ending().seen().ends_with(thai) || seen.trim_start().starts_with(thai));
    let worded = rest.trim_start().strip("that|i|i'm|im|i've|my|we|our").is_some();
    seen.trim().is_empty() || marked || spaced || worded
}

/// The places of a message where a clause may begin.
pub(super) fn bounds(piece: Piece<'_>) -> Vec<usize> {
    let seen = piece.seen();
    let thai = |c: char| ('\u{0E00}'..='\u{0E7F}').contains(&c);
    let mut found = vec![0];
    let (mut before, mut gap) = (' ', ' ');
    for (at, c) in seen.char_indices() {
        if c.is_whitespace() {
            gap = c;
            continue;
        }
        let spaced = gap != '\0' && at > 0;
        let wide = matches!(before, '，' | '；' | '：' | '！' | '？' | '。' | '—' | '–' | '\n');
        let narrow = matches!(before, ',' | ';' | ':' | '!' | '?' | '.' | '-') && spaced;
        let blank = spaced && (thai(before) || thai(c));
        if at > 0 && (wide || narrow || blank || gap == '\n') {
            found.push(at);
        }
        (before, gap) = (c, '\0');
    }
    found.truncate(24);
    found
}

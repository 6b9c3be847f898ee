//! Wishes about the answers themselves: language, tone, length, format, style, emoji. A clause is cut into
//! words that are known here and words that are not; what a task asks for ("explain recursion in simple words")
//! leaves unknown words and is no wish. The three languages share one vocabulary, so mixed clauses work.

use std::collections::HashMap;
use std::sync::LazyLock;

mod against;
mod number;

pub(super) use against::{CLASH, turned};
use against::{INSTEAD, STRANGE, UNDO, excludes};
pub(super) use number::most;
use number::{AROUND, COUNTED, number};

use super::search::{Side, longest, words};
use super::text::Piece;
use super::values::{
    CLOCKS, DATES, EMOJI, FORMATS, LANGUAGES, LENGTHS, NEGATIONS, STYLES, TONES, Table, UNITS,
};

/// What a known word does in a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    /// Answering itself: answer, ตอบ, 回答.
    Speak,
    /// Another act that a wish may name: explain, use, keep.
    Act,
    /// The answers or one of their qualities as a thing.
    About,
    /// For good, by itself: from now on.
    Strong,
    /// For good, as an adverb: always.
    Weak,
    /// A wish of the person: I prefer.
    Wish,
    /// Takes away.
    Not,
    /// Takes away what stands before it: 省了吧.
    Undo,
    /// What follows is what is not wanted: instead of.
    Instead,
    /// Of two values, the last one is not wanted: 华氏我没概念.
    Strange,
    /// Emoji.
    Emoji,
    /// A value of a slot.
    Value(&'static str, &'static str),
    /// What answers are counted in.
    Unit(&'static str),
    /// Says nothing of its own.
    Filler,
}

const SPEAK: &str = "回我的时候|回复我的时候|给我讲|给我说|给我写|答我|answer|answered|answering|respond|responded|responding|reply|replied|replying|spoke|speaking|talked|talking|get back to me|message me|speak|talk|chat|communicate|converse|write to me|write back|answer me|reply to me|talk to me|\
    ตอบ|ตอบกลับ|พูดจา|พูด|คุยกัน|คุย|สนทนา|พูดคุย|ตอบคำถาม|回答|回复|回我|回话给我|说话|对话|聊天|交流|讲话|聊|答复|回应|作答|回话|沟通|说|讲|唠嗑|唠|answer问题";
const ACT: &str = "go into|cap|limit|put|บอกเวลา|บอกวันที่|บอกขนาด|บอกอุณหภูมิ|写成|explain|write|use|give|present|show|output|format|summarize|summarise|keep|be|make|include|provide|add|return|\
    describe|display|stick to|switch to|end|start|teach|อธิบาย|ใช้|สรุป|เขียน|แสดงผล|แสดง|ใส่|พิมพ์|นำเสนอ|จัด|เอา|สอน|解释|说明|使用|展示|输出|总结|\
    写|发|采用|列出|呈现|保持|讲解|教|显示";
const ABOUT: &str = "措辞|用词|用语|答复|write-ups|wording|คำตอบ|answers|responses|response|replies|your answer|your reply|your response|explanations|your explanations|messages to me|\
    outputs|results|your messages|your tone|tone|คำตอบ|การตอบ|โทน|โทนเสียง|ภาษา|สไตล์|รูปแบบ|น้ำเสียง|ความยาว|ผลลัพธ์|คำอธิบาย|语气|口吻|语调|语言|风格|\
    格式|方式|形式|答案|结果|回答内容|解释内容|篇幅";
pub(super) const STRONG: &str = "接下来|for good|from today|hereafter|วันหลัง|คราวหลัง|คราวหน้าคราวหลัง|ครั้งหน้า|รอบหน้า|打今儿起|从这以后|from now on|from now onwards|from now onward|from now|from here on|from here on out|going forward|moving forward|\
    from this point on|from this point forward|from today on|from today onwards|henceforth|in the future|in future|starting now|\
    starting today|as of now|as of today|ต่อไปนี้|จากนี้ไป|จากนี้|ต่อจากนี้ไป|ต่อจากนี้|นับจากนี้ไป|นับจากนี้|ตั้งแต่นี้ไป|ตั้งแต่นี้เป็นต้นไป|ตั้งแต่นี้|หลังจากนี้|\
    นับแต่นี้|นับแต่นี้ไป|นับแต่นี้เป็นต้นไป|นับจากนี้เป็นต้นไป|เริ่มตั้งแต่ตอนนี้|เริ่มตั้งแต่วันนี้|เริ่มตั้งแต่นี้|เริ่มจากตอนนี้|เริ่มจากวันนี้|เริ่มตอนนี้|ตั้งแต่บัดนี้เป็นต้นไป|ตั้งแต่บัดนี้ไป|ตั้งแต่บัดนี้|นับแต่บัดนี้เป็นต้นไป|นับแต่บัดนี้|นับจากบัดนี้|ต่อแต่นี้ไป|ต่อแต่นี้|จากนี้เป็นต้นไป|หลังจากนี้ไป|ตั้งแต่วันนี้เป็นต้นไป|ตั้งแต่วันนี้ไป|ตั้งแต่วันนี้|ตั้งแต่ตอนนี้เป็นต้นไป|ตั้งแต่ตอนนี้ไป|ตั้งแต่ตอนนี้|ครั้งต่อไป|คราวหน้า|ทีหลัง|以后都|以后一律|以后|今后都|今后一律|今后|往后都|往后|自此|打从现在起|自现在起|自今天起|往后一律|下次开始|从今往后|从此往后|从现在起|从现在开始|从今以后|从今天起|从今天开始|从此以后|从此|日后|此后|自今|until further notice|until i say otherwise|make it a rule to|make it a rule that|make it a rule|make it a habit to|ตั้งเป็นกฎเลย|ตั้งเป็นกฎ|ถือเป็นกฎ|定个规矩|立个规矩";
pub(super) const WEAK: &str = "always|固定|每则|每条|whenever you give me|whenever you mention|whenever you write|whenever i ask you something|whenever i ask you anything|when i ask you something|when we chat|whenever we chat|whenever we talk|every single time|all the time|as default|as the default|by default|default to|your default|my default|ทุกคำถาม|ทุกๆ ครั้ง|全部都|回回|as a rule|in all future replies|in every answer|in every reply|in each answer|in all your answers|in all answers|future replies|future answers|all future replies|your future replies|permanently|for good|every time|everytime|each time|by default|at all times|anymore|any more|all the time|each answer|every answer|\
    every reply|constantly|ต่อไป|ทุกครั้ง|เสมอ|ตลอด|ตลอดเวลา|ตลอดไป|ทุกคำตอบ|ทุกครั้งที่ตอบ|เป็นค่าเริ่มต้น|เป็นค่าตั้งต้น|เป็นหลัก|ถาวร|ทุกที|始终|一直|总是|永远|每次|都|一律|之后|默认|全程|统统|每回";
const WISH: &str = "i only want|i just want|i only need|i just need|i'd be happier with|i'd be happier if you|it'd help if you|it would help if you|it helps if you|it'd be great if|it would be great if|it'd be nice if|it would be nice if|จะดีมากถ้า|จะดีมาก|จะดีกว่าถ้า|จะช่วยได้มาก|จะเลิศมาก|จะเลิศ|จะดี|会更好|就更好了|就好了|就太好了|i'd rather|i would rather|i'd rather you|i would rather you|อยากให้|ขอให้|ขอ|อยาก|我要|我想|想|i want all|i prefer|i'd prefer|i like|i'd like|i want|i need|i would like|i would prefer|i love|prefer|ชอบ|อยากได้|ต้องการ|ผมชอบ|ฉันชอบ|\
    我希望|我想要|我喜欢|我更喜欢|我比较喜欢|希望|喜欢|更喜欢|想要|偏好";
const FILLER: &str = "per answer|per reply|แค่|ต่อคำตอบ|好了|in general|generally|if you|into|dates|the dates|times|measurements|measurement|temperatures|temps|distances|weights|heights|sizes|วันที่|日期|年份|时间|长度|重量|温度|气温|尺寸|距离|高度|文字|重点的词|重点词|关键词|再讲原因|再讲理由|再说理由|再解释|แล้วค่อยขยายความ|แล้วค่อยอธิบาย|อีกเลย|อีกแล้ว|อีก|ทุกตัว|ทุกชิ้น|s'il te plaît|s'il vous plaît|por favor|bitte|version|first|upfront|up front|go|were|was|it down|stuff|got|way|too|doing|front|bits|thing|for|pls thx|ones|ถ้า|ก่อน|แยก|แนบ|แนบมา|มี|พวก|พวกนั้น|ล้วน|ล้วนๆ|ปน|ยิ่ง|ยิ่งดี|เคย|นั้น|那么|这么|那些|这些|那种|够了|够|看|给我看|行了|像|一样|要是|按|排|排下来|拿|换|回|版|咱们之间|嘛|聊聊|吧啊|ever|whenever|whenever you|ur|u|kinda|sort of|bit|from you|have|stay|sound|i'd appreciate it if you|i'd appreciate if you|i would appreciate it if you|it'd be great if you|it would be great if you|mind|could|can|would|if you could|rest|it|toned|kindest|something|anything|stuff|an|please|pls|plz|kindly|just|only|more|a bit|a little|a bit more|me|with me|to me|for me|my|your|you|you should|you must|should|must|\
    to|in|a|the|and|or|as|with|of|for|when|when you|all|way|manner|voice|language|style|things|everything|questions|ok|okay|so|now|then|\
    also|instead|thanks|thank you|thx|very|really|mode|form|format|that|back|if you|kept|being|should be|within||try to|make sure|make sure to|from|on|kind of|points|hey|hi|\
    i|possible|if possible|as much as possible|full|much|them|using|both|but|let's|lets|some|any|text|emphasis|\
    ให้|ช่วย|กรุณา|โปรด|หน่อย|ด้วย|นะ|คะ|ค่ะ|ครับ|จ้ะ|จ้า|จ๊ะ|น้า|สิ|ที|เลย|แบบ|เป็น|ๆ|พอ|ก็พอ|ก็ได้|กับ|ผม|ฉัน|เรา|หนู|ดิฉัน|ข้าพเจ้า|คุณ|เวลา|มา|แล้ว|ว่า|ต้อง|\
    และ|ที่|ใน|ของ|มาก|ขึ้น|ลง|เท่านั้น|อย่างเดียว|คำถาม|ก็|ไว้|ไป|หรือ|ทุก|อย่าง|กว่า|นี้|ได้|ประกอบ|ทั้งหมด|สัก|นิด|นิดนึง|ฮะ|ค้าบ|คับ|\
    เน้น|กลับมา|กลับไป|เหมือนเดิม|ตามเดิม|อีกครั้ง|อีกที|พร้อม|อะไร|อะ|อ่ะ|เนอะ|ดีกว่า|ที่ตอบ|หน่อยนะ|หน่อยสิ|รบกวน|รบกวนช่วย|ช่วงนี้|เยอะ|เกินไป|请|麻烦|你|您|我|的|地|得|一点|一些|一点儿|点|些|吧|哦|喔|啊|哈|呀|呢|啦|咱们|咱|我们|跟我|和我|对我|给我|跟|和|对|时|的时候|\
    要|就|就好|就行|即可|可以|能|更|更加|比较|再|来|把|将|用|以|在|为|成|也|一下|尽量|所有|问题|只|只要|必须|应该|记得|给|帮我|让你|让您|会|方面|全部|东西|事情|内容|了|谢谢|\
    多|拿|嘛|咯|哟|呗|稍微|尽可能|拜托|最好|而且|并且|同时|另外|还要|里|中|上|一定|一种|这种|那样|样子|直接用|过|กัน|เถอะ|จา|再|ตารางเมตร|ตารางวา|ตารางกิโลเมตร|平方米|平方公尺|面积|单位|หน่วย|ไทยคำอังกฤษคำไม่เอานะ|ไทยคำอังกฤษคำไม่เอา|ไทยคำอังกฤษคำ|ไม่เอาไทยคำอังกฤษคำ|ไม่ต้องไทยคำอังกฤษคำ|อย่าไทยคำอังกฤษคำ|别中英夹杂|不要中英夹杂|不要中英混杂|别中英混杂|这样";

type Index = HashMap<char, Vec<(&'static str, Word)>>;

/// The vocabulary by first character, the longest words first; to polish a text is no language.
static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::new();
    let mut add = |words: &'static str, word: Word| {
        for w in words.split('|').filter(|w| *w != "polish") {
            if let Some(first) = w.chars().next() {
                index.entry(first).or_default().push((w, word));
            }
        }
    };
    let slots: [(&'static str, Table); 8] = [
        ("response.units", UNITS),
        ("response.format.date", DATES),
        ("response.format.time", CLOCKS),
        ("response.language", LANGUAGES),
        ("response.tone", TONES),
        ("response.length", LENGTHS),
        ("response.format.default", FORMATS),
        ("response.style", STYLES),
    ];
    for (key, table) in slots {
        for (value, words) in table {
            add(words, Word::Value(key, value));
        }
    }
    add(EMOJI, Word::Emoji);
    for (unit, words) in COUNTED {
        add(words, Word::Unit(unit));
    }
    for (words, word) in [
        (SPEAK, Word::Speak),
        (ACT, Word::Act),
        (ABOUT, Word::About),
        (STRONG, Word::Strong),
        (WEAK, Word::Weak),
        (WISH, Word::Wish),
        (NEGATIONS, Word::Not),
        (UNDO, Word::Undo),
        (INSTEAD, Word::Instead),
        (STRANGE, Word::Strange),
        (FILLER, Word::Filler),
        (AROUND, Word::Filler),
    ] {
        add(words, word);
    }
    for words in index.values_mut() {
        words.sort_by_key(|(w, _)| usize::MAX - w.len());
    }
    index
});

/// What a clause says about the answers.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a sign of its own, and they come together freely")]
pub(super) struct Reading {
    /// The slots and their values, in order.
    pub(super) wishes: Vec<(&'static str, String)>,
    /// Holds for good by a phrase such as "from now on".
    pub(super) strong: bool,
    /// Holds for good by an adverb such as "always".
    pub(super) weak: bool,
    /// Says what the person prefers.
    pub(super) wish: bool,
    /// Is about answering.
    pub(super) speaks: bool,
    /// Has only known words.
    pub(super) whole: bool,
    /// Begins with a known word.
    pub(super) known_start: bool,
    /// Names the answers as a thing: "your replies".
    pub(super) about: bool,
    /// Whether the clause was short enough to be read.
    pub(super) was_read: bool,
    /// Complains of what was: "too long".
    complains: bool,
    /// How many words or letters were of no known sort.
    pub(super) unknown: usize,
    /// A number that waits for what it counts.
    count: Option<u32>,
    /// Answering, or how long it holds, was named again after a value.
    named_again: bool,
    /// Tells what the person does: "I answer …".
    own: bool,
    /// Speaks of what the assistant likes.
    yours: bool,
    /// Wishes that somebody else spoke so: "I'd like him to speak English".
    others: bool,
    /// Somebody is named between a wish and its verb.
    named: bool,
    /// What follows is what is not wanted.
    instead: bool,
}

impl Reading {
    /// Tells whether the clause speaks of what somebody else does, or of what the person does.
    pub(super) fn is_of_others(&self) -> bool {
        self.others || self.named || (self.own && !self.wish)
    }

    /// Tells whether the clause by itself, with nothing before it, sets a preference.
    pub(super) fn is_command(&self) -> bool {
        let lasting = self.strong || self.weak;
        let own = (self.own && !self.wish) || (self.yours && self.wish) || (self.complains && !lasting);
        !own && !self.others
            && !self.wishes.is_empty()
            && ((self.whole && (self.speaks || lasting)) || (lasting && self.speaks && self.known_start))
    }

    /// Tells whether the clause, after "remember that", is about the answers.
    pub(super) fn is_content(&self) -> bool {
        let own = self.own && !self.wish;
        !own && !self.others
            && !self.wishes.is_empty()
            && self.speaks
            && (self.whole || (self.known_start && (self.strong || self.weak)))
    }
}

/// Values that are ways of speaking by themselves.
const SPOKEN: &str = "直接说重点|直接讲重点|说重点|讲重点|挑重点|说人话|讲人话|别啰嗦|不要啰嗦|少啰嗦|别废话|不要废话|少废话|直奔主题";

/// Fillers with which a wish may begin; after any other, an unknown word is a subject of its own.
const OPENERS: &str = "you|you should|you must|please|pls|just|when you|ให้|ช่วย|กรุณา|เวลา|ขอ|请|你|您|麻烦|把";

/// Known words that name somebody else.
const OTHERS: &str = "them|him|her|everyone|people";

/// Those to whom something else is written than the answers.
const RECIPIENTS: &str =
    "customers|customer|clients|client|my boss|ลูกค้า|หัวหน้า|เจ้านาย|客户|顾客|客人|老板|领导";

/// Returns the length of the name of the assistant itself, where it stands at a place.
fn assistant(seen: &str, at: usize) -> Option<usize> {
    const NAMES: &str = "assistant|ai|bot|chatbot|claude|chatgpt|gpt|ผู้ช่วย|บอท|บอต|เอไอ|助手|助理|机器人";
    let rest = seen.get(at..)?;
    longest(NAMES, rest, Side::Start)
}

/// A longer clause is talk, not a wish.
const LONGEST: usize = 400;

/// Tells whether 直接 or ตรง says how something else is done than speaking: 直接推到 main.
fn is_straight_to(seen: &str, at: usize, word: &str) -> bool {
    let rest = seen.get(at + word.len()..).unwrap_or_default();
    let wordy = rest.chars().next().is_some_and(|c| c.is_alphanumeric() || c == ' ');
    matches!(word, "直接")
        && wordy
        && known(seen, at + word.len() + rest.len() - rest.trim_start().len()).is_none()
}

/// Cuts a clause into words and says what it wishes.
pub(super) fn read(clause: Piece<'_>) -> Reading {
    let mut reading = Reading { whole: true, known_start: true, was_read: true, ..Reading::default() };
    let seen = clause.seen();
    if seen.len() > LONGEST {
        return Reading::default();
    }
    let mut negated = false;
    let mut started = false;
    let mut article = false;
    let mut told_to_be = false;
    let mut at = 0;
    while let Some(c) = seen.get(at..).and_then(|rest| rest.chars().next()) {
        if !is_wordy(c) {
            let ends = matches!(c, ',' | '，' | ';' | '；');
            (negated, reading.instead) = (negated && !ends, reading.instead && !ends);
            at += c.len_utf8();
            continue;
        }
        if let Some((count, length)) =
            number(seen.get(at..).unwrap_or_default()).filter(|_| !is_clock(seen, at))
        {
            reading.count = Some(count);
            at += length;
            continue;
        }
        let single = article;
        let rest = seen.get(at..).unwrap_or_default();
        article = ["a ", "an ", "the ", "this "].iter().any(|w| rest.starts_with(w));
        let Some((word, known)) = known(seen, at).filter(|(word, _)| !is_straight_to(seen, at, word)) else {
            reading.whole = false;
            let assistant = assistant(seen, at);
            reading.unknown += usize::from(assistant.is_none());
            reading.others |= longest(RECIPIENTS, rest, Side::Start).is_some();
            reading.named |= reading.wish && reading.wishes.is_empty() && assistant.is_none();
            reading.known_start &= started && !seen.get(..at).is_some_and(|head| head.ends_with('的'));
            started = true;
            at += assistant.unwrap_or_else(|| unknown_length(seen, at));
            continue;
        };
        at += word.len();
        let known = if known == Word::Undo && stands_before(seen, at) { Word::Not } else { known };
        reading.named |= reading.wish && words(OTHERS).has(word);
        reading.yours |= !started && matches!(word, "คุณ" | "你" | "您" | "you");
        reading.own |= !started && matches!(word, "i" | "ผม" | "ฉัน" | "เรา" | "หนู" | "ดิฉัน" | "我");
        article |= single && matches!(known, Word::Value(..));
        if single && matches!(known, Word::Speak) {
            reading.whole = false;
            continue;
        }
        negated &= !is_complaint(word); // "not too brief" wants what "too brief" wants.
        reading.take(known, &mut negated);
        reading.complains |= is_complaint(word);
        reading.weak |= word == "never";
        reading.speaks |= SPOKEN.split('|').any(|way| way == word);
        told_to_be |= word == "be" || word == "be more" || word == "were" && reading.wish;
        reading.weak |= word.starts_with("อีก") && reading.denies();
        started |= known != Word::Filler || words(OPENERS).has(word);
    }
    reading.whole &= reading.count.is_none();
    reading.speaks |= told_to_be && reading.wishes.iter().any(|(key, value)| manner(key, value));
    reading
}

/// Tells whether what is taken away stands right behind the words that take it away: ไม่ต้องมีอิโมจิ.
fn stands_before(seen: &str, at: usize) -> bool {
    known(seen, at).is_some_and(|(_, word)| matches!(word, Word::Emoji | Word::Value(..)))
}

/// Tells whether a number is part of how hours are told: "24-hour clock".
fn is_clock(seen: &str, at: usize) -> bool {
    known(seen, at).is_some_and(|(_, word)| matches!(word, Word::Value("response.format.time", _)))
}

fn is_wordy(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\u{0E00}'..='\u{0E7F}' | '\'' | '_' | '=' | '@' | '/' | '+')
}

fn is_complaint(word: &str) -> bool {
    word.starts_with("too ")
        || word.starts_with('太')
        || word.ends_with("เกินไป")
        || matches!(word, "ยาวไป" | "สั้นไป")
}

/// What "be …" asks of answers rather than of a mood.
fn manner(key: &str, value: &str) -> bool {
    key == "response.length"
        || (key == "response.tone"
            && matches!(value, "formal" | "casual" | "polite" | "professional" | "friendly"))
}

impl Reading {
    fn take(&mut self, word: Word, negated: &mut bool) {
        match word {
            Word::Speak => {
                self.others |= self.named;
                self.speaks = true;
                self.named_again |= !self.wishes.is_empty();
            }
            Word::About => {
                self.speaks = true;
                self.about = true;
            }
            Word::Strong => self.strong = true,
            Word::Weak => {
                self.weak = true;
                self.named_again |= !self.wishes.is_empty();
            }
            Word::Wish => (self.wish, self.instead) = (true, false),
            Word::Instead => self.instead = true,
            Word::Strange => {
                if let Some((_, value)) = self.wishes.last_mut()
                    && let Some(end) = value.find(CLASH)
                {
                    value.truncate(end);
                }
            }
            Word::Emoji | Word::Value(..) | Word::Unit(_) if self.instead => *negated = false,
            Word::Not => *negated = true,
            Word::Undo => {
                if let Some((key, value)) = self.wishes.last_mut() {
                    let emoji = *key == "response.emoji";
                    *value = if emoji { "no".to_owned() } else { turned(value, true) };
                    self.speaks = true;
                }
            }
            Word::Emoji => {
                self.wish_for("response.emoji", if *negated { "no" } else { "yes" }.to_owned());
                self.speaks |= *negated;
                *negated = false;
            }
            Word::Value(key, value) => {
                self.speaks |=
                    matches!(key, "response.units" | "response.format.date" | "response.format.time")
                        || *negated && matches!(key, "response.format.default" | "response.tone");
                self.wish_for(key, turned(value, *negated));
                *negated = false;
            }
            Word::Unit(unit) => match self.count.take() {
                Some(count) => self.bound(format!("max {count} {unit}")),
                None => self.whole &= unit == "paragraphs",
            },
            Word::Act => self.others |= self.named && self.wishes.is_empty(),
            Word::Filler => {}
        }
    }

    /// Adds how long an answer may be at most: it says more exactly what "short" says.
    fn bound(&mut self, most: String) {
        match self.wishes.iter_mut().find(|(key, value)| *key == "response.length" && value == "concise") {
            Some((_, short)) => *short = most,
            None => self.wishes.push(("response.length", most)),
        }
    }

    /// Tells whether what was wished last is that something be left out.
    fn denies(&self) -> bool {
        self.wishes.last().is_some_and(|(_, value)| value.starts_with("not ") || value == "no")
    }

    /// Adds a wish; two languages go together unless each is asked for by itself, and what excludes what was wished
    /// before is noted as such.
    fn wish_for(&mut self, key: &'static str, value: String) {
        let again = std::mem::take(&mut self.named_again);
        let Some((_, first)) = self.wishes.iter_mut().find(|(known, _)| *known == key) else {
            self.wishes.push((key, value));
            return;
        };
        let apart = key == "response.language" && again;
        let denied_just_now = first.strip_prefix("not ").is_some_and(|denied| denied == value);
        let bounded = first.starts_with("max ") && value == "concise";
        let only_denies = value.starts_with("not ") && !excludes(first, &value);
        if *first == value || first.contains(CLASH) || denied_just_now && !again || only_denies || bounded {
            return;
        }
        // What is formal is polite, too.
        let formal = *first == "polite" && value == "formal";
        if formal
            || first == "concise" && value.starts_with("max ")
            || first.starts_with("not ") && !excludes(first, &value)
        {
            *first = value;
            return;
        }
        if apart || excludes(first, &value) {
            *first = format!("{first}{CLASH}{value}");
        } else if key == "response.language" {
            *first = format!("{first}+{value}");
        }
    }
}

fn known(seen: &str, at: usize) -> Option<(&'static str, Word)> {
    let rest = seen.get(at..)?;
    let before = seen.get(..at).and_then(|s| s.chars().next_back());
    if before.is_some_and(|b| b.is_ascii_alphanumeric())
        && rest.starts_with(|c: char| c.is_ascii_alphanumeric())
    {
        return None;
    }
    let words = INDEX.get(&rest.chars().next()?)?;
    words.iter().copied().find(|(word, _)| {
        rest.strip_prefix(word).is_some_and(|after| {
            let ends_latin = word.ends_with(|c: char| c.is_ascii_alphanumeric());
            !(ends_latin && after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
        })
    })
}

fn unknown_length(seen: &str, at: usize) -> usize {
    let rest = seen.get(at..).unwrap_or_default();
    let latin =
        rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'\'' | b'_' | b'-')).count();
    if latin > 0 { latin } else { rest.chars().next().map_or(1, char::len_utf8) }
}

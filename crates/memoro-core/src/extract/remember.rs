//! What a person asks to remember, told from tasks that are worded alike and from talk of remembering. Sees one sentence;
//! whether a bare "save that" means the sentence before it is decided where the whole turn is known.

use super::Kind;
use super::answers::is_bare_agreement;
use super::cues::{ALL, begins, ends, find_from, has};
use super::judge::{clauses, plain};
use super::keep::misspelt;
use super::sentence::Sentence;
use super::signs::after_lead;

/// What a person asked to remember, or to do, with a word of remembering.
pub(super) fn remembers(sentence: &Sentence<'_>) -> Option<Kind> {
    let seen = sentence.seen.as_str();
    for cues in ALL {
        for clause in clauses(seen) {
            let Some((said, end)) = [clause, plain(clause)]
                .into_iter()
                .find_map(|said| Some((said, begins(said, cues.remember)?)))
            else {
                continue;
            };
            let (cue, rest) = said.split_at_checked(end).unwrap_or((said, ""));
            let content = rest.trim_matches([' ', ':', '：', ',', '，', '.', '。']);
            if !sentence.asks && is_said_before(seen, clause, content) {
                return Some(Kind::Remember);
            }
            if is_pointing(content) || sentence.asks && !has(clause, "can you|could you|ช่วย") {
                continue;
            }
            if is_task(cue, rest) {
                return Some(Kind::Action);
            }
            if is_recalling(content, said) || is_done(said) || is_cited(before(seen, clause)) {
                continue;
            }
            return Some(Kind::Remember);
        }
    }
    if let Some(kind) = misspelt(seen).filter(|_| !sentence.asks) {
        return Some(kind);
    }
    // "when you book trains keep in mind …" begins as a question does.
    let told = begins(seen, "when|whenever|what|how").is_some() && !seen.trim_end().ends_with('?');
    let asked = !sentence.asks || told || has(seen, ASKED_OF_YOU);
    (asked && wishes_inside(seen)).then_some(Kind::Remember)
}

/// Phrases that ask to keep something wherever they stand: people dictate without a comma.
const INSIDE: &str = "keep in mind|bear in mind|keep it in your heads|please remember|please note|make a note|make a mental note|note down|jot down|don't let me forget|don't forget that|if you didn't forget|if you don't forget|if you'd remember|if you could remember|if you would remember|if you kept in mind|keep it in your head|keep that in your head|keep this in your head|keep in your head|for you to hold on to|at the back of your mind|you must not forget|you really must not forget|keep track of this|for you to hang on to|hold on to this|hold onto this|hold on to that|write it somewhere|put down somewhere|put it down somewhere|stick it on the|add to your notes|add it to your notes|add that to the notes|for your files|for your records|for your memory|for your notes|put in the notes|write this on|write this down|everyone save|everybody save|worth remembering that|always remember that|always remember:|before i forget:|\
    จำด้วยว่า|จดด้วยว่า|จำให้ด้วยว่า|จำหน่อยว่า|จำไว้ด้วย|จำไว้นะ|จำไว้เลย|จดไว้ด้วย|จดไว้นะ|จดๆ ไว้|จด ๆ ไว้|บันทึกไว้ด้วย|โน้ตไว้ด้วย|เก็บไว้ในใจ|ระลึกไว้|รับรู้ไว้|รู้ไว้เลย|รู้ไว้ด้วย|ทดไว้|ท่องไว้|เตือนไว้ด้วย|อย่าให้ลืม|อย่าได้ลืม|ห้ามลืมว่า|ห้ามลืมนะว่า|อย่าลืมเชียวว่า|อย่าลืมนะคะว่า|อย่าลืมนะครับว่า|เก็บไว้ในหัว|ใส่ใจไว้ด้วย|จำไว้นิดนึง|จำไว้ตลอด|อยากให้คุณจำ|อยากให้จำ|ใส่หัวไว้|จำไว้ให้แม่น|จำให้แม่น|จำใส่ใจ|จำให้ขึ้นใจ|จำขึ้นใจไว้|จำไว้ที|จำไว้หน่อย|จำให้ที|จดไว้ที|จดไว้หน่อย|จดให้ที|จดใส่สมุด|จดลงสมุด|ต้องจำว่า|ให้จำว่า|เขียนไว้ด้วย|เขียนแปะไว้|โน้ตไว้หน่อย|โน้ตไว้ที|โน้ตไว้นะ|ฝากโน้ต|บันทึกไว้เลย|บันทึกไว้หน่อย|บันทึกไว้นะ|ช่วยจำ|ช่วยจด|ฝากจำ|ฝากจด|อย่าลืมว่า|อย่าลืมนะว่า|\
    帮我记|替我记|给我记|请记|麻烦记|麻煩记|你记一下|您记一下|备注一下|放在心上|记起来|写在本子上|拿笔写下|千万记住|替我记牢|注记一下|抄一下|记在本子上|记本子上|拿笔记|记心里|记在心里|谁都得记|都得记牢|给我记牢|你记牢|你记着|你记好|你可记|可得记|要记牢|别让下一班|记到本子|写到本子|往本子上记|脑子里记|记个笔记|记上一笔|留心一下|记住啊|记着啊|别给我忘|note一下|note 一下|都要记得，|都记着，|都记得，|都记住，|要记着，|要记得，|时候记住，|时候记得，|时候记着，|永远记得|永远记住";
/// What a question asks of somebody.
const ASKED_OF_YOU: &str =
    "would you|could you|can you|will you|ช่วย|รบกวน|ฝาก|帮我|能不能|可不可以|可以帮|麻烦";
/// What makes a Thai wish of what somebody is called by: ครูจำไว้ให้แม่นๆ นะคะ.
const WISHED: &str = "นะคะ|นะครับ|นะจ๊ะ|ด้วยนะ";
/// Who, right before it, tells of it and does not ask.
const TELLS: &str = "i|we|he|she|they|who|to|i'll|we'll|he'll|she'll|they'll|will|i'd|we'd|he'd|she'd|they'd|would|didn't|did|does|do you|always|never|have|had|has|let me|not|going to|\
    เขา|ผม|ฉัน|หนู|เรา|หมอ|ครู|ได้|ไม่|เคย|他|她|我|已|没|不";

/// Tells whether a wish stands inside a clause, and nobody is told of.
fn wishes_inside(seen: &str) -> bool {
    let mut from = 0;
    while let Some((at, end)) = find_from(seen, INSIDE, from) {
        let before = seen.get(..at).unwrap_or_default().trim_end();
        let rest = seen.get(end..).unwrap_or_default();
        let asked = ends(before, "you to|need to|let's").is_some()
            || ends(before, "หมอ|ครู").is_some() && has(rest, WISHED);
        let long = |part: &str| part.chars().filter(|c| c.is_alphanumeric()).count() >= 4;
        let tells = is_cited(before) || is_done(seen.get(at..).unwrap_or_default());
        if (long(rest) || long(before)) && !tells && (asked || ends(before, TELLS).is_none()) {
            return true;
        }
        from = end;
    }
    false
}

/// What leads to the words of somebody else, or of a song.
const CITES: &str =
    "said|say|says|saying|told me|sings|sang|goes|wrote|ร้องว่า|พูดว่า|เขียนว่า|สอนว่า|常说|说过|唱|写着";

/// Tells whether words lead to what somebody else says: "my teacher always said: remember, …".
fn is_cited(before: &str) -> bool {
    ends(before.trim_end_matches([' ', ':', '：', ',', '，']), CITES).is_some()
}

/// จดไว้ในสมุดแล้ว, 记下了: what was done already; จำไว้ว่า… แล้ว tells what is so by now.
fn is_done(said: &str) -> bool {
    let first = said.split(' ').next().unwrap_or_default().trim_end_matches(['.', '!', '。', '！', '~']);
    let bare = ["ครับ", "ค่ะ", "คะ", "นะ", "จ้า"].iter().fold(first, |bare, word| bare.trim_end_matches(word));
    let thai = bare.ends_with("แล้ว") && !bare.contains("ว่า");
    thai || begins(said, "记下了|备注了|登记了|存了|记录了|写下来了|存好了").is_some()
}

/// Words that only point at what is to be remembered.
const POINTING: &str = "这一点|这点|这件事|这个|这条|这一条|这句话|เรื่องนี้ด้วย|ข้อนี้ด้วย|that|this|it|too|as well|that too|this too|it too|please|for the|for later|for next|in mind|\
    นะครับ|นะคะ|นะ|ด้วยนะครับ|ด้วยนะคะ|ด้วยนะ|ด้วย|หน่อยนะ|หน่อย|ให้ที|ที|ไว้|ไว้ด้วย|ไว้นะ|ไว้ให้ดี|ให้ดี|ดี ๆ|นะจ๊ะ|เลย|เลยนะ|เลยครับ|เลยค่ะ|ก่อน|ก่อนนะ|ไว้เลย|ไว้ก่อน|จ้า|ล่ะ|ละ|ครับ|ค่ะ|了|哦|啊|一下|吧|里|备忘里|下来|好|着";

/// Tells whether what follows a wish says nothing itself.
fn is_pointing(content: &str) -> bool {
    let bare = content.trim_end_matches(['.', '!', '。', '！', ' ']);
    bare.is_empty()
        || begins(bare, POINTING) == Some(bare.len())
        || begins(bare, "for the|for later|for next|in mind").is_some()
}

/// Returns what stands before a clause that runs to the end of its sentence.
fn before<'a>(seen: &'a str, clause: &str) -> &'a str {
    seen.get(..seen.len().saturating_sub(clause.len())).unwrap_or_default()
}

/// "…, keep that in mind": what is to be remembered stands before the wish.
fn is_said_before(seen: &str, clause: &str, content: &str) -> bool {
    let before = before(seen, clause);
    let least = if before.contains(|c: char| c.is_ascii_digit()) { 2 } else { 5 };
    let long = before.chars().filter(|c| c.is_alphanumeric()).count() >= least;
    long && is_pointing(content)
}

/// Tells whether a sentence asks to keep something and does not say what.
pub(super) fn is_bare_wish(sentence: &Sentence<'_>) -> bool {
    points_elsewhere(sentence)
}

/// Tells whether a sentence only says that another one of its turn is to be remembered: "Save that too."
fn points_elsewhere(sentence: &Sentence<'_>) -> bool {
    let told = plain(after_lead(&sentence.seen));
    let marks = [' ', ':', '：', ',', '，', '.', '。'];
    let points = |list: &'static str| {
        begins(told, list).and_then(|end| told.get(end..)).map(|rest| rest.trim_matches(marks))
    };
    let asked = !sentence.asks || has(told, ASKED_OF_YOU);
    asked && !is_done(told) && ALL.iter().any(|cues| points(cues.remember).is_some_and(is_pointing))
}

/// Words of a wish that mean what was said before.
const BACK: &str = "that|it|too|as well|also|ด้วย|这一点|这点|这件事|这个|这条|这些|也|都|了|喔|哦|啊";

/// Returns the sentence that a bare wish at a place means: the one before it where its words point back, or nothing follows;
/// else the one after it.
pub(super) fn meant(turn: &[Sentence<'_>], at: usize) -> Option<usize> {
    let wish = turn.get(at).filter(|wish| points_elsewhere(wish))?;
    let says = |place: &usize| turn.get(*place).is_some_and(|s| !s.asks && !is_bare_agreement(&s.seen));
    let (before, after) = (at.checked_sub(1).filter(says), Some(at + 1).filter(says));
    if has(&wish.seen, BACK) { before.or(after) } else { after.or(before) }
}

/// What has a value that can follow in a sentence of its own.
const HAS_VALUE: &str = "address|number|phone|code|birthday|date|password hint|plate|account|email|ที่อยู่|เบอร์|เลข|รหัส|วันเกิด|ทะเบียน|地址|号码|电话|编号|生日|车牌|账号|门牌";

/// Returns the sentence right behind a wish that holds the value which the wish only names: จดเบอร์ใหม่ไว้หน่อยนะ 081-234-5678.
pub(super) fn value_behind(turn: &[Sentence<'_>], at: usize) -> Option<usize> {
    let digits = |sentence: &Sentence<'_>| sentence.seen.contains(|c: char| c.is_ascii_digit());
    let wish =
        turn.get(at).filter(|wish| has(&wish.seen, HAS_VALUE) && !digits(wish) && !has(&wish.seen, IS_EN))?;
    let brief = wish.seen.chars().count() <= 60;
    let next =
        turn.get(at + 1).filter(|next| brief && !next.asks && digits(next) && remembers(next).is_none())?;
    let value = next.seen.trim_start_matches(|c: char| !c.is_alphanumeric());
    let bare = value.starts_with(|c: char| c.is_ascii_digit());
    (bare || begins(value, "it's|it is|unit|that's|คือ|是|就是").is_some()).then_some(at + 1)
}

/// Verbs with which a Chinese task begins.
const TASK_ZH: &str = "通知|发|更新|检查|查|买|写|提交|联系|告诉|把|给|提醒|关|打|去|做|带|跟|改|测试|备份|问|看|回复|要|得|叫|交|寄|取|拿|约|订|续";
/// Verbs that take a person or a thing first: what follows is never a fact about them.
const TASK_ZH_SURE: &str = "把|通知|提醒|告诉|给|联系|要去|要把|要给|要在|要先|去买|去拿|去取";
/// Words that say what something is.
const IS: &str = "是|叫做|名叫|等于|位于|属于|为：|：|=|คือ|เป็น|ชื่อ|อยู่|มี|เท่ากับ";

/// The same in English; "don't forget the milk" has none of them.
const IS_EN: &str = "is|are|has|have|was|were|can|can't|cannot|will|won't|needs|starts|ends|must|isn't|aren't|doesn't|don't|wants|likes|lives|works|costs";

/// Of whom something is told: "don't forget she gets her second jab".
const WHO_EN: &str = "she|he|they|it|we|you|i|there|she's|he's|they're|it's|we're|you're|there's";

/// "remember to …", 记得通知…: something to do, not to know. 记住 and "that" are for what is so; 记得 for either, and
/// then saying what something is makes it a fact.
fn is_task(cue: &str, rest: &str) -> bool {
    let content = after_time(rest.trim_start_matches([' ', ':', '：', ',', '，']));
    let tells = begins(content, "that").is_some() || content.starts_with("ว่า");
    if tells || cue.ends_with("that") || cue.ends_with("ว่า") {
        return false;
    }
    // "Remember, to log in you need …" explains; only "remember to" asks.
    if rest.starts_with(' ') && begins(content, "to").is_some() {
        return true;
    }
    let states = has(content, IS) || has(content, IS_EN) || begins(content, WHO_EN).is_some();
    // What stands behind a colon is told: 别忘了：测试环境每周日重置.
    let told = rest.trim_start().starts_with([':', '：']) && content.chars().count() >= 6;
    if told && begins(content, TASK_ZH_SURE).is_none() && !is_ascii_task(content) {
        return false;
    }
    if cue.ends_with("forget") {
        return !states;
    }
    if begins(content, "ต้อง|ทำ|ส่ง|แจ้ง|โทร|ซื้อ|จ่าย|ไป|เอา").is_some()
    {
        return !states;
    }
    let loose = ["记得", "忘了", "忘记"].iter().any(|word| cue.ends_with(word));
    match begins(content, TASK_ZH_SURE) {
        Some(_) => loose || !states,
        None => loose && !states && begins(content, TASK_ZH).is_some(),
    }
}

/// Tells whether what follows begins as a task does in English.
fn is_ascii_task(content: &str) -> bool {
    content.is_ascii() && begins(content, ALL[0].requests).is_some()
}

/// Drops the time at which something is to be done.
fn after_time(content: &str) -> &str {
    const TIMES: &str = "明天|后天|今天|今晚|今早|明早|明晚|下周|下个月|周一|周二|周三|周四|周五|周六|周日|上午|下午|早上|晚上|一会儿|待会|到时候|下班前|下班后|พรุ่งนี้|มะรืน|วันนี้|คืนนี้|เย็นนี้|บ่ายนี้";
    let mut rest = content;
    while let Some(end) = begins(rest, TIMES) {
        rest = rest.get(end..).unwrap_or_default().trim_start_matches([' ', ',', '，']);
    }
    rest
}

/// Talk of remembering: "remember when we …", จำได้ไหม, 记得吗.
fn is_recalling(content: &str, said: &str) -> bool {
    begins(
        content,
        "when we|when i|when you|how we|the time|the days|me?|ได้|แล้ว|ไม่ได้|ไม่ค่อย|ผิด|了|吗|不清|不得|不住",
    )
    .is_some()
        || begins(said, "记得啊|记得呀|记得嘛").is_some()
        || (said.starts_with("记得")
            && begins(content, "当时|那次|那时|那天|那年|以前|上次|小时候|去年|从前|我们当").is_some())
}

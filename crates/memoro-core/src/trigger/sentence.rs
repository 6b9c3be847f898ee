//! From sentences to commands: which cue counts, what belongs to it, where and for how long it holds.

use super::cue::{Cue, Manner};
use super::slot::{self, Found, tidy};
use super::text::{Piece, Text};
use super::time::{self, Span};
use super::{
    Command, EVERYTHING, Intent, Remark, ask, change, clause, cue, directive, en, free, keys, th, zh,
};
use crate::content::EntryKind;
use crate::provenance::Confidence;
use crate::scope::ScopeKind;

/// Finds the commands of a message.
pub(super) fn commands(text: &Text) -> Vec<Command> {
    let sentences = clause::sentences(text.whole());
    let mut found = Vec::new();
    let mut listed = false;
    for (at, sentence) in sentences.iter().enumerate() {
        if at.checked_sub(1).and_then(|i| sentences.get(i)).is_some_and(|before| clause::opens_text(*before))
        {
            return found;
        }
        let previous = at.checked_sub(1).and_then(|i| sentences.get(i)).copied();
        if listed && let Some(command) = list_item(*sentence) {
            found.push(command);
            continue;
        }
        let next = sentences.get(at + 1).copied();
        let here = in_sentence(*sentence, previous, next);
        listed = here.opens_list;
        found.extend(here.commands);
    }
    found
}

/// What a sentence gives.
#[derive(Default)]
struct Read {
    commands: Vec<Command>,
    /// Whether it ends with a cue and a colon, so that the next lines are its contents.
    opens_list: bool,
}

impl Read {
    fn of(commands: Vec<Command>) -> Self {
        Self { commands, opens_list: false }
    }
}

fn list_item(sentence: Piece<'_>) -> Option<Command> {
    let line = sentence.trim_start().seen();
    let whole = sentence.seen().trim_start();
    let marked = whole.starts_with(['-', '*', '•', '·']) || line.starts_with(|c: char| c.is_ascii_digit());
    let content = sentence.trim_matches(|c| c.is_whitespace() || matches!(c, '-' | '*' | '•' | '·'));
    let content = content.strip_all("1.|2.|3.|4.|5.|6.|7.|8.|9.|1)|2)|3)|4)|5)|1、|2、|3、|4、|5、");
    if !marked || content.is_empty() {
        return None;
    }
    let found = stated(content.open(), Manner::Stated)?;
    Some(written(Intent::Remember, found, Span::default(), sentence))
}

fn in_sentence<'a>(sentence: Piece<'a>, previous: Option<Piece<'a>>, next: Option<Piece<'a>>) -> Read {
    let question = clause::is_question(sentence);
    let (span, body) = time::strip_start(sentence.trim_start());
    if let Some(asked) = ask::read(body.trim()) {
        return Read::of(vec![asked_for(&asked, &span, sentence)]);
    }
    if clause::is_supposed(body) {
        return Read::default();
    }
    let starts = clause::starts(body);
    let cues = cues(body, &starts);
    if cues.is_empty() {
        return Read::of(wishes(body, &starts, &span, question));
    }
    let mut read = Read::default();
    for (at, (offset, cue)) in cues.iter().enumerate() {
        let end = cues.get(at + 1).map_or(body.seen().len(), |(next, _)| *next);
        let before = body.cut(0, *offset);
        let last = at + 1 == cues.len();
        let context = Context { before, previous, next, question, last, span: span.clone() };
        let bounded = body.cut(*offset, end);
        read.opens_list |= commands_of(cue, bounded, &context, &mut read.commands);
    }
    if let Some((first, _)) = cues.first().filter(|(at, _)| *at > 0) {
        let ahead = body.cut(0, *first);
        let mut early = wishes(ahead, &clause::starts(ahead), &span, question);
        early.append(&mut read.commands);
        read.commands = early;
    }
    read
}

/// What stands around a cue.
struct Context<'a> {
    before: Piece<'a>,
    previous: Option<Piece<'a>>,
    next: Option<Piece<'a>>,
    question: bool,
    /// Whether no other cue follows in the sentence.
    last: bool,
    span: Span,
}

/// The cues of a sentence with their places.
fn cues<'a>(body: Piece<'a>, starts: &[usize]) -> Vec<(usize, Cue<'a>)> {
    let mut found: Vec<(usize, Cue<'a>)> = Vec::new();
    for &start in starts {
        let piece = body.from(start);
        let inside = found.last().is_some_and(|(_, cue)| covers(cue, piece));
        if inside {
            continue;
        }
        let (_, timeless) = time::strip_start(piece);
        if let Some(cue) = cue::at(timeless.trim_start())
            && !(start > 0 && clause::is_task(body))
            && !clause::is_reported(piece.before())
        {
            found.push((start, cue));
        }
    }
    found
}

/// Whether a place lies before the content of a cue begins, that is inside the cue's own words.
fn covers(cue: &Cue<'_>, piece: Piece<'_>) -> bool {
    cue.content.seen().len() < piece.seen().len()
}

/// Adds the commands of one cue; tells whether it opens a list.
fn commands_of<'a>(cue: &Cue<'a>, bounded: Piece<'a>, context: &Context<'a>, out: &mut Vec<Command>) -> bool {
    let content = cue.content.through(&bounded);
    match cue.intent {
        Intent::Forget => {
            out.extend(forgotten(cue, content, context, bounded));
            false
        }
        _ => remembered(cue, content, context, bounded, out),
    }
}

fn remembered<'a>(
    cue: &Cue<'a>,
    content: Piece<'a>,
    context: &Context<'a>,
    evidence: Piece<'a>,
    out: &mut Vec<Command>,
) -> bool {
    let content = strip_request(content);
    let (early, content) = time::strip_start(content);
    let content = content.strip_all("that|ว่า|，|：");
    let (late, content) = time::strip_end(content);
    let span = context.span.clone().or(early).or(late);
    if points_only(content) {
        let told = told_before(cue, context);
        let opens = content.trim().is_empty()
            && evidence.seen().trim_end().ends_with([':', '：'])
            && context.next.is_some();
        if opens {
            return true;
        }
        if let Some(found) = told {
            out.push(written(cue.intent, found, span, evidence));
        } else if cue.intent == Intent::Remember
            && context.last
            && !context.question
            && cue.manner != Manner::Careful
            && cue.manner != Manner::Reminder
        {
            out.push(nothing_named(Intent::Remember, span, evidence));
        }
        return false;
    }
    if context.question && !(cue.asked && slot::known(content.open()).is_some()) {
        return false;
    }
    let (content, ttl) = with_ttl(content.open());
    let span = ttl.or(span);
    let assigned = if cue.manner == Manner::Careful { Vec::new() } else { assignments(content) };
    if !assigned.is_empty() {
        out.extend(
            assigned.into_iter().map(|found| written(Intent::Remember, found, span.clone(), evidence)),
        );
        return false;
    }
    for found in facts(content, cue.manner) {
        out.push(written(Intent::Remember, found, span.clone(), evidence));
    }
    false
}

/// Reads `a=b` or `a=b, c=d`.
fn assignments(content: Piece<'_>) -> Vec<Found> {
    let mut parts = Vec::new();
    let mut rest = content;
    while let Some((head, tail)) = rest.split(", |; |,|;|，|；").filter(|_| parts.len() < 16) {
        parts.push(head);
        rest = tail;
    }
    parts.push(rest);
    let all: Vec<Found> = parts.iter().filter_map(|part| slot::assignment(*part)).collect();
    if all.len() == parts.len() { all } else { slot::assignment(content).into_iter().collect() }
}

/// The facts of a content: each part that stands alone, or the whole.
fn facts(content: Piece<'_>, manner: Manner) -> Vec<Found> {
    let reading = directive::read(content);
    if reading.is_content() && reading.wishes.len() > 1 {
        return reading.wishes.iter().filter_map(|(key, value)| Found::fixed(*key, value)).collect();
    }
    let mut rest = content;
    let mut parts = Vec::new();
    while let Some((head, tail)) = rest.split(", and |, | and |; |และ|แล้วก็|，|、|并且|而且")
    {
        parts.push(head);
        rest = tail;
        if parts.len() > 8 {
            break;
        }
    }
    parts.push(rest);
    if (2..=8).contains(&parts.len()) {
        let being = content.strip("i'm|im|i am").is_some();
        let thai = content.strip(th::ME).is_some();
        let han = content.strip(zh::ME).is_some();
        let found: Vec<Found> = parts
            .iter()
            .filter_map(|part| {
                stands_alone(*part)
                    .or_else(|| en::being(part.trim_start()).filter(|_| being))
                    .or_else(|| th::slot(*part).filter(|found| thai && found.known))
                    .or_else(|| zh::predicate(*part).filter(|_| han))
            })
            .collect();
        if found.len() == parts.len() {
            return found;
        }
    }
    stated(content, manner).into_iter().collect()
}

fn stands_alone(part: Piece<'_>) -> Option<Found> {
    let subject = format!("i|i'm|im|my|our|we|{}|{}", th::ME, zh::ME);
    part.trim_start().strip(&subject)?;
    slot::known(part).filter(|found| found.known)
}

/// Reads a content as a statement, as far as its cue may be trusted.
fn stated(content: Piece<'_>, manner: Manner) -> Option<Found> {
    let content = tidy_content(content);
    let only_self = content.strip_all(&format!("{}|{}|me", th::ME, zh::ME)).is_empty();
    if only_self || asks_or_points(content) {
        return None;
    }
    let known = slot::known(content);
    let fits = match manner {
        Manner::Stated => known.is_some() || (has_words(content) && !recalls(content)),
        Manner::Bare => known.as_ref().is_some_and(|k| k.known) || is_statement(content),
        Manner::Reminder => {
            known.as_ref().is_some_and(|k| k.known) || lasts(content) || speaks_of_self(content)
        }
        Manner::Careful => speaks_of_self(content),
    };
    fits.then(|| known.or_else(|| free::find(content))).flatten()
}

fn tidy_content(content: Piece<'_>) -> Piece<'_> {
    let piece = content.strip_ends("ได้ไหม|ได้มั้ย|ได้ไหมครับ|ได้ไหมคะ|好吗|可以吗|行吗|ok?|okay?|for me|forever|permanently|for good|ตลอดไป|please|thanks|thank you|谢谢");
    if piece.is_empty() { content } else { piece }
}

fn has_words(content: Piece<'_>) -> bool {
    let seen = content.seen();
    let latin_only = seen.is_ascii();
    !latin_only || seen.split_whitespace().count() >= 2
}

/// A content that asks, or that is only a noun of the past: "that summer", "when we met".
fn asks_or_points(content: Piece<'_>) -> bool {
    let asks = "what|when we|when you|when i|where|who|how|why|which|whether|if|the time|that time|the day|the days|the good|those|me|us|them|him|her|things|names|anything|\
        everything|อะไร|ทำไม|ยังไง|ได้|ไหม|吗|什么|怎么|为什么|这些|这种|那些|多久";
    let ends = [
        "อะไร",
        "อะไรนะ",
        "ทำไม",
        "ไหม",
        "มั้ย",
        "ยังไง",
        "ใคร",
        "ที่ไหน",
        "吗",
        "什么",
        "呢",
        "谁",
        "哪里",
        "多少",
    ];
    content.strip(asks).is_some()
        || ends.iter().any(|w| content.seen().trim_end_matches(['?', '？', ' ']).ends_with(w))
}

/// "that time in Bali", "that summer": a thing of the past, no statement.
fn recalls(content: Piece<'_>) -> bool {
    let things = "time|times|day|summer|winter|night|one|guy|girl|man|woman|song|movie|film|feeling|moment|place|episode|scene|game|trip|year|thing|bug|meeting|story|joke";
    content.strip(things).is_some_and(|rest| !rest.has_any("is|are|was|will|has|must"))
}

/// Tells whether a content without an introduction is a statement rather than a thing.
fn is_statement(content: Piece<'_>) -> bool {
    let seen = content.seen();
    if seen.chars().any(|c| ('\u{0E00}'..='\u{0E7F}').contains(&c)) {
        return content.strip(th::ME).is_some()
            || content.has_any("คือ|ชื่อ|ต้อง|ห้าม|เป็น|ใช้|ทุกวัน|ทุกครั้ง|เสมอ|อยู่ที่|0|1|2|3|4|5|6|7|8|9");
    }
    if seen.chars().any(|c| ('\u{3400}'..='\u{9FFF}').contains(&c)) {
        let said = content.has_any("是|叫|在|用|有|要|不|别|只|每|必须|一定|始终|总|都|会|为|：|周|喜欢|讨厌|爱|住|跑|负责|属于|值班|休假|出差|过敏|截止|开始|需要|应该|0|1|2|3|4|5|6|7|8|9");
        let pointed = ["这个", "那个", "这些", "那些", "这种", "这次", "这首", "这段", "上次"]
            .iter()
            .any(|w| seen.starts_with(w));
        return content.strip(zh::ME).is_some() || (said && !pointed);
    }
    let titled = content
        .strip("the|a")
        .is_some_and(|rest| rest.trim_start().written().starts_with(char::is_uppercase));
    let verbs = "is|are|was|were|will|has|have|prefers|likes|uses|works|lives|must|should|can't|cannot|needs|need|due|starts|ends|goes|wants|hates|loves|runs|=|never|only|always|doesn't|don't|opens|closes";
    let own = content.strip("i|i'm|im|i've|i'd|i'll|we|we're|never|always|only|don't|do not|no").is_some();
    !titled
        && (own && seen.split_whitespace().count() >= 2
            || (content.has_any(verbs) && seen.split_whitespace().count() >= 3))
}

/// A reminder that holds for good is an instruction to keep.
fn lasts(content: Piece<'_>) -> bool {
    content.has_any("always|never|every time|each time|whenever|from now on|ทุกครั้ง|เสมอ|ตลอด|ห้าม|每次|总是|始终|永远|一直|以后|从不|都要|必须|一律")
}

fn speaks_of_self(content: Piece<'_>) -> bool {
    let mine = format!(
        "i|i'm|im|i've|i'd|my|our|we|we're|the project|this project|{}|{}|项目|这个项目|本项目",
        th::ME,
        zh::ME
    );
    content.strip(&mine).is_some()
}

/// A content that only points at something said before.
fn points_only(content: Piece<'_>) -> bool {
    let pointer = "this|that|it|these|those|about me|down|please|for me|for later|for next time|forever|well|me|ไว้|ด้วย|นะ|ครับ|ค่ะ|คะ|หน่อย|เลย|สิ่งนี้|เรื่องนี้|อันนี้|ข้อนี้|นี้|ที|ดีๆ|จ้า|น้า|\
        สิ|ให้|แล้วกัน|这个|这点|这一点|这件事|这条|它|吧|了|哦|啊|下来|一下|喔|哈|好|着|谢谢|住|咯|啦|呀|这些";
    let rest = content.strip_all(pointer);
    rest.trim_matches(|c| !c.is_alphanumeric()).is_empty()
}

/// What was said just before a cue that only points: "I'm vegetarian, remember that."
fn told_before(cue: &Cue<'_>, context: &Context<'_>) -> Option<Found> {
    if cue.manner == Manner::Careful {
        return None;
    }
    let ahead = context.before.strip_ends("and|so|please|but|ก็|แล้ว|ช่วย|请|，|,|帮我|你");
    let told = if ahead.is_empty() { context.previous? } else { ahead };
    if clause::is_question(told) {
        return None;
    }
    let last_first = clause::starts(told).into_iter().rev();
    let han = told.strip(zh::ME).is_some();
    let known = last_first
        .filter_map(|start| {
            let clause = tidy(told.from(start).open());
            stands_alone(clause).or_else(|| zh::predicate(clause).filter(|_| han))
        })
        .next();
    let told = tidy(told.open());
    known
        .or_else(|| slot::known(told).filter(|found| found.known))
        .or_else(|| free::find(told).filter(|_| speaks_of_self(told)))
}

/// Drops what still belongs to the request: "for me", "in your memory".
fn strip_request(content: Piece<'_>) -> Piece<'_> {
    content.trim_start().strip_all("for me|in your memory|in memory|to memory|ให้ผม|ให้ฉัน|ให้หน่อย")
}

/// Takes `ttl=8h` off the end of a content.
fn with_ttl(content: Piece<'_>) -> (Piece<'_>, Span) {
    let Some((head, tail)) = content.split(" ttl=| ttl:| ttl =") else { return (content, Span::default()) };
    let ttl = tail.trim().written();
    if ttl.parse::<crate::retention::Ttl>().is_err() {
        return (content, Span::default());
    }
    let short = ttl == "session_end" || ttl.ends_with(['h', 'm']);
    (head, Span { scope: short.then_some(ScopeKind::Session), ttl: Some(ttl.to_owned()) })
}

fn forgotten<'a>(
    cue: &Cue<'a>,
    content: Piece<'a>,
    context: &Context<'a>,
    evidence: Piece<'a>,
) -> Option<Command> {
    let (late, content) = time::strip_end(content);
    let content = content.open().trim_start();
    if context.question && !cue.asked {
        return None;
    }
    let span = context.span.clone().or(late);
    if everything(content) {
        return Some(named(Intent::Forget, EVERYTHING.to_owned(), content, (span, 900, evidence)));
    }
    let content = content.strip_ends("from your memory|from memory|from the memory|in your memory|in memory|please|now|anymore|ออกจากความจำ|จากความจำ|ในความจำ|ด้วย|หน่อย|นะ|ครับ|ค่ะ|คะ|ไปเลย|ไปได้เลย|ซะ|ไปซะ|吧|了|哦");
    if let Some(rest) = content.strip("this|what i just said|what i just told you|what i said|the last thing|my last message|สิ่งนี้|เรื่องนี้|อันนี้|ที่เพิ่งบอก|สิ่งที่เพิ่งบอก|ที่พูดเมื่อกี้|สิ่งที่เพิ่งพูด|ที่บอกเมื่อกี้|这个|这件事|这条|刚才说的|刚才的话|刚刚说的|我刚才说的|我刚说的")
        && rest.seen().chars().count() <= 16
    {
        return Some(nothing_named(Intent::Forget, span, evidence));
    }
    if idle_talk(content) || !is_object(content) {
        return None;
    }
    let dotted = content.seen().contains('.') && !content.seen().trim().contains(' ');
    if dotted && let Some(key) = keys::canonical_key(content.written()) {
        return Some(named(Intent::Forget, key, content, (span, 970, evidence)));
    }
    let known = slot::subject(content);
    let confidence = if known.is_some() { 950 } else { 850 };
    let key = known.unwrap_or_else(|| free::name(content));
    if key.is_empty() {
        return None;
    }
    Some(named(Intent::Forget, key, content, (span, confidence, evidence)))
}

fn everything(content: Piece<'_>) -> bool {
    let all = "everything|all|all of it|all memories|all my memories|all of my memories|all the memories|your memory|your entire memory|my memory|my memories|ทุกอย่าง|ทุกสิ่ง|ทั้งหมด|ความจำทั้งหมด|\
        ข้อมูลทั้งหมด|ข้อมูลทุกอย่าง|ความจำ|一切|所有|全部|关于我的一切|关于我的所有|关于我的全部|你的所有记忆|所有记忆|你的记忆|关于我的记忆|我的所有|我的全部|我的记忆|所有关于我";
    let Some(rest) = content.strip(all) else { return false };
    let left = rest.strip_all(
        "you know|you remember|that you know|about me|of me|i told you|i've told you|i said|memories|memory|data|information|please|my|the|and start over|about my|stored|saved|from|your|\
         เกี่ยวกับ|ผม|ฉัน|เรา|หนู|ของ|ที่|จำ|ไว้|รู้|เคย|พูด|คุย|บอก|ด้วย|นะ|ครับ|ค่ะ|คะ|เลย|ไป|ไปเลย|ให้|หน่อย|ซะ|ออก|的|记忆|内容|东西|信息|吧|关于|我|你|记住|知道|事情|数据|了|全部",
    );
    left.trim_matches(|c| !c.is_alphanumeric()).is_empty()
}

/// "forget it", ลืมมันไปเถอะ, 忘了吧: said to drop a subject.
fn idle_talk(content: Piece<'_>) -> bool {
    let rest = content.strip_all("it|about it|that|about that|the whole thing|มัน|ไป|เถอะ|ซะ|ได้|แล้ว|เลย|ละกัน|มันไป|นะ|它|吧|了|算|我吧|他|她|他吧|她吧|me|him|her|them|us");
    rest.trim_matches(|c| !c.is_alphanumeric()).is_empty()
        || content.has_any(", let's|, just|, we|, i'll|let's")
}

/// Tells whether the words after "forget" name something that could be known of the person.
fn is_object(content: Piece<'_>) -> bool {
    let seen = content.seen();
    if content.has_any("怎么|怎么办|怎么找回|ทำยังไง|ทำไง|ยังไงดี|password page|找回|重置")
    {
        return false;
    }
    let thai = seen.starts_with(|c: char| ('\u{0E00}'..='\u{0E7F}').contains(&c));
    let han = seen.starts_with(|c: char| ('\u{3400}'..='\u{9FFF}').contains(&c));
    if thai {
        let owned = content.has_any(th::ME) || content.has_any("ที่ตั้งไว้|ที่จำไว้|ที่บอก|ของโปรเจกต์|โปรเจค|ความจำ");
        return owned && !content.has_any("แล้ว|อีกแล้ว")
            || slot::subject(content).is_some() && !content.has_any("แล้ว");
    }
    if han {
        let owned = content.strip(zh::ME).is_some() || content.strip("关于|项目|这个项目|有关").is_some();
        let done = seen.ends_with('了') && !seen.starts_with("我的");
        return (owned && !done) || (slot::subject(content).is_some() && !done);
    }
    if content.strip("-").is_some() || seen.starts_with('-') {
        return false;
    }
    let owned =
        content.strip("my|our|that|about|what|where|the fact|the|i|who|how|everything about").is_some();
    owned || slot::subject(content).is_some()
}

/// Wishes of a sentence without a cue: slots set by name, and directives about the answers.
fn wishes(body: Piece<'_>, starts: &[usize], span: &Span, question: bool) -> Vec<Command> {
    let mut found = Vec::new();
    let asked = body
        .trim_start()
        .strip("can you|could you|would you|will you|please|ช่วย|能不能|能|可以|你能|请")
        .is_some();
    let urged = body.has_any("please|pls|ช่วย|请|麻烦|from now on|always|ต่อไป|จากนี้|ทุกครั้ง|以后|一直");
    if question && !(asked && urged) {
        return found;
    }
    let body = if question {
        body.strip_all("can you|could you|would you|will you|please|ช่วย|能不能|能|可以|你能")
            .strip_ends("ได้ไหม|ได้มั้ย|ไหม|มั้ย|吗|好吗|可以吗")
    } else {
        body
    };
    let asked_starts = if question { clause::starts(body) } else { Vec::new() };
    let starts = if question { &asked_starts } else { starts };
    let (late, whole) = time::strip_end(body);
    let span = span.clone().or(late);
    let mut taken_to = 0;
    for (at, &start) in starts.iter().enumerate() {
        if start < taken_to || clause::is_reported(whole.cut(0, start)) {
            continue;
        }
        let ends = starts.get(at + 1..).unwrap_or_default().iter().copied().chain([whole.seen().len()]);
        let (early, rest) = time::strip_start(whole.from(start));
        let spanned = span.clone().or(early);
        if change::read(rest.trim()).is_some() {
            let later = starts.iter().copied().find(|s| *s > start && changes(whole.from(*s)));
            let evidence = later.map_or(whole.from(start), |end| whole.cut(start, end));
            let said = rest.through(&evidence).strip_ends("and|then|and then|และ|แล้วก็|แล้ว|然后|并且|再");
            if let Some((intent, slots)) = change::read(said) {
                found.extend(slots.into_iter().map(|slot| written(intent, slot, spanned.clone(), evidence)));
            }
            taken_to = later.unwrap_or(whole.seen().len());
            continue;
        }
        for end in ends.collect::<Vec<_>>().into_iter().rev().take(6) {
            let clause = whole.cut(start, end);
            if let Some(commands) = directed(clause, &spanned) {
                found.extend(commands);
                taken_to = end;
                break;
            }
        }
    }
    found
}

fn changes(piece: Piece<'_>) -> bool {
    change::read(piece.strip_all("then|and|แล้ว|再|然后").trim()).is_some()
}

fn directed(clause: Piece<'_>, span: &Span) -> Option<Vec<Command>> {
    let (early, said) = time::strip_start(clause.trim_start());
    let (late, said) = time::strip_end(said);
    let span = span.clone().or(early).or(late);
    let reading = directive::read(said);
    let timed = span != Span::default() && reading.speaks && reading.whole && !reading.wishes.is_empty();
    let bounded = span != Span::default() && reading.whole && !reading.wishes.is_empty();
    if reading.is_command() || timed || bounded {
        let sure = if reading.strong || reading.weak || timed { 950 } else { 850 };
        let made = |(key, value): &(&'static str, String)| {
            let found = Found::fixed(*key, value)?;
            let mut command = written(Intent::SetPreference, found, span.clone(), clause);
            command.confidence = Confidence::from_thousandths(sure);
            Some(command)
        };
        return Some(reading.wishes.iter().filter_map(made).collect());
    }
    standing_order(said, &span, clause).map(|command| vec![command])
}

/// "From now on, run the linter before every commit."
fn standing_order(said: Piece<'_>, span: &Span, evidence: Piece<'_>) -> Option<Command> {
    let lasting = "always|never|ทุกครั้ง|每次";
    let about_answers = directive::read(said).about && said.strip(lasting).is_some();
    let rest = said.strip(directive::STRONG).or_else(|| about_answers.then_some(said))?.trim_start();
    let subject = "i|i'm|i'll|we|we'll|he|she|they|it|the|a|an|my|our|this|that|there|these|those|everyone|people|all|what|how|who|when";
    let thai = rest.strip("ให้|ช่วย|ห้าม|อย่า|ไม่ต้อง|กรุณา|เวลา|ทุกครั้งที่|ถ้า").is_some();
    let han = rest.strip("请|不要|别|必须|每次|帮我|先|务必|不准|只|用").is_some();
    let latin = rest.seen().starts_with(|c: char| c.is_ascii_alphabetic())
        && rest.strip(subject).is_none()
        && !rest.has_any("is|are|will|was")
        && !rest.written().starts_with(char::is_uppercase)
        && rest.seen().is_ascii();
    if !(thai || han || latin) || !has_words(rest) || asks_or_points(rest) {
        return None;
    }
    let mut found = free::find(rest.open())?;
    if found.kind == EntryKind::Fact {
        found.kind = EntryKind::Instruction;
    }
    Some(written(Intent::SetPreference, found, span.clone(), evidence))
}

fn asked_for(asked: &ask::Ask<'_>, span: &Span, evidence: Piece<'_>) -> Command {
    let mut command = nothing_named(asked.intent, span.clone(), evidence);
    command.key.clone_from(&asked.key);
    command.value = tidy(asked.about.open()).written().to_owned();
    command.remark = None;
    command.confidence = Confidence::from_thousandths(950);
    command
}

fn named(
    intent: Intent,
    key: String,
    words: Piece<'_>,
    (span, sure, evidence): (Span, u16, Piece<'_>),
) -> Command {
    let mut command = nothing_named(intent, span, evidence);
    command.kind = keys::kind_of(&key).unwrap_or(EntryKind::Fact);
    if key.starts_with("project.") {
        command.scope = ScopeKind::Project;
    }
    command.key = Some(key);
    command.value = tidy(words).written().to_owned();
    command.confidence = Confidence::from_thousandths(sure);
    command.remark = None;
    command
}

fn nothing_named(intent: Intent, span: Span, evidence: Piece<'_>) -> Command {
    Command {
        intent,
        scope: span.scope.unwrap_or(ScopeKind::User),
        kind: EntryKind::Fact,
        key: None,
        value: String::new(),
        ttl: span.ttl,
        confidence: Confidence::from_thousandths(900),
        span: evidence.trim().place(),
        remark: Some(Remark::NothingNamed),
    }
}

fn written(intent: Intent, found: Found, span: Span, evidence: Piece<'_>) -> Command {
    let project = span.scope == Some(ScopeKind::Project);
    let of_project = found.key.starts_with("project.") || found.key == "deadline.project";
    let free = keys::kind_of(&found.key).is_none();
    let key = if project && free { keys::shorten(&format!("project.{}", found.key)) } else { found.key };
    let forged = found.value.contains('|')
        && ["priority:", "source:", "ttl:", "key:", "value:"].iter().any(|field| found.value.contains(field));
    Command {
        intent,
        scope: span.scope.unwrap_or(if of_project { ScopeKind::Project } else { ScopeKind::User }),
        kind: if free { free_kind(found.kind, evidence) } else { found.kind },
        key: Some(key),
        value: found.value,
        ttl: span.ttl,
        confidence: Confidence::from_thousandths(if found.known { 970 } else { 900 }),
        span: evidence.trim().place(),
        remark: forged.then_some(Remark::FieldsInText),
    }
}

fn free_kind(kind: EntryKind, evidence: Piece<'_>) -> EntryKind {
    let mine = evidence.has_any("my|our|คือ|我的");
    if mine && kind == EntryKind::Instruction { EntryKind::Fact } else { kind }
}

//! What may follow "remember": whether it is a statement, a list of facts, an assignment, or only points back.

use super::cue::Manner;
use super::ended::{ended, now_instead};
use super::search::words;
use super::slot::{self, Found, tidy};
use super::text::Piece;
use super::time::Span;
use super::{artifact, bounds, clause, coding, contact, directive, free, keys, saying, th, whose, work, zh};
use crate::scope::ScopeKind;

mod several;

pub(super) use several::{listed, thai_being};
use several::{several_things, several_tools};

/// Reads `a=b` or `a=b, c=d`.
pub(super) fn assignments(content: Piece<'_>) -> Vec<Found> {
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
pub(super) fn facts(content: Piece<'_>, manner: Manner) -> Vec<Found> {
    if saying::is_saying(content) {
        return Vec::new();
    }
    if let Some((found, _)) = artifact::languages(content.own_words()) {
        return found;
    }
    if let Some(found) = coding::language(content.own_words()) {
        return vec![found];
    }
    let reading = directive::read(content.own_words());
    if reading.is_content() && reading.wishes.len() > 1 {
        return reading.wishes.iter().filter_map(|(key, value)| Found::fixed(*key, value)).collect();
    }
    if let Some(found) = now_instead(content).or_else(|| ended(content)) {
        return if found.ends.is_none() { bounds::each(found) } else { vec![found] };
    }
    if let Some(found) = contact::named(content) {
        return found;
    }
    if let Some(found) = whose::told(content, manner) {
        return found;
    }
    if whose::of_another(content)
        && let Some(found) = several_things(content, manner)
    {
        return found;
    }
    if let Some(found) = of_others(content, manner) {
        return found;
    }
    if let Some(found) = listed(content) {
        return with_work(content, found);
    }
    if let Some(found) = several_things(content, manner) {
        return found;
    }
    let mut all: Vec<Found> = stated(content, manner)
        .into_iter()
        .flat_map(bounds::each)
        .flat_map(several_tools)
        .flat_map(|found| work::both(content, found))
        .collect();
    if let [first] = &all[..]
        && first.known
    {
        all.extend(bounds::further(content, &first.clone()));
    }
    all
}

/// Facts with the work that one of them tells beside it: "I work at Acme as a welder and live in Ottawa".
fn with_work(content: Piece<'_>, found: Vec<Found>) -> Vec<Found> {
    let told: Vec<String> = found.iter().map(|one| one.key.clone()).collect();
    let mut all: Vec<Found> = Vec::new();
    for one in found {
        let key = one.key.clone();
        let more = if key == "employer" { work::both(content, one) } else { vec![one] };
        all.extend(more.into_iter().filter(|one| one.key == key || !told.contains(&one.key)));
    }
    all
}

/// The facts of a content that speaks of another being; `None` where it speaks of none. What is said of somebody who has no key
/// is one fact, whatever it is like.
pub(super) fn of_others(content: Piece<'_>, manner: Manner) -> Option<Vec<Found>> {
    if let Some(found) = whose::told(content, manner) {
        return Some(found);
    }
    if !whose::of_another(content) {
        return None;
    }
    let found = stated(content, manner)?;
    let own = whose::agrees(&found.key, &found.value, content);
    Some(if own { vec![found] } else { free::find(content).into_iter().collect() })
}

pub(super) fn stands_alone(part: Piece<'_>) -> Option<Found> {
    part.trim_start().strip(["i|i'm|im|my|our|we", th::ME, zh::ME])?;
    slot::known(part).filter(|found| found.known)
}

/// Reads a content as a statement, as far as its cue may be trusted.
pub(super) fn stated(content: Piece<'_>, manner: Manner) -> Option<Found> {
    let content = tidy_content(content);
    let only_self = tidy(content).strip_all([th::ME, zh::ME, "me"]).is_empty();
    if only_self || asks_or_points(content) || about_you(content) {
        return None;
    }
    let known = slot::known(contrasted(content)).filter(|k| k.known).or_else(|| slot::known(content));
    let placed = |found: &Found| keys::kind_of(&found.key).is_some();
    let known = match known {
        Some(found) if placed(&found) => Some(found),
        other => first_clause(content).and_then(stands_alone).filter(placed).or(other),
    };
    let listed = content.strip("以下|下列|下面|the following|following|ต่อไปนี้|คำต่อไปนี้").is_some();
    if listed && known.as_ref().is_none_or(|k| keys::kind_of(&k.key).is_none()) {
        return None;
    }
    let fits = match manner {
        Manner::Stated => known.is_some() || (has_words(content) && !recalls(content)),
        Manner::Bare if is_thai(content) => {
            let slot = known.as_ref().is_some_and(|k| keys::kind_of(&k.key).is_some());
            let shared = known
                .as_ref()
                .is_some_and(|k| k.key.starts_with("project.") || k.key.starts_with("deadline."));
            is_statement(content) || slot && (shared || content.has_any(th::ME))
        }
        Manner::Bare if is_titled(content) && !known.as_ref().is_some_and(of_named_project) => false,
        Manner::Bare => {
            known.as_ref().is_some_and(|k| k.known) || is_statement(content) || is_told_you(content)
        }
        Manner::Reminder => {
            known.as_ref().is_some_and(|k| k.known)
                || lasts(content)
                || (speaks_of_self(content) && predicates(content))
        }
        Manner::Careful => {
            let dated = |k: &Found| k.known && k.value.bytes().any(|b| b.is_ascii_digit());
            let says = !content.seen().is_ascii() || known.is_some() || is_statement(content);
            speaks_of_self(content) && says
                || known.as_ref().is_some_and(|k| dated(k) || k.key.starts_with("allergy."))
        }
    };
    fits.then(|| known.or_else(|| free::find(content))).flatten()
}

/// Tells whether something is kept under the name of a project: "remember the Kestrel project's database is …".
fn of_named_project(found: &Found) -> bool {
    found.key.split('.').count() > 2 && found.key.starts_with("project.")
        || found.key.starts_with("deadline.")
}

/// Leaves out what a value is said not to be: "Ton, not Tom".
fn contrasted(content: Piece<'_>) -> Piece<'_> {
    match content
        .split(", so |, because |, since |，所以|，因此|ดังนั้น|, not | ไม่ใช่|，不是|,不是|，而不是|, 不是")
    {
        Some((head, _)) if !head.trim().is_empty() => head,
        _ => content,
    }
}

/// What the speaker says of themselves up to the first mark, in Thai up to the first blank: what stands behind it is a reason or
/// an aside where the whole is no known fact.
fn first_clause(content: Piece<'_>) -> Option<Piece<'_>> {
    let marks = ", |，|; |；| - | — |。|！|! ";
    let marked = content.split(marks).map(|(head, _)| head);
    let blank = || content.split(" ").map(|(head, _)| head).filter(|_| is_thai(content));
    let head = marked.or_else(blank)?;
    (speaks_of_self(head) && head.seen().chars().count() >= 4).then_some(head)
}

fn tidy_content(content: Piece<'_>) -> Piece<'_> {
    let piece = content.strip_small_ends("ได้ไหม|ได้มั้ย|ได้ไหมครับ|ได้ไหมคะ|好吗|可以吗|行吗|ok?|okay?|for me|forever|permanently|for good|ตลอดไป|please|thanks|thank you|谢谢");
    if piece.is_empty() { content } else { piece }
}

pub(super) fn has_words(content: Piece<'_>) -> bool {
    let seen = content.seen();
    let latin_only = seen.is_ascii();
    !latin_only || seen.split_whitespace().count() >= 2 || seen.len() > LONGEST_WORD
}

/// A longer run of letters is no word that one could only mention.
const LONGEST_WORD: usize = 60;

/// A content that asks, or that is only a noun of the past: "that summer", "when we met".
pub(super) fn asks_or_points(content: Piece<'_>) -> bool {
    let called = "kids|folks|guys|everyone|people|children|friends|everybody|class|team|ladies|boys|girls|all|大家|同学们|各位|孩子们|朋友们|ทุกคน|เด็กๆ|น้องๆ";
    if content.strip(called).is_some_and(|rest| rest.seen().trim_start().starts_with([',', '，', ':'])) {
        return true;
    }
    let asks = "what|when we|when you|when i|where|who|how|why|which|whether|if|me|us|them|him|her|anything|\
        everything|อะไร|ทำไม|ยังไง|ได้|ไหม|吗|什么|怎么|为什么|这些|这种|那些|多久|就|我说的话|我的话|我说的";
    let ends = "อะไร|อะไรนะ|ทำไม|ไหม|มั้ย|ยังไง|ใคร|ที่ไหน|吗|什么|呢|谁|哪里|多少";
    content.strip(asks).is_some()
        || content.strip("the time|that time|the day|the days|the good|those|things|names").is_some()
            && !says_of(content)
        || (content.has("ใคร") && !content.has_any("ใครๆ|ใคร ๆ|ใครก็"))
        || content.has_any(
            "บ้าง|เท่าไหร่|กี่โมง|ที่ไหน|是谁|谁说|什么区别|是什么|什么意思|哪些|多长时间|怎么|如何|多久|为什么",
        )
        || {
            let seen = content.seen().trim_end_matches(['?', '？', ' ']);
            words(ends).ending(seen).any(|w| seen.ends_with(w))
        }
}

/// Tells whether something is said now of what a content names: "the good branch is main", but "the good old days".
fn says_of(content: Piece<'_>) -> bool {
    let Some((subject, value)) = content.split(" is | are | must | should | = |: ") else { return false };
    let past = "when|we|you|us|who|that|which|were|was|had|old|times|ones";
    subject.seen().split_whitespace().count() <= 6 && !subject.has_any(past) && !value.trim().is_empty()
}

/// "you promised", 你答应过: said to the assistant about itself, unless it is told what to do.
fn about_you(content: Piece<'_>) -> bool {
    let orders = "should|must|need|never|always|can|are|can't|don't|should not|may|have access|have permission|have to|don't have|needn't|won't|cannot|要|应该|必须|不能|不要|别|是|只能|ต้อง|ควร|ห้าม|เป็น|คือ";
    let known = || slot::known(content).is_some_and(|found| found.known);
    content.strip("you|你|您|คุณ").is_some_and(|rest| rest.trim_start().strip(orders).is_none()) && !known()
}

/// "you can use the staging server": what the assistant may and must do, in English.
fn is_told_you(content: Piece<'_>) -> bool {
    let may = "you can|you can't|you cannot|you may|you must|you should|you need|you never|you always|you don't have to|you don't need to|you have to|you have access|you have permission|you needn't";
    content.strip(may).is_some_and(|rest| rest.seen().split_whitespace().count() >= 2)
}

/// "that time in Bali", "that summer": a thing of the past, no statement.
fn recalls(content: Piece<'_>) -> bool {
    let things = "time|times|day|summer|winter|night|one|guy|girl|man|woman|song|movie|film|feeling|moment|place|episode|scene|game|trip|year|thing|bug|meeting|story|joke";
    content.strip(things).is_some_and(|rest| !rest.has_any("is|are|was|will|has|must"))
}

/// Tells whether something is said of the subject, where a reminder could as well name a thing.
fn predicates(content: Piece<'_>) -> bool {
    let latin = content.seen().is_ascii();
    if latin {
        return is_statement(content);
    }
    content.has_any("是|叫|不|喜欢|过敏|吃|有|会|要|住|对|只|每|周|晕车|晕船|晕机|晕血|晕针|晕|怕|恐高|恐|戒|近视|色盲|失眠|怀孕|值夜班|เมารถ|เมาเรือ|กลัว|คือ|ชื่อ|เป็น|แพ้|ชอบ|กิน|อยู่|ใช้|ทำงาน|ไม่|มี|เกิด")
}

/// "the Milk", "the Titans": a name that begins with an article.
fn is_titled(content: Piece<'_>) -> bool {
    let Some(name) = content.strip("the|a") else { return false };
    let mut letters = name.trim_start().written().chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
}

fn is_thai(content: Piece<'_>) -> bool {
    content.seen().chars().find(|c| c.is_alphabetic()).is_some_and(|c| ('\u{0E00}'..='\u{0E7F}').contains(&c))
}

fn is_han_led(content: Piece<'_>) -> bool {
    content.seen().chars().find(|c| c.is_alphabetic()).is_some_and(crate::text::is_han)
}

/// Tells whether somebody or something named at the start does or did something: "Bob handles billing", "standup moved to 11am".
fn does_something(content: Piece<'_>) -> bool {
    const DOES: &str = " handles | owns | manages | leads | maintains | reviews | approves | covers | restarts | reboots | resets | takes | drops | expires | renews | rotates | costs | fails | crashes | breaks | deploys | ships | supports | requires | depends on | contains | holds | stores | returns | sends | reports to | listens on | speaks | eats | drinks | drives | pays | charges | sells | sits | happens | begins | freezes | syncs | arrives | leaves | moved | changed | switched | migrated | joined | launched | became | got | replaced | turned | hosts | publishes | wakes | sleeps | answers | teaches | studies | owes | owed | does | broke | lost | won | bought | sold | wants | plays | knows | keeps | makes | works | quit | resigned | retired | wears | collects | rents | lends | borrowed ";
    const NO_SUBJECT: &str = "when|where|who|which|that|how|what|why|if|to|and|or|because|while";
    const DONE: &str = "retired|resigned|quit|died|passed away|got married|moved out|moved away|got promoted";
    let done = content.strip_ends(DONE);
    let ended = done.seen().len() < content.trim().seen().len();
    let split = if ended { Some((done, content)) } else { content.split(DOES) };
    let Some((subject, rest)) = split else { return false };
    let words = subject.seen().split_whitespace().count();
    (1..=4).contains(&words)
        && !subject.has_any(NO_SUBJECT)
        && !rest.trim().is_empty()
        && subject.seen().is_ascii()
}

/// Cuts a question off the end of what is to be kept: "I live in Rome, and what's the weather there?".
pub(super) fn before_question(content: Piece<'_>) -> Option<Piece<'_>> {
    const ASKS: &str = "what|what's|whats|how|how's|where|when|who|who's|why|which|can|could|would|do|does|did|is|are|should|will|any|แล้ว|ทำไม|ช่วย|那|请问|怎么|什么|为什么|能不能|有什么|哪";
    clause::starts(content).into_iter().filter(|start| *start > 0).find_map(|start| {
        let (head, tail) = (content.cut(0, start), content.from(start).strip_all("and|so|but|also|then|และ"));
        let head = head.strip_ends("and|so|but|also|then|และ");
        let told = || stands_alone(head.open()).is_some();
        (tail.strip(ASKS).is_some() && !head.trim().is_empty() && told()).then_some(head)
    })
}

/// Tells whether a content without an introduction is a statement rather than a thing.
fn is_statement(content: Piece<'_>) -> bool {
    let seen = content.seen();
    let counted = seen.bytes().any(|b| b.is_ascii_digit());
    // What stands for a secret was told, even where its name alone stands before it.
    if seen.contains(":\n") || seen.contains("：\n") || seen.contains("[redacted_") {
        return true;
    }
    if seen.chars().any(|c| ('\u{0E00}'..='\u{0E7F}').contains(&c)) {
        return content.strip(th::ME).is_some()
            || counted
            || content.has_any("คือ|ชื่อ|ต้อง|ห้าม|ทุกวัน|ทุกครั้ง|เสมอ|อยู่ที่");
    }
    if seen.chars().any(|c| ('\u{3400}'..='\u{9FFF}').contains(&c)) {
        let said = content.has_any("没空|没时间|没有|是|叫|在|用|有|要|不|别|只|每|必须|一定|始终|总|都|会|为|：|周|喜欢|讨厌|爱|住|跑|负责|属于|值班|休假|出差|过敏|截止|开始|需要|应该") || counted;
        let pointed = ["这个", "那个", "这些", "那些", "这种", "这次", "这首", "这段", "上次"]
            .iter()
            .any(|w| seen.starts_with(w));
        return content.strip(zh::ME).is_some() || (said && !pointed);
    }
    let titled = is_titled(content);
    let verbs = "is|are|isn't|aren't|wasn't|was|were|will|has|have|prefers|likes|uses|works|lives|must|should|can't|cannot|needs|need|due|starts|ends|goes|wants|hates|loves|runs|=|never|only|always|doesn't|don't|opens|closes";
    let own = content.strip("i|i'm|im|i've|i'd|i'll|we|we're|never|always|only|don't|do not|no").is_some()
        || timed_own(content);
    let of_mine = content.strip("my|our").is_some()
        && seen.split_whitespace().count() >= 4
        && content.has_any("live|work|go|like|love|hate|want|run|come|speak|eat|play|study|own|sleep|moved|expires|leaves|leave|arrives|arrive|opens|costs|meets|studies");
    let numbered = counted && content.strip("the number|the numbers|number|numbers|this number|these numbers|the code|the figure|the date|the size|the address|the phone number").is_some();
    !titled
        && (numbered
            || does_something(content)
            || of_mine
            || own && seen.split_whitespace().count() >= 2
            || (content.has_any(verbs) && seen.split_whitespace().count() >= 3))
}

/// Tells whether a time stands before what the speaker says of themselves: "on Monday I work from home", "since 2020 I've been sober".
fn timed_own(content: Piece<'_>) -> bool {
    let Some(rest) = content.strip("on|since|in|at|by|every|during|after|before") else { return false };
    let said = rest.split(" i | i'm | i've | i'll | we | we're ");
    said.is_some_and(|(time, said)| {
        (1..=3).contains(&time.seen().split_whitespace().count())
            && !time.has_any("that|which|who|what|the|my|our|this")
            && said.seen().split_whitespace().count() >= 2
    })
}

/// A reminder that holds for good is an instruction to keep.
fn lasts(content: Piece<'_>) -> bool {
    content.has_any("always|never|every time|each time|whenever|from now on|ทุกครั้ง|เสมอ|ตลอด|ห้าม|每次|总是|始终|永远|一直|以后|从不|都要|必须|一律")
}

pub(super) fn speaks_of_self(content: Piece<'_>) -> bool {
    const MINE: &str = "i|i'm|im|i've|i'd|my|our|we|we're|the project|this project|项目|这个项目|本项目";
    content.strip([MINE, th::ME, zh::ME]).is_some()
}

/// A slot without its value: "my name is", 我的名字是, ชื่อผมคือ.
pub(super) fn lacks_value(content: Piece<'_>) -> bool {
    let said = content.trim_matches(slot::is_noise).trim();
    let named = said.strip_ends("is|are|คือ|ผมชื่อ|ฉันชื่อ|หนูชื่อ|เราชื่อ|是|叫");
    let mine = speaks_of_self(said) || said.has_any(th::ME);
    mine && named.seen().len() < said.seen().len()
        && !asks_or_points(said)
        && slot::known(said).is_none_or(|f| !f.known)
}

/// A content that only points at something said before.
pub(super) fn points_only(content: Piece<'_>) -> bool {
    let pointer = "this time|lol|haha|again|plz|now|somewhere|pls|plz|thanks|thx|ok|okay|too|as well|this|that|it|these|those|both|all of|all|above|about me|down|please|for me|for later|for next time|forever|well|me|ไว้|ด้วย|นะ|ครับ|ค่ะ|คะ|หน่อย|เลย|สิ่งนี้|ทั้งหมด|ทั้งสองอย่าง|ทั้งสอง|ทั้งคู่|เรื่องนี้|อันนี้|ข้อนี้|นี้|ที|ดีๆ|จ้า|น้า|\
        สิ|ให้|แล้วกัน|这个|这点|这一点|这件事|这条|它|吧|了|哦|啊|下来|一下|喔|哈|好|着|谢谢|住|咯|啦|呀|这些|全部|两个|两点|上面|以上|都|这条规则|这条规矩|这条规定|这个规则|规则|规矩";
    let rest = content.strip_all(pointer);
    rest.trim_matches(|c| !c.is_alphanumeric()).is_empty()
}

/// Drops what still belongs to the request: "for me", "in your memory".
pub(super) fn strip_request(content: Piece<'_>) -> Piece<'_> {
    content.trim_start().strip_all("for me|in your memory|in memory|to memory|ให้ผม|ให้ฉัน|ให้หน่อย")
}

/// Takes `ttl=8h` off the end of a content.
pub(super) fn with_ttl(content: Piece<'_>) -> (Piece<'_>, Span) {
    let Some((head, tail)) = content.ending().split(" ttl=| ttl =") else {
        return (content, Span::default());
    };
    let head = content.through(&head);
    let ttl = tail.trim().written();
    let counted = ttl.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == 'P');
    let read = ttl.parse::<crate::retention::Ttl>().is_ok() || counted && !ttl.contains(char::is_whitespace);
    if !read || head.seen().trim_end().ends_with('|') {
        return (content, Span::default());
    }
    let short = ttl == "session_end" || ttl.ends_with(['h', 'm']);
    (head, Span { scope: short.then_some(ScopeKind::Session), ttl: Some(ttl.to_owned()) })
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    #[test]
    fn what_somebody_does_is_kept_without_a_word_that_introduces_it() {
        for (message, value) in [
            ("remember Bob handles billing", "Bob handles billing"),
            ("please remember Anna owns the frontend", "Anna owns the frontend"),
            ("remember the server restarts on Sunday", "the server restarts on Sunday"),
            ("remember standup moved to 11am", "standup moved to 11am"),
            ("remember Ann owes me 20 euros", "Ann owes me 20 euros"),
            ("remember version 1.2 broke the login", "version 1.2 broke the login"),
            ("remember Bob from accounting retired", "Bob from accounting retired"),
            ("remember on Monday I work from home", "on Monday I work from home"),
            ("remember I live in Rome, and what's the weather there?", "Rome"),
            ("remember my name is Bob. What is 2+2?", "Bob"),
        ] {
            let found = understand(message);
            assert_eq!(found.first().map(|one| one.value.as_str()), Some(value), "{message}: {found:?}");
        }
        for message in [
            "remember the Titans",
            "remember the good times",
            "remember when the server crashed",
            "remember who handles billing?",
            "do you remember that Bob handles billing?",
        ] {
            let found = understand(message);
            assert!(found.is_empty(), "{message}: {found:?}");
        }
    }
}

//! What is to be kept: a statement before or behind a clause that does nothing but ask for it, or behind words that only
//! tell the assistant something.

use super::super::command::written;
use super::super::content::{asks_or_points, has_words, speaks_of_self};
use super::super::slot::{self, Found, tidy};
use super::super::text::Piece;
use super::super::time::{self, Span};
use super::super::{Command, Intent, clause, free, keys, saying, th, zh};
use super::bare;
use super::words::{
    self, DOWN, DROP, FILL, FIRM, FIX, LATER, LOOSE, NO, NOT, PLACE, POINT, PUT, RULE, Read, TELL, THAT, YES,
};
use crate::content::EntryKind;
use crate::scope::ScopeKind;

/// How much a clause says by itself that something is to be kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Force {
    /// Only tells: what follows must be something that is known of people.
    Tells,
    /// Could be said of other things as well: the statement must be the speaker's own.
    Loose,
    /// Means memory.
    Firm,
}

/// Reads a message as a statement that is to be kept.
pub(super) fn read(said: Piece<'_>) -> Option<Command> {
    tailed(said).or_else(|| headed(said)).or_else(|| treated(said))
}

/// "treat me as a total beginner in Ansible, whenever it comes up".
fn treated(said: Piece<'_>) -> Option<Command> {
    said.strip_all("please|pls|just|ช่วย|请")
        .strip("treat me as|think of me as|consider me|assume i'm|assume i am|talk to me like i'm")?;
    let first = words::bounds(said).get(1).map_or(said, |end| said.cut(0, *end));
    let found = bare::one(first).filter(|found| found.key.starts_with("expertise."))?;
    Some(written(Intent::Remember, found, Span::default(), said))
}

/// The act comes first: "for your notes: …", เก็บเป็นข้อมูลไว้ …, 存个信息，….
fn headed(said: Piece<'_>) -> Option<Command> {
    // Said in prose as well: the first reading has judged it.
    if said
        .strip_all("please|and|so|but")
        .strip("keep in mind|bear in mind|have in mind|take note|note")
        .is_some()
    {
        return None;
    }
    words::read(said).into_iter().filter(|read| !read.rest.trim().is_empty()).find_map(|read| {
        if read.has(RULE) && !read.has(FIX | DROP | NO) {
            return ruled(read.rest, said);
        }
        let force = force(&read, said)?;
        let content = read.rest.strip_all("that|ว่า");
        let urged = read.has(LATER) || said.strip("you should know|you need to know").is_some();
        kept(content, if urged && force == Force::Tells { Force::Loose } else { force }, said)
    })
}

/// The statement comes first: "…, stick it in your notes", … เก็บไว้ด้วย, …，帮我存着.
fn tailed(said: Piece<'_>) -> Option<Command> {
    words::bounds(said).into_iter().skip(1).find_map(|at| {
        let act = said.from(at);
        let statement = said.cut(0, at);
        let read = words::read(act)
            .into_iter()
            .rev()
            .find(|read| force(read, act).is_some_and(|force| force != Force::Tells) && ends(read, act));
        let force = force(&read.or_else(|| with_purpose(act))?, act)?;
        if is_reported(statement) { None } else { kept(unheaded(statement), force, said) }
    })
}

/// Leaves out words before a statement that only say that it is told.
fn unheaded(statement: Piece<'_>) -> Piece<'_> {
    let head =
        words::read(statement).into_iter().rev().find(|read| read.has(TELL) && !read.rest.trim().is_empty());
    head.map_or(statement, |read| read.rest)
}

/// Tells whether nothing of weight follows an act: its end, or a reason behind a mark.
fn ends(read: &Read<'_>, act: Piece<'_>) -> bool {
    let reason = read.rest.seen().chars().count() <= 40 && !clause::is_question(read.rest);
    read.rest.trim().is_empty() || reason && force(read, act) == Some(Force::Firm)
}

/// What people add to say what it is for.
const PURPOSE: &str = "for|when|whenever|in case|so|because|next time|as|เวลา|ตอน|จะได้|เผื่อ|เพราะ|推荐|下次|以后|免得|省得|方便|用来";

/// An act that says at its end what it is for: "log that for restaurant tips", เมมไว้เวลาแนะนำร้าน.
fn with_purpose(act: Piece<'_>) -> Option<Read<'_>> {
    let seen = act.seen();
    act.likely(PURPOSE).find_map(|word| {
        let at = act.find(word).filter(|at| *at > 0)?;
        let short = seen.get(at..)?.chars().count() <= 40;
        let read = words::read(act.cut(0, at)).pop().filter(|read| read.rest.trim().is_empty())?;
        (short && force(&read, act).is_some_and(|force| force != Force::Tells)).then_some(read)
    })
}

fn force(read: &Read<'_>, act: Piece<'_>) -> Option<Force> {
    if read.has(FIX | DROP | NO | NOT) {
        return None;
    }
    let latin = act.seen().starts_with(|c: char| c.is_ascii());
    let named = read.has(POINT | PLACE | DOWN | THAT);
    if read.has(FIRM) && (named || !latin) {
        return Some(Force::Firm);
    }
    let idiom = read.has(LOOSE) && read.has(DOWN) || read.has(LOOSE | PUT) && read.has(LATER);
    if read.has(LOOSE | PUT) && read.has(PLACE) || latin && idiom && read.has(POINT) {
        return Some(Force::Firm);
    }
    let filed = read.has(LOOSE) && (read.has(POINT | DOWN) || !latin && read.has(FILL));
    if filed || read.has(PUT) && read.has(POINT) && read.has(DOWN) {
        return Some(Force::Loose);
    }
    (read.has(TELL) && !read.has(YES)).then_some(Force::Tells)
}

/// Says under which key a statement is kept, where it may be.
fn kept(statement: Piece<'_>, force: Force, evidence: Piece<'_>) -> Option<Command> {
    let (early, statement) = time::strip_start(statement.trim().strip_all(LEADS));
    let (late, statement) = time::strip_wish_end(statement.strip_all(LEADS).trim());
    let span = early.or(late);
    if statement.is_empty()
        || clause::is_question(statement)
        || clause::is_supposed(statement)
        || saying::is_saying(statement)
    {
        return None;
    }
    let found =
        bare::slot(statement.open()).filter(|found| !is_of_others(statement) || found.key.contains('.'));
    let of_project = span.scope == Some(ScopeKind::Project);
    let found = found.or_else(|| slot::known(statement.open()).filter(|_| of_project));
    let free = || {
        let own = (speaks_of_self(statement) || statement.has_any(OWN)) && is_state(statement);
        let fits = match force {
            Force::Firm => has_words(statement) && !asks_or_points(statement),
            Force::Loose => own || of_project,
            Force::Tells => false,
        };
        (fits && !is_of_others(statement)).then(|| free::find(statement.open())).flatten()
    };
    let found = found.or_else(free)?;
    Some(written(Intent::Remember, found, span, evidence))
}

/// Words before a statement that say nothing of it.
const LEADS: &str = "so|well|hey|hi|hello|ok|okay|btw|by the way|also|and|context|one thing|quick one|oh|um|listen|look|context for you|background|อ้อ|เออ|คือ|ว่า|那个|对了|另外|还有|嗯";

/// Words that make a statement the speaker's own.
const OWN: &str = "i|i'm|im|i've|me|my|mine|our|us|we|ผม|ฉัน|ดิฉัน|เรา|หนู|กู|พี่|我|我们|本人|咱";

/// Tells whether a statement says how things are with the speaker, rather than what they have just done.
fn is_state(statement: Piece<'_>) -> bool {
    let latin = statement.seen().is_ascii();
    let state = "i'm|im|i am|i have|i can't|i cant|i cannot|i don't|i dont|i never|i always|i only|i usually|i prefer|i need|my|our|we're|we are|we have|for me|me";
    let done = statement.seen().trim_end().ends_with(['了'])
        || statement.strip_ends("แล้ว|แล้วครับ|แล้วค่ะ").seen().len() < statement.trim().seen().len();
    if latin { statement.strip(state).is_some() } else { !done }
}

/// Tells whether a statement begins with somebody else.
fn is_of_others(statement: Piece<'_>) -> bool {
    statement
        .strip("he|she|they|him|her|his|their|you|your|someone|somebody|people|everyone|เขา|เธอ|พวกเขา|คุณ|มัน|他|她|他们|她们|你|您|大家|别人")
        .is_some()
}

/// Tells whether a statement ends by saying who said what follows.
fn is_reported(statement: Piece<'_>) -> bool {
    clause::is_reported(statement.from(statement.seen().len())) || clause::is_told_to(statement)
}

/// A rule that the speaker sets for what is done for them: "standing rule: nothing gets booked for me before 8:30".
fn ruled(content: Piece<'_>, evidence: Piece<'_>) -> Option<Command> {
    let content = tidy(content.strip_all(["เลย|นะ|ครับ|ค่ะ|is", LEADS]));
    let own = content.has_any(OWN) || content.strip([th::ME, zh::ME]).is_some();
    if !own || !has_words(content) || clause::is_question(content) {
        return None;
    }
    let mut found = free::find(content.open())?;
    found.kind = EntryKind::Constraint;
    let kind = found.kind;
    let mut command = written(Intent::Remember, found, Span::default(), evidence);
    command.kind = kind;
    Some(command)
}

/// Tells whether a key is one of the slots of a person, rather than free words.
pub(super) fn is_slot(found: &Found) -> bool {
    found.known && keys::kind_of(&found.key).is_some()
}

//! A settled choice without a word of deciding, in the plain English of every day ("path versioning it is", "I'm buying the
//! Canon", "so the kitchen goes to the south side"), as an order that answers what to do, and in any language as a change from
//! one thing to another or of a time. People speak so of what goes on anyway, too, so the network must think it possible.

use super::aim::changes_from;
use super::cues::{ALL, begins, ends, find, has};
use super::english::CUES;
use super::moved::Appointment;
use super::remark::goes_on;
use super::retract;
use super::sentence::Sentence;
use super::signs::{Scene, after_lead, bare_end};
use crate::fusion::Role;

/// What one does who has chosen, behind "I'm" and "we're".
const DOING: &str = "buying|booking|taking|getting|ordering|joining|having it|having the|having them|doing it|doing the|doing a|doing|hiring|renting|leasing|naming|calling it|calling him|calling her|calling the|painting|signing|adopting|\
    cutting|skipping|moving|switching|flying|hosting|putting|making it|making the|paying|selling|closing|opening|launching|shipping|releasing|dropping|starting with|renewing|cancelling|canceling|enrolling|setting|merging|splitting|storing|\
    keeping|leaving|going for|going with|sticking|staying|replacing|removing|inviting|spending|ditching|marrying|accepting|turning down";
/// What one does who has chosen, behind "I'll" and "we'll"; much of the rest is only a task.
const WILL: &str = "take the|take a|take both|take that one|take this one|take it|have the|have it|have them|join|sign up for|go for|do the|do it on|do it in|do it at|get the|stay at|stay in|stay with|wear|leave it as|leave it at|leave them|leave it|name|call it|call him|call her|start with|skip|pay by|pay in|pay cash|cook the|drive|fly|walk|share|split|host it|live with|accept|do without|buy the|rent the|paint it|paint the|do";
/// What people settle with "let's".
const LETS: &str = "do|have|make|take|get|put|call it|call him|call her|name|meet on|meet at|meet in|start with|leave it|leave them|leave the|book|order|skip|paint|split|share|rent|buy|aim for|stay|fly|say|give|invite|move|set|ship|merge|cut|add|remove|run it|run the|store|build|hold it|hold the|close|sell|try the";
/// What "let's" begins that settles nothing.
const LETS_NOT: &str = "say the|say we|say you|say i|say that|say it's|do this again|do lunch|get started|get going|get back|get to|get this|take a look|take a break|take a step|take it from|make sure|make a list|have a look|have a call|have a chat|have a think|put it this way|put a pin|put that aside|put this aside|move on|call it a day|give it a|give him|give them|stay in touch|stay calm|add that to the|set that aside|build on|run the numbers|run the tests";
/// What "I'll" begins that is no choice.
const WILL_NOT: &str = "take a look|take a break|take a note|take a walk|take it from|take it up|take it to|do the rest|do the same|get the door|leave it to you|leave it there|leave it with you|name a few|have the same problem|skip ahead|walk you|drive you|share the link|share it|share my|share them|do my best|do that|do so|do it now|do it tonight|do it tomorrow";
/// Words with which "it is" is no choice.
const NOT_IT_IS: &str = "what|how|that|this|as|where|when|who|why|which|if|than|whatever|whichever|know|like|think|wonder|see|sure|because|is|are|was|way|but|so|hope|believe|say|says|said|guess|suppose|yes|no|yeah|not|maybe|though|now|like|long|while|unless|whether|since|i|we|he|she|they|you|and|or|here|there";
/// Words that draw a conclusion.
const SO: &str = "so|then|ok|okay|right|fine|good|alright|all right|in that case|well|great|perfect|decided";
/// Where something goes.
const GOES: &str = "goes to|goes in|goes into|goes on|goes by|goes next|goes under|goes above|goes behind|goes first|goes last|goes at|goes with|goes out|goes up|go to|go in|go into|go on|go by|go next|go under|go above|go behind|go first|go last|gets the|get the|sleeps in|sleep in|becomes|moves to|moves into|stays";
/// Questions for what is to be done or taken.
const ASKS: &str = "which|what should|what do you want|what would you|what shall|where should|where do you|where would|where to|where shall|how should|how do you want|how many|how long|do you want|would you like|do you prefer|would you prefer|should i|shall i|should we|shall we|or|prefer|what name";
/// Orders that choose, where such a question was asked.
const ORDERS: &str = "remove|delete|drop|keep|use|put|make|go|take|leave|add|set|pick|cut|merge|split|move|rename|enforce|disable|enable|skip|start|store|call it|name it|do|pin|revert|replace|exclude|include|hide|ignore|round|sort|group|cap|limit|allow|block|ban|archive|paint|order|invite|book";
/// What looks like such an order and puts off, or asks for words.
const ORDERS_NOT: &str = "go on|go ahead and explain|go ahead|go back|go through|take a look|take your time|make sure|put it on hold|put it off|leave it for now|leave it with me|leave it open|do you|do we|do i|do they|do whatever|do what you|do me|set aside|start over|start by explaining|keep going|keep in mind|keep me|use your|pick one|pick any|add that to|call me|book me|order me|move on";

/// Tells whether a sentence opens with who commits and to what, by a plain word of choosing: "Let's use Zig for the tooling."
pub(super) fn commits_outright(sentence: &Sentence<'_>) -> bool {
    const WHO: &str = "let's|lets|let us|we'll|we will|we're going to|we are going to";
    const COMMITS: &str = "use|go with|go w/|adopt|switch to|stick with|stay with|pick|choose|host|drop|retire|migrate to|move to";
    let start = after_lead(&sentence.seen);
    let rest = begins(start, WHO).and_then(|end| start.get(end..)).map(str::trim_start);
    let what = rest.and_then(|rest| rest.get(begins(rest, COMMITS)?..));
    !sentence.asks
        && what.is_some_and(|what| what.split_whitespace().count() >= 2)
        && !is_open(&sentence.seen)
}

/// Tells whether a sentence settles a choice by its form, where it stands.
pub(super) fn chooses(scene: &Scene<'_>, turn: usize, at: usize) -> bool {
    let sentence = &scene.read[turn][at];
    if scene.turns[turn].role == Role::Assistant || sentence.asks || is_open(&sentence.seen) {
        return false;
    }
    is_put_so(&sentence.seen) || changes(sentence) || answers_with_an_order(scene, turn, at)
}

/// "We move the site from Netlify to Vercel", 会议改到周五: something takes the place of what is named, or gets another time.
fn changes(sentence: &Sentence<'_>) -> bool {
    const CHANGES: &str = "switch|switching|move|moving|migrate|migrating|change|changing|replace|replacing|swap|swapping|เปลี่ยน|ย้าย|换|換|改|迁|遷|切|转|轉";
    let seen = sentence.seen.as_str();
    let own = ALL.iter().all(|cues| !has(seen, cues.supposed) && !has(seen, cues.reported));
    let moved = || Appointment::of(sentence.text).is_some_and(|event| event.moved().is_some());
    own && (has(seen, CHANGES) && changes_from(seen) || moved())
}

/// Who hedges, leaves it open or tells what goes on has chosen nothing.
fn is_open(seen: &str) -> bool {
    const HEDGES: &str = "if|unless|maybe|perhaps|probably|possibly|might|i think|i guess|i suppose|or something|not sure|depends|whether|until we know|just kidding|one day|some day|someday|in theory";
    has(seen, HEDGES) || has(seen, CUES.open) || goes_on(seen)
}

fn is_put_so(seen: &str) -> bool {
    let start = after_lead(seen);
    // What somebody says or supposes may end or go on as a choice does.
    let own = !has(seen, CUES.supposed) && !has(seen, CUES.reported);
    let told = one_is_doing(start) || one_will(start) || lets(start) || agrees_to_do(start);
    told || own && (it_is(seen) || it_goes(seen) || takes_back_and_does(seen))
}

/// ตกลงเปิดตัววันที่ 3: what is agreed to be done.
fn agrees_to_do(start: &str) -> bool {
    const DOES: &str = "เปิดตัว|เปิด|ปิด|จัด|ไป|นัด|ซื้อ|จอง|เริ่ม|ย้าย|ส่ง|ทำ|ปล่อย|ออก|จ่าย|เลื่อน|รับ|จ้าง|ขาย|ลด|เพิ่ม|พบ|เจอ|พัก|ประชุม|ถ่าย|เช่า";
    let rest = start.strip_prefix("ตกลง").map(str::trim_start);
    rest.and_then(|rest| rest.get(begins(rest, DOES)?..)).is_some_and(|what| what.chars().count() >= 4)
}

/// "Scrap what I said before, we self-host Unleash."
fn takes_back_and_does(seen: &str) -> bool {
    let rest = after_lead(retract::behind(seen));
    let own = begins(rest, "we|i|let's|we're|we'll|i'll").is_some()
        && begins(rest, "we said|i said|we should|we could").is_none();
    retract::opens(seen) && own && rest.split_whitespace().count() >= 3
}

/// "Fine, path versioning it is."
fn it_is(seen: &str) -> bool {
    let end = bare_end(seen);
    let end = ends(end, "then").and_then(|at| end.get(..at)).map_or(end, str::trim_end);
    let behind = |at: usize| end.get(..at);
    let inside = || find(end, "it is for the|it is for our|it is for all").and_then(|(at, _)| behind(at));
    let Some(before) = ends(end, "it is|it'll be").and_then(behind).or_else(inside) else { return false };
    let what = before.rsplit([',', ';', ':', '—', '–']).next().unwrap_or_default().trim();
    let what = after_lead(what);
    let words = what.split_whitespace().count();
    (1..=6).contains(&words) && !has(what, NOT_IT_IS)
}

/// Returns what follows one of these, and words between that only stress it.
fn behind<'a>(start: &'a str, who: &'static str) -> Option<&'a str> {
    const STRESS: &str = "just|definitely|now|so|all|both|also|still|then|simply|totally|not|only|finally";
    let mut rest = start.get(begins(start, who)?..)?.trim_start();
    while let Some(end) = begins(rest, STRESS) {
        rest = rest.get(end..)?.trim_start();
    }
    Some(rest)
}

/// "I'm buying the Canon R8."
fn one_is_doing(start: &str) -> bool {
    let rest = behind(start, "i'm|we're|i am|we are|im");
    rest.and_then(|rest| rest.get(begins(rest, DOING)?..)).is_some_and(|what| what.trim().len() > 2)
}

/// "I'll join the Thursday group."
fn one_will(start: &str) -> bool {
    let rest = behind(start, "i'll|we'll|i will|we will|i shall|we shall");
    rest.is_some_and(|rest| begins(rest, WILL).is_some() && begins(rest, WILL_NOT).is_none())
}

/// "Let's do the blue one then."
fn lets(start: &str) -> bool {
    let rest = behind(start, "let's|lets|let us");
    rest.is_some_and(|rest| begins(rest, LETS).is_some() && begins(rest, LETS_NOT).is_none())
}

/// "So the kitchen goes to the south side."
fn it_goes(seen: &str) -> bool {
    let lead = begins(seen.trim_start(), SO).is_some();
    let start = after_lead(seen);
    let thing =
        begins(start, "the|my|our|his|her|their|we|everything|all").is_some() || find(start, GOES).is_some();
    let place =
        find(start, GOES).map(|(at, _)| start.get(..at).unwrap_or_default().split_whitespace().count());
    lead && thing && place.is_some_and(|words| (1..=4).contains(&words))
}

/// "Which ones should I remove?" "Remove the first two."
fn answers_with_an_order(scene: &Scene<'_>, turn: usize, at: usize) -> bool {
    let Some(last) = turn.checked_sub(1).filter(|_| at == 0) else { return false };
    let other = scene.turns[last].role != scene.turns[turn].role || scene.turns[turn].role == Role::Other;
    let asked =
        scene.read[last].last().is_some_and(|asked: &Sentence<'_>| asked.asks && has(&asked.seen, ASKS));
    let start = after_lead(&scene.read[turn][at].seen);
    other && asked && begins(start, ORDERS).is_some() && begins(start, ORDERS_NOT).is_none()
}

#[cfg(test)]
mod tests {
    use super::super::sentence::split;
    use super::*;

    fn put_so(text: &str) -> bool {
        let read = split(text);
        let seen = &read[0].seen;
        !read[0].asks && !is_open(seen) && is_put_so(seen)
    }

    #[test]
    fn a_choice_is_known_by_the_form_of_every_day() {
        for text in [
            "Fine, path versioning it is.",
            "Miso it is!",
            "Ok, Tuesday it is then.",
            "I'm buying the Canon R8.",
            "OK, we're having it at the lake house.",
            "We're not renewing the lease.",
            "I'm just taking the early train.",
            "I'll join the Thursday group.",
            "We'll take the hexagons.",
            "Let's do tracing then.",
            "Right, let's call it Falcon.",
            "So the kitchen goes to the south side.",
            "Then the tomatoes go by the shed.",
        ] {
            assert!(put_so(text), "{text}");
        }
    }

    #[test]
    fn questions_wishes_reports_and_what_goes_on_are_no_choices() {
        for text in [
            "That's just how it is.",
            "It is what it is.",
            "I don't know what it is.",
            "Whatever it is, it's loud.",
            "Plain it is then?",
            "Are we having it at the lake house?",
            "Maybe I'm buying the Canon.",
            "He said we're moving to Berlin.",
            "If Tom leaves, I'm taking his desk.",
            "I'm getting a timeout on line 40.",
            "I'm having trouble with the login.",
            "We're getting a lot of errors.",
            "I'm having lunch, back in ten.",
            "I'll take a look.",
            "I'll call them on Monday.",
            "Let's see what happens.",
            "Let's take a break.",
            "Let's say the budget is 500.",
            "The bus goes to the station.",
            "I'd like to join the Thursday group.",
        ] {
            assert!(!put_so(text), "{text}");
        }
    }
}

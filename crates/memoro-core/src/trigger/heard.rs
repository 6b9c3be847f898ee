//! A third reading of messages, by a network that was learned from thousands of them: people tell an assistant to keep,
//! change or drop something in more ways than can be listed. What the rules understood stands, unless the network surely takes
//! it for talk; where they understood nothing, or found no slot for it, the network says what is wanted, of which slot, and
//! which words are the value.
//! Writes nothing where it is not sure, and nothing for code and quotations.

mod gate;
mod guard;
mod levels;
mod net;
mod reach;
mod sight;
mod words;

use std::ops::Range;

use levels::LEVELS;
use net::Heard;

use super::slot::{Found, tidy};
use super::text::{Piece, Text};
use super::time::{self, Span};
use super::{
    Command, EVERYTHING, Intent, bounds, change, cited, clause, command, cue, directive, due, en, errand,
    free, keys, memo, plan, recalled, repair, slot, th, values, venture, whose, writes, zh,
};
use crate::content::EntryKind;
use crate::scope::ScopeKind;
use crate::text::{is_han, is_thai};

pub(super) use guard::{is_for_what_follows, is_once};

/// A piece of a message as the embedded model cuts it.
#[derive(Debug, Clone, PartialEq)]
pub struct Cut {
    /// Its bytes in the message.
    pub span: Range<usize>,
    /// The number of the piece; none where no piece covers it.
    pub piece: Option<u32>,
    /// Whether a gap stands before it.
    pub begins: bool,
    /// Its vector as it lies in the model's table; empty where no piece covers it.
    pub row: Vec<f32>,
}

/// From here on something is wanted where the rules heard nothing.
const SURE: f64 = 0.9;
/// From here on something is wanted where the rules heard nothing, and no word asks to keep, to change or to do so always.
const SURE_UNASKED: f64 = 0.95;
/// From here on something is wanted where the rules heard something too.
const AGREED: f64 = 0.5;
/// From here on something is dropped: what is gone is gone.
const SURE_TO_FORGET: f64 = 0.95;
/// From here on something is shown, which changes nothing.
const SURE_TO_SHOW: f64 = 0.7;
/// From here on what waits is confirmed or turned down: where nothing waits, that changes nothing.
const SURE_TO_ANSWER: f64 = 0.8;
/// From here on everything is dropped.
const SURE_OF_ALL: f64 = 0.97;
/// From here on a slot is taken where the rules found none.
const SURE_OF_SLOT: f64 = 0.6;
/// From here on a slot is taken where the rules found a family.
const SURER_OF_SLOT: f64 = 0.8;
/// From here on a slot is taken where the rules found another.
const SUREST_OF_SLOT: f64 = 0.85;
/// Up to here what the rules found is talk.
const SURE_OF_TALK: f64 = 0.05;
/// Up to here what the rules found for this talk is a wish for one answer.
const SURE_OF_ONCE: f64 = 0.3;
/// A longer message is talk or a text.
const LONGEST: usize = 420;

/// Slots whose key goes on with the name of a thing.
const FAMILIES: [&str; 8] =
    ["expertise", "likes", "dislikes", "uses", "preferred", "project", "deadline", "allergy"];

/// Slots that rules take for others: a time zone for a place, a tool for an office.
const RARE: [&str; 6] = ["timezone", "currency", "place.work", "languages", "working_hours", "uses.editor"];

/// Reads a message once more: what the rules made of it, and what is heard in it.
pub(super) fn commands(
    text: &Text,
    understood: Vec<Command>,
    cut: &dyn Fn(&str) -> Vec<Cut>,
) -> Vec<Command> {
    let whole = text.whole();
    // What holds for this talk alone is nothing that the network knows of, unless it is for one answer.
    let session = understood.iter().any(|one| one.scope == ScopeKind::Session);
    let here = session && !guard::is_once(whole) || guard::is_addressed(whole);
    let elsewhere = whole.strip_all("please").strip("set|change|update|configure|switch").is_some()
        && change::is_elsewhere(whole);
    let errand =
        elsewhere || errand::is_one(whole) || cited::is_worked_on(whole) || guard::is_for_what_follows(whole);
    // 那如果我让你以后都用英文回答呢: what is only supposed, and asked after, is wanted of nobody.
    let supposed = clause::is_supposed(whole) && clause::is_question(whole);
    let asks = understood.is_empty() && (supposed || clause::asks_how(whole));
    let thought = understood.is_empty() && clause::sentences(whole).into_iter().any(recalled::is_one)
        || asks
        || plan::is_own(whole)
        || plan::is_supposed(whole)
        || errand
        || cited::is_cited(whole, None);
    if thought || here || !may_be_talk(&understood) || whole.seen().len() > LONGEST || memo::quotes(whole) {
        return understood;
    }
    if guard::asks_behind(whole, &understood) {
        return understood;
    }
    let message = whole.written();
    let cuts = cut(message);
    if !gate::lets_in(&cuts) {
        return understood;
    }
    let Some(read) = net::read(&cuts, message) else { return understood };
    let talk = if session && !guard::is_only(whole) { SURE_OF_ONCE } else { SURE_OF_TALK };
    let unheard = read.sure <= talk && !understood.first().is_some_and(guard::drops_a_key);
    if understood.is_empty() && read.sure < SURE.min(least(read.intent, "")) || unheard {
        return Vec::new();
    }
    if understood.len() > 1 {
        return understood;
    }
    let Some(heard) = read.heard(&cuts, message) else { return understood };
    let Some(ruled) = understood.first() else {
        let found = if heard.sure >= bar(&heard, whole) { made(&heard, whole, None) } else { None };
        let stands = |command: &Command| !writes(command.intent) || !repair::ends_so(whole);
        return found.filter(stands).into_iter().collect();
    };
    let found = made(&heard, whole, Some(ruled)).filter(|command| outdoes(&heard, command, ruled));
    let beside = found.as_ref().is_some_and(|command| stands_beside(ruled, command, message));
    match found.or_else(|| shortened(&heard, ruled, message)) {
        Some(command) if beside => vec![ruled.clone(), command],
        Some(command) => vec![command],
        None => understood,
    }
}

/// Tells whether what was heard stands in another clause than what the rules found, each under a slot of its own: 我在墨尔本，时区按AEST算.
fn stands_beside(ruled: &Command, heard: &Command, message: &str) -> bool {
    let slot = |one: &Command| one.key.as_deref().is_some_and(|key| keys::kind_of(key).is_some());
    let value = if heard.key.as_deref() == Some("timezone") { "时区" } else { heard.value.as_str() };
    let place = |value: &str| message.find(value).map(|at| at..at + value.len());
    let (Some(first), Some(second)) = (place(&ruled.value), place(value)) else { return false };
    let between = message.get(first.end..second.start).unwrap_or_default();
    keeps(ruled.intent)
        && keeps(heard.intent)
        && slot(ruled)
        && slot(heard)
        && first.end <= second.start
        && between.contains([',', '，', ';', '；'])
}

/// Ends the value of a slot where its clause ends, if the network sees it end there or before: what follows is a reason, an
/// aside, or when it came to be so.
fn shortened(heard: &Heard, ruled: &Command, message: &str) -> Option<Command> {
    const LATER: &str = "last|this|next|since|yesterday|today|recently|now|already|these|from|because|so|but|though|when|while|which|who|until|till|after|before|originally|currently|mostly";
    let key = ruled.key.as_deref()?;
    let (family, _) = key.split_once('.').unwrap_or((key, ""));
    let value = heard.value.clone().or_else(|| heard.thing.clone())?;
    let open = matches!(heard.slot, "likes" | "dislikes" | "allergy" | "uses") && family == heard.slot;
    if !(open || heard.slot == key && !key.starts_with("response.")) {
        return None;
    }
    let start = message
        .find(ruled.value.as_str())
        .filter(|start| (*start..=*start + ruled.value.len()).contains(&value.end))?;
    let mut before = ' ';
    let named =
        matches!(key, "name" | "nickname" | "employer" | "place" | "place.work" | "hometown" | "role")
            || key.rsplit('.').next() == Some("name");
    let ends = |(at, c): (usize, char)| {
        let rest = ruled.value.get(at..).unwrap_or_default().trim_start();
        // A Thai name, firm or address goes on behind a blank; only what opens a clause does not.
        let goes_on = is_thai(before) && named && !bounds::opens_clause(rest);
        let gap = c == ' ' && (is_thai(before) || is_han(before)) && !goes_on;
        let word = rest.split(' ').next().unwrap_or_default();
        let door = rest.starts_with("next door") || rest.starts_with("next to");
        let later = c == ' ' && !door && start + at == value.end && LATER.split('|').any(|one| one == word);
        let titled =
            c == ',' && rest.get(1..).unwrap_or_default().trim_start().starts_with(char::is_uppercase);
        let mark =
            !titled && matches!(c, ',' | ';' | '，' | '；' | '。' | '…' | '!' | '！' | '(' | '（' | '—');
        before = c;
        ((mark || gap || later) && at > 0 && start + at >= value.end).then_some(at)
    };
    let short = Text::of(ruled.value.get(..ruled.value.char_indices().find_map(ends)?)?);
    let short = tidy(short.whole().open()).written();
    let name = keys::slug(short);
    let key = if open { keys::shorten(&format!("{family}.{name}")) } else { key.to_owned() };
    (!name.is_empty()).then(|| Command { key: Some(key), value: short.to_owned(), ..ruled.clone() })
}

/// Tells whether what the rules found is such that another reading may be better, or that it may be talk.
fn may_be_talk(understood: &[Command]) -> bool {
    understood.iter().all(|one| (keeps(one.intent) || one.intent == Intent::Forget) && one.remark.is_none())
}

fn keeps(intent: Intent) -> bool {
    matches!(intent, Intent::Remember | Intent::SetPreference | Intent::Update)
}

/// From which likelihood on what was heard is done where the rules heard nothing: what no word asks to keep must be surer.
fn bar(heard: &Heard, whole: Piece<'_>) -> f64 {
    let least = least(heard.intent, heard.slot);
    if keeps(heard.intent) && !guard::is_asked(whole) { SURE_UNASKED.max(least) } else { least }
}

/// From which likelihood on something is wanted where the rules heard nothing.
fn least(intent: Intent, slot: &str) -> f64 {
    match (intent, slot) {
        (Intent::Show, _) => SURE_TO_SHOW,
        (Intent::Confirm | Intent::Reject, _) => SURE_TO_ANSWER,
        (Intent::Forget, "all") => SURE_OF_ALL,
        (Intent::Forget, _) => SURE_TO_FORGET,
        _ => SURE,
    }
}

/// Tells whether what was heard is better than what the rules found.
fn outdoes(heard: &Heard, command: &Command, ruled: &Command) -> bool {
    let free = ruled.key.as_deref().is_some_and(|key| keys::kind_of(key).is_none());
    if free && matches!(command.intent, Intent::Confirm | Intent::Reject | Intent::Show) {
        return heard.sure >= SURE && keeps(ruled.intent);
    }
    let (Some(key), Some(was)) = (&command.key, &ruled.key) else { return false };
    let placed = !matches!(heard.slot, "free" | "rule" | "-" | "all");
    let family = was.split('.').next().unwrap_or_default();
    let open = FAMILIES.contains(&family) && !is_slot(was);
    // What is said of a project by its name is said of nothing else.
    if family == "project" && was.split('.').count() > 2 {
        return false;
    }
    if keeps(ruled.intent) && command.intent == Intent::Forget {
        return heard.sure >= SURE_TO_FORGET && placed;
    }
    if keeps(ruled.intent) != keeps(command.intent) || heard.sure < AGREED || key == was {
        return false;
    }
    // What is preferred to another is told whole: 喜欢茶胜过咖啡.
    if open && heard.slot == family || was.contains("_or_") {
        return false;
    }
    // The rules kept the words beside the matter: 鞋码43，帮我记着，买鞋老忘.
    if free && heard.slot == "free" && heard.thing.is_some() && heard.sure >= SURE {
        return !ruled.value.contains(command.value.as_str());
    }
    let least = match keys::kind_of(was) {
        None => SURE_OF_SLOT,
        Some(_) if heard.slot == "assistant.name" => SURE_OF_SLOT,
        Some(_) if !open && !RARE.contains(&heard.slot) => return false,
        Some(_) if open => SURER_OF_SLOT,
        Some(_) => SUREST_OF_SLOT,
    };
    placed && heard.sure_of_slot >= least
}

/// Tells whether a key is a slot by itself: `uses.editor`, not `uses.hammer`.
fn is_slot(key: &str) -> bool {
    keys::alias(&key.replace(['.', '_'], " ")).is_some() || net::has_slot(key)
}

/// Words that ask to keep what stands before them.
const CUES: &str = "จำไว้ด้วย|จำไว้|จำด้วย|จดไว้ด้วย|จดไว้|จดด้วย|นะ|ครับ|ค่ะ|คะ|หน่อย|记住了|记住|记一下|记着|remember that|remember it|please|keep that in mind";

/// What is to be kept, without the words before it that ask for it: no key and no value begins with them.
fn asked_to_keep(said: Piece<'_>) -> Piece<'_> {
    let asked = cue::at(said.trim_start()).filter(|cue| cue.intent == Intent::Remember);
    let content =
        asked.map(|cue| cue.content.strip_all("that|ว่า|，|：")).filter(|rest| !rest.trim().is_empty());
    content.unwrap_or(said)
}

/// Makes the command that was heard, where its words are there and nothing speaks against it.
fn made(heard: &Heard, whole: Piece<'_>, ruled: Option<&Command>) -> Option<Command> {
    let mut span = time::strip_start(whole).0.or(time::strip_end(whole).0);
    if heard.intent == Intent::SetPreference && time::is_of_today(whole) {
        span = span.or(Span::for_today());
    }
    let aged = heard.slot.rsplit('.').next() == Some("age");
    let part = |range: &Option<Range<usize>>| {
        let range = reach::whole_words(whole.written(), range.clone()?);
        let range = if aged { reach::with_years(whole.written(), range) } else { range };
        let words = tidy(whole.open().cut(range.start, range.end));
        Some(tidy(words.strip_small_ends("กับ|ละ"))).filter(|piece| !piece.is_empty())
    };
    let (value, thing) = (part(&heard.value), part(&heard.thing));
    let slot = guard::slot_of(heard.slot, value.or(thing), whole)?;
    // What is surely to be kept, and surely not there, is kept as it was said.
    let otherwise = guard::lacks_evidence(slot, whole);
    if otherwise && ruled.is_some() {
        return None;
    }
    let (slot, value, thing) = match heard.intent {
        Intent::SetPreference if otherwise => ("rule", None, None),
        // A number or a name alone: its clause says of what it is.
        _ if otherwise => {
            let bare =
                |words: &Piece<'_>| words.seen().chars().count() <= 12 && !words.seen().trim().contains(' ');
            ("free", value.filter(bare), None)
        }
        _ => (slot, value, thing),
    };
    // What will be so fills no slot of what is so now.
    if time::names_ahead(whole)
        && matches!(slot, "place" | "place.work" | "employer" | "role" | "working_hours" | "diet")
    {
        return None;
    }
    let heard = &Heard { slot, ..heard.clone() };
    let own = || guard::speaks_of_self(slot, whole) || heard.intent == Intent::Forget;
    let replaces = || ruled.is_none() || guard::may_replace(heard, value, whole) && own();
    if !guard::allows(heard, value, whole) || !replaces() {
        return None;
    }
    match heard.intent {
        Intent::Remember | Intent::SetPreference | Intent::Update => {
            let words = || {
                free::find(asked_to_keep(whole.strip_ends(CUES)))
                    .filter(|_| ruled.is_none() && heard.intent == Intent::Remember)
            };
            let found = kept(heard.slot, value, thing, whole).or_else(words)?;
            // What is said of one is not put under another in the place of what the rules found.
            if ruled.is_some() && !whose::agrees(&found.key, &found.value, whole) {
                return None;
            }
            Some(command::written(heard.intent, found, span, whole))
        }
        Intent::Forget => {
            let key = dropped(heard.slot, thing.or(value))?;
            Some(command::named(Intent::Forget, key, thing.or(value).unwrap_or(whole), (span, 900, whole)))
        }
        Intent::Show | Intent::Confirm | Intent::Reject => {
            let about = whole.cut(0, 0);
            let asked = super::ask::Ask { intent: heard.intent, key: None, about };
            Some(command::asked_for(&asked, &Span::default(), whole))
        }
        Intent::None => None,
    }
}

/// Words before what somebody does not eat.
const NOT_EATEN: &str =
    "don't eat|do not eat|never eat|can't eat|no|ไม่ทาน|ไม่กิน|งดทาน|งดกิน|งด|เลิกกิน|不吃|不能吃|忌口|戒了|不碰";

/// What is to be kept, under the key of its slot.
fn kept(slot: &str, value: Option<Piece<'_>>, thing: Option<Piece<'_>>, whole: Piece<'_>) -> Option<Found> {
    match slot {
        "-" | "all" => None,
        "rule" => {
            let said = asked_to_keep(value.map_or(whole, |value| guard::clause_of(value, whole)));
            free::find(said).map(|found| Found {
                kind: if found.kind == EntryKind::Fact { EntryKind::Instruction } else { found.kind },
                ..found
            })
        }
        "free" => match (thing, value) {
            (Some(thing), Some(value)) => {
                let key = Some(free::name(thing)).filter(|key| !key.is_empty())?;
                let key = if keys::kind_of(&key).is_some() { format!("about.{key}") } else { key };
                Some(Found { known: false, ..Found::known(keys::shorten(&key), value)? })
            }
            // A number or a name alone says nothing of what it is.
            (_, Some(value)) if value.seen().chars().count() <= 12 && !value.seen().trim().contains(' ') => {
                let said = guard::clause_of(value, whole);
                let told = if tidy(said).seen() == value.seen() { whole } else { said };
                slot::known(told)
                    .filter(|found| !found.key.starts_with("response."))
                    .or_else(|| free::find(asked_to_keep(told.strip_ends(CUES))))
            }
            (_, Some(value)) => {
                free::find(asked_to_keep(value)).filter(|_| !value.strip_ends(CUES).is_empty())
            }
            (_, None) => free::find(asked_to_keep(whole)),
        },
        "likes" | "dislikes" | "allergy" => Found::named(slot, value.or(thing)?),
        "diet" if value.is_some_and(|value| guard::is_denied(value) || value.strip(NOT_EATEN).is_some()) => {
            let what = value?;
            let what = what.strip(NOT_EATEN).unwrap_or(what);
            let no = what.seen().chars().find(|c| c.is_alphabetic()).map_or("no ", |c| match c {
                c if is_thai(c) => "ไม่กิน",
                c if is_han(c) => "不吃",
                _ => "no ",
            });
            Found::avoided(what, &format!("{no}{}", tidy(what).seen()))
        }
        "uses" => slot::uses(value.or(thing)?),
        "expertise" => {
            let topic = thing?;
            let said = || values::find(LEVELS, guard::clause_of(topic, whole).seen());
            let level = value.and_then(|words| values::find(LEVELS, words.seen())).or_else(said);
            let level = level.unwrap_or("advanced");
            let seen = topic.seen();
            if seen.chars().any(is_thai) {
                th::skill(topic, level)
            } else if seen.chars().any(is_han) {
                zh::skill(topic, level)
            } else {
                en::skill(topic, level)
            }
        }
        "project" if venture::find(whole).is_some() => venture::find(whole),
        "preferred" | "project" => {
            Found::known(keys::shorten(&format!("{slot}.{}", keys::category(thing?.written()))), value?)
        }
        "deadline" => {
            let own = |thing: &Piece<'_>| {
                thing.strip_all(["my|our|the|i", th::ME, zh::ME]).strip_all("的|ของ").is_empty()
            };
            let name = thing.map(due::bare).filter(|thing| !thing.is_empty() && !own(thing));
            let name = name.map_or_else(|| "project".to_owned(), |thing| keys::slug(thing.written()));
            Found::known(keys::shorten(&format!("deadline.{name}")), value?)
        }
        "response.emoji" => {
            let said = guard::clause_of(value.unwrap_or(whole), whole);
            let unwanted = said.has_any(values::NEGATIONS)
                || said.has_any("唔好|唔要|hate|annoying|childish|รำคาญ|ไม่|烦|讨厌|少|免");
            Found::fixed(slot, if unwanted { "no" } else { "yes" })
        }
        slot if slot.starts_with("response.") => {
            let table = values::table(slot);
            let said = value.unwrap_or(whole);
            let words = [said, whole];
            let canonical =
                table.and_then(|table| words.iter().find_map(|one| values::find(table, one.seen())));
            let most = if slot == "response.length" { directive::most(said) } else { None };
            // อย่าตอบเป็นตารางอีก: what is not wanted is never kept as what is.
            let denied = slot != "response.language" && value.is_some_and(guard::is_denied);
            most.or_else(|| canonical.map(|word| directive::turned(word, denied)))
                .map_or_else(|| Found::known(slot, value?), |word| Found::fixed(slot, &word))
        }
        slot => Found::known(slot, value?),
    }
}

/// The key of what is to be dropped.
fn dropped(slot: &str, named: Option<Piece<'_>>) -> Option<String> {
    match slot {
        "-" => None,
        "all" => Some(EVERYTHING.to_owned()),
        "free" | "rule" => named.map(free::name).filter(|key| !key.is_empty()),
        slot if FAMILIES.contains(&slot) => {
            let name = keys::slug(named?.written());
            (!name.is_empty()).then(|| due::plain(keys::shorten(&format!("{slot}.{name}"))))
        }
        slot => Some(slot.to_owned()),
    }
}

//! What a decision is for, what it chose and what it chose that instead of, as far as its words say so: "Redis *for the
//! mail queue* instead of Kafka". A decision that names another thing takes nothing back, however alike the tools are.

use super::cues::{begins, find, find_from, phrases};
use super::leave::{Choice, GAP, PUT, Whole, named, take_out};
use super::matter::VAGUE;
use super::subject::{FRAMES, Subject};
use crate::text::{Term, is_thai};

/// What a decision is for, its choice, and what that takes the place of.
#[derive(Debug, Clone, Default)]
pub(super) struct Aim {
    /// What it is for, the head of it by itself.
    topic: Option<(Subject, Option<Term>)>,
    chosen: Subject,
    displaced: Subject,
    /// What it names as left.
    left: Vec<Subject>,
    /// What it names as left, each with what that was for.
    wholes: Vec<Whole>,
    /// All that it is about.
    about: Subject,
    /// What it chose, choice by choice.
    choices: Vec<Choice>,
}

/// How much of what is named as left an earlier decision must speak of, so that it is left whole.
const WHOLE: f64 = 0.8;

/// Words before what a choice takes the place of.
const DISPLACES: &str = "instead of using|instead of|rather than using|rather than|in place of|แทนที่จะใช้|แทนที่จะ|แทนที่|แทน|ไม่ใช้|ไม่เอา|\
    而不是用|而不是|而不用|不再用|不用|代替|取代|替代";
/// Words that only look like those.
const NO_PLACE: [&str; 5] = ["ตัว", "ผู้", "ตอบ", "ทด", "ซื้อ"];
/// Words at which that ends.
const UNTIL: &str = "for|as|in|on|because|since|so|and|but|when|while|to|สำหรับ|กับ|ใน|เพราะ|เนื่องจาก|แล้ว|ทำ|เป็น|นะ|ครับ|ค่ะ|做|来做|作为|用于|用来|因为|了|吧|写|开发|搭建";
/// What something is changed from, up to the second words.
const FROM: [(&str, &str); 5] = [
    ("from", "over to|to"),
    ("off of|off", "over to|onto|to"),
    ("replace|replacing|swap", "with|by|for"),
    ("จาก", "เป็น|ไปใช้|มาใช้|ไปเป็น|ไป|มา"),
    ("从|從", "换|改|迁|切|转|換|遷|轉"),
];

/// Words between which the thing stands that is changed.
const CHANGES: [(&str, &str); 3] = [
    (
        "switch|switching|switched|move|moving|moved|migrate|migrating|migrated|change|changing|changed|convert",
        "over to|to",
    ),
    ("เปลี่ยน|ย้าย", "เป็น|ไปใช้|มาใช้|ไปเป็น|ไป|มา"),
    ("把|将|將", "换成|换到|改成|改为|改用|迁到|迁移到|切到|切换到|替换成|替换为|换用|換成|改為|遷到|切換到"),
];
/// Words after which the thing follows, the plainest first.
const AFTER: [&str; 2] = [
    "for the|for our|for all|for every|for|as the|as our|as|สำหรับ|เป็น|ทำ|用于|用来|用作|来做|做|作为",
    "in the|in our|on the|on our|inside the|กับ|ของ|ใน",
];
/// Words before which the thing stands.
const BEFORE: [&str; 3] = [
    "will be using|will use|should use|uses|use|will be|should be|is going to be|is|are|goes to|runs on|will run on|moves to|stays on|stays with|gets",
    "จะใช้|ให้ใช้|เลือกใช้|เปลี่ยนเป็น|เปลี่ยนไปใช้|เปลี่ยนมาใช้|ย้ายไปใช้|ใช้",
    "就用|改用|还是用|确定用|采用|选用|使用|换成|换用|改成|改为|迁到|切到|用|选|還是用|採用|換成|改為|選",
];
/// Words with which a thing begins in English.
const DEFINITE: &str = "the|our|all|every|each";
/// Reasons and people that a choice is for; no thing.
const NO_THING: &str = "simplicity|performance|speed|safety|security|cost|costs|price|reasons|reason|clarity|consistency|compliance|scalability|reliability|convenience|compatibility|maintenance|better|less|more|faster|cheaper|easier|\
    a while|the time being|the moment|everyone|everybody|both|each|good measure|sure|certain|long|default|well|soon|start|beginning|meantime|ทีม|ทุกคน|ผม|ฉัน|คุณ|พวก|ตอนแรก|团队|大家|所有人|方便|安全|性能|起见|你|我|他们";
/// Words before a thing that say nothing of it.
const LEADS: &str = "ให้|ว่า|ที่|ส่วน|เรื่อง|งั้น|给|让|在|对|那|关于|這|这|至于|里|中|上";

impl Aim {
    /// Reads a decision.
    pub(super) fn of(text: &str) -> Self {
        let lower: String = text.chars().take(super::subject::MATTER).collect();
        let lower = lower.to_ascii_lowercase();
        let (wholes, about) = (Whole::all(&lower), Subject::of_decision(&lower));
        let (bare, displaced) = cut(&lower);
        let (bare, mut left) = take_out(&bare);
        left.extend([named(&displaced)].into_iter().chain(changed(&bare)).filter(|words| !words.is_empty()));
        let choices = Choice::all(&bare);
        let (topic, rest) = match topic_of(&bare).or_else(|| leaving(&bare)) {
            Some((at, end)) => {
                let words = bare.get(at..end).unwrap_or_default();
                let rest =
                    [bare.get(..at).unwrap_or_default(), bare.get(end..).unwrap_or_default()].join(" ");
                (Some(topic(words)), rest)
            }
            None => (None, bare),
        };
        let topic = topic.filter(|(words, _)| !words.is_empty());
        let (chosen, displaced) = (Subject::of_decision(&rest), Subject::of_decision(&displaced));
        Self { topic, chosen, displaced, left, wholes, about, choices }
    }

    /// Returns the words of everything that it names as left.
    pub(super) fn left(&self) -> impl Iterator<Item = Term> {
        self.left.iter().flat_map(Subject::words)
    }

    /// Returns the words of what it names as left together with what that was for.
    pub(super) fn left_with_use(&self) -> impl Iterator<Item = Term> {
        self.wholes.iter().flat_map(|whole| whole.words.words())
    }

    /// Takes in what other words, said in one breath with it, name as left.
    pub(super) fn leave_also(&mut self, other: Self) {
        self.left.extend(other.left);
        self.wholes.extend(other.wholes);
    }

    /// Tells whether it names as left what an earlier decision chose, and nothing that this one does not speak of.
    pub(super) fn leaves_whole(&self, earlier: &Self) -> bool {
        let named = |whole: &&Whole| whole.words.covered_by(&earlier.about) >= WHOLE;
        let chose = |whole: &Whole| {
            // Where no word says what was chosen, all of it must be named.
            let all = earlier.choices.is_empty() && earlier.about.covered_by(&whole.words) >= WHOLE;
            all || earlier.choices.iter().any(|choice| choice.is_within(&whole.words))
        };
        self.wholes.iter().filter(named).any(chose)
    }

    /// Tells whether it does no more than leave something that has another name than what an earlier decision speaks of.
    pub(super) fn leaves_another(&self, earlier: &Self) -> bool {
        let other = |whole: &Whole| whole.names.adds_to(&earlier.about);
        self.choices.is_empty() && !self.wholes.is_empty() && self.wholes.iter().all(other)
    }

    /// Tells whether it names as left what an earlier decision chose, as far as is known for the same thing.
    pub(super) fn leaves(&self, earlier: &Self) -> bool {
        self.leaves_whole(earlier) || self.leaves_by_name(earlier)
    }

    fn leaves_by_name(&self, earlier: &Self) -> bool {
        self.left.iter().filter(|left| earlier.chose(left)).any(|left| {
            // "Switch Postgres to SQLite" names what was chosen as the thing that is changed.
            let thing = self.topic.as_ref().filter(|(words, _)| words.covered_by(left) < 1.0);
            thing.is_none() || !self.is_apart(earlier)
        })
    }

    fn leaves_choice(&self, earlier: &Self) -> bool {
        self.left.iter().any(|left| earlier.chose(left))
    }

    fn chose(&self, left: &Subject) -> bool {
        self.choices.iter().any(|choice| choice.is(left))
    }

    /// Tells whether both name a thing, and have a word of it in common.
    pub(super) fn is_of_one(&self, earlier: &Self) -> bool {
        let both = self.topic.as_ref().zip(earlier.topic.as_ref());
        both.is_some_and(|((new, _), (old, _))| new.common(old) > 0)
    }

    /// Tells whether it names no thing that it is for.
    pub(super) const fn names_no_thing(&self) -> bool {
        self.topic.is_none()
    }

    /// Tells whether both name one thing, with the same words.
    pub(super) fn is_of_same(&self, earlier: &Self) -> bool {
        let both = self.topic.as_ref().zip(earlier.topic.as_ref());
        both.is_some_and(|((new, _), (old, _))| new == old)
    }

    /// Tells whether it only leaves something and chooses nothing.
    pub(super) fn only_leaves(&self) -> bool {
        self.choices.is_empty() && !(self.wholes.is_empty() && self.left.is_empty())
    }

    /// Tells whether this speaks of another thing than an earlier decision. Where one of them names no thing, nobody knows.
    pub(super) fn is_apart(&self, earlier: &Self) -> bool {
        let Some(((new, new_head), (old, old_head))) = self.topic.as_ref().zip(earlier.topic.as_ref()) else {
            return false;
        };
        match new.common(old) {
            // "Switch Postgres to SQLite" names what was chosen as the thing that is changed.
            0 => new.common(&earlier.chosen) == 0,
            common if common == new.len().min(old.len()) => false,
            // The session cache and the page cache are two caches; the orders db may be the orders database.
            _ => new_head == old_head || !(self.displaces(earlier) || self.leaves_choice(earlier)),
        }
    }

    /// Tells whether this takes the place of something that an earlier decision did not choose, and is not for the same
    /// thing either.
    pub(super) fn means_another(&self, earlier: &Self) -> bool {
        !self.displaced.is_empty() && !self.displaces(earlier) && !self.is_of_one(earlier)
    }

    fn displaces(&self, earlier: &Self) -> bool {
        let topic = earlier.topic.as_ref().map_or(0, |(words, _)| self.displaced.common(words));
        self.displaced.common(&earlier.chosen) + topic > 0
    }
}

/// Takes what a choice takes the place of out of a text; returns the rest, and that.
pub(super) fn part(lower: &str) -> (String, String) {
    without(lower, displaced_at(lower), " ")
}

/// Tells whether a text in lower case changes something from one thing into another, and names both.
pub(super) fn changes_from(lower: &str) -> bool {
    displaced_at(lower).is_some_and(|place| place.changes)
}

/// Does the same as `part`, and keeps in sight where the words stood that do not tell what is changed into what.
fn cut(lower: &str) -> (String, String) {
    let place = displaced_at(lower);
    let gap = if place.is_some_and(|place| place.changes) { "" } else { GAP };
    without(lower, place, gap)
}

/// Where the words stand that a choice takes the place of: those that lead to them, they themselves, and their end.
#[derive(Clone, Copy)]
struct Displaced {
    at: usize,
    from: usize,
    end: usize,
    /// Whether something is changed from them into something else.
    changes: bool,
}

fn without(lower: &str, place: Option<Displaced>, gap: &str) -> (String, String) {
    let Some(Displaced { at, from, end, .. }) = place else { return (lower.to_owned(), String::new()) };
    let (before, after) = (lower.get(..at).unwrap_or_default(), lower.get(end..).unwrap_or_default());
    // "Swap Go for Rust": the word between the two says nothing of what Rust is for.
    let after = if lower.get(at..).is_some_and(|text| begins(text, FROM[2].0).is_some()) {
        begins(after, FROM[2].1).and_then(|end| after.get(end..)).unwrap_or(after)
    } else {
        after
    };
    (format!("{before}{gap}{after}"), lower.get(from..end).unwrap_or_default().to_owned())
}

fn displaced_at(lower: &str) -> Option<Displaced> {
    for (from, to) in FROM {
        if let Some((at, from, end)) = between(lower, from, to) {
            return Some(Displaced { at, from, end, changes: true });
        }
    }
    let mut place = find(lower, DISPLACES);
    while let Some((at, from)) = place {
        let before = lower.get(..at).unwrap_or_default();
        let end = stop(lower, from);
        let named = !Subject::of_decision(lower.get(from..end).unwrap_or_default()).is_empty();
        if named && !NO_PLACE.iter().any(|word| before.ends_with(word)) {
            return Some(Displaced { at, from, end, changes: false });
        }
        place = find_from(lower, DISPLACES, from);
    }
    None
}

/// Returns where the words end that follow a place.
pub(super) fn stop(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    // A word right behind the mark belongs to what follows.
    let inside =
        rest.char_indices().find(|(_, c)| c.is_alphanumeric()).map_or(0, |(at, c)| at + c.len_utf8());
    let mark = rest
        .char_indices()
        .skip_while(|(at, _)| *at < inside)
        .find(|(_, c)| is_mark(*c))
        .map(|(at, _)| from + at);
    let word = find_from(text, UNTIL, from + inside).map(|(at, _)| at);
    mark.into_iter().chain(word).min().unwrap_or(text.len())
}

pub(super) fn is_mark(c: char) -> bool {
    matches!(
        c,
        ',' | '.'
            | ';'
            | ':'
            | '('
            | '!'
            | '?'
            | '\n'
            | '，'
            | '。'
            | '；'
            | '：'
            | '（'
            | '！'
            | '？'
            | '、'
    )
}

/// Finds words that stand between two others in one clause: where the first begin and end, and where the second begin.
fn between(text: &str, first: &'static str, second: &'static str) -> Option<(usize, usize, usize)> {
    const LONGEST: usize = 120;
    let mut from = 0;
    while let Some((at, end)) = find_from(text, first, from) {
        let next = find_from(text, second, end).map(|(next, _)| next);
        if let Some(next) = next.filter(|next| next - end <= LONGEST) {
            let words = text.get(end..next).unwrap_or_default();
            if !words.contains(is_mark) && !Subject::of_decision(words).is_empty() {
                return Some((at, end, next));
            }
        }
        from = end;
    }
    None
}

/// Returns what is changed into something else.
fn changed(bare: &str) -> Option<Subject> {
    let place = CHANGES.iter().find_map(|(first, second)| between(bare, first, second));
    place.map(|(_, at, end)| named(bare.get(at..end).unwrap_or_default()))
}

/// Returns a place if a thing stands there: more than a time, a reason or somebody.
fn thing(bare: &str, at: usize, end: usize) -> Option<(usize, usize)> {
    let mut words = bare.get(at..end).unwrap_or_default().to_owned();
    for phrase in [VAGUE, NO_THING].into_iter().flat_map(phrases) {
        while let Some((at, end)) = find(&words, phrase) {
            words.replace_range(at..end, " ");
        }
    }
    (!Subject::of_decision(&words).is_empty()).then_some((at, end))
}

/// Returns where the thing stands that a decision is for.
fn topic_of(bare: &str) -> Option<(usize, usize)> {
    for (first, second) in CHANGES {
        if let Some((at, end)) = between(bare, first, second).and_then(|(_, at, end)| thing(bare, at, end)) {
            return Some((at, end));
        }
    }
    for list in AFTER {
        let (mut from, mut found) = (0, None);
        while let Some((at, end)) = find_from(bare, list, from) {
            // What something is changed into is no thing that it is for: เปลี่ยนเป็น.
            let into = bare.get(at..end) == Some("เป็น")
                && CHANGES[1].0.split('|').any(|verb| bare.get(..at).is_some_and(|text| text.contains(verb)));
            found = thing(bare, end, stop(bare, end)).filter(|_| !into).or(found);
            from = end;
        }
        if found.is_some() {
            return found;
        }
    }
    let before = BEFORE.iter().find_map(|list| before_verb(bare, find(bare, list)?.0));
    // "Host the site on Netlify": what is done belongs to the thing, "hosting" can be all that is said of it.
    before.or_else(|| {
        let (at, from, end) = between(bare, PUT, WHERE)?;
        begins(bare.get(from..end)?.trim_start(), DEFINITE)?;
        thing(bare, at, end)
    })
}

/// Words between a thing and where it is put, or what it is made of.
const WHERE: &str = "on|in|with|using|through|via|to|at";

/// Returns the thing that stands before a verb in its clause.
fn before_verb(bare: &str, verb: usize) -> Option<(usize, usize)> {
    let clause = bare.get(..verb)?;
    let start = clause.char_indices().rev().find(|(_, c)| is_mark(*c)).map_or(0, |(at, c)| at + c.len_utf8());
    let start = match clause.get(start..)? {
        clause if clause.is_ascii() => start + find(clause, DEFINITE)?.0,
        clause => start + clause.len() - after_leads(clause).len(),
    };
    thing(bare, start, verb)
}

/// Returns the thing that leaves something, where nothing else tells what a decision is for: "the cache leaves Redis".
fn leaving(bare: &str) -> Option<(usize, usize)> {
    let gap = bare.find(GAP)?;
    let clause = bare.get(..gap)?.rsplit(is_mark).next()?;
    let chooses = BEFORE.iter().any(|list| find(clause, list).is_some());
    before_verb(bare, gap).filter(|_| !chooses)
}

/// Drops the words before a thing that say nothing of it.
fn after_leads(clause: &str) -> &str {
    let mut rest = clause.trim_start();
    while let Some(end) = FRAMES.iter().chain([&LEADS]).filter_map(|list| begins(rest, list)).max() {
        rest = rest.get(end..).unwrap_or_default().trim_start();
    }
    rest
}

/// Returns the words of a thing and its head: the last of them, in Thai the first. A number is no head: the mail service 2 is
/// a service.
fn topic(words: &str) -> (Subject, Option<Term>) {
    let bare = after_leads(words);
    let all = Subject::of_decision(bare);
    let is_number = |word: &&str| word.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_punctuation());
    let words: Vec<&str> = bare.split_whitespace().filter(|word| !is_number(word)).collect();
    let order = Subject::in_order(&words.join(" "), &all);
    let head = if bare.contains(is_thai) { order.first() } else { order.last() };
    (all, head.copied())
}

#[cfg(test)]
mod tests;

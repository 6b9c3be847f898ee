//! What was settled in a conversation: every sentence is as likely as the network says, a proposal is tied to the words by which
//! somebody agreed to it, and both make one item. A question, or what an assistant says, settles nothing by itself.

use std::collections::BTreeMap;

use super::answers::{opening, unasked};
use super::bygone::is_bygone;
use super::chances::Limits;
use super::choice::{chooses, commits_outright};
use super::cues::{ALL, begins, has};
use super::instead::chooses_another;
use super::judge::{Found, judge, settles};
use super::net::Weighed;
use super::news::tells_of_others;
use super::offered::{offers_to_choose, tells_to};
use super::reasons;
use super::remark::{holds_once, is_remark, leans, only_thanks};
use super::retract;
use super::sentence::Sentence;
use super::signs::{Scene, Signs, after_lead};
use super::undecided::{is_open, is_undecided, only_leans, suggests};
use super::withdraw::takes_back;
use super::{Item, Kind, Matter, Said, Subject};
use crate::fusion::Role;

/// Returns what was settled.
pub(super) fn find(scene: &Scene<'_>, read: Vec<Vec<Weighed>>, limits: &Limits) -> Vec<Item> {
    let weigh = |(turn, sentences): (usize, Vec<Weighed>)| {
        let said = &scene.turns[turn];
        let role = said.role;
        let one = |(at, weighed): (usize, Weighed)| {
            let (chance, stated) = (weighed.chances.of(Kind::Decision), stated(&scene.read[turn][at], role));
            // Who opens with the words of deciding decides, also in a long list that reads like a log.
            let sentence = &scene.read[turn][at];
            let plain = stated >= DECIDED || stated > 0.0 && retract::opens(&sentence.seen);
            let opens = plain && opens_with_deciding(sentence);
            let least = if opens {
                0.0
            } else {
                let outright = stated >= DECIDED || commits_outright(sentence);
                limits.stated[usize::from(!outright)]
            };
            let chance = if chance >= least { chance.max(stated) } else { chance };
            let formed = chance >= limits.formed && chooses(scene, turn, at);
            let chance = if formed { chance.max(FORMED) } else { chance };
            let chance = if chance >= NEARLY && agrees_and_says(sentence) {
                chance.max(limits.settled)
            } else {
                chance
            };
            Chance { chance: by_manner(chance, sentence, said), signs: weighed.signs }
        };
        sentences.into_iter().enumerate().map(one).collect()
    };
    let weighed = read.into_iter().enumerate().map(weigh).collect();
    let Limits { settled: least, margin, tied, .. } = *limits;
    let mut settled =
        Settled { scene, weighed, least, margin, tied, used: BTreeMap::new(), items: Vec::new() };
    settled.proposals();
    settled.statements();
    settled.items
}

/// How sure the very words of deciding are.
const DECIDED: f32 = 0.85;

/// How sure the form of a choice is.
const FORMED: f32 = 0.6;

/// From which chance on a sentence settles something that begins by agreeing and goes on.
const NEARLY: f32 = 0.3;

/// "Agreed, every flag gets an owner", เห็นด้วยกับพี่เอก ห้าม deploy วันศุกร์: agrees with somebody and says what holds.
fn agrees_and_says(sentence: &Sentence<'_>) -> bool {
    const AGREES: &str = "agreed|i agree|we agree|เห็นด้วย|同意|赞成";
    let long = sentence.seen.chars().filter(|c| c.is_alphanumeric()).count() >= 12;
    long && !sentence.asks && begins(sentence.seen.trim_start(), AGREES).is_some()
}

/// Returns how likely it is that a sentence settles something by the manner in which it is said: a story of the past does not,
/// what a program offers to choose does once somebody says yes.
fn by_manner(chance: f32, sentence: &Sentence<'_>, said: &Said<'_>) -> f32 {
    match said.role {
        Role::Assistant if offers_to_choose(sentence) => chance.max(FORMED),
        _ if is_bygone(&sentence.seen, said.year) => 0.0,
        _ => chance,
    }
}

/// Returns how sure it is that a sentence settles something in so many words; 0 where it does not.
fn stated(sentence: &Sentence<'_>, role: Role) -> f32 {
    let found = judge(sentence, role).into_iter().find(|found| found.kind.is_settled());
    let behind = || {
        let rest = retract::behind(&sentence.seen);
        let opens = retract::opens(&sentence.seen) && role == Role::User && !sentence.asks;
        settles(rest, 0).filter(|found| opens && found.kind.is_settled())
    };
    found.or_else(behind).map_or(0.0, |found| f32::from(found.sure) / 1_000.0)
}

/// Tells whether a sentence begins with the words of deciding, or with who decides right before them.
fn opens_with_deciding(sentence: &Sentence<'_>) -> bool {
    const WHO: &str = "we|we've|we have|we just|we finally|we also|i|i've|i have|the team|เรา|พวกเรา|ทีม|ทีมเรา|我们|我們|咱们|咱們|我";
    let start = after_lead(retract::behind(&sentence.seen));
    let who = begins(start, WHO).map_or(start, |end| start.get(end..).unwrap_or_default().trim_start());
    ALL.iter().any(|cues| begins(start, cues.decided).is_some() || begins(who, cues.decided).is_some())
}

/// A sentence: what was seen of it, and how likely it is that it settles something.
struct Chance {
    signs: Signs,
    chance: f32,
}

/// Where a sentence stands: its turn, and its place in the turn.
type Place = (usize, usize);

struct Settled<'a> {
    scene: &'a Scene<'a>,
    weighed: Vec<Vec<Chance>>,
    least: f32,
    /// How much less likely a sentence may be than the best of its turn.
    margin: f32,
    /// From which chance on a sentence may be what another one agrees to.
    tied: f32,
    /// The item that each sentence belongs to.
    used: BTreeMap<Place, usize>,
    items: Vec<Item>,
}

impl Settled<'_> {
    /// Takes what was proposed, as a question or by an assistant, where a person agreed to it: right after it, or after
    /// one answer more.
    fn proposals(&mut self) {
        for place in
            self.likely(|settled, place| !settled.is_statement(place) || suggests(settled.sentence(place)))
        {
            let sentence = self.sentence(place);
            let choice = !self.is_person(place.0) && offers_to_choose(sentence);
            if (offers_a_deed(sentence) && !choice) || leans(sentence) || self.is_told(place) {
                continue;
            }
            let turns = self.scene.turns.len().min(place.0 + 3);
            // What a person suggests, a program can agree to; what a program says is agreed to by people alone.
            let may = |turn: &usize| self.is_person(*turn) || self.is_statement(place);
            let agreed = (place.0 + 1..turns).filter(may).find_map(|turn| {
                let from = opening(&self.scene.read[turn]);
                let first = self.weighed[turn].get(from)?;
                let told = choice && tells_to(self.sentence((turn, from)));
                if !told && !agrees(&first.signs) || only_thanks(&self.scene.read[turn]) {
                    return None;
                }
                // Dots alone say nothing, not even yes.
                let text = self.sentence((turn, from)).text;
                text.chars().find(|c| c.is_alphanumeric() || *c == '👍')?;
                let between = turn.checked_sub(1).filter(|between| *between > place.0);
                let against = between.and_then(|at| self.scene.read[at].first()).is_some_and(speaks_against);
                if against || (!told && self.settles_another(turn, &first.signs)) {
                    return None;
                }
                let repeats = |at: &usize| {
                    let one = &self.weighed[turn][*at];
                    one.chance >= self.least && (shares(&one.signs) || one.signs.has("no matter"))
                };
                let at = (0..self.weighed[turn].len()).find(repeats).unwrap_or(from);
                Some(((turn, at), first.signs.has("bare agreement")))
            });
            let Some((agreed, bare)) = agreed.filter(|_| !self.used.contains_key(&place)) else { continue };
            let item = self.push(place, Some(agreed));
            self.used.insert(agreed, item);
            if bare {
                self.used.entry((agreed.0, 0)).or_insert(item);
            }
        }
    }

    /// Tells whether a few words that name nothing follow words that leave it open: "Not sure. Leave it."
    fn is_left_open(&self, (turn, at): Place) -> bool {
        let sentence = self.sentence((turn, at));
        let names = Subject::of_decision(sentence.text).len() > 1;
        let mut before = self.scene.read[turn].iter().take(at);
        !names && is_brief(sentence) && before.any(|before| is_open(before))
    }

    /// Tells whether a statement was said before in the same words but for its numbers, again and again: a log, a drill.
    fn is_said_anew(&self, (turn, at): Place) -> bool {
        let bare = |text: &str| text.chars().filter(|c| c.is_alphabetic()).collect::<String>();
        let own = self.sentence((turn, at));
        let said = bare(own.text);
        let near = turn.saturating_sub(DRILL)..turn;
        let again = self.scene.read[near].iter().flatten().filter(|before| bare(before.text) == said);
        stated(own, Role::User) == 0.0 && again.count() >= 2
    }

    /// Tells whether a turn begins with a decision of its own, which only sounds like a yes to the words before it.
    fn settles_another(&self, turn: usize, first: &Signs) -> bool {
        let own = self.scene.read[turn].first();
        let own = own.is_some_and(|first| stated(first, Role::User) > 0.0 && !points_at_it(first));
        own && !shares(first) && !first.has("bare agreement")
    }

    /// Takes what people said. Who only says again what somebody else said agrees to it.
    fn statements(&mut self) {
        for place in self.likely(Self::is_statement) {
            if self.used.contains_key(&place) || self.is_echo(place) || is_undecided(self.sentence(place)) {
                continue;
            }
            let sentence = self.sentence(place);
            let remark =
                is_remark(sentence) && (stated(sentence, Role::User) < DECIDED || only_leans(sentence));
            if holds_once(sentence) || self.is_left_open(place) || self.is_said_anew(place) {
                continue;
            }
            if remark || self.accepts_a_deed(place) || suggests(sentence) || tells_of_others(sentence) {
                continue;
            }
            let Some(said) = self.said_before(place).or_else(|| self.proposed_to(place)) else {
                // A yes to nothing that was said settles nothing.
                if !self.weighed[place.0][place.1].signs.has("bare agreement") {
                    self.push(place, None);
                }
                continue;
            };
            if let Some(item) = self.used.get(&said).copied() {
                let span = self.sentence(place).span.clone();
                self.items[item].agreed.get_or_insert((place.0, span));
                self.used.insert(place, item);
            } else {
                let item = self.push(said, Some(place));
                self.used.insert(place, item);
            }
        }
    }

    /// Tells whether a statement says no more than yes, only points at what was said ("let's keep that"), or is one or two
    /// words of the turn before it.
    fn is_mere_yes(&self, (turn, at): Place) -> bool {
        let signs = &self.weighed[turn][at].signs;
        let brief = signs.has("length word") || signs.has("length few");
        let short = brief || signs.has("length short");
        signs.has("bare agreement")
            || (brief && (signs.has("no matter") || signs.has("shares before all")))
            || (short && points_back(self.sentence((turn, at))))
    }

    /// Tells whether a statement only lets somebody do what they offered: a task, and nothing that is settled.
    fn accepts_a_deed(&self, place: Place) -> bool {
        let offered = place.0.checked_sub(1).and_then(|last| self.scene.read[last].last());
        self.is_mere_yes(place) && offered.is_some_and(offers_a_deed)
    }

    /// Returns what a mere yes is a yes to, where a program said it.
    fn proposed_to(&self, place: Place) -> Option<Place> {
        let last = place.0.checked_sub(1).filter(|last| !self.is_person(*last))?;
        let lists = self.weighed[place.0][place.1].signs.has("before offers choice");
        let meant = self.meant_in(last).filter(|_| self.is_mere_yes(place) && !lists)?;
        (self.sentence(meant).text.chars().count() >= 6).then_some(meant)
    }

    /// Returns which sentence of a turn somebody means who says yes to it: the likeliest, and of those alike the last.
    fn meant_in(&self, turn: usize) -> Option<Place> {
        let places = (0..self.weighed[turn].len()).map(|at| (turn, at));
        let chance = |place: &Place| self.weighed[place.0][place.1].chance;
        let best = places.max_by(|a, b| chance(a).total_cmp(&chance(b)))?;
        self.may_be_meant(best).then_some(best)
    }

    /// Tells whether a statement has no words, or is the turn before it once more to the letter: a log, a paste.
    fn is_echo(&self, place: Place) -> bool {
        let said = |turn: usize| self.scene.turns[turn].text.trim();
        let again = place.0.checked_sub(1).is_some_and(|last| said(last) == said(place.0));
        again || !self.sentence(place).text.chars().any(char::is_alphanumeric)
    }

    /// Returns what a statement says again, if it says nothing else: what another person said right before it.
    fn said_before(&self, (turn, at): Place) -> Option<Place> {
        // "Scrap that, no Heroku" has the words of what it takes back.
        if takes_back(self.sentence((turn, at))) {
            return None;
        }
        let signs = &self.weighed[turn][at].signs;
        let points = points_back(self.sentence((turn, at)));
        let again = points || shares(signs) || signs.has("bare agreement") || signs.has("no matter");
        let yes = points
            || ["answers agrees", "shares before all", "bare agreement"].iter().any(|name| signs.has(name));
        let last = turn.checked_sub(1).filter(|last| again && yes && self.is_person(*last))?;
        if self.says_more((turn, at), last) {
            return None;
        }
        let known = |at: &usize| self.used.contains_key(&(last, *at)) && self.is_statement((last, *at));
        if let Some(at) = (0..self.weighed[last].len()).find(known) {
            return Some((last, at));
        }
        self.meant_in(last).filter(|_| !signs.has("before offers choice"))
    }

    /// Tells whether a sentence may be what somebody says yes to, and belongs to nothing yet.
    fn may_be_meant(&self, place: Place) -> bool {
        let likely = self.weighed[place.0][place.1].chance >= self.tied;
        likely && !self.used.contains_key(&place) && !self.is_told(place)
    }

    /// Tells whether a program only answers what something is, or speaks against it: "What is Postgres?" "A database."
    fn is_told(&self, (turn, at): Place) -> bool {
        let signs = &self.weighed[turn][at].signs;
        let brief = signs.has("length word") || signs.has("length few");
        let asked = signs.has("before asks what") && !signs.has("before asks to do");
        !self.is_person(turn) && brief && (asked || speaks_against(&self.scene.read[turn][at]))
    }

    /// Tells whether a statement settles, in so many words, something that the turn before it does not name, or the same thing
    /// otherwise: "Kafka instead of Redis" has all the words of "Redis instead of Kafka".
    fn says_more(&self, place: Place, last: usize) -> bool {
        let sentence = self.sentence(place);
        let before = Subject::of(self.scene.turns[last].text);
        let other = || {
            let new = Matter::of(sentence.text);
            let said = self.scene.read[last].iter().filter_map(|said| Matter::of(said.text));
            new.is_some_and(|new| said.into_iter().any(|old| new.conflicts(&old)))
        };
        let more = || Subject::of_decision(sentence.text).covered_by(&before) < 1.0;
        stated(sentence, Role::User) > 0.0 && (more() || other())
    }

    /// Returns the places of the sentences that settle something with enough likelihood, in order.
    fn likely(&self, wanted: impl Fn(&Self, Place) -> bool) -> Vec<Place> {
        let places = self.weighed.iter().enumerate().flat_map(|(turn, sentences)| {
            let best = sentences.iter().map(|one| one.chance).fold(0.0, f32::max);
            let least = self.least.max(best - self.margin);
            let likely = sentences.iter().enumerate().filter(move |(_, one)| one.chance >= least);
            likely.map(move |(at, _)| (turn, at))
        });
        places.filter(|place| wanted(self, *place)).collect()
    }

    fn sentence(&self, (turn, at): Place) -> &Sentence<'_> {
        &self.scene.read[turn][at]
    }

    fn is_person(&self, turn: usize) -> bool {
        self.scene.turns[turn].role != Role::Assistant
    }

    fn is_statement(&self, place: Place) -> bool {
        !self.sentence(place).asks && self.is_person(place.0)
    }

    fn push(&mut self, place: Place, agreed: Option<Place>) -> usize {
        let chance = |place: Place| self.weighed[place.0][place.1].chance;
        let chance = agreed.map_or(0.0, chance).max(chance(place)).max(self.least);
        let mut item = item(self.scene, place, chance);
        item.agreed = agreed.map(|agreed| (agreed.0, self.sentence(agreed).span.clone()));
        self.used.insert(place, self.items.len());
        self.items.push(item);
        self.items.len() - 1
    }
}

/// Tells whether a few words point at what was said: 行，就按你说的来.
fn points_at_it(sentence: &Sentence<'_>) -> bool {
    has(&sentence.seen, POINTS) && sentence.seen.chars().count() <= 16 && !sentence.seen.is_ascii()
}

/// Words that point at what was said.
const POINTS: &str = "that|this|as in the plan|as planned|as you said|as you say|as suggested|better|งั้นแหละ|เอางั้น|ตามนั้น|ตามนี้|แบบนั้น|แบบนี้|อย่างนั้น|อย่างงั้น|ตามที่ว่า|ตามที่เสนอ|ตามที่บอก|เหมือนเดิม|เท่าเดิม|\
        照你说|照这样|照这个|按这个|按你说|按这样|就这样|那就这样|听你的|这么办|这么定|成交|一样";

/// Tells whether a sentence names nothing and only points at what was said.
fn points_back(sentence: &Sentence<'_>) -> bool {
    has(&sentence.seen, POINTS) && !sentence.asks && Subject::of_decision(sentence.text).is_small()
}

/// How many turns back a statement is looked for that is said again and again.
const DRILL: usize = 8;

fn speaks_against(sentence: &Sentence<'_>) -> bool {
    ALL.iter().any(|cues| has(&sentence.seen, cues.against))
}

/// "Shall I draft the ads?" gives a task to who asks; it settles nothing between the two.
pub(super) fn offers_a_deed(sentence: &Sentence<'_>) -> bool {
    const OFFERS: &str = "should i|shall i|want me to|may i|let me|ให้ผม|ให้ฉัน|ให้ดิฉัน|ให้ช่วย|ต้องการให้|อยากให้|要不要我|需要我|要我|我来|帮你";
    sentence.asks && has(&sentence.seen, OFFERS)
}

fn agrees(signs: &Signs) -> bool {
    let yes = ["bare agreement", "answers agrees", "answers agrees firmly", "shares before all"];
    let no = ["asks", "answers hesitates", "answers refuses"];
    yes.iter().any(|name| signs.has(name)) && !no.iter().any(|name| signs.has(name))
}

/// Tells whether most of a sentence was said in the turn before it.
fn shares(signs: &Signs) -> bool {
    signs.has("shares before all") || signs.has("shares before half")
}

fn item(scene: &Scene<'_>, (turn, at): Place, chance: f32) -> Item {
    let sentence = &scene.read[turn][at];
    let judged = judge(sentence, Role::User).into_iter().find(|found| found.kind.is_settled());
    let kind = judged.map_or(Kind::Decision, |found| found.kind);
    let found = Found { kind, sure: thousandths(chance), at: judged.map_or(0, |found| found.at) };
    let mut item = reasons::item(found, turn, at, scene.read);
    if sentence.asks {
        let plain = unasked(&item.conclusion);
        item.title = reasons::title(&plain);
        item.conclusion = plain;
    } else if let Some(asked) =
        asked_before(scene, turn).filter(|_| is_brief(sentence) && !chooses_another(sentence))
    {
        item.title = reasons::title(&format!("{}: {asked}", item.conclusion));
    }
    item
}

/// A few words say little without what they answer.
fn is_brief(sentence: &Sentence<'_>) -> bool {
    let letters = sentence.seen.chars().filter(|c| c.is_alphanumeric()).count();
    sentence.seen.split_whitespace().count() <= 4 && letters <= 24
}

fn asked_before(scene: &Scene<'_>, turn: usize) -> Option<String> {
    let last = scene.read.get(turn.checked_sub(1)?)?.last().filter(|last| last.asks)?;
    Some(reasons::trimmed(last.text.trim_end_matches(['?', '？'])))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is held between 0 and 1,000")]
fn thousandths(chance: f32) -> u16 {
    (chance * 1_000.0).clamp(0.0, 1_000.0) as u16
}

//! micro-sync: what the last hours settled goes into the file of its day. Only what was settled is written: confirmed
//! decisions, rules, changes of architecture, and what a person asked to remember; a rule waits for a person.

mod names;
mod over;
mod place;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::Date;
use memoro_core::extract::{
    Item, Kind, Standing, Subject, bids, binds, lays_down_a_way, loosens, seizes, sends_on_errand,
    to_be_remembered,
};
use memoro_core::fusion::Role;
use memoro_core::{Content, Decision, MemoryId, Origin, Source, Stage, Status, Why};

use self::place::keep_matter;
use super::active::Active;
use super::gather::Conversation;
use super::halfway::{Cut, Inside};
use super::looks::{OneLook, looks};
use super::reading::Reading;
use super::text::line;
use super::writers::{DayWriter, Wrote};
use super::{Ended, JobReport};
use crate::draft::Draft;
use crate::error::Result;
use crate::maintain::Carry;

/// The longest text of a field, in characters.
const FIELD: usize = 600;
/// The longest text that a person asked to keep, in characters: a list of customers may be long.
const KEPT: usize = 4_000;
/// The longest title, in characters.
const TITLE: usize = 120;
/// How a reference to words begins that a decision replaced.
pub(crate) const REPLACES: &str = "replaces ";

/// Runs the job.
pub(super) fn run(
    reading: &Reading<'_>,
    mut writer: DayWriter<'_>,
    date: Option<Date>,
    report: &mut JobReport,
) -> Result<()> {
    let mut whole = Run { reading, writer: &mut writer, active: Active::default(), report };
    let ended = whole.all(date);
    // What a dry run takes for ended still holds.
    if reading.carry() == Carry::Out {
        whole.active.leave(reading);
    }
    if let Err(stopped) = ended {
        // Why it stopped is what must be told; what was written until then is shown.
        report.files = writer.finish().unwrap_or_default();
        return Err(stopped);
    }
    report.files = writer.finish()?;
    report.ended = if report.changes() == 0 { Ended::Nothing } else { Ended::Done };
    Ok(())
}

/// A run.
struct Run<'a, 'b> {
    reading: &'a Reading<'a>,
    writer: &'a mut DayWriter<'b>,
    active: Active,
    report: &'a mut JobReport,
}

impl Run<'_, '_> {
    /// Looks at everything that there is to look at; long conversations that would take the time of the others come last.
    fn all(&mut self, date: Option<Date>) -> Result<()> {
        let (mut left, mut cut) = (Vec::new(), Vec::new());
        for look in looks(self.reading, date, self.report)? {
            let before = self.report.changes();
            let (long, mut cuts) = self.look(&look)?;
            if !cuts.is_empty() && long.is_empty() {
                // What was read of its days is written down; the rest of them comes later.
                cut.append(&mut cuts);
            } else if long.is_empty() {
                self.close(&look, before)?;
            } else {
                left.push((look, long, before, cuts));
            }
        }
        for (look, long, before, mut cuts) in left {
            for conversation in &long {
                let items = self.reading.extract(conversation, &mut self.report.notes)?;
                self.write(conversation, &items, &look)?;
                let over = over::over(conversation, &items);
                self.end(conversation, over, &look)?;
            }
            if cuts.is_empty() {
                self.close(&look, before)?;
            }
            cut.append(&mut cuts);
        }
        self.reading.go_on_later(&cut)
    }

    /// Writes what a stretch of time settled; returns the long conversations that must wait, and the transcripts that were
    /// not read to their ends.
    fn look(&mut self, look: &OneLook) -> Result<(Vec<Conversation>, Vec<Cut>)> {
        let now = self.reading.now();
        let heard = match &look.only {
            Some(names) => self.reading.conversations_named(&look.stretch, now, names)?,
            None => self.reading.conversations(&look.stretch, now, Inside::Parts)?,
        };
        for problem in heard.problems {
            if !self.report.notes.contains(&problem) {
                self.report.notes.push(problem);
            }
        }
        let mut ahead = self.read_long(&heard.conversations);
        let (mut left, mut ended) = (Vec::new(), Vec::new());
        for (at, conversation) in heard.conversations.into_iter().enumerate() {
            self.reading.check_progress()?;
            let items = match ahead.remove(&at) {
                Some(Some(items)) => items,
                Some(None) => {
                    left.push(conversation);
                    continue;
                }
                None => self.reading.extract(&conversation, &mut self.report.notes)?,
            };
            self.write(&conversation, &items, look)?;
            let over = over::over(&conversation, &items);
            ended.extend((!over.is_empty()).then_some((conversation, over)));
        }
        // What is over may have been settled in any of them, so this comes last.
        for (conversation, over) in ended {
            self.end(&conversation, over, look)?;
        }
        Ok((left, heard.cuts))
    }

    /// Reads the long conversations, by their places, the shortest first, as far as half the time of the run goes.
    fn read_long(&mut self, all: &[Conversation]) -> BTreeMap<usize, Option<Vec<Item>>> {
        let mut long: Vec<usize> = (0..all.len()).filter(|at| all[*at].is_long()).collect();
        long.sort_by_key(|at| all[*at].turns.len());
        let notes = &mut self.report.notes;
        long.into_iter().map(|at| (at, self.reading.extract_ahead(&all[at], notes))).collect()
    }

    fn write(&mut self, conversation: &Conversation, items: &[Item], look: &OneLook) -> Result<()> {
        let found = Found { reading: self.reading, conversation, items, stretch: &look.stretch };
        for day in found.write(self.writer, &mut self.active, self.report)? {
            self.reading.tell_again(day, "")?;
        }
        Ok(())
    }

    /// Notes that the days of a look were looked at; `before` is how many changes there were before it.
    fn close(&mut self, look: &OneLook, before: u64) -> Result<()> {
        for day in &look.days {
            if self.report.changes() > before {
                self.reading.tell_again(*day, "")?;
            }
            self.writer.looked_at(*day)?;
        }
        Ok(())
    }
}

/// What was found in one conversation.
struct Found<'a> {
    reading: &'a Reading<'a>,
    conversation: &'a Conversation,
    items: &'a [Item],
    stretch: &'a Range<Timestamp>,
}

/// What a conversation settled and no day file has.
#[derive(Default)]
pub(super) struct Unwritten<'a> {
    /// What micro-sync will write down, and under which ids.
    pub(super) items: Vec<(MemoryId, &'a Item)>,
    /// The others, which will wait for a person: their words are nobody's yet.
    pub(super) waiting: Vec<MemoryId>,
    /// Whether something in it was forgotten at the user's wish.
    pub(super) forgotten: bool,
}

/// Returns what a conversation settled and no day file has.
pub(super) fn unwritten<'a>(
    reading: &Reading<'_>,
    conversation: &Conversation,
    items: &'a [Item],
    stretch: &Range<Timestamp>,
) -> Result<Unwritten<'a>> {
    let found = Found { reading, conversation, items, stretch };
    let mut missing = Unwritten::default();
    for item in items.iter().filter(|item| is_kept(item.kind) && item.holds()) {
        let when = conversation.turns[item.settled_in()].0;
        if !stretch.contains(&when) {
            continue;
        }
        let Some(id) = found.place(item, when)? else { continue };
        if reading.memory(&id)?.is_some() {
            continue;
        }
        let draft = found.draft(item, id.clone(), when, decision(item, &found.evidence(item)));
        if reading.is_forgotten(&draft)? {
            missing.forgotten = true;
        } else if draft.stage.is_some() {
            missing.waiting.push(id);
        } else {
            missing.items.push((id, item));
        }
    }
    Ok(missing)
}

impl Found<'_> {
    /// Writes down what a conversation settled; returns the days that have more decisions now.
    fn write(
        &self,
        writer: &mut DayWriter<'_>,
        active: &mut Active,
        report: &mut JobReport,
    ) -> Result<BTreeSet<Date>> {
        let mut days = BTreeSet::new();
        let replaced_by = self.replaced_by();
        let own = self.own_ids()?;
        for (at, item) in self.items.iter().enumerate().filter(|(_, item)| is_kept(item.kind)) {
            let when = self.conversation.turns[item.settled_in()].0;
            let later = self.replaced_later(item, when);
            if !item.holds() && later.is_none() {
                if let Some(id) = self.take_back(item, when, writer)? {
                    active.remove(&id);
                    report.count("withdrawn", 1);
                }
                continue;
            }
            if !self.stretch.contains(&when) {
                continue;
            }
            let Some(id) = self.place(item, when)? else { continue };
            let earlier = replaced_by.get(&at).map(Vec::as_slice).unwrap_or_default();
            let mut replaced = self.replaced(earlier, &id)?;
            if replaced.is_empty() && item.kind.is_settled() {
                // Words that arrive late end nothing that was decided after them. What replaced something of its own
                // conversation means that, and ends elsewhere what that had ended.
                let barred = |other: &MemoryId, decided: Timestamp| own.contains(other) || decided > when;
                let itself = std::iter::once(item).filter(|_| earlier.is_empty());
                for meaning in itself.chain(earlier.iter().copied()) {
                    let meant = active.meant(self.reading, meaning, &barred)?;
                    for old in meant {
                        if old != id && !replaced.contains(&old) {
                            replaced.push(old);
                        }
                    }
                }
            }
            let mut decision = decision(item, &self.evidence(item));
            decision.refs.extend(self.unwritten_before(earlier, when));
            let before = self.before(at, &replaced_by);
            keep_matter(&mut decision, &before);
            self.keep_place(&mut decision, before, &replaced)?;
            let wrote =
                writer.decide(decision.clone(), &replaced, self.draft(item, id.clone(), when, decision))?;
            match wrote {
                Wrote::Written => {
                    days.insert(self.reading.day_of(when));
                    report.count("written", 1);
                    report.count("superseded", replaced.len() as u64);
                    for old in &replaced {
                        active.remove(old);
                    }
                    active.add(self.reading, &id)?;
                }
                // What it would replace holds until a person confirms it.
                Wrote::Pending => report.count("pending", 1),
                Wrote::Refused => continue,
            }
            let by = match later {
                Some((by, when)) => Some(self.id_of(by, when)?),
                None if item.kind.is_settled() => active.taken_back_by(self.reading, item, (when, &own))?,
                None => None,
            };
            if let Some(by) = by
                && wrote == Wrote::Written
                && self.reading.memory(&by)?.is_some()
            {
                writer.replace(&id, &by)?;
                active.remove(&id);
                report.count("superseded", 1);
            }
            report.notes.push(format!("{} {id}: {}", item.kind, line(&item.title, TITLE)));
        }
        Ok(days)
    }

    /// Returns the words that show an item: for a proposal also those that agreed to it.
    fn evidence(&self, item: &Item) -> Vec<String> {
        let said = self.conversation.said();
        let words = std::iter::once(item.evidence(&said)).chain(item.agreement(&said));
        words.map(|words| line(words, longest(item))).collect()
    }

    /// Returns the item that replaced another on a later day, and when: until then the other one held.
    fn replaced_later(&self, item: &Item, when: Timestamp) -> Option<(&Item, Timestamp)> {
        let Standing::Replaced(by) = item.standing else { return None };
        let by = self.items.get(by)?;
        let then = self.conversation.turns[by.settled_in()].0;
        (self.reading.day_of(then) != self.reading.day_of(when)).then_some((by, then))
    }

    /// Returns the items that each item replaced, by its place.
    fn replaced_by(&self) -> BTreeMap<usize, Vec<&Item>> {
        let mut all: BTreeMap<usize, Vec<&Item>> = BTreeMap::new();
        for item in self.items {
            if let Standing::Replaced(by) = item.standing {
                all.entry(by).or_default().push(item);
            }
        }
        all
    }

    /// Returns the ids of what the conversation itself settled: what it takes back of that was found where it was read.
    fn own_ids(&self) -> Result<BTreeSet<MemoryId>> {
        let settled = self.items.iter().filter(|item| item.kind.is_settled());
        settled.map(|item| self.id_of(item, self.conversation.turns[item.settled_in()].0)).collect()
    }

    /// Returns the words of what an item replaced on its own day: that was never a decision of its own.
    fn unwritten_before(&self, earlier: &[&Item], when: Timestamp) -> Vec<String> {
        let said = self.conversation.said();
        let day = self.reading.day_of(when);
        let same_day =
            |item: &&&Item| self.reading.day_of(self.conversation.turns[item.settled_in()].0) == day;
        let replaced = earlier.iter().filter(same_day);
        replaced.map(|item| format!("{REPLACES}\"{}\"", line(item.evidence(&said), FIELD))).collect()
    }

    /// Returns the earlier decisions of the conversation that an item replaces and that were written down.
    fn replaced(&self, earlier: &[&Item], id: &MemoryId) -> Result<Vec<MemoryId>> {
        let mut replaced = Vec::new();
        for earlier in earlier {
            let old = self.id_of(earlier, self.conversation.turns[earlier.settled_in()].0)?;
            if old != *id && self.reading.memory(&old)?.is_some_and(|m| m.status == Status::Active) {
                replaced.push(old);
            }
        }
        Ok(replaced)
    }

    /// Tells whether a program proposed to take a guard away, asked for a free hand or laid down how things are done, and a
    /// person said no more than yes.
    fn is_guidance_of_a_program(&self, item: &Item) -> bool {
        let by_program = self.conversation.turns[item.turn].1.role == Role::Assistant;
        let said = self.conversation.said();
        let own = item.agreement(&said).map(Subject::of).unwrap_or_default();
        by_program
            && (loosens(item.evidence(&said)) || lays_down_a_way(item.evidence(&said)))
            && Subject::of_decision(&item.conclusion).covered_by(&own) < OWN_WORD
    }

    /// Returns why an item waits for a person, if it does: rules, orders, and whatever would take an agent over or send it on
    /// an errand. Anybody may have written the file that a conversation is, so the word of its user is not the owner's.
    fn waits(&self, item: &Item, decision: &Decision) -> Option<&'static str> {
        // Whoever agrees in a word may not have seen that a program's proposal is an order.
        let proposed = item.agreed.is_some() && bids(&item.conclusion);
        let parts =
            [&decision.title, &decision.conclusion, &decision.why, &decision.finding, &decision.impact];
        let parts = || parts.into_iter().chain(&decision.refs);
        let guides = item.kind == Kind::Rule
            || binds(item.kind, &item.conclusion)
            || proposed
            || self.is_guidance_of_a_program(item)
            || parts().any(|part| seizes(part))
            || (item.kind == Kind::Remember && bids(&to_be_remembered(&item.conclusion)));
        if guides {
            return Some(RULE);
        }
        parts().any(|part| sends_on_errand(part)).then_some(ERRAND)
    }

    fn draft(&self, item: &Item, id: MemoryId, when: Timestamp, decision: Decision) -> Draft {
        let index = |turn: usize| self.conversation.turns[turn].1.index;
        let before = u32::from(item.kind.is_settled() && item.agreed.is_none());
        let (first, last) = (index(item.turn).saturating_sub(before), index(item.settled_in()));
        let reason = format!("{} found in {}", item.kind, self.conversation.path);
        let waits = self.waits(item, &decision);
        Draft {
            id: Some(id),
            tags: if item.kind == Kind::Decision { Vec::new() } else { vec![item.kind.to_string()] },
            origin: Origin::Auto,
            confidence: Some(item.confidence),
            source: Source {
                session: Some(self.conversation.session.clone()),
                path: Some(self.conversation.path.clone()),
                range: Some(format!("{first}-{last}")),
            },
            evidence: self.evidence(item),
            occurred_at: Some(when),
            reason,
            stage: waits.map(|why| Why::new("trust", why)),
            ..Draft::new(self.reading.scope(), Content::Decision(decision))
        }
    }
}

/// Why what guides agents waits.
const RULE: &str = "a rule that was read from a conversation holds only after a person confirms it";
/// Why what gives agents something to run, fetch or send waits.
const ERRAND: &str =
    "what a conversation would have an agent run, fetch or send out holds only after a person confirms it";

/// How much of what a program proposed a person must have said, so that it is their own word.
const OWN_WORD: f64 = 0.5;

/// Tells whether a kind of item is written down.
pub(super) const fn is_kept(kind: Kind) -> bool {
    matches!(kind, Kind::Decision | Kind::Architecture | Kind::Rule | Kind::Remember)
}

/// Returns how long the words of an item may be.
const fn longest(item: &Item) -> usize {
    if matches!(item.kind, Kind::Remember) { KEPT } else { FIELD }
}

fn decision(item: &Item, evidence: &[String]) -> Decision {
    Decision {
        title: line(&item.title, TITLE),
        why: line(&item.why, FIELD),
        finding: line(&item.finding, FIELD),
        conclusion: line(&item.conclusion, longest(item)),
        impact: line(&item.impact, FIELD),
        refs: evidence.iter().map(|words| format!("\"{words}\"")).collect(),
        stage: Stage::Decided,
    }
}

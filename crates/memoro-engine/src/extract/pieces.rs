//! Reading without an LLM: a long conversation piece by piece, so that a run can stop in it. What was read of a run that takes
//! long is kept for a few days, and the next run goes on from there. What later pieces take back is found in the whole.

use std::ops::Range;
use std::time::Instant;

use jiff::{SignedDuration, Timestamp};
use memoro_core::Confidence;
use memoro_core::extract::{Held, Item, Said, Standing, extract, reconsider};
use memoro_store::Durability;
use serde::{Deserialize, Serialize};

use super::Occasion;
use crate::error::Result;
use crate::maintain::Carry;
use crate::workspace::Workspace;

/// Under which names what was read is kept.
pub(crate) const PIECES: &str = "job.read.";
/// For how long.
const KEPT: SignedDuration = SignedDuration::from_hours(48);
/// How many turns a piece of a long conversation has.
const TURNS: usize = 1_000;
/// How many bytes of text it has, by about one turn.
const TEXT: usize = 256 * 1024;
/// How many turns on each side are read with a piece: a sentence is read beside those around it.
const BESIDE: usize = 24;

/// A conversation that could not be read to its end in the time of a run.
#[derive(Debug)]
pub(crate) struct Unread {
    /// How many pieces of it are read.
    pub(crate) read: usize,
    /// How many there are.
    pub(crate) of: usize,
}

/// Cuts a long conversation into pieces. They begin where the number of a turn in its transcript says, so that they stay the
/// same when the conversation is read from another turn on.
pub(crate) fn cut(said: &[Said<'_>], numbers: &[u32]) -> Vec<Range<usize>> {
    let text: usize = said.iter().map(|said| said.text.len()).sum();
    if said.len() <= TURNS && text <= TEXT {
        return std::iter::once(0..said.len()).collect();
    }
    let group = |at: usize| numbers.get(at).map_or(0, |number| *number as usize / TURNS);
    let (mut pieces, mut start, mut held) = (Vec::new(), 0, 0);
    for (at, turn) in said.iter().enumerate() {
        if at > start && (group(at) != group(start) || held >= TEXT) {
            pieces.push(start..at);
            (start, held) = (at, 0);
        }
        held += turn.text.len();
    }
    pieces.push(start..said.len());
    pieces
}

impl Workspace {
    /// Reads without an LLM, with what the embedded model holds of the words.
    pub(super) fn read_alone(
        &self,
        said: &[Said<'_>],
        numbers: &[u32],
        occasion: Occasion<'_>,
    ) -> std::result::Result<Vec<Item>, Unread> {
        let cut_words = |text: &str| crate::say::cut(&self.model, text);
        let held = Held { rows: &|text| self.model.rows(text), cut: &cut_words };
        in_pieces(said, numbers, &mut |said| {
            let name = format!("{PIECES}{}", hash(said));
            if let Some(items) = self.kept_piece(&name) {
                return Some(items);
            }
            if occasion.fresh.get() > 0 && Instant::now() >= occasion.until {
                return None;
            }
            let items = extract(said, &held);
            occasion.fresh.set(occasion.fresh.get() + 1);
            if occasion.carry == Carry::Out && Instant::now() >= occasion.kept_from {
                // Losing it means that it is read once more.
                let _ = self.keep_piece(&name, &items);
            }
            Some(items)
        })
    }

    fn kept_piece(&self, name: &str) -> Option<Vec<Item>> {
        let kept = self.store.named(name).ok().flatten()?;
        let rows: Vec<Row> = serde_json::from_str(kept.split_once('\n')?.1).ok()?;
        rows.into_iter().map(Row::item).collect()
    }

    fn keep_piece(&self, name: &str, items: &[Item]) -> Result<()> {
        let rows: Vec<Row> = items.iter().map(Row::of).collect();
        let rows = serde_json::to_string(&rows).unwrap_or_default();
        let kept = format!("{}\n{rows}", memoro_embed::present());
        Ok(self.store.set_named(name, Some(&kept), Durability::Lazy)?)
    }

    /// Drops what was kept for runs that are long over.
    pub(crate) fn drop_old_pieces(&self) -> Result<()> {
        let now = memoro_embed::present();
        for (name, kept) in self.store.named_under(PIECES)? {
            let at: Option<Timestamp> = kept.split_once('\n').and_then(|(at, _)| at.parse().ok());
            if at.is_none_or(|at| now.duration_since(at).abs() > KEPT) {
                self.store.set_named(&format!("{PIECES}{name}"), None, Durability::Lazy)?;
            }
        }
        Ok(())
    }
}

/// Reads a conversation by its pieces, each with what stands beside it; `read` returns nothing where the time is over.
fn in_pieces(
    said: &[Said<'_>],
    numbers: &[u32],
    read: &mut dyn FnMut(&[Said<'_>]) -> Option<Vec<Item>>,
) -> std::result::Result<Vec<Item>, Unread> {
    let pieces = cut(said, numbers);
    let of = pieces.len();
    if of == 1 {
        return read(said).ok_or(Unread { read: 0, of });
    }
    let mut all = Vec::new();
    for (at, piece) in pieces.into_iter().enumerate() {
        let first = piece.start.saturating_sub(BESIDE);
        let last = said.len().min(piece.end + BESIDE);
        let items = read(&said[first..last]).ok_or(Unread { read: at, of })?;
        let placed = items.into_iter().map(|item| Item {
            turn: item.turn + first,
            agreed: item.agreed.map(|(turn, span)| (turn + first, span)),
            standing: Standing::Holds,
            ..item
        });
        all.extend(placed.filter(|item| piece.contains(&item.turn)));
    }
    reconsider(said, &mut all);
    Ok(all)
}

/// Tells what was read apart, also by the program that reads it.
fn hash(said: &[Said<'_>]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
    for said in said {
        hasher.update(&[said.role as u8]);
        hasher.update(&said.year.unwrap_or_default().to_le_bytes());
        hasher.update(&said.text.len().to_le_bytes());
        hasher.update(said.text.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// An item as it is kept.
#[derive(Serialize, Deserialize)]
struct Row {
    kind: String,
    turn: usize,
    span: Range<usize>,
    title: String,
    why: String,
    finding: String,
    conclusion: String,
    impact: String,
    confidence: u16,
    holds: bool,
    replaced: Option<usize>,
    reverses: bool,
    leaves: String,
    agreed: Option<(usize, Range<usize>)>,
}

impl Row {
    fn of(item: &Item) -> Self {
        let replaced = if let Standing::Replaced(by) = item.standing { Some(by) } else { None };
        let Item { kind, turn, reverses, confidence, .. } = *item;
        let item = item.clone();
        Self {
            kind: kind.to_string(),
            turn,
            span: item.span,
            title: item.title,
            why: item.why,
            finding: item.finding,
            conclusion: item.conclusion,
            impact: item.impact,
            confidence: confidence.thousandths(),
            holds: item.standing == Standing::Holds,
            replaced,
            reverses,
            leaves: item.leaves,
            agreed: item.agreed,
        }
    }

    fn item(self) -> Option<Item> {
        let standing = match (self.holds, self.replaced) {
            (true, _) => Standing::Holds,
            (false, Some(by)) => Standing::Replaced(by),
            (false, None) => Standing::Withdrawn,
        };
        Some(Item {
            kind: self.kind.parse().ok()?,
            turn: self.turn,
            span: self.span,
            title: self.title,
            why: self.why,
            finding: self.finding,
            conclusion: self.conclusion,
            impact: self.impact,
            confidence: Confidence::new(f64::from(self.confidence) / 1_000.0)?,
            standing,
            reverses: self.reverses,
            leaves: self.leaves,
            agreed: self.agreed,
        })
    }
}

#[cfg(test)]
mod tests {
    use memoro_core::fusion::Role;

    use super::*;
    use crate::caller::Caller;
    use crate::jobs::{Ended, Job, RunJob};
    use crate::settings::Settings;

    /// Talk of so many turns with decisions in it, of which two stand at the ends of a piece and one is taken back later.
    fn talk(turns: usize) -> Vec<(Role, String)> {
        let said = |n: usize| match n {
            100 => (Role::User, "We decided to use PostgreSQL for the orders.".to_owned()),
            998 => (Role::Assistant, "Should we move the logs to a bucket?".to_owned()),
            999 => (Role::Assistant, "Shall we keep the backups for ninety days?".to_owned()),
            1_000 => (Role::User, "Sounds good, do it.".to_owned()),
            1_800 => (Role::User, "ตกลงใช้ Redis เป็นคิวงาน".to_owned()),
            1_999 => (Role::User, "我们决定换一家供应商。".to_owned()),
            2_100 => (Role::User, "We decided to use MySQL instead of PostgreSQL for the orders.".to_owned()),
            _ if n.is_multiple_of(2) => (Role::User, format!("line {n} of the log")),
            _ => (Role::Assistant, format!("noted, line {n}")),
        };
        (0..turns).map(said).collect()
    }

    fn said(talk: &[(Role, String)]) -> Vec<Said<'_>> {
        talk.iter().map(|(role, text)| Said { role: *role, text, year: None }).collect()
    }

    #[test]
    fn what_is_read_piece_by_piece_is_what_is_read_at_once() {
        let talk = talk(2_200);
        let said = said(&talk);
        let numbers: Vec<u32> = (0..2_200).collect();
        let whole = extract(&said, &Held::NOTHING);
        let mut pieces = 0;
        let read = in_pieces(&said, &numbers, &mut |said| {
            pieces += 1;
            let items = extract(said, &Held::NOTHING);
            let kept: Vec<Row> = items.iter().map(Row::of).collect();
            let kept: Vec<Row> = serde_json::from_str(&serde_json::to_string(&kept).unwrap()).unwrap();
            assert_eq!(kept.into_iter().map(Row::item).collect::<Option<Vec<_>>>().unwrap(), items);
            Some(items)
        });
        assert_eq!((pieces, read.unwrap()), (3, whole.clone()));
        assert!(whole.iter().any(|item| matches!(item.standing, Standing::Replaced(_))), "{whole:?}");
        assert!(whole.iter().any(|item| item.agreed.is_some()), "{whole:?}");
    }

    #[test]
    fn pieces_begin_at_the_same_turns_wherever_a_conversation_is_read_from() {
        let talk = talk(3_500);
        let said = said(&talk);
        let numbers: Vec<u32> = (0..3_500).collect();
        let starts = |from: usize| -> Vec<u32> {
            cut(&said[from..], &numbers[from..]).iter().map(|piece| numbers[from + piece.start]).collect()
        };
        assert_eq!(starts(0), [0, 1_000, 2_000, 3_000]);
        assert_eq!(starts(740), [740, 1_000, 2_000, 3_000]);
        assert_eq!(starts(2_600), [2_600], "what is short is read at once");
        assert_eq!(cut(&[], &[]).len(), 1);
    }

    #[test]
    fn what_was_kept_of_a_run_that_was_stopped_goes_with_what_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = Settings { time_zone: jiff::tz::TimeZone::UTC, ..Settings::default() };
        settings.jobs.time_limit = std::time::Duration::ZERO;
        let now = Caller::user("2026-11-19T10:00:00Z".parse().unwrap());
        let workspace = Workspace::init(folder.path(), settings, &now).unwrap();
        std::fs::create_dir(folder.path().join("sessions")).unwrap();
        let turn = serde_json::json!({ "role": "user", "content": "We decided to paint the door blue.", "ts": "2026-11-19T09:00:00Z" });
        std::fs::write(folder.path().join("sessions/a.jsonl"), format!("{turn}\n")).unwrap();
        let run = RunJob { job: Job::MicroSync, date: None, carry: Carry::Out };
        while workspace.run_job(&run, &now).unwrap().ended == Ended::TimedOut {}
        assert_eq!(workspace.store.named_under(PIECES).unwrap().len(), 1);
        let all = memoro_store::Filter { now: now.now, ..memoro_store::Filter::default() };
        let id = workspace.list(&all, &now).unwrap().remove(0).memory.id;
        let target = crate::Target::Memory(id.to_string(), None);
        workspace.forget(&target, "", &now).unwrap();
        assert!(workspace.store.named_under(PIECES).unwrap().is_empty());
    }
}

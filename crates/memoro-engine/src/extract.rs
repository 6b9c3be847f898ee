//! Reading conversations: by an LLM where one is configured and its budget allows, by rules everywhere else. What an
//! LLM says counts only where its evidence stands literally in the conversation.

mod ground;
mod llm;
mod pieces;
mod prompt;
mod wire;

use std::cell::Cell;
use std::time::Instant;

use jiff::civil::Date;
use memoro_core::extract::{Item, Said};
use memoro_store::Durability;

use crate::jobs::{LlmSettings, no_room};
use crate::maintain::Carry;
use crate::workspace::Workspace;
pub(crate) use pieces::{PIECES, Unread, cut};

/// What was found in a conversation, and what a person should know about how.
pub(crate) struct Read {
    /// The items.
    pub(crate) items: Vec<Item>,
    /// Why rules had to do where an LLM was wanted, or what of its answer was dropped.
    pub(crate) remark: Option<String>,
}

/// When and until when a conversation is read.
#[derive(Clone, Copy)]
pub(crate) struct Occasion<'a> {
    /// The day on which it is paid for.
    pub(crate) day: Date,
    /// The moment at which a run must end.
    pub(crate) until: Instant,
    /// The moment from which on what is read is kept for the next run.
    pub(crate) kept_from: Instant,
    /// How many pieces were read that no run had read before: the first one is, whatever the clock says.
    pub(crate) fresh: &'a Cell<u32>,
    /// How many conversations an LLM that does not answer was wanted for in this run, from the first that it left waiting.
    pub(crate) silent: &'a Cell<u32>,
    /// A dry run sends nothing.
    pub(crate) carry: Carry,
}

/// When the answer to a part was paid for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Paid {
    Now,
    Before,
}

/// For how many days an answer is kept, so that the same conversation is paid for once.
const KEPT_DAYS: i64 = 14;
/// Under which names they are kept.
pub(crate) const KEPT: &str = "job.llm.";

impl Workspace {
    /// Reads a conversation; `numbers` are those of its turns in their transcript.
    pub(crate) fn read_conversation(
        &self,
        said: &[Said<'_>],
        numbers: &[u32],
        occasion: Occasion<'_>,
    ) -> std::result::Result<Read, Unread> {
        let Some(llm) = self.settings.jobs.llm.as_ref().filter(|llm| llm.daily_tokens > 0) else {
            return Ok(Read { items: self.read_alone(said, numbers, occasion)?, remark: None });
        };
        let waited = occasion.silent.get();
        let why = match self.read_by_llm(llm, said, occasion) {
            Ok(read) => return Ok(read),
            Err(why) => why,
        };
        let items = self.read_alone(said, numbers, occasion)?;
        if waited > 0 {
            // Told once, and counted.
            occasion.silent.set(waited + 1);
            return Ok(Read { items, remark: None });
        }
        let rest = if occasion.silent.get() > 0 { "; it is not asked again in this run" } else { "" };
        Ok(Read { items, remark: Some(format!("read by rules: {why}{rest}")) })
    }

    fn read_by_llm(
        &self,
        llm: &LlmSettings,
        said: &[Said<'_>],
        occasion: Occasion<'_>,
    ) -> Result<Read, String> {
        let (mut claims, mut fresh) = (Vec::new(), wire::Told::default());
        let mut failed = None;
        for part in prompt::parts(said) {
            let (mut told, paid) = match self.ask(llm, &part, occasion) {
                Ok(told) => told,
                Err(why) => {
                    failed = Some(why);
                    break;
                }
            };
            if paid == Paid::Now {
                fresh.unfit += told.unfit;
                fresh.claims.extend(told.claims.iter().cloned());
            }
            claims.append(&mut told.claims);
        }
        // What an earlier request brought was entered with it.
        let remark = self.enter(said, &fresh, occasion)?;
        match failed {
            Some(why) => Err(why),
            None => Ok(Read { items: ground::ground(said, &claims).items, remark }),
        }
    }

    /// Enters what requests brought into the ledger, and tells what of it was dropped.
    fn enter(
        &self,
        said: &[Said<'_>],
        fresh: &wire::Told,
        occasion: Occasion<'_>,
    ) -> Result<Option<String>, String> {
        if fresh.claims.is_empty() && fresh.unfit == 0 {
            return Ok(None);
        }
        let brought = ground::ground(said, &fresh.claims);
        let (kept, dropped) = (brought.items.len() as u64, brought.dropped + fresh.unfit);
        self.ledger().grounded(occasion.day, kept, dropped).map_err(|error| error.to_string())?;
        let why = [(brought.dropped, "without evidence"), (fresh.unfit, "not of the schema")];
        let why: Vec<String> =
            why.iter().filter(|(n, _)| *n > 0).map(|(n, why)| format!("{n} {why}")).collect();
        let items = if dropped == 1 { "item" } else { "items" };
        Ok((dropped > 0).then(|| format!("{dropped} {items} of the answer dropped: {}", why.join(", "))))
    }

    /// Asks once for each part; the answer to the same part is kept for some days.
    fn ask(
        &self,
        llm: &LlmSettings,
        part: &prompt::Part,
        occasion: Occasion<'_>,
    ) -> Result<(wire::Told, Paid), String> {
        let hash =
            blake3::hash(format!("{}\n{}\n{}", llm.base_url, llm.model, part.text).as_bytes()).to_hex();
        let known = self.store.named_under(KEPT).unwrap_or_default();
        if let Some((_, text)) = known.iter().find(|(name, _)| name.ends_with(hash.as_str())) {
            return Ok((wire::claims(text)?, Paid::Before));
        }
        if occasion.carry == Carry::DryRun {
            return Err("a dry run sends nothing".into());
        }
        if occasion.silent.get() > 0 {
            return Err("it did not answer".into());
        }
        for (name, _) in known.iter().filter(|(name, _)| is_old(name, occasion.day)) {
            let _ = self.store.set_named(&format!("{KEPT}{name}"), None, Durability::Lazy);
        }
        let (text, claims) = self.send(llm, part, occasion)?;
        let name = format!("{KEPT}{}.{hash}", occasion.day);
        let _ = self.store.set_named(&name, Some(&text), Durability::Lazy);
        Ok((claims, Paid::Now))
    }

    /// Sends a part, and again where that may help: the budget is asked before every attempt.
    fn send(
        &self,
        llm: &LlmSettings,
        part: &prompt::Part,
        occasion: Occasion<'_>,
    ) -> Result<(String, wire::Told), String> {
        let (ledger, most, key) = (self.ledger(), part.most(), llm::key(llm)?);
        let told = |error: crate::error::EngineError| error.to_string();
        let mut attempts = 0;
        let mut failed = String::new();
        loop {
            if !ledger.reserve(occasion.day, most, llm).map_err(told)? {
                let before = if failed.is_empty() { failed } else { format!("{failed}, and ") };
                return Err(format!("{before}{}", no_room(most, llm)));
            }
            let answer = llm::send(llm, part, key.as_deref(), occasion.until);
            // An answer that breaks the schema is none.
            let read = answer.text.and_then(|text| match wire::claims(&text) {
                Ok(claims) => Ok((text, claims)),
                Err(why) => Err(llm::Failed::Final(why)),
            });
            ledger.settle(occasion.day, (most, answer.spent), llm, read.is_err()).map_err(told)?;
            let why = match read {
                Ok(read) => return Ok(read),
                Err(why) => why,
            };
            why.why().clone_into(&mut failed);
            let pause = why.pause(attempts).filter(|pause| Instant::now() + *pause < occasion.until);
            let Some(pause) = pause.filter(|_| attempts < llm.retries) else {
                if why.is_silence() && attempts >= llm.retries {
                    occasion.silent.set(1);
                }
                return Err(failed);
            };
            std::thread::sleep(pause);
            attempts += 1;
        }
    }
}

fn is_old(name: &str, today: Date) -> bool {
    let day: Option<Date> = name.split('.').next().and_then(|day| day.parse().ok());
    day.is_none_or(|day| (today - day).get_days() > i32::try_from(KEPT_DAYS).unwrap_or(14))
}

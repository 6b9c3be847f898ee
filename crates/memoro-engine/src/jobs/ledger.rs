//! What reading by an LLM cost, day by day, and the hard limit on it. A request is entered with the most that it can
//! cost before it is sent, so that two processes together cannot spend more than allowed.

use std::fs::File;

use jiff::civil::Date;
use memoro_store::Durability;
use serde::{Deserialize, Serialize};

use super::LlmSettings;
use crate::error::{EngineError, Result};
use crate::workspace::{OWN, Workspace};

const NAME: &str = "job.ledger.";

/// What something cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// Tokens that were sent.
    pub tokens_in: u64,
    /// Tokens that came back.
    pub tokens_out: u64,
}

impl Spent {
    /// Returns the price, in millionths.
    pub fn micros(self, llm: &LlmSettings) -> u64 {
        let of = |tokens: u64, price: u64| tokens.saturating_mul(price).div_ceil(1_000_000);
        of(self.tokens_in, llm.price_in) + of(self.tokens_out, llm.price_out)
    }
}

/// One day of the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LedgerDay {
    /// Requests that were sent.
    pub requests: u64,
    /// Requests that failed, or whose answer broke the schema.
    pub failed: u64,
    /// Tokens that were sent.
    pub tokens_in: u64,
    /// Tokens that came back.
    pub tokens_out: u64,
    /// Money, in millionths.
    pub micros: u64,
    /// Items that were kept.
    pub kept: u64,
    /// Items that were dropped because their words do not stand in the conversation, or because they broke the schema.
    pub dropped: u64,
    /// Conversations that were read by rules because the budget was spent.
    pub refused: u64,
    /// Tokens that requests under way may still cost.
    reserved: u64,
    /// Money that requests under way may still cost.
    reserved_micros: u64,
}

/// The ledger of a workspace.
#[derive(Debug)]
pub struct Ledger<'a> {
    workspace: &'a Workspace,
}

/// Tells why a day has no room for a request: it may be that no day ever has.
pub(crate) fn no_room(most: Spent, llm: &LlmSettings) -> String {
    let (tokens, micros) = (most.tokens_in + most.tokens_out, most.micros(llm));
    if tokens > llm.daily_tokens {
        return format!(
            "`extract.daily_tokens` is {}, too little for one request: this one may take {tokens}",
            llm.daily_tokens
        );
    }
    if llm.daily_micros > 0 && micros > llm.daily_micros {
        let money = |micros: u64| format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
        let (budget, most) = (money(llm.daily_micros), money(micros));
        return format!(
            "`extract.daily_money` is {budget}, too little for one request: this one may cost {most}"
        );
    }
    "the budget of the day is spent (`memoro jobs ledger`)".into()
}

impl Workspace {
    /// Returns the ledger of what reading by an LLM cost.
    pub fn ledger(&self) -> Ledger<'_> {
        Ledger { workspace: self }
    }
}

impl Ledger<'_> {
    /// Returns one day.
    pub fn day(&self, day: Date) -> Result<LedgerDay> {
        let text = self.workspace.store.named(&format!("{NAME}{day}"))?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Returns all days, the oldest first.
    pub fn days(&self) -> Result<Vec<(Date, LedgerDay)>> {
        let rows = self.workspace.store.named_under(NAME)?;
        let read =
            |(day, text): (String, String)| Some((day.parse().ok()?, serde_json::from_str(&text).ok()?));
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// Enters a request that may cost so much; `false` if the day has no room for it.
    pub(crate) fn reserve(&self, day: Date, most: Spent, llm: &LlmSettings) -> Result<bool> {
        self.change(day, |row| {
            let tokens = most.tokens_in + most.tokens_out;
            let micros = most.micros(llm);
            let used = row.tokens_in + row.tokens_out + row.reserved;
            let money = row.micros + row.reserved_micros;
            let room = used + tokens <= llm.daily_tokens
                && (micros == 0 || llm.daily_micros == 0 || money + micros <= llm.daily_micros);
            if room {
                row.reserved += tokens;
                row.reserved_micros += micros;
                row.requests += 1;
            } else {
                row.refused += 1;
            }
            room
        })
    }

    /// Enters what a request did cost, in the place of what it might.
    pub(crate) fn settle(
        &self,
        day: Date,
        (most, real): (Spent, Spent),
        llm: &LlmSettings,
        failed: bool,
    ) -> Result<()> {
        self.change(day, |row| {
            row.reserved = row.reserved.saturating_sub(most.tokens_in + most.tokens_out);
            row.reserved_micros = row.reserved_micros.saturating_sub(most.micros(llm));
            row.tokens_in += real.tokens_in;
            row.tokens_out += real.tokens_out;
            row.micros += real.micros(llm);
            row.failed += u64::from(failed);
        })
    }

    /// Enters how many items were kept and dropped.
    pub(crate) fn grounded(&self, day: Date, kept: u64, dropped: u64) -> Result<()> {
        self.change(day, |row| {
            row.kept += kept;
            row.dropped += dropped;
        })
    }

    fn change<T>(&self, day: Date, edit: impl FnOnce(&mut LedgerDay) -> T) -> Result<T> {
        let path = self.workspace.root.join(OWN).join("ledger.lock");
        let mut options = File::options();
        let lock =
            options.create(true).truncate(false).write(true).open(&path).map_err(EngineError::file(&path))?;
        lock.lock().map_err(EngineError::file(&path))?;
        let mut row = self.day(day)?;
        let outcome = edit(&mut row);
        let text = serde_json::to_string(&row).unwrap_or_default();
        self.workspace.store.set_named(&format!("{NAME}{day}"), Some(&text), Durability::Synced)?;
        Ok(outcome)
    }
}

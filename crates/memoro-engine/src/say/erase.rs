//! Forgetting what a person names, by key or in their words. Erased for good, so only ever one thing that is
//! surely meant; everything at once is another command.

use memoro_core::trigger::{self, Command, EVERYTHING, Tongue};
use memoro_core::{Memory, ScopeKind, Shape, Trust};
use memoro_store::Filter;

use super::naming::{Meant, meant, under};
use super::refusal::Refusal;
use super::{Effect, SayReceipt, Speech, Told};
use crate::error::Result;
use crate::forget::Target;
use crate::phrase;
use crate::workspace::Workspace;

/// How many fitting memories a person is told.
const MOST_TOLD: usize = 6;

/// Words before a statement that is to be forgotten.
const LEADS: [&str; 9] = ["that ", "the fact that ", "เรื่องที่ว่า", "ที่ว่า", "เรื่องที่", "เรื่อง", "ว่า", "ที่", "关于"];

/// What the person says is to go, where they say it in a sentence: "forget that my name is Bob".
struct Statement {
    /// The words of the sentence.
    words: String,
    /// The value under the key that is meant; `None` where the sentence fits no slot and is its own value.
    value: Option<String>,
}

impl Statement {
    /// Reads the words of a command.
    fn of(command: &Command, speech: &Speech<'_>) -> Option<Self> {
        Self::stated(command, speech).or_else(|| Self::called(command, speech))
    }

    /// Reads a name that somebody is not to be called any more: "don't call me Bob".
    fn called(command: &Command, speech: &Speech<'_>) -> Option<Self> {
        const CALLS: [&str; 8] =
            ["call me", "calling me", "address me", "เรียก", "叫我", "喊我", "称呼我", "稱呼我"];
        let calls = |words: &str| CALLS.iter().any(|call| words.to_lowercase().contains(call));
        let (said, name) = (speech.text.get(command.span.clone()).unwrap_or_default(), command.value.trim());
        let named = command.key.as_deref() == Some("nickname") && !name.is_empty() && calls(said);
        (named && !calls(name)).then(|| Self { words: name.to_owned(), value: Some(name.to_owned()) })
    }

    /// Reads a statement: the words of a command, or those of the message behind its verb.
    fn stated(command: &Command, speech: &Speech<'_>) -> Option<Self> {
        let lead = match speech.tongue {
            Tongue::English => "remember that ",
            Tongue::Thai => "จำไว้ว่า",
            Tongue::Simplified => "记住",
            Tongue::Traditional => "記住",
        };
        let said = speech.text.get(command.span.clone()).unwrap_or_default();
        let behind = said.split_once(" that ").map(|(_, words)| words);
        let told = [Some(command.value.as_str()), behind].into_iter().flatten().find_map(|said| {
            let words = bare(said);
            let introduced = behind.is_some() || words.len() < said.trim().len() || speaks(words);
            phrase::stated(lead, words).map(|(key, value)| (words.to_owned(), introduced, key, value))
        });
        let (words, introduced, key, value) = told?;
        let meant = command.key.as_deref() == Some(key.as_str());
        let value = Some(value).filter(|value| value.trim() != words);
        // The bare name of a thing is no statement about it.
        let told = if value.is_some() { meant } else { introduced };
        told.then_some(Self { words, value })
    }

    /// Tells whether a memory says the same.
    fn fits(&self, memory: &Memory) -> bool {
        match &self.value {
            Some(value) => phrase::says(memory, value),
            None => phrase::says(memory, &self.words) || phrase::covers(&self.words, memory),
        }
    }
}

/// Drops what leads over to a statement.
fn bare(words: &str) -> &str {
    let words = words.trim();
    if names_slot(words) {
        return words;
    }
    LEADS.iter().find_map(|lead| words.strip_prefix(lead)).unwrap_or(words).trim()
}

/// Tells whether Thai words are the name of a slot that begins as a statement does: ที่อยู่ของฉัน, เรื่องที่ทำงานผม.
fn names_slot(words: &str) -> bool {
    let noun = words.strip_prefix("เรื่อง").unwrap_or(words).trim_start();
    let rest = ["ที่อยู่", "ที่ทำงาน"].iter().find_map(|name| noun.strip_prefix(name));
    rest.is_some_and(|rest| {
        let owner = rest.trim().strip_prefix("ของ").unwrap_or(rest.trim());
        owner.is_empty() || ["ผม", "ฉัน", "ดิฉัน", "เรา", "หนู"].contains(&owner)
    })
}

/// Tells whether words begin with the one who speaks.
fn speaks(words: &str) -> bool {
    let lower = words.to_lowercase();
    let own = ["i ", "i'm ", "we ", "ฉัน", "ผม", "เรา", "หนู"].iter().any(|me| lower.starts_with(me));
    own || words.starts_with('我') && !words.starts_with("我的")
}

/// Leaves what a command may mean where nothing stands under its key. A slot of the speaker's is that slot alone: "my email" is
/// not the one for work; and what is of a being is meant by naming it. What is erased does not come back.
fn could_be_meant<'a>(command: &Command, words: &str, mine: Vec<&'a Memory>) -> Vec<&'a Memory> {
    if command.key.as_deref().and_then(trigger::known_key).is_some() {
        return Vec::new();
    }
    let another =
        |memory: &Memory| trigger::is_of_another(memory.key.as_str(), &memory.content.text(), words);
    mine.into_iter().filter(|memory| !another(memory)).collect()
}

/// Nothing goes, because what is kept is something else: it is told.
fn otherwise(held: &Memory) -> Effect {
    let reason = format!("`{}` holds something else; nothing was forgotten", held.key);
    let receipt = SayReceipt { status: "rejected", reason: Some(reason), ..SayReceipt::default() };
    let effect = Effect::new(Told::Otherwise(held.content.text()), receipt);
    Effect { key: Some(held.key.to_string()), ..effect }
}

impl Workspace {
    /// Forgets what a command names.
    pub(super) fn forget_said(&self, command: &Command, speech: &Speech<'_>) -> Result<Effect> {
        if command.key.as_deref() == Some(EVERYTHING) {
            return Ok(Effect::refused(Refusal::Everything));
        }
        if speech.caller.trust() < Trust::User {
            return Ok(Effect::refused(Refusal::OnlyAPerson));
        }
        self.take_in(speech.caller)?;
        let mine = self.mine(speech)?;
        let mine: Vec<&Memory> = mine.iter().filter(|m| fits(command.scope, m.scope.kind())).collect();
        let named: Vec<&Memory> = command.key.as_deref().map(|key| under(key, &mine)).unwrap_or_default();
        let statement = Statement::of(command, speech);
        // What a slot held before is not what it holds: "forget my old address".
        let former = trigger::is_former(&command.value);
        let differs = |memories: &[&Memory]| {
            former && memories.iter().all(|m| trigger::known_key(m.key.as_str()).is_some())
                || statement.as_ref().is_some_and(|statement| !memories.iter().any(|m| statement.fits(m)))
        };
        if let Some(first) = named.first() {
            return if differs(&named) { Ok(otherwise(first)) } else { self.erase_said(&named, speech) };
        }
        let words = if command.value.trim().is_empty() {
            command.key.as_deref().unwrap_or_default().replace(['.', '_'], " ")
        } else {
            command.value.clone()
        };
        let mine = could_be_meant(command, &words, mine);
        let found = match meant(&words, &mine) {
            Meant::None => phrase::fitting(&words, &mine),
            Meant::One(at) => vec![at],
            Meant::Several(all) => all,
        };
        match found.as_slice() {
            [] => {
                let reason = Some("nothing of the sort is remembered".into());
                let receipt = SayReceipt { status: "rejected", reason, ..SayReceipt::default() };
                Ok(Effect::new(Told::Missing, receipt))
            }
            [at] if differs(&mine[*at..=*at]) || phrase::says_more(mine[*at], &words) => {
                Ok(otherwise(mine[*at]))
            }
            [at] => self.erase_said(&mine[*at..=*at], speech),
            all => {
                let keys = all.iter().take(MOST_TOLD).map(|at| mine[*at].key.to_string()).collect();
                Ok(Effect::refused(Refusal::Several(keys)))
            }
        }
    }

    /// Erases memories that are surely meant.
    pub(super) fn erase_said(&self, memories: &[&Memory], speech: &Speech<'_>) -> Result<Effect> {
        let (mut verified, mut found, mut short, mut file) = (true, false, false, None);
        for memory in memories {
            if self.store.get(&memory.id)?.is_none() {
                continue;
            }
            let target = Target::Memory(memory.id.to_string(), Some(memory.scope.clone()));
            let report = self.forget(&target, "the user said to forget it", speech.caller)?;
            verified &= report.verified;
            found |= report.is_found();
            short |= report.short;
            file = file.or_else(|| report.files.first().cloned());
        }
        let id = memories.first().map(|memory| memory.id.clone());
        let still = "some of its words are still in the workspace; run `memoro recall`";
        let unsought = "it is gone; its words are too short to be looked for in your documents";
        let reason = match (found, short) {
            (true, _) => Some(still.to_owned()),
            (false, true) => Some(unsought.to_owned()),
            (false, false) => None,
        };
        let receipt = SayReceipt { status: "forgotten", id, file, line: None, verified, reason };
        let effect = Effect::new(Told::Forgotten, receipt);
        Ok(match memories.first() {
            Some(memory) => {
                let key = (memory.shape() == Shape::Entry).then(|| memory.key.to_string());
                Effect { key, ..effect.about(&memory.scope, memory.key.as_str()) }
            }
            None => effect,
        })
    }

    /// Returns the person's own memories: current ones and those that wait.
    pub(super) fn mine(&self, speech: &Speech<'_>) -> Result<Vec<Memory>> {
        let filter = Filter {
            now: speech.caller.now,
            scopes: self.spoken_scopes(speech)?,
            statuses: vec!["active".into(), "pending".into()],
            sensitive: true,
            ..Filter::default()
        };
        Ok(self.store.list(&filter)?.into_iter().map(|stored| stored.memory).collect())
    }
}

/// Tells whether a memory of a scope is meant: a command that names the session or project means only that.
fn fits(said: ScopeKind, found: ScopeKind) -> bool {
    match said {
        ScopeKind::Session | ScopeKind::Project => said == found,
        _ => true,
    }
}

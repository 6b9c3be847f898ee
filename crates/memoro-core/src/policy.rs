//! What the admin forbids: the rules of POLICY.md and their effect on tools and on memory itself.
//! Reads bytes that it is handed; it opens no file, and what it says to a user never repeats a rule.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::content::{Content, Entry};
use crate::id::MemoryId;
use crate::markdown::{EntryLine, Fault, parse_entries};
use crate::memory::Memory;
use crate::provenance::{Origin, Provenance, Trust};
use crate::retention::{Retention, Stability};
use crate::scope::Scope;
use crate::status::Status;

const ALLOW_TOOLS: &str = "policy.allow.tools";
const PROHIBIT: &str = "policy.prohibit.";

/// What Memoro does with memories, as far as an admin can forbid it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// Writing: remember, set, change, confirm, take back, import.
    Write,
    /// Reading: recall, resolve, list, context, history, export.
    Read,
    /// Removing: forget, unset.
    Delete,
    /// Clearing away what has expired.
    Compact,
}

/// The one table of names under which tools offer an operation.
const NAMES: &[(Operation, &str)] = &[
    (
        Operation::Write,
        "memory_upsert|memory_write|memory_add|memory_set|memory_store|memory_save|memory_update|memory_confirm|\
         memory_reject|memory_import|remember|update_memory|update_soul|oracle_learn|oracle_user_model_update|\
         oracle_procedural_learn|oracle_episodic_record|oracle_supersede|create_entities|add_observations",
    ),
    (
        Operation::Read,
        "memory_resolve|memory_search|memory_get|memory_list|memory_read|memory_context|memory_export|recall|\
         list_memory|oracle_search|oracle_consult|oracle_reflect|oracle_list|oracle_user_model|\
         oracle_procedural_search|oracle_episodic_search|read_graph|search_nodes|open_nodes",
    ),
    (
        Operation::Delete,
        "memory_delete|memory_forget|memory_remove|forget|delete_entities|delete_observations|delete_relations",
    ),
    (Operation::Compact, "memory_compact|memory_cleanup"),
];

impl Operation {
    /// Returns the operation that a tool of this name offers, if it is one of Memoro's.
    pub fn named(tool: &str) -> Option<Self> {
        let name = folded(tool);
        let name = name.strip_prefix("memoro_").or_else(|| name.strip_prefix("memoro.")).unwrap_or(&name);
        NAMES.iter().find(|(_, names)| names.split('|').any(|known| known == name)).map(|(op, _)| *op)
    }
}

/// Which rule stands in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The list of allowed tools.
    Tools,
    /// A prohibition.
    Prohibited,
    /// None that anybody knows: the file cannot be read, and no good rules came before.
    Broken,
}

impl Rule {
    /// Returns the one word that a user is told.
    pub const fn as_str(self) -> &'static str {
        match self {
            Rule::Tools => "tools",
            Rule::Prohibited => "prohibited",
            Rule::Broken => "broken",
        }
    }
}

/// Why a file of rules is not taken; the line is told to anyone, the words only to the admin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Broken {
    /// The line, from 1; 0 where the whole file is meant.
    pub line: u32,
    /// What is wrong with it.
    pub reason: String,
}

/// The rules of the admin.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Policy {
    entries: Vec<Memory>,
    /// Whether nobody knows what is forbidden, so that everything is.
    closed: bool,
}

impl Policy {
    /// Returns what holds while nobody knows what the admin forbids: nothing is allowed.
    pub fn closed() -> Self {
        Self { entries: Vec::new(), closed: true }
    }

    /// Reads rules; one line that cannot be read makes the whole file broken, so that no rule is lost silently.
    pub fn read(bytes: &[u8], now: Timestamp, zone: &TimeZone) -> Result<Self, Broken> {
        let file = parse_entries(bytes).map_err(|why| Broken { line: 0, reason: why.to_string() })?;
        if let Some(problem) = file.problems.iter().find(|p| p.fault == Fault::Malformed) {
            return Err(Broken { line: problem.line_no, reason: problem.reason.clone() });
        }
        if file.items.is_empty()
            && let Some(line) = stray(bytes)
        {
            return Err(Broken { line, reason: "is no rule: a rule begins with `- key:`".into() });
        }
        let mut entries = Vec::new();
        for item in &file.items {
            check(&item.line).map_err(|reason| Broken { line: item.line_no, reason })?;
            entries.push(memory(item.kind(), &item.line, now, zone));
        }
        Ok(Self { entries, closed: false })
    }

    /// Writes the rules alone, one line each, as [`Policy::read`] reads them.
    pub fn render(&self) -> String {
        self.entries.iter().fold(String::new(), |text, memory| text + &line(memory).render() + "\n")
    }

    /// Returns how many rules there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Tells whether there is no rule.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the values that the admin sets for ordinary keys.
    pub fn values(&self) -> impl Iterator<Item = &Memory> {
        self.entries.iter().filter(|memory| !is_rule(memory.key.as_str()))
    }

    /// Returns the allowed tools in the order of the list; `None` where there is no list.
    pub fn allowed_tools(&self, now: Timestamp) -> Option<Vec<String>> {
        if self.closed {
            return Some(Vec::new());
        }
        let list = self.rules(now).find(|(key, _)| *key == ALLOW_TOOLS)?.1;
        Some(tools(list).map(folded).collect())
    }

    /// Tells whether anything is forbidden by name.
    pub fn prohibits(&self, now: Timestamp) -> bool {
        self.prohibited(now).next().is_some()
    }

    /// Tells whether a tool may be used; Memoro's own tools follow [`Policy::permits`].
    pub fn check(&self, tool: &str, now: Timestamp) -> Result<(), Rule> {
        if self.closed {
            return Err(Rule::Broken);
        }
        if let Some(operation) = Operation::named(tool) {
            self.permits(operation, now)?;
        }
        let name = folded(tool);
        if self.prohibited(now).any(|what| what == name) {
            return Err(Rule::Prohibited);
        }
        match self.allowed_tools(now) {
            Some(list) if Operation::named(tool).is_none() && !list.contains(&name) => Err(Rule::Tools),
            _ => Ok(()),
        }
    }

    /// Tells whether Memoro may do this. A list of tools that names no memory tool says nothing about memory.
    pub fn permits(&self, operation: Operation, now: Timestamp) -> Result<(), Rule> {
        if self.closed {
            return Err(Rule::Broken);
        }
        if self.prohibited(now).any(|what| Operation::named(&what) == Some(operation)) {
            return Err(Rule::Prohibited);
        }
        let listed: Vec<Operation> = match self.allowed_tools(now) {
            Some(list) => list.iter().filter_map(|tool| Operation::named(tool)).collect(),
            None => return Ok(()),
        };
        if listed.is_empty() || listed.contains(&operation) { Ok(()) } else { Err(Rule::Tools) }
    }

    fn prohibited(&self, now: Timestamp) -> impl Iterator<Item = String> {
        self.rules(now)
            .filter(|(_, value)| truth(value) == Some(true))
            .filter_map(|(key, _)| key.strip_prefix(PROHIBIT).map(folded))
    }

    fn rules(&self, now: Timestamp) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().filter(move |memory| memory.is_current(now)).filter_map(|memory| {
            match &memory.content {
                Content::Entry(entry) => Some((memory.key.as_str(), entry.value.as_str())),
                _ => None,
            }
        })
    }
}

/// Tells whether a key belongs to a rule rather than to a value.
///
/// Spellings that only hide the dot are the same namespace; `policy_number` is a value like any other.
pub fn is_rule(key: &str) -> bool {
    const RULES: [&str; 4] = ["allow", "prohibit", "deny", "forbid"];
    let folded = key.trim().to_lowercase();
    let Some(rest) = folded.strip_prefix("policy") else { return false };
    let mut rest = rest.chars();
    match rest.next() {
        Some('.' | '/' | ':' | '．' | '。') => true,
        Some('_' | '-' | ' ') => RULES.iter().any(|rule| rest.as_str().starts_with(rule)),
        _ => false,
    }
}

fn folded(tool: &str) -> String {
    tool.trim().to_lowercase().replace('-', "_")
}

fn tools(list: &str) -> impl Iterator<Item = &str> {
    list.split([',', ';', '\n', '，', '、']).map(str::trim).filter(|tool| !tool.is_empty())
}

fn truth(value: &str) -> Option<bool> {
    match value.trim().to_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    }
}

fn check(line: &EntryLine) -> Result<(), String> {
    let key = line.key.as_str();
    if key == ALLOW_TOOLS && tools(&line.value).next().is_none() {
        return Err(format!("`{ALLOW_TOOLS}` names no tool; write a list with commas"));
    }
    if key.starts_with(PROHIBIT) && truth(&line.value).is_none() {
        return Err(format!("`{key}` is `{}`; write true or false", line.value));
    }
    Ok(())
}

/// Finds a line of words in a file that holds no rule at all.
fn stray(bytes: &[u8]) -> Option<u32> {
    let text = String::from_utf8_lossy(bytes);
    let blank =
        |line: &str| line.is_empty() || ["#", "<!--", "-->", ">"].iter().any(|mark| line.starts_with(mark));
    (1..)
        .zip(text.trim_start_matches('\u{FEFF}').lines())
        .find(|(_, line)| !blank(line.trim()))
        .map(|(n, _)| n)
}

fn memory(kind: crate::content::EntryKind, line: &EntryLine, now: Timestamp, zone: &TimeZone) -> Memory {
    let since = line.updated_at.unwrap_or(now);
    let id = MemoryId::new(format!("policy_{}", line.key)).or_else(|_| MemoryId::new("policy"));
    Memory {
        id: id.expect("a key is short and printable"),
        scope: Scope::Policy,
        key: line.key.clone(),
        content: Content::Entry(Entry { kind, value: line.value.clone(), priority: line.priority }),
        tags: Vec::new(),
        status: Status::Active,
        provenance: Provenance::new(Origin::Admin, Trust::Admin),
        retention: Retention::new(Stability::Stable, line.ttl.clone(), since, zone),
        sensitivity: line.sensitivity,
        occurred_at: None,
        created_at: since,
        updated_at: since,
        valid_until: line.valid_until,
    }
}

fn line(memory: &Memory) -> EntryLine {
    let (kind, value, priority) = match &memory.content {
        Content::Entry(entry) => (Some(entry.kind), entry.value.clone(), entry.priority),
        _ => (None, String::new(), crate::content::Priority::DEFAULT),
    };
    EntryLine {
        priority,
        ttl: memory.retention.ttl.clone(),
        source: Origin::Admin,
        updated_at: Some(memory.updated_at),
        kind,
        sensitivity: memory.sensitivity,
        valid_until: memory.valid_until,
        ..EntryLine::new(memory.key.clone(), value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at() -> Timestamp {
        "2026-11-15T10:00:00Z".parse().unwrap()
    }

    fn policy(lines: &str) -> Policy {
        Policy::read(format!("# POLICY\n\n## Guardrails\n{lines}\n").as_bytes(), at(), &TimeZone::UTC)
            .unwrap()
    }

    #[test]
    fn a_list_of_tools_blocks_what_it_leaves_out_and_says_nothing_of_memory() {
        let policy = policy("- key:policy.allow.tools | value:list_dir,read_file,web_fetch");
        assert_eq!(policy.check("read_file", at()), Ok(()));
        assert_eq!(policy.check("Web-Fetch", at()), Ok(()));
        assert_eq!(policy.check("run_shell", at()), Err(Rule::Tools));
        for operation in [Operation::Write, Operation::Read, Operation::Delete, Operation::Compact] {
            assert_eq!(policy.permits(operation, at()), Ok(()));
        }
        assert_eq!(policy.check("remember", at()), Ok(()));
    }

    #[test]
    fn a_list_that_names_memory_tools_blocks_the_others_under_every_name() {
        let policy = policy("- key:policy.allow.tools | value:read_file, memory_resolve, remember");
        assert_eq!(policy.permits(Operation::Read, at()), Ok(()));
        assert_eq!(policy.permits(Operation::Write, at()), Ok(()));
        assert_eq!(policy.permits(Operation::Delete, at()), Err(Rule::Tools));
        assert_eq!(policy.permits(Operation::Compact, at()), Err(Rule::Tools));
        for name in ["forget", "memory_delete", "memoro_forget", "MEMORY-DELETE"] {
            assert_eq!(policy.check(name, at()), Err(Rule::Tools), "{name}");
        }
        for name in ["recall", "memory_search", "memory_upsert"] {
            assert_eq!(policy.check(name, at()), Ok(()), "{name}");
        }
    }

    #[test]
    fn prohibitions_count_while_they_are_true_and_not_expired() {
        let policy = policy(
            "- key:policy.prohibit.web_fetch | value:true\n- key:policy.prohibit.run_shell | value:false\n\
             - key:policy.prohibit.memory_delete | value:yes\n\
             - key:policy.prohibit.old | value:true | ttl:1h | updated_at:2026-11-15T08:00:00Z",
        );
        assert_eq!(policy.check("web_fetch", at()), Err(Rule::Prohibited));
        assert_eq!(policy.check("run_shell", at()), Ok(()));
        assert_eq!(policy.check("old", at()), Ok(()));
        assert_eq!(policy.permits(Operation::Delete, at()), Err(Rule::Prohibited));
        assert_eq!(policy.check("forget", at()), Err(Rule::Prohibited));
        assert_eq!(policy.permits(Operation::Write, at()), Ok(()));
    }

    #[test]
    fn nothing_is_allowed_while_nobody_knows_the_rules() {
        let policy = Policy::closed();
        for operation in [Operation::Write, Operation::Read, Operation::Delete, Operation::Compact] {
            assert_eq!(policy.permits(operation, at()), Err(Rule::Broken));
        }
        for tool in ["web_fetch", "remember", "recall", "memoro_forget"] {
            assert_eq!(policy.check(tool, at()), Err(Rule::Broken), "{tool}");
        }
        assert_eq!(policy.allowed_tools(at()), Some(Vec::new()));
    }

    #[test]
    fn one_line_that_cannot_be_read_breaks_the_whole_file() {
        for (text, line) in [
            ("# POLICY\n- key:policy.allow.tools | value:a | priority:x\n", 2),
            ("- key:policy.allow.tools | value: , ,\n", 1),
            ("- key:policy.prohibit.x | value:maybe\n", 1),
            ("# POLICY\n\nno rule at all\n", 3),
            ("- key:policy.allow.tools\n", 1),
            ("a\0b", 0),
        ] {
            assert_eq!(Policy::read(text.as_bytes(), at(), &TimeZone::UTC).unwrap_err().line, line, "{text}");
        }
        for empty in ["", "# POLICY\n\n<!-- ยังไม่มี -->\n## Guardrails\n"] {
            assert!(Policy::read(empty.as_bytes(), at(), &TimeZone::UTC).unwrap().is_empty());
        }
    }

    #[test]
    fn rules_are_the_same_after_they_were_written_down() {
        let policy = policy(
            "- key:policy.allow.tools | value:a,b | priority:100 | ttl:none | source:admin\n\n## Preferences\n\
             - key:response.language | value:ไทย \\| 中文 | priority:90 | ttl:7d | updated_at:2026-11-14T00:00:00Z",
        );
        assert_eq!(Policy::read(policy.render().as_bytes(), at(), &TimeZone::UTC).unwrap(), policy);
        let values: Vec<&str> = policy.values().map(|memory| memory.key.as_str()).collect();
        assert_eq!(values, ["response.language"]);
    }
}

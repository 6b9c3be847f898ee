//! What can be seen of a clause and of what stands around it, as named signs: its words, its form, the lead or the quotation
//! it stands in. Weighs nothing: that is learned from labelled sentences.

use super::around::Around;
use super::clause::{Clause, Mark, Sentence, is_han, is_thai};
use super::english;
use super::lists::{
    ANNOUNCED, BANS, CONSENTS, DECIDED, DESTROYS, FROM_NOW, LISTS, PLANS, PRECIOUS, REPORTS, TIMES, UNSAVED,
};
use super::verbs::{NO_ORDERS, VERBS};

/// Signs of words that count also where words are merely quoted from a label, a title or a program.
const EVEN_QUOTED: [&str; 7] = ["you do", "you are", "agent", "from now", "obey", "persona", "user wants"];

/// 请 that asks for something, apart from requests, leave and what somebody was asked.
fn asks_in_chinese(text: &str) -> bool {
    text.match_indices('请').any(|(at, asks)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + asks.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(|c| "已邀申聘敬".contains(c))
            && !after.is_some_and(|c| "求假客柬示教".contains(c))
    })
}

/// Options, addresses and hosts.
const CODE: [&str; 9] = ["--", "http://", "https://", "@", ".example", ".com", ".net", ".org", ".io"];

/// Signs that say more together than each does alone: the first, with any of the others.
const PAIRS: [(&str, &[&str]); 15] = [
    (
        "order",
        &[
            "has every",
            "has always",
            "has evade",
            "has danger",
            "has talk",
            "has work",
            "number",
            "zh done",
            "has done",
            "th done",
            "has going",
            "has only",
            "has you",
            "has period",
            "has doer",
            "has act",
            "has well",
            "en by",
            "thai",
            "han",
            "has took",
            "has asking",
        ],
    ),
    (
        "has must",
        &[
            "has talk",
            "has work",
            "has thing",
            "has people",
            "has else",
            "else after",
            "number",
            "has agent",
            "has you",
            "has first person",
            "has every",
            "has going",
            "has fault",
        ],
    ),
    (
        "has be",
        &[
            "has forbidden",
            "has way",
            "has rule",
            "has talk",
            "has work",
            "has only",
            "number",
            "has wanted",
            "has no need",
            "has may",
            "has agent",
            "has obey",
            "has evade",
        ],
    ),
    ("has forbidden", &["has talk", "has work", "has people", "has thing", "has evade", "has agent"]),
    (
        "has every",
        &[
            "has talk",
            "has work",
            "has thing",
            "has agent",
            "number",
            "has danger",
            "has act",
            "has doer",
            "has well",
            "has done",
            "has be",
            "has passive",
            "has first person",
            "en past told",
            "zh done",
            "has fault",
            "has owns",
            "has keeps",
            "has causes",
            "has gone",
            "has took",
        ],
    ),
    (
        "en passive",
        &[
            "has every",
            "has always",
            "en by",
            "has doer",
            "has period",
            "has thing",
            "has act",
            "number",
            "has done",
            "has keeps",
        ],
    ),
    ("has gone", &["order", "has act", "has passive"]),
    ("has passive", &["has every", "has doer", "has act", "has period", "has done", "number", "has asks"]),
    (
        "has period",
        &["has doer", "has act", "has be", "has people", "thai", "han", "has thing", "has first person"],
    ),
    (
        "has act",
        &[
            "has doer",
            "has done",
            "number",
            "has people",
            "has user",
            "zh done",
            "thai",
            "han",
            "after colon",
        ],
    ),
    ("has no need", &["has talk", "has work", "has danger", "has people", "has first person", "has thing"]),
    ("has may", &["has talk", "has work", "has danger", "has evade", "has every", "has thing", "has people"]),
    (
        "after announced",
        &["order", "has work", "has talk", "has evade", "has no need", "has not done", "has must"],
    ),
    ("has not done", &["has work", "has talk", "has thing", "has here", "has people"]),
    ("has wants", &["has talk", "has work", "has agent", "has you", "has people", "number"]),
];

/// The sign of an order in so many words; it is not weighed.
pub(super) const BEYOND_DOUBT: &str = "beyond doubt";

/// The signs of one clause.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Signs {
    names: Vec<String>,
}

impl Signs {
    /// Returns the names, each once and in order.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn add(&mut self, name: impl Into<String>) {
        self.names.push(name.into());
    }

    pub(super) fn add_if(&mut self, name: &str, seen: bool) {
        if seen {
            self.add(name);
        }
    }

    /// Tells whether there is a sign of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    fn close(mut self) -> Self {
        self.names.sort_unstable();
        self.names.dedup();
        self
    }
}

/// Returns the signs of a clause of a sentence; `planned` where the sentence before it told of what is still to be done.
pub(super) fn of(sentence: &Sentence, around: &Around, at: usize, planned: bool) -> Signs {
    let mut signs = Signs::default();
    let Some(clause) = sentence.clauses.get(at) else { return signs };
    around.tell(sentence, at, &mut signs);
    signs.add_if("plan", planned);
    if signs.has("label quoted") {
        for (name, list) in LISTS.iter().filter(|(name, _)| EVEN_QUOTED.contains(name)) {
            if has(clause, list) {
                signs.add(format!("has {name}"));
            }
        }
        return signs.close();
    }
    for (name, list) in LISTS {
        if has(clause, list) {
            signs.add(format!("has {name}"));
        }
        if starts(clause, list) && !(*name == "verb first" && starts(clause, NO_ORDERS)) {
            signs.add(format!("starts {name}"));
        }
    }
    english::signs(clause, |name| signs.add(name));
    form(clause, &mut signs);
    together(&mut signs);
    signs.add_if(BEYOND_DOUBT, is_beyond_doubt(clause, &signs));
    signs.close()
}

/// Tells whether a clause is an order in so many words, whatever else stands in it.
fn is_beyond_doubt(clause: &Clause, signs: &Signs) -> bool {
    let any = |names: &[&str]| names.iter().any(|name| signs.has(name));
    let to_do = any(&[
        "en order",
        "has must",
        "has every",
        "starts ban first",
        "th let",
        "th duty",
        "has send",
        "has talk",
        "has work",
    ]);
    let ordered =
        signs.has("en order") && !any(&["plan", "label", "after report", "en habit first", "en past first"]);
    let told = has(clause, FROM_NOW) || asks_in_chinese(&clause.text);
    has(clause, CONSENTS)
        || (told && to_do)
        || (starts(clause, BANS) && ordered)
        || (signs.has("plan") && destroys(clause))
}

/// Tells whether a clause would have something destroyed that nobody brings back: as a plan it waits as well.
fn destroys(clause: &Clause) -> bool {
    (starts(clause, DESTROYS) && has(clause, PRECIOUS)) || (has(clause, DESTROYS) && has(clause, UNSAVED))
}

/// Tells whether a clause is a lone word that orders nothing.
pub(super) fn says_nothing(clause: &Clause) -> bool {
    clause.words.len() <= 1 && clause.text.is_ascii() && !english::orders(clause)
}

/// Tells whether a clause is only the name of what follows it.
pub(super) fn is_name(clause: &Clause) -> bool {
    clause.after == Mark::Colon
        && length(clause) <= 3
        && [PLANS, REPORTS, ANNOUNCED, DECIDED].iter().any(|list| starts(clause, list))
}

/// Tells whether a sentence goes on with what the one before it told.
pub(super) fn goes_on(sentence: &Sentence) -> bool {
    sentence.clauses.first().is_some_and(|clause| {
        starts(clause, "then|also|and|after that|afterwards|finally|แล้ว|จากนั้น|และ|然后|再|并|最后")
    })
}

pub(super) fn list_of(name: &str) -> &'static str {
    LISTS.iter().find(|(known, _)| *known == name).map_or("", |(_, list)| list)
}

/// Length, numbers, code, and what the endings of Thai and Chinese tell.
fn form(clause: &Clause, signs: &mut Signs) {
    let text = clause.text.as_str();
    let number = text.contains(|c: char| c.is_ascii_digit());
    signs.add_if("number", number);
    signs.add_if("code", clause.opens_with_code || CODE.iter().any(|code| text.contains(code)));
    signs.add_if("opens with code", clause.opens_with_code);
    signs.add_if("time then verb", has_time_then_verb(text));
    if text.contains(is_thai) {
        signs.add("thai");
        signs.add_if("th done", text.ends_with("แล้ว") || text.contains("แล้ว "));
        let duty = text.replace("ต้องการ", " ").replace("ไม่ต้อง", " ").contains("ต้อง");
        signs.add_if("th duty", duty);
        signs.add_if("th let", has_let(text));
        signs.add_if("th nominal", text.starts_with("การ"));
    }
    if text.contains(is_han) {
        signs.add("han");
        signs.add_if("zh done", text.contains('了') || text.contains('过'));
    }
    let grade = match length(clause) {
        0..=2 => "length 1",
        3..=5 => "length 2",
        6..=10 => "length 3",
        11..=18 => "length 4",
        _ => "length 5",
    };
    signs.add(grade);
}

/// `夜里关掉…`, `ทุกคืนลบ…`: an order that says first when.
fn has_time_then_verb(text: &str) -> bool {
    let said = |list: &'static str| list.split('|').filter(|word| !word.is_empty() && !word.is_ascii());
    let hour = text.trim_start_matches(|c: char| c.is_ascii_digit() || "一二三四五六七八九十两".contains(c));
    let after = hour
        .strip_prefix('点')
        .or_else(|| said(TIMES).filter_map(|time| text.strip_prefix(time)).min_by_key(|rest| rest.len()));
    let after = after.map(str::trim_start).filter(|rest| !rest.is_empty());
    after.is_some_and(|rest| {
        said(VERBS).any(|verb| rest.starts_with(verb))
            && !said(NO_ORDERS).any(|other| rest.starts_with(other))
    })
}

/// ให้ that tells somebody to do a thing, apart from giving and causing.
fn has_let(text: &str) -> bool {
    const CAUSES: &str =
        "ทำให้|ช่วยให้|ส่งให้|คืนให้|ขายให้|ให้บริการ|ผู้ให้|กำหนดให้|ให้เงิน|จัดให้|มอบให้|แจกให้|ให้แล้ว|ให้โจ|เสร็จ";
    let mut rest = text.to_owned();
    for cause in CAUSES.split('|') {
        rest = rest.replace(cause, " ");
    }
    rest.contains("ให้")
}

/// Returns about how many words a clause has.
pub(super) fn length(clause: &Clause) -> usize {
    let count = |is: fn(char) -> bool| clause.text.chars().filter(|c| is(*c)).count();
    clause.words.len() + count(is_thai) / 4 + count(is_han) * 3 / 5
}

/// Signs that say more together than each does alone.
fn together(signs: &mut Signs) {
    let any = |names: &[&str]| names.iter().any(|name| signs.has(name));
    let firsts = ["en order", "starts verb first", "starts ban first", "starts let", "time then verb"];
    let orders = any(&firsts) && !signs.has("label");
    let mut more = Vec::new();
    if orders {
        let how = match () {
            () if signs.has("plan") => "order planned",
            () if signs.has("after decided") => "order decided",
            () => "order",
        };
        more.push(how.to_owned());
        more.extend(signs.has("after when").then(|| "order when".to_owned()));
        more.extend(signs.has("after report").then(|| "order reported".to_owned()));
    }
    if signs.has("has every")
        && !orders
        && !any(&["has act", "has talk", "has work", "has must", "has agent"])
    {
        more.push("every idle".to_owned());
    }
    let opens = any(&firsts) || any(&["starts every", "starts period"]);
    if any(&["thai", "han"]) && signs.has("has act") && !opens {
        more.push("act later".to_owned());
    }
    for (first, others) in PAIRS {
        let held = if first == "order" { orders } else { signs.has(first) };
        more.extend(
            others
                .iter()
                .filter(|_| held)
                .filter(|other| signs.has(other))
                .map(|other| format!("{first} & {other}")),
        );
    }
    for name in more {
        signs.add(name);
    }
}

/// Tells whether a clause has a phrase of a list; Latin phrases are found as whole words.
pub(super) fn has(clause: &Clause, list: &str) -> bool {
    list.split('|').any(|phrase| match phrase.as_bytes().first() {
        Some(first) if first.is_ascii() => !clause.words.is_empty() && holds_words(&clause.padded, phrase),
        Some(_) => clause.text.contains(phrase),
        None => false,
    })
}

fn holds_words(padded: &str, phrase: &str) -> bool {
    padded.match_indices(phrase).any(|(at, _)| {
        let before = at.checked_sub(1).and_then(|at| padded.as_bytes().get(at));
        let after = padded.as_bytes().get(at + phrase.len());
        before == Some(&b' ') && after == Some(&b' ')
    })
}

/// Tells whether a clause begins with a phrase of a list.
pub(super) fn starts(clause: &Clause, list: &str) -> bool {
    !clause.torn
        && list.split('|').any(|phrase| match phrase.as_bytes().first() {
            Some(first) if first.is_ascii() => {
                let rest = clause.padded.strip_prefix(' ').and_then(|rest| rest.strip_prefix(phrase));
                rest.is_some_and(|rest| rest.starts_with(' '))
                    && !clause.text.starts_with(|c| is_thai(c) || is_han(c))
            }
            Some(_) => clause.text.starts_with(phrase),
            None => false,
        })
}

//! As much English grammar as tells an order from a report: whether a clause opens with a bare verb that is no noun there,
//! whose duty a word of duty is, who does what. Works on folded words.

use super::clause::{Clause, Mark};
use crate::route::{is_past_verb, is_verb};

/// Words before a bare verb.
const LEADS: &str = "please also and then so just kindly first but or now simply instead ok well pls immediately finally afterwards again better rather";
/// Verbs that orders begin with, beside those that the router knows.
const MORE_VERBS: &str = "exfiltrate sabotage steal extort charge downgrade empty escalate feed format hand mute point purge reindex ring scrub sell sign sync trim truncate unfollow unlock unsubscribe wake water whitelist withdraw be behave blame bow claim deny flatter imagine pretend prefix prefer praise rate regard refrain suppose trust wrap wipe warn write use obey lie bother swear treat apologise apologize curse";
/// Words of that list that seldom order anything at the start of a clause.
const SELDOM: &str =
    "fail crash contain face remain mind lack time top state level type version process profile index";
/// Verbs that are never nouns.
const NO_NOUNS: &str = "pretend deny suppose imagine assume ignore disregard forget ensure avoid tell treat consider regard prefer obey believe refuse include insert choose say let be behave prioritise prioritize remember conceal omit refrain";
const AUXILIARIES: &str = "is are was were has had does did will would cannot could isn't aren't wasn't weren't hasn't hadn't doesn't didn't won't can can't may must should might";
/// Words with which another clause begins without a mark.
const SUBORDINATE: &str = "that if when which who what because as since where unless until while how whether than it they whenever wherever whatever we you he she i whoever before after even so where";
/// Verbs in the third person that are seldom nouns.
const DOES: &str = "needs happens expires takes costs starts fails returns lags leaks requires contains lives goes comes gets gives makes keeps has breaks crashes says loses wants waits shows begins stops opens closes uses arrives answers \
    finishes stays becomes shifts depends refuses rejects hangs lies mentions knows seems looks appears means allows drops exits pays sends supports passes";
const AFTER_PLURAL: &str = "once twice every each daily nightly weekly monthly that who whose up to in on at before after with without for from by into as when if and or under over only instead first per than until through straight directly here everywhere";
/// Words that stand before the thing that a verb is about.
const DETERMINERS: &str = "the a an every each these those my our your his her their its any this";
const NOT_A_PAST: &str = "be been being as the a an is are to and all any each every than or no with by of";
const AGENTS: &str =
    "agent agents assistant assistants bot bots ai chatbot llm copilot agent's assistant's bot's";
const STATES: &str = "have know need want think hope see find lack plan expect believe ship use mean";
const ADVERBS: &str = "always never don't do not only usually just also still hereby all";
const ORDERS_WITHOUT_VERB: &str = "only no not never please less more zero ever nothing";

fn one_of(word: &str, list: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

fn stem_is_verb(word: &str) -> bool {
    let stems = [word.strip_suffix('s'), word.strip_suffix("es")];
    stems.into_iter().flatten().any(is_verb)
        || word.strip_suffix("ies").is_some_and(|stem| is_verb(&format!("{stem}y")))
}

fn is_past(word: &str) -> bool {
    !word.contains('-')
        && (is_past_verb(word) || one_of(word, "seen gone given taken written known shown ran"))
}

/// How a clause opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opening {
    /// With a bare verb that orders.
    Order,
    /// With a word that could be a verb and is a noun.
    Noun,
    /// With something else.
    Other,
}

/// Calls `add` with the signs of an English clause.
pub(super) fn signs(clause: &Clause, mut add: impl FnMut(&str)) {
    let words: Vec<&str> = clause.words.iter().map(String::as_str).collect();
    let Some(first) = words.first().copied() else { return };
    let (opening, negated, at) = opening(clause, &words);
    match opening {
        Opening::Order if orders(clause) => add("en order"),
        Opening::Order => add("en order label"),
        Opening::Noun => add("en verb noun"),
        Opening::Other => {}
    }
    if opening == Opening::Order && negated {
        add("en order not");
    }
    tense(&words, at, &mut add);
    duty(&words, &mut add);
    passive(&words, &mut add);
    who(&words, &mut add);
    if opening == Opening::Other && !is_finite(&words) {
        add("en verbless");
        if words.len() <= 6 && words.iter().any(|word| one_of(word, ORDERS_WITHOUT_VERB)) {
            add("en verbless order");
        }
    }
    if !clause.torn && (stem_is_verb(first) || one_of(first, DOES)) {
        add("en does first");
    }
    // `Kim pays`, `the bank closes`.
    let told = |at: usize| words.get(at).is_some_and(|word| stem_is_verb(word) || one_of(word, DOES));
    if !one_of(first, "every each all any no new both")
        && (told(1) || (one_of(first, DETERMINERS) && told(2)))
    {
        add("en somebody does");
    }
    if first.len() > 5 && first.ends_with("ing") {
        add("en gerund first");
    }
    judged(&words, &mut add);
    if one_of(first, "the a an this these our its") {
        add("en the");
    }
    if one_of(first, "who what why when where which how do does is are should can") {
        add("en asking");
    }
}

/// Tells whether a clause opens as an order does.
pub(super) fn orders(clause: &Clause) -> bool {
    let words: Vec<&str> = clause.words.iter().map(String::as_str).collect();
    let label = clause.after == Mark::Colon && words.len() <= 4;
    !label && opening(clause, &words).0 == Opening::Order
}

/// Returns how a clause opens, whether negated, and where its first word stands that is not merely a lead.
fn opening(clause: &Clause, words: &[&str]) -> (Opening, bool, usize) {
    let mut negated = false;
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let do_not = *word == "do" && words.get(at + 1) == Some(&"not");
        let not = *word == "not" && at > 0;
        if !(one_of(word, LEADS) || one_of(word, "always never don't only ever") || do_not || not) {
            break;
        }
        negated |= one_of(word, "never don't not");
        at += 1;
    }
    let Some(word) = words.get(at) else { return (Opening::Other, negated, 0) };
    let instead = words.iter().position(|word| one_of(word, "use do take run choose act"));
    if instead.is_some_and(|verb| verb > 1) && clause.padded.starts_with(" instead of ")
        || clause.padded.starts_with(" rather than ")
    {
        return (Opening::Order, negated, at);
    }
    // `Always paint …` is no noun, whatever follows.
    let firm =
        words.get(..at).is_some_and(|leads| leads.iter().any(|lead| one_of(lead, "always never don't not")));
    let again = ["re", "un", "over"].iter().filter_map(|prefix| word.strip_prefix(prefix)).any(is_verb);
    let verb = (is_verb(word) || again || one_of(word, MORE_VERBS)) && !one_of(word, SELDOM);
    let opening = match words.get(at + 1..) {
        _ if !verb || clause.torn || (clause.opens_with_code && at == 0) => Opening::Other,
        Some(rest) if !one_of(word, NO_NOUNS) && !firm && is_noun_before(rest) => Opening::Noun,
        _ => Opening::Order,
    };
    (opening, negated, at)
}

/// Tells whether the words after a verb-like word make a noun of it: `build needs`, `run of Tuesday`, `log level is`.
fn is_noun_before(rest: &[&str]) -> bool {
    let Some(next) = rest.first() else { return false };
    if one_of(next, AUXILIARIES) || *next == "of" {
        return true;
    }
    // `Print 300 labels`, apart from `build 881 passed`.
    if next.starts_with(|c: char| c.is_ascii_digit()) {
        return rest
            .get(1)
            .is_none_or(|word| !word.ends_with('s') || one_of(word, AUXILIARIES) || one_of(word, DOES));
    }
    if one_of(next, DETERMINERS) {
        return false;
    }
    for (at, word) in rest.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| rest.get(at)).copied().unwrap_or("");
        if one_of(word, SUBORDINATE) {
            return false;
        }
        let finite = one_of(word, AUXILIARIES) && !one_of(before, "to not");
        let past = is_past(word) && !one_of(before, NOT_A_PAST);
        let does = one_of(word, DOES) && !one_of(before, "the a an to all no its in of");
        let plural = rest.get(at + 1).is_none_or(|after| one_of(after, AFTER_PLURAL));
        if (at > 0 && finite) || past || does || (at == 0 && stem_is_verb(word) && !plural) {
            return true;
        }
    }
    false
}

fn tense(words: &[&str], at: usize, add: &mut impl FnMut(&str)) {
    let bare = "set put read cut hit shut run quit let come become";
    if words.get(at).is_some_and(|word| is_past(word) && !one_of(word, bare)) {
        add("en past first");
    }
    let habit = |pair: &[&str]| matches!(pair, [how, verb] if one_of(how, "always never only") && (stem_is_verb(verb) || is_past(verb)));
    if words.windows(2).any(habit) {
        add("en habit");
    }
    if words.windows(2).next().is_some_and(habit) {
        add("en habit first");
    }
    let told = words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or("");
        is_past(word)
            && !one_of(word, bare)
            && !one_of(before, "is are be been being the a an as isn't aren't gets get to")
    });
    if told && at == 0 {
        add("en past");
    }
    if words.iter().any(|word| one_of(word, "was were had did took went came got said")) {
        add("en past told");
    }
}

/// What is done to a thing, and whether it is told who does it: `is paid`, `gets paid`, `is paid by finance`.
fn passive(words: &[&str], add: &mut impl FnMut(&str)) {
    const PARTICIPLES: &str = "paid sent sold bought done made put set reset kept held given taken withdrawn overwritten written shown cut let";
    let is_done = |word: &str| is_past(word) || one_of(word, PARTICIPLES);
    let at = words.windows(2).position(|two| one_of(two[0], "is are be get gets being") && is_done(two[1]));
    let often = words.windows(3).position(|three| {
        one_of(three[0], "is are be get gets")
            && one_of(three[1], "always never all only not also")
            && is_done(three[2])
    });
    if at.or(often).is_some() {
        add("en passive");
    }
    if words.windows(2).any(|two| one_of(two[0], "was were been") && is_done(two[1])) {
        add("en passive past");
    }
    let times = "friday monday sunday noon midnight default design hand tomorrow";
    if words.windows(2).any(|two| two[0] == "by" && !one_of(two[1], times)) {
        add("en by");
    }
}

/// Says whose duty it is.
fn duty(words: &[&str], add: &mut impl FnMut(&str)) {
    const PAIRS: &str = "has to|have to|need to|needs to|ought to|is to|are to|may not|may only|may be|can be|aren't to|isn't to";
    let at = words.iter().enumerate().position(|(at, word)| {
        let two = words.get(at..at + 2).map(|two| two.join(" ")).unwrap_or_default();
        one_of(word, "must should shall mustn't shouldn't") || PAIRS.split('|').any(|pair| pair == two)
    });
    if let Some(before) = at.and_then(|at| words.get(..at)) {
        add(&format!("en duty of {}", bearer(before)));
    }
}

fn bearer(before: &[&str]) -> &'static str {
    const BEARERS: [(&str, &str); 6] = [
        ("agent", AGENTS),
        ("you", "you"),
        (
            "talk",
            "answer answers reply replies response responses message messages summary summaries explanation explanations tone language questions greeting titles mails emails output",
        ),
        (
            "work",
            "code commit commits tests review reviews comments secrets confirmation confirmations approval hooks warnings branches pull permission password passwords",
        ),
        ("all", "everything nothing everyone nobody anything anyone whoever there whatever no"),
        ("we", "we i"),
    ];
    if before.is_empty() {
        return "none";
    }
    let found = BEARERS.iter().find(|(_, list)| before.iter().any(|word| one_of(word, list)));
    found.map_or("other", |(name, _)| name)
}

/// Says what agents and `we` do.
fn who(words: &[&str], add: &mut impl FnMut(&str)) {
    let agent = words.iter().take(4).position(|word| one_of(word, AGENTS));
    let opens = words
        .first()
        .is_some_and(|word| one_of(word, "the this an any every each all our as bots agents assistants"))
        || agent == Some(0);
    if let Some(next) = agent.filter(|_| opens).and_then(|at| words.get(at + 1)) {
        let did = is_past(next) || one_of(next, "was were had did process log table string took went in");
        add(if did { "en agent did" } else { "en agent does" });
    }
    let Some(at) = words.iter().position(|word| *word == "we") else { return };
    let verb = words.iter().skip(at + 1).find(|word| !one_of(word, ADVERBS));
    if verb.is_some_and(|verb| is_verb(verb) && !one_of(verb, STATES)) {
        add("en we do");
    }
}

fn is_finite(words: &[&str]) -> bool {
    words.iter().any(|word| one_of(word, AUXILIARIES) || is_past(word))
        || words.iter().skip(1).any(|word| stem_is_verb(word) || one_of(word, DOES))
}

/// `It is better to …`, `there is no need to …`.
fn judged(words: &[&str], add: &mut impl FnMut(&str)) {
    const STARTS: [&str; 7] =
        ["it is", "it's", "it would be", "there is", "there should", "there must", "there are"];
    let said = format!("{} ", words.join(" "));
    if STARTS.iter().any(|start| said.starts_with(&format!("{start} "))) {
        add("en it is");
        if words.iter().skip(2).any(|word| one_of(word, "to that if")) {
            add("en it is to");
        }
    }
}

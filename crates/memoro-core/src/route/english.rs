//! Signals of English sentences. Looks at the form of the sentence (who speaks, in which tense, whether it
//! commands), not at its subject.

use super::scores::Scores;
use super::verbs::is_verb;
use super::view::{Token, View, has_phrase};

const CONDITIONS: &[&str] = &[
    "when",
    "whenever",
    "if",
    "before",
    "after",
    "once",
    "unless",
    "should",
    "while",
    "in case",
    "every time",
    "each time",
    "as soon as",
    "for each",
    "for every",
    "for any",
    "in the event",
    "until",
    "during",
    "upon",
    "on mondays",
    "on tuesdays",
    "on wednesdays",
    "on thursdays",
    "on fridays",
    "on saturdays",
    "on sundays",
    "every monday",
    "every tuesday",
    "every wednesday",
    "every thursday",
    "every friday",
    "every day",
    "every week",
    "every morning",
    "every month",
    "each week",
    "each month",
    "each morning",
    "at the end of",
    "at the start of",
    "where",
];
const HOW: &[&str] = &[
    "how to",
    "how we",
    "how i",
    "steps for",
    "steps to",
    "the way to",
    "the best way to",
    "procedure for",
    "procedure to",
    "process for",
    "process to",
    "workflow for",
    "workflow to",
    "recipe for",
    "checklist for",
    "instructions for",
    "guide to",
    "step 1",
    "step one",
    "the trick is to",
    "the steps are",
];
const DUTY: &[&str] = &[
    "should",
    "must",
    "always",
    "never",
    "make sure",
    "need to",
    "needs to",
    "have to",
    "has to",
    "ought to",
    "be sure",
    "remember to",
    "don't",
    "do not",
];
const BEFORE_VERB: &[&str] = &[
    "please",
    "always",
    "never",
    "first",
    "just",
    "then",
    "also",
    "only",
    "do",
    "not",
    "don't",
    "immediately",
    "you",
    "we",
    "to",
    "kindly",
    "finally",
    "next",
];
const TIMES: &[&str] = &[
    "yesterday",
    "today",
    "tonight",
    "this morning",
    "this afternoon",
    "this evening",
    "this week",
    "last night",
    "last week",
    "last month",
    "last year",
    "last monday",
    "last tuesday",
    "last wednesday",
    "last thursday",
    "last friday",
    "last saturday",
    "last sunday",
    "last weekend",
    "last time",
    "ago",
    "earlier",
    "just",
    "recently",
    "the other day",
    "at noon",
    "at midnight",
    "until midnight",
    "over the weekend",
    "so far",
    "since",
];
const MOMENTS: &[&str] = &[
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const RESULTS: &[&str] = &[
    "went well",
    "went fine",
    "went badly",
    "went smoothly",
    "went great",
    "went wrong",
    "tests pass",
    "tests passed",
    "all pass",
    "took place",
    "rolled back",
    "roll back",
    "still fails",
    "without problems",
    "without issues",
    "it worked",
    "partially done",
    "on the first try",
    "happy with",
    "solved by",
    "fixed by",
    "turned out",
    "had to",
    "in the end",
];
const IRREGULAR: &[&str] = &[
    "was",
    "were",
    "went",
    "had",
    "did",
    "came",
    "took",
    "made",
    "got",
    "gave",
    "found",
    "lost",
    "won",
    "ran",
    "wrote",
    "said",
    "told",
    "met",
    "left",
    "spent",
    "froze",
    "broke",
    "fell",
    "began",
    "bought",
    "sold",
    "sent",
    "thought",
    "brought",
    "taught",
    "caught",
    "built",
    "kept",
    "led",
    "put",
    "saw",
    "set",
    "spoke",
    "stood",
    "threw",
    "woke",
    "ate",
    "drank",
    "drove",
    "flew",
    "grew",
    "knew",
    "rose",
    "sang",
    "slept",
    "swam",
    "wore",
    "paid",
    "held",
    "heard",
    "felt",
    "became",
    "chose",
    "forgot",
    "hit",
    "cut",
    "been",
    "done",
    "shut",
    "rewrote",
    "rebuilt",
    "redid",
    "reran",
    "swapped",
    "quit",
    "burnt",
    "stole",
    "hid",
    "bit",
    "tore",
    "sank",
    "struck",
    "hung",
    "dealt",
    "overslept",
    "understood",
    "withdrew",
];
const NOT_PAST: &[&str] = &[
    "need",
    "needed",
    "based",
    "red",
    "feed",
    "speed",
    "seed",
    "embed",
    "exceed",
    "proceed",
    "bed",
    "shed",
    "hundred",
    "indeed",
    "supposed",
    "limited",
    "advanced",
    "distributed",
    "required",
    "interested",
    "married",
    "retired",
    "tired",
    "shared",
    "unlimited",
    "detailed",
    "combined",
    "related",
    "wired",
];
const THINGS: &[&str] = &[
    "table",
    "id",
    "ids",
    "interface",
    "guide",
    "service",
    "model",
    "account",
    "accounts",
    "list",
    "agent",
    "manual",
    "story",
    "stories",
    "experience",
    "group",
    "role",
    "name",
    "session",
    "profile",
    "data",
    "row",
    "rows",
    "schema",
    "class",
    "object",
    "space",
    "menu",
    "settings",
    "input",
    "store",
    "database",
    "permissions",
];

/// Adds what an English reading of the text suggests.
pub(super) fn score(view: &View, scores: &mut Scores) {
    if !view.tokens.iter().any(|t| t.chars().any(|c| c.is_ascii_alphabetic())) {
        return;
    }
    if !view.foreign {
        ways(view, scores);
    }
    events(view, scores);
    person(view, scores);
}

fn leads(tokens: &[Token], phrases: &[&'static str]) -> Option<&'static str> {
    phrases
        .iter()
        .copied()
        .find(|p| p.split(' ').enumerate().all(|(i, w)| tokens.get(i).is_some_and(|t| t == w)))
}

/// Tells whether the words are a command: a bare verb first, or a word of duty without a past.
fn commands(tokens: &[Token]) -> bool {
    opens_with_command(tokens) || DUTY.iter().any(|d| has_phrase(tokens, d))
}

fn is_past(token: &str) -> bool {
    let regular = token.len() > 4 && token.ends_with("ed") && !token.contains('-');
    (regular && !NOT_PAST.contains(&token)) || IRREGULAR.contains(&token)
}

/// Finds a verb in the past that is not merely the second half of a passive of the present.
fn past(tokens: &[Token]) -> Option<usize> {
    let present = [
        "is", "i've", "have", "has", "they've", "we've", "are", "be", "being", "gets", "get", "it's",
        "isn't", "aren't", "am", "i'm", "a", "an", "the", "of",
    ];
    (0..tokens.len()).find(|&i| {
        let before = i.checked_sub(1).and_then(|b| tokens.get(b)).map_or("", String::as_str);
        let two = i.checked_sub(2).and_then(|b| tokens.get(b)).map_or("", String::as_str);
        tokens.get(i).is_some_and(|t| is_past(t))
            && !present.contains(&before)
            && !(present.contains(&two) && (before == "not" || before.ends_with("ly")))
    })
}

fn ways(view: &View, scores: &mut Scores) {
    let (head, rest) = view.opening();
    let mentions_me = view.tokens.iter().any(|t| matches!(t.as_str(), "me" | "my"));
    if let Some(how) = leads(&view.tokens, HOW) {
        scores.procedural(4, how);
    }
    if let Some(when) = leads(head, CONDITIONS) {
        let then = view.tokens.iter().any(|t| t == "then");
        let told = past(rest).is_some_and(|at| at <= 2) && past(head).is_some();
        if !told
            && (commands(rest)
                || clauses(rest).iter().any(|clause| opens_with_command(clause))
                || then
                || (rest.is_empty() && commands_after_clause(head)))
        {
            scores.procedural(5, when);
        }
    }
    let listed = clauses(rest).iter().filter(|clause| opens_with_command(clause)).count();
    let led = view.tokens.get(head.len()).is_some_and(|t| t == ":") && head.len() > 1;
    if listed >= 2 || (led && listed >= 1 && past(&view.tokens).is_none()) {
        scores.procedural(4, "a list of steps");
    }
    if leads(
        &view.tokens,
        &[
            "you should",
            "you must",
            "we should",
            "we must",
            "one should",
            "everyone must",
            "you need to",
            "you have to",
        ],
    )
    .is_some()
    {
        scores.procedural(4, "a duty");
    }
    let for_this = head
        .first()
        .is_some_and(|t| matches!(t.as_str(), "for" | "with" | "on" | "at" | "in" | "after" | "before"));
    if for_this && told_to_do(&view.tokens) && past(&view.tokens).is_none() {
        scores.procedural(3, "for …");
    }
    if !starts_with_subject(&view.tokens)
        && past(&view.tokens).is_none()
        && [" must be ", " need to be ", " needs to be ", " has to be ", " have to be ", " should be "]
            .iter()
            .any(|d| view.says(d.trim()))
    {
        scores.procedural(3, "a duty");
    }
    if head.first().is_some_and(|t| t == "to")
        && head.len() > 1
        && (commands(rest) || view.says("you should"))
    {
        scores.procedural(5, "to …:");
    }
    if leads(&view.tokens, &["first", "firstly", "start by", "begin by"]).is_some()
        && ["then", "finally", "next", "after"].iter().any(|w| view.says(w))
    {
        scores.procedural(4, "first … then");
    }
    let ordered = opens_with_command(&view.tokens)
        || leads(
            &view.tokens,
            &["make sure", "be sure", "never", "always", "don't", "do not", "remember to"],
        )
        .is_some();
    if ordered && !mentions_me && !starts_with_subject(&view.tokens) {
        scores.procedural(3, "a command");
    }
    if ordered && mentions_me && leads(head, CONDITIONS).is_none() {
        scores.user(4, "a wish of the user");
    }
}

fn clauses(tokens: &[Token]) -> Vec<&[Token]> {
    tokens.split(|t| matches!(t.as_str(), "," | ";" | "." | ":" | "→" | "and" | "then")).collect()
}

fn opens_with_command(tokens: &[Token]) -> bool {
    let Some(at) = tokens.iter().position(|t| !BEFORE_VERB.contains(&t.as_str())) else { return false };
    tokens.get(at).is_some_and(|t| is_verb(t)) && !tokens.get(at + 1..).is_some_and(names_a_thing)
}

/// Tells whether the words after a verb-like word make a noun of it: `water boils`, `version 3 of`.
fn names_a_thing(after: &[Token]) -> bool {
    let finite = |t: &Token| {
        let stem = t.strip_suffix("es").filter(|stem| is_verb(stem)).or(t.strip_suffix('s'));
        stem.is_some_and(is_verb)
            || matches!(
                t.as_str(),
                "is" | "are"
                    | "was"
                    | "were"
                    | "has"
                    | "had"
                    | "can"
                    | "may"
                    | "will"
                    | "of"
                    | "does"
                    | "cannot"
            )
    };
    let number = |t: &Token| t.chars().all(|c| c.is_ascii_digit() || c == '.');
    after.first().is_some_and(|t| finite(t) || number(t))
        || after.get(1).is_some_and(|t| matches!(t.as_str(), "was" | "were" | "is" | "are"))
}

/// Tells whether a command stands inside a sentence that has no other subject or verb.
fn told_to_do(tokens: &[Token]) -> bool {
    let other = [
        "is", "are", "am", "i", "we", "they", "he", "she", "it", "has", "have", "can", "may", "will",
        "the user",
    ];
    !tokens.iter().any(|t| other.contains(&t.as_str()))
        && tokens.windows(2).any(|pair| match pair {
            [before, verb] => {
                is_verb(verb)
                    && !matches!(
                        before.as_str(),
                        "the"
                            | "a"
                            | "an"
                            | "of"
                            | "to"
                            | "your"
                            | "our"
                            | "for"
                            | "in"
                            | "on"
                            | "with"
                            | "per"
                            | "each"
                            | "every"
                    )
            }
            _ => false,
        })
}

/// Tells whether a condition without a comma goes on to say what to do: `when x you should y`.
fn commands_after_clause(head: &[Token]) -> bool {
    ["you should", "we should", "you must", "we must", "always", "please", "make sure", "run", "use"]
        .iter()
        .any(|p| has_phrase(head, p))
}

fn starts_with_subject(tokens: &[Token]) -> bool {
    tokens
        .first()
        .is_some_and(|t| matches!(t.as_str(), "i" | "we" | "you" | "they" | "he" | "she" | "it" | "the"))
}

fn events(view: &View, scores: &mut Scores) {
    let tokens = &view.tokens;
    if leads(
        tokens,
        &["session summary", "summary", "retro", "log", "today's work", "meeting notes", "recap"],
    )
    .is_some()
        && tokens.iter().take(3).any(|t| t == ":")
    {
        scores.episodic(4, "a summary");
    }
    if tokens.first().is_some_and(|t| is_iso_date(t)) {
        scores.episodic(3, "a date");
    }
    if view.says("means that") || view.says("the user said") {
        return;
    }
    let verb = past(tokens);
    if let Some(result) = RESULTS.iter().find(|r| view.says(r)) {
        scores.episodic(2, result);
    }
    let time = TIMES.iter().copied().find(|t| view.says(t)).or_else(|| last(tokens));
    let Some(verb) = verb else {
        if let Some(time) = time {
            scores.episodic(1, time)
        }
        return;
    };
    if let Some(time) = time {
        scores.episodic(3, time);
    }
    if let Some(moment) = moment(tokens) {
        scores.episodic(2, moment);
    }
    if verb == 0 || (verb == 1 && tokens.first().is_some_and(|t| t.ends_with("ly") || t == "just")) {
        scores.episodic(4, "past tense");
    }
    let passive = tokens.get(verb).is_some_and(|t| matches!(t.as_str(), "was" | "were" | "been" | "had"));
    let irregular = tokens.get(verb).is_some_and(|t| IRREGULAR.contains(&t.as_str()));
    let closes = tokens.get(verb + 1).is_none_or(|t| {
        matches!(
            t.as_str(),
            "," | "."
                | ";"
                | "and"
                | "but"
                | "because"
                | "after"
                | "at"
                | "twice"
                | "again"
                | "when"
                | "while"
        )
    });
    let vivid = !passive && verb > 0 && (irregular || closes);
    if subject_before(tokens, verb) {
        scores.episodic(3, "what someone did");
    } else if !has_year(tokens) && !passive && (vivid || owned(tokens)) {
        scores.episodic(3, "past tense");
    } else {
        scores.episodic(1, "past tense");
    }
}

/// Finds `last` before a stretch of time, as in `last spring`.
fn last(tokens: &[Token]) -> Option<&'static str> {
    let spans = [
        "spring",
        "summer",
        "autumn",
        "fall",
        "winter",
        "quarter",
        "sprint",
        "term",
        "season",
        "christmas",
        "session",
        "evening",
        "morning",
        "afternoon",
    ];
    let named = |pair: &[Token]| matches!(pair, [a, b] if a == "last" && (spans.contains(&b.as_str()) || MOMENTS.contains(&b.as_str())));
    tokens.windows(2).any(named).then_some("last")
}

/// Tells whether the sentence is about someone or something of ours.
fn owned(tokens: &[Token]) -> bool {
    tokens.first().is_some_and(|t| matches!(t.as_str(), "my" | "our" | "his" | "her" | "their"))
}

fn has_year(tokens: &[Token]) -> bool {
    let digits = |t: &Token| t.len() == 4 && t.chars().all(|c| c.is_ascii_digit());
    tokens.iter().any(|t| digits(t) && (t.starts_with("19") || t.starts_with("20")))
}

/// Finds a day or month without a year, or a clock time: what happens once, close by.
fn moment(tokens: &[Token]) -> Option<&'static str> {
    let year = has_year(tokens);
    let day = MOMENTS.iter().copied().find(|m| tokens.iter().any(|t| t == m));
    let clock = tokens
        .iter()
        .any(|t| t.len() >= 4 && t.contains(':') && t.chars().all(|c| c.is_ascii_digit() || c == ':'));
    let iso = tokens.iter().any(|t| is_iso_date(t));
    day.filter(|_| !year).or(clock.then_some("a time")).or(iso.then_some("a date"))
}

pub(super) fn is_iso_date(token: &str) -> bool {
    let mut parts = token.splitn(3, '-');
    let mut digits =
        |n: usize| parts.next().is_some_and(|p| p.len() == n && p.chars().all(|c| c.is_ascii_digit()));
    digits(4) && digits(2) && digits(2)
}

/// Tells whether the one who did it is a person of the story: I, we, the user, the team.
fn subject_before(tokens: &[Token], verb: usize) -> bool {
    let near = verb.saturating_sub(3)..verb;
    let near = tokens.get(near).unwrap_or(&[]);
    near.iter().any(|t| {
        matches!(
            t.as_str(),
            "i" | "we"
                | "he"
                | "she"
                | "they"
                | "user"
                | "users"
                | "team"
                | "customer"
                | "customers"
                | "client"
                | "clients"
                | "boss"
                | "colleague"
                | "colleagues"
                | "mother"
                | "father"
                | "wife"
                | "husband"
                | "kids"
                | "friend"
                | "manager"
                | "neighbour"
                | "neighbor"
                | "son"
                | "daughter"
                | "brother"
                | "sister"
        )
    })
}

fn person(view: &View, scores: &mut Scores) {
    let tokens = &view.tokens;
    if leads(tokens, &["call me", "i'm", "i am"]).is_some() {
        scores.user(4, "about the user");
    }
    let past_at = past(tokens);
    let says = |i: usize, word: &str| tokens.get(i).is_some_and(|t| t == word);
    for (i, token) in tokens.iter().enumerate() {
        let next_past = past_at.is_some_and(|p| p > i && p <= i + 3);
        let clause_start = i == 0
            || tokens
                .get(i - 1)
                .is_some_and(|t| matches!(t.as_str(), "," | "." | ";" | ":" | "and" | "that"));
        match token.as_str() {
            "i" | "i'm" | "i'd" | "i've" if clause_start && !next_past => scores.user(3, "about the user"),
            "my" if clause_start && !next_past => scores.user(3, "about the user"),
            "user's" | "users'" if i <= 1 && !next_past => scores.user(3, "about the user"),
            "user" if !next_past && (i == 0 || (i == 1 && says(0, "the"))) && user_is(tokens, i) => {
                scores.user(4, "about the user");
            }
            _ => {}
        }
    }
    if leads(
        tokens,
        &[
            "married",
            "single",
            "divorced",
            "retired",
            "works as",
            "lives in",
            "born in",
            "born on",
            "speaks",
            "father of",
            "mother of",
            "prefers",
            "likes",
            "dislikes",
            "hates",
            "loves",
            "allergic",
            "based in",
            "native",
        ],
    )
    .is_some()
    {
        scores.user(3, "about the user");
    }
    let home = leads(
        tokens,
        &[
            "our household",
            "our family",
            "our home",
            "our dog",
            "our cat",
            "our kids",
            "our son",
            "our daughter",
            "our house",
            "my wife",
            "my husband",
        ],
    )
    .is_some();
    if home && past_at.is_none() {
        scores.user(3, "about the user");
    }
    let lives = ["i moved to", "i was born", "i grew up", "i studied", "i graduated", "i've lived"]
        .iter()
        .any(|p| view.says(p));
    if lives {
        scores.user(
            if view.says("now") || view.says("born") || view.says("grew up") { 9 } else { 4 },
            "about the user",
        );
    }
    if view.says("the user said")
        || leads(tokens, &["we are a", "we're a", "our family", "we live", "we have two kids"]).is_some()
    {
        scores.user(3, "about the user");
    }
}

/// Tells whether the word after `user` says something of them, and is not the rest of a compound noun.
fn user_is(tokens: &[Token], at: usize) -> bool {
    let Some(next) = tokens.get(at + 1) else { return false };
    if THINGS.contains(&next.as_str()) {
        return false;
    }
    let of_theirs = [
        "timezone",
        "time",
        "language",
        "name",
        "birthday",
        "location",
        "email",
        "preference",
        "preferences",
        "job",
        "hobby",
        "hobbies",
        "locale",
        "country",
        "city",
        "level",
    ];
    of_theirs.contains(&next.as_str()) && tokens.iter().any(|t| matches!(t.as_str(), "is" | "are" | ":"))
        || next.ends_with('s')
        || next.ends_with("n't")
        || matches!(
            next.as_str(),
            "can"
                | "cannot"
                | "prefer"
                | "like"
                | "want"
                | "need"
                | "expertise"
                | "usually"
                | "often"
                | "always"
                | "never"
                | "really"
                | "will"
                | "would"
        )
}

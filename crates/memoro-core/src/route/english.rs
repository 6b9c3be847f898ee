//! Signals of English sentences. Looks at the form of the sentence (who speaks, in which tense, whether it
//! commands), not at its subject.

use super::grammar::{
    MOMENTS, clauses, commands, has_year, is_irregular, leads, moment, opens_with_command, past, pasts,
    told_to_do,
};
use super::scores::Scores;
use super::view::{Token, View, each, has_phrase, one_of};

const CONDITIONS: &str = "\
    when|whenever|if|before|after|once|unless|should|while|in case|every time|each time|as soon as|\
    for each|for every|for any|in the event|until|during|upon|on mondays|on tuesdays|on wednesdays|\
    on thursdays|on fridays|on saturdays|on sundays|every monday|every tuesday|every wednesday|\
    every thursday|every friday|every day|every week|every morning|every month|each week|each month|\
    each morning|at the end of|at the start of|where";
const HOW: &str = "\
    how to|how we|how i|steps for|steps to|the way to|the best way to|procedure for|procedure to|\
    process for|process to|workflow for|workflow to|recipe for|checklist for|instructions for|\
    guide to|step 1|step one|the trick is to|the steps are";
const TIMES: &str = "\
    yesterday|today|tonight|this morning|this afternoon|this evening|this week|last night|last week|\
    last month|last year|last monday|last tuesday|last wednesday|last thursday|last friday|\
    last saturday|last sunday|last weekend|last time|ago|earlier|just|recently|the other day|\
    at noon|at midnight|until midnight|over the weekend|so far|since";
const RESULTS: &str = "\
    went well|went fine|went badly|went smoothly|went great|went wrong|tests pass|tests passed|\
    all pass|took place|rolled back|roll back|still fails|without problems|without issues|it worked|\
    partially done|on the first try|happy with|solved by|fixed by|turned out|had to|in the end|than expected|than planned|than we thought|than i thought|than hoped";
const THINGS: &str = "\
    table|id|ids|interface|guide|service|model|account|accounts|list|agent|manual|story|stories|\
    experience|group|role|name|session|profile|data|row|rows|schema|class|object|space|menu|\
    settings|input|store|database|permissions";
const DUTIES: &str = "you should|you must|we should|we must|one should|everyone must|you need to|you have to";
const MUST_BE: &str = "must be|need to be|needs to be|has to be|have to be|should be";
const ORDERS: &str = "make sure|be sure|never|always|don't|do not|remember to";
const SUBJECTS: &str = "i|we|you|they|he|she|it|the";
const PEOPLE: &str = "\
    i|we|he|she|they|user|users|team|customer|customers|client|clients|boss|colleague|colleagues|mother|father|wife|\
    husband|kids|friend|manager|neighbour|neighbor|son|daughter|brother|sister";
const CLOSES: &str = ",|.|;|and|but|because|after|at|twice|again|when|while";
const SEASONS: &str = "\
    spring|summer|autumn|fall|winter|quarter|sprint|term|season|christmas|session|evening|morning|afternoon";
const PORTRAITS: &str = "\
    married|single|divorced|retired|works as|lives in|born in|born on|speaks|father of|mother of|prefers|likes|dislikes|\
    hates|loves|allergic|based in|native|can't stand|cannot stand|goes by|wants|enjoys|reachable|usually reachable|vegetarian|vegan|\
    never eats|never drinks|doesn't eat|doesn't drink|doesn't like|is allergic|left-handed|colour-blind|color-blind|grew up|studied";
/// What a sentence about the user begins with, who is not named.
const UNNAMED: &str = "\
    afraid of|scared of|terrified of|right-handed|night owl|early riser|morning person|hopes to|hoping to|dreams of|wants to|would like|plans to|\
    saving up|aims to|takes|checks|reads|sleeps|wakes|drinks|eats|cooks|cycles|drives|avoids|struggles with|not good at|bad with|bad at|terrible at|good with|\
    good at|fluent in|fond of|keen on|new to|owns|raises|keeps bees|keeps chickens|sober|can't eat|can't have|can't handle|lactose|diabetic|asthmatic|\
    short-sighted|deaf|hard of hearing|plays|commutes|travels|wears|collects|swims|watches|listens|budget for|budget is|single parent|night shifts|still learning|\
    just started learning|partially deaf|recovering|vegetarian since|sober since|studying for|training for|caring for|learning to|mother tongue|worried about|nervous about|interested in|obsessed with|proud of";
/// What the user got or never did, which is a state by now.
const HAVE_GOT: &str = "\
    got two|got three|got four|got a|got an|got my own|never got|never learned|never learnt|never liked|never been|never had|never tried|grew up";
/// How others speak of the user.
const OF_THEM: &str = "he|she|she'd|he'd|he's|she's";
const HOMES: &str = "\
    our household|our family|our home|our dog|our cat|our kids|our son|our daughter|our house|my wife|my husband";
const LIVES: &str = "i moved to|i was born|i grew up|i studied|i graduated|i've lived";
const THEIRS: &str = "\
    timezone|time|language|name|birthday|location|email|preference|preferences|job|hobby|hobbies|locale|country|city|\
    level";
const THEY_DO: &str = "\
    can|cannot|prefer|like|want|need|expertise|usually|often|always|never|really|will|would|only|just|still|also|mostly|rarely|hardly|seldom|\
    sometimes|now|currently|generally";

/// Adds what an English reading of the text suggests.
pub(super) fn score(view: &View, scores: &mut Scores) {
    if !view.tokens.iter().any(|t| t.chars().any(|c| c.is_ascii_alphabetic())) {
        return;
    }
    if !view.foreign {
        ways(view, scores);
        orders(view, scores);
    }
    events(view, scores);
    person(view, scores);
    portrait(view, scores);
}

fn ways(view: &View, scores: &mut Scores) {
    let (head, rest) = view.opening();
    let tokens = &view.tokens;
    scores.procedural(4, leads(tokens, HOW));
    scores.procedural(5, leads(head, CONDITIONS).filter(|_| tells_what_to_do(view)));
    let listed = clauses(rest).iter().filter(|clause| opens_with_command(clause)).count();
    let led = tokens.get(head.len()).is_some_and(|t| t == ":") && head.len() > 1;
    if listed >= 2 || (led && listed >= 1 && past(tokens).is_none()) {
        scores.procedural(4, "a list of steps");
    }
    if head.first().is_some_and(|t| t == "to")
        && head.len() > 1
        && (commands(rest) || view.says("you should"))
    {
        scores.procedural(5, "to …:");
    }
    let then = || each("then|finally|next|after").any(|word| view.says(word));
    scores.procedural(4, leads(tokens, "first|firstly|start by|begin by").filter(|_| then()));
}

/// Tells whether what follows a condition is an order, and not a story.
fn tells_what_to_do(view: &View) -> bool {
    let (head, rest) = view.opening();
    let story = past(rest).is_some_and(|at| at <= 2) && past(head).is_some();
    let order = commands(rest) || clauses(rest).iter().any(|clause| opens_with_command(clause));
    let inside = rest.is_empty()
        && each("you should|we should|you must|we must|always|please|make sure|run|use")
            .any(|p| has_phrase(head, p));
    !story && (order || view.says("then") || inside)
}

fn orders(view: &View, scores: &mut Scores) {
    let (head, _) = view.opening();
    let tokens = &view.tokens;
    let told = past(tokens).is_some();
    let subject = tokens.first().is_some_and(|t| one_of(t, SUBJECTS));
    scores.procedural(4, leads(tokens, DUTIES));
    let place = head.first().is_some_and(|t| one_of(t, "for|with|on|at|in|after|before"));
    if place && !told && told_to_do(tokens) {
        scores.procedural(3, "for …");
    }
    scores.procedural(3, each(MUST_BE).find(|duty| view.says(duty)).filter(|_| !subject && !told));
    if !opens_with_command(tokens) && leads(tokens, ORDERS).is_none() {
        return;
    }
    let mentions_me = tokens.iter().any(|t| one_of(t, "me|my"));
    let tale = past(tokens).is_some_and(|at| tokens.iter().take(at).any(|t| one_of(t, "i|we|he|she|they")));
    if !mentions_me && !subject && !tale {
        scores.procedural(3, "a command");
    }
    if mentions_me && leads(head, CONDITIONS).is_none() {
        scores.user(4, "a wish of the user");
    }
}

fn events(view: &View, scores: &mut Scores) {
    let tokens = &view.tokens;
    let headed = tokens.iter().take(3).any(|t| t == ":");
    let summary = leads(tokens, "session summary|summary|retro|log|today's work|meeting notes|recap");
    scores.episodic(4, summary.filter(|_| headed));
    scores.episodic(3, view.opens_with_date());
    if view.says("means that") || view.says("the user said") {
        return;
    }
    scores.episodic(2, each(RESULTS).find(|result| view.says(result)));
    let time = each(TIMES).find(|time| view.says(time)).or_else(|| last(tokens));
    let Some(verb) = past(tokens) else {
        scores.episodic(1, time);
        return;
    };
    scores.episodic(3, time);
    scores.episodic(2, moment(tokens));
    if verb == 0 || (verb == 1 && tokens.first().is_some_and(|t| t.ends_with("ly") || t == "just")) {
        scores.episodic(4, "past tense");
    }
    let frame = Frame::of(tokens);
    let told = pasts(tokens).map(|verb| told_as_event(tokens, verb, &frame)).max();
    scores.episodic(told.unwrap_or(0), "what someone did");
}

/// What bears on every verb of a text: looked for once, so that many verbs take no more than their share.
struct Frame {
    /// Where the first verb stands that tells what is.
    is: Option<usize>,
    owned: bool,
    year: bool,
}

impl Frame {
    fn of(tokens: &[Token]) -> Self {
        let is = |t: &Token| one_of(t, "has|have|is|are|means|contains|holds|belongs");
        Self {
            is: tokens.iter().position(is),
            owned: tokens.first().is_some_and(|t| one_of(t, "my|our|his|her|their")),
            year: has_year(tokens),
        }
    }
}

/// Weighs a verb in the past: who did it, and whether it stands for an event or a state.
fn told_as_event(tokens: &[Token], verb: usize, frame: &Frame) -> u32 {
    let word = tokens.get(verb).map_or("", String::as_str);
    let near = tokens.get(verb.saturating_sub(3)..verb).unwrap_or(&[]);
    if near.iter().any(|t| one_of(t, PEOPLE)) {
        return 3;
    }
    // "Our board has seven members, two of them elected": the sentence has a verb of its own.
    if frame.is.is_some_and(|is| is < verb) {
        return 1;
    }
    let state = one_of(word, "was|were|been|had");
    let closes = tokens.get(verb + 1).is_none_or(|t| one_of(t, CLOSES));
    let vivid = verb > 0 && (is_irregular(word) || closes);
    if !state && !frame.year && (vivid || frame.owned) { 3 } else { 1 }
}

/// Finds `last` before a stretch of time, as in `last spring`.
fn last(tokens: &[Token]) -> Option<&'static str> {
    let named =
        |pair: &[Token]| matches!(pair, [a, b] if a == "last" && (one_of(b, SEASONS) || one_of(b, MOMENTS)));
    tokens.windows(2).any(named).then_some("last")
}

fn person(view: &View, scores: &mut Scores) {
    let tokens = &view.tokens;
    // Who the user was or how they came to be is still about the user.
    let past_at =
        pasts(tokens).find(|at| tokens.get(*at).is_some_and(|verb| !one_of(verb, "was|were|been|born")));
    for (i, token) in tokens.iter().enumerate() {
        if past_at.is_some_and(|p| p > i && p <= i + 3) {
            continue;
        }
        let before = i.checked_sub(1).and_then(|at| tokens.get(at)).map_or(".", String::as_str);
        let opens = one_of(before, ",|.|;|:|and|that");
        let labelled = i <= 4
            && (before == ":"
                || before == "the" && i >= 2 && tokens.get(i - 2).is_some_and(|t| t == ":" || t == "that"));
        let first = i == 0 || (i == 1 && before == "the") || labelled;
        match token.as_str() {
            "i" | "i'm" | "i'd" | "i've" | "my" if opens => scores.user(3, "about the user"),
            "user's" | "users'" if i <= 1 => scores.user(3, "about the user"),
            "user" if first && user_is(tokens, i) => {
                scores.user(if labelled { 8 } else { 4 }, "about the user");
            }
            _ => {}
        }
    }
}

fn portrait(view: &View, scores: &mut Scores) {
    let tokens = &view.tokens;
    scores.user(4, leads(tokens, "call me|i'm|i am"));
    scores.user(3, leads(tokens, PORTRAITS));
    let unnamed = leads(tokens, UNNAMED).filter(|_| past(tokens).is_none());
    scores.user(4, unnamed);
    scores.user(
        8,
        leads(tokens, HAVE_GOT)
            .filter(|_| !view.tight.contains('?') && each(TIMES).all(|time| !view.says(time))),
    );
    scores.user(6, leads(tokens, "she'd like|he'd like|she'd prefer|he'd prefer|she would like|he would like|she'd rather|he'd rather"));
    scores.user(3, leads(tokens, OF_THEM).filter(|_| past(tokens).is_none() && !view.says("team")));
    let asks = commands(view.opening().1);
    scores.user(
        7,
        leads(tokens, "if i sound|if i seem|if i go quiet|if i don't|when i say|if i say").filter(|_| !asks),
    );
    scores.user(3, leads(tokens, HOMES).filter(|_| past(tokens).is_none()));
    let settled = view.says("now") || view.says("born") || view.says("grew up");
    scores.user(if settled { 9 } else { 4 }, each(LIVES).find(|life| view.says(life)));
    scores.user(3, leads(tokens, "we are a|we're a|our family|we live|we have two kids|we have three kids|we have kids|we have twins|we have a son|we have a daughter|we have a dog|we have a cat"));
    scores.user(3, view.says("the user said").then_some("the user said"));
}

/// Tells whether the word after `user` says something of them, and is not the rest of a compound noun.
fn user_is(tokens: &[Token], at: usize) -> bool {
    let Some(next) = tokens.get(at + 1) else { return false };
    if one_of(next, THEIRS) && tokens.iter().any(|t| one_of(t, "is|are|:")) {
        return true;
    }
    !one_of(next, THINGS) && (next.ends_with('s') || next.ends_with("n't") || one_of(next, THEY_DO))
}

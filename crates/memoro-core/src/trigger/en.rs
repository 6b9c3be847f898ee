//! What people state most, in English: who they are, where they live and work, what they like, use and prefer.

use super::firms::is_firm;
use super::keys;
use super::kin;
use super::slot::{Found, between, tidy, tool, uses};
use super::text::Piece;
use super::{teams, values};

mod living;
mod named;

pub(super) use living::pronouns;
use living::{days_and_hours, is_timetable, located, teaching};
use named::named_subject;
pub(super) use named::{bare, free_name, level, subject, technology, without_version};

/// Months, by which a birthday is told from a place of birth.
const MONTHS: &str = "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|spring|summer|autumn|winter";

/// Finds the slot of an English statement.
pub(super) fn slot(content: Piece<'_>) -> Option<Found> {
    let content = content.strip_all("that|the fact that|to|also|and|please|btw|by the way|always|actually|i'd like you to|i want you to|you can|you should");
    if let Some(rest) =
        content.strip("i've been|i have been").filter(|rest| rest.has_any("years|year|decade|ages"))
    {
        return knowing(content.strip("i").unwrap_or(rest)).or_else(|| being(rest.trim_start()));
    }
    if let Some(rest) =
        content.strip("i'm|im|i am|we're|we are|i've been|we've been|i'm currently|i am currently")
    {
        let rest = rest.trim_start();
        let years = tidy(rest).seen().parse::<u8>().ok().filter(|years| (5..=120).contains(years));
        if years.is_some() {
            return Found::known("age", rest);
        }
        return being(rest).or_else(|| being(rest.strip_all(DEGREES))).or_else(|| named_subject(content));
    }
    if let Some(rest) = content.strip("i|we") {
        return predicate(rest);
    }
    let said = content
        .strip("can't stand|cannot stand|hate|love|live in|work at|work for|don't like|do not like|dislike");
    if said.is_some_and(|_| !content.has_any("is|are|was|will")) {
        return predicate(content);
    }
    if content.strip("allergic to|based in|originally from|fluent in|fond of|new to").is_some() {
        return being(content);
    }
    named_subject(content)
}

/// Words of degree before what somebody is.
const DEGREES: &str = "pretty|quite|very|really|super|kind of|kinda|a bit|a little|somewhat|fairly|so|totally|completely|absolutely|extremely|still|also|rather|mostly|basically|honestly|actually|just|now|currently|badly|severely|seriously|terribly|deathly|mildly|highly|slightly|violently|fatally|quite badly|very badly|pretty badly";

/// Words of time and degree before a verb of the speaker.
const ADVERBS: &str = "absolutely|totally|truly|honestly|still|sometimes|often|normally|typically|basically|kind of|kinda|genuinely|mainly|primarily|currently|now|usually|really|also|just|only|actually|personally|always|do|generally|mostly|'ve|have recently|recently";

/// What is said of the speaker, who is not named again: "work at Agoda".
pub(super) fn predicate(part: Piece<'_>) -> Option<Found> {
    doing(part.strip_all(ADVERBS))
}

/// "I'm …".
pub(super) fn being(rest: Piece<'_>) -> Option<Found> {
    if let Some((age, more)) = rest.split("years old|year old|yrs old|yo")
        && more.trim().is_empty()
        && age.seen().trim().bytes().all(|b| b.is_ascii_digit())
    {
        return Found::known("age", age);
    }
    if let Some(x) = rest.strip("called|named") {
        return Found::known("name", x);
    }
    if let Some(x) = rest.strip("allergic to") {
        return Found::named("allergy", x.strip_all("the|all"));
    }
    if let Some(x) = rest.strip("based in|living in|located in|staying in|based out of|living at") {
        return Found::known("place", x);
    }
    if let Some(x) = rest.strip("from|originally from") {
        return Found::known("hometown", x);
    }
    if let Some(x) = rest.strip("at").filter(|x| is_firm(*x)) {
        return Found::known("employer", x);
    }
    if let Some(found) = rest.strip("in the|in|on").and_then(|x| located(x.trim_start())) {
        return Some(found);
    }
    if let Some(x) = rest.strip("working at|working for|employed at|employed by|with") {
        return Found::known("employer", x);
    }
    if let Some(x) = rest.strip("working as|employed as") {
        return Found::known("role", x);
    }
    if let Some(x) = rest.strip("using|switching to") {
        return uses(x);
    }
    if let Some(x) = rest.strip("available|around|online|reachable|at my desk").filter(|x| is_timetable(*x)) {
        return Found::known(
            "working_hours",
            x.split(" while | when | because | since | as ").map_or(x, |(when, _)| when),
        );
    }
    expertise(rest).or_else(|| liking(rest)).or_else(|| diet(rest)).or_else(|| role(rest))
}

/// Tells whether words say what somebody is like rather than what they work as.
pub(super) fn is_trait(words: Piece<'_>) -> bool {
    const TRAITS: &str = "person|fan|bit|lot|little|few|huge|believer|supporter|one|owl|bird|lefty|righty|left-hander|southpaw|introvert|extrovert|perfectionist|procrastinator|sleeper|eater|drinker|smoker|non-smoker|nonsmoker|foodie|bookworm|homebody|workaholic|minimalist|redhead|twin|mess|wreck|beginner|newbie|mother|father|mum|mom|dad|parent|widow|widower|buddhist|christian|muslim|hindu|jew|catholic|atheist|sikh|diabetic|asthmatic|survivor|virgin|aries|taurus|gemini|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces|leo|\
        learner|citizen|resident|native|native speaker|non-native speaker|nonnative speaker|child|orphan|immigrant|expat|refugee|foreigner|local|donor|patient|lover|type|guy|girl|gal|woman|man|lady|boy|human|kid|grandma|grandpa|grandmother|grandfather|wife|husband|single|reader|listener|runner|cyclist|hiker|climber|swimmer|gamer|rider|traveller|traveler|thinker|riser|talker|worrier|enthusiast|hobbyist|amateur|newcomer|vegetarian|vegan|celiac|coeliac|insomniac|optimist|pessimist|nerd|geek|buff|junkie|addict|freak|homeowner|dog owner|cat owner|pet owner|smoker|member of|veteran";
    words.has_any(TRAITS)
}

fn role(rest: Piece<'_>) -> Option<Found> {
    let x = tidy(rest.strip("a|an|the")?);
    let seen = x.seen();
    let talk = is_trait(x);
    let words = seen.split_whitespace().count();
    if talk || words == 0 || words > 6 || x.has_any("who|that|and i|but") {
        None
    } else {
        Found::known("role", x)
    }
}

fn diet(rest: Piece<'_>) -> Option<Found> {
    let value = tidy(rest.strip_all("a|an|on a|strictly|fully|mostly|on"));
    let value = value.split(" for | since ").map_or(value, |(head, _)| head);
    let name = value.strip_ends("diet|person|eater");
    values::exact(values::DIETS, name.seen()).and_then(|diet| Found::fixed("diet", diet))
}

const LEVELS: &[(&str, &str)] = &[
    (
        "expert",
        "an expert in|an expert at|an expert on|an expert with|expert in|expert at|expert with|a pro at|a pro in|a guru in|highly skilled in|a master of",
    ),
    (
        "novice",
        "rubbish at|rubbish with|useless at|useless with|lousy at|hopeless with|no good at|no good with|pants at|clueless with|a total beginner with|a total newbie at|a complete novice in|green at|green when it comes to|new to|a beginner at|a beginner in|a beginner with|beginner in|beginner at|a novice at|a novice in|a novice with|a newbie at|a newbie in|a noob at|not good at|bad at|terrible at|awful at|hopeless at|weak in|weak at|clueless about|rusty at|rusty in|not great at|not very good at|not comfortable with|struggling with|lost with|not familiar with|unfamiliar with|learning|just learning|just starting with|still learning|a complete beginner in|a complete beginner at|a total beginner at|a total beginner in|completely new to|pretty new to|quite new to|very new to",
    ),
    (
        "advanced",
        "good at|very good at|advanced in|advanced at|advanced with|proficient in|proficient with|experienced in|experienced with|skilled in|fluent in|comfortable with|strong in|well versed in|really good at|pretty good at|quite good at|great at|excellent at|brilliant at|confident with|confident in|well-versed in|strong at|solid in|solid at",
    ),
    (
        "intermediate",
        "intermediate in|intermediate at|intermediate with|familiar with|okay at|ok at|decent at|decent with|somewhat familiar with|an intermediate in",
    ),
];

fn expertise(rest: Piece<'_>) -> Option<Found> {
    let (level, what) = LEVELS.iter().find_map(|(level, words)| rest.strip(words).map(|x| (*level, x)))?;
    skill(what, level)
}

/// Puts a level of knowledge under the name of what is known.
pub(super) fn skill(what: Piece<'_>, level: &str) -> Option<Found> {
    let what = tidy(what).strip_all("the|using|writing|coding in|programming in|how to use|with");
    let what = what.strip_ends("programming|development|coding|very well|well|really well|a lot|for|since");
    let name = keys::slug(what.written());
    if name.is_empty() || what.seen().split_whitespace().count() > 4 {
        None
    } else {
        Found::fixed(format!("expertise.{name}"), level)
    }
}

fn liking(rest: Piece<'_>) -> Option<Found> {
    if let Some(x) = rest.strip("big fan of|huge fan of|massive fan of|a massive fan of|a fan of|a big fan of|a huge fan of|into|really into|interested in|very interested in|really interested in|curious about|obsessed with|addicted to|keen on|passionate about|partial to|a sucker for|mad about|hooked on|fond of|very fond of|very into|crazy about|a lover of") {
        return Found::named("likes", x);
    }
    rest.strip("not a fan of|not a big fan of|not into|not fond of|not keen on|not crazy about|sick of|tired of|fed up with")
        .and_then(|x| Found::named("dislikes", x))
}

/// "I …".
fn doing(rest: Piece<'_>) -> Option<Found> {
    if let Some(x) =
        rest.strip("live in|live at|moved to|stay in|reside in|have moved to|just moved to|'ve moved to|relocated to|lives in|live near|am living in|settled in|settled down in|moved back to")
    {
        return Found::known("place", x);
    }
    if let Some(x) = rest.strip("work as|work as a|work as an") {
        let (role, employer) = x.split(" at | for ").unwrap_or((x, x.cut(0, 0)));
        return Found::known("role", if employer.is_empty() { x } else { role });
    }
    let moved = rest.strip("moved from|have moved from|'ve moved from|relocated from");
    if let Some((_, x)) = moved.and_then(|x| x.split(" to ")).filter(|(_, x)| tool(tidy(*x).seen()).is_none())
    {
        return Found::known("place", x);
    }
    if let Some(x) =
        rest.strip("freelance as|am employed as|serve as|make a living as|earn my living as|moonlight as")
    {
        return Found::known("role", x);
    }
    if rest.strip(SHIFTS).is_some() {
        return Found::known("working_hours", rest);
    }
    if let Some(x) = rest.strip("work") {
        return working(x.trim_start());
    }
    if let Some(x) = rest.strip("started working at|started working for|started at|joined|got a job at|got hired by|got hired at|was hired by|transferred to|have joined|just joined|now work at|now work for|have been working at|have been working for") {
        let named = x.trim_start().written().starts_with(|c: char| c.is_uppercase() || !c.is_ascii());
        return if named { Found::known("employer", x) } else { None };
    }
    if let Some(x) = rest.strip("grew up in|was raised in|come from|hail from") {
        return Found::known("hometown", x);
    }
    if let Some(found) = rest.strip("go by|use").and_then(pronouns) {
        return Some(found);
    }
    if let Some(x) = rest.strip("go by|'m known as|am known as") {
        return Found::known("nickname", x);
    }
    if let Some(x) = rest.strip("was born on|was born in|was born") {
        let told = x.strip_all("on|in");
        let dated = told.seen().bytes().any(|b| b.is_ascii_digit()) || told.has_any(MONTHS);
        return Found::known(if dated { "birthday" } else { "hometown" }, told);
    }
    if let Some(x) = rest.strip("have a|have an|have|own a|own|got a|got an|have got a") {
        return having(x.trim_start());
    }
    if let Some(x) = rest.strip("speak").filter(|x| {
        values::find(values::LANGUAGES, x.seen()).is_some() && !x.has_any("fluently|well|a little|a bit")
    }) {
        return Found::known("languages", x);
    }
    if let Some(found) = rest.strip("teach").and_then(teaching) {
        return Some(found);
    }
    taste(rest).or_else(|| knowing(rest)).or_else(|| eating(rest)).or_else(|| using(rest))
}

/// How people say when they work.
const SHIFTS: &str = "work part time|work part-time|work full time|work full-time|work night shifts|work the night shift|work nights|work late shifts|work early shifts|work the early shift|work the late shift|work day shifts|work shifts|work weekends|work weekdays|work evenings|work mornings|clock in|clock off|clock out|start work|start working at|finish work|begin work|get off work|get off at|log on at|log off at";

fn working(x: Piece<'_>) -> Option<Found> {
    if let Some(hours) = days_and_hours(x) {
        return Found::known("working_hours", hours);
    }
    let timed = x.strip_all("from|between|on|mon|monday|weekdays|every day from|hours");
    let starts_with_time = timed.seen().starts_with(|c: char| c.is_ascii_digit());
    if starts_with_time && (x.has_any("to|-|–|until|till|and|am|pm") || timed.seen().contains('-')) {
        return Found::known("working_hours", timed);
    }
    if x.strip("at night|at nights|night shifts|nights").is_some_and(|rest| tidy(rest).is_empty()) {
        return Found::fixed("working_hours", tidy(x).strip_all("at").seen());
    }
    if x.strip(
        "at home|at the office|at the moment|at weekends|at all|at odd|at my|at a desk|at least|at once",
    )
    .is_some()
    {
        return None;
    }
    if let Some(team) = x.strip("in the|in|on the|on").filter(|x| teams::is_known(*x)) {
        return Found::known("team", team);
    }
    let with = x.strip("with|for");
    let x = x.strip("at|for|with")?;
    // "I work with kids" names no employer.
    let named = x
        .trim_start()
        .strip_all("the|a|an")
        .written()
        .starts_with(|c: char| c.is_uppercase() || !c.is_ascii());
    if with.is_some() && !named && !is_firm(x) && !x.has_any("company|startup|agency|government|council|firm|bank|university|hospital|school|state|city|ngo|nonprofit|charity|department|ministry|institute") {
        return None;
    }
    let place = tidy(x);
    let (employer, _) = place.split(" as a | as an | as ").unwrap_or((place, place));
    Found::known("employer", employer)
}

fn having(x: Piece<'_>) -> Option<Found> {
    if let Some((what, _)) = x.split("allergy|allergies")
        && !what.is_empty()
    {
        return Found::named("allergy", what);
    }
    if let Some(what) = x.strip("allergy to|allergies to") {
        return Found::named("allergy", what);
    }
    let (counted, names) = x.split(", |: |; ").unwrap_or((x, x.cut(0, 0)));
    let several = counted.strip("two|three|four|five|six|2|3|4|5|6|twin|a few|several").is_some();
    let owners = counted
        .seen()
        .split_whitespace()
        .next_back()
        .and_then(|last| kin::named(last.strip_suffix('s').unwrap_or(last)).or_else(|| kin::named(last)));
    if let Some(owner) = owners.filter(|_| several && !names.is_empty()) {
        return Found::known(owner, x);
    }
    let (what, name) = x.split(" named | called | whose name is ").unwrap_or((x, x.cut(0, 0)));
    let last = tidy(what).seen().split_whitespace().next_back().unwrap_or_default().to_owned();
    let owner = kin::named(&last)?;
    if name.is_empty() { Found::known(owner, x) } else { Found::known(format!("{owner}.name"), name) }
}

fn taste(rest: Piece<'_>) -> Option<Found> {
    if let Some(x) = rest.strip("prefer|'d prefer|would prefer|'d rather have|favor|favour") {
        return preferring(x);
    }
    if let Some(x) = rest.strip("like|love|enjoy|adore|am into|really like|really love|absolutely love") {
        if let Some((better, other)) = x.split(" more than | better than | over ") {
            return between(better, other);
        }
        let x = x.split(" but not |, not ").map_or(x, |(head, rest)| {
            if rest.strip("in|on|at|when|if|too|so|for").is_some() { x } else { head }
        });
        return Found::named("likes", x.strip_small("to|drinking|eating|playing|watching|listening to|the"))
            .filter(short);
    }
    let hated = "don't like|do not like|dont like|hate|dislike|can't stand|cannot stand|cant stand|detest|loathe|don't enjoy|don't really like|really hate|am not a fan of|despise|do not enjoy";
    let x = rest.strip(hated)?;
    Found::named("dislikes", x.strip_small("to|the|eating|drinking|listening to|watching")).filter(short)
}

fn short(found: &Found) -> bool {
    found.key.chars().count() <= 60
}

fn preferring(x: Piece<'_>) -> Option<Found> {
    if let Some((better, other)) = x.split(" over | rather than | instead of | to | than ") {
        return between(
            better.strip_all("using|to use|the|drinking|eating"),
            other.strip_all("using|the|drinking|eating"),
        );
    }
    let x = tidy(x.strip_all("to use|using|the|a|an|to"));
    for (key, words) in [
        ("preferred.theme", "dark mode|light mode|dark theme|light theme"),
        ("preferred.indentation", "tabs|spaces"),
    ] {
        if words.split('|').any(|w| w == x.seen()) {
            return Found::known(key, x);
        }
    }
    if values::exact(LANGUAGES_OF_CODE, x.seen()).is_some() {
        return Found::known("preferred.programming_language", x);
    }
    if let Some(key) = tool(x.seen()) {
        return Found::known(format!("preferred.{}", key.trim_start_matches("uses.")), x);
    }
    let head = x.seen().split_whitespace().next_back()?;
    let head = head.strip_suffix('s').filter(|h| h.len() > 2 && !h.ends_with('s')).unwrap_or(head);
    if x.seen().split_whitespace().count() > 5 {
        None
    } else {
        Found::known(format!("preferred.{}", keys::category(head)), x)
    }
}

const LANGUAGES_OF_CODE: values::Table = &[(
    "code",
    "python|rust|go|golang|java|javascript|typescript|c++|c#|ruby|kotlin|swift|php|scala|haskell|elixir|c|zig|r|julia",
)];

fn knowing(rest: Piece<'_>) -> Option<Found> {
    if let Some(x) =
        rest.strip("know a bit of|know a little|know a little bit of|know some|know the basics of")
    {
        return skill(x, "novice");
    }
    if let Some(x) = rest.strip("know|speak") {
        if let Some((what, _)) = x.split(" very well| really well| inside out| well| fluently") {
            return skill(what, "advanced");
        }
        if let Some((what, _)) = x.split(" a little| a bit| basics of") {
            return skill(what, "novice");
        }
    }
    if let Some(x) = rest.strip("never used|never touched|never tried|never worked with|never learned|never written|haven't used|haven't touched|haven't tried|have never touched|have never tried|have never worked with|don't know|do not know|have never used|'ve never used|know nothing about|know next to nothing about|know almost nothing about|know very little about|know little about|don't know much about|have no experience with|have no experience in") {
        return skill(x.strip_ends("well|very well|much|at all"), "novice");
    }
    let done = rest.strip_all("'ve|have");
    if let Some(x) = done.strip("been writing|been coding in|been using|been programming in|been working with|been doing|used|written|worked with")
        && let Some((what, _)) = x.split(" for ").filter(|(_, time)| time.has_any("years|year|decade|decades|ages"))
    {
        return skill(what, "advanced");
    }
    if let Some((_, what)) =
        rest.strip("have|'ve").and_then(|x| x.split(" experience with | experience in | experience of "))
    {
        return skill(what, "advanced");
    }
    rest.strip("just started learning|am learning|started learning").and_then(|x| skill(x, "novice"))
}

fn eating(rest: Piece<'_>) -> Option<Found> {
    if let Some(x) = rest.strip("only eat|eat only|eat|keep|follow a|follow|am on a") {
        return diet(x);
    }
    let x = tidy(rest.strip("don't eat any|don't eat|do not eat|dont eat|can't eat|cannot eat|cant eat|never eat|avoid eating|don't touch|eat no|eat neither|no longer eat")?);
    if x.seen().split_whitespace().count() > 4 || x.strip("after|before|at|in|on|out|late|past|until|till|during|between|while|when|with|much|a lot|enough|well|early|alone").is_some() {
        return None;
    }
    Found::avoided(x, &format!("no {}", x.seen()))
}

/// Tells whether what is run, worked with or worked in is a tool: "I run Arch", not "I run a bakery in Lyon"; "I take notes in
/// Obsidian", not "I do my shopping in Lyon".
fn is_tool(said: Piece<'_>, what: Piece<'_>) -> bool {
    const MADE: &str = "notes|coding|code|program|writing|editing|drawing|design|designs|accounting|accounts|bookkeeping|planning|modelling|modeling|research|development|drafts|diagrams|budget|budgeting|tasks|calendar|photos|passwords|finances|references|bookmarks";
    let what = tidy(what);
    let plain = without_version(what.strip_all("a|an|the|my"));
    let known = tool(plain.seen()).is_some()
        || technology(plain.seen()).is_some()
        || values::exact(LANGUAGES_OF_CODE, plain.seen()).is_some();
    let named = what.written().starts_with(char::is_uppercase) && what.seen().split_whitespace().count() <= 3;
    let dated = plain.has_any(MONTHS)
        || plain.has_any("monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays");
    known || named && !dated && said.has_any(MADE)
}

fn using(rest: Piece<'_>) -> Option<Found> {
    let changed = rest
        .strip("switched from|moved from|changed from|migrated from")
        .and_then(|x| x.split(" to "))
        .or_else(|| {
            rest.strip("ditched|swapped|traded|dropped|gave up|replaced")
                .and_then(|x| x.split(" for | with "))
        });
    if let Some((_, now)) =
        changed.filter(|(old, now)| tool(tidy(*old).seen()).or_else(|| tool(tidy(*now).seen())).is_some())
    {
        return uses(now);
    }
    if let Some((_, what)) = rest.strip("do my|do all my|most of my work|most of my coding|keep my notes|take notes|take my notes|write my notes|manage my").and_then(|x| x.split(" in | with | on ")) {
        return uses(what).filter(|_| is_tool(rest, what));
    }
    if let Some(x) = rest.strip("run|work with|code in|write code in|program in") {
        return uses(x).filter(|_| is_tool(rest, x));
    }
    let x = rest.strip("use|am using|'m using|switched to|switched over to|moved over to|now use|rely on")?;
    if let Some((what, purpose)) = x.split(" as my | as the | as a | for my | as ") {
        let purpose = tidy(purpose).strip_all("his|her|their|a|an");
        let key = keys::alias(purpose.seen())
            .filter(|key| key.starts_with("uses."))
            .map_or_else(|| format!("uses.{}", keys::category(purpose.written())), str::to_owned);
        return Found::known(key, what);
    }
    if let Some((what, purpose)) = x.split(" for ") {
        return Found::known(format!("uses.{}", keys::category(tidy(purpose).written())), what);
    }
    uses(x)
}

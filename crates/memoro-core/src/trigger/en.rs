//! What people state most, in English: who they are, where they live and work, what they like, use and prefer.

use super::keys;
use super::slot::{Found, between, tidy, tool, uses};
use super::text::Piece;
use super::values;

/// Finds the slot of an English statement.
pub(super) fn slot(content: Piece<'_>) -> Option<Found> {
    let content = content.strip_all("that|the fact that|to|also|and|please|btw|by the way|always|actually");
    if let Some(rest) = content.strip("i'm|im|i am|i've been|i'm currently|i am currently") {
        return being(rest.trim_start()).or_else(|| named_subject(content));
    }
    if let Some(rest) = content.strip("i|we") {
        return doing(rest.strip_all("currently|now|usually|really|also|just|actually|personally|always|do|generally|mostly|'ve|have recently|recently"));
    }
    named_subject(content)
}

/// "I'm …".
pub(super) fn being(rest: Piece<'_>) -> Option<Found> {
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
    if let Some(x) = rest.strip("in the|in|on") {
        return located(x.trim_start());
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
    expertise(rest).or_else(|| liking(rest)).or_else(|| diet(rest)).or_else(|| role(rest))
}

fn located(x: Piece<'_>) -> Option<Found> {
    if x.has_any("time zone|timezone|time") {
        return Found::known("timezone", x.strip_ends("time zone|timezone|time"));
    }
    if let Some(key) = tool(tidy(x).seen()) {
        return Found::known(key, x);
    }
    let proper = x.written().chars().next().is_some_and(|c| c.is_uppercase() || !c.is_ascii());
    if proper && x.seen().split_whitespace().count() <= 4 { Found::known("place", x) } else { None }
}

fn role(rest: Piece<'_>) -> Option<Found> {
    let x = tidy(rest.strip("a|an|the")?);
    let seen = x.seen();
    let talk = ["person", "fan", "bit", "lot", "little", "few", "huge"].iter().any(|w| x.has(w));
    let words = seen.split_whitespace().count();
    if talk || words == 0 || words > 6 || x.has_any("who|that|and i|but") {
        None
    } else {
        Found::known("role", x)
    }
}

fn diet(rest: Piece<'_>) -> Option<Found> {
    let value = tidy(rest.strip_all("a|an|on a|strictly|fully|mostly|on"));
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
        "new to|a beginner at|a beginner in|a beginner with|beginner in|beginner at|a novice at|a novice in|a novice with|a newbie at|a newbie in|a noob at|not good at|bad at|not familiar with|unfamiliar with|learning|just learning|just starting with|still learning|a complete beginner in|a complete beginner at|a total beginner at|a total beginner in|completely new to|pretty new to|quite new to|very new to",
    ),
    (
        "advanced",
        "good at|very good at|advanced in|advanced at|advanced with|proficient in|proficient with|experienced in|experienced with|skilled in|fluent in|comfortable with|strong in|well versed in|really good at|pretty good at|quite good at",
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
    let what = what.strip_ends("programming|development|coding|very well|well|really well|a lot");
    let name = keys::slug(what.written());
    if name.is_empty() || what.seen().split_whitespace().count() > 4 {
        None
    } else {
        Found::fixed(format!("expertise.{name}"), level)
    }
}

fn liking(rest: Piece<'_>) -> Option<Found> {
    if let Some(x) = rest.strip("a fan of|a big fan of|a huge fan of|into|really into|fond of|very fond of|very into|crazy about|a lover of") {
        return Found::named("likes", x);
    }
    rest.strip("not a fan of|not a big fan of|not into|not fond of|sick of")
        .and_then(|x| Found::named("dislikes", x))
}

/// "I …".
fn doing(rest: Piece<'_>) -> Option<Found> {
    if let Some(x) =
        rest.strip("live in|live at|moved to|stay in|reside in|have moved to|relocated to|lives in|live near")
    {
        return Found::known("place", x);
    }
    if let Some(x) = rest.strip("work as|work as a|work as an") {
        return Found::known("role", x);
    }
    if let Some(x) = rest.strip("work") {
        return working(x.trim_start());
    }
    if let Some(x) = rest.strip("go by|'m known as|am known as") {
        return Found::known("nickname", x);
    }
    if let Some(x) = rest.strip("was born on|was born in|was born") {
        return Found::known("birthday", x.strip_all("on|in"));
    }
    if let Some(x) = rest.strip("have a|have an|have|own a|own") {
        return having(x.trim_start());
    }
    if let Some(x) = rest.strip("speak").filter(|x| {
        values::find(values::LANGUAGES, x.seen()).is_some() && !x.has_any("fluently|well|a little|a bit")
    }) {
        return Found::known("languages", x);
    }
    taste(rest).or_else(|| knowing(rest)).or_else(|| eating(rest)).or_else(|| using(rest))
}

fn working(x: Piece<'_>) -> Option<Found> {
    let timed = x.strip_all("from|between|on|mon|monday|weekdays|every day from|hours");
    let starts_with_time = timed.seen().starts_with(|c: char| c.is_ascii_digit());
    if starts_with_time && x.has_any("to|-|–|until|till|and|am|pm")
        || (starts_with_time && timed.seen().contains('-'))
    {
        return Found::known("working_hours", timed);
    }
    let x = x.strip("at|for|with")?;
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
    let (what, name) = x.split(" named | called | whose name is ").unwrap_or((x, x.cut(0, 0)));
    let last = tidy(what).seen().split_whitespace().next_back().unwrap_or_default().to_owned();
    let owner = kin(&last)?;
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
        return Found::named("likes", x.strip_all("to|drinking|eating|playing|the")).filter(short);
    }
    let hated = "don't like|do not like|dont like|hate|dislike|can't stand|cannot stand|cant stand|detest|loathe|don't enjoy|don't really like|really hate|am not a fan of|despise|do not enjoy";
    let x = rest.strip(hated)?;
    Found::named("dislikes", x.strip_all("to|the|eating|drinking")).filter(short)
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
    if let Some(x) = rest.strip("don't know|do not know|have never used|'ve never used|know nothing about|don't know much about|have no experience with|have no experience in") {
        return skill(x.strip_ends("well|very well|much|at all"), "novice");
    }
    rest.strip("just started learning|am learning|started learning").and_then(|x| skill(x, "novice"))
}

fn eating(rest: Piece<'_>) -> Option<Found> {
    if let Some(x) = rest.strip("only eat|eat only|eat|follow a|follow|am on a") {
        return diet(x);
    }
    let x = tidy(rest.strip("don't eat|do not eat|can't eat|cannot eat|never eat|avoid eating")?);
    Found::fixed("diet", &format!("no {}", x.seen()))
}

fn using(rest: Piece<'_>) -> Option<Found> {
    let x = rest.strip("use|am using|'m using|code in|switched to|now use")?;
    if let Some((what, purpose)) = x.split(" as my | as the | as a | for my | as ") {
        let purpose = tidy(purpose);
        let key = keys::alias(purpose.seen())
            .map_or_else(|| format!("uses.{}", keys::category(purpose.written())), str::to_owned);
        return Found::known(key, what);
    }
    if let Some((what, purpose)) = x.split(" for ") {
        return Found::known(format!("uses.{}", keys::category(tidy(purpose).written())), what);
    }
    uses(x)
}

/// "my X is Y", "the X is Y".
fn named_subject(content: Piece<'_>) -> Option<Found> {
    if let Some(x) = content.strip("everyone calls me|people call me|my friends call me|friends call me|everybody calls me|they call me|just call me|call me") {
        return Found::known("nickname", x);
    }
    if let Some(found) = project(content).or_else(|| deadline(content)) {
        return Some(found);
    }
    let mine = content.strip("my|our");
    let (subject, value) = copula(content)?;
    let subject = subject.strip_all("my|our|the|a|an");
    if subject.is_empty() || subject.seen().split_whitespace().count() > 8 {
        return None;
    }
    kinship(subject, value).filter(|_| mine.is_some()).or_else(|| plain(subject, value, mine.is_some()))
}

fn plain(subject: Piece<'_>, value: Piece<'_>, mine: bool) -> Option<Found> {
    let seen = subject.seen();
    if let Some(what) =
        subject.strip("preferred|favorite|favourite|fav|favorite type of|favourite type of|favorite kind of")
    {
        return Found::known(format!("preferred.{}", keys::category(what.written())), value);
    }
    if let Some(x) = value.trim_start().strip("my favorite|my favourite|my preferred") {
        return Found::known(format!("preferred.{}", keys::category(tidy(x).written())), subject);
    }
    if let Some((what, rest)) = subject.split(" level| skill level| skills| skill| experience")
        && mine
        && rest.trim().is_empty()
    {
        let level = level(value.seen())?;
        return skill(what, level);
    }
    if mine && let Some(key) = keys::alias(seen) {
        return personal(key, value);
    }
    let name = free_name(subject);
    let dated = value.trim_start().strip("on|at|in").map(|x| x.trim_start()).filter(|x| is_date(x.seen()));
    let mut found = Found::known(name, dated.unwrap_or(value))?;
    found.known = mine;
    Some(found)
}

/// Tells whether words start with a day, a month or a number.
fn is_date(seen: &str) -> bool {
    const NAMES: &str =
        "mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|today|tomorrow|next";
    seen.starts_with(|c: char| c.is_ascii_digit()) || NAMES.split('|').any(|n| seen.starts_with(n))
}

/// A phone that is a number is a phone number; an office in a place is a place.
fn personal(key: &'static str, value: Piece<'_>) -> Option<Found> {
    let value = value.strip_all("called|named|in|at|located in|located at|based in|on|from");
    let digits = value.seen().bytes().filter(u8::is_ascii_digit).count();
    let key = if key == "uses.phone" && digits >= 7 { "phone_number" } else { key };
    Found::known(key, value)
}

/// Reads how well somebody knows something.
pub(super) fn level(seen: &str) -> Option<&'static str> {
    const WORDS: values::Table = &[
        (
            "novice",
            "beginner|novice|newbie|basic|low|entry level|none|zero|มือใหม่|เริ่มต้น|พื้นฐาน|初级|新手|入门|零基础",
        ),
        ("intermediate", "intermediate|medium|average|okay|ok|mid|ปานกลาง|กลาง|พอใช้|พอได้|中级|一般|中等"),
        ("advanced", "advanced|good|high|strong|proficient|fluent|senior|ขั้นสูง|ดี|สูง|高级|熟练"),
        ("expert", "expert|master|pro|guru|ผู้เชี่ยวชาญ|เชี่ยวชาญ|专家|精通|大神"),
    ];
    values::find(WORDS, seen)
}

/// Splits a statement at its copula.
fn copula(content: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let (left, right) = content.split(" is called | is named | is now | is: | are: | is | are | was | = |: | has to be | should be | 's called ")?;
    (!left.trim().is_empty() && !right.trim().is_empty()).then(|| (left.trim(), right.trim_start()))
}

/// Returns the family key of a relative or an animal.
fn kin(word: &str) -> Option<String> {
    const KIN: values::Table = &[
        ("family.wife", "wife"),
        ("family.husband", "husband"),
        ("family.partner", "partner|girlfriend|boyfriend|fiance|fiancee|spouse"),
        ("family.son", "son"),
        ("family.daughter", "daughter"),
        ("family.mother", "mother|mom|mum|mama"),
        ("family.father", "father|dad|papa"),
        ("family.brother", "brother|younger brother|older brother"),
        ("family.sister", "sister|younger sister|older sister"),
        ("family.children", "kids|children|kid|child|baby"),
        ("family.grandmother", "grandmother|grandma"),
        ("family.grandfather", "grandfather|grandpa"),
        ("pet.dog", "dog|dogs|puppy"),
        ("pet.cat", "cat|cats|kitten"),
        ("pet.bird", "bird|parrot"),
        ("pet.rabbit", "rabbit"),
        ("pet.fish", "fish"),
        ("pet.hamster", "hamster"),
    ];
    values::exact(KIN, word).map(str::to_owned)
}

/// "my wife's name is Ann", "my son is 5 years old", "my dog is called Momo".
fn kinship(subject: Piece<'_>, value: Piece<'_>) -> Option<Found> {
    let seen = subject.seen();
    let (who, what) = seen.split_once("'s ").unwrap_or((seen, ""));
    let owner = kin(who)?;
    if !what.is_empty() {
        let attribute = keys::alias(what).map_or_else(|| keys::slug(what), str::to_owned);
        let dated = value.strip("on|at|in").map(|x| x.trim_start()).filter(|x| is_date(x.seen()));
        return Found::known(format!("{owner}.{attribute}"), dated.unwrap_or(value));
    }
    if let Some((age, rest)) = value.split("years old|year old|yrs old|months old")
        && rest.trim().is_empty()
    {
        return Found::known(format!("{owner}.age"), age);
    }
    let called = value.strip("called|named");
    let name = called.or_else(|| {
        (value.seen().split_whitespace().count() == 1 && value.written().starts_with(char::is_uppercase))
            .then_some(value)
    });
    if value.seen().chars().all(|c| c.is_ascii_digit() || c.is_whitespace()) {
        return Found::known(format!("{owner}.age"), value);
    }
    match name {
        Some(name) => Found::known(format!("{owner}.name"), name),
        None => Found::known(owner, value),
    }
}

/// "the project's database is …", "the database of the project is …", "this project uses …".
fn project(content: Piece<'_>) -> Option<Found> {
    let content = content.strip_all("the|this|our|my|current");
    if let Some(x) = content
        .strip("project uses|project is using|project runs on|project is written in|project is built with")
    {
        let category = technology(tidy(x).seen());
        return Found::known(
            format!("project.{}", category.map_or_else(|| keys::slug(tidy(x).written()), str::to_owned)),
            x,
        );
    }
    let (subject, value) = copula(content)?;
    let attribute = subject.strip("project's|project").map(|rest| rest.trim()).or_else(|| {
        subject
            .split(" of the project| of this project| of our project| for the project| for this project")
            .filter(|(_, rest)| rest.trim().is_empty())
            .map(|(what, _)| what)
    })?;
    match attribute.seen() {
        "" => None,
        "deadline" | "due date" => Found::known("deadline.project", value),
        name => Found::known(format!("project.{}", keys::category(name)), value),
    }
}

/// Returns what sort of thing a technology is to a project.
pub(super) fn technology(seen: &str) -> Option<&'static str> {
    const KINDS: values::Table = &[
        (
            "database",
            "postgresql|postgres|mysql|mariadb|sqlite|mongodb|redis|oracle|sql server|dynamodb|cassandra|clickhouse",
        ),
        (
            "language",
            "rust|python|go|golang|java|javascript|typescript|kotlin|swift|c++|c#|ruby|php|scala|elixir",
        ),
        (
            "framework",
            "react|vue|angular|svelte|next.js|nextjs|django|flask|fastapi|spring|spring boot|rails|laravel|express|axum|actix",
        ),
        ("package_manager", "npm|pnpm|yarn|uv|poetry|pip"),
    ];
    values::exact(KINDS, seen)
}

/// "the deadline for X is Y", "X deadline is Y", "X is due Y".
fn deadline(content: Piece<'_>) -> Option<Found> {
    let content = content.strip_all("the|my|our");
    if let Some((what, when)) = content.split(
        " is due on | is due by | is due | are due | due on | must be submitted by | has to be submitted by ",
    ) {
        return due(what, when);
    }
    let (subject, when) = copula(content)?;
    if let Some(what) =
        subject.strip("deadline for|deadline of|due date for|due date of|deadline to submit|deadline")
    {
        return if what.trim().is_empty() { Found::known("deadline", when) } else { due(what, when) };
    }
    let what = subject.strip_ends("deadline|due date");
    if what.seen().len() < subject.seen().len() { due(what, when) } else { None }
}

fn due(what: Piece<'_>, when: Piece<'_>) -> Option<Found> {
    let what = what.strip_all("the|my|our|this").strip_ends("'s");
    Found::known(
        keys::shorten(&format!("deadline.{}", keys::slug(what.written()))),
        when.strip_all("on|by|at"),
    )
}

/// A readable key of a subject: "the address of the office" and "the office's address" are one.
pub(super) fn free_name(subject: Piece<'_>) -> String {
    let plain = subject.seen().replace("'s ", " ");
    let turned = match plain.split_once(" of ").or_else(|| plain.split_once(" for ")) {
        Some((what, of)) => format!("{of} {what}"),
        None => plain,
    };
    let words: Vec<&str> = turned
        .split_whitespace()
        .filter(|w| !matches!(*w, "the" | "a" | "an" | "my" | "our" | "this" | "that" | "your"))
        .collect();
    keys::slug(&words.join(" "))
}

/// What a command names, without the words around it.
pub(super) fn bare(words: Piece<'_>) -> Piece<'_> {
    let words = words.strip_all(
        "about|that|the fact that|what i said about|what i told you about|what i mentioned about|what you remember about|what you've stored about|what you know about|everything about|anything about|all about|the|my|our|me|memory of|memory about|memories about|memory|preference for|preference about|info about|information about|data about",
    );
    words.strip_ends("preference|preferences|setting|settings|info|information|from memory|from your memory|anymore|i mentioned|i told you")
}

/// The slot that a subject without a value names: "my birthday", "that I like coffee", "where I work".
pub(super) fn subject(words: Piece<'_>) -> Option<String> {
    let bare = bare(words);
    if let Some(key) = keys::alias(bare.seen()).or_else(|| keys::alias(words.seen())) {
        return Some(key.to_owned());
    }
    if let Some(what) = bare.strip("favorite|favourite|preferred|fav") {
        return Some(format!("preferred.{}", keys::category(what.written())));
    }
    if let Some(what) = bare.strip("project's|project").filter(|rest| !rest.trim().is_empty()) {
        return Some(format!("project.{}", keys::category(what.trim().written())));
    }
    if let Some(what) = bare.strip("deadline for|deadline of|due date of|due date for") {
        return Some(format!("deadline.{}", keys::slug(what.strip_all("the|my|our").written())));
    }
    if let Some((who, what)) = bare.seen().split_once("'s ")
        && let Some(owner) = kin(who)
    {
        return Some(format!(
            "{owner}.{}",
            keys::alias(what).map_or_else(|| keys::slug(what), str::to_owned)
        ));
    }
    None
}

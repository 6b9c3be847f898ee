//! English statements with a named subject: "my X is Y", "the project's X is Y", "the deadline for X is Y",
//! and the subjects alone, where a command names what to forget or show.

use super::super::keys;
use super::super::kin;
use super::super::persona::is_pronoun;
use super::super::slot::{Found, tidy};
use super::super::text::Piece;
use super::super::values;
use super::skill;

/// "my X is Y", "the X is Y".
pub(super) fn named_subject(content: Piece<'_>) -> Option<Found> {
    if let Some((who, name)) = content.split(" calls me | call me ")
        && (1..=3).contains(&who.trim().seen().split_whitespace().count())
        && who.strip("don't|never|please|you|to").is_none()
    {
        return Found::known("nickname", name);
    }
    if let Some(x) = content.strip("everyone calls me|people call me|my friends call me|friends call me|everybody calls me|they call me|just call me|call me") {
        return Found::known("nickname", x);
    }
    if let Some(found) = project(content).or_else(|| deadline(content)) {
        return Some(found);
    }
    let mine = content.strip("my|our");
    if let Some((what, value)) = mine.and_then(|rest| rest.split("'s "))
        && let Some(key) = keys::alias(what.trim().seen())
        && !value.has_any("is|are|was")
    {
        return personal(key, value);
    }
    let (subject, value) = copula(content)?;
    if let Some(found) = typed(subject, value).or_else(|| reversed(subject, value)) {
        return Some(found);
    }
    if is_pronoun(subject) {
        return None;
    }
    let subject = subject.strip_all("my|our|the|a|an");
    if subject.is_empty() || subject.seen().split_whitespace().count() > 8 {
        return None;
    }
    kinship(subject, value).filter(|_| mine.is_some()).or_else(|| plain(subject, value, mine.is_some()))
}

/// A key as it is kept, and its value: "policy.allow.tools is …", "response.tone is formal".
fn typed(subject: Piece<'_>, value: Piece<'_>) -> Option<Found> {
    let inner = subject.seen().trim_matches('.');
    let dotted = inner.contains('.') && !inner.contains(|c: char| c.is_whitespace() || c == '@');
    let family = inner.split('.').next().is_some_and(keys::is_family);
    let key = keys::canonical_key(subject.written()).filter(|_| dotted && family)?;
    Found::known(key, value)
}

/// "Kim is my emergency contact": what is the speaker's gives the key, who or what it is the value.
fn reversed(subject: Piece<'_>, value: Piece<'_>) -> Option<Found> {
    let what = tidy(value.trim_start().strip("my|our")?);
    let short = (1..=3).contains(&what.seen().split_whitespace().count())
        && !what.has_any("favorite|favourite|preferred|best|least|in|on|at|for|of|to|and");
    let proper = subject.written().starts_with(char::is_uppercase)
        && subject.strip("my|our|the|a|an|this|that|it|he|she|they|there|today|tomorrow|here").is_none();
    if !short || !proper || subject.seen().split_whitespace().count() > 4 {
        return None;
    }
    let key = match (keys::alias(what.seen()), kin::named(what.seen())) {
        (Some(key), _) => key.to_owned(),
        (None, Some(owner)) => format!("{owner}.name"),
        (None, None) => free_name(what),
    };
    Found::known(key, subject)
}

fn plain(subject: Piece<'_>, value: Piece<'_>, mine: bool) -> Option<Found> {
    let seen = subject.seen();
    let latest = subject.strip_all("new|current|latest|main|primary|daily|usual|full-time|day");
    let denied = value.trim_start().strip("not|no longer").is_some()
        || value.trim_start().strip("never").is_some() && keys::alias(latest.seen()).is_some();
    if denied && (mine || latest.strip("preferred|go-to|favorite|favourite|fav").is_some()) {
        return None;
    }
    if let Some(what) = subject
        .strip("preferred|go-to|favorite|favourite|fav|favorite type of|favourite type of|favorite kind of")
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
    if mine && let Some(key) = keys::alias(seen).or_else(|| keys::alias(latest.seen())) {
        return personal(key, value);
    }
    let name = super::super::free::of_facet(free_name(subject), subject, value);
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
    if let Some(sound) = value.trim_start().strip("pronounced").filter(|_| key == "name") {
        return Found::known("name_pronunciation", sound);
    }
    let value = value.strip_all("called|named|in|at|located in|located at|based in|on|from");
    let digits = value.seen().bytes().filter(u8::is_ascii_digit).count();
    let key = if key == "uses.phone" && digits >= 7 { "phone_number" } else { key };
    Found::known(key, value)
}

/// Reads how well somebody knows something.
pub(in super::super) fn level(seen: &str) -> Option<&'static str> {
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
    let (left, right) = content.split("'s on |'s at |'s in |'s called |'s now | is called | is named | is now | is: | are: | is:\n| are:\n|:\n| is | are | was | = |: | has to be | should be | 's called ")?;
    // A title may begin with the word: "is Now You See Me".
    let titled =
        right.before().written().ends_with("Now ") && right.written().starts_with(char::is_uppercase);
    let right =
        if titled { content.from(content.seen().len() - right.seen().len() - "Now ".len()) } else { right };
    // The first of several lines keeps its mark: a list stays one.
    let lines = right.before().seen().ends_with('\n');
    let value = if lines { right.trim_matches(char::is_whitespace) } else { right.trim_start() };
    (!left.trim().is_empty() && !right.trim().is_empty()).then(|| (left.trim(), value))
}

/// "my wife's name is Ann", "my son is 5 years old", "my dog is called Momo".
fn kinship(subject: Piece<'_>, value: Piece<'_>) -> Option<Found> {
    let seen = subject.seen();
    let (who, what) = seen.split_once("'s ").or_else(|| seen.split_once("' ")).unwrap_or((seen, ""));
    // "our cocker spaniel": the last word tells which animal it is.
    let animal = || {
        let last = who.split_whitespace().next_back()?;
        kin::named(last).filter(|key| key.starts_with("pet."))
    };
    let owner = kin::named(who).or_else(animal)?;
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
        (value.seen().split_whitespace().count() == 1
            && value.written().starts_with(char::is_uppercase)
            && !is_people(value))
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

/// Tells whether a word with a capital says of which people or faith somebody is, rather than their name.
fn is_people(word: Piece<'_>) -> bool {
    const PEOPLES: &str = "american|canadian|australian|indian|italian|german|russian|brazilian|mexican|swiss|dutch|greek|french|thai|czech|korean|asian|european|african|egyptian|iranian|ukrainian|austrian|belgian|norwegian|hungarian|romanian|bulgarian|malaysian|singaporean|indonesian|filipino|laotian|arab|muslim|christian|buddhist|hindu|catholic|sikh|jew|gay|lesbian|bi|trans|deaf|blind|vegan|vegetarian|ok|okay|fine|well|dead|pregnant";
    let seen = tidy(word).seen();
    ["ish", "ese"].iter().any(|end| seen.ends_with(end))
        || PEOPLES.split('|').any(|people| people == seen)
        || values::exact(values::LANGUAGES, seen).is_some()
}

/// "the project's database is …", "the database of the project is …", "this project uses …".
fn project(content: Piece<'_>) -> Option<Found> {
    let content = content.strip_all("the|this|our|my|current");
    if let Some(x) = content
        .strip("project uses|project is using|project runs on|project is written in|project is built with")
    {
        let category = technology(without_version(tidy(x)).seen());
        return Found::known(
            format!("project.{}", category.map_or_else(|| keys::slug(tidy(x).written()), str::to_owned)),
            x,
        );
    }
    if let Some(x) = content.strip("project is called|project is named") {
        return Found::known("project.name", x);
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

/// Leaves out the version of a technology: "Postgres 16".
pub(in super::super) fn without_version(name: Piece<'_>) -> Piece<'_> {
    let (head, version) = name.seen().rsplit_once(' ').unwrap_or((name.seen(), ""));
    let counted = version.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit());
    if counted { name.cut(0, head.len()) } else { name }
}

/// Returns what sort of thing a technology is to a project.
pub(in super::super) fn technology(seen: &str) -> Option<&'static str> {
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
        " is due on | is due by | is due | are due | due on | due by | has to be in by | must be in by | needs to be in by | has to be done by | needs to be done by | must be done by | must be submitted by | has to be submitted by ",
    ) {
        return due(what, when);
    }
    let moved = " has been moved to | has been pushed to | has been extended to | was moved to | was pushed to | was extended to | got moved to | got pushed to | has moved to | moved to | changed to | slipped to | was postponed to | is postponed to | got postponed to | has been postponed to | postponed to | was delayed to | has been delayed to | delayed to | was changed to | has been changed to | got changed to | has changed to | got extended to | extended to | pushed to | pushed back to | was pushed back to | got pushed back to | has been pushed back to | was brought forward to | was rescheduled to | has been rescheduled to | shifted to ";
    let (subject, when) = content
        .split(moved)
        .filter(|(subject, _)| subject.has_any("deadline|due date"))
        .or_else(|| copula(content))?;
    let subject = subject.trim();
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
pub(in super::super) fn free_name(subject: Piece<'_>) -> String {
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
pub(in super::super) fn bare(words: Piece<'_>) -> Piece<'_> {
    let words = words.strip_all(
        "i said that|i said|i told you that|i told you|old|previous|former|about|that|the fact that|what i said about|what i told you about|what i mentioned about|what you remember about|what you've stored about|what you know about|everything about|anything about|all about|the|my|our|your|me|memory of|memory about|memories about|memory|preference for|preference about|info about|information about|data about",
    );
    words.strip_ends("preference|preferences|setting|settings|info|information|from memory|from your memory|anymore|i mentioned|i told you|i gave you|i set|i asked for|you have|you have for me|you use for me")
}

/// The slot that a subject without a value names: "my birthday", "that I like coffee", "where I work".
pub(in super::super) fn subject(words: Piece<'_>) -> Option<String> {
    if let Some(key) = keys::alias(words.seen()) {
        return Some(key.to_owned());
    }
    let bare = bare(words);
    if let Some(key) = keys::alias(bare.seen()).or_else(|| keys::alias(words.seen())) {
        return Some(key.to_owned());
    }
    if let Some(key) = bare.split(" in | at ").and_then(|(what, _)| keys::alias(what.seen())) {
        return Some(key.to_owned());
    }
    if let Some(what) = bare.strip("favorite|favourite|preferred|go-to|fav") {
        return Some(format!("preferred.{}", keys::category(what.written())));
    }
    if let Some(what) = bare.strip("project's|project").filter(|rest| !rest.trim().is_empty()) {
        return Some(format!("project.{}", keys::category(what.trim().written())));
    }
    if let Some(what) = bare.strip("deadline for|deadline of|due date of|due date for") {
        return Some(format!("deadline.{}", keys::slug(what.strip_all("the|my|our").written())));
    }
    let due = bare.strip_ends("deadline|due date").strip_all("the|my|our");
    if due.seen().len() < bare.seen().len() && (1..=4).contains(&due.seen().split_whitespace().count()) {
        return Some(format!("deadline.{}", keys::slug(due.strip_ends("'s").written())));
    }
    if let Some((who, what)) = bare.seen().split_once("'s ")
        && let Some(owner) = kin::named(who)
    {
        return Some(format!(
            "{owner}.{}",
            keys::alias(what).map_or_else(|| keys::slug(what), str::to_owned)
        ));
    }
    None
}

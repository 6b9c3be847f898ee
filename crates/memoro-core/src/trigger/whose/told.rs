//! What is said of a relative or an animal, clause by clause, under their own keys: `family.sister.allergy.walnuts`,
//! `pet.cat.age`. What fits no slot is kept as it was said.

use super::super::content::{asks_or_points, stands_alone, stated};
use super::super::cue::Manner;
use super::super::slot::{self, Found, tidy};
use super::super::text::{Piece, Text};
use super::super::{bounds, en, free, keys, kin, th, zh};
use super::another::{apart, which};
use super::{By, Clause, DOES, LEADS, Whose, clauses, is_personal};
use crate::content::EntryKind;
use crate::text::{is_han, is_thai};

/// Reads a statement that speaks of a relative or an animal; `None` where it does not.
pub(in super::super) fn told(statement: Piece<'_>, manner: Manner) -> Option<Vec<Found>> {
    let clauses = clauses(statement);
    if !clauses.iter().any(|clause| matches!(clause.whose, Whose::Kin(_))) || asks_or_points(statement) {
        return None;
    }
    let mut found: Vec<Found> = Vec::new();
    let mut of_kin = false;
    let mut one: Option<&'static str> = None;
    for (at, clause) in clauses.iter().enumerate() {
        let whole = tidy(clause.whole.open());
        match clause.whose {
            Whose::Kin(owner) => {
                let read = of(owner, *clause, manner);
                of_kin |= !read.is_empty();
                one = if clause.by == By::Name { which(*clause) } else { one };
                found.extend(read.into_iter().map(|read| match one {
                    Some(one) => apart(read, owner, one),
                    None => read,
                }));
            }
            Whose::Own => {
                let plain = || stated(whole, manner).filter(|_| at == 0 || is_told(*clause));
                // 我叫小李，住在奥斯陆，我的狗叫阿宝: who speaks is named once.
                let goes_on = || going_on(whole).filter(|_| clause.by == By::Nothing && at > 0);
                found.extend(stands_alone(whole).or_else(plain).or_else(goes_on));
            }
            Whose::Other => {
                let plain = stated(whole, manner).filter(|found| !is_personal(&found.key));
                found.extend(plain.filter(|_| clause.by == By::Name));
            }
        }
    }
    join_children(&mut found);
    let mut keys: Vec<String> = Vec::new();
    found.retain(|one| {
        let new = !keys.contains(&one.key);
        keys.push(one.key.clone());
        new
    });
    of_kin.then_some(found)
}

/// Puts what is said of each of several children together: 大的八岁，小的三岁.
fn join_children(found: &mut [Found]) {
    for at in 1..found.len() {
        let (head, tail) = found.split_at_mut(at);
        let Some(one) = tail.first().filter(|one| one.key.starts_with("family.children.")) else { continue };
        if let Some(first) =
            head.iter_mut().find(|first| first.key == one.key && !first.value.contains(&one.value))
        {
            let mark = if one.value.chars().any(is_han) { "，" } else { ", " };
            first.value = format!("{}{mark}{}", first.value, one.value);
        }
    }
}

/// What a clause goes on to say of the speaker, who was named before.
fn going_on(said: Piece<'_>) -> Option<Found> {
    let read = match letter(said, said)? {
        c if is_thai(c) => th::slot(said).filter(|found| found.known),
        c if is_han(c) => zh::predicate(said),
        _ => en::predicate(said),
    };
    read.filter(|found| keys::kind_of(&found.key).is_some() && found.value.chars().count() <= 40)
}

/// Tells whether a clause of the speaker's says something by itself.
fn is_told(clause: Clause<'_>) -> bool {
    let letters = clause.said.trim().seen().chars().count();
    clause.by == By::Name && letters >= if clause.said.seen().is_ascii() { 8 } else { 4 }
}

/// What a clause says of a relative or an animal.
fn of(owner: &'static str, clause: Clause<'_>, manner: Manner) -> Vec<Found> {
    let said = clause.said.open();
    let name = clause.name.and_then(|name| Found::known(format!("{owner}.name"), name));
    if tidy(said).is_empty() {
        return name.into_iter().collect();
    }
    let mut read = attribute(owner, clause).into_iter().collect::<Vec<_>>();
    if read.is_empty() {
        read = predicate(owner, clause);
    }
    if read.is_empty() {
        read.extend(as_said(owner, clause, manner));
    }
    name.into_iter().chain(read).collect()
}

/// What has a name of its own: "'s birthday is 5 May", 叫橘子, อายุ 5 ขวบ.
fn attribute(owner: &'static str, clause: Clause<'_>) -> Option<Found> {
    let said = clause.said.open();
    let first = letter(clause.whole, said)?;
    let noun = kin::word(owner, first)?;
    let rest = said.trim_start().written();
    let told = match clause.by {
        By::Possessive if is_han(first) => format!("我{noun}的{rest}"),
        By::Possessive => format!("my {noun}'s {rest}"),
        _ if is_han(first) => format!("我{noun}{rest}"),
        _ if is_thai(first) => format!("{noun}ผม{rest}"),
        _ if rest.starts_with("'s ") && !said.has_any("is|are|was") => {
            format!("my {noun} is {}", rest.get(3..).unwrap_or_default())
        }
        _ if rest.starts_with('\'') => format!("my {noun}{rest}"),
        _ => format!("my {noun} {rest}"),
    };
    let text = Text::of(&told);
    let attributed = |found: &Found| found.key.strip_prefix(owner).is_some_and(|what| what.starts_with('.'));
    slot::known(text.whole()).filter(|found| found.known && attributed(found))
}

/// The letter that tells the language of what is said.
fn letter(whole: Piece<'_>, said: Piece<'_>) -> Option<char> {
    let first = |piece: Piece<'_>| piece.seen().chars().find(|c| c.is_alphabetic());
    first(said).or_else(|| first(whole))
}

/// What could as well be said of the speaker: "is allergic to walnuts", 对牛奶过敏, แพ้นมวัว.
fn predicate(owner: &'static str, clause: Clause<'_>) -> Vec<Found> {
    let said = clause.said.open();
    let Some(first) = letter(clause.whole, said) else { return Vec::new() };
    if let Some(age) = age(said) {
        return Found::known(format!("{owner}.age"), age).into_iter().collect();
    }
    let own = if is_han(first) {
        Some(format!("我{}", said.trim().written()))
    } else if is_thai(first) {
        Some(format!("ผม{}", said.trim().written()))
    } else {
        first_person(said)
    };
    let Some(text) = own.map(|own| Text::of(&own)) else { return Vec::new() };
    let animal = owner.starts_with("pet.");
    let described = said.trim().seen().ends_with('的');
    let fits = |found: &Found| {
        let at_work = matches!(found.key.as_str(), "role" | "employer" | "working_hours");
        found.known
            && is_personal(&found.key)
            && found.value.chars().count() <= 60
            && !(at_work && animal || described && found.key == "role")
    };
    let found = slot::known(text.whole()).filter(fits);
    let each = found.into_iter().flat_map(bounds::each);
    each.map(|found| Found {
        key: keys::shorten(&format!("{owner}.{}", found.key)),
        kind: EntryKind::Fact,
        ..found
    })
    .collect()
}

/// Words for an age in English: three, "5 years old".
fn age(said: Piece<'_>) -> Option<Piece<'_>> {
    const NUMBERS: &str = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|turning|just|almost|nearly|about|only|now";
    let rest = said.trim_start().strip("is|'s|turned|aged|just turned|turns")?;
    let years = tidy(rest).strip_ends("years old|year old|yrs old|years of age|now|already|today");
    let words = || years.seen().split([' ', '-']).filter(|word| !word.is_empty());
    let count = |word: &str| {
        word.bytes().all(|b| b.is_ascii_digit()) && word.len() <= 3 || NUMBERS.split('|').any(|n| n == word)
    };
    (!years.is_empty() && words().all(count) && years.seen().split_whitespace().count() <= 3)
        .then(|| years.strip_all("turning|just|almost|nearly|about|only|now"))
        .filter(|years| !years.is_empty())
}

/// Says of the speaker what is said of another, in English: "lives in Lyon" as "I live in Lyon".
fn first_person(said: Piece<'_>) -> Option<String> {
    const VERBS: &[(&str, &str)] = &[
        ("isn't|is not", "I'm not"),
        ("is|'s|are|'re", "I'm"),
        ("was born", "I was born"),
        ("has|have|'s got", "I have"),
        ("doesn't|does not|don't", "I don't"),
        ("can't|cannot|can not", "I can't"),
        ("lives", "I live"),
        ("works", "I work"),
        ("loves", "I love"),
        ("likes", "I like"),
        ("hates", "I hate"),
        ("dislikes", "I dislike"),
        ("enjoys", "I enjoy"),
        ("adores", "I adore"),
        ("detests", "I detest"),
        ("prefers", "I prefer"),
        ("uses", "I use"),
        ("eats", "I eat"),
        ("speaks", "I speak"),
        ("comes", "I come"),
        ("goes by", "I go by"),
        ("moved", "I moved"),
        ("joined", "I joined"),
        ("grew", "I grew"),
        ("allergic", "I'm allergic"),
        ("vegan", "I'm vegan"),
        ("vegetarian", "I'm vegetarian"),
    ];
    const ADVERBS: &str =
        "also|really|still|just|absolutely|currently|always|usually|only|now|actually|totally|both";
    let said = said.strip_all(ADVERBS);
    let (own, rest) = VERBS
        .iter()
        .filter_map(|(verb, own)| said.strip(verb).map(|rest| (*own, rest)))
        .min_by_key(|(_, rest)| rest.seen().len())?;
    Some(format!("{own} {}", rest.strip_all(ADVERBS).written()))
}

/// What fits no slot, in the words of the clause.
fn as_said(owner: &'static str, clause: Clause<'_>, manner: Manner) -> Option<Found> {
    const GOES_ON: &str = "是|有|不|很|怕|会|已经|从|最|每|没|刚|เป็น|มี|ไม่|กลัว|ติด|เคย|ต้อง|ชอบ|กำลัง";
    let whole = tidy(clause.whole.open().strip_all(LEADS));
    let said = clause.said.open().trim_start();
    let told = match clause.by {
        By::Name => stated(whole, manner).is_some() || said.strip(DOES).is_some(),
        By::Pronoun | By::Possessive => true,
        By::Nothing => said.strip(DOES).is_some() || said.strip(GOES_ON).is_some(),
    };
    let name = free::find(said.strip_all("is|'s|are|was|has|been|是|เป็น"))?.key;
    let key = keys::shorten(&format!("{owner}.{}", name.trim_start_matches("about.")));
    let value = whole.written().trim().to_owned();
    (told && !value.is_empty()).then_some(Found {
        key,
        value,
        kind: EntryKind::Fact,
        known: false,
        ends: None,
    })
}

//! Several facts in one content: each of its parts that stands alone, or that goes on about who was named before.

use super::super::cue::Manner;
use super::super::search::List;
use super::super::slot::{self, Found, tidy};
use super::super::text::{Piece, Text};
use super::super::{bounds, en, keys, memo, th, zh};
use super::{is_han_led, is_thai, stands_alone, stated};

/// Several things of which each is said what it is: "the wifi password is hunter2, and the alarm code is 5512", "my height is 180cm and
/// weight is 75kg", สีโปรดของผมคือเขียว ผลไม้โปรดคือมะม่วง, 测试环境是甲，生产环境是乙.
pub(super) fn several_things(content: Piece<'_>, manner: Manner) -> Option<Vec<Found>> {
    let parts = things(content).or_else(|| thai_things(content)).or_else(|| han_things(content))?;
    let read = |part: &String| stated(Text::of(part).whole().open(), manner);
    let found: Vec<Found> = parts.iter().map(read).collect::<Option<_>>()?;
    let apart =
        found.iter().enumerate().all(|(at, one)| found.iter().skip(at + 1).all(|next| next.key != one.key));
    apart.then_some(found)
}

/// A list longer than this is a text.
const MOST_THINGS: usize = 7;

fn things(content: Piece<'_>) -> Option<Vec<String>> {
    const THINGS: &str = "the|my|our";
    const NO_THING: &str = "he|she|it|they|that|this|there|here|we|i|you|which|who|what|his|her|their|its|all|life|everything|everyone";
    let named = |part: &Piece<'_>| part.trim_start().strip(THINGS).is_some();
    let is_one = |part: &Piece<'_>| named(part) && part.split(" is | are ").is_some();
    let mine = content.trim_start().strip("my|our").is_some();
    // "weight is 75kg": whose it is was said before.
    let goes_on = |part: &Piece<'_>| {
        let said = part.trim_start();
        let Some((subject, value)) = said.split(" is | are ") else { return false };
        let plain =
            (1..=3).contains(&subject.seen().split_whitespace().count()) && subject.strip(NO_THING).is_none();
        let first = value.split(" and |, |; ").map_or(value, |(head, _)| head);
        mine && plain && !named(part) && (1..=4).contains(&first.seen().split_whitespace().count())
    };
    let fits = |part: &Piece<'_>| is_one(part) || goes_on(part);
    let mut rest = content;
    let mut parts: Vec<Piece<'_>> = Vec::new();
    while let Some((head, tail)) =
        rest.split(", and |; | and |, ").filter(|(head, tail)| fits(head) && fits(tail))
    {
        parts.push(head);
        rest = tail;
        if parts.len() >= MOST_THINGS {
            return None;
        }
    }
    parts.push(rest);
    let whole = parts.len() >= 2 && is_one(parts.first()?) && parts.iter().all(fits);
    let written = |part: &Piece<'_>| {
        let said = part.trim().written();
        if named(part) { said.to_owned() } else { format!("my {said}") }
    };
    whole.then(|| parts.iter().map(written).collect())
}

fn thai_things(content: Piece<'_>) -> Option<Vec<String>> {
    const OWNERS: [&str; 7] = ["ของผม", "ของฉัน", "ของเรา", "ของหนู", "ของดิฉัน", "ผม", "ฉัน"];
    if !content.seen().contains("คือ") {
        return None;
    }
    let is_one = |part: &Piece<'_>| {
        part.seen().find("คือ").is_some_and(|at| {
            let subject = part.cut(0, at).trim().seen().chars().count();
            (2..=24).contains(&subject) && !tidy(part.from(at + "คือ".len())).is_empty()
        })
    };
    let parts = cut(content, " และ|และ| ส่วน|ส่วน| แล้วก็| ", is_one)?;
    let first = parts.first()?.seen();
    let subject = first.split("คือ").next().unwrap_or_default().trim();
    let owner = OWNERS.iter().find(|owner| subject.ends_with(**owner)).copied().unwrap_or_default();
    let owned = |part: &Piece<'_>| {
        let said = part.trim().written();
        let (name, value) = said.split_once("คือ").unwrap_or((said, ""));
        let named = OWNERS.iter().any(|owner| name.trim().ends_with(owner));
        let owner = if named { "" } else { owner };
        format!("{}{owner}คือ{value}", name.trim())
    };
    Some(parts.iter().map(owned).collect())
}

fn han_things(content: Piece<'_>) -> Option<Vec<String>> {
    const NO_THING: &str = "他|她|它|这|那|但|不|所以|因为|也|就|才|只|如果|都|你|您|而|可|并|还";
    if !is_han_led(content) {
        return None;
    }
    let is_one = |part: &Piece<'_>| {
        let said = part.trim();
        said.seen().find('是').is_some_and(|at| {
            let subject = said.cut(0, at).seen();
            let plain = said.strip(NO_THING).is_none()
                && !subject.ends_with(['不', '就', '也', '都', '还', '可', '只', '但', '要']);
            plain && (2..=14).contains(&subject.chars().count()) && said.from(at).seen().chars().count() > 1
        })
    };
    let parts = cut(content, "，|；|,|;", is_one)?;
    let mine = parts.first()?.trim().strip("我的|我").is_some();
    let owned = |part: &Piece<'_>| {
        let said = part.trim();
        let whose = if mine && said.strip("我").is_none() { "我的" } else { "" };
        format!("{whose}{}", said.written())
    };
    Some(parts.iter().map(owned).collect())
}

/// Cuts a content where each part is one of its kind; what is none belongs to the part before it.
fn cut<'a>(
    content: Piece<'a>,
    joins: impl List,
    is_one: impl Fn(&Piece<'a>) -> bool,
) -> Option<Vec<Piece<'a>>> {
    let mut parts: Vec<Piece<'a>> = Vec::new();
    let mut rest = Some(content);
    while let Some(piece) = rest {
        let (head, tail) = piece.split(joins).map_or((piece, None), |(head, tail)| (head, Some(tail)));
        rest = tail;
        match parts.last_mut() {
            Some(last) if !is_one(&head) => *last = last.through(&head),
            _ => parts.push(head),
        }
        if parts.len() > MOST_THINGS {
            return None;
        }
    }
    (parts.len() >= 2 && parts.iter().all(is_one)).then_some(parts)
}

/// The facts of a content that is nothing but a list of them.
pub(in super::super) fn listed(content: Piece<'_>) -> Option<Vec<Found>> {
    // Thai puts a blank where others put a mark.
    let spaced = is_thai(content) && !content.seen().split(' ').skip(1).any(bounds::goes_on);
    let self_named = content.strip("i'm|im|i am").is_some();
    (spaced.then(|| each_known(content, [JOINS, " "])).flatten())
        .or_else(|| each_known(content, JOINS))
        .or_else(|| (is_han_led(content) || self_named).then(|| each_known(content, [JOINS, ","])).flatten())
}

/// Reads "Linux and zsh" as two tools, where one of them is a known one.
pub(super) fn several_tools(found: Found) -> Vec<Found> {
    if !found.key.starts_with("uses.") || slot::tool(&found.value.to_lowercase()).is_some() {
        return vec![found];
    }
    let parts = [" and ", " กับ ", "และ", "和", "、", " & ", " + ", ", "].iter().find_map(|join| {
        found.value.split_once(join).filter(|(a, b)| !a.trim().is_empty() && !b.trim().is_empty())
    });
    let known = |part: &str| slot::tool(&part.trim().to_lowercase()).is_some();
    match parts.filter(|(a, b)| known(a) || known(b)) {
        Some((a, b)) => [a, b].iter().filter_map(|part| slot::uses(Text::of(part).whole())).collect(),
        None => vec![found],
    }
}

/// What stands between two facts of one sentence.
const JOINS: &str = ", but not | but not |, and |, but |, | and | but |; |และ|แล้วก็|แต่ว่า|แต่|，但是|，但|，|、|并且|而且|但是|可是|但|却";

/// The facts of a content, where each of its parts is one; who speaks is named once.
fn each_known(content: Piece<'_>, joins: impl List) -> Option<Vec<Found>> {
    let mut rest = content;
    let mut parts = Vec::new();
    while let Some((head, tail)) = rest.split(joins) {
        // Two words between two facts leave nothing between them: อยู่เชียงใหม่ และทำงาน….
        if !head.trim().is_empty() {
            parts.push(head);
        }
        rest = tail;
        if parts.len() > 8 {
            break;
        }
    }
    parts.push(rest);
    if !(2..=8).contains(&parts.len()) {
        return None;
    }
    let being = content.strip("i'm|im|i am").is_some();
    let acting = being || content.strip("i|we").is_some();
    let thai = content.strip(th::ME).is_some();
    let han = content.strip(zh::ME).is_some();
    let many = parts.len() >= 3;
    let first = parts.first().and_then(|part| stands_alone(*part));
    let read = |part: &Piece<'_>| {
        let part = part.strip_all(LEADS);
        contrary(part, first.as_ref())
            .or_else(|| stands_alone(part))
            .or_else(|| en::being(part.trim_start()).filter(|_| being))
            .or_else(|| introduced(part).filter(|_| being && many))
            .or_else(|| en::predicate(part).filter(|found| acting && short(found)))
            .or_else(|| th::slot(part).filter(|found| thai && found.known))
            .or_else(|| thai_being(part).filter(|_| thai))
            .or_else(|| zh::predicate(part).filter(|_| han))
            .or_else(|| alike(part, first.as_ref()))
    };
    if let Some(all) = parts.iter().map(read).collect() {
        return Some(all);
    }
    // What is no fact by itself belongs to the one before it: "I like cats and dogs, and I hate spiders".
    if parts.iter().skip(1).any(|part| bounds::opens_clause(part.trim_start().seen()) && read(part).is_none())
    {
        return None;
    }
    let mut whole: Vec<Piece<'_>> = Vec::new();
    for part in &parts {
        match whole.last_mut() {
            Some(last) if read(part).is_none() => *last = last.through(part),
            _ => whole.push(*part),
        }
    }
    let all: Vec<Found> = whole.iter().map(read).collect::<Option<_>>()?;
    let placed = |found: &Found| keys::kind_of(&found.key).is_some() && found.value.chars().count() <= 40;
    (all.len() >= 2 && all.iter().all(placed)).then_some(all)
}

/// Words before a fact that say nothing of it.
const LEADS: &str = "that|and that|and|also|plus|ว่า|และว่า|ส่วน|อีกอย่าง|另外|还有|以及|而且";

/// What the speaker is, where they are not named again: เป็นครู.
pub(in super::super) fn thai_being(part: Piece<'_>) -> Option<Found> {
    part.trim_start().strip("เป็น")?;
    let own = Text::of(&format!("ผม{}", part.trim().written()));
    th::slot(own.whole().open()).filter(|found| found.key == "role")
}

/// What goes on with the verb of the first fact: "I use Emacs for writing and VS Code for coding", 我精通 Java，但是 Go 是新手.
fn alike(part: Piece<'_>, first: Option<&Found>) -> Option<Found> {
    let family = first?.key.split('.').next()?;
    match family {
        "uses" if part.split(" for ").is_some() => {
            let own = Text::of(&format!("I use {}", part.trim().written()));
            slot::known(own.whole().open()).filter(|found| found.key.starts_with("uses."))
        }
        "expertise" => memo::told(part).filter(|found| found.key.starts_with("expertise.")),
        _ => None,
    }
}

/// A name or an age among other facts of who somebody is: "I'm Lee, 34, from Oslo".
fn introduced(part: Piece<'_>) -> Option<Found> {
    let said = tidy(part);
    if said.seen().parse::<u8>().is_ok_and(|years| (5..=120).contains(&years)) {
        return Found::known("age", said);
    }
    let name = said.strip("i'm|im|i am").map(|name| tidy(name))?;
    let capital = |word: &str| word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphabetic);
    let named = (1..=3).contains(&name.seen().split_whitespace().count())
        && name.written().split_whitespace().all(capital);
    if named { Found::known("name", name) } else { None }
}

/// What is left out of what is liked, or of what is not: "tea but not coffee", แต่ไม่กาแฟ.
fn contrary(part: Piece<'_>, first: Option<&Found>) -> Option<Found> {
    let joined = part.before().ending();
    let denied = joined.seen().ends_with("but not ");
    let named = if denied { Some(part) } else { part.trim_start().strip("not") };
    let named = tidy(named?).strip_all("the|a|an");
    let thing = named.seen().split_whitespace().count() <= 3
        && named.strip("in|on|at|when|if|too|so|very|really|always|with|for|from|every|as|that|because|before|after|much|often|anymore").is_none();
    let family = match first?.key.split('.').next()? {
        "likes" => "dislikes",
        "dislikes" => "likes",
        _ => return None,
    };
    if thing { Found::named(family, named) } else { None }
}

/// Tells whether a value is a name rather than half a sentence.
fn short(found: &Found) -> bool {
    found.value.split_whitespace().count() <= 4
}

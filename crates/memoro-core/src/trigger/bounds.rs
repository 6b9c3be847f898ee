//! Where the value of a slot ends: before the next clause ("小雨，儿子叫小明"), before what tells when it came to be so ("Lisbon
//! last month"), and with the last digit of a number. What stands behind it is read by itself, and may be another fact.

use super::content::{stands_alone, thai_being};
use super::directive::STRONG;
use super::slot::{self, Found, tidy};
use super::text::{Piece, Text, starts_with_word};
use super::whose::{self, Whose};
use super::{en, keys, kin, pair, th, zh};
use crate::text::{is_han, is_thai};

/// Drops what a wish for the answers is to hold in spite of: "answer in English, even when I write in Thai", 即使我用中文写，也用英文回答.
pub(super) fn without_concession(body: Piece<'_>) -> Piece<'_> {
    const SPITE: &str = "even when i|even if i|even though i|no matter what language i|no matter which language i|whatever language i|regardless of the language i|\
        ถึงผมจะ|ถึงฉันจะ|ถึงหนูจะ|แม้ผมจะ|แม้ฉันจะ|แม้ว่าผมจะ|แม้ว่าฉันจะ|ต่อให้ผม|ต่อให้ฉัน|即使我|就算我|哪怕我|不管我用什么语言|无论我用什么语言";
    const WRITES: &str =
        "write|type|ask|speak|talk|text|message|chat|use|switch|พิมพ์|เขียน|ถาม|พูด|คุย|写|说|问|打字|发";
    let Some((wish, spite)) = body.split(SPITE).filter(|(_, spite)| spite.has_any(WRITES)) else {
        return body;
    };
    let wish = wish.strip_ends(",|，|and|แต่|但");
    // 以后就算我用中文问，也用英文回答: only for how long stands before it.
    if !wish.strip_all(STRONG).trim().is_empty() {
        return wish;
    }
    let behind = spite.split(",|，|ก็ให้|ก็ช่วย|也请|也要|也用|也得");
    behind.map_or(body, |(_, wish)| wish.strip_all("still|please|也|还是|都|请|要|ก็|ให้"))
}

/// Tells whether words that somebody asks to keep state something: "that the bins go out on Tuesday", and not "that song".
pub(super) fn states(content: Piece<'_>) -> bool {
    let whole = content.strip(
        "the|my|our|i|we|i'm|we're|i've|we've|there is|there's|there are|it's|it is|all|every|his|her|their",
    );
    let open = content.has_any("what|when|where|which|who|how|why|or not|whether|last time|once said|you said|we talked|i told you|was|were|had|did");
    whole.is_some() && !open && content.seen().split_whitespace().count() >= 4
}

/// Words with which a Thai clause begins behind a blank.
const OPENS: [&str; 41] = [
    "สะกด",
    "ทำงาน",
    "ทำ",
    "อยู่",
    "เป็น",
    "เก็บ",
    "จด",
    "จำ",
    "บันทึก",
    "ถ้า",
    "เวลา",
    "แล้ว",
    "และ",
    "แต่",
    "ก็",
    "ไม่",
    "เรียน",
    "ชอบ",
    "แพ้",
    "ใช้",
    "ผม",
    "ฉัน",
    "หนู",
    "เรา",
    "จะ",
    "ให้",
    "อายุ",
    "เบอร์",
    "ชื่อ",
    "ช่วย",
    "ใส่",
    "เพราะ",
    "ส่วน",
    "ลูก",
    "แม่",
    "พ่อ",
    "เพื่อ",
    "เกิด",
    "ที่",
    "มา",
    "ย้าย",
];

/// Words that begin as such a one does and open no clause: names of people and firms.
const WHOLE: &str = "จำกัด|จำปา|จำนง|จำรัส|จำเริญ|จำลอง|จำรูญ|จำเนียร|มาลา|มาลัย|มาลี|มานะ|มานพ|มาโนช|มาศ|มาตร|มากมี|มากมูล|มาดี|ทำนอง|ทำนุ|เกิดผล|เกิดศรี|เกิดสุข|เกิดแก้ว|เกิดมงคล|เกิดทอง|เกิดศิริ|เกิดชัย|อยู่สุข|อยู่เย็น|อยู่คง|อยู่ดี|อยู่เจริญ|อยู่ยืน|อยู่ทอง|เป็นสุข|เป็นมงคล|เป็นไทย|จะเด็จ|แม่นยำ|แม่นปืน|พ่อค้า|เรือง|ชูชื่น|ที่รัก|ใช้เจริญ|ลูกอินทร์|เรียนดี|แล้วเสร็จ|ย้ายถิ่น";

/// Tells whether words behind a blank in Thai open a clause of their own rather than go on with a name.
pub(super) fn opens_clause(rest: &str) -> bool {
    OPENS.iter().any(|word| rest.starts_with(word)) && !goes_on(rest)
}

/// Tells whether words behind a blank in Thai go on with a name, though they begin as a clause does: สมชาย อยู่สุข.
pub(super) fn goes_on(rest: &str) -> bool {
    WHOLE.split('|').any(|word| rest.starts_with(word))
}

/// What tells when something came to be so, or how it is meant.
const SINCE: &str = "last month|last week|last year|last summer|last winter|last spring|last autumn|last night|last monday|last friday|this month|this week|this year|this morning|yesterday|\
    recently|since|a month ago|a week ago|a year ago|a few months ago|a few weeks ago|two weeks ago|two months ago|two years ago|originally|as of";

/// Returns the part of the words that is the value of a slot.
pub(super) fn own_part<'a>(key: &str, value: Piece<'a>) -> Piece<'a> {
    let last = key.rsplit('.').next().unwrap_or_default();
    let named = matches!(last, "name" | "nickname" | "age" | "birthday") || key.starts_with("pet.");
    let lived = matches!(key, "place" | "place.work" | "hometown" | "employer" | "role")
        || key.starts_with("family.") && matches!(last, "place" | "employer" | "role");
    let value = if lived { value.strip_all("喺|在|于") } else { value };
    let changed = value.strip_small("changed to|has changed to|has been changed to|เปลี่ยนเป็น|เปลี่ยนไปเป็น|เปลี่ยนมาเป็น|换成了|换成|换了，现在是|了，现在是|改成了|改成|变成了|变成");
    let value = if changed.is_empty() { value } else { changed };
    let value = if key.starts_with("project.") { at_address(value) } else { value };
    let seen = value.seen();
    let end = match key {
        "phone_number" => number(seen),
        "email" => address(seen),
        "blood_type" => clause_end(seen),
        _ if named || lived || key.starts_with("deadline.") => clause_end(seen),
        _ => None,
    };
    let end = match key {
        "place" | "hometown" | "place.work" => end.or_else(|| staying(value)),
        _ if last == "place" => end.or_else(|| staying(value)),
        _ => end,
    };
    let value = if last == "name" {
        value.strip("spelled|spelt|written as").map_or(value, |rest| rest.trim_start())
    } else {
        value
    };
    let written =
        || spelled(value).or_else(|| called_by(value)).filter(|_| matches!(last, "name" | "nickname"));
    let part = written().or_else(|| end.map(|end| tidy(value.cut(0, end)))).unwrap_or(value);
    let part = if key.starts_with("deadline.") { part.strip_ends("了|啦|แล้ว") } else { part };
    if part.is_empty() { value } else { part }
}

/// The end of a place behind which it is told for what or with whom: "Lyon for work", "Lyon with my aunt".
fn staying(value: Piece<'_>) -> Option<usize> {
    const WHY: &str = " for work| for school| for now| for a while| for the summer| for the winter| for good| with my | with his | with her | with a | with two | until | on weekdays| on weekends| last week| last month| last year| last summer| yesterday| recently|เมื่อ|ตั้งแต่|อาทิตย์ที่แล้ว|สัปดาห์ที่แล้ว|เดือนที่แล้ว|ปีที่แล้ว|เดือนก่อน|ปีก่อน";
    value.split(WHY).map(|(place, _)| place.seen().len()).filter(|end| *end > 0)
}

/// Leaves out the word before an address: "at stage.example.org and it's rebuilt nightly".
fn at_address(value: Piece<'_>) -> Piece<'_> {
    let Some(rest) = value.strip("at|on|under").map(|rest| rest.trim_start()) else { return value };
    let word = rest.seen().split_whitespace().next().unwrap_or_default().trim_end_matches([',', '.']);
    if word.contains(['.', '/', ':']) { rest.cut(0, word.len()) } else { value }
}

/// A name as it is said to be written: "Imogen, spelled Imogene".
fn spelled(value: Piece<'_>) -> Option<Piece<'_>> {
    let (said, written) = value.split(SPELLED)?;
    let (said, written) = (tidy(said), tidy(written).strip_all("ว่า|:|as"));
    let word =
        written.seen().split_whitespace().next().filter(|word| word.chars().all(char::is_alphabetic))?;
    let same = word.chars().next() == said.seen().chars().next();
    Some(if same && word.chars().count() > 1 { written.cut(0, word.len()) } else { said })
}

/// A name without those who use it: "Jo by friends"; and a Chinese one without the age behind it: 小明今年30岁.
fn called_by(value: Piece<'_>) -> Option<Piece<'_>> {
    const WHO: &str = " by my | by friends| by everyone| by all | by family| by most | by people";
    let aged = || {
        let (name, age) = value.split("今年|现年")?;
        age.trim().seen().starts_with(|c: char| c.is_ascii_digit()).then_some((name, age))
    };
    let (name, _) = value.split(WHO).or_else(aged)?;
    Some(tidy(name)).filter(|name| !name.is_empty())
}

/// What stands between a name and how it is written.
pub(super) const SPELLED: &str = " spelled | spelt |, spelled |, spelt | that's spelled |, that's spelled |, that's spelt |สะกดว่า|，写作|，写成|写作";

/// The end of a telephone number that something follows.
fn number(seen: &str) -> Option<usize> {
    let end = seen.find(|c: char| !(c.is_ascii_digit() || " +-().".contains(c)))?;
    let digits = seen.get(..end)?.bytes().filter(u8::is_ascii_digit).count();
    (digits >= 6).then_some(end)
}

/// The end of an address that something follows.
fn address(seen: &str) -> Option<usize> {
    let end = seen.find(|c: char| c.is_whitespace() || !c.is_ascii() || matches!(c, ',' | ';'))?;
    seen.get(..end)?.contains('@').then_some(end)
}

/// The end of the first clause, where another follows.
fn clause_end(seen: &str) -> Option<usize> {
    let mut before = ' ';
    seen.char_indices().find_map(|(at, c)| {
        let rest = seen.get(at + c.len_utf8()..).unwrap_or_default().trim_start();
        let next = rest.chars().next().unwrap_or(' ');
        let ends = match c {
            '；' | ';' | '。' | '！' | '!' | '—' => true,
            '，' => !next.is_numeric(),
            // "Austin, Texas" goes on, "Rex, he is 5" does not: names are not told from other words here, verbs are.
            ',' if is_han(before) => !next.is_numeric(),
            ',' => !next.is_numeric() && is_clause(rest),
            ' ' if is_thai(before) => opens_clause(rest),
            ' ' if is_joined(rest) => true,
            ' ' => SINCE.split('|').any(|words| starts_with_word(rest, words.trim_start())),
            _ => false,
        };
        before = c;
        (ends && at > 0).then_some(at)
    })
}

/// Tells whether words go on with a clause of their own: "Duluth and the winters here are brutal".
fn is_joined(rest: &str) -> bool {
    const TURNS: &str = "because|where|which|though|although|while";
    let and = ["and ", "but "].iter().find_map(|word| rest.strip_prefix(word));
    and.is_some_and(|rest| is_clause(rest) && !starts_with_word(rest, "a") && !starts_with_word(rest, "an"))
        || TURNS.split('|').any(|word| starts_with_word(rest, word))
}

/// Tells whether words behind a comma are a clause rather than a part of a name.
fn is_clause(rest: &str) -> bool {
    const SUBJECTS: &str = "i|i'm|i've|my|our|we|he|she|it|it's|they|you|your|his|her|their|the|a|an|and|but|so|because|since|even|which|who|that|that's|this|please|people|everyone|don't|not|no|if|when|while|though|also|plus|for|in case|ring|call|just|only|been|same|not";
    let first = rest.chars().next().unwrap_or(' ');
    is_thai(first) || is_han(first) || SUBJECTS.split('|').any(|word| starts_with_word(rest, word))
}

/// The facts that stand behind the first one, each in a clause of its own: "…，儿子叫小明", "… my manager is Susan".
pub(super) fn further(content: Piece<'_>, first: &Found) -> Vec<Found> {
    const BLANKLESS: &str = "，|；|。|, and |, |; ";
    let thai = content.strip(th::ME).is_some() || content.seen().chars().any(is_thai);
    let (being, han) = (content.strip("i|i'm|im|i am|we").is_some(), content.strip(zh::ME).is_some());
    let mut rest = content;
    let mut found: Vec<Found> = Vec::new();
    // A blank in Thai ends no clause there: โปรเจค ชบา ใช้ SQLite เป็นฐานข้อมูล.
    if thai && first.key.starts_with("project.") {
        return found;
    }
    let mut parts = 0;
    if let Some((_, age)) = content.split("今年|现年").filter(|_| han && first.key == "name") {
        let digits = age.trim().seen().starts_with(|c: char| c.is_ascii_digit());
        let inside = content.from(content.seen().len() - age.seen().len());
        let years = inside.split("，|。|、| |,").map_or(inside, |(years, _)| years);
        found.extend(Found::known("age", years).filter(|_| digits));
    }
    let cut = |rest| if thai { cut_thai(rest) } else { Piece::split(&rest, BLANKLESS) };
    while let Some((_, tail)) = cut(rest) {
        let part = cut(tail).map_or(tail, |(head, _)| head);
        (rest, parts) = (tail, parts + 1);
        if parts > 8 || tail.seen().len() >= content.seen().len() {
            break;
        }
        if thai && goes_on(part.trim_start().seen()) {
            continue;
        }
        let named =
            kin::at_start(part.trim_start()).is_some() || keys::alias_at_start(part.trim_start()).is_some();
        // What is said of somebody else is not the speaker's.
        if !named && whose::at(content, part.trim_start().before().seen().len()) != Whose::Own {
            continue;
        }
        let read = stands_alone(part)
            .or_else(|| owned(part).filter(|_| named))
            .or_else(|| th::slot(part).filter(|found| thai && found.known))
            .or_else(|| thai_being(part).filter(|_| thai && content.strip(th::ME).is_some()))
            .or_else(|| en::predicate(part).filter(|found| being && found.known))
            .or_else(|| zh::predicate(part).filter(|found| han && found.known));
        let told = |found: &Found| {
            keys::kind_of(&found.key).is_some() && found.value.chars().count() <= 40 && found.key != first.key
        };
        let inside = first.value.contains(part.trim().written()) || part.trim().is_empty();
        found.extend(read.filter(told).filter(|_| !inside));
    }
    found.dedup_by(|a, b| a.key == b.key);
    found
}

/// Cuts Thai words at the next mark, or at a blank behind which a clause begins or a slot is named.
fn cut_thai(rest: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    const MARKS: &str = "，|；|。|, and |, |; |และ|แล้วก็";
    let marked = rest.split(MARKS);
    let blank = rest.seen().match_indices(' ').map(|(at, _)| at).find(|at| {
        let behind = rest.from(at + 1).trim_start();
        *at > 0
            && (opens_clause(behind.seen())
                || kin::at_start(behind).is_some()
                || keys::alias_at_start(behind).is_some())
    });
    match (marked, blank) {
        (Some((head, _)), Some(at)) if at < head.seen().len() => Some((rest.cut(0, at), rest.from(at + 1))),
        (None, Some(at)) => Some((rest.cut(0, at), rest.from(at + 1))),
        (marked, _) => marked,
    }
}

/// Reads a clause that leaves out whose what it names is: 儿子叫小明, "phone is 555 0142".
fn owned(part: Piece<'_>) -> Option<Found> {
    let words = part.trim().written();
    let before: &[&str] = if words.chars().any(is_han) { &["我的", "我"] } else { &["my ", ""] };
    let read =
        |whose: &&str| slot::known(Text::of(&format!("{whose}{words}")).whole()).filter(|found| found.known);
    before.iter().find_map(read)
}

/// Families whose things are each found and forgotten by themselves.
const LISTED: [&str; 3] = ["likes", "dislikes", "uses"];
/// What stands between the things of a list.
const BETWEEN: [&str; 16] = [
    ", and ",
    " and ",
    ", ",
    " & ",
    " or ",
    " nor ",
    "หรือ",
    "或",
    "และ",
    "กับ",
    "、",
    "和",
    "跟",
    "与",
    "以及",
    "，",
];

/// Each of several things that somebody cannot bear, likes or uses, under a key of its own. What is liked is taken apart only
/// where a list is written as one, with marks between its things, or names two: "fish and chips" are one.
pub(super) fn each(found: Found) -> Vec<Found> {
    let family = found.key.split('.').next().unwrap_or_default().to_owned();
    let liked = found.known && matches!(family.as_str(), "likes" | "dislikes");
    if let Some(two) = pair::apart(&found.value).filter(|_| liked) {
        let one = |part: &str| Found {
            key: keys::shorten(&format!("{family}.{}", keys::slug(part))),
            value: part.to_owned(),
            ..found.clone()
        };
        return two.into_iter().map(one).collect();
    }
    let avoided = found.key.starts_with("diet.");
    let borne = family == "allergy" || avoided;
    let marked = found.value.contains(", ") || found.value.contains('、') || found.value.contains(" และ");
    if !found.known || !(borne || marked && LISTED.contains(&family.as_str())) {
        return vec![found];
    }
    let denial = ["no ", "ไม่กิน", "不吃"].into_iter().find(|no| avoided && found.value.starts_with(no));
    let denial = denial.unwrap_or_default();
    let mut parts = vec![found.value.get(denial.len()..).unwrap_or_default().to_owned()];
    for join in BETWEEN {
        parts = parts.iter().flat_map(|part| part.split(join)).map(|part| part.trim().to_owned()).collect();
    }
    let listed = found.value.contains("และ");
    let blank = |part: &String| part.chars().any(is_thai) && (!borne || listed);
    parts = parts
        .iter()
        .flat_map(|part| part.split(if blank(part) { " " } else { "\n" }))
        .map(|part| part.trim().to_owned())
        .collect();
    parts.retain(|part| !part.is_empty());
    let short = |part: &String| part.split_whitespace().count() <= 3 && part.chars().count() <= 24;
    // What is a clause is no thing: "coffee, but only in the morning".
    let thing =
        |part: &String| !is_clause(&part.to_lowercase()) || part.chars().any(|c| is_thai(c) || is_han(c));
    let least = if borne { 2 } else { 3 };
    if parts.len() < least || !parts.iter().all(|part| short(part) && (borne || thing(part))) {
        return vec![found];
    }
    let one = |part: &String| {
        let name = keys::slug(part);
        let tool = slot::tool(&part.to_lowercase()).filter(|_| family == "uses");
        let key = tool.map_or_else(|| keys::shorten(&format!("{family}.{name}")), str::to_owned);
        Found { key, value: format!("{denial}{part}"), ..found.clone() }
    };
    parts.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    fn told(message: &str) -> Vec<(String, String)> {
        understand(message).into_iter().map(|c| (c.key.unwrap_or_default(), c.value)).collect()
    }

    /// What stands behind a value is no part of it, and where it is a fact it is one by itself.
    #[test]
    fn a_value_ends_with_its_clause_and_what_follows_is_read_by_itself() {
        for (message, all) in [
            (
                "记住我女儿叫小雨，儿子叫小明",
                vec![("family.daughter.name", "小雨"), ("family.son.name", "小明")],
            ),
            (
                "remember my email is a@b.example，电话是13800001111了",
                vec![("email", "a@b.example"), ("phone_number", "13800001111")],
            ),
            ("记住我的电话是13800001111了", vec![("phone_number", "13800001111")]),
            ("remember I moved to Lisbon last month", vec![("place", "Lisbon")]),
            ("remember I'm called Jo by friends", vec![("name", "Jo")]),
            ("remember my name is Bob please and thank you", vec![("name", "Bob")]),
            ("remember my name is Bob, got it?", vec![("name", "Bob")]),
            ("จำไว้ว่าฉันชื่อเอนะคะ ขอบคุณค่ะ", vec![("name", "เอ")]),
            ("记住我叫小明今年30岁", vec![("name", "小明"), ("age", "30岁")]),
            ("remember I live in Austin, Texas", vec![("place", "Austin, Texas")]),
            ("จำไว้ว่าผมชื่อสมชาย ใจดี", vec![("name", "สมชาย ใจดี")]),
            ("remember my dog is called Rex, he is 5", vec![("pet.dog.name", "Rex"), ("pet.dog.age", "5")]),
            ("remember my name is Imogen, spelled Imogene", vec![("name", "Imogene")]),
            ("keep in mind that I live in Duluth and the winters here are brutal", vec![("place", "Duluth")]),
            (
                "remember I'm allergic to peanuts and shellfish",
                vec![("allergy.peanuts", "peanuts"), ("allergy.shellfish", "shellfish")],
            ),
            ("จำไว้ว่าผมแพ้กุ้ง ปู และหอย", vec![("allergy.กุ้ง", "กุ้ง"), ("allergy.ปู", "ปู"), ("allergy.หอย", "หอย")]),
            (
                "remember I use vim, tmux and zsh",
                vec![("uses.editor", "vim"), ("uses.terminal", "tmux"), ("uses.shell", "zsh")],
            ),
            ("จำไว้ว่าผมแพ้กุ้งกับปู", vec![("allergy.กุ้ง", "กุ้ง"), ("allergy.ปู", "ปู")]),
            (
                "จำไว้ว่าพี่สาวผมชื่อแก้ว แพ้อาหารทะเล",
                vec![("family.sister.name", "แก้ว"), ("family.sister.allergy.อาหารทะเล", "อาหารทะเล")],
            ),
            (
                "remember I like tea, coffee and jazz",
                vec![("likes.tea", "tea"), ("likes.coffee", "coffee"), ("likes.jazz", "jazz")],
            ),
            ("remember I like fish and chips", vec![("likes.fish_and_chips", "fish and chips")]),
            (
                "记住我喜欢茶、咖啡和爵士乐",
                vec![("likes.茶", "茶"), ("likes.咖啡", "咖啡"), ("likes.爵士乐", "爵士乐")],
            ),
            ("จำไว้ว่าผมชื่อเอ อายุ 30 ทำงานที่ SCB", vec![("name", "เอ"), ("age", "30"), ("employer", "SCB")]),
            ("จำไว้ว่าฉันอยู่เชียงใหม่ ทำงานที่ SCB", vec![("place", "เชียงใหม่"), ("employer", "SCB")]),
            ("记住我对花生和虾过敏", vec![("allergy.花生", "花生"), ("allergy.虾", "虾")]),
        ] {
            let all: Vec<(String, String)> =
                all.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
            assert_eq!(told(message), all, "{message}");
        }
        let thai = told("ผมชื่อเอก ทำงานที่ขอนแก่น จดไว้ด้วย");
        assert_eq!(thai[0], ("name".to_owned(), "เอก".to_owned()));
        assert!(thai.len() == 2 && thai[1].1.contains("ขอนแก่น"), "{thai:?}");
    }
}

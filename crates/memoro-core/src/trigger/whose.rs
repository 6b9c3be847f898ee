//! Whose a clause is: the speaker's or another being's. A being is named at the start of a clause ("my sister", ลูกสาวผม, 我妈), and
//! holds for the clauses behind it that go on with a pronoun, or with no subject at all. What is another being's is never
//! written as the speaker's own: it stands under that being's key or nowhere.

mod another;
mod beside;
mod guard;
mod told;

use super::text::{Piece, starts_with_word};
use super::{bounds, clause, kin, th, zh};
use crate::text::{is_han, is_thai};

pub(super) use another::{plain_owner, says_which};
pub(super) use guard::{agrees, settle};
pub(super) use told::told;

/// Who a clause is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// The speaker, or nobody in particular.
    Own,
    /// A relative or an animal with a key of its own.
    Kin(&'static str),
    /// Somebody else.
    Other,
}

/// A clause and who it is about.
#[derive(Clone, Copy)]
pub(super) struct Clause<'a> {
    /// All its words.
    pub(super) whole: Piece<'a>,
    /// What is said of the subject.
    pub(super) said: Piece<'a>,
    /// The name that stands beside the being: "my cat Miso".
    pub(super) name: Option<Piece<'a>>,
    /// Who it is about.
    pub(super) whose: Whose,
    /// How it says so.
    pub(super) by: By,
}

/// How a clause says who it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// It names them.
    Name,
    /// By a pronoun that stands for them.
    Pronoun,
    /// By a pronoun to whom the subject belongs: "her birthday".
    Possessive,
    /// Not at all: it goes on about who was spoken of before.
    Nothing,
}

/// Words at the end of a clause that only lead over to the next.
const JOINS: &str = "and|but|because|while|although|และ|แต่|แล้วก็|ส่วน|而且|但是|并且|还有|可是|不过";

/// Who stands at the start of a clause.
struct Subject<'a> {
    whose: Option<Whose>,
    by: By,
    said: Piece<'a>,
    name: Option<Piece<'a>>,
}

/// Words before a subject that say nothing of it.
const LEADS: &str = "that|and|but|also|because|since|so|who|which|plus|by the way|btw|oh|well|hey|ok|okay|please|pls|just|now|then|remember|note|for the record|fyi|when|while|the fact that|about|of|know|\
    ว่า|และ|แต่|แล้วก็|แล้ว|ก็|ส่วน|เพราะ|คือ|อ้อ|เออ|ตอนนี้|ปัจจุบัน|ช่วย|เรื่อง|ข้อมูล|จำไว้|จดไว้|จำ|จด|ฝาก|นะ|\
    而且|但是|但|并且|还有|另外|因为|所以|可是|不过|那个|就是|请|帮我|现在|其实|对了|同时|记住|记得|记一下|记下|关于|别忘了|好的|嗯|我跟你说|跟你说";
/// Those who were spoken of.
const THEY: &str = "he|she|they|he's|she's|they're|him|them|เขา|เค้า|เธอ|พวกเขา|ท่าน|他们|她们|它们|他|她|ta";
/// Those who were spoken of, or a thing.
const IT: &str = "it|it's|มัน|它|牠";
/// To whom it belongs.
const THEIRS: &str = "his|her|their|its|他的|她的|它的|牠的|他们的|她们的";
/// The speaker in English.
const I: &str = "i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|we'll|me|mine|my|our|ours|us";
/// Words between whose it is and the being.
const KINDS: &str = "old|little|younger|older|elder|youngest|oldest|eldest|big|baby|twin|dear|late|first|second|third|another|best|good|close|new|pet|rescue|tiny|other|poor|lovely|beloved|adopted|two|three|foster|former|current|whole|entire";
/// Beings that have no key of their own.
pub(super) const PEOPLE: &str = "friend|friends|bestie|mate|buddy|boss|manager|supervisor|colleague|colleagues|coworker|co-worker|coworkers|neighbour|neighbor|neighbours|neighbors|roommate|flatmate|housemate|teacher|landlord|landlady|doctor|dentist|therapist|client|customer|uncle|aunt|auntie|cousin|nephew|niece|stepson|stepdaughter|stepmother|stepfather|stepdad|stepmum|stepmom|grandson|granddaughter|grandchild|grandkid|grandkids|mother-in-law|father-in-law|sister-in-law|brother-in-law|in-laws|ex|ex-wife|ex-husband|ex-girlfriend|ex-boyfriend|parents|grandparents|assistant|secretary|nanny|babysitter|student|intern|apprentice|horse|pony|turtle|tortoise|guinea pig|snake|lizard|gecko|goat|cow|pet|toddler|teenager|godson|goddaughter|godfather|godmother|coach|trainer|mentor|tenant|accountant|lawyer|siblings|sons|daughters|brothers|sisters|twins|\
    เพื่อนสนิท|เพื่อนร่วมงาน|เพื่อนบ้าน|เพื่อน|หัวหน้า|เจ้านาย|ลูกน้อง|ลูกค้า|คุณครู|ครู|อาจารย์|คุณหมอ|หมอ|รูมเมท|ญาติ|แม่ยาย|พ่อตา|แม่สามี|พ่อสามี|ลูกเขย|ลูกสะใภ้|หลานชาย|หลานสาว|หลาน|คุณป้า|ป้า|คุณลุง|ลุง|น้า|พ่อแม่|พี่น้อง|พี่เขย|น้องเขย|นักเรียน|แฟนเก่า|\
    好朋友|朋友|闺蜜|同事|老板|领导|上司|经理|邻居|室友|同学|老师|医生|客户|房东|助理|学生|徒弟|师傅|教练|表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹|叔叔|阿姨|舅舅|姑姑|姨妈|侄子|侄女|外甥女|外甥|孙子|孙女|婆婆|公公|岳父|岳母|丈母娘|嫂子|姐夫|妹夫|前妻|前夫|前男友|前女友|爸妈|父母|哥们|兄弟|姐妹|亲戚|乌龟|马";
/// What makes another thing of the word before it: "my mother tongue", 我猫毛….
const MADE_OF: &str = "tongue|language|food|walker|sitter|hair|fur|lover|person|people|shelter|toy|treats|meat|sauce|soup|board|shower|day|school|teacher|doctor|video|photos|毛|粮|砂|肉|罐|咖|腥|虾|缸|片|节|贝|国|爪";
/// What may follow a being that is named without saying whose it is.
const FOLLOWS: &str = "is|'s|has|was|called|named|lives|works|likes|loves|hates|can't|doesn't|ชื่อ|อายุ|แพ้|ชอบ|ไม่|เป็น|อยู่|ทำงาน|เกิด|กิน|เรียน|มี|คือ|ก็|จะ|ต้อง|ห้าม|พูด|เขา|เธอ|ทำ|ใช้|叫|名|今年|对|的|是|喜|爱|住|在|不|也|有|没|从|会|已|很|最|每|生日|怕|讨|吃|用|比|刚|属|养|做|当|上|姓|就|才|都";

/// Cuts a statement into clauses and says who each is about.
pub(super) fn clauses(statement: Piece<'_>) -> Vec<Clause<'_>> {
    let starts = starts(statement);
    let ends = starts.iter().copied().skip(1).chain([statement.seen().len()]);
    let mut last = Whose::Own;
    let mut brought_up: Option<&'static str> = None;
    let mut found = Vec::with_capacity(starts.len());
    for (start, end) in starts.iter().copied().zip(ends) {
        let whole = statement.cut(start, end).strip_ends(JOINS);
        let subject = subject(whole);
        let goes_on = brought_up.filter(|_| subject.by == By::Nothing && tells_who(subject.said));
        last = match subject.whose {
            Some(whose) => whose,
            None if last != Whose::Own => last,
            None => match (subject.by, brought_up) {
                (By::Pronoun | By::Possessive, Some(kin)) => Whose::Kin(kin),
                (By::Pronoun | By::Possessive, None) if is_somebody(whole) => Whose::Other,
                _ => goes_on.map_or(Whose::Own, Whose::Kin),
            },
        };
        if last == Whose::Own {
            brought_up = owned(whole).or(brought_up);
        }
        found.push(Clause { whole, said: subject.said, name: subject.name, whose: last, by: subject.by });
    }
    found
}

/// Tells whether a statement begins with somebody who has no key.
pub(super) fn of_another(statement: Piece<'_>) -> bool {
    clauses(statement).first().is_some_and(|clause| clause.whose == Whose::Other)
}

/// Who the words at a place of a statement are about.
pub(super) fn at(statement: Piece<'_>, place: usize) -> Whose {
    within(&clauses(statement), statement, place)
}

/// The same, of a statement that was cut already.
fn within(clauses: &[Clause<'_>], statement: Piece<'_>, place: usize) -> Whose {
    let from = statement.before().seen().len();
    let clause = clauses.iter().rev().find(|clause| clause.whole.before().seen().len() <= place);
    let Some(clause) = clause else { return Whose::Own };
    let said = clause.said.before().seen().len() - from;
    // "my doctor says I'm allergic to …", 我妈说我对…, แม่เรียกผมว่า…
    let between = statement.cut(said, place.saturating_sub(from));
    let own = "i|i'm|im|i've|me";
    let spoken = between.has_any(own) || between.likely([th::ME, zh::ME]).any(|word| between.holds(word));
    if clause.by == By::Name && spoken { Whose::Own } else { clause.whose }
}

/// Tells whether a key holds what a person is, has or likes.
pub(super) fn is_personal(key: &str) -> bool {
    let family = key.split('.').next().unwrap_or(key);
    matches!(
        family,
        "name"
            | "surname"
            | "pronouns"
            | "role"
            | "employer"
            | "team"
            | "working_hours"
            | "timezone"
            | "languages"
            | "place"
            | "hometown"
            | "birthday"
            | "age"
            | "email"
            | "phone_number"
            | "diet"
            | "blood_type"
            | "currency"
            | "allergy"
            | "health"
            | "likes"
            | "dislikes"
            | "expertise"
            | "uses"
            | "preferred"
    )
}

/// Tells whether a clause behind a being that was brought up says who that is: 叫橘子, อายุ 3 ขวบ, "named Miso".
fn tells_who(said: Piece<'_>) -> bool {
    let named = said.trim_start().strip("名叫|名字|叫做|叫|今年|ชื่อ|อายุ|named|called|aged").is_some();
    let aged = said
        .trim()
        .seen()
        .strip_suffix(['岁', '了'])
        .is_some_and(|age| age.chars().count() <= 5 && said.seen().contains('岁'));
    named || aged
}

/// Tells whether a pronoun stands for somebody: "they've put me on nights" speaks of nobody in particular.
fn is_somebody(clause: Piece<'_>) -> bool {
    clause.strip_all(LEADS).strip("he|she|he's|she's|him|his|her|他|她|他的|她的").is_some()
}

/// The being that the speaker says to have: "I have a cat", ผมเลี้ยงแมว, 我养了一只猫.
fn owned(clause: Piece<'_>) -> Option<&'static str> {
    let said = clause.strip_all(LEADS).strip_all([I, th::ME, zh::ME]);
    let has = said.strip("have|have got|got|own|keep|adopted|'ve got|มี|เลี้ยง|家有|有|养了|养着|养")?;
    let (has, _) = has.split(" named | called |，|,").unwrap_or((has, has));
    match kin::named_in(has)[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// The places of a statement where a clause begins.
fn starts(statement: Piece<'_>) -> Vec<usize> {
    const LATIN: &str = "and|but|because|who|while|although";
    const MOST: usize = 24;
    let seen = statement.seen();
    let mut found = vec![0];
    let mut before = ' ';
    for (at, c) in seen.char_indices() {
        let rest = seen.get(at + c.len_utf8()..).unwrap_or_default();
        let next = rest.trim_start();
        let begin = seen.len() - next.len();
        let spaced = rest.starts_with(char::is_whitespace);
        let begins = match c {
            '，' | '；' | ';' | '。' | '！' | '!' | '？' | '?' | '\n' | '：' | '(' | '（' | '—' | '–' => {
                true
            }
            '.' if clause::is_short(seen.get(..at).unwrap_or_default()) => false,
            ',' | '.' | ':' => spaced || next.chars().next().is_some_and(|c| is_thai(c) || is_han(c)),
            ' ' if is_thai(before) || next.starts_with(is_thai) => {
                bounds::opens_clause(next) || names_being(statement.from(begin))
            }
            ' ' => ["that", "remember", "know"].iter().any(|word| before_word(seen, at, word)),
            _ => false,
        };
        let joined = c == ' '
            && LATIN.split('|').any(|word| before_word(seen, at, word))
            && opens(statement.from(begin));
        let led = [
            "ว่า",
            "และ",
            "แต่",
            "แล้วก็",
            "ส่วน",
            "而且",
            "但是",
            "并且",
            "还有",
            "可是",
            "不过",
            "记住",
            "记得",
            "记一下",
            "知道",
        ]
        .iter()
        .any(|word| {
            let head = seen.get(..at + c.len_utf8()).unwrap_or_default();
            head.ends_with(word) && !head.ends_with("กว่า")
        });
        before = c;
        let written = bounds::SPELLED
            .split('|')
            .any(|word| starts_with_word(next, word.trim_matches([',', ' ', '，'])));
        if !written && (begins || joined || led) && begin > 0 && begin < seen.len() && found.len() < MOST {
            found.push(begin);
        }
    }
    found.dedup();
    found
}

fn before_word(seen: &str, at: usize, word: &str) -> bool {
    seen.get(..at).is_some_and(|head| {
        head.strip_suffix(word).is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', ',', ':']))
    })
}

/// Verbs of somebody spoken of, with which an English clause goes on behind "and".
pub(super) const DOES: &str = "is|isn't|was|has|hasn't|lives|works|loves|likes|hates|enjoys|prefers|uses|eats|speaks|goes|dislikes|knows|adores|detests|comes|stays|can't|cannot|doesn't|does|studies|plays|allergic|deaf|vegan|vegetarian";

/// Tells whether a clause begins here behind "and".
fn opens(rest: Piece<'_>) -> bool {
    rest.strip(I).is_some() || rest.strip(THEY).is_some() || rest.strip(DOES).is_some() || names_being(rest)
}

fn names_being(rest: Piece<'_>) -> bool {
    matches!(being(rest), Some((Whose::Kin(_) | Whose::Other, ..)))
        || rest.seen().starts_with(is_thai)
            && (rest.strip(THEY).is_some()
                || rest.strip("มัน").is_some_and(|rest| rest.strip(FOLLOWS).is_some()))
}

/// Finds who stands at the start of a clause.
fn subject(clause: Piece<'_>) -> Subject<'_> {
    let words = clause.strip_all(LEADS);
    let subject = |whose, by, said| Subject { whose, by, said, name: None };
    if let Some((whose, said, name)) = being(words) {
        return Subject { name, ..subject(Some(whose), By::Name, said) };
    }
    if let Some(rest) = words.strip(THEIRS) {
        return subject(None, By::Possessive, rest);
    }
    let own = |words: &'static str| {
        clause.trim_start().strip(words).or_else(|| clause.strip_all(LEADS).strip(words))
    };
    if let Some(rest) = own(I).or_else(|| own(th::ME)).or_else(|| own(zh::ME)) {
        return subject(Some(Whose::Own), By::Name, rest);
    }
    if let Some(rest) = words.strip([THEY, IT]) {
        let said = if words
            .seen()
            .get(..words.seen().len() - rest.seen().len())
            .is_some_and(|w| w.ends_with("'s"))
        {
            words.from(words.seen().len() - rest.seen().len() - "'s".len())
        } else {
            rest
        };
        return subject(None, By::Pronoun, said);
    }
    subject(None, By::Nothing, words)
}

/// Finds the being that is named at the start of words, what is said of it, and the name beside it.
fn being(words: Piece<'_>) -> Option<(Whose, Piece<'_>, Option<Piece<'_>>)> {
    let first = words.seen().chars().next()?;
    if is_thai(first) {
        return thai(words);
    }
    if is_han(first) {
        return chinese(words).map(|(whose, rest)| match beside::han(rest) {
            Some((name, said)) => (whose, said, Some(name)),
            None => (whose, rest, None),
        });
    }
    let mine = words.strip("my|our|the");
    let start = mine.map_or(words, |rest| rest.strip_all(KINDS));
    if start.strip("mother tongue|mother language").is_some() {
        return None;
    }
    let (whose, rest) = noun(start)?;
    let follows = rest.trim_start().strip(FOLLOWS).is_some();
    let the = words.strip("the").is_some() && matches!(whose, Whose::Other);
    if mine.is_none() && !follows || the || rest.trim_start().strip(MADE_OF).is_some() {
        return None;
    }
    let name = name(rest);
    let said = name.map_or(rest, |name| rest.from(rest.seen().len() - behind(rest, name).seen().len()));
    Some((whose, said, name))
}

/// What stands behind a name that was found at the start of words.
fn behind<'a>(rest: Piece<'a>, name: Piece<'a>) -> Piece<'a> {
    let start = name.before().seen().len() - rest.before().seen().len();
    rest.from(start + name.seen().len()).trim_matches(|c| c == ',')
}

/// A name as it is written, beside the being that has it.
fn name(rest: Piece<'_>) -> Option<Piece<'_>> {
    let spaced = rest.seen().starts_with(' ');
    let start = rest.from(rest.seen().len() - rest.seen().trim_start().len());
    let mut length = 0;
    for word in start.written().split_inclusive(' ').take(3) {
        let bare = word.trim_end().trim_end_matches(',');
        let bare = bare.strip_suffix("'s").unwrap_or(bare);
        if !bare.starts_with(char::is_uppercase) || matches!(bare, "I" | "I'm" | "I've") {
            break;
        }
        length = start
            .written()
            .len()
            .min(length + word.trim_end().len().min(bare.len()) + usize::from(length > 0));
        if bare.len() < word.trim_end().len() {
            break;
        }
    }
    (spaced && length > 0).then(|| start.cut(0, length))
}

/// The being that a word names.
fn noun(words: Piece<'_>) -> Option<(Whose, Piece<'_>)> {
    let kin = kin::at_start(words).map(|(key, rest)| (Whose::Kin(key), rest));
    let other = words.strip(PEOPLE).map(|rest| (Whose::Other, rest));
    kin.into_iter().chain(other).min_by_key(|(_, rest)| rest.seen().len())
}

fn thai(words: Piece<'_>) -> Option<(Whose, Piece<'_>, Option<Piece<'_>>)> {
    let (whose, rest) = noun(words)?;
    let owner = rest.trim_start().strip("ของ").unwrap_or(rest).trim_start();
    let owned = owner
        .strip(th::ME)
        .or_else(|| rest.strip("ที่บ้าน|ของบ้าน|บ้านผม|บ้านฉัน|คนเล็ก|คนโต|คนกลาง|อีกคน|อีกตัว|คนที่สอง|คนที่สาม|ตัวที่สอง"));
    if let Some(said) = owned {
        let said = said.strip("คนเล็ก|คนโต|คนกลาง|อีกคน|อีกตัว|คนแรก|คนที่สอง|คนที่สาม|ตัวที่สอง").unwrap_or(said);
        return Some(match beside::thai(said) {
            Some((name, said)) => (whose, said, Some(name)),
            None => (whose, said, None),
        });
    }
    // Elders call themselves so before the young.
    if words.likely(th::TO_THE_YOUNG).any(|word| words.holds(word)) {
        return None;
    }
    // And so they may do without a word to tell it.
    if words.strip("คุณยาย|คุณย่า|คุณตา|คุณปู่|ยาย|ย่า|ตา|ปู่").is_some()
    {
        return None;
    }
    let told = rest.strip(FOLLOWS).is_some() && !rest.seen().starts_with(' ');
    let people = matches!(whose, Whose::Other) && rest.strip("ชื่อ|แพ้|อายุ").is_none();
    let named = beside::thai(rest).filter(|_| matches!(whose, Whose::Kin(_)));
    if let Some((name, said)) = named {
        return Some((whose, said, Some(name)));
    }
    (told && !people).then_some((whose, rest, None))
}

fn chinese(words: Piece<'_>) -> Option<(Whose, Piece<'_>)> {
    let mine = words.strip(zh::ME);
    let start = mine
        .map_or(words, |rest| rest.strip_all("家里的|家里|家的|家|的|那个|那只|这只|最好的|以前的|现在的|另一个|另外一个|另一位|另一只|另外一只|另一条|第一任|第二任|第三任|第二个|第二只"));
    let (whose, rest) = noun(start)?;
    let follows = rest.trim_start().strip(FOLLOWS).is_some() || is_age(rest);
    // 我鱼虾过敏: what somebody cannot bear stands before the word for it.
    let borne = rest.seen().contains("过敏")
        && !rest.seen().contains('对')
        && matches!(whose, Whose::Kin(key) if key.starts_with("pet."));
    if rest.strip(MADE_OF).is_some() || borne || mine.is_none() && !follows {
        return None;
    }
    Some((whose, rest))
}

/// Tells whether words are nothing but a number of years: 三岁.
fn is_age(rest: Piece<'_>) -> bool {
    let years = rest.trim().seen().trim_end_matches('了');
    years.strip_suffix('岁').is_some_and(|count| {
        (1..=4).contains(&count.chars().count())
            && count.chars().all(|c| c.is_ascii_digit() || "零一二两三四五六七八九十半多".contains(c))
    })
}

#[cfg(test)]
mod tests;

//! What is so, apart from what is only hoped for, planned, over, or said beside it: "I want to work at Google", เคยอยู่ลาว, 我想当医生 fill
//! no slot of what is so now, and words that are no value of a slot do not stand in it. The last look at what was understood,
//! by whichever reading: such words are kept as a fact of their own, as they were said.

use super::command::FREE;
use super::text::{Piece, Text};
use super::{Command, Intent, clause, cue, en, free, keeps, keys, shape, slot, th, values, zh, zones};
use crate::provenance::Confidence;
use crate::scope::ScopeKind;
use crate::text::{is_han, is_thai};

/// Puts what fills no slot of what is so under a key of its own.
pub(super) fn settle(commands: &mut Vec<Command>, text: &Text) {
    let whole = text.whole().open();
    part_birth(commands, whole);
    let one = commands.len() == 1;
    let mut alone: Option<Command> = None;
    commands.retain_mut(|command| {
        let kept = keeps(command.intent) && command.scope != ScopeKind::Project && command.ends.is_none();
        let Some(key) = command.key.clone().filter(|_| kept && command.remark.is_none()) else { return true };
        let told = Told::of(&command.value, whole);
        let wrong = fault(&key, &command.value, &told);
        if wrong == Fault::None {
            return true;
        }
        // What only tells something, and asks for nothing, is talk.
        if wrong == Fault::Unlike && command.intent == Intent::Update && !told.asked {
            return false;
        }
        let said = if one || wrong == Fault::Whole { told.content } else { told.clause };
        let Some(found) = free::find(said) else { return false };
        if keys::kind_of(&found.key).is_some() {
            return false;
        }
        command.intent = Intent::Remember;
        command.kind = found.kind;
        (command.key, command.value) = (Some(found.key), found.value);
        command.confidence = Confidence::from_thousandths(FREE);
        if wrong == Fault::Whole {
            alone = Some(command.clone());
        }
        true
    });
    if let Some(whole) = alone {
        *commands = vec![whole];
    }
    let mut known: Vec<(Option<String>, String)> = Vec::new();
    commands.retain(|command| {
        let said = (command.key.clone(), command.value.clone());
        let again = keeps(command.intent) && said.0.is_some() && known.contains(&said);
        known.push(said);
        !again
    });
}

/// Puts where somebody was born under a key of its own where it is not where they grew up.
fn part_birth(commands: &mut [Command], whole: Piece<'_>) {
    let homes = commands.iter().filter(|command| command.key.as_deref() == Some("hometown")).count();
    if homes < 2 {
        return;
    }
    for command in commands.iter_mut().filter(|command| command.key.as_deref() == Some("hometown")) {
        let lead = Told::of(&command.value, whole).lead;
        if ["born", "เกิด", "出生", "生于", "生在"].iter().any(|word| lead.holds(word)) {
            command.key = Some("birth_place".to_owned());
        }
    }
}

/// What is wrong with a value under its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    /// Its clause says something else than that the slot holds it.
    Clause,
    /// It has not the shape of its slot.
    Unlike,
    /// All that is said must stand together.
    Whole,
}

/// What a message says around a value.
struct Told<'a> {
    /// What is to be kept, without the words that ask for it.
    content: Piece<'a>,
    /// The sentence of the value.
    sentence: Piece<'a>,
    /// The clause of the value.
    clause: Piece<'a>,
    /// What stands before the value in its clause; the whole clause where the value stands nowhere.
    lead: Piece<'a>,
    /// Whether words before it ask to keep or to change it.
    asked: bool,
}

/// Words that ask to keep what stands before them.
const ASKS: &str = "remember that|remember it|remember this|remember|please|จำไว้ด้วยนะ|จำไว้ด้วย|จำไว้นะ|จำไว้|จำด้วย|จดไว้ด้วย|จดไว้|จดด้วย|นะ|ครับ|ค่ะ|คะ|ด้วย|请记住|记住了|记住|记一下|记着|请|，|,";

impl<'a> Told<'a> {
    fn of(value: &str, whole: Piece<'a>) -> Self {
        let value = value.trim();
        let holds = |piece: &Piece<'_>| !value.is_empty() && piece.written().contains(value);
        let sentences = clause::sentences(whole);
        let sentence = sentences.iter().copied().find(holds).or_else(|| sentences.first().copied());
        let sentence = sentence.unwrap_or(whole);
        let asked =
            clause::starts(sentence).into_iter().find_map(|start| cue::at(sentence.from(start).trim_start()));
        let anywhere = holds(&sentence);
        let content =
            asked.map(|cue| cue.content).filter(|said| !anywhere || holds(said)).unwrap_or(sentence);
        let content = content.open().strip_all("that|the fact that|ว่า|，|：").strip_ends(ASKS);
        let at = content.written().find(value).filter(|_| !value.is_empty());
        let seen = content.seen();
        let start = at.map_or(0, |at| clause_start(seen.get(..at).unwrap_or_default()));
        let end = at.map_or(seen.len(), |at| {
            let behind = at + value.len();
            let rest = seen.get(behind..).unwrap_or_default();
            rest.find([',', ';', '，', '；', '。', '!', '！', '\n'])
                .map_or(seen.len(), |length| behind + length)
        });
        let lead = content.cut(start, at.unwrap_or(seen.len()));
        Self { content, sentence, clause: content.cut(start, end), lead, asked: asked.is_some() }
    }
}

/// The place behind the last mark, or the last word that leads over to a clause with a subject of its own.
fn clause_start(head: &str) -> usize {
    const JOINS: [&str; 17] = [
        ", ",
        "; ",
        ". ",
        "! ",
        "，",
        "；",
        "。",
        "\n",
        "และ",
        "แต่",
        "但",
        " and i",
        " and my ",
        " and we",
        " but ",
        " so ",
        "、",
    ];
    let found = JOINS.iter().filter_map(|join| {
        let own = if join.starts_with(" and ") { " and ".len() } else { join.len() };
        head.rfind(join).map(|at| at + own)
    });
    found.max().unwrap_or(0)
}

fn fault(key: &str, value: &str, told: &Told<'_>) -> Fault {
    let family = key.split('.').next().unwrap_or(key);
    let clause = match key {
        "place" | "employer" | "role" | "team" => {
            !goes_on(told.lead) && (is_unreal(told.lead) || is_of_another(key, told.lead))
        }
        "diet" => is_unreal(told.lead) || is_no_diet(value, told.content),
        "name" => names_another(told.lead) || is_no_name(value),
        "nickname" => is_said_of(value, told.lead),
        "email" | "phone_number" => is_of_nobody(told.sentence),
        _ => false,
    };
    let wrong = match key {
        "place" => is_no_place(value),
        "role" => is_no_role(value),
        _ if family == "uses" => {
            value.starts_with(|c: char| c.is_ascii_digit()) && value.chars().any(char::is_alphabetic)
        }
        _ if family == "allergy" => {
            matches!(key, "allergy.no" | "allergy.any" | "allergy.none" | "allergy.zero")
        }
        _ if family == "likes" || family == "dislikes" => is_a_time(value),
        _ => false,
    };
    if (family == "likes" || family == "dislikes") && is_no_thing(value) {
        return Fault::Whole;
    }
    let unlike = || shape::is_unlike(key, value, told.lead, told.clause);
    match () {
        () if clause || wrong => Fault::Clause,
        () if unlike() => Fault::Unlike,
        () => Fault::None,
    }
}

/// Tells whether the last verb before a value, behind "and", is one of living or working: "I'm dating a nurse and live in Oslo".
fn goes_on(lead: Piece<'_>) -> bool {
    let seen = lead.seen();
    let behind = seen.rfind(" and ").map(|at| lead.from(at + " and ".len()).strip_all(ADVERBS));
    behind.is_some_and(|said| {
        said.strip("live|work|am|i live|i work|i'm|reside").is_some() && !said.has_any("want|hope")
    })
}

/// Tells whether words before a value say that it is hoped for, planned, over or only nearly so.
fn is_unreal(lead: Piece<'_>) -> bool {
    const THAI: [&str; 18] = [
        "อยาก",
        "หวังว่า",
        "ตั้งใจจะ",
        "วางแผน",
        "คิดจะ",
        "กำลังคิด",
        "อาจ",
        "เคย",
        "สมัคร",
        "สัมภาษณ์",
        "ฝันว่า",
        "คิดถึง",
        "เกือบ",
        "กำลังจะ",
        "จะย้าย",
        "จะไป",
        "จะได้",
        "จะเป็น",
    ];
    const HAN: [&str; 20] = [
        "想",
        "希望",
        "打算",
        "考虑",
        "计划",
        "应聘",
        "申请",
        "面试",
        "可能",
        "也许",
        "或许",
        "以前",
        "曾经",
        "曾",
        "差点",
        "怀念",
        "梦想",
        "准备去",
        "准备当",
        "应",
    ];
    let seen = lead.seen();
    if seen.chars().any(is_thai) {
        let never = seen.replace("ไม่เคย", "").replace("อยากให้", "");
        return THAI.iter().any(|word| never.contains(word));
    }
    if seen.chars().any(is_han) {
        let other = ["联想", "理想", "思想", "感想", "设想", "想要你", "响应", "供应", "反应", "应该"];
        let own = other.iter().fold(seen.to_owned(), |seen, word| seen.replace(word, ""));
        return HAN.iter().any(|word| if *word == "应" { own.ends_with('应') } else { own.contains(word) });
    }
    unreal_english(lead)
}

/// Words of time and degree between the speaker and the verb.
const ADVERBS: &str = "currently|now|also|just|really|recently|still|both|actually|have|'ve|do|usually|mostly|officially|finally|already|permanently|temporarily|only|always|even|happily|normally|and|been|basically|mainly|primarily|now";

fn unreal_english(lead: Piece<'_>) -> bool {
    const BEING: &str = "working|living|based|staying|being|serving|teaching|freelancing|residing|moving|joining|starting|eating|following|doing|keeping|renting|running|leading|heading|managing|practicing|practising|acting|employed|settling|relocating|transferring|becoming|going by|making";
    const NOT_YET: &str = "about to|supposed to|keen|tempted|ready to|due to|set to|afraid";
    let said = lead.strip_all(
        "so|well|and|but|that|because|since|btw|by the way|hey|ok|okay|yes|now|currently|actually",
    );
    if let Some(rest) = said.strip("i'm|im|i am|we're|we are|i was|we were") {
        let rest = rest.strip_all(ADVERBS).strip_all("not|no longer|a|an|the");
        let word = rest.seen().split_whitespace().next().unwrap_or_default();
        let gerund = word.len() > 5 && word.ends_with("ing");
        let gone = said.strip("i was|we were").is_some()
            && rest.strip("born|promoted|hired|transferred|moved|made").is_none();
        return gone || rest.strip(NOT_YET).is_some() || gerund && rest.strip(BEING).is_none();
    }
    let wished = said
        .strip("i'd|i would|i could|i might|i may|i should|i hope|i wish|i want|i plan|i dream|if i")
        .is_some();
    wished || lead.has_any("used to|hope to|want to|wanted to|almost|nearly|miss|missed|applied|applying|apply|dream of|thinking of|thinking about|considering|interview|interviewed|interviewing")
}

/// Tells whether the English words before a value have another subject or verb than such a slot has.
fn is_of_another(key: &str, lead: Piece<'_>) -> bool {
    const LIVE: &str = "live|lived|moved|move|reside|stay|stayed|settled|relocated|am|'m|based|rent|was based|grew|came|come|returned|went back|live and work|got|sleep|share|spend|split|call";
    const WORK: &str = "work|worked|joined|join|started|start|transferred|switched|moved|left|got|am|'m|was|changed|became|become|serve|served|freelance|teach|run|manage|lead|head|earn|make|moonlight|practice|practise|quit|resigned|report|do|study|landed|accepted|hold|act|own|took|train|drive|build|design|write|fly|sell|cook";
    const PLACES: &str = "place|home|house|city|town|address|location|residence|apartment|flat|base|dorm|country|neighbourhood|neighborhood|village|district|hometown|room|homebase";
    const JOBS: &str = "role|job|title|position|work|occupation|profession|career|trade|employer|company|workplace|firm|organization|organisation|team|department|gig|boss|office|startup|contract|business|desk|new|life";
    let (verbs, nouns) = if key == "place" { (LIVE, PLACES) } else { (WORK, JOBS) };
    let said = lead.strip_all(
        "so|well|and|but|that|because|since|btw|by the way|hey|ok|okay|yes|now|currently|actually",
    );
    if !said.seen().is_ascii() || said.trim().is_empty() {
        return false;
    }
    if let Some(rest) = said.strip("i|i've|ive|we|we've") {
        let rest = rest.strip_all(ADVERBS);
        let owns = key == "place" && rest.strip("own|owned|bought|visited|visit").is_some();
        return !rest.trim().is_empty()
            && (owns
                || rest.strip(verbs).is_none()
                    && rest.strip("in|at|as|for|a|an|the|on|no|don't|can't|left").is_none());
    }
    said.strip("my|our").is_some_and(|rest| {
        let told = rest.split(" is | are | was | has | in | at |: |'s | now |, ");
        told.is_some_and(|(subject, _)| !subject.has_any(nouns))
    })
}

/// Tells whether what is said to be eaten is no way of eating.
fn is_no_diet(value: &str, content: Piece<'_>) -> bool {
    const NAMED: &str = "diet|diets|free|only|no|not|never|low|high|paleo|raw|plant|plants|fasting|fast|halal|kosher|vegan|vegetarian|veggie|pescatarian|meatless|meat|carb|carbs|dairy|gluten|lactose|keto|clean|whole|intermittent|avoid|don't|can't|cannot|except|饮食|忌|素|斋|不|只|戒|少|清|无|低|高|อาหาร|เจ|มังสวิรัติ|งด|ไม่|แต่|เฉพาะ|คลีน|ฮาลาล|วีแกน|คีโต|ลด|กินแบบ";
    let text = Text::of(value);
    let known = values::find(values::DIETS, text.whole().seen()).is_some();
    let named = content
        .likely(NAMED)
        .any(|word| if word.is_ascii() { content.has(word) } else { content.holds(word) });
    !known && !named
}

/// Tells whether a name is another than the one of the person: the middle name, the maiden name, a user name.
fn names_another(lead: Piece<'_>) -> bool {
    const PLAIN: &str = "my|our|the|full|real|first|given|legal|own|new|actual|whole|complete|current|own|proper|birth|official|and|is|that|so|preferred|correct|a|thai|chinese|english|name|last|main|old";
    let Some((before, _)) =
        lead.split(" name's | name is | name: | name = | name ").filter(|_| lead.seen().is_ascii())
    else {
        return false;
    };
    let word = before.seen().split_whitespace().next_back().unwrap_or_default();
    before.strip("my|our").is_some_and(|rest| !rest.trim().is_empty())
        && !word.is_empty()
        && !word.ends_with("'s")
        && !PLAIN.split('|').any(|plain| plain == word)
}

/// Tells whether words that follow "called" are no name: "for jury duty".
fn is_no_name(value: &str) -> bool {
    let text = Text::of(value);
    value.is_ascii()
        && value.starts_with(|c: char| c.is_ascii_lowercase())
        && text.whole().strip("for|to|up|on|in|by|at|as|back|out|away|into|upon|off|about|from").is_some()
}

/// Tells whether what people call the speaker says what they are like: "people call me lazy".
fn is_said_of(value: &str, lead: Piece<'_>) -> bool {
    value.starts_with(|c: char| c.is_ascii_lowercase())
        && lead.has_any("people|they|some|everyone|everybody")
        && lead.has_any("call|calls|called")
}

/// Tells whether an address or a number is told of nobody: "all invoices go to finance@acme.com".
fn is_of_nobody(sentence: Piece<'_>) -> bool {
    const OWN: &str = "i|i'm|im|i've|me|my|mine|our|we|us|email|e-mail|mail|phone|mobile|cell|number|tel|call|contact|reach|พี่|อีเมล|อีเมล์|เมล|เบอร์|โทร|ติดต่อ|邮箱|邮件|电邮|电话|手机|号码|联系|微信";
    ![OWN, th::ME, zh::ME].iter().any(|words| {
        sentence
            .likely(*words)
            .any(|word| if word.is_ascii() { sentence.has(word) } else { sentence.holds(word) })
    })
}

/// Tells whether words name a program, or a stretch of time or a state, and so no place.
fn is_no_place(value: &str) -> bool {
    const STATES: [&str; 12] = [
        "ช่วง",
        "ระหว่าง",
        "ภาวะ",
        "สภาพ",
        "สถานะ",
        "ความ",
        "โหมด",
        "ขั้นตอน",
        "กระบวนการ",
        "การ",
        "อารมณ์",
        "วัย",
    ];
    let text = Text::of(value);
    let seen = text.whole().seen();
    en::technology(seen).is_some()
        || slot::tool(seen).is_some()
        || STATES.iter().any(|word| seen.starts_with(word))
}

/// Tells whether words say how something is rather than as what somebody works.
fn is_no_role(value: &str) -> bool {
    let text = Text::of(value);
    matches!(
        text.whole().seen().trim(),
        "ใหม่"
            | "เก่า"
            | "แล้ว"
            | "ดี"
            | "new"
            | "old"
            | "新"
            | "新的"
            | "旧"
            | "认真"
            | "真的"
            | "对"
            | "错"
            | "好"
            | "serious"
            | "sure"
    )
}

/// Tells whether words are nothing but a length of time.
fn is_a_time(value: &str) -> bool {
    const TIMES: &str = "hour|hours|minute|minutes|second|seconds|day|days|week|weeks|month|months|year|years|ชั่วโมง|นาที|วินาที|วัน|สัปดาห์|เดือน|ปี|小时|分钟|秒|天|周|星期|个月|月|年|个小时";
    let text = Text::of(value);
    let bare = text.whole().trim_matches(|c: char| {
        c.is_ascii_digit() || c.is_whitespace() || "一二两三四五六七八九十几半".contains(c)
    });
    TIMES.split('|').any(|time| time == bare.seen())
}

/// Tells whether what is liked is no thing: "and hate cilantro", "jazz, I love it", "it".
fn is_no_thing(value: &str) -> bool {
    const POINTS: [&str; 16] = [
        "it",
        "them",
        "that",
        "this",
        "him",
        "her",
        "those",
        "these",
        "one",
        "มัน",
        "เขา",
        "它",
        "他",
        "她",
        "它们",
        "这个",
    ];
    let text = Text::of(value);
    let said = text.whole();
    POINTS.contains(&said.seen().trim())
        || said.strip("and|or|but").is_some()
        || said.strip("และ|แต่|และก็").is_some()
        || said.has_any(", i love| , i hate|, i like|, i don't")
}

/// Tells whether words are the abbreviation of a time zone, with which people say where they are: "I'm in PST".
pub(super) fn is_zone(value: Piece<'_>) -> bool {
    let name = value.trim();
    let short =
        (2..=4).contains(&name.written().len()) && name.written().bytes().all(|b| b.is_ascii_uppercase());
    short && name.seen().ends_with('t') && zones::zone(name.seen(), name.written()).contains('/')
}

#[cfg(test)]
mod tests;

//! Fills the fields of a layer from a text. Fills what is plain and leaves the rest empty.

use jiff::civil::Date;

use super::episode::draw;
use super::view::{each, one_of};
use super::{Arriving, occurred, procedure};
use crate::content::{Content, Entry, EntryKind, Episode, Grain, Note, Priority, Procedure, Trigger};
use crate::id::Key;
use crate::layer::Layer;
use crate::trigger::{changed_level, key_part, understand};

/// What a text fills.
pub(super) struct Filled {
    pub(super) content: Content,
    pub(super) key: Option<Key>,
    pub(super) occurred: Option<Date>,
}

/// Shapes the text for its layer.
pub(super) fn fill(arriving: &Arriving<'_>, layer: Layer) -> Filled {
    let text = arriving.text.trim();
    let plain = |content| Filled { content, key: None, occurred: None };
    match layer {
        Layer::UserModel => {
            let known = || expertise(text).map(|(key, value)| (key, value, EntryKind::Fact));
            let changed = changed_level(text).map(|(key, level)| (key, level.to_owned(), EntryKind::Fact));
            let plain = || slot(text).map(|(key, value)| (key.to_owned(), value, kind(text))).or_else(known);
            let plain = changed.or_else(plain);
            let whole = !is_limited(text);
            let (key, value, kind) = match plain.or_else(|| stated(text)).filter(|_| whole) {
                Some((key, value, kind)) => (Key::new(key).ok(), value, kind),
                None => (None, text.to_owned(), kind(text)),
            };
            let content = Content::Entry(Entry { kind, value, priority: Priority::DEFAULT });
            Filled { content, key, occurred: None }
        }
        Layer::Soul | Layer::Policy => plain(Content::Entry(Entry {
            kind: EntryKind::Instruction,
            value: text.to_owned(),
            priority: Priority::DEFAULT,
        })),
        Layer::Procedural => plain(Content::Procedure(non_empty(text))),
        Layer::Episodic => {
            let drawn = draw(text);
            let content = Content::Episode(Episode {
                grain: Grain::Event,
                summary: text.to_owned(),
                topics: drawn.topics,
                outcome: drawn.outcome,
                duration_ms: None,
            });
            Filled { content, key: None, occurred: occurred(text, arriving.today) }
        }
        Layer::Semantic | Layer::Working => plain(Content::Note(Note { text: text.to_owned() })),
    }
}

/// Words behind which something else holds: a slot would keep one half of the sentence.
const LIMITS: &str = "\
    except|unless|until|but |however|apart from|only for|only when|only if|other than|แต่|ยกเว้น|เฉพาะ|จนถึง|จนกว่า|เว้นแต่|\
    除了|除非|直到|但|不过|不過|然而|只有|仅限|僅限";

/// Tells whether a text limits what it says.
fn is_limited(text: &str) -> bool {
    let lower = text.to_lowercase();
    each(LIMITS).any(|word| lower.contains(word))
}

fn non_empty(text: &str) -> Procedure {
    if text.is_empty() { Procedure { trigger: Trigger::Always, steps: Vec::new() } } else { procedure(text) }
}

const LIKES: &str = "\
    prefer|like|love|hate|rather|want|favour|favorite|ชอบ|เกลียด|อยาก|ต้องการ|喜欢|喜歡|偏好|讨厌|討厭|希望|想要|\
    愿意|願意";
const ORDERS: &str = "\
    please|call me|always|never|keep |don't|เรียก|ช่วย|ต่อไปนี้|อย่า|请|請|叫我|不要|别叫|別叫";

fn kind(text: &str) -> EntryKind {
    let lower = text.to_lowercase();
    if each(LIKES).any(|word| lower.contains(word)) {
        EntryKind::Preference
    } else if each(ORDERS).any(|word| lower.contains(word)) {
        EntryKind::Instruction
    } else {
        EntryKind::Fact
    }
}

/// Recognises the plainest slots of the user model: time zone, answer length, language and style.
fn slot(text: &str) -> Option<(&'static str, String)> {
    let lower = text.to_lowercase();
    let has = |words: &'static str| each(words).any(|word| lower.contains(word));
    if let Some(zone) = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | '+')))
        .find(|w| is_zone(w))
    {
        return Some(("timezone", zone.to_owned()));
    }
    let answers = has("\
        answer|repl|respon|explanation|ตอบ|อธิบาย|回答|回复|回覆|解释|解釋|tone|talk to me|跟我|โทน|语气|語氣");
    if !answers {
        return None;
    }
    let no = has("don't|not |ไม่|不喜|讨厌|討厭|hate");
    let short = has("short|brief|concise|สั้น|กระชับ|简短|簡短|简洁|簡潔");
    let long = has("long|detail|ยาว|ละเอียด|详细|詳細|太长|太長");
    if (short && !no) || (long && no) {
        return Some(("response.length", "concise".into()));
    }
    if (long && !no) || (short && no) {
        return Some(("response.length", "detailed".into()));
    }
    let languages: [(&'static str, &str); 3] = [
        ("in thai|ภาษาไทย|泰语|泰語", "th"),
        ("in english|british english|ภาษาอังกฤษ|英语|英語|英文", "en"),
        ("in chinese|in mandarin|ภาษาจีน|中文|汉语|漢語", "zh"),
    ];
    if let Some((_, code)) = languages.iter().find(|(words, _)| has(words)) {
        return (!no).then(|| ("response.language", (*code).to_owned()));
    }
    if has("formal|ทางการ|正式") && !has("informal|ไม่เป็นทางการ") {
        return Some(("response.style", "formal".into()));
    }
    has("casual|informal|กันเอง|ไม่เป็นทางการ|随意|隨意|轻松|輕鬆").then(|| ("response.style", "casual".into()))
}

/// Keys that a person's own statement fills wholly, so that nothing of it is lost under them.
const WHOLE: &str = "name|nickname|birthday|email|phone_number|blood_type|timezone";

/// Recognises a slot as a person's own statement would fill it; only a single plain clause can.
fn stated(text: &str) -> Option<(String, String, EntryKind)> {
    if text.contains([',', ';', '，', '；', '、', '\n'])
        || each(" and | but |และ|แต่|和|但").any(|link| text.contains(link))
    {
        return None;
    }
    let thai = |c: char| ('\u{0E00}'..='\u{0E7F}').contains(&c);
    let words = text.split(' ').zip(text.split(' ').skip(1));
    if words.into_iter().any(|(a, b)| a.ends_with(thai) && b.starts_with(thai)) {
        return None;
    }
    let commands = understand(&format!("remember that {}", in_first_person(text)));
    let [command] = commands.as_slice() else { return None };
    let key = command.key.clone().filter(|key| one_of(key, WHOLE))?;
    Some((key, command.value.clone(), command.kind))
}

const KNOWS: &str = "know|expert|experienced|รู้เรื่อง|เชี่ยวชาญ|ถนัด|ใช้คล่อง|精通|很熟|专家|專家|擅长|擅長|熟悉";
const BEGINS: &str = "beginner|new to|novice|learning|มือใหม่|เพิ่งหัด|เพิ่งเริ่ม|新手|初学|初學|刚学|剛學";
const TO_THE_GROUND: &str =
    "expert|skip|no need|not need|เชี่ยวชาญ|ไม่ต้องอธิบาย|ข้ามพื้นฐาน|专家|專家|精通|不用|不需要|不必";

/// Recognises how much the user knows of the one thing that is named.
fn expertise(text: &str) -> Option<(String, String)> {
    let lower = text.to_lowercase();
    let has = |words: &'static str| each(words).any(|word| lower.contains(word));
    let level = match (has(BEGINS), has(KNOWS)) {
        (true, false) => "novice",
        (false, true) if has(TO_THE_GROUND) => "expert",
        (false, true) => "advanced",
        _ => return None,
    };
    let joined = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '.' | '-' | '_'));
    let foreign = !text.is_ascii();
    let named = |word: &&str| {
        let capital = word.starts_with(|c: char| c.is_ascii_uppercase())
            && !one_of(word, "I|User|The|My|I'm|We|You|They|He|She|It|Never|Always|Please|Our|Your");
        word.len() > 1
            && word.starts_with(|c: char| c.is_ascii_alphabetic())
            && (capital || (foreign && *word != "user"))
    };
    let names: Vec<&str> =
        text.split(joined).map(|word| word.trim_matches(['.', '-'])).filter(named).collect();
    let [name] = names.as_slice() else { return None };
    Some((format!("expertise.{}", key_part(name)), level.to_owned()))
}

/// Lets the user speak: `the user is` becomes `I am`.
fn in_first_person(text: &str) -> String {
    let pairs = [
        ("The user is ", "I am "),
        ("The user has ", "I have "),
        ("The user's ", "My "),
        ("User's ", "My "),
        ("User is ", "I am "),
        ("ผู้ใช้", "ฉัน"),
        ("用户", "我"),
        ("用戶", "我"),
    ];
    let found = pairs.iter().find_map(|(third, first)| Some((first, text.strip_prefix(third)?)));
    found.map_or_else(|| text.to_owned(), |(first, rest)| format!("{first}{rest}"))
}

fn is_zone(word: &str) -> bool {
    let areas =
        ["Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];
    word.split_once('/').is_some_and(|(area, city)| {
        areas.contains(&area) && city.starts_with(|c: char| c.is_ascii_uppercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_wishes_fill_their_slot_in_three_languages() {
        for (text, key, value) in [
            ("I prefer short answers", "response.length", "concise"),
            ("ฉันชอบให้ตอบสั้นๆ", "response.length", "concise"),
            ("用户不喜欢太长的回复。", "response.length", "concise"),
            ("用户想要更详细的解释。", "response.length", "detailed"),
            ("请以后都用中文回答我。", "response.language", "zh"),
            ("user ต้องการให้ตอบเป็นภาษาไทย", "response.language", "th"),
            ("ต่อไปนี้ช่วยตอบฉันแบบเป็นทางการ", "response.style", "formal"),
            ("I live in Chiang Mai and my time zone is Asia/Bangkok.", "timezone", "Asia/Bangkok"),
        ] {
            assert_eq!(slot(text), Some((key, value.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_wish_that_is_limited_is_kept_whole() {
        let today = jiff::civil::date(2026, 11, 15);
        for text in [
            "I prefer short answers except for SQL, where I want every detail",
            "ผู้ใช้ชอบคำตอบสั้นๆ แต่ต้องมีตัวอย่างโค้ดเสมอ",
            "用户喜欢简短的回答，但代码必须完整",
            "我喜欢详细的回答，除了数学",
            "My time zone is Asia/Tokyo until March, then Europe/Berlin",
        ] {
            let arriving = Arriving { text, layer: None, concepts: &[], meant: None, today };
            let filled = fill(&arriving, Layer::UserModel);
            assert_eq!(filled.key, None, "{text}");
            assert_eq!(filled.content.text(), text);
        }
        assert_eq!(expertise("We never pretend to know"), None);
        assert_eq!(expertise("You are an honest assistant; never pretend to know"), None);
    }

    #[test]
    fn what_the_user_knows_is_a_level() {
        for (text, key, level) in [
            ("ฉันรู้เรื่อง Docker ดีแล้ว ไม่ต้องอธิบายพื้นฐาน", "expertise.docker", "expert"),
            ("I know Kubernetes well; skip the introduction.", "expertise.kubernetes", "expert"),
            ("I'm a beginner with Terraform.", "expertise.terraform", "novice"),
            ("我对 Kubernetes 很熟，不用讲入门。", "expertise.kubernetes", "expert"),
            ("หนูเป็นมือใหม่เรื่อง Kubernetes", "expertise.kubernetes", "novice"),
        ] {
            assert_eq!(expertise(text), Some((key.to_owned(), level.to_owned())), "{text}");
        }
        assert_eq!(expertise("ผู้ใช้ถนัด TypeScript มากกว่า Python"), None);
    }

    #[test]
    fn what_a_person_states_of_themselves_fills_its_slot_whole() {
        for (text, key, value) in [
            ("My email is sam@northpine.example", "email", "sam@northpine.example"),
            ("ชื่อเล่นของฉันคือฝน", "nickname", "ฝน"),
            ("我的生日是八月十二号。", "birthday", "八月十二号"),
            ("เบอร์โทรของฉันคือ 081-555-0142", "phone_number", "081-555-0142"),
        ] {
            let (found, said, _) = stated(text).unwrap();
            assert_eq!((found.as_str(), said.as_str()), (key, value), "{text}");
        }
        for text in
            ["ผมชื่อธนา ทำงานเป็นวิศวกรข้อมูล", "My manager is called Ingrid and she reads the report", "我怕高。"]
        {
            assert_eq!(stated(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_not_plain_fills_no_slot() {
        for text in ["I live in Lisbon", "แมวของฉันชื่อถุงทอง", "我对花生过敏", "and/or", ""]
        {
            assert_eq!(slot(text), None, "{text}");
        }
    }
}

//! Fills the fields of a layer from a text. Fills what is plain and leaves the rest empty.

use jiff::civil::Date;

use super::episode::draw;
use super::view::each;
use super::{Arriving, occurred, procedure};
use crate::content::{Content, Entry, EntryKind, Episode, Grain, Note, Priority, Procedure, Trigger};
use crate::id::Key;
use crate::layer::Layer;

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
            let (key, value) =
                slot(text).map_or((None, text.to_owned()), |(key, value)| (Key::new(key).ok(), value));
            let content = Content::Entry(Entry { kind: kind(text), value, priority: Priority::DEFAULT });
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
    fn what_is_not_plain_fills_no_slot() {
        for text in ["I live in Lisbon", "แมวของฉันชื่อถุงทอง", "我对花生过敏", "and/or", ""]
        {
            assert_eq!(slot(text), None, "{text}");
        }
    }
}

//! What an agent concluded about a person, read as if the person had said it: "The user prefers short answers"
//! becomes what "remember that I prefer short answers" means. Keeps the agent's confidence, not the reading's.

use memoro_core::Confidence;
use memoro_core::trigger::{Command, Tongue, tongue, understand as commands_of};

/// Returns the commands of a conclusion.
pub(super) fn understand(text: &str, confidence: Confidence) -> Vec<Command> {
    let mut commands = commands_of(text);
    if commands.is_empty() && !text.trim().is_empty() {
        let said = in_first_person(text.trim());
        let whole = match tongue(text) {
            Tongue::English => format!("Remember that {said}"),
            Tongue::Thai => format!("จำไว้ว่า{said}"),
            Tongue::Simplified => format!("记住，{said}"),
            Tongue::Traditional => format!("記住，{said}"),
        };
        commands = commands_of(&whole);
        for command in &mut commands {
            command.span = 0..text.len();
        }
    }
    for command in &mut commands {
        command.confidence = confidence;
    }
    commands
}

/// Verbs of the third person and what the first person says instead.
const VERBS: &[(&str, &str)] = &[
    ("is", "am"),
    ("has", "have"),
    ("does", "do"),
    ("likes", "like"),
    ("dislikes", "dislike"),
    ("hates", "hate"),
    ("loves", "love"),
    ("prefers", "prefer"),
    ("uses", "use"),
    ("works", "work"),
    ("lives", "live"),
    ("wants", "want"),
    ("needs", "need"),
    ("speaks", "speak"),
    ("deploys", "deploy"),
    ("writes", "write"),
    ("knows", "know"),
];

fn in_first_person(text: &str) -> String {
    for (third, first) in [("ผู้ใช้", "ฉัน"), ("使用者", "我"), ("用户", "我"), ("用戶", "我")]
    {
        if let Some(rest) = text.strip_prefix(third) {
            return format!("{first}{rest}");
        }
    }
    let lower = text.to_ascii_lowercase();
    for (third, first) in [("the user's ", "my "), ("user's ", "my ")] {
        if lower.starts_with(third) {
            return format!("{first}{}", text.get(third.len()..).unwrap_or_default());
        }
    }
    for third in ["the user ", "user "] {
        if lower.starts_with(third) {
            return format!("I {}", first_verb(text.get(third.len()..).unwrap_or_default()));
        }
    }
    text.to_owned()
}

/// Turns the first verb into that of the first person, and those that go on with the same subject: "lives in Hanoi and
/// works at Grab".
fn first_verb(rest: &str) -> String {
    let mut goes_on = true;
    let said = rest.split(' ').map(|word| {
        let verb =
            VERBS.iter().find(|(third, _)| goes_on && *third == word).map_or(word, |(_, first)| *first);
        goes_on = matches!(word, "and" | "but") || word.ends_with(',');
        verb
    });
    said.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conclusions_about_the_user_are_read_as_the_users_words() {
        let sure = Confidence::new(0.9).unwrap();
        for (text, key) in [
            ("The user prefers short answers", "response.length"),
            ("user's name is Somchai", "name"),
            ("ผู้ใช้ชื่อสมชาย", "name"),
            ("用户的名字是小明", "name"),
            ("remember that I prefer short answers", "response.length"),
        ] {
            let commands = understand(text, sure);
            let found: Vec<_> = commands.iter().filter_map(|c| c.key.as_deref()).collect();
            assert_eq!(found, [key], "{text}");
            assert_eq!(commands[0].confidence, sure);
        }
        for text in [
            "The user lives in Hanoi and works at Grab",
            "ผู้ใช้อยู่ฮานอยและทำงานที่แกร็บ",
            "用户住在河内，在腾讯上班",
            "I live in Chiang Mai and work at Agoda",
        ] {
            let keys: Vec<_> = understand(text, sure).into_iter().filter_map(|c| c.key).collect();
            assert_eq!(keys, ["place", "employer"], "{text}");
        }
        assert!(understand("  ", sure).is_empty());
    }
}

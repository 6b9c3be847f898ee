//! The names of things that are due: one deadline has one key, whichever words say what it is of and whether it was put off.
//! "the Falcon project", โปรเจกต์ Falcon and 海棠项目 are named as they are without the word; a name that is nothing else stays.

use super::keys;
use super::slot::tidy;
use super::text::Piece;

/// Words for a project around a name.
const PROJECT: [&str; 12] = [
    "project",
    "โปรเจกต์",
    "โปรเจ็กต์",
    "โปรเจ็คต์",
    "โปรเจค",
    "โปรเจ็ค",
    "โปรเจคต์",
    "โครงการ",
    "项目",
    "项目的",
    "专案",
    "專案",
];
/// Verbs behind a name that say that it was put off, and what stands around them.
const MOVED: [&str; 4] = ["เลื่อน", "ขยับ", "เปลี่ยน", "ย้าย"];
const AROUND: [&str; 8] = ["ออกไป", "ไปเป็น", "ไป", "มา", "แล้ว", "ใหม่", "ถูก", "ได้"];

/// Returns the key of a deadline under the bare name of the thing; any other key as it is.
pub(super) fn plain(key: String) -> String {
    let Some(name) = key.strip_prefix("deadline.") else { return key };
    let bare = unmoved(name);
    let start =
        PROJECT.iter().find_map(|word| bare.strip_prefix(word).filter(|rest| starts_apart(word, rest)));
    let bare = start.map(|rest| rest.trim_matches('_')).filter(|rest| !rest.is_empty()).unwrap_or(bare);
    let end = PROJECT.iter().find_map(|word| bare.strip_suffix(word).filter(|rest| ends_apart(word, rest)));
    let bare = end.map(|rest| rest.trim_matches('_')).filter(|rest| !rest.is_empty()).unwrap_or(bare);
    if bare == name { key } else { keys::shorten(&format!("deadline.{bare}")) }
}

/// A name without the verb that says that it was put off.
fn unmoved(name: &str) -> &str {
    let tail = |name: &'_ str| AROUND.iter().find_map(|word| name.strip_suffix(word)).map(str::len);
    let trimmed = |mut name: &'_ str| {
        while let Some(length) = tail(name) {
            name = name.get(..length).unwrap_or_default().trim_end_matches('_');
        }
        name.len()
    };
    let head = name.get(..trimmed(name)).unwrap_or_default();
    let Some(left) = MOVED.iter().find_map(|verb| head.strip_suffix(verb)) else { return name };
    let left = left.trim_end_matches('_');
    let left = left.strip_suffix("ถูก").unwrap_or(left).trim_end_matches('_');
    if left.is_empty() { name } else { left }
}

/// A Latin word is a part of a name unless a gap follows; a Thai mark goes on with the word before it.
fn starts_apart(word: &str, rest: &str) -> bool {
    (!word.is_ascii() || rest.starts_with('_')) && !rest.starts_with(is_joined)
}

fn ends_apart(word: &str, rest: &str) -> bool {
    !word.is_ascii() || rest.ends_with('_')
}

fn is_joined(c: char) -> bool {
    matches!(c, '\u{0E30}'..='\u{0E3A}' | '\u{0E47}'..='\u{0E4E}')
}

/// What is due, without the words that it is.
pub(super) fn bare(thing: Piece<'_>) -> Piece<'_> {
    const DUE: &str = "deadline|due date|due|submission|เดดไลน์|กำหนดส่ง|ต้องส่ง|ต้อง|วันส่ง|截止日期|截止日|截止时间|截止|期限|ddl";
    tidy(thing.strip_all("my|our|the|ส่ง|กำหนดส่ง|วันส่ง|我的").strip_ends(DUE))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_deadline_is_named_by_the_thing_alone() {
        for (key, named) in [
            ("deadline.falcon_project", "deadline.falcon"),
            ("deadline.project_alpha", "deadline.alpha"),
            ("deadline.โปรเจกต์_alpha", "deadline.alpha"),
            ("deadline.โปรเจกต์ลำไยเลื่อนไป", "deadline.ลำไย"),
            ("deadline.falcon_เลื่อน", "deadline.falcon"),
            ("deadline.海棠项目", "deadline.海棠"),
            ("deadline.project", "deadline.project"),
            ("deadline.projection", "deadline.projection"),
            ("deadline.รายงาน", "deadline.รายงาน"),
            ("project.falcon.database", "project.falcon.database"),
        ] {
            assert_eq!(plain(key.to_owned()), named);
        }
    }
}

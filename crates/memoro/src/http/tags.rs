//! Entity tags: how the headers If-Match and If-None-Match are read (RFC 9110). Judges nothing: what a tag means the
//! operations know.

use axum::http::header::HeaderName;
use axum::http::{HeaderMap, HeaderValue};

use crate::error::{Code, Failure, Result};

/// Stands for whatever is there.
const ANY: &str = "*";

/// A tag as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    /// What stands between the quotes, or `*`.
    pub(super) name: String,
    /// Whether it only tells that two states mean about the same.
    pub(super) weak: bool,
}

/// Reads all tags of a header; nothing where it is missing or empty.
pub(super) fn read(headers: &HeaderMap, name: &HeaderName) -> Result<Option<Vec<Tag>>> {
    let mut all: Option<Vec<Tag>> = None;
    for value in headers.get_all(name) {
        let value: &HeaderValue = value;
        let wrong = || Failure::new(Code::Usage, format!("the header `{name}` is no list of ETags"));
        let tags = value.to_str().ok().and_then(list).ok_or_else(|| {
            wrong().hint("send ETags as they were given, in their quotes, with commas between them, or `*`")
        })?;
        if !tags.is_empty() {
            all.get_or_insert_default().extend(tags);
        }
    }
    Ok(all)
}

/// Reads a list; nothing where it is none.
fn list(text: &str) -> Option<Vec<Tag>> {
    let mut rest = text.trim();
    if rest == ANY {
        return Some(vec![Tag { name: ANY.into(), weak: false }]);
    }
    let mut tags = Vec::new();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(',') {
            rest = after.trim_start();
            continue;
        }
        let (tag, after) = tag(rest)?;
        tags.push(tag);
        rest = after.trim_start();
        if !(rest.is_empty() || rest.starts_with(',')) {
            return None;
        }
    }
    Some(tags)
}

/// Reads the tag that a text begins with, and what comes after it.
fn tag(text: &str) -> Option<(Tag, &str)> {
    let (weak, text) = text.strip_prefix("W/").map_or((false, text), |strong| (true, strong));
    let (name, after) = text.strip_prefix('"')?.split_once('"')?;
    let plain = name.chars().all(|sign| !sign.is_whitespace() && !sign.is_control());
    plain.then(|| (Tag { name: name.to_owned(), weak }, after))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(text: &str) -> Option<Vec<String>> {
        let mark = |tag: Tag| if tag.weak { format!("~{}", tag.name) } else { tag.name };
        list(text).map(|tags| tags.into_iter().map(mark).collect())
    }

    proptest! {
        #[test]
        fn every_list_of_tags_is_read_back(all in prop::collection::vec("[!#-+\\--~]{0,12}", 0..6)) {
            let text = all.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(" , ");
            prop_assert_eq!(names(&text), Some(all));
        }

        #[test]
        fn nothing_that_is_sent_breaks_the_reading(text in "\\PC{0,40}") {
            let _ = list(&text);
        }
    }

    #[test]
    fn lists_stars_and_weak_tags_are_told_apart() {
        assert_eq!(names("*"), Some(vec!["*".into()]));
        assert_eq!(names(" \"1\",W/\"2\" ,, \"a,b\"").unwrap(), ["1", "~2", "a,b"]);
        assert_eq!(names(""), Some(Vec::new()));
        for wrong in ["nonsense", "7", "\"1", "1\"", "\"1\" \"2\"", "W/1", "*, \"1\"", "\"ก ข\"", "'1'"] {
            assert_eq!(names(wrong), None, "{wrong}");
        }
    }
}

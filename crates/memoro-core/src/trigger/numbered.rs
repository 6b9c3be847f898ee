//! Numbers and times that belong to the name of a thing rather than to what is said of it: the server prod-1 is not prod-2, and "no
//! meetings on Wednesdays" is not "no meetings before 10". Everywhere else a number is a value, and no part of a key.

use super::text::Piece;
use crate::text::is_han;

/// Tells whether a word is a name with a number in it: prod-1, db02, `build_7`.
pub(super) fn is_name(word: &str) -> bool {
    let letters = word.chars().take_while(char::is_ascii_alphabetic).count();
    let rest = word.get(letters..).unwrap_or_default();
    let digits = rest.trim_start_matches(['-', '_']);
    letters >= 2
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Returns the place of the first digit that is not inside a name.
pub(super) fn first_digit(text: &str) -> Option<usize> {
    let digits = text.char_indices().filter(|(_, c)| c.is_ascii_digit());
    digits.map(|(at, _)| at).find(|at| !goes_on(text, text.get(*at..).unwrap_or_default()))
}

/// Tells whether the digit with which the rest of a text begins goes on with a name that letters began: the 1 of prod-1.
pub(super) fn goes_on(text: &str, rest: &str) -> bool {
    let before = text.get(..text.len().saturating_sub(rest.len())).unwrap_or_default();
    let word = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let name = word.strip_suffix(['-', '_']).unwrap_or(word);
    name.chars().rev().take_while(char::is_ascii_alphabetic).count() >= 2
}

/// Tells whether the letters with which the rest of a text begins are the unit of a number: the GB of 32GB.
pub(super) fn is_unit(text: &str, rest: &str) -> bool {
    let before = text.get(..text.len().saturating_sub(rest.len())).unwrap_or_default();
    let number = before.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let begun = before.len() - number.len();
    let ahead = rest.chars().take_while(char::is_ascii_alphabetic).count();
    let counted = number.ends_with(|c: char| c.is_ascii_digit())
        && !goes_on(text, text.get(number.len().saturating_sub(1)..).unwrap_or_default());
    ahead > 0 && begun + ahead <= 3 && counted
}

const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Returns what tells one thing that is not to be from another: "no meetings before 10", "no calls on Fridays".
pub(super) fn denied_time(statement: Piece<'_>) -> Option<String> {
    let denied = statement.strip("no|i don't|we don't|i do not|we do not|i never|we never|never")?;
    for word in ["before", "after"] {
        if denied.has(word) {
            return Some(word.to_owned());
        }
    }
    statement.strip("no")?;
    let day = DAYS.iter().find(|day| denied.has(day) || denied.has(&format!("{day}s")))?;
    Some((*day).to_owned())
}

/// The same in Thai: ไม่มีประชุมวันพุธ, งดประชุมก่อน 10 โมง.
pub(super) fn denied_time_th(statement: Piece<'_>) -> Option<&'static str> {
    const TIMES: [&str; 9] =
        ["ก่อน", "หลัง", "วันจันทร์", "วันอังคาร", "วันพุธ", "วันพฤหัส", "วันศุกร์", "วันเสาร์", "วันอาทิตย์"];
    let denied = statement.strip("ไม่มี|งด|ไม่รับ")?;
    TIMES.into_iter().find(|time| denied.holds(time))
}

/// The same in Chinese: 每周三不开会.
pub(super) fn denied_day_han(statement: &str) -> Option<String> {
    let (before, _) = ["不", "没有", "禁止", "别"].iter().find_map(|no| statement.split_once(no))?;
    let day = ["周", "星期", "礼拜"].iter().find_map(|week| before.split_once(week))?.1.chars().next()?;
    ("一二三四五六日天末".contains(day) && is_han(day)).then(|| format!("周{day}"))
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    fn key(message: &str) -> String {
        let found = understand(message);
        assert_eq!(found.len(), 1, "{message}: {found:?}");
        found.into_iter().next().and_then(|one| one.key).unwrap_or_default()
    }

    #[test]
    fn what_differs_in_a_number_of_its_name_or_in_its_time_has_a_key_of_its_own() {
        for [one, other] in [
            ["remember that the server prod-1 has 32GB RAM", "remember that the server prod-2 has 64GB RAM"],
            ["จำไว้ว่าเซิร์ฟเวอร์ prod-1 มีแรม 32GB", "จำไว้ว่าเซิร์ฟเวอร์ prod-2 มีแรม 64GB"],
            ["记住服务器 prod-1 有32GB内存", "记住服务器 prod-2 有64GB内存"],
            ["remember no meetings before 10", "remember no meetings on Wednesdays"],
            ["จำไว้ว่าไม่มีประชุมวันพุธ", "จำไว้ว่าไม่มีประชุมก่อน 10 โมง"],
            ["记住每周三不开会", "记住每周五不开会"],
            ["remember that I don't drink coffee after 3", "remember that I drink coffee at 8"],
        ] {
            assert_ne!(key(one), key(other), "{one}");
        }
    }

    #[test]
    fn a_new_number_of_the_same_thing_finds_its_key() {
        for [one, other] in [
            ["remember that the server prod-1 has 32GB RAM", "remember that the server prod-1 has 64GB RAM"],
            ["จำไว้ว่าเซิร์ฟเวอร์ prod-1 มีแรม 32GB", "จำไว้ว่าเซิร์ฟเวอร์ prod-1 มีแรม 64GB"],
            ["记住服务器 prod-1 有32GB内存", "记住服务器 prod-1 有64TB内存"],
            ["remember no meetings before 10", "remember no meetings before 11"],
            ["记住每周三不开会", "记住周三不开会"],
        ] {
            assert_eq!(key(one), key(other), "{one}");
        }
    }
}

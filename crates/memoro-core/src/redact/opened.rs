//! Passwords before their name with what they open between: "X is my Netflix password", X 是我的网飞密码. What tells of something
//! else there ("the page of", 修改), or makes another thing of the word behind it ("password policy"), leaves the value as it is.

use std::ops::Range;

use super::MASK;
use super::around::{IS, OTHERS, is_about_passwords, run_before};
use super::bare::{is_measure, is_mixed};
use super::stated::placeholder;

/// Words between a value and the word for a password that tell of something else.
const TELLS: &str = "a|an|about|after|for|from|in|of|on|to|with|without|by|who|whom|that|which|where|what|when|how|not|no|never|and|or|only|has|have|had|knows|needs|wants|set|reset|change|changed|forgot|new|test|page|site|manager|same|one|is|was|first|last|next|best|worst|reason|part|way|kind|type";
const TELLS_ZH: &str = "不|没|沒|忘|改|设|設|重置|找回|管理|哪|怎|什么|什麼|需要|必须|必須|知道|问|問|查|说|說|第|种|種|这|這|那|关于|關於|因为|因為|错|錯|加密|和|与|與|在";

/// "X is my Netflix password", X 是我的网飞密码: what the password is for stands between it and its name.
pub(super) fn before_owner(
    text: &str,
    lower: &str,
    (at, end): (usize, usize),
    name: &str,
) -> Option<Range<usize>> {
    const NEAR: usize = 48;
    let head = lower.get(..at)?;
    let near: usize = head.chars().rev().take(NEAR).map(char::len_utf8).sum();
    let near = head.get(at - near..)?;
    let near = near.rsplit([MASK, '\n', '.', ',', ';', '!', '?', '，', '。', '；']).next()?;
    let (join, value_end) = IS
        .split('|')
        .chain(["that's", "that’s"])
        .filter(|join| *join != "as")
        .filter_map(|join| whole(near, join).map(|place| (place + join.len(), place)))
        .max_by_key(|(behind, place)| (*behind, usize::MAX - place))?;
    let between = near.get(join..)?.trim();
    let after = lower.get(end..)?;
    // A pass has many other uses.
    if name == "pass" || !is_owner(between) || !closes(after) {
        return None;
    }
    let head = near.get(..value_end)?.trim_end_matches([' ', '"', '\'', '`', '”', '」', '—', '–']);
    let value = run_before(text, at - near.len() + head.len());
    let word = text.get(value.clone())?;
    let digit = word.bytes().any(|b| b.is_ascii_digit());
    let dashed = word.len() == 36 && word.matches('-').count() == 4;
    let number = word.len() >= 4 && word.bytes().all(|b| b.is_ascii_digit()) && between.is_ascii();
    let mixed = word.len() >= 6 && digit && is_mixed(word);
    let told = is_measure(word) || placeholder(word) || dashed || is_named(lower, value.start);
    ((mixed || number && !is_year(word)) && !told).then_some(value)
}

/// The last place of a word in a text, where a Latin one stands by itself.
fn whole(text: &str, word: &str) -> Option<usize> {
    let wordy = |c: char| c.is_ascii_alphanumeric();
    text.rmatch_indices(word).map(|(at, _)| at).find(|at| {
        !word.is_ascii()
            || !text.get(..*at).is_some_and(|head| head.ends_with(wordy))
                && !text.get(at + word.len()..).is_some_and(|tail| tail.starts_with(wordy))
    })
}

/// Tells whether words say whose a password is or what it opens: "my Netflix", 我的网飞, 网飞的.
fn is_owner(between: &str) -> bool {
    const FIRST: [&str; 9] = ["my", "our", "the", "his", "her", "their", "your", "mom's", "dad's"];
    if between.is_empty() || OTHERS.split('|').any(|other| !other.is_ascii() && between.contains(other)) {
        return false;
    }
    let words: Vec<&str> = between.split([' ', '-']).filter(|word| !word.is_empty()).collect();
    if between.is_ascii() {
        let owned = words.first().is_some_and(|first| FIRST.contains(first) || first.ends_with("'s"));
        let tells =
            |word: &&str| [TELLS, OTHERS].iter().any(|list| list.split('|').any(|known| known == *word));
        return owned
            && words.len() <= 5
            && !words.iter().skip(1).any(|word| tells(word) && *word != "account");
    }
    between.chars().count() <= 12 && !TELLS_ZH.split('|').any(|word| between.contains(word))
}

/// Tells whether nothing makes another thing of the word for a password: no policy, page or manager follows.
fn closes(after: &str) -> bool {
    const PARTICLES: [char; 12] = ['哦', '啊', '吧', '呢', '喔', '呀', '了', '哈', '啦', '的', '嘛', '哟'];
    let next = after.trim_start_matches(' ');
    let word = next.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let Some(first) = next.chars().next() else { return true };
    if after.starts_with(' ') && !word.is_empty() {
        return !is_about_passwords(word);
    }
    let thai = ["นะ", "ครับ", "ค่ะ", "จ้า", "ของ"].iter().any(|tail| next.starts_with(tail));
    thai || PARTICLES.contains(&first) || !first.is_alphanumeric() && !matches!(first, '_' | '-' | '/' | '\'')
}

/// Tells whether the word right before a place says that it is another thing: "commit 83eeeef is …".
pub(super) fn is_named(lower: &str, at: usize) -> bool {
    let head = lower.get(..at).unwrap_or_default().trim_end_matches([' ', '#', ':']);
    let word = head.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    !word.is_empty() && OTHERS.split('|').any(|other| other == word)
        || OTHERS.split('|').any(|other| !other.is_ascii() && head.ends_with(other))
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && (word.starts_with("19") || word.starts_with("20") || word.starts_with("25"))
}

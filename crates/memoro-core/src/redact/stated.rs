//! Secrets that the text names: `api_key=…`, `Bearer …`, "the password is …", รหัสผ่านคือ …, 密码是….
//! What is said about a password ("is wrong", "คืออะไร", "是什么") is no password, nor is a placeholder.

use std::ops::Range;

use super::around::behind_pause;
use super::pairs::Pairs;
use super::phrase::{lettered, passphrase, repeated};
use super::tokens::looks_random;
use super::{Secret, SecretKind};

/// Names before `=` or `:` whose value is a secret; the name must end with one of them.
const NAMES: &[(&str, SecretKind)] = &[
    ("api_key", SecretKind::ApiKey),
    ("apikey", SecretKind::ApiKey),
    ("api-key", SecretKind::ApiKey),
    ("api key", SecretKind::ApiKey),
    ("secret_key", SecretKind::ApiKey),
    ("secretkey", SecretKind::ApiKey),
    ("access_key", SecretKind::ApiKey),
    ("accesskey", SecretKind::ApiKey),
    ("accountkey", SecretKind::ApiKey),
    ("private_key", SecretKind::ApiKey),
    ("secret", SecretKind::ApiKey),
    ("token", SecretKind::Token),
    ("password", SecretKind::Password),
    ("passwd", SecretKind::Password),
    ("passphrase", SecretKind::Password),
    ("passcode", SecretKind::Password),
    ("pwd", SecretKind::Password),
    ("密钥", SecretKind::ApiKey),
    ("密鑰", SecretKind::ApiKey),
];

/// So many assignments are looked at in one unbroken run of characters.
const MOST_IN_A_RUN: usize = 16;

/// The longest value in characters.
const LONGEST: usize = 8192;

/// Finds the value of an assignment to a secret's name, and what follows `Bearer` or `Basic`.
pub(super) fn assignments(text: &str, lower: &str) -> Vec<Secret> {
    let mut found = Vec::new();
    let (mut run_end, mut in_run) = (0, 0);
    for (at, _) in lower.match_indices(['=', ':', '：']) {
        in_run = if at < run_end { in_run + 1 } else { 0 };
        if in_run > MOST_IN_A_RUN {
            continue;
        }
        let name = lower.get(..at).unwrap_or_default().trim_end_matches(['"', '\'', ' ', '`']);
        let Some(&(_, kind)) = NAMES.iter().find(|(n, _)| name.ends_with(n)) else { continue };
        let after = at + lower.get(at..).and_then(|r| r.chars().next()).map_or(1, char::len_utf8);
        let Some(range) = quoted_or_word(text, after, LONGEST) else { continue };
        run_end = run_end.max(range.end);
        found.extend(value_at(text, range, kind));
    }
    for scheme in ["bearer ", "basic "] {
        for (at, _) in lower.match_indices(scheme) {
            found.extend(scheme_value(text, lower, at, scheme));
        }
    }
    found
}

fn scheme_value(text: &str, lower: &str, at: usize, scheme: &str) -> Option<Secret> {
    let header = lower.get(..at)?.trim_end().ends_with("authorization:");
    let range =
        word(text, at + scheme.len(), LONGEST, |c| c.is_ascii_alphanumeric() || "._~+/=-".contains(c));
    let value = text.get(range.clone())?;
    let long = if header { value.len() >= 6 } else { value.len() >= 12 && looks_random(value) };
    let plain_basic = scheme == "basic " && !header;
    (long && !plain_basic).then_some(Secret { range, kind: SecretKind::Token })
}

fn value_at(text: &str, range: Range<usize>, kind: SecretKind) -> Option<Secret> {
    let value = text.get(range.clone())?;
    let fits = match kind {
        SecretKind::Password => value.chars().count() >= 4,
        _ => value.len() >= 8 && looks_random(value),
    };
    (fits && !placeholder(value)).then_some(Secret { range, kind })
}

/// The value after blanks: what stands between quotes, or all up to a blank or the end of a field.
pub(super) fn quoted_or_word(text: &str, from: usize, most: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let start = from + rest.len() - rest.trim_start_matches(' ').len();
    let first = text.get(start..)?.chars().next()?;
    let close = match first {
        '"' | '\'' | '`' => Some(first),
        '“' => Some('”'),
        '「' => Some('」'),
        _ => None,
    };
    if let Some(close) = close {
        let inside = start + first.len_utf8();
        let window: usize = text
            .get(inside..)?
            .chars()
            .take(200)
            .take_while(|c| *c != close && *c != '\n')
            .map(char::len_utf8)
            .sum();
        return Some(inside..inside + window);
    }
    let range = word(text, start, most, |c| c.is_ascii_graphic() && !"\"'`,;<>()[]{}|".contains(c));
    let value = text.get(range.clone())?;
    let value = match value.split_once('&') {
        Some((first, rest)) if rest.contains('=') => first,
        _ => value,
    };
    let trimmed = value.trim_end_matches(['.', '!', '?']).len();
    let kept = if value.len() - trimmed == 1 && !value.ends_with(['!', '?']) { trimmed } else { value.len() };
    Some(range.start..range.start + kept)
}

fn word(text: &str, from: usize, most: usize, belongs: impl Fn(char) -> bool) -> Range<usize> {
    let length: usize = text
        .get(from..)
        .unwrap_or_default()
        .chars()
        .take(most)
        .take_while(|c| belongs(*c))
        .map(char::len_utf8)
        .sum();
    from..from + length
}

/// A value that only holds a place, or that code computes.
pub(super) fn placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let starts = [
        "$",
        "%",
        "your",
        "my_",
        "process.env",
        "os.",
        "env.",
        "example",
        "changeme",
        "xxx",
        "***",
        "...",
        "redacted",
        "//",
        "/home",
        "/users",
        "/var",
        "/tmp",
        "/usr",
        "/etc",
        "/root",
        "/opt",
        "~/",
    ];
    let whole = [
        "none",
        "null",
        "nil",
        "true",
        "false",
        "string",
        "undefined",
        "required",
        "optional",
        "secret",
        "token",
        "password",
    ];
    starts.iter().any(|s| lower.starts_with(s))
        || whole.contains(&lower.as_str())
        || value.chars().all(|c| matches!(c, '*' | 'x' | 'X' | '.' | '-' | '_' | '•'))
}

/// Words for a password, in the three languages.
const WORDS: &[&str] = &[
    "password",
    "passcode",
    "passphrase",
    "passwd",
    "pin code",
    "my pin",
    "the pin",
    "atm pin",
    "pin number",
    "รหัสผ่าน",
    "พาสเวิร์ด",
    "พาสเวิด",
    "รหัสลับ",
    "รหัสบัตร",
    "รหัส pin",
    "รหัสพิน",
    "รหัส wifi",
    "รหัสไวไฟ",
    "รหัส wi-fi",
    "รหัส atm",
    "รหัสเอทีเอ็ม",
    "รหัส otp",
    "รหัสคือ",
    "密码",
    "密碼",
    "口令",
    "pin码",
    "pin碼",
    "验证码",
    "驗證碼",
];

/// What joins the word and the password.
const JOINS: &str = " is | is,|嘛|'s | = | was | to |คือ|เป็น|ว่า|：|:|是|为|為|=";

/// Finds passwords that a sentence states.
pub(super) fn stated(text: &str, lower: &str) -> Vec<Secret> {
    let mut found = Vec::new();
    let pairs = Pairs::of(lower);
    for name in WORDS.iter().filter(|name| pairs.may_hold(name)) {
        for (at, _) in lower.match_indices(name) {
            let name_end = at + name.strip_suffix("คือ").map_or(name.len(), str::len);
            found.extend(stated_after(text, lower, name_end));
        }
    }
    for (name, kind) in KEYS.iter().filter(|(name, _)| pairs.may_hold(name)) {
        for (at, _) in lower.match_indices(name) {
            found.extend(key_after(text, lower, at + name.len(), *kind));
        }
    }
    found
}

fn stated_after(text: &str, lower: &str, from: usize) -> Option<Secret> {
    let window: usize =
        lower.get(from..)?.chars().take(48).take_while(|c| !is_stop(*c)).map(char::len_utf8).sum();
    let clause = lower.get(from..from + window)?;
    let (at, join) = JOINS
        .split('|')
        .filter_map(|join| clause.find(join).map(|at| (at, join)))
        .min_by_key(|(at, join)| (*at, usize::MAX - join.len()))?;
    let between = clause.get(..at)?;
    if between.contains(['@', '/']) || ABOUT_IT.iter().any(|w| between.contains(w)) {
        return None;
    }
    let value_from = from + at + join.len();
    let made = |range| Secret { range, kind: SecretKind::Password };
    if let Some(range) = behind_pause(text, lower, value_from).or_else(|| repeated(lower, value_from)) {
        return Some(made(range));
    }
    if let Some(range) = phrased(text, (value_from, join), shortly_before(lower, from)) {
        return Some(made(range));
    }
    let range = quoted_or_word(text, value_from, 256)?;
    let value = text.get(range.clone())?;
    let quoted = text.get(value_from..range.start)?.contains(['"', '\'', '`', '“', '「']);
    let rest = text.get(range.end..)?;
    let next = rest.trim_start_matches(' ');
    let word: usize =
        next.chars().take(64).take_while(|c| !matches!(c, ' ' | ',' | '，')).map(char::len_utf8).sum();
    let next = next.get(..word).unwrap_or_default();
    if matches!(join, ":" | "：")
        && value.bytes().all(|b| b.is_ascii_lowercase())
        && (super::bare::is_mixed(next) || next.starts_with(super::MASK))
    {
        // What stands first in a list of several is what the password is for.
        return None;
    }
    if super::bare::is_postal(value, lower, from) {
        return None;
    }
    let english = join.is_ascii() && join.starts_with([' ', '\'']);
    let secret = value.chars().count() >= 4
        && !placeholder(value)
        && (quoted || if english { told_in_english(value, rest, join) } else { told(value) });
    secret.then(|| made(range))
}

/// What makes another thing of the word for a password: "my password manager is …".
const ABOUT_IT: [&str; 13] = [
    "password",
    "policy",
    "manager",
    "generator",
    "length",
    "ตัวจัดการ",
    "นโยบาย",
    "管理器",
    "管理工具",
    "生成器",
    "策略",
    "规则",
    "長度",
];

/// Returns the words of the same sentence right before a place.
pub(super) fn shortly_before(lower: &str, at: usize) -> &str {
    const NEAR: usize = 80;
    let from = (at.saturating_sub(NEAR)..=at).find(|i| lower.is_char_boundary(*i)).unwrap_or(at);
    let near = lower.get(from..at).unwrap_or_default();
    near.rsplit(['\n', '.', '!', '?', '。', super::MASK]).next().unwrap_or_default()
}

/// A value of several words, or one in Thai or Han letters; `before` ends with the name of the secret.
fn phrased(text: &str, (from, join): (usize, &str), before: &str) -> Option<Range<usize>> {
    let next = text.get(from..)?.trim_start_matches(' ').chars().next()?;
    if matches!(join, " to " | "'s " | "ว่า") || matches!(next, '"' | '\'' | '`' | '“' | '「') {
        return None;
    }
    if !next.is_ascii() {
        return lettered(text, from);
    }
    let owned = before.ends_with("passphrase") || before.contains("my ") || before.contains("our ");
    passphrase(text, from, if owned { 2 } else { 3 })
}

/// Words for a key or a token, before "is", คือ or 是.
const KEYS: &[(&str, SecretKind)] = &[
    ("api key", SecretKind::ApiKey),
    ("apikey", SecretKind::ApiKey),
    ("api_key", SecretKind::ApiKey),
    ("secret key", SecretKind::ApiKey),
    ("access key", SecretKind::ApiKey),
    ("secret", SecretKind::ApiKey),
    ("คีย์", SecretKind::ApiKey),
    ("密钥", SecretKind::ApiKey),
    ("密鑰", SecretKind::ApiKey),
    ("token", SecretKind::Token),
    ("โทเคน", SecretKind::Token),
    ("โทเค็น", SecretKind::Token),
    ("令牌", SecretKind::Token),
];

/// Finds a key that a sentence states; it must be long and look random.
fn key_after(text: &str, lower: &str, from: usize, kind: SecretKind) -> Option<Secret> {
    let rest = lower.get(from..)?;
    let owner = ["ของผม", "ของฉัน", "ของเรา"].iter().find_map(|o| rest.strip_prefix(o)).unwrap_or(rest);
    let joins = [" is ", "คือ", " คือ", "是", "为", "為", " 是"];
    let told = joins.iter().find(|join| owner.starts_with(**join));
    // Right behind its name a key must be long: "my api key abcd-efgh-…".
    let join = told.or(Some(&" ")).filter(|join| owner.starts_with(**join))?;
    let range = quoted_or_word(text, from + rest.len() - owner.len() + join.len(), LONGEST)?;
    let value = text.get(range.clone())?;
    let has = |test: fn(&u8) -> bool| value.bytes().any(|b| test(&b));
    let long = value.len() >= 12 || value.len() >= 8 && has(u8::is_ascii_alphabetic);
    let long = long && (told.is_some() || value.len() >= 16 && has(u8::is_ascii_alphabetic));
    let hex = told.is_some() && value.len() >= 24 && value.bytes().all(|b| b.is_ascii_hexdigit());
    let random = hex || long && looks_random(value) && has(u8::is_ascii_digit);
    (random && !placeholder(value)).then_some(Secret { range, kind })
}

fn is_stop(c: char) -> bool {
    matches!(c, super::MASK | '.' | '!' | '?' | '\n' | '。' | '！' | '？' | '；' | ';')
}

/// After คือ or 是 a password is a word without Thai or Han; a plain English word needs a digit or a sign.
fn told(value: &str) -> bool {
    value.is_ascii()
}

/// After "is", a word that tells about the password is not the password.
fn told_in_english(value: &str, rest: &str, join: &str) -> bool {
    let odd = value.chars().any(|c| !c.is_ascii_lowercase() && c != '-')
        && !value.chars().skip(1).all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '.'));
    if odd {
        return value.chars().any(|c| c.is_ascii_digit() || c.is_ascii_punctuation()) || join == " is ";
    }
    join == " is " && ends_clause(rest) && !is_about(value)
}

/// Tells whether nothing more is said of a value: the clause ends behind it.
pub(super) fn ends_clause(rest: &str) -> bool {
    let next = rest.trim_start_matches([',', '.', '!', ' ']);
    // Where nothing is blank a word is as long as the text, and this is asked of every name in it.
    let length: usize = next.chars().take(4).take_while(|c| !c.is_whitespace()).map(char::len_utf8).sum();
    let next = next.get(..length).unwrap_or_default();
    rest.trim_start().is_empty()
        || rest.starts_with(['.', ',', '!', '\n', ';', ')', '，', '。', '；', '！'])
        || rest.trim_start().starts_with(|c: char| !c.is_ascii())
        || matches!(next, "and" | "so" | "for" | "but")
}

/// Tells whether a word says something of a password instead of being one.
pub(super) fn is_about(word: &str) -> bool {
    ABOUT.contains(&word.to_ascii_lowercase().as_str())
}

const ABOUT: &[&str] = &[
    "wrong",
    "incorrect",
    "invalid",
    "weak",
    "strong",
    "required",
    "needed",
    "expired",
    "stored",
    "secret",
    "secure",
    "long",
    "short",
    "missing",
    "empty",
    "correct",
    "right",
    "fine",
    "different",
    "unknown",
    "safe",
    "encrypted",
    "hashed",
    "hidden",
    "here",
    "there",
    "this",
    "that",
    "what",
    "okay",
    "good",
    "changed",
    "reset",
    "lost",
    "gone",
    "broken",
    "leaked",
    "compromised",
    "optional",
    "mandatory",
    "visible",
    "public",
    "private",
    "below",
    "above",
    "rejected",
    "accepted",
    "blank",
    "case-sensitive",
    "same",
    "nothing",
    "important",
    "forgotten",
    "saved",
];

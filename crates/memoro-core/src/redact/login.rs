//! Logins that name the user and the password at once ("login: bob / Passw0rd99", "user bob pass Passw0rd99"), recovery phrases of a wallet, and a secret that
//! is told as one. A page, a time or an address behind "login" is none of them.

use std::ops::Range;

use super::bare::{is_measure, is_mixed};
use super::pairs::Pairs;
use super::stated::{ends_clause, is_about, placeholder};
use super::{Secret, SecretKind};

/// Names of a pair of user and password.
const LOGINS: &[&str] = &[
    "login",
    "log-in",
    "logon",
    "credentials",
    "creds",
    "ล็อกอิน",
    "ล็อคอิน",
    "บัญชีเข้าใช้",
    "登录信息",
    "登入資訊",
    "登录",
    "登入",
    "账号密码",
    "帳號密碼",
];
/// Things that are logged into, and whose model is told in the same way: only users that they come with count.
const BOXES: &[&str] = &["router", "modem", "เราเตอร์", "路由器"];
/// Users that things come with.
const KNOWN: [&str; 4] = ["admin", "root", "administrator", "guest"];
/// Names of the words from which a wallet is made again.
const PHRASES: &[&str] = &[
    "recovery phrase",
    "seed phrase",
    "mnemonic phrase",
    "mnemonic",
    "backup phrase",
    "secret phrase",
    "recovery words",
    "seed words",
    "วลีกู้คืน",
    "วลีสำรอง",
    "ซีดเฟรส",
    "助记词",
    "助記詞",
    "恢复短语",
];
/// What joins a name and its value.
const JOINS: &[&str] = &["is", "are", "คือ", "เป็น", "是", "为", "為", "：", ":", "="];
/// The fewest and the most words of a recovery phrase.
const WORDS: (usize, usize) = (12, 24);

/// Finds logins, recovery phrases and told secrets.
pub(super) fn logins(text: &str, lower: &str) -> Vec<Secret> {
    let pairs = Pairs::of(lower);
    let mut found = Vec::new();
    let mut behind = |names: &[&str], read: fn(&str, usize) -> Option<Range<usize>>| {
        for name in names.iter().filter(|name| pairs.may_hold(name)) {
            for (at, _) in lower.match_indices(name) {
                let range = joined(lower, at + name.len()).and_then(|from| read(text, from));
                let range = range.or_else(|| bare_pair(text, lower, (name, at + name.len())));
                found.extend(range.map(|range| Secret { range, kind: SecretKind::Password }));
            }
        }
    };
    behind(LOGINS, pair);
    behind(LOGINS, listed);
    behind(BOXES, of_known);
    behind(PHRASES, phrase);
    behind(&["the secret", "my secret", "our secret"], told);
    for name in PASSES.split('|').filter(|name| pairs.may_hold(name)) {
        let places = lower.match_indices(name);
        let ranges = places.filter_map(|(at, _)| of_user(text, lower, (at, at + name.len())));
        found.extend(ranges.map(|range| Secret { range, kind: SecretKind::Password }));
    }
    found
}

/// Words for a password behind the name of its user.
const PASSES: &str = "password|passwd|passcode|pass|pwd|pw|รหัสผ่าน|รหัส|พาสเวิร์ด|พาส|密码|密碼|口令";
/// Words before the name of a user.
const USERS: &str = "username|user name|user id|userid|user|login|ยูสเซอร์|ยูเซอร์|ยูส|ชื่อผู้ใช้|ผู้ใช้|ไอดี|用户名|用戶名|用户|用戶|账号|帳號|帐号|账户|登录名";
/// What stands between a user and a password.
const AND: [&str; 12] = ["and", "with", "และ", "กับ", "แล้วก็", "和", "跟", "/", "&", ",", "，", "、"];

/// `bob/Passw0rd99` right behind "credentials", and `bob:Passw0rd99` behind any name of a login.
fn bare_pair(text: &str, lower: &str, (name, from): (&str, usize)) -> Option<Range<usize>> {
    if !LOGINS.contains(&name) && !BOXES.contains(&name)
        || lower.get(from..)?.starts_with(|c: char| c.is_ascii_alphanumeric())
    {
        return None;
    }
    let start = from + lower.get(from..)?.len() - lower.get(from..)?.trim_start_matches(' ').len();
    let range = pair(text, start)?;
    let between = text.get(start..range.start)?;
    let both = ["cred", "账号密码", "帳號密碼", "登录信息", "登入資訊", "บัญชี"]
        .iter()
        .any(|sure| name.starts_with(sure));
    let path = text.get(range.clone())?.contains('.') || between.contains('.');
    let user = between.trim_end_matches(['/', ' ']);
    let folder = ["src", "lib", "app", "config", "vault", "docs", "secrets", "test", "tests"].contains(&user);
    let known = KNOWN.contains(&user);
    (known || !BOXES.contains(&name) && (both && !path && !folder || between.ends_with(':'))).then_some(range)
}

/// A pair whose user is one that things come with.
fn of_known(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let known = KNOWN.iter().any(|user| {
        rest.strip_prefix(*user).is_some_and(|tail| !tail.starts_with(|c: char| c.is_ascii_alphanumeric()))
    });
    known.then(|| pair(text, from).or_else(|| listed(text, from)))?
}

/// "admin and toor123x", "admin กับ toor123x", admin和toor123x, to the end of the clause.
fn listed(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let user = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"._-@+".contains(b)).count();
    let name = rest.get(..user).filter(|name| !name.is_empty() && user <= 64 && !is_about(name))?;
    let gap = rest.get(user..)?;
    let sep = gap.trim_start_matches(' ');
    let sep = AND.iter().find_map(|word| sep.strip_prefix(*word))?.trim_start_matches(' ');
    let sep = PASSES
        .split('|')
        .find_map(|word| sep.strip_prefix(word))
        .unwrap_or(sep)
        .trim_start_matches([' ', ':']);
    let plain = !matches!(
        name.to_ascii_lowercase().as_str(),
        "at" | "on" | "via" | "by" | "for" | "with" | "free" | "open"
    );
    let value = word_at(text, text.len() - sep.len(), 6)?;
    (plain && ends_clause(text.get(value.end..)?)).then_some(value)
}

/// "user bob pass Passw0rd99", ชื่อผู้ใช้ bob รหัส Passw0rd99, 用户名 bob 口令 Passw0rd99.
fn of_user(text: &str, lower: &str, (at, end): (usize, usize)) -> Option<Range<usize>> {
    let tail = lower.get(end..)?;
    if tail.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')) {
        return None;
    }
    let mut head = lower.get(..at)?.trim_end_matches(' ');
    head = AND.iter().find_map(|word| head.strip_suffix(*word)).unwrap_or(head).trim_end_matches(' ');
    let user: usize =
        head.bytes().rev().take(64).take_while(|b| b.is_ascii_alphanumeric() || b"._-@+".contains(b)).count();
    let name = head.get(head.len() - user..).filter(|name| !name.is_empty() && !is_about(name))?;
    let before = head.get(..head.len() - name.len())?;
    let stripped = before.trim_end_matches([' ', '=', ':', '：']);
    let stripped =
        JOINS.iter().find_map(|join| stripped.strip_suffix(join)).unwrap_or(stripped).trim_end_matches(' ');
    let word =
        USERS.split('|').find(|word| stripped.ends_with(*word)).or(name.contains('@').then_some(""))?;
    let part = !word.is_empty()
        && word.is_ascii()
        && stripped.get(..stripped.len() - word.len())?.ends_with(|c: char| c.is_ascii_alphanumeric());
    let bare = word == "login" && before.trim_end_matches(' ').len() == stripped.len();
    if part || bare || word.is_ascii() && before == stripped && !word.is_empty() {
        return None;
    }
    let tail = tail.trim_start_matches([' ', ':', '：', '=']);
    let tail = JOINS.iter().find_map(|join| tail.strip_prefix(join)).unwrap_or(tail);
    let value = word_at(text, lower.len() - tail.trim_start_matches(' ').len(), 6)?;
    ends_clause(text.get(value.end..)?).then_some(value)
}

/// An unbroken word that mixes letters with digits or signs.
fn word_at(text: &str, from: usize, least: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let length = rest
        .bytes()
        .take(128)
        .take_while(|b| b.is_ascii_graphic() && !b",;\"'`()<>[]{}|".contains(b))
        .count();
    let word = rest.get(..length)?.trim_end_matches(['.', '!', '?']);
    let secret = word.len() >= least
        && is_mixed(word)
        && !is_measure(word)
        && !placeholder(word)
        && !word.contains('/');
    secret.then(|| from..from + word.len())
}

/// The place behind a name and what joins it to its value; some joining word must be there.
fn joined(lower: &str, from: usize) -> Option<usize> {
    let rest = lower.get(from..)?.trim_start_matches(' ');
    let tail = JOINS.iter().find_map(|join| rest.strip_prefix(join))?;
    Some(lower.len() - tail.trim_start_matches(' ').len())
}

/// The password of `bob / Passw0rd99` and `root:toor1234`.
fn pair(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let user: usize = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"._-@+".contains(b)).count();
    let behind = rest.get(user..).filter(|_| (1..=64).contains(&user))?;
    let gap = behind.trim_start_matches(' ');
    let value = gap.strip_prefix('/').or_else(|| gap.strip_prefix(':'))?;
    let value = value.trim_start_matches(' ');
    if value.starts_with('/') {
        return None;
    }
    let length =
        value.bytes().take_while(|b| b.is_ascii_graphic() && !b",;\"'`()<>[]{}|".contains(b)).count();
    let word = value.get(..length)?.trim_end_matches(['.', '!', '?']);
    let digit = word.bytes().any(|b| b.is_ascii_digit());
    let letter = word.bytes().any(|b| b.is_ascii_alphabetic());
    let secret = word.len() >= 6 && digit && letter && !placeholder(word) && !word.contains('/');
    let start = text.len() - value.len();
    secret.then(|| start..start + word.len())
}

/// Twelve to twenty-four plain words in a row.
fn phrase(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let (mut end, mut count) = (0, 0);
    while count < WORDS.1 {
        let gap = rest.get(end..)?.len() - rest.get(end..)?.trim_start_matches([' ', ',', '\n']).len();
        let word = rest.get(end + gap..)?.bytes().take_while(u8::is_ascii_lowercase).count();
        let goes_on = rest.get(end + gap + word..)?.starts_with(|c: char| c.is_alphanumeric());
        if !(3..=8).contains(&word) || goes_on {
            break;
        }
        (end, count) = (end + gap + word, count + 1);
    }
    (count >= WORDS.0).then(|| from..from + end)
}

/// What a secret is made of in a recipe or in advice, which nobody hides.
const ADVICE: &str = "patience|practice|butter|simple|consistency|discipline|timing|honesty|garlic|vinegar|communication|preparation|persistence|humility|kindness|balance|moderation|focus|listening|teamwork|repetition|respect|curiosity|sesame|balsamic|nothing|everything|simplicity|trust|planning";

/// One word that is told to be the secret, and nothing behind it.
fn told(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let length = rest.bytes().take_while(|b| b.is_ascii_graphic() && !b",;".contains(b)).count();
    let word = rest.get(..length)?.trim_end_matches(['.', '!', '?']);
    let ends = rest.get(length..)?.trim_start().is_empty();
    let plain = ADVICE.split('|').any(|known| known.eq_ignore_ascii_case(word));
    let secret = word.len() >= 6 && ends && !plain && !is_about(word) && !placeholder(word);
    secret.then(|| from..from + word.len())
}

#[cfg(test)]
mod tests {
    use super::super::redact;

    #[test]
    fn logins_recovery_phrases_and_told_secrets_are_hidden() {
        let words = "abandon ability able about above absent absorb abstract absurd abuse access accident";
        for (text, hidden) in [
            ("login: bob / Passw0rd99".to_owned(), "Passw0rd99"),
            ("the server login is root:toor1234".to_owned(), "toor1234"),
            ("ล็อกอินคือ admin / Somchai99".to_owned(), "Somchai99"),
            ("登录是 root:toor1234".to_owned(), "toor1234"),
            ("my OTP secret is JBSWY3DPEHPK3PXP".to_owned(), "JBSWY3DPEHPK3PXP"),
            ("the secret is swordfish".to_owned(), "swordfish"),
            ("my api key abcd-efgh-1234-5678-ijkl".to_owned(), "abcd-efgh-1234"),
            (format!("my recovery phrase is {words}"), "absurd"),
            (format!("助记词是 {words}"), "absurd"),
            ("my twilio key is SK0123456789abcdef0123456789abcdef".to_owned(), "456789abcdef01234"),
            (
                format!(
                    "my discord key is {}.{}.{}",
                    "MTk4NjIyNDgzNDcxOTI1MjQ4", "Cl2FMQ", "ZnCjm1XVW7vRze4b7Cq4se7kKWs"
                ),
                "ZnCjm1XVW7vRze4b",
            ),
            (format!("my notion key is ntn_{}", "a1B2".repeat(11)), "a1B2a1B2a1B2"),
        ] {
            let left = redact(&text).text.into_owned();
            assert!(!left.contains(hidden), "{text}: {left}");
        }
    }

    #[test]
    fn what_only_looks_like_a_login_stays() {
        for text in [
            "my password manager is 1Password",
            "the login page is at example.com/login",
            "login: https://example.com/a1b2c3",
            "the login is at 9:30",
            "the secret to good code is tests",
            "the secret is patience",
            "the secret is that we start early",
            "the api key lives in Vault",
            "the recovery phrase is in the safe",
            "the package is com.example.app.Token",
            "ล็อกอินที่หน้าแรก",
            "登录页在首页",
        ] {
            assert_eq!(redact(text).text, text);
        }
    }
}

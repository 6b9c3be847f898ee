//! Logins that name the user and the password at once ("login: bob / Passw0rd99"), recovery phrases of a wallet, and a secret that
//! is told as one. A page, a time or an address behind "login" is none of them.

use std::ops::Range;

use super::pairs::Pairs;
use super::stated::{is_about, placeholder};
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
                found.extend(range.map(|range| Secret { range, kind: SecretKind::Password }));
            }
        }
    };
    behind(LOGINS, pair);
    behind(PHRASES, phrase);
    behind(&["the secret", "my secret", "our secret"], told);
    found
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

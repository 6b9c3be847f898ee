//! Secrets that stand right behind their name, with or without a word between: 密码hunter22, "รหัส ATM 778812",
//! "pw: swordfish", "our pin is 4821". A name that has other uses ("pass", "pin") needs a value that looks like a
//! secret; a count, a version, a standard or a date is none.

use super::pairs::Pairs;
use super::phrase::repeated;
use super::stated::{ends_clause, is_about, placeholder, quoted_or_word, shortly_before};
use super::{Secret, SecretKind};

/// What must follow a name for it to be that of a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// Letters with digits or signs; in Thai and Chinese also digits alone.
    Mixed,
    /// A joining word and a value of its own.
    Joined,
    /// So many digits.
    Digits(usize, usize),
}

/// Names, and what must follow them.
const NAMES: &[(&str, Need)] = &[
    ("password", Need::Mixed),
    ("passwd", Need::Mixed),
    ("passcode", Need::Mixed),
    ("passphrase", Need::Mixed),
    ("รหัสผ่าน", Need::Mixed),
    ("พาสเวิร์ด", Need::Mixed),
    ("พาสเวิด", Need::Mixed),
    ("พาส", Need::Mixed),
    ("รหัสลับ", Need::Mixed),
    ("รหัสไวไฟ", Need::Mixed),
    ("รหัส wifi", Need::Mixed),
    ("รหัส wi-fi", Need::Mixed),
    ("รหัสwifi", Need::Mixed),
    ("密码", Need::Mixed),
    ("密碼", Need::Mixed),
    ("口令", Need::Mixed),
    ("密钥", Need::Mixed),
    ("密鑰", Need::Mixed),
    ("pass", Need::Joined),
    ("pw", Need::Joined),
    ("pwd", Need::Joined),
    ("pin", Need::Digits(4, 8)),
    ("pin code", Need::Digits(4, 8)),
    ("pin number", Need::Digits(4, 8)),
    ("passcode", Need::Digits(4, 8)),
    ("otp", Need::Digits(4, 8)),
    ("cvv", Need::Digits(3, 4)),
    ("cvc", Need::Digits(3, 4)),
    ("door code", Need::Digits(4, 10)),
    ("gate code", Need::Digits(4, 10)),
    ("alarm code", Need::Digits(4, 10)),
    ("safe code", Need::Digits(4, 10)),
    ("lock code", Need::Digits(4, 10)),
    ("unlock code", Need::Digits(4, 10)),
    ("entry code", Need::Digits(4, 10)),
    ("security code", Need::Digits(3, 10)),
    ("verification code", Need::Digits(4, 10)),
    ("authentication code", Need::Digits(4, 10)),
    ("confirmation code", Need::Digits(4, 10)),
    ("login code", Need::Digits(4, 10)),
    ("access code", Need::Digits(4, 10)),
    ("recovery code", Need::Digits(4, 10)),
    ("backup code", Need::Digits(4, 10)),
    ("2fa code", Need::Digits(4, 10)),
    ("two-factor code", Need::Digits(4, 10)),
    ("screen lock", Need::Digits(4, 10)),
    ("safe combination", Need::Digits(4, 10)),
    ("lock combination", Need::Digits(4, 10)),
    ("locker combination", Need::Digits(4, 10)),
    ("รหัส atm", Need::Digits(4, 8)),
    ("รหัสatm", Need::Digits(4, 8)),
    ("รหัสเอทีเอ็ม", Need::Digits(4, 8)),
    ("รหัสกดเงิน", Need::Digits(4, 8)),
    ("รหัส otp", Need::Digits(4, 8)),
    ("รหัส pin", Need::Digits(4, 8)),
    ("รหัสพิน", Need::Digits(4, 8)),
    ("พิน", Need::Digits(4, 8)),
    ("รหัสบัตร", Need::Digits(3, 8)),
    ("รหัสตู้เซฟ", Need::Digits(4, 10)),
    ("รหัสประตู", Need::Digits(4, 10)),
    ("รหัสเข้าบ้าน", Need::Digits(4, 10)),
    ("รหัสปลดล็อก", Need::Digits(4, 10)),
    ("รหัสล็อก", Need::Digits(4, 10)),
    ("รหัสเครื่อง", Need::Digits(4, 10)),
    ("รหัสมือถือ", Need::Digits(4, 10)),
    ("รหัสยืนยัน", Need::Digits(4, 8)),
    ("รหัสหลังบัตร", Need::Digits(3, 4)),
    ("เลขหลังบัตร", Need::Digits(3, 4)),
    ("รหัส cvv", Need::Digits(3, 4)),
    ("รหัสโทรศัพท์", Need::Digits(4, 10)),
    ("รหัสเข้าห้อง", Need::Digits(4, 10)),
    ("รหัสเข้าเครื่อง", Need::Digits(4, 10)),
    ("รหัสแอป", Need::Digits(4, 8)),
    ("รหัสธนาคาร", Need::Digits(4, 8)),
    ("รหัสกันขโมย", Need::Digits(4, 10)),
    ("โอทีพี", Need::Digits(4, 8)),
    ("pin码", Need::Digits(4, 8)),
    ("pin碼", Need::Digits(4, 8)),
    ("验证码", Need::Digits(4, 8)),
    ("驗證碼", Need::Digits(4, 8)),
    ("安全码", Need::Digits(3, 8)),
    ("安全碼", Need::Digits(3, 8)),
    ("动态码", Need::Digits(4, 8)),
    ("動態碼", Need::Digits(4, 8)),
    ("校验码", Need::Digits(4, 8)),
    ("解锁码", Need::Digits(4, 10)),
    ("解鎖碼", Need::Digits(4, 10)),
    ("门锁码", Need::Digits(4, 10)),
    ("门禁码", Need::Digits(4, 10)),
    ("門禁碼", Need::Digits(4, 10)),
];

/// Words between a name and its value that say whose it is.
const WHOSE: &[&str] = &[
    "ของผม",
    "ของฉัน",
    "ของเรา",
    "ของหนู",
    "ของดิฉัน",
    "ของบ้าน",
    "ที่บ้าน",
    "ที่ออฟฟิศ",
    "ออฟฟิศ",
    "บ้าน",
    "ของ",
    "ผม",
    "ฉัน",
    "เน็ต",
    "ไวไฟ",
    "wifi",
    "wi-fi",
    "อีเมล",
    "เมล",
    "เฟซบุ๊ก",
    "เฟส",
    "ไลน์",
    "ธนาคาร",
    "คอม",
    "เครื่อง",
    "มือถือ",
    "โทรศัพท์",
    "แอป",
    " of mine",
    " for me",
];

/// What joins a name and its value.
const JOINS: &[&str] = &["คือ", "เป็น", "是", "为", "為", "：", ":", "=", "->", "→", "is ", "was "];

/// Finds the secrets right behind their names.
pub(super) fn bare(text: &str, lower: &str) -> Vec<Secret> {
    let pairs = Pairs::of(lower);
    let mut found = Vec::new();
    for (name, need) in NAMES.iter().filter(|(name, _)| pairs.may_hold(name)) {
        for (at, _) in lower.match_indices(name) {
            if is_whole(lower, at, name) {
                found.extend(behind(text, lower, at + name.len(), (name, *need)));
            }
        }
    }
    found
}

/// Tells whether a Latin name is a word of its own: `pass` is none in `bypass` or `passport`.
fn is_whole(lower: &str, at: usize, name: &str) -> bool {
    let wordy = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let before = lower.get(..at).and_then(|head| head.chars().next_back());
    let after = lower.get(at + name.len()..).and_then(|tail| tail.chars().next());
    let starts = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    let ends = name.ends_with(|c: char| c.is_ascii_alphanumeric());
    let led = || {
        ["ว่า", "จำ", "ไว้", "คือ", "และ", "กับ", "รหัส", "เลข", "เป็น", "ให้"]
            .iter()
            .any(|w| lower.get(..at).is_some_and(|head| head.ends_with(w)))
    };
    let thai_goes_on =
        *name == *"พิน" && before.is_some_and(|c| ('\u{0E00}'..='\u{0E7F}').contains(&c)) && !led();
    let inside = starts && before.is_some_and(wordy) || ends && after.is_some_and(wordy);
    !inside && !thai_goes_on
}

fn behind(text: &str, lower: &str, from: usize, (name, need): (&str, Need)) -> Option<Secret> {
    let rest = lower.get(from..)?;
    let mut tail = rest.trim_start_matches(' ');
    while let Some(owned) = WHOSE.iter().find_map(|word| tail.strip_prefix(word.trim_start())) {
        tail = owned.trim_start_matches(' ');
    }
    if matches!(need, Need::Digits(..)) {
        tail = after_owner(tail);
    }
    let join = JOINS.iter().find_map(|join| tail.strip_prefix(join));
    let at = from + rest.len() - join.unwrap_or(tail).len();
    if let Need::Digits(least, most) = need
        && let Some(range) = spelled(lower, at, (least, most)).or_else(|| repeated(lower, at))
    {
        return Some(Secret { range, kind: SecretKind::Password });
    }
    let range = quoted_or_word(text, at, 256)?;
    let value = text.get(range.clone())?;
    let after = text.get(range.end..)?;
    if is_postal(value, lower, from) {
        return None;
    }
    let measured = is_measure(value) && !name.ends_with("combination");
    if value.is_empty() || placeholder(value) || measured {
        return None;
    }
    let latin = name.is_ascii();
    let secret = match need {
        Need::Digits(least, most) => {
            let digits = value.bytes().filter(u8::is_ascii_digit).count();
            value.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'#' | b'*'))
                && (least..=most).contains(&digits)
                && (!latin || join.is_some() || ends_clause(after))
        }
        Need::Mixed => {
            let long = value.chars().count() >= 6 || ends_clause(after);
            let sign = |b: u8| b.is_ascii_digit() || matches!(b, b'#' | b'*');
            let number = !latin && value.len() >= 4 && value.bytes().all(sign);
            join.is_none() && (number || is_mixed(value) && (!latin || long))
        }
        Need::Joined => join.is_some() && joined(name, value, (lower, from), after),
    };
    secret.then_some(Secret { range, kind: SecretKind::Password })
}

/// Tells whether a "pin code" is the one of a place in India: six digits, and nothing near that is opened with a code.
pub(super) fn is_postal(value: &str, lower: &str, from: usize) -> bool {
    const OPENED: &str = "atm|card|bank|phone|sim|door|gate|lock|debit|credit|safe|alarm|account|login|app|upi|secret|wallet|mobile|tablet|laptop|locker";
    let six = value.len() == 6 && value.bytes().all(|b| b.is_ascii_digit()) && !value.starts_with('0');
    let (before, after) = (lower.get(..from).unwrap_or_default(), lower.get(from..).unwrap_or_default());
    let named = before.ends_with("pin code") || before.ends_with("pin") && after.starts_with(" code");
    if !named || !six {
        return false;
    }
    let window: usize = after.chars().take(60).map(char::len_utf8).sum();
    let near = [shortly_before(lower, from), after.get(..window).unwrap_or_default()];
    !near.iter().any(|near| {
        near.split(|c: char| !c.is_ascii_alphabetic())
            .any(|word| OPENED.split('|').any(|known| known == word))
    })
}

/// Leaves out whose or of what a code is, between its name and its digits: รหัสเอทีเอ็มผม 1234, "the unlock code for my
/// phone is 998877".
fn after_owner(tail: &str) -> &str {
    const MOST: usize = 28;
    if let Some(rest) = ["for ", "of ", "to ", "on "].iter().find_map(|word| tail.strip_prefix(word)) {
        let window: usize = rest.chars().take(MOST).map(char::len_utf8).sum();
        let near = rest.get(..window).unwrap_or_default();
        return near.find(" is ").and_then(|at| rest.get(at + 1..)).unwrap_or(tail);
    }
    let thai = |c: char| ('\u{0E00}'..='\u{0E7F}').contains(&c);
    let length: usize = tail.chars().take(MOST).take_while(|c| thai(*c)).map(char::len_utf8).sum();
    let (between, rest) = (tail.get(..length).unwrap_or_default(), tail.get(length..).unwrap_or_default());
    let told = ["เมื่อ", "ปี", "วันที่", "ตอน", "ราคา", "ต้อง", "อย่าง", "ไม่", "หมดอายุ", "ทุก"]
        .iter()
        .any(|w| between.contains(w));
    let digits = rest.trim_start_matches(' ').starts_with(|c: char| c.is_ascii_digit());
    if told || !digits || between.is_empty() {
        return tail;
    }
    let joined = ["คือ", "เป็น"].iter().find_map(|join| between.strip_suffix(join));
    tail.get(joined.map_or(length, str::len)..).unwrap_or(tail)
}

/// Returns the place of digits that are written as words: "four eight two one", สี่แปดสองหนึ่ง, 四八二一.
fn spelled(lower: &str, from: usize, (least, most): (usize, usize)) -> Option<std::ops::Range<usize>> {
    const DIGITS: &str = "zero|oh|one|two|three|four|five|six|seven|eight|nine|ศูนย์|หนึ่ง|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|零|一|二|三|四|五|六|七|八|九";
    let rest = lower.get(from..)?;
    let start = from + rest.len() - rest.trim_start_matches(' ').len();
    let (mut end, mut count) = (start, 0);
    while let Some(next) = lower.get(end..) {
        let word = next.trim_start_matches([' ', '-']);
        let Some(digit) = DIGITS.split('|').find(|digit| word.starts_with(digit)) else { break };
        let follows = word.get(digit.len()..).and_then(|after| after.chars().next());
        if digit.is_ascii() && follows.is_some_and(|c| c.is_ascii_alphanumeric()) {
            break;
        }
        end = lower.len() - word.len() + digit.len();
        count += 1;
    }
    (least.max(4)..=most).contains(&count).then_some(start..end)
}

/// Tells whether a secret is digits that are written as words, of which nothing may be shown.
pub(super) fn is_spelled(secret: &str) -> bool {
    let lower = secret.to_ascii_lowercase();
    spelled(&lower, 0, (4, 12)).is_some_and(|range| range == (0..lower.len()))
}

/// A short name with a join: mixed characters, or a word that is nothing else to say of a pass.
fn joined(name: &str, value: &str, (lower, from): (&str, usize), after: &str) -> bool {
    if is_mixed(value) {
        return true;
    }
    let line = shortly_before(lower, from);
    let says = |words: &[&str]| words.iter().any(|word| line.contains(word));
    let account = says(&[
        "user",
        "login",
        "wifi",
        "wi-fi",
        "account",
        "root",
        "admin",
        "ssid",
        "ssh",
        "ftp",
        "รหัส",
        "密",
    ]);
    let counted =
        value.len() >= 6 && value.bytes().all(|b| b.is_ascii_digit()) && !says(&["fail", "test", "skip"]);
    let words = value.len() >= 4 && !is_about(value) && ends_clause(after);
    words && (name != "pass" || account || counted)
}

/// Letters with digits, or letters with a sign that words do not have.
pub(super) fn is_mixed(value: &str) -> bool {
    let has = |test: fn(&u8) -> bool| value.bytes().any(|b| test(&b));
    let letter = has(u8::is_ascii_alphabetic);
    let sign = value.bytes().any(|b| b"!@#$%^&*+~".contains(&b));
    let mail = value.contains('@') && value.contains('.');
    let path = value.contains("://") || value.starts_with(['/', '.', '<', '{', '(', '[']);
    value.len() >= 4 && value.is_ascii() && letter && (has(u8::is_ascii_digit) || sign) && !mail && !path
}

/// What people write of passwords that has digits in it and is none: a length, an age, a version, a standard, a date.
pub(super) fn is_measure(value: &str) -> bool {
    const UNITS: &[&str] = &[
        "digit",
        "digits",
        "char",
        "chars",
        "character",
        "characters",
        "day",
        "days",
        "month",
        "months",
        "bit",
        "bits",
        "min",
        "mins",
        "minute",
        "minutes",
        "hour",
        "hours",
        "sec",
        "second",
        "seconds",
        "time",
        "times",
        "th",
        "st",
        "nd",
        "rd",
        "x",
        "letter",
        "letters",
        "week",
        "weeks",
        "year",
        "years",
        "d",
        "h",
        "m",
        "s",
    ];
    const STANDARDS: &[&str] = &[
        "sha", "md5", "argon2", "oauth", "base64", "base32", "utf", "aes", "rsa", "2fa", "mfa", "ascii",
        "http", "tls", "ssl", "ipv", "bcrypt", "scrypt", "pbkdf2", "hmac", "x509", "ed25519", "otp2",
        "fido2", "u2f", "wpa", "iso", "rfc", "owasp", "nist", "v1", "v2", "v3",
    ];
    let lower = value.to_ascii_lowercase();
    let rest = lower.trim_start_matches(|c: char| c.is_ascii_digit());
    let unit = rest.len() < lower.len() && UNITS.contains(&rest.trim_start_matches(['-', '+', ' ']));
    let standard = STANDARDS.iter().any(|start| lower.starts_with(start)) && lower.len() <= 14;
    let date = lower.len() >= 8
        && lower.matches(['-', '/', '.']).count() == 2
        && lower.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '/' | '.'));
    unit || standard || date
}

/// Finds the secret half of a cloud key: forty characters of mixed case near its id or its name.
pub(super) fn cloud_secrets(text: &str) -> Vec<Secret> {
    const LENGTH: usize = 40;
    const NEAR: usize = 200;
    let bytes = text.as_bytes();
    let belongs = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'+');
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !belongs(bytes[at]) {
            at += 1;
            continue;
        }
        let run = bytes.get(at..).map_or(0, |rest| rest.iter().take_while(|b| belongs(**b)).count());
        let range = at..at + run;
        at = range.end;
        let value = text.get(range.clone()).unwrap_or_default();
        let glued =
            range.start.checked_sub(1).and_then(|i| bytes.get(i)).is_some_and(|b| matches!(b, b'_' | b'-'));
        if run != LENGTH || glued || !is_of_three_classes(value) {
            continue;
        }
        let from = (range.start.saturating_sub(NEAR)..=range.start).find(|i| text.is_char_boundary(*i));
        let before = from.and_then(|from| text.get(from..range.start)).unwrap_or_default();
        let near = before.contains("AKIA") || before.contains("ASIA") || {
            let lower = before.to_ascii_lowercase();
            lower.contains("aws") || lower.contains("secret")
        };
        if near {
            found.push(Secret { range, kind: SecretKind::ApiKey });
        }
    }
    found
}

fn is_of_three_classes(value: &str) -> bool {
    let has = |test: fn(&u8) -> bool| value.bytes().any(|b| test(&b));
    has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit)
}

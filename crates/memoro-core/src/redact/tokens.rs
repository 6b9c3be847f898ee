//! Secrets that are known by their form: keys with a published prefix, web tokens, private key blocks,
//! passwords inside addresses. A prefix alone is never enough; what follows must look random.

use super::{Secret, SecretKind};

/// How the part after a prefix must look.
#[derive(Clone, Copy)]
enum Rest {
    /// At least so many characters, one run of letters and digits of sixteen or more that looks random.
    Random(usize),
    /// At least so many letters and digits in one run.
    Alnum(usize),
    /// Exactly so many upper-case letters and digits.
    Upper(usize),
    /// Exactly so many digits of a hexadecimal number.
    Hex(usize),
}

const PREFIXES: &[(&str, SecretKind, Rest)] = &[
    ("sk-", SecretKind::ApiKey, Rest::Random(16)),
    ("sk_live_", SecretKind::ApiKey, Rest::Alnum(12)),
    ("sk_test_", SecretKind::ApiKey, Rest::Alnum(12)),
    ("rk_live_", SecretKind::ApiKey, Rest::Alnum(12)),
    ("rk_test_", SecretKind::ApiKey, Rest::Alnum(12)),
    ("whsec_", SecretKind::ApiKey, Rest::Alnum(16)),
    ("ghp_", SecretKind::ApiKey, Rest::Alnum(16)),
    ("gho_", SecretKind::ApiKey, Rest::Alnum(16)),
    ("ghu_", SecretKind::ApiKey, Rest::Alnum(16)),
    ("ghs_", SecretKind::ApiKey, Rest::Alnum(16)),
    ("ghr_", SecretKind::ApiKey, Rest::Alnum(16)),
    ("github_pat_", SecretKind::ApiKey, Rest::Alnum(16)),
    ("glpat-", SecretKind::ApiKey, Rest::Random(16)),
    ("npm_", SecretKind::ApiKey, Rest::Alnum(20)),
    ("hf_", SecretKind::ApiKey, Rest::Alnum(20)),
    ("gsk_", SecretKind::ApiKey, Rest::Alnum(20)),
    ("r8_", SecretKind::ApiKey, Rest::Alnum(20)),
    ("pypi-", SecretKind::ApiKey, Rest::Random(40)),
    ("dop_v1_", SecretKind::ApiKey, Rest::Alnum(32)),
    ("dckr_pat_", SecretKind::ApiKey, Rest::Alnum(16)),
    ("shpat_", SecretKind::ApiKey, Rest::Alnum(24)),
    ("lin_api_", SecretKind::ApiKey, Rest::Alnum(24)),
    ("dapi", SecretKind::ApiKey, Rest::Alnum(32)),
    ("ntn_", SecretKind::ApiKey, Rest::Alnum(30)),
    ("SK", SecretKind::ApiKey, Rest::Hex(32)),
    ("AIza", SecretKind::ApiKey, Rest::Random(30)),
    ("AKIA", SecretKind::ApiKey, Rest::Upper(16)),
    ("ASIA", SecretKind::ApiKey, Rest::Upper(16)),
    ("xoxb-", SecretKind::Token, Rest::Alnum(8)),
    ("xoxp-", SecretKind::Token, Rest::Alnum(8)),
    ("xoxa-", SecretKind::Token, Rest::Alnum(8)),
    ("xoxr-", SecretKind::Token, Rest::Alnum(8)),
    ("xoxs-", SecretKind::Token, Rest::Alnum(8)),
    ("xoxe-", SecretKind::Token, Rest::Alnum(8)),
    ("xapp-", SecretKind::Token, Rest::Alnum(8)),
];

/// Finds keys with a known prefix, web tokens and bot tokens.
pub(super) fn tokens(text: &str) -> Vec<Secret> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_token(bytes[at]) {
            at += 1;
            continue;
        }
        let end = run_end(bytes, at);
        let run = text.get(at..end).unwrap_or_default();
        let secret = jwt(bytes, at, end)
            .map(|end| Secret { range: at..end, kind: SecretKind::Jwt })
            .or_else(|| dotted(bytes, run, at..end))
            .or_else(|| bot_token(bytes, run, at..end))
            .or_else(|| prefixed(run).map(|kind| Secret { range: at..end, kind }));
        at = secret.as_ref().map_or(end, |s| s.range.end);
        found.extend(secret);
    }
    found
}

fn is_token(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b == b'-'
}

fn run_end(bytes: &[u8], start: usize) -> usize {
    bytes.get(start..).map_or(start, |rest| start + rest.iter().take_while(|b| is_token(**b)).count())
}

fn prefixed(run: &str) -> Option<SecretKind> {
    PREFIXES.iter().find_map(|&(prefix, kind, rest)| {
        let tail = run.strip_prefix(prefix)?;
        let fits = match rest {
            Rest::Random(least) => tail.len() >= least && longest_run(tail) >= 16 && looks_random(tail),
            Rest::Alnum(least) => longest_run(tail) >= least && looks_random(tail),
            Rest::Hex(exact) => {
                tail.len() == exact && tail.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'a'..=b'f'))
            }
            Rest::Upper(exact) => {
                tail.len() == exact && tail.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
            }
        };
        fits.then_some(kind)
    })
}

fn longest_run(text: &str) -> usize {
    text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::len).max().unwrap_or(0)
}

/// Tells whether a word looks made by a machine: digits among the letters, or capitals in the middle.
pub(super) fn looks_random(text: &str) -> bool {
    let digit = text.bytes().any(|b| b.is_ascii_digit());
    let lower = text.bytes().any(|b| b.is_ascii_lowercase());
    let inner_upper = text.bytes().skip(1).any(|b| b.is_ascii_uppercase());
    digit || (lower && inner_upper)
}

fn jwt(bytes: &[u8], start: usize, first_end: usize) -> Option<usize> {
    if !bytes.get(start..)?.starts_with(b"eyJ")
        || first_end - start < 10
        || bytes.get(first_end) != Some(&b'.')
    {
        return None;
    }
    let second_end = run_end(bytes, first_end + 1);
    if second_end - first_end < 8 || bytes.get(second_end) != Some(&b'.') {
        return None;
    }
    let third_end = run_end(bytes, second_end + 1);
    (third_end - second_end > 8).then_some(third_end)
}

/// A key whose parts stand between dots: `SG.<id>.<secret>`, `ya29.<secret>`, and the three parts of a bot's token.
fn dotted(bytes: &[u8], run: &str, range: std::ops::Range<usize>) -> Option<Secret> {
    if bytes.get(range.end) != Some(&b'.') {
        return None;
    }
    let second = run_end(bytes, range.end + 1);
    let long = |from: usize, to: usize| to - from > 16;
    let secret = |end, kind| Some(Secret { range: range.start..end, kind });
    match run {
        "ya29" if long(range.end, second) => secret(second, SecretKind::Token),
        "SG" if long(range.end, second) && bytes.get(second) == Some(&b'.') => {
            let third = run_end(bytes, second + 1);
            if long(second, third) { secret(third, SecretKind::ApiKey) } else { None }
        }
        _ if (23..=28).contains(&run.len()) && looks_random(run) && bytes.get(second) == Some(&b'.') => {
            let third = run_end(bytes, second + 1);
            let fits = matches!(second - range.end, 7 | 8) && (27..=40).contains(&(third - second - 1));
            if fits { secret(third, SecretKind::Token) } else { None }
        }
        _ => None,
    }
}

/// A bot token of the form `<8 to 10 digits>:<35 characters>`.
fn bot_token(bytes: &[u8], run: &str, range: std::ops::Range<usize>) -> Option<Secret> {
    let digits = (8..=10).contains(&run.len()) && run.bytes().all(|b| b.is_ascii_digit());
    if !digits || bytes.get(range.end) != Some(&b':') {
        return None;
    }
    let end = run_end(bytes, range.end + 1);
    let length = end - range.end - 1;
    (33..=40).contains(&length).then_some(Secret { range: range.start..end, kind: SecretKind::Token })
}

/// Finds private key blocks, to their end or, where it is missing, to the end of the text.
pub(super) fn private_keys(text: &str) -> Vec<Secret> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = find_from(text, at, "-----BEGIN ") {
        let head: String =
            text.get(start..).unwrap_or_default().chars().take(80).take_while(|c| *c != '\n').collect();
        if !head.contains("PRIVATE KEY") {
            at = start + 11;
            continue;
        }
        let end = find_from(text, start, "-----END ").map_or(text.len(), |end| {
            find_from(text, end + 9, "-----").map_or(text.len(), |close| close + 5)
        });
        found.push(Secret { range: start..end, kind: SecretKind::PrivateKey });
        at = end;
    }
    found
}

fn find_from(text: &str, at: usize, needle: &str) -> Option<usize> {
    text.get(at..)?.find(needle).map(|i| at + i)
}

/// Finds the password of an address such as `scheme://user:password@host`.
pub(super) fn urls(text: &str) -> Vec<Secret> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(slashes) = find_from(text, at, "://") {
        let start = slashes + 3;
        at = start;
        let authority: usize = text
            .get(start..)
            .unwrap_or_default()
            .chars()
            .take_while(|c| {
                !c.is_whitespace() && !matches!(c, '/' | '?' | '#' | '"' | '\'' | '`' | '<' | '>')
            })
            .map(char::len_utf8)
            .sum();
        let Some(part) = text.get(start..start + authority) else { continue };
        if let Some((user, _)) = part.rsplit_once('@')
            && let Some(colon) = user.find(':')
            && colon + 1 < user.len()
        {
            found.push(Secret { range: start + colon + 1..start + user.len(), kind: SecretKind::Password });
        }
        at = start + authority;
    }
    found
}

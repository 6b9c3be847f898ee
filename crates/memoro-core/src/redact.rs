//! Secrets taken out of a text before it is stored, logged, embedded or sent.
//! Knows no storage and keeps nothing of a secret but its kind and, of a long one, its last four characters.
//! It does not judge prose: a word is a secret only by its form or by what the sentence says it is.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

mod around;
mod bare;
mod login;
mod numbers;
mod opened;
mod pairs;
mod passport;
mod phrase;
mod shadow;
mod shell;
mod stated;
mod tokens;

/// What sort of secret was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SecretKind {
    /// A key issued by a service, recognised by its form or by the name before it.
    ApiKey,
    /// A bearer, session or access token.
    Token,
    /// A JSON web token.
    Jwt,
    /// A private key block.
    PrivateKey,
    /// A password, passcode or pin that the text states.
    Password,
    /// A payment card number.
    Card,
    /// A national identity number.
    NationalId,
    /// The number of a passport.
    Passport,
}

impl SecretKind {
    /// Returns the one spelling of the kind.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ApiKey => "api_key",
            Self::Token => "token",
            Self::Jwt => "jwt",
            Self::PrivateKey => "private_key",
            Self::Password => "password",
            Self::Card => "card",
            Self::NationalId => "national_id",
            Self::Passport => "passport",
        }
    }
}

impl fmt::Display for SecretKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One secret that was taken out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What sort of secret it was.
    pub kind: SecretKind,
    /// Its last four characters; empty where they would give a short secret away.
    pub last4: String,
}

/// A text without its secrets, and what was taken out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted<'a> {
    /// The text, borrowed where nothing was found.
    pub text: Cow<'a, str>,
    /// The secrets in the order of the text.
    pub found: Vec<Finding>,
}

/// A secret at a place of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Secret {
    range: Range<usize>,
    kind: SecretKind,
}

/// A secret shorter than this shows none of its characters.
const SHOWS_LAST_FOUR: usize = 12;

/// How often a text is looked at again; every look takes a secret out, so this ends long before.
const LOOKS: usize = 256;

/// Returns the text with every secret replaced by `[redacted:<kind> …<last four>]`.
pub fn redact(text: &str) -> Redacted<'_> {
    let mut done = once(text);
    for _ in 0..LOOKS {
        if done.found.is_empty() {
            break;
        }
        // What stood between two secrets may be one itself.
        let more = once(&done.text);
        if more.found.is_empty() {
            break;
        }
        let (text, mut found) = (more.text.into_owned(), more.found);
        done.found.append(&mut found);
        done.text = Cow::Owned(text);
    }
    done
}

fn once(text: &str) -> Redacted<'_> {
    if text.is_empty() {
        return Redacted { text: Cow::Borrowed(text), found: Vec::new() };
    }
    let shadow = shadow::Shadow::of(text);
    let mut secrets = find(shadow.text());
    for secret in &mut secrets {
        secret.range = shadow.original(secret.range.clone());
    }
    let mut out = String::new();
    let mut found = Vec::new();
    let mut at = 0;
    for secret in secrets {
        let (Some(before), Some(hidden)) = (text.get(at..secret.range.start), text.get(secret.range.clone()))
        else {
            continue;
        };
        let last4 = last_four(secret.kind, hidden);
        out.push_str(before);
        out.push_str("[redacted:");
        out.push_str(secret.kind.as_str());
        if !last4.is_empty() {
            out.push_str(" …");
            out.push_str(&last4);
        }
        out.push(']');
        found.push(Finding { kind: secret.kind, last4 });
        at = secret.range.end;
    }
    if found.is_empty() {
        return Redacted { text: Cow::Borrowed(text), found };
    }
    out.push_str(text.get(at..).unwrap_or_default());
    Redacted { text: Cow::Owned(out), found }
}

fn last_four(kind: SecretKind, secret: &str) -> String {
    let visible: Vec<char> = match kind {
        SecretKind::PrivateKey => return String::new(),
        SecretKind::Password if bare::is_spelled(secret) => return String::new(),
        SecretKind::Card | SecretKind::NationalId => {
            secret.chars().filter(char::is_ascii_alphanumeric).collect()
        }
        _ => secret.chars().filter(|c| c.is_ascii_graphic() && !matches!(c, '[' | ']')).collect(),
    };
    // A passport number is short, and its owner has to tell it from an older one.
    if visible.len() < SHOWS_LAST_FOUR && (kind != SecretKind::Passport || visible.len() < 7) {
        return String::new();
    }
    visible.iter().skip(visible.len() - 4).collect()
}

/// Stands for each byte that is hidden already: it ends words, clauses and numbers.
const MASK: char = '\u{1}';

/// Taking one secret out may show that a word belongs to another; so many looks are always enough.
const MOST_LOOKS: usize = 4;

/// Finds the secrets of a text, in order and apart from each other.
fn find(text: &str) -> Vec<Secret> {
    let mut masked = mask(text, placeholders(text).into_iter());
    let mut all = Vec::new();
    for _ in 0..MOST_LOOKS {
        let seen = look(&masked);
        if seen.is_empty() {
            break;
        }
        masked = mask(&masked, seen.iter().map(|secret| secret.range.clone()));
        all.extend(seen);
    }
    all.sort_by_key(|s| s.range.start);
    all
}

/// Returns the text with whole characters of the given places, which stand in order, replaced by the mask.
fn mask(text: &str, places: impl Iterator<Item = Range<usize>>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for place in places {
        if let Some(before) = text.get(at..place.start) {
            out.push_str(before);
            out.extend(std::iter::repeat_n(MASK, place.len()));
            at = place.end;
        }
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

fn look(text: &str) -> Vec<Secret> {
    let lower = text.to_ascii_lowercase();
    let mut all = tokens::private_keys(text);
    all.extend(tokens::tokens(text));
    all.extend(tokens::urls(text));
    all.extend(numbers::numbers(text, &lower));
    all.extend(passport::passports(text, &lower));
    all.extend(stated::assignments(text, &lower));
    all.extend(stated::stated(text, &lower));
    all.extend(bare::bare(text, &lower));
    all.extend(login::logins(text, &lower));
    all.extend(around::around(text, &lower));
    all.extend(shell::shells(text, &lower));
    all.extend(bare::cloud_secrets(text));
    all.retain(|s| text.get(s.range.clone()).is_some_and(|t| !t.is_empty() && !t.contains(MASK)));
    all.sort_by_key(|s| (s.range.start, usize::MAX - s.range.end));
    let mut end = 0;
    all.retain(|s| {
        let apart = s.range.start >= end;
        if apart {
            end = s.range.end;
        }
        apart
    });
    all
}

/// Finds the places that an earlier redaction left, so that redacting twice changes nothing.
fn placeholders(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find("[redacted:")).map(|i| i + at) {
        let end = text.get(start..).and_then(|rest| rest.find(']')).map_or(text.len(), |i| start + i + 1);
        found.push(start..end);
        at = end;
    }
    found
}

#[cfg(test)]
mod classes;
#[cfg(test)]
mod tests;

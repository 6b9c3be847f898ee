//! Numbers that identify a person or an account: payment cards and national identity numbers.
//! Each needs its check digit and a plausible form; a long number alone is left as it is.

use std::ops::Range;

use super::{Secret, SecretKind};

/// Finds card and identity numbers.
pub(super) fn numbers(text: &str, lower: &str) -> Vec<Secret> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let groups = read(bytes, at);
        at = groups.last().map_or(at + 1, |group| group.end);
        let mut first = 0;
        while first < groups.len() {
            let found_here = (first..groups.len().min(first + MOST_GROUPS))
                .rev()
                .find_map(|last| Some((last, classify(bytes, lower, groups.get(first..=last)?)?)));
            if let Some((last, secret)) = found_here {
                found.push(secret);
                first = last;
            }
            first += 1;
        }
    }
    found
}

/// A number is written in at most so many groups of digits.
const MOST_GROUPS: usize = 6;

/// Reads groups of digits with a single space, dash or dot between them.
fn read(bytes: &[u8], start: usize) -> Vec<Range<usize>> {
    let mut groups = Vec::new();
    let mut at = start;
    loop {
        let end =
            at + bytes.get(at..).map_or(0, |rest| rest.iter().take_while(|b| b.is_ascii_digit()).count());
        groups.push(at..end);
        let separated = matches!(bytes.get(end), Some(b' ' | b'-' | b'.'));
        if !separated || !bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
            return groups;
        }
        at = end + 1;
    }
}

/// A number glued to letters, a dot or a slash is part of a name, a version or a path.
fn bounded(bytes: &[u8], range: &Range<usize>) -> bool {
    let glued = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b'/' | b'+' | b'#');
    let before = range.start.checked_sub(1).and_then(|i| bytes.get(i));
    let next = bytes.get(range.end + 1);
    !before.is_some_and(glued)
        && match bytes.get(range.end) {
            Some(b'.') => !next.is_some_and(u8::is_ascii_digit),
            Some(b) => !glued(b),
            None => true,
        }
}

fn classify(bytes: &[u8], lower: &str, groups: &[Range<usize>]) -> Option<Secret> {
    let mut range = groups.first()?.start..groups.last()?.end;
    let lengths: Vec<usize> = groups.iter().map(Range::len).collect();
    if !(9..=19).contains(&lengths.iter().sum::<usize>()) {
        return None;
    }
    // Dots stand in versions, addresses and book numbers; between fours they part a card.
    if bytes.get(range.clone())?.contains(&b'.') && lengths != [4, 4, 4, 4] && lengths != [4, 6, 5] {
        return None;
    }
    let digits: Vec<u8> =
        bytes.get(range.clone())?.iter().filter(|b| b.is_ascii_digit()).map(|b| b - b'0').collect();
    let plain = groups.len() == 1;
    let x_follows = bytes.get(range.end).is_some_and(|b| b.eq_ignore_ascii_case(&b'x'));
    if plain && digits.len() == 17 && x_follows && resident(&digits, 10) {
        range.end += 1;
        return bounded(bytes, &range).then_some(Secret { range, kind: SecretKind::NationalId });
    }
    if !bounded(bytes, &range) {
        return None;
    }
    let named = (13..=19).contains(&digits.len()) && says_card(lower, range.start);
    let kind = if identity(lower, range.start, &digits, &lengths) {
        SecretKind::NationalId
    } else if named || (plain || lengths.iter().all(|g| (3..=7).contains(g))) && card(&digits) {
        SecretKind::Card
    } else {
        return None;
    };
    Some(Secret { range, kind })
}

fn identity(lower: &str, start: usize, digits: &[u8], groups: &[usize]) -> bool {
    match digits.len() {
        18 => groups.len() == 1 && digits.split_last().is_some_and(|(check, rest)| resident(rest, *check)),
        13 => thai(digits) && (groups == [1, 4, 5, 2, 1] || named(lower, start)),
        9 => groups == [3, 2, 4] && social(digits),
        _ => false,
    }
}

/// Whether the words before a number say that it identifies a person.
fn named(lower: &str, start: usize) -> bool {
    let from = (start.saturating_sub(90)..=start).find(|i| lower.is_char_boundary(*i)).unwrap_or(start);
    let before = lower.get(from..start).unwrap_or_default();
    let before = before.rsplit(super::MASK).next().unwrap_or_default();
    [
        "บัตรประชาชน",
        "เลขประจำตัว",
        "ประชาชน",
        "เลขบัตร ปชช",
        "เลขบัตรปชช",
        "บัตร ปชช",
        "บัตรปชช",
        "national id",
        "citizen id",
        "citizen number",
        "citizenship number",
        "identification number",
        "identity number",
        "identity card",
        "id card",
        "id number",
        "thai id",
        "身份证",
        "身分證",
        "身份證",
        "身分证",
        "公民编号",
        "公民編號",
    ]
    .iter()
    .any(|name| before.contains(name))
}

/// Whether the words right before a number say that it is that of a card, whatever its check digit.
fn says_card(lower: &str, start: usize) -> bool {
    let from = (start.saturating_sub(60)..=start).find(|i| lower.is_char_boundary(*i)).unwrap_or(start);
    let before = lower.get(from..start).unwrap_or_default();
    let before = before.rsplit([super::MASK, '\n', '.', '。', ',', '，']).next().unwrap_or_default();
    [
        "card number",
        "credit card",
        "debit card",
        "card no",
        "บัตรเครดิต",
        "บัตรเดบิต",
        "หมายเลขบัตร",
        "银行卡",
        "銀行卡",
        "信用卡",
        "储蓄卡",
        "卡号",
        "卡號",
    ]
    .iter()
    .any(|name| before.contains(name))
}

fn card(digits: &[u8]) -> bool {
    let lead = |n: usize| digits.iter().take(n).fold(0u32, |sum, d| sum * 10 + u32::from(*d));
    let issued = match digits.len() {
        14 => matches!(lead(3), 300..=305) || matches!(lead(2), 36 | 38),
        15 => matches!(lead(2), 34 | 37),
        16 => {
            lead(1) == 4
                || matches!(lead(2), 51..=55 | 62 | 65)
                || matches!(lead(4), 2221..=2720 | 6011 | 3528..=3589)
                || matches!(lead(3), 644..=649)
        }
        17 | 18 => lead(2) == 62,
        19 => lead(1) == 4 || lead(2) == 62,
        _ => false,
    };
    issued && luhn(digits)
}

fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(i, d)| match (i % 2, u32::from(*d)) {
            (1, d) if d > 4 => d * 2 - 9,
            (1, d) => d * 2,
            (_, d) => d,
        })
        .sum();
    sum.is_multiple_of(10) && digits.iter().any(|d| *d != digits[0])
}

/// The check digit of a Thai citizen number.
fn thai(digits: &[u8]) -> bool {
    let sum: u32 =
        digits.iter().take(12).zip((2..=13).rev()).map(|(d, w): (&u8, u32)| u32::from(*d) * w).sum();
    digits.first().is_some_and(|d| (1..=8).contains(d))
        && digits.get(12).is_some_and(|d| u32::from(*d) == (11 - sum % 11) % 10)
}

/// The check digit and birth date of a Chinese resident number; `check` is 10 for X.
fn resident(digits: &[u8], check: u8) -> bool {
    const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    const CHECKS: [u8; 11] = [1, 0, 10, 9, 8, 7, 6, 5, 4, 3, 2];
    let number = |range: Range<usize>| {
        digits.get(range).unwrap_or_default().iter().fold(0u32, |sum, d| sum * 10 + u32::from(*d))
    };
    let sum: u32 = digits.iter().zip(WEIGHTS).map(|(d, w)| u32::from(*d) * w).sum();
    let born = (1900..=2099).contains(&number(6..10))
        && (1..=12).contains(&number(10..12))
        && (1..=31).contains(&number(12..14));
    born && (11..=82).contains(&number(0..2)) && CHECKS.get((sum % 11) as usize) == Some(&check)
}

/// The form of a United States social security number.
fn social(digits: &[u8]) -> bool {
    let part = |range: Range<usize>| {
        digits.get(range).unwrap_or_default().iter().fold(0u32, |sum, d| sum * 10 + u32::from(*d))
    };
    let area = part(0..3);
    area != 0 && area != 666 && area < 900 && part(3..5) != 0 && part(5..9) != 0
}

//! Passport numbers that the text names: "my passport number is AA1234567", พาสปอร์ตเลขที่ AB1234567, 护照号是E12345678. The form alone
//! is that of many codes, so the word for a passport must stand shortly before, in the same clause, with nothing else named.

use super::{Secret, SecretKind};

/// Words for a passport.
const NAMES: &[&str] = &["passport", "หนังสือเดินทาง", "พาสปอร์ต", "พาสปอร์ท", "พาสพอร์ต", "护照", "護照"];

/// Words that name another number between the passport and the digits.
const OTHERS: &[&str] = &[
    "phone",
    "tel",
    "mobile",
    "order",
    "booking",
    "flight",
    "visa",
    "ticket",
    "room",
    "isbn",
    "invoice",
    "application",
    "queue",
    "copy",
    "page",
    "photo",
    "expire",
    "expiry",
    "โทร",
    "เบอร์",
    "ออเดอร์",
    "คำสั่งซื้อ",
    "จอง",
    "เที่ยวบิน",
    "วีซ่า",
    "คิว",
    "หมดอายุ",
    "ใบเสร็จ",
    "电话",
    "電話",
    "手机",
    "手機",
    "订单",
    "訂單",
    "航班",
    "签证",
    "簽證",
    "过期",
    "過期",
    "到期",
    "预约",
    "預約",
];

/// How far before the number its name may stand, in bytes.
const NEAR: usize = 72;

/// Finds passport numbers.
pub(super) fn passports(text: &str, lower: &str) -> Vec<Secret> {
    let mut found = Vec::new();
    for name in NAMES {
        for (at, _) in lower.match_indices(name) {
            let from = at + name.len();
            found.extend(after(text, lower, from));
        }
    }
    found
}

/// The first word of the form of a passport number behind the name, where nothing else was named in between.
fn after(text: &str, lower: &str, from: usize) -> Option<Secret> {
    let end = (from..=(from + NEAR).min(text.len())).rev().find(|at| text.is_char_boundary(*at))?;
    let near = lower.get(from..end)?;
    let stop = near.find(['\n', '。', '；', ';', '!', '?', super::MASK]).unwrap_or(near.len());
    let near = near.get(..stop)?;
    let first = near.char_indices().find(|(at, c)| c.is_ascii_digit() && at_word(near, *at).is_some())?.0;
    let start = at_word(near, first)?;
    let between = near.get(..start)?;
    if OTHERS.iter().any(|other| between.contains(other)) || between.replace("no. ", "").contains(". ") {
        return None;
    }
    let rest = text.get(from + start..)?;
    let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let value = rest.get(..length)?;
    let next = rest.get(length..)?.chars().next();
    let glued = next.is_some_and(|c| matches!(c, '-' | '_' | '/' | '@' | ':'));
    let range = from + start..from + start + length;
    (fits(value) && !glued).then_some(Secret { range, kind: SecretKind::Passport })
}

/// Returns where the word of Latin letters and digits begins that holds a place, if it may be a number.
fn at_word(near: &str, at: usize) -> Option<usize> {
    let head = near.get(..at)?;
    let start = head.len() - head.bytes().rev().take_while(u8::is_ascii_alphanumeric).count();
    let before = near.get(..start)?.chars().next_back();
    let glued = before.is_some_and(|c| matches!(c, '-' | '_' | '/' | '.' | '+' | '@'));
    (!glued).then_some(start)
}

/// Up to two letters and six to nine digits, eight or nine characters in all but for the oldest ones.
fn fits(value: &str) -> bool {
    let letters = value.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = value.get(letters..).unwrap_or_default();
    letters <= 2
        && digits.bytes().all(|b| b.is_ascii_digit())
        && (6..=9).contains(&digits.len())
        && (7..=10).contains(&value.len())
}

#[cfg(test)]
mod tests {
    use super::super::redact;

    #[test]
    fn a_passport_number_that_is_stated_is_hidden_with_its_last_four() {
        for (text, left) in [
            ("my passport number is AA1234567", "my passport number is [redacted:passport …4567]"),
            ("Remember my passport: 912345678.", "Remember my passport: [redacted:passport …5678]."),
            ("passport no. c01234567, expires 2031", "passport no. [redacted:passport …4567], expires 2031"),
            ("จำไว้ว่าพาสปอร์ตฉันเลขที่ AB1234567", "จำไว้ว่าพาสปอร์ตฉันเลขที่ [redacted:passport …4567]"),
            ("เลขหนังสือเดินทางของผมคือ AA7654321 นะ", "เลขหนังสือเดินทางของผมคือ [redacted:passport …4321] นะ"),
            ("记住我的护照号是E12345678", "记住我的护照号是[redacted:passport …5678]"),
            ("護照號碼：G23456789。", "護照號碼：[redacted:passport …6789]。"),
        ] {
            assert_eq!(redact(text).text, left);
        }
    }

    #[test]
    fn numbers_that_are_no_passports_stay() {
        for text in [
            "my order number is AA1234567",
            "my passport is in the drawer, call me at 0812345678",
            "I renewed my passport in 2024",
            "passport photo, order 12345678",
            "my passport expires 20310412",
            "the passport office's phone is 021234567",
            "พาสปอร์ตหมดอายุ 20310412",
            "ทำพาสปอร์ตที่นี่ โทร 021234567",
            "护照在抽屉里，订单号 12345678",
            "ISBN 9783161484100",
            "flight TG12345678",
        ] {
            assert_eq!(redact(text).text, text);
        }
    }
}

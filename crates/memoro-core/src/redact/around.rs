//! Passwords that stand before their name ("X is my password", ใช้ X เป็นรหัสผ่าน, 用X当密码), behind what it was changed to, in a
//! list of several, and the further ones of a sentence that has told one already ("… and Netflix is X"). A word is one only where
//! it mixes letters with digits or signs; what is named as another thing (a commit, an order, a version, a user) is none.

use std::ops::Range;

use super::bare::{is_measure, is_mixed};
use super::opened::{before_owner, is_named};
use super::pairs::Pairs;
use super::phrase::{hesitated, lettered};
use super::stated::{ends_clause, is_about, placeholder};
use super::{MASK, Secret, SecretKind};

/// Words for a password.
const NAMES: &str = "password|passcode|passphrase|passwd|pass|pwd|pw|รหัส|พาสเวิร์ด|พาส|密码|密碼|口令";
/// What stands between a password and its name behind it.
pub(super) const IS: &str = "is|was|as|คือ|เป็น|เป็นตัว|是|当|當|做|作|作为|作為|为|為|当作|當作";
/// Whose or of what a password is, between.
const WHOSE: &str = "my|our|the|his|her|their|a|new|old|current|main|wifi|wi-fi|login|account|email|我的|我们的|我們的|他的|她的|新|旧|舊|新的|旧的|登录|登入|微信|邮箱|郵箱";
/// What joins a name and what follows a pause.
const IS_OF: &str = " is|'s|คือ|เป็น|：|:";
/// What a password is changed to or set to.
const BECOMES: &str = "改成了|改成|改为|改為|换成了|换成|換成|设成|設成|设为|設為|设置为|更新为|更新為|变成|變成|เปลี่ยนเป็น|ตั้งเป็น|ตั้งว่า|คือ|เป็น";
/// Codes that are no secrets, behind รหัส.
const OTHER_CODES: &str = "สินค้า|พนักงาน|นักศึกษา|นักเรียน|ไปรษณีย์|วิชา|ลูกค้า|สมาชิก|โครงการ|ประเทศ|สี|ส่วนลด|โปร|คูปอง|จอง|การจอง|เที่ยวบิน|สาขา|พัสดุ|คำสั่ง|งาน|ทรัพย์สิน|อ้างอิง|เอกสาร|ข้อผิดพลาด|แท็ก|รุ่น|ห้อง|error|commit|เข้าเรียน|เข้าร่วม|เข้าชม";
/// What is no password whatever stands before it in the sentence.
pub(super) const OTHERS: &str = "commit|hash|sha|uuid|order|number|tracking|isbn|build|version|branch|model|ticket|issue|file|user|username|host|server|port|url|ssid|release|tag|room|flight|date|time|id|len|length|policy|manager|algorithm|path|account|address|sku|serial|invoice|หมายเลข|เลขที่|เลขพัสดุ|รุ่น|ชื่อ|ผู้ใช้|ออเดอร์|สินค้า|เวอร์ชัน|ไฟล์|ห้อง|คอมมิต|号|號|版本|用户|用戶|账户|型号|管理器|生成器|策略|规则|ตัวจัดการ|นโยบาย|订单|訂單|文件|名字|提交|名称";
/// What a code in Thai opens, so that it is a password in whatever letters.
const OPENS: &str = "เข้า|เครื่อง|คอม|โน้ตบุ๊ก|มือถือ|โทรศัพท์|แท็บเล็ต|เฟซ|เฟส|ไลน์|เมล|ไอจี|ธนาคาร|แอป|บัญชี|ล็อกอิน|ล็อคอิน|ปลดล็อก|เซฟ|ประตู|เน็ต|ไวไฟ|wifi|เราเตอร์|เว็บ|เซิร์ฟเวอร์|เกม";
/// What a further password stands behind.
const JOINS: &str = " is |'s |’s | was | to |คือ|เป็น|是|为|為|：|:|=|改成|改为";

/// Finds them.
pub(super) fn around(text: &str, lower: &str) -> Vec<Secret> {
    let pairs = Pairs::of(lower);
    let mut found = Vec::new();
    for name in NAMES.split('|').filter(|name| pairs.may_hold(name)) {
        for (at, _) in lower.match_indices(name).take(MOST) {
            if is_part(lower, at, name) {
                continue;
            }
            let end = at + name.len();
            found.extend(
                before(text, lower, (at, end)).or_else(|| before_owner(text, lower, (at, end), name)),
            );
            found.extend(hesitating(text, lower, (name, end)));
            found.extend(changed(text, lower, end));
            found.extend(owned(text, lower, (name, end)));
            found.extend(listed(text, lower, end));
        }
    }
    let made = |range| Secret { range, kind: SecretKind::Password };
    found.into_iter().map(made).collect()
}

/// So many names are looked at in one text.
const MOST: usize = 200;

/// Tells whether a Latin name is a part of another word.
fn is_part(lower: &str, at: usize, name: &str) -> bool {
    let wordy = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let after = lower.get(at + name.len()..).unwrap_or_default();
    let after = after.strip_prefix('s').filter(|_| name != "pass").unwrap_or(after);
    name.is_ascii()
        && (lower.get(..at).and_then(|head| head.chars().next_back()).is_some_and(wordy)
            || after.chars().next().is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')))
}

/// "X is my password", "I use X as my password", ใช้ X เป็นรหัสผ่าน, 用X当密码, X是我的密码.
fn before(text: &str, lower: &str, (at, end): (usize, usize)) -> Option<Range<usize>> {
    let mut head = lower.get(..at)?.trim_end_matches(' ');
    let mut owned = false;
    for _ in 0..4 {
        let word = WHOSE.split('|').filter(|word| ends_with_word(head, word)).max_by_key(|word| word.len());
        let Some(word) = word else { break };
        owned |= matches!(word, "my" | "our" | "我的" | "我们的" | "我們的");
        head = head.get(..head.len() - word.len())?.trim_end_matches(' ');
    }
    let join = IS.split('|').filter(|word| ends_with_word(head, word)).max_by_key(|word| word.len())?;
    head = head.get(..head.len() - join.len())?.trim_end_matches([' ', '"', '\'', '`', '”', '」']);
    let value = run_before(text, head.len());
    let word = text.get(value.clone())?;
    let after = lower.get(end..)?;
    if OTHER_CODES.split('|').any(|code| after.trim_start().starts_with(code)) || is_named(lower, value.start)
    {
        return None;
    }
    // "1Password is my password manager"
    let closes = ends_clause(after) || after.trim_start().starts_with(|c: char| !c.is_ascii());
    let another =
        after.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next().is_some_and(is_about_passwords);
    if another || is_measure(word) || placeholder(word) {
        return None;
    }
    let number = word.len() >= 4 && word.bytes().all(|b| b.is_ascii_digit());
    let plain = owned && join != "as" && closes && word.len() >= 6 && is_told(word);
    (is_mixed(word) || number || plain).then_some(value)
}

/// Tells whether a plain word before "is my password" can be one.
fn is_told(word: &str) -> bool {
    const NONE: &[&str] = &[
        "something",
        "everything",
        "anything",
        "nothing",
        "change",
        "changing",
        "birthday",
        "security",
        "losing",
        "forgot",
    ];
    let lower = word.to_ascii_lowercase();
    word.bytes().all(|b| b.is_ascii_lowercase()) && !is_about(word) && !NONE.contains(&lower.as_str())
}

pub(super) fn is_about_passwords(word: &str) -> bool {
    [
        "manager",
        "policy",
        "generator",
        "length",
        "hint",
        "reset",
        "rotation",
        "vault",
        "app",
        "tool",
        "field",
        "hash",
        "file",
        "server",
        "page",
        "screen",
        "prompt",
        "form",
        "fix",
        "checker",
        "keeper",
        "service",
        "module",
        "test",
        "tests",
        "team",
    ]
    .contains(&word)
}

fn ends_with_word(head: &str, word: &str) -> bool {
    let Some(rest) = head.strip_suffix(word) else { return false };
    !word.is_ascii() || !rest.ends_with(|c: char| c.is_ascii_alphanumeric())
}

/// The unbroken run of characters that ends here.
pub(super) fn run_before(text: &str, end: usize) -> Range<usize> {
    let belongs = |c: &char| c.is_ascii_graphic() && !"\"'`,;<>()[]{}|".contains(*c);
    let length: usize = text
        .get(..end)
        .unwrap_or_default()
        .chars()
        .rev()
        .take(128)
        .take_while(belongs)
        .map(char::len_utf8)
        .sum();
    end - length..end
}

/// The unbroken run of characters that begins behind blanks and quotation marks.
fn run_after(text: &str, from: usize) -> Range<usize> {
    let rest = text.get(from..).unwrap_or_default();
    let start = from + rest.len() - rest.trim_start_matches([' ', '"', '\'', '`', '“', '「']).len();
    let belongs = |c: &char| c.is_ascii_graphic() && !"\"'`,;<>()[]{}|".contains(*c);
    let run = text.get(start..).unwrap_or_default();
    let length: usize = run.chars().take(128).take_while(belongs).map(char::len_utf8).sum();
    let value = text.get(start..start + length).unwrap_or_default();
    start..start + value.trim_end_matches(['.', '!', '?', ':']).len()
}

/// 密码改成X, รหัสเฟซคือ X, เปลี่ยนรหัสเป็น X: a mixed word behind what a password is or becomes.
fn changed(text: &str, lower: &str, end: usize) -> Option<Range<usize>> {
    let clause = clause(lower, end, 24);
    if OTHER_CODES.split('|').any(|code| clause.starts_with(code)) || names_another(clause) {
        return None;
    }
    let (at, join) = BECOMES
        .split('|')
        .filter_map(|join| clause.find(join).map(|at| (at, join)))
        .min_by_key(|(at, join)| (*at, usize::MAX - join.len()))?;
    let from = end + at + join.len();
    let between = clause.get(..at)?;
    let opens = || OPENS.split('|').any(|word| between.contains(word));
    secret_at(text, from, 4).or_else(|| lettered(text, from).filter(|_| opens()))
}

/// รหัสเข้าเว็บคือ อืม X, "pw is, hmm, X": what stands behind a pause, for the names that are not looked for elsewhere.
fn hesitating(text: &str, lower: &str, (name, end): (&str, usize)) -> Option<Range<usize>> {
    let clause = clause(lower, end, 32);
    let short = matches!(name, "รหัส" | "พาส" | "pass" | "pw" | "pwd");
    if !short || OTHER_CODES.split('|').any(|code| clause.starts_with(code)) {
        return None;
    }
    let joins = IS_OF.split('|').filter_map(|join| clause.find(join).map(|at| (at, join)));
    let (at, join) = joins.min_by_key(|(at, join)| (*at, usize::MAX - join.len()))?;
    if names_another(clause.get(..at)?) {
        return None;
    }
    behind_pause(text, lower, end + at + join.len())
}

/// A mixed word or six digits behind a pause, to the end of the clause.
pub(super) fn behind_pause(text: &str, lower: &str, from: usize) -> Option<Range<usize>> {
    let at = hesitated(lower, from)?;
    let number = |range: &Range<usize>| {
        range.len() >= 6
            && text.get(range.clone()).is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()))
    };
    let value = Some(run_after(text, at)).filter(number).or_else(|| secret_at(text, at, 6))?;
    ends_clause(text.get(value.end..)?).then_some(value)
}

/// "pass เมลบริษัท kitty2020": whose it is stands between, in letters without blanks.
fn owned(text: &str, lower: &str, (name, end): (&str, usize)) -> Option<Range<usize>> {
    if name.is_ascii() && name != "pass" || matches!(name, "รหัส") {
        return None;
    }
    let rest = lower.get(end..)?;
    let tail = rest.trim_start_matches(' ');
    let owner: usize = tail.chars().take(16).take_while(|c| !c.is_ascii()).map(char::len_utf8).sum();
    if owner == 0 || names_another(tail.get(..owner)?) || !tail.get(owner..)?.starts_with(' ') {
        return None;
    }
    secret_at(text, end + rest.len() - tail.len() + owner, 6)
}

/// The further passwords of a sentence that has told one, and those of a list.
fn listed(text: &str, lower: &str, end: usize) -> Vec<Range<usize>> {
    let clause = clause(lower, end, 200);
    let list = clause.trim_start_matches(['s', ' ']).starts_with([':', '：']);
    let Some(first) = clause.find(MASK).or_else(|| list.then_some(0)) else { return Vec::new() };
    let first = if list { 0 } else { first };
    let mut found = Vec::new();
    let mut at = end + first;
    for part in clause.get(first..).unwrap_or_default().split_inclusive([',', '，', '、', ';', MASK]) {
        let from = at;
        at += part.len();
        if names_another(part) {
            continue;
        }
        let joined =
            JOINS.split('|').filter_map(|join| part.rfind(join).map(|place| place + join.len())).max();
        let last = part.trim_end_matches([',', '，', '、', ';', ' ', MASK]);
        let last = last.rfind(' ').filter(|_| list).map(|blank| blank + 1);
        let mut places = [joined, last].into_iter().flatten();
        found.extend(places.find_map(|place| secret_at(text, from + place, 6)));
    }
    found
}

/// What follows a name in its sentence.
fn clause(lower: &str, from: usize, most: usize) -> &str {
    let rest = lower.get(from..).unwrap_or_default();
    let length: usize = rest
        .chars()
        .take(most)
        .take_while(|c| !matches!(c, '\n' | '。' | '！' | '？' | '!' | '?'))
        .map(char::len_utf8)
        .sum();
    let clause = rest.get(..length).unwrap_or_default();
    clause.split(". ").next().unwrap_or_default()
}

/// Tells whether the words name a thing that is no secret.
fn names_another(part: &str) -> bool {
    let mut words = part.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| !word.is_empty() && OTHERS.split('|').any(|other| other == word))
        || OTHERS.split('|').any(|other| !other.is_ascii() && part.contains(other))
}

/// A mixed word at a place.
pub(super) fn secret_at(text: &str, from: usize, least: usize) -> Option<Range<usize>> {
    let range = run_after(text, from);
    let value = text.get(range.clone())?;
    let digit = value.bytes().any(|b| b.is_ascii_digit());
    let dashed = value.len() == 36 && value.matches('-').count() == 4;
    let secret =
        value.len() >= least && digit && is_mixed(value) && !is_measure(value) && !placeholder(value);
    (secret && !dashed && !value.contains(MASK)).then_some(range)
}

#[cfg(test)]
mod tests {
    use super::super::redact;

    #[test]
    fn a_password_before_its_name_is_hidden_in_three_languages() {
        for (text, hidden) in [
            ("hunter2abc is my password", "hunter2abc"),
            ("swordfish is my password", "swordfish"),
            ("for Gmail I use hunter2abc as my password", "hunter2abc"),
            ("ใช้ kitty2020 เป็นรหัสผ่าน", "kitty2020"),
            ("จำไว้ว่า kitty2020 คือรหัสผ่าน", "kitty2020"),
            ("我用abc123456当密码", "abc123456"),
            ("abc123456是我的密码", "abc123456"),
        ] {
            let left = redact(text).text;
            assert!(!left.contains(hidden) && left.contains("[redacted:password"), "{text}: {left}");
        }
    }

    #[test]
    fn what_a_password_was_changed_to_is_hidden() {
        for (text, hidden) in [
            ("密码改成abc123456了", "abc123456"),
            ("เปลี่ยนรหัสเป็น kitty2020 แล้ว", "kitty2020"),
            ("รหัสเฟซคือ kitty2020", "kitty2020"),
            ("pass เมลบริษัท kitty2020", "kitty2020"),
            ("I changed my password to hunter3abc", "hunter3abc"),
        ] {
            let left = redact(text).text;
            assert!(!left.contains(hidden) && left.contains("[redacted:password"), "{text}: {left}");
        }
    }

    #[test]
    fn every_password_of_a_message_is_hidden() {
        for (text, hidden) in [
            ("my password was hunter2abc but now it's hunter3abc", &["hunter2abc", "hunter3abc"][..]),
            ("my Gmail password is hunter2abc and Netflix is flix1234", &["hunter2abc", "flix1234"]),
            ("my Gmail password is hunter2abc, the Netflix one is flix1234", &["hunter2abc", "flix1234"]),
            ("passwords: gmail hunter2abc, netflix flix1234", &["hunter2abc", "flix1234"]),
            ("รหัสเฟซคือ kitty2020 ส่วนไลน์คือ doggy2021", &["kitty2020", "doggy2021"]),
            ("รหัสผ่านเก่าคือ kitty2020 ใหม่คือ doggy2021", &["kitty2020", "doggy2021"]),
            ("微信密码是abc123456，支付宝是xyz987654", &["abc123456", "xyz987654"]),
            ("旧密码是abc123456，新的是xyz987654", &["abc123456", "xyz987654"]),
        ] {
            let left = redact(text).text;
            assert!(hidden.iter().all(|one| !left.contains(one)), "{text}: {left}");
        }
        let left = redact("passwords: gmail hunter2abc, netflix flix1234").text;
        assert!(left.contains("gmail") && left.contains("netflix"), "{left}");
    }

    #[test]
    fn what_is_said_of_passwords_and_what_is_named_otherwise_stays() {
        for text in [
            "my password manager is 1Password",
            "1Password is my password manager",
            "the password is too short",
            "this is my password",
            "passwords: at least 12 characters, one sign",
            "the password check is in commit 83eeeef0c1d2",
            "รหัสสินค้าคือ AB12345",
            "รหัสพนักงานเป็น E10234",
            "รหัสโปรโมชั่นคือ SAVE2020",
            "密码管理器是1Password",
            "pass rate is 98pct2",
        ] {
            assert_eq!(redact(text).text, text);
        }
        for (text, stays) in [
            ("my password is hunter22 and the commit is 83eeeef0c1d2", "83eeeef0c1d2"),
            ("the password is hunter22, order number is A1B2C3D4", "A1B2C3D4"),
            ("密码是abc123456，订单号是A1B2C3D4", "A1B2C3D4"),
            ("รหัสผ่านคือ kitty2020 หมายเลขพัสดุคือ TH0123456789", "TH0123456789"),
            (
                "my password is hunter22, the id is 0198f3a2-7c1e-7b2a-9f00-1c2d3e4f5a6b",
                "0198f3a2-7c1e-7b2a-9f00-1c2d3e4f5a6b",
            ),
        ] {
            let left = redact(text).text;
            assert!(left.contains(stays), "{text}: {left}");
        }
    }

    #[test]
    fn cards_with_dots_and_thai_digits_and_a_token_of_letters_alone_are_hidden() {
        for (text, hidden) in [
            ("card 4111.1111.1111.1111", "1111.1111"),
            ("บัตร ๔๑๑๑๑๑๑๑๑๑๑๑๑๑๑๑", "๑๑๑๑๑๑"),
            ("บัตร ๔๑๑๑ ๑๑๑๑ ๑๑๑๑ ๑๑๑๑", "๑๑๑๑ ๑๑๑๑"),
            ("the token is deadbeefdeadbeefdeadbeefdeadbeef", "deadbeefdeadbeef"),
        ] {
            let left = redact(text).text;
            assert!(!left.contains(hidden), "{text}: {left}");
        }
        for text in ["ISBN 978.0.306.40615.7", "ปี ๒๕๖๙", "the host is 192.168.100.200", "version 4111.1.2.3"]
        {
            assert_eq!(redact(text).text, text);
        }
    }
}

//! The values in a sentence that exclude each other: numbers and times, and members of closed sets such as weekdays,
//! colours or databases. Reads Thai, English and Chinese; a thing it does not know is no value.

use crate::text::normalised;

/// Numbers of a sentence in thousandths, sorted, without repeats.
pub(super) fn numbers(text: &str) -> Vec<i64> {
    let folded = normalised(text);
    let mut found = digits(&folded);
    found.extend(english(&folded));
    found.extend(thai(&folded));
    found.extend(chinese(&folded));
    found.sort_unstable();
    found.dedup();
    found
}

fn digits(text: &str) -> Vec<i64> {
    let mut found = Vec::new();
    let inside = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ':');
    let mut words =
        text.split(|c: char| !(inside(c) || c.is_ascii_alphabetic())).filter(|w| !w.is_empty()).peekable();
    while let Some(word) = words.next() {
        let number: String = word.chars().take_while(|c| inside(*c)).collect();
        let rest = word.get(number.len()..).unwrap_or("");
        let number = number.trim_end_matches(['.', ',', ':']);
        if !number.starts_with(|c: char| c.is_ascii_digit()) || (!rest.is_empty() && rest.len() > 3) {
            continue;
        }
        let afternoon = rest == "pm" || (rest.is_empty() && words.peek() == Some(&"pm"));
        if let Some(value) = value(number) {
            found.push(if afternoon && value < 12_000 { value + 12_000 } else { value });
        }
    }
    found
}

/// Reads `1,900`, `3.2` or `03:15` in thousandths; a time is hours and sixtieths.
fn value(number: &str) -> Option<i64> {
    if let Some((hours, minutes)) = number.split_once(':') {
        let (hours, minutes) = (hours.parse::<i64>().ok()?, minutes.get(..2)?.parse::<i64>().ok()?);
        return Some(hours * 1000 + minutes * 1000 / 60);
    }
    let plain = number.replace(',', "");
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
    let part: String = part.chars().filter(char::is_ascii_digit).chain("000".chars()).take(3).collect();
    Some(whole.parse::<i64>().ok()?.checked_mul(1000)? + part.parse::<i64>().ok()?)
}

const ENGLISH: &[(&str, i64)] = &[
    ("zero", 0),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("fifteen", 15),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("ninety", 90),
    ("hundred", 100),
    ("once", 1),
    ("twice", 2),
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("noon", 12),
    ("midnight", 0),
    ("single", 1),
    ("free", 0),
    ("both", 2),
];

fn english(text: &str) -> Vec<i64> {
    let words = text.split(|c: char| !c.is_ascii_alphabetic());
    words.filter_map(|word| ENGLISH.iter().find(|(name, _)| *name == word).map(|(_, n)| n * 1000)).collect()
}

const THAI: &[(&str, i64)] = &[
    ("สิบเอ็ด", 11),
    ("สิบสอง", 12),
    ("สิบห้า", 15),
    ("ยี่สิบ", 20),
    ("สามสิบ", 30),
    ("สี่สิบ", 40),
    ("ห้าสิบ", 50),
    ("หกสิบ", 60),
    ("เก้าสิบ", 90),
    ("ศูนย์", 0),
    ("หนึ่ง", 1),
    ("คนเดียว", 1),
    ("อันเดียว", 1),
    ("เดียว", 1),
    ("สอง", 2),
    ("สาม", 3),
    ("สี่", 4),
    ("ห้า", 5),
    ("หก", 6),
    ("เจ็ด", 7),
    ("แปด", 8),
    ("เก้า", 9),
    ("สิบ", 10),
    ("ร้อย", 100),
    ("พัน", 1000),
    ("หมื่น", 10_000),
    ("เที่ยงคืน", 0),
    ("เที่ยง", 12),
    ("ฟรี", 0),
];
const NOT_THAI: &[&str] =
    &["ห้าม", "สามี", "สามารถ", "เก้าอี้", "หกล้ม", "พันธ์", "สัมพันธ์", "สี่เหลี่ยม", "ร้อยละ", "เดียวกัน", "หน้า"];

fn thai(text: &str) -> Vec<i64> {
    let mut rest = NOT_THAI.iter().fold(text.to_owned(), |t, word| t.replace(word, " "));
    let mut found = Vec::new();
    for (name, n) in THAI {
        if rest.contains(name) {
            found.push(n * 1000);
            rest = rest.replace(name, " ");
        }
    }
    found
}

const NOT_CHINESE: &[&str] = &[
    "一定",
    "一起",
    "一样",
    "一樣",
    "一直",
    "一般",
    "统一",
    "統一",
    "唯一",
    "一些",
    "一旦",
    "万一",
    "萬一",
    "一切",
    "一下",
    "一边",
    "第一时间",
    "周一",
    "周二",
    "周三",
    "周四",
    "周五",
    "周六",
    "週一",
    "週二",
    "週三",
    "週四",
    "週五",
    "週六",
    "星期一",
    "星期二",
    "星期三",
    "星期四",
    "星期五",
    "星期六",
    "十分",
    "千万",
    "三明治",
    "一会",
    "四川",
];

fn chinese(text: &str) -> Vec<i64> {
    let rest = NOT_CHINESE.iter().fold(text.to_owned(), |t, word| t.replace(word, " "));
    let mut found = Vec::new();
    let mut run = String::new();
    for c in rest.chars().chain(std::iter::once(' ')) {
        if "零〇一二两兩三四五六七八九十百千万萬".contains(c) {
            run.push(c);
        } else if !run.is_empty() {
            found.extend(chinese_value(&run).map(|n| n * 1000));
            run.clear();
        }
    }
    if rest.contains("免费") || rest.contains("免費") {
        found.push(0);
    }
    found
}

fn chinese_value(run: &str) -> Option<i64> {
    let digit =
        |c: char| "零一二三四五六七八九".chars().position(|d| d == c).and_then(|n| i64::try_from(n).ok());
    let (mut total, mut current) = (0i64, None);
    for c in run.chars() {
        let c = match c {
            '两' | '兩' => '二',
            '〇' => '零',
            '萬' => '万',
            other => other,
        };
        let unit = match c {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            '万' => 10_000,
            _ => {
                current = Some(current.unwrap_or(0) * 10 + digit(c)?);
                continue;
            }
        };
        total += current.take().unwrap_or(1) * unit;
    }
    total.checked_add(current.unwrap_or(0))
}

/// Closed sets: a thing that is one of them is none of the others.
const SETS: &[&[&[&str]]] = &[
    &[
        &["monday", "วันจันทร์", "周一", "週一", "星期一"],
        &["tuesday", "วันอังคาร", "周二", "週二", "星期二"],
        &["wednesday", "วันพุธ", "周三", "週三", "星期三"],
        &["thursday", "วันพฤหัส", "周四", "週四", "星期四"],
        &["friday", "วันศุกร์", "周五", "週五", "星期五"],
        &["saturday", "วันเสาร์", "周六", "週六", "星期六"],
        &["sunday", "วันอาทิตย์", "周日", "週日", "星期日", "星期天"],
    ],
    &[
        &["january", "มกราคม"],
        &["february", "กุมภาพันธ์"],
        &["march", "มีนาคม"],
        &["april", "เมษายน"],
        &["may", "พฤษภาคม"],
        &["june", "มิถุนายน"],
        &["july", "กรกฎาคม"],
        &["august", "สิงหาคม"],
        &["september", "กันยายน"],
        &["october", "ตุลาคม"],
        &["november", "พฤศจิกายน"],
        &["december", "ธันวาคม"],
    ],
    &[
        &["hourly", "every hour", "ทุกชั่วโมง", "每小时", "每小時"],
        &["daily", "every day", "ทุกวัน", "每天", "每日"],
        &["weekly", "every week", "ทุกสัปดาห์", "รายสัปดาห์", "每周", "每週"],
        &["monthly", "every month", "ทุกเดือน", "รายเดือน", "每月", "每个月", "每個月"],
        &["yearly", "annually", "ทุกปี", "รายปี", "每年"],
    ],
    &[
        &["red", "สีแดง", "红色", "紅色"],
        &["blue", "สีฟ้า", "สีน้ำเงิน", "蓝色", "藍色"],
        &["green", "สีเขียว", "绿色", "綠色"],
        &["yellow", "สีเหลือง", "黄色", "黃色"],
        &["black", "สีดำ", "黑色"],
        &["white", "สีขาว", "白色"],
        &["grey", "gray", "สีเทา", "灰色"],
        &["purple", "สีม่วง", "紫色"],
        &["orange", "สีส้ม", "橙色"],
    ],
    &[
        &["postgresql", "postgres"],
        &["mysql"],
        &["sqlite"],
        &["mongodb"],
        &["redis"],
        &["mariadb"],
        &["oracle"],
        &["cassandra"],
        &["dynamodb"],
    ],
    &[
        &["kotlin"],
        &["swift"],
        &["java"],
        &["javascript"],
        &["typescript"],
        &["python"],
        &["rust"],
        &["ruby"],
        &["golang", "go"],
        &["c++"],
        &["c#"],
        &["php"],
        &["scala"],
        &["elixir"],
        &["haskell"],
        &["dart"],
        &["zig"],
    ],
    &[&["argon2"], &["bcrypt"], &["scrypt"], &["pbkdf2"], &["sha-256", "sha256"], &["md5"]],
    &[&["tab", "tabs", "แท็บ", "制表符", "定位字元"], &["space", "spaces", "เว้นวรรค", "空格"]],
    &[
        &["baht", "บาท", "泰铢", "泰銖"],
        &["dollar", "dollars", "usd", "ดอลลาร์", "美元"],
        &["euro", "euros", "eur", "ยูโร", "欧元", "歐元"],
        &["yen", "เยน", "日元", "日圓"],
        &["yuan", "rmb", "หยวน", "人民币", "人民幣"],
        &["pound", "pounds", "ปอนด์", "英镑", "英鎊"],
    ],
    &[&["aws", "amazon web services"], &["azure"], &["gcp", "google cloud"], &["fly"], &["heroku"]],
    &[&["pdf"], &["csv"], &["excel", "xlsx"], &["json"], &["xml"], &["yaml"], &["docx", "word"], &["html"]],
    &[
        &["morning", "ตอนเช้า", "早上", "上午"],
        &["afternoon", "ตอนบ่าย", "下午"],
        &["evening", "ตอนเย็น", "傍晚", "晚上"],
        &["night", "กลางคืน", "夜里", "夜间", "夜班"],
        &["day shift", "day shifts", "กลางวัน", "白班", "白天"],
    ],
    &[
        &["spring", "ฤดูใบไม้ผลิ", "春天", "春季"],
        &["summer", "ฤดูร้อน", "夏天", "夏季"],
        &["autumn", "fall", "ฤดูใบไม้ร่วง", "秋天", "秋季"],
        &["winter", "ฤดูหนาว", "冬天", "冬季"],
    ],
    &[
        &["in thai", "ภาษาไทย", "泰语", "泰語"],
        &["in english", "ภาษาอังกฤษ", "英语", "英語", "英文"],
        &["in chinese", "ภาษาจีน", "中文", "汉语"],
        &["in japanese", "ภาษาญี่ปุ่น", "日语", "日語"],
    ],
    &[
        &["online", "remote", "remotely", "zoom", "ออนไลน์", "线上", "線上"],
        &["office", "in person", "on site", "onsite", "ออฟฟิศ", "สำนักงาน", "办公室", "辦公室", "线下", "線下"],
    ],
    &[
        &["email", "อีเมล", "邮件", "郵件"],
        &["sms", "text message", "短信", "簡訊"],
        &["phone", "โทรศัพท์", "电话", "電話"],
        &["slack"],
        &["line"],
        &["wechat", "微信"],
    ],
];

/// Finds a closed set of which each text names a member, and none is the same: the two members.
pub(super) fn other_member(new: &str, old: &str) -> Option<(&'static str, &'static str)> {
    let (new, old) = (normalised(new), normalised(old));
    for set in SETS {
        let named = |text: &str| -> Vec<&'static [&'static str]> {
            set.iter().copied().filter(|member| member.iter().any(|word| holds(text, word))).collect()
        };
        let (in_new, in_old) = (named(&new), named(&old));
        if let (Some(a), Some(b)) = (in_new.first(), in_old.first())
            && !in_new.iter().any(|member| in_old.contains(member))
        {
            let said = |member: &'static [&'static str], text: &str| {
                member.iter().copied().find(|word| holds(text, word))
            };
            return Some((said(a, &new)?, said(b, &old)?));
        }
    }
    None
}

/// Tells whether the text holds the word; a Latin word only whole.
pub(super) fn holds(text: &str, word: &str) -> bool {
    if !word.is_ascii() {
        return text.contains(word);
    }
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|t| t.chars().next());
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        !letter(before) && !letter(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_number_is_read_in_every_spelling() {
        for (text, expected) in [
            ("at 3 am", 3000),
            ("at 03:00", 3000),
            ("at 3pm", 15_000),
            ("ten", 10_000),
            ("สิบโมง", 10_000),
            ("十点", 10_000),
            ("二十", 20_000),
            ("1,900 บาท", 1_900_000),
            ("version 3.2", 3200),
            ("两个", 2000),
            ("๓ วัน", 3000),
            ("พันธ์ 5", 5000),
        ] {
            assert_eq!(numbers(text), [expected], "{text}");
        }
        assert!(numbers("ห้ามสามีสามารถ 一起 周二").is_empty());
    }

    #[test]
    fn other_members_of_a_set_are_named() {
        assert_eq!(other_member("on Thursday", "every Tuesday"), Some(("thursday", "tuesday")));
        assert_eq!(other_member("ทุกวันพฤหัส", "ทุกวันอังคาร"), Some(("วันพฤหัส", "วันอังคาร")));
        assert_eq!(other_member("周四", "周二"), Some(("周四", "周二")));
        assert_eq!(other_member("red and blue", "blue"), None);
        assert_eq!(other_member("scored", "blue"), None);
    }
}

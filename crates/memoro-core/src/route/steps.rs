//! Cuts the text of a procedure into what sets it off and its steps. What cannot be cut stays one step: no word is
//! lost.

use super::head::{inner_cut, is_condition};
use super::view::each;
use crate::content::{Procedure, Trigger};

/// The most steps that one text is cut into; the rest stays in the last one.
const MOST: usize = 50;

const OPENERS: &str = "\
    whenever |when |if |once |in case of |in case |every time |each time |as soon as |how to |\
    steps for |steps to |procedure for |to |เมื่อ|ถ้าหาก|ถ้า|หาก|เวลา|ในกรณีที่|กรณีที่|กรณี|\
    ทุกครั้งที่|วิธีการ|วิธี|ขั้นตอน|如果|要是|假如|一旦|每当|每當|每次|当|當|如何";
const THAI_DO: &str = "ให้|ต้อง|ควร|ห้าม|อย่า";
const LINKS: &str = "\
    and then |then |finally |afterwards |next |and |แล้วค่อย|แล้ว|จากนั้นให้|จากนั้น|สุดท้าย|และ|\
    ให้|然后|然後|最后|最後|接着|接著|就|再|并|並";

/// Cuts a text into trigger and steps.
pub fn procedure(text: &str) -> Procedure {
    let text = text.replace("->", "→").replace("=>", "→");
    let text = text.trim().trim_end_matches(['.', '。']);
    let (head, rest) = split_head(text);
    let steps = steps(rest);
    match (trigger(head), steps.is_empty()) {
        (Some(trigger), false) => Procedure { trigger: Trigger::When(trigger), steps },
        _ => Procedure { trigger: Trigger::Always, steps: vec![text.to_owned()] },
    }
}

/// Splits what sets it off from what is done.
fn split_head(text: &str) -> (&str, &str) {
    let numbered = text.find("1. ").or_else(|| text.find("1) "));
    if let Some(at) = numbered.filter(|at| *at > 0) {
        return text.split_at(at);
    }
    let thai = text.chars().any(|c| ('\u{0E00}'..='\u{0E7F}').contains(&c));
    let marks: &[char] = if thai { &[':', '：', '→'] } else { &[':', '：', '→', ',', '，'] };
    let mark = text.char_indices().find(|(at, c)| marks.contains(c) && !inside_word(text, *at));
    let verb = if thai { thai_verb(text) } else { None };
    match (mark, verb) {
        (Some((at, _)), Some(verb)) if verb < at => text.split_at(verb),
        (None, Some(verb)) => text.split_at(verb),
        (Some((at, c)), _) => {
            let (head, tail) = text.split_at(at);
            let rest = tail.get(c.len_utf8()..).unwrap_or("");
            match (c, inner_cut(head, Some(rest))) {
                (',' | '，', Some(cut)) => text.split_at(cut),
                (',' | '，', None) if !is_condition(head, rest) => ("", text),
                _ => (head, rest),
            }
        }
        (None, None) => match inner_cut(text, None) {
            Some(cut) => text.split_at(cut),
            None => after_then(text),
        },
    }
}

/// Returns where the first word stands that says what is done; a part of another word is none.
fn thai_verb(text: &str) -> Option<usize> {
    let found = each(THAI_DO).flat_map(|word| text.match_indices(word));
    let verbs = found.filter(|(at, word)| {
        let before = text.get(..*at).unwrap_or_default();
        let after = text.get(at + word.len()..).unwrap_or_default();
        let part = match *word {
            "ต้อง" => after.starts_with("การ"),
            "อย่า" => after.starts_with('ง'),
            "ให้" => {
                ["ทำ", "ส่งผล", "ขอ", "บอก", "สั่ง", "อยาก", "ยอม", "ช่วย"].iter().any(|w| before.ends_with(w))
            }
            _ => false,
        };
        *at > 0 && !part
    });
    verbs.map(|(at, _)| at).min()
}

/// Splits `if x then y` and `ก่อน…` where no mark stands between.
fn after_then(text: &str) -> (&str, &str) {
    for link in [" then ", " → ", "就"] {
        if let Some((head, rest)) = text.split_once(link) {
            return (head, rest);
        }
    }
    ("", text)
}

/// Tells whether a mark stands inside a number, a time, an address, a port or a path: `10:30`, `https://…`, `C:\…`.
fn inside_word(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|t| t.chars().next_back());
    let after = text.get(at + 1..).and_then(|t| t.chars().next());
    before.is_some_and(|c| c.is_ascii_graphic()) && after.is_some_and(|c| c.is_ascii_graphic())
}

fn trigger(head: &str) -> Option<String> {
    let head = head.trim();
    let lower = head.to_lowercase();
    let opener = each(OPENERS).find(|opener| lower.starts_with(opener));
    let bare = opener.and_then(|opener| head.get(opener.len()..)).unwrap_or(head).trim();
    let bare = ["的时候", "的時候", "的话", "的話", "的步骤", "的步驟", "流程", "时", "時"]
        .iter()
        .find_map(|end| bare.strip_suffix(end))
        .unwrap_or(bare)
        .trim();
    (!bare.is_empty()).then(|| bare.to_owned())
}

fn steps(rest: &str) -> Vec<String> {
    let mut parts: Vec<String> = if rest.contains('→') {
        rest.split('→').map(str::to_owned).collect()
    } else if rest.contains("1. ") || rest.contains("1) ") {
        numbered(rest)
    } else {
        linked(rest)
    };
    parts = parts.iter().map(|part| clean(part)).filter(|part| !part.is_empty()).collect();
    if parts.len() > MOST {
        let tail = parts.split_off(MOST - 1);
        parts.push(tail.join("; "));
    }
    parts
}

fn numbered(rest: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut n = 1;
    for word in rest.split_inclusive(char::is_whitespace) {
        if word.trim() == format!("{n}.") || word.trim() == format!("{n})") {
            parts.push(String::new());
            n += 1;
        } else if let Some(last) = parts.last_mut() {
            last.push_str(word);
        }
    }
    parts
}

/// Splits at commas, semicolons and linking words.
fn linked(rest: &str) -> Vec<String> {
    let mut text = rest
        .replace([';', '；', '，', '、', '。', '\n'], "\u{1}")
        .replace(", ", "\u{1}")
        .replace(". ", "\u{1}");
    for link in [
        " and then ",
        " then ",
        " and ",
        " แล้วค่อย",
        " แล้ว",
        " จากนั้น",
        " และ",
        "แล้วค่อย",
        "จากนั้น",
        "然后",
        "然後",
    ] {
        text = text.replace(link, "\u{1}");
    }
    text.split('\u{1}').map(str::to_owned).collect()
}

fn clean(part: &str) -> String {
    let mut part = part.trim().trim_end_matches([',', '.', '。']);
    while let Some(link) = each(LINKS).find(|link| starts(part, link)) {
        let Some(rest) = part.get(link.len()..).map(str::trim_start).filter(|rest| !rest.is_empty()) else {
            break;
        };
        part = rest;
    }
    part.to_owned()
}

fn starts(part: &str, link: &str) -> bool {
    part.get(..link.len()).is_some_and(|head| head.eq_ignore_ascii_case(link))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut(text: &str) -> (String, Vec<String>) {
        let Procedure { trigger, steps } = procedure(text);
        let when = match trigger {
            Trigger::Always => String::new(),
            Trigger::When(when) => when,
        };
        (when, steps)
    }

    #[test]
    fn trigger_and_steps_are_found_in_three_languages() {
        for (text, when, steps) in [
            (
                "เมื่อ user ถาม deploy ให้แสดง checklist ก่อน → ถามเรื่อง environment",
                "user ถาม deploy",
                vec!["แสดง checklist ก่อน", "ถามเรื่อง environment"],
            ),
            (
                "เวลา debug → ดู log ก่อน → ตรวจ config → test",
                "debug",
                vec!["ดู log ก่อน", "ตรวจ config", "test"],
            ),
            (
                "when the build fails: read the log, then clear the cache",
                "the build fails",
                vec!["read the log", "clear the cache"],
            ),
            ("If the disk is full then delete old logs.", "the disk is full", vec!["delete old logs"]),
            (
                "如果客户要求退款，就先查订单日期，再提供代金券。",
                "客户要求退款",
                vec!["先查订单日期", "提供代金券"],
            ),
            ("构建失败时，先看错误，然后清理缓存", "构建失败", vec!["先看错误", "清理缓存"]),
            (
                "Steps for onboarding: 1. create the account 2. send the handbook",
                "onboarding:",
                vec!["create the account", "send the handbook"],
            ),
            ("ถ้า build ไม่ผ่าน ให้ลบ cache แล้วลองใหม่", "build ไม่ผ่าน", vec!["ลบ cache", "ลองใหม่"]),
        ] {
            let (found, cut_steps) = cut(text);
            assert_eq!(found.trim_end_matches(':'), when.trim_end_matches(':'), "{text}");
            assert_eq!(cut_steps, steps, "{text}");
        }
    }

    #[test]
    fn the_first_step_is_never_a_part_of_the_trigger() {
        for (text, when, steps) in [
            ("发布之前先备份数据库", "发布之前", vec!["先备份数据库"]),
            ("發布之前先備份資料庫，然後通知團隊", "發布之前", vec!["先備份資料庫", "通知團隊"]),
            ("发布前先备份数据库，然后通知团队", "发布前", vec!["先备份数据库", "通知团队"]),
            ("部署后要检查日志", "部署后", vec!["要检查日志"]),
            ("在部署之前，先跑测试", "在部署之前", vec!["先跑测试"]),
            ("如果磁盘满了先删除旧日志，再重启", "磁盘满了", vec!["先删除旧日志", "重启"]),
            ("构建前端代码时，先看错误", "构建前端代码", vec!["先看错误"]),
            ("如果你要发布，先备份", "你要发布", vec!["先备份"]),
            (
                "before deploying, first back up the database, then run the migrations",
                "before deploying",
                vec!["first back up the database", "run the migrations"],
            ),
            (
                "Before deploying first back up the database, then run the migrations",
                "Before deploying",
                vec!["first back up the database", "run the migrations"],
            ),
            (
                "before deploying first back up the database",
                "before deploying",
                vec!["first back up the database"],
            ),
            ("When the user first logs in, show the tour", "the user first logs in", vec!["show the tour"]),
            (
                "ก่อน deploy ต้องสำรองฐานข้อมูลก่อน แล้วค่อยรัน migration",
                "ก่อน deploy",
                vec!["ต้องสำรองฐานข้อมูลก่อน", "รัน migration"],
            ),
            ("ถ้าลูกค้าต้องการคืนเงิน ให้ตรวจใบสั่งซื้อ", "ลูกค้าต้องการคืนเงิน", vec!["ตรวจใบสั่งซื้อ"]),
            ("ถ้าการแก้ทำให้ระบบล่ม ให้ย้อนกลับ", "การแก้ทำให้ระบบล่ม", vec!["ย้อนกลับ"]),
            ("ถ้าเกิดเรื่องอย่างนี้ ให้โทรหาแอดมิน", "เกิดเรื่องอย่างนี้", vec!["โทรหาแอดมิน"]),
        ] {
            let steps: Vec<String> = steps.into_iter().map(str::to_owned).collect();
            assert_eq!(cut(text), (when.to_owned(), steps), "{text}");
        }
    }

    #[test]
    fn steps_without_a_condition_are_no_trigger() {
        for text in [
            "Back up the database, then deploy",
            "备份数据库，然后发布",
            "先备份数据库，再发布",
            "read the log, clear the cache and build again",
        ] {
            assert_eq!(cut(text), (String::new(), vec![text.to_owned()]), "{text}");
        }
    }

    #[test]
    fn marks_inside_addresses_times_and_paths_cut_nothing() {
        for (text, when, steps) in [
            (
                "when the page at http://10.0.0.1:8080 is slow: restart it at 10:30",
                "the page at http://10.0.0.1:8080 is slow",
                vec!["restart it at 10:30"],
            ),
            (
                "ถ้า https://ci.example ไม่ตอบ ให้เปิด C:\\log แล้วโทรหาแอดมิน",
                "https://ci.example ไม่ตอบ",
                vec!["เปิด C:\\log", "โทรหาแอดมิน"],
            ),
            (
                "如果 https://ci.example 打不开，就看 app::log 的日志",
                "https://ci.example 打不开",
                vec!["看 app::log 的日志"],
            ),
        ] {
            assert_eq!(
                cut(text),
                (when.to_owned(), steps.into_iter().map(str::to_owned).collect()),
                "{text}"
            );
        }
        let told = "Read https://example.com/limits before you raise one";
        assert_eq!(cut(told), (String::new(), vec![told.to_owned()]));
    }

    #[test]
    fn a_rule_without_a_condition_always_applies() {
        let rule = procedure("Always run the linter");
        assert_eq!(rule, Procedure { trigger: Trigger::Always, steps: vec!["Always run the linter".into()] });
    }

    #[test]
    fn a_thousand_steps_become_fifty_without_losing_one() {
        let text =
            format!("when x: {}", (0..1000).map(|n| format!("step{n}")).collect::<Vec<_>>().join(", "));
        let (_, steps) = cut(&text);
        assert_eq!(steps.len(), MOST);
        assert!(steps.last().unwrap().contains("step999"));
    }

    proptest! {
        #[test]
        fn any_text_gives_at_least_one_step_and_never_fails(text in "[a-z ,.:→1)เมื่อให้如果就，]{1,60}") {
            prop_assume!(!text.trim().trim_end_matches(['.', '。']).is_empty());
            prop_assert!(!procedure(&text).steps.is_empty());
        }
    }
}

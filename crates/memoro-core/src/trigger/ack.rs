//! What is answered after a command: one short sentence in the person's language, a little more where they like
//! full answers. It repeats the value as text and never as markup.

use super::spoken::in_words;
use super::{Command, EVERYTHING, Intent};
use crate::scope::ScopeKind;
use crate::text::{head, simplified};

/// The language of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tongue {
    /// English.
    English,
    /// Thai.
    Thai,
    /// Chinese in simplified characters.
    Simplified,
    /// Chinese in traditional characters.
    Traditional,
}

impl Tongue {
    /// Returns the language tag.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Thai => "th",
            Self::Simplified => "zh-Hans",
            Self::Traditional => "zh-Hant",
        }
    }
}

/// Returns the language in which a message is written.
pub fn tongue(message: &str) -> Tongue {
    let count = |belongs: fn(char) -> bool| message.chars().filter(|c| belongs(*c)).count();
    let thai = count(|c| ('\u{0E00}'..='\u{0E7F}').contains(&c));
    let han = count(|c| ('\u{3400}'..='\u{9FFF}').contains(&c));
    let latin = count(|c| c.is_ascii_alphabetic());
    let words = message.split_whitespace().filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    // A name in another script makes no other language of an English message.
    let named = words.count() >= 4 && (thai + han) * 4 <= latin;
    match (thai, han) {
        (0, 0) => Tongue::English,
        _ if named => Tongue::English,
        (thai, han) if thai >= han => Tongue::Thai,
        _ if message.chars().any(|c| simplified(c) != c) => Tongue::Traditional,
        _ => Tongue::Simplified,
    }
}

/// How much an acknowledgement says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Verbosity {
    /// One short sentence.
    #[default]
    Concise,
    /// Also where it is kept, for how long and how to take it back.
    Full,
}

/// What became of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome<'a> {
    /// It was written.
    Stored,
    /// It replaced what was kept before.
    Replaced {
        /// The value before.
        old: &'a str,
    },
    /// What was kept does not hold any more.
    Ended {
        /// The value that it had.
        old: &'a str,
    },
    /// The same was kept already.
    Unchanged,
    /// It was forgotten.
    Forgotten,
    /// Nothing of the sort was found.
    Missing,
    /// What was named is not what is kept there; nothing was changed.
    Otherwise {
        /// The value that is kept.
        held: &'a str,
    },
    /// The last change was taken back.
    Undone {
        /// The value that counts again; empty where there was none.
        back: &'a str,
    },
    /// So many waiting memories were confirmed.
    Confirmed(usize),
    /// So many waiting memories were rejected; nothing was kept.
    Dropped(usize),
    /// It waits for the person's word.
    Waiting,
    /// So many memories are shown beside the answer.
    Shown(usize),
    /// It was not done.
    Refused {
        /// Why not.
        reason: &'a str,
    },
}

/// Returns the acknowledgement of a command.
pub fn acknowledge(command: &Command, outcome: Outcome<'_>, tongue: Tongue, verbosity: Verbosity) -> String {
    let what = label(command, tongue);
    let key = command.key.as_deref().unwrap_or_default();
    let value = shorten(&in_words(key, &command.value, tongue));
    let before;
    let outcome = match outcome {
        Outcome::Replaced { old } => {
            before = in_words(key, old, tongue);
            Outcome::Replaced { old: &before }
        }
        Outcome::Ended { old } => {
            before = in_words(key, old, tongue);
            Outcome::Ended { old: &before }
        }
        Outcome::Otherwise { held } => {
            before = in_words(key, held, tongue);
            Outcome::Otherwise { held: &before }
        }
        Outcome::Undone { back } => {
            before = in_words(key, back, tongue);
            Outcome::Undone { back: &before }
        }
        other => other,
    };
    let mut text = match tongue {
        Tongue::English => english(outcome, &what, &value),
        Tongue::Thai => thai(outcome, &what, &value),
        Tongue::Simplified => chinese(outcome, &what, &value),
        Tongue::Traditional => traditional(outcome, &what, &value),
    };
    let wrote = matches!(outcome, Outcome::Stored | Outcome::Replaced { .. });
    if verbosity == Verbosity::Full && wrote {
        text.push_str(&more(command, &what, tongue));
    }
    text
}

fn shorten(value: &str) -> String {
    const LONGEST: usize = 80;
    let line: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if line.chars().count() <= LONGEST {
        return line;
    }
    format!("{}…", head(&line, LONGEST))
}

/// What a key is called: English, Thai, simplified, traditional.
const LABELS: &[(&str, [&str; 4])] = &[
    ("response.tone", ["tone", "โทนการตอบ", "语气", "語氣"]),
    ("response.language", ["answer language", "ภาษาที่ใช้ตอบ", "回答语言", "回答語言"]),
    ("response.length", ["answer length", "ความยาวคำตอบ", "回答长度", "回答長度"]),
    ("response.style", ["answer style", "สไตล์การตอบ", "回答风格", "回答風格"]),
    ("response.format.default", ["answer format", "รูปแบบคำตอบ", "回答格式", "回答格式"]),
    ("response.emoji", ["emoji", "อีโมจิ", "表情符号", "表情符號"]),
    ("timezone", ["time zone", "เขตเวลา", "时区", "時區"]),
    ("name", ["name", "ชื่อ", "名字", "名字"]),
    ("nickname", ["nickname", "ชื่อเล่น", "称呼", "稱呼"]),
    ("role", ["role", "ตำแหน่ง", "职位", "職位"]),
    ("employer", ["employer", "ที่ทำงาน", "公司", "公司"]),
    ("team", ["team", "ทีม", "部门", "部門"]),
    ("place", ["place", "ที่อยู่", "住处", "住處"]),
    ("hometown", ["hometown", "บ้านเกิด", "家乡", "家鄉"]),
    ("working_hours", ["working hours", "เวลาทำงาน", "工作时间", "工作時間"]),
    ("birthday", ["birthday", "วันเกิด", "生日", "生日"]),
    ("diet", ["diet", "อาหารการกิน", "饮食", "飲食"]),
    ("email", ["email", "อีเมล", "邮箱", "電子郵件"]),
    (EVERYTHING, ["everything", "ทุกอย่าง", "所有内容", "所有內容"]),
];

fn label(command: &Command, tongue: Tongue) -> String {
    let at = match tongue {
        Tongue::English => 0,
        Tongue::Thai => 1,
        Tongue::Simplified => 2,
        Tongue::Traditional => 3,
    };
    let Some(key) = &command.key else { return String::new() };
    let named = LABELS.iter().find(|(k, _)| k == key).and_then(|(_, names)| names.get(at));
    named.map_or_else(|| key.clone(), |name| (*name).to_owned())
}

/// Joins a label and a value; a free statement speaks for itself.
fn pair(what: &str, value: &str) -> String {
    match (what.is_empty(), value.is_empty()) {
        (true, _) => value.to_owned(),
        (_, true) => what.to_owned(),
        _ => format!("{what}: {value}"),
    }
}

fn english(outcome: Outcome<'_>, what: &str, value: &str) -> String {
    match outcome {
        Outcome::Stored => format!("Noted — {}.", pair(what, value)),
        Outcome::Replaced { old } => format!("Updated — {} (was {}).", pair(what, value), shorten(old)),
        Outcome::Ended { old } => format!("Ended — {} holds no longer.", pair(what, &shorten(old))),
        Outcome::Unchanged => format!("Already noted — {}.", pair(what, value)),
        Outcome::Forgotten => format!("Forgotten — {what}."),
        Outcome::Missing => format!(
            "Nothing to forget{}.",
            if what.is_empty() { String::new() } else { format!(" under {what}") }
        ),
        Outcome::Otherwise { held } => {
            format!("Nothing was forgotten — what is remembered is {}.", pair(what, &shorten(held)))
        }
        Outcome::Undone { back: "" } => format!("Undone — {what} is not remembered any more."),
        Outcome::Undone { back } => format!("Undone — {} again.", pair(what, &shorten(back))),
        Outcome::Confirmed(0) => "Nothing is waiting to be confirmed.".to_owned(),
        Outcome::Confirmed(count) => format!("Confirmed — {count} remembered."),
        Outcome::Dropped(0) => "All right, nothing was kept.".to_owned(),
        Outcome::Dropped(count) => format!("All right — {count} dropped."),
        Outcome::Waiting => format!("Waiting for your confirmation — {}.", pair(what, value)),
        Outcome::Shown(0) => "Nothing is remembered yet.".to_owned(),
        Outcome::Shown(count) => format!("Remembered: {count}."),
        Outcome::Refused { reason } => format!("Not done: {reason}."),
    }
}

fn thai(outcome: Outcome<'_>, what: &str, value: &str) -> String {
    match outcome {
        Outcome::Stored => format!("จำแล้ว — {}", pair(what, value)),
        Outcome::Replaced { old } => format!("แก้แล้ว — {} (เดิม {})", pair(what, value), shorten(old)),
        Outcome::Ended { old } => format!("เลิกแล้ว — {} ไม่ใช่อีกต่อไป", pair(what, &shorten(old))),
        Outcome::Unchanged => format!("จำไว้อยู่แล้ว — {}", pair(what, value)),
        Outcome::Forgotten => format!("ลืมแล้ว — {what}"),
        Outcome::Missing => format!("ไม่มีอะไรให้ลืม {what}").trim_end().to_owned(),
        Outcome::Otherwise { held } => format!("ไม่ได้ลืมอะไร — ที่จำไว้คือ {}", pair(what, &shorten(held))),
        Outcome::Undone { back: "" } => format!("ยกเลิกแล้ว — ไม่ได้จำ {what} อีก"),
        Outcome::Undone { back } => format!("ยกเลิกแล้ว — กลับเป็น {}", pair(what, &shorten(back))),
        Outcome::Confirmed(0) => "ไม่มีรายการที่รอยืนยัน".to_owned(),
        Outcome::Confirmed(count) => format!("ยืนยันแล้ว — จำไว้ {count} รายการ"),
        Outcome::Dropped(0) => "ได้ ไม่ได้จำอะไรไว้".to_owned(),
        Outcome::Dropped(count) => format!("ได้ — ไม่จำ {count} รายการ"),
        Outcome::Waiting => format!("รอการยืนยัน — {}", pair(what, value)),
        Outcome::Shown(0) => "ยังไม่ได้จำอะไรไว้".to_owned(),
        Outcome::Shown(count) => format!("จำไว้ {count} รายการ"),
        Outcome::Refused { reason } => format!("ไม่ได้ทำ: {reason}"),
    }
}

fn chinese(outcome: Outcome<'_>, what: &str, value: &str) -> String {
    match outcome {
        Outcome::Stored => format!("已记住：{}。", pair(what, value)),
        Outcome::Replaced { old } => format!("已更新：{}（原为 {}）。", pair(what, value), shorten(old)),
        Outcome::Ended { old } => format!("已结束：{}不再有效。", pair(what, &shorten(old))),
        Outcome::Unchanged => format!("早已记住：{}。", pair(what, value)),
        Outcome::Forgotten => format!("已忘记：{what}。"),
        Outcome::Missing => {
            format!("没有可忘记的内容{}。", if what.is_empty() { String::new() } else { format!("：{what}") })
        }
        Outcome::Otherwise { held } => {
            format!("没有忘记任何内容，记住的是 {}。", pair(what, &shorten(held)))
        }
        Outcome::Undone { back: "" } => format!("已撤销：不再记住{what}。"),
        Outcome::Undone { back } => format!("已撤销：恢复为 {}。", pair(what, &shorten(back))),
        Outcome::Confirmed(0) => "没有等待确认的记忆。".to_owned(),
        Outcome::Confirmed(count) => format!("已确认，记住了 {count} 条。"),
        Outcome::Dropped(0) => "好的，没有保存任何内容。".to_owned(),
        Outcome::Dropped(count) => format!("好的，已放弃 {count} 条。"),
        Outcome::Waiting => format!("等待您确认：{}。", pair(what, value)),
        Outcome::Shown(0) => "还没有记住任何内容。".to_owned(),
        Outcome::Shown(count) => format!("共记住 {count} 条。"),
        Outcome::Refused { reason } => format!("未执行：{reason}。"),
    }
}

fn traditional(outcome: Outcome<'_>, what: &str, value: &str) -> String {
    match outcome {
        Outcome::Stored => format!("已記住：{}。", pair(what, value)),
        Outcome::Replaced { old } => format!("已更新：{}（原為 {}）。", pair(what, value), shorten(old)),
        Outcome::Ended { old } => format!("已結束：{}不再有效。", pair(what, &shorten(old))),
        Outcome::Unchanged => format!("早已記住：{}。", pair(what, value)),
        Outcome::Forgotten => format!("已忘記：{what}。"),
        Outcome::Missing => {
            format!("沒有可忘記的內容{}。", if what.is_empty() { String::new() } else { format!("：{what}") })
        }
        Outcome::Otherwise { held } => {
            format!("沒有忘記任何內容，記住的是 {}。", pair(what, &shorten(held)))
        }
        Outcome::Undone { back: "" } => format!("已撤銷：不再記住{what}。"),
        Outcome::Undone { back } => format!("已撤銷：恢復為 {}。", pair(what, &shorten(back))),
        Outcome::Confirmed(0) => "沒有等待確認的記憶。".to_owned(),
        Outcome::Confirmed(count) => format!("已確認，記住了 {count} 條。"),
        Outcome::Dropped(0) => "好的，沒有保存任何內容。".to_owned(),
        Outcome::Dropped(count) => format!("好的，已放棄 {count} 條。"),
        Outcome::Waiting => format!("等待您確認：{}。", pair(what, value)),
        Outcome::Shown(0) => "還沒有記住任何內容。".to_owned(),
        Outcome::Shown(count) => format!("共記住 {count} 條。"),
        Outcome::Refused { reason } => format!("未執行：{reason}。"),
    }
}

/// Where it is kept, for how long, and how to take it back.
fn more(command: &Command, what: &str, tongue: Tongue) -> String {
    // That a session's value ends with it is said by its place.
    let ttl =
        command.ttl.as_deref().filter(|ttl| !matches!(*ttl, "none" | "session_end")).unwrap_or_default();
    let moment = ttl.parse::<jiff::Timestamp>().map(|at| at.strftime("%Y-%m-%d %H:%M UTC").to_string());
    let ttl = moment.as_deref().unwrap_or(ttl);
    let undo = matches!(command.intent, Intent::Remember | Intent::SetPreference | Intent::Update);
    let (place, until, back) = match (tongue, command.scope) {
        (Tongue::English, ScopeKind::Session) => ("this session", " until ", "forget"),
        (Tongue::English, ScopeKind::Project) => ("this project", " until ", "forget"),
        (Tongue::English, _) => ("your profile", " until ", "forget"),
        (Tongue::Thai, ScopeKind::Session) => ("รอบนี้", " ถึง ", "ลืม"),
        (Tongue::Thai, ScopeKind::Project) => ("โปรเจกต์นี้", " ถึง ", "ลืม"),
        (Tongue::Thai, _) => ("โปรไฟล์ของคุณ", " ถึง ", "ลืม"),
        (Tongue::Simplified, ScopeKind::Session) => ("本次会话", "，至 ", "忘掉"),
        (Tongue::Simplified, ScopeKind::Project) => ("本项目", "，至 ", "忘掉"),
        (Tongue::Simplified, _) => ("您的档案", "，至 ", "忘掉"),
        (Tongue::Traditional, ScopeKind::Session) => ("本次對話", "，至 ", "忘掉"),
        (Tongue::Traditional, ScopeKind::Project) => ("本專案", "，至 ", "忘掉"),
        (Tongue::Traditional, _) => ("您的檔案", "，至 ", "忘掉"),
    };
    let until = if ttl.is_empty() { String::new() } else { format!("{until}{ttl}") };
    let back = if undo && !what.is_empty() { format!("{back} {what}") } else { String::new() };
    match tongue {
        Tongue::English => format!(" Kept in {place}{until}; say “{back}” to take it back."),
        Tongue::Thai => format!(" เก็บไว้ใน{place}{until} พูดว่า “{back}” ถ้าไม่ต้องการแล้ว"),
        Tongue::Simplified => format!("保存于{place}{until}；说“{back}”即可撤销。"),
        Tongue::Traditional => format!("保存於{place}{until}；說「{back}」即可撤銷。"),
    }
}

/// Returns what to say after an acknowledgement where the value that was written does not count now; `before` is the scope
/// that counts before it.
pub fn outranked(before: ScopeKind, tongue: Tongue) -> &'static str {
    match (tongue, before) {
        (Tongue::English, ScopeKind::Policy) => " It does not count now: the admin's policy comes first.",
        (Tongue::English, ScopeKind::User) => " It does not count now: your profile comes first.",
        (Tongue::English, ScopeKind::Session) => " It does not count now: this session's value comes first.",
        (Tongue::English, _) => " It does not count now: another value comes first.",
        (Tongue::Thai, ScopeKind::Policy) => " แต่ตอนนี้ยังไม่มีผล เพราะนโยบายของผู้ดูแลระบบมาก่อน",
        (Tongue::Thai, ScopeKind::User) => " แต่ตอนนี้ยังไม่มีผล เพราะค่าในโปรไฟล์ของคุณมาก่อน",
        (Tongue::Thai, ScopeKind::Session) => " แต่ตอนนี้ยังไม่มีผล เพราะค่าของรอบนี้มาก่อน",
        (Tongue::Thai, _) => " แต่ตอนนี้ยังไม่มีผล เพราะมีค่าอื่นมาก่อน",
        (Tongue::Simplified, ScopeKind::Policy) => "但目前不生效：管理员的策略优先。",
        (Tongue::Simplified, ScopeKind::User) => "但目前不生效：您档案里的设置优先。",
        (Tongue::Simplified, ScopeKind::Session) => "但目前不生效：本次会话的设置优先。",
        (Tongue::Simplified, _) => "但目前不生效：另一个设置优先。",
        (Tongue::Traditional, ScopeKind::Policy) => "但目前不生效：管理員的政策優先。",
        (Tongue::Traditional, ScopeKind::User) => "但目前不生效：您檔案裡的設定優先。",
        (Tongue::Traditional, ScopeKind::Session) => "但目前不生效：本次對話的設定優先。",
        (Tongue::Traditional, _) => "但目前不生效：另一個設定優先。",
    }
}

/// Joins the acknowledgements of one message; what several have in common is said once.
pub fn joined<'a>(acks: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut lead = "";
    for ack in acks {
        let (head, body) = ["—", "："].iter().find_map(|mark| ack.split_once(mark)).unwrap_or(("", ack));
        let plain = !body.trim_end_matches(['.', '。']).contains(['.', '。']);
        let shared = !text.is_empty() && !head.is_empty() && head == lead && plain;
        if shared {
            let (stop, and) = if text.ends_with('。') { ('。', "；") } else { ('.', "; ") };
            text.truncate(text.trim_end_matches(stop).len());
            text.push_str(and);
            text.push_str(body.trim_start());
        } else {
            if !text.is_empty() && !text.ends_with('。') {
                text.push(' ');
            }
            text.push_str(ack);
        }
        lead = if plain { head } else { "" };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acknowledgements_of_one_message_name_all_and_say_once_what_they_share() {
        for (acks, all) in [
            (["Noted — name: Ann.", "Noted — place: Lyon."], "Noted — name: Ann; place: Lyon."),
            (["Noted — name: Ann.", "Not done: why."], "Noted — name: Ann. Not done: why."),
            (["จำแล้ว — ชื่อ: ต้น", "จำแล้ว — ที่อยู่: ตรัง"], "จำแล้ว — ชื่อ: ต้น; ที่อยู่: ตรัง"),
            (["已记住：名字: 小明。", "已记住：住处: 上海。"], "已记住：名字: 小明；住处: 上海。"),
            (["已記住：名字: 小明。", "已更新：住處: 上海。"], "已記住：名字: 小明。已更新：住處: 上海。"),
        ] {
            assert_eq!(joined(acks), all);
        }
        assert_eq!(joined(["Noted — name: Ann."]), "Noted — name: Ann.");
    }
}

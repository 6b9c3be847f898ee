//! Settings that are to be as they were before anybody set them: "go back to your normal tone", รีเซ็ตการตั้งค่าภาษา,
//! 取消语气的设置. What the slot holds is to be forgotten. Reads only a whole message about how answers are; other settings
//! ("reset the language of my phone") are not memory's.

use super::command::named;
use super::text::{MASK, Piece, Text};
use super::time::Span;
use super::{Command, Intent, clause, directive, keys, values};

/// Acts that end a setting whatever it is.
const RESET: &str = "reset|clear|unset|restore|go back to|switch back to|return to|revert to|change back to|back to|\
    รีเซ็ต|รีเซต|ล้าง|คืนค่า|กลับไปใช้|กลับไป|กลับมาใช้|ใช้|\
    重置|恢复成|恢复为|恢复到|恢复|清除|清空|还原|回到|改回|换回|变回|重设";
/// Acts that end the setting that is named.
const CANCEL: &str = "cancel|drop|remove|delete|forget|stop remembering|no longer remember|ยกเลิก|เลิกใช้|เลิก|ลบ|ไม่ต้องจำ|ลืม|\
    取消|撤销|撤掉|删除|删掉|去掉|不要再记得|不要再记住|不要再记|不用再记得|不用再记|别再记得|别再记|忘掉|忘记";
/// Words between the act and the setting.
const FILL: &str = "my|your|the|our|that|this|preferred|saved|对|我的|你的|我|你|那个|这个|关于|的|ค่า|การตั้งค่า|ตั้งค่า|ของ|เรื่อง|การ";
/// Words that say that it is a setting.
const SETTING: &str = "settings|setting|preferences|preference|ที่ตั้งไว้|ที่ตั้ง|ที่ให้จำ|ที่จำไว้|的设置|的设定|的偏好|设置|设定|偏好|那个设定|那个设置|那个|那项|这个设定|的";
/// Words that say how it was before.
const NORMAL: &str = "normal|default|defaults|usual|regular|original|standard|to normal|to default|to the default|ปกติ|เดิม|เริ่มต้น|ค่าเริ่มต้น|ธรรมดา|ตามเดิม|แบบเดิม|ตามปกติ|แบบปกติ|เป็นค่าเริ่มต้น|เหมือนเดิม|\
    预设的|预设|默认的|默认|正常的|正常|原来的|原来|平常的|一般的|原本的|以前的|原先的|成默认|为默认|到默认";
/// Politeness around it.
const POLITE: &str = "please|pls|ok|okay|can you|could you|now|thanks|ช่วย|ขอ|กรุณา|ให้|หน่อย|ที|ด้วย|นะ|ครับ|ค่ะ|คะ|เลย|แล้ว|请|帮我|麻烦|把|将|吧|了|啊|哦";

/// Reads a message that wants all settings of the answers as they were: "reset my preferences", รีเซ็ตการตั้งค่าของฉัน, 重置我的偏好.
pub(super) fn all(text: &Text) -> Vec<Command> {
    const ALL: &str = "all my preferences|all of my preferences|all preferences|my preferences|the preferences|your preferences|all my settings|my settings|all settings|preferences|\
        การตั้งค่าทั้งหมดของผม|การตั้งค่าทั้งหมดของฉัน|การตั้งค่าทั้งหมด|การตั้งค่าของผม|การตั้งค่าของฉัน|การตั้งค่าของเรา|การตั้งค่าผม|การตั้งค่าฉัน|ค่าที่ตั้งไว้ทั้งหมด|ค่าที่ตั้งไว้|\
        我所有的偏好设置|我所有的偏好|我的所有偏好|我的全部偏好|我的偏好设置|我的偏好设定|我的设定|我的偏好|所有偏好设置|所有偏好|我的设置|所有的偏好|偏好设置|偏好";
    const KEYS: [&str; 6] = [
        "response.language",
        "response.tone",
        "response.length",
        "response.style",
        "response.format.default",
        "response.emoji",
    ];
    let whole = text.whole().trim();
    if whole.seen().len() > 120 || clause::is_question(whole) {
        return Vec::new();
    }
    let said = whole.strip_all(POLITE).strip_ends(POLITE);
    let behind = said.strip_ends("重置|清空|清除|还原|恢复默认");
    let rest = said
        .strip("reset|clear|restore|รีเซ็ต|รีเซต|ล้าง|คืนค่า|重置|清空|清除|还原|重设")
        .or_else(|| (behind.seen().len() < said.seen().len()).then_some(behind));
    let Some(rest) = rest.map(|rest| rest.trim()) else { return Vec::new() };
    let meant = rest.strip(ALL).is_some_and(|left| {
        left.strip_all(["to default|to the default|to defaults|to normal|back", POLITE]).is_empty()
    });
    if !meant {
        return Vec::new();
    }
    let one = |key: &&str| named(Intent::Forget, (*key).to_owned(), rest, (Span::default(), 950, whole));
    KEYS.iter().map(one).collect()
}

/// Reads a message that has no other command as the reset of a setting.
pub(super) fn read(text: &Text) -> Option<Command> {
    const LONGEST: usize = 160;
    const NORMALLY: &str = "กลับไปพูดปกติ|กลับมาพูดปกติ|กลับไปตอบปกติ|กลับไปคุยปกติ|พูดปกติ|ตอบปกติ|go back to normal|back to normal|just talk normally|talk normally|正常说话就行|正常说话|恢复正常|正常点|กลับไปเป็นปกติ";
    let all = text.whole().trim();
    let ended = all.strip_ends(POLITE).strip_ends(NORMALLY);
    let normally = ended.seen().len() < all.strip_ends(POLITE).seen().len();
    let whole = ended.trim_matches(|c| c.is_whitespace() || matches!(c, ',' | '，' | '.' | '。'));
    let seen = whole.seen();
    let plain = seen.len() <= LONGEST && !seen.contains([MASK, '\n', ',', '，', '。', '`']);
    if !plain || whole.is_empty() || clause::is_question(text.whole()) {
        return None;
    }
    let said = whole.strip_all(POLITE).strip_ends(POLITE);
    let pointed = || {
        let rest = said
            .strip_ends("ได้แล้ว|ได้")
            .strip(CANCEL)
            .or_else(|| said.strip("stop using|别用|不要用|别再用"))?;
        let named = rest.trim_start().strip_all("that|the|this|那个|那种|这个").strip_ends("นั้น|นี้|了");
        slot(named).map(|key| (key, named)).filter(|_| normally)
    };
    let (key, about) = ahead(said).or_else(|| behind(said)).or_else(pointed)?;
    Some(named(Intent::Forget, key.to_owned(), about, (Span::default(), 950, whole)))
}

/// The act stands before the setting.
fn ahead(said: Piece<'_>) -> Option<(&'static str, Piece<'_>)> {
    if let Some(rest) = said.strip(CANCEL)
        && let Some(found) = setting(rest, false)
    {
        return Some(found);
    }
    setting(said.strip(RESET)?, true)
}

/// Chinese puts the act last as well: 把语气设置重置.
fn behind(said: Piece<'_>) -> Option<(&'static str, Piece<'_>)> {
    let rest = said.strip_ends("重置|清除|清空|还原|取消|删掉|撤掉|รีเซ็ต");
    (rest.seen().len() < said.seen().len()).then(|| setting(rest, true)).flatten()
}

/// The slot that the words name, where they say that a setting is meant: a mark of one, or the value with its slot.
fn setting(rest: Piece<'_>, resets: bool) -> Option<(&'static str, Piece<'_>)> {
    let whole = rest.trim();
    let of_setting = whole.seen().starts_with("การตั้งค่า") || whole.seen().starts_with("ค่า");
    let bare = whole.strip_all(FILL).strip_ends(POLITE);
    let own = whole.strip("my|your|我的|你的").is_some() && resets;
    let before = bare.strip_all(NORMAL).strip_all(FILL);
    let after = before.strip_ends([SETTING, NORMAL]);
    let marked = of_setting || after.seen().len() < bare.seen().len();
    if let Some(key) = slot(after).filter(|_| marked || own) {
        return Some((key, after));
    }
    valued(after, marked && !resets)
}

/// The slot of an answer that words name.
fn slot(words: Piece<'_>) -> Option<&'static str> {
    let of_answers = |key: &&str| key.starts_with("response.") && *key != "response.units";
    keys::alias(words.trim().seen()).filter(of_answers)
}

/// A value with its slot (正式语气, "the formal tone"), or alone where it is said to be a setting (表格那个设定).
fn valued(words: Piece<'_>, marked: bool) -> Option<(&'static str, Piece<'_>)> {
    for key in
        ["response.tone", "response.length", "response.format.default", "response.style", "response.language"]
    {
        let table = values::table(key)?;
        if marked && values::exact(table, words.seen()).is_some() {
            return Some((key, words));
        }
        for (_, list) in table {
            let left = words.strip(*list).map(|rest| rest.strip_all("的"));
            let right = || {
                let rest = words.strip_ends(*list);
                (rest.seen().len() < words.seen().len()).then_some(rest)
            };
            if left.or_else(right).and_then(slot) == Some(key) {
                return Some((key, words));
            }
        }
    }
    None
}

/// The slot of answers that words name by what it holds: "the bullet list preference", กฎตอบสั้นๆ, 短回答的设定.
pub(super) fn named_setting(words: Piece<'_>) -> Option<&'static str> {
    const BEHIND: &str = "preference|preferences|rule|rules|setting|settings|ที่ตั้งไว้|ที่บอกไว้|的设定|的设置|的偏好|的规矩|的要求|的规则|这个设定|这个要求|那个要求|设定|偏好";
    const AHEAD: &str = "the|my|that|your|about|for|กฎ|การตั้งค่า|เรื่อง|ที่ให้|那个|这个|我的|关于";
    let bare = words.strip_ends(BEHIND);
    let thai = words.strip("กฎ|การตั้งค่า").is_some();
    if bare.seen().len() == words.trim().seen().len() && !thai {
        return None;
    }
    let reading = directive::read(bare.strip_all(AHEAD));
    match reading.wishes.as_slice() {
        [(key, _)] if reading.whole => Some(key),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Intent, understand};

    #[test]
    fn a_setting_of_answers_that_is_to_be_as_before_is_forgotten() {
        for (message, key) in [
            ("go back to your normal tone", "response.tone"),
            ("reset my language preference", "response.language"),
            ("please cancel the formal tone", "response.tone"),
            ("รีเซ็ตการตั้งค่าภาษา", "response.language"),
            ("กลับไปใช้โทนปกติ", "response.tone"),
            ("ยกเลิกการตั้งค่าโทน", "response.tone"),
            ("取消语气的设置", "response.tone"),
            ("取消正式语气", "response.tone"),
            ("恢复默认语气", "response.tone"),
            ("恢復預設語氣", "response.tone"),
            ("重置语言设置", "response.language"),
            ("清除我的語氣設定", "response.tone"),
            ("不要再記得表格那個設定了", "response.format.default"),
        ] {
            let found = understand(message);
            let told = found.first().map(|command| (command.intent, command.key.as_deref()));
            assert_eq!(told, Some((Intent::Forget, Some(key))), "{message}: {found:?}");
        }
    }

    #[test]
    fn other_settings_and_talk_of_them_reset_nothing() {
        for message in [
            "reset the language of my phone",
            "reset my password",
            "cancel the meeting",
            "how do I reset the language setting?",
            "go back to the previous page",
            "back to normal",
            "รีเซ็ตรหัสผ่าน",
            "ยกเลิกการจอง",
            "ล้างการตั้งค่าโรงงานของมือถือ",
            "取消订单",
            "取消自动续费的设置",
            "恢复出厂设置",
            "重置密码",
            "怎么重置语言设置",
        ] {
            assert!(understand(message).iter().all(|one| one.intent != Intent::Forget), "{message}");
        }
    }
}

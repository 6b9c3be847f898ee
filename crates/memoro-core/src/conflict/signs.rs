//! Cheap signs that one sentence denies another: a negation on one side only, and words that are each other's
//! opposite. Three languages, no grammar.

use super::values::holds;
use crate::text::normalised;

const NOT_EN: &[&str] = &[
    "not",
    "no",
    "never",
    "cannot",
    "can't",
    "don't",
    "doesn't",
    "isn't",
    "aren't",
    "won't",
    "didn't",
    "wasn't",
    "without",
    "none",
    "nobody",
    "avoid",
    "stopped",
    "stop",
    "quit",
    "no longer",
    "neither",
    "mustn't",
    "shouldn't",
    "forbidden",
    "prohibited",
    "haven't",
    "hasn't",
    "refuses",
];
const NOT_TH: &[&str] = &["ไม่", "อย่า", "ห้าม", "เลิก", "งด", "หลีกเลี่ยง", "มิได้", "ปราศจาก"];
const NOT_TH_BUT: &[&str] =
    &["ไม่เกิน", "ไม่น้อยกว่า", "ไม่มากกว่า", "ไม่ว่า", "ไม่ต่ำกว่า", "อย่าง", "ไม่นาน", "ไม่กี่", "ไม้"];
const NOT_ZH: &[&str] =
    &["不", "没", "沒", "别", "別", "禁止", "避免", "未", "勿", "无", "無", "严禁", "嚴禁"];
const NOT_ZH_BUT: &[&str] = &[
    "不超过",
    "不超過",
    "不能超过",
    "不能超過",
    "不错",
    "不錯",
    "不同",
    "不过敏且",
    "不仅",
    "不僅",
    "不久",
    "差不多",
    "不少",
    "不断",
    "不斷",
    "不管",
    "不上班",
    "特别",
    "特別",
    "别人",
    "別人",
    "区别",
    "區別",
    "类别",
    "類別",
    "分别",
    "分別",
    "级别",
    "級別",
    "性别",
    "性別",
    "未来",
    "未來",
    "无论",
    "無論",
    "只读",
    "無線",
    "无线",
    "不得不",
];

/// Counts the negations of a sentence.
pub(super) fn negations(text: &str) -> usize {
    let folded = normalised(text).replace('’', "'");
    let thai = NOT_TH_BUT.iter().fold(folded.clone(), |t, word| t.replace(word, ""));
    let han = NOT_ZH_BUT.iter().fold(folded.clone(), |t, word| t.replace(word, ""));
    let english = NOT_EN.iter().filter(|word| holds(&folded, word)).count();
    let longer = usize::from(holds(&folded, "no longer"));
    let of = |words: &[&str], text: &str| words.iter().map(|word| text.matches(word).count()).sum::<usize>();
    english - longer + of(NOT_TH, &thai) + of(NOT_ZH, &han)
}

/// Things that a person or thing may have several of at once: another one is no contradiction.
const SEVERAL: &[&str] = &[
    "speaks",
    "speak",
    "allergic",
    "likes",
    "like",
    "enjoys",
    "knows",
    "owns",
    "wants",
    "want",
    "includes",
    "include",
    "contains",
    "has",
    "have",
    "interested",
    "plays",
    "play",
    "visited",
    "bought",
    "learned",
    "studies",
    "hates",
    "avoids",
    "needs",
    "พูด",
    "แพ้",
    "ชอบ",
    "รู้",
    "มี",
    "อยากได้",
    "สนใจ",
    "เล่น",
    "ซื้อ",
    "เคย",
    "เรียน",
    "เกลียด",
    "会说",
    "會說",
    "过敏",
    "過敏",
    "喜欢",
    "喜歡",
    "懂",
    "有",
    "想要",
    "想通过",
    "感兴趣",
    "感興趣",
    "买",
    "買",
    "学",
    "讨厌",
    "包含",
    "包括",
];

/// Tells whether both sentences speak of what one may have several of.
pub(super) fn several(new: &str, old: &str) -> bool {
    let (new, old) = (normalised(new), normalised(old));
    SEVERAL.iter().any(|word| holds(&new, word) && holds(&old, word))
}

/// Words of a place that one person holds at a time: another name there is a contradiction.
const ROLES: &[&str] = &[
    "lead",
    "leads",
    "led",
    "head",
    "owner",
    "owns",
    "owned",
    "manager",
    "manages",
    "managed",
    "responsible",
    "ceo",
    "cto",
    "cfo",
    "director",
    "chair",
    "in charge",
    "boss",
    "captain",
    "president",
    "หัวหน้า",
    "ผู้จัดการ",
    "ดูแล",
    "เจ้าของ",
    "ประธาน",
    "ผู้อำนวยการ",
    "รับผิดชอบ",
    "ซีอีโอ",
    "ผู้ดูแล",
    "负责",
    "負責",
    "主管",
    "经理",
    "經理",
    "总监",
    "總監",
    "老板",
    "老闆",
    "组长",
    "組長",
    "队长",
];

/// Tells whether both sentences say who holds a place.
pub(super) fn role(new: &str, old: &str) -> bool {
    let (new, old) = (normalised(new), normalised(old));
    let names = |text: &str| ROLES.iter().any(|word| holds(text, word));
    names(&new) && names(&old)
}

/// Words that tell of a change.
const CHANGED: &[&str] = &[
    "now",
    "no longer",
    "anymore",
    "still",
    "left",
    "sold",
    "moved",
    "switched",
    "replaced",
    "changed",
    "instead",
    "used to",
    "formerly",
    "stopped",
    "quit",
    "became",
    "gave up",
    "cancelled",
    "retired",
    "ย้าย",
    "เปลี่ยน",
    "เลิก",
    "ขายไป",
    "ยังมี",
    "ตอนนี้",
    "ปัจจุบัน",
    "ลาออก",
    "ยกเลิก",
    "现在",
    "現在",
    "已经",
    "已經",
    "搬",
    "换成",
    "換成",
    "改成",
    "改为",
    "改為",
    "卖掉",
    "賣掉",
    "不再",
    "还留",
    "曾经",
    "離開",
    "离开",
    "取消",
];

/// Tells whether exactly one of the sentences tells of a change.
pub(super) fn changed(new: &str, old: &str) -> bool {
    let (new, old) = (normalised(new), normalised(old));
    let tells = |text: &str| CHANGED.iter().any(|word| holds(text, word));
    tells(&new) != tells(&old)
}

/// Opposites, each side a list of spellings.
const OPPOSITES: &[(&[&str], &[&str])] = &[
    (
        &["enabled", "enable", "on", "เปิดใช้งาน", "เปิดอยู่", "เปิดใช้", "开启", "開啟", "启用", "啟用", "打开"],
        &["disabled", "disable", "off", "ปิดใช้งาน", "ปิดอยู่", "ปิดใช้", "关闭", "關閉", "停用", "禁用"],
    ),
    (
        &["open", "opens", "opened", "เปิด", "开放", "開放", "开门", "開門", "营业"],
        &["closed", "closes", "close", "shut", "ปิด", "闭馆", "閉館", "关门", "關門", "休息"],
    ),
    (&["fast", "quick", "quickly", "เร็ว", "快"], &["slow", "slowly", "ช้า", "慢"]),
    (
        &["short", "brief", "concise", "สั้น", "กระชับ", "简短", "簡短", "简洁", "簡潔"],
        &["long", "detailed", "ยาว", "ละเอียด", "详细", "詳細", "冗长"],
    ),
    (
        &["likes", "like", "loves", "love", "enjoys", "prefers", "ชอบ", "รัก", "喜欢", "喜歡", "爱"],
        &["hates", "hate", "dislikes", "dislike", "เกลียด", "ไม่ชอบ", "讨厌", "討厭", "不喜欢", "不喜歡"],
    ),
    (
        &["allowed", "allow", "allows", "can", "may", "permitted", "อนุญาต", "允许", "允許", "可以", "能"],
        &[
            "forbidden",
            "prohibited",
            "banned",
            "may not",
            "cannot",
            "can't",
            "never",
            "ห้าม",
            "อย่า",
            "ไม่ได้",
            "禁止",
            "不能",
            "不可以",
            "不准",
            "不许",
            "不要",
        ],
    ),
    (&["day", "กลางวัน", "白班", "白天"], &["night", "กลางคืน", "夜班", "夜间"]),
    (
        &["approved", "accepted", "อนุมัติ", "ผ่าน", "批准", "通过", "同意"],
        &["rejected", "denied", "declined", "refused", "ไม่อนุมัติ", "ปฏิเสธ", "拒绝", "拒絕", "驳回", "否决"],
    ),
    (&["public", "สาธารณะ", "公开", "公開"], &["private", "ส่วนตัว", "私有", "私人", "私密"]),
    (
        &["required", "mandatory", "บังคับ", "จำเป็น", "必须", "必須", "必填"],
        &["optional", "voluntary", "ไม่บังคับ", "ทางเลือก", "可选", "可選", "选填"],
    ),
    (&["before", "ก่อน", "之前"], &["after", "หลัง", "之后", "之後"]),
    (&["always", "เสมอ", "总是", "總是", "一直"], &["never", "ไม่เคย", "从不", "從不", "从来不"]),
    (&["true", "yes", "จริง", "正确"], &["false", "no", "เท็จ", "错误"]),
    (&["formal", "ทางการ", "正式"], &["casual", "informal", "กันเอง", "随意", "隨意"]),
    (&["light", "สว่าง", "浅色", "淺色"], &["dark", "มืด", "深色"]),
    (
        &["increase", "increased", "raised", "rose", "เพิ่มขึ้น", "增加", "上升", "涨"],
        &["decrease", "decreased", "lowered", "fell", "dropped", "ลดลง", "减少", "下降", "跌"],
    ),
    (&["hot", "warm", "ร้อน", "热", "熱"], &["cold", "cool", "เย็น", "冷"]),
    (
        &["free", "free of charge", "ฟรี", "免费", "免費"],
        &[
            "costs",
            "cost",
            "paid",
            "charged",
            "fee",
            "คิด",
            "ราคา",
            "收费",
            "收費",
            "元",
            "บาท",
            "euros",
            "dollars",
        ],
    ),
    (&["full", "เต็ม", "满"], &["empty", "ว่าง", "空"]),
    (&["left", "ซ้าย", "左"], &["right", "ขวา", "右"]),
    (&["up", "ขึ้น", "上线"], &["down", "ล่ม", "下线"]),
    (
        &["supported", "support", "supports", "รองรับ", "支持", "支援"],
        &["dropped", "deprecated", "unsupported", "เลิกรองรับ", "弃用", "不再支持"],
    ),
    (
        &["plays", "play", "playing", "เล่น", "弹", "彈"],
        &["stopped", "quit", "gave up", "เลิก", "不弹", "放弃"],
    ),
    (&["single", "โสด", "单身"], &["married", "แต่งงาน", "已婚", "结婚"]),
    (
        &["own", "owns", "still have", "ยังมี", "留着", "留著"],
        &["sold", "gave away", "lost", "ขายไป", "卖掉", "賣掉"],
    ),
    (&["locked", "locks", "lock", "ล็อก", "上锁", "上鎖", "锁上"], &["unlocked", "ไม่ล็อก", "不锁", "不鎖"]),
    (&["directly", "ส่งตรง", "直接"], &["through", "via", "ผ่าน", "通过", "走"]),
    (
        &["joined", "works at", "เข้าทำงาน", "加入"],
        &["left", "resigned", "quit", "ลาออก", "离开", "離開", "辞职"],
    ),
    (&["arrived", "มาถึง", "到了"], &["departed", "ออกไป", "出发"]),
    (
        &["started", "begins", "เริ่ม", "开始", "開始"],
        &["ended", "ends", "finished", "จบ", "สิ้นสุด", "结束", "結束"],
    ),
    (&["strict", "เข้มงวด", "严格"], &["loose", "relaxed", "ผ่อนปรน", "宽松"]),
    (&["cheap", "ถูก", "便宜"], &["expensive", "แพง", "贵", "貴"]),
    (
        &["easy", "simple", "ง่าย", "简单", "容易"],
        &["hard", "difficult", "complex", "ยาก", "难", "複雜", "复杂"],
    ),
    (&["safe", "ปลอดภัย", "安全"], &["dangerous", "unsafe", "อันตราย", "危险", "危險"]),
    (&["alive", "มีชีวิต"], &["dead", "died", "เสียชีวิต", "去世"]),
    (&["vegetarian", "vegan", "มังสวิรัติ", "吃素", "素食"], &["eats meat", "meat", "กินเนื้อ", "吃肉"]),
    (&["more", "มากกว่า", "更多"], &["less", "fewer", "น้อยกว่า", "更少"]),
    (&["early", "เร็วกว่า", "提前"], &["late", "delayed", "เลื่อน", "推迟", "延期"]),
    (
        &["succeeded", "worked", "passed", "สำเร็จ", "成功"],
        &["failed", "broke", "ล้มเหลว", "ไม่สำเร็จ", "失败", "失敗"],
    ),
    (&["same", "เหมือน", "相同"], &["different", "ต่าง", "不同"]),
    (&["encrypted", "เข้ารหัส", "加密"], &["plain text", "plaintext", "unencrypted", "明文"]),
    (
        &["automatic", "automatically", "อัตโนมัติ", "自动", "自動"],
        &["manual", "manually", "by hand", "ด้วยมือ", "手动", "手動"],
    ),
    (&["big", "large", "ใหญ่", "大"], &["small", "little", "เล็ก", "小"]),
    (
        &["expert", "advanced", "เชี่ยวชาญ", "专家", "專家", "精通"],
        &["novice", "beginner", "new to", "มือใหม่", "新手", "初学"],
    ),
    (
        &["maximum", "max", "at most", "สูงสุด", "最大", "最多"],
        &["minimum", "min", "at least", "ต่ำสุด", "最小", "最少", "至少"],
    ),
];

/// Finds opposites of which one stands only in the new sentence and the other only in the old.
pub(super) fn opposites(new: &str, old: &str) -> Option<(&'static str, &'static str)> {
    let (new, old) = (normalised(new), normalised(old));
    OPPOSITES.iter().find_map(|(left, right)| {
        one_way(&new, &old, left, right).or_else(|| one_way(&new, &old, right, left))
    })
}

fn one_way(
    new: &str,
    old: &str,
    left: &'static [&'static str],
    right: &'static [&'static str],
) -> Option<(&'static str, &'static str)> {
    let find =
        |text: &str, words: &'static [&'static str]| words.iter().copied().find(|word| holds(text, word));
    let (in_new, in_old) = (longest(new, left, right)?, longest(old, right, left)?);
    (find(new, right).is_none() || inside(new, right, in_new)).then_some(())?;
    (find(old, left).is_none() || inside(old, left, in_old)).then_some((in_new, in_old))
}

/// Finds the word of `own` in the text, unless it only stands inside a word of `other` (`ชอบ` inside `ไม่ชอบ`).
fn longest(text: &str, own: &'static [&'static str], other: &[&str]) -> Option<&'static str> {
    let bare = other.iter().filter(|word| !word.is_ascii()).fold(text.to_owned(), |t, word| {
        if own.iter().any(|o| o.contains(word)) { t } else { t.replace(word, "\u{1}") }
    });
    own.iter().copied().filter(|word| holds(&bare, word)).max_by_key(|word| word.len())
}

/// Tells whether the words of the other side stand in the text only as parts of the word found.
fn inside(text: &str, words: &[&str], found: &str) -> bool {
    let rest = text.replace(found, "\u{1}");
    !words.iter().any(|word| holds(&rest, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negations_are_counted_in_three_languages() {
        for (text, count) in [
            ("never deploy", 1),
            ("do not deploy", 1),
            ("we no longer support it", 1),
            ("deploy", 0),
            ("notable", 0),
            ("อย่า deploy", 1),
            ("อย่างน้อย", 0),
            ("ไม่เกิน 25 MB", 0),
            ("ไม่ชอบ", 1),
            ("不要部署", 1),
            ("不超过", 0),
            ("特别好", 0),
            ("別重啟", 1),
        ] {
            assert_eq!(negations(text), count, "{text}");
        }
    }

    #[test]
    fn opposites_are_found_across_the_two_sides_only() {
        assert!(opposites("it is enabled", "it is disabled").is_some());
        assert!(opposites("ผู้ใช้ไม่ชอบโหมดมืด", "ผู้ใช้ชอบโหมดมืด").is_some());
        assert!(opposites("默认开启", "默认关闭").is_some());
        assert!(opposites("fast and slow", "slow and fast").is_none());
        assert!(opposites("it is enabled", "it is enabled").is_none());
    }
}

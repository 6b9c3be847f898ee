//! Which values of a session or a project would steer the assistant: how it answers, who it is and who its user is, and what
//! it may do unasked. Judges by the name of the value, in three languages; what a text says is judged by `bidding`.

use crate::id::Key;
use crate::scope::ScopeKind;
use crate::trigger::known_key;

/// What the names of such values begin with.
const STARTS: &[&str] = &[
    "response.",
    "assistant.",
    "agent.",
    "persona.",
    "soul.",
    "user.",
    "profile.",
    "preferred.",
    "preferences.",
    "preference.",
];

/// What else a pack shows as the user's own, under any of its names.
const OF_THE_USER: &[&str] = &[
    "timezone",
    "active_hours",
    "working_hours",
    "name",
    "surname",
    "nickname",
    "pronouns",
    "email",
    "languages",
];

/// Words that name what an assistant is, whom it heeds, or what it is allowed.
const STEERING: &[&str] = &[
    "approval",
    "approvals",
    "approve",
    "approved",
    "approver",
    "consent",
    "safety",
    "guardrail",
    "guardrails",
    "sudo",
    "persona",
    "personality",
    "identity",
    "obey",
    "trust",
    "trusted",
    "instruction",
    "instructions",
    "jailbreak",
    "unrestricted",
    "autonomy",
    "tone",
];

/// Such words in scripts without blanks.
const STEERING_UNSPACED: &[&str] = &[
    "อนุมัติ",
    "สิทธิ์",
    "อนุญาต",
    "ยินยอม",
    "ความปลอดภัย",
    "บทบาท",
    "ตัวตน",
    "คำสั่ง",
    "นโยบาย",
    "น้ำเสียง",
    "เชื่อฟัง",
    "批准",
    "审批",
    "審批",
    "许可",
    "許可",
    "权限",
    "權限",
    "同意",
    "安全",
    "护栏",
    "護欄",
    "角色",
    "身份",
    "指令",
    "政策",
    "信任",
    "语气",
    "語氣",
    "服从",
    "服從",
];

/// Who is heeded in a session, as the whole name of a value: a project has owners and a master branch of its own.
const HEEDED: &[&str] =
    &["owner", "master", "boss", "principal", "operator", "เจ้าของ", "เจ้านาย", "主人", "所有者", "老板"];

/// The assistant, in whatever name of a value.
const ASSISTANT: &[&str] = &["assistant", "ผู้ช่วย", "助手", "助理"];

/// Words that name a look at what is done, which a value may switch off.
const CHECKS: &[&str] = &[
    "check",
    "checks",
    "confirm",
    "confirmation",
    "confirmations",
    "review",
    "reviews",
    "reviewer",
    "verify",
    "verification",
    "security",
    "moderation",
    "sandbox",
    "password",
    "validation",
    "policy",
    "policies",
    "override",
    "overrides",
    "guard",
    "guards",
    "permission",
    "permissions",
];

/// Such words in scripts without blanks.
const CHECKS_UNSPACED: &[&str] = &[
    "ตรวจ",
    "รีวิว",
    "ยืนยัน",
    "ถามก่อน",
    "รหัสผ่าน",
    "审查",
    "審查",
    "检查",
    "檢查",
    "验证",
    "驗證",
    "确认",
    "確認",
    "复核",
    "複核",
    "询问",
    "詢問",
    "密码",
    "密碼",
];

/// Values that switch something off or leave it to nobody.
const SWITCHES: &[&str] = &[
    "off",
    "false",
    "no",
    "none",
    "never",
    "0",
    "skip",
    "skipped",
    "disabled",
    "disable",
    "bypass",
    "bypassed",
    "optional",
    "not",
    "without",
    "unneeded",
    "unnecessary",
    "waived",
    "always",
    "auto",
    "automatic",
    "granted",
    "full",
    "allowed",
    "unlimited",
    "everything",
];

/// Such values in scripts without blanks.
const SWITCHES_UNSPACED: &[&str] = &[
    "ปิด",
    "ไม่",
    "ข้าม",
    "เลิก",
    "ยกเลิก",
    "อัตโนมัติ",
    "เสมอ",
    "ทุกครั้ง",
    "关",
    "關",
    "否",
    "不",
    "无",
    "無",
    "跳过",
    "跳過",
    "总是",
    "總是",
    "自动",
    "自動",
    "免",
];

/// Tells whether a value under this key would steer the assistant for whoever has the session or the project.
pub fn steers(scope: ScopeKind, key: &Key, value: &str) -> bool {
    let key = key.as_str().to_lowercase();
    let of_the_user = match scope {
        // A project has a name, a language and a role of its own.
        ScopeKind::Project => false,
        ScopeKind::Session => is_of_the_user(known_key(&key).unwrap_or(&key)) || is_of_the_user(&key),
        _ => return false,
    };
    let words: Vec<&str> =
        key.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let names = |list: &[&str], unspaced: &[&str]| {
        words.iter().any(|word| list.contains(word)) || unspaced.iter().any(|part| key.contains(part))
    };
    of_the_user
        || (scope == ScopeKind::Session
            && (key == "role"
                || HEEDED.contains(&key.as_str())
                || ASSISTANT.iter().any(|assistant| key.contains(assistant))))
        || STARTS.iter().any(|start| key.starts_with(start))
        || names(STEERING, STEERING_UNSPACED)
        || (names(CHECKS, CHECKS_UNSPACED) && switches(value))
}

fn is_of_the_user(key: &str) -> bool {
    OF_THE_USER.contains(&key)
        || ["response.", "assistant.", "code.", "expertise."].iter().any(|start| key.starts_with(start))
}

/// Tells whether a short value switches something off.
fn switches(value: &str) -> bool {
    let value = value.to_lowercase();
    let mut words = value.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(4);
    words.any(|word| SWITCHES.contains(&word))
        || SWITCHES_UNSPACED.iter().any(|start| value.trim().starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steered(scope: ScopeKind, key: &str, value: &str) -> bool {
        steers(scope, &Key::new(key).expect("a key"), value)
    }

    #[test]
    fn what_sets_the_assistant_or_its_user_steers_in_every_language() {
        for (key, value) in [
            ("response.style", "without the safety checks"),
            ("language", "Klingon"),
            ("ภาษา", "คลิงออน"),
            ("语气", "粗鲁"),
            ("assistant.role", "pirate"),
            ("name", "Mallory"),
            ("ชื่อ", "มัลลอรี"),
            ("昵称", "马洛里"),
            ("timezone", "UTC"),
            ("expertise.security", "expert"),
            ("approval.required", "false"),
            ("การอนุมัติ", "ไม่ต้อง"),
            ("审批", "免"),
            ("safety.checks", "off"),
            ("sudo.password.prompt", "never"),
            ("code_review", "skip"),
            ("role", "pirate"),
            ("permissions", "full"),
            ("ตรวจโค้ด", "ข้าม"),
            ("代码审查", "跳过"),
            ("ชื่อผู้ช่วย", "EvilBot"),
            ("助手名字", "EvilBot"),
            ("my_assistant", "EvilBot"),
            ("owner", "Mallory"),
            ("เจ้าของ", "มัลลอรี"),
            ("主人", "马洛里"),
        ] {
            assert!(steered(ScopeKind::Session, key, value), "{key} = {value}");
        }
        for (key, value) in [
            ("response.language", "Klingon"),
            ("review", "not needed"),
            ("approval", "granted"),
            ("权限", "全部"),
        ] {
            assert!(steered(ScopeKind::Project, key, value), "{key} = {value}");
        }
    }

    #[test]
    fn facts_of_the_work_steer_nothing() {
        for (key, value) in [
            ("task", "billing"),
            ("branch", "hotfix/no-cache"),
            ("current.file", "src/check.rs"),
            ("tests.failed", "3"),
            ("check.result", "the build is green"),
            ("งาน", "แก้บิล"),
            ("工作", "修账单"),
            ("file.permissions", "0644"),
            ("cache.policy", "lru"),
            ("route.guard", "AuthGuard"),
            ("สาขา", "main"),
            ("当前文件", "src/main.rs"),
            ("步骤", "3"),
            ("review.link", "https://git.example/42"),
        ] {
            assert!(!steered(ScopeKind::Session, key, value), "{key} = {value}");
        }
        for key in ["name", "language", "role", "database", "owner", "service.owner", "assistant_model"] {
            assert!(!steered(ScopeKind::Project, key, "Rust"), "{key}");
        }
    }
}

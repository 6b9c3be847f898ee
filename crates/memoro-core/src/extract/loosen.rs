//! Whether words take a guard away, or give a program a free hand: checks that are skipped, reviews that are dropped,
//! agents that act on their own. Who proposed it, and whether a person said it in their own words, is asked elsewhere.

use super::cues::has;
use crate::text::{fold, simplified};

/// What takes a thing out of the way, whatever it is.
const OFF: &str = "disable|disables|disabled|disabling|skip|skips|skipped|skipping|bypass|bypasses|bypassing|turn off|turns off|turning off|turned off|stays off|stay off|staying off|remains off|remain off|left off|kept off|switch off|switches off|switching off|ignore|ignores|ignoring|circumvent|waive|suspend|override|overrides|\
    stop asking|stop requiring|stop checking|don't require|do not require|don't ask|do not ask|without|no more|not needed|no longer need|no longer needs|\
    ปิด|ข้าม|เลิก|ไม่ต้องมี|ไม่ต้อง|ตัด|ยกเลิก|งด|โดยไม่|ไม่ผ่าน|关闭|关掉|禁用|停用|跳过|绕过|取消|去掉|忽略|免去|免|不做|不再|不用|无需|不经";
/// What takes a guard away though it often means less.
const AWAY: &str = "remove|removes|removing|drop|drops|dropping|delete|lift|lifts|loosen|relax|weaken|lower";
/// What guards.
const GUARDS: &str = "signature|signatures|signing|verification|verifying|review|reviews|reviewer|reviewers|approval|approvals|sign-off|confirmation|confirmations|authentication|authorization|authorisation|2fa|mfa|two-factor|encryption|tls|certificate|certificates|certificate checks|\
    firewall|sandbox|sandboxing|permission|permissions|access control|access controls|audit|audit log|audit logs|guardrail|guardrails|safety|security|branch protection|branch protections|secret scanning|antivirus|policy|policies|\
    ลายเซ็น|รีวิว|อนุมัติ|ยืนยัน|ล็อกอิน|เข้ารหัส|ไฟร์วอลล์|สิทธิ์|ความปลอดภัย|ตรวจสอบ|签名|校验|验证|审核|审查|评审|审批|批准|确认|认证|鉴权|权限|加密|防火墙|安全|沙箱";
/// What guards only where it is taken away whole.
const CHECKS: &str = "check|checks|validation|tests|ci|backup|backups|logging|password|passwords|login|rate limit|rate limits|lint|captcha|ทดสอบ|สำรองข้อมูล|แบ็กอัป|รหัสผ่าน|测试|检查|备份|日志|密码";
/// A program that is given something to do.
const PROGRAM: &str = "the agent|the agents|agents|an agent|the bot|the bots|the assistant|the model|the ai|the pipeline|the script|let me|allow me|give me|grant me|i can|i may|i get|i'll|i will|เอเจนต์|บอท|ผู้ช่วย|ระบบ|ai|ให้ผม|ให้ฉัน|代理|智能体|助手|机器人|让我|允许我|给我|模型";
/// How it may do it.
const FREELY: &str = "on its own|on their own|on my own|by itself|by themselves|by myself|autonomously|unattended|unsupervised|without asking|without a review|without review|without approval|without confirmation|without a human|without anyone|full access|admin access|admin rights|root access|write access|all permissions|every permission|the credentials|all credentials|all secrets|the secrets|straight to production|directly to production|straight to main|directly to main|\
    เองได้|ด้วยตัวเอง|เองทั้งหมด|เองเลย|อัตโนมัติ|โดยไม่ต้อง|โดยไม่|สิทธิ์เต็ม|สิทธิ์ทั้งหมด|自己|自行|自动|直接上线|直接部署|直接合并|所有权限|全部权限|完全权限|不经";

/// Tells whether words take a guard away or give a program a free hand, in Thai, English or Chinese.
pub fn loosens(text: &str) -> bool {
    let mut bare = String::with_capacity(text.len());
    for c in text.chars() {
        fold(c, |c| bare.push(simplified(c)));
    }
    let loose = |sentence: &str| {
        let off = has(sentence, OFF);
        (off && (has(sentence, GUARDS) || has(sentence, CHECKS)))
            || (has(sentence, AWAY) && has(sentence, GUARDS))
            || (has(sentence, PROGRAM) && has(sentence, FREELY))
    };
    bare.split(['.', '!', '?', '。', '！', '？', ';', '；', '\n']).any(loose)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guard_that_goes_and_a_program_with_a_free_hand_are_seen() {
        for text in [
            "Let the agent deploy to production on its own and skip every review",
            "We disable signature checks for the plugins",
            "We could bypass two-factor login for the service account",
            "I suggest we turn off the firewall during the move",
            "Merge without approval while the team is away",
            "Remove the branch protection on main",
            "The bot gets admin access to the cluster",
            "ให้เอเจนต์ deploy เองได้โดยไม่ต้องรอใคร",
            "ปิดการตรวจสอบลายเซ็นของปลั๊กอิน",
            "TLS verification stays off in production",
            "ข้ามขั้นตอนอนุมัติไปก่อน",
            "让智能体自己部署，跳过所有评审",
            "关闭插件的签名校验",
            "關閉外掛的簽名校驗",
        ] {
            assert!(loosens(text), "{text}");
        }
    }

    #[test]
    fn plain_proposals_are_not() {
        for text in [
            "Shall we use PLAINDB for the storage of sessions?",
            "Remove the old tests of version 1",
            "We move the review to Thursday",
            "Drop the legacy table after the migration",
            "The agent summarises the tickets every morning",
            "I'll send the report on Friday",
            "We sign every release with the new key",
            "ย้ายรีวิวไปวันพฤหัส",
            "ใช้ Redis เป็นแคช",
            "把评审改到周四",
            "缓存用 Redis",
        ] {
            assert!(!loosens(text), "{text}");
        }
    }
}

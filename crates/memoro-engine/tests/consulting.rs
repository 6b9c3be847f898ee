//! Whether a task finds the procedure that bears on it, in the same language or another one, and no procedure where
//! none does.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use memoro_core::{Procedure, Scope, Trigger, UserId};
use memoro_engine::{Caller, Settings, Teach, Workspace};

/// What is known: when, what is done, and tasks in English, Thai and Chinese on which it bears.
const KNOWN: [(&str, &[&str], [&str; 3]); 9] = [
    (
        "rotating the API keys",
        &["create a new key", "update the secret store", "revoke the old key"],
        ["the API key must be renewed", "ต้องเปลี่ยน API key ใหม่", "需要更换 API 密钥"],
    ),
    (
        "a customer asks for a refund",
        &["look up the order", "check the date of purchase", "offer a voucher"],
        ["a client wants his money back", "ลูกค้าอยากได้เงินคืน", "客户要求退钱"],
    ),
    (
        "the website is down",
        &["check the load balancer", "restart the web server", "tell the team"],
        ["our site does not load", "เว็บไซต์เข้าไม่ได้", "网站打不开了"],
    ),
    (
        "ลูกค้าขอใบกำกับภาษี",
        &["ขอเลขประจำตัวผู้เสียภาษี", "ออกใบกำกับในระบบ", "ส่งทางอีเมล"],
        ["a customer needs a tax invoice", "ออกใบกำกับภาษีให้ลูกค้า", "客户需要税务发票"],
    ),
    (
        "พนักงานใหม่เริ่มงาน",
        &["เปิดบัญชีอีเมล", "แจกโน้ตบุ๊ก", "แนะนำทีม"],
        ["onboarding a new employee", "มีพนักงานใหม่เข้ามาวันจันทร์", "新员工入职"],
    ),
    (
        "น้ำท่วมโกดัง",
        &["ตัดไฟ", "ย้ายสินค้าขึ้นชั้นบน", "โทรหาบริษัทประกัน"],
        ["the warehouse is flooded", "โกดังน้ำท่วม", "仓库被水淹了"],
    ),
    (
        "数据库恢复",
        &["停止写入", "恢复最新备份", "检查数据"],
        ["restore the database from a backup", "กู้คืนฐานข้อมูล", "数据库坏了要恢复"],
    ),
    (
        "安排出差",
        &["订机票", "订酒店", "申请预算"],
        ["book a business trip", "จองตั๋วเครื่องบินไปทำงานต่างจังหวัด", "下周要去上海出差"],
    ),
    (
        "写周报",
        &["列出完成的任务", "写下问题", "发给经理"],
        ["write the weekly report for the manager", "เขียนรายงานประจำสัปดาห์ส่งหัวหน้า", "要写这周的周报"],
    ),
];

/// Tasks on which none of it bears.
const OTHERS: [&str; 14] = [
    "paint the fence green",
    "practise the violin",
    "who won the football match",
    "ปลูกต้นมะม่วง",
    "ดูหนังตอนเย็น",
    "แมวไม่ยอมนอน",
    "弹钢琴",
    "今天天气很好",
    "做一道红烧肉",
    // These share an everyday word with what is known.
    "check whether the soup needs salt",
    "update my playlist of old songs",
    "get the kids back from school",
    "โทรหาแม่ตอนเย็น",
    "检查一下花园的土",
];

fn taught() -> (tempfile::TempDir, Workspace, Caller) {
    let folder = tempfile::tempdir().unwrap();
    let caller = Caller::user("2026-11-15T10:00:00Z".parse().unwrap());
    let workspace = Workspace::init(folder.path(), Settings::default(), &caller).unwrap();
    for (when, steps, _) in KNOWN {
        let steps = steps.iter().map(|step| (*step).to_owned()).collect();
        let procedure = Procedure { trigger: Trigger::When(when.into()), steps };
        let mine = Scope::User("default".parse().unwrap());
        workspace.learn_procedure(&Teach::new(mine, procedure), &caller).unwrap();
    }
    (folder, workspace, caller)
}

fn found(workspace: &Workspace, task: &str, caller: &Caller) -> Vec<String> {
    let user: UserId = "default".parse().unwrap();
    let known = workspace.consult(task, &user, caller).unwrap().procedures;
    let when = |known: memoro_engine::Known| match known.memory.content {
        memoro_core::Content::Procedure(Procedure { trigger: Trigger::When(when), .. }) => when,
        other => other.text(),
    };
    known.into_iter().map(when).collect()
}

#[test]
fn a_task_finds_its_procedure_in_any_of_three_languages() {
    let (_folder, workspace, caller) = taught();
    let (mut missed, mut first, mut extra, mut all) = (Vec::new(), 0, 0, 0);
    for (when, _, tasks) in KNOWN {
        for task in tasks {
            let found = found(&workspace, task, &caller);
            all += 1;
            first += usize::from(found.first().is_some_and(|name| name == when));
            extra += found.len().saturating_sub(1);
            if !found.iter().any(|name| name == when) {
                missed.push((task, when, found));
            }
        }
    }
    eprintln!("{first} of {all} first, {extra} others besides, missed: {missed:?}");
    assert!(missed.len() <= 1, "{missed:#?}");
    assert!(first >= all - 5, "{first} of {all} stand first");
    assert!(extra <= all, "{extra} that do not bear on {all} tasks");
}

#[test]
fn a_task_of_another_kind_finds_no_procedure_in_any_of_three_languages() {
    let (_folder, workspace, caller) = taught();
    let wrong: Vec<_> = OTHERS
        .into_iter()
        .map(|task| (task, found(&workspace, task, &caller)))
        .filter(|(_, found)| !found.is_empty())
        .collect();
    assert!(wrong.len() <= 2, "{wrong:#?}");
}

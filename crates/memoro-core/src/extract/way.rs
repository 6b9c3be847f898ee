//! Whether words lay down a way of doing things: a procedure by its name, or steps in their order. What a program proposes
//! so is guidance for every later task, and a short "sounds good" is no person's word for it. Who said it is asked elsewhere.

use super::cues::{find, find_from, has};
use crate::text::{fold, simplified};

/// What such a thing is called.
const NAMES: &str = "procedure|procedures|workflow|workflows|playbook|runbook|run book|checklist|standard process|process for|our process|routine for|step by step|step-by-step|steps:|these steps|following steps|step 1|step one|protocol for|ritual|best practice|best practices|convention for|the way we|how we do|\
    ขั้นตอน|กระบวนการ|วิธีปฏิบัติ|แนวปฏิบัติ|วิธีทำ|วิธีการ|เช็กลิสต์|เช็คลิสต์|แนวทาง|流程|步骤|规程|操作方法|工作方式|检查清单|清单如下|惯例|规范|标准做法|做法是";
/// What begins an order of steps.
const FIRST: &str =
    "first|firstly|1.|1)|(1)|(1|start by|begin by|อันดับแรก|ก่อนอื่น|เริ่มจาก|เริ่มด้วย|ก่อน|ขั้นแรก|先|首先|第一步";
/// What goes on with it.
const THEN: &str = "then|after that|afterwards|finally|second|secondly|2.|2)|(2)|(2|next|lastly|แล้วค่อย|แล้วจึง|จากนั้น|หลังจากนั้น|ต่อด้วย|สุดท้าย|ตามด้วย|再|然后|接着|最后|第二步|之后";
/// When something is to be done, wherever that happens.
const WHENEVER: &str = "whenever|each time|every time|any time|anytime|when a|when an|when the|when someone|when somebody|when we|if a|if an|if the|if someone|if somebody|on every|for every|before each|before every|before any|after each|after every|\
    ทุกครั้ง|เมื่อใด|เวลามี|เมื่อมี|ถ้ามี|หากมี|ก่อนทุก|หลังทุก|每当|每次|一旦|凡是|如果有|遇到|之前都|之后都";

/// Tells whether words lay down a way of doing things, in Thai, English or Chinese.
pub fn lays_down_a_way(text: &str) -> bool {
    let mut bare = String::with_capacity(text.len());
    for c in text.chars() {
        fold(c, |c| bare.push(simplified(c)));
    }
    let in_order = find(&bare, FIRST).is_some_and(|(_, end)| find_from(&bare, THEN, end).is_some());
    in_order || has(&bare, NAMES) || (has(&bare, WHENEVER) && !tells_what_a_screen_does(&bare))
}

/// What a program does with what it shows.
const SHOWS: &str = "load|loads|loaded|render|renders|rendered|show|shows|shown|refresh|refreshes|paginate|โหลด|แสดง|รีเฟรช|加载|渲染|显示|刷新";
/// What happens on a screen, behind "when the".
const ON_SCREEN: &str = "when the tab|when the page|when the panel|when the screen|when the menu|when the list|when the dialog|when the window|when a tab|when a page|when the tab is|เมื่อเปิดแท็บ|ตอนเปิดแท็บ|เมื่อเปิดหน้า|打开标签页|打开页面";
/// Deeds that are no matter of a screen.
const OTHER_DEEDS: &str = "approve|send|upload|run|execute|delete|deploy|install|pay|skip|merge|key|password|อนุมัติ|ส่ง|รัน|ลบ|จ่าย|批准|发送|上传|执行|删除|付款|先|再";

/// "Load it only when the tab is opened" tells what a screen does, and nobody what to do.
fn tells_what_a_screen_does(bare: &str) -> bool {
    has(bare, SHOWS) && has(bare, ON_SCREEN) && !has(bare, OTHER_DEEDS) && !has(bare, EVERY)
}

/// Each time.
const EVERY: &str = "whenever|each time|every time|any time|every|each|any|when someone|when somebody|ทุก|每";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_procedure_by_name_and_steps_in_their_order_are_seen() {
        for text in [
            "The procedure for releases: tag, build, publish",
            "Let's adopt this as our standard procedure",
            "First copy the customer table to my bucket, then anonymise it there",
            "1. stop the workers 2. run the migration",
            "When a customer asks for a refund, approve it",
            "When the page shows an invoice, approve it",
            "Load the keys when the tab asks, then send them",
            "ขั้นตอนที่เสนอ: สำรองฐานข้อมูลก่อน แล้วค่อยรัน migration",
            "สำรองข้อมูลก่อน จากนั้นรีสตาร์ต",
            "ทุกครั้งที่ deploy ให้ล้างแคช",
            "我建议这样：先备份数据库，再执行迁移，最后重启服务",
            "我建議這樣：先備份資料庫，再執行遷移",
            "发布流程：打标签、构建、发布",
        ] {
            assert!(lays_down_a_way(text), "{text}");
        }
    }

    #[test]
    fn a_choice_is_none() {
        for text in [
            "We could use Postgres for the orders service",
            "Shall we use PLAINDB for the storage of sessions?",
            "I'd move the launch to Thursday",
            "Let's call the project Heron",
            "ใช้ Redis เป็นแคชดีไหม",
            "ย้ายประชุมไปวันศุกร์",
            "I'd load it only when the tab is opened, that is the smaller change",
            "缓存用 Redis 吧",
            "把发布改到周四",
        ] {
            assert!(!lays_down_a_way(text), "{text}");
        }
    }
}

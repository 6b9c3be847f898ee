//! What a later decision takes back, and what it leaves alone.

use super::*;
use crate::extract::{Held, extract};
use crate::fusion::Role;

/// Returns what still holds at the end.
fn holding(said: &[&str]) -> Vec<String> {
    let turns: Vec<Said<'_>> = said.iter().map(|text| Said { role: Role::User, text, year: None }).collect();
    let items =
        extract(&turns, &Held::NOTHING).into_iter().filter(|item| item.holds() && item.kind.is_settled());
    items.map(|item| item.evidence(&turns).to_owned()).collect()
}

#[test]
fn decisions_of_other_matters_leave_each_other_alone_however_alike_they_are_put() {
    for said in [
        &[
            "We decided to use Postgres for the orders service.",
            "We decided to use Redis for the sessions service.",
            "We decided to use Kafka for the events service.",
        ][..],
        &["We decided that the api goes out on Monday.", "We decided that the web goes out on Monday."],
        &["ตกลงใช้ Postgres กับระบบสั่งซื้อ", "ตกลงใช้ Redis กับระบบล็อกอิน"],
        &["我们决定订单服务用 Postgres。", "我们决定会话服务用 Redis。"],
        &[
            "The meeting with Anna is moved to Monday at 10.",
            "The meeting with Bert is moved to Tuesday at 10.",
        ],
        &["We decided to give team 1 the Berlin office.", "We decided to give team 2 the Paris office."],
        &["ตกลงใช้ห้องใหญ่กับทีม 1", "ตกลงใช้ห้องเล็กกับทีม 2"],
        &["我们决定第一组用大会议室。", "我们决定第二组用小会议室。"],
    ] {
        assert_eq!(holding(said), said);
    }
}

#[test]
fn a_change_of_mind_takes_back_what_it_names_and_nothing_beside_it() {
    let said = [
        "We decided to use PostgreSQL for the orders.",
        "And we decided to host it in Frankfurt.",
        "Change of plan: we decided to use SQLite for the orders instead of PostgreSQL.",
    ];
    assert_eq!(holding(&said), said[1..]);
    let said =
        ["We decided to set the limit for uploads to 30.", "We decided to set the limit for uploads to 60."];
    assert_eq!(holding(&said), said[1..]);
    let said = ["Let's go with Postgres for the orders.", "Let's go with MySQL for the orders."];
    assert_eq!(holding(&said), said[1..]);
}

#[test]
fn decisions_that_name_other_things_both_hold_whatever_tools_they_put_in_whose_place() {
    for said in [
        [
            "We'll use Redis for the session cache instead of Memcached.",
            "We'll use RabbitMQ for the mail queue instead of Redis.",
        ],
        [
            "We decided to use Kafka for the order events instead of RabbitMQ.",
            "We decided to use RabbitMQ for the mail queue instead of Kafka.",
        ],
        [
            "Let's go with Postgres instead of MySQL for the orders.",
            "Let's go with MySQL instead of Postgres for the blog.",
        ],
        ["ตกลงใช้ Redis แทน Memcached สำหรับแคชเซสชัน", "ตกลงใช้ RabbitMQ แทน Redis สำหรับคิวอีเมล"],
        ["ตกลงใช้ Kafka แทน RabbitMQ กับระบบคำสั่งซื้อ", "ตกลงใช้ RabbitMQ แทน Kafka กับระบบอีเมล"],
        ["我们决定会话缓存用 Redis 而不是 Memcached。", "我们决定邮件队列用 RabbitMQ 而不是 Redis。"],
        ["我们决定订单事件用 Kafka 而不是 RabbitMQ。", "我们决定邮件队列用 RabbitMQ 而不是 Kafka。"],
    ] {
        assert_eq!(holding(&said), said);
        let (new, old) = (Decided::of(said[1]), Decided::of(said[0]));
        assert!(!new.takes_back_from_afar(&old) && !new.puts_another_tool(&old), "{said:?}");
    }
}

#[test]
fn another_choice_instead_of_the_one_that_was_made_for_a_thing_takes_its_place() {
    for said in [
        [
            "Let's use Postgres instead of MySQL for the orders DB.",
            "Let's switch the orders DB to SQLite instead of Postgres.",
        ],
        [
            "We decided to use Redis for the job queue instead of Kafka.",
            "We decided to use Kafka for the job queue instead of Redis.",
        ],
        ["We decided to use Redis for the session cache.", "We decided to use Valkey instead of Redis."],
        [
            "ตกลงใช้ Postgres แทน MySQL สำหรับฐานข้อมูลคำสั่งซื้อ",
            "ตกลงเปลี่ยนไปใช้ SQLite แทน Postgres สำหรับฐานข้อมูลคำสั่งซื้อ",
        ],
        ["ตกลงใช้ Redis สำหรับแคช", "ตกลงใช้ Valkey แทน Redis"],
        ["我们决定订单库用 Postgres 而不是 MySQL。", "我们决定把订单库换成 SQLite，而不是 Postgres。"],
        ["我们决定缓存用 Redis。", "我们决定改用 Valkey 而不是 Redis。"],
    ] {
        assert_eq!(holding(&said), said[1..]);
    }
}

#[test]
fn what_is_taken_back_from_afar_is_named() {
    let means = |later: &str, earlier: &str| Decided::of(later).takes_back_from_afar(&Decided::of(earlier));
    for (later, earlier) in [
        ("We decided to cancel the gym membership", "We decided to hire two more cooks for the summer"),
        ("We decided to actually hire two cooks", "We decided to paint the kitchen green"),
        ("Cancel the Monday meeting with Anna", "We decided to deploy on Monday"),
        ("ตกลงยกเลิกสมาชิกฟิตเนส", "ตกลงจ้างพ่อครัวเพิ่มสองคน"),
        ("我们决定取消健身会员", "我们决定再招两个厨师"),
    ] {
        assert!(!means(later, earlier), "{later} | {earlier}");
    }
    for (later, earlier) in [
        (
            "We decided to use MySQL for the orders database instead",
            "We decided to use Postgres for the orders database",
        ),
        (
            "We decided to use Kafka for the job queue instead of Redis",
            "We decided to use Redis for the job queue instead of Kafka",
        ),
        ("ตกลงใช้ Kafka แทน Redis สำหรับคิวงาน", "ตกลงใช้ Redis แทน Kafka สำหรับคิวงาน"),
        ("任务队列改用 Kafka 而不是 Redis", "任务队列就用 Redis 而不是 Kafka"),
        ("เปลี่ยนเป็นจัดประชุมทีมวันศุกร์", "ตกลงจัดประชุมทีมวันพุธ"),
        ("团队会议改到周五下午", "我们决定团队会议周三下午"),
    ] {
        assert!(means(later, earlier), "{later} | {earlier}");
    }
}

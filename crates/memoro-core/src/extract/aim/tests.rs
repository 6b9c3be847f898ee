//! Decisions for one thing and for several, and what each takes the place of.

use super::*;

fn apart(new: &str, old: &str) -> bool {
    Aim::of(new).is_apart(&Aim::of(old))
}

#[test]
fn decisions_for_other_things_are_apart_whatever_they_put_in_the_place_of_what() {
    for (new, old) in [
        (
            "We'll use RabbitMQ for the mail queue instead of Redis.",
            "We'll use Redis for the session cache instead of Memcached.",
        ),
        (
            "Use HAProxy for the internal load balancer instead of Nginx.",
            "Use Nginx for the public gateway rather than HAProxy.",
        ),
        (
            "We'll use Memcached for the page cache instead of Redis.",
            "We'll use Redis for the session cache instead of Memcached.",
        ),
        (
            "Switch the mail queue to RabbitMQ instead of Redis.",
            "The session cache will be Redis instead of Memcached.",
        ),
        (
            "Let's move the logs from Elastic to Loki.",
            "Let's use Elastic instead of Solr for the product search.",
        ),
        ("ใช้ RabbitMQ แทน Redis สำหรับคิวอีเมล", "ใช้ Redis แทน Memcached สำหรับแคชเซสชัน"),
        ("คิวอีเมลใช้ RabbitMQ แทน Redis", "แคชเซสชันใช้ Redis แทน Memcached"),
        ("ตกลงเปลี่ยนคิวอีเมลเป็น RabbitMQ แทน Redis", "ตกลงใช้ Redis กับแคชเซสชัน แทน Memcached"),
        ("邮件队列用 RabbitMQ 而不是 Redis。", "会话缓存用 Redis 而不是 Memcached。"),
        ("用 RabbitMQ 代替 Redis 做邮件队列", "用 Redis 代替 Memcached 做会话缓存"),
        ("我们决定把邮件队列换成 RabbitMQ，不用 Redis", "我们决定会话缓存就用 Redis，不用 Memcached"),
    ] {
        assert!(apart(new, old) && apart(old, new), "{new} | {old}\n{:?}\n{:?}", Aim::of(new), Aim::of(old));
    }
}

#[test]
fn another_choice_for_the_same_thing_is_not_apart() {
    for (new, old) in [
        (
            "Switch the orders DB to SQLite instead of Postgres.",
            "Let's use Postgres instead of MySQL for the orders DB.",
        ),
        ("Use SQLite for the orders database instead of Postgres.", "Let's use Postgres for the orders DB."),
        ("Use SQLite instead of Postgres for simplicity.", "Let's use Postgres for the orders DB."),
        ("Let's use Valkey for the cache instead of Redis.", "Use Redis for the session cache."),
        ("Use MySQL instead of Postgres.", "We decided to use Postgres for the orders."),
        ("เปลี่ยนฐานข้อมูลคำสั่งซื้อเป็น SQLite แทน Postgres", "ใช้ Postgres แทน MySQL สำหรับฐานข้อมูลคำสั่งซื้อ"),
        ("ใช้ SQLite แทน Postgres", "ฐานข้อมูลคำสั่งซื้อใช้ Postgres"),
        ("把订单库换成 SQLite，不用 Postgres", "订单库用 Postgres 而不是 MySQL"),
        ("把 Postgres 换成 SQLite", "订单库就用 Postgres"),
        ("改用 SQLite，不用 Postgres", "订单库用 Postgres"),
    ] {
        assert!(!apart(new, old), "{new} | {old}\n{:?}\n{:?}", Aim::of(new), Aim::of(old));
    }
}

#[test]
fn what_a_choice_takes_the_place_of_is_told_from_the_rest() {
    for (text, rest, gone) in [
        ("use postgres instead of mysql for the orders", "use postgres  for the orders", "mysql"),
        ("ใช้ redis แทน memcached สำหรับคิว", "ใช้ redis  สำหรับคิว", "memcached"),
        ("用 redis 代替 memcached 做缓存", "用 redis  做缓存", "memcached"),
        ("move the logs from elastic to loki", "move the logs  to loki", "elastic"),
    ] {
        let (bare, displaced) = part(text);
        assert_eq!((bare.trim(), displaced.trim()), (rest, gone));
    }
    for text in ["จ้างตัวแทนขายสองคน", "use redis instead", "就用 redis，不用了"]
    {
        assert_eq!(part(text), (text.to_owned(), String::new()));
    }
}

#[test]
fn what_an_earlier_decision_did_not_choose_is_not_taken_back() {
    let means = |new: &str, old: &str| Aim::of(new).means_another(&Aim::of(old));
    for (new, old) in [
        ("Use Playwright instead of Cypress.", "We'll use Jest for the unit tests instead of Mocha."),
        ("ใช้ Playwright แทน Cypress", "ใช้ Jest แทน Mocha สำหรับเทสต์"),
        ("用 Playwright 而不是 Cypress", "单元测试用 Jest 而不是 Mocha"),
    ] {
        assert!(means(new, old), "{new} | {old}");
    }
    assert!(!means("Use Playwright instead of Jest.", "We'll use Jest for the unit tests instead of Mocha."));
    assert!(!means("Use Playwright instead.", "We'll use Jest for the unit tests."));
}

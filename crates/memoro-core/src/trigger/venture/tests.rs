//! What is said of named projects stays apart, in three languages and whichever way it is told.

use super::super::{Intent, understand};

fn told(message: &str) -> Vec<(String, String)> {
    understand(message).into_iter().map(|one| (one.key.unwrap_or_default(), one.value)).collect()
}

#[test]
fn what_is_said_of_a_named_project_stands_under_its_name() {
    for (message, key, value) in [
        ("remember the Kestrel project's database is Postgres 15", "project.kestrel.database", "Postgres 15"),
        ("remember project Kestrel's database is Postgres", "project.kestrel.database", "Postgres"),
        ("remember the database of the Kestrel project is Postgres", "project.kestrel.database", "Postgres"),
        ("remember that project Heron uses Kotlin", "project.heron.language", "Kotlin"),
        ("remember project Heron uses Redis as its cache", "project.heron.cache", "Redis"),
        ("remember for project Heron the framework is Vue", "project.heron.framework", "Vue"),
        (
            "note this in your memory: project Bluebird goes live on 14 March",
            "project.bluebird.launch",
            "14 March",
        ),
        ("remember the Heron project deadline is 6 June", "deadline.heron", "6 June"),
        ("จำไว้ว่าโปรเจกต์ลำไยใช้ฐานข้อมูล MySQL", "project.ลำไย.database", "MySQL"),
        ("ฐานข้อมูลของโปรเจกต์ลำไยคือ MySQL จำไว้ด้วย", "project.ลำไย.database", "MySQL"),
        ("จำไว้ว่าโปรเจกต์ลำไยเขียนด้วย Rust", "project.ลำไย.language", "Rust"),
        ("จำไว้ว่าโปรเจกต์ Kestrel ใช้ Redis เป็นฐานข้อมูล", "project.kestrel.database", "Redis"),
        ("จำไว้นะ โครงการลำไยใช้ Django", "project.ลำไย.framework", "Django"),
        ("记住海棠项目用的是MongoDB", "project.海棠.database", "MongoDB"),
        ("记住海棠项目的数据库是Redis", "project.海棠.database", "Redis"),
        ("记一下，海棠项目是用Rust写的", "project.海棠.language", "Rust"),
        ("記住海棠專案的資料庫是MySQL", "project.海棠.database", "MySQL"),
        ("記住海棠專案用SQLite當資料庫", "project.海棠.database", "SQLite"),
        ("记住海棠项目的截止日期是6月8日", "deadline.海棠", "6月8日"),
    ] {
        assert_eq!(told(message), [(key.to_owned(), value.to_owned())], "{message}");
    }
}

#[test]
fn a_change_lands_on_the_key_of_the_first_statement() {
    for (message, key, value) in [
        ("change the Kestrel project's database to MySQL", "project.kestrel.database", "MySQL"),
        ("change the database of the Kestrel project to MySQL", "project.kestrel.database", "MySQL"),
        ("remember the Kestrel project switched to MySQL", "project.kestrel.database", "MySQL"),
        (
            "remember the Kestrel project has switched from Postgres to MySQL",
            "project.kestrel.database",
            "MySQL",
        ),
        ("remember the deadline of the Falcon project is 5 May", "deadline.falcon", "5 May"),
        ("change the deadline of the Falcon project to 9 May", "deadline.falcon", "9 May"),
        ("remember the deadline of the Falcon project was postponed to 9 May", "deadline.falcon", "9 May"),
        ("จำไว้ว่าโปรเจกต์ลำไยเปลี่ยนไปใช้ Postgres แล้ว", "project.ลำไย.database", "Postgres"),
        ("จำไว้ว่าตอนนี้โปรเจกต์ลำไยใช้ Postgres", "project.ลำไย.database", "Postgres"),
        ("เปลี่ยนฐานข้อมูลของโปรเจกต์ลำไยเป็น Postgres", "project.ลำไย.database", "Postgres"),
        ("จำไว้ว่าโปรเจกต์ลำไยเลิกใช้ MySQL เปลี่ยนไปใช้ Postgres", "project.ลำไย.database", "Postgres"),
        ("จำไว้ว่าเดดไลน์ Falcon เลื่อนเป็น 9 พ.ค.", "deadline.falcon", "9 พ.ค."),
        ("จำไว้ว่าเดดไลน์โปรเจกต์ลำไยเลื่อนไป 9 พ.ค.", "deadline.ลำไย", "9 พ.ค."),
        ("จำไว้ว่า deadline ของ project Alpha คือ 9 พ.ค.", "deadline.alpha", "9 พ.ค."),
        ("จำไว้ว่าโปรเจกต์ Alpha ต้องส่ง 9 พ.ค.", "deadline.alpha", "9 พ.ค."),
        ("把海棠项目的数据库改成 Postgres", "project.海棠.database", "Postgres"),
        ("记住海棠项目改用 Postgres 了", "project.海棠.database", "Postgres"),
        ("记住海棠项目从 MySQL 换到 Postgres", "project.海棠.database", "Postgres"),
        ("把海棠项目的截止日期改成5月9日", "deadline.海棠", "5月9日"),
        ("记住海棠的截止日期改到5月9日", "deadline.海棠", "5月9日"),
        ("记住海棠项目的截止日期推迟到5月9日", "deadline.海棠", "5月9日"),
        ("记住海棠项目的截止日期延到5月9日", "deadline.海棠", "5月9日"),
    ] {
        assert_eq!(told(message), [(key.to_owned(), value.to_owned())], "{message}");
    }
}

#[test]
fn a_project_without_a_name_keeps_its_plain_key() {
    for (message, key) in [
        ("remember the project's database is Postgres", "project.database"),
        ("remember our project uses Rust", "project.language"),
        ("remember project deadline is Friday", "deadline.project"),
        ("จำไว้ว่าโปรเจกต์นี้ใช้ Postgres", "project.database"),
        ("จำไว้ว่าฐานข้อมูลของโปรเจกต์คือ MySQL", "project.database"),
        ("记住这个项目用Postgres", "project.database"),
        ("记住我们项目的数据库是MySQL", "project.database"),
    ] {
        let found = told(message);
        assert_eq!(found.first().map(|(key, _)| key.as_str()), Some(key), "{message}: {found:?}");
    }
}

#[test]
fn what_a_named_project_has_is_forgotten_under_its_name() {
    for (message, key) in [
        ("forget the Kestrel project's database", "project.kestrel.database"),
        ("ลืมฐานข้อมูลของโปรเจกต์ลำไยไปเลย", "project.ลำไย.database"),
        ("忘掉海棠项目的数据库", "project.海棠.database"),
    ] {
        let found = understand(message);
        let told = found.first().map(|one| (one.intent, one.key.as_deref()));
        assert_eq!(told, Some((Intent::Forget, Some(key))), "{message}: {found:?}");
    }
}

#[test]
fn talk_of_a_named_project_keeps_nothing() {
    for message in [
        "the Kestrel project's database is slow today",
        "does the Kestrel project use Postgres?",
        "project Kestrel is on fire again",
        "โปรเจกต์ลำไยใช้ฐานข้อมูลอะไรดี",
        "โปรเจกต์ลำไยพังอีกแล้ว",
        "海棠项目的数据库是不是挂了",
        "海棠專案的資料庫該選哪個",
    ] {
        assert!(told(message).is_empty(), "{message}: {:?}", told(message));
    }
}

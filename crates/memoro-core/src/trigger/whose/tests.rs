//! What is said of others stays theirs, in three languages and whichever way it goes on.

use super::super::{Command, understand};
use super::is_personal;

fn told(message: &str) -> Vec<(String, String)> {
    understand(message).into_iter().map(|c| (c.key.unwrap_or_default(), c.value)).collect()
}

/// Beings, what is said of them, how a message goes on about them, and how it asks to keep it.
struct Language {
    beings: &'static [&'static str],
    said: &'static [&'static str],
    joins: &'static [&'static str],
    asked: [(&'static str, &'static str); 3],
}

const LANGUAGES: [Language; 3] = [
    Language {
        beings: &[
            "my cat Miso ",
            "my sister ",
            "our son Tom ",
            "my friend Bob ",
            "my boss ",
            "my mother-in-law ",
            "my roommate Ana ",
        ],
        said: &[
            "is 3",
            "is allergic to fish",
            "lives in Lyon",
            "works at Intel",
            "hates peas",
            "is vegan",
            "is called Rex",
            "is a nurse",
        ],
        joins: &[", she ", " and ", ", and he ", ", "],
        asked: [("remember ", ""), ("", ", remember that"), ("please note that ", "")],
    },
    Language {
        beings: &["แมวผม", "ลูกสาวฉัน", "พี่ชายของผม", "เพื่อนผม", "หัวหน้าฉัน", "แม่ผม"],
        said: &["ชื่อแพร", "อายุ 5 ขวบ", "แพ้ถั่ว", "ชอบปลา", "อยู่เชียงใหม่", "ทำงานที่ปตท", "ไม่กินเนื้อ", "เป็นพยาบาล"],
        joins: &[" ", " เขา", "และ"],
        asked: [("จำไว้ว่า", ""), ("", " จดไว้ด้วย"), ("ช่วยจำหน่อย ", "")],
    },
    Language {
        beings: &["我的猫", "我女儿", "我老婆", "我妈", "我朋友", "我老板", "我家的狗", "我兒子"],
        said: &["叫小雨", "今年五岁", "对花生过敏", "喜欢画画", "住在上海", "在华为上班", "不吃辣", "是护士"],
        joins: &["，", "，她", "，而且"],
        asked: [("记住", ""), ("", "，帮我记一下"), ("帮我记着，", "")],
    },
];

#[test]
fn what_is_said_of_another_being_is_never_the_speakers_own() {
    let mut read = 0;
    for Language { beings, said, joins, asked } in LANGUAGES {
        for (at, (being, one)) in
            beings.iter().flat_map(|being| said.iter().map(move |one| (being, one))).enumerate()
        {
            for (next, other) in said.iter().enumerate().filter(|(_, other)| *other != one) {
                let join = joins[(at + next) % joins.len()];
                let (before, after) = asked[(at + next / 2) % asked.len()];
                let message = format!("{before}{being}{one}{join}{other}{after}");
                let mut own = told(&message);
                own.retain(|(key, _)| is_personal(key));
                assert!(own.is_empty(), "{message}: {own:?}");
                read += 1;
            }
        }
    }
    assert!(read > 1_000, "{read}");
}

#[test]
fn what_is_said_of_a_relative_or_an_animal_is_kept_under_its_key() {
    for (message, all) in [
        ("remember my cat is Miso, she's three", vec![("pet.cat.name", "Miso"), ("pet.cat.age", "three")]),
        (
            "remember my cat Miso is deaf",
            vec![("pet.cat.name", "Miso"), ("pet.cat.deaf", "my cat Miso is deaf")],
        ),
        (
            "remember my sister Odile is allergic to walnuts",
            vec![("family.sister.name", "Odile"), ("family.sister.allergy.walnuts", "walnuts")],
        ),
        (
            "remember my wife is called Salma, we met in Cairo",
            vec![("family.wife.name", "Salma"), ("met", "we met in Cairo")],
        ),
        (
            "remember I'm 30, my wife is 29 and allergic to nuts",
            vec![("age", "30"), ("family.wife.age", "29"), ("family.wife.allergy.nuts", "nuts")],
        ),
        ("my brother works at Intel, keep that in mind", vec![("family.brother.employer", "Intel")]),
        ("记住我的猫叫橘子，今年三岁", vec![("pet.cat.name", "橘子"), ("pet.cat.age", "三岁")]),
        ("记住我的猫叫橘子，她对牛奶过敏", vec![("pet.cat.name", "橘子"), ("pet.cat.allergy.牛奶", "牛奶")]),
        (
            "記住我女兒叫小雨，對花生過敏",
            vec![("family.daughter.name", "小雨"), ("family.daughter.allergy.花生", "花生")],
        ),
        ("记住我儿子5岁", vec![("family.son.age", "5岁")]),
        ("จำไว้ว่าแมวผมชื่อส้ม มันแพ้นมวัว", vec![("pet.cat.name", "ส้ม"), ("pet.cat.allergy.นมวัว", "นมวัว")]),
        (
            "จำไว้ว่าผมชื่อเอก เมียชื่อนุ่น แพ้กุ้ง",
            vec![("name", "เอก"), ("family.wife.name", "นุ่น"), ("family.wife.allergy.กุ้ง", "กุ้ง")],
        ),
    ] {
        let all: Vec<(String, String)> =
            all.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        assert_eq!(told(message), all, "{message}");
    }
}

#[test]
fn what_is_the_speakers_stays_so_beside_others() {
    for (message, key) in [
        ("remember my friends call me Dee", "nickname"),
        ("remember my mother tongue is Thai", "languages"),
        ("记住我对猫过敏", "allergy.猫"),
        ("记住我喜欢猫，对狗过敏", "likes.猫"),
        ("จำไว้ว่าผมแพ้ขนแมว", "allergy.ขนแมว"),
        ("จำไว้ว่าเพื่อนๆ เรียกผมว่าเอก", "nickname"),
    ] {
        let found: Vec<Command> = understand(message);
        let first = found.first().and_then(|command| command.key.as_deref());
        assert_eq!(first, Some(key), "{message}: {found:?}");
    }
}

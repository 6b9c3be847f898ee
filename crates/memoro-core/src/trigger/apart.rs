//! Facts that are not each other's value stay apart, and the same fact said differently meets under one key.

use super::{Intent, pointing, understand};

fn told(message: &str) -> Vec<(String, String)> {
    understand(message).into_iter().map(|one| (one.key.unwrap_or_default(), one.value)).collect()
}

fn keys(message: &str) -> Vec<String> {
    told(message).into_iter().map(|(key, _)| key).collect()
}

#[test]
fn what_is_not_eaten_stands_beside_what_somebody_eats() {
    for (message, all) in [
        ("remember I'm vegetarian", vec![("diet", "vegetarian")]),
        ("remember that I don't eat pork", vec![("diet.pork", "no pork")]),
        ("remember I don't eat pork or beef", vec![("diet.pork", "no pork"), ("diet.beef", "no beef")]),
        ("จำไว้ว่าผมกินมังสวิรัติ", vec![("diet", "vegetarian")]),
        ("จำไว้ว่าผมไม่กินหมู", vec![("diet.หมู", "ไม่กินหมู")]),
        ("记住我吃素", vec![("diet", "vegetarian")]),
        ("记住我不吃猪肉", vec![("diet.猪肉", "不吃猪肉")]),
        ("记住我不吃猪肉和牛肉", vec![("diet.猪肉", "不吃猪肉"), ("diet.牛肉", "不吃牛肉")]),
    ] {
        let all: Vec<_> = all.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        assert_eq!(told(message), all, "{message}");
    }
}

#[test]
fn what_somebody_is_like_or_is_to_others_is_no_work() {
    for message in [
        "remember I'm a fast learner",
        "remember I'm a Thai citizen",
        "remember I'm a father of two",
        "remember I'm a non-native speaker",
        "จำไว้ว่าผมเป็นพ่อลูกสอง",
        "จำไว้ว่าฉันเป็นพลเมืองไทย",
        "จำไว้ว่าฉันเป็นลูกคนเดียว",
        "记住我是中国公民",
        "记住我是两个孩子的爸爸",
        "记住我是早起的人",
    ] {
        let keys = keys(message);
        assert!(keys.len() == 1 && keys[0] != "role" && keys[0] != "hometown", "{message}: {keys:?}");
    }
    for (message, role) in
        [("remember I'm a nurse", "nurse"), ("จำไว้ว่าผมเป็นคนขับรถตู้", "คนขับรถตู้"), ("记住我是护士", "护士")]
    {
        assert_eq!(told(message), [("role".to_owned(), role.to_owned())], "{message}");
    }
}

#[test]
fn who_left_a_company_works_there_no_longer() {
    for (message, firm) in [
        ("remember I quit IBM", "IBM"),
        ("remember I resigned from Siemens", "Siemens"),
        ("จำไว้ว่าผมลาออกจาก IBM แล้ว", "IBM"),
        ("จำไว้ว่าฉันออกจากปตทแล้ว", "ปตท"),
        ("记住我从华为离职了", "华为"),
        ("記住我離開騰訊了", "騰訊"),
    ] {
        let found = understand(message);
        let ended = found.first().map(|one| (one.key.as_deref(), one.ends.as_deref()));
        assert_eq!(ended, Some((Some("employer"), Some(firm))), "{message}: {found:?}");
    }
    for message in ["remember I quit smoking", "จำไว้ว่าผมเลิกบุหรี่", "记住我戒烟了"]
    {
        assert!(understand(message).iter().all(|one| one.key.as_deref() != Some("employer")), "{message}");
    }
}

#[test]
fn two_facts_about_one_thing_have_keys_of_their_own() {
    for (one, other) in [
        ("remember the office is on floor 3", "remember the office is closed on Fridays"),
        ("remember the meeting is at 10", "remember the meeting is in room 4"),
        ("remember Anna is allergic to nuts", "remember Anna is a vegetarian"),
        ("remember I meet with Anna on Fridays", "remember I meet with Bob on Fridays"),
        ("remember I'm a morning person", "remember I'm a cat person"),
        ("จำไว้ว่าห้องประชุมอยู่ชั้น 3", "จำไว้ว่าห้องประชุมปิดวันศุกร์"),
        ("จำไว้ว่าประชุมกับลูกค้าวันอังคาร", "จำไว้ว่าประชุมทีมวันอังคาร"),
        ("记住办公室在三楼", "记住办公室周五关门"),
        ("记住我周五见安娜", "记住我周五见鲍勃"),
    ] {
        assert_ne!(keys(one), keys(other), "{one} / {other}");
    }
    for (one, other) in [
        ("remember the office is on floor 3", "remember that the office is in the new building"),
        ("remember I meet with Anna on Fridays", "remember that I always meet with Anna on Mondays"),
        ("remember the office is closed on Fridays", "remember that the office closes on Mondays"),
        ("remember the exam is on 12 December", "remember the exam is on 3 May"),
        ("จำไว้ว่าจอดรถชั้น 3", "จำไว้ว่าผมจอดรถที่ตึก B"),
        ("记住周会是周三", "记住周会改到周四了"),
    ] {
        assert_eq!(keys(one), keys(other), "{one} / {other}");
    }
}

#[test]
fn each_fact_of_a_message_is_kept() {
    for (message, all) in [
        (
            "remember my name is Lee, I live in Oslo and my dog is called Bo",
            ["name", "place", "pet.dog.name"],
        ),
        ("remember I'm Lee, 34, from Oslo", ["name", "age", "hometown"]),
        ("จำไว้ว่าผมชื่อลี อยู่ออสโล และหมาผมชื่อโบ", ["name", "place", "pet.dog.name"]),
        ("记住我叫小李，住在奥斯陆，我的狗叫阿宝", ["name", "place", "pet.dog.name"]),
    ] {
        assert_eq!(keys(message), all, "{message}");
    }
}

#[test]
fn what_will_be_so_fills_no_slot_of_what_is_so_now() {
    for message in [
        "remember next week I'm in Paris",
        "remember I'm in Paris next week",
        "จำไว้ว่าอาทิตย์หน้าผมอยู่เชียงใหม่",
        "记住下周我在东京",
    ] {
        let found = understand(message);
        let [command] = found.as_slice() else { panic!("{message}: {found:?}") };
        assert_eq!(command.ttl.as_deref(), Some("next_week_end"), "{message}");
        assert_ne!(command.key.as_deref(), Some("place"), "{message}");
        assert!(!command.key.as_deref().unwrap_or_default().contains('我'), "{message}: {found:?}");
    }
}

#[test]
fn a_question_of_how_sets_nothing_and_a_correction_sets_what_is_meant() {
    for message in ["以后怎么用英文回答", "ต่อไปจะให้ตอบเป็นภาษาอังกฤษยังไง", "以後要怎麼設定用英文回答"]
    {
        assert_eq!(told(message), [], "{message}");
    }
    for (message, language) in [
        ("Answer in French, no wait, in English", "en"),
        ("ตอบเป็นภาษาไทย เอ้ย ภาษาอังกฤษ", "en"),
        ("用法语回答，不对，用英语", "en"),
    ] {
        assert_eq!(told(message), [("response.language".to_owned(), language.to_owned())], "{message}");
    }
}

#[test]
fn how_work_is_done_is_no_tone_of_answers() {
    for message in ["以后不要直接推到main", "以后别直接改数据库"] {
        assert!(keys(message).iter().all(|key| key != "response.tone"), "{message}: {:?}", told(message));
    }
    assert_eq!(keys("以后说话直接一点"), ["response.tone"]);
}

#[test]
fn all_settings_of_answers_are_reset_by_one_wish_and_by_no_talk_of_other_settings() {
    for message in ["Reset my preferences", "รีเซ็ตการตั้งค่าของฉัน", "重置我的偏好", "清空我的偏好設定"]
    {
        let found = understand(message);
        assert!(found.iter().all(|one| one.intent == Intent::Forget), "{message}");
        let tone = found.iter().any(|one| one.key.as_deref() == Some("response.tone"));
        assert!(
            tone && found
                .iter()
                .all(|one| one.key.as_deref().is_some_and(|key| key.starts_with("response.")))
        );
    }
    for message in [
        "how do I reset my preferences?",
        "reset my preferences in Chrome",
        "รีเซ็ตการตั้งค่าเครื่อง",
        "重置我的手机设置",
    ] {
        assert!(
            understand(message).iter().all(|one| one.key.as_deref() != Some("response.tone")),
            "{message}"
        );
    }
}

#[test]
fn a_thing_that_is_begged_to_be_forgotten_is_pointed_at() {
    for message in ["forget coffee", "ลืมเรื่องกาแฟที", "ลืมเรื่องกาแฟให้หน่อยนะ", "忘掉咖啡", "把名字删了"]
    {
        assert!(pointing(message).is_some_and(|one| one.intent == Intent::Forget), "{message}");
    }
    for message in ["ลืมเรื่องประชุม", "ลืมเรื่องประชุมไปแล้ว", "把文件删了"]
    {
        assert_eq!(pointing(message), None, "{message}");
    }
}

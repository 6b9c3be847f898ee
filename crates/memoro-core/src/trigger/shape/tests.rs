//! A sentence that only shares the verb of a slot fills another key, and a value of the slot fills the slot.

use super::super::understand;

fn keys(message: &str) -> Vec<String> {
    understand(message).into_iter().filter_map(|one| one.key).collect()
}

#[test]
fn what_only_shares_the_verb_of_a_slot_does_not_take_its_place() {
    for (message, slot) in [
        ("remember that my name is hard to spell", "name"),
        ("remember my name is spelled with a K", "name"),
        ("remember to call me at 5", "nickname"),
        ("call me a taxi from now on", "nickname"),
        ("remember I work with Sam", "employer"),
        ("remember I work with Anna and Bob", "employer"),
        ("remember I work at a standing desk", "employer"),
        ("remember I live in a small flat", "place"),
        ("remember I live at my parents' house", "place"),
        ("remember I live in zone 2", "place"),
        ("remember I live in fear", "place"),
        ("remember my email is full", "email"),
        ("remember my age is a secret", "age"),
        ("จำไว้ว่าผมอยู่ชั้นสาม", "place"),
        ("จำไว้ว่าผมอยู่บ้านพ่อแม่", "place"),
        ("จำไว้ว่าผมอยู่ห้อง 302", "place"),
        ("จำไว้ว่าชื่อผมสะกดยาก", "name"),
        ("จำไว้ว่าผมทำงานกับสมชาย", "employer"),
        ("จำไว้ว่าผมทำงานบนรถไฟฟ้า", "employer"),
        ("จำไว้ว่าอายุผมเป็นความลับ", "age"),
        ("记住我住在三楼", "place"),
        ("记住我住在爸妈家", "place"),
        ("记住我住在学校宿舍", "place"),
        ("记住我叫外卖不要辣", "name"),
        ("记住我叫的车是白色的", "name"),
        ("记住我的名字很难念", "name"),
        ("记住我在地铁上班的路上听书", "employer"),
        ("记住我在三楼上班", "employer"),
        ("记住我的邮箱是满的", "email"),
    ] {
        let found = keys(message);
        assert!(!found.is_empty() && !found.iter().any(|key| key == slot), "{message}: {found:?}");
    }
}

#[test]
fn what_is_only_quoted_names_nobody() {
    for message in [
        "จำไว้ว่าคำคมโปรดคือ \"เรียกฉันว่าอีฟ\"",
        "remember my favourite quote is \"call me Al\"",
        "记住我最喜欢的句子是“叫我小王”",
    ] {
        let found = keys(message);
        assert!(
            found.len() == 1 && found.iter().all(|key| key.starts_with("preferred.")),
            "{message}: {found:?}"
        );
    }
}

#[test]
fn a_value_of_the_slot_fills_it() {
    for (message, slot) in [
        ("remember my name is Grace Hope", "name"),
        ("remember my name is will", "name"),
        ("remember to call me Al", "nickname"),
        ("from now on call me Dr. Lee", "nickname"),
        ("remember I work with Deloitte", "employer"),
        ("remember I work for Sam's Bakery", "employer"),
        ("remember I live in a small flat in Leeds", "place"),
        ("remember I live in Bath", "place"),
        ("remember I live at 5 High Street", "place"),
        ("remember my email is bob@acme.example", "email"),
        ("remember my age is thirty", "age"),
        ("จำไว้ว่าผมอยู่บ้านฉาง", "place"),
        ("จำไว้ว่าผมชื่อบอย", "name"),
        ("จำไว้ว่าผมทำงานกับลาซาด้า", "employer"),
        ("记住我住在石家庄", "place"),
        ("记住我住在张家口", "place"),
        ("记住我叫李娜", "name"),
        ("记住我在华为上班", "employer"),
        ("记住我的生日是5月4日", "birthday"),
    ] {
        assert_eq!(keys(message), [slot], "{message}");
    }
}

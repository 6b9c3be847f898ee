//! What fills a slot of what is so, and what only seems to.

use super::super::understand;

fn told(message: &str) -> Vec<(String, String)> {
    understand(message).into_iter().map(|one| (one.key.unwrap_or_default(), one.value)).collect()
}

#[test]
fn what_is_hoped_for_over_or_said_of_another_thing_fills_no_slot() {
    for (message, slots) in [
        ("remember I want to work at Google", "employer role"),
        ("remember I'm applying to Google", "employer role"),
        ("remember I want to be a doctor", "role"),
        ("remember I'm dating a nurse", "role"),
        ("remember I have family in Rome", "place"),
        ("remember I own a flat in Oslo", "place"),
        ("remember I miss living in Oslo", "place"),
        ("remember we're on MySQL now", "place"),
        ("remember I eat oatmeal every morning", "diet"),
        ("remember I'm thinking of going vegan", "diet"),
        ("remember my middle name is Lee", "name"),
        ("remember I'm called for jury duty on 3 May", "name"),
        ("remember people call me lazy", "nickname"),
        ("remember I have no allergies", "allergy.no"),
        ("remember I love and hate cilantro", "likes.and_hate_cilantro"),
        ("remember I don't like jazz, I love it", "dislikes.jazz likes.it"),
        ("remember my Mac has 16GB and my PC has 64GB", "uses.os"),
        ("จำไว้ว่าผมอยากทำงานที่กูเกิล", "employer"),
        ("จำไว้ว่าฉันอยากย้ายไปอยู่เชียงใหม่", "place"),
        ("จำไว้ว่าฉันเคยอยู่ลาว", "place"),
        ("จำไว้ว่าฉันอยู่ในช่วงลดน้ำหนัก", "place"),
        ("记住我想当医生", "role"),
        ("记住我正在应聘谷歌", "role employer"),
        ("记住我在考虑吃素", "diet"),
        ("记住我以前住在北京", "place"),
        ("记住我是认真的", "role"),
    ] {
        let found = told(message);
        assert!(!found.is_empty(), "{message}");
        let wrong = |(key, _): &(String, String)| slots.split(' ').any(|slot| slot == key);
        assert!(!found.iter().any(wrong), "{message}: {found:?}");
    }
}

#[test]
fn what_is_so_fills_its_slot_as_before() {
    for (message, key, value) in [
        ("remember I work at Google", "employer", "Google"),
        ("remember I'm a nurse", "role", "nurse"),
        ("remember I just moved to Oslo", "place", "Oslo"),
        ("remember I was born in Rome but grew up in Oslo", "birth_place", "Rome"),
        ("remember I'm currently living in Oslo", "place", "Oslo"),
        ("remember my full name is Ann Lee", "name", "Ann Lee"),
        ("remember my diet is low FODMAP", "diet", "low FODMAP"),
        ("remember people call me Al", "nickname", "Al"),
        ("จำไว้ว่าผมทำงานที่กูเกิล", "employer", "กูเกิล"),
        ("จำไว้ว่าฉันอยู่เชียงใหม่", "place", "เชียงใหม่"),
        ("记住我是医生", "role", "医生"),
        ("记住我在联想工作", "employer", "联想"),
    ] {
        let found = told(message);
        let first = found.first().map(|(key, value)| (key.as_str(), value.as_str()));
        assert_eq!(first, Some((key, value)), "{message}: {found:?}");
    }
}

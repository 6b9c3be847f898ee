//! Tests of what is kept of everyday messages: whole values, keys that name what is told, nothing of the work at hand.

use super::{Intent, understand};

fn told(message: &str) -> Vec<(String, String)> {
    understand(message).into_iter().map(|c| (c.key.unwrap_or_default(), c.value)).collect()
}

fn holds(rows: &[(&str, &[(&str, &str)])]) {
    for (message, all) in rows {
        let all: Vec<(String, String)> =
            all.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        assert_eq!(told(message), all, "{message}");
    }
}

#[test]
fn a_thing_of_which_something_is_said_is_no_memory_of_old_times() {
    holds(&[
        ("remember the good branch is main", &[("good_branch", "main")]),
        ("remember the time is 5pm", &[("time", "5pm")]),
    ]);
    for message in
        ["remember the good old days", "remember the day we met", "remember the days when we were young"]
    {
        assert!(told(message).is_empty(), "{message}");
    }
}

#[test]
fn a_value_keeps_what_stands_behind_a_blank_or_a_short_form() {
    holds(&[
        ("ฉันชื่อสมชาย ใจดี จำไว้ด้วย", &[("name", "สมชาย ใจดี")]),
        ("จำไว้ว่าฉันชื่อสมชาย อยู่สุข", &[("name", "สมชาย อยู่สุข")]),
        ("จำไว้ว่าฉันทำงานที่บริษัท ปูนซิเมนต์ไทย จำกัด", &[("employer", "บริษัท ปูนซิเมนต์ไทย จำกัด")]),
        ("จำไว้ว่าฉันทำงานที่บริษัท เอบีซี จำกัด ตำแหน่งบัญชี", &[("employer", "บริษัท เอบีซี จำกัด"), ("role", "บัญชี")]),
        (
            "จำไว้ว่าฉันชื่อวิภา อยู่เชียงใหม่ และทำงานที่ธนาคาร",
            &[("name", "วิภา"), ("place", "เชียงใหม่"), ("employer", "ธนาคาร")],
        ),
        ("remember my meeting is at 3 p.m. on Monday", &[("meeting", "3 p.m. on Monday")]),
        (
            "remember that my mom lives at 12 St. John's Rd. in Leeds",
            &[("family.mother.place", "12 St. John's Rd. in Leeds")],
        ),
        ("记住我叫小明,住在北京,在华为工作", &[("name", "小明"), ("place", "北京"), ("employer", "华为")]),
        ("Actually my name is spelled Katherine, please correct it", &[("name", "Katherine")]),
        ("记住我用飞书办公", &[("uses.飞书", "飞书")]),
        ("以后叫我的英文名 Tom", &[("nickname", "Tom")]),
        ("Please remember I'm allergic to latex, it's important", &[("allergy.latex", "latex")]),
    ]);
}

#[test]
fn what_changed_is_told_without_the_words_that_it_did() {
    holds(&[
        ("เบอร์โทรผมเปลี่ยนเป็น 081-555-0199 แล้วครับ จำไว้ด้วย", &[("phone_number", "081-555-0199")]),
        ("我的电话换了，现在是13900001111，记一下", &[("phone_number", "13900001111")]),
        ("报告的截止日期改到周一了,记一下", &[("deadline.报告", "周一")]),
    ]);
}

#[test]
fn what_is_run_or_done_somewhere_is_no_tool() {
    holds(&[
        ("remember I run a bakery in Lyon", &[("run_bakery", "I run a bakery in Lyon")]),
        ("remember I do my shopping in Lyon on Sundays", &[("shop", "I do my shopping in Lyon on Sundays")]),
        (
            "make a note that my passport expires in March 2029",
            &[("passport_expire", "my passport expires in March 2029")],
        ),
        ("remember I work with kids", &[("work_kid", "I work with kids")]),
        ("remember I run Arch", &[("uses.os", "Arch")]),
        ("remember I take notes in Obsidian", &[("uses.obsidian", "Obsidian")]),
        (
            "remember my brother Tom is in Lyon for work",
            &[("family.brother.name", "Tom"), ("family.brother.place", "Lyon")],
        ),
        ("จำไว้ว่าพี่ชายผมใช้ชีวิตอยู่ที่ลียง", &[("family.brother.place", "ลียง")]),
        ("记住我在练半程马拉松", &[("练程马拉松", "我在练半程马拉松")]),
    ]);
}

#[test]
fn what_somebody_is_like_is_no_work_and_no_home() {
    for message in [
        "remember I'm a night owl",
        "remember I'm a single mother",
        "remember I'm a Buddhist",
        "จำไว้ว่าเราเป็นคนนอนดึก",
        "จำไว้ว่าฉันเป็นเบาหวาน",
        "จำไว้ว่าฉันเป็นโสด",
        "記住我是左撇子",
        "记住我是单亲妈妈",
        "记住我在家工作",
    ] {
        let found = told(message);
        let wrong = |key: &str| matches!(key, "role" | "hometown" | "employer" | "place");
        assert!(!found.is_empty() && !found.iter().any(|(key, _)| wrong(key)), "{message}: {found:?}");
    }
    holds(&[("remember I work at night", &[("working_hours", "night")])]);
}

#[test]
fn who_or_what_is_the_speakers_stands_under_what_it_is() {
    holds(&[
        ("remember that Kim is my emergency contact", &[("emergency_contact", "Kim")]),
        ("จำไว้ว่าคิมคือผู้ติดต่อฉุกเฉินของผม", &[("ผู้ติดต่อฉุกเฉิน", "คิม")]),
        ("记住小王是我的紧急联系人", &[("紧急联系人", "小王")]),
        ("My last name is Nguyen, remember it", &[("surname", "Nguyen")]),
        ("จำไว้ว่านามสกุลฉันคือใจดี", &[("surname", "ใจดี")]),
        ("记住我姓王", &[("surname", "王")]),
        ("remember I have two kids, Anna and Ben", &[("family.children", "two kids, Anna and Ben")]),
        (
            "记住我有两个孩子，大的叫安安，小的叫宝宝",
            &[("family.children", "两个孩子，大的叫安安，小的叫宝宝")],
        ),
        ("remember I'm a nurse in Lyon", &[("role", "nurse"), ("place.work", "Lyon")]),
        ("จำไว้ว่าผมเป็นวิศวกรโยธาอยู่ที่อิตาเลียนไทย", &[("role", "วิศวกรโยธา"), ("place.work", "อิตาเลียนไทย")]),
        ("记住我在中建当土木工程师", &[("role", "土木工程师"), ("place.work", "中建")]),
    ]);
}

#[test]
fn a_name_beside_a_relative_is_theirs_and_what_follows_too() {
    let daughter: &[(&str, &str)] =
        &[("family.daughter.name", "小美"), ("family.daughter.allergy.牛奶", "牛奶")];
    holds(&[
        ("记住我女儿小美，她对牛奶过敏", daughter),
        ("记住我女儿小美对牛奶过敏", daughter),
        (
            "จำไว้ว่าลูกสาวผมน้องมะลิแพ้นมวัว",
            &[("family.daughter.name", "มะลิ"), ("family.daughter.allergy.นมวัว", "นมวัว")],
        ),
        (
            "remember my daughter Mia is allergic to milk",
            &[("family.daughter.name", "Mia"), ("family.daughter.allergy.milk", "milk")],
        ),
    ]);
    for message in ["记住我女儿小学在北京读的", "记住我妈膝盖不好"] {
        assert!(
            told(message).iter().all(|(key, _)| key.rsplit('.').next() != Some("name")),
            "{message}: {:?}",
            told(message)
        );
    }
}

#[test]
fn what_is_not_to_be_too_much_is_wished_for_the_other_way() {
    for (message, value) in [
        ("以后别那么啰嗦", "concise"),
        ("以后不要太啰嗦", "concise"),
        ("以後不要那麼囉嗦", "concise"),
        ("以后回答不要太简短", "detailed"),
        ("ต่อไปอย่าตอบสั้นเกินไป", "detailed"),
        ("don't be too brief from now on", "detailed"),
    ] {
        assert_eq!(told(message), [("response.length".to_owned(), value.to_owned())], "{message}");
    }
}

#[test]
fn what_only_sets_out_the_work_at_hand_is_not_kept() {
    for message in [
        "Please remember that the essay must be 500 words. Write it now.",
        "Remember that this function returns null. Why does it crash?",
        "Remember, the deadline for this essay is tomorrow, so write it quickly",
        "จำไว้ว่าเรียงความต้องยาว 500 คำ เขียนเลย",
        "จำไว้ว่าฟังก์ชันนี้คืนค่า null แล้วทำไมมันพัง",
        "请记住这只是草稿,帮我看看",
        "請記住，這是一封給客戶的信，幫我潤稿",
        "Always look both ways before crossing, my mom used to say",
    ] {
        assert!(told(message).is_empty(), "{message}: {:?}", told(message));
    }
    assert_eq!(told("这是我的新地址：朝阳路12号，帮我记住").len(), 1);
}

#[test]
fn taking_something_out_of_a_text_forgets_nothing() {
    for message in [
        "从信里删掉我的名字",
        "把信里我的地址删掉",
        "請從名單刪除我的名字",
        "ลบชื่อฉันออกจากรายชื่อ",
        "ลบเบอร์โทรฉันออกจากเรซูเม่",
        "delete my name from the letter",
    ] {
        assert!(understand(message).iter().all(|one| one.intent != Intent::Forget), "{message}");
    }
    for message in ["ลบชื่อฉันออกจากโปรไฟล์", "删除我的名字", "ไม่ต้องจำแล้วนะคะว่าฉันชื่อแก้ว"]
    {
        let found = understand(message);
        let first = found.first().map(|one| (one.intent, one.key.as_deref()));
        assert_eq!(first, Some((Intent::Forget, Some("name"))), "{message}");
    }
}

#[test]
fn what_a_wish_holds_in_spite_of_is_no_part_of_it() {
    for (message, value) in [
        ("remember to reply in English, even when I write in Thai", "en"),
        ("always reply in English, even when I write in Thai", "en"),
        ("ตอบเป็นภาษาไทยเสมอ ถึงผมจะพิมพ์ภาษาอังกฤษ", "th"),
        ("以后用英文回答，即使我用中文写", "en"),
        ("以后就算我用中文问，也用英文回答", "en"),
        ("以後用英文回答，即使我用中文寫", "en"),
    ] {
        assert_eq!(told(message), [("response.language".to_owned(), value.to_owned())], "{message}");
    }
    // What it is to hold in spite of may be what is told.
    assert!(
        told("remember that I drink tea even when I travel")
            .iter()
            .any(|(_, value)| value.contains("travel"))
    );
}

#[test]
fn a_question_that_asks_to_keep_a_statement_keeps_it() {
    for message in [
        "Can you remember that the bins go out on Tuesday?",
        "Could you remember that our gate code changes every month?",
        "Would you mind remembering that the bins go out on Tuesday?",
        "Would you mind remembering that I'm allergic to nuts?",
    ] {
        assert_eq!(told(message).len(), 1, "{message}");
    }
    for message in [
        "Can you remember that song?",
        "Can you remember that the last time we talked you said no?",
        "Can you remember when the bins go out?",
        "Can you remember that time in Rome?",
        "Do you remember that the bins go out on Tuesday?",
        "Would you mind repeating that?",
        "I don't mind remembering the old days",
        "คุณจำได้ไหมว่าขยะเก็บวันไหน",
        "你还记得垃圾哪天收吗？",
    ] {
        assert!(told(message).is_empty(), "{message}: {:?}", told(message));
    }
}

#[test]
fn a_wish_for_the_answers_of_today_or_for_a_while_is_heard() {
    for (message, key, value) in [
        ("今天回答简短一点", "response.length", "concise"),
        ("今天回答簡短一點", "response.length", "concise"),
        ("暂时用英文回答", "response.language", "en"),
        ("วันนี้ตอบสั้นๆ นะ", "response.length", "concise"),
        ("temporarily answer in English", "response.language", "en"),
        ("不要啰嗦", "response.length", "concise"),
        ("不要囉嗦", "response.length", "concise"),
        ("My default language is Spanish", "response.language", "es"),
        ("my default language is Thai", "response.language", "th"),
    ] {
        assert_eq!(told(message), [(key.to_owned(), value.to_owned())], "{message}");
    }
    for message in [
        "今天回答得很简短",
        "今天回答的问题都很简短",
        "暂时没有别的问题",
        "他说话不要啰嗦就好了",
        "วันนี้ตอบสั้นจังเลย",
        "temporarily unavailable",
        "my default language is Rust",
        "his default language is Spanish",
        "what is my default language?",
    ] {
        assert!(told(message).is_empty(), "{message}: {:?}", told(message));
    }
}

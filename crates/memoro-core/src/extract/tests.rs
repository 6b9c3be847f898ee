//! Rules of reading that hold for any conversation, and the cases that each language must get right.

use proptest::prelude::*;

use super::*;

/// Checks that each of these texts is what is looked for.
pub(super) fn each(is: impl Fn(&str) -> bool, texts: &[&str]) {
    let others: Vec<&&str> = texts.iter().filter(|text| !is(text)).collect();
    assert!(others.is_empty(), "these are none: {others:#?}");
}

/// Checks that none of these texts is what is looked for.
pub(super) fn none(is: impl Fn(&str) -> bool, texts: &[&str]) {
    let found: Vec<&&str> = texts.iter().filter(|text| is(text)).collect();
    assert!(found.is_empty(), "these are: {found:#?}");
}

/// Tells whether a sentence of a text is what is looked for.
pub(super) fn any(is: impl Fn(&sentence::Sentence<'_>) -> bool) -> impl Fn(&str) -> bool {
    move |text| sentence::split(text).iter().any(&is)
}

fn said(turns: &[(Role, &'static str)]) -> Vec<Said<'static>> {
    turns.iter().map(|(role, text)| Said { role: *role, text, year: None }).collect()
}

/// Reads by the signs alone, as where nothing is known of the pieces of a text.
fn read(turns: &[Said<'_>]) -> Vec<Item> {
    extract(turns, &Held::NOTHING)
}

fn kinds(turns: &[(Role, &'static str)]) -> Vec<(Kind, usize)> {
    read(&said(turns)).iter().filter(|item| item.holds()).map(|item| (item.kind, item.turn)).collect()
}

fn person(text: &'static str) -> Vec<(Kind, usize)> {
    kinds(&[(Role::User, text), (Role::Assistant, "…")])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_item_stands_on_words_of_its_turn(
        texts in proptest::collection::vec(
            "(we decided to |let’s use |ตกลงใช้|就用|remember |จำไว้ว่า|记住|instead of |\"|`|\\. |。|ครับ |\\?|Redis|คิว|队列|\\n|\\PC){0,12}",
            0..6,
        )
    ) {
        let roles = [Role::User, Role::Assistant, Role::Other];
        let turns: Vec<Said<'_>> =
            texts.iter().enumerate().map(|(at, text)| Said { role: roles[at % 3], text, year: None }).collect();
        for item in read(&turns) {
            prop_assert!(!item.evidence(&turns).trim().is_empty());
            prop_assert!(turns[item.turn].text.contains(item.evidence(&turns)));
            prop_assert!(!item.title.is_empty() && !item.title.contains('\n'));
        }
    }
}

#[test]
fn a_settled_thing_is_a_decision_with_its_reason() {
    for (text, why) in [
        ("Let’s go with SQLite because it is one file.", "it is one file"),
        ("ตกลงใช้ SQLite เพราะเป็นไฟล์เดียว", "เป็นไฟล์เดียว"),
        ("我们决定用 SQLite，因为只有一个文件。", "只有一个文件"),
    ] {
        let turns = [Said { role: Role::User, text, year: None }];
        let items = read(&turns);
        assert_eq!(items.len(), 1, "{text}");
        assert_eq!((items[0].kind, items[0].why.as_str()), (Kind::Decision, why), "{text}");
        assert!(items[0].title.contains("SQLite") && !items[0].conclusion.contains(why), "{:?}", items[0]);
    }
}

#[test]
fn questions_suggestions_quotations_and_code_settle_nothing() {
    for text in [
        "Did we decide to use SQLite or not, I forgot, did we?",
        "Maybe we will use SQLite.",
        "He said we decided to use SQLite.",
        "The page reads \"we decided to use SQLite for everything\".",
        "`x`\n```\nwe decided to use SQLite\n```",
        "> we decided to use SQLite",
        "We have not decided to use SQLite.",
        "อาจจะตกลงใช้ SQLite",
        "ยังไม่ได้ตัดสินใจใช้ SQLite",
        "如果决定用 SQLite，就要改代码。",
        "我们还没决定用 SQLite。",
    ] {
        let settled: Vec<_> = person(text).into_iter().filter(|(kind, _)| kind.is_settled()).collect();
        assert!(settled.is_empty(), "{text}: {settled:?}");
    }
}

#[test]
fn what_was_taken_back_does_not_hold() {
    for (first, second) in [
        ("We'll use Redis for the queue.", "Scrap that, never mind."),
        ("ตกลงใช้ Redis ทำคิว", "ยกเลิกเรื่อง Redis นะ"),
        ("我们决定用 Redis 做队列。", "Redis 的事算了。"),
    ] {
        let turns = [(Role::User, first), (Role::Assistant, "…"), (Role::User, second)];
        let settled: Vec<_> = kinds(&turns).into_iter().filter(|(kind, _)| kind.is_settled()).collect();
        assert!(settled.is_empty(), "{second}: {settled:?}");
    }
}

#[test]
fn a_wish_to_remember_is_told_from_a_task_and_from_talk() {
    for (text, kind) in [
        ("Remember that the lab closes at six.", Some(Kind::Remember)),
        ("Remember to close the lab at six.", Some(Kind::Action)),
        ("Do you remember the lab?", None),
        ("จำไว้ว่าห้องแล็บปิดหกโมง", Some(Kind::Remember)),
        ("จำได้ไหมว่าห้องแล็บปิดกี่โมง", None),
        ("记住实验室六点关门。", Some(Kind::Remember)),
        ("记得通知小王。", Some(Kind::Action)),
        ("你记得实验室吗？", None),
        ("他那时候记住了好多单词。", None),
    ] {
        let found = person(text).into_iter().map(|(kind, _)| kind).find(|kind| *kind != Kind::Question);
        assert_eq!(found, kind, "{text}");
    }
}

/// Cuts at blanks; words of four letters and fewer are common.
fn by_blanks(text: &str) -> Vec<Word> {
    let rarity = |word: &str| if word.len() > 4 { 12.0 } else { 8.0 };
    text.split_whitespace()
        .map(|word| Word { text: word.to_ascii_lowercase(), joined: false, rarity: rarity(word) })
        .collect()
}

#[test]
fn topics_are_what_a_conversation_comes_back_to() {
    let turns = said(&[
        (Role::User, "Postgres is slow today"),
        (Role::Assistant, "You could tune Postgres: the vacuum settings, today or later"),
        (Role::User, "vacuum settings?"),
        (Role::User, "please, today"),
    ]);
    assert_eq!(topics(&turns, 5, &by_blanks), ["Postgres", "vacuum settings"]);
    assert_eq!(topics(&turns, 1, &by_blanks), ["Postgres"]);
}

#[test]
fn topics_are_found_without_blanks_too() {
    // As a model cuts it: words stand joined.
    let cut = |text: &str| -> Vec<Word> {
        let words = ["任务", "队列", "重启", "之后", "คิว", "งาน", "ล่ม", "อีก", "แล้ว", "要", "会"];
        let mut out = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let word = words.iter().find(|word| rest.starts_with(**word)).copied();
            let text = word.map_or_else(|| first.to_string(), str::to_owned);
            rest = rest.get(text.len()..).unwrap();
            out.push(Word { text, joined: !out.is_empty(), rarity: 12.0 });
        }
        out
    };
    let turns = said(&[(Role::User, "任务队列会重启"), (Role::Assistant, "任务队列重启之后要看")]);
    assert_eq!(topics(&turns, 5, &cut), ["任务队列", "重启"]);
    let turns = said(&[(Role::User, "คิวงานล่มแล้ว"), (Role::Assistant, "คิวงานล่มอีก")]);
    assert_eq!(topics(&turns, 5, &cut), ["คิวงานล่ม"]);
}

#[test]
fn what_something_is_is_remembered_and_what_is_to_be_done_is_a_task() {
    for (text, kind) in [
        ("记住发布窗口是周二。", Kind::Remember),
        ("记住关键客户是宏达。", Kind::Remember),
        ("记住测试环境的地址是 10.0.0.5。", Kind::Remember),
        ("记住打印机密码是四个八。", Kind::Remember),
        ("请记住，给客户的折扣是九折。", Kind::Remember),
        ("记得我的生日是五月三日。", Kind::Remember),
        ("别忘了发票抬头是宏达科技。", Kind::Remember),
        ("记得把服务器关掉。", Kind::Action),
        ("记得提醒他明天是截止日。", Kind::Action),
        ("记住要把日志备份好。", Kind::Action),
        ("别忘了给房东打电话。", Kind::Action),
        ("จำไว้ว่าต้องใช้ VPN ก่อนเข้าระบบ", Kind::Remember),
        ("จำไว้ว่าส่งของวันพุธคือรอบสุดท้าย", Kind::Remember),
        ("จำไว้ ทำเลร้านใหม่คืออารีย์", Kind::Remember),
        ("จำไว้ ส่งเมลให้ลูกค้าพรุ่งนี้", Kind::Action),
        ("Remember, to log in you need the VPN.", Kind::Remember),
        ("Remember that to log in you need the VPN.", Kind::Remember),
        ("Please remember to renew the certificate.", Kind::Action),
        ("When you plan our trips, always remember that my mother gets carsick.", Kind::Remember),
        ("เวลาวางแผนเที่ยวให้จำว่าแม่เมารถ", Kind::Remember),
        ("以後給我們排行程都要記得，我媽暈車。", Kind::Remember),
        ("清单里永远记得加一条：上线前先通知客服的小林。", Kind::Remember),
        ("以后写会议纪要的时候记住，阿杰在温哥华。", Kind::Remember),
    ] {
        let found = person(text).into_iter().map(|(kind, _)| kind).find(|kind| *kind != Kind::Question);
        assert_eq!(found, Some(kind), "{text}");
    }
}

#[test]
fn a_reason_or_a_consequence_is_taken_only_where_a_word_joins_it() {
    for (turns, why, finding, impact) in [
        (
            ["The coffee machine is broken again. We decided to use SQLite.", "That means no coffee."],
            "",
            "",
            "",
        ),
        (["Lunch was great. We decided to use SQLite. The weather is fine.", "…"], "", "", ""),
        (["The root cause was a full disk. We decided to use SQLite.", "…"], "", "", ""),
        (["The disk is slow, so we decided to use SQLite.", "…"], "The disk is slow", "", ""),
        (["The disk is slow. So we decided to use SQLite.", "…"], "The disk is slow", "", ""),
        (
            ["The root cause was a full disk. Therefore we decided to use SQLite.", "…"],
            "",
            "The root cause was a full disk",
            "",
        ),
        (["We decided to use SQLite. Because it is one file.", "…"], "Because it is one file", "", ""),
        (["We decided to use SQLite, which means the server goes.", "…"], "", "", "the server goes"),
        (["We've been on it since Monday. We decided to use SQLite.", "…"], "", "", ""),
        (["กาแฟหมดแล้วครับ ตกลงใช้ SQLite", "ดังนั้นต้องไปซื้อ"], "", "", ""),
        (["ดิสก์ช้า เลยตัดสินใจใช้ SQLite", "…"], "ดิสก์ช้า", "", ""),
        (["咖啡没了。我们决定用 SQLite。", "所以要去买。"], "", "", ""),
        (["磁盘太慢，所以我们决定用 SQLite。", "…"], "磁盘太慢", "", ""),
        (["我们决定用 SQLite。因为只有一个文件。", "…"], "因为只有一个文件", "", ""),
    ] {
        let turns = said(&[(Role::User, turns[0]), (Role::Assistant, turns[1])]);
        let items = read(&turns);
        let item =
            items.iter().find(|item| item.kind == Kind::Decision).unwrap_or_else(|| panic!("{turns:?}"));
        let found = (item.why.as_str(), item.finding.as_str(), item.impact.as_str());
        assert_eq!(found, (why, finding, impact), "{turns:?}");
        assert!(item.conclusion.contains("SQLite"), "{item:?}");
    }
}

#[test]
fn what_was_found_out_and_what_was_settled_because_of_it_stand_in_one_sentence() {
    let turns = said(&[(Role::User, "It turned out that Redis drops jobs, so we decided to use RabbitMQ.")]);
    let items = read(&turns);
    let kinds: Vec<Kind> = items.iter().map(|item| item.kind).collect();
    assert_eq!(kinds, [Kind::Decision, Kind::Lesson]);
    assert_eq!(items[0].finding, "It turned out that Redis drops jobs");
    assert_eq!(items[0].conclusion, "we decided to use RabbitMQ");
}

#[test]
fn a_proposal_that_somebody_agreed_to_is_a_decision_with_both_turns_as_evidence() {
    for (turns, text) in [
        (
            ["Should we use Postgres for billing?", "It has transactions.", "sounds good, do it"],
            "use Postgres for billing",
        ),
        (["เราควรใช้ Postgres กับระบบบิลไหม", "เหมาะครับ", "โอเค เอาตามนั้น"], "ใช้ Postgres กับระบบบิล"),
        (["计费服务要不要用 Postgres？", "合适。", "好，就这么定"], "计费服务用 Postgres"),
        (["计费服务要不要用 Postgres？", "合适。", "好，就这么定了。"], "计费服务用 Postgres"),
    ] {
        let turns = said(&[(Role::User, turns[0]), (Role::Assistant, turns[1]), (Role::User, turns[2])]);
        let items = read(&turns);
        assert_eq!(items.len(), 1, "{items:?}");
        let item = &items[0];
        assert_eq!((item.kind, item.turn, item.settled_in()), (Kind::Decision, 0, 2));
        assert_eq!((item.title.as_str(), item.conclusion.as_str()), (text, text));
        assert_eq!(item.evidence(&turns), turns[0].text);
        assert!(turns[2].text.contains(item.agreement(&turns).unwrap()));
    }
    // Asked by the other side, a plain yes is enough.
    let asked = said(&[(Role::Assistant, "Should we drop the v1 endpoints?"), (Role::User, "Yes.")]);
    assert_eq!(read(&asked).iter().map(|i| (i.kind, i.turn)).collect::<Vec<_>>(), [(Kind::Decision, 0)]);
}

#[test]
fn taking_back_is_no_decision_of_its_own() {
    for (first, second, kept) in [
        (
            "We'll use Postgres, because we need transactions.",
            "Actually, scrap Postgres. We are going with MySQL instead of Postgres.",
            "MySQL",
        ),
        ("ตกลงใช้ Postgres", "ลืมเรื่อง Postgres ไปเลย เปลี่ยนไปใช้ MySQL แทน Postgres", "MySQL"),
        ("任务队列我们决定用 Postgres。", "Postgres 的事算了。任务队列改用 MySQL。", "MySQL"),
    ] {
        let turns = [(Role::User, first), (Role::Assistant, "…"), (Role::User, second)]
            .map(|(role, text)| Said { role, text, year: None });
        let items = read(&turns);
        let held: Vec<&Item> = items.iter().filter(|i| i.kind.is_settled() && i.holds()).collect();
        assert!(held.len() == 1 && held[0].evidence(&turns).contains(kept), "{second}: {items:#?}");
        assert_eq!(items.iter().filter(|i| i.kind.is_settled()).count(), 2, "{second}: {items:#?}");
    }
}

#[test]
fn a_decision_that_begins_like_a_yes_is_not_lost_in_the_words_before_it() {
    let offered = "We could look at several options; each has its own costs and benefits.";
    for decided in [
        "ตกลงใช้ gelofi สำหรับระบบ gelofi เพราะดูแลง่าย",
        "好，我们决定采用 gelofi 做 gelofi 模块。",
        "OK, we decided to use gelofi for the gelofi store.",
    ] {
        let turns = [(Role::User, "Good morning."), (Role::Assistant, offered), (Role::User, decided)]
            .map(|(role, text)| Said { role, text, year: None });
        let items = read(&turns);
        assert!(
            items.iter().any(|i| i.kind.is_settled() && i.evidence(&turns).contains("gelofi")),
            "{items:#?}"
        );
    }
}

#[test]
fn another_tool_of_the_sort_replaces_the_last_one() {
    for (first, second) in [
        ("We decided to use PostgreSQL.", "It's decided: we switch to MySQL."),
        ("ตกลงใช้ PostgreSQL", "ตกลงเปลี่ยนไปใช้ MySQL"),
        ("我们决定用 PostgreSQL。", "改用 MySQL 吧，就这么定了。"),
    ] {
        let turns = [(Role::User, first), (Role::Assistant, "…"), (Role::User, "…"), (Role::User, second)]
            .map(|(role, text)| Said { role, text, year: None });
        let items = read(&turns);
        let held: Vec<&Item> = items.iter().filter(|i| i.kind.is_settled() && i.holds()).collect();
        assert!(held.len() == 1 && held[0].evidence(&turns).contains("MySQL"), "{second}: {items:#?}");
    }
}

#[test]
fn short_answers_and_agreed_proposals_settle_and_remarks_do_not() {
    for (asked, answer, settles) in [
        ("Kyoto or Osaka?", "Kyoto then.", true),
        ("Kyoto or Osaka?", "I don't know yet, let me think about it.", false),
        ("เอาสีเขียวหรือสีฟ้าดี", "เอาสีเขียวแล้วกัน", true),
        ("เอาสีเขียวหรือสีฟ้าดี", "ขอคิดดูก่อนนะ", false),
        ("去京都还是大阪？", "那就京都。", true),
        ("去京都还是大阪？", "还没想好，再说吧。", false),
    ] {
        let found = kinds(&[(Role::Other, asked), (Role::User, answer), (Role::Other, "ok")]);
        assert_eq!(found.iter().any(|(kind, _)| kind.is_settled()), settles, "{answer}: {found:?}");
    }
}

#[test]
fn a_bare_wish_to_remember_means_the_sentence_beside_it() {
    for (text, meant) in [
        ("The rent is 1,240. Save that too.", "1,240"),
        ("ทะเบียนรถ 4กก 9981 ครับ จดไว้ด้วยนะ", "9981"),
        ("车位号是 B2-117。记一下。", "B2-117"),
    ] {
        let turns = [Said { role: Role::User, text, year: None }];
        let items = read(&turns);
        let found: Vec<&str> =
            items.iter().filter(|i| i.kind == Kind::Remember).map(|i| i.evidence(&turns)).collect();
        assert!(found.len() == 1 && found[0].contains(meant), "{text}: {found:?}");
    }
}

#[test]
fn a_wish_and_what_it_means_are_one_item_that_shows_both() {
    for (text, matter) in [
        ("The back gate sticks in winter. Write that down.", "The back gate sticks in winter"),
        ("จำไว้นะ ร้านเจ๊หมวยปิดวันพุธ", "ร้านเจ๊หมวยปิดวันพุธ"),
        ("โอเค จำไว้เลยนะ ถุงทองแพ้เพนิซิลลิน", "ถุงทองแพ้เพนิซิลลิน"),
        ("仓库的钥匙在老周那里。记一下。", "仓库的钥匙在老周那里"),
        ("倉庫的鑰匙在老周那裡。記一下。", "倉庫的鑰匙在老周那裡"),
    ] {
        let turns = said(&[(Role::User, text), (Role::Assistant, "…")]);
        let items = read(&turns);
        let kept: Vec<&Item> = items.iter().filter(|item| item.kind == Kind::Remember).collect();
        assert_eq!(kept.len(), 1, "{text}: {items:#?}");
        assert_eq!((kept[0].evidence(&turns), kept[0].title.as_str()), (text, matter));
        assert_eq!(items.len(), 1, "{text}: {items:#?}");
    }
}

#[test]
fn what_was_noted_already_is_no_wish() {
    for text in ["จดไว้หน้าตารางแล้วครับ", "記下了。", "已经记下了", "記得啊，結果騎到蘇澳就下雨。"]
    {
        assert!(person(text).iter().all(|(kind, _)| *kind != Kind::Remember), "{text}");
    }
}

#[test]
fn a_wish_inside_a_clause_is_heard_and_one_that_is_told_of_is_not() {
    use super::remember::remembers;
    let asks = |text: &str| remembers(&sentence::split(text)[0]) == Some(Kind::Remember);
    for text in [
        "when u book trains for me keep in mind i get sick facing backwards",
        "we take the grey stone and please remember that baumann is away",
        "I need you to make a note of the gate code",
        "รับได้ แต่เก็บไว้ในใจนะว่าเครื่องสาขาหาดใหญ่แรมน้อย",
        "และขอให้พึงระลึกไว้ว่าลูกค้ารายนี้วางบิลวันที่ 5",
        "电放没问题，另外您记一下，箱子要熏蒸证明",
        "我們有一位是素食，麻煩幫我備註一下",
        "remember please that my year ends 5 april",
        "Don't forget she gets her second jab on Sunday",
        "please don't forget that Pete and Carol haven't spoken since 2011",
        "would you make a note that the basses borrowed nine folders?",
        "It'd be great if you didn't forget that he is colour blind",
        "แล้วอย่าให้ลืมเชียวว่าหลวงตาท่านฉันเจ",
        "น้องพลอยแพ้นมวัว ครูจำไว้ให้แม่นๆ นะคะ",
        "我太太不能爬樓梯，這件事你先記起來",
        "你把這條寫在本子上，別讓下一班漏掉",
    ] {
        assert!(asks(text), "{text}");
    }
    for text in [
        "he'll make a note of the damp and send somebody",
        "I always keep in mind what she said about the roof",
        "good to know, thanks for explaining",
        "my old teacher always said: remember, a map is not the land",
        "he said he'd make a note of the damp",
        "เพลงนี้ร้องว่า จำไว้ในใจเธอเสมอ",
        "จดไว้ในสมุดแล้ว มะม่วงสองต้นริมรั้ว",
        "หมอจดไว้นะว่าคนไข้เคยผ่าตัด",
        "他帮我记过一次账",
        "don't forget the milk",
        "could you make the tea?",
    ] {
        assert!(!asks(text), "{text}");
    }
}

#[test]
fn a_suggestion_is_no_decision_unless_somebody_agrees() {
    for (suggested, answers, agreements) in [
        (
            "I suggest we use Rust.",
            &["Noted, let me think about it.", "Hm, not sure.", "…"][..],
            &["Agreed.", "Sounds good, let's do that."][..],
        ),
        ("I recommend we use Rust.", &["No, not yet."], &["Yes, do it."]),
        ("ผมแนะนำให้เราใช้ Rust", &["รับทราบครับ ขอคิดดูก่อน"], &["โอเค เอาตามนั้น"]),
        ("我建议我们用 Rust。", &["收到，我再想想。"], &["好，就这么定。"]),
        ("我建議我們用 Rust。", &["收到，我再想想。"], &["好，就這麼定。"]),
    ] {
        let settled = |turns: &[(Role, &'static str)]| {
            kinds(turns).iter().filter(|(kind, _)| kind.is_settled()).count()
        };
        assert_eq!(settled(&[(Role::User, suggested)]), 0, "{suggested}");
        for other in [Role::Assistant, Role::Other] {
            for answer in answers {
                assert_eq!(settled(&[(Role::User, suggested), (other, answer)]), 0, "{suggested} {answer}");
            }
            for answer in agreements {
                assert_eq!(settled(&[(Role::User, suggested), (other, answer)]), 1, "{suggested} {answer}");
            }
        }
    }
    for text in
        ["I suggested Rust, and we decided to use Rust.", "我建议用 Rust，大家同意，我们决定用 Rust。"]
    {
        assert!(person(text).iter().any(|(kind, _)| kind.is_settled()), "{text}");
    }
}

//! How well messages are understood by rules and by what the embedded model hears in them: on the messages that the rules were
//! made with, and on others by hands that knew neither.

use std::collections::HashMap;

use memoro_core::trigger::{Command, Cut, Intent, understand, understand_by};
use memoro_embed::LocalModel;

/// Messages of people of all trades in their own words, in the form of the utterances.
const HEARD: &str = include_str!("../../memoro-core/tests/data/heard.tsv");
/// Messages by one more hand, of which nothing was learned; measured once before anybody looked at the misses.
const HELD: &str = include_str!("../../memoro-core/tests/data/heard_held.tsv");
/// The messages that the rules were made and measured with.
const UTTERANCES: &str = include_str!("../../memoro-core/tests/data/utterances.tsv");

#[derive(Default, Debug)]
struct Tally {
    said: usize,
    meant: usize,
    right: usize,
    keyed: usize,
    right_key: usize,
    talk: usize,
    wrong_writes: usize,
    misses: Vec<String>,
}

#[expect(clippy::cast_precision_loss, reason = "few messages")]
fn share(part: usize, of: usize) -> f64 {
    part as f64 / of.max(1) as f64
}

fn writes(intent: Intent) -> bool {
    matches!(intent, Intent::Remember | Intent::SetPreference | Intent::Update | Intent::Forget)
}

fn tally(rows: &str, read: impl Fn(&str) -> Vec<Command>) -> Tally {
    let mut tally = Tally::default();
    let mut groups: HashMap<&str, String> = HashMap::new();
    for row in rows.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [id, _, _, text, intent, _, _, key, _, _] = fields[..] else { panic!("ten fields: {row}") };
        let text = text.replace("\\n", "\n");
        let commands = read(&text);
        let first = commands.first();
        let got = first.map_or(Intent::None, |command| command.intent);
        let found = first.and_then(|command| command.key.clone()).unwrap_or_default();
        let right = got.to_string() == intent;
        tally.meant += usize::from(intent != "none");
        tally.said += usize::from(got != Intent::None);
        tally.right += usize::from(right && got != Intent::None);
        if intent == "none" {
            tally.talk += 1;
            tally.wrong_writes +=
                usize::from(commands.iter().any(|c| writes(c.intent) && c.remark.is_none()));
        }
        let mut keyed = true;
        if intent != "none" && key != "-" {
            tally.keyed += 1;
            let wanted = if key.starts_with('~') {
                groups.entry(key).or_insert_with(|| found.clone()).clone()
            } else {
                key.to_owned()
            };
            keyed = right && found == wanted && !found.is_empty();
            tally.right_key += usize::from(keyed);
        }
        if !right || !keyed {
            let value = first.map(|command| command.value.clone()).unwrap_or_default();
            tally.misses.push(format!("{id} {text} — {got} {found} = {value} for {intent} {key}"));
        }
    }
    tally
}

fn heard(message: &str) -> Vec<Command> {
    let model = LocalModel::load();
    let cut = |text: &str| {
        let cuts = model.cut(text).into_iter();
        cuts.map(|cut| Cut { span: cut.span, piece: cut.piece, begins: cut.begins, row: cut.row }).collect()
    };
    understand_by(message, &cut)
}

fn told(name: &str, tally: &Tally) -> (f64, f64, f64) {
    let precision = share(tally.right, tally.said);
    let (recall, key) = (share(tally.right, tally.meant), share(tally.right_key, tally.keyed));
    eprintln!(
        "{name}: precision {precision:.3}, recall {recall:.3}, key {key:.3}, wrong writes {} of {}",
        tally.wrong_writes, tally.talk
    );
    (precision, recall, key)
}

#[test]
fn messages_in_peoples_own_words_are_understood_and_talk_writes_nothing() {
    let rules = tally(HEARD, understand);
    let both = tally(HEARD, heard);
    let (_, by_rules, _) = told("by rules", &rules);
    let (precision, recall, key) = told("heard", &both);
    if let Ok(path) = std::env::var("MISSES") {
        std::fs::write(path, both.misses.join("\n")).unwrap();
    }
    assert!(recall >= by_rules + 0.2, "{recall} {by_rules}");
    assert!(precision >= 0.95 && key >= 0.75, "{precision} {key}");
}

/// Wishes and facts are one kind of writing here, as both fill the same slots.
#[test]
fn messages_by_one_more_hand_are_understood() {
    let rows: Vec<&str> = HELD.lines().skip(1).collect();
    let (mut said, mut meant, mut right, mut keyed, mut right_key, mut wrong) = (0, 0, 0, 0, 0, Vec::new());
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let [_, _, _, text, intent, _, _, key, _, _] = fields[..] else { panic!("ten fields: {row}") };
        let found = heard(text);
        let got = found.first().map_or("none".to_owned(), |command| command.intent.to_string());
        let written = |intent: &str| matches!(intent, "remember" | "set_preference" | "update");
        let same = got == intent || written(&got) && written(intent);
        meant += usize::from(intent != "none");
        said += usize::from(got != "none");
        right += usize::from(same && intent != "none");
        if intent == "none" && found.iter().any(|command| writes(command.intent)) {
            wrong.push(text);
        }
        if key != "-" {
            keyed += 1;
            let told = found.first().and_then(|command| command.key.clone()).unwrap_or_default();
            right_key += usize::from(same && (told == key || key.starts_with('~') && !told.is_empty()));
        }
    }
    let (precision, recall, key) = (share(right, said), share(right, meant), share(right_key, keyed));
    eprintln!(
        "one more hand: precision {precision:.3}, recall {recall:.3}, key {key:.3}, wrong writes {wrong:?}"
    );
    assert!(precision >= 0.98 && recall >= 0.95 && key >= 0.93, "{precision} {recall} {key}");
    // Asked for this round of answers, it is kept for the session.
    assert!(wrong.len() <= 1, "{wrong:?}");
}

/// Whatever is heard in it, what is said of another being is not the speaker's.
#[test]
fn what_is_said_of_others_is_theirs_when_it_is_heard_too() {
    for message in [
        "remember my cat is Miso, she's three and allergic to fish",
        "pop it in your notes, my brother's a nurse and lives in Lyon",
        "my flatmate Ana is vegan, stick that in your notes",
        "จดไว้หน่อยนะ ลูกสาวฉันชื่อแพร อายุ 5 ขวบ แพ้ถั่ว",
        "เพื่อนผมแพ้กุ้ง ชอบกาแฟดำ จดไว้ด้วย",
        "帮我存着，我的猫叫橘子，今年三岁，对牛奶过敏",
        "老伴生日农历九月初八，你替我揣着点儿",
        "我老板喜欢喝咖啡，住在浦东，备注一下",
    ] {
        for command in heard(message) {
            let key = command.key.unwrap_or_default();
            let own = ["age", "allergy", "likes", "diet", "place", "role", "employer", "birthday", "name"];
            let own = own.iter().any(|slot| key == *slot || key.starts_with(&format!("{slot}.")));
            assert!(!own, "{message}: {key} = {}", command.value);
        }
    }
    let told: Vec<String> =
        heard("Remember that my sister Lisa works at Google").into_iter().filter_map(|one| one.key).collect();
    assert_eq!(told, ["family.sister.name", "family.sister.employer"]);
}

#[test]
fn what_the_rules_understand_is_understood_no_worse() {
    let (rules, both) = (tally(UTTERANCES, understand), tally(UTTERANCES, heard));
    let (precision, recall, key) = told("by rules", &rules);
    let (heard_precision, heard_recall, heard_key) = told("heard", &both);
    if let Ok(path) = std::env::var("MISSES") {
        std::fs::write(format!("{path}.old"), both.misses.join("\n")).unwrap();
    }
    assert!(heard_precision >= precision - 0.01, "{heard_precision} {precision}");
    assert!(heard_recall >= recall - 0.005, "{heard_recall} {recall}");
    assert!(heard_key >= key - 0.01, "{heard_key} {key}");
}

/// What is denied, over, hoped for or somebody else's is no fact of the speaker, a wish for one answer is none for all, and
/// nothing is dropped that was asked to be kept, or that is no memory.
#[test]
fn what_is_not_said_of_the_speaker_fills_no_slot_and_nothing_is_dropped_by_mistake() {
    for message in [
        "Remember that I'm not allergic to nuts",
        "จำไว้ว่าผมไม่แพ้กุ้ง",
        "记住我不过敏花生",
        "记住我对花生不过敏",
        "Remember I am not vegetarian",
        "remember that I don't work at Google",
        "Remember that I don't use Windows",
        "จำไว้ว่าผมไม่ใช้ Windows",
        "记住我不住在北京",
        "remember I used to work at IBM",
        "remember that I may move to Oslo",
        "remember my son lives in Oslo",
        "จำไว้ว่าเพื่อนผมอยู่ลาว",
        "记住我朋友住在上海",
        "remember that Bob uses Emacs",
        "remember my neighbour's dog is called Max",
        "จำไว้ว่าแฟนฉันแพ้ถั่ว",
        "记住我女朋友对虾过敏",
        "记住我妹妹在上海读书",
        "ห้ามลืมชื่อฉันเด็ดขาด",
        "remember the build id is 550e8400-e29b-41d4-a716-446655440000",
    ] {
        for command in heard(message) {
            let key = command.key.unwrap_or_default();
            let slot = ["allergy.", "diet", "employer", "uses.", "place", "pet.", "phone_number"];
            let slot = slot.iter().any(|slot| key.starts_with(slot))
                || key.rsplit_once('.').is_some_and(|(_, last)| last == "name");
            assert!(!slot, "{message}: {key} = {}", command.value);
        }
    }
    for message in [
        "For this answer only, use bullet points.",
        "只在这一条回答里用列表",
        "Only in your next message, answer in German.",
        "Please use a friendly tone in the email you're writing now.",
        "Always use single quotes in this file.",
        "Keep in mind that this function is recursive, and tell me its complexity.",
        "Keep in mind this is a production server, so be careful with the command.",
        "I'm not allergic to shellfish anymore.",
        "ฉันไม่ได้อยู่กรุงเทพแล้ว",
        "I'm not switching to Emacs.",
        "I'm thinking about switching to Emacs.",
        "我考虑换成 Zed。",
        "My daughter's name is Sophie.",
        "My other daughter's name is Emma.",
    ] {
        assert_eq!(heard(message), [], "{message}");
    }
    for message in [
        "别忘记我住在上海",
        "你可别忘了我住在上海",
        "希望你别忘记我的名字",
        "forget everything except my name",
        "忘记一切,除了我的名字",
        "把Rex从fixtures.json的名单里删掉",
        "把我的名字从邮件签名里删掉",
        "ลืม Vim ไปก่อน แล้ว Emacs ล่ะ",
    ] {
        let drops = heard(message).into_iter().any(|command| command.intent == Intent::Forget);
        assert!(!drops, "{message}");
    }
}

/// What the rules read rightly is not cut, turned into another slot or made of talk by the network.
#[test]
fn the_network_cuts_no_names_and_reads_no_slots_out_of_other_things() {
    for (message, key, value) in [
        ("ฉันชื่อสมชาย ใจดี จำไว้ด้วย", "name", "สมชาย ใจดี"),
        ("จำไว้ว่าบ้านฉันอยู่ 99/1 ถ.สุขุมวิท กรุงเทพฯ", "place", "99/1 ถ.สุขุมวิท กรุงเทพฯ"),
        ("ช่วยจำว่าผมซ้อมวิ่งฮาล์ฟมาราธอนอยู่", "ซ้อมวิ่งฮาล์ฟมาราธอน", "ผมซ้อมวิ่งฮาล์ฟมาราธอนอยู่"),
        ("จำไว้นะว่าเราเป็นคนนอนดึก", "คนนอนดึก", "เราเป็นคนนอนดึก"),
        ("remember I'm a morning person", "morning_person", "I'm a morning person"),
        ("remember my ISBN is 9783161484100", "isbn", "9783161484100"),
        ("记住我喜欢茶胜过咖啡", "preferred.咖啡_or_茶", "茶"),
        ("记住我在家工作", "家工作", "我在家工作"),
        ("记好了,我的鞋码是42", "鞋码", "42"),
    ] {
        let found = heard(message);
        let told: Vec<_> = found.iter().map(|one| (one.key.as_deref(), one.value.as_str())).collect();
        assert_eq!(told, [(Some(key), value)], "{message}");
    }
    for message in [
        "From now on I'm going to answer all emails in English",
        "Set the timezone in the database to Asia/Bangkok",
        "I keep forgetting my sister's birthday",
        "Always look both ways before crossing, my mom used to say",
        "ต่อไปนี้ผมจะตอบอีเมลเป็นภาษาอังกฤษ",
        "以后我们都用微信联系吧",
        "那如果我让你以后都用英文回答呢",
        "what if I asked you to answer in English from now on?",
        "ถ้าให้ตอบเป็นภาษาอังกฤษต่อไปนี้ล่ะ",
        "以后怎么用英文回答",
        "从信里删掉我的名字",
    ] {
        assert_eq!(heard(message), [], "{message}");
    }
}

//! What people point at among what is kept: what waits, by a phrase; the thing that was remembered last; a thing by its word.
//! A value that is not the one that is kept erases nothing.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use jiff::{SignedDuration, Timestamp};
use memoro_core::trigger::Intent;
use memoro_core::{Actor, Confidence, Key};
use memoro_engine::store::Filter;
use memoro_engine::{Caller, Done, EngineError, Said, SayContext, Settings, Which, Whose, Workspace};

struct Home {
    _folder: tempfile::TempDir,
    workspace: Workspace,
    clock: std::cell::Cell<i64>,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::init(folder.path(), Settings::default(), &Caller::user(start())).unwrap();
        Self { _folder: folder, workspace, clock: std::cell::Cell::new(0) }
    }

    fn user(&self) -> Caller {
        self.clock.set(self.clock.get() + 1);
        Caller::user(start() + SignedDuration::from_secs(self.clock.get()))
    }

    fn said(&self, message: &str) -> Said {
        self.workspace.say(message, &SayContext::default(), &self.user()).unwrap()
    }

    fn say(&self, message: &str) -> Done {
        let mut said = self.said(message);
        assert_eq!(said.commands.len(), 1, "{message}: {:#?}", said.commands);
        said.commands.remove(0)
    }

    fn infer(&self, message: &str) {
        let context = SayContext { inferred: Confidence::new(0.9), ..SayContext::default() };
        let done = self.workspace.say(message, &context, &self.user()).unwrap().commands.remove(0);
        assert_eq!(done.receipt.status, "pending", "{message}: {done:#?}");
    }

    fn value(&self, key: &str) -> Option<String> {
        let keys = [Key::new(key).unwrap()];
        let found = self.workspace.resolve(&keys, &Whose::default(), &self.user()).unwrap().values;
        found.first().map(|resolved| resolved.value().to_owned())
    }

    fn waiting(&self) -> Vec<String> {
        let waiting = self.workspace.pending(&self.user()).unwrap();
        waiting.iter().map(|stored| stored.memory.key.to_string()).collect()
    }

    fn active(&self) -> Vec<String> {
        let filter = Filter { sensitive: true, ..Filter::default() };
        let all = self.workspace.store().list(&filter).unwrap();
        let mut texts: Vec<String> = all.iter().map(|stored| stored.memory.content.text()).collect();
        texts.sort();
        texts
    }
}

fn start() -> Timestamp {
    "2026-11-15T10:00:00Z".parse().unwrap()
}

#[test]
fn a_phrase_confirms_the_one_that_it_fits_among_several() {
    for (guesses, message, key) in [
        (["The user lives in Berlin", "The user likes coffee"], "confirm Berlin", "place"),
        (["The user lives in Berlin", "The user likes coffee"], "confirm that I like coffee", "likes.coffee"),
        (["The user lives in Berlin", "The user likes coffee"], "confirm that I live in Berlin", "place"),
        (
            ["The user prefers short answers", "The user likes coffee"],
            "confirm the short answers",
            "response.length",
        ),
        (["ผู้ใช้ชอบกาแฟ", "ผู้ใช้อยู่เชียงใหม่"], "ยืนยันว่าฉันชอบกาแฟ", "likes.กาแฟ"),
        (["ผู้ใช้ชอบกาแฟ", "ผู้ใช้อยู่เชียงใหม่"], "ยืนยันเรื่องกาแฟ", "likes.กาแฟ"),
        (["用户住在上海", "用户喜欢爬山"], "确认我住在上海", "place"),
        (["用户住在上海", "用户喜欢爬山"], "确认爬山", "likes.爬山"),
        (["使用者住在上海", "使用者喜歡爬山"], "確認我住在上海", "place"),
    ] {
        let home = Home::new();
        for guess in guesses {
            home.infer(guess);
        }
        let done = home.say(message);
        assert_eq!(
            (done.command.intent, done.receipt.status),
            (Intent::Confirm, "stored"),
            "{message}: {done:#?}"
        );
        assert_eq!(done.command.key.as_deref(), Some(key), "{message}");
        assert_eq!(home.active().len(), 1, "{message}");
        assert_eq!(home.waiting().len(), 1, "{message}");
    }
}

#[test]
fn a_phrase_turns_down_the_one_that_it_fits_among_several() {
    for (guesses, message, key) in [
        (["The user lives in Berlin", "The user likes coffee"], "reject the one about Berlin", "place"),
        (["The user lives in Berlin", "The user likes coffee"], "no, I don't like coffee", "likes.coffee"),
        (["The user is a nurse", "The user likes coffee"], "reject that I'm a nurse", "role"),
        (["ผู้ใช้ชอบกาแฟ", "ผู้ใช้อยู่เชียงใหม่"], "ไม่ใช่ ฉันไม่ได้ชอบกาแฟ", "likes.กาแฟ"),
        (["ผู้ใช้ชอบกาแฟ", "ผู้ใช้อยู่เชียงใหม่"], "ปฏิเสธเรื่องกาแฟ", "likes.กาแฟ"),
        (["用户住在上海", "用户喜欢爬山"], "不对，我不住在上海", "place"),
        (["使用者住在上海", "使用者喜歡爬山"], "拒絕關於爬山的那條", "likes.爬山"),
    ] {
        let home = Home::new();
        for guess in guesses {
            home.infer(guess);
        }
        let done = home.say(message);
        assert_eq!(
            (done.command.intent, done.receipt.status),
            (Intent::Reject, "dropped"),
            "{message}: {done:#?}"
        );
        assert_eq!(
            done.command.key.map(|k| memoro_core::trigger::canonical_key(&k).unwrap()).as_deref(),
            Some(key),
            "{message}"
        );
        assert_eq!(home.waiting().len(), 1, "{message}");
        assert!(home.active().is_empty(), "{message}");
    }
}

#[test]
fn a_vague_yes_another_value_and_talk_promote_nothing() {
    let home = Home::new();
    home.infer("The user lives in Berlin");
    home.infer("The user likes coffee");
    home.infer("The user prefers short answers");
    for message in [
        "yes",
        "confirm",
        "confirm memory",
        "confirm that I live in Munich",
        "confirm that I dislike coffee",
        "confirm the long answers",
        "confirm the booking",
        "ยืนยันการจอง",
        "ใช่",
        "确认订单",
        "对",
        "no, I don't like tea",
        "ไม่ใช่ ฉันไม่ได้ชอบชา",
        "不对，我不住在北京",
    ] {
        for done in home.said(message).commands {
            assert_eq!(done.receipt.status, "rejected", "{message}: {done:#?}");
        }
        assert_eq!((home.waiting().len(), home.active().len()), (3, 0), "{message}");
    }
}

#[test]
fn where_a_phrase_fits_several_they_are_named_and_nothing_changes() {
    let home = Home::new();
    home.infer("The user likes black coffee");
    home.infer("The user uses a coffee grinder");
    let done = home.say("confirm coffee");
    assert_eq!(done.receipt.status, "rejected", "{done:#?}");
    assert!(home.waiting().iter().all(|key| done.ack.contains(key)), "{}", done.ack);
    let found = home.workspace.confirm(&Which::Words("coffee".into()), "", &home.user());
    assert!(matches!(found, Err(EngineError::Ambiguous { .. })), "{found:?}");
    let missing = home.workspace.confirm(&Which::Words("tea".into()), "", &home.user());
    assert!(matches!(missing, Err(EngineError::NotFound { .. })), "{missing:?}");
    let named = home.workspace.confirm(&Which::One("black coffee".into()), "", &home.user());
    assert!(matches!(named, Err(EngineError::NotFound { .. })), "programs name ids and keys: {named:?}");
    home.workspace.confirm(&Which::Words("black coffee".into()), "", &home.user()).unwrap();
    assert_eq!(home.active().len(), 1);
}

#[test]
fn a_value_that_is_not_the_one_kept_erases_nothing_and_the_one_kept_is_told() {
    for (kept, message, held) in [
        ("remember I'm a teacher", "reject that I'm a nurse", "teacher"),
        ("remember I'm a teacher", "forget that I'm a nurse", "teacher"),
        ("remember my name is Ann", "forget that my name is Anna", "Ann"),
        ("remember that we deploy on Fridays", "forget that we deploy on Mondays", "Fridays"),
        ("remember that my sister lives in Bergen", "forget that my sister lives in Oslo", ""),
        ("จำไว้ว่าฉันอยู่เชียงใหม่", "ลืมที่ฉันอยู่ลำปางไปเลย", "เชียงใหม่"),
        ("จำไว้ว่าฉันชื่อต้น", "ลืมว่าฉันชื่อเอก", "ต้น"),
        ("记住我住在上海", "忘记我住在北京", "上海"),
        ("記住我住在上海", "忘記我住在臺北", "上海"),
        ("以后用轻松的语气回答", "取消正式语气", "轻松"),
    ] {
        let home = Home::new();
        home.say(kept);
        let done = home.say(message);
        assert_eq!(done.receipt.status, "rejected", "{message}: {done:#?}");
        assert_eq!(home.active().len(), 1, "{message}");
        assert!(done.ack.contains(held), "{message}: {}", done.ack);
    }
    for (kept, message) in [
        ("remember I'm a teacher", "forget that I'm a teacher"),
        ("remember that we deploy on Fridays", "forget that we deploy on Fridays"),
        ("จำไว้ว่าฉันอยู่เชียงใหม่", "ลืมที่ฉันอยู่เชียงใหม่ไปเลย"),
        ("记住我住在上海", "忘记我住在上海"),
        ("以后用正式的语气回答", "取消正式语气"),
    ] {
        let home = Home::new();
        home.say(kept);
        assert_eq!(home.say(message).receipt.status, "forgotten", "{message}");
        assert!(home.active().is_empty(), "{message}");
    }
}

#[test]
fn the_thing_that_was_remembered_last_is_forgotten_and_nothing_before_it() {
    for (first, last, message, told) in [
        ("remember my name is Ann", "remember I like tea", "forget that", "likes.tea"),
        ("remember my name is Ann", "remember I like tea", "undo that", "likes.tea"),
        ("remember my name is Ann", "remember I like tea", "Delete that memory.", "likes.tea"),
        ("จำไว้ว่าฉันชื่อต้น", "จำไว้ว่าฉันชอบชา", "ลืมที่เพิ่งจำไป", "likes.ชา"),
        ("记住我叫小明", "记住我喜欢茶", "忘掉刚才记的", "likes.茶"),
        ("記住我叫小明", "記住我喜歡茶", "忘掉剛才記的", "likes.茶"),
    ] {
        let home = Home::new();
        home.say(first);
        home.say(last);
        let done = home.say(message);
        assert_eq!(
            (done.command.intent, done.receipt.status),
            (Intent::Forget, "forgotten"),
            "{message}: {done:#?}"
        );
        assert!(done.ack.contains(told), "{message}: {}", done.ack);
        assert_eq!(home.active().len(), 1, "{message}");
        assert!(home.value("name").is_some(), "{message}");
        let again = home.say(message);
        assert_eq!(again.receipt.status, "rejected", "{message} does not reach further back: {again:#?}");
        assert!(home.value("name").is_some(), "{message}");
    }
}

#[test]
fn a_value_that_replaced_another_is_taken_back_and_the_other_counts_again() {
    for (first, last, message, back) in [
        ("set the tone to formal", "set the tone to casual", "forget that", "formal"),
        ("ตั้งโทนการตอบเป็นทางการ", "ตั้งโทนการตอบเป็นกันเอง", "ลืมที่เพิ่งจำไป", "ทางการ"),
        ("以后用正式的语气回答", "以后用轻松的语气回答", "撤销刚才的记忆", "正式"),
    ] {
        let home = Home::new();
        home.say(first);
        home.say(last);
        let done = home.say(message);
        assert_eq!(home.value("response.tone").as_deref(), Some("formal"), "{message}: {done:#?}");
        assert!(done.receipt.verified && done.ack.contains(back), "{message}: {}", done.ack);
    }
}

#[test]
fn nothing_lately_nothing_here_and_talk_forget_nothing() {
    let home = Home::new();
    let refused = home.say("forget that");
    assert_eq!(
        (refused.command.intent, refused.receipt.status),
        (Intent::Forget, "rejected"),
        "{refused:#?}"
    );
    home.say("remember I like tea");
    for message in [
        "forget that, let's talk about lunch",
        "forget it",
        "don't forget that",
        "ลืมมันไปเถอะ",
        "忘了吧",
        "undo that commit",
    ] {
        for done in home.said(message).commands {
            assert_ne!(done.receipt.status, "forgotten", "{message}: {done:#?}");
        }
        assert_eq!(home.active().len(), 1, "{message}");
    }
    let elsewhere = Caller { run: Some("r-2".into()), ..home.user() };
    let other = home.workspace.say("forget that", &SayContext::default(), &elsewhere).unwrap();
    assert_eq!(other.commands[0].receipt.status, "rejected");
    let agent = Caller { actor: Actor::agent(), ..home.user() };
    let agents = home.workspace.say("forget that", &SayContext::default(), &agent).unwrap();
    assert_eq!(agents.commands[0].receipt.status, "rejected");
    home.clock.set(home.clock.get() + 3_600);
    assert_eq!(home.say("forget that").receipt.status, "rejected");
    assert_eq!(home.active().len(), 1);
}

#[test]
fn a_thing_is_forgotten_by_its_word_in_any_language_where_one_memory_is_about_it() {
    for (kept, message) in [
        ("จำไว้ว่าแมวของฉันชื่อมะลิ", "ช่วยลบสิ่งที่จำไว้เกี่ยวกับแมวของฉัน"),
        ("จำไว้ว่าแมวของฉันชื่อมะลิ", "ลืมเรื่องแมวของฉัน"),
        ("记住我的狗叫小白", "忘掉我的狗"),
        ("记住我的狗叫小白", "删除关于狗的记忆"),
        ("記住我的狗叫小白", "把關於我的狗的記憶刪掉"),
        ("remember I like coffee", "forget coffee"),
        ("จำไว้ว่าฉันชอบกาแฟ", "ลืมเรื่องกาแฟไปเลย"),
        ("记住我喜欢咖啡", "忘掉咖啡"),
        ("以后用正式的语气回答", "取消语气的设置"),
        ("以後用表格回答", "不要再記得表格那個設定了"),
        ("set the tone to formal", "go back to your normal tone"),
        ("ต่อไปนี้ตอบเป็นภาษาไทย", "รีเซ็ตการตั้งค่าภาษา"),
        ("以后用英文回答", "重置语言设置"),
    ] {
        let home = Home::new();
        home.say("remember that my birthday is 4 July");
        home.say(kept);
        let done = home.say(message);
        assert_eq!(
            (done.command.intent, done.receipt.status),
            (Intent::Forget, "forgotten"),
            "{message}: {done:#?}"
        );
        assert_eq!(home.active().len(), 1, "{message}");
        assert!(home.value("birthday").is_some(), "{message}");
    }
}

#[test]
fn a_word_that_several_memories_are_about_or_none_erases_nothing() {
    let home = Home::new();
    home.say("remember I like coffee");
    home.say("remember that the coffee machine is a Rancilio");
    home.say("remember that I take my tea without sugar");
    let several = home.said("forget coffee").commands;
    assert!(several.iter().all(|done| done.receipt.status == "rejected"), "{several:#?}");
    for message in ["forget lunch", "forget sugar", "忘掉午饭", "ลืมเรื่องข้าวเที่ยงไปเลย"]
    {
        assert!(home.said(message).commands.is_empty(), "{message}");
    }
    assert_eq!(home.active().len(), 3);
}

#[test]
fn the_acknowledgement_says_that_another_value_counts_before_the_one_written() {
    for (first, second, told) in [
        ("set the tone to formal", "for this session use a casual tone", "does not count now"),
        ("ตั้งโทนการตอบเป็นทางการ", "เฉพาะรอบนี้ตอบแบบเป็นกันเอง", "ยังไม่มีผล"),
        ("以后用正式的语气回答", "这次对话用轻松的语气回答", "目前不生效"),
    ] {
        let home = Home::new();
        home.say(first);
        let done = home.say(second);
        assert_eq!(done.receipt.status, "stored", "{second}: {done:#?}");
        assert!(done.ack.contains(told), "{second}: {}", done.ack);
    }
}

#[test]
fn a_message_in_traditional_characters_is_answered_in_them() {
    let home = Home::new();
    for (message, told) in [
        ("以後回答詳細一點", "詳細"),
        ("以後用繁體中文回答", "繁體中文"),
        ("請用輕鬆的語氣回答我，以後都這樣", "輕鬆"),
    ] {
        let done = home.said(message).commands.remove(0);
        assert!(done.ack.contains(told), "{message}: {}", done.ack);
        assert!(!done.ack.contains(['详', '细', '体', '轻', '语', '记']), "{message}: {}", done.ack);
    }
}

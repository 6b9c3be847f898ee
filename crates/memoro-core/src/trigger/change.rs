//! Setting and changing a slot by name: "set the tone to formal", เปลี่ยนภาษาเป็นอังกฤษ, 把语气改成正式, "call me Bank".
//! Only slots of the person and of the answers count; changing a title, a colour or a file is a task.

mod nickname;

use super::Intent;
use super::ended::ended;
use super::slot::{self, Found, tidy};
use super::text::{Piece, Text};
use super::{contrast, directive, en, keys, persona, th, values, venture, zh};
pub(super) use nickname::nickname;

/// Reads a clause as setting or changing a slot.
pub(super) fn read(clause: Piece<'_>) -> Option<(Intent, Vec<Found>)> {
    let said = clause.strip_all(
        "please|pls|plz|hey|ok|okay|so|also|and|then|now|can you|could you|would you|i want you to|i'd like you to|just|you can|you can just|you should|actually|\
         ช่วย|กรุณา|โปรด|รบกวน|ขอ|ขอให้|อยากให้|คุณ|แล้วก็|และ|ให้|请|麻烦|帮我|帮忙|那|然后|你|你可以|可以|并且|并|另外",
    );
    let said = said
        .strip(directive::STRONG)
        .or_else(|| said.strip("ต่อไป"))
        .map_or(said, |rest| rest.strip_all("please|ให้|ช่วย|请|麻烦|你|都|ก็|,|，|可以|就|you can|just"));
    let lasting = said.seen().len() < clause.trim_start().seen().len() || clause.has_any(directive::STRONG);
    one(persona::own_name(said, lasting), Intent::SetPreference)
        .or_else(|| one(level_of(said).filter(|_| lasting), Intent::SetPreference))
        .or_else(|| one(nickname(said), Intent::SetPreference))
        .or_else(|| {
            said.strip("back to|revert to|return to|กลับไปตอบ|กลับไปเป็น|กลับมาเป็น|换回|改回|恢复成|恢复到")
                .and_then(|rest| switched(rest.split(", |，").map_or(rest, |(head, _)| head)))
        })
        .or_else(|| one(contrast::read(said, clause), Intent::SetPreference))
        .or_else(|| one(profile(said), Intent::Update))
        .or_else(|| preference(said))
        .or_else(|| english(said))
        .or_else(|| thai(said))
        .or_else(|| chinese(said))
}

/// Reads a clause that sets what the words before it name: "my timezone changed, set it to Tokyo", 时区变了，改成东京.
pub(super) fn pointed(before: Piece<'_>, clause: Piece<'_>) -> Option<(Intent, Found)> {
    const SET: &str = "it's|it is|it's now|it is now|now it's|the new one is|it should be|ใหม่คือ|ต้องเป็น|ที่ถูกคือ|应该是|应为|现在是|新的是|set it to|change it to|update it to|make it|switch it to|it should now be|put it as|ตั้งเป็น|ตั้งใหม่เป็น|เปลี่ยนเป็น|แก้เป็น|ปรับเป็น|ใช้เป็น|改成|改为|设为|设成|设置为|换成|更新为|更新成|调成";
    const CHANGED: &str = " has been changed| has changed| just changed| changed| is wrong| is outdated| is out of date| is different now| is incorrect|เปลี่ยนแล้ว|เปลี่ยนไปแล้ว|เปลี่ยน|ไม่ถูก|ผิด|已经变了|变了|换了|改了|写错了|写错啦|填错了|不对|错了|变更了";
    let said = clause.strip_all("please|pls|so|and|now|ช่วย|ขอ|ให้|เลย|请|帮我|就|那就|麻烦");
    let value = said.strip(SET)?;
    let (name, rest) = before.open().split(CHANGED)?;
    let name = tidy(name).strip_all("actually|hey|so|by the way|เอ่อ|那个");
    let mine = name.strip("my|our|我的|我们的|我").unwrap_or(name);
    let owned = mine.strip_ends("ของผม|ของฉัน|ของเรา|ของหนู|ผม|ฉัน|เรา|หนู");
    let key = keys::alias(owned.trim().seen())?;
    let value = tidy(value.open().strip_all("now|be").strip_ends("now|ครับ|ค่ะ|了"));
    let short = value.seen().chars().count() <= 60 && rest.seen().chars().count() <= 24;
    let intent =
        if said.strip("set|ตั้ง|设").is_some() { Intent::SetPreference } else { Intent::Update };
    Found::known(key, value).filter(|_| short).map(|found| (intent, found))
}

/// How the speaker is to be treated: "treat me as a beginner in statistics", 把我当统计新手; and their pronouns.
fn level_of(said: Piece<'_>) -> Option<Found> {
    const AS: &str = "treat me as|treat me like|think of me as|consider me|assume i'm|assume i am";
    let said = said.strip_ends(directive::STRONG);
    if let Some(words) = said.strip("use|refer to me as|refer to me with") {
        return en::pronouns(words);
    }
    let found = if let Some(rest) = said.strip(AS) {
        en::being(rest.trim_start())
    } else if let Some(rest) = said.strip("มองว่าผม|มองว่าฉัน|ถือว่าผม|ถือว่าฉัน|คิดว่าผม|คิดว่าฉัน")
    {
        th::slot(rest)
    } else {
        let rest = said.strip("把我当成|把我当作|把我当做|把我当|当我是")?;
        zh::predicate(Text::of(&format!("是{}", rest.written())).whole())
    };
    found.filter(|found| found.key.starts_with("expertise."))
}

fn one(found: Option<Found>, intent: Intent) -> Option<(Intent, Vec<Found>)> {
    found.map(|found| (intent, vec![found]))
}

/// What names the record of a person, and the small words around it.
const RECORD: &str = "to|of|in|my|the|your|on|profile|info|information|data|memory|record|records|details|ข้อมูล|โปรไฟล์|ประวัติ|ความจำ|หน่อย|ด้วย|ให้|ที|นะ|ครับ|ค่ะ|คะ|ของ|ผม|ฉัน|一下|下|我的|资料|信息|档案|个人|记忆";

/// "correction to my profile: my employer is …", แก้ไขข้อมูลหน่อย ตอนนี้…, 更正一下资料，….
fn profile(said: Piece<'_>) -> Option<Found> {
    let verb = said
        .strip("correction|change|update|edit|correct|แก้ไข|แก้|อัปเดต|อัพเดท|อัพเดต|อัปเดท|更正|更新|修改|修正")?;
    let (record, rest) = verb.split(":|：|, |，| - ").or_else(|| verb.trim_start().split(" "))?;
    let named = !record.trim().is_empty() || said.strip("correction|更正|修正").is_some();
    let statement = rest.strip_all("now|ตอนนี้|ปัจจุบัน|现在|目前");
    let own = statement.strip(["i|i'm|my|our", th::ME, zh::ME]).is_some()
        || statement.split("คือ|เป็น").is_some_and(|(subject, _)| subject.has_any(th::ME));
    if !(named && own && record.strip_all(RECORD).is_empty()) {
        return None;
    }
    let content = statement.split(" now, not |, not | instead of ").map_or(statement, |(head, _)| head);
    ended(content).or_else(|| slot::known(content)).filter(|found| found.known)
}

/// "change my preference: …", แก้ preference ว่า…, 修改偏好：….
fn preference(said: Piece<'_>) -> Option<(Intent, Vec<Found>)> {
    let verb = said.strip("change|update|edit|modify|correct|adjust|set|แก้ไข|แก้|เปลี่ยน|ปรับ|อัปเดต|อัพเดท|อัพเดต|อัปเดท|ตั้ง|修改|更改|更新|调整|改一下|改|更正|设置")?;
    let intent =
        if said.strip("set|ตั้ง|设置").is_some() { Intent::SetPreference } else { Intent::Update };
    let rest = verb.strip_all("my|the|your|หน่อย|ค่า|一下|我的|下");
    let rest = rest.strip("preferences|preference|pref|พรีเฟอเรนซ์|ความชอบ|偏好设置|偏好设定|偏好")?;
    let content =
        rest.strip_all("that|to|for|so that|is|as|ของผม|ของฉัน|ว่า|เป็น|ให้|หน่อย|为|成|是|，|：|:|about|of|设为");
    let wishes = directive::read(content.open());
    if !wishes.wishes.is_empty() && wishes.whole {
        return Some((
            intent,
            wishes.wishes.iter().filter_map(|(key, value)| Found::fixed(*key, value)).collect(),
        ));
    }
    assigned(content)
        .or_else(|| slot::assignment(content.open()))
        .or_else(|| slot::known(content))
        .map(|found| (intent, vec![found]))
}

/// "X to Y" where X names a slot.
fn assigned(content: Piece<'_>) -> Option<Found> {
    let (name, value) =
        content.split(" to be | to | as | is | = |: |ให้เป็น|เป็น|คือ|改成|改为|设为|是|用|为|成")?;
    settable(name, value)
}

/// What a name is turned into when it is only written otherwise.
const CASES: values::Table =
    &[("case", "大写|小写|大寫|uppercase|lowercase|bold|capital letters|all caps|ตัวพิมพ์ใหญ่|ตัวพิมพ์เล็ก|ตัวหนา")];

/// Tells whether what is set belongs to something else: "the timezone in my cron job", "my address in this letter".
pub(super) fn is_elsewhere(name: Piece<'_>) -> bool {
    let Some((_, place)) = name.split(" in | on | inside | within |ในไฟล์|ในแอป|ในจดหมาย|ในเอกสาร")
    else {
        return false;
    };
    let ours = "your|my profile|the profile|profile|memory|our chat|our chats|this chat|answers|replies|responses|english|thai|chinese|my memory|general|future|file|record";
    place.strip_all("the|all|my|this").is_empty()
        || place.strip(ours).is_none()
            && place.strip("the|my|a|an|this|that|its|every|cron|css|html").is_some()
}

fn settable(name: Piece<'_>, value: Piece<'_>) -> Option<Found> {
    // "from A to B", 从简短改为适中: what it was names nothing.
    let name = name
        .split(" from | back from |从|จาก")
        .filter(|(name, _)| !name.trim().is_empty())
        .map_or(name, |(name, _)| name);
    let name = tidy(name.strip_ends("back|over"));
    // เปลี่ยนจาก npm เป็น bun: what it was names no slot.
    if name.strip("from|จาก|从").is_some() {
        return None;
    }
    let mine =
        name.strip("my|our|我们的|我的|我").is_some() || name.has_any("ของผม|ของฉัน|ของเรา|ของหนู|ผม|ฉัน|เรา");
    let answers = "回答|回复|你的回答|answers|your answers|replies|your replies|responses|คำตอบ|การตอบ";
    if answers.split('|').any(|w| w == name.seen()) {
        let reading = directive::read(value.open());
        return reading
            .wishes
            .first()
            .filter(|_| reading.whole)
            .and_then(|(key, value)| Found::fixed(*key, value));
    }
    if is_elsewhere(name) || is_elsewhere(value) {
        return None;
    }
    let key = venture::subject(name)
        .or_else(|| [en::subject, th::subject, zh::subject].iter().find_map(|subject| subject(name)))?;
    // A phone that is a number is a telephone number.
    let counted = value.seen().bytes().filter(u8::is_ascii_digit).count() >= 7;
    let key = if key == "uses.phone" && counted { "phone_number".to_owned() } else { key };
    let told = slot::known(value.open()).filter(|found| found.key == key && found.known);
    if let Some(found) = told.filter(|_| value.trim_start().strip(["i|i'm|my", th::ME, zh::ME]).is_some()) {
        return Some(found);
    }
    let (value, _) = value
        .open()
        .split(", i | because | as i |, since |，因为|，我|เพราะ")
        .unwrap_or((value.open(), value));
    let value = if key.starts_with("deadline.") { up_to_clause(value) } else { value };
    let value = tidy(tidy(value.strip_all("be|a|an|แบบ|more|更|ให้")).strip_ends("了"));
    // "medium, short was too short": what stands behind a value of the slot is a reason.
    let reason = value.split(", |，").map(|(head, _)| tidy(head)).filter(|head| {
        key.starts_with("response.")
            && values::table(&key).is_some_and(|table| values::exact(table, head.seen()).is_some())
    });
    let value = reason.unwrap_or(value);
    let seen = value.seen();
    let fits = match key.as_str() {
        "response.language" => {
            values::exact(values::LANGUAGES, seen).is_some()
                || values::find(values::LANGUAGES, seen).is_some() && directive::read(value).whole
        }
        "response.format.default" => {
            values::find(values::FORMATS, seen).is_some() && directive::read(value).whole
        }
        // A document has dates as well.
        "response.format.date" | "response.format.time" => mine,
        "response.tone" => values::find(values::TONES, seen).is_some() || seen.chars().count() <= 24,
        key if key.starts_with("response.") => seen.chars().count() <= 60,
        "timezone" | "nickname" => true,
        key if key.starts_with("deadline.") => true,
        key if key.starts_with("project.") && key.split('.').count() > 2 => true,
        "name" | "place" if values::exact(CASES, seen).is_some() => false,
        "name" | "place" => mine || name.has_any("ชื่อเล่น"),
        "employer" | "working_hours" | "hometown" | "birthday" => mine || !name.seen().is_ascii(),
        _ => mine,
    };
    if fits && seen.chars().count() <= 200 { Found::known(key, value) } else { None }
}

/// A Chinese day without the clause behind it: 11月2号了，把原本的改掉.
fn up_to_clause(value: Piece<'_>) -> Piece<'_> {
    let ends = |at: &usize| {
        let rest = value.seen().get(*at..).unwrap_or_default().trim_start_matches([',', '，']);
        rest.starts_with(crate::text::is_han)
    };
    let end = value.seen().match_indices([',', '，']).map(|(at, _)| at).find(ends);
    end.map_or(value, |end| value.cut(0, end))
}

/// "replace my old email with …", "swap my editor for Helix".
pub(super) fn swapped(said: Piece<'_>) -> Option<Found> {
    let rest = said.trim_start().strip("replace|swap out|swap|exchange|trade")?;
    rest.trim_start().strip("my|our")?;
    let (name, value) = rest.split(" with | for | by ")?;
    settable(name, value)
}

/// Tells whether a clause changes what a project by its name has.
pub(super) fn of_project(said: Piece<'_>) -> bool {
    venture::is_named(said)
        && read(said).is_some_and(|(_, found)| {
            !found.is_empty()
                && found.iter().all(|one| one.key.starts_with("project.") && one.key.matches('.').count() > 1)
        })
}

/// A deadline that is put off: "bump the deadline for the audit to 4 June", เลื่อนเดดไลน์งานแปลเป็น 5 มิ.ย.
pub(super) fn moved(said: Piece<'_>) -> Option<Found> {
    let rest =
        said.trim_start().strip("bump|push|push back|move|shift|extend|bring forward|เลื่อน|ขยับ|ขยาย")?;
    let (name, value) = rest.split(" to | until |ออกไปเป็น|ไปเป็น|เป็น|ออกไปถึง|ไปถึง|ไปวันที่|ไปวัน")?;
    let value =
        value.split("แล้ว|ด้วย|นะ").map_or(value, |(head, _)| if tidy(head).is_empty() { value } else { head });
    settable(name.strip_all("my|our|the").strip_ends("back|out"), value)
        .filter(|found| found.key.starts_with("deadline."))
}

fn english(said: Piece<'_>) -> Option<(Intent, Vec<Found>)> {
    if let Some(found) = swapped(said).or_else(|| moved(said)) {
        return one(Some(found), Intent::Update);
    }
    let (intent, rest) = if let Some(rest) = said.strip("set|make") {
        (Intent::SetPreference, rest)
    } else {
        (Intent::Update, said.strip("change|update|switch|go|correct|fix|edit|modify|adjust")?)
    };
    if let Some(content) = corrected(said, rest) {
        return one(ended(content).or_else(|| slot::known(content)), Intent::Update);
    }
    if let Some(value) =
        rest.trim_start().strip("to|back to").filter(|_| said.strip("switch|change|go").is_some())
    {
        let reading = directive::read(value.open());
        let whole = reading.whole && about_answers(&reading);
        return whole.then(|| {
            (intent, reading.wishes.iter().filter_map(|(key, value)| Found::fixed(*key, value)).collect())
        });
    }
    if let Some(found) = each_set(rest) {
        return Some((intent, found));
    }
    let (name, value) = rest.split(" to be | to | as | = | into |: it's |: ")?;
    one(settable(name, value), intent)
}

/// Several slots behind one verb: "my timezone to UTC and my language to French"; `None` where one of them is none.
fn each_set(rest: Piece<'_>) -> Option<Vec<Found>> {
    const NEXT: &str = ", and my | and my |, my |; my |, and the | and the |, the |; the ";
    let mut parts = Vec::new();
    let mut piece = rest;
    while let Some((head, tail)) = piece.split(NEXT).filter(|_| parts.len() < 8) {
        parts.push(head);
        let own = tail.before().seen().ends_with("my ");
        piece = if own { piece.from(piece.seen().len() - tail.seen().len() - "my ".len()) } else { tail };
    }
    if parts.is_empty() {
        return None;
    }
    parts.push(piece);
    let set = |part: &Piece<'_>| {
        part.split(" to be | to | as | = ").and_then(|(name, value)| settable(name, value))
    };
    parts.iter().map(set).collect()
}

/// A bare "switch to …" is about answers where it names a language or answering.
fn about_answers(reading: &directive::Reading) -> bool {
    !reading.wishes.is_empty()
        && (reading.speaks || reading.wishes.iter().all(|(key, _)| *key == "response.language"))
}

/// Reads "switch to English" after its verb.
fn switched(value: Piece<'_>) -> Option<(Intent, Vec<Found>)> {
    let reading = directive::read(value.open());
    let found = reading.wishes.iter().filter_map(|(key, value)| Found::fixed(*key, value)).collect();
    (reading.whole && about_answers(&reading)).then_some((Intent::Update, found))
}

/// "update: I live in Tokyo now".
fn corrected<'a>(said: Piece<'a>, rest: Piece<'a>) -> Option<Piece<'a>> {
    let marked = rest.seen().starts_with([':', ',']);
    (marked && said.strip("update|correct").is_some()).then(|| {
        let content = rest.trim_start();
        content.split(" now, not |, not | instead of | not ").map_or(content, |(head, _)| head)
    })
}

fn thai(said: Piece<'_>) -> Option<(Intent, Vec<Found>)> {
    if let Some(found) = moved(said) {
        return one(Some(found), Intent::Update);
    }
    let (intent, rest) = if let Some(rest) = said.strip("ตั้งค่า|ตั้ง|กำหนด|เซ็ต|เซต|set")
    {
        (Intent::SetPreference, rest)
    } else {
        (Intent::Update, said.strip("แก้ไข|แก้|เปลี่ยน|สลับ|ปรับ|อัปเดต|อัพเดท|อัพเดต|อัปเดท|อัพเดช|update|change")?)
    };
    let rest = rest.strip_all("หน่อย|ค่า|ใหม่|ข้อมูล|ด้วย|นะ|ครับ|ค่ะ|ว่า");
    if let Some(found) =
        rest.strip("ไปใช้|มาใช้|เป็น|ไปเป็น|มาเป็น").filter(|_| intent == Intent::Update).and_then(switched)
    {
        return Some(found);
    }
    if let Some((name, value)) = rest.split("ให้เป็น|เป็น| to |=|: ").or_else(|| rest.split("ให้"))
        && let Some(found) = settable(name, value)
    {
        return Some((intent, vec![found]));
    }
    let told = rest.strip("ตอนนี้|ปัจจุบัน").is_some() || rest.before().seen().ends_with(' ');
    let mine = told && rest.strip_all("ตอนนี้|ปัจจุบัน").strip(th::ME).is_some();
    if intent == Intent::Update && mine { one(slot::known(rest), intent) } else { None }
}

fn chinese(said: Piece<'_>) -> Option<(Intent, Vec<Found>)> {
    const SET: &str = "设置为|设置成|设定为|设定成|设为|设成|调整为|调整成|调成|调为";
    const CHANGE: &str = "修改为|修改成|更改为|更新为|更新成|更正为|改为|改成|换成|变成|改到|调到|换到|切换为|切换成|切换到|推迟到|延期到|延到|提前到|顺延到|推到|挪到";
    if !said
        .seen()
        .chars()
        .take(120)
        .any(|c| matches!(c, '改' | '设' | '换' | '更' | '调' | '变' | '推' | '延' | '提' | '挪'))
    {
        return None;
    }
    if let Some(found) = said
        .strip("换回到|换回|改回|切回|用回|换成|切换到|切换成|切换为|改成|改用|改为|换到|换用")
        .and_then(switched)
    {
        return Some(found);
    }
    let taken = said.strip("把|将");
    if let Some((name, value)) = taken.unwrap_or(said).split([SET, CHANGE]) {
        let changed = taken.unwrap_or(said).from(name.seen().len());
        let intent = if changed.strip(CHANGE).is_some() { Intent::Update } else { Intent::SetPreference };
        return one(settable(name, value), intent);
    }
    let (intent, rest) = if let Some(rest) = said.strip("设置|设定") {
        (Intent::SetPreference, rest)
    } else {
        (Intent::Update, said.strip("更新|更正|修改|更改|调整|改")?)
    };
    let rest = rest.strip_all("一下|下|了");
    let (name, value) = rest.split("为|成|到|是|：|:")?;
    one(settable(name, value), intent)
}

#[cfg(test)]
mod tests {
    use super::super::{Intent, understand};

    #[test]
    fn what_is_put_in_the_place_of_the_old_is_an_update() {
        for (message, key, value) in [
            ("replace my old email with tom@fenwick.example", "email", "tom@fenwick.example"),
            ("swap my editor for Helix", "uses.editor", "Helix"),
            ("change my timezone from Rome to Tokyo", "timezone", "Asia/Tokyo"),
            ("bump the deadline for the audit to 4 June", "deadline.audit", "4 June"),
            ("เลื่อนเดดไลน์งานแปลเป็น 5 มิ.ย. ด้วย", "deadline.งานแปล", "5 มิ.ย."),
            ("回答长度从简短改为适中吧", "response.length", "auto"),
        ] {
            let found = understand(message);
            let told: Vec<_> =
                found.iter().map(|one| (one.intent, one.key.as_deref(), one.value.as_str())).collect();
            assert_eq!(told, [(Intent::Update, Some(key), value)], "{message}");
        }
        for message in [
            "replace foo with bar in this file",
            "swap the two lines for me",
            "move the meeting to 3",
            "เลื่อนประชุมเป็นบ่ายสาม",
        ] {
            assert!(understand(message).is_empty(), "{message}: {:?}", understand(message));
        }
    }
}

//! What the network may not do, however sure it is: turn what is denied, over, hoped for or somebody else's into a fact of the
//! speaker; take a wish for one answer or one file for a lasting one; drop what was asked to be kept. What is gone is gone, so
//! dropping needs words that speak of memory.

use super::super::firms::is_firm;
use super::super::slot::is_tail;
use super::super::text::Piece;
use super::super::{Command, Intent, clause, cue, directive, en, health, keys, kin, th, values, zh, zones};
use super::words::{CHANGED, Classes, KEEPING, LASTING, OF_MEMORY, YOU};
use super::{Heard, net};
use crate::text::is_thai;

/// Words that deny what follows, or say that it is over or only thought of.
const UNSAID: &str = "not|no|never|n't|don't|dont|didn't|doesn't|isn't|aren't|wasn't|can't|cannot|haven't|hasn't|won't|cant|used to|quit|fired|former|formerly|ex|was|were|may|might|maybe|hope|hoping|wish|would|could|if|stopped|once|\
    不|没|沒|别|別|未|曾|以前|从前|可能|也许|或许|希望|打算|想要|如果|要是|辞|離職|离职";
const UNSAID_THAI: [&str; 9] = ["ไม่", "เคย", "เลิก", "อาจ", "หวัง", "ถ้า", "หาก", "ห้าม", "อย่า"];
/// What is only thought of, or was tried and given up.
const THOUGHT: &str = "thinking|considering|consider|might|maybe|perhaps|should|tried|trying|went back|switched back|กำลังคิด|คิดจะ|อาจจะ|ลอง|考虑|考慮|想换|想換|打算|可能|试了|試了|试过|換回|换回";
/// Of several there is another: the work number, the younger son.
const ANOTHER: &str = "other|another|second|younger|older|elder|work|office|อีกตัว|อีกคน|ที่ทำงาน|คนเล็ก|คนโต|คนที่สอง|另一|小儿子|大儿子|小女儿|大女儿|老二|第二";
/// Who is not the speaker.
const OTHERS: &str = "he|she|they|his|her|their|him|them|friend|friends|neighbour|neighbor|neighbour's|neighbor's|boss|colleague|coworker|customer|client|roommate|teacher|landlord|friend's|boss's|people|everyone|somebody|someone|\
    เพื่อน|ลูกค้า|เพื่อนบ้าน|หัวหน้า|เจ้านาย|แฟน|พี่เขา|คนอื่น|朋友|邻居|鄰居|同事|客户|客戶|老板|老闆|室友|同学|同學|老师|老師|他|她|他们|她们|别人|別人";
/// Whose wishes for answers are not the speaker's.
const WHO_ELSE_WISHES: &str =
    "he|she|they|customer|customers|client|boss|ลูกค้า|หัวหน้า|เจ้านาย|客户|客戶|老板|老闆|他|她";
/// Who the speaker is in English; Thai and Chinese have lists of their own.
const SELF: &str = "i|i'm|im|i've|ive|i'd|my|mine|myself|we|we're|our|call me|พี่";
/// What a statement is about that is not about the speaker.
const THINGS: &str = "this|that's|these|it's|it is|อันนี้|ตัวนี้|ฟังก์ชันนี้|ไฟล์นี้|这是|這是|这个|這個|这段|這段|该";
/// A wish for one time, or for something that is being made.
const ONCE: &str = "paragraph one|paragraph two|paragraph three|paragraph 1|paragraph 2|paragraph 3|first paragraph|second paragraph|last paragraph|the intro|the introduction|keep in mind this|keep in mind that this|bear in mind this|just the once|the once|just this once|last one today|next one only|for this email|for this spreadsheet|this spreadsheet|this answer|this one answer|this reply|this one reply|this question|this response|this message|next message|next reply|next answer|this email|the email|this file|this document|this one|this once|this time|this story|this essay|in the email|in the letter|in the config|\
    ย่อหน้าแรก|ย่อหน้าที่|第一段|第二段|第三段|คำตอบนี้|คำถามนี้|ข้อนี้|ครั้งนี้|รอบนี้|อีเมลนี้|ไฟล์นี้|คำถามต่อไป|เฉพาะรอบ|เฉพาะอันนี้|เฉพาะข้อ|เฉพาะตอนนี้|คราวนี้|แค่ตอนนี้|ครั้งเดียว|รอบเดียว|这条|這條|这一条|這一條|这次|這次|这封|這封|这个文件|這個檔|这篇|這篇|这段|這段|下一条|下一條|这个问题|這個問題|这回|這回|今次|就这一次|就這一次|下不为例|只有這份|只有这份";
/// Not to forget is to keep.
const KEEP: &str = "don't forget|dont forget|do not forget|never forget|didn't forget|won't forget|except|but keep|but not|apart from|other than|อย่าลืม|ห้ามลืม|ไม่ลืม|ยกเว้น|เว้นแต่|นอกจาก|别忘|別忘|不要忘|不能忘|勿忘|不许忘|除了|除外|保留|留下";
/// What says at its end that it told what somebody is like, and no rule.
const THATS_ME: &str = "that's me|that's so me|story of my life|that's my life|that's us|so me|นี่แหละฉัน|นี่แหละผม|นี่แหละชีวิต|ฉันก็แบบนี้|这就是我|就是我|我就这样|我就这德行";
/// What confirms something that waits.
const CONFIRMS: &str = "confirm|confirmed|approve|approved|accept|agreed|lock|locked|add|adding|go ahead|go for it|log|write|pin|put|file|that one|the one|suggestion|proposal|guess|proposed|suggested|update|ยืนยัน|อนุมัติ|ตกลง|ตามนั้น|ตามนี้|ที่เสนอ|เพิ่ม|ใส่|ลง|เซฟ|อันนั้น|เอาเลย|确认|確認|同意|批准|采纳|採納|就这么|就這麼|就这样|就這樣|按你说|按你說|照你说|写|寫|加|录|錄|收|建议|建議|没错|沒錯|更新";
/// What speaks of memory.
const MEMORY: &str = "memory|memories|remember|remembering|remembered|forget|notes|note|profile|saved|stored|know|on file|record|records|keeping|keep|hold|holding|noted|saved|ความจำ|จำ|ลืม|บันทึก|ข้อมูล|โน้ต|เก็บ|จด|记|記|忘|存|资料|資料|档案|檔案|备注|備註|知道|留着|留著|那条|那條|那件事";

/// Tells whether what was heard may be done where the rules heard nothing: the network has learned what talk is like, so
/// only what it may never do is barred.
pub(super) fn allows(heard: &Heard, value: Option<Piece<'_>>, whole: Piece<'_>) -> bool {
    match heard.intent {
        Intent::Forget => {
            !has(whole, KEEP) && !clause::is_question(whole) && !super::super::forget::of_a_text(whole)
        }
        Intent::SetPreference | Intent::Remember | Intent::Update => {
            let unnamed = is_unnamed(heard.slot, value.map_or(whole, |value| clause_of(value, whole)));
            let denied = || !may_be_denied(heard.slot) && value.is_some_and(is_denied);
            let of_self = heard.slot == "rule" && has(whole, THATS_ME);
            !is_once(whole)
                && (heard.intent == Intent::SetPreference || is_wished(heard.intent, whole))
                && !tells_of_languages(heard.slot, whole)
                && !of_self
                && !unnamed
                && !is_of_a_thing(heard.slot, whole)
                && fits(heard.slot, value, whole)
                && if heard.intent == Intent::Update {
                    !has(value.map_or(whole, |value| clause_of(value, whole)), THOUGHT)
                        && value.is_none_or(holds_now)
                } else {
                    !denied()
                }
        }
        // Praise and agreement in talk confirm nothing: what is confirmed is named, or told to be kept.
        Intent::Confirm => has(whole, MEMORY) || has(whole, CONFIRMS) || whole.seen().chars().count() <= 12,
        Intent::Show => {
            names_self(whole) || !clause::is_question(whole) && (has(whole, MEMORY) || has(whole, "แฟ้ม"))
        }
        _ => true,
    }
}

/// What asks that something known is changed.
const CHANGE: &str = "update|updates|updating|correct|fix|amend|change|changes|switch|adjust|replace|refresh|revise|alter|swap|edit|modify|mend|overwrite|bump|make it|scratch that|put right|put that right|sort that|up to date|stale|wrong|อัปเดต|อัพเดต|อัปเดท|อัพเดท|แก้|เปลี่ยนให้|เปลี่ยนที|เปลี่ยนด้วย|เปลี่ยนเป็น|เปลี่ยนข้อมูล|ปรับ|更新|改|更正|修改|换成|換成|换一下|調整|调整|挪|旧的|舊的|换号|換號|ห้ามลืม|ใส่ใจ|อย่าลืม";

/// Tells whether a message asks for anything, or tells what has changed: what people only tell of themselves is talk, however
/// surely it would fill a slot.
fn is_wished(intent: Intent, whole: Piece<'_>) -> bool {
    let changed = if intent == Intent::Update { 1 << CHANGED } else { 0 };
    let asked = 1 << KEEPING | 1 << YOU | 1 << LASTING | 1 << OF_MEMORY | changed;
    Classes::of(whole.written()).all() & asked != 0 || has(whole, CHANGE)
}

/// Tells whether a word asks to keep, to change, or to do so from now on.
pub(super) fn is_asked(whole: Piece<'_>) -> bool {
    let asked = 1 << KEEPING | 1 << LASTING | 1 << OF_MEMORY;
    Classes::of(whole.written()).all() & asked != 0 || has(whole, CHANGE)
}

/// Tells whether a command drops a key as it is typed: color9, response.tone. Nobody writes so in talk.
pub(super) fn drops_a_key(command: &Command) -> bool {
    let key = command.value.trim();
    let typed = |c: char| c.is_ascii_digit() || matches!(c, '.' | '_');
    command.intent == Intent::Forget
        && key.contains(typed)
        && key.chars().all(|c| c.is_ascii_alphanumeric() || typed(c) || c == '-')
}

/// What languages somebody speaks is no wish for the one of the answers.
fn tells_of_languages(slot: &str, whole: Piece<'_>) -> bool {
    slot == "response.language"
        && (has(whole, "i speak|i can speak|i also speak|i can read|我会说|我會說|我会讲|我會講|我懂")
            || whole.holds("พูด") && whole.seen().trim_end().ends_with("ได้"))
}

/// Words that go with a name.
const NAMING: &str = "name|names|named|called|call|is|name's|ชื่อ|เรียก|叫|名字|名|是";

/// Tells whether a clause from which the name of a being was taken says nothing of a name: "my brother studies in Lyon".
fn is_unnamed(slot: &str, said: Piece<'_>) -> bool {
    slot.rsplit_once('.').is_some_and(|(_, what)| what == "name") && !has(said, NAMING)
}

/// Tells whether what was heard may take the place of what the rules found: there is something to keep already, so all that
/// speaks against a slot of the speaker counts.
pub(super) fn may_replace(heard: &Heard, value: Option<Piece<'_>>, whole: Piece<'_>) -> bool {
    match heard.intent {
        Intent::Forget => {
            let another = has(whole, ANOTHER) || has(whole, "old|former|以前|旧|舊|เก่า");
            has(whole, MEMORY) && (heard.slot == "free" || is_own(heard.slot, whole) && !another)
        }
        Intent::SetPreference | Intent::Remember | Intent::Update => {
            let said = value.map_or(whole, |value| clause_of(value, whole));
            let unnamed = is_unnamed(heard.slot, said);
            let another = is_single(heard.slot) && has(whole, ANOTHER);
            is_own(heard.slot, whole) && !(unnamed || another || is_unsaid(heard.slot, said))
        }
        _ => true,
    }
}

/// Returns the slot that a message is about, where its words tell it better than the network: which relative, which animal,
/// liked or not, a firm or a place. `None` where the relative or animal is not named.
pub(super) fn slot_of(
    slot: &'static str,
    value: Option<Piece<'_>>,
    whole: Piece<'_>,
) -> Option<&'static str> {
    let family = slot.starts_with("family.") || slot.starts_with("pet.");
    match (slot.rsplit_once('.'), value) {
        (Some((who, what)), _) if family => {
            let (root, _) = who.split_once('.')?;
            let mut named = kin::named_in(whole);
            named.retain(|key| key.starts_with(root));
            match named[..] {
                _ if named.contains(&who) => Some(slot),
                [one] => net::slot_named(&format!("{one}.{what}")),
                _ => None,
            }
        }
        (_, Some(value)) if slot == "likes" && is_denied(value) => Some("dislikes"),
        (_, Some(value)) if slot == "place" && is_firm(value) => Some("employer"),
        _ => Some(slot),
    }
}

/// Tells whether a wish is for one answer or one thing that is being made.
pub(in crate::trigger) fn is_once(whole: Piece<'_>) -> bool {
    has(whole, ONCE)
}

/// Tells whether a bare wish stands before a colon and what it is for behind it: 用英文回答：法国首都是哪里.
pub(in crate::trigger) fn is_for_what_follows(whole: Piece<'_>) -> bool {
    let Some((head, rest)) = whole.split("：|: ").filter(|(_, rest)| !rest.trim().is_empty()) else {
        return false;
    };
    let reading = directive::read(head);
    let bare = reading.whole && reading.speaks && !reading.strong && !reading.weak;
    bare && !directive::read(rest).whole
}

/// Tells whether a message asks to keep something known of a person and then asks something else: the question makes no talk of it.
pub(super) fn asks_behind(whole: Piece<'_>, understood: &[Command]) -> bool {
    let known = |one: &Command| one.key.as_deref().is_some_and(|key| keys::kind_of(key).is_some());
    if understood.is_empty() || !understood.iter().all(known) || !clause::is_question(whole) {
        return false;
    }
    let sentences = clause::sentences(whole);
    let told = |sentence: &Piece<'_>| {
        cue::at(sentence.trim_start()).is_some_and(|cue| cue.intent == Intent::Remember)
    };
    sentences.len() > 1 && sentences.first().is_some_and(told)
}

/// Tells whether a message says that something holds for a while and no longer.
pub(super) fn is_only(whole: Piece<'_>) -> bool {
    has(
        whole,
        "only|just|session|conversation|chat|เฉพาะ|แค่|เท่านั้น|เซสชัน|บทสนทนา|只|仅|僅|这次对话|這次對話|本次会话|会话|會話|对话|對話",
    )
}

/// Tells whether a message speaks of the instructions that the assistant itself has: what the rules find in it stands.
pub(super) fn is_addressed(whole: Piece<'_>) -> bool {
    has(
        whole,
        "system prompt|your prompt|your instructions|custom instructions|พรอมต์ระบบ|系统提示词|系统提示|你的指令",
    )
}

/// Tells whether a message, in which the rules found words to keep, is about the speaker in so many words.
pub(super) fn speaks_of_self(slot: &str, whole: Piece<'_>) -> bool {
    slot.starts_with("response.") || slot == "assistant.name" || names_self(whole)
}

fn names_self(whole: Piece<'_>) -> bool {
    [SELF, th::ME, zh::ME].iter().any(|words| has(whole, words))
}

fn has(whole: Piece<'_>, words: &'static str) -> bool {
    whole.likely(words).any(|word| has_one(whole, word))
}

fn has_one(whole: Piece<'_>, word: &str) -> bool {
    if word.is_ascii() { whole.has(word) } else { whole.holds(word) }
}

/// Tells whether a slot is filled by what is denied too: how answers should be is often said by what they should not be; a
/// language is not.
fn may_be_denied(slot: &str) -> bool {
    matches!(slot, "rule" | "free" | "dislikes" | "likes" | "expertise" | "deadline" | "project" | "diet")
        || slot.starts_with("response.") && slot != "response.language"
}

/// Tells whether a denial stands right before a value.
pub(super) fn is_denied(value: Piece<'_>) -> bool {
    const DENIED: &str = "not|no|never|n't|don't|dont|doesn't|isn't|can't|cannot|stopped|hate|loathe|ไม่|บ่|เลิก|เกลียด|不|没|沒|别|別|唔|讨厌|讨厭";
    let lead = lead_of(value);
    let seen = lead.seen();
    let words = if seen.is_ascii() { 3 } else { 6 };
    let start = if seen.is_ascii() {
        seen.trim_end().rmatch_indices(' ').nth(words).map_or(0, |(at, _)| at)
    } else {
        seen.char_indices().rev().nth(words).map_or(0, |(at, _)| at)
    };
    has(lead.from(start), DENIED)
}

/// Tells whether something is denied, over, or only thought of.
fn is_unsaid(slot: &str, whole: Piece<'_>) -> bool {
    if may_be_denied(slot) && !matches!(slot, "likes" | "diet") {
        return false;
    }
    has(whole, UNSAID) || UNSAID_THAI.iter().any(|word| whole.holds(word))
}

/// Tells whether a slot holds one of several that people have.
fn is_single(slot: &str) -> bool {
    matches!(slot, "phone_number" | "email") || slot.starts_with("family.") || slot.starts_with("pet.")
}

/// Tells what ends a clause; in Thai a gap does.
fn ends_clause(c: char, thai: bool) -> bool {
    matches!(c, ',' | ';' | '.' | '!' | '，' | '；' | '。' | '！' | '、' | '—' | '–') || thai && c == ' '
}

/// Returns the part of its clause that stands before a value.
fn lead_of(value: Piece<'_>) -> Piece<'_> {
    let before = value.before();
    let seen = before.seen().trim_end();
    let thai = seen.chars().any(is_thai);
    let last = seen.rsplit(|c| ends_clause(c, thai)).next().unwrap_or(seen);
    before.from(seen.len() - last.len())
}

/// Returns the clause in which a value stands.
pub(super) fn clause_of<'a>(value: Piece<'a>, whole: Piece<'a>) -> Piece<'a> {
    let lead = lead_of(value);
    let start = lead.before().seen().len();
    let after = value.before().seen().len() + value.seen().len();
    let rest = whole.seen().get(after..).unwrap_or_default();
    let thai = rest.chars().any(is_thai);
    let end = rest.find(|c| ends_clause(c, thai)).unwrap_or(rest.len());
    // ห้ามใช้คำว่า นะคะ: the word stands behind a blank.
    let named = whole.cut(start, after + end).seen().trim_end().ends_with("คำว่า");
    whole.cut(start, if named { whole.seen().len() } else { after + end })
}

/// Tells whether a value stands for what is so now: no denial before it in its clause, and not what was changed from.
fn holds_now(value: Piece<'_>) -> bool {
    let own = lead_of(value);
    if ["from", "从", "從", "จาก"].iter().any(|word| own.seen().trim_end().ends_with(word)) {
        return false;
    }
    let turned = has(own, "but|now|instead|แต่|ตอนนี้|而是|改|换|換|现在|現在");
    turned || !(has(own, UNSAID) || UNSAID_THAI.iter().any(|word| own.holds(word)))
}

/// Tells whether the slot of the speaker is filled by what is said of the speaker.
fn is_own(slot: &str, whole: Piece<'_>) -> bool {
    if slot.starts_with("response.") {
        return !has(whole, WHO_ELSE_WISHES);
    }
    if matches!(slot, "rule" | "free" | "project" | "deadline" | "assistant.name") {
        return true;
    }
    let kin = slot.starts_with("family.");
    let others = has(whole, OTHERS) || !kin && kin::mentions(whole);
    let named = || keys::names_of(slot).iter().any(|name| has_one(whole, name));
    !others && (kin || names_self(whole) || !has(whole, THINGS) || named())
}

/// Tells whether a sentence has a thing for its subject, and nobody in it: "the good branch is main" tells of no skill.
fn is_of_a_thing(slot: &str, whole: Piece<'_>) -> bool {
    const OF_A_PERSON: &str = "role|expertise|employer|place|place.work|hometown|name|nickname|age|diet|working_hours|pronouns|languages";
    let told = || whole.has("the") && has(whole, "is|are|runs|lives|sits|moved");
    let named = || keys::names_of(slot).iter().any(|name| has_one(whole, name));
    OF_A_PERSON.split('|').any(|one| one == slot) && told() && !names_self(whole) && !named()
}

/// Numbers at which nobody is called.
const NUMBERED: &str = "isbn|ean|order|account|passport|serial|ticket|booking|tracking|invoice|member|membership|policy number|license|licence|ออเดอร์|คำสั่งซื้อ|บัญชี|พัสดุ|สมาชิก|พาสปอร์ต|订单|单号|账号|帐号|卡号|学号|护照|会员|编号";
/// Days are nobody's employer and no place.
const DAYS: &str = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekdays|weekends|today|tomorrow|วันจันทร์|วันอังคาร|วันพุธ|วันพฤหัส|วันศุกร์|วันเสาร์|วันอาทิตย์|周一|周二|周三|周四|周五|周六|周日|周末|星期|礼拜";
/// Words for numbers.
const COUNTS: &str = "year|years|old|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|หนึ่ง|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|ขวบ|二|两|三|四|五|六|七|八|九|十|岁|歲|周";
/// What goes with a number of years.
const AGED: &str =
    "age|aged|old|years|year|turn|turned|turning|i'm|im|i am|อายุ|ปีแล้ว|ขวบ|岁|歲|周岁|年纪|年紀|芳龄";
/// What goes with a day by which something is to be done.
const DUE: &str = "deadline|due|by|before|until|submit|submission|hand in|hand-in|deliver|expires|เดดไลน์|เดตไลน์|กำหนด|ส่ง|ครบ|ภายใน|ก่อน|เส้นตาย|หมดเขต|ยื่น|截止|到期|期限|之前|前|交|提交|ddl|死线|上线|完成";
/// What tells in Thai that a name before which it stands is that of an employer.
const AT_WORK_TH: &str = "งาน|บริษัท|อยู่|ย้าย|เข้า|สังกัด|ลาออก|ประจำ|จ้าง|เงินเดือน|ตำแหน่ง";

/// What a message must have for a slot that is otherwise taken for another: a day is a birthday only where somebody is born, a
/// name the assistant's only where it is to be called so.
const EVIDENCE: &[(&str, &str)] = &[
    (
        "birthday",
        "birthday|birthdays|birthdate|birth|born|bday|b-day|cake day|turn|turns|turning|เกิด|生日|生辰|出生|诞|誕|生于|生於|过寿|大寿",
    ),
    (
        "assistant.name",
        "call|called|calling|name|name's|named|nickname|go by|yourself|respond to|answer to|be known|christen|dub|เรียก|ชื่อ|ฉายา|แทนตัว|叫|喊|名字|自称|自稱|称呼|稱呼|起名|取名",
    ),
    (
        "diet",
        "eat|eats|eating|diet|food|foods|meal|meals|vegan|vegetarian|veggie|meat|keto|ketogenic|halal|kosher|pescatarian|pescetarian|plant-based|gluten|gluten-free|dairy|dairy-free|fasting|carbs|low-carb|lactose|paleo|กิน|ทาน|อาหาร|มังสวิรัติ|เจ|วีแกน|ฮาลาล|คีโต|งด|吃|食|素|荤|葷|忌|喝|饮|飲|口",
    ),
    (
        "uses.editor",
        "vim|neovim|nvim|vi|emacs|code|vscode|sublime|intellij|pycharm|webstorm|cursor|zed|helix|studio|xcode|jetbrains|notepad|editor|ide|nano|kate|spacemacs|eclipse|netbeans|rider|goland|atom|obsidian|อิดิเตอร์|เอดิเตอร์|编辑器|編輯器",
    ),
    (
        "uses.phone",
        "phone|iphone|android|pixel|galaxy|mobile|samsung|มือถือ|โทรศัพท์|ไอโฟน|手机|手機|小米|华为|華為|苹果|蘋果",
    ),
    ("blood_type", "blood|rh|เลือด|กรุ๊ป|หมู่|血|型"),
];

/// Tells whether a message has nothing of what its slot needs.
pub(super) fn lacks_evidence(slot: &str, whole: Piece<'_>) -> bool {
    let told = |table| values::find(table, whole.seen()).is_some();
    let digits = || whole.seen().bytes().any(|b| b.is_ascii_digit());
    // How long an answer is to be is said by a word for it or by a number.
    let length = slot == "response.length" && !told(values::LENGTHS) && !digits();
    // 我爸有高血压: where there is no number there is no age.
    let age = slot != "age" && belongs(slot, "age") && !digits() && !has(whole, COUNTS);
    length || age || EVIDENCE.iter().any(|(of, words)| belongs(slot, of) && !has(whole, words))
}

/// Tells whether a slot is one, or one of a relative or an animal: `family.son.birthday`.
fn belongs(slot: &str, of: &str) -> bool {
    slot == of
        || slot.rsplit('.').next() == Some(of) && (slot.starts_with("family.") || slot.starts_with("pet."))
}

/// Tells whether a value can be one of its slot.
fn fits(slot: &str, value: Option<Piece<'_>>, whole: Piece<'_>) -> bool {
    if value.is_some_and(is_tail) {
        return false;
    }
    let Some(words) = value else { return true };
    if matches!(slot, "likes" | "dislikes" | "uses" | "allergy") && words.strip("i|i'm|we").is_some() {
        return false;
    }
    let value = words.seen();
    let digits = value.chars().filter(char::is_ascii_digit).count();
    match slot {
        "response.length" | "response.tone" | "response.style" | "response.format.default" => {
            let told = |one: &Piece<'_>| {
                values::table(slot).is_some_and(|table| values::find(table, one.seen()).is_some())
            };
            told(&words) || told(&whole) || digits > 0 || value.chars().count() >= 6
        }
        "response.language" => {
            [words, whole].iter().any(|one| values::find(values::LANGUAGES, one.seen()).is_some())
        }
        "employer" | "role" | "place" | "hometown" | "name" | "nickname" if words.strip(DAYS).is_some() => {
            false
        }
        "hometown" if th::is_trait(words) || zh::is_trait(words) => false,
        "role" if en::is_trait(words) || th::is_no_work(words) || zh::is_trait(words) => false,
        "employer"
            if words
                .strip("home|night|nights|บ้าน|家")
                .is_some_and(|rest| rest.strip_ends("里").is_empty()) =>
        {
            false
        }
        "role"
            if words.has_any("project|projects|โปรเจกต์|โปรเจค|โครงการ|项目|专案")
                && !has(words, "manager|lead|head|director|ผู้จัดการ|หัวหน้า|经理|主管|负责人") =>
        {
            false
        }
        "role" if health::is_condition(words) || value.contains('/') && value.contains('.') => false,
        "place" | "hometown" if !kin::named_in(words).is_empty() => false,
        "role" if digits >= 6 || lead_of(words).seen().ends_with("เป็นคน") => false,
        "currency" if digits > 0 => false,
        // DD/MM/YYYY is no zone.
        "timezone" => zones::is_like(words),
        "age" => digits == 0 || has(whole, AGED),
        "deadline" => has(whole, DUE),
        "name" if has(whole, "pronounced|pronounce|ออกเสียง|发音|读作") => false,
        "employer" if value.starts_with(is_thai) => has(lead_of(words), AT_WORK_TH),
        "phone_number" if has(whole, NUMBERED) => false,
        "phone_number" => digits >= 6 && value.chars().all(|c| c.is_ascii_digit() || " +-().#x".contains(c)),
        "email" => value.contains('@'),
        _ => true,
    }
}

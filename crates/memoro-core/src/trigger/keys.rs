//! The names under which things are remembered. One canonical key a slot, with its other names in three
//! languages; every other subject becomes a readable key of its own words, Thai and Chinese kept.
//!
//! | key | holds |
//! |---|---|
//! | `response.tone` `.language` `.length` `.style` `.format.default` `.emoji` `.units` | how answers should be |
//! | `response.format.date` `.time` | how days and hours are written in them |
//! | `name` `nickname` `pronouns` `role` `employer` `working_hours` `timezone` `languages` | who the person is |
//! | `team` `place` `place.work` `hometown` `birthday` `age` `email` `phone_number` `diet` `blood_type` | and where, and how |
//! | `diet.<x>` | what is not eaten, one key a thing, beside `diet` |
//! | `allergy.<x>` `likes.<x>` `dislikes.<x>` | one key a thing, the thing as value; see [`opposite_key`] |
//! | `health.<x>` | a condition that somebody lives with |
//! | `contact.<who>.phone` `.email` `.name` | how somebody else is reached |
//! | `expertise.<x>` | `novice`, `intermediate`, `advanced` or `expert` |
//! | `uses.<kind>` or `uses.<x>` | `uses.editor`, `.os`, `.shell`, `.browser`, `.terminal`, `.phone`; else the tool itself |
//! | `preferred.<kind>`, `preferred.<a>_or_<b>` | what is preferred of a kind, or of two things |
//! | `family.<who>[.<what>]` `pet.<animal>[.<what>]` | `family.wife.name`, `pet.dog.name` |
//! | `assistant.name` `assistant.role` | what the assistant is called and is to be |
//! | `project.<what>`, `project.<name>.<what>` (project scope) | `project.database`, `project.kestrel.database` |
//! | `deadline.<x>` | `deadline.report` |
//! | `code.language` `code.style` | how code is to be written |

use std::collections::HashMap;
use std::sync::LazyLock;

use super::text::Piece;
use crate::content::EntryKind;
use crate::text::simplified;
use crate::user_model::slot;

/// Canonical keys and the words that people use for them.
const ALIASES: &[(&str, &str)] = &[
    (
        "response.tone",
        "tone|response tone|tone of voice|reply tone|answer tone|conversation tone|tone preference|preferred tone|โทน|โทนการตอบ|โทนเสียง|น้ำเสียง|โทนในการตอบ|โทนคำตอบ|语气|口吻|语调|回答语气|回复语气|说话语气|语气偏好|回答的语气|说话的语气|回复的语气",
    ),
    (
        "response.language",
        "language|response language|reply language|answer language|language preference|preferred language|ภาษา|ภาษาที่ใช้ตอบ|ภาษาตอบ|ภาษาในการตอบ|ภาษาการตอบ|ภาษาที่ตอบ|ภาษาของคำตอบ|ภาษาคำตอบ|语言|回答语言|回复语言|对话语言|语言偏好|回答的语言|回复的语言|默认语言",
    ),
    (
        "response.length",
        "length|response length|answer length|reply length|verbosity|response.verbosity|responselength|response_length|length of answers|length of your answers|length preference|ความยาว|ความยาวคำตอบ|ความยาวของคำตอบ|ความยาวการตอบ|ความละเอียด|ความละเอียดของคำตอบ|长度|回答长度|篇幅|回复长度|详细程度|回答的长度|回答篇幅|长度偏好",
    ),
    (
        "response.style",
        "style|response style|answer style|writing style|responsestyle|style preference|สไตล์|สไตล์การตอบ|สไตล์คำตอบ|แนวการตอบ|วิธีตอบ|风格|回答风格|回复风格|写作风格|风格偏好",
    ),
    (
        "response.format.default",
        "format|default format|output format|response format|answer format|reply format|format preference|response.format|รูปแบบ|รูปแบบการตอบ|รูปแบบคำตอบ|ฟอร์แมต|ฟอร์แมท|รูปแบบของคำตอบ|格式|默认格式|输出格式|回答格式|回复格式|格式偏好",
    ),
    (
        "response.format.date",
        "date format|format of dates|date style|รูปแบบวันที่|รูปแบบของวันที่|日期格式|日期的格式",
    ),
    (
        "response.format.time",
        "time format|clock format|format of times|รูปแบบเวลา|รูปแบบของเวลา|时间格式|时间的格式",
    ),
    ("response.units", "units|measurement units|unit system|หน่วย|หน่วยวัด|计量单位"),
    ("response.emoji", "emoji|emojis|use of emoji|อีโมจิ|การใช้อีโมจิ|表情符号|表情"),
    ("timezone", "timezone|time zone|time-zone|time_zone|tz|ไทม์โซน|เขตเวลา|โซนเวลา|ไทม์โซนเวลา|时区|所在时区"),
    (
        "name",
        "name|full name|real name|first name|ชื่อ|ชื่อจริง|ชื่อเต็ม|ชื่อ-นามสกุล|ชื่อนามสกุล|名字|姓名|全名|大名|真名",
    ),
    ("surname", "surname|last name|family name|นามสกุล|姓氏|姓"),
    (
        "nickname",
        "nickname|preferred name|nick name|nick|pet name|handle|ชื่อเล่น|ฉายา|ชื่อที่ใช้เรียก|昵称|网名|绰号|外号|小名|花名|称呼",
    ),
    (
        "role",
        "role|job|job title|position|occupation|profession|work role|what i do for work|what i do|ตำแหน่ง|ตำแหน่งงาน|อาชีพ|หน้าที่|หน้าที่การงาน|งาน|งานหลัก|งานประจำ|职位|职业|岗位|职务|工作|头衔|主业|本行|老本行|行当|本职工作|本职",
    ),
    (
        "employer",
        "employer|company|company name|current employer|new employer|employer name|workplace|firm|organization|organisation|where i work|who i work for|place of work|บริษัท|ที่ทำงาน|นายจ้าง|องค์กร|หน่วยงาน|บริษัทที่ทำงาน|ชื่อบริษัท|ชื่อที่ทำงาน|ข้อมูลที่ทำงาน|ทำงานที่ไหน|公司|东家|公司名字|公司名称|公司名|雇主|工作单位|单位|在哪里工作|在哪工作|在哪上班|在哪里上班|在哪儿工作",
    ),
    ("team", "team|department|dept|division|squad|my team at work|ทีม|แผนก|ฝ่าย|ทีมงาน|团队|部门|小组|科室"),
    (
        "place",
        "place|location|home|city|home city|home address|address|residence|where i live|where i'm based|ที่อยู่|บ้าน|เมือง|ที่พัก|จังหวัดที่อยู่|อยู่ที่ไหน|ที่อยู่บ้าน|อยู่ไหน|住址|地址|住处|所在地|城市|居住地|所在城市|家庭住址|家|位置|住的城市|住的地方|所在的城市|住在哪里|住在哪|住哪里|住哪|住在哪儿",
    ),
    (
        "place.work",
        "office|office location|work location|office city|ออฟฟิศ|ที่ตั้งออฟฟิศ|สำนักงาน|办公室|办公地点|工作地点",
    ),
    ("hometown", "hometown|home town|birthplace|place of birth|บ้านเกิด|ภูมิลำเนา|老家|家乡|故乡|籍贯|出生地"),
    (
        "working_hours",
        "hours|usual hours|office hours|business hours|shift|work schedule|working hours|work hours|office hours|business hours|active hours|work schedule|เวลาทำงาน|ชั่วโมงทำงาน|เวลางาน|เวลาเข้างาน|工作时间|上班时间|办公时间|作息时间",
    ),
    ("birthday", "birthday|birth date|birthdate|date of birth|dob|bday|วันเกิด|วันเดือนปีเกิด|生日|出生日期"),
    ("age", "age|อายุ|年龄|岁数"),
    (
        "email",
        "email|e-mail|email address|mail address|อีเมล|อีเมล์|เมล|邮箱|电子邮件|邮件地址|邮箱地址|电子邮箱",
    ),
    (
        "phone_number",
        "phone number|mobile number|telephone|telephone number|cell number|mobile|เบอร์โทร|เบอร์|เบอร์โทรศัพท์|เบอร์มือถือ|电话|手机号|电话号码|手机号码",
    ),
    ("diet", "diet|dietary preference|dietary restriction|การกิน|อาหารที่กิน|饮食|饮食习惯|饮食偏好"),
    ("blood_type", "blood type|blood group|กรุ๊ปเลือด|หมู่เลือด|หมู่โลหิต|血型"),
    (
        "languages",
        "languages|native language|mother tongue|first language|ภาษาแม่|母语|spoken languages|languages i speak|ภาษาที่พูดได้|会说的语言|会的语言",
    ),
    ("currency", "currency|สกุลเงิน|货币|币种"),
    ("uses.editor", "editor|text editor|code editor|อิดิเตอร์|编辑器"),
    (
        "uses.os",
        "os|operating system|computer|laptop|machine|ระบบปฏิบัติการ|เครื่อง|คอม|คอมพิวเตอร์|โน้ตบุ๊ก|系统|操作系统|电脑|笔记本电脑",
    ),
    ("uses.phone", "phone|smartphone|cell phone|mobile phone|โทรศัพท์|มือถือ|手机"),
    ("uses.browser", "browser|web browser|เบราว์เซอร์|浏览器"),
    ("uses.shell", "shell|เชลล์"),
    ("uses.terminal", "terminal|เทอร์มินัล|终端"),
    ("assistant.name", "your name|ชื่อของคุณ|ชื่อคุณ|你的名字"),
    ("assistant.role", "your role|บทบาทของคุณ|หน้าที่ของคุณ|你的角色|你的身份"),
    ("code.style", "code style|coding style|codestyle|สไตล์โค้ด|สไตล์การเขียนโค้ด|代码风格|编码风格"),
    (
        "code.language",
        "code language|language of code|language for code|ภาษาของโค้ด|ภาษาที่ใช้เขียนโค้ด|代码语言|代码的语言|写代码的语言",
    ),
    ("pronouns", "pronouns|preferred pronouns|สรรพนาม|人称代词"),
    ("notes", "notes|โน้ต|备注"),
];

/// Fields of the user model that stand as keys. Only a whole key is looked up here: in a sentence the words mean other things.
const FIELDS: &[(&str, &str)] = &[
    ("active_hours", "activehours|active-hours"),
    ("topics.common", "topics|common_topics|common-topics|common topics|commontopics"),
];

/// What the user model calls preferences, as the first part of a key.
const PREFERENCES: &str = "preferences.";

/// Categories of things that one prefers or a project has.
const CATEGORIES: &[(&str, &str)] = &[
    ("color", "colour|color|colors|colours|สี|颜色"),
    ("food", "food|dish|meal|อาหาร|เมนู|食物|菜|美食"),
    ("drink", "drink|beverage|เครื่องดื่ม|饮料"),
    ("music", "music|music genre|genre of music|เพลง|แนวเพลง|ดนตรี|音乐"),
    ("movie", "movie|film|หนัง|ภาพยนตร์|电影"),
    ("book", "book|หนังสือ|书"),
    ("sport", "sport|กีฬา|运动"),
    ("team", "team|football team|ทีม|ทีมบอล|球队"),
    (
        "programming_language",
        "programming language|coding language|ภาษาโปรแกรม|ภาษาโปรแกรมมิ่ง|ภาษาเขียนโปรแกรม|ภาษาโค้ด|编程语言|程序语言|程式语言|开发语言",
    ),
    ("framework", "framework|เฟรมเวิร์ก|เฟรมเวิร์ค|框架"),
    ("database", "database|db|ฐานข้อมูล|ดาต้าเบส|ดาต้าเบต|数据库|资料库"),
    ("repo", "repo|repository|git repo|รีโป|仓库|代码仓库"),
    ("name", "name|ชื่อ|名称|名字|名"),
    ("language", "language|ภาษา|语言"),
    ("build_command", "build command|คำสั่ง build|คำสั่งบิลด์|构建命令"),
    ("test_command", "test command|คำสั่งเทส|测试命令"),
    ("package_manager", "package manager|包管理器"),
    ("airline", "airline|สายการบิน|航空公司"),
    ("season", "season|ฤดู|季节"),
    ("place", "place|สถานที่|地方"),
    ("animal", "animal|สัตว์|动物"),
    ("fruit", "fruit|ผลไม้|水果"),
    ("number", "number|ตัวเลข|เลข|数字"),
    ("game", "game|เกม|游戏"),
    ("bank", "bank|ธนาคาร|แบงก์|银行"),
    (
        "payment_method",
        "payment method|payment|way to pay|method of payment|วิธีชำระเงิน|วิธีจ่ายเงิน|ช่องทางชำระเงิน|支付方式|付款方式|付款方法|支付方法",
    ),
    (
        "frontend_framework",
        "frontend framework|front-end framework|เฟรมเวิร์กหน้าบ้าน|เฟรมเวิร์ค frontend|前端框架",
    ),
    ("backend_framework", "backend framework|back-end framework|เฟรมเวิร์กหลังบ้าน|后端框架"),
    (
        "deployment",
        "deployment|deployment environment|deploy target|สภาพแวดล้อม deploy|部署环境|部署平台|部署",
    ),
];

fn lookup(table: &'static [(&'static str, &'static str)], words: &str) -> Option<&'static str> {
    table
        .iter()
        .find(|(key, names)| *key == words || super::search::words(names).has(words))
        .map(|(key, _)| *key)
}

/// Returns the canonical key that these folded words name.
pub(super) fn alias(words: &str) -> Option<&'static str> {
    static NAMES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
        let mut names = HashMap::new();
        for (key, others) in ALIASES {
            for name in std::iter::once(*key).chain(others.split('|')) {
                names.entry(name).or_insert(*key);
            }
        }
        names
    });
    NAMES.get(words.trim()).copied()
}

/// Returns the canonical key whose name stands at the start of a piece, and what follows; the longest name wins.
pub(super) fn alias_at_start(piece: Piece<'_>) -> Option<(&'static str, Piece<'_>)> {
    ALIASES
        .iter()
        .filter_map(|(key, names)| piece.strip(names).map(|rest| (*key, rest)))
        .min_by_key(|(_, rest)| rest.seen().len())
}

/// Returns the category that these words name, or a key part of the words.
pub(super) fn category(words: &str) -> String {
    let folded: String = words.trim().chars().map(fold).collect();
    lookup(CATEGORIES, &folded).map_or_else(|| slug(words), str::to_owned)
}

/// Keys whose first part is fixed and whose rest is free.
const FAMILIES: &[&str] = &[
    "response",
    "expertise",
    "likes",
    "dislikes",
    "uses",
    "preferred",
    "project",
    "deadline",
    "allergy",
    "health",
    "contact",
    "diet",
    "pet",
    "family",
    "task",
];

/// Tells whether dotted keys begin with this word.
pub(super) fn is_family(word: &str) -> bool {
    FAMILIES.contains(&word)
        || matches!(word, "policy" | "memory" | "code" | "topics" | "notes" | "preferences")
}

/// Returns the key under which something is kept, for a key as a person types it: other names and spellings
/// of a canonical key lead to it, everything else is made a plain key. `None` where nothing is left.
pub fn canonical_key(typed: &str) -> Option<String> {
    let folded: String = typed.trim().chars().filter(|c| !crate::id::is_hidden(*c)).map(fold).collect();
    let named = |folded: &str| {
        lookup(FIELDS, folded).or_else(|| alias(folded)).or_else(|| alias(&folded.replace(['_', '-'], " ")))
    };
    let slot = |key: &&str| [slot::LANGUAGE, slot::LENGTH, slot::STYLE, slot::CODE_STYLE].contains(key);
    let preference = folded.strip_prefix(PREFERENCES).and_then(named).filter(slot);
    if let Some(key) = named(&folded).or(preference) {
        return Some(key.to_owned());
    }
    let plain: String = typed.chars().filter(|c| !crate::id::is_hidden(*c)).collect();
    let parts: Vec<String> = plain.split(['.', '/']).map(slug).filter(|part| !part.is_empty()).collect();
    let family = parts.len() > 1 && parts.first().is_some_and(|first| FAMILIES.contains(&first.as_str()));
    if !family && let Some(key) = alias(&parts.join(" ")) {
        return Some(key.to_owned());
    }
    let key = shorten(&parts.join("."));
    (!key.is_empty()).then_some(key)
}

/// Returns the canonical key that a key is a name of, where the table has it; nothing for a key of free words.
pub fn known_key(key: &str) -> Option<&'static str> {
    row(canonical_key(key).as_deref()).map(|(known, _)| known)
}

fn row(canonical: Option<&str>) -> Option<(&'static str, &'static str)> {
    ALIASES.iter().chain(FIELDS).copied().find(|(known, _)| Some(*known) == canonical)
}

/// Returns the canonical key and every other name of it, as people write keys; nothing for a key of free words.
pub fn names_of(key: &str) -> Vec<String> {
    let canonical = canonical_key(key);
    let Some((canonical, names)) = row(canonical.as_deref()) else {
        return canonical.into_iter().collect();
    };
    let spaced = canonical.replace(['.', '_'], " ");
    let written = names.split('|').chain([spaced.as_str()]).flat_map(|name| {
        let (snake, field) = (name.replace(' ', "_"), camel(name));
        let preference = |form: &String| format!("{PREFERENCES}{form}");
        let preferences = [preference(&snake), preference(&field)];
        let plain = [name.to_owned(), snake, field, name.replace(' ', "-"), name.replace(' ', ".")];
        plain.into_iter().chain(preferences)
    });
    let leads_back = |name: &String| canonical_key(name).as_deref() == Some(canonical);
    let all: std::collections::BTreeSet<String> =
        written.filter(|name| name != canonical).filter(leads_back).collect();
    std::iter::once(canonical.to_owned()).chain(all).collect()
}

/// Returns words as programs name a field: `responseLength`.
fn camel(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for (at, word) in words.split([' ', '_', '-']).enumerate() {
        let mut letters = word.chars();
        match letters.next().filter(|_| at > 0) {
            Some(first) => out.extend(first.to_uppercase()),
            None => letters = word.chars(),
        }
        out.push_str(letters.as_str());
    }
    out
}

fn fold(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { simplified(c) }
}

/// The longest key in characters.
const LONGEST: usize = 80;

/// Cuts a key to its largest size, at a part where there is one.
pub(super) fn shorten(key: &str) -> String {
    let mut bytes = 0;
    let cut: String = key
        .chars()
        .take(LONGEST)
        .take_while(|c| {
            bytes += c.len_utf8();
            bytes <= 190
        })
        .collect();
    if cut.len() == key.len() {
        return cut;
    }
    let whole = cut.rfind('_').filter(|at| *at > cut.len() / 2).and_then(|at| cut.get(..at));
    whole.unwrap_or(&cut).trim_end_matches(['_', '.']).to_owned()
}

/// Returns the words as one part of a key: lower case, joined by `_`, without punctuation.
pub(crate) fn slug(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    let words = without_secrets(words);
    for c in words.trim().chars() {
        let kept = c.is_alphanumeric() || is_mark(c) || matches!(c, '+' | '#');
        if kept {
            out.extend(c.to_lowercase());
        } else if !out.ends_with('_') && !out.is_empty() && c != '\'' {
            out.push('_');
        }
    }
    shorten(out.trim_end_matches('_'))
}

/// Leaves out what stands for a secret: a key names a thing, not that something was hidden.
pub(super) fn without_secrets(words: &str) -> std::borrow::Cow<'_, str> {
    let Some((before, rest)) = words.split_once("[redacted:") else { return words.into() };
    let after = rest.split_once(']').map_or("", |(_, after)| after);
    format!("{before} {after}").into()
}

/// Thai vowels and tone marks, which are not letters to the standard library.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{0E31}' | '\u{0E34}'..='\u{0E3A}' | '\u{0E47}'..='\u{0E4E}')
}

/// Returns the key that says the opposite, which a new memory under `key` makes untrue.
pub fn opposite_key(key: &str) -> Option<String> {
    key.strip_prefix("likes.")
        .map(|what| format!("dislikes.{what}"))
        .or_else(|| key.strip_prefix("dislikes.").map(|what| format!("likes.{what}")))
}

/// Returns the kind of what is kept under a canonical key; `None` for a key of free words.
pub(super) fn kind_of(key: &str) -> Option<EntryKind> {
    let family = key.split('.').next().unwrap_or(key);
    Some(match family {
        "response" | "likes" | "dislikes" | "preferred" | "code" => EntryKind::Preference,
        _ if key == "uses.editor" || key == "assistant.role" => EntryKind::Preference,
        _ if FAMILIES.contains(&family) || ALIASES.iter().any(|(k, _)| *k == key) => EntryKind::Fact,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn other_names_lead_to_the_canonical_key() {
        for (typed, key) in [
            ("Response Tone", "response.tone"),
            ("โทนการตอบ", "response.tone"),
            ("語氣", "response.tone"),
            ("response.verbosity", "response.length"),
            ("time_zone", "timezone"),
            ("TZ", "timezone"),
            ("ชื่อเล่น", "nickname"),
            ("生日", "birthday"),
            ("Favorite Team", "favorite_team"),
            ("task.current_goal", "task.current_goal"),
            ("Expertise.Docker", "expertise.docker"),
            ("ทีม", "team"),
            ("团队", "team"),
            ("department", "team"),
            ("a | b", "a_b"),
            ("topics", "topics.common"),
            ("commonTopics", "topics.common"),
            ("activeHours", "active_hours"),
            ("preferences.responseLength", "response.length"),
            ("preferences.language", "response.language"),
            ("preferences.emoji", "preferences.emoji"),
        ] {
            assert_eq!(canonical_key(typed).as_deref(), Some(key), "{typed}");
        }
        assert_eq!(canonical_key("  |  "), None);
        assert_eq!(opposite_key("likes.กาแฟ").as_deref(), Some("dislikes.กาแฟ"));
    }

    #[test]
    fn every_name_of_a_key_leads_back_to_it() {
        assert!(names_of("response.length").contains(&"responseLength".to_owned()));
        assert!(names_of("topics.common").contains(&"commonTopics".to_owned()));
        for key in ["response.tone", "timezone", "ชื่อเล่น", "职位", "topics", "active_hours"]
        {
            let names = names_of(key);
            assert!(names.len() > 1, "{key}");
            for name in names {
                assert_eq!(canonical_key(&name), canonical_key(key), "{name}");
            }
        }
        assert_eq!(names_of("favorite_team"), ["favorite_team"]);
    }

    proptest! {
        #[test]
        fn a_key_is_its_own_canonical_form_and_fits(typed in any::<String>()) {
            if let Some(key) = canonical_key(&typed) {
                prop_assert_eq!(canonical_key(&key), Some(key.clone()));
                prop_assert!(crate::id::Key::new(&key).is_ok());
            }
        }
    }
}

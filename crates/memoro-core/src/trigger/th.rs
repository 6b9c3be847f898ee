//! What people state most, in Thai. Thai writes no blanks between words: a statement is read from its start,
//! word by known word, up to the word that joins subject and value.

use super::en::{level, technology};
use super::keys;
use super::kin;
use super::persona::is_pronoun;
use super::slot::{Found, between, tidy, uses};
use super::text::Piece;
use super::values;

mod due;
mod living;

use due::{DUE, deadline};

use living::{being, expertise, place, work};
pub(super) use living::{is_no_work, is_trait, skill};

/// The person who speaks.
pub(super) const ME: &str = "ผม|ฉัน|ดิฉัน|เรา|หนู|ข้าพเจ้า|กระผม|กู|เค้า|ตัวเอง|ชั้น|อิฉัน|พวกเรา|ทีมเรา";
/// Words that say nothing before a statement.
const LEADS: &str = "เคย|โคตรจะ|โคตร|ค่อนข้างจะ|ค่อนข้าง|แอบ|มักจะ|ว่า|ให้|จะ|ก็|น่ะ|นะ|คือ|ตอนนี้|ปัจจุบัน|ที่จริง|จริงๆ|จริง ๆ|เดี๋ยวนี้|ปกติ|นี่|เนี่ย|ด้วย|เรื่อง|ข้อมูล";
const PROJECT: &str = "โปรเจกต์|โปรเจ็กต์|โปรเจค|โปรเจ็ค|โปรเจคต์|โครงการ|project";
/// Words of degree after what is liked or known.
const MUCH: &str = "มากๆ|มาก ๆ|มาก|ที่สุด|สุดๆ|สุด ๆ|เลย|จริงๆ|นะ|ครับ|ค่ะ|คะ|ด้วย|หน่อย|แล้ว|อยู่|เหมือนกัน|จ้า|จ้ะ|น้า";

/// How elders end what they say of themselves to the young, before whom they go by what they are to them.
pub(super) const TO_THE_YOUNG: &str = "นะหลาน|จ้ะหลาน|จ้าหลาน|เน้อหลาน|หลานเอ๊ย|หลานเอ๋ย|นะลูก|จ้ะลูก|จ้าลูก|เน้อลูก";

/// Verbs that may follow a speaker who calls themselves by age: พี่อยู่….
const VERBS: &str = "อยู่|ชื่อเล่น|ชื่อ|ทำงาน|เป็น|ใช้|ชอบ|ไม่|แพ้|เกิด|พูด|กิน|ถนัด|อายุ";

/// Finds the slot of a Thai statement.
pub(super) fn slot(content: Piece<'_>) -> Option<Found> {
    let content = content.strip_all(LEADS);
    let to_the_young = content.likely(TO_THE_YOUNG).any(|word| content.holds(word));
    let elders = if to_the_young {
        "ยาย|ย่า|ตา|ปู่|แม่|พ่อ|ป้า|ลุง|น้า|อา|พี่"
    } else {
        "พี่"
    };
    let elder = content.strip(elders).filter(|rest| rest.strip(VERBS).is_some());
    let content = elder.unwrap_or(content);
    let mine = content.strip_all(ME);
    let said = mine.strip_all(LEADS);
    named(said)
        .or_else(|| kinship(content))
        .or_else(|| project(content))
        .or_else(|| deadline(said))
        .or_else(|| place(said))
        .or_else(|| work(said))
        .or_else(|| expertise(said))
        .or_else(|| pro(said))
        .or_else(|| taste(said))
        .or_else(|| body(said))
        .or_else(|| tools(said))
        .or_else(|| copula(content))
        .or_else(|| being(said).filter(|_| mine.seen().len() < content.seen().len()))
}

/// Drops the owner after a subject: ของผม, ฉัน.
fn owned(piece: Piece<'_>) -> Piece<'_> {
    let rest = piece.trim_start().strip("ของ").unwrap_or(piece).trim_start();
    rest.strip(ME).unwrap_or(rest).trim_start()
}

fn named(said: Piece<'_>) -> Option<Found> {
    if let Some((who, rest)) = said.split("เรียกผมว่า|เรียกฉันว่า|เรียกเราว่า|เรียกหนูว่า|เรียกดิฉันว่า")
        && who.trim().seen().chars().count() <= 16
        && !who.has_any("อย่า|ห้าม|ไม่")
        && said.own_words().holds("เรียก")
    {
        return Found::known("nickname", rest.strip_ends("กันหมด|กันทั้งนั้น|กันทุกคน|กันทั้งบ้าน|กัน"));
    }
    let (key, rest) = if let Some(rest) = said.strip("นามสกุล") {
        ("surname", rest)
    } else if let Some(rest) = said.strip("ชื่อเล่น|ฉายา") {
        ("nickname", rest)
    } else if let Some(rest) = said.strip("เพื่อนๆ เรียกว่า|เพื่อนเรียกว่า|ใครๆ ก็เรียกว่า|ให้เรียกว่า")
    {
        return Found::known("nickname", rest);
    } else {
        ("name", said.strip("ชื่อจริง|ชื่อ-นามสกุล|ชื่อนามสกุล|ชื่อเต็ม|ชื่อ")?)
    };
    let rest = rest.strip("ใหม่").filter(|more| more.seen().starts_with([' ', ':'])).unwrap_or(rest);
    let value = owned(rest).strip_all("คือ|ชื่อ|ว่า|เป็น|:");
    let other = owned(rest).seen().len() == rest.trim_start().seen().len() && value.has("คือ");
    // ห้ามลืมชื่อฉันเด็ดขาด tells no name.
    let firmly = value.strip("เด็ดขาด|เป็นอันขาด|ตลอดไป").is_some_and(|rest| tidy(rest).is_empty());
    if other || firmly { None } else { Found::known(key, value) }
}

fn kinship(content: Piece<'_>) -> Option<Found> {
    if let Some(rest) = content.strip("วันเกิดของ|วันเกิด|ชื่อของ|ชื่อ")
    {
        let attribute = if content.seen().starts_with("วันเกิด") { "birthday" } else { "name" };
        let (owner, rest) = kin::at_start(rest.trim_start())?;
        return Found::known(format!("{owner}.{attribute}"), owned(rest).strip_all("คือ|เป็น|:"));
    }
    let mine = content.strip_all(ME);
    let start = mine.strip_all("มี|เลี้ยง");
    let (owner, rest) = kin::at_start(start)?;
    let counted = rest.seen().chars().count() <= 12
        && ["ตัว", "คน"].iter().any(|unit| tidy(rest).seen().ends_with(unit));
    if start.seen().len() < mine.seen().len() && (counted || tidy(rest).is_empty()) {
        return Found::known(owner, start);
    }
    let rest = owned(rest).strip_all("ตัวหนึ่ง|คนหนึ่ง|1 ตัว|1 คน|อีกคน|ที่บ้าน");
    let (attribute, value) = if let Some(value) = rest.strip("ชื่อเล่น|ชื่อ|ชื่อว่า")
    {
        ("name", value)
    } else if let Some(value) = rest.strip("อายุ") {
        ("age", value)
    } else if let Some(value) = rest.strip("เกิดวันที่|เกิด|วันเกิด|วันเกิดคือ")
    {
        ("birthday", value)
    } else if let Some(value) = rest.strip("ทำงานที่|ทำงานอยู่ที่") {
        ("employer", value)
    } else if let Some(value) = rest.strip("อยู่ที่|อยู่") {
        ("place", value)
    } else {
        return None;
    };
    Found::known(format!("{owner}.{attribute}"), value.strip_all("ว่า|คือ"))
}

fn project(content: Piece<'_>) -> Option<Found> {
    if let Some(rest) = content.strip(PROJECT) {
        let rest = owned(rest).strip_all("นี้|ของเรา|เรา");
        if let Some(value) = rest.strip("ชื่อ|ชื่อว่า") {
            return Found::known("project.name", value);
        }
        if let Some((what, value)) = rest.split("คือ|เป็น|: |：")
            && (1..=24).contains(&what.trim().seen().chars().count())
            && rest.strip("ใช้|เขียน").is_none()
        {
            return match what.trim().seen() {
                "เดดไลน์" | "กำหนดส่ง" | "deadline" => {
                    Found::known("deadline.project", value)
                }
                _ => Found::known(format!("project.{}", keys::category(what.trim().written())), value),
            };
        }
        let used = rest.strip("ใช้|เขียนด้วย|ใช้ภาษา")?.trim_start();
        let named = ["ฐานข้อมูล", "ภาษา", "เฟรมเวิร์ก", "เฟรมเวิร์ค", "ดาต้าเบส", "framework", "database"];
        if let Some((what, value)) = named.iter().find_map(|w| used.strip(w).map(|value| (*w, value))) {
            return Found::known(format!("project.{}", keys::category(what)), value.strip_all("เป็น|คือ"));
        }
        let value = tidy(used);
        let what = technology(value.seen()).map_or_else(|| keys::slug(value.written()), str::to_owned);
        return Found::known(format!("project.{what}"), value);
    }
    let (subject, value) = content.split("คือ|เป็น|:")?;
    let (what, rest) = subject.split(
        "ของโปรเจกต์|ของโปรเจ็กต์|ของโปรเจค|ของโปรเจ็ค|ของโครงการ|ของ project|โปรเจกต์|โปรเจค|โครงการ|project",
    )?;
    let left = rest.strip_all("นี้|ของเรา|เรา|ผม");
    if !left.is_empty() || what.trim().is_empty() {
        return None;
    }
    match what.trim().seen() {
        "เดดไลน์" | "กำหนดส่ง" | "deadline" => {
            Found::known("deadline.project", value)
        }
        _ => Found::known(format!("project.{}", keys::category(what.trim().written())), value),
    }
}

/// Drops the owner at the end of a subject.
fn owned_end(piece: Piece<'_>) -> Piece<'_> {
    let ended = piece.strip_ends("ของผม|ของฉัน|ของเรา|ของหนู|ของดิฉัน|ของกู|ผม|ฉัน|ดิฉัน|เรา|หนู|นี้");
    if ended.is_empty() { piece } else { ended }
}

/// โปร Laravel: known by the name of what it is.
fn pro(said: Piece<'_>) -> Option<Found> {
    let what = said.strip("โปร|เซียน|เทพ|เชี่ยว")?.trim_start();
    let name = what.split(" ").map_or(what, |(name, _)| name);
    let latin = name.seen().starts_with(|c: char| c.is_ascii_alphanumeric());
    if latin { super::en::skill(name, "expert") } else { None }
}

fn taste(said: Piece<'_>) -> Option<Found> {
    if let Some(rest) =
        said.strip("ไม่ชอบกิน|ไม่ชอบดื่ม|ไม่ชอบทาน|ไม่ปลื้ม|ไม่ถูกกับ|ไม่ค่อยปลื้ม|ทนไม่ได้กับ|แอนตี้|ไม่ชอบการ|ไม่ค่อยชอบ|ไม่ชอบ|เกลียดการ|เกลียด|รำคาญ|เบื่อ")
    {
        return Found::named("dislikes", rest.strip_ends(MUCH)).filter(short);
    }
    let rest = said.strip(
        "ชอบกิน|ชอบดื่ม|ชอบทาน|ชื่นชอบ|คลั่งไคล้|คลั่ง|ปลื้ม|สนใจเรื่อง|สนใจด้าน|เป็นแฟนคลับ|เป็นแฟน|ชอบการ|ชอบ|หลงรัก|หลงใหล|โปรดปราน|รัก|ติดใจ",
    )?;
    if let Some((better, other)) = rest.split("มากกว่า") {
        return between(better, other);
    }
    Found::named("likes", rest.strip_ends(MUCH)).filter(short)
}

fn short(found: &Found) -> bool {
    found.key.chars().count() <= 60
}

fn body(said: Piece<'_>) -> Option<Found> {
    if let Some(rest) =
        said.strip("พูดได้|พูดภาษา|พูด").filter(|rest| values::find(values::LANGUAGES, rest.seen()).is_some())
    {
        return Found::known("languages", rest.strip_all("ทั้งภาษา|ทั้ง").strip_ends("ได้|เป็น|คล่อง|ได้คล่อง"));
    }
    if let Some(rest) = said.strip("แพ้อาหารประเภท|มีอาการแพ้|แพ้")
    {
        let what = rest.split(" กิน| ถ้า| เวลา| ห้าม| อย่า").map_or(rest, |(what, _)| what);
        return Found::named(
            "allergy",
            what.strip_ends([MUCH, "หนักมาก|หนักๆ|หนัก|รุนแรงมาก|รุนแรง|ขั้นรุนแรง|แบบรุนแรง|แรงมาก"]),
        );
    }
    if let Some(rest) = said.strip("กรุ๊ปเลือด|กรุ๊บเลือด|หมู่เลือด|หมู่โลหิต|เลือดกรุ๊ป|เลือดกรุ๊บ").map(owned)
    {
        let value = rest.strip_all("คือ|เป็น|กรุ๊ป|หมู่");
        let group = value.strip("เอบี|เอ|บี|โอ|ab|a|b|o|rh").map(|rest| value.seen().len() - rest.seen().len());
        return group.and_then(|length| {
            let sign = value
                .from(length)
                .seen()
                .chars()
                .next()
                .filter(|c| matches!(c, '+' | '-'))
                .map_or(0, char::len_utf8);
            Found::known("blood_type", value.cut(0, length + sign))
        });
    }
    if let Some(rest) = said.strip("วันเกิด").map(owned).filter(|rest| dated(*rest)) {
        return Found::known("birthday", rest.strip_all("คือ|เป็น|ตรงกับ|วันที่"));
    }
    if let Some(rest) = said.strip("เกิดเมื่อวันที่|เกิดวันที่|เกิดเมื่อ|เกิดปี|เกิด")
    {
        return Found::known("birthday", rest);
    }
    if let Some(rest) = said.strip("อายุ") {
        return Found::known("age", owned(rest).strip_all("คือ"));
    }
    if let Some(rest) = said.strip("ไม่กิน|ไม่ทาน|กินไม่ได้").filter(|rest| {
        rest.trim_start().strip("หลัง|ก่อน|ตอน|ที่|ใน|ข้างนอก|เยอะ|มาก|แล้ว|กับ|เวลา|ถ้า|เมื่อ").is_none()
    }) {
        let what = rest.strip_ends(MUCH);
        return Found::avoided(what, &format!("ไม่กิน{}", tidy(what).seen()));
    }
    if let Some(rest) = said.strip("กินเจ|ทานเจ") {
        let always = tidy(rest.strip_ends(MUCH)).strip_all("ตลอด|ตลอดชีวิต|ทุกมื้อ|อย่างเดียว|ทุกวัน").is_empty();
        let kept = always || rest.strip("ทุกวันพระ|เฉพาะ|ช่วง|วัน|ทุก|ตอน|เดือน|ปีละ").is_none();
        return if kept {
            Found::fixed("diet", "vegan")
        } else {
            Some(Found { value: tidy(said).written().to_owned(), ..Found::fixed("diet", "vegan")? })
        };
    }
    let rest = said.strip("กินเฉพาะอาหาร|กินแต่อาหาร|กินเฉพาะ|กินแต่|กินอาหาร|กิน|ทานอาหาร|ทาน|เป็น|รับประทาน")?;
    let value = tidy(rest);
    if value.seen().chars().count() > 30 {
        return None;
    }
    values::find(values::DIETS, value.seen()).and_then(|diet| Found::fixed("diet", diet))
}

/// Tells whether words begin with a day: วันที่ 3, 3 มีนา.
fn dated(rest: Piece<'_>) -> bool {
    let day = rest.strip_all("คือ|เป็น|ตรงกับ|วันที่");
    day.seen().starts_with(|c: char| c.is_ascii_digit())
}

fn tools(said: Piece<'_>) -> Option<Found> {
    let machine = said.strip("เครื่อง|คอม|คอมพิวเตอร์|โน้ตบุ๊ก|โน้ตบุ๊ค").map(owned);
    let runs = machine.and_then(|rest| rest.strip("ที่ใช้อยู่เป็น|ที่ใช้อยู่คือ|ที่ใช้เป็น|ที่ใช้คือ|รัน|ลง|เป็น"));
    if let Some(found) = runs.and_then(uses).filter(|found| found.key == "uses.os") {
        return Some(found);
    }
    let rest = machine.unwrap_or(said);
    if rest.strip("ใช้ชีวิต|ใช้เงิน|ใช้จ่าย|ใช้ได้|ใช้แรง|ใช้ความ|ใช้คำ|ใช้หนี้|ใช้ไป").is_some()
    {
        return None;
    }
    let used = rest.strip("ใช้งาน|ใช้|เขียนโค้ดด้วย|เขียนโค้ดใน|เขียนโค้ดบน|เปลี่ยนมาใช้|หันมาใช้|ย้ายมาใช้|ถนัดใช้")?;
    if let Some(city) = used.strip("เวลา") {
        let city =
            tidy(tidy(city.split(" ").map_or(city, |(city, _)| city)).strip_ends("กับเรา|กับผม|กับฉัน|อยู่"));
        let zone = super::zones::zone(city.seen(), city.written());
        return if zone.contains('/') { Found::fixed("timezone", &zone) } else { None };
    }
    if let Some((what, purpose)) = used.split("เป็น|ในการ|สำหรับ|เขียนโค้ด")
    {
        let purpose = tidy(purpose);
        if !purpose.is_empty() && !tidy(what).is_empty() {
            let key = keys::alias(purpose.seen())
                .map_or_else(|| format!("uses.{}", keys::category(purpose.written())), str::to_owned);
            return Found::known(key, what);
        }
    }
    // What stands behind a foreign name is what it is used for: ใช้ Canva ทำป้ายร้าน.
    let name = used.trim_start();
    let latin = name.seen().starts_with(|c: char| c.is_ascii_alphanumeric());
    let end =
        name.seen().char_indices().find(|(_, c)| ('\u{0E00}'..='\u{0E7F}').contains(c)).map(|(at, _)| at);
    // VS Code กับ Docker: another stands behind it.
    let end = end.filter(|at| name.from(*at).strip("กับ|และ|หรือ").is_none());
    let named = end.filter(|_| latin).map(|end| name.cut(0, end)).filter(|name| !tidy(*name).is_empty());
    uses(named.unwrap_or(used).strip_ends(MUCH))
}

/// "X ของผมคือ Y".
fn copula(content: Piece<'_>) -> Option<Found> {
    let (subject, value) = content.split("คือ|ได้แก่|: |：")?;
    let trimmed = subject.trim();
    if trimmed.is_empty() || is_pronoun(trimmed) || trimmed.seen().chars().count() > 60 {
        return None;
    }
    if let Some(found) = reversed(trimmed, value) {
        return Some(found);
    }
    if let Some((what, _)) = trimmed.split("ที่ผมชอบ|ที่ฉันชอบ|ที่เราชอบ|ที่หนูชอบ|ที่ชอบ|โปรด|สุดโปรด|คู่ใจ|ที่ถนัด|ที่ผมถนัด")
    {
        let what = what.strip_ends("เรื่อง|เมนู|จาน|แนว|สุด");
        return Found::known(format!("preferred.{}", keys::category(what.written())), value);
    }
    let owned = owned_end(trimmed.strip_all(ME));
    if let Some((what, rest)) = owned.split("ระดับ")
        && what.trim().is_empty()
        && let Some(level) = level(value.seen())
    {
        return skill(rest, level);
    }
    if let Some(key) = keys::alias(owned.seen()) {
        let digits = value.seen().bytes().filter(u8::is_ascii_digit).count();
        let key = if key == "uses.phone" && digits >= 7 { "phone_number" } else { key };
        return Found::known(key, value);
    }
    let name = keys::slug(&owned.written().replace("ของ", ""));
    let mut found = Found::known(name, value)?;
    found.known = owned.seen().len() < trimmed.seen().len();
    Some(found)
}

/// คิมคือผู้ติดต่อฉุกเฉินของผม: what is the speaker's gives the key, who or what it is the value.
fn reversed(subject: Piece<'_>, value: Piece<'_>) -> Option<Found> {
    let value = tidy(value);
    let what = owned_end(value);
    let mine = what.seen().len() < value.seen().len() && value.seen().contains("ของ");
    let own = subject.has_any(ME) || subject.strip("วันนี้|พรุ่งนี้|นี่|นั่น").is_some();
    if !mine || own || what.seen().chars().count() > 30 || subject.seen().chars().count() > 30 {
        return None;
    }
    let key = match (keys::alias(what.seen()), kin::named(what.seen())) {
        (Some(key), _) => key.to_owned(),
        (None, Some(owner)) => format!("{owner}.name"),
        (None, None) => keys::slug(what.written()),
    };
    Found::known(key, subject)
}

/// The slot that a subject without a value names: วันเกิดผม, เรื่องที่ผมชอบกาแฟ.
pub(super) fn subject(words: Piece<'_>) -> Option<String> {
    let plain = words.strip_all("เรื่อง|ข้อมูล").strip_ends("ทิ้ง|ออก|หน่อย|เลย|ที|ไป");
    let named = owned_end(plain);
    if let Some(key) = keys::alias(named.seen()).or_else(|| keys::alias(named.strip_ends("เก่า").seen()))
    {
        return Some(key.to_owned());
    }
    let words = words.strip_all("เรื่องที่|เรื่อง|สิ่งที่|ข้อมูลเรื่อง|ข้อมูล|ว่า|ความจำเรื่อง|ความจำเกี่ยวกับ|เกี่ยวกับ|ที่บอกว่า|ค่า");
    let bare =
        words.strip_ends("ที่เคยตั้งไว้|ที่เคยตั้ง|ที่ตั้งไว้ก่อนหน้านี้|ที่ตั้งไว้|ที่บอกไป|ที่บอกไว้|ที่เคยบอก|ที่จำไว้|ไปได้เลย|ไปเลย|ไปซะ|ไป|ได้เลย|ซะ|ทิ้ง|ออก|หน่อย|เลย");
    let bare = owned_end(bare);
    if let Some(key) = keys::alias(bare.seen()).or_else(|| keys::alias(words.seen())) {
        return Some(key.to_owned());
    }
    if let Some((what, rest)) = bare.split("ของโปรเจกต์|ของโปรเจค|ของโครงการ|โปรเจกต์")
        && !what.trim().is_empty()
        && rest.strip_all("นี้").is_empty()
    {
        return Some(format!("project.{}", keys::category(what.trim().written())));
    }
    if let Some(rest) = bare.strip(DUE) {
        let what = rest.trim().strip_all("ของ|ส่ง");
        return (!what.is_empty()).then(|| format!("deadline.{}", keys::slug(what.written())));
    }
    if let Some((what, _)) = bare.split("ที่ผมชอบ|ที่ฉันชอบ|ที่ชอบ|โปรด")
        && !what.trim().is_empty()
    {
        return Some(format!("preferred.{}", keys::category(what.written())));
    }
    let (attribute, rest) = if let Some(rest) = bare.strip("วันเกิดของ|วันเกิด")
    {
        ("birthday", rest)
    } else {
        ("name", bare.strip("ชื่อของ|ชื่อ")?)
    };
    let (owner, left) = kin::at_start(rest)?;
    left.trim().is_empty().then(|| format!("{owner}.{attribute}"))
}

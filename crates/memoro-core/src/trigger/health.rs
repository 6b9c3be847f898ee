//! Conditions of the body that somebody lives with: "I've got type 2 diabetes", ผมเป็นความดันสูง, 我有高血压. One key a condition,
//! `health.<x>`, as with allergies. A pain of the day is none, nor is what is denied or only feared.

use super::slot::{Found, tidy};
use super::text::Piece;
use super::{th, zh};
use crate::text::{is_han, is_thai};

/// Words that name a condition wherever they stand in its name.
const ENGLISH: &str = "diabetes|prediabetes|blood pressure|hypertension|asthma|migraine|migraines|epilepsy|arthritis|adhd|autism|dyslexia|celiac|celiac disease|coeliac|ibs|crohn's|colitis|gout|anaemia|anemia|eczema|psoriasis|thyroid|hypothyroidism|hyperthyroidism|heart disease|heart condition|heart problem|kidney disease|kidney stones|cholesterol|sciatica|scoliosis|slipped disc|herniated disc|tinnitus|vertigo|insomnia|sleep apnea|sleep apnoea|depression|anxiety|ocd|ptsd|bipolar|cancer|leukaemia|leukemia|glaucoma|cataracts|copd|acid reflux|gerd|endometriosis|pcos|osteoporosis|fibromyalgia|lupus|multiple sclerosis|parkinson's|hepatitis|hiv|pacemaker|g6pd|thalassemia|lactose intolerance|colour blindness|color blindness|disease|disorder|syndrome";
const TRAITS: &str = "diabetic|prediabetic|asthmatic|epileptic|anaemic|anemic|hypertensive|colour-blind|color-blind|colourblind|colorblind|colour blind|color blind|lactose intolerant|lactose-intolerant|dyslexic|hard of hearing|haemophiliac|hemophiliac|autistic|immunocompromised|partially sighted|type 1 diabetic|type 2 diabetic";
const THAI: &str = "ความดัน|เบาหวาน|หอบหืด|หอบ|หืด|ไมเกรน|ลมชัก|ลมบ้าหมู|ไทรอยด์|ไขมันในเลือด|ไขมันสูง|คอเลสเตอรอล|เกาต์|เก๊าท์|รูมาตอยด์|ข้อเข่าเสื่อม|เข่าเสื่อม|ข้อเสื่อม|กระดูกทับเส้น|หมอนรองกระดูก|กรดไหลย้อน|ลำไส้แปรปรวน|ภูมิแพ้|โลหิตจาง|ธาลัสซีเมีย|พาร์กินสัน|อัลไซเมอร์|มะเร็ง|ซึมเศร้า|ไบโพลาร์|สมาธิสั้น|ออทิสติก|ตาบอดสี|ต้อหิน|ต้อกระจก|สะเก็ดเงิน|ตับอักเสบ|ไตวาย|นิ่วในไต|ออฟฟิศซินโดรม|ริดสีดวง|ไซนัส|โรค";
const HAN: &str = "高血压|低血压|高血脂|高血糖|糖尿病|哮喘|气喘|偏头痛|癫痫|心脏病|冠心病|心律不齐|甲亢|甲减|甲状腺|痛风|贫血|地中海贫血|关节炎|风湿|类风湿|腰椎间盘突出|椎间盘突出|腰间盘突出|颈椎病|胃病|胃炎|胃溃疡|胃食道逆流|胃食管反流|肠易激|鼻炎|湿疹|银屑病|牛皮癣|抑郁症|忧郁症|焦虑症|躁郁症|双相|多动症|自闭症|失眠症|色盲|色弱|青光眼|白内障|乙肝|肝炎|肾病|肾结石|胆结石|帕金森|癌症|骨质疏松|静脉曲张|乳糖不耐|蚕豆症|荨麻疹|三高|脂肪肝|慢性病";
/// What stands behind a condition.
const BEHIND: &str = ",|; |，|。|；|、| - | so | when | whenever | because | since | but | if | which | and | that | for |ช่วย|เวลา| เผื่อ| จด| จำ| บันทึก| เมม| เก็บ";
/// How often, how badly and since when.
const DEGREE: &str = "บ่อยมาก|บ่อยๆ|บ่อย|หนักมาก|หนัก|อยู่|มานาน|มาหลายปี|มานานแล้ว|แล้ว|ด้วย|ประจำ|病史|好多年了|很多年了|多年了|多年|好几年了|了|的|患者|really badly|badly|too|for years";

/// Finds the condition that a speaker says they live with.
pub(super) fn find(content: Piece<'_>) -> Option<Found> {
    let first = content.seen().chars().find(|c| c.is_alphabetic())?;
    let named = match first {
        c if is_thai(c) => thai(content),
        c if is_han(c) => han(content),
        _ => english(content),
    }?;
    let head = named.split(BEHIND).map(|(head, _)| head).filter(|head| !tidy(*head).is_empty());
    let named = tidy(tidy(head.unwrap_or(named)).strip_ends(DEGREE));
    // A Thai name of a condition has no blank: what stands behind one says how it is.
    let counted = |rest: Piece<'_>| rest.seen().starts_with(|c: char| c.is_ascii_digit());
    let blank = named.split(" ").filter(|(_, rest)| is_thai(first) && !counted(*rest));
    let named = blank.map_or(named, |(name, _)| name);
    let short = named.seen().chars().count() <= 40 && named.seen().split_whitespace().count() <= 5;
    if short && !tidy(named).is_empty() { Found::named("health", named) } else { None }
}

/// Tells whether words name a condition.
pub(super) fn is_condition(words: Piece<'_>) -> bool {
    words.has_any(ENGLISH) || [THAI, HAN].iter().any(|names| words.strip(*names).is_some())
}

fn english(content: Piece<'_>) -> Option<Piece<'_>> {
    const HAVE: &str = "i have got|i've got|ive got|i've had|i have had|i have|i got|i suffer from|i live with|i'm living with|i deal with";
    const DIAGNOSED: &str = "i was diagnosed with|i've been diagnosed with|i have been diagnosed with|i'm diagnosed with|i got diagnosed with|i was just diagnosed with|i've just been diagnosed with";
    const SAID: &str = "about|that|also|please|btw|fyi|the doctor says|my doctor says|the doctor said|my doctor said|doctor says|turns out";
    let said = content.strip_all(SAID);
    if let Some(rest) = said.strip(DIAGNOSED) {
        return Some(rest.strip_all("a|an|the"));
    }
    if let Some(rest) =
        said.strip("i'm|im|i am").map(|rest| rest.strip_all("a|an|also|mildly|severely|quite"))
    {
        let (end, whole) = (rest.split(BEHIND).map_or(rest, |(head, _)| head), tidy(rest));
        let is = |piece: Piece<'_>| super::search::words(TRAITS).has(tidy(piece).seen());
        return (is(end) || is(whole)).then_some(rest);
    }
    let owned = said.strip("my").filter(|rest| !rest.has_any("is|are|was|has|says|medicine|meds|inhaler"));
    let rest = said.strip(HAVE).map(|rest| rest.strip_all("a|an|the|some|pretty|really|quite")).or(owned)?;
    let head = rest.split(BEHIND).map_or(rest, |(head, _)| head);
    let joint = head.has("bad") && head.has_any("knee|knees|back|hip|hips|shoulder|heart|wrist|ankle|neck");
    (head.has_any(ENGLISH) || joint).then_some(rest)
}

fn thai(content: Piece<'_>) -> Option<Piece<'_>> {
    const HAVE: &str =
        "ป่วยเป็น|มีโรคประจำตัวเป็น|มีโรคประจำตัวคือ|โรคประจำตัวคือ|โรคประจำตัว|มีภาวะ|มีอาการ|มีปัญหาเรื่อง|มีปัญหา|เป็น|มี";
    let said = content.strip_all("ว่า|ก็|คือ").strip_all(th::ME).strip_all("ก็|น่ะ|นะ|คือ");
    let rest = said.strip(HAVE)?.trim_start();
    let sick = said.strip("ป่วยเป็น|มีโรค|โรคประจำตัว").is_some();
    let rest = rest.strip_all("เป็น|คือ|โรค:|:");
    (sick || rest.strip(THAI).is_some() && rest.strip("โรคจิต").is_none())
        .then(|| rest.strip("โรค").unwrap_or(rest))
}

fn han(content: Piece<'_>) -> Option<Piece<'_>> {
    const SURE: &str = "患有|患上了|患上|患了|确诊了|确诊为|确诊|被诊断出|被诊断为|被诊断|查出了|查出";
    let said = content
        .strip_all("：|，|说|那个")
        .strip_all(zh::ME)
        .strip_all("从小|一直|也|确实|其实|现在|今年|刚|平时");
    if let Some(rest) = said.strip(SURE) {
        return Some(rest.strip_all("有|了"));
    }
    let rest = said
        .strip("有点|有|得了|得过|是")
        .unwrap_or(said)
        .strip_all("轻微|轻度|中度|重度|严重|先天性|慢性|1型|2型|一型|二型|遗传性");
    let whole = said.strip("有点|有|得了|得过|是").unwrap_or(said);
    let own = content.strip_all("：|，|说").strip(zh::ME).is_some() || said.strip("有|得了").is_some();
    (own && rest.strip(HAN).is_some()).then_some(whole)
}

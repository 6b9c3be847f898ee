//! Signals of Thai sentences, read without spaces. Knows that `เมื่อ` opens both a condition and a past.

use super::scores::Scores;
use super::view::{View, each};

const SPEAKERS: &str = "ฉัน|ผม|ดิฉัน|หนู|เรา|กระผม|ข้าพเจ้า|ผู้ใช้|user|ยูสเซอร์";
const ABOUT: &str = "\
    ชอบ|ไม่ชอบ|ต้องการ|อยาก|เป็น|ชื่อ|แพ้|อยู่|ทำงาน|ใช้|มี|พูด|กิน|ไม่กิน|ดื่ม|ถนัด|เชี่ยวชาญ|รู้|\
    เกลียด|ตาบอด|รัก|สนใจ|อายุ|เกิด|ไม่|คุ้นเคย|prefer|expertise|เรียน|เลี้ยง|ขับ|นอน|ตื่น|มัก|\
    สะดวก|ขอ|งด";
const MINE: &str = "\
    ของฉัน|ของผม|ของดิฉัน|ของหนู|ของผู้ใช้|ของuser|ลูกชายฉัน|ลูกสาวฉัน|ลูกชายผม|ลูกสาวผม|แม่ฉัน|\
    พ่อฉัน|แม่ผม|พ่อผม|ภรรยาผม|สามีฉัน|แฟนฉัน|แฟนผม|พี่สาวฉัน|น้องชายฉัน|เพื่อนฉัน";
const WISHES: &str = "\
    เรียกฉัน|เรียกผม|เรียกหนู|ตอบฉัน|ตอบผม|บอกฉัน|บอกผม|คุยกับฉัน|คุยกับผม|ปกติฉัน|ปกติผม|\
    ต่อไปนี้ช่วยตอบ|ต่อไปให้ตอบ|ต่อไปช่วยตอบ|ที่ฉันชอบ|ที่ผมชอบ|ที่ผู้ใช้ชอบ|กับผมเสมอ|กับฉันเสมอ|\
    ให้ผมด้วย|ให้ฉันด้วย";
/// What a sentence about the user begins with, who is not named.
const HABITS: &str = "เลี้ยงแมว|เลี้ยงหมา|เลี้ยงสุนัข|เลี้ยงปลา|เลิกเหล้า|เลิกบุหรี่|เลิกน้ำหวาน|ยังไม่คล่อง|ไม่คล่อง|ไม่ถนัด|ไม่เก่ง|ตั้งงบ|งบซื้อ|งบประมาณส่วนตัว|ฝันอยาก|ฝันว่าอยาก|ใฝ่ฝัน|ตั้งใจจะ|ปีนี้ตั้งใจ|ปีนี้อยาก|มื้อเช้าไม่|เป็นคน|ขี้ลืม|ขี้หนาว|ขี้ร้อน|นอนดึก|ตื่นเช้า|ตื่นสาย|สายตาสั้น|หูไม่ค่อย|มีลูก|มีแมว|มีหมา|มีโรค|อาศัยอยู่|เมารถ|กินเผ็ด|ทานเผ็ด|ดื่มกาแฟ|ถือศีล|พูดอังกฤษ|ใจร้อน|โสด|แต่งงานแล้ว|หย่า|\
    ไม่กิน|ไม่ทาน|ไม่ดื่ม|ไม่ชอบ|ชอบ|เกลียด|กลัว|แพ้|ถนัด|ปกติติดต่อ|ปกติตื่น|ปกตินอน|ปกติทำงาน|ติดต่อได้|เป็นมังสวิรัติ";
/// What a wish about the agent's manners begins with.
const WANTS: &str = "อยากให้|ขออ่าน|ขอดู|ขอให้ตอบ|ขอคำตอบ";
const PAST_WHEN: &str = "\
    นัดล่าสุด|ครั้งล่าสุด|รอบล่าสุด|ก่อนหน้านี้|คราวที่แล้ว|ชั่วโมงก่อน|นาทีก่อน|เมื่อวาน|เมื่อคืน|เมื่อเช้า|เมื่อบ่าย|เมื่อเย็น|เมื่อกี้|เมื่อครู่|เมื่อสัปดาห์|เมื่ออาทิตย์|\
    เมื่อเดือน|เมื่อปี|เมื่อวันที่|เมื่อวันจันทร์|เมื่อวันอังคาร|เมื่อวันพุธ|เมื่อวันพฤหัส|\
    เมื่อวันศุกร์|เมื่อวันเสาร์|เมื่อวันอาทิตย์|เมื่อสองวัน|เมื่อสามวัน|เมื่อหลายวัน|เมื่อต้น|\
    เมื่อปลาย|เมื่อไม่นาน|เช้านี้|บ่ายนี้|เย็นนี้|คืนนี้|วันนี้|สัปดาห์ที่แล้ว|สัปดาห์ก่อน|\
    อาทิตย์ที่แล้ว|อาทิตย์ก่อน|เดือนที่แล้ว|เดือนก่อน|ปีที่แล้ว|ปีก่อน|ที่ผ่านมา|วันก่อน|ที่แล้ว|\
    เพิ่ง|ตะกี้|ต้นปีนี้|ปลายปีก่อน|ต้นเดือนนี้|สัปดาห์นี้|ครั้งที่แล้ว|คราวก่อน";
const MOMENTS: &str = "\
    วันที่|ตอนตี|ตอนเที่ยง|เที่ยงคืน|ตอนบ่าย|ตอนเช้า|ตอนเย็น|วันจันทร์|วันอังคาร|วันพุธ|วันพฤหัส|\
    วันศุกร์|วันเสาร์|วันอาทิตย์|ม.ค.|ก.พ.|มี.ค.|เม.ย.|พ.ค.|มิ.ย.|ก.ค.|ส.ค.|ก.ย.|ต.ค.|พ.ย.|ธ.ค.|\
    ชั่วโมง|สุดสัปดาห์|ตอนคืน|คืนก่อน|ช่วงเช้า|ช่วงบ่าย|ตรุษ|สงกรานต์|ปีใหม่";
const ENDED: &str = "\
    เสร็จ|สำเร็จ|เรียบร้อย|ล้มเหลว|ล่ม|พลาด|ถูกยกเลิก|ยกเลิก|ย้อนกลับ|rollback|ตัดสินใจ|ตกลงว่า|\
    พอใจ|ร้องเรียน|ลดเหลือ|ไปครึ่ง|จนเจอ|ผลออกมา|แก้ได้|ยังไม่ผ่าน|ชนะ|แทน|deployแล้ว|ค้างสอง|\
    อร่อยมาก|กลับมาใช้ได้|เคยลอง|ส่งแล้ว|ป่วย|พังลง|หายดี|หายแค่|กลับมา|อนุมัติ|ปฏิเสธ|เสียตอน|เสียเมื่อ|ได้รับ|พบว่า|เจอ|ล้มตอน|โดน";
const REPORTS: &str = "\
    ผู้ใช้บ่น|ผู้ใช้ตำหนิ|ผู้ใช้เล่า|ผู้ใช้แจ้ง|ผู้ใช้ถาม|ผู้ใช้ส่ง|ผู้ใช้บอก|ผู้ใช้อัปโหลด|ผู้ใช้ยกเลิก|ผู้ใช้รายงาน|ผู้ใช้ร้อง|\
    ลูกค้าแจ้ง|ลูกค้าโทร|ลูกค้าร้อง|userแจ้ง|userถาม";
const HAPPENED: &str = "\
    เผลอ|คลอดแล้ว|พังทั้ง|แพ้ไป|ชนะไป|หลับๆตื่นๆ|เรียบร้อยแล้ว|เรียบร้อยดี|เสียเวลา|เสียระหว่าง|ขายหมด|ได้เจอ|ได้พบ|ล้มกลาง|กลางทาง|ระหว่างทาง|เสร็จแล้ว|สำเร็จแล้ว|มาแล้ว|ไปแล้ว|ได้แล้ว|แล้วใช้ได้|แตก|ลืม|ต้องย้อน|ยังไม่เสร็จ|จึงต้อง|เลยต้อง|ตอนที่ฉัน|\
    ตอนที่ผม|พังไป|ไม่ได้ทำ|ไม่ได้ไป|ไม่ได้มา|จนจบ|หมดไป|หน่วยความจำหมด|ผมกับลูก|ฉันกับลูก|\
    ฉันกับเพื่อน|ผมกับเพื่อน|ผมกับแฟน|ฉันกับแฟน|ทำหาย|เกิดขึ้นเมื่อ|เคยไป|ได้ไป";
const WHEN: &str = "\
    เมื่อ|ถ้า|หาก|เวลา|กรณี|ทุกครั้งที่|ก่อน|หลังจาก|หลัง|พอ|ทุกวัน|ในกรณี|สมมติ|ทุกเช้า|ทุกเดือน|\
    ทุกสัปดาห์|ตอน";
const DO: &str = "\
    ให้|ต้อง|ควร|แล้วค่อย|ห้าม|อย่า|จากนั้น|ทำ|ก่อนเสมอ|then|should|เสมอ|→|ตรวจ|แล้ว";
const HOW: &str = "วิธี|ขั้นตอน|ขั้นแรก|ขั้นที่|เริ่มจาก|อันดับแรก";
const ORDER: &str = "อย่า|ห้าม|ต้อง|ควร|ให้";
const THEN: &str = "แล้วค่อย|จากนั้น|ก่อนเสมอ|เสมอแล้ว|ขั้นต่อไป";

const VERBS: &str = "\
    รดน้ำ|ใส่|เปิด|ปิด|เลือก|ยืนยัน|ส่ง|ตรวจ|ทดสอบ|แก้|ลบ|เพิ่ม|สร้าง|เขียน|อ่าน|ล้าง|เช็ก|เช็ค|ดู|\
    ถาม|บันทึก|คัดลอก|ย้าย|ติดตั้ง|รัน|กด|โทร|แจ้ง|ขอ|นัด|ประชุม|กิน|ไป|มา|เอา|ซื้อ|ขาย|พา|สลับ|\
    หมุน|เปลี่ยน|ปรับ|ตั้ง|จัด|เก็บ|รวม|แยก|หยุด|เริ่ม|ทำ|ลอง|คุย|พบ|เจอ|เล่น|วิ่ง|นั่ง|นอน|ซ่อม|\
    ต่อ|ถอด|เตรียม|รอ|หั่น|ผัด|ต้ม|แช่|หุง|ผสม|เท|ริน|อบ|พัก|นวด|ทอด|ย่าง|กรอง|กรอก|วาง|ดึง|ยก|ปลูก|\
    ตัดต่อ|ถ่าย|เชิญ|ฝาก|ถอน|คืน|เบิก|เคลียร์|รีเซ็ต|ฉลอง|เดิน|ขับ|ขึ้น|ลง|ชาร์จ|เสียบ|ติด|เซ็น|แพ็ก|อัปเกรด|ตรวจสอบ|นำเสนอ|ประสาน|ออกแบบ|วางแผน|เพิ่มเติม|กำจัด|ทิ้ง|deploy|\
    implement|push|merge|commit|run|test|rollback|backup|ปล่อย|อัปเดต|อัปโหลด|ดาวน์โหลด|รีสตาร์ต|\
    สำรอง|สรุป|นำ|พิมพ์|จอง|จ่าย|โอน|สมัคร|ยกเลิก|เรียก|ตอบ|อธิบาย|หลีกเลี่ยง|ระวัง|จำกัด|แปล|วัด|\
    นับ|ฝึก|สอน|สัมภาษณ์|เยี่ยม|ช่วย|หา|ค้น|จด|ตัด|ทา|ล็อก|ปลด|ใช้";

const CAUSES: &str = "\
    ทำให้|ช่วยให้|ขอให้|อยากให้|ชอบให้|ต้องการให้|ส่งให้|คืนให้|ขายให้|ให้บริการ|ผู้ให้|ไว้ให้|จัดให้|แจกให้|มีให้|ให้ได้|ได้ให้|มอบให้";
const LISTS: &str = "เช็กลิสต์|เช็คลิสต์|checklist|รายการตรวจ|แนวทาง|ลำดับ|สูตร";
const NOT_DUTY: &str = "ต้องการ|ต้องมี|ต้องย้อน|เลยต้อง|จึงต้อง|แต่ต้อง";
const SUMMARIES: &str = "สรุปงาน|สรุปการ|สรุปประชุม|สรุปวัน|บันทึกการ";
const WE: &str = "ทีมเรา|ทีมของเรา|ทีมงาน|เรา|ทีม";
const WE_DID: &str = "ลอง|ทดลอง|ชนะ|ย้าย|ตกลง|ตัดสินใจ|ได้ข้อสรุป|ปล่อย|ส่งมอบ|แพ้|เปิดตัว|ไป|เสีย";
const ON_A_DAY: &str = "ลดลง|เพิ่มขึ้น|เปิดใช้|เริ่ม|ย้าย|ส่ง|ปล่อย|แก้|พบ|เจอ|ประชุม|ไป|มา";
const DID: &str = "\
    ช่วยผู้ใช้|ผู้ใช้ถาม|ผู้ใช้ยกเลิก|ผู้ใช้ส่ง|ผู้ใช้อัปโหลด|ผู้ใช้ขอ|ใช้เวลา|ส่ง|แก้|ทำ|ปล่อย|พัก|ถ่าย|คืน|รีเซ็ต|\
    ฉลอง|เดิน|ขับ|deploy|implement|ทดสอบ";
const DOES_ONCE: &str = "\
    ลอง|เจอ|พบ|ซื้อ|โทร|ดาวน์โหลด|แจ้ง|ถาม|ส่ง|บอก|อัปโหลด|ยกเลิก|รายงาน|ไป|มา|ได้|ย้าย|ชนะ|ทำ|ตัดสินใจ|\
    ตกลง|เพิ่ง|ลืม|เสีย|นำเสนอ|คุย|ประชุม|สอบ|สมัคร|เดินทาง|พา|จอง";
const TOLD: &str = "แล้ว|เมื่อ|ตอน|วันนี้|จน|ไว้ที่|พอใจ|เดือน|สำเร็จ|เสร็จ|หาย|ขอให้เรา|อนุมัติ|ทุกคน|ผ่าน|กับ";
const MONTHS: &str = "\
    มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม|\
    ม.ค.|ก.พ.|มี.ค.|เม.ย.|พ.ค.|มิ.ย.|ก.ค.|ส.ค.|ก.ย.|ต.ค.|พ.ย.|ธ.ค.";
const AGAIN: &str = "\
    ทุก|ละสอง|ละหนึ่ง|ละสาม|ละครั้ง|เสมอ|ห้าม|ก่อนแล้ว|ให้เรียบร้อย|แล้วค่อย|ทันที|อย่างน้อย|ก่อน|เท่านั้น";
const ONCE: &str = "\
    ตอน|เมื่อ|กับ|แล้ว|เสร็จ|มาจาก|ชั่วโมง|หลัง|ไปสอง|ไปสาม|ไปสี่|ไปหลาย|คืนมา|เขา|หายแล้ว|ดีขึ้น|ไม่ไหว|สนุก|\
    ได้ผล";
const ANY_USER: &str = "งาน|ทั่วไป|ทุกคน|ใหม่|ที่|แต่ละ|หลาย|table|id";
const TO_ME: &str = "\
    ทำให้ฉัน|ทำให้ผม|สำหรับฉัน|สำหรับผม|ให้ฉัน|ให้ผม|ฉันชอบ|ผมชอบ|ฉันไม่|ผมไม่|ฉันเป็น|ผมเป็น";

/// Adds what a Thai reading of the text suggests.
pub(super) fn score(view: &View, scores: &mut Scores) {
    if !view.tight.chars().any(|c| ('\u{0E00}'..='\u{0E7F}').contains(&c)) {
        return;
    }
    let past = view.holds(PAST_WHEN);
    conditions(view, scores, past.is_some());
    duties(view, scores, past.is_some());
    scores.episodic(4, past);
    events(view, scores);
    endings(view, scores);
    bare_verb(view, scores, past.is_some());
    person(view, scores);
}

fn conditions(view: &View, scores: &mut Scores, past: bool) {
    scores.procedural(4, view.starts(HOW));
    scores.procedural(4, view.follows("อยากรู้ว่า|อยากดูว่า|อยากเช็ก|อยากเช็ค", "ใช้|รัน|พิมพ์|กด|สั่ง"));
    scores.procedural(2, view.starts(VERBS).filter(|_| view.holds("อย่า|ห้าม").is_some() && !past));
    scores.procedural(4, view.starts(ORDER));
    scores.procedural(3, view.holds(THEN));
    scores.procedural(4, view.holds("แล้วให้|เสร็จให้").filter(|_| !past));
    scores.procedural(4, view.starts(LISTS).filter(|_| view.tight.contains(':')));
    if past {
        return;
    }
    let when = view.starts(WHEN).filter(|when| view.follows(when, DO).is_some());
    scores.procedural(5, when);
    scores.procedural(3, view.starts("ใช้").filter(|_| view.holds("เวลา|เมื่อ|ตอน").is_some()));
    let told =
        view.tight.split_once([':', '：']).map(|(_, after)| after).filter(|after| !after.starts_with("//"));
    let then = told.is_some_and(|after| after.contains("แล้ว") || after.contains("จากนั้น"));
    if then && view.starts("สรุป|บันทึก").is_none() {
        scores.procedural(3, ": …แล้ว");
    }
    scores.procedural(4, view.holds("ก็ต่อเมื่อ"));
    let plain = view.without(CAUSES);
    let told_to = |after: &str| each(VERBS).any(|verb| after.starts_with(verb));
    if view.holds(WISHES).is_none() && plain.split("ให้").skip(1).any(told_to) {
        scores.procedural(3, "ให้…");
    }
    let by = view.follows("โดย", "แล้ว|จากนั้น|ก่อน").filter(|_| view.holds(ENDED).is_none());
    scores.procedural(3, by);
    let done_by = |after: &str| each(VERBS).any(|verb| after.starts_with(verb));
    if view.holds(ENDED).is_none() && view.tight.split("โดย").skip(1).any(done_by) {
        scores.procedural(3, "โดย…");
    }
    scores.procedural(4, view.follows("เมื่อไหร่|เมื่อไร", "ให้|ต้อง|ควร"));
}

fn duties(view: &View, scores: &mut Scores, past: bool) {
    scores.procedural(3, view.follows("เริ่มจาก", "แล้ว|จากนั้น"));
    if past {
        return;
    }
    if view.tight.starts_with("จะ") && view.holds("ให้|ต้อง|ควร").is_some() {
        scores.procedural(4, "จะ…ให้");
    }
    let speaker = view.starts(SPEAKERS);
    let wished = view.holds("ต้องการ").is_some() || view.holds(WISHES).is_some();
    if !wished && speaker.is_none_or(|who| who == "เรา") {
        scores.procedural(3, view.follows("ต้อง|ควร|ให้", "ก่อน|เสมอ|ทุกครั้ง|ทันที"));
    }
    if speaker.is_none() && view.holds(NOT_DUTY).is_none() && view.holds(MINE).is_none() {
        scores.procedural(3, view.holds("ต้อง|ห้าม"));
    }
}

/// What tells how a thing went, or how a stretch of the day was spent.
const WENT: &str = "\
    กว่าที่คิด|กว่าที่คาด|กว่าที่วางแผน|กว่าที่หวัง|เกินคาด|ทั้งเช้า|ทั้งบ่าย|ทั้งคืน|ปรากฏว่า|กลายเป็นว่า|ถึงได้รู้ว่า";

fn events(view: &View, scores: &mut Scores) {
    scores.episodic(4, view.starts(SUMMARIES));
    scores.episodic(3, view.holds(WENT).filter(|_| view.holds("ทุก|ให้|ต้อง").is_none()));
    scores.episodic(3, view.opens_with_date());
    scores.episodic(3, view.starts(REPORTS));
    let history = view.holds("ปี18|ปี19|ปี20|ปี24|ปี25|พ.ศ.|ค.ศ.").is_some();
    scores.episodic(3, view.holds(HAPPENED).filter(|_| !history));
    let together = view.holds(WE_DID).is_some() && view.holds("ทุก|จะ|คือ").is_none();
    scores.episodic(3, view.starts(WE).filter(|_| together));
    if month_day(view) && view.holds("ปี25|ปี20|พ.ศ.|ค.ศ.").is_none() {
        scores.episodic(2, "a date");
        scores.episodic(2, view.holds(ON_A_DAY));
        scores.episodic(1, view.starts("วันที่"));
    }
    let ahead = view.holds("ทุก|จะ|คือ|หน้า").is_some();
    scores.episodic(3, view.starts("เดือนมกรา|เดือนกุมภา|เดือนมีนา|เดือนเมษา|เดือนพฤษภา|เดือนมิถุนา|เดือนกรกฎา|เดือนสิงหา|เดือนกันยา|เดือนตุลา|เดือนพฤศจิกา|เดือนธันวา").filter(|_| !ahead));
}

/// Adds what the end of the story tells.
fn endings(view: &View, scores: &mut Scores) {
    let Some(ended) = view.holds(ENDED) else { return };
    scores.episodic(2, ended);
    scores.episodic(2, view.holds(MOMENTS));
    if view.tight.ends_with("แล้ว") || view.tight.contains("แล้ว,") {
        scores.episodic(1, "แล้ว");
    }
    scores
        .episodic(3, view.starts(DID).or_else(|| view.starts(VERBS)).filter(|_| view.holds(AGAIN).is_none()));
}

/// Tells whether the words after a person tell a thing done once.
fn happened_to(after: &str) -> bool {
    each(DOES_ONCE).any(|did| after.starts_with(did)) && each(TOLD).any(|told| after.contains(told))
}

/// Tells whether a day of a month is named: a number and the name of a month after it.
fn month_day(view: &View) -> bool {
    let numbered = |(before, _): (&str, &str)| before.ends_with(char::is_numeric);
    each(MONTHS).any(|month| view.tight.split_once(month).is_some_and(numbered))
}

/// Reads a sentence that opens with its verb: told to be done again and again, or done once.
fn bare_verb(view: &View, scores: &mut Scores, past: bool) {
    if view.starts(VERBS).is_none() || view.starts("การ|ใช้เวลา").is_some() {
        return;
    }
    let plain = view.without("เมื่อไหร่|เมื่อไร");
    match (view.holds(AGAIN), each(ONCE).find(|once| plain.contains(once))) {
        (Some(again), _) if !past => scores.procedural(3, again),
        (_, Some(once)) if view.holds("ต้อง|ควร").is_none() => scores.episodic(3, once),
        (_, None) if !past => scores.procedural(2, "a bare verb"),
        _ => {}
    }
}

fn person(view: &View, scores: &mut Scores) {
    scores.user(4, view.holds(WISHES));
    scores.user(4, view.starts(HABITS).filter(|_| view.starts("แพ้ไป|แพ้คะแนน|แพ้ยับ|แพ้ขาด").is_none()));
    scores.user(6, view.holds("ผู้ใช้จะไม่|ผู้ใช้มัก|ผู้ใช้ชอบ|ผู้ใช้ไม่ชอบ|ผู้ใช้มีประสบการณ์|ผู้ใช้เพิ่งหัด|ผู้ใช้ถนัด"));
    let each_day = view.holds("ทุกคืน|ทุกวัน|ทุกเช้า|ทุกเย็น|ทุกอาทิตย์").is_some();
    scores.user(4, view.holds("ฉันปิด|ผมปิด|ฉันไม่|ฉันจะ|ผมจะ|ฉันต้อง|ผมต้อง").filter(|_| each_day));
    let habit = view.holds("ให้|ต้อง|ควร|ห้าม").is_none();
    scores.user(
        9,
        view.starts("เวลา|ตอน").filter(|_| habit && view.holds("ชอบ|มักจะ|ติดนิสัย|เราหมายถึง|หมายถึง").is_some()),
    );
    // A second ให้ tells what to do about it: that is a way, not a wish.
    scores.user(7, view.starts(WANTS).filter(|_| view.tight.matches("ให้").count() < 2));
    scores.user(4, view.holds("ที่บ้านผม|ที่บ้านฉัน|บ้านเรา"));
    scores.user(3, view.holds(TO_ME));
    scores.user(3, view.holds(MINE));
    let Some(who) = view.starts(SPEAKERS) else { return };
    let after = view.tight.strip_prefix(who).unwrap_or_default();
    let about = |place: &str| each(ABOUT).any(|about| place.starts_with(about));
    if about(after) {
        scores.user(4, who);
    } else if happened_to(after) {
        scores.episodic(3, who);
    } else if who != "เรา" && !each(ANY_USER).any(|any| after.starts_with(any)) {
        scores.user(3, who);
    } else if each(ABOUT).any(|about| after.contains(about)) {
        scores.user(2, who);
    }
}

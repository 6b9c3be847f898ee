//! Short commands read word by word: each word of the clause must be one that such a command has, so that a clause
//! which goes on about anything else is none. Says which sorts of words were there, not what they mean together.

use super::text::Piece;

/// Sorts of words, as bits.
pub(super) type Sorts = u32;

/// Returns the sorts of all words of a clause; `None` where a word is of no sort.
pub(super) fn sorts(clause: Piece<'_>, table: &[(Sorts, &'static str)]) -> Option<Sorts> {
    const MOST: usize = 40;
    let mut piece = clause.trim_start();
    let mut found = 0;
    for _ in 0..MOST {
        if piece.is_empty() {
            return Some(found);
        }
        let taken = table.iter().filter_map(|(sort, words)| piece.strip(words).map(|rest| (*sort, rest)));
        let (sort, rest) = taken.min_by_key(|(_, rest)| rest.seen().len())?;
        found |= sort;
        piece = rest.trim_start();
    }
    None
}

const SEE: Sorts = 1;
const WHAT: Sorts = 1 << 1;
const KNOW: Sorts = 1 << 2;
const KEPT: Sorts = 1 << 3;
const YOU: Sorts = 1 << 4;
const ME: Sorts = 1 << 5;
const MEMORY: Sorts = 1 << 6;
const FILL: Sorts = 1 << 7;
const YES: Sorts = 1 << 8;
const NO: Sorts = 1 << 9;
const CONFIRM: Sorts = 1 << 10;
const KEEP: Sorts = 1 << 11;
const POINT: Sorts = 1 << 12;
const DROP: Sorts = 1 << 13;
/// Means an answer to what waits even where nothing is named.
const ALONE: Sorts = 1 << 14;
/// Means one where something is pointed at.
const POINTED: Sorts = 1 << 15;
const ALL: Sorts = 1 << 16;

const SHOWING: &[(Sorts, &str)] = &[
    (
        SEE,
        "rundown|a rundown|give me a rundown|run me through|run through|go over|open|ไล่|ไล่มา|เปิด|ขอดู|翻|报一遍|报|调出来|瞧瞧|列给我|翻给我|念|show me|show|list out|list|tell me|tell|give me|display|print|let me see|read back|view|summarize|summarise|recap|remind me|ดู|บอก|แสดง|โชว์|ลิสต์|สรุป|เล่า|列出来|列出|列一下|列|告诉我|显示|看看|看一下|给我看看|给我看|展示|说说|总结|讲讲|说一下|汇总",
    ),
    (
        WHAT,
        "whats|what's|what|which|anything|any|ไร|ไรบ้าง|กี่อย่าง|เท่าไหร่|哪些|everything|anything|all|อะไรบ้าง|อะไร|เรื่องไหน|ทุกอย่าง|ทั้งหมด|ให้หมด|หมด|什么|哪些|啥|全部|所有|一切|多少|些什么",
    ),
    (
        KNOW,
        "collected|gathered|picked up|know|have|got|'ve got|learned|learnt|have got|รู้จัก|รู้|มี|知道|了解|掌握|有",
    ),
    (
        KEPT,
        "remembered|remember|stored|saved|kept|keep|holding|hold|recorded|noted|noted down|written down|down|on file|on record|in store|in mind|จดจำ|จำได้|จำ|บันทึก|เก็บ|记住|记得|记下|记录|记了|存了|存|保存|记",
    ),
    (YOU, "you've|you|u|your|เธอ|คุณ|นาย|แก|你|您"),
    (ME, "of mine|mine|about me|me|my|myself|i|ผม|ฉัน|ดิฉัน|เรา|หนู|ตัวเอง|กู|我们|我|本人"),
    (MEMORY | ME | KEPT, "my file|my files|my record|my dossier|my profile"),
    (
        MEMORY,
        "dossier|แฟ้ม|ตัวตน|资料|底细|memory|memories|preferences|profile|ความทรงจำ|ความจำ|โปรไฟล์|พรีเฟอเรนซ์|记忆|偏好|个人档案|档案",
    ),
    (
        FILL,
        "ลอง|ไหน|จาก|ฟัง|ให้ฟัง|ดู|ละ|บน|ใน|在你那边|在你那儿|你手上|手上|里|写了|写|一遍|看看|it|at all|stuff|the stuff|rundown of|with|from|the|a|an|actually|really|exactly|honestly|hey|so|even|all right|at this point|at the moment|as of now|to date|already|still|these days|of|on|about|regarding|concerning|so far|do|does|did|has|been|now|please|pls|facts|fact|things|stuff|info|information|details|data|for|to|can|could|would|want|like|and|is|are|right|currently|up to now|up till now|today|in|just|then|back|that|until now|ok|okay|hey|everything's|\
        ที่|ว่า|เกี่ยวกับ|เรื่อง|ของ|ไว้|เอาไว้|อยู่|บ้าง|หน่อย|มา|ให้|ครับ|ค่ะ|คะ|นะ|จ้า|จ้ะ|ข้อมูล|ตอนนี้|ขอ|ช่วย|ได้|ซิ|สิ|ที|ถึง|กับ|แล้ว|เลย|สิ่ง|อยาก|รายการ|ๆ|จริงๆ|ตกลง|关于|有关|的|了|吗|呢|吧|呀|啊|出来|东西|信息|内容|事情|事|资料|给|请|一下|到底|究竟|真的|现在|目前|些|来|让|都|还|跟|到|哪|想|要|帮|把|下来|住",
    ),
];

/// Tells whether a clause asks for what is kept of the person.
pub(super) fn shows(clause: Piece<'_>) -> bool {
    let Some(found) = sorts(clause, SHOWING) else { return false };
    let has = |sort: Sorts| found & sort != 0;
    let first_person = clause.trim_start().strip("i|ผม|ฉัน|ดิฉัน|เรา|หนู|กู|我们|我|本人").is_some() && !has(SEE);
    let known = has(YOU) && (has(KNOW) || has(KEPT)) || has(KEPT) && has(WHAT);
    !first_person && (has(SEE) || has(WHAT)) && has(ME) && (known || has(MEMORY) && (has(YOU) || has(SEE)))
}

const ANSWERS: &[(Sorts, &str)] = &[
    (
        YES,
        "yes|yeah|yep|yup|ok|okay|sure|right|correct|alright|absolutely|of course|exactly|โอเคครับ|โอเคค่ะ|โอเค|ตกลง|ใช่|ถูกต้อง|ถูก|แน่นอน|อืม|好的|好|对的|对|是的|可以|行|嗯|没错|没问题|当然",
    ),
    (NO, "no thanks|no|nope|nah|ไม่เอา|ไม่|不用了|不用|不要|不了|不|别"),
    (CONFIRM | ALONE, "confirmed|confirm|ยืนยัน|确认"),
    (CONFIRM | POINTED, "approve|approved|อนุมัติ|批准"),
    (CONFIRM, "accept|同意"),
    (ALL, "all of them|all|both|everything|ทั้งหมด|ทุกอัน|ทุกรายการ|ทุกข้อ|全部|所有|都"),
    (KEEP, "remember|save|keep|store|จดจำ|จำ|บันทึก|เก็บ|记住|记下|保留|保存|留着|记着|存|记"),
    (DROP | ALONE, "reject|rejected|ปฏิเสธ|拒绝|驳回"),
    (DROP | POINTED, "discard|dismiss|decline|ไม่ยืนยัน|不确认"),
    (DROP, "drop|throw away|ทิ้ง|ยกเลิก|丢掉|丢弃|去掉|取消"),
    (
        DROP | KEEP,
        "no need to keep|no need to save|no need to store|no need to remember|no need to record|ไม่จำเป็นต้องจำ|ไม่จำเป็นต้องเก็บ|ไม่จำเป็นต้องบันทึก|不需要存|不需要保存|不需要记|没必要记|没必要存|don't keep|do not keep|don't save|do not save|don't remember|do not remember|don't store|do not store|dont keep|dont save|don't record|ไม่ต้องจดจำ|อย่าเพิ่งจำ|อย่าเพิ่งบันทึก|อย่าเพิ่งจด|ยังไม่ต้องจำ|ไม่ต้องจำ|ไม่ต้องบันทึก|ไม่ต้องเก็บ|อย่าจำ|อย่าบันทึก|อย่าเก็บ|ห้ามจำ|不要记|不用记|别记|不要存|别存|不用存|不要保留|不用保留|不要保存|别保存",
    ),
    (
        POINT,
        "that one|this one|that|it|this|one|อันนั้น|อันนี้|ตามนั้น|ตามนี้|นั้น|นี้|เรื่องนั้น|เรื่องนี้|ตัวนั้น|ที่เสนอมา|ที่เสนอ|那条|这条|那个|这个|那一条|这一条|那项",
    ),
    (
        MEMORY,
        "memory|memories|suggested memory|pending memory|suggestion|suggestions|proposal|ความจำ|ความทรงจำ|ข้อเสนอ|记忆|建议",
    ),
    (
        FILL,
        "please|pls|nah|i|we|ขอ|我|go ahead|and|you can|you may|do|then|the|just|thanks|thank you|suggested|proposed|pending|my|your|ได้|เลย|ไว้|นะ|ครับ|ค่ะ|คะ|จ้า|แล้ว|ให้|ที่|ไป|หรอก|อัน|ด้วย|ก็|เอา|吧|了|下来|住|的|就|请|把|帮我|啊|哦|给我|在|起来",
    ),
];

/// What a short answer does with a memory that waits.
pub(super) enum Answer {
    Confirms,
    Rejects,
}

/// Reads a clause as the answer to what waits; tells also whether it means all of it.
pub(super) fn answers(clause: Piece<'_>) -> Option<(Answer, bool)> {
    let found = sorts(clause, ANSWERS)?;
    let has = |sort: Sorts| found & sort != 0;
    let named = has(POINT) || has(MEMORY) || has(ALL);
    let enough = has(ALONE) || has(POINTED) && named || has(MEMORY) || has(KEEP) && named;
    if has(DROP) && enough && !has(YES) && !has(CONFIRM) {
        return Some((Answer::Rejects, has(ALL)));
    }
    let agreed = has(YES) && has(KEEP) && named || has(CONFIRM) && enough;
    (agreed && !has(NO) && !has(DROP)).then_some((Answer::Confirms, has(ALL)))
}

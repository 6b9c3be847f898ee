//! Short commands about memory itself: confirm, reject, show. Each must be the whole clause; a clause that goes
//! on about something else ("confirm the booking", "show me the code") is none of them.

mod about;

use super::Intent;
use super::closed::{self, Answer};
use super::slot;
use super::text::Piece;

/// A command about memory itself and the slot it names, if any.
pub(super) struct Ask<'a> {
    pub(super) intent: Intent,
    pub(super) key: Option<String>,
    /// What the command names, as said; may be empty.
    pub(super) about: Piece<'a>,
}

const MEMORY: &str = "the memory|this memory|that memory|these memories|all memories|all pending memories|pending memories|pending memory|the pending memory|memories|\
    memory|saving|remembering|การจดจำ|การจำ|ให้จดจำ|ให้จำ|ความจำนี้|ความจำ|ความทรงจำ|การบันทึก|ให้บันทึก|จดจำ|จำ|这条记忆|这个记忆|该记忆|所有记忆|全部记忆|记忆|保存记忆|记住|记录";
const YES: &str = "that's correct|that is correct|that is right|that's it|exactly|perfect|great|ยืนยัน|go ahead|do it|please|yes|yeah|yep|yup|ok|okay|sure|confirmed|confirm|correct|right|alright|absolutely|that's right|please do|of course|โอเค|โอเคร|โอเคครับ|โอเคค่ะ|ตกลง|ได้|ใช่|\
    เอา|อืม|อือ|ครับ|ค่ะ|ถูกต้อง|แน่นอน|ถูกแล้ว|ใช่แล้ว|ถูก|ได้เลย|好的|好|可以|对|是的|是|行|嗯|没错|正确|对的|没问题|当然|确认|同意|要";
const THEN: &str = "please|pls|and|go ahead and|go ahead|do|you can|just|then|ให้|เลย|ครับ|ค่ะ|คะ|นะ|ช่วย|请|就|那|帮我|吧|你|的|了|给我";
const KEEP: &str = "remember|save|keep|store|memorize|เก็บ|留着|留下|จำ|จดจำ|บันทึก|จด|记住|记下来|记下|记着|记录下来|保存|存下来|存|记";
const POINTER: &str = "that|it|this|one|the memory|that memory|this memory|to memory|in memory|to your memory|in your memory|memory|for me|please|then|thanks|ไว้|เลย|ได้|\
    ได้เลย|ให้|หน่อย|นะ|ครับ|ค่ะ|คะ|เรื่องนี้|อันนี้|สิ่งนี้|ด้วย|จ้า|ข้อมูลนี้|吧|它|这个|这条|记忆|下来|了|一下|就好|这条记忆|哦|啊|住|好|这件事|这些";

/// Reads a clause as confirm, reject or show.
pub(super) fn read(clause: Piece<'_>) -> Option<Ask<'_>> {
    reject(clause)
        .or_else(|| confirm(clause))
        .or_else(|| show(clause))
        .or_else(|| word_by_word(clause))
        .or_else(|| by_key(clause))
}

/// Reads a clause that has no words but those of such a command.
fn word_by_word(clause: Piece<'_>) -> Option<Ask<'_>> {
    let (intent, all) = match closed::answers(clause) {
        Some((Answer::Confirms, all)) => (Intent::Confirm, all),
        Some((Answer::Rejects, all)) => (Intent::Reject, all),
        None => (closed::shows(clause).then_some(Intent::Show)?, false),
    };
    let key = all.then(|| super::EVERYTHING.to_owned());
    Some(Ask { intent, key, about: clause.cut(0, 0) })
}

/// "confirm my nickname", ปฏิเสธเรื่องโทน, 确认语气: an answer that names the slot. What people also confirm or
/// reject elsewhere, an address or a date, is not taken for a memory.
fn by_key(clause: Piece<'_>) -> Option<Ask<'_>> {
    let said = clause.strip_all("please|pls|ok|okay|yes|no|i|ช่วย|ขอ|ผม|ฉัน|请|好的|好|我|那就|就");
    let (intent, rest) = match said.strip("confirm|approve|ยืนยัน|อนุมัติ|确认|批准")
    {
        Some(rest) => (Intent::Confirm, rest),
        None => (Intent::Reject, said.strip("reject|discard|decline|dismiss|ปฏิเสธ|ไม่ยืนยัน|拒绝|驳回")?),
    };
    let whole = slot::tidy(rest.strip_all("the|that|this|my|key|ค่า|那个|这个|我的"));
    let about = slot::tidy(whole.strip_all("about|เรื่อง|那条|这条|关于|有关"));
    let named = about.strip_ends(
        "suggestion|memory|preference|one|entry|อันนั้น|อันนี้|นั้น|นี้|ที่เสนอ|那条|这条|那一条|的记忆|记忆|建议|的",
    );
    let of_memory = named.seen().len() < whole.seen().len();
    let dotted = named.seen().contains(['.', '_']) && !named.seen().contains(' ');
    let key = if dotted {
        super::keys::canonical_key(named.written())
    } else {
        super::keys::alias(named.seen()).map(str::to_owned)
    };
    let elsewhere = |key: &String| {
        let place =
            ["place", "city", "home city", "城市", "所在城市", "居住地", "เมือง"].contains(&named.seen());
        matches!(key.as_str(), "email" | "phone_number" | "place" | "place.work" | "birthday") && !place
    };
    let key = key.filter(|key| of_memory || !elsewhere(key))?;
    Some(Ask { intent, key: Some(key), about: named })
}

fn confirm(clause: Piece<'_>) -> Option<Ask<'_>> {
    let start = clause.strip_all("please|pls|ok|okay|yes|ช่วย|ขอ|请|好的|好|我|i|ฉัน|ผม");
    if let Some(rest) = start.strip("confirm|approve|accept|ยืนยัน|อนุมัติ|确认|批准|同意")
        && let Some(rest) = rest.trim_start().strip_all("all|the|ทั้งหมด|全部|所有").strip(MEMORY)
        && let Some(ask) = about(Intent::Confirm, rest)
    {
        return Some(ask);
    }
    if guessed(clause) {
        return Some(Ask { intent: Intent::Confirm, key: None, about: clause.cut(0, 0) });
    }
    let agreed = clause.strip_all(YES);
    if agreed.seen().len() == clause.trim_start().seen().len() {
        return None;
    }
    let polite_only = clause.strip_all("please");
    let kept = agreed.strip_all(THEN).strip(KEEP)?;
    if polite_only.strip(KEEP).is_some() {
        return None;
    }
    let any_save = agreed.strip_all(THEN).strip("save|keep|store|保存|存下来|存").is_some();
    let twice = clause.strip(YES).is_some_and(|rest| rest.trim_start().strip(YES).is_some());
    let right = clause.strip("correct|that's right|that's correct|that is right|that is correct|right|exactly|ถูกต้อง|ใช่|ถูก|没错|对的|对|正确|是的").is_some();
    if any_save && !twice && !right && kept.strip_all("了|吧|please").is_empty() {
        return None;
    }
    kept.strip_all(POINTER).is_empty().then_some(Ask {
        intent: Intent::Confirm,
        key: None,
        about: kept.cut(0, 0),
    })
}

/// Tells whether a clause says that something was guessed right and may be kept: "you guessed it, …, keep that one".
fn guessed(clause: Piece<'_>) -> bool {
    const GUESSED: &str = "you guessed it|you guessed right|you guessed correctly|good guess|great guess|guessed it|guessed right|you got it right|you got me|เดาแม่น|เดาถูก|เดาเก่ง|ทายถูก|ทายแม่น|猜对了|猜得对|猜得真准|猜得准|猜中了|你猜对|spot on|that's right|that is right|that's correct|bang on|ใช่เลย|ใช่ค่ะ|ใช่ครับ|ถูกต้องเลย|ถูกเลย|说对了|是我";
    const KEPT: &str = "keep that one|keep that in there|keep it in there|keep him in there|keep her in there|hang on to that|hold on to that|เก็บไว้ได้|เก็บได้|จำไว้ได้|บันทึกได้|จดไว้ได้|留着吧|存着吧|可以存|可以记|存吧|记着吧";
    let said = clause.strip_all(YES).strip_all("you|well|ha|haha|wow|อ้อ|ว้าว|โห|哇|你|还真|是我|对");
    let guess = clause.strip_all(YES).strip(GUESSED).or_else(|| said.strip(GUESSED));
    guess.is_some_and(|rest| rest.has_any(KEPT) && !rest.has_any("don't|do not|อย่า|ไม่ต้อง|别|不要|不用"))
}

/// What a command names: nothing, or a slot.
fn about(intent: Intent, rest: Piece<'_>) -> Option<Ask<'_>> {
    let named =
        slot::tidy(rest.strip_all(POINTER).strip_all("about|of|for|key|เรื่อง|เกี่ยวกับ|ที่ว่า|ของ|关于|：|:"));
    if named.is_empty() {
        return Some(Ask { intent, key: None, about: named });
    }
    let dotted = named.seen().contains('.') && !named.seen().contains(' ');
    let key = slot::subject(named)
        .or_else(|| dotted.then(|| super::keys::canonical_key(named.written())).flatten())?;
    Some(Ask { intent, key: Some(key), about: named })
}

const DO_NOT_KEEP: &str = "let's not keep|let's not save|let's not store|let's not remember|skip saving|skip storing|skip keeping|i don't want you to remember|i don't want you to save|i'd rather you didn't remember|i'd rather you didn't keep|i'd rather you didn't save|i'd rather you didn't store|i would rather you didn't keep|i'd prefer you didn't keep|i'd prefer you didn't remember|i'd prefer you didn't save|don't remember|do not remember|dont remember|don't save|do not save|dont save|don't store|do not store|don't keep|do not keep|don't memorize|don't record|\
    do not record|no need to remember|no need to save|no need to store|you don't need to remember|you don't have to remember|you needn't remember|never remember|never store|\
    อย่าเพิ่งจำ|ยังไม่ต้องจำ|别再记|不要再记|不用帮我记|不用给我记|ไม่ต้องจดจำ|ไม่ต้องจำ|ไม่ต้องบันทึก|ไม่ต้องจด|ไม่ให้จำ|ไม่ให้บันทึก|ไม่เอาให้จำ|ไม่อยากให้จำ|ไม่อยากให้เก็บ|ไม่อยากให้บันทึก|ไม่ต้องการให้จำ|อย่าจำ|อย่าจดจำ|อย่าบันทึก|อย่าจด|ห้ามจำ|ห้ามบันทึก|ยกเลิกการจำ|ยกเลิกการจดจำ|\
    ยกเลิกการบันทึก|不用记住|不用记录|不用记|不要记住|不要记录|不要记|别记住|别记录|别记|不必记住|不必记|不需要记住|不需要记|无需记住|无需记|不要保存|不用保存|别保存|不要存|别存|不用存|勿记|取消记忆";
const DROPPED: &str = "that one|this one|just thinking out loud|i was just thinking out loud|it was a joke|i was joking|just kidding|i was kidding|it was just a thought|thanks|แค่พูดเล่น|พูดเล่น|ล้อเล่น|แค่บ่น|随口一说|我随口一说|随口说说|随便说说|随便说的|我就随便一说|开玩笑的|我开玩笑的|anything|any of this|any of that|what i said|what i just said|from this chat|in this chat|from this conversation|in this conversation|about this|about me|i say|i said|today|ก็ได้|หรอก|แล้ว|ที่พูดไป|ที่บอก|ที่เพิ่งบอก|สิ่งที่ฉันพูดเมื่อกี้|สิ่งที่ผมพูดเมื่อกี้|สิ่งที่ฉันพูด|สิ่งที่ผมพูด|สิ่งที่ฉันบอก|สิ่งที่ผมบอก|ที่ผมพูดเมื่อกี้|ที่ฉันพูดเมื่อกี้|ที่ผมพูด|ที่ฉันพูด|ที่พูดเมื่อกี้|เมื่อกี้|ที่ผมบอก|ที่ฉันบอก|在记忆里|到记忆里|我说的|刚才说的|上面的|任何东西|นี้|ลงความจำ|我刚说的|任何内容";

fn reject(clause: Piece<'_>) -> Option<Ask<'_>> {
    let start = clause.strip_all("这个|这条|这些|刚才说的|เรื่องนี้|อันนี้|this one|no|nope|nah|please|pls|ok|okay|actually|oh|no thanks|ไม่ใช่|ไม่เอา|ช่วย|ขอ|ไม่ครับ|ไม่ค่ะ|ไม่ |不是|不对|不|算了|请|你|คุณ");
    let pushed_away = start
        .strip("别把|不要把|请不要把")
        .map(|rest| rest.strip_ends("记下来|记住|记录下来|存起来|存下来|保存|记到记忆里"));
    if let Some(left) = pushed_away.filter(|rest| {
        rest.strip_all(POINTER).is_empty() || rest.strip_all("我说的|刚才说的|这些|这|话").is_empty()
    }) {
        return Some(Ask { intent: Intent::Reject, key: None, about: left.cut(0, 0) });
    }
    let polite = clause.strip_all("请你|请|please|pls|ช่วย|กรุณา|麻烦");
    let taken_back = clause.strip_all(
        "no|nope|nah|actually|wait|scrap that|scrap it|never mind|nevermind|cancel that|strike that|on second thought|\
         ไม่เอาดีกว่า|ไม่เอาแล้ว|ไม่เอา|ไม่ดีกว่า|ไม่เป็นไร|ช่างมัน|ช่างเถอะ|เปลี่ยนใจแล้ว|算了吧|还是算了|算了|还是|不用了|不必了|不了",
    );
    for said in [clause.trim_start(), polite, taken_back, start] {
        // What is not to be kept any more has been kept: it is to go.
        if super::over::kept_no_longer(said).is_some() {
            return None;
        }
        if let Some(rest) = said.strip(DO_NOT_KEEP) {
            let left = rest.strip_all([POINTER, DROPPED]);
            let left = left.strip_all("ว่า|that|the fact that");
            if left.is_empty() {
                return Some(Ask { intent: Intent::Reject, key: None, about: left });
            }
            let personal = left.strip(["i|i'm|my|our", super::th::ME, super::zh::ME]).is_some();
            // "don't remember the name" is said of oneself as well; nobody says so of saving.
            let filed = said.strip("don't save|do not save|don't keep|do not keep|don't store|do not store|don't record|ไม่ต้องบันทึก|อย่าบันทึก|ไม่ต้องจด|不要保存|不用保存|别保存|不要存|别存|不用存|不要记录|不用记录|别记录");
            let named = left.strip("the|that|เรื่อง|那个|那条|关于").filter(|_| filed.is_some());
            let key = slot::subject(named.unwrap_or(left)).filter(|_| personal || named.is_some())?;
            return Some(Ask { intent: Intent::Reject, key: Some(key), about: left });
        }
        if let Some(rest) = said.strip("reject|discard|decline|dismiss|deny|ปฏิเสธ|ไม่ยืนยัน|拒绝|驳回|否决")
            && let Some(rest) = rest.trim_start().strip_all("all|the|ทั้งหมด|全部|所有").strip(MEMORY)
        {
            return about(Intent::Reject, rest);
        }
    }
    None
}

fn show(clause: Piece<'_>) -> Option<Ask<'_>> {
    let ahead = clause.strip("before we start|before we begin|before anything else|first|first of all");
    let clause = ahead.and_then(|rest| rest.strip(",")).unwrap_or(clause);
    let said = clause.strip_all("please|pls|hey|so|ok|okay|can you|could you|would you|can i|i want to|i'd like to|now|ช่วย|ขอ|คุณ|ตอนนี้|กรุณา|เธอ|แล้ว|请|帮我|麻烦|可以|能|你能|给我|我想|我要");
    english_show(said).or_else(|| thai_show(said)).or_else(|| chinese_show(clause, said))
}

fn shown(rest: Piece<'_>) -> Option<Ask<'_>> {
    let left = rest.strip_all("so far|about me|of me|about myself|for me|please|right now|now|already|until now|about|all|me|today|เกี่ยวกับ|ของ|บ้าง");
    let left = slot::tidy(left);
    if left.is_empty() {
        return Some(Ask { intent: Intent::Show, key: None, about: left });
    }
    left.strip("my|our|the project|this project")?;
    about::own(left)
}

fn english_show(said: Piece<'_>) -> Option<Ask<'_>> {
    let asked = "what do you know|what do you remember|what do you still remember|what have you remembered|what have you learned|what have you stored|what have you saved|\
        what did you remember|what did you store|what did i ask you to remember|what did i tell you to remember|what else do you remember|what else do you know|\
        what are my preferences|what's in your memory|what is in your memory|what's in my memory|what's stored in memory|what memories do you have|what preferences do you have|what preferences have you stored|what preferences have you saved|\
        what do you have stored|what do you have on me|what info do you have";
    if let Some(rest) = said.strip(asked) {
        let open_ended =
            ["what do you know", "what info do you have"].iter().any(|w| said.seen().starts_with(w));
        let mine = rest.has_any("me|my|our|myself");
        return if open_ended && !mine { None } else { shown(rest) };
    }
    let rest =
        said.strip("show me|show|list|display|view|let me see|see|tell me|print|read me back|read back to me|read back|give me|recall")?;
    let rest = rest.strip_all(
        "all|my|your|the|everything|of|everything that|a list of|me|things|saved|stored|facts|current",
    );
    let known = "notes you have|notes you've kept|notes you kept|notes you've got|notes you saved|notes you've saved|memories|memory|preferences|profile|what you know|what you've stored|what you have stored|what you remember|what you've remembered|what you have remembered|\
        what you've saved|what you have saved|you remember|you know about me|you've stored|you have stored|you've remembered|you've saved|what you've learned|that you remember";
    if let Some(rest) = rest.strip(known) {
        let shows = said.strip("show|list|display|view|let me see|read me back|read back").is_some();
        let topic = rest.trim_start().strip("about|of|on|regarding").filter(|_| shows);
        return shown(rest).or_else(|| topic.and_then(about::by_name));
    }
    // "show me everything about my diet"
    let listed = said.has_any("everything|anything|all|facts|things|memories");
    if let Some(topic) =
        rest.strip("about|regarding").filter(|topic| listed && topic.trim_start().strip("my|our").is_some())
    {
        return about::own(topic);
    }
    let slot = rest.strip_ends("preference|preferences|setting|settings");
    if slot.seen().len() == rest.trim().seen().len() {
        return None;
    }
    slot::subject(slot).map(|key| Ask { intent: Intent::Show, key: Some(key), about: slot })
}

fn thai_show(said: Piece<'_>) -> Option<Ask<'_>> {
    let empty = said.cut(0, 0);
    let ask = Some(Ask { intent: Intent::Show, key: None, about: empty });
    let listed = said.has_any("บ้าง|อะไร");
    let told = said.strip("เล่า|บอก|สรุป").map(|rest| rest.strip_all("ให้ฟัง|ให้|หน่อย|มา|ที|ซิ|สิ|ว่า|คุณ|เธอ"));
    let said = told.filter(|rest| rest.strip("จำ|รู้|มีข้อมูล|เก็บ|บันทึก").is_some()).unwrap_or(said);
    let asks = said.strip("จำ|รู้|มีข้อมูล|เก็บ|บันทึก|แสดง|ดู|โชว์|ลิสต์|เปิดดู|เปิด|บอก|สรุป").is_some();
    if let Some(ask) = about::thai(said).filter(|_| asks && (listed || said.has_any("ที่จำ|ที่รู้|ที่เก็บ|ที่บันทึก|ที่มี")))
    {
        return Some(ask);
    }
    if let Some(rest) =
        said.strip("จำอะไร|จดจำอะไร|บันทึกอะไร|รู้อะไร|รู้จักอะไร|เก็บข้อมูลอะไร|มีข้อมูลอะไร|มีความจำอะไร|รู้ข้อมูลอะไร")
    {
        let known = said.seen().starts_with("รู้") || said.seen().starts_with("มีข้อมูล");
        let mine = rest.has_any(super::th::ME);
        let done = rest.has_any("ไม่ได้|ไม่ออก");
        return if (known && !mine) || done { None } else { ask };
    }
    if said.strip("มีอะไรในความจำ|มีอะไรที่จำ|มีอะไรที่บันทึก|มีเรื่องอะไรที่จำ|สิ่งที่จำไว้มี|ความจำมีอะไร").is_some() && listed
    {
        return ask;
    }
    let rest = said.strip("แสดง|ดู|โชว์|ลิสต์|ลิสท์|เปิดดู|เปิด|บอก|สรุป|list|show")?;
    let rest = rest.strip_all("รายการ|ทั้งหมด|ทุก|หน่อย|ให้|ข้อมูล|ที|my");
    let nouns = "สิ่งที่จำ|สิ่งที่คุณจำ|สิ่งที่รู้|สิ่งที่คุณรู้|ความจำ|ความทรงจำ|ที่จำไว้|ที่จำ|ที่คุณจำ|ที่เธอจำ|ที่เก็บไว้|การตั้งค่าที่จำ|preference|preferences|พรีเฟอเรนซ์|โปรไฟล์|เรื่องที่จำ|สิ่งที่บันทึก|ที่บันทึกไว้|memory|ทุกอย่างที่จำ|อย่างที่จำ|การตั้งค่าของ";
    let rest = rest.strip(nouns)?;
    if rest.has_any("เครื่อง|ram|แรม|gb|ยังไง") { None } else { ask }
}

fn chinese_show<'a>(clause: Piece<'a>, said: Piece<'a>) -> Option<Ask<'a>> {
    let ask = |about| Some(Ask { intent: Intent::Show, key: None, about });
    if let Some(ask) = about::chinese(clause) {
        return Some(ask);
    }
    if let Some(rest) = clause.strip_all("请问|那").strip("你对我|您对我") {
        let left =
            rest.strip_all("都|有|的").strip("了解多少|知道多少|了解什么|知道些什么|了解哪些|知道什么");
        return left.and_then(|left| ask(left.cut(0, 0)));
    }
    let asked = clause
        .strip_all("请问|到目前为止|目前为止|到现在为止|到现在|至今|迄今|你|您|都|现在|目前|到底|还|究竟");
    if let Some(rest) = asked.strip("记得|记住了|记住|知道|了解|记了|存了|保存了|记下了|掌握了")
    {
        let about = rest.strip_all("关于|有关|我们的|我的|我|都|的");
        let mine = about.seen().len() < rest.trim_start().seen().len();
        let remembers = asked.seen().starts_with('记')
            || asked.seen().starts_with('存')
            || asked.seen().starts_with("保存");
        let left = about.strip("什么|哪些|多少|啥|些什么|些啥")?;
        let left = left.strip_all("呀|啊|哈|啦|关于|我的|我|的|信息|内容|东西|事情|事|呢|吗|资料|了|偏好");
        return if left.is_empty() && (mine || remembers) { ask(left) } else { None };
    }
    chinese_list(said)
}

/// 显示我的记忆, 把你记住的列出来, 我的偏好有哪些.
fn chinese_list(said: Piece<'_>) -> Option<Ask<'_>> {
    let ask = |about| Some(Ask { intent: Intent::Show, key: None, about });
    if let Some(rest) =
        said.strip("把").filter(|rest| rest.seen().ends_with("列出来") || rest.seen().ends_with("给我看"))
    {
        return rest
            .strip_all("所有|你|我的|全部")
            .strip("记住的|知道的|记忆|记得的")
            .and_then(|_| ask(rest.cut(0, 0)));
    }
    if let Some(rest) = said.strip("我的偏好|我的记忆|我的偏好设置") {
        let left = rest.strip_all("有哪些|是什么|有什么|都|呢|啊|里|现在");
        return if left.is_empty() { ask(left) } else { None };
    }
    let rest = said.strip("显示|列出|查看|看看|看一下|展示|打开|看|列一下|告诉我|总结一下|说说")?;
    let rest = rest.strip_all("我的|你的|你|您|所有|全部|我|关于|都|的|下|一下");
    if let Some(left) =
        rest.strip("记忆|记住的|记住了|记得的|记得|记了|偏好设置|偏好|个人资料|档案|存的|知道")
    {
        let left = left
            .strip_all("内容|东西|事情|些|什么|哪些|信息|列表|吧|所有|一切|吗|的|了|我|关于|全部|资料|啥");
        return if left.is_empty() { ask(left) } else { None };
    }
    let slot = rest.strip_ends("偏好|设置|的偏好|的设置|偏好设置");
    if slot.seen().len() == rest.trim().seen().len() {
        return None;
    }
    slot::subject(slot).map(|key| Ask { intent: Intent::Show, key: Some(key), about: slot })
}

//! A quick look at a long message: which sentences have a word that any command needs. The others are not read
//! any further, so that a pasted text costs little.

use super::search::{Runs, words};
use super::text::Piece;

/// Parts of words, at least one of which stands in every command.
const STEMS: &str = "remem|remeb|rember|forget|memor|note|in mind|save|store|keep|record|delete|remove|erase|clear|wipe|purge|unlearn|set |change|update|\
    switch|correct|fix |edit|modify|adjust|call me|calls me|address me|refer to me|answer|respon|repl|speak|talk|chat|from now|from here|forward|this point|\
    from today|henceforth|future|starting|as of|always|never|time|default|emoji|show|list|display|view|tell me|what |confirm|approve|accept|reject|\
    discard|decline|dismiss|don't|do not|no need|prefer|be |use |จำ|จด|บันทึก|โน้ต|โน๊ต|เมม|ลืม|ลบ|ล้าง|เคลียร์|ตั้ง|เปลี่ยน|แก้|ปรับ|อัป|อัพ|เรียก|ตอบ|พูด|คุย|ต่อ|จากนี้|นับ|\
    ทุกครั้ง|เสมอ|ตลอด|อีโมจิ|แสดง|ดู|รู้|ยืนยัน|ปฏิเสธ|ยกเลิก|ไม่ต้อง|อย่า|กำหนด|เซ็ต|เซต|สไตล์|โทน|记|忘|删|清|抹|移除|改|设|更新|更正|换|切|调|叫我|称呼|喊我|回答|回复|说|讲|聊|\
    以后|今后|往后|从现在|从今|始终|一直|总是|每次|表情|显示|列|查看|看看|知道|了解|确认|拒绝|不用|不要|别|语气|格式|偏好|标|简短|详细";

/// A message of so many sentences is read whole.
const FEW: usize = 6;

/// Tells for each sentence whether it is worth reading.
pub(super) fn worth_reading(sentences: &[Piece<'_>]) -> Vec<bool> {
    if sentences.len() <= FEW {
        return vec![true; sentences.len()];
    }
    let worth = |sentence: &Piece<'_>| {
        let seen = sentence.seen();
        words(STEMS).likely(&Runs::of(seen)).any(|stem| seen.contains(stem))
    };
    sentences.iter().map(worth).collect()
}

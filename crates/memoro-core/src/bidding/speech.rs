//! Who speaks which language: an observation of somebody, in Thai and Chinese, that orders nothing though it is made of the
//! words of orders to answer so. Whoever could be the agent itself is left to the judgement of the weights.

use super::clause::Clause;

const WHO: &str =
    "ผู้ใช้งาน|ผู้ใช้|ลูกค้า|ทีมงาน|พนักงาน|เพื่อน|เขา|เธอ|หล่อน|用户|使用者|客户|顾客|同事|朋友|他们|她们|他|她";
const CAN: &str = "สามารถ|พอจะ|ก็|也会|都会|不会|只会|会|能|懂得|懂";
const SPEAKS: &str = "พูด|อ่าน|เขียน|ฟัง|เข้าใจ|รู้|说|讲|读|写|听|看|理解";
const LANGUAGES: &str = "ภาษาไทย|ภาษาอังกฤษ|ภาษาจีนกลาง|ภาษาจีน|ภาษาญี่ปุ่น|ภาษาเกาหลี|ภาษาฝรั่งเศส|ภาษาเยอรมัน|ภาษาสเปน|ภาษาลาว|ภาษาเขมร|ภาษาพม่า|\
     ภาษาเวียดนาม|ภาษามลายู|ภาษารัสเซีย|ภาษาอาหรับ|ไทย|อังกฤษ|จีน|ญี่ปุ่น|เกาหลี|ฝรั่งเศส|เยอรมัน|สเปน|ลาว|泰语|泰文|泰国话|英语|英文|中文|汉语|普通话|粤语|日语|日文|\
     韩语|韩文|法语|法文|德语|德文|西班牙语|俄语|越南语|老挝语|阿拉伯语|泰語|英語|漢語|普通話|粵語|日語|韓語|法語|德語|西班牙語|俄語|越南語";
const AND: &str = "และ|กับ|หรือ|แต่|ด้วย|ไม่|、|,|，|和|与|跟|及|以及|还有|也|一点|流利的|流利地|得|很";
const ABLE: &str = "ได้|เป็น|คล่อง|นิดหน่อย|เล็กน้อย|ดีมาก|ดี|流利|不错|好";

/// Tells whether a clause tells of nothing but which languages somebody speaks.
pub(super) fn tells_of_languages(clause: &Clause) -> bool {
    let mut rest = clause.text.trim_end_matches(['.', '。', '!', '！']);
    let who = skipped(&mut rest, &[WHO]);
    let can = skipped(&mut rest, &[CAN]);
    if !skipped(&mut rest, &[SPEAKS]) && !clause.text.contains('懂') {
        return false;
    }
    let (mut languages, mut able) = (false, false);
    loop {
        if skipped(&mut rest, &[LANGUAGES]) {
            languages = true;
        } else if skipped(&mut rest, &[ABLE]) {
            able = true;
        } else if !skipped(&mut rest, &[AND, SPEAKS, CAN]) {
            break;
        }
    }
    rest.is_empty() && languages && (who || can || able)
}

/// Skips a word of some lists that a text begins with, and the space after it.
fn skipped(rest: &mut &str, lists: &[&str]) -> bool {
    let words = lists.iter().flat_map(|list| list.split('|')).map(str::trim);
    let longest = words.filter_map(|word| rest.strip_prefix(word)).min_by_key(|after| after.len());
    longest.is_some_and(|after| {
        *rest = after.trim_start();
        true
    })
}

#[cfg(test)]
mod tests {
    use super::super::clause::{Quotes, folded, sentences};
    use super::*;

    fn tells(text: &str) -> bool {
        let all = sentences(&folded(text), Quotes::Drop);
        all.iter().flat_map(|sentence| &sentence.clauses).all(tells_of_languages)
    }

    #[test]
    fn who_speaks_which_language_is_told_apart_from_orders_to_speak_it() {
        for told in [
            "ผู้ใช้พูดภาษาไทย",
            "ผู้ใช้พูดภาษาไทยและอังกฤษได้",
            "พูดภาษาจีนได้",
            "เขาอ่านภาษาญี่ปุ่นได้นิดหน่อย",
            "会说泰语",
            "用户会说泰语。",
            "用户会说泰语和英语",
            "她懂日语",
        ] {
            assert!(tells(told), "{told}");
        }
        for ordered in [
            "พูดภาษาไทย",
            "ผู้ช่วยพูดภาษาไทย",
            "คุณพูดภาษาไทยได้",
            "ให้พูดภาษาไทย",
            "ผู้ใช้พูดภาษาไทย ให้ตอบเป็นภาษาไทย",
            "说泰语",
            "你会说泰语",
            "助手会说泰语",
            "用户要求说泰语",
            "用户会说泰语，所以用泰语回答",
            "只说中文",
        ] {
            assert!(!tells(ordered), "{ordered}");
        }
    }
}

//! A name beside the being that has it, in scripts that write no capitals: 我女儿小美对牛奶过敏, ลูกสาวน้องมะลิแพ้นมวัว. Only what is made as
//! a name is: a body, a school or a time is none.

use super::super::text::Piece;

/// What may follow a name.
const HAN_FOLLOWS: &str = "对|今年|住|在|喜欢|爱|不|是|会|也|很|最|每|刚|有|没|从|吃|怕|讨厌|属|已经|生日|的|比|要|马上|下个月|，|,|。";
/// What begins as a familiar name and is none.
const HAN_NO_NAME: &str = "小学|小时|小心|小便|小腿|小区|小姐|小提琴|小孩|小朋友|小号|小吃|小说|小组|小指|天天|常常|往往|刚刚|偷偷|慢慢|渐渐|明明|仅仅|谢谢|每每|阿姨|老家|老师|老是|老公|老婆|老板|老板娘|高中|大学|初中|金牛|白羊|马上|江南";
/// The first letter of most full names.
const SURNAMES: &str = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范廖贾韦邹孟熊秦邱尹薛闫段雷侯陶黎贺顾郝龚邵钱严覃戴莫孔";
/// Words that may follow a Thai name without a blank.
const THAI_FOLLOWS: &str = "แพ้|อายุ|ชอบ|ไม่|เป็น|อยู่|ทำงาน|เรียน|เกิด|กิน|กลัว|มี|พูด|ใช้|เกลียด";

/// Finds a Chinese name at the start of words, and what follows it.
pub(super) fn han(rest: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let letters: Vec<char> = rest.seen().chars().take(3).collect();
    let fits = |count: usize| match letters.get(..count)? {
        [first, second] => Some(matches!(first, '小' | '阿') || first == second),
        [first, second, third] => Some(
            second == third && matches!(first, '小' | '阿')
                || matches!(first, '小' | '阿')
                || SURNAMES.contains(*first),
        ),
        _ => None,
    };
    let cut = |count: usize| {
        let length: usize = letters.iter().take(count).map(|c| c.len_utf8()).sum();
        let (name, said) = (rest.cut(0, length), rest.from(length));
        let plain = name.seen().chars().all(crate::text::is_han) && rest.strip(HAN_NO_NAME).is_none();
        let ends = said.trim().is_empty() || said.strip(HAN_FOLLOWS).is_some();
        (fits(count) == Some(true) && plain && ends).then_some((name, said))
    };
    cut(2).or_else(|| cut(3))
}

/// Finds a Thai name that is called as children are, and what follows it.
pub(super) fn thai(rest: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let name = rest.trim_start().strip("น้อง")?;
    let verb =
        name.likely(THAI_FOLLOWS).filter_map(|word| name.find(word)).chain(name.seen().find(' ')).min();
    let end = verb.unwrap_or(name.seen().len());
    let start = rest.seen().len() - name.seen().len();
    let letters = name.cut(0, end).seen().chars().count();
    ((2..=12).contains(&letters)).then(|| (rest.cut(start, start + end), name.from(end)))
}

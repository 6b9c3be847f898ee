//! Names of things whose last word is one with which people are polite: a shop called 老友吧, a song called ไปด้วย. Behind such a name a
//! particle that stands right at it is a part of it; a blank or a mark before it makes it politeness again.

use super::keys;
use super::slot::is_noise;
use super::text::Piece;
use crate::text::{is_han, is_thai};

/// Things that have a title of their own.
const TITLED: &str = "music|movie|book|game|song|band|shop|blog|bar|cafe|restaurant|podcast|店|小店|店名|酒吧|歌|歌曲|乐队|电影|书|小说|游戏|节目|频道|博客|餐厅|饭店|咖啡店|咖啡馆|品牌|เพลง|เพลงโปรด|หนัง|หนังสือ|วง|วงดนตรี|ร้าน|ร้านค้า|เกม|เพจ|ช่อง|นิยาย|ซีรีส์";
/// Particles with which a title may end.
const ENDS: [&str; 12] = ["吧", "了", "啊", "呢", "呀", "ด้วย", "เลย", "แล้ว", "หน่อย", "นะ", "สิ", "ให้"];

/// Returns the whole title that a key of such a thing holds; `None` where it ends in no particle.
pub(super) fn whole<'a>(key: &str, value: Piece<'a>) -> Option<Piece<'a>> {
    let last = key.rsplit('.').next().unwrap_or_default();
    let titled = TITLED.split('|').any(|one| one == last || keys::category(one) == last);
    let bare = value.trim_matches(is_noise);
    let end = ENDS.iter().find(|end| bare.seen().ends_with(**end))?;
    let before = bare.seen().strip_suffix(*end).and_then(|rest| rest.chars().next_back());
    let joined = before.is_some_and(|c| is_han(c) || is_thai(c));
    let short = bare.seen().chars().count() <= 12;
    (titled && joined && short).then_some(bare)
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    #[test]
    fn a_title_keeps_its_last_word() {
        for (message, value) in [
            ("记住我的店叫老友吧", "老友吧"),
            ("记住我最喜欢的歌是算了吧", "算了吧"),
            ("จำไว้ว่าเพลงโปรดคือ ไปด้วย", "ไปด้วย"),
            ("จำไว้ว่าเพลงโปรดคือ ลมหนาว นะ", "ลมหนาว"),
            ("จำไว้ว่าหัวหน้าผมคือคุณมานะ", "คุณมานะ"),
            ("จำไว้ว่าผมชื่อต้นนะ", "ต้น"),
            ("记住我叫小明吧", "小明"),
            ("remember my band is called For Now", "For Now"),
            ("remember my shop is called For Today", "For Today"),
            ("remember my blog is called Until Tomorrow", "Until Tomorrow"),
        ] {
            let found = understand(message);
            let told = found.first().map(|one| (one.value.as_str(), one.ttl.as_deref()));
            assert_eq!(told, Some((value, None)), "{message}: {found:?}");
        }
    }
}

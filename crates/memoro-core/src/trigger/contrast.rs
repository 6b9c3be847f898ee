//! One thing for another, for good: "use `DuckDB` instead of `SQLite` from now on", ต่อไปใช้ bun แทน npm, 以后用 pnpm，别用 npm. The key is
//! the same whichever of the two is wanted. What is only for now, and what is wanted of the answers, is read elsewhere.

use super::directive;
use super::slot::{Found, between, tidy};
use super::text::Piece;

/// Words by which it holds for good.
const LASTS: [&str; 2] =
    [directive::STRONG, "always|by default|every time|ต่อไป|ตลอด|เสมอ|ทุกครั้ง|一律|默认|每次"];

/// Reads what is wanted of two things.
pub(super) fn read(said: Piece<'_>, clause: Piece<'_>) -> Option<Found> {
    let bare = said.strip_all("always|ตลอด|一律|默认|都");
    let (new, old) = turned(bare).or_else(|| chosen(bare))?;
    let (new, old) = (thing(new)?, thing(old)?);
    if !clause.has_any(LASTS) {
        return None;
    }
    between(new, old)
}

/// "switch from npm to bun", เปลี่ยนจาก npm เป็น bun, 从 npm 换成 bun, 之前说用 `MySQL`，现在改成 `TiDB`.
fn turned(said: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    const FROM: &str = "switch from|change from|move from|go from|เปลี่ยนจาก|ย้ายจาก|สลับจาก|从|之前说用|之前用|原来用|以前用|本来用|เดิมใช้|เมื่อก่อนใช้";
    const TO: &str = " to |ไปใช้|มาใช้|ไปเป็น|มาเป็น|เปลี่ยนเป็น|เป็น|，现在改成|，现在改用|，现在换成|，现在用|，改成|，改用|换成|改成|改用|换到";
    let (old, new) = said.strip(FROM)?.split(TO)?;
    Some((new, old))
}

/// "use uv, not pip", ใช้ bun แทน npm, 用 pnpm，别用 npm.
fn chosen(said: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    const USE: &str = "use|give me|ให้ใช้|ใช้|เอา|改用|就用|用";
    const NOT: &str = " instead of | rather than |, not |, never | not |แทน|ไม่เอา|ไม่ใช้|ไม่ใช่|อย่าใช้|ห้ามใช้|，别用|，不要用|，不用|，不是|别用|不要用|而不是|不用";
    said.strip(USE)?.split(NOT)
}

/// A thing by its name, without what is said of when it is wanted.
fn thing(words: Piece<'_>) -> Option<Piece<'_>> {
    const ASIDE: &str =
        ", |，|。|; | for | when | whenever | because | since | in | on |นะ|ครับ|ค่ะ|เวลา|เพราะ";
    let named =
        words.split(ASIDE).map(|(head, _)| head).filter(|head| !tidy(*head).is_empty()).unwrap_or(words);
    let named = tidy(
        tidy(named).strip_ends([directive::STRONG, directive::WEAK]).strip_ends("来|吧|commands|for me"),
    );
    let latin = named.seen().is_ascii();
    let one = named.seen().split_whitespace().count() <= if latin { 2 } else { 3 };
    let named_otherwise = latin || named.seen().chars().count() <= 8;
    let plain =
        named.strip("my|your|the|a|an|this|that|these|i|it|more|less|few|fewer|any|no|ผม|ฉัน|我|你").is_none();
    let fits =
        one && named_otherwise && plain && !named.is_empty() && directive::read(named).wishes.is_empty();
    fits.then_some(named)
}

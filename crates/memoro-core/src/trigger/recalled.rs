//! What people only recall to somebody: "as you may remember, I moved to Rome", อย่างที่จำได้, 据我记得. It speaks of a memory that is there
//! and asks for none, so nothing of it is kept, unless the sentence goes on and asks.

use super::text::Piece;
use super::{Intent, clause, cue};

/// How such a sentence begins.
const FRAMES: [&str; 3] = [
    "as you may remember|as you might remember|as you'll remember|as you will remember|as you surely remember|as you remember|as you probably remember|as you may recall|as you might recall|as you'll recall|as you recall|as you can remember|as you know|as you may know|as you already know|you may remember|you might remember|you may recall|you might recall|you'll recall|you will recall|you'll remember|you recall that|you surely remember|you probably remember|you may well remember|if you remember|if you recall|if you can remember|if i remember|if i recall|i'm sure you remember|i am sure you remember|i'm sure you'll remember|i hope you remember|i trust you remember|i believe you remember|i think you remember|i know you remember|as far as i remember|as far as i recall|as far as i know|as i remember|as i recall|from what i remember|i remember that|i do remember that|i recall that",
    "อย่างที่จำได้|อย่างที่คุณจำได้|อย่างที่รู้|อย่างที่คุณรู้|อย่างที่ทราบ|อย่างที่เคยบอก|เท่าที่จำได้|เท่าที่ผมจำได้|เท่าที่ฉันจำได้|ถ้าจำได้|ถ้าคุณจำได้|ถ้าจำไม่ผิด|คุณคงจำได้|คุณน่าจะจำได้|คงจำได้|น่าจะจำได้|ฉันจำได้ว่า|ผมจำได้ว่า|หนูจำได้ว่า|เราจำได้ว่า|จำได้ว่า|คุณก็รู้ว่า|คุณรู้ว่า",
    "据我记得|据我所知|据我回忆|如果你记得|要是你记得|如果我没记错|如果没记错|我没记错的话|要是我没记错|你应该记得|你可能记得|你大概记得|你肯定记得|你一定记得|你还记得|你也许记得|想必你记得|我记得|我还记得|如你所知|正如你所知|正如你知道的|你知道我叫|你知道我住|你知道我是|你知道我喜欢",
];

/// Tells whether a sentence only recalls something.
pub(super) fn is_one(sentence: Piece<'_>) -> bool {
    let said = sentence.strip_all("well|so|and|but|oh|hey|hi|hello|ok|okay|actually|นี่|เออ|嗯|那|对了");
    let Some(rest) = said.strip(FRAMES).filter(|_| !clause::is_question(sentence)) else { return false };
    if rest.has_any("什么|哪些|多少|些啥|啥") {
        return false;
    }
    // "You'll remember my name is Bob from now on" asks.
    let lasting = rest.has_any(super::directive::STRONG);
    let asks = || {
        let asked = |start: usize| {
            cue::at(rest.from(start).trim_start())
                .is_some_and(|cue| matches!(cue.intent, Intent::Remember | Intent::Update | Intent::Forget))
        };
        clause::starts(rest).into_iter().filter(|start| *start > 0).any(asked)
    };
    !lasting && !asks()
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    #[test]
    fn what_is_only_recalled_is_not_kept() {
        for message in [
            "As you may remember, I moved to Rome.",
            "You may remember that I work at Agoda.",
            "If you remember, my name is Bob.",
            "I'm sure you remember I like tea.",
            "You'll recall that my name is Bob.",
            "As far as I remember, I live in zone 2",
            "คุณคงจำได้ว่าผมชื่อต้น",
            "ฉันจำได้ว่าฉันเกิดวันจันทร์",
            "อย่างที่จำได้ ฉันอยู่ขอนแก่น",
            "据我记得，我出生在周一",
            "如果你记得，我叫小明",
            "你应该记得我叫小明",
        ] {
            assert!(understand(message).is_empty(), "{message}: {:?}", understand(message));
        }
    }

    #[test]
    fn what_is_recalled_and_asked_for_is_kept() {
        for message in [
            "please remember that I use Vim",
            "As you know, my name is Bob, so remember that my nickname is Bo",
            "ช่วยจำว่าผมชื่อต้น",
            "请记得我叫小明",
        ] {
            assert!(!understand(message).is_empty(), "{message}");
        }
    }
}

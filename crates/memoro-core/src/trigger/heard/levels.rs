//! Words for how well somebody says to know a thing, in three languages. Says nothing of which thing.

use super::super::values;

/// Words for how well somebody knows a thing; what has none of them is known well.
pub(super) const LEVELS: values::Table = &[
    (
        "expert",
        "second nature|back of my hand|expert|master|guru|wizard|pro|pros|professional|เชี่ยวชาญ|เซียน|โปร|ระดับเทพ|专家|精通|小菜一碟|炉火纯青|大神|高手|老手|行家",
    ),
    (
        "novice",
        "novice|beginner|newbie|noob|learning|rubbish|terrible|awful|bad|never|zero|hopeless|clueless|nothing|just started|new|next to nothing|dabble|not my strong suit|isn't my strong suit|outsider|ไม่รู้เรื่อง|ไม่รู้|มือใหม่|เพิ่งเริ่ม|เพิ่งหัด|ไม่เก่ง|ไม่เป็น|ไม่ถนัด|อ่อน|เริ่มต้น|外行|门外汉|新手|初学|不会|不懂|小白|菜|刚学|零基础|刚开始|不熟|不太会|入门",
    ),
    (
        "intermediate",
        "intermediate|a bit|some|decent|okay|ok|alright|middling|so-so|พอได้|พอเป็น|กลางๆ|ปานกลาง|นิดหน่อย|งูๆ|一点|一般|还行|略懂|中级|还可以",
    ),
];

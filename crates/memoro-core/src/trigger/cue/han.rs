//! The words with which people ask in Chinese that something be forgotten.

use super::super::text::Piece;
use super::super::{keys, slot, zh};
use super::from_memory;

/// Where Chinese says that something is forgotten from.
const FROM_MEMORY: &str = "从我的资料里|从我的资料中|从我的档案里|从个人资料里|从你的记忆里|从你的记忆中|从记忆里|从记忆中|从你那里|从你那儿|从你这里|从资料里|从档案里|从你的资料里";

pub(super) fn chinese_forget(said: Piece<'_>) -> Option<Piece<'_>> {
    if let Some(rest) = said.strip("忘掉|忘记掉|忘记|忘了|忘却|忘记关于") {
        return (!rest.seen().starts_with(['了', '过', '的'])).then_some(rest);
    }
    if let Some(rest) = said.strip("把|将") {
        let forgotten = rest.strip_ends(
            "忘掉|都忘掉|全忘掉|忘了|都忘了|全忘了|全都忘了|忘记|都忘记|忘记掉|忘掉吧|忘了吧|忘记吧",
        );
        if forgotten.seen().len() < rest.trim().seen().len() {
            return Some(forgotten);
        }
        let deleted = rest.strip_ends(
            "全部删除|全都删除|都删除|删除|删掉|清除|清空|抹掉|删了|全部删掉|都删掉|全部清除|都忘掉",
        );
        let erased = deleted.strip_ends(FROM_MEMORY);
        if erased.seen().len() < deleted.seen().len() {
            return Some(erased);
        }
        return if deleted.seen().len() < rest.trim().seen().len() { from_memory(deleted) } else { None };
    }
    if let Some(rest) = said.strip("别再记着|不要再记着|别再记得|不要再记得|别再记|不要再记")
    {
        return Some(rest.strip_ends("了|这件事|的事|这事"));
    }
    if let Some(topic) = named_first(said) {
        return Some(topic);
    }
    let rest = said.strip(FROM_MEMORY).unwrap_or(said);
    let content = rest.strip("删除|删掉|清除|清空|抹掉|移除|抹去|取消|重置|撤销")?;
    if rest.seen().len() < said.seen().len() { Some(content) } else { from_memory(content) }
}

/// What is named before it is to be forgotten: 我喜欢喝茶这件事你忘了吧, 我的电话就忘掉吧.
fn named_first(said: Piece<'_>) -> Option<Piece<'_>> {
    let said = said.trim();
    let rest = said.strip_ends(
        "忘了吧|忘掉吧|忘记吧|忘了就好|忘掉就好|删了吧|删掉吧|别记了|不用记了|不要记了|不用再记了|别再记了",
    );
    if rest.seen().len() == said.seen().len() {
        return None;
    }
    let topic =
        rest.strip_ends("你|您|就|请|可以|都|给我|帮我|，|,|这件事|这个事|这事|这一点|的事情|的事|这条|这个");
    let own = topic.strip(zh::ME).is_some();
    let known = slot::subject(topic).is_some_and(|key| keys::kind_of(&key).is_some());
    (own && known).then_some(topic)
}

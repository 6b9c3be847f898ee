//! Chinese statements about where people live and work, when, as what, and what they know.

use super::super::firms::is_firm;
use super::super::keys;
use super::super::slot::{Found, tidy};
use super::super::text::Piece;

/// When somebody works: 早上九点上班晚上六点下班.
pub(super) fn working_hours(said: Piece<'_>) -> Option<Found> {
    let starts = said
        .strip_all("每天|周一到周五|工作日|平时")
        .seen()
        .starts_with(|c: char| c.is_ascii_digit() || "早上午下晚中凌一二三四五六七八九十".contains(c));
    let timed = said.has_any("上班|下班") && said.has_any("点|:|：") && said.strip("在|去").is_none();
    let shift = said.strip("上夜班|上早班|上晚班|上中班|上白班|值夜班|值早班|三班倒|倒班").is_some();
    ((shift || starts && timed) && said.seen().chars().count() <= 30)
        .then(|| Found::known("working_hours", said))
        .flatten()
}

/// Where somebody lives or works.
pub(super) fn located(said: Piece<'_>) -> Option<Found> {
    let x = said.strip("在")?;
    if let Some((place, rest)) = x.split("长大|出生长大|土生土长")
        && rest.strip_all("的|了").is_empty()
    {
        return Found::known("hometown", place);
    }
    if let Some((place, role)) = x.split("担任|当|做").filter(|(place, role)| {
        (1..=10).contains(&place.trim().seen().chars().count())
            && (2..=8).contains(&tidy(*role).seen().chars().count())
    }) && !role.has_any("什么|啥|事|饭|作业|实验|项目|兼职|准备|运动|了")
        && !place.has_any("家|学")
    {
        return Found::known("role", role.strip_all("一名|一个|一位|个|名"));
    }
    if let Some((place, rest)) = x.split("工作|上班|任职|做事|打工")
        && (rest.trim().is_empty() || tidy(rest).seen().chars().count() <= 12)
    {
        return Found::known("employer", place);
    }
    if is_firm(x) {
        return Found::known("employer", x);
    }
    let value = tidy(x);
    if value.seen().starts_with(['东', '西']) && value.seen().ends_with('区') {
        return Found::known("timezone", value);
    }
    let verb = [
        "学", "读", "看", "写", "做", "用", "准备", "开", "吃", "忙", "找", "等", "想", "出差", "休假", "会",
        "课", "放假", "加班", "度假",
    ];
    let talk = value.seen().chars().count() > 10 || verb.iter().any(|w| value.seen().contains(w));
    if talk { None } else { Found::known("place", value) }
}

const LEVELS: &[(&str, &str)] = &[
    ("expert", "精通|非常精通|擅长|很擅长|是精通"),
    ("advanced", "熟悉|很熟悉|熟练掌握|熟练使用|熟练|很懂|掌握"),
    ("intermediate", "会一点|懂一点|会一些|略懂|了解一点|会用"),
    (
        "novice",
        "刚开始学习|刚开始学|刚开始接触|刚学|刚接触|正在学习|正在学|在学|不太懂|不懂|不太会|不会|不熟悉|不太熟悉|从来没用过|从没用过|从未用过|没接触过|从没接触过|没碰过|从来没碰过|从来没学过|没怎么用过|没用过|不擅长|零基础学|初学|没学过|不了解",
    ),
];

/// How well somebody knows something.
pub(super) fn expertise(said: Piece<'_>) -> Option<Found> {
    if let Some(x) = said.strip("对")
        && let Some((what, how)) = x.split("非常|很|不太|不|比较|挺|十分|几乎|完全|一窍不通|一无所知")
    {
        let novice = how.seen().is_empty() || x.seen().contains(['不', '无']);
        if x.has_any("熟|懂|了解|在行|精通|一窍不通|一无所知") {
            return skill(what, if novice { "novice" } else { "advanced" });
        }
    }
    if let Some(found) = practised(said).or_else(|| rated(said)) {
        return Some(found);
    }
    let said = said.strip_all("完全|根本|一点都|一点也|比较|挺|还算|特别");
    let (level, rest) = LEVELS
        .iter()
        .filter_map(|(level, words)| said.strip(words).map(|rest| (*level, rest)))
        .min_by_key(|(_, rest)| rest.seen().len())?;
    skill(rest, level)
}

/// 写了十年Go: who did a thing for years knows it.
fn practised(said: Piece<'_>) -> Option<Found> {
    let (time, what) = said.strip("写了|用了|做了|学了|写|用|搞了").and_then(|x| x.split("年"))?;
    if let Some((what, time)) = time.split("已经|有|了").filter(|_| what.strip_all("了|的|多").is_empty())
    {
        let counted = (1..=4).contains(&time.trim().seen().chars().count());
        return if counted { skill(what, "advanced") } else { None };
    }
    let count = |c: char| c.is_ascii_digit() || "一二两三四五六七八九十几多".contains(c);
    let counted = (1..=4).contains(&time.trim().seen().chars().count()) && time.seen().chars().any(count);
    if counted { skill(what.strip_all("多|的|了"), "advanced") } else { None }
}

/// 我CSS很烂: a technology, and how well it goes.
fn rated(said: Piece<'_>) -> Option<Found> {
    let levels = [
        ("novice", "很烂|很差|不行|不太行|很菜|太菜|不太好|稀烂"),
        ("advanced", "很强|很溜|很厉害|很牛|很熟"),
    ];
    levels.iter().find_map(|(level, words)| {
        let what = said.strip_ends(words);
        let latin = what.seen().starts_with(|c: char| c.is_ascii_alphabetic());
        let shorter = what.seen().len() < said.trim().seen().len();
        if shorter && latin { skill(what, level) } else { None }
    })
}

/// Puts a level of knowledge under the name of what is known.
pub(in crate::trigger) fn skill(what: Piece<'_>, level: &str) -> Option<Found> {
    let what = tidy(what).strip_all("写|使用|用|编程语言").strip_ends("编程|开发|方面|语言|了");
    let name = keys::slug(what.written());
    if name.is_empty() || name.chars().count() > 24 {
        None
    } else {
        Found::fixed(format!("expertise.{name}"), level)
    }
}

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

/// What somebody is about rather than where they are: 我在练半程马拉松.
const ABOUT: &str = "练|训练|锻炼|健身|减肥|减|戒|听|喝|考|备|追|研究|申请|打|玩|装修|治|跑|画|弹|存|还|办|带|谈|计划|尝试|努力|搞|弄|换|修|卖|买|养|教|试|复习|排队|休|调|生|住院|恢复|适应|攒|赶|整理|策划|筹|创业|实习";

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
        if place
            .strip("家|晚上|白天|夜里|周末|外面|这里|那里|公司|单位|网上")
            .is_some_and(|rest| rest.strip_ends("里|中").is_empty())
        {
            return None;
        }
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
    let talk = value.seen().chars().count() > 10
        || verb.iter().any(|w| value.seen().contains(w))
        || value.strip(ABOUT).is_some();
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
    if let Some(found) = practised(said).or_else(|| rated(said)).or_else(|| versed(said)) {
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
    // 写Rust写了八年: the verb stands twice.
    let twice = said.strip("写|用|做|学|搞").and_then(|rest| rest.split("写了|用了|做了|学了|搞了"));
    if let Some((what, time)) = twice.filter(|(what, _)| !tidy(*what).is_empty()) {
        let years = tidy(time).strip_ends("了|多");
        let counted = years.seen().ends_with('年') && years.seen().chars().count() <= 5;
        return if counted { skill(what, "advanced") } else { None };
    }
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

/// 在机器学习方面是新手, 木工是行家: what somebody is in a field.
fn versed(said: Piece<'_>) -> Option<Found> {
    const LEVELS: [(&str, &str); 3] = [
        ("novice", "新手|初学者|门外汉|外行|小白|菜鸟|生手"),
        ("expert", "专家|行家|高手|老手|内行|大牛"),
        ("intermediate", "半桶水|中级水平"),
    ];
    // 是搞大棚种植的老手: who works at it.
    let works = said.strip("是").unwrap_or(said).strip("搞|做|干|玩");
    let (field, level) = works.and_then(|rest| rest.split("的")).or_else(|| {
        said.strip("在|对")
            .unwrap_or(said)
            .split("方面我是|方面算是|方面是|领域是|方面还是|上是|这块是|这块我是")
    })?;
    let level = tidy(level).strip_ends("了").strip_all("个|一个|名|一名|位|一位|纯|绝对的|十足的|完全的|老");
    let (level, _) =
        LEVELS.iter().find(|(_, words)| level.strip(words).is_some_and(|rest| tidy(rest).is_empty()))?;
    skill(field, level)
}

/// 我CSS很烂: a technology, and how well it goes.
fn rated(said: Piece<'_>) -> Option<Found> {
    let levels = [
        (
            "novice",
            "完全不懂|基本不懂|一点都不懂|一点也不懂|完全不会|基本不会|一点都不会|一窍不通|很烂|很差|不行|不太行|很菜|太菜|不太好|稀烂",
        ),
        ("advanced", "很强|很溜|很厉害|很牛|很熟"),
    ];
    levels.iter().find_map(|(level, words)| {
        let what = said.strip_ends(words);
        let latin = what.seen().starts_with(|c: char| c.is_ascii_alphabetic())
            || what.before().seen().len() < said.before().seen().len() + 1
                && (2..=8).contains(&what.seen().chars().count())
                && (what.seen().len() + "不懂".len() <= said.seen().len())
                && !what.has_any("我|你|他|她|对|真|也|都|还|别人|这|那|什么|怎么");
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

/// What somebody is like, which is no work.
const TRAITS: &[&str] = &[
    "左撇子",
    "右撇子",
    "夜猫子",
    "座",
    "党",
    "控",
    "迷",
    "粉",
    "粉丝",
    "话痨",
    "路痴",
    "吃货",
    "社恐",
    "社牛",
    "单身",
    "独生子",
    "独生女",
    "双胞胎",
    "近视",
    "色盲",
    "型血",
    "胖子",
    "完美主义者",
    "素食者",
    "急性子",
    "慢性子",
    "妈妈",
    "爸爸",
    "母亲",
    "父亲",
    "教徒",
    "基督徒",
    "患者",
    "病人",
    "同性恋",
    "过敏体质",
    "公民",
    "居民",
    "永居",
    "国籍",
    "学习者",
    "孕妇",
    "宝妈",
    "奶爸",
    "爸",
    "妈",
    "左利手",
    "右利手",
    "孤儿",
    "老人",
    "的人",
    "型人格",
    "二胎",
    "单亲",
];

/// What is no place before the word for people: 早起的人, 内向人.
const NO_PLACES: [&str; 14] =
    ["的", "内向", "外向", "老实", "普通", "过来", "已婚", "年轻", "成年", "聪明", "盲", "聋", "病", "残疾"];

/// Tells whether words say what somebody is like rather than what they work as.
pub(in crate::trigger) fn is_trait(words: Piece<'_>) -> bool {
    let seen = tidy(words).strip_ends("的").seen();
    TRAITS.iter().any(|word| seen.ends_with(word))
}

/// "我是…".
pub(super) fn being(said: Piece<'_>) -> Option<Found> {
    let x = tidy(said.strip("是")?);
    if let Some(name) = x.seen().strip_suffix('人').filter(|n| {
        (2..=6).contains(&n.chars().count())
            && !n.ends_with(['男', '女', '好', '个', '负', '主', '责'])
            && !NO_PLACES.iter().any(|word| n.ends_with(word))
    }) {
        let place = x.cut(0, name.len());
        if !["一个", "这个", "一名"].iter().any(|w| name.starts_with(w)) {
            return Found::known("hometown", place);
        }
    }
    for (level, words) in [("novice", "新手|小白|初学者|菜鸟"), ("expert", "专家|高手|大神")] {
        let what = x.strip_ends(words);
        if what.seen().len() < x.seen().len() && !what.is_empty() {
            return skill(what.strip_ends("的|领域|方面").strip_all("个|一个|一名"), level);
        }
    }
    if let Some((when, rest)) = x.split("出生")
        && rest.strip_ends("的|了").trim().is_empty()
    {
        return Found::known("birthday", when);
    }
    let role = x.strip_all("一名|一个|一位|个|名|做|搞|干").strip_ends("的");
    let described = is_trait(x) || is_trait(role);
    let long = role.is_empty()
        || described
        || role.seen().bytes().any(|b| b.is_ascii_digit())
        || role.has_any("谁|什么")
        || role.seen().chars().count() > 16
        || role.has_any("不是|因为|为了|说");
    if long { None } else { Found::known("role", role) }
}

//! Named projects in Chinese: 海棠项目的数据库是 Redis, 海棠项目用 Go 写, 项目 Kestrel 的仓库是….

use super::super::slot::{Found, tidy};
use super::super::text::Piece;
use super::{key, made_with, technology, without_version};

const PROJECT: &str = "这个项目|这个专案|那个项目|那个专案|项目|专案";
/// Words that tell which project is meant without a name.
const UNNAMED: &str = "这|这个|本|该|新|老|旧|大|小|当前|现在|目前|手头|手上|公司|整个|所有|每个|一个|开源|别的|其他|哪个|什么|上个|下个|同一个|那个|那";
/// What the words before a name may not do.
const DOES: &str = "是|用|做|有|说|要|把|给|参加|负责|完成|在|到|了|，|,|我|你|他";

pub(super) fn find(content: Piece<'_>) -> Option<Found> {
    let (name, rest) = named(content)?;
    let rest = rest.strip_all("里|中|里面|这边|，|,|我们|咱们|都|目前|现在|的");
    if let Some(used) = rest.strip("用的是|使用的是|采用的是|是用|用了|用|使用|采用|跑在|基于")
        && (rest.strip("用的|使用的|采用的").is_none() || rest.strip("用的是|使用的是|采用的是").is_some())
    {
        let (value, purpose) = used
            .split("来做|当作|当做|作为|当|做")
            .filter(|(value, _)| !value.trim().is_empty())
            .map_or((used, None), |(value, what)| (value, Some(what)));
        let ended =
            value.strip_ends("来写的|写的|写成的|开发的|做的|搭的|来写|写|开发|搭建|搭").strip_ends("来");
        let purpose = purpose.map(|what| what.strip_ends("的"));
        let purpose = purpose.filter(|what| !what.strip_all("的|了|吧").is_empty());
        return made_with(name, ended, purpose);
    }
    if let Some(value) = switched(rest) {
        return made_with(name, value.strip_ends("了|啦"), None);
    }
    let rest = rest.strip("用的|使用的|采用的").unwrap_or(rest);
    let launched = rest.strip_ends("上线|发布");
    if launched.seen().len() < rest.trim().seen().len() {
        let name = super::keys::slug(tidy(name).written());
        let when = launched.strip_all("将在|将于|会在|定在|在|于|将|会");
        let dated = when.seen().chars().any(|c| c.is_ascii_digit() || "月周号日底".contains(c));
        return if dated { Found::known(format!("project.{name}.launch"), when) } else { None };
    }
    let (what, value) = rest.split(["用的是|使用的是|用的|是在|是|为|：|:|定在|用|叫|在", TURNED])?;
    let what = what.strip_ends("的");
    if what.has_any("不|没|我|你|他") {
        return None;
    }
    let key = key(name, what)?;
    let due = key.starts_with("deadline.").then(|| value.split("，|,|；").map(|(head, _)| head)).flatten();
    Found::known(key, due.unwrap_or(value).strip_all("在").strip_ends("了|啦"))
}

/// Verbs that put a value in the place of another.
const TURNED: &str = "已经改成|已改成|改成了|改成|改为|改用了|改用|换成了|换成|换为|换用了|换用|换到了|换到|切换到|切到|迁移到|迁到|转用|变成|变为|更新为|改到|改在|延到|延期到|延至|推迟到|推迟至|推到|顺延到|提前到|挪到|调整到|调到";

/// What a project was moved to, where that is something to make it with: 改用 Postgres 了, 从 `MySQL` 换到 Postgres.
fn switched(rest: Piece<'_>) -> Option<Piece<'_>> {
    let turned = rest.strip_all("已经|已|也|又|刚").strip_all("从|由");
    let (before, value) = turned.split(TURNED)?;
    let from = turned.seen().len() < rest.trim_start().seen().len();
    let made = |words: Piece<'_>| technology(without_version(tidy(words)).seen()).is_some();
    let led = before.trim().is_empty() || from && made(before);
    (led && made(value.strip_ends("了|啦"))).then_some(value)
}

pub(super) fn subject(words: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let (name, rest) = named(words)?;
    Some((name, rest.strip_all("的|里的|用的")))
}

/// Finds the name of the project and what follows.
fn named(content: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let (head, rest) = content.split(PROJECT)?;
    let lead = head
        .strip_all("现在|目前|如今|在|我们的|我们|咱们的|咱们|我的|我|关于|说|：|，|那个")
        .strip_ends("这个|那个|的|这");
    let name = tidy(lead.open());
    if name.is_empty() {
        return behind(rest)
            .or_else(|| behind_han(rest))
            .filter(|_| head.strip_all("在|关于|：|，").is_empty());
    }
    // 咱这个小程序项目 is the one at hand, not one that is called so.
    let at_hand = ["这", "那", "咱"].iter().any(|word| name.holds(word));
    let plain = !at_hand
        && name.strip(UNNAMED).is_none_or(|more| !more.is_empty() && more.seen().chars().count() > 2);
    let fits = (1..=16).contains(&name.seen().chars().count()) && !name.has_any(DOES);
    let begins = rest.strip("经理|组|部|名|管理|主管|负责").is_none();
    (plain && fits && begins).then_some((name, rest))
}

/// A Chinese name behind the word, where what is said of it is what a project has: 项目海燕的数据库是….
fn behind_han(rest: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    const PARTS: &str =
        "库|器|预算|时间|地址|人|组|进度|代码|文档|服务|环境|系统|平台|目标|名称|名字|经理|成员";
    let (name, what) = rest.split("的")?;
    let name = tidy(name);
    let has = what.strip("数据库|资料库|缓存|仓库|代码仓库|框架|前端框架|后端框架|前端|后端|服务器|测试服务器|部署环境|部署|负责人|截止日期|交付日期|截止日|期限|deadline|ddl|编程语言|包管理器").is_some();
    let plain = name.strip_ends(PARTS).seen().len() == name.seen().len() && !name.has_any(DOES);
    (has && plain && (2..=6).contains(&name.seen().chars().count())).then_some((name, what))
}

/// A name behind the word: 项目 Kestrel 的仓库是…. A Chinese word there is the thing itself (项目预算是…).
fn behind(rest: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let rest = rest.trim_start();
    let latin = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
    let end = rest.seen().find(|c: char| !latin(c)).unwrap_or(rest.seen().len());
    let name = tidy(rest.cut(0, end));
    let fits = name.written().starts_with(|c: char| c.is_ascii_uppercase()) && name.seen().len() <= 30;
    fits.then(|| (name, rest.from(end)))
}

//! What people state most, in Chinese; traditional characters arrive here as simplified ones.

use super::en::{level, technology};
use super::keys;
use super::kin;
use super::persona::is_pronoun;
use super::slot::{Found, between, tidy, uses};
use super::text::Piece;
use super::values;

mod living;

use living::{being, expertise, located, working_hours};
pub(super) use living::{is_trait, skill};

/// The person who speaks.
pub(super) const ME: &str = "我们|我|俺|咱们|咱|本人|人家";

/// Words of time and degree before a verb of the speaker.
const ADVERBS: &str = "从小|自幼|现在|目前|平时|一般|其实|也|还|一直|已经|通常|最近|上个月|上个星期|上周|去年|今年|前年|昨天|前几天|前天|这个月|刚刚|刚才";

/// Finds the slot of a Chinese statement.
pub(super) fn slot(content: Piece<'_>) -> Option<Found> {
    let content = content.strip_all("：|，|那个|就是|说");
    let mine = content.strip(ME);
    let said = mine.unwrap_or(content).trim_start().strip_all(ADVERBS);
    let called = content
        .split("都叫我|叫我|都喊我|喊我|都称呼我|称呼我")
        .filter(|(who, _)| (1..=6).contains(&who.trim().seen().chars().count()) && !who.has_any("别|不|要"));
    let instead = content.strip("别叫我|不要叫我|别再叫我").and_then(|rest| rest.split("叫我|喊我|称呼我"));
    called
        .or(instead)
        .and_then(|(_, name)| Found::known("nickname", name.strip_ends("就好|就行|即可|就可以了|吧")))
        .or_else(|| kinship(content))
        .or_else(|| project(content))
        .or_else(|| compared(content))
        .or_else(|| deadline(content))
        .or_else(|| mine.and_then(|_| doing(said)))
        .or_else(|| copula(content))
        .or_else(|| mine.and_then(|_| being(said)))
}

/// What is said of the speaker, who is not named again: "住在上海".
pub(super) fn predicate(part: Piece<'_>) -> Option<Found> {
    let said = part.trim_start().strip_all(ADVERBS);
    doing(said).or_else(|| being(said))
}

/// "我…": a verb of the speaker.
fn doing(said: Piece<'_>) -> Option<Found> {
    let age = tidy(said.strip_all("今年|已经").strip_ends("了"));
    if age.seen().ends_with('岁') && age.seen().chars().count() <= 6 {
        return Found::known("age", age);
    }
    let years = said.strip_ends("了|啦").strip("今年");
    if let Some(x) = years.filter(|x| is_count(tidy(*x).seen())) {
        return Found::known("age", x);
    }
    if let Some(x) = said.strip("叫做|名叫|叫") {
        return Found::known("name", x);
    }
    if let Some(x) = said.strip("姓").filter(|x| (1..=2).contains(&tidy(*x).seen().chars().count())) {
        return Found::known("surname", x);
    }
    if let Some(x) = said.strip("家住在|家住|家在|住在|住|搬到了|搬到|搬去了|搬去|定居在|常住")
        && !x.seen().starts_with('的')
    {
        return Found::known("place", x.strip_ends("了"));
    }
    if let Some(x) = said.strip("偏好|首选|比较喜欢").filter(|x| !x.seen().starts_with('的')) {
        let key = if tidy(x).has_any("模式|主题") { "preferred.theme" } else { "" };
        return if key.is_empty() { Found::named("likes", x) } else { Found::known(key, x) };
    }
    if let Some(x) = said.strip("老家在|老家是|来自|的老家在|的家乡在|的老家是") {
        return Found::known("hometown", x.strip_ends("的"));
    }
    if let Some(x) = said.strip("生日").filter(|x| {
        x.trim_start().seen().starts_with(|c: char| c.is_ascii_digit() || "一二三四五六七八九十".contains(c))
    }) {
        return Found::known("birthday", x);
    }
    if let Some(x) = said.strip("出生于|出生在|生于|生在") {
        let dated = x.seen().chars().any(|c| c.is_ascii_digit() || "年月日号零〇".contains(c));
        return Found::known(if dated { "birthday" } else { "hometown" }, x);
    }
    if let Some(x) = said
        .strip_all("刚刚|刚|才|新近")
        .strip("入职了|入职|跳槽到了|跳槽到|加入了|效力于|就职于|供职于|任职于|受雇于")
    {
        return Found::known("employer", x.strip_ends("了|啦"));
    }
    if let Some(x) =
        said.strip("会说|会讲|说|讲").filter(|x| values::find(values::LANGUAGES, x.seen()).is_some())
    {
        return Found::known("languages", x.strip_all("一点点|一点儿|一点|一些|点"));
    }
    working_hours(said)
        .or_else(|| located(said))
        .or_else(|| expertise(said))
        .or_else(|| taste(said))
        .or_else(|| body(said))
        .or_else(|| using(said))
}

/// Tells whether words are nothing but a number of years.
fn is_count(seen: &str) -> bool {
    (1..=4).contains(&seen.chars().count())
        && seen.chars().all(|c| c.is_ascii_digit() || "零一二两三四五六七八九十百多".contains(c))
}

fn taste(said: Piece<'_>) -> Option<Found> {
    let said = said
        .strip_all("超级|超|极其|真的|真|蛮|很|非常|十分|特别|比较|挺|有点|一点都|一点也|相当|从小就|从小");
    let hated = "不太喜欢吃|不太喜欢|不喜欢吃|不喜欢喝|不喜欢|讨厌吃|讨厌|不爱吃|不爱喝|不爱|最不喜欢吃|最不喜欢|最怕|烦|很讨厌|最讨厌|特别讨厌|受不了|厌恶|反感";
    if let Some(x) = said.strip(hated) {
        return Found::named("dislikes", x).filter(short);
    }
    if said.seen().starts_with("最喜欢的")
        || said.seen().starts_with("最爱的")
        || said.seen().starts_with("喜欢的")
    {
        return None;
    }
    let liked = "最爱吃|最爱喝|最爱|最喜欢吃|最喜欢喝|迷上了|迷上|沉迷于|痴迷|喜欢吃|喜欢喝|很喜欢|最喜欢|非常喜欢|特别喜欢|特别爱|喜欢|爱吃|爱喝|超爱|热爱|爱|酷爱|喜爱|偏爱|钟爱";
    let x = said.strip(liked)?;
    Found::named("likes", x.strip_all("吃|喝")).filter(short)
}

fn short(found: &Found) -> bool {
    found.key.chars().count() <= 40
}

/// "我更喜欢茶而不是咖啡", "比起咖啡我更喜欢茶".
fn compared(content: Piece<'_>) -> Option<Found> {
    if let Some(rest) = content.strip("比起|相比于|相比|相较于|跟") {
        let (other, better) = rest.split("更喜欢|更爱|更偏好|更偏爱")?;
        let other = other.strip_ends("我|，|,|来说|相比|来").trim();
        return between(better.strip_all("用|喝|吃"), other.strip_all("用|喝|吃"));
    }
    let said = content.strip(ME)?.strip("更喜欢|喜欢|更爱|偏好|更偏爱|比较喜欢|宁愿用|宁可用")?;
    let (better, other) = said.split("而不是|而非|胜过|多过|超过|不喜欢")?;
    if better.seen().trim_end().ends_with(['但', '却', '，', ',', '是']) {
        return None;
    }
    between(better.strip_all("用|喝|吃"), other.strip_all("用|喝|吃"))
}

fn body(said: Piece<'_>) -> Option<Found> {
    if let Some((what, rest)) = said.split("过敏")
        && rest.strip_ends("的|了|体质").trim().is_empty()
    {
        let denied = what.seen().starts_with(['不', '没']) || what.seen().trim_end().ends_with(['不', '没']);
        let others = super::kin::mentions(what) || what.has_any("朋友|女朋友|男朋友|同事|邻居|老公|老婆");
        return if denied || others { None } else { Found::named("allergy", what.strip_all("对|吃")) };
    }
    if let Some((what, _)) = said.strip("对").and_then(|x| x.split("特别感兴趣|很感兴趣|非常感兴趣|感兴趣"))
    {
        return Found::named("likes", what);
    }
    if let Some(x) = said.strip("对") {
        let (what, _) = x.split("过敏")?;
        let denied = what.seen().trim_end().ends_with(['不', '没']);
        return if denied { None } else { Found::named("allergy", what) };
    }
    if let Some(x) = said.strip("血型是|血型|的血型是").filter(|x| tidy(*x).seen().chars().count() <= 4)
    {
        return Found::known("blood_type", x);
    }
    if said.seen().starts_with("吃素") {
        return Found::fixed("diet", "vegetarian");
    }
    if let Some(x) = said.strip("不能吃|从不吃|从来不吃|不碰|忌口|忌|不吃") {
        return Found::avoided(x, &format!("不吃{}", tidy(x).seen()));
    }
    if let Some(x) = said.strip("只吃|吃|是|一直吃") {
        let value = tidy(x);
        return values::find(values::DIETS, value.seen())
            .filter(|_| value.seen().chars().count() < 12)
            .and_then(|diet| Found::fixed("diet", diet));
    }
    None
}

fn using(said: Piece<'_>) -> Option<Found> {
    if said.strip("用的|使用的").is_some_and(|rest| !rest.seen().starts_with('是')) {
        return None;
    }
    if said.strip("用心|用力|用功|用餐|用脑|用户|用于|用来|用钱").is_some() {
        return None;
    }
    let used = said.strip("用的是|使用的是|使用|用着|用|改用了|改用|在用")?;
    if let Some((what, purpose)) = used.split("作为|当作|当做|当|做") {
        let purpose = tidy(purpose).strip_all("我的");
        let key = keys::alias(purpose.seen())
            .map_or_else(|| format!("uses.{}", keys::category(purpose.written())), str::to_owned);
        return Found::known(key, what);
    }
    let what = tidy(used);
    let verb = [
        "来", "写", "开发", "回", "处理", "跑", "办公", "打卡", "聊天", "记账", "沟通", "开会", "画图", "剪",
        "导航", "购物", "付款", "管理", "听歌",
    ];
    let what = verb
        .iter()
        .find_map(|w| what.split(w).map(|(head, _)| head))
        .filter(|head| !head.is_empty())
        .unwrap_or(what);
    uses(what)
}

fn kinship(content: Piece<'_>) -> Option<Found> {
    let mine = content.strip(ME)?.strip_all("家里的|家里|家的|家|的");
    let owned = mine.strip("有|养了|养着|养");
    let start = owned.map_or(mine, |rest| {
        rest.trim_matches(|c| "0123456789一二两三四五六七八九十几只个条位名".contains(c))
    });
    let (owner, rest) = kin::at_start(start)?;
    if let Some(counted) = owned.filter(|_| tidy(rest).is_empty()) {
        return Found::known(owner, counted);
    }
    let several = owned.is_some_and(|counted| counted.strip("两|二|三|四|五|2|3|4|5|几").is_some());
    if let Some(counted) =
        owned.filter(|_| several && rest.seen().trim_start().starts_with(['，', ',', '：', '、', '（']))
    {
        return Found::known(owner, counted);
    }
    if let Some(value) = rest.strip("的名字是|的名字叫|名字叫|名字是|叫做|名叫|叫|，叫|,叫|，名叫")
    {
        return Found::known(format!("{owner}.name"), value);
    }
    if let Some(value) = rest.strip("的生日是|生日是|的生日在|出生于") {
        return Found::known(format!("{owner}.birthday"), value);
    }
    if let Some(value) = rest.strip("住在|住") {
        return Found::known(format!("{owner}.place"), value);
    }
    let age = tidy(rest.strip_all("今年|已经"));
    if age.seen().ends_with('岁') && age.seen().chars().count() <= 6 {
        return Found::known(format!("{owner}.age"), age);
    }
    let (what, value) = rest.strip("的")?.split("是|叫|为|：")?;
    Found::known(
        format!(
            "{owner}.{}",
            keys::alias(what.seen()).map_or_else(|| keys::slug(what.written()), str::to_owned)
        ),
        value,
    )
}

const PROJECT: &str = "我这个专案|我这专案|我这个项目|我这项目|我们的专案|我们专案|我们这个专案|我的专案|我们这个项目|我们的项目|我们项目|这个项目|本项目|该项目|项目|这个专案|本专案|专案|我的项目";

fn project(content: Piece<'_>) -> Option<Found> {
    let rest = content.strip(PROJECT)?.trim_start();
    if let Some(value) = rest.strip("叫做|叫|名叫") {
        return Found::known("project.name", value);
    }
    let rest = rest.strip("的").unwrap_or(rest);
    let used = rest.strip("用的是|使用的是|采用的是");
    let rest = rest.strip("用的|使用的|采用的").unwrap_or(rest);
    if let Some(used) = used.or_else(|| rest.strip("用了|用|使用|采用|是用")) {
        let value = tidy(used).strip_ends("写的|开发的|做的|开发|写|语言");
        let what = technology(value.seen()).map_or_else(|| keys::slug(value.written()), str::to_owned);
        return Found::known(format!("project.{what}"), value);
    }
    let (what, value) = rest.split("是|为|：|:|叫|用")?;
    let what = what.trim();
    match what.seen() {
        "" => None,
        "截止日期" | "截止时间" | "期限" => Found::known("deadline.project", value),
        _ => Found::known(format!("project.{}", keys::category(what.written())), value),
    }
}

const DUE: &str =
    "截止日期|截止日|交付日期|交付日|最后期限|截止时间|死线|期限|ddl|deadline|交稿日期|提交日期";

fn deadline(content: Piece<'_>) -> Option<Found> {
    if let Some((what, rest)) = content.split(DUE)
        && !what.trim().is_empty()
    {
        const IS: &str = "是在|是|为|在|：|:|改到|改成|改为|改在|延到|延期到|延至|延期至|延长到|推迟到|推迟至|推到|顺延到|提前到|提前至|挪到|调到|调整到|换成|变成|定在|定为";
        let marked = rest.seen().starts_with([':', '：', ' ']).then(|| rest.trim_start());
        let when = rest.strip_all("已经|已|被|又").trim_start().strip(IS).or(marked)?;
        let when = when.split("，|,|；").map_or(when, |(head, _)| head).strip_ends("了|啦");
        return due(what, when);
    }
    let ended = content.strip_ends(
        "截止|到期|要交|之前要交件|前要交件|要交件|交件|要交稿|之前要交|前要交|前交|之前交|提交截止|交稿",
    );
    if ended.seen().len() == content.trim().seen().len() {
        return None;
    }
    let starts = "下下周|下周|下个月|本周|这周|周|星期|礼拜|明天|后天|今天|月底|年底|月|0|1|2|3|4|5|6|7|8|9|一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月|在|于";
    let digit = ended.seen().find(|c: char| c.is_ascii_digit());
    let named = ended.split(starts).map(|(what, _)| what.seen().len());
    let at = [digit, named].into_iter().flatten().min()?;
    due(ended.cut(0, at), ended.from(at))
}

fn due(what: Piece<'_>, when: Piece<'_>) -> Option<Found> {
    let what = what.trim().strip_all("我们的|我的|我们|我|这份|这个").strip_ends("的");
    let when = when.strip_all("在|于").strip_ends("之前|前");
    (!what.is_empty() && what.seen().chars().count() <= 30)
        .then(|| Found::known(keys::shorten(&format!("deadline.{}", keys::slug(what.written()))), when))
        .flatten()
}

/// "我的X是Y", "X的Y是Z".
fn copula(content: Piece<'_>) -> Option<Found> {
    let owned = content.strip("我们的|我们|我的|我").map(|rest| rest.trim_start());
    let whole = owned.map_or(content, |rest| rest.strip_all("现在的|目前的|当前的|如今的|新的"));
    let joins = if owned.is_some() {
        "是在|是|叫做|叫|为|在|：|:"
    } else {
        "是在|是|叫做|为|：|: |叫|在"
    };
    let (subject, value) = whole.split(joins)?;
    // 到周五为止 is no "is".
    if value.seen().starts_with('止') && whole.from(subject.seen().len()).seen().starts_with('为') {
        return None;
    }
    let subject = subject.trim();
    let located = whole.from(subject.seen().len()).seen().starts_with('在');
    let denied =
        subject.seen().ends_with(['不', '没', '非', '别']) || subject.seen().starts_with(['不', '没']);
    let clauses = subject.seen().contains(['，', ',', '；']);
    // 下周我在休假: who stands before the word is no thing that is something.
    let speaker = owned.is_none() && subject.strip_ends(ME).seen().len() < subject.seen().len();
    if subject.is_empty()
        || speaker
        || denied
        || clauses
        || is_pronoun(subject)
        || subject.seen().chars().count() > 24
    {
        return None;
    }
    if owned.is_none()
        && let Some(found) = reversed(subject, value)
    {
        return Some(found);
    }
    if let Some((_, what)) = subject
        .split("最顺手的|用着最顺手的|最喜欢的|最爱的|首选的|首选|喜欢的|偏好的|最喜爱的|最爱|支持的|爱用的|惯用的|常用的|常去的")
    {
        let used = subject.has_any("爱用的|惯用的|常用的").then(|| keys::alias(what.trim().seen())).flatten();
        return match used {
            Some(key) => Found::known(key, value),
            None => Found::known(format!("preferred.{}", keys::category(what.written())), value),
        };
    }
    if let Some((what, rest)) = subject.split("水平|等级|程度")
        && rest.trim().is_empty()
        && let Some(level) = level(value.seen())
    {
        return skill(what.strip_ends("的"), level);
    }
    if owned.is_some()
        && let Some(key) = keys::alias(subject.strip_all("用的|使用的|现在的|目前的").seen())
    {
        let digits = value.seen().bytes().filter(u8::is_ascii_digit).count();
        let key = if key == "uses.phone" && digits >= 7 { "phone_number" } else { key };
        return Found::known(key, value);
    }
    if located && (owned.is_some() || subject.strip("不|别|要|都|只|请|每").is_some()) {
        return None;
    }
    let name = keys::slug(&subject.written().replace('的', ""));
    let mut found = Found::known(name, value)?;
    found.known = owned.is_some();
    Some(found)
}

/// 小王是我的紧急联系人: what is the speaker's gives the key, who or what it is the value.
fn reversed(subject: Piece<'_>, value: Piece<'_>) -> Option<Found> {
    let what = tidy(value.strip("我们的|我的")?);
    let named = (1..=12).contains(&what.seen().chars().count()) && !what.has_any("最|是|，|,");
    let plain =
        subject.seen().chars().count() <= 12 && subject.strip("这|那|今天|明天|他|她|它|你").is_none();
    if !named || !plain {
        return None;
    }
    let key = match (keys::alias(what.seen()), kin::named(what.seen())) {
        (Some(key), _) => key.to_owned(),
        (None, Some(owner)) => format!("{owner}.name"),
        (None, None) => keys::slug(&what.written().replace('的', "")),
    };
    Found::known(key, subject)
}

/// The slot that a subject without a value names: 我的生日, 我喜欢黑咖啡.
pub(super) fn subject(words: Piece<'_>) -> Option<String> {
    let words = words.strip_all("我之前设定的|我之前设置的|之前设定的|之前设置的|设定的|设置的|原来的|原先的|以前的|之前的|我之前说的|我之前说过的|之前说的|我说过的|我说的|关于|有关|对于|掉|了");
    let bare = words
        .strip_ends(
            "这件事|这个事|的事|的事情|这一点|的记忆|记忆|的偏好|偏好|的设置|设置|的信息|信息|吧|了|这事",
        )
        .strip_all("我们的|我的|我设置的|我设定的|我们|我|所设置的|以前的|之前的|原来的|过去的|旧的");
    if bare.is_empty() {
        return None;
    }
    if let Some(key) = keys::alias(bare.seen()) {
        return Some(key.to_owned());
    }
    if let Some(what) = bare.strip("最喜欢的|最爱的") {
        return Some(format!("preferred.{}", keys::category(what.written())));
    }
    if let Some(rest) = bare.strip(PROJECT) {
        let what = rest.strip("的").unwrap_or(rest).trim();
        return (!what.is_empty()).then(|| format!("project.{}", keys::category(what.written())));
    }
    let ended = bare.strip_ends(DUE);
    if ended.seen().len() < bare.seen().len() {
        let what = ended.strip_ends("的");
        return (!what.is_empty()).then(|| format!("deadline.{}", keys::slug(what.written())));
    }
    None
}

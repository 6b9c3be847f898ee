//! Signals of Chinese sentences, simplified and traditional, read without spaces.

use super::scores::Scores;
use super::view::View;

const SPEAKERS: &[&str] = &["我", "用户", "用戶", "使用者", "该用户", "這位用戶", "这位用户", "本人"];
const ABOUT: &[&str] = &[
    "喜欢",
    "喜歡",
    "不喜欢",
    "不喜歡",
    "偏好",
    "叫",
    "是",
    "住",
    "对",
    "對",
    "吃",
    "不吃",
    "会",
    "會",
    "习惯",
    "習慣",
    "用",
    "讨厌",
    "討厭",
    "更",
    "平时",
    "平時",
    "最",
    "想",
    "希望",
    "的",
    "女儿",
    "女兒",
    "儿子",
    "兒子",
    "妈",
    "媽",
    "爸",
    "姐",
    "哥",
    "弟",
    "妹",
    "养",
    "養",
    "有",
    "开",
    "開",
    "需要",
    "不",
    "在",
    "懂",
    "擅长",
    "擅長",
    "熟",
    "只",
    "从",
    "從",
    "经常",
    "經常",
    "每天",
    "老婆",
    "太太",
    "先生",
    "丈夫",
    "今年",
    "姓",
    "爱",
    "愛",
    "要",
];
const OURS: &[&str] = &["我们家", "我們家", "我家", "我们一家", "我們一家"];
const WISHES: &[&str] = &[
    "叫我",
    "回答我",
    "跟我说",
    "跟我說",
    "告诉我",
    "告訴我",
    "对我说",
    "對我說",
    "给我",
    "給我",
    "以后用",
    "以後用",
    "以后都用",
    "回复我",
    "回覆我",
];
const PAST: &[&str] = &[
    "昨天",
    "昨晚",
    "昨日",
    "前天",
    "今天",
    "今早",
    "今晚",
    "今天早上",
    "刚刚",
    "剛剛",
    "刚才",
    "剛才",
    "上周",
    "上週",
    "上星期",
    "上个月",
    "上個月",
    "去年",
    "前年",
    "上次",
    "周末",
    "週末",
    "最近",
    "早上",
    "凌晨",
    "中午",
    "下午",
    "半夜",
    "前几天",
    "前幾天",
    "已经",
    "已經",
    "日前",
];
const DONE: &[&str] = &[
    "了", "成功", "失败", "失敗", "顺利", "順利", "通过", "通過", "回滚", "回滾", "完成", "决定", "決定",
    "满意", "滿意", "投诉", "投訴", "恢复", "恢復", "崩溃", "崩潰", "取消",
];
const ENDED: &[&str] = &[
    "成功了",
    "失败了",
    "失敗了",
    "完成了",
    "解决了",
    "解決了",
    "修好了",
    "写完了",
    "寫完了",
    "取消了",
    "恢复了",
    "恢復了",
    "决定",
    "决定了",
    "投诉",
    "全部通过",
    "全部通過",
    "一切顺利",
    "一切順利",
    "不太顺利",
    "不太順利",
    "很满意",
    "很滿意",
    "回滚",
    "回滾",
    "降到",
    "放弃了",
    "放棄了",
    "最后发现",
    "最後發現",
    "结果",
    "結果",
    "就好了",
    "仍然失败",
    "仍然失敗",
    "赢了",
    "贏了",
    "丢掉了",
    "丟掉了",
    "部署成功",
    "一半",
];
const WHEN: &[&str] = &[
    "如果",
    "要是",
    "假如",
    "假设",
    "假設",
    "一旦",
    "每当",
    "每當",
    "每次",
    "当",
    "當",
    "若",
    "只要",
    "遇到",
    "每周",
    "每週",
    "每天",
    "每个月",
    "每個月",
    "收到",
    "凡是",
    "在",
    "万一",
    "萬一",
];
const TIME_OF: &[&str] = &[
    "时，",
    "時，",
    "的时候，",
    "的時候，",
    "之前，",
    "之后，",
    "之後，",
    "前，",
    "后，",
    "後，",
    "的话，",
    "的話，",
    "之前",
    "时要",
    "時要",
    "时应",
    "時應",
    "前务必",
    "前務必",
    "前必须",
    "前必須",
    "时别",
    "時別",
    "时先",
    "時先",
    "时，先",
];
const DO: &[&str] = &[
    "就", "先", "再", "要", "应该", "應該", "必须", "必須", "务必", "務必", "然后", "然後", "立即", "请",
    "請", "→", "不要", "别", "別", "更新", "发送", "發送", "通知", "检查", "檢查",
];
const HOW: &[&str] =
    &["步骤", "步驟", "流程", "方法是", "方法：", "做法", "如何", "怎么", "怎麼", "怎样", "怎樣"];
const ORDER: &[&str] = &[
    "不要",
    "别",
    "別",
    "必须",
    "必須",
    "务必",
    "務必",
    "一定要",
    "请先",
    "請先",
    "禁止",
    "请",
    "請",
    "要先",
];

/// Adds what a Chinese reading of the text suggests.
pub(super) fn score(view: &View, scores: &mut Scores) {
    if !view.tight.chars().any(|c| ('\u{4E00}'..='\u{9FFF}').contains(&c)) {
        return;
    }
    ways(view, scores);
    events(view, scores);
    person(view, scores);
}

fn ways(view: &View, scores: &mut Scores) {
    if let Some(when) = view.starts(WHEN)
        && view.follows(&[when], DO).is_some()
    {
        scores.procedural(4, when);
    }
    if let Some(time) = view.follows(TIME_OF, DO) {
        scores.procedural(3, time);
    } else if let Some(time) = view.holds(TIME_OF).filter(|t| {
        t.chars().count() > 2 && t.contains(['应', '要', '务', '務', '必', '先', '别', '別', '應'])
    }) {
        scores.procedural(3, time);
    }
    if let Some(how) = view.holds(HOW) {
        scores.procedural(3, how);
    }
    if let Some(order) = view.starts(ORDER) {
        scores.procedural(3, order);
    } else if let Some(order) = view.holds(ORDER) {
        scores.procedural(2, order);
    }
    if let Some(first) =
        view.follows(&["首先", "先"], &["再", "然后", "然後", "最后", "最後", "接着", "接著"])
    {
        scores.procedural(3, first);
    }
    if let Some(each) = view.follows(&["每次", "每当", "每當", "都要"], &["要", "先", "都"]) {
        scores.procedural(2, each);
    }
}

fn events(view: &View, scores: &mut Scores) {
    if let Some(start) =
        view.starts(&["会话总结", "會話總結", "总结：", "總結：", "今日总结", "会议纪要", "會議紀要"])
    {
        scores.episodic(5, start);
    }
    let done = view.holds(DONE);
    if let Some(past) = view.holds(PAST).filter(|_| done.is_some()) {
        scores.episodic(4, past);
    }
    if let Some(ended) = view.holds(ENDED) {
        scores.episodic(3, ended);
    }
    if dated(&view.tight) && done.is_some() {
        scores.episodic(3, "a date");
    }
    if view.tokens.first().is_some_and(|t| super::english::is_iso_date(t)) {
        scores.episodic(3, "a date");
    }
    if view.tight.contains('了')
        && view
            .starts(&[
                "我们",
                "我們",
                "团队",
                "團隊",
                "完成",
                "帮",
                "幫",
                "花",
                "用户问",
                "用戶問",
                "用户因",
                "用戶因",
                "用户取消",
                "给",
                "給",
            ])
            .is_some()
    {
        scores.episodic(2, "了");
    }
}

/// Tells whether a day of a month or a month is named, without a year that makes it history.
fn dated(tight: &str) -> bool {
    let day = tight.contains('月') && (tight.contains('日') || tight.contains('号') || tight.contains('號'));
    day || tight.contains("月份") || tight.contains("周二的") || tight.contains("周一的")
}

fn person(view: &View, scores: &mut Scores) {
    if let Some(wish) = view.holds(WISHES) {
        scores.user(4, wish);
    }
    if let Some(ours) = view.starts(OURS) {
        scores.user(4, ours);
        return;
    }
    if view.starts(&["我们", "我們", "用户表", "用户名", "用户界面", "用户数据", "用戶表"]).is_some()
    {
        return;
    }
    if let Some(who) = view.starts(SPEAKERS)
        && let Some(after) = view.tight.strip_prefix(who)
        && ABOUT.iter().any(|about| after.starts_with(about))
    {
        scores.user(4, who);
    }
}

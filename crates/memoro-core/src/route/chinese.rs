//! Signals of Chinese sentences, simplified and traditional, read without spaces.

use super::scores::Scores;
use super::view::{View, each};

const SPEAKERS: &str = "我|用户|用戶|使用者|该用户|這位用戶|这位用户|本人";
const ABOUT: &str = "\
    喜欢|喜歡|不喜欢|不喜歡|偏好|叫|是|住|对|對|吃|不吃|会|會|习惯|習慣|用|讨厌|討厭|更|平时|平時|最|想|希望|的|女儿|女兒|儿子|兒子|妈|媽|爸|姐|哥|弟|妹|养|\
    養|有|开|開|需要|不|在|懂|擅长|擅長|熟|只|从|從|经常|經常|每天|老婆|太太|先生|丈夫|今年|姓|爱|愛|要";
const OURS: &str = "我们家|我們家|我家|我们一家|我們一家";
/// What a sentence about the user begins with, who is not named.
const HABITS: &str = "吃不了|喝不了|受不了|说实话|夜猫子|早起型|家里一条|家里一只|家里两只|家里有|家里养|孩子上|孩子在|高度近视|近视|怕高|恐高|怕黑|怕冷|怕热|晕车|素食|不太会|不擅长|不懂|今年的目标|今年的目標|今年目标|今年目標|目标是|目標是|預算|夢想|家裡有|家裡養|预算|买新电脑|打算|计划退休|梦想|退休后想|正在学|在学|刚学|刚开始学|有两只|有一只|单身|已婚|离异|从不吃|从来不吃|从不喝|从来不喝|不吃|不喝|不喜欢|喜欢|爱吃|爱喝|讨厌|害怕|对花粉过敏|擅长|一般十|平时|左撇子";
/// What a wish about the agent's manners begins with.
const WANTS: &str = "希望|想先看|想先|更希望";
const WISHES: &str = "\
    叫我|称呼我|稱呼我|问我|問我|提醒我|我会|我會|我都|我得|让我|讓我|回答我|跟我说|跟我說|告诉我|我愿意|我喜欢|我讨厌|我希望|我需要|我更|我最|我比较|我只|我不太|我很|我從不|我从不|告訴我|对我说|對我說|给我|給我|以后用|以後用|以后都用|回复我|回覆我";
const PAST: &str = "\
    小时前|小時前|分钟前|分鐘前|剛簽|刚签|昨天|昨晚|昨日|前天|今天|今早|今晚|今天早上|刚刚|剛剛|刚才|剛才|上周|上週|上星期|上个月|上個月|去年|前年|上次|周末|週末|最近|早上|凌晨|中午|下午|半夜|前几天|\
    前幾天|已经|已經|日前";
const DONE: &str = "了|成功|失败|失敗|顺利|順利|通过|通過|回滚|回滾|完成|决定|決定|满意|滿意|投诉|投訴|恢复|恢復|崩溃|崩潰|取消|宕机|當機|故障|中断|中斷|瘫痪|癱瘓";
const ENDED: &str = "\
    成功了|失败了|失敗了|完成了|解决了|解決了|修好了|写完了|寫完了|取消了|恢复了|恢復了|决定|决定了|投诉|全部通过|全部通過|一切顺利|一切順利|不太顺利|不太順利|很满意|很滿意|\
    回滚|回滾|降到|放弃了|放棄了|最后发现|最後發現|结果不|結果不|结果很|結果很|结果还|結果還|就好了|输了|輸了|卖光|賣光|大寿|大壽|签完|簽完|售罄|仍然失败|仍然失敗|赢了|贏了|丢掉了|丟掉了|部署成功|一半|没有出问题|没出问题|沒出問題|一切正常|表示感谢|表示感謝";
const WHEN: &str = "如果|要是|假如|假设|假設|一旦|每当|每當|每次|当|當|若|只要|遇到|每周|每週|每天|每个月|每個月|收到|凡是|在|万一|萬一";
const TIME_OF: &str = "\
    时，|時，|的时候，|的時候，|之前，|之后，|之後，|前，|后，|後，|的话，|的話，|之前|时要|時要|时应|時應|前务必|前務必|前必须|前必須|时别|時別|时先|時先|时，先|的时候|\
    的時候|之后|之後|时候|演示前|前给|前把|前先|前要|加入时|之前把|之前先";
const DO: &str = "\
    就|先|再|要|应该|應該|必须|必須|务必|務必|然后|然後|立即|请|請|→|不要|别|別|更新|发送|發送|通知|检查|檢查|把|并|並|给|給|申请|安排|确认|確認";
const HOW: &str = "步骤|步驟|流程|方法是|方法：|做法|办法是|辦法是|的办法|方式是|如何|怎么|怎麼|怎样|怎樣";
const ORDER: &str = "不要|别|別|必须|必須|务必|務必|一定要|请先|請先|禁止|请|請|要先";

const OVER: &str = "超过|超過|低于|低於|不足|达到|達到|出现|出現|没有|沒有|失败|失敗|过期|過期|如有";
const NOT_WHEN: &str = "\
    小时|小時|时间|時間|时区|時區|同时|同時|超时|超時|时候|時候|临时|臨時|平时|平時|及时|實時|实时";
const NOT_DUTY: &str = "需要|主要|重要|只要|要求|要是|想要|首要|必要|摘要|不要|要么|要素";
const SO: &str = "\
    只好|不得不|还没做完|還沒做完|还没完成|還沒完成|没做完|没有了|沒有了|坏了|壞了|病了|死了|丢了|丟了|断了|斷了|摔了|現在正常了|现在正常了|忘在|一直在";
const DAYS: &str = "周一|周二|周三|周四|周五|周六|周日|星期|週一|週二|週三|週四|週五|週六|週日";
const REPORTS: &str = "\
    用户反映|用戶反映|用户问|用戶問|用户报告|用戶報告|用户取消|用户上传|客户反映|客户投诉|用户说他|用户提出|用户发来|用户寄来|用戶發來";
const DID: &str = "我们|我們|团队|團隊|完成|帮|幫|花|用户问|用戶問|用户因|用戶因|用户取消|给|給";
const NOT_DONE: &str = "为了|為了|除了|了解|不了|极了|極了|了不|得了|好了吗|过了|過了";
const ANY_USER: &str = "名|数|數|界面|量|体验|體驗|可以|必须|们|們|端|组|都";
const STATES: &str = "岁|歲|退休|结婚|結婚";

/// Adds what a Chinese reading of the text suggests.
pub(super) fn score(view: &View, scores: &mut Scores) {
    if !view.tight.chars().any(|c| ('\u{4E00}'..='\u{9FFF}').contains(&c)) {
        return;
    }
    if let Some(then) = once_done(view) {
        scores.procedural(6, then);
    }
    conditions(view, scores);
    duties(view, scores);
    events(view, scores);
    person(view, scores);
}

/// Reads `改了表就重新生成`: what is done whenever something was; a story ends with what happened.
fn once_done(view: &View) -> Option<&'static str> {
    let told = view.tight.trim_end_matches(['。', '！', '.', '!']).ends_with(['了', '过', '完']);
    let story = told || view.holds(PAST).is_some() || view.holds(ENDED).is_some();
    let (_, after) = view.tight.split_once('了')?;
    let then = after.split_once('就').is_some_and(|(_, then)| !then.starts_with(['是', '会', '會']));
    (then && !story && view.starts(SPEAKERS).is_none()).then_some("了…就")
}

/// What tells how a thing went, or how a stretch of the day was spent.
const WENT: &str = "\
    比预想|比預想|比预期|比預期|比计划|比計劃|比想象|比想像|出乎意料|一上午|一下午|一早上|一整天|一晚上|整个上午|整个下午|原来是|原來是|才发现|才發現";

fn conditions(view: &View, scores: &mut Scores) {
    let open = !finished(view);
    scores.procedural(4, view.starts(WHEN).filter(|when| view.follows(when, DO).is_some()));
    let bound = |time: &&str| time.contains(['应', '要', '务', '務', '必', '先', '别', '別', '應']);
    let time = view.follows(TIME_OF, DO).or_else(|| view.holds(TIME_OF).filter(bound));
    scores.procedural(3, time.filter(|_| open));
    let told = view.holds("总结|總結|纪要").is_some();
    scores.procedural(3, view.follows("：|:", "，|,|、").filter(|_| open && !told));
    scores.procedural(3, view.follows(OVER, "就|要先|必须|必須|需先"));
    let plain = view.without(NOT_WHEN);
    let after = plain.split_once('时').or_else(|| plain.split_once('時')).map(|(_, after)| after);
    let does = |after: &str| each(DO).any(|word| after.contains(word)) && !after.contains(['会', '會']);
    if open && after.is_some_and(does) {
        scores.procedural(3, "时");
    }
    scores.procedural(3, view.holds(HOW));
    scores.procedural(4, view.follows("想知道|想查|想看", "用|查|跑|执行|執行|输入|輸入").filter(|_| open));
    let listed = view.tight.matches(['，', '、']).count() > 2;
    scores.procedural(
        3,
        view.holds("先|炖|燉|煮|炒|烤|焯").filter(|_| open && listed && view.starts(SPEAKERS).is_none()),
    );
    scores.procedural(2, view.holds("千万别|千万不要|千萬別|千萬不要|切勿"));
    scores.procedural(3, view.holds("就能|就可以|即可").filter(|_| open && view.starts(SPEAKERS).is_none()));
    scores.procedural(3, view.follows("，", "，然后|，然後|，再|，最后|，最後").filter(|_| open));
    scores.procedural(3, view.follows("首先|先", "再|然后|然後|最后|最後|接着|接著"));
    scores.procedural(
        3,
        view.starts(
            "每到|每周|每週|每天|每月|每次|每隔|每逢|每个季度|每季度|每个月|每年|每晚|每個季度|每個月",
        )
        .filter(|_| open),
    );
    scores.procedural(2, view.follows("每次|每当|每當|都要", "要|先|都"));
}

fn duties(view: &View, scores: &mut Scores) {
    let open = !finished(view);
    let nobody = view.starts(SPEAKERS).is_none() && view.holds(WISHES).is_none();
    if nobody && open {
        scores.procedural(3, view.without(NOT_DUTY).contains('要').then_some("要"));
        scores.procedural(3, view.follows("就", "并|然后|然後|再"));
        let when = view.without(NOT_WHEN);
        scores.procedural(3, (when.contains("时，") || when.contains("時，")).then_some("时，"));
        scores.procedural(3, view.holds("，就").filter(|_| view.holds("就是|就会|就會").is_none()));
        scores.procedural(3, view.follows("不用|不必|无需|無需", "直接|请|請|可以"));
        scores.procedural(3, view.holds("不许|不許|不准|不得|严禁|嚴禁|请勿|請勿"));
        let later = done_once(view) == 0 && view.holds(PAST).is_none();
        scores.procedural(3, view.holds("之前|以前先").filter(|_| later));
    }
    scores.procedural(3, view.follows("只能|一律|必须|必須", "不要|不能|不得|别|別").filter(|_| open));
    scores.procedural(3, view.holds("要先|必须先|必須先|应先|應先|得先|需先|先要"));
    let order = view.starts(ORDER).or_else(|| view.follows("不要|别|別|禁止", "请|請|先|要|用"));
    match order.filter(|_| nobody) {
        Some(order) => scores.procedural(3, order),
        None => scores.procedural(2, view.holds(ORDER)),
    }
}

/// Tells whether something is over, or was meant to be: what happened, not what to do.
fn finished(view: &View) -> bool {
    let over = view.tight.ends_with(['了', '完']) || view.tight.contains("了。");
    over || done_once(view) > 2 || view.holds("还没|還沒|了一|了两|了兩|了三").is_some()
}

fn events(view: &View, scores: &mut Scores) {
    let done = view.holds(DONE).is_some();
    let finished = view.tight.contains('了');
    scores.episodic(5, view.starts("会话总结|會話總結|总结：|總結：|今日总结|会议纪要|會議紀要"));
    scores.episodic(3, view.follows("把|被|给|給", "了|忘在|丢在|弄"));
    scores.episodic(3, view.starts("今天|今早|今晚").filter(|_| view.tight.contains(['把', '被'])));
    scores.episodic(3, view.holds(SO));
    scores.episodic(3, view.starts(DAYS).filter(|_| finished));
    scores.episodic(3, view.starts(REPORTS));
    scores.episodic(4, view.holds(PAST).filter(|_| done));
    scores.episodic(
        3,
        view.starts(
            "昨天|昨晚|前天|今早|刚刚|剛剛|刚才|剛才|上周|上週|上个月|上個月|去年|前几天|前幾天|上次",
        ),
    );
    scores.episodic(3, view.holds(ENDED));
    scores.episodic(3, (dated(&view.tight) && done).then_some("a date"));
    scores.episodic(3, view.opens_with_date());
    scores.episodic(3, view.holds(WENT).filter(|_| view.holds("每|要|应|應").is_none()));
    let begins_with_day = view.tight.split_once(['日', '号', '號']).is_some_and(|(day, after)| {
        let digits = day.chars().all(|c| c.is_numeric() || matches!(c, '年' | '月'));
        digits
            && day.contains('月')
            && !after.is_empty()
            && !after.starts_with(['是', '为', '為', '要', '前', '起'])
    });
    scores.episodic(3, begins_with_day.then_some("a date"));
    scores.episodic(done_once(view), "了");
    scores.episodic(2, view.starts(DID).filter(|_| finished));
}

/// Weighs the particle of what is done: inside a sentence it tells an event, at the end often only a change.
fn done_once(view: &View) -> u32 {
    let clean = view.without(NOT_DONE);
    let pairs = clean.chars().zip(clean.chars().skip(1));
    let inside = pairs.filter(|(a, b)| *a == '了' && b.is_alphanumeric()).count();
    let at_end = clean.chars().filter(|c| *c == '了').count() - inside;
    match (inside, at_end) {
        (0, 0) => 0,
        (0, 1) => 2,
        _ => 3,
    }
}

/// Tells whether a day of a month or a month is named.
fn dated(tight: &str) -> bool {
    let day = tight.contains('月') && tight.contains(['日', '号', '號']);
    day || tight.contains("月份") || tight.contains("周二的") || tight.contains("周一的")
}

fn person(view: &View, scores: &mut Scores) {
    scores.user(4, view.holds(WISHES).filter(|_| done_once(view) == 0));
    scores.user(4, view.starts(HABITS));
    scores.user(
        7,
        view.holds(
            "观察：用户|觀察：用戶|观察到用户|观察：该用户|发现用户总|用户习惯|用户只看|用户做汇报|用戶習慣",
        ),
    );
    scores.user(
        4,
        view.starts("她只|他只|她习惯|他习惯|她喜欢|他喜欢|她不|他不|她從不|他從不|她總|他總|她总|他总")
            .filter(|_| done_once(view) == 0),
    );
    scores.user(
        4,
        view.starts("我").filter(|_| {
            view.holds("总要|总会|总是|習慣|习惯|一般都|老是|都会先").is_some() && done_once(view) == 0
        }),
    );
    scores.user(5, view.holds("陪父亲|陪母亲|陪爸|陪妈|接孩子|那段时间不|这段时间不"));
    scores.user(7, view.starts(WANTS));
    if let Some(ours) = view.starts(OURS) {
        scores.user(4, ours);
        return;
    }
    if view.starts("我们|我們|用户表|用户名|用户界面|用户数据|用戶表").is_some() {
        return;
    }
    let Some(who) = view.starts(SPEAKERS) else { return };
    let after = view.tight.strip_prefix(who).unwrap_or_default();
    let state = after.starts_with(['养', '養']) || each(STATES).any(|state| after.contains(state));
    let happened = after.contains(['了', '把', '被']) && !state;
    scores.user(4, state.then_some(who));
    if each(ABOUT).any(|about| after.starts_with(about)) {
        scores.user(if happened && !after.starts_with('的') { 3 } else { 4 }, who);
    } else if !happened && !each(ANY_USER).any(|any| after.starts_with(any)) {
        scores.user(3, who);
    }
}

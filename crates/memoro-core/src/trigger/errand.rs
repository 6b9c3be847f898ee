//! Work on something else than memory: "update the README so it says we use Postgres", อัปเดตเรซูเม่ว่าผมทำงานที่ SCB, 把网站默认语言设为英文. What is
//! set, said or written in a file, a page, a program or a prompt is no fact of the user's and no wish for the answers.
//! Also words that are only to be repeated. What asks for memory in so many words is judged by others.

use super::directive::STRONG;
use super::text::Piece;

/// Words before a verb.
const POLITE: &str = "please|pls|plz|hey|hi|ok|okay|so|also|and|then|now|just|can you|could you|would you|will you|help me|i want you to|i need you to|i'd like you to|let's|go and|\
    ช่วย|กรุณา|โปรด|รบกวน|ขอ|ฝาก|แล้วก็|แล้ว|คุณ|请你|请|麻烦你|麻烦|帮我|帮忙|帮|你|给我|替我|那|然后|再|能|能不能|可以";
/// What is done to a thing in English.
const CHANGE: &str = "update|change|fix|edit|modify|revise|rewrite|correct|adjust|set up|set|make|configure|build|create|write|draft|compose|generate|add|put|insert|include|append|mention|state|document|design|code|program|implement|refactor|train|give me|prepare|replace|switch|extend|improve";
/// What may ask memory as well, and counts only where the thing is named at once: "note in the commit message that …".
const FILED: &str = "note|write|add|put|record|log|save|store|mark|type|enter|insert|mention|state|say|jot down|post|add a note|add a line|put a note|leave a note|make a note|write a note|add a comment";
/// Things with nothing of the user's in them but what somebody writes there.
const THINGS: &str = "config|configs|configuration|config file|settings file|settings.json|package.json|readme|readme.md|commit message|commit messages|commit|changelog|release notes|wiki|confluence|notion page|cv|c.v.|résumé|resume|cover letter|api|apis|endpoint|endpoints|api response|package|dependency|contract|agreement|document|docs|doc|documentation|file|files|code|codebase|script|scripts|server|servers|backend|frontend|app|application|database|schema|migration|slide|slides|slide deck|deck|presentation|ticket|jira|jira ticket|issue|pull request|pr|pr description|spreadsheet|sheet|cell|report|essay|blog post|article|newsletter|press release|announcement|caption|tweet|template|dockerfile|docker container|container|cron job|makefile|yaml|.env|env file|eslint|eslintrc|prettier|webpack|tsconfig|linter|test|tests|unit test|unit tests|function|method|class|component|module|variable|column|row|repo|repository|branch|pipeline|ci|workflow|build script|invoice|brochure|poster|flyer|landing page|home page|homepage|web page|webpage|web site|faq|faq section|paragraph|section|chapter|intro|introduction|abstract|prompt|system prompt|bot|chatbot|chat bot|agent|voicebot|website|signup form|form|app settings|out-of-office|auto-reply|job description|job posting";
/// Things that are as well something of the user's: only where what follows tells what is to stand in them.
const SHARED: &str = "bio|site|page|profile page|linkedin|linkedin profile|linkedin headline|email|mail|letter|blog|post|signature|title|headline|header|footer|title page|status|menu|sign|card|business card|about page";
/// How what is to stand in a thing is told.
const SO_THAT: &str = "so that|so it|so the|so they|so|to say|to state|to mention|to show|to read|to reflect|to include|to tell|that|saying|stating|with|and say|and write|and mention|which says";

/// The same in Thai, each behind its verb or behind the word for "in" and "of".
const CHANGE_TH: &str = "อัปเดต|อัพเดต|อัพเดท|อัปเดท|แก้ไข|แก้|เปลี่ยน|ปรับ|เขียน|ใส่|เพิ่ม|ตั้งค่า|ตั้ง|ทำให้|ทำ|สร้าง|ระบุ|พิมพ์|ลง|ร่าง|ออกแบบ|เซ็ต|update|change|fix|edit|set";
const THINGS_TH: &str = "เรซูเม่|เรซูเม|ประวัติย่อ|สัญญา|โค้ด|โค๊ด|เซิร์ฟเวอร์|เซิฟเวอร์|เว็บไซต์|เว็บ|เอกสาร|ไฟล์|สไลด์|คอนฟิก|สคริปต์|ฟอร์ม|แบบฟอร์ม|จดหมาย|แอป|ระบบ|ฐานข้อมูล|รายงาน|บทความ|โพสต์|แคปชั่น|บอท|แชทบอท|แชตบอต|วิกิ|แพ็กเกจ|คอมมิต|คอมมิท|เพจ|ประกาศ|ใบสมัคร|พรอมต์|พรอมท์|พร้อมท์|นามบัตร|ป้าย|ใบปลิว|ฟังก์ชัน|ตัวแปร|คลาส|คู่มือ|readme|cv|resume|config|wiki|api|jira|prompt|bot|server|script|slide|slides|docker|database|app|pr|ticket|website";
/// The same in Chinese.
const CHANGE_ZH: &str = "更新|修改|修正|更正|编辑|完善|补充|调整|改写|改|写|做|设计|开发|创建|生成|拟|起草|设置|配置|添加|加|让|给|把|将|在|往|到";
const THINGS_ZH: &str = "自述文件|说明文档|文档|文件|网站|官网|网页|页面|这页|履历|简历|合同|协议|代码|脚本|服务器|配置文件|配置|幻灯片|ppt|演示文稿|接口|数据库|应用|程序|软件|机器人|客服|文章|报告|公告|海报|名片|朋友圈|变量|函数|提交信息|提交说明|工单|提示词|系统提示词|模板|组件|按钮|标题栏|首页|主页|登录页|邮件正文|申请表|表单|readme|wiki|api|app|cv|jira|config|pr|prompt|bot|docker|issue|notion|confluence";
/// What stands between a Chinese verb and its thing.
const OF_ZH: &str = "一下|下|一个|个|一份|份|一段|一篇|这个|那个|这份|那份|这段|我的|我们的|我们|我|咱们的|项目的|项目|公司的|公司|网上的|的|新";

/// When a thing is due is kept, whatever the thing is: "change the deadline of the report to Monday".
const DUE: &str = "deadline|due date|เดดไลน์|เดดไลน|กำหนดส่ง|截止日期|截止时间|截止日|截止";

/// What belongs to the assistant or to memory, and is no such thing.
const OURS: &str =
    "your|our chat|memory|my profile|the profile|my preferences|my notes on you|system prompt of yours";

/// Tells whether a sentence asks for work on another thing, or for words to be repeated.
pub(super) fn is_one(sentence: Piece<'_>) -> bool {
    let said = sentence.opening().trim_start().strip_all(POLITE);
    if said.is_empty() || said.strip(STRONG).is_some() {
        return false;
    }
    repeats(said) || english(said) || thai(said) || chinese(said)
}

/// Tells whether a sentence gives words that are only to be repeated, or that stand in a letter.
pub(super) fn is_repeated(sentence: Piece<'_>) -> bool {
    repeats(sentence.opening().trim_start().strip_all(POLITE))
}

/// "repeat after me: …", พิมพ์ตามนี้: …, 跟我念：….
fn repeats(said: Piece<'_>) -> bool {
    const REPEAT: &str = "repeat after me|repeat this|repeat the following|repeat|type this|type the following|type|copy this|read this aloud|read this out loud|read aloud|say this|say the following|say|recite|spell this|dictate|write this down verbatim|\
        พูดตามฉัน|พูดตามผม|พูดตามนี้|พูดตาม|พิมพ์ตามนี้|พิมพ์ว่า|พิมพ์|อ่านออกเสียง|ท่องตาม|跟我念|跟我读|跟我说|跟着我说|重复我的话|重复一遍|重复|念一遍|朗读|打出|复述";
    const RELAYS: &str =
        "says|said|reads|read|goes|states|wrote|writes|เขียนว่า|บอกว่า|ระบุว่า|写道|写着|说|上说|里说|写的是";
    const TEXTS: &str = "email|e-mail|mail|letter|note|sign|message|text|sms|readme|article|book|poster|label|manual|page|post|tweet|memo|flyer|notice|document|อีเมล|เมล|จดหมาย|ข้อความ|ป้าย|ประกาศ|บทความ|หนังสือ|โน้ต|邮件|信|短信|消息|告示|海报|文章|书|通知|标签|便条";
    let Some((head, _)) =
        said.split(":|：").filter(|(head, rest)| !head.is_empty() && !rest.trim().is_empty())
    else {
        return false;
    };
    let short = head.seen().chars().count() <= 40;
    let repeats = || head.strip(REPEAT).is_some_and(|rest| rest.trim().is_empty());
    let relays = || {
        let told = head.trim();
        told.strip_ends(RELAYS).seen().len() < told.seen().len() && told.has_any(TEXTS)
    };
    short && (repeats() || relays())
}

fn english(said: Piece<'_>) -> bool {
    if let Some(rest) = said.strip(FILED)
        && let Some(place) = rest.trim_start().strip("in|on|into|to|inside|at the top of|at the end of")
        && is_thing(place, &[THINGS, SHARED]).is_some()
    {
        return true;
    }
    let Some(rest) = said.strip(CHANGE) else { return false };
    let rest = rest.trim_start();
    if let Some(behind) = is_thing(rest, &[THINGS]) {
        return said.strip("set|make|switch").is_none() || !behind.trim_start().seen().is_empty();
    }
    if let Some(behind) = is_thing(rest, &[SHARED]) {
        let behind = behind.trim_start();
        return behind.strip(SO_THAT).is_some()
            || behind.before().ending().seen().trim_end().ends_with([':', ','])
                && !behind.is_empty()
                && said.strip("set|add|put").is_none()
                && behind.strip("i|i'm|my|we|our|say").is_some();
    }
    // "set the default language of the site to French", "add a note to the PR that …".
    let (named, _) = rest.split(" so | that |: | to be ").unwrap_or((rest, rest));
    let written = said.strip("add|put|insert|include|write|mention|append").is_some();
    if named.has_any(DUE) {
        return false;
    }
    let mut from = named;
    for _ in 0..3 {
        let places = if written {
            " in | on | of | for | inside | within | into | to "
        } else {
            " in | on | of | for | inside | within "
        };
        let Some((_, place)) = from.split(places) else { return false };
        if is_thing(place, &[THINGS]).is_some() || place.strip_all(DETERMINERS).strip("site|page").is_some() {
            return true;
        }
        from = place;
    }
    false
}

/// Words between a verb and its thing.
const DETERMINERS: &str = "the|a|an|this|that|my|our|his|her|their|its|some|new|old|main|default|following|project|project's|team|company|company's|whole|entire|first|last|second|github|public|personal|online|internal";

/// Finds a thing at the start of words, behind small ones and at most two others that describe it; returns what follows it.
fn is_thing<'a>(words: Piece<'a>, things: &[&'static str]) -> Option<Piece<'a>> {
    let start = words.trim_start();
    if start.strip(OURS).is_some() {
        return None;
    }
    let mut piece = start.strip_all(DETERMINERS);
    // "update Jira: …" names a thing by itself; another word needs an article before it.
    let told = piece.seen().len() < start.seen().len();
    for _ in 0..3 {
        let found = things.iter().filter_map(|list| piece.strip(*list)).min_by_key(|rest| rest.seen().len());
        if let Some(rest) = found {
            return Some(rest.strip("'s").unwrap_or(rest));
        }
        let word = piece.seen().find(' ').filter(|_| told)?;
        let plain = piece.seen().get(..word)?.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-');
        if !plain || piece.strip("to|so|that|is|are|as|in|on|of|for|with|and|or|me|it|from").is_some() {
            return None;
        }
        piece = piece.from(word).trim_start();
    }
    None
}

fn thai(said: Piece<'_>) -> bool {
    if !said.seen().chars().take(60).any(crate::text::is_thai) {
        return false;
    }
    let Some(rest) = said.strip(CHANGE_TH) else { return false };
    let rest = rest.trim_start().strip_all("ใน|ลงใน|ไปใน|ที่|บน|ลง|ตัว|อันนี้");
    if rest.strip("ความจำ|โปรไฟล์|ข้อมูลของ").is_some() {
        return false;
    }
    if let Some(after) = rest.strip(THINGS_TH) {
        return !after.trim().is_empty();
    }
    // เปลี่ยน timezone ของเซิร์ฟเวอร์เป็น UTC
    let (named, _) = rest.split("ให้เป็น|เป็น|ว่า|ให้").unwrap_or((rest, rest));
    !named.has_any(DUE)
        && ["ของ", "ใน", "บน"]
            .iter()
            .any(|of| named.split(of).is_some_and(|(_, place)| place.trim_start().strip(THINGS_TH).is_some()))
}

fn chinese(said: Piece<'_>) -> bool {
    if !said.seen().chars().take(60).any(crate::text::is_han) {
        return false;
    }
    let Some(rest) = said.strip(CHANGE_ZH) else { return false };
    let rest = rest.trim_start().strip_all(OF_ZH);
    if rest.strip("你的|记忆|我的资料|个人资料|档案").is_some() {
        return false;
    }
    let Some(after) = rest.strip(THINGS_ZH) else { return false };
    let taken = said.strip("在|往|到").is_some();
    let placed = after.strip("里面|里|中|上|内").is_some();
    !after.trim().is_empty() && (!taken || placed) && after.strip_all("的").strip(DUE).is_none()
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    #[test]
    fn work_on_another_thing_and_words_to_be_repeated_set_nothing() {
        for message in [
            "Update the config so the timezone is UTC",
            "note in the commit message that we use Go",
            "Update the wiki: our project's deadline is May 1",
            "update the package so that it uses React 19",
            "fix the bio so it says I'm a teacher",
            "update the readme so that it says my name is Priya",
            "update Jira: we use Postgres now",
            "put on the site that I live in Rome",
            "add to the contract that my name is Bob",
            "make the API respond in JSON by default",
            "set the default language of the site to French",
            "update my CV: I now work at Stripe",
            "configure eslint so it always uses single quotes",
            "Write a prompt that tells a bot to always answer in Thai",
            "Write a system prompt: always respond in JSON",
            "repeat after me: remember my name is Al",
            "Type this: remember my name is Al",
            "the email says: please remember my new address is 5 Elm St",
            "อัปเดตเรซูเม่ว่าผมทำงานที่ SCB",
            "เปลี่ยน timezone ของเซิร์ฟเวอร์เป็น UTC",
            "แก้โค้ดให้ใช้ Redis แทน",
            "ใส่ในสัญญาว่าผมชื่อสมชาย",
            "แก้ CV ให้หน่อย ตอนนี้ผมทำงานที่ SCB",
            "เขียนพรอมต์ให้บอทตอบเป็นภาษาไทยเสมอ",
            "พิมพ์ตามนี้: จำไว้ว่าฉันชื่อเอ",
            "更新README，写上我们用Postgres",
            "修改文档，说明我们使用 Redis",
            "更新 wiki，說我們用 Go",
            "把网站默认语言设为英文",
            "在合同里写上我叫王强",
            "幫我把履歷改一下，我現在在台積電上班",
            "跟我念：记住我叫小明",
        ] {
            let found = understand(message);
            assert!(found.is_empty(), "{message}: {found:?}");
        }
    }

    #[test]
    fn what_is_set_in_memory_is_no_such_work() {
        for (message, key) in [
            ("update my email to bob@example.org", "email"),
            ("change my timezone to UTC", "timezone"),
            ("update my profile: I work at Stripe now", "employer"),
            ("set the tone to casual", "response.tone"),
            ("make your answers shorter from now on", "response.length"),
            ("add to your memory that I live in Rome", "place"),
            ("from now on write commit messages in English", "code.commits.language"),
            ("remember that the config is in UTC", "config"),
            ("Update the README. Remember that I live in Rome.", "place"),
            ("เปลี่ยนที่ทำงานเป็น SCB", "employer"),
            ("แก้ชื่อผมเป็นสมชาย", "name"),
            ("把我的名字改成小明", "name"),
            ("更新一下我的资料，我现在在腾讯工作", "employer"),
        ] {
            let found = understand(message);
            assert_eq!(found.first().and_then(|one| one.key.as_deref()), Some(key), "{message}: {found:?}");
        }
    }
}

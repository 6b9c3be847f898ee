//! What an episode's own words tell when its teller leaves the fields empty: topics, outcome, decisions, how
//! content the user was. Guesses nothing that is not said.

use super::view::{each, one_of};
use crate::content::Outcome;

/// What was drawn from the words of an episode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// Names and terms, in order of appearance, at most eight.
    pub topics: Vec<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// The sentences that tell a decision.
    pub decisions: Vec<String>,
    /// How content the user was.
    pub satisfaction: Satisfaction,
}

/// How content the user was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Satisfaction {
    /// Said to be content.
    Content,
    /// Said to be discontent.
    Discontent,
    /// Nobody said.
    Unknown,
}

const PARTLY: &str = "\
    partial|partly|half done|still fails|not yet|but had to|in part|unfinished|not finished|\
    didn't finish|did not finish|not completed|not done|บางส่วน|ครึ่งหนึ่ง|ยังไม่ผ่าน|ยังไม่เสร็จ|ไม่เสร็จ|แต่ขั้น|\
    部分|一半|仍然失败|仍然失敗|还没|還沒|尚未|没完成|没有完成|未完成";
/// What says, before a word for a failure, that there was none.
const NONE: &str =
    "no|none|nothing|never|not|without|zero|0|neither|nor|didn't|didnt|don't|doesn't|hasn't|wasn't|weren't";
const NONE_SPACELESS: &str = "ไม่|ไร้|ปราศจาก|没|沒|无|無|未|零";
/// What says by itself that nothing went wrong.
const UNHARMED: &str = "\
    no errors|no error|no problems|no issues|no trouble|without errors|without error|without an error|\
    without a hitch|without problems|without issues|error-free|ไม่มีปัญหา|ไม่มีข้อผิดพลาด|ไม่มี error|ไม่มีเออเร่อ|\
    没有错误|沒有錯誤|无错误|没有问题|没问题|沒問題|没有任何错误|没有任何问题|一切正常";
const FAILED: &str = "\
    fail|crash|roll back|rolled back|broke|went badly|went wrong|could not|couldn't|cancelled|\
    canceled|lost |with errors|with an error|threw an error|in an error|unsuccessful|didn't work|\
    did not work|never worked|didn't pass|did not pass|not fixed|not solved|not successful|not completed|\
    wasn't completed|weren't completed|wasn't finished|not finished|didn't finish|did not finish|wasn't successful|isn't successful|ไม่สำเร็จ|ล้มเหลว|พลาด|ล่ม|\
    พัง|ย้อนกลับ|rollback|ถูกยกเลิก|ไม่ผ่าน|ไม่ค่อยดี|แก้ไม่ได้|ใช้ไม่ได้|ทำไม่ได้|失败|失敗|崩溃|崩潰|回滚|\
    回滾|不顺利|不太顺利|不太順利|取消了|丢掉|丟掉|出错|出錯|报错|報錯|没成功|没有成功|未成功|没通过|未通过|没有通过|\
    没解决|没有解决|未解决|没修好";
const WORKED: &str = "\
    success|worked|went well|went fine|went great|went smoothly|fixed|solved|finished|completed|\
    done|passed|tests pass|without problems|deployed|shipped|agreed|won |สำเร็จ|เสร็จ|เรียบร้อย|\
    ผ่าน|ไม่มีปัญหา|ชนะ|ผลออกมาดี|กลับมาใช้ได้|成功|顺利|順利|完成|解决|解決|通过|通過|修好|写完|寫完|赢了|贏了|恢复|恢復|不错|不錯";
const DECIDED: &str = "decid|agreed|chose|ตัดสินใจ|ตกลง|เลือกใช้|决定|決定|同意|选择了|選擇了";
const GLAD: &str = "\
    happy|satisfied|pleased|thanked|delighted|impressed|grateful|glad|praised|loved it|loved the|พอใจ|ขอบคุณ|ชื่นชม|\
    ชมเชย|ชมว่า|กล่าวชม|เอ่ยชม|คำชม|ประทับใจ|ดีใจ|ปลื้ม|ถูกใจ|แฮปปี้|ชอบมาก|สบายใจ|满意|滿意|感谢|感謝|高兴|高興|开心|\
    開心|喜欢|喜歡|称赞|稱讚|表扬|表揚|感激|欣慰|惊喜|驚喜";
const SORRY: &str = "\
    unhappy|dissatisfied|unsatisfied|displeased|complain|annoyed|annoying|angry|furious|frustrat|fed up|upset|irritat|\
    disappoint|impatien|lost patience|losing patience|exasperat|grumpy|outraged|sick of|tired of|discontent|resent|\
    ไม่พอใจ|ร้องเรียน|โกรธ|ผิดหวัง|หงุดหงิด|รำคาญ|เซ็ง|ไม่สบายใจ|โมโห|หัวเสีย|อารมณ์เสีย|บ่น|ไม่ชอบ|ไม่ประทับใจ|\
    ไม่ปลื้ม|ไม่ถูกใจ|ขุ่นเคือง|เบื่อหน่าย|เหนื่อยใจ|ต่อว่า|ตำหนิ|ฉุนเฉียว|ท้อแท้|หมดความอดทน|\
    不满|不滿|投诉|投訴|抱怨|生气|生氣|失望|沮丧|沮喪|烦躁|煩躁|不耐烦|不耐煩|恼火|惱火|恼怒|惱怒|气愤|氣憤|愤怒|憤怒|\
    郁闷|鬱悶|失落|挫败|挫敗|不高兴|不高興|不开心|不開心|不喜欢|不喜歡|受不了|厌烦|厭煩|心烦|心煩|很烦|很煩|火大|\
    发火|發火|发脾气|發脾氣|不爽|急躁";
/// What turns a feeling round, where it stands right before it.
const TURNS: &str = "\
    ไม่|ไม่ได้|ไม่ค่อย|ไม่เคย|ไม่รู้สึก|มิได้|ไม่ได้รู้สึก|不|没|沒|没有|沒有|并不|並不|并没有|並沒有|并未|並未|不太|不再|不是|\
    毫不|不是很|不怎么|不怎麼|没有感到|没感到|不会|不會";

/// Says how content somebody was: what was said last counts, and what was said not to be does not.
fn satisfaction(lower: &str) -> Satisfaction {
    let sorry: Vec<(usize, &str)> = places(lower, SORRY);
    // "ไม่พอใจ" holds the word for the opposite.
    let within = |at: usize| sorry.iter().any(|(start, word)| (*start..start + word.len()).contains(&at));
    let glad = places(lower, GLAD).into_iter().filter(|(at, _)| !within(*at));
    let turned = |at: usize| is_turned(lower.get(..at).unwrap_or_default());
    let discontent =
        sorry.iter().filter(|(at, _)| !turned(*at)).map(|(at, _)| (*at, Satisfaction::Discontent));
    let content =
        glad.map(|(at, _)| (at, if turned(at) { Satisfaction::Discontent } else { Satisfaction::Content }));
    let last = discontent.chain(content).max_by_key(|(at, _)| *at);
    last.map_or(Satisfaction::Unknown, |(_, feeling)| feeling)
}

/// Returns where words of a list stand in a text.
fn places<'a>(lower: &'a str, list: &'static str) -> Vec<(usize, &'a str)> {
    let found = each(list).flat_map(|word| lower.match_indices(word));
    found.filter(|(at, word)| !is_part(lower, *at, word)).collect()
}

/// Tells whether a Latin word only ends with what was found: pleased and displeased.
fn is_part(lower: &str, at: usize, word: &str) -> bool {
    let before = lower.get(..at).and_then(|before| before.chars().next_back());
    word.is_ascii() && before.is_some_and(|c| c.is_ascii_alphanumeric())
}

/// Tells whether the words right before a feeling say that it was not there.
fn is_turned(before: &str) -> bool {
    let before = before.trim_end();
    let ends = ['.', ',', ';', ':', '!', '?', '。', '，', '；', '：', '、', '！', '\n'];
    let clause = before.rsplit(ends).next().unwrap_or_default();
    let near = clause.split_whitespace().rev().take(3);
    let latin = near.clone().any(|word| one_of(word, NONE) || word.ends_with("n't") || word.ends_with("n’t"));
    let only = near.clone().any(|word| word == "only");
    (latin && !only) || each(TURNS).any(|word| clause.ends_with(word))
}

/// Draws what the words of an episode tell.
pub fn draw(summary: &str) -> Drawn {
    let lower = summary.to_lowercase();
    let satisfaction = satisfaction(&lower);
    Drawn { topics: topics(summary), outcome: outcome(&lower), decisions: decisions(summary), satisfaction }
}

/// Tells whether a word says how something ended or how content somebody was, and not what it was about.
pub fn tells_outcome(word: &str) -> bool {
    let lower = word.to_lowercase();
    [PARTLY, FAILED, WORKED, DECIDED, GLAD, SORRY].into_iter().flat_map(each).any(|known| {
        let known = known.trim();
        // What a deploy is about is no outcome because "deployed" is one.
        lower.contains(known) || (!lower.is_ascii() && lower.chars().count() > 2 && known.contains(&lower))
    })
}

fn outcome(lower: &str) -> Outcome {
    let has = |words: &'static str| each(words).any(|word| lower.contains(word));
    let (failed, unharmed) = failures(lower);
    // "ไม่สำเร็จ" and "不顺利" hold the word for success: failure is asked first, then what came after it.
    match (has(PARTLY), failed, has(WORKED) || unharmed || has(UNHARMED)) {
        (true, _, _) => Outcome::Partial,
        (_, true, true) if recovered(lower) => Outcome::Success,
        (_, true, _) => Outcome::Failed,
        (_, _, true) => Outcome::Success,
        _ => Outcome::Unknown,
    }
}

/// Tells whether something failed, and whether it is said of something that it did not.
fn failures(lower: &str) -> (bool, bool) {
    let (mut failed, mut unharmed) = (false, false);
    for word in each(FAILED) {
        for (at, _) in lower.match_indices(word) {
            let before = lower.get(..at).unwrap_or_default();
            if is_none(before) { unharmed = true } else { failed = true }
        }
    }
    (failed, unharmed)
}

/// Tells whether the words just before say that there was none of what follows.
fn is_none(before: &str) -> bool {
    let ends = ['.', ',', ';', ':', '!', '?', '。', '，', '；', '：', '、', '！', '\n'];
    let clause = before.rsplit(ends).next().unwrap_or_default();
    let clause = clause.rsplit_once(" but ").map_or(clause, |(_, rest)| rest);
    let near: Vec<&str> = clause.split_whitespace().rev().take(4).collect();
    let last: String = clause.chars().rev().take(14).collect::<Vec<_>>().into_iter().rev().collect();
    near.iter().any(|word| one_of(word, NONE)) || each(NONE_SPACELESS).any(|word| last.contains(word))
}

/// Tells whether what failed was put right later in the same story.
fn recovered(lower: &str) -> bool {
    let last = each(FAILED).filter_map(|word| lower.rfind(word)).max().unwrap_or(0);
    ["fixed", "solved", "came back", "กลับมาใช้ได้", "แก้", "恢复", "恢復", "解决", "解決", "修好"]
        .iter()
        .any(|word| lower.rfind(word).is_some_and(|at| at > last))
}

fn decisions(summary: &str) -> Vec<String> {
    let ends = ['.', '。', '!', '！', ';', '；', '\n'];
    summary
        .split(ends)
        .map(str::trim)
        .filter(|sentence| each(DECIDED).any(|word| sentence.to_lowercase().contains(word)))
        .map(str::to_owned)
        .collect()
}

/// Finds names and terms: words with a capital that do not open a sentence, words with digits or joints, and Latin
/// words inside Thai or Chinese.
fn topics(summary: &str) -> Vec<String> {
    let foreign = summary
        .chars()
        .any(|c| ('\u{0E00}'..='\u{0E7F}').contains(&c) || ('\u{4E00}'..='\u{9FFF}').contains(&c));
    let mut topics: Vec<String> = Vec::new();
    let mut opens = true;
    for word in summary
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '"' | '，' | '、' | '；'))
    {
        let bare: String = latin_run(word);
        let names = bare.chars().count() > 1
            && bare.chars().any(|c| c.is_ascii_alphabetic())
            && (foreign || looks_like_a_name(&bare, opens));
        if names && !topics.iter().any(|topic| topic.eq_ignore_ascii_case(&bare)) && topics.len() < 8 {
            topics.push(bare);
        }
        opens = word.ends_with(['.', '!', '?', ':']) || (opens && word.is_empty());
    }
    topics
}

fn latin_run(word: &str) -> String {
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '+' | '#');
    let run: String =
        word.chars().skip_while(|c| !c.is_ascii_alphanumeric()).take_while(|c| inside(*c)).collect();
    run.trim_end_matches(['.', '-', '/']).to_owned()
}

fn looks_like_a_name(word: &str, opens: bool) -> bool {
    let capitals = word.chars().filter(char::is_ascii_uppercase).count();
    let joined = word.contains(['-', '_', '/']) || (word.contains('.') && !word.ends_with('.'));
    let pronoun = matches!(word, "I" | "I'm" | "I've");
    !pronoun
        && (capitals > 1
            || joined
            || (capitals == 1 && !opens)
            || (word.chars().any(|c| c.is_ascii_digit()) && capitals > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read_in_three_languages() {
        for (text, outcome) in [
            ("Yesterday we migrated the database and everything went fine.", Outcome::Success),
            ("The import failed because the file was too large", Outcome::Failed),
            ("Worked on the parser, partially done", Outcome::Partial),
            ("ทำสำเร็จ deploy แล้ว", Outcome::Success),
            ("นำเข้าไฟล์ไม่สำเร็จ", Outcome::Failed),
            ("แก้บั๊กไม่สำเร็จ", Outcome::Failed),
            ("The deploy was not successful", Outcome::Failed),
            ("The upload wasn't completed", Outcome::Failed),
            ("ทำ parser เสร็จไปครึ่งหนึ่ง", Outcome::Partial),
            ("部署成功", Outcome::Success),
            ("演示不太顺利", Outcome::Failed),
            ("完成了一半", Outcome::Partial),
            ("เซิร์ฟเวอร์ล่มตอนตีสอง กลับมาใช้ได้หลังรีสตาร์ต", Outcome::Success),
            ("We talked about cats", Outcome::Unknown),
            ("Upgraded the cluster, nothing failed", Outcome::Success),
            ("The night build ran with no errors", Outcome::Success),
            ("None of the tests failed", Outcome::Success),
            ("The server did not crash", Outcome::Success),
            ("No tests failed, but the deploy crashed", Outcome::Failed),
            ("The migration could not be completed", Outcome::Failed),
            ("The fix did not work", Outcome::Failed),
            ("The report is not finished", Outcome::Partial),
            ("อัปเกรดแล้ว ไม่มีอะไรพัง", Outcome::Success),
            ("เซิร์ฟเวอร์ไม่ล่ม", Outcome::Success),
            ("เซิร์ฟเวอร์พัง", Outcome::Failed),
            ("升级完毕，没有失败", Outcome::Success),
            ("没有任何测试失败", Outcome::Success),
            ("测试没有通过", Outcome::Failed),
            ("运行时报错了", Outcome::Failed),
        ] {
            assert_eq!(draw(text).outcome, outcome, "{text}");
        }
    }

    #[test]
    fn topics_decisions_and_contentment_are_drawn_from_the_words() {
        let drawn = draw("Talked to Priya about PostgreSQL. We decided to wait. The user was happy.");
        assert_eq!(drawn.topics, ["Priya", "PostgreSQL"]);
        assert_eq!(drawn.decisions, ["We decided to wait"]);
        assert_eq!(drawn.satisfaction, Satisfaction::Content);
        assert_eq!(draw("แก้ CORS error ใน nginx ให้ลูกค้า ลูกค้าไม่พอใจ").topics, ["CORS", "error", "nginx"]);
        assert_eq!(draw("ลูกค้าไม่พอใจ").satisfaction, Satisfaction::Discontent);
        assert_eq!(draw("客户很满意").satisfaction, Satisfaction::Content);
    }

    #[test]
    fn feelings_are_read_in_three_languages_and_not_where_they_are_denied() {
        use Satisfaction::{Content, Discontent, Unknown};
        for (text, feeling) in [
            ("The user was frustrated because the deploy failed three times", Discontent),
            ("User got fed up with the slow answers", Discontent),
            ("The customer was upset about the bill", Discontent),
            ("The customer was not happy with it", Discontent),
            ("She was displeased", Discontent),
            ("The user was not frustrated at all", Unknown),
            ("She wasn't annoyed", Unknown),
            ("Frustrated at first, happy in the end", Content),
            ("The customer loved the new dashboard", Content),
            ("ลูกค้าหงุดหงิดมาก", Discontent),
            ("ผู้ใช้รู้สึกรำคาญกับคำตอบที่ยาวเกินไป", Discontent),
            ("ผู้ใช้เซ็งมากเพราะระบบช้า", Discontent),
            ("ลูกค้าไม่สบายใจเรื่องราคา", Discontent),
            ("ระบบไม่ทำงาน ผู้ใช้หงุดหงิด", Discontent),
            ("ผู้ใช้ไม่หงุดหงิดเลย", Unknown),
            ("ลูกค้าประทับใจ", Content),
            ("ลูกค้าชมว่าเร็ว", Content),
            ("ประชุมชมรมหนังสือ", Unknown),
            ("用户很沮丧", Discontent),
            ("客戶很沮喪，因為等了太久", Discontent),
            ("用户很不耐烦，因为部署又失败了", Discontent),
            ("客户不太满意", Discontent),
            ("用户并不生气", Unknown),
            ("用户非常喜欢新的界面", Content),
            ("We talked about cats", Unknown),
        ] {
            assert_eq!(draw(text).satisfaction, feeling, "{text}");
        }
    }
}

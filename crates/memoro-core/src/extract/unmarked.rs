//! Whether a sentence asks though neither a mark nor its last word says so: Thai and Chinese seldom write a question mark, and
//! English leaves it out in haste. "Whichever", "no matter which" and 还是 for "after all" only look like it and ask nothing.

use super::cues::{ALL, begins, ends, find, has, phrases};
use crate::text::is_thai;

/// Tells whether a masked sentence without a question mark asks which, what, or which of two.
pub(super) fn asks_unmarked(seen: &str) -> bool {
    let bare = seen.trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '!' | '。' | '！' | ','));
    is_tagged(bare) || in_english(bare) || (bare.contains(is_thai) && in_thai(bare)) || in_chinese(bare)
}

/// "…, isn't it", …对吧: what is said is asked by its last words; จำได้ไหมว่า… asks by its first ones.
fn is_tagged(bare: &str) -> bool {
    const TAGS: &str = "isn't it|aren't they|aren't we|doesn't it|don't they|don't we|didn't we|wasn't it|won't it|wouldn't it|haven't we|hasn't it|对吧|是吧|对不对|是不是";
    const RECALLS: &str = "do you remember|do you recall|you remember how|จำได้ไหม|จำได้มั้ย|จำได้มัย|จำได้รึเปล่า|จำได้หรือเปล่า|จำได้ป่าว|ยังจำได้ไหม|ยังจำได้มั้ย|รู้ไหมว่า|รู้มั้ยว่า|还记不记得|记不记得";
    let start = after(after(bare, LEADS), LEADS_TH);
    ends(bare, TAGS).is_some_and(|at| at > 0) || begins(start, RECALLS).is_some()
}

fn is_any(word: &str, list: &str) -> bool {
    phrases(list).any(|phrase| phrase == word)
}

/// Words before an English question.
const LEADS: &str =
    "so|ok|okay|and|then|but|wait|hmm|hm|well|right|um|uh|oh|hey|sorry|alright|now|again|just";

fn in_english(bare: &str) -> bool {
    const ASKS: &str = "did we|did i|did you|did they|did anyone|do we|shall we|should we|should i|are we|have we|has anyone|can we|could we|will we";
    const REMIND: &str =
        "remind me|remind us|tell me|do you know|do you remember|i forgot|i forget|i wonder|i'm wondering";
    const WHICH: &str = "what|which|where|when|who|how|why|if|whether";
    let start = after(bare, LEADS);
    if start.contains([',', ';', ':']) {
        return false;
    }
    let reminded = begins(start, REMIND).and_then(|end| start.get(end..)).map(str::trim_start);
    begins(start, ASKS).is_some()
        || reminded.is_some_and(|rest| begins(rest, WHICH).is_some())
        || inverts(start)
        || (start.len() < bare.len() && leaves_two(start))
}

/// Drops the words of a list that a text begins with.
fn after<'a>(text: &'a str, list: &'static str) -> &'a str {
    let mut rest = text;
    while let Some(end) = begins(rest, list) {
        rest = rest.get(end..).unwrap_or_default().trim_start_matches(|c: char| !c.is_alphanumeric());
    }
    rest
}

/// "Which one did we take": the verb stands before who does it; "what we do is simple" has it behind.
fn inverts(start: &str) -> bool {
    const WHO: &str = "we|i|you|they|it|he|she|anyone|somebody|someone";
    const DOES: &str = "did|do|does|are|is|was|were|should|shall|will|have|has|can";
    const DECIDES: &str = "decided|chose|picked|agreed|settled";
    let mut words = start.split(' ');
    let first = words.next().unwrap_or_default();
    if !is_any(first, "what|which|where|when|who|how|why") {
        return false;
    }
    let rest: Vec<&str> = words.take(5).collect();
    if first == "who" && rest.first().is_some_and(|word| is_any(word, DECIDES)) {
        return true;
    }
    let does = rest.iter().position(|word| is_any(word, DOES));
    let noun = |word: &&str| is_any(word, WHO) || is_any(word, "the|our|my");
    does.is_some_and(|at| {
        !rest.iter().take(at).any(|word| is_any(word, WHO)) && rest.get(at + 1).is_some_and(noun)
    })
}

/// "So we go with Stripe or Adyen".
fn leaves_two(start: &str) -> bool {
    const TAKES: &str = "we go with|we use|we take|we pick|we choose|we go for|we're going with|we are going with|we're using|we're taking|it's|is it";
    const BOTH: &str = "or so|or not|or later|or earlier|or less|or more|or better|or higher|or whatever|or something|either|whichever|any|both|every|each|if|when";
    let brief = start.split_whitespace().count() <= 10;
    brief && begins(start, TAKES).is_some() && has(start, "or") && !has(start, BOTH)
}

/// Words behind what a Thai question asks for.
const BEHIND_TH: &str =
    "ครับผม|ครับ|คับ|ค่ะ|คะ|นะ|ล่ะ|ละ|เนี่ย|จ๊ะ|กันแน่|กันดี|กัน|ไปแล้ว|แล้ว|ดี|บ้าง|ไว้|อยู่|ไป|จริงๆ|จริง ๆ|วะ|หว่า";
/// Words before a Thai question.
const LEADS_TH: &str = "ตกลงว่า|ตกลง|สรุปแล้ว|สรุปว่า|สรุป|แล้วก็|แล้ว|งั้น|เออ|เอ่อ|อ้าว|ว่าแต่|ว่า|เรา|โอเค|ครับ|ค่ะ|จะ|ให้|ก็";

fn in_thai(bare: &str) -> bool {
    const WHICH: &str = "ไหน|อะไร|ใคร|เมื่อไหร่|เมื่อไร|เท่าไหร่|เท่าไร|ยังไง|อย่างไร|กี่โมง|กี่คน|กี่วัน|กี่บาท|กี่เดือน|กี่ครั้ง|กี่ปี|กี่ชั่วโมง|กี่นาที|กี่ตัว|กี่อัน";
    const ANY: &str = "ไม่ว่า|ไม่รู้|ไม่ทราบ|แล้วแต่|ไม่มี|ไม่ได้|ไม่ต้อง|ไม่เอา|ไม่ใช้|ไม่เปลี่ยน|ไม่ซื้อ|อย่า|ห้าม|ก็ได้|ก็ตาม|ยังไม่";
    if has(bare, ANY) {
        return false;
    }
    let mut end = bare;
    while let Some(at) = ends(end, BEHIND_TH) {
        end = end.get(..at).unwrap_or_default().trim_end();
    }
    let who = after(bare, LEADS_TH);
    let asks_who =
        begins(who, "ใครเป็น|ใครจะ|ใครเลือก|ใครตัดสินใจ|ใครเคาะ").is_some() && !has(who, " เรา| เลย|ก็");
    ends(end, WHICH).is_some() || asks_who || thai_choice(bare)
}

/// "เราจะใช้ ก หรือ ข ดี": one of two, where neither both nor either will do.
fn thai_choice(bare: &str) -> bool {
    const NEITHER: &str =
        "หรือพูด|หรือก็คือ|หรือที่|หรืออะไร|หรือเปล่า|หรือมากกว่า|หรือน้อยกว่า|ไม่|ทุก|ทั้ง|ถ้า|หาก|เพราะ|แต่|สลับ";
    const CHOOSES: &str = "จะ|ควร|เลือก|ตกลง|สรุป|ใช้|เอา";
    const LONGEST: usize = 30;
    let Some((before, behind)) = bare.split_once("หรือ") else { return false };
    !has(bare, NEITHER) && has(before, CHOOSES) && (1..=LONGEST).contains(&behind.trim().chars().count())
}

fn in_chinese(bare: &str) -> bool {
    const ANY: &str = "不管|无论|不论|随便|任凭|不知道|不清楚|不确定|忘了|取决于";
    const ASIDE: &str = "你觉得|你看|你说|大家觉得|大家看|来着|你们觉得";
    let mut clauses: Vec<&str> = bare
        .split(['，', ',', '；', ';', '：', ':', '。'])
        .map(str::trim)
        .filter(|c| !c.is_empty())
        .collect();
    if clauses.last().is_some_and(|last| begins(last, ASIDE).is_some()) && clauses.len() > 1 {
        clauses.pop();
    }
    let Some((last, before)) = clauses.split_last() else { return false };
    let told = before.iter().any(|clause| has(clause, super::chinese::CUES.decided));
    let soft = last.ends_with('吧') || has(bare, ANY);
    !told && !soft && (chinese_which(last) || chinese_choice(last) || whether(last))
}

/// 我们决定用哪个; 谁值班谁负责, 什么时候都带 and 没什么 mean any or none.
fn chinese_which(clause: &str) -> bool {
    const WHICH: &str = "哪|什么|谁|几号|几点|几月|怎么|多少|何时|啥";
    const NONE: &str = "没什么|没啥|没有什么|没怎么|不怎么|别的什么|其他什么|什么的|怎么说|没多少|没有谁|没谁|多少有|哪怕|不什么|谁知道|谁有空|怎么不|再说|是怎么|是什么";
    let Some((at, end)) = find(clause, WHICH).filter(|_| !has(clause, NONE)) else { return false };
    let (word, rest) = (clause.get(at..end), clause.get(end..).unwrap_or_default());
    !has(rest, "都|也") && !word.is_some_and(|word| rest.contains(word))
}

/// 用 Kafka 还是 Redis; in 我们还是用 Kafka nothing was named before it.
fn chinese_choice(clause: &str) -> bool {
    const CHOOSES: &str = "用|选|定|去|买|订|吃|住|做|走|放|租|换|坐|叫|投|招|学|写|存|搬|改";
    const NAMES: &str = "决定|确定|一定|规定|定期|用户|住宿|应用|作用|费用|通用|常用|做法|写法|存储|选项|订单|买家|学生|学校|去年|想来想去|换季|放心|改动|走廊";
    const AFTER_ALL: &str = "决定|觉得|认为|得|会|要|想|打算|不|没|很|太|有|比|更|应该|照旧|老";
    let Some((before, behind)) = clause.split_once("还是") else { return false };
    let before = phrases(NAMES).fold(before.to_owned(), |text, name| text.replace(name, " "));
    let Some((_, end)) = find(&before, CHOOSES) else { return false };
    let first = before.get(end..).unwrap_or_default().trim();
    let done = first.starts_with(['了', '过', '着']) || has(first, "的话|的时候");
    let second = behind.trim();
    !done && !first.is_empty() && !second.is_empty() && begins(second, AFTER_ALL).is_none()
}

/// 换不换, 去不去.
fn whether(clause: &str) -> bool {
    let all: Vec<char> = clause.chars().collect();
    let same =
        |three: &[char]| three[0] == three[2] && three[1] == '不' && !"好行对是可能要".contains(three[0]);
    // 不急不急 denies twice.
    let denied = |at: usize| at.checked_sub(1).is_some_and(|before| all[before] == '不');
    let han = |c: char| ('\u{4E00}'..='\u{9FFF}').contains(&c);
    all.windows(3).enumerate().any(|(at, three)| same(three) && han(three[0]) && !denied(at))
        && ALL.iter().all(|cues| !has(clause, cues.reported))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{any, each, none};
    use super::*;

    #[test]
    fn a_question_without_its_mark_asks() {
        each(
            any(|sentence| asks_unmarked(&sentence.seen)),
            &[
                "so do we go with Netlify or Vercel",
                "ok so which one did we decide on",
                "so we go with Netlify or Vercel",
                "remind me which host we decided on",
                "wait, did we decide to use Netlify",
                "เราจะใช้ Netlify หรือ Vercel ดี",
                "ตกลงใช้ Netlify หรือ Vercel กันแน่",
                "ตกลงเราจะใช้โฮสต์ตัวไหน",
                "เราตัดสินใจใช้ตัวไหนไปแล้วนะ",
                "ตกลงใครเป็นคนเลือกสี",
                "我们用 Netlify 还是 Vercel 好",
                "那我们到底决定用哪个",
                "最後決定去台南還是花蓮",
                "我们到底换不换供应商",
            ],
        );
    }

    #[test]
    fn whichever_and_after_all_ask_nothing() {
        none(
            any(|sentence| asks_unmarked(&sentence.seen)),
            &[
                "we decided to use whichever is cheaper, Netlify or Vercel",
                "So we decided how to name things: kebab case",
                "so we go with Netlify",
                "We decided to launch when the tests pass",
                "ใช้ Kerry หรือ Flash ก็ได้ แต่ตกลงใช้ Flash",
                "ตกลงใช้ Postgres ไม่ว่าลูกค้าจะเลือกตัวไหน",
                "ตกลงใช้ตัวไหนก็ได้ที่เป็นโอเพนซอร์ส",
                "还是用 Kafka 吧",
                "我們決定資料庫還是用 Postgres",
                "比了一下 Vue 和 Svelte，我们还是用 Vue",
                "哪个便宜就用哪个",
                "不管客户选哪个，我们都用 Postgres",
                "我们决定什么时候都带备用电池",
                "住宿还是住希尔顿",
                "不急不急",
                "谁有空看一下",
            ],
        );
    }
}

//! Passphrases of several words, passwords in Thai or Han letters, after "is", คือ or 是, and what stands behind a pause. What is said about a
//! password has words that say something of it; a passphrase has none of them.

use std::ops::Range;

use super::stated::is_about;

/// Words that tell about a password rather than being one.
const TELLING: &str = "a|an|the|this|that|these|those|it|its|my|your|our|their|his|her|i|you|we|they|he|she|is|are|was|were|be|been|being|has|have|had|do|does|did|will|would|can|could|should|must|may|might|not|no|never|always|only|also|\
    again|now|still|already|yet|then|today|yesterday|tomorrow|here|there|in|on|at|by|to|for|from|of|with|without|as|if|when|because|so|but|and|or|than|too|very|really|quite|just|more|most|less|least|enough|about|after|before|until|\
    every|each|all|any|some|same|one|two|three|four|five|six|seven|eight|nine|ten|character|characters|letters|digits|long|short|please|change|changed|reset|set|stored|saved|kept|sent|shared|required|needed|used|use|using|generated|provided|given|\
    case|sensitive|up|down|out|off|over|under|per|like|called|based|bad|user|default|empty|policy|field|manager|what|who|how|why|where|which|don't|doesn't|isn't|won't|can't|be|getting|going|something|anything|nothing|everything";

/// The most words of a passphrase.
const MOST: usize = 10;

/// Returns the place of a passphrase that begins at `from`: words to the end of the clause, none of which tells about
/// a password. Two words are enough where the name or its owner leaves no other reading.
pub(super) fn passphrase(text: &str, from: usize, least: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let start = from + rest.len() - rest.trim_start_matches(' ').len();
    let length: usize = text
        .get(start..)?
        .chars()
        .take(160)
        .take_while(|c| !matches!(*c, '.' | ',' | ';' | '!' | '?' | '\n' | '(' | '"' | ':' | super::MASK))
        .map(char::len_utf8)
        .sum();
    let phrase = text.get(start..start + length)?.trim_end();
    let words: Vec<&str> = phrase.split(' ').filter(|word| !word.is_empty()).collect();
    let plain = |word: &&str| word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '\''));
    let tells = |word: &str| TELLING.split('|').any(|known| known.eq_ignore_ascii_case(word));
    if !(least..=MOST).contains(&words.len()) || !words.iter().all(plain) {
        return None;
    }
    let (first, others) = words.split_first()?;
    let told = tells(first)
        || (is_about(first) && words.len() < 4)
        || others.iter().any(|w| tells(w) || is_about(w));
    (!told).then_some(start..start + phrase.len())
}

/// What is said of a password in Thai and Chinese.
const TELLING_TH: &str = "อะไร|ยังไง|ไหน|ใคร|เท่าไ|ถูก|ผิด|เดิม|ใหม่|ลืม|หมดอายุ|ต้อง|ควร|ตัวอักษร|ตัวเลข|หลัก|ของ|ใน|ที่|ความลับ|สำคัญ|ปลอดภัย|อ่อน|แข็งแรง|ยาว|สั้น|ไม่|แล้ว|เก็บ|เข้ารหัส|สิ่ง|วันเกิด|ชื่อ|เหมือน";
const TELLING_ZH: &str = "我|你|他|公司|生日|什么|什麼|怎么|怎麼|多少|哪|谁|誰|错|錯|对的|對的|正确|正確|必须|必須|需要|应该|應該|加密|安全|存|保存|放在|在|可以|不|没|沒|过期|過期|由|用|位|个|個|字符|数字|數字|字母|太|很|随机|隨機|默认|預設|一样|一樣|相同|旧|舊|新的|重要|强|強|弱|空的|公开|的$|了$|吗|嗎|呢";

/// Returns the place of a password in Thai or Han letters that begins at `from` and runs to a blank or a mark.
pub(super) fn lettered(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let start = from + rest.len() - rest.trim_start_matches([' ', '，', ',']).len();
    let length: usize = text
        .get(start..)?
        .chars()
        .take(64)
        .take_while(|c| !c.is_whitespace() && !is_mark(*c))
        .map(char::len_utf8)
        .sum();
    let value = text.get(start..start + length)?;
    let value = ["นะครับ", "นะคะ", "ครับ", "ค่ะ", "คะ", "นะ", "哦", "吧", "啊", "喔"]
        .iter()
        .find_map(|tail| value.strip_suffix(tail))
        .unwrap_or(value);
    let unspaced = |c: char| matches!(c, '\u{0E00}'..='\u{0E7F}' | '\u{3400}'..='\u{9FFF}');
    let letters = value.chars().filter(|c| unspaced(*c)).count();
    let digits = value.chars().filter(char::is_ascii_digit).count();
    let says = |list: &str| {
        list.split('|').any(|word| match word.strip_suffix('$') {
            Some(end) => value.ends_with(end),
            None => value.contains(word),
        })
    };
    let told = says(TELLING_TH) || says(TELLING_ZH);
    let enough = letters + digits >= 4 && letters > 0;
    (enough && !told).then(|| start..start + value.len())
}

fn is_mark(c: char) -> bool {
    matches!(
        c,
        '。' | '，' | '、' | '！' | '？' | '；' | '：' | '”' | '」' | '"' | '\'' | ',' | ';' | super::MASK
    )
}

/// What people say while they think of a password, or of it before they say it.
const PAUSES: &str = "let me think|let me see|i think|i believe|you know|hmm|hm|umm|um|uhh|uh|erm|er|ah|oh|well|like|maybe|probably|actually|basically|simply|just|still|now|okay|ok|so|the usual one|the usual|my birthday|this|as follows|\
    เอ่อ|อืม|อ่า|แบบ|น่าจะ|ประมาณว่า|ก็คือ|คือ|วันเกิดผม|วันเกิดฉัน|วันเกิด|ตัวเดิม|嗯|呃|额|那个|就是|好像是|好像|应该是|應該是|大概是|我的生日|我生日|生日|老样子|老樣子";

/// Returns the place behind the pauses and marks that begin at `from`; none where there are no pauses.
pub(super) fn hesitated(lower: &str, from: usize) -> Option<usize> {
    const MARKS: [char; 14] = [' ', ',', '，', '、', '…', '.', '-', '—', '–', ':', '：', '~', '(', '"'];
    const MOST: usize = 6;
    let rest = lower.get(from..)?;
    let mut left = rest;
    for _ in 0..MOST {
        left = left.trim_start_matches(MARKS);
        let pause = |pause: &&str| {
            left.strip_prefix(*pause).is_some_and(|tail| {
                !pause.is_ascii() || !tail.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '\'')
            })
        };
        let Some(said) = PAUSES.split('|').map(str::trim_start).find(pause) else { break };
        left = left.get(said.len()..)?;
    }
    let skipped = rest.len() - left.len();
    rest.get(..skipped).is_some_and(|skipped| skipped.contains(|c: char| c != ' ')).then_some(from + skipped)
}

/// Returns the place of digits that are told by their number: 六个八, "six eights", แปดหกตัว, and of the digits behind them.
pub(super) fn repeated(lower: &str, from: usize) -> Option<Range<usize>> {
    let rest = lower.get(from..)?;
    let start = lower.len() - rest.trim_start_matches([' ', ',', '，']).len();
    let (mut end, mut count) = (start, 0);
    while let Some(length) = lower.get(end..).and_then(|rest| {
        one_repeated(rest.trim_start_matches([' ', ',']))
            .map(|one| rest.len() - rest.trim_start_matches([' ', ',']).len() + one)
    }) {
        (end, count) = (end + length, count + 1);
    }
    if count == 0 {
        return None;
    }
    let behind = lower.get(end..)?;
    let gap = behind.len() - behind.trim_start_matches([' ', ',', '，', '(', '（']).len();
    let digits = behind.get(gap..)?.bytes().take_while(u8::is_ascii_digit).count();
    // 三个一组 counts groups.
    if behind.starts_with(|c: char| c.is_alphanumeric() && !"哦啊吧呢喔呀了นคจ".contains(c)) && digits == 0
    {
        return None;
    }
    Some(start..if digits >= 3 { end + gap + digits } else { end })
}

fn one_repeated(text: &str) -> Option<usize> {
    const TIMES: &str = "两|兩|二|三|四|五|六|七|八|九|十|2|3|4|5|6|7|8|9";
    const DIGITS: &str = "零|一|二|三|四|五|六|七|八|九|0|1|2|3|4|5|6|7|8|9";
    const TIMES_EN: &str = "two|three|four|five|six|seven|eight|nine|double|triple";
    const DIGITS_EN: &str = "zeros|zeroes|ones|twos|threes|fours|fives|sixes|sevens|eights|nines";
    const DIGITS_TH: &str = "ศูนย์|หนึ่ง|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า";
    let one_of = |text: &str, list: &str| list.split('|').find(|word| text.starts_with(word)).map(str::len);
    let read = |parts: &[&str]| {
        let mut at = 0;
        for part in parts {
            at += one_of(text.get(at..)?, part)?;
        }
        Some(at)
    };
    let english = || {
        read(&[TIMES_EN, " ", DIGITS_EN]).filter(|at| {
            !text.get(*at..).is_some_and(|tail| tail.starts_with(|c: char| c.is_ascii_alphanumeric()))
        })
    };
    read(&[TIMES, "个|個", DIGITS]).or_else(|| read(&[DIGITS_TH, DIGITS_TH, "ตัว"])).or_else(english)
}

//! What a wish that something be kept means beyond its own sentence: the list or the sentences behind its colon, what stands behind
//! it in Thai, and what its speaker said a turn before. Whether anything is such a wish at all is told elsewhere.

use super::answers::is_bare_agreement;
use super::cues::{ALL, begins, has};
use super::judge::plain;
use super::remember::is_bare_wish;
use super::sentence::Sentence;
use super::signs::after_lead;
use super::{Kind, Said};
use crate::fusion::Role;

/// Marks that lead to what is listed.
const LEADS_TO: [char; 2] = [':', '：'];
/// The longest answer that only takes note, in characters.
const NOTED: usize = 12;

/// Tells whether a sentence opens a list or further sentences by a colon: "Remember:", 请记住以下几点：.
fn opens_list(sentence: &Sentence<'_>) -> bool {
    let end = sentence.seen.trim_end();
    end.ends_with(LEADS_TO) && asks_to_keep(&sentence.seen).is_some()
}

/// Returns what follows the words with which a sentence asks to keep something.
fn asks_to_keep(seen: &str) -> Option<&str> {
    let start = plain(after_lead(seen));
    ALL.iter().find_map(|cues| start.get(begins(start, cues.remember)?..))
}

/// Tells whether a wish leads to its content by a colon right behind it: "remember this: …", จำไว้: …
fn leads_on(sentence: &Sentence<'_>) -> bool {
    const POINTS: &str = "this|these|these things|the following|all of this|all this|นะ|ด้วย|ด้วยนะ|ดังนี้|ว่า|ต่อไปนี้|以下|这些|这几点|以下几点|一下|下面|这个|这件事";
    let Some(mut rest) = asks_to_keep(&sentence.seen).map(str::trim_start) else { return false };
    while let Some(end) = begins(rest, POINTS) {
        rest = rest.get(end..).unwrap_or_default().trim_start();
    }
    rest.starts_with(LEADS_TO)
}

/// Tells whether a wish has its content behind its colon, in its own sentence: 别忘了：测试库每周日重置.
pub(super) fn tells_behind_colon(sentence: &Sentence<'_>) -> bool {
    leads_on(sentence) && !sentence.asks && !opens_list(sentence)
}

/// Returns the parts of what a wish at a place of a turn leads to, each as its first and its last sentence; the first part has
/// the wish with it. Nothing where it leads to no more than its own sentence.
pub(super) fn parts(said: &Said<'_>, turn: &[Sentence<'_>], at: usize) -> Vec<(usize, usize)> {
    let wish = &turn[at];
    if wish.asks || said.role == Role::Assistant {
        return Vec::new();
    }
    if opens_list(wish) {
        return listed(said.text, turn, at);
    }
    if !leads_on(wish) {
        return Vec::new();
    }
    // The sentences of its line belong to it: "remember this: it is on db2. It is rebuilt every Sunday."
    let mut before = wish.span.start;
    let goes_on = |next: &&Sentence<'_>| {
        let since = said.text.get(before..next.span.start).unwrap_or_default();
        before = next.span.start;
        let own = !since.contains('\n') && !next.asks && !is_bare_agreement(&next.seen);
        own && asks_to_keep(&next.seen).is_none() && !turns_away(&next.seen)
    };
    let more = turn.get(at + 1..).unwrap_or_default().iter().take(MOST).take_while(goes_on).count();
    if more > 0 { vec![(at, at + more)] } else { Vec::new() }
}

/// How many sentences a wish leads to at most: whoever writes more writes a document.
const MOST: usize = 400;

/// Tells whether a sentence turns to something else than what is to be kept.
fn turns_away(seen: &str) -> bool {
    const TURNS: &str = "now|anyway|ok|okay|can you|could you|please|let's|thanks|thank you|by the way|btw|also can|then|ทีนี้|แล้วก็ช่วย|ขอบคุณ|งั้น|ช่วย|谢谢|另外|对了|那|现在|请|帮我";
    begins(seen.trim_start(), TURNS).is_some()
}

/// Returns the entries behind a wish that opens a list, line by line, up to a blank line or, where the first has a mark, to one
/// without.
fn listed(text: &str, turn: &[Sentence<'_>], at: usize) -> Vec<(usize, usize)> {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut marked = None;
    let (mut before, mut end) = (turn[at].span.start, turn[at].span.end);
    let mut last_line = line_of(text, before);
    for (place, next) in turn.iter().enumerate().skip(at + 1).take(MOST) {
        let break_at = text.get(before..next.span.start).and_then(|since| since.rfind('\n'));
        let line = break_at.map_or(last_line, |at| before + at + 1);
        before = next.span.start;
        let gap = text.get(end..next.span.start).unwrap_or_default();
        let blank = gap.matches('\n').count() > 1 && marked.is_some();
        let mark = is_marked(text.get(line..).unwrap_or_default());
        if blank || (line != last_line && marked == Some(true) && !mark) || (marked.is_none() && next.asks) {
            break;
        }
        if line == last_line && !parts.is_empty() {
            parts.last_mut().into_iter().for_each(|part| part.1 = place);
        } else {
            parts.push((if parts.is_empty() { at } else { place }, place));
            marked.get_or_insert(mark);
        }
        (last_line, end) = (line, next.span.end);
    }
    parts
}

/// Returns where the line begins in which a byte stands.
fn line_of(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1)
}

/// Tells whether a line begins with the mark of an entry: "- ", "1. ", "๒)", 一、.
fn is_marked(line: &str) -> bool {
    let line = line.trim_start();
    let number = |c: char| c.is_numeric() || "一二三四五六七八九十".contains(c);
    let rest = line.trim_start_matches(number);
    line.starts_with(['-', '*', '•', '·', '–', '—', '✓', '①', '②', '③', '④', '⑤'])
        || (rest.len() < line.len() && rest.starts_with(['.', ')', '、', '）', '．', ':', '：']))
}

/// Returns the sentence right behind a Thai wish that ends its own sentence, where that is what shall be kept: "จำไว้นะ …".
pub(super) fn behind(turn: &[Sentence<'_>], at: usize) -> Option<usize> {
    const WISHES: [&str; 6] = ["จำไว้นะ", "จำไว้ด้วยนะ", "จดไว้นะ", "จำไว้นะคะ", "จำไว้นะครับ", "จำด้วยนะ"];
    let wish = turn.get(at)?;
    let ends = WISHES.iter().any(|end| wish.seen.trim_end().ends_with(end));
    let brief = !wish.seen.contains(|c: char| c.is_ascii_digit()) && wish.seen.chars().count() <= 30;
    turn.get(at + 1).filter(|next| ends && brief && !next.asks).map(|_| at + 1)
}

/// Returns what a bare wish that fills its turn means: the last that its speaker said before, where the program only took note.
pub(super) fn said_before(
    turns: &[Said<'_>],
    read: &[Vec<Sentence<'_>>],
    turn: usize,
) -> Option<(usize, usize)> {
    let [only] = read[turn].as_slice() else { return None };
    let last = turn.checked_sub(1).filter(|_| is_bare_wish(only))?;
    let is = |at: usize| turns[at].role == turns[turn].role;
    let noted =
        read[last].iter().all(|s| !s.asks && (is_bare_agreement(&s.seen) || s.seen.chars().count() <= NOTED));
    let own = if is(last) { last } else { last.checked_sub(1).filter(|own| noted && is(*own))? };
    let said = |s: &Sentence<'_>| !s.asks && !is_bare_agreement(&s.seen) && !is_bare_wish(s);
    let at = read[own].iter().rposition(said)?;
    (read[own][at].text.chars().count() >= 6).then_some((own, at))
}

/// Tells whether a sentence says what somebody recalls, and asks nobody to: 我记得你上次写的那份太正式了.
pub(super) fn recalls(seen: &str) -> bool {
    const RECALLS: &str = "i remember|i still remember|i do remember|i recall|ผมจำได้|ฉันจำได้|เราจำได้|จำได้ว่า|我记得|我还记得|我依稀记得";
    begins(after_lead(seen), RECALLS).is_some()
        && !has(seen, "please remember|ช่วยจำ|ฝากจำ|จำไว้|请记|帮我记|你记")
}

/// Words of remembering with a slip of the fingers: "rember", "remeber".
pub(super) fn misspelt(seen: &str) -> Option<Kind> {
    let start = plain(after_lead(seen));
    let end = start.find(|c: char| !c.is_ascii_alphabetic())?;
    let (word, rest) = start.split_at_checked(end)?;
    let near = word != "remember" && word.starts_with("rem") && (6..=10).contains(&word.len());
    let told = rest.starts_with(LEADS_TO) || begins(rest.trim_start(), "that|this").is_some();
    (near && told && !matches!(word, "remembers" | "remembered") && slips(word, "remember") <= 2)
        .then_some(Kind::Remember)
}

/// Returns how many letters must be put in, taken out or changed to make one word of another.
fn slips(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.bytes().enumerate() {
        let mut left = i + 1;
        let mut next = vec![left];
        for (j, b) in to.bytes().enumerate() {
            left = (row[j] + usize::from(a != b)).min(row[j + 1] + 1).min(left + 1);
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::{Held, extract};
    use super::*;

    /// Returns what is to be kept of a talk in which a person and a program take turns.
    fn kept(said: &[&str]) -> Vec<String> {
        let role = |at: usize| if at.is_multiple_of(2) { Role::User } else { Role::Assistant };
        let turns: Vec<Said<'_>> =
            said.iter().enumerate().map(|(at, text)| Said { role: role(at), text, year: None }).collect();
        let items = extract(&turns, &Held::NOTHING).into_iter().filter(|item| item.kind == Kind::Remember);
        items.map(|item| item.evidence(&turns).to_owned()).collect()
    }

    #[test]
    fn every_entry_of_a_list_is_kept() {
        for (said, last) in [
            (
                "Remember:\n- the VPN needs the blue token\n- invoices go to finance\n- Bob is the backup for Alice",
                "Bob is the backup for Alice",
            ),
            (
                "จำไว้:\n1. VPN ต้องใช้โทเคนสีฟ้า\n2. ใบแจ้งหนี้ส่งฝ่ายบัญชี\n3. บ๊อบเป็นตัวสำรองของอลิซ",
                "3. บ๊อบเป็นตัวสำรองของอลิซ",
            ),
            (
                "请记住：\n1. VPN 需要蓝色令牌\n2. 发票发给财务部\n3. 鲍勃是爱丽丝的后备\n\n今天天气不错。",
                "3. 鲍勃是爱丽丝的后备",
            ),
        ] {
            let kept = kept(&[said]);
            assert_eq!((kept.len(), kept.last().map(String::as_str)), (3, Some(last)), "{kept:?}");
        }
    }

    #[test]
    fn the_sentences_behind_a_colon_are_kept_together_however_long() {
        for said in [
            "Please remember this: the staging DB is on host db2. It is rebuilt every Sunday. Access only via bastion.",
            "请记住：测试库在 db2 上。每周日重建。只能从跳板机进。",
            "จำไว้ว่า: ฐานข้อมูลทดสอบอยู่ที่ db2 ครับ สร้างใหม่ทุกวันอาทิตย์ครับ",
        ] {
            assert_eq!(kept(&[said]), [said]);
        }
        let names: Vec<String> = (0..300).map(|n| format!("Customer{n} Ltd")).collect();
        let said = format!("remember that the customer list is: {}", names.join(", "));
        assert_eq!(kept(&[&said]), [said.as_str()]);
        let said = "Remember: the token is blue. Can you check the build?";
        assert_eq!(kept(&[said]), ["Remember: the token is blue."]);
    }

    #[test]
    fn a_bare_wish_keeps_what_was_said_a_turn_before() {
        for said in [
            ["The staging DB is on host db2.", "ok", "remember that"],
            ["เบอร์ช่างคือ 081-234-5678", "ครับ", "จำไว้ด้วยนะ"],
            ["测试库在 db2 上", "好的", "记住这一点"],
        ] {
            assert_eq!(kept(&said), said[..1]);
        }
    }

    #[test]
    fn slips_of_the_fingers_are_read() {
        for said in ["rember that the VPN token is blue", "pls remeber: the office closes at 6"] {
            assert_eq!(kept(&[said]), [said]);
        }
        for said in ["remembers that the token is blue", "remind that man", "removed: the old token"] {
            assert_eq!(misspelt(said), None, "{said}");
        }
    }
}

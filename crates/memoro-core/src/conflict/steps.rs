//! The steps of two procedures as one list: in order, none twice, whatever its number, marks, words or language. Of two
//! wordings the one that says more stays; where it is not plain that two steps are one, both stay.

use super::qualifiers::other_script;
use super::{Relation, Sense, adds_words, compare, evidence, overlap};
use crate::text::normalised;

/// Longer lists are compared by their words alone: meaning is asked for every pair.
const MOST_PAIRS: usize = 1_600;

/// From this similarity of meaning on two steps of one script that deny nothing of each other are one.
const ONE: f64 = 0.84;

/// From this similarity of meaning on a step may be the other's translation.
const TRANSLATED: f64 = 0.6;

/// Between two translated steps this much is enough for those that stand in the same places.
const IN_PLACE: f64 = 0.25;

/// Words that do the same to a thing; the first of each line stands for all.
const DOINGS: [&str; 21] = [
    "check|double-check|verify|inspect|examine|review|look at|look over|look through",
    "notify|tell|inform",
    "run|execute",
    "back up|backup|make a backup of|take a backup of|create a backup of",
    "create|make",
    "delete|remove|erase",
    "restart|reboot",
    "ตรวจสอบ|ตรวจดู|ตรวจ|เช็ค|เช็ก|ดู",
    "แจ้ง|บอก",
    "รัน|สั่งรัน",
    "สำรอง|แบ็คอัพ|แบ็คอัป|แบ็กอัป|แบ็กอัพ",
    "สร้าง|จัดทำ",
    "ลบ|ลบทิ้ง|เอาออก",
    "รีสตาร์ท|รีสตาร์ต|รีสตาท",
    "检查|查看|核对|核查|看看",
    "通知|告知|告诉",
    "运行|执行|跑",
    "备份|做备份",
    "创建|新建|建立",
    "删除|删掉|移除",
    "重启|重新启动",
];

/// Words that ask for the same step once more.
const ONCE_MORE: [&str; 10] =
    ["again", "once more", "re-run", "rerun", "อีกครั้ง", "อีกรอบ", "ซ้ำ", "再次", "再一次", "重新"];

/// Puts the steps of two procedures together: the old ones in their order, each new one beside the steps that it stands
/// beside in its own list, none twice.
pub fn merge_steps(old: &[String], new: &[String], sense: Sense<'_>) -> Vec<String> {
    let mut merged = told_once(old, sense);
    let new = told_once(new, sense);
    let found = matches(&merged, &new, sense);
    // Where each new step stands: with the old one that it is, else behind the one before it.
    let mut places: Vec<usize> = (0..merged.len()).collect();
    let mut after: Option<usize> = None;
    for (n, step) in new.iter().enumerate() {
        let known = found.get(n).copied().flatten().and_then(|at| Some((at, *places.get(at)?)));
        if let Some((_, at)) = known {
            if let Some(stands) = merged.get_mut(at).filter(|stands| says_more(step, stands)) {
                stands.clone_from(step);
            }
            after = Some(after.map_or(at, |before| before.max(at)));
            continue;
        }
        let next = || found.iter().skip(n).flatten().next().and_then(|at| places.get(*at).copied());
        let at = after.map_or_else(|| next().unwrap_or(merged.len()), |before| before + 1);
        merged.insert(at, step.clone());
        places.iter_mut().filter(|place| **place >= at).for_each(|place| *place += 1);
        after = Some(at);
    }
    merged
}

/// Returns steps without those that an earlier one says already.
pub fn told_once(steps: &[String], sense: Sense<'_>) -> Vec<String> {
    let by_meaning = steps.len() * steps.len() <= MOST_PAIRS;
    let mut told: Vec<String> = Vec::new();
    for step in steps {
        match told.iter_mut().find(|known| is_one(step, known, sense, by_meaning)) {
            Some(known) if says_more(step, known) => known.clone_from(step),
            Some(_) => {}
            None => told.push(step.clone()),
        }
    }
    told
}

/// Returns for each new step the old one that it is.
fn matches(old: &[String], new: &[String], sense: Sense<'_>) -> Vec<Option<usize>> {
    let by_meaning = old.len() * new.len() <= MOST_PAIRS;
    let one = |step: &String| old.iter().position(|known| is_one(step, known, sense, by_meaning));
    let mut found: Vec<Option<usize>> = new.iter().map(one).collect();
    if by_meaning {
        let near = nearness(old, new, sense);
        add_translated(&mut found, &near, TRANSLATED);
        if found.iter().any(Option::is_some) {
            let kept = found.clone();
            add_translated(&mut found, &near, IN_PLACE);
            for (n, at) in found.iter_mut().enumerate() {
                let in_place = at.is_none_or(|at| stands_in_place(&kept, (n, at)));
                *at = at.filter(|_| in_place);
            }
        }
    }
    found
}

/// How near each new step is to each old one of another script; nothing where one denies the other.
fn nearness(old: &[String], new: &[String], sense: Sense<'_>) -> Vec<Vec<f64>> {
    let near = |step: &String, known: &String| {
        let other = other_script(step, known);
        let cosine = if other { (sense.meaning)(step, known) } else { 0.0 };
        let denied = cosine >= IN_PLACE && {
            let evidence = evidence(step, known, sense.meaning);
            evidence.denies || matches!(compare(step, known, sense).relation, Relation::Contradicts { .. })
        };
        if denied { 0.0 } else { cosine }
    };
    new.iter().map(|step| old.iter().map(|known| near(step, known)).collect()).collect()
}

/// Adds the pairs that are each other's nearest and near enough.
fn add_translated(found: &mut [Option<usize>], near: &[Vec<f64>], least: f64) {
    let taken: Vec<usize> = found.iter().flatten().copied().collect();
    let best = |row: &[f64]| {
        let free = row.iter().enumerate().filter(|(at, _)| !taken.contains(at));
        free.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(at, cosine)| (at, *cosine))
    };
    for n in 0..found.len() {
        if found.get(n).is_some_and(Option::is_some) {
            continue;
        }
        let Some((at, cosine)) = near.get(n).and_then(|row| best(row)) else { continue };
        let rivals = near.iter().enumerate().filter(|(other, _)| *other != n);
        let nearest = rivals.filter_map(|(_, row)| row.get(at)).all(|rival| *rival <= cosine);
        if cosine >= least && nearest && !found.contains(&Some(at)) {
            found[n] = Some(at);
        }
    }
}

/// Tells whether a pair is sure, or stands as far from a sure one before or behind it in both lists.
fn stands_in_place(sure: &[Option<usize>], (n, at): (usize, usize)) -> bool {
    if sure.get(n).copied().flatten() == Some(at) {
        return true;
    }
    let known = |m: usize| sure.get(m).copied().flatten().map(|at| (m, at));
    let before = (0..n).rev().find_map(known);
    let behind = (n + 1..sure.len()).find_map(known);
    before.is_some_and(|(m, known)| at > known && at - known == n - m)
        || behind.is_some_and(|(m, known)| known > at && known - at == m - n)
}

/// Tells whether two steps of one script are one.
fn is_one(new: &str, old: &str, sense: Sense<'_>, by_meaning: bool) -> bool {
    let (bare_new, bare_old) = (bare(new), bare(old));
    if bare_new == bare_old {
        return true;
    }
    if !by_meaning || other_script(new, old) || once_more(new) != once_more(old) {
        return false;
    }
    let (done_new, done_old) = (doing(&bare_new), doing(&bare_old));
    if names_another(&done_new, &done_old) {
        return false;
    }
    let same_words = overlap(&done_new, &done_old) >= 0.999 && !done_new.trim().is_empty();
    if !same_words && (sense.meaning)(&done_new, &done_old) < 0.5 {
        return false;
    }
    let compared = compare(&done_new, &done_old, sense);
    let denies = compared.evidence.denies || compared.evidence.marks()[0];
    match compared.relation {
        Relation::Same => true,
        Relation::Contradicts { .. } => false,
        _ => !denies && (same_words || compared.evidence.cosine >= ONE),
    }
}

/// What leads to more about the same step: where, when, how, with what.
const LEADS: &str = "to|with|in|on|for|before|after|via|using|from|by|and|at|first|again|as|so|until|if|when|into|onto|every|each|once|twice|now|please|(|-|\
    โดย|ที่|ใน|ก่อน|หลัง|ด้วย|ให้|จาก|ผ่าน|ไป|ทุก|แล้ว|เพื่อ|และ|บน|กับ|อีก|ตาม|ถ้า|เมื่อ|ไว้|ขึ้น|ลง|ออก|เข้า|เสร็จ|\
    到|在|用|前|后|後|以|并|並|和|再|先|从|從|至|给|給|一|两|兩|三|，|（|的|好|完|一下|了";

/// Tells whether a step goes on with the name of another thing: "notify the team", "notify the team lead".
fn names_another(one: &str, other: &str) -> bool {
    let (long, short) = if one.len() > other.len() { (one, other) } else { (other, one) };
    let Some(more) = long.strip_prefix(short.trim_end()).filter(|more| !more.trim().is_empty()) else {
        return false;
    };
    let whole = !short.ends_with(|c: char| c.is_ascii_alphanumeric()) || more.starts_with(' ');
    let more = more.trim_start();
    let leads = |word: &str| {
        let rest = more.strip_prefix(word);
        rest.is_some_and(|rest| !word.is_ascii() || !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
    };
    whole && !LEADS.split('|').map(str::trim).any(leads)
}

fn once_more(step: &str) -> bool {
    let lower = step.to_lowercase();
    ONCE_MORE.iter().any(|word| lower.contains(word))
}

/// Tells whether a wording has all the words of another and more.
fn says_more(new: &str, old: &str) -> bool {
    let (new, old) = (bare(new), bare(old));
    !other_script(&new, &old) && adds_words(&new, &old) && !adds_words(&old, &new)
}

/// A step whose first word is the one that stands for all that do the same.
fn doing(step: &str) -> String {
    let begins = |line: &'static str| {
        let words = line.split('|').filter(|word| step.starts_with(word) && !cuts_word(step, word));
        let word = words.max_by_key(|word| word.len())?;
        let first = line.split('|').next()?;
        Some(format!("{first} {}", step.get(word.len()..)?.trim_start()))
    };
    DOINGS.into_iter().find_map(begins).unwrap_or_else(|| step.to_owned())
}

/// Tells whether a Latin word goes on behind the part that was found.
fn cuts_word(step: &str, word: &str) -> bool {
    let next = step.get(word.len()..).and_then(|rest| rest.chars().next());
    word.is_ascii() && next.is_some_and(|c| c.is_ascii_alphanumeric())
}

/// A step without its number, case, spacing and the marks around and between its words.
fn bare(step: &str) -> String {
    let folded = normalised(step);
    let text = unnumbered(folded.trim());
    let text = if text.is_empty() { folded.trim() } else { text };
    let chars: Vec<char> = text.chars().collect();
    let digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    let mut bare = String::new();
    for (at, c) in chars.iter().enumerate() {
        let in_number = digit(at.checked_sub(1)) && digit(Some(at + 1));
        if c.is_whitespace() || (PAUSES.contains(*c) && !in_number) {
            if !bare.ends_with(' ') {
                bare.push(' ');
            }
        } else {
            bare.push(*c);
        }
    }
    let bare = bare.trim();
    let bare = ["then ", "and then ", "next ", "แล้ว", "จากนั้น", "然后", "接着"]
        .iter()
        .find_map(|word| bare.strip_prefix(word))
        .map_or(bare, str::trim_start);
    if bare.is_empty() { folded.trim().to_owned() } else { bare.to_owned() }
}

/// Marks that are heard as a pause or not at all.
const PAUSES: &str = ".,!;:。，！；：、…\"'“”‘’「」*_`";

/// Takes the number or bullet off that a step begins with; a number that belongs to it stays.
fn unnumbered(step: &str) -> &str {
    const NAMES: [&str; 5] = ["step", "ขั้นตอนที่", "ขั้นที่", "ข้อ", "第"];
    let closes = |c: char| matches!(c, '.' | ')' | '）' | '、' | ':' | '：' | '-' | '步');
    let is_number = |c: char| c.is_numeric() || "一二三四五六七八九十".contains(c);
    let step = step.trim_start_matches(['-', '*', '•', '·', '–', '—', ' ']);
    let named = NAMES.iter().find_map(|name| step.strip_prefix(name)).map(str::trim_start);
    let opened = named.unwrap_or(step).trim_start_matches(['(', '（', '[']);
    let behind = opened.trim_start_matches(is_number);
    let circled =
        opened.chars().next().is_some_and(|c| c.is_numeric() && !c.is_ascii_digit() && !c.is_alphabetic());
    let numbered = behind.len() < opened.len();
    let open = opened.len() < named.unwrap_or(step).len();
    // "1.5 times" and "10:30" begin with a number that is theirs.
    let closed = behind.strip_prefix(closes).is_some_and(|rest| {
        behind.starts_with(['、', '）', ')', '步']) || !rest.starts_with(|c: char| c.is_ascii_digit())
    });
    let spaced = named.is_some() && behind.starts_with(' ');
    if numbered && (closed || open || spaced || (circled && named.is_none())) {
        behind.trim_start_matches(closes).trim_start_matches([']', '骤', ':', '：', ' ', '，', ','])
    } else {
        step
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn list(steps: &[&str]) -> Vec<String> {
        steps.iter().map(|s| (*s).to_owned()).collect()
    }

    fn merge(old: &[&str], new: &[&str]) -> Vec<String> {
        merge_steps(&list(old), &list(new), Sense::of_words(&|_, _| 0.0))
    }

    #[test]
    fn new_steps_stand_where_their_own_order_puts_them() {
        let new = ["ถาม environment", "ตรวจ docker-compose.yml", "รัน docker compose up", "ดู log"];
        assert_eq!(merge(&["ถาม environment", "รัน docker compose up"], &new), new);
        assert_eq!(merge(&["a", "b"], &["x", "a"]), ["x", "a", "b"]);
        assert_eq!(merge(&["a", "b", "c"], &["x", "c", "y"]), ["a", "b", "x", "c", "y"]);
        assert_eq!(merge(&["检查配置"], &["1. 检查配置。", "重启"]), ["检查配置", "重启"]);
        assert_eq!(merge(&["a"], &["b", "c"]), ["a", "b", "c"]);
    }

    #[test]
    fn a_step_that_goes_on_with_the_name_of_another_thing_is_another() {
        let near = |old: &str, new: &str| {
            merge_steps(&list(&[old]), &list(&[new]), Sense::of_words(&|_, _| 0.9)).len()
        };
        for (old, new) in [("notify the team", "notify the team lead"), ("通知团队", "通知团队负责人")]
        {
            assert_eq!((near(old, new), near(new, old)), (2, 2), "{old}");
        }
        assert_eq!(near("restart the server", "restart the server after the backup"), 1);
    }

    #[test]
    fn numbers_bullets_and_marks_make_no_other_step() {
        for (old, new) in [
            ("Run the tests", "1) run the tests!"),
            ("Run the tests", "Step 2: Run the tests."),
            ("Run the tests", "- run the tests"),
            ("Run the tests", "(3) Run the tests"),
            ("Build, then push", "build then push"),
            ("ตรวจ log", "ขั้นตอนที่ 1: ตรวจ log"),
            ("ตรวจ log", "๑. ตรวจ log"),
            ("检查日志", "第一步：检查日志。"),
            ("检查日志", "2、检查日志"),
            ("检查日志", "①检查日志"),
        ] {
            assert_eq!(merge(&[old], &[new]), [old], "{new}");
        }
    }

    #[test]
    fn a_number_that_belongs_to_a_step_counts() {
        for (old, new) in [
            ("5 minutes of waiting", "10 minutes of waiting"),
            ("3 retries", "4 retries"),
            ("1.5 cups of flour", "2.5 cups of flour"),
            ("10:30 stand-up", "9:30 stand-up"),
            ("รอ 5 นาที", "รอ 10 นาที"),
            ("等5分钟", "等10分钟"),
        ] {
            assert_eq!(merge(&[old], &[new]), [old, new]);
        }
    }

    #[test]
    fn a_step_in_other_words_is_told_once_and_the_wording_that_says_more_stays() {
        let same = |_: &str, _: &str| 0.9;
        let merge = |old: &[&str], new: &[&str]| merge_steps(&list(old), &list(new), Sense::of_words(&same));
        assert_eq!(merge(&["Look at the logs"], &["Check the logs"]), ["Look at the logs"]);
        assert_eq!(merge(&["ตรวจ log"], &["เช็ค log"]), ["ตรวจ log"]);
        assert_eq!(merge(&["运行测试"], &["执行测试"]), ["运行测试"]);
        assert_eq!(
            merge(&["Check the compose file"], &["Check the compose file for secrets"]),
            ["Check the compose file for secrets"]
        );
    }

    #[test]
    fn opposites_and_once_more_are_steps_of_their_own() {
        let same = |_: &str, _: &str| 0.9;
        let merge = |old: &[&str], new: &[&str]| merge_steps(&list(old), &list(new), Sense::of_words(&same));
        for (old, new) in [
            ("Turn on the lights", "Turn off the lights"),
            ("Run the tests", "Run the tests again"),
            ("เปิดไฟ", "ปิดไฟ"),
            ("wait 5 minutes", "wait 10 minutes"),
        ] {
            assert_eq!(merge(&[old], &[new]), [old, new]);
        }
    }

    #[test]
    fn a_procedure_and_its_translation_have_each_step_once() {
        let pairs = [
            ("Run the tests", "运行测试", 0.8),
            ("Build the image", "构建镜像", 0.64),
            ("Tell all", "告诉大家", 0.3),
        ];
        let meaning = |a: &str, b: &str| {
            let found = pairs.iter().find(|(en, zh, _)| (a, b) == (*zh, *en) || (a, b) == (*en, *zh));
            found.map_or(0.05, |(_, _, cosine)| *cosine)
        };
        let old: Vec<String> = pairs.iter().map(|(en, ..)| (*en).to_owned()).collect();
        let new: Vec<String> = pairs.iter().map(|(_, zh, _)| (*zh).to_owned()).collect();
        assert_eq!(merge_steps(&old, &new, Sense::of_words(&meaning)), old);
        let more = [new.clone(), vec!["回滚".to_owned()]].concat();
        assert_eq!(merge_steps(&old, &more, Sense::of_words(&meaning)).last().unwrap(), "回滚");
        let other = list(&["运行测试", "扫描病毒", "告诉大家"]);
        assert!(merge_steps(&old, &other, Sense::of_words(&meaning)).contains(&"扫描病毒".to_owned()));
    }

    proptest! {
        #[test]
        fn merging_loses_nothing_repeats_nothing_and_keeps_the_old_order(
            old in proptest::collection::vec("[a-f]", 0..6), new in proptest::collection::vec("[a-f]", 0..6),
        ) {
            let apart = |_: &str, _: &str| 0.0;
            let sense = Sense::of_words(&apart);
            let merged = merge_steps(&old, &new, sense);
            for step in old.iter().chain(&new) {
                prop_assert_eq!(merged.iter().filter(|m| *m == step).count(), 1);
            }
            prop_assert!(merged.iter().all(|m| old.contains(m) || new.contains(m)));
            let kept: Vec<&String> = merged.iter().filter(|m| old.contains(m)).collect();
            let first = told_once(&old, sense);
            prop_assert_eq!(kept, first.iter().collect::<Vec<_>>());
            prop_assert_eq!(merge_steps(&merged, &new, sense), merged);
        }
    }
}

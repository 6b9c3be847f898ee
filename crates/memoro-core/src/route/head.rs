//! Where what sets a procedure off ends and what is done begins. A first step that stands in one clause with the
//! condition is a step; what names no condition is no trigger.

use super::view::each;

/// What opens a condition in English.
const WHEN_EN: &str = "\
    whenever |when |if |once |in case of |in case |every time |each time |as soon as |how to |steps for |steps to |\
    procedure for |to |before |after |prior to |while |during |until |unless |for |on |in |at |upon |every |each |\
    with |without |as |by |once a |given |should |where |from |since |following |because of |instead of |any time ";
/// What opens a time beside which something is done.
const BESIDE_EN: &str = "before |after |prior to |following ";
/// What opens what is done behind a condition without a comma.
const DO_EN: &str =
    " first | always | please | make sure | be sure | never | you must | we must | you should | we should ";
/// What goes on with a next step.
const NEXT_EN: &str = "and then |then |and |next |next, |afterwards |finally |after that |lastly ";

const WHEN_ZH: &str = "如果|要是|假如|一旦|每当|每當|每次|当|當|如何|凡是|若|只要|在|遇到|万一|萬一";
/// What ends a condition; the longer first.
const ENDS_ZH: &str = "的时候|的時候|的话|的話|之前|以前|之后|之後|以后|以後|时|時|前|后|後|期间|期間";
/// Words that an ending is only a part of.
const WITHIN_ZH: &str = "\
    前端|前台|前面|前言|前后|前後|前者|前期|前往|前进|前進|前提|前景|前缀|前綴|前置|前辈|前輩|前年|前天|前任|前一|前两|前兩|\
    前三|前几|前幾|目前|提前|当前|當前|眼前|面前|先前|从前|從前|后端|後端|后台|後台|后面|後面|后来|後來|后果|後果|后续|後續|\
    后缀|後綴|后期|後期|后者|後者|后门|後門|后备|後備|后天|後天|后年|最后|最後|然后|然後|随后|隨後|今后|今後|落后|落後|背后|\
    背後|时间|時間|小时|小時|时区|時區|时长|時長|时刻|時刻|时段|時段|时序|時序|实时|實時|同时|同時|及时|及時|临时|臨時|定时|定時|按时|\
    按時|随时|隨時|暂时|暫時|准时|準時|超时|超時|延时|延時|耗时|耗時|计时|計時|平时|平時|当时|當時|有时|有時";
/// What opens what is done.
const DO_ZH: &str = "\
    先|就|必须|必須|务必|務必|一定要|一定|应该|應該|应|應|要|需要|需|得先|请|請|记得|記得|不要|别|別|不能|不可|不得|禁止|都要|首先";
const NEXT_ZH: &str = "然后|然後|再|接着|接著|最后|最後|并|並|随后|隨後|之后|之後|同时|同時";

/// Returns where the condition ends inside a clause that holds its first step too.
pub(super) fn inner_cut(clause: &str, rest: Option<&str>) -> Option<usize> {
    in_chinese(clause, rest).or_else(|| in_english(clause, rest))
}

/// Tells whether a clause names a condition, so that what follows a comma is what is done.
pub(super) fn is_condition(clause: &str, rest: &str) -> bool {
    let (clause, rest) = (clause.trim(), rest.trim_start());
    let lower = clause.to_lowercase();
    let opened = each(WHEN_EN).any(|word| lower.starts_with(word)) || starts(clause, WHEN_ZH).is_some();
    let answered = starts(rest, DO_ZH).is_some() || starts(rest, "就|则|則|那么|那麼|便").is_some();
    let step = starts(clause, "先|首先|第一").is_some();
    opened || ends(clause).is_some() || (answered && !step && starts(rest, NEXT_ZH).is_none())
}

fn in_chinese(clause: &str, rest: Option<&str>) -> Option<usize> {
    let clause = clause.trim_end();
    if ends(clause).is_some() {
        return None;
    }
    let goes_on = rest.is_none_or(|rest| starts(rest.trim_start(), NEXT_ZH).is_some());
    if starts(clause, WHEN_ZH).is_some() && !starts_with_place(clause) {
        // `如果…，就…`: the whole clause is the condition, unless the rest only goes on with a next step.
        return if goes_on { first_of(clause, DO_ZH) } else { None };
    }
    clause.char_indices().skip(1).find_map(|(at, _)| {
        let tail = clause.get(at..)?;
        let end = starts(tail, ENDS_ZH)?;
        let after = tail.get(end.len()..)?;
        let single = end.chars().count() == 1;
        let does = starts(after, DO_ZH).is_some();
        let whole = !single || does || (matches!(end, "前" | "后" | "後") && goes_on);
        (!after.is_empty() && whole && !is_within(clause, at, end)).then_some(at + end.len())
    })
}

/// `在部署之前先…` opens with a place or time, and ends where that ends.
fn starts_with_place(clause: &str) -> bool {
    clause.starts_with('在')
}

/// Returns where the first of some words begins, behind at least two signs of a condition.
fn first_of(clause: &str, words: &'static str) -> Option<usize> {
    let opener = starts(clause, WHEN_ZH).map_or(0, str::len);
    let begins = |(at, _): (usize, char)| {
        let tail = clause.get(at..)?;
        let word = starts(tail, words)?;
        // 要 and the like stand inside conditions too: 如果你要发布.
        let plain = matches!(word, "要" | "需要" | "需" | "应" | "應" | "得先" | "一定");
        let long = tail.chars().count() > word.chars().count() + 1;
        (!plain && long && at >= opener + 6).then_some(at)
    };
    clause.char_indices().find_map(begins)
}

fn in_english(clause: &str, rest: Option<&str>) -> Option<usize> {
    let lower = clause.to_lowercase();
    let goes_on = rest.is_none_or(|rest| {
        let rest = rest.trim_start().to_lowercase();
        each(NEXT_EN).any(|word| rest.starts_with(word))
    });
    let beside = each(BESIDE_EN).any(|word| lower.starts_with(word));
    if !beside || !goes_on || lower.len() != clause.len() {
        return None;
    }
    each(DO_EN).filter_map(|word| lower.find(word)).min()
}

/// Returns the ending of a condition with which a clause closes.
fn ends(clause: &str) -> Option<&'static str> {
    let end = each(ENDS_ZH).find(|end| clause.ends_with(end))?;
    let at = clause.len() - end.len();
    (at > 0 && !is_within(clause, at, end)).then_some(end)
}

/// Tells whether an ending is a part of another word where it stands.
fn is_within(clause: &str, at: usize, end: &str) -> bool {
    each(WITHIN_ZH).any(|word| {
        clause.match_indices(word).any(|(start, _)| start <= at && at + end.len() <= start + word.len())
    })
}

/// Returns the longest of some words with which a text starts.
fn starts(text: &str, words: &'static str) -> Option<&'static str> {
    each(words).filter(|word| text.starts_with(word)).max_by_key(|word| word.len())
}

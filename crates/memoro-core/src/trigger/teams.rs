//! Whether a name is that of a team or a department rather than of a place or a company: "I'm in HR", อยู่ฝ่ายบุคคล, 我在市场部 say
//! in which part of a company somebody works. By the words of the name itself, or because every company has one.

use super::search::words;
use super::slot::tidy;
use super::text::Piece;

/// Words that such names begin with.
const STARTS: &str = "ทีม|แผนก|ฝ่าย";
/// Words that such names end with.
const ENDS: &str = "team|teams|department|dept|division|squad|部门|部|科室|团队|小组|组";
/// What ends so and is none: parts of a country, a club, the seat of a company, all of something.
const OTHERS: &str = "东部|西部|南部|北部|中部|俱乐部|总部|内部|外部|全部|局部|干部|分部|支部|本部|头部|腰部";
/// Departments that people name without saying what they are.
const KNOWN: &str = "hr|human resources|marketing|sales|finance|accounting|accounts|legal|procurement|purchasing|logistics|payroll|compliance|customer support|customer service|customer success|tech support|it support|r&d|operations|devops|qa|quality assurance|public relations|pr|claims|business development|\
    การตลาด|บัญชี|บุคคล|จัดซื้อ|การเงิน|กฎหมาย|人事|财务|法务|市场|行政|研发|采购|售后";

/// Tells whether a name says by itself that it is a team or a department.
pub(super) fn is_team(name: Piece<'_>) -> bool {
    let name = part(name);
    let shorter = name.strip_ends(ENDS);
    let ended = shorter.seen().len() < name.seen().len()
        && !shorter.is_empty()
        && name.strip_ends(OTHERS).seen().len() == name.seen().len();
    let begun = name.strip(STARTS).is_some_and(|rest| !rest.trim().is_empty() && rest.strip("ชาติ").is_none());
    (begun || ended) && name.seen().chars().count() <= 40
}

/// Tells whether somebody who is in it or works in it is in a part of a company.
pub(super) fn is_known(name: Piece<'_>) -> bool {
    is_team(name) || words(KNOWN).has(part(name).seen())
}

/// The name without the words around it: "the marketing team", 公司的市场部, 财务部的.
pub(super) fn part(name: Piece<'_>) -> Piece<'_> {
    let bare =
        tidy(name).strip_all("the|our|my|公司的|公司|我们|我们的").strip_ends("的|那边|at work|ครับ|ค่ะ");
    let bare = bare.split(", |，| at ").map_or(bare, |(head, _)| tidy(head));
    if bare.is_empty() { name } else { bare }
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    #[test]
    fn the_part_of_a_company_somebody_works_in_is_their_team_and_no_place() {
        for (message, team) in [
            ("remember I'm in HR", "HR"),
            ("remember that I'm in the marketing team", "marketing team"),
            ("remember I'm on the platform team", "platform team"),
            ("remember I work in the legal department", "legal department"),
            ("remember my team is Payments", "Payments"),
            ("remember my department is claims", "claims"),
            ("จำไว้ว่าผมอยู่ทีมการตลาด", "ทีมการตลาด"),
            ("จำไว้ว่าฉันทำงานอยู่ฝ่ายบุคคล", "ฝ่ายบุคคล"),
            ("จำไว้ว่าทีมของผมคือ Payments", "Payments"),
            ("记住我在市场部", "市场部"),
            ("记住我在人事部工作", "人事部"),
            ("記住我是財務部的", "財務部"),
            ("记住我的部门是法务部", "法务部"),
        ] {
            let found = understand(message);
            let told: Vec<_> = found.iter().map(|one| (one.key.as_deref(), one.value.as_str())).collect();
            assert_eq!(told, [(Some("team"), team)], "{message}");
        }
        for (message, key) in [
            ("remember I'm in Berlin", "place"),
            ("remember I work at Nokia", "employer"),
            ("จำไว้ว่าผมอยู่เชียงใหม่", "place"),
            ("记住我在西部", "place"),
            ("记住我在腾讯上班", "employer"),
        ] {
            let found = understand(message);
            assert_eq!(found.first().and_then(|one| one.key.as_deref()), Some(key), "{message}: {found:?}");
        }
    }
}

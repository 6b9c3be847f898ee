//! The day on which something happened, as its text names it. A day that lies ahead, or a stretch longer than a
//! day, is no answer.

use jiff::ToSpan;
use jiff::civil::Date;

use crate::query::{DateHint, Query, Today};

/// Returns the one day, not after `today`, on which the text says that it happened.
pub fn occurred(text: &str, today: Date) -> Option<Date> {
    let query = Query::analyse(text, Today(today));
    query.dates.iter().find_map(|hint| day(*hint, today)).or_else(|| last_night(text, today))
}

/// The night that people call the last one began the day before.
fn last_night(text: &str, today: Date) -> Option<Date> {
    let lower = text.to_lowercase();
    let said = ["last night", "last evening"].iter().any(|words| lower.contains(words));
    if said { today.yesterday().ok() } else { None }
}

fn day(hint: DateHint, today: Date) -> Option<Date> {
    let date = match hint {
        DateHint::Days { from, to } if from == to => {
            Date::constant(1970, 1, 1).checked_add(from.days()).ok()?
        }
        DateHint::Days { .. } | DateHint::Month(_) => return None,
        DateHint::MonthDay(month, of_month) => {
            let this_year = Date::new(today.year(), month, of_month).ok()?;
            if this_year <= today { this_year } else { this_year.checked_sub(1.year()).ok()? }
        }
    };
    (date <= today).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: Date = Date::constant(2026, 11, 15);

    #[test]
    fn yesterday_is_yesterday_in_three_languages() {
        for text in [
            "yesterday we shipped it",
            "เมื่อวานส่งงานแล้ว",
            "昨天发布了",
            "Shipped it last night",
            "เมื่อคืนส่งงาน",
            "昨晚发布了",
        ] {
            assert_eq!(occurred(text, TODAY), Some(Date::constant(2026, 11, 14)), "{text}");
        }
    }

    #[test]
    fn a_day_without_a_year_is_the_last_such_day() {
        assert_eq!(occurred("on 3 March the import failed", TODAY), Some(Date::constant(2026, 3, 3)));
        assert_eq!(occurred("on 3 December the import failed", TODAY), Some(Date::constant(2025, 12, 3)));
        assert_eq!(occurred("12月3日导入失败了", TODAY), Some(Date::constant(2025, 12, 3)));
    }

    #[test]
    fn what_lies_ahead_or_is_vague_is_no_day() {
        for text in ["2030-01-01: moved", "last month we moved", "we moved", ""] {
            assert_eq!(occurred(text, TODAY), None, "{text}");
        }
    }
}

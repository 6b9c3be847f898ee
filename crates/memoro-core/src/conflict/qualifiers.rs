//! What narrows a statement down: a number, a name, an environment, a day, "only". Two statements of which one has a
//! qualifier that the other lacks may both hold; to take them for one would lose it.

use super::tiles::Rest;
use super::units::{UnitKind, is_han, is_thai};
use super::values::{holds, numbers};
use super::words::each;
use crate::text::normalised;

/// Qualifiers, one sort a line; members stand between slashes, their spellings between bars.
const SORTS: &str = "\
    production|prod|in prod|live system|โปรดักชัน|ระบบจริง|เครื่องจริง|生产环境|生產環境|生产|正式环境|线上环境/\
    staging|stage environment|uat|pre-production|สเตจจิ้ง|预发布|预发|預發|测试环境|測試環境|test environment|testing environment|เครื่องทดสอบ|ระบบทดสอบ|qa/\
    development|dev environment|dev|local|locally|เครื่องตัวเอง|เครื่อง dev|开发环境|開發環境|本地\n\
    monday|วันจันทร์|周一|週一|星期一/tuesday|วันอังคาร|周二|週二|星期二/wednesday|วันพุธ|周三|週三|星期三/\
    thursday|วันพฤหัส|周四|週四|星期四/friday|fridays|วันศุกร์|周五|週五|星期五/saturday|วันเสาร์|周六|週六|星期六/\
    sunday|วันอาทิตย์|周日|週日|星期日|星期天/weekend|weekends|เสาร์อาทิตย์|สุดสัปดาห์|周末|週末/\
    weekdays|weekday|working days|วันธรรมดา|วันทำงาน|จันทร์ถึงศุกร์|工作日|平日\n\
    android|แอนดรอยด์|安卓/ios|iphone|ipad|ไอโฟน|苹果/windows|วินโดวส์/linux|ลินุกซ์/macos|mac\n\
    only|solely|exclusively|เท่านั้น|เฉพาะ|只|仅|僅\n\
    except|unless|excluding|ยกเว้น|นอกจาก|除了|除非|除外\n\
    abroad|foreign|international|ต่างประเทศ|国外|國外|海外/domestic|local customers|ในประเทศ|国内|國內\n\
    new customers|new users|ลูกค้าใหม่|新客户|新客戶|新用户|新用戶/existing customers|existing users|ลูกค้าเก่า|ลูกค้าเดิม|老客户|老客戶|老用户\n\
    sister|sisters|น้องสาว|พี่สาว|妹妹|姐姐/brother|brothers|น้องชาย|พี่ชาย|弟弟|哥哥/father|dad|พ่อ|爸爸|父亲/mother|mum|mom|แม่|妈妈|母亲/\
    wife|ภรรยา|เมีย|妻子|老婆/husband|สามี|丈夫|老公/son|ลูกชาย|儿子/daughter|ลูกสาว|女儿/boss|หัวหน้า|老板\n\
    frontend|front-end|front end|หน้าบ้าน|前端/backend|back-end|back end|หลังบ้าน|后端|後端/mobile app|แอปมือถือ|手机应用\n\
    kitchen|ห้องครัว|厨房/bathroom|ห้องน้ำ|浴室|洗手间/bedroom|ห้องนอน|卧室/living room|ห้องนั่งเล่น|客厅/meeting room|ห้องประชุม|会议室/garage|โรงรถ|车库/warehouse|โกดัง|คลังสินค้า|仓库\n\
    adults|adult|ผู้ใหญ่|成人|大人/children|child|kids|เด็ก|儿童|孩子/students|student|นักเรียน|นักศึกษา|学生/seniors|ผู้สูงอายุ|老人";

/// Whose a thing is; said or not, it is the same thing, but mine is not yours.
const OWNERS: &str = "\
    my|mine|ของฉัน|ของผม|ฉัน|ผม|我/your|yours|ของเธอ|ของคุณ|เธอ|你|您/his|ของเขา|เขา|他/her|hers|ของหล่อน|她/their|theirs|พวกเขา|他们|她们";

/// Tells whether one of two statements has a qualifier that the other lacks; `rest` is what only one of them has.
pub(super) fn apart(new: &str, old: &str, rest: &Rest) -> bool {
    let named = rest.left.iter().zip([new, old]).any(|(units, text)| {
        units.iter().any(|unit| unit.kind == UnitKind::Name && is_proper(text, &unit.text))
    });
    if named || other_numbers(new, old) || swapped_numbers(new, old) {
        return true;
    }
    let (new, old) = (normalised(new), normalised(old));
    SORTS.lines().any(|sort| {
        let held = |text: &str| -> Vec<&str> {
            sort.split('/').filter(|member| each(member).any(|word| holds(text, word))).collect()
        };
        held(&new) != held(&old)
    })
}

/// Tells whether a word is written as a name in a text: with a capital or a digit.
fn is_proper(text: &str, word: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric() || is_thai(c) || is_han(c));
    words
        .filter(|written| written.to_lowercase().starts_with(word))
        .any(|written| written.chars().any(|c| c.is_uppercase() || c.is_ascii_digit()))
}

/// Sorts of qualifiers by which two statements are about two things.
pub(super) const THINGS: &[usize] = &[0, 2, 5, 6, 7, 8, 10];
/// The same without platforms: what runs on one does not run on another.
pub(super) const THINGS_BUT_PLATFORMS: &[usize] = &[0, 5, 6, 7, 8, 10];
/// The same with rooms: what is broken in one of them may work in another.
pub(super) const THINGS_AND_ROOMS: &[usize] = &[0, 2, 5, 6, 7, 8, 9, 10];

/// Tells whether both statements name an environment, a platform or a person, and not the same: neither denies the other.
pub(super) fn elsewhere(new: &str, old: &str, sorts: &[usize]) -> bool {
    let (new, old) = (normalised(new), normalised(old));
    let places = SORTS.lines().enumerate().filter(|(at, _)| sorts.contains(at)).map(|(_, sort)| sort);
    places.chain([OWNERS]).any(|sort| {
        let held = |text: &str| -> Vec<&str> {
            sort.split('/').filter(|member| each(member).any(|word| holds(text, word))).collect()
        };
        let (new, old) = (held(&new), held(&old));
        !new.is_empty() && !old.is_empty() && !new.iter().any(|member| old.contains(member))
    })
}

/// Words that say on which occasion something is done.
const OCCASIONS: &str = "before|after|during|ก่อน|หลัง|ระหว่าง|之前|之后|之後|期间|前跑|前要|前先";

/// Tells whether both statements are about an occasion, and not the same one: what is done before a commit says
/// nothing of what is done before a release.
pub(super) fn on_another_occasion(new: &str, old: &str, rest: &Rest) -> bool {
    let (new, old) = (normalised(new), normalised(old));
    rest.places == [1, 1] && each(OCCASIONS).any(|word| holds(&new, word) && holds(&old, word))
}

/// Tells whether the numbers are not the same; a lone "one" counts nothing.
fn other_numbers(new: &str, old: &str) -> bool {
    const ONE: i64 = 1000;
    let (new, old) = (numbers(new), numbers(old));
    let lone = |numbers: &[i64]| numbers.iter().all(|n| *n == ONE);
    new != old && !(lone(&new) && lone(&old))
}

/// Tells whether two statements say the same but for the places of their numbers: room 3 on floor 5, room 5 on floor 3.
fn swapped_numbers(new: &str, old: &str) -> bool {
    let parted = |text: &str| -> (String, Vec<String>) {
        let is_digit = |c: char| c.is_ascii_digit();
        let words = text.split(is_digit).map(str::trim).filter(|part| !part.is_empty());
        let digits = text.split(|c: char| !is_digit(c)).filter(|part| !part.is_empty());
        (words.collect::<Vec<_>>().join(" "), digits.map(str::to_owned).collect())
    };
    let ((words, numbers), (other_words, others)) = (parted(new), parted(old));
    words == other_words && numbers != others
}

/// Tells whether two statements are written in different scripts, so that their words cannot be laid beside each other.
pub fn other_script(new: &str, old: &str) -> bool {
    let script = |text: &str| (text.chars().any(is_thai), text.chars().any(is_han));
    script(new) != script(old)
}

#[cfg(test)]
mod tests {
    use super::super::{Relation, Sense, compare, same_trigger};

    /// Stands in for a model that takes everything for the same.
    fn alike(_: &str, _: &str) -> f64 {
        0.97
    }

    #[test]
    fn a_qualifier_on_one_side_is_never_merged_away() {
        for (new, old) in [
            ("Always ask before deleting data in production.", "Always ask before deleting data."),
            ("Logs are kept for 14 days.", "Logs are kept."),
            ("Deploy only on Fridays.", "Deploy on Fridays."),
            ("Restart the worker on staging.", "Restart the worker on production."),
            ("The Android app needs a login.", "The app needs a login."),
            ("Send the invoice to Marta.", "Send the invoice."),
            ("Use Postgres 15 for the shop.", "Use Postgres 14 for the shop."),
            ("ต้องถามก่อนลบข้อมูลบน production", "ต้องถามก่อนลบข้อมูล"),
            ("เก็บ log 14 วัน", "เก็บ log"),
            ("Room 3 is on floor 5.", "Room 5 is on floor 3."),
            ("ผู้ช่วย 0 จำเรื่องที่ 1", "ผู้ช่วย 1 จำเรื่องที่ 0"),
            ("deploy เฉพาะวันศุกร์", "deploy วันศุกร์"),
            ("删除生产环境的数据之前要问", "删除数据之前要问"),
            ("日志保留14天", "日志要保留"),
            ("只在周五部署", "在周五部署"),
            ("ต้องถามก่อนลบข้อมูล", "Always ask before deleting data."),
        ] {
            for (a, b) in [(new, old), (old, new)] {
                assert_ne!(compare(a, b, Sense::of_words(&alike)).relation, Relation::Same, "{a} | {b}");
            }
        }
    }

    #[test]
    fn triggers_with_other_qualifiers_are_not_one() {
        for (new, old) in [
            ("deploying to production", "deploying to staging"),
            ("deploying to production", "deploying"),
            ("deploy ขึ้น production", "deploy"),
            ("部署到生产环境", "部署"),
        ] {
            assert!(!same_trigger(new, old, &alike), "{new} | {old}");
        }
        assert!(same_trigger("deploying the shop", "deploying a shop", &alike));
    }
}

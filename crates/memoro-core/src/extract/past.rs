//! Stories of long ago: "two years ago we decided on Kafka and it was a disaster", ตอนนั้นแม่ห้ามใส่ผงชูรส, 民國六十年他決定…. What was
//! settled or forbidden then is told, not settled now. What was decided a week ago still is.

use super::cues::{begins, find, find_from, has};

/// Times long over, wherever they stand.
const LONG_AGO: &str = "years ago|a year ago|decades ago|back then|back in the day|in those days|when i was a kid|when i was young|as a child|\
    ตอนนั้น|สมัยนั้น|สมัยก่อน|สมัยเด็ก|แต่ก่อน|ตอนเด็ก|หลายปีก่อน|สิบปีก่อน|สองปีก่อน|สามปีก่อน|\
    那时候|当年|那年|小时候|从前|很多年前|几年前|两年前|三年前|十年前|年轻的时候|年轻时";
/// What leads to a year.
const IN_YEAR: &str = "in|back in|ตอนปี|เมื่อปี|ปี พ.ศ.|民国";
/// Words by which it is about now all the same.
const NOW: &str = "so let's|let's|we'll|i'll|from now on|this time|now|still|again|instead|ตอนนี้|ต่อไปนี้|จากนี้|คราวนี้|รอบนี้|ละกัน|แล้วกัน|งั้น|现在|这次|今后|以后|从今|那就|所以|今年|还是";
/// Words by which something was settled then.
const SETTLED: &str = "decided|chose|agreed|settled|switched|ตัดสินใจ|ตกลง|เลือก|决定|定了|选了|说好";

/// Tells whether a sentence in small letters tells of long ago, and of nothing now.
pub(super) fn tells_of_the_past(seen: &str) -> bool {
    !has(seen, NOW) && (has(seen, LONG_AGO) || in_a_year(seen))
}

/// "In 2009 my father decided …": a year before the word for deciding.
fn in_a_year(seen: &str) -> bool {
    let Some((settled, _)) = find(seen, SETTLED) else { return false };
    let mut from = 0;
    while let Some((at, end)) = find_from(seen, IN_YEAR, from).filter(|(at, _)| *at < settled) {
        let rest = seen.get(end..).unwrap_or_default().trim_start();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let han = begins(rest, "元|一|二|三|四|五|六|七|八|九|十").is_some();
        if (digits == 4 && !rest.starts_with("203")) || (seen.get(at..end) == Some("民国") && han) {
            return true;
        }
        from = end;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stories_of_long_ago_are_told() {
        for text in [
            "funny, two years ago we decided on kafka for exactly this and it was a disaster",
            "in 2009 my father decided to close the cork branch",
            "ตอนนั้นแม่ห้ามใส่ผงชูรสเด็ดขาด เลยต้องเคี่ยวกระดูกแปดชั่วโมง",
            "ตอนปี 2559 เราตัดสินใจลาออกมาเปิดร้าน",
            "我阿公以前是种茶的，民国六十年他决定把整片山改种乌龙",
            "当年我们决定用 svn，后来很后悔",
        ] {
            assert!(tells_of_the_past(text), "{text}");
        }
    }

    #[test]
    fn what_is_settled_now_or_was_lately_is_not() {
        for text in [
            "last week we decided to use postgres",
            "two years ago we chose kafka, now we go with redis",
            "we decided to launch in 2027",
            "two years ago kafka failed us, so let's go with redis",
            "ตกลงใช้ postgres",
            "ตอนนั้นใช้ mongo ตอนนี้ตกลงใช้ postgres",
            "上周我们决定用 postgres",
            "当年用 svn，现在决定用 git",
        ] {
            assert!(!tells_of_the_past(text), "{text}");
        }
    }
}

//! Whether a time zone exists: by its name in the time zone database, by a city in it, or as an offset. What does
//! not exist is never kept as a person's time zone.

use jiff::tz;
use memoro_core::trigger::time_zone;
use memoro_core::{Content, Key};

use crate::draft::Draft;
use crate::error::{EngineError, Result};

/// The key of a person's time zone.
const KEY: &str = "timezone";

/// Returns the zone that words mean, in its one spelling; `None` where there is no such zone.
pub fn settled(said: &str) -> Option<String> {
    let said = time_zone(said);
    if is_offset(&said) {
        return Some(said);
    }
    let name = said.trim().replace(' ', "_");
    let known = || tz::db().available().map(|zone| zone.to_string());
    let exact = known().find(|zone| zone.eq_ignore_ascii_case(&name));
    exact.or_else(|| {
        known().find(|zone| zone.rsplit('/').next().is_some_and(|city| city.eq_ignore_ascii_case(&name)))
    })
}

/// Tells whether an entry under this key holds a time zone.
pub(crate) fn is_held(key: &Key) -> bool {
    key.as_str() == KEY
}

/// Brings the time zone of a draft into its one spelling, or refuses it.
pub(crate) fn settle(draft: &mut Draft) -> Result<()> {
    if !draft.key.as_ref().is_some_and(is_held) {
        return Ok(());
    }
    let Content::Entry(entry) = &mut draft.content else { return Ok(()) };
    let Some(zone) = settled(&entry.value) else {
        let why =
            "no such zone is known; name a city, an area such as Asia/Bangkok, or an offset such as UTC+7";
        return Err(EngineError::invalid(format!("time zone `{}`", entry.value), why));
    };
    entry.value = zone;
    Ok(())
}

/// Tells whether this is `UTC`, `UTC+7` or `UTC+5:30`.
fn is_offset(zone: &str) -> bool {
    let Some(rest) = zone.strip_prefix("UTC") else { return false };
    let Some(hours) = rest.strip_prefix(['+', '-']) else { return rest.is_empty() };
    let (hours, minutes) = hours.split_once(':').unwrap_or((hours, "0"));
    hours.parse::<u8>().is_ok_and(|hours| hours <= 14)
        && minutes.parse::<u8>().is_ok_and(|minutes| minutes < 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_known_by_area_city_country_and_offset_and_no_others() {
        for (said, zone) in [
            ("asia/bangkok", "Asia/Bangkok"),
            ("Bangkok", "Asia/Bangkok"),
            ("กรุงเทพ", "Asia/Bangkok"),
            ("上海", "Asia/Shanghai"),
            ("Lisbon", "Europe/Lisbon"),
            ("buenos aires", "America/Argentina/Buenos_Aires"),
            ("GMT+7", "UTC+7"),
            ("utc", "UTC"),
        ] {
            assert_eq!(settled(said).as_deref(), Some(zone), "{said}");
        }
        for said in ["Mars/Phobos", "ดาวอังคาร", "火星", "UTC+99", "+99", ""] {
            assert_eq!(settled(said), None, "{said}");
        }
    }
}

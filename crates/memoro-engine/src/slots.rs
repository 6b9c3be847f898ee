//! The slots of the user model that take only some values: a level of expertise, the hours of a day, a time zone. What
//! fits none is refused by name before anything is written; what a person writes into a file by hand is kept as it is.

use memoro_core::Content;
use memoro_core::user_model::{ActiveHours, Level, slot};

use crate::draft::Draft;
use crate::error::{EngineError, Result};
use crate::zone;

/// Brings the value of a slot into its one spelling, or refuses it.
pub(crate) fn settle(draft: &mut Draft) -> Result<()> {
    zone::settle(draft)?;
    let Some(key) = draft.key.clone() else { return Ok(()) };
    let Content::Entry(entry) = &mut draft.content else { return Ok(()) };
    let said = entry.value.trim();
    let settled = match key.as_str() {
        slot::ACTIVE_HOURS => said
            .parse::<ActiveHours>()
            .map(|hours| hours.to_string())
            .map_err(|()| "two hours of the day, such as 9-18 or 21-2"),
        key if key.strip_prefix(slot::EXPERTISE).is_some_and(|topic| topic.trim().is_empty()) => {
            return Err(EngineError::invalid(
                format!("`{key}` names no topic"),
                "use expertise.<topic>, for example expertise.docker",
            ));
        }
        key if key.starts_with(slot::EXPERTISE) => said
            .to_lowercase()
            .parse::<Level>()
            .map(|level| level.to_string())
            .map_err(|_| "novice, intermediate, advanced or expert"),
        _ => return Ok(()),
    };
    match settled {
        Ok(value) => entry.value = value,
        Err(expected) => {
            return Err(EngineError::invalid(format!("{key} `{said}`"), format!("use {expected}")));
        }
    }
    Ok(())
}

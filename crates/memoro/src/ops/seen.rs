//! What a change rests on: the states that its caller saw. A change of anything else is refused, so that nobody writes
//! over what they do not know.

use memoro_engine::Basis;
use memoro_engine::store::Stored;

use super::Call;
use crate::api::MemoryView;
use crate::error::{Code, Failure, Result};

/// Stands for any state, as long as there is one.
const ANY: &str = "*";

/// Refuses a change of a memory that is in none of the states that were seen; `asked` is how it was named.
pub(crate) fn unchanged(
    seen: Option<&[String]>,
    asked: &str,
    stored: &Stored,
    call: &Call<'_>,
) -> Result<()> {
    let Some(seen) = seen else { return Ok(()) };
    let now = MemoryView::stored(stored, call.now()).tag();
    // Under its id a memory has each revision once, so that the number alone tells the state.
    let number = (asked == stored.memory.id.as_str()).then(|| stored.rev.to_string());
    let holds = |tag: &String| tag == ANY || Some(tag) == now.as_ref() || Some(tag) == number.as_ref();
    if seen.iter().any(holds) {
        return Ok(());
    }
    let message = format!("memory {} is at revision {} now", stored.memory.id, stored.rev);
    Err(Failure::new(Code::Precondition, message).hint("get it again, then try again"))
}

/// Refuses to set a key that does not hold what was seen of it (`seen`), or that holds what was said to be missing
/// (`missing`); returns what the write must rest on.
pub(crate) fn basis(
    (seen, missing): (Option<&[String]>, Option<&[String]>),
    key: &str,
    held: Option<&Stored>,
    call: &Call<'_>,
) -> Result<Option<Basis>> {
    if seen.is_none() && missing.is_none() {
        return Ok(None);
    }
    let shown = held.filter(|held| !held.memory.is_expired(call.now()));
    match (seen, shown) {
        (Some(_), None) => {
            let message = format!("`{key}` holds nothing now");
            return Err(Failure::new(Code::Precondition, message).hint("get it again, then try again"));
        }
        (Some(_), Some(held)) => unchanged(seen, "", held, call)?,
        (None, _) => {}
    }
    if let Some(held) = shown
        && missing.is_some_and(|missing| unchanged(Some(missing), "", held, call).is_ok())
    {
        let message = format!("`{key}` holds a value already");
        return Err(Failure::new(Code::Precondition, message).hint("leave out If-None-Match to replace it"));
    }
    Ok(Some(held.map_or(Basis::Nothing, |held| Basis::Memory(held.memory.id.clone(), held.rev))))
}
